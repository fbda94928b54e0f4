/* engine_names.h: engine accounts, recognised by names and rows: one account for each of ten
 * levels. */
#ifndef SHG_SERVER_ACCOUNT_ENGINE_NAMES_H
#define SHG_SERVER_ACCOUNT_ENGINE_NAMES_H

#include "storage/storage.h"

enum { SHG_LEVELS = 10 };

/* Stored instead of a password verifier; matches no password. */
#define SHG_PASSWORD_ENGINE "engine"

/* Whether the name is reserved for engines: "engine1", "engine10". */
bool shg_name_is_engines(const char *name, size_t name_bytes);

/* The level in such a name; 0: not an engine's name. */
unsigned shg_level_in_name(const char *name, size_t name_bytes);

/* The level of a player; 0: not an engine. */
unsigned shg_engine_level(const shg_player *row);

#endif
