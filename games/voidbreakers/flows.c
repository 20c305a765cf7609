// The stack of flows: who called whom, and where each goes on.
#include "games/voidbreakers/rules.h"

#include <string.h>

static struct frame *push(struct voidbreakers_state *s, enum flow_id flow)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++];
    f->flow         = (uint8_t)flow;
    return f; // zeroed by pop()
}

static void pop(struct voidbreakers_state *s)
{
    s->core.depth--;
    memset(&s->frames[s->core.depth], 0, sizeof s->frames[0]);
}

void begin_match(struct voidbreakers_state *s) { push(s, FLOW_MATCH); }
void call_setup(struct voidbreakers_state *s) { push(s, FLOW_SETUP); }
void call_turn(struct voidbreakers_state *s) { push(s, FLOW_TURN); }
void call_announce(struct voidbreakers_state *s) { push(s, FLOW_ANNOUNCE); }
void call_chain(struct voidbreakers_state *s) { push(s, FLOW_CHAIN); }
void call_choose(struct voidbreakers_state *s, uint8_t trigger)
{
    push(s, FLOW_CHOOSE)->choose.i = trigger;
}
void call_cycle(struct voidbreakers_state *s) { push(s, FLOW_CYCLE); }
void call_text(struct voidbreakers_state *s, unsigned work)
{
    push(s, FLOW_TEXT)->text.work = (uint8_t)work;
}

// False: nothing was called, since nobody's HP changed and no trigger waits.
bool call_batches(struct voidbreakers_state *s)
{
    if (!s->hp_changed && !s->waiting_count) return false;
    push(s, FLOW_BATCHES);
    return true;
}

// False: nothing happened that could be reacted to.
bool call_aftermath(struct voidbreakers_state *s)
{
    if (!s->event_count) return s->batches = 0, false;
    push(s, FLOW_AFTERMATH);
    return true;
}

// VOI-R96: what is being announced (or cycled) was never begun. Who was asked for it is asked
// again.
void withdraw(struct voidbreakers_state *s)
{
    struct frame *f    = &s->frames[s->core.depth - 2];
    bool          go   = s->frames[s->core.depth - 1].flow == FLOW_CYCLE;
    seat_id       seat = go ? s->active : s->draft.seat;
    s->core.asked      = (seat_set)(s->core.asked & ~BIT(seat));
    pop(s);
    memset(&s->draft, 0, sizeof s->draft);
    switch ((enum flow_id)f->flow) {
    case FLOW_TURN: {
        bool omega = f->turn.at == TURN_OMEGA_ANNOUNCED;
        f->turn.at = omega ? TURN_OMEGA_4 : TURN_ACTION;
        ask(&s->core, seat, omega ? QUESTION_OMEGA : QUESTION_ACTION, 0, 0);
        break;
    }
    case FLOW_CHAIN:
        f->chain.at = CHAIN_WINDOW;
        ask(&s->core, seat, QUESTION_WINDOW, 0, s->links[s->link_count - 1].card);
        break;
    default:
        f->aftermath.at = AFTERMATH_ASKED;
        ask(&s->core, seat, QUESTION_AFTERMATH, 0, 0);
        break;
    }
}

// Nobody else knows that it was begun.
void voidbreakers_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct voidbreakers_state *s    = state_of(t);
    unsigned                   flow = s->core.depth ? s->frames[s->core.depth - 1].flow : 0;
    (void)rng;
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        if (seat != viewer) s->side[seat].backs = 0;
    if (s->core.over || (flow != FLOW_ANNOUNCE && flow != FLOW_CYCLE)) return;
    if (viewer != (flow == FLOW_CYCLE ? s->active : s->draft.seat)) withdraw(s);
}

// A game of a match is over: everything that was going on is forgotten.
static void go_to_next_game(struct voidbreakers_state *s)
{
    while (s->core.depth > 1) pop(s);
    memset(&s->draft, 0, sizeof s->draft);
    memset(s->links, 0, sizeof s->links);
    memset(s->waiting, 0, sizeof s->waiting);
    memset(s->batch, 0, sizeof s->batch);
    memset(s->events, 0, sizeof s->events);
    memset(s->seen, 0, sizeof s->seen);
    s->link_count = s->waiting_count = s->batch_count = s->event_count = s->batches = 0;
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        s->side[seat].cycled = s->side[seat].announcements = s->side[seat].backs = 0;
    s->ended              = 0;
    s->frames[0].match.at = MATCH_GAME_DONE;
}

// One game after the other; most modes have one.
enum flow play_match(struct table *t, struct match_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (;;) {
        call_setup(s);
        FLOW_PAUSE(f, MATCH_SET_UP);
        while (s->round < ROUNDS || s->active != s->first) { // VOI-301, VOI-908
            call_turn(s);
            FLOW_PAUSE(f, MATCH_TURN_DONE);
        }
        end_after_round_12(t);
        FLOW_PAUSE(f, MATCH_GAME_DONE);
    }
    FLOW_END(f);
}

void voidbreakers_advance(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    while (!s->core.over && !s->core.asked) {
        struct frame *f      = &s->frames[s->core.depth - 1];
        enum flow     result = FLOW_DONE;
        switch ((enum flow_id)f->flow) {
        case FLOW_MATCH: result = play_match(t, &f->match); break;
        case FLOW_SETUP: result = set_up(t, &f->setup); break;
        case FLOW_TURN: result = play_turn(t, &f->turn); break;
        case FLOW_ANNOUNCE: result = announce(t, &f->announce); break;
        case FLOW_CHAIN: result = work_chain(t, &f->chain); break;
        case FLOW_BATCHES: result = work_batches(t, &f->batches); break;
        case FLOW_CHOOSE: result = choose_for_trigger(t, &f->choose); break;
        case FLOW_TEXT: result = carry_out(t, &f->text); break;
        case FLOW_AFTERMATH: result = aftermath(t, &f->aftermath); break;
        case FLOW_CYCLE: result = cycle(t, &f->cycle); break;
        }
        if (result == FLOW_DONE) pop(s);
        if (s->ended) go_to_next_game(s);
    }
}
