#include "server/admin/scrape.h"

#include "server/account/part.h"
#include "server/admin/part.h"
#include "server/clock/part.h"
#include "server/nodes/part.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct shg_scrape {
    shg_task task;        /* must be first */
    shg_scrape_fn *ready; /* NULL: cancelled */
    void *context;
    shg_totals totals;
};

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    shg_scrape *scrape = (shg_scrape *)(void *)job;
    return storage->ops->totals(storage, &scrape->totals, &job->error);
}

/* Resident memory in bytes, as reported by the system. */
static double resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* The number of players online, each counted once, and guests. */
static size_t count_players(const shg_server *server)
{
    size_t count = 0;
    for (const shg_session *s = server->sessions->online.first; s; s = s->after)
        count += s->player == 0 || shg_online_first(&server->sessions->online, s->player) == s;
    return count;
}

/* The figures of shares.def: a gauge or counter for each. */
enum { SHARE_FAMILIES = 6 };

static const char *const share_labels[SHG_SHARES] = {
#define SHARE(ident, name, unit, bound, per_network, per_address, per_player, reserve, cheap,      \
              gives_way, refusal)                                                                  \
    [SHG_SHARE_##ident] = "share=\"" name "\"",
#include "server/loop/shares.def"
};

static void add_shares(shg_gauge *out, const shg_shares *shares)
{
    for (size_t i = 0; i < SHG_SHARES; i++) {
        shg_share_figures f;
        shg_share_figures_get(&f, shares, (shg_share_id)i);
        const shg_gauge each[SHARE_FAMILIES] = {
            { "share_bound", "", "The most of a thing that clients share.", (double)f.bound, 0 },
            { "share_held", "", "Of it, what is held.", (double)f.held, 0 },
            { "share_owners", "", "Players, by address, who hold some.", (double)f.owners, 0 },
            { "share_largest", "", "What the network with the most holds.", (double)f.largest, 0 },
            { "share_refused", "", "Requests refused because it was full.", (double)f.refused,
              SHG_FIGURE_COUNTS },
            { "share_gave_way", "", "Claims that gave way to others.", (double)f.gave_way,
              SHG_FIGURE_COUNTS },
        };
        for (size_t j = 0; j < SHARE_FAMILIES; j++) { /* rows of one family are adjacent */
            out[j * SHG_SHARES + i] = each[j];
            out[j * SHG_SHARES + i].labels = share_labels[i];
        }
    }
}

static void finish(shg_task *task)
{
    shg_scrape *scrape = (shg_scrape *)(void *)task;
    const shg_server *server = task->server;
    if (!scrape->ready)
        return;
    const shg_totals *t = &scrape->totals;
    shg_named_node others[SHG_NODES_MAX];
    char version[64];
    snprintf(version, sizeof version, "version=\"%s\"", server->admin->version);
    const int64_t up_ms = shg_now_ms(server) - server->clock.start_ms;
    const shg_gauge first[] = {
        { "connections", "", "Open connections.", (double)server->connection_count, 0 },
        { "sessions", "", "Sessions that are logged in.", (double)server->sessions->online.count,
          0 },
        { "players_online", "", "Players online.", (double)count_players(server), 0 },
        { "players", "", "Registered players.", (double)t->players, SHG_FIGURE_OF_ALL },
        { "games", "state=\"all\"", "Games, running and over.", (double)t->games,
          SHG_FIGURE_OF_ALL },
        { "games", "state=\"running\"", "", (double)t->games_running, SHG_FIGURE_OF_ALL },
        { "running_clocks", "", "Running games with clocks.",
          (double)shg_running_clocks_count(server->clocks->running), 0 },
        { "queue_length", "queue=\"storage\"", "Jobs waiting for the storage.",
          (double)server->jobs, 0 },
        { "queue_length", "queue=\"passwords\"", "",
          (double)shg_passwords_waiting(server->accounts->passwords), 0 },
        { "database_bytes", "", "Size of the database file, without its write-ahead log.",
          (double)t->bytes, SHG_FIGURE_OF_ALL },
        { "resident_memory_bytes", "", "Resident memory.", resident_bytes(), 0 },
        { "nodes", "", "Servers on the database.", (double)shg_nodes_list(others, server) + 1,
          SHG_FIGURE_OF_ALL },
        { "players_everywhere", "", "Players online at any server, each counted once.",
          (double)shg_count_online(server), SHG_FIGURE_OF_ALL },
        { "leads", "", "1 if this server does what one of several is enough for, else 0.",
          !server->another_leads, 0 },
        { "draining", "", "1 while clients are sent to other servers, else 0.",
          shg_is_draining(server), 0 },
        { "build_info", version, "The version of the program.", 1, 0 },
        { "uptime_seconds", "", "Time since the server started.", (double)up_ms / 1000, 0 },
        { "storage_failed", "", "1 after the storage has failed, else 0.",
          shg_server_failed(server), 0 },
        { "disk_full", "", "1 while the disk is full, else 0.", shg_server_disk_full(server), 0 },
    };
    enum { FIRST = sizeof first / sizeof first[0] };
    shg_gauge gauges[FIRST + SHARE_FAMILIES * SHG_SHARES];
    memcpy(gauges, first, sizeof first);
    add_shares(gauges + FIRST, server->shares);
    shg_text_buffer text = { 0 };
    shg_metrics_write(&text, &server->metrics, gauges, sizeof gauges / sizeof gauges[0]);
    scrape->ready(scrape->context, text.failed ? NULL : text.bytes);
    shg_text_fini(&text);
}

shg_scrape *shg_scrape_start(shg_server *server, shg_scrape_fn *ready, void *context)
{
    shg_scrape *scrape = shg_task_alloc(NULL, sizeof *scrape);
    if (!scrape)
        return NULL;
    scrape->ready = ready;
    scrape->context = context;
    shg_task_read(&scrape->task, server, NULL, run, finish);
    return scrape;
}

void shg_scrape_cancel(shg_scrape *scrape)
{
    scrape->ready = NULL;
}
