#include "server/admin/admin_door.h"

#include "base/error.h"
#include "server/account/token.h"
#include "server/admin/admin.h"
#include "server/admin/shutdown_notice.h"
#include "server/admin/upgrade.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/library/position_index.h"
#include "server/lobby/part.h"
#include "server/loop/time_text.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "storage/storage.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BACKLOG = 4, OWNERS_SHOWN = 20 };

typedef struct admin_connection admin_connection;

struct shg_admin_door {
    shg_server *server;
    struct evconnlistener *listener;
    struct sockaddr_un address;
    admin_connection *first;
    size_t count;
};

/* The action in progress for a connection. */
typedef struct admin_task {
    shg_task task;                /* must be first */
    admin_connection *connection; /* NULL: the connection is closed */
    shg_admin_request request;
    shg_bans *bans;                       /* the new bans, if they changed */
    shg_share_owner owners[OWNERS_SHOWN]; /* the largest holders of a share */
    char names[OWNERS_SHOWN][SHG_NAME_BYTES_MAX + 1];
    size_t owner_count;
    char text[SHG_ADMIN_REQUEST_BYTES_MAX + 1];
} admin_task;

struct admin_connection {
    shg_admin_door *door;
    struct bufferevent *bev;
    admin_task *task; /* while the storage works */
    admin_connection *before, *after;
    bool answered, restores; /* the server restarts with the copy when the answer has been sent */
    bool upgrades;           /* waits for the end of an upgrade */
};

int shg_admin_exit_status(shoogi_status status)
{
    if (status == SHOOGI_OK)
        return 0;
    return status == SHOOGI_NOT_FOUND || status == SHOOGI_CONFLICT || status == SHOOGI_ILLEGAL ? 1
                                                                                               : 2;
}

/* ---- answering ---- */

static void close_connection(admin_connection *c)
{
    if (c->task)
        c->task->connection = NULL;
    *(c->before ? &c->before->after : &c->door->first) = c->after;
    if (c->after)
        c->after->before = c->before;
    c->door->count--;
    bufferevent_free(c->bev);
    free(c);
}

static void answer(admin_connection *c, const shg_admin_request *request, shoogi_status status,
                   const shoogi_error *err)
{
    struct evbuffer *output = bufferevent_get_output(c->bev);
    c->answered = true;
    evbuffer_add_printf(output, "%d\n", shg_admin_exit_status(status));
    if (status != SHOOGI_OK)
        evbuffer_add_printf(output, "%s\n",
                            err->message[0] ? err->message : shoogi_status_text(status));
    else if (request->answer.length > 0)
        evbuffer_add(output, request->answer.bytes, request->answer.length);
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

static void run_on_loop(admin_connection *c, shg_admin_request *r)
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
    answer(c, r, status, &err);
}

/* ---- actions on the storage ---- */

/* Ends what the newly banned or chosen hold. */
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
    admin_task *t = (admin_task *)(void *)job;
    shoogi_status status = shg_admin_run(&t->request, storage, &job->error);
    if (status == SHOOGI_OK && t->request.bans_changed)
        status = shg_bans_read(&t->bans, storage, &job->error);
    return status;
}

static void finish_stored(shg_task *task)
{
    admin_task *t = (admin_task *)(void *)task;
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
    if (!t->connection)
        return;
    t->connection->task = NULL;
    answer(t->connection, &t->request, task->job.status, &task->job.error);
}

/* ---- shares ---- */

static bool is_about_shares(const shg_admin_request *r)
{
    return r->action == &shg_admin_actions[SHG_ADMIN_shares] ||
           r->action == &shg_admin_actions[SHG_ADMIN_shares_free];
}

/* Before the storage reads names.  PARSE_ERROR if there is no such share. */
static shoogi_status prepare_shares(shg_server *server, admin_task *t, shoogi_error *err)
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
    admin_task *t = (admin_task *)(void *)job;
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

static void list_owners(admin_task *t)
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
    admin_task *t = (admin_task *)(void *)task;
    shg_admin_request *r = &t->request;
    shg_server *server = task->server;
    if (task->job.status == SHOOGI_OK && r->action == &shg_admin_actions[SHG_ADMIN_shares_free])
        shg_text_add(&r->answer, "Freed: %zu.\n",
                     shg_shares_free_owned(server->shares, &r->selection));
    else if (task->job.status == SHOOGI_OK && r->word_count == 0)
        list_shares(server, r);
    else if (task->job.status == SHOOGI_OK)
        list_owners(t);
    if (!t->connection)
        return;
    t->connection->task = NULL;
    answer(t->connection, r, task->job.status, &task->job.error);
}

static void fini_task(shg_task *task)
{
    admin_task *t = (admin_task *)(void *)task;
    shg_bans_free(t->bans);
    shg_text_fini(&t->request.answer);
}

/* ---- requests ---- */

/* Splits the text of a task into words. */
static shoogi_status read_request(admin_task *t, size_t text_bytes, shoogi_error *err)
{
    shg_admin_request *r = &t->request;
    const char *at = t->text, *end = t->text + text_bytes;
    if (text_bytes == 0 || end[-1] != '\0')
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected words, found something else");
    r->action = shg_admin_find(at);
    if (!r->action)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, "an action", at, strlen(at));
    for (at += strlen(at) + 1; at < end; at += strlen(at) + 1) {
        if (r->word_count < SHG_ADMIN_WORDS_MAX)
            r->words[r->word_count] = at;
        r->word_count++;
    }
    return shg_admin_check(r, err);
}

static void take_request(admin_connection *c)
{
    struct evbuffer *input = bufferevent_get_input(c->bev);
    shoogi_error err = { 0 };
    admin_task *t = calloc(1, sizeof *t);
    if (!t) {
        close_connection(c);
        return;
    }
    shg_server *server = c->door->server;
    const ev_ssize_t bytes = evbuffer_remove(input, t->text, SHG_ADMIN_REQUEST_BYTES_MAX);
    shoogi_status status = read_request(t, bytes > 0 ? (size_t)bytes : 0, &err);
    t->request.now_ms = shg_now_ms(server);
    t->request.running = true;
    /* The arguments may be a password's verifier or a text, so they are not logged. */
    if (t->request.action)
        shg_log_write(&server->log, t->request.now_ms, SHG_LOG_admin, "action",
                      t->request.action->name, NULL);
    const bool shares = status == SHOOGI_OK && is_about_shares(&t->request);
    if (shares)
        status = prepare_shares(server, t, &err);
    const shg_admin_where where = status == SHOOGI_OK ? t->request.action->where : SHG_ADMIN_LIVE;
    if (where == SHG_ADMIN_READ || where == SHG_ADMIN_STORED || (shares && status == SHOOGI_OK)) {
        t->connection = c;
        t->task.fini = fini_task;
        c->task = t;
        if (shares)
            shg_task_read(&t->task, server, NULL, run_shares, finish_shares);
        else if (where == SHG_ADMIN_READ)
            shg_task_read(&t->task, server, NULL, run_stored, finish_stored);
        else
            shg_task_write(&t->task, server, NULL, run_stored, finish_stored);
        return;
    }
    if (status == SHOOGI_OK)
        run_on_loop(c, &t->request);
    else
        answer(c, &t->request, status, &err);
    shg_text_fini(&t->request.answer);
    free(t);
}

/* ---- connections ---- */

static void on_read(struct bufferevent *bev, void *context)
{
    (void)bev;
    admin_connection *c = context;
    struct evbuffer *input = bufferevent_get_input(c->bev);
    if (evbuffer_get_length(input) >= SHG_ADMIN_REQUEST_BYTES_MAX)
        close_connection(c);
}

static void on_written(struct bufferevent *bev, void *context)
{
    (void)bev;
    admin_connection *c = context;
    if (!c->answered)
        return;
    shg_server *server = c->door->server;
    const bool restores = c->restores;
    close_connection(c);
    if (restores) {
        server->restores = true;
        shg_server_stop(server, 0);
    }
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    admin_connection *c = context;
    if ((what & BEV_EVENT_EOF) && !c->task && !c->answered && !c->upgrades)
        take_request(c);
    else
        close_connection(c);
}

static bool is_allowed(int fd)
{
    struct ucred address_count;
    socklen_t bytes = sizeof address_count;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &address_count, &bytes) == 0 &&
           (address_count.uid == geteuid() || address_count.uid == 0);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
                      int from_bytes, void *context)
{
    (void)listener;
    (void)from;
    (void)from_bytes;
    shg_admin_door *door = context;
    admin_connection *c = NULL;
    if (is_allowed(fd) && door->count < SHG_ADMIN_CONNECTIONS_MAX)
        c = calloc(1, sizeof *c);
    if (c)
        c->bev = bufferevent_socket_new(door->server->base, fd, BEV_OPT_CLOSE_ON_FREE);
    if (!c)
        shg_log_write(&door->server->log, shg_now_ms(door->server), SHG_LOG_admin_refused, NULL);
    if (!c || !c->bev) {
        free(c);
        close(fd);
        return;
    }
    c->door = door;
    c->after = door->first;
    if (c->after)
        c->after->before = c;
    door->first = c;
    door->count++;
    const struct timeval limit = { .tv_sec = SHG_ADMIN_MS / 1000 };
    bufferevent_setcb(c->bev, on_read, on_written, on_event, c);
    bufferevent_setwatermark(c->bev, EV_READ, 0, SHG_ADMIN_REQUEST_BYTES_MAX);
    bufferevent_set_timeouts(c->bev, &limit, &limit);
    bufferevent_enable(c->bev, EV_READ | EV_WRITE);
}

/* ---- hot upgrades ---- */

void shg_admin_door_pause(shg_admin_door *door, bool pauses)
{
    if (door)
        (pauses ? evconnlistener_disable : evconnlistener_enable)(door->listener);
}

bool shg_admin_door_is_used(const shg_admin_door *door)
{
    for (const admin_connection *c = door ? door->first : NULL; c; c = c->after)
        if (!c->upgrades)
            return true;
    return false;
}

void shg_admin_door_hand_over(shg_handover_out *out, const shg_admin_door *door)
{
    if (!door)
        return;
    shg_handover_listener(out, "admin", evconnlistener_get_fd(door->listener));
    for (const admin_connection *c = door->first; c; c = c->after) {
        if (!c->upgrades)
            continue;
        shg_handover_open(out, "asker");
        shg_handover_socket(out, bufferevent_getfd(c->bev));
        shg_handover_close(out);
    }
}

void shg_admin_door_upgraded(shg_admin_door *door, shoogi_status status, const shoogi_error *err)
{
    const shg_admin_request none = { 0 };
    for (admin_connection *c = door ? door->first : NULL; c; c = c->after) {
        if (c->upgrades)
            answer(c, &none, status, err);
        c->upgrades = false;
    }
}

/* The answers are short, and their readers wait. */
void shg_admin_answer_askers(shg_handover *h, const char *text)
{
    char kind[SHG_HANDOVER_KIND_BYTES];
    shg_handover_rewind(h);
    while (shg_handover_next(kind, h)) {
        const int fd = strcmp(kind, "asker") == 0 ? shg_handover_fd(h) : -1;
        if (fd < 0)
            continue;
        (void)send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
        close(fd);
    }
}

/* ---- the socket ---- */

bool shg_admin_address(struct sockaddr_un *out, const char *db_path)
{
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    const char *named = getenv("SHOOGI_ADMIN");
    const int length = shg_storage_is_uri(db_path)
                           ? snprintf(out->sun_path, sizeof out->sun_path, "%s",
                                      named && named[0] ? named : "shoogi-admin")
                           : snprintf(out->sun_path, sizeof out->sun_path, "%s-admin", db_path);
    return length > 0 && (size_t)length < sizeof out->sun_path;
}

/* Makes a socket that only its owner can connect to, even before it listens; -1 with errno. */
static int bind_socket(const struct sockaddr_un *address)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    unlink(address->sun_path);
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0 &&
        chmod(address->sun_path, 0600) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

shoogi_status shg_admin_door_new(shg_admin_door **out, shg_server *server, const char *db_path,
                                 shoogi_error *err)
{
    shg_admin_door *door = calloc(1, sizeof *door);
    if (!door)
        return SHOOGI_NO_MEMORY;
    door->server = server;
    if (!shg_admin_address(&door->address, db_path)) {
        free(door);
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "the path of the database is too long for the admin socket beside it");
    }
    const int inherited = shg_handover_copy_listener(server->handover, "admin");
    const int fd = inherited >= 0 ? inherited : bind_socket(&door->address);
    if (fd < 0) {
        const shoogi_status status = shg_error_set(err, SHOOGI_IO, 0, 0, "cannot listen at %s: %s",
                                                   door->address.sun_path, strerror(errno));
        free(door);
        return status;
    }
    door->listener = evconnlistener_new(server->base, on_accept, door,
                                        LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, fd);
    if (!door->listener) {
        close(fd);
        free(door);
        return SHOOGI_NO_MEMORY;
    }
    *out = door;
    return SHOOGI_OK;
}

void shg_admin_door_free(shg_admin_door *door)
{
    if (!door)
        return;
    while (door->first)
        close_connection(door->first);
    evconnlistener_free(door->listener);
    if (!door->server->handover) /* else the start has failed, and another program goes on with it */
        unlink(door->address.sun_path);
    free(door);
}
