/* copy.h: backup and restore of whole databases as files, while a server is running. */
#ifndef SHG_STORAGE_COPY_H
#define SHG_STORAGE_COPY_H

#include "shoogi/status.h"
#include "storage/bounds.h"

#include <stdint.h>

/* Whether a copy may replace an existing file. */
typedef enum shg_copy_to { SHG_COPY_TO_NOTHING, SHG_COPY_TO_ANYTHING } shg_copy_to;

/* Copies a consistent snapshot of the database at from to the file to.  A server may write to the database at the same time;
 * neither waits for the other, but the server's log grows meanwhile.  The copy is checked completely and synced before it
 * gets its name.  Only its owner can read it; if root copies, that is the owner of the database owner_of, if given, or of its
 * folder.
 * Errors, which leave to unchanged: CONFLICT (to exists and may not be replaced), IO (cannot be read or written, is damaged,
 * or belongs to another program), INVALID_RULES (of a newer version), LIMIT_EXCEEDED (the disk is full), NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_storage_copy(const char *to, const char *from, shg_copy_to there,
                                              const char *owner_of, shoogi_error *err);

enum { SHG_KEPT_PATH_BYTES = SHG_STORAGE_PATH_BYTES_MAX + 40 };

/* Replaces the database at path, which no server may be using, by the file with, a copy made by shg_storage_copy in the same
 * folder.  There is a database at path at every moment.  The old one is kept as PATH-before-20261224T180000Z; kept receives
 * its path, "" if there was none.  Errors, which leave the old database unchanged: CONFLICT (a server is using it, or its log
 * cannot be checkpointed because another program reads), LIMIT_EXCEEDED, IO. */
SHOOGI_CHECKED shoogi_status shg_storage_replace(char kept[SHG_KEPT_PATH_BYTES], const char *path,
                                                 const char *with, int64_t now_ms,
                                                 shoogi_error *err);

/* Writes PATH-restore, the path of a copy that replaces the database when the server stops. */
void shg_storage_waiting_path(char out[SHG_KEPT_PATH_BYTES], const char *path);

#endif
