#include "server/commands/command_prompt.h"

#include "server/clock/part.h"
#include "server/game/part.h"
#include "server/rules/colour.h"

/* What is known of the current game: the state of the game, or the side of the session's player. */
enum { SIDE_UNKNOWN = -2, SIDE_NONE = -1, OVER = 2 };

static void note(shg_session *s, int64_t game, int side)
{
    s->noted_game = game;
    s->noted_side = (int8_t)side;
}

shg_prompt_note shg_prompt_note_of(const shg_game *row, int64_t player)
{
    const int side = row->outcome[0]        ? OVER
                     : row->black == player ? SHOOGI_BLACK
                     : row->white == player ? SHOOGI_WHITE
                                            : SIDE_NONE;
    return (shg_prompt_note){ .game = row->id, .side = (int8_t)side };
}

void shg_prompt_note_keep(shg_session *s, shg_prompt_note kept)
{
    note(s, kept.game, kept.side);
}

static int side_of(shg_session *s, const shg_running_clock *running)
{
    const shg_game_state *game = shg_game_cache_find(s->server->games->cache, s->current_game);
    if (game)
        note(s, game->id, shg_game_over(game) ? OVER : shg_game_colour_of(game, s->player));
    else if (running && s->player != 0)
        note(s, running->game,
             running->player[SHOOGI_BLACK] == s->player   ? SHOOGI_BLACK
             : running->player[SHOOGI_WHITE] == s->player ? SHOOGI_WHITE
                                                          : SIDE_NONE);
    return s->noted_game == s->current_game ? s->noted_side : SIDE_UNKNOWN;
}

void shg_command_prompt_write(shg_out *out, shg_session *s)
{
    const unsigned setting = s->settings.value[SHG_SET_PROMPT];
    const shg_language language = shg_session_language(s);
    if (s->current_game == 0 || setting == SHG_PROMPT_PLAIN) {
        shg_out_text(out, "> ");
        return;
    }
    const shg_running_clock *running =
        shg_running_clocks_find(s->server->clocks->running, s->current_game);
    const int side = side_of(s, running);
    shg_out_format(out, "[%lld", (long long)s->current_game);
    if (side == OVER)
        shg_out_format(out, " %s", shg_word_in(language, "prompt", "over"));
    if (side == SHOOGI_BLACK || side == SHOOGI_WHITE)
        shg_out_format(out, " %s", shg_colour_in(language, side));
    if ((side == SHOOGI_BLACK || side == SHOOGI_WHITE) && running && setting == SHG_PROMPT_CLOCK) {
        const shg_clock_reading reading =
            shg_game_clock_read(&running->clock, side, shg_now_ms(s->server));
        char text[SHG_CLOCK_TEXT_BYTES];
        shg_clock_reading_write(text, &reading);
        shg_out_format(out, " %s", text);
    }
    shg_out_text(out, "]> ");
}
