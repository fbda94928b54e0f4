/* school.h: games and their schools, which their names tell apart: chu-jcsa is a school of chu. */
#ifndef SHG_SERVER_SCHOOL_H
#define SHG_SERVER_SCHOOL_H

#include "shoogi/catalog.h"

/* The place of the game that entries[at] is a school of: the longest name that its own begins with, up to a hyphen.  at
 * if there is none, and if it has schools itself: dai-dai is no school of dai. */
size_t shg_game_of_school(const shoogi_catalog_entry *const *entries, size_t entries_count,
                          size_t at);

#endif
