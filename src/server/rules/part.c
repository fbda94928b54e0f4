#include "server/rules/part.h"

#include <string.h>

const shoogi_catalog_entry *shg_server_variant(const shg_server *server, const char *name)
{
    size_t game;
    const shoogi_catalog_entry *entry = NULL;
    if (!shg_variants_by_name(&game, server->rules->variants, name, strlen(name)) ||
        strcmp(shg_variants_name(server->rules->variants, game), name) != 0 ||
        shg_variants_get(&entry, server->rules->variants, game) != SHOOGI_OK)
        return NULL;
    return entry;
}

shoogi_status shg_server_find_variant(const shoogi_catalog_entry **out, const shg_server *server,
                                      const char *name, size_t name_bytes)
{
    size_t game;
    shoogi_status status = SHOOGI_OK;
    if (!shg_variants_by_name(&game, server->rules->variants, name, name_bytes))
        status = shg_variants_by_alias(&game, server->rules->variants, name, name_bytes);
    if (status != SHOOGI_OK)
        return status;
    status = shg_variants_get(out, server->rules->variants, game);
    return status == SHOOGI_OK || status == SHOOGI_NO_MEMORY ? status : SHOOGI_BAD_RULES;
}
