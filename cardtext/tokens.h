// tokens.h - a line of card text cut into words, numbers, signs and quotations.
#ifndef PENTACLE_CARDTEXT_TOKENS_H
#define PENTACLE_CARDTEXT_TOKENS_H

#include "cardtext/reading.h"

enum token_kind {
    TOKEN_WORD,   // letters with inner hyphens and apostrophes
    TOKEN_NUMBER, // digits
    TOKEN_SIGN,   // any other character, or a sign the dialect declares
    TOKEN_NAME,   // a quotation that is a name: one token with its quotation marks
    TOKEN_OPEN,   // opening mark of a quotation that is text
    TOKEN_CLOSE
};

struct token {
    enum token_kind kind;
    int16_t         number; // of TOKEN_NUMBER
    uint16_t        pair;   // of TOKEN_OPEN: index of its TOKEN_CLOSE
    uint32_t        origin; // byte in the line as it was given
    uint32_t        word;   // its id among the words of the grammar, 0 if it is none of them
    struct text     text;   // as it stands in the line
    struct text     name;   // of TOKEN_NAME, TOKEN_OPEN: what stands between the marks
};

struct token_list {
    struct token *at;
    size_t        count;
    size_t        size; // bytes of the normalised line
};

// Spellings are replaced and blanks collapsed, then the line is cut. `word` stays 0.
MUST_USE bool tokens_read(struct arena *, const struct dialect_words *, struct text line,
                          struct place at, struct token_list *out, struct error *);

// What every line of text has, supplied or taken away: its first sign, and no full stop at the end.
void tokens_complete(struct token_list *, const struct dialect_words *, bool starts_line);

// The line with spellings replaced and blanks collapsed; origin[i] is where byte i came from.
struct text text_normalise(struct arena *, const struct dialect_words *, struct text line,
                           uint32_t **origin);

// `at` moved by that many bytes.
struct place place_after(struct place at, size_t bytes);

#endif
