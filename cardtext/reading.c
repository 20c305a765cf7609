// reading.c - from a line to a reading, and what can be asked about one.
#include "cardtext/reading_private.h"

#include <string.h>

static void look_up_words(const struct grammar *g, struct token_list *tokens)
{
    for (size_t i = 0; i < tokens->count; i++) {
        const struct word *w = grammar_word(g, tokens->at[i].text);
        if (w) tokens->at[i].word = w->id;
    }
}

// Printed words are never longer than the words read, apart from the blanks between them.
static size_t printed_size_max(struct token_list tokens)
{
    return tokens.size + 2 * tokens.count + 1;
}

struct reading *reading_finish(struct arena *arena, struct match *m, const struct rule *rule,
                               struct token_list tokens)
{
    struct reading *r    = ARENA_NEW(arena, struct reading);
    size_t          room = printed_size_max(tokens);
    struct writer   w    = writer_on(ARENA_ARRAY(arena, char, room), room);
    *r       = (struct reading){ .grammar = m->grammar, .rule = rule, .tokens = tokens };
    r->nodes = match_take(m, arena, rule);
    r->count = m->readings;
    memcpy(r->silent, m->silent, sizeof r->silent);
    nodes_print(m->grammar, r->nodes, &w);
    if (w.cut) BUG("a printed line outgrew its %zu bytes", room);
    r->printed = (struct text){ w.at, w.size };
    return r;
}

bool reading_create(struct arena *arena, const struct grammar *g, const char *start_rule,
                    struct text line, struct place at, struct reading **out, struct error *err)
{
    const struct rule *rule = grammar_rule(g, text_of(start_rule));
    if (!rule) return fail(err, BAD_INPUT, at, "the grammar has no rule '%s'", start_rule);
    struct token_list tokens;
    if (!tokens_read(arena, g->dialect, line, at, &tokens, err)) return false;
    tokens_complete(&tokens, g->dialect, rule->body->starts_line);
    look_up_words(g, &tokens);

    struct arena scratch;
    struct match m;
    arena_init(&scratch);
    match_init(&m, &scratch, g, tokens.at, tokens.count);
    bool ok = match_run(&m, rule);
    if (ok)
        *out = reading_finish(arena, &m, rule, tokens);
    else
        refuse_line(&m, rule, tokens, line, at, err);
    arena_finish(&scratch);
    return ok;
}

unsigned reading_count(const struct reading *r) { return r->count; }

size_t reading_print(const struct reading *r, char *out, size_t capacity)
{
    struct writer w = writer_on(out, capacity);
    write_text(&w, r->printed);
    return w.size;
}

size_t      reading_token_count(const struct reading *r) { return r->tokens.count; }
struct text reading_token(const struct reading *r, size_t i) { return r->tokens.at[i].text; }

bool reading_is_silent(const struct reading *r, size_t i)
{
    return r->silent[i / 64] >> i % 64 & 1;
}

uint32_t name_index(struct name_table *t, struct text name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (text_is(name, t->names[i])) return i;
    if (t->count == t->capacity) {
        uint32_t     capacity = t->capacity ? t->capacity * 2 : 16;
        const char **grown    = ARENA_ARRAY(t->arena, const char *, capacity);
        if (t->count) memcpy(grown, t->names, t->count * sizeof *grown);
        t->names    = grown;
        t->capacity = capacity;
    }
    t->names[t->count] = arena_text(t->arena, name).at;
    return t->count++;
}
