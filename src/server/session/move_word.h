/* move_word.h: whether a word has the form of a move, in any game and position. */
#ifndef SHG_SERVER_SESSION_MOVE_WORD_H
#define SHG_SERVER_SESSION_MOVE_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* True for "P-7f", "+s5bx4a", "N65-53+", "P-9c+G", "R*1d", "Lnx8ex9d", "Nx!9d", "--" and every
 * word that begins with "HANDICAP:". Source: shoogi-commands.md, PLAY.5; notation.md section 5. */
bool shg_move_word(const char *word, size_t word_bytes);

/* True for a move in USI other than a drop (drops have the same form in both): "7g7f", "8h2b+",
 * "8j8h9i". */
bool shg_usi_word(const char *word, size_t word_bytes);

/* Whether the word begins with "HANDICAP:". */
bool shg_handicap_word(const char *word, size_t word_bytes);

#endif
