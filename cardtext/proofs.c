// The proofs over every card of a set (DESIGN.md 6):
//   (a) printing what was read gives the text of the file;
//   (b) every line can be read in one way only;
//   (c) every word counts: a card with a word left out, or with two words swapped, is refused or
//       means something else, except for the dialect's fillers;
//   (d) the compiled form of all cards is the one of the golden file.
#include "cardtext/cards_private.h"
#include "meaning/lower.h"

#include <string.h>

struct proof {
    const struct card_set  *set;
    struct card_set        *trial; // a copy, to read changed cards into
    struct writer          *report;
    const struct card_def  *def;
    const struct card_line *line;
    unsigned                failures;
    struct arena            scratch; // one line
    struct name_table       names; // shared by all readings of one line: equal names, equal values
};

static void complain(struct proof *p, uint32_t source_line)
{
    p->failures++;
    write_format(p->report, "%s:%u: %s: ", p->def->source, (unsigned)source_line, p->def->name);
}

// ---- (c) every word counts

struct program {
    struct op ops[READING_OPS_MAX];
    size_t    count;
};

static bool compile(struct proof *p, struct text line, struct program *out)
{
    struct reading    *reading;
    const struct place nowhere = { 0 };
    struct arena       arena;
    arena_init(&arena);
    out->count = 0;
    if (reading_create(&arena, p->set->grammar, p->set->form->start_rule, line, nowhere, &reading,
                       NULL))
        out->count = reading_compile(reading, &p->names, out->ops, COUNT(out->ops));
    arena_finish(&arena);
    return out->count > 0;
}

static bool bound_alike(const struct lang *lang, const struct program *a, const struct program *b)
{
    struct arena arena;
    struct fault fault;
    arena_init(&arena);
    struct meaning *x = meaning_create(&arena, lang), *y = meaning_create(&arena, lang);
    bool            alike = meaning_add_line(x, &arena, a->ops, 0, &fault) &&
                 meaning_add_line(y, &arena, b->ops, 0, &fault) && meaning_equal(x, y);
    arena_finish(&arena);
    return alike;
}

// What stands in the head of a line, and in the heads of lines that are quoted in it.
struct heads {
    const struct op *op[READING_OPS_MAX];
    size_t           count;
};

static void list_heads(const struct op *ops, size_t from, size_t to, bool head, struct heads *out)
{
    for (size_t i = from; i < to;) {
        if (ops[i].code == OP_TEXT) {
            size_t line = op_child(i);
            list_heads(ops, op_child(line), op_after(ops, line), true, out);
            i = op_after(ops, i);
        } else if (ops[i].code == SHAPE_SENTENCE) {
            list_heads(ops, op_child(i), op_after(ops, i), false, out);
            i = op_after(ops, i);
        } else {
            if (head) out->op[out->count++] = &ops[i];
            i++;
        }
    }
}

// The head of a line belongs to the game, which reads it as it stands.
static bool same_heads(const struct program *a, const struct program *b)
{
    struct heads x = { .count = 0 }, y = { .count = 0 };
    list_heads(a->ops, 1, a->count, true, &x);
    list_heads(b->ops, 1, b->count, true, &y);
    if (x.count != y.count) return false;
    for (size_t i = 0; i < x.count; i++)
        if (x.op[i]->code != y.op[i]->code || x.op[i]->size != y.op[i]->size ||
            x.op[i]->value != y.op[i]->value)
            return false;
    return true;
}

static bool means_the_same(const struct lang *lang, const struct program *a,
                           const struct program *b)
{
    if (lang) return same_heads(a, b) && bound_alike(lang, a, b);
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->ops[i].code != b->ops[i].code || a->ops[i].size != b->ops[i].size ||
            a->ops[i].value != b->ops[i].value)
            return false;
    return true;
}

static bool is_filler(const struct dialect_words *words, const struct reading *reading,
                      size_t position)
{
    struct text token = reading_token(reading, position);
    if (reading_is_silent(reading, position)) return true;
    // The sign that starts a line is supplied where it lacks.
    if (position == 0 && words->line_start && text_is(token, words->line_start)) return true;
    for (const char *const *f = words->fillers; f && *f; f++)
        if (text_equal_fold(token, text_of(*f))) return true;
    return false;
}

enum { NO_TOKEN = 0xFFFF };

// The line's tokens with blanks between, without token `left_out`, and with token `swapped` and the
// one after it in each other's place.
static struct text changed_line(const struct reading *reading, size_t left_out, size_t swapped,
                                struct writer w)
{
    for (size_t i = 0, count = reading_token_count(reading); i < count; i++) {
        if (i == left_out) continue;
        if (w.size) write_char(&w, ' ');
        write_text(&w, reading_token(reading, i == swapped ? i + 1 : i == swapped + 1 ? i - 1 : i));
    }
    return (struct text){ w.at, w.size };
}

static bool changes_nothing(struct proof *p, const struct program *whole, struct text line)
{
    struct program changed;
    return compile(p, line, &changed) && means_the_same(p->set->words->lang, whole, &changed);
}

// The adjectives of one noun may stand in any order: the same nodes are made and mean the same.
static bool is_order_free(const struct program *a, const struct program *b)
{
    unsigned sum[2] = { 0 };
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        sum[0] += a->ops[i].code * 31u + (unsigned)a->ops[i].value;
        sum[1] += b->ops[i].code * 31u + (unsigned)b->ops[i].value;
    }
    return sum[0] == sum[1];
}

static bool swap_changes_nothing(struct proof *p, const struct program *whole, struct text line)
{
    const struct lang *lang = p->set->words->lang;
    struct program     changed;
    return compile(p, line, &changed) && means_the_same(lang, whole, &changed) &&
           !(lang && is_order_free(whole, &changed));
}

static void prove_words_count(struct proof *p, const struct reading *reading)
{
    const struct dialect_words *words = p->set->words;
    struct program              whole;
    whole.count  = reading_compile(reading, &p->names, whole.ops, COUNT(whole.ops));
    size_t count = reading_token_count(reading);
    char   buffer[PRINTED_SIZE_MAX];
    for (size_t i = 0; i < count; i++) {
        struct text token  = reading_token(reading, i);
        bool        filler = is_filler(words, reading, i);
        if (!filler &&
            changes_nothing(p, &whole,
                            changed_line(reading, i, NO_TOKEN, writer_on(buffer, sizeof buffer)))) {
            complain(p, p->line->source_line);
            write_format(p->report, "\"%.*s\" (word %zu) can be left out without any change\n",
                         SHOW(token), i + 1);
        }
        if (i + 1 == count) break;
        struct text next = reading_token(reading, i + 1);
        if (text_equal_fold(token, next) || (filler && is_filler(words, reading, i + 1))) continue;
        if (swap_changes_nothing(
                p, &whole, changed_line(reading, NO_TOKEN, i, writer_on(buffer, sizeof buffer)))) {
            complain(p, p->line->source_line);
            write_format(p->report,
                         "\"%.*s\" and \"%.*s\" (words %zu and %zu) can be swapped without "
                         "any change\n",
                         SHOW(token), SHOW(next), i + 1, i + 2);
        }
    }
}

static bool is_same_card(const struct card_set *set, const struct card_def *a,
                         const struct card_def *b)
{
    if (a->kind != b->kind || a->tags != b->tags || a->fields_set != b->fields_set ||
        a->fields_negative != b->fields_negative || a->line_count != b->line_count ||
        memcmp(a->field, b->field, sizeof a->field) != 0)
        return false;
    for (uint32_t i = 0; i < a->line_count; i++) {
        const struct card_line *x = &set->pool.lines[a->line_first + i];
        const struct card_line *y = &set->pool.lines[b->line_first + i];
        if (!text_equal(x->printed, y->printed) || x->tied != y->tied ||
            x->underlined != y->underlined)
            return false;
    }
    return true;
}

// Reads a changed card beside the others of the trial set, compares, and forgets it.
static bool reads_as_same_card(struct proof *p, struct text file)
{
    struct set_mark mark = set_mark(p->trial);
    uint32_t        own  = (uint32_t)(p->def - p->set->pool.defs);
    if (!card_set_read(p->trial, p->def->source, file, NULL)) return false;
    const struct card_def *defs = p->trial->pool.defs;
    bool                   same = p->trial->pool.def_count == mark.defs + 1 &&
                is_same_card(p->trial, &defs[own], &defs[mark.defs]);
    set_go_back(p->trial, mark);
    return same;
}

static void prove_form_counts(struct proof *p)
{
    char          whole[8 * PRINTED_SIZE_MAX], changed[sizeof whole];
    struct writer w = writer_on(whole, sizeof whole);
    card_print(p->set, p->def, &w);
    struct text file = { whole, w.size }, line, word, after_name = file;
    if (w.cut || !reads_as_same_card(p, file)) {
        complain(p, p->def->source_line);
        write_chars(p->report, "the printed card does not read as the same card\n");
        return;
    }
    (void)text_next_line(&after_name, &line);
    struct text form = after_name; // one or two lines: kind and tags, fields
    (void)text_next_line(&after_name, &line);
    if (p->def->fields_set) (void)text_next_line(&after_name, &line);
    form.size -= after_name.size;
    while (text_next_word(&form, &word)) {
        struct writer c  = writer_on(changed, sizeof changed);
        size_t        at = (size_t)(word.at - whole);
        write_text(&c, text_part(file, 0, at));
        write_text(&c, text_part(file, at + word.size, file.size));
        if (!reads_as_same_card(p, (struct text){ changed, c.size })) continue;
        complain(p, p->def->source_line);
        write_format(p->report, "\"%.*s\" can be left out of the card without any change\n",
                     SHOW(word));
    }
}

// ---- (a), (b)

static void prove_line(struct proof *p)
{
    struct text     original = p->line->original;
    struct place    at       = { p->def->source, p->line->source_line, 1 };
    struct error    err      = { 0 };
    struct reading *reading;
    if (!text_equal(original, p->line->printed)) {
        complain(p, p->line->source_line);
        write_format(p->report, "found \"%.*s\", but cards are printed \"%.*s\"\n", SHOW(original),
                     SHOW(p->line->printed));
    }
    if (!reading_create(&p->scratch, p->set->grammar, p->set->form->start_rule, p->line->printed,
                        at, &reading, &err)) {
        complain(p, p->line->source_line);
        write_format(p->report, "the printed text cannot be read: %s\n", err.text);
        return;
    }
    unsigned readings = reading_count(reading);
    if (readings != 1) {
        complain(p, p->line->source_line);
        write_format(p->report, "\"%.*s\" can be read in %u ways\n", SHOW(p->line->printed),
                     readings);
    }
    prove_words_count(p, reading);
}

// ---- (d) the golden form

static void show_program(const struct card_set *set, const struct card_line *line, char *buffer,
                         size_t size, struct writer *w)
{
    struct writer inner = writer_on(buffer, size);
    program_show(set->grammar, &set->pool.ops[line->op_first], set->pool.names, &inner);
    struct text rest = { buffer, inner.size }, row;
    while (text_next_line(&rest, &row)) {
        write_chars(w, "    ");
        write_text(w, row);
        write_char(w, '\n');
    }
}

static void show_card(const struct card_set *set, const struct card_def *def, char *buffer,
                      size_t size, struct writer *w)
{
    write_chars(w, def->name);
    if (def->faction) write_format(w, " / %s", def->faction);
    write_char(w, '\n');
    card_print_form(set, def, w);
    for (uint32_t i = 0; i < def->line_count; i++) {
        const struct card_line *line = &set->pool.lines[def->line_first + i];
        card_print_line(set, line, w);
        show_program(set, line, buffer, size, w);
    }
    write_char(w, '\n');
}

void cards_show_golden(const struct card_set *set, struct writer *w)
{
    enum { PROGRAM_TEXT_MAX = 256 * 1024 };
    struct arena scratch;
    arena_init(&scratch);
    char *buffer = arena_alloc(&scratch, PROGRAM_TEXT_MAX, 1);
    for (uint32_t i = 0; i < set->pool.def_count; i++)
        show_card(set, &set->pool.defs[i], buffer, PROGRAM_TEXT_MAX, w);
    arena_finish(&scratch);
}

// The whole golden text, in a buffer wide enough for it.
static struct text golden_of(const struct card_set *set, struct arena *arena)
{
    for (size_t size = 1 << 20;; size *= 2) {
        struct writer w = writer_on(arena_alloc(arena, size, 1), size);
        cards_show_golden(set, &w);
        if (!w.cut) return (struct text){ w.at, w.size };
    }
}

static unsigned prove_golden(const struct card_set *set, struct text golden, struct writer *report)
{
    struct arena scratch;
    arena_init(&scratch);
    struct text found = golden_of(set, &scratch), card = TEXT("");
    struct text is = TEXT(""), was = TEXT("");
    bool        more = true, same = true;
    unsigned    line = 0;
    while (more && same) {
        bool has_found = text_next_line(&found, &is), has_golden = text_next_line(&golden, &was);
        if (!has_found) is = TEXT("(the end)");
        if (!has_golden) was = TEXT("(the end)");
        more = has_found || has_golden;
        same = has_found == has_golden && text_equal(is, was);
        if (has_found && is.size && is.at[0] != ' ') card = is;
        line++;
    }
    if (!same)
        write_format(report,
                     "golden:%u: %.*s: the golden file has \"%.*s\", the cards give \"%.*s\"\n",
                     line, SHOW(card), SHOW(was), SHOW(is));
    arena_finish(&scratch);
    return same ? 0 : 1;
}

unsigned cards_prove(const struct card_set *set, struct text golden, struct writer *report)
{
    struct proof p = { .set = set, .report = report, .trial = card_set_extend(set, NULL) };
    p.trial->trial = true;
    for (uint32_t d = 0; d < set->pool.def_count; d++) {
        p.def = &set->pool.defs[d];
        for (uint32_t i = 0; i < p.def->line_count; i++) {
            p.line = &set->pool.lines[p.def->line_first + i];
            arena_init(&p.scratch);
            p.names = (struct name_table){ .arena = &p.scratch };
            prove_line(&p);
            arena_finish(&p.scratch);
        }
        prove_form_counts(&p);
    }
    card_set_destroy(p.trial);
    return p.failures + (golden.size ? prove_golden(set, golden, report) : 0);
}
