/* position_index.h: the positions of games that are over and of records, made known to searches.
 *
 * It is done behind whatever else is to be done: the reader's thread plays a game through, the writer stores what it
 * found, one game after the other.  What is stored can be forgotten and made again. */
#ifndef SHG_SERVER_LIBRARY_POSITION_INDEX_H
#define SHG_SERVER_LIBRARY_POSITION_INDEX_H

#include "server/loop/host.h"
#include "shoogi/record.h"

/* Makes the timer.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_position_index_init(shg_server *server);

/* There may be something to do: looks soon.  Said at the start, and whenever a game has ended. */
void shg_position_index_wake(shg_server *server);

/* The numbers of the positions of a record's main line, first the start's, at most SHG_POSITION_INDEX_MAX: *out owned (free).  Any
 * thread.  OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_position_index_of_record(int64_t **out, size_t *count,
                                                          const shoogi_record *record);

#endif
