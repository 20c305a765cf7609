// language.h - what card texts of a game can say, by capability, as its scenarios show it: the rows
// "shows" of games/<game>/scenarios/language.scn. `pentacle language` prints them;
// docs/scenarios.md has the format, tests/README.md how to add one.
#ifndef PENTACLE_MATCH_LANGUAGE_H
#define PENTACLE_MATCH_LANGUAGE_H

#include "engine/game.h"

enum { CAPABILITIES = 18, CELLS_MAX = 128 };

struct capability {
    const char *name, *examples;
};
extern const struct capability CAPABILITY[CAPABILITIES]; // number n stands at n - 1

// One row. Without a text the capability means nothing in this game, by the rules of the scenario.
struct language_cell {
    unsigned    capability; // from 1
    bool        never;
    struct text text;  // on a card of that scenario
    struct text card;  // its name
    struct text rules; // as the scenario cites them
    struct text title; // of the scenario
};

// All rows of the game in the order of its file; *count is 0 where it has none. Texts lie in the
// arena.
MUST_USE bool language_read(const struct game *, struct arena *, struct language_cell *cells,
                            size_t max, size_t *count, struct error *);

#endif
