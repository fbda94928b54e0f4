#include "server/pages/game_html.h"

#include "server/account/guest.h"
#include "server/clock/clock_text.h"
#include "server/doors/web_language.h"
#include "server/game/board_page.h"
#include "server/game/privacy.h"
#include "server/help/write.h"
#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"
#include "server/pages/page_html.h"
#include "shoogi/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add_text(shg_out *out, const char *text)
{
    shg_html_text(out, text, strlen(text));
}

/* Writes foreign text on one line, without bidirectional controls. */
static void add_clean(shg_out *out, const char *text)
{
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, text, strlen(text), strlen(text));
    if (clean.length > 0)
        shg_html_text(out, clean.bytes, clean.length);
    out->spent |= clean.failed;
    shg_text_fini(&clean);
}

/* The key of a protected game; else "". */
static void write_key(char key[SHG_KEY_BYTES + 1], const shg_game_state *game)
{
    shg_out text = shg_out_make(key, SHG_KEY_BYTES + 1);
    shg_key_write(&text, game->options, game->id);
}

/* Every link has the key: a reader of this page may see the game, and so may people to whom they
 * send the link. before: "?" or "&amp;". */
static void put_key(shg_out *out, const char *before, const char *key)
{
    if (key[0])
        shg_out_format(out, "%skey=%s", before, key);
}

static void add_key(shg_out *out, const char *before, const shg_game_state *game)
{
    char key[SHG_KEY_BYTES + 1];
    write_key(key, game);
    put_key(out, before, key);
}

/* ---- the moves ---- */

/* The items in the notation of the list of moves, found from the last one backwards. */
typedef struct move_texts {
    shg_out text;  /* one after the other, each with its NUL */
    size_t *start; /* index of each in the text */
} move_texts;

static void fini_texts(move_texts *t)
{
    free(t->text.bytes);
    free(t->start);
}

static bool find_texts(move_texts *t, const shg_game_state *game, shg_reader in)
{
    shoogi_position *position = NULL;
    *t = (move_texts){ .text = shg_out_growing(),
                       .start = calloc(game->item_count + 1, sizeof *t->start) };
    if (!t->start || shoogi_position_copy(&position, game->position) != SHOOGI_OK)
        return false;
    for (size_t i = game->item_count; i > 0; i--) {
        if (game->items[i - 1].kind == SHG_ITEM_MOVE)
            shoogi_position_undo(position);
        t->start[i - 1] = t->text.length;
        shg_game_item_write(&t->text, game, i - 1, position, in.language, in.notation);
        shg_out_char(&t->text, '\0');
    }
    shoogi_position_free(position);
    return !t->text.spent;
}

static bool stands_on_board(const shg_item *item)
{
    return item->kind == SHG_ITEM_MOVE || item->kind == SHG_ITEM_HANDICAP;
}

shoogi_status shg_game_position(shoogi_position **out, const shg_game_state *game, size_t items)
{
    shoogi_position *position = NULL;
    const shoogi_status status = shoogi_position_copy(&position, game->position);
    if (status != SHOOGI_OK)
        return status;
    for (size_t i = game->item_count; i > items; i--)
        if (stands_on_board(&game->items[i - 1]))
            shoogi_position_undo(position);
    *out = position;
    return SHOOGI_OK;
}

static void add_think_time(shg_out *out, int64_t ms)
{
    const long long seconds = (long long)(ms / 1000);
    if (seconds >= 3600)
        shg_out_format(out, " <span class=\"time\">%lld:%02lld:%02lld</span>", seconds / 3600,
                       seconds / 60 % 60, seconds % 60);
    else
        shg_out_format(out, " <span class=\"time\">%lld:%02lld</span>", seconds / 60, seconds % 60);
}

/* The comments on an entry of the list of moves, counted from 1; 0: before the first. */
static void add_comments(shg_out *out, shg_language in, const shg_game_state *game, size_t item)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &game->comments, item);
    for (size_t i = 0; i < count; i++) {
        shg_out_text(out, "<p class=\"said\">");
        char shown[SHG_SHOWN_NAME_BYTES];
        add_text(out, shg_shown_name(shown, game->name[about[i].colour], in));
        shg_out_text(out, ": ");
        add_clean(out, about[i].text);
        shg_out_text(out, "</p>\n");
    }
}

static void add_moves(shg_out *out, shg_language in, const shg_game_state *game,
                      const move_texts *texts, size_t items)
{
    shg_out_format(out, "<h2>%s</h2>\n", shg_word_in(in, "game", "Moves"));
    if (game->item_count == 0) {
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "No moves yet."));
        return;
    }
    shg_out_text(out, "<ol class=\"moves\">\n");
    for (size_t i = 0; i < game->item_count; i++) {
        shg_out_format(out, "<li><a href=\"/games/%lld?ply=%zu", (long long)game->id, i + 1);
        add_key(out, "&amp;", game);
        shg_out_format(out, "\"%s>", i + 1 == items ? " aria-current=\"true\"" : "");
        add_text(out, texts->text.bytes + texts->start[i]);
        shg_out_text(out, "</a>");
        if (stands_on_board(&game->items[i]))
            add_think_time(out, game->items[i].think_ms);
        add_comments(out, in, game, i + 1);
        shg_out_text(out, "</li>\n");
    }
    shg_out_text(out, "</ol>\n");
    char key[SHG_KEY_BYTES + 1];
    write_key(key, game);
    shg_web_notation_links(out, in, key);
}

/* ---- the board ---- */

static void add_step(shg_out *out, const char *url, int64_t id, size_t ply, const char *key,
                     const char *words)
{
    shg_out_format(out, "<a href=\"/%s/%" PRId64 "?ply=%zu", url, id, ply);
    put_key(out, "&amp;", key);
    shg_out_format(out, "\">%s</a>\n", words);
}

void shg_html_steps(shg_out *out, shg_language in, const char *url, int64_t id, const char *key,
                    size_t items, size_t last)
{
    const struct {
        const char *words;
        size_t ply;
        bool there;
    } steps[] = { { shg_text_in(in, "Start"), 0, items > 0 },
                  { shg_text_in(in, "Back"), items - 1, items > 0 },
                  { shg_text_in(in, "On"), items + 1, items < last },
                  { shg_text_in(in, "Last"), last, items < last } };
    shg_out_format(out, "<nav class=\"steps\" aria-label=\"%s\">\n",
                   shg_word_in(in, "game", "Moves"));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i].there)
            add_step(out, url, id, steps[i].ply, key, steps[i].words);
        else
            shg_out_format(out, "<span>%s</span>\n", steps[i].words);
    shg_out_text(out, "</nav>\n");
}

void shg_html_board_alt(shg_out *out, shg_language in, size_t items, const char *latest)
{
    if (items == 0)
        shg_out_text(out, shg_text_in(in, "The board at the start"));
    else
        shg_out_format(out, shg_text_in(in, "The board after move %zu: "), items);
    add_text(out, latest);
}

void shg_html_formats(shg_out *out, shg_language in, const char *url, int64_t id, const char *key)
{
    shg_out_text(out, "<ul>\n");
    for (int i = 0; i < SHOOGI_FORMAT_COUNT; i++) {
        const char *word = shoogi_format_name((shoogi_format)i);
        shg_out_format(out, "<li><a href=\"/%s/%" PRId64 ".%s", url, id, word);
        put_key(out, "?", key);
        shg_out_format(out, "\" download>%s</a>: ", word);
        add_text(out, shg_text_in(in, shoogi_format_description((shoogi_format)i)));
        shg_out_text(out, "</li>\n");
    }
    shg_out_text(out, "</ul>\n");
}

static void add_board(shg_out *out, shg_language in, const shg_game_state *game, const char *url,
                      const char *latest, size_t items, shoogi_colour view)
{
    const size_t last = game->item_count;
    shg_out_format(out, "<figure><img class=\"board\" src=\"/game/%lld.svg?ply=%zu%s",
                   (long long)game->id, items, view == SHOOGI_WHITE ? "&amp;view=white" : "");
    add_key(out, "&amp;", game);
    shg_out_text(out, "\" alt=\"");
    shg_html_board_alt(out, in, items, latest);
    shg_out_text(out, "\">\n<figcaption>");
    if (items == 0)
        shg_out_text(out, shg_text_in(in, "Start position"));
    else
        shg_out_format(out, shg_text_in(in, "After move %zu of %zu: "), items, last);
    add_text(out, latest);
    char key[SHG_KEY_BYTES + 1];
    write_key(key, game);
    shg_out_text(out, "</figcaption></figure>\n");
    shg_html_steps(out, in, url, game->id, key, items, last);
}

static void add_words(shg_out *out, shg_language in, const shg_game_state *game, size_t items)
{
    shoogi_position *position = NULL;
    const shoogi_board_options look = { .style = SHOOGI_BOARD_WORDS,
                                        .translate = shg_word_translate,
                                        .context = &in };
    if (shg_game_position(&position, game, items) != SHOOGI_OK) {
        out->spent = true;
        return;
    }
    const size_t bytes = shoogi_board_write(NULL, 0, position, &look);
    char *text = malloc(bytes + 1);
    out->spent |= !text;
    if (text) {
        shoogi_board_write(text, bytes + 1, position, &look);
        shg_out_format(out, "<details><summary>%s</summary>\n<pre>",
                       shg_text_in(in, "The board in words"));
        shg_html_text(out, text, bytes);
        shg_out_text(out, "</pre></details>\n");
    }
    free(text);
    shoogi_position_free(position);
}

/* ---- a move ---- */

/* Adds the meaning of an answer to the question about a promotion. */
static void add_choice(shg_out *out, shg_language in, const char *choice, size_t bytes, bool first)
{
    const bool no = bytes == 1 && (*choice == 'n' || *choice == '=');
    const bool yes = bytes == 1 && *choice == 'y';
    shg_out_text(out, "<label><input type=\"radio\" name=\"answer\" value=\"");
    shg_html_text(out, choice, bytes);
    shg_out_format(out, "\"%s> ", first ? " checked" : "");
    if (yes || no)
        shg_out_text(out, yes ? shg_text_in(in, "Promote") : shg_text_in(in, "Do not promote"));
    else
        shg_out_format(out, shg_text_in(in, "Promote to %.*s"), (int)bytes, choice);
    shg_out_text(out, "</label>\n");
}

static void add_question(shg_out *out, shg_language in, const char *question)
{
    const char *at = strchr(question, '<'), *end = at ? strchr(at, '>') : NULL;
    if (!end)
        return;
    shg_out_format(out, "<fieldset><legend>%s</legend>\n", shg_text_in(in, "Promote?"));
    for (bool first = true; at < end; first = false) {
        const size_t bytes = strcspn(at + 1, ",>");
        add_choice(out, in, at + 1, bytes, first);
        at += bytes + 1;
    }
    shg_out_text(out, "</fieldset>\n");
}

static void add_form(shg_out *out, shg_language in, const shg_game_state *game,
                     const shg_move_form *form)
{
    const bool asks = form->question[0] != '\0', fault = form->fault[0] && !asks;
    shg_out_format(out,
                   "<form method=\"post\" action=\"/games/%lld/move\">\n<input type=\"hidden\" "
                   "name=\"known\" value=\"%lld\">\n",
                   (long long)game->id, (long long)game->events);
    if (fault) {
        shg_out_text(out, "<p class=\"fault\" id=\"fault\" role=\"alert\">");
        add_clean(out, form->fault);
        shg_out_text(out, "</p>\n");
    }
    shg_out_format(out, "<label>%s <input name=\"move\" autocomplete=\"off\" required value=\"",
                   shg_text_in(in, "Your move"));
    add_text(out, form->typed);
    shg_out_format(out, "\"%s%s%s></label>\n", asks ? " readonly" : "",
                   asks || fault ? " autofocus" : "",
                   fault ? " aria-invalid=\"true\" aria-describedby=\"fault\"" : "");
    if (asks)
        add_question(out, in, form->question);
    shg_out_format(out, "<button>%s</button>\n<a href=\"/help/notation\">%s</a>\n</form>\n",
                   shg_text_in(in, "Move"), shg_text_in(in, "How to write moves"));
}

/* ---- the game ---- */

static void add_title(shg_out *out, shg_language in, const shg_game_state *game, const char *rules)
{
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, game->created_ms);
    shg_out_text(out, "<h1>");
    shg_out_format(out, shg_text_in(in, "Game %" PRId64), game->id);
    shg_out_format(out, "</h1>\n<dl>\n<dt>%s</dt><dd>", shg_text_in(in, "Rules"));
    add_text(out, rules);
    for (int colour = 0; colour < 2; colour++) {
        shg_out_format(out, "</dd>\n<dt>%s</dt><dd>", shg_colour_in(in, colour));
        shg_html_player(out, in, game->name[colour]);
    }
    shg_out_format(out, "</dd>\n<dt>%s</dt><dd>%s UTC</dd>\n", shg_text_in(in, "Begun"), at);
    if (game->comment[0]) {
        shg_out_format(out, "<dt>%s</dt><dd>", shg_text_in(in, "Comment"));
        add_clean(out, game->comment);
        shg_out_text(out, "</dd>\n");
    }
    shg_out_text(out, "</dl>\n");
}

static void add_clocks(shg_out *out, shg_language in, const shg_game_state *game, int64_t now_ms)
{
    if (!game->time || shg_game_over(game))
        return;
    char text[1000];
    shg_out buffer = shg_out_make(text, sizeof text);
    shg_clocks_describe(&buffer, &game->time->clock, now_ms, true, in);
    shg_out_text(out, "<p class=\"clocks\">");
    add_text(out, text);
    shg_out_text(out, "</p>\n");
}

static void add_state(shg_out *out, shg_language in, const shg_game_state *game)
{
    char text[SHG_GAME_RESULT_BYTES] = "";
    shg_out buffer = shg_out_make(text, sizeof text);
    shg_game_result_write(&buffer, game, in);
    shg_out_text(out, "<p class=\"state\">");
    if (shg_game_over(game))
        add_text(out, text);
    else
        shg_out_format(out, shg_text_in(in, "%s to move."),
                       shg_colour_in(in, (int)shoogi_position_side(game->position)));
    shg_out_text(out, "</p>\n");
}

static void add_downloads(shg_out *out, shg_language in, const shg_game_state *game,
                          const char *site)
{
    char key[SHG_KEY_BYTES + 1];
    write_key(key, game);
    shg_out_format(out, "<h2>%s</h2>\n", shg_text_in(in, "Record"));
    shg_html_formats(out, in, "games", game->id, key);
    shg_out_format(out, "<h2>%s</h2>\n<pre>&lt;iframe src=&quot;",
                   shg_text_in(in, "Embed this game"));
    add_text(out, site);
    shg_out_format(out, "/embed/%lld", (long long)game->id);
    add_key(out, "?", game);
    shg_out_format(out,
                   "&quot; title=&quot;Game %lld&quot; width=&quot;480&quot; "
                   "height=&quot;560&quot;&gt;&lt;/iframe&gt;</pre>\n",
                   (long long)game->id);
}

static const char *latest_of(const move_texts *texts, size_t items)
{
    return items > 0 ? texts->text.bytes + texts->start[items - 1] : "";
}

void shg_game_html(shg_out *out, shg_reader reader, const shg_game_state *game, const char *rules,
                   size_t items, int64_t now_ms, const shg_move_form *form, shoogi_colour view,
                   const char *site)
{
    move_texts texts;
    const shg_language in = reader.language;
    if (items > game->item_count)
        items = game->item_count;
    if (find_texts(&texts, game, reader)) {
        add_title(out, in, game, rules);
        add_state(out, in, game);
        add_clocks(out, in, game, now_ms);
        add_board(out, in, game, "games", latest_of(&texts, items), items, view);
        add_comments(out, in, game, items);
        if (form)
            add_form(out, in, game, form);
        add_words(out, in, game, items);
        add_moves(out, in, game, &texts, items);
        add_downloads(out, in, game, site);
    } else {
        out->spent = true;
    }
    fini_texts(&texts);
}

void shg_game_html_embedded(shg_out *out, shg_reader reader, const shg_game_state *game,
                            size_t items)
{
    move_texts texts;
    const shg_language in = reader.language;
    char players[SHG_GAME_PLAYERS_BYTES];
    shg_out buffer = shg_out_make(players, sizeof players);
    if (items > game->item_count)
        items = game->item_count;
    if (find_texts(&texts, game, reader)) {
        shg_game_players_write(&buffer, game, -1, in);
        shg_out_format(out, "<h1><a href=\"/games/%lld?ply=%zu", (long long)game->id, items);
        add_key(out, "&amp;", game);
        shg_out_text(out, "\" target=\"_blank\">");
        add_text(out, players);
        shg_out_text(out, "</a></h1>\n");
        add_board(out, in, game, "embed", latest_of(&texts, items), items, SHOOGI_BLACK);
        add_state(out, in, game);
    } else {
        out->spent = true;
    }
    fini_texts(&texts);
}

/* ---- lists ---- */

/* "Black to move", "Black has won: checkmate, rated": the state of a game, from its row. */
static void add_row_state(shg_out *out, shg_language in, const shg_game *row)
{
    char text[SHG_GAME_RESULT_BYTES];
    shg_out buffer = shg_out_make(text, sizeof text);
    const bool black = strcmp(row->outcome, "black") == 0;
    const char *reason = shg_text_in(in, row->reason);
    if (!row->outcome[0])
        shg_out_format(&buffer, shg_text_in(in, "%s to move"),
                       shg_colour_in(in, shg_game_row_side(row)));
    else if (black || strcmp(row->outcome, "white") == 0)
        shg_out_format(&buffer, shg_text_in(in, "%s won: %s"), shg_colour_in(in, !black), reason);
    else if (strcmp(row->outcome, "draw") == 0)
        shg_out_format(&buffer, shg_text_in(in, "drawn: %s"), reason);
    else
        shg_out_format(&buffer, shg_text_in(in, "no result: %s"), reason);
    if (row->rated)
        shg_out_text(&buffer, shg_text_in(in, ", rated"));
    add_text(out, text);
}

void shg_html_table(shg_out *out, shg_language in, const char *caption, const char *const *names,
                    size_t count)
{
    shg_out_text(out, "<table>\n");
    if (caption) {
        shg_out_text(out, "<caption>");
        add_text(out, shg_text_in(in, caption));
        shg_out_text(out, "</caption>\n");
    }
    shg_out_text(out, "<thead><tr>");
    for (size_t i = 0; i < count; i++)
        shg_out_format(out, "<th scope=\"col\">%s</th>", shg_text_in(in, names[i]));
    shg_out_text(out, "</tr></thead>\n<tbody>\n");
}

void shg_html_at_move(shg_out *out, shg_language in, int64_t id, int64_t at)
{
    if (at >= 0) {
        shg_out_format(out, "?ply=%" PRId64 "\">", at);
        shg_out_format(out, shg_text_in(in, "%" PRId64 ", move %" PRId64), id, at);
    } else {
        shg_out_format(out, "\">%" PRId64, id);
    }
}

void shg_games_html_begin(shg_out *out, shg_language in, const char *caption)
{
    static const char *const names[] = { SHG_TEXT("Game"),  SHG_TEXT("Rules"), SHG_TEXT("Black"),
                                         SHG_TEXT("White"), SHG_TEXT("Moves"), SHG_TEXT("Begun"),
                                         SHG_TEXT("State") };
    shg_html_table(out, in, caption, names, sizeof names / sizeof names[0]);
}

void shg_games_html_row(shg_out *out, shg_language in, const shg_game *row, int64_t at)
{
    char began[SHG_TIME_TEXT_BYTES];
    shg_time_write(began, row->created_ms);
    shg_out_format(out, "<tr><td><a href=\"/games/%lld", (long long)row->id);
    shg_html_at_move(out, in, row->id, at);
    shg_out_text(out, "</a></td><td>");
    add_text(out, row->variant);
    for (int colour = 0; colour < 2; colour++) {
        shg_out_text(out, "</td><td>");
        shg_html_player(out, in, shg_game_row_name(row, colour));
    }
    shg_out_format(out, "</td><td>%lld</td><td>%s</td><td>", (long long)row->moves, began);
    add_row_state(out, in, row);
    shg_out_text(out, "</td></tr>\n");
}

void shg_games_html_end(shg_out *out)
{
    shg_out_text(out, "</tbody>\n</table>\n");
}
