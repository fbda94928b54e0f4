/* position_int.h: functions of positions for the engine and for other files of core, beside the public ones. */
#ifndef SHG_CORE_POSITION_POSITION_INT_H
#define SHG_CORE_POSITION_POSITION_INT_H

#include "core/board/board_ops.h"

/* Whether the squares of the move are squares of the board, and its via squares are filled in order. */
bool shg_move_squares_fit(const shoogi_variant *variant, shoogi_move move);

/* Whether the move, whose squares fit, is legal, including forbidden repetition. */
bool shg_position_is_legal(const shoogi_position *position, shoogi_move move);

/* The result by repetition if the position on the board occurs often enough and also occurred before move number
 * first (from 0) of the history. */
shoogi_result shg_position_judge_repetition(const shoogi_position *position, size_t first);

/* Makes space for so many more moves in the history.  OK or NO_MEMORY. */
shoogi_status shg_position_make_room(shoogi_position *position, size_t more);

/* Undoes a handicap, the only move played. */
void shg_handicap_undo(shoogi_position *position);

/* What a declaration needs, in points of the promotion zone and the hand; its other conditions are the same everywhere. */
typedef struct shg_declaration {
    uint16_t win[2];         /* for Black and White; 0: no declaration */
    uint16_t level[2];       /* for one without a result; 0: there is none such */
    uint8_t handicap_pieces; /* as in shg_rules */
} shg_declaration;

/* The declaration of a variant. */
shg_declaration shg_declaration_of(const shoogi_variant *variant);

/* shoogi_position_claim of a declaration by other numbers than those of the variant. */
shoogi_refusal shg_position_declare(shoogi_result *out, const shoogi_position *position,
                                    const shg_declaration *declaration, shoogi_colour claimant,
                                    char *sentence, size_t sentence_bytes);

/* The text of illegal.def. */
const char *shg_illegal_text(shoogi_illegal why);

/* Audits the position: recomputes everything that is updated incrementally, including the hash; true if all agrees.
 * For asserts and tests. */
bool shg_position_check(const shoogi_position *position);

#endif
