/* play.h: one game between two players, with the rules as its judge. */
#ifndef SHG_MATCH_PLAY_H
#define SHG_MATCH_PLAY_H

#include "match/player.h"
#include "shoogi/record.h"

/* When a game ends though the rules would let it go on.  All zero but plies_max: never. */
typedef struct shg_judging {
    unsigned plies_max; /* then it is a draw */
    unsigned resign_cp,
        resign_plies; /* both have thought for so many moves in a row that one of them has lost by that much */
    unsigned draw_cp, draw_plies,
        draw_from; /* both, that neither is ahead by more, from that move on */
    bool royal_in_reach; /* who could take a royal now and win has won: for games without check, which some engines
                          * play as if they had it */
    int64_t
        patience_ms; /* who has not answered so long after his time hangs; time without a bound is none */
} shg_judging;

/* Plays a game.  players: Black's and White's.  p: where it begins, with the moves of its opening behind it, and at the
 * end where it ended.  seed: of chance.  Returns OK with *out owned (shoogi_record_free): the game with its times, what
 * they thought of each move, and its end; NO_MEMORY; or IO with words and *who if a player cannot begin, even a second
 * time. */
SHOOGI_CHECKED shoogi_status shg_play(shoogi_record **out, shg_player *const players[2],
                                      shoogi_position *p, const shg_judging *judging, uint64_t seed,
                                      shoogi_colour *who, char words[SHG_WORDS_BYTES]);

#endif
