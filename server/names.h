// names.h - what a player may be called: signs that can be seen, and nothing that looks like a name
// that is somebody's own, a bot's, or the house's.
#ifndef PENTACLE_SERVER_NAMES_H
#define PENTACLE_SERVER_NAMES_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Only signs that can be seen, single blanks inside, marks in moderation, something to read.
bool name_is_visible(struct text);

// Two names with the same look are taken for each other: case, blanks, points, accents, digits in
// the place of letters and signs of other scripts that look alike make no difference.
uint64_t name_look(struct text);

// Some signs may be read in two ways ("cl" and "d", "@" and "a"): all looks that a name may have,
// its own first. A name is too much like another if one of them is the other's own.
enum { FORKS_MAX = 5, LOOKS_MAX = 32 };
unsigned name_looks(struct text, uint64_t out[LOOKS_MAX]);
bool     name_looks_like(struct text name, struct text other);

// Those of bots, and those that say that somebody runs the place; some may not even be a word of
// another name.
enum { HOUSE_NAMES_MAX = 48 };
struct house_names {
    uint64_t whole[HOUSE_NAMES_MAX], word[HOUSE_NAMES_MAX]; // looks
    unsigned whole_count, word_count;
};
void house_names(struct house_names *);
bool name_is_of_house(const struct house_names *, struct text);

// --- confusables.c ------------------------------------------------------------------------------

struct confusable {
    uint32_t sign;
    char     same[20]; // what it looks like, in UTF-8
};
extern const struct confusable CONFUSABLES[]; // by sign
extern const size_t            CONFUSABLE_COUNT;

#endif
