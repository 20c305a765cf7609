// Tables before and around the match: setting one up, sitting down, watching, leaving.
#include "server/state.h"

#include "base/hash.h"
#include "cardtext/cards.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct room *read_room(const struct request *rq)
{
    json_int_t   id;
    struct text  key = { "", 0 };
    struct room *r   = member_int(rq->json, "table", 1, INT64_MAX, &id)
                           ? room_find(rq->server, (uint64_t)id)
                           : NULL;
    member_text(rq->json, "key", &key);
    // A private table without its key is as good as none.
    if (r && (room_key_fits(r, key) || room_viewer(r, rq->line) != NO_SEAT ||
              room_seat_of(r, line_at(rq->server, rq->line)->player) != NO_SEAT))
        return r;
    request_refuse(rq, "no-table", "there is no such table");
    return NULL;
}

// Which tables are listed first: those of the player, then those with a free seat, then those that
// can only be watched. LISTED_NEVER: over, or private.
enum listed { LISTED_OWN, LISTED_FREE, LISTED_WATCH, LISTED_NEVER };

static enum listed listed_as(const struct room *r, seat_id own)
{
    if (r->phase == PHASE_OVER) return LISTED_NEVER;
    if (own != NO_SEAT) return LISTED_OWN;
    if (!r->open) return LISTED_NEVER;
    for (seat_id i = 0; i < r->seats && r->phase == PHASE_WAITING; i++)
        if (r->seat[i].who == WHO_OPEN) return LISTED_FREE;
    return LISTED_WATCH;
}

void on_tables(struct request *rq)
{
    struct server *s      = rq->server;
    struct json    j      = answer_begin(rq, "tables");
    uint64_t       player = line_at(s, rq->line)->player;
    unsigned       count  = 0;
    json_name(&j, "tables");
    json_open(&j, '[');
    for (enum listed as = LISTED_OWN; as < LISTED_NEVER; as++)
        for (size_t i = s->room_count; i-- > 0 && count < 100;) { // newest first
            struct room *r   = s->rooms[i];
            seat_id      own = room_seat_of(r, player);
            if (listed_as(r, own) != as) continue;
            json_open(&j, '{');
            write_table(&j, s, r, own != NO_SEAT);
            json_name(&j, "you");
            if (own != NO_SEAT)
                json_number(&j, own);
            else
                json_text(&j, NULL);
            json_close(&j, '}');
            count++;
        }
    json_close(&j, ']');
    send_json(s, rq->line, &j);
}

// --- decks --------------------------------------------------------------------------------------

// The deck that a seat would play: by name, by its text, or (NULL) the ready-made ones in turn.
static bool deck_fits(const struct box *box, unsigned mode, unsigned seats, seat_id seat,
                      const char *said, struct match_setup *setup, struct error *err)
{
    struct arena       arena;
    struct deck        own;
    const struct deck *deck = NULL;
    bool               fine = true;
    arena_init(&arena);
    setup->mode  = (uint8_t)mode;
    setup->seats = (uint8_t)seats;
    if (said && strchr(said, '\n')) {
        fine = deck_read(&arena, box->pool, box->game->deck_sections, "deck", text_of(said), &own,
                         err);
        deck = &own;
    } else if (said)
        fine = box_find_deck(box, said, &deck, err);
    else if (box->deck_count)
        deck = &box->decks[seat % box->deck_count];
    else
        fine = fail(err, BAD_INPUT, (struct place){ 0 }, "this game has no ready-made deck");
    fine = fine && box_seat(box, setup, seat, deck, err);
    arena_finish(&arena);
    return fine;
}

bool room_setup(const struct room *r, struct match_setup *setup, struct error *err)
{
    memset(setup, 0, sizeof *setup);
    memcpy(setup->option, r->option, sizeof r->option);
    for (seat_id i = 0; i < r->seats; i++) {
        setup->seat[i].name = r->seat[i].name;
        if (!deck_fits(r->box, r->mode, r->seats, i, r->seat[i].deck, setup, err)) return false;
    }
    return true;
}

static bool check_deck(const struct request *rq, json_t *object, const struct box *box,
                       unsigned mode, const int16_t option[OPTIONS_MAX], unsigned seats,
                       seat_id seat, struct text *out)
{
    struct match_setup setup = { 0 };
    struct error       err   = { 0 };
    char               copy[DECK_TEXT_MAX + 1], words[ERROR_TEXT_MAX + 64];
    json_t            *value = json_object_get(object, "deck");
    *out                     = (struct text){ 0 };
    if (value && !json_is_string(value)) {
        request_refuse(rq, "bad-deck",
                       "\"deck\" must be the name of a ready-made deck or of one that you "
                       "keep, or the text of one");
        return false;
    }
    member_text(object, "deck", out);
    const struct player *me   = player_find(rq->server, line_at(rq->server, rq->line)->player);
    const char          *kept = out->at ? kept_deck_text(me, box, *out) : NULL;
    if (kept) *out = text_of(kept);
    if (out->size > DECK_TEXT_MAX) {
        request_refuse(rq, "bad-deck", "a deck of more than %d bytes", DECK_TEXT_MAX);
        return false;
    }
    if (out->at) {
        memcpy(copy, out->at, out->size);
        copy[out->size] = 0;
    }
    memcpy(setup.option, option, sizeof setup.option);
    if (deck_fits(box, mode, seats, seat, out->at ? copy : NULL, &setup, &err)) return true;
    error_say(&err, words, sizeof words);
    request_refuse(rq, "bad-deck", "%s", words);
    return false;
}

// --- setting up ---------------------------------------------------------------------------------

static bool copy_seat(const struct request *rq, json_t *said, const struct box *box, unsigned mode,
                      const int16_t option[OPTIONS_MAX], unsigned seats, seat_id seat, bool *seated,
                      struct json *j)
{
    struct text who, bot, deck;
    json_open(j, '{');
    json_name(j, "who");
    if (!json_is_object(said) || !member_text(said, "who", &who)) who = TEXT("");
    if (text_is(who, "me") && !*seated) {
        *seated = true;
        json_text(j, "person");
        json_name(j, "player");
        json_number(j, (long)line_at(rq->server, rq->line)->player);
    } else if (text_is(who, "anyone"))
        json_text(j, "anyone");
    else if (text_is(who, "bot") && member_text(said, "bot", &bot) && bot_find(bot)) {
        json_text(j, "bot");
        json_name(j, "bot");
        json_text(j, bot_find(bot)->name);
    } else {
        char          known[128];
        struct writer w = writer_on(known, sizeof known);
        bot_list(&w);
        request_refuse(rq, "bad-seats",
                       "\"who\" must be \"me\" (once), \"anyone\", or \"bot\" with a \"bot\": %s",
                       known);
        return false;
    }
    if (!check_deck(rq, said, box, mode, option, seats, seat, &deck)) return false;
    if (deck.at) {
        json_name(j, "deck");
        json_slice(j, deck);
    }
    json_close(j, '}');
    return true;
}

// {"level":"Broken Belfry","turns":20}; left out: as the rules say.
static bool read_options(const struct box *box, json_t *said, int16_t out[OPTIONS_MAX],
                         struct error *err)
{
    struct match_setup setup = { 0 };
    const char        *name;
    json_t            *value;
    static_assert(sizeof setup.option == OPTIONS_MAX * sizeof *out, "options of a match");
    json_object_foreach(said, name, value)
    {
        char          words[256];
        struct writer w = writer_on(words, sizeof words);
        if (json_is_integer(value))
            write_format(&w, "%s=%lld", name, (long long)json_integer_value(value));
        else
            write_format(&w, "%s=%s", name, json_is_string(value) ? json_string_value(value) : "");
        if (!box_option(box, &setup, (struct text){ words, w.size }, err)) return false;
    }
    memcpy(out, setup.option, sizeof setup.option);
    return !said || json_is_object(said) ||
           fail(err, BAD_INPUT, (struct place){ 0 }, "\"options\" must be names and values");
}

static bool check_options(const struct request *rq, const struct box *box, int16_t *out)
{
    struct error err = { 0 };
    if (read_options(box, json_object_get(rq->json, "options"), out, &err)) return true;
    request_refuse(rq, "bad-option", "%s", err.text);
    return false;
}

struct clock_wish {
    enum room_clock kind;
    json_int_t      bank, allowance; // ms
};

static void write_settings(struct json *j, const struct box *box, unsigned mode,
                           const int16_t *option, bool open, bool rated, bool free_chat,
                           const char *key, const struct clock_wish *clock)
{
    json_name(j, "game");
    json_text(j, box->game->name);
    json_name(j, "version");
    json_text(j, box->game->version);
    json_name(j, "mode");
    json_text(j, box->game->modes[mode].name);
    write_options(j, box, option);
    json_name(j, "open");
    json_bool(j, open);
    json_name(j, "rated");
    json_bool(j, rated);
    json_name(j, "chat");
    json_text(j, free_chat ? "free" : "phrases");
    json_name(j, "key");
    json_text(j, key);
    json_name(j, "clock");
    json_text(j, CLOCK_NAMES[clock->kind]);
    json_name(j, "bank");
    json_number(j, (long)clock->bank);
    json_name(j, "allowance");
    json_number(j, (long)clock->allowance);
}

static void make_key(struct server *s, char out[KEY_TEXT_SIZE])
{
    uint8_t bytes[(KEY_TEXT_SIZE - 1) / 2];
    draw_secret(s, bytes, sizeof bytes);
    sodium_bin2hex(out, KEY_TEXT_SIZE, bytes, sizeof bytes);
}

static bool read_mode(const struct request *rq, const struct box *box, unsigned *mode)
{
    struct text name;
    *mode = 0;
    if (!json_object_get(rq->json, "mode")) return true;
    if (member_text(rq->json, "mode", &name))
        for (; box->game->modes[*mode].name; ++*mode)
            if (text_is(name, box->game->modes[*mode].name)) return true;
    request_refuse(rq, "no-mode", "\"mode\" must be one of the game's");
    return false;
}

static bool read_ms(const struct request *rq, const char *name, json_int_t min, json_int_t *out)
{
    json_t *value = json_object_get(rq->json, name);
    if (!value || member_int(rq->json, name, min, 24 * 3600 * 1000, out)) return true;
    request_refuse(rq, "bad-clock", "\"%s\" must be %lld to 86400000 milliseconds", name,
                   (long long)min);
    return false;
}

static bool find_clock(struct text name, enum room_clock *out)
{
    for (*out = CLOCK_HOUSE; *out < CLOCK_COUNT; ++*out)
        if (text_is(name, CLOCK_NAMES[*out])) return true;
    return false;
}

// The house clock with its numbers, the clocks that the rules name, or none.
static bool read_clock(const struct request *rq, const struct box *box, struct clock_wish *out)
{
    struct text said   = TEXT("house");
    const char *wrong  = NULL;
    json_t     *member = json_object_get(rq->json, "clock");
    *out               = (struct clock_wish){ CLOCK_HOUSE, rq->server->config.bank_ms,
                                              rq->server->config.allowance_ms };
    if (member && (!member_text(rq->json, "clock", &said) || !find_clock(said, &out->kind)))
        wrong = "\"clock\" must be \"house\", \"rules\" or \"none\"";
    else if (out->kind == CLOCK_RULES && !box->game->time.limit)
        wrong = "the rules of this game name no clock";
    else if (out->kind == CLOCK_NONE && json_is_true(json_object_get(rq->json, "rated")))
        wrong = "a rated match has a clock";
    else if (out->kind != CLOCK_HOUSE &&
             (json_object_get(rq->json, "bank") || json_object_get(rq->json, "allowance")))
        wrong = "\"bank\" and \"allowance\" belong to the house clock";
    if (wrong) {
        request_refuse(rq, "bad-clock", "%s", wrong);
        return false;
    }
    if (out->kind == CLOCK_HOUSE)
        return read_ms(rq, "bank", 0, &out->bank) &&
               read_ms(rq, "allowance", 1000, &out->allowance);
    out->bank = out->allowance = 0;
    return true;
}

static bool read_bool(const struct request *rq, const char *name, bool *out)
{
    json_t *value = json_object_get(rq->json, name);
    if (value) *out = json_is_true(value);
    if (!value || json_is_boolean(value)) return true;
    request_refuse(rq, "bad-member", "\"%s\" must be true or false", name);
    return false;
}

// With strangers only phrases are said.
static bool read_chat(const struct request *rq, bool open, bool *free_chat)
{
    struct text said = TEXT("phrases");
    bool        fine = !json_object_get(rq->json, "chat") || member_text(rq->json, "chat", &said);
    *free_chat       = text_is(said, "free");
    if (fine && (*free_chat ? !open : text_is(said, "phrases"))) return true;
    request_refuse(rq, "bad-member",
                   "\"chat\" must be \"phrases\", or \"free\" if the table is not open");
    return false;
}

static bool check_rated(const struct request *rq, bool rated, json_t *seat, size_t seats)
{
    struct text who;
    if (!rated || (seats > 1 && !(member_text(seat, "who", &who) && text_is(who, "bot"))))
        return true;
    request_refuse(rq, "bad-seats", "a rated match is one of two or more people, without bots");
    return false;
}

// The same word again, from the same player, means the table that it has made already: an answer
// that was lost can be asked for.
static bool read_once(const struct request *rq, struct text *once)
{
    json_t *said = json_object_get(rq->json, "once");
    *once        = (struct text){ "", 0 };
    if (!said || (member_text(rq->json, "once", once) && is_plain_line(*once, NAME_MAX_SIZE)))
        return true;
    request_refuse(rq, "bad-member",
                   "\"once\" must be a word of your own, 1 to %d bytes on one line", NAME_MAX_SIZE);
    return false;
}

uint64_t once_word(struct text once) { return once.size ? hash_bytes(once.at, once.size) | 1 : 0; }

static bool is_there_already(const struct request *rq, struct text once)
{
    struct server *s    = rq->server;
    uint64_t       mine = line_at(s, rq->line)->player, word = once_word(once);
    if (!word) return false;
    for (size_t i = 0; i < s->room_count; i++)
        if (s->rooms[i]->once == word && s->rooms[i]->maker == mine) {
            request_done_table(s, rq->line, rq->id, s->rooms[i]);
            return true;
        }
    for (size_t i = 0; i < s->pending_count; i++)
        if (s->pending[i].once == word && s->pending[i].player == mine) {
            request_refuse(rq, "busy", "this table is being made; ask again");
            return true;
        }
    return false;
}

void on_create(struct request *rq)
{
    struct server    *s   = rq->server;
    const struct box *box = request_game(rq);
    unsigned          mode;
    int16_t           option[OPTIONS_MAX] = { 0 };
    struct clock_wish clock;
    struct text       once;
    if (!read_once(rq, &once) || is_there_already(rq, once)) return;
    if (!box || !read_mode(rq, box, &mode) || !check_options(rq, box, option) ||
        !read_clock(rq, box, &clock))
        return;
    json_t                 *seats = json_object_get(rq->json, "seats");
    const struct game_mode *m     = &box->game->modes[mode];
    size_t                  count = json_is_array(seats) ? json_array_size(seats) : 0;
    if (count < m->seats_min || count > m->seats_max) {
        request_refuse(rq, "bad-seats", "%s is for %u to %u seats", m->name, m->seats_min,
                       m->seats_max);
        return;
    }
    bool open = true, rated = false, free_chat = false;
    if (!read_bool(rq, "open", &open) || !read_bool(rq, "rated", &rated) ||
        !read_chat(rq, open, &free_chat))
        return;
    char        key[KEY_TEXT_SIZE];
    struct json j      = entry_begin(s);
    bool        seated = false;
    make_key(s, key);
    write_settings(&j, box, mode, option, open, rated, free_chat, key, &clock);
    json_name(&j, "seats");
    json_open(&j, '[');
    for (size_t i = 0; i < count; i++)
        if (!check_rated(rq, rated, json_array_get(seats, i), count) ||
            !copy_seat(rq, json_array_get(seats, i), box, mode, option, (unsigned)count, (seat_id)i,
                       &seated, &j))
            return;
    json_close(&j, ']');
    json_name(&j, "by");
    json_number(&j, (long)line_at(s, rq->line)->player);
    if (once.size) {
        json_name(&j, "once");
        json_slice(&j, once);
    }
    if (!may_make_table(rq)) return;
    entry_propose(s, rq, NULL, ENTRY_TABLE, ++s->last_room, &j)->once = once_word(once);
}

// The same table again, with everybody in their seats.
void write_rematch(struct json *j, const struct room *r)
{
    json_name(j, "by");
    json_number(j, (long)r->maker);
    struct clock_wish clock = { r->clock, (json_int_t)r->bank_ms, (json_int_t)r->allowance_ms };
    write_settings(j, r->box, r->mode, r->option, r->open, r->rated, r->free_chat, r->key, &clock);
    json_name(j, "seats");
    json_open(j, '[');
    for (seat_id i = 0; i < r->seats; i++) {
        const struct room_seat *is = &r->seat[i];
        json_open(j, '{');
        json_name(j, "who");
        json_text(j, WHO_NAMES[is->who]);
        if (is->who == WHO_PERSON) {
            json_name(j, "player");
            json_number(j, (long)is->player);
        }
        if (is->who == WHO_BOT) {
            json_name(j, "bot");
            json_text(j, is->bot->name);
        }
        if (is->deck) {
            json_name(j, "deck");
            json_text(j, is->deck);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    json_name(j, "after");
    json_number(j, (long)r->id);
}

static bool is_name_taken(const struct room *r, seat_id seat, const char *name)
{
    uint64_t look = name_look(text_of(name));
    for (seat_id i = 0; i < r->seats; i++)
        if (i != seat && r->seat[i].who != WHO_OPEN && name_look(text_of(r->seat[i].name)) == look)
            return true;
    return false;
}

// Names at one table differ, because choices and events are said with them.
static void name_seat(struct room *r, seat_id seat, const char *name)
{
    struct room_seat *is = &r->seat[seat];
    snprintf(is->name, sizeof is->name, "%s", name);
    for (unsigned n = 2; is_name_taken(r, seat, is->name); n++)
        snprintf(is->name, sizeof is->name, "%.36s (%u)", name, n);
}

// Players may have other names now than when they came.
static void take_name_back(const struct restoring *from, struct room_seat *is, seat_id seat)
{
    const char *name = json_string_value(json_array_get(from->names, seat));
    if (name && *name) snprintf(is->name, sizeof is->name, "%s", name);
}

static bool seat_person(struct server *s, struct room *r, seat_id seat, json_t *body)
{
    json_int_t     id;
    struct player *p = member_int(body, "player", 1, INT64_MAX, &id) ? player_find(s, (uint64_t)id)
                                                                     : NULL;
    if (!p || room_seat_of(r, p->id) != NO_SEAT) return false;
    r->seat[seat].who          = WHO_PERSON;
    r->seat[seat].player       = p->id;
    r->seat[seat].presence     = PRESENCE_LOST;
    r->seat[seat].absent_since = s->now;
    name_seat(r, seat, p->name);
    if (s->restoring) take_name_back(s->restoring, &r->seat[seat], seat);
    return true;
}

static bool seat_bot(struct room *r, seat_id seat, json_t *body)
{
    struct text       name;
    const struct bot *bot = member_text(body, "bot", &name) ? bot_find(name) : NULL;
    if (!bot) return false;
    char said[SEAT_NAME_MAX];
    snprintf(said, sizeof said, "%s bot", bot->name);
    r->seat[seat].who = WHO_BOT;
    r->seat[seat].bot = bot;
    name_seat(r, seat, said);
    return true;
}

static void keep_deck(struct room_seat *is, json_t *body)
{
    struct text deck;
    free(is->deck);
    is->deck = NULL;
    if (!member_text(body, "deck", &deck)) return;
    is->deck = strndup(deck.at, deck.size);
    if (!is->deck) BUG("out of memory for a deck");
}

static bool read_seats(struct server *s, struct room *r, json_t *seats)
{
    r->seats = (unsigned)json_array_size(seats);
    if (r->seats < 1 || r->seats > SEATS_MAX) return false;
    for (seat_id i = 0; i < r->seats; i++) {
        json_t     *said = json_array_get(seats, i);
        struct text who;
        if (!member_text(said, "who", &who)) return false;
        if (text_is(who, "person") && !seat_person(s, r, i, said)) return false;
        if (text_is(who, "bot") && !seat_bot(r, i, said)) return false;
        keep_deck(&r->seat[i], said);
        r->seat[i].clock.bank_ms = r->bank_ms;
    }
    return true;
}

static bool read_settings(struct server *s, struct room *r, json_t *body)
{
    struct text game, mode, key, version, chat, clock = TEXT("house"); // older tables say nothing
    json_int_t  bank, allowance, at, by = 0; // older ones do not say who made them
    if (!member_text(body, "game", &game) || !(r->box = server_game(s, game)) ||
        !member_text(body, "mode", &mode) || !member_text(body, "key", &key) ||
        key.size != KEY_TEXT_SIZE - 1 || !member_int(body, "bank", 0, INT64_MAX, &bank) ||
        !member_int(body, "allowance", 0, INT64_MAX, &allowance) ||
        !member_int(body, "at", 0, INT64_MAX, &at))
        return false;
    while (r->box->game->modes[r->mode].name && !text_is(mode, r->box->game->modes[r->mode].name))
        r->mode++;
    if (!r->box->game->modes[r->mode].name) return false;
    if (!member_text(body, "version", &version) || !text_is(version, r->box->game->version))
        room_break(r, "the rules of this game have changed since it began");
    struct error err = { 0 };
    member_text(body, "clock", &clock);
    if (!read_options(r->box, json_object_get(body, "options"), r->option, &err) ||
        !find_clock(clock, &r->clock) || (r->clock == CLOCK_RULES && !r->box->game->time.limit))
        room_break(r, "the rules of this game have changed since it began");
    memcpy(r->key, key.at, key.size);
    member_int(body, "by", 0, INT64_MAX, &by);
    r->maker        = (uint64_t)by;
    r->open         = json_is_true(json_object_get(body, "open"));
    r->rated        = json_is_true(json_object_get(body, "rated"));
    r->free_chat    = member_text(body, "chat", &chat) && text_is(chat, "free");
    r->bank_ms      = (uint64_t)bank;
    r->allowance_ms = (uint64_t)allowance;
    r->phase_at     = (uint64_t)at;
    r->alone_since  = (uint64_t)at;
    return true;
}

bool apply_table(struct server *s, uint64_t id, json_t *body, struct error *err)
{
    struct room *r = calloc(1, sizeof *r), *old;
    json_int_t   after;
    if (!r) BUG("out of memory for a table");
    struct text once = { "", 0 };
    member_text(body, "once", &once);
    r->id      = id;
    r->undo_by = NO_SEAT;
    r->once    = once_word(once);
    if (!read_settings(s, r, body) || !read_seats(s, r, json_object_get(body, "seats"))) {
        room_free(r);
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is no table");
    }
    room_add(s, r);
    if (member_int(body, "after", 1, INT64_MAX, &after) && (old = room_find(s, (uint64_t)after)))
        room_tell_rematch(s, old, r);
    return true;
}

// Everybody at the old table goes over to the new one.
void room_tell_rematch(struct server *s, struct room *old, struct room *now)
{
    old->next = now->id;
    room_tell(s, old);
    for (size_t i = 0; i < old->follower_count; i++) {
        uint32_t line = old->followers[i].line;
        seat_id  seat = room_seat_of(now, line_at(s, line)->player);
        if (seat != NO_SEAT && room_follow(s, line, now, seat))
            presence_set(s, now, seat, PRESENCE_HERE);
    }
    room_tell(s, now);
}

// --- sitting down and leaving -------------------------------------------------------------------

void on_join(struct request *rq)
{
    struct server *s      = rq->server;
    struct room   *r      = read_room(rq);
    uint64_t       player = line_at(s, rq->line)->player;
    json_int_t     seat   = 0;
    struct text    deck;
    if (!r) return;
    if (room_seat_of(r, player) != NO_SEAT) {
        request_refuse(rq, "twice", "you have a seat at this table; \"resume\" takes you there");
        return;
    }
    bool any = !json_object_get(rq->json, "seat");
    if (!any && !member_int(rq->json, "seat", 0, r->seats - 1, &seat)) {
        request_refuse(rq, "bad-seats", "\"seat\" must be 0 to %u", r->seats - 1);
        return;
    }
    while (any && seat < r->seats - 1 && r->seat[seat].who != WHO_OPEN) seat++;
    if (r->phase != PHASE_WAITING || r->seat[seat].who != WHO_OPEN) {
        request_refuse(rq, "taken", "this seat is taken");
        return;
    }
    if (!may_sit(rq) ||
        !check_deck(rq, rq->json, r->box, r->mode, r->option, r->seats, (seat_id)seat, &deck))
        return;
    struct json j = entry_begin(s);
    json_name(&j, "seat");
    json_number(&j, (long)seat);
    json_name(&j, "player");
    json_number(&j, (long)player);
    if (deck.at) {
        json_name(&j, "deck");
        json_slice(&j, deck);
    }
    entry_propose(s, rq, r, ENTRY_JOIN, r->id, &j);
}

bool apply_join(struct server *s, struct room *r, json_t *body, struct error *err)
{
    json_int_t seat;
    if (r->phase != PHASE_WAITING || !member_int(body, "seat", 0, r->seats - 1, &seat) ||
        r->seat[seat].who != WHO_OPEN || !seat_person(s, r, (seat_id)seat, body))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "nobody can sit down there");
    if (json_object_get(body, "deck")) keep_deck(&r->seat[seat], body);
    return true;
}

bool apply_stand(struct server *s, struct room *r, json_t *body, struct error *err)
{
    json_int_t seat;
    if (r->phase != PHASE_WAITING || !member_int(body, "seat", 0, r->seats - 1, &seat) ||
        r->seat[seat].who != WHO_PERSON)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "nobody can stand up there");
    free(r->seat[seat].deck);
    r->seat[seat]  = (struct room_seat){ .clock.bank_ms = r->bank_ms };
    r->alone_since = s->now;
    room_tell(s, r);
    return true;
}

void on_watch(struct request *rq)
{
    struct server *s = rq->server;
    struct room   *r = read_room(rq);
    if (!r) return;
    if (room_seat_of(r, line_at(s, rq->line)->player) != NO_SEAT) {
        request_refuse(rq, "twice", "you have a seat at this table; \"resume\" takes you there");
        return;
    }
    if (!room_follow(s, rq->line, r, SPECTATOR)) {
        request_refuse(rq, "full", "one line follows no more than %u tables",
                       s->config.follows_max);
        return;
    }
    request_done(s, rq->line, rq->id);
    room_tell_one(s, r, rq->line, SPECTATOR);
    if (r->match) news_whole(s, r, rq->line, SPECTATOR, -1);
}

void on_leave(struct request *rq)
{
    struct server *s = rq->server;
    struct room   *r = read_room(rq);
    if (!r) return;
    seat_id viewer = room_viewer(r, rq->line);
    if (viewer == NO_SEAT) {
        request_refuse(rq, "not-here", "you do not follow this table");
        return;
    }
    if (viewer < r->seats && !may_bother(rq)) return;
    room_unfollow(s, rq->line, r);
    if (viewer < r->seats) presence_set(s, r, viewer, PRESENCE_LEFT);
    if (viewer >= r->seats || r->phase != PHASE_WAITING) {
        request_done(s, rq->line, rq->id);
        return;
    }
    struct json j = entry_begin(s);
    json_name(&j, "seat");
    json_number(&j, viewer);
    entry_propose(s, rq, r, ENTRY_STAND, r->id, &j);
}
