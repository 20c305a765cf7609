// Running a simulation for people: progress, Ctrl-C, files.
#include "cli/commands.h"
#include "cli/sim.h"
#include "cli/tables.h"
#include "sim/report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BAR_COLUMNS = 24, SAVE_SECONDS = 20 };

// --- Ctrl-C: what is done is kept ---------------------------------------------------------------

static atomic_bool interrupted; // by a person
static atomic_bool pausing;     // the run stops: interrupted, or to save

static void interrupt(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
    atomic_store(&pausing, true);
}

// A second Ctrl-C ends the program as ever.
void catch_interrupt(void)
{
    struct sigaction action = { .sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// --- progress, on a terminal only ---------------------------------------------------------------

struct progress {
    double   began, saved;
    uint64_t had;   // rounds that were done before
    unsigned seats; // matches of a round
    bool     shown, saving;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void show_bar(const struct progress *p, uint64_t done, uint64_t rounds)
{
    double   spent = now() - p->began;
    double   speed = spent > 0 ? (double)(done - p->had) / spent : 0;
    double   left  = speed > 0 ? (double)(rounds - done) / speed : 0;
    unsigned full  = (unsigned)(rounds ? done * BAR_COLUMNS / rounds : BAR_COLUMNS);
    char     bar[BAR_COLUMNS + 1];
    memset(bar, '-', BAR_COLUMNS);
    memset(bar, '#', full);
    bar[BAR_COLUMNS] = 0;
    fprintf(stderr, "\r[%s] %llu of %llu matches, %.0f/s, %.0f:%02.0f left ", bar,
            (unsigned long long)done * p->seats, (unsigned long long)rounds * p->seats,
            speed * p->seats, left >= 60 ? (double)(long)(left / 60) : 0.0,
            left - 60 * (double)(long)(left / 60));
}

static void note_progress(void *context, uint64_t done, uint64_t rounds)
{
    struct progress *p = context;
    if (p->shown) show_bar(p, done, rounds);
    if (p->saving && now() - p->saved > SAVE_SECONDS) atomic_store(&pausing, true);
}

// --- files --------------------------------------------------------------------------------------

static int cannot_write(const char *path)
{
    struct error err = { 0 };
    fail(&err, IO_FAILED, (struct place){ path, 0, 0 }, "cannot be written");
    return say_error(&sim_command, &err);
}

static bool is_device(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

// Writes beside the file and moves it there, so that a broken run leaves the old one whole.
static int save(const char *path, const struct sim_result *r, const struct comparison *c,
                void (*write)(const struct sim_result *, const struct comparison *, FILE *))
{
    char          beside[4096];
    struct writer w = writer_on(beside, sizeof beside);
    write_format(&w, is_device(path) ? "%s" : "%s.part", path);
    FILE *file = w.cut ? NULL : fopen(beside, "w");
    if (!file) return cannot_write(path);
    write(r, c, file);
    bool fine = !ferror(file);
    if (fclose(file) != 0) fine = false;
    if (is_device(path)) return fine ? FINE : cannot_write(path);
    if (fine && rename(beside, path) == 0) return FINE;
    unlink(beside);
    return cannot_write(path);
}

static void write_json(const struct sim_result *r, const struct comparison *c, FILE *file)
{
    (void)c;
    result_write(r, file);
}

static void write_changes(const struct sim_result *r, const struct comparison *c, FILE *file)
{
    (void)r;
    comparison_write(c, file);
    fputc('\n', file);
}

static bool is_standard_output(const char *path) { return path && strcmp(path, "-") == 0; }

int run_plan(const struct sim_plan *wanted, struct sim_result *r, const char *json)
{
    struct sim_plan plan = *wanted;
    struct error    err  = { 0 };
    struct progress p    = { .began  = now(),
                             .saved  = now(),
                             .had    = r->done,
                             .seats  = plan.seats,
                             .shown  = isatty(STDERR_FILENO),
                             .saving = json && !is_standard_output(json) };
    plan.stop            = &pausing;
    plan.progress        = p.shown || p.saving ? note_progress : NULL;
    plan.context         = &p;
    do {
        atomic_store(&pausing, atomic_load(&interrupted));
        if (!sim_run(r, &plan, &err)) return say_error(&sim_command, &err);
        if (p.saving && save(json, r, NULL, write_json) != FINE) return PROBLEM;
        p.saved = now();
    } while (r->done < result_rounds(r) && !atomic_load(&interrupted));
    if (p.shown) fprintf(stderr, "\r%79s\r", "");
    fprintf(stderr, "%llu matches, %.0f a second, %u at a time\n",
            (unsigned long long)r->tally->games,
            (double)((r->done - p.had) * plan.seats) / (now() - p.began), plan.threads);
    if (r->done == result_rounds(r)) return FINE;
    fprintf(stderr, "stopped after %llu of %llu matches\n", (unsigned long long)r->tally->games,
            (unsigned long long)(result_rounds(r) * plan.seats));
    return UNFINISHED;
}

int deliver_result(const struct sim_request *q, const struct sim_result *r,
                   const struct comparison *c)
{
    int status = FINE;
    if (is_standard_output(q->json)) {
        result_write(r, stdout);
        if (fflush(stdout) != 0) status = cannot_write("standard output");
    } else if (c) {
        show_comparison(c);
    } else {
        show_sim(r);
    }
    if (status == FINE && q->json && !is_standard_output(q->json))
        status = save(q->json, r, c, write_json);
    if (status == FINE && q->report) status = save(q->report, r, c, report_write);
    return status;
}

// --- files of results ---------------------------------------------------------------------------

int merge_results(const struct sim_request *q, char **paths, int count)
{
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct sim_result **from  = ARENA_ARRAY(&arena, struct sim_result *, (size_t)count);
    const char        **names = ARENA_ARRAY(&arena, const char *, (size_t)count);
    bool                fine  = true;
    for (int i = 0; fine && i < count; i++) {
        names[i] = paths[i];
        from[i]  = result_read(&arena, paths[i], &err);
        fine     = from[i] != NULL;
    }
    struct sim_result *sum = fine ? result_merge(&arena, from, names, (size_t)count, &err) : NULL;
    int                status = sum ? deliver_result(q, sum, NULL) : say_error(&sim_command, &err);
    arena_finish(&arena);
    return status;
}

int diff_results(const struct sim_request *q, const char *before, const char *after)
{
    struct arena      arena;
    struct error      err = { 0 };
    struct comparison c;
    arena_init(&arena);
    const struct sim_result *a      = result_read(&arena, before, &err);
    const struct sim_result *b      = a ? result_read(&arena, after, &err) : NULL;
    bool                     fine   = b && compare_results(&arena, a, b, &c, &err);
    int                      status = fine ? FINE : say_error(&sim_command, &err);
    if (fine && is_standard_output(q->json))
        write_changes(b, &c, stdout);
    else if (fine)
        show_comparison(&c);
    if (fine && q->json && !is_standard_output(q->json))
        status = save(q->json, b, &c, write_changes);
    if (status == FINE && fine && q->report) status = save(q->report, b, &c, report_write);
    arena_finish(&arena);
    return status;
}
