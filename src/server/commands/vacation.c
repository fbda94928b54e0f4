/* vacation.c: VACATION: stops a player's clocks for some days, in all games that allow it. */
#include "base/error.h"
#include "server/clock/clock_text.h"
#include "server/clock/part.h"
#include "server/game/announce.h"
#include "server/game/part.h"
#include "server/game/time_forfeit.h"
#include "server/loop/bounds.h"
#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct stop {
    int64_t game, number; /* the number of the event; 0: the game is over by now */
    int colour;
    bool seen; /* the player has seen everything before it, and so this event too */
} stop;

typedef struct vacation {
    shg_task task;
    int64_t length_ms, at_ms;
    size_t count;
    stop stops[];
} vacation;

/* ---- finding the games ---- */

/* The player's colour in a game if their clock is or can be stopped; -1 if the game does not
 * allow it or is already lost on time. */
static int stoppable(shg_clock_reading *reading, const shg_running_clock *running, int64_t player,
                     int64_t now_ms)
{
    if (player == 0 || shg_game_clock_flag_fell(&running->clock, now_ms))
        return -1;
    for (int colour = 0; colour < 2; colour++) {
        if (running->player[colour] != player)
            continue;
        *reading = shg_game_clock_read(&running->clock, colour, now_ms);
        if (reading->vacation_ms > 0 || reading->vacation_until_ms > now_ms)
            return colour;
    }
    return -1;
}

static void say_one(shg_session *s, int64_t game, const shg_clock_reading *reading, int64_t now_ms)
{
    char left[80], until[SHG_TIME_TEXT_BYTES];
    shg_out out = shg_out_make(left, sizeof left);
    shg_days_write(&out, reading->vacation_ms, shg_session_language(s));
    shg_time_write(until, reading->vacation_until_ms);
    if (reading->vacation_until_ms > now_ms)
        shg_say(s, "Game %lld: your clock is stopped until %s UTC, then %s left.\n",
                (long long)game, until, left);
    else
        shg_say(s, "Game %lld: %s left.\n", (long long)game, left);
}

static int compare(const void *a, const void *b)
{
    const int64_t x = ((const stop *)a)->game, y = ((const stop *)b)->game;
    return (x > y) - (x < y);
}

/* The session's games whose clock can be stopped, lowest number first. NULL after saying that
 * memory is short. */
static vacation *find_games(shg_session *s, int64_t now_ms)
{
    const shg_running_clocks *clocks = s->server->clocks->running;
    const size_t all = shg_running_clocks_count(clocks);
    vacation *v = shg_task_alloc(s, sizeof *v + all * sizeof v->stops[0]);
    if (!v)
        return NULL;
    for (size_t i = 0; i < all; i++) {
        const shg_running_clock *running = shg_running_clocks_at(clocks, i);
        shg_clock_reading reading;
        const int colour = stoppable(&reading, running, s->player, now_ms);
        if (colour >= 0)
            v->stops[v->count++] = (stop){ .game = running->game, .colour = colour };
    }
    qsort(v->stops, v->count, sizeof v->stops[0], compare);
    return v;
}

static void say_left(shg_session *s, const vacation *v, int64_t now_ms)
{
    for (size_t i = 0; i < v->count && i < SHG_LIST_ROWS; i++) {
        const shg_game_clock *clock = shg_time_forfeits_clock(s->server, v->stops[i].game);
        if (!clock)
            continue; /* over since */
        const shg_clock_reading reading = shg_game_clock_read(clock, v->stops[i].colour, now_ms);
        say_one(s, v->stops[i].game, &reading, now_ms);
    }
    if (v->count > SHG_LIST_ROWS)
        shg_say(s, "  and %zu more\n", v->count - SHG_LIST_ROWS);
}

/* ---- storing ---- */

static shg_event event_of(const vacation *v, const stop *at, char text[64])
{
    snprintf(text, 64, "%s %" PRId64, shg_colour_word(at->colour), v->length_ms);
    return (shg_event){
        .game = at->game, .number = at->number, .kind = "vacation", .text = text, .at_ms = v->at_ms
    };
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    vacation *v = (vacation *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < v->count && status == SHOOGI_OK; i++) {
        stop *at = &v->stops[i];
        shg_game row;
        status = storage->ops->game_get(storage, &row, at->game, &job->error);
        if (status != SHOOGI_OK || row.outcome[0] ||
            row.events > SHG_GAME_EVENTS_MAX / 2) /* the other half is reserved for moves */
            continue;
        at->number = row.events + 1;
        char text[64];
        const shg_event event = event_of(v, at, text);
        const int64_t seen = at->colour == SHOOGI_BLACK ? row.black_seen : row.white_seen;
        at->seen = seen == row.events;
        status = storage->ops->event_add(storage, &event, &job->error);
        if (status == SHOOGI_OK && at->seen)
            status = storage->ops->game_set_seen(storage, NULL, at->game, at->colour, at->number,
                                                 v->at_ms, &job->error);
    }
    return status == SHOOGI_OK
               ? storage->ops->run_alive(storage, shg_now_ms(v->task.server), &job->error)
               : status;
}

/* Updates a game in memory to what was stored; for a game not in memory, only its clock. */
static void apply_in_memory(const vacation *v, const stop *at)
{
    shg_server *server = v->task.server;
    char text[64];
    const shg_event event = event_of(v, at, text);
    shg_game_state *game = shg_game_cache_find(server->games->cache, at->game);
    if (game && shg_game_apply(game, &event, NULL) == SHOOGI_OK) {
        if (at->seen)
            game->seen[at->colour] = game->events;
        shg_time_forfeits_follow(server, game);
        shg_announce(server, game, v->task.session, (shg_added){ 0 });
        return;
    }
    if (game)
        shg_game_set_stale(game);
    const shg_running_clock *running =
        shg_time_forfeits_vacation(server, at->game, at->colour, v->length_ms, v->at_ms);
    const shg_session *by = v->task.session;
    shg_session *to =
        running ? shg_online_first(&server->sessions->online, running->player[!at->colour]) : NULL;
    for (; to; to = shg_online_next(to))
        shg_notify(to,
                   v->length_ms > 0 ? "Game %lld: %s goes on vacation.\n"
                                    : "Game %lld: %s is back from vacation.\n",
                   (long long)at->game, by->name);
}

static void finish(shg_task *task)
{
    const vacation *v = (const vacation *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    for (size_t i = 0; i < v->count; i++)
        if (v->stops[i].number != 0)
            apply_in_memory(v, &v->stops[i]);
    say_left(s, v, shg_now_ms(s->server));
}

/* ---- the command ---- */

/* The length of the vacation in days, or OFF for none. False after saying why not. */
static bool read_length(int64_t *length_ms, shg_session *s, const shg_call *call)
{
    const char *text = shg_call_text(call, call->argument);
    const size_t bytes = call->argument.bytes;
    *length_ms = 0;
    if (shg_text_same(text, bytes, "off", 3))
        return true;
    int64_t days = 0;
    size_t digits = 0;
    while (digits < bytes && shg_is_digit(text[digits]) && days <= SHG_TIME_MAX_MS / SHG_DAY_MS)
        days = days * 10 + (text[digits++] - '0');
    *length_ms = days * SHG_DAY_MS;
    if (digits == bytes && days > 0 && *length_ms <= SHG_TIME_MAX_MS)
        return true;
    shoogi_error err = { 0 };
    if (shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, call->argument.start),
                           "days, 1 to 1000, or OFF", text, bytes) != SHOOGI_OK)
        shg_say_fault(s, &err);
    return false;
}

SHG_RUN(vacation)
{
    int64_t length_ms = 0;
    if (call->argument.bytes > 0 && !read_length(&length_ms, s, call))
        return;
    vacation *v = find_games(s, s->typed_ms);
    if (!v)
        return;
    if (v->count == 0)
        shg_refuse(s, "None of your games allows a vacation.  See HELP CLOCKS.\n");
    if (v->count == 0 || call->argument.bytes == 0) {
        say_left(s, v, s->typed_ms);
        free(v);
        return;
    }
    v->length_ms = length_ms;
    v->at_ms = s->typed_ms;
    shg_task_write(&v->task, s->server, s, run, finish);
}
