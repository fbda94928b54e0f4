/* weights_found.h: the weights of a game, wherever they are. */
#ifndef SHG_ENGINE_EVALUATION_WEIGHTS_FOUND_H
#define SHG_ENGINE_EVALUATION_WEIGHTS_FOUND_H

#include "engine/evaluation/weights_file.h"

/* Weights learned for the variant: those of the file NAME.weights in one of the directories of variants or in a folder
 * there (catalog/directories.h), NAME being the name of the variant; or, if there is none, of the first file *.weights that fits, as that of a school of the game
 * does (shg_weights_fit).
 * Returns OK with *out owned (shg_weights_free); NOT_FOUND if nothing was learned; what is wrong with NAME.weights, or with
 * the others if none of them will do: PARSE_ERROR, LIMIT_EXCEEDED, IO; NO_MEMORY.  *err, filled, says so by the name of the file; of
 * OK its status is that, or another if a broken file was passed over for the one that was found. */
SHOOGI_CHECKED shoogi_status shg_weights_find_learned(shg_weights **out,
                                                      const shoogi_variant *variant,
                                                      shoogi_error *err);

/* The same, or what is guessed of the men.  *err, filled: its status is OK unless a file is broken.
 * Returns OK with *out owned (shg_weights_free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_find(shg_weights **out, const shoogi_variant *variant,
                                              shoogi_error *err);

/* The same, but that those of one directory count before all others. */
SHOOGI_CHECKED shoogi_status shg_weights_find_in(shg_weights **out, const shoogi_variant *variant,
                                                 const char *directory, shoogi_error *err);

/* Those of one file, or why not: PARSE_ERROR, LIMIT_EXCEEDED, IO, NOT_FOUND, and *err. */
SHOOGI_CHECKED shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant,
                                              const char *path, shoogi_error *err);

#endif
