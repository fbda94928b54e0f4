/* games.h: what benchmarks that measure one game after another share. */
#ifndef SHOOGI_BENCH_GAMES_H
#define SHOOGI_BENCH_GAMES_H

#include "engine/network/nnue.h"

/* Measures the games that the command line names, or else Shogi, Mini and Chu, until one fails.  Returns the status of the
 * program. */
int games_measure(int argc, char **argv, bool (*measure)(const shoogi_variant *variant));

/* Prints the game and the shape of a network of it, without an end of line. */
void games_print_network(const shg_nnue *network);

#endif
