/* rematch.c: REMATCH: another game of the same players with exchanged colours. One asks, and the
 * opponent's REMATCH begins it. */
#include "server/game/action.h"
#include "server/game/game.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/game/two_game_match.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/challenges.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asking {
    shg_task task;
    int64_t game, player, opponent;
    int64_t own, other; /* existing rematch challenges; 0: none */
    int colour;         /* in the old game */
    char name[SHG_NAME_BYTES_MAX + 1], opponent_name[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char handicap[SHG_ACTION_BYTES]; /* "" for none */
} asking;

static bool each_challenge(void *context, const shg_challenge *row)
{
    asking *a = context;
    if (shg_terms_rematch_of(row->options) != a->game)
        return true;
    if (row->player == a->player)
        a->own = row->id;
    else
        a->other = row->id;
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    asking *a = (asking *)(void *)job;
    shoogi_status status =
        storage->ops->challenge_list(storage, a->player, each_challenge, a, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->challenge_list(storage, a->opponent, each_challenge, a, &job->error);
    return status;
}

static void finish(shg_task *task)
{
    const asking *a = (const asking *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (a->other != 0) {
        shg_answer_challenge(s, a->other);
    } else if (a->own != 0) {
        shg_refuse(s, "You have already asked for a rematch.  It is up to %s.\n", a->opponent_name);
    } else {
        /* The player who gave a handicap gives it again. */
        const bool black = (a->colour == SHOOGI_BLACK) == (a->handicap[0] != '\0');
        const shg_challenge row = { .variant = a->variant,
                                    .pattern = a->opponent_name,
                                    .colour = shg_colour_word(black ? SHOOGI_BLACK : SHOOGI_WHITE),
                                    .options = a->options,
                                    .first_move = a->handicap,
                                    .comment = "" };
        shg_make_challenge(s, &row);
    }
}

SHG_RUN(rematch)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    if (own < 0) {
        shg_refuse(s, "You do not play in game %lld.  STAT lists your games.\n",
                   (long long)game->id);
        return;
    }
    if (!shg_game_over(game)) {
        shg_refuse(s, "Game %lld is not over yet.\n", (long long)game->id);
        return;
    }
    asking *a = shg_task_alloc(s, sizeof *a);
    if (!a)
        return;
    a->game = game->id;
    a->player = s->player;
    a->opponent = game->player[!own];
    a->colour = own;
    memcpy(a->name, s->name, sizeof a->name);
    snprintf(a->opponent_name, sizeof a->opponent_name, "%s", game->name[!own]);
    shg_game_rules_name(a->variant, game);
    shg_out handicap = shg_out_make(a->handicap, sizeof a->handicap);
    const bool given = game->item_count > 0 && game->items[0].kind == SHG_ITEM_HANDICAP;
    if (given)
        shg_game_item_write(&handicap, game, 0, NULL, SHG_ENGLISH, SHOOGI_NOTATION_WESTERN);
    char reversed[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], kept[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_out first = shg_out_make(reversed, sizeof reversed),
            second = shg_out_make(kept, sizeof kept);
    if (given)
        shg_out_text(&first, game->options);
    else
        shg_options_reversed(&first, game->options);
    shg_options_without(&second, reversed, SHG_OPTION_NEXT);
    shg_out all = shg_out_make(a->options, sizeof a->options);
    shg_options_without(&all, kept, SHG_OPTION_SECOND_OF);
    char word[40];
    snprintf(word, sizeof word, "%s%" PRId64, SHG_OPTION_REMATCH, game->id);
    shg_option_add(&all, word);
    shg_start_keep(&all, game->sfen);
    if (all.length > SHG_STORAGE_OPTIONS_BYTES_MAX) {
        shg_refuse(s, "The terms are too long to be stored.\n");
        free(a);
        return;
    }
    shg_task_read(&a->task, s->server, s, run, finish);
}
