/* formats.c: the table of record formats; reads and writes any of them. */
#include "notation/records/record_int.h"

#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT_BYTES = 64 * 1024 };

static const struct {
    const char *word, *extensions, *words;
    const shg_format *format;
} formats[] = {
#define FORMAT(name, word, extensions, words) { word, extensions, words, &shg_format_##name },
#include "shoogi/format.def"
#undef FORMAT
};

static const char *const loss_words[] = {
#define LOSS(name, words) words,
#include "shoogi/loss.def"
#undef LOSS
};

const char *shoogi_format_name(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT ? formats[format].word : "unknown";
}

shoogi_format shoogi_format_find(const char *word)
{
    unsigned f = 0;
    while (f < SHOOGI_FORMAT_COUNT && strcmp(formats[f].word, word) != 0)
        f++;
    return (shoogi_format)f;
}

const char *shoogi_format_extensions(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT ? formats[format].extensions : "";
}

const char *shoogi_format_description(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT ? formats[format].words : "unknown format";
}

const char *shoogi_loss_text(shoogi_loss loss)
{
    return (size_t)loss < SHOOGI_LOSS_COUNT ? loss_words[loss] : "unknown";
}

bool shoogi_format_allows_several(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT && formats[format].format->begins;
}

/* The bytes of a byte order mark at the beginning. */
static size_t mark_bytes(const char *text, size_t text_bytes)
{
    return text_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

shoogi_format shoogi_format_detect(const char *text, size_t text_bytes)
{
    const size_t mark = mark_bytes(text, text_bytes), left = text_bytes - mark;
    const size_t bytes = left < LOOKED_AT_BYTES ? left : LOOKED_AT_BYTES;
    shoogi_format best = SHOOGI_FORMAT_COUNT;
    unsigned most = 0;
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++) {
        const unsigned looks = formats[f].format->looks(text + mark, bytes);
        if (looks > most) {
            most = looks;
            best = (shoogi_format)f;
        }
    }
    return best;
}

/* After an error: skips to the beginning of the next record. */
static void skip_to_next(shg_reading *reading, const shg_format *format)
{
    unsigned state = 0;
    if (reading->at_next)
        return;
    if (!format->begins)
        reading->at = reading->bytes;
    while (shg_reading_take(reading))
        if (format->begins(reading->begin, reading->length) ||
            (format->begins_after &&
             format->begins_after(&state, reading->begin, reading->length))) {
            shg_reading_back(reading);
            break;
        }
}

/* Adds the text from an error on to the unparsed text so far. */
static shoogi_status add_rest(const shg_reading *reading, const char *fault)
{
    const char *const before = shoogi_record_unparsed(reading->record);
    const size_t bytes = (size_t)(reading->text + reading->at - fault);
    if (!before)
        return shg_record_set_unparsed(reading->record, fault, bytes);
    shg_out all = shg_out_growing();
    shg_out_text(&all, before);
    shg_out_bytes(&all, fault, bytes);
    const shoogi_status status =
        all.spent ? SHOOGI_NO_MEMORY
                  : shg_record_set_unparsed(reading->record, all.bytes, all.length);
    free(all.bytes);
    return status;
}

/* Warns once, with the place of the first of the characters left out, unless an escape of the format stood for it. */
static void warn_misleading(shg_reading *reading, size_t count)
{
    const char *const text = reading->text;
    const size_t mark = mark_bytes(text, reading->at);
    const size_t at = mark + shg_text_misleading(text + mark, reading->at - mark);
    size_t line = 1, begin = mark;
    char found[32] = "";
    for (size_t i = mark; i < at; i++)
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) {
            begin = i + 1;
            line++;
        }
    if (at < reading->at) {
        uint32_t c;
        (void)shg_utf8_read(&c, text + at, reading->at - at);
        snprintf(found, sizeof found, ", found U+%04" PRIX32, c);
    }
    shoogi_error *const error = shg_reading_error(reading, false);
    if (error)
        (void)shg_error_set(error, SHOOGI_OK, found[0] ? line : 0,
                            found[0] ? shg_utf8_length(text + begin, at - begin) + 1 : 0,
                            "warning: expected text without control characters or marks of "
                            "direction%s; %zu left out",
                            found, count);
}

shoogi_status shoogi_record_read(shoogi_record **out, size_t *used_bytes, shoogi_format format,
                                 const char *text, size_t text_bytes,
                                 const shoogi_record_read_options *options, shoogi_error *errors,
                                 size_t errors_max, size_t *error_count)
{
    const shg_format *const reader = formats[format].format;
    shg_reading reading = { .text = text,
                            .bytes = text_bytes,
                            .at = mark_bytes(text, text_bytes),
                            .begin = text,
                            .options = options,
                            .errors = errors,
                            .errors_max = errors_max };
    reader->read(&reading);
    shoogi_status status = shg_reading_settle(&reading);
    const bool reported =
        reading.error_count > 0 && errors[reading.error_count - 1].status == status;
    if (status == SHOOGI_LIMIT_EXCEEDED && !reported)
        (void)shg_error_set(
            shg_reading_error(&reading, true), status, reading.line, reading.line > 0,
            "expected a record of at most %d bytes and %d moves, found a larger one",
            SHOOGI_RECORD_BYTES_MAX, SHOOGI_RECORD_NODES_MAX);
    else if (status == SHOOGI_NO_MEMORY && !reported)
        (void)shg_error_set(shg_reading_error(&reading, true), status, reading.line,
                            reading.line > 0, "%s", shoogi_status_text(status));
    /* Keeps what cannot be read, from the line of the error on. */
    const char *const fault = reading.begin - reading.lead;
    if (status != SHOOGI_OK && (reading.line > 0 || shg_reading_take(&reading)))
        skip_to_next(&reading, reader);
    const bool kept = options->keep_partial && reading.record &&
                      (status == SHOOGI_PARSE_ERROR || status == SHOOGI_ILLEGAL);
    if (kept) {
        const shoogi_status room = add_rest(&reading, fault);
        status = room == SHOOGI_OK ? status : room;
    }
    if (status == SHOOGI_OK && reading.walker.at == reading.last)
        shg_record_judge(reading.record, &reading.walker);
    shg_walker_fini(&reading.walker);
    const size_t misleading = reading.record ? shg_record_strip(reading.record) : 0;
    if (misleading > 0 && status == SHOOGI_OK)
        warn_misleading(&reading, misleading);
    *out = NULL;
    if (status == SHOOGI_OK || (kept && status == reading.status))
        *out = reading.record;
    else
        shoogi_record_free(reading.record);
    if (used_bytes)
        *used_bytes = reading.at;
    if (error_count)
        *error_count = reading.error_count;
    return status;
}

shoogi_status shoogi_record_write(char **out, size_t *out_bytes, uint32_t *losses,
                                  shoogi_format format, const shoogi_record *record,
                                  const shoogi_record_write_options *options, shoogi_error *err)
{
    shg_writing writing = {
        .record = record, .out = shg_out_growing(), .losses = shg_losses_of(record), .err = err
    };
    if (options)
        writing.options = *options;
    shg_out_text(&writing.out, "");
    shoogi_status status = formats[format].format->write(&writing);
    if (status == SHOOGI_OK && writing.out.spent)
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        *out = writing.out.bytes;
        *out_bytes = writing.out.length;
        *losses = writing.losses;
        return SHOOGI_OK;
    }
    free(writing.out.bytes);
    return status;
}

void shoogi_text_free(char *text)
{
    free(text);
}
