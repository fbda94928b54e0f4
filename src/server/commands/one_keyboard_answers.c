#include "server/commands/one_keyboard_answers.h"

#include "server/session/command_ids.h"

bool shg_answers_at_one_keyboard(shg_session *s, const shg_call *call)
{
    static const struct {
        size_t command;
        const char *answer;
    } rows[] = {
        { SHG_COMMAND_say, SHG_TEXT("You share one keyboard: say it aloud.") },
        { SHG_COMMAND_tell, SHG_TEXT("You share one keyboard: say it aloud.") },
        { SHG_COMMAND_dot, SHG_TEXT("You share one keyboard: say it aloud.") },
        { SHG_COMMAND_shout, SHG_TEXT("You share one keyboard: say it aloud.") },
        { SHG_COMMAND_kibitz, SHG_TEXT("You share one keyboard: anyone watching can hear you.") },
        { SHG_COMMAND_whisper, SHG_TEXT("You share one keyboard: anyone watching can hear you.") },
        { SHG_COMMAND_observe, SHG_TEXT("All games here are your own.  BOARD <gid> shows one.") },
        { SHG_COMMAND_unobserve, SHG_TEXT("All games here are your own, so you watch none.") },
        { SHG_COMMAND_open, SHG_TEXT("All games here are your own.  BOARD <gid> shows one.") },
        { SHG_COMMAND_talk, SHG_TEXT("You share one keyboard: there are no messages.") },
        { SHG_COMMAND_ignore, SHG_TEXT("There is nobody here to ignore.") },
        { SHG_COMMAND_report,
          SHG_TEXT("There are no moderators here.  Settle it between yourselves.") },
        { SHG_COMMAND_password, SHG_TEXT("You need no password here.  The file is yours.") },
        { SHG_COMMAND_accept,
          SHG_TEXT("There are no challenges at one keyboard.  NEW begins a game at once.") },
        { SHG_COMMAND_decline,
          SHG_TEXT("There are no challenges at one keyboard.  NEW begins a game at once.") },
        { SHG_COMMAND_rematch,
          SHG_TEXT("There are no challenges at one keyboard.  NEW begins a game at once.") },
        { SHG_COMMAND_remove,
          SHG_TEXT("There are no challenges at one keyboard.  NEW begins a game at once.") },
    };
    const size_t command = (size_t)(call->command - shg_commands);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].command != command)
            continue;
        shg_refuse_text(s, rows[i].answer);
        return true;
    }
    return false;
}
