#include "storage/postgres_library.h"

#include "base/error.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

struct postgres_library shg_pq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL); /* it stays */
    loaded = library != NULL;
    void *function;
    /* ISO C has no cast from an object's pointer to a function's; POSIX says that they are alike. */
#define PQ_FUNCTION(name)                                                                          \
    function = loaded ? dlsym(library, "PQ" #name) : NULL;                                         \
    loaded = function != NULL;                                                                     \
    memcpy(&shg_pq.name, &function, sizeof function);
#include "storage/postgres_library.def"
}

shoogi_status shg_postgres_load(shoogi_error *err)
{
    pthread_once(&once, load);
    return loaded ? SHOOGI_OK
                  : shg_error_set(err, SHOOGI_IO, 0, 0,
                                  "databases in PostgreSQL need libpq 14 or newer: install libpq5");
}
