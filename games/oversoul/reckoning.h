// reckoning.h - what is reckoned of the Active cards at once; body.c says how, reckon.c of which.
#ifndef PENTACLE_GAMES_OVERSOUL_RECKONING_H
#define PENTACLE_GAMES_OVERSOUL_RECKONING_H

#include "games/oversoul/rules.h"

struct sums { // of one card, while reckoning
    int     dmg, spd, hp, rank, yield;
    bool    sealed, silent;
    bool    watched; // by a lasting change with a "while"
    bool    settled; // the numbers that are looked at are those of the pass before
    bool    moved;   // its numbers changed while somebody looked at numbers
    bool    retold;  // its Abilities are not those printed on it
    uint8_t muted;   // see struct body
};

// All cards, or only those that changed without any other caring.
struct reckoning {
    struct table *t;
    uint32_t      set[(BODIES_MAX + 31) / 32]; // bodies that are reckoned, as bits
    unsigned      count;
    card_id       list[BODIES_MAX];                   // their cards, in the order of state.active
    struct sums   values[BODIES_MAX];                 // by slot
    uint16_t      before[BODIES_MAX];                 // their Archetypes until now, by slot
    bool          settled;                            // see struct sums
    bool          resonates;                          // there is one in the next line
    uint32_t      resonating[(BODIES_MAX + 31) / 32]; // lent RESONATE* in the pass before, as bits
};

static inline bool concerns(const struct reckoning *r, card_id c)
{
    unsigned slot = peek(r->t)->slot[c];
    return r->set[slot / 32] >> slot % 32 & 1;
}

// By a change of its own, or of a Construct on it.
static inline bool may_be_modified(const struct oversoul_state *s, card_id c)
{
    return card_in(s, c)->flags & CARD_MODIFIED || card_above(&s->core, c) != NO_CARD;
}

// The parts of a pass, in this order.
void reckon_own(struct reckoning *);    // printed values, lasting changes, Abilities of each card
void apply_statics(struct reckoning *); // continuous Abilities (OVE-535)
void end_values(struct reckoning *);    // PETRIFIED, STATION, the limits

// All of it for one card that is not Active, if nothing lends or has changed its HP.
void reckon_hidden(struct table *, card_id);

#endif
