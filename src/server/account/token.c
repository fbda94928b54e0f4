#include "server/account/token.h"

#include "base/error.h"
#include "server/clock/time_control.h"
#include "server/loop/text_buffer.h"
#include "server/session/ignored.h"
#include "server/session/part.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET_BYTES = 32, HASH_BYTES = SHG_TOKEN_HASH_BYTES / 2 };

static_assert(sizeof SHG_TOKEN_PREFIX - 1 +
                      sodium_base64_ENCODED_LEN(SECRET_BYTES,
                                                sodium_base64_VARIANT_URLSAFE_NO_PADDING) -
                      1 ==
                  SHG_TOKEN_BYTES,
              "room for a token");

/* The use of a token is stored at most this often. */
static const int64_t TOUCH_MS = 60 * 60 * INT64_C(1000);

/* ---- tokens ---- */

static void hash_of(char hash[SHG_TOKEN_HASH_BYTES + 1], const char *token)
{
    unsigned char bytes[HASH_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, SHG_TOKEN_BYTES, NULL, 0);
    sodium_bin2hex(hash, SHG_TOKEN_HASH_BYTES + 1, bytes, sizeof bytes);
}

void shg_token_make(char token[SHG_TOKEN_BYTES + 1], char hash[SHG_TOKEN_HASH_BYTES + 1])
{
    unsigned char secret[SECRET_BYTES];
    const size_t prefix = sizeof SHG_TOKEN_PREFIX - 1;
    randombytes_buf(secret, sizeof secret);
    memcpy(token, SHG_TOKEN_PREFIX, prefix);
    sodium_bin2base64(token + prefix, SHG_TOKEN_BYTES + 1 - prefix, secret, sizeof secret,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(secret, sizeof secret);
    hash_of(hash, token);
}

bool shg_token_hash(char hash[SHG_TOKEN_HASH_BYTES + 1], const char *token, size_t token_bytes)
{
    if (token_bytes != SHG_TOKEN_BYTES ||
        memcmp(token, SHG_TOKEN_PREFIX, sizeof SHG_TOKEN_PREFIX - 1) != 0)
        return false;
    hash_of(hash, token);
    return true;
}

int64_t shg_token_expires_ms(const char *kind, int64_t created_ms, int64_t now_ms)
{
    if (strcmp(kind, SHG_TOKEN_BROWSER) != 0)
        return now_ms + SHG_TOKEN_PROGRAM_DAYS * SHG_DAY_MS;
    const int64_t idle_ms = now_ms + SHG_TOKEN_IDLE_DAYS * SHG_DAY_MS;
    const int64_t last_ms = created_ms + SHG_TOKEN_BROWSER_DAYS * SHG_DAY_MS;
    return idle_ms < last_ms ? idle_ms : last_ms;
}

/* ---- storing ---- */

typedef struct tokens_of_kind {
    const char *kind;
    size_t count;
    int64_t oldest, oldest_seen_ms;
} tokens_of_kind;

static bool each_of_kind(void *context, const shg_token *row)
{
    tokens_of_kind *of = context;
    if (strcmp(row->kind, of->kind) != 0)
        return true;
    if (of->count++ == 0 || row->seen_ms < of->oldest_seen_ms) {
        of->oldest = row->id;
        of->oldest_seen_ms = row->seen_ms;
    }
    return true;
}

shoogi_status shg_token_store(shg_storage *storage, int64_t *id, const shg_token *row,
                              const char *hash, shoogi_error *err)
{
    tokens_of_kind of = { .kind = row->kind };
    shoogi_status status = storage->ops->token_list(storage, row->player, each_of_kind, &of, err);
    if (status == SHOOGI_OK && of.count >= SHG_TOKENS_PER_PLAYER)
        status = strcmp(row->kind, SHG_TOKEN_BROWSER) == 0
                     ? storage->ops->token_remove(storage, of.oldest, err)
                     : shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                                     "you already have %d tokens, the most allowed",
                                     SHG_TOKENS_PER_PLAYER);
    if (status != SHOOGI_OK)
        return status;
    shg_token added = *row;
    added.hash = hash;
    if (added.expires_ms == 0)
        added.expires_ms = shg_token_expires_ms(row->kind, row->created_ms, row->created_ms);
    return storage->ops->token_add(storage, id, &added, err);
}

typedef struct doomed {
    const char *kind;
    int64_t but, id[64];
    size_t count;
} doomed;

static bool each_doomed(void *context, const shg_token *row)
{
    doomed *d = context;
    if (row->id != d->but && (!d->kind || strcmp(row->kind, d->kind) == 0))
        d->id[d->count++] = row->id;
    return d->count < sizeof d->id / sizeof d->id[0];
}

shoogi_status shg_tokens_remove(shg_storage *storage, int64_t player, const char *kind, int64_t but,
                                shoogi_error *err)
{
    doomed d;
    shoogi_status status = SHOOGI_OK;
    do {
        d = (doomed){ .kind = kind, .but = but };
        status = storage->ops->token_list(storage, player, each_doomed, &d, err);
        for (size_t i = 0; i < d.count && status == SHOOGI_OK; i++)
            status = storage->ops->token_remove(storage, d.id[i], err);
    } while (status == SHOOGI_OK && d.count > 0);
    return status;
}

/* ---- sign-in by token ---- */

typedef struct token_sign_in {
    shg_task task;
    shg_presence presence;
    shg_token_then *then;
    char hash[SHG_TOKEN_HASH_BYTES + 1];
    int64_t now_ms;
    int64_t token, player, current_game, seen_ms, expires_ms;
    uint8_t lacks;
    bool guest;
    shg_settings settings;
    char name[SHG_NAME_BYTES_MAX + 1];
    char ignored[SHG_IGNORED_MAX][SHG_NAME_BYTES_MAX + 1];
    size_t ignored_count;
} token_sign_in;

static bool each_ignored(void *context, const shg_player *row)
{
    token_sign_in *e = context;
    snprintf(e->ignored[e->ignored_count++], sizeof e->ignored[0], "%s", row->name);
    return e->ignored_count < SHG_IGNORED_MAX;
}

static bool lets_in(const shg_token *row, int64_t now_ms)
{
    return row->expires_ms > now_ms &&
           (strcmp(row->kind, SHG_TOKEN_BROWSER) == 0 || strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0);
}

/* The scopes that a valid token does not permit: a browser's permits everything. */
static uint8_t lacks_of(const shg_token *row)
{
    return strcmp(row->kind, SHG_TOKEN_PROGRAM) == 0
               ? (uint8_t)(SHG_SCOPE_OWNER | (SHG_SCOPES_TOKEN & ~(unsigned)row->scopes))
               : SHG_SCOPE_NONE;
}

shoogi_status shg_token_player(int64_t *player, uint8_t *lacks, shg_storage *storage,
                               const char *hash, int64_t now_ms, shoogi_error *err)
{
    shg_token row;
    const shoogi_status status = storage->ops->token_get(storage, &row, hash, err);
    *player = status == SHOOGI_OK && lets_in(&row, now_ms) ? row.player : 0;
    *lacks = *player != 0 ? lacks_of(&row) : SHG_SCOPE_NONE;
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

static shoogi_status run_token_sign_in(shg_job *job, shg_storage *storage)
{
    token_sign_in *e = (token_sign_in *)(void *)job;
    shg_token token;
    shoogi_status status = storage->ops->token_get(storage, &token, e->hash, &job->error);
    if (status != SHOOGI_OK)
        return status;
    if (!lets_in(&token, e->now_ms))
        return SHOOGI_NOT_FOUND;
    e->token = token.id;
    e->player = token.player;
    e->lacks = lacks_of(&token);
    e->seen_ms = token.seen_ms;
    e->expires_ms = shg_token_expires_ms(token.kind, token.created_ms, e->now_ms);
    shg_player player;
    status = storage->ops->player_by_id(storage, &player, e->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    e->current_game = player.current_game;
    e->guest = player.password[0] == '\0';
    shg_settings_init(&e->settings);
    shg_settings_read(&e->settings, player.settings);
    snprintf(e->name, sizeof e->name, "%s", player.name);
    if (e->presence == SHG_PRESENCE_GREETED)
        return SHOOGI_OK; /* the greeting needs the ignore list */
    return storage->ops->ignored_list(storage, e->player, each_ignored, e, &job->error);
}

/* Stores the last use of a token and of its player. No session waits for it. */
typedef struct token_touch {
    shg_task task;
    int64_t token, player, now_ms, expires_ms;
} token_touch;

static shoogi_status run_token_touch(shg_job *job, shg_storage *storage)
{
    const token_touch *t = (const token_touch *)(const void *)job;
    const shoogi_status status =
        storage->ops->token_set_seen(storage, t->token, t->now_ms, t->expires_ms, &job->error);
    return status == SHOOGI_OK
               ? storage->ops->player_set_seen(storage, t->player, t->now_ms, &job->error)
               : status;
}

static void nothing_more(shg_task *task)
{
    (void)task;
}

static void touch(const token_sign_in *e, shg_server *server)
{
    token_touch *t = e->now_ms - e->seen_ms >= TOUCH_MS ? shg_task_alloc(NULL, sizeof *t) : NULL;
    if (!t)
        return;
    t->token = e->token;
    t->player = e->player;
    t->now_ms = e->now_ms;
    t->expires_ms = e->expires_ms;
    shg_task_write(&t->task, server, NULL, run_token_touch, nothing_more);
}

static shg_token_outcome enter(token_sign_in *e, shg_session *s)
{
    if (shg_sign_in_banned(s, e->player, e->name) ||
        (e->guest && e->presence != SHG_PRESENCE_CALL && shg_sign_in_no_place(s)))
        return SHG_TOKEN_REFUSED;
    s->settings = e->settings;
    for (size_t i = 0; i < e->ignored_count; i++)
        if (!shg_ignored_set(s, e->ignored[i], true))
            break;
    touch(e, s->server);
    shg_session_sign_in(s, &(shg_sign_in){ .player = e->player,
                                           .name = e->name,
                                           .current_game = e->current_game,
                                           .token = e->token,
                                           .lacks = e->lacks,
                                           .guest = e->guest,
                                           .presence = e->presence });
    return SHG_TOKEN_ENTERED;
}

static void finish_token_sign_in(shg_task *task)
{
    token_sign_in *e = (token_sign_in *)task;
    shg_session *s = task->session;
    shg_token_outcome outcome = SHG_TOKEN_FAILED;
    shg_online_remove(&s->server->sessions->online, s);
    if (task->job.status == SHOOGI_OK)
        outcome = enter(e, s);
    else if (task->job.status == SHOOGI_NOT_FOUND)
        outcome = SHG_TOKEN_UNKNOWN;
    else
        shg_say_failed(s, &task->job);
    e->then(s, outcome);
}

void shg_token_enter(shg_session *s, const char *token, size_t token_bytes, shg_presence presence,
                     shg_token_then *then)
{
    shg_session_hold(s);
    char hash[SHG_TOKEN_HASH_BYTES + 1];
    token_sign_in *e = NULL;
    if (!shg_token_hash(hash, token, token_bytes))
        then(s, SHG_TOKEN_UNKNOWN);
    else if ((e = shg_task_alloc(s, sizeof *e)) == NULL)
        then(s, SHG_TOKEN_FAILED);
    if (e) {
        memcpy(e->hash, hash, sizeof hash);
        e->presence = presence;
        e->then = then;
        e->now_ms = shg_now_ms(s->server);
        shg_online_await(&s->server->sessions->online, s);
        shg_task_read(&e->task, s->server, s, run_token_sign_in, finish_token_sign_in);
    }
    shg_session_release(s);
}

/* ---- ending tokens and sessions ---- */

void shg_end_session(shg_session *s, const char *text)
{
    shg_session_hold(s);
    shg_interject_begin(s);
    shg_say(s, "%s\n", shg_text_in(shg_session_language(s), text));
    shg_session_quit(s);
    shg_session_release(s);
}

void shg_end_banned_sessions(shg_server *server)
{
    for (shg_session *s = server->sessions->online.entered, *next; s; s = next) {
        next = s->entered_next;
        const shg_active_ban *ban =
            shg_bans_find(server->bans, s->player, &s->address, shg_now_ms(server));
        if (!ban)
            continue;
        shg_text_buffer text = { 0 };
        shg_ban_write(&text, ban, shg_session_language(s));
        shg_end_session(s, text.failed ? "You are banned" : text.bytes);
        shg_text_fini(&text);
    }
}

/* token: 0: of any, or of none. */
static void end_here(shg_server *server, int64_t player, int64_t token, bool keep_programs,
                     const shg_session *but, const char *text)
{
    for (shg_session *s = player != 0 ? server->sessions->online.entered : NULL, *next; s;
         s = next) {
        next = s->entered_next;
        if (s != but && s->player == player && (token == 0 || s->token == token) &&
            !(keep_programs && (s->lacks & SHG_SCOPE_OWNER)))
            shg_end_session(s, text);
    }
}

static void end_sessions(shg_server *server, int64_t player, int64_t token, bool keep_programs,
                         const shg_session *but, const char *text)
{
    end_here(server, player, token, keep_programs, but, text);
    if (player != 0)
        shg_publish_surely(server, "end %lld %lld %d %s", (long long)player, (long long)token,
                           keep_programs, text);
}

void shg_token_end_sessions_here(shg_server *server, int64_t player, int64_t token,
                                 bool keep_programs, const char *text)
{
    end_here(server, player, token, keep_programs, NULL, text);
}

void shg_token_end_sessions(shg_server *server, int64_t player, int64_t token,
                            const shg_session *but, const char *text)
{
    end_sessions(server, player, token, false, but, text);
}

void shg_token_end_others(const shg_session *but, bool keep_programs, const char *text)
{
    end_sessions(but->server, but->player, 0, keep_programs, but, text);
}

typedef struct expiring {
    shg_task task;
    int64_t now_ms;
} expiring;

static shoogi_status run_expiring(shg_job *job, shg_storage *storage)
{
    const expiring *e = (const expiring *)(const void *)job;
    const shoogi_status status = storage->ops->token_expire(storage, e->now_ms, &job->error);
    return status == SHOOGI_OK
               ? storage->ops->request_expire(storage, e->now_ms - SHG_REQUEST_DAYS * SHG_DAY_MS,
                                              &job->error)
               : status;
}

void shg_tokens_expire(shg_server *server)
{
    expiring *e = shg_task_alloc(NULL, sizeof *e);
    if (!e)
        return; /* the next time */
    e->now_ms = shg_now_ms(server);
    shg_task_write(&e->task, server, NULL, run_expiring, nothing_more);
}

/* ---- idempotent requests ---- */

typedef struct key_lookup {
    shg_task task;
    int64_t player;
    bool there;
    void (*then)(shg_session *session);
    char key[SHG_REQUEST_KEY_BYTES_MAX + 1];
} key_lookup;

static shoogi_status run_key_lookup(shg_job *job, shg_storage *storage)
{
    key_lookup *l = (key_lookup *)(void *)job;
    return storage->ops->request_get(storage, &l->there, l->player, l->key, &job->error);
}

static void finish_key_lookup(shg_task *task)
{
    const key_lookup *l = (const key_lookup *)task;
    shg_session *s = task->session;
    s->repeated = task->job.status == SHOOGI_OK && l->there;
    l->then(s);
}

void shg_request_begin(shg_session *s, const char *key, size_t key_bytes,
                       void (*then)(shg_session *session))
{
    assert(key_bytes >= 1 && key_bytes <= SHG_REQUEST_KEY_BYTES_MAX);
    s->repeated = false;
    memcpy(s->request, key, key_bytes);
    s->request[key_bytes] = '\0';
    /* No keys are stored for a guest without a row. */
    key_lookup *l = s->player != 0 ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        then(s); /* the write will detect it */
        return;
    }
    l->player = s->player;
    l->then = then;
    memcpy(l->key, key, key_bytes);
    shg_task_read(&l->task, s->server, s, run_key_lookup, finish_key_lookup);
}
