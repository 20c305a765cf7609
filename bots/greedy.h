// greedy.h - how `greedy` would answer somewhere in a match that is imagined.
#ifndef PENTACLE_BOTS_GREEDY_H
#define PENTACLE_BOTS_GREEDY_H

#include "bots/bot.h"

// The seat must be asked and the game have an evaluation. The world is scratch: it holds a position
// of the game, or none.
struct choice greedy_answer(const struct table *, seat_id, struct bot_world *, struct rng *);

#endif
