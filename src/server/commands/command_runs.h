/* command_runs.h: the functions of the commands of session/commands.def.
 *
 * A new command is a row there and a file here that defines shg_run_ID. */
#ifndef SHG_SERVER_COMMANDS_COMMAND_RUNS_H
#define SHG_SERVER_COMMANDS_COMMAND_RUNS_H

#include "server/session/command.h"
#include "server/session/session.h"

/* Runs a call whose needs are met. */
void shg_run_call(shg_session *session, shg_call *call);

#endif
