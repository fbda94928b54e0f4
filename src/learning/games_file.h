/* games_file.h: the self-play games of a learning folder, in an append-only file that survives a kill.
 *
 * The first line is "shoogi-games 1 " and the command that makes the games.  Each game is a record, little-endian: length
 * (4 bytes), number (4), outcome (1), plies (11 each: move, score, quiet), and the FNV-1a hash of all that (8).  If the outcome
 * has bit 7, the number of plies (4) is between it and these, and they are followed by samples (8 each: ply 4, score 2, bound,
 * number of moves; and 2 for each move).  An incomplete record at the end of the file is truncated.  A file that is damaged
 * elsewhere is refused and not changed. */
#ifndef SHG_LEARNING_GAMES_FILE_H
#define SHG_LEARNING_GAMES_FILE_H

#include "engine/learning/self_play.h"

typedef struct shg_games_file shg_games_file;

/* Opens or creates the file and locks it for this process.  made: the command that makes the games, one line.  Returns OK with
 * *out owned (shg_games_file_close); else IO, CONFLICT (another process has locked it), PARSE_ERROR (it has games of another
 * command, or something else) or NO_MEMORY, with *err filled. */
SHOOGI_CHECKED shoogi_status shg_games_file_open(shg_games_file **out, const char *path,
                                                 const char *made, shoogi_error *err);

/* The games to read: game N goes to games[N], which must be empty, if first <= N < count.  Games before first are only marked as
 * played, as by shg_games_file_drop. */
typedef struct shg_games_wanted {
    const shoogi_variant *variant;
    shg_game *games; /* [count] */
    size_t first, count;
} shg_games_wanted;

/* Reads the file, the samples excepted; to be called once, before games are added.  *have: the number of games below count
 * that it holds.  Returns OK; PARSE_ERROR if the games are of another variant or damaged; IO or NO_MEMORY, with *err
 * filled. */
SHOOGI_CHECKED shoogi_status shg_games_file_read(size_t *have, shg_games_file *file,
                                                 const shg_games_wanted *wanted, shoogi_error *err);

/* Frees the moves of a game that is in the file, but keeps it marked as played. */
void shg_games_file_drop(shg_game *game);

/* Appends a game.  Returns OK; IO or NO_MEMORY, with *err filled. */
SHOOGI_CHECKED shoogi_status shg_games_file_add(shg_games_file *file, const shg_game *game,
                                                size_t number, shoogi_error *err);

/* Reads the samples of a game that is in the file, by its number; none, if it has none.  Returns OK; IO, PARSE_ERROR or
 * NO_MEMORY, with *err filled. */
SHOOGI_CHECKED shoogi_status shg_games_file_samples(shg_game *game, const shg_games_file *file,
                                                    size_t number, shoogi_error *err);
void shg_games_file_close(shg_games_file *file);

#endif
