// contest.h - two bots against each other, over many matches: who wins, and how long they think.
// What comes out depends on the contest alone, not on the number of threads; only the times differ.
#ifndef PENTACLE_BOTS_CONTEST_H
#define PENTACLE_BOTS_CONTEST_H

#include "bots/bot.h"
#include "match/box.h"

#include <stdatomic.h>

enum { CONTEST_DECKS_MAX = 64, CONTEST_THREADS_MAX = 256 };

struct contest_score {
    uint64_t games, wins, draws;     // of the first bot
    uint64_t answers[2];             // real decisions, by bot
    double   seconds[2], slowest[2]; // of one core, all answers together, and for one of them
};

struct contest {
    const struct box  *box;
    unsigned           mode; // must have two sides
    const struct deck *decks[CONTEST_DECKS_MAX];
    unsigned           deck_count;
    const struct bot  *bots[2];
    uint64_t           games; // an even number: each match is played twice, with the bots changing
                              // places, decks and luck staying where they are
    uint64_t     seed;
    unsigned     threads;
    atomic_bool *stop; // set by somebody else: whoever thinks breaks off, and pairs of matches that
                       // are not over do not count; may be NULL
    // For going on with a contest; each may be NULL. What was known of a pair is not played again;
    // what is new is noted as soon as the pair is over, one at a time.
    bool (*known)(void *context, uint64_t pair, struct contest_score *);
    void (*note)(void *context, uint64_t pair, const struct contest_score *);
    void *context;
};

// False, with the reason, if the mode has not two sides or a deck breaks a rule.
bool contest_run(const struct contest *, struct contest_score *, struct error *);

// Share of wins, a draw being half of one, with the 95 % interval (Wilson's).
struct contest_share {
    double value, low, high;
};
struct contest_share contest_share(const struct contest_score *);

#endif
