/* comment.c: COMMENT: a player's remark about the last move, stored with it. */
#include "server/game/add_events.h"
#include "server/game/board_page.h"
#include "server/game/game.h"
#include "server/messages/talk.h"
#include "server/rules/colour.h"
#include "server/session/session.h"

#include <stdio.h>

/* Why moves can have no more comments, or NULL. */
static const char *why_not(const shg_game_state *game)
{
    if (game->events > SHG_GAME_EVENTS_MAX / 2 || game->comments.bytes > SHG_COMMENTS_BYTES_MAX)
        return "This game has as many comments as allowed.";
    return NULL;
}

bool shg_comment_add(shg_additions *additions, shg_session *s, const shg_game_state *game,
                     const char *text, size_t text_bytes)
{
    const char *refusal = why_not(game);
    if (refusal) {
        shg_refuse(s, "%s\n", refusal);
        return false;
    }
    shg_text_buffer clean;
    if (!shg_talk_begin(&clean, s, text, text_bytes, 1))
        return false;
    const bool fits = clean.length <= SHG_MOVE_COMMENT_BYTES_MAX;
    if (fits) {
        shg_addition *comment = &additions->each[additions->count++];
        comment->kind = "comment";
        snprintf(comment->text, sizeof comment->text, "%s %s",
                 shg_colour_word(shg_game_colour_of(game, s->player)), clean.bytes);
    } else {
        shg_refuse(s, "A comment may have at most %d bytes.\n", SHG_MOVE_COMMENT_BYTES_MAX);
    }
    shg_text_fini(&clean);
    return fits;
}

static void added(shg_session *s, shg_game_state *game)
{
    if (game->item_count > 0)
        shg_say(s, "Comment added to move %zu.\n", game->item_count);
    else
        shg_say(s, "Comment added to the game.\n");
}

SHG_RUN(comment)
{
    shg_game_state *game = call->game;
    shg_additions additions = { .number = game->events + 1 };
    if (shg_game_over(game))
        shg_refuse(s, "Game %lld is over.  Use KIBITZ or SAY to talk about it.\n",
                   (long long)game->id);
    else if (shg_comment_add(&additions, s, game, shg_call_text(call, call->argument),
                             call->argument.bytes))
        shg_add_events(s, game, &additions, added);
}
