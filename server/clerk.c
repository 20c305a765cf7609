// The thread for what takes long and is nobody's turn: hashing passwords, writing records. One at a
// time, so that a storm of logins costs the memory of one hash and never the loop. The core has
// only so many on their way (chores_max).
#include "server/shell.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NICENESS = 10 };

struct clerk {
    pthread_mutex_t lock;
    pthread_cond_t  work;
    struct chore  **todo, **done; // oldest first
    uint32_t        todo_count, done_count, max;
    bool            stopping, started;
    int             ready; // readable when something is done
    pthread_t       thread;
};

static struct chore *take_first(struct chore **list, uint32_t *count)
{
    struct chore *first = list[0];
    memmove(list, list + 1, --*count * sizeof *list);
    return first;
}

static void *work(void *context)
{
    struct clerk *c = context;
    setpriority(PRIO_PROCESS, 0, NICENESS); // this thread's: the loop comes first
    pthread_mutex_lock(&c->lock);
    while (!c->stopping) {
        if (!c->todo_count) {
            pthread_cond_wait(&c->work, &c->lock);
            continue;
        }
        struct chore *task = take_first(c->todo, &c->todo_count);
        pthread_mutex_unlock(&c->lock);
        chore_run(task);
        pthread_mutex_lock(&c->lock);
        c->done[c->done_count++] = task;
        eventfd_write(c->ready, 1);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

struct clerk *clerk_start(uint32_t chores_max)
{
    struct clerk *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    c->max     = chores_max;
    c->todo    = calloc(chores_max, sizeof *c->todo);
    c->done    = calloc(chores_max, sizeof *c->done);
    c->ready   = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    c->started = c->todo && c->done && c->ready >= 0 &&
                 pthread_create(&c->thread, NULL, work, c) == 0;
    if (c->started) return c;
    clerk_stop(c);
    return NULL;
}

void clerk_stop(struct clerk *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    if (c->started) pthread_join(c->thread, NULL);
    for (uint32_t i = 0; i < c->todo_count; i++) chore_free(c->todo[i]);
    for (uint32_t i = 0; i < c->done_count; i++) chore_free(c->done[i]);
    if (c->ready >= 0) close(c->ready);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c->todo);
    free(c->done);
    free(c);
}

int clerk_fd(const struct clerk *c) { return c->ready; }

void clerk_give(struct clerk *c, struct chore *task)
{
    pthread_mutex_lock(&c->lock);
    if (c->todo_count == c->max) BUG("more than %u chores wait", c->max);
    c->todo[c->todo_count++] = task;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
}

struct chore *clerk_take(struct clerk *c)
{
    eventfd_t many;
    pthread_mutex_lock(&c->lock);
    struct chore *task = c->done_count ? take_first(c->done, &c->done_count) : NULL;
    if (!task) eventfd_read(c->ready, &many); // all were taken: wait for the next
    pthread_mutex_unlock(&c->lock);
    return task;
}
