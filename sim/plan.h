// plan.h - what is to be simulated, and who therefore meets whom.
//
// A round is the unit of work: one line-up of decks and bots with one key, played once for each
// seat that its first side can have, everybody moving round the table. The number of a round and
// the plan decide everything in it.
#ifndef PENTACLE_SIM_PLAN_H
#define PENTACLE_SIM_PLAN_H

#include "bots/bot.h"
#include "match/box.h"

#include <stdatomic.h>

enum {
    SIM_DECKS_MAX   = 32,
    SIM_THREADS_MAX = 256,
    SIM_SHARDS_MAX  = 100000,
    SIM_OPTIONS_MAX = 8,
};

// Who can meet: each set of different decks, in each order round the table. In a duel of different
// bots, or where there are fewer decks than seats, every side holds every deck, mirrors included.
struct line_ups {
    unsigned decks, seats;
    bool     same_bots;
    uint32_t touched; // a bit per deck: only line-ups with one of these; 0: all
};
uint64_t line_up_count(struct line_ups);
void     line_up_of(struct line_ups, uint64_t round, unsigned deck[SEATS_MAX]); // by side

struct sim_plan {
    const struct box  *box;
    const struct deck *decks[SIM_DECKS_MAX];
    unsigned           deck_count, mode, seats;
    const struct bot  *bots[SEATS_MAX];         // by side
    int16_t            option[SIM_OPTIONS_MAX]; // of match_setup
    uint32_t           touched;                 // of line_ups
    uint64_t           games;                   // a multiple of the seats
    uint64_t           seed;
    unsigned           shard, shards; // shard 1 of 1 is all
    unsigned           threads;

    atomic_bool *stop; // set by somebody else: no further round is begun; may be NULL
    // Called now and then by the thread that called sim_run(), with rounds; may be NULL.
    void (*progress)(void *context, uint64_t done, uint64_t rounds);
    void *context;
};

struct line_ups plan_line_ups(const struct sim_plan *);
// Rounds of the plan's shard: from the first to the one before the last.
uint64_t plan_first(const struct sim_plan *);
uint64_t plan_last(const struct sim_plan *);
// Rounds of any shard: where shard number `shard`, from 0, of `shards` begins.
uint64_t shard_begin(uint64_t rounds, uint64_t shard, uint64_t shards);

#endif
