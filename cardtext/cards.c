// A set owns one arena; its arrays grow in it by doubling. A copy made by card_set_extend starts
// with copies of the arrays and shares everything they point to.
#include "cardtext/cards_private.h"

#include "meaning/explain.h"

#include <string.h>

static void show_arrays(struct card_set *set)
{
    set->pool.defs       = set->defs;
    set->pool.lines      = set->lines;
    set->pool.ops        = set->ops;
    set->pool.index      = set->index;
    set->pool.names      = set->names.names;
    set->pool.name_count = set->names.count;
}

// Room for `more` things after the first `count`.
static void *with_room(struct arena *arena, void *old, size_t size, uint32_t count, size_t more,
                       uint32_t *capacity)
{
    if (*capacity - count >= more) return old;
    uint32_t wider = *capacity ? *capacity : 64;
    while (wider - count < more) wider *= 2;
    void *wide = arena_alloc(arena, wider, size);
    if (count) memcpy(wide, old, count * size);
    *capacity = wider;
    return wide;
}

// Of cards with one name the last one is found.
static void index_add(struct card_set *set, uint32_t def)
{
    struct text name = text_of(set->defs[def].name);
    uint32_t    mask = set->pool.index_size - 1;
    uint32_t    i    = pool_name_hash(name) & mask;
    while (set->index[i] != NO_DEF &&
           !text_equal_fold(name, text_of(set->defs[set->index[i]].name)))
        i = (i + 1) & mask;
    set->index[i] = (def_id)def;
    set->indexed  = def + 1;
}

static void index_rebuild(struct card_set *set, uint32_t count)
{
    uint32_t size = 128;
    while (size < 2 * set->def_capacity) size *= 2;
    if (size != set->pool.index_size) {
        set->index           = ARENA_ARRAY(&set->arena, def_id, size);
        set->pool.index_size = size;
    }
    memset(set->index, 0xFF, size * sizeof *set->index);
    set->indexed = 0;
    for (uint32_t i = 0; i < count; i++) index_add(set, i);
}

uint32_t set_add_ops(struct card_set *set, const struct op *ops, size_t count)
{
    uint32_t at = set->pool.op_count;
    set->ops    = with_room(&set->arena, set->ops, sizeof *ops, at, count, &set->op_capacity);
    if (count) memcpy(set->ops + at, ops, count * sizeof *ops);
    set->pool.op_count += (uint32_t)count;
    show_arrays(set);
    return at;
}

uint32_t set_add_lines(struct card_set *set, const struct card_line *lines, size_t count)
{
    uint32_t at = set->pool.line_count;
    set->lines  = with_room(&set->arena, set->lines, sizeof *lines, at, count, &set->line_capacity);
    if (count) memcpy(set->lines + at, lines, count * sizeof *lines);
    set->pool.line_count += (uint32_t)count;
    show_arrays(set);
    return at;
}

struct card_def *set_add_def(struct card_set *set, const struct card_def *def)
{
    uint32_t at       = set->pool.def_count;
    uint32_t capacity = set->def_capacity;
    set->defs         = with_room(&set->arena, set->defs, sizeof *def, at, 1, &set->def_capacity);
    set->defs[at]     = *def;
    set->pool.def_count++;
    if (set->def_capacity != capacity) index_rebuild(set, set->indexed);
    if (!set->trial) index_add(set, at);
    show_arrays(set);
    return &set->defs[at];
}

struct set_mark set_mark(const struct card_set *set)
{
    return (struct set_mark){ set->pool.def_count, set->pool.line_count, set->pool.op_count,
                              set->names.count };
}

void set_go_back(struct card_set *set, struct set_mark mark)
{
    set->pool.def_count  = mark.defs;
    set->pool.line_count = mark.lines;
    set->pool.op_count   = mark.ops;
    set->names.count     = mark.names;
    if (set->indexed > mark.defs) index_rebuild(set, mark.defs);
    show_arrays(set);
}

static struct card_set *set_new(const struct dialect_words *words, const struct card_form *form)
{
    struct arena arena;
    arena_init(&arena);
    struct card_set *set = ARENA_NEW(&arena, struct card_set);
    set->arena           = arena;
    set->words           = words;
    set->form            = form;
    set->names.arena     = &set->arena;
    return set;
}

static void check_form(const struct card_form *form)
{
    for (const struct form_tag *t = form->tags; t->word; t++)
        if (t->tag >= 64) BUG("tag %s has number %u, 63 is the last", t->word, t->tag);
    for (const struct form_field *f = form->fields; f->word; f++)
        if (f->field >= FIELDS_MAX) BUG("field %s has number %u", f->word, f->field);
}

struct card_set *card_set_create(const struct dialect_words *words, const struct card_form *form,
                                 struct error *err)
{
    check_form(form);
    struct card_set *set = set_new(words, form);
    struct grammar  *grammar;
    if (!grammar_create(&set->arena, words, &grammar, err)) {
        card_set_destroy(set);
        return NULL;
    }
    set->grammar = grammar;
    index_rebuild(set, 0);
    show_arrays(set);
    return set;
}

struct card_set *card_set_extend(const struct card_set *old, struct error *err)
{
    (void)err; // running out of memory ends the program, nothing else can go wrong
    struct card_set *set      = set_new(old->words, old->form);
    set->grammar              = old->grammar;
    set->defs                 = ARENA_ARRAY(&set->arena, struct card_def, old->def_capacity);
    set->lines                = ARENA_ARRAY(&set->arena, struct card_line, old->line_capacity);
    set->ops                  = ARENA_ARRAY(&set->arena, struct op, old->op_capacity);
    set->index                = ARENA_ARRAY(&set->arena, def_id, old->pool.index_size);
    set->names.names          = ARENA_ARRAY(&set->arena, const char *, old->names.capacity);
    set->def_capacity         = old->def_capacity;
    set->line_capacity        = old->line_capacity;
    set->op_capacity          = old->op_capacity;
    set->names.capacity       = old->names.capacity;
    set->names.count          = old->names.count;
    set->indexed              = old->indexed;
    set->pool                 = old->pool;
    set->pool.game            = NULL; // it was derived from fewer cards
    const struct card_pool *p = &old->pool;
    if (p->def_count) memcpy(set->defs, old->defs, p->def_count * sizeof *set->defs);
    if (p->line_count) memcpy(set->lines, old->lines, p->line_count * sizeof *set->lines);
    if (p->op_count) memcpy(set->ops, old->ops, p->op_count * sizeof *set->ops);
    memcpy(set->index, old->index, p->index_size * sizeof *set->index);
    for (uint32_t i = 0; i < old->names.count; i++) set->names.names[i] = old->names.names[i];
    show_arrays(set);
    return set;
}

void card_set_destroy(struct card_set *set)
{
    if (!set) return;
    struct arena arena = set->arena; // the set lies inside
    arena_finish(&arena);
}

void card_set_let_shadow(struct card_set *set) { set->shadowing = true; }

const struct card_pool *card_set_pool(const struct card_set *set) { return &set->pool; }
struct card_pool       *card_set_pool_mutable(struct card_set *set) { return &set->pool; }
struct arena           *card_set_arena(struct card_set *set) { return &set->arena; }
const struct grammar   *card_set_grammar(const struct card_set *set) { return set->grammar; }

bool explain_card_line(const struct card_form *form, const struct card_pool *pool,
                       const struct card_def *d, uint32_t line, struct writer *w)
{
    if (pool->meaning)
        explain_line(pool->meaning, line, w);
    else if (form->explain)
        form->explain(pool, d, line, w);
    return pool->meaning || form->explain;
}
