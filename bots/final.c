#include "bots/final.h"

#include "base/hash.h"
#include "bots/greedy.h"
#include "bots/lookahead.h"
#include "engine/table.h"

enum {
    FINALISTS   = 4,
    FINAL_SHARE = 20, // a finalist was tried at least this part as often as the first one
};

static size_t find_finalists(const struct search_report *r, size_t out[FINALISTS])
{
    size_t count = search_best(r, out, FINALISTS);
    while (count > 1 && r->visits[out[count - 1]] * FINAL_SHARE < r->visits[out[0]]) count--;
    return count;
}

// What becomes of a choice in the world that the seed makes.
static float play_on(const struct bot_question *q, struct choice choice, uint64_t seed,
                     struct bot_world *world, struct bot_world *tried)
{
    struct table *t   = &world->table;
    struct rng    rng = rng_from(seed);
    float         chance[SEATS_MAX];
    bot_imagine(q, world, &rng);
    unsigned end = turns_of(t) + q->game->final_turns;
    table_take(t, q->seat, choice);
    for (table_advance(t); !t->state->over && turns_of(t) < end; table_advance(t)) {
        seat_id seat = seat_to_answer(t->state, q->seat);
        table_take(t, seat, greedy_answer(t, seat, tried, &rng));
    }
    if (!t->state->over) settle(t, &rng);
    win_chances(t, q->seat, chance);
    return chance[q->seat];
}

static uint32_t plays_wanted(const struct bot_question *q)
{
    uint32_t wanted = q->bot->search->final, most = q->game->final_plays;
    return most && wanted > most ? most : wanted;
}

size_t final_best(const struct bot_question *q, const struct search_report *r, struct rng *rng,
                  struct bot_world *world, struct bot_world *tried)
{
    size_t   finalists[FINALISTS], count = find_finalists(r, finalists), best = 0;
    float    sum[FINALISTS] = { 0 };
    uint32_t plays          = plays_wanted(q);
    uint64_t luck           = rng_next(rng);
    for (uint32_t n = 0; count > 1 && n < plays; n++) {
        uint64_t seed = hash_mix(luck, n); // the same worlds for all finalists
        if (is_stopped(q->memory)) return finalists[0];
        for (size_t i = 0; i < count; i++)
            sum[i] += play_on(q, q->choices[finalists[i]], seed, world, tried);
    }
    for (size_t i = 0; i < count; i++) {
        sum[i] = sum[i] / (float)plays + r->chance[finalists[i]];
        if (sum[i] > sum[best]) best = i;
    }
    return finalists[best];
}
