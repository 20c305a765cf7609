// data.h - a game as JSON, for clients that draw it: what it is, its cards, decks, rules and
// lessons. docs/protocol.md, "Data", has the fields. The same box gives the same bytes.
#ifndef PENTACLE_MATCH_DATA_H
#define PENTACLE_MATCH_DATA_H

#include "base/json.h"
#include "match/box.h"

// One element of the list of games; its decks by name, or also with what they are about.
enum listed_decks { DECK_NAMES, DECKS_WITH_ABOUT };
void data_listed(struct json *, const struct box *, enum listed_decks);
// Everything about a game that a table, a deck builder or a workshop needs.
void data_game(struct json *, const struct box *);
// One of its cards.
void data_card(struct json *, const struct box *, def_id);
// Its numbered rules with the chapters they stand in.
void data_rules(struct json *, const struct game *);
// Lessons and puzzles: scenario files.
void data_scenarios(struct json *, const struct game *);

#endif
