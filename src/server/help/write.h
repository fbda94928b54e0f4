/* write.h: a page of help as lines for a terminal, as Markdown, as HTML. */
#ifndef SHG_SERVER_HELP_WRITE_H
#define SHG_SERVER_HELP_WRITE_H

#include "base/text.h"
#include "server/help/topics.h"

/* Lines of at most 79 columns, in UTF-8, each ending in LF. */
void shg_help_write_terminal(shg_out *out, const shg_help_page *page);

/* The board of a game at its start as the page is to tell it, in letters of at most so many columns (0: all of it) or in
 * words. */
void shg_help_write_setup(shg_out *out, const shg_help_page *page, const shoogi_variant *variant,
                          unsigned columns);

/* GitHub's Markdown.  A topic of level 1 is the title; links lead to "CHAPTER.md#TOPIC".  games: where links to games lead
 * instead, in a folder without their pages; NULL: as all links. */
void shg_help_write_markdown(shg_out *out, const shg_help_page *page, const shg_help *help,
                             const char *games);

/* What stands in the <main> of a page, in HTML 5.  Links lead to "/help/TOPIC", boards are "/help/board/GAME.svg". */
void shg_help_write_html(shg_out *out, const shg_help_page *page, const shg_help *help);

/* A text as it may stand in HTML, also within quotes. */
void shg_html_text(shg_out *out, const char *text, size_t text_bytes);

/* What the signs of diagrams in letters mean, in a language. */
const char *shg_help_legend(shg_language language);

/* The first column of a group of terms or the widths of a table are those of its widest cell. */
enum { SHG_HELP_COLUMNS_MAX = 8 };

/* The cell of a row, by index from 0; false if it has no more. */
bool shg_help_cell(const char **cell, size_t *cell_bytes, const char *row, size_t index);

/* How many blocks of the same form stand together, beginning with this one. */
size_t shg_help_run(const shg_help_page *page, size_t first);

#endif
