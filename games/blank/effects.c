// Chapter 4: the text of cards: which lines come up when, how this game asks while one is carried
// out, and the queue of abilities.
#include "games/blank/verbs.h"
#include "meaning/lower.h"
#include "meaning/run.h"

// Derived from the cards once: at which moment each line of text comes up.
struct blank_pool {
    const uint8_t *moment; // by row of pool->lines, enum moment
};

bool blank_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    (void)err;
    struct blank_pool *ours   = ARENA_NEW(arena, struct blank_pool);
    uint8_t           *moment = ARENA_ARRAY(arena, uint8_t, pool->line_count + 1);
    for (uint32_t i = 0; i < pool->line_count; i++) {
        const struct op *ops  = pool->ops + pool->lines[i].op_first;
        size_t           when = op_find(ops, 0, W_WHEN);
        moment[i]             = when ? (uint8_t)ops[when].value : (uint8_t)NO_MOMENT;
    }
    ours->moment  = moment;
    pool->game    = ours;
    pool->meaning = meaning_of_pool(arena, &blank_lang, pool);
    return true;
}

static bool comes_up(const struct table *t, uint32_t line, enum moment moment)
{
    const struct blank_pool *ours = t->pool->game;
    return ours->moment[line] == moment ||
           (moment == WHEN_FROM_BEHIND && ours->moment[line] == WHEN_YOU_HIT);
}

// BLA-034, BLA-035: a Champion's abilities that come up now wait in the queue.
void wait_for(struct table *t, enum moment moment, seat_id who, seat_id other)
{
    struct blank_state *s = state_of(t);
    if (is_out(s, who)) return;
    const struct card_def *champion = def_of(t, s->side[who].champion);
    for (uint32_t i = 0; i < champion->line_count; i++) {
        uint32_t line = champion->line_first + i;
        if (!comes_up(t, line, moment) || s->wake == WAKE_MAX) continue;
        s->wake++;
        s->queue[s->queue_count++] = (struct waiting){
            .line = line, .source = s->side[who].champion, .who = who, .other = other
        };
    }
}

// ---- carrying a line out (meaning/run.h)

// BLA-044
bool text_ends(const struct table *t, const struct work *w) { return is_out(state_at(t), w->seat); }

bool text_acts(const struct table *t, seat_id seat) { return !is_out(state_at(t), seat); }

static const struct run_frame *frame_asked(const struct table *t)
{
    return &state_at(t)->frames[t->state->depth - 1].text;
}

bool text_may_pick(const struct table *t, uint16_t thing)
{
    return run_may_pick(t, frame_asked(t), thing);
}

size_t text_picks(const struct table *t, uint16_t *out, size_t max)
{
    return run_picks(t, frame_asked(t), out, max);
}

// ---- abilities of Champions

static void call_next_in_queue(struct blank_state *s)
{
    struct waiting next = s->queue[0];
    s->queue_count--;
    for (unsigned i = 0; i < s->queue_count; i++) s->queue[i] = s->queue[i + 1];
    s->queue[s->queue_count] = (struct waiting){ 0 };
    call_text(s, next.line, next.source, next.who, next.other);
}

// BLA-034: what waits is done in the order in which it came up; what it causes waits behind it.
enum flow work_queue(struct table *t, struct queue_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (s->queue_count > 0) {
        call_next_in_queue(s);
        FLOW_PAUSE(f, QUEUE_TEXT_DONE);
    }
    FLOW_END(f);
}
