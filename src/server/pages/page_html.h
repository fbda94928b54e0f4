/* page_html.h: what stands around the contents of a page that reads without a script.
 *
 * It is the page of web/ itself: what is written stands in its root element, and where scripts run they take its
 * place.  Without that page it has a plain frame. */
#ifndef SHG_SERVER_PAGES_PAGE_HTML_H
#define SHG_SERVER_PAGES_PAGE_HTML_H

#include "server/doors/web_files.h"
#include "server/doors/web_page.h"

/* Begins a page in page->language: all up to within its <main>.  files: may be NULL.  with_form: it has one, which comes back to us. */
void shg_page_begin(shg_web_page *page, const shg_web_files *files, const char *title,
                    bool with_form);
/* Ends it. */
void shg_page_end(shg_web_page *page, const shg_web_files *files);

/* A text that is no markup, encoded. */
void shg_html_string(shg_out *out, const char *text);

/* What is wrong with what was asked; nothing for "". */
void shg_html_fault(shg_out *out, const char *fault);

/* A field of a form, and one choice of a <select>; chosen: the value of the one that is.  A value is anybody's text, all
 * else is ours. */
void shg_html_field(shg_out *out, const char *label, const char *name, const char *value,
                    const char *hint);
void shg_html_choice(shg_out *out, const char *value, const char *words, const char *chosen);

/* What the page of web/ may load. */
extern const char shg_page_allows[];

/* The style of what is read without a script: served as /reading.css. */
extern const char shg_page_style[];

#endif
