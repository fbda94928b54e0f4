/* move_fault.h: explains to the player what is wrong with a typed move. */
#ifndef SHG_SERVER_COMMANDS_MOVE_FAULT_H
#define SHG_SERVER_COMMANDS_MOVE_FAULT_H

#include "server/session/session.h"
#include "shoogi/variant.h"

/* Refuses the call with a sentence of the game's, such as "Which gold?", or else with
 * shg_say_fault. err: its column counts in the line. */
void shg_say_move_fault(shg_session *session, const shoogi_variant *variant,
                        const shoogi_error *err);

#endif
