// why.h - why something cannot be chosen now, as JSON for people: elements of an open array, each
// with the "words" of a choice, the "rule" against it (null: it is legal) and that rule's
// "text". docs/protocol.md, "why".
#ifndef PENTACLE_MATCH_WHY_H
#define PENTACLE_MATCH_WHY_H

#include "base/json.h"
#include "engine/game.h"

// About one choice. Fails with what could be said if the words mean nothing.
MUST_USE bool show_why_words(struct json *, const struct table *, const char *const *names, seat_id,
                             struct text words, struct error *);
// About everything that might be done with a card: what is legal first, then each rule that is in
// the way, once for each kind of choice.
void show_why_card(struct json *, const struct table *, const char *const *names, seat_id, card_id);

#endif
