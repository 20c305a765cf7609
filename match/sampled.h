// sampled.h - cards that nobody designed: the game's own cards, their lines of text made by its
// grammar at random. Whatever the game accepts among them must not end the program, so matches with
// such cards are played in tests (tests/sampled.c).
#ifndef PENTACLE_MATCH_SAMPLED_H
#define PENTACLE_MATCH_SAMPLED_H

#include "match/box.h"

// The set of this number as a card file for box_open_changed(): every card that has text and for
// which the grammar makes a line that the game accepts; short lines are preferred. Cards of the
// rulebook stay as they are.
struct text sampled_cards(const struct box *, uint64_t number, struct arena *);
// A box with that set in place of the cards. NULL on failure.
struct box *box_open_sampled(const struct box *, uint64_t number, struct error *);

#endif
