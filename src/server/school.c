#include "server/school.h"

#include <string.h>

static bool begins_with(const char *name, const char *game)
{
    const size_t bytes = strlen(game);
    return strncmp(name, game, bytes) == 0 && name[bytes] == '-';
}

size_t shg_game_of_school(const shoogi_catalog_entry *const *entries, size_t entries_count,
                          size_t at)
{
    size_t game = at;
    for (size_t i = 0; i < entries_count; i++) {
        if (begins_with(entries[i]->name, entries[at]->name))
            return at;
        if (begins_with(entries[at]->name, entries[i]->name) &&
            (game == at || strlen(entries[i]->name) > strlen(entries[game]->name)))
            game = i;
    }
    return game;
}
