// screens.h - matches as people at a terminal see them: a made-up person answers questions step by
// step, and each is packed for screens of several sizes.
#ifndef PENTACLE_TESTS_SCREENS_H
#define PENTACLE_TESTS_SCREENS_H

#include "cli/scene.h"

#include "base/rng.h"

// A match whose questions are all looked at from the seat that is asked.
struct watcher {
    struct dialog dialog;
    struct match *match;
    struct rng    rng;
    seat_id       seat; // that is asked now
};

bool watcher_open(struct watcher *, const struct box *, unsigned mode, unsigned seats,
                  uint64_t seed);
void watcher_close(struct watcher *);
bool watcher_asked(struct watcher *);  // false: the match is over
void watcher_answer(struct watcher *); // one step further, at random
// The question in hand for that screen, as rows of text.
void watcher_pack(struct watcher *, unsigned columns, unsigned rows, size_t selected,
                  struct page *);

// The first questions of some kinds in every size, for golden files.
void write_screens(const struct box *, struct writer *);

#endif
