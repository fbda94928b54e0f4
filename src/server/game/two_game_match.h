/* two_game_match.h: matches of two games between the same players with the same colours: the second
 * begins when the first ends.
 *
 * The first game's options contain the handicap of the second; the second's options contain the
 * number of the first. */
#ifndef SHG_SERVER_GAME_TWO_GAME_MATCH_H
#define SHG_SERVER_GAME_TWO_GAME_MATCH_H

#include "base/text.h"
#include "storage/storage.h"

/* Followed directly by a handicap in log form, or the number of a game. */
#define SHG_OPTION_NEXT      "next="
#define SHG_OPTION_SECOND_OF "second-of="

/* Whether a game with these options is the first of two. */
bool shg_match_has_second_game(const char *options);

/* Adds the handicap of the second game to the options of the first. */
void shg_match_add(shg_out *options, const char *handicap);

/* Within the writing job that makes the first result final: starts the second game. *game: its
 * number. */
SHOOGI_CHECKED shoogi_status shg_match_second(int64_t *game, shg_storage *storage,
                                              const shg_game *first, int64_t now_ms,
                                              shoogi_error *err);

/* Within a writing job: adds a player's forced first move, which cannot be taken back. stored:
 * see action.h. *events: number of events, before and after. */
SHOOGI_CHECKED shoogi_status shg_force_first_move(int64_t *events, shg_storage *storage,
                                                  int64_t game, const char *stored, int64_t now_ms,
                                                  shoogi_error *err);

#endif
