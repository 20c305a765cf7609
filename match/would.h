// would.h - what a choice would do, asked of the rules and not reckoned beside them: it is taken on
// copies of the position in which everything that the seat cannot know is imagined anew. What comes
// out alike in all of them is told; where dice decide, how often. Nothing is told that the seat
// could not have worked out, and the real position is not changed.
//
// Others who could answer are taken to pass. A copy goes on until the seat is asked again, somebody
// else has a real decision or a turn of theirs, or the match ends.
#ifndef PENTACLE_MATCH_WOULD_H
#define PENTACLE_MATCH_WOULD_H

#include "base/arena.h"
#include "base/json.h"
#include "engine/game.h"

enum { WOULD_CHANGES_MAX = 48, WOULD_WORLDS = 12 };

enum would_kind {
    WOULD_STAT,  // `name` of the card: from .. to
    WOULD_VALUE, // `name` of the seat, or of the table: from .. to
    WOULD_MOVE,  // the card: from zone .. to zone
};
struct would_change {
    uint8_t  kind, name;
    seat_id  seat; // WOULD_VALUE
    card_id  card;
    int16_t  from, to;
    uint16_t share; // of `worlds` copies in which it is so
};

enum would_end { WOULD_ASKED, WOULD_OTHERS, WOULD_OVER, WOULD_LONG };

struct would {
    struct would_change changes[WOULD_CHANGES_MAX]; // those that are sure first
    unsigned            count;
    uint16_t            worlds;
    uint8_t             dice;     // whose results were all gone through; else 0
    bool                hidden;   // something else depends on what the seat does not know
    uint8_t             end;      // enum would_end, of the first copy
    uint8_t             question; // WOULD_ASKED: what the seat is asked then
    uint16_t            wins;     // copies that the seat has won
};

// The choice is one that the seat is offered now.
void would(const struct table *, seat_id, struct choice, struct arena *, struct would *);

// "Scuttler HP 10 → 0; you ENERGY 8 → 1"; nothing if nothing is known to change. Signs as in
// engine/sheet.h.
void say_would(const struct table *, seat_id, const struct would *, const char *const *names,
               struct writer *);
// The same as JSON: members of an open object. "changes": each with "kind" (stat, value, move),
// "name", "card" (its id) or "seat", "from", "to" (numbers; of a move zones as {"zone", "of"}) and
// "share" of "worlds"; "dice" that were gone through; "hidden": more depends on what the seat
// cannot know; "end" (asked, others, over, long); "question" that is asked then, or null; "words".
void show_would(struct json *, const struct table *, seat_id, const struct would *,
                const char *const *names);

#endif
