/* position.h: a game in progress: the board, the hands, the side to move and the moves played. */
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
 * Cost: the first position of a variant, on any thread, also makes the move tables that all its positions share: less
 * than 1 ms for Shogi, tens of ms for 16x16 squares. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_new(shoogi_position **out,
                                                            const shoogi_variant *variant);

/* A copy, with the whole history.  Returns OK and *out owned (shoogi_position_free), or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_copy(shoogi_position **out,
                                                             const shoogi_position *position);

/* Accepts NULL. */
SHOOGI_API void shoogi_position_free(shoogi_position *position);

/* The variant of the position. */
SHOOGI_API const shoogi_variant *shoogi_position_variant(const shoogi_position *position);

/* The side to move. */
SHOOGI_API shoogi_colour shoogi_position_side(const shoogi_position *position);

/* The number of the next move: 1 at the start. */
SHOOGI_API unsigned shoogi_position_ply(const shoogi_position *position);

/* The number of moves made since the position was created or set up.  Each of them can be undone. */
SHOOGI_API unsigned shoogi_position_moves_played(const shoogi_position *position);

/* A move of the history.  index: from 0 to shoogi_position_moves_played - 1.  For a handicap
 * shoogi_move_is_handicap is true; shoogi_position_removed_pieces has its pieces. */
SHOOGI_API shoogi_move shoogi_position_move_at(const shoogi_position *position, unsigned index);

/* The piece on a square; kind 0: the square is empty. */
SHOOGI_API shoogi_piece shoogi_position_piece(const shoogi_position *position,
                                              shoogi_square square);

/* The number of pieces of the kind in the hand of colour. */
SHOOGI_API unsigned shoogi_position_hand(const shoogi_position *position, shoogi_colour colour,
                                         shoogi_kind kind);

/* The Zobrist hash of the position: of the board, the hands and the side to move, and, if the rules depend on them, of
 * the counter-strike square, the checks given, the pieces that have not moved yet, the move that may be captured en
 * passant, and the kind that moved last.  Equal positions have equal hashes, in every process and on every machine;
 * different ones have equal hashes with a probability of 2^-64. */
SHOOGI_API uint64_t shoogi_position_hash(const shoogi_position *position);

/* The square on which, on the previous turn, a piece without counterStrike captured a piece with counterStrike, which
 * forbids some captures on this turn; else SHOOGI_NO_SQUARE.  In Chu Shogi: a lion was captured by another piece, and
 * the opponent may not capture a lion in return.  SFEN has it in the third field. */
SHOOGI_API shoogi_square shoogi_position_counter_strike_square(const shoogi_position *position);

/* The number of checks with which a player wins (checkWins); 0: checks alone win nothing. */
SHOOGI_API unsigned shoogi_variant_checks_to_win(const shoogi_variant *variant);

/* The number of checks that colour has given, in a game where two or more of them win; 0 in every other game.  SFEN and
 * FEN have it as the number of checks that each side still needs, `3+3` in the beginning if three win. */
SHOOGI_API unsigned shoogi_position_checks_given(const shoogi_position *position,
                                                 shoogi_colour colour);

/* A piece that may still castle, and its partner: neither has moved.  Whether other rules allow castling now is another
 * question. */
typedef struct shoogi_castling_right {
    shoogi_square castler, partner;
} shoogi_castling_right;

/* Whether some piece of the variant castles as its first move. */
SHOOGI_API bool shoogi_variant_has_castling(const shoogi_variant *variant);

/* The rights of colour to castle, in the order of the squares of the castling pieces.  Fills rights[0 .. n-1] with the
 * first rights_max of them and returns how many there are.  rights may be NULL if rights_max is 0.  Source:
 * docs/xbetza.md, "Castling". */
SHOOGI_API size_t shoogi_position_castling_rights(const shoogi_position *position,
                                                  shoogi_colour colour,
                                                  shoogi_castling_right *rights, size_t rights_max);

/* The square of the partner of a castling move of this position. */
SHOOGI_API shoogi_square shoogi_position_castling_partner(const shoogi_position *position,
                                                          shoogi_move move);

/* The squares on which the last move may be captured en passant, in the order and with the result of
 * shoogi_position_checkers. */
SHOOGI_API size_t shoogi_position_passed_squares(const shoogi_position *position,
                                                 shoogi_square *squares, size_t squares_max);

/* To set up a position, call shoogi_position_clear, then the functions that follow, then shoogi_position_setup_done.
 * No move may be made or generated in between.  The history is lost.
 * To change a position, do the same without shoogi_position_clear.  An editor moves a piece to a hand by putting nothing on
 * its square and adding one of shoogi_variant_kind_in_box to the hand, and turns it over by putting
 * shoogi_variant_next_form there. */
SHOOGI_API void shoogi_position_clear(shoogi_position *position);
/* piece.kind 0: empties the square. */
SHOOGI_API void shoogi_position_put(shoogi_position *position, shoogi_square square,
                                    shoogi_piece piece);
/* Returns LIMIT_EXCEEDED if both hands together would have more than SHOOGI_IN_HAND_MAX pieces, ILLEGAL if the kind is
 * never in hand. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_set_hand(shoogi_position *position,
                                                                 shoogi_colour colour,
                                                                 shoogi_kind kind, unsigned count);
SHOOGI_API void shoogi_position_set_side(shoogi_position *position, shoogi_colour side);
/* ply: the number of the next move, from 1. */
SHOOGI_API void shoogi_position_set_ply(shoogi_position *position, unsigned ply);
/* Whether the piece on the square counts as one that has not moved, which some moves require: castling, or the double
 * step of a pawn of chess.  Without this call each piece does that stands there at the start of the game; another piece
 * never does. */
SHOOGI_API void shoogi_position_set_unmoved(shoogi_position *position, shoogi_square square,
                                            bool unmoved);
/* SHOOGI_NO_SQUARE: none. */
SHOOGI_API void shoogi_position_set_counter_strike_square(shoogi_position *position,
                                                          shoogi_square mark);
/* count: 0 to shoogi_variant_checks_to_win; 0 in a game that does not count checks. */
SHOOGI_API void shoogi_position_set_checks_given(shoogi_position *position, shoogi_colour colour,
                                                 unsigned count);
SHOOGI_API void shoogi_position_setup_done(shoogi_position *position);
/* After shoogi_position_setup_done, before the first move: the other side's last move passed over the square, so that
 * it may be captured en passant there.  Returns whether some piece can have moved so; if not, nothing changes. */
SHOOGI_API bool shoogi_position_set_passed(shoogi_position *position, shoogi_square square);

/* Generates the legal moves.  Fills moves[0 .. n-1] with the first moves_max of them and returns how many there are.
 * moves may be NULL if moves_max is 0, which only counts.  The order is not specified, but is the same in every run.
 * A move with and without promotion counts as two; moves that lead to the same position count as one.
 * There are none if the board decides the game (checkmate, a captured royal); an earlier repetition has no effect.
 * If the rules forbid repetition, moves is too small and memory is exhausted, forbidden moves are included. */
SHOOGI_API size_t shoogi_position_moves(const shoogi_position *position, shoogi_move *moves,
                                        size_t moves_max);

/* As shoogi_position_moves, but moves with different via squares are different moves even if they lead to the same
 * position. */
SHOOGI_API size_t shoogi_position_moves_by_path(const shoogi_position *position, shoogi_move *moves,
                                                size_t moves_max);

/* The legal moves with the same squares as move: the player's choices of promotion, first without promotion, then by
 * the kind after promotion.  move: need not be legal; a drop is its own only choice.  Fills moves[0 .. n-1] with the
 * first moves_max of them and returns how many there are. */
enum { SHOOGI_PROMOTION_CHOICES_MAX = SHOOGI_KINDS_MAX + 2 };
SHOOGI_API size_t shoogi_position_promotion_choices(const shoogi_position *position,
                                                    shoogi_move move, shoogi_move *moves,
                                                    size_t moves_max);

/* Whether the piece on from, of the side to move, has a pseudo-legal move to the square: neither check nor rules such as
 * lion trade are considered.  False if the board has decided the game. */
SHOOGI_API bool shoogi_position_has_pseudo_legal_move(const shoogi_position *position,
                                                      shoogi_square from, shoogi_square to);

/* An upper bound of the number of legal moves in any position of the variant. */
SHOOGI_API size_t shoogi_variant_moves_max(const shoogi_variant *variant);

/* Whether a legal move gives check: pieces of the side to move would attack the only royal of the other side after it.
 * The position does not change.  Reports attacks even if check has no meaning in the rules.  Costs as much as
 * shoogi_position_do, and allocates nothing. */
SHOOGI_API bool shoogi_position_gives_check(const shoogi_position *position, shoogi_move move);

/* The squares of the pieces that a legal move captures or burns, by rank from rank a, then by file from file 1: in Shogi
 * the destination or none; more for multi-step moves, moves that capture a line, and burning pieces.  A piece that is put
 * elsewhere on the board is not among them, nor is one that changes by other rules, or the moving piece.  Fills
 * squares[0 .. n-1] with the first squares_max of them and returns how many there are: a move is a capture if that is not
 * 0.  squares may be NULL if squares_max is 0.  The position does not change.  Allocates nothing. */
SHOOGI_API size_t shoogi_position_captures(const shoogi_position *position, shoogi_move move,
                                           shoogi_square *squares, size_t squares_max);

/* Makes a move.  It must come from shoogi_position_moves of this position or be legal: check moves from outside with
 * shoogi_position_why_illegal first.  Returns OK, or NO_MEMORY with nothing changed. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_do(shoogi_position *position,
                                                           shoogi_move move);

/* Takes back the last move.  shoogi_position_moves_played must not be 0. */
SHOOGI_API void shoogi_position_undo(shoogi_position *position);

/* Gives a handicap: as the first move of a game it removes pieces of the opponent of the side to move, which is White in
 * Shogi (uwate).  The pieces leave the game and are in no hand.  A handicap is one ply; it can be undone, and the other
 * side moves next.
 * squares: [count] of these pieces, in any order, copied.  Returns OK; ILLEGAL, with the reason in
 * shoogi_position_why_handicap_illegal; NO_MEMORY.  On error nothing changes.
 * Source: docs/notation.md, "Handicaps". */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_handicap(shoogi_position *position,
                                                                 const shoogi_square *squares,
                                                                 size_t count);

/* A piece that a handicap removed. */
typedef struct shoogi_removed_piece {
    shoogi_square square;
    shoogi_piece piece;
} shoogi_removed_piece;

/* The pieces that the handicap of this game removed, by rank from rank a, then by file from file 1.  Fills
 * removed[0 .. n-1] with the first removed_max of them and returns how many there are.  removed may be NULL if
 * removed_max is 0. */
SHOOGI_API size_t shoogi_position_removed_pieces(const shoogi_position *position,
                                                 shoogi_removed_piece *removed, size_t removed_max);

typedef enum shoogi_illegal {
#define ILLEGAL(name, words) SHOOGI_ILLEGAL_##name,
#include "illegal.def"
#undef ILLEGAL
    SHOOGI_ILLEGAL_COUNT
} shoogi_illegal;

/* Returns why a move is illegal, or SHOOGI_ILLEGAL_NONE for a legal move.  sentence, if given, is filled with one line for
 * the player, without a full stop, that names the squares and pieces: "two pawns on file 3" (nifu), "your king would
 * stand in check from 5e".  It is cut to sentence_bytes including the NUL. */
SHOOGI_API shoogi_illegal shoogi_position_why_illegal(const shoogi_position *position,
                                                      shoogi_move move, char *sentence,
                                                      size_t sentence_bytes);

/* As shoogi_position_why_illegal, for a handicap.  *at, if given, is filled with the index of the offending square, or
 * count if the reason is none of the squares. */
SHOOGI_API shoogi_illegal shoogi_position_why_handicap_illegal(const shoogi_position *position,
                                                               const shoogi_square *squares,
                                                               size_t count, size_t *at,
                                                               char *sentence,
                                                               size_t sentence_bytes);

/* The squares of the pieces that attack a royal of the side to move, by rank from rank a, then by file from file 1.
 * Fills squares[0 .. n-1] with the first squares_max of them and returns how many there are.  Reports attacks even if
 * check has no meaning in the rules. */
SHOOGI_API size_t shoogi_position_checkers(const shoogi_position *position, shoogi_square *squares,
                                           size_t squares_max);

/* The square of the only royal of colour; SHOOGI_NO_SQUARE if colour has none or several. */
SHOOGI_API shoogi_square shoogi_position_royal_square(const shoogi_position *position,
                                                      shoogi_colour colour);

/* Whether a piece of colour attacks the square with an ordinary move.  Independent of the side to move, of pins, and of
 * the contents of the square. */
SHOOGI_API bool shoogi_position_is_attacked(const shoogi_position *position, shoogi_square square,
                                            shoogi_colour colour);

/* The squares of the pieces of colour that attack the square, in the sense of shoogi_position_is_attacked, in the order
 * and with the result of shoogi_position_checkers.  Pieces of colour on the square are attacked, too: these protect it. */
SHOOGI_API size_t shoogi_position_attackers(const shoogi_position *position, shoogi_square square,
                                            shoogi_colour colour, shoogi_square *squares,
                                            size_t squares_max);

typedef enum shoogi_outcome {
    SHOOGI_OUTCOME_NONE, /* the game goes on */
    SHOOGI_OUTCOME_BLACK,
    SHOOGI_OUTCOME_WHITE,
    SHOOGI_OUTCOME_DRAW,
    SHOOGI_OUTCOME_NO_CONTEST /* no result: neither wins, and the game is to be replayed */
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

/* The result of the game by the board and the history.  Resignation, time forfeit, agreement and ILLEGAL_MOVE
 * (shoogi_variant_illegal_move_loses) are the caller's.
 * Cost: a search for one legal move, and one pass over the history. */
SHOOGI_API shoogi_result shoogi_position_result(const shoogi_position *position);

/* How often the position has occurred in the game, this time included: 1 for a new one.  Two occurrences are equal in all
 * that shoogi_position_hash covers.  Cost: one pass over the history. */
SHOOGI_API unsigned shoogi_position_occurrences(const shoogi_position *position);

/* How often a position must occur to end the game, or to be forbidden; 0: repetition has no effect. */
SHOOGI_API unsigned shoogi_variant_repetition_count(const shoogi_variant *variant);

/* The result if the repetition of this position ended the game now, whether or not it has occurred often enough for that:
 * REPETITION, or PERPETUAL_CHECK or PERPETUAL_ATTACK, of which the outcome names the side that wins.  Without an
 * outcome and a reason if the position occurs for the first time, or if repetition has no effect.
 * Cost: one pass over the history.  Source: docs/variant-format.md, "Repetition and impasse". */
SHOOGI_API shoogi_result shoogi_position_repetition_result(const shoogi_position *position);

/* Whether colour is in perpetual check of the other side's royal: the position has occurred before, and each move of
 * colour since its first occurrence gave check.  Fills *out, whether or not perpetual check has a meaning in the rules.
 * Returns OK, or NO_MEMORY, with *out untouched, only if it has none.  Cost: one pass over the history; without such a
 * rule these moves are taken back in a copy. */
SHOOGI_API SHOOGI_CHECKED shoogi_status
shoogi_position_perpetual_check(bool *out, const shoogi_position *position, shoogi_colour colour);

/* The text of result.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_reason_text(shoogi_reason reason);

/* The points of colour in an impasse (jishogi), on the board and in hand: 5 for a big piece (rook, bishop and their
 * promoted forms in Shogi), 0 for a royal, 1 for any other.  Pieces given as a handicap count for their owner if the
 * definition says so.  Source: docs/variant-format.md, "Impasse". */
SHOOGI_API unsigned shoogi_position_impasse_points(const shoogi_position *position,
                                                   shoogi_colour colour);

/* Whether all royals of colour stand in its promotion zone, as in an impasse; false if it has none. */
SHOOGI_API bool shoogi_position_has_entered(const shoogi_position *position, shoogi_colour colour);

/* Claims that end a game when neither royal can be mated any more (impasse).  A draw that the players agree on without
 * such a rule is the caller's. */
typedef enum shoogi_claim {
    SHOOGI_CLAIM_AGREED, /* impasse by agreement: the points decide, or the game is a draw */
    SHOOGI_CLAIM_ALL_PROTECTED, /* all pieces of the claimant are in the promotion zone and protected: as AGREED */
    SHOOGI_CLAIM_DECLARATION /* the claimant has the royal and enough pieces and points there, and wins */
} shoogi_claim;

/* Whether the rules of the variant have the claim for colour.  If so, *points, if given, is filled with the points that
 * colour needs not to lose, or for DECLARATION to win; 0 if points do not count. */
SHOOGI_API bool shoogi_variant_has_claim(unsigned *points, const shoogi_variant *variant,
                                         shoogi_claim claim, shoogi_colour colour);

typedef enum shoogi_refusal {
#define REFUSAL(name, words) SHOOGI_REFUSAL_##name,
#include "refusal.def"
#undef REFUSAL
    SHOOGI_REFUSAL_COUNT
} shoogi_refusal;

/* Judges a claim.  claimant: the player who makes it; for AGREED either of them.
 * Returns SHOOGI_REFUSAL_NONE and *out filled with the result; the position does not change, and the caller keeps the
 * result.  Otherwise *out is untouched and sentence, if given, is filled with one line for the claimant, without a full
 * stop: "your silver general on 5e is outside the promotion zone".  A penalty for a failed claim is the caller's.
 * Cost: that of shoogi_position_result, and one search for attackers for each piece.
 * Source: docs/variant-format.md, "Impasse". */
SHOOGI_API shoogi_refusal shoogi_position_claim(shoogi_result *out, const shoogi_position *position,
                                                shoogi_claim claim, shoogi_colour claimant,
                                                char *sentence, size_t sentence_bytes);

/* Counts the leaf nodes of the tree of legal moves at depth_plies; depth 0: 1.  Returns OK or NO_MEMORY.  A position in
 * which the board decides the game has no leaves; repetition has no effect. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_perft(uint64_t *nodes,
                                                              shoogi_position *position,
                                                              unsigned depth_plies);

/* As shoogi_position_perft, with shoogi_position_moves_by_path at every ply. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_position_perft_by_path(uint64_t *nodes,
                                                                      shoogi_position *position,
                                                                      unsigned depth_plies);

#ifdef __cplusplus
}
#endif
#endif
