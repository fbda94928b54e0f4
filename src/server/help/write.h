/* write.h: a page of help as lines for a terminal, as Markdown, as HTML. */
#ifndef SHG_SERVER_HELP_WRITE_H
#define SHG_SERVER_HELP_WRITE_H

#include "base/text.h"
#include "server/help/topics.h"

/* Lines of at most 79 columns, in UTF-8, each ending in LF. */
void shg_help_write_terminal(shg_out *out, const shg_help_page *page);

/* Writes the board of a game at its start: in letters, in at most this many columns (0: the whole board), or in words if
 * the page is in words. */
void shg_help_write_setup(shg_out *out, const shg_help_page *page, const shoogi_variant *variant,
                          unsigned columns);

/* GitHub's Markdown.  A topic of level 1 is the title; links lead to "CHAPTER.md#TOPIC".  games: the target of links to
 * games, for a folder without their pages; NULL: like all links. */
void shg_help_write_markdown(shg_out *out, const shg_help_page *page, const shg_help *help,
                             const char *games);

/* The content of the <main> of a page, in HTML 5.  Links lead to "/help/TOPIC", boards are "/help/board/GAME.svg". */
void shg_help_write_html(shg_out *out, const shg_help_page *page, const shg_help *help);

/* Writes a text escaped for HTML, also within quotes. */
void shg_html_text(shg_out *out, const char *text, size_t text_bytes);

/* The explanation of diagrams in letters, in a language. */
const char *shg_help_legend(shg_language language);

/* The columns of a table and of a list of terms are as wide as their widest cell. */
enum { SHG_HELP_COLUMNS_MAX = 8 };

/* Finds a cell of a row by index from 0; false if the row has fewer. */
bool shg_help_cell(const char **cell, size_t *cell_bytes, const char *row, size_t index);

/* The number of consecutive blocks of the same form, from this one on. */
size_t shg_help_run(const shg_help_page *page, size_t first);

#endif
