/* two_game_match.h: two games that were agreed on as one, between the same players with the same colours: the second
 * begins in the moment in which the first is over.
 *
 * What stands in the options of the first says with which handicap the second begins; those of the second say
 * of which game it is the second. */
#ifndef SHG_SERVER_GAME_TWO_GAME_MATCH_H
#define SHG_SERVER_GAME_TWO_GAME_MATCH_H

#include "base/text.h"
#include "storage/storage.h"

/* Right behind the words: a handicap as the log has it; the number of a game. */
#define SHG_OPTION_NEXT      "next="
#define SHG_OPTION_SECOND_OF "second-of="

/* True if a game with these options is the first of two. */
bool shg_match_goes_on(const char *options);

/* Adds to the options of the first with which handicap the second begins. */
void shg_match_add(shg_out *options, const char *handicap);

/* Within a writing job in which the first is settled: begins the second.  *game: its number. */
SHOOGI_CHECKED shoogi_status shg_match_second(int64_t *game, shg_storage *storage,
                                              const shg_game *first, int64_t now_ms,
                                              shoogi_error *err);

/* Within a writing job: adds the first move that a player is made to play, and that it stays.  stored: see
 * action.h.  *events: how many there are, before and after. */
SHOOGI_CHECKED shoogi_status shg_force_first_move(int64_t *events, shg_storage *storage,
                                                  int64_t game, const char *stored, int64_t now_ms,
                                                  shoogi_error *err);

#endif
