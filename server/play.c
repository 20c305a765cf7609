// The match at a table: its beginning, choosing, the end.
#include "server/state.h"

#include "engine/notation.h"
#include "engine/table.h"

#include <stdio.h>

bool fail_entry(struct error *err, const char *why)
{
    return fail(err, BAD_INPUT, (struct place){ 0 }, "%s", why);
}

// --- the seat that asks -------------------------------------------------------------------------

// The room of a request and the seat of its line, or NULL with a refusal.
struct room *room_of(const struct request *rq, seat_id *seat)
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
struct room *match_of(const struct request *rq, seat_id *seat)
{
    struct room *r = room_of(rq, seat);
    if (!r) return NULL;
    if (r->phase == PHASE_PLAYING && !r->match->table.state->over) return r;
    request_refuse(rq, "not-now", r->phase == PHASE_OVER ? "the match is over" : "no match is on");
    return NULL;
}

struct json seat_entry(struct server *s, seat_id seat)
{
    struct json j = entry_begin(s);
    json_name(&j, "seat");
    json_number(&j, seat);
    return j;
}

seat_set viewers_of(const struct room *r)
{
    return (seat_set)((BIT(r->seats) - 1) | BIT(SPECTATOR));
}

// --- entries ------------------------------------------------------------------------------------

bool entry_time(json_t *body, uint64_t *at)
{
    json_int_t said;
    if (!member_int(body, "at", 0, INT64_MAX, &said)) return false;
    *at = (uint64_t)said;
    return true;
}

bool entry_seat(const struct room *r, json_t *body, seat_id *out)
{
    json_int_t seat;
    if (!member_int(body, "seat", 0, r->seats - 1, &seat)) return false;
    *out = (seat_id)seat;
    return true;
}

void forget_offers(struct server *s, struct room *r)
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
    if (r->proof >= 2) acts_begin(r);
    restart_clocks(r, NULL, at);
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
    struct questions   before;
    struct choice      c;
    seat_id            seat;
    uint64_t           at;
    json_int_t         owed, said = 0;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at) ||
        !read_numbers(body, &c) || !member_int(body, "owed", 0, UINT32_MAX, &owed))
        return fail_entry(err, "no such choice is due");
    // Questions were counted in another way once: a log that is loaded knows their numbers.
    if (!s->is_live) r->seat[seat].owed = (uint32_t)owed;
    if ((uint32_t)owed != r->seat[seat].owed) return fail_entry(err, "no such choice is due");
    member_int(body, "said", 1, UINT32_MAX, &said);
    struct room_seat *is = &r->seat[seat];
    news_begin(s, r, &b);
    questions_look(r, &before);
    if (match_answer(r->match, seat, c) != 0) return fail_entry(err, "the rules refuse the choice");
    s->counts.choices++;
    bool by_clock = json_is_true(json_object_get(body, "by_clock"));
    act_note(r, (struct act){ .kind   = ACT_CHOICE,
                              .at     = at,
                              .seat   = seat,
                              .choice = c,
                              .how    = by_clock ? ACT_BY_CLOCK : ACT_BY_ITSELF });
    is->taken          = is->owed;
    is->taken_said     = (uint32_t)said;
    is->missed         = by_clock ? is->missed + 1 : 0;
    seat_set changed   = news_look(s, r, &b);
    bool     is_public = ((changed | BIT(seat)) & viewers_of(r)) == viewers_of(r);
    if (is_public) acts_show(r);
    bool     timed_out = is->missed && count_time_out(r, seat);
    seat_set renewed   = pass_clock(r, &before, seat, is_public, at);
    forget_offers(s, r);
    news_tell(s, r, &b, (seat_set)(changed | renewed | BIT(seat)), NULL);
    if (is->missed && is->presence == PRESENCE_HERE)
        presence_set(s, r, seat, PRESENCE_IDLE);
    else if (timed_out)
        room_tell(s, r);
    return true;
}

// --- the end ------------------------------------------------------------------------------------

void propose_over(struct server *s, struct room *r, enum room_end end, seat_set winners,
                  const char *result)
{
    struct json j = entry_begin(s);
    json_name(&j, "end");
    json_text(&j, END_NAMES[end]);
    json_name(&j, "winners");
    json_number(&j, winners);
    json_name(&j, "result");
    json_text(&j, result);
    entry_propose(s, NULL, r, ENTRY_OVER, r->id, &j);
}

// A log that is older than this member has only words, which no player could make: no name stands
// in them unless the rules have ended the match.
static enum room_end end_of(const struct room *r, json_t *body, struct text result)
{
    struct text said;
    if (member_text(body, "end", &said))
        for (unsigned end = END_RULES; end < END_COUNT; end++)
            if (text_is(said, END_NAMES[end])) return (enum room_end)end;
    if (r->match && r->match->table.state->over) return END_RULES;
    if (text_starts(result, "abandoned:")) return END_BROKEN;
    if (text_starts(result, "abandoned")) return END_ABANDONED;
    return text_starts(result, "draw:") ? END_TOO_LONG : END_AGREED;
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
    r->end      = end_of(r, body, result);
    if (r->committed) s->counts.revealed++;
    snprintf(r->result, sizeof r->result, "%.*s", SHOW(result));
    act_note(r, (struct act){ .kind = ACT_OVER, .at = at });
    forget_offers(s, r);
    room_tell(s, r);
    return true;
}
