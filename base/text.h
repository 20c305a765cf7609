// text.h - slices of text: a start and a size, no terminator, no ownership.
#ifndef PENTACLE_BASE_TEXT_H
#define PENTACLE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    const char *at;
    size_t      size;
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TEXT(literal) ((struct text){ (literal), sizeof(literal) - 1 })

// Arguments for printf's "%.*s".
#define SHOW(t) (int)(t).size, (t).at

struct text text_of(const char *terminated);
struct text text_part(struct text, size_t from, size_t size); // clipped to the text

bool text_equal(struct text, struct text);
bool text_equal_fold(struct text, struct text); // ASCII letters compared without case
bool text_is(struct text, const char *terminated);
bool text_starts(struct text, const char *terminated);
bool text_starts_fold(struct text, const char *terminated);
int  text_compare(struct text, struct text);

struct text text_trim(struct text);
struct text text_trim_right(struct text);

// Cut the next piece off the front of *rest; false when nothing is left.
bool text_next_line(struct text *rest, struct text *line); // without its line end, CR removed
bool text_cut(struct text *rest, char separator, struct text *piece);
bool text_next_word(struct text *rest, struct text *word); // words between blanks

// Position of the first occurrence, or the size of the text.
size_t text_find(struct text, char);
size_t text_find_text(struct text, struct text);

// Whole text as a decimal number in [min, max].
bool text_number(struct text, long min, long max, long *out);

// How many single-letter edits turn one into the other (case ignored); capped at 64 letters each.
unsigned text_distance(struct text, struct text);
// Offset of the first byte that is not part of a well-formed character or is a control sign other
// than tab and line end (LF, CR LF); the size of the text if all is well.
size_t text_find_unprintable(struct text);

// Writes into a fixed buffer and never past it; text beyond the end is dropped and remembered.
struct writer {
    char  *at;
    size_t size, capacity;
    bool   cut;
};

struct writer writer_on(char *buffer, size_t capacity);
void          write_text(struct writer *, struct text);
void          write_chars(struct writer *, const char *terminated);
void          write_char(struct writer *, char);
void write_format(struct writer *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
