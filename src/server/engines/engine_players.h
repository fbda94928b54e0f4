/* engine_players.h: the engine players: an account for each of ten levels, which plays every
 * game equally well.
 *
 * Each is a program inside the server: it has a session as outside programs have, and calls the
 * commands that everybody calls. The processes of engine_pool.h find its moves. It keeps no
 * state that is not stored: after a restart it continues its games and reads the challenges made
 * to it.
 *
 * Among several servers with engines the engine players play at one (storage/news.h, SHG_DUTY_ENGINES). The others know their
 * accounts, and one of them takes over if that server ends. */
#ifndef SHG_SERVER_ENGINES_ENGINE_PLAYERS_H
#define SHG_SERVER_ENGINES_ENGINE_PLAYERS_H

#include "base/text.h"
#include "server/account/engine_names.h"
#include "server/engines/engine_pool.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "storage/storage.h"

typedef struct shg_engines shg_engines;
typedef struct shg_game_state shg_game_state;

/* Creates missing accounts once the loop runs. pool: borrowed. Returns OK and *out owned
 * (shg_engines_free, before the workers end), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_engines_new(shg_engines **out, shg_server *server,
                                             shg_engine_pool *pool);
/* Begins to play at one of several servers, and continues the games that another server has left. A server that is alone plays
 * from the start. */
void shg_engines_play(shg_engines *engines);
/* Whether the engine players play at this server. NULL is accepted. */
bool shg_engines_are_here(const shg_engines *engines);

/* NULL is accepted. */
void shg_engines_free(shg_engines *engines);

/* Notifies the engines that a game has begun or changed. NULL is accepted. */
void shg_engines_game_changed(shg_engines *engines, shg_game_state *game);

/* Notifies the engines of a new challenge. pattern: of the players who may answer. Returns whether an engine answers it at
 * once: it is to an engine, no challenge waits, and the owner may have another live game. NULL is accepted. */
bool shg_engines_challenge_made(shg_engines *engines, const shg_owner *owner, const char *pattern);

/* The place of a player's challenge in the queue of an engine player. */
typedef struct shg_engine_place {
    int64_t player, challenge;
    int64_t
        place; /* from 1; 0: it waits because the player has as many live games with engines as one may have */
    const char *name; /* of the engine player */
} shg_engine_place;

/* Notifies the player's sessions at this server. */
void shg_engine_place_notify(const shg_server *server, const shg_engine_place *place);

/* The level of a player; 0: not an engine. NULL is accepted. */
unsigned shg_engines_level_of(const shg_engines *engines, int64_t player);

/* The number of them online, at any server. NULL is accepted. */
size_t shg_engines_online(const shg_engines *engines);

/* The engines, as a member "engines", and counts beside it. NULL: none. */
void shg_engines_json(shg_out *out, const shg_engines *engines);

#endif
