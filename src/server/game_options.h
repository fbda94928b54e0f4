/* game_options.h: the conditions of a challenge and of the game that comes of it, as they are stored: words
 * with a blank between. */
#ifndef SHG_SERVER_GAME_OPTIONS_H
#define SHG_SERVER_GAME_OPTIONS_H

#include "base/text.h"

/* An illegal move that its player confirms loses; UNDO is allowed whatever else is agreed. */
#define SHG_OPTION_ILLEGAL_LOSES "illegal-loses"
#define SHG_OPTION_UNDO          "undo"

/* True if the word is among them. */
bool shg_option_has(const char *options, const char *word);

/* Adds a word. */
void shg_option_add(shg_out *options, const char *word);

/* Writes them for players, "illegal move loses; UNDO allowed"; nothing for none. */
void shg_options_tell(shg_out *out, const char *options);

#endif
