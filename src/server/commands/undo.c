/* undo.c: UNDO: takes back the last action of a game, by the player who made it or by the
 * opponent, or several actions by agreement.
 *
 * The log only grows: an event records what is taken back. */
#include "base/error.h"
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game_options.h"
#include "server/game/proposal.h"
#include "server/game/two_game_match.h"
#include "server/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void added(shg_session *s, shg_game_state *game)
{
    shg_out undone = shg_out_growing();
    shg_game_undone_write(&undone, game, shg_session_notation(s));
    if (undone.length > 0)
        shg_say(s, "%s has been taken back.\n", undone.spent ? "" : undone.bytes);
    else
        shg_say(s, "The resignation has been taken back.\n");
    free(undone.bytes);
    if (shg_board_is_wanted(s, game))
        shg_say_board_page(s, game, false);
    else
        shg_set_loaded(s, game, game->item_count); /* the answer has named what was taken back */
}

/* Why the last item of the game, if there is one, cannot be taken back by either player; or
 * NULL. */
static const char *why_final(const shg_game_state *game)
{
    if (!shg_options_allow_undo(game->options))
        return shg_option_has(game->options, SHG_OPTION_RATED)
                   ? SHG_TEXT("Takebacks are off in rated games.  NEW -u allows them.")
                   : SHG_TEXT("Takebacks are off in games with clocks.  NEW -u allows them.");
    if (shg_game_over(game) && strcmp(game->reason, SHG_REASON_TIME) == 0)
        return SHG_TEXT("The game was lost on time.  That cannot be taken back.");
    if (game->settled_ms != 0)
        return shg_match_has_second_game(game->options)
                   ? SHG_TEXT("The result is final.  The second game of the match has begun.")
                   : SHG_TEXT("The result is final.");
    if (shg_game_over(game) && !game->result_of_item)
        return SHG_TEXT("Only a game that ended by a move or resignation can be taken back.");
    if (game->item_count == 0)
        return SHG_TEXT("There is no move to take back.");
    if (game->adjourned != SHG_ADJOURNED_NOT && !shg_game_over(game))
        return SHG_NOTHING_WHILE_ADJOURNED;
    if (game->events + SHG_GAME_EVENTS_SPARE > SHG_GAME_EVENTS_MAX)
        return SHG_TEXT("This game has reached its maximum length.  Nothing can be taken back.");
    return NULL;
}

/* Why a move or resignation that is locked stays. */
static const char *why_locked(const shg_item *item)
{
    return item->forced
               ? SHG_TEXT("The challenge fixed the first move.  It cannot be taken back.")
               : SHG_TEXT(
                     "That move was taken back once and made again.  It can no longer be taken back.");
}

/* Why own, who has an opponent, cannot take it back, or NULL. now_ms: to find out whether a
 * result is final. */
static const char *why_not(const shg_game_state *game, int own, bool others, int64_t now_ms)
{
    const shg_item *last = &game->items[game->item_count - 1];
    if (last->locked)
        return why_locked(last);
    if (others && last->colour == own)
        return SHG_TEXT(
            "The last move is your own.  UNDO without -o takes it back if your opponent has not "
            "seen it.");
    if (!others && last->colour != own)
        return SHG_TEXT("The last move is your opponent's.  UNDO -o takes it back.");
    if (!others && shg_game_seen_last(game, !own))
        return own == SHOOGI_BLACK ? SHG_TEXT("White has already seen your move.")
                                   : SHG_TEXT("Black has already seen your move.");
    /* UNDO.6: the end of a game becomes final a day after it was seen. */
    if (others && shg_game_over(game) && now_ms - game->seen_ms[own] > SHG_FINAL_RESULT_MS)
        return SHG_TEXT("The result is final.  You saw it more than a day ago.");
    return NULL;
}

/* ---- by agreement ---- */

static void taken_back(shg_session *s, shg_game_state *game)
{
    shg_say(s, "The game continues at move %zu.\n", game->item_count + 1);
    shg_say_board_page(s, game, false);
}

static void agree(shg_session *s, shg_game_state *game, uint32_t first)
{
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "takeback";
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %u %zu",
             shg_colour_word(shg_game_colour_of(game, s->player)), (unsigned)first,
             game->item_count - (first - 1));
    shg_add_events(s, game, &additions, taken_back);
}

static void propose(shg_session *s, shg_game_state *game, uint32_t first)
{
    char what[32];
    snprintf(what, sizeof what, "takeback %u", (unsigned)first);
    shg_propose(s, game, SHG_OFFER_TAKEBACK, what, first);
}

/* The number of -t. 0 after saying that it is not a number of a move. */
static uint32_t read_first(shg_session *s, const shg_call *call)
{
    const char *text = shg_call_text(call, call->values[0]);
    uint32_t number = 0;
    size_t digits = 0;
    while (digits < call->values[0].bytes && shg_is_digit(text[digits]) &&
           number <= SHG_GAME_EVENTS_MAX)
        number = number * 10 + (uint32_t)(text[digits++] - '0');
    if (digits == call->values[0].bytes && number > 0)
        return number;
    shoogi_error err;
    (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1,
                             shg_call_column(call, call->values[0].start), "the number of a move",
                             text, call->values[0].bytes);
    shg_say_fault(s, &err);
    return 0;
}

/* Why the players cannot agree to go back to before an item of a running game, counted from 1; NULL if they can. */
static const char *why_not_agreed(const shg_game_state *game, uint32_t first)
{
    if (shg_option_has(game->options, SHG_OPTION_RATED) && !shg_options_allow_undo(game->options))
        return SHG_TEXT("Takebacks are off in rated games.  NEW -u allows them.");
    if (game->events + SHG_GAME_EVENTS_SPARE > SHG_GAME_EVENTS_MAX)
        return SHG_TEXT("This game has reached its maximum length.  Nothing can be taken back.");
    return game->adjourned != SHG_ADJOURNED_NOT ? SHG_NOTHING_WHILE_ADJOURNED
                                                : shg_game_takeback_refusal(game, first);
}

/* After a refusal: how to ask for it, if the opponent could agree. colour: whose last move is meant. */
static void say_how_to_ask(shg_session *s, const shg_game_state *game, int colour)
{
    size_t first = game->item_count;
    while (first > 0 && game->items[first - 1].colour != colour)
        first--;
    if (first > 0 && !shg_game_over(game) && !why_not_agreed(game, (uint32_t)first))
        shg_say(s, "UNDO -t %zu asks your opponent for a takeback.\n", first);
}

static void by_consent(shg_session *s, const shg_call *call)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    const uint32_t first = read_first(s, call);
    if (first == 0)
        return;
    const char *refusal = why_not_agreed(game, first);
    if (shg_game_over(game))
        shg_say_over(s, game);
    else if (refusal)
        shg_refuse_text(s, refusal);
    else if (shg_game_shared(game) ||
             ((game->offers[!own] & SHG_OFFER_TAKEBACK) && game->takeback[!own] == first))
        agree(s, game, first);
    else
        propose(s, game, first);
}

SHG_RUN(undo)
{
    if (shg_call_has(call, 't')) {
        by_consent(s, call);
        return;
    }
    shg_game_state *game = call->game;
    int own = shg_game_colour_of(game, s->player);
    const int64_t now_ms = shg_now_ms(s->server);
    const char *refusal = why_final(game);
    if (!refusal &&
        shg_game_shared(game)) /* both agree here; the action is its player's, who may repeat it */
        own = game->items[game->item_count - 1].colour;
    else if (!refusal)
        refusal = why_not(game, own, shg_call_has(call, 'o'), now_ms);
    if (!refusal && shg_game_undo_loses_on_time(game, own, now_ms))
        refusal = SHG_TEXT(
            "The time since that move would count against you and is more than you had left.\n"
            "It cannot be taken back.");
    if (refusal) {
        shg_refuse_text(s, refusal);
        if (!shg_game_shared(game))
            say_how_to_ask(s, game, shg_call_has(call, 'o') ? !own : own);
        return;
    }
    if (!shg_is_loaded(s, game)) { /* only a game that is over gets here so */
        shg_say_over(s, game);
        shg_say(s, "To take back its end, look at it first: BOARD %lld.\n", (long long)game->id);
        return;
    }
    shg_additions additions = { .number = game->events + 1, .count = 1 };
    additions.each[0].kind = "undo";
    if (!shg_game_shared(game) && !shg_call_has(call, 'o')) {
        additions.unseen = (int64_t)game->items[game->item_count - 1].event;
        additions.unseen_by = !own;
    }
    snprintf(additions.each[0].text, sizeof additions.each[0].text, "%s %s", shg_colour_word(own),
             shg_item_word((shg_item_kind)game->items[game->item_count - 1].kind));
    shg_add_events(s, game, &additions, added);
}
