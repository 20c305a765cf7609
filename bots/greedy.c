// Looks one choice ahead: tries each in an imagined position, lets everybody answer quickly until
// nothing is under way, and takes the choice after which its seat stands best.
#include "bots/greedy.h"

#include "bots/lookahead.h"
#include "engine/table.h"

#include <string.h>

enum { WON = 1 << 20, LOST = -4 * WON };

typedef int evaluate_fn(const struct table *, seat_id);

static int worth_after(struct table *t, seat_id seat, struct choice choice, struct rng luck,
                       evaluate_fn *evaluate)
{
    const struct core *c = t->state;
    table_take(t, seat, choice);
    settle(t, &luck);
    if (!c->over) return evaluate(t, seat);
    if (!c->winners) return 0;
    return c->winners >> seat & 1 ? WON : -WON;
}

// Of equal choices the one taken when a clock runs out, because it commits to nothing; else any.
static size_t best_of(const struct choice *choices, const int *worths, size_t count,
                      struct choice calm, struct rng *rng)
{
    size_t   best = 0;
    unsigned ties = 1;
    for (size_t i = 1; i < count; i++) {
        if (worths[i] < worths[best]) continue;
        ties = worths[i] > worths[best] ? 1 : ties + 1;
        if (rng_below(rng, ties) == 0) best = i;
    }
    for (size_t i = 0; i < count; i++)
        if (worths[i] == worths[best] && choice_equal(choices[i], calm)) return i;
    return best;
}

struct choice greedy_answer(const struct table *t, seat_id seat, struct bot_world *tried,
                            struct rng *rng)
{
    int           worths[CHOICES_MAX];
    struct choice list[CHOICES_MAX];
    size_t count = keep_worth_a_look(t, seat, list, table_choices(t, seat, list, CHOICES_MAX));
    if (count == 1) return list[0];
    struct rng luck = rng_from(rng_next(rng)); // the same for every choice
    for (size_t i = 0; i < count; i++) {
        bot_copy_over(tried, t);
        bot_take_back(tried->table.state, seat);
        worths[i] = worth_after(&tried->table, seat, list[i], luck, t->game->evaluate);
    }
    return list[best_of(list, worths, count, table_default(t, seat), rng)];
}

static size_t choose(const struct bot_question *q, struct rng *rng)
{
    int           worths[CHOICES_MAX];
    struct choice list[CHOICES_MAX];
    if (!q->game->evaluate) return rng_below(rng, (uint32_t)q->count);
    // A search that asks (seen_at_once) judges as it always does.
    evaluate_fn  *evaluate = q->bot->search ? judged : q->game->evaluate;
    struct table *here     = bot_imagine_once(q, rng);
    struct rng    luck     = rng_from(rng_next(rng)); // the same for every choice
    struct choice calm     = table_default(here, q->seat);
    memcpy(list, q->choices, q->count * sizeof *list);
    size_t count = keep_worth_a_look(here, q->seat, list, q->count);
    for (size_t i = 0, next = 0; i < q->count; i++) {
        worths[i] = LOST;
        if (next == count || !choice_equal(list[next], q->choices[i])) continue;
        bool last = ++next == count; // the position is not needed any more
        if (!last) bot_copy_over(q->tried, here);
        worths[i] = count == 1 ? 0 // nothing to compare it with
                               : worth_after(last ? here : &q->tried->table, q->seat, q->choices[i],
                                             luck, evaluate);
    }
    return best_of(q->choices, worths, q->count, calm, rng);
}

const struct bot greedy_bot = {
    .name         = "greedy",
    .about        = "looks one choice ahead and takes what leaves it best",
    .needs_worlds = true,
    .looks_once   = true,
    .choose       = choose,
};
