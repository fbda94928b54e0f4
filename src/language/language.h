/* language.h: the texts that people read, in the languages of languages/.
 *
 * The English text is the key, so a program says what it means, and a text that a language lacks stays English. */
#ifndef SHG_LANGUAGE_LANGUAGE_H
#define SHG_LANGUAGE_LANGUAGE_H

#include <stddef.h>
#include <stdint.h>

/* English, then those of languages/ by their codes. */
typedef enum shg_language {
    SHG_ENGLISH,
#define LANGUAGE(code, word, name) SHG_LANGUAGE_##code,
#include "languages.def"
#undef LANGUAGE
    SHG_LANGUAGES
} shg_language;

/* The code of a language: "en", "ja". */
const char *shg_language_code(shg_language language);

/* What it calls itself: "English", "日本語". */
const char *shg_language_name(shg_language language);

/* The language with a code, compared without case; a region behind it ("de-AT") makes no difference.
 * SHG_LANGUAGES if there is none. */
shg_language shg_language_find(const char *code, size_t code_bytes);

/* The best of the languages that a browser's user understands, from its header Accept-Language, "ja,en;q=0.7"; ENGLISH if it
 * names none of ours.  Source: RFC 9110, section 12.5.4 */
shg_language shg_language_accepted(const char *header, size_t header_bytes);

/* A text in a language; the text itself if there is no translation.  A format stays one: it takes the same arguments,
 * perhaps in another order.  Borrowed: as long as text.  Any thread.  Time: logarithmic in the number of texts. */
const char *shg_text_in(shg_language language, const char *text) __attribute__((format_arg(2)));

/* The same for a word that may have to be said otherwise elsewhere: shg_word_in(language, "piece", "king").  context:
 * NULL for none. */
const char *shg_word_in(shg_language language, const char *context, const char *word)
    __attribute__((format_arg(3)));
/* The same for who is given a function: language: an shg_language. */
const char *shg_word_said(void *language, const char *context, const char *word)
    __attribute__((format_arg(3)));

/* Mark a text in a table, which is looked up where it is used. */
#define SHG_TEXT(text)          text
#define SHG_WORD(context, word) word

#endif
