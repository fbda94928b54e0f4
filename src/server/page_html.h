/* page_html.h: what stands around the contents of a page that reads without a script.
 *
 * It is the page of web/ itself: what is written stands in its root element, and where scripts run they take its
 * place.  Without that page it has a plain frame. */
#ifndef SHG_SERVER_PAGE_HTML_H
#define SHG_SERVER_PAGE_HTML_H

#include "server/web_files.h"
#include "server/web_page.h"

/* Begins a page: all up to within its <main>.  files: may be NULL.  with_form: it has one, which comes back to us. */
void shg_page_begin(shg_web_page *page, const shg_web_files *files, const char *title,
                    bool with_form);
/* Ends it. */
void shg_page_end(shg_web_page *page, const shg_web_files *files);

/* What the page of web/ may load. */
extern const char shg_page_allows[];

/* The style of what is read without a script: served as /reading.css. */
extern const char shg_page_style[];

#endif
