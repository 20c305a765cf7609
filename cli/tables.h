// tables.h - what a simulation came to, and what changed between two, as tables for people.
#ifndef PENTACLE_CLI_TABLES_H
#define PENTACLE_CLI_TABLES_H

#include "sim/compare.h"

void show_sim(const struct sim_result *);
void show_comparison(const struct comparison *);

#endif
