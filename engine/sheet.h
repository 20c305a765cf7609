// sheet.h - a table as a game tells it to readers: parts, each with a weight and up to three forms,
// made from a view alone. No game knows how large the screen is; who shows the sheet (cli/pack.h)
// takes of each part the form that fits.
//
//     sheet_part(s, 5);                    // begins a part
//     sheet_form(s, FORM_FULL);            // begins one of its forms
//     write_chars(&s->out, "...\n");       // its lines
//     sheet_form(s, FORM_LINE); ...
//
// Text is UTF-8 with a few signs of our own between it, all of them control characters.
#ifndef PENTACLE_ENGINE_SHEET_H
#define PENTACLE_ENGINE_SHEET_H

#include "base/text.h"
#include "engine/pool.h"
#include "engine/view.h"

enum sheet_sign {
    SIGN_FIXED = 0x0E, // first in a line: it is a drawing, not to be broken
    SIGN_HANG  = 0x0F, // where the lines go on that this one is broken into
    SIGN_BLANK = 0x1F, // a blank at which no line is broken
    SIGN_COLUMN =
        0x06, // between what is said of a choice, and its columns where they stand as a table
    SIGN_INK = 0x10, // + enum ink: written in this from here to the end of the line
};
// What a text is for. Colour only underlines it: words or marks say it as well.
enum ink {
    INK_PLAIN,
    INK_STRONG,
    INK_OWN,
    INK_THEIRS,
    INK_NUMBER,
    INK_CHANGED,
    INK_DANGER,
    INK_GOOD,
    INK_PREVIEW,
    INK_FAINT,
    INK_CHOSEN, // the highlighted choice
    INK_COUNT
};

enum sheet_form { FORM_FULL, FORM_COMPACT, FORM_LINE, FORM_COUNT };

// What is folded first when rows are short: the part of the least weight, which is heavier by
// FOLD_WEIGHT for each time it has been folded. After its last form a part vanishes, unless
// WEIGHT_KEPT was added to its weight.
enum { FOLD_WEIGHT = 4, WEIGHT_KEPT = 100 };
enum { SHEET_PARTS_MAX = 64, SHEET_MARKS_MAX = 256, SHEET_TEXT_SIZE = 96 * 1024 };

struct sheet_part {
    uint8_t     weight;
    bool        beside; // may stand at the right of the part before
    bool        given[FORM_COUNT];
    struct text form[FORM_COUNT];
};

// A card, or a zone, that bears the number of a choice or has changed.
struct sheet_mark {
    card_id  card; // or NO_CARD
    zone_id  zone;
    uint16_t number; // 0: none
    bool     changed;
};

struct sheet {
    const struct view      *view;
    const struct card_pool *pool;
    const char *const      *names; // of the seats
    struct sheet_mark       marks[SHEET_MARKS_MAX];
    unsigned                mark_count;

    struct text       title, title_right; // where in the match we are, and who plays
    struct text       numbers;            // what counts for the question: to pay with, to come
    struct text       columns;            // headings of what facts() says of the choices, if any
    struct sheet_part parts[SHEET_PARTS_MAX];
    unsigned          part_count;
    struct writer     out;
    struct text      *open;
    char              buffer[SHEET_TEXT_SIZE];
};

// names: one for every seat number of the view.
void sheet_begin(struct sheet *, const struct view *, const struct card_pool *,
                 const char *const *names);
void sheet_end(struct sheet *);

void sheet_title(struct sheet *); // what is written now is this
void sheet_right(struct sheet *);
void sheet_numbers(struct sheet *);
void sheet_columns(struct sheet *);
void sheet_part(struct sheet *, unsigned weight);
void sheet_beside(struct sheet *); // of the part that was begun
void sheet_form(struct sheet *, enum sheet_form);

// All of it in its fullest forms, without signs: for reports of what went wrong.
void sheet_write(const struct sheet *, struct writer *);

// --- writing ---------------------------------------------------------------------------------

void sheet_ink(struct sheet *, enum ink);
// Words that stay together on a line: their blanks are SIGN_BLANK, but for those they begin with;
// behind a " · " that they begin with the line may end.
void sheet_item(struct sheet *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Exactly so many columns: filled up with blanks, or cut with "…".
void sheet_cell(struct sheet *, struct text, unsigned columns);
void sheet_fill(struct sheet *, const char *sign, unsigned times);
void sheet_bar(struct sheet *, int value, int most, unsigned columns); // ▰▰▱▱
void sheet_seat(struct sheet *, seat_id); // "▲ You" or "▼ Bel"; ends in plain ink
// "[3]" if the card or zone has the number of a choice, "*" if it has changed. Returns the columns.
unsigned sheet_mark_card(struct sheet *, card_id);
unsigned sheet_mark_zone(struct sheet *, zone_id);

// Columns that a text takes, without its signs; letters count one.
unsigned sheet_width(struct text);

// --- what a view says --------------------------------------------------------------------------

int         view_value(const struct view *, unsigned name, seat_id, int otherwise);
int         sheet_value(const struct sheet *, unsigned name, seat_id); // 0 if there is none
unsigned    view_count(const struct view *, unsigned zone);            // cards there
const char *view_name(const struct view_card *, const struct card_pool *, const char *hidden);
const struct view_card *view_top(const struct view *, unsigned zone); // or NULL
// Whose turn it is to speak of somebody: "your", "Bel's"; "you", "Bel".
const char *view_whose(const struct view *, const char *const *names, seat_id, char *out,
                       size_t size);
const char *view_who(const struct view *, const char *const *names, seat_id);

// The cards of a zone that the viewer knows, equal ones once with their number, as items. `write`
// says one of them; NULL: its name. Returns how many there were.
unsigned sheet_list(struct sheet *, unsigned zone, const char *between,
                    void (*write)(struct sheet *, const struct view_card *, struct writer *));

// A part of its own for them, if there are any: as `write` says them, by their names, as a number.
void sheet_pile(struct sheet *, unsigned zone, const char *title, unsigned weight,
                void (*write)(struct sheet *, const struct view_card *, struct writer *));

#endif
