/* memory.c: the storage in memory; its rows are lost with the process. */
#include "support/memory_storage/memory.h"
#include "support/memory_storage/memory_int.h"

#include <stdlib.h>

static const shg_storage_ops memory_ops = {
    .version = SHG_STORAGE_VERSION,
#define OP(result, name, parameters) .name = shg_memory_##name,
#include "storage/ops.def"
};

shoogi_status shg_storage_memory(shg_storage **out, shoogi_error *err)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return shg_memory_exhausted(err);
    m->base.ops = &memory_ops;
    *out = &m->base;
    return SHOOGI_OK;
}
