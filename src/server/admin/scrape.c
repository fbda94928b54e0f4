#include "server/admin/scrape.h"

#include "server/account/part.h"
#include "server/clock/part.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdio.h>
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

static void finish(shg_task *task)
{
    shg_scrape *scrape = (shg_scrape *)(void *)task;
    const shg_server *server = task->server;
    if (!scrape->ready)
        return;
    const shg_totals *t = &scrape->totals;
    const int64_t up_ms = shg_now_ms(server) - server->clock.start_ms;
    const shg_gauge gauges[] = {
        { "connections", "", "Open connections.", (double)server->connection_count },
        { "sessions", "", "Sessions that are logged in.", (double)server->sessions->online.count },
        { "players_online", "", "Players online.", (double)count_players(server) },
        { "players", "", "Registered players.", (double)t->players },
        { "games", "state=\"all\"", "Games, running and over.", (double)t->games },
        { "games", "state=\"running\"", "", (double)t->games_running },
        { "running_clocks", "", "Running games with clocks.",
          (double)shg_running_clocks_count(server->clocks->running) },
        { "queue_length", "queue=\"storage\"", "Jobs waiting for the storage.",
          (double)server->jobs },
        { "queue_length", "queue=\"passwords\"", "",
          (double)shg_passwords_waiting(server->accounts->passwords) },
        { "database_bytes", "", "Size of the database file, without its write-ahead log.",
          (double)t->bytes },
        { "resident_memory_bytes", "", "Resident memory.", resident_bytes() },
        { "uptime_seconds", "", "Time since the server started.", (double)up_ms / 1000 },
        { "storage_failed", "", "1 after the storage has failed, else 0.",
          shg_server_failed(server) },
        { "disk_full", "", "1 while the disk is full, else 0.", shg_server_disk_full(server) },
    };
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
