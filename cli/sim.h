// sim.h - what the ways of `pentacle sim` share: running a plan, and what is done with a result.
#ifndef PENTACLE_CLI_SIM_H
#define PENTACLE_CLI_SIM_H

#include "sim/compare.h"
#include "sim/sim.h"

struct sim_request {
    const char *decks, *bots, *mode, *shard;
    const char *json, *report, *with;
    long        games, seats, seed, threads, tries;
    const char *options[SIM_OPTIONS_MAX];
    size_t      option_count;
    bool        resume;
};

// From now on Ctrl-C stops the run, and what is done is kept.
void catch_interrupt(void);

// Plays the plan with progress on a terminal. With `json` the result
// is saved there now and then. Returns an exit status.
int run_plan(const struct sim_plan *, struct sim_result *, const char *json);

// Shows the result, and writes it where the request wants it.
int deliver_result(const struct sim_request *, const struct sim_result *,
                   const struct comparison *);

int merge_results(const struct sim_request *, char **paths, int count);
int diff_results(const struct sim_request *, const char *before, const char *after);

#endif
