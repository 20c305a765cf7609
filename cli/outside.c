#include "cli/outside.h"

#include "base/json.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/show.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PROTOCOL      = 1,
    LINE_SIZE     = 4096,       // of what the program says
    VIEW_SIZE     = 512 * 1024, // of a view as JSON
    REFUSALS_MAX  = 10,         // for one choice
    FAREWELL_TIME = 200,        // milliseconds for a program to end by itself
};

struct outside {
    FILE    *to;
    int      from;    // descriptor
    pid_t    child;   // 0: over our own input and output
    unsigned seconds; // for one choice; 0: for ever
    char     line[LINE_SIZE];
    size_t   have, used; // bytes read; those of the line that was taken last
    size_t   told;       // events that the program knows of
    char     view[VIEW_SIZE];
};

static struct outside *make(FILE *to, int from)
{
    struct outside *o = calloc(1, sizeof *o);
    if (!o || !to) BUG("out of memory for a program in a seat");
    o->to   = to;
    o->from = from;
    signal(SIGPIPE, SIG_IGN); // a program that has gone shows when it is read from
    return o;
}

struct outside *outside_here(void) { return make(stdout, STDIN_FILENO); }

// --- a command of somebody else -----------------------------------------------------------------

static void become(const char *command, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

// A pipe in each direction and a child at their other ends; -1 if the world does not allow it.
static pid_t start_child(const char *command, int *to_child, int *from_child)
{
    int to[2], from[2];
    if (pipe(to) != 0) return -1;
    if (pipe(from) != 0) {
        close_both(to);
        return -1;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(to[1]);
        close(from[0]);
        become(command, to[0], from[1]);
    }
    if (child < 0) {
        close_both(to);
        close_both(from);
        return -1;
    }
    close(to[0]);
    close(from[1]);
    *to_child   = to[1];
    *from_child = from[0];
    return child;
}

struct outside *outside_start(const char *command, unsigned seconds, struct error *err)
{
    int   to, from;
    pid_t child = start_child(command, &to, &from);
    if (child < 0) {
        fail(err, IO_FAILED, (struct place){ 0 }, "\"%s\" cannot be started: %s", command,
             strerror(errno));
        return NULL;
    }
    fcntl(to, F_SETFD, FD_CLOEXEC); // another program must not keep this one's pipe open
    fcntl(from, F_SETFD, FD_CLOEXEC);
    struct outside *o = make(fdopen(to, "w"), from);
    o->child          = child;
    o->seconds        = seconds;
    return o;
}

static void wait_for_child(pid_t child)
{
    const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
    for (unsigned waited = 0; waited < FAREWELL_TIME; waited += 10) {
        if (waitpid(child, NULL, WNOHANG) != 0) return;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

void outside_close(struct outside *o)
{
    if (!o) return;
    if (o->child) {
        fclose(o->to);
        close(o->from);
        wait_for_child(o->child);
    }
    free(o);
}

// --- lines --------------------------------------------------------------------------------------

static long milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool wait_for_bytes(struct outside *o, long end, struct error *err)
{
    struct pollfd from = { .fd = o->from, .events = POLLIN };
    for (;;) {
        long left  = o->seconds ? end - milliseconds_now() : -1;
        int  ready = o->seconds && left <= 0 ? 0 : poll(&from, 1, (int)left);
        if (ready > 0) return true;
        if (ready == 0)
            return fail(err, IO_FAILED, (struct place){ 0 }, "no answer within %u seconds",
                        o->seconds);
        if (errno != EINTR) return fail(err, IO_FAILED, (struct place){ 0 }, "%s", strerror(errno));
    }
}

// The next line that is not empty; it lasts until the next call.
static bool take_line(struct outside *o, struct text *out, struct error *err)
{
    long end = milliseconds_now() + (long)o->seconds * 1000;
    fflush(o->to);
    for (;;) {
        o->have -= o->used;
        memmove(o->line, o->line + o->used, o->have);
        o->used         = 0;
        struct text all = { o->line, o->have };
        size_t      at  = text_find(all, '\n');
        if (at < all.size) {
            *out    = text_trim(text_part(all, 0, at));
            o->used = at + 1;
            if (out->size) return true;
            continue;
        }
        if (o->have == sizeof o->line)
            return fail(err, BAD_INPUT, (struct place){ 0 }, "a line of more than %d bytes",
                        LINE_SIZE);
        if (!wait_for_bytes(o, end, err)) return false;
        ssize_t got = read(o->from, o->line + o->have, sizeof o->line - o->have);
        if (got <= 0)
            return fail(err, IO_FAILED, (struct place){ 0 }, "it has ended without an answer");
        o->have += (size_t)got;
    }
}

// --- telling ------------------------------------------------------------------------------------

static void tell_events(struct outside *o, const struct match *m, seat_id seat)
{
    for (; o->told < m->log.count; o->told++) {
        struct json j = json_on(o->view, sizeof o->view);
        show_event(&j, &m->table, m->names, seat, &m->log.events[o->told]);
        if (json_end(&j) > 0) fprintf(o->to, "event %s\n", o->view);
    }
}

static void tell_view(struct outside *o, const struct match *m, seat_id seat)
{
    struct view view;
    struct json j = json_on(o->view, sizeof o->view);
    memset(&view, 0, sizeof view);
    table_view(&m->table, seat, &view);
    show_view(&j, &m->table, m->names, &view);
    if (json_end(&j) < sizeof o->view) fprintf(o->to, "view %s\n", o->view);
}

static void tell_choices(struct outside *o, const struct match *m, seat_id seat,
                         const struct choice *list, size_t count)
{
    char words[1024];
    for (size_t i = 0; i < count; i++) {
        struct writer w = writer_on(words, sizeof words);
        say_choice(&m->table, seat, seat, list[i], m->names, &w);
        fprintf(o->to, "choice %zu %s\n", i + 1, words);
    }
    fprintf(o->to, "choose %zu\n", count);
}

bool outside_greet(struct outside *o, const struct match *m, seat_id seat, struct error *err)
{
    const struct game *g = m->table.game;
    fprintf(o->to, "pentacle %d\ngame %s %s\nmode %s\n", PROTOCOL, g->name, g->version,
            g->modes[m->setup.mode].name);
    for (seat_id s = 0; s < m->setup.seats; s++)
        fprintf(o->to, "seat %u %s%s\n", s + 1u, m->names[s], s == seat ? " (you)" : "");
    if (fflush(o->to) == 0) return true;
    return fail(err, IO_FAILED, (struct place){ 0 }, "it does not listen: %s", strerror(errno));
}

// --- asking -------------------------------------------------------------------------------------

// By number or by words. Tells the program what is wrong with it.
static bool understand(struct outside *o, const struct match *m, seat_id seat, struct text said,
                       const struct choice *list, size_t count, struct choice *out)
{
    struct error err = { 0 };
    long         number;
    char         name[32];
    if (text_number(said, 1, (long)count, &number)) {
        *out = list[number - 1];
        return true;
    }
    if (!read_choice(&m->table, seat, said, m->names, out, &err)) {
        for (char *c = err.text; *c; c++)
            if (*c == '\n') *c = ' ';
        fprintf(o->to, "refused %s\n", err.text);
        return false;
    }
    rule_id no = table_why_not(&m->table, seat, *out);
    if (!no) return true;
    const char *text = table_rule_text(m->table.game, no, name, sizeof name);
    fprintf(o->to, "refused %s %s\n", name, text);
    return false;
}

bool outside_ask(struct outside *o, const struct match *m, seat_id seat, struct choice *out,
                 struct error *err)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(&m->table, seat, list, CHOICES_MAX);
    struct text   said;
    tell_events(o, m, seat);
    tell_view(o, m, seat);
    fprintf(o->to, "question %s\n", m->table.game->questions[m->table.state->question[seat].kind]);
    for (unsigned refusals = 0; refusals < REFUSALS_MAX; refusals++) {
        tell_choices(o, m, seat, list, count);
        if (!take_line(o, &said, err)) return false;
        if (understand(o, m, seat, said, list, count, out)) return true;
    }
    return fail(err, BAD_INPUT, (struct place){ 0 },
                "%d answers that are not legal, the last one \"%.*s\"", REFUSALS_MAX,
                SHOW(text_part(said, 0, 80)));
}

void outside_end(struct outside *o, const struct match *m, seat_id seat)
{
    const struct core *c = m->table.state;
    char               name[32];
    tell_events(o, m, seat);
    tell_view(o, m, seat);
    table_rule_text(m->table.game, c->over_because, name, sizeof name);
    fprintf(o->to, "over %s %s\n",
            !c->winners              ? "draw"
            : c->winners >> seat & 1 ? "won"
                                     : "lost",
            name);
    fflush(o->to);
}
