// cards_private.h - what the files behind cards.h share: the growing set and a few words helpers.
#ifndef PENTACLE_CARDTEXT_CARDS_PRIVATE_H
#define PENTACLE_CARDTEXT_CARDS_PRIVATE_H

#include "cardtext/cards.h"

enum {
    CARD_FILE_SIZE_MAX  = 4 * 1024 * 1024,
    CARDS_MAX           = 4096,
    CARD_NAME_CHARS_MAX = 60,
    PRINTED_SIZE_MAX    = READING_BYTES_MAX + 1000, // bytes of one printed line of text
};

struct card_set {
    struct arena                arena; // holds the set itself
    const struct dialect_words *words;
    const struct card_form     *form;
    const struct grammar       *grammar; // in the arena of the set it was created for
    struct card_pool            pool;    // shows the arrays below
    struct card_def            *defs;
    struct card_line           *lines;
    struct op                  *ops;
    def_id                     *index;
    uint32_t                    def_capacity, line_capacity, op_capacity;
    uint32_t                    indexed; // the first so many defs are in the index
    struct name_table           names;
    bool                        trial;     // proofs: a card of this name may exist already
    bool                        shadowing; // so it may here, and the later one is meant
};

// How far a set has grown; going back forgets all that was added since.
struct set_mark {
    uint32_t defs, lines, ops, names;
};
struct set_mark set_mark(const struct card_set *);
void            set_go_back(struct card_set *, struct set_mark);

uint32_t         set_add_ops(struct card_set *, const struct op *, size_t count); // where they are
uint32_t         set_add_lines(struct card_set *, const struct card_line *, size_t count);
struct card_def *set_add_def(struct card_set *, const struct card_def *);

// Words of a form.
void write_field(const struct form_field *, const struct card_def *, struct writer *);
void write_roman(struct writer *, int number);
// Parts of a card as its file shows it: kind, tags and fields; one line of text.
void card_print_form(const struct card_set *, const struct card_def *, struct writer *);
void card_print_line(const struct card_set *, const struct card_line *, struct writer *);

// Places in a line that starts at `at`: that many bytes into it, and where a part of it stands.
struct place place_in(struct place at, size_t offset);
struct place place_of(struct place at, struct text line, struct text part);
// Checks a whole file: its size and its characters.
bool file_is_readable(const char *source, struct text file, struct error *);

#endif
