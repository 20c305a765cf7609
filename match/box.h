// box.h - a game taken out of its box: cards compiled, ready-made decks read. Opened once, shared
// by all matches of that game, never changed afterwards.
#ifndef PENTACLE_MATCH_BOX_H
#define PENTACLE_MATCH_BOX_H

#include "cardtext/cards.h"
#include "engine/game.h"

struct box {
    const struct game      *game;
    struct card_set        *cards;
    const struct card_pool *pool;
    struct deck            *decks; // in the order of their file names
    uint32_t                deck_count;
    struct arena            arena;
};

// Compiles the game's embedded card files and reads its decks. NULL on failure.
struct box *box_open(const struct game *, struct error *);
// The same with a card file whose cards take the place of those of the same name; others are added.
struct box *box_open_changed(const struct game *, const char *source, struct text card_file,
                             struct error *);
void        box_close(struct box *); // accepts NULL
// A box with the same game and more cards; the first one must outlive it.
struct box *box_with_cards(const struct box *, const char *source, struct text card_file,
                           struct error *);
// The same in steps: a copy, to which cards are added one by one; then it is made ready.
struct box   *box_extend(const struct box *, struct error *);
MUST_USE bool box_prepare(struct box *, struct error *);
// The ready-made decks as shipped, of which the box has all cards.
void box_add_decks(struct box *);

const struct deck *box_deck(const struct box *, struct text name); // by name or file name; or NULL
// Row of the mode of this name (NULL: the first), or its deck. Fail with the names that there are.
MUST_USE bool box_find_mode(const struct box *, const char *name, unsigned *out, struct error *);
MUST_USE bool box_find_deck(const struct box *, const char *name, const struct deck **out,
                            struct error *);

// Fills one seat of a setup from a deck, or explains which rule the deck breaks.
MUST_USE bool box_seat(const struct box *, struct match_setup *, seat_id, const struct deck *,
                       struct error *);
// The same from a ready-made deck: the first one, in turn by seats, that the rules allow there.
MUST_USE bool box_seat_any(const struct box *, struct match_setup *, seat_id, struct error *);
// A whole setup: mode, a deck for each seat, key from a seed number. decks may be shorter than the
// number of seats: ready-made ones are then used in turn.
MUST_USE bool box_setup(const struct box *, unsigned mode, unsigned seats,
                        const struct deck *const *decks, size_t deck_count, uint64_t seed,
                        struct match_setup *out, struct error *);
// Sets one option as people write it: "level=Broken Belfry", "turns=20". A part of a word
// will do if it fits no other. Fails with what would be accepted.
MUST_USE bool box_option(const struct box *, struct match_setup *, struct text words,
                         struct error *);
void          key_from_seed(uint64_t seed, uint8_t key[32]);

extern const char *const SEAT_NAMES[SEATS_MAX]; // Ash, Bel, Cyd, Dov

#endif
