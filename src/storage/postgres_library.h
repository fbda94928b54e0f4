/* postgres_library.h: libpq, loaded when the first database in PostgreSQL is opened.
 *
 * Linked in the ordinary way it would bring twenty libraries (Kerberos, LDAP ...) into every run of the program: that doubled
 * the time that `shoogi --version` takes, and reading a stranger's record has no need of them. */
#ifndef SHG_STORAGE_POSTGRES_LIBRARY_H
#define SHG_STORAGE_POSTGRES_LIBRARY_H

#include "shoogi/status.h"

#include <libpq-fe.h>

struct postgres_library {
#define PQ_FUNCTION(name) __typeof__(PQ##name) *name;
#include "storage/postgres_library.def"
};

/* shg_pq.clear is PQclear. */
extern struct postgres_library shg_pq;

/* Loads it, once.  Any thread.  IO: it is not installed. */
SHOOGI_CHECKED shoogi_status shg_postgres_load(shoogi_error *err);

#endif
