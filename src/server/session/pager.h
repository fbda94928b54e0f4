/* pager.h: long lists, shown a screenful at a time or, with -n, as fast as the client reads. */
#ifndef SHG_SERVER_SESSION_PAGER_H
#define SHG_SERVER_SESSION_PAGER_H

#include "server/loop/text_buffer.h"
#include "server/session/session.h"

/* The functions of a list. list: the caller's own data. */
typedef struct shg_pages {
    const char *prompt; /* "--More-- <y,q> " */
    /* True while there are more entries. */
    bool (*more)(void *list);
    /* Adds the next entry: one or more lines, each ending in LF. */
    void (*next)(shg_text_buffer *out, void *list);
    /* Handles a key other than y, space, Enter, q and n; returns false if it has no meaning.
     * NULL: no other keys. */
    bool (*key)(shg_session *session, void *list, char key);
    /* Frees the list, when it is finished or abandoned. */
    void (*end)(shg_session *session, void *list);
} shg_pages;

/* Shows a list. list: taken, in any case. */
void shg_page(shg_session *session, const shg_pages *pages, void *list, bool nonstop);

/* Shows a text whose lines end in LF, as fast as the client reads. text: copied. */
void shg_page_text(shg_session *session, const char *text, size_t text_bytes);

#endif
