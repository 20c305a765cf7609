// witness.h - a random match as the people at the table see it: who is asked what, all they may
// answer in words and in order, every event in words with its reason, and now and then the table as
// each of them sees it. No byte of a position counts, so a change of how a game works inside keeps
// what a witness says, and a change of a rule or of a text's meaning does not.
#ifndef PENTACLE_MATCH_WITNESS_H
#define PENTACLE_MATCH_WITNESS_H

#include "engine/table.h"
#include "match/box.h"

enum { WITNESS_VIEW_EVERY = 16 }; // decisions

// What the numbers of a view are called, by row: renumbering them is nothing that people see.
struct witness_names {
    uint64_t value[256], stat[VIEW_STATS_MAX], status[64], link[256], zone[256];
};

struct witness {
    const struct box    *box;
    struct table         table;
    struct event_log     log;
    struct rng           luck;
    uint64_t             hash, decisions; // of all matches so far
    unsigned             moment;          // decisions of this match
    struct writer        words;           // since the last decision
    bool                 shows_views;     // in the words too; they count anyway
    struct arena         arena;
    struct witness_names names;
};

void witness_init(struct witness *, const struct box *);
void witness_finish(struct witness *);

// The setup of the match of this number: all modes, numbers of seats and ready-made decks take
// their turns.
MUST_USE bool witness_setup(const struct box *, uint64_t number, struct match_setup *,
                            struct error *);
// Begins that match and goes on to its first question.
MUST_USE bool witness_begin(struct witness *, uint64_t number, struct error *);
// Puts into words what happened since the last question and what is asked now, and folds it in. The
// words stand until the next call. False once the match is over.
bool witness_look(struct witness *);
// Everybody who is asked answers by chance, and the match goes on to the next question.
void witness_go_on(struct witness *);

#endif
