// explain.h - cards and rules for readers: what a card says, what its words mean, what a rule says.
#ifndef PENTACLE_CLI_EXPLAIN_H
#define PENTACLE_CLI_EXPLAIN_H

#include "match/box.h"

// By name in any case, or by the beginning of a name if only one card has it. Fails with the
// nearest.
MUST_USE bool find_card(const struct card_pool *, struct text name, def_id *out, struct error *);

// The card as printed; then each of its words (keywords, stats, tags) with the rule that explains
// it, in the order of the card.
void write_card(const struct box *, const struct card_def *, struct writer *);
void write_words(const struct box *, const struct card_def *, struct writer *);

// "OVE-424", "ove-r29" or "214". Fails with what there is.
const struct rule *find_rule(const struct game *, struct text id, struct error *);
void               write_rule(const struct rule *, struct writer *);
// The text without the marks for its editors, and without the line ends of its file.
void write_plain_rule(struct text rule, struct writer *);
// All rules that have the word, first those that explain it. Returns how many.
size_t write_rules_with(const struct game *, struct text word, struct writer *);

#endif
