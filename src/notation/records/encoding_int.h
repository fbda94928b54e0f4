/* encoding_int.h: of encodings, what only our own program needs. */
#ifndef SHG_NOTATION_RECORDS_ENCODING_INT_H
#define SHG_NOTATION_RECORDS_ENCODING_INT_H

#include "shoogi/encoding.h"

/* UTF_16LE or UTF_16BE if shoogi_encoding_detect finds it, else COUNT: without decoding the text. */
shoogi_encoding shg_encoding_wide(const char *bytes, size_t byte_count);

enum { SHG_CONVERTERS = 2 };

/* The C library reads its converters from files when they are first needed, and may drop those that are not in use.
 * Opens those that shoogi_text_decode needs: from then on it opens no file. held: filled with handles that keep
 * them, for the life of the process. A converter that is missing shows when a text needs it. */
void shg_converters_hold(void *held[SHG_CONVERTERS]);

#endif
