// board.c - the board: zones, positions and what a card counts as (rules.md 100).
#include "games/oversoul/rules.h"

#define FACTS_OF(n)                                                                                \
    [n * SEAT_ZONES + DECK]                     = { n + 1, DECK + 1, 0, 0 },                       \
                      [n * SEAT_ZONES + HAND]   = { n + 1, HAND + 1, 0, 0 },                       \
                      [n * SEAT_ZONES + IDLE]   = { n + 1, IDLE + 1, 0, 0 },                       \
                      [n * SEAT_ZONES + LEADER] = { n + 1, LEADER + 1, ON_BOARD | FOR_LEADER, 0 }, \
                      [n * SEAT_ZONES + U1]     = { n + 1, U1 + 1, ON_BOARD | FOR_UNITS, 0 },      \
                      [n * SEAT_ZONES + U2]     = { n + 1, U2 + 1, ON_BOARD | FOR_UNITS, 0 },      \
                      [n * SEAT_ZONES + U3]     = { n + 1, U3 + 1, ON_BOARD | FOR_UNITS, 0 },      \
                      [n * SEAT_ZONES + U4]     = { n + 1, U4 + 1, ON_BOARD | FOR_UNITS, 0 },      \
                      [n * SEAT_ZONES + U5]     = { n + 1, U5 + 1, ON_BOARD | FOR_UNITS, 0 },      \
                      [n * SEAT_ZONES + E1]     = { n + 1, E1 + 1, ON_BOARD | FOR_EVENTS, 0 },     \
                      [n * SEAT_ZONES + E2]     = { n + 1, E2 + 1, ON_BOARD | FOR_EVENTS, 0 },     \
                      [n * SEAT_ZONES + E3]     = { n + 1, E3 + 1, ON_BOARD | FOR_EVENTS, 0 }

const struct zone_facts ZONE_FACTS[256] = {
    FACTS_OF(0),
    FACTS_OF(1),
    FACTS_OF(2),
    FACTS_OF(3),
    [EXILE] = { 0, EXILE + 1, 0, 0 },
    [SHIFT] = { 0, SHIFT + 1, 0, 0 },
};

bool is_event(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_down(s, c)) return is_event_zone(card_in(s, c)->zone);
    const struct face *f = face_of(t, c);
    if (f->kind == KIND_LEADER_EVENT) return is_event_zone(card_in(s, c)->zone);
    return f->kind == KIND_EVENT;
}

bool is_construct(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_down(s, c)) return false;
    return face_of(t, c)->kind == KIND_CONSTRUCT || body_at(s, c)->flags & BODY_CONSTRUCT;
}

bool is_plus(const struct table *t, card_id c)
{
    const struct face *f = face_of(t, c);
    return !is_face_down(peek(t), c) && !f->minus && f->kind < KIND_TOTEM;
}

bool is_plus_face(const struct table *t, card_id c)
{
    const struct face *f = face_of(t, c);
    return !f->minus & (f->kind < KIND_TOTEM);
}

bool is_minus(const struct table *t, card_id c)
{
    return is_face_down(peek(t), c) || face_of(t, c)->minus; // OVE-R33
}

unsigned rank_of(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_down(s, c)) return 0;
    if (is_leader_seated(s, c)) return s->side[card_in(s, c)->owner].rank; // OVE-713
    return is_active(s, c) ? (unsigned)body_at(s, c)->rank : rank_to_enter(t, c);
}

uint32_t roles_of(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_down(s, c)) return 0;
    if (is_active(s, c)) return body_at(s, c)->roles & ~ROLES_RECEIVED;
    return is_modified(s, c) ? as_received(t, c).roles & ~ROLES_RECEIVED : face_of(t, c)->roles;
}

unsigned archetypes_of(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_down(s, c)) return 0; // OVE-R34
    return is_active(s, c) ? body_at(s, c)->archetypes : archetypes_to_enter(t, c);
}

zone_id zone_behind(zone_id z)
{
    switch (zone_kind(z)) {
    case U2: return zone_for(zone_seat(z), E1);
    case U3: return zone_for(zone_seat(z), E2);
    case U4: return zone_for(zone_seat(z), E3);
    case E2: return zone_for(zone_seat(z), LEADER);
    default: return NO_ZONE;
    }
}

static bool same_row(zone_id a, zone_id b)
{
    return (is_unit_zone(a) && is_unit_zone(b)) || (is_event_zone(a) && is_event_zone(b));
}

bool are_adjacent(zone_id a, zone_id b)
{
    return zone_seat(a) == zone_seat(b) && same_row(a, b) && (a == b + 1 || b == a + 1);
}

// Column and row in the grid of rules.md, section 2.
static void grid(zone_id z, int *column, int *row)
{
    unsigned kind = zone_kind(z);
    if (kind >= U1 && kind <= U5)
        *row = 1, *column = (int)(kind - U1 + 1);
    else if (kind >= E1)
        *row = 2, *column = (int)(kind - E1 + 2);
    else
        *row = 3, *column = 3;
}

bool are_surrounding(zone_id a, zone_id b)
{
    if (a == b || zone_seat(a) != zone_seat(b) || !is_board(a) || !is_board(b)) return false;
    int ca, ra, cb, rb;
    grid(a, &ca, &ra);
    grid(b, &cb, &rb);
    return ca - cb <= 1 && cb - ca <= 1 && ra - rb <= 1 && rb - ra <= 1;
}

// For Leaders who are being Activated (OVE-454).
static unsigned reserved_zones(const struct oversoul_state *s, seat_id seat)
{
    unsigned set = 0;
    for (unsigned i = 0; i < s->link_count; i++) {
        const struct link *l = &s->links[i];
        if (l->kind == LINK_LEADER && !(l->flags & LINK_CANCELLED) && zone_seat(l->zone) == seat)
            set |= BIT(zone_kind(l->zone) - U1);
    }
    return set;
}

unsigned free_zones(const struct oversoul_state *s, seat_id seat)
{
    unsigned set = ALL_ZONES & ~held_zones(s, seat);
    return s->link_count ? set & ~reserved_zones(s, seat) : set;
}
