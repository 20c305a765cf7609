// lang.c - finding the rows of a language by their names.
#include "meaning/lang.h"

static const struct {
    const char *name;
    uint16_t    code;
} SHAPES[] = {
#define AS_NAME(name) { #name, SHAPE_##name },
    MEANING_SHAPES(AS_NAME)
#undef AS_NAME
};

const char *shape_name(uint16_t shape)
{
    return shape > SHAPE_BEFORE && shape < SHAPE_END ? SHAPES[shape - SHAPE_BEFORE - 1].name : NULL;
}

bool shape_of(struct text name, uint16_t *shape)
{
    for (size_t i = 0; i < COUNT(SHAPES); i++)
        if (text_is(name, SHAPES[i].name)) return *shape = SHAPES[i].code, true;
    return false;
}

// The n-th name of a list of rows, or NULL behind its end.
struct list {
    const void *rows;
    size_t      size;
};
static const char *name_at(struct list list, size_t n)
{
    // Every row starts with its name.
    return list.rows ? *(const char *const *)(const void *)((const char *)list.rows + n * list.size)
                     : NULL;
}

#define LIST(rows) ((struct list){ (rows), sizeof *(rows) })

static const struct word_row SIDES[] = {
    { .name = "OWN", .bits = SIDE_OWN },
    { .name = "ALLY", .bits = SIDE_ALLY },
    { .name = "FRIENDLY", .bits = SIDE_OWN | SIDE_ALLY },
    { .name = "ENEMY", .bits = SIDE_ENEMY },
    { .name = "OTHERS", .bits = SIDE_ALLY | SIDE_ENEMY },
    { 0 },
};

static struct list list_of(const struct lang *g, uint16_t shape)
{
    switch (shape) {
    case SHAPE_DO: return LIST(g->verbs);
    case SHAPE_KIND: return LIST(g->kinds);
    case SHAPE_FACT:
    case SHAPE_LACKS: return LIST(g->facts);
    case SHAPE_PLACE: return LIST(g->places);
    case SHAPE_ARG: return LIST(g->words);
    case SHAPE_TEST: return LIST(g->tests);
    case SHAPE_STAT_OF:
    case SHAPE_STAT_IS:
    case SHAPE_LEAST:
    case SHAPE_MOST:
    case SHAPE_COMPARE: return LIST(g->stats);
    case SHAPE_COND: return LIST(g->conds);
    case SHAPE_UNTIL: return LIST(g->untils);
    case SHAPE_LATER: return LIST(g->moments);
    case SHAPE_REF: return LIST(g->pronouns);
    case SHAPE_EVENT: return LIST(g->events);
    case SHAPE_SIDE: return LIST(SIDES);
    default: return (struct list){ 0 };
    }
}

bool lang_value(const struct lang *g, uint16_t shape, struct text name, int16_t *value)
{
    struct list list = list_of(g, shape);
    if (!list.rows) return false;
    for (size_t i = 0; name_at(list, i); i++) {
        if (!text_is(name, name_at(list, i))) continue;
        *value = shape == SHAPE_SIDE ? (int16_t)SIDES[i].bits : (int16_t)i;
        return true;
    }
    return false;
}

void lang_list_values(const struct lang *g, uint16_t shape, struct writer *w)
{
    struct list list = list_of(g, shape);
    for (size_t i = 0; name_at(list, i); i++)
        write_format(w, "%s%s", i ? ", " : "", name_at(list, i));
}

const struct word_row *lang_list(const struct lang *g, struct text name)
{
    if (text_is(name, "kinds")) return g->kinds;
    if (text_is(name, "facts")) return g->facts;
    if (text_is(name, "places")) return g->places;
    if (text_is(name, "words")) return g->words;
    return NULL;
}
