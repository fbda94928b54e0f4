/* task.h: a request of the loop to the storage: a job, and the session that waits for it. */
#ifndef SHG_SERVER_SESSION_TASK_H
#define SHG_SERVER_SESSION_TASK_H

#include "server/loop/host.h"
#include "server/session/session.h"

typedef struct shg_task shg_task;

typedef shoogi_status shg_run_fn(shg_job *job, shg_storage *storage);

/* The first member of the requester's struct, which is a single zeroed allocation of malloc. */
struct shg_task {
    shg_job job; /* must be first */
    shg_server *server;
    int64_t began_us; /* when the write was queued; 0: a read */
    bool aside;       /* set by the requester: not the main effect of the call, so it uses no key */
    /* Set by the requester, of a task that no session waits for: while the database refuses it (struct shg_job), or too many are
     * queued, it runs again each SHG_ALIVE_MS, and finish is called when it was done. */
    bool insists;
    shg_worker *worker; /* whose job it is */
    shg_task *later;    /* the next of those that insist */
    struct {
        shg_run_fn *run;
        int64_t player, at_ms;
        bool repeated;
        char key[SHG_REQUEST_KEY_BYTES_MAX + 1]; /* "" for none */
    } once;                                      /* idempotency key of the write: see token.h */
    shg_session *session; /* busy until finish has returned; NULL: no session waits */
    /* Runs on the loop's thread; job.status and job.error contain the result. May start further
     * tasks. */
    void (*finish)(shg_task *task);
    /* Frees the members, not the struct; NULL: none to free. Called after finish. */
    void (*fini)(shg_task *task);
};

/* Queue a task. task: taken. If the queue is full, finish is called at once with LIMIT_EXCEEDED. */
void shg_task_read(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                   void (*finish)(shg_task *task));
/* The same for a page, which no session waits for: on a thread of its own, so that long pages delay no calls. */
void shg_task_read_page(shg_task *task, shg_server *server, shg_run_fn *run,
                        void (*finish)(shg_task *task));
void shg_task_write(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                    void (*finish)(shg_task *task));

/* Queues the tasks that insist again.  Once the server is closed: ends them. */
void shg_tasks_insist(shg_server *server);

/* Writes a sentence: the request failed, and why. */
void shg_say_failed(shg_session *session, const shg_job *job);

/* Writes that there is no player of this name. */
void shg_say_no_player(shg_session *session, const char *name);

/* Allocates a zeroed struct for a task; returns NULL after reporting the lack of memory. */
void *shg_task_alloc(shg_session *session, size_t bytes);

/* Publishes a line to the other servers of the database (storage/news.h), if there are any.  A line that the database refuses is
 * lost, as on a broken connection. */
void shg_publish(shg_server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of a line that follows a stored change and must not be lost: it insists. */
void shg_publish_surely(shg_server *server, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Publishes lines, each with a newline, together.  refused is called if they are lost. */
void shg_publish_lines(shg_server *server, const char *lines, void (*refused)(shg_server *server));

/* Writes without waiting for the result. A failure loses only a convenience. */
void shg_store_current_game(shg_server *server, int64_t player, int64_t game);
void shg_store_last_seen(shg_server *server, int64_t player, int64_t seen_ms);
/* Records that the server is alive; does nothing if no clock depends on it. */
void shg_store_alive(shg_server *server);
void shg_store_seen_event(shg_server *server, int64_t game, int colour, int64_t event);

#endif
