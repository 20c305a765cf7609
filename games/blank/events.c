// What happened, in words.
#include "games/blank/rules.h"

const struct event_form blank_event_forms[] = {
    { EVENT_DREW, "{seat} drew {card}" },
    { EVENT_LAID_GUARD, "{seat} laid a guard: {card}" },
    { EVENT_REVEALED, "{seat} revealed {card}" },
    { EVENT_ROUND_BEGAN, "round {amount} began, {seat} has the lead" },
    { EVENT_ACTED, "{seat} acted {card}" },
    { EVENT_DISCARDED, "{seat} discarded {card}" },
    { EVENT_MOVED, "{card} moved from {from} to {to}" },
    { EVENT_TURNED_NORTH, "{card} turned north" },
    { EVENT_TURNED_EAST, "{card} turned east" },
    { EVENT_TURNED_SOUTH, "{card} turned south" },
    { EVENT_TURNED_WEST, "{card} turned west" },
    { EVENT_HIT, "{card} hit {target} for {amount}" },
    { EVENT_HEALED, "{target} healed {amount}" },
    { EVENT_CHANGED, "{target} was changed" },
    { EVENT_TURNED_UP, "{seat} turned up {card}" },
    { EVENT_CANCELLED, "{seat} cancelled {target}" },
    { EVENT_LOOKED_AT, "{seat} looked at {target}" },
    { EVENT_OUT, "{card} is out" },
    { EVENT_GAVE_UP, "{seat} gave up" },
    { 0 },
};

struct event event_by_text(const struct table *t, unsigned kind, seat_id seat, card_id source,
                           uint32_t op)
{
    struct event e = event_of(kind, seat, 0);
    e.reason       = pool_words(t->pool, card_at(t->state, source)->def, op, e.reason);
    return e;
}
