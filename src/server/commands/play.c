/* play.c: PLAY and HANDICAP: checks the action, asks about a promotion, asks for confirmation,
 * then stores it. */
#include "base/error.h"
#include "server/commands/move_fault.h"
#include "server/game/action.h"
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/game/promotion.h"
#include "server/loop/text_buffer.h"
#include "server/session/move_word.h"
#include "server/session/session.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A move, a handicap or an illegal move being made. */
typedef struct play {
    shg_question question; /* must be first */
    shg_game_state *game;  /* pinned */
    int64_t number;        /* of the event it will become */
    bool illegal;          /* the move is not made and loses the game; the typed text is stored */
    char stored[SHG_ACTION_BYTES];
    char comment[SHG_MOVE_COMMENT_BYTES_MAX + 1]; /* the comment made with it; "" for none */
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

/* Whether the game has changed so that the action may no longer fit. */
static bool has_changed(const play *p)
{
    return p->game->board_event >= p->number;
}

/* ---- storing ---- */

/* False, after saying why, if the result of the action could not be determined. */
static bool add_action(shg_session *s, shg_additions *additions, const play *p)
{
    shoogi_position *position = p->game->position;
    additions->each[0].kind = shg_action_kind(p->stored);
    snprintf(additions->each[0].text, sizeof additions->each[0].text, "%s", p->stored);
    if (has_changed(p))
        return true; /* the storage will refuse it, and the session is shown what has happened */
    if (shg_action_apply(position, p->stored, NULL) != SHOOGI_OK) {
        shg_refuse_as(s, SHG_REFUSED_FAILED,
                      "The server is out of memory: the move was not made.\n");
        return false;
    }
    const shoogi_result result = shoogi_position_result(position);
    shoogi_position_undo(position);
    if (p->comment[0] && !shg_comment_add(additions, s, p->game, p->comment, strlen(p->comment)))
        return false;
    if (result.outcome != SHOOGI_OUTCOME_NONE)
        shg_additions_end(additions, result.outcome, shoogi_reason_text(result.reason));
    return true;
}

static void sealed(shg_session *s, shg_game_state *game)
{
    shg_say(s,
            "Your move is sealed and the clocks are stopped.  RESUME continues game %lld when both "
            "of\nyou are online.\n",
            (long long)game->id);
    shg_set_loaded(s, game, game->item_count);
}

/* Adjourns the game: the move is stored unseen instead of being made. */
static void seal(shg_session *s, const play *p)
{
    if (p->illegal || p->comment[0] || strcmp(shg_action_kind(p->stored), "move") != 0) {
        shg_refuse(s, "Only a legal move without a comment can be sealed.\n");
        return;
    }
    shg_additions additions = { .number = p->number, .count = 1, .sealer = s->player };
    additions.each[0].kind = "sealed";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s",
             shg_colour_word(shg_game_colour_of(p->game, s->player)));
    memcpy(additions.sealed, p->stored, sizeof additions.sealed);
    shg_add_events(s, p->game, &additions, sealed);
}

static void store(shg_session *s, const play *p)
{
    shg_game_state *game = p->game;
    if (game->adjourned == SHG_ADJOURNED_AGREED && !has_changed(p)) {
        seal(s, p);
        return;
    }
    shg_additions additions = { .number = p->number, .count = 1 };
    if (p->illegal) {
        const int own = shg_game_colour_of(game, s->player);
        additions.each[0].kind = "illegal";
        snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %s",
                 shg_colour_word(own), p->stored);
        shg_additions_end(&additions,
                          own == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK,
                          shoogi_reason_text(SHOOGI_REASON_ILLEGAL_MOVE));
    } else if (!add_action(s, &additions, p)) {
        return;
    }
    shg_add_events(s, game, &additions, shg_say_moved);
}

/* ---- asking ---- */

static void show_as_made(shg_session *s, const play *p, shoogi_colour view)
{
    shoogi_position *position = p->game->position;
    if (has_changed(p)) {
        shg_refuse(s, "The game has changed meanwhile.\n");
        return;
    }
    if (p->illegal) {
        shg_refuse(s, "That move is illegal, so there is no board to show.\n");
        return;
    }
    if (shg_action_apply(position, p->stored, NULL) != SHOOGI_OK) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    shg_say_board(s, position, view);
    shoogi_position_undo(position);
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    play *p = (play *)question;
    const char *typed = line;
    size_t typed_bytes = line_bytes;
    shg_trim(&typed, &typed_bytes);
    const shoogi_colour own = shg_view_of(s, p->game);
    const char key = typed_bytes == 1 ? shg_lower(typed[0]) : '\0';
    if (key == 'p') {
        show_as_made(s, p, own);
        return;
    }
    if (key == 'o') {
        show_as_made(s, p, shoogi_colour_other(own));
        return;
    }
    switch (shg_session_reply(s, typed, typed_bytes)) {
    case SHG_REPLY_NO:
        shg_refuse(s, "The move was not made.\n");
        shg_session_answered(s);
        break;
    case SHG_REPLY_YES:
        s->question = NULL; /* it is answered */
        store(s, p);
        free_play(p);
        break;
    case SHG_REPLY_OTHER:
        shg_session_not_answered(
            s, line, line_bytes,
            SHG_TEXT("Type y to make the move, n not to make it, or p or o to see the board after "
                     "it."));
        break;
    }
}

enum { WRITTEN_BYTES_ASKED = 90 }; /* about a terminal's line */

/* written: as it will be recorded. */
static void ask(shg_session *s, play *p, const char *written)
{
    static const char keys[] = "<p,o,n,y> ";
    p->question.answer = answer;
    p->question.free = free_question;
    p->question.interrupt = "n";
    const bool fits = strlen(written) < WRITTEN_BYTES_ASKED;
    if (!fits) /* a handicap of many pieces: listed once, then asked about briefly */
        shg_say(s, "%s\n", written);
    snprintf(p->question.prompt, sizeof p->question.prompt, "%s %s",
             fits ? written : shg_text_in(shg_session_language(s), "Play this move?"), keys);
    shg_session_ask(s, &p->question);
}

static void confirm(shg_session *s, play *p)
{
    if (s->settings.value[SHG_SET_CONFIRM] == SHG_OFF || shg_session_is_program(s)) {
        store(s, p);
        free_play(p);
        return;
    }
    shg_out written = shg_out_growing();
    shg_action_write(&written, p->game->position, p->stored, shg_session_notation(s));
    ask(s, p, written.spent ? "" : written.bytes);
    free(written.bytes);
}

static void confirm_move(shg_session *s, void *context, shoogi_move move)
{
    play *p = context;
    if (has_changed(p)) { /* while the promotion was being asked */
        shg_refuse(s, "Game %lld has changed meanwhile.  BOARD shows it.\n",
                   (long long)p->game->id);
        free_play(p);
        return;
    }
    shg_action_of_move(p->stored, p->game->position, move);
    confirm(s, p);
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
    if (shg_game_flag_fell(game, s->typed_ms)) {
        shg_say_lost_on_time(s, game);
        return false;
    }
    if (game->player[side] != s->player) {
        shg_refuse(s, "It is not your turn.  %s (%s) is to move.\n",
                   shg_colour_in(shg_session_language(s), (int)side), game->name[side]);
        return false;
    }
    if (game->adjourned == SHG_ADJOURNED_SEALED) {
        shg_refuse(s, "Game %lld is adjourned.  RESUME continues it.\n", (long long)game->id);
        return false;
    }
    if (game->events + SHG_GAME_EVENTS_SPARE / 2 > SHG_GAME_EVENTS_MAX) {
        shg_refuse(s, "Game %lld has reached the maximum number of moves.\n", (long long)game->id);
        return false;
    }
    return true;
}

/* The index in the call of a move's comment, once it is cut off the argument. PLAY has no
 * options with values, so the place is free. */
enum { VALUE_COMMENT };

static play *new_play(shg_session *s, const shg_call *call)
{
    play *p = calloc(1, sizeof *p);
    if (!p) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return NULL;
    }
    p->game = shg_game_pin(call->game);
    p->number = call->game->events + 1;
    const shg_part comment = call->values[VALUE_COMMENT];
    snprintf(p->comment, sizeof p->comment, "%.*s", (int)comment.bytes,
             shg_call_text(call, comment));
    return p;
}

static void say_illegal(shg_session *s, const shoogi_error *err)
{
    shg_clean why;
    shg_refuse(s, "That move is illegal: %s.\n", shg_session_message(s, &why, err->message));
}

/* PLAY.2: a player who agreed to illegal-loses may lose by an illegal move on purpose. */
static void confirm_illegal(shg_session *s, const shg_call *call, const char *text,
                            size_t text_bytes)
{
    play *p = new_play(s, call);
    if (!p)
        return;
    p->illegal = true;
    snprintf(p->stored, sizeof p->stored, "%.*s", (int)text_bytes, text);
    shg_say(s, "If you play it anyway, you lose.\n");
    ask(s, p, p->stored);
}

static bool illegal_loses(const shg_game_state *game)
{
    return shg_option_has(game->options, SHG_OPTION_ILLEGAL_LOSES) ||
           shoogi_variant_illegal_move_loses(shg_rules_variant(game->rules));
}

static void say_not_played(shg_session *s, shg_call *call, shoogi_error *err)
{
    if (err->line > 0)
        err->column += (uint32_t)shg_call_column(call, call->argument.start) - 1;
    shg_say_move_fault(s, shg_rules_variant(call->game->rules), err);
}

/* Says what PLAY does not do, and which command does it. */
static void say_other_command(shg_session *s, const shg_call *call)
{
    const char *text = shg_call_text(call, call->argument);
    const shg_command *command = shg_command_find(text, call->argument.bytes);
    if (command && call->argument.bytes > 1) { /* a single letter is a piece */
        const char *name;
        size_t bytes;
        shg_command_name(&name, &bytes, command, 0);
        shg_say(s, "%.*s is a command: type it without PLAY.\n", (int)bytes, name);
    } else if (memchr(text, '@', call->argument.bytes)) {
        shg_clean squares;
        shg_say(s, "To give a handicap, type PLAY HANDICAP:%s\n",
                shg_clean_word(&squares, text, call->argument.bytes));
    }
}

static void play_handicap(shg_session *s, shg_call *call)
{
    if (shg_option_has(call->game->options, SHG_OPTION_RATED)) {
        shg_refuse_text(s, SHG_RATED_EVEN);
        return;
    }
    play *p = new_play(s, call);
    if (!p)
        return;
    shoogi_error err = { 0 };
    const shoogi_status status =
        shg_action_of_handicap(p->stored, call->game->position, shg_call_text(call, call->argument),
                               call->argument.bytes, &err);
    if (status == SHOOGI_OK) {
        confirm(s, p);
        return;
    }
    free_play(p);
    if (status == SHOOGI_ILLEGAL)
        say_illegal(s, &err);
    else if (status == SHOOGI_NO_MEMORY)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else
        say_not_played(s, call, &err);
}

static void play_move(shg_session *s, shg_call *call)
{
    const shoogi_position *position = call->game->position;
    const char *text = shg_call_text(call, call->argument);
    shoogi_parsed_move move;
    shoogi_error err = { 0 };
    const shoogi_status status =
        shoogi_move_read_any(&move, position, text, call->argument.bytes, &err);
    if (status == SHOOGI_ILLEGAL) {
        say_illegal(s, &err);
        if (illegal_loses(call->game) && call->argument.bytes < SHOOGI_MOVE_TEXT_BYTES)
            confirm_illegal(s, call, text, call->argument.bytes);
    } else if (status != SHOOGI_OK) {
        say_not_played(s, call, &err);
        say_other_command(s, call);
    } else {
        play *p = new_play(s, call);
        if (p && move.promotion_open)
            shg_ask_promotion(s, position, call->game->rules, move.move,
                              SHG_TEXT("The move was not made."), confirm_move, p, free_play);
        else if (p)
            confirm_move(s, p, move.move);
    }
}

/* "P-7f // words": cuts the comment off. False after saying what is wrong with it. */
static bool cut_comment(shg_session *s, shg_call *call)
{
    const char *text = shg_call_text(call, call->argument);
    size_t at = 0;
    while (at + 1 < call->argument.bytes && memcmp(text + at, "//", 2) != 0)
        at++;
    if (at + 1 >= call->argument.bytes)
        return true;
    const char *comment = text + at + 2;
    size_t comment_bytes = call->argument.bytes - at - 2, move_bytes = at;
    shg_trim(&comment, &comment_bytes);
    shg_trim(&text, &move_bytes);
    call->argument.bytes = (uint32_t)move_bytes;
    call->values[VALUE_COMMENT] =
        (shg_part){ (uint32_t)(comment - call->line), (uint32_t)comment_bytes };
    if (comment_bytes <= SHG_MOVE_COMMENT_BYTES_MAX)
        return true;
    shoogi_error err;
    (void)shg_error_set(&err, SHOOGI_LIMIT_EXCEEDED, 1,
                        (uint32_t)shg_call_column(call, (size_t)(comment - call->line)),
                        "expected a comment of at most %d bytes", SHG_MOVE_COMMENT_BYTES_MAX);
    shg_say_fault(s, &err);
    return false;
}

SHG_RUN(play)
{
    if (!cut_comment(s, call) || !may_move(s, call->game))
        return;
    if (shg_handicap_word(shg_call_text(call, call->argument), call->argument.bytes))
        play_handicap(s, call);
    else
        play_move(s, call);
}

SHG_RUN(handicap)
{
    if (may_move(s, call->game))
        play_handicap(s, call);
}
