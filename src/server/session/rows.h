/* rows.h: sends lists and messages so that no row is wider than the client's window. */
#ifndef SHG_SERVER_SESSION_ROWS_H
#define SHG_SERVER_SESSION_ROWS_H

#include "server/session/session.h"

/* Sends lines of text, as shg_say_bytes does. In a window of known width a wider line is broken where columns are apart, by two
 * spaces or more, or else at a space, and goes on under its beginning, further to the right. A word that is too wide stays
 * whole. Programs, and clients whose window is not known, get the lines as they are. text: borrowed; NULL if text_bytes is 0. */
void shg_say_rows(shg_session *session, const char *text, size_t text_bytes);

/* Sends a message: if it is one line of words, and not a board or a row of a table, it is broken at spaces.  text: as above. */
void shg_say_sentence(shg_session *session, const char *text, size_t text_bytes);

#endif
