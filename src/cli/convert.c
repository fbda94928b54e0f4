/* convert.c: shoogi convert: records from one format to another. */
#include "base/monotonic.h"
#include "base/text.h"
#include "cli/atomic_file.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/record_lines.h"
#include "cli/records.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PROGRESS_MS = 200, EXTENSION_BYTES = 16 };

typedef struct converter {
    cli_record_rules rules;
    shoogi_format to;
    shoogi_encoding to_encoding;
    const char *encoding_word; /* NULL: none, the extension of the output file decides */
    const char *out;           /* output path; NULL: standard output */
    bool into_folder, crlf, recursive;
    bool merge, split;     /* games of one start as variations; variations as games */
    shoogi_record *merged; /* the game to which others may be added; owned */
    uint32_t merged_line;  /* its line in the input file */
    unsigned merged_number;
    cli_atomic_file output;
    unsigned written;  /* records in the current output file */
    const char *from;  /* its input file, if each has its own; else NULL */
    bool write_failed; /* it cannot be written */
    unsigned long files, records, lossy, faulty, unwritten, passed_over;
    int64_t shown_ms; /* time of the last progress report; 0: no progress is shown */
    bool on_terminal;
    bool lost, refused, failed;
} converter;

/* --- telling ------------------------------------------------------------------------------------- */

static void show_progress(converter *c)
{
    if (!c->recursive || !c->on_terminal || shg_monotonic_ms() - c->shown_ms < PROGRESS_MS)
        return;
    fprintf(stderr, "\r%lu files, %lu games, %lu refused\033[K", c->files, c->records, c->faulty);
    c->shown_ms = shg_monotonic_ms();
}

/* Call it before other output to the terminal. */
static void hide_progress(converter *c)
{
    if (c->shown_ms > 0)
        fputs("\r\033[K", stderr);
    c->shown_ms = 0;
}

static void tell_faults(converter *c, const char *path, const cli_records *records)
{
    if (records->error_count > 0)
        hide_progress(c);
    for (size_t i = 0; i < records->error_count; i++) {
        (void)cli_fault(path, &records->errors[i]);
        c->refused = c->refused || records->errors[i].status != SHOOGI_OK;
    }
}

/* Reports an error of a record as a whole. */
static void report_fault(converter *c, const char *path, uint32_t line, const char *sentence)
{
    hide_progress(c);
    fprintf(stderr, "%s:%u:1: %s\n", path, line, sentence);
    c->faulty++;
    c->refused = true;
}

/* Prints one warning for everything that the format and the encoding cannot represent. */
static void warn_losses(converter *c, const char *path, uint32_t line, uint32_t losses,
                        size_t characters, const shoogi_error *first)
{
    if (losses == 0 && characters == 0)
        return;
    hide_progress(c);
    fprintf(stderr, "%s:%u:1: warning:", path, line);
    const char *before = " ";
    if (losses != 0)
        fprintf(stderr, " %s cannot hold", shoogi_format_name(c->to));
    for (unsigned i = 0; i < SHOOGI_LOSS_COUNT; i++)
        if (losses >> i & 1) {
            fprintf(stderr, "%s%s", before, shoogi_loss_text((shoogi_loss)i));
            before = ", ";
        }
    if (characters > 0)
        fprintf(stderr, "%s %zu character%s replaced: %s", losses != 0 ? ";" : "", characters,
                characters == 1 ? "" : "s", first->message);
    fputc('\n', stderr);
    c->lossy++;
    c->lost = true;
}

/* --- output -------------------------------------------------------------------------------------- */

static void report_write_error(converter *c, const char *path)
{
    const int error = errno;
    hide_progress(c);
    if (c->from)
        fprintf(stderr, "%s: cannot write %s: %s\n", c->from, path, strerror(error));
    else
        fprintf(stderr, "%s: cannot write: %s\n", path, strerror(error));
    c->write_failed = true;
    c->failed = true;
    c->unwritten++;
}

/* The first extension of the format. */
static void extension_of(char *out, size_t out_bytes, shoogi_format format)
{
    const char *const extensions = shoogi_format_extensions(format);
    snprintf(out, out_bytes, ".%.*s", (int)strcspn(extensions, " "), extensions);
}

/* Opens the output file for a record.  name: of the input file, relative to its folder; number: of the record, from 1,
 * if each record has its own file, else 0. */
static void open_output(converter *c, const char *name, unsigned number)
{
    char path[CLI_PATH_BYTES + 1], ordinal[16] = "", extension[EXTENSION_BYTES];
    extension_of(extension, sizeof extension, c->to);
    const size_t stem_bytes = (size_t)(cli_extension_of(name) - name);
    if (number > 1)
        snprintf(ordinal, sizeof ordinal, "-%u", number);
    if (c->into_folder)
        snprintf(path, sizeof path, "%s/%.*s%s%s", c->out, (int)stem_bytes, name, ordinal,
                 extension);
    else
        snprintf(path, sizeof path, "%s", c->out);
    if (!cli_atomic_file_open(&c->output, path))
        report_write_error(c, path);
}

static void close_output(converter *c)
{
    if (!cli_atomic_file_commit(&c->output))
        report_write_error(c, c->output.path);
    c->written = 0;
}

/* Replaces LF by CR LF.  Returns a text owned (free), or NULL without memory. */
static char *with_cr(const char *text, size_t *bytes)
{
    shg_out out = shg_out_growing();
    shg_out_text(&out, "");
    for (size_t at = 0, length; at < *bytes; at += length) {
        length = strcspn(text + at, "\n");
        shg_out_bytes(&out, text + at, length);
        if (at + length < *bytes) {
            shg_out_text(&out, "\r\n");
            length++;
        }
    }
    if (out.spent) {
        free(out.bytes);
        return NULL;
    }
    *bytes = out.length;
    return out.bytes;
}

/* Writes a record as encoded text.  Returns OK with *out owned (shoogi_text_free), ILLEGAL with *error if the format
 * cannot represent the game, or NO_MEMORY.  *characters: the number of characters that the encoding lacks, *error: the
 * first of them. */
static shoogi_status write_record(char **out, size_t *bytes, uint32_t *losses, size_t *characters,
                                  const converter *c, const shoogi_record *record,
                                  shoogi_error *error)
{
    const shoogi_record_write_options how = { .encoding = shoogi_encoding_name(c->to_encoding),
                                              .follows_another = c->written > 0 };
    char *text;
    const shoogi_status status =
        shoogi_record_write(&text, bytes, losses, c->to, record, &how, error);
    if (status != SHOOGI_OK)
        return status;
    if (cli_record_is_default(record))
        *losses &= ~(UINT32_C(1) << SHOOGI_LOSS_GAME);
    char *const lines = c->crlf ? with_cr(text, bytes) : text;
    const shoogi_status encoded =
        lines ? shoogi_text_encode(out, bytes, c->to_encoding, lines, *bytes, characters, error)
              : SHOOGI_NO_MEMORY;
    if (lines != text)
        free(lines);
    shoogi_text_free(text);
    const bool wide =
        c->to_encoding == SHOOGI_ENCODING_UTF_16LE || c->to_encoding == SHOOGI_ENCODING_UTF_16BE;
    if (encoded == SHOOGI_OK && wide && c->written > 0) {
        *bytes -= 2; /* the mark stands at the beginning of the file only */
        memmove(*out, *out + 2, *bytes);
    }
    return encoded;
}

/* Adds the end by the board to a record.  *only: it is the only end, of which the text said nothing. */
static shoogi_status add_result(bool *only, shoogi_record *record)
{
    const shoogi_node count = shoogi_record_node_count(record);
    const shoogi_status status = shoogi_record_add_result(only, record);
    for (shoogi_node n = 0; n < count && *only; n++)
        *only = shoogi_record_node(record, n).termination == SHOOGI_TERMINATION_NONE;
    return status;
}

/* Converts a record and appends it to the output file.  name, number: as in open_output. */
static void convert_record(converter *c, const char *path, const char *name, uint32_t line,
                           unsigned number, shoogi_record *record)
{
    const bool several = shoogi_format_allows_several(c->to);
    if (!several && c->into_folder)
        close_output(c);
    if (!several && !c->into_folder && c->written > 0) {
        report_fault(c, path, line,
                     "expected -o and a folder, as the format has one game to a file, found another "
                     "game");
        return;
    }
    char *text = NULL;
    size_t bytes = 0, characters = 0;
    uint32_t losses = 0;
    shoogi_error error;
    bool added_only;
    shoogi_status status = add_result(&added_only, record);
    if (status == SHOOGI_OK)
        status = write_record(&text, &bytes, &losses, &characters, c, record, &error);
    if (added_only) /* nothing of the text is lost if the format has no word for it */
        losses &= ~(UINT32_C(1) << SHOOGI_LOSS_TERMINATION);
    if (status == SHOOGI_ILLEGAL)
        report_fault(c, path, line, error.message);
    else if (status != SHOOGI_OK)
        c->failed = cli_failed(status) != CLI_GOOD;
    if (status == SHOOGI_OK && c->out && !c->output.file)
        open_output(c, name, several ? 0 : number);
    if (status == SHOOGI_OK && !c->write_failed) {
        warn_losses(c, path, line, losses, characters, &error);
        c->written++;
        if (!c->out) {
            c->write_failed = !cli_write(text, bytes);
        } else if (fwrite(text, 1, bytes, c->output.file) != bytes) {
            report_write_error(c, c->output.path);
            cli_atomic_file_discard(&c->output);
        }
    }
    shoogi_text_free(text);
}

/* Converts each line of moves of a record as a game of its own.  *number: of the last game written. */
static void convert_lines(converter *c, const char *path, const char *name, uint32_t line,
                          unsigned *number, const shoogi_record *record)
{
    size_t nodes = 0;
    shoogi_status status = SHOOGI_OK;
    for (shoogi_node last = cli_record_next_line(record, 0);
         last != SHOOGI_NO_NODE && !c->write_failed;
         last = last == 0 ? SHOOGI_NO_NODE : cli_record_next_line(record, last)) {
        shoogi_record *game;
        status = cli_record_copy_line(&game, &nodes, record, last);
        if (status != SHOOGI_OK)
            break;
        convert_record(c, path, name, line, ++*number, game);
        shoogi_record_free(game);
    }
    if (status == SHOOGI_LIMIT_EXCEEDED)
        report_fault(c, path, line,
                     "expected fewer or shorter variations, found too many to write "
                     "each as a game");
    else if (status != SHOOGI_OK)
        c->failed = cli_failed(status) != CLI_GOOD;
}

/* Converts the game to which others were added, if there is one. */
static void end_merge(converter *c, const char *path, const char *name)
{
    if (c->merged)
        convert_record(c, path, name, c->merged_line, ++c->merged_number, c->merged);
    shoogi_record_free(c->merged);
    c->merged = NULL;
}

/* Adds a game to the one before if both begin with the same position; else it is the next to which others are added.
 * *record: taken. */
static void merge_record(converter *c, const char *path, const char *name, uint32_t line,
                         shoogi_record **record)
{
    shoogi_error error;
    const shoogi_status status =
        c->merged ? shoogi_record_merge(c->merged, 0, *record, &error) : SHOOGI_ILLEGAL;
    if (status == SHOOGI_OK)
        return;
    if (status != SHOOGI_ILLEGAL && status != SHOOGI_LIMIT_EXCEEDED) {
        c->failed = cli_failed(status) != CLI_GOOD;
        return;
    }
    end_merge(c, path, name);
    c->merged = *record;
    c->merged_line = line;
    *record = NULL;
}

/* --- input --------------------------------------------------------------------------------------- */

/* Converts a file.  name: of the results, relative to the output folder. */
static void convert_file(converter *c, const char *path, const char *name)
{
    cli_records records;
    shoogi_record *record;
    uint32_t line;
    bool good;
    unsigned number = 0;
    if (c->into_folder) {
        c->write_failed = false;
        c->from = path;
    }
    cli_records_init(&records, &c->rules, path);
    while (!c->write_failed && cli_records_next(&record, &line, &good, &records)) {
        tell_faults(c, path, &records);
        c->records++;
        c->faulty += !good;
        if (record && c->merge)
            merge_record(c, path, name, line, &record);
        else if (record && c->split)
            convert_lines(c, path, name, line, &number, record);
        else if (record)
            convert_record(c, path, name, line, ++number, record);
        else
            number++;
        shoogi_record_free(record);
        show_progress(c);
    }
    end_merge(c, path, name);
    c->merged_number = 0;
    if (!c->write_failed)
        tell_faults(c, path, &records);
    c->faulty += records.failed;
    c->files++;
    cli_records_fini(&records);
    if (c->into_folder)
        close_output(c);
    c->from = NULL;
    show_progress(c);
}

static int is_no_dot(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* A stack of paths to process. */
typedef struct path_stack {
    char **paths;
    size_t count, room;
} path_stack;

static bool push(path_stack *p, char *path)
{
    if (path && p->count == p->room) {
        const size_t room = p->room == 0 ? 64 : p->room * 2;
        char **const more = realloc(p->paths, room * sizeof *more);
        p->room = more ? room : p->room;
        p->paths = more ? more : p->paths;
    }
    if (!path || p->count == p->room) {
        free(path);
        return false;
    }
    p->paths[p->count++] = path;
    return true;
}

static char *join(const char *folder, const char *name)
{
    const size_t room = strlen(folder) + strlen(name) + 2;
    char *const path = malloc(room);
    if (path)
        snprintf(path, room, "%s/%s", folder, name);
    return path;
}

/* Pushes the entries of a folder so that they are processed in alphabetical order. */
static bool push_folder(converter *c, path_stack *p, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_no_dot, alphasort);
    bool room = true;
    if (count < 0) {
        hide_progress(c);
        fprintf(stderr, "%s: cannot read: %s\n", folder, strerror(errno));
        c->faulty++;
        c->refused = true;
        return true;
    }
    while (count-- > 0) {
        room = room && push(p, join(folder, entries[count]->d_name));
        free(entries[count]);
    }
    free(entries);
    return room;
}

/* The name of the results of a file on the command line. */
static const char *name_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return strcmp(path, "-") == 0 ? "stdin" : slash ? slash + 1 : path;
}

/* Whether a folder is the output folder. */
static bool is_output(const converter *c, const struct stat *what)
{
    struct stat out;
    return c->into_folder && stat(c->out, &out) == 0 && out.st_dev == what->st_dev &&
           out.st_ino == what->st_ino;
}

/* Converts a file, or a folder recursively. */
static void convert_tree(converter *c, const char *word)
{
    path_stack left = { 0 };
    bool room = push(&left, strdup(word));
    const size_t root = strlen(word);
    while (left.count > 0 && room) {
        char *const path = left.paths[--left.count];
        struct stat what;
        /* Follows links only on the command line: elsewhere they could form a cycle. */
        const bool named = strlen(path) == root;
        if ((named ? stat(path, &what) : lstat(path, &what)) == 0 && S_ISDIR(what.st_mode)) {
            if (named || !is_output(c, &what)) /* do not read the results as records */
                room = push_folder(c, &left, path);
        } else if (named) {
            convert_file(c, path, name_of(path));
        } else if (S_ISREG(what.st_mode) && cli_format_of_name(path) != SHOOGI_FORMAT_COUNT) {
            convert_file(c, path, path + root + strspn(path + root, "/"));
        } else {
            c->passed_over++;
        }
        free(path);
    }
    while (left.count > 0)
        free(left.paths[--left.count]);
    free(left.paths);
    if (!room)
        c->failed = cli_failed(SHOOGI_NO_MEMORY) != CLI_GOOD;
}

static void sum_up(converter *c)
{
    hide_progress(c);
    fprintf(stderr,
            "files: %lu, games: %lu, with losses: %lu, with errors: %lu, not written: %lu, other "
            "files skipped: %lu\n",
            c->files, c->records, c->lossy, c->faulty, c->unwritten, c->passed_over);
}

/* Whether -o means a folder. */
static bool is_folder(const char *out)
{
    struct stat what;
    const size_t bytes = strlen(out);
    return (bytes > 0 && out[bytes - 1] == '/') || (stat(out, &what) == 0 && S_ISDIR(what.st_mode));
}

static int convert(converter *c, char **words, size_t word_count)
{
    char extension[EXTENSION_BYTES];
    c->into_folder = c->out && (c->recursive || is_folder(c->out));
    extension_of(extension, sizeof extension, c->to);
    char name[EXTENSION_BYTES + 1];
    snprintf(name, sizeof name, "x%s", extension); /* an extension needs a name before it */
    c->to_encoding =
        cli_output_encoding("convert", c->encoding_word, c->into_folder ? name : c->out);
    if (c->to_encoding == SHOOGI_ENCODING_COUNT)
        return CLI_BAD;
    for (size_t i = 0; i < word_count && (c->into_folder || !c->write_failed); i++) {
        if (c->recursive)
            convert_tree(c, words[i]);
        else
            convert_file(c, words[i], name_of(words[i]));
    }
    close_output(c);
    if (c->recursive)
        sum_up(c);
    const int end = c->failed ? CLI_BAD : c->refused ? CLI_REFUSED : c->lost ? CLI_NO : CLI_GOOD;
    return cli_written(end);
}

int cli_convert(int argc, char **argv)
{
    cli_record_words words = { 0 };
    const char *to = NULL;
    converter c = { .on_terminal = isatty(STDERR_FILENO) == 1 };
    bool keep = false;
    char formats[CLI_FORMATS_BYTES];
    cli_write_formats(formats, "the output format: ");
    const cli_option options[] = {
        { .name = "to", .value = "G", .help = formats, .text = &to },
        CLI_OPTIONS_RECORDS(words),
        { .name = "to-encoding",
          .value = "E",
          .help =
              "the output encoding (default: that of the file name, .kif and .ki2 being Shift_JIS, "
              "or UTF-8)",
          .text = &c.encoding_word },
        { .name = "crlf", .help = "end lines with CR LF", .given = &c.crlf },
        { .name = "o",
          .value = "OUT",
          .help = "a new file for everything, or a folder for one new file each (default: standard "
                  "output)",
          .text = &c.out },
        { .name = "merge",
          .help = "make the games of a file that begin alike variations of the first",
          .given = &c.merge },
        { .name = "split", .help = "make each variation a game of its own", .given = &c.split },
        { .name = "keep", .help = "keep the moves before an error", .given = &keep },
        { .name = "r", .help = "read folders, with all records below them", .given = &c.recursive },
    };
    const cli_arguments arguments = {
        .help =
            "Converts game records to another format.  Every move is checked against the rules.  "
            "The first\n"
            "illegal one is reported with its place and the game is skipped, or with --keep cut "
            "off there.\n"
            "One warning for each game lists what the output format cannot hold.  FILE \"-\" is "
            "standard input.\n"
            "Exit status: 0 everything was kept, 1 something was lost, 2 bad usage or a failed "
            "write, 3 a file\nor game was rejected and the others were written.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "FILE...",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    if (!to)
        return cli_expected(argv[0], NULL, "--to and a format");
    if (c.merge && c.split)
        return cli_expected(argv[0], "both", "--merge or --split");
    const bool ready =
        cli_record_rules_init(&c.rules, argv[0], &words) && cli_read_format(&c.to, argv[0], to);
    c.rules.reading.keep_partial = keep;
    const int status = ready ? convert(&c, argv + 1, word_count) : CLI_BAD;
    cli_record_rules_fini(&c.rules);
    return status;
}
