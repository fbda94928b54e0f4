/* words.h: texts in the language of the page, which the page itself knows: it loads one language, where a module would
 * have to bring all. */
#ifndef SHG_WASM_WORDS_H
#define SHG_WASM_WORDS_H

#include "language/language.h"

#include <stddef.h>

/* From now on texts are looked up in these: an English one and what stands for it by turns, each ending in NUL; a
 * context stands before its text with EOT (4) between.  Borrowed until the next use.  Returns the language that they are
 * in, for whatever is told: ENGLISH if there are none. */
shg_language shg_words_use(const char *words, size_t words_bytes);

#endif
