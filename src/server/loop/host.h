/* host.h: what every part of the server stands on, and where the parts are found.
 *
 * The server is one struct so that a session, a connection or a task needs one pointer.  Its own members are those of this
 * room: the loop, the clock, the log, the workers of the storage, the connections.  What the other rooms keep is theirs: each
 * describes its part in the header part.h of its folder, which only that room and those above it may include, so that nobody
 * looks into what stands above.  server.c makes the parts and hands them in.
 *
 * The room loop: sockets, time, limits, log.  It calls the storage and src/wire, and no other room of the server. */
#ifndef SHG_SERVER_LOOP_HOST_H
#define SHG_SERVER_LOOP_HOST_H

#include "server/loop/address.h"
#include "server/loop/bans.h"
#include "server/loop/bounds.h"
#include "server/loop/clock.h"
#include "server/loop/connection.h"
#include "server/loop/deadline.h"
#include "server/loop/log.h"
#include "server/loop/metrics.h"
#include "server/loop/options.h"
#include "server/loop/address_counts.h"
#include "server/loop/rate_limit.h"
#include "server/loop/tls.h"
#include "server/loop/turns.h"
#include "storage/worker.h"

#include <event2/event.h>

/* What the rooms above do at the turns of the loop; server.c fills it in. */
typedef struct shg_host_hooks {
    void (*woken)(shg_server *server);    /* a thread may have outcomes to deliver */
    void (*alive)(shg_server *server);    /* every SHG_ALIVE_MS */
    void (*reload)(shg_server *server);   /* SIGHUP */
    void (*stopping)(shg_server *server); /* stopping begins */
    /* What is read before anything is done, through the storage that writes, and through the other. */
    shoogi_status (*read_before_writing)(shg_server *server, shg_storage *storage,
                                         shoogi_error *err);
    shoogi_status (*read_before_reading)(shg_server *server, shg_storage *storage,
                                         shoogi_error *err);
} shg_host_hooks;

struct shg_server {
    const shg_host_hooks *hooks; /* static */
    struct event_base *base;
    shg_clock clock;
    shg_log log;
    shg_metrics metrics;
    shg_bans *bans; /* bans and the message of the day; replaced as a whole */
    struct shg_helper_jobs
        *helper_jobs; /* processes for uploads, pictures, pushes; NULL: this program has none */

    /* One worker writes.  The other reads; with the storage in memory both are one. */
    shg_worker *writer, *reader;
    int wake_fd; /* workers write to it when outcomes wait */
    struct event *wake_event;
    size_t jobs;        /* handed over and not yet done, of all workers */
    bool closed;        /* workers get nothing more to do */
    bool disk_was_full; /* as the log has it */

    shg_address_counts *address_counts;
    unsigned per_address;
    char refusal[600]; /* the last that was made for a connection */
    shg_connection *connections;
    size_t connection_count, connections_max;
    shg_connection *doomed;
    struct event *doom_event;
    shg_deadlines linger_deadlines;
    shg_turns turns;
    shg_tls *tls; /* of all doors; NULL: they speak in plain text */
    shg_address telnet_address, http_address, metrics_address;

    bool local; /* nobody is listened to: its one session is two people at one keyboard, see server/keyboard */
    bool stopping; /* nobody is let in, and everybody here finishes */
    bool restores; /* it stops to go on with another database */
    struct event *alive_event, *drain_event, *signal_events[2], *reload_event;
    int exit_status;

    /* The parts. */
    struct shg_rules_part *rules;
    struct shg_clock_part *clocks;
    struct shg_session_part *sessions;
    struct shg_account_part *accounts;
    struct shg_game_part *games;
    struct shg_message_part *messages;
    struct shg_lobby_part *lobby;
    struct shg_door_part *doors;
    struct shg_engine_part *engines;
    struct shg_library_part *library;
    struct shg_admin_part *admin;
    struct shg_page_part *pages;
    struct shg_command_part *commands;
};

static inline int64_t shg_now_ms(const shg_server *server)
{
    return shg_clock_now_ms(&server->clock);
}

/* For what others reckon by their clocks. */
static inline int64_t shg_time_of_day_ms(const shg_server *server)
{
    return shg_clock_of_day_ms(&server->clock);
}

/* The addresses, the log, the clock, and how many connections there may be. */
SHOOGI_CHECKED shoogi_status shg_host_start(shg_server *server, const shg_launch *start);

/* A shg_no_accept_fn: counts it, and logs why. */
void shg_host_no_accept(void *server, const char *why);

/* Stops accepting, lets every connection finish what it is at, and then ends the loop; after
 * SHG_DRAIN_MS it ends whoever is not ready.  Said again it ends at once. */
void shg_server_stop(shg_server *server, int exit_status);

/* True once nothing can be stored any more. */
bool shg_server_failed(const shg_server *server);
/* What was to be stored last was not, for the disk was full. */
bool shg_server_disk_full(const shg_server *server);

/* After a worker has delivered, or anything else that may have been the last thing awaited. */
void shg_server_check_drained(shg_server *server);

#endif
