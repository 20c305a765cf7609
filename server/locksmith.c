// The thread that hashes passwords: one at a time, so that a storm of logins costs the memory of
// one hash and never the loop. The core has only so many on their way (passwords_max).
#include "server/shell.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NICENESS = 10 };

struct locksmith {
    pthread_mutex_t        lock;
    pthread_cond_t         work;
    struct password_task **todo, **done; // oldest first
    uint32_t               todo_count, done_count, max;
    bool                   stopping, started;
    int                    ready; // readable when something is done
    pthread_t              thread;
};

static struct password_task *take_first(struct password_task **list, uint32_t *count)
{
    struct password_task *first = list[0];
    memmove(list, list + 1, --*count * sizeof *list);
    return first;
}

static void *work(void *context)
{
    struct locksmith *l = context;
    setpriority(PRIO_PROCESS, 0, NICENESS); // this thread's: the loop comes first
    pthread_mutex_lock(&l->lock);
    while (!l->stopping) {
        if (!l->todo_count) {
            pthread_cond_wait(&l->work, &l->lock);
            continue;
        }
        struct password_task *task = take_first(l->todo, &l->todo_count);
        pthread_mutex_unlock(&l->lock);
        password_task_run(task);
        pthread_mutex_lock(&l->lock);
        l->done[l->done_count++] = task;
        eventfd_write(l->ready, 1);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

struct locksmith *locksmith_start(uint32_t tasks_max)
{
    struct locksmith *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->work, NULL);
    l->max     = tasks_max;
    l->todo    = calloc(tasks_max, sizeof *l->todo);
    l->done    = calloc(tasks_max, sizeof *l->done);
    l->ready   = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    l->started = l->todo && l->done && l->ready >= 0 &&
                 pthread_create(&l->thread, NULL, work, l) == 0;
    if (l->started) return l;
    locksmith_stop(l);
    return NULL;
}

void locksmith_stop(struct locksmith *l)
{
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->stopping = true;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->lock);
    if (l->started) pthread_join(l->thread, NULL);
    for (uint32_t i = 0; i < l->todo_count; i++) password_task_free(l->todo[i]);
    for (uint32_t i = 0; i < l->done_count; i++) password_task_free(l->done[i]);
    if (l->ready >= 0) close(l->ready);
    pthread_cond_destroy(&l->work);
    pthread_mutex_destroy(&l->lock);
    free(l->todo);
    free(l->done);
    free(l);
}

int locksmith_fd(const struct locksmith *l) { return l->ready; }

void locksmith_give(struct locksmith *l, struct password_task *task)
{
    pthread_mutex_lock(&l->lock);
    if (l->todo_count == l->max) BUG("more than %u passwords wait", l->max);
    l->todo[l->todo_count++] = task;
    pthread_cond_signal(&l->work);
    pthread_mutex_unlock(&l->lock);
}

struct password_task *locksmith_take(struct locksmith *l)
{
    eventfd_t many;
    pthread_mutex_lock(&l->lock);
    struct password_task *task = l->done_count ? take_first(l->done, &l->done_count) : NULL;
    if (!task) eventfd_read(l->ready, &many); // all were taken: wait for the next
    pthread_mutex_unlock(&l->lock);
    return task;
}
