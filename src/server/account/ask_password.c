/* ask_password.c: asks for the password again before an action that must be safe from a hijacked
 * session, and for a code if the action must be safe from somebody who knows the password. */
#include "server/account/authenticate.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asking {
    shg_question question; /* must be first */
    void (*then)(shg_session *session);
    bool code_wanted, code_step;
    size_t password_bytes;
    char password[SHG_PASSWORD_BYTES_MAX]; /* while the code is asked for; wiped */
} asking;

static void set_prompt(const shg_session *s, asking *a, const char *prompt)
{
    snprintf(a->question.prompt, sizeof a->question.prompt, "%s",
             shg_text_in(shg_session_language(s), prompt));
}

/* Ends the question; the action is not done. */
static void refuse(shg_session *s, shg_auth_result result)
{
    shg_refuse(s, "%s", shg_text_in(shg_session_language(s), shg_auth_result_text(result)));
    const bool wrong = result == SHG_AUTH_WRONG_PASSWORD || result == SHG_AUTH_WRONG_CODE;
    const bool last = wrong && ++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX;
    /* A person types it again, unseen: at the prompt for commands it would be shown. */
    if (last || !wrong || shg_session_is_program(s))
        shg_session_answered(s);
    if (last) {
        shg_say(s, "That was the last attempt on this connection.\n");
        shg_session_quit(s);
    }
}

static void authenticated(shg_session *s, shg_auth_result result, const shg_authenticated *who)
{
    (void)who;
    if (!s->door || !s->question)
        return;
    asking *a = (asking *)s->question;
    if (result == SHG_AUTH_OK) {
        void (*const then)(shg_session *) = a->then;
        shg_session_answered(s);
        then(s);
    } else if (result == SHG_AUTH_CODE_NEEDED) {
        shg_say(s, "Type the code from your authenticator app, or a recovery code.\n");
        a->code_step = true;
        set_prompt(s, a, SHG_TEXT("code: "));
    } else {
        refuse(s, result);
    }
}

static void answer_code(shg_session *s, const asking *a, const char *line, size_t line_bytes)
{
    char code[SHG_CODE_BYTES_MAX + 1];
    snprintf(code, sizeof code, "%.*s", (int)line_bytes, line);
    shg_authenticate(s, s->name, a->password, a->password_bytes, code, authenticated);
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    asking *a = (asking *)question;
    if (line_bytes > 0 && a->code_step && line_bytes <= SHG_CODE_BYTES_MAX) {
        answer_code(s, a, line, line_bytes);
    } else if (line_bytes > 0 && !a->code_step && line_bytes <= SHG_PASSWORD_BYTES_MAX) {
        memcpy(a->password, line, line_bytes);
        a->password_bytes = line_bytes;
        shg_authenticate(s, s->name, line, line_bytes, a->code_wanted ? "" : NULL, authenticated);
    } else {
        shg_refuse(s, "Nothing was changed.\n");
        shg_session_answered(s);
    }
}

static void free_asking(shg_session *s, shg_question *question)
{
    (void)s;
    sodium_memzero(question, sizeof(asking));
    free(question);
}

static void ask(shg_session *s, bool code_wanted, void (*then)(shg_session *session))
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
    a->code_wanted = code_wanted;
    set_prompt(s, a, SHG_TEXT("password: "));
    shg_session_ask(s, &a->question);
}

void shg_ask_password(shg_session *s, void (*then)(shg_session *session))
{
    ask(s, false, then);
}

void shg_ask_password_and_code(shg_session *s, void (*then)(shg_session *session))
{
    ask(s, true, then);
}
