/* board.c: BOARD. */
#include "base/error.h"
#include "server/commands/move_fault.h"
#include "server/game/board_page.h"
#include "server/session/session.h"

SHG_RUN(board)
{
    const shg_part named = call->values[0];
    const char *const text = shg_call_text(call, named);
    const bool around = shg_call_has(call, 'a');
    shoogi_square square = 0;
    if (around && shoogi_square_read(&square, shoogi_position_variant(call->game->position), text,
                                     named.bytes) != named.bytes) {
        shoogi_error err;
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, named.start),
                                 "a square of this board", text, named.bytes);
        shg_say_move_fault(s, shoogi_position_variant(call->game->position), &err);
        return;
    }
    shg_say_board_around(s, call->game, shg_call_has(call, 'o'), around ? &square : NULL);
}
