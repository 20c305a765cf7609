// pack.h - a table and a question, packed into a screen of a given size. A pure function: what a
// game tells (engine/sheet.h), what has happened, what is asked, and a size, to rows of text. Knows
// no terminal; golden text tests it (tests/pack_test.c).
//
// From the top: title, table, what happened; at the bottom, always whole, the question with its
// numbers, its choices, what the highlighted one would do, and the keys.
#ifndef PENTACLE_CLI_PACK_H
#define PENTACLE_CLI_PACK_H

#include "base/arena.h"
#include "engine/sheet.h"

enum { PACK_COLUMNS_LEAST = 40, PACK_ROWS_LEAST = 10, PACK_COLUMNS_MAX = 240, PACK_ROWS_MAX = 120 };

struct ask_item {
    const char *label, *detail; // "Ashling", "attack 3 targets"; detail may be ""
    const char *columns;        // the detail as a table has it, each behind SIGN_COLUMN; or NULL
    bool        picked;
};

// What stands at the bottom. Text may hold ink signs and line ends.
struct ask {
    const char            *question;
    struct text            numbers; // right of it
    struct text            heading; // of the columns of a table, if the choices are one
    const struct ask_item *items;   // number 1 on
    size_t                 count;
    const char            *zero;     // what 0 does; NULL: nothing is 0
    size_t                 selected; // highlighted; `count` is zero's place
    const char            *preview;  // may be ""
    const char *const     *keys;     // what matters most first, ends with NULL
    const char            *line;     // being typed, in place of the keys; NULL: none
};

// What happened, in its order. Where rows are few, what decides and what came last is kept.
struct told_line {
    const char *words;
    bool        decides;
    bool        is_lesson; // what somebody tells the player, and no event: as important, unmarked
};
struct told {
    const char             *title; // "Just now"
    const struct told_line *lines;
    size_t                  count, earlier; // earlier: how many more the log has
};

// Something that covers the table while it is read: a card, the log, help.
struct overlay {
    const char *title;
    struct text text;
    unsigned    scroll; // rows; packing puts it right if it is too many
    const char *find;   // what is looked for; NULL: nothing
    int         seek;   // 1, -1: the next, the last row that has it; packing goes there
    unsigned    found;  // that row, marked
};

struct page_in {
    const struct sheet *sheet; // NULL: no table
    const struct told  *told;
    const struct ask   *ask;
    struct overlay     *overlay; // NULL: the table is seen
    struct text         pane;    // about the highlighted card, where columns are many
    unsigned            columns, rows;
};

struct page {
    unsigned    columns, rows, count;                // count of rows; none is wider than `columns`
    struct text row[PACK_ROWS_MAX];                  // UTF-8 with ink signs
    unsigned    question, cursor_row, cursor_column; // where the question begins, and the cursor
    unsigned    step; // choices from one column of the list to the next
};

enum letters {
    LETTERS_ALL,   // UTF-8
    LETTERS_ASCII, // signs replaced by those of ASCII
    LETTERS_WORDS, // signs that a reading machine would spell are words or left out
};

// Rows live in the arena. A screen below the least size gets one row that says so.
void pack(const struct page_in *, struct arena *, struct page *);

// The table alone, as lines of 80 columns, nothing folded; for readers of words of each part the
// first form that is no drawing.
void pack_lines(const struct sheet *, struct arena *, bool codes, enum letters, struct writer *);

// --- rows as they are written out --------------------------------------------------------------

// Colour codes in place of ink signs, or nothing.
void write_inked(struct writer *, struct text, bool codes, enum letters);

// Breaks a text of parts' lines (with its signs) into rows of so many columns.
struct text_rows {
    struct text *row;
    unsigned     count, capacity;
};
void lay_out(struct arena *, struct text, unsigned columns, struct text_rows *);
void add_row(struct arena *, struct text_rows *, struct text); // copied

#endif
