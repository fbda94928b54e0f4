/* part.h: the doors: telnet and HTTP connections.
 *
 * Keeps the page's files in memory and the rate limit of API calls and telnet lines; shares the bytes
 * in transit. Calls sessions, accounts and the loop; the route and resource tables (pages/routes.h,
 * api/resources.h) are passed to it. Called by server.c, and by the rooms that answer requests. */
#ifndef SHG_SERVER_DOORS_PART_H
#define SHG_SERVER_DOORS_PART_H

#include "server/doors/door_json.h"
#include "server/doors/web_exchange.h"
#include "server/doors/web_files.h"
#include "server/doors/web_front.h"
#include "server/loop/host.h"
#include "server/loop/listener.h"

/* The kinds of deadlines of a connection. */
enum {
    SHG_DEADLINE_LOGIN,     /* telnet: until the client signs in */
    SHG_DEADLINE_LINES,     /* telnet: until the next lines may be read */
    SHG_DEADLINE_HEAD,      /* HTTP: until the head of a request is complete */
    SHG_DEADLINE_UPLOAD,    /* HTTP: until its body is complete */
    SHG_DEADLINE_SEND,      /* HTTP: until the client must have taken a part of the answer */
    SHG_DEADLINE_HEARTBEAT, /* until a line is sent on an idle stream */
    SHG_DEADLINE_IDLE,      /* HTTP: until the next request begins */
    SHG_DEADLINE_PING,      /* WebSocket: until the peer must have answered a ping */
    SHG_DOOR_DEADLINES
};

typedef struct shg_door_part {
    shg_listener *telnet, *http;
    shg_web_front front;
    const shg_web_routes *routes;        /* static */
    const shg_resource_table *resources; /* static */
    shg_deadlines deadlines[SHG_DOOR_DEADLINES];
    shg_rate_limit *calls;   /* of API requests and telnet lines */
    shg_share *bodies;       /* of bytes of requests being read; borrowed */
    shg_share *answers;      /* of bytes of answers that the clients have not yet read; borrowed */
    shg_share *pages;        /* that wait to be made; borrowed */
    int64_t most_in_transit; /* bytes, since memory was last given back */
    size_t pages_at_work;    /* of which the thread for pages has been asked */
    bool pages_starting;     /* waiting pages are being passed to it */
    struct shg_web_files *web; /* the page's files, in memory; NULL: none */
    const char *web_directory; /* where SIGHUP looks for the page; NULL: the default directories */
    bool web_later;            /* the page is still being built */
} shg_door_part;

/* Reads the page and opens the ports. If this fails the server must be stopped. */
SHOOGI_CHECKED shoogi_status shg_doors_start(shg_server *server, const shg_launch *start);
void shg_doors_stop(shg_server *server);

/* Closes the ports, or that of telnet; open connections stay. */
void shg_doors_close(shg_server *server);
void shg_doors_close_telnet(shg_server *server);

/* For a hot upgrade. pause: server->pausing has changed. */
void shg_doors_pause(shg_server *server);
/* Writes the ports and all connections that go on. */
void shg_doors_hand_over(shg_handover_out *out, const shg_server *server);
/* Goes on with the connections of an earlier program. */
void shg_doors_restore(shg_server *server);

/* Gives free memory back to the system after a time of much input or output. Call it every few seconds. */
void shg_doors_alive(shg_server *server);

/* Reads the page. With options->web_later it may be absent. */
SHOOGI_CHECKED shoogi_status shg_page_read(shg_server *server, const shg_server_options *options,
                                           shoogi_error *err);

/* Reads the page again and logs it. Answers in progress keep the page with which they began. If
 * no page is found the present one stays; if there is none either, the server stops waiting for
 * one. */
void shg_page_reload(shg_server *server);

#endif
