/* account.c: resources to sign in and out, to sign up and to change a password, for browsers.
 *
 * The door keeps the state between two steps: the request lasts until it is answered. */
#include "server/api/account.h"

#include "base/json_write.h"
#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/known_devices.h"
#include "server/account/login.h"
#include "server/account/part.h"
#include "server/account/password_check.h"
#include "server/account/token.h"
#include "server/doors/web_credentials.h"
#include "server/engines/engine_players.h"
#include "server/lobby/renamed_player.h"
#include "server/messages/mail.h"
#include "server/messages/notification_mail.h"
#include "server/messages/part.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* The door of a session whose client still waits; else NULL. */
static shg_json_door *door_of(const shg_session *s)
{
    return s->door && !s->quitting ? shg_json_door_of(s) : NULL;
}

static void refuse_with(shg_session *s, unsigned status, const char *text)
{
    shg_json_door_of(s)->status = status;
    shg_refuse(s, "%s", shg_text_in(shg_session_language(s), text));
}

/* Reads a member that is a text. False after refusing one that is not a text or too long. */
static bool read_text(char *out, size_t room, shg_session *s, const char *name)
{
    shoogi_error err;
    if (shg_api_text(out, room, &shg_json_door_of(s)->json, name, &err) == SHOOGI_OK)
        return true;
    shg_say_fault(s, &err);
    return false;
}

typedef struct secret {
    char text[SHG_PASSWORD_BYTES_MAX + 1];
} secret;

/* Reads the present password. */
static bool read_password(secret *out, shg_session *s, const char *name)
{
    if (!read_text(out->text, sizeof out->text, s, name))
        return false;
    if (out->text[0])
        return true;
    shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "expected a password in \"%s\", found nothing\n",
                  name);
    return false;
}

/* Reads a new password. */
static bool read_new_password(secret *out, shg_session *s, const char *name)
{
    if (!read_text(out->text, sizeof out->text, s, name))
        return false;
    if (shg_utf8_length(out->text, strlen(out->text)) >= SHG_PASSWORD_CHARACTERS_MIN)
        return true;
    shg_refuse(s, "A password needs at least %d characters.\n", SHG_PASSWORD_CHARACTERS_MIN);
    return false;
}

/* ---- the cookie ---- */

typedef struct grant {
    shg_task task;
    int64_t player, token, old_token, now_ms;
    bool guest, registers, taken;
    char was_guest[SHG_NAME_BYTES_MAX +
                   1]; /* the guest who signs up, whose games the account takes over; "": none */
    shg_place place;   /* of a player, with the browser's device */
    shg_language language; /* of the new player */
    char name[SHG_NAME_BYTES_MAX + 1];
    /* Sign-in: the verifier that the password matched. */
    char was[sizeof(((shg_authenticated *)0)->verifier)];
    char verifier[SHG_VERIFIER_BYTES]; /* of a new player or password; "" for neither */
    char text[SHG_TOKEN_BYTES + 1], hash[SHG_TOKEN_HASH_BYTES + 1];
    char device[SHG_TOKEN_BYTES + 1]; /* the cookie of a new device; "": it has one */
    char from[SHG_TOKEN_FROM_BYTES_MAX + 1];
} grant;

/* ILLEGAL if the password has changed since: its tokens are invalid, and no new one may follow. */
static shoogi_status check_still_verified(const grant *g, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_id(storage, &row, g->player, err);
    return status == SHOOGI_OK && strcmp(row.password, g->was) != 0 ? SHOOGI_ILLEGAL : status;
}

static shoogi_status make_player(grant *g, shg_storage *storage, shoogi_error *err)
{
    if (g->was_guest[0]) {
        const shoogi_status status =
            shg_account_take_over(storage, g->player, &g->taken, g->name, g->verifier, err);
        return status == SHOOGI_OK
                   ? shg_rename_player(storage, g->player, g->was_guest, g->name, err)
                   : status;
    }
    if (g->registers)
        return shg_account_register(storage, &g->player, &g->taken, g->name, g->verifier, g->now_ms,
                                    err);
    if (g->verifier[0])
        return shg_password_replace(storage, g->player, g->was, g->verifier, (shg_kept_tokens){ 0 },
                                    err);
    if (!g->guest)
        return check_still_verified(g, storage, err);
    const shoogi_status status = shg_guest_name(g->name, storage, err);
    return status == SHOOGI_OK
               ? shg_account_register(storage, &g->player, &g->taken, g->name, "", g->now_ms, err)
               : status;
}

static shoogi_status run_grant(shg_job *job, shg_storage *storage)
{
    grant *g = (grant *)(void *)job;
    shoogi_status status = make_player(g, storage, &job->error);
    if (status == SHOOGI_OK && !g->taken && (g->registers || g->guest) && !g->was_guest[0])
        status = shg_account_keep_language(storage, g->player, g->language, &job->error);
    if (status == SHOOGI_OK && !g->taken && !g->guest)
        status = shg_known_store(storage, g->player, &g->place, g->now_ms, &job->error);
    const shg_token row = { .player = g->player,
                            .kind = SHG_TOKEN_BROWSER,
                            .name = "",
                            .from = g->from,
                            .created_ms = g->now_ms,
                            .seen_ms = g->now_ms };
    if (status == SHOOGI_OK)
        status = shg_token_store(storage, &g->token, &row, g->hash, &job->error);
    /* This token replaces the one of the request. */
    if (status == SHOOGI_OK && g->old_token != 0) {
        status = storage->ops->token_remove(storage, g->old_token, &job->error);
        if (status == SHOOGI_NOT_FOUND)
            status = SHOOGI_OK;
    }
    return status;
}

/* Writes to a new player who gave an e-mail address. */
static void write_to_new(const shg_session *s, const shg_json_door *d, const grant *g)
{
    char mail[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    if (shg_api_text(mail, sizeof mail, &d->json, "mail", NULL) == SHOOGI_OK && mail[0])
        shg_email_new_player(s->server, &s->address, g->player, g->name, mail);
}

static void finish_grant(shg_task *task)
{
    const grant *g = (const grant *)task;
    shg_session *s = task->session;
    shg_json_door *d = door_of(s);
    uint64_t *counts = s->server->metrics.counts;
    if (task->job.status == SHOOGI_OK) {
        counts[SHG_COUNT_registrations] += g->registers;
        counts[g->guest ? SHG_COUNT_logins_guest : SHG_COUNT_logins_player]++;
        if (g->registers)
            shg_sign_in_log(s, SHG_LOG_registered, g->name);
        shg_sign_in_log(s, SHG_LOG_login, g->name);
        if (g->registers)
            shg_login_limits_succeeded(s->server->accounts->limits, &s->address, false, g->name,
                                       g->now_ms);
        if (g->was_guest[0]) {
            shg_player_renamed(s->server, g->player, g->was_guest, g->name);
            shg_token_end_sessions(
                s->server, g->player, 0, s,
                SHG_TEXT("You have signed up.  Your games go on under your new name."));
        } else if (g->old_token != 0)
            shg_token_end_sessions(s->server, s->player, g->old_token, s,
                                   "You have signed in again.");
    }
    if (!d)
        return;
    if (g->taken) {
        refuse_with(s, 409, "That name is taken.\n");
    } else if (task->job.status == SHOOGI_ILLEGAL && g->was_guest[0]) {
        shg_refuse(s, "Meanwhile you have signed up.\n");
    } else if (task->job.status == SHOOGI_ILLEGAL) {
        shg_refuse(s, "Meanwhile your password was changed.\n");
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else {
        char cookie[200];
        snprintf(cookie, sizeof cookie, SHG_COOKIE "=%s" SHG_COOKIE_WORDS "; Max-Age=%d", g->text,
                 SHG_TOKEN_BROWSER_DAYS * 24 * 60 * 60);
        shg_json_header(d, "Set-Cookie", cookie);
        snprintf(cookie, sizeof cookie, SHG_DEVICE_COOKIE "=%s" SHG_COOKIE_WORDS "; Max-Age=%d",
                 g->device, SHG_TOKEN_BROWSER_DAYS * 24 * 60 * 60);
        if (g->device[0] && !g->guest)
            shg_json_header(d, "Set-Cookie", cookie);
        shg_json_open(&d->out, NULL, '{');
        shg_json_flag(&d->out, "ok", true);
        shg_json_text(&d->out, "name", g->name);
        shg_json_flag(&d->out, "guest", g->guest);
        shg_json_close(&d->out, '}');
        if (g->registers)
            write_to_new(s, d, g);
    }
}

static void fini_grant(shg_task *task)
{
    grant *g = (grant *)task;
    sodium_memzero(g->text, sizeof g->text);
    sodium_memzero(g->device, sizeof g->device);
}

/* NULL after refusing. */
static grant *new_grant(shg_session *s)
{
    grant *g = shg_task_alloc(s, sizeof *g);
    if (!g)
        return NULL;
    char address[SHG_NETWORK_TEXT_BYTES];
    const char *agent = shg_json_door_of(s)->agent;
    shg_sign_in_address(address, s);
    snprintf(g->from, sizeof g->from, "%s%s%s", address, agent[0] ? ", " : "", agent);
    g->task.fini = fini_grant;
    g->now_ms = shg_now_ms(s->server);
    g->old_token = s->token;
    g->language = shg_session_language(s);
    g->place = shg_place_of(s);
    if (shg_place_is_bare(&g->place)) {
        shg_token_make(g->device, g->hash);
        (void)shg_device_hash(g->place.device, g->device, strlen(g->device));
    }
    shg_token_make(g->text, g->hash);
    return g;
}

static void grant_token(shg_session *s, grant *g)
{
    shg_task_write(&g->task, s->server, s, run_grant, finish_grant);
}

/* Whether the client can be given a cookie. False after saying why not. */
static bool may_have_cookie(shg_session *s, const shg_json_door *d)
{
    if (!d->http)
        shg_refuse(s, "Use HTTP for this: it sets a cookie.\n");
    else if (!d->secure)
        shg_refuse(s,
                   "This connection is not encrypted, so others could read your password.  Ask the "
                   "administrator for an address that begins with https.\n");
    return d->http && d->secure;
}

/* Whether the address has reached its limit of new accounts, after saying so; else counts one
 * more. */
static bool too_many_accounts(shg_session *s)
{
    if (!shg_sign_up_limit_reached(s)) {
        shg_sign_up_count(s);
        return false;
    }
    shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                  "Too many accounts were created from your address.  Try again later.\n");
    return true;
}

/* ---- signing in ---- */

/* The player has replaced the administrator's password. */
static void new_made(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    grant *g = context;
    if (!door_of(s) || status != SHOOGI_OK) {
        if (door_of(s))
            refuse_with(s, 503, shg_auth_result_text(shg_auth_result_of(status)));
        fini_grant(&g->task);
        free(g);
        return;
    }
    snprintf(g->verifier, sizeof g->verifier, "%s", verifier);
    grant_token(s, g);
}

static void let_in(shg_session *s, const shg_authenticated *who)
{
    shg_json_door *d = shg_json_door_of(s);
    if (shg_sign_in_banned(s, who->player, who->name)) {
        d->status = 403;
        return;
    }
    secret next;
    if (!read_text(next.text, sizeof next.text, s, "new"))
        return;
    if (who->once && next.text[0] == '\0') {
        shg_json_text(&d->out, "wanted", "new");
        refuse_with(s, 401,
                    "The administrator set that password: choose one of your own as well.\n");
        return;
    }
    if (who->once && !read_new_password(&next, s, "new"))
        return;
    grant *g = new_grant(s);
    if (!g)
        return;
    g->player = who->player;
    memcpy(g->name, who->name, sizeof g->name);
    memcpy(g->was, who->verifier, sizeof g->was);
    if (who->once)
        shg_password_check_start(s, next.text, strlen(next.text), NULL, 0, new_made, g);
    else
        grant_token(s, g);
    sodium_memzero(&next, sizeof next);
}

static void authenticated(shg_session *s, shg_auth_result proof, const shg_authenticated *who)
{
    shg_json_door *d = door_of(s);
    if (!d)
        return;
    switch (proof) {
    case SHG_AUTH_OK: let_in(s, who); break;
    case SHG_AUTH_CODE_NEEDED:
    case SHG_AUTH_WRONG_CODE:
        shg_json_text(&d->out, "wanted", "code");
        refuse_with(s, 401, shg_auth_result_text(proof));
        break;
    case SHG_AUTH_NO_PLAYER:
    case SHG_AUTH_WRONG_PASSWORD:
        refuse_with(s, 401, shg_auth_result_text(SHG_AUTH_NO_PLAYER));
        break;
    case SHG_AUTH_TOO_MANY_HERE:
    case SHG_AUTH_TOO_MANY_FOR_NAME: refuse_with(s, 429, shg_auth_result_text(proof)); break;
    case SHG_AUTH_BUSY:
    case SHG_AUTH_TRY_LATER: refuse_with(s, 503, shg_auth_result_text(proof)); break;
    }
}

static void log_guest_in(shg_session *s)
{
    if (shg_sign_in_banned(s, 0, "guest") || too_many_accounts(s))
        return;
    grant *g = new_grant(s);
    if (!g)
        return;
    g->guest = true;
    grant_token(s, g);
}

void shg_api_login(shg_session *s, shg_json_door *d)
{
    char name[SHG_NAME_BYTES_MAX + 1], code[SHG_CODE_BYTES_MAX + 1];
    secret password;
    bool guest = false;
    shoogi_error err;
    if (!may_have_cookie(s, d) || !shg_json_charge(s, SHG_PASSWORD_CALLS))
        return;
    if (shg_api_flag(&guest, &d->json, "guest", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (guest)
        log_guest_in(s);
    else if (read_text(name, sizeof name, s, "name") && read_text(code, sizeof code, s, "code") &&
             read_password(&password, s, "password"))
        shg_authenticate(s, name, password.text, strlen(password.text), code, authenticated);
    sodium_memzero(&password, sizeof password);
}

/* ---- signing up ---- */

static void made(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    (void)context;
    if (!door_of(s))
        return;
    grant *g = status == SHOOGI_OK ? new_grant(s) : NULL;
    if (!g) {
        refuse_with(s, 503, shg_auth_result_text(shg_auth_result_of(status)));
        return;
    }
    g->registers = true;
    if (s->guest && s->player != 0 && s->lacks == 0) { /* by its cookie, not by a program's token */
        g->player = s->player;
        snprintf(g->was_guest, sizeof g->was_guest, "%s", s->name);
    }
    snprintf(g->verifier, sizeof g->verifier, "%s", verifier);
    if (read_text(g->name, sizeof g->name, s, "name"))
        grant_token(s, g);
    else
        free(g);
}

void shg_api_signup(shg_session *s, shg_json_door *d)
{
    char name[SHG_NAME_BYTES_MAX + 1], mail[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    secret password;
    shg_clean why;
    shoogi_error err;
    if (!may_have_cookie(s, d) || !shg_json_charge(s, SHG_PASSWORD_CALLS) ||
        !read_text(name, sizeof name, s, "name") || !read_text(mail, sizeof mail, s, "mail"))
        return;
    if (shg_name_check(name, strlen(name), &err) != SHOOGI_OK)
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE, "name: %s\n",
                      shg_session_message(s, &why, err.message));
    else if (mail[0] && !shg_mail_address_fits(mail, strlen(mail)))
        shg_refuse_as(s, SHG_REFUSED_UNREADABLE,
                      "mail: expected an address such as anna@example.org\n");
    else if (shg_name_is_guests(name, strlen(name)))
        shg_refuse(s, "Names that begin with guest are reserved for guests.\n");
    else if (shg_name_is_engines(name, strlen(name)))
        shg_refuse(s, "%s is an engine: you cannot log in under that name.\n", name);
    else if (read_new_password(&password, s, "password") && !shg_sign_in_banned(s, 0, name) &&
             !too_many_accounts(s))
        shg_password_check_start(s, password.text, strlen(password.text), NULL, 0, made, NULL);
    sodium_memzero(&password, sizeof password);
}

/* ---- signing out ---- */

typedef struct ending {
    shg_task task;
    int64_t player, token;
} ending;

static shoogi_status run_ending(shg_job *job, shg_storage *storage)
{
    const ending *e = (const ending *)(const void *)job;
    const shoogi_status status = storage->ops->token_remove(storage, e->token, &job->error);
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

static void finish_ending(shg_task *task)
{
    const ending *e = (const ending *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    shg_token_end_sessions(s->server, e->player, e->token, s, "You have signed out.");
    if (door_of(s))
        shg_json_header(shg_json_door_of(s), "Set-Cookie", SHG_COOKIE_NONE);
}

void shg_api_logout(shg_session *s, shg_json_door *d)
{
    if (!d->http) {
        shg_refuse(s, "Use HTTP for this: it clears the cookie.  /quit closes a WebSocket.\n");
        return;
    }
    if (s->token == 0) {
        shg_json_header(d, "Set-Cookie", SHG_COOKIE_NONE);
        return;
    }
    ending *e = shg_task_alloc(s, sizeof *e);
    if (!e)
        return;
    e->player = s->player;
    e->token = s->token;
    shg_task_write(&e->task, s->server, s, run_ending, finish_ending);
}

/* ---- changing the password ---- */

static void old_password_verified(shg_session *s, shg_auth_result proof,
                                  const shg_authenticated *who)
{
    secret next;
    shoogi_error err;
    bool keep_tokens = false;
    shg_json_door *d = door_of(s);
    if (!d)
        return;
    if (proof == SHG_AUTH_CODE_NEEDED || proof == SHG_AUTH_WRONG_CODE)
        shg_json_text(&d->out, "wanted", "code");
    if (proof != SHG_AUTH_OK) {
        refuse_with(s,
                    proof == SHG_AUTH_WRONG_PASSWORD || proof == SHG_AUTH_CODE_NEEDED ||
                            proof == SHG_AUTH_WRONG_CODE
                        ? 403
                    : proof == SHG_AUTH_TRY_LATER || proof == SHG_AUTH_BUSY ? 503
                                                                            : 429,
                    shg_auth_result_text(proof));
        return;
    }
    if (shg_api_flag(&keep_tokens, &d->json, "keep_tokens", &err) != SHOOGI_OK) {
        shg_say_fault(s, &err);
        return;
    }
    if (!read_new_password(&next, s, "new"))
        return;
    shg_password_change(s, who, next.text, strlen(next.text), keep_tokens);
    sodium_memzero(&next, sizeof next);
}

void shg_api_password(shg_session *s, shg_json_door *d)
{
    secret old, next;
    char code[SHG_CODE_BYTES_MAX + 1];
    (void)d;
    if (s->guest)
        shg_refuse(s, "Guests have no password.  Sign up to get one.\n");
    else if (shg_json_charge(s, SHG_PASSWORD_CALLS) && read_text(code, sizeof code, s, "code") &&
             read_password(&old, s, "old") && read_new_password(&next, s, "new"))
        shg_authenticate(s, s->name, old.text, strlen(old.text), code, old_password_verified);
    sodium_memzero(&old, sizeof old);
    sodium_memzero(&next, sizeof next);
}

/* ---- e-mail ---- */

/* The answer does not reveal whether there is such a player, or whether they have an address. */
void shg_api_reset(shg_session *s, shg_json_door *d)
{
    char name[SHG_NAME_BYTES_MAX + 1];
    if (!read_text(name, sizeof name, s, "name"))
        return;
    if (!s->server->messages->mail) {
        shg_refuse(s, "This server sends no e-mail.  Ask the administrator for a new password.\n");
        return;
    }
    shg_email_password_reset(s->server, &s->address, name);
    shg_json_open(&d->out, NULL, '{');
    shg_json_flag(&d->out, "ok", true);
    shg_json_text(
        &d->out, "text",
        shg_text_in(
            shg_session_language(s),
            "If that player exists and has an e-mail address on file, an e-mail is on its way."));
    shg_json_close(&d->out, '}');
}

void shg_api_use_email_link(shg_session *s, shg_json_door *d)
{
    char token[SHG_TOKEN_BYTES + 1];
    secret password;
    (void)d;
    if (read_text(token, sizeof token, s, "token") &&
        read_text(password.text, sizeof password.text, s, "password"))
        shg_email_use_link(s, token, strlen(token), password.text);
    sodium_memzero(&password, sizeof password);
}
