// table.h - what bots, matches, front ends and tests call: a match of any game, step by step.
//
//     table_start(&t, &setup);
//     for (table_advance(&t); !t.state->over; table_advance(&t))
//         for each seat in t.state->asked: table_answer(&t, seat, one of table_choices(...));
#ifndef PENTACLE_ENGINE_TABLE_H
#define PENTACLE_ENGINE_TABLE_H

#include "engine/game.h"

void table_start(struct table *, const struct match_setup *); // zeroes the state first
void table_advance(struct table *);

static inline seat_set table_asked(const struct table *t) { return t->state->asked; }
size_t                 table_choices(const struct table *, seat_id, struct choice *out, size_t max);
rule_id                table_why_not(const struct table *, seat_id, struct choice);
// Takes a legal choice; refuses any other and changes nothing. Returns the rule that forbids it or
// 0.
rule_id table_answer(struct table *, seat_id, struct choice);
// The same for a choice that table_choices() has just listed for this position: not asked again.
void table_take(struct table *, seat_id, struct choice);
// Has this seat answered, and may it still answer otherwise? It is not asked again: table_choices
// lists nothing for it, table_answer takes any legal choice.
bool          table_may_change(const struct table *, seat_id);
struct choice table_default(const struct table *, seat_id);
// What the rules allow a seat that is asked; all 0: as long as it likes.
struct time_limit table_time(const struct table *, seat_id);
void              table_concede(struct table *, seat_id);

void table_view(const struct table *, seat_id viewer, struct view *out);
// Replaces everything the viewer cannot know (faces, other seats' secret answers, future chance) by
// a consistent guess.
void table_imagine(struct table *, seat_id viewer, struct rng *);
// Puts the faces that the viewer cannot know into one fixed order. Positions that look the same to
// the viewer are imagined alike afterwards, by generators that are alike.
void table_forget(struct table *, seat_id viewer);
// Forgets, then imagines.
void table_imagine_alike(struct table *, seat_id viewer, struct rng *);

uint64_t    table_hash(const struct table *);
const char *table_broken(const struct table *); // shared invariants, then the game's
const char *table_rule_text(const struct game *, rule_id, char *name,
                            size_t size); // name "OVE-424"

// Reports an event; does nothing without a log.
void tell(struct table *, struct event);

// What is wrong with a view that comes from elsewhere: a number that stands for something must
// stand for something that is there. NULL: nothing; then it can be drawn, if names are there for
// every seat number (NO_SEAT is one).
const char *view_broken(const struct game *, const struct card_pool *, const struct view *);

#endif
