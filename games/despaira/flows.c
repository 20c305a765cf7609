// The stack of flows: who called whom, and where each goes on.
#include "games/despaira/rules.h"

static struct frame *push(struct despaira_state *s, enum flow_id flow)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++];
    f->flow         = (uint8_t)flow;
    return f; // zeroed by pop()
}

static void pop(struct despaira_state *s)
{
    s->core.depth--;
    memset(&s->frames[s->core.depth], 0, sizeof s->frames[0]);
}

void begin_match(struct despaira_state *s) { push(s, FLOW_MATCH); }
void call_turn(struct despaira_state *s) { push(s, FLOW_TURN); }
void call_action(struct despaira_state *s) { push(s, FLOW_ACTION); }
void call_window(struct despaira_state *s) { push(s, FLOW_WINDOW); }
void call_period(struct despaira_state *s) { push(s, FLOW_PERIOD); }
void call_declare(struct despaira_state *s) { push(s, FLOW_DECLARE); }
void call_resolve(struct despaira_state *s, unsigned link)
{
    push(s, FLOW_RESOLVE)->resolve.link = (uint8_t)link;
}
void call_text(struct despaira_state *s) { push(s, FLOW_TEXT); }
void call_replace(struct despaira_state *s) { push(s, FLOW_REPLACE); }

void drop_flows(struct despaira_state *s, unsigned keep)
{
    while (s->core.depth > keep) pop(s);
}

static enum flow run_top(struct table *t, struct frame *f)
{
    switch ((enum flow_id)f->flow) {
    case FLOW_MATCH: return play_match(t, &f->match);
    case FLOW_TURN: return play_turn(t, &f->turn);
    case FLOW_ACTION: return carry_action(t, &f->action);
    case FLOW_WINDOW: return open_window(t, &f->window);
    case FLOW_PERIOD: return run_period(t, &f->period);
    case FLOW_DECLARE: return declare(t, &f->declare);
    case FLOW_RESOLVE: return resolve(t, &f->resolve);
    case FLOW_TEXT: return run_text(t, &f->text);
    case FLOW_REPLACE: return replace(t, &f->replace);
    }
    BUG("no such flow");
    return FLOW_DONE;
}

void despaira_advance(struct table *t)
{
    struct despaira_state *s = state_of(t);
    while (!s->core.over && !s->core.asked) {
        enum flow result = run_top(t, &s->frames[s->core.depth - 1]);
        if (s->core.over || s->finished) s->core.asked = 0; // DES-910
        if (s->finished) {
            drop_flows(s, 1); // the match goes on with its next game
        } else if (result == FLOW_DONE) {
            pop(s);
        }
    }
}
