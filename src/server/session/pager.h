/* pager.h: long lists, a screenful at a time or, with -n, as fast as they are read. */
#ifndef SHG_SERVER_SESSION_PAGER_H
#define SHG_SERVER_SESSION_PAGER_H

#include "server/loop/text_buffer.h"
#include "server/session/session.h"

/* What is listed.  list is the caller's own. */
typedef struct shg_pages {
    const char *prompt; /* "--More-- <y,q> " */
    /* True while there is more to list. */
    bool (*more)(void *list);
    /* Adds the next entry: one line or a few, each ending in LF. */
    void (*next)(shg_text_buffer *out, void *list);
    /* Any other key than y, blank, Enter, q and n; false if it means nothing.  NULL: none does. */
    bool (*key)(shg_session *session, void *list, char key);
    /* The end, reached or not: frees the list. */
    void (*end)(shg_session *session, void *list);
} shg_pages;

/* Lists.  list: taken, in any case. */
void shg_page(shg_session *session, const shg_pages *pages, void *list, bool nonstop);

/* Lists a text, whose lines end in LF, as fast as it is read.  text: copied. */
void shg_page_text(shg_session *session, const char *text, size_t text_bytes);

#endif
