/* match.h: a match: games between two engines, several at a time, kept in a file that is all there is to go on from. */
#ifndef SHG_MATCH_MATCH_H
#define SHG_MATCH_MATCH_H

#include "match/opening.h"
#include "match/play.h"
#include "match/score.h"

enum { SHG_MATCH_GAMES_MAX = 1000000, SHG_MATCH_AT_ONCE_MAX = 256 };

/* What is to be played.  All pointers are borrowed for the call. */
typedef struct shg_match {
    const shoogi_variant *variant;
    const shg_entrant *entrants; /* [2] */
    shg_openings openings;
    shg_judging judging;
    unsigned
        games; /* even: game 2n and 2n+1 have opening n, and in the first of them the first engine is Black */
    unsigned sitting;     /* so many of them at most before the call returns */
    unsigned at_once;     /* 1 to SHG_MATCH_AT_ONCE_MAX */
    const shg_sprt *sprt; /* NULL: all games are played */
    uint64_t seed;
    bool shown;       /* what is said to engines and by them goes to standard error */
    const char *path; /* of the file; NULL: games are not kept */
    /* Told from one thread at a time: at the beginning with the number of games that are kept already (game 0, note
     * NULL), and of each game that has ended (game from 1), with what is noted of it, or NULL.  May be NULL. */
    void (*tell)(void *context, const shg_score *score, unsigned game, const char *note);
    void *context;
} shg_match;

/* Plays what is missing of a match.  Returns OK with *score filled: every game is played, as many as a sitting
 * has, or the test is decided.  PARSE_ERROR if the file is of another match or of none; IO if it cannot be read or written, or an engine
 * cannot play, with *err; NO_MEMORY.
 * Cost: a thread, and both players, for each of at_once. */
SHOOGI_CHECKED shoogi_status shg_match_play(shg_score *score, const shg_match *match,
                                            shoogi_error *err);

#endif
