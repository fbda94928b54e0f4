/* psn_fuzz.c: any text as games in PSN. */
#define FUZZ_FORMAT SHOOGI_FORMAT_PSN
#define FUZZ_LOSSES SHG_LOSS(HEADERS) /* which have an order of their own */
#include "record_target.h"
