/* found_records.h: the records of all games that a search finds, as one file. */
#ifndef SHG_SERVER_PAGES_FOUND_RECORDS_H
#define SHG_SERVER_PAGES_FOUND_RECORDS_H

#include "server/doors/web_exchange.h"

/* extension: of a format that allows several records in a file; the query is that of a search. */
void shg_found_records_web(shg_exchange *x, const char *extension, size_t extension_bytes);

#endif
