// sim.h - many matches between bots, counted. What comes out depends on the plan alone, never on
// the number of threads: every round has a seed of its own, and a tally holds sums only.
#ifndef PENTACLE_SIM_SIM_H
#define PENTACLE_SIM_SIM_H

#include "sim/plan.h"
#include "sim/result.h"

// Plays the rounds of the plan's shard that the result does not have yet, until all are done or the
// plan is stopped. What is done is always the first rounds without a gap.
MUST_USE bool sim_run(struct sim_result *, const struct sim_plan *, struct error *);

#endif
