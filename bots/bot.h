// bot.h - somebody who plays without being a person. A bot sees what a person in its seat would
// see: the seat's view, the seat's own choices, and positions as the seat can imagine them. It
// never gets the real one.
#ifndef PENTACLE_BOTS_BOT_H
#define PENTACLE_BOTS_BOT_H

#include "base/json.h"
#include "base/rng.h"
#include "engine/game.h"

#include <stdalign.h>
#include <stdatomic.h>

enum { BOT_STATE_MAX = 32 * 1024 }; // bytes of the largest position a bot can look ahead in

struct bot;
struct bot_room;
struct bot_secret; // bot.c
struct search_report;
struct search_settings;

// The positions that a player has acted from in this match, the latest BOT_MEMORY of them: how they
// looked, and what they were for all the player could know. Zeroes: none yet.
enum { BOT_MEMORY = 128 };
struct bot_memory {
    uint64_t           sight[BOT_MEMORY], position[BOT_MEMORY];
    uint32_t           count;
    const atomic_bool *stop; // set by somebody who waits no longer for an answer; may be NULL
    struct bot_room   *room; // to look ahead in, lent by somebody who asks often; may be NULL
};

// The seat is about to act from here.
void bot_remember(struct bot_memory *, const struct table *, seat_id);

// What a bot is asked: pick one of count choices (count is at least 1).
struct bot_question {
    const struct bot        *bot; // who is asked
    const struct game       *game;
    const struct card_pool  *pool;
    const struct view       *view; // NULL for a bot that does not need_view
    const struct choice     *choices;
    size_t                   count;
    seat_id                  seat;
    uint8_t                  kind;   // of the question, in the game's numbering
    struct bot_secret       *secret; // for bot_imagine()
    struct bot_world        *tried;  // to look ahead in: holds a position of the game, or none
    const struct bot_memory *memory; // NULL: remembers nothing
    struct search_report    *report; // where somebody wants to know what it thought; or NULL
};

// A position in memory of its own, for looking ahead. It holds none as long as table.state is NULL.
struct bot_world {
    struct table table;
    alignas(max_align_t) unsigned char bytes[BOT_STATE_MAX];
};

// Positions are copied over those of the answer before: bytes that stay 0 are spared.
struct bot_room {
    struct bot_world secret, tried; // zeroes: none yet
};

// One of the positions that the real one could be, for all the seat knows. Seats that have answered
// the same question in secret owe their answer again. Only for a bot that needs_worlds; the world
// holds a position of the game, or none.
void bot_imagine(const struct bot_question *, struct bot_world *, struct rng *);
// The same without a copy, in the memory of the question itself: once, and nothing after it.
struct table *bot_imagine_once(const struct bot_question *, struct rng *);
void          bot_copy_table(struct bot_world *to, const struct table *from);
// The same, quicker, into a world that holds a position of the game, or none.
void bot_copy_over(struct bot_world *to, const struct table *from);

// Others who have answered in secret, or begun to, owe their answer again.
void bot_take_back(struct core *, seat_id but);

// What the viewer sees and the seat is asked, as one number: equal for positions that the viewer
// cannot tell apart. The view is scratch.
uint64_t bot_sight(const struct table *, seat_id viewer, seat_id asked, struct view *);
// The position without what the seat cannot know, as one number. Slower, and tells apart what looks
// the same but goes on differently: has everybody passed, or nobody yet? The world is scratch.
uint64_t bot_position(const struct table *, seat_id, struct bot_world *);

struct bot {
    const char *name, *about;
    bool        needs_view, needs_worlds;
    bool        looks_once; // of its worlds it needs one, from bot_imagine_once()
    // Index of the choice it takes. All its chance comes from the generator, so that a seed repeats
    // it.
    size_t (*choose)(const struct bot_question *, struct rng *);
    const struct search_settings *search; // of bots that search, else NULL
};

extern const struct bot random_bot, greedy_bot, novice_bot, club_bot, expert_bot, steady_bot,
    master_bot;
extern const struct bot *const BOTS[]; // ends with NULL

const struct bot *bot_find(struct text name); // or NULL
void              bot_list(struct writer *);  // "random, greedy, ..."
void              bots_show(struct json *);   // an array: "name" and "about" of each

// What the bot in that seat, which must be asked, answers; the table is not changed. bot_play()
// takes what the seat remembers of the match and adds to it; bot_choose() is a bot without memory.
struct choice bot_play(const struct bot *, const struct table *, seat_id, struct rng *,
                       struct bot_memory *);
struct choice bot_choose(const struct bot *, const struct table *, seat_id, struct rng *);
// bot_play() for somebody who has listed the seat's choices (at least two) already.
struct choice bot_play_of(const struct bot *, const struct table *, seat_id, struct rng *,
                          struct bot_memory *, const struct choice *list, size_t count);

#endif
