/* kif_fuzz.c: any text as games in KIF. */
#define FUZZ_FORMAT SHOOGI_FORMAT_KIF
#define FUZZ_LOSSES 0
#include "record_target.h"
