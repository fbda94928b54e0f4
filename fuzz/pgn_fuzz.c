/* pgn_fuzz.c: any text as games in PGN. */
#define FUZZ_FORMAT SHOOGI_FORMAT_PGN
#include "movetext_fuzz.h"
