#include "server/account/engine_names.h"

#include "base/text.h"
#include "server/loop/bounds.h"

#include <stdio.h>
#include <string.h>

static const char name_begins[] = "engine";

bool shg_name_is_engines(const char *name, size_t bytes)
{
    const size_t word = strlen(name_begins);
    if (bytes <= word || !shg_text_same(name, word, name_begins, word))
        return false;
    for (size_t i = word; i < bytes; i++)
        if (!shg_is_digit(name[i]))
            return false;
    return true;
}

unsigned shg_level_in_name(const char *name, size_t bytes)
{
    char one[SHG_NAME_BYTES_MAX + 1];
    for (unsigned level = 1; level <= SHG_LEVELS; level++) {
        const int length = snprintf(one, sizeof one, "%s%u", name_begins, level);
        if (shg_text_same(name, bytes, one, (size_t)length))
            return level;
    }
    return 0;
}

unsigned shg_engine_level(const shg_player *row)
{
    return strcmp(row->password, SHG_PASSWORD_ENGINE) == 0
               ? shg_level_in_name(row->name, strlen(row->name))
               : 0;
}
