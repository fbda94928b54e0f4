/* nodes.c: taking the news of other servers, line by line. */
#include "server/account/token.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/final_result.h"
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/library/position_index.h"
#include "server/lobby/challenge_notice.h"
#include "server/lobby/lobby.h"
#include "server/lobby/renamed_player.h"
#include "server/loop/event_loop.h"
#include "server/nodes/node_time.h"
#include "server/nodes/remote_changes.h"
#include "server/nodes/part.h"
#include "server/nodes/time_back.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include "base/json_fields.h"
#include "base/json_write.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_S = 1, NUMBERS_MAX = 5 };

/* ---- lines ---- */

/* The words of a line: numbers, and the text behind them. */
typedef struct words {
    int64_t n[NUMBERS_MAX];
    const char *text;
} words;

static void game_line(shg_server *server, const words *w)
{
    shg_remote_events(server, w->n[0], w->n[1], w->n[2], &w->n[3]);
}

static void begun_line(shg_server *server, const words *w)
{
    shg_lobby_games_changed(server);
    shg_remote_begun(server, w->n[0], &w->n[1]);
}

static void seen_line(shg_server *server, const words *w)
{
    shg_remote_seen(server, w->n[0], w->n[1] != 0, w->n[2], w->n[3]);
}

static void changed_line(shg_server *server, const words *w)
{
    shg_remote_change(server, w->n[0]);
}

static void challenge_line(shg_server *server, const words *w)
{
    shg_remote_challenge(server, w->n[0]);
}

static void study_line(shg_server *server, const words *w)
{
    shg_remote_study(server, w->n[0], w->n[1]);
}

static void table_line(shg_server *server, const words *w)
{
    shg_remote_table(server, w->n[0], w->n[1]);
}

static void final_line(shg_server *server, const words *w)
{
    shg_final_result_elsewhere(server, w->n[0], &w->n[1], w->n[3] != 0);
}

static void positions_line(shg_server *server, const words *w)
{
    (void)w;
    if (!server->another_leads)
        shg_position_index_wake(server);
}

static void queued_line(shg_server *server, const words *w)
{
    const shg_engine_place place = {
        .player = w->n[0], .challenge = w->n[1], .place = w->n[2], .name = w->text
    };
    shg_engine_place_notify(server, &place);
}

static void declined_line(shg_server *server, const words *w)
{
    char by[SHG_NAME_BYTES_MAX + 1];
    int read = 0;
    if (sscanf(w->text, "%32s%n", by, &read) == 1)
        shg_notify_declined(server,
                            &(shg_declined){ .challenger = w->n[0],
                                             .challenge = w->n[1],
                                             .by = by,
                                             .word = w->text + read + (w->text[read] == ' ') });
}

static void count_line(shg_server *server, const words *w)
{
    shg_limit_changed_elsewhere(server, w->n[0], w->n[1], w->n[2]);
}

static void bans_line(shg_server *server, const words *w)
{
    (void)w;
    shg_remote_bans(server);
}

static shg_news_position *position_of(shg_node_part *nodes, int64_t node)
{
    for (size_t i = 0; i < nodes->read_count; i++)
        if (nodes->read[i].node == node)
            return &nodes->read[i];
    if (nodes->read_count == SHG_NODES_MAX)
        return NULL;
    nodes->read[nodes->read_count] = (shg_news_position){ .node = node };
    return &nodes->read[nodes->read_count++];
}

static void from_line(shg_server *server, const words *w)
{
    server->nodes->from = w->n[0];
    shg_news_position *position = position_of(server->nodes, w->n[0]);
    if (position)
        position->number = w->n[1];
}

static void died_line(shg_server *server, const words *w)
{
    shg_elsewhere_forget(&server->sessions->elsewhere, w->n[0]);
    shg_lobby_players_changed(server);
    shg_news_position *position = position_of(server->nodes, w->n[0]);
    if (position)
        *position = server->nodes->read[--server->nodes->read_count];
    server->nodes->hooks->died(server, w->n[0]);
}

static void pause_line(shg_server *server, const words *w)
{
    shg_nodes_pause(server, w->n[0], (shg_downtime){ w->n[1], w->n[2] });
}

static void here_line(shg_server *server, const words *w)
{
    shg_distant_player player = {
        .node = server->nodes->from, .player = w->n[0], .login_ms = w->n[1], .guest = w->n[2] != 0
    };
    snprintf(player.name, sizeof player.name, "%s", w->text);
    shg_elsewhere_add(&server->sessions->elsewhere, &player);
    shg_lobby_players_changed(server);
}

static void left_line(shg_server *server, const words *w)
{
    shg_elsewhere_remove(&server->sessions->elsewhere, server->nodes->from, w->text);
    shg_lobby_players_changed(server);
}

static void only_line(shg_server *server, const words *w)
{
    (void)w;
    shg_elsewhere_forget(&server->sessions->elsewhere, server->nodes->from);
    shg_lobby_players_changed(server);
}

static void hello_line(shg_server *server, const words *w)
{
    (void)w;
    shg_publish_all_online(server);
}

static void renamed_line(shg_server *server, const words *w)
{
    char old_name[SHG_NAME_BYTES_MAX + 1], new_name[SHG_NAME_BYTES_MAX + 1];
    static_assert(SHG_NAME_BYTES_MAX == 32, "the widths of the format");
    if (sscanf(w->text, "%32s %32s", old_name, new_name) == 2)
        shg_player_renamed(server, w->n[0], old_name, new_name);
}

static void end_line(shg_server *server, const words *w)
{
    shg_token_end_sessions_here(server, w->n[0], w->n[1], w->n[2] != 0, w->text);
}

static void ask_line(shg_server *server, const words *w)
{
    server->nodes->hooks->asked(server, server->nodes->from, w->n[0], w->text);
}

static void reply_line(shg_server *server, const words *w)
{
    if (w->n[0] == server->node)
        server->nodes->hooks->replied(server, server->nodes->from, w->n[1], w->n[2], w->text);
}

static void talk_line(shg_server *server, const words *w)
{
    shg_remote_talk(server, w->n[0], w->text);
}

/* Lines of kinds that a later version adds are passed over, so that two versions can run side by side. */
static const struct {
    const char *word;
    size_t numbers;
    void (*apply)(shg_server *server, const words *w);
} kinds[] = {
    { "game", 5, game_line },           { "begun", 3, begun_line },
    { "seen", 4, seen_line },           { "changed", 1, changed_line },
    { "challenge", 1, challenge_line }, { "study", 2, study_line },
    { "bans", 0, bans_line },           { "from", 2, from_line },
    { "died", 2, died_line },           { "here", 3, here_line },
    { "left", 0, left_line },           { "only", 0, only_line },
    { "hello", 0, hello_line },         { "end", 3, end_line },
    { "talk", 1, talk_line },           { "ask", 1, ask_line },
    { "reply", 3, reply_line },         { "table", 2, table_line },
    { "final", 4, final_line },         { "pause", 3, pause_line },
    { "positions", 0, positions_line }, { "count", 3, count_line },
    { "queued", 3, queued_line },       { "declined", 2, declined_line },
    { "renamed", 1, renamed_line },
};

static bool is_word(const char *line, const char *word)
{
    const size_t bytes = strlen(word);
    return strncmp(line, word, bytes) == 0 && (line[bytes] == ' ' || line[bytes] == '\0');
}

static void take_line(shg_server *server, const char *line)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!is_word(line, kinds[i].word))
            continue;
        words w = { .text = line + strlen(kinds[i].word) };
        for (size_t count = 0; count < kinds[i].numbers; count++) {
            char *end;
            w.n[count] = strtoll(w.text, &end, 10);
            if (end == w.text)
                return;
            w.text = end;
        }
        w.text += *w.text == ' ';
        kinds[i].apply(server, &w);
        return;
    }
}

/* ---- duties ---- */

/* Begins the duties that this node has taken since the last call: to lead, to play the engine players. */
static void take_duties(shg_server *server)
{
    shg_news_reader *news = server->nodes->news;
    shg_engines *engines = server->engines->players;
    if (server->another_leads && shg_news_has(news, SHG_DUTY_LEADING)) {
        server->another_leads = false;
        shg_final_results_sweep(server);
        shg_position_index_wake(server);
    }
    if (engines)
        shg_news_want(news, SHG_DUTY_ENGINES);
    if (engines && shg_news_has(news, SHG_DUTY_ENGINES))
        shg_engines_play(engines);
}

/* ---- taking ---- */

/* Some news were lost: reads again all that they may have changed, or asks the other servers for it. */
static void missed(shg_server *server)
{
    shg_game_cache_outdate_all(server->games->cache);
    shg_elsewhere_forget(&server->sessions->elsewhere, 0);
    shg_publish_surely(server, "hello");
    shg_remote_bans(server);
}

/* Notes the players of nodes that have ended as absent.  To be called before `missed` and the lines, which remove those players
 * from session/elsewhere.h. */
static void note_absent(shg_server *server, const char *lines)
{
    for (const char *line = lines; line && *line; line = strchr(line, '\n') + 1) {
        long long node, beat_ms;
        if (sscanf(line, "died %lld %lld", &node, &beat_ms) == 2)
            shg_time_back_begin(server, node, beat_ms);
    }
}

void shg_nodes_deliver(shg_server *server)
{
    if (!server->nodes->news || server->stopping)
        return;
    const shg_news_taken taken = shg_news_take(server->nodes->news);
    note_absent(server, taken.lines);
    if (taken.missed)
        missed(server);
    for (char *line = taken.lines, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        take_line(server, line);
    }
    free(taken.lines);
    take_duties(server);
    if (taken.died)
        shg_remote_death(server);
    if (taken.newer && server->exit_status == 0) {
        char found[16], known[16];
        snprintf(found, sizeof found, "%d", taken.newer);
        snprintf(known, sizeof known, "%d", shg_node_schema());
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_node_outdated, "found", found,
                      "known", known, NULL);
        shg_server_stop(server, 2);
    }
    if (taken.gone && server->exit_status == 0) {
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_node_gone, NULL);
        shg_server_stop(server, 2);
    }
}

/* ---- a database that is away ---- */

static shoogi_status run_nothing(shg_job *job, shg_storage *storage)
{
    (void)job, (void)storage;
    return SHOOGI_OK;
}

static void finish_asking(shg_task *task)
{
    task->server->nodes->asks = false;
}

/* Writes an empty transaction if the node's row could not be renewed.  Without jobs a server would not notice that it can store
 * nothing, and a balancer would go on sending players to it (pages/health.c). */
static void ask_database(shg_server *server)
{
    shg_node_part *nodes = server->nodes;
    if (nodes->asks || shg_server_disk_full(server) ||
        shg_news_silent_ms(nodes->news) <= SHG_NODES_SILENT_MS)
        return;
    shg_task *task = shg_task_alloc(NULL, sizeof *task);
    if (!task)
        return;
    nodes->asks = true;
    shg_task_write(task, server, NULL, run_nothing, finish_asking);
}

/* ---- start and stop ---- */

size_t shg_nodes_list(shg_named_node out[SHG_NODES_MAX], const shg_server *server)
{
    return server->nodes->news ? shg_news_names(out, server->nodes->news) : 0;
}

static void ticked(evutil_socket_t fd, short what, void *context)
{
    (void)fd, (void)what;
    shg_server *server = context;
    shg_nodes_beat(server);
    shg_nodes_follow_clock(server);
    shg_time_back_look(server);
    take_duties(server);
    shg_publish_unsaid(server);
    ask_database(server);
    if (server->nodes->bans_outdated)
        shg_remote_bans(server);
}

/* ---- another program ---- */

void shg_nodes_hand_over(shg_handover_out *out, const shg_server *server)
{
    const shg_node_part *nodes = server->nodes;
    if (!nodes->news)
        return;
    shg_handover_open(out, "node");
    shg_json_number(&out->text, "node", server->node);
    shg_json_number(&out->text, "news", shg_node_news_number(shg_worker_storage(server->writer)));
    shg_json_open(&out->text, "read", '[');
    for (size_t i = 0; i < nodes->read_count; i++) {
        shg_json_number(&out->text, NULL, nodes->read[i].node);
        shg_json_number(&out->text, NULL, nodes->read[i].number);
    }
    shg_json_close(&out->text, ']');
    shg_handover_close(out);
}

/* The node that an earlier program was and this one continues; 0: none. */
static int64_t goes_on_as(const shg_server *server)
{
    return server->handover && shg_handover_find(server->handover, "node", NULL)
               ? shg_field_number(&server->handover->json, 0, "node", 0)
               : 0;
}

void shg_nodes_go_on(shg_storage *storage, shg_server *server)
{
    shg_node_part *nodes = server->nodes;
    const int64_t node = goes_on_as(server);
    if (node == 0)
        return;
    const shg_json *json = &server->handover->json;
    shg_node_go_on(storage, node, shg_field_number(json, 0, "news", 0));
    shg_news_position *position = NULL;
    for (size_t at = 0; shg_field_each(&at, json, 0, "read");) {
        const int64_t number = shg_json_number_at(json, at, 0);
        if (position)
            position->number = number;
        position = position ? NULL : position_of(nodes, number);
    }
}

shoogi_status shg_nodes_start(shg_server *server, const shg_launch *start)
{
    if (server->node == 0)
        return SHOOGI_OK;
    snprintf(server->nodes->name, sizeof server->nodes->name, "%s", start->options->node);
    server->metrics.node = server->nodes->name;
    const struct timeval each = { .tv_sec = TICK_S };
    server->nodes->tick = event_new(server->base, -1, EV_PERSIST, ticked, server);
    if (!server->nodes->tick || event_add(server->nodes->tick, &each) != 0)
        return SHOOGI_NO_MEMORY;
    shg_node_part *nodes = server->nodes;
    const char *path = start->options->db_path;
    const bool goes_on = goes_on_as(server) == server->node;
    server->sessions->unsaid = goes_on; /* the earlier program may have had something to say */
    const shoogi_status status =
        goes_on ? shg_news_go_on(&nodes->news, path, server->node, nodes->read, nodes->read_count,
                                 shg_loop_wake, server, start->err)
                : shg_news_new(&nodes->news, path, server->node, shg_loop_wake, server, start->err);
    if (status == SHOOGI_OK) {
        nodes->read_count = shg_news_begin(nodes->read, nodes->news);
        server->another_leads = !shg_news_has(nodes->news, SHG_DUTY_LEADING);
    }
    /* Something may have changed between reading and listening. */
    if (status == SHOOGI_OK)
        missed(server);
    return status;
}

void shg_nodes_stop(shg_server *server)
{
    shg_elsewhere_fini(&server->sessions->elsewhere);
    shg_event_free(server->nodes->tick);
    /* A handover that is still there: the start has failed, and the earlier program continues as this node. */
    if (server->handover && server->nodes->news)
        shg_news_stay(server->nodes->news);
    shg_news_free(server->nodes->news);
}
