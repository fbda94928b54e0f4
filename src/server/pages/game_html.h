/* game_html.h: games as HTML without scripts: a game with its board and moves, lists of games,
 * challenges.
 *
 * in: the language. The output is for the <main> of a page. All texts are escaped, whoever wrote
 * them. */
#ifndef SHG_SERVER_PAGES_GAME_HTML_H
#define SHG_SERVER_PAGES_GAME_HTML_H

#include "server/game/game.h"

/* How a page speaks to its reader. */
typedef struct shg_reader {
    shg_language language;
    shoogi_notation notation; /* of moves */
} shg_reader;

/* A form for the player to move. Absent texts are "". */
typedef struct shg_move_form {
    const char *typed;    /* the text of the last try */
    const char *fault;    /* why it was refused */
    const char *question; /* the question left open: "Promote? <y,n>" */
} shg_move_form;

/* A game with the board after a number of items of its list of moves; beyond their count: all.
 * form: NULL for none. rules: the title of its rules in that language; view: the side at the
 * bottom; site: "https://example.org", the address by which others reach us. Cost: that of
 * undoing all moves. */
void shg_game_html(shg_out *out, shg_reader reader, const shg_game_state *game, const char *rules,
                   size_t items, int64_t now_ms, const shg_move_form *form, shoogi_colour view,
                   const char *site);

/* The board alone with links to step through the game, for embedding in another site's page. */
void shg_game_html_embedded(shg_out *out, shg_reader reader, const shg_game_state *game,
                            size_t items);

/* The position after a number of items. Returns OK and *out owned (shoogi_position_free), which
 * the game's rules must outlive; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_position(shoogi_position **out, const shg_game_state *game,
                                               size_t items);

/* A table of games: begin, a row each, end. A number from 0 on is the move at which the searched
 * position occurs; -1: no position was searched. */
void shg_games_html_begin(shg_out *out, shg_language in, const char *caption);
void shg_games_html_row(shg_out *out, shg_language in, const shg_game *row, int64_t at);
void shg_games_html_end(shg_out *out);

/* ---- shared with pages of records ---- */

/* The beginning of a table: names of columns, and a caption or NULL, which are translated. */
void shg_html_table(shg_out *out, shg_language in, const char *caption, const char *const *names,
                    size_t count);
/* The end of a link to a game or record and its words, "?ply=7">12, move 7". at: -1: without a
 * move. */
void shg_html_at_move(shg_out *out, shg_language in, int64_t id, int64_t at);
/* The alternative text of a board; latest: the move that led to it. */
void shg_html_board_alt(shg_out *out, shg_language in, size_t items, const char *latest);
/* Links to the moves around the shown one, "/games/12?ply=7", and to the files, "/games/12.kif".
 * key: of a protected game, else "". */
void shg_html_steps(shg_out *out, shg_language in, const char *url, int64_t id, const char *key,
                    size_t items, size_t last);
void shg_html_formats(shg_out *out, shg_language in, const char *url, int64_t id, const char *key);

#endif
