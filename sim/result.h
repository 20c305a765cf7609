// result.h - what a simulation came to: the plan in words, the sums, and the score of each round.
// It needs no game to be understood, so files of results can be merged, compared and shown by
// themselves.
#ifndef PENTACLE_SIM_RESULT_H
#define PENTACLE_SIM_RESULT_H

#include "base/error.h"
#include "sim/plan.h"
#include "sim/tally.h"

#include <stdio.h>

struct sim_result {
    const char *game, *title, *version, *mode;
    const char *cards_digest; // of all cards of the game as they were played
    const char *unspent_name; // what is left unspent; NULL: the game has no such thing
    const char *bots[SEATS_MAX];
    uint64_t    seed, games; // of the whole plan
    unsigned    seats, teams;
    uint8_t     team[SEATS_MAX]; // by seat
    unsigned    shard, shards;
    int16_t     option[SIM_OPTIONS_MAX];        // of match_setup
    uint32_t    touched;                        // of the plan's line-ups
    bool        has_turns, has_lead, has_plays; // whether the game can tell

    unsigned     deck_count;
    const char **decks, **deck_digests;
    const char **endings, **ending_texts; // by ending: the rule, and its words
    const char **cards, **card_digests;   // by card: its name, and what is printed on it
    uint16_t    *copies;                  // [deck * card_count + card]
    uint64_t     done;                    // rounds of the shard
    uint8_t     *scores;                  // [round * seats + side]: half wins, at most 2 * seats

    struct tally *tally;
};

uint64_t card_digest(const struct card_pool *, const struct card_def *); // of all that is printed

// An empty result of a plan. NULL if a deck breaks a rule.
struct sim_result *result_new(struct arena *, const struct sim_plan *, struct error *);

uint64_t        result_first(const struct sim_result *);  // first round of its shard
uint64_t        result_rounds(const struct sim_result *); // rounds of its shard
struct line_ups result_line_ups(const struct sim_result *);

// How many matches tell as much as one that was played by itself: the matches of a round, which
// share their key, end alike more or less often than chance would have it. Of decks and bots; of
// seats.
double result_effect(const struct sim_result *);
double result_seat_effect(const struct sim_result *);

// JSON; the same result is always the same bytes. Reading checks everything that it relies on.
void               result_write(const struct sim_result *, FILE *);
void               result_write_text(const char *, FILE *); // as a JSON string
struct sim_result *result_read(struct arena *, const char *path, struct error *);

// Do both come from one plan (shards apart)? Fails with what differs; `at` names the second.
MUST_USE bool result_same_plan(const struct sim_result *, const struct sim_result *, const char *at,
                               struct error *);
// The shards of one run, complete and in any order, put together. `paths` is for messages. A shard
// that comes twice must be the same both times.
struct sim_result *result_merge(struct arena *, struct sim_result *const *,
                                const char *const *paths, size_t count, struct error *);
// Adds what a stopped run of the same plan and shard had done.
void result_take_over(struct sim_result *, const struct sim_result *before);

#endif
