// bot.h - somebody who plays without being a person. A bot sees what a person in its seat would
// see: the seat's view and the seat's own choices, nothing else; it never gets the position.
#ifndef PENTACLE_BOTS_BOT_H
#define PENTACLE_BOTS_BOT_H

#include "base/rng.h"
#include "engine/game.h"

// What a bot is asked: pick one of count choices (count is at least 1).
struct bot_question {
    const struct game      *game;
    const struct card_pool *pool;
    const struct view      *view; // NULL for a bot that does not need_view
    const struct choice    *choices;
    size_t                  count;
    seat_id                 seat;
};

struct bot {
    const char *name, *about;
    bool        needs_view;
    // Index of the choice it takes. All its chance comes from the generator, so that a seed repeats
    // it.
    size_t (*choose)(const struct bot_question *, struct rng *);
};

extern const struct bot        random_bot;
extern const struct bot *const BOTS[]; // ends with NULL

const struct bot *bot_find(struct text name); // or NULL

// What the bot in that seat, which must be asked, answers; the table is not changed.
struct choice bot_choose(const struct bot *, const struct table *, seat_id, struct rng *);

#endif
