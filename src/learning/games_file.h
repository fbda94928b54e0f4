/* games_file.h: the games that something has been learned from: a file that only grows, and is whole after a kill.
 *
 * It begins with a line, "shoogi-games 1 " and how the games are made.  Each game is a record: its bytes (4), its number (4), its outcome (1), the moves (11 bytes each: the move, the score,
 * whether it was quiet), FNV-1a of all that (8); lower bytes first.  A game at the end of the file that is
 * not whole was being written: it is cut off.  Whatever else is wrong is left as it is, and refused. */
#ifndef SHG_LEARNING_GAMES_FILE_H
#define SHG_LEARNING_GAMES_FILE_H

#include "engine/learning/self_play.h"

typedef struct shg_games_file shg_games_file;

/* Opens the file, or makes it, for this process alone.  Returns OK with *out owned (shg_games_file_close); else IO,
 * CONFLICT (somebody else has it open) or NO_MEMORY, and *err. */
SHOOGI_CHECKED shoogi_status shg_games_file_open(shg_games_file **out, const char *path,
                                                 shoogi_error *err);

/* The games to read: those from first on, below count, go to games[N], which must be empty; those before are noted as
 * shg_games_file_drop leaves them. */
typedef struct shg_games_wanted {
    const char *made; /* how the games of the file are made, one line */
    const shoogi_variant *variant;
    shg_game *games; /* [count] */
    size_t first, count;
} shg_games_wanted;

/* To be called once, before games are added: reads what is there; *have of those below count are.  Games that were made
 * otherwise, or of whatever else than the variant, are refused: PARSE_ERROR; else IO or NO_MEMORY, and *err. */
SHOOGI_CHECKED shoogi_status shg_games_file_read(size_t *have, shg_games_file *file,
                                                 const shg_games_wanted *wanted, shoogi_error *err);

/* Of a game that is in the file only this is left: it has been played. */
void shg_games_file_drop(shg_game *game);

/* Adds a game.  IO if it could not be written whole. */
SHOOGI_CHECKED shoogi_status shg_games_file_add(shg_games_file *file, const shg_game *game,
                                                size_t number, shoogi_error *err);
void shg_games_file_close(shg_games_file *file);

#endif
