/* player_xboard.h: what an engine says in the protocol of XBoard, line by line. */
#ifndef SHG_MATCH_PLAYER_XBOARD_H
#define SHG_MATCH_PLAYER_XBOARD_H

#include "match/player.h"

/* What an engine says that it can do. */
typedef struct shg_features {
    bool done, ping, setboard, usermove, memory;
    bool more; /* done=0 was the last word about that: there is more to come, and it may take its time */
    char variants[2048]; /* names with "," between them */
} shg_features;

/* Reads a line "feature NAME=VALUE ...". */
void shg_xboard_read_features(shg_features *features, const char *line);

/* Reads a line of what it thinks, "DEPTH SCORE TIME NODES ..."; false if the line is none. */
bool shg_xboard_read_thoughts(shg_answer *answer, const char *line);

#endif
