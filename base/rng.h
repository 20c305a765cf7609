// rng.h - a small fast generator (xoshiro256**) for bots, samples and tests. Chance inside a match
// never comes from here: see engine/chance.h.
#ifndef PENTACLE_BASE_RNG_H
#define PENTACLE_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t word[4];
};

struct rng rng_from(uint64_t seed);
uint64_t   rng_next(struct rng *);
uint32_t   rng_below(struct rng *, uint32_t bound); // uniform in [0, bound), bound > 0

#endif
