// compare.h - what changed between two results. Where both were played with the same seeds by the
// same bots and decks, round is compared with round: chance falls out, and a small change shows
// with few matches.
#ifndef PENTACLE_SIM_COMPARE_H
#define PENTACLE_SIM_COMPARE_H

#include "sim/result.h"

// A deck against another, or against all others.
struct change_row {
    const char  *deck, *other; // other NULL: all others
    struct share before, after;
    double       change, low, high;     // of the share, with the 95 % interval
    uint64_t     rounds, better, worse; // paired rounds; 0 if they are not paired
    double       chance, least; // of such a difference by chance, and of the greatest there can be
    bool         holds;         // a changed card
    bool         moved; // beyond noise: less than 5 % for all rows together (mark_certain())
};

struct comparison {
    bool               paired;
    const char        *why_not; // not paired: what differs
    const char        *cards;   // of the decks, that are not the same: "Jab (Brawler, Dancer), ..."
    struct change_row *decks, *match_ups;
    unsigned           deck_count, match_up_count;
    unsigned           moved_decks, moved_match_ups;
    uint64_t           rounds, changed; // paired rounds, and those that came out otherwise
};

// Fails if the two have nothing to compare.
MUST_USE bool compare_results(struct arena *, const struct sim_result *before,
                              const struct sim_result *after, struct comparison *, struct error *);

// One row as a sentence.
void say_change(const struct change_row *, struct writer *);

#endif
