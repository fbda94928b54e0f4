/* cmd_play.c: PLAY: the move is checked, its promotion asked, its making confirmed, then it is stored. */
#include "server/add_events.h"
#include "server/board_page.h"
#include "server/move_word.h"
#include "server/promotion.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>

/* A move on its way. */
typedef struct play {
    shg_question question; /* must be first */
    shg_game_state *game;  /* pinned */
    int64_t number;        /* of the event it is to be */
    shoogi_move move;
    char usi[SHOOGI_MOVE_TEXT_BYTES]; /* as it is stored */
} play;

static void free_play(void *context)
{
    play *p = context;
    shg_game_unpin(p->game);
    free(p);
}

static void free_question(shg_session *s, shg_question *question)
{
    (void)s;
    free_play(question);
}

/* ---- storing ---- */

static void store(shg_session *s, const play *p)
{
    shg_game_state *game = p->game;
    shg_additions additions = { .number = p->number, .count = 1 };
    additions.each[0].kind = "move";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s", p->usi);
    if (game->events + 1 == p->number) {
        if (shoogi_position_do(game->position, p->move) != SHOOGI_OK) {
            shg_say(s, "The server is out of memory: the move was not made.\n");
            return;
        }
        const shoogi_result result = shoogi_position_result(game->position);
        shoogi_position_undo(game->position);
        if (result.outcome != SHOOGI_OUTCOME_NONE) {
            shg_addition *end = &additions.each[additions.count++];
            end->kind = "result";
            shg_out out = shg_out_make(end->text, sizeof end->text);
            shg_result_event_write(&out, result.outcome, shoogi_reason_text(result.reason));
        }
    } /* else the storage will refuse it, and the session be shown what has happened */
    shg_add_events(s, game, &additions, shg_say_moved);
}

/* ---- asking ---- */

static void show_as_made(shg_session *s, const play *p, shoogi_colour view)
{
    shoogi_position *position = p->game->position;
    if (p->game->events + 1 != p->number) {
        shg_say(s, "Something has happened in the game meanwhile.\n");
        return;
    }
    if (shoogi_position_do(position, p->move) != SHOOGI_OK) {
        shg_say(s, "The server is out of memory.\n");
        return;
    }
    shg_say_board(s, position, view);
    shoogi_position_undo(position);
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    play *p = (play *)question;
    shg_trim(&line, &line_bytes);
    const shoogi_colour own = shg_view_of(s, p->game);
    switch (line_bytes == 1 ? shg_lower(line[0]) : '\0') {
    case 'p': show_as_made(s, p, own); break;
    case 'o': show_as_made(s, p, shoogi_colour_other(own)); break;
    case 'n':
        shg_say(s, "The move was not made.\n");
        shg_session_answered(s);
        break;
    case 'y': {
        play taken = *p;
        shg_game_pin(taken.game);
        shg_session_answered(s);
        store(s, &taken);
        shg_game_unpin(taken.game);
        break;
    }
    default: /* anything else repeats the prompt */ break;
    }
}

static void confirm(shg_session *s, void *context, shoogi_move move)
{
    play *p = context;
    if (p->game->events + 1 != p->number) { /* while the promotion was being asked */
        shg_say(s, "Something has happened in game %lld meanwhile: BOARD shows it.\n",
                (long long)p->game->id);
        free_play(p);
        return;
    }
    p->move = move;
    shoogi_usi_write(p->usi, sizeof p->usi, p->game->position, move);
    if (s->settings.value[SHG_SET_CONFIRM] == SHG_OFF) {
        store(s, p);
        free_play(p);
        return;
    }
    p->question.answer = answer;
    p->question.free = free_question;
    p->question.interrupt = "n";
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_western_write(text, sizeof text, p->game->position, move);
    snprintf(p->question.prompt, sizeof p->question.prompt, "%s <p,o,n,y> ", text);
    shg_session_ask(s, &p->question);
}

/* ---- checking ---- */

/* False, after saying why, if it is not this player's turn. */
static bool may_move(shg_session *s, const shg_game_state *game)
{
    const shoogi_colour side = shoogi_position_side(game->position);
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return false;
    }
    if (game->player[side] != s->player) {
        shg_say(s, "It is not your turn: %s (%s) is to move.\n", shg_colour_name((int)side),
                game->name[side]);
        return false;
    }
    if (game->events + SHG_GAME_EVENTS_SPARE / 2 > SHG_GAME_EVENTS_MAX) {
        shg_say(s, "Game %lld has as many moves as a game can have here.\n", (long long)game->id);
        return false;
    }
    return true;
}

void shg_run_play(shg_session *s, shg_call *call)
{
    shg_game_state *game = call->game;
    const char *text = shg_call_text(call, call->argument);
    if (!may_move(s, game))
        return;
    if (shg_handicap_word(text, call->argument.bytes)) {
        shg_say(s, "Games with a handicap cannot be played here yet.\n");
        return;
    }
    shoogi_western move;
    shoogi_error err = { 0 };
    const shoogi_status status =
        shoogi_western_read(&move, game->position, text, call->argument.bytes, &err);
    if (status == SHOOGI_ILLEGAL) {
        shg_say(s, "That move is illegal: ");
        shg_say_clean(s, err.message, sizeof err.message);
        shg_say(s, ".\n");
        return;
    }
    if (status != SHOOGI_OK) {
        if (err.line > 0)
            err.column += (uint32_t)shg_call_column(call, call->argument.start) - 1;
        shg_say_fault(s, &err);
        return;
    }
    play *p = calloc(1, sizeof *p);
    if (!p) {
        shg_say(s, "The server is out of memory.\n");
        return;
    }
    p->game = shg_game_pin(game);
    p->number = game->events + 1;
    if (move.promotion_open)
        shg_ask_promotion(s, game->position, move.move, confirm, p, free_play);
    else
        confirm(s, p, move.move);
}
