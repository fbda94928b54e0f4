/* variants.h: the games of a server: their texts are taken at the start, and each is read when it is first asked for.
 *
 * The games are those of the files at the start, in alphabetical order; later no file is looked at.  To read a hundred and
 * forty definitions takes a third of a second and fifty megabytes, and a server plays a few of them.  So a game is read when
 * somebody asks for it, and kept; lists show its face, which takes a fifth of the time and is kept as well.  A fault in a
 * definition is found when it is asked for, and waits for the log.  Any thread. */
#ifndef SHG_SERVER_RULES_VARIANTS_H
#define SHG_SERVER_RULES_VARIANTS_H

#include "shoogi/catalog.h"

typedef struct shg_variants shg_variants;

/* directory: where they are; NULL: as shoogi_catalog_new.  guest: a game besides, in place of one of its name; NULL: none;
 * borrowed until free.  Returns OK and *out owned (shg_variants_free), NOT_FOUND if there is no game, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_variants_new(shg_variants **out, const char *directory,
                                              const shoogi_catalog_entry *guest);
/* NULL is accepted. */
void shg_variants_free(shg_variants *variants);

/* Games are numbered from 0; the name is borrowed until free. */
size_t shg_variants_count(const shg_variants *variants);
const char *shg_variants_name(const shg_variants *variants, size_t game);

/* The game that this one is a school of: that with the longest name that its own begins with, up to a hyphen.  Itself if
 * there is none, and if it has schools itself: dai-dai is no school of dai. */
size_t shg_variants_game_of(const shg_variants *variants, size_t game);

/* The game of a name, name_bytes long, in letters of either case.  False: there is none. */
bool shg_variants_by_name(size_t *game, const shg_variants *variants, const char *name,
                          size_t name_bytes);

/* The first game that has this as another name.  OK, NOT_FOUND or NO_MEMORY.  The first call goes through all
 * texts for these names: 3 ms. */
SHOOGI_CHECKED shoogi_status shg_variants_by_alias(size_t *game, shg_variants *variants,
                                                   const char *name, size_t name_bytes);

/* The game that a person means: that of the name or, if none has it, the first that has it as another name or, if none has,
 * as its title (shg_title_is).  As above. */
SHOOGI_CHECKED shoogi_status shg_variants_find(size_t *game, shg_variants *variants,
                                               const char *name, size_t name_bytes);

/* The title of the game in English; its name where it has none.  Borrowed until free.  Any thread. */
const char *shg_variants_title(shg_variants *variants, size_t game);

/* The whole game.  Returns OK and *out borrowed until free; NO_MEMORY; or another status: its definition has a fault. */
SHOOGI_CHECKED shoogi_status shg_variants_get(const shoogi_catalog_entry **out,
                                              shg_variants *variants, size_t game);

/* SHG_USUAL_VARIANT or, where that is missing or at fault, the first that can be read, borrowed until free; NULL: none can. */
const shoogi_catalog_entry *shg_variants_usual(shg_variants *variants);

/* A game as lists show it. */
typedef struct shg_variant_face {
    unsigned files, ranks, kinds;
    const char *title;
    const char *aliases; /* a NUL behind each, "" behind the last */
    const char *pieces; /* what each kind can be called (piece_names.h), from kind 1 on, likewise */
} shg_variant_face;

/* The same for its face. */
SHOOGI_CHECKED shoogi_status shg_variants_face(const shg_variant_face **out, shg_variants *variants,
                                               size_t game);

/* A fault that was found and has not been told here yet, each once: the game, and "FILE:LINE:COLUMN: expected WHAT, found TEXT".
 * False: there is none. */
bool shg_variants_next_fault(size_t *game, char fault[SHOOGI_CATALOG_ERROR_BYTES],
                             shg_variants *variants);

#endif
