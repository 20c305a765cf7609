// arena.h - memory by lifetime: everything allocated from an arena dies with it. Running out of
// memory ends the program; nothing inside a running match allocates.
#ifndef PENTACLE_BASE_ARENA_H
#define PENTACLE_BASE_ARENA_H

#include "base/text.h"

struct arena_block;
struct arena {
    struct arena_block *blocks; // newest first
    size_t              total;  // bytes handed out since the last reset
};

void  arena_init(struct arena *);
void  arena_reset(struct arena *);  // frees everything, ready for use again
void  arena_finish(struct arena *); // the same; the arena is not used afterwards
void *arena_alloc(struct arena *, size_t count, size_t size); // zeroed, aligned for any type

// A copy that ends in a 0 byte, so that .at is also a C string.
struct text arena_text(struct arena *, struct text);
char *arena_format(struct arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), (count), sizeof(type)))

// Whole file into the arena; fails with the system's words.
struct error;
bool file_read(struct arena *, const char *path, size_t size_max, struct text *out, struct error *)
    __attribute__((warn_unused_result));

#endif
