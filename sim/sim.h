// sim.h - many matches between bots, counted. What comes out depends on the plan alone, never on
// the number of threads: every pair of matches has a seed of its own, and a tally holds sums only.
#ifndef PENTACLE_SIM_SIM_H
#define PENTACLE_SIM_SIM_H

#include "sim/tally.h"

#include <stdatomic.h>

enum { SIM_DECKS_MAX = 32, SIM_THREADS_MAX = 256, SIM_OPTIONS_MAX = 8 };

struct sim_plan {
    const struct box  *box;
    const struct deck *decks[SIM_DECKS_MAX];
    unsigned           deck_count;
    const struct bot  *bots[2];                 // of the first and of the second deck of a match-up
    int16_t            option[SIM_OPTIONS_MAX]; // of match_setup
    uint64_t           games; // an even number: the seats of each match are swapped once
    uint64_t           seed;
    unsigned           threads;

    atomic_bool *stop; // set by somebody else: no further match is begun; may be NULL
    // Called now and then by the thread that called sim_run(); may be NULL.
    void (*progress)(void *context, uint64_t done, uint64_t games);
    void *context;
};

// Plays the plan. Each two decks meet; a single one meets itself. Where the bots differ, each deck
// is played by either against every deck. NULL if a deck breaks a rule. The tally lies in the
// arena.
struct tally *sim_run(struct arena *, const struct sim_plan *, struct error *);

#endif
