#include "server/game/yes_question.h"

#include "server/game/game_cache.h"
#include "server/session/session.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct yes_question {
    shg_question question; /* must be first */
    shg_game_state *game;  /* pinned */
    int64_t number;
    shg_yes_kind kind;
    const char *no;
    shg_yes_fn *yes;
} yes_question;

void shg_explain_yes(shg_session *s, shg_yes_kind kind, const char *line, size_t line_bytes)
{
    shg_session_not_answered(s, line, line_bytes,
                             kind == SHG_YES_WHOLE_WORD
                                 ? SHG_TEXT("Type the whole word yes to confirm, or n to go back.")
                                 : SHG_TEXT("Type y or n."));
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    const yes_question *q = (const yes_question *)question;
    const shg_reply reply = shg_session_reply(s, line, line_bytes);
    if (reply == SHG_REPLY_NO) {
        shg_refuse_text(s, q->no);
        shg_session_answered(s);
        return;
    }
    if (reply == SHG_REPLY_OTHER ||
        (q->kind == SHG_YES_WHOLE_WORD && !shg_session_means_yes(s, line, line_bytes))) {
        shg_explain_yes(s, q->kind, line, line_bytes);
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

void shg_ask_yes(shg_session *s, shg_game_state *game, shg_yes_kind kind, const char *prompt,
                 const char *no, shg_yes_fn *yes)
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
    q->kind = kind;
    q->no = no;
    q->yes = yes;
    shg_session_ask(s, &q->question);
}
