// changed.h - which cards a card file changes, and whose matches can come out otherwise by it.
#ifndef PENTACLE_SIM_CHANGED_H
#define PENTACLE_SIM_CHANGED_H

#include "sim/result.h"

struct changed_card {
    const char *name;
    bool        is_new;
    uint32_t    held;    // bit per deck of the plan that holds it
    uint32_t    reached; // ... or holds a card whose words name it, and so on
};

// The cards of `after` that are printed otherwise than in `before`, or were not there.
struct changed_card *changed_cards(struct arena *, const struct card_pool *before,
                                   const struct sim_plan *after, unsigned *count);

// Decks that one of these reaches. Fails, with what would do, if there is none, or if no deck can
// meet a card.
MUST_USE bool changed_decks(const struct changed_card *, unsigned count, uint32_t *decks,
                            struct error *);

// "Jab (Brawler, Dancer), Token (named by cards of Dancer); never drawn and never played: Token".
const char *say_changed_cards(struct arena *, const struct changed_card *, unsigned count,
                              const struct sim_result *after);

#endif
