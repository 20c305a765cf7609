// screen.h - text for people: at most 80 columns, by the width that characters really have, and
// readable without colour. A whole screen is full.h.
#ifndef PENTACLE_CLI_SCREEN_H
#define PENTACLE_CLI_SCREEN_H

#include "base/text.h"

#include <stdio.h>

enum { COLUMNS_MAX = 80, ROWS_DEFAULT = 24, ROWS_LEAST = 10 };

// Columns that a text takes; colour codes take none.
unsigned text_width(struct text);

// Without the part of a character that a cut has left at its end.
struct text whole_characters(struct text);

// Breaks at blanks so that no line is longer than 80 columns; line ends in the text are kept. The
// first line starts at column `used`, the others are indented by `indent`.
void write_wrapped(struct writer *, struct text, unsigned used, unsigned indent);
void show_wrapped(FILE *, const char *, unsigned used, unsigned indent);

// What a line is for. Colour only underlines it: the words say it as well.
enum style { STYLE_PLAIN, STYLE_STRONG, STYLE_FAINT, STYLE_NUMBER, STYLE_GOOD, STYLE_BAD };
void write_style(struct writer *, bool codes, enum style); // nothing without codes

// Where lines are shown.
struct screen {
    bool     terminal; // both ends are a terminal: edit lines
    bool     codes;    // colours and other escape codes may be used
    unsigned rows;
};

struct screen screen_open(void);
void          screen_clear(struct screen *); // no trace of what was shown stays in sight
void          show_text(struct text);        // the last line end may lack
void show_line(struct screen *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void show_styled(struct screen *, enum style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
unsigned count_rows_of(struct text);

// Numbered items, in columns if they are short.
void show_items(struct screen *, const char *const *items, size_t count);

#endif
