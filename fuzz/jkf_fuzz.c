/* jkf_fuzz.c: any text as a game in JKF. */
#define FUZZ_FORMAT SHOOGI_FORMAT_JKF
#include "movetext_fuzz.h"
