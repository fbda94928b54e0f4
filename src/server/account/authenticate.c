#include "server/account/authenticate.h"

#include "server/account/account.h"
#include "server/account/known_devices.h"
#include "server/account/part.h"
#include "server/account/password_check.h"
#include "server/account/sign_in.h"
#include "server/account/token.h"
#include "server/account/totp.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct authentication {
    shg_auth_fn *then;
    bool code_wanted;
    shg_place place;
    bool known, device; /* the place, as the storage knows; by its cookie */
    int64_t now_ms;
    size_t password_bytes;
    shg_authenticated who;
    char name[SHG_NAME_BYTES_MAX + 1];
    char code[SHG_CODE_BYTES_MAX + 1];
    char password[SHG_PASSWORD_BYTES_MAX];
} authentication;

/* Under which wrong passwords count together with those for the name. */
static shg_address_key key_of(const authentication *p)
{
    return p->device ? shg_device_key(&p->place) : p->place.address;
}

static void end(shg_session *s, authentication *p, shg_auth_result result)
{
    shg_server *server = s->server;
    const int64_t now_ms = shg_now_ms(server);
    const shg_address_key key = key_of(p);
    if (result == SHG_AUTH_OK)
        shg_login_limits_succeeded(server->accounts->limits, &key, p->known, p->name, now_ms);
    /* Counted against the address even if the connection is gone. */
    if (result == SHG_AUTH_WRONG_PASSWORD || result == SHG_AUTH_NO_PLAYER ||
        result == SHG_AUTH_WRONG_CODE) {
        shg_login_limits_failed(server->accounts->limits, &s->address, now_ms);
        server->metrics.counts[SHG_COUNT_wrong_passwords]++;
        shg_sign_in_log(s, SHG_LOG_wrong_password, p->name);
    }
    p->then(s, result, &p->who);
    sodium_memzero(p, sizeof *p);
    free(p);
}

/* ---- the code, and the check for a changed password ---- */

static bool each_token(void *context, const shg_token *row)
{
    *(size_t *)context += strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0;
    return true;
}

typedef struct checking {
    shg_task task;
    authentication *authentication;
    int64_t day_ms;         /* the clock that authenticator apps use */
    shg_auth_result result; /* the outcome */
} checking;

void shg_recovery_make(char code[SHG_RECOVERY_BYTES + 1])
{
    static const char signs[] =
        "abcdefghijkmnpqrstuvwxyz23456789"; /* no easily confused characters */
    for (size_t i = 0; i < SHG_RECOVERY_BYTES; i++)
        code[i] = i == SHG_RECOVERY_BYTES / 2 ? '-' : signs[randombytes_uniform(32)];
    code[SHG_RECOVERY_BYTES] = '\0';
}

void shg_recovery_hash(char hash[65], int64_t player, const char *code)
{
    unsigned char bytes[32];
    char text[64], plain[SHG_CODE_BYTES_MAX + 1];
    size_t length = 0;
    /* In whatever way it was typed. */
    for (; *code && length < SHG_CODE_BYTES_MAX; code++)
        if (*code != '-' && *code != ' ')
            plain[length++] = shg_lower(*code);
    plain[length] = '\0';
    snprintf(text, sizeof text, "recovery %" PRId64 " %s", player, plain);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(hash, 65, bytes, sizeof bytes);
}

static shoogi_status use_recovery(const authentication *p, shg_storage *storage, shoogi_error *err)
{
    char hash[65];
    shg_token row;
    shg_recovery_hash(hash, p->who.player, p->code);
    const shoogi_status status = storage->ops->token_get(storage, &row, hash, err);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NOT_FOUND ? SHOOGI_ILLEGAL : status;
    return storage->ops->token_remove(storage, row.id, err);
}

/* Fills c->result. */
static shoogi_status check_all(checking *c, shg_storage *storage, shoogi_error *err)
{
    authentication *p = c->authentication;
    shg_account account;
    shg_player row;
    shoogi_status status = storage->ops->player_by_id(storage, &row, p->who.player, err);
    const bool same = status == SHOOGI_OK && strcmp(row.password, p->who.verifier) == 0;
    c->result = same ? SHG_AUTH_OK : SHG_AUTH_WRONG_PASSWORD;
    if (same)
        status = storage->ops->token_list(storage, p->who.player, each_token, &p->who.tokens, err);
    if (!same || !p->code_wanted || status != SHOOGI_OK)
        return status;
    status = shg_account_read(&account, storage, p->who.player, err);
    if (status != SHOOGI_OK || !shg_account_has_codes(&account))
        return status;
    if (p->code[0] == '\0') {
        c->result = SHG_AUTH_CODE_NEEDED;
        return SHOOGI_OK;
    }
    if (!shg_totp_fits(&account.row.totp_step, account.totp, p->code, account.row.totp_step,
                       c->day_ms))
        return use_recovery(p, storage, err);
    return storage->ops->account_set(storage, &account.row, err);
}

static shoogi_status run_checking(shg_job *job, shg_storage *storage)
{
    checking *c = (checking *)(void *)job;
    const authentication *p = c->authentication;
    const shoogi_status status = check_all(c, storage, &job->error);
    return status == SHOOGI_OK && c->result == SHG_AUTH_OK
               ? shg_known_store(storage, p->who.player, &p->place, p->now_ms, &job->error)
               : status;
}

static void finish_checking(shg_task *task)
{
    const checking *c = (const checking *)task;
    const shoogi_status status = task->job.status;
    end(task->session, c->authentication,
        status == SHOOGI_OK        ? c->result
        : status == SHOOGI_ILLEGAL ? SHG_AUTH_WRONG_CODE
                                   : SHG_AUTH_TRY_LATER);
}

/* On the writer's thread, so after any change of the password: seconds may have passed since it
 * was read. */
static void check(shg_session *s, authentication *p)
{
    checking *c = calloc(1, sizeof *c);
    if (!c) {
        end(s, p, SHG_AUTH_TRY_LATER);
        return;
    }
    c->authentication = p;
    c->day_ms = shg_time_of_day_ms(s->server);
    c->task.aside = true;
    shg_task_write(&c->task, s->server, s, run_checking, finish_checking);
}

/* ---- the password ---- */

static void compared(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    authentication *p = context;
    (void)verifier;
    if (status == SHOOGI_ILLEGAL)
        end(s, p, SHG_AUTH_WRONG_PASSWORD);
    else if (status != SHOOGI_OK)
        end(s, p, shg_auth_result_of(status));
    else
        check(s, p);
}

typedef struct lookup {
    shg_task task;
    authentication *authentication;
} lookup;

static shoogi_status run_lookup(shg_job *job, shg_storage *storage)
{
    authentication *p = ((const lookup *)(const void *)job)->authentication;
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, p->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (row.password[0] == '\0')
        return SHOOGI_NOT_FOUND; /* a guest, or a closed account */
    p->who.player = row.id;
    p->who.current_game = row.current_game;
    shg_settings_init(&p->who.settings);
    shg_settings_read(&p->who.settings, row.settings);
    snprintf(p->who.name, sizeof p->who.name, "%s", row.name);
    snprintf(p->who.verifier, sizeof p->who.verifier, "%s", row.password);
    p->who.once = strncmp(row.password, SHG_PASSWORD_ONCE, strlen(SHG_PASSWORD_ONCE)) == 0;
    return shg_known_find(&p->known, &p->device, storage, row.id, &p->place, p->now_ms,
                          &job->error);
}

static void finish_lookup(shg_task *task)
{
    authentication *p = ((lookup *)task)->authentication;
    shg_session *s = task->session;
    const shg_address_key key = key_of(p);
    int64_t delay_ms = 0;
    if (task->job.status != SHOOGI_OK && task->job.status != SHOOGI_NOT_FOUND) {
        end(s, p, SHG_AUTH_TRY_LATER);
        return;
    }
    const shg_login_allowance guess = shg_login_limits_check(
        &delay_ms, s->server->accounts->limits, &key, p->known, p->name, shg_now_ms(s->server));
    if (guess == SHG_LOGIN_TOO_MANY_HERE)
        end(s, p, SHG_AUTH_TOO_MANY_HERE);
    else if (guess == SHG_LOGIN_TOO_MANY_FOR_NAME)
        end(s, p, SHG_AUTH_TOO_MANY_FOR_NAME);
    else if (task->job.status == SHOOGI_NOT_FOUND)
        end(s, p, SHG_AUTH_NO_PLAYER);
    else
        shg_password_check_start(s, p->password, p->password_bytes,
                                 p->who.verifier + (p->who.once ? strlen(SHG_PASSWORD_ONCE) : 0),
                                 delay_ms, compared, p);
}

void shg_authenticate(shg_session *s, const char *name, const char *password, size_t password_bytes,
                      const char *code, shg_auth_fn *then)
{
    static const shg_authenticated nobody;
    authentication *p = calloc(1, sizeof *p);
    lookup *k = calloc(1, sizeof *k);
    if (!p || !k) {
        free(p);
        free(k);
        then(s, SHG_AUTH_TRY_LATER, &nobody);
        return;
    }
    p->then = then;
    p->place = shg_place_of(s);
    p->now_ms = shg_now_ms(s->server);
    p->code_wanted = code != NULL;
    snprintf(p->code, sizeof p->code, "%s", code ? code : "");
    snprintf(p->name, sizeof p->name, "%s", name);
    memcpy(p->password, password, password_bytes);
    p->password_bytes = password_bytes;
    k->authentication = p;
    shg_task_read(&k->task, s->server, s, run_lookup, finish_lookup);
}

const char *shg_auth_result_text(shg_auth_result result)
{
    static const char *const texts[] = {
        [SHG_AUTH_OK] = "",
        [SHG_AUTH_NO_PLAYER] = SHG_TEXT("Wrong name or password.\n"),
        [SHG_AUTH_WRONG_PASSWORD] = SHG_TEXT("Wrong password.\n"),
        [SHG_AUTH_CODE_NEEDED] = SHG_TEXT("Enter the code from your authenticator app as well.\n"),
        [SHG_AUTH_WRONG_CODE] = SHG_TEXT("Wrong code.\n"),
        [SHG_AUTH_TOO_MANY_HERE] =
            SHG_TEXT("Too many wrong passwords from your address.  Try again in a few minutes.\n"),
        [SHG_AUTH_TOO_MANY_FOR_NAME] = SHG_TEXT(
            "Too many wrong passwords for this name.  Log in where you have logged in before, try\n"
            "again in a few minutes, or get a new password by e-mail (Reset password on the page).\n"),
        [SHG_AUTH_BUSY] = SHG_TEXT(
            "Too many passwords of your network wait to be checked.  Try again in ten seconds.\n"),
        [SHG_AUTH_TRY_LATER] = SHG_TEXT("The password could not be checked.  Please try again.\n"),
    };
    return texts[result];
}

/* ---- changing the password ---- */

shoogi_status shg_password_replace(shg_storage *storage, int64_t player, const char *was,
                                   const char *verifier, shg_kept_tokens kept, shoogi_error *err)
{
    shg_player row;
    shoogi_status status = storage->ops->player_by_id(storage, &row, player, err);
    if (status == SHOOGI_OK && strcmp(row.password, was) != 0)
        return SHOOGI_ILLEGAL;
    if (status == SHOOGI_OK)
        status = storage->ops->player_set_password(storage, player, verifier, err);
    if (status == SHOOGI_OK)
        status = shg_tokens_remove(storage, player, SHG_TOKEN_BROWSER, kept.token, err);
    if (status == SHOOGI_OK && !kept.programs)
        status = shg_tokens_remove(storage, player, SHG_TOKEN_PROGRAM, kept.token, err);
    if (status == SHOOGI_OK)
        status = shg_tokens_remove(storage, player, SHG_TOKEN_RESET, 0, err);
    return status;
}

typedef struct change {
    shg_task task;
    int64_t player;
    shg_kept_tokens kept;
    char was[sizeof(((shg_authenticated *)0)->verifier)];
    char verifier[SHG_VERIFIER_BYTES];
} change;

static shoogi_status run_change(shg_job *job, shg_storage *storage)
{
    const change *c = (const change *)(const void *)job;
    return shg_password_replace(storage, c->player, c->was, c->verifier, c->kept, &job->error);
}

static void finish_change(shg_task *task)
{
    const change *c = (const change *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_OK) {
        shg_say(s, "Your password has been changed.\n");
        if (c->kept.programs)
            shg_say(s, "Your API tokens go on.  SESSIONS lists them.\n");
        s->server->accounts->hooks->changed(s->server, c->player, SHG_CHANGED_PASSWORD);
        shg_token_end_others(
            s, c->kept.programs,
            SHG_TEXT("Your password was changed elsewhere.  Log in with the new one."));
    } else if (task->job.status == SHOOGI_ILLEGAL) {
        shg_refuse(s, "Meanwhile your password was changed elsewhere.\n");
    } else {
        shg_say_failed(s, &task->job);
    }
}

static void change_made(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    change *c = context;
    if (status != SHOOGI_OK) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "That failed.  Your password is unchanged.\n");
        free(c);
        return;
    }
    snprintf(c->verifier, sizeof c->verifier, "%s", verifier);
    shg_task_write(&c->task, s->server, s, run_change, finish_change);
}

void shg_password_change(shg_session *s, const shg_authenticated *who, const char *password,
                         size_t password_bytes, bool keep_tokens)
{
    change *c = shg_task_alloc(s, sizeof *c);
    if (!c)
        return;
    c->player = s->player;
    c->kept = (shg_kept_tokens){ .token = s->token, .programs = keep_tokens };
    memcpy(c->was, who->verifier, sizeof c->was);
    shg_password_check_start(s, password, password_bytes, NULL, 0, change_made, c);
}
