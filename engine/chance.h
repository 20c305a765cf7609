// chance.h - the only sources of chance in a match. Each draws from its own ChaCha20 stream keyed
// by the position, unless a scenario has forced the result.
#ifndef PENTACLE_ENGINE_CHANCE_H
#define PENTACLE_ENGINE_CHANCE_H

#include "engine/game.h"

void shuffle(struct table *, zone_id, unsigned stream); // faces move, nobody knows them afterwards
unsigned roll(struct table *, unsigned sides, seat_id who); // 1 to sides
bool     flip(struct table *, seat_id who);                 // true = heads
unsigned pick(struct table *, unsigned count);              // 0 to count - 1

#endif
