// spawning.c - DES-422 to DES-425, DES-771, DES-954: spawning by abilities, tokens, Rituals.
#include "games/despaira/rules.h"

static unsigned spawn_centre(const struct table *t, const struct step *step, seat_id seat)
{
    const struct despaira_state *s = state_at(t);
    if (step && step->set & set_bit(WORD_BESIDE)) return s->links[s->resolving - 1].tile;
    return tile_of(s, s->side[seat].leader);
}

static bool spawn_fits(const struct table *t, const struct step *step, seat_id seat, card_id card,
                       unsigned tile)
{
    const struct despaira_state *s      = state_at(t);
    unsigned                     centre = spawn_centre(t, step, seat);
    if (tile >= TILES || centre == NO_TILE || distance(centre, tile) != 1) return false;
    return occupant(s, tile) == NO_CARD || would_clash(t, card, seat, tile);
}

bool may_spawn_on(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    const struct link           *l = s->resolving ? &s->links[s->resolving - 1] : NULL;
    if (l && l->flags & LINK_SPECIAL) return may_summon_on(t, l, tile);
    return spawn_fits(t, step_now(t), seat, card, tile);
}

bool any_spawn_tile(const struct table *t, const struct step *step, seat_id seat, card_id card)
{
    for (unsigned tile = 0; tile < TILES; tile++)
        if (spawn_fits(t, step, seat, card, tile)) return true;
    return false;
}

void miracle_spawn(struct table *t, card_id card, unsigned tile, bool defence, struct cause why)
{
    struct despaira_state *s    = state_of(t);
    seat_id                seat = link_now(s)->seat;
    s->arrivals                 = 1;
    if (occupant(s, tile) != NO_CARD) { // a clash
        struct body *b = body_add(s, card, seat);
        if (defence) b->flags |= BODY_DEFENCE;
        b->flags |= BODY_SPAWNED_IN;
        show(t, card);
        if (!clash(t, card, tile, NO_TILE, why)) return;
        enter_tile(t, card, tile);
    } else {
        put_on_tile(t, card, tile, seat, defence, false);
    }
    if (!body_at(s, card)) return;
    body_of(s, card)->flags |= BODY_ARRIVED | BODY_SPAWNED_IN;
    happened(t, EVENT_SPAWNED, seat, card, NO_CARD, 0, why);
    did(t, IS_MIRACLE_SPAWNED, seat, card, NO_CARD, tile, 0);
}

card_id make_token(struct table *t, unsigned name)
{
    struct despaira_state *s   = state_of(t);
    def_id                 def = pool_find(t->pool, text_of(t->pool->names[name]));
    if (def == NO_DEF || t->pool->defs[def].kind != KIND_TOKEN) return NO_CARD;
    card_id card = card_create(&s->core, def, link_now(s)->seat,
                               zone_for(link_now(s)->seat, ZONE_LIMBO), TOP);
    if (card != NO_CARD) card_show(&s->core, card, EVERYBODY);
    return card;
}
