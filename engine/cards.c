#include "engine/cards.h"

void core_layout(struct core *c, struct card *cards, size_t card_limit, struct zone *zones,
                 size_t zone_count)
{
    c->cards_at   = (uint16_t)((unsigned char *)cards - (unsigned char *)c);
    c->zones_at   = (uint16_t)((unsigned char *)zones - (unsigned char *)c);
    c->card_limit = (uint16_t)card_limit;
    c->zone_count = (uint16_t)zone_count;
    for (size_t z = 0; z < zone_count; z++) zones[z] = (struct zone){ NO_CARD, NO_CARD, 0 };
}

static void unlink_card(struct core *c, card_id id)
{
    struct card *card = card_of(c, id);
    if (card->zone == NO_ZONE) return;
    struct zone *zone = zone_of(c, card->zone);
    if (card->above != NO_CARD)
        card_of(c, card->above)->below = card->below;
    else
        zone->top = card->below;
    if (card->below != NO_CARD)
        card_of(c, card->below)->above = card->above;
    else
        zone->bottom = card->above;
    zone->count--;
}

static void link_between(struct core *c, card_id id, zone_id to, card_id above, card_id below)
{
    struct card *card = card_of(c, id);
    struct zone *zone = zone_of(c, to);
    card->zone        = to;
    card->above       = above;
    card->below       = below;
    if (above != NO_CARD)
        card_of(c, above)->below = id;
    else
        zone->top = id;
    if (below != NO_CARD)
        card_of(c, below)->above = id;
    else
        zone->bottom = id;
    zone->count++;
}

card_id card_create(struct core *c, def_id def, seat_id owner, zone_id zone, enum zone_end end)
{
    card_id id = c->card_count;
    if (id == c->card_limit) {
        for (id = 0; id < c->card_count && card_at(c, id)->zone != NO_ZONE; id++) {
        }
        if (id == c->card_count) return NO_CARD;
    } else {
        c->card_count++;
    }
    *card_of(c, id) = (struct card){ .def = def, .zone = NO_ZONE, .owner = owner };
    card_move(c, id, zone, end);
    return id;
}

void card_destroy(struct core *c, card_id id)
{
    unlink_card(c, id);
    *card_of(c, id) = (struct card){
        .def = NO_DEF, .above = NO_CARD, .below = NO_CARD, .zone = NO_ZONE
    };
}

void card_move(struct core *c, card_id id, zone_id to, enum zone_end end)
{
    assert(id < c->card_count && to < c->zone_count);
    unlink_card(c, id);
    struct zone *zone = zone_of(c, to);
    if (end == TOP)
        link_between(c, id, to, NO_CARD, zone->top);
    else
        link_between(c, id, to, zone->bottom, NO_CARD);
}

void card_move_above(struct core *c, card_id id, card_id below)
{
    assert(id != below);
    unlink_card(c, id);
    link_between(c, id, card_at(c, below)->zone, card_at(c, below)->above, below);
}

void card_show(struct core *c, card_id id, seat_set viewers)
{
    struct card *card = card_of(c, id);
    if (!(viewers & ~card->known)) return;
    card->known = (seat_set)(card->known | viewers);
    card->flags = (uint8_t)(card->flags | (viewers << 4 & CARD_SEEN));
    c->learned++;
}

void card_forget(struct core *c, card_id id)
{
    struct card *card = card_of(c, id);
    card->flags       = (uint8_t)((card->flags & ~CARD_SEEN) | (card->known << 4 & CARD_SEEN));
}

void card_hide(struct core *c, card_id id, seat_set still)
{
    struct card *card = card_of(c, id);
    card->known       = (seat_set)(card->known & still);
}
