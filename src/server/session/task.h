/* task.h: a request to the storage, as the loop makes it: a job, and who waits for it. */
#ifndef SHG_SERVER_SESSION_TASK_H
#define SHG_SERVER_SESSION_TASK_H

#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_task shg_task;

typedef shoogi_status shg_run_fn(shg_job *job, shg_storage *storage);

/* The first thing in a struct of the asker's, which is one piece of memory from malloc and zeroed. */
struct shg_task {
    shg_job job; /* must be first */
    shg_server *server;
    int64_t began_us; /* when it was handed over to be written; 0: it reads */
    bool aside;       /* set by the asker: it is not what the call is to do, so it takes no key */
    struct {
        shg_run_fn *run;
        int64_t player, at_ms;
        bool repeated;
        char key[SHG_REQUEST_KEY_BYTES_MAX + 1]; /* "" for none */
    } once;               /* what is to be done once under a key: see token.h */
    shg_session *session; /* busy until finish has returned; NULL: nobody waits */
    /* On the loop's thread; job.status and job.error say how it went.  May start further tasks. */
    void (*finish)(shg_task *task);
    /* Frees what the struct holds, not the struct; NULL: nothing.  Called after finish. */
    void (*fini)(shg_task *task);
};

/* Hands a task over.  task: taken.  If the queue is full finish is called at once, with LIMIT_EXCEEDED. */
void shg_task_read(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                   void (*finish)(shg_task *task));
void shg_task_write(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                    void (*finish)(shg_task *task));

/* Tells a session that its request failed and why, in a sentence. */
void shg_say_failed(shg_session *session, const shg_job *job);

/* Tells a session that nobody has a name. */
void shg_say_no_player(shg_session *session, const char *name);

/* A zeroed struct for a task; NULL after telling the session that memory is short. */
void *shg_task_alloc(shg_session *session, size_t bytes);

/* Writes that nobody waits for.  If one fails nothing is lost but a convenience. */
void shg_store_current_game(shg_server *server, int64_t player, int64_t game);
void shg_store_last_seen(shg_server *server, int64_t player, int64_t seen_ms);
/* That the server goes on; nothing if it concerns no clock. */
void shg_store_alive(shg_server *server);
void shg_store_seen_event(shg_server *server, int64_t game, int colour, int64_t event);

#endif
