// core.h - the part of a position that every game has: who is asked what, the sources of chance,
// and where in the position its cards, zones and modifiers lie. A game's state starts with a struct
// core; the arrays are members of the game's state, so each game chooses their sizes.
//
// Flat bytes: no pointers, zeroed before start, compared and hashed as they are.
#ifndef PENTACLE_ENGINE_CORE_H
#define PENTACLE_ENGINE_CORE_H

#include "engine/choice.h"

#include <assert.h>
#include <stddef.h>

enum { PICKS_MAX = 16, FORCED_MAX = 32, STREAMS = 12 };

// One stream of chance per purpose, so that an extra die never shifts a deck.
enum stream { STREAM_DECK, STREAM_DICE = STREAM_DECK + SEATS_MAX, STREAM_COIN, STREAM_PICK };

// What a seat is asked. A question with max > 0 gathers that many cards one by one (choice kinds
// CHOICE_PICK and CHOICE_DONE); it stays open until max are picked or the seat is done.
struct question {
    uint8_t  kind; // the game's own numbering
    uint8_t  min, max, picked;
    uint16_t arg, about;
    card_id  pick[PICKS_MAX];
};

enum forced_kind { FORCED_DIE = 1, FORCED_COIN, FORCED_PICK, FORCED_SHUFFLE };
struct forced {
    uint8_t  kind;
    uint8_t  zone; // FORCED_SHUFFLE: the zone it is meant for
    uint16_t value;
};

struct core {
    uint8_t         key[32];
    uint32_t        drawn[STREAMS]; // words taken from each stream so far
    uint32_t        learned; // grows whenever somebody learns something hidden, or chance speaks
    struct choice   answer[SEATS_MAX];
    struct question question[SEATS_MAX];
    struct forced   forced[FORCED_MAX];
    uint16_t        card_count, card_limit;
    uint16_t        modifier_count, modifier_limit;
    uint16_t        zone_count;
    uint16_t        cards_at, zones_at, modifiers_at; // bytes from the start of the position
    uint16_t        depth;                            // flows on the game's stack
    rule_id         over_because;
    uint8_t         team[SEATS_MAX];
    uint8_t         forced_count;
    seat_set        asked;
    uint8_t         seats, mode;
    uint8_t         over;     // 1 when the match has ended
    seat_set        winners;  // empty: a draw
    uint8_t         scenario; // 1 while a position is arranged by hand
    seat_set together; // seats asked since nobody was: their answers are secret as long as one is
};

// Questions. Ask everyone first, then pause once: that is a secret simultaneous choice. Nobody
// gathers more than PICKS_MAX cards at once, however many a card asks for.
void ask(struct core *, seat_id, uint8_t question, uint16_t arg, uint16_t about);
void ask_several(struct core *, seat_id, uint8_t question, uint8_t min, uint8_t max, uint16_t arg,
                 uint16_t about);

// Where nobody watches (table.unwatched): a question that has one answer is asked and answered at
// once. The position is the one after that answer.
static inline void answer_unasked(struct core *c, seat_id seat, uint8_t question, uint16_t arg,
                                  uint16_t about, struct choice only)
{
    assert(seat < c->seats && !c->asked && !c->over);
    c->question[seat] = (struct question){ .kind = question, .arg = arg, .about = about };
    c->answer[seat]   = only;
    c->together       = (seat_set)BIT(seat);
}

static inline struct choice answer_of(const struct core *c, seat_id seat)
{
    assert(!(c->asked & BIT(seat))); // read only after the pause
    return c->answer[seat];
}
static inline bool has_picked(const struct question *q, card_id card)
{
    for (unsigned i = 0; i < q->picked; i++)
        if (q->pick[i] == card) return true;
    return false;
}

static inline seat_id next_seat(const struct core *c, seat_id seat)
{
    return seat + 1 < c->seats ? (seat_id)(seat + 1) : 0;
}
static inline bool is_enemy(const struct core *c, seat_id a, seat_id b)
{
    return c->team[a] != c->team[b];
}
static inline seat_set seats_of_team(const struct core *c, uint8_t team)
{
    unsigned set = 0;
    for (seat_id s = 0; s < c->seats; s++)
        if (c->team[s] == team) set |= BIT(s);
    return (seat_set)set;
}

void end_match(struct core *, seat_set winners, rule_id because);

#endif
