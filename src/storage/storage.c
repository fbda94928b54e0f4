/* storage.c: opens the storage that a name stands for. */
#include "storage/storage.h"

#include "base/error.h"
#include "storage/transfer.h"

#include <string.h>

bool shg_storage_is_uri(const char *name)
{
    static const char *const schemes[] = { "postgresql://", "postgres://" };
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncmp(name, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return false;
}

bool shg_storage_is_memory(const char *name)
{
    return strcmp(name, "memory") == 0;
}

/* A URI of another database, or one without a database, is no path that somebody meant. */
static shoogi_status check_name(const char *name, shoogi_error *err)
{
    const char *scheme_end = strstr(name, "://");
    if (!scheme_end || (shg_storage_is_uri(name) && scheme_end[3] != '\0'))
        return SHOOGI_OK;
    return shg_error_expected(err, SHOOGI_IO, 0, 0,
                              "the path of a file, or postgresql://HOST/DATABASE", name,
                              strlen(name));
}

static shoogi_status open_storage(shg_storage **out, const char *name, bool read_only, bool copies,
                                  shoogi_error *err)
{
    if (check_name(name, err) != SHOOGI_OK)
        return SHOOGI_IO;
    const shg_sqlite_options options = { .path = name,
                                         .read_only = read_only,
                                         .copies = copies,
                                         .in_memory = shg_storage_is_memory(name) };
    return !shg_storage_is_uri(name) ? shg_storage_sqlite(out, &options, err)
           : copies                  ? shg_storage_postgres_copy(out, name, err)
                                     : shg_storage_postgres(out, name, read_only, err);
}

shoogi_status shg_storage_open(shg_storage **out, const char *name, bool read_only,
                               shoogi_error *err)
{
    return open_storage(out, name, read_only, false, err);
}

shoogi_status shg_storage_open_copy(shg_storage **out, const char *name, shoogi_error *err)
{
    return open_storage(out, name, false, true, err);
}
