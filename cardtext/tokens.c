// tokens.c - spellings, blanks, then words, numbers, signs and quotations.
//
// Each byte of the normalised line remembers the byte it came from, so that messages name a column
// of the line as its author wrote it.
#include "cardtext/tokens.h"

#include <limits.h>
#include <string.h>

// A character of UTF-8 text: its size, 0 if the bytes are no UTF-8.
static size_t decode(struct text t, size_t at, uint32_t *out)
{
    const unsigned char *b    = (const unsigned char *)t.at + at;
    size_t               room = t.size - at;
    size_t size = b[0] < 0x80 ? 1 : b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : b[0] >= 0xC2 ? 2 : 0;
    if (size == 0 || size > room || b[0] > 0xF4) return 0;
    uint32_t c = size == 1 ? b[0] : b[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (b[i] & 0x3F);
    }
    static const uint32_t SMALLEST[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (c < SMALLEST[size] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return 0;
    *out = c;
    return size;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Outside of ASCII only the blocks of punctuation, arrows, shapes and pictures are signs.
static bool is_ascii_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

static bool is_letter(uint32_t c)
{
    if (c < 0x80) return is_ascii_letter((char)c);
    if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
    if (c == 0xD7 || c == 0xF7) return false;
    return !(c >= 0x2000 && c < 0x2C00) && !(c >= 0x3000 && c < 0x3040) &&
           !(c >= 0xE000 && c < 0xF900) && c < 0x1F000;
}

struct place place_after(struct place at, size_t bytes)
{
    at.column = (at.column ? at.column : 1) + (uint32_t)bytes;
    return at;
}

static bool check_characters(struct text line, struct place at, struct error *err)
{
    if (line.size > READING_BYTES_MAX)
        return fail(err, BAD_INPUT, place_after(at, READING_BYTES_MAX),
                    "a line of text has at most %d bytes", READING_BYTES_MAX);
    for (size_t i = 0, size; i < line.size; i += size) {
        uint32_t c = 0;
        size       = decode(line, i, &c);
        if (size == 0)
            return fail(err, BAD_INPUT, place_after(at, i), "byte 0x%02X is not UTF-8 text",
                        (unsigned char)line.at[i]);
        if ((c < 0x20 && !is_blank((char)c)) || (c >= 0x7F && c < 0xA0))
            return fail(err, BAD_INPUT, place_after(at, i), "a control character (0x%02X)",
                        (unsigned)c);
    }
    return true;
}

// ---- Normalising --------------------------------------------------------------------------------

// A spelling that starts with a letter is a whole word: "it's" is not the end of "Unit's".
static const struct spelling *find_spelling(const struct dialect_words *d, struct text line,
                                            size_t at)
{
    struct text rest        = text_part(line, at, line.size);
    bool        inside_word = at > 0 && is_ascii_letter(line.at[at - 1]);
    for (const struct spelling *s = d->spellings; s && s->from; s++)
        if (s->from[0] && text_starts_fold(rest, s->from) &&
            !(inside_word && is_ascii_letter(s->from[0])))
            return s;
    return NULL;
}

// Quoted lines may lack the sign that begins a line: what holds another sign is no name.
static bool is_bare_line(const struct dialect_words *d, struct text line, size_t at)
{
    if (!d->line_start || line.at[at] != '"') return false;
    struct text rest        = text_part(line, at + 1, line.size);
    size_t      end         = text_find(rest, '"');
    struct text line_quoted = text_part(rest, 0, end);
    return !text_starts(rest, d->line_start) && text_find(line_quoted, '*') < line_quoted.size;
}

// A name stands as its card prints it: of a quotation without line_start only signs are spelled
// another way.
static bool is_opening_name(const struct dialect_words *d, struct text line, size_t at)
{
    return d->line_start && line.at[at] == '"' &&
           !text_starts(text_part(line, at + 1, line.size), d->line_start);
}

struct normalised {
    char     *bytes;
    uint32_t *origin;
    size_t    size;
};

static void put(struct normalised *n, char c, size_t origin)
{
    if (is_blank(c)) c = ' ';
    if (c == ' ' && (n->size == 0 || n->bytes[n->size - 1] == ' ')) return;
    n->bytes[n->size]    = c;
    n->origin[n->size++] = (uint32_t)origin;
}

static size_t longest_spelling(const struct dialect_words *d)
{
    size_t longest = 1;
    for (const struct spelling *s = d->spellings; s && s->from; s++)
        if (strlen(s->to) > longest) longest = strlen(s->to);
    return longest;
}

// "*Death* mark": a star before a word that another one closes is a mark of italics, never the
// sign.
static size_t closing_star(struct text line, size_t at)
{
    uint32_t c = 0;
    if (line.at[at] != '*' || (at > 0 && !is_blank(line.at[at - 1]) && line.at[at - 1] != '('))
        return 0;
    if (at + 1 == line.size || !decode(line, at + 1, &c) || !is_letter(c)) return 0;
    size_t end = at + 1 + text_find(text_part(line, at + 1, line.size), '*');
    return end < line.size && !is_blank(line.at[end - 1]) ? end : 0;
}

struct text text_normalise(struct arena *arena, const struct dialect_words *d, struct text line,
                           uint32_t **origin)
{
    size_t            room = line.size * longest_spelling(d) + 1;
    struct normalised n = { ARENA_ARRAY(arena, char, room), ARENA_ARRAY(arena, uint32_t, room), 0 };
    size_t            closing = 0;
    bool              in_name = false, in_quote = false;
    for (size_t i = 0; i < line.size;) {
        const struct spelling *s    = find_spelling(d, line, i);
        bool                   bare = !in_quote && is_bare_line(d, line, i);
        in_quote ^= line.at[i] == '"';
        in_name = in_name ? line.at[i] != '"' : in_quote && !bare && is_opening_name(d, line, i);
        if (in_name && s && is_ascii_letter(s->from[0])) s = NULL;
        bool closes = closing && i == closing;
        if (!s && (closes || closing_star(line, i))) {
            closing = closes ? 0 : closing_star(line, i);
            i++;
            continue;
        }
        if (!s) {
            put(&n, line.at[i], i);
            for (const char *c = bare ? d->line_start : ""; *c; c++) put(&n, *c, i);
            i++;
            continue;
        }
        for (const char *c = s->to; *c; c++) put(&n, *c, i);
        i += strlen(s->from);
    }
    if (origin) *origin = n.origin;
    return text_trim_right((struct text){ n.bytes, n.size });
}

// ---- Cutting ------------------------------------------------------------------------------------

struct scanner {
    const struct dialect_words *dialect;
    struct text                 line; // normalised
    const uint32_t             *origin;
    size_t                      at;
    struct place                place;
    struct token_list          *out;
    struct error               *err;
};

static size_t longer_sign(struct text rest, const char *sign, size_t size)
{
    return sign && strlen(sign) > size && text_starts(rest, sign) ? strlen(sign) : size;
}

// Size of the sign at the front that the dialect declares, or 0.
static size_t declared_sign(const struct dialect_words *d, struct text rest)
{
    size_t size = longer_sign(rest, d->line_start, 0);
    for (const struct sign_rule *s = d->signs; s && s->sign; s++)
        size = longer_sign(rest, s->sign, size);
    for (const char *const *s = d->capitalise_after; s && *s; s++)
        size = longer_sign(rest, *s, size);
    return size;
}

static size_t letter_size(const struct scanner *s, size_t at)
{
    uint32_t c = 0;
    if (at >= s->line.size) return 0;
    size_t size = decode(s->line, at, &c);
    if (!is_letter(c)) return 0;
    if (c >= 0x80 && declared_sign(s->dialect, text_part(s->line, at, s->line.size))) return 0;
    return size;
}

static size_t word_size(const struct scanner *s)
{
    size_t end = s->at;
    for (;;) {
        size_t letter = letter_size(s, end);
        char   c      = end < s->line.size ? s->line.at[end] : 0;
        bool   inside = end > s->at && s->line.at[end - 1] != '\'';
        if (letter)
            end += letter;
        else if (c == '\'' && inside)
            end++;
        else if (c == '-' && end > s->at && letter_size(s, end + 1))
            end++;
        else
            return end - s->at;
    }
}

static size_t digits_size(const struct scanner *s)
{
    size_t end = s->at;
    while (end < s->line.size && is_digit(s->line.at[end])) end++;
    return end - s->at;
}

static struct place here(const struct scanner *s)
{
    return place_after(s->place, s->origin[s->at]);
}

// The token of the next `size` bytes; NULL when the line has too many.
static struct token *push(struct scanner *s, enum token_kind kind, size_t size)
{
    if (s->out->count == READING_TOKENS_MAX) {
        fail(s->err, BAD_INPUT, here(s), "a line of text has at most %d words and signs",
             READING_TOKENS_MAX);
        return NULL;
    }
    struct token *t = &s->out->at[s->out->count++];
    *t              = (struct token){ .kind   = kind,
                                      .origin = s->origin[s->at],
                                      .text   = text_part(s->line, s->at, size) };
    s->at += size;
    return t;
}

static bool cut_number(struct scanner *s, size_t size)
{
    long value = 0;
    if (!text_number(text_part(s->line, s->at, size), 0, INT16_MAX, &value))
        return fail(s->err, BAD_INPUT, here(s), "numbers in texts are at most %d", INT16_MAX);
    struct token *t = push(s, TOKEN_NUMBER, size);
    if (t) t->number = (int16_t)value;
    return t;
}

static void drop_full_stop(struct token_list *list, const struct dialect_words *d)
{
    if (d->line_start && list->count && text_is(list->at[list->count - 1].text, ".")) list->count--;
}

static bool cut_plain(struct scanner *, size_t end);

// Without a line_start nothing tells names from texts before they are read: TOKEN_OPEN serves both.
static bool cut_quotation(struct scanner *s)
{
    struct text inside = text_part(s->line, s->at + 1, s->line.size);
    size_t      size   = text_find(inside, '"');
    if (size == inside.size)
        return fail(s->err, BAD_INPUT, here(s), "this quotation has no closing mark");
    inside            = text_trim(text_part(inside, 0, size));
    const char *start = s->dialect->line_start;
    if (inside.size == 0) return fail(s->err, BAD_INPUT, here(s), "this quotation is empty");

    bool          is_name = start && !text_starts(inside, start);
    struct token *t       = push(s, is_name ? TOKEN_NAME : TOKEN_OPEN, is_name ? size + 2 : 1);
    if (!t) return false;
    t->name = inside;
    if (is_name) return true;
    if (!cut_plain(s, s->at + size)) return false;
    drop_full_stop(s->out, s->dialect);
    t->pair = (uint16_t)s->out->count;
    return push(s, TOKEN_CLOSE, 1);
}

static bool cut_one(struct scanner *s)
{
    struct text rest = text_part(s->line, s->at, s->line.size);
    size_t      size = word_size(s);
    if (size) return push(s, TOKEN_WORD, size);
    size = digits_size(s);
    if (size) return cut_number(s, size);
    if (rest.at[0] == '"') return cut_quotation(s);
    size = declared_sign(s->dialect, rest);
    uint32_t c;
    if (!size) size = decode(rest, 0, &c);
    return push(s, TOKEN_SIGN, size ? size : 1);
}

static bool cut_plain(struct scanner *s, size_t end)
{
    while (s->at < end) {
        if (s->line.at[s->at] == ' ')
            s->at++;
        else if (!cut_one(s))
            return false;
    }
    return true;
}

bool tokens_read(struct arena *arena, const struct dialect_words *d, struct text line,
                 struct place at, struct token_list *out, struct error *err)
{
    *out = (struct token_list){ 0 };
    if (!check_characters(line, at, err)) return false;
    uint32_t   *origin     = NULL;
    struct text normalised = text_normalise(arena, d, line, &origin);
    if (normalised.size > READING_BYTES_MAX)
        return fail(err, BAD_INPUT, at, "a line of text has at most %d bytes", READING_BYTES_MAX);
    struct scanner s = {
        .dialect = d, .line = normalised, .origin = origin, .place = at, .out = out, .err = err
    };
    size_t room = normalised.size < READING_TOKENS_MAX ? normalised.size : READING_TOKENS_MAX;
    out->at     = ARENA_ARRAY(arena, struct token, room + 1);
    out->size   = normalised.size;
    return cut_plain(&s, normalised.size);
}

void tokens_complete(struct token_list *list, const struct dialect_words *d, bool starts_line)
{
    drop_full_stop(list, d);
    if (!starts_line || !d->line_start) return;
    if (list->count && text_is(list->at[0].text, d->line_start)) return;
    if (list->count) memmove(list->at + 1, list->at, list->count * sizeof *list->at);
    for (size_t i = 1; i <= list->count; i++)
        if (list->at[i].kind == TOKEN_OPEN) list->at[i].pair++;
    list->at[0] = (struct token){ .kind = TOKEN_SIGN, .text = text_of(d->line_start) };
    list->count++;
    list->size += strlen(d->line_start);
}
