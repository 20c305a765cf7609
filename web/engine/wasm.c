// What the page calls, and what it must lend: one hash. Everything else is the engine's own.
#include "web/engine/engine.h"
#include "web/engine/sodium.h"

#include "base/error.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("page"), import_name("sha256"))) void
page_sha256(const void *bytes, size_t size, void *digest);

static char  *request;
static size_t reply_size;

// Where to write a request of that many bytes.
EXPORT("request") char *wasm_request(size_t size);
char *wasm_request(size_t size)
{
    request = realloc(request, size + 1);
    if (!request) BUG("out of memory for a request");
    return request;
}

EXPORT("call") const char *wasm_call(size_t size);
const char *wasm_call(size_t size) { return engine_call(request, size, &reply_size); }

EXPORT("reply_size") size_t wasm_reply_size(void);
size_t wasm_reply_size(void) { return reply_size; }

// --- SHA-256, as libsodium calls it -------------------------------------------------------------

int crypto_hash_sha256_init(crypto_hash_sha256_state *s)
{
    *s = (crypto_hash_sha256_state){ 0 };
    return 0;
}

int crypto_hash_sha256_update(crypto_hash_sha256_state *s, const unsigned char *bytes,
                              unsigned long long size)
{
    s->bytes = realloc(s->bytes, s->size + (size_t)size + 1);
    if (!s->bytes) BUG("out of memory for a hash");
    memcpy(s->bytes + s->size, bytes, (size_t)size);
    s->size += (size_t)size;
    return 0;
}

int crypto_hash_sha256_final(crypto_hash_sha256_state *s, unsigned char *digest)
{
    page_sha256(s->bytes, s->size, digest);
    free(s->bytes);
    return crypto_hash_sha256_init(s);
}

int crypto_hash_sha256(unsigned char *digest, const unsigned char *bytes, unsigned long long size)
{
    page_sha256(bytes, (size_t)size, digest);
    return 0;
}
