/* observer.h: who hears of what happens in games: engines, messages, the library.
 *
 * The parts above are told without being known here: server.c lists them. */
#ifndef SHG_SERVER_GAME_OBSERVER_H
#define SHG_SERVER_GAME_OBSERVER_H

typedef struct shg_server shg_server;
typedef struct shg_game_state shg_game_state;

/* Each may be NULL. */
typedef struct shg_game_observer {
    /* A game has begun. */
    void (*begun)(shg_server *server, shg_game_state *game);
    /* Something has happened in a game, and its players and watchers have been told. */
    void (*happened)(shg_server *server, shg_game_state *game);
    /* Games have ended. */
    void (*ended)(shg_server *server);
} shg_game_observer;

/* The observers stand in a list that ends with one of three NULL.  These tell each of them, in its order. */
void shg_observe_begun(shg_server *server, shg_game_state *game);
void shg_observe_happened(shg_server *server, shg_game_state *game);
void shg_observe_ended(shg_server *server);

#endif
