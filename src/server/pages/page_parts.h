/* page_parts.h: code shared by the pages of games, records and pictures. */
#ifndef SHG_SERVER_PAGES_PAGE_PARTS_H
#define SHG_SERVER_PAGES_PAGE_PARTS_H

#include "server/doors/web_job.h"
#include "server/game/privacy.h"
#include "shoogi/record.h"

/* The number at the beginning of a path, "/12" of "/12.kif"; *rest: the path after it, borrowed
 * from path. */
bool shg_path_number(int64_t *number, const char **rest, size_t *rest_bytes, const char *path,
                     size_t path_bytes);

/* A number in the query, of at most eight digits; otherwise: the default. False after refusing
 * the exchange because the value is not a number. */
bool shg_query_number(size_t *out, shg_exchange *x, const char *name, size_t otherwise);

/* The side at the bottom of the board, from the query; Black by default. False after refusing. */
bool shg_query_view(shoogi_colour *out, shg_exchange *x);

/* Adds the picture of a position to the body, in the page's language. */
void shg_add_picture(shg_web_page *page, const shoogi_position *position, shoogi_colour view);

/* The key of a protected game in a query; "" if absent. */
void shg_query_key(char key[SHG_KEY_BYTES + 1], const shg_exchange *x);

/* Within a job of the reader: reads a game for the client, by their player or key. Returns OK
 * and *out owned (shg_game_free); NOT_FOUND, also if the client may not see it; else as
 * shg_game_read. */
SHOOGI_CHECKED shoogi_status shg_game_read_for(shg_game_state **out, const shg_web_job *job,
                                               shg_storage *storage, int64_t id, const char *key,
                                               shoogi_error *err);

/* The format of a file extension or word. *old_encoding: its files are in Shift_JIS by custom. */
bool shg_format_of_extension(shoogi_format *format, bool *old_encoding, const char *text,
                             size_t bytes);

/* A record as a file, or status 422 with a sentence on why the format cannot hold it.
 * old_encoding: in Shift_JIS if that can encode it. */
void shg_record_page(shg_web_page *page, const shoogi_record *record, shoogi_format format,
                     bool old_encoding);

#endif
