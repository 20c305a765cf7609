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

LEVEL(novice, "a beginner: thinks little and slips often", .iterations = 30, .slips = 250);
LEVEL(club, "plays for fun: sees the next turn, slips now and then", .iterations = 100,
      .slips = 80);
LEVEL(expert, "thinks before every choice", .iterations = 250);
LEVEL(master, "thinks long", .iterations = 1500);
