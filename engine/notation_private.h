// notation_private.h - what saying (notation.c) and reading (notation_read.c) share.
#ifndef PENTACLE_ENGINE_NOTATION_PRIVATE_H
#define PENTACLE_ENGINE_NOTATION_PRIVATE_H

#include "engine/notation.h"

// The place of a card as people say it. In a zone of one card that is the zone, and cards on that
// card lie "on" it; elsewhere it is the number of the card, counted from the top.
enum spot_kind { SPOT_NOWHERE, SPOT_ZONE, SPOT_NTH, SPOT_ON, SPOT_NTH_ON };
struct spot {
    enum spot_kind kind;
    zone_id        zone;
    unsigned       nth;
};
struct spot spot_of(const struct table *, card_id);
const char *ordinal_ending(unsigned nth); // "st" for 1, 21 ...

// The part of a form up to the next placeholder, and the placeholder; both may be empty.
void form_next(struct text *form, struct text *literal, struct text *placeholder);

// Row `index` of the forms for a kind of choice, or NULL: first the game's rows, then what all
// games share. Row 0 is how the choice is said, the others are further ways to write it.
const struct choice_form *choice_form_of(const struct game *, uint8_t kind, unsigned index);
// All forms, one after the other; NULL after the last.
const struct choice_form *choice_form_at(const struct game *, unsigned index);

static inline bool knows_face(const struct table *t, seat_id viewer, card_id card)
{
    return viewer == NO_SEAT || knows(t->state, viewer, card);
}
static inline bool is_face(const struct table *t, def_id def)
{
    return def != NO_DEF && def < t->pool->def_count;
}
static inline bool is_in_play(const struct table *t, unsigned card)
{
    return card < t->state->card_count && card_at(t->state, (card_id)card)->zone != NO_ZONE;
}
// Zones of seats that do not take part exist in the table of zones, but not for this match.
static inline bool is_zone(const struct table *t, unsigned zone)
{
    if (zone >= t->state->zone_count) return false;
    seat_id seat = t->game->zones[zone].seat;
    return seat == NO_SEAT || seat < t->state->seats;
}

#endif
