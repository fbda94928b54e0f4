#include "server/lobby/challenges.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/account/guest.h"
#include "server/account/login.h"
#include "server/account/sign_in.h"
#include "server/game/action.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_board.h"
#include "server/lobby/challenge_book.h"
#include "server/lobby/challenge_notice.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/lobby.h"
#include "server/lobby/part.h"
#include "server/loop/text_buffer.h"
#include "server/messages/notification_mail.h"
#include "server/messages/talk.h"
#include "server/rules/part.h"
#include "server/session/ignored.h"
#include "server/session/part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

bool shg_challenge_offered(shg_server *server, const shg_owner *owner, const char *pattern)
{
    return server->lobby->hooks->offered(server, owner, pattern);
}

typedef struct making {
    shg_task task;
    int64_t player, now_ms, id;
    size_t own; /* the number of the player's challenges */
    shg_address_key address;
    char name[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char pattern[4 * SHG_PATTERN_CHARACTERS_MAX + 1];
    char colour[8];
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char first_move[SHG_ACTION_BYTES];
    char comment[4 * SHG_COMMENT_CHARACTERS_MAX + 1];
    bool for_nobody; /* the pattern is a name that no stored player has */
} making;

static bool count(void *context, const shg_challenge *row)
{
    making *m = context;
    m->own += shg_replay_game(row->options) == 0;
    return true;
}

static shoogi_status run_making(shg_job *job, shg_storage *storage)
{
    making *m = (making *)(void *)job;
    shoogi_status status = shg_store_guest(storage, &m->player, m->name, m->now_ms, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->challenge_list(storage, m->player, count, m, &job->error);
    if (status == SHOOGI_OK && m->own >= SHG_CHALLENGES_PER_PLAYER)
        status = shg_error_set(&job->error, SHOOGI_ILLEGAL, 0, 0,
                               "you already have %zu challenges; REMOVE withdraws one", m->own);
    if (status == SHOOGI_OK && shg_name_check(m->pattern, strlen(m->pattern), NULL) == SHOOGI_OK) {
        shg_player recipient;
        status = storage->ops->player_by_name(storage, &recipient, m->pattern, &job->error);
        m->for_nobody = status == SHOOGI_NOT_FOUND;
        if (m->for_nobody)
            status = SHOOGI_OK;
    }
    if (status != SHOOGI_OK)
        return status;
    const shg_challenge row = { .player = m->player,
                                .variant = m->variant,
                                .pattern = m->pattern,
                                .colour = m->colour,
                                .options = m->options,
                                .first_move = m->first_move,
                                .comment = m->comment,
                                .created_ms = m->now_ms };
    return storage->ops->challenge_add(storage, &m->id, &row, &job->error);
}

/* Whether a session's player is here: a call is not, but the player's stream or WebSocket is. */
static bool is_here(const shg_session *s)
{
    return s->online || shg_online_first(&s->server->sessions->online, s->player) != NULL;
}

static void finish_making(shg_task *task)
{
    const making *m = (const making *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    shg_guest_stored(s, m->player);
    const shg_owner owner = { m->address, m->player };
    shg_challenge_book_add(s->server->lobby->book, &owner, m->id, m->pattern, m->options, false);
    if (s->guest && !is_here(s)) /* gone meanwhile */
        shg_remove_challenges_of(s->server, m->player);
    const shg_challenge row = { .id = m->id,
                                .player = m->player,
                                .player_name = m->name,
                                .variant = m->variant,
                                .pattern = m->pattern,
                                .colour = m->colour,
                                .options = m->options,
                                .first_move = m->first_move,
                                .comment = m->comment,
                                .created_ms = m->now_ms };
    shg_lobby_challenge_added(s->server, &row);
    char key[SHG_KEY_BYTES + 1] = "", number[24];
    shg_out text = shg_out_make(key, sizeof key);
    shg_terms_key_write(&text, m->options, m->id);
    snprintf(number, sizeof number, "%" PRId64, m->id);
    const char *answer = key[0] ? key : number;
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_start_sfen(start, m->options);
    if (shg_name_check(m->pattern, strlen(m->pattern), NULL) == SHOOGI_OK)
        shg_email_challenge(s, m->pattern, m->variant, start, answer);
    shg_result(s, "challenge", m->id);
    shg_notify_challenged(s->server, &row);
    /* A person who challenges an engine that is free reads its answer instead: there is no time to withdraw anything. */
    if (!shg_challenge_offered(s->server, &owner, m->pattern) || shg_session_is_program(s)) {
        shg_out board = shg_out_growing();
        shg_challenge_board_write(&board, s, &row);
        if (!board.spent)
            shg_say_bytes(s, board.bytes, board.length);
        free(board.bytes);
        shg_say(s, "Your challenge is number %lld.  REMOVE %lld withdraws it.\n", (long long)m->id,
                (long long)m->id);
    }
    if (m->for_nobody && !key[0] && !shg_online_named(&s->server->sessions->online, m->pattern) &&
        !shg_elsewhere_named(&s->server->sessions->elsewhere,
                             m->pattern)) /* a guest who is not stored */
        shg_say(s, "There is no player called %s yet.\n", m->pattern);
    if (key[0])
        shg_say(s, "It is in no list.  Anyone who types ACCEPT %s accepts it.\n", key);
    if (key[0])
        shg_result_text(s, "key", key);
}

void shg_make_challenge(shg_session *s, const shg_challenge *row)
{
    if (s->guest && !is_here(s)) {
        shg_refuse(
            s, "A guest's challenge stands only while the guest is connected, by a WebSocket or "
               "GET /api/events.  Connect first, or sign up.\n");
        return;
    }
    const shg_owner owner = { s->address, s->player };
    const char *refusal =
        shg_challenge_book_refusal(s->server->lobby->book, &owner, row->pattern, row->options);
    if (refusal) {
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH, "%s\n",
                      shg_text_in(shg_session_language(s), refusal));
        return;
    }
    making *m = shg_guest_may_be_stored(s) ? shg_task_alloc(s, sizeof *m) : NULL;
    if (!m)
        return;
    m->player = s->player;
    m->address = s->address;
    m->now_ms = shg_now_ms(s->server);
    memcpy(m->name, s->name, sizeof m->name);
    snprintf(m->variant, sizeof m->variant, "%s", row->variant);
    snprintf(m->pattern, sizeof m->pattern, "%s", row->pattern);
    snprintf(m->colour, sizeof m->colour, "%s", row->colour);
    snprintf(m->options, sizeof m->options, "%s", row->options);
    snprintf(m->first_move, sizeof m->first_move, "%s", row->first_move);
    snprintf(m->comment, sizeof m->comment, "%s", row->comment);
    shg_task_write(&m->task, s->server, s, run_making, finish_making);
}

/* ---- removing a guest's challenges ---- */

typedef struct clearing {
    shg_task task;
    int64_t player;
    size_t count;
    int64_t number[SHG_CHALLENGES_PER_PLAYER];
} clearing;

static bool collect_own(void *context, const shg_challenge *row)
{
    clearing *c = context;
    c->number[c->count++] = row->id;
    return c->count < SHG_CHALLENGES_PER_PLAYER;
}

static shoogi_status run_clearing(shg_job *job, shg_storage *storage)
{
    clearing *c = (clearing *)(void *)job;
    shoogi_status status =
        storage->ops->challenge_list(storage, c->player, collect_own, c, &job->error);
    for (size_t i = 0; i < c->count && status == SHOOGI_OK; i++)
        status = storage->ops->challenge_remove(storage, c->number[i], &job->error);
    return status;
}

static void finish_clearing(shg_task *task)
{
    const clearing *c = (const clearing *)task;
    /* If the job failed the challenges remain. */
    for (size_t i = 0; i < c->count && task->job.status == SHOOGI_OK; i++)
        shg_lobby_challenge_removed(task->server, c->number[i], SHG_CHALLENGE_WITHDRAWN);
}

void shg_remove_challenges_of(shg_server *server, int64_t player)
{
    clearing *c = shg_task_alloc(NULL, sizeof *c);
    if (!c)
        return;
    c->player = player;
    shg_task_write(&c->task, server, NULL, run_clearing, finish_clearing);
}

/* ---- removing one that gives way ---- */

typedef struct withdrawal {
    shg_task task;
    int64_t challenge;
} withdrawal;

static shoogi_status run_withdrawal(shg_job *job, shg_storage *storage)
{
    const withdrawal *w = (const withdrawal *)(const void *)job;
    const shoogi_status status = storage->ops->challenge_remove(storage, w->challenge, &job->error);
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

static void finish_withdrawal(shg_task *task)
{
    const withdrawal *w = (const withdrawal *)task;
    /* If the job failed the challenge stands, and the next comparison enters it again. */
    if (task->job.status == SHOOGI_OK)
        shg_lobby_challenge_removed(task->server, w->challenge, SHG_CHALLENGE_WITHDRAWN);
}

void shg_remove_challenge(shg_server *server, int64_t challenge)
{
    withdrawal *w = shg_task_alloc(NULL, sizeof *w);
    if (!w)
        return;
    w->challenge = challenge;
    shg_task_write(&w->task, server, NULL, run_withdrawal, finish_withdrawal);
}

/* ---- expiry ---- */

typedef struct offer {
    int64_t challenge, player;
    bool expired, brief, gone; /* brief: it ends after a day of absence */
    char *pattern, *options;   /* owned */
} offer;

typedef struct expiring {
    shg_task task;
    bool guests; /* guests' challenges as well: no guest is online */
    int64_t now_ms, server_start_ms;
    int64_t *online; /* the players online, in order; owned */
    size_t online_count;
    offer *offers; /* all challenges; owned */
    size_t count, room;
    bool spent;
} expiring;

static int compare_players(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static bool each_offer(void *context, const shg_challenge *row)
{
    expiring *e = context;
    if (e->count == e->room) {
        const size_t room = e->room ? 2 * e->room : 256;
        offer *grown = realloc(e->offers, room * sizeof *grown);
        e->spent = !grown;
        if (!grown)
            return false;
        e->offers = grown;
        e->room = room;
    }
    offer *o = &e->offers[e->count++];
    *o = (offer){ .challenge = row->id,
                  .player = row->player,
                  .expired = shg_terms_expired(row->options, e->now_ms),
                  .brief = shg_terms_until_ms(row->options) == 0 &&
                           shg_challenge_kind(row->pattern, row->options) == SHG_SHARE_challenges,
                  .pattern = strdup(row->pattern),
                  .options = strdup(row->options) };
    e->spent = !o->pattern || !o->options;
    return !e->spent;
}

/* Whether a challenge ends because of its player's absence.  Nobody could come while the server did not run, so the day
 * of a brief one begins with it. */
static bool is_deserted(const expiring *e, const offer *o, const shg_player *player)
{
    const bool online = e->online_count > 0 && bsearch(&o->player, e->online, e->online_count,
                                                       sizeof e->online[0], compare_players);
    const int64_t absent_ms = online ? 0 : e->now_ms - player->seen_ms;
    const int64_t up_ms = e->now_ms - e->server_start_ms;
    return absent_ms > SHG_CHALLENGES_EXPIRE_MS ||
           (o->brief && absent_ms > SHG_CHALLENGES_ABSENT_MS && up_ms > SHG_CHALLENGES_ABSENT_MS) ||
           (e->guests && player->password[0] == '\0');
}

static shoogi_status run_expiring(shg_job *job, shg_storage *storage)
{
    expiring *e = (expiring *)(void *)job;
    shoogi_status status = storage->ops->challenge_list(storage, 0, each_offer, e, &job->error);
    if (e->spent)
        status = SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < e->count && status == SHOOGI_OK; i++) {
        shg_player player;
        offer *o = &e->offers[i];
        status = storage->ops->player_by_id(storage, &player, o->player, &job->error);
        o->gone = status == SHOOGI_OK && (o->expired || is_deserted(e, o, &player));
        if (o->gone)
            status = storage->ops->challenge_remove(storage, o->challenge, &job->error);
    }
    return status;
}

static void finish_expiring(shg_task *task)
{
    const expiring *e = (const expiring *)task;
    shg_challenge_book *book = task->server->lobby->book;
    if (task->job.status != SHOOGI_OK)
        return;
    shg_challenge_book_begin(book);
    for (size_t i = 0; i < e->count; i++) {
        const offer *o = &e->offers[i];
        if (o->gone)
            shg_lobby_challenge_removed(task->server, o->challenge, SHG_CHALLENGE_EXPIRED);
        else
            shg_challenge_book_add(book, &(shg_owner){ .player = o->player }, o->challenge,
                                   o->pattern, o->options, true);
    }
    shg_challenge_book_end(book);
}

static void fini_expiring(shg_task *task)
{
    expiring *e = (expiring *)task;
    for (size_t i = 0; i < e->count; i++) {
        free(e->offers[i].pattern);
        free(e->offers[i].options);
    }
    free(e->offers);
    free(e->online);
}

void shg_expire_challenges(shg_server *server, bool guests)
{
    expiring *e = shg_task_alloc(NULL, sizeof *e);
    if (!e)
        return;
    const shg_online *online = &server->sessions->online;
    const shg_elsewhere *there = &server->sessions->elsewhere;
    e->online = calloc(online->count + there->count + 1, sizeof e->online[0]);
    for (const shg_session *s = online->first; s && e->online; s = s->after)
        e->online[e->online_count++] = s->player;
    for (size_t i = 0; i < there->count && e->online; i++)
        e->online[e->online_count++] = there->each[i].player;
    if (!e->online) { /* the next time */
        free(e);
        return;
    }
    qsort(e->online, e->online_count, sizeof e->online[0], compare_players);
    e->guests = guests;
    e->now_ms = shg_now_ms(server);
    e->server_start_ms = server->clock.start_ms;
    e->task.fini = fini_expiring;
    shg_task_write(&e->task, server, NULL, run_expiring, finish_expiring);
}
