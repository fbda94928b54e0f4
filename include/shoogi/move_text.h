/* move_text.h: reads and writes moves in every notation. */
#ifndef SHOOGI_MOVE_TEXT_H
#define SHOOGI_MOVE_TEXT_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* notation.h has the conventions of readers and writers. */

/* Writes a move in USI: "7g7f", "8h2b+", "P*5e"; "9c9b+G" if the kind can promote to one of several, "8j8h9i" with the
 * via square 8h.  The move must be legal in position. */
enum { SHOOGI_MOVE_TEXT_BYTES = 64 };
SHOOGI_API size_t shoogi_usi_write(char *out, size_t out_bytes, const shoogi_position *position,
                                   shoogi_move move);

/* Reads a move in USI.  PARSE_ERROR: not a USI move, or several promotions are possible and the text names none;
 * ILLEGAL: not legal in position, with the sentence of shoogi_position_why_illegal as the message (column 1). */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_usi_read(shoogi_move *out,
                                                        const shoogi_position *position,
                                                        const char *text, size_t text_bytes,
                                                        shoogi_error *err);

/* Writes a move in Western (Hodges) notation, the notation of the Shoogi Server: "P-7f", "G4a-5b", "Bx2b+", "R*1d",
 * "N-3g=", "P-9b+G", "Nx8ex9d", "Nx!9d", "--".  A via square on which nothing is captured is omitted.  The move must be
 * legal in position.  Source: docs/notation.md, "Western". */
SHOOGI_API size_t shoogi_western_write(char *out, size_t out_bytes, const shoogi_position *position,
                                       shoogi_move move);

/* The result of shoogi_western_read and shoogi_move_read_any. */
typedef struct shoogi_parsed_move {
    shoogi_move move; /* if promotion_open: the first of shoogi_position_promotion_choices */
    bool promotion_open; /* the player may choose whether or to what to promote, and the text does not say */
} shoogi_parsed_move;

/* Reads a move in Western notation, in upper or lower case.  The text must match exactly one legal move, except for an
 * open promotion.  If several encodings of that move match, *out has the one of shoogi_position_moves.
 * PARSE_ERROR: not a move in this notation, a wrong sign (the message has the right form), or several matching moves
 * (the message lists them); ILLEGAL: the only move it can mean is illegal, with the reason as the message;
 * NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_western_read(shoogi_parsed_move *out,
                                                            const shoogi_position *position,
                                                            const char *text, size_t text_bytes,
                                                            shoogi_error *err);

/* Writes the handicap with which the game began, "HANDICAP:L@1a,R@8b"; an empty text if it began without one.  Writers of
 * moves do not write handicaps.  It may be longer than SHOOGI_MOVE_TEXT_BYTES.
 * Source: docs/notation.md, "Handicaps". */
SHOOGI_API size_t shoogi_handicap_write(char *out, size_t out_bytes,
                                        const shoogi_position *position);

/* Reads a handicap for shoogi_position_handicap: an optional "HANDICAP:", then pieces, "L@1a,R@8b", in any case and
 * order, or the name of a handicap of the definition.  squares: filled, with space for shoogi_variant_square_count of
 * them; *count: filled with their number.  PARSE_ERROR with the column; ILLEGAL, with the reason as the message
 * (column 1), if the position does not allow a handicap, or this one. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_handicap_read(shoogi_square *squares, size_t *count,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_error *err);

/* Writes a move in the full algebraic notation of Game Courier: "P 7g-7f", "B 8h-2b; +B-2b", "p*5e".  The move must be
 * legal in position.  The text may be longer than SHOOGI_MOVE_TEXT_BYTES.  Returns 0 if memory is exhausted.
 * Source: docs/notation.md, "Game Courier". */
SHOOGI_API size_t shoogi_courier_write(char *out, size_t out_bytes, const shoogi_position *position,
                                       shoogi_move move);

/* The contents of Game Courier's move field. */
typedef struct shoogi_courier_move {
    shoogi_move move; /* 0 for a resignation or a draw offer */
    bool resigns, offers_draw;
    const char *comment; /* after "//", borrowed from the text; NULL: none */
    size_t comment_bytes;
} shoogi_courier_move;

/* Reads any text that changes the board as one legal move does.  PARSE_ERROR; ILLEGAL, with the reason in the message;
 * NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_courier_read(shoogi_courier_move *out,
                                                            const shoogi_position *position,
                                                            const char *text, size_t text_bytes,
                                                            shoogi_error *err);

/* Writes a move in Japanese notation: "７六歩", "同　銀", "５八金右", "２二角成", "６六・５五獅".
 * previous: the destination of the move before, for 同; SHOOGI_NO_SQUARE: none.  If 右, 左, 直 and so on do not identify
 * the piece, its origin square follows.  A dropped piece is written by its id if another kind in hand has the same name.
 * The move must be legal in position.  Returns 0 if memory is exhausted.  Source: docs/notation.md, "Japanese". */
enum { SHOOGI_JAPANESE_TEXT_BYTES = 256 };
SHOOGI_API size_t shoogi_japanese_write(char *out, size_t out_bytes,
                                        const shoogi_position *position, shoogi_move move,
                                        shoogi_square previous);

/* As shoogi_japanese_write, in the notation of old books: the twelve earthly branches for files, ナル for promotion:
 * "午六歩". */
SHOOGI_API size_t shoogi_yorozuya_write(char *out, size_t out_bytes,
                                        const shoogi_position *position, shoogi_move move,
                                        shoogi_square previous);

/* Reads a move in Japanese notation.  The text must match exactly one legal move.  PARSE_ERROR: not a move in this
 * notation, or several moves match (the message lists them); ILLEGAL: none matches, with the reason as the message;
 * NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_japanese_read(shoogi_move *out,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_square previous,
                                                             shoogi_error *err);

/* The notation of Kitao and Kawasaki: "歩-76", "角x22+", "金(49)-58", "銀*33"; "角x+" for a capture on the destination of
 * the move before.  Numbers above 9 are letters.  As shoogi_japanese_write and shoogi_japanese_read.
 * Source: docs/notation.md, "Kitao-Kawasaki". */
SHOOGI_API size_t shoogi_kitao_write(char *out, size_t out_bytes, const shoogi_position *position,
                                     shoogi_move move, shoogi_square previous);
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_kitao_read(shoogi_move *out,
                                                          const shoogi_position *position,
                                                          const char *text, size_t text_bytes,
                                                          shoogi_square previous,
                                                          shoogi_error *err);

/* Reads a move in any notation: USI, Western, Japanese, Kitao-Kawasaki or Game Courier.  同 refers to the last move of
 * position.  *out: as shoogi_western_read fills it.  Returns OK; ILLEGAL, with the reason as the message, if a notation
 * matches an illegal move; else PARSE_ERROR with the message of Western notation, or of Japanese notation if the text is
 * not ASCII; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_move_read_any(shoogi_parsed_move *out,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_error *err);

/* The notations above that are written and read. */
typedef enum shoogi_notation {
    SHOOGI_NOTATION_USI,
    SHOOGI_NOTATION_WESTERN,
    SHOOGI_NOTATION_JAPANESE,
    SHOOGI_NOTATION_KITAO,
    SHOOGI_NOTATION_COURIER,
    SHOOGI_NOTATION_ANY /* for readers: as shoogi_move_read_any, Game Courier's notation excepted */
} shoogi_notation;

/* The name of a notation, "usi", "western", "japanese", "kitao", "courier" or "any".  Borrowed for the life of the
 * program. */
SHOOGI_API const char *shoogi_notation_name(shoogi_notation notation);

/* The notation with this name, to write moves in; SHOOGI_NOTATION_ANY: none. */
SHOOGI_API shoogi_notation shoogi_notation_find(const char *name);

/* Writes a move in a notation, any but SHOOGI_NOTATION_ANY, for a reader who chose it.  In Japanese notation the mark of
 * the side comes first, "▲７六歩"; 同 and the omitted square of Kitao-Kawasaki refer to the last move of the position.  The
 * move must be legal in position.  A move in USI takes the place of one for which memory is exhausted, so the text is
 * never empty.  In Game Courier's notation it may be longer than SHOOGI_NOTATION_TEXT_BYTES.
 * Source: docs/notation.md, "The reader's notation". */
enum { SHOOGI_NOTATION_TEXT_BYTES = SHOOGI_JAPANESE_TEXT_BYTES + 4 };
SHOOGI_API size_t shoogi_move_write(char *out, size_t out_bytes, const shoogi_position *position,
                                    shoogi_move move, shoogi_notation notation);

/* Writes the handicap with which the game began as shoogi_handicap_write does, but in JAPANESE notation its Japanese name
 * in the definition, "二枚落ち", or else its pieces, "２二角・８二飛落ち". */
SHOOGI_API size_t shoogi_handicap_write_in(char *out, size_t out_bytes,
                                           const shoogi_position *position,
                                           shoogi_notation notation);

/* Writes a line of moves from the position, a principal variation for example, each as shoogi_move_write does, with a
 * space between two moves and a line feed in Game Courier's notation, whose moves contain spaces: "7g7f 3c3d 8h2b+",
 * "▲７六歩 △３四歩".  moves: [move_count], each of them legal after those before it.  The position does not change.
 * Returns 0 for no moves, and if memory is exhausted.
 * Memory: a copy of the position.  Cost: as if the moves were made and written one by one. */
SHOOGI_API size_t shoogi_line_write(char *out, size_t out_bytes, const shoogi_position *position,
                                    const shoogi_move *moves, size_t move_count,
                                    shoogi_notation notation);

/* Reads a line of moves from the position.  Spaces, tabs and line feeds separate moves, in Game Courier's notation line
 * feeds only; so does a mark such as ▲ or ☖ before a Japanese move.  Numbers with full stops before a move are skipped:
 * "1. P-7f 1... P-3d", "1.P-7f".  A move in Western notation that leaves promotion open does not promote.
 * moves: filled, with space for moves_max of them.  The position does not change.
 * Returns OK with *move_count, which is 0 if the text has no move.  On error *move_count is the number of moves before the
 * error, which are filled in, and *err has the place in text: PARSE_ERROR and ILLEGAL as the reader of the notation
 * returns them, LIMIT_EXCEEDED for more than moves_max moves, NO_MEMORY.
 * Memory: a copy of the position, and moves_max moves of its history at most.  Cost: linear in text_bytes, and as if the
 * moves were read and made one by one. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_line_read(
    shoogi_move *moves, size_t moves_max, size_t *move_count, const shoogi_position *position,
    const char *text, size_t text_bytes, shoogi_notation notation, shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
