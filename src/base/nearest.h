/* nearest.h: the word that was probably meant. */
#ifndef SHG_BASE_NEAREST_H
#define SHG_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

enum { SHG_NEAR_WORD_BYTES = 42 };

/* The edit distance between two words, without regard to case: insertions, deletions, substitutions and swaps of neighbouring
 * letters.  Words of SHG_NEAR_WORD_BYTES - 1 bytes or more are far from everything. */
size_t shg_edit_distance(const char *a, const char *b);

/* Whether word is so close to name that it is worth suggesting: at most one slip in three letters. */
bool shg_is_near(const char *word, const char *name);

/* The best of several names for a mistyped word. */
typedef struct shg_nearest {
    char word[SHG_NEAR_WORD_BYTES];
    char name[SHG_NEAR_WORD_BYTES]; /* the best so far; "" for none */
    size_t distance;
} shg_nearest;

/* word: copied; one that does not fit is far from everything. */
shg_nearest shg_nearest_to(const char *word, size_t word_bytes);

/* Takes a name if it is nearer than those before, or begins with the word and none before did. */
void shg_nearest_try(shg_nearest *nearest, const char *name, size_t name_bytes);

#endif
