/* library.h: searching games and records by player, rules, result, date and position.
 *
 * A search reads rows from the newest to the oldest or, by position, from the position index. It
 * reads at most SHG_SEARCH_EXAMINED rows and reports where to continue. */
#ifndef SHG_SERVER_LIBRARY_LIBRARY_H
#define SHG_SERVER_LIBRARY_LIBRARY_H

#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "storage/bounds.h"

typedef enum shg_search_state { SHG_STATE_ANY, SHG_STATE_RUNNING, SHG_STATE_OVER } shg_search_state;

typedef struct shg_search {
    /* The query; "" for what is not asked. */
    bool records; /* else games */
    char player[SHG_NAME_BYTES_MAX +
                1]; /* for games the name of a player, for records a part of a name */
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1];
    char outcome[16];           /* one of the four words for a game's outcome */
    char *sfen;                 /* owned */
    int64_t since_ms, until_ms; /* when games began and records were added; 0: no limit */
    shg_search_state state;     /* of games */
    int64_t before;             /* the search continues after this number; 0: from the newest */
    int64_t viewer;             /* the player who asks; 0: not signed in */
    size_t rows_max;
    /* The outcome. */
    size_t rows;
    int64_t last; /* the last row that was read */
    bool more;    /* there may be more after it */
} shg_search;

/* Parses a query. Returns OK with *out to be ended with shg_search_fini; PARSE_ERROR with the
 * faulty parameter in *err; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_search_read(shg_search *out, const char *query, size_t query_bytes,
                                             shoogi_error *err);
void shg_search_fini(shg_search *search);

/* Writes the query that continues this one, "before=12&player=anna"; each & as "&amp;" if html. */
void shg_search_next(shg_out *out, const shg_search *search, bool html);

/* at: the number of moves after which the position occurs; -1 if none was searched. */
typedef void shg_found_game_fn(void *context, const shg_game *row, int64_t at);
typedef void shg_found_record_fn(void *context, const shg_record_row *row, int64_t at);

/* Runs within a job of the reader. Calls one of the two functions for each row found; they must
 * not call the storage. OK; PARSE_ERROR or NOT_FOUND with a sentence for the player; errors of
 * the storage. */
SHOOGI_CHECKED shoogi_status shg_search_run(shg_search *search, shg_server *server,
                                            shg_storage *storage, shg_found_game_fn *game,
                                            shg_found_record_fn *record, void *context,
                                            shoogi_error *err);

/* The rules that a name means: a game of the catalog, by name or alias, or "@3" for definition
 * 3. Runs within a job of the reader. Returns OK with *out borrowed as long as *kept, which is
 * owned (shg_rules_unref) or NULL; NOT_FOUND with a sentence; errors of the storage. */
SHOOGI_CHECKED shoogi_status shg_rules_named(const shoogi_variant **out, shg_rules **kept,
                                             shg_server *server, shg_storage *storage,
                                             const char *name, size_t name_bytes,
                                             shoogi_error *err);

#endif
