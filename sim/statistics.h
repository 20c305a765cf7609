// statistics.h - what chance alone does: intervals and tests. Nothing here knows what was played.
#ifndef PENTACLE_SIM_STATISTICS_H
#define PENTACLE_SIM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

enum { VALUES_MAX = 64 }; // results of a round that a sample can hold apart

struct score {
    uint64_t games, wins, draws; // wins of the one it is about
};

// Share of wins, a draw being worth 1 / parts of one, with the 95 % interval (Wilson's).
struct share {
    double value, low, high;
};
struct share share_of_parts(struct score, unsigned parts);
struct share share_of(struct score); // of two

// The same where matches were not played independently: `effect` of them tell as much as one that
// was (1: each tells something new; 2: they come in pairs that always end alike).
struct share share_within(struct score, unsigned parts, double effect);

// The 95 % interval of a sum of shares, each times its weight, from the intervals of the shares
// (Zou and Donner's; of two with the weights 1 and -1 it is Newcombe's).
struct share share_sum(const struct share *, const double *weights, unsigned count);

// The 95 % interval of the mean of `count` numbers of which these are the sums; most of them may be
// 0. Two more are thought of, one up and one down, so that it is not too narrow where few differ.
struct share mean_change(uint64_t count, double sum, double squares, uint64_t differing);

// How often a coin would point one way that many times or more.
double sign_chance(uint64_t better, uint64_t worse);

// Rounds by what came out.
struct sample {
    uint64_t count[VALUES_MAX];
};
uint64_t sample_size(const struct sample *);
double   sample_mean(const struct sample *);
// How often two samples would lie as far apart as these if their rounds were mixed and dealt anew:
// exact for a few hundred rounds, by the normal distribution for more.
double sample_chance(const struct sample *, const struct sample *);

double normal_chance(double z); // of lying that far from the middle, or further, either way

// A row of a table that is looked at for what lies beyond noise.
struct tested {
    double chance; // if nothing were there
    double least;  // the smallest chance that the row could have come to; 1: it cannot move
    bool   marked;
};
// Less than 5 % for one false mark among all rows (Holm's, over the rows that can move at all:
// Tarone's). Returns how many are marked.
unsigned mark_certain(struct tested *, unsigned count);
// Of those that are marked, 5 % at most are false on average (Benjamini and Hochberg's).
unsigned mark_likely(struct tested *, unsigned count);

#endif
