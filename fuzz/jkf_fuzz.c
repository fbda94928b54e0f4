/* jkf_fuzz.c: any text as a game in JKF. */
#define FUZZ_FORMAT SHOOGI_FORMAT_JKF
#define FUZZ_LOSSES 0
#include "record_target.h"
