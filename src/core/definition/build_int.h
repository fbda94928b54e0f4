/* build_int.h: what the files that understand a definition share.
 *
 * variant_build.c reads pieces, rules and names and calls the others: build_forms.c for promotion and hands,
 * build_squares.c for what stands on squares, build_shots.c for shooting, build_names.c for what men and games are called, build_reach.c for
 * what follows from the moves; build_values.c lies below all of them.  Each builds one part of the variant, and goes on after a fault where it safely
 * can. */
#ifndef SHG_CORE_DEFINITION_BUILD_INT_H
#define SHG_CORE_DEFINITION_BUILD_INT_H

#include "core/definition/definition.h"
#include "core/variant/variant_int.h"

typedef struct shg_builder {
    const shg_definition *def;
    shoogi_variant *v;
    shg_faults *faults;
    bool spent; /* no memory */
} shg_builder;

static inline int shg_build_number(const shg_builder *b, shg_parameter p)
{
    return b->def->number[p];
}

/* The value of a parameter; bytes NULL if there is none, or it is "none". */
static inline shg_span shg_build_value(const shg_builder *b, shg_parameter p)
{
    const shg_span value = b->def->value[p];
    return shg_span_is(value, "none") ? (shg_span){ 0 } : value;
}

/* An array in the variant's arena; NULL, and noted, when memory is spent. */
void *shg_build_array(shg_builder *b, size_t count, size_t size);
const char *shg_build_text(shg_builder *b, shg_span span);

/* The kind of a piece line with the longest id that begins here, and its length; 0 if none does. */
shoogi_kind shg_build_longest_id(const shg_builder *b, shg_span text, size_t *id_bytes);

/* The next id of a list, up to one of the stops; *at is behind it and the stop then.  0, and told, if no
 * piece line has it. */
shoogi_kind shg_build_next_id(shg_builder *b, shg_span list, size_t *at, const char *stops);

/* The part of a list up to a stop, or all that is left of it; *at is behind the stop then, which may be one byte behind
 * the end. */
shg_span shg_build_next_part(shg_span list, size_t *at, char stop);

/* build_forms.c: what each kind promotes to, which may make kinds; then what it is in hand. */
void shg_build_promotions(shg_builder *b);
void shg_build_promo_with(shg_builder *b);
void shg_build_promo_needs(shg_builder *b);
void shg_build_demotions(shg_builder *b);
void shg_build_hands(shg_builder *b);
/* What can be in hand, and what is drawn from it when a kind is dropped; after the men in hand at the start
 * are known. */
void shg_build_drops(shg_builder *b);

/* build_squares.c */
void shg_build_squares(shg_builder *b);
void shg_build_handicaps(shg_builder *b);
/* After the handicaps. */
void shg_build_grade_handicaps(shg_builder *b); /* after the squares */
void shg_build_morphs(shg_builder *b);
void shg_build_matrix(shg_builder *b);
void shg_build_check_royals(shg_builder *b);

/* build_changes.c: before forms are made of kinds. */
void shg_build_changes(shg_builder *b);

/* build_names.c: how men are called, before forms are made of kinds; other words for the game and for kinds. */
void shg_build_piece_names(shg_builder *b);
void shg_build_aliases(shg_builder *b);
void shg_build_input_aliases(shg_builder *b);
/* What is told about the game. */
void shg_build_notes(shg_builder *b);
/* True if it is fit for the name of a game or of a handicap: letters, digits, - and +. */
bool shg_build_is_name(shg_span name);

/* build_shots.c: who shoots, before forms are made of kinds; then who may not be shot by whom. */
void shg_build_shooting(shg_builder *b);
void shg_build_shot_proof(shg_builder *b);
void shg_build_shot_cover(shg_builder *b);
void shg_build_immobilisers(shg_builder *b);

/* build_reach.c */
void shg_build_alive(shg_builder *b);
void shg_build_refuse_two_ways(shg_builder *b);
void shg_build_moves_max(shg_builder *b);

/* variant_build.c, which calls all of these. */
/* Finds out what def means: fills *v, whose arena is set, but for the board class.
 * Returns OK, perhaps with faults, in which case *v is of no use; or NO_MEMORY. */
shoogi_status shg_variant_build(shoogi_variant *v, const shg_definition *def, shg_faults *faults);

/* The same of an outline (outline.h). */
shoogi_status shg_variant_build_names(shoogi_variant *v, const shg_definition *def,
                                      shg_faults *faults);

#endif
