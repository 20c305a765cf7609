// match.h - which stretches of a line a grammar can read, and the one reading that is taken.
#ifndef PENTACLE_CARDTEXT_MATCH_H
#define PENTACLE_CARDTEXT_MATCH_H

#include "cardtext/grammar_private.h"

enum { EXPECTED_MAX = 400 };

// A piece of the tree. Sequences, options and repetitions leave no piece of their own.
struct node {
    const struct expr *expr;
    struct node       *child, *next;
    uint16_t           from, end;  // tokens
    uint16_t           at, length; // bytes of the printed line
    int16_t            value;      // a number; the alternative taken of EXPR_CHOICE
    struct text        text;       // of EXPR_WORD, EXPR_NAME
};

// What could have stood at the furthest token: the rest of a terminal from its word `skip` on, the
// closing mark of an EXPR_QUOTE (skip 1), or the end of the line (expr NULL).
struct expected {
    const struct expr *expr;
    uint32_t           skip;
};

struct match {
    const struct grammar *grammar;
    const struct token   *tokens;
    size_t                count;
    uint64_t              work_max; // 0 for no bound

    // Results.
    uint64_t        work;
    bool            gave_up; // nested too deeply, or more work than allowed
    size_t          furthest;
    struct expected expected[EXPECTED_MAX];
    size_t          expected_count;
    unsigned        readings;
    uint64_t        silent[4]; // a bit for each token that says nothing where it stands

    // While running.
    struct arena *scratch;
    struct memo **memo;
    unsigned      depth;
};

// Sets the match up; results of earlier questions live in the scratch arena.
void match_init(struct match *, struct arena *scratch, const struct grammar *, const struct token *,
                size_t count);

// Can the rule read all the tokens?
bool match_run(struct match *, const struct rule *);

// After a match that could: the reading, as the children of a node for the rule.
struct node *match_take(struct match *, struct arena *, const struct rule *);

int16_t roman_value(struct text); // I to V; 0 for anything else

#endif
