/* pgn_fuzz.c: any text as games in PGN. */
#define FUZZ_FORMAT SHOOGI_FORMAT_PGN
#define FUZZ_LOSSES SHG_LOSS(HEADERS) /* which have an order of their own */
#include "record_target.h"
