/* match.c: shoogi match: two engines play each other. */
#include "base/monotonic.h"
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "match/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_RANDOM_PLIES = 4,
    RANDOM_PLIES_MAX = 1000,
    EVEN_MAX = 50,
    USUAL_PLIES_MAX = 1000,
    PLIES_MAX = 20000,
    CENTIPAWNS_MAX = 30000,
    USUAL_PATIENCE_S = 30,
    PATIENCE_S_MAX = 3600,
    PROGRESS_MS = 10000,
    OPENINGS_BYTES_MAX = 64 * 1024 * 1024
};

typedef struct words {
    const char *variant, *each, *games, *at_once, *openings, *random_plies, *seed, *sprt,
        *plies_max, *resign, *draw, *patience, *save, *even, *games_per_run;
    cli_list engines;
    bool royal_in_reach, talk;
} words;

/* All of a match that is to be freed. */
typedef struct setup {
    shoogi_catalog *catalog;
    shoogi_variant *own;
    shg_participant participants[2];
    char *openings;
    shg_sprt sprt;
    shg_match match;
    int64_t reported_ms; /* when progress was last reported */
} setup;

/* ---- what the user says ---- */

static bool is_finite_number(double *out, const char **at)
{
    char *end;
    *out = strtod(*at, &end);
    const bool good = end != *at && isfinite(*out);
    *at = end;
    return good;
}

/* count numbers with "," between them, within the bounds of each. */
static bool read_numbers(double *out, size_t count, const char *command, const char *expected,
                         const char *text, const double (*bounds)[2])
{
    const char *at = text;
    for (size_t i = 0; i < count; i++) {
        if (!is_finite_number(&out[i], &at) || out[i] < bounds[i][0] || out[i] > bounds[i][1] ||
            *at != (i + 1 < count ? ',' : '\0')) {
            (void)cli_expected(command, text, "%s", expected);
            return false;
        }
        at++;
    }
    return true;
}

static bool read_sprt(setup *s, const char *command, const char *text)
{
    static const double bounds[4][2] = {
        { -1000, 1000 }, { -1000, 1000 }, { 1e-6, 0.499 }, { 1e-6, 0.499 }
    };
    static const char expected[] = "ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1";
    double number[4];
    if (!read_numbers(number, 4, command, expected, text, bounds))
        return false;
    if (number[0] >= number[1]) {
        (void)cli_expected(command, text, "%s", expected);
        return false;
    }
    s->sprt = (shg_sprt){ number[0], number[1], number[2], number[3] };
    s->match.sprt = &s->sprt;
    return true;
}

static bool read_adjudication(shg_adjudication *out, const char *command, const words *w)
{
    static const double resign[2][2] = { { 1, CENTIPAWNS_MAX }, { 1, PLIES_MAX } };
    static const double draw[3][2] = { { 0, CENTIPAWNS_MAX }, { 1, PLIES_MAX }, { 0, PLIES_MAX } };
    double number[3];
    unsigned patience_s = USUAL_PATIENCE_S;
    *out = (shg_adjudication){ .plies_max = USUAL_PLIES_MAX,
                               .royal_capturable_wins = w->royal_in_reach };
    if (w->patience &&
        !cli_number(&patience_s, command, "a number of seconds", w->patience, 1, PATIENCE_S_MAX))
        return false;
    out->patience_ms = (int64_t)patience_s * 1000;
    if (w->plies_max &&
        !cli_number(&out->plies_max, command, "a number of moves", w->plies_max, 1, PLIES_MAX))
        return false;
    if (w->resign) {
        if (!read_numbers(number, 2, command, "CENTIPAWNS,MOVES", w->resign, resign))
            return false;
        out->resign_cp = (unsigned)number[0];
        out->resign_plies = (unsigned)number[1];
    }
    if (w->draw) {
        if (!read_numbers(number, 3, command, "CENTIPAWNS,MOVES,FROM", w->draw, draw))
            return false;
        out->draw_cp = (unsigned)number[0];
        out->draw_plies = (unsigned)number[1];
        out->draw_from = (unsigned)number[2];
    }
    return true;
}

static bool read_engines(setup *s, const char *command, const words *w)
{
    if (w->engines.count != 2) {
        (void)cli_expected(command, w->engines.count > 2 ? w->engines.each[2] : NULL,
                           "--engine twice");
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        shoogi_error err = { 0 };
        const shoogi_status status =
            shg_participant_init(&s->participants[i], w->each, w->engines.each[i], &err);
        if (status == SHOOGI_PARSE_ERROR)
            fprintf(stderr, "shoogi %s: --engine:%u: %s\n", command, err.column, err.message);
        else if (status != SHOOGI_OK)
            (void)cli_failed(status);
        if (status != SHOOGI_OK)
            return false;
    }
    if (strcmp(s->participants[0].name, s->participants[1].name) == 0) {
        (void)cli_expected(command, s->participants[1].name,
                           "engines with different names (name=)");
        return false;
    }
    return true;
}

static bool read_openings(setup *s, const char *command, const words *w)
{
    shg_openings *const o = &s->match.openings;
    unsigned seed = 1;
    o->variant = s->match.variant;
    o->no_royal_capturable = w->royal_in_reach;
    o->plies = w->openings ? 0 : USUAL_RANDOM_PLIES;
    if ((w->random_plies && !cli_number(&o->plies, command, "a number of moves", w->random_plies, 0,
                                        RANDOM_PLIES_MAX)) ||
        (w->even &&
         !cli_number(&o->candidates, command, "a number of openings", w->even, 1, EVEN_MAX)) ||
        (w->seed && !cli_number(&seed, command, "a seed", w->seed, 0, UINT32_MAX - 1)))
        return false;
    o->seed = s->match.seed = seed;
    if (!w->openings)
        return true;
    size_t bytes;
    shoogi_error err = { 0 };
    shoogi_status status =
        shg_file_read(&s->openings, &bytes, w->openings, OPENINGS_BYTES_MAX, &err);
    if (status == SHOOGI_OK)
        status = shg_openings_read(o, s->openings, bytes, &err);
    if (status != SHOOGI_OK)
        (void)(*err.message ? cli_fault(w->openings, &err) : cli_failed(status));
    else if (o->count == 0)
        (void)cli_expected(command, w->openings, "a file with openings");
    return status == SHOOGI_OK && o->count > 0;
}

static bool set_up(setup *s, const char *command, const words *w)
{
    shg_match *const m = &s->match;
    if (!w->variant || !w->games) {
        (void)cli_expected(command, NULL, "%s", w->variant ? "--games N" : "--variant V");
        return false;
    }
    if (shoogi_catalog_new(&s->catalog) != SHOOGI_OK) {
        (void)cli_failed(SHOOGI_NO_MEMORY);
        return false;
    }
    m->variant = cli_variant_find(&s->own, s->catalog, command, w->variant);
    m->at_once = 1;
    if (!m->variant || !read_engines(s, command, w) ||
        !cli_number(&m->games, command, "an even number of games", w->games, 2,
                    SHG_MATCH_GAMES_MAX) ||
        (w->at_once && !cli_number(&m->at_once, command, "a number of games at once", w->at_once, 1,
                                   SHG_MATCH_AT_ONCE_MAX)) ||
        (w->sprt && !read_sprt(s, command, w->sprt)) ||
        !read_adjudication(&m->adjudication, command, w) || !read_openings(s, command, w))
        return false;
    m->games_per_run = m->games;
    if (w->games_per_run && !cli_number(&m->games_per_run, command, "a number of games",
                                        w->games_per_run, 0, SHG_MATCH_GAMES_MAX))
        return false;
    if (m->games % 2 != 0) {
        (void)cli_expected(command, w->games, "an even number of games");
        return false;
    }
    m->participants = s->participants;
    m->trace = w->talk;
    m->path = w->save;
    return true;
}

static void tear_down(setup *s)
{
    for (size_t i = 0; i < 2; i++)
        shg_participant_fini(&s->participants[i]);
    shg_openings_fini(&s->match.openings);
    free(s->openings);
    shoogi_variant_free(s->own);
    shoogi_catalog_free(s->catalog);
}

/* ---- reports to the user ---- */

static void write_score(char *out, size_t bytes, const setup *s, const shg_score *score)
{
    const shg_estimate e = shg_score_estimate(score);
    size_t length =
        (size_t)snprintf(out, bytes, "+%u =%u -%u", score->won, score->drawn, score->lost);
    if (isinf(e.low) && isinf(e.high))
        return; /* no pair, so nothing is known */
    length += (size_t)snprintf(out + length, bytes - length, "  %.1f %%  Elo %+.1f [%+.1f, %+.1f]",
                               100 * e.share, e.elo, e.low, e.high);
    if (s->match.sprt) {
        double lower, upper;
        shg_sprt_bounds(&lower, &upper, &s->sprt);
        snprintf(out + length, bytes - length, "  LLR %.2f [%.2f, %.2f]",
                 shg_score_log_likelihood(score, s->sprt.elo0, s->sprt.elo1), lower, upper);
    }
}

static void report(void *context, const shg_score *score, unsigned game, const char *note)
{
    setup *const s = context;
    const bool terminal = isatty(STDERR_FILENO) && !s->match.trace;
    const unsigned played = score->won + score->drawn + score->lost;
    const int64_t now_ms = shg_monotonic_ms();
    char text[256];
    if (game == 0)
        s->reported_ms = now_ms;
    if (note)
        fprintf(stderr, "%sgame %u: %s\n", terminal ? "\r\033[K" : "", game, note);
    if (played == 0 || (!terminal && now_ms - s->reported_ms < PROGRESS_MS))
        return;
    s->reported_ms = now_ms;
    write_score(text, sizeof text, s, score);
    fprintf(stderr, terminal ? "\r\033[K%u of %u  %s" : "%u of %u  %s\n", played, s->match.games,
            text);
}

static int print_result(const setup *s, const shg_score *score)
{
    char text[256];
    const shg_sprt_decision decision =
        s->match.sprt ? shg_sprt_decide(&s->sprt, score) : SHG_SPRT_UNDECIDED;
    if (isatty(STDERR_FILENO) && !s->match.trace)
        fprintf(stderr, "\r\033[K");
    write_score(text, sizeof text, s, score);
    printf("%s against %s: %s\n", s->participants[0].name, s->participants[1].name, text);
    printf("pairs: %u %u %u %u %u, likelihood of superiority %.1f %%\n", score->pairs[0],
           score->pairs[1], score->pairs[2], score->pairs[3], score->pairs[4],
           100 * shg_score_estimate(score).superiority);
    if (decision != SHG_SPRT_UNDECIDED)
        printf("Elo %g rather than %g\n", decision == SHG_SPRT_ELO1 ? s->sprt.elo1 : s->sprt.elo0,
               decision == SHG_SPRT_ELO1 ? s->sprt.elo0 : s->sprt.elo1);
    else if (s->match.sprt)
        printf("undecided\n");
    return cli_written(s->match.sprt && decision != SHG_SPRT_ELO1 ? CLI_NO : CLI_GOOD);
}

int cli_match(int argc, char **argv)
{
    words w = { 0 };
    const cli_option options[] = {
        { .name = "variant", .value = "V", .help = "the game", .text = &w.variant },
        { .name = "engine",
          .value = "E",
          .help = "an engine, twice: [PROTOCOL] [KEY=VALUE...] [cmd=COMMAND]",
          .list = &w.engines },
        { .name = "each", .value = "E", .help = "settings for both engines", .text = &w.each },
        { .name = "games", .value = "N", .help = "number of games, even", .text = &w.games },
        { .name = "at-once",
          .value = "N",
          .help = "games to play in parallel (default: 1)",
          .text = &w.at_once },
        { .name = "openings",
          .value = "FILE",
          .help = "file of openings in USI or SFEN, one a line",
          .text = &w.openings },
        { .name = "random-plies",
          .value = "N",
          .help = "random moves at the start (default: 4 without openings, else 0)",
          .text = &w.random_plies },
        { .name = "seed", .value = "N", .help = "random seed (default: 1)", .text = &w.seed },
        { .name = "even",
          .value = "N",
          .help = "take the most even of N random openings",
          .text = &w.even },
        { .name = "sitting",
          .value = "N",
          .help = "stop after N more games",
          .text = &w.games_per_run },
        { .name = "sprt",
          .value = "T",
          .help = "stop when the SPRT of ELO0,ELO1,ALPHA,BETA is decided",
          .text = &w.sprt },
        { .name = "plies-max",
          .value = "N",
          .help = "adjudicate longer games as draws (default: 1000)",
          .text = &w.plies_max },
        { .name = "resign",
          .value = "CP,N",
          .help = "adjudicate a loss if both engines see CP behind for N moves",
          .text = &w.resign },
        { .name = "draw",
          .value = "CP,N,M",
          .help = "adjudicate a draw if both engines see less than CP for N moves, from move M on",
          .text = &w.draw },
        { .name = "royal-in-reach",
          .help = "adjudicate a win if a royal piece can be captured, in games without check",
          .given = &w.royal_in_reach },
        { .name = "patience",
          .value = "S",
          .help = "seconds over its time after which an engine counts as hung (default: 30)",
          .text = &w.patience },
        { .name = "save",
          .value = "FILE",
          .help = "store the games here, and resume the match",
          .text = &w.save },
        { .name = "talk", .help = "print the engines' input and output", .given = &w.talk },
    };
    const cli_arguments arguments = {
        .help =
            "Plays a match between two engines, each opening twice with colours reversed.  "
            "PROTOCOL is usi,\n"
            "uci or xboard, or a built-in engine without a command: search, material or chance.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    setup s = { .match = { .report = report, .context = &s } };
    int status = CLI_BAD;
    if (set_up(&s, argv[0], &w)) {
        shg_score score;
        shoogi_error err;
        const shoogi_status played = shg_match_play(&score, &s.match, &err);
        if (played == SHOOGI_OK)
            status = print_result(&s, &score);
        else if (*err.message)
            status =
                cli_fault(w.save && played == SHOOGI_PARSE_ERROR ? w.save : "shoogi match", &err);
        else
            status = cli_failed(played);
    }
    tear_down(&s);
    return status;
}
