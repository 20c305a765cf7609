#include "sim/changed.h"

#include <string.h>

static bool is_changed(const struct card_pool *before, const struct card_pool *after, def_id def)
{
    return def >= before->def_count ||
           card_digest(before, &before->defs[def]) != card_digest(after, &after->defs[def]);
}

// Marks the cards that the words of a card name.
static bool mark_named(const struct card_pool *pool, const struct card_def *def, bool *marked)
{
    bool more = false;
    if (!def->line_count) return false;
    uint32_t first = pool->lines[def->line_first].op_first,
             next  = def->line_first + def->line_count,
             end   = next < pool->line_count ? pool->lines[next].op_first : pool->op_count;
    for (uint32_t i = first; i < end; i++) {
        if (pool->ops[i].code != OP_NAME) continue;
        for (uint32_t d = 0; d < pool->def_count; d++) {
            if (marked[d] || pool->defs[d].own_name != pool->ops[i].value) continue;
            marked[d] = more = true;
        }
    }
    return more;
}

// The cards of a deck, and all that their words name.
static void mark_reached(const struct card_pool *pool, const struct deck *deck, bool *marked)
{
    bool more = true;
    memset(marked, 0, pool->def_count * sizeof *marked);
    for (uint32_t i = 0; i < deck->count; i++) marked[deck->entries[i].def] = true;
    while (more) {
        more = false;
        for (uint32_t d = 0; d < pool->def_count; d++)
            if (marked[d]) more |= mark_named(pool, &pool->defs[d], marked);
    }
}

static bool holds(const struct deck *deck, def_id def)
{
    for (uint32_t i = 0; i < deck->count; i++)
        if (deck->entries[i].def == def) return true;
    return false;
}

struct changed_card *changed_cards(struct arena *arena, const struct card_pool *before,
                                   const struct sim_plan *after, unsigned *count)
{
    const struct card_pool *pool   = after->box->pool;
    struct changed_card    *list   = ARENA_ARRAY(arena, struct changed_card, pool->def_count);
    bool                   *marked = ARENA_ARRAY(arena, bool, pool->def_count);
    *count                         = 0;
    for (uint32_t d = 0; d < pool->def_count; d++)
        if (is_changed(before, pool, (def_id)d))
            list[(*count)++] = (struct changed_card){ .name   = pool->defs[d].name,
                                                      .is_new = d >= before->def_count };
    for (unsigned deck = 0; deck < after->deck_count; deck++) {
        mark_reached(pool, after->decks[deck], marked);
        for (unsigned i = 0, d = 0; d < pool->def_count; d++) {
            if (!is_changed(before, pool, (def_id)d)) continue;
            if (holds(after->decks[deck], (def_id)d)) list[i].held |= BIT(deck);
            if (marked[d]) list[i].reached |= BIT(deck);
            i++;
        }
    }
    return list;
}

bool changed_decks(const struct changed_card *list, unsigned count, uint32_t *decks,
                   struct error *err)
{
    *decks = 0;
    if (!count)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "nothing is changed: every card of the file is printed as it was");
    for (unsigned i = 0; i < count; i++) {
        *decks |= list[i].reached;
        if (!list[i].reached)
            return fail(err, BAD_INPUT, (struct place){ 0 },
                        "no deck that plays holds \"%s\"%s; name decks with it by --decks (a .deck "
                        "file will do)",
                        list[i].name, list[i].is_new ? ", a new card" : "");
    }
    return true;
}

// --- in words -----------------------------------------------------------------------------------

static void write_decks(struct writer *w, const struct sim_result *r, uint32_t decks)
{
    const char *comma = "";
    for (unsigned d = 0; d < r->deck_count; d++) {
        if (!(decks >> d & 1)) continue;
        write_format(w, "%s%s", comma, r->decks[d]);
        comma = ", ";
    }
}

static bool came_up(const struct sim_result *r, const char *name)
{
    const struct tally *y = r->tally;
    for (unsigned c = 0; c < y->card_count; c++)
        for (unsigned d = 0; d < y->deck_count && strcmp(r->cards[c], name) == 0; d++) {
            const struct card_row *row = &y->cards[d * y->card_count + c];
            if (row->drawn.games || row->played.games) return true;
        }
    return false;
}

const char *say_changed_cards(struct arena *arena, const struct changed_card *list, unsigned count,
                              const struct sim_result *after)
{
    char          text[2048];
    struct writer w     = writer_on(text, sizeof text);
    const char   *never = "; never in a hand and never played: ";
    for (unsigned i = 0; i < count; i++) {
        write_format(&w, "%s%s (%s", i ? ", " : "", list[i].name, list[i].is_new ? "new; " : "");
        if (!list[i].held) write_chars(&w, "named by cards of ");
        write_decks(&w, after, list[i].held ? list[i].held : list[i].reached);
        write_chars(&w, ")");
    }
    for (unsigned i = 0; i < count; i++) {
        if (came_up(after, list[i].name)) continue;
        write_format(&w, "%s%s", never, list[i].name);
        never = ", ";
    }
    return arena_text(arena, (struct text){ text, w.size }).at;
}
