/* levels_bench.c: how often a player of each level beats one of the level below it: at least three games of five.
 *
 *     levels_bench [--games N] [--from LEVEL] [--to LEVEL] [VARIANT...]
 *
 * plays, for each variant, N games of each pair of neighbours, half of them with each colour, from positions
 * that a few moves by chance have made, each of them twice.  What every move costs is counted in nodes, so that nothing
 * depends on the machine: the same call prints the same numbers. */
#include "engine/level_support.h"
#include "shoogi/catalog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    GAMES = 60,
    /* The full level has no limit; here it is given as much again as the one below it has. */
    FULL_LOOKS = 1024,
    CHANCE_PLIES = 6,
};

typedef struct wanted {
    unsigned games, from, to;
} wanted;

static int measure(const shoogi_variant *variant, const char *name, const wanted *w)
{
    level_match m;
    int low = 0;
    shoogi_position *start;
    if (!level_match_init(&m, variant) || shoogi_position_new(&start, variant) != SHOOGI_OK)
        return 2;
    const uint64_t full_nodes = (uint64_t)FULL_LOOKS * shoogi_position_moves(start, NULL, 0);
    shoogi_position_free(start);
    const unsigned squares = variant->squares;
    const unsigned chance_plies = squares < 20 ? 2 : squares < 50 ? 4 : CHANCE_PLIES;
    printf("%-12s", name);
    for (unsigned level = w->from + 1; level <= w->to; level++) {
        unsigned points = 0;
        for (unsigned game = 0; game < w->games; game++)
            points +=
                level_match_game(&m, level - 1, level, game % 2 == 0 ? SHOOGI_BLACK : SHOOGI_WHITE,
                                 game / 2, chance_plies, squares * 4, full_nodes);
        const double share = points / 2.0 / w->games;
        printf("  %2u: %3.0f %%", level, 100 * share);
        fflush(stdout);
        low |= share < 0.6;
    }
    printf("\n");
    level_match_fini(&m);
    return low;
}

/* The number behind an option. */
static bool number(unsigned *out, const char *option, int *at, int argc, char **argv)
{
    if (strcmp(argv[*at], option) != 0)
        return false;
    *out = *at + 1 < argc ? (unsigned)strtoul(argv[++*at], NULL, 10) : 0;
    return true;
}

int main(int argc, char **argv)
{
    static const char *const usual[] = { "mini", "dobutsu", "shogi", "mortal", "sho", "chu" };
    const char *names[64];
    size_t count = 0;
    wanted w = { GAMES, SHG_LEVEL_LEAST, SHG_LEVEL_FULL };
    for (int i = 1; i < argc; i++)
        if (!number(&w.games, "--games", &i, argc, argv) &&
            !number(&w.from, "--from", &i, argc, argv) && !number(&w.to, "--to", &i, argc, argv) &&
            count < 64)
            names[count++] = argv[i];
    if (w.games < 2 || w.from < SHG_LEVEL_LEAST || w.to > SHG_LEVEL_FULL || w.from >= w.to) {
        fprintf(stderr, "levels_bench: expected at least 2 games, and levels from 1 to 10\n");
        return 2;
    }
    if (count == 0) {
        count = sizeof usual / sizeof usual[0];
        memcpy(names, usual, sizeof usual);
    }
    shoogi_catalog *catalog;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 2;
    printf("of %u games each; the spread is %.0f %%\n", w.games, 50 / sqrt(w.games));
    int status = 0;
    for (size_t i = 0; i < count && status != 2; i++) {
        const shoogi_catalog_entry *entry;
        if (shoogi_catalog_get(&entry, catalog, names[i], strlen(names[i]), NULL) != SHOOGI_OK) {
            fprintf(stderr, "levels_bench: no game is called %s\n", names[i]);
            status = 2;
        } else {
            status |= measure(entry->variant, names[i], &w);
        }
    }
    shoogi_catalog_free(catalog);
    return status;
}
