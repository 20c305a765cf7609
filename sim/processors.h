// processors.h - how many threads at a time are of use here.
#ifndef PENTACLE_SIM_PROCESSORS_H
#define PENTACLE_SIM_PROCESSORS_H

// Processors that this process may run on, and no more than its control group pays for (rounded
// up); 1 to `most`.
unsigned processors_usable(unsigned most);
// What the group that `membership` (as /proc/self/cgroup) names may use, and the groups it lies in,
// by their files under `root`; `most` if nothing limits them.
unsigned processors_of_group(const char *membership, const char *root, unsigned most);

#endif
