// side.h - a game of one commit, as tests/beside.c plays it beside the same game of another commit.
//
// side.c is compiled once for each of the two, against the headers of its own commit, and linked
// with all libraries of that commit into one object of which only its table of functions is seen
// (tools/beside). So nothing here may name a type of Pentacle's.
#ifndef PENTACLE_TESTS_SIDE_H
#define PENTACLE_TESTS_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct played; // a game out of its box, and a match of it

enum { SIDE_WHY_MAX = 1024 };

// What is seen of a match at one decision; the words stand until the next look.
struct side_look {
    const char *words;
    size_t      size;
    uint64_t    hash; // of all that was seen of this match so far, how the table looks included
    bool        over;
};

struct side {
    // The game's own cards, or with those of this card file in the place of their namesakes. NULL
    // on failure; why[SIDE_WHY_MAX] says why.
    struct played *(*open)(const char *cards, size_t size, char *why);
    void (*close)(struct played *);
    // The sampled set of this number as a card file (match/sampled.h); 0: it does not fit.
    size_t (*sample)(const struct played *, uint64_t number, char *out, size_t max);
    // Is this one card accepted beside the game's own?
    bool (*accepts)(const struct played *, const char *card, size_t size, char *why);
    // False if the decks of this match are not legal with these cards.
    bool (*begin)(struct played *, uint64_t number, bool shows_views);
    void (*look)(struct played *, struct side_look *);
    void (*go_on)(struct played *); // everybody who is asked answers by chance
    // The lines of text that are being carried out, as far as people can see, one each.
    size_t (*in_work)(struct played *, char *out, size_t max);
    // Calls back with the printed text of each line of all cards in the match until that is true.
    bool (*any_line)(struct played *, bool (*is)(void *, const char *, size_t), void *);
};

#endif
