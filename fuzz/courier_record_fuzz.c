/* courier_record_fuzz.c: any text as a game in the notation of Game Courier. */
#define FUZZ_FORMAT SHOOGI_FORMAT_COURIER
#define FUZZ_LOSSES 0
#include "record_target.h"
