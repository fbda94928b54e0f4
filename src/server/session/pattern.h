/* pattern.h: the patterns with which players name players: ! ? * <...> @.
 *
 * Source: shoogi-commands.md, PAT.1 to PAT.cost.  Names are matched whole, without regard to case. */
#ifndef SHG_SERVER_SESSION_PATTERN_H
#define SHG_SERVER_SESSION_PATTERN_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* OK if the text is a pattern.  Otherwise *err, if given, is filled: line 1, the column within the
 * pattern plus column_offset: PARSE_ERROR (a group without end, an @ with nothing before it), LIMIT_EXCEEDED (more
 * than SHG_PATTERN_CHARACTERS_MAX characters). */
SHOOGI_CHECKED shoogi_status shg_pattern_check(const char *pattern, size_t pattern_bytes,
                                               size_t column_offset, shoogi_error *err);

/* True if the pattern, which shg_pattern_check has passed, matches the whole name of at most
 * SHG_NAME_BYTES_MAX bytes.  Time: pattern times name, whatever they are. */
bool shg_pattern_match(const char *pattern, size_t pattern_bytes, const char *name,
                       size_t name_bytes);

#endif
