/* memory.h: a storage in memory, for tests alone: the oracle of the others.
 *
 * It is written without SQL and shares nothing with them but row.c, so that storage_test.c can run one suite over all and compare
 * their answers to random calls.  `--db memory` is an SQLite database in memory. */
#ifndef SHG_TESTS_MEMORY_STORAGE_H
#define SHG_TESTS_MEMORY_STORAGE_H

#include "storage/storage.h"

/* Creates one.  Returns OK and *out owned (ops->close), or NO_MEMORY. */
shoogi_status shg_storage_memory(shg_storage **out, shoogi_error *err);

#endif
