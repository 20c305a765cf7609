// threads.h - POSIX threads, or none: with PENTACLE_NO_THREADS none can be started, and whoever
// wanted some does the work alone.
#ifndef PENTACLE_BOTS_THREADS_H
#define PENTACLE_BOTS_THREADS_H

#ifdef PENTACLE_NO_THREADS

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *),
                                 void *context)
{
    (void)thread, (void)how, (void)work, (void)context;
    return 1;
}
static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return 1;
}

#else
#include <pthread.h>
#endif

#endif
