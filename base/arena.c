#include "base/arena.h"

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024, ALIGNMENT = 16 };

struct arena_block {
    struct arena_block *older;
    size_t              used, capacity;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

void arena_init(struct arena *a) { *a = (struct arena){ 0 }; }

void arena_reset(struct arena *a)
{
    for (struct arena_block *b = a->blocks, *older; b; b = older) {
        older = b->older;
        free(b);
    }
    arena_init(a);
}

void arena_finish(struct arena *a) { arena_reset(a); }

void *arena_alloc(struct arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size) BUG("arena: %zu things of %zu bytes", count, size);
    size_t need = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!a->blocks || a->blocks->capacity - a->blocks->used < need) {
        size_t              capacity = need > BLOCK_SIZE ? need : BLOCK_SIZE;
        struct arena_block *b        = malloc(sizeof *b + capacity);
        if (!b) BUG("out of memory");
        b->older    = a->blocks;
        b->used     = 0;
        b->capacity = capacity;
        a->blocks   = b;
    }
    void *at = a->blocks->bytes + a->blocks->used;
    a->blocks->used += need;
    a->total += need;
    return memset(at, 0, need);
}

struct text arena_text(struct arena *a, struct text t)
{
    char *copy = arena_alloc(a, t.size + 1, 1);
    if (t.size) memcpy(copy, t.at, t.size);
    return (struct text){ copy, t.size };
}

char *arena_format(struct arena *a, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0) BUG("arena_format: %s", format);
    char *out = arena_alloc(a, (size_t)size + 1, 1);
    va_start(arguments, format);
    vsnprintf(out, (size_t)size + 1, format, arguments);
    va_end(arguments);
    return out;
}

bool file_read(struct arena *a, const char *path, size_t size_max, struct text *out,
               struct error *err)
{
    const struct place at   = { path, 0, 0 };
    FILE              *file = fopen(path, "rb");
    if (!file) return fail(err, IO_FAILED, at, "cannot be opened: %s", strerror(errno));
    size_t size = 0, capacity = 64 * 1024;
    char  *bytes = malloc(capacity);
    if (!bytes) BUG("out of memory");
    for (size_t got; (got = fread(bytes + size, 1, capacity - size, file)) > 0;) {
        size += got;
        if (size > size_max) break;
        if (size < capacity) continue;
        char *more = realloc(bytes, capacity *= 2);
        if (!more) BUG("out of memory");
        bytes = more;
    }
    bool broken = ferror(file) != 0;
    int  why    = errno;
    fclose(file);
    if (!broken && size <= size_max) *out = arena_text(a, (struct text){ bytes, size });
    free(bytes);
    if (broken) return fail(err, IO_FAILED, at, "cannot be read: %s", strerror(why));
    if (size > size_max)
        return fail(err, BAD_INPUT, at, "is larger than the %zu bytes accepted", size_max);
    return true;
}
