/* copy.h: whole databases as files: copied while a server writes to them, and put in one another's place. */
#ifndef SHG_STORAGE_COPY_H
#define SHG_STORAGE_COPY_H

#include "shoogi/status.h"
#include "storage/bounds.h"

#include <stdint.h>

/* What a place may hold already. */
typedef enum shg_copy_to { SHG_COPY_TO_NOTHING, SHG_COPY_TO_ANYTHING } shg_copy_to;

/* Copies the database at from, as it is at one moment, to a file of its own at to; a server may be writing to
 * it, and neither waits for the other: a reader sees the state it began with, and all that grows meanwhile is the
 * server's log.  The copy has been checked from end to end and is on disk before it gets its name; only its owner
 * can read it, who, if root makes it, is the owner of the database owner_of or its folder, if given.
 * CONFLICT if there is something at to already and there may not be; IO (cannot be read or written, is damaged,
 * or of another program), INVALID_RULES (of a newer version), LIMIT_EXCEEDED (the disk is full), NO_MEMORY: then nothing is
 * at to that was not there before. */
SHOOGI_CHECKED shoogi_status shg_storage_copy(const char *to, const char *from, shg_copy_to there,
                                              const char *owner_of, shoogi_error *err);

enum { SHG_KEPT_PATH_BYTES = SHG_STORAGE_PATH_BYTES_MAX + 40 };

/* Puts the file with, a copy as above in the same folder, in the place of the database at path, on which no server may be at
 * work.  There is a database at path at every moment.  What was there is kept as PATH-before-20261224T180000Z,
 * whose name is filled to kept; "" if there was nothing.  CONFLICT (a server is at work, or what its log holds cannot
 * be written back while another program reads), LIMIT_EXCEEDED, IO: then what was there is as it was. */
SHOOGI_CHECKED shoogi_status shg_storage_replace(char kept[SHG_KEPT_PATH_BYTES], const char *path,
                                                 const char *with, int64_t now_ms,
                                                 shoogi_error *err);

/* Where the copy that is to replace a database waits for the server to stop: PATH-restore. */
void shg_storage_waiting_path(char out[SHG_KEPT_PATH_BYTES], const char *path);

#endif
