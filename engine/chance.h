// chance.h - the only sources of chance in a match. Each draws from its own ChaCha20 stream keyed
// by the position, unless a scenario has forced the result.
#ifndef PENTACLE_ENGINE_CHANCE_H
#define PENTACLE_ENGINE_CHANCE_H

#include "engine/game.h"

// Faces move, nobody knows them afterwards.
void     shuffle(struct table *, zone_id, unsigned stream, struct reason);
unsigned roll(struct table *, unsigned sides, seat_id who, struct reason); // 1 to sides
unsigned roll_two(struct table *, seat_id who, struct reason); // 2D6: the sum of two dice of six
bool     flip(struct table *, seat_id who, struct reason);     // true = heads
unsigned pick(struct table *, unsigned count); // 0 to count - 1; who picks at random tells of it

#endif
