/* analyse.c: shoogi analyse: engine analysis of a game, move by move, or of a position. */
#include "base/error.h"
#include "catalog/catalog_int.h"
#include "cli/atomic_file.h"
#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/report.h"
#include "engine/evaluation/weights_find.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_NODES = 50000, HASH_MIB = 64, SECONDS_MAX = 3600, NODES_MAX = 1000000000 };

/* The values of the options; NULL: not given. */
typedef struct words {
    cli_record_words records;
    cli_game_words position;
    const char *game, *nodes, *seconds, *depth, *lines, *format, *out;
} words;

typedef struct job {
    const char *command;
    cli_report_write *report; /* NULL: a record with comments */
    shoogi_format format;
    shg_go go;
    char effort[80];
    const char *out; /* NULL: standard output */
    bool on_terminal;
} job;

static void show_progress(void *context, size_t done, size_t all)
{
    const job *const j = context;
    if (j->on_terminal)
        fprintf(stderr, "\r%zu of %zu positions%s", done, all, done == all ? "\r\033[K" : "");
}

static bool read_limits(job *j, const words *w)
{
    unsigned nodes = USUAL_NODES, seconds = 0, depth = 0, lines = 1;
    if ((w->nodes && !cli_number(&nodes, j->command, "nodes", w->nodes, 1, NODES_MAX)) ||
        (w->seconds && !cli_number(&seconds, j->command, "seconds", w->seconds, 1, SECONDS_MAX)) ||
        (w->depth && !cli_number(&depth, j->command, "a depth", w->depth, 1, SHG_PLIES_MAX - 1)) ||
        (w->lines && !cli_number(&lines, j->command, "lines", w->lines, 1, SHG_ANALYSIS_LINES_MAX)))
        return false;
    if ((w->nodes != NULL) + (w->seconds != NULL) + (w->depth != NULL) > 1) {
        (void)cli_expected(j->command, "another", "only one of --nodes, --seconds and --depth");
        return false;
    }
    j->go = (shg_go){ .pv_count = lines, .may_declare = true };
    if (w->seconds) {
        j->go.clock.move_ms = (int64_t)seconds * 1000;
        snprintf(j->effort, sizeof j->effort, "%u s for each position", seconds);
    } else if (w->depth) {
        j->go.depth_plies = depth;
        snprintf(j->effort, sizeof j->effort, "%u %s deep", depth, cli_noun(depth, "ply", "plies"));
    } else {
        j->go.nodes = nodes;
        snprintf(j->effort, sizeof j->effort, "%u %s for each position", nodes,
                 cli_noun(nodes, "node", "nodes"));
    }
    return true;
}

static bool read_report(job *j, const char *word)
{
    static const struct {
        const char *word;
        cli_report_write *report;
    } reports[] = { { "text", cli_report_text },
                    { "svg", cli_report_svg },
                    { "json", cli_report_json } };
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++)
        if (strcmp(word, reports[i].word) == 0) {
            j->report = reports[i].report;
            return true;
        }
    j->format = shoogi_format_find(word);
    if (j->format != SHOOGI_FORMAT_COUNT)
        return true;
    (void)cli_expected(j->command, word,
                       "text, svg, json or the format of a record with comments (kif, shoogi, "
                       "...)");
    return false;
}

static int write_out(const job *j, const char *text, size_t bytes)
{
    cli_atomic_file output = { 0 };
    if (!j->out)
        return cli_write(text, bytes) ? cli_written(CLI_GOOD) : CLI_BAD;
    bool good = cli_atomic_file_open(&output, j->out);
    if (good) {
        good = fwrite(text, 1, bytes, output.file) == bytes;
        good = cli_atomic_file_commit(&output) && good;
    }
    if (good)
        return CLI_GOOD;
    fprintf(stderr, "%s: cannot be written: %s\n", j->out, strerror(errno));
    return CLI_BAD;
}

/* Writes the report.  record: of the game; NULL for a position. */
static int report(const job *j, const cli_report *r, shoogi_record *record)
{
    if (j->report) {
        shg_out out = shg_out_growing();
        const shoogi_status status = j->report(&out, r);
        const int end =
            status == SHOOGI_OK ? write_out(j, out.bytes, out.length) : cli_failed(status);
        free(out.bytes);
        return end;
    }
    char *text;
    size_t bytes;
    uint32_t losses;
    shoogi_error error;
    shoogi_status status = cli_report_comment(record, j->format, r);
    const shoogi_encoding encoding = cli_output_encoding(j->command, NULL, j->out);
    const shoogi_record_write_options how = { .encoding = shoogi_encoding_name(encoding) };
    if (status == SHOOGI_OK)
        status = shoogi_record_write(&text, &bytes, &losses, j->format, record, &how, &error);
    if (status == SHOOGI_ILLEGAL)
        return cli_fault(shoogi_format_name(j->format), &error);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    char *encoded;
    size_t encoded_bytes, replaced = 0;
    status = shoogi_text_encode(&encoded, &encoded_bytes, encoding, text, bytes, &replaced, &error);
    shoogi_text_free(text);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    if (replaced > 0)
        fprintf(stderr, "%s: warning: %zu %s replaced: %s\n", j->out, replaced,
                cli_noun((unsigned)replaced, "character", "characters"), error.message);
    const int end = write_out(j, encoded, encoded_bytes);
    shoogi_text_free(encoded);
    return end;
}

/* Analyses the position with its history. */
static int analyse(job *j, const shoogi_position *position, shoogi_record *record)
{
    shg_weights *weights = NULL;
    shg_engine *engine = NULL;
    shoogi_position *start = NULL;
    shg_analysis analysis = { 0 };
    shoogi_error fault = { .status = SHOOGI_OK };
    shoogi_status status = shg_weights_find(&weights, shoogi_position_variant(position), &fault);
    if (fault.status != SHOOGI_OK)
        (void)cli_fault("warning", &fault);
    if (status == SHOOGI_OK)
        status = shg_engine_new(&engine, weights, 1, HASH_MIB);
    if (status != SHOOGI_OK)
        shg_weights_free(weights);
    if (status == SHOOGI_OK)
        status = shoogi_position_copy(&start, position);
    if (status == SHOOGI_OK)
        status = shg_analyse(&analysis, engine, position, &j->go, show_progress, j);
    int end;
    if (status == SHOOGI_OK) {
        while (shoogi_position_moves_played(start) > 0)
            shoogi_position_undo(start);
        const cli_report r = { &analysis, start, j->effort };
        end = report(j, &r, record);
    } else {
        end = cli_failed(status);
    }
    shg_analysis_fini(&analysis);
    shoogi_position_free(start);
    shg_engine_free(engine);
    return end;
}

static int analyse_record(job *j, const char *path, const cli_record_rules *rules, unsigned number)
{
    shoogi_record *record;
    int end = cli_records_pick(&record, path, rules, number);
    shoogi_position *position = NULL;
    if (record) {
        const shoogi_status status =
            shoogi_record_position(&position, record, shoogi_record_line_end(record, 0));
        const int done = status == SHOOGI_OK ? analyse(j, position, record) : cli_failed(status);
        if (end == CLI_GOOD)
            end = done;
    }
    shoogi_position_free(position);
    shoogi_record_free(record);
    return end;
}

static int analyse_file(job *j, const char *path, const words *w)
{
    unsigned number = 1;
    if (w->position.moves)
        return cli_expected(j->command, "--moves", "no --moves with FILE, which has its own");
    if (w->game && !cli_number(&number, j->command, "a number", w->game, 1, 1000000))
        return CLI_BAD;
    cli_record_rules rules;
    const bool ready = cli_record_rules_init(&rules, j->command, &w->records);
    rules.reading.keep_partial = true;
    const int end = ready ? analyse_record(j, path, &rules, number) : CLI_BAD;
    cli_record_rules_fini(&rules);
    return end;
}

/* Makes a record of the moves in a position's history. */
static int make_record(shoogi_record **out, const shoogi_position *position)
{
    shoogi_position *p = NULL;
    shoogi_record *record = NULL;
    shoogi_node node = 0;
    shoogi_status status = shoogi_position_copy(&p, position);
    while (status == SHOOGI_OK && shoogi_position_moves_played(p) > 0)
        shoogi_position_undo(p);
    if (status == SHOOGI_OK)
        status = shoogi_record_new(&record, p);
    for (unsigned i = 0; status == SHOOGI_OK && i < shoogi_position_moves_played(position); i++) {
        const shoogi_move move = shoogi_position_move_at(position, i);
        status = shoogi_record_add_move(&node, record, node, p, move, NULL);
        if (status == SHOOGI_OK)
            status = shoogi_position_do(p, move);
    }
    shoogi_position_free(p);
    *out = record;
    return status == SHOOGI_OK ? CLI_GOOD : cli_failed(status);
}

static int analyse_position(job *j, const words *w)
{
    cli_game game;
    if (!cli_game_init(&game, j->command,
                       w->records.variant ? w->records.variant : SHG_DEFAULT_VARIANT, &w->position))
        return CLI_BAD;
    shoogi_record *record = NULL;
    int end = CLI_GOOD;
    if (!j->report)
        end = make_record(&record, game.position);
    if (end == CLI_GOOD)
        end = analyse(j, game.position, record);
    shoogi_record_free(record);
    cli_game_fini(&game);
    return end;
}

int cli_analyse(int argc, char **argv)
{
    words w = { 0 };
    const cli_option options[] = {
        CLI_OPTIONS_POSITION(w.position),
        CLI_OPTIONS_RECORDS(w.records),
        { .name = "game",
          .value = "N",
          .help = "the N-th game of the file (default: 1)",
          .text = &w.game },
        { .name = "nodes",
          .value = "N",
          .help = "search N nodes for each position (default: 50000)",
          .text = &w.nodes },
        { .name = "seconds",
          .value = "S",
          .help = "search N seconds for each position",
          .text = &w.seconds },
        { .name = "depth",
          .value = "D",
          .help = "search each position to depth N",
          .text = &w.depth },
        { .name = "lines", .value = "K", .help = "show the N best lines", .text = &w.lines },
        { .name = "format",
          .value = "T",
          .help = "text, svg, json, or a record format such as kif, with comments",
          .text = &w.format },
        { .name = "o",
          .value = "OUT",
          .help = "write to this file (default: standard output)",
          .text = &w.out },
    };
    const cli_arguments arguments = {
        .help =
            "Analyses a game: evaluates each position and marks the mistakes by how much winning "
            "chance they\n"
            "lose.  Without FILE, analyses one position, or the moves made from there.  Scores "
            "are for Black,\nin centipawns; +#5 is a forced win in 5 plies.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "[FILE]",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    job j = { .command = argv[0], .out = w.out, .on_terminal = isatty(STDERR_FILENO) == 1 };
    if (!read_limits(&j, &w) || !read_report(&j, w.format ? w.format : "text"))
        return CLI_BAD;
    if (word_count == 0 && !w.position.sfen && !w.position.moves)
        return cli_expected(argv[0], NULL, "FILE or --sfen");
    if (word_count > 0 && w.position.sfen)
        return cli_expected(argv[0], "both", "FILE or --sfen");
    return word_count > 0 ? analyse_file(&j, argv[1], &w) : analyse_position(&j, &w);
}
