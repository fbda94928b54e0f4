/* part.h: games that are over, records and definitions of players: found by names, rules, dates and positions.
 *
 * The room uses those below it. */
#ifndef SHG_SERVER_LIBRARY_PART_H
#define SHG_SERVER_LIBRARY_PART_H

#include "server/loop/host.h"

typedef struct shg_library_part {
    struct event *position_index_event; /* when to look for positions that are not known yet */
    bool placing;                       /* that is going on */
} shg_library_part;

#endif
