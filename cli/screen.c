#include "cli/screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

// --- width --------------------------------------------------------------------------------------

// Bytes of the colour code that starts here, or 0.
static size_t code_size(struct text t)
{
    if (t.size < 3 || t.at[0] != '\033' || t.at[1] != '[') return 0;
    size_t size = 2;
    while (size < t.size && (unsigned char)t.at[size] < 0x40) size++;
    return size < t.size ? size + 1 : size;
}

// Bytes and columns of the first character; a byte that is none counts as one column.
static size_t first_character(struct text t, unsigned *columns)
{
    size_t code = code_size(t);
    *columns    = 0;
    if (code) return code;
    utf8proc_int32_t character;
    utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)t.at,
                                             (utf8proc_ssize_t)t.size, &character);
    *columns              = 1;
    if (size <= 0) return 1;
    int width = utf8proc_charwidth(character);
    *columns  = width > 0 ? (unsigned)width : 0;
    return (size_t)size;
}

unsigned text_width(struct text t)
{
    unsigned width = 0, columns;
    while (t.size) {
        size_t size = first_character(t, &columns);
        t           = text_part(t, size, t.size);
        width += columns;
    }
    return width;
}

struct text whole_characters(struct text t)
{
    size_t lead = t.size;
    while (lead > 0 && t.size - lead < 3 && ((unsigned char)t.at[lead - 1] & 0xC0) == 0x80) lead--;
    if (lead == 0) return t;
    unsigned char first = (unsigned char)t.at[lead - 1];
    size_t        want  = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return t.size - (lead - 1) < want ? text_part(t, 0, lead - 1) : t;
}

// --- wrapping -----------------------------------------------------------------------------------

static void write_blanks(struct writer *w, unsigned count)
{
    for (; count > 0; count--) write_char(w, ' ');
}

// A word longer than a line is cut.
static void write_word(struct writer *w, struct text word, unsigned *column, unsigned indent)
{
    unsigned columns;
    while (word.size) {
        size_t size = first_character(word, &columns);
        if (*column + columns > COLUMNS_MAX) {
            write_char(w, '\n');
            write_blanks(w, indent);
            *column = indent;
        }
        write_text(w, text_part(word, 0, size));
        *column += columns;
        word = text_part(word, size, word.size);
    }
}

// Blanks inside a line stay as they are, unless the line breaks there.
static void write_wrapped_line(struct writer *w, struct text line, unsigned used, unsigned indent)
{
    unsigned column = used;
    bool     first  = true;
    line            = text_trim_right(line);
    while (line.size) {
        unsigned blanks = 0;
        while (line.at[blanks] == ' ') blanks++;
        line             = text_part(line, blanks, line.size);
        struct text word = text_part(line, 0, text_find(line, ' '));
        line             = text_part(line, word.size, line.size);
        if (!first && column + blanks + text_width(word) > COLUMNS_MAX) {
            write_char(w, '\n');
            write_blanks(w, indent);
            column = indent;
        } else {
            write_blanks(w, blanks);
            column += blanks;
        }
        write_word(w, word, &column, indent);
        first = false;
    }
    write_char(w, '\n');
}

void write_wrapped(struct writer *w, struct text t, unsigned used, unsigned indent)
{
    struct text line;
    while (text_next_line(&t, &line)) {
        write_wrapped_line(w, line, used, indent);
        if (t.size) write_blanks(w, indent);
        used = indent;
    }
}

// An empty text has none.
static void drop_line_end(struct writer *w)
{
    if (w->size && w->at[w->size - 1] == '\n') w->size--;
}

void show_wrapped(FILE *file, const char *text, unsigned used, unsigned indent)
{
    struct text t        = text_of(text);
    size_t      capacity = t.size * 3 + 1024;
    char       *buffer   = malloc(capacity);
    if (!buffer) abort();
    struct writer w = writer_on(buffer, capacity);
    write_wrapped(&w, t, used, indent);
    fputs(buffer, file);
    free(buffer);
}

// --- the screen ---------------------------------------------------------------------------------

void write_style(struct writer *w, bool codes, enum style style)
{
    static const char *const CODES[] = {
        [STYLE_PLAIN] = "0",   [STYLE_STRONG] = "1", [STYLE_FAINT] = "2",
        [STYLE_NUMBER] = "36", [STYLE_GOOD] = "32",  [STYLE_BAD] = "31",
    };
    if (codes) write_format(w, "\033[%sm", CODES[style]);
}

// A window may change its size at any time.
static void measure(struct screen *s)
{
    struct winsize size;
    s->rows = ROWS_DEFAULT;
    if (s->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= ROWS_LEAST)
        s->rows = size.ws_row;
}

struct screen screen_open(void)
{
    const char   *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    bool          dumb = !term || !*term || strcmp(term, "dumb") == 0;
    struct screen s    = { .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) };
    s.codes            = isatty(STDOUT_FILENO) && !dumb && !(no_colour && *no_colour);
    measure(&s);
    return s;
}

void screen_clear(struct screen *s)
{
    if (s->codes)
        fputs("\033[H\033[2J\033[3J", stdout);
    else if (s->terminal)
        for (unsigned i = 0; i < 2 * s->rows; i++) putchar('\n');
}

void show_text(struct text t)
{
    struct text row;
    while (text_next_line(&t, &row)) {
        printf("%.*s\n", SHOW(row));
    }
}

static void show_formatted(struct screen *s, enum style style, const char *format, va_list args)
{
    char words[4096], wrapped[8192];
    if (vsnprintf(words, sizeof words, format, args) <= 0) return;
    struct writer w     = writer_on(wrapped, sizeof wrapped);
    bool          codes = s->codes && style != STYLE_PLAIN;
    write_style(&w, codes, style);
    write_wrapped(&w, whole_characters(text_of(words)), 0, 2);
    if (codes) drop_line_end(&w); // it comes last
    write_style(&w, codes, STYLE_PLAIN);
    show_text((struct text){ w.at, w.size });
}

void show_line(struct screen *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show_formatted(s, STYLE_PLAIN, format, args);
    va_end(args);
}

void show_styled(struct screen *s, enum style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show_formatted(s, style, format, args);
    va_end(args);
}

unsigned count_rows_of(struct text t)
{
    unsigned    count = 0;
    struct text row;
    while (text_next_line(&t, &row)) count++;
    return count;
}

// --- numbered items -----------------------------------------------------------------------------

enum { ITEM_MARGIN = 5, ITEM_GAP = 2 }; // "  12 words"

static unsigned widest_item(const char *const *items, size_t count)
{
    unsigned widest = 1;
    for (size_t i = 0; i < count; i++) {
        unsigned width = ITEM_MARGIN + text_width(text_of(items[i]));
        if (width > widest) widest = width;
    }
    return widest;
}

static unsigned columns_for(unsigned widest)
{
    unsigned columns = (COLUMNS_MAX + ITEM_GAP) / (widest + ITEM_GAP);
    return columns ? columns : 1;
}

static void write_number(struct writer *w, bool codes, size_t number)
{
    write_style(w, codes, STYLE_NUMBER);
    write_format(w, "%4zu ", number);
    write_style(w, codes, STYLE_PLAIN);
}

static void write_item(struct writer *w, bool codes, const char *item, size_t number)
{
    write_number(w, codes, number);
    write_wrapped(w, text_of(item), ITEM_MARGIN, ITEM_MARGIN);
    drop_line_end(w);
}

// One below the other, wrapped.
static void show_long_items(struct screen *s, const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char          buffer[4096];
        struct writer w = writer_on(buffer, sizeof buffer);
        write_item(&w, s->codes, items[i], i + 1);
        show_text((struct text){ w.at, w.size });
    }
}

void show_items(struct screen *s, const char *const *items, size_t count)
{
    unsigned widest = widest_item(items, count), columns = columns_for(widest);
    size_t   height = (count + columns - 1) / columns;
    if (columns == 1) {
        show_long_items(s, items, count);
        return;
    }
    for (size_t row = 0; row < height; row++) {
        char          buffer[1024];
        struct writer w      = writer_on(buffer, sizeof buffer);
        unsigned      column = 0;
        for (size_t i = row; i < count; i += height) {
            unsigned width = text_width((struct text){ w.at, w.size });
            write_blanks(&w, width < column ? column - width : 0);
            write_number(&w, s->codes, i + 1);
            write_chars(&w, items[i]);
            column += widest + ITEM_GAP;
        }
        show_text((struct text){ w.at, w.size });
    }
}
