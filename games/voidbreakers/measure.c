// What simulations measure.
#include "games/voidbreakers/rules.h"

const uint16_t voidbreakers_played_events[] = { EVENT_PLAYED, 0 };

// Action tokens; what is left of them is removed at the end of the turn (VOI-319).
unsigned voidbreakers_unspent(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s   = state_at(t);
    unsigned                         sum = 0;
    if (s->active != seat || s->phase != PHASE_ACTION) return NOT_NOW;
    for (card_id card = 0; card < s->core.card_count; card++)
        for (unsigned kind = 0; card_at(&s->core, card)->owner == seat && kind < TOKEN_KINDS;
             kind++)
            sum += s->body[card].token[kind];
    return sum;
}
