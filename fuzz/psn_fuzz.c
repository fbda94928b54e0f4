/* psn_fuzz.c: any text as games in PSN. */
#define FUZZ_FORMAT SHOOGI_FORMAT_PSN
#include "movetext_fuzz.h"
