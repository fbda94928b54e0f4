/* learned_file.h: the text header of files of what was learned for a game: weights_file.h, nnue_file.h. */
#ifndef SHG_ENGINE_NETWORK_LEARNED_FILE_H
#define SHG_ENGINE_NETWORK_LEARNED_FILE_H

#include "base/text.h"
#include "core/variant/variant_int.h"

enum { SHG_MADE_BYTES_MAX = 200 };

/* How a file was made. */
typedef struct shg_provenance {
    char made[SHG_MADE_BYTES_MAX + 1]; /* the command, one line of ASCII */
    unsigned long games, positions;
} shg_provenance;

/* Writes the lines "FORMAT", "board", "kinds" and "moves": for which game the file is.  They are the same for games
 * with the same pieces on the same board, unless only one of them is won by check. */
void shg_learned_write_game(shg_out *out, const shoogi_variant *variant, const char *format);

/* Writes the lines "made", "games" and "positions". */
void shg_learned_write_provenance(shg_out *out, const shg_provenance *from);

/* The lines of a file, one after the other. */
typedef struct shg_learned_reader {
    const char *bytes; /* [count] */
    size_t count, at;
    size_t line;
    shoogi_error *err; /* may be NULL */
} shg_learned_reader;

/* Each reads the next line, or the next lines.  Returns OK, or PARSE_ERROR with *err filled; NO_MEMORY for the first.
 *
 * The lines of a growing buffer, each with its newline; the buffer is freed. */
SHOOGI_CHECKED shoogi_status shg_learned_same_lines(shg_learned_reader *reader, shg_out *lines);
/* A line "WORD TEXT"; out: filled with TEXT of at most room - 1 bytes. */
SHOOGI_CHECKED shoogi_status shg_learned_text(shg_learned_reader *reader, const char *word,
                                              char *out, size_t room);
/* A line "WORD NUMBER" in base 10 or 16, of at most 18 digits. */
SHOOGI_CHECKED shoogi_status shg_learned_number(shg_learned_reader *reader, const char *word,
                                                int base, uint64_t *out);
SHOOGI_CHECKED shoogi_status shg_learned_provenance(shg_learned_reader *reader,
                                                    shg_provenance *out);
/* The line "checksum", the empty line, and the numbers, which must be `body` bytes that match it.  *numbers: filled; borrowed
 * from the bytes. */
SHOOGI_CHECKED shoogi_status shg_learned_numbers(shg_learned_reader *reader,
                                                 const unsigned char **numbers, size_t body);

/* Appends the line "checksum" for what is in out and the numbers, the empty line, and the numbers.  out: growing; freed if
 * memory is exhausted.  Returns OK with *bytes, those of out, owned (free); or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_learned_write_numbers(char **bytes, size_t *byte_count,
                                                       shg_out *out, const unsigned char *numbers,
                                                       size_t body);

#endif
