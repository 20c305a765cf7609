// prior.h - what a seat may take another's list of cards (deck, arsenal, ...) for. Cards that a
// viewer has never seen are imagined from it and never from the list that is really there.
//
// A game says in one function (game.h, prior) what is known of a list: all of it, that it is most
// likely one of the ready-made ones, or only what the rules of decks allow. The rest is done here:
// what the viewer has seen stays, the rest is drawn so that it fits.
#ifndef PENTACLE_ENGINE_PRIOR_H
#define PENTACLE_ENGINE_PRIOR_H

#include "base/rng.h"
#include "engine/types.h"

#include <stdbool.h>

struct table;

// A list that is being imagined: the faces that the viewer has seen of it, and those guessed so
// far.
enum { GUESSED_FACES = 4096, GUESSED_MAX = 512, GUESSED_FACTS = 6 };
struct guessed {
    seat_id  viewer, owner;
    uint16_t count;
    def_id   face[GUESSED_MAX];
    uint64_t fact[GUESSED_FACTS]; // the game's own, from begin()
    uint8_t  copies[GUESSED_FACES];
};
unsigned guessed_copies(const struct guessed *, def_id);
void     guessed_add(struct guessed *, def_id);

enum prior_kind {
    PRIOR_KNOWN, // the viewer knows the list, only not where its cards lie
    PRIOR_READY, // a ready-made list that fits all that was seen, or one much like it
    PRIOR_LEGAL, // any list that the rules allow
};
struct prior {
    enum prior_kind kind;
    // How many cards of a face this list may have, for all that everybody may know; NULL for the
    // list: whether (and how many) any list may have. 0: the face comes from no list.
    unsigned (*copies)(const struct table *, const struct guessed *, def_id);
    // Did this card come from its owner's list? NULL: every card whose face may.
    bool (*is_listed)(const struct table *, card_id);
    // Called before faces are drawn that no ready-made list says: notes facts about the list, and
    // may add faces that go together. NULL: nothing to note.
    void (*begin)(const struct table *, struct guessed *, struct rng *);
};

#endif
