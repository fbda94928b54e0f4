/* position.h: a game in progress: what stands where, who moves, what has happened so far. */
#ifndef SHOOGI_POSITION_H
#define SHOOGI_POSITION_H

#include "status.h"
#include "types.h"
#include "variant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoogi_position shoogi_position;

/* The start position of a variant.  The variant is borrowed until the position is freed.
 * Returns OK and *out owned (shoogi_position_free), or NO_MEMORY.  A position belongs to one thread
 * at a time; different positions of one variant may be used by different threads.
 * Cost: the first position of a variant, on whatever thread, makes the tables that all of them go by; that takes less than
 * a millisecond for Shogi, tens of them at 16x16 squares, and NO_MEMORY may mean that there was none for them. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_new(shoogi_position **out,
                                                            const shoogi_variant *variant);

/* A copy with its whole history.  Returns OK and *out owned, or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_copy(shoogi_position **out,
                                                             const shoogi_position *position);

/* NULL is accepted. */
SHOOGI_API void shoogi_position_free(shoogi_position *position);

SHOOGI_API const shoogi_variant *shoogi_position_variant(const shoogi_position *position);

/* Who is to move. */
SHOOGI_API shoogi_colour shoogi_position_side(const shoogi_position *position);

/* The number of the next move: 1 at the start. */
SHOOGI_API unsigned shoogi_position_ply(const shoogi_position *position);

/* How many moves have been made since the position was new or set up; each can be undone. */
SHOOGI_API unsigned shoogi_position_moves_played(const shoogi_position *position);

/* Move number index (0: the first) of those played; of a handicap shoogi_move_is_handicap is true, and
 * shoogi_position_removed_pieces says the rest.  index < shoogi_position_moves_played. */
SHOOGI_API shoogi_move shoogi_position_move_at(const shoogi_position *position, unsigned index);

/* What stands on a square of the board; kind 0 if nothing does. */
SHOOGI_API shoogi_piece shoogi_position_piece(const shoogi_position *position,
                                              shoogi_square square);

/* How many pieces of the kind are in the hand of colour. */
SHOOGI_API unsigned shoogi_position_hand(const shoogi_position *position, shoogi_colour colour,
                                         shoogi_kind kind);

/* A number that is equal for equal positions and, but for a chance of one in 2^64, different for different
 * ones.  What counts is the board, the hands, the side to move and, where the rules ask for them, the mark
 * (shoogi_position_counter_strike_square), which men have not moved yet, which of them has just gone two steps, and what kind
 * moved last.  The same in every process and on every machine. */
SHOOGI_API uint64_t shoogi_position_hash(const shoogi_position *position);

/* The square on which a piece marked counterStrike was taken by an unmarked one on the previous turn, which
 * bars some captures on this turn; SHOOGI_NO_SQUARE if there is none.  Chu: the third field of SFEN. */
SHOOGI_API shoogi_square shoogi_position_counter_strike_square(const shoogi_position *position);

/* Setting up: clear, then put and so on, then ready.  A position between clear and ready must not be
 * moved in.  All history is forgotten. */
SHOOGI_API void shoogi_position_clear(shoogi_position *position);
/* kind 0 empties the square. */
SHOOGI_API void shoogi_position_put(shoogi_position *position, shoogi_square square,
                                    shoogi_piece piece);
/* Returns LIMIT_EXCEEDED if more than SHOOGI_IN_HAND_MAX pieces would be in both hands, ILLEGAL if the kind is never in
 * hand. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_set_hand(shoogi_position *position,
                                                                 shoogi_colour colour,
                                                                 shoogi_kind kind, unsigned count);
SHOOGI_API void shoogi_position_set_side(shoogi_position *position, shoogi_colour side);
/* ply: the number of the next move, at least 1. */
SHOOGI_API void shoogi_position_set_ply(shoogi_position *position, unsigned ply);
/* SHOOGI_NO_SQUARE for no mark. */
SHOOGI_API void shoogi_position_set_counter_strike_square(shoogi_position *position,
                                                          shoogi_square mark);
SHOOGI_API void shoogi_position_setup_done(shoogi_position *position);

/* The legal moves.  Fills moves[0 .. n-1] with the first moves_max of them, in no promised order (but
 * the same in every run), and returns how many there are; moves may be NULL if moves_max is 0, which
 * only counts.  A game that is over by what stands on the board has none; repetition is not looked at.
 * Where rules forbid a repetition, and moves has not room for all, and there is no memory for them either, what
 * they forbid is listed and counted too.  Promotion and no promotion are two moves; moves that lead to the same position are one. */
SHOOGI_API size_t shoogi_position_moves(const shoogi_position *position, shoogi_move *moves,
                                        size_t moves_max);

/* Every way to write each of them: the squares that a man of several steps visits are told apart even
 * where the result is the same.  As shoogi_position_moves. */
SHOOGI_API size_t shoogi_position_moves_by_path(const shoogi_position *position, shoogi_move *moves,
                                                size_t moves_max);

/* The legal moves by the same squares as move, which need not be legal itself: what the player may choose
 * from at the end of it, in this order: without promotion, then by the kind the man becomes.  Of a drop,
 * itself.  Fills moves[0 .. n-1] with the first moves_max of them and returns how many there are. */
enum { SHOOGI_PROMOTION_CHOICES_MAX = SHOOGI_KINDS_MAX + 2 };
SHOOGI_API size_t shoogi_position_promotion_choices(const shoogi_position *position,
                                                    shoogi_move move, shoogi_move *moves,
                                                    size_t moves_max);

/* True if the man of the side to move that stands on from can end a move on to as far as the board decides:
 * neither check nor a rule of trade is asked.  False once the game is over by the board. */
SHOOGI_API bool shoogi_position_has_pseudo_legal_move(const shoogi_position *position,
                                                      shoogi_square from, shoogi_square to);

/* No position of the variant has more legal moves than this. */
SHOOGI_API size_t shoogi_variant_moves_max(const shoogi_variant *variant);

/* Makes a move.  It must be legal or at least come from shoogi_position_moves of this position; use
 * shoogi_position_why_illegal first on moves from outside.  Returns OK, or NO_MEMORY with nothing changed. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_do(shoogi_position *position,
                                                           shoogi_move move);

/* Takes the latest move back.  shoogi_position_moves_played must not be 0. */
SHOOGI_API void shoogi_position_undo(shoogi_position *position);

/* Gives a handicap: as the first move of a game men of the other side are taken off the board, White's where
 * Black begins.  They are out of the game and in no hand; it is one ply, undone like others, and then the
 * other side's turn.
 * squares: [count] where these men stand, in any order, copied.  Returns OK; ILLEGAL as
 * shoogi_position_why_handicap_illegal says, or NO_MEMORY, with nothing changed.
 * Source: docs/notation.md, "Handicaps". */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_handicap(shoogi_position *position,
                                                                 const shoogi_square *squares,
                                                                 size_t count);

/* A man taken off the board as a handicap. */
typedef struct shoogi_removed_piece {
    shoogi_square square;
    shoogi_piece piece;
} shoogi_removed_piece;

/* The men taken off as a handicap in this game, rank a first, in a rank file 1 first.  Fills removed[0 .. n-1]
 * with the first removed_max of them and returns how many there are; removed may be NULL if removed_max
 * is 0. */
SHOOGI_API size_t shoogi_position_removed_pieces(const shoogi_position *position,
                                                 shoogi_removed_piece *removed, size_t removed_max);

typedef enum shoogi_illegal {
#define ILLEGAL(name, words) SHOOGI_ILLEGAL_##name,
#include "illegal.def"
#undef ILLEGAL
    SHOOGI_ILLEGAL_COUNT
} shoogi_illegal;

/* Why a move is not legal.  SHOOGI_ILLEGAL_NONE if it is legal.  Otherwise sentence, if given, is
 * filled with one line for a player, without a full stop, naming the squares and pieces at fault:
 * "two pawns on file 3", "your king would stand in check from 5e". */
SHOOGI_API shoogi_illegal shoogi_position_why_illegal(const shoogi_position *position,
                                                      shoogi_move move, char *sentence,
                                                      size_t sentence_bytes);

/* Why a handicap cannot be given, as shoogi_position_why_illegal for moves.  *at, if given, is filled: the index of the
 * square at fault, or count if it is none of them. */
SHOOGI_API shoogi_illegal shoogi_position_why_handicap_illegal(const shoogi_position *position,
                                                               const shoogi_square *squares,
                                                               size_t count, size_t *at,
                                                               char *sentence,
                                                               size_t sentence_bytes);

/* The squares from which the royal of the side to move is attacked.  Fills squares[0 .. n-1] with the
 * first squares_max in the order rank a first, in a rank file 1 first; returns how many there are.
 * Where check plays no part in the rules the attacks are told all the same. */
SHOOGI_API size_t shoogi_position_checkers(const shoogi_position *position, shoogi_square *squares,
                                           size_t squares_max);

/* The square of the lone royal of colour; SHOOGI_NO_SQUARE if it has none or several. */
SHOOGI_API shoogi_square shoogi_position_royal_square(const shoogi_position *position,
                                                      shoogi_colour colour);

/* True if a man of colour could capture on the square by its plain move, whoever is to move and
 * whatever pins it; what stands on the square itself makes no difference. */
SHOOGI_API bool shoogi_position_is_attacked(const shoogi_position *position, shoogi_square square,
                                            shoogi_colour colour);

typedef enum shoogi_outcome {
    SHOOGI_OUTCOME_NONE, /* the game goes on */
    SHOOGI_OUTCOME_BLACK,
    SHOOGI_OUTCOME_WHITE,
    SHOOGI_OUTCOME_DRAW,
    SHOOGI_OUTCOME_NO_CONTEST /* neither has won, and the game is meant to be played again */
} shoogi_outcome;

typedef enum shoogi_reason {
#define REASON(name, words) SHOOGI_REASON_##name,
#include "result.def"
#undef REASON
    SHOOGI_REASON_COUNT
} shoogi_reason;

typedef struct shoogi_result {
    shoogi_outcome outcome;
    shoogi_reason reason;
} shoogi_result;

/* The result of the game as the board and its history show it; resignation, time, agreement and
 * ILLEGAL_MOVE (shoogi_variant_illegal_move_loses) are not of the board.  Cost: one look for a legal move, and one pass over the history. */
SHOOGI_API shoogi_result shoogi_position_result(const shoogi_position *position);

/* The words of result.def.  Borrowed for ever. */
SHOOGI_API const char *shoogi_reason_text(shoogi_reason reason);

/* The points of colour in an impasse: big pieces and their forms count 5, royals nothing, all other men 1, on
 * the board and in hand; men given as a handicap count for their owner if the definition says so.
 * Source: docs/variant-format.md, "Impasse". */
SHOOGI_API unsigned shoogi_position_impasse_points(const shoogi_position *position,
                                                   shoogi_colour colour);

/* How players end a game in which neither royal will be mated any more.  A draw that they agree on without
 * such a rule is not of the board. */
typedef enum shoogi_claim {
    SHOOGI_CLAIM_AGREED, /* both want it: the game is counted, or drawn */
    SHOOGI_CLAIM_ALL_PROTECTED, /* one has all his men guarded in the enemy camp: the same without the other */
    SHOOGI_CLAIM_DECLARATION /* one has his royal, men and points enough there, and wins */
} shoogi_claim;

/* True if colour may make the claim in this game.  *points, if given, is filled then: how many it takes not to
 * lose, or for DECLARED to win; 0 where nothing is counted. */
SHOOGI_API bool shoogi_variant_has_claim(unsigned *points, const shoogi_variant *variant,
                                         shoogi_claim claim, shoogi_colour colour);

typedef enum shoogi_refusal {
#define REFUSAL(name, words) SHOOGI_REFUSAL_##name,
#include "refusal.def"
#undef REFUSAL
    SHOOGI_REFUSAL_COUNT
} shoogi_refusal;

/* What a claim comes to.  claimer: who makes it; of AGREED either of them.
 * Returns NOTHING and *out filled; the position does not change, and callers keep the result.  Otherwise *out
 * is untouched and sentence, if given, filled with one line for the claimer, without a full stop: "your silver
 * general on 5e is outside the enemy camp".  What a claim that fails costs is not of the board.
 * Cost: as shoogi_position_result, and a look for attackers of each man.
 * Source: docs/variant-format.md, "Impasse". */
SHOOGI_API shoogi_refusal shoogi_position_claim(shoogi_result *out, const shoogi_position *position,
                                                shoogi_claim claim, shoogi_colour claimer,
                                                char *sentence, size_t sentence_bytes);

/* The number of leaves of the tree of legal moves, depth_plies deep.  depth 0: 1.  Fails with
 * NO_MEMORY only.  A position whose game is over by the board has no leaves; repetition is not
 * looked at. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_perft(uint64_t *nodes,
                                                              shoogi_position *position,
                                                              unsigned depth_plies);

/* The same, counting paths at every step. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_perft_by_path(uint64_t *nodes,
                                                                      shoogi_position *position,
                                                                      unsigned depth_plies);

#ifdef __cplusplus
}
#endif
#endif
