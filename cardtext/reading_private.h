// reading_private.h - a line that was read, for the files that print, compile and refuse it.
#ifndef PENTACLE_CARDTEXT_READING_PRIVATE_H
#define PENTACLE_CARDTEXT_READING_PRIVATE_H

#include "cardtext/match.h"

struct reading {
    const struct grammar *grammar;
    const struct rule    *rule;
    struct token_list     tokens;
    struct node          *nodes; // of the start rule
    struct text           printed;
    unsigned              count;
    uint64_t              silent[4]; // a bit for each token that says nothing where it stands
};

// Finishes a reading of tokens that the match could read.
struct reading *reading_finish(struct arena *, struct match *, const struct rule *,
                               struct token_list);

// print.c: writes the words of the nodes and notes in each node where its words stand.
void nodes_print(const struct grammar *, struct node *, struct writer *);

// refusal.c: why the match could not read the line. Returns false.
bool refuse_line(struct match *, const struct rule *, struct token_list, struct text line,
                 struct place at, struct error *);

#endif
