// scenario.h - rulings that run: text files that arrange a position, script choices and check what
// comes of it. docs/scenarios.md is the manual of the format.
#ifndef PENTACLE_MATCH_SCENARIO_H
#define PENTACLE_MATCH_SCENARIO_H

#include "match/box.h"

#include <stdio.h>

enum { SCENARIO_FILE_MAX = 1024 * 1024, SCENARIO_LINES_MAX = 20000, SCENARIO_LINE_MAX = 8000 };

// What the files of a run share: the games and their boxes, opened when first needed.
struct scenarios;

struct scenarios *scenarios_create(const struct game *const *games); // ends with NULL
void              scenarios_destroy(struct scenarios *);             // accepts NULL

struct scenario_options {
    const struct game *game; // of files that name none and lie in no folder games/<game>/; or NULL
    const char        *only; // run only scenarios with these words in their title; or NULL
    FILE              *out;  // where failures are shown; or NULL
    bool               verbose; // show what passes as well
    bool               undo;    // every answer is taken back and given again
    unsigned           seeds; // with how many what is left to chance must hold; 0: the usual three
};

struct scenario_report {
    unsigned files, passed, failed; // a file that cannot be read counts as one failed scenario
};

// Runs a file, or all *.scn files of a folder and the folders in it, in the order of their names.
// Adds to the report.
void scenarios_run(struct scenarios *, const char *path, const struct scenario_options *,
                   struct scenario_report *);
void scenarios_run_text(struct scenarios *, const char *source, struct text file,
                        const struct scenario_options *, struct scenario_report *);

// The rules that the scenarios of a file or folder cite ("rule" lines and "because"). Stops at the
// first file that cannot be read.
typedef void  scenario_cites(void *context, const struct game *, rule_id, const char *source,
                             uint32_t line);
MUST_USE bool scenarios_cited(struct scenarios *, const char *path, const struct scenario_options *,
                              scenario_cites *, void         *context, struct error *);

// What a puzzle asks for ("goal Ash wins this turn").
struct scenario_goal {
    seat_id  seat;
    uint8_t  turns; // in which it shall win; 0: nothing is asked for
    unsigned begun; // turns that had begun when it was set, of all seats together
};
enum goal_state { GOAL_OPEN, GOAL_REACHED, GOAL_MISSED };
enum goal_state scenario_goal_state(const struct scenario_goal *, const struct table *now);

// A scenario's position, ready to be played: what "given" and "force" arrange, at its first
// question. A match can be made of it: match_create_from(box, table.state, SEAT_NAMES, origin,
// err).
struct scenario_opened {
    const char          *title;
    const struct box    *box;   // with the scenario's own cards
    struct table         table; // without a log
    struct scenario_goal goal;
    struct text          origin; // the lines that made it
    struct box          *own_box;
    struct arena         arena;
};

// The scenario of that title (any part of it), or the first one of the file. NULL on failure. The
// boxes belong to `scenarios`, which must outlive it.
struct scenario_opened *scenario_open(struct scenarios *, const char *path, const char *title,
                                      const struct scenario_options *, struct error *);
// From lines: the first scenario of them.
struct scenario_opened *scenario_arrange(const struct box *, const char *source, struct text lines,
                                         struct error *);
// The same again from its origin, with a box that holds the scenario's own cards already.
struct scenario_opened *scenario_arrange_again(const struct box *, const char *source,
                                               struct text origin, struct error *);
// Do these lines ("then", "event", "result" ...) hold in a match as it stands? Events count from
// number first_event on. If not, and unless the lines themselves are wrong, says what was expected
// and what is found.
struct match;
bool scenario_holds(const struct match *, size_t first_event, const char *source, struct text lines,
                    struct writer *expected, struct writer *found, struct error *);
void scenario_close(struct scenario_opened *); // accepts NULL

#endif
