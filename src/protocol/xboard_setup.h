/* xboard_setup.h: a game and the engine's options in the words by which XBoard is told of them. */
#ifndef SHG_PROTOCOL_XBOARD_SETUP_H
#define SHG_PROTOCOL_XBOARD_SETUP_H

#include "base/text.h"
#include "protocol/engine_talk.h"

/* feature variants="...": the games of the catalog that can be shown there. */
void cli_xboard_write_variants(shg_out *out, shoogi_catalog *catalog);

void cli_xboard_write_option(shg_out *out, const cli_option_row *row);

/* The lines setup and piece, of the game that was asked for by that name.  Nothing, if XBoard knows it by itself, or has
 * no words for it: a man needs a letter of his own, or "+" and that of what he was, and has one form at most to promote
 * to; and in a game with drops there must be room for all in a table like that of Shogi. */
void cli_xboard_write_setup(shg_out *out, const char *name, const shoogi_position *start);

#endif
