// replay.h - a match as a text file that replays for ever, or says exactly where it parts.
//
// Sealed lines (seal.h), in this order:
//
//   game oversoul 1                    name, and version of rules and position
//   mode duel
//   option 2 5                         options of the mode that are not 0
//   key 00ff...                        256 bits that all chance comes from, in hex
//   | Cinder Adept / Red Choir         every card of the box, as a card file shows it and in the
//   |   Unit CHAOS ...                 order of the box: positions name cards by number
//   seat Ash                           for each seat: its name, then what it brought, in order:
//   deck leader 1 Nyssa, Hand of Ash   section, count, name
//   deck main 2 Cinder Adept
//   hash 0123456789abcdef              of the position at the first question, then every few moves
//                                      and after the last: base/hash.h over its bytes
//   move 1 seat 1 8.0.14.3.0 attack Ashling > Quill Sparrow
//                                      number, seat from 1, the choice
//                                      (kind.option.card.target.extra) and its words; "0.0.0.0.0
//                                      concede" is giving up
//   result Ash wins OVE-931            or "draw", or "unfinished"
//
// A match opened from a scenario has the scenario's lines ("> given ...") in place of the decks.
// Replaying uses these cards, never the ones that the program was built with. With the same version
// numbers, words and hashes must all agree; a file of another version is replayed by its words,
// without hashes, and its result is compared.
#ifndef PENTACLE_MATCH_REPLAY_H
#define PENTACLE_MATCH_REPLAY_H

#include "match/match.h"
#include "match/seal.h"

enum { REPLAY_SIZE_MAX = 8 * 1024 * 1024 };

struct replay_move {
    struct choice choice;
    struct text   words;
    uint64_t      hash; // of the position after it, if it has_hash
    uint32_t      line; // in the file, for messages
    seat_id       seat;
    bool          has_hash;
};

// All members are for reading. Texts lie in its arena.
struct replay {
    const char         *source;
    const struct game  *game;
    const char         *version; // that it was made with
    bool                same_version;
    struct box          box; // holds the file's own cards
    struct match_setup  setup;
    struct text         origin; // the scenario, or empty
    uint64_t            first_hash;
    struct replay_move *moves;
    size_t              move_count;
    struct text         result;
    // What hosts promise of a match: hashes of lines as they stand in the file.
    uint8_t      cards_hash[SEAL_CHAIN_SIZE]; // of the cards
    uint8_t      setup_hash[SEAL_CHAIN_SIZE]; // of all others before the first position
    uint32_t     seats_line, first_line, result_line;
    struct arena arena;
};

// The file of a match as it stands now, in the arena.
MUST_USE bool replay_write(const struct match *, struct arena *, struct text *out, struct error *);
// Writes that file, all of it or nothing; replaces only a file that is a replay itself.
MUST_USE bool replay_save(const struct match *, const char *path, struct error *);

// The same hashes of what would be written: SHA-256 of lines without their checks, each with its
// line end.
void replay_cards_hash(const struct box *, uint8_t out[SEAL_CHAIN_SIZE]);
void replay_setup_hash(const struct match *, uint8_t out[SEAL_CHAIN_SIZE]);

bool replay_is_at(const char *path); // does that file begin as replays do?

// Checks the seal, then reads, compiling the cards. NULL on failure.
struct replay *replay_read(const struct game *const *games, const char *source, struct text file,
                           struct error *);
// Reads without looking at checks and seal, which a fuzzer cannot guess.
struct replay *replay_read_unsealed(const struct game *const *games, const char *source,
                                    struct text file, struct error *);
void           replay_destroy(struct replay *); // accepts NULL

// The match before its first choice; then one choice after the other: match->move_count says which
// is next. A step fails if the choice is not legal, or means something else than its words, or
// leads to another position than the file says.
struct match *replay_start(const struct replay *, struct error *);
MUST_USE bool replay_step(const struct replay *, struct match *, struct error *);
// All steps and the result.
MUST_USE bool replay_verify(const struct replay *, struct error *);

#endif
