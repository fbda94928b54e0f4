/* line_fuzz.c: any text as games in lines of USI. */
#define FUZZ_FORMAT SHOOGI_FORMAT_USI
#define FUZZ_LOSSES 0
#include "record_target.h"
