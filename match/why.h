// why.h - why something cannot be chosen now, as JSON for people: elements of an open array, each
// with the "words" of a choice, the "rule" against it (null: it is legal) and that rule's
// "text". docs/protocol.md, "why".
#ifndef PENTACLE_MATCH_WHY_H
#define PENTACLE_MATCH_WHY_H

#include "base/json.h"
#include "engine/game.h"

// What could be said of a card in play, and the rule against it (0: it is legal): what is legal
// first, then each rule that is in the way, once for each kind of choice. Where nothing can be done
// with it at all there is one answer without a choice (kind CHOICE_NONE). Returns how many.
enum { WHY_MAX = 32 };
struct why_answer {
    struct choice choice;
    rule_id       rule;
};
size_t why_card(const struct table *, seat_id, card_id, struct why_answer out[WHY_MAX]);

// About one choice. Fails with what could be said if the words mean nothing.
MUST_USE bool show_why_words(struct json *, const struct table *, const char *const *names, seat_id,
                             struct text words, struct error *);
// About everything that might be done with a card, as why_card() finds it.
void show_why_card(struct json *, const struct table *, const char *const *names, seat_id, card_id);

#endif
