/* sqlite.c: the storage in an SQLite file. */
#include "storage/sqlite_int.h"

static const shg_storage_ops sqlite_ops = {
    .version = SHG_STORAGE_VERSION,
#define OP(result, name, parameters)               .name = shg_sql_##name,
#define OP_OF_CONNECTION(result, name, parameters) .name = shg_sqlite_##name,
#include "storage/ops.def"
};

shoogi_status shg_storage_sqlite(shg_storage **out, const shg_sqlite_options *options,
                                 shoogi_error *err)
{
    struct sqlite *q;
    const shoogi_status status = shg_sqlite_open(&q, options, err);
    if (status != SHOOGI_OK)
        return status;
    q->sql.base.ops = &sqlite_ops;
    *out = &q->sql.base;
    return SHOOGI_OK;
}
