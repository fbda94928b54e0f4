/* cmd_resign.c: RESIGN. */
#include "server/add_events.h"
#include "server/board_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct resigning {
    shg_question question; /* must be first */
    shg_game_state *game;  /* pinned */
    int64_t number;
} resigning;

static void resign(shg_session *s, shg_game_state *game, int64_t number)
{
    const int colour = shg_game_colour_of(game, s->player);
    shg_additions additions = { .number = number, .count = 2 };
    additions.each[0].kind = "resign";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s", shg_colour_word(colour));
    additions.each[1].kind = "result";
    shg_out out = shg_out_make(additions.each[1].text, sizeof additions.each[1].text);
    shg_result_event_write(
        &out, colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK, "resignation");
    shg_add_events(s, game, &additions, shg_say_ended);
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    const resigning *r = (const resigning *)question;
    shg_trim(&line, &line_bytes);
    if (!shg_text_same(line, line_bytes, "yes", 3)) {
        shg_say(s, "You have not resigned.\n");
        shg_session_answered(s);
        return;
    }
    shg_game_state *game = shg_game_pin(r->game);
    const int64_t number = r->number;
    shg_session_answered(s);
    resign(s, game, number);
    shg_game_unpin(game);
}

static void free_question(shg_session *s, shg_question *question)
{
    (void)s;
    resigning *r = (resigning *)question;
    shg_game_unpin(r->game);
    free(r);
}

void shg_run_resign(shg_session *s, shg_call *call)
{
    if (shg_game_over(call->game)) {
        shg_say_over(s, call->game);
        return;
    }
    resigning *r = calloc(1, sizeof *r);
    if (!r) {
        shg_say(s, "The server is out of memory.\n");
        return;
    }
    r->question.answer = answer;
    r->question.free = free_question;
    r->question.interrupt = "no";
    snprintf(r->question.prompt, sizeof r->question.prompt, "Do you really resign? (yes) ");
    r->game = shg_game_pin(call->game);
    r->number = call->game->events + 1;
    shg_session_ask(s, &r->question);
}
