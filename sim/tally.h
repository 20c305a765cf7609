// tally.h - what many matches come to, as sums: two tallies of the same plan can be added in any
// order.
#ifndef PENTACLE_SIM_TALLY_H
#define PENTACLE_SIM_TALLY_H

#include "base/arena.h"
#include "match/box.h"

enum {
    TURNS_SHOWN = 64, // own turns are counted one by one up to here
    ROUNDS_MAX  = 16, // of one match
};

struct score {
    uint64_t games, wins, draws; // wins of the one it is about
};

struct tally {
    unsigned      deck_count, ending_count;
    uint64_t      games, decisions, draws;
    struct score *pairs;   // [deck * deck_count + other], mirror matches left out
    struct score  bots[2]; // of the plan, in their order
    struct score  first; // the seat that had the first turn, or seat 1 if turns are taken together
    uint64_t      turns[TURNS_SHOWN];   // matches by own turns of a player, both players counted
    uint64_t      turn_sum, turn_seats; // over all players of all matches
    uint64_t      unspent_sum, unspent_turns;
    uint64_t     *ends; // [deck * ending_count + row of game->rules]: wins of the deck by rule;
                        // the last deck row, deck_count, holds draws; the last column other rules
    uint64_t  rounds, round_turns;
    uint64_t *round_ends; // [row of game->rules]; the last column other rules
};

// One match, as the tally counts it.
struct outcome {
    unsigned deck[2]; // by side: who holds which
    seat_id  seat[2]; // by side: where it sits
    seat_id  first;
    seat_set winners;
    unsigned ending;
    unsigned turns[2]; // by seat
    uint64_t decisions, unspent, unspent_turns;
    unsigned rounds;
    struct {
        unsigned ending, turns;
    } round[ROUNDS_MAX];
};

struct tally *tally_new(struct arena *, const struct game *, unsigned deck_count);
void          tally_count(struct tally *, const struct outcome *);
void          tally_add(struct tally *to, const struct tally *more);

unsigned     ending_of(const struct game *, rule_id);           // column of ends
const char  *ending_name(const struct game *, unsigned ending); // "OVE-931"
struct score tally_deck(const struct tally *, unsigned deck);   // against all others
uint64_t     tally_ends(const struct tally *, unsigned ending); // of all matches

// Share of wins, a draw being half of one, with the 95 % interval (Wilson's).
struct share {
    double value, low, high;
};
struct share share_of(struct score);

#endif
