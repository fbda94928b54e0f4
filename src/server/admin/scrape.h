/* scrape.h: all metrics of a server as a text, including those that only the storage knows. */
#ifndef SHG_SERVER_ADMIN_SCRAPE_H
#define SHG_SERVER_ADMIN_SCRAPE_H

#include "server/loop/host.h"

typedef struct shg_scrape shg_scrape;

/* text: borrowed for the call; NULL if memory is short. */
typedef void shg_scrape_fn(void *context, const char *text);

/* Calls ready once, now or later from the loop, unless cancelled. Returns the handle for
 * shg_scrape_cancel until then; NULL if memory is short, and ready is not called. */
shg_scrape *shg_scrape_start(shg_server *server, shg_scrape_fn *ready, void *context);

void shg_scrape_cancel(shg_scrape *scrape);

#endif
