/* replay_offer.h: offers a game that ended with no result to its players again, with colours
 * reversed: a challenge that only they see and that both have to accept. With a handicap the
 * colours stay, because White gives it.
 *
 * In its row the player who had Black is the challenger and the other's name the pattern; its
 * options contain the number of the game and who has accepted. */
#ifndef SHG_SERVER_GAME_REPLAY_OFFER_H
#define SHG_SERVER_GAME_REPLAY_OFFER_H

#include "server/game/action.h"
#include "server/loop/bounds.h"
#include "shoogi/catalog.h"
#include "storage/bounds.h"
#include "storage/storage.h"

/* The data of the game that are needed. */
typedef struct shg_replay {
    int64_t game, black;
    char white_name[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char handicap[SHG_ACTION_BYTES]; /* in log form; "" for none */
} shg_replay;

/* Within a writing job: creates the offer; withdraws it because the game continues (NOT_FOUND if
 * it is gone). black: the player who had Black. */
SHOOGI_CHECKED shoogi_status shg_replay_offer(shg_storage *storage, const shg_replay *replay,
                                              int64_t now_ms, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_replay_withdraw(shg_storage *storage, int64_t game, int64_t black,
                                                 shoogi_error *err);

/* The number of the game to replay, from a challenge's options; 0: an ordinary challenge. */
int64_t shg_replay_game(const char *options);
/* The player who has accepted; 0: none. */
int64_t shg_replay_accepted(const char *options);
/* Writes the options after this player has accepted. */
void shg_replay_accept(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options,
                       int64_t player);
/* Writes the options of the new game. */
void shg_replay_options(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options);

/* Whether a challenge offers a game again to this player. */
bool shg_replay_is_for(const shg_challenge *row, int64_t player, const char *name);

#endif
