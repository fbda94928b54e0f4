/* tune.c: shoogi tune: tunes the constants of the search by self-play. */
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/long_run.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "engine/evaluation/weights_find.h"
#include "learning/tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_GAMES = 20000, USUAL_NODES = 5000, USUAL_MATCH = 400 };

/* What the command line asks for. */
typedef struct order {
    unsigned hours, games, nodes, threads, rate, seed, match;
    const char *only, *folder;
    bool tuned[SHG_TUNABLES];
    char *made; /* owned */
    /* The games. */
    shoogi_catalog *catalog;
    shoogi_variant **own;  /* [count] owned, or NULL */
    shg_weights **weights; /* [count] owned */
    size_t count;
} order;

static void order_fini(order *o)
{
    for (size_t i = 0; o->own && o->weights && i < o->count; i++) {
        shg_weights_free(o->weights[i]);
        shoogi_variant_free(o->own[i]);
    }
    free(o->weights);
    free(o->own);
    free(o->made);
    shoogi_catalog_free(o->catalog);
}

/* Marks the values that are tuned: those named, or all that have an effect.  Returns false after reporting an error. */
static bool choose_values(order *o)
{
    for (size_t i = 0; i < SHG_TUNABLES && !o->only; i++)
        o->tuned[i] = !shg_tunables[i].by_clock;
    for (const char *at = o->only; at;) {
        const size_t length = strcspn(at, ",");
        size_t i = 0;
        while (i < SHG_TUNABLES && (strlen(shg_tunables[i].name) != length ||
                                    strncmp(shg_tunables[i].name, at, length) != 0))
            i++;
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)(length < 40 ? length : 39), at);
        if (i == SHG_TUNABLES) {
            (void)cli_expected("tune", name, "constants of tunables.def, with commas between them");
            return false;
        }
        if (shg_tunables[i].by_clock) {
            (void)cli_expected("tune", name, "constants that matter without a clock");
            return false;
        }
        o->tuned[i] = true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return true;
}

/* The command line, as far as it decides the result. */
static bool describe(order *o, char **names)
{
    char *text;
    size_t bytes;
    FILE *const file = open_memstream(&text, &bytes);
    if (!file)
        return false;
    fputs("shoogi tune", file);
    for (size_t i = 0; i < o->count; i++)
        fprintf(file, " %s", names[i]);
    fprintf(file, " --nodes %u --games %u --rate %u --seed %u", o->nodes, o->games, o->rate,
            o->seed);
    if (o->only)
        fprintf(file, " --only %s", o->only);
    if (fclose(file) != 0)
        return false;
    o->made = text;
    for (char *at = text; (at = strpbrk(at, "\r\n")) != NULL;)
        *at = ' ';
    return true;
}

/* Finds the games and their weights.  Returns CLI_GO_ON, or the exit status after reporting an error. */
static int find_games(order *o, char **names)
{
    const shoogi_status catalog_status = shoogi_catalog_new(&o->catalog);
    o->own = calloc(o->count, sizeof *o->own);
    o->weights = calloc(o->count, sizeof(shg_weights *));
    if (catalog_status != SHOOGI_OK || !o->own || !o->weights || !describe(o, names))
        return cli_failed(SHOOGI_NO_MEMORY);
    for (size_t i = 0; i < o->count; i++) {
        shoogi_error err = { 0 };
        const shoogi_variant *const v = cli_variant_find(&o->own[i], o->catalog, "tune", names[i]);
        if (!v)
            return CLI_BAD;
        const shoogi_status status = shg_weights_find(&o->weights[i], v, &err);
        if (status != SHOOGI_OK)
            return cli_failed(status);
        if (err.status != SHOOGI_OK)
            return cli_fault("shoogi tune", &err); /* other weights would tune something else */
    }
    return CLI_GO_ON;
}

static void print_match(const shg_score *match)
{
    const shg_estimate e = shg_score_estimate(match);
    printf("/* New against old: +%u =%u -%u", match->won, match->drawn, match->lost);
    if (!isinf(e.low) || !isinf(e.high))
        printf(", %.1f %%, Elo %+.1f [%+.1f, %+.1f]", 100 * e.share, e.elo, e.low, e.high);
    printf(" */\n");
}

static void print_rows(const shg_tuned *tuned, const bool *wanted)
{
    for (size_t i = 0; i < SHG_TUNABLES; i++) {
        const shg_tunable *const row = &shg_tunables[i];
        if (wanted[i])
            printf("TUNABLE(%s, %d, %d, %d, %d, \"%s\")\n", row->name, tuned->values[i], row->least,
                   row->most, row->step, row->what);
    }
}

static int tune(const order *o)
{
    if (!cli_run_folder("tune", o->folder))
        return CLI_BAD;
    cli_long_run run = cli_run_begin();
    const shg_tuning how = {
        .games = (const shg_weights *const *)o->weights,
        .game_count = o->count,
        .tuned = o->tuned,
        .folder = o->folder,
        .made = o->made,
        .threads = o->threads,
        .nodes = o->nodes,
        .pairs = (o->games + 1) / 2,
        .match_pairs = (o->match + 1) / 2,
        .rate = 0.001 * o->rate,
        .seed = o->seed,
        .run = cli_run_of(&run, o->hours),
    };
    shg_tuned tuned;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_tune(&tuned, &how, &err);
    cli_run_wipe(&run);
    if (status == SHOOGI_PARSE_ERROR) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", o->folder, err.line > 0 ? "/state" : "");
        return cli_fault(path, &err);
    }
    if (status != SHOOGI_OK)
        return err.message[0] != '\0' ? cli_fault("shoogi tune", &err) : cli_failed(status);
    printf("/* After %zu of %zu pairs of games. */\n", tuned.pairs, how.pairs);
    print_rows(&tuned, o->tuned);
    if (tuned.match.won + tuned.match.drawn + tuned.match.lost > 0)
        print_match(&tuned.match);
    else if (tuned.done)
        puts("/* No match. */");
    if (!tuned.done)
        puts("stopped: the same command goes on from here");
    return cli_written(CLI_GOOD);
}

int cli_tune(int argc, char **argv)
{
    order o = {
        .games = USUAL_GAMES, .nodes = USUAL_NODES, .rate = 2, .seed = 1, .match = USUAL_MATCH
    };
    o.threads = cli_processors(SHG_TUNERS_MAX);
    const cli_option options[] = {
        { .name = "folder",
          .value = "DIR",
          .help = "folder of the run, empty at first (default: tuning)",
          .text = &o.folder },
        { .name = "only",
          .value = "NAME,...",
          .help = "constants to tune (default: all that matter without a clock)",
          .text = &o.only },
        cli_run_hours(&o.hours),
        { .name = "games",
          .value = "N",
          .help = "number of games to tune by (default: 20000)",
          .read = cli_read_number,
          .into = &o.games,
          .noun = "games",
          .least = 2,
          .most = 2 * SHG_TUNING_PAIRS_MAX },
        { .name = "nodes",
          .value = "N",
          .help = "nodes to search for each move (default: 5000)",
          .read = cli_read_number,
          .into = &o.nodes,
          .noun = "nodes",
          .least = 10,
          .most = 100000000 },
        { .name = "match",
          .value = "N",
          .help = "games of the new values against the old ones at the end (default: 400)",
          .read = cli_read_number,
          .into = &o.match,
          .noun = "games",
          .least = 0,
          .most = 1000000 },
        cli_run_threads(&o.threads, SHG_TUNERS_MAX),
        { .name = "rate",
          .value = "N",
          .help = "how far a game moves a value at the end, in thousandths of its step (default: 2)",
          .read = cli_read_number,
          .into = &o.rate,
          .noun = "a rate",
          .least = 1,
          .most = 1000 },
        cli_run_seed(&o.seed),
    };
    const cli_arguments arguments = {
        .help =
            "Tunes the constants of the search (src/engine/search/tunables.def) by self-play of "
            "one game or of\nseveral in turn, and prints their rows.  Resumes from its folder "
            "after it was stopped or killed.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "VARIANT...",
    };
    const int end = cli_arguments_read(&o.count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    if (!o.folder)
        o.folder = "tuning";
    int status = choose_values(&o) ? find_games(&o, argv + 1) : CLI_BAD;
    if (status == CLI_GO_ON)
        status = tune(&o);
    order_fini(&o);
    return status;
}
