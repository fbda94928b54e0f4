/* match_file.h: the file of a match: its games as records, one behind the other in the order in which they ended. */
#ifndef SHG_MATCH_MATCH_FILE_H
#define SHG_MATCH_MATCH_FILE_H

#include "shoogi/record.h"

typedef struct shg_match_file {
    int file;     /* -1: there is none */
    bool any;     /* there is a game in it */
    uint64_t key; /* what tells this match from another one */
} shg_match_file;

/* Told of each game in the file: its number from 1, and its end. */
typedef void shg_match_file_game(void *context, unsigned game, const shoogi_node_info *end);

/* Opens the file, or makes it, for one program at a time, and reads the games in it.  What a killed program has left
 * half written at its end is cut off; it must begin as a game does, and be told by its headers to be of this match, or
 * stand behind whole ones of it.  Returns OK with *out to be closed; PARSE_ERROR with *err if there is anything else in it,
 * which then stays as it is; IO with *err; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_match_file_open(shg_match_file *out, const char *path,
                                                 uint64_t key, const shoogi_variant *variant,
                                                 shg_match_file_game *game, void *context,
                                                 shoogi_error *err);
/* Does nothing without a file. */
void shg_match_file_close(shg_match_file *file);

/* Adds a game, and returns when it is there for other programs to read.  Headers that tell its number and the match are
 * set.  Without a file, does nothing.  OK, IO with errno and the file as it was, NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_match_file_add(shg_match_file *file, shoogi_record *record,
                                                unsigned game);

#endif
