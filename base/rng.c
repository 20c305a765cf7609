#include "base/rng.h"

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
