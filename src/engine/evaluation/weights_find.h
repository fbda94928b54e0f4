/* weights_find.h: looks for the learned weights of a game, and for its network. */
#ifndef SHG_ENGINE_EVALUATION_WEIGHTS_FIND_H
#define SHG_ENGINE_EVALUATION_WEIGHTS_FIND_H

#include "engine/evaluation/weights_file.h"

/* Learned weights for the variant: the file NAME.weights in one of the directories of variants or a folder there
 * (catalog/directories.h), NAME being the variant's name; otherwise the first file *.weights that fits (shg_weights_fit), such
 * as that of another rule set of the game.  Likewise its network, NAME.network, which needs no weights: without them
 * piece values are the default ones.
 * Returns OK with *out owned (shg_weights_free); NOT_FOUND if there are none; PARSE_ERROR, LIMIT_EXCEEDED or IO if
 * NAME.weights is broken, or if all files that fit are, and there is no network; NO_MEMORY.  *err, filled, names the file;
 * with OK its status is OK, or that of a broken file that was passed over. */
SHOOGI_CHECKED shoogi_status shg_weights_find_learned(shg_weights **out,
                                                      const shoogi_variant *variant,
                                                      shoogi_error *err);

/* As shg_weights_find_learned, but default weights (default_weights.h) if there are no learned ones.  *err, filled: its status
 * is OK unless a file is broken.  Returns OK with *out owned (shg_weights_free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_find(shg_weights **out, const shoogi_variant *variant,
                                              shoogi_error *err);

/* As shg_weights_find, but looks into one directory first. */
SHOOGI_CHECKED shoogi_status shg_weights_find_in(shg_weights **out, const shoogi_variant *variant,
                                                 const char *directory, shoogi_error *err);

/* The weights of one file; if it is a network, with the weights that are found.  Returns OK with *out owned
 * (shg_weights_free); PARSE_ERROR, LIMIT_EXCEEDED, IO or NOT_FOUND with *err filled; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_weights_load(shg_weights **out, const shoogi_variant *variant,
                                              const char *path, shoogi_error *err);

#endif
