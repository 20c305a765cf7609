// handles.h - what stands behind the library's opaque handles.
#ifndef PENTACLE_LIB_HANDLES_H
#define PENTACLE_LIB_HANDLES_H

#include "include/pentacle.h"
#include "match/match.h"
#include "match/scenario.h"

struct pentacle_box {
    struct box *box;
};

struct pentacle_match {
    const struct pentacle_box *box;
    struct match              *match; // NULL: a clone
    struct table               table; // the match's own, or the clone's
    const char *const         *names;
    char                       name_copies[SEATS_MAX][SEAT_NAME_MAX + 1]; // of a clone
    const char                *name_list[SEATS_MAX];
    struct scenario_opened    *opened; // the scenario it was arranged by, or NULL
};

// Fills the caller's error, if one is given; always false.
bool tell_error(struct pentacle_error *, const struct error *);

#endif
