/* record_lines.h: the lines of a record as records of their own. */
#ifndef SHG_CLI_RECORD_LINES_H
#define SHG_CLI_RECORD_LINES_H

#include "shoogi/record.h"

/* The nodes of all lines together, above which a record is not split: a line repeats all moves before it. */
enum { CLI_LINES_NODES_MAX = 16 * SHOOGI_RECORD_NODES_MAX };

/* The last node of the line after that which ends at a node, in the order of the record; 0 at first.  SHOOGI_NO_NODE: there
 * is no other line. */
shoogi_node cli_record_next_line(const shoogi_record *record, shoogi_node last);

/* A record of the moves up to a node, with all that belongs to them and the headers.  *nodes: their number is added.
 * Returns OK and *out owned (shoogi_record_free); LIMIT_EXCEEDED if *nodes exceeds CLI_LINES_NODES_MAX; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status cli_record_copy_line(shoogi_record **out, size_t *nodes,
                                                  const shoogi_record *record, shoogi_node last);

#endif
