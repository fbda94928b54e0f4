/* server_int.h: what the files of the server share. */
#ifndef SHG_SERVER_SERVER_INT_H
#define SHG_SERVER_SERVER_INT_H

#include "shoogi/catalog.h"
#include "server/admin/admin_door.h"
#include "server/loop/arrivals.h"
#include "server/loop/clock.h"
#include "server/admin/shutdown_notice.h"
#include "server/loop/deadline.h"
#include "server/clock/downtime.h"
#include "server/game/game_cache.h"
#include "server/account/login_limits.h"
#include "server/loop/bans.h"
#include "server/loop/listener.h"
#include "server/loop/log.h"
#include "server/loop/metrics.h"
#include "server/session/online.h"
#include "server/account/passwords.h"
#include "server/loop/peers.h"
#include "server/rules/past_rules.h"
#include "server/clock/running_clocks.h"
#include "server/server.h"
#include "server/loop/rate_limit.h"
#include "server/loop/tls.h"
#include "server/loop/turns.h"
#include "server/rules/variants.h"
#include "server/game/watch.h"
#include "server/doors/web_front.h"
#include "language/language.h"
#include "storage/worker.h"

#include <event2/event.h>

/* The game that is meant where none is named: a file like all others, but one has to be it. */
#define SHG_USUAL_VARIANT "shogi"

/* A connection of whichever door, as far as the server has to count, close and await it. */
typedef struct shg_connection shg_connection;
struct evbuffer;

/* HELP ALL in one language, once it was asked for: long, and the same for all who read it. */
typedef struct shg_whole_help {
    char *text; /* NULL: nobody has asked */
    size_t bytes;
} shg_whole_help;
struct shg_connection {
    shg_server *server;
    shg_peer *peer;
    shg_deadline deadline; /* of logging in, of an HTTP head, or of lingering */
    shg_turn turn;         /* it has more to do */
    shg_arrivals arrivals; /* of its input */
    void (*close)(
        shg_connection *connection); /* frees it; from the loop, nothing of it being in use */
    void (*drain)(shg_connection *connection); /* the server stops: say so, finish, then close */
    shg_connection *before, *after;            /* all of them */
    shg_connection *next_doomed;
    bool doomed;
    bool is_proxy; /* set before init: it may have any number of connections, and speaks for others */
};

struct shg_server {
    struct event_base *base;
    int64_t expire_ms; /* when to look for challenges that nobody will play */
    shg_clock clock;

    shg_variants *variants;

    shg_whole_help whole_help[SHG_LANGUAGES][2]; /* drawn, and in words */

    /* One worker writes.  The other reads; with the storage in memory both are one. */
    shg_worker *writer, *reader;
    shg_rules_cache *rules; /* the reader's thread's */
    shg_passwords *passwords;
    int wake_fd; /* workers write to it when outcomes wait */
    struct event *wake_event;
    size_t jobs; /* handed over and not yet done, of all workers */

    shg_game_cache *games;
    shg_downtimes downtimes;    /* before this run; const while it lasts */
    shg_running_clocks *clocks; /* of the games that are being played; see time_forfeit.h */
    struct event *fall_event, *alive_event;
    int64_t fall_armed_ms; /* for when fall_event was set */
    shg_log log;
    shg_metrics metrics;
    shg_house *house; /* who is kept out, and the message of the day; replaced as a whole */
    shg_closing closing;
    shg_admin_door *admin;
    shg_online online;
    shg_watches watches;
    shg_session *lobby; /* those who hear of challenges: see lobby.h */
    shg_guesses *guesses;
    shg_throttle *talk;     /* what has been said */
    shg_throttle *calls;    /* requests of programs */
    shg_throttle *searches; /* by address: see SHG_SEARCHES_MAX, SHG_ACCOUNTS_MAX */
    shg_throttle *accounts;
    shg_throttle *letters;     /* that were asked for */
    struct shg_mail *mail;     /* NULL: none is sent */
    struct shg_pushes *pushes; /* NULL: no device is told anything */
    int64_t letters_ms;        /* when to look whom to remind */

    shg_peers *peers;
    char refusal[600]; /* the last that was made for a connection */
    shg_connection *connections;
    size_t connections_count, connections_max;
    shg_connection *doomed;
    struct event *doom_event;
    shg_deadlines login_deadlines, http_deadlines, upload_deadlines, idle_deadlines, ping_deadlines,
        heartbeats, linger_deadlines;
    shg_turns turns;
    shg_web_front front;
    size_t bodies_bytes;           /* of all requests that are being read */
    size_t answers_bytes;          /* of the bodies of all answers that have not been taken whole */
    struct shg_chores *chores;     /* NULL: this program does none */
    struct shg_thinkers *thinkers; /* NULL: no engine plays here */
    struct shg_engines *engines;   /* NULL likewise */
    struct shg_analyses *analyses; /* NULL likewise */
    struct shg_pictures *pictures;
    struct shg_web_files *web; /* what the HTTP door serves of the disk, in memory; NULL: nothing */
    const char *web_directory; /* where SIGHUP looks for it; NULL: the usual ones */
    bool web_later;            /* it is being made: there is none yet */
    shg_listener *telnet, *http, *scrapes; /* the last: NULL if nobody is to have metrics */
    shg_tls *tls;                          /* of both doors; NULL: they speak in plain text */
    shg_address telnet_address, http_address, metrics_address;

    struct event *places_event; /* when to look for positions that are not known yet */
    bool placing;               /* that is going on */
    struct event *settle_event; /* when the next game is to be settled */
    struct event *signal_events[2], *reload_event, *drain_event;
    unsigned per_address;
    bool local; /* nobody is listened to: its one session is two people at a keyboard, see one_keyboard.h */
    struct shg_login_delay *delays; /* of logins after wrong passwords; see login_attempt.h */
    bool stopping;                  /* nobody is let in, whoever is here finishes */
    bool closed;                    /* workers get nothing more to do */
    bool restores;                  /* it stops to go on with another database */
    bool disk_was_full;             /* as it was told last */
    int exit_status;
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

/* The variant of this name; NULL if there is none, or it cannot be read.  Any thread. */
const shoogi_catalog_entry *shg_server_variant(const shg_server *server, const char *name);

/* The one that a player means: of that name or, if none has it, alias, in letters of either case.  Returns OK with *out
 * borrowed from the server; NOT_FOUND; BAD_RULES if its definition has a fault, which the log tells; NO_MEMORY.  Any
 * thread. */
SHOOGI_CHECKED shoogi_status shg_server_find_variant(const shoogi_catalog_entry **out,
                                                     const shg_server *server, const char *name,
                                                     size_t name_bytes);

/* SHG_USUAL_VARIANT or, where that is missing, the first that can be read; NULL: none can.  Any thread. */
const shoogi_catalog_entry *shg_server_usual_variant(const shg_server *server);

/* Said of one whose definition has a fault. */
#define SHG_BAD_DEFINITION                                                                         \
    SHG_TEXT("The definition of that game has a fault, so it cannot be played here now.\n")

/* Counts a new connection in; false, with the sentence to send before closing, if there are too many.
 * fd is not touched. */
bool shg_connection_init(shg_connection *connection, shg_server *server, const shg_address *from,
                         const char **refusal);
/* From now on it counts for this client, for whom a proxy speaks; false, with the sentence to answer, if he may not come or
 * has too many. */
bool shg_connection_speak_for(shg_connection *connection, const shg_address_key *client,
                              const char **refusal);
/* Counts it out again; for close. */
void shg_connection_fini(shg_connection *connection);
/* Closes it soon, when nothing of it is in use any more.  May be said more than once. */
void shg_connection_doom(shg_connection *connection);

/* All has been sent: no more will be, and the peer is given time to take it before the connection is doomed;
 * none if it has ended, or the server stops. */
void shg_connection_linger(shg_connection *connection, struct bufferevent *bev, bool ended);

/* Something may have come: to be said whenever it has, so that its moment is known. */
void shg_connection_arrived(shg_connection *connection, struct evbuffer *input);

/* Drops so much of the input, which has been read; it may have been a password, so it is wiped.  Returns when the last of
 * all that was ever taken came; 0: nothing was. */
int64_t shg_connection_take(shg_connection *connection, struct evbuffer *input, size_t bytes);

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
