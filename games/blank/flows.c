// The stack of flows: who called whom, and where each goes on.
#include "games/blank/rules.h"
#include "meaning/run.h"

#include <string.h>

static struct frame *push(struct blank_state *s, enum flow_id flow)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++];
    f->flow         = (uint8_t)flow;
    return f; // zeroed by pop()
}

static void pop(struct blank_state *s)
{
    s->core.depth--;
    if (s->frames[s->core.depth].flow == FLOW_TEXT)
        memset(&s->works[--s->work_count], 0, sizeof s->works[0]);
    memset(&s->frames[s->core.depth], 0, sizeof s->frames[0]);
}

void begin_match(struct blank_state *s) { push(s, FLOW_MATCH); }
void call_guards(struct blank_state *s) { push(s, FLOW_GUARDS); }
void call_round(struct blank_state *s) { push(s, FLOW_ROUND); }
void call_queue(struct blank_state *s) { push(s, FLOW_QUEUE); }
void call_act(struct blank_state *s, seat_id who) { push(s, FLOW_ACT)->act.who = who; }

void call_text(struct blank_state *s, uint32_t line, card_id source, seat_id who, seat_id other)
{
    assert(s->work_count < WORKS_MAX);
    struct text_work *w = &s->works[s->work_count];
    w->work.line        = (uint16_t)line;
    w->work.card        = source;
    w->work.source      = source;
    w->work.seat        = who;
    w->other            = other;

    push(s, FLOW_TEXT)->text.work = s->work_count++;
}

void call_hit(struct blank_state *s, card_id source, seat_id who, seat_id victim, int damage)
{
    struct hit_frame *f = &push(s, FLOW_HIT)->hit;
    f->source           = source;
    f->who              = who;
    f->victim           = victim;
    f->damage           = (int16_t)damage;
}

void call_stack(struct blank_state *s, uint8_t base) { push(s, FLOW_STACK)->stack.base = base; }

void blank_advance(struct table *t)
{
    struct blank_state *s = state_of(t);
    while (!s->core.over && !s->core.asked) {
        struct frame *f      = &s->frames[s->core.depth - 1];
        enum flow     result = FLOW_DONE;
        switch ((enum flow_id)f->flow) {
        case FLOW_MATCH: result = play_match(t, &f->match); break;
        case FLOW_GUARDS: result = lay_guards(t, &f->guards); break;
        case FLOW_ROUND: result = play_round(t, &f->round); break;
        case FLOW_ACT: result = act(t, &f->act); break;
        case FLOW_QUEUE: result = work_queue(t, &f->queue); break;
        case FLOW_TEXT: result = run_text(t, &f->text); break;
        case FLOW_HIT: result = deal_hit(t, &f->hit); break;
        case FLOW_STACK: result = work_stack(t, &f->stack); break;
        }
        if (result == FLOW_DONE) pop(s);
    }
}
