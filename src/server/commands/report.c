/* report.c: REPORT: a complaint, stored for the moderators with the last messages that the
 * sender received. */
#include "base/error.h"
#include "server/account/guest.h"
#include "server/clock/time_control.h"
#include "server/lobby/challenges.h"
#include "server/messages/talk.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <string.h>

typedef struct reporting {
    shg_task task;
    int64_t sender, accused, game, now_ms;
    bool guest; /* the accused is a guest, who may not be stored */
    char sender_name[SHG_NAME_BYTES_MAX + 1], name[SHG_NAME_BYTES_MAX + 1];
    char heard[SHG_REPORTED_TALK_BYTES_MAX + 1];
    char text[];
} reporting;

/* Whether a guest who has gone since said something. heard: lines that begin with the speaker's
 * name. */
static bool has_message_of(const char *heard, const char *name)
{
    static const char guest[] = "guest";
    const size_t name_bytes = strlen(name);
    if (name_bytes < sizeof guest ||
        !shg_text_same(name, sizeof guest - 1, guest, sizeof guest - 1))
        return false;
    while (*heard) {
        if (shg_text_same(heard, strcspn(heard, " \n"), name, name_bytes))
            return true;
        heard += strcspn(heard, "\n");
        heard += *heard == '\n';
    }
    return false;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    reporting *r = (reporting *)(void *)job;
    shg_player accused;
    shoogi_status status = storage->ops->player_by_name(storage, &accused, r->name, &job->error);
    if (status == SHOOGI_OK) {
        r->accused = accused.id;
        snprintf(r->name, sizeof r->name, "%s", accused.name);
    } else if (status == SHOOGI_NOT_FOUND && r->guest) {
        status = shg_store_guest(storage, &r->accused, r->name, r->now_ms, &job->error);
    }
    if (status == SHOOGI_OK)
        status = shg_store_guest(storage, &r->sender, r->sender_name, r->now_ms, &job->error);
    int64_t count = 0;
    if (status == SHOOGI_OK)
        status = storage->ops->report_count(storage, &count, r->sender, r->now_ms - SHG_DAY_MS,
                                            &job->error);
    if (status == SHOOGI_OK && count >= SHG_REPORTS_PER_DAY)
        status = shg_error_set(&job->error, SHOOGI_ILLEGAL, 0, 0,
                               "you have made %d reports in 24 hours, the most allowed",
                               SHG_REPORTS_PER_DAY);
    if (status != SHOOGI_OK)
        return status;
    const shg_report row = { .sender = r->sender,
                             .accused = r->accused,
                             .game = r->game,
                             .text = r->text,
                             .heard = r->heard,
                             .at_ms = r->now_ms };
    int64_t id;
    return storage->ops->report_add(storage, &id, &row, &job->error);
}

static void finish(shg_task *task)
{
    const reporting *r = (const reporting *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_clean clean;
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                      "There is no player called %s.  Nothing was reported.\n",
                      shg_clean_word(&clean, r->name, sizeof r->name));
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else {
        shg_guest_stored(s, r->sender);
        shg_session *accused = shg_online_named(&s->server->sessions->online, r->name);
        if (accused && accused->guest)
            shg_guest_stored(accused, r->accused);
        shg_say(s,
                "Your report about %s goes to the moderators, with the last messages sent to\n"
                "you.  IGNORE %s hides their messages.\n",
                r->name, r->name);
    }
}

SHG_RUN(report)
{
    shg_part rest;
    const shg_part word = shg_call_word(&rest, call, call->argument);
    const bool long_name = word.bytes > SHG_NAME_BYTES_MAX;
    if (rest.bytes == 0 || long_name) {
        const shg_part at = long_name ? word : rest;
        shoogi_error err;
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, at.start),
                                 long_name ? "the name of a player" : "a text",
                                 shg_call_text(call, at), at.bytes);
        shg_say_fault(s, &err);
        return;
    }
    shg_text_buffer text;
    if (!shg_talk_begin(&text, s, shg_call_text(call, rest), rest.bytes, SHG_SHOUT_COUNTS))
        return;
    reporting *r =
        shg_guest_may_be_stored(s) ? shg_task_alloc(s, sizeof *r + text.length + 1) : NULL;
    if (r) {
        r->sender = s->player;
        r->game = s->current_game;
        r->now_ms = shg_now_ms(s->server);
        memcpy(r->sender_name, s->name, sizeof r->sender_name);
        snprintf(r->name, sizeof r->name, "%.*s", (int)word.bytes, shg_call_text(call, word));
        snprintf(r->heard, sizeof r->heard, "%s", s->recent_talk ? s->recent_talk : "");
        const shg_session *accused = shg_online_named(&s->server->sessions->online, r->name);
        if (accused)
            snprintf(r->name, sizeof r->name, "%s", accused->name);
        r->guest = accused ? accused->guest : has_message_of(r->heard, r->name);
        memcpy(r->text, text.bytes, text.length + 1);
        shg_task_write(&r->task, s->server, s, run, finish);
    }
    shg_text_fini(&text);
}
