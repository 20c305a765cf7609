// 700: levels, distance and single steps. Square 0 is a1; a row of zones has ten columns on both
// levels.
#include "games/eternity/rules.h"

#include <stdlib.h>

#define AT(column, row) ((column) - 'a' + COLUMNS * ((row)-1))

const struct level LEVELS[LEVEL_COUNT] = {
    [LEVEL_COURTYARD] = { "Lod Courtyard",
                          10,
                          5,
                          { AT('d', 3), AT('g', 3), AT('e', 5), AT('f', 1) },
                          NO_ZONE },
    [LEVEL_BELFRY]    = { "Broken Belfry",
                          7,
                          7,
                          { AT('b', 4), AT('f', 4), AT('d', 2), AT('d', 6) },
                          AT('d', 4) },
};
const char *const eternity_level_names[] = { "Lod Courtyard", "Broken Belfry", NULL };
const char *const eternity_directions[]  = { "north",      "north-east", "east",
                                             "south-east", "south",      "south-west",
                                             "west",       "north-west", NULL };

static const int8_t COLUMN_STEP[DIRECTION_COUNT] = { 0, 1, 1, 1, 0, -1, -1, -1 };
static const int8_t ROW_STEP[DIRECTION_COUNT]    = { 1, 1, 0, -1, -1, -1, 0, 1 };

const struct level *level_of(const struct eternity_state *s) { return &LEVELS[s->level]; }

static bool is_inside(const struct level *l, int column, int row)
{
    return column >= 0 && row >= 0 && column < l->columns && row < l->rows;
}

bool is_floor(const struct eternity_state *s, unsigned square)
{
    const struct level *l = level_of(s);
    return is_square(square) && is_inside(l, (int)(square % COLUMNS), (int)(square / COLUMNS)) &&
           square != l->shaft;
}

zone_id square_of(const struct eternity_state *s, seat_id seat)
{
    card_id character = s->fighter[seat].character;
    if (character == NO_CARD) return NO_ZONE;
    zone_id zone = card_at(&s->core, character)->zone;
    return is_square(zone) ? zone : (zone_id)NO_ZONE;
}

seat_id seat_on(const struct eternity_state *s, zone_id square)
{
    card_id figure = zone_top(&s->core, square);
    return figure == NO_CARD ? (seat_id)NO_SEAT : card_at(&s->core, figure)->owner;
}

// ETE-703
unsigned distance(zone_id a, zone_id b)
{
    int columns = abs(a % COLUMNS - b % COLUMNS), rows = abs(a / COLUMNS - b / COLUMNS);
    return (unsigned)(columns > rows ? columns : rows);
}

// ETE-702: which outer sides are red lines.
bool is_red_side(unsigned level, zone_id square, enum direction side)
{
    int column = square % COLUMNS, row = square / COLUMNS;
    if (level == LEVEL_COURTYARD) return (side == WEST || side == EAST) && row >= 1 && row <= 3;
    return (side == NORTH || side == SOUTH) && column >= 2 && column <= 4;
}

// ETE-718: leaving the grid from this square.
static bool crosses_red(const struct eternity_state *s, zone_id left, int column, int row)
{
    const struct level *l = level_of(s);
    if (column < 0 && is_red_side(s->level, left, WEST)) return true;
    if (column >= l->columns && is_red_side(s->level, left, EAST)) return true;
    if (row < 0 && is_red_side(s->level, left, SOUTH)) return true;
    return row >= l->rows && is_red_side(s->level, left, NORTH);
}

// ETE-711, ETE-712: onto the next free square in this direction; a token shares squares and takes
// every line for a wall (ETE-862, ETE-864).
struct tread step_from(const struct eternity_state *s, zone_id from, enum direction way, bool token)
{
    const struct level *l  = level_of(s);
    zone_id             at = from;
    for (;;) {
        int          column = at % COLUMNS + COLUMN_STEP[way], row = at / COLUMNS + ROW_STEP[way];
        struct tread step = { TREAD_WALL, NO_ZONE, column, row };
        if (!is_inside(l, column, row)) {
            if (!token && crosses_red(s, at, column, row)) step.kind = TREAD_RING_OUT;
            return step;
        }
        at = (zone_id)(column + COLUMNS * row);
        if (at == l->shaft) {
            if (!token) step.kind = TREAD_RING_OUT;
            return step;
        }
        step.kind = TREAD_FLOOR;
        step.to   = at;
        if (token || seat_on(s, at) == NO_SEAT) return step;
    }
}
