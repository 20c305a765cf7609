// Threads that think for bots. They get tasks and give them back; the server's state is never
// theirs. The core has only so many tasks on their way (thinking_max), so the queue has an end.
#include "server/shell.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

enum { STACK_SIZE = 8 * 1024 * 1024, NICENESS = 10 };

struct thinkers {
    pthread_mutex_t   lock;
    pthread_cond_t    work;
    struct bot_task **todo, **done; // oldest first
    uint32_t          todo_count, done_count, max;
    unsigned          wanted;  // threads that there will be
    unsigned          hinting; // threads that think out hints
    bool              stopping;
    int               ready; // readable when something is done
    unsigned          count;
    pthread_t         thread[THINKERS_MAX];
};

static struct bot_task *take(struct bot_task **list, uint32_t *count, uint32_t at)
{
    struct bot_task *task = list[at];
    --*count;
    memmove(list + at, list + at + 1, (*count - at) * sizeof *list);
    return task;
}

// Hints take long, and are nobody's turn: never more than half of the threads think about them, and
// a bot's question that waits comes first. UINT32_MAX: nothing that this thread should do now.
static uint32_t next_task(const struct thinkers *t)
{
    bool may_hint = t->hinting == 0 || t->hinting < t->wanted / 2;
    for (uint32_t i = 0; i < t->todo_count; i++)
        if (t->todo[i]->bot) return i;
    return t->todo_count && may_hint ? 0 : UINT32_MAX;
}

static void *think(void *context)
{
    struct thinkers *t = context;
    setpriority(PRIO_PROCESS, 0, NICENESS); // this thread's: people come first
    pthread_mutex_lock(&t->lock);
    while (!t->stopping) {
        uint32_t next = next_task(t);
        if (next == UINT32_MAX) {
            pthread_cond_wait(&t->work, &t->lock);
            continue;
        }
        struct bot_task *task    = take(t->todo, &t->todo_count, next);
        bool             is_hint = !task->bot;
        t->hinting += is_hint;
        pthread_mutex_unlock(&t->lock);
        bot_task_run(task);
        pthread_mutex_lock(&t->lock);
        t->hinting -= is_hint;
        if (is_hint) pthread_cond_signal(&t->work); // another hint may have waited for this
        t->done[t->done_count++] = task;
        eventfd_write(t->ready, 1);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static bool start_threads(struct thinkers *t, unsigned count)
{
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0) return false;
    bool fine = pthread_attr_setstacksize(&attr, STACK_SIZE) == 0;
    while (fine && t->count < count) {
        fine = pthread_create(&t->thread[t->count], &attr, think, t) == 0;
        t->count += fine;
    }
    pthread_attr_destroy(&attr);
    return fine;
}

struct thinkers *thinkers_start(unsigned count, uint32_t tasks_max)
{
    struct thinkers *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    t->max    = tasks_max;
    t->wanted = count;
    t->todo   = calloc(tasks_max, sizeof *t->todo);
    t->done   = calloc(tasks_max, sizeof *t->done);
    t->ready  = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (t->todo && t->done && t->ready >= 0 && start_threads(t, count)) return t;
    thinkers_stop(t);
    return NULL;
}

void thinkers_stop(struct thinkers *t)
{
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->stopping = true;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 0; i < t->count; i++) pthread_join(t->thread[i], NULL);
    for (uint32_t i = 0; i < t->todo_count; i++) bot_task_free(t->todo[i]);
    for (uint32_t i = 0; i < t->done_count; i++) bot_task_free(t->done[i]);
    if (t->ready >= 0) close(t->ready);
    pthread_cond_destroy(&t->work);
    pthread_mutex_destroy(&t->lock);
    free(t->todo);
    free(t->done);
    free(t);
}

int thinkers_fd(const struct thinkers *t) { return t->ready; }

void thinkers_give(struct thinkers *t, struct bot_task *task)
{
    pthread_mutex_lock(&t->lock);
    if (t->todo_count == t->max) BUG("more than %u tasks for bots", t->max);
    t->todo[t->todo_count++] = task;
    pthread_cond_signal(&t->work);
    pthread_mutex_unlock(&t->lock);
}

struct bot_task *thinkers_take(struct thinkers *t)
{
    eventfd_t many;
    pthread_mutex_lock(&t->lock);
    struct bot_task *task = t->done_count ? take(t->done, &t->done_count, 0) : NULL;
    if (!task) eventfd_read(t->ready, &many); // all were taken: wait for the next
    pthread_mutex_unlock(&t->lock);
    return task;
}
