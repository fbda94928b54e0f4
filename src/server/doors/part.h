/* part.h: the doors of telnet and HTTP: connections become sessions, requests become answers.
 *
 * What an address of the HTTP door leads to, and which resources programs can read, are tables made above (pages/routes.h,
 * api/resources.h), which the doors get.  The room uses those below. */
#ifndef SHG_SERVER_DOORS_PART_H
#define SHG_SERVER_DOORS_PART_H

#include "server/doors/door_json.h"
#include "server/doors/web_exchange.h"
#include "server/doors/web_files.h"
#include "server/doors/web_front.h"
#include "server/loop/host.h"
#include "server/loop/listener.h"

/* What a connection has a deadline for. */
enum {
    SHG_DEADLINE_LOGIN,     /* telnet: until there is a name */
    SHG_DEADLINE_HEAD,      /* HTTP: until the head of a request is there */
    SHG_DEADLINE_UPLOAD,    /* HTTP: until its body is */
    SHG_DEADLINE_HEARTBEAT, /* when a line is sent on an idle stream */
    SHG_DEADLINE_IDLE,      /* HTTP: until the next request begins */
    SHG_DEADLINE_PING,      /* WebSocket: until the other side must have answered */
    SHG_DOOR_DEADLINES
};

typedef struct shg_door_part {
    shg_listener *telnet, *http;
    shg_web_front front;
    const shg_web_routes *routes;        /* static */
    const shg_resource_table *resources; /* static */
    shg_deadlines deadlines[SHG_DOOR_DEADLINES];
    shg_rate_limit *calls;     /* requests of programs */
    size_t bodies_bytes;       /* of all requests that are being read */
    size_t answers_bytes;      /* of the bodies of all answers that have not been taken whole */
    struct shg_web_files *web; /* what the HTTP door serves of the disk, in memory; NULL: nothing */
    const char *web_directory; /* where SIGHUP looks for it; NULL: the usual ones */
    bool web_later;            /* it is being made: there is none yet */
} shg_door_part;

/* Reads the page and opens the ports; the server must be stopped, if that fails. */
SHOOGI_CHECKED shoogi_status shg_doors_start(shg_server *server, const shg_launch *start);
void shg_doors_stop(shg_server *server);

/* Nobody is let in any more. */
void shg_doors_close(shg_server *server);

/* Reads the page.  Where it may come later (options->web_later) it may be absent. */
SHOOGI_CHECKED shoogi_status shg_page_read(shg_server *server, const shg_server_options *options,
                                           shoogi_error *err);

/* Reads the page again, and logs it.  Answers that are being made keep the page that they began with.  If none is found the
 * one there is stays; if there is none either, none is waited for any more. */
void shg_page_reload(shg_server *server);

#endif
