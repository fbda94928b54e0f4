/* command_prompt.h: the prompt before a command: the current game, one's side in it, and one's clock. */
#ifndef SHG_SERVER_COMMANDS_COMMAND_PROMPT_H
#define SHG_SERVER_COMMANDS_COMMAND_PROMPT_H

#include "base/text.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* Writes "[12 White 9:03]> ", or less of it as SET PROMPT has it; "> " without a current game. It always ends in "> ". The
 * game is not read for it: of one that is not in memory the prompt shows what is known of it. */
void shg_command_prompt_write(shg_out *out, shg_session *session);

/* The player's side in a game that is perhaps not in memory, for the prompt. In a storage job: reads it from the row; in
 * the loop: keeps it. */
typedef struct shg_prompt_note {
    int64_t game; /* 0: none */
    int8_t side;
} shg_prompt_note;

shg_prompt_note shg_prompt_note_of(const shg_game *row, int64_t player);
void shg_prompt_note_keep(shg_session *session, shg_prompt_note note);

#endif
