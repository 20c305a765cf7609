// chacha.h - one block of ChaCha20 (RFC 8439): 16 words from a key, a counter and a nonce.
#ifndef PENTACLE_BASE_CHACHA_H
#define PENTACLE_BASE_CHACHA_H

#include <stdint.h>

enum { CHACHA_WORDS = 16, CHACHA_KEY_SIZE = 32 };

void chacha_block(const uint8_t key[CHACHA_KEY_SIZE], uint32_t counter, const uint32_t nonce[3],
                  uint32_t out[CHACHA_WORDS]);

#endif
