// results.h - a file of contests: a line for each pair of matches, written as soon as it is over,
// so that a long contest can be broken off and gone on with. It does not know what a bot was like
// when it played: after a change of bots, cards or rules begin a new one.
#ifndef PENTACLE_BOTS_RESULTS_H
#define PENTACLE_BOTS_RESULTS_H

#include "bots/contest.h"

struct results;

// A path of NULL is no file: nothing is known and nothing noted. A line that is none is an error.
bool results_open(const char *path, struct results **, struct error *);
void results_close(struct results *);

// The contest goes on with what the file has of it. The decks as the user named them, or NULL.
void results_of(struct results *, const char *decks, struct contest *);

#endif
