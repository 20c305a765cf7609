// ladder.h - how strong players are, from who beat whom: ratings on Elo's scale (400 points are ten
// to one), fitted to all results at once, with their uncertainty.
#ifndef PENTACLE_BOTS_LADDER_H
#define PENTACLE_BOTS_LADDER_H

#include "bots/contest.h"

enum { LADDER_MAX = 16 };

struct ladder {
    unsigned count;
    double games[LADDER_MAX][LADDER_MAX], points[LADDER_MAX][LADDER_MAX]; // [a][b]: of a against b
};

void ladder_note(struct ladder *, unsigned a, unsigned b, const struct contest_score *of_a);

struct rating {
    double elo, plus_minus; // 95 %; both 0 for the first player, whom the others are measured by
};

// One draw is added to each two that met, so that somebody who never lost has a rating too.
void ladder_rate(const struct ladder *, struct rating out[LADDER_MAX]);

#endif
