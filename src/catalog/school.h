/* school.h: games and their schools, which their names tell apart: chu-jcsa is a school of chu. */
#ifndef SHG_CATALOG_SCHOOL_H
#define SHG_CATALOG_SCHOOL_H

#include <stdbool.h>
#include <string.h>

/* The name begins with that of the game and a hyphen. */
static inline bool shg_is_named_after(const char *name, const char *game)
{
    const size_t bytes = strlen(game);
    return strncmp(name, game, bytes) == 0 && name[bytes] == '-';
}

#endif
