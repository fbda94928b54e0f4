/* player_usi.h: reads output of USI and UCI engines. */
#ifndef SHG_MATCH_PLAYER_USI_H
#define SHG_MATCH_PLAYER_USI_H

#include "match/player.h"

/* Reads the words after "info" into an answer; the line is cut into words. */
void shg_usi_read_info(shg_answer *answer, char *words);

#endif
