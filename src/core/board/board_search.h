/* board_search.h: what a search asks of the boards of a class, besides what board_ops.h has for everybody. */
#ifndef SHG_CORE_BOARD_BOARD_SEARCH_H
#define SHG_CORE_BOARD_BOARD_SEARCH_H

#include "core/board/board_ops.h"

/* The legal moves in two parts, for a search that looks at one before it lists the other: those that take or
 * promote, and the rest.  Where every move turns a man over, turning is not promoting. */
typedef enum shg_part { SHG_NOISY, SHG_QUIET } shg_part;

/* A man as an evaluation sees him: where he stands, and how many squares he attacks: in all, without those of
 * his own men; and among the royals of either side and the squares next to them. */
typedef struct shg_piece_view {
    shg_code code;
    shoogi_square square;
    uint16_t mobility;
    uint8_t on_own_royal, on_their_royal;
    bool attacked, guarded; /* by a man of the other side, of his own */
} shg_piece_view;

/* Of the royals of each side and the squares next to them: how many the other side attacks that no man but a royal
 * guards; and to how many a royal could go that neither his own men stand on nor the other side attacks. */
typedef struct shg_king_zone {
    uint8_t weak[2], flights[2];
} shg_king_zone;

/* A man attacks one of the other side. */
typedef struct shg_threat {
    shg_code by, on;
} shg_threat;

/* What is seen of a position; of threats not more than so many for each square of the board. */
enum { SHG_THREATS_PER_SQUARE = 4 };
typedef struct shg_board_view {
    shg_piece_view *pieces; /* [count], room for all squares */
    shg_threat *threats;    /* [threat_count] */
    size_t count, threat_count;
    shg_king_zone king_zone;
} shg_board_view;

typedef struct shg_search_ops {
    /* As moves of board_ops.h, of a part of them. */
    size_t (*moves_part)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                         shg_part part);

    /* As moves of board_ops.h, of those that may attack a royal of the other side: all that do, and perhaps others.
     * plain: few others, and of the attacks of several legs none need be among them; none at all where they are not
     * found by looking back from a lone royal. */
    size_t (*checks)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                     bool plain);

    /* The turn goes to the other side, and nothing else happens; undo_null takes that back.  The stack has room. */
    void (*do_null)(shoogi_position *position);
    void (*undo_null)(shoogi_position *position);

    /* Whether moves_part lists a move among the noisy ones: it takes, burns or promotes. */
    bool (*is_noisy)(const shoogi_position *position, shoogi_move move);

    /* What a move gains if nothing is taken back: all that it takes, and what promotion brings.  worth: [kinds + 1]. */
    int (*material_gain)(const shoogi_position *position, shoogi_move move, const int *value);

    /* True if the mover's side comes to win at least so much by a move if both sides then take on its last square with
     * their least men as long as that pays.  worth: [kinds + 1], what the loss of each man costs.  Of moves of several
     * legs, the men taken on the way count; of what guards by several legs, nothing does. */
    bool (*see_at_least)(const shoogi_position *position, shoogi_move move, const int *value,
                         int least);

    /* All men of the board, by their plain moves.  sight: made for the variant; filled. */
    void (*view)(const shoogi_position *position, shg_board_view *view);
} shg_search_ops;

/* Those of the class of a variant. */
const shg_search_ops *shg_search_class(const shoogi_variant *variant);

#endif
