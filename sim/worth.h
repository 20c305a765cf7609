// worth.h - what a card did for who drew it, with what chance would do.
#ifndef PENTACLE_SIM_WORTH_H
#define PENTACLE_SIM_WORTH_H

#include "sim/result.h"

struct card_worth {
    const char  *name;
    struct score opening, drawn, played;
    // The share of wins of who drew it, less the share that the decks that hold it have. A card
    // that is drawn in every match gains nothing.
    struct share gain;
    bool         stands; // out of noise: of all cards that do, one in twenty may be chance
};

// Cards that were drawn in at least that many matches, the greatest gain first.
struct card_worth *result_worth(struct arena *, const struct sim_result *, uint64_t drawn_least,
                                unsigned *count);

#endif
