#include "core/definition.h"

#include "base/error.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

/* A place in the text that moves forward only. */
typedef struct scanner {
    const char *text;
    size_t bytes, at;
    size_t line, column;
} scanner;

typedef struct reader {
    scanner in;
    shg_definition *out;
    shg_arena *arena;
    shg_errors *errors;
    shoogi_status first; /* of the errors */
    size_t kind_room, hole_room;
} reader;

shoogi_error *shg_errors_next(shg_errors *errors)
{
    const size_t at = errors->count++;
    return at < errors->max ? &errors->errors[at] : NULL;
}

static void fault(reader *r, shg_span at, const char *expected)
{
    shoogi_error *const err = shg_errors_next(r->errors);
    const shoogi_status status = shg_error_expected(err, SHOOGI_BAD_TEXT, at.line, at.column,
                                                    expected, at.count ? at.bytes : NULL, at.count);
    if (r->first == SHOOGI_OK)
        r->first = status;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void advance(scanner *s)
{
    uint32_t code_point;
    const size_t took = shg_utf8_read(&code_point, s->text + s->at, s->bytes - s->at);
    if (s->text[s->at] == '\n') {
        s->line++;
        s->column = 1;
    } else {
        s->column++;
    }
    s->at += took;
}

static void skip_blanks(scanner *s)
{
    while (s->at < s->bytes && is_blank(s->text[s->at]))
        advance(s);
}

/* From here up to a blank, the end, or one of the stops. */
static shg_span read_until(scanner *s, const char *stops)
{
    shg_span span = { s->text + s->at, 0, s->line, s->column };
    while (s->at < s->bytes && !is_blank(s->text[s->at]) && !strchr(stops, s->text[s->at]))
        advance(s);
    span.count = (size_t)(s->text + s->at - span.bytes);
    return span;
}

static shg_span part_of(shg_span whole, size_t from, size_t count)
{
    return (shg_span){ whole.bytes + from, count, whole.line,
                       whole.column + shg_utf8_length(whole.bytes, from) };
}

static bool span_is(shg_span span, const char *text)
{
    return shg_text_same(span.bytes, span.count, text, strlen(text));
}

/* Reads a decimal integer, the whole of span.  False if it is none or out of range. */
static bool read_number(shg_span span, long least, long most, int *out)
{
    size_t i = 0;
    const bool negative = span.count > 1 && span.bytes[0] == '-';
    if (negative)
        i++;
    long value = 0;
    if (i == span.count)
        return false;
    for (; i < span.count; i++) {
        if (!shg_is_digit(span.bytes[i]) || value > 100000)
            return false;
        value = value * 10 + (span.bytes[i] - '0');
    }
    if (negative)
        value = -value;
    if (value < least || value > most)
        return false;
    *out = (int)value;
    return true;
}

/* The index of the word of "a|b|c" that span is, or -1. */
static int word_index(const char *words, shg_span span)
{
    for (int index = 0;; index++) {
        const size_t count = strcspn(words, "|");
        if (shg_text_same(words, count, span.bytes, span.count))
            return index;
        if (words[count] == '\0')
            return -1;
        words += count + 1;
    }
}

/* "a, b or c" of "a|b|c" */
static void list_words(shg_out *out, const char *words)
{
    for (;;) {
        const size_t count = strcspn(words, "|");
        shg_out_bytes(out, words, count);
        if (words[count] == '\0')
            return;
        words += count + 1;
        shg_out_text(out, strchr(words, '|') ? ", " : " or ");
    }
}

static void fault_words(reader *r, shg_span value, const char *words)
{
    char expected[96];
    shg_out out = shg_out_make(expected, sizeof expected);
    list_words(&out, words);
    fault(r, value, expected);
}

/* The place is that of the first character that does not fit: in 9x the x. */
static void fault_range(reader *r, shg_span value, const char *what, long least, long most)
{
    size_t digits = 0;
    while (digits < value.count && shg_is_digit(value.bytes[digits]))
        digits++;
    if (digits < value.count)
        value = part_of(value, digits, value.count - digits);
    char expected[96];
    shg_out out = shg_out_make(expected, sizeof expected);
    shg_out_format(&out, "%s from %ld to %ld", what, least, most);
    fault(r, value, expected);
}

static void read_drop_mate(reader *r, shg_span value)
{
    r->out->drop_mate = value; /* the ids are looked up when all are known */
}

/* Royals accumulate. */
static void read_royal(reader *r, shg_span value)
{
    int kind;
    if (!read_number(value, 1, SHOOGI_KINDS_MAX, &kind)) {
        fault_range(r, value, "the number of a piece line", 1, SHOOGI_KINDS_MAX);
    } else if (r->out->royal_count == SHG_ROYALS_MAX) {
        fault(r, value, "at most 16 royals");
    } else {
        r->out->royals[r->out->royal_count].kind = kind;
        r->out->royals[r->out->royal_count++].span = value;
    }
}

/* COUNT:RESULT */
static void read_repetition(reader *r, shg_span value)
{
    static const char results[] = "draw|no-contest";
    const char *const colon = memchr(value.bytes, ':', value.count);
    if (!colon) {
        fault(r, value, "a number and a result, such as 4:draw");
        return;
    }
    const size_t split = (size_t)(colon - value.bytes);
    const shg_span count = part_of(value, 0, split);
    const shg_span result = part_of(value, split + 1, value.count - split - 1);
    if (!read_number(count, 2, 99, &r->out->repetition_count))
        fault_range(r, count, "a number", 2, 99);
    const int index = word_index(results, result);
    if (index < 0)
        fault_words(r, result, results);
    else
        r->out->repetition_result = index;
}

/* none, agree or points:N */
static void read_impasse(reader *r, shg_span value)
{
    static const char points[] = "points:";
    const size_t prefix = sizeof points - 1;
    const int word = word_index("none|agree", value);
    if (word >= 0) {
        r->out->impasse = word;
    } else if (value.count > prefix && shg_text_same(value.bytes, prefix, points, prefix)) {
        const shg_span number = part_of(value, prefix, value.count - prefix);
        r->out->impasse = SHG_IMPASSE_POINTS;
        if (!read_number(number, 1, 9999, &r->out->impasse_points))
            fault_range(r, number, "a number of points", 1, 9999);
    } else {
        fault(r, value, "none, agree or points:N");
    }
}

typedef enum parameter_form { FORM_NUMBER, FORM_WORDS, FORM_SPECIAL, FORM_COSMETIC } parameter_form;

static const struct parameter {
    const char *name;
    parameter_form form;
    size_t offset; /* of an int in shg_definition */
    long least, most;
    const char *words;
    void (*read)(reader *r, shg_span value);
} parameters[] = {
#define NUMBER(name, field, least, most)                                                           \
    { name, FORM_NUMBER, offsetof(shg_definition, field), least, most, NULL, NULL },
#define WORDS(name, field, words)                                                                  \
    { name, FORM_WORDS, offsetof(shg_definition, field), 0, 0, words, NULL },
#define SPECIAL(name, function) { name, FORM_SPECIAL, 0, 0, 0, NULL, function },
#define COSMETIC(name)          { name, FORM_COSMETIC, 0, 0, 0, NULL, NULL },
#include "core/parameters.def"
#undef NUMBER
#undef WORDS
#undef SPECIAL
#undef COSMETIC
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* How many letters have to be changed, put in or left out to make one name of the other; counted to 3. */
static size_t distance(const char *a, size_t a_count, const char *b)
{
    enum { LONGEST = 32 };
    const size_t b_count = strlen(b);
    size_t row[LONGEST + 1];
    if (a_count > LONGEST || b_count > LONGEST)
        return 3;
    for (size_t j = 0; j <= b_count; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_count; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_count; j++) {
            const size_t above = row[j];
            size_t best = diagonal + (shg_lower(a[i - 1]) != shg_lower(b[j - 1]));
            best = above + 1 < best ? above + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[b_count];
}

static void fault_unknown(reader *r, shg_span name)
{
    char expected[80];
    shg_out out = shg_out_make(expected, sizeof expected);
    shg_out_text(&out, "a known parameter");
    size_t best = 3, nearest = PARAMETERS;
    for (size_t i = 0; i < PARAMETERS; i++) {
        const size_t d = distance(name.bytes, name.count, parameters[i].name);
        if (d < best) {
            best = d;
            nearest = i;
        }
    }
    if (nearest < PARAMETERS)
        shg_out_format(&out, " (%s?)", parameters[nearest].name);
    fault(r, name, expected);
}

static void read_parameter(reader *r, shg_span name, shg_span value)
{
    size_t index = 0;
    while (index < PARAMETERS && !span_is(name, parameters[index].name))
        index++;
    if (index == PARAMETERS) {
        fault_unknown(r, name);
        return;
    }
    const struct parameter *p = &parameters[index];
    int *const field = (int *)(void *)((char *)r->out + p->offset);
    switch (p->form) {
    case FORM_NUMBER:
        if (!read_number(value, p->least, p->most, field))
            fault_range(r, value, "a number", p->least, p->most);
        break;
    case FORM_WORDS: {
        const int word = word_index(p->words, value);
        if (word < 0)
            fault_words(r, value, p->words);
        else
            *field = word;
        break;
    }
    case FORM_SPECIAL: p->read(r, value); break;
    case FORM_COSMETIC: break;
    }
    if (span_is(name, "files"))
        r->out->files_span = value;
    if (span_is(name, "maxPromote"))
        r->out->max_promote_span = value;
}

/* A value runs to the next blank or, in the line form, to the end of the line. */
static shg_span read_value(scanner *s)
{
    return read_until(s, "");
}

/* Grows an array of piece lines by one; NULL when memory is spent. */
static shg_piece_line *grow(reader *r, shg_piece_line **lines, size_t *count, size_t *room)
{
    if (*count == *room) {
        const size_t wider = *room ? *room * 2 : 32;
        shg_piece_line *copy = shg_arena_array(r->arena, shg_piece_line, wider);
        if (!copy)
            return NULL;
        if (*count > 0)
            memcpy(copy, *lines, *count * sizeof **lines);
        *lines = copy;
        *room = wider;
    }
    return &(*lines)[(*count)++];
}

/* What follows the name: id, moves, image, squares and perhaps a hand, each but the last two up to the
 * next colon. */
static shoogi_status read_piece(reader *r, shg_span name)
{
    static const char *const missing[] = { "\":\" and the moves", "\":\" and an image name",
                                           "\":\" and the squares" };
    scanner *s = &r->in;
    shg_span fields[3];
    for (size_t i = 0; i < 3; i++) {
        advance(s); /* over the colon before the field */
        fields[i] = read_until(s, ":");
        if (s->at == s->bytes || s->text[s->at] != ':') {
            const bool end = s->at == s->bytes;
            fault(r, (shg_span){ s->text + s->at, end ? 0 : s->bytes - s->at, s->line, s->column },
                  missing[i]);
            return SHOOGI_OK;
        }
    }
    advance(s);
    shg_piece_line line = { .name = name, .id = fields[0], .moves = fields[1], .image = fields[2] };
    line.squares = read_until(s, ":");
    line.hand = (shg_span){ s->text + s->at, 0, s->line, s->column };
    if (s->at < s->bytes && s->text[s->at] == ':') {
        advance(s);
        line.hand = read_until(s, "");
    }
    shg_definition *out = r->out;
    const bool hole = span_is(name, "hole");
    if (!hole && out->kind_count == SHOOGI_KINDS_MAX) {
        fault(r, name, "at most 511 piece lines");
        return SHOOGI_OK;
    }
    shg_piece_line *place = hole ? grow(r, &out->holes, &out->hole_count, &r->hole_room)
                                 : grow(r, &out->kinds, &out->kind_count, &r->kind_room);
    if (!place)
        return SHOOGI_NO_MEMORY;
    *place = line;
    return SHOOGI_OK;
}

/* The name of a piece is all from its first word to the colon. */
static shoogi_status read_words(reader *r)
{
    scanner *s = &r->in;
    shg_span name = { 0 };
    for (;;) {
        skip_blanks(s);
        if (s->at == s->bytes) {
            if (name.count > 0)
                fault(r, (shg_span){ s->text, 0, s->line, s->column },
                      "a piece line after the name");
            return SHOOGI_OK;
        }
        const shg_span word = read_until(s, name.count > 0 ? ":" : ":=");
        if (name.count == 0)
            name = word;
        name.count = (size_t)(word.bytes + word.count - name.bytes);
        const char next = s->at < s->bytes ? s->text[s->at] : ' ';
        if (next == ':') {
            const shoogi_status status = read_piece(r, name);
            if (status != SHOOGI_OK)
                return status;
            name = (shg_span){ 0 };
        } else if (next == '=' && name.count == word.count) {
            advance(s);
            read_parameter(r, word, read_value(s));
            name = (shg_span){ 0 };
        }
    }
}

static void read_betza(reader *r)
{
    for (size_t i = 0; i < r->out->kind_count && r->first != SHOOGI_NO_MEMORY; i++) {
        shg_piece_line *line = &r->out->kinds[i];
        shoogi_error err;
        const shoogi_status status =
            shg_betza_read(&line->betza, r->arena, line->moves.bytes, line->moves.count,
                           line->moves.line, line->moves.column, &err);
        if (status == SHOOGI_OK)
            continue;
        shoogi_error *const place = shg_errors_next(r->errors);
        if (place)
            *place = err;
        if (r->first == SHOOGI_OK || status == SHOOGI_NO_MEMORY)
            r->first = status;
    }
}

shoogi_status shg_definition_read(shg_definition *out, shg_arena *arena, const char *text,
                                  size_t text_bytes, shg_errors *errors)
{
    reader r = { .in = { text, text_bytes, 0, 1, 1 }, .out = out, .arena = arena, .errors = errors };
    *out = (shg_definition){
        .files = SHG_PARAMETER_UNSET,
        .ranks = SHG_PARAMETER_UNSET,
        .first_rank = 1,
        .symmetry = SHG_SYMMETRY_MIRROR,
        .max_promote = 1,
        .promotion_ranks = 1,
        .promotion_choice = SHG_PARAMETER_UNSET,
        .drop_dead = 1,
        .stalemate = SHG_STALEMATE_DRAW,
        .check = SHG_PARAMETER_UNSET,
        .repetition_count = 4,
        .repetition_result = SHG_REPETITION_DRAW,
        .perpetual = SHG_PERPETUAL_LOSS,
        .impasse = SHG_IMPASSE_AGREE,
    };
    if (text_bytes > 0 && memchr(text, '\0', text_bytes)) {
        const size_t at = (size_t)((const char *)memchr(text, '\0', text_bytes) - text);
        while (r.in.at < at)
            advance(&r.in);
        fault(&r, (shg_span){ text + at, 1, r.in.line, r.in.column }, "text without NUL bytes");
        return r.first;
    }
    const shoogi_status status = read_words(&r);
    if (status != SHOOGI_OK)
        return status;
    out->line_count = r.in.line;
    out->last_column = r.in.column;
    read_betza(&r);
    return r.first;
}
