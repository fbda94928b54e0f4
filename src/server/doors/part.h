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

typedef struct shg_door_part {
    shg_listener *telnet, *http;
    shg_web_front front;
    const shg_web_routes *routes;        /* static */
    const shg_resource_table *resources; /* static */
    shg_deadlines login_deadlines, http_deadlines, upload_deadlines, idle_deadlines, ping_deadlines,
        heartbeats;
    shg_throttle *calls;       /* requests of programs */
    size_t bodies_bytes;       /* of all requests that are being read */
    size_t answers_bytes;      /* of the bodies of all answers that have not been taken whole */
    struct shg_web_files *web; /* what the HTTP door serves of the disk, in memory; NULL: nothing */
    const char *web_directory; /* where SIGHUP looks for it; NULL: the usual ones */
    bool web_later;            /* it is being made: there is none yet */
} shg_door_part;

#endif
