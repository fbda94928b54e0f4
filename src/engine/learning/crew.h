/* crew.h: a crew of threads that make one pass of a training together. */
#ifndef SHG_ENGINE_LEARNING_CREW_H
#define SHG_ENGINE_LEARNING_CREW_H

enum { SHG_TRAINING_THREADS_MAX = 256 };

typedef struct shg_crew shg_crew;

/* What one thread does of a pass.  number: from 0 to size - 1; size: the threads that there are. */
typedef void shg_crew_work(shg_crew *crew, unsigned number, unsigned size, void *context);

/* Calls work once in each thread, and returns when all have.  threads: 1 to SHG_TRAINING_THREADS_MAX; there are fewer if the
 * system has no more.  The calling thread is number 0. */
void shg_crew_run(unsigned threads, shg_crew_work *work, void *context);

/* Waits until all threads of the crew have called this. */
void shg_crew_meet(shg_crew *crew);

#endif
