#include "catalog/catalog_int.h"
#include "cli/records.h"

#include "base/error.h"
#include "base/text.h"
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "notation/records/encoding_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The variant of files that do not name theirs, as most do not. */
static const char usual[] = SHG_DEFAULT_VARIANT;

enum {
    PIECE_BYTES = 1024 * 1024, /* read at a time */
    LINE_BYTES_MAX = SHOOGI_RECORD_BYTES_MAX + PIECE_BYTES,
    /* Consecutive unreadable records after which the rest is given up. */
    REFUSED_MAX = 100,
    SAME_LINE_MAX = 1000, /* in one line, which is scanned whole for each */
    REFUSED_BYTES_MAX = 2 * SHOOGI_RECORD_BYTES_MAX
};

/* --- options ------------------------------------------------------------------------------------- */

void cli_write_formats(char words[static CLI_FORMATS_BYTES], const char *before)
{
    shg_out text = shg_out_make(words, CLI_FORMATS_BYTES);
    shg_out_text(&text, before);
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        shg_out_format(&text, "%s%s", f > 0 ? ", " : "", shoogi_format_name((shoogi_format)f));
}

bool cli_read_format(shoogi_format *out, const char *command, const char *word)
{
    char words[CLI_FORMATS_BYTES];
    *out = shoogi_format_find(word);
    if (*out != SHOOGI_FORMAT_COUNT)
        return true;
    cli_write_formats(words, "");
    (void)cli_expected(command, word, "a format (%s)", words);
    return false;
}

bool cli_read_encoding(shoogi_encoding *out, const char *command, const char *word)
{
    *out = shoogi_encoding_find(word, strlen(word));
    if (*out == SHOOGI_ENCODING_COUNT)
        (void)cli_expected(command, word,
                           "an encoding (utf-8, shift-jis, euc-jp, iso-2022-jp, utf-16)");
    return *out != SHOOGI_ENCODING_COUNT;
}

bool cli_record_rules_init(cli_record_rules *rules, const char *command,
                           const cli_record_words *words)
{
    *rules = (cli_record_rules){ .format = SHOOGI_FORMAT_COUNT, .encoding = SHOOGI_ENCODING_COUNT };
    const shoogi_status status = shoogi_catalog_new(&rules->catalog);
    if (status != SHOOGI_OK) {
        (void)cli_failed(status);
        return false;
    }
    const char *const name = words->variant ? words->variant : usual;
    const shoogi_variant *const variant =
        cli_variant_find(&rules->own, rules->catalog, command, name);
    if (!variant)
        return false;
    rules->reading = (shoogi_record_read_options){ .variant = variant,
                                                   .find_variant = shoogi_catalog_find,
                                                   .context = rules->catalog };
    return (!words->from || cli_read_format(&rules->format, command, words->from)) &&
           (!words->encoding || cli_read_encoding(&rules->encoding, command, words->encoding));
}

void cli_record_rules_fini(cli_record_rules *rules)
{
    shoogi_variant_free(rules->own);
    shoogi_catalog_free(rules->catalog);
}

const char *cli_extension_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    return dot && dot > name ? dot : path + strlen(path);
}

shoogi_format cli_format_of_name(const char *path)
{
    const char *const extension = cli_extension_of(path);
    unsigned f = extension[0] != '\0' ? 0 : SHOOGI_FORMAT_COUNT;
    for (; f < SHOOGI_FORMAT_COUNT; f++)
        for (const char *known = shoogi_format_extensions((shoogi_format)f); *known != '\0';) {
            const size_t bytes = strcspn(known, " ");
            if (shg_text_same(known, bytes, extension + 1, strlen(extension + 1)))
                return (shoogi_format)f;
            known += bytes + strspn(known + bytes, " ");
        }
    return SHOOGI_FORMAT_COUNT;
}

shoogi_encoding cli_output_encoding(const char *command, const char *word, const char *path)
{
    shoogi_encoding encoding;
    if (word) {
        (void)cli_read_encoding(&encoding, command, word);
        return encoding;
    }
    const char *const extension = path ? cli_extension_of(path) : "";
    encoding =
        extension[0] != '\0' ? shoogi_encoding_of_extension(extension + 1) : SHOOGI_ENCODING_COUNT;
    return encoding != SHOOGI_ENCODING_COUNT ? encoding : SHOOGI_ENCODING_UTF_8;
}

bool cli_record_is_default(const shoogi_record *record)
{
    return strcmp(shoogi_variant_name(shoogi_position_variant(shoogi_record_start(record))),
                  usual) == 0;
}

/* --- bytes to text ------------------------------------------------------------------------------- */

static bool fail(cli_records *r, shoogi_status status)
{
    r->failed = true;
    (void)shg_error_set(&r->errors[r->error_count++], status, 0, 0, "%s",
                        shoogi_status_text(status));
    return false;
}

void cli_records_init(cli_records *records, const cli_record_rules *rules, const char *path)
{
    *records = (cli_records){
        .rules = rules, .path = path, .format = rules->format, .wide = SHOOGI_ENCODING_COUNT
    };
    records->open = shg_file_open(&records->file, path, &records->errors[0]) == SHOOGI_OK;
    records->failed = !records->open;
    records->error_count = records->open ? 0 : 1;
}

void cli_records_fini(cli_records *records)
{
    if (records->open)
        shg_file_close(records->file);
    free(records->raw);
    free(records->text);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Counts lines as the record parsers do: LF, CR LF and CR end a line. */
static uint32_t count_lines(const char *text, size_t bytes)
{
    uint32_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += text[i] == '\n' || (text[i] == '\r' && (i + 1 == bytes || text[i + 1] != '\n'));
    return count;
}

/* Appends text to the unparsed text. */
static bool add_text(cli_records *r, const char *text, size_t bytes)
{
    if (r->text_at > 0 && r->text_bytes + bytes > r->text_room) {
        r->text_bytes -= r->text_at;
        memmove(r->text, r->text + r->text_at, r->text_bytes);
        r->text_at = 0;
    }
    if (r->text_bytes + bytes > r->text_room) {
        const size_t room = r->text_bytes + bytes + PIECE_BYTES;
        char *const more = realloc(r->text, room);
        if (!more)
            return fail(r, SHOOGI_NO_MEMORY);
        r->text = more;
        r->text_room = room;
    }
    if (bytes > 0)
        memcpy(r->text + r->text_bytes, text, bytes);
    r->text_bytes += bytes;
    return true;
}

static bool is_wide(shoogi_encoding encoding)
{
    return encoding == SHOOGI_ENCODING_UTF_16LE || encoding == SHOOGI_ENCODING_UTF_16BE;
}

/* Finds out at the beginning of a file whether it is UTF-16, which tells where its lines end. */
static void detect_wide(cli_records *r)
{
    const size_t bytes = r->raw_bytes & ~(size_t)1;
    if (r->wide_known ||
        (r->rules->encoding != SHOOGI_ENCODING_COUNT && !is_wide(r->rules->encoding)))
        return;
    const shoogi_encoding found = shg_encoding_wide(r->raw, bytes);
    r->wide_known = true;
    r->wide = found != SHOOGI_ENCODING_COUNT ? found : r->rules->encoding;
}

/* The bytes of the whole lines that are there. */
static size_t whole_lines(const cli_records *r)
{
    size_t bytes = r->raw_bytes;
    if (is_wide(r->wide)) {
        const size_t low = r->wide == SHOOGI_ENCODING_UTF_16BE;
        for (bytes &= ~(size_t)1; bytes > 0; bytes -= 2)
            if (r->raw[bytes - 2 + low] == '\n' && r->raw[bytes - 1 - low] == '\0')
                break;
        return bytes;
    }
    while (bytes > 0 && !is_line_end(r->raw[bytes - 1]))
        bytes--;
    /* A final CR may be the first half of CR LF. */
    return bytes - (bytes == r->raw_bytes && bytes > 0 && r->raw[bytes - 1] == '\r');
}

/* Decodes the first bytes, up to the end of a line.  Detects the encoding of each piece by itself, so that files
 * concatenated from several encodings can be read, except UTF-16, in which lines end otherwise. */
static bool decode(cli_records *r, size_t bytes)
{
    shoogi_encoding from = is_wide(r->wide) ? r->wide : r->rules->encoding;
    if (from == SHOOGI_ENCODING_COUNT)
        from = shoogi_encoding_detect(r->raw, bytes);
    char *text;
    size_t text_bytes, faults = 0;
    shoogi_error error;
    const shoogi_status status =
        shoogi_text_decode(&text, &text_bytes, from, r->raw, bytes, &faults, &error);
    if (status != SHOOGI_OK)
        return fail(r, status);
    if (faults > 0 && r->error_count < SHOOGI_RECORD_ERRORS_MAX - 1) {
        char more[40] = "";
        if (faults > 1)
            snprintf(more, sizeof more, ", and %zu more", faults - 1);
        (void)shg_error_set(&r->errors[r->error_count++], SHOOGI_OK, r->decoded + error.line,
                            error.column, "warning: %s%s", error.message, more);
    }
    const bool added = add_text(r, text, text_bytes);
    r->decoded += count_lines(text, text_bytes);
    shoogi_text_free(text);
    r->raw_bytes -= bytes;
    memmove(r->raw, r->raw + bytes, r->raw_bytes);
    return added;
}

/* Reads and decodes until the text must contain a whole record, or the file ends. */
static bool fill(cli_records *r)
{
    if (!r->raw)
        r->raw = malloc(LINE_BYTES_MAX + 1);
    if (!r->raw)
        return fail(r, SHOOGI_NO_MEMORY);
    while (!r->ended && r->text_bytes - r->text_at <= SHOOGI_RECORD_BYTES_MAX) {
        const size_t left = LINE_BYTES_MAX - r->raw_bytes,
                     room = left < PIECE_BYTES ? left : PIECE_BYTES;
        size_t got;
        shoogi_error error;
        if (shg_file_fill(&got, r->file, r->raw + r->raw_bytes, room, &error) != SHOOGI_OK) {
            r->errors[r->error_count++] = error;
            r->failed = true;
            return false;
        }
        r->ended = got < room;
        r->raw_bytes += got;
        detect_wide(r);
        const size_t bytes = r->ended ? r->raw_bytes : whole_lines(r);
        if (bytes == 0 && r->raw_bytes == LINE_BYTES_MAX) {
            r->failed = true;
            (void)shg_error_set(
                &r->errors[r->error_count++], SHOOGI_LIMIT_EXCEEDED, r->decoded + 1, 1,
                "expected a line of at most %d bytes, as a record has, found more", LINE_BYTES_MAX);
            return false;
        }
        if (bytes > 0 && !decode(r, bytes))
            return false;
    }
    return true;
}

/* --- text to records ----------------------------------------------------------------------------- */

static void take(cli_records *r, size_t bytes)
{
    if (bytes == 0)
        return; /* text may be NULL */
    r->line += count_lines(r->text + r->text_at, bytes);
    r->text_at += bytes;
}

/* Skips white space.  Returns false if there is nothing else. */
static bool skip_blanks(cli_records *r)
{
    while (fill(r)) {
        size_t at = r->text_at;
        while (at < r->text_bytes &&
               (is_line_end(r->text[at]) || r->text[at] == ' ' || r->text[at] == '\t'))
            at++;
        /* Only whole lines: a record may begin with spaces. */
        size_t begin = at;
        while (at < r->text_bytes && begin > r->text_at && !is_line_end(r->text[begin - 1]))
            begin--;
        take(r, begin - r->text_at);
        if (at < r->text_bytes)
            return true;
        if (r->ended)
            break;
    }
    return false;
}

static bool tell_unknown(cli_records *r)
{
    char expected[CLI_FORMATS_BYTES + 1];
    cli_write_formats(expected, "a record (");
    strcat(expected, ")");
    r->failed = true;
    (void)shg_error_expected(&r->errors[r->error_count++], SHOOGI_PARSE_ERROR, r->line + 1, 1,
                             expected, r->text + r->text_at, r->text_bytes - r->text_at);
    return false;
}

bool cli_records_next(shoogi_record **record, uint32_t *line, bool *good, cli_records *r)
{
    r->error_count = r->open ? 0 : r->error_count;
    if (r->failed)
        return false;
    if (!skip_blanks(r)) {
        if (!r->failed && !r->any) {
            r->failed = true;
            (void)shg_error_expected(&r->errors[r->error_count++], SHOOGI_PARSE_ERROR, r->line + 1,
                                     1, "a record", NULL, 0);
        }
        return false;
    }
    const char *const text = r->text + r->text_at;
    const size_t bytes = r->text_bytes - r->text_at;
    if (r->format == SHOOGI_FORMAT_COUNT)
        r->format = shoogi_format_detect(text, bytes);
    if (r->format == SHOOGI_FORMAT_COUNT)
        r->format = cli_format_of_name(r->path);
    if (r->format == SHOOGI_FORMAT_COUNT)
        return tell_unknown(r);
    r->any = true;
    size_t used, count;
    shoogi_error *const errors = r->errors + r->error_count;
    const shoogi_status status =
        shoogi_record_read(record, &used, r->format, text, bytes, &r->rules->reading, errors,
                           SHOOGI_RECORD_ERRORS_MAX, &count);
    for (size_t i = 0; i < count; i++)
        errors[i].line += errors[i].line > 0 ? r->line : 0;
    r->error_count += count;
    *line = r->line + 1;
    *good = status == SHOOGI_OK;
    take(r, used);
    r->same_line = r->line + 1 == *line ? r->same_line + 1 : 0;
    r->failed = status == SHOOGI_LIMIT_EXCEEDED && !shoogi_format_allows_several(r->format);
    r->refused = status == SHOOGI_OK ? 0 : r->refused + 1;
    r->refused_bytes = status == SHOOGI_OK ? 0 : r->refused_bytes + used;
    if (r->refused == REFUSED_MAX || r->refused_bytes > REFUSED_BYTES_MAX) {
        r->failed = true;
        (void)shg_error_set(&r->errors[r->error_count++], SHOOGI_LIMIT_EXCEEDED, r->line + 1, 1,
                            "expected a record, found %u with errors in a row: giving up",
                            r->refused);
    } else if (r->same_line == SAME_LINE_MAX) {
        r->failed = true;
        (void)shg_error_set(&r->errors[r->error_count++], SHOOGI_LIMIT_EXCEEDED, r->line + 1, 1,
                            "expected a record on a line of its own, found %d on one: giving up",
                            SAME_LINE_MAX);
    }
    return true;
}

int cli_records_pick(shoogi_record **record, const char *path, const cli_record_rules *rules,
                     unsigned number)
{
    cli_records records;
    uint32_t line;
    bool good = true, found = true;
    *record = NULL;
    cli_records_init(&records, rules, path);
    for (unsigned i = 1; i <= number && found; i++) {
        shoogi_record_free(*record);
        *record = NULL;
        found = cli_records_next(record, &line, &good, &records);
    }
    for (size_t i = 0; i < records.error_count; i++)
        (void)cli_fault(path, &records.errors[i]);
    if (!found && !records.failed)
        fprintf(stderr, "%s: expected a game number %u, found end of text\n", path, number);
    cli_records_fini(&records);
    return good && found ? CLI_GOOD : CLI_BAD;
}
