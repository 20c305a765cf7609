// tables.h - what a simulation came to: tables for people, JSON for programs.
#ifndef PENTACLE_CLI_TABLES_H
#define PENTACLE_CLI_TABLES_H

#include "sim/sim.h"

#include <stdio.h>

void show_sim(const struct sim_plan *, const struct tally *);
void write_sim_json(FILE *, const struct sim_plan *, const struct tally *);

#endif
