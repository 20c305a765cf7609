// Giving up, being given up, and coming back.
#include "server/state.h"

#include "engine/table.h"

#include <string.h>

// --- giving up, and being given up --------------------------------------------------------------

// Whoever has given up, or is out, changes nothing by giving up (again).
static bool would_change(const struct request *rq, const struct room *r, seat_id seat)
{
    size_t       size = r->box->game->state_size;
    struct table t    = r->match->table;
    t.log             = NULL;
    t.state           = arena_alloc(&rq->server->out->arena, 1, size);
    memcpy(t.state, r->match->table.state, size);
    table_concede(&t, seat);
    return memcmp(t.state, r->match->table.state, size) != 0;
}

static bool can_resign(const struct request *rq, const struct room *r, seat_id seat)
{
    bool        knows = r->box->game->concede && r->match->move_count < MOVES_MAX;
    const char *why   = !knows                       ? "this game knows no giving up"
                        : !would_change(rq, r, seat) ? "that seat has given up, or is out"
                                                     : NULL;
    if (why) request_refuse(rq, "not-now", "%s", why);
    return !why;
}

void on_resign(struct request *rq)
{
    seat_id      seat;
    struct room *r = match_of(rq, &seat);
    if (!r || !can_resign(rq, r, seat)) return;
    struct json j = seat_entry(rq->server, seat);
    entry_propose(rq->server, rq, r, ENTRY_RESIGN, r->id, &j);
}

// By the rule about time-outs that count.
void propose_time_lost(struct server *s, struct room *r, seat_id seat)
{
    struct json j = seat_entry(s, seat);
    json_name(&j, "by_clock");
    json_bool(&j, true);
    entry_propose(s, NULL, r, ENTRY_RESIGN, r->id, &j);
}

bool apply_resign(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    struct questions   before;
    seat_id            seat;
    uint64_t           at;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at))
        return fail_entry(err, "nobody can give up");
    news_begin(s, r, &b);
    questions_look(r, &before);
    bool by_clock = json_is_true(json_object_get(body, "by_clock")) && count_time_out(r, seat);
    if (!match_concede(r->match, seat)) return fail_entry(err, "this game knows no giving up");
    json_int_t claimer;
    bool       claimed = member_int(body, "claimed", 0, r->seats - 1, &claimer);
    act_note(r, (struct act){ .kind = ACT_RESIGN,
                              .at   = at,
                              .seat = seat,
                              .by   = claimed ? (seat_id)claimer : 0,
                              .how  = by_clock  ? ACT_BY_CLOCK
                                      : claimed ? ACT_CLAIMED
                                                : ACT_BY_ITSELF });
    acts_show(r);
    if (by_clock) {
        b.rule = r->box->game->time.give_up;
        if (r->match->table.state->over) r->lost_by = b.rule;
    }
    restart_clocks(r, &before, at);
    forget_offers(s, r);
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), by_clock ? "time" : "resign");
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
    if (text_is(what, "bot") && r->rated) {
        request_refuse(rq, "not-now", "no bot sits at a rated table");
        return;
    }
    if (text_is(what, "win") && !is_enemy(r->match->table.state, seat, (seat_id)gone)) {
        request_refuse(rq, "not-now", "that seat is on your side");
        return;
    }
    if (text_is(what, "win") && !can_resign(rq, r, (seat_id)gone)) return;
    struct json j = seat_entry(s, (seat_id)gone);
    json_name(&j, "claimed");
    json_number(&j, seat);
    entry_propose(s, rq, r, text_is(what, "win") ? ENTRY_RESIGN : ENTRY_BOT, r->id, &j);
}

bool apply_bot(struct server *s, struct room *r, json_t *body, struct error *err)
{
    seat_id seat;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || r->seat[seat].who != WHO_PERSON)
        return fail_entry(err, "no bot can sit down");
    uint64_t at;
    if (!entry_time(body, &at)) return fail_entry(err, "nobody knows when");
    r->seat[seat].who = WHO_BOT;
    r->seat[seat].bot = &greedy_bot;
    act_note(r, (struct act){ .kind = ACT_BOT, .at = at, .seat = seat });
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
    r->seat[seat].who            = WHO_PERSON;
    r->seat[seat].clock.asked_at = at;
    act_note(r, (struct act){ .kind = ACT_BACK, .at = at, .seat = seat });
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
    json_int_t     n;
    struct room   *r = room_of(rq, &seat);
    if (!r) return;
    if (!room_follow(s, rq->line, r, seat)) {
        request_refuse(rq, "full", "one line follows no more than %u tables",
                       s->config.follows_max);
        return;
    }
    if (!r->address && r->maker == line_at(s, rq->line)->player)
        r->address = line_at(s, rq->line)->address;
    presence_set(s, r, seat, PRESENCE_HERE);
    room_tell_one(s, r, rq->line, seat);
    if (r->match && member_int(rq->json, "n", 0, UINT32_MAX, &n))
        news_since(s, r, rq->line, seat, n);
    else if (r->match)
        news_whole(s, r, rq->line, seat, -1);
    if (r->phase != PHASE_PLAYING || r->seat[seat].who != WHO_BOT) {
        request_done(s, rq->line, rq->id);
        return;
    }
    struct json j = seat_entry(s, seat);
    entry_propose(s, rq, r, ENTRY_BACK, r->id, &j);
}

// The table whose match the line follows, and with whose eyes.
static struct room *followed(const struct request *rq, seat_id *viewer)
{
    json_int_t   id = 0;
    struct room *r  = member_int(rq->json, "table", 1, INT64_MAX, &id)
                          ? room_find(rq->server, (uint64_t)id)
                          : NULL;
    *viewer         = r ? room_viewer(r, rq->line) : NO_SEAT;
    if (*viewer != NO_SEAT && r->match) return r;
    request_refuse(rq, "not-here", "you follow no match at such a table");
    return NULL;
}

void on_view(struct request *rq)
{
    seat_id      viewer;
    struct room *r = followed(rq, &viewer);
    if (r) news_whole(rq->server, r, rq->line, viewer, rq->id);
}

void on_events(struct request *rq)
{
    seat_id      viewer;
    struct room *r = followed(rq, &viewer);
    if (r) news_events(rq, r, viewer);
}

bool apply_resume(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    uint64_t           at;
    if (!entry_time(body, &at)) return fail_entry(err, "nobody knows when");
    if (r->phase < PHASE_PLAYING) r->phase_at = at;
    if (r->phase != PHASE_PLAYING) return true;
    news_begin(s, r, &b);
    for (seat_id i = 0; i < r->seats; i++) r->seat[i].clock.asked_at = at;
    act_note(r, (struct act){ .kind = ACT_RESUME, .at = at });
    news_look(s, r, &b);
    news_tell(s, r, &b, viewers_of(r), "clocks");
    return true;
}
