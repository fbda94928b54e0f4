/* match_file.h: the file of a match: its games as records, in the order in which they ended. */
#ifndef SHG_MATCH_MATCH_FILE_H
#define SHG_MATCH_MATCH_FILE_H

#include "shoogi/record.h"

typedef struct shg_match_file {
    int file;     /* -1: none */
    bool any;     /* it has a game */
    uint64_t key; /* identity of the match */
} shg_match_file;

/* Called for each game in the file: its number from 1, and its end. */
typedef void shg_match_file_game(void *context, unsigned game, const shoogi_node_info *end);

/* Opens or creates the file, locks it, and reads its games.  An incomplete game at the end, left by a killed process, is
 * truncated, if it begins like a game and belongs to this match by its headers, or by the games before it.  Returns OK with
 * *out to be closed; PARSE_ERROR with *err filled if the file has other content, which is not changed; IO with *err; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_match_file_open(shg_match_file *out, const char *path,
                                                 uint64_t key, const shoogi_variant *variant,
                                                 shg_match_file_game *game, void *context,
                                                 shoogi_error *err);
/* No effect without a file. */
void shg_match_file_close(shg_match_file *file);

/* Appends a game, with headers for its number and the match, and returns once other programs can read it.  No effect without a
 * file.  Returns OK; IO with errno, and the file unchanged; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_match_file_add(shg_match_file *file, shoogi_record *record,
                                                unsigned game);

#endif
