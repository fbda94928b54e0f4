/* export.c: EXPORT: the record of a game, in the formats of shoogi convert. */
#include "base/error.h"
#include "server/clock/part.h"
#include "server/game/game_record.h"
#include "server/game/load_game.h"
#include "server/game/privacy.h"
#include "server/rules/part.h"
#include "server/session/pager.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shoogi_format find_format(const char *word, size_t word_bytes)
{
    int format = 0;
    while (format < SHOOGI_FORMAT_COUNT) {
        const char *one = shoogi_format_name((shoogi_format)format);
        if (shg_text_same(one, strlen(one), word, word_bytes))
            break;
        format++;
    }
    return (shoogi_format)format;
}

/* The arguments: a number, a format, or both in this order. False after saying what is wrong. */
static bool read_words(int64_t *game, shoogi_format *format, shg_session *s, const shg_call *call)
{
    shg_part rest = call->argument;
    shg_part word = shg_call_word(&rest, call, rest);
    *format = SHOOGI_FORMAT_SHOOGI;
    *game = 0;
    const char *text = shg_call_text(call, word);
    size_t digits = 0;
    while (digits < word.bytes && shg_is_digit(text[digits])) {
        if (*game < INT64_MAX / 100)
            *game = *game * 10 + (text[digits] - '0');
        digits++;
    }
    if (digits > 0 && digits == word.bytes)
        word = shg_call_word(&rest, call, rest);
    else
        *game = 0;
    if (word.bytes > 0)
        *format = find_format(shg_call_text(call, word), word.bytes);
    shoogi_error err;
    if (*format == SHOOGI_FORMAT_COUNT) {
        char what[160];
        shg_out out = shg_out_make(what, sizeof what);
        shg_out_text(&out, "a format, one of");
        for (int i = 0; i < SHOOGI_FORMAT_COUNT; i++)
            shg_out_format(&out, " %s", shoogi_format_name((shoogi_format)i));
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, word.start),
                                 what, shg_call_text(call, word), word.bytes);
    } else if (rest.bytes > 0) {
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, rest.start),
                                 "the end of the line", shg_call_text(call, rest), rest.bytes);
    } else {
        return true;
    }
    shg_say_fault(s, &err);
    return false;
}

/* A game may be long, so the reading thread reads and writes it, not the loop. */
typedef struct exporting {
    shg_task task;
    int64_t id;
    shoogi_format format;
    shg_viewer viewer;
    bool there;
    char *text; /* owned (shoogi_text_free) */
    size_t text_bytes;
} exporting;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    exporting *e = (exporting *)(void *)job;
    shg_game_state *game = NULL;
    shoogi_record *record = NULL;
    uint32_t losses = 0;
    shoogi_status status = shg_game_read(&game, storage, e->task.server->rules->past,
                                         &e->task.server->clocks->downtimes, e->id, &job->error);
    if (status == SHOOGI_OK && !shg_game_may_see(e->viewer, game))
        status = SHOOGI_NOT_FOUND;
    e->there = status == SHOOGI_OK;
    if (status == SHOOGI_OK)
        status = shg_game_record(&record, game);
    if (status == SHOOGI_OK)
        status = shoogi_record_write(&e->text, &e->text_bytes, &losses, e->format, record, NULL,
                                     &job->error);
    shoogi_record_free(record);
    shg_game_free(game);
    return status;
}

static void finish(shg_task *task)
{
    const exporting *e = (const exporting *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_OK) {
        shg_page_text(s, e->text, e->text_bytes);
    } else if (!e->there) {
        shg_say_no_game(s, e->id, &task->job);
    } else {
        const char *why = task->job.error.message;
        shg_clean clean;
        shg_refuse(
            s, "The game cannot be written as %s: %s.\n", shoogi_format_name(e->format),
            shg_session_message(s, &clean, why[0] ? why : shoogi_status_text(task->job.status)));
    }
}

static void fini(shg_task *task)
{
    shoogi_text_free(((exporting *)task)->text);
}

SHG_RUN(export)
{
    int64_t id;
    shoogi_format format;
    if (!read_words(&id, &format, s, call))
        return;
    if (id == 0)
        id = s->current_game;
    if (id == 0) {
        shg_refuse(s, "You have no current game.  Name one: EXPORT <gid>.\n");
        return;
    }
    exporting *e = shg_task_alloc(s, sizeof *e);
    if (!e)
        return;
    e->id = id;
    e->viewer = shg_viewer_of(s, id);
    e->format = format;
    e->task.fini = fini;
    shg_task_read(&e->task, s->server, s, run, finish);
}
