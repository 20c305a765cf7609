// Text with the signs of engine/sheet.h, broken into rows and written out.
#include "cli/pack.h"

#include "cli/screen.h"

#include <string.h>

// --- breaking -----------------------------------------------------------------------------------

struct layer {
    struct arena     *arena;
    struct text_rows *out;
    unsigned          columns, hang;
    char             *line; // the row in the making
    size_t            size;
    unsigned          column;
    char              ink;
};

enum { LINE_SIZE = 4 * PACK_COLUMNS_MAX * 4 };

void add_row(struct arena *arena, struct text_rows *out, struct text row)
{
    if (out->count == out->capacity) {
        unsigned     more = out->capacity ? 2 * out->capacity : 16;
        struct text *rows = ARENA_ARRAY(arena, struct text, more);
        if (out->count) memcpy(rows, out->row, out->count * sizeof *rows);
        out->row      = rows;
        out->capacity = more;
    }
    out->row[out->count++] = arena_text(arena, row);
}

static void put(struct layer *l, struct text piece)
{
    if (l->size + piece.size >= LINE_SIZE) return;
    memcpy(l->line + l->size, piece.at, piece.size);
    l->size += piece.size;
    l->column += text_width(piece);
}

static void put_blanks(struct layer *l, unsigned count)
{
    while (count-- > 0) put(l, TEXT(" "));
}

static void begin_row(struct layer *l, unsigned indent)
{
    l->size   = 0;
    l->column = 0;
    put_blanks(l, indent);
    if (l->ink) put(l, (struct text){ &l->ink, 1 });
}

static void end_row(struct layer *l)
{
    while (l->size && l->line[l->size - 1] == ' ') l->size--;
    add_row(l->arena, l->out, (struct text){ l->line, l->size });
}

static bool is_ink(char c) { return c >= SIGN_INK && c < SIGN_INK + INK_COUNT; }

static size_t character_size(struct text t)
{
    size_t size = 1;
    while (size < t.size && ((unsigned char)t.at[size] & 0xC0) == 0x80) size++;
    return size;
}

// As much of a word as the row takes; a word longer than a row is cut in two.
static void put_word(struct layer *l, struct text word)
{
    while (word.size) {
        struct text c = text_part(word, 0, character_size(word));
        if (is_ink(*c.at)) l->ink = *c.at;
        if (*c.at == SIGN_BLANK) c = TEXT(" ");
        if (l->column + text_width(c) > l->columns) {
            end_row(l);
            begin_row(l, l->hang);
        }
        if (*c.at == SIGN_HANG)
            l->hang = l->column < l->columns / 3 ? l->column : 2;
        else
            put(l, c);
        word = text_part(word, character_size(word), word.size);
    }
}

static unsigned width_of_word(struct text word)
{
    unsigned width = text_width(word);
    for (size_t i = 0; i < word.size; i++) width += word.at[i] == SIGN_BLANK;
    return width;
}

static void lay_flowing(struct layer *l, struct text line)
{
    l->hang = 2;
    l->ink  = 0;
    begin_row(l, 0);
    bool first = true;
    while (line.size) {
        unsigned blanks = 0;
        while (blanks < line.size && line.at[blanks] == ' ') blanks++;
        line             = text_part(line, blanks, line.size);
        struct text word = text_part(line, 0, text_find(line, ' '));
        line             = text_part(line, word.size, line.size);
        if (!first && l->column + blanks + width_of_word(word) > l->columns) {
            end_row(l);
            begin_row(l, l->hang);
        } else {
            put_blanks(l, blanks);
        }
        put_word(l, word);
        first = false;
    }
    end_row(l);
}

// A drawing is cut where the columns end.
static void lay_fixed(struct layer *l, struct text line)
{
    l->ink = 0;
    begin_row(l, 0);
    while (line.size) {
        struct text c = text_part(line, 0, character_size(line));
        line          = text_part(line, c.size, line.size);
        if (*c.at == SIGN_FIXED || *c.at == SIGN_HANG) continue;
        if (*c.at == SIGN_BLANK) c = TEXT(" ");
        if (l->column + text_width(c) > l->columns) break;
        put(l, c);
    }
}

void lay_out(struct arena *arena, struct text t, unsigned columns, struct text_rows *out)
{
    char         line_buffer[LINE_SIZE];
    struct layer l = { .arena = arena, .out = out, .columns = columns, .line = line_buffer };
    struct text  line;
    while (text_next_line(&t, &line)) {
        if (line.size && *line.at == SIGN_FIXED) {
            lay_fixed(&l, line);
            end_row(&l);
        } else {
            lay_flowing(&l, line);
        }
    }
}

// --- writing ------------------------------------------------------------------------------------

static const char *const INK_CODES[INK_COUNT] = {
    [INK_PLAIN] = "0",       [INK_STRONG] = "0;1",   [INK_OWN] = "0;1;36",    [INK_THEIRS] = "0;35",
    [INK_NUMBER] = "0;1;36", [INK_CHANGED] = "0;33", [INK_DANGER] = "0;1;31", [INK_GOOD] = "0;32",
    [INK_PREVIEW] = "0;33",  [INK_FAINT] = "0;2",    [INK_CHOSEN] = "0;7",
};

static const struct {
    const char *sign, *ascii, *word;
} SIGNS[] = {
    { "▲ ", "^ ", "" },       { "▼ ", "v ", "" }, { "▲", "^", "your " },
    { "▼", "v", "" },         { "▸", ">", "" },   { " › ", " > ", ", " },
    { " → ", " > ", " to " }, { "→", ">", "" },   { " · ", " , ", ", " },
    { "·", ".", "" },         { "–", "-", "-" },  { "×", "x", "times " },
    { "…", "~", "..." },      { "━", "=", "" },   { "─", "-", "" },
    { "│", "|", "" },         { "┌", "+", "" },   { "┐", "+", "" },
    { "└", "+", "" },         { "┘", "+", "" },   { "├", "+", "" },
    { "┤", "+", "" },         { "┬", "+", "" },   { "┴", "+", "" },
    { "┼", "+", "" },         { "▰", "#", "" },   { "▱", ".", "" },
    { "●", "*", "●" },        { "○", ".", "" },   { "➤", ">", "➤" },
    { "“", "\"", "“" },       { "”", "\"", "”" }, { "’", "'", "’" },
};

static bool write_sign(struct writer *w, struct text *rest, enum letters letters)
{
    for (size_t i = 0; i < COUNT(SIGNS); i++) {
        struct text sign = text_of(SIGNS[i].sign);
        if (!text_equal(text_part(*rest, 0, sign.size), sign)) continue;
        write_chars(w, letters == LETTERS_ASCII ? SIGNS[i].ascii : SIGNS[i].word);
        *rest = text_part(*rest, sign.size, rest->size);
        return true;
    }
    return false;
}

void write_inked(struct writer *w, struct text row, bool codes, enum letters letters)
{
    bool inked = false;
    while (row.size) {
        if (letters != LETTERS_ALL && write_sign(w, &row, letters)) continue;
        struct text c = text_part(row, 0, character_size(row));
        row           = text_part(row, c.size, row.size);
        if (is_ink(*c.at)) {
            if (codes) write_format(w, "\033[%sm", INK_CODES[*c.at - SIGN_INK]);
            inked = codes;
        } else if (*c.at == SIGN_BLANK) {
            write_char(w, ' ');
        } else if ((unsigned char)*c.at >= ' ' || *c.at == '\n') {
            if (letters == LETTERS_ASCII && c.size > 1)
                write_char(w, '?');
            else
                write_text(w, c);
        }
    }
    if (inked) write_chars(w, "\033[0m");
}
