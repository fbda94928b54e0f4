/* match.h: a match: games between two engines, several at a time, stored in a file from which it can resume. */
#ifndef SHG_MATCH_MATCH_H
#define SHG_MATCH_MATCH_H

#include "match/opening.h"
#include "match/play.h"
#include "match/score.h"

enum { SHG_MATCH_GAMES_MAX = 1000000, SHG_MATCH_AT_ONCE_MAX = 256 };

/* The match to play.  All pointers are borrowed for the call. */
typedef struct shg_match {
    const shoogi_variant *variant;
    const shg_participant *participants; /* [2] */
    shg_openings openings;
    shg_adjudication adjudication;
    unsigned
        games; /* even: game 2n and 2n+1 have opening n, and in the first of them the first engine is Black */
    unsigned games_per_run; /* the call returns after at most this many games */
    unsigned at_once;       /* 1 to SHG_MATCH_AT_ONCE_MAX */
    const shg_sprt *sprt;   /* NULL: all games are played */
    uint64_t seed;
    bool trace;       /* copies the engines' input and output to standard error */
    const char *path; /* of the file; NULL: games are not stored */
    /* Called from one thread at a time: at the start, with game 0 and note NULL, for the games already stored; and after each
     * game, from 1, with the note on it, or NULL.  May be NULL. */
    void (*report)(void *context, const shg_score *score, unsigned game, const char *note);
    void *context;
} shg_match;

/* Plays the missing games of a match.  Returns OK with *score filled when all games, or games_per_run of them, are played, or the
 * test is decided; PARSE_ERROR if the file is not of this match; IO if it cannot be read or written, or an engine cannot play, with
 * *err filled; NO_MEMORY.
 * Cost: a thread, and both players, for each of at_once. */
SHOOGI_CHECKED shoogi_status shg_match_play(shg_score *score, const shg_match *match,
                                            shoogi_error *err);

#endif
