// Chapter 3: squares, sides, steps and pushes. Square 0 is a1, 1 is b1, 3 is a2, 8 is c3.
#include "games/blank/rules.h"

zone_id square_of(const struct blank_state *s, seat_id seat)
{
    card_id champion = s->side[seat].champion;
    return champion == NO_CARD ? (zone_id)NO_SQUARE : card_at(&s->core, champion)->zone;
}

zone_id square_beside(zone_id square, unsigned facing)
{
    unsigned column = square % COLUMNS, row = square / COLUMNS;
    switch ((enum facing)facing) {
    case NORTH: return row + 1 < ROWS ? (zone_id)(square + COLUMNS) : (zone_id)NO_SQUARE;
    case EAST: return column + 1 < COLUMNS ? (zone_id)(square + 1) : (zone_id)NO_SQUARE;
    case SOUTH: return row > 0 ? (zone_id)(square - COLUMNS) : (zone_id)NO_SQUARE;
    case WEST: return column > 0 ? (zone_id)(square - 1) : (zone_id)NO_SQUARE;
    case FACING_COUNT: break;
    }
    return NO_SQUARE;
}

unsigned facing_towards(zone_id from, zone_id to)
{
    for (unsigned facing = 0; facing < FACING_COUNT; facing++)
        if (square_beside(from, facing) == to) return facing;
    return FACING_COUNT;
}

seat_id seat_on(const struct blank_state *s, zone_id square)
{
    card_id champion = zone_top(&s->core, square);
    return champion == NO_CARD ? (seat_id)NO_SEAT : card_at(&s->core, champion)->owner;
}

bool is_behind(const struct blank_state *s, seat_id who, seat_id of)
{
    return square_beside(square_of(s, of), (s->side[of].facing + 2u) % FACING_COUNT) ==
           square_of(s, who);
}

void move_champion(struct table *t, seat_id seat, zone_id to, struct event e)
{
    struct blank_state *s = state_of(t);
    e.card                = s->side[seat].champion;
    e.def                 = card_at(&s->core, e.card)->def;
    e.from                = square_of(s, seat);
    e.to                  = to;
    card_move(&s->core, e.card, to, TOP);
    tell(t, e);
}

// BLA-026, BLA-027
void push_champion(struct table *t, seat_id by, seat_id whom, struct event e)
{
    struct blank_state *s    = state_of(t);
    unsigned            side = facing_towards(square_of(s, by), square_of(s, whom));
    zone_id to = square_beside(square_of(s, whom), side < FACING_COUNT ? side : s->side[by].facing);
    if (to == NO_SQUARE)
        put_out(t, whom, BLA_027);
    else if (seat_on(s, to) == NO_SEAT)
        move_champion(t, whom, to, e);
}
