// special.c - DES-950 to DES-959: the special deck.
#include "games/despaira/rules.h"

static unsigned own_creatures(const struct table *t, seat_id seat, unsigned element, bool tokens)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     count = 0;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(s, tile);
        if (card == NO_CARD || !is_creature(t, card) || controller_of(s, card) != seat) continue;
        if (def_of(t, card)->kind == KIND_TOKEN && !tokens) continue;
        if (element < ELEMENT_COUNT && (!is_up(s, card) || face_of(t, card)->element != element))
            continue;
        count++;
    }
    return count;
}

rule_id why_not_summon(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (card >= s->core.card_count || card_at(&s->core, card)->zone != zone_for(seat, ZONE_SPECIAL))
        return DES_952;
    if (tile >= TILES) return DES_953;
    if (has_tag(t, card, TAG_RITUAL)) return DES_954;
    if (has_tag(t, card, TAG_FUSION)) {
        card_id there = occupant(s, tile);
        if (!is_main(s)) return DES_953;
        if (there == NO_CARD || !is_creature(t, there) || controller_of(s, there) != seat ||
            !is_up(s, there) || def_of(t, there)->kind == KIND_TOKEN ||
            face_of(t, there)->element != face_of(t, card)->element)
            return DES_953;
        return own_creatures(t, seat, face_of(t, card)->element, false) >= 2 ? 0 : DES_953;
    }
    if (s->phase != PHASE_MAIN_1) return has_tag(t, card, TAG_GOD) ? DES_955 : DES_956;
    if (has_tag(t, card, TAG_GOD)) {
        if (own_creatures(t, seat, face_of(t, card)->element, false) < 3) return DES_955;
    } else if (zone_size(&s->core, zone_for(seat, ZONE_GRAVEYARD)) < 5 ||
               own_creatures(t, seat, ELEMENT_COUNT, false) < 1) {
        return DES_956;
    }
    return is_beside_leader(s, seat, tile) ? 0 : DES_423;
}

// Pays what DES-953 to DES-956 ask for, in the order of the tiles (a Fusion: the named tile first).
void pay_summon(struct table *t, seat_id seat, card_id card, unsigned first_tile)
{
    struct despaira_state *s = state_of(t);
    bool     fusion = has_tag(t, card, TAG_FUSION), devil = has_tag(t, card, TAG_DEVIL);
    unsigned needed = fusion ? 2 : devil ? 1 : 3;
    rule_id  rule   = fusion ? DES_953 : devil ? DES_956 : DES_955;
    for (unsigned i = 0; i <= TILES && needed; i++) {
        unsigned tile  = i == 0 ? first_tile : i - 1;
        card_id  there = occupant(s, tile);
        if (there == NO_CARD || !is_creature(t, there) || controller_of(s, there) != seat) continue;
        if (def_of(t, there)->kind == KIND_TOKEN) continue;
        if (!devil && (!is_up(s, there) || face_of(t, there)->element != face_of(t, card)->element))
            continue;
        if (devil)
            to_zone(t, there, ZONE_VOID, TOP, because(rule));
        else
            sacrifice_card(t, there, because(rule));
        needed--;
    }
    for (unsigned i = 0; devil && i < 5; i++)
        to_zone(t, zone_top(&s->core, zone_for(seat, ZONE_GRAVEYARD)), ZONE_VOID, TOP,
                because(rule));
}
