// elsewhere.h - what a dialog asks of a match that is played elsewhere, in place of the rules: what
// is seen, what is asked, what has happened, and what only the other end can tell.
#ifndef PENTACLE_CLI_ELSEWHERE_H
#define PENTACLE_CLI_ELSEWHERE_H

#include "cli/pack.h"
#include "engine/notation.h"

enum heard { HEARD_NOTHING, HEARD_WORDS, HEARD_CHANGE }; // words: to be drawn; change: asked anew

struct elsewhere {
    const struct view         *view;
    const char *const         *words; // of the choices, none if nothing is asked
    const struct choice       *choices;
    const struct choice_parts *parts;
    size_t                     count;
    const struct told_line    *lines; // all that has happened
    size_t                     line_count;
    const char                *result; // how it ended, in words
    const char                *help;   // what may be typed there besides

    void *at; // for these
    enum heard (*listen)(void *at, unsigned ms);
    // "1:23 left", "Bel chooses, 0:42 left"; "" if nobody is in a hurry.
    const char *(*clock)(void *at);
    // Each writes what is to be said; false: it was refused, or cannot be known.
    bool (*choose)(void *at, size_t choice, struct writer *);
    bool (*would)(void *at, size_t choice, struct writer *);
    bool (*why)(void *at, struct text words, card_id, struct writer *); // of a card, or NO_CARD
    bool (*hint)(void *at, float *chances, struct writer *); // by choice, below 0: not tried
    // A line that is for the other end; false: it is none.
    bool (*request)(void *at, struct text line, struct writer *);
};

#endif
