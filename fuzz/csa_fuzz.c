/* csa_fuzz.c: any text as games in CSA. */
#define FUZZ_FORMAT SHOOGI_FORMAT_CSA3
#define FUZZ_LOSSES 0
#include "record_target.h"
