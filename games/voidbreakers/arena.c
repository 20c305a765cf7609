// Chapter 7: the arenas. Zones touch each other as rules.md, section 2, draws them.
#include "games/voidbreakers/rules.h"

enum arena_id { BREACH, PIT, YARD, ARENAS };
const char *const voidbreakers_arenas[] = { "Breach", "Pit", "Yard", NULL };

#define Z(name) BIT(ZONE_##name)
static const uint16_t TOUCHES[ARENAS][ARENA_ZONES] = {
    [BREACH] = {
        [ZONE_AL] = Z(AM) | Z(SW), [ZONE_AM] = Z(AL) | Z(AR) | Z(C), [ZONE_AR] = Z(AM) | Z(SE),
        [ZONE_SW] = Z(AL) | Z(NW) | Z(C), [ZONE_SE] = Z(AR) | Z(NE) | Z(C),
        [ZONE_C]  = Z(AM) | Z(BM) | Z(SW) | Z(SE) | Z(NW) | Z(NE),
        [ZONE_NW] = Z(SW) | Z(C) | Z(BR), [ZONE_NE] = Z(SE) | Z(C) | Z(BL),
        [ZONE_BR] = Z(BM) | Z(NW), [ZONE_BM] = Z(BL) | Z(BR) | Z(C), [ZONE_BL] = Z(BM) | Z(NE),
    },
    [PIT] = {
        [ZONE_AL] = Z(AM) | Z(BR) | Z(C), [ZONE_AM] = Z(AL) | Z(AR) | Z(C),
        [ZONE_AR] = Z(AM) | Z(BL) | Z(C), [ZONE_BL] = Z(AR) | Z(BM) | Z(C),
        [ZONE_BM] = Z(BL) | Z(BR) | Z(C), [ZONE_BR] = Z(BM) | Z(AL) | Z(C),
        [ZONE_C]  = Z(AL) | Z(AM) | Z(AR) | Z(BL) | Z(BM) | Z(BR),
    },
    [YARD] = {
        [ZONE_AL] = Z(AM) | Z(W), [ZONE_AM] = Z(AL) | Z(AR) | Z(C), [ZONE_AR] = Z(AM) | Z(E),
        [ZONE_W]  = Z(AL) | Z(C) | Z(BR), [ZONE_C] = Z(W) | Z(E) | Z(AM) | Z(BM),
        [ZONE_E]  = Z(C) | Z(AR) | Z(BL),
        [ZONE_BR] = Z(BM) | Z(W), [ZONE_BM] = Z(BR) | Z(BL) | Z(C), [ZONE_BL] = Z(BM) | Z(E),
    },
};
#undef Z

bool arena_has(unsigned arena, zone_id zone) { return zone < ARENA_ZONES && TOUCHES[arena][zone]; }

bool is_adjacent(const struct voidbreakers_state *s, zone_id a, zone_id b)
{
    return a < ARENA_ZONES && b < ARENA_ZONES && TOUCHES[s->arena][a] >> b & 1;
}

// VOI-438
unsigned distance(const struct voidbreakers_state *s, zone_id from, zone_id to)
{
    enum { FAR = 99 };
    if (!is_arena(from) || !is_arena(to)) return FAR;
    if (from == to) return 0;
    if (TOUCHES[s->arena][from] >> to & 1) return 1;
    if (TOUCHES[s->arena][from] & TOUCHES[s->arena][to]) return 2;
    unsigned reached = BIT(from);
    for (unsigned steps = 0; steps < ARENA_ZONES; steps++) {
        if (reached >> to & 1) return steps;
        unsigned wider = reached;
        for (zone_id z = 0; z < ARENA_ZONES; z++)
            if (reached >> z & 1) wider |= TOUCHES[s->arena][z];
        reached = wider;
    }
    return FAR;
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
