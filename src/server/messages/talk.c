#include "server/messages/talk.h"

#include "base/json_write.h"
#include "server/account/guest.h"
#include "server/game/game_chat.h"
#include "server/game/yes_question.h"
#include "server/messages/offline_messages.h"
#include "server/messages/part.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sending ---- */

bool shg_talk_begin(shg_text_buffer *out, shg_session *s, const char *text, size_t text_bytes,
                    unsigned counts)
{
    *out = (shg_text_buffer){ 0 };
    if (!shg_session_counts(s, s->server->messages->talk, counts, SHG_TALK_MAX)) {
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                      "You are sending too many messages.  Nothing was sent.  Wait a moment.\n");
        return false;
    }
    shg_text_add_clean(out, text, text_bytes, text_bytes);
    if (out->length > 0 && !out->failed)
        return true;
    shg_refuse(s, out->failed ? "The server is out of memory.\n"
                              : "That text has no printable characters.\n");
    shg_text_fini(out);
    return false;
}

static void send_event(shg_session *to, const shg_talk_line *message)
{
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "talk");
    shg_json_text(&json, "kind", message->kind);
    shg_json_text(&json, "from", message->from);
    if (message->game != 0)
        shg_json_number(&json, "game", message->game);
    shg_json_text(&json, "text", message->text);
    shg_json_close(&json, '}');
    if (!json.spent)
        to->door->event(to, json.bytes, json.length);
    free(json.bytes);
}

/* Writes a message as a line, with its end: "ANNA shouts: hello". */
static void write_line(shg_text_buffer *out, const shg_talk_line *message, shg_language language)
{
    const char *from = message->from, *text = message->text;
    const long long game = (long long)message->game;
    if (strcmp(message->kind, SHG_CHAT_KIBITZ) == 0)
        shg_text_add(out, shg_text_in(language, "%s kibitzes in game %lld: %s\n"), from, game,
                     text);
    else if (strcmp(message->kind, SHG_CHAT_WHISPER) == 0)
        shg_text_add(out, shg_text_in(language, "%s whispers in game %lld: %s\n"), from, game,
                     text);
    else if (strcmp(message->kind, SHG_CHAT_SAY) == 0)
        shg_text_add(out, shg_text_in(language, "%s says: %s\n"), from, text);
    else if (strcmp(message->kind, SHG_TALK_SHOUT) == 0)
        shg_text_add(out, shg_text_in(language, "%s shouts: %s\n"), from, text);
    else
        shg_text_add(out, shg_text_in(language, "%s tells you: %s\n"), from, text);
}

/* In English, for the reader of the report; the oldest lines are dropped. */
static void keep_recent(shg_session *to, const shg_talk_line *message)
{
    shg_text_buffer line = { 0 };
    write_line(&line, message, SHG_ENGLISH);
    if (!to->recent_talk)
        to->recent_talk = calloc(1, SHG_REPORTED_TALK_BYTES_MAX + 1);
    if (to->recent_talk && !line.failed && line.length <= SHG_REPORTED_TALK_BYTES_MAX) {
        size_t have = strlen(to->recent_talk);
        char *from = to->recent_talk;
        while (have + line.length > SHG_REPORTED_TALK_BYTES_MAX) {
            const size_t gone = strcspn(from, "\n") + 1;
            from += gone;
            have -= gone;
        }
        memmove(to->recent_talk, from, have);
        memcpy(to->recent_talk + have, line.bytes, line.length + 1);
    }
    shg_text_fini(&line);
}

void shg_talk_show(shg_session *to, const shg_talk_line *message)
{
    if (shg_session_is_program(to)) {
        send_event(to, message);
    } else {
        shg_text_buffer line = { 0 };
        write_line(&line, message, shg_session_language(to));
        if (!line.failed)
            shg_notify(to, "%s", line.bytes);
        shg_text_fini(&line);
    }
    keep_recent(to, message);
}

static void remember(shg_session *s, const char *name)
{
    snprintf(s->last_recipient, sizeof s->last_recipient, "%s", name);
}

/* A message to one player; what is said to the opponent is about the current game. */
static shg_talk_line message_to_player(const shg_session *s, const char *kind, const char *text)
{
    const bool in_game = strcmp(kind, SHG_CHAT_SAY) == 0;
    return (shg_talk_line){
        .kind = kind, .from = s->name, .text = text, .game = in_game ? s->current_game : 0
    };
}

/* Delivers to all sessions of a player who is online. */
static void deliver(shg_session *s, shg_session *to, const shg_talk_line *message)
{
    remember(s, to->name);
    if (!shg_talk_reaches(to, s)) {
        shg_refuse(s, "%s ignores you.  Nothing was sent.\n", to->name);
        return;
    }
    shg_say(s, "Said to %s.\n", to->name);
    if (to->player == 0) { /* a guest who is not stored has one session */
        shg_talk_show(to, message);
        return;
    }
    for (to = shg_online_first(&s->server->sessions->online, to->player); to;
         to = shg_online_next(to))
        shg_talk_show(to, message);
}

void shg_talk_publish(shg_server *server, const shg_talk_line *message, const char *to)
{
    shg_publish(server, "talk %lld %s %s %s %s", (long long)message->game, message->kind,
                to ? to : "-", message->from, message->text);
}

/* Delivers to a player at another server, which does not show it to one who ignores the sender. */
static void deliver_elsewhere(shg_session *s, const shg_distant_player *to,
                              const shg_talk_line *message)
{
    remember(s, to->name);
    shg_say(s, "Said to %s.\n", to->name);
    shg_talk_publish(s->server, message, to->name);
}

/* ---- offline messages ---- */

typedef struct offline_message {
    shg_task task;
    int64_t sender, recipient, now_ms;
    char sender_name[SHG_NAME_BYTES_MAX + 1], name[SHG_NAME_BYTES_MAX + 1];
    size_t there, own; /* offline messages of the recipient, and those by this sender */
    bool full;         /* limit reached */
    int64_t senders[SHG_MESSAGES_MAX], ids[SHG_MESSAGES_MAX]; /* of those there, oldest first */
    char text[];
} offline_message;

static bool count(void *context, const shg_message *row)
{
    offline_message *l = context;
    if (l->there < SHG_MESSAGES_MAX) {
        l->senders[l->there] = row->sender;
        l->ids[l->there] = row->id;
    }
    l->there++;
    l->own += row->sender == l->sender;
    return true;
}

/* Of a full list the oldest message by the sender with most of them; -1 if that would be the sender of this
 * message or have no more than that one. */
static int64_t message_that_gives_way(const offline_message *l)
{
    size_t most = l->own + 1;
    int64_t id = -1;
    for (size_t i = 0; i < SHG_MESSAGES_MAX; i++) {
        size_t of_sender = 0;
        for (size_t j = i; j < SHG_MESSAGES_MAX; j++)
            of_sender += l->senders[j] == l->senders[i];
        if (of_sender > most) {
            most = of_sender;
            id = l->ids[i];
        }
    }
    return id;
}

static shoogi_status run_offline_message(shg_job *job, shg_storage *storage)
{
    offline_message *l = (offline_message *)(void *)job;
    shoogi_status status =
        shg_store_guest(storage, &l->sender, l->sender_name, l->now_ms, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->message_list(storage, l->recipient, count, l, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const int64_t gives_way = l->there >= SHG_MESSAGES_MAX ? message_that_gives_way(l) : 0;
    l->full = gives_way < 0 || l->own >= SHG_MESSAGES_PER_SENDER;
    if (l->full)
        return SHOOGI_ILLEGAL; /* rolls back the guest's row as well */
    if (gives_way > 0)
        status = storage->ops->message_remove(storage, gives_way, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const shg_message row = {
        .recipient = l->recipient, .sender = l->sender, .text = l->text, .at_ms = l->now_ms
    };
    int64_t id;
    return storage->ops->message_add(storage, &id, &row, &job->error);
}

static void finish_offline_message(shg_task *task)
{
    const offline_message *l = (const offline_message *)task;
    shg_session *s = task->session;
    if (l->full) {
        shg_refuse(s, "%s has too many messages waiting.  Nothing was left.\n", l->name);
        return;
    }
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    shg_guest_stored(s, l->sender);
    remember(s, l->name);
    shg_say(s, "Your message was left for %s.\n", l->name);
    if (shg_online_first(&s->server->sessions->online, l->recipient))
        shg_offline_messages_late(s->server, l->recipient);
}

/* ---- the question ---- */

typedef struct question_data {
    shg_question question; /* must be first */
    int64_t recipient;
    const char *kind;
    char name[SHG_NAME_BYTES_MAX + 1];
    char text[];
} question_data;

static void leave_it(shg_session *s, const question_data *a)
{
    const size_t bytes = strlen(a->text) + 1;
    offline_message *l = shg_guest_may_be_stored(s) ? shg_task_alloc(s, sizeof *l + bytes) : NULL;
    if (!l)
        return;
    l->sender = s->player;
    l->recipient = a->recipient;
    l->now_ms = shg_now_ms(s->server);
    memcpy(l->sender_name, s->name, sizeof l->sender_name);
    memcpy(l->name, a->name, sizeof l->name);
    memcpy(l->text, a->text, bytes);
    shg_task_write(&l->task, s->server, s, run_offline_message, finish_offline_message);
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    const question_data *a = (const question_data *)question;
    const shg_talk_line message = message_to_player(s, a->kind, a->text);
    shg_session *to = shg_online_named(&s->server->sessions->online, a->name);
    switch (shg_session_reply(s, line, line_bytes)) {
    case SHG_REPLY_OTHER: shg_explain_yes(s, SHG_YES_SHORT, line, line_bytes); return;
    case SHG_REPLY_NO: shg_refuse(s, "The message was not left.\n"); break;
    case SHG_REPLY_YES:
        if (to) /* the recipient has logged in meanwhile */
            deliver(s, to, &message);
        else
            leave_it(s, a);
        break;
    }
    shg_session_answered(s);
}

static void free_question(shg_session *s, shg_question *question)
{
    (void)s;
    free(question);
}

/* ---- absent recipients ---- */

typedef struct lookup {
    shg_task task;
    const char *kind;
    int64_t recipient;
    bool guest, ignores;
    char sender[SHG_NAME_BYTES_MAX + 1], name[SHG_NAME_BYTES_MAX + 1];
    char text[];
} lookup;

static bool each_ignored(void *context, const shg_player *row)
{
    lookup *k = context;
    k->ignores = strcmp(row->name, k->sender) == 0;
    return !k->ignores;
}

static shoogi_status run_lookup(shg_job *job, shg_storage *storage)
{
    lookup *k = (lookup *)(void *)job;
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, k->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    k->recipient = row.id;
    k->guest = row.password[0] == '\0';
    snprintf(k->name, sizeof k->name, "%s", row.name);
    return storage->ops->ignored_list(storage, k->recipient, each_ignored, k, &job->error);
}

static void ask_whether_to_leave(shg_session *s, const lookup *k)
{
    const size_t bytes = strlen(k->text) + 1;
    question_data *a = calloc(1, sizeof *a + bytes);
    if (!a) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    a->question.answer = answer;
    a->question.free = free_question;
    a->question.interrupt = "no";
    snprintf(a->question.prompt, sizeof a->question.prompt,
             shg_text_in(shg_session_language(s), "Leave the message for %s? (y/n) "), k->name);
    a->recipient = k->recipient;
    a->kind = k->kind;
    memcpy(a->name, k->name, sizeof a->name);
    memcpy(a->text, k->text, bytes);
    shg_session_ask(s, &a->question);
}

static void finish_lookup(shg_task *task)
{
    const lookup *k = (const lookup *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_clean clean;
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                      "There is no player called %s.  Nothing was sent.\n",
                      shg_clean_word(&clean, k->name, sizeof k->name));
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (k->guest) {
        shg_refuse(s, "%s was a guest and will not come back.  Nothing was sent.\n", k->name);
    } else if (k->ignores) {
        shg_refuse(s, "%s ignores you.  Nothing was sent.\n", k->name);
    } else {
        shg_say(s, "%s is not online.\n", k->name);
        ask_whether_to_leave(s, k);
    }
}

void shg_talk_to(shg_session *s, const char *name, const char *kind, const char *text,
                 size_t text_bytes)
{
    shg_text_buffer clean;
    if (!shg_talk_begin(&clean, s, text, text_bytes, 1))
        return;
    const shg_talk_line message = message_to_player(s, kind, clean.bytes);
    shg_session *to = shg_online_named(&s->server->sessions->online, name);
    const shg_distant_player *there =
        to ? NULL : shg_elsewhere_named(&s->server->sessions->elsewhere, name);
    lookup *k = to || there ? NULL : shg_task_alloc(s, sizeof *k + clean.length + 1);
    if (to) {
        deliver(s, to, &message);
    } else if (there) {
        deliver_elsewhere(s, there, &message);
    } else if (k) {
        k->kind = kind;
        memcpy(k->sender, s->name, sizeof k->sender);
        snprintf(k->name, sizeof k->name, "%s", name);
        memcpy(k->text, clean.bytes, clean.length + 1);
        shg_task_read(&k->task, s->server, s, run_lookup, finish_lookup);
    }
    shg_text_fini(&clean);
}
