/* definition_bench.c: how long reading a game takes, beside fairy-stockfish reading one in the same run.
 *
 *     definition_bench [PAIRS]
 *
 * Whoever opens a page, starts a server or draws a game being invented waits for this.  Each shipped
 * definition is read from memory PAIRS times (31 unless given), and with it whatever it is based on.
 * Shogi is read in turn by both programs: the peer is given a file that defines Shogi by its own
 * parameters, under a name it has not seen, and made to choose it, which takes a file and a word over a
 * pipe more than ours.  Without fairy-stockfish (in PATH or /usr/games) only our own times are printed. */
#include "shoogi/catalog.h"
#include "measure.h"
#include "peer.h"
#include "shoogi/position.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAIRS_MAX = 999 };

static const struct {
    const char *name;
    double most_ms; /* what is wanted */
} wanted[] = { { "shogi", 2 }, { NULL, 10 } };

static double wanted_ms(const char *name)
{
    size_t i = 0;
    while (wanted[i].name && strcmp(wanted[i].name, name) != 0)
        i++;
    return wanted[i].most_ms;
}

/* --- the peer -------------------------------------------------------------------------------------- */

/* In the words of version 11.1, which Debian 12 has. */
static const char peer_shogi[] =
    "pieceToCharTable = -\nmaxRank = 9\nmaxFile = 9\nshogiPawn = p\nlance = l\nshogiKnight = n\n"
    "silver = s\ngold = g\nbishop = b\nrook = r\nking = k\ndragonHorse = h\nbers = d\n"
    "startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1\n"
    "pieceDrops = true\ncapturesToHand = true\npromotionRank = 7\n"
    "promotedPieceType = p:g l:g n:g s:g b:h r:d\nshogiDoubledPawn = false\n"
    "immobilityIllegal = true\nmandatoryPawnPromotion = false\nshogiPawnDropMateIllegal = true\n"
    "stalemateValue = loss\nnFoldRule = 4\nnMoveRule = 0\nperpetualCheckIllegal = true\n";

/* Milliseconds for one more definition; 0 if the peer failed. */
static double peer_ms(peer *p, unsigned number)
{
    char path[] = P_tmpdir "/shoogi-bench-XXXXXX", line[256];
    const int descriptor = mkstemp(path);
    FILE *const file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (!file)
        return 0;
    fprintf(file, "[bench%u]\n%s", number, peer_shogi);
    fclose(file);
    const double start = measure_now_s();
    fprintf(p->to,
            "setoption name VariantPath value %s\nsetoption name UCI_Variant value bench%u\n"
            "isready\n",
            path, number);
    const bool ready = peer_wait(p, "readyok", line, sizeof line);
    const double took = measure_now_s() - start;
    unlink(path);
    return ready ? took * 1e3 : 0;
}

/* True if it has understood the definition: it counts what a game of Shogi has. */
static bool peer_counts(peer *p)
{
    char line[256];
    fputs("position startpos\ngo perft 4\n", p->to);
    return peer_wait(p, "Nodes searched: ", line, sizeof line) &&
           strcmp(line, "Nodes searched: 719731\n") == 0;
}

/* --- ours ------------------------------------------------------------------------------------------ */

/* Milliseconds until a position of it stands; 0 if it cannot be read. */
static double own_ms(shoogi_catalog *catalog, const shoogi_catalog_entry *entry)
{
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup, .context = catalog };
    shoogi_variant *variant = NULL;
    shoogi_position *position = NULL;
    size_t error_count;
    const double start = measure_now_s();
    shoogi_status status = shoogi_variant_parse_with(&variant, entry->text, entry->text_bytes, &how,
                                                     NULL, 0, &error_count);
    if (status == SHOOGI_OK)
        status = shoogi_position_new(&position, variant);
    const double took = measure_now_s() - start;
    shoogi_position_free(position);
    shoogi_variant_free(variant);
    return status == SHOOGI_OK ? took * 1e3 : 0;
}

/* Returns false if a definition could not be read. */
static bool run_row(const char *name, shoogi_catalog *catalog, peer *p, int pairs)
{
    double own[PAIRS_MAX], other[PAIRS_MAX], ratio[PAIRS_MAX];
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    if (shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault) != SHOOGI_OK) {
        fprintf(stderr, "%s\n", fault.text);
        return false;
    }
    const bool beside = p && strcmp(name, "shogi") == 0;
    for (int i = 0; i < pairs; i++) {
        own[i] = own_ms(catalog, entry);
        other[i] = beside ? peer_ms(p, (unsigned)i) : 1;
        if (own[i] <= 0 || other[i] <= 0)
            return false;
        ratio[i] = other[i] / own[i];
    }
    if (beside && !peer_counts(p)) {
        fprintf(stderr, "%s: the peer counts otherwise\n", name);
        return false;
    }
    measure_sort(own, (size_t)pairs);
    measure_sort(other, (size_t)pairs);
    measure_sort(ratio, (size_t)pairs);
    printf("%-14s %6zu bytes %4u squares %3u kinds %6.2f ms (%.2f to %.2f), wanted %.0f", name,
           entry->text_bytes, shoogi_variant_square_count(entry->variant),
           shoogi_variant_kind_count(entry->variant), own[pairs / 2], own[0], own[pairs - 1],
           wanted_ms(name));
    if (beside)
        printf("   fairy-stockfish %.2f ms   ratio %.1f (%.1f to %.1f)", other[pairs / 2],
               ratio[pairs / 2], ratio[0], ratio[pairs - 1]);
    putchar('\n');
    return true;
}

int main(int argc, char **argv)
{
    const int pairs = argc > 1 ? atoi(argv[1]) : 31;
    if (pairs < 1 || pairs > PAIRS_MAX) {
        fprintf(stderr, "usage: definition_bench [PAIRS], 1 to %d\n", PAIRS_MAX);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    shoogi_catalog *catalog;
    const char *const *names;
    size_t name_count;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 1;
    peer p;
    const bool has_peer = peer_start(&p);
    if (!has_peer)
        puts("fairy-stockfish is not there: our own times only");
    bool good = shoogi_catalog_names(&names, &name_count, catalog) == SHOOGI_OK;
    for (size_t i = 0; good && i < name_count; i++)
        good = run_row(names[i], catalog, has_peer ? &p : NULL, pairs);
    if (has_peer)
        peer_stop(&p);
    shoogi_catalog_free(catalog);
    return good ? 0 : 1;
}
