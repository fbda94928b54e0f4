/* rule_set.h: tells by its name whether a definition is a rule set of a game: chu-jcsa is one of chu. */
#ifndef SHG_CATALOG_RULE_SET_H
#define SHG_CATALOG_RULE_SET_H

#include <stdbool.h>
#include <string.h>

/* Whether the name begins with that of the game and a hyphen. */
static inline bool shg_is_rule_set_of(const char *name, const char *game)
{
    const size_t bytes = strlen(game);
    return strncmp(name, game, bytes) == 0 && name[bytes] == '-';
}

#endif
