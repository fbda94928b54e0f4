/* games.h: the games that the first byte of an input chooses, for the fuzz targets that need one. */
#ifndef SHOOGI_FUZZ_GAMES_H
#define SHOOGI_FUZZ_GAMES_H

#include "fuzz.h"
#include "shoogi/catalog.h"

#include <string.h>

/* A game that is shipped, read once and kept to the end. */
static inline const shoogi_variant *fuzz_shipped(const char *name)
{
    static shoogi_catalog *catalog;
    const shoogi_catalog_entry *entry;
    FUZZ_REQUIRE(catalog || shoogi_catalog_new(&catalog) == SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_catalog_get(&entry, catalog, name, strlen(name), NULL) == SHOOGI_OK);
    return entry->variant;
}

static const char *const fuzz_games[] = { "shogi", "mortal", "chu", "kyoto", "shosu", "dobutsu" };
enum { FUZZ_GAMES = sizeof fuzz_games / sizeof fuzz_games[0] };

#endif
