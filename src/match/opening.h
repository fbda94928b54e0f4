/* opening.h: the openings of a match, from a list or random. */
#ifndef SHG_MATCH_OPENING_H
#define SHG_MATCH_OPENING_H

#include "shoogi/position.h"

#include <stddef.h>

/* A line in the text of a list. */
typedef struct shg_opening_line {
    size_t begin, bytes;
} shg_opening_line;

/* All zero but the variant: its initial position. */
typedef struct shg_openings {
    const shoogi_variant *variant; /* borrowed */
    const char *text;              /* text_bytes, borrowed: lines of USI or SFEN; NULL: no list */
    size_t text_bytes;
    shg_opening_line *lines; /* [count] non-empty lines; owned (shg_openings_fini) */
    size_t count;
    unsigned plies;           /* random moves added to the opening */
    uint64_t seed;            /* of the random moves */
    bool no_royal_capturable; /* avoids positions in which a royal can be captured */
    unsigned candidates;      /* the most even of this many random openings is taken; 0: as 1 */
} shg_openings;

/* Counts and checks the openings of a text, one a line as in USI records (docs/record-format.md, "USI"); empty lines are ignored,
 * and no game may be over after its opening.  Returns OK with text and lines of *openings set,
 * to be freed (shg_openings_fini); PARSE_ERROR or ILLEGAL with *err, its line and column; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_openings_read(shg_openings *openings, const char *text,
                                               size_t text_bytes, shoogi_error *err);

void shg_openings_fini(shg_openings *openings);

/* The opening with an index from 0, always the same for the same index; after the end of the list it starts over.  Returns OK and
 * *out owned (shoogi_position_free), with the moves of the opening as its history; NO_MEMORY; or ILLEGAL if a hundred attempts
 * to make the random moves all ended the game.
 * Cost: for each candidate of candidates, a search of 2,000 nodes with default weights, so that openings do not change when weights
 * are learned. */
SHOOGI_CHECKED shoogi_status shg_opening_at(shoogi_position **out, const shg_openings *openings,
                                            size_t index);

/* A seed for each random part of a match, mixed from a seed and two indices; never 0. */
uint64_t shg_seed_of(uint64_t seed, uint64_t first, uint64_t second);

#endif
