// moving.c - DES-647 to DES-653: cards that abilities move, shift and swap.
#include "games/despaira/rules.h"

static void note_departure(struct despaira_state *s, card_id card)
{
    struct body *b = body_of(s, card);
    s->arrivals    = 1;
    if (b->from == NO_TILE) b->from = (uint8_t)tile_of(s, card);
    b->back = (uint8_t)tile_of(s, card);
}

static bool step_is_free(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, tile);
    if (!is_trick(t, card)) return there == NO_CARD;
    return trick_on(s, tile) == NO_CARD &&
           (there == NO_CARD || controller_of(s, there) == controller_of(s, card));
}

static bool clashes_here(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    return is_creature(t, card) && controller_of(s, card) == s->links[s->resolving - 1].seat &&
           would_clash(t, card, controller_of(s, card), tile);
}

static void arrive(struct table *t, card_id card, unsigned from, unsigned tile,
                   const struct step *step)
{
    struct despaira_state *s = state_of(t);
    enter_tile(t, card, tile);
    struct body *b = body_of(s, card);
    s->arrivals    = 1;
    if (b && controller_of(s, card) == link_now(s)->seat) b->flags |= BODY_ARRIVED;
    happened(t, EVENT_MOVED, controller_of(s, card), card, NO_CARD, 0, cause_now(t, step));
    did(t, MOVES, controller_of(s, card), card, NO_CARD, tile, (int)from);
}

// DES-647 to DES-652
void move_along(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!may_be_moved(t, card)) return;
    for (unsigned i = 0; i < l->path_count; i++) {
        unsigned tile = l->path[i], here = tile_of(s, card);
        if (here == NO_TILE || distance(here, tile) != 1) return;
        bool free = step_is_free(t, card, tile);
        if (!free && (i + 1u < l->path_count || !clashes_here(t, card, tile))) return;
        note_departure(s, card);
        if (!free && !clash(t, card, tile, here, cause_now(t, step))) return;
        arrive(t, card, here, tile, step);
        if (!body_at(s, card)) return;
    }
}

void shift_to(struct table *t, card_id card, unsigned tile, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (!may_be_moved(t, card) || tile >= TILES || tile_of(s, card) == tile) return;
    unsigned here = tile_of(s, card);
    bool     free = step_is_free(t, card, tile);
    if (!free && !clashes_here(t, card, tile)) return;
    note_departure(s, card);
    if (free || clash(t, card, tile, here, cause_now(t, step))) arrive(t, card, here, tile, step);
}

void swap_cards(struct table *t, card_id a, card_id b, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (!may_be_moved(t, a) || !may_be_moved(t, b) || is_trick(t, a) != is_trick(t, b)) return;
    unsigned tile_a = tile_of(s, a), tile_b = tile_of(s, b);
    note_departure(s, a);
    note_departure(s, b);
    field_changed(s);
    card_move(&s->core, a, zone_for(SOUTH, ZONE_LIMBO),
              TOP); // both at once: no tile is left twice taken
    arrive(t, b, tile_b, tile_a, step);
    arrive(t, a, tile_a, tile_b, step);
}
