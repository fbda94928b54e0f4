/* engine_names.h: the accounts that are engines, known by their names and rows: an account for each of ten strengths. */
#ifndef SHG_SERVER_ACCOUNT_ENGINE_NAMES_H
#define SHG_SERVER_ACCOUNT_ENGINE_NAMES_H

#include "storage/storage.h"

enum { SHG_LEVELS = 10 };

/* What their rows have instead of the verifier of a password, so that no password is theirs. */
#define SHG_PASSWORD_ENGINE "engine"

/* True of names that are theirs alone: "engine1", "engine10". */
bool shg_name_is_engines(const char *name, size_t name_bytes);

/* The level in such a name; 0: there is none of that name. */
unsigned shg_level_in_name(const char *name, size_t name_bytes);

/* Which level a player of that row has; 0: he is no engine. */
unsigned shg_engine_level(const shg_player *row);

#endif
