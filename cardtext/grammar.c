// grammar.c - puts a dialect together and proves that its rules can be used.
#include "cardtext/grammar_private.h"

#include "meaning/lang.h"

#include <string.h>

// ---- Words and names ----------------------------------------------------------------------------

static size_t bucket_of(struct text t)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < t.size; i++) {
        char c = t.at[i] >= 'A' && t.at[i] <= 'Z' ? (char)(t.at[i] + 32) : t.at[i];
        hash   = (hash ^ (unsigned char)c) * 16777619u;
    }
    return (hash ^ hash >> 16) % WORD_BUCKETS;
}

const struct word *grammar_word(const struct grammar *g, struct text spelling)
{
    const struct word *w = g->buckets[bucket_of(spelling)];
    while (w && !text_equal_fold(w->spelling, spelling)) w = w->next;
    return w;
}

static void set_sign_rules(const struct dialect_words *d, struct word *w)
{
    for (const struct sign_rule *s = d->signs; s && s->sign; s++) {
        if (!text_is(w->spelling, s->sign)) continue;
        w->tight_left  = s->tight_left;
        w->tight_right = s->tight_right;
    }
    for (const char *const *s = d->capitalise_after; s && *s; s++)
        if (text_is(w->spelling, *s)) w->capitalises = true;
}

const struct word *grammar_add_word(struct arena *arena, struct grammar *g, const struct token *t)
{
    const struct word *known = grammar_word(g, t->text);
    if (known) return known;
    struct word **bucket = &g->buckets[bucket_of(t->text)];
    struct word  *w      = ARENA_NEW(arena, struct word);
    w->spelling          = arena_text(arena, t->text);
    w->kind              = t->kind;
    w->id                = ++g->word_count;
    w->next              = *bucket;
    *bucket              = w;
    set_sign_rules(g->dialect, w);
    return w;
}

struct rule *grammar_rule_mutable(struct grammar *g, struct text name)
{
    struct rule *r = g->rules;
    while (r && !text_equal(r->name, name)) r = r->next;
    return r;
}

const struct rule *grammar_rule(const struct grammar *g, struct text name)
{
    const struct rule *r = g->rules;
    while (r && !text_equal(r->name, name)) r = r->next;
    return r;
}

static const struct op_name SHARED_OPS[] = { { "NONE", OP_NONE },     { "LINE", OP_LINE },
                                             { "NUMBER", OP_NUMBER }, { "NAME", OP_NAME },
                                             { "TEXT", OP_TEXT },     { NULL, 0 } };

bool grammar_op_code(const struct grammar *g, struct text name, uint16_t *code)
{
    const struct op_name *lists[] = { g->dialect->ops, SHARED_OPS };
    for (size_t i = 0; i < COUNT(lists); i++)
        for (const struct op_name *o = lists[i]; o && o->name; o++)
            if (text_is(name, o->name)) return *code = o->code, true;
    return g->dialect->lang && shape_of(name, code);
}

const char *grammar_op_name(const struct grammar *g, uint16_t code)
{
    const struct op_name *lists[] = { SHARED_OPS, g->dialect->ops };
    for (size_t i = 0; i < COUNT(lists); i++)
        for (const struct op_name *o = lists[i]; o && o->name; o++)
            if (o->code == code) return o->name;
    return shape_name(code) ? shape_name(code) : "?";
}

// ---- Proofs -------------------------------------------------------------------------------------

struct checker {
    struct grammar    *grammar;
    const struct rule *rule; // being checked, for messages
    struct error      *err;
};

static bool refuse(const struct checker *c, struct place at, const char *what)
{
    return fail(c->err, BAD_INPUT, at, "rule '%.*s': %s", SHOW(c->rule->name), what);
}

// ORDER EXPR: the kinds with parts come first.
static bool has_parts(const struct expr *e) { return e->kind <= EXPR_NOTE; }

static bool resolve_references(const struct checker *c, struct expr *e)
{
    if (has_parts(e))
        for (uint32_t i = 0; i < e->count; i++)
            if (!resolve_references(c, e->parts[i])) return false;
    if (e->kind != EXPR_RULE && e->kind != EXPR_QUOTE) return true;
    e->rule = grammar_rule(c->grammar, e->spelling);
    return e->rule || fail(c->err, BAD_INPUT, e->place, "rule '%.*s': there is no rule '%.*s'",
                           SHOW(c->rule->name), SHOW(e->spelling));
}

struct derived {
    bool     nullable, starts_line;
    uint32_t height, plain;
};

static struct derived derived_of(const struct expr *e)
{
    return (struct derived){ e->nullable, e->starts_line, e->height, e->plain };
}

static uint32_t higher(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t lower(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t one_more(uint32_t height) { return lower(height + 1, HEIGHT_NONE); }

static struct derived derived_of_sequence(const struct expr *e)
{
    struct derived f = { .nullable = true };
    for (uint32_t i = 0; i < e->count; i++) {
        const struct expr *part = e->parts[i];
        f.starts_line |= f.nullable && part->starts_line;
        f.nullable &= part->nullable;
        f.height = higher(f.height, part->height);
        f.plain  = higher(f.plain, part->plain);
    }
    return f;
}

static struct derived derived_of_choice(const struct expr *e)
{
    struct derived f = { .height = HEIGHT_NONE, .plain = HEIGHT_NONE };
    for (uint32_t i = 0; i < e->count; i++) {
        const struct expr *part = e->parts[i];
        f.starts_line |= part->starts_line;
        f.nullable |= part->nullable;
        f.height = lower(f.height, part->height);
        f.plain  = lower(f.plain, part->plain);
    }
    return f;
}

static struct derived derived_of_rule(const struct rule *r)
{
    struct derived f = derived_of(r->body);
    f.height         = one_more(f.height);
    f.plain          = one_more(f.plain);
    return f;
}

static struct derived derive(const struct grammar *g, const struct expr *e)
{
    const char    *line_start = g->dialect->line_start;
    struct derived f          = { .height = 1, .plain = 1 };
    switch (e->kind) {
    case EXPR_SEQUENCE: return derived_of_sequence(e);
    case EXPR_CHOICE: return derived_of_choice(e);
    case EXPR_NOTE: return derived_of(e->parts[0]);
    case EXPR_RULE: return derived_of_rule(e->rule);
    case EXPR_OPTION:
    case EXPR_REPEAT:
        f.nullable    = true;
        f.starts_line = e->parts[0]->starts_line;
        break;
    case EXPR_QUOTE:
        f.height = one_more(e->rule->body->plain);
        f.plain  = HEIGHT_NONE;
        break;
    case EXPR_NAME: f.plain = HEIGHT_NONE; break;
    case EXPR_GLUE:
    case EXPR_NOTHING: f.nullable = true; break;
    case EXPR_WORDS:
        f.starts_line = line_start && text_is(e->words[0]->spelling, line_start);
        break;
    case EXPR_NUMBER:
    case EXPR_ROMAN:
    case EXPR_WORD: break;
    }
    return f;
}

// One round over an expression; true if it learned something.
static bool learn(const struct grammar *g, struct expr *e)
{
    bool changed = false;
    if (has_parts(e))
        for (uint32_t i = 0; i < e->count; i++) changed |= learn(g, e->parts[i]);
    struct derived f = derive(g, e);
    changed |= f.nullable != e->nullable || f.starts_line != e->starts_line ||
               f.height != e->height || f.plain != e->plain;
    e->nullable    = f.nullable;
    e->starts_line = f.starts_line;
    e->height      = f.height;
    e->plain       = f.plain;
    return changed;
}

static void forget_heights(struct expr *e)
{
    e->height = e->plain = HEIGHT_NONE;
    if (has_parts(e))
        for (uint32_t i = 0; i < e->count; i++) forget_heights(e->parts[i]);
}

static void learn_all(struct grammar *g)
{
    for (struct rule *r = g->rules; r; r = r->next) forget_heights(r->body);
    for (bool changed = true; changed;) {
        changed = false;
        for (struct rule *r = g->rules; r; r = r->next) changed |= learn(g, r->body);
    }
}

enum { UNVISITED, VISITING, VISITED };

static bool visit_rule(struct checker *, struct rule *);

// Everything that can stand at the very left of e.
static bool visit_left(struct checker *c, const struct expr *e)
{
    if (e->kind == EXPR_RULE) return visit_rule(c, grammar_rule_mutable(c->grammar, e->spelling));
    if (!has_parts(e)) return true;
    for (uint32_t i = 0; i < e->count; i++) {
        if (!visit_left(c, e->parts[i])) return false;
        if (e->kind == EXPR_SEQUENCE && !e->parts[i]->nullable) return true;
    }
    return true;
}

static bool visit_rule(struct checker *c, struct rule *r)
{
    if (r->visited == VISITED) return true;
    if (r->visited == VISITING)
        return fail(c->err, BAD_INPUT, r->place,
                    "rule '%.*s' is left-recursive: it can start with itself", SHOW(r->name));
    r->visited = VISITING;
    if (!visit_left(c, r->body)) return false;
    r->visited = VISITED;
    return true;
}

// The list of alternatives that OP# counts: through brackets, notes and single rules.
static const struct expr *find_counted(const struct expr *e)
{
    while (e->kind == EXPR_NOTE || e->kind == EXPR_RULE)
        e = e->kind == EXPR_NOTE ? e->parts[0] : e->rule->body;
    return e->kind == EXPR_CHOICE ? e : NULL;
}

// In a sequence the only list in it is meant, or else the only rule that is a list.
static const struct expr *find_counted_in(const struct expr *e)
{
    if (e->kind != EXPR_SEQUENCE) return find_counted(e);
    static const enum expr_kind KINDS[] = { EXPR_CHOICE, EXPR_RULE };
    for (size_t k = 0; k < COUNT(KINDS); k++) {
        const struct expr *found = NULL;
        unsigned           count = 0;
        for (uint32_t i = 0; i < e->count; i++) {
            if (e->parts[i]->kind != KINDS[k] || !find_counted(e->parts[i])) continue;
            found = find_counted(e->parts[i]);
            count++;
        }
        if (count) return count == 1 ? found : NULL;
    }
    return NULL;
}

// Results are remembered where an expression can be asked again for the same position.
static bool is_remembered(const struct expr *e)
{
    return e->kind == EXPR_CHOICE || e->kind == EXPR_OPTION || e->kind == EXPR_REPEAT;
}

static bool finish_expr(const struct checker *c, struct expr *e)
{
    const struct dialect_words *d = c->grammar->dialect;
    if (has_parts(e))
        for (uint32_t i = 0; i < e->count; i++)
            if (!finish_expr(c, e->parts[i])) return false;
    if (e->kind == EXPR_REPEAT && e->parts[0]->nullable)
        return refuse(c, e->place, "what is repeated in { } can be empty");
    if (e->kind == EXPR_QUOTE && d->line_start && !e->rule->body->starts_line)
        return fail(c->err, BAD_INPUT, e->place,
                    "rule '%.*s': a quoted text starts with '%s', "
                    "but '%.*s' cannot",
                    SHOW(c->rule->name), d->line_start, SHOW(e->spelling));
    if (e->kind == EXPR_NOTE && e->counts) {
        e->counted = find_counted_in(e->parts[0]);
        if (!e->counted) return refuse(c, e->place, "'#' has no list of alternatives to count");
    }
    if (is_remembered(e)) e->memo = ++c->grammar->memo_count;
    return true;
}

static bool finish_rule(struct checker *c, struct rule *r)
{
    c->rule = r;
    if (r->body->height >= HEIGHT_NONE)
        return fail(c->err, BAD_INPUT, r->place, "rule '%.*s' never ends", SHOW(r->name));
    if (!finish_expr(c, r->body)) return false;
    if (has_parts(r->body) && !r->body->memo) r->body->memo = ++c->grammar->memo_count;
    return true;
}

static bool check_rules(struct grammar *g, struct error *err)
{
    struct checker c = { .grammar = g, .err = err };
    for (struct rule *r = g->rules; r; r = r->next) {
        c.rule = r;
        if (!resolve_references(&c, r->body)) return false;
    }
    learn_all(g);
    for (struct rule *r = g->rules; r; r = r->next)
        if (!visit_rule(&c, r)) return false;
    for (struct rule *r = g->rules; r; r = r->next)
        if (!finish_rule(&c, r)) return false;
    return true;
}

static struct text file_of(const struct dialect_words *d, const char *name)
{
    const struct embedded_file *f = embedded_find(d->files, name);
    if (!f) BUG("the game %s has no file %s", d->name, name);
    return (struct text){ f->bytes, f->size };
}

bool grammar_create(struct arena *arena, const struct dialect_words *d, struct grammar **out,
                    struct error *err)
{
    struct grammar *g = ARENA_NEW(arena, struct grammar);
    g->dialect        = d;
    g->rules_end      = &g->rules;
    struct text own   = d->files ? file_of(d, "words.grammar") : text_of(d->grammar);
    const char *name  = arena_format(arena, d->files ? "games/%s/words.grammar" : "%s grammar",
                                     d->name);
    if (!ebnf_read(arena, g, 1, "shared grammar", text_of(SENTENCE_GRAMMAR), err)) return false;
    if (!ebnf_read(arena, g, 2, name, own, err)) return false;
    if (!check_rules(g, err)) return false;
    *out = g;
    return true;
}
