// news.h - what happened, in words for one viewer.
#ifndef PENTACLE_CLI_NEWS_H
#define PENTACLE_CLI_NEWS_H

#include "match/match.h"

// Events first to last - 1 as the viewer learned them, each with its reason; what happened several
// times in a row is said once, with its number.
void write_news(const struct match *, seat_id viewer, size_t first, size_t last, bool codes,
                struct writer *);

#endif
