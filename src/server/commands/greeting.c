#include "server/commands/greeting.h"

#include "server/admin/shutdown_notice.h"
#include "server/engines/part.h"
#include "server/game/abandoned.h"
#include "server/commands/command_prompt.h"
#include "server/game/game.h"
#include "server/game/game_options.h"
#include "server/lobby/challenge_terms.h"
#include "server/messages/offline_messages.h"
#include "server/messages/talk.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/part.h"
#include "server/session/ignored.h"
#include "server/session/task.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The subjects of the greeting about games. */
enum { BEGUN, UNSEEN, TURN, CHALLENGED, ABANDONED, SUBJECTS };

typedef struct subject {
    size_t games, shown;
    shg_out out;
    char text[600]; /* their numbers */
} subject;

/* A game without a clock. */
typedef struct timeless {
    int64_t game, black;
} timeless;

typedef struct greeting {
    shg_task task;
    int64_t player, now_ms;
    int64_t current_game; /* 0: none */
    shg_prompt_note current;
    shg_language language;
    char name[SHG_NAME_BYTES_MAX + 1];
    shg_offline_messages messages;
    char ignored[SHG_IGNORED_MAX][SHG_NAME_BYTES_MAX + 1];
    size_t ignored_count;
    subject subjects[SUBJECTS];
    timeless timeless[SHG_LIST_ROWS];
    size_t timeless_count;
    int64_t seen_ms;                          /* time of the last visit */
    int64_t settled[SHG_FINAL_RESULTS_SHOWN]; /* games settled since then; the latest numbers */
    size_t games;                             /* number of games read for it */
    size_t settled_count;
    shg_text_buffer ratings;
} greeting;

static void add_number(greeting *g, int which, int64_t number)
{
    subject *about = &g->subjects[which];
    about->games++;
    if (about->out.length + 24 < sizeof about->text) {
        shg_out_format(&about->out, "%s%lld", about->shown > 0 ? ", " : "", (long long)number);
        about->shown++;
    }
}

static bool each_open(void *context, const shg_game *row)
{
    greeting *g = context;
    if (row->deleted_ms != 0)
        return true;
    const int colour = row->black == g->player ? SHOOGI_BLACK : SHOOGI_WHITE;
    const bool unseen = (colour == SHOOGI_BLACK ? row->black_seen : row->white_seen) < row->events;
    const bool runs = row->outcome[0] == '\0';
    if (runs && row->created_ms >= g->seen_ms)
        add_number(g, BEGUN, row->id);
    size_t bytes;
    if (runs && g->timeless_count < SHG_LIST_ROWS &&
        !shg_option_value(&bytes, row->options, SHG_OPTION_CLOCK))
        g->timeless[g->timeless_count++] = (timeless){ row->id, row->black };
    if (unseen)
        add_number(g, UNSEEN, row->id);
    else if (shg_game_row_mover(row) == g->player)
        add_number(g, TURN, row->id);
    return true;
}

/* Games about which the player is asked whether they continue. A move made since cancels the
 * question, which the next search notices. */
static bool each_time(void *context, const shg_event *event)
{
    *(int64_t *)context = event->at_ms;
    return true;
}

static shoogi_status add_abandoned(greeting *g, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < g->timeless_count && status == SHOOGI_OK; i++) {
        const char *asked = "";
        int64_t latest_ms = 0;
        shg_game row;
        status = storage->ops->document_get(storage, &asked, g->timeless[i].game,
                                            g->timeless[i].black, SHG_DOCUMENT_ABANDONED, err);
        if (status != SHOOGI_OK || asked[0] == '\0')
            continue;
        const int64_t asked_ms = strtoll(asked, NULL, 10);
        status = storage->ops->game_get(storage, &row, g->timeless[i].game, err);
        if (status == SHOOGI_OK)
            status =
                storage->ops->event_list(storage, row.id, row.events, each_time, &latest_ms, err);
        if (status == SHOOGI_OK && latest_ms < asked_ms)
            add_number(g, ABANDONED, g->timeless[i].game);
    }
    return status;
}

/* Challenges to the player alone. */
static bool each_challenge(void *context, const shg_challenge *row)
{
    greeting *g = context;
    if (shg_text_same(row->pattern, strlen(row->pattern), g->name, strlen(g->name)) &&
        shg_terms_listed(row, g->player, g->now_ms) && row->player != g->player)
        add_number(g, CHALLENGED, row->id);
    return true;
}

/* A game is settled at the latest a day after its end, so only the player's last games matter. */
static bool each_latest(void *context, const shg_game *row)
{
    greeting *g = context;
    if (row->rated && row->settled_ms > g->seen_ms)
        g->settled[g->settled_count++] = row->id;
    return ++g->games < SHG_LIST_ROWS && g->settled_count < SHG_FINAL_RESULTS_SHOWN;
}

static bool each_rating(void *context, const shg_rating_row *row)
{
    greeting *g = context;
    size_t i = 0;
    while (i < g->settled_count && g->settled[i] != row->game)
        i++;
    if (i == g->settled_count)
        return true;
    const shg_rating before = shg_rating_before(row), after = shg_rating_after(row);
    char text[SHG_RATING_CHANGE_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    shg_rating_change_write(&out, row->game,
                            shg_server_title(g->task.server, g->language, row->variant), row->speed,
                            &before, &after, g->language);
    shg_text_add(&g->ratings, "%s", text);
    return true;
}

static bool each_ignored(void *context, const shg_player *row)
{
    greeting *g = context;
    snprintf(g->ignored[g->ignored_count++], sizeof g->ignored[0], "%s", row->name);
    return g->ignored_count < SHG_IGNORED_MAX;
}

static shoogi_status run_greeting(shg_job *job, shg_storage *storage)
{
    greeting *g = (greeting *)(void *)job;
    for (int i = 0; i < SUBJECTS; i++)
        g->subjects[i].out = shg_out_make(g->subjects[i].text, sizeof g->subjects[i].text);
    shg_player player;
    shoogi_status status = storage->ops->player_by_id(storage, &player, g->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    g->seen_ms = player.seen_ms;
    const shg_game_filter open = { .player = g->player, .open_only = true };
    const shg_game_filter latest = { .player = g->player, .newest_first = true };
    status = storage->ops->game_list(storage, &open, each_open, g, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->game_list(storage, &latest, each_latest, g, &job->error);
    if (status == SHOOGI_OK)
        status = add_abandoned(g, storage, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->challenge_list(storage, 0, each_challenge, g, &job->error);
    shg_game current;
    if (status == SHOOGI_OK && g->current_game != 0 &&
        storage->ops->game_get(storage, &current, g->current_game, NULL) == SHOOGI_OK)
        g->current = shg_prompt_note_of(&current, g->player);
    const shg_rating_filter ratings = { .player = g->player };
    if (status == SHOOGI_OK && g->settled_count > 0)
        status = storage->ops->rating_list(storage, &ratings, each_rating, g, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->ignored_list(storage, g->player, each_ignored, g, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->message_list(storage, g->player, shg_offline_message_add,
                                            &g->messages, &job->error);
    return status;
}

static void say_current(shg_session *s)
{
    if (s->current_game != 0)
        shg_say(s, "Your current game is %lld.  BOARD shows it.\n", (long long)s->current_game);
}

/* games: their numbers. */
static void say_subject(shg_session *s, int which, bool several, const char *games)
{
    switch (which) {
    case BEGUN:
        shg_say(s,
                several ? "Games that began while you were away: %s.\n"
                        : "A game began while you were away: %s.\n",
                games);
        break;
    case UNSEEN:
        shg_say(s,
                several ? "There are moves you have not seen in games %s.\n"
                        : "There are moves you have not seen in game %s.\n",
                games);
        break;
    case TURN:
        shg_say(s, several ? "It is your turn in games %s.\n" : "It is your turn in game %s.\n",
                games);
        break;
    case ABANDONED:
        shg_say(s,
                several ? "These games are inactive and will be archived soon: %s.\n"
                        : "This game is inactive and will be archived soon: %s.\n",
                games);
        break;
    case CHALLENGED:
        shg_say(s,
                several ? "You have been challenged by name.  NEW shows challenges %s.\n"
                        : "You have been challenged by name.  NEW shows challenge %s.\n",
                games);
        break;
    }
}

static void say_games(shg_session *s, const greeting *g)
{
    bool said = false;
    for (int i = 0; i < SUBJECTS; i++) {
        const subject *about = &g->subjects[i];
        if (about->games == 0)
            continue;
        shg_text_buffer games = { 0 };
        if (about->games > about->shown)
            shg_text_add(&games, shg_text_in(shg_session_language(s), "%s and %zu more"),
                         about->text, about->games - about->shown);
        const bool all = about->games == about->shown || games.failed;
        say_subject(s, i, about->games > 1, all ? about->text : games.bytes);
        shg_text_fini(&games);
        said = true;
    }
    if (said)
        shg_say(s, "STAT lists your games.\n");
}

static void finish_greeting(shg_task *task)
{
    const greeting *g = (const greeting *)task;
    shg_session *s = task->session;
    if (!s->door || s->quitting)
        return; /* what cannot be shown is kept */
    shg_store_last_seen(s->server, g->player, s->login_ms);
    for (size_t i = 0; i < g->ignored_count; i++)
        if (!shg_ignored_set(s, g->ignored[i], true))
            break;
    if (task->job.status == SHOOGI_OK)
        shg_offline_messages_show(s, &g->messages, false);
    if (task->job.status == SHOOGI_OK && !g->ratings.failed)
        shg_say_bytes(s, g->ratings.bytes, g->ratings.length);
    if (task->job.status == SHOOGI_OK)
        say_games(s, g);
    say_current(s);
    shg_prompt_note_keep(s, g->current);
}

static void fini(shg_task *task)
{
    greeting *g = (greeting *)task;
    shg_text_fini(&g->messages.text);
    shg_text_fini(&g->ratings);
}

static void greet(shg_session *s)
{
    greeting *g = shg_task_alloc(s, sizeof *g);
    if (!g)
        return;
    g->player = s->player;
    g->current_game = s->current_game;
    g->now_ms = shg_now_ms(s->server);
    g->language = shg_session_language(s);
    memcpy(g->name, s->name, sizeof g->name);
    g->task.fini = fini;
    shg_task_read(&g->task, s->server, s, run_greeting, finish_greeting);
}

/* ---- signing in ---- */

/* Line by line: each line is sanitised by itself. */
static void say_motd(shg_session *s)
{
    const char *line = shg_bans_motd(s->server->bans);
    if (line[0] != '\0')
        shg_say(s, "\n");
    while (*line) {
        const size_t length = strcspn(line, "\n");
        shg_say_clean(s, line, length);
        shg_say(s, "\n");
        line += length + (line[length] == '\n');
    }
}

void shg_welcome(shg_session *s, shg_presence presence)
{
    if (presence == SHG_PRESENCE_SILENT) {
        if (s->player != 0) /* messages can be read nowhere else */
            shg_offline_messages_late(s->server, s->player);
        return;
    }
    shg_say(
        s,
        s->server->engines->players
            ? SHG_TEXT(
                  "\nWelcome, %s.\nNew here?  Type HELP START, or NEW engine1 to play the computer.\n"
                  "NEW lists the challenges, HELP the commands; QUIT leaves.\n")
            : SHG_TEXT(
                  "\nWelcome, %s.\nNew here?  Type HELP START.  NEW lists the challenges, HELP the commands; QUIT leaves.\n"),
        s->name);
    say_motd(s);
    shg_shutdown_notify(s);
    if (s->player != 0)
        greet(s);
}
