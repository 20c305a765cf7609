// modifiers.h - lasting changes: one list in the order in which they were made, each with the card
// it changes, its source and the moment at which it ends. What a modifier means is the game's
// affair.
#ifndef PENTACLE_ENGINE_MODIFIERS_H
#define PENTACLE_ENGINE_MODIFIERS_H

#include "engine/cards.h"

struct modifier {
    card_id  card;
    card_id  source; // or NO_CARD
    int16_t  value;
    uint16_t arg;
    uint8_t  kind;
    uint8_t  until; // the game's moments; 0 = as long as the card is what it is
    uint8_t  seat;  // whose moment, where that matters
    uint8_t  flags; // the game's own, and MODIFIER_STAYS
    uint16_t words; // op of the condition while which it counts; 0 = always
    uint16_t zero;
};

// It was done to whatever lies there face down, for all to see: it does not follow the face.
enum { MODIFIER_STAYS = 0x80 };

void modifiers_layout(struct core *, struct modifier *, size_t limit);

static inline struct modifier *modifiers_of(struct core *c)
{
    return (struct modifier *)(void *)((unsigned char *)c + c->modifiers_at);
}
static inline const struct modifier *modifiers_at(const struct core *c)
{
    return (const struct modifier *)(const void *)((const unsigned char *)c + c->modifiers_at);
}

// False when the list is full; nothing is changed then (each game's rules say what that means).
bool modifier_add(struct core *, struct modifier);
void modifier_remove(struct core *, size_t index);
// Removes all that a test accepts; returns how many.
size_t modifiers_end(struct core *, bool (*ends)(const struct modifier *, const void *context),
                     const void *context);
// Ends all modifiers of one card.
void modifiers_leave(struct core *, card_id);
// Faces moved: modifiers that lie on a card follow its face. from[i] now lies at to[i].
void modifiers_follow(struct core *, const card_id *from, const card_id *to, size_t count);

#endif
