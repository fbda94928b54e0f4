#include "server/api/preset.h"

#include "base/json_write.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <stdlib.h>
#include <string.h>

typedef struct preset {
    shg_task task; /* must be first */
    int64_t player;
    shg_out json; /* of all presets, or of the one to store; "" deletes it */
    char name[SHG_STORAGE_NAME_BYTES_MAX + 1];
} preset;

static void fini(shg_task *task)
{
    free(((preset *)task)->json.bytes);
}

static preset *begin(shg_session *s)
{
    preset *p = shg_task_alloc(s, sizeof *p);
    if (!p)
        return NULL;
    p->player = s->player;
    p->json = shg_out_growing();
    p->task.fini = fini;
    return p;
}

/* ---- reading ---- */

static bool each(void *context, const char *name, const char *text)
{
    shg_json_raw(context, name, text, strlen(text));
    return true;
}

static shoogi_status run_list(shg_job *job, shg_storage *storage)
{
    preset *p = (preset *)(void *)job;
    shg_json_open(&p->json, NULL, '{');
    shg_json_open(&p->json, "presets", '{');
    const shoogi_status status =
        storage->ops->preset_list(storage, p->player, each, &p->json, &job->error);
    shg_json_close(&p->json, '}');
    shg_json_close(&p->json, '}');
    return status;
}

static void finish_list(shg_task *task)
{
    preset *p = (preset *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (s->door) {
        shg_json_door_of(s)->out = p->json;
        p->json = shg_out_growing();
    }
}

void shg_preset_show_all(shg_session *s, shg_json_door *d)
{
    preset *p = begin(s);
    (void)d;
    if (p)
        shg_task_read(&p->task, s->server, s, run_list, finish_list);
}

/* ---- storing ---- */

static shoogi_status run_set(shg_job *job, shg_storage *storage)
{
    preset *p = (preset *)(void *)job;
    const char *text = p->json.length > 0 ? p->json.bytes : "";
    return storage->ops->preset_set(storage, p->player, p->name, text, &job->error);
}

static void finish_set(shg_task *task)
{
    if (task->job.status == SHOOGI_LIMIT_EXCEEDED)
        shg_refuse(task->session, "You have %d presets, the most allowed.  Delete one first.\n",
                   SHG_STORAGE_PRESETS_MAX);
    else if (task->job.status != SHOOGI_OK)
        shg_say_failed(task->session, &task->job);
}

/* Whether a list can show the name. Refuses it otherwise. */
static bool good_name(shg_session *s, const char *name)
{
    bool good = name[0] != '\0';
    for (const char *at = name; *at; at++)
        good = good && (unsigned char)*at >= 0x20 && *at != 0x7F;
    if (!good)
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected a name without control characters as \"name\"\n");
    return good;
}

/* Copies the object as it is written; null, or no value, deletes the preset. */
static bool take_value(preset *p, shg_session *s, const shg_json *json)
{
    const shg_json_value *v = &json->values[shg_json_member(json, 0, "value")];
    if (v == json->values || v->type == SHG_JSON_NULL)
        return true;
    if (v->type != SHG_JSON_OBJECT || v->bytes > SHG_STORAGE_PRESET_BYTES_MAX) {
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "expected an object of at most %d bytes, or null, as \"value\"\n",
                      SHG_STORAGE_PRESET_BYTES_MAX);
        return false;
    }
    shg_out_bytes(&p->json, json->text + v->at, v->bytes);
    return true;
}

void shg_preset_store(shg_session *s, shg_json_door *d)
{
    preset *p = begin(s);
    if (!p)
        return;
    shoogi_error err;
    if (shg_api_text(p->name, sizeof p->name, &d->json, "name", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (good_name(s, p->name) && take_value(p, s, &d->json)) {
        shg_task_write(&p->task, s->server, s, run_set, finish_set);
        return;
    }
    fini(&p->task);
    free(p);
}
