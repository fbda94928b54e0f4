#include "server/account/login.h"

#include "base/error.h"
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/engine_names.h"
#include "server/account/known_devices.h"
#include "server/account/part.h"
#include "server/account/password_check.h"
#include "server/account/sign_in.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_banner(shg_session *s)
{
    shg_say(s, "\nWelcome to shoogi, a server for shogi and its variants.\n\n"
               "Type your name.  A new name creates an account; \"guest\" plays without one.\n");
#define LANGUAGE(code, word, name) shg_say(s, "SET LANGUAGE %s: %s\n", #word, name);
#include "languages.def"
#undef LANGUAGE
    shg_say(s, "\n");
}

typedef enum login_step {
    STEP_NAME,
    STEP_PASSWORD,
    STEP_CODE,
    STEP_NEW_PASSWORD,
    STEP_AGAIN
} login_step;

/* The question of a session until it is logged in. */
typedef struct login {
    shg_question question; /* must be first */
    login_step step;
    char *secret; /* the password while the code is asked for, or the first copy of a new one; owned, wiped */
    size_t secret_bytes;
    int64_t player, current_game;
    bool once; /* the password was set by the administrator, and has to be changed */
    char name[SHG_NAME_BYTES_MAX + 1];
    char was[sizeof(((shg_authenticated *)0)->verifier)]; /* the verifier to replace */
} login;

/* ---- names ---- */

shoogi_status shg_name_check(const char *name, size_t name_bytes, shoogi_error *err)
{
    for (size_t at = 0; at < name_bytes; at++) {
        const char c = name[at];
        const bool fits = shg_is_letter(c) || (at > 0 && (shg_is_digit(c) || c == '.' || c == '_'));
        if (!fits)
            return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, at + 1,
                                      at == 0 ? "a name that begins with a letter"
                                              : "a letter, a digit, \".\" or \"_\"",
                                      name + at, name_bytes - at);
        if (at >= SHG_NAME_BYTES_MAX)
            return shg_error_expected(err, SHOOGI_LIMIT_EXCEEDED, 1, at + 1,
                                      "a name of at most 32 characters", name + at,
                                      name_bytes - at);
    }
    if (name_bytes < SHG_NAME_BYTES_MIN)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, name_bytes + 1,
                                  "a name of at least 2 characters", NULL, 0);
    return SHOOGI_OK;
}

static bool is_word(const char *text, size_t text_bytes, const char *word)
{
    return shg_text_same(text, text_bytes, word, strlen(word));
}

bool shg_name_is_guests(const char *name, size_t name_bytes)
{
    return name_bytes >= 5 && is_word(name, 5, "guest");
}

/* ---- the steps ---- */

static void wipe(login *l)
{
    if (l->secret)
        sodium_memzero(l->secret, l->secret_bytes);
    free(l->secret);
    l->secret = NULL;
    l->secret_bytes = 0;
}

static bool keep_secret(login *l, const char *text, size_t text_bytes)
{
    wipe(l);
    l->secret = malloc(text_bytes + 1);
    if (!l->secret)
        return false;
    memcpy(l->secret, text, text_bytes);
    l->secret[text_bytes] = '\0';
    l->secret_bytes = text_bytes;
    return true;
}

static void go_to(const shg_session *s, login *l, login_step step)
{
    static const char *const prompts[] = {
        [STEP_NAME] = SHG_TEXT("login: "),
        [STEP_PASSWORD] = SHG_TEXT("password: "),
        [STEP_CODE] = SHG_TEXT("code: "),
        [STEP_NEW_PASSWORD] = SHG_TEXT("new password: "),
        [STEP_AGAIN] = SHG_TEXT("new password again: "),
    };
    if (step == STEP_NAME)
        wipe(l);
    l->step = step;
    l->question.typing = step == STEP_NAME ? SHG_TYPING_ANSWER : SHG_TYPING_HIDDEN;
    l->question.interrupt = step == STEP_NAME ? NULL : "";
    snprintf(l->question.prompt, sizeof l->question.prompt, "%s",
             shg_text_in(shg_session_language(s), prompts[step]));
}

/* The login dialogue of a session; NULL if its connection is gone. */
static login *login_of(const shg_session *s)
{
    return s->door && !s->quitting ? (login *)(void *)s->question : NULL;
}

/* ---- guests ---- */

typedef struct guest {
    shg_task task;
    char name[SHG_NAME_BYTES_MAX + 1];
} guest;

static shoogi_status run_guest(shg_job *job, shg_storage *storage)
{
    return shg_guest_name(((guest *)(void *)job)->name, storage, &job->error);
}

static void ask_guest_name(shg_session *s);

static void finish_guest(shg_task *task)
{
    const guest *g = (const guest *)task;
    shg_session *s = task->session;
    if (!login_of(s))
        return;
    if (task->job.status != SHOOGI_OK)
        shg_say_failed(s, &task->job);
    else if (shg_online_named(&s->server->sessions->online, g->name))
        ask_guest_name(s); /* a guest who is not stored */
    else if (!shg_sign_in_banned(s, 0, g->name) && !shg_sign_in_no_place(s))
        shg_session_sign_in(s, &(shg_sign_in){ .name = g->name, .guest = true });
}

static void ask_guest_name(shg_session *s)
{
    guest *g = shg_task_alloc(s, sizeof *g);
    if (g)
        shg_task_read(&g->task, s->server, s, run_guest, finish_guest);
}

/* ---- an existing player ---- */

/* After a failure the same secret is asked for again, and never the name: a secret typed once more
 * would be shown there, and make an account of that name. An empty line leads back to the name. */
static void report_busy(shg_session *s, login *l, shg_auth_result result)
{
    shg_say(s, "%s", shg_text_in(shg_session_language(s), shg_auth_result_text(result)));
    if (l->step == STEP_AGAIN)
        go_to(s, l, STEP_NEW_PASSWORD);
    if (l->step != STEP_CODE)
        wipe(l);
}

static void report_wrong(shg_session *s, login *l, const char *text)
{
    shg_say(s, "%s", shg_text_in(shg_session_language(s), text));
    if (++s->wrong_passwords >= SHG_WRONG_PER_CONNECTION_MAX) {
        shg_say(s, "That was the last attempt on this connection.\n");
        shg_session_quit(s);
    } else if (s->wrong_passwords == 1) {
        shg_say(s, "Try again, or press Enter to go back.\n");
    }
    if (l->step != STEP_CODE)
        wipe(l);
}

static void authenticated(shg_session *s, shg_auth_result result, const shg_authenticated *who)
{
    login *l = login_of(s);
    if (!l)
        return;
    switch (result) {
    case SHG_AUTH_OK:
        s->settings = who->settings;
        if (shg_sign_in_banned(s, who->player, who->name))
            return;
        if (who->once) {
            l->once = true;
            l->player = who->player;
            l->current_game = who->current_game;
            memcpy(l->was, who->verifier, sizeof l->was);
            shg_say(s, "The administrator set that password.  Choose one of your own now.\n");
            go_to(s, l, STEP_NEW_PASSWORD);
            return;
        }
        shg_session_sign_in(s, &(shg_sign_in){ .player = who->player,
                                               .name = who->name,
                                               .current_game = who->current_game });
        break;
    case SHG_AUTH_NO_PLAYER:
    case SHG_AUTH_WRONG_PASSWORD:
    case SHG_AUTH_WRONG_CODE: report_wrong(s, l, shg_auth_result_text(result)); break;
    case SHG_AUTH_CODE_NEEDED:
        shg_say(s, "Type the code from your authenticator app, or a recovery code.\n");
        go_to(s, l, STEP_CODE); /* keeps the password */
        break;
    case SHG_AUTH_BUSY:
    case SHG_AUTH_TRY_LATER: report_busy(s, l, result); break;
    case SHG_AUTH_TOO_MANY_HERE:
    case SHG_AUTH_TOO_MANY_FOR_NAME:
        shg_say(s, "%s", shg_text_in(shg_session_language(s), shg_auth_result_text(result)));
        shg_session_quit(s);
        go_to(s, l, STEP_NAME);
        break;
    }
}

static void answer_password(shg_session *s, login *l, const char *password, size_t password_bytes)
{
    if (password_bytes == 0)
        go_to(s, l, STEP_NAME);
    else if (password_bytes > SHG_PASSWORD_BYTES_MAX)
        report_wrong(s, l, shg_auth_result_text(SHG_AUTH_WRONG_PASSWORD)); /* longer than any */
    else if (!keep_secret(l, password, password_bytes))
        shg_say(s, "The server is out of memory.\n");
    else
        shg_authenticate(s, l->name, password, password_bytes, "", authenticated);
}

static void answer_code(shg_session *s, login *l, const char *code, size_t code_bytes)
{
    char typed[SHG_CODE_BYTES_MAX + 1];
    shg_trim(&code, &code_bytes);
    if (code_bytes == 0) {
        go_to(s, l, STEP_NAME);
        return;
    }
    if (code_bytes > SHG_CODE_BYTES_MAX || memchr(code, '\0', code_bytes)) {
        report_wrong(s, l, shg_auth_result_text(SHG_AUTH_WRONG_CODE));
        return;
    }
    snprintf(typed, sizeof typed, "%.*s", (int)code_bytes, code);
    shg_authenticate(s, l->name, l->secret, l->secret_bytes, typed, authenticated);
}

/* ---- a new player, or a new password ---- */

typedef struct registration {
    shg_task task;
    bool is_new;
    int64_t player; /* 0: new account */
    int64_t current_game, now_ms;
    shg_place place;
    shg_language language;
    char name[SHG_NAME_BYTES_MAX + 1];
    char verifier[SHG_VERIFIER_BYTES];
    char was[sizeof(((shg_authenticated *)0)->verifier)];
    bool taken; /* the name is taken */
} registration;

static shoogi_status run_registration(shg_job *job, shg_storage *storage)
{
    registration *r = (registration *)(void *)job;
    r->is_new = r->player == 0;
    if (!r->is_new)
        return shg_password_replace(storage, r->player, r->was, r->verifier, (shg_kept_tokens){ 0 },
                                    &job->error);
    shoogi_status status = shg_account_register(storage, &r->player, &r->taken, r->name,
                                                r->verifier, r->now_ms, &job->error);
    if (status == SHOOGI_OK && !r->taken)
        status = shg_account_keep_language(storage, r->player, r->language, &job->error);
    return status == SHOOGI_OK && !r->taken
               ? shg_known_store(storage, r->player, &r->place, r->now_ms, &job->error)
               : status;
}

static void finish_registration(shg_task *task)
{
    registration *r = (registration *)task;
    shg_session *s = task->session;
    login *l = login_of(s);
    if (task->job.status == SHOOGI_OK && r->is_new) {
        s->server->metrics.counts[SHG_COUNT_registrations]++;
        shg_sign_in_log(s, SHG_LOG_registered, r->name);
    }
    if (!l)
        return;
    if (task->job.status == SHOOGI_OK) {
        shg_login_limits_succeeded(s->server->accounts->limits, &s->address, false, r->name,
                                   r->now_ms);
        shg_session_sign_in(s, &(shg_sign_in){ .player = r->player, .name = r->name });
        return;
    }
    if (r->taken)
        shg_say(s, "Somebody else has just taken that name.\n");
    else
        shg_say_failed(s, &task->job);
    go_to(s, l, r->taken ? STEP_NAME : STEP_NEW_PASSWORD);
}

static void password_made(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    (void)context;
    login *l = login_of(s);
    if (!l)
        return;
    registration *r = status == SHOOGI_OK ? shg_task_alloc(s, sizeof *r) : NULL;
    if (!r) {
        report_busy(s, l, shg_auth_result_of(status));
        return;
    }
    r->player = l->once ? l->player : 0;
    r->current_game = l->once ? l->current_game : 0;
    r->now_ms = shg_now_ms(s->server);
    r->place = shg_place_of(s);
    r->language = shg_session_language(s);
    memcpy(r->name, l->name, sizeof r->name);
    memcpy(r->was, l->was, sizeof r->was);
    snprintf(r->verifier, sizeof r->verifier, "%s", verifier);
    shg_task_write(&r->task, s->server, s, run_registration, finish_registration);
}

static void answer_new_password(shg_session *s, login *l, const char *password,
                                size_t password_bytes)
{
    if (password_bytes == 0) {
        go_to(s, l, STEP_NAME);
    } else if (shg_utf8_length(password, password_bytes) < SHG_PASSWORD_CHARACTERS_MIN) {
        shg_say(s, "A password needs at least %d characters; yours has %zu.\n",
                SHG_PASSWORD_CHARACTERS_MIN, shg_utf8_length(password, password_bytes));
    } else if (password_bytes > SHG_PASSWORD_BYTES_MAX) {
        shg_say(s, "A password may have at most %d bytes.\n", SHG_PASSWORD_BYTES_MAX);
    } else if (!keep_secret(l, password, password_bytes)) {
        shg_say(s, "The server is out of memory.\n");
    } else {
        go_to(s, l, STEP_AGAIN);
    }
}

static void answer_again(shg_session *s, login *l, const char *password, size_t password_bytes)
{
    if (password_bytes != l->secret_bytes || memcmp(password, l->secret, password_bytes) != 0) {
        shg_say(s, "The two passwords differ.\n");
        wipe(l);
        go_to(s, l, STEP_NEW_PASSWORD);
        return;
    }
    wipe(l);
    if (!l->once)
        shg_sign_up_count(s);
    shg_password_check_start(s, password, password_bytes, NULL, 0, password_made, NULL);
}

/* ---- the name ---- */

typedef struct lookup {
    shg_task task;
    char typed[SHG_NAME_BYTES_MAX + 1];
    char name[SHG_NAME_BYTES_MAX + 1]; /* as registered */
    bool engine;
} lookup;

static shoogi_status run_lookup(shg_job *job, shg_storage *storage)
{
    lookup *k = (lookup *)(void *)job;
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, k->typed, &job->error);
    if (status == SHOOGI_OK)
        snprintf(k->name, sizeof k->name, "%s", row.name);
    k->engine = status == SHOOGI_OK ? shg_engine_level(&row) > 0
                                    : shg_name_is_engines(k->typed, strlen(k->typed));
    return status;
}

static void finish_lookup(shg_task *task)
{
    const lookup *k = (const lookup *)task;
    shg_session *s = task->session;
    login *l = login_of(s);
    if (!l)
        return;
    if (k->engine) {
        shg_say(s, "%s is an engine: you cannot log in under that name.\n", k->typed);
    } else if (task->job.status == SHOOGI_NOT_FOUND && shg_sign_up_limit_reached(s)) {
        shg_say(s,
                "%s is a new name, but too many accounts were created from your address.\n"
                "Try again later, or type guest.\n",
                k->typed);
    } else if (task->job.status == SHOOGI_NOT_FOUND) {
        memcpy(l->name, k->typed, sizeof l->name);
        l->once = false;
        shg_say(s,
                "%s is a new name.  Choose a password of at least %d characters\n"
                "for it, or press Enter to go back.\n",
                l->name, SHG_PASSWORD_CHARACTERS_MIN);
        go_to(s, l, STEP_NEW_PASSWORD);
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else {
        memcpy(l->name, k->name, sizeof l->name);
        l->once = false;
        go_to(s, l, STEP_PASSWORD);
    }
}

static void write_name_rule(shg_session *s)
{
    shg_say(s,
            "A name has 2 to 32 letters, digits, dots and underscores, and begins with a letter.\n"
            "Type yours, or guest; QUIT leaves.\n");
}

/* Before login, SET LANGUAGE JA works as after it. */
static bool takes_language(shg_session *s, const char *line, size_t line_bytes)
{
    static const char words[] = "SET LANGUAGE ";
    const size_t count = sizeof words - 1;
    if (line_bytes <= count || !is_word(line, count, words))
        return false;
    const shg_language language = shg_language_find(line + count, line_bytes - count);
    if (language == SHG_LANGUAGES)
        return false;
    s->client_language = (uint8_t)(language + 1);
    return true;
}

static void answer_name(shg_session *s, const char *line, size_t line_bytes)
{
    shg_trim(&line, &line_bytes);
    if (line_bytes == 0)
        return;
    if (is_word(line, line_bytes, "quit")) {
        shg_say(s, "Goodbye.\n");
        shg_session_quit(s);
        return;
    }
    if (takes_language(s, line, line_bytes)) {
        write_banner(s);
        go_to(s, login_of(s), STEP_NAME);
        return;
    }
    if (is_word(line, line_bytes, "help") || is_word(line, line_bytes, "?")) {
        write_name_rule(s);
        return;
    }
    if (is_word(line, line_bytes, "guest")) {
        ask_guest_name(s);
    } else if (shg_name_check(line, line_bytes, NULL) != SHOOGI_OK) {
        write_name_rule(s);
    } else if (shg_name_is_guests(line, line_bytes)) {
        shg_say(s,
                "Names that begin with guest are reserved for guests.  Type guest to get one.\n");
    } else {
        lookup *k = shg_task_alloc(s, sizeof *k);
        if (!k)
            return;
        memcpy(k->typed, line, line_bytes);
        shg_task_read(&k->task, s->server, s, run_lookup, finish_lookup);
    }
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    login *l = (login *)question;
    switch (l->step) {
    case STEP_NAME: answer_name(s, line, line_bytes); break;
    case STEP_PASSWORD: answer_password(s, l, line, line_bytes); break;
    case STEP_CODE: answer_code(s, l, line, line_bytes); break;
    case STEP_NEW_PASSWORD: answer_new_password(s, l, line, line_bytes); break;
    case STEP_AGAIN: answer_again(s, l, line, line_bytes); break;
    }
}

static void free_login(shg_session *s, shg_question *question)
{
    (void)s;
    login *l = (login *)question;
    wipe(l);
    free(l);
}

/* Without memory the session ends. */
static login *ask_name(shg_session *s)
{
    login *l = calloc(1, sizeof *l);
    if (!l) {
        shg_say(s, "The server is out of memory.\n");
        shg_session_quit(s);
        return NULL;
    }
    l->question.answer = answer;
    l->question.free = free_login;
    go_to(s, l, STEP_NAME);
    return l;
}

void shg_login_begin(shg_session *s)
{
    login *l = ask_name(s);
    if (!l)
        return;
    write_banner(s);
    shg_session_ask(s, &l->question);
}

void shg_login_ask_name(shg_session *s)
{
    login *l = ask_name(s);
    if (l)
        shg_session_ask(s, &l->question);
}
