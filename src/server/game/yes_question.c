#include "server/game/yes_question.h"

#include "server/game/game_cache.h"
#include "server/session/session.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct yes_question {
    shg_question question; /* must be first */
    shg_game_state *game;  /* pinned */
    int64_t number;
    const char *no;
    shg_yes_fn *yes;
} yes_question;

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    const yes_question *q = (const yes_question *)question;
    shg_trim(&line, &line_bytes);
    if (!shg_session_means_yes(s, line, line_bytes)) {
        shg_refuse_text(s, q->no);
        shg_session_answered(s);
        return;
    }
    shg_game_state *game = shg_game_pin(q->game);
    const int64_t number = q->number;
    shg_yes_fn *yes = q->yes;
    shg_session_answered(s);
    yes(s, game, number);
    shg_game_unpin(game);
}

static void free_question(shg_session *s, shg_question *question)
{
    (void)s;
    yes_question *q = (yes_question *)question;
    shg_game_unpin(q->game);
    free(q);
}

void shg_ask_yes(shg_session *s, shg_game_state *game, const char *prompt, const char *no,
                 shg_yes_fn *yes)
{
    yes_question *q = calloc(1, sizeof *q);
    if (!q) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    q->question.answer = answer;
    q->question.free = free_question;
    q->question.interrupt = "no";
    snprintf(q->question.prompt, sizeof q->question.prompt, "%s",
             shg_text_in(shg_session_language(s), prompt));
    q->game = shg_game_pin(game);
    q->number = game->events + 1;
    q->no = no;
    q->yes = yes;
    shg_session_ask(s, &q->question);
}
