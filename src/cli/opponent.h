/* opponent.h: the engine as the one on the other side of the table. */
#ifndef SHG_CLI_OPPONENT_H
#define SHG_CLI_OPPONENT_H

#include "engine/engine.h"
#include "server/keyboard/door_local.h"

#include <pthread.h>

/* How it plays.  All else is its own, and zero before its first move. */
typedef struct cli_rival {
    unsigned level;
    uint64_t nodes;  /* for each move; 0: no limit of that kind */
    int64_t move_ms; /* likewise */
    bool tells;      /* what it thinks */
    uint64_t seed;

    shg_engine *engine;            /* NULL before it is needed */
    const shoogi_variant *variant; /* of the engine */
    pthread_mutex_t lock;          /* of what follows, which its threads tell */
    bool done;
    shoogi_move best, answer;
    int score;
    unsigned depth_plies;
} cli_rival;

void cli_rival_init(cli_rival *rival);
/* It forgets the game it knows, whose variant may go then. */
void cli_rival_end(cli_rival *rival);
void cli_rival_fini(cli_rival *rival);

/* It at a table, playing the colour.  Borrows rival, which must live longer. */
shg_rival cli_rival_at(cli_rival *rival, shoogi_colour colour);

#endif
