/* move_fault.h: what is wrong with a typed move, said to the player. */
#ifndef SHG_SERVER_COMMANDS_MOVE_FAULT_H
#define SHG_SERVER_COMMANDS_MOVE_FAULT_H

#include "server/session/session.h"
#include "shoogi/variant.h"

/* Refuses the call: shg_say_fault, where the game gives no better sentence, such as "Which gold?".  err: its column counts in
 * the line. */
void shg_say_move_fault(shg_session *session, const shoogi_variant *variant,
                        const shoogi_error *err);

#endif
