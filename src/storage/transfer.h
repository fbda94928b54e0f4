/* transfer.h: copying a whole database into an empty one of another kind. */
#ifndef SHG_STORAGE_TRANSFER_H
#define SHG_STORAGE_TRANSFER_H

#include "storage/storage.h"

/* How far the copy of a table has come, after each commit.  rows == of: it is whole. */
typedef void shg_transfer_fn(void *context, const char *table, int64_t rows, int64_t of);

/* Opens a storage to copy to, as shg_storage_open does for writing; one with an unfinished copy, which others refuse, too. */
SHOOGI_CHECKED shoogi_status shg_storage_open_copy(shg_storage **out, const char *name,
                                                   shoogi_error *err);

/* Whether the storage, opened by shg_storage_open_copy, has an unfinished copy. */
bool shg_storage_is_unfinished(shg_storage *storage);

/* Copies all rows of one storage into another, opened by shg_storage_open_copy.  from was opened for reading; a server may
 * write to it meanwhile, whose later changes are not copied.  Commits after every commit_rows rows of a table: a copy that was
 * interrupted at any moment goes on behind the last of these when it is begun again, if from still has the same rows.  In the
 * end all tables of the copy are read again and compared by the number of their rows and a hash; only then can a server open
 * it.
 * Errors: CONFLICT (to has rows and is no unfinished copy, from has other rows than when it was begun, or another program
 * holds one of them), IO (cannot be read or written, or the copy differs), LIMIT_EXCEEDED (the disk is full), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_storage_transfer(shg_storage *to, shg_storage *from,
                                                  int64_t commit_rows, shg_transfer_fn *copied,
                                                  void *context, shoogi_error *err);

#endif
