/* ini.h: reads a game of variants.ini, Fairy-Stockfish's list of variants, as the text of a definition.
 *
 * The game is translated, so everything after the text is as for any definition.  Each byte of the translation has its
 * place in the file, as for a page.  Source: docs/variants-ini.md. */
#ifndef SHG_CORE_DEFINITION_INI_H
#define SHG_CORE_DEFINITION_INI_H

#include "base/arena.h"
#include "core/definition/faults.h"

/* The games of a file. */
enum { SHG_INI_GAMES_MAX = 1000 };

/* Whether the first line of a text that is not empty or a comment is a name in brackets. */
bool shg_ini_is(const char *text, size_t text_bytes);

/* Translates a game.  name: borrowed; NULL: the last one.  faults: its only source is the file; errors and warnings
 * are added.  Returns OK with *out filled, borrowing from the file and from arena, and *title, the name, a part of the
 * file; if errors were added both are useless.  NO_MEMORY.  Time: linear in the file. */
shoogi_status shg_ini_definition(shg_source *out, shg_span *title, shg_arena *arena,
                                 const char *name, shg_faults *faults);

#endif
