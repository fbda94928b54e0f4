/* told.h: what a definition tells about its game besides the rules: history, disputed rules, sources. */
#ifndef SHG_HELP_TOLD_H
#define SHG_HELP_TOLD_H

#include "help/page.h"

/* A sentence that names the other schools of the game, if disputes tell of any.  game: its own name. */
void shg_help_add_schools(shg_help_page *page, const char *game, const shoogi_variant *variant);

/* Each with its heading, and nothing where the definition tells nothing. */
void shg_help_add_history(shg_help_page *page, const shoogi_variant *variant);
void shg_help_add_disputes(shg_help_page *page, const char *game, const shoogi_variant *variant);
void shg_help_add_sources(shg_help_page *page, const shoogi_variant *variant);

#endif
