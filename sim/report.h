// report.h - a result as one page for the browser: numbers, tables and charts in one file.
#ifndef PENTACLE_SIM_REPORT_H
#define PENTACLE_SIM_REPORT_H

#include "sim/compare.h"

// The comparison may be NULL.
void comparison_write(const struct comparison *, FILE *); // as JSON
void report_write(const struct sim_result *, const struct comparison *, FILE *);

#endif
