// refusal.c - what was found, what would be accepted there, and lines close to it that would be
// read.
//
// The lines are found by trying: one word replaced, left out or put in, at the word that could not
// be read or at the one before it. The cheapest repairs are tried first, and only so many of them.
#include "cardtext/reading_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX         = 3,   // shown
    TRIES_MAX         = 300, // repaired lines that are read
    REPAIR_TOKENS_MAX = 120, // longer lines are not repaired
    CHOICES_MAX       = 12,  // accepted words shown
    FOUND_MAX         = 60,  // bytes of the found word shown
    WORK_MAX          = 1200000
};

// ---- What was found and what was expected -------------------------------------------------------

static void say_clipped(struct writer *w, struct text t)
{
    if (t.size <= FOUND_MAX) {
        write_text(w, t);
        return;
    }
    t.size = FOUND_MAX;
    while (t.size && ((unsigned char)t.at[t.size] & 0xC0) == 0x80) t.size--;
    write_text(w, t);
    write_chars(w, "...");
}

static void say_found(struct writer *w, const struct token *t)
{
    if (!t) {
        write_chars(w, "found the end of the line");
        return;
    }
    bool is_quoted = t->kind == TOKEN_NAME;
    write_chars(w, is_quoted ? "found the name " : "found \"");
    say_clipped(w, t->text);
    if (!is_quoted) write_char(w, '"');
}

// The words of a terminal that are still missing, as it spells them.
static struct text rest_of_terminal(struct expected x)
{
    struct text rest = x.expr->spelling;
    for (uint32_t i = 0; i < x.skip; i++)
        rest = text_trim(text_part(rest, x.expr->words[i]->spelling.size, rest.size));
    return rest;
}

static struct text name_of(struct expected x)
{
    if (!x.expr) return TEXT("the end of the line");
    switch (x.expr->kind) {
    case EXPR_WORDS: return rest_of_terminal(x);
    case EXPR_NUMBER: return TEXT("NUMBER");
    case EXPR_ROMAN: return TEXT("ROMAN");
    case EXPR_WORD: return TEXT("WORD");
    case EXPR_NAME: return TEXT("\"NAME\"");
    case EXPR_QUOTE: return x.skip ? TEXT("the end of the quotation") : TEXT("\"QUOTED TEXT\"");
    case EXPR_SEQUENCE:
    case EXPR_CHOICE:
    case EXPR_OPTION:
    case EXPR_REPEAT:
    case EXPR_NOTE:
    case EXPR_RULE:
    case EXPR_GLUE:
    case EXPR_NOTHING: break;
    }
    BUG("expression kind %d was expected", (int)x.expr->kind);
}

static bool is_terminal(struct expected x) { return x.expr && x.expr->kind == EXPR_WORDS; }

struct shown {
    struct text text;
    bool        is_terminal;
    unsigned    distance;
};

// Keeps the list in order of distance and free of doubles; returns its new size.
static size_t show_also(struct shown *list, size_t count, struct shown s)
{
    for (size_t i = 0; i < count; i++)
        if (text_equal_fold(list[i].text, s.text)) return count;
    size_t i = count;
    for (; i > 0 && list[i - 1].distance > s.distance; i--) list[i] = list[i - 1];
    list[i] = s;
    return count + 1;
}

// Words like the one found come first; the others keep the order of the grammar.
static unsigned likeness(struct text found, struct text s)
{
    unsigned distance = text_distance(found, s);
    return distance < found.size && distance < s.size ? distance : UINT_MAX;
}

static bool is_word_expected(const struct match *m, const char *word)
{
    for (size_t i = 0; i < m->expected_count; i++)
        if (is_terminal(m->expected[i]) &&
            text_equal_fold(rest_of_terminal(m->expected[i]), text_of(word)))
            return true;
    return false;
}

// Does the word stand where a verb does: "fling 1 Unit", "fling it"?
static bool is_like_verb(const struct match *m, const struct token *found)
{
    static const char *const BEHIND[] = { "a",  "an",   "the",  "all",  "any", "each", "every",
                                          "it", "this", "that", "them", "up",  "your", "another" };
    if (!found || found->kind != TOKEN_WORD || found + 1 == m->tokens + m->count) return false;
    const struct token *next = found + 1;
    bool                like = next->kind == TOKEN_NUMBER;
    for (size_t i = 0; i < sizeof BEHIND / sizeof *BEHIND; i++)
        like |= text_equal_fold(next->text, text_of(BEHIND[i]));
    return like;
}

// A sentence of the form that would do says more than a hundred words.
static bool say_form(struct writer *w, const struct match *m, const struct token *found)
{
    for (const struct form_said *f = m->grammar->dialect->forms; f && f->beside; f++) {
        if (!is_word_expected(m, f->beside)) continue;
        if (f->verb && is_like_verb(m, found))
            write_format(w, f->verb, SHOW(found->text));
        else
            write_format(w, ": %s", f->says);
        return true;
    }
    return false;
}

static void say_expected(struct writer *w, const struct match *m, const struct token *found)
{
    struct shown list[EXPECTED_MAX];
    size_t       count = 0;
    for (size_t i = 0; i < m->expected_count; i++) {
        struct shown s = { name_of(m->expected[i]), is_terminal(m->expected[i]), 0 };
        if (found) s.distance = likeness(found->text, s.text);
        count = show_also(list, count, s);
    }
    if (count > CHOICES_MAX && say_form(w, m, found)) return;
    for (size_t i = 0; i < count && i < CHOICES_MAX; i++) {
        const char *mark = list[i].is_terminal ? "\"" : "";
        write_format(w, "%s%s%.*s%s", i ? ", " : ", accepted here: ", mark, SHOW(list[i].text),
                     mark);
    }
    if (count > CHOICES_MAX && !m->grammar->dialect->forms)
        write_format(w, " and %zu more", count - CHOICES_MAX);
}

static bool is_text_expected(const struct match *m)
{
    for (size_t i = 0; i < m->expected_count; i++)
        if (m->expected[i].expr && m->expected[i].expr->kind == EXPR_QUOTE && !m->expected[i].skip)
            return true;
    return false;
}

// A sign also stands for whatever follows it where one thing alone may.
static bool is_word_of(const struct match *m, const struct token *found, const char *word)
{
    const struct token *before = m->furthest ? &m->tokens[m->furthest - 1] : found;
    if (strcmp(word, "NUMBER") == 0) return found->kind == TOKEN_NUMBER;
    if (strcmp(word, "NUMBERS") == 0)
        return found->kind == TOKEN_NUMBER && before->kind == TOKEN_NUMBER;
    if (m->expected_count == 1 && before->kind == TOKEN_SIGN &&
        text_equal(before->text, text_of(word)))
        return true;
    return text_equal_fold(found->text, text_of(word));
}

static bool is_name_expected(const struct match *m)
{
    for (size_t i = 0; i < m->expected_count; i++)
        if (m->expected[i].expr && m->expected[i].expr->kind == EXPR_NAME) return true;
    return false;
}

// What to write instead, if that is known: then no lines close to it are looked for.
static bool say_advice(struct writer *w, const struct match *m, const struct token *found)
{
    const struct dialect_words *d = m->grammar->dialect;
    if (found && found->kind == TOKEN_NAME && d->line_start && is_text_expected(m)) {
        write_format(w, ": a quoted text begins with %s", d->line_start);
        return true;
    }
    for (const struct advice *a = d->advice; found && a && a->word; a++)
        if (is_word_of(m, found, a->word) && is_word_expected(m, a->beside)) {
            write_format(w, ": %s", a->instead);
            return true;
        }
    bool inside    = m->furthest > 0 && m->tokens[m->furthest - 1].kind != TOKEN_SIGN;
    bool is_proper = found && inside && found->kind == TOKEN_WORD && !found->word &&
                     found->text.size > 1 && found->text.at[0] >= 'A' && found->text.at[0] <= 'Z';
    if (is_proper && is_name_expected(m))
        write_format(w, ": a name stands in quotes, \"%.*s ...\"", SHOW(found->text));
    return false;
}

// ---- Repairs ------------------------------------------------------------------------------------

// `removed` tokens at a position are replaced by the first `added` tokens of what was expected.
struct repair {
    size_t          at, removed, added;
    struct expected expected;
    unsigned        cost, number;
};

struct repairs {
    struct match      *failed;
    const struct rule *rule;
    struct token_list  tokens;
    struct arena      *arena;
    struct repair     *list;
    size_t             count, capacity;
    uint64_t           work;
    struct text        lines[LINES_MAX];
    size_t             line_count;
};

static void add_repair(struct repairs *r, struct repair repair)
{
    if (r->count == r->capacity) return;
    repair.number       = (unsigned)r->count;
    r->list[r->count++] = repair;
}

static struct text first_words(struct expected x, size_t count)
{
    if (x.expr->kind != EXPR_WORDS) return TEXT("1");
    if (x.skip + count == x.expr->count) return rest_of_terminal(x);
    return x.expr->words[x.skip]->spelling;
}

// A word that has nothing in common with the one found is dearer than putting it in beside it.
static unsigned replacing_cost(struct text found, struct text words)
{
    unsigned distance = text_distance(found, words);
    size_t   longer   = found.size > words.size ? found.size : words.size;
    return distance < longer ? distance : distance + (unsigned)longer;
}

static void propose_words(struct repairs *r, size_t at, struct expected x, size_t count)
{
    struct text words = first_words(x, count);
    add_repair(r, (struct repair){
                      .at = at, .added = count, .expected = x, .cost = (unsigned)words.size + 1 });
    if (at == r->tokens.count) return;
    add_repair(r, (struct repair){ .at       = at,
                                   .removed  = 1,
                                   .added    = count,
                                   .expected = x,
                                   .cost     = replacing_cost(r->tokens.at[at].text, words) });
}

// A free word or a quotation cannot be made up, but a word that the grammar does not know can be
// made a name.
static void propose(struct repairs *r, size_t at, struct expected x)
{
    if (!x.expr) return;
    switch (x.expr->kind) {
    case EXPR_WORDS:
        propose_words(r, at, x, 1);
        if (x.expr->count - x.skip > 1) propose_words(r, at, x, x.expr->count - x.skip);
        return;
    case EXPR_NUMBER:
    case EXPR_ROMAN: propose_words(r, at, x, 1); return;
    case EXPR_NAME:
        if (at < r->tokens.count && r->tokens.at[at].kind == TOKEN_WORD && !r->tokens.at[at].word)
            add_repair(r, (struct repair){ at, 1, 1, x, 2, 0 });
        return;
    case EXPR_SEQUENCE:
    case EXPR_CHOICE:
    case EXPR_OPTION:
    case EXPR_REPEAT:
    case EXPR_NOTE:
    case EXPR_RULE:
    case EXPR_QUOTE:
    case EXPR_WORD:
    case EXPR_GLUE:
    case EXPR_NOTHING: return;
    }
}

static void propose_all(struct repairs *r, const struct match *m, size_t at)
{
    for (size_t i = 0; i < m->expected_count; i++) propose(r, at, m->expected[i]);
    if (at < r->tokens.count)
        add_repair(r, (struct repair){
                          .at = at, .removed = 1, .cost = (unsigned)r->tokens.at[at].text.size });
}

// What could stand at the token before the refused one: whatever the line up to there asks for.
static void propose_before(struct repairs *r, size_t at)
{
    struct match *m = ARENA_NEW(r->arena, struct match);
    match_init(m, r->arena, r->failed->grammar, r->tokens.at, at);
    m->work_max = WORK_MAX;
    (void)!match_run(m, r->rule);
    if (m->furthest == at) propose_all(r, m, at);
    r->work += m->work;
}

static int by_cost(const void *a, const void *b)
{
    const struct repair *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static struct token made_up(struct arena *arena, const struct repair *p, size_t i,
                            const struct token *old)
{
    const struct expr *e = p->expected.expr;
    if (e->kind == EXPR_NUMBER)
        return (struct token){ .kind = TOKEN_NUMBER, .number = 1, .text = TEXT("1") };
    if (e->kind == EXPR_ROMAN) return (struct token){ .kind = TOKEN_WORD, .text = TEXT("I") };
    if (e->kind == EXPR_NAME) {
        char *name = arena_format(arena, "\"%.*s\"", SHOW(old->text));
        return (struct token){ .kind = TOKEN_NAME, .text = text_of(name), .name = old->text };
    }
    const struct word *w     = e->words[p->expected.skip + i];
    long               value = 0;
    (void)!text_number(w->spelling, 0, INT16_MAX, &value);
    return (struct token){
        .kind = w->kind, .number = (int16_t)value, .word = w->id, .text = w->spelling
    };
}

static void append(struct token_list *list, struct token t)
{
    list->at[list->count++] = t;
    list->size += t.text.size;
}

static void pair_marks(struct token_list *list)
{
    for (size_t i = list->count, close = 0; i-- > 0;) {
        if (list->at[i].kind == TOKEN_CLOSE) close = i;
        if (list->at[i].kind == TOKEN_OPEN) list->at[i].pair = (uint16_t)close;
    }
}

static struct token_list apply(struct arena *arena, const struct repairs *r, const struct repair *p)
{
    const struct token *old = r->tokens.at;
    struct token_list new = { ARENA_ARRAY(arena, struct token, r->tokens.count + p->added), 0, 0 };
    for (size_t i = 0; i < p->at; i++) append(&new, old[i]);
    for (size_t i = 0; i < p->added; i++) append(&new, made_up(arena, p, i, old + p->at));
    for (size_t i = p->at + p->removed; i < r->tokens.count; i++) append(&new, old[i]);
    pair_marks(&new);
    return new;
}

static void keep_line(struct repairs *r, struct text line)
{
    for (size_t i = 0; i < r->line_count; i++)
        if (text_equal(r->lines[i], line)) return;
    r->lines[r->line_count++] = arena_text(r->arena, line);
}

static void try_repair(struct repairs *r, const struct repair *p)
{
    const struct token *old = p->at < r->tokens.count ? &r->tokens.at[p->at] : NULL;
    if (p->removed && (old->kind == TOKEN_OPEN || old->kind == TOKEN_CLOSE)) return;
    struct arena scratch;
    arena_init(&scratch);
    struct token_list tokens = apply(&scratch, r, p);
    struct match     *m      = ARENA_NEW(&scratch, struct match);
    if (tokens.count <= READING_TOKENS_MAX) {
        match_init(m, &scratch, r->failed->grammar, tokens.at, tokens.count);
        m->work_max = WORK_MAX - r->work;
        if (match_run(m, r->rule))
            keep_line(r, reading_finish(&scratch, m, r->rule, tokens)->printed);
        r->work += m->work;
    }
    arena_finish(&scratch);
}

static bool is_filler(const struct dialect_words *d, struct text word)
{
    for (const char *const *f = d->fillers; f && *f; f++)
        if (text_equal_fold(word, text_of(*f))) return true;
    return false;
}

// "DGM": letters that changed places.
static bool has_same_letters(struct text a, struct text b)
{
    int count[256] = { 0 };
    for (size_t i = 0; i < a.size; i++) count[(unsigned char)a.at[i] | 32]++;
    for (size_t i = 0; i < b.size; i++) count[(unsigned char)b.at[i] | 32]--;
    for (size_t i = 0; i < 256; i++)
        if (count[i]) return false;
    return true;
}

// Is the repaired line sure to say the same? A word was mistyped, or one put in or left out that
// says nothing or that alone can stand there.
static bool says_the_same(const struct repairs *r, const struct repair *p)
{
    const struct dialect_words *d = r->failed->grammar->dialect;
    if (p->removed && p->added) {
        struct text old = r->tokens.at[p->at].text, new = first_words(p->expected, p->added);
        size_t      longer = old.size > new.size ? old.size : new.size;
        return !r->tokens.at[p->at].word &&
               (3 * text_distance(old, new) <= longer || has_same_letters(old, new));
    }
    if (p->removed)
        return is_filler(d, r->tokens.at[p->at].text) ||
               (p->at && text_equal_fold(r->tokens.at[p->at].text, r->tokens.at[p->at - 1].text));
    return is_filler(d, first_words(p->expected, p->added)) ||
           (p->at == r->failed->furthest && r->failed->expected_count == 1);
}

static void find_lines(struct repairs *r)
{
    if (r->tokens.count > REPAIR_TOKENS_MAX) return;
    r->capacity = 16 * EXPECTED_MAX;
    r->list     = ARENA_ARRAY(r->arena, struct repair, r->capacity);
    propose_all(r, r->failed, r->failed->furthest);
    if (r->failed->furthest > 0) propose_before(r, r->failed->furthest - 1);
    qsort(r->list, r->count, sizeof *r->list, by_cost);
    for (size_t i = 0; i < r->count && i < TRIES_MAX; i++) {
        if (r->line_count == LINES_MAX || r->work >= WORK_MAX) return;
        if (r->failed->grammar->dialect->forms && !says_the_same(r, &r->list[i])) continue;
        try_repair(r, &r->list[i]);
    }
}

static void say_lines(struct writer *w, const struct repairs *r)
{
    const char *before = "; close to it: ";
    for (size_t i = 0; i < r->line_count; i++) {
        if (w->size + r->lines[i].size + 32 > w->capacity) continue;
        write_format(w, "%s\"%.*s\"", before, SHOW(r->lines[i]));
        before = ", ";
    }
}

bool refuse_line(struct match *m, const struct rule *rule, struct token_list tokens,
                 struct text line, struct place at, struct error *err)
{
    if (!err || err->status != OK) return false; // nobody reads the message
    if (m->gave_up) return fail(err, BAD_INPUT, at, "this line is nested too deeply");
    char                message[ERROR_TEXT_MAX];
    struct writer       w     = writer_on(message, sizeof message);
    const struct token *found = m->furthest < tokens.count ? &tokens.at[m->furthest] : NULL;
    struct arena        arena;
    arena_init(&arena);
    struct repairs r = { .failed = m, .rule = rule, .tokens = tokens, .arena = &arena };
    say_found(&w, found);
    bool advised = say_advice(&w, m, found);
    if (!advised || !m->grammar->dialect->forms) say_expected(&w, m, found);
    if (!advised) find_lines(&r);
    say_lines(&w, &r);
    arena_finish(&arena);
    return fail(err, BAD_INPUT, place_after(at, found ? found->origin : line.size), "%s", message);
}
