// calibrate.h - what a game's evaluation is worth: how much of it makes a win how likely.
#ifndef PENTACLE_BOTS_CALIBRATE_H
#define PENTACLE_BOTS_CALIBRATE_H

#include "bots/bot.h"
#include "match/box.h"

enum { CALIBRATED_PARTS = 4 }; // of a match

struct calibration {
    uint64_t positions, games;
    double   scale; // evaluate_scale that fits best
    double   loss;  // mean surprise at the results with it; 0.693 would be guessing
    double   right; // share of positions in which the side that stood better won
    // How often, of two positions of the same part of their matches, the one that was won is judged
    // higher than the one that was lost: 0.5 is guessing, 1 is knowing.
    double foretells[CALIBRATED_PARTS];
    // What both seats together believe their chances to be, on average and at most nine times of
    // ten away from 1.
    double sum, sum_off;
};

// Plays that many matches between two of the bot, all ready-made decks in turn.
bool calibrate(const struct box *, const struct bot *, uint64_t games, uint64_t seed,
               struct calibration *, struct error *);

#endif
