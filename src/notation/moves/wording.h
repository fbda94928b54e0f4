/* wording.h: a move as Western notation expresses it, between the text and the position.
 *
 * A text can often be read in several ways (a letter may be a rank or the sign of a capture, two digits a square or a
 * file), so the parser returns several wordings; matching them with legal moves comes later. */
#ifndef SHG_NOTATION_MOVES_WORDING_H
#define SHG_NOTATION_MOVES_WORDING_H

#include "base/text.h"
#include "shoogi/position.h"

enum { SHG_ANY = -1 };

/* A square whose file or rank, or both, may be left open. */
typedef struct shg_place {
    int file, rank;
} shg_place;

enum { SHG_STEPS_MAX = SHOOGI_VIA_MAX + 1 };

typedef struct shg_step {
    char sign; /* '-', 'x' or '*'; 0: omitted */
    shoogi_square to;
    size_t at; /* offset in the text, in bytes */
} shg_step;

typedef struct shg_wording {
    shoogi_kind kind;  /* the moving or dropped kind; 0: a pass, without any other content */
    size_t name_bytes; /* of its name */
    shg_place from;
    shg_step steps[SHG_STEPS_MAX];
    unsigned step_count;
    bool stays;       /* "!": it captures by the one step and stays on its square (igui) */
    char mark;        /* '+', '=' or 0 */
    shoogi_kind form; /* the kind after "+"; 0: none */
    size_t mark_at;
} shg_wording;

/* The squares that a move visits as players see it, and on which of them it captures. */
typedef struct shg_route {
    struct {
        shoogi_square square;
        bool captures;
    } stops[SHG_STEPS_MAX];
    unsigned count, taken;
    bool stays; /* it ends on its origin */
} shg_route;

shg_route shg_route_of(const shoogi_position *position, shoogi_move move);

/* The moving or dropped kind. */
shoogi_kind shg_mover_of(const shoogi_position *position, shoogi_move move);

/* The complete square. */
shg_place shg_whole_place(const shoogi_variant *variant, shoogi_square square);

bool shg_place_holds(shg_place place, const shoogi_variant *variant, shoogi_square square);

/* The shortest wording of a move that gives its result, with its origin and without a mark. */
shg_wording shg_wording_of(const shoogi_position *position, shoogi_move move);

void shg_wording_write(shg_out *out, const shoogi_variant *variant, const shg_wording *wording);

/* Every reading of a text, those with the longest name first.  Fills wordings and returns how many there are; a text
 * with more than fit has no meaning to people either. */
enum { SHG_WORDINGS_MAX = 64 };
size_t shg_wordings_read(shg_wording wordings[SHG_WORDINGS_MAX], const shoogi_variant *variant,
                         const char *text, size_t text_bytes);

/* The kind that a name means: an id or an id alias in any case, with an optional "+". */
shoogi_kind shg_named_kind(const shoogi_variant *variant, const char *name, size_t name_bytes);

/* The length of the longest name at the beginning of text; 0: none. */
size_t shg_longest_name(const shoogi_variant *variant, const char *text, size_t text_bytes);

/* Whether so many bytes can be an origin: a square, a part of one, or nothing. */
bool shg_is_origin(const shoogi_variant *variant, const char *text, size_t text_bytes);

/* The length of the square at the beginning of text; 0: none. */
size_t shg_longest_square(const shoogi_variant *variant, const char *text, size_t text_bytes);

static inline bool shg_is_sign(char c)
{
    return c == '-' || c == '*' || shg_lower(c) == 'x';
}

#endif
