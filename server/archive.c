// Tables that are over, kept for ever: who played, how it ended, the record, and what was promised
// and drawn. All of it is in the log; in memory there is only what lists need.
//
// A record carries the texts of its cards, so that it stays a proof when the cards have changed.
// They are nearly always the same and are stored once (ENTRY_CARDS); the lines before and after
// them are an ENTRY_RECORD; the ENTRY_ARCHIVE is the next entry and makes both count.
#include "server/state.h"

#include "match/replay.h"
#include "match/seal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_PAGE = 20, HISTORY_PAGE_MAX = 50 };

const char *keep_word(struct server *s, struct text word)
{
    for (size_t i = 0; i < s->word_count; i++)
        if (text_is(word, s->words[i])) return s->words[i];
    s->words = grow(s->words, s->word_count, &s->word_capacity, sizeof *s->words);
    return s->words[s->word_count++] = copy_bytes(word);
}

void archive_free(struct server *s)
{
    for (size_t i = 0; i < s->archive_count; i++) free(s->archive[i].result);
    for (size_t i = 0; i < s->word_count; i++) free(s->words[i]);
    for (size_t i = 0; i < s->copy_count; i++) free(s->copies[i].bytes);
    free(s->archive);
    free(s->archive_of);
    free(s->card_texts);
    free(s->words);
}

// --- the record, in pieces ----------------------------------------------------------------------

// A replay file without its checks: the lines before the cards, theirs, and those after them.
static void take_apart(struct text file, struct record_chore *p)
{
    struct arena *arena = &p->arena;
    char         *bytes[3];
    struct writer part[3];
    for (unsigned i = 0; i < COUNT(part); i++) {
        bytes[i] = arena_alloc(arena, 1, file.size + 1);
        part[i]  = writer_on(bytes[i], file.size + 1);
    }
    struct text rest = file, line;
    unsigned    at   = 0;
    text_next_line(&rest, &p->title);
    rest            = file;
    uint32_t number = 0;
    while (seal_next_line(&rest, &number, &line)) {
        bool is_card = text_starts(line, "|");
        if (at < 2 && is_card != (at == 1)) at++;
        write_text(&part[at], line);
        write_char(&part[at], '\n');
    }
    p->head  = (struct text){ bytes[0], part[0].size };
    p->cards = (struct text){ bytes[1], part[1].size };
    p->tail  = (struct text){ bytes[2], part[2].size };
}

// A long match takes a while, so it is not the core that does this.
void record_run(struct record_chore *r)
{
    struct text  file;
    struct error err = { 0 };
    r->written       = replay_write(r->match, &r->arena, &file, &err);
    if (r->written) take_apart(file, r);
}

static void name_slice(struct json *j, const char *name, struct text value)
{
    json_name(j, name);
    json_slice(j, value);
}

static void name_number(struct json *j, const char *name, uint64_t value)
{
    json_name(j, name);
    json_number(j, (long)value);
}

static void name_bool(struct json *j, const char *name, bool value)
{
    json_name(j, name);
    json_bool(j, value);
}

// The entry that has these texts, which may be on its way.
static uint64_t place_cards(struct server *s, const struct room *r, struct text cards)
{
    uint8_t hash[HASH_SIZE], other[HASH_SIZE];
    crypto_hash_sha256(hash, (const uint8_t *)cards.at, cards.size);
    for (size_t i = 0; i < s->card_text_count; i++)
        if (memcmp(s->card_texts[i].hash, hash, HASH_SIZE) == 0) return s->card_texts[i].number;
    for (size_t i = 0; i < s->pending_count; i++) {
        if (s->pending[i].kind != ENTRY_CARDS) continue;
        json_t *body = json_loadb(s->pending[i].body, s->pending[i].size, 0, NULL);
        bool    same = member_hex(body, "hash", other, HASH_SIZE) &&
                    memcmp(hash, other, HASH_SIZE) == 0;
        json_decref(body);
        if (same) return s->pending[i].number;
    }
    struct json j = entry_begin(s);
    name_slice(&j, "game", text_of(r->box->game->name));
    json_name(&j, "hash");
    json_hex(&j, hash, sizeof hash);
    name_slice(&j, "text", cards);
    return entry_propose(s, NULL, NULL, ENTRY_CARDS, 0, &j)->number;
}

bool apply_cards(struct server *s, uint64_t number, json_t *body, struct error *err)
{
    struct card_texts texts = { .number = number };
    if (!member_hex(body, "hash", texts.hash, HASH_SIZE))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "these are no texts of cards");
    s->card_texts = grow(s->card_texts, s->card_text_count, &s->card_text_capacity,
                         sizeof *s->card_texts);
    s->card_texts[s->card_text_count++] = texts;
    return true;
}

static void propose_record(struct server *s, const struct room *r, const struct record_chore *p)
{
    uint64_t    cards = place_cards(s, r, p->cards);
    struct json j     = entry_begin(s);
    name_slice(&j, "title", p->title);
    name_slice(&j, "head", p->head);
    name_number(&j, "cards", cards);
    name_slice(&j, "tail", p->tail);
    if (r->proof >= 2) name_slice(&j, "acts", acts_text(&s->out->arena, r));
    entry_propose(s, NULL, NULL, ENTRY_RECORD, r->id, &j);
}

// --- putting away -------------------------------------------------------------------------------

static uint8_t points_of(const struct room *r, seat_id seat)
{
    if (r->end == END_ABANDONED || r->end == END_BROKEN) return NO_POINTS;
    if (!r->winners) return 1;
    return r->winners >> seat & 1 ? 2 : 0;
}

static void write_archived_seat(struct json *j, const struct room *r, seat_id seat)
{
    const struct room_seat *is     = &r->seat[seat];
    uint8_t                 points = points_of(r, seat);
    json_open(j, '{');
    if (is->player) name_number(j, "player", is->player);
    if (is->who == WHO_BOT) name_slice(j, "bot", text_of(is->bot->name));
    if (is->who != WHO_OPEN) name_slice(j, "name", text_of(is->name));
    name_number(j, "team", r->match ? r->match->table.state->team[seat] : seat);
    if (points != NO_POINTS) name_number(j, "points", points);
    json_close(j, '}');
}

static void propose_archive(struct server *s, struct room *r)
{
    bool has_record = r->record.written;
    if (has_record) propose_record(s, r, &r->record);
    struct json j = entry_begin(s);
    name_number(&j, "ended", r->phase_at);
    name_slice(&j, "game", text_of(r->box->game->name));
    name_slice(&j, "mode", text_of(r->box->game->modes[r->mode].name));
    name_bool(&j, "open", r->open);
    name_bool(&j, "rated", r->rated);
    name_slice(&j, "key", text_of(r->key));
    name_bool(&j, "played", r->match || *r->broken);
    name_bool(&j, "record", has_record);
    name_slice(&j, "result", text_of(r->result));
    name_slice(&j, "end", text_of(END_NAMES[r->end]));
    json_name(&j, "seats");
    json_open(&j, '[');
    for (seat_id i = 0; i < r->seats; i++) write_archived_seat(&j, r, i);
    json_close(&j, ']');
    if (r->committed) {
        json_name(&j, "fair");
        write_fairness(&j, r, false);
    }
    entry_propose(s, NULL, r, ENTRY_ARCHIVE, r->id, &j);
}

void archive_go_on(struct server *s, struct room *r)
{
    if (r->is_being_written) return;
    if (r->is_written || !r->match || *r->broken)
        propose_archive(s, r);
    else if (s->counts.chores < s->config.chores_max) {
        struct chore *c     = chore_make(CHORE_RECORD);
        c->record.table     = r->id;
        c->record.match     = r->match;
        r->is_being_written = true;
        chore_give(s, c);
    }
}

// What was written is kept until it is stored.
void take_record(struct server *s, const struct record_chore *written)
{
    struct room *r = room_find(s, written->table);
    if (!r) return;
    struct record_chore *k = &r->record;
    r->is_being_written    = false;
    r->is_written          = true;
    k->written             = written->written;
    if (k->written) {
        arena_init(&k->arena);
        k->title = arena_text(&k->arena, written->title);
        k->head  = arena_text(&k->arena, written->head);
        k->cards = arena_text(&k->arena, written->cards);
        k->tail  = arena_text(&k->arena, written->tail);
    }
    room_due(s, r);
}

void record_forget(struct room *r)
{
    if (r->record.written) arena_finish(&r->record.arena);
    r->record.written = false;
}

static bool read_archived_seat(struct server *s, json_t *from, struct archived_seat *out)
{
    json_int_t  player = 0, team, points = NO_POINTS;
    struct text bot;
    if (!json_is_object(from) || !member_int(from, "team", 0, SEATS_MAX, &team)) return false;
    member_int(from, "player", 1, INT64_MAX, &player);
    member_int(from, "points", 0, 2, &points);
    *out = (struct archived_seat){ .player = (uint64_t)player,
                                   .points = (uint8_t)points,
                                   .team   = (uint8_t)team };
    if (member_text(from, "bot", &bot)) out->bot = bot_find(bot);
    return !player || player_find(s, (uint64_t)player);
}

bool archived_read(struct server *s, json_t *body, struct archived *a)
{
    struct text game, mode, result, end;
    json_int_t  ended;
    json_t     *seats = json_object_get(body, "seats");
    if (!member_text(body, "game", &game) || !member_text(body, "mode", &mode) ||
        !member_text(body, "result", &result) || !member_int(body, "ended", 0, INT64_MAX, &ended) ||
        json_array_size(seats) < 1 || json_array_size(seats) > SEATS_MAX)
        return false;
    a->seats = (uint8_t)json_array_size(seats);
    for (unsigned i = 0; i < a->seats; i++)
        if (!read_archived_seat(s, json_array_get(seats, i), &a->seat[i])) return false;
    a->game       = keep_word(s, game);
    a->mode       = keep_word(s, mode);
    a->ended_at   = (uint64_t)ended;
    a->open       = json_is_true(json_object_get(body, "open"));
    a->rated      = json_is_true(json_object_get(body, "rated"));
    a->played     = json_is_true(json_object_get(body, "played"));
    a->has_record = json_is_true(json_object_get(body, "record"));
    a->result     = copy_bytes(result);
    a->end        = END_NONE; // an older log does not say
    if (member_text(body, "end", &end))
        for (unsigned e = END_RULES; e < END_COUNT; e++)
            if (text_is(end, END_NAMES[e])) a->end = (uint8_t)e;
    return true;
}

// As archived_read() reads it: what is kept in memory.
void archived_write(struct json *j, const struct archived *a)
{
    name_number(j, "ended", a->ended_at);
    name_slice(j, "game", text_of(a->game));
    name_slice(j, "mode", text_of(a->mode));
    name_bool(j, "open", a->open);
    name_bool(j, "rated", a->rated);
    name_bool(j, "played", a->played);
    name_bool(j, "record", a->has_record);
    name_slice(j, "result", text_of(a->result));
    if (a->end != END_NONE) name_slice(j, "end", text_of(END_NAMES[a->end]));
    json_name(j, "seats");
    json_open(j, '[');
    for (unsigned i = 0; i < a->seats; i++) {
        const struct archived_seat *is = &a->seat[i];
        json_open(j, '{');
        if (is->player) name_number(j, "player", is->player);
        if (is->bot) name_slice(j, "bot", text_of(is->bot->name));
        name_number(j, "team", is->team);
        if (is->points != NO_POINTS) name_number(j, "points", is->points);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void note_place(struct server *s, uint64_t table, uint32_t place)
{
    while (table >= s->archive_of_capacity) {
        size_t old    = s->archive_of_capacity;
        s->archive_of = grow(s->archive_of, old, &s->archive_of_capacity, sizeof *s->archive_of);
        memset(s->archive_of + old, 0, (s->archive_of_capacity - old) * sizeof *s->archive_of);
    }
    s->archive_of[table] = place;
}

void archive_add(struct server *s, const struct archived *added)
{
    struct archived a = *added;
    s->archive    = grow(s->archive, s->archive_count, &s->archive_capacity, sizeof *s->archive);
    uint32_t here = (uint32_t)s->archive_count + 1;
    for (unsigned i = 0; i < a.seats && a.played; i++) {
        struct player *p = a.seat[i].player ? player_find(s, a.seat[i].player) : NULL;
        if (!p) continue;
        a.seat[i].earlier = p->newest;
        p->newest         = here;
    }
    s->archive[s->archive_count++] = a;
    note_place(s, a.table, here);
    ratings_count(s, &a);
}

// What was promised of the match is bound for ever; an older log has nothing that could be.
static void bind_end(struct server *s, uint64_t table, json_t *body)
{
    uint8_t seal[HASH_SIZE];
    if (member_hex(json_object_get(body, "fair"), "seal", seal, HASH_SIZE))
        chain_seal(s, table, seal);
}

bool apply_archive(struct server *s, struct room *r, const struct store_entry *e, json_t *body,
                   struct error *err)
{
    struct archived a = { .table = e->about, .number = e->number };
    if ((r && (r->phase != PHASE_OVER || r->archived)) || !archived_read(s, body, &a))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is no table that is over");
    archive_add(s, &a);
    bind_end(s, a.table, body);
    if (r) {
        r->archived = true;
        record_forget(r);
        room_tell(s, r); // with what the ratings are now
    }
    return true;
}

// --- looking back -------------------------------------------------------------------------------

static const char *outcome_of(const struct archived_seat *seat)
{
    static const char *const NAMES[] = { "lost", "draw", "won" };
    return seat->points == NO_POINTS ? "none" : NAMES[seat->points];
}

static void write_past_seat(struct json *j, struct server *s, const struct archived_seat *seat)
{
    const struct player *p = seat->player ? player_find(s, seat->player) : NULL;
    json_open(j, '{');
    json_name(j, "name");
    json_text(j, p ? p->name : seat->bot ? seat->bot->name : NULL);
    json_name(j, "player");
    if (p)
        json_number(j, (long)p->id);
    else
        json_text(j, NULL);
    json_name(j, "bot");
    json_text(j, seat->bot ? seat->bot->name : NULL);
    json_name(j, "outcome");
    json_text(j, outcome_of(seat));
    json_close(j, '}');
}

unsigned archived_seat_of(const struct archived *a, uint64_t player)
{
    unsigned seat = 0;
    while (seat < a->seats && a->seat[seat].player != player) seat++;
    return seat;
}

static void write_past(struct json *j, struct server *s, const struct archived *a, unsigned seat)
{
    json_open(j, '{');
    name_number(j, "table", a->table);
    name_slice(j, "game", text_of(a->game));
    name_slice(j, "mode", text_of(a->mode));
    name_number(j, "ended", a->ended_at);
    name_slice(j, "result", text_of(a->result));
    json_name(j, "end");
    json_text(j, END_NAMES[a->end]);
    name_bool(j, "counts", rating_counts(a));
    name_slice(j, "outcome", text_of(outcome_of(&a->seat[seat])));
    name_number(j, "you", seat);
    name_bool(j, "open", a->open);
    name_bool(j, "rated", a->rated);
    name_bool(j, "record", a->has_record);
    json_name(j, "seats");
    json_open(j, '[');
    for (unsigned i = 0; i < a->seats; i++) write_past_seat(j, s, &a->seat[i]);
    json_close(j, ']');
    json_close(j, '}');
}

// The asker's matches, newest first; `next` of one answer is `before` of the next request.
void on_history(struct request *rq)
{
    struct server *s      = rq->server;
    uint64_t       player = line_at(s, rq->line)->player;
    json_int_t     before = INT64_MAX, count = HISTORY_PAGE;
    if ((json_object_get(rq->json, "before") &&
         !member_int(rq->json, "before", 1, INT64_MAX, &before)) ||
        (json_object_get(rq->json, "count") &&
         !member_int(rq->json, "count", 1, HISTORY_PAGE_MAX, &count))) {
        request_refuse(rq, "bad-member",
                       "\"before\" must be the \"next\" of an answer, \"count\" 1 to %d",
                       HISTORY_PAGE_MAX);
        return;
    }
    struct json j  = answer_begin(rq, "history");
    uint32_t    at = player_find(s, player)->newest;
    json_name(&j, "matches");
    json_open(&j, '[');
    while (at && count) {
        const struct archived *a    = &s->archive[at - 1];
        unsigned               seat = archived_seat_of(a, player);
        if (at < before) {
            write_past(&j, s, a, seat);
            count--;
            before = at;
        }
        at = a->seat[seat].earlier;
    }
    json_close(&j, ']');
    json_name(&j, "next");
    if (at)
        json_number(&j, (long)before);
    else
        json_text(&j, NULL);
    send_json(s, rq->line, &j);
}
