/* format.c: reading and writing records in any format: what all formats have in common. */
#include "base/error.h"
#include "notation/records/record_int.h"

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

const char *shoogi_format_word(shoogi_format format)
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

const char *shoogi_format_text(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT ? formats[format].words : "unknown format";
}

const char *shoogi_loss_text(shoogi_loss loss)
{
    return (size_t)loss < SHOOGI_LOSS_COUNT ? loss_words[loss] : "unknown";
}

bool shoogi_format_several(shoogi_format format)
{
    return (size_t)format < SHOOGI_FORMAT_COUNT && formats[format].format->begins;
}

/* The bytes of a byte order mark at the beginning. */
static size_t mark_bytes(const char *text, size_t text_bytes)
{
    return text_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

shoogi_format shoogi_format_guess(const char *text, size_t text_bytes)
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

/* --- reading ------------------------------------------------------------------------------------- */

/* Takes the next line, whatever the status. */
static bool take_line(shg_reading *reading)
{
    if (reading->at >= reading->bytes)
        return false;
    reading->begin = reading->text + reading->at;
    const size_t left = reading->bytes - reading->at;
    size_t length = 0;
    while (length < left && reading->begin[length] != '\n' && reading->begin[length] != '\r')
        length++;
    reading->length = length;
    reading->line++;
    if (length + 1 < left && reading->begin[length] == '\r' && reading->begin[length + 1] == '\n')
        length++;
    reading->at += length < left ? length + 1 : length;
    return true;
}

bool shg_reading_line(shg_reading *reading)
{
    if (reading->status != SHOOGI_OK || !take_line(reading))
        return false;
    if (reading->at > SHOOGI_RECORD_BYTES_MAX)
        reading->status = SHOOGI_TOO_BIG;
    for (size_t at = 0, took; at < reading->length && reading->status == SHOOGI_OK; at += took) {
        uint32_t c;
        took = shg_utf8_read(&c, reading->begin + at, reading->length - at);
        if (c == 0 || (c == 0xFFFD && took == 1))
            (void)shg_reading_fail(reading, at, 1, "a character of UTF-8");
    }
    return reading->status == SHOOGI_OK;
}

void shg_reading_back(shg_reading *reading)
{
    reading->at = (size_t)(reading->begin - reading->text);
    reading->line--;
}

/* Where in the game a fault is. */
static void write_head(char head[static 40], const shg_reading *reading)
{
    if (reading->record)
        snprintf(head, 40, "move %u: ", shoogi_record_node(reading->record, reading->last).ply + 1);
    else
        head[0] = '\0';
}

/* A place for one more fault or warning; NULL if there is none.  The last place is for a fault. */
static shoogi_error *next_error(shg_reading *reading, bool fault)
{
    if (reading->error_count + (fault ? 0 : 1) >= reading->errors_max)
        return NULL;
    return &reading->errors[reading->error_count++];
}

shoogi_status shg_reading_fail(shg_reading *reading, size_t at, size_t found_bytes,
                               const char *expected)
{
    if (reading->status != SHOOGI_OK)
        return reading->status;
    char head[40];
    write_head(head, reading);
    strcat(head, "expected ");
    return reading->status =
               shg_error_headed(next_error(reading, true), SHOOGI_BAD_TEXT, reading->line,
                                shg_utf8_length(reading->begin, at) + 1, head, expected,
                                reading->begin + at, found_bytes);
}

void shg_reading_warn(shg_reading *reading, size_t at, size_t found_bytes, const char *expected)
{
    shoogi_error *const error = next_error(reading, false);
    if (error) /* else the column would be counted for nobody, as often as a long line has faults */
        (void)shg_warning_expected(error, reading->line, shg_utf8_length(reading->begin, at) + 1,
                                   expected, reading->begin + at, found_bytes);
}

shoogi_status shg_reading_refuse(shg_reading *reading, size_t at, const shoogi_error *why)
{
    if (reading->status != SHOOGI_OK)
        return reading->status;
    char head[40];
    write_head(head, reading);
    const size_t column = shg_utf8_length(reading->begin, at) + (why->column > 0 ? why->column : 1);
    return reading->status = shg_error_set(next_error(reading, true), why->status, reading->line,
                                           column, "%s%s", head, why->message);
}

bool shg_is_called(const shoogi_variant *variant, const char *name, size_t bytes)
{
    const char *own = shoogi_variant_name(variant);
    for (size_t i = 0; own; own = shoogi_variant_alias(variant, i++))
        if (shg_text_same(own, strlen(own), name, bytes))
            return true;
    return false;
}

const shoogi_variant *shg_reading_game(shg_reading *reading, size_t at, size_t name_bytes)
{
    const char *const name = reading->begin + at;
    const shoogi_record_reading *const how = reading->how;
    const shoogi_variant *found = NULL;
    if (shg_is_called(how->variant, name, name_bytes))
        return how->variant;
    if (how->find)
        found = how->find(how->context, name, name_bytes);
    if (!found) {
        shoogi_error err;
        (void)shg_error_expected(&err, SHOOGI_NOT_FOUND, 0, 0, "the name of a game", name,
                                 name_bytes);
        (void)shg_reading_refuse(reading, at, &err);
    }
    return found;
}

shoogi_status shg_reading_start(shg_reading *reading, const shoogi_position *start)
{
    if (reading->status == SHOOGI_OK)
        reading->status = shoogi_record_new(&reading->record, start);
    if (reading->status == SHOOGI_OK)
        reading->status = shg_walker_init(&reading->walker, reading->record);
    reading->last = 0;
    return reading->status;
}

shoogi_status shg_reading_move(shg_reading *reading, size_t at, shoogi_move move)
{
    if (reading->status != SHOOGI_OK)
        return reading->status;
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_node node;
    const shoogi_status status = shoogi_record_add_move(&node, reading->record, reading->last,
                                                        reading->walker.position, move, &err);
    if (status == SHOOGI_ILLEGAL)
        return shg_reading_refuse(reading, at, &err);
    reading->status = status;
    return status == SHOOGI_OK ? shg_reading_go(reading, node) : status;
}

shoogi_status shg_reading_header(shg_reading *reading, const char *name, size_t name_bytes,
                                 const char *value, size_t value_bytes)
{
    if (reading->status == SHOOGI_OK)
        reading->status =
            shoogi_record_set_header(reading->record, name, name_bytes, value, value_bytes);
    return reading->status;
}

shoogi_status shg_reading_end(shg_reading *reading, shoogi_end end, shoogi_result result,
                              const char *text, size_t text_bytes)
{
    if (reading->status == SHOOGI_OK)
        reading->status = shoogi_record_add_end(&reading->last, reading->record, reading->last, end,
                                                result, text, text_bytes);
    return reading->status;
}

shoogi_status shg_reading_go(shg_reading *reading, shoogi_node node)
{
    if (reading->status == SHOOGI_OK)
        reading->status = shg_walker_go(&reading->walker, node);
    reading->last = node;
    return reading->status;
}

shoogi_status shg_reading_comment(shg_reading *reading, const char *text, size_t text_bytes)
{
    if (reading->status == SHOOGI_OK)
        reading->status = shoogi_record_comment(reading->record, reading->last, text, text_bytes);
    return reading->status;
}

shoogi_result shg_end_result(shoogi_end end, shoogi_colour side)
{
    const shoogi_outcome own = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const shoogi_outcome other = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    switch (end) {
    case SHOOGI_END_RESIGN:
    case SHOOGI_END_MATE:
    case SHOOGI_END_TIME:
    case SHOOGI_END_ILLEGAL:
    case SHOOGI_END_FORFEIT_LOST: result.outcome = other; break;
    case SHOOGI_END_ILLEGAL_BEFORE:
    case SHOOGI_END_DECLARATION:
    case SHOOGI_END_FORFEIT_WON: result.outcome = own; break;
    case SHOOGI_END_BLACK_FOUL: result.outcome = SHOOGI_OUTCOME_WHITE; break;
    case SHOOGI_END_WHITE_FOUL: result.outcome = SHOOGI_OUTCOME_BLACK; break;
    case SHOOGI_END_REPETITION:
    case SHOOGI_END_IMPASSE: result.outcome = SHOOGI_OUTCOME_NO_CONTEST; break;
    case SHOOGI_END_DRAW:
    case SHOOGI_END_MOVES_MAX: result.outcome = SHOOGI_OUTCOME_DRAW; break;
    case SHOOGI_END_NONE:
    case SHOOGI_END_SUSPENDED:
    case SHOOGI_END_NO_MATE:
    case SHOOGI_END_SEALED:
    case SHOOGI_END_TAKEN_BACK:
    case SHOOGI_END_ERROR:
    case SHOOGI_END_BOARD:
    case SHOOGI_END_OTHER:
    case SHOOGI_END_COUNT: break;
    }
    return result;
}

bool shg_end_misleads(shoogi_end end, shoogi_colour side, shoogi_outcome outcome)
{
    const shoogi_outcome told = shg_end_result(end, side).outcome;
    return (told == SHOOGI_OUTCOME_BLACK && outcome == SHOOGI_OUTCOME_WHITE) ||
           (told == SHOOGI_OUTCOME_WHITE && outcome == SHOOGI_OUTCOME_BLACK);
}

/* After a fault: to where the next record begins. */
static void skip_to_next(shg_reading *reading, const shg_format *format)
{
    if (!format->begins)
        reading->at = reading->bytes;
    while (take_line(reading))
        if (format->begins(reading->begin, reading->length)) {
            shg_reading_back(reading);
            break;
        }
}

/* Adds the text from a fault on to what may have been kept before. */
static shoogi_status add_rest(const shg_reading *reading, const char *fault)
{
    const char *const before = shoogi_record_rest(reading->record);
    const size_t bytes = (size_t)(reading->text + reading->at - fault);
    if (!before)
        return shg_record_set_rest(reading->record, fault, bytes);
    shg_out all = shg_out_growing();
    shg_out_text(&all, before);
    shg_out_bytes(&all, fault, bytes);
    const shoogi_status status =
        all.spent ? SHOOGI_NO_MEMORY : shg_record_set_rest(reading->record, all.bytes, all.length);
    free(all.bytes);
    return status;
}

shoogi_status shoogi_record_read(shoogi_record **out, size_t *used_bytes, shoogi_format format,
                                 const char *text, size_t text_bytes,
                                 const shoogi_record_reading *how, shoogi_error *errors,
                                 size_t errors_max, size_t *error_count)
{
    const shg_format *const reader = formats[format].format;
    shg_reading reading = { .text = text,
                            .bytes = text_bytes,
                            .at = mark_bytes(text, text_bytes),
                            .begin = text,
                            .how = how,
                            .errors = errors,
                            .errors_max = errors_max };
    reader->read(&reading);
    shoogi_status status = reading.status;
    const bool told = reading.error_count > 0 && errors[reading.error_count - 1].status == status;
    if (status == SHOOGI_TOO_BIG && !told)
        (void)shg_error_set(next_error(&reading, true), status, reading.line, reading.line > 0,
                            "expected a record of at most %d bytes and %d moves, found a larger one",
                            SHOOGI_RECORD_BYTES_MAX, SHOOGI_RECORD_NODES_MAX);
    else if (status == SHOOGI_NO_MEMORY && !told)
        (void)shg_error_set(next_error(&reading, true), status, reading.line, reading.line > 0,
                            "%s", shoogi_status_text(status));
    /* What cannot be read is kept, from the line of the fault on. */
    const char *const fault = reading.begin;
    if (status != SHOOGI_OK && (reading.line > 0 || take_line(&reading)))
        skip_to_next(&reading, reader);
    const bool kept =
        how->keep && reading.record && (status == SHOOGI_BAD_TEXT || status == SHOOGI_ILLEGAL);
    if (kept) {
        const shoogi_status room = add_rest(&reading, fault);
        status = room == SHOOGI_OK ? status : room;
    }
    shg_walker_fini(&reading.walker);
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

/* --- writing ------------------------------------------------------------------------------------- */

bool shg_is_startpos(const shoogi_position *position)
{
    shoogi_position *start = NULL;
    if (shoogi_position_new(&start, shoogi_position_variant(position)) != SHOOGI_OK)
        return false;
    const bool same = shoogi_position_hash(start) == shoogi_position_hash(position) &&
                      shoogi_position_ply(position) == 1;
    shoogi_position_free(start);
    return same;
}

uint32_t shg_losses_of(const shoogi_record *record)
{
    const shoogi_variant *const game = shoogi_position_variant(shoogi_record_start(record));
    uint32_t losses = shoogi_record_headers(record) > 0 ? SHG_LOSS(HEADERS) : 0;
    if (shoogi_variant_name(game)[0] != '\0')
        losses |= SHG_LOSS(GAME);
    if (shoogi_position_ply(shoogi_record_start(record)) != 1)
        losses |= SHG_LOSS(NUMBER);
    if (shoogi_record_rest(record))
        losses |= SHG_LOSS(REST);
    for (shoogi_node n = 0; n < shoogi_record_nodes(record); n++) {
        const shoogi_node_info node = shoogi_record_node(record, n);
        if (node.comment)
            losses |= SHG_LOSS(COMMENTS);
        if (node.bookmark)
            losses |= SHG_LOSS(BOOKMARKS);
        if (node.time_ms >= 0)
            losses |= node.end == SHOOGI_END_NONE ? SHG_LOSS(TIMES) : SHG_LOSS(END_TIME);
        if (node.time_ms > 0 && node.time_ms % 1000 != 0)
            losses |= SHG_LOSS(FRACTIONS);
        if (node.end != SHOOGI_END_NONE)
            losses |= SHG_LOSS(END);
        if (node.next_sibling != SHOOGI_NO_NODE)
            losses |= SHG_LOSS(VARIATIONS);
    }
    return losses;
}

shoogi_status shoogi_record_write(char **out, size_t *out_bytes, uint32_t *losses,
                                  shoogi_format format, const shoogi_record *record,
                                  const shoogi_record_writing *how, shoogi_error *err)
{
    shg_writing writing = {
        .record = record, .out = shg_out_growing(), .losses = shg_losses_of(record), .err = err
    };
    if (how)
        writing.how = *how;
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
