/* picker.h: the staged move picker: the moves of a position one by one, the most promising first.
 *
 * Moves are generated stage by stage, so that a cutoff by an early move saves the rest.  Noisy moves capture or promote; all
 * others are quiet.  Source: Chess Programming Wiki, "Move Ordering", "Staged Move Generation". */
#ifndef SHG_ENGINE_SEARCH_PICKER_H
#define SHG_ENGINE_SEARCH_PICKER_H

#include "engine/search/history.h"

typedef struct shg_scored {
    shoogi_move move;
    int score;
} shg_scored;

typedef enum shg_stage {
    SHG_STAGE_TT_MOVE, /* the hash move, before anything is generated */
    SHG_STAGE_GENERATE_NOISY,
    SHG_STAGE_GOOD_NOISY, /* noisy moves that lose no material by static exchange evaluation (SEE) */
    SHG_STAGE_GENERATE_CHECKS,
    SHG_STAGE_CHECKS, /* quiet moves that may check and pass SEE; only if checks_wanted */
    SHG_STAGE_GENERATE_QUIET,
    SHG_STAGE_QUIET,
    SHG_STAGE_BAD_NOISY,         /* noisy moves that lose material by SEE */
    SHG_STAGE_GENERATE_EVASIONS, /* in check: every legal move in one stage */
    SHG_STAGE_EVASIONS,
    SHG_STAGE_DONE
} shg_stage;

typedef struct shg_picker {
    const shoogi_position *position;
    const shg_search_ops *ops;
    const shg_history *history;
    const int *piece_values; /* [kinds + 1] */
    shoogi_move tt_move;     /* the hash move, known to be legal; 0: none */
    shoogi_move killers[2], counter_move;
    uint32_t previous[2];          /* piece-to of the last move and the one before it; 0: none */
    shg_scored *moves;             /* [moves_max] the picker's own until it is done */
    shoogi_move *generated;        /* [moves_max] scratch, shared by all pickers */
    size_t moves_max;              /* moves beyond this many are dropped */
    size_t count, next, bad_count; /* of moves; bad noisy ones are collected at the front */
    int see_loss_max;              /* noisy moves that lose more are bad */
    shg_stage stage;
    bool noisy_only; /* no quiet moves, except checks if they are wanted */
    bool checks_wanted;
    bool hoppers; /* some pieces guard by hopping, which SEE does not see: checks need not pass SEE */
} shg_picker;

/* The piece that moves or is dropped, as it is before the move. */
shg_code shg_moved_piece(const shoogi_position *position, shoogi_move move);
/* The piece captured on the target square, or else the first one captured on the way; 0: none. */
shg_code shg_captured_piece(const shoogi_position *position, shoogi_move move);

/* The next move, or 0 when all have been returned. */
shoogi_move shg_pick(shg_picker *picker);
/* Skips the quiet moves that are left. */
void shg_pick_skip_quiets(shg_picker *picker);

#endif
