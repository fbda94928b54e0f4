/* participant.h: the description of an engine in a match: protocol, settings and time control. */
#ifndef SHG_MATCH_PARTICIPANT_H
#define SHG_MATCH_PARTICIPANT_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The default of weights=: learned weights, or default weights if there are none. */
#define SHG_PARTICIPANT_DEFAULT_WEIGHTS "usual"

enum { SHG_PARTICIPANT_OPTIONS_MAX = 32, SHG_PIECE_LETTERS_MAX = 32, SHG_PIECE_LETTER_BYTES = 8 };

/* The protocol of an engine. */
typedef enum shg_protocol {
#define PROTOCOL(name, word, words) SHG_PROTOCOL_##name,
#include "match/protocol.def"
#undef PROTOCOL
    SHG_PROTOCOL_COUNT
} shg_protocol;

/* Time control and search limits.  0: no limit. */
typedef struct shg_participant_limits {
    int64_t main_ms, increment_ms, byoyomi_ms; /* a clock for the game */
    int64_t move_ms;                           /* for each move; unused time is lost */
    uint64_t nodes;
    unsigned depth_plies;
    int64_t margin_ms; /* tolerance */
} shg_participant_limits;

typedef struct shg_participant_option {
    const char *name, *value;
} shg_participant_option;

/* A kind of piece, and its letter in the engine's notation. */
typedef struct shg_piece_letter {
    char ours[SHG_PIECE_LETTER_BYTES], theirs[SHG_PIECE_LETTER_BYTES];
} shg_piece_letter;

typedef struct shg_participant {
    const char *name;
    shg_protocol protocol;
    const char *command; /* for the shell; NULL: built-in player */
    const char *game; /* the engine's name of the game; NULL: the name or an alias of the definition */
    const char *
        weights; /* of our own search: SHG_PARTICIPANT_DEFAULT_WEIGHTS, "learned", "guessed", or a file */
    unsigned hash_mib; /* 0: the default */
    shg_participant_option options[SHG_PARTICIPANT_OPTIONS_MAX];
    size_t option_count;
    shg_piece_letter piece_letters[SHG_PIECE_LETTERS_MAX];
    size_t piece_letter_count;
    shg_participant_limits limits;
    char *text; /* owned; the pointers above point into it */
} shg_participant;

/* Reads the description of an engine: settings KEY=VALUE, separated by spaces and quoted with "" if they contain spaces, first those
 * of common, then those of text; common may be NULL.  Source: docs/match.md, "Engines".
 * Returns OK and *out filled (shg_participant_fini); PARSE_ERROR with *err and its column in text, or in common, which the
 * message then says; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_participant_init(shg_participant *out, const char *common,
                                                  const char *text, shoogi_error *err);
void shg_participant_fini(shg_participant *participant);

#endif
