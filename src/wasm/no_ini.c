/* no_ini.c: for the modules that do not read variants.ini; the reader is a seventh of the bytes of libshoogi.wasm.  A text with
 * a name in brackets is a definition with a fault there. */
#include "core/definition/ini.h"

bool shg_ini_is(const char *text, size_t text_bytes)
{
    (void)text;
    (void)text_bytes;
    return false;
}

shoogi_status shg_ini_definition(shg_source *out, shg_span *title, shg_arena *arena,
                                 const char *name, shg_faults *faults)
{
    (void)out;
    (void)title;
    (void)arena;
    (void)name;
    (void)faults;
    return SHOOGI_NOT_FOUND; /* never called: no text is one */
}
