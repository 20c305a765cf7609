// news.h - what happened, in words for one viewer.
#ifndef PENTACLE_CLI_NEWS_H
#define PENTACLE_CLI_NEWS_H

#include "cli/pack.h"
#include "match/match.h"

// Events first to last - 1 as the viewer learned them, each with its reason; what happened several
// times in a row is said once, with its number.
void write_news(const struct match *, seat_id viewer, size_t first, size_t last, bool codes,
                struct writer *);

// The same as lines of their own, which the viewer is addressed in as "you".
struct news {
    struct told_line *lines;
    size_t            count;
};
struct news news_of(const struct match *, seat_id viewer, size_t first, size_t last,
                    struct arena *);

#endif
