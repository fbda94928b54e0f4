/* ref_rules.h: the reference rules, slow and simple, against which the fast ones are tested.
 *
 * Square by square on a board of any size: every piece tries every leg of its moves, every move is made before it is
 * judged, and every position of the game is kept.  Only the definition is shared with the board classes. */
#ifndef SHG_SUPPORT_REF_RULES_H
#define SHG_SUPPORT_REF_RULES_H

#include "shoogi/position.h"

typedef struct shg_ref shg_ref;

/* Copies the board of position, without its history.  *out owned (shg_ref_free).  NO_MEMORY. */
shoogi_status shg_ref_new(shg_ref **out, const shoogi_position *position);
void shg_ref_free(shg_ref *ref);

/* As shoogi_position_moves and, with paths, shoogi_position_moves_by_path.  SIZE_MAX when memory is spent. */
size_t shg_ref_moves(const shg_ref *ref, shoogi_move *moves, size_t moves_max, bool paths);

/* As shoogi_position_do and _undo. */
shoogi_status shg_ref_do(shg_ref *ref, shoogi_move move);
void shg_ref_undo(shg_ref *ref);

/* As shoogi_position_result. */
shoogi_result shg_ref_result(const shg_ref *ref);

/* How many royals colour has, and whether one of them is attacked. */
unsigned shg_ref_royals(const shg_ref *ref, shoogi_colour colour);
bool shg_ref_attacks_royal(const shg_ref *ref, shoogi_colour colour);

/* True if board, hands, mark and side are those of position. */
bool shg_ref_equals(const shg_ref *ref, const shoogi_position *position);

#endif
