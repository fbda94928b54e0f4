/* storage.c: opens the storage that a name stands for. */
#include "storage/storage.h"

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

shoogi_status shg_storage_open(shg_storage **out, const char *name, bool read_only,
                               shoogi_error *err)
{
    const shg_sqlite_options options = { .path = name,
                                         .read_only = read_only,
                                         .in_memory = shg_storage_is_memory(name) };
    return shg_storage_is_uri(name) ? shg_storage_postgres(out, name, read_only, err)
                                    : shg_storage_sqlite(out, &options, err);
}
