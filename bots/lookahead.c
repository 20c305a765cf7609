#include "bots/lookahead.h"

#include "engine/table.h"

#include <math.h>

enum { SCALE_DEFAULT = 150 }; // where a game has not measured its own

seat_id seat_to_answer(const struct core *c, seat_id first)
{
    if (c->asked >> first & 1) return first;
    seat_id seat = 0;
    while (!(c->asked >> seat & 1)) seat++;
    return seat;
}

unsigned turns_of(const struct table *t)
{
    unsigned sum = 0;
    for (seat_id s = 0; t->game->turns_begun && s < t->state->seats; s++)
        sum += t->game->turns_begun(t, s);
    return sum;
}

bool is_stopped(const struct bot_memory *m)
{
    return m && m->stop && atomic_load_explicit(m->stop, memory_order_relaxed);
}

struct choice quick_answer(const struct table *t, seat_id seat, struct rng *rng)
{
    return t->game->likely_choice ? t->game->likely_choice(t, seat, rng) : table_default(t, seat);
}

size_t keep_worth_a_look(const struct table *t, seat_id seat, struct choice *list, size_t count)
{
    return t->game->worth_a_look ? t->game->worth_a_look(t, seat, list, count) : count;
}

bool is_quiet(const struct table *t) { return !t->game->is_quiet || t->game->is_quiet(t); }

bool is_one_of(unsigned kind, uint64_t kinds) { return kind < 64 && kinds >> kind & 1; }

unsigned settle(struct table *t, struct rng *rng)
{
    struct core *c     = t->state;
    unsigned     steps = 0;
    for (;;) {
        table_advance(t);
        if (c->over || steps >= SETTLE_STEPS || is_quiet(t)) return steps;
        for (seat_id s = 0; s < c->seats; s++) {
            if (!(c->asked >> s & 1)) continue;
            table_take(t, s, quick_answer(t, s, rng));
            steps++;
        }
    }
}

// --- who wins -----------------------------------------------------------------------------------

static unsigned count_teams(const struct core *c, seat_set of)
{
    unsigned teams = 0;
    for (seat_id s = 0; s < c->seats; s++)
        if (of >> s & 1) teams |= BIT(c->team[s]);
    return (unsigned)__builtin_popcount(teams);
}

static void chances_by_result(const struct core *c, float chance[SEATS_MAX])
{
    seat_set all     = (seat_set)(BIT(c->seats) - 1);
    seat_set winners = c->winners ? c->winners : all; // a draw is shared
    float    share   = 1.0f / (float)count_teams(c, winners);
    for (seat_id s = 0; s < c->seats; s++) chance[s] = winners >> s & 1 ? share : 0;
}

// Nothing is certain before the end.
static float doubted(float chance) { return 0.02f + 0.96f * chance; }

int evaluate_scale(const struct game *g)
{
    return g->evaluate_scale ? g->evaluate_scale : SCALE_DEFAULT;
}

int judged(const struct table *t, seat_id seat)
{
    return t->game->judge ? t->game->judge(t, seat) : t->game->evaluate(t, seat);
}

// Two seats: what one gains the other loses.
static void chances_of_two(const struct table *t, seat_id viewer, float chance[SEATS_MAX])
{
    float worth        = (float)judged(t, viewer) / (float)evaluate_scale(t->game);
    chance[viewer]     = doubted(1 / (1 + expf(-worth)));
    chance[1 - viewer] = 1 - chance[viewer];
}

// More: each team by its own judgement, in proportion.
static void chances_of_many(const struct table *t, float chance[SEATS_MAX])
{
    const struct core *c         = t->state;
    float              weight[4] = { 0 }, sum = 0, best = -1e9f, worth[SEATS_MAX];
    for (seat_id s = 0; s < c->seats; s++) {
        worth[s] = (float)judged(t, s) / (float)(2 * evaluate_scale(t->game));
        if (worth[s] > best) best = worth[s];
    }
    for (seat_id s = 0; s < c->seats; s++) {
        float mine = expf(worth[s] - best);
        if (mine > weight[c->team[s]]) weight[c->team[s]] = mine;
    }
    for (unsigned team = 0; team < 4; team++) sum += weight[team];
    for (seat_id s = 0; s < c->seats; s++) chance[s] = doubted(weight[c->team[s]] / sum);
}

void win_chances(const struct table *t, seat_id viewer, float chance[SEATS_MAX])
{
    const struct core *c = t->state;
    if (c->over)
        chances_by_result(c, chance);
    else if (c->seats == 2)
        chances_of_two(t, viewer, chance);
    else
        chances_of_many(t, chance);
}
