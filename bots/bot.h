// bot.h - somebody who plays without being a person. A bot sees what a person in its seat would
// see: the seat's view, the seat's own choices, and positions as the seat can imagine them. It
// never gets the real one.
#ifndef PENTACLE_BOTS_BOT_H
#define PENTACLE_BOTS_BOT_H

#include "base/rng.h"
#include "engine/game.h"

#include <stdalign.h>

enum { BOT_STATE_MAX = 32 * 1024 }; // bytes of the largest position a bot can look ahead in

struct bot_secret; // bot.c

// What a bot is asked: pick one of count choices (count is at least 1).
struct bot_question {
    const struct game       *game;
    const struct card_pool  *pool;
    const struct view       *view; // NULL for a bot that does not need_view
    const struct choice     *choices;
    size_t                   count;
    seat_id                  seat;
    const struct bot_secret *secret; // for bot_imagine()
};

// A position in memory of its own, for looking ahead.
struct bot_world {
    struct table table;
    alignas(max_align_t) unsigned char bytes[BOT_STATE_MAX];
};

// One of the positions that the real one could be, for all the seat knows. Only for a bot that
// needs_worlds.
void bot_imagine(const struct bot_question *, struct bot_world *, struct rng *);
void bot_copy(struct bot_world *to, const struct bot_world *from);

struct bot {
    const char *name, *about;
    bool        needs_view, needs_worlds;
    // Index of the choice it takes. All its chance comes from the generator, so that a seed repeats
    // it.
    size_t (*choose)(const struct bot_question *, struct rng *);
};

extern const struct bot        random_bot, greedy_bot;
extern const struct bot *const BOTS[]; // ends with NULL

const struct bot *bot_find(struct text name); // or NULL

// What the bot in that seat, which must be asked, answers; the table is not changed.
struct choice bot_choose(const struct bot *, const struct table *, seat_id, struct rng *);

#endif
