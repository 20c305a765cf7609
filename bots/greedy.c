// Looks one choice ahead: tries each in an imagined position, and the best of them in another
// unless one is clearly best, lets everybody answer quickly until nothing is under way, and takes
// the choice after which its seat stands best.
#include "bots/bot.h"

#include "bots/lookahead.h"
#include "engine/table.h"

#include <string.h>

enum {
    KEPT  = 2, // choices that are looked at again in a second position; more if they are equal
    TRIES = 2, // ways to go on there; its seat may take the best of them
    CLEAR = 5, // part of evaluate_scale by which one must lead to be taken at first sight
    WON   = 1 << 20,
    LOST  = -4 * WON,
};

static int worth(const struct table *t, seat_id seat)
{
    const struct core *c = t->state;
    if (!c->over) return t->game->evaluate(t, seat);
    if (!c->winners) return 0;
    return c->winners >> seat & 1 ? WON : -WON;
}

// The position, and a world to try choices in.
struct worlds {
    struct bot_world here, tried;
};

static int worth_in(struct worlds *w, seat_id seat, struct choice choice, uint64_t luck,
                    unsigned tries)
{
    int best = -WON;
    for (unsigned i = 0; i < tries; i++) {
        struct rng rng = rng_from(luck + i), unused = rng; // the same for every choice
        bot_copy_over(&w->tried, &w->here.table);
        table_take(&w->tried.table, seat, choice);
        settle(&w->tried.table, &rng);
        int now = worth(&w->tried.table, seat);
        if (now > best) best = now;
        if (memcmp(&rng, &unused, sizeof rng) == 0) break; // there is one way to go on
    }
    return best;
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

static bool is_clear(const struct bot_question *q, const int *worths)
{
    int best = LOST, next = LOST;
    for (size_t i = 0; i < q->count; i++)
        if (worths[i] > best)
            next = best, best = worths[i];
        else if (worths[i] > next)
            next = worths[i];
    return best - next > evaluate_scale(q->game) / CLEAR;
}

static bool is_among_best(const int *worths, size_t count, size_t i)
{
    unsigned better = 0;
    for (size_t j = 0; j < count && better < KEPT; j++) better += worths[j] > worths[i];
    return better < KEPT;
}

// Each choice that is worth a look, in one position; the others are lost.
static void look(const struct bot_question *q, struct worlds *w, uint64_t luck, int *worths)
{
    struct choice list[CHOICES_MAX];
    memcpy(list, q->choices, q->count * sizeof *list);
    size_t count = keep_worth_a_look(&w->here.table, q->seat, list, q->count);
    for (size_t i = 0, next = 0; i < q->count; i++) {
        bool looked = next < count && choice_equal(list[next], q->choices[i]);
        worths[i]   = looked ? worth_in(w, q->seat, q->choices[i], luck, 1) : LOST;
        next += looked;
    }
}

static size_t choose(const struct bot_question *q, struct rng *rng)
{
    int           first[CHOICES_MAX], worths[CHOICES_MAX];
    struct worlds w;
    w.here.table.state = w.tried.table.state = NULL;
    if (!q->game->evaluate) return rng_below(rng, (uint32_t)q->count);
    bot_imagine(q, &w.here, rng);
    struct choice calm = table_default(&w.here.table, q->seat);
    uint64_t      luck = rng_next(rng);
    look(q, &w, luck, first);
    if (q->game->looks_once || is_clear(q, first)) return best_of(q, first, calm, rng);
    bot_imagine(q, &w.here, rng);
    luck = rng_next(rng);
    for (size_t i = 0; i < q->count; i++)
        worths[i] = is_among_best(first, q->count, i)
                        ? first[i] + worth_in(&w, q->seat, q->choices[i], luck, TRIES)
                        : LOST;
    return best_of(q, worths, calm, rng);
}

const struct bot greedy_bot = {
    .name         = "greedy",
    .about        = "looks one choice ahead and takes what leaves it best",
    .needs_worlds = true,
    .choose       = choose,
};
