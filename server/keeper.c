// The thread that owns the store, so that the loop never waits for a disk: entries are forced to
// it, a store that failed is opened and checked anew, and back-ups are made, between two batches.
// One batch is on its way at a time; what comes meanwhile is the next.
#include "server/shell.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { CHECK_ENTRIES = 128, CHECK_PAUSE_MS = 5 }; // at once, and between two steps
enum { PATIENCE_MS = 5000 }; // of whoever reads while a disk is slow, or the store is opened anew

struct keeper {
    pthread_mutex_t lock; // of what follows
    pthread_cond_t  work, rest;
    struct keeping  batch, copy, check; // what is to be done, and then what came of it
    enum { IDLE, GIVEN, BUSY, DONE } state, copying, checking;
    bool stopping, started;
    int  ready; // readable when something is done

    pthread_mutex_t      use; // of the store and all below; taken after `lock` or alone
    struct store        *store;
    struct store_backup *backup;
    const char          *path;
    uint64_t             safe; // entry that the store has vouched for
    pthread_t            thread;
};

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// --- on the thread ------------------------------------------------------------------------------

// The outcome of a failed write is unknown: the store is opened anew and says what it has.
static void open_anew(struct keeper *k, struct keeping *b)
{
    uint64_t last;
    store_backup_end(k->backup); // of the one that is closed now
    k->backup = NULL;
    store_close(k->store);
    k->store  = store_reopen_sqlite(k->path, &b->away); // never a new one
    bool fine = k->store && store_last(k->store, &last, &b->away);
    if (fine && last < k->safe)
        fine = fail(&b->away, BAD_INPUT, (struct place){ k->path, 0, 0 },
                    "entries %llu to %llu were there and are not any more",
                    (unsigned long long)last + 1, (unsigned long long)k->safe);
    if (fine)
        b->last = k->safe = last;
    else {
        store_close(k->store);
        k->store = NULL;
    }
    b->is_away = !fine;
}

static void save(struct keeper *k, struct keeping *b)
{
    uint64_t start = now_us();
    b->is_safe     = k->store && store_append(k->store, b->entries, b->count, &b->err);
    b->us          = now_us() - start;
    if (b->is_safe) {
        b->last = k->safe = b->entries[b->count - 1].number;
        return;
    }
    if (k->store && b->err.status == BAD_INPUT)
        BUG("the store refuses the server's log: %s", b->err.text);
    b->has_failed = k->store != NULL;
    open_anew(k, b);
}

// A part of the copy; true: it is whole, or has failed.
static bool copy_on(struct keeper *k, struct keeping *c)
{
    bool whole = false;
    if (!k->store)
        fail(&c->err, IO_FAILED, (struct place){ 0 }, "the store is away");
    else if (!k->backup)
        k->backup = store_backup_begin(k->store, c->path, &c->err);
    if (!k->backup) return true;
    if (store_backup_step(k->backup, &whole, &c->err) && !whole) return false;
    c->is_safe = whole;
    store_backup_end(k->backup);
    k->backup = NULL;
    return true;
}

struct checking {
    struct keeping *check;
    unsigned        left;
};

static bool check_entry(void *context, const struct store_entry *e)
{
    struct checking *c   = context;
    struct keeping  *k   = c->check;
    bool             bad = e->is_damaged || e->number != k->last + 1;
    if (bad && !k->damaged++)
        fail(&k->err, BAD_INPUT, (struct place){ 0 }, "entry %llu, of kind %u about %llu",
             (unsigned long long)e->number, e->kind, (unsigned long long)e->about);
    k->last = e->number;
    return --c->left > 0 && k->last < k->count;
}

// A few more; true: that was all, or they cannot be read.
static bool check_on(struct keeper *k, struct keeping *c)
{
    struct checking step  = { .check = c, .left = CHECK_ENTRIES };
    uint64_t        first = c->last;
    if (!k->store) return false;
    struct error err = { 0 };
    c->has_failed    = !store_read(k->store, c->last + 1, check_entry, &step, &err);
    if (c->has_failed) c->away = err;
    return c->has_failed || c->last >= c->count || c->last == first;
}

// Until there is something else to do, or the time is up.
static void rest_a_little(struct keeper *k)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += CHECK_PAUSE_MS * 1000000l;
    until.tv_sec += until.tv_nsec / 1000000000l;
    until.tv_nsec %= 1000000000l;
    pthread_cond_timedwait(&k->work, &k->lock, &until);
}

static void notify(struct keeper *k)
{
    eventfd_write(k->ready, 1);
    pthread_cond_broadcast(&k->rest);
}

static void *work(void *context)
{
    struct keeper *k = context;
    pthread_mutex_lock(&k->lock);
    while (!k->stopping || k->state == GIVEN) {
        if (k->state == GIVEN) {
            k->state = BUSY;
            pthread_mutex_unlock(&k->lock);
            pthread_mutex_lock(&k->use);
            save(k, &k->batch);
            pthread_mutex_unlock(&k->use);
            pthread_mutex_lock(&k->lock);
            k->state = DONE;
            notify(k);
        } else if (k->copying == GIVEN || k->copying == BUSY) {
            k->copying = BUSY;
            pthread_mutex_unlock(&k->lock);
            pthread_mutex_lock(&k->use);
            bool done = copy_on(k, &k->copy);
            pthread_mutex_unlock(&k->use);
            pthread_mutex_lock(&k->lock);
            if (!done) continue;
            k->copying = DONE;
            notify(k);
        } else if (k->checking == GIVEN) {
            pthread_mutex_unlock(&k->lock);
            pthread_mutex_lock(&k->use);
            bool done = check_on(k, &k->check);
            pthread_mutex_unlock(&k->use);
            pthread_mutex_lock(&k->lock);
            if (done) {
                k->checking = DONE;
                notify(k);
            } else
                rest_a_little(k);
        } else
            pthread_cond_wait(&k->work, &k->lock);
    }
    pthread_mutex_unlock(&k->lock);
    return NULL;
}

// --- on the loop --------------------------------------------------------------------------------

struct keeper *keeper_start(struct store *store, const char *path)
{
    struct keeper *k = calloc(1, sizeof *k);
    if (!k) BUG("out of memory for the keeper");
    pthread_mutex_init(&k->lock, NULL);
    pthread_mutex_init(&k->use, NULL);
    pthread_cond_init(&k->work, NULL);
    pthread_cond_init(&k->rest, NULL);
    k->store   = store;
    k->path    = path;
    k->ready   = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    k->started = k->ready >= 0 && store_last(store, &k->safe, NULL) &&
                 pthread_create(&k->thread, NULL, work, k) == 0;
    if (k->started) return k;
    k->store = NULL; // stays the caller's
    keeper_stop(k);
    return NULL;
}

void keeper_stop(struct keeper *k)
{
    if (!k) return;
    pthread_mutex_lock(&k->lock);
    k->stopping = true;
    pthread_cond_broadcast(&k->work);
    pthread_mutex_unlock(&k->lock);
    if (k->started) pthread_join(k->thread, NULL);
    store_backup_end(k->backup); // what is not whole is no back-up
    store_close(k->store);
    if (k->ready >= 0) close(k->ready);
    free(k->batch.entries);
    pthread_cond_destroy(&k->work);
    pthread_cond_destroy(&k->rest);
    pthread_mutex_destroy(&k->lock);
    pthread_mutex_destroy(&k->use);
    free(k);
}

int keeper_fd(const struct keeper *k) { return k->ready; }

// The list is the keeper's from now on, what it points to is not. False: another is on its way.
bool keeper_save(struct keeper *k, struct store_entry *entries, size_t count)
{
    pthread_mutex_lock(&k->lock);
    bool idle = k->state == IDLE;
    if (idle) {
        k->batch = (struct keeping){ .kind = KEEP_ENTRIES, .entries = entries, .count = count };
        k->state = GIVEN;
        pthread_cond_signal(&k->work);
    }
    pthread_mutex_unlock(&k->lock);
    return idle;
}

bool keeper_copy(struct keeper *k, const char *path)
{
    pthread_mutex_lock(&k->lock);
    bool idle = k->copying == IDLE;
    if (idle) {
        k->copy = (struct keeping){ .kind = KEEP_COPY };
        snprintf(k->copy.path, sizeof k->copy.path, "%s", path);
        k->copying = GIVEN;
        pthread_cond_signal(&k->work);
    }
    pthread_mutex_unlock(&k->lock);
    return idle;
}

void keeper_check(struct keeper *k, uint64_t last)
{
    pthread_mutex_lock(&k->lock);
    k->check    = (struct keeping){ .kind = KEEP_CHECK, .count = last };
    k->checking = GIVEN;
    pthread_cond_signal(&k->work);
    pthread_mutex_unlock(&k->lock);
}

bool keeper_take(struct keeper *k, struct keeping *out)
{
    eventfd_t many;
    bool      any = true;
    pthread_mutex_lock(&k->lock);
    if (k->state == DONE) {
        *out     = k->batch;
        k->batch = (struct keeping){ 0 };
        k->state = IDLE;
    } else if (k->copying == DONE) {
        *out       = k->copy;
        k->copying = IDLE;
    } else if (k->checking == DONE) {
        *out        = k->check;
        k->checking = IDLE;
    } else {
        any = false;
        eventfd_read(k->ready, &many); // all was taken: wait for the next
    }
    pthread_mutex_unlock(&k->lock);
    return any;
}

void keeper_await(struct keeper *k)
{
    pthread_mutex_lock(&k->lock);
    while (k->state == GIVEN || k->state == BUSY) pthread_cond_wait(&k->rest, &k->lock);
    pthread_mutex_unlock(&k->lock);
}

bool keeper_read(struct keeper *k, uint64_t                              number,
                 bool (*each)(void *, const struct store_entry *), void *context, struct error *err)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_MS / 1000;
    bool mine = pthread_mutex_timedlock(&k->use, &until) == 0;
    bool fine = mine && k->store
                    ? store_read(k->store, number, each, context, err)
                    : fail(err, IO_FAILED, (struct place){ 0 }, "the store does not answer");
    if (mine) pthread_mutex_unlock(&k->use);
    return fine;
}
