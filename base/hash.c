#include "base/hash.h"

// Four lanes of multiply-and-rotate over 8-byte words read in little-endian order.
enum { LANES = 4 };
static const uint64_t PRIME_A = 0x9E3779B185EBCA87u, PRIME_B = 0xC2B2AE3D27D4EB4Fu;

static uint64_t rotate(uint64_t x, unsigned n) { return x << n | x >> (64 - n); }

static uint64_t read_word(const unsigned char *p, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) word |= (uint64_t)p[i] << (8 * i);
    return word;
}

uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value * PRIME_B) * PRIME_A;
    return hash ^ hash >> 29;
}

uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *p           = bytes;
    uint64_t             lane[LANES] = { PRIME_A, PRIME_B, PRIME_A ^ PRIME_B, size * PRIME_A };
    size_t               left        = size;
    for (; left >= 8 * LANES; p += 8 * LANES, left -= 8 * LANES)
        for (size_t i = 0; i < LANES; i++)
            lane[i] = rotate(lane[i] + read_word(p + 8 * i, 8) * PRIME_B, 31) * PRIME_A;
    uint64_t hash = size;
    for (size_t i = 0; i < LANES; i++) hash = hash_mix(hash, lane[i]);
    for (; left >= 8; p += 8, left -= 8) hash = hash_mix(hash, read_word(p, 8));
    if (left) hash = hash_mix(hash, read_word(p, left));
    hash ^= hash >> 32;
    hash *= PRIME_B;
    return hash ^ hash >> 29;
}
