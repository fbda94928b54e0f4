/* study_search.h: searching studies by words, player and game.
 *
 * A search reads rows from the newest to the oldest, those of a player by an index; at most SHG_API_HIDDEN_EXAMINED rows, and
 * reports where to continue. */
#ifndef SHG_SERVER_STUDY_STUDY_SEARCH_H
#define SHG_SERVER_STUDY_STUDY_SEARCH_H

#include "server/loop/host.h"
#include "storage/bounds.h"
#include "storage/storage.h"

enum { SHG_STUDY_WORDS_BYTES = 200 };

typedef struct shg_study_search {
    /* Each must occur in the study's name, its player's name or the name of its game; "" for all. */
    char words[SHG_STUDY_WORDS_BYTES];
    char player[SHG_NAME_BYTES_MAX + 1];          /* "" for all */
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1]; /* likewise; run sets it to the canonical name */
    int64_t before; /* the search continues before this number; 0: from the newest */
    int64_t viewer; /* sees hidden studies of their own; 0: anonymous */
    /* Set by run. */
    size_t rows, looked;
    bool more;
    int64_t last; /* the last study read: where the next search continues if there are more */
    shg_study_fn *each;
    void *context;
} shg_study_search;

/* Within a job of the reader: calls each for the studies found, at most SHG_SEARCH_ROWS. Returns OK; NOT_FOUND if there is no such
 * player or game; else an error of the storage. */
SHOOGI_CHECKED shoogi_status shg_study_search_run(shg_study_search *search, shg_server *server,
                                                  shg_storage *storage, shg_study_fn *each,
                                                  void *context, shoogi_error *err);

#endif
