/* end_word.h: the end of a game in a word of Latin letters, as programs write it in any format: "resigns", "%TORYO". */
#ifndef SHG_NOTATION_RECORDS_END_WORD_H
#define SHG_NOTATION_RECORDS_END_WORD_H

#include "shoogi/record.h"

/* The termination that a word means, in any case of letters, with or without "%" before it and with any of "-", "_"
 * and spaces between its parts; OTHER: none.  Words that mean different ends in different formats ("win") are not
 * here. */
shoogi_termination shg_end_word(const char *text, size_t text_bytes);

#endif
