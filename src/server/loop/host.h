/* host.h: the base of every part of the server, with pointers to all parts.
 *
 * The server is one struct, so a session, a connection or a task needs one pointer. Its own members
 * belong to this room: loop, clock, log, storage workers, connections. Each other room describes
 * its part in its part.h, which only that room and later ones may include. server.c creates the
 * parts and hands them in.
 *
 * The room loop keeps sockets, time, limits and the log. It calls the storage and src/wire,
 * and no other room of the server; the other rooms call it. */
#ifndef SHG_SERVER_LOOP_HOST_H
#define SHG_SERVER_LOOP_HOST_H

#include "server/loop/address.h"
#include "server/loop/address_counts.h"
#include "server/loop/bans.h"
#include "server/loop/bounds.h"
#include "server/loop/clock.h"
#include "server/loop/connection.h"
#include "server/loop/deadline.h"
#include "server/loop/handover.h"
#include "server/loop/log.h"
#include "server/loop/metrics.h"
#include "server/loop/options.h"
#include "server/loop/rate_limit.h"
#include "server/loop/shares.h"
#include "server/loop/tls.h"
#include "server/loop/turns.h"
#include "storage/worker.h"

#include <event2/event.h>

/* Whether the time of games is known. Several servers use the time of their database (room nodes), and add nothing to games
 * while they do not know it. */
typedef enum shg_time_trust {
    SHG_TIME_KNOWN,
    SHG_TIME_UNKNOWN, /* the database has not answered for long, or only slowly */
    SHG_TIME_WRONG    /* this machine's clock differs much from the database's */
} shg_time_trust;

/* Functions of later rooms for events of the loop; server.c fills it in. */
typedef struct shg_host_hooks {
    void (*woken)(shg_server *server);    /* a thread may have results to deliver */
    void (*alive)(shg_server *server);    /* every SHG_ALIVE_MS */
    void (*reload)(shg_server *server);   /* SIGHUP */
    void (*upgrade)(shg_server *server);  /* SIGUSR2 */
    void (*stopping)(shg_server *server); /* shutdown begins */
    /* Reads what must be known before the first write, through the writing storage and the
     * reading one. */
    shoogi_status (*read_before_writing)(shg_server *server, shg_storage *storage,
                                         shoogi_error *err);
    shoogi_status (*read_before_reading)(shg_server *server, shg_storage *storage,
                                         shoogi_error *err);
} shg_host_hooks;

/* A drain: the server sends its clients to other servers of the database; see admin/drain.h.
 * ends_ms: when it stops with the clients that are left; 0: it is not being drained. */
typedef struct shg_drain_state {
    int64_t ends_ms;
    bool sends;       /* it disconnects clients, and accepts no more */
    unsigned notices; /* how often people at a terminal were asked to connect again */
} shg_drain_state;

struct shg_server {
    const shg_host_hooks *hooks; /* static */
    struct event_base *base;
    shg_clock clock;
    shg_log log;
    shg_metrics metrics;
    shg_bans *bans; /* replaced as a whole */
    struct shg_helper_jobs
        *helper_jobs; /* for uploads, pictures, pushes; NULL: this program has no helper */

    /* One thread writes, one reads for sessions, and one for pages, which may take long and which anybody may ask
     * for; with storage in memory they are the same. */
    shg_worker *writer, *reader, *pages_reader;
    int wake_fd; /* workers write to it when results wait */
    struct event *wake_event;
    size_t jobs;                            /* pending jobs of all workers */
    bool closed;                            /* workers accept no more jobs */
    char logged_full[SHOOGI_MESSAGE_BYTES]; /* why the storage is full, as last logged; "": it is not */

    shg_address_counts *address_counts;
    unsigned per_address;
    shg_shares *shares; /* of what all clients share */
    char refusal[600];  /* last refusal sent to a connection */
    shg_connection *connections;
    size_t connection_count, connections_max;
    shg_connection *doomed;
    struct event *doom_event;
    shg_deadlines linger_deadlines;
    shg_turns turns;
    shg_tls *tls; /* of all doors; NULL: plain text */
    shg_address telnet_address, http_address, metrics_address;

    int64_t node; /* its number among the servers of the database (storage/news.h); 0: it is alone */
    bool another_leads; /* another server of the database does the tasks of one alone, such as sweeps */
    shg_time_trust time_trust;
    bool local;    /* no listener; the only session is at one keyboard, see server/keyboard */
    bool stopping; /* shutting down: no new connections, pending work finishes */
    bool restores; /* restarts with another database */
    shg_drain_state drain;
    bool pausing; /* about to hand over to another program: nothing new is begun, what was begun finishes */
    shg_handover *handover; /* during the start: from an earlier program; NULL: none; borrowed */
    struct event *alive_event, *drain_event, *signal_events[2], *reload_event, *upgrade_event;
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
    struct shg_node_part *nodes;
    struct shg_admin_part *admin;
    struct shg_page_part *pages;
    struct shg_command_part *commands;
};

static inline int64_t shg_now_ms(const shg_server *server)
{
    return shg_clock_now_ms(&server->clock);
}

/* Whether the server sends its clients to other servers of the database. */
static inline bool shg_is_draining(const shg_server *server)
{
    return server->drain.ends_ms != 0;
}

/* For dates that others check against their clocks. */
static inline int64_t shg_time_of_day_ms(const shg_server *server)
{
    return shg_clock_of_day_ms(&server->clock);
}

/* Sets up the addresses, the log, the clock and the limit of connections. */
SHOOGI_CHECKED shoogi_status shg_host_start(shg_server *server, const shg_launch *start);

/* A shg_no_accept_fn: counts and logs the failure. */
void shg_host_no_accept(void *server, const char *why);

/* Stops accepting, lets every connection finish, then ends the loop. After SHG_DRAIN_MS the
 * remaining connections are closed. A second call ends the loop at once. */
void shg_server_stop(shg_server *server, int exit_status);

/* True once the storage has failed. */
bool shg_server_failed(const shg_server *server);
/* Whether the last write failed because the disk was full. */
bool shg_server_disk_full(const shg_server *server);

/* Ends the loop if nothing is pending during shutdown. Call it after deliveries and whatever
 * else may have been the last pending thing. */
void shg_server_check_drained(shg_server *server);

#endif
