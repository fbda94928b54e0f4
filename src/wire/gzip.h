/* gzip.h: packs a text for clients that accept gzip (RFC 1951 and 1952): fast, and in one block of fixed codes. */
#ifndef SHG_WIRE_GZIP_H
#define SHG_WIRE_GZIP_H

#include "base/text.h"

/* Adds the packed text to out. Any thread. Time: linear in text_bytes, which are at most 1 GiB. */
void shg_gzip(shg_out *out, const char *text, size_t text_bytes);

#endif
