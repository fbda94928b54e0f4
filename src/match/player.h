/* player.h: one who plays games, whatever it takes to have him move. */
#ifndef SHG_MATCH_PLAYER_H
#define SHG_MATCH_PLAYER_H

#include "match/entrant.h"
#include "shoogi/position.h"

typedef struct shg_player shg_player;
typedef struct shg_weights shg_weights;

/* What a player does when it is his turn. */
typedef enum shg_deed {
    SHG_DEED_MOVE,
    SHG_DEED_RESIGNS,
    SHG_DEED_DECLARES, /* that he wins by an impasse */
    SHG_DEED_ILLEGAL,  /* a move that is none, or not legal */
    SHG_DEED_REFUSES,  /* says that a move of the other is not legal */
    SHG_DEED_SILENT,   /* nothing, for too long: he hangs */
    SHG_DEED_DEAD      /* he has ended */
} shg_deed;

enum { SHG_WORDS_BYTES = 160 };

typedef struct shg_answer {
    shg_deed deed;
    shoogi_move move; /* legal; of MOVE only */
    int64_t elapsed_ms;
    bool has_score;
    int score; /* for him, in centipawns; a win or loss he sees is beyond SHG_SURE */
    unsigned depth_plies;
    uint64_t nodes;
    char words[SHG_WORDS_BYTES]; /* of what is no move: what he said, or how it came about */
} shg_answer;

enum { SHG_SURE = 30000 };

/* A turn: what stands on the board, and the clocks. */
typedef struct shg_turn {
    const shoogi_position *position; /* with all of the game behind it */
    int64_t left_ms[2];              /* main time of Black and of White */
    int64_t increment_ms[2];         /* what the next move of each adds to it, before it is made */
    int64_t until_ms;                /* of shg_monotonic_ms: who has not answered by then hangs */
} shg_turn;

/* A game that begins. */
typedef struct shg_occasion {
    const shoogi_position *start;
    bool usual; /* it is the start of the variant */
    shoogi_colour colour;
    uint64_t seed; /* of whoever plays by chance */
} shg_occasion;

/* Calls come in this order: begin, then hear of each move that is made, think when it is one's turn and a move is wanted,
 * finish; and begin again. */
typedef struct shg_player_ops {
    /* False with words filled if he cannot play. */
    bool (*begin)(shg_player *player, const shg_occasion *occasion, char words[SHG_WORDS_BYTES]);
    /* A move of either, his own too; before: the position it is made in. */
    void (*hear)(shg_player *player, const shoogi_position *before, shoogi_move move);
    /* Fills *answer, elapsed_ms too. */
    void (*think)(shg_answer *answer, shg_player *player, const shg_turn *turn);
    /* won: 1, 0 for a draw or an unknown result, -1.  Of one whose deed was SILENT or DEAD, the next begin starts him
     * anew. */
    void (*finish)(shg_player *player, int won);
    void (*free)(shg_player *player);
} shg_player_ops;

struct shg_player {
    const shg_player_ops *ops;
    const shg_entrant *entrant;    /* borrowed */
    const shoogi_variant *variant; /* borrowed */
};

/* A player for games of a variant, who has not begun anything yet.  shown: what he says and is told goes to standard
 * error.  Returns OK and *out owned (ops->free); NO_MEMORY, or what was wrong with his weights with *err. */
SHOOGI_CHECKED shoogi_status shg_player_new(shg_player **out, const shg_entrant *entrant,
                                            const shoogi_variant *variant, bool shown,
                                            shoogi_error *err);

/* The weights of an entrant that is our own search, as its setting says.  Returns OK and *out owned (shg_weights_free);
 * NO_MEMORY; or what is wrong with them, with *err: nothing was learned, or a file is broken. */
SHOOGI_CHECKED shoogi_status shg_player_weights(shg_weights **out, const shg_entrant *entrant,
                                                const shoogi_variant *variant, shoogi_error *err);

#endif
