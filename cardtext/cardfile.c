// Reading card files. A card is read line by line into a struct card_reader and added to the set
// when the next name, or the end, shows that it is complete. Inline cards take the same way, with
// the pieces between ";" as lines.
#include "cardtext/cards_private.h"
#include "meaning/lower.h"

#include <string.h>

struct card_reader {
    struct card_set *set;
    const char      *source; // in the set's arena
    struct error    *err;
    bool             alone; // one card of a scenario, which may have the name of a printed one
    bool             open;  // a card has begun
    bool             has_kind;
    struct card_def  def;
    struct card_line lines[LINES_PER_CARD_MAX];
    struct place     name_at, line_at[LINES_PER_CARD_MAX];
    struct place     field_at[FIELDS_MAX], tag_at[64]; // of those that the card prints
};

// ---- Characters and places

static size_t count_characters(struct text t)
{
    size_t count = 0;
    for (size_t i = 0; i < t.size; i++) count += ((unsigned char)t.at[i] & 0xC0) != 0x80;
    return count;
}

struct place place_in(struct place at, size_t offset)
{
    if (at.column) at.column += (uint32_t)offset;
    return at;
}

bool file_is_readable(const char *source, struct text file, struct error *err)
{
    if (file.size > CARD_FILE_SIZE_MAX)
        return fail(err, BAD_INPUT, (struct place){ source, 0, 0 },
                    "is larger than the %d bytes accepted", CARD_FILE_SIZE_MAX);
    size_t bad = text_find_unprintable(file);
    if (bad == file.size) return true;
    struct place at    = { source, 1, 1 };
    size_t       start = 0;
    for (size_t i = 0; i < bad; i++)
        if (file.at[i] == '\n') at.line++, start = i + 1;
    at = place_in(at, bad - start);
    return fail(err, BAD_INPUT, at, "byte 0x%02X is no text: files are UTF-8 without control signs",
                (unsigned)(unsigned char)file.at[bad]);
}

struct place place_of(struct place at, struct text line, struct text part)
{
    return place_in(at, (size_t)(part.at - line.at));
}

// ---- Words of the form

// What can be read at the start of a text: longest first, then in the exact case, then what the
// card still lacks ("UNIT" is a tag of a Construct, and the kind of a card that has none yet).
struct form_match {
    const struct form_kind  *kind;
    const struct form_tag   *tag;
    const struct form_field *field;
    const char              *word;
    size_t                   size; // bytes read, 0 = nothing
    unsigned                 rank;
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Bytes of `text` that spell `phrase` with any number of blanks between its words, or 0.
static size_t match_phrase(struct text text, const char *phrase, bool *exact)
{
    struct text words = text_of(phrase), word, found, rest = text;
    size_t      end = 0;
    *exact          = true;
    while (text_next_word(&words, &word)) {
        if (!text_next_word(&rest, &found) || !text_equal_fold(word, found)) return 0;
        if (!text_equal(word, found)) *exact = false;
        end = (size_t)(found.at + found.size - text.at);
    }
    return end;
}

static bool is_better(struct form_match *best, struct text text, const char *word, unsigned rank)
{
    bool   exact;
    size_t size = match_phrase(text, word, &exact);
    rank += exact ? 10 : 0;
    if (!size || size < best->size || (size == best->size && rank <= best->rank)) return false;
    *best = (struct form_match){ .word = word, .size = size, .rank = rank };
    return true;
}

static struct form_match match_form(const struct card_form *form, struct text text, bool has_kind)
{
    struct form_match best = { 0 };
    for (const struct form_tag *t = form->tags; t->word; t++)
        if (is_better(&best, text, t->word, 3)) best.tag = t;
    for (const struct form_field *f = form->fields; f->word; f++)
        if (is_better(&best, text, f->word, 2)) best.field = f;
    if (has_kind && best.size) return best; // a second kind is only ever a mistake
    for (const struct form_kind *k = form->kinds; k->word; k++)
        if (is_better(&best, text, k->word, 4)) best.kind = k;
    return best;
}

static void consider(struct text found, const char *word, unsigned *best, const char **nearest)
{
    unsigned distance = text_distance(found, text_of(word));
    if (distance < *best) *best = distance, *nearest = word;
}

static const char *nearest_word(const struct card_form *form, struct text found, bool only_tags)
{
    unsigned    best    = (unsigned)(found.size < 60 ? found.size : 60) / 3 + 1;
    const char *nearest = NULL;
    for (const struct form_tag *t = form->tags; t->word; t++)
        consider(found, t->word, &best, &nearest);
    if (only_tags) return nearest;
    for (const struct form_kind *k = form->kinds; k->word; k++)
        consider(found, k->word, &best, &nearest);
    for (const struct form_field *f = form->fields; f->word; f++)
        consider(found, f->word, &best, &nearest);
    return nearest;
}

static void write_kinds(const struct card_form *form, struct writer *w)
{
    for (const struct form_kind *k = form->kinds; k->word; k++)
        write_format(w, "%s%s", k == form->kinds ? "" : ", ", k->word);
}

static void write_tags(const struct card_form *form, struct writer *w)
{
    for (const struct form_tag *t = form->tags; t->word; t++)
        write_format(w, "%s%s", t == form->tags ? "" : ", ", t->word);
}

static void write_field_names(const struct card_form *form, struct writer *w)
{
    for (const struct form_field *f = form->fields; f->word; f++)
        write_format(w, "%s%s", f == form->fields ? "" : ", ", f->word);
}

static bool unknown_word(struct card_reader *r, struct text word, struct place at)
{
    const struct card_form *form    = r->set->form;
    const char             *nearest = nearest_word(form, word, false);
    if (nearest)
        return fail(r->err, BAD_INPUT, at, "\"%.*s\" is no word of a card; did you mean \"%s\"?",
                    SHOW(word), nearest);
    char          list[ERROR_TEXT_MAX];
    struct writer w = writer_on(list, sizeof list);
    write_chars(&w, "the kinds ");
    write_kinds(form, &w);
    write_chars(&w, "; the fields ");
    write_field_names(form, &w);
    write_chars(&w, "; the tags ");
    write_tags(form, &w);
    const char *sign = r->set->words->line_start;
    return fail(r->err, BAD_INPUT, at, "\"%.*s\" is no word of a card%s%s; accepted are %s",
                SHOW(word), sign ? ", and a line of text starts with " : "", sign ? sign : "",
                list);
}

static int roman_number(struct text t)
{
    for (int i = 1; i < 40; i++) {
        char          spelled[16];
        struct writer w = writer_on(spelled, sizeof spelled);
        write_roman(&w, i);
        if (text_equal_fold(t, text_of(spelled))) return i;
    }
    return 0;
}

// A sign in front of a number: takes it off and says which, or 0. Dashes count as minus.
static char cut_sign(struct text *t)
{
    static const struct {
        const char *spelled;
        char        sign;
    } signs[] = { { "+", '+' }, { "-", '-' }, { "\u2013", '-' }, { "\u2212", '-' } };
    for (size_t i = 0; i < COUNT(signs); i++)
        if (text_starts(*t, signs[i].spelled)) {
            *t = text_part(*t, text_of(signs[i].spelled).size, t->size);
            return signs[i].sign;
        }
    return 0;
}

static void write_range(const struct form_field *f, struct writer *w)
{
    switch (f->number) {
    case FORM_NUMBER: write_format(w, "a number from %d to %d", f->min, f->max); break;
    case FORM_SIGNED: write_format(w, "a signed number from %+d to %+d", f->min, f->max); break;
    case FORM_ROMAN:
        write_chars(w, "a Roman number from ");
        write_roman(w, f->min);
        write_chars(w, " to ");
        write_roman(w, f->max);
        break;
    }
}

static bool read_number(struct text word, const struct form_field *f, struct card_def *def)
{
    struct text digits = word;
    char        sign   = cut_sign(&digits);
    long        number = 0;
    if (f->number == FORM_ROMAN) {
        number = roman_number(word);
        if (!number) return false;
    } else if ((f->number == FORM_SIGNED) != (sign != 0) || !digits.size || digits.at[0] < '0' ||
               digits.at[0] > '9' || !text_number(digits, 0, INT16_MAX, &number)) {
        return false;
    }
    if (sign == '-') number = -number;
    if (number < f->min || number > f->max) return false;
    def->field[f->field] = (int16_t)number;
    def->fields_set      = (uint16_t)(def->fields_set | BIT(f->field));
    if (sign == '-') def->fields_negative = (uint16_t)(def->fields_negative | BIT(f->field));
    return true;
}

static bool read_field(struct card_reader *r, const struct form_field *f, struct text line,
                       struct text *rest, struct place at, struct place word_at)
{
    char          accepted[512];
    struct writer w = writer_on(accepted, sizeof accepted);
    write_range(f, &w);
    size_t size = strlen(f->word);
    for (const struct form_tag *tag = r->set->form->tags; tag && tag->word; tag++) // "range 1-2"
        if (strncmp(tag->word, f->word, size) == 0 && tag->word[size] == ' ')
            write_format(&w, ", %s", tag->word + size + 1);
    if (r->def.fields_set & BIT(f->field))
        return fail(r->err, BAD_INPUT, word_at, "\"%s\" stands twice on this card", f->word);
    struct text number;
    if (!text_next_word(rest, &number))
        return fail(r->err, BAD_INPUT, word_at, "nothing follows \"%s\"; accepted is %s", f->word,
                    accepted);
    if (!read_number(number, f, &r->def))
        return fail(r->err, BAD_INPUT, place_of(at, line, number),
                    "found \"%.*s\" after \"%s\"; accepted is %s", SHOW(number), f->word, accepted);
    r->field_at[f->field] = place_of(at, line, number);
    return true;
}

static bool read_form_line(struct card_reader *r, struct text line, struct place at)
{
    struct text rest = line, word;
    while ((rest = text_trim(rest)).size) {
        struct form_match match = match_form(r->set->form, rest, r->has_kind);
        struct text       all   = rest;
        struct place      here  = place_of(at, line, rest);
        if (!match.size) {
            (void)text_next_word(&rest, &word);
            return unknown_word(r, word, here);
        }
        rest = text_part(all, match.size, all.size);
        if (match.kind) {
            if (r->has_kind)
                return fail(r->err, BAD_INPUT, here,
                            "found the kind \"%s\", but \"%s\" is a %s already", match.word,
                            r->def.name, form_kind_word(r->set->form, r->def.kind));
            r->has_kind = true;
            r->def.kind = match.kind->kind;
        } else if (match.tag) {
            uint64_t bit = UINT64_C(1) << match.tag->tag;
            if (r->def.tags & bit)
                return fail(r->err, BAD_INPUT, here, "\"%s\" stands twice on this card",
                            match.word);
            r->def.tags |= bit;
            r->tag_at[match.tag->tag] = here;
        } else if (!read_field(r, match.field, line, &rest, at, here)) {
            return false;
        }
    }
    return true;
}

// ---- Lines of text

// Does the text start with the dialect's sign, spelled as here or in another accepted way?
static bool starts_with_sign(const struct dialect_words *words, struct text t)
{
    if (!words->line_start) return false;
    if (text_starts(t, words->line_start)) return true;
    for (const struct spelling *s = words->spellings; s && s->from; s++)
        if (text_starts(t, s->from) && text_starts(text_of(s->to), words->line_start)) return true;
    return false;
}

static bool has_text_end(const struct card_set *set, struct text t)
{
    const char *end  = set->form->text_end;
    size_t      size = end ? text_of(end).size : 0;
    return end && t.size >= size && text_equal(text_part(t, t.size - size, size), text_of(end));
}

static bool is_text_line(const struct card_set *set, struct text t)
{
    if (has_text_end(set, t)) return true;
    if (text_starts(t, "__") || starts_with_sign(set->words, t)) return true;
    bool exact;
    for (const char *const *s = set->form->text_starts; s && *s; s++) {
        size_t size = text_of(*s).size;
        if (match_phrase(t, *s, &exact)) return true;
        // A start may also be followed by a sign: "Attack: ..." for "Attack". One that is a sign
        // itself may be followed by anything: "{A} ..." for "{".
        bool sign = size == 1 && strchr("{*", **s);
        if (text_starts_fold(t, *s) && t.size > size && (sign || strchr(",:;(*", t.at[size])))
            return true;
    }
    return false;
}

static const struct form_tag *find_tag(const struct card_form *form, struct text word)
{
    const struct form_tag *t = form->tags;
    while (t->word && !text_equal_fold(text_of(t->word), word)) t++;
    return t->word ? t : NULL;
}

// The next of the tags of a tie.
static bool next_tag(struct text *rest, struct text *word)
{
    if (!rest->at) return false;
    size_t end = 0;
    while (end < rest->size && !strchr("&,/", rest->at[end])) end++;
    struct text piece = text_part(*rest, 0, end);
    *word             = text_trim(piece);
    if (!word->size) word->at = piece.at;
    *rest = end < rest->size ? text_part(*rest, end + 1, rest->size) : (struct text){ 0 };
    return true;
}

// "(SLAYER)" or "(QIREAN & SENTRY)" behind an underlined line.
static bool read_tie(struct card_reader *r, struct text tie, struct place at, uint64_t *tied)
{
    if (tie.at[0] != '(' || tie.at[tie.size - 1] != ')')
        return fail(r->err, BAD_INPUT, at,
                    "found \"%.*s\" behind the underlined text; accepted are tags in parentheses",
                    SHOW(tie));
    struct text rest = text_part(tie, 1, tie.size - 2), word;
    while (next_tag(&rest, &word)) {
        const struct form_tag *t = find_tag(r->set->form, word);
        if (!t) {
            const char   *nearest = nearest_word(r->set->form, word, true);
            char          list[ERROR_TEXT_MAX];
            struct writer w = writer_on(list, sizeof list);
            if (nearest)
                write_format(&w, "did you mean \"%s\"?", nearest);
            else
                write_chars(&w, "accepted are "), write_tags(r->set->form, &w);
            return fail(r->err, BAD_INPUT, place_of(at, tie, word), "\"%.*s\" is no tag; %s",
                        SHOW(word), list);
        }
        *tied |= UINT64_C(1) << t->tag;
    }
    return true;
}

// A line that is not underlined is tied by nothing but tags in its last parentheses.
static struct text cut_tie(struct card_reader *r, struct text line, uint64_t *tied)
{
    size_t open = line.size;
    while (open > 0 && line.at[open - 1] != '(') open--;
    if (!open || !r->set->words->line_start || line.at[line.size - 1] != ')') return line;
    struct text rest = text_part(line, open, line.size - open - 1), word;
    uint64_t    set  = 0;
    while (next_tag(&rest, &word)) {
        const struct form_tag *t = find_tag(r->set->form, word);
        if (!t) return line;
        set |= UINT64_C(1) << t->tag;
    }
    *tied = set;
    return text_trim(text_part(line, 0, open - 1));
}

static bool are_numbers_small(struct card_reader *r, const struct op *ops, size_t count,
                              struct text text, struct place at)
{
    int most = r->set->form->number_max;
    for (size_t i = 0; most && i < count; i++) {
        char          digits[16];
        struct writer w = writer_on(digits, sizeof digits);
        if (ops[i].code != OP_NUMBER || ops[i].value <= most) continue;
        write_format(&w, "%d", ops[i].value);
        size_t where = text_find_text(text, (struct text){ digits, w.size });
        return fail(r->err, BAD_INPUT, place_in(at, where < text.size ? where : 0),
                    "the number %d is too large: a line of text says %d at most", ops[i].value,
                    most);
    }
    return true;
}

static bool compile_text(struct card_reader *r, struct arena *scratch, struct text text,
                         struct place at, struct card_line *line)
{
    struct card_set *set = r->set;
    struct reading  *reading;
    if (!reading_create(scratch, set->grammar, set->form->start_rule, text, at, &reading, r->err))
        return false;
    char     *printed = arena_alloc(scratch, PRINTED_SIZE_MAX, 1);
    struct op ops[READING_OPS_MAX];
    size_t    size  = reading_print(reading, printed, PRINTED_SIZE_MAX);
    size_t    count = reading_compile(reading, &set->names, ops, COUNT(ops));
    if (size + 1 >= PRINTED_SIZE_MAX || !count)
        return fail(r->err, NO_ROOM, at, "this line is too long: at most %d steps fit",
                    READING_OPS_MAX);
    if (!are_numbers_small(r, ops, count, text, at)) return false;
    line->original = arena_text(&set->arena, text);
    line->printed  = text_equal(text, (struct text){ printed, size })
                         ? line->original
                         : arena_text(&set->arena, (struct text){ printed, size });
    line->op_first = set_add_ops(set, ops, count);
    return true;
}

static bool read_text_line(struct card_reader *r, struct text line, struct place at)
{
    struct card_line new = { .source_line = at.line };
    struct text text     = line;
    if (r->def.line_count == LINES_PER_CARD_MAX)
        return fail(r->err, NO_ROOM, at, "\"%s\" has more than %d lines of text", r->def.name,
                    LINES_PER_CARD_MAX);
    if (text_starts(line, "__")) {
        new.underlined = 1;
        text           = text_part(line, 2, line.size);
        size_t end     = text_find_text(text, TEXT("__"));
        if (end == text.size)
            return fail(r->err, BAD_INPUT, place_in(at, line.size),
                        "the line is underlined, but \"__\" is missing at its end");
        struct text tie = text_trim(text_part(text, end + 2, text.size));
        text            = text_part(text, 0, end);
        if (tie.size && !read_tie(r, tie, place_of(at, line, tie), &new.tied)) return false;
    } else {
        text = cut_tie(r, line, &new.tied);
    }
    r->line_at[r->def.line_count] = place_of(at, line, text);

    struct arena scratch;
    arena_init(&scratch);
    bool ok = compile_text(r, &scratch, text, r->line_at[r->def.line_count], &new);
    arena_finish(&scratch);
    if (ok) r->lines[r->def.line_count++] = new;
    return ok;
}

// ---- Cards

static struct text collapse_blanks(struct arena *arena, struct text t)
{
    char  *out  = arena_alloc(arena, t.size + 1, 1);
    size_t size = 0;
    for (size_t i = 0; i < t.size; i++)
        if (!is_blank(t.at[i]) || !is_blank(t.at[i - 1]))
            out[size++] = is_blank(t.at[i]) ? ' ' : t.at[i];
    return (struct text){ out, size };
}

// A card's name or faction, trimmed; the place is where it starts.
static bool read_name(struct card_reader *r, const char *what, struct text name, struct place at,
                      struct text *out)
{
    if (!name.size) return fail(r->err, BAD_INPUT, at, "the %s is empty", what);
    for (size_t i = 0; i < name.size; i++)
        if (strchr(i ? "/:;\"" : "/:;\"#", name.at[i]))
            return fail(r->err, BAD_INPUT, place_in(at, i),
                        "found '%c' in a %s; names are written without / : ; and quotes",
                        name.at[i], what);
    *out = collapse_blanks(&r->set->arena, name);
    if (count_characters(*out) > CARD_NAME_CHARS_MAX)
        return fail(r->err, BAD_INPUT, at, "the %s has %zu characters, %d fit", what,
                    count_characters(*out), CARD_NAME_CHARS_MAX);
    return true;
}

static bool begin_card(struct card_reader *r, struct text line, struct place at)
{
    struct card_set *set = r->set;
    r->open              = true;
    r->has_kind          = false;
    r->name_at           = at;
    r->def               = (struct card_def){ .source       = r->source,
                                              .source_line  = at.line,
                                              .faction_name = NO_DEF };
    if (set->pool.def_count == CARDS_MAX)
        return fail(r->err, NO_ROOM, at, "more than %d cards", CARDS_MAX);

    size_t      slash = text_find(line, '/');
    struct text name  = text_trim(text_part(line, 0, slash));
    if (!read_name(r, "name", name, at, &name)) return false;
    def_id                 other = pool_find(&set->pool, name);
    const struct card_def *first = other == NO_DEF ? NULL : &set->pool.defs[other];
    if (first && !set->trial && !set->shadowing &&
        !(r->alone && strcmp(first->source, r->source) != 0))
        return fail(r->err, BAD_INPUT, at, "\"%.*s\" is defined twice, first at %s:%u", SHOW(name),
                    first->source, (unsigned)first->source_line);
    r->def.name     = name.at;
    r->def.own_name = (uint16_t)name_index(&set->names, name);
    if (slash == line.size) return true;

    struct text after = text_part(line, slash + 1, line.size), faction = text_trim(after);
    if (!faction.size) faction.at = after.at;
    if (!read_name(r, "faction", faction, place_of(at, line, faction), &faction)) return false;
    r->def.faction      = faction.at;
    r->def.faction_name = (uint16_t)name_index(&set->names, faction);
    return true;
}

static bool is_flavour(struct text t)
{
    return t.size >= 2 && t.at[0] == '"' && t.at[t.size - 1] == '"';
}

// One trimmed line about the open card.
static bool read_about(struct card_reader *r, struct text line, struct place at)
{
    if (r->def.flavour)
        return fail(r->err, BAD_INPUT, at, "the flavour is the last line of a card");
    if (line.size > READING_BYTES_MAX)
        return fail(r->err, NO_ROOM, at, "the line has %zu bytes, %d fit", line.size,
                    READING_BYTES_MAX);
    if (is_flavour(line)) {
        struct text inside = text_part(line, 1, line.size - 2);
        if (!text_trim(inside).size) return fail(r->err, BAD_INPUT, at, "the flavour is empty");
        r->def.flavour = arena_text(&r->set->arena, inside).at;
        return true;
    }
    if (is_text_line(r->set, line)) return read_text_line(r, line, at);
    if (r->def.line_count) {
        const char *sign = r->set->words->line_start;
        return fail(
            r->err, BAD_INPUT, at,
            "kind, tags and fields stand above the text%s%s, the flavour stands in \"quotes\"",
            sign ? "; a line of text starts with " : "", sign ? sign : "");
    }
    return read_form_line(r, line, at);
}

// The words of an op; those around it if none stand for it.
static struct text words_of_op(struct text line, const struct op *ops, size_t op)
{
    size_t around = op;
    for (size_t i = 0; i < op && !ops[op].length; i++)
        if (ops[i].length && op_after(ops, i) > op) around = i;
    return text_part(line, ops[around].at, ops[around].length);
}

// Every line has to mean something; what is at fault is named by its words.
static bool check_meaning(struct card_reader *r, const struct card_def *def)
{
    if (!r->set->words->lang) return true;
    struct arena arena;
    struct fault fault;
    bool         fine = true;
    arena_init(&arena);
    struct meaning *m = meaning_create(&arena, r->set->words->lang);
    for (unsigned i = 0; fine && i < def->line_count; i++) {
        const struct card_line *line = &r->set->lines[def->line_first + i];
        const struct op        *ops  = r->set->ops + line->op_first;
        if (meaning_add_line(m, &arena, ops, 0, &fault)) continue;
        struct text words = words_of_op(line->printed, ops, fault.op);
        bool        same  = text_equal(line->printed, line->original);
        size_t      at    = same ? (size_t)(words.at - line->printed.at) : 0;
        fine = fail(r->err, BAD_INPUT, place_in(r->line_at[i], at), "\"%.*s\": %s", SHOW(words),
                    fault.text);
    }
    arena_finish(&arena);
    return fine;
}

// The game's own check, with our place: it does not know where the card stands.
static bool check_card(struct card_reader *r, const struct card_def *def)
{
    const struct card_form *form = r->set->form;
    struct error            own  = { 0 };
    int                     line = -1;
    if (!form->check || form->check(&r->set->pool, def, &line, &own)) return true;
    struct place at    = r->name_at;
    int          field = AT_FIELD(line), tag = AT_TAG(line); // they turn back what they made
    if (line >= 0 && line < def->line_count) {
        const struct card_line *text = &r->set->lines[def->line_first + (unsigned)line];
        bool as_typed                = own.column > 1 && text_equal(text->printed, text->original);
        at                           = place_in(r->line_at[line], as_typed ? own.column - 1 : 0);
    }
    if (field >= 0 && field < FIELDS_MAX && def->fields_set >> field & 1) at = r->field_at[field];
    if (tag >= 0 && tag < 64 && def->tags >> tag & 1) at = r->tag_at[tag];
    return fail(r->err, own.status == OK ? BAD_INPUT : own.status, at, "%s",
                own.text[0] ? own.text : "the game does not accept this card");
}

static bool end_card(struct card_reader *r)
{
    if (!r->open) return true;
    r->open = false;
    if (!r->has_kind) {
        char          list[ERROR_TEXT_MAX / 2];
        struct writer w = writer_on(list, sizeof list);
        write_kinds(r->set->form, &w);
        return fail(r->err, BAD_INPUT, r->name_at, "\"%s\" has no kind; accepted are %s",
                    r->def.name, list);
    }
    if (r->set->names.count > INT16_MAX)
        return fail(r->err, NO_ROOM, r->name_at, "more than %d names", INT16_MAX);
    r->def.line_first          = set_add_lines(r->set, r->lines, r->def.line_count);
    const struct card_def *def = set_add_def(r->set, &r->def);
    return check_meaning(r, def) && check_card(r, def);
}

static bool read_file_line(struct card_reader *r, struct text line, struct place at)
{
    struct text inside = text_trim(line);
    if (!inside.size || line.at[0] == '#') return true;
    if (!is_blank(line.at[0])) return end_card(r) && begin_card(r, inside, at);
    at = place_of(at, line, inside);
    if (!r->open)
        return fail(r->err, BAD_INPUT, at,
                    "an indented line before any card; a card starts with its "
                    "name in column 1");
    return read_about(r, inside, at);
}

bool card_set_read(struct card_set *set, const char *source, struct text file, struct error *err)
{
    if (!file_is_readable(source, file, err)) return false;
    struct set_mark    mark   = set_mark(set);
    struct card_reader reader = { .set = set, .err = err };
    struct text        line;
    reader.source = arena_text(&set->arena, text_of(source)).at;
    if (text_starts(file, "\uFEFF")) file = text_part(file, 3, file.size);
    bool ok = true;
    for (struct place at = { reader.source, 1, 1 }; ok && text_next_line(&file, &line); at.line++)
        ok = read_file_line(&reader, line, at);
    ok = ok && end_card(&reader);
    if (!ok) set_go_back(set, mark);
    return ok;
}

// Where the next ";" outside of quotes stands, from here on.
static size_t find_cut(struct text t, size_t from)
{
    bool quoted = false;
    for (; from < t.size && (quoted || t.at[from] != ';'); from++)
        if (t.at[from] == '"') quoted = !quoted;
    return from;
}

// Cuts up to the next ";". One inside a line of text ("...; on hit ...") does not cut: what follows
// it neither begins a line nor is flavour, or the line has not come to its end yet.
static bool next_piece(const struct card_set *set, struct text *rest, struct text *piece)
{
    if (!rest->size) return false;
    size_t end  = find_cut(*rest, 0);
    bool   text = is_text_line(set, text_trim(text_part(*rest, 0, end)));
    while (text && end < rest->size) {
        size_t      next = find_cut(*rest, end + 1);
        struct text more = text_trim(text_part(*rest, end + 1, next - end - 1));
        bool open = set->form->text_end && !has_text_end(set, text_trim(text_part(*rest, 0, end)));
        if (!more.size || is_flavour(more) || (!open && is_text_line(set, more))) break;
        end = next;
    }
    *piece = text_part(*rest, 0, end);
    *rest  = text_part(*rest, end + 1, rest->size);
    return true;
}

static bool read_inline(struct card_reader *r, struct text card, struct place at)
{
    size_t bad = text_find_unprintable(text_part(card, 0, text_find(card, '\n')));
    if (bad < card.size)
        return fail(r->err, BAD_INPUT, place_in(at, bad), "byte 0x%02X is no text",
                    (unsigned)(unsigned char)card.at[bad]);
    size_t      colon = text_find(card, ':');
    struct text name  = text_trim(text_part(card, 0, colon)), piece;
    struct text rest  = text_part(card, colon + 1, card.size);
    if (!begin_card(r, name, place_of(at, card, name))) return false;
    while (next_piece(r->set, &rest, &piece)) {
        piece = text_trim(piece);
        if (piece.size && !read_about(r, piece, place_of(at, card, piece))) return false;
    }
    return end_card(r);
}

bool card_set_read_inline(struct card_set *set, struct text card, struct place at,
                          struct error *err)
{
    struct set_mark    mark   = set_mark(set);
    struct card_reader reader = { .set = set, .err = err, .alone = true };
    reader.source             = arena_text(&set->arena, text_of(at.source)).at;
    bool ok                   = read_inline(&reader, card, at);
    if (!ok) set_go_back(set, mark);
    return ok;
}
