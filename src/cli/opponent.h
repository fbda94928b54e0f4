/* opponent.h: the engine as an opponent at the keyboard. */
#ifndef SHG_CLI_OPPONENT_H
#define SHG_CLI_OPPONENT_H

#include "engine/engine.h"
#include "server/keyboard/door_local.h"

#include <pthread.h>

/* The settings; the members below them are private, and zero at the beginning. */
typedef struct cli_opponent {
    unsigned level;
    uint64_t nodes;  /* for each move; 0: no limit */
    int64_t move_ms; /* for each move; 0: no limit */
    bool tells;      /* print its thinking */
    uint64_t seed;

    shg_engine *engine;            /* created when it is needed */
    const shoogi_variant *variant; /* of the engine */
    pthread_mutex_t lock;          /* guards the members below, which the engine's threads set */
    bool done;
    shoogi_move best, answer;
    int score;
    unsigned depth_plies;
} cli_opponent;

void cli_opponent_init(cli_opponent *opponent);
/* Frees the engine of the current game, whose variant may be freed afterwards. */
void cli_opponent_end(cli_opponent *opponent);
void cli_opponent_fini(cli_opponent *opponent);

/* Returns the opponent for a game at the keyboard, playing colour.  Borrows opponent, which must live longer. */
shg_opponent cli_opponent_at(cli_opponent *opponent, shoogi_colour colour);

#endif
