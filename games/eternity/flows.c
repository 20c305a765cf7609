// The stack of flows: who called whom, and where each goes on. A round that has ended unwinds the
// stack down to its own flow (ETE-802: nothing more of the turn takes place).
#include "games/eternity/rules.h"
#include "meaning/run.h"

#include <string.h>

struct frame *call(struct eternity_state *s, enum flow_id flow)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++];
    f->flow         = (uint8_t)flow;
    return f; // zeroed by pop()
}

static void pop(struct eternity_state *s)
{
    s->core.depth--;
    if (s->frames[s->core.depth].flow == FLOW_TEXT)
        memset(&s->works[--s->work_count], 0, sizeof s->works[0]);
    memset(&s->frames[s->core.depth], 0, sizeof s->frames[0]);
}

static void unwind_to_round(struct eternity_state *s)
{
    while (s->core.depth > 0 && s->frames[s->core.depth - 1].flow != FLOW_ROUND) pop(s);
    memset(s->blows, 0, sizeof s->blows);
    memset(s->waiting, 0, sizeof s->waiting);
    s->blow_count = s->waiting_count = s->in_trigger = s->resolving = s->step = 0;
}

static enum flow run(struct table *t, struct frame *f)
{
    switch ((enum flow_id)f->flow) {
    case FLOW_MATCH: return play_match(t, &f->match);
    case FLOW_ROUND: return play_round(t, &f->round);
    case FLOW_TURN: return play_turn(t, &f->turn);
    case FLOW_ATTACK: return attack_phase(t, &f->attack);
    case FLOW_THROWS: return resolve_throws(t, &f->throws);
    case FLOW_PRE: return use_pre_priority(t, &f->pre);
    case FLOW_ANTES: return place_antes(t, &f->antes);
    case FLOW_CHECK: return check_priority(t, &f->check);
    case FLOW_COMBO: return resolve_combo(t, &f->combo);
    case FLOW_WINDOW: return open_window(t, &f->window);
    case FLOW_TEXT: return run_text(t, &f->text);
    case FLOW_MOVE: return move_figure(t, &f->move);
    case FLOW_BLOWS: return strike_blows(t, &f->blows);
    case FLOW_TRIGGERS: return work_triggers(t, &f->triggers);
    case FLOW_PAY: return pay_meter(t, &f->pay);
    case FLOW_CLEANUP: return clean_up(t, &f->cleanup);
    case FLOW_ENTRY: return enter_level(t, &f->entry);
    case FLOW_COUNT: break;
    }
    BUG("no such flow");
}

void eternity_advance(struct table *t)
{
    struct eternity_state *s = state_of(t);
    while (!s->core.over && !s->core.asked) {
        if (s->round_ended && s->frames[s->core.depth - 1].flow > FLOW_ROUND) unwind_to_round(s);
        if (run(t, &s->frames[s->core.depth - 1]) == FLOW_DONE) pop(s);
    }
}
