/* background.h: what a definition says about its game besides the rules: history, disputed rules, sources. */
#ifndef SHG_HELP_BACKGROUND_H
#define SHG_HELP_BACKGROUND_H

#include "help/page.h"

/* Adds a sentence that names the other rule sets of the game, if its disputes mention any.  game: its own name. */
void shg_help_add_rule_sets(shg_help_page *page, const char *game, const shoogi_variant *variant);

/* Each adds a section with its heading, or nothing if the definition has none. */
void shg_help_add_history(shg_help_page *page, const shoogi_variant *variant);
void shg_help_add_disputes(shg_help_page *page, const char *game, const shoogi_variant *variant);
void shg_help_add_sources(shg_help_page *page, const shoogi_variant *variant);

#endif
