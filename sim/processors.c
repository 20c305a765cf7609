#define _GNU_SOURCE // for sched_getaffinity
#include "sim/processors.h"

#include "base/text.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, GROUP_SIZE = 2048 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned processors_allowed(unsigned most)
{
    cpu_set_t set;
    long      online = sysconf(_SC_NPROCESSORS_ONLN);
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return least((unsigned)CPU_COUNT(&set), most);
    return online < 1 ? 1 : least((unsigned)online, most);
}

// --- control groups -----------------------------------------------------------------------------

static unsigned whole_processors(double quota, double period, unsigned most)
{
    if (quota <= 0 || period <= 0 || quota / period >= most) return most;
    unsigned whole = (unsigned)(quota / period);
    return whole < quota / period ? whole + 1 : whole;
}

// The numbers at the beginning of a file; how many there are.
static int numbers_in(const char *root, const char *group, const char *name, double *a, double *b)
{
    char          path[PATH_SIZE];
    struct writer w = writer_on(path, sizeof path);
    write_format(&w, "%s%s/%s", root, group, name);
    FILE *file  = w.cut ? NULL : fopen(path, "r");
    int   found = file ? fscanf(file, "%lf %lf", a, b) : 0;
    if (file) fclose(file);
    return found;
}

// Version 2: "max 100000" or "150000 100000".
static unsigned limit_here(const char *root, const char *group, unsigned most)
{
    double quota, period;
    if (numbers_in(root, group, "cpu.max", &quota, &period) != 2) return most;
    return whole_processors(quota, period, most);
}

// Version 1 has two files, and a place of its own.
static unsigned old_limit_here(const char *root, const char *group, unsigned most)
{
    double        quota, period, none;
    char          place[PATH_SIZE];
    struct writer w = writer_on(place, sizeof place);
    write_format(&w, "%s/cpu", root);
    if (numbers_in(place, group, "cpu.cfs_quota_us", &quota, &none) < 1 ||
        numbers_in(place, group, "cpu.cfs_period_us", &period, &none) < 1)
        return most;
    return whole_processors(quota, period, most);
}

// A group, and all that it lies in: the tightest counts.
static unsigned limit_of(const char *root, char                                          *group,
                         unsigned (*here)(const char *, const char *, unsigned), unsigned most)
{
    unsigned limit = most;
    for (;;) {
        limit     = least(limit, here(root, group, most));
        char *cut = strrchr(group, '/');
        if (!cut) return limit;
        *cut = 0;
    }
}

unsigned processors_of_group(const char *membership, const char *root, unsigned most)
{
    char     line[GROUP_SIZE];
    unsigned limit = most;
    FILE    *file  = fopen(membership, "r");
    while (file && fgets(line, sizeof line, file)) { // "0::/a/b", "4:cpu,cpuacct:/a/b"
        line[strcspn(line, "\n")] = 0;
        char *kind = strchr(line, ':'), *group = kind ? strchr(kind + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        if (strcmp(group, "/") == 0) *group = 0;
        if (!kind[1])
            limit = least(limit, limit_of(root, group, limit_here, most));
        else if (strstr(kind, "cpu"))
            limit = least(limit, limit_of(root, group, old_limit_here, most));
    }
    if (file) fclose(file);
    return limit;
}

unsigned processors_usable(unsigned most)
{
    return processors_of_group("/proc/self/cgroup", "/sys/fs/cgroup", processors_allowed(most));
}
