// cards.h - cards and zones of a position.
//
// A card_id is a place that a face can lie in; the face is card.def. Shuffling moves faces, not
// ids, so an id never tells anybody what was shuffled, and ids may be shown to all. A zone is a
// list of cards from top to bottom.
#ifndef PENTACLE_ENGINE_CARDS_H
#define PENTACLE_ENGINE_CARDS_H

#include "engine/core.h"

enum card_flag {
    CARD_FACE_DOWN = 1 << 0,
    CARD_SIDEWAYS  = 1 << 1,
    CARD_MODIFIED  = 1 << 2,  // at least one modifier names it
    CARD_MARKED    = 1 << 3,  // for the game's use
    CARD_SEEN      = 15 << 4, // a bit for each seat: it has seen this face, wherever that lies now
};

struct card {
    def_id   def;
    card_id  above, below; // neighbours in the zone; NO_CARD at the ends
    zone_id  zone;         // NO_ZONE: not in the game
    seat_id  owner;
    seat_set known; // viewers who know the face
    uint8_t  flags;
};

struct zone {
    card_id  top, bottom;
    uint16_t count;
};

enum zone_end { TOP, BOTTOM };

// Called once by start(): tells the core where the game's arrays lie.
void core_layout(struct core *, struct card *cards, size_t card_limit, struct zone *zones,
                 size_t zone_count);

static inline struct card *card_of(struct core *c, card_id id)
{
    return (struct card *)(void *)((unsigned char *)c + c->cards_at) + id;
}
static inline const struct card *card_at(const struct core *c, card_id id)
{
    return (const struct card *)(const void *)((const unsigned char *)c + c->cards_at) + id;
}
static inline struct zone *zone_of(struct core *c, zone_id id)
{
    return (struct zone *)(void *)((unsigned char *)c + c->zones_at) + id;
}
static inline const struct zone *zone_at(const struct core *c, zone_id id)
{
    return (const struct zone *)(const void *)((const unsigned char *)c + c->zones_at) + id;
}

static inline card_id zone_top(const struct core *c, zone_id z) { return zone_at(c, z)->top; }
static inline card_id zone_bottom(const struct core *c, zone_id z) { return zone_at(c, z)->bottom; }
static inline uint16_t zone_size(const struct core *c, zone_id z) { return zone_at(c, z)->count; }
static inline card_id  card_below(const struct core *c, card_id i) { return card_at(c, i)->below; }
static inline card_id  card_above(const struct core *c, card_id i) { return card_at(c, i)->above; }

// Walks a zone from top to bottom. The current card must not be moved inside the loop.
#define EACH_IN_ZONE(card, c, z)                                                                   \
    for (card_id card = zone_top((c), (z)); card != NO_CARD; card = card_below((c), card))

// A new card in a zone, or NO_CARD when the position is full. Ids freed by card_destroy are reused.
card_id card_create(struct core *, def_id, seat_id owner, zone_id, enum zone_end);
void    card_destroy(struct core *, card_id);
void    card_move(struct core *, card_id, zone_id, enum zone_end);
void    card_move_above(struct core *, card_id, card_id below); // into the zone of `below`

// Knowledge. Showing adds viewers; hiding makes the face unknown to all but `still`, but who has
// seen it remembers that it is among the cards of its owner, unless it is forgotten: nobody can
// tell any more whether it still is.
void               card_show(struct core *, card_id, seat_set viewers);
void               card_hide(struct core *, card_id, seat_set still);
void               card_forget(struct core *, card_id);
static inline bool knows(const struct core *c, seat_id viewer, card_id card)
{
    return card_at(c, card)->known >> viewer & 1;
}

static inline bool has_seen(const struct card *card, seat_id viewer)
{
    return viewer < SEATS_MAX && card->flags >> (4 + viewer) & 1;
}

// A face on its way from one place to another, with those who have seen it.
struct card_face {
    def_id  def;
    uint8_t seen;
};
static inline struct card_face card_face(const struct core *c, card_id card)
{
    const struct card *at = card_at(c, card);
    return (struct card_face){ at->def, at->flags & CARD_SEEN };
}
static inline void card_set_face(struct core *c, card_id card, struct card_face face)
{
    struct card *at = card_of(c, card);
    at->def         = face.def;
    at->flags       = (uint8_t)((at->flags & ~CARD_SEEN) | face.seen);
}

#endif
