/* user.c: USER and HISTORY: who a player is, their rating, and the results of their games. */
#include "server/commands/part.h"
#include "server/engines/engine_players.h"
#include "server/game/game.h"
#include "server/game/grade.h"
#include "server/game/privacy.h"
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/rating/stored_ratings.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The results of one player's games in one variant. */
typedef struct tally {
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    size_t won, lost, drawn, no_contest;
} tally;

typedef struct user {
    int64_t id, created_ms, seen_ms;
    unsigned engine; /* its level; 0: not an engine */
    size_t place;    /* in the order of names */
    size_t end;      /* of its part of the text */
    char name[SHG_NAME_BYTES_MAX + 1];
} user;

typedef struct users {
    shg_task task;
    int64_t own; /* USER without a name; else 0 */
    char pattern[4 * SHG_PATTERN_CHARACTERS_MAX + 1];
    user found[SHG_USERS_SHOWN];
    size_t count;
    bool more; /* there are more than can be shown */
    shg_language language;
    shg_text_buffer text;
    /* The player whose games are being counted. */
    int64_t player, now_ms;
    size_t running, tally_count;
    tally *tallies;
} users;

/* ---- USER: in the reader's thread ---- */

static void add_ratings(users *u, const shg_latest_ratings *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const shg_latest_rating *r = &all->each[i];
        const shg_rating now = shg_rating_at(&r->rating, u->now_ms);
        char text[SHG_RATING_TEXT_BYTES];
        shg_rating_write(text, &now);
        shg_text_add(&u->text, "  %-16s  ", r->variant);
        shg_text_add(&u->text,
                     shg_text_in(u->language, now.games == 1 ? "rated %s in %s, after %u game"
                                                             : "rated %s in %s, after %u games"),
                     text, shg_word_in(u->language, "speed", r->speed), now.games);
        char grade[SHG_GRADE_TEXT_BYTES];
        if (shg_grade_of(&now) != SHG_GRADE_NONE) {
            shg_grade_write(grade, shg_grade_of(&now), u->language);
            shg_text_add(&u->text, ": %s", grade);
        }
        shg_text_add(&u->text, "\n");
    }
}

static tally *tally_of(users *u, const char *variant)
{
    for (size_t i = 0; i < u->tally_count; i++)
        if (strcmp(u->tallies[i].variant, variant) == 0)
            return &u->tallies[i];
    tally *grown = realloc(u->tallies, (u->tally_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    u->tallies = grown;
    tally *added = &grown[u->tally_count++];
    *added = (tally){ 0 };
    snprintf(added->variant, sizeof added->variant, "%s", variant);
    return added;
}

static bool each_game(void *context, const shg_game *row)
{
    users *u = context;
    if (row->outcome[0] == '\0') {
        u->running++;
        return true;
    }
    if (row->black == row->white)
        return true; /* neither player won */
    tally *t = tally_of(u, row->variant);
    if (!t)
        return false;
    const int colour = row->black == u->player ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (strcmp(row->outcome, "draw") == 0)
        t->drawn++;
    else if (strcmp(row->outcome, "no-contest") == 0)
        t->no_contest++;
    else if (strcmp(row->outcome, shg_colour_word(colour)) == 0)
        t->won++;
    else
        t->lost++;
    return true;
}

static bool each_player(void *context, const shg_player *row)
{
    users *u = context;
    if (!shg_pattern_match(u->pattern, strlen(u->pattern), row->name, strlen(row->name)))
        return true;
    u->more = u->count == SHG_USERS_SHOWN;
    if (u->more)
        return false;
    user *found = &u->found[u->count++];
    *found = (user){ .id = row->id,
                     .created_ms = row->created_ms,
                     .seen_ms = row->seen_ms,
                     .engine = shg_engine_level(row),
                     .place = u->count };
    snprintf(found->name, sizeof found->name, "%s", row->name);
    return true;
}

/* Engines last, and engine2 before engine10. */
static int compare_users(const void *a, const void *b)
{
    const user *one = a, *other = b;
    if ((one->engine > 0) != (other->engine > 0))
        return one->engine > 0 ? 1 : -1;
    if (one->engine != other->engine)
        return one->engine > other->engine ? 1 : -1;
    return one->place > other->place ? 1 : -1;
}

/* The literal text with which all matching names begin. */
static size_t literal_prefix(const char *pattern)
{
    return pattern[0] == '!' ? 0 : strcspn(pattern, "?*<@");
}

static shoogi_status tell_user(users *u, shg_storage *storage, const user *one)
{
    u->player = one->id;
    u->running = u->tally_count = 0;
    const shg_game_filter filter = { .player = one->id };
    shg_latest_ratings ratings = { 0 };
    shoogi_status status =
        storage->ops->game_list(storage, &filter, each_game, u, &u->task.job.error);
    if (status == SHOOGI_OK)
        status = shg_ratings_latest(&ratings, storage, one->id, &u->task.job.error);
    shg_text_add(&u->text, shg_text_in(u->language, "  games running: %zu\n"), u->running);
    if (one->engine > 0)
        shg_text_add(&u->text,
                     shg_text_in(u->language, "  an engine of level %u: NEW %s challenges it\n"),
                     one->engine, one->name);
    for (size_t i = 0; i < u->tally_count; i++) {
        const tally *t = &u->tallies[i];
        shg_text_add(&u->text, "  %-16s  ", t->variant);
        shg_text_add(&u->text,
                     shg_text_in(u->language, "won %zu, lost %zu, drawn %zu, no result %zu\n"),
                     t->won, t->lost, t->drawn, t->no_contest);
    }
    add_ratings(u, &ratings);
    shg_latest_ratings_fini(&ratings);
    return status;
}

static shoogi_status run_users(shg_job *job, shg_storage *storage)
{
    users *u = (users *)(void *)job;
    shoogi_status status;
    if (u->own != 0) {
        shg_player row;
        status = storage->ops->player_by_id(storage, &row, u->own, &job->error);
        if (status == SHOOGI_OK) {
            snprintf(u->pattern, sizeof u->pattern, "%s", row.name);
            each_player(u, &row);
        }
    } else {
        char prefix[sizeof u->pattern];
        snprintf(prefix, sizeof prefix, "%.*s", (int)literal_prefix(u->pattern), u->pattern);
        status = storage->ops->player_list(storage, prefix, each_player, u, &job->error);
    }
    qsort(u->found, u->count, sizeof u->found[0], compare_users);
    for (size_t i = 0; i < u->count && status == SHOOGI_OK; i++) {
        status = tell_user(u, storage, &u->found[i]);
        u->found[i].end = u->text.length;
    }
    return status;
}

/* ---- USER: in the loop ---- */

/* Only the loop knows who is online; last seen is stored at the beginning and the end of a visit. */
static void say_seen(shg_session *s, const user *one)
{
    char since[SHG_TIME_TEXT_BYTES], seen[SHG_TIME_TEXT_BYTES];
    shg_time_write(since, one->created_ms);
    shg_time_write(seen, one->seen_ms);
    if (shg_is_online(s->server, one->id))
        shg_say(s, "%s\n  since %s UTC, online now\n", one->name, since);
    else
        shg_say(s, "%s\n  since %s UTC, last seen %s UTC\n", one->name, since, seen);
}

static void finish_users(shg_task *task)
{
    const users *u = (const users *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK || u->text.failed) {
        shg_say_failed(s, &task->job);
        return;
    }
    for (size_t i = 0, from = 0; i < u->count; from = u->found[i++].end) {
        say_seen(s, &u->found[i]);
        shg_say_rows(s, u->text.bytes + from, u->found[i].end - from);
    }
    if (u->own != 0) {
        char settings[512];
        shg_out out = shg_out_make(settings, sizeof settings);
        shg_settings_write(&out, &s->settings);
        if (settings[0])
            shg_say(s, "  settings: %s\n", settings);
        else
            shg_say(s, "  settings: default\n");
        return;
    }
    shg_say(s,
            u->more         ? "More than %zu players match.\n"
            : u->count == 1 ? "%zu player matches.\n"
                            : "%zu players match.\n",
            u->count);
}

static void fini_users(shg_task *task)
{
    users *u = (users *)task;
    shg_text_fini(&u->text);
    free(u->tallies);
}

/* False if the command would have to search all players and the rate limit of this address is
 * exceeded. */
static bool may_search(const shg_session *s, const shg_call *call)
{
    char pattern[4 * SHG_PATTERN_CHARACTERS_MAX + 1];
    snprintf(pattern, sizeof pattern, "%.*s", (int)call->argument.bytes,
             shg_call_text(call, call->argument));
    if (literal_prefix(pattern) > 0)
        return true;
    return shg_commands_may_search(s);
}

SHG_RUN(user)
{
    if (call->argument.bytes == 0 && s->player == 0) {
        shg_say(s, "%s: a guest who has not played yet.\n", s->name);
        return;
    }
    if (call->argument.bytes > 0 && !may_search(s, call)) {
        shg_say(s, "Too many searches from your address.  Try again later,\n"
                   "or with a pattern that begins with letters.\n");
        return;
    }
    users *u = shg_task_alloc(s, sizeof *u);
    if (!u)
        return;
    u->own = call->argument.bytes == 0 ? s->player : 0;
    u->now_ms = shg_now_ms(s->server);
    u->language = shg_session_language(s);
    snprintf(u->pattern, sizeof u->pattern, "%.*s", (int)call->argument.bytes,
             shg_call_text(call, call->argument));
    u->task.fini = fini_users;
    shg_task_read(&u->task, s->server, s, run_users, finish_users);
}

/* ---- HISTORY ---- */

/* The effect of a rated game on the rating. */
typedef struct change {
    int64_t game;
    char before[SHG_RATING_TEXT_BYTES], after[SHG_RATING_TEXT_BYTES];
} change;

typedef struct history {
    shg_task task;
    int64_t player;
    int64_t reader; /* the player who asked */
    char name[SHG_NAME_BYTES_MAX + 1];
    change *changes; /* by number of the game, once all are there; owned */
    size_t change_count, changes_room;
    int64_t after, last; /* the list continues after a game; the last shown */
    size_t shown;
    bool more; /* there are more than could be shown */
    shg_language language;
    shg_text_buffer text;
} history;

static bool each_change(void *context, const shg_rating_row *row)
{
    history *h = context;
    if (h->change_count == h->changes_room) {
        const size_t room = 2 * h->changes_room + 32;
        change *grown = realloc(h->changes, room * sizeof *grown);
        if (!grown)
            return false;
        h->changes = grown;
        h->changes_room = room;
    }
    change *c = &h->changes[h->change_count++];
    const shg_rating before = shg_rating_before(row), after = shg_rating_after(row);
    c->game = row->game;
    shg_rating_write(c->before, &before);
    shg_rating_write(c->after, &after);
    return true;
}

static int compare_games(const void *a, const void *b)
{
    const int64_t one = ((const change *)a)->game, other = ((const change *)b)->game;
    return (one > other) - (one < other);
}

static void add_change(history *h, const shg_game *row)
{
    const change key = { .game = row->id };
    const change *c = h->change_count > 0
                          ? bsearch(&key, h->changes, h->change_count, sizeof key, compare_games)
                          : NULL;
    if (c)
        shg_text_add(&h->text, "; %s -> %s", c->before, c->after);
    else if (row->rated)
        shg_text_add(&h->text, "%s",
                     shg_text_in(h->language, row->settled_ms != 0 ? "; rated, not counted"
                                                                   : "; rated, rating pending"));
}

static bool each_finished(void *context, const shg_game *row)
{
    history *h = context;
    if (row->outcome[0] == '\0' || !shg_game_row_may_remember(h->reader, row))
        return true;
    h->more = h->shown >= SHG_LIST_ROWS || h->text.length >= SHG_LIST_BYTES;
    if (h->more)
        return false;
    h->last = row->id;
    char ended[SHG_TIME_TEXT_BYTES];
    shg_time_write(ended, row->ended_ms);
    shg_text_add(&h->text, "%6lld  %-16s  %-12s  %-16s  %-16s %5lld  ", (long long)row->id,
                 row->ended_ms != 0 ? ended : "", row->variant,
                 shg_game_row_name(row, SHOOGI_BLACK), shg_game_row_name(row, SHOOGI_WHITE),
                 (long long)row->moves);
    shg_clean clean;
    const char *reason =
        shg_text_in(h->language, shg_clean_word(&clean, row->reason, strlen(row->reason)));
    if (strcmp(row->outcome, "draw") == 0)
        shg_text_add(&h->text, shg_text_in(h->language, "drawn: %s"), reason);
    else if (strcmp(row->outcome, "no-contest") == 0)
        shg_text_add(&h->text, shg_text_in(h->language, "no result: %s"), reason);
    else if (row->outcome[0] == 'b')
        shg_text_add(&h->text, shg_text_in(h->language, "Black won: %s"), reason);
    else
        shg_text_add(&h->text, shg_text_in(h->language, "White won: %s"), reason);
    if (row->deleted_ms != 0)
        shg_text_add(&h->text, "%s", shg_text_in(h->language, "; deleted by both players"));
    add_change(h, row);
    shg_text_add(&h->text, "\n");
    h->shown++;
    return true;
}

static shoogi_status run_history(shg_job *job, shg_storage *storage)
{
    history *h = (history *)(void *)job;
    if (h->player == 0) {
        shg_player row;
        const shoogi_status status =
            storage->ops->player_by_name(storage, &row, h->name, &job->error);
        if (status != SHOOGI_OK)
            return status;
        h->player = row.id;
        snprintf(h->name, sizeof h->name, "%s", row.name);
    }
    const shg_game_filter filter = { .player = h->player, .newest_first = true, .after = h->after };
    const shg_rating_filter ratings = { .player = h->player };
    const shoogi_status status =
        storage->ops->rating_list(storage, &ratings, each_change, h, &job->error);
    if (status != SHOOGI_OK)
        return status;
    /* The order of settling differs from the order of starting. */
    if (h->change_count > 0)
        qsort(h->changes, h->change_count, sizeof *h->changes, compare_games);
    return storage->ops->game_list(storage, &filter, each_finished, h, &job->error);
}

static void finish_history(shg_task *task)
{
    const history *h = (const history *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_say_no_player(s, h->name);
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (h->shown == 0 && h->after != 0) {
        shg_say(s, "There are no games before game %lld.\n", (long long)h->after);
    } else if (h->shown == 0) {
        shg_say(s, "There are no finished games of %s.\n", h->name);
    } else {
        const char *const heading =
            shg_text_in(h->language, "  Game  Ended (UTC)       Variant       Black             "
                                     "White            Moves  Result\n");
        shg_say_rows(s, heading, strlen(heading));
        shg_say_rows(s, h->text.bytes, h->text.length);
        if (h->more)
            shg_say(s, "  older games: HISTORY -a %lld %s\n", (long long)h->last, h->name);
    }
}

static void fini_history(shg_task *task)
{
    history *h = (history *)task;
    shg_text_fini(&h->text);
    free(h->changes);
}

SHG_RUN(history)
{
    const bool own = call->argument.bytes == 0;
    if (own && s->player == 0) {
        shg_say(s, "There are no finished games of %s.\n", s->name);
        return;
    }
    int64_t after;
    shoogi_error err;
    if (shg_call_after(&after, call, &err) != SHOOGI_OK) {
        shg_say_fault(s, &err);
        return;
    }
    history *h = shg_task_alloc(s, sizeof *h);
    if (!h)
        return;
    h->after = after;
    h->player = own ? s->player : 0;
    h->reader = s->player;
    h->language = shg_session_language(s);
    snprintf(h->name, sizeof h->name, "%.*s",
             own ? (int)strlen(s->name) : (int)call->argument.bytes,
             own ? s->name : shg_call_text(call, call->argument));
    h->task.fini = fini_history;
    shg_task_read(&h->task, s->server, s, run_history, finish_history);
}
