/* cond.c: COND: conditional moves: a player's answers to possible moves of the opponent, made in
 * the player's absence. */
#include "base/error.h"
#include "server/commands/move_fault.h"
#include "server/game/board_page.h"
#include "server/game/conditional_moves.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

typedef struct planning {
    shg_task task;
    shg_game_state *game; /* pinned */
    int64_t id, player;
    int64_t events; /* number of events of the game when the plan was made */
    char text[SHG_PLAN_BYTES_MAX + 1];
} planning;

/* ---- showing ---- */

/* "if P-3d then P-2f, if P-8d then P-2e", starting from the position. */
static bool write_line(shg_text_buffer *out, const shg_game_state *game, const char *line,
                       size_t line_bytes, shg_language language, shoogi_notation notation)
{
    shoogi_position *position = NULL;
    char text[2][SHOOGI_NOTATION_TEXT_BYTES]; /* the opponent's move and the answer */
    shoogi_status status = shoogi_position_copy(&position, game->position);
    for (size_t i = 0, at = 0; status == SHOOGI_OK && at < line_bytes; i++) {
        const char *word = line + at;
        const char *space = memchr(word, ' ', line_bytes - at);
        const size_t bytes = space ? (size_t)(space - word) : line_bytes - at;
        shoogi_move move;
        status = shoogi_usi_read(&move, position, word, bytes, NULL);
        if (status != SHOOGI_OK)
            break;
        shoogi_move_write(text[i % 2], sizeof text[0], position, move, notation);
        if (i % 2 == 1) {
            shg_text_add(out, "%s", i > 1 ? shg_word_in(language, "list", ", ") : "  ");
            shg_text_add(out, shg_text_in(language, "if %s then %s"), text[0], text[1]);
        }
        status = shoogi_position_do(position, move);
        at += bytes + (space != NULL);
    }
    shg_text_add(out, "\n");
    shoogi_position_free(position);
    return status == SHOOGI_OK;
}

static void say_plan(shg_session *s, const shg_game_state *game)
{
    const char *plan = game->plan[shg_game_colour_of(game, s->player)];
    if (!plan) {
        shg_say(s, "You have no conditional moves in game %lld.\n", (long long)game->id);
        return;
    }
    shg_text_buffer text = { 0 };
    const shg_language language = shg_session_language(s);
    shg_text_add(&text, shg_text_in(language, "Your conditional moves in game %lld:\n"),
                 (long long)game->id);
    const char *line;
    size_t line_bytes;
    bool good = true;
    while (good && shg_plan_line(&line, &line_bytes, &plan))
        good = write_line(&text, game, line, line_bytes, language, shg_session_notation(s));
    if (good && !text.failed)
        shg_say_bytes(s, text.bytes, text.length);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    shg_text_fini(&text);
}

/* ---- storing ---- */

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    planning *p = (planning *)(void *)job;
    shg_game row;
    const shoogi_status status = storage->ops->game_get(storage, &row, p->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (row.events != p->events)
        return SHOOGI_CONFLICT;
    return storage->ops->document_set(storage, p->id, p->player, SHG_DOCUMENT_PLAN, p->text,
                                      &job->error);
}

static void finish(shg_task *task)
{
    const planning *p = (const planning *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_OK) {
        say_plan(s, p->game);
        return;
    }
    shg_game_set_stale(p->game); /* it already has the plan */
    if (task->job.status == SHOOGI_CONFLICT)
        shg_refuse(s, "Game %lld has changed meanwhile.  BOARD shows it.\n", (long long)p->id);
    else
        shg_say_failed(s, &task->job);
}

static void fini(shg_task *task)
{
    shg_game_unpin(((planning *)task)->game);
}

/* The game has the plan at once, before it is stored: a move of the opponent that arrives from
 * now on is stored after it and must be answered. */
static void store(shg_session *s, shg_game_state *game, const shg_out *plan)
{
    planning *p = shg_task_alloc(s, sizeof *p);
    char *text = p && plan->length > 0 ? strdup(plan->bytes) : NULL;
    if (!p || (plan->length > 0 && !text)) {
        if (p)
            shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        free(p);
        return;
    }
    const int own = shg_game_colour_of(game, s->player);
    free(game->plan[own]);
    game->plan[own] = text;
    p->game = shg_game_pin(game);
    p->id = game->id;
    p->player = s->player;
    p->events = game->events;
    memcpy(p->text, plan->bytes, plan->length + 1);
    p->task.fini = fini;
    shg_task_write(&p->task, s->server, s, run, finish);
}

/* ---- reading ---- */

static void say_illegal(shg_session *s, const char *text, size_t text_bytes,
                        const shoogi_error *err)
{
    shg_clean move, why;
    shg_refuse(s, "In that line %s is illegal: %s.\n", shg_clean_word(&move, text, text_bytes),
               shg_session_message(s, &why, err->message));
}

/* Reads one move of the line and makes it on the position. False after saying why it cannot be
 * made. */
static bool add_move(shg_session *s, shg_out *line, shoogi_position *position, const shg_call *call,
                     shg_part word)
{
    const char *text = shg_call_text(call, word);
    shoogi_parsed_move read;
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_OK;
    shg_clean move;
    if (shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE) {
        shg_refuse(s, "The game would be over before %s.\n",
                   shg_clean_word(&move, text, word.bytes));
        return false;
    }
    status = shoogi_move_read_any(&read, position, text, word.bytes, &err);
    if (status == SHOOGI_OK && read.promotion_open) {
        shg_clean_word(&move, text, word.bytes);
        shg_refuse(s, "Promote or not?  Write %s+ or %s=.\n", move.text, move.text);
        return false;
    }
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    if (status == SHOOGI_OK) {
        shoogi_usi_write(usi, sizeof usi, position, read.move);
        status = shoogi_position_do(position, read.move);
    }
    if (status == SHOOGI_OK) {
        shg_out_format(line, "%s%s", line->length > 0 ? " " : "", usi);
        return true;
    }
    if (status == SHOOGI_ILLEGAL) {
        say_illegal(s, text, word.bytes, &err);
        return false;
    }
    if (err.line > 0)
        err.column += (uint32_t)shg_call_column(call, word.start) - 1;
    shg_say_move_fault(s, shoogi_position_variant(position), &err);
    return false;
}

/* The moves of the argument, in USI. False after saying what is wrong. */
static bool read_line(shg_session *s, shg_out *line, size_t *moves, const shg_call *call,
                      const shg_game_state *game)
{
    shoogi_position *position = NULL;
    if (shoogi_position_copy(&position, game->position) != SHOOGI_OK) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return false;
    }
    bool good = true;
    shg_part rest = call->argument;
    for (*moves = 0; good && rest.bytes > 0; ++*moves) {
        const shg_part word = shg_call_word(&rest, call, rest);
        good = add_move(s, line, position, call, word);
    }
    shoogi_position_free(position);
    return good;
}

/* Why a plan is impossible now, or NULL. */
static const char *why_not(const shg_session *s, const shg_game_state *game)
{
    if (shg_game_shared(game))
        return SHG_TEXT("You share one keyboard: your opponent would read it.");
    if (shg_options_live(game->options))
        return SHG_TEXT("Conditional moves are only for correspondence games.");
    const shoogi_colour side = shoogi_position_side(game->position);
    if (game->player[side] == s->player)
        return SHG_TEXT("It is your turn.  Conditional moves answer your opponent's next move.");
    return NULL;
}

SHG_RUN(cond)
{
    shg_game_state *game = call->game;
    const bool clear = shg_call_has(call, 'c');
    if (!clear && call->argument.bytes == 0) {
        say_plan(s, game);
        return;
    }
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return;
    }
    const char *refusal = why_not(s, game);
    if (refusal) {
        shg_refuse_text(s, refusal);
        return;
    }
    char line_text[SHG_PLAN_BYTES_MAX + 1], plan_text[SHG_PLAN_BYTES_MAX + 1];
    shg_out line = shg_out_make(line_text, sizeof line_text);
    shg_out plan = shg_out_make(plan_text, sizeof plan_text);
    size_t moves;
    if (!read_line(s, &line, &moves, call, game))
        return;
    const char *old = game->plan[shg_game_colour_of(game, s->player)];
    if (clear) {
        shg_plan_without(&plan, old ? old : "", line_text);
    } else if (moves % 2 != 0) {
        shg_refuse(s,
                   "A line must end with a move of yours.  What do you answer to the last one?\n");
        return;
    } else {
        shg_plan_add(&plan, old ? old : "", line_text);
    }
    if (line.length > SHG_PLAN_BYTES_MAX || plan.length > SHG_PLAN_BYTES_MAX)
        shg_refuse(s, "You have too many conditional moves.  COND -c removes some.\n");
    else
        store(s, game, &plan);
}
