/* work.c: shoogi work: a job of a server's helper process, within bounds.
 *
 * Its input comes from strangers, so it is parsed only after the process has shut itself in (sandbox.h).  What the job reads
 * from disk, definitions or fonts, it reads before.  Only push parses nothing and needs the network. */
#include "cli/work.h"

#include "catalog/catalog_int.h"
#include "cli/command.h"
#include "cli/sandbox.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "notation/records/encoding_int.h"
#include "shoogi/catalog.h"
#include "shoogi/encoding.h"
#include "server/loop/test_settings.h"
#include "shoogi/record.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    INPUT_BYTES_MAX = (4 * 1024 + 512) * 1024, /* a record, a definition and their settings */
    MEMORY_BYTES_MAX = 1024 * 1024 * 1024,
    SECONDS_MAX = 4,
    DESCRIPTORS_MAX = 32,
    PLIES_MAX = 200,                      /* of the game that tests a definition */
    VARIANT_BYTES_MAX = 16 * 1024 * 1024, /* the server caches several */
    MOVES_MAX = 200 * 1000,               /* of one position */
    FAULTS_MAX = 2 * SHOOGI_DEFINITION_ERRORS_MAX
};

/* Limits the memory, CPU time, open files and written files of this process, whatever its input. */
static void set_limits(void)
{
    const struct rlimit memory = { MEMORY_BYTES_MAX, MEMORY_BYTES_MAX };
    const struct rlimit seconds = { SECONDS_MAX, SECONDS_MAX };
    const struct rlimit descriptors = { DESCRIPTORS_MAX, DESCRIPTORS_MAX };
    const struct rlimit none = { 0, 0 };
    if (!cli_sandbox_sanitized())
        (void)setrlimit(RLIMIT_AS, &memory);
    (void)setrlimit(RLIMIT_CPU, &seconds);
    (void)setrlimit(RLIMIT_NOFILE, &descriptors);
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)setrlimit(RLIMIT_FSIZE, &none);
}

/* ---- shutting itself in ---- */

static const char *outcome_of_attempt(bool succeeded)
{
    return succeeded ? "allowed" : errno == EPERM || errno == EACCES ? "refused" : strerror(errno);
}

/* For tests: tries from within what exploited code would try with a file, such as the server's database, and prints what came
 * of it. */
static void try_escape(const char *path)
{
    char text[200], other[4096];
    snprintf(other, sizeof other, "%s.new", path);
    const char *const reads = outcome_of_attempt(open(path, O_RDONLY | O_CLOEXEC) >= 0);
    const char *const writes =
        outcome_of_attempt(open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) >= 0);
    const char *const local = outcome_of_attempt(socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    const char *const network = outcome_of_attempt(socket(AF_INET, SOCK_STREAM, 0) >= 0);
    const char *const removes = outcome_of_attempt(unlink(path) == 0);
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    const int bytes =
        snprintf(text, sizeof text, "read %s, write %s, remove %s, unix %s, inet %s, fork %s\n",
                 reads, writes, removes, local, network, outcome_of_attempt(child > 0));
    (void)cli_write(text, (size_t)bytes);
}

/* Gives up all rights but those to compute, to write the answer, and to read files below these folders, NULL-ended.  False where
 * the system does not support it: then the input is not parsed. */
static bool shut_in(const char *const *folders)
{
    if (!(*folders ? cli_sandbox_except(folders) : cli_sandbox()))
        return false;
    const char *const path = shg_test_setting("SHOOGI_TEST_ESCAPE");
    if (path)
        try_escape(path);
    return true;
}

/* Opens the catalog of definitions, reads all of their files, and shuts the process in.  Cost: 2 ms. */
static shoogi_status open_catalog(shoogi_catalog **out)
{
    static const char *const no_folders[] = { NULL };
    shoogi_catalog *catalog = NULL;
    shoogi_status status = shoogi_catalog_new(&catalog);
    if (status == SHOOGI_OK)
        status = shg_catalog_hold(catalog);
    if (status == SHOOGI_OK && !shut_in(no_folders))
        status = SHOOGI_IO;
    if (status == SHOOGI_OK)
        *out = catalog;
    else
        shoogi_catalog_free(catalog);
    return status;
}

static void add_fault(shg_out *out, const shoogi_error *error)
{
    shg_out_format(out, "%u %u %s\n", (unsigned)error->line, (unsigned)error->column,
                   error->message[0] ? error->message : shoogi_status_text(error->status));
}

/* Writes the errors of an invalid text, without the warnings. */
static void write_faults(shg_out *out, shoogi_status status, const shoogi_error *errors,
                         size_t count)
{
    size_t reported = 0;
    shg_out_text(out, "fault\n");
    for (size_t i = 0; i < count; i++)
        if (errors[i].status != SHOOGI_OK) {
            add_fault(out, &errors[i]);
            reported++;
        }
    const shoogi_error only = { .status = status };
    if (reported == 0)
        add_fault(out, &only);
}

/* ---- a definition ---- */

/* Plays a random game, the same in every run, so that a definition that is too slow to play fails here.  Returns an error, or
 * NULL. */
static const char *try_out(const shoogi_variant *variant)
{
    shoogi_position *position = NULL;
    shoogi_move *moves = NULL;
    uint64_t random = 1;
    size_t count = 0;
    shoogi_status status = shoogi_position_new(&position, variant);
    if (status == SHOOGI_OK && !(moves = calloc(MOVES_MAX, sizeof *moves)))
        status = SHOOGI_NO_MEMORY;
    for (unsigned ply = 0; ply < PLIES_MAX && status == SHOOGI_OK; ply++) {
        count = shoogi_position_moves(position, moves, MOVES_MAX);
        if (count == 0 || count > MOVES_MAX ||
            shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
            break;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        status = shoogi_position_do(position, moves[(random >> 33) % count]);
    }
    free(moves);
    shoogi_position_free(position);
    if (count > MOVES_MAX)
        return "expected a game of at most 200000 moves in one position, found more";
    return status == SHOOGI_OK ? NULL : "expected a game that fits in memory, found a larger one";
}

static void say_definition(shg_out *out, const shoogi_variant *variant, const shoogi_error *errors,
                           size_t count)
{
    const size_t bytes = shoogi_variant_print(NULL, 0, variant);
    char *text = malloc(bytes + 1);
    out->spent |= !text;
    shg_out_text(out, "ok\n");
    for (size_t i = 0; i < count; i++) {
        shg_out_text(out, "warning=");
        add_fault(out, &errors[i]);
    }
    shg_out_char(out, '\n');
    if (text) {
        shoogi_variant_print(text, bytes + 1, variant);
        shg_out_bytes(out, text, bytes);
    }
    free(text);
}

void cli_work_definition(shg_out *out, const char *input, size_t input_bytes)
{
    const char *line = memchr(input, '\n', input_bytes);
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 40];
    const size_t name_bytes = line ? (size_t)(line - input) : 0;
    snprintf(name, sizeof name, "%.*s", (int)name_bytes, input);
    const char *text = line ? line + 1 : input;
    const size_t bytes = input_bytes - (size_t)(text - input);
    shoogi_catalog *catalog = NULL;
    shoogi_variant *variant = NULL;
    shoogi_error errors[FAULTS_MAX];
    size_t count = 0;
    bool large = false;
    shoogi_status status = open_catalog(&catalog);
    if (status == SHOOGI_OK) {
        const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                           .context = catalog,
                                           .name = name,
                                           .lenient = true,
                                           .page = shoogi_text_is_page(text, bytes) };
        const size_t before = mallinfo2().uordblks;
        status = shoogi_variant_parse_with(&variant, text, bytes, &how, errors, FAULTS_MAX, &count);
        large = status == SHOOGI_OK && mallinfo2().uordblks > before + VARIANT_BYTES_MAX;
    }
    const char *fault = large ? "expected rules that take at most 16 MiB of memory, found more"
                        : status == SHOOGI_OK ? try_out(variant)
                                              : NULL;
    if (status != SHOOGI_OK)
        write_faults(out, status, errors, count);
    else if (fault)
        shg_out_format(out, "fault\n0 0 %s\n", fault);
    else
        say_definition(out, variant, errors, count);
    shoogi_variant_free(variant);
    shoogi_catalog_free(catalog);
}

/* ---- a record ---- */

void cli_next_line(char *out, size_t room, const char **at, const char *end, const char *name)
{
    const size_t name_bytes = strlen(name);
    const char *line_end = memchr(*at, '\n', (size_t)(end - *at));
    out[0] = '\0';
    if (!line_end || (size_t)(line_end - *at) <= name_bytes || memcmp(*at, name, name_bytes) != 0 ||
        (*at)[name_bytes] != '=')
        return;
    snprintf(out, room, "%.*s", (int)(line_end - *at - (ptrdiff_t)name_bytes - 1),
             *at + name_bytes + 1);
    *at = line_end + 1;
}

static void add_value(shg_out *out, const char *name, const char *value)
{
    shg_out_format(out, "%s=%s\n", name, value ? value : "");
}

static const char *outcome_of(const shoogi_record *record)
{
    static const char *const words[] = { [SHOOGI_OUTCOME_NONE] = "",
                                         [SHOOGI_OUTCOME_BLACK] = "black",
                                         [SHOOGI_OUTCOME_WHITE] = "white",
                                         [SHOOGI_OUTCOME_DRAW] = "draw",
                                         [SHOOGI_OUTCOME_NO_CONTEST] = "no-contest" };
    const shoogi_node_info last = shoogi_record_node(record, shoogi_record_line_end(record, 0));
    return words[last.result.outcome];
}

static void say_record(shg_out *out, const shoogi_record *record, const shoogi_error *warnings,
                       size_t count)
{
    shoogi_error err = { 0 };
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses;
    const shoogi_status status =
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_SHOOGI, record, NULL, &err);
    if (status != SHOOGI_OK) {
        write_faults(out, status, &err, 1);
        return;
    }
    const shoogi_node_info last = shoogi_record_node(record, shoogi_record_line_end(record, 0));
    shg_out_text(out, "ok\n");
    add_value(out, "variant",
              shoogi_variant_name(shoogi_position_variant(shoogi_record_start(record))));
    add_value(out, "black", shoogi_record_header(record, "black"));
    add_value(out, "white", shoogi_record_header(record, "white"));
    add_value(out, "event", shoogi_record_header(record, "event"));
    add_value(out, "played", shoogi_record_header(record, "start-time"));
    add_value(out, "outcome", outcome_of(record));
    shg_out_format(out, "moves=%u\n", last.ply);
    for (size_t i = 0; i < count; i++) {
        shg_out_text(out, "warning=");
        add_fault(out, &warnings[i]);
    }
    shg_out_char(out, '\n');
    shg_out_bytes(out, text, bytes);
    shoogi_text_free(text);
}

static bool is_blank(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (!strchr(" \t\r\n", text[i]) || !text[i])
            return false;
    return true;
}

/* text: UTF-8. */
static void read_record(shg_out *out, const char *word, const char *text, size_t bytes,
                        const shoogi_record_read_options *how)
{
    shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX] = { 0 };
    size_t count = 0, used = 0;
    shoogi_record *record = NULL;
    const shoogi_format format =
        word[0] ? shoogi_format_find(word) : shoogi_format_detect(text, bytes);
    if (format == SHOOGI_FORMAT_COUNT) {
        shg_out_text(out,
                     "fault\n1 1 expected a record in a supported format, found another text\n");
        return;
    }
    const shoogi_status status = shoogi_record_read(&record, &used, format, text, bytes, how,
                                                    errors, SHOOGI_RECORD_ERRORS_MAX, &count);
    if (status != SHOOGI_OK)
        write_faults(out, status, errors, count);
    else if (!is_blank(text + used, bytes - used))
        shg_out_text(out, "fault\n0 0 expected one record, found more after it\n");
    else
        say_record(out, record, errors, count);
    shoogi_record_free(record);
}

void cli_work_record(shg_out *out, const char *input, size_t input_bytes)
{
    static void *converters[SHG_CONVERTERS]; /* used until the process ends */
    shg_converters_hold(converters);
    const char *at = input, *const end = input + input_bytes;
    char variant_name[80], format[20], number[20], *text = NULL;
    cli_next_line(variant_name, sizeof variant_name, &at, end, "variant");
    cli_next_line(format, sizeof format, &at, end, "format");
    cli_next_line(number, sizeof number, &at, end, "definition");
    at += at < end && *at == '\n';
    const size_t given = (size_t)strtoul(number, NULL, 10);
    const size_t definition_bytes = given <= (size_t)(end - at) ? given : 0;
    shoogi_catalog *catalog = NULL;
    shoogi_variant *own = NULL;
    shoogi_error error = { 0 };
    size_t count, bytes = 0, faults = 0;
    shoogi_status status = open_catalog(&catalog);
    if (status == SHOOGI_OK && definition_bytes > 0) {
        const shoogi_parse_options reading = { .name = variant_name };
        status = shoogi_variant_parse_with(&own, at, definition_bytes, &reading, &error, 1, &count);
    }
    at += definition_bytes;
    const size_t raw = (size_t)(end - at);
    if (status == SHOOGI_OK)
        status = shoogi_text_decode(&text, &bytes, shoogi_encoding_detect(at, raw), at, raw,
                                    &faults, &error);
    if (status == SHOOGI_OK && faults > 0)
        status = SHOOGI_PARSE_ERROR;
    const shoogi_record_read_options how = {
        .variant = own       ? own
                   : catalog ? shoogi_catalog_find(catalog, variant_name, strlen(variant_name))
                             : NULL,
        .find_variant = shoogi_catalog_find,
        .context = catalog
    };
    if (status != SHOOGI_OK)
        write_faults(out, status, &error, 1);
    else if (!how.variant)
        shg_out_text(out, "fault\n0 0 expected the name of a game, found another word\n");
    else
        read_record(out, format, text, bytes, &how);
    shoogi_text_free(text);
    shoogi_variant_free(own);
    shoogi_catalog_free(catalog);
}

/* ---- the command ---- */

static int run_job(void (*job)(shg_out *out, const char *input, size_t input_bytes),
                   const char *input, size_t input_bytes)
{
    shg_out out = shg_out_growing();
    job(&out, input, input_bytes);
    const bool good = !out.spent && cli_write(out.bytes, out.length);
    free(out.bytes);
    return good ? cli_written(CLI_GOOD) : cli_failed(SHOOGI_NO_MEMORY);
}

int cli_work(int argc, char **argv)
{
    static const cli_arguments arguments = {
        .help =
            "Internal.  Runs one job of a server in a sandbox: reads standard input to its end, "
            "writes to\n"
            "standard output, and uses at most 4 seconds of CPU time and 1 GiB of memory.  Before it "
            "parses the\n"
            "input it gives up the rights to open files, to connect and to start programs.  JOB is one "
            "of\n"
            "  picture     converts a picture of a board from SVG to PNG\n"
            "  definition  reads a definition and tries it\n"
            "  record      reads a record in any format and encoding\n"
            "  push        sends a message to a push service, which needs the network",
        .words = "JOB",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    set_limits();
    char *input = malloc(INPUT_BYTES_MAX + 1);
    if (!input)
        return cli_failed(SHOOGI_NO_MEMORY);
    const size_t bytes = fread(input, 1, INPUT_BYTES_MAX + 1, stdin);
    int status;
    if (bytes > INPUT_BYTES_MAX)
        status = cli_expected(argv[0], NULL, "at most %d bytes", INPUT_BYTES_MAX);
    else if (strcmp(argv[1], "picture") == 0)
        status = cli_picture_png(input, bytes, shut_in);
    else if (strcmp(argv[1], "definition") == 0)
        status = run_job(cli_work_definition, input, bytes);
    else if (strcmp(argv[1], "record") == 0)
        status = run_job(cli_work_record, input, bytes);
    else if (strcmp(argv[1], "push") == 0)
        status = run_job(cli_work_push, input, bytes);
    else
        status = cli_expected(argv[0], argv[1], "picture, definition, record or push");
    free(input);
    return status;
}
