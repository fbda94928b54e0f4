#include "server/game_html.h"

#include "server/clock_text.h"
#include "server/help_write.h"
#include "server/privacy.h"
#include "server/text_buffer.h"
#include "server/time_text.h"
#include "shoogi/record.h"

#include <stdlib.h>
#include <string.h>

static void add_text(shg_out *out, const char *text)
{
    shg_html_text(out, text, strlen(text));
}

/* A text from outside, on one line and without what could reorder it. */
static void add_clean(shg_out *out, const char *text)
{
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, text, strlen(text), strlen(text));
    if (clean.length > 0)
        shg_html_text(out, clean.bytes, clean.length);
    out->spent |= clean.failed;
    shg_text_fini(&clean);
}

/* Of a protected game every address has its key: whoever reads this may see it, and so may whom he sends there.
 * before: "?" or "&amp;". */
static void add_key(shg_out *out, const char *before, const shg_game_state *game)
{
    char key[SHG_KEY_BYTES + 1] = "";
    shg_out text = shg_out_make(key, sizeof key);
    shg_key_write(&text, game->options, game->id);
    if (key[0])
        shg_out_format(out, "%skey=%s", before, key);
}

/* ---- the moves ---- */

/* The items as the list of moves has them, found from the last one back. */
typedef struct move_texts {
    shg_out text;  /* one behind the other, each with its NUL */
    size_t *start; /* of each in the text */
} move_texts;

static void fini_texts(move_texts *t)
{
    free(t->text.bytes);
    free(t->start);
}

static bool find_texts(move_texts *t, const shg_game_state *game)
{
    shoogi_position *position = NULL;
    *t = (move_texts){ .text = shg_out_growing(),
                       .start = calloc(game->items_count + 1, sizeof *t->start) };
    if (!t->start || shoogi_position_copy(&position, game->position) != SHOOGI_OK)
        return false;
    for (size_t i = game->items_count; i > 0; i--) {
        if (game->items[i - 1].kind == SHG_ITEM_MOVE)
            shoogi_position_undo(position);
        t->start[i - 1] = t->text.length;
        shg_game_item_write(&t->text, game, i - 1, position, SHG_ENGLISH);
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
    for (size_t i = game->items_count; i > items; i--)
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

/* What players said about an entry of the list of moves, counted from 1; 0: before the first. */
static void add_comments(shg_out *out, const shg_game_state *game, size_t item)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &game->comments, item);
    for (size_t i = 0; i < count; i++) {
        shg_out_text(out, "<p class=\"said\">");
        add_text(out, game->name[about[i].colour]);
        shg_out_text(out, ": ");
        add_clean(out, about[i].text);
        shg_out_text(out, "</p>\n");
    }
}

static void add_moves(shg_out *out, const shg_game_state *game, const move_texts *texts,
                      size_t items)
{
    shg_out_text(out, "<h2>Moves</h2>\n");
    if (game->items_count == 0) {
        shg_out_text(out, "<p>None has been made.</p>\n");
        return;
    }
    shg_out_text(out, "<ol class=\"moves\">\n");
    for (size_t i = 0; i < game->items_count; i++) {
        shg_out_format(out, "<li><a href=\"/games/%lld?ply=%zu", (long long)game->id, i + 1);
        add_key(out, "&amp;", game);
        shg_out_format(out, "\"%s>", i + 1 == items ? " aria-current=\"true\"" : "");
        add_text(out, texts->text.bytes + texts->start[i]);
        shg_out_text(out, "</a>");
        if (stands_on_board(&game->items[i]))
            add_think_time(out, game->items[i].think_ms);
        add_comments(out, game, i + 1);
        shg_out_text(out, "</li>\n");
    }
    shg_out_text(out, "</ol>\n");
}

/* ---- the board ---- */

static void add_step(shg_out *out, const char *url, const shg_game_state *game, size_t ply,
                     const char *words, bool there)
{
    if (!there) {
        shg_out_format(out, "<span>%s</span>\n", words);
        return;
    }
    shg_out_format(out, "<a href=\"/%s/%lld?ply=%zu", url, (long long)game->id, ply);
    add_key(out, "&amp;", game);
    shg_out_format(out, "\">%s</a>\n", words);
}

static void add_board(shg_out *out, const shg_game_state *game, const char *url, const char *latest,
                      size_t items, shoogi_colour view)
{
    const size_t last = game->items_count;
    shg_out_format(out, "<figure><img class=\"board\" src=\"/game/%lld.svg?ply=%zu%s",
                   (long long)game->id, items, view == SHOOGI_WHITE ? "&amp;view=white" : "");
    add_key(out, "&amp;", game);
    shg_out_text(out, "\" alt=\"");
    shg_out_format(out,
                   items == 0 ? "The board at the start" : "The board after move %zu: ", items);
    add_text(out, latest);
    shg_out_text(out, "\">\n<figcaption>");
    if (items == 0)
        shg_out_text(out, "At the start");
    else
        shg_out_format(out, "After move %zu of %zu: ", items, last);
    add_text(out, latest);
    shg_out_text(out, "</figcaption></figure>\n<nav class=\"steps\" aria-label=\"Moves\">\n");
    add_step(out, url, game, 0, "Start", items > 0);
    add_step(out, url, game, items > 0 ? items - 1 : 0, "Back", items > 0);
    add_step(out, url, game, items + 1, "On", items < last);
    add_step(out, url, game, last, "Last", items < last);
    shg_out_text(out, "</nav>\n");
}

static void add_words(shg_out *out, const shg_game_state *game, size_t items)
{
    shoogi_position *position = NULL;
    const shoogi_board_look look = { .style = SHOOGI_BOARD_WORDS };
    if (shg_game_position(&position, game, items) != SHOOGI_OK) {
        out->spent = true;
        return;
    }
    const size_t bytes = shoogi_board_write(NULL, 0, position, &look);
    char *text = malloc(bytes + 1);
    out->spent |= !text;
    if (text) {
        shoogi_board_write(text, bytes + 1, position, &look);
        shg_out_text(out, "<details><summary>The board in words</summary>\n<pre>");
        shg_html_text(out, text, bytes);
        shg_out_text(out, "</pre></details>\n");
    }
    free(text);
    shoogi_position_free(position);
}

/* ---- a move ---- */

/* What an answer to the question about a promotion means. */
static void add_choice(shg_out *out, const char *choice, size_t bytes, bool first)
{
    const bool no = bytes == 1 && (*choice == 'n' || *choice == '=');
    const bool yes = bytes == 1 && *choice == 'y';
    shg_out_text(out, "<label><input type=\"radio\" name=\"answer\" value=\"");
    shg_html_text(out, choice, bytes);
    shg_out_format(out, "\"%s> %s", first ? " checked" : "",
                   no    ? "Do not promote"
                   : yes ? "Promote"
                         : "Promote to ");
    if (!yes && !no)
        shg_html_text(out, choice, bytes);
    shg_out_text(out, "</label>\n");
}

static void add_question(shg_out *out, const char *question)
{
    const char *at = strchr(question, '<'), *end = at ? strchr(at, '>') : NULL;
    if (!end)
        return;
    shg_out_text(out, "<fieldset><legend>Promote?</legend>\n");
    for (bool first = true; at < end; first = false) {
        const size_t bytes = strcspn(at + 1, ",>");
        add_choice(out, at + 1, bytes, first);
        at += bytes + 1;
    }
    shg_out_text(out, "</fieldset>\n");
}

static void add_form(shg_out *out, const shg_game_state *game, const shg_move_form *form)
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
    shg_out_text(out,
                 "<label>Your move <input name=\"move\" autocomplete=\"off\" required value=\"");
    add_text(out, form->typed);
    shg_out_format(out, "\"%s%s%s></label>\n", asks ? " readonly" : "",
                   asks || fault ? " autofocus" : "",
                   fault ? " aria-invalid=\"true\" aria-describedby=\"fault\"" : "");
    if (asks)
        add_question(out, form->question);
    shg_out_text(out,
                 "<button>Move</button>\n<a href=\"/help/notation\">How moves are written</a>\n"
                 "</form>\n");
}

/* ---- the game ---- */

static void add_player_link(shg_out *out, const char *name)
{
    shg_out_text(out, "<a href=\"/players/");
    add_text(out, name);
    shg_out_text(out, "\">");
    add_text(out, name);
    shg_out_text(out, "</a>");
}

static void add_title(shg_out *out, const shg_game_state *game)
{
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, game->created_ms);
    shg_out_format(out, "<h1>Game %lld</h1>\n<dl>\n<dt>Game</dt><dd>", (long long)game->id);
    add_text(out, game->variant_name);
    shg_out_text(out, "</dd>\n<dt>Black</dt><dd>");
    add_player_link(out, game->name[SHOOGI_BLACK]);
    shg_out_text(out, "</dd>\n<dt>White</dt><dd>");
    add_player_link(out, game->name[SHOOGI_WHITE]);
    shg_out_format(out, "</dd>\n<dt>Begun</dt><dd>%s UTC</dd>\n", at);
    if (game->comment[0]) {
        shg_out_text(out, "<dt>Comment</dt><dd>");
        add_clean(out, game->comment);
        shg_out_text(out, "</dd>\n");
    }
    shg_out_text(out, "</dl>\n");
}

static void add_clocks(shg_out *out, const shg_game_state *game, int64_t now_ms)
{
    if (!game->time || shg_game_over(game))
        return;
    char text[1000];
    shg_out told = shg_out_make(text, sizeof text);
    shg_clocks_tell(&told, &game->time->clock, now_ms, true, SHG_ENGLISH);
    shg_out_text(out, "<p class=\"clocks\">");
    add_text(out, text);
    shg_out_text(out, "</p>\n");
}

static void add_state(shg_out *out, const shg_game_state *game)
{
    char text[240] = "";
    shg_out told = shg_out_make(text, sizeof text);
    shg_game_result_write(&told, game, SHG_ENGLISH);
    shg_out_text(out, "<p class=\"state\">");
    if (shg_game_over(game))
        add_text(out, text);
    else
        shg_out_format(out, "%s to move.",
                       shg_colour_name((int)shoogi_position_side(game->position)));
    shg_out_text(out, "</p>\n");
}

static void add_downloads(shg_out *out, const shg_game_state *game, const char *site)
{
    shg_out_text(out, "<h2>Record</h2>\n<ul>\n");
    for (int i = 0; i < SHOOGI_FORMAT_COUNT; i++) {
        const char *word = shoogi_format_word((shoogi_format)i);
        shg_out_format(out, "<li><a href=\"/games/%lld.%s", (long long)game->id, word);
        add_key(out, "?", game);
        shg_out_format(out, "\" download>%s</a>: ", word);
        add_text(out, shoogi_format_text((shoogi_format)i));
        shg_out_text(out, "</li>\n");
    }
    shg_out_text(out, "</ul>\n<h2>On a page of yours</h2>\n<pre>&lt;iframe src=&quot;");
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

void shg_game_html(shg_out *out, const shg_game_state *game, size_t items, int64_t now_ms,
                   const shg_move_form *form, shoogi_colour view, const char *site)
{
    move_texts texts;
    if (items > game->items_count)
        items = game->items_count;
    if (find_texts(&texts, game)) {
        add_title(out, game);
        add_state(out, game);
        add_clocks(out, game, now_ms);
        add_board(out, game, "games", latest_of(&texts, items), items, view);
        add_comments(out, game, items);
        if (form)
            add_form(out, game, form);
        add_words(out, game, items);
        add_moves(out, game, &texts, items);
        add_downloads(out, game, site);
    } else {
        out->spent = true;
    }
    fini_texts(&texts);
}

void shg_game_html_embedded(shg_out *out, const shg_game_state *game, size_t items)
{
    move_texts texts;
    char players[SHG_GAME_PLAYERS_BYTES];
    shg_out told = shg_out_make(players, sizeof players);
    if (items > game->items_count)
        items = game->items_count;
    if (find_texts(&texts, game)) {
        shg_game_players_write(&told, game, SHG_ENGLISH);
        shg_out_format(out, "<h1><a href=\"/games/%lld?ply=%zu", (long long)game->id, items);
        add_key(out, "&amp;", game);
        shg_out_text(out, "\" target=\"_blank\">");
        add_text(out, players);
        shg_out_text(out, "</a></h1>\n");
        add_board(out, game, "embed", latest_of(&texts, items), items, SHOOGI_BLACK);
        add_state(out, game);
    } else {
        out->spent = true;
    }
    fini_texts(&texts);
}

/* ---- lists ---- */

void shg_game_html_state(shg_out *out, const shg_game *row)
{
    if (!row->outcome[0]) {
        shg_out_format(out, "%s to move", shg_colour_name(shg_game_row_side(row)));
        return;
    }
    const bool black = strcmp(row->outcome, "black") == 0;
    if (black || strcmp(row->outcome, "white") == 0)
        shg_out_format(out, "%s has won: ", shg_colour_name(!black));
    else
        shg_out_text(out, strcmp(row->outcome, "draw") == 0 ? "drawn: " : "no contest: ");
    add_text(out, row->reason);
}

void shg_games_html_begin(shg_out *out, const char *caption)
{
    shg_out_text(out, "<table>\n<caption>");
    add_text(out, caption);
    shg_out_text(out,
                 "</caption>\n<thead><tr><th scope=\"col\">Game</th><th scope=\"col\">Rules</th>"
                 "<th scope=\"col\">Black</th><th scope=\"col\">White</th>"
                 "<th scope=\"col\">Moves</th><th scope=\"col\">Begun</th>"
                 "<th scope=\"col\">State</th></tr></thead>\n<tbody>\n");
}

void shg_games_html_row(shg_out *out, const shg_game *row, int64_t at)
{
    char began[SHG_TIME_TEXT_BYTES];
    shg_time_write(began, row->created_ms);
    shg_out_format(out, "<tr><td><a href=\"/games/%lld", (long long)row->id);
    if (at >= 0)
        shg_out_format(out, "?ply=%lld\">%lld, move %lld", (long long)at, (long long)row->id,
                       (long long)at);
    else
        shg_out_format(out, "\">%lld", (long long)row->id);
    shg_out_text(out, "</a></td><td>");
    add_text(out, row->variant);
    for (int colour = 0; colour < 2; colour++) {
        shg_out_text(out, "</td><td>");
        add_player_link(out, shg_game_row_name(row, colour));
    }
    shg_out_format(out, "</td><td>%lld</td><td>%s</td><td>", (long long)row->moves, began);
    shg_game_html_state(out, row);
    shg_out_text(out, row->rated ? ", rated</td></tr>\n" : "</td></tr>\n");
}

void shg_games_html_end(shg_out *out)
{
    shg_out_text(out, "</tbody>\n</table>\n");
}
