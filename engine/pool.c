#include "engine/pool.h"

uint32_t pool_name_hash(struct text name)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.at[i];
        if (c >= 'A' && c <= 'Z') c = (unsigned char)(c + 32);
        hash = (hash ^ c) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static bool is_named(const struct card_pool *pool, uint32_t def, struct text name)
{
    return text_equal_fold(text_of(pool->defs[def].name), name);
}

def_id pool_find(const struct card_pool *pool, struct text name)
{
    if (!pool->index) {
        for (uint32_t i = 0; i < pool->def_count; i++)
            if (is_named(pool, i, name)) return (def_id)i;
        return NO_DEF;
    }
    uint32_t mask = pool->index_size - 1;
    for (uint32_t i = pool_name_hash(name) & mask; pool->index[i] != NO_DEF; i = (i + 1) & mask)
        if (is_named(pool, pool->index[i], name)) return pool->index[i];
    return NO_DEF;
}

struct reason pool_words(const struct card_pool *pool, def_id def, uint32_t op,
                         struct reason otherwise)
{
    const struct card_def *card = &pool->defs[def];
    const struct op       *node = &pool->ops[op];
    for (uint32_t i = 0; i < card->line_count; i++) {
        uint32_t first = pool->lines[card->line_first + i].op_first;
        if (op > first && op < op_after(pool->ops, first))
            return (struct reason){
                .def = def, .line = (uint8_t)i, .at = node->at, .length = node->length
            };
    }
    return otherwise;
}

// A name that only starts right ("Nyssa" for "Nyssa, Hand of Ash") is as good as one wrong letter.
def_id pool_nearest(const struct card_pool *pool, struct text name)
{
    enum { START_SIZE_MIN = 3 };
    unsigned best  = (unsigned)(name.size < 64 ? name.size : 64) / 3 + 2; // farther is no help
    def_id   found = NO_DEF;
    if (!name.size) return NO_DEF;
    for (uint32_t i = 0; i < pool->def_count; i++) {
        struct text other    = text_of(pool->defs[i].name);
        unsigned    distance = text_distance(name, other);
        if (distance > 1 && name.size >= START_SIZE_MIN &&
            text_equal_fold(text_part(other, 0, name.size), name))
            distance = 1;
        if (distance < best) best = distance, found = (def_id)i;
    }
    return found;
}
