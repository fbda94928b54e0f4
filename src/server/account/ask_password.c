/* ask_password.c: asks for the password again before an action that must be safe from a hijacked
 * session. */
#include "server/account/authenticate.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asking {
    shg_question question; /* must be first */
    void (*then)(shg_session *session);
} asking;

static void authenticated(shg_session *s, shg_auth_result result, const shg_authenticated *who)
{
    (void)who;
    if (!s->door || !s->question)
        return;
    void (*const then)(shg_session *) = ((const asking *)s->question)->then;
    if (result == SHG_AUTH_OK) {
        shg_session_answered(s);
        then(s);
        return;
    }
    shg_refuse(s, "%s", shg_text_in(shg_session_language(s), shg_auth_result_text(result)));
    const bool wrong = result == SHG_AUTH_WRONG_PASSWORD;
    const bool last = wrong && ++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX;
    /* A person types it again, unseen: at the prompt for commands it would be shown. */
    if (last || !wrong || shg_session_is_program(s))
        shg_session_answered(s);
    if (last) {
        shg_say(s, "That was the last attempt on this connection.\n");
        shg_session_quit(s);
    }
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    (void)question;
    if (line_bytes > 0 && line_bytes <= SHG_PASSWORD_BYTES_MAX) {
        shg_authenticate(s, s->name, line, line_bytes, NULL, authenticated);
        return;
    }
    shg_refuse(s, "Nothing was changed.\n");
    shg_session_answered(s);
}

static void free_asking(shg_session *s, shg_question *question)
{
    (void)s;
    free(question);
}

void shg_ask_password(shg_session *s, void (*then)(shg_session *session))
{
    asking *a = calloc(1, sizeof *a);
    if (!a) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    a->question.answer = answer;
    a->question.free = free_asking;
    a->question.typing = SHG_TYPING_HIDDEN;
    a->question.interrupt = "";
    a->then = then;
    snprintf(a->question.prompt, sizeof a->question.prompt, "%s",
             shg_text_in(shg_session_language(s), "password: "));
    shg_session_ask(s, &a->question);
}
