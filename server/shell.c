// The loop: one epoll set, the core in the middle. Nothing here waits for a disk: all entries that
// come while the keeper saves others share the next transaction.
#include "server/shell.h"

#include "base/json.h"
#include "server/assets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct serve_options serve_options_default(void)
{
    return (struct serve_options){
        .address               = "127.0.0.1",
        .port                  = 8080,
        .data                  = "pentacle.data",
        .thinkers              = 2,
        .lines_max             = 10000,
        .lines_per_ip          = 32,
        .handshakes_per_minute = 30,
        .beat_ms               = BEAT_MS,
        .config                = server_config_default(),
    };
}

// --- time and words -----------------------------------------------------------------------------

static uint64_t clock_us(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// The time of day; it never goes back and never jumps.
static void look_at_clock(struct shell *sh)
{
    uint64_t now = clock_us(CLOCK_MONOTONIC) / 1000 + sh->clock_offset;
    if (now > sh->now) sh->now = now;
}

// When the time of day was set, ours follows it by a millisecond a tick, so that nobody's time runs
// out by it.
static void follow_clock(struct shell *sh)
{
    uint64_t day = clock_us(CLOCK_REALTIME) / 1000, monotonic = clock_us(CLOCK_MONOTONIC) / 1000;
    if (day > monotonic + sh->clock_offset + 1) sh->clock_offset++;
    if (day + 1 < monotonic + sh->clock_offset) sh->clock_offset--;
}

// A line of JSON on stderr. Nothing that is secret, and nothing of a match.
void shell_log(const struct shell *sh, const char *what, const char *format, ...)
{
    char    text[512], out[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct json j = json_on(out, sizeof out);
    json_open(&j, '{');
    json_name(&j, "at");
    json_number(&j, (long)sh->now);
    json_name(&j, "what");
    json_text(&j, what);
    json_name(&j, "text");
    json_text(&j, text);
    json_close(&j, '}');
    json_end(&j);
    fprintf(stderr, "%s\n", out);
}

// --- the core -----------------------------------------------------------------------------------

static void add_to_batch(struct shell *sh, const struct store_entry *e)
{
    if (sh->batch_count == sh->batch_capacity) {
        sh->batch_capacity = sh->batch_capacity ? sh->batch_capacity * 2 : 256;
        sh->batch          = realloc(sh->batch, sh->batch_capacity * sizeof *sh->batch);
        if (!sh->batch) BUG("out of memory for entries");
    }
    sh->batch[sh->batch_count++] = *e; // its text is the core's until it is stored
}

void shell_input(struct shell *sh, struct input in)
{
    struct outputs out; // of its own: closing a line may step the core again
    outputs_init(&out);
    in.now = sh->now;
    server_step(sh->server, &in, &out);
    for (size_t i = 0; i < out.count; i++) {
        const struct output *o = &out.list[i];
        struct wire         *w = sh->wires[o->line];
        switch (o->kind) {
        case OUTPUT_SEND:
            if (w) wire_send(w, o->bytes, o->is_timed);
            break;
        case OUTPUT_CLOSE:
            if (!w) break;
            w->is_forgotten = true;
            wire_close(w, o->code, o->bytes);
            break;
        case OUTPUT_STORE: add_to_batch(sh, &o->entry); break;
        case OUTPUT_CHORE: clerk_give(sh->clerk, o->chore); break;
        case OUTPUT_SAY: shell_log(sh, o->what, "%.*s", SHOW(o->bytes)); break;
        case OUTPUT_THINK: thinkers_give(sh->thinkers, o->task); break;
        }
    }
    outputs_finish(&out);
}

// --- the store ----------------------------------------------------------------------------------

static void count_commit(struct shell *sh, uint64_t us)
{
    unsigned step = 0;
    while (step < LATENCY_STEPS && us > 16ull << step) step++;
    sh->counts.commit[step]++;
    sh->counts.commit_us += us;
}

// One batch is on its way at a time. While the store is away it is asked again now and then.
static void save_batch(struct shell *sh)
{
    if ((!sh->batch_count && !sh->is_away) || (sh->retry_at && sh->now < sh->retry_at)) return;
    if (!keeper_save(sh->keeper, sh->batch, sh->batch_count)) return;
    sh->batch       = NULL;
    sh->batch_count = sh->batch_capacity = 0;
}

// What was not stored, and what came after it, did not happen: the core proposes it anew or not.
static void take_failure(struct shell *sh, const struct keeping *k)
{
    if (k->has_failed) {
        shell_log(sh, "store-failed", "%s: %s", k->err.source, k->err.text);
        sh->counts.store_failures++;
    }
    sh->retry_at = sh->now + RETRY_MS;
    sh->is_away  = k->is_away;
    if (k->is_away) { // they are the core's still, which hears of them when the store is back
        shell_log(sh, "store-away", "%s: %s", k->away.source, k->away.text);
        return;
    }
    sh->batch_count = 0;
    shell_input(sh, (struct input){ .kind = INPUT_FAILED, .number = k->last });
}

static void take_entries(struct shell *sh, const struct keeping *k)
{
    if (!k->is_safe) {
        take_failure(sh, k);
        return;
    }
    count_commit(sh, k->us);
    if (sh->retry_at) shell_log(sh, "store-works", "entries are taken again");
    sh->retry_at = 0;
    shell_input(sh, (struct input){ .kind = INPUT_STORED, .number = k->last });
}

static void take_copy(struct shell *sh, const struct keeping *k)
{
    if (k->is_safe)
        shell_log(sh, "backed-up", "%s", k->path);
    else
        shell_log(sh, "backup-failed", "%s: %s", k->path, k->err.text);
}

static void take_check(struct shell *sh, const struct keeping *k)
{
    if (k->has_failed)
        shell_log(sh, "damaged", "entries behind %llu cannot be read: %s",
                  (unsigned long long)k->last, k->away.text);
    else if (k->damaged)
        shell_log(sh, "damaged",
                  "%llu of %zu entries are not what was written, the first: %s; "
                  "what they came to is in the snapshot, and records may lack it",
                  (unsigned long long)k->damaged, k->count, k->err.text);
    else
        shell_log(sh, "checked", "%zu entries are what was written", k->count);
}

static void take_kept(struct shell *sh)
{
    struct keeping k;
    while (keeper_take(sh->keeper, &k)) {
        switch (k.kind) {
        case KEEP_COPY: take_copy(sh, &k); break;
        case KEEP_CHECK: take_check(sh, &k); break;
        case KEEP_ENTRIES: take_entries(sh, &k); break;
        }
        free(k.entries);
        save_batch(sh);
    }
}

// When the server stops: nothing else matters any more.
static void save_all(struct shell *sh)
{
    while (sh->batch_count && !(sh->retry_at && sh->now < sh->retry_at)) {
        save_batch(sh);
        keeper_await(sh->keeper);
        take_kept(sh);
    }
    keeper_await(sh->keeper);
    take_kept(sh);
}

struct reading {
    struct arena      *arena;
    struct store_entry entry;
    bool               found;
};

static bool take_entry(void *context, const struct store_entry *e)
{
    struct reading *r = context;
    r->entry          = *e;
    r->entry.body     = arena_text(r->arena, e->body);
    r->found          = true;
    return false; // one is enough
}

bool shell_read_entry(void *shell, uint64_t number, struct arena *arena, struct store_entry *out,
                      struct error *err)
{
    struct shell  *sh = shell;
    struct reading r  = { .arena = arena };
    if (!keeper_read(sh->keeper, number, take_entry, &r, err)) return false;
    *out = r.entry;
    if (!r.found || r.entry.number != number)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "there is no such entry");
    return !r.entry.is_damaged || fail(err, BAD_INPUT, (struct place){ 0 }, "it is damaged");
}

struct loading {
    struct server *server;
    struct error  *err;
    bool           fine;
};

static bool skim_entry(void *context, const struct store_entry *e)
{
    server_skim(((struct loading *)context)->server, e);
    return true;
}

static bool load_entry(void *context, const struct store_entry *e)
{
    struct loading *l = context;
    l->fine           = server_load(l->server, e, l->err);
    return l->fine;
}

// One entry from the store that nobody else has yet.
static bool read_from_store(void *shell, uint64_t number, struct arena *arena,
                            struct store_entry *out, struct error *err)
{
    struct shell  *sh = shell;
    struct reading r  = { .arena = arena };
    if (!store_read(sh->store, number, take_entry, &r, err)) return false;
    *out = r.entry;
    return (r.found && r.entry.number == number && !r.entry.is_damaged) ||
           fail(err, BAD_INPUT, (struct place){ 0 }, "entry %llu is damaged, or not there",
                (unsigned long long)number);
}

static struct server *make_server(const struct shell *sh, const uint8_t secret[STORE_SECRET_SIZE])
{
    uint8_t entropy[32];
    randombytes_buf(entropy, sizeof entropy);
    struct server *s = server_create(&sh->options->config, sh->options->boxes, secret, entropy);
    sodium_memzero(entropy, sizeof entropy);
    return s;
}

// All of the log, or what comes behind a snapshot.
static bool load_entries(struct shell *sh, const struct scribed *from, struct error *err)
{
    struct loading    l   = { .server = sh->server, .err = err, .fine = true };
    struct log_reader log = { read_from_store, sh };
    return store_read(sh->store, from->number + 1, skim_entry, &l, err) &&
           (!from->size ||
            server_restore(sh->server, (struct text){ from->bytes, from->size }, &log, err)) &&
           store_read(sh->store, from->number + 1, load_entry, &l, err) && l.fine;
}

static bool load_snapshot(struct shell *sh, struct scribed *from, const uint8_t *secret)
{
    struct error err = { 0 };
    uint64_t     last;
    if (store_last(sh->store, &last, &err) && last < from->number)
        fail(&err, BAD_INPUT, (struct place){ 0 }, "it is ahead of the log");
    sh->server = make_server(sh, secret);
    if (!err.status && load_entries(sh, from, &err)) {
        sh->snapshot_at = from->number;
        return true;
    }
    scribe_refuse(sh, from, err.text);
    server_destroy(sh->server);
    sh->server = NULL;
    return false;
}

static bool load(struct shell *sh, struct error *err)
{
    uint8_t        secret[STORE_SECRET_SIZE];
    struct scribed from;
    bool           is_new, is_known = scribe_read(sh, &from);
    if (is_known) {
        struct error unfit = { 0 };
        sh->store          = store_reopen_known(sh->options->data, &unfit);
        sh->is_loaded      = sh->store && store_secret(sh->store, secret, &unfit) &&
                        load_snapshot(sh, &from, secret);
        if (!sh->is_loaded) store_close(sh->store);
        if (access(sh->options->data, F_OK) != 0) scribe_refuse(sh, &from, "its data are gone");
        scribe_free(&from);
    }
    if (!sh->is_loaded) {
        sh->store = store_open_sqlite(sh->options->data, &is_new, err);
        if (!sh->store || !store_secret(sh->store, secret, err)) return false;
        if (is_new)
            shell_log(sh, "new-data", "%s was not there: a new server begins", sh->options->data);
        sh->server    = make_server(sh, secret);
        sh->is_loaded = load_entries(sh, &(struct scribed){ 0 }, err);
    }
    sodium_memzero(secret, sizeof secret);
    return sh->is_loaded;
}

// --- opening ------------------------------------------------------------------------------------

static bool fail_system(struct error *err, const char *what)
{
    return fail(err, IO_FAILED, (struct place){ 0 }, "%s: %s", what, strerror(errno));
}

union place_on_net {
    struct sockaddr     any;
    struct sockaddr_in  v4;
    struct sockaddr_in6 v6;
};

static bool read_address(const char *address, union place_on_net *out, socklen_t *size)
{
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, address, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        *size              = sizeof out->v4;
    } else if (inet_pton(AF_INET6, address, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        *size               = sizeof out->v6;
    } else
        return false;
    return true;
}

// The port's place is the same in both.
static in_port_t *port_of(union place_on_net *at)
{
    return at->any.sa_family == AF_INET ? &at->v4.sin_port : &at->v6.sin6_port;
}

static int listen_at(union place_on_net *at, socklen_t size)
{
    int fd = socket(at->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd >= 0 && bind(fd, &at->any, size) == 0 && listen(fd, 1024) == 0 &&
        getsockname(fd, &at->any, &size) == 0)
        return fd;
    int why = errno;
    if (fd >= 0) close(fd);
    errno = why;
    return -1;
}

static int listen_on(const struct serve_options *o, unsigned *port, struct error *err)
{
    union place_on_net at;
    socklen_t          size;
    struct place       nowhere = { 0 };
    int                fd      = -1;
    unsigned           last    = o->port;
    if (!read_address(o->address, &at, &size)) {
        fail(err, BAD_INPUT, nowhere, "\"%s\" is no address; 127.0.0.1, 0.0.0.0 or ::1 would be",
             o->address);
        return -1;
    }
    if (o->port && o->nearby)
        last = o->port + NEARBY_PORTS < 65535 ? o->port + NEARBY_PORTS : 65535;
    for (unsigned p = o->port; fd < 0 && p <= last; p++) {
        *port_of(&at) = htons((uint16_t)p);
        fd            = listen_at(&at, size);
        if (fd < 0 && errno != EADDRINUSE) break;
    }
    if (fd >= 0)
        *port = ntohs(*port_of(&at));
    else if (errno == EADDRINUSE)
        fail(err, IO_FAILED, nowhere,
             "something else listens on %s port %u already; another port: --port N, any that is "
             "free: --port 0",
             o->address, o->port);
    else {
        char where[80];
        snprintf(where, sizeof where, "%s port %u", o->address, o->port);
        fail_system(err, where);
    }
    return fd;
}

static bool watch_fd(struct shell *sh, int fd, void *mark, struct error *err)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = mark };
    return (fd >= 0 && epoll_ctl(sh->epoll, EPOLL_CTL_ADD, fd, &event) == 0) ||
           fail_system(err, "epoll");
}

static bool open_loop(struct shell *sh, struct error *err)
{
    sigset_t          stop;
    struct itimerspec every = { { 0, TICK_MS * 1000000l }, { 0, TICK_MS * 1000000l } };
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGUSR1);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of the store, not the end
    sh->epoll   = epoll_create1(EPOLL_CLOEXEC);
    sh->signals = signalfd(-1, &stop, SFD_NONBLOCK | SFD_CLOEXEC);
    sh->timer   = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    sh->beat    = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (sh->epoll < 0 || sh->timer < 0 || timerfd_settime(sh->timer, 0, &every, NULL) != 0)
        return fail_system(err, "the loop");
    return watch_fd(sh, sh->signals, &sh->signals, err) &&
           watch_fd(sh, sh->timer, &sh->timer, err) && watch_fd(sh, sh->beat, &sh->beat, err);
}

static bool make_room(struct shell *sh)
{
    uint32_t max   = sh->options->lines_max;
    sh->wires      = calloc(max, sizeof *sh->wires);
    sh->free_lines = calloc(max, sizeof *sh->free_lines);
    sh->dirty      = calloc(max, sizeof *sh->dirty);
    sh->dead       = calloc(max, sizeof *sh->dead);
    sh->held       = calloc(max, sizeof *sh->held);
    sh->gather     = malloc(GATHER_SIZE);
    if (!sh->wires || !sh->free_lines || !sh->dirty || !sh->dead || !sh->held || !sh->gather)
        return false;
    for (uint32_t i = 0; i < max; i++) sh->free_lines[sh->free_count++] = max - 1 - i;
    return true;
}

// --- the loop -----------------------------------------------------------------------------------

static void tick(struct shell *sh)
{
    uint64_t many;
    sh->tick_due_at = 0;
    if (read(sh->timer, &many, sizeof many) < 0) return;
    follow_clock(sh);
    shell_input(sh, (struct input){ .kind = INPUT_TICK });
    for (uint32_t i = 0; i < sh->options->lines_max; i++)
        if (sh->wires[i]) wire_tick(sh->wires[i]);
    http_tick(sh);
    scribe_tick(sh);
}

// What is held goes out when the clock next shows a multiple of the beat, so that the time between
// a choice and its news does not tell what had to be worked out in between.
static void await_beat(struct shell *sh)
{
    if (!sh->held_count || sh->is_beat_due) return;
    const uint64_t    beat_us = sh->options->beat_ms * 1000ull;
    uint64_t          at      = (clock_us(CLOCK_MONOTONIC) / beat_us + 1) * beat_us;
    struct itimerspec then = { { 0, 0 }, { (time_t)(at / 1000000), (long)(at % 1000000) * 1000 } };
    sh->is_beat_due        = timerfd_settime(sh->beat, TFD_TIMER_ABSTIME, &then, NULL) == 0;
}

static void beat(struct shell *sh)
{
    uint64_t many;
    if (read(sh->beat, &many, sizeof many) < 0) return;
    sh->is_beat_due = false;
    while (sh->held_count) wire_let_go(sh->held[sh->held_count - 1]);
}

static void take_thoughts(struct shell *sh)
{
    struct bot_task *task;
    while ((task = thinkers_take(sh->thinkers))) {
        shell_input(sh, (struct input){ .kind = INPUT_THOUGHT, .task = task });
        bot_task_free(task);
    }
}

static void take_chores(struct shell *sh)
{
    struct chore *chore;
    while ((chore = clerk_take(sh->clerk))) {
        shell_input(sh, (struct input){ .kind = INPUT_CHORE, .chore = chore });
        chore_free(chore);
    }
}

// A copy of the data beside them, whole as of when it is done: <data>.backup-<time>.
static void back_up(struct shell *sh)
{
    char path[1024];
    snprintf(path, sizeof path, "%s.backup-%llu", sh->options->data, (unsigned long long)sh->now);
    if (!keeper_copy(sh->keeper, path))
        shell_log(sh, "backup-failed", "%s: another is being made", path);
}

static void take_signal(struct shell *sh)
{
    struct signalfd_siginfo info;
    if (read(sh->signals, &info, sizeof info) < 0 || sh->closing) return;
    if (info.ssi_signo == SIGUSR1) {
        back_up(sh);
        return;
    }
    shell_log(sh, "closing", "signal %u", info.ssi_signo);
    sh->closing    = true;
    sh->closing_at = sh->now;
    save_all(sh);
    shell_input(sh, (struct input){ .kind = INPUT_CLOSING });
}

// Everything that was queued in this turn goes out in one piece; lines that are gone are let go.
static void flush_all(struct shell *sh)
{
    for (size_t i = 0; i < sh->dirty_count; i++) {
        struct wire *w = sh->dirty[i];
        wire_flush(w);
        if (!w->is_dead) w->is_dirty = false;
    }
    size_t dead = 0;
    for (size_t i = 0; i < sh->dirty_count; i++)
        if (sh->dirty[i]->is_dead) sh->dead[dead++] = sh->dirty[i];
    sh->dirty_count = 0; // others hear of those who are gone, and are dirty again
    for (size_t i = 0; i < dead; i++) wire_end(sh->dead[i]);
    if (dead) MHD_run(sh->http); // once for all of them: it looks at every line there is
}

static void turn(struct shell *sh)
{
    enum { EVENTS_MAX = 256 };
    struct epoll_event events[EVENTS_MAX];
    int                count = epoll_wait(sh->epoll, events, EVENTS_MAX, TICK_MS);
    look_at_clock(sh);
    for (int i = 0; i < count; i++) {
        void *mark = events[i].data.ptr;
        if (mark == &sh->signals)
            take_signal(sh);
        else if (mark == &sh->timer)
            sh->tick_due_at = sh->tick_due_at ? sh->tick_due_at : sh->now;
        else if (mark == &sh->keeper)
            take_kept(sh);
        else if (mark == &sh->librarian)
            http_take_answers(sh);
        else if (mark == &sh->beat)
            beat(sh);
        else if (mark == &sh->thinkers)
            take_thoughts(sh);
        else if (mark == &sh->clerk)
            take_chores(sh);
        else if (mark != &sh->http)
            wire_ready(mark, events[i].events);
    }
    MHD_run(sh->http); // also when nothing came: it keeps the time of slow requests
    // What came in time is heard before a clock runs out, however long the loop was kept.
    if (sh->tick_due_at && (count < EVENTS_MAX || sh->now >= sh->tick_due_at + HEAR_MS)) tick(sh);
    while (sh->dirty_count) flush_all(sh);
    save_batch(sh);
    await_beat(sh);
}

static void shell_finish(struct shell *sh)
{
    for (uint32_t i = 0; sh->wires && i < sh->options->lines_max; i++)
        if (sh->wires[i]) wire_end(sh->wires[i]);
    librarian_stop(sh->librarian); // it reads entries
    if (sh->http) http_close(sh);
    assets_destroy(sh->assets);
    thinkers_stop(sh->thinkers);
    clerk_stop(sh->clerk);   // it reads matches of the core
    keeper_stop(sh->keeper); // and it entries
    store_close(sh->store);
    scribe_finish(sh);
    server_destroy(sh->server);
    if (sh->epoll >= 0) close(sh->epoll);
    if (sh->signals >= 0) close(sh->signals);
    if (sh->timer >= 0) close(sh->timer);
    if (sh->beat >= 0) close(sh->beat);
    if (sh->listener >= 0) close(sh->listener);
    free(sh->wires);
    free(sh->free_lines);
    free(sh->dirty);
    free(sh->dead);
    free(sh->held);
    free(sh->batch);
    free(sh->gather);
    free(sh);
}

// After the loop has its signals, which are not for other threads.
static bool hand_over_store(struct shell *sh, struct error *err)
{
    sh->keeper = keeper_start(sh->store, sh->options->data);
    if (!sh->keeper) return fail_system(err, "a thread for the store");
    sh->store = NULL;
    if (sh->snapshot_at) keeper_check(sh->keeper, sh->snapshot_at); // which were not read
    return watch_fd(sh, keeper_fd(sh->keeper), &sh->keeper, err);
}

static bool shell_open(struct shell *sh, unsigned *port, struct error *err)
{
    // An address that is wrong or taken is said before any data are opened or made.
    sh->listener = listen_on(sh->options, port, err);
    if (sh->listener < 0) return false;
    if (!make_room(sh)) return fail_system(err, "memory");
    if (!load(sh, err) || !open_loop(sh, err) || !hand_over_store(sh, err)) return false;
    sh->thinkers = thinkers_start(sh->options->thinkers, sh->options->config.thinking_max);
    if (!sh->thinkers) return fail_system(err, "threads for bots");
    if (!watch_fd(sh, thinkers_fd(sh->thinkers), &sh->thinkers, err)) return false;
    sh->assets = assets_create(sh->options->boxes, sh->options->page);
    sh->clerk  = clerk_start(sh->options->config.chores_max);
    if (!sh->clerk) return fail_system(err, "a thread for chores");
    if (!watch_fd(sh, clerk_fd(sh->clerk), &sh->clerk, err)) return false;
    sh->librarian = librarian_start((struct log_reader){ shell_read_entry, sh });
    if (!sh->librarian) return fail_system(err, "a thread for records");
    if (!watch_fd(sh, librarian_fd(sh->librarian), &sh->librarian, err)) return false;
    int listener = sh->listener;
    sh->listener = -1;
    if (!http_open(sh, listener, err)) return false;
    int inner = MHD_get_daemon_info(sh->http, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    return watch_fd(sh, inner, &sh->http, err);
}

bool serve(const struct serve_options *options, struct error *err)
{
    unsigned      port = 0;
    struct shell *sh   = calloc(1, sizeof *sh);
    if (!sh) BUG("out of memory for the server");
    sh->options = options;
    sh->epoll = sh->signals = sh->timer = sh->beat = sh->listener = -1;
    sh->clock_offset = clock_us(CLOCK_REALTIME) / 1000 - clock_us(CLOCK_MONOTONIC) / 1000;
    look_at_clock(sh);
    bool fine = shell_open(sh, &port, err);
    if (fine) {
        shell_input(sh, (struct input){ .kind = INPUT_READY });
        printf("http://%s:%u\n", options->address, port);
        fflush(stdout);
        shell_log(sh, "serving", "%s port %u, data in %s", options->address, port, options->data);
        if (geteuid() == 0)
            shell_log(sh, "root", "the server needs no rights of root; give it a user of its own");
        while (!sh->closing || (sh->wire_count && sh->now < sh->closing_at + GOODBYE_MS)) turn(sh);
        shell_log(sh, "closed", "%u lines left", sh->wire_count);
    }
    shell_finish(sh);
    return fine;
}
