// What simulations measure.
#include "games/despaira/rules.h"

const uint16_t despaira_played_events[] = { EVENT_ANNOUNCED_SPAWN, EVENT_SPAWNED_HIDDEN,
                                            EVENT_PLACED,          EVENT_ACTIVATED,
                                            EVENT_EQUIPPED,        0 };
