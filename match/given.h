// given.h - a position in the words of "given", so that it can be read, changed and played from.
// What those words cannot say (what a card has in mind for later, say) is left out: whoever wants
// to know more looks at the position that they arrange.
#ifndef PENTACLE_MATCH_GIVEN_H
#define PENTACLE_MATCH_GIVEN_H

#include "base/rng.h"
#include "match/box.h"

struct given_wish {
    seat_id  seat;     // whose turn it is
    seat_set sees;     // these seats see what others hold
    unsigned deck_max; // so many cards of each deck, from the top
};

// A position that has been put into words. Cards may be left out of them afterwards.
struct given;

// The head (mode, options) stands before "given". NULL if no phase of that seat leads to the same
// question. The table must stay as it is.
struct given *given_begin(const struct box *, const struct table *, const char *head,
                          const struct given_wish *, struct error *);
void          given_leave_out(struct given *, card_id, bool left_out);
// One number of that seat or of its cards, at random, is less than it was. False if there is none.
bool        given_weaken(struct given *, seat_id, struct rng *);
const char *given_text(struct given *);
void        given_end(struct given *); // accepts NULL

#endif
