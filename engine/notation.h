// notation.h - choices and events in words, from the game's tables of forms; and words back to
// choices.
//
// A card is named by its name; if that leaves a doubt, by its place in brackets: "Ridge Boar (unit
// 2)", "Ridge Boar (Bel unit 2)", "Ridge Boar (hand 3)" (third from the top), "Oak Shield (on unit
// 2)". A card whose face the viewer does not know is named by its place alone: "Bel unit 2".
//
// A viewer may be NO_SEAT: somebody who knows everything and says whose every zone is.
#ifndef PENTACLE_ENGINE_NOTATION_H
#define PENTACLE_ENGINE_NOTATION_H

#include "engine/game.h"

// `names` are the seats' names. The words are unique within a list of choices. Events say whose
// every zone is; a viewer who is not told of one gets no words.
void say_choice(const struct table *, seat_id viewer, seat_id actor, struct choice,
                const char *const *names, struct writer *);
void say_event(const struct table *, seat_id viewer, const struct event *, const char *const *names,
               struct writer *);
void say_card(const struct table *, seat_id viewer, card_id, const char *const *names,
              struct writer *);
void say_place(const struct table *, seat_id viewer, card_id, const char *const *names,
               struct writer *); // "unit 2", "Bel hand 3"
void say_zone(const struct game *, seat_id viewer, zone_id, const char *const *names,
              struct writer *);
void say_reason(const struct table *, const struct reason *,
                struct writer *); // "OVE-313", or words

// A choice taken apart, for front ends that let people point instead of read. What its form does
// not name is NO_CARD, NO_ZONE, NO_SEAT, NO_DEF, -1, NULL or empty.
struct choice_parts {
    struct text verb; // the words before the first thing that is named: "attack"
    card_id     card, target;
    zone_id     zone;
    seat_id     seat;
    def_id      face; // that is named, not pointed at
    int         option, extra;
    const char *word;
    struct text text; // words of a card that the choice carries out
};
void choice_take_apart(const struct table *, seat_id, struct choice, struct choice_parts *);

// Calls for everything that the forms can say of this card in play, legal or not.
typedef void choice_said(void *context, struct choice);
void         each_choice_with(const struct table *, card_id, choice_said *, void *context);

// Finds the choice that is meant. First among the listed ones (place in brackets may be left out
// where only one fits), then anything the forms can express with cards the seat can see, so that
// table_why_not() can say which rule forbids it. Fails with what would be accepted.
bool read_choice(const struct table *, seat_id, struct text, const char *const *names,
                 struct choice *out, struct error *);

// Cards and zones in words, for scenarios: "Bel unit 2", "hand" (of `seat` if no name is given).
bool read_zone(const struct table *, seat_id, struct text, const char *const *names, zone_id *out);
bool read_seat(const struct table *, struct text, const char *const *names, seat_id *out);
// Does this text name that card (by name, name and place, or place)?
bool names_card(const struct table *, seat_id viewer, struct text, card_id,
                const char *const *names);

// The same for the beginning of a text (single blanks between words): size of the longest beginning
// that means the thing, 0 if none does. choice NULL: any choice that the forms can express.
size_t card_said_at(const struct table *, seat_id viewer, struct text, card_id,
                    const char *const *names);
size_t zone_said_at(const struct table *, seat_id, struct text, const char *const *names,
                    zone_id *out);
size_t seat_said_at(const struct table *, struct text, const char *const *names, seat_id *out);
size_t choice_said_at(const struct table *, seat_id, struct text, const struct choice *,
                      const char *const *names);
// Size of `words` if the text begins with them (any case) and no word is cut in two, else 0.
size_t words_said_at(struct text, const char *words);

#endif
