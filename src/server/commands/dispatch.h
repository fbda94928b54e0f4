/* dispatch.h: from a line to the command's function, after checking the command's needs. */
#ifndef SHG_SERVER_COMMANDS_DISPATCH_H
#define SHG_SERVER_COMMANDS_DISPATCH_H

#include "server/session/session.h"

/* Runs a line as a command, or says why not. text_at: as in shg_call. The session must be held. */
void shg_dispatch(shg_session *session, const char *line, size_t line_bytes, size_t text_at);

#endif
