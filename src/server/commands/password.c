/* password.c: PASSWORD: asks for the old password, then twice for the new one, and echoes none
 * of them. */
#include "server/account/authenticate.h"
#include "server/session/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum step { STEP_OLD, STEP_NEW, STEP_AGAIN } step;

typedef struct dialogue {
    shg_question question; /* must be first */
    step step;
    shg_authenticated who; /* with the verifier of the old password */
    size_t typed_bytes;
    char typed[SHG_PASSWORD_BYTES_MAX]; /* the new password, until it is typed again; wiped */
} dialogue;

static void go_to(shg_session *s, dialogue *d, step next)
{
    static const char *const prompts[] = {
        [STEP_OLD] = SHG_TEXT("old password: "),
        [STEP_NEW] = SHG_TEXT("new password: "),
        [STEP_AGAIN] = SHG_TEXT("new password again: "),
    };
    d->step = next;
    snprintf(d->question.prompt, sizeof d->question.prompt, "%s",
             shg_text_in(shg_session_language(s), prompts[next]));
}

static void stop(shg_session *s, const char *why)
{
    shg_refuse(s, "%s  Your password is unchanged.\n", shg_text_in(shg_session_language(s), why));
    shg_session_answered(s);
}

/* ---- asking ---- */

static void authenticated(shg_session *s, shg_auth_result proof, const shg_authenticated *who)
{
    dialogue *d = (dialogue *)s->question;
    if (!s->door)
        return;
    if (proof == SHG_AUTH_OK) {
        d->who = *who;
        go_to(s, d, STEP_NEW);
    } else if (proof == SHG_AUTH_WRONG_PASSWORD &&
               ++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX) {
        stop(s, SHG_TEXT("That was the last attempt on this connection."));
        shg_session_quit(s);
    } else if (proof == SHG_AUTH_WRONG_PASSWORD && !shg_session_is_program(s)) {
        /* Asked for again, unseen: at the prompt for commands it would be shown. */
        shg_say(s, "%s", shg_text_in(shg_session_language(s), shg_auth_result_text(proof)));
    } else if (proof == SHG_AUTH_TRY_LATER) {
        stop(s, SHG_TEXT("The password could not be changed."));
    } else {
        const char *why = shg_text_in(shg_session_language(s), shg_auth_result_text(proof));
        char text[400];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(why, "\n"), why);
        stop(s, text);
    }
}

/* Ends the dialogue. */
static void change(shg_session *s, const dialogue *d, const char *line, size_t line_bytes)
{
    shg_password_change(s, &d->who, line, line_bytes);
    shg_session_answered(s);
}

static void answer_new(shg_session *s, dialogue *d, const char *line, size_t line_bytes)
{
    if (line_bytes == 0) {
        stop(s, SHG_TEXT("You typed no new password."));
    } else if (shg_utf8_length(line, line_bytes) < SHG_PASSWORD_CHARACTERS_MIN) {
        shg_refuse(s, "A password needs at least %d characters; yours has %zu.\n",
                   SHG_PASSWORD_CHARACTERS_MIN, shg_utf8_length(line, line_bytes));
    } else if (line_bytes > SHG_PASSWORD_BYTES_MAX) {
        shg_refuse(s, "A password may have at most %d bytes.\n", SHG_PASSWORD_BYTES_MAX);
    } else {
        memcpy(d->typed, line, line_bytes);
        d->typed_bytes = line_bytes;
        go_to(s, d, STEP_AGAIN);
    }
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    dialogue *d = (dialogue *)question;
    switch (d->step) {
    case STEP_OLD:
        if (line_bytes == 0)
            stop(s, SHG_TEXT("You typed no password."));
        else if (line_bytes > SHG_PASSWORD_BYTES_MAX)
            authenticated(s, SHG_AUTH_WRONG_PASSWORD, NULL);
        else
            shg_authenticate(s, s->name, line, line_bytes, NULL, authenticated);
        break;
    case STEP_NEW: answer_new(s, d, line, line_bytes); break;
    case STEP_AGAIN:
        if (line_bytes == d->typed_bytes && memcmp(line, d->typed, line_bytes) == 0) {
            change(s, d, line, line_bytes);
        } else if (shg_session_is_program(s)) {
            stop(s, SHG_TEXT("The two passwords differ."));
        } else {
            shg_say(s, "The two passwords differ.\n");
            sodium_memzero(d->typed, sizeof d->typed);
            go_to(s, d, STEP_NEW);
        }
        break;
    }
}

static void free_dialogue(shg_session *s, shg_question *question)
{
    (void)s;
    sodium_memzero(question, sizeof(dialogue));
    free(question);
}

SHG_RUN(password)
{
    (void)call;
    if (s->guest) {
        shg_refuse(s, "Guests have no password.  Log in with a name of your own to get one.\n");
        return;
    }
    dialogue *d = calloc(1, sizeof *d);
    if (!d) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    d->question.answer = answer;
    d->question.free = free_dialogue;
    d->question.typing = SHG_TYPING_HIDDEN;
    d->question.interrupt = "";
    go_to(s, d, STEP_OLD);
    shg_session_ask(s, &d->question);
}
