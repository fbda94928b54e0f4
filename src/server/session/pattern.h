/* pattern.h: patterns for names of players: ! ? * <...> @.
 *
 * Source: shoogi-commands.md, PAT.1 to PAT.cost. A pattern matches a whole name, without regard
 * to case. */
#ifndef SHG_SERVER_SESSION_PATTERN_H
#define SHG_SERVER_SESSION_PATTERN_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns OK if the text is a pattern. Otherwise fills *err, if given, with line 1 and the
 * column within the pattern plus column_offset: PARSE_ERROR (a group without end, or @ with
 * nothing before it), LIMIT_EXCEEDED (more than SHG_PATTERN_CHARACTERS_MAX characters). */
SHOOGI_CHECKED shoogi_status shg_pattern_check(const char *pattern, size_t pattern_bytes,
                                               size_t column_offset, shoogi_error *err);

/* Whether the pattern, which shg_pattern_check has accepted, matches the whole name of at most
 * SHG_NAME_BYTES_MAX bytes. Time: pattern length times name length in every case. */
bool shg_pattern_match(const char *pattern, size_t pattern_bytes, const char *name,
                       size_t name_bytes);

#endif
