/* build_int.h: shared by the files that build a variant from a parsed definition.
 *
 * variant_build.c builds pieces, rules and names and calls the others: build_forms.c for promotion and hands,
 * build_squares.c for the contents of squares, build_shots.c for shooting, build_names.c for the names of pieces and
 * variants, build_reach.c for what follows from the moves; build_values.c is below all of them.  Each builds one part
 * of the variant and continues after an error where it safely can. */
#ifndef SHG_CORE_DEFINITION_BUILD_INT_H
#define SHG_CORE_DEFINITION_BUILD_INT_H

#include "core/definition/definition.h"
#include "core/variant/variant_int.h"

typedef struct shg_builder {
    const shg_definition *def;
    shoogi_variant *v;
    shg_faults *faults;
    int *numbers;     /* v->numbers, as long as it is being built */
    bool replaced;    /* a piece stands where another one was given, so the sides may differ */
    unsigned made_up; /* ids that were made up for pieces whose own were used before */
    bool spent;       /* out of memory */
} shg_builder;

static inline int shg_build_number(const shg_builder *b, shg_parameter p)
{
    return b->def->number[p];
}

/* The value of a parameter; bytes NULL: not given, or "none". */
static inline shg_span shg_build_value(const shg_builder *b, shg_parameter p)
{
    const shg_span value = b->def->value[p];
    return shg_span_is(value, "none") ? (shg_span){ 0 } : value;
}

/* An array in the variant's arena; on failure NULL, with the failure noted. */
void *shg_build_array(shg_builder *b, size_t count, size_t size);
const char *shg_build_text(shg_builder *b, shg_span span);

/* The kind of the piece line with the longest id that begins here, and its length; 0: none. */
shoogi_kind shg_build_longest_id(const shg_builder *b, shg_span text, size_t *id_bytes);

/* The next id of a list, up to one of the stops; *at is then after it and the stop. 0, with an error reported, if no
 * piece line has the id. */
shoogi_kind shg_build_next_id(shg_builder *b, shg_span list, size_t *at, const char *stops);

/* The piece line that a text names by its number or by its id; 0, with an error reported, if there is none.  zero:
 * filled with whether the number is 0; NULL: that is an error, too. */
shoogi_kind shg_build_type(shg_builder *b, shg_span text, const char *what, bool *zero);

/* The part of a list up to a stop, or all that remains; *at is then after the stop, which may be one byte after the
 * end. */
shg_span shg_build_next_part(shg_span list, size_t *at, char stop);

/* build_forms.c: the promotions of each kind, which may add kinds; then its kind in hand. */
void shg_build_promotions(shg_builder *b);
void shg_build_promo_with(shg_builder *b);
void shg_build_promo_needs(shg_builder *b);
void shg_build_demotions(shg_builder *b);
void shg_build_hands(shg_builder *b);
/* The kinds that can be in hand, and the kind that leaves the hand when one is dropped; needs the hands at the start. */
void shg_build_drops(shg_builder *b);

/* build_squares.c */
void shg_build_squares(shg_builder *b);
void shg_build_handicaps(shg_builder *b);
/* After the handicaps. */
void shg_build_grade_handicaps(shg_builder *b); /* after the squares */
void shg_build_morphs(shg_builder *b);
void shg_build_matrix(shg_builder *b);
void shg_build_check_royals(shg_builder *b);

/* build_changes.c: before kinds are added for promotions. */
void shg_build_changes(shg_builder *b);

/* build_names.c: the names of pieces, before kinds are added for promotions; aliases of the variant and of kinds. */
void shg_build_piece_names(shg_builder *b);
void shg_build_aliases(shg_builder *b);
void shg_build_input_aliases(shg_builder *b);
/* The title; the other notes of the definition. */
void shg_build_title(shg_builder *b);
void shg_build_notes(shg_builder *b);
/* Whether the text is valid as the name of a variant or a handicap: letters, digits, - and +. */
bool shg_build_is_name(shg_span name);

/* build_shots.c: the shooting kinds, before kinds are added for promotions; then the kinds protected from them. */
void shg_build_shooting(shg_builder *b);
void shg_build_shot_proof(shg_builder *b);
void shg_build_shot_cover(shg_builder *b);
void shg_build_immobilisers(shg_builder *b);

/* build_reach.c */
void shg_build_alive(shg_builder *b);
void shg_build_castling(shg_builder *b);
void shg_build_refuse_two_ways(shg_builder *b);
void shg_build_moves_max(shg_builder *b);

/* variant_build.c, which calls all of these. */
/* Builds def: fills *v, whose arena is set, except the board class.  Returns OK, perhaps with errors reported, in
 * which case *v is useless; or NO_MEMORY. */
shoogi_status shg_variant_build(shoogi_variant *v, const shg_definition *def, shg_faults *faults);

/* As shg_variant_build, for an outline (outline.h). */
shoogi_status shg_variant_build_names(shoogi_variant *v, const shg_definition *def,
                                      shg_faults *faults);

#endif
