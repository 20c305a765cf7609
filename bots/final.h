// final.h - the last comparison of a search. Its tries are many but short, and behind its tree they
// play hastily; so the few choices that it tried most are played on for some turns more, everybody
// answering as `greedy` would. What that shows counts as much as what the tries have shown.
#ifndef PENTACLE_BOTS_FINAL_H
#define PENTACLE_BOTS_FINAL_H

#include "bots/search.h"

// The number of the choice to take, going by the report. Both worlds are scratch. Whoever waits no
// longer gets the choice most tried.
size_t final_best(const struct bot_question *, const struct search_report *, struct rng *,
                  struct bot_world *world, struct bot_world *tried);

#endif
