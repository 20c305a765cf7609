// lookahead.h - what bots that look ahead share: quick answers, waiting until nothing is under way,
// and how likely each seat is to win.
#ifndef PENTACLE_BOTS_LOOKAHEAD_H
#define PENTACLE_BOTS_LOOKAHEAD_H

#include "bots/bot.h"

enum { SETTLE_STEPS = 40 }; // answers until a position must do, quiet or not

// Who answers next: that seat if it is asked.
seat_id  seat_to_answer(const struct core *, seat_id first);
unsigned turns_of(const struct table *); // begun by all seats; 0 in a game that has none
// Has somebody said that they wait no longer?
bool is_stopped(const struct bot_memory *);

struct choice quick_answer(const struct table *, seat_id, struct rng *);
bool          is_quiet(const struct table *);
// Is that kind of question one of these (a bit for each)?
bool is_one_of(unsigned kind, uint64_t kinds);
// Keeps of a list of choices those that are worth a look; at least one.
size_t keep_worth_a_look(const struct table *, seat_id, struct choice *, size_t count);
// Everybody goes on with quick answers until the position is quiet. Returns how many were given.
unsigned settle(struct table *, struct rng *);

// How much of the game's evaluation makes a win e times as likely as a defeat.
int evaluate_scale(const struct game *);
// How good a position is for a seat, as a search asks the game.
int judged(const struct table *, seat_id);
// How likely each seat is to win, 0 to 1, by the result or by judged() as `viewer` can know it. The
// game must have an evaluation unless the match is over.
void win_chances(const struct table *, seat_id viewer, float chance[SEATS_MAX]);

#endif
