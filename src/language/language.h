/* language.h: translations of the texts that people read, from languages/.
 *
 * The English text is the key, as in gettext.  A text without a translation stays English. */
#ifndef SHG_LANGUAGE_LANGUAGE_H
#define SHG_LANGUAGE_LANGUAGE_H

#include <stddef.h>
#include <stdint.h>

/* English, then the languages of languages/ in the order of their codes. */
typedef enum shg_language {
    SHG_ENGLISH,
#define LANGUAGE(code, word, name) SHG_LANGUAGE_##code,
#include "languages.def"
#undef LANGUAGE
    SHG_LANGUAGES
} shg_language;

/* Returns the code of a language: "en", "ja". */
const char *shg_language_code(shg_language language);

/* Returns the name of a language in itself: "English", "日本語". */
const char *shg_language_name(shg_language language);

/* Finds a language by its code, ignoring case and a region after it ("de-AT").  Returns SHG_LANGUAGES if no language has
 * this code. */
shg_language shg_language_find(const char *code, size_t code_bytes);

/* Returns the preferred language of an Accept-Language header, "ja,en;q=0.7"; ENGLISH if it names no language of ours.
 * Source: RFC 9110, section 12.5.4 */
shg_language shg_language_accepted(const char *header, size_t header_bytes);

/* Translates text; returns text itself if there is no translation.  A translated format takes the same arguments, perhaps in
 * another order.  The result is borrowed for as long as text.  Any thread.  Time: logarithmic in the number of texts. */
const char *shg_text_in(shg_language language, const char *text) __attribute__((format_arg(2)));

/* Translates a word whose translation depends on context (msgctxt): shg_word_in(language, "piece", "king").  context: may be
 * NULL. */
const char *shg_word_in(shg_language language, const char *context, const char *word)
    __attribute__((format_arg(3)));
/* shg_word_in as a callback.  language: points to an shg_language. */
const char *shg_word_translate(void *language, const char *context, const char *word)
    __attribute__((format_arg(3)));

/* Marks a text in a table for extraction; the code that uses the table translates it. */
#define SHG_TEXT(text)          text
#define SHG_WORD(context, word) word

#endif
