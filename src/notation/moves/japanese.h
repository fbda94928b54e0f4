/* japanese.h: what the notations of Japan share: squares and men in kanji, and which move a text means.
 * Source: docs/notation.md, "Japanese". */
#ifndef SHG_NOTATION_MOVES_JAPANESE_H
#define SHG_NOTATION_MOVES_JAPANESE_H

#include "base/text.h"
#include "notation/words/cursor.h"
#include "shoogi/position.h"

/* Takes a word if it stands next. */
bool shg_takes(shg_cursor *cursor, const char *word);

/* Takes the first of some words that stands next. */
bool shg_takes_one_of(shg_cursor *cursor, const char *const *words, size_t count);
#define SHG_TAKES(cursor, ...)                                                                     \
    shg_takes_one_of(cursor, (const char *const[]){ __VA_ARGS__ },                                 \
                     sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *))

/* Goes over blanks of either width. */
void shg_skip_blanks(shg_cursor *cursor);

/* --- numbers and squares ------------------------------------------------------------------------- */

/* 1 to 99: 一, 十二, 三十六. */
void shg_out_kanji_number(shg_out *out, unsigned number);

/* Reads such a number, or one in digits of either width, at the beginning of a text.  Returns its bytes, 0 if
 * there is none. */
size_t shg_kanji_number_read(unsigned *out, const char *text, size_t text_bytes);
size_t shg_wide_number_read(unsigned *out, const char *text, size_t text_bytes);

/* Takes a number in digits of either width, up to most, zeros in front or not.  Returns false, and takes nothing,
 * if there is none. */
bool shg_number_read(unsigned *out, shg_cursor *cursor, unsigned most);

/* How a square is written: ７六, 7六, or 午六. */
typedef enum shg_files { SHG_FILES_WIDE, SHG_FILES_NARROW, SHG_FILES_BRANCHES } shg_files;
void shg_out_number(shg_out *out, unsigned number, shg_files files);
void shg_out_place(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   shg_files files);

/* Reads a square, its digits of either width and its rank in kanji or a digit as well.  Returns its bytes, 0
 * if there is none. */
size_t shg_place_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                      size_t text_bytes);

/* Writes a blank if the number of the square's rank, in kanji, and the sign that is to follow would be read as another
 * number: 十 and 四天王. */
void shg_out_apart(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                   const char *sign);

/* --- men ----------------------------------------------------------------------------------------- */

/* How a kind is written in moves: by its short name, but 成銀 and its likes by their long one, as they are
 * known.  Borrowed from the variant. */
const char *shg_sign(const shoogi_variant *variant, shoogi_kind kind);

/* A set of kinds, by number. */
typedef struct shg_kinds {
    bool has[SHOOGI_KINDS_MAX + 1];
} shg_kinds;

/* Reads the longest sign at the beginning of a text: a name of either length and colour, another sign, an id,
 * or 成 before a name of what was promoted or what came of it.  Fills *out with all kinds it stands for; of
 * those that have it by their own names alone if there are any.  Returns its bytes, 0 if there is none. */
size_t shg_sign_read(shg_kinds *out, const shoogi_variant *variant, const char *text,
                     size_t text_bytes);

/* --- moves --------------------------------------------------------------------------------------- */

/* The words behind a man that tell it from others, what it does on the way, and that it is dropped; in the
 * order in which they are written.  Sides and directions are the mover's. */
enum {
    SHG_MARK_LEFT = 1 << 0,
    SHG_MARK_STRAIGHT = 1 << 1,
    SHG_MARK_RIGHT = 1 << 2,
    SHG_MARK_MIDDLE = 1 << 3,
    SHG_MARK_JUMP = 1 << 4,
    SHG_MARK_UP = 1 << 5,
    SHG_MARK_ACROSS = 1 << 6,
    SHG_MARK_BACK = 1 << 7,
    SHG_MARK_DROP = 1 << 8
};

enum { SHG_PLACES_MAX = SHOOGI_WAY_MAX + 1 };

/* What a text says of a move. */
typedef struct shg_said {
    shoogi_square place[SHG_PLACES_MAX]; /* visited one after the other */
    size_t places;                       /* 0: it is idle, and where is not said */
    shoogi_square from;                  /* SHOOGI_NO_SQUARE: not said */
    bool from_board;                     /* it is no drop */
    bool kind_open;                      /* nothing is said of the man */
    shg_kinds kinds;                     /* what it can be */
    unsigned marks;
    bool promotes, declines; /* 成, 不成 */
    bool form_open;          /* nothing is said of what it promotes to */
    shg_kinds forms;
    bool returns,
        idle; /* to where it came from, having taken something or nothing: 居喰い, じっと */
} shg_said;

/* Reads a move at the beginning of a text, up to what is no part of it.  previous: where the move before ended,
 * or SHOOGI_NO_SQUARE.  Returns OK with *used_bytes; BAD_TEXT with the column. */
SHOOGI_CHECKED shoogi_status shg_said_read(shg_said *out, size_t *used_bytes,
                                           const shoogi_variant *variant, shoogi_square previous,
                                           const char *text, size_t text_bytes, shoogi_error *err);

/* Finds the one legal move that fits what was said; first to the letter, then by what any reader would
 * understand.  *strained, if given, is true if something that was said had to be passed over.
 * Returns OK; BAD_TEXT if several fit, which are named; ILLEGAL if none does, with the reason why the likeliest
 * is not legal; NO_MEMORY.  The column of *err is 1. */
SHOOGI_CHECKED shoogi_status shg_said_move(shoogi_move *out, bool *strained, const shg_said *said,
                                           const shoogi_position *position, shoogi_error *err);

/* The words that tell a legal move from others, a set of SHG_MARK_. */
unsigned shg_marks(const shoogi_position *position, shoogi_move move);
void shg_out_marks(shg_out *out, unsigned marks);

/* The squares that are written of a board move, in their order: where it takes something on its way, and where
 * it ends if that is not where it began.  Returns how many. */
size_t shg_places(shoogi_square places[SHG_PLACES_MAX], const shoogi_position *position,
                  shoogi_move move);

/* How the man of a legal move is written: by its sign, or its long name; if it is dropped and another kind that can be
 * is read there as well, by its id.  Borrowed from the variant. */
const char *shg_mover_sign(const shoogi_position *position, shoogi_move move, bool long_name);

/* Whether the man could have promoted, and did not. */
bool shg_declined(const shoogi_position *position, shoogi_move move);

/* Writes what the man promotes to, if there is a choice. */
void shg_out_form(shg_out *out, const shoogi_position *position, shoogi_move move);

/* Where the move ended that led to the position; SHOOGI_NO_SQUARE if there is none. */
shoogi_square shg_previous(const shoogi_position *position);

#endif
