#include "base/chacha.h"

// The four rows of the state; a round works on all columns at once.
typedef uint32_t row __attribute__((vector_size(16)));

static uint32_t read_word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static row rotate(row x, unsigned n) { return x << n | x >> (32 - n); }

static void quarter_rounds(row x[4])
{
    x[0] += x[1], x[3] = rotate(x[3] ^ x[0], 16);
    x[2] += x[3], x[1] = rotate(x[1] ^ x[2], 12);
    x[0] += x[1], x[3] = rotate(x[3] ^ x[0], 8);
    x[2] += x[3], x[1] = rotate(x[1] ^ x[2], 7);
}

void chacha_block(const uint8_t key[CHACHA_KEY_SIZE], uint32_t counter, const uint32_t nonce[3],
                  uint32_t out[CHACHA_WORDS])
{
    uint32_t word[8];
    for (unsigned i = 0; i < 8; i++) word[i] = read_word(key + 4 * i);
    row start[4] = { { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 },
                     { word[0], word[1], word[2], word[3] },
                     { word[4], word[5], word[6], word[7] },
                     { counter, nonce[0], nonce[1], nonce[2] } };
    row x[4]     = { start[0], start[1], start[2], start[3] };
    for (unsigned round = 0; round < 20; round += 2) {
        quarter_rounds(x);
        x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0); // diagonals become columns
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
        quarter_rounds(x);
        x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
    }
    for (unsigned i = 0; i < CHACHA_WORDS; i++) out[i] = x[i / 4][i % 4] + start[i / 4][i % 4];
}
