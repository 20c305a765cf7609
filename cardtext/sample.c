// sample.c - random lines that a grammar accepts: a random tree, printed.
#include "cardtext/reading_private.h"

enum {
    LEAVES_ENOUGH = 40, // from here on only the shortest way out is taken
    HEIGHT_ENOUGH = 30, // the same, for trees
    NUMBER_MAX    = 9
};

const char *const SAMPLE_NAME[] = { "Ember Fox", "Stone Guard", "Red Choir", "Hollowmere" };
const char *const SAMPLE_WORD[] = { "Ember", "Frost", "Echo", "Thorn" };

struct sampler {
    uint32_t (*luck)(void *, uint32_t bound);
    void        *context;
    struct arena arena;
    unsigned     leaves, height;
    bool         quoted; // quotations do not nest
};

static uint32_t below(struct sampler *s, uint32_t bound) { return s->luck(s->context, bound); }

static bool has_enough(const struct sampler *s)
{
    return s->leaves >= LEAVES_ENOUGH || s->height >= HEIGHT_ENOUGH;
}

static struct node *add_node(struct sampler *s, const struct expr *e, struct node **tail)
{
    struct node *n = ARENA_NEW(&s->arena, struct node);
    n->expr        = e;
    *tail          = n;
    return n;
}

static struct node **grow(struct sampler *, const struct expr *, struct node **tail);

static uint32_t height_of(const struct sampler *s, const struct expr *e)
{
    return s->quoted ? e->plain : e->height;
}

static bool is_possible(const struct sampler *s, const struct expr *e)
{
    return height_of(s, e) < HEIGHT_NONE;
}

static uint32_t pick(struct sampler *s, const struct expr *choice)
{
    uint32_t lowest = 0, i = below(s, choice->count);
    if (!has_enough(s) && is_possible(s, choice->parts[i])) return i;
    for (i = 1; i < choice->count; i++)
        if (height_of(s, choice->parts[i]) < height_of(s, choice->parts[lowest])) lowest = i;
    return lowest;
}

// Is what may be left out there this time?
static bool is_wanted(struct sampler *s, const struct expr *e, uint32_t one_in)
{
    return !has_enough(s) && is_possible(s, e->parts[0]) && below(s, one_in) == 0;
}

static struct node **grow_choice(struct sampler *s, const struct expr *e, struct node **tail)
{
    struct node *n = add_node(s, e, tail);
    n->value       = (int16_t)pick(s, e);
    grow(s, e->parts[n->value], &n->child);
    return &n->next;
}

static struct node **grow_around(struct sampler *s, const struct expr *e, const struct expr *inside,
                                 struct node **tail)
{
    struct node *n      = add_node(s, e, tail);
    bool         quoted = s->quoted;
    s->quoted |= e->kind == EXPR_QUOTE;
    s->height++;
    grow(s, inside, &n->child);
    s->height--;
    s->quoted = quoted;
    return &n->next;
}

static struct node **grow_leaf(struct sampler *s, const struct expr *e, struct node **tail)
{
    struct node *n = add_node(s, e, tail);
    s->leaves++;
    if (e->kind == EXPR_NUMBER) n->value = (int16_t)below(s, NUMBER_MAX + 1);
    if (e->kind == EXPR_ROMAN) n->value = (int16_t)(below(s, 5) + 1);
    if (e->kind == EXPR_NAME) n->text = text_of(SAMPLE_NAME[below(s, SAMPLE_NAMES)]);
    if (e->kind == EXPR_WORD) n->text = text_of(SAMPLE_WORD[below(s, SAMPLE_NAMES)]);
    return &n->next;
}

static struct node **grow(struct sampler *s, const struct expr *e, struct node **tail)
{
    switch (e->kind) {
    case EXPR_SEQUENCE:
        for (uint32_t i = 0; i < e->count; i++) tail = grow(s, e->parts[i], tail);
        return tail;
    case EXPR_CHOICE: return grow_choice(s, e, tail);
    case EXPR_OPTION: return is_wanted(s, e, 2) ? grow(s, e->parts[0], tail) : tail;
    case EXPR_REPEAT:
        while (is_wanted(s, e, 3)) tail = grow(s, e->parts[0], tail);
        return tail;
    case EXPR_NOTE: return grow_around(s, e, e->parts[0], tail);
    case EXPR_RULE:
    case EXPR_QUOTE: return grow_around(s, e, e->rule->body, tail);
    case EXPR_WORDS:
    case EXPR_NUMBER:
    case EXPR_ROMAN:
    case EXPR_WORD:
    case EXPR_NAME:
    case EXPR_GLUE:
    case EXPR_NOTHING: return grow_leaf(s, e, tail);
    }
    BUG("expression kind %d", (int)e->kind);
}

size_t grammar_sample(const struct grammar *g, const char            *start_rule,
                      uint32_t (*luck)(void *, uint32_t bound), void *context, char *out,
                      size_t capacity)
{
    const struct rule *rule = grammar_rule(g, text_of(start_rule));
    if (!rule) BUG("the grammar has no rule '%s'", start_rule);
    struct sampler s     = { .luck = luck, .context = context };
    struct node   *nodes = NULL;
    struct writer  w     = writer_on(out, capacity);
    grow(&s, rule->body, &nodes);
    nodes_print(g, nodes, &w);
    arena_finish(&s.arena);
    return w.cut ? 0 : w.size;
}
