/* usen_fuzz.c: any text as games in USEN. */
#define FUZZ_FORMAT SHOOGI_FORMAT_USEN
#define FUZZ_LOSSES 0
#include "record_target.h"
