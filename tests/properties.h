// properties.h - what must hold in every match of every game, checked through table.h alone.
//
// A trial is one random match. While it is played, sampled positions are put to the test;
// afterwards it is replayed. The first thing that does not hold ends the trial.
#ifndef PENTACLE_TESTS_PROPERTIES_H
#define PENTACLE_TESTS_PROPERTIES_H

#include "engine/table.h"
#include "match/box.h"

#include <string.h>

enum property {
    PROPERTY_ENDS,
    PROPERTY_NEVER_STUCK,
    PROPERTY_WHOLE,
    PROPERTY_REASONS,
    PROPERTY_OFFERED,
    PROPERTY_REFUSED,
    PROPERTY_WORDS,
    PROPERTY_ORDER,
    PROPERTY_RELOCATION,
    PROPERTY_REPLAY,
    PROPERTY_NO_LEAK,
    PROPERTY_IMAGINED,
    PROPERTY_LISTS,
    PROPERTY_GIVING_UP,
    PROPERTY_LEAVING,
    PROPERTY_NO_MEMORY,
    PROPERTY_UNWATCHED,
    PROPERTY_COUNT
};
extern const char *const PROPERTY_NAMES[PROPERTY_COUNT];

struct taken { // one choice of the match
    struct choice choice;
    seat_id       seat;
    uint64_t      hash; // of the position after it; 0: not taken down
};

struct trial {
    const struct game *game; // of the box, or a copy with a planted mistake
    const struct box  *box;
    unsigned           mode, seats;
    uint64_t           seed;
    struct match_setup setup;
    struct rng         rng;
    struct table       t; // the match; its log is `log`
    struct event_log   log;
    struct core       *spare[3]; // for copies of the position
    size_t             size;     // of a position
    struct taken      *taken;
    uint32_t           count, capacity;
    uint64_t           first_hash;
    struct choice      list[CHOICES_MAX], list2[CHOICES_MAX];
    struct view        view, view2;
    enum property      failed;
    char               failure[600];
};

// Plays one match. False if something did not hold: failed and failure say what, count says when.
bool trial_run(struct trial *);
void trial_init(struct trial *, const struct game *, const struct box *);
void trial_finish(struct trial *);

// Notes what does not hold, and is false.
bool does_not_hold(struct trial *, enum property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// For the files behind this header.
struct table               table_on(const struct trial *, struct core *position); // without a log
static inline struct core *copy_position(struct trial *trial, unsigned spare,
                                         const struct core *from)
{
    return memcpy(trial->spare[spare], from, trial->size);
}
// Chooses for one seat that is asked, at random; takes a choice; both. 0 seats asked is a mistake
// of the caller.
bool choose_at_random(struct trial *, const struct table *, struct taken *out);
bool take(struct trial *, struct table *, const struct taken *);
bool random_answer(struct trial *, struct table *, struct taken *out);

// A choice in words.
enum { WORDS_MAX = 160 };
void say_words(const struct table *, seat_id, struct choice, char out[WORDS_MAX]);
// Something like a choice, near one of the first `count` in trial->list or not.
struct choice random_mutant(struct trial *, size_t count);

// properties_secrets.c: PROPERTY_NO_LEAK, PROPERTY_IMAGINED
bool keeps_secrets(struct trial *);
// Two worlds that should look the same to a viewer: the first difference in views, choices and
// events, or NULL; in words and refusals, in what a bot in its seat thinks and takes.
const char *sight_difference(struct trial *, const struct table *, const struct table *,
                             seat_id viewer);
bool has_same_answers(struct trial *, const struct table *, const struct table *, seat_id viewer);
const char *advice_difference(struct trial *, const struct table *, const struct table *,
                              seat_id viewer);
// Has the viewer been shown a card that is not the same in both worlds?
bool        knows_more(const struct core *, const struct core *, seat_id viewer);
bool        was_shuffled(const struct event_log *);
const char *viewer_name(seat_id);

// properties_lists.c: PROPERTY_LISTS
bool keeps_lists(struct trial *);

// properties_leaving.c: PROPERTY_LEAVING, at pauses that it has not seen
bool takes_only_the_own(struct trial *);

// properties_chance.c, properties_planted.c: print, and add to what passed and failed.
void check_chance(unsigned *passed, unsigned *failed);
void check_planted(uint64_t seed, unsigned *passed, unsigned *failed);

// Allocations so far; counted by the linker's --wrap (see meson.build).
extern unsigned long allocation_count;

#endif
