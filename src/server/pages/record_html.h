/* record_html.h: a record of the library as HTML that reads without a script. */
#ifndef SHG_SERVER_PAGES_RECORD_HTML_H
#define SHG_SERVER_PAGES_RECORD_HTML_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/record.h"
#include "storage/storage.h"

/* Moves of the main line that are listed; the rest is in the files. */
enum { SHG_RECORD_HTML_MOVES = 2000 };

/* Writes in a language its headers, the board after so many moves of the main line, the moves and what is said about them.  row: its
 * text is not looked at.  items: more than there are: all.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_record_html(shg_out *out, shg_language in,
                                             const shg_record_row *row, const shoogi_record *record,
                                             size_t items);

#endif
