/* perft_bench.c: how fast legal moves are counted, beside fairy-stockfish in the same run.
 *
 *     perft_bench [PAIRS]
 *
 * Each position is counted by both programs in turn, PAIRS times (5 unless given); the rate of each pair
 * is compared, so that a machine whose speed drifts does not decide.  A game that the other program does
 * not know is compared in the same way with our own rate for Shogi: no game should be much slower for
 * having other rules.  Node counts are fixed: a count that differs is a fault, and the program fails.
 * Without fairy-stockfish (in PATH or /usr/games) only our own rates are printed. */
#include "shoogi/catalog.h"
#include "measure.h"
#include "peer.h"
#include "shoogi/notation.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 99 };

static const struct row {
    const char *name, *variant, *sfen;
    unsigned depth;
    unsigned long long nodes;
    const char *peer_variant, *peer_fen; /* NULL: the peer does not know the game */
    unsigned peer_depth;
    unsigned long long peer_nodes;
    double least; /* the ratio to the first row that is wanted, where that is the peer */
} rows[] = {
    { "shogi start", "shogi", "startpos", 5, 19861490, "shogi",
      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", 5, 19861490, 0 },
    { "shogi start, deeper", "shogi", "startpos", 6, 547581517, "shogi",
      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", 5, 19861490, 0 },
    { "shogi midgame", "shogi",
      "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 4, 516925165,
      "shogi", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppppp] b - - 0 1", 3,
      4809015, 0 },
    { .name = "shosu start",
      .variant = "shosu",
      .sfen = "startpos",
      .depth = 5,
      .nodes = 45617609,
      .least = 0.7 },
    { .name = "mortal start",
      .variant = "mortal",
      .sfen = "startpos",
      .depth = 5,
      .nodes = 19861490,
      .least = 0.7 },
    { .name = "chu start",
      .variant = "chu",
      .sfen = "startpos",
      .depth = 5,
      .nodes = 71548181,
      .least = 0.3 },
};

/* Nodes a second of one count; 0 if the peer failed or counted otherwise. */
static double peer_rate(peer *p, const struct row *r)
{
    char line[256];
    fprintf(p->to, "setoption name UCI_Variant value %s\nposition fen %s\nisready\n",
            r->peer_variant, r->peer_fen);
    if (!peer_wait(p, "readyok", line, sizeof line))
        return 0;
    const double start = measure_now_s();
    fprintf(p->to, "go perft %u\n", r->peer_depth);
    if (!peer_wait(p, "Nodes searched: ", line, sizeof line))
        return 0;
    const double took = measure_now_s() - start;
    const unsigned long long nodes = strtoull(line + strlen("Nodes searched: "), NULL, 10);
    if (nodes != r->peer_nodes)
        fprintf(stderr, "%s: the peer counts %llu, expected %llu\n", r->name, nodes, r->peer_nodes);
    return nodes == r->peer_nodes ? (double)nodes / took : 0;
}

/* --- ours ------------------------------------------------------------------------------------------ */

static double own_rate(shoogi_catalog *catalog, const struct row *r)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    shoogi_position *p;
    uint64_t nodes = 0;
    if (shoogi_catalog_get(&entry, catalog, r->variant, strlen(r->variant), &fault) != SHOOGI_OK) {
        fprintf(stderr, "%s\n", fault.text);
        return 0;
    }
    if (shoogi_position_new(&p, entry->variant) != SHOOGI_OK)
        return 0;
    shoogi_error err;
    double took = 0;
    if (shoogi_sfen_read(p, r->sfen, strlen(r->sfen), &err) == SHOOGI_OK) {
        const double start = measure_now_s();
        if (shoogi_position_perft(&nodes, p, r->depth) != SHOOGI_OK)
            nodes = 0;
        took = measure_now_s() - start;
    }
    shoogi_position_free(p);
    if (nodes != r->nodes)
        fprintf(stderr, "%s: %llu nodes, expected %llu\n", r->name, (unsigned long long)nodes,
                r->nodes);
    return nodes == r->nodes ? (double)nodes / took : 0;
}

/* Returns false if a count was wrong. */
static bool run_row(const struct row *r, shoogi_catalog *catalog, peer *p, int pairs)
{
    double own[PAIRS_MAX], other[PAIRS_MAX], ratio[PAIRS_MAX];
    const bool beside_shogi = r->least > 0, beside_peer = p && r->peer_fen;
    for (int i = 0; i < pairs; i++) {
        own[i] = own_rate(catalog, r);
        other[i] = beside_peer ? peer_rate(p, r) : beside_shogi ? own_rate(catalog, &rows[0]) : 1;
        if (own[i] <= 0 || other[i] <= 0)
            return false;
        ratio[i] = own[i] / other[i];
    }
    measure_sort(own, (size_t)pairs);
    measure_sort(other, (size_t)pairs);
    measure_sort(ratio, (size_t)pairs);
    printf("%-20s depth %u %12llu nodes %7.1f M/s", r->name, r->depth, r->nodes,
           own[pairs / 2] / 1e6);
    if (beside_peer)
        printf("   fairy-stockfish depth %u %6.1f M/s   ratio %5.1f (%.1f to %.1f)", r->peer_depth,
               other[pairs / 2] / 1e6, ratio[pairs / 2], ratio[0], ratio[pairs - 1]);
    if (beside_shogi)
        printf("   our shogi       depth %u %6.1f M/s   ratio %5.2f (%.2f to %.2f), wanted %.1f",
               rows[0].depth, other[pairs / 2] / 1e6, ratio[pairs / 2], ratio[0], ratio[pairs - 1],
               r->least);
    putchar('\n');
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    const int pairs = argc > 1 ? atoi(argv[1]) : 5;
    if (pairs < 1 || pairs > PAIRS_MAX) {
        fprintf(stderr, "usage: perft_bench [PAIRS], 1 to %d\n", PAIRS_MAX);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    shoogi_catalog *catalog;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 1;
    peer p;
    const bool has_peer = peer_start(&p);
    if (!has_peer)
        puts("fairy-stockfish is not there: our own rates only");
    bool good = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        good = run_row(&rows[i], catalog, has_peer ? &p : NULL, pairs) && good;
    if (has_peer)
        peer_stop(&p);
    shoogi_catalog_free(catalog);
    return good ? 0 : 1;
}
