/* entrant.h: who takes part in a match, as the user says it: an engine, its settings and its time. */
#ifndef SHG_MATCH_ENTRANT_H
#define SHG_MATCH_ENTRANT_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The usual weights: those that were learned, or if there are none what is guessed. */
#define SHG_ENTRANT_WEIGHTS "usual"

enum { SHG_ENTRANT_OPTIONS_MAX = 32, SHG_LETTERS_MAX = 32, SHG_LETTER_BYTES = 8 };

/* How an engine is spoken to. */
typedef enum shg_protocol {
#define PROTOCOL(name, word, words) SHG_PROTOCOL_##name,
#include "match/protocol.def"
#undef PROTOCOL
    SHG_PROTOCOL_COUNT
} shg_protocol;

/* How long an engine may think.  What is 0 is no bound. */
typedef struct shg_allowance {
    int64_t main_ms, increment_ms, byoyomi_ms; /* a clock for the game */
    int64_t move_ms;                           /* for each move, nothing being saved */
    uint64_t nodes;
    unsigned depth_plies;
    int64_t margin_ms; /* so much more goes unpunished */
} shg_allowance;

typedef struct shg_entrant_option {
    const char *name, *value;
} shg_entrant_option;

/* A kind of piece, and what an engine calls it. */
typedef struct shg_letter {
    char ours[SHG_LETTER_BYTES], theirs[SHG_LETTER_BYTES];
} shg_letter;

typedef struct shg_entrant {
    const char *name;
    shg_protocol protocol;
    const char *command; /* for the shell; NULL of those that are built in */
    const char *game;    /* what it calls the game; NULL: the name or an alias of the definition */
    const char *weights; /* of our own search: SHG_ENTRANT_WEIGHTS, "learned", "guessed", or a file */
    unsigned hash_mib;   /* 0: what is usual with it */
    shg_entrant_option options[SHG_ENTRANT_OPTIONS_MAX];
    size_t option_count;
    shg_letter letters[SHG_LETTERS_MAX];
    size_t letter_count;
    shg_allowance allowance;
    char *text; /* owned: what all of these point into */
} shg_entrant;

/* Reads the description of an engine: settings KEY=VALUE with blanks between them, in "" if there are blanks in them,
 * those of common before those of text; common may be NULL.  Source: docs/match.md, "Engines".
 * Returns OK and *out filled (shg_entrant_fini); PARSE_ERROR with *err and its column in text, or in common, which the
 * message then says; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_entrant_init(shg_entrant *out, const char *common,
                                              const char *text, shoogi_error *err);
void shg_entrant_fini(shg_entrant *entrant);

#endif
