// play.h - one match between bots, watched from question to question.
#ifndef PENTACLE_SIM_PLAY_H
#define PENTACLE_SIM_PLAY_H

#include "bots/bot.h"
#include "match/box.h"
#include "sim/tally.h"

// The memory of one thread: nothing is allocated from match to match.
struct player {
    const struct box *box;
    struct core      *state; // game->state_size bytes
    struct event_log  log;
    struct bot_memory memory[SEATS_MAX];
    struct bot_room  *room;
    zone_id           hand[SEATS_MAX]; // NO_ZONE: the game has none
    struct outcome    outcome;
};

void player_init(struct player *, const struct box *, struct arena *);
void player_finish(struct player *);

// Plays to the end; fills all of player->outcome but deck and side.
void play_match(struct player *, const struct match_setup *, const struct bot *const *bots,
                uint64_t seed);

unsigned ending_of(const struct game *, rule_id); // row of game->rules, or the number of rows

#endif
