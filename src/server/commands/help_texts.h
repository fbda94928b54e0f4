/* help_texts.h: texts of HELP that were shown lately, so that each is made once.
 *
 * A text takes some milliseconds to make, longer than a turn of the loop. The least recently used texts
 * give way to new ones; one that is still being shown is freed when the last reader has let it go. */
#ifndef SHG_SERVER_COMMANDS_HELP_TEXTS_H
#define SHG_SERVER_COMMANDS_HELP_TEXTS_H

#include "language/language.h"
#include "shoogi/status.h"
#include "shoogi/variant.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct shg_help_texts shg_help_texts;

/* What a text depends on. */
typedef struct shg_help_key {
    shg_language language;
    bool in_words;
    const shoogi_variant *variant; /* whose pieces are described; outlives the texts */
    const char *word;              /* in any case */
    size_t word_bytes;
} shg_help_key;

typedef struct shg_help_text {
    const char *text;
    size_t bytes;
} shg_help_text;

/* kept_max, bytes_max: the most texts, and the most bytes of them, keys included. Returns OK and *out owned
 * (shg_help_texts_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_help_texts_new(shg_help_texts **out, size_t kept_max,
                                                size_t bytes_max);
/* Texts that are being shown stay until their readers let go. NULL is accepted. */
void shg_help_texts_free(shg_help_texts *texts);

/* The text of a key, borrowed until shg_help_text_leave; NULL if there is none. Time: linear in the texts. */
shg_help_text *shg_help_texts_find(shg_help_texts *texts, const shg_help_key *key);

/* Keeps a text for a key that has none. text: taken, if not NULL is returned; key: copied. Returns
 * the text as find does, or NULL if memory runs out. */
shg_help_text *shg_help_texts_add(shg_help_texts *texts, const shg_help_key *key, char *text,
                                  size_t bytes);

/* Lets a text go. */
void shg_help_text_leave(shg_help_text *text);

/* How many texts are kept, and their bytes. */
size_t shg_help_texts_kept(size_t *bytes, const shg_help_texts *texts);

#endif
