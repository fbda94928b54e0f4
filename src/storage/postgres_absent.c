/* postgres_absent.c: in place of the storage in PostgreSQL where libpq was not found. */
#include "base/error.h"
#include "storage/storage.h"

shoogi_status shg_storage_postgres(shg_storage **out, const char *uri, bool read_only,
                                   shoogi_error *err)
{
    (void)out, (void)uri, (void)read_only;
    return shg_error_set(err, SHOOGI_IO, 0, 0,
                         "this shoogi was built without PostgreSQL: install libpq-dev and build it "
                         "again, or name a file");
}
