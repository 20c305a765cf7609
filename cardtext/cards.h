// cards.h - card files and deck files.
//
// A card file reads like the printed cards:
//
//   Cinder Adept / Red Choir                                        name, and faction if any
//     Unit  CHAOS  rank I  energy -2  SORCERER  common                kind, tags, fields
//     DMG 2  SPD 2  HP 3                                              more fields
//     ●ACTIVATE* You can Select 1 card on the board➤ Deal RANK DMG to it
//     __●CLEAVE__ (SLAYER)                                            underlined, tied to a tag
//     "Sparks first, questions later."                                flavour
//
// Names stand in column 1, everything about the card is indented, `#` in column 1 starts a comment.
// Words of the game's form come first, then the text: lines that start with ● (or what the game's
// form calls a text line), with __ around what is underlined; the flavour is last. Tags in
// parentheses at the end of a line tie it to them, underlined or not. One unread word refuses the
// file. Columns of messages count bytes.
#ifndef PENTACLE_CARDTEXT_CARDS_H
#define PENTACLE_CARDTEXT_CARDS_H

#include "cardtext/reading.h"
#include "engine/pool.h"

struct form_kind {
    const char *word; // "Unit", "Leader Event": longest match wins
    uint8_t     kind;
};
struct form_tag {
    const char *word; // "CHAOS", "common"
    uint8_t     tag;  // bit in card_def.tags
};
enum form_number { FORM_NUMBER, FORM_SIGNED, FORM_ROMAN };
struct form_field {
    const char      *word;  // "rank", "DMG"
    uint8_t          field; // index in card_def.field
    enum form_number number;
    int16_t          min, max;
};

struct card_form {
    const struct form_kind  *kinds; // each ends with a NULL word
    const struct form_tag   *tags;
    const struct form_field *fields;
    const char              *start_rule; // grammar rule of one text line
    // Lines of text start with the dialect's line_start sign, or with "__" and that sign. If the
    // dialect has no such sign, a text line is one that starts with one of these words.
    const char *const *text_starts; // ends with NULL; may be NULL
    // The sign at the end of every line of text, or NULL. With it a line of text may also start
    // otherwise, with the name of a card for example.
    const char *text_end;

    // The largest number that a line of text may say; larger ones are refused. 0: any.
    int16_t number_max;

    // The game's own checks of a whole card (fields that must be there, clauses that may not stand
    // in a Cost ...). `line` is the number of the text line in question, AT_FIELD() or AT_TAG() of
    // what is printed wrongly, or -1. Says what is wrong; its column is that of the printed line.
    bool (*check)(const struct card_pool *, const struct card_def *, int *line, struct error *);

    // What a line of text means, in plain words, where the game has no lang. NULL: nothing is said.
    void (*explain)(const struct card_pool *, const struct card_def *, uint32_t line,
                    struct writer *);
};
// `line` is its number in the pool. False if nothing is known but its words.
bool explain_card_line(const struct card_form *, const struct card_pool *, const struct card_def *,
                       uint32_t line, struct writer *);
#define AT_FIELD(field) (-2 - (int)(field))
#define AT_TAG(tag) (-2 - FIELDS_MAX - (int)(tag))

struct card_set; // a pool in the making: grammar, arena and growing arrays

struct card_set *card_set_create(const struct dialect_words *, const struct card_form *,
                                 struct error *); // NULL on failure
// A copy to add to. It shares texts with the original, which must outlive it; ids stay the same.
struct card_set *card_set_extend(const struct card_set *, struct error *);
void             card_set_destroy(struct card_set *); // accepts NULL

// Adds all cards of a file, or none of them. `source` is the name used in messages. A text that can
// be read in two ways is taken in the first of them; cards_prove complains.
MUST_USE bool card_set_read(struct card_set *, const char *source, struct text file,
                            struct error *);
// Adds one card from one line, as scenarios write it: "Name / Faction: first line; second; ●text".
MUST_USE bool card_set_read_inline(struct card_set *, struct text card, struct place,
                                   struct error *);

// From here on a card may have the name of another; the later one is meant. For the cards of a
// match with cards of its own, which come as one file.
void card_set_let_shadow(struct card_set *);

const struct card_pool *card_set_pool(const struct card_set *);
struct card_pool       *card_set_pool_mutable(struct card_set *); // for the game's derived data
struct arena           *card_set_arena(struct card_set *);
const struct grammar   *card_set_grammar(const struct card_set *);

// Words of a form: of a kind, and the number of a field as it is printed ("IV", "-2").
const char *form_kind_word(const struct card_form *, uint8_t kind);
void        write_field_number(const struct form_field *, const struct card_def *, struct writer *);
// The card as its file shows it.
void card_print(const struct card_set *, const struct card_def *, struct writer *);

// Deck files: "2 Card Name" or "2x Card Name" lines, "name" and "about" lines, lines that start
// with a section word ("leader NAME", or "side:" for all that follows until "main:"), `#` and `//`
// comments.
struct deck_entry {
    def_id   def;
    uint16_t count;
    uint32_t line; // in the file, for messages
};
struct deck {
    const char        *name, *about, *source;
    struct deck_entry *entries;  // in the order of the file, one per line
    uint8_t           *sections; // section of each entry: 0 = main, 1.. = see deck_read
    uint32_t           count;
};
// `sections` names what may stand in front of an entry or on a line of its own ("leader"),
// NULL-ended; section i + 1 is sections[i]. Fails with line and column, and the nearest card name.
MUST_USE bool deck_read(struct arena *, const struct card_pool *, const char *const *sections,
                        const char *source, struct text file, struct deck *out, struct error *);

// The four proofs of DESIGN.md 6 over all cards of a set: returns the number of failures and writes
// each with its card. `golden` may be empty to skip (d).
unsigned cards_prove(const struct card_set *, struct text golden, struct writer *report);
void     cards_show_golden(const struct card_set *, struct writer *);

#endif
