#include "server/session/task.h"

#include "base/error.h"
#include "server/clock/part.h"
#include "server/loop/text_buffer.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "storage/news.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A write that failed must not count as done: the next write of the call uses the key. */
static void give_key_back(shg_task *task)
{
    if (task->once.key[0] && task->job.status != SHOOGI_OK && !task->once.repeated)
        memcpy(task->session->request, task->once.key, sizeof task->once.key);
}

static void end(shg_task *task)
{
    shg_session *session = task->session;
    give_key_back(task);
    task->finish(task);
    if (task->fini)
        task->fini(task);
    free(task);
    if (session)
        shg_session_release(session);
}

/* ---- idempotent writes ---- */

/* If the write is not stored, neither is the key. */
static shoogi_status run_once(shg_job *job, shg_storage *storage)
{
    shg_task *task = (shg_task *)(void *)job;
    const shoogi_status status = storage->ops->request_add(
        storage, task->once.player, task->once.key, task->once.at_ms, &job->error);
    if (status == SHOOGI_OK)
        return task->once.run(job, storage);
    task->once.repeated = status == SHOOGI_CONFLICT;
    /* The caller gets the status of a busy server, which every request must expect. */
    return task->once.repeated ? SHOOGI_LIMIT_EXCEEDED : status;
}

/* The first write of a call uses its key. */
static void do_once(shg_task *task)
{
    shg_session *s = task->session;
    if (!s || s->request[0] == '\0' || s->player == 0 || task->aside)
        return;
    task->once.run = task->job.run;
    task->once.player = s->player;
    task->once.at_ms = shg_now_ms(task->server);
    memcpy(task->once.key, s->request, sizeof task->once.key);
    s->request[0] = '\0';
    task->job.run = run_once;
}

/* ---- queueing ---- */

/* Keeps a task that is to run again. */
static bool keep_for_later(shg_task *task)
{
    const shg_server *server = task->server;
    if (!task->insists || !task->job.refused || server->closed)
        return false;
    shg_task **end = &server->sessions->insisting;
    while (*end)
        end = &(*end)->later;
    *end = task;
    return true;
}

static void done(shg_job *job)
{
    /* The job is the first member of its task. */
    shg_task *task = (shg_task *)(void *)job;
    if (task->once.repeated)
        task->session->repeated = true;
    shg_metrics *metrics = &task->server->metrics;
    task->server->jobs--;
    if (task->began_us != 0 && job->status == SHOOGI_OK) {
        const int64_t took_us = shg_turn_now_us() - task->began_us;
        shg_histogram_add(&metrics->commit, took_us);
        if (took_us > metrics->slowest_commit_us)
            metrics->slowest_commit_us = took_us;
    } else if (task->began_us != 0 && !task->once.repeated)
        metrics->counts[SHG_COUNT_writes_failed]++;
    if (!keep_for_later(task))
        end(task);
}

static void submit(shg_task *task, shg_worker *worker)
{
    if (task->session)
        shg_session_hold(task->session);
    task->worker = worker;
    task->job.done = done;
    /* During shutdown workers finish their jobs but accept no more. */
    const shoogi_status status =
        task->server->closed ? SHOOGI_IO : shg_worker_submit(worker, &task->job);
    if (status == SHOOGI_OK) {
        task->server->jobs++;
        return;
    }
    task->job.refused = status == SHOOGI_LIMIT_EXCEEDED;
    task->job.status =
        shg_error_set(&task->job.error, status, 0, 0,
                      task->job.refused ? "the server is busy" : "the storage has stopped");
    if (!keep_for_later(task))
        end(task);
}

static void prepare(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                    void (*finish)(shg_task *task))
{
    task->server = server;
    task->session = session;
    task->job.run = run;
    task->finish = finish;
}

void shg_task_read(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                   void (*finish)(shg_task *task))
{
    prepare(task, server, session, run, finish);
    submit(task, server->reader);
}

void shg_task_read_page(shg_task *task, shg_server *server, shg_run_fn *run,
                        void (*finish)(shg_task *task))
{
    prepare(task, server, NULL, run, finish);
    submit(task, server->pages_reader);
}

void shg_task_write(shg_task *task, shg_server *server, shg_session *session, shg_run_fn *run,
                    void (*finish)(shg_task *task))
{
    prepare(task, server, session, run, finish);
    task->began_us = shg_turn_now_us();
    do_once(task);
    submit(task, server->writer);
}

void shg_tasks_insist(shg_server *server)
{
    shg_task *task = server->sessions->insisting;
    server->sessions->insisting = NULL;
    while (task) {
        shg_task *const next = task->later; /* task may end here */
        task->later = NULL;
        submit(task, task->worker);
        task = next;
    }
}

void shg_say_failed(shg_session *session, const shg_job *job)
{
    if (shg_server_failed(session->server)) {
        shg_refuse_as(
            session, SHG_REFUSED_FAILED,
            "The storage has failed and the server is shutting down.  Check after the restart\n"
            "whether your input was stored.\n");
        return;
    }
    const char *why = job->error.message[0] ? job->error.message : shoogi_status_text(job->status);
    shg_clean clean;
    shg_refuse_as(session, SHG_REFUSED_FAILED, "That failed, and nothing was stored: %s.\n",
                  shg_session_message(session, &clean, why));
}

void shg_say_no_player(shg_session *session, const char *name)
{
    shg_clean clean;
    shg_refuse_as(session, SHG_REFUSED_NOT_FOUND, "There is no player called %s.\n",
                  shg_clean_word(&clean, name, SHG_NAME_BYTES_MAX + 1));
}

void *shg_task_alloc(shg_session *session, size_t bytes)
{
    void *task = calloc(1, bytes);
    if (!task && session)
        shg_refuse_as(session, SHG_REFUSED_FAILED,
                      "That failed, and nothing was stored: the server is out of memory.\n");
    return task;
}

/* ---- background writes ---- */

typedef struct note {
    shg_task task;
    int64_t id, value, at_ms;
    int colour;
} note;

static void nothing_more(shg_task *task)
{
    (void)task;
}

static shoogi_status run_current_game(shg_job *job, shg_storage *storage)
{
    const note *n = (const note *)(const void *)job;
    return storage->ops->player_set_game(storage, n->id, n->value, &job->error);
}

static shoogi_status run_last_seen(shg_job *job, shg_storage *storage)
{
    const note *n = (const note *)(const void *)job;
    return storage->ops->player_set_seen(storage, n->id, n->value, &job->error);
}

static shoogi_status run_seen_event(shg_job *job, shg_storage *storage)
{
    const note *n = (const note *)(const void *)job;
    return storage->ops->game_set_seen(storage, NULL, n->id, n->colour, n->value, n->at_ms,
                                       &job->error);
}

static shoogi_status run_alive(shg_job *job, shg_storage *storage)
{
    const note *n = (const note *)(const void *)job;
    return storage->ops->run_alive(storage, n->at_ms, &job->error);
}

static void write_note(shg_server *server, shg_run_fn *run, int64_t id, int64_t value, int colour)
{
    note *n = shg_task_alloc(NULL, sizeof *n);
    if (!n)
        return;
    n->id = id;
    n->value = value;
    n->colour = colour;
    n->at_ms = shg_now_ms(server);
    shg_task_write(&n->task, server, NULL, run, nothing_more);
}

void shg_store_current_game(shg_server *server, int64_t player, int64_t game)
{
    if (player != 0)
        write_note(server, run_current_game, player, game, 0);
}

void shg_store_last_seen(shg_server *server, int64_t player, int64_t seen_ms)
{
    if (player != 0)
        write_note(server, run_last_seen, player, seen_ms, 0);
}

void shg_store_alive(shg_server *server)
{
    if (shg_running_clocks_count(server->clocks->running) > 0)
        write_note(server, run_alive, 0, 0, 0);
}

void shg_store_seen_event(shg_server *server, int64_t game, int colour, int64_t event)
{
    write_note(server, run_seen_event, game, event, colour);
}

/* ---- lines for other servers ---- */

typedef struct published {
    shg_task task;
    void (*refused)(shg_server *server); /* NULL: nobody needs to know */
    char lines[];                        /* each with a newline */
} published;

static shoogi_status run_publish(shg_job *job, shg_storage *storage)
{
    char *line = ((published *)(void *)job)->lines;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        storage->ops->publish(storage, line);
        *end = '\n'; /* it may run again */
    }
    return SHOOGI_OK;
}

static void finish_publish(shg_task *task)
{
    const published *p = (const published *)task;
    if (task->job.status != SHOOGI_OK && p->refused)
        p->refused(task->server);
}

static void publish(shg_server *server, const char *lines, bool insists,
                    void (*refused)(shg_server *server))
{
    const size_t bytes = strlen(lines) + 1;
    published *p = server->node != 0 ? shg_task_alloc(NULL, sizeof *p + bytes) : NULL;
    if (!p)
        return;
    memcpy(p->lines, lines, bytes);
    p->refused = refused;
    p->task.insists = insists;
    shg_task_write(&p->task, server, NULL, run_publish, finish_publish);
}

/* Cuts the line to what fits. */
static void publish_line(shg_server *server, bool insists, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
static void publish_line(shg_server *server, bool insists, const char *format, va_list arguments)
{
    char line[SHG_NEWS_LINE_BYTES + 1];
    vsnprintf(line, SHG_NEWS_LINE_BYTES, format, arguments);
    for (char *at = line; (at = strchr(at, '\n'));)
        *at = ' ';
    const size_t length = strlen(line);
    memcpy(line + length, "\n", 2);
    publish(server, line, insists, NULL);
}

void shg_publish(shg_server *server, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    publish_line(server, false, format, arguments);
    va_end(arguments);
}

void shg_publish_surely(shg_server *server, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    publish_line(server, true, format, arguments);
    va_end(arguments);
}

void shg_publish_lines(shg_server *server, const char *lines, void (*refused)(shg_server *server))
{
    publish(server, lines, false, refused);
}
