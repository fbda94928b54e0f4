/* moretime.c: MORETIME: gives the opponent time. */
#include "base/error.h"
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/loop/bounds.h"
#include "server/rules/colour.h"
#include "server/session/session.h"

#include <inttypes.h>
#include <stdio.h>

static void added(shg_session *s, shg_game_state *game)
{
    const int other = !shg_game_colour_of(game, s->player);
    const shg_clock_reading reading =
        shg_game_clock_read(&game->time->clock, other, shg_now_ms(s->server));
    char left[SHG_CLOCK_TEXT_BYTES];
    shg_clock_reading_write(left, &reading);
    shg_say(s, "%s now has %s.\n", shg_colour_in(shg_session_language(s), other), left);
}

/* The seconds of the command. 0 after saying that they are not what it takes. */
static int64_t read_seconds(shg_session *s, const shg_call *call)
{
    const char *text = shg_call_text(call, call->argument);
    const size_t bytes = call->argument.bytes;
    int64_t seconds = 0;
    size_t digits = 0;
    while (digits < bytes && shg_is_digit(text[digits]) && seconds <= SHG_EXTRA_TIME_S_MAX)
        seconds = seconds * 10 + (text[digits++] - '0');
    if (digits == bytes && seconds > 0 && seconds <= SHG_EXTRA_TIME_S_MAX)
        return seconds;
    char wanted[40];
    shoogi_error err;
    snprintf(wanted, sizeof wanted, "seconds, 1 to %d", SHG_EXTRA_TIME_S_MAX);
    (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1,
                             shg_call_column(call, call->argument.start), wanted, text, bytes);
    shg_say_fault(s, &err);
    return 0;
}

SHG_RUN(moretime)
{
    shg_game_state *game = call->game;
    const int64_t seconds = read_seconds(s, call);
    if (seconds == 0)
        return;
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return;
    }
    if (!game->time) {
        shg_refuse(s, "Game %lld has no clocks.\n", (long long)game->id);
        return;
    }
    if (game->events > SHG_GAME_EVENTS_MAX / 2) { /* the other half is reserved for moves */
        shg_refuse(s,
                   "This game has reached half its maximum length.  No more time can be given.\n");
        return;
    }
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "moretime";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %" PRId64,
             shg_colour_word(shg_game_colour_of(game, s->player)), seconds * 1000);
    shg_add_events(s, game, &additions, added);
}
