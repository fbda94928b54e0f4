/* best.c: BEST: the players with the highest ratings in a game, by speed. */
#include "server/clock/time_control.h"
#include "server/commands/part.h"
#include "server/loop/bounds.h"
#include "server/loop/text_buffer.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/part.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "shoogi/catalog.h"

#include <stdio.h>
#include <string.h>

typedef struct best {
    shg_task task;
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    int64_t now_ms;
    shg_language language;
    struct {
        int64_t player;
        shg_rating rating;
    } rows[SHG_BEST_SHOWN];
    size_t count;
    shg_text_buffer text;
} best;

static bool each_row(void *context, const shg_rating_row *row)
{
    best *b = context;
    b->rows[b->count].player = row->player;
    b->rows[b->count].rating = shg_rating_after(row);
    return ++b->count < SHG_BEST_SHOWN;
}

static shoogi_status add_speed(best *b, shg_storage *storage, shg_speed speed)
{
    const char *word = shg_speed_name(speed);
    b->count = 0;
    shoogi_status status =
        storage->ops->rating_best(storage, b->variant, word, SHG_DEVIATION_PROVISIONAL_E3,
                                  SHG_BEST_SHOWN, each_row, b, &b->task.job.error);
    if (status == SHOOGI_OK && b->count > 0)
        shg_text_add(&b->text, "%s\n", shg_word_in(b->language, "speed", word));
    for (size_t i = 0; i < b->count && status == SHOOGI_OK; i++) {
        shg_player player;
        const shg_rating now = shg_rating_at(&b->rows[i].rating, b->now_ms);
        char rating[SHG_RATING_TEXT_BYTES];
        shg_rating_write(rating, &now);
        status =
            storage->ops->player_by_id(storage, &player, b->rows[i].player, &b->task.job.error);
        if (status == SHOOGI_OK)
            shg_text_add(&b->text,
                         shg_text_in(b->language, now.games == 1
                                                      ? "%3zu. %-6s %s, after %u game\n"
                                                      : "%3zu. %-6s %s, after %u games\n"),
                         i + 1, rating, player.name, now.games);
    }
    return status;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    best *b = (best *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    for (int speed = 0; speed < SHG_SPEED_COUNT && status == SHOOGI_OK; speed++)
        status = add_speed(b, storage, (shg_speed)speed);
    return status;
}

static void finish(shg_task *task)
{
    const best *b = (const best *)task;
    shg_session *s = task->session;
    const char *title = shg_server_title(s->server, shg_session_language(s), b->variant);
    if (task->job.status != SHOOGI_OK || b->text.failed) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (b->text.length == 0) {
        shg_say(s, "Nobody has a rating in %s.  See HELP RATINGS.\n", title);
        return;
    }
    shg_say(s, "The best players of %s:\n", title);
    shg_say_rows(s, b->text.bytes, b->text.length);
}

static void fini(shg_task *task)
{
    shg_text_fini(&((best *)task)->text);
}

SHG_RUN(best)
{
    static const char usual[] = SHG_DEFAULT_VARIANT;
    const bool named = call->argument.bytes > 0;
    const char *name = named ? shg_call_text(call, call->argument) : usual;
    const size_t name_bytes = named ? call->argument.bytes : sizeof usual - 1;
    const shoogi_catalog_entry *entry = NULL;
    if (shg_server_find_variant(&entry, s->server, name, name_bytes) != SHOOGI_OK) {
        shg_clean clean;
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no game %s.  See HELP VARIANTS.\n",
                      shg_clean_word(&clean, name, name_bytes));
        return;
    }
    if (!shg_commands_may_search(s)) {
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                      "Too many searches from your address.  Try again later.\n");
        return;
    }
    best *b = shg_task_alloc(s, sizeof *b);
    if (!b)
        return;
    snprintf(b->variant, sizeof b->variant, "%s", entry->name);
    b->now_ms = shg_now_ms(s->server);
    b->language = shg_session_language(s);
    b->task.fini = fini;
    shg_task_read(&b->task, s->server, s, run, finish);
}
