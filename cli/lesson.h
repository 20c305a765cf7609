// lesson.h - lessons and puzzles of a game: scenarios whose comments speak to a player
// (docs/scenarios.md). What is said when, what shall be answered, and what else is answered by
// itself.
#ifndef PENTACLE_CLI_LESSON_H
#define PENTACLE_CLI_LESSON_H

#include "base/arena.h"
#include "base/embedded.h"
#include "match/match.h"

enum { LESSON_STEPS_MAX = 64, LESSONS_MAX = 32 };

struct lesson_step {
    seat_id     seat;
    struct text words;     // of the choice
    const char *say;       // before it, a paragraph a line; "" of other seats
    const char *otherwise; // when something else is tried
};

struct lesson {
    const char        *title, *say, *end, *goal; // say: where there are no steps
    const char        *free;                     // the bot of the others; NULL: nothing is free
    struct text        text;
    struct lesson_step steps[LESSON_STEPS_MAX];
    size_t             count, at;
    bool               is_puzzle;  // what shall be answered is for the player to find
    size_t             number, of; // "lesson 2 of 7"
};

// The files of a folder ("lessons", "puzzles") of a game, in their order. Returns how many.
size_t lessons_of(const struct game *, const char *folder, const struct embedded_file **out,
                  size_t max);
// By number from 1, or by words of its title. Fails with what there is.
MUST_USE bool lesson_find(struct arena *, const struct game *, const char *folder,
                          const char *which, struct lesson *, struct error *);

// What is to be read now; "" if there is nothing.
const char *lesson_says(const struct lesson *);
// May the seat choose this? If not, `instead` says what to do. Only the seat of a step is held to
// it.
bool lesson_allows(const struct lesson *, seat_id, const char *words, const char **instead);
// The seat has chosen it: on to the next step if it was that.
void lesson_chose(struct lesson *, seat_id, const char *words);
bool lesson_has_more(const struct lesson *, seat_id); // steps of that seat
bool lesson_is_done(const struct lesson *);
// The choice that the step in hand has for this seat, by its place in the list; `count` if none.
size_t lesson_choice(const struct lesson *, seat_id, const char *const *words, size_t count);

#endif
