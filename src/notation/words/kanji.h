/* kanji.h: numbers, squares and pieces in Japanese texts.  Source: docs/notation.md, "Japanese". */
#ifndef SHG_NOTATION_WORDS_KANJI_H
#define SHG_NOTATION_WORDS_KANJI_H

#include "base/text.h"
#include "notation/words/cursor.h"
#include "shoogi/position.h"

/* Reads a word if it is next. */
bool shg_takes(shg_cursor *cursor, const char *word);

/* Whether a word stands anywhere in the rest of the line. */
bool shg_has_word(const shg_cursor *cursor, const char *word);

/* Reads the first of some words that is next. */
bool shg_takes_one_of(shg_cursor *cursor, const char *const *words, size_t count);
#define SHG_TAKES(cursor, ...)                                                                     \
    shg_takes_one_of(cursor, (const char *const[]){ __VA_ARGS__ },                                 \
                     sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))

/* The bytes of the space at the beginning of a text: of any width, or of none, as the zero width space and the byte
 * order mark; 0: none. */
size_t shg_space_bytes(const char *text, size_t text_bytes);

/* Skips such spaces. */
void shg_skip_spaces(shg_cursor *cursor);

/* Whether a word ends before a text: it is empty, or begins with a space or a sign and not with a letter, a kanji or a
 * digit. */
bool shg_is_word_end(const char *text, size_t text_bytes);

/* --- numbers and squares ------------------------------------------------------------------------- */

/* 1 to 99: 一, 十二, 三十六. */
void shg_out_kanji_number(shg_out *out, unsigned number);

/* Reads such a number, or one in digits of either width, at the beginning of a text.  Returns its bytes; 0: none. */
size_t shg_kanji_number_read(unsigned *out, const char *text, size_t text_bytes);
size_t shg_wide_number_read(unsigned *out, const char *text, size_t text_bytes);

/* Reads a number in digits of either width, up to most, with or without leading zeros.  Returns false and reads
 * nothing if there is none. */
bool shg_number_read(unsigned *out, shg_cursor *cursor, unsigned most);

/* The notation of a square: ７六, 7六, or 午六. */
typedef enum shg_files { SHG_FILES_WIDE, SHG_FILES_NARROW, SHG_FILES_BRANCHES } shg_files;
void shg_out_number(shg_out *out, unsigned number, shg_files files);
void shg_out_place(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   shg_files files);

/* Reads a square, its file and its rank each a digit of either width or a kanji, with or without a hyphen in between:
 * ７六, 76, 七六, 7-6.  Returns its bytes; 0: none. */
size_t shg_place_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                      size_t text_bytes);

/* Writes a space if the kanji number of the square's rank and the following sign would be read as another number: 十
 * and 四天王. */
void shg_out_apart(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   const char *sign);

/* --- pieces -------------------------------------------------------------------------------------- */

/* The name of a kind in moves: its short name, but for 成銀 and the like the established long one.  Borrowed from the
 * variant. */
const char *shg_sign(const shoogi_variant *variant, shoogi_kind kind);

/* A set of kinds, by number. */
typedef struct shg_kinds {
    bool has[SHOOGI_KINDS_MAX + 1];
} shg_kinds;

/* Reads the longest sign at the beginning of a text: a long or short name of either colour, another sign, an id, or 成
 * before a name of an unpromoted or promoted kind.  Fills *out with all kinds that it means, or only with those that
 * have it as their own name, if any.  Returns its bytes; 0: none. */
size_t shg_sign_read(shg_kinds *out, const shoogi_variant *variant, const char *text,
                     size_t text_bytes);

#endif
