/* moves.c: MOVES and its --More-- prompt. */
#include "server/game/board_page.h"
#include "server/game/check_notice.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/rules/part.h"
#include "server/session/pager.h"
#include "server/session/session.h"
#include "shoogi/notation.h"
#include "wire/display.h"

#include <stdlib.h>
#include <string.h>

typedef struct moves {
    shg_game_state *game; /* pinned */
    const char *title;    /* of the game's rules; borrowed from the server or the game */
    shg_rules *rules; /* of position; they must live as long as it, whatever happens to the game */
    shoogi_position *position; /* after the moves listed */
    size_t listed;
    uint32_t last_event; /* of the last item listed */
    bool header, result; /* have been listed */
    shoogi_style names;
    shg_language language;
    shoogi_notation notation;
    int own;      /* the reader's colour, or -1 */
    bool stopped; /* what was listed has been taken back */
} moves;

/* Whether a listed move has been taken back since. */
static bool changed(const moves *m)
{
    return m->listed > m->game->item_count ||
           (m->listed > 0 && m->game->items[m->listed - 1].event != m->last_event);
}

static bool result_follows(const moves *m)
{
    return shg_game_over(m->game) && !m->result;
}

static bool more(void *list)
{
    const moves *m = list;
    return !m->stopped &&
           (!m->header || changed(m) || m->listed < m->game->item_count || result_follows(m));
}

/* The notices of CHECK.1 to CHECK.4, under their move. */
static void add_notices(shg_text_buffer *out, const moves *m)
{
    char text[4096];
    shg_out notices = shg_out_make(text, sizeof text);
    shg_notices_write(&notices, m->position, m->names, m->language, m->notation);
    for (const char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        shg_text_add(out, "        %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* The players' comments on the move, under it. */
static void add_comments(shg_text_buffer *out, const moves *m, size_t item)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &m->game->comments, item);
    for (size_t i = 0; i < count; i++)
        shg_text_add(out, "        %s: %s\n", shg_colour_in(m->language, about[i].colour),
                     about[i].text);
}

static void add_item(shg_text_buffer *out, moves *m)
{
    const shg_item *item = &m->game->items[m->listed];
    shg_out text = shg_out_growing();
    shg_game_item_write(&text, m->game, m->listed, m->position, m->language, m->notation);
    if (!text.spent) {
        const char *side = shg_colour_in(m->language, item->colour);
        const char *other = shg_colour_in(m->language, !item->colour);
        shg_text_add(out, "%5zu.  ", m->listed + 1);
        shg_text_add_cell(out, side, shg_display_columns(other, strlen(other)));
        shg_text_add(out, "  %s\n", text.bytes);
    }
    out->failed |= text.spent;
    free(text.bytes);
    m->listed++;
    m->last_event = item->event;
    if (shg_game_item_do(m->game, m->listed - 1, m->position) != SHOOGI_OK)
        out->failed = true;
    else if (item->kind == SHG_ITEM_MOVE)
        add_notices(out, m);
    add_comments(out, m, m->listed);
}

static void next(shg_text_buffer *out, void *list)
{
    moves *m = list;
    const shg_game_state *game = m->game;
    if (!m->header) {
        m->header = true;
        char players[SHG_GAME_PLAYERS_BYTES];
        shg_out text = shg_out_make(players, sizeof players);
        shg_game_players_write(&text, game, m->own, m->language);
        shg_text_add(out,
                     shg_text_in(m->language, game->item_count == 0
                                                  ? "Game %lld: %s, %s, no moves yet\n"
                                                  : "Game %lld: %s, %s\n"),
                     (long long)game->id, m->title, players);
        add_comments(out, m, 0);
    } else if (changed(m)) {
        m->stopped = true;
        shg_text_add(out, "%s",
                     shg_text_in(m->language,
                                 "A move has been taken back.  MOVES lists the moves again.\n"));
    } else if (m->listed < game->item_count) {
        add_item(out, m);
    } else if (result_follows(m)) {
        char text[SHG_GAME_RESULT_BYTES];
        shg_out result = shg_out_make(text, sizeof text);
        shg_game_result_write(&result, game, m->language);
        shg_text_add(out, "        %s\n", text);
        m->result = true;
    }
}

static bool key(shg_session *s, void *list, char pressed)
{
    const moves *m = list;
    if (pressed != 'p' && pressed != 'o')
        return false;
    const shoogi_colour side = shoogi_position_side(m->position);
    shg_say_board(s, m->position, pressed == 'p' ? side : shoogi_colour_other(side));
    return true;
}

static void end(shg_session *s, void *list)
{
    moves *m = list;
    if (m->header && !changed(m))
        shg_set_loaded(s, m->game, m->listed);
    shg_game_unpin(m->game);
    shoogi_position_free(m->position);
    shg_rules_unref(m->rules);
    free(m);
}

SHG_RUN(moves)
{
    static const shg_pages pages = {
        .prompt = SHG_TEXT("--More-- <p,o,y,q> "), .more = more, .next = next, .key = key, .end = end
    };
    moves *m = calloc(1, sizeof *m);
    if (m && shg_game_start(&m->position, call->game) == SHOOGI_OK) {
        m->rules = shg_rules_ref(call->game->rules);
        m->game = shg_game_pin(call->game);
        m->language = shg_session_language(s);
        m->notation = shg_session_notation(s);
        m->own = shg_game_colour_of(call->game, s->player);
        m->title = shg_server_title(s->server, m->language, call->game->variant_name);
        m->names = (shoogi_style)s->settings.value[SHG_SET_PSTYLE];
        shg_page(s, &pages, m, shg_call_has(call, 'n'));
        return;
    }
    free(m);
    shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
}
