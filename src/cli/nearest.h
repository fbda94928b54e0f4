/* nearest.h: the word that was probably meant. */
#ifndef SHG_CLI_NEAREST_H
#define SHG_CLI_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_WORD_BYTES = 42 };

/* How many letters have to be put in, taken out, changed or exchanged with their neighbour to turn one
 * word into the other, without regard to case; words of CLI_WORD_BYTES - 1 bytes or more are far from
 * everything. */
size_t cli_distance(const char *a, const char *b);

/* True if word is so close to name that it is worth saying so. */
bool cli_is_near(const char *word, const char *name);

#endif
