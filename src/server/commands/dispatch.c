#include "server/commands/dispatch.h"

#include "base/nearest.h"
#include "server/commands/command_runs.h"
#include "server/commands/one_keyboard_answers.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/seen_first.h"
#include "server/session/command_ids.h"
#include "server/session/move_word.h"
#include "server/session/task.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The rule of GEN.7: a player can play only in a game of which this session has been sent
 * everything. */
static bool may_play(shg_session *s, const shg_game_state *game, shg_need need)
{
    const long long id = (long long)game->id;
    if (shg_game_colour_of(game, s->player) < 0) {
        shg_refuse(s, "You do not play in game %lld.  STAT lists your games.\n", id);
        return false;
    }
    /* The command itself says that a game is over, which is more to the point. */
    if (need != SHG_NEED_LOADED || shg_is_loaded(s, game) || shg_game_over(game))
        return true;
    const bool seen = s->loaded_game == game->id;
    const size_t loaded = seen ? shg_game_items_until(game, s->loaded_event) : 0;
    /* Moves were taken back, or the game was adjourned or resumed. */
    if (seen && loaded == game->item_count)
        shg_refuse(s, "Game %lld has changed since you saw it: type BOARD first.\n", id);
    else if (game->item_count == 0)
        shg_refuse(s, "You have not seen game %lld yet: type BOARD or MOVES -N first.\n", id);
    else
        shg_refuse(s,
                   "You have seen game %lld up to move %zu of %zu: type BOARD or MOVES -N first.\n",
                   id, loaded, game->item_count);
    return false;
}

static void unpin(shg_call *call)
{
    shg_game_unpin(call->game);
}

static void with_game(shg_session *s, shg_game_state *game)
{
    shg_call *call = s->call;
    if (!game)
        return;
    const shg_need need = call->command->need;
    if (need != SHG_NEED_GAME && need != SHG_NEED_ENDED && !may_play(s, game, need))
        return;
    call->game = shg_game_pin(game);
    call->end = unpin;
    if (need != SHG_NEED_ENDED || call->number != 0)
        shg_set_current_game(s, game->id);
    shg_run_call(s, call);
}

/* ---- the game last finished ---- */

enum { FINISHED_ROWS_MAX = 2000 }; /* so many of a player's games, the newest, are looked at */

typedef struct finished {
    shg_task task;
    int64_t player, game, ended_ms;
    size_t rows;
} finished;

static bool each_finished(void *context, const shg_game *row)
{
    finished *f = context;
    if (row->outcome[0] != '\0' && row->deleted_ms == 0 && row->ended_ms > f->ended_ms) {
        f->game = row->id;
        f->ended_ms = row->ended_ms;
    }
    return ++f->rows < FINISHED_ROWS_MAX;
}

static shoogi_status run_finished(shg_job *job, shg_storage *storage)
{
    finished *f = (finished *)(void *)job;
    const shg_game_filter all = { .player = f->player, .newest_first = true };
    return storage->ops->game_list(storage, &all, each_finished, f, &job->error);
}

static void finish_finished(shg_task *task)
{
    const finished *f = (const finished *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (f->game != 0 || s->current_game != 0)
        shg_with_game(s, f->game != 0 ? f->game : s->current_game, with_game);
    else
        shg_refuse(s, "You have not finished any game.  HISTORY <name> lists those of others.\n");
}

/* Of the current game, if that is over. */
static void with_current_if_over(shg_session *s, shg_game_state *game)
{
    if (game && (shg_game_over(game) && shg_is_loaded(s, game))) {
        with_game(s, game);
        return;
    }
    finished *f = shg_task_alloc(s, sizeof *f);
    if (!f)
        return;
    f->player = s->player;
    f->ended_ms = INT64_MIN;
    shg_task_read(&f->task, s->server, s, run_finished, finish_finished);
}

/* Without a number the command means the finished game on the screen, or else the one that the
 * player finished last. */
static void start_with_finished(shg_session *s)
{
    shg_game_state *game = shg_game_cache_find(s->server->games->cache, s->current_game);
    if (shg_session_is_program(s) && s->current_game != 0)
        shg_with_game(s, s->current_game, with_game);
    else
        with_current_if_over(s, s->current_game != 0 ? game : NULL);
}

static void start(shg_session *s, shg_call *call)
{
    s->call = call;
    if (s->server->local && shg_answers_at_one_keyboard(s, call))
        return;
    if (call->command->need == SHG_NEED_NOTHING) {
        shg_run_call(s, call);
        return;
    }
    if (call->command->need == SHG_NEED_ENDED && call->number == 0) {
        start_with_finished(s);
        return;
    }
    const int64_t id = call->number != 0 ? call->number : s->current_game;
    if (id == 0)
        shg_refuse(
            s,
            "You have no current game.  BOARD <gid> selects one; STAT lists yours, GAMES all.\n");
    else
        shg_with_game(s, id, with_game);
}

/* Answers a word that is not a command but looks like a move, Western (PLAY.8) or USI. */
static bool say_play(shg_session *s, const char *word, size_t word_bytes)
{
    if (word_bytes > 80 || !(shg_move_word(word, word_bytes) || shg_usi_word(word, word_bytes)))
        return false;
    shg_clean move;
    shg_refuse(s, "To make a move, type PLAY before it: PLAY %s\n",
               shg_clean_word(&move, word, word_bytes));
    return true;
}

/* Commands of other servers, and what to type here. */
static const struct {
    const char *word, *type, *topic;
} foreign_words[] = {
#define FOREIGN(word, type, topic) { word, type, topic },
#include "server/session/foreign_words.def"
};
enum { FOREIGN_WORDS = sizeof foreign_words / sizeof foreign_words[0] };

/* Answers a command of another server with the command of ours that does the same. */
static bool say_foreign(shg_session *s, const char *word, size_t word_bytes)
{
    for (size_t i = 0; i < FOREIGN_WORDS; i++)
        if (shg_text_same(foreign_words[i].word, strlen(foreign_words[i].word), word, word_bytes)) {
            shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "Here %s is %s (HELP %s).\n",
                          foreign_words[i].word, foreign_words[i].type, foreign_words[i].topic);
            return true;
        }
    return false;
}

/* Answers a line whose first word is no command. */
static void say_unknown(shg_session *s, const char *line, size_t line_bytes)
{
    const char *word = line;
    size_t bytes = line_bytes;
    shg_trim(&word, &bytes);
    const char *space = memchr(word, ' ', bytes);
    if (space)
        bytes = (size_t)(space - word);
    if (say_play(s, word, bytes) || say_foreign(s, word, bytes))
        return;
    shg_nearest nearest = shg_nearest_to(word, bytes);
    const char *name;
    size_t name_bytes;
    for (size_t i = 0; i < shg_command_count; i++)
        for (size_t n = 0; shg_command_name(&name, &name_bytes, &shg_commands[i], n); n++)
            shg_nearest_try(&nearest, name, name_bytes);
    for (size_t i = 0; i < FOREIGN_WORDS; i++)
        shg_nearest_try(&nearest, foreign_words[i].word, strlen(foreign_words[i].word));
    if (say_foreign(s, nearest.name, strlen(nearest.name)))
        return;
    shg_clean clean;
    shg_clean_word(&clean, word, bytes);
    if (nearest.name[0] != '\0')
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "Unknown command %s.  Did you mean %s?  HELP lists the commands.\n",
                      clean.text, nearest.name);
    else
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "Unknown command %s.  HELP lists the commands.\n",
                      clean.text);
}

void shg_dispatch(shg_session *s, const char *line, size_t line_bytes, size_t text_at)
{
    shg_call *call = NULL;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_call_read(&call, line, line_bytes, &err);
    /* A move is stored together with the fact that its player has seen the one before (add_events.c). */
    const bool plays = call && call->command == &shg_commands[SHG_COMMAND_play];
    if (!plays) {
        if (shg_see_drawn_first(s, line, line_bytes, text_at, shg_dispatch)) {
            free(call);
            return;
        }
        shg_drawn_is_seen(s);
    }
    if (status == SHOOGI_NOT_FOUND) {
        say_unknown(s, line, line_bytes);
    } else if (status != SHOOGI_OK) {
        shg_say_fault_of(s, &err, shg_command_of_line(line, line_bytes), line, line_bytes);
    } else if (call) {
        call->text_at = text_at;
        if (shg_session_may(s, call->command->scope))
            start(s, call);
        else
            free(call);
    }
    if (plays)
        shg_drawn_is_seen(s); /* it asks, or was refused */
}
