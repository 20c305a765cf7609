// ebnf.c - reads grammar text (see grammar.h) into rules and expressions.
//
// The error is sticky: after the first failure every function returns NULL or false until the
// reader is back at the top, which reports it.
#include "cardtext/grammar_private.h"

#include "meaning/lang.h"

#include <string.h>

enum { NESTING_MAX = 50 };

struct ebnf {
    struct arena   *arena;
    struct grammar *grammar;
    struct text     source;
    const char     *source_name;
    size_t          at, line_start;
    uint32_t        line;
    struct text     rule; // the one being read, for messages
    unsigned        source_number, nesting;
    struct error   *err;
};

struct expr_list {
    struct expr **at;
    uint32_t      count, capacity;
};

static void list_add(struct arena *arena, struct expr_list *list, struct expr *e)
{
    if (list->count == list->capacity) {
        uint32_t      capacity = list->capacity ? list->capacity * 2 : 4;
        struct expr **grown    = ARENA_ARRAY(arena, struct expr *, capacity);
        if (list->count) memcpy(grown, list->at, list->count * sizeof *grown);
        list->at       = grown;
        list->capacity = capacity;
    }
    list->at[list->count++] = e;
}

// ---- Characters ---------------------------------------------------------------------------------

static char peek(const struct ebnf *b) { return b->at < b->source.size ? b->source.at[b->at] : 0; }

static struct place here(const struct ebnf *b)
{
    return (struct place){ b->source_name, b->line, (uint32_t)(b->at - b->line_start + 1) };
}

// A message about what stands here, with the rule it stands in. Returns false.
static bool refuse(struct ebnf *b, const char *what)
{
    if (b->rule.size == 0) return fail(b->err, BAD_INPUT, here(b), "%s", what);
    return fail(b->err, BAD_INPUT, here(b), "rule '%.*s': %s", SHOW(b->rule), what);
}

static void skip_comment(struct ebnf *b)
{
    while (b->at < b->source.size && peek(b) != '\n') b->at++;
}

static void skip_blanks(struct ebnf *b)
{
    for (; b->at < b->source.size; b->at++) {
        char c = peek(b);
        if (c == '#') {
            skip_comment(b);
            if (b->at == b->source.size) return;
            c = '\n';
        }
        if (c == '\n') {
            b->line++;
            b->line_start = b->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Takes these signs if they stand here, and the blanks behind them.
static bool accept(struct ebnf *b, const char *signs)
{
    if (!text_starts(text_part(b->source, b->at, b->source.size), signs)) return false;
    b->at += strlen(signs);
    skip_blanks(b);
    return true;
}

// Without the blanks behind it: OP# and OP=3 are written in one.
static struct text take_name(struct ebnf *b)
{
    size_t start = b->at;
    while (is_name_char(peek(b))) b->at++;
    return text_part(b->source, start, b->at - start);
}

static bool is_capital(struct text name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.at[i] >= 'a' && name.at[i] <= 'z') return false;
    return true;
}

// ---- Expressions --------------------------------------------------------------------------------

static struct expr *new_expr(struct ebnf *b, enum expr_kind kind, struct place place)
{
    struct expr *e = ARENA_NEW(b->arena, struct expr);
    e->kind        = kind;
    e->place       = place;
    return e;
}

static struct expr *new_group(struct ebnf *b, enum expr_kind kind, struct place place,
                              struct expr_list list)
{
    struct expr *e = new_expr(b, kind, place);
    e->parts       = list.at;
    e->count       = list.count;
    return e;
}

static struct expr *new_wrapper(struct ebnf *b, enum expr_kind kind, struct place place,
                                struct expr *inside)
{
    struct expr_list one = { 0 };
    list_add(b->arena, &one, inside);
    return new_group(b, kind, place, one);
}

// The characters between single quotes, with \' and \\ resolved.
static bool take_string(struct ebnf *b, struct text *out)
{
    char  *bytes = ARENA_ARRAY(b->arena, char,
                               text_find(text_part(b->source, b->at, SIZE_MAX), '\n') + 1);
    size_t size  = 0;
    for (b->at++; peek(b) != '\''; b->at++) {
        if (peek(b) == '\\') b->at++;
        if (peek(b) == 0 || peek(b) == '\n') return refuse(b, "a terminal has no closing quote");
        bytes[size++] = peek(b);
    }
    b->at++;
    *out = (struct text){ bytes, size };
    return true;
}

static struct expr *read_terminal(struct ebnf *b)
{
    struct place      place  = here(b);
    struct text       string = { 0 };
    struct token_list tokens;
    if (!take_string(b, &string)) return NULL;
    if (text_find(string, '"') < string.size) {
        refuse(b, "a terminal has no quotation marks; use NAME or QUOTE(rule)");
        return NULL;
    }
    if (!tokens_read(b->arena, b->grammar->dialect, string, place, &tokens, b->err)) return NULL;
    if (tokens.count == 0) {
        refuse(b, "an empty terminal");
        return NULL;
    }
    const struct word **words = ARENA_ARRAY(b->arena, const struct word *, tokens.count);
    for (size_t i = 0; i < tokens.count; i++)
        words[i] = grammar_add_word(b->arena, b->grammar, &tokens.at[i]);
    struct expr *e = new_expr(b, EXPR_WORDS, place);
    e->words       = words;
    e->count       = (uint32_t)tokens.count;
    e->spelling    = text_normalise(b->arena, b->grammar->dialect, string, NULL);
    skip_blanks(b);
    return e;
}

static struct expr *read_reference(struct ebnf *b, enum expr_kind kind, struct place place)
{
    struct expr *e = new_expr(b, kind, place);
    e->spelling    = take_name(b);
    if (e->spelling.size == 0 || is_capital(e->spelling)) {
        refuse(b, "the name of a rule belongs here");
        return NULL;
    }
    skip_blanks(b);
    return e;
}

// A terminal as if it stood in the grammar.
static struct expr *new_terminal(struct ebnf *b, struct place place, const char *words)
{
    struct token_list tokens;
    struct text       string = text_of(words);
    if (!tokens_read(b->arena, b->grammar->dialect, string, place, &tokens, b->err)) return NULL;
    const struct word **list = ARENA_ARRAY(b->arena, const struct word *, tokens.count + 1);
    for (size_t i = 0; i < tokens.count; i++)
        list[i] = grammar_add_word(b->arena, b->grammar, &tokens.at[i]);
    struct expr *e = new_expr(b, EXPR_WORDS, place);
    e->words       = list;
    e->count       = (uint32_t)tokens.count;
    e->spelling    = text_normalise(b->arena, b->grammar->dialect, string, NULL);
    return e;
}

// The words of a list: the dialect's, or else those of its lang's rows, some of which have none.
static const struct list_word *find_list(struct ebnf *b, struct text name, size_t *count)
{
    const struct word_list *list = b->grammar->dialect->lists;
    while (list && list->name && !text_is(name, list->name)) list++;
    if (list && list->name) {
        for (*count = 0; list->words[*count].one || list->words[*count].many;) ++*count;
        return list->words;
    }
    const struct lang     *lang = b->grammar->dialect->lang;
    const struct word_row *rows = lang ? lang_list(lang, name) : NULL;
    if (!rows) return NULL;
    for (*count = 0; rows[*count].name;) ++*count;
    struct list_word *words = ARENA_ARRAY(b->arena, struct list_word, *count + 1);
    for (size_t i = 0; i < *count; i++) words[i] = (struct list_word){ rows[i].one, rows[i].many };
    return words;
}

// ONE(list), MANY(list): an alternative for each row that has such a word.
static struct expr *read_list(struct ebnf *b, struct place place, struct text class)
{
    struct expr_list        list  = { 0 };
    size_t                  count = 0;
    struct text             name  = accept(b, "(") ? take_name(b) : (struct text){ 0 };
    const struct list_word *rows  = find_list(b, name, &count);
    skip_blanks(b);
    if (!rows || !accept(b, ")")) {
        refuse(b, "ONE and MANY are written ONE(list), with a list of the dialect or its lang");
        return NULL;
    }
    int16_t *values = ARENA_ARRAY(b->arena, int16_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *word = text_is(class, "ONE") ? rows[i].one : rows[i].many;
        if (!word) continue;
        struct expr *e = new_terminal(b, place, word);
        if (!e) return NULL;
        values[list.count] = (int16_t)i;
        list_add(b->arena, &list, e);
    }
    struct expr *choice = new_group(b, EXPR_CHOICE, place, list);
    choice->values      = values;
    return choice;
}

static struct expr *read_class(struct ebnf *b)
{
    static const struct {
        const char    *name;
        enum expr_kind kind;
    } CLASSES[] = { { "NUMBER", EXPR_NUMBER }, { "ROMAN", EXPR_ROMAN }, { "WORD", EXPR_WORD },
                    { "STRANGER", EXPR_WORD }, { "NAME", EXPR_NAME },   { "QUOTE", EXPR_QUOTE } };
    struct place place = here(b);
    struct text  name  = take_name(b);
    skip_blanks(b);
    if (text_is(name, "ONE") || text_is(name, "MANY")) return read_list(b, place, name);
    for (size_t i = 0; i < COUNT(CLASSES); i++) {
        if (!text_is(name, CLASSES[i].name)) continue;
        struct expr *class = new_expr(b, CLASSES[i].kind, place);
        class->strange     = text_is(name, "STRANGER");
        if (CLASSES[i].kind != EXPR_QUOTE) return class;
        struct expr *e = accept(b, "(") ? read_reference(b, EXPR_QUOTE, place) : NULL;
        if (e && accept(b, ")")) return e;
        refuse(b, "QUOTE is written QUOTE(rule)");
        return NULL;
    }
    fail(b->err, BAD_INPUT, place,
         "rule '%.*s': no class '%.*s'; there are NUMBER, ROMAN, WORD, STRANGER, NAME "
         "and QUOTE(rule)",
         SHOW(b->rule), SHOW(name));
    return NULL;
}

static struct expr *read_choice(struct ebnf *);

static struct expr *read_group(struct ebnf *b, const char *close)
{
    b->at++;
    skip_blanks(b);
    if (++b->nesting > NESTING_MAX) {
        refuse(b, "brackets are nested too deeply");
        return NULL;
    }
    struct expr *e = read_choice(b);
    b->nesting--;
    if (e && accept(b, close)) return e;
    refuse(b, arena_format(b->arena, "'%s' belongs here", close));
    return NULL;
}

static struct expr *read_part(struct ebnf *b)
{
    struct place place  = here(b);
    struct expr *inside = NULL;
    char         c      = peek(b);
    if (c == '\'') return read_terminal(b);
    if (c == '(') return read_group(b, ")");
    if (accept(b, "~")) return new_expr(b, EXPR_GLUE, place);
    if (accept(b, "!")) return new_expr(b, EXPR_NOTHING, place);
    if (accept(b, "^")) {
        inside = read_reference(b, EXPR_RULE, place);
        if (inside) inside->late = true;
        return inside;
    }
    if (c == '[' || c == '{') {
        bool silent = text_starts(text_part(b->source, b->at, 2), "[-");
        if (silent) b->at++; // read_group passes over the other sign
        inside = read_group(b, c == '[' ? "]" : "}");
        if (!inside) return NULL;
        struct expr *e = new_wrapper(b, c == '[' ? EXPR_OPTION : EXPR_REPEAT, place, inside);
        e->silent      = silent;
        return e;
    }
    if (c >= 'A' && c <= 'Z') return read_class(b);
    if (is_name_char(c)) return read_reference(b, EXPR_RULE, place);
    refuse(b,
           c ? "a terminal, a rule or a bracket belongs here" : "the rule has no ';' at its end");
    return NULL;
}

// The words that may stand behind `OP=`, for a message.
static void list_values(struct ebnf *b, uint16_t code, struct writer *w)
{
    for (const struct named_value *v = b->grammar->dialect->values; v && v->name; v++)
        if (v->op == code) write_format(w, "%s%s", w->size ? ", " : "", v->name);
    if (b->grammar->dialect->lang) lang_list_values(b->grammar->dialect->lang, code, w);
}

static bool refuse_value(struct ebnf *b, const struct expr *note, struct text name)
{
    char          room[400];
    struct writer w = writer_on(room, sizeof room);
    list_values(b, note->code, &w);
    return refuse(b, arena_format(b->arena, "'%.*s' is no value of %s, which has %s", SHOW(name),
                                  grammar_op_name(b->grammar, note->code), room));
}

// The name of a value, or a number for a node whose values have no names.
static bool read_value(struct ebnf *b, struct expr *note)
{
    size_t start = b->at;
    if (peek(b) == '-') b->at++;
    take_name(b);
    struct text word  = text_part(b->source, start, b->at - start);
    long        value = 0;
    bool        named = false;
    for (const struct named_value *v = b->grammar->dialect->values; v && v->name; v++) {
        named |= v->op == note->code;
        if (v->op == note->code && text_is(word, v->name)) return note->value = v->value, true;
    }
    const struct lang *lang = b->grammar->dialect->lang;
    if (lang && lang_value(lang, note->code, word, &note->value)) return true;
    if (named || shape_name(note->code)) return refuse_value(b, note, word);
    if (!text_number(word, INT16_MIN, INT16_MAX, &value))
        return refuse(b, "a number that fits 16 bits belongs behind '='");
    note->value = (int16_t)value;
    return true;
}

static bool read_note_value(struct ebnf *b, struct expr *note)
{
    if (peek(b) == '#') {
        b->at++;
        note->counts = true;
    } else if (peek(b) == '=' && !text_starts(text_part(b->source, b->at, 2), "=>")) {
        b->at++;
        if (!read_value(b, note)) return false;
    }
    skip_blanks(b);
    return true;
}

static struct expr *read_note(struct ebnf *b, struct expr *inside)
{
    struct expr *note = new_wrapper(b, EXPR_NOTE, here(b), inside);
    struct text  name = take_name(b);
    if (!grammar_op_code(b->grammar, name, &note->code)) {
        fail(b->err, BAD_INPUT, note->place, "rule '%.*s': no op '%.*s' in the dialect '%s'",
             SHOW(b->rule), SHOW(name), b->grammar->dialect->name);
        return NULL;
    }
    return read_note_value(b, note) ? note : NULL;
}

static bool is_at_end(const struct ebnf *b) { return peek(b) == 0 || strchr("|)]};", peek(b)); }

// One alternative: a sequence, and what it means.
static struct expr *read_sequence(struct ebnf *b)
{
    struct place     place = here(b);
    struct expr_list parts = { 0 };
    do {
        struct expr *part = read_part(b);
        if (!part) return NULL;
        list_add(b->arena, &parts, part);
    } while (!is_at_end(b) && peek(b) != '=');

    struct expr *e = parts.count == 1 ? parts.at[0] : new_group(b, EXPR_SEQUENCE, place, parts);
    while (e && accept(b, "=>")) e = read_note(b, e);
    if (!e || is_at_end(b)) return e;
    refuse(b, "nothing may follow a note; put the noted phrase in ( )");
    return NULL;
}

static void read_alternatives(struct ebnf *b, struct expr_list *out)
{
    do {
        struct expr *e = read_sequence(b);
        if (!e) {
            out->count = 0;
            return;
        }
        list_add(b->arena, out, e);
    } while (accept(b, "|"));
}

static struct expr *read_choice(struct ebnf *b)
{
    struct place     place = here(b);
    struct expr_list list  = { 0 };
    read_alternatives(b, &list);
    if (list.count == 0) return NULL;
    return list.count == 1 ? list.at[0] : new_group(b, EXPR_CHOICE, place, list);
}

// ---- Rules --------------------------------------------------------------------------------------

static struct rule *add_rule(struct ebnf *b, struct text name)
{
    struct rule *rule      = ARENA_NEW(b->arena, struct rule);
    rule->name             = arena_text(b->arena, name);
    *b->grammar->rules_end = rule;
    b->grammar->rules_end  = &rule->next;
    return rule;
}

// name |= x ; the alternatives go on counting where the rule stopped.
static bool extend_rule(struct ebnf *b, struct rule *rule)
{
    if (!rule) return refuse(b, "'|=' adds to a rule that does not exist");
    struct expr_list list = { 0 };
    if (rule->body->kind == EXPR_CHOICE)
        for (uint32_t i = 0; i < rule->body->count; i++)
            list_add(b->arena, &list, rule->body->parts[i]);
    else
        list_add(b->arena, &list, rule->body);
    read_alternatives(b, &list);
    if (list.count == 0) return false;
    rule->body = new_group(b, EXPR_CHOICE, rule->body->place, list);
    return true;
}

static bool define_rule(struct ebnf *b, struct rule *rule, struct place place)
{
    if (rule && rule->source == b->source_number)
        return fail(b->err, BAD_INPUT, place, "rule '%.*s' is defined twice (before in line %u)",
                    SHOW(b->rule), (unsigned)rule->place.line);
    struct expr *body = read_choice(b);
    if (!body) return false;
    if (!rule) rule = add_rule(b, b->rule);
    rule->body   = body;
    rule->place  = place;
    rule->source = b->source_number;
    return true;
}

static bool read_rule(struct ebnf *b)
{
    struct place place = here(b);
    b->rule            = (struct text){ 0 };
    struct text name   = take_name(b);
    if (name.size == 0 || is_capital(name))
        return fail(b->err, BAD_INPUT, place, "a rule starts with its name, in small letters");
    b->rule = name;
    skip_blanks(b);
    struct rule *rule = grammar_rule_mutable(b->grammar, name);
    if (accept(b, "|=")) {
        if (!extend_rule(b, rule)) return false;
    } else if (accept(b, "=")) {
        if (!define_rule(b, rule, place)) return false;
    } else {
        return refuse(b, "'=' or '|=' belongs behind the name of a rule");
    }
    return accept(b, ";") || refuse(b, "the rule has no ';' at its end");
}

bool ebnf_read(struct arena *arena, struct grammar *g, unsigned source, const char *source_name,
               struct text text, struct error *err)
{
    struct ebnf b = { .arena         = arena,
                      .grammar       = g,
                      .source        = text,
                      .source_name   = source_name,
                      .line          = 1,
                      .source_number = source,
                      .err           = err };
    skip_blanks(&b);
    while (b.at < text.size)
        if (!read_rule(&b)) return false;
    return true;
}
