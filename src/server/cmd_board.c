/* cmd_board.c: BOARD. */
#include "server/board_page.h"

void shg_run_board(shg_session *s, shg_call *call)
{
    shg_say_board_page(s, call->game, shg_call_has(call, 'o'));
}
