/* notify.c: NOTIFY: the browsers that receive a player's notifications. */
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/messages/part.h"
#include "server/messages/push.h"
#include "server/messages/push_url.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ---- */

typedef struct listing {
    shg_task task;
    int64_t player;
    size_t count;
    shg_text_buffer text;
} listing;

static bool each_device(void *context, const shg_device *row)
{
    listing *l = context;
    char since[SHG_TIME_TEXT_BYTES];
    shg_push_url place;
    shg_time_write(since, row->created_ms);
    l->count++;
    shg_text_add(&l->text, "  %4" PRId64 "  ", row->id);
    shg_text_add_clean(&l->text, row->name, strlen(row->name), 24);
    shg_text_add(&l->text, "%ssince %s, by %s\n", row->name[0] ? "  " : "", since,
                 shg_push_url_read(&place, row->endpoint) ? place.host : "?");
    return true;
}

static shoogi_status run_listing(shg_job *job, shg_storage *storage)
{
    listing *l = (listing *)(void *)job;
    return storage->ops->device_list(storage, l->player, each_device, l, &job->error);
}

static void finish_listing(shg_task *task)
{
    const listing *l = (const listing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || l->text.failed) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (l->count == 0) {
        shg_say(s, "No devices registered for notifications.  Your account page adds a browser.\n");
        return;
    }
    shg_say_rows(s, l->text.bytes, l->text.length);
    shg_say(s, "SET NOTIFY chooses the notifications, NOTIFY -e <num> removes a device.\n");
}

static void fini_listing(shg_task *task)
{
    shg_text_fini(&((listing *)task)->text);
}

static void list(shg_session *s)
{
    listing *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player;
    l->task.fini = fini_listing;
    shg_task_read(&l->task, s->server, s, run_listing, finish_listing);
}

/* ---- adding and removing ---- */

typedef struct changing {
    shg_task task;
    shg_device row; /* its id is the device to remove; 0: a device to add */
    size_t others;  /* the player's other devices */
    bool there;
    char endpoint[SHG_STORAGE_ENDPOINT_BYTES_MAX + 1];
    char key[SHG_PUSH_POINT_SIGNS + 1], auth[SHG_PUSH_AUTH_SIGNS + 1];
    char name[SHG_DEVICE_NAME_BYTES_MAX + 1];
} changing;

static bool each_other(void *context, const shg_device *row)
{
    changing *c = context;
    c->there = c->there || row->id == c->row.id;
    c->others += strcmp(row->endpoint, c->endpoint) != 0;
    return true;
}

static shoogi_status run_changing(shg_job *job, shg_storage *storage)
{
    changing *c = (changing *)(void *)job;
    const shoogi_status status =
        storage->ops->device_list(storage, c->row.player, each_other, c, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (c->row.id != 0)
        return c->there ? storage->ops->device_remove(storage, c->row.id, &job->error) : status;
    return c->others < SHG_DEVICES_PER_PLAYER
               ? storage->ops->device_add(storage, &c->row.id, &c->row, &job->error)
               : status;
}

static void finish_adding(shg_task *task)
{
    const changing *c = (const changing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (c->row.id == 0) {
        shg_refuse(s, "You have %d devices, the most allowed.  Remove one with NOTIFY -e.\n",
                   SHG_DEVICES_PER_PLAYER);
        return;
    }
    shg_result(s, "number", c->row.id);
    shg_say(s, "This device is number %lld.  SET NOTIFY chooses its notifications.\n",
            (long long)c->row.id);
}

static void finish_ending(shg_task *task)
{
    const changing *c = (const changing *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (!c->there)
        shg_refuse(s, "You have no device %lld.  NOTIFY lists your devices.\n",
                   (long long)c->row.id);
    else
        shg_say(s, "Device %lld gets no more notifications.\n", (long long)c->row.id);
}

static void end(shg_session *s, const shg_call *call)
{
    char word[24], *rest;
    const shg_part part = call->values[0];
    snprintf(word, sizeof word, "%.*s", (int)(part.bytes < sizeof word ? part.bytes : 0),
             shg_call_text(call, part));
    const int64_t number = strtoll(word, &rest, 10);
    if (number <= 0 || *rest != '\0') {
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected a number that NOTIFY shows, such as 12\n");
        return;
    }
    changing *c = shg_task_alloc(s, sizeof *c);
    if (!c)
        return;
    c->row = (shg_device){ .id = number, .player = s->player };
    shg_task_write(&c->task, s->server, s, run_changing, finish_ending);
}

/* The next word of the line. False if it does not fit. */
static bool next_word(char *out, size_t room, const shg_call *call, shg_part *rest)
{
    const shg_part word = shg_call_word(rest, call, *rest);
    snprintf(out, room, "%.*s", (int)word.bytes, shg_call_text(call, word));
    return word.bytes < room;
}

static void add(shg_session *s, const shg_call *call)
{
    unsigned char point[SHG_PUSH_POINT_BYTES], auth[SHG_PUSH_AUTH_BYTES];
    changing *c = shg_task_alloc(s, sizeof *c);
    if (!c)
        return;
    shg_part rest = call->argument;
    const bool fits = next_word(c->endpoint, sizeof c->endpoint, call, &rest) &&
                      shg_pushes_reach(s->server->messages->pushes, c->endpoint);
    const bool keys = next_word(c->key, sizeof c->key, call, &rest) &&
                      next_word(c->auth, sizeof c->auth, call, &rest) &&
                      shg_push_keys_read(point, auth, c->key, c->auth);
    if (!fits)
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected the address of a push service, https://HOST/..., at most %d "
                      "bytes\n",
                      SHG_STORAGE_ENDPOINT_BYTES_MAX);
    else if (!keys)
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected the two keys of a subscription, in base64url\n");
    else if (rest.bytes > SHG_DEVICE_NAME_BYTES_MAX)
        shg_refuse(s, "The name of a device may have at most %d bytes.\n",
                   SHG_DEVICE_NAME_BYTES_MAX);
    if (!fits || !keys || rest.bytes > SHG_DEVICE_NAME_BYTES_MAX) {
        free(c);
        return;
    }
    snprintf(c->name, sizeof c->name, "%.*s", (int)rest.bytes, shg_call_text(call, rest));
    c->row = (shg_device){ .player = s->player,
                           .endpoint = c->endpoint,
                           .key = c->key,
                           .auth = c->auth,
                           .name = c->name,
                           .created_ms = shg_now_ms(s->server) };
    shg_task_write(&c->task, s->server, s, run_changing, finish_adding);
}

SHG_RUN(notify)
{
    if (s->guest)
        shg_refuse(s, "Guests get no notifications.\n");
    else if (shg_call_has(call, 'e'))
        end(s, call);
    else if (call->argument.bytes == 0)
        list(s);
    else if (!s->server->messages->pushes)
        shg_refuse(s, "This server sends no notifications.\n");
    else
        add(s, call);
}
