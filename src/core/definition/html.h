/* html.h: finds the diagram in a saved page.
 *
 * The definition is the first element of class "idiagram"; or, in plain text and in a page saved after its script
 * ran, the first part of the text that looks like a definition. */
#ifndef SHG_CORE_DEFINITION_HTML_H
#define SHG_CORE_DEFINITION_HTML_H

#include "base/arena.h"
#include "core/definition/faults.h"

/* page: page_bytes of any content, borrowed as long as *out is in use.  Returns OK and *out filled, borrowing from
 * arena, with the definition (character references such as &amp; resolved, lines broken at <br>) and the place of
 * each byte in the page.  NOT_FOUND: no definition; LIMIT_EXCEEDED: longer than SHOOGI_DEFINITION_BYTES_MAX;
 * NO_MEMORY. Time: linear in page_bytes. */
shoogi_status shg_page_diagram(shg_source *out, shg_arena *arena, const char *page,
                               size_t page_bytes);

#endif
