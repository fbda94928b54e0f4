/* xboard_setup.h: describes games and options to XBoard: the commands feature, setup and piece. */
#ifndef SHG_PROTOCOL_XBOARD_SETUP_H
#define SHG_PROTOCOL_XBOARD_SETUP_H

#include "base/text.h"
#include "protocol/engine_session.h"

/* feature variants="...": the games of the catalog that XBoard can display. */
void cli_xboard_write_variants(shg_out *out, shoogi_catalog *catalog);

void cli_xboard_write_option(shg_out *out, const cli_option_row *row);

/* The setup and piece commands for a game, which XBoard asked for by that name.  Nothing if XBoard knows the game or cannot
 * display it: a piece needs a letter of its own, or "+" and the letter of its unpromoted form, and at most one promoted form;
 * and in a game with drops all pieces must fit into a table like that of XBoard's Shogi. */
void cli_xboard_write_setup(shg_out *out, const char *name, const shoogi_position *start);

#endif
