/* note.c: NOTE: a player's private note about a game. */
#include "base/json_write.h"
#include "server/doors/door_json.h"
#include "server/game/game.h"
#include "server/messages/talk.h"
#include "server/session/pager.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <string.h>

#define PAPER_NOTE "note"

typedef struct noting {
    shg_task task;
    int64_t game, player;
    bool clear, full;
    shg_text_buffer note; /* the note afterwards */
    char line[];          /* the line to add; "" for none */
} noting;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    noting *n = (noting *)(void *)job;
    const char *old = "";
    shoogi_status status =
        storage->ops->document_get(storage, &old, n->game, n->player, PAPER_NOTE, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (!n->clear)
        shg_text_add(&n->note, "%s", old);
    if (n->line[0])
        shg_text_add(&n->note, "%s\n", n->line);
    n->full = n->note.length > SHG_NOTE_BYTES_MAX;
    if (n->note.failed || n->full)
        return n->full ? SHOOGI_LIMIT_EXCEEDED : SHOOGI_NO_MEMORY;
    if (n->clear || n->line[0])
        status = storage->ops->document_set(storage, n->game, n->player, PAPER_NOTE,
                                            n->note.length > 0 ? n->note.bytes : "", &job->error);
    return status;
}

static void finish(shg_task *task)
{
    const noting *n = (const noting *)task;
    shg_session *s = task->session;
    const char *note = n->note.length > 0 ? n->note.bytes : "";
    const long long id = (long long)n->game;
    if (n->full)
        shg_refuse(s, "Your notes on a game may have at most %d bytes.  NOTE -c clears them.\n",
                   SHG_NOTE_BYTES_MAX);
    else if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (shg_session_is_program(s))
        shg_json_text(&shg_json_door_of(s)->out, "note", note);
    else if (n->line[0])
        shg_say(s, "Noted.\n");
    else if (note[0] == '\0')
        shg_say(s, "You have no notes on game %lld.\n", id);
    else
        shg_page_text(s, note, n->note.length);
}

static void fini(shg_task *task)
{
    shg_text_fini(&((noting *)task)->note);
}

SHG_RUN(note)
{
    const bool writes = call->argument.bytes > 0 || shg_call_has(call, 'c');
    if (s->player == 0) {
        shg_refuse(s, "Guests cannot keep notes.  Register to keep some.\n");
        return;
    }
    shg_text_buffer clean = { 0 };
    if (call->argument.bytes > 0 &&
        !shg_talk_begin(&clean, s, shg_call_text(call, call->argument), call->argument.bytes, 1))
        return;
    noting *n = shg_task_alloc(s, sizeof *n + clean.length + 1);
    if (n) {
        n->game = call->game->id;
        n->player = s->player;
        n->clear = shg_call_has(call, 'c');
        memcpy(n->line, clean.length > 0 ? clean.bytes : "", clean.length + 1);
        n->task.fini = fini;
        if (writes)
            shg_task_write(&n->task, s->server, s, run, finish);
        else
            shg_task_read(&n->task, s->server, s, run, finish);
    }
    shg_text_fini(&clean);
}
