// The levels that a person can choose: how long they think and how often they err. docs/bots.md has
// what each is worth.
#include "bots/search.h"

#define LEVEL(level, words, ...)                                                                   \
    static const struct search_settings level##_settings = { __VA_ARGS__ };                        \
    const struct bot                    level##_bot      = {                                       \
                                .name         = #level,                                            \
                                .about        = words,                                             \
                                .needs_worlds = true,                                              \
                                .choose       = search_choose,                                     \
                                .search       = &level##_settings,                                 \
    }

// The limit of answers keeps the time in bounds in games whose tries are long: an answer takes up
// to 2.5 microseconds (Monad Wars). Where a game says that few are enough (few_tries), few are
// made.
LEVEL(novice, "a beginner: thinks little and slips often", .iterations = 24, .few = 4,
      .answers = 10000, .slips = 250);
LEVEL(club, "plays for fun: sees the next turn, slips now and then", .iterations = 60, .few = 9,
      .answers = 40000, .slips = 160);
LEVEL(expert, "thinks before every choice and seldom slips", .iterations = 160, .few = 20,
      .answers = 200000, .slips = 100);
LEVEL(steady, "thinks before every choice and never slips: for measuring", .iterations = 100,
      .few = 20, .answers = 100000);
LEVEL(master, "thinks long", .iterations = 2000, .few = 480, .answers = 3000000, .final = 40);
