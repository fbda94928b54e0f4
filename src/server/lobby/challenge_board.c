#include "server/lobby/challenge_board.h"

#include "server/game/board_page.h"
#include "server/game/game_options.h"
#include "server/rules/part.h"
#include "server/session/part.h"

#include <string.h>

void shg_challenge_board_write(shg_out *out, const shg_session *s, const shg_challenge *row)
{
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_start_sfen(start, row->options);
    if (shg_session_is_program(s) || !start[0] || strlen(start) > SHG_LISTED_START_BYTES)
        return;
    const shoogi_catalog_entry *const entry = shg_server_variant(s->server, row->variant);
    shoogi_position *position = NULL;
    const bool is_white = strcmp(row->colour, row->player == s->player ? "white" : "black") == 0;
    if (entry && shg_start_position(&position, entry->variant, start) == SHOOGI_OK)
        shg_board_write(out, s, position, is_white ? SHOOGI_WHITE : SHOOGI_BLACK);
    shoogi_position_free(position);
}
