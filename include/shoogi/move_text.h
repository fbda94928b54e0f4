/* move_text.h: moves as text, in each notation both ways. */
#ifndef SHOOGI_MOVE_TEXT_H
#define SHOOGI_MOVE_TEXT_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How writers and readers are called: notation.h. */

/* USI: "7g7f", "8h2b+", "P*5e"; "9c9b+G" where the kind promotes to one of several, and "8j8h9i" by way of
 * 8h.  The move must be legal in position. */
enum { SHOOGI_MOVE_TEXT_BYTES = 64 };
SHOOGI_API size_t shoogi_usi_write(char *out, size_t out_bytes, const shoogi_position *position,
                                   shoogi_move move);

/* Reads a USI move.  PARSE_ERROR if it is none, or does not say to which of several forms it promotes; ILLEGAL
 * with the reason of shoogi_position_why_illegal as the message (column 1) if it is not legal in position. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_usi_read(shoogi_move *out,
                                                        const shoogi_position *position,
                                                        const char *text, size_t text_bytes,
                                                        shoogi_error *err);

/* Western (Hodges) notation, the notation of the Shoogi Server: "P-7f", "G4a-5b", "Bx2b+", "R*1d",
 * "N-3g=", "P-9b+G", "Nx8ex9d", "Nx!9d", "--".  What is written tells the result of a move: a square on the way
 * on which nothing happens is left out.  The move must be legal in position.
 * Source: docs/notation.md, "Western". */
SHOOGI_API size_t shoogi_western_write(char *out, size_t out_bytes, const shoogi_position *position,
                                       shoogi_move move);

/* What shoogi_western_read found. */
typedef struct shoogi_parsed_move {
    shoogi_move move;    /* if promotion_open the first of shoogi_position_promotion_choices */
    bool promotion_open; /* there is a choice at the end of the move, and the text makes none */
} shoogi_parsed_move;

/* Reads whatever fits exactly one legal move, in any case of letters, but for an open promotion.  Where a move
 * can be written in several ways it is the way that shoogi_position_moves has, if the text allows it.
 * PARSE_ERROR: it is no move in this notation, a wrong sign (the right form is named), several moves
 * fit (they are named); ILLEGAL: the one move it can mean is not legal, the message being the reason;
 * NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_western_read(shoogi_parsed_move *out,
                                                            const shoogi_position *position,
                                                            const char *text, size_t text_bytes,
                                                            shoogi_error *err);

/* The handicap with which a game began, "HANDICAP:L@1a,R@8b"; nothing if it began with none.  The writers of
 * moves do not write it.  It may be longer than SHOOGI_MOVE_TEXT_BYTES.  Source: docs/notation.md, "Handicaps". */
SHOOGI_API size_t shoogi_handicap_write(char *out, size_t out_bytes,
                                        const shoogi_position *position);

/* Reads a handicap for shoogi_position_handicap: "HANDICAP:" or nothing, then men, "L@1a,R@8b", in any case and
 * order, or the name of one that the definition has.  squares: filled, room for shoogi_variant_squares of
 * them; *count: how many there are.  PARSE_ERROR with the column; ILLEGAL with the reason as the message
 * (column 1) if the position takes no handicap, or not this one. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_handicap_read(shoogi_square *squares, size_t *count,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_error *err);

/* The full algebraic notation of Game Courier: "P 7g-7f", "B 8h-2b; +B-2b", "p*5e".  The move must be legal in
 * position.  It may be longer than SHOOGI_MOVE_TEXT_BYTES.  Returns 0 if there is no memory.
 * Source: docs/notation.md, "Game Courier". */
SHOOGI_API size_t shoogi_courier_write(char *out, size_t out_bytes, const shoogi_position *position,
                                       shoogi_move move);

/* What stands in the field for a move. */
typedef struct shoogi_courier_move {
    shoogi_move move; /* 0 if it is one of these: */
    bool resigns, offers_draw;
    const char *comment; /* behind "//", in the text; NULL: there is none */
    size_t comment_bytes;
} shoogi_courier_move;

/* Reads whatever does to the board what one legal move does.  PARSE_ERROR; ILLEGAL, the message holding the
 * reason; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_courier_read(shoogi_courier_move *out,
                                                            const shoogi_position *position,
                                                            const char *text, size_t text_bytes,
                                                            shoogi_error *err);

/* Japanese notation: "７六歩", "同　銀", "５八金右", "２二角成", "６六・５五獅".  previous: where the move before ended,
 * for 同; SHOOGI_NO_SQUARE if there was none.  A man that the words of the notation do not tell from another has
 * its origin behind it; one that is dropped has its id for its name, if another kind that can be dropped has the same.
 * The move must be legal in position.  Nothing is written when memory is spent.
 * Source: docs/notation.md, "Japanese". */
enum { SHOOGI_JAPANESE_TEXT_BYTES = 256 };
SHOOGI_API size_t shoogi_japanese_write(char *out, size_t out_bytes,
                                        const shoogi_position *position, shoogi_move move,
                                        shoogi_square previous);

/* The same with the twelve branches for files and ナル for promotion, as old books have it: "午六歩". */
SHOOGI_API size_t shoogi_yorozuya_write(char *out, size_t out_bytes,
                                        const shoogi_position *position, shoogi_move move,
                                        shoogi_square previous);

/* Reads whatever fits exactly one legal move.  PARSE_ERROR: it is no move in this notation, or several moves fit
 * (they are named); ILLEGAL: none fits, the message being the reason; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_japanese_read(shoogi_move *out,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_square previous,
                                                             shoogi_error *err);

/* The notation of Kitao and Kawasaki: "歩-76", "角x22+", "金(49)-58", "銀*33", "角x+" onto the square where the
 * move before ended; numbers above 9 are letters.  As shoogi_japanese_write and shoogi_japanese_read.
 * Source: docs/notation.md, "Kitao-Kawasaki". */
SHOOGI_API size_t shoogi_kitao_write(char *out, size_t out_bytes, const shoogi_position *position,
                                     shoogi_move move, shoogi_square previous);
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_kitao_read(shoogi_move *out,
                                                          const shoogi_position *position,
                                                          const char *text, size_t text_bytes,
                                                          shoogi_square previous,
                                                          shoogi_error *err);

/* Reads a move as people type it, in any of these: USI, Western, Japanese, Kitao and Kawasaki's, Game Courier's; squares that the move before left open (同) are those of the position's latest move.
 * promotion_open of *out: as shoogi_western_read.  Returns OK; ILLEGAL, the message being the reason, if one of them
 * understands it; else PARSE_ERROR in the words of Western notation, or of Japanese for what is not ASCII; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_move_read_any(shoogi_parsed_move *out,
                                                             const shoogi_position *position,
                                                             const char *text, size_t text_bytes,
                                                             shoogi_error *err);

#ifdef __cplusplus
}
#endif
#endif
