/* wording.h: a move in the words of Western notation, between the text and the position.
 *
 * A text can often be understood in several ways (a letter may be a rank or the sign of a capture, two digits a
 * square or a file), so reading it gives several wordings; which of them a legal move fits is another matter. */
#ifndef SHG_NOTATION_MOVES_WORDING_H
#define SHG_NOTATION_MOVES_WORDING_H

#include "base/text.h"
#include "shoogi/position.h"

enum { SHG_ANY = -1 };

/* A square of which the file or the rank, or both, may be left open. */
typedef struct shg_place {
    int file, rank;
} shg_place;

enum { SHG_STEPS_MAX = SHOOGI_VIA_MAX + 1 };

typedef struct shg_step {
    char sign; /* '-', 'x' or '*'; 0: left out */
    shoogi_square to;
    size_t at; /* where it stands in the text, in bytes */
} shg_step;

typedef struct shg_wording {
    shoogi_kind kind;  /* of the mover, or what is dropped; 0: a pass, and all else is nothing */
    size_t name_bytes; /* of its name */
    shg_place from;
    shg_step steps[SHG_STEPS_MAX];
    unsigned step_count;
    bool stays;       /* "!": it takes on the one step and stays where it is */
    char mark;        /* '+', '=' or 0 */
    shoogi_kind form; /* named behind "+"; 0: none is */
    size_t mark_at;
} shg_wording;

/* Where a move goes, as players see it: the squares it visits, and on which of them it takes something. */
typedef struct shg_route {
    struct {
        shoogi_square square;
        bool takes;
    } stops[SHG_STEPS_MAX];
    unsigned count, taken;
    bool stays; /* it ends where it starts */
} shg_route;

shg_route shg_route_of(const shoogi_position *position, shoogi_move move);

/* The kind of the mover, or what is dropped. */
shoogi_kind shg_mover_of(const shoogi_position *position, shoogi_move move);

/* The whole square. */
shg_place shg_whole_place(const shoogi_variant *variant, shoogi_square square);

bool shg_place_holds(shg_place place, const shoogi_variant *variant, shoogi_square square);

/* A move in words, as short as they tell its result, with the square it starts from and without a mark. */
shg_wording shg_wording_of(const shoogi_position *position, shoogi_move move);

void shg_wording_write(shg_out *out, const shoogi_variant *variant, const shg_wording *wording);

/* Every way to understand a text, those with the longest name first.  Fills wordings and returns how many; a text
 * with more than there is room for means nothing to people either. */
enum { SHG_WORDINGS_MAX = 64 };
size_t shg_wordings_read(shg_wording wordings[SHG_WORDINGS_MAX], const shoogi_variant *variant,
                         const char *text, size_t text_bytes);

/* The kind that a name means: an id or another letter for it in any case, "+" before either. */
shoogi_kind shg_named_kind(const shoogi_variant *variant, const char *name, size_t name_bytes);

/* How long the longest name at the beginning of text is; 0 if none is there. */
size_t shg_longest_name(const shoogi_variant *variant, const char *text, size_t text_bytes);

/* True if so many bytes can be where a man comes from: a square, a part of one, or nothing. */
bool shg_is_origin(const shoogi_variant *variant, const char *text, size_t text_bytes);

/* How long the square at the beginning of text is; 0 if none is there. */
size_t shg_longest_square(const shoogi_variant *variant, const char *text, size_t text_bytes);

static inline bool shg_is_sign(char c)
{
    return c == '-' || c == '*' || shg_lower(c) == 'x';
}

#endif
