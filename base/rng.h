// rng.h - a small fast generator (xoshiro256**) for bots, samples and tests. Chance inside a match
// never comes from here: see engine/chance.h.
#ifndef PENTACLE_BASE_RNG_H
#define PENTACLE_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t word[4];
};

struct rng rng_from(uint64_t seed);

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t *w = r->word, five = w[1] * 5, shifted = w[1] << 17;
    w[2] ^= w[0], w[3] ^= w[1], w[1] ^= w[2], w[0] ^= w[3];
    w[2] ^= shifted, w[3] = w[3] << 45 | w[3] >> 19;
    return (five << 7 | five >> 57) * 9;
}

// Uniform in [0, bound), bound > 0.
static inline uint32_t rng_below(struct rng *r, uint32_t bound)
{
    // Lemire's multiplication with rejection: no modulo, no bias.
    uint64_t product = (uint64_t)(uint32_t)(rng_next(r) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (0u - bound) % bound;
        while ((uint32_t)product < least) product = (uint64_t)(uint32_t)(rng_next(r) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
