// play.h - one match between two bots, from the first question to its end.
#ifndef PENTACLE_SIM_PLAY_H
#define PENTACLE_SIM_PLAY_H

#include "bots/bot.h"
#include "sim/tally.h"

// Plays on `state` (game->state_size bytes) and fills first, winners, ending and the numbers.
void play_match(const struct box *, const struct match_setup *, const struct bot *const bots[2],
                uint64_t seed, struct core *state, struct outcome *);

#endif
