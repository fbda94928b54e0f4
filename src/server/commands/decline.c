/* decline.c: DECLINE refuses a challenge made to you alone, with a word to the challenger;
 * ACCEPT answers a challenge. */
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_notice.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/messages/talk.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct declining {
    shg_task task;
    int64_t number, player, challenger;
    bool not_for_player, challenger_is_guest;
    shg_language language; /* the challenger's */
    char name[SHG_NAME_BYTES_MAX + 1];
    char challenger_name[SHG_NAME_BYTES_MAX + 1];
    char word[]; /* "" for none */
} declining;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    declining *d = (declining *)(void *)job;
    shg_challenge row;
    shoogi_status status = storage->ops->challenge_get(storage, &row, d->number, &job->error);
    if (status != SHOOGI_OK)
        return status;
    d->not_for_player = row.player == d->player ||
                        !shg_text_same(row.pattern, strlen(row.pattern), d->name, strlen(d->name));
    if (d->not_for_player)
        return SHOOGI_ILLEGAL;
    d->challenger = row.player;
    snprintf(d->challenger_name, sizeof d->challenger_name, "%s", row.player_name);
    shg_player challenger;
    status = storage->ops->player_by_id(storage, &challenger, d->challenger, &job->error);
    if (status == SHOOGI_OK) {
        shg_settings settings;
        shg_settings_init(&settings);
        shg_settings_read(&settings, challenger.settings);
        d->language = (shg_language)settings.value[SHG_SET_LANGUAGE];
        d->challenger_is_guest = challenger.password[0] == '\0';
    }
    return status == SHOOGI_OK ? storage->ops->challenge_remove(storage, d->number, &job->error)
                               : status;
}

/* ---- notifying the challenger ---- */

typedef struct leaving {
    shg_task task;
    shg_message row;
    char text[];
} leaving;

static shoogi_status run_leaving(shg_job *job, shg_storage *storage)
{
    const leaving *l = (const leaving *)(const void *)job;
    int64_t id;
    return storage->ops->message_add(storage, &id, &l->row, &job->error);
}

static void nothing_more(shg_task *task)
{
    (void)task;
}

static void tell_challenger(const declining *d)
{
    shg_server *server = d->task.server;
    const long long number = (long long)d->number;
    const shg_declined declined = { d->challenger, d->number, d->name, d->word };
    if (shg_online_first(&server->sessions->online, d->challenger))
        shg_notify_declined(server, &declined);
    else if (shg_is_online(server, d->challenger)) /* at another server */
        shg_publish_surely(server, "declined %lld %lld %s %s", (long long)d->challenger, number,
                           d->name, d->word);
    shg_text_buffer text = { 0 };
    if (d->word[0])
        shg_text_add(&text, shg_text_in(d->language, "I decline your challenge %lld: %s"), number,
                     d->word);
    else
        shg_text_add(&text, shg_text_in(d->language, "I decline your challenge %lld."), number);
    const size_t bytes = text.length + 1;
    const bool leaves = !shg_is_online(server, d->challenger) && d->player != 0 &&
                        !d->challenger_is_guest && bytes <= SHG_STORAGE_MESSAGE_BYTES_MAX &&
                        !text.failed;
    leaving *l = leaves ? shg_task_alloc(NULL, sizeof *l + bytes) : NULL;
    if (l)
        memcpy(l->text, text.bytes, bytes);
    shg_text_fini(&text);
    if (!l)
        return;
    l->row = (shg_message){ .recipient = d->challenger,
                            .sender = d->player,
                            .text = l->text,
                            .at_ms = shg_now_ms(server) };
    shg_task_write(&l->task, server, NULL, run_leaving, nothing_more);
}

static void finish(shg_task *task)
{
    const declining *d = (const declining *)task;
    shg_session *s = task->session;
    const long long number = (long long)d->number;
    if (task->job.status == SHOOGI_OK) {
        shg_lobby_challenge_removed(task->server, d->number, SHG_CHALLENGE_DECLINED);
        tell_challenger(d);
        shg_say(s, "You declined challenge %lld from %s.\n", number, d->challenger_name);
    } else if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                      "There is no challenge %lld.  NEW lists the challenges.\n", number);
    } else if (d->not_for_player) {
        shg_refuse(s, "Challenge %lld is not for you alone, so you need not decline it.\n", number);
    } else {
        shg_say_failed(s, &task->job);
    }
}

SHG_RUN(decline)
{
    shg_part rest;
    const shg_part word = shg_call_word(&rest, call, call->argument);
    const char *text = shg_call_text(call, word);
    int64_t number = 0;
    size_t digits = 0;
    while (digits < word.bytes && shg_is_digit(text[digits]) && number < INT64_MAX / 100)
        number = number * 10 + (text[digits++] - '0');
    if (digits != word.bytes) {
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "Name the number of a challenge: DECLINE <num> [<word>].\n");
        return;
    }
    shg_text_buffer clean = { 0 };
    if (rest.bytes > 0 && !shg_talk_begin(&clean, s, shg_call_text(call, rest), rest.bytes, 1))
        return;
    declining *d = shg_task_alloc(s, sizeof *d + clean.length + 1);
    if (d) {
        d->number = number;
        d->player = s->player;
        memcpy(d->name, s->name, sizeof d->name);
        memcpy(d->word, clean.length > 0 ? clean.bytes : "", clean.length + 1);
        shg_task_write(&d->task, s->server, s, run, finish);
    }
    shg_text_fini(&clean);
}

/* ---- ACCEPT ---- */

SHG_RUN(accept)
{
    const char *text = shg_call_text(call, call->argument);
    const size_t bytes = call->argument.bytes;
    size_t digits = 0;
    while (digits < bytes && shg_is_digit(text[digits]))
        digits++;
    const int64_t number = shg_key_number(text, bytes);
    if (number != 0)
        shg_answer_challenge_by_key(s, number, text, bytes);
    else if (digits == bytes)
        shg_answer_challenge(s, strtoll(text, NULL, 10));
    else
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "No challenge has this key.\n");
}
