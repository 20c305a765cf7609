// rows.c - the lists of rows of a meaning, while they grow and when they are compared.
#include "meaning/lowering.h"

#include <string.h>

static void *with_room(struct arena *arena, void *old, size_t size, uint32_t count,
                       uint32_t *capacity)
{
    if (count < *capacity) return old;
    uint32_t wider = *capacity ? *capacity * 2 : 16;
    char    *wide  = arena_alloc(arena, wider, size);
    if (count) memcpy(wide, old, count * size);
    memset(wide + count * size, 0, (wider - count) * size);
    *capacity = wider;
    return wide;
}

// Adds a row to one of the lists; 0 if no more fit.
#define ADDER(list, capacity, type)                                                                \
    uint16_t put_##list(struct lowering *l, struct type row)                                       \
    {                                                                                              \
        struct growing *g = l->g;                                                                  \
        if (g->m.list##_count >= ROWS_MAX)                                                         \
            return (uint16_t)lower_refuse(l, 0, "the cards say more than fits");                   \
        g->m.list = with_room(l->arena, g->m.list, sizeof row, g->m.list##_count, &g->capacity);   \
        g->m.list[g->m.list##_count] = row;                                                        \
        return (uint16_t)g->m.list##_count++;                                                      \
    }
ADDER(line, lines, line)
ADDER(step, steps, step)
ADDER(standing, standings, standing)
ADDER(things, things, things)
ADDER(amount, amounts, amount)
ADDER(cond, conds, cond)
ADDER(test, tests, test)
#undef ADDER

struct meaning *meaning_create(struct arena *arena, const struct lang *lang)
{
    struct growing *g = ARENA_NEW(arena, struct growing);
    struct fault    none;
    struct lowering l = { .arena = arena, .g = g, .lang = lang, .fault = &none };
    g->m.lang         = lang;
    put_step(&l, (struct step){ 0 });
    put_standing(&l, (struct standing){ 0 });
    put_things(&l, (struct things){ 0 });
    put_amount(&l, (struct amount){ 0 });
    put_cond(&l, (struct cond){ 0 });
    put_test(&l, (struct test){ 0 });
    return &g->m;
}

// The same rows, in whatever words they were said.
bool meaning_equal(const struct meaning *a, const struct meaning *b)
{
#define DIFFERS(list) (a->list##_count != b->list##_count)
    if (DIFFERS(line) || DIFFERS(step) || DIFFERS(standing) || DIFFERS(things) || DIFFERS(amount) ||
        DIFFERS(cond) || DIFFERS(test))
        return false;
#undef DIFFERS
#define EACH_ROW(list, type)                                                                       \
    for (uint32_t i = 0; i < a->list##_count; i++) {                                               \
        struct type x = a->list[i], y = b->list[i];                                                \
        x.words = y.words = 0;                                                                     \
        if (memcmp(&x, &y, sizeof x) != 0) return false;                                           \
    }
    EACH_ROW(step, step)
    EACH_ROW(standing, standing)
    EACH_ROW(things, things)
    EACH_ROW(amount, amount)
    EACH_ROW(cond, cond)
    EACH_ROW(test, test)
#undef EACH_ROW
    return memcmp(a->line, b->line, a->line_count * sizeof *a->line) == 0;
}
