// event.h - what happened, in the past tense, outside of the position. A search passes no log.
#ifndef PENTACLE_ENGINE_EVENT_H
#define PENTACLE_ENGINE_EVENT_H

#include "engine/types.h"

#include <stddef.h>

// Why: a rule of the rulebook, or words of a card (bytes of one of its lines).
struct reason {
    rule_id  rule;
    def_id   def; // NO_DEF: no card
    uint8_t  line;
    uint8_t  zero;
    uint16_t at, length;
};
static inline struct reason rule_reason(rule_id rule)
{
    return (struct reason){ .rule = rule, .def = NO_DEF };
}

struct event {
    uint16_t      kind;    // the game's own numbering
    seat_id       seat;    // whose deed, or NO_SEAT
    seat_set      seen_by; // viewers who see its faces; everybody sees that it happened
    card_id       card, target;
    def_id        def, target_def; // faces at that moment; NO_DEF if there is none
    int16_t       amount;
    zone_id       from, to;
    seat_set      told;           // viewers who learn of it at all
    seat_set      target_seen_by; // the same for the target's face alone; 0: as seen_by
    uint8_t       secret_reason;  // 1: the words are those of a face in it
    struct reason reason;
};

enum { SEEN_BY_NOBODY = 0x80 }; // for target_seen_by: no viewer has this bit

enum { EVENT_NONE = 0, EVENT_SHUFFLED, EVENT_ROLLED, EVENT_FLIPPED, EVENT_PICKED, EVENT_GAME = 8 };

// One that everybody learns of, about no card yet, because of a rule.
struct event event_of(unsigned kind, seat_id, rule_id);

// A growing list; log_event() is the only thing in a match that allocates, and only with a log.
struct event_log {
    struct event *events;
    size_t        count, capacity;
};

void log_init(struct event_log *);
void log_finish(struct event_log *);

// The event as one viewer may know it: faces not seen are NO_DEF, secret reasons are gone.
// False if the viewer does not learn of it at all.
_Bool event_for(const struct event *, seat_id viewer, struct event *out);

#endif
