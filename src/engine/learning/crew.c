#include "engine/learning/crew.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct shg_crew {
    shg_crew_work *work;
    void *context;
    unsigned size;
    pthread_mutex_t starting; /* locked until the size is known */
    pthread_barrier_t all;
};

typedef struct member {
    shg_crew *crew;
    unsigned number;
    pthread_t thread;
} member;

static void *begin(void *context)
{
    const member *const m = context;
    shg_crew *const crew = m->crew;
    pthread_mutex_lock(&crew->starting);
    pthread_mutex_unlock(&crew->starting);
    crew->work(crew, m->number, crew->size, crew->context);
    return NULL;
}

void shg_crew_run(unsigned threads, shg_crew_work *work, void *context)
{
    assert(threads >= 1 && threads <= SHG_TRAINING_THREADS_MAX);
    shg_crew crew = { .work = work, .context = context };
    member members[SHG_TRAINING_THREADS_MAX];
    pthread_mutex_init(&crew.starting, NULL);
    pthread_mutex_lock(&crew.starting);
    for (crew.size = 1; crew.size < threads; crew.size++) {
        member *const m = &members[crew.size];
        *m = (member){ .crew = &crew, .number = crew.size };
        if (pthread_create(&m->thread, NULL, begin, m) != 0)
            break;
    }
    pthread_barrier_init(&crew.all, NULL, crew.size);
    pthread_mutex_unlock(&crew.starting);
    work(&crew, 0, crew.size, context);
    for (unsigned i = 1; i < crew.size; i++)
        pthread_join(members[i].thread, NULL);
    pthread_barrier_destroy(&crew.all);
    pthread_mutex_destroy(&crew.starting);
}

void shg_crew_meet(shg_crew *crew)
{
    pthread_barrier_wait(&crew->all);
}
