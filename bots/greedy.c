// Looks one choice ahead: tries each in an imagined position, lets everybody answer quickly until
// nothing is under way, and takes the choice after which its seat stands best.
#include "bots/bot.h"

#include "bots/lookahead.h"
#include "engine/table.h"

#include <string.h>

enum { WON = 1 << 20, LOST = -4 * WON };

// A search that asks (seen_at_once) judges as it always does.
static int worth(const struct bot_question *q, const struct table *t)
{
    const struct core *c    = t->state;
    seat_id            seat = q->seat;
    if (!c->over) return q->bot->search ? judged(t, seat) : t->game->evaluate(t, seat);
    if (!c->winners) return 0;
    return c->winners >> seat & 1 ? WON : -WON;
}

static int worth_after(const struct bot_question *q, struct table *t, struct choice choice,
                       struct rng luck)
{
    table_take(t, q->seat, choice);
    settle(t, &luck);
    return worth(q, t);
}

// Of equal choices the one taken when a clock runs out, because it commits to nothing; else any.
static size_t best_of(const struct bot_question *q, const int *worths, struct choice calm,
                      struct rng *rng)
{
    size_t   best = 0;
    unsigned ties = 1;
    for (size_t i = 1; i < q->count; i++) {
        if (worths[i] < worths[best]) continue;
        ties = worths[i] > worths[best] ? 1 : ties + 1;
        if (rng_below(rng, ties) == 0) best = i;
    }
    for (size_t i = 0; i < q->count; i++)
        if (worths[i] == worths[best] && choice_equal(q->choices[i], calm)) return i;
    return best;
}

static size_t choose(const struct bot_question *q, struct rng *rng)
{
    int           worths[CHOICES_MAX];
    struct choice list[CHOICES_MAX];
    if (!q->game->evaluate) return rng_below(rng, (uint32_t)q->count);
    struct table *here = bot_imagine_once(q, rng);
    struct rng    luck = rng_from(rng_next(rng)); // the same for every choice
    struct choice calm = table_default(here, q->seat);
    memcpy(list, q->choices, q->count * sizeof *list);
    size_t count = keep_worth_a_look(here, q->seat, list, q->count);
    for (size_t i = 0, next = 0; i < q->count; i++) {
        worths[i] = LOST;
        if (next == count || !choice_equal(list[next], q->choices[i])) continue;
        bool last = ++next == count; // the position is not needed any more
        if (!last) bot_copy_over(q->tried, here);
        worths[i] = count == 1
                        ? 0 // nothing to compare it with
                        : worth_after(q, last ? here : &q->tried->table, q->choices[i], luck);
    }
    return best_of(q, worths, calm, rng);
}

const struct bot greedy_bot = {
    .name         = "greedy",
    .about        = "looks one choice ahead and takes what leaves it best",
    .needs_worlds = true,
    .looks_once   = true,
    .choose       = choose,
};
