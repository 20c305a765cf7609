// offers.h - lists of choices as a game makes them: what is offered is added if nothing forbids it,
// so that a list and the game's why_not() cannot disagree.
#ifndef PENTACLE_ENGINE_OFFERS_H
#define PENTACLE_ENGINE_OFFERS_H

#include "engine/game.h"

struct offers {
    const struct table *table;
    rule_id (*why_not)(const struct table *, seat_id, struct choice);
    struct choice *out;
    size_t         count, max;
    seat_id        seat;
};

// Something that nothing forbids.
static inline void offer_legal(struct offers *o, struct choice c)
{
    if (o->count < o->max) o->out[o->count++] = c;
}

// A card that is picked already is not offered again.
static inline void offer(struct offers *o, struct choice c)
{
    if (c.kind == CHOICE_PICK && has_picked(&o->table->state->question[o->seat], c.card)) return;
    if (o->count < o->max && o->why_not(o->table, o->seat, c) == 0) o->out[o->count++] = c;
}

static inline void offer_kind(struct offers *o, uint8_t kind)
{
    offer(o, (struct choice){ .kind = kind });
}

// The cards of a zone from top to bottom.
static inline void offer_zone(struct offers *o, uint8_t kind, zone_id zone)
{
    const struct core *c = o->table->state;
    EACH_IN_ZONE(card, c, zone) offer(o, (struct choice){ .kind = kind, .card = card });
}

static inline void offer_options(struct offers *o, uint8_t kind, card_id card, uint8_t from,
                                 uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        offer(o, (struct choice){ .kind = kind, .card = card, .option = (uint8_t)(from + i) });
}

// Of a question that gathers cards: enough are picked.
static inline void offer_done(struct offers *o)
{
    const struct question *q = &o->table->state->question[o->seat];
    if (q->picked >= q->min) offer_legal(o, (struct choice){ .kind = CHOICE_DONE });
}

#endif
