/* position_index.h: the index of positions of finished games and records.
 *
 * It is built with low priority: the reader's thread plays a game through, the writer stores its
 * positions, one game after the other. The index can be deleted and built again. */
#ifndef SHG_SERVER_LIBRARY_POSITION_INDEX_H
#define SHG_SERVER_LIBRARY_POSITION_INDEX_H

#include "server/loop/host.h"
#include "shoogi/record.h"

/* Makes the timer.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_position_index_init(shg_server *server);

/* Schedules a run, here or at the server that leads. Called at the start, and whenever a game has ended. */
void shg_position_index_wake(shg_server *server);

/* The hashes of the positions of a record's main line, the initial position first, at most
 * SHG_POSITION_INDEX_MAX: *out owned (free). Any thread. OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_position_index_of_record(int64_t **out, size_t *count,
                                                          const shoogi_record *record);

#endif
