// The thread that reads what is asked for of tables that are over, and puts records together, so
// that the loop waits for no disk. Inquiries are the caller's again when they are done.
#include "server/shell.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct librarian {
    pthread_mutex_t   lock;
    pthread_cond_t    work;
    struct visit     *todo, **todo_end, *done, **done_end; // oldest first
    bool              stopping, started;
    int               ready; // readable when something is done
    struct log_reader log;
    pthread_t         thread;
};

static struct visit *take_first(struct visit **list, struct visit ***end)
{
    struct visit *v = *list;
    if (!v) return NULL;
    *list = v->next;
    if (!*list) *end = list;
    v->next = NULL;
    return v;
}

static void add_last(struct visit ***end, struct visit *v)
{
    v->next = NULL;
    **end   = v;
    *end    = &v->next;
}

static void *work(void *context)
{
    struct librarian *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->stopping) {
        struct visit *v = take_first(&l->todo, &l->todo_end);
        if (!v) {
            pthread_cond_wait(&l->work, &l->lock);
            continue;
        }
        pthread_mutex_unlock(&l->lock);
        inquiry_run(&v->inquiry, &l->log);
        pthread_mutex_lock(&l->lock);
        add_last(&l->done_end, v);
        eventfd_write(l->ready, 1);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

struct librarian *librarian_start(struct log_reader log)
{
    struct librarian *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->work, NULL);
    l->log      = log;
    l->todo_end = &l->todo;
    l->done_end = &l->done;
    l->ready    = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    l->started  = l->ready >= 0 && pthread_create(&l->thread, NULL, work, l) == 0;
    if (l->started) return l;
    librarian_stop(l);
    return NULL;
}

void librarian_stop(struct librarian *l)
{
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->stopping = true;
    pthread_cond_broadcast(&l->work);
    pthread_mutex_unlock(&l->lock);
    if (l->started) pthread_join(l->thread, NULL);
    if (l->ready >= 0) close(l->ready);
    pthread_cond_destroy(&l->work);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

int librarian_fd(const struct librarian *l) { return l->ready; }

void librarian_give(struct librarian *l, struct visit *v)
{
    pthread_mutex_lock(&l->lock);
    add_last(&l->todo_end, v);
    pthread_cond_signal(&l->work);
    pthread_mutex_unlock(&l->lock);
}

struct visit *librarian_take(struct librarian *l)
{
    eventfd_t many;
    pthread_mutex_lock(&l->lock);
    struct visit *v = take_first(&l->done, &l->done_end);
    if (!v) eventfd_read(l->ready, &many); // all were taken: wait for the next
    pthread_mutex_unlock(&l->lock);
    return v;
}
