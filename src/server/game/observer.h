/* observer.h: notifies other parts of events in games: engines, messages, the library.
 *
 * Observers are in later rooms, so server.c passes their list. */
#ifndef SHG_SERVER_GAME_OBSERVER_H
#define SHG_SERVER_GAME_OBSERVER_H

#include <stdint.h>

typedef struct shg_server shg_server;
typedef struct shg_game_state shg_game_state;

/* Each may be NULL. */
typedef struct shg_game_observer {
    /* A game has begun. by: the player who accepted it just now; 0: it begins by itself. */
    void (*begun)(shg_server *server, shg_game_state *game, int64_t by);
    /* Something has happened in a game; its players and watchers have been notified. */
    void (*happened)(shg_server *server, shg_game_state *game);
    /* Something has happened in a game, or it has begun, at another server of the database. */
    void (*happened_elsewhere)(shg_server *server, shg_game_state *game);
    /* Games have ended. */
    void (*ended)(shg_server *server);
} shg_game_observer;

/* The list of observers ends with one whose members are all NULL. These functions call each in
 * order. */
void shg_observe_begun(shg_server *server, shg_game_state *game, int64_t by);
void shg_observe_happened(shg_server *server, shg_game_state *game);
void shg_observe_elsewhere(shg_server *server, shg_game_state *game);
void shg_observe_ended(shg_server *server);

#endif
