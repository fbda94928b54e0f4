#include "server/school.h"

#include "catalog/school.h"

#include <string.h>

size_t shg_game_of_school(const shoogi_catalog_entry *const *entries, size_t entries_count,
                          size_t at)
{
    size_t game = at;
    for (size_t i = 0; i < entries_count; i++) {
        if (shg_is_named_after(entries[i]->name, entries[at]->name))
            return at;
        if (shg_is_named_after(entries[at]->name, entries[i]->name) &&
            (game == at || strlen(entries[i]->name) > strlen(entries[game]->name)))
            game = i;
    }
    return game;
}
