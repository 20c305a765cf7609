// Chapter 7: who touches whom in the arena that is played (boards.c has read it).
#include "games/voidbreakers/rules.h"

const struct board *board_of(const struct table *t)
{
    return &book_of(t)->boards[state_at(t)->arena];
}

bool arena_has(const struct table *t, zone_id zone)
{
    return zone < ARENA_ZONES && board_of(t)->touches[zone];
}

bool is_adjacent(const struct table *t, zone_id a, zone_id b) { return distance(t, a, b) == 1; }

// VOI-438
unsigned distance(const struct table *t, zone_id from, zone_id to)
{
    return is_arena(from) && is_arena(to) ? board_of(t)->far[from][to] : FAR_AWAY;
}

unsigned zones_within(const struct table *t, zone_id from, unsigned steps)
{
    if (!is_arena(from)) return 0;
    return board_of(t)->near[from][steps < ARENA_ZONES ? steps : ARENA_ZONES - 1];
}

uint16_t occupied_zones(const struct voidbreakers_state *s)
{
    unsigned set = 0;
    for (unsigned z = 0; z < ARENA_ZONES; z++)
        if (s->zones[z].count) set |= BIT(z);
    return (uint16_t)set;
}

// VOI-704
bool is_full(const struct voidbreakers_state *s, zone_id zone)
{
    return zone_size(&s->core, zone) >= CAPACITY;
}

// VOI-702: left and right as their owner sees them.
zone_id starting_zone(unsigned side, unsigned place)
{
    static const zone_id START[2][FIGHTERS] = { { ZONE_AL, ZONE_AM, ZONE_AR },
                                                { ZONE_BL, ZONE_BM, ZONE_BR } };
    return START[side][place];
}
