/* weights_found.h: the weights of a game, wherever they are. */
#ifndef SHG_ENGINE_WEIGHTS_FOUND_H
#define SHG_ENGINE_WEIGHTS_FOUND_H

#include "engine/weights_file.h"

/* Weights for the variant: those of the file NAME.weights in one of the directories of variants, NAME being the name of
 * the variant; or of another file *.weights there that is for the same men on the same board, as that of a school of
 * the game is; or what is guessed of the men.  If NAME.weights is broken or of another game, *err, if given, says so by
 * the name of the file, and what is guessed is returned; else err->status is OK.
 * Returns OK with *out owned (shg_weights_free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_find(shg_weights **out, const shoogi_variant *variant,
                                              shoogi_error *err);

/* Those of one file, or why not: BAD_TEXT, TOO_BIG, IO, NOT_FOUND, and *err. */
SHOOGI_CHECKED shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant,
                                              const char *path, shoogi_error *err);

#endif
