/* admin_actions.c: the actions of administrators on a running server. */
#include "server/admin/admin_int.h"

#include "base/error.h"
#include "server/account/token.h"
#include "server/admin/part.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/library/position_index.h"
#include "server/lobby/part.h"
#include "server/loop/time_text.h"
#include "server/nodes/part.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWNERS_SHOWN = 20 };

/* The action in progress for a request. */
struct shg_admin_task {
    shg_task task;          /* must be first */
    shg_admin_asker *asker; /* the request; NULL: it has ended */
    shg_admin_request request;
    shg_bans *bans;                       /* the new bans, if they changed */
    shg_share_owner owners[OWNERS_SHOWN]; /* the largest holders of a share */
    char names[OWNERS_SHOWN][SHG_NAME_BYTES_MAX + 1];
    size_t owner_count;
    char text[SHG_ADMIN_REQUEST_BYTES_MAX + 1];
};

void shg_admin_task_left(shg_admin_task *task)
{
    if (task)
        task->asker = NULL;
}

/* ---- actions on the loop ---- */

static shoogi_status list_online(shg_server *server, shg_admin_request *r)
{
    for (const shg_session *s = server->sessions->online.first; s; s = s->after) {
        char address[SHG_NETWORK_TEXT_BYTES], since[SHG_TIME_TEXT_BYTES];
        const shg_network at = { .key = s->address, .bits = s->address.kind == 4 ? 32 : 64 };
        const bool engine = shg_engines_level_of(server->engines->players, s->player) != 0;
        shg_network_write(address, &at);
        shg_time_write(since, s->login_ms);
        shg_text_add(&r->answer, "%-32s  %s  since %s%s\n", s->name, engine ? "-" : address, since,
                     engine     ? "  engine"
                     : s->guest ? "  guest"
                                : "");
    }
    if (!server->sessions->online.first)
        shg_text_add(&r->answer, "Nobody is online.\n");
    return SHOOGI_OK;
}

static shoogi_status plan_shutdown(shg_server *server, shg_admin_request *r, shoogi_error *err)
{
    char *end;
    const size_t digits = strspn(r->words[0], "0123456789");
    const long minutes = digits > 0 && digits < 7 ? strtol(r->words[0], &end, 10) : -1;
    if (minutes < 0 || minutes > SHG_SHUTDOWN_MINUTES_MAX || r->words[0][digits] != '\0')
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, "minutes from 0 to 10080",
                                  r->words[0], strlen(r->words[0]));
    shg_text_add(&r->answer, "The server shuts down in %ld minute%s.\n", minutes,
                 minutes == 1 ? "" : "s");
    return shg_shutdown_plan(server, shg_now_ms(server) + minutes * 60 * 1000,
                             r->word_count > 1 ? r->words[1] : "");
}

static const char *state_of(const shg_server *server)
{
    return shg_server_failed(server)      ? "failed"
           : shg_server_disk_full(server) ? "cannot store"
           : shg_is_draining(server)      ? "draining"
                                          : "ready";
}

static shoogi_status show_node(const shg_server *server, shg_admin_request *r)
{
    char since[SHG_TIME_TEXT_BYTES];
    shg_time_write(since, server->clock.start_ms);
    shg_text_add(&r->answer, "%-16s  shoogi %s  %s  %zu online  %zu connections  since %s%s%s\n",
                 server->node != 0 ? server->nodes->name : "-", server->admin->version,
                 state_of(server), server->sessions->online.count, server->connection_count, since,
                 server->node != 0 && !server->another_leads ? "  leads" : "",
                 server->node != 0 && shg_engines_are_here(server->engines->players)
                     ? "  plays the engines"
                     : "");
    return SHOOGI_OK;
}

static void run_on_loop(shg_admin_asker *c, shg_admin_request *r)
{
    shg_server *server = c->door->server;
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_OK;
    switch ((size_t)(r->action - shg_admin_actions)) {
    case SHG_ADMIN_online: status = list_online(server, r); break;
    case SHG_ADMIN_shutdown: status = plan_shutdown(server, r, &err); break;
    case SHG_ADMIN_shutdown_cancel:
        if (!shg_shutdown_cancel(server))
            status = shg_error_set(&err, SHOOGI_ILLEGAL, 0, 0, "no shutdown was announced");
        break;
    case SHG_ADMIN_nodes: status = show_node(server, r); break;
    case SHG_ADMIN_drain:
        status = shg_drain_begin(server, r->word_count > 0 ? r->words[0] : "10m", &err);
        c->drains = status == SHOOGI_OK;
        if (c->drains)
            return;
        break;
    case SHG_ADMIN_upgrade:
        status = shg_upgrade_begin(server, &err);
        c->upgrades = status == SHOOGI_OK;
        if (c->upgrades)
            return;
        break;
    case SHG_ADMIN_restore: /* the program has prepared the copy */
        c->restores = true;
        shg_text_add(&r->answer, "The server restarts with the backup.\n");
        break;
    default:
        status = shg_error_set(&err, SHOOGI_ILLEGAL, 0, 0, "the server does not run %s",
                               r->action->name);
    }
    shg_admin_answer(c, r->answer.bytes, status, &err);
}

/* ---- actions on the storage ---- */

/* Frees what the banned or selected players and networks hold. */
static void free_selected(shg_server *server, shg_admin_request *r)
{
    if (r->action != &shg_admin_actions[SHG_ADMIN_challenges_remove]) {
        shg_shares_free_owned(server->shares, &r->selection);
        return;
    }
    const size_t count = shg_challenge_book_free_owned(server->lobby->book, &r->selection);
    if (r->selection.player == 0)
        shg_text_add(&r->answer, "Challenges removed: %zu.\n", count);
}

static shoogi_status run_stored(shg_job *job, shg_storage *storage)
{
    shg_admin_task *t = (shg_admin_task *)(void *)job;
    shoogi_status status = shg_admin_run(&t->request, storage, &job->error);
    if (status == SHOOGI_OK && t->request.bans_changed)
        status = shg_bans_read(&t->bans, storage, &job->error);
    return status;
}

/* Answers at the end of a task, unless its request has ended. */
static void answer_task(shg_admin_task *t)
{
    shg_admin_asker *a = t->asker;
    if (!a)
        return;
    a->task = NULL;
    shg_admin_answer(a, t->request.answer.bytes, t->task.job.status, &t->task.job.error);
}

static void finish_stored(shg_task *task)
{
    shg_admin_task *t = (shg_admin_task *)(void *)task;
    shg_server *server = task->server;
    if (task->job.status == SHOOGI_OK && t->bans) {
        shg_bans_free(server->bans);
        server->bans = t->bans;
        t->bans = NULL;
        if (t->request.action == &shg_admin_actions[SHG_ADMIN_ban])
            shg_end_banned_sessions(server);
    }
    if (task->job.status == SHOOGI_OK && t->request.frees)
        free_selected(server, &t->request);
    if (task->job.status == SHOOGI_OK && t->request.password_of != 0)
        shg_token_end_sessions(server, t->request.password_of, 0, NULL,
                               "The administrator has replaced your password.");
    if (task->job.status == SHOOGI_OK && t->request.action == &shg_admin_actions[SHG_ADMIN_reindex])
        shg_position_index_wake(server);
    answer_task(t);
}

/* ---- shares ---- */

static bool is_about_shares(const shg_admin_request *r)
{
    return r->action == &shg_admin_actions[SHG_ADMIN_shares] ||
           r->action == &shg_admin_actions[SHG_ADMIN_shares_free];
}

/* Before the storage reads names.  PARSE_ERROR if there is no such share. */
static shoogi_status prepare_shares(shg_server *server, shg_admin_task *t, shoogi_error *err)
{
    const shg_admin_request *r = &t->request;
    if (r->action != &shg_admin_actions[SHG_ADMIN_shares] || r->word_count == 0)
        return SHOOGI_OK;
    for (size_t i = 0; i < SHG_SHARES; i++)
        if (strcmp(shg_share_rows[i].name, r->words[0]) == 0) {
            t->owner_count =
                shg_share_largest(t->owners, OWNERS_SHOWN, server->shares, (shg_share_id)i);
            return SHOOGI_OK;
        }
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, "a share that admin shares lists",
                              r->words[0], strlen(r->words[0]));
}

static shoogi_status run_shares(shg_job *job, shg_storage *storage)
{
    shg_admin_task *t = (shg_admin_task *)(void *)job;
    shg_admin_request *r = &t->request;
    if (r->action == &shg_admin_actions[SHG_ADMIN_shares_free])
        return shg_admin_select(&r->selection, t->names[0], storage, r->words[0], &job->error);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < t->owner_count && status == SHOOGI_OK; i++) {
        shg_player player;
        if (t->owners[i].owner.player == 0)
            continue;
        status =
            storage->ops->player_by_id(storage, &player, t->owners[i].owner.player, &job->error);
        if (status == SHOOGI_OK)
            snprintf(t->names[i], sizeof t->names[i], "%s", player.name);
        else if (status == SHOOGI_NOT_FOUND)
            status = SHOOGI_OK;
    }
    return status;
}

static void list_shares(const shg_server *server, shg_admin_request *r)
{
    shg_text_add(&r->answer, "%-14s  %9s  %9s  %6s  %9s  %8s  %8s\n", "share", "held", "bound",
                 "owners", "largest", "refused", "gave way");
    for (size_t i = 0; i < SHG_SHARES; i++) {
        shg_share_figures f;
        shg_share_figures_get(&f, server->shares, (shg_share_id)i);
        shg_text_add(&r->answer, "%-14s  %9lld  %9lld  %6zu  %9lld  %8llu  %8llu  %s\n",
                     shg_share_rows[i].name, (long long)f.held, (long long)f.bound, f.owners,
                     (long long)f.largest, (unsigned long long)f.refused,
                     (unsigned long long)f.gave_way, shg_share_rows[i].unit);
    }
}

static void list_owners(shg_admin_task *t)
{
    shg_admin_request *r = &t->request;
    for (size_t i = 0; i < t->owner_count; i++) {
        const shg_owner *owner = &t->owners[i].owner;
        const shg_network at = { .key = owner->address,
                                 .bits = owner->address.kind == 4 ? 32 : 64 };
        char address[SHG_NETWORK_TEXT_BYTES] = "-"; /* not known since the start */
        if (owner->address.kind != 0)
            shg_network_write(address, &at);
        shg_text_add(&r->answer, "%9lld  %-32s  %s\n", (long long)t->owners[i].held,
                     t->names[i][0] ? t->names[i] : "-", address);
    }
    if (t->owner_count == 0)
        shg_text_add(&r->answer, "Nobody holds any of it.\n");
}

static void finish_shares(shg_task *task)
{
    shg_admin_task *t = (shg_admin_task *)(void *)task;
    shg_admin_request *r = &t->request;
    shg_server *server = task->server;
    if (task->job.status == SHOOGI_OK && r->action == &shg_admin_actions[SHG_ADMIN_shares_free])
        shg_text_add(&r->answer, "Freed: %zu.\n",
                     shg_shares_free_owned(server->shares, &r->selection));
    else if (task->job.status == SHOOGI_OK && r->word_count == 0)
        list_shares(server, r);
    else if (task->job.status == SHOOGI_OK)
        list_owners(t);
    answer_task(t);
}

static void fini_task(shg_task *task)
{
    shg_admin_task *t = (shg_admin_task *)(void *)task;
    shg_bans_free(t->bans);
    shg_text_fini(&t->request.answer);
}

/* ---- requests ---- */

/* Splits the text of a task into words.  *node: NAME of --node=NAME; "" without it. */
static shoogi_status read_request(shg_admin_task *t, const char **node, size_t text_bytes,
                                  shoogi_error *err)
{
    static const char named[] = SHG_ADMIN_NODE_WORD;
    shg_admin_request *r = &t->request;
    const char *at = t->text, *end = t->text + text_bytes;
    *node = "";
    if (text_bytes == 0 || end[-1] != '\0')
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected words, found something else");
    if (strncmp(at, named, sizeof named - 1) == 0) {
        *node = at + sizeof named - 1;
        at += strlen(at) + 1;
    }
    r->action = at < end ? shg_admin_find(at) : NULL;
    if (!r->action)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, "an action", at < end ? at : "",
                                  at < end ? strlen(at) : 0);
    for (at += strlen(at) + 1; at < end; at += strlen(at) + 1) {
        if (r->word_count < SHG_ADMIN_WORDS_MAX)
            r->words[r->word_count] = at;
        r->word_count++;
    }
    return shg_admin_check(r, err);
}

/* Asks other servers if the request concerns them.  *elsewhere: it does not concern this server. */
static shoogi_status pass_on(bool *elsewhere, shg_admin_asker *a, const shg_admin_request *r,
                             const char *node, shoogi_error *err)
{
    const shg_server *server = a->door->server;
    const shg_admin_where where = r->action->where;
    *elsewhere = false;
    if (node[0] && where != SHG_ADMIN_LIVE && where != SHG_ADMIN_EVERYWHERE)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected no --node: %s is the same for all servers of the database",
                             r->action->name);
    if (node[0] && server->node == 0)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0,
                             "the server was started without --node and is alone");
    if (!a->bev || server->node == 0) /* another server asks */
        return SHOOGI_OK;
    if (!node[0])
        return where == SHG_ADMIN_EVERYWHERE ? shg_admin_ask_nodes(a, r, NULL, true, err)
                                             : SHOOGI_OK;
    *elsewhere = strcmp(node, server->nodes->name) != 0;
    return *elsewhere ? shg_admin_ask_nodes(a, r, node, false, err) : SHOOGI_OK;
}

/* Runs an action of this server.  Takes the task. */
static void run_here(shg_admin_asker *a, shg_admin_task *t)
{
    shg_server *server = a->door->server;
    shoogi_error err = { 0 };
    const bool shares = is_about_shares(&t->request);
    const shoogi_status status = shares ? prepare_shares(server, t, &err) : SHOOGI_OK;
    const shg_admin_where where = t->request.action->where;
    const bool stored = where == SHG_ADMIN_READ || where == SHG_ADMIN_STORED;
    if (status != SHOOGI_OK || !(stored || shares)) {
        if (status == SHOOGI_OK)
            run_on_loop(a, &t->request);
        else
            shg_admin_answer(a, NULL, status, &err);
        shg_text_fini(&t->request.answer);
        free(t);
        return;
    }
    t->asker = a;
    t->task.fini = fini_task;
    a->task = t;
    if (shares)
        shg_task_read(&t->task, server, NULL, run_shares, finish_shares);
    else if (where == SHG_ADMIN_READ)
        shg_task_read(&t->task, server, NULL, run_stored, finish_stored);
    else
        shg_task_write(&t->task, server, NULL, run_stored, finish_stored);
}

void shg_admin_do(shg_admin_asker *a, const char *words, size_t word_bytes)
{
    shg_server *server = a->door->server;
    shoogi_error err = { 0 };
    const char *node;
    bool elsewhere = false;
    shg_admin_task *t = calloc(1, sizeof *t);
    if (!t) {
        shg_admin_asker_end(a);
        return;
    }
    memcpy(t->text, words, word_bytes);
    shoogi_status status = read_request(t, &node, word_bytes, &err);
    t->request.now_ms = shg_now_ms(server);
    t->request.running = true;
    /* The arguments may be a password's verifier or a text, so they are not logged. */
    if (t->request.action)
        shg_log_write(&server->log, t->request.now_ms, SHG_LOG_admin, "action",
                      t->request.action->name, NULL);
    if (status == SHOOGI_OK)
        status = pass_on(&elsewhere, a, &t->request, node, &err);
    if (status == SHOOGI_OK && !elsewhere) {
        run_here(a, t);
        return;
    }
    if (status != SHOOGI_OK)
        shg_admin_answer(a, NULL, status, &err);
    free(t);
}
