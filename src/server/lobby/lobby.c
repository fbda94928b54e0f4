#include "server/lobby/lobby.h"

#include "base/json_write.h"
#include "server/game/game_json.h"
#include "server/lobby/challenge_json.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/part.h"
#include "server/session/elsewhere.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdlib.h>

enum { SHG_LOBBY_RECOUNT_MS = 60 * 1000 };

shoogi_status shg_lobby_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    return shg_challenge_book_new(&server->lobby->book, server);
}

void shg_lobby_stop(shg_server *server)
{
    shg_challenge_book_free(server->lobby->book);
}

void shg_lobby_follow(shg_session *s)
{
    if (s->lobby_link)
        return;
    s->lobby_link = &s->server->lobby->followers;
    s->lobby_next = *s->lobby_link;
    if (s->lobby_next)
        s->lobby_next->lobby_link = &s->lobby_next;
    *s->lobby_link = s;
}

void shg_lobby_unfollow(shg_session *s)
{
    if (!s->lobby_link)
        return;
    *s->lobby_link = s->lobby_next;
    if (s->lobby_next)
        s->lobby_next->lobby_link = s->lobby_link;
    s->lobby_next = NULL;
    s->lobby_link = NULL;
}

static void send_all(shg_server *server, const shg_out *json)
{
    for (shg_session *s = json->spent ? NULL : server->lobby->followers; s; s = s->lobby_next)
        if (shg_session_is_program(s))
            s->door->event(s, json->bytes, json->length);
}

void shg_lobby_challenge_added(shg_server *server, const shg_challenge *row)
{
    if (!shg_terms_listed(row, 0, row->created_ms))
        return;
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "challenge");
    shg_json_open(&json, "challenge", '{');
    shg_challenge_members_json(&json, row, true);
    shg_json_close(&json, '}');
    shg_json_close(&json, '}');
    send_all(server, &json);
    free(json.bytes);
}

static void remove_ended(shg_server *server, const shg_ended_challenge *ended)
{
    shg_lobby_part *lobby = server->lobby;
    lobby->ended[lobby->ended_next++ % SHG_ENDED_CHALLENGES] = *ended;
    shg_challenge_book_remove(lobby->book, ended->id);
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "challenge_gone");
    shg_json_number(&json, "id", ended->id);
    shg_json_close(&json, '}');
    send_all(server, &json);
    free(json.bytes);
}

void shg_lobby_challenge_removed(shg_server *server, int64_t challenge, shg_challenge_end end)
{
    remove_ended(server, &(shg_ended_challenge){ .id = challenge, .end = end });
}

void shg_lobby_challenge_accepted(shg_server *server, int64_t challenge, int64_t game,
                                  const int64_t players[2])
{
    remove_ended(server, &(shg_ended_challenge){ .id = challenge,
                                                 .game = game,
                                                 .players = { players[0], players[1] },
                                                 .end = SHG_CHALLENGE_ACCEPTED });
}

void shg_lobby_games_changed(shg_server *server)
{
    server->lobby->games_changed = true;
}

void shg_lobby_players_changed(shg_server *server)
{
    server->lobby->players_changed = true;
}

/* ---- counts ---- */

typedef struct count {
    shg_task task;
    shg_totals totals;
} count;

static shoogi_status run_count(shg_job *job, shg_storage *storage)
{
    count *c = (count *)(void *)job;
    return storage->ops->totals(storage, &c->totals, &job->error);
}

static void finish_count(shg_task *task)
{
    const count *c = (const count *)(const void *)task;
    shg_lobby_part *lobby = task->server->lobby;
    lobby->counting = false;
    if (task->job.status != SHOOGI_OK || c->totals.games_running == lobby->counts.running)
        return;
    lobby->counts.running = c->totals.games_running;
    lobby->counted = true;
}

/* A game that begins or ends at another server is not always reported here, hence the recount. */
static void count_games(shg_server *server)
{
    shg_lobby_part *lobby = server->lobby;
    const int64_t now_ms = shg_now_ms(server);
    if (lobby->counting || (!lobby->games_changed && now_ms < lobby->recount_ms))
        return;
    count *c = shg_task_alloc(NULL, sizeof *c);
    if (!c)
        return;
    lobby->counting = true;
    lobby->recount_ms = now_ms + SHG_LOBBY_RECOUNT_MS;
    shg_task_read(&c->task, server, NULL, run_count, finish_count);
}

static void count_players(shg_server *server)
{
    const size_t online = shg_count_online(server), engines = server->lobby->hooks->engines(server);
    server->lobby->counts.online = online > engines ? (int64_t)(online - engines) : 0;
}

void shg_lobby_counts_json(shg_out *out, const shg_server *server)
{
    shg_json_number(out, "online", server->lobby->counts.online);
    shg_json_number(out, "running", server->lobby->counts.running);
}

void shg_lobby_alive(shg_server *server)
{
    shg_lobby_part *lobby = server->lobby;
    count_games(server);
    if (!lobby->games_changed && !lobby->players_changed && !lobby->counted)
        return;
    if (lobby->players_changed)
        count_players(server);
    shg_out json = shg_out_growing();
    shg_json_open(&json, NULL, '{');
    shg_json_text(&json, "event", "lobby");
    shg_json_flag(&json, "games", lobby->games_changed);
    shg_json_flag(&json, "players", lobby->players_changed);
    shg_lobby_counts_json(&json, server);
    shg_json_close(&json, '}');
    send_all(server, &json);
    free(json.bytes);
    lobby->games_changed = lobby->players_changed = lobby->counted = false;
}

/* ---- how challenges ended ---- */

const char *shg_lobby_challenge_end(int64_t *game, const shg_server *server, int64_t challenge,
                                    int64_t player)
{
    static const char *const words[] = { [SHG_CHALLENGE_REMOVED] = NULL,
                                         [SHG_CHALLENGE_ACCEPTED] = "accepted",
                                         [SHG_CHALLENGE_DECLINED] = "declined",
                                         [SHG_CHALLENGE_WITHDRAWN] = "withdrawn",
                                         [SHG_CHALLENGE_EXPIRED] = "expired" };
    *game = 0;
    for (size_t i = 0; i < SHG_ENDED_CHALLENGES; i++) {
        const shg_ended_challenge *e = &server->lobby->ended[i];
        if (e->id != challenge)
            continue;
        if (player != 0 && (e->players[0] == player || e->players[1] == player))
            *game = e->game;
        return words[e->end];
    }
    return NULL;
}
