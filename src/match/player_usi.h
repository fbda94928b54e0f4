/* player_usi.h: what an engine says in USI or UCI, line by line. */
#ifndef SHG_MATCH_PLAYER_USI_H
#define SHG_MATCH_PLAYER_USI_H

#include "match/player.h"

/* Reads the words behind "info", as far as an answer has room for them; the line is cut into words. */
void shg_usi_read_info(shg_answer *answer, char *words);

#endif
