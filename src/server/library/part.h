/* part.h: the library: searches of finished games, records and players' definitions.
 *
 * Keeps the timer of the position index, and what each address has uploaded. Calls game, rules and those below; called by
 * study, api and pages for searches, by admin to rebuild the index, and by server.c when a game ends. */
#ifndef SHG_SERVER_LIBRARY_PART_H
#define SHG_SERVER_LIBRARY_PART_H

#include "server/loop/host.h"

typedef struct shg_library_part {
    struct event *position_index_event; /* the timer for games and records not yet indexed */
    bool indexing;                      /* indexing is in progress */
    shg_rate_limit *record_blocks;      /* of bytes of records, by address */
} shg_library_part;

#endif
