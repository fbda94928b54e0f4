/* mate_bench.c: mate problems of $SHOOGI_TEST_DATA/data/tsume, each with its length, nodes and time.
 *
 *     mate_bench [MIB]
 *
 * mate-N.sfen has positions with a mate in N plies, no-mate-1.sfen such without a mate in one.  Each is solved by a
 * solver that knows nothing yet, in MIB of memory (64 unless given).  The program fails if a length is another, or a
 * problem takes more than SECONDS_MAX. */
#include "engine/mate/mate.h"
#include "measure.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 1.0

static const struct file {
    const char *name;
    unsigned length; /* 0: a mate longer than one ply, or none */
} files[] = { { "mate-1", 1 }, { "mate-3", 3 },   { "mate-5", 5 },   { "mate-7", 7 },
              { "mate-9", 9 }, { "mate-11", 11 }, { "no-mate-1", 0 } };

typedef struct totals {
    unsigned problems, wrong;
    double longest_s, sum_s;
} totals;

static bool solve(shg_mate_result *found, double *took_s, const shoogi_position *p, size_t mib)
{
    shg_mate *mate;
    if (shg_mate_new(&mate, shoogi_position_variant(p), mib, NULL) != SHOOGI_OK)
        return false;
    const double start = measure_now_s();
    const shg_mate_limits limits = { .nodes = 20000000 };
    const shoogi_status status = shg_mate_go(found, mate, p, &limits);
    *took_s = measure_now_s() - start;
    shg_mate_free(mate);
    return status == SHOOGI_OK;
}

static void run_problem(totals *t, shoogi_position *p, const char *sfen, const struct file *f,
                        size_t mib)
{
    shg_mate_result found;
    double took_s = 0;
    t->problems++;
    if (shoogi_sfen_read(p, sfen, strlen(sfen), NULL) != SHOOGI_OK ||
        !solve(&found, &took_s, p, mib)) {
        fprintf(stderr, "%s: problem %u cannot be read or solved\n", f->name, t->problems);
        t->wrong++;
        return;
    }
    static const char *const answers[] = { "not found", "mate in", "no mate" };
    const bool is_mate = found.answer == SHG_MATE_FOUND;
    printf("%-9s %3u  %9s %2.0u  %9" PRIu64 " nodes  %7.1f ms\n", f->name, t->problems,
           answers[found.answer], is_mate ? found.length_plies : 0, found.nodes, took_s * 1000);
    const bool good = f->length > 0 ? is_mate && found.exact && found.length_plies == f->length
                                    : found.answer == SHG_MATE_NONE ||
                                          (is_mate && found.length_plies > 1 && found.exact);
    t->wrong += !good || took_s > SECONDS_MAX;
    t->longest_s = took_s > t->longest_s ? took_s : t->longest_s;
    t->sum_s += took_s;
}

static totals run_file(shoogi_position *p, const struct file *f, size_t mib)
{
    totals t = { 0 };
    char text[512];
    const char *const data = getenv("SHOOGI_TEST_DATA");
    snprintf(text, sizeof text, "%s/data/tsume/%s.sfen", data ? data : "../shared", f->name);
    FILE *const in = fopen(text, "r");
    if (!in) {
        fprintf(stderr, "%s: cannot be read\n", text);
        t.wrong = 1;
        return t;
    }
    while (fgets(text, sizeof text, in)) {
        text[strcspn(text, "\n")] = '\0';
        if (text[0] != '\0')
            run_problem(&t, p, text, f, mib);
    }
    fclose(in);
    return t;
}

int main(int argc, char **argv)
{
    const size_t mib = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
    shoogi_catalog *catalog;
    const shoogi_catalog_entry *entry;
    shoogi_position *p;
    if (mib == 0 || shoogi_catalog_new(&catalog) != SHOOGI_OK ||
        shoogi_catalog_get(&entry, catalog, "shogi", 5, NULL) != SHOOGI_OK ||
        shoogi_position_new(&p, entry->variant) != SHOOGI_OK)
        return EXIT_FAILURE;
    unsigned wrong = 0;
    totals all[sizeof files / sizeof files[0]];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        all[i] = run_file(p, &files[i], mib);
    puts("\n             problems  wrong or slow   sum        longest");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        printf("%-10s %10u %14u %7.2f s %10.1f ms\n", files[i].name, all[i].problems, all[i].wrong,
               all[i].sum_s, all[i].longest_s * 1000);
        wrong += all[i].wrong;
    }
    shoogi_position_free(p);
    shoogi_catalog_free(catalog);
    return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
