// search.h - information-set Monte Carlo tree search. Each try imagines what the seat cannot know
// anew and plays on: by what was learned so far as long as the situation is known, then quickly,
// then the game's evaluation says who stands how. Every seat learns for itself, from what it can
// see: its own seat from its view, the others from what is public. An answer given in secret is
// seen by nobody, so it cannot be played to.
#ifndef PENTACLE_BOTS_SEARCH_H
#define PENTACLE_BOTS_SEARCH_H

#include "bots/bot.h"

enum { SEARCH_THREADS_MAX = 64, SEARCH_NODES_MAX = 1 << 16 };

// A search ends when the first of its limits is reached; 0: no such limit. Without a limit of time
// the same seed gives the same choice.
struct search_settings {
    uint32_t iterations;   // tries, all threads together
    uint64_t answers;      // answers given in all tries
    uint32_t milliseconds; // by the wall clock
    uint32_t few;          // tries for a question of which few say enough (few_tries); 0: as many
    uint32_t final;        // times that the best are played on (final.h), behind all limits; 0: not
    unsigned threads;      // each with a tree of its own; their roots are added up. 0: one
    uint32_t focus;        // number of a choice, from 1, that gets a fifth of the tries at least
    unsigned slips;        // of 1000 choices so many are taken at random
    unsigned blur;         // how far a choice may be worse than the best to be taken for it, ‰
    const struct bot_memory *memory; // where the seat has acted from, so as not to go in circles
};

// What a search thought, by number of the choice.
struct search_report {
    size_t   count;
    uint64_t iterations;
    float    best;                // win chance with the best choice
    uint32_t visits[CHOICES_MAX]; // tries that began with the choice
    float    chance[CHOICES_MAX]; // of a win after it; without visits a first guess
};

size_t search_choose(const struct bot_question *, struct rng *);

// What a search for that seat, which must be asked, thinks of all its choices. Takes nothing but
// what the seat may know.
void search_think(const struct table *, seat_id, const struct search_settings *, struct rng *,
                  struct search_report *);

// The numbers of the choices to recommend, best first, at most max of them. Returns how many.
size_t search_best(const struct search_report *, size_t *out, size_t max);

// So many tries that only answer at random, to the end of the match: to compare the speed with.
void search_plain_tries(const struct table *, seat_id, uint32_t tries, struct rng *);

#endif
