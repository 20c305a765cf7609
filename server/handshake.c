#include "server/handshake.h"

#include "base/error.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

// SHA-1, which the WebSocket handshake wants and libsodium has not; for nothing else.
static void sha1_block(uint32_t h[5], const uint8_t *p)
{
    static const uint32_t K[4] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
    uint32_t              w[80], v[5];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (unsigned i = 16; i < 80; i++) {
        uint32_t x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
        w[i]       = x << 1 | x >> 31;
    }
    memcpy(v, h, sizeof v);
    for (unsigned i = 0; i < 80; i++) {
        uint32_t f    = i < 20   ? (v[1] & v[2]) | (~v[1] & v[3])
                        : i < 40 ? v[1] ^ v[2] ^ v[3]
                        : i < 60 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])
                                 : v[1] ^ v[2] ^ v[3];
        uint32_t next = (v[0] << 5 | v[0] >> 27) + f + v[4] + K[i / 20] + w[i];
        v[4]          = v[3];
        v[3]          = v[2];
        v[2]          = v[1] << 30 | v[1] >> 2;
        v[1]          = v[0];
        v[0]          = next;
    }
    for (unsigned i = 0; i < 5; i++) h[i] += v[i];
}

static void sha1(const char *text, size_t size, uint8_t out[20])
{
    uint32_t h[5]       = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    uint8_t  block[128] = { 0 };
    if (size > 100) BUG("%zu bytes to hash", size);
    memcpy(block, text, size);
    block[size]   = 0x80;
    size_t blocks = size + 9 > 64 ? 2 : 1, bits = size * 8;
    block[blocks * 64 - 1] = (uint8_t)bits;
    block[blocks * 64 - 2] = (uint8_t)(bits >> 8);
    for (size_t i = 0; i < blocks; i++) sha1_block(h, block + 64 * i);
    for (unsigned i = 0; i < 20; i++) out[i] = (uint8_t)(h[i / 4] >> 8 * (3 - i % 4));
}

void handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT_MAX])
{
    char    text[100];
    uint8_t hash[20];
    int     size = snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(text, (size_t)size, hash);
    sodium_bin2base64(out, HANDSHAKE_ACCEPT_MAX, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}
