/* picker.h: the moves of a position one after the other, the most promising first. */
#ifndef SHG_ENGINE_SEARCH_PICKER_H
#define SHG_ENGINE_SEARCH_PICKER_H

#include "engine/search/history.h"

typedef struct shg_scored {
    shoogi_move move;
    int score;
} shg_scored;

/* Where a move comes from: what is known of it before it is looked at. */
typedef enum shg_stage {
    SHG_STAGE_KNOWN, /* the move of the table */
    SHG_STAGE_LIST_NOISY,
    SHG_STAGE_NOISY, /* takes or promotes, and does not lose men by it */
    SHG_STAGE_LIST_CHECKS,
    SHG_STAGE_CHECKS, /* quiet, may attack a royal, and does not lose men by it: only if they are wanted */
    SHG_STAGE_LIST_QUIET,
    SHG_STAGE_QUIET,
    SHG_STAGE_BAD,      /* takes or promotes, and loses men */
    SHG_STAGE_LIST_ALL, /* in check */
    SHG_STAGE_ALL,
    SHG_STAGE_OVER
} shg_stage;

typedef struct shg_picker {
    const shoogi_position *position;
    const shg_search_ops *ops;
    const shg_history *history;
    const int *worth;  /* [kinds + 1] */
    shoogi_move known; /* checked: legal, or 0 */
    shoogi_move killers[2], counter;
    uint32_t before[2];      /* the places of the two moves before */
    shg_scored *moves;       /* [listed_max] the picker's until it is done */
    shoogi_move *room;       /* [listed_max] any picker's while it lists */
    size_t listed_max;       /* moves beyond so many are not seen */
    size_t count, next, bad; /* of moves: bad ones stand at the beginning */
    int loses_at_most;       /* noisy moves that lose more are bad */
    shg_stage stage;
    bool noisy_only; /* no quiet moves, but for checks if they are wanted */
    bool checks_wanted;
    bool hoppers; /* men are guarded over others, which does not count as a guard: checks may lose men */
} shg_picker;

/* What the man of the move is before it. */
shg_code shg_mover(const shoogi_position *position, shoogi_move move);
/* What the move takes at its end, or first on its way; 0: nothing. */
shg_code shg_taken(const shoogi_position *position, shoogi_move move);

/* The next move, or 0 if there is none. */
shoogi_move shg_pick(shg_picker *picker);
/* No more quiet moves. */
void shg_pick_no_quiets(shg_picker *picker);

#endif
