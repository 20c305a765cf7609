#include "sim/play.h"

#include "engine/table.h"

#include <string.h>

// What is watched between two questions.
struct watch {
    unsigned turns[2], unspent[2]; // by seat
};

static void note_first(const unsigned *turns, struct outcome *o)
{
    if (o->first != NO_SEAT || turns[0] == turns[1]) return;
    o->first = turns[0] > turns[1] ? 0 : 1;
}

// A seat that begins a turn can no longer spend what it had left of the one before.
static void watch_turns(const struct table *t, struct watch *w, struct outcome *o)
{
    const struct game *g = t->game;
    for (seat_id s = 0; g->turns_begun && s < 2; s++) {
        unsigned turns = g->turns_begun(t, s);
        if (turns != w->turns[s] && w->turns[s] && g->unspent) {
            o->unspent += w->unspent[s];
            o->unspent_turns++;
        }
        w->turns[s] = turns;
        if (g->unspent) w->unspent[s] = g->unspent(t, s);
    }
    note_first(w->turns, o);
}

static void answer_all(struct table *t, const struct bot *const bots[2], struct rng *rng,
                       struct outcome *o)
{
    for (seat_id s = 0; s < t->state->seats; s++) {
        if (!(t->state->asked >> s & 1)) continue;
        if (table_answer(t, s, bot_choose(bots[s], t, s, &rng[s])) != 0)
            BUG("an offered choice is refused");
        o->decisions++;
    }
}

void play_match(const struct box *box, const struct match_setup *setup,
                const struct bot *const bots[2], uint64_t seed, struct core *state,
                struct outcome *o)
{
    struct table t      = { .game = box->game, .pool = box->pool, .state = state };
    struct rng   rng[2] = { rng_from(seed ^ 1), rng_from(seed ^ 2) };
    struct watch w      = { 0 };
    o->first            = NO_SEAT;
    table_start(&t, setup);
    for (table_advance(&t); !t.state->over; table_advance(&t)) {
        watch_turns(&t, &w, o);
        answer_all(&t, bots, rng, o);
    }
    o->winners = t.state->winners;
    o->ending  = ending_of(box->game, t.state->over_because);
    memcpy(o->turns, w.turns, sizeof o->turns);
}
