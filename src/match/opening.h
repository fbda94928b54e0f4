/* opening.h: how the games of a match begin: with openings of a list, or with moves by chance. */
#ifndef SHG_MATCH_OPENING_H
#define SHG_MATCH_OPENING_H

#include "shoogi/position.h"

#include <stddef.h>

/* Of the text of a list. */
typedef struct shg_opening_line {
    size_t begin, bytes;
} shg_opening_line;

/* All zero but the variant: the start of the variant. */
typedef struct shg_openings {
    const shoogi_variant *variant; /* borrowed */
    const char *text; /* text_bytes, borrowed: lines of USI or SFEN; NULL: there is no list */
    size_t text_bytes;
    shg_opening_line *lines; /* [count] those that are not empty; owned (shg_openings_fini) */
    size_t count;
    unsigned plies;         /* made by chance behind them, or behind the start */
    uint64_t seed;          /* of that chance */
    bool no_royal_in_reach; /* after none of them may a royal be taken */
    unsigned
        even_of; /* so many openings by chance are looked at, and the most even one is taken; 0: as 1 */
} shg_openings;

/* Counts and checks the openings of a text: a line each, as records in USI have them (docs/record-format.md, "USI");
 * empty lines mean nothing, and behind an opening the game must go on.  Returns OK with text and lines of *openings set,
 * to be freed (shg_openings_fini); PARSE_ERROR or ILLEGAL with *err, its line and column; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_openings_read(shg_openings *openings, const char *text,
                                               size_t text_bytes, shoogi_error *err);

void shg_openings_fini(shg_openings *openings);

/* An opening by its index from 0, always the same for the same index; a list begins anew behind its end.  Returns OK and
 * *out owned (shoogi_position_free) with all moves of the opening behind it; NO_MEMORY; or ILLEGAL if in a hundred
 * trials there was no way to make so many moves without the end of the game.
 * Cost: of each of several to be looked at, a search of 2,000 nodes with the weights of a game that nobody has learned,
 * so that openings stay what they are when it is learned. */
SHOOGI_CHECKED shoogi_status shg_opening_at(shoogi_position **out, const shg_openings *openings,
                                            size_t index);

/* A number for each part of a match that needs chance, well mixed from a seed and two indices; never 0. */
uint64_t shg_seed_of(uint64_t seed, uint64_t first, uint64_t second);

#endif
