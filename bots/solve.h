// solve.h - is there one way to reach a goal, whatever the others answer? By trying everything, in
// the position as it is: no guesses, no luck.
#ifndef PENTACLE_BOTS_SOLVE_H
#define PENTACLE_BOTS_SOLVE_H

#include "base/arena.h"
#include "match/scenario.h"

enum { LINE_MOST = 40, LINE_WORDS = 160 };

// The line: own choices and answers that hold out long. Questions with one answer are not in it.
struct solution {
    seat_id  seat[LINE_MOST];
    char     words[LINE_MOST][LINE_WORDS];
    unsigned count;
    unsigned decisions; // own ones
    unsigned needed;    // different choices without which nothing wins
    unsigned ways;      // that there were to choose from, of own decisions together
};

enum solved {
    SOLVED_ONE,  // exactly one line reaches the goal
    SOLVED_NONE, // none does without luck
    SOLVED_MANY, // there is another one, be it with luck
    SOLVED_LONG, // too many positions
};

// One line means: some choices of one's own are enough, in a fitting order, against every answer
// and without luck; and without any single one of them the goal cannot be reached, not even with
// luck as dice and decks lie. A choice is known by its words without brackets: of two equal cards
// in hand either may be taken. `positions_max` bounds each search.
enum solved solve(const struct table *, const struct scenario_goal *, unsigned positions_max,
                  struct solution *out);

#endif
