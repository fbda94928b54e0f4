/* page_parts.h: what the pages of games share with those of records and pictures. */
#ifndef SHG_SERVER_PAGES_PAGE_PARTS_H
#define SHG_SERVER_PAGES_PAGE_PARTS_H

#include "server/doors/web_job.h"
#include "server/game/privacy.h"
#include "shoogi/record.h"

/* The number at the beginning of a path, "/12" of "/12.kif"; *rest: what stands behind it, within path. */
bool shg_path_number(int64_t *number, const char **rest, size_t *rest_bytes, const char *path,
                     size_t path_bytes);

/* A number of the query, of at most eight digits; otherwise if there is none.  False after refusing the exchange: it is
 * something else. */
bool shg_query_number(size_t *out, shg_exchange *x, const char *name, size_t otherwise);

/* The side of the query from which a board is looked at, black if there is none.  False after refusing. */
bool shg_query_view(shoogi_colour *out, shg_exchange *x);

/* The key of a protected game in a query, "" if there is none. */
void shg_query_key(char key[SHG_KEY_BYTES + 1], const shg_exchange *x);

/* Within a job of the reader: a game for whoever asks, by who he is or the key he shows.  Returns OK and *out owned
 * (shg_game_free); NOT_FOUND, also if it is not for him; else as shg_game_read. */
SHOOGI_CHECKED shoogi_status shg_game_read_for(shg_game_state **out, const shg_web_job *job,
                                               shg_storage *storage, int64_t id, const char *key,
                                               shoogi_error *err);

/* The format that an extension or word means.  *old_encoding: its files are in Shift_JIS by custom. */
bool shg_format_of_extension(shoogi_format *format, bool *old_encoding, const char *text,
                             size_t bytes);

/* A record as a file, or with status 422 a sentence on why it cannot be written so.  old_encoding: in Shift_JIS if
 * that holds it. */
void shg_record_page(shg_web_page *page, const shoogi_record *record, shoogi_format format,
                     bool old_encoding);

#endif
