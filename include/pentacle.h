// pentacle.h - the library: everything that a front end, a bot or an experiment may call, as a
// plain C interface that other languages can bind. docs/library.md is its manual; random_game.c
// beside it is a whole program.
//
//     struct pentacle_error  err;
//     struct pentacle_box   *box   = pentacle_open("oversoul", &err);   // once per game
//     struct pentacle_setup  setup = { .seats = 2, .seed = 7 };
//     struct pentacle_match *m     = pentacle_start(box, &setup, &err); // at its first question
//     while (!pentacle_is_over(m)) {
//         struct pentacle_choice list[PENTACLE_CHOICES_MAX];
//         unsigned               seat = 0;
//         while (!(pentacle_asked(m) >> seat & 1)) seat++;
//         size_t count = pentacle_choices(m, seat, list, PENTACLE_CHOICES_MAX);
//         pentacle_answer(m, seat, list[count / 2]);
//     }
//     pentacle_free(m);
//     pentacle_close(box);
//
// - Handles are opaque. What one function returns, the function named beside it frees; NULL may be
//   freed.
// - Seats count from 0. A set of seats has bit 1 << seat. PENTACLE_SPECTATOR is a viewer without a
//   seat.
// - Nothing is global: different matches may be used by different threads at once, sharing one box.
//   One match is for one thread at a time.
// - Functions that can fail return NULL, false or a rule, and fill the error, if one is given. An
//   illegal choice is refused with the number of the rule that forbids it, and changes nothing.
// - Functions that write text take a buffer and its size, end the text with a 0 byte, and return
//   how many bytes the whole text has without it; if that is not less than the size, the text was
//   cut.
// - What would be our own mistake (a seat of 9, a handle used after it was freed) is not refused
//   but stops the program.
#ifndef PENTACLE_H
#define PENTACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define PENTACLE_API __attribute__((visibility("default")))
#else
#define PENTACLE_API
#endif

enum {
    PENTACLE_ABI         = 2, // changes when a program must be compiled anew
    PENTACLE_SEATS_MAX   = 4,
    PENTACLE_SPECTATOR   = 4,
    PENTACLE_CHOICES_MAX = 1024, // no list of choices is longer
};

struct pentacle_box; // a game taken out of its box: compiled cards, ready-made decks; never changes
struct pentacle_match; // one match, or a copy of its position for a search

// A choice is a small value: compare, store and send it as it is. What the members mean is the
// game's affair; pentacle_say() has the words.
struct pentacle_choice {
    uint8_t  kind, option;
    uint16_t card, target, extra;
};

// The place of the trouble is as much as is known of it: source "" or line 0 is "not known".
struct pentacle_error {
    uint32_t line, column;
    char     source[256];
    char     text[1024];
};

// --- games --------------------------------------------------------------------------------------

PENTACLE_API unsigned pentacle_abi(void); // PENTACLE_ABI of the library that is loaded

// Games by number from 0; NULL past the last one.
PENTACLE_API const char *pentacle_game_name(size_t game);  // "oversoul"
PENTACLE_API const char *pentacle_game_title(size_t game); // "Oversoul TCG"

// --- a box --------------------------------------------------------------------------------------

// Compiles the cards of the game and reads its decks: milliseconds, so once. Freed by
// pentacle_close(), after all matches with it.
PENTACLE_API struct pentacle_box *pentacle_open(const char *game, struct pentacle_error *);
// The same game with more cards: `cards` is the text of a card file, `source` its name in messages.
// The first box must stay open as long as the new one.
PENTACLE_API struct pentacle_box *pentacle_add_cards(const struct pentacle_box *,
                                                     const char *source, const char *cards,
                                                     struct pentacle_error *);
PENTACLE_API void                 pentacle_close(struct pentacle_box *);

struct pentacle_mode {
    const char *name, *about;
    unsigned    seats_min, seats_max;
};
// Modes and ready-made decks by number from 0; false (or NULL) past the last one.
PENTACLE_API bool        pentacle_mode(const struct pentacle_box *, size_t, struct pentacle_mode *);
PENTACLE_API const char *pentacle_deck(const struct pentacle_box *, size_t);

// Cards by number from 0, as views name them; NULL past the last one. The text is the card as
// printed.
PENTACLE_API const char *pentacle_card_name(const struct pentacle_box *, size_t card);
PENTACLE_API size_t      pentacle_card_text(const struct pentacle_box *, size_t card, char *out,
                                            size_t size);

// A box as a JSON object, for front ends: the "game" with its cards and decks, its "rules", or its
// "scenarios" (lessons and puzzles). docs/protocol.md has the fields. 0: there is nothing of that
// name.
PENTACLE_API size_t pentacle_data(const struct pentacle_box *, const char *what, char *out,
                                  size_t size);

// A rule by the number that a refusal gives: its name ("OVE-424") and its text, never NULL.
PENTACLE_API const char *pentacle_rule_name(const struct pentacle_box *, uint16_t rule);
PENTACLE_API const char *pentacle_rule_text(const struct pentacle_box *, uint16_t rule);

// --- a match ------------------------------------------------------------------------------------

// Zeros are defaults.
struct pentacle_setup {
    const char *mode;  // by name; NULL: the first
    unsigned    seats; // 0: as few as the mode allows
    uint64_t    seed;  // same box, setup, seed and choices: same match, on every machine
    const uint8_t
        *key; // 32 bytes instead of the seed, if all chance must be beyond guessing; or NULL
    // For each seat: what the player is called ("Ash", "Bel" ...), and the deck: the name of a
    // ready-made one, or the text of a deck file (known by its line ends); NULL: ready-made ones in
    // turn.
    const char *name[PENTACLE_SEATS_MAX], *deck[PENTACLE_SEATS_MAX];
    const char *options; // of the game, "level=Broken Belfry, turns=20"; NULL: as the rules say
};

// At its first question. Freed by pentacle_free().
PENTACLE_API struct pentacle_match *
pentacle_start(const struct pentacle_box *, const struct pentacle_setup *, struct pentacle_error *);
// From the text of a scenario (docs/scenarios.md): the position that it arranges.
PENTACLE_API struct pentacle_match *pentacle_arrange(const struct pentacle_box *,
                                                     const char *scenario, struct pentacle_error *);
PENTACLE_API void                   pentacle_free(struct pentacle_match *);

PENTACLE_API unsigned pentacle_seats(const struct pentacle_match *);
PENTACLE_API bool     pentacle_is_over(const struct pentacle_match *);
// When it is over: the set of winners (0: a draw), and the rule that ended it.
PENTACLE_API unsigned pentacle_winners(const struct pentacle_match *);
PENTACLE_API uint16_t pentacle_over_because(const struct pentacle_match *);

// The set of seats that owe an answer; never empty until the match is over. Several seats asked at
// once answer secretly, in any order.
PENTACLE_API unsigned pentacle_asked(const struct pentacle_match *);
// What the seat is asked, in plain words; "" if nothing.
PENTACLE_API const char *pentacle_question(const struct pentacle_match *, unsigned seat);
// All legal choices of the seat, in a stable order. Returns how many there are; writes at most max.
PENTACLE_API size_t pentacle_choices(const struct pentacle_match *, unsigned seat,
                                     struct pentacle_choice *out, size_t max);
// The words of a seat's choice as the viewer may know them: "attack Ashling > Quill Sparrow".
// Unique among the choices of a list.
PENTACLE_API size_t pentacle_say(const struct pentacle_match *, unsigned viewer, unsigned seat,
                                 struct pentacle_choice, char *out, size_t size);
// The choice that the words mean, legal or not; else the error says what could be chosen.
PENTACLE_API bool pentacle_read(const struct pentacle_match *, unsigned seat, const char *words,
                                struct pentacle_choice *out, struct pentacle_error *);

// The same for front ends, as a JSON object: "question", "choices" (words), "parts" (what each
// names, to be pointed at). docs/library.md has the fields. All of it is empty for a seat that is
// not asked.
PENTACLE_API size_t pentacle_owed(const struct pentacle_match *, unsigned seat, char *out,
                                  size_t size);

// The rule that forbids a choice, listed or not; 0: it is legal.
PENTACLE_API uint16_t pentacle_why_not(const struct pentacle_match *, unsigned seat,
                                       struct pentacle_choice);
// Why not, in words: a JSON array of "words", "rule" (null: it is legal) and the rule's "text".
// About the choice that the words mean, or about everything that might be done with a card of the
// view. Returns 0, with what could be said, if the words mean nothing.
PENTACLE_API size_t pentacle_why(const struct pentacle_match *, unsigned seat, const char *words,
                                 char *out, size_t size, struct pentacle_error *);
PENTACLE_API size_t pentacle_why_card(const struct pentacle_match *, unsigned seat, uint16_t card,
                                      char *out, size_t size);
// Takes a legal choice and runs on to the next question, or to the end. Returns the rule that
// forbids the choice, nothing being changed then; or 0.
PENTACLE_API uint16_t pentacle_answer(struct pentacle_match *, unsigned seat,
                                      struct pentacle_choice);
// Gives up; false if the match is over or the game has no such thing.
PENTACLE_API bool pentacle_concede(struct pentacle_match *, unsigned seat);
// Takes the seat's last decision back, while nobody has learned anything since. A decision is an
// answer from two legal choices or more; the seat's answers since then, which were the only legal
// ones, are taken back with it. Refused if another seat has answered since. Not for clones.
PENTACLE_API bool pentacle_undo(struct pentacle_match *, unsigned seat, struct pentacle_error *);

// --- what a viewer may know ---------------------------------------------------------------------

// The position as a JSON object, everything the viewer may know and nothing else (docs/library.md
// has the fields). The same knowledge gives the same bytes.
PENTACLE_API size_t pentacle_view(const struct pentacle_match *, unsigned viewer, char *out,
                                  size_t size);
// What happened, from event number `first` on, as a JSON array of objects with words and reasons.
// Events are counted for all viewers together: go on from pentacle_event_count(). Clones have none.
PENTACLE_API size_t pentacle_event_count(const struct pentacle_match *);
PENTACLE_API size_t pentacle_events(const struct pentacle_match *, unsigned viewer, size_t first,
                                    char *out, size_t size);

// --- searching ----------------------------------------------------------------------------------

// A copy of the position, without events and without undo, in every other way a match of its own.
// Freed by pentacle_free(); the clone of an arranged match before that match.
PENTACLE_API struct pentacle_match *pentacle_clone(const struct pentacle_match *);
// Makes a clone a copy of another position of the same box, without allocating: for a search's
// inner loop. False if `to` is not a clone or the boxes differ.
PENTACLE_API bool pentacle_copy(struct pentacle_match *to, const struct pentacle_match *from);
// Replaces everything the viewer cannot know (faces, secret answers, future chance) by a guess that
// fits all it knows; cards of others that it has never seen are those of a list they might have.
// Only for clones; false otherwise.
PENTACLE_API bool pentacle_imagine(struct pentacle_match *, unsigned viewer, uint64_t seed);
// What a search thinks of one choice.
struct pentacle_hint {
    struct pentacle_choice choice;
    double                 chance; // to win after it, 0 to 1
    uint32_t               tries;  // that say so
};
// The best choices of a seat that is asked, best first, from what that seat may know and nothing
// else. Thinks for that many tries (the same seed gives the same hints), or milliseconds, whichever
// ends first; 0 is no limit, both 0 are 1000 tries. Returns how many hints there are; writes at
// most max.
PENTACLE_API size_t pentacle_hints(const struct pentacle_match *, unsigned seat, uint32_t tries,
                                   uint32_t milliseconds, uint64_t seed, struct pentacle_hint *out,
                                   size_t max);
// The choice of a bot by name ("greedy", "expert" ...) in a seat that is asked; false, with the
// names there are, if there is no such bot. Nothing is answered.
PENTACLE_API bool pentacle_bot(const struct pentacle_match *, const char *bot, unsigned seat,
                               uint64_t seed, struct pentacle_choice *out, struct pentacle_error *);
// The position's 64-bit hash, and its size in bytes.
PENTACLE_API uint64_t pentacle_hash(const struct pentacle_match *);
PENTACLE_API size_t   pentacle_position_size(const struct pentacle_match *);

// --- files --------------------------------------------------------------------------------------

// Writes a replay of the match so far, which `pentacle replay` shows. Not for clones.
PENTACLE_API bool pentacle_save(const struct pentacle_match *, const char *path,
                                struct pentacle_error *);
// Does the file prove itself: seal, choices, positions, result?
PENTACLE_API bool pentacle_verify(const char *path, struct pentacle_error *);

#ifdef __cplusplus
}
#endif

#endif
