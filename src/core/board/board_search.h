/* board_search.h: operations of a board class that only searches need; board_ops.h has the others. */
#ifndef SHG_CORE_BOARD_BOARD_SEARCH_H
#define SHG_CORE_BOARD_BOARD_SEARCH_H

#include "core/board/board_ops.h"

/* The legal moves in two parts, for a search that tries the noisy ones (captures and promotions) before it generates
 * the quiet ones.  Where every move flips the piece, flipping is not a promotion. */
typedef enum shg_part { SHG_NOISY, SHG_QUIET } shg_part;

/* A piece as the evaluation sees it: its mobility (attacked squares without those of its own pieces), and how many
 * squares it attacks of the king zones: the royals of each side and the adjacent squares. */
typedef struct shg_piece_view {
    shg_code code;
    shoogi_square square;
    uint16_t mobility;
    uint8_t on_own_royal, on_their_royal;
    bool attacked, guarded; /* by an enemy piece; protected by one of its own side */
} shg_piece_view;

/* By side, for its royals and the adjacent squares: how many the enemy attacks that only royals protect; to how many
 * a royal could move that are neither occupied by its own pieces nor attacked. */
typedef struct shg_king_zone {
    uint8_t weak[2], flights[2];
} shg_king_zone;

/* A piece attacks an enemy piece. */
typedef struct shg_threat {
    shg_code by, on;
} shg_threat;

/* The attack map of a position; at most SHG_THREATS_PER_SQUARE threats for each square of the board. */
enum { SHG_THREATS_PER_SQUARE = 4 };
typedef struct shg_board_view {
    shg_piece_view *pieces; /* [count], with space for all squares */
    shg_threat *threats;    /* [threat_count] */
    size_t count, threat_count;
    shg_king_zone king_zone;
} shg_board_view;

typedef struct shg_search_ops {
    /* As moves of board_ops.h, but only the noisy or the quiet ones. */
    size_t (*moves_part)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                         shg_part part);

    /* Generates all moves that give check to an enemy royal, and perhaps others. plain: few others; may omit checks
     * by multi-step moves, and generates nothing if there is no single royal from which to look back. */
    size_t (*checks)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                     bool plain);

    /* Makes and undoes a null move: only the side to move changes.  The history must have space. */
    void (*do_null)(shoogi_position *position);
    void (*undo_null)(shoogi_position *position);

    /* Whether moves_part lists the move among the noisy ones: it captures, burns or promotes. */
    bool (*is_noisy)(const shoogi_position *position, shoogi_move move);

    /* The material gain of a move without a recapture: everything it captures, and the gain of promotion. value:
     * [kinds + 1]. */
    int (*material_gain)(const shoogi_position *position, shoogi_move move, const int *value);

    /* Static exchange evaluation (SEE): whether the move gains at least so much if both sides then capture on its
     * destination, with their least valuable piece first, as long as that pays. value: [kinds + 1], the loss for each
     * kind.  Counts pieces captured on via squares, and attackers that jump along a line; ignores others that need several steps. */
    bool (*see_at_least)(const shoogi_position *position, shoogi_move move, const int *value,
                         int least);

    /* Fills view, which was made for the variant, with all attacks by ordinary moves. */
    void (*view)(const shoogi_position *position, shg_board_view *view);
} shg_search_ops;

/* The operations for a variant. */
const shg_search_ops *shg_search_class(const shoogi_variant *variant);

#endif
