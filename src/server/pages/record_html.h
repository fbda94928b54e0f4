/* record_html.h: a record of the library as HTML without scripts. */
#ifndef SHG_SERVER_PAGES_RECORD_HTML_H
#define SHG_SERVER_PAGES_RECORD_HTML_H

#include "base/text.h"
#include "server/pages/game_html.h"
#include "shoogi/record.h"
#include "storage/storage.h"

/* The number of moves of the main line that are listed; the files have all. */
enum { SHG_RECORD_HTML_MOVES = 2000 };

/* Writes in a language the record's headers, the board after a number of moves of the main line,
 * the moves and their comments. row: its text is not used. items: beyond the number of moves:
 * all. Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_record_html(shg_out *out, shg_reader reader,
                                             const shg_record_row *row, const shoogi_record *record,
                                             size_t items);

#endif
