/* levels_bench.c: measures how often each level beats the level below it: at least three games of five.
 *
 *     levels_bench [--games N] [--from LEVEL] [--to LEVEL] [--file FILE] [VARIANT...]
 *
 * plays, for each variant, up to N games of each pair of neighbours, with the weights that players have.  An opening of
 * a few random moves is played twice, each with either colour.  As soon as a share is clear of three fifths by two
 * standard errors, a pair has played enough.  What every move costs is counted in nodes, so that nothing depends on the
 * machine: the same call prints the same numbers.
 *
 * With FILE each game is a line of it, and games in it are not played again, so that an interrupted run can be resumed.  A
 * file belongs to one version of the engine. */
#include "support/level.h"
#include "engine/evaluation/weights_find.h"
#include "shoogi/catalog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    GAMES = 60,
    GAMES_LEAST = 16,
    /* The full level has no limit; here it is given as much again as any below it may have. */
    FULL_NODES = 2 * SHG_LEVEL_NODES_MAX,
    CHANCE_PLIES = 6,
    PLIES_MAX = 300, /* longer games are judged by what is on the board */
};

typedef struct wanted {
    unsigned games, from, to;
    const char *path; /* NULL: none */
} wanted;

/* The games of one step of one variant. */
typedef struct step {
    const char *variant;
    unsigned level; /* of the stronger */
    unsigned games, points;
} step;

static double share(const step *s)
{
    return s->games > 0 ? s->points / 2.0 / s->games : 0;
}

/* No less than that of games without draws. */
static double standard_error(const step *s)
{
    return 0.5 / sqrt(s->games);
}

static bool is_enough(const step *s)
{
    return s->games >= GAMES_LEAST && s->games % 2 == 0 &&
           fabs(share(s) - 0.6) > 2 * standard_error(s);
}

/* Reads the games of a step from the file. */
static void recall(step *s, const char *path)
{
    FILE *const file = path ? fopen(path, "r") : NULL;
    if (!file)
        return;
    char variant[64];
    unsigned level, points;
    char end;
    while (fscanf(file, "%63s %u %u%c", variant, &level, &points, &end) == 4)
        if (level == s->level && points <= 2 && strcmp(variant, s->variant) == 0) {
            s->games++;
            s->points += points;
        }
    fclose(file);
}

static bool keep(const step *s, unsigned points, const char *path)
{
    if (!path)
        return true;
    FILE *const file = fopen(path, "a");
    if (!file)
        return false;
    fprintf(file, "%s %u %u\n", s->variant, s->level, points);
    return fclose(file) == 0;
}

static bool play(step *s, level_match *m, const wanted *w)
{
    const unsigned squares = m->variant->squares;
    const unsigned random_plies = squares < 20 ? 2 : squares < 50 ? 4 : CHANCE_PLIES;
    const unsigned plies_max = squares * 4 < PLIES_MAX ? squares * 4 : PLIES_MAX;
    recall(s, w->path);
    while (s->games < w->games && !is_enough(s)) {
        const unsigned points = level_match_game(m, s->level - 1, s->level,
                                                 s->games % 2 == 0 ? SHOOGI_BLACK : SHOOGI_WHITE,
                                                 s->games / 2, random_plies, plies_max, FULL_NODES);
        s->games++;
        s->points += points;
        if (!keep(s, points, w->path))
            return false;
    }
    return true;
}

/* 0: every step is large enough; 1: one is not; 2: it cannot be told. */
static int measure(const shoogi_variant *variant, const char *name, const wanted *w)
{
    level_match m;
    int status = 0;
    shg_weights *weights;
    shoogi_error fault;
    if (shg_weights_find(&weights, variant, &fault) != SHOOGI_OK)
        return 2;
    if (fault.status != SHOOGI_OK || !level_match_init(&m, variant, weights)) {
        fprintf(stderr, "levels_bench: %s\n", fault.message);
        return 2;
    }
    for (unsigned level = w->from + 1; level <= w->to && status != 2; level++) {
        step s = { name, level, 0, 0 };
        if (!play(&s, &m, w))
            status = 2;
        printf("%-12s  %2u over %u  %4u games  %3.0f %% +- %.0f\n", name, level, level - 1, s.games,
               100 * share(&s), 100 * standard_error(&s));
        fflush(stdout);
        if (share(&s) < 0.6 && status == 0)
            status = 1;
    }
    level_match_fini(&m);
    return status;
}

/* The text behind an option. */
static bool text(const char **out, const char *option, int *at, int argc, char **argv)
{
    if (strcmp(argv[*at], option) != 0)
        return false;
    *out = *at + 1 < argc ? argv[++*at] : "";
    return true;
}

static bool number(unsigned *out, const char *option, int *at, int argc, char **argv)
{
    const char *digits;
    if (!text(&digits, option, at, argc, argv))
        return false;
    *out = (unsigned)strtoul(digits, NULL, 10);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const usual[] = { "mini", "dobutsu", "shogi", "mortal", "sho", "chu" };
    const char *names[64];
    size_t count = 0;
    wanted w = { GAMES, SHG_LEVEL_LEAST, SHG_LEVEL_FULL, NULL };
    for (int i = 1; i < argc; i++)
        if (!number(&w.games, "--games", &i, argc, argv) &&
            !number(&w.from, "--from", &i, argc, argv) && !number(&w.to, "--to", &i, argc, argv) &&
            !text(&w.path, "--file", &i, argc, argv) && count < 64)
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
    int status = 0;
    for (size_t i = 0; i < count && status != 2; i++) {
        const shoogi_catalog_entry *entry;
        int one = 2;
        if (shoogi_catalog_get(&entry, catalog, names[i], strlen(names[i]), NULL) == SHOOGI_OK)
            one = measure(entry->variant, names[i], &w);
        else
            fprintf(stderr, "levels_bench: no game is called %s\n", names[i]);
        status = one > status ? one : status;
    }
    shoogi_catalog_free(catalog);
    return status;
}
