/* games_file.h: the games that something has been learned from: a file that only grows, and is whole after a kill.
 *
 * It begins with a line, "shoogi-games 1 " and how the games are made.  Each game is a record: its bytes (4), its number (4), its outcome (1), the moves (11 bytes each: the move, the score,
 * whether it was quiet), FNV-1a of all that (8); lower bytes first.  A game at the end of the file that is
 * not whole was being written: it is cut off.  Whatever else is wrong is left as it is, and refused. */
#ifndef SHG_LEARNING_GAMES_FILE_H
#define SHG_LEARNING_GAMES_FILE_H

#include "engine/self_play.h"

typedef struct shg_games_file shg_games_file;

/* Opens the file, or makes it, for this process alone, and reads the games of it whose numbers are below game_max: game
 * N to games[N], which must be empty; *have is how many.  made: how its games are made, one line.  Games that were made
 * otherwise, or of whatever else than the variant, are refused: BAD_TEXT.  Returns OK with *out owned
 * (shg_games_file_close); else IO, BAD_TEXT, CONFLICT (somebody else has it open) or NO_MEMORY, and *err. */
SHOOGI_CHECKED shoogi_status shg_games_file_open(shg_games_file **out, const char *path,
                                                 const char *made, const shoogi_variant *variant,
                                                 shg_game *games, size_t game_max, size_t *have,
                                                 shoogi_error *err);

/* Adds a game.  IO if it could not be written whole. */
SHOOGI_CHECKED shoogi_status shg_games_file_add(shg_games_file *file, const shg_game *game,
                                                size_t number, shoogi_error *err);
void shg_games_file_close(shg_games_file *file);

#endif
