/* records.h: the records of a file, one after the other, in memory that does not grow with their number. */
#ifndef SHG_CLI_RECORDS_H
#define SHG_CLI_RECORDS_H

#include "shoogi/catalog.h"
#include "shoogi/encoding.h"
#include "shoogi/record.h"

/* What the user says of the files of a command: the words of its options, each of which may be NULL. */
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

/* How files are read. */
typedef struct cli_record_rules {
    shoogi_catalog *catalog;
    shoogi_variant *own;      /* the game, if it is not of the catalog */
    shoogi_format format;     /* SHOOGI_FORMAT_COUNT: what it looks like */
    shoogi_encoding encoding; /* SHOOGI_ENCODING_COUNT: the same */
    shoogi_record_read_options reading;
} cli_record_rules;

/* Understands the words of a user.  False after telling the fault; cli_record_rules_fini is allowed after
 * both. */
bool cli_record_rules_init(cli_record_rules *rules, const char *command,
                           const cli_record_words *words);
void cli_record_rules_fini(cli_record_rules *rules);

/* Writes some words, and the words of all formats behind them. */
enum { CLI_FORMATS_BYTES = 160 };
void cli_write_formats(char words[static CLI_FORMATS_BYTES], const char *before);

/* The format or the encoding of a word; false after telling that it is none. */
bool cli_read_format(shoogi_format *out, const char *command, const char *word);
bool cli_read_encoding(shoogi_encoding *out, const char *command, const char *word);

/* What comes behind the last dot of a path's last name, the dot included; "" if there is none. */
const char *cli_extension_of(const char *path);

/* The format whose files are called so; SHOOGI_FORMAT_COUNT if there is none. */
shoogi_format cli_format_of_name(const char *path);

/* Whether it is a record of the game that a file which names none is taken for. */
bool cli_record_is_usual(const shoogi_record *record);

/* One file. */
typedef struct cli_records {
    const cli_record_rules *rules;
    const char *path; /* borrowed */
    int file;
    bool open, ended; /* ended: all of the file has been read */
    bool failed;      /* no more of it can be */
    bool any;         /* there was a record */
    shoogi_format format;
    char *raw, *text; /* what was read and is not decoded; what was decoded and is not read */
    size_t raw_bytes, text_at, text_bytes, text_room;
    uint32_t line, decoded; /* lines before text_at, and before what is not decoded */
    unsigned refused;       /* in a row */
    unsigned beside;        /* that ended in the line in which they began, in a row */
    size_t refused_bytes;
    shoogi_error errors[2 * SHOOGI_RECORD_ERRORS_MAX]; /* of the call of cli_records_next */
    size_t error_count;
} cli_records;

/* Never fails: what is wrong with the file is told by cli_records_next.  path: "-" is standard input;
 * borrowed until cli_records_fini. */
void cli_records_init(cli_records *records, const cli_record_rules *rules, const char *path);
void cli_records_fini(cli_records *records);

/* The next record of the file.  False at its end, or where no more of it can be read, which is then told.
 * *record: owned (shoogi_record_free), NULL if it was refused and nothing of it is kept.
 * *line: where it begins.  *good: nothing was at fault.  Faults and warnings: records->errors, whose lines are
 * those of the file. */
bool cli_records_next(shoogi_record **record, uint32_t *line, bool *good, cli_records *records);

/* The record with the number, from 1, of a file.  Its faults are told, those of the records before it are not.
 * *record: owned (shoogi_record_free), NULL if there is none or nothing of it is kept.  Returns CLI_GOOD, or CLI_BAD
 * if anything was at fault. */
int cli_records_pick(shoogi_record **record, const char *path, const cli_record_rules *rules,
                     unsigned number);

#endif
