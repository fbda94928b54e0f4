/* record_fuzz.c: any text as our own records. */
#define FUZZ_FORMAT SHOOGI_FORMAT_SHOOGI
#define FUZZ_LOSSES 0
#include "record_target.h"
