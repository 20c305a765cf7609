// The match at a table: choosing, taking back, giving up, offers, claims, the end.
#include "server/state.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "match/replay.h"

#include <stdio.h>
#include <string.h>

const char *const OFFER_NAMES[OFFER_COUNT] = { "undo", "draw", "rematch" };

static const char *const PHRASES[] = {
    "Hello!", "Good luck, have fun.", "Well played.",        "Thank you.",
    "Oops.",  "Let me think.",        "One moment, please.", "Good game.",
};

static bool fail_entry(struct error *err, const char *why)
{
    return fail(err, BAD_INPUT, (struct place){ 0 }, "%s", why);
}

// --- the seat that asks -------------------------------------------------------------------------

// The room of a request and the seat of its line, or NULL with a refusal.
static struct room *room_of(const struct request *rq, seat_id *seat)
{
    json_int_t   id = 0;
    struct room *r  = member_int(rq->json, "table", 1, INT64_MAX, &id)
                          ? room_find(rq->server, (uint64_t)id)
                          : NULL;
    *seat           = r ? room_seat_of(r, line_at(rq->server, rq->line)->player) : NO_SEAT;
    if (*seat != NO_SEAT) return r;
    request_refuse(rq, "not-seated", "you have no seat at such a table");
    return NULL;
}

// The same, while a match is on.
static struct room *match_of(const struct request *rq, seat_id *seat)
{
    struct room *r = room_of(rq, seat);
    if (!r) return NULL;
    if (r->phase == PHASE_PLAYING && !r->match->table.state->over) return r;
    request_refuse(rq, "not-now", r->phase == PHASE_OVER ? "the match is over" : "no match is on");
    return NULL;
}

static struct json seat_entry(struct server *s, seat_id seat)
{
    struct json j = entry_begin(s);
    json_name(&j, "seat");
    json_number(&j, seat);
    return j;
}

static seat_set viewers_of(const struct room *r)
{
    return (seat_set)((BIT(r->seats) - 1) | BIT(SPECTATOR));
}

// --- clocks of the log --------------------------------------------------------------------------

static void charge(const struct room *r, struct room_seat *is, uint64_t at)
{
    uint64_t used = at > is->asked_at ? at - is->asked_at : 0;
    uint64_t over = used > r->allowance_ms ? used - r->allowance_ms : 0;
    is->bank_ms   = over < is->bank_ms ? is->bank_ms - over : 0;
}

// After a choice. While the others cannot tell that a seat has answered, its clock must not tell
// them either: it runs on until they can.
static void pass_clock(struct room *r, const struct news_before *b, seat_id actor, bool is_public,
                       uint64_t at)
{
    seat_set asked = table_asked(&r->match->table);
    if (is_public || !(asked >> actor & 1)) charge(r, &r->seat[actor], at);
    for (seat_id i = 0; i < r->seats; i++) {
        if (!(asked >> i & 1)) continue;
        if (i == actor ? is_public : !(b->asked >> i & 1)) r->seat[i].asked_at = at;
        if (i == actor || !(b->asked >> i & 1)) r->seat[i].owed++;
    }
}

// After anything else: every question is a new one.
static void restart_clocks(struct room *r, uint64_t at)
{
    for (seat_id i = 0; i < r->seats; i++) {
        r->seat[i].asked_at = at;
        r->seat[i].owed++;
    }
}

static bool entry_time(json_t *body, uint64_t *at)
{
    json_int_t said;
    if (!member_int(body, "at", 0, INT64_MAX, &said)) return false;
    *at = (uint64_t)said;
    return true;
}

static bool entry_seat(const struct room *r, json_t *body, seat_id *out)
{
    json_int_t seat;
    if (!member_int(body, "seat", 0, r->seats - 1, &seat)) return false;
    *out = (seat_id)seat;
    return true;
}

static void forget_offers(struct server *s, struct room *r)
{
    bool any = false;
    for (unsigned o = 0; o < OFFER_COUNT; o++) {
        any |= r->agreed[o] != 0;
        r->agreed[o] = 0;
    }
    if (any) room_tell(s, r);
}

// --- beginning ----------------------------------------------------------------------------------

bool apply_start(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct match_setup setup;
    struct news_before b;
    uint64_t           at;
    if (r->phase != PHASE_SEEDS || !entry_time(body, &at))
        return fail_entry(err, "no match is due");
    for (seat_id i = 0; i < r->seats; i++)
        if (r->seat[i].who == WHO_PERSON && !r->seat[i].has_seed)
            r->missing = (seat_set)(r->missing | BIT(i));
    news_begin(s, r, &b);
    struct error why  = { 0 };
    bool         fine = room_setup(r, &setup, &why);
    fair_key(s, r, setup.key);
    r->match = fine ? match_create(r->box, &setup, &why) : NULL;
    if (!r->match) { // decks that are fine one by one, but not together
        room_break(r, why.text);
        return true;
    }
    r->phase    = PHASE_PLAYING;
    r->phase_at = at;
    restart_clocks(r, at);
    room_tell(s, r);
    news_tell(s, r, &b, news_look(s, r, &b), NULL);
    return true;
}

// --- choosing -----------------------------------------------------------------------------------

// What the client said, to know it again when it comes twice. Never 0.
static uint32_t said_hash(const struct request *rq)
{
    char        number[32];
    json_int_t  index;
    struct text words = { "", 0 };
    if (member_int(rq->json, "choice", 0, CHOICES_MAX, &index)) {
        snprintf(number, sizeof number, "#%lld", (long long)index);
        words = text_of(number);
    } else
        member_text(rq->json, "words", &words);
    return text_fnv(words) | 1;
}

void propose_choice(struct server *s, const struct request *rq, struct room *r, seat_id seat,
                    struct choice c, bool by_clock)
{
    struct json j         = seat_entry(s, seat);
    const long  numbers[] = { c.kind, c.option, c.card, c.target, c.extra };
    json_name(&j, "choice");
    json_open(&j, '[');
    for (size_t i = 0; i < COUNT(numbers); i++) json_number(&j, numbers[i]);
    json_close(&j, ']');
    json_name(&j, "owed");
    json_number(&j, r->seat[seat].owed);
    if (rq) {
        json_name(&j, "said");
        json_number(&j, (long)said_hash(rq));
    }
    if (by_clock) {
        json_name(&j, "by_clock");
        json_bool(&j, true);
    }
    entry_propose(s, rq, r, ENTRY_CHOICE, r->id, &j);
}

static bool read_numbers(json_t *body, struct choice *out)
{
    static const json_int_t MAX[] = { 255, 255, 65535, 65535, 65535 };
    json_int_t              n[COUNT(MAX)];
    json_t                 *list = json_object_get(body, "choice");
    if (!json_is_array(list) || json_array_size(list) != COUNT(MAX)) return false;
    for (size_t i = 0; i < COUNT(MAX); i++) {
        json_t *value = json_array_get(list, i);
        n[i]          = json_integer_value(value);
        if (!json_is_integer(value) || n[i] < 0 || n[i] > MAX[i]) return false;
    }
    *out = (struct choice){ (uint8_t)n[0], (uint8_t)n[1], (card_id)n[2], (uint16_t)n[3],
                            (uint16_t)n[4] };
    return true;
}

// By its number in the list of the question, or by its words.
static bool read_choice_of(const struct request *rq, struct room *r, seat_id seat,
                           struct choice *out)
{
    struct choice       list[CHOICES_MAX];
    const struct table *t     = &r->match->table;
    size_t              count = table_choices(t, seat, list, CHOICES_MAX);
    json_int_t          index;
    struct text         words;
    struct error        err = { 0 };
    if (member_int(rq->json, "choice", 0, (json_int_t)count - 1, &index)) {
        *out = list[index];
        return true;
    }
    if (!member_text(rq->json, "words", &words)) {
        request_refuse(rq, "no-choice",
                       "\"choice\" must be 0 to %zu, or \"words\" those of a choice", count - 1);
        return false;
    }
    if (!read_choice(t, seat, words, r->match->names, out, &err)) {
        request_refuse(rq, "no-choice", "%s", err.text);
        return false;
    }
    rule_id no = table_why_not(t, seat, *out);
    if (!no) return true;
    char        name[32];
    const char *why = table_rule_text(t->game, no, name, sizeof name);
    request_refuse(rq, "illegal", "%s: %s", name, why);
    return false;
}

void on_choose(struct request *rq)
{
    seat_id       seat;
    json_int_t    owed;
    struct choice c;
    struct room  *r = room_of(rq, &seat);
    if (!r) return;
    struct room_seat *is = &r->seat[seat];
    if (!member_int(rq->json, "owed", 1, UINT32_MAX, &owed)) {
        request_refuse(rq, "bad-member", "\"owed\" must be the number of the question");
        return;
    }
    // The answer to a question that was answered came twice: the line was cut in between.
    if (is->taken && (uint32_t)owed == is->taken && said_hash(rq) == is->taken_said) {
        request_done(rq->server, rq->line, rq->id);
        return;
    }
    if (!match_of(rq, &seat)) return;
    if (is->who != WHO_PERSON || !(table_asked(&r->match->table) >> seat & 1)) {
        request_refuse(rq, "not-asked", "you owe no choice now");
        return;
    }
    if ((uint32_t)owed != is->owed) {
        request_refuse(rq, "late", "question %lld is not the one that is open: that is %u",
                       (long long)owed, is->owed);
        return;
    }
    if (is->presence == PRESENCE_IDLE) presence_set(rq->server, r, seat, PRESENCE_HERE);
    if (read_choice_of(rq, r, seat, &c)) propose_choice(rq->server, rq, r, seat, c, false);
}

bool apply_choice(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    struct choice      c;
    seat_id            seat;
    uint64_t           at;
    json_int_t         owed, said = 0;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at) ||
        !read_numbers(body, &c) || !member_int(body, "owed", 0, UINT32_MAX, &owed) ||
        (uint32_t)owed != r->seat[seat].owed)
        return fail_entry(err, "no such choice is due");
    member_int(body, "said", 1, UINT32_MAX, &said);
    struct room_seat *is = &r->seat[seat];
    news_begin(s, r, &b);
    if (match_answer(r->match, seat, c) != 0) return fail_entry(err, "the rules refuse the choice");
    s->counts.choices++;
    is->taken          = is->owed;
    is->taken_said     = (uint32_t)said;
    is->missed         = json_is_true(json_object_get(body, "by_clock")) ? is->missed + 1 : 0;
    seat_set changed   = news_look(s, r, &b);
    bool     is_public = ((changed | BIT(seat)) & viewers_of(r)) == viewers_of(r);
    pass_clock(r, &b, seat, is_public, at);
    forget_offers(s, r);
    news_tell(s, r, &b, (seat_set)(changed | BIT(seat)), NULL);
    if (is->missed && is->presence == PRESENCE_HERE) presence_set(s, r, seat, PRESENCE_IDLE);
    return true;
}

// --- taking back --------------------------------------------------------------------------------

static void propose_undo(struct server *s, const struct request *rq, struct room *r, seat_id seat,
                         size_t move)
{
    struct json j = seat_entry(s, seat);
    json_name(&j, "move");
    json_number(&j, (long)move);
    entry_propose(s, rq, r, ENTRY_UNDO, r->id, &j);
}

bool apply_undo(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    json_int_t         move;
    seat_id            seat;
    uint64_t           at;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at) ||
        !member_int(body, "move", 0, (json_int_t)r->match->move_count - 1, &move))
        return fail_entry(err, "nothing can be taken back");
    news_begin(s, r, &b);
    match_go_back(r->match, (size_t)move);
    bots_forget(r);
    restart_clocks(r, at);
    // Taking back again and again must not make time.
    uint64_t allowance     = r->allowance_ms < at ? r->allowance_ms : at;
    r->seat[seat].asked_at = at - allowance;
    forget_offers(s, r);
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), "undo");
    return true;
}

// --- offers -------------------------------------------------------------------------------------

// People who are there, or may still come back: their consent counts.
static seat_set deciders(const struct server *s, const struct room *r)
{
    unsigned set = 0;
    for (seat_id i = 0; i < r->seats; i++) {
        uint64_t at = claim_at(s, r, i);
        if (r->seat[i].who == WHO_PERSON && (!at || s->now < at)) set |= BIT(i);
    }
    return (seat_set)set;
}

static bool has_bots(const struct room *r)
{
    for (seat_id i = 0; i < r->seats; i++)
        if (r->seat[i].who == WHO_BOT) return true;
    return false;
}

static void carry_out(struct server *s, const struct request *rq, struct room *r, enum offer o)
{
    struct json j;
    switch (o) {
    case OFFER_UNDO: propose_undo(s, rq, r, r->undo_by, r->undo_to); return;
    case OFFER_DRAW:
        request_done(s, rq->line, rq->id);
        propose_over(s, r, 0, "draw by agreement");
        return;
    case OFFER_REMATCH:
        j = entry_begin(s);
        write_rematch(&j, r);
        entry_propose(s, rq, NULL, ENTRY_TABLE, ++s->last_room, &j);
        return;
    case OFFER_COUNT: break;
    }
}

static void offer(const struct request *rq, struct room *r, seat_id seat, enum offer o)
{
    struct server *s = rq->server;
    r->agreed[o]     = (seat_set)(r->agreed[o] | BIT(seat));
    seat_set wanted  = deciders(s, r);
    if ((r->agreed[o] & wanted) == wanted) {
        r->agreed[o] = 0;
        carry_out(s, rq, r, o);
        return;
    }
    request_done(s, rq->line, rq->id);
    room_tell(s, r);
}

void on_undo(struct request *rq)
{
    seat_id      seat;
    size_t       move = SIZE_MAX;
    struct error err  = { 0 };
    struct room *r    = match_of(rq, &seat);
    if (!r) return;
    if (match_can_undo(r->match, seat, &move, &err)) {
        propose_undo(rq->server, rq, r, seat, move);
        return;
    }
    if (move == SIZE_MAX) {
        request_refuse(rq, "no-undo", "%s", err.text);
        return;
    }
    // Not free: the others are asked. Bots do not mind.
    r->agreed[OFFER_UNDO] = 0;
    r->undo_by            = seat;
    r->undo_to            = move;
    offer(rq, r, seat, OFFER_UNDO);
}

void on_draw(struct request *rq)
{
    seat_id      seat;
    struct room *r = match_of(rq, &seat);
    if (!r) return;
    if (has_bots(r))
        request_refuse(rq, "no-draw", "a bot never agrees to a draw");
    else
        offer(rq, r, seat, OFFER_DRAW);
}

void on_rematch(struct request *rq)
{
    seat_id      seat;
    struct room *r = room_of(rq, &seat);
    if (!r) return;
    if (r->phase != PHASE_OVER || r->next || !server_has_room(rq->server))
        request_refuse(rq, "not-now", "a rematch comes after the match, once");
    else
        offer(rq, r, seat, OFFER_REMATCH);
}

static bool read_offer(const struct request *rq, const struct room *r, enum offer *out)
{
    struct text what;
    for (unsigned o = 0; member_text(rq->json, "what", &what) && o < OFFER_COUNT; o++)
        if (text_is(what, OFFER_NAMES[o]) && r->agreed[o]) {
            *out = (enum offer)o;
            return true;
        }
    request_refuse(rq, "no-offer", "\"what\" must be something that is on offer");
    return false;
}

void on_agree(struct request *rq)
{
    seat_id      seat;
    enum offer   o;
    struct room *r = room_of(rq, &seat);
    if (r && read_offer(rq, r, &o)) offer(rq, r, seat, o);
}

void on_decline(struct request *rq)
{
    seat_id      seat;
    enum offer   o;
    struct room *r = room_of(rq, &seat);
    if (!r || !read_offer(rq, r, &o)) return;
    r->agreed[o] = 0;
    request_done(rq->server, rq->line, rq->id);
    room_tell(rq->server, r);
}

// --- giving up, and being given up --------------------------------------------------------------

static bool can_resign(const struct request *rq, const struct room *r)
{
    if (r->box->game->concede && r->match->move_count < MOVES_MAX) return true;
    request_refuse(rq, "not-now", "this game knows no giving up");
    return false;
}

void on_resign(struct request *rq)
{
    seat_id      seat;
    struct room *r = match_of(rq, &seat);
    if (!r || !can_resign(rq, r)) return;
    struct json j = seat_entry(rq->server, seat);
    entry_propose(rq->server, rq, r, ENTRY_RESIGN, r->id, &j);
}

bool apply_resign(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    seat_id            seat;
    uint64_t           at;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at))
        return fail_entry(err, "nobody can give up");
    news_begin(s, r, &b);
    if (!match_concede(r->match, seat)) return fail_entry(err, "this game knows no giving up");
    restart_clocks(r, at);
    forget_offers(s, r);
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), "resign");
    return true;
}

void on_claim(struct request *rq)
{
    struct server *s = rq->server;
    seat_id        seat;
    json_int_t     gone;
    struct text    what;
    struct room   *r = match_of(rq, &seat);
    if (!r) return;
    if (!member_int(rq->json, "seat", 0, r->seats - 1, &gone) ||
        !member_text(rq->json, "what", &what) || !(text_is(what, "win") || text_is(what, "bot"))) {
        request_refuse(rq, "bad-member",
                       "\"seat\" must be a seat, and \"what\" \"win\" or \"bot\"");
        return;
    }
    uint64_t at = claim_at(s, r, (seat_id)gone);
    if (!at || s->now < at || gone == seat) {
        request_refuse(rq, "not-now", at ? "the grace is not over" : "that seat is not absent");
        return;
    }
    if (text_is(what, "win") && !is_enemy(r->match->table.state, seat, (seat_id)gone)) {
        request_refuse(rq, "not-now", "that seat is on your side");
        return;
    }
    if (text_is(what, "win") && !can_resign(rq, r)) return;
    struct json j = seat_entry(s, (seat_id)gone);
    entry_propose(s, rq, r, text_is(what, "win") ? ENTRY_RESIGN : ENTRY_BOT, r->id, &j);
}

bool apply_bot(struct server *s, struct room *r, json_t *body, struct error *err)
{
    seat_id seat;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || r->seat[seat].who != WHO_PERSON)
        return fail_entry(err, "no bot can sit down");
    r->seat[seat].who = WHO_BOT;
    r->seat[seat].bot = &greedy_bot;
    room_tell(s, r);
    return true;
}

bool apply_back(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    seat_id            seat;
    uint64_t           at;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at) ||
        r->seat[seat].who != WHO_BOT || !r->seat[seat].player)
        return fail_entry(err, "nobody comes back here");
    news_begin(s, r, &b);
    r->seat[seat].who      = WHO_PERSON;
    r->seat[seat].asked_at = at;
    room_tell(s, r);
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), "clocks");
    return true;
}

// --- coming back --------------------------------------------------------------------------------

void on_resume(struct request *rq)
{
    struct server *s = rq->server;
    seat_id        seat;
    json_int_t     n = 0;
    struct room   *r = room_of(rq, &seat);
    if (!r) return;
    member_int(rq->json, "n", 0, UINT32_MAX, &n);
    if (!room_follow(s, rq->line, r, seat)) {
        request_refuse(rq, "full", "one line follows no more than %u tables",
                       s->config.follows_max);
        return;
    }
    presence_set(s, r, seat, PRESENCE_HERE);
    room_tell_one(s, r, rq->line, seat);
    if (r->match) news_since(s, r, rq->line, seat, n);
    if (r->phase != PHASE_PLAYING || r->seat[seat].who != WHO_BOT) {
        request_done(s, rq->line, rq->id);
        return;
    }
    struct json j = seat_entry(s, seat);
    entry_propose(s, rq, r, ENTRY_BACK, r->id, &j);
}

void on_view(struct request *rq)
{
    json_int_t   id     = 0;
    struct room *r      = member_int(rq->json, "table", 1, INT64_MAX, &id)
                              ? room_find(rq->server, (uint64_t)id)
                              : NULL;
    seat_id      viewer = r ? room_viewer(r, rq->line) : NO_SEAT;
    if (viewer == NO_SEAT || !r->match)
        request_refuse(rq, "not-here", "you follow no match at such a table");
    else
        news_whole(rq->server, r, rq->line, viewer);
}

bool apply_resume(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    uint64_t           at;
    if (!entry_time(body, &at)) return fail_entry(err, "nobody knows when");
    if (r->phase < PHASE_PLAYING) r->phase_at = at;
    if (r->phase != PHASE_PLAYING) return true;
    news_begin(s, r, &b);
    for (seat_id i = 0; i < r->seats; i++) r->seat[i].asked_at = at;
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), "clocks");
    return true;
}

// --- the end ------------------------------------------------------------------------------------

void propose_over(struct server *s, struct room *r, seat_set winners, const char *result)
{
    struct json j = entry_begin(s);
    json_name(&j, "winners");
    json_number(&j, winners);
    json_name(&j, "result");
    json_text(&j, result);
    entry_propose(s, NULL, r, ENTRY_OVER, r->id, &j);
}

bool apply_over(struct server *s, struct room *r, json_t *body, struct error *err)
{
    json_int_t  winners;
    struct text result;
    uint64_t    at;
    if (r->phase == PHASE_OVER || !entry_time(body, &at) ||
        !member_int(body, "winners", 0, 255, &winners) || !member_text(body, "result", &result))
        return fail_entry(err, "nothing ends here");
    r->phase    = PHASE_OVER;
    r->phase_at = at;
    r->winners  = (seat_set)winners;
    if (r->committed) s->counts.revealed++;
    snprintf(r->result, sizeof r->result, "%.*s", SHOW(result));
    forget_offers(s, r);
    room_tell(s, r);
    return true;
}

bool server_record(const struct server *s, uint64_t table, struct text key, struct arena *arena,
                   struct text *out, struct error *err)
{
    const struct room *r = room_find(s, table);
    if (!r || !room_key_fits(r, key) || r->phase != PHASE_OVER || !r->match)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "there is no record of such a table");
    return replay_write(r->match, arena, out, err);
}

// --- saying -------------------------------------------------------------------------------------

// Preset phrases only: nothing that anybody could be hurt with.
void on_say(struct request *rq)
{
    struct server *s = rq->server;
    seat_id        seat;
    json_int_t     phrase;
    struct room   *r = room_of(rq, &seat);
    if (!r) return;
    if (!member_int(rq->json, "phrase", 0, COUNT(PHRASES) - 1, &phrase)) {
        request_refuse(rq, "bad-member", "\"phrase\" must be 0 to %zu", COUNT(PHRASES) - 1);
        return;
    }
    if (!phrase_may_pass(s, rq->line)) {
        request_refuse(rq, "too-fast", "one phrase a second");
        return;
    }
    request_done(s, rq->line, rq->id);
    for (size_t i = 0; i < r->follower_count; i++) {
        struct json j = message_begin(s, "said");
        json_name(&j, "table");
        json_number(&j, (long)r->id);
        json_name(&j, "seat");
        json_number(&j, seat);
        json_name(&j, "phrase");
        json_number(&j, (long)phrase);
        json_name(&j, "words");
        json_text(&j, PHRASES[phrase]);
        send_json(s, r->followers[i].line, &j);
    }
}
