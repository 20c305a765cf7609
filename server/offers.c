// Taking back, and what the others must agree to: undo, draw, rematch.
#include "server/state.h"

enum { DECLINED_MS = 30 * 1000, ACTS_MAX = 50000 };

const char *const OFFER_NAMES[OFFER_COUNT] = { "undo", "draw", "rematch" };

// --- taking back --------------------------------------------------------------------------------

static void propose_undo(struct server *s, const struct request *rq, struct room *r, seat_id seat,
                         size_t move)
{
    struct json j = seat_entry(s, seat);
    json_name(&j, "move");
    json_number(&j, (long)move);
    entry_propose(s, rq, r, ENTRY_UNDO, r->id, &j);
}

// Those of whom a move is taken back are asked anew, however alike the question may look.
static void forget_questions(const struct match *m, size_t move, struct questions *before)
{
    for (; move < m->move_count; move++)
        before->asked = (seat_set)(before->asked & ~BIT(m->moves[move].seat));
}

bool apply_undo(struct server *s, struct room *r, json_t *body, struct error *err)
{
    struct news_before b;
    struct questions   before;
    json_int_t         move;
    seat_id            seat;
    uint64_t           at;
    if (r->phase != PHASE_PLAYING || !entry_seat(r, body, &seat) || !entry_time(body, &at) ||
        !member_int(body, "move", 0, (json_int_t)r->match->move_count - 1, &move))
        return fail_entry(err, "nothing can be taken back");
    // It concerns whoever heard of what did not happen, or can see that it did not.
    seat_set concerned = news_told(r, r->match->moves[move].events);
    news_begin(s, r, &b);
    questions_look(r, &before);
    bool was_asked = before.asked >> seat & 1;
    forget_questions(r->match, (size_t)move, &before);
    match_go_back(r->match, (size_t)move);
    act_note(r, (struct act){ .kind = ACT_UNDO, .at = at, .seat = seat, .move = (uint32_t)move });
    concerned      = (seat_set)(concerned | news_look(s, r, &b) | BIT(seat));
    bool is_public = (concerned & viewers_of(r)) == viewers_of(r);
    if (is_public && was_asked) stop_clock(r, seat, at);
    take_clocks_back(r, &before, seat, is_public, at);
    forget_offers(s, r);
    bots_forget(r, concerned);
    news_tell(s, r, &b, concerned, "undo");
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

// It is whose the old one was.
static void propose_rematch(struct server *s, const struct request *rq, struct room *r)
{
    struct json j = entry_begin(s);
    write_rematch(&j, r);
    struct pending *p = entry_propose(s, rq, NULL, ENTRY_TABLE, ++s->last_room, &j);
    p->after          = r->id;
    if (r->address) p->address = r->address;
}

static void carry_out(struct server *s, const struct request *rq, struct room *r, enum offer o)
{
    switch (o) {
    case OFFER_UNDO: propose_undo(s, rq, r, r->undo_by, r->undo_to); return;
    case OFFER_DRAW:
        request_done(s, rq->line, rq->id);
        propose_over(s, r, END_AGREED, 0, "draw by agreement");
        return;
    case OFFER_REMATCH: propose_rematch(s, rq, r); return;
    case OFFER_COUNT: break;
    }
}

// What was declined is not offered again at once.
static bool may_offer(const struct request *rq, const struct room *r, seat_id seat, enum offer o)
{
    uint64_t at = r->declined_at[o][seat];
    if (at && rq->server->now < at + DECLINED_MS) {
        request_refuse(rq, "too-fast", "this was declined; offer it again in half a minute");
        return false;
    }
    return may_bother(rq);
}

static void offer(const struct request *rq, struct room *r, seat_id seat, enum offer o)
{
    struct server *s = rq->server;
    if (r->agreed[o] >> seat & 1) { // nothing new
        request_done(s, rq->line, rq->id);
        return;
    }
    seat_set agreed = (seat_set)(r->agreed[o] | BIT(seat)), wanted = deciders(s, r);
    bool     is_all = (agreed & wanted) == wanted;
    if (is_all && o == OFFER_REMATCH && !may_make_rematch(rq, r)) return;
    r->agreed[o] = agreed;
    if (is_all) {
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
    if (r->acts.count >= ACTS_MAX) {
        request_refuse(rq, "no-undo", "too much has happened at this table");
        return;
    }
    if (match_can_undo(r->match, seat, &move, &err)) {
        if (may_bother(rq)) propose_undo(rq->server, rq, r, seat, move);
        return;
    }
    if (move == SIZE_MAX) {
        request_refuse(rq, "no-undo", "%s", err.text);
        return;
    }
    if (r->rated) {
        request_refuse(rq, "no-undo", "%s; and this match is rated", err.text);
        return;
    }
    if (r->agreed[OFFER_UNDO] && r->undo_by != seat) { // who agrees must know to what
        request_refuse(rq, "not-now", "somebody else wants to take something back; answer first");
        return;
    }
    // Not free: the others are asked. Bots do not mind.
    if (!may_offer(rq, r, seat, OFFER_UNDO)) return;
    r->undo_by = seat;
    r->undo_to = move;
    offer(rq, r, seat, OFFER_UNDO);
}

void on_draw(struct request *rq)
{
    seat_id      seat;
    struct room *r = match_of(rq, &seat);
    if (!r) return;
    if (has_bots(r))
        request_refuse(rq, "no-draw", "a bot never agrees to a draw");
    else if (r->agreed[OFFER_DRAW] || may_offer(rq, r, seat, OFFER_DRAW))
        offer(rq, r, seat, OFFER_DRAW);
}

void on_rematch(struct request *rq)
{
    seat_id      seat;
    struct room *r = room_of(rq, &seat);
    if (!r) return;
    if (r->phase != PHASE_OVER || has_rematch(rq->server, r))
        request_refuse(rq, "not-now", "a rematch comes after the match, once");
    else if (r->agreed[OFFER_REMATCH] || may_offer(rq, r, seat, OFFER_REMATCH))
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
    for (seat_id i = 0; i < r->seats; i++)
        if (r->agreed[o] >> i & 1) r->declined_at[o][i] = rq->server->now;
    r->agreed[o] = 0;
    request_done(rq->server, rq->line, rq->id);
    room_tell(rq->server, r);
}
