/* player_xboard.h: reads output of engines that speak XBoard's protocol. */
#ifndef SHG_MATCH_PLAYER_XBOARD_H
#define SHG_MATCH_PLAYER_XBOARD_H

#include "match/player.h"

/* The features of an engine. */
typedef struct shg_features {
    bool done, ping, setboard, usermove, memory;
    bool more;           /* done=0 came last: more features follow, without the time limit */
    char variants[2048]; /* names, separated by "," */
} shg_features;

/* Reads a line "feature NAME=VALUE ...". */
void shg_xboard_read_features(shg_features *features, const char *line);

/* Reads a line of thinking output, "DEPTH SCORE TIME NODES ..."; false if it is not one. */
bool shg_xboard_read_thoughts(shg_answer *answer, const char *line);

#endif
