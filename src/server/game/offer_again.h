/* offer_again.h: a game without contest is offered again to its two players, with colours reversed: a challenge that
 * only they see and that both have to accept.  With a handicap the colours stay: it is White who gives it.
 *
 * Whose Black it was has made the challenge, as a row; its pattern is the other's name, and its options say of
 * which game it is and who has accepted. */
#ifndef SHG_SERVER_GAME_OFFER_AGAIN_H
#define SHG_SERVER_GAME_OFFER_AGAIN_H

#include "server/game/action.h"
#include "server/loop/bounds.h"
#include "shoogi/catalog.h"
#include "storage/bounds.h"
#include "storage/storage.h"

/* What is to be known of the game. */
typedef struct shg_replay {
    int64_t game, black;
    char white_name[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char handicap[SHG_ACTION_BYTES]; /* as the log has it; "" for none */
} shg_replay;

/* Within a writing job: makes the offer; takes it off the list, as the game goes on, NOT_FOUND if it is not there any
 * more.  black: who had Black. */
SHOOGI_CHECKED shoogi_status shg_replay_offer(shg_storage *storage, const shg_replay *replay,
                                              int64_t now_ms, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_replay_withdraw(shg_storage *storage, int64_t game, int64_t black,
                                                 shoogi_error *err);

/* Which game is offered again by a challenge with these options; 0: it is an ordinary one. */
int64_t shg_replay_game(const char *options);
/* Who has accepted it; 0: nobody yet. */
int64_t shg_replay_accepted(const char *options);
/* The options with that player having accepted. */
void shg_replay_accept(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options,
                       int64_t player);
/* Those of the game that is to be. */
void shg_replay_options(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options);

/* True if a challenge that offers a game again is for the player. */
bool shg_replay_is_for(const shg_challenge *row, int64_t player, const char *name);

#endif
