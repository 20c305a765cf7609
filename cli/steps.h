// steps.h - a list of choices as a person answers it: the card first, then what it does, then its
// target, where the list would be long. Nothing is told to the match before the last step.
#ifndef PENTACLE_CLI_STEPS_H
#define PENTACLE_CLI_STEPS_H

#include "base/arena.h"
#include "engine/notation.h"
#include "match/match.h"

enum { STEPS_DEEP = 4, STEPS_FLAT = 9 }; // lists up to STEPS_FLAT need no steps

struct step_item {
    const char *label, *detail, *columns; // columns: NULL, or as in pack.h
    uint16_t   *members;                  // choices it stands for, by their place in the list
    size_t      count;
    card_id     card;   // of a question that gathers
    bool        picked; // of a question that gathers: already taken
};

struct steps {
    struct arena         arena;
    const struct match  *match;
    const struct view   *view;
    seat_id              seat;
    struct choice       *choices;
    const char         **words; // as they are typed
    struct choice_parts *parts;
    size_t               count;
    size_t               zero; // the choice that is 0, or `count`

    // Of a question that gathers: what a seat may pick, in the order in which it was listed at
    // first.
    struct pick_order {
        card_id card[CHOICES_MAX];
        size_t  count;
        uint8_t question;
    } order[SEATS_MAX];
    bool gathers;

    struct step_item *items; // of the step in hand
    size_t            item_count;
    unsigned          depth;
    const char       *path[STEPS_DEEP]; // labels of what was chosen on the way
    uint16_t         *members[STEPS_DEEP];
    size_t            member_count[STEPS_DEEP];
};

void steps_init(struct steps *);
void steps_finish(struct steps *);
void steps_ask(struct steps *, const struct match *, seat_id); // lists the seat's choices anew
// The same for a match that is played elsewhere, of which `match` is a mirror.
struct elsewhere;
void steps_ask_far(struct steps *, const struct match *, seat_id, const struct elsewhere *);

// Goes on with an item: true if that is a choice (in *out), false if it has further steps.
bool steps_enter(struct steps *, size_t item, struct choice *out);
bool steps_back(struct steps *); // false at the first step

// The choice an item stands for if it has no further steps, or the first of its choices.
struct choice steps_first(const struct steps *, size_t item);

#endif
