#include "base/chacha.h"

static uint32_t rotate(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

static uint32_t read_word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

void chacha_block(const uint8_t key[CHACHA_KEY_SIZE], uint32_t counter, const uint32_t nonce[3],
                  uint32_t out[CHACHA_WORDS])
{
    uint32_t start[CHACHA_WORDS] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    for (unsigned i = 0; i < 8; i++) start[4 + i] = read_word(key + 4 * i);
    start[12] = counter;
    for (unsigned i = 0; i < 3; i++) start[13 + i] = nonce[i];

    uint32_t x[CHACHA_WORDS];
    for (unsigned i = 0; i < CHACHA_WORDS; i++) x[i] = start[i];
    for (unsigned round = 0; round < 20; round += 2) {
        for (unsigned i = 0; i < 4; i++) quarter_round(&x[i], &x[4 + i], &x[8 + i], &x[12 + i]);
        for (unsigned i = 0; i < 4; i++)
            quarter_round(&x[i], &x[4 + (i + 1) % 4], &x[8 + (i + 2) % 4], &x[12 + (i + 3) % 4]);
    }
    for (unsigned i = 0; i < CHACHA_WORDS; i++) out[i] = x[i] + start[i];
}
