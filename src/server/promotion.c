#include "server/promotion.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct promotion {
    shg_question question; /* must be first */
    shoogi_move promoting, unpromoted;
    void (*then)(shg_session *session, void *context, shoogi_move move);
    void *context; /* NULL when then has taken it */
    void (*free_context)(void *context);
} promotion;

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    promotion *p = (promotion *)question;
    shg_trim(&line, &line_bytes);
    const bool yes = shg_text_same(line, line_bytes, "y", 1) ||
                     shg_text_same(line, line_bytes, "yes", 3) ||
                     shg_text_same(line, line_bytes, "+", 1);
    const bool no = shg_text_same(line, line_bytes, "n", 1) ||
                    shg_text_same(line, line_bytes, "no", 2) ||
                    shg_text_same(line, line_bytes, "=", 1);
    if (!yes && !no)
        return;
    const promotion was = *p;
    p->context = NULL;
    shg_session_answered(s);
    was.then(s, was.context, yes ? was.promoting : was.unpromoted);
}

static void free_promotion(shg_session *s, shg_question *question)
{
    (void)s;
    promotion *p = (promotion *)question;
    if (p->context)
        p->free_context(p->context);
    free(p);
}

void shg_ask_promotion(shg_session *s, shoogi_move promoting, shoogi_move unpromoted,
                       void (*then)(shg_session *, void *, shoogi_move), void *context,
                       void (*free_context)(void *))
{
    promotion *p = calloc(1, sizeof *p);
    if (!p) {
        shg_say(s, "The server is out of memory.\n");
        free_context(context);
        return;
    }
    p->question.answer = answer;
    p->question.free = free_promotion;
    snprintf(p->question.prompt, sizeof p->question.prompt, "Promote? <y,n> ");
    p->promoting = promoting;
    p->unpromoted = unpromoted;
    p->then = then;
    p->context = context;
    p->free_context = free_context;
    shg_session_ask(s, &p->question);
}
