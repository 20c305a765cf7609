// What simulations measure.
#include "games/eternity/rules.h"

const uint16_t eternity_played_events[] = { EVENT_PLAYED, EVENT_LINKED, 0 };

// Everybody plays at once, so all begin the same turns.
unsigned eternity_turns_begun(const struct table *t, seat_id seat)
{
    (void)seat;
    return state_at(t)->turn;
}

unsigned eternity_unspent(const struct table *t, seat_id seat)
{
    return state_at(t)->fighter[seat].power;
}
