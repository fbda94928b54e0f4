/* definition.h: a variant definition as it was written, read but not yet understood.
 *
 * The text is that of the Interactive Diagram with further parameters; source: docs/variant-format.md.
 * Reading finds faults of form, each at its place; shg_variant_build (variant_int.h) finds faults of
 * meaning. */
#ifndef SHG_CORE_DEFINITION_H
#define SHG_CORE_DEFINITION_H

#include "base/arena.h"
#include "core/xbetza.h"
#include "shoogi/status.h"
#include "shoogi/types.h"

/* A stretch of the text and its place.  bytes are borrowed from the text. */
typedef struct shg_span {
    const char *bytes;
    size_t count;
    size_t line, column;
} shg_span;

/* name:id:moves:image:squares:hand */
typedef struct shg_piece_line {
    shg_span name, id, moves, image, squares, hand;
    shg_betza betza;
} shg_piece_line;

enum { SHG_SYMMETRY_MIRROR, SHG_SYMMETRY_ROTATE, SHG_SYMMETRY_NONE };
enum { SHG_STALEMATE_DRAW, SHG_STALEMATE_WIN, SHG_STALEMATE_LOSS };
enum { SHG_CHECK_STRICT, SHG_CHECK_CAPTURE };
enum { SHG_PERPETUAL_NONE, SHG_PERPETUAL_LOSS, SHG_PERPETUAL_DRAW };
enum { SHG_REPETITION_DRAW, SHG_REPETITION_NO_CONTEST };
enum { SHG_IMPASSE_NONE, SHG_IMPASSE_AGREE, SHG_IMPASSE_POINTS };
enum { SHG_PARAMETER_UNSET = -1000 };

enum { SHG_ROYALS_MAX = 16 };

typedef struct shg_definition {
    /* Parameters; SHG_PARAMETER_UNSET where the text does not give one without a fixed default. */
    int files, ranks, first_rank, symmetry;
    int max_promote, promotion_ranks, promotion_offset, promotion_choice;
    int holdings, drop_dead;
    int stalemate, check;
    int repetition_count, repetition_result; /* count 0: repetition is no matter */
    int perpetual;
    int impasse, impasse_points, impasse_claim, handicap_men;
    int illegal;
    shg_span drop_mate; /* the ids, or empty */
    size_t royal_count;
    struct {
        int kind;
        shg_span span;
    } royals[SHG_ROYALS_MAX];
    shg_span files_span, max_promote_span; /* where these stand, for errors */

    size_t kind_count, hole_count;
    shg_piece_line *kinds;          /* [kind_count], kind k at k - 1 */
    shg_piece_line *holes;          /* [hole_count] */
    size_t line_count, last_column; /* the end of the text */
} shg_definition;

/* Collects errors in the order of the text. */
typedef struct shg_errors {
    shoogi_error *errors; /* may be NULL if max is 0 */
    size_t max, count;    /* count goes on beyond max */
} shg_errors;

/* Room for the next error, or NULL; counts it either way. */
shoogi_error *shg_errors_next(shg_errors *errors);

/* Returns OK and *out filled, borrowing from text and arena, or the status of the first error. */
shoogi_status shg_definition_read(shg_definition *out, shg_arena *arena, const char *text,
                                  size_t text_bytes, shg_errors *errors);

#endif
