#include "server/rules/part.h"

#include <stdio.h>
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
    shoogi_status status = shg_variants_find(&game, server->rules->variants, name, name_bytes);
    if (status != SHOOGI_OK)
        return status;
    status = shg_variants_get(out, server->rules->variants, game);
    return status == SHOOGI_OK || status == SHOOGI_NO_MEMORY ? status : SHOOGI_INVALID_RULES;
}

const char *shg_server_title(const shg_server *server, shg_language language, const char *name)
{
    size_t game;
    if (!shg_variants_by_name(&game, server->rules->variants, name, strlen(name)))
        return name;
    return shg_word_in(language, "title", shg_variants_title(server->rules->variants, game));
}

static shoogi_status list_variants(shg_server *server, const shg_server_options *options,
                                   char fault[SHG_SERVER_FAULT_BYTES])
{
    const shoogi_status status =
        shg_variants_new(&server->rules->variants, options->variants, options->guest);
    if (status == SHOOGI_NOT_FOUND)
        snprintf(
            fault, SHG_SERVER_FAULT_BYTES,
            "no variants found: the directory SHOOGI_VARIANTS needs files NAME.variant or FAMILY/NAME.variant");
    return status;
}

shoogi_status shg_rules_start(shg_server *server, const shg_launch *start)
{
    const shoogi_status status = list_variants(server, start->options, start->fault);
    return status == SHOOGI_OK ? shg_rules_cache_new(&server->rules->past) : status;
}

void shg_rules_stop(shg_server *server)
{
    shg_rules_cache_free(server->rules->past);
    shg_variants_free(server->rules->variants);
}

shoogi_status shg_rules_check(FILE *faults, const shg_server *server,
                              char fault[SHG_SERVER_FAULT_BYTES])
{
    const size_t count = shg_variants_count(server->rules->variants);
    size_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        char text[SHOOGI_CATALOG_ERROR_BYTES];
        size_t game;
        const shoogi_status status = shg_variants_get(&entry, server->rules->variants, i);
        if (status == SHOOGI_NO_MEMORY)
            return status;
        bad += status != SHOOGI_OK;
        while (shg_variants_next_fault(&game, text, server->rules->variants))
            fprintf(faults, "%s\n", text);
    }
    if (bad == 0)
        return SHOOGI_OK;
    snprintf(fault, SHG_SERVER_FAULT_BYTES, "%zu of %zu game definitions cannot be read", bad,
             count);
    return SHOOGI_INVALID_RULES;
}

void shg_rules_log_faults(shg_server *server)
{
    char text[SHOOGI_CATALOG_ERROR_BYTES];
    size_t game;
    while (shg_variants_next_fault(&game, text, server->rules->variants))
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_bad_definition, "game",
                      shg_variants_name(server->rules->variants, game), "why", text, NULL);
}
