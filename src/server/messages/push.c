#include "server/messages/push.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/loop/helper_jobs.h"
#include "server/loop/host.h"
#include "server/messages/outbox.h"
#include "server/messages/part.h"
#include "server/messages/push_url.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The delay after each attempt; after the last one the message is dropped: it would come too late. */
static const int64_t pauses_ms[] = { 60 * 1000, 5 * 60 * 1000, 30 * 60 * 1000, 2 * 60 * 60 * 1000,
                                     8 * 60 * 60 * 1000 };
enum { TRIES = sizeof pauses_ms / sizeof pauses_ms[0] };

enum {
    LOOK_MS = 30 * 1000,  /* to check for due retries */
    KEPT_S = 24 * 60 * 60 /* by a service, for a device that is offline */
};

/* The keys are stored under this name. */
#define PAIR_NAME "push-keys"

/* One attempt. */
typedef struct
try {
    shg_pushes *pushes;
    int64_t message, device; /* 0: free */
}
try;

struct shg_pushes {
    shg_server *server;
    shg_outbox outbox;
    shg_helper_jobs *helper_jobs;
    bool anywhere;
    try tries[SHG_PUSHES_AT_ONCE];
    char subject[300];
};

/* ---- in the storage ---- */

shoogi_status shg_push_pair_of(shg_push_pair *pair, shg_storage *storage, shoogi_error *err)
{
    char text[SHG_PUSH_PAIR_SIGNS + 1];
    const char *kept = "";
    shoogi_status status = storage->ops->notice_get(storage, &kept, PAIR_NAME, err);
    if (status != SHOOGI_OK || shg_push_pair_read(pair, kept))
        return status;
    status = shg_push_pair_make(pair);
    if (status != SHOOGI_OK)
        return shg_error_set(err, status, 0, 0, "no keys can be made");
    shg_push_pair_write(text, pair);
    status = storage->ops->notice_set(storage, PAIR_NAME, text, err);
    sodium_memzero(text, sizeof text);
    return status;
}

typedef struct devices {
    int64_t id[SHG_DEVICES_PER_PLAYER];
    size_t count;
} devices;

static bool each_device(void *context, const shg_device *row)
{
    devices *all = context;
    if (all->count < SHG_DEVICES_PER_PLAYER)
        all->id[all->count++] = row->id;
    return all->count < SHG_DEVICES_PER_PLAYER;
}

shoogi_status shg_push_notify(shg_storage *storage, int64_t player, const shg_push_news *news,
                              shoogi_error *err)
{
    devices all = { .count = 0 };
    shoogi_status status = storage->ops->device_list(storage, player, each_device, &all, err);
    if (status != SHOOGI_OK || all.count == 0)
        return status;
    shg_out text = shg_out_growing();
    shg_json_open(&text, NULL, '{');
    shg_json_text(&text, "title", news->title);
    shg_json_text(&text, "body", news->body);
    shg_json_text(&text, "url", news->url);
    shg_json_text(&text, "tag", news->tag);
    shg_json_close(&text, '}');
    if (text.spent)
        status = SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < all.count && status == SHOOGI_OK; i++) {
        int64_t id;
        const shg_push row = { .device = all.id[i],
                               .topic = news->tag,
                               .text = text.bytes,
                               .urgent = news->urgent,
                               .at_ms = news->now_ms,
                               .next_ms = news->now_ms };
        status = storage->ops->push_add(storage, &id, &row, err);
    }
    free(text.bytes);
    return status;
}

/* ---- results of attempts ---- */

typedef struct removal {
    shg_task task;
    int64_t message, device; /* the rows to delete; 0: none */
} removal;

static shoogi_status run_removal(shg_job *job, shg_storage *storage)
{
    const removal *e = (const removal *)(const void *)job;
    const shoogi_status status = e->device != 0
                                     ? storage->ops->device_remove(storage, e->device, &job->error)
                                     : storage->ops->push_remove(storage, e->message, &job->error);
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

static void finish_removal(shg_task *task)
{
    (void)task; /* after a failure it is sent once more */
}

static void remove_rows(shg_server *server, int64_t message, int64_t device)
{
    removal *e = shg_task_alloc(NULL, sizeof *e);
    if (!e)
        return;
    e->message = message;
    e->device = device;
    shg_task_write(&e->task, server, NULL, run_removal, finish_removal);
}

static void log_failure(const shg_server *server, int64_t device, const char *why)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, device);
    shg_log_write((shg_log *)(uintptr_t)&server->log, shg_now_ms(server), SHG_LOG_no_push, "device",
                  number, "why", why, NULL);
}

/* Handles the result of a process: the HTTP status of the service, RFC 8030 sections 5 and 7.3,
 * or 0 and an error. */
static void ended(void *context, shg_helper_job_end end, const char *out, size_t bytes)
{
    try *t = context;
    shg_server *server = t->pushes->server;
    char said[100];
    snprintf(said, sizeof said, "%.*s", (int)(bytes < sizeof said ? bytes : sizeof said - 1), out);
    said[strcspn(said, "\n")] = '\0';
    const long status = end == SHG_HELPER_JOB_DONE ? strtol(said, NULL, 10) : 0;
    const bool passing = status == 0 || status == 408 || status == 425 || status == 429 ||
                         status >= 500 || status < 200;
    if (status >= 200 && status < 300)
        server->metrics.counts[SHG_COUNT_pushes]++;
    else if (status != 404 && status != 410)
        log_failure(server, t->device, end == SHG_HELPER_JOB_DONE ? said : "it took too long");
    if (!passing)
        remove_rows(server, t->message, status == 404 || status == 410 ? t->device : 0);
    t->message = 0;
    if (!t->pushes->outbox.asking)
        shg_outbox_check_in(&t->pushes->outbox, 0);
    t->pushes->outbox.again = true;
}

/* ---- messages to send ---- */

typedef struct message {
    int64_t id, device;
    bool urgent;
    char endpoint[SHG_STORAGE_ENDPOINT_BYTES_MAX + 1];
    char key[SHG_STORAGE_HASH_BYTES_MAX + 1], auth[SHG_STORAGE_HASH_BYTES_MAX + 1];
    char topic[SHG_STORAGE_TOPIC_BYTES_MAX + 1], text[SHG_STORAGE_PUSH_BYTES_MAX + 1];
} message;

typedef struct fetch {
    shg_task task;
    int64_t now_ms;
    int64_t busy[SHG_PUSHES_AT_ONCE]; /* devices with an attempt in progress */
    size_t busy_count, count, room;
    shg_push_pair pair;
    int64_t tries[SHG_PUSHES_AT_ONCE];
    message messages[SHG_PUSHES_AT_ONCE];
} fetch;

/* One attempt at a time per device, so a slow one delays only itself. */
static bool each_push(void *context, const shg_push *row)
{
    fetch *t = context;
    for (size_t i = 0; i < t->busy_count; i++)
        if (t->busy[i] == row->device)
            return true;
    t->busy[t->busy_count++] = row->device;
    t->tries[t->count] = row->tries;
    message *m = &t->messages[t->count++];
    m->id = row->id;
    m->device = row->device;
    m->urgent = row->urgent;
    snprintf(m->endpoint, sizeof m->endpoint, "%s", row->endpoint);
    snprintf(m->key, sizeof m->key, "%s", row->key);
    snprintf(m->auth, sizeof m->auth, "%s", row->auth);
    snprintf(m->topic, sizeof m->topic, "%s", row->topic);
    snprintf(m->text, sizeof m->text, "%s", row->text);
    return t->count < t->room;
}

static shoogi_status run_fetch(shg_job *job, shg_storage *storage)
{
    fetch *t = (fetch *)(void *)job;
    shoogi_status status = storage->ops->push_list(storage, t->now_ms, each_push, t, &job->error);
    if (status == SHOOGI_OK && t->count > 0)
        status = shg_push_pair_of(&t->pair, storage, &job->error);
    for (size_t i = 0; i < t->count && status == SHOOGI_OK; i++)
        status = t->tries[i] < TRIES
                     ? storage->ops->push_set_next(storage, t->messages[i].id, t->tries[i] + 1,
                                                   t->now_ms + pauses_ms[t->tries[i]], &job->error)
                     : storage->ops->push_remove(storage, t->messages[i].id, &job->error);
    return status;
}

static void fini_fetch(shg_task *task)
{
    sodium_memzero(&((fetch *)task)->pair, sizeof(shg_push_pair));
}

static void start(shg_pushes *pushes, const message *m, const shg_push_pair *pair)
{
    char keys[SHG_PUSH_PAIR_SIGNS + 1];
    size_t place = 0;
    while (place < SHG_PUSHES_AT_ONCE && pushes->tries[place].message != 0)
        place++;
    if (place == SHG_PUSHES_AT_ONCE)
        return; /* never: only as many are fetched as there are free places */
    try *t = &pushes->tries[place];
    *t = (try){ .pushes = pushes, .message = m->id, .device = m->device };
    shg_push_pair_write(keys, pair);
    shg_out input = shg_out_growing();
    shg_out_format(&input,
                   "endpoint=%s\nkey=%s\nauth=%s\npair=%s\nsubject=%s\ntopic=%s\nurgency=%s\n"
                   "ttl=%d\nanywhere=%d\n\n%s",
                   m->endpoint, m->key, m->auth, keys, pushes->subject, m->topic,
                   m->urgent ? "high" : "normal", KEPT_S, pushes->anywhere, m->text);
    if (input.spent)
        t->message = 0;
    else
        (void)shg_helper_job_start(pushes->helper_jobs, 0, &(shg_owner){ 0 }, "push", input.bytes,
                                   input.length, ended, t);
    if (input.bytes)
        sodium_memzero(input.bytes, input.room);
    free(input.bytes);
    sodium_memzero(keys, sizeof keys);
}

static void finish_fetch(shg_task *task)
{
    const fetch *t = (const fetch *)task;
    shg_pushes *pushes = task->server->messages->pushes;
    if (!pushes)
        return;
    const bool again = shg_outbox_answered(&pushes->outbox);
    const bool good = task->job.status == SHOOGI_OK;
    for (size_t i = 0; i < t->count && good; i++)
        if (t->tries[i] < TRIES)
            start(pushes, &t->messages[i], &t->pair);
        else
            log_failure(pushes->server, t->messages[i].device, "too many attempts failed");
    shg_outbox_check_in(&pushes->outbox, again && good ? 0 : LOOK_MS);
}

static void ask(shg_pushes *pushes)
{
    fetch *t = shg_task_alloc(NULL, sizeof *t);
    if (!t) {
        shg_outbox_check_in(&pushes->outbox, LOOK_MS);
        return;
    }
    t->task.fini = fini_fetch;
    t->now_ms = shg_now_ms(pushes->server);
    for (size_t i = 0; i < SHG_PUSHES_AT_ONCE; i++)
        if (pushes->tries[i].message != 0)
            t->busy[t->busy_count++] = pushes->tries[i].device;
    t->room = SHG_PUSHES_AT_ONCE - t->busy_count;
    if (t->room == 0) { /* the next attempt that ends checks again */
        free(t);
        return;
    }
    pushes->outbox.asking = true;
    shg_task_write(&t->task, pushes->server, NULL, run_fetch, finish_fetch);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    shg_pushes *pushes = context;
    (void)fd, (void)what;
    if (!pushes->outbox.asking && !pushes->server->stopping)
        ask(pushes);
}

/* ---- creation ---- */

void shg_pushes_wake(shg_pushes *pushes)
{
    if (pushes)
        shg_outbox_wake(&pushes->outbox, true);
}

bool shg_pushes_reach(const shg_pushes *pushes, const char *endpoint)
{
    shg_push_url place;
    return shg_push_url_read(&place, endpoint) &&
           (pushes->anywhere || shg_push_host_fits(place.host));
}

shoogi_status shg_pushes_new(shg_pushes **out, shg_server *server, const char *subject,
                             bool anywhere)
{
    shg_pushes *pushes = calloc(1, sizeof *pushes);
    if (!pushes)
        return SHOOGI_NO_MEMORY;
    pushes->server = server;
    pushes->anywhere = anywhere;
    snprintf(pushes->subject, sizeof pushes->subject, "%s", subject);
    if (shg_outbox_init(&pushes->outbox, server, on_timer, pushes) != SHOOGI_OK ||
        shg_helper_jobs_new(&pushes->helper_jobs, server, SHG_PUSHES_AT_ONCE, NULL, 0) !=
            SHOOGI_OK) {
        shg_pushes_free(pushes);
        return SHOOGI_NO_MEMORY;
    }
    *out = pushes;
    return SHOOGI_OK;
}

void shg_pushes_free(shg_pushes *pushes)
{
    if (!pushes)
        return;
    shg_helper_jobs_free(pushes->helper_jobs);
    shg_outbox_fini(&pushes->outbox);
    free(pushes);
}
