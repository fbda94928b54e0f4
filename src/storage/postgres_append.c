/* postgres_append.c: game_append in one statement. */
#include "storage/postgres_int.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENT_BYTES = 2 * (SHG_STORAGE_KIND_BYTES_MAX + SHG_STORAGE_EVENT_BYTES_MAX) + 64 };

/* Writes a text as an element of PostgreSQL's text[], quoted: https://www.postgresql.org/docs/15/arrays.html, 8.15.6. */
static char *write_element(char *at, const char *words)
{
    *at++ = '"';
    for (; *words; words++) {
        if (*words == '"' || *words == '\\')
            *at++ = '\\';
        *at++ = *words;
    }
    *at++ = '"';
    return at;
}

/* Writes the events as an array: kind, text, think_ms and at_ms of each. */
static void write_events(char *out, const shg_append *what)
{
    *out++ = '{';
    for (size_t i = 0; i < what->count; i++) {
        const shg_event *event = &what->events[i];
        if (i > 0)
            *out++ = ',';
        out = write_element(out, event->kind);
        *out++ = ',';
        out = write_element(out, event->text);
        out += sprintf(out, ",%" PRId64 ",%" PRId64, event->think_ms, event->at_ms);
    }
    *out++ = '}';
    *out = '\0';
}

static struct value text_or_none(const char *words)
{
    return text(words ? words : "");
}

enum sql_outcome shg_postgres_append(struct sql *base, const shg_append *what,
                                     const shg_row_effect *effect)
{
    struct postgres *q = (struct postgres *)base;
    /* Time only goes on, so what holds now holds for the next statement. */
    if (what->fell_ms != 0 && q->node != 0) {
        const enum sql_outcome judged = shg_postgres_run(
            base, FLAG_FELL,
            VALUES(number(what->fell_ms), number(what->pause), number(SHG_FLAG_PATIENCE_MS),
                   number(SHG_NODES_SILENT_MS), number(SHG_NODES_LOST_MS)));
        if (judged == SQL_DONE) {
            base->cells[0].number = 0;
            base->cells[1].number = SQL_EARLY;
            return SQL_ROW;
        }
        if (judged != SQL_ROW)
            return judged;
    }
    char *events = malloc(what->count * EVENT_BYTES + 3);
    if (!events) {
        shg_error_set(&q->error, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
        return SQL_FAILED;
    }
    write_events(events, what);
    const struct value values[] = {
        number(what->events[0].game),
        number(what->events[0].number),
        text(events),
        number(effect->moves),
        number(effect->sealed),
        number(effect->sets_result),
        text(effect->outcome),
        text(effect->reason),
        number(effect->ended_ms),
        number(what->seen[0]),
        number(what->seen[1]),
        number(what->seen_ms),
        text_or_none(what->plan_kind),
        number(what->player[0]),
        text_or_none(what->plan_was[0]),
        text_or_none(what->plan_is[0]),
        number(what->player[1]),
        text_or_none(what->plan_was[1]),
        text_or_none(what->plan_is[1]),
        number(what->sealer),
        text_or_none(what->sealed_kind),
        text_or_none(what->sealed),
        number(what->alive_ms),
        number(what->unseen),
        number(what->unseen_by),
        number(base->run),
    };
    const enum sql_outcome outcome =
        shg_postgres_run(base, GAME_APPEND, values, sizeof values / sizeof values[0]);
    free(events);
    return outcome;
}
