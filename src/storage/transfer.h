/* transfer.h: copying a whole database into an empty one of another kind. */
#ifndef SHG_STORAGE_TRANSFER_H
#define SHG_STORAGE_TRANSFER_H

#include "storage/storage.h"

/* What was copied of a table. */
typedef void shg_transfer_fn(void *context, const char *table, int64_t rows);

/* Copies all rows of one storage into another, in one transaction of each: all of them, or none.  Both were opened by
 * shg_storage_open, from for reading; a server may write to it meanwhile, whose later changes are not copied.  Before the commit
 * all tables of both are read again and compared by the number of their rows and a hash.  copied is called for each table, in
 * the end.
 * Errors: CONFLICT (to is not empty, or another program holds one of them), IO (cannot be read or written, or the copy
 * differs), LIMIT_EXCEEDED (the disk is full), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_storage_transfer(shg_storage *to, shg_storage *from,
                                                  shg_transfer_fn *copied, void *context,
                                                  shoogi_error *err);

#endif
