#include "base/rng.h"

static uint64_t rotate(uint64_t x, unsigned n) { return x << n | x >> (64 - n); }

struct rng rng_from(uint64_t seed)
{
    struct rng r;
    for (unsigned i = 0; i < 4; i++) { // splitmix64 spreads a small seed over all bits
        uint64_t z = seed += 0x9E3779B97F4A7C15u;
        z          = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z          = (z ^ z >> 27) * 0x94D049BB133111EBu;
        r.word[i]  = z ^ z >> 31;
    }
    return r;
}

uint64_t rng_next(struct rng *r)
{
    uint64_t *w      = r->word;
    uint64_t  result = rotate(w[1] * 5, 7) * 9, shifted = w[1] << 17;
    w[2] ^= w[0], w[3] ^= w[1], w[1] ^= w[2], w[0] ^= w[3];
    w[2] ^= shifted, w[3] = rotate(w[3], 45);
    return result;
}

uint32_t rng_below(struct rng *r, uint32_t bound)
{
    // Lemire's multiplication with rejection: no modulo, no bias.
    uint64_t product = (uint64_t)(uint32_t)(rng_next(r) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (0u - bound) % bound;
        while ((uint32_t)product < least) product = (uint64_t)(uint32_t)(rng_next(r) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
