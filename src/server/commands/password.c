/* password.c: PASSWORD: asks for the old password, and a code if the player uses them, then twice for the new
 * one, and echoes none of them; then whether API tokens go on. */
#include "server/account/authenticate.h"
#include "server/session/session.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum step { STEP_OLD, STEP_CODE, STEP_NEW, STEP_AGAIN, STEP_TOKENS } step;

typedef struct dialogue {
    shg_question question; /* must be first */
    step step;
    shg_authenticated who; /* with the verifier of the old password */
    size_t typed_bytes;
    /* The old password until the code is right, then the new one until all is asked; wiped. */
    char typed[SHG_PASSWORD_BYTES_MAX];
} dialogue;

static void go_to(shg_session *s, dialogue *d, step next)
{
    static const char *const prompts[] = {
        [STEP_OLD] = SHG_TEXT("old password: "),
        [STEP_CODE] = SHG_TEXT("code: "),
        [STEP_NEW] = SHG_TEXT("new password: "),
        [STEP_AGAIN] = SHG_TEXT("new password again: "),
        [STEP_TOKENS] = SHG_TEXT("Revoke your API tokens as well? (y/n) "),
    };
    d->step = next;
    d->question.typing = next == STEP_TOKENS ? SHG_TYPING_ANSWER : SHG_TYPING_HIDDEN;
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
    const bool wrong = proof == SHG_AUTH_WRONG_PASSWORD || proof == SHG_AUTH_WRONG_CODE;
    if (!s->door)
        return;
    if (proof == SHG_AUTH_OK) {
        sodium_memzero(d->typed, sizeof d->typed);
        d->who = *who;
        go_to(s, d, STEP_NEW);
    } else if (proof == SHG_AUTH_CODE_NEEDED) {
        shg_say(s, "Type the code from your authenticator app, or a recovery code.\n");
        go_to(s, d, STEP_CODE);
    } else if (wrong && ++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX) {
        stop(s, SHG_TEXT("That was the last attempt on this connection."));
        shg_session_quit(s);
    } else if (wrong && !shg_session_is_program(s)) {
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
static void change(shg_session *s, const dialogue *d, bool keep_tokens)
{
    shg_password_change(s, &d->who, d->typed, d->typed_bytes, keep_tokens);
    shg_session_answered(s);
}

/* Asks only if there are tokens, and not a program, whose answers are given in advance. */
static void typed_again(shg_session *s, dialogue *d)
{
    if (d->who.tokens == 0 || shg_session_is_program(s)) {
        change(s, d, false);
        return;
    }
    shg_say(s, "Programs sign in as you with %zu of your API tokens.\n", d->who.tokens);
    go_to(s, d, STEP_TOKENS);
}

/* An empty line means yes. */
static void answer_tokens(shg_session *s, const dialogue *d, const char *line, size_t line_bytes)
{
    const shg_reply reply =
        line_bytes == 0 ? SHG_REPLY_YES : shg_session_reply(s, line, line_bytes);
    if (reply == SHG_REPLY_OTHER)
        shg_say(s, "Answer yes or no.  If your old password was known to others, answer yes.\n");
    else
        change(s, d, reply == SHG_REPLY_NO);
}

static void answer_old(shg_session *s, dialogue *d, const char *line, size_t line_bytes)
{
    if (line_bytes == 0) {
        stop(s, SHG_TEXT("You typed no password."));
    } else if (line_bytes > SHG_PASSWORD_BYTES_MAX) {
        authenticated(s, SHG_AUTH_WRONG_PASSWORD, NULL);
    } else {
        memcpy(d->typed, line, line_bytes);
        d->typed_bytes = line_bytes;
        shg_authenticate(s, s->name, line, line_bytes, "", authenticated);
    }
}

static void answer_code(shg_session *s, const dialogue *d, const char *line, size_t line_bytes)
{
    char code[SHG_CODE_BYTES_MAX + 1];
    snprintf(code, sizeof code, "%.*s",
             (int)(line_bytes <= SHG_CODE_BYTES_MAX ? line_bytes : SHG_CODE_BYTES_MAX), line);
    if (line_bytes == 0)
        stop(s, SHG_TEXT("You typed no code."));
    else
        shg_authenticate(s, s->name, d->typed, d->typed_bytes, code, authenticated);
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
    case STEP_OLD: answer_old(s, d, line, line_bytes); break;
    case STEP_CODE: answer_code(s, d, line, line_bytes); break;
    case STEP_NEW: answer_new(s, d, line, line_bytes); break;
    case STEP_AGAIN:
        if (line_bytes == d->typed_bytes && memcmp(line, d->typed, line_bytes) == 0) {
            typed_again(s, d);
        } else if (shg_session_is_program(s)) {
            stop(s, SHG_TEXT("The two passwords differ."));
        } else {
            shg_say(s, "The two passwords differ.\n");
            sodium_memzero(d->typed, sizeof d->typed);
            go_to(s, d, STEP_NEW);
        }
        break;
    case STEP_TOKENS: answer_tokens(s, d, line, line_bytes); break;
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
    d->question.interrupt = "";
    go_to(s, d, STEP_OLD);
    shg_session_ask(s, &d->question);
}
