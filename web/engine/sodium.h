// sodium.h - the little of libsodium that match/seal.c wants, where there is no libsodium: wasm.c
// asks the page for it.
#ifndef PENTACLE_WEB_ENGINE_SODIUM_H
#define PENTACLE_WEB_ENGINE_SODIUM_H

#include <stddef.h>

enum { crypto_hash_sha256_BYTES = 32 };

typedef struct {
    unsigned char *bytes; // all so far
    size_t         size;
} crypto_hash_sha256_state;

int crypto_hash_sha256_init(crypto_hash_sha256_state *);
int crypto_hash_sha256_update(crypto_hash_sha256_state *, const unsigned char *bytes,
                              unsigned long long size);
int crypto_hash_sha256_final(crypto_hash_sha256_state *, unsigned char *digest);
int crypto_hash_sha256(unsigned char *digest, const unsigned char *bytes, unsigned long long size);

#endif
