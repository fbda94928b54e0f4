#include "match/royal_capture.h"

#include <stdlib.h>

shoogi_status shg_can_capture_royal(bool *out, shoogi_position *p)
{
    const shoogi_outcome wanted =
        shoogi_position_side(p) == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const size_t moves_max = shoogi_variant_moves_max(shoogi_position_variant(p));
    shoogi_move *const moves = malloc(moves_max * sizeof *moves);
    if (!moves)
        return SHOOGI_NO_MEMORY;
    const size_t count = shoogi_position_moves(p, moves, moves_max);
    shoogi_status status = SHOOGI_OK;
    bool found = false;
    for (size_t i = 0; i < count && !found && status == SHOOGI_OK; i++) {
        status = shoogi_position_do(p, moves[i]);
        if (status == SHOOGI_OK) {
            const shoogi_result result = shoogi_position_result(p);
            found = result.reason == SHOOGI_REASON_ROYAL_CAPTURED && result.outcome == wanted;
            shoogi_position_undo(p);
        }
    }
    free(moves);
    *out = found;
    return status;
}
