/* records.h: reads the records of a file one after the other, in memory independent of their number. */
#ifndef SHG_CLI_RECORDS_H
#define SHG_CLI_RECORDS_H

#include "shoogi/catalog.h"
#include "shoogi/encoding.h"
#include "shoogi/record.h"

/* The options for the files of a command, each of which may be NULL. */
typedef struct cli_record_words {
    const char *from, *variant, *encoding;
} cli_record_words;

/* The rows of these options. */
#define CLI_OPTIONS_RECORDS(words)                                                                 \
    { .name = "from",                                                                              \
      .value = "F",                                                                                \
      .help = "the format of the files (default: detected)",                                       \
      .text = &(words).from },                                                                     \
        { .name = "variant",                                                                       \
          .value = "V",                                                                            \
          .help = "the game, if a file does not name it (default: shogi)",                         \
          .text = &(words).variant },                                                              \
    {                                                                                              \
        .name = "from-encoding", .value = "E",                                                     \
        .help = "the encoding of the files (default: detected)", .text = &(words).encoding         \
    }

/* How to read files. */
typedef struct cli_record_rules {
    shoogi_catalog *catalog;
    shoogi_variant *own;      /* the variant, if it is not from the catalog */
    shoogi_format format;     /* SHOOGI_FORMAT_COUNT: detect it */
    shoogi_encoding encoding; /* SHOOGI_ENCODING_COUNT: detect it */
    shoogi_record_read_options reading;
} cli_record_rules;

/* Parses the options.  Returns false after reporting an error; cli_record_rules_fini may be called in both
 * cases. */
bool cli_record_rules_init(cli_record_rules *rules, const char *command,
                           const cli_record_words *words);
void cli_record_rules_fini(cli_record_rules *rules);

/* Writes before, then the names of all formats. */
enum { CLI_FORMATS_BYTES = 160 };
void cli_write_formats(char words[static CLI_FORMATS_BYTES], const char *before);

/* Convert a word to a format or an encoding.  Return false after reporting an unknown one. */
bool cli_read_format(shoogi_format *out, const char *command, const char *word);
bool cli_read_encoding(shoogi_encoding *out, const char *command, const char *word);

/* Returns the extension of a path's file name, including the dot; "" if there is none. */
const char *cli_extension_of(const char *path);

/* Returns the format by the extension of a path; SHOOGI_FORMAT_COUNT if it is not known. */
shoogi_format cli_format_of_name(const char *path);

/* Returns the encoding of an output file: the one asked for, else the one that its extension means, else UTF-8.
 * word: NULL: none; path: NULL: standard output.  SHOOGI_ENCODING_COUNT after reporting an unknown word. */
shoogi_encoding cli_output_encoding(const char *command, const char *word, const char *path);

/* Whether a record is of the default variant, which is assumed for files that do not name theirs. */
bool cli_record_is_default(const shoogi_record *record);

/* One file. */
typedef struct cli_records {
    const cli_record_rules *rules;
    const char *path; /* borrowed */
    int file;
    bool open, ended; /* ended: the whole file has been read */
    bool failed;      /* the rest of it cannot be read */
    bool any;         /* it had a record */
    bool wide_known;
    shoogi_encoding wide; /* the form of UTF-16 that the whole file is in; else the one asked for */
    shoogi_format format;
    char *raw, *text; /* bytes read and not yet decoded; text decoded and not yet parsed */
    size_t raw_bytes, text_at, text_bytes, text_room;
    uint32_t line, decoded; /* lines before text_at, and before the undecoded bytes */
    unsigned refused;       /* in a row */
    unsigned same_line;     /* records within one line, in a row */
    size_t refused_bytes;
    shoogi_error errors[2 * SHOOGI_RECORD_ERRORS_MAX]; /* of the last call of cli_records_next */
    size_t error_count;
} cli_records;

/* Begins to read a file.  Never fails: cli_records_next reports errors.  path: "-" is standard input;
 * borrowed until cli_records_fini. */
void cli_records_init(cli_records *records, const cli_record_rules *rules, const char *path);
void cli_records_fini(cli_records *records);

/* Reads the next record.  Returns false at the end of the file, or after reporting that the rest cannot be read.
 * *record: owned (shoogi_record_free), or NULL if nothing of it could be read.
 * *line: its first line.  *good: it had no errors.  Errors and warnings are in records->errors, with lines of the
 * file. */
bool cli_records_next(shoogi_record **record, uint32_t *line, bool *good, cli_records *records);

/* Reads the record with a number, from 1, of a file.  Reports its errors, but not those of earlier records.
 * *record: owned (shoogi_record_free), or NULL if there is none or nothing of it could be read.  Returns CLI_GOOD, or
 * CLI_BAD if there was an error. */
int cli_records_pick(shoogi_record **record, const char *path, const cli_record_rules *rules,
                     unsigned number);

#endif
