/* html.h: finds the diagram in a saved page.
 *
 * The definition is what stands in the first element of the class "idiagram"; or, in a page that was saved as
 * its script had left it and in plain text, the first stretch of the text that reads like one. */
#ifndef SHG_CORE_DEFINITION_HTML_H
#define SHG_CORE_DEFINITION_HTML_H

#include "base/arena.h"
#include "core/definition/faults.h"

/* page: page_bytes of anything, borrowed as long as *out is in use.  Returns OK and *out filled, borrowing from
 * arena: the definition with references such as &amp; resolved and lines cut at <br>, and where each byte
 * of it stands in the page.  NOT_FOUND if there is none, LIMIT_EXCEEDED if it is longer than
 * SHOOGI_DEFINITION_BYTES_MAX, NO_MEMORY.  Time: linear in page_bytes. */
shoogi_status shg_page_diagram(shg_source *out, shg_arena *arena, const char *page,
                               size_t page_bytes);

#endif
