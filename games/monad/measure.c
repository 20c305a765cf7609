// What simulations measure.
#include "games/monad/rules.h"

const uint16_t monad_played_events[] = { EVENT_PLAYED, EVENT_QUEST_PLAYED, EVENT_RECRUITED,
                                         EVENT_ATTACHED, 0 };

unsigned monad_unspent(const struct table *t, seat_id seat) { return (unsigned)gold_of(t, seat); }
