/* colour.h: the two sides of a game in words. */
#ifndef SHG_SERVER_RULES_COLOUR_H
#define SHG_SERVER_RULES_COLOUR_H

#include "language/language.h"

/* Returns the name of a side in a language. */
const char *shg_colour_in(shg_language language, int colour);
const char *shg_colour_word(int colour);

#endif
