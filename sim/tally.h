// tally.h - what many matches come to, as sums of whole numbers: tallies of parts of a plan can be
// added in any order.
#ifndef PENTACLE_SIM_TALLY_H
#define PENTACLE_SIM_TALLY_H

#include "base/arena.h"
#include "engine/types.h"
#include "sim/statistics.h"

enum {
    TURNS_SHOWN   = 64,  // own turns are counted one by one up to here; the last row holds the rest
    OPTIONS_SHOWN = 11,  // lists of 1, 2, 3-4, 5-8 ... choices
    CHANGES_SHOWN = 16,  // changes of the lead, likewise
    ROUNDS_MAX    = 16,  // of one match
    LEADS_MAX     = 512, // of one match
    QUARTERS      = 3,   // a quarter, half and three quarters of a match
    TENTHS        = 10,
};

// What a card did for who had it in a deck. A card counts once a match and seat.
struct card_row {
    struct score opening; // in the hand when the first turn began
    struct score drawn;   // in the hand at any time
    struct score played;
};

// The n-th own turn of a player; row 0 is what comes before the first.
struct turn_row {
    uint64_t begun, ended; // how often; the last turn of a match does not end
    uint64_t unspent;      // sum over those that ended
    uint64_t decisions;    // questions with at least two choices
    uint64_t options;      // sum of their choices
};

// Who stands better at the beginning of each turn, by the game's evaluation.
struct lead_rows {
    uint64_t     matches;
    uint64_t     changes[CHANGES_SHOWN]; // matches by how often the lead changed
    uint64_t     last[TENTHS];           // ... by when it changed for the last time; 0: never
    struct score at[QUARTERS];           // who led then
};

struct tally {
    unsigned      deck_count, ending_count, card_count;
    uint64_t      games, draws, answers;
    struct score *pairs;   // [deck * deck_count + other]: meetings of enemies, mirrors left out; a
                           // meeting is drawn if both win or none does
    struct score   *decks; // outright, mirrors and all
    struct score    bots[SEATS_MAX];                          // by side of the line-up
    struct score    seats[SEATS_MAX];                         // by seat
    struct score    first;                                    // the seat that had the first turn
    uint64_t        turns[TURNS_SHOWN], turn_sum, turn_seats; // own turns, all players counted
    struct turn_row by_turn[TURNS_SHOWN];
    uint64_t        options[OPTIONS_SHOWN]; // questions by length of their list
    uint64_t       *ends; // [deck * ending_count + ending]: matches that the deck won by this
                          // rule; the last row, deck_count, holds draws
    uint64_t        *round_ends; // [ending]: rounds of matches that are played in rounds
    uint64_t         round_turns;
    struct lead_rows lead;
    struct card_row *cards; // [deck * card_count + card]
};

enum card_mark { CARD_OPENING = 1, CARD_DRAWN = 2, CARD_PLAYED = 4 };

// One match, as the tally counts it; lists by seat.
struct outcome {
    unsigned        seats;
    unsigned        deck[SEATS_MAX], side[SEATS_MAX]; // side: place in the line-up
    uint8_t         team[SEATS_MAX];
    seat_id         first; // NO_SEAT: the game has no first turn
    seat_set        winners;
    unsigned        ending;
    unsigned        turns[SEATS_MAX];
    uint64_t        answers, options[OPTIONS_SHOWN];
    struct turn_row by_turn[TURNS_SHOWN];
    unsigned        rounds;
    struct {
        unsigned ending, turns;
    } round[ROUNDS_MAX];
    unsigned lead_count;
    uint8_t  lead[LEADS_MAX]; // teams, in order of time
    uint8_t *cards;           // [seat * card_count + card]: card marks
};

struct tally *tally_new(struct arena *, unsigned decks, unsigned endings, unsigned cards);
void          tally_count(struct tally *, const struct outcome *);
void          tally_add(struct tally *to, const struct tally *more); // of the same shape
// The parts that have no names: everything but ends and cards.
void tally_add_plain(struct tally *to, const struct tally *more);
void score_add(struct score *to, struct score more);
void card_row_add(struct card_row *to, const struct card_row *more);

unsigned        options_row(size_t count);                         // of a list of that length
struct score    tally_deck(const struct tally *, unsigned deck);   // against all other decks
uint64_t        tally_ends(const struct tally *, unsigned ending); // of all matches
struct turn_row tally_all_turns(const struct tally *);             // rows 1 and up

#endif
