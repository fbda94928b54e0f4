/* library.h: looking for games and records: by player, rules, result, date and position.
 *
 * What is looked for is walked from the newest back, or, by position, taken from the table of positions; a search
 * looks at SHG_SEARCH_EXAMINED rows at most, and tells where to go on. */
#ifndef SHG_SERVER_LIBRARY_LIBRARY_H
#define SHG_SERVER_LIBRARY_LIBRARY_H

#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "storage/bounds.h"

typedef enum shg_search_state { SHG_STATE_ANY, SHG_STATE_RUNNING, SHG_STATE_OVER } shg_search_state;

typedef struct shg_search {
    /* What is asked; texts are "" where nothing is. */
    bool records; /* else games */
    char player[SHG_NAME_BYTES_MAX +
                1]; /* of games one who is known here, of records a part of a name */
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1];
    char outcome[16];           /* of a game's four words */
    char *sfen;                 /* owned */
    int64_t since_ms, until_ms; /* when games began, and records came; 0: whenever */
    shg_search_state state;     /* of games */
    int64_t before;             /* the search goes on behind this number; 0: from the newest */
    int64_t viewer;             /* who asks, 0: anybody */
    size_t rows_max;
    /* What came of it. */
    size_t rows;
    int64_t last; /* of the rows that were looked at */
    bool more;    /* there may be further ones behind it */
} shg_search;

/* Reads what a query asks.  Returns OK with *out to be ended with shg_search_fini; PARSE_ERROR with the name that is at fault
 * in *err; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_search_read(shg_search *out, const char *query, size_t query_bytes,
                                             shoogi_error *err);
void shg_search_fini(shg_search *search);

/* Writes the query again, going on behind what was looked at, "before=12&player=anna"; each & as "&amp;" if html. */
void shg_search_next(shg_out *out, const shg_search *search, bool html);

/* at: after how many moves the position stands there; -1 where none was asked. */
typedef void shg_found_game_fn(void *context, const shg_game *row, int64_t at);
typedef void shg_found_record_fn(void *context, const shg_record_row *row, int64_t at);

/* Within a job of the reader: calls one of the two for each that is found, which must not call the storage.  OK; PARSE_ERROR
 * or NOT_FOUND with a sentence for who asked; the storage's own. */
SHOOGI_CHECKED shoogi_status shg_search_run(shg_search *search, shg_server *server,
                                            shg_storage *storage, shg_found_game_fn *game,
                                            shg_found_record_fn *record, void *context,
                                            shoogi_error *err);

/* The rules that a name means: a game of the catalog, by its name or an alias, or "@3" for definition 3.  Within a job of the reader.
 * Returns OK with *out borrowed as long as *kept, which is owned (shg_rules_unref) or NULL; or NOT_FOUND with a
 * sentence; the storage's own. */
SHOOGI_CHECKED shoogi_status shg_rules_named(const shoogi_variant **out, shg_rules **kept,
                                             shg_server *server, shg_storage *storage,
                                             const char *name, size_t name_bytes,
                                             shoogi_error *err);

#endif
