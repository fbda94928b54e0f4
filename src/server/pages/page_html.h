/* page_html.h: the frame of a page that can be read without a script.
 *
 * It is the page of web/: the contents are in its root element, and scripts, where they run,
 * replace them. Without that page there is a plain frame. */
#ifndef SHG_SERVER_PAGES_PAGE_HTML_H
#define SHG_SERVER_PAGES_PAGE_HTML_H

#include "server/doors/web_files.h"
#include "server/doors/web_exchange.h"
#include "server/doors/web_page.h"

/* Begins a page in page->language, up to the start of its <main>. files: may be NULL. with_form:
 * it has a form that is submitted to us. */
void shg_page_begin(shg_web_page *page, const shg_web_files *files, const char *title,
                    bool with_form);
/* Ends it. */
void shg_page_end(shg_web_page *page, const shg_web_files *files);

/* Writes a refusal in the frame of the site, with a link if the path is that of a game but for a letter; see
 * shg_web_routes. */
void shg_refusal_page(shg_web_page *page, const shg_server *server, const char *path,
                      size_t path_bytes, const char *sentence);

/* Writes a text escaped. */
void shg_html_string(shg_out *out, const char *text);

/* Writes the beginning of an <img> with the picture of a position, up to its text for those who do not see it, which the
 * caller ends with "\">". variant: a game, or "@3". */
void shg_html_position_begin(shg_out *out, const char *variant, const char *sfen);

/* Writes a link to a player. */
void shg_html_player(shg_out *out, shg_language in, const char *name);

/* Writes an error message; nothing for "". */
void shg_html_fault(shg_out *out, const char *fault);

/* A field of a form, and one choice of a <select>; chosen: the value selected. A value may be a
 * user's text; everything else is ours. */
void shg_html_field(shg_out *out, const char *label, const char *name, const char *value,
                    const char *hint);
void shg_html_choice(shg_out *out, const char *value, const char *words, const char *chosen);

/* The Content-Security-Policy directives of the page of web/. */
extern const char shg_page_allows[];

/* The style of pages without scripts: served as /reading.css. */
extern const char shg_page_style[];

#endif
