/* draw.c: DRAW and IMPASSE: results by agreement, and results that one player may claim. One
 * player proposes, and the opponent agrees with the same command; two players at one keyboard
 * are asked whether they agree. */
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/proposal.h"
#include "server/game/yes_question.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/session.h"

#include <stdio.h>

static const char not_agreed[] = SHG_TEXT("The game goes on.");

static void end(shg_session *s, shg_game_state *game, int64_t number, shoogi_outcome outcome,
                const char *reason)
{
    shg_additions additions = { .number = number };
    shg_additions_end(&additions, outcome, reason);
    shg_add_events(s, game, &additions, shg_say_ended);
}

static void draw(shg_session *s, shg_game_state *game, int64_t number)
{
    end(s, game, number, SHOOGI_OUTCOME_DRAW, SHG_TEXT("agreement"));
}

SHG_RUN(draw)
{
    shg_game_state *game = call->game;
    const int own = shg_game_colour_of(game, s->player);
    if (shg_game_over(game))
        shg_say_over(s, game);
    else if (shg_game_shared(game))
        shg_ask_yes(s, game, SHG_YES_SHORT, SHG_TEXT("Do both of you agree to a draw? (y/n) "),
                    not_agreed, draw);
    else if (game->offers[!own] & SHG_OFFER_DRAW)
        draw(s, game, game->events + 1);
    else
        shg_propose(s, game, SHG_OFFER_DRAW, "draw", 0);
}

/* ---- impasse ---- */

static void say_points(shg_session *s, const shg_game_state *game)
{
    const shoogi_variant *variant = shg_rules_variant(game->rules);
    const unsigned black = shoogi_position_impasse_points(game->position, SHOOGI_BLACK);
    const unsigned white = shoogi_position_impasse_points(game->position, SHOOGI_WHITE);
    unsigned needed = 0;
    if (shoogi_variant_has_claim(&needed, variant, SHOOGI_CLAIM_AGREED, SHOOGI_BLACK) && needed > 0)
        shg_say(s, "Black has %u points, White %u.  A player with fewer than %u loses the count.\n",
                black, white, needed);
    else
        shg_say(s, "Black has %u points, White %u.\n", black, white);
}

/* Whether the claim is valid; the game has ended then. Else says why not, if the game has such a
 * claim. */
static bool claim(shg_session *s, shg_game_state *game, int64_t number, shoogi_claim what)
{
    const shoogi_colour own = (shoogi_colour)shg_game_colour_of(game, s->player);
    if (!shoogi_variant_has_claim(NULL, shg_rules_variant(game->rules), what, own))
        return false;
    shoogi_result result;
    char sentence[SHOOGI_MESSAGE_BYTES] = "";
    if (shoogi_position_claim(&result, game->position, what, own, sentence, sizeof sentence) ==
        SHOOGI_REFUSAL_NONE) {
        end(s, game, number, result.outcome, shoogi_reason_text(result.reason));
        return true;
    }
    shg_clean clean;
    const char *why = shg_session_message(s, &clean, sentence);
    if (what == SHOOGI_CLAIM_DECLARATION)
        shg_refuse(s, "You cannot declare a win: %s.\n", why);
    else if (what == SHOOGI_CLAIM_ALL_PROTECTED)
        shg_refuse(s, "You cannot claim the count alone: %s.\n", why);
    else
        shg_refuse(s, "The points cannot be counted: %s.\n", why);
    return false;
}

static void count(shg_session *s, shg_game_state *game, int64_t number)
{
    claim(s, game, number, SHOOGI_CLAIM_AGREED);
}

SHG_RUN(impasse)
{
    shg_game_state *game = call->game;
    const shoogi_variant *variant = shg_rules_variant(game->rules);
    const shoogi_colour own = (shoogi_colour)shg_game_colour_of(game, s->player);
    if (shg_game_over(game)) {
        shg_say_over(s, game);
        return;
    }
    const bool agreed = shoogi_variant_has_claim(NULL, variant, SHOOGI_CLAIM_AGREED, own);
    if (!shg_game_has_impasse(game, own)) {
        shg_refuse(s, "There is no impasse in %s.  DRAW offers a draw.\n",
                   shg_server_title(s->server, shg_session_language(s), game->variant_name));
        return;
    }
    say_points(s, game);
    const int64_t number = game->events + 1;
    if (claim(s, game, number, SHOOGI_CLAIM_DECLARATION) ||
        claim(s, game, number, SHOOGI_CLAIM_ALL_PROTECTED))
        return;
    if (!agreed)
        return;
    s->refusal =
        SHG_REFUSED_NOT; /* the claims were only tried: what follows is what was asked for */
    if (shg_game_shared(game))
        shg_ask_yes(s, game, SHG_YES_SHORT,
                    SHG_TEXT("Do both of you agree to count points? (y/n) "), not_agreed, count);
    else if (game->offers[shoogi_colour_other(own)] & SHG_OFFER_IMPASSE)
        count(s, game, number);
    else
        shg_propose(s, game, SHG_OFFER_IMPASSE, "impasse", 0);
}
