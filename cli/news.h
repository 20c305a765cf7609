// news.h - what happened, in words for one viewer.
#ifndef PENTACLE_CLI_NEWS_H
#define PENTACLE_CLI_NEWS_H

#include "cli/pack.h"
#include "match/match.h"

// Events first to last - 1 as the viewer learned them, each with its reason; what happened several
// times in a row is said once, with its number.
void write_news(const struct match *, seat_id viewer, size_t first, size_t last, bool codes,
                struct writer *);

// Speaks to the viewer as "you" where words name them; not where a card has the name in its own.
void write_addressed(const struct card_pool *, const struct game *, const char *viewer,
                     struct text words, struct writer *);
// Does an event of this kind decide something?
bool is_decisive(const struct game *, uint16_t kind);

// The same as lines of their own, which the viewer is addressed in as "you".
struct news {
    struct told_line *lines;
    size_t            count;
};
struct news news_of(const struct match *, seat_id viewer, size_t first, size_t last,
                    struct arena *);

#endif
