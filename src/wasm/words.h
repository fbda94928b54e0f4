/* words.h: translations that the page supplies: it loads one language, where the module would have to contain all. */
#ifndef SHG_WASM_WORDS_H
#define SHG_WASM_WORDS_H

#include "language/language.h"

#include <stddef.h>

/* Sets the translations: English texts and their translations by turns, each ending in NUL; a context precedes its text,
 * separated by EOT (4).  Borrowed until the next call.  Returns the language to pass to functions that translate; ENGLISH if
 * there are no translations. */
shg_language shg_words_use(const char *words, size_t words_bytes);

#endif
