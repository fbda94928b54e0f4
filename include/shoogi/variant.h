/* variant.h: a game, read once from its text definition and constant ever after. */
#ifndef SHOOGI_VARIANT_H
#define SHOOGI_VARIANT_H

#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoogi_variant shoogi_variant;

enum { SHOOGI_DEFINITION_BYTES_MAX = 256 * 1024, SHOOGI_DEFINITION_ERRORS_MAX = 20 };

/* Reads one variant definition.  text: text_bytes of UTF-8, need not end in NUL, copied.
 * Returns OK and *out owned (shoogi_variant_free); else *out is untouched and *err, if given, filled
 * with the first fault: BAD_TEXT with the place, BAD_RULES with the place of the rule, TOO_BIG,
 * NO_MEMORY.  Any thread.  Time and memory: linear in text_bytes, and in squares times kinds.
 * Source: docs/variant-format.md */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_parse(shoogi_variant **out, const char *text,
                                                             size_t text_bytes, shoogi_error *err);

/* The same, and reports every fault it can go on after: errors[0 .. *error_count - 1] filled, at most
 * errors_max of them, in the order of the text.  Returns the status of the first. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text,
                                                             size_t text_bytes,
                                                             shoogi_error *errors,
                                                             size_t errors_max,
                                                             size_t *error_count);

/* Frees an owned variant; no position of it may be alive.  NULL is accepted. */
SHOOGI_API void shoogi_variant_free(shoogi_variant *variant);

/* The board, in squares. */
SHOOGI_API unsigned shoogi_variant_files(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_ranks(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_squares(const shoogi_variant *variant);

/* False for the holes of a board: nothing ever stands there. */
SHOOGI_API bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file,
                                          unsigned rank);

/* The number of kinds; they are numbered from 1 to it. */
SHOOGI_API unsigned shoogi_variant_kinds(const shoogi_variant *variant);

/* What a definition says of one kind.  All pointers borrowed until the variant is freed. */
typedef struct shoogi_kind_info {
    const char *name;     /* "silver general", lower case as in diagrams */
    const char *id;       /* "S", "+P": unique in the variant; ASCII, upper case as written */
    const char *moves;    /* XBetza, as written */
    shoogi_kind promoted; /* the form it promotes to, first of several; 0: none */
    shoogi_kind base; /* what it becomes in the captor's hand; itself if it is not a promoted form */
    bool royal;
    bool droppable;     /* can be in hand and be dropped */
    bool promoted_form; /* its id is "+" and the id of its base */
} shoogi_kind_info;

/* Kind must be from 1 to shoogi_variant_kinds. */
SHOOGI_API shoogi_kind_info shoogi_variant_kind(const shoogi_variant *variant, shoogi_kind kind);

/* The kind with this id, id_bytes long, compared without case; 0 if there is none. */
SHOOGI_API shoogi_kind shoogi_variant_kind_by_id(const shoogi_variant *variant, const char *id,
                                                 size_t id_bytes);

/* The square on a file and a rank, both from 0. */
SHOOGI_API shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file,
                                               unsigned rank);

/* "7g", "12l": file as a decimal number, rank as letters (a..z, aa..aj).  Writes as snprintf does: at
 * most out_bytes bytes, always ending in NUL if out_bytes is not 0; returns the length of the whole. */
enum { SHOOGI_SQUARE_TEXT_BYTES = 8 };
SHOOGI_API size_t shoogi_square_text(char *out, size_t out_bytes, const shoogi_variant *variant,
                                     shoogi_square square);

/* Reads a square at the beginning of text, the longest that fits.  Returns the bytes read, or 0 if no
 * square of the board stands there; then *out is untouched. */
SHOOGI_API size_t shoogi_square_read(shoogi_square *out, const shoogi_variant *variant,
                                     const char *text, size_t text_bytes);

#ifdef __cplusplus
}
#endif
#endif
