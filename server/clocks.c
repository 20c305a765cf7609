// What is due: the server's clock is the only one. When a seat's time (time.c) is up, the game's
// default choice is taken for it, or it gives up, if the rules say so.
#include "server/state.h"

#include "engine/table.h"

uint64_t claim_at(const struct server *s, const struct room *r, seat_id seat)
{
    const struct room_seat *is = &r->seat[seat];
    if (r->phase != PHASE_PLAYING || is->who != WHO_PERSON) return 0;
    switch (is->presence) {
    case PRESENCE_HERE: return 0;
    case PRESENCE_LOST: return is->absent_since + s->config.grace_lost_ms;
    case PRESENCE_LEFT: return is->absent_since + s->config.grace_left_ms;
    // By the clocks of the rules a question that is missed costs what they say, and no more.
    case PRESENCE_IDLE: return r->clock == CLOCK_RULES ? 0 : is->absent_since;
    }
    return 0;
}

static bool is_anybody_here(const struct room *r)
{
    for (seat_id i = 0; i < r->seats; i++)
        if (r->seat[i].who == WHO_PERSON && r->seat[i].presence == PRESENCE_HERE) return true;
    return false;
}

// Nobody plays here; where only bots do, nobody looks on.
static bool is_alone(const struct room *r)
{
    return !is_anybody_here(r) && (room_people(r) || !r->follower_count);
}

// For how long a table may be alone.
static uint64_t patience(const struct server *s, const struct room *r)
{
    const struct server_config *c = &s->config;
    if (r->phase == PHASE_WAITING) return s->scarce ? c->scarce_ms : c->waiting_ms;
    if (!room_people(r)) return s->scarce ? c->scarce_ms : c->unwatched_ms;
    return s->scarce ? 10ull * c->scarce_ms : c->abandoned_ms;
}

static bool is_abandoned(const struct server *s, const struct room *r)
{
    return is_alone(r) && s->now >= r->alone_since + patience(s, r);
}

void presence_set(struct server *s, struct room *r, seat_id seat, enum presence presence)
{
    struct room_seat *is = &r->seat[seat];
    if (is->presence == presence) return;
    // Who has left stays gone when the line goes as well.
    if (is->presence == PRESENCE_LEFT && presence == PRESENCE_LOST) return;
    is->presence     = presence;
    is->absent_since = s->now;
    if (!is_anybody_here(r)) r->alone_since = s->now;
    room_tell(s, r);
}

// The first seat whose answer the server has to give.
static void answer_for_somebody(struct server *s, struct room *r)
{
    struct choice thought;
    seat_set      asked = table_asked(&r->match->table);
    for (seat_id i = 0; i < r->seats; i++) {
        if (!(asked >> i & 1)) continue;
        if (r->seat[i].who == WHO_BOT) {
            if (!bot_answer_due(s, r, i, &thought)) continue;
            propose_choice(s, NULL, r, i, thought, false);
            return;
        }
        if (s->now < owed_by(r, i)) continue;
        if (time_out_loses(r, i))
            propose_time_lost(s, r, i);
        else
            propose_choice(s, NULL, r, i, table_default(&r->match->table, i), true);
        return;
    }
}

static void play_on(struct server *s, struct room *r)
{
    const struct core *c = r->match->table.state;
    if (c->over) {
        char          words[sizeof r->result];
        struct writer w = writer_on(words, sizeof words);
        match_say_result_by(r->match, r->lost_by ? r->lost_by : c->over_because, &w);
        propose_over(s, r, END_RULES, c->winners, words);
    } else if (is_abandoned(s, r))
        propose_over(s, r, END_ABANDONED, 0, "abandoned");
    else if (r->match->move_count >= MOVES_MAX - 1)
        propose_over(s, r, END_TOO_LONG, 0, "draw: too many choices");
    else {
        answer_for_somebody(s, r);
        bots_ask(s, r);
    }
}

static void propose_resume(struct server *s, struct room *r)
{
    struct json j = entry_begin(s);
    entry_propose(s, NULL, r, ENTRY_RESUME, r->id, &j);
}

// The store takes entries again: nobody pays for the time in which it did not.
void clocks_resume(struct server *s)
{
    s->failing = false;
    for (size_t i = 0; i < s->room_count; i++)
        if (!s->rooms[i]->pending && s->rooms[i]->phase < PHASE_OVER)
            propose_resume(s, s->rooms[i]);
}

// While the store fails no clock runs out; one entry at a time asks whether it works again.
static void try_store(struct server *s)
{
    for (size_t i = 0; i < s->room_count && !s->pending_count; i++)
        if (!s->rooms[i]->pending && s->rooms[i]->phase < PHASE_OVER)
            propose_resume(s, s->rooms[i]);
    if (!s->pending_count) s->failing = false; // nothing is at stake
}

void room_due(struct server *s, struct room *r)
{
    if (!r || r->pending || s->closing || s->failing) return;
    if (*r->broken && r->phase != PHASE_OVER)
        propose_over(s, r, END_BROKEN, 0, r->broken);
    else if (r->phase == PHASE_PLAYING)
        play_on(s, r);
    else if (r->phase == PHASE_WAITING && is_abandoned(s, r))
        propose_over(s, r, END_ABANDONED, 0, "abandoned");
    else if (r->phase == PHASE_OVER && !r->archived)
        archive_go_on(s, r);
    else
        fair_go_on(s, r);
}

static bool is_forgotten(const struct server *s, const struct room *r)
{
    return r->archived && !r->pending && !r->deferred_count &&
           s->now >= r->phase_at + s->config.keep_ms;
}

void clocks_tick(struct server *s)
{
    if (s->failing) {
        try_store(s);
        return;
    }
    s->scarce = tables_are_scarce(s);
    for (size_t i = 0; i < s->room_count;) {
        struct room *r = s->rooms[i];
        if (is_forgotten(s, r)) {
            room_remove(s, r);
            continue;
        }
        room_due(s, r);
        i++;
    }
}
