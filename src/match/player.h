/* player.h: the interface of players in a match, built-in or external. */
#ifndef SHG_MATCH_PLAYER_H
#define SHG_MATCH_PLAYER_H

#include "match/participant.h"
#include "shoogi/position.h"

typedef struct shg_player shg_player;
typedef struct shg_weights shg_weights;

/* The kinds of answers of a player on its turn. */
typedef enum shg_answer_kind {
    SHG_ANSWER_MOVE,
    SHG_ANSWER_RESIGNS,
    SHG_ANSWER_DECLARES, /* a win by declaration (impasse) */
    SHG_ANSWER_ILLEGAL,  /* an illegal or unreadable move */
    SHG_ANSWER_REFUSES,  /* claims that the opponent's move is illegal */
    SHG_ANSWER_TIMEOUT,  /* no answer: it hangs */
    SHG_ANSWER_EXITED    /* the process has ended */
} shg_answer_kind;

enum { SHG_WORDS_BYTES = 160 };

typedef struct shg_answer {
    shg_answer_kind kind;
    shoogi_move move; /* legal; MOVE only */
    int64_t elapsed_ms;
    bool has_score;
    int score; /* for the player, in centipawns; beyond SHG_MATE_SCORE: a forced win or loss */
    unsigned depth_plies;
    uint64_t nodes;
    char words[SHG_WORDS_BYTES]; /* unless MOVE: its text, or the cause */
} shg_answer;

enum { SHG_MATE_SCORE = 30000 };

/* A turn: the position and the clocks. */
typedef struct shg_turn {
    const shoogi_position *position; /* with the game as its history */
    int64_t left_ms[2];              /* main time of Black and of White */
    int64_t increment_ms[2];         /* added before the next move of each */
    int64_t until_ms; /* deadline, by shg_monotonic_ms: a player that has not answered by then hangs */
} shg_turn;

/* A new game. */
typedef struct shg_new_game {
    const shoogi_position *start;
    bool is_default; /* the initial position of the variant */
    shoogi_colour colour;
    uint64_t seed; /* for random players */
} shg_new_game;

/* Order of calls: begin; then note_move for each move made, and think on the player's turn; finish; and begin again. */
typedef struct shg_player_ops {
    /* Returns false with words filled if it cannot play. */
    bool (*begin)(shg_player *player, const shg_new_game *new_game, char words[SHG_WORDS_BYTES]);
    /* A move of either side, its own too; before: the position before the move. */
    void (*note_move)(shg_player *player, const shoogi_position *before, shoogi_move move);
    /* Fills *answer, including elapsed_ms. */
    void (*think)(shg_answer *answer, shg_player *player, const shg_turn *turn);
    /* won: 1, 0 for a draw or an unknown result, -1.  After TIMEOUT or EXITED, the next begin restarts it. */
    void (*finish)(shg_player *player, int won);
    void (*free)(shg_player *player);
} shg_player_ops;

struct shg_player {
    const shg_player_ops *ops;
    const shg_participant *participant; /* borrowed */
    const shoogi_variant *variant;      /* borrowed */
};

/* Creates a player for a variant, without starting it.  trace: its input and output are copied to standard error.  Returns OK and
 * *out owned (ops->free); NO_MEMORY; or an error of its weights, with *err filled. */
SHOOGI_CHECKED shoogi_status shg_player_new(shg_player **out, const shg_participant *participant,
                                            const shoogi_variant *variant, bool trace,
                                            shoogi_error *err);

/* The weights of a participant that is our own search.  Returns OK and *out owned (shg_weights_free); NO_MEMORY; or an error with *err
 * filled: there are no learned weights, or a file is broken. */
SHOOGI_CHECKED shoogi_status shg_player_weights(shg_weights **out,
                                                const shg_participant *participant,
                                                const shoogi_variant *variant, shoogi_error *err);

#endif
