// choice.h - a choice: a small value that can be compared, logged, sent and replayed.
#ifndef PENTACLE_ENGINE_CHOICE_H
#define PENTACLE_ENGINE_CHOICE_H

#include "engine/types.h"

#include <stdbool.h>

// What the members mean depends on the kind; the game's table of forms (notation.h) says which of
// them a kind uses. Unused members are 0.
struct choice {
    uint8_t  kind;
    uint8_t  option;
    card_id  card;
    uint16_t target;
    uint16_t extra;
};

enum {
    CHOICE_NONE, // never offered
    CHOICE_PICK, // card: one more card of a question that gathers several
    CHOICE_DONE, // enough gathered
    CHOICE_GAME = 8,

    CHOICES_MAX = 1024 // no list is longer; games ask big questions as several small ones
};

// Refusals that belong to no rulebook; their words are in table_refusal().
enum {
    RULE_NOT_ASKED    = 65535, // this seat owes no choice now
    RULE_NO_SUCH      = 65534, // nothing like this can be chosen here
    RULE_GAME_OVER    = 65533,
    RULE_PICKED_TWICE = 65532,
    RULE_TOO_FEW      = 65531,
};

static inline bool choice_equal(struct choice a, struct choice b)
{
    return a.kind == b.kind && a.option == b.option && a.card == b.card && a.target == b.target &&
           a.extra == b.extra;
}

#endif
