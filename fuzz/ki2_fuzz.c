/* ki2_fuzz.c: any text as games in KI2. */
#define FUZZ_FORMAT SHOOGI_FORMAT_KI2
#define FUZZ_LOSSES 0
#include "record_target.h"
