/* play.h: plays one game between two players, by the rules. */
#ifndef SHG_MATCH_PLAY_H
#define SHG_MATCH_PLAY_H

#include "match/player.h"
#include "shoogi/record.h"

/* Adjudication: when a game ends before the rules end it.  All zero but plies_max: never. */
typedef struct shg_adjudication {
    unsigned plies_max; /* then it is a draw */
    unsigned resign_cp,
        resign_plies; /* both have agreed for this many moves in a row that one side is behind by resign_cp */
    unsigned draw_cp, draw_plies,
        draw_from; /* both, that neither side is ahead by more, from that move on */
    bool royal_capturable_wins; /* the side to move wins if it could capture a royal and win by that: for games without
                          * check that some engines play as if they had it */
    int64_t
        patience_ms; /* a player that has not answered this long after its time hangs; no time limit counts as none */
} shg_adjudication;

/* Plays a game.  players: Black's and White's.  p: the initial position, with the moves of the opening as its history; at the end,
 * the final one.  seed: for random moves.  Returns OK with *out owned (shoogi_record_free): the game with times, scores and its
 * end; NO_MEMORY; or IO with words and *who if a player could not start, even at the second attempt. */
SHOOGI_CHECKED shoogi_status shg_play(shoogi_record **out, shg_player *const players[2],
                                      shoogi_position *p, const shg_adjudication *adjudication,
                                      uint64_t seed, shoogi_colour *who,
                                      char words[SHG_WORDS_BYTES]);

#endif
