// fair.h - was the shuffle promised before the seats spoke, and is this match the one it makes?
#ifndef PENTACLE_SERVER_FAIR_H
#define PENTACLE_SERVER_FAIR_H

#include "base/error.h"
#include "base/text.h"

// Reckons everything anew from what the server told (/fair/<table>): the commitment, the seats'
// hashes, and the key, which must be that of the match. Names the first thing that does not agree.
// `missing` becomes the number of seats that gave no seed.
MUST_USE bool fair_check(const char *source, struct text told, const char *game,
                         const uint8_t key[32], unsigned *missing, struct error *);

#endif
