#include "server/rules/colour.h"

#include "shoogi/types.h"

const char *shg_colour_in(shg_language language, int colour)
{
    return shg_text_in(language, colour == SHOOGI_BLACK ? "Black" : "White");
}

const char *shg_colour_word(int colour)
{
    return colour == SHOOGI_BLACK ? "black" : "white";
}
