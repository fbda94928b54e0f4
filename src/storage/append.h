/* append.h: game_append as a sequence of other functions, for storages that have no statement for the whole. */
#ifndef SHG_STORAGE_APPEND_H
#define SHG_STORAGE_APPEND_H

#include "storage/storage.h"

SHOOGI_CHECKED shoogi_status shg_append_in_steps(shg_storage *storage, const shg_append *what,
                                                 shoogi_error *err);

#endif
