#include "server/game/board_page.h"

#include "server/clock/clock_text.h"
#include "server/game/check_notice.h"
#include "server/game/final_result.h"
#include "server/game/game_options.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/rules/part.h"
#include "server/session/task.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

shoogi_colour shg_view_of(const shg_session *s, const shg_game_state *game)
{
    return shg_game_colour_of(game, s->player) == SHOOGI_WHITE ? SHOOGI_WHITE : SHOOGI_BLACK;
}

static shoogi_style names_of(const shg_session *s)
{
    return (shoogi_style)s->settings.value[SHG_SET_PSTYLE];
}

/* Sends the text and frees it. */
static void send_text(shg_session *s, shg_out *out)
{
    if (out->spent)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else
        shg_say_bytes(s, out->bytes, out->length);
    free(out->bytes);
}

/* The part of a board that a too narrow screen shows: around a square, as many lines as fit;
 * without a square all ranks, which scroll. */
typedef struct board_part {
    shoogi_colour view;
    const shoogi_square *around; /* NULL: the destination of the last move */
    shoogi_board_frame frame;
} board_part;

static void write_board(shg_out *out, const shg_session *s, const shoogi_position *position,
                        board_part part)
{
    enum {
        COLUMNS = 80,
        LINES = 24,
        LINES_BESIDES = 8
    }; /* of a screen; of the page without the board */
    const shg_settings *set = &s->settings;
    const shg_terminal terminal = (shg_terminal)s->terminal;
    shg_language language = shg_session_language(s);
    shoogi_board_options look = {
        .style = (shoogi_board_style)set->value[SHG_SET_BSTYLE],
        .view = part.view,
        .columns = s->columns > 0 || !part.around ? s->columns : COLUMNS,
        .lines = part.around ? (s->rows > LINES_BESIDES ? s->rows : LINES) - LINES_BESIDES : 0,
        .centre = part.around,
        .frame = part.frame,
        .mark_last = true,
        .old_dragon = set->value[SHG_SET_DRAGON] != 0,
        .name_style = (shoogi_style)set->value[SHG_SET_PSTYLE],
        .colour_prefix = { shg_attribute_begin(set->value[SHG_SET_BLACK], terminal),
                           shg_attribute_begin(set->value[SHG_SET_WHITE], terminal) },
        .threatened_prefix = shg_attribute_begin(set->value[SHG_SET_THREATENED], terminal),
        .suffix = shg_attribute_end,
        .translate = shg_word_translate,
        .context = &language,
    };
    if (look.style == SHOOGI_BOARD_WORDS) /* words need no terminal attributes */
        look.threatened_prefix = set->value[SHG_SET_THREATENED] != 0 ? "" : NULL;
    const size_t length = shoogi_board_write(NULL, 0, position, &look);
    char *text = malloc(length + 1);
    if (text)
        shoogi_board_write(text, length + 1, position, &look);
    else
        out->spent = true;
    shg_out_bytes(out, text, text ? length : 0);
    free(text);
}

/* ---- fitting the window ---- */

/* The lines that a text takes in the window; longer lines are wrapped. Boards, which are cut to fit and may have
 * attributes, are not measured so. */
static size_t lines_of(const shg_session *s, const char *text)
{
    size_t lines = 0;
    char line[512];
    while (*text) {
        const size_t bytes = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)bytes, text);
        const size_t columns = s->columns > 0 ? shg_text_columns(line) : 0;
        lines += columns > s->columns ? (columns + s->columns - 1) / s->columns : 1;
        text += bytes + (text[bytes] == '\n');
    }
    return lines;
}

/* The frame with which the board and so many other lines fit the window, or the lowest. */
static shoogi_board_frame fitting(const shg_session *s, const shoogi_position *position,
                                  const shoogi_square *around, size_t besides)
{
    enum { HANDS_AND_FILES = 3 };
    static const shoogi_board_frame last = SHOOGI_FRAME_NONE;
    const size_t ranks = shoogi_variant_rank_count(shoogi_position_variant(position));
    const unsigned setting = s->settings.value[SHG_SET_COMPACT];
    const size_t needed[] = {
        [SHOOGI_FRAME_RULED] = 2 * ranks + 1, [SHOOGI_FRAME_OUTER] = ranks + 2, [SHOOGI_FRAME_NONE] = ranks
    };
    shoogi_board_frame frame = setting == SHG_COMPACT_ON ? SHOOGI_FRAME_OUTER : SHOOGI_FRAME_RULED;
    if (s->settings.value[SHG_SET_BSTYLE] == SHOOGI_BOARD_WORDS)
        return frame;
    while (setting != SHG_COMPACT_OFF && s->rows > 0 && frame < last &&
           needed[frame] + HANDS_AND_FILES + besides > s->rows)
        frame++;
    /* A part of the board always fits; without its lines it is larger. */
    return around && frame == last ? SHOOGI_FRAME_OUTER : frame;
}

enum { PROMPT_LINES = 1, NOTICE_LINES = 1, CHECK_LINES = 2 };

void shg_board_write(shg_out *out, const shg_session *s, const shoogi_position *position,
                     shoogi_colour view)
{
    write_board(out, s, position,
                (board_part){ .view = view, .frame = fitting(s, position, NULL, PROMPT_LINES) });
}

void shg_say_board(shg_session *s, const shoogi_position *position, shoogi_colour view)
{
    shg_out out = shg_out_growing();
    shg_board_write(&out, s, position, view);
    send_text(s, &out);
}

/* ---- what was sent, and what was seen ---- */

/* Records that the session's player has seen a game up to an event. */
static void set_seen(const shg_session *s, shg_game_state *game, int64_t event)
{
    for (int colour = 0; colour < 2; colour++) {
        if (s->player == 0 || game->player[colour] != s->player || event <= game->seen[colour])
            continue;
        game->seen[colour] = event;
        game->seen_ms[colour] = shg_now_ms(s->server);
        if (shg_game_over(game) && shg_option_has(game->options, SHG_OPTION_RATED))
            shg_store_seen_end(s->server, game->id, colour, event);
        else
            shg_store_seen_event(s->server, game->id, colour, event);
    }
}

void shg_set_loaded(shg_session *s, shg_game_state *game, size_t items)
{
    if (!s->door || s->quitting) /* no output was sent */
        return;
    /* The result, which follows the last item, is sent with it. */
    const int64_t event = items >= game->item_count ? game->events
                          : items > 0               ? (int64_t)game->items[items - 1].event
                                                    : 0;
    s->loaded_game = game->id;
    s->loaded_event = event;
    if (s->redraw_game == game->id && items >= game->item_count)
        s->redraw_game = 0;
    set_seen(s, game, event);
}

static void show_page(shg_session *s, const shg_game_state *game, bool other_side,
                      const shoogi_square *around);

/* A board that nobody asked for counts as seen when its player types the next line: until then the opponent's UNDO
 * works. Where UNDO is not allowed nothing depends on it, and results become final at once. */
void shg_draw_board_page(shg_session *s, shg_game_state *game)
{
    show_page(s, game, false, NULL);
    if (!s->door || s->quitting)
        return;
    if (!shg_options_allow_undo(game->options) || shg_game_colour_of(game, s->player) < 0) {
        shg_set_loaded(s, game, game->item_count);
        return;
    }
    s->loaded_game = game->id;
    s->loaded_event = game->events;
    if (s->redraw_game == game->id)
        s->redraw_game = 0;
    if (s->drawn_game != game->id)
        shg_drawn_is_seen(s);
    s->drawn_game = game->id;
    s->drawn_event = game->events;
    s->drawn_colour = shg_game_colour_of(game, s->player);
}

void shg_drawn_is_seen(shg_session *s)
{
    const int64_t id = s->drawn_game;
    s->drawn_game = 0;
    shg_game_state *game = id != 0 ? shg_game_cache_find(s->server->games->cache, id) : NULL;
    if (game)
        set_seen(s, game, s->drawn_event);
    else if (id != 0)
        shg_store_seen_event(s->server, id, s->drawn_colour, s->drawn_event);
}

static void write_clocks(shg_out *out, const shg_session *s, const shg_game_state *game)
{
    if (game->time)
        shg_clocks_describe(out, &game->time->clock, shg_now_ms(s->server),
                            s->settings.value[SHG_SET_BSTYLE] == SHOOGI_BOARD_WORDS,
                            shg_session_language(s));
}

/* Writes the comments on the last move. */
static void write_comments(shg_out *out, const shg_game_state *game, shg_language language)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &game->comments, game->item_count);
    for (size_t i = 0; i < count; i++)
        shg_out_format(out, "%s: %s\n", shg_colour_in(language, about[i].colour), about[i].text);
}

/* Writes open offers. */
static void write_offers(shg_out *out, const shg_game_state *game, shg_language language)
{
    for (int colour = 0; colour < 2 && !shg_game_over(game); colour++) {
        const char *side = shg_colour_in(language, colour);
        const unsigned offers = game->offers[colour], first = game->takeback[colour];
        if (offers & SHG_OFFER_DRAW)
            shg_out_format(out, shg_text_in(language, "%s offers a draw.\n"), side);
        if (offers & SHG_OFFER_IMPASSE)
            shg_out_format(out, shg_text_in(language, "%s proposes an impasse count.\n"), side);
        if (offers & SHG_OFFER_ADJOURN)
            shg_out_format(out, shg_text_in(language, "%s proposes to adjourn.\n"), side);
        if (offers & SHG_OFFER_RESUME)
            shg_out_format(out, shg_text_in(language, "%s is ready to continue.\n"), side);
        if (offers & SHG_OFFER_TAKEBACK)
            shg_out_format(
                out,
                shg_text_in(language, "%s asks for a takeback to move %u.  UNDO -t %u agrees.\n"),
                side, first, first);
    }
}

/* Writes whose turn it is, and the last move. */
static void write_turn(shg_out *out, const shg_game_state *game, shg_language language,
                       shoogi_notation notation)
{
    if (!shg_game_over(game))
        shg_out_format(out, shg_text_in(language, "Move %zu: %s to move."), game->item_count + 1,
                       shg_colour_in(language, (int)shoogi_position_side(game->position)));
    shg_out last = shg_out_growing();
    if (game->item_count > 0)
        shg_game_last_item_write(&last, game, language, notation);
    if (last.length > 0) {
        shg_out_text(out, shg_game_over(game) ? "" : "  ");
        shg_out_format(out, shg_text_in(language, "Last move: %zu. %s"), game->item_count,
                       last.spent ? "" : last.bytes);
    }
    out->spent |= last.spent;
    free(last.bytes);
    shg_out_char(out, '\n');
}

static void write_adjourned(shg_out *out, const shg_game_state *game, shg_language language)
{
    const char *side = shg_colour_in(language, (int)shoogi_position_side(game->position));
    if (game->adjourned == SHG_ADJOURNED_NOT || shg_game_over(game))
        return;
    shg_out_format(
        out,
        shg_text_in(language,
                    game->adjourned == SHG_ADJOURNED_AGREED
                        ? "The game is being adjourned.  %s has to seal a move.\n"
                        : "The game is adjourned.  %s has sealed a move; RESUME continues.\n"),
        side);
}

/* Writes what stands above the board. */
static void write_header(shg_out *out, const shg_session *s, const shg_game_state *game)
{
    const shg_language language = shg_session_language(s);
    char conditions[SHG_CONDITIONS_BYTES], players[SHG_GAME_PLAYERS_BYTES];
    shg_out terms = shg_out_make(conditions, sizeof conditions),
            who = shg_out_make(players, sizeof players);
    shg_options_describe(&terms, game->options, language);
    shg_game_players_write(&who, game, shg_game_colour_of(game, s->player), language);
    shg_out_format(out, shg_text_in(language, "Game %lld: %s, %s\n"), (long long)game->id,
                   shg_server_title(s->server, language, game->variant_name), players);
    if (terms.length > 0)
        shg_out_format(out, "(%s)\n", conditions);
    if (strcmp(shg_privacy_word(game->options), SHG_OPTION_PROTECTED) == 0) {
        char key[SHG_KEY_BYTES + 1];
        shg_out written = shg_out_make(key, sizeof key);
        shg_key_write(&written, game->options, game->id);
        shg_out_format(out, shg_text_in(language, "(OPEN %s shows it to others)\n"), key);
    }
}

/* Writes what stands below the board. */
static void write_footer(shg_out *out, const shg_session *s, const shg_game_state *game)
{
    const shg_language language = shg_session_language(s);
    write_turn(out, game, language, shg_session_notation(s));
    write_comments(out, game, language);
    write_clocks(out, s, game);
    write_offers(out, game, language);
    write_adjourned(out, game, language);
    for (int colour = 0; colour < 2; colour++)
        if (game->no_analysis[colour])
            shg_out_format(out, shg_text_in(language, "%s asks others not to analyse.\n"),
                           shg_colour_in(language, colour));
}

/* Depends on the game, part, and the session's settings, terminal and its size. Room is left for a notice above, a
 * check and the prompt, so that the board does not change its form with each check. */
static void write_page(shg_out *out, const shg_session *s, const shg_game_state *game,
                       board_part part)
{
    const shg_language language = shg_session_language(s);
    shg_out header = shg_out_growing(), footer = shg_out_growing(), end = shg_out_growing();
    write_header(&header, s, game);
    write_footer(&footer, s, game);
    shg_notices_write(&end, game->position, names_of(s), language, shg_session_notation(s));
    if (shg_game_over(game)) {
        shg_game_result_write(&end, game, language);
        shg_out_char(&end, '\n');
    }
    out->spent |= header.spent || footer.spent || end.spent;
    if (!out->spent) {
        const size_t end_lines = end.length > 0 ? lines_of(s, end.bytes) : 0;
        const size_t besides = lines_of(s, header.bytes) + lines_of(s, footer.bytes) +
                               (end_lines > CHECK_LINES ? end_lines : CHECK_LINES) + NOTICE_LINES +
                               PROMPT_LINES;
        const size_t spaces = 2;
        part.frame = fitting(s, game->position, part.around, besides + spaces);
        const char *space = part.frame == SHOOGI_FRAME_NONE ? "" : "\n";
        shg_out_bytes(out, header.bytes, header.length);
        shg_out_text(out, space);
        write_board(out, s, game->position, part);
        shg_out_text(out, space);
        shg_out_bytes(out, footer.bytes, footer.length);
        shg_out_bytes(out, end.bytes, end.length);
    }
    free(header.bytes);
    free(footer.bytes);
    free(end.bytes);
}

static void show_page(shg_session *s, const shg_game_state *game, bool other_side,
                      const shoogi_square *around)
{
    const shoogi_colour view = shg_view_of(s, game);
    shg_out out = shg_out_growing();
    write_page(
        &out, s, game,
        (board_part){ .view = other_side ? shoogi_colour_other(view) : view, .around = around });
    send_text(s, &out);
}

void shg_show_board_page(shg_session *s, const shg_game_state *game, bool other_side)
{
    show_page(s, game, other_side, NULL);
}

void shg_show_shared_page(shg_session *s, const shg_game_state *game, shg_shared_page *page)
{
    const shoogi_colour view = shg_view_of(s, game);
    const int own = shg_game_colour_of(game, s->player);
    const bool same = page->text.bytes && page->view == view && page->own == own &&
                      page->terminal == s->terminal && page->rows == s->rows &&
                      page->columns == s->columns &&
                      memcmp(&page->settings, &s->settings, sizeof s->settings) == 0;
    if (!same) {
        free(page->text.bytes);
        *page = (shg_shared_page){ .text = shg_out_growing(),
                                   .settings = s->settings,
                                   .terminal = s->terminal,
                                   .rows = s->rows,
                                   .columns = s->columns,
                                   .view = view,
                                   .own = own };
        write_page(&page->text, s, game, (board_part){ .view = view });
    }
    if (page->text.spent)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else
        shg_say_bytes(s, page->text.bytes, page->text.length);
}

void shg_shared_page_fini(shg_shared_page *page)
{
    free(page->text.bytes);
}

void shg_say_board_page(shg_session *s, shg_game_state *game, bool other_side)
{
    shg_say_board_around(s, game, other_side, NULL);
}

void shg_say_board_around(shg_session *s, shg_game_state *game, bool other_side,
                          const shoogi_square *around)
{
    show_page(s, game, other_side, around);
    shg_set_loaded(s, game, game->item_count);
}

/* Writes the move before the last, to which that was the answer. */
static void write_answered(shg_out *out, const shg_game_state *game, shg_language language,
                           shoogi_notation notation)
{
    shg_out move = shg_out_growing();
    shg_game_late_item_write(&move, game, game->item_count - 2, language, notation);
    shg_out_format(out, shg_text_in(language, "Move %zu: %s\n"), game->item_count - 1,
                   move.spent ? "" : move.bytes);
    shg_out_format(out, shg_text_in(language, "%s has answered at once.\n"),
                   game->name[game->news_colour]);
    out->spent |= move.spent;
    free(move.bytes);
}

void shg_say_moved(shg_session *s, shg_game_state *game)
{
    const shg_language language = shg_session_language(s);
    shg_out out = shg_out_growing();
    if (game->news == SHG_NEWS_ANSWERED)
        write_answered(&out, game, language, shg_session_notation(s));
    shg_out last = shg_out_growing();
    shg_game_last_item_write(&last, game, SHG_ENGLISH, shg_session_notation(s));
    shg_out_format(&out, shg_text_in(language, "Move %zu: %s\n"), game->item_count,
                   last.spent ? "" : last.bytes);
    out.spent |= last.spent;
    free(last.bytes);
    /* The keyboard changes hands, so the other player gets the board. */
    if (shg_game_shared(game) && s->settings.value[SHG_SET_REDRAW] == SHG_ON &&
        shg_board_is_wanted(s, game)) {
        shg_out_char(&out, '\n');
        send_text(s, &out);
        shg_say_board_page(s, game, false);
        return;
    }
    write_clocks(&out, s, game);
    shg_notices_write(&out, game->position, names_of(s), language, shg_session_notation(s));
    if (shg_game_over(game)) {
        shg_game_result_write(&out, game, language);
        shg_out_char(&out, '\n');
    }
    send_text(s, &out);
    shg_set_loaded(s, game, game->item_count);
}

void shg_say_ended(shg_session *s, shg_game_state *game)
{
    char text[SHG_GAME_RESULT_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    shg_game_result_write(&out, game, shg_session_language(s));
    shg_say(s, "%s\n", text);
    shg_set_loaded(s, game, game->item_count);
}

bool shg_is_loaded(const shg_session *s, const shg_game_state *game)
{
    return s->loaded_game == game->id && s->loaded_event >= game->board_event;
}

void shg_say_lost_on_time(shg_session *s, const shg_game_state *game)
{
    shg_refuse(s, "%s has run out of time.  The game is over.\n",
               shg_colour_in(shg_session_language(s), game->time->clock.turn));
}

void shg_say_over(shg_session *s, const shg_game_state *game)
{
    char text[SHG_GAME_RESULT_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    shg_game_result_write(&out, game, shg_session_language(s));
    shg_refuse(s, "Game %lld is over.  %s\n", (long long)game->id, text);
}

bool shg_board_is_wanted(const shg_session *s, const shg_game_state *game)
{
    return s->machine == 0 || shg_game_over(game) ||
           shoogi_position_side(game->position) + 1 != s->machine;
}
