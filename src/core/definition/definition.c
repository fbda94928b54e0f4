#include "core/definition/definition.h"

#include "base/text.h"
#include "core/variant/variant_int.h"

#include <assert.h>
#include <string.h>

#define NAMED(name) name, sizeof(name) - 1
const shg_parameter_row shg_parameter_rows[] = {
#define NUMBER(ident, name, least, most, usual)                                                    \
    [SHG_P_##ident] = { NAMED(name), SHG_NUMBER, least, most, usual, NULL },
#define WORDS(ident, name, words, usual)                                                           \
    [SHG_P_##ident] = { NAMED(name), SHG_WORDS, 0, 0, usual, words },
#define VALUE(ident, name)    [SHG_P_##ident] = { NAMED(name), SHG_VALUE, 0, 0, 0, NULL },
#define ADDS(ident, name)     [SHG_P_##ident] = { NAMED(name), SHG_ADDS, 0, 0, 0, NULL },
#define OF_PIECE(ident, name) [SHG_P_##ident] = { NAMED(name), SHG_OF_PIECE, 0, 0, 0, NULL },
#define LOOKS(ident, name)    [SHG_P_##ident] = { NAMED(name), SHG_LOOKS, 0, 0, 0, NULL },
#include "core/definition/parameters.def"
#undef NUMBER
#undef WORDS
#undef VALUE
#undef ADDS
#undef OF_PIECE
#undef LOOKS
};
#undef NAMED
_Static_assert(sizeof shg_parameter_rows / sizeof shg_parameter_rows[0] == SHG_PARAMETERS,
               "a row for every parameter");

/* --- values -------------------------------------------------------------------------------------- */

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool shg_span_is(shg_span span, const char *text)
{
    return shg_text_same(span.bytes, span.count, text, strlen(text));
}

bool shg_read_number(shg_faults *faults, shg_span span, const char *what, int least, int most,
                     int *out)
{
    const bool negative = span.count > 1 && span.bytes[0] == '-';
    const size_t digits = negative ? 1 : 0;
    size_t at = digits;
    long value = 0;
    for (; at < span.count && shg_is_digit(span.bytes[at]); at++)
        if (value < 100000)
            value = value * 10 + (span.bytes[at] - '0');
    if (negative)
        value = -value;
    if (at > digits && at == span.count && value >= least && value <= most) {
        *out = (int)value;
        return true;
    }
    /* A number out of range is quoted as a whole; after a number, only the rest is quoted. */
    while (at > digits && at < span.count && is_space_character(span.bytes[at]))
        at++;
    const shg_span wrong = at > digits && at < span.count ? shg_span_from(span, at) : span;
    if (least == 0 && most == 1)
        shg_fault_text(faults, wrong, "0 or 1");
    else
        shg_fault_text_format(faults, wrong, "%s from %d to %d", what, least, most);
    return false;
}

int shg_word_index(const char *words, shg_span span)
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

void shg_fault_words(shg_faults *faults, shg_span value, const char *words)
{
    char expected[96];
    shg_out out = shg_out_make(expected, sizeof expected);
    for (;;) {
        const size_t count = strcspn(words, "|");
        shg_out_bytes(&out, words, count);
        if (words[count] == '\0')
            break;
        words += count + 1;
        shg_out_text(&out, strchr(words, '|') ? ", " : " or ");
    }
    shg_fault_text(faults, value, expected);
}

/* Ids appear in notation: an optional plus, a letter, letters and digits in ASCII, and an optional mark, as XBoard
 * uses in large variants. */
static bool id_is_well_formed(const char *id)
{
    id += *id == '+';
    if (!shg_is_letter(*id))
        return false;
    size_t count = 0;
    while (shg_is_letter(id[count]) || shg_is_digit(id[count]))
        count++;
    if (id[count] == '\'' || id[count] == '!')
        count++;
    return id[count] == '\0' && count <= 6;
}

bool shg_may_be_id(shg_span span)
{
    return span.count > 0 && (shg_is_letter(span.bytes[0]) || span.bytes[0] == '+');
}

bool shg_line_id(char id[SHG_ID_BYTES], const shg_piece_line *line, shg_faults *faults)
{
    const bool given = line->id.count > 0;
    const shg_span span = given ? line->id : (shg_span){ line->name.bytes, line->name.count > 0 };
    size_t count = 0;
    for (; count < span.count && count + 1 < SHG_ID_BYTES; count++)
        id[count] = shg_upper(span.bytes[count]);
    id[count] = '\0';
    if (count == span.count && id_is_well_formed(id))
        return true;
    if (faults)
        shg_fault_text(faults, given ? line->id : line->name,
                       "an id of up to 6 letters and digits, optionally after +");
    return false;
}

/* --- words of the text --------------------------------------------------------------------------- */

typedef struct reader {
    const char *text;
    size_t bytes, at;
    shg_faults *faults;
    shg_arena *arena;
    shg_definition *out;
    bool lenient, page, by_lines;
    size_t line_end; /* of the line looked at last, and whether it has but one item */
    bool one_item;
    size_t given_room, extra_room, kind_room, hole_room;
    bool spent; /* out of memory */
} reader;

static bool at_end(const reader *r)
{
    return r->at == r->bytes;
}

static void skip_spaces(reader *r)
{
    while (!at_end(r) && is_space_character(r->text[r->at]))
        r->at++;
}

/* Whether what is left of a page's line has no second parameter or piece. */
static bool has_one_item(reader *r)
{
    if (!r->by_lines)
        return false;
    if (r->at < r->line_end || (r->at == r->line_end && r->at > 0))
        return r->one_item;
    size_t equals = 0, colons = 0;
    for (r->line_end = r->at; r->line_end < r->bytes && r->text[r->line_end] != '\n';
         r->line_end++) {
        equals += r->text[r->line_end] == '=';
        colons += r->text[r->line_end] == ':';
    }
    r->one_item = (equals == 0 && colons <= 4) || (equals <= 1 && colons == 0);
    return r->one_item;
}

/* The end of the spaces that begin here, in this line. */
static size_t end_of_spaces(const reader *r)
{
    size_t at = r->at;
    while (at < r->bytes && (r->text[at] == ' ' || r->text[at] == '\t'))
        at++;
    return at;
}

/* Skips spaces beside ":" and "=" in a page, where a line is one parameter or piece. */
static void skip_spaces_beside(reader *r)
{
    if (!at_end(r) && has_one_item(r))
        r->at = end_of_spaces(r);
}

static void skip_line(reader *r)
{
    while (!at_end(r) && r->text[r->at] != '\n')
        r->at++;
}

/* The text from here up to a space, the end, or one of the stops (never NUL). */
static shg_span read_until(reader *r, const char *stops)
{
    const size_t start = r->at;
    for (; !at_end(r) && !is_space_character(r->text[r->at]); r->at++)
        if (r->text[r->at] != '\0' && strchr(stops, r->text[r->at]))
            break;
    return (shg_span){ r->text + start, r->at - start };
}

static shg_span here(const reader *r)
{
    return (shg_span){ r->text + r->at, 0 };
}

/* The array, with space for one more object of size bytes; NULL: out of memory. */
static void *widened(reader *r, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t wider = *room ? *room * 2 : 32;
    void *const copy = shg_arena_alloc(r->arena, wider, size);
    if (!copy) {
        r->spent = true;
        return NULL;
    }
    if (count > 0)
        memcpy(copy, array, count * size);
    *room = wider;
    return copy;
}

static void add_line(reader *r, shg_piece_line **lines, size_t *count, size_t *room,
                     const shg_piece_line *line)
{
    shg_piece_line *const wider = widened(r, *lines, *count, room, sizeof *wider);
    if (!wider)
        return;
    *lines = wider;
    wider[(*count)++] = *line;
}

/* --- parameters ---------------------------------------------------------------------------------- */

/* The edit distance of two names, counted up to 3. */
static size_t distance(shg_span a, const char *b)
{
    enum { LONGEST = 32 };
    const size_t b_count = strlen(b);
    size_t row[LONGEST + 1];
    if (a.count > LONGEST || b_count > LONGEST)
        return 3;
    for (size_t j = 0; j <= b_count; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.count; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_count; j++) {
            const size_t above = row[j];
            size_t best = diagonal + (shg_lower(a.bytes[i - 1]) != shg_lower(b[j - 1]));
            best = above + 1 < best ? above + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[b_count];
}

/* whole: name=value. */
static void fault_unknown(reader *r, shg_span name, shg_span whole)
{
    size_t best = 3;
    const char *nearest = NULL;
    for (size_t i = 0; i < SHG_PARAMETERS; i++) {
        const size_t d = distance(name, shg_parameter_rows[i].name);
        if (d < best && d < name.count) {
            best = d;
            nearest = shg_parameter_rows[i].name;
        }
    }
    if (nearest)
        shg_fault_text_format(r->faults, whole, "a known parameter, perhaps %s", nearest);
    else
        shg_fault_text(r->faults, whole, "a known parameter, or --lenient to play without it");
}

/* Whether an unknown parameter is about the looks of a diagram, by the last word of its name: boardColor, tileSize. */
static bool is_about_looks(shg_span name)
{
    static const char *const words[] = {
        "Animation", "Border",  "Borders", "Click", "Color",  "Colour", "Coords",
        "Count",     "Counts",  "Dir",     "Font",  "Height", "Image",  "Label",
        "Labels",    "Markers", "Prefix",  "Shade", "Size",   "Sound",  "Style",
        "Symbol",    "Symbols", "Tile",    "Tiles", "Width",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t count = strlen(words[i]);
        if (name.count >= count &&
            shg_text_same(name.bytes + name.count - count, count, words[i], count))
            return true;
    }
    return false;
}

/* Keeps an unknown parameter.  The last value of a name counts, and each name gives one warning. */
static void keep_unknown(reader *r, shg_span name, shg_span value, shg_span whole)
{
    shg_definition *const out = r->out;
    for (size_t i = 0; i < out->extra_count; i++) {
        if (!shg_text_same(out->extras[i].name.bytes, out->extras[i].name.count, name.bytes,
                           name.count))
            continue;
        out->extras[i].value = value;
        return;
    }
    if (out->extra_count == SHG_EXTRAS_MAX) {
        shg_fault_text(r->faults, whole, "at most 256 unknown parameters");
        return;
    }
    if (!is_about_looks(name))
        shg_warning(r->faults, whole, "a known parameter, as this rule is not played here");
    shg_extra *const wider =
        widened(r, out->extras, out->extra_count, &r->extra_room, sizeof *wider);
    if (!wider)
        return;
    out->extras = wider;
    wider[out->extra_count++] = (shg_extra){ name, value };
}

static void add_given(reader *r, shg_parameter p, shg_span value)
{
    shg_definition *const out = r->out;
    if (shg_span_is(value, "none")) {
        out->cleared[p] = true;
        size_t kept = 0;
        for (size_t i = 0; i < out->given_count; i++)
            if (out->given[i].parameter != p)
                out->given[kept++] = out->given[i];
        out->given_count = kept;
        return;
    }
    shg_given *const wider =
        widened(r, out->given, out->given_count, &r->given_room, sizeof *wider);
    if (!wider)
        return;
    out->given = wider;
    wider[out->given_count++] =
        (shg_given){ .parameter = p, .value = value, .line = out->kind_count };
}

static void read_number_value(reader *r, shg_parameter p, shg_span value)
{
    const shg_parameter_row *const row = &shg_parameter_rows[p];
    const bool size = p == SHG_P_FILES || p == SHG_P_RANKS;
    if (p == SHG_P_TRADE_THRESHOLD && shg_span_is(value, "off")) {
        r->out->number[p] = SHG_DERIVED;
        return;
    }
    if (p == SHG_P_TRADE_THRESHOLD && shg_may_be_id(value)) {
        r->out->number[p] = SHG_BY_ID;
        return;
    }
    /* Diagrams in pages have letters for 26 files only. */
    const int most = p == SHG_P_FILES && r->page ? 26 : row->most;
    (void)shg_read_number(r->faults, value, size ? "a number" : "a whole number", row->least, most,
                          &r->out->number[p]);
}

static void read_words_value(reader *r, shg_parameter p, shg_span value)
{
    const int word = shg_word_index(shg_parameter_rows[p].words, value);
    if (word >= 0) {
        r->out->number[p] = word;
    } else if (p == SHG_P_STALEMATE) {
        /* The Interactive Diagram treats any other value so. */
        shg_warning(r->faults, value, "draw, win or loss");
        r->out->number[p] = SHG_STALEMATE_WIN;
    } else {
        shg_fault_words(r->faults, value, shg_parameter_rows[p].words);
    }
}

/* SHG_PARAMETERS: no parameter has this name. */
static size_t find_parameter(shg_span name)
{
    size_t p = 0;
    while (p < SHG_PARAMETERS && !shg_text_same(name.bytes, name.count, shg_parameter_rows[p].name,
                                                shg_parameter_rows[p].name_bytes))
        p++;
    return p;
}

bool shg_is_note_name(shg_span name)
{
    return shg_is_note((shg_parameter)find_parameter(name));
}

/* The rest of the line without surrounding spaces. */
static shg_span read_line(reader *r)
{
    while (!at_end(r) && r->text[r->at] != '\n' && is_space_character(r->text[r->at]))
        r->at++;
    const size_t start = r->at;
    skip_line(r);
    while (r->at > start && is_space_character(r->text[r->at - 1]))
        r->at--;
    return (shg_span){ r->text + start, r->at - start };
}

/* A value ends at the next space, or at the end of the line if nothing else is defined on the line. */
static shg_span read_value(reader *r)
{
    const size_t start = r->at;
    const shg_span word = read_until(r, "");
    for (size_t at = r->at; at < r->bytes && r->text[at] != '\n'; at++)
        if (r->text[at] == ':' || r->text[at] == '=')
            return word;
    r->at = start;
    return read_line(r);
}

static void read_parameter(reader *r, shg_span name)
{
    const size_t p = find_parameter(name);
    const shg_span value = shg_is_note((shg_parameter)p) ? read_line(r) : read_value(r);
    const shg_span whole = { name.bytes, (size_t)(value.bytes + value.count - name.bytes) };
    if (p == SHG_PARAMETERS) {
        if (r->lenient)
            keep_unknown(r, name, value, whole);
        else
            fault_unknown(r, name, whole);
        return;
    }
    const shg_form form = shg_parameter_rows[p].form;
    if (form == SHG_ADDS || form == SHG_OF_PIECE) {
        add_given(r, (shg_parameter)p, value);
        return;
    }
    if (r->out->value[p].bytes)
        shg_warning(r->faults, whole, "one value of this parameter");
    r->out->value[p] = value;
    if (form == SHG_NUMBER)
        read_number_value(r, (shg_parameter)p, value);
    else if (form == SHG_WORDS)
        read_words_value(r, (shg_parameter)p, value);
}

/* --- pieces -------------------------------------------------------------------------------------- */

/* The fields after the name: id, moves, image, squares, and an optional hand, separated by colons. */
static void read_piece(reader *r, shg_span name)
{
    static const char *const missing[] = { "\":\" and the moves", "\":\" and an image name",
                                           "\":\" and the squares" };
    shg_span fields[3];
    for (size_t i = 0; i < 3; i++) {
        r->at++; /* skip the colon before the field */
        skip_spaces_beside(r);
        fields[i] = read_until(r, ":");
        skip_spaces_beside(r);
        if (at_end(r) || r->text[r->at] != ':') {
            if (i == 0 && find_parameter(name) < SHG_PARAMETERS)
                shg_fault_text(r->faults, (shg_span){ name.bytes + name.count, 1 },
                               "\"=\" after the name of a parameter");
            else
                shg_fault_text(r->faults, here(r), missing[i]);
            skip_line(r);
            return;
        }
    }
    r->at++;
    skip_spaces_beside(r);
    shg_piece_line line = { .name = name, .id = fields[0], .moves = fields[1], .image = fields[2] };
    line.squares = read_until(r, ":");
    line.hand = here(r);
    if (!at_end(r) && r->text[r->at] == ':') {
        r->at++;
        line.hand = read_until(r, "");
    }
    if (shg_span_is(name, "hole")) {
        add_line(r, &r->out->holes, &r->out->hole_count, &r->hole_room, &line);
        return;
    }
    if (r->out->kind_count == SHOOGI_KINDS_MAX) {
        shg_fault_text(r->faults, name, "at most 511 piece lines");
        return;
    }
    if (name.count == 0 && line.image.count == 0)
        shg_fault_text(r->faults, line.image, "an image name of a piece without a name");
    if (name.count == 0 && line.moves.count == 0)
        shg_fault_text(r->faults, line.moves, "the moves of a piece without a name");
    add_line(r, &r->out->kinds, &r->out->kind_count, &r->kind_room, &line);
}

/* The beginning of a text, after the byte order mark that some editors write. */
static size_t behind_mark(const char *text, size_t bytes)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return bytes >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1
                                                                                : 0;
}

/* Whether only spaces precede it on its line. */
static bool begins_line(const reader *r, size_t at)
{
    const size_t start = behind_mark(r->text, r->bytes);
    while (at > start && r->text[at - 1] != '\n' && is_space_character(r->text[at - 1]))
        at--;
    return at == start || r->text[at - 1] == '\n';
}

/* Skips separators between words. comments: lines that begin with "#" count as separators. */
static void skip_to_word(reader *r, bool comments)
{
    for (skip_spaces(r); comments && !at_end(r) && r->text[r->at] == '#' && begins_line(r, r->at);
         skip_spaces(r))
        skip_line(r);
}

/* Text that looks like a comment and is none. */
static bool is_like_comment(shg_span word)
{
    return word.count > 0 &&
           (word.bytes[0] == '#' || (word.count > 1 && memcmp(word.bytes, "//", 2) == 0));
}

/* Whether the rest of the line, from here on, has something of a definition on it: a parameter, or the four colons of a
 * piece. */
static bool defines(const reader *r, size_t at)
{
    unsigned colons = 0;
    for (; at < r->bytes && r->text[at] != '\n'; at++) {
        if (r->text[at] == '=')
            return true;
        colons += r->text[at] == ':';
    }
    return colons >= 4;
}

/* Passes over the rest of a line that begins at start, as the Interactive Diagram does. */
static void pass_over_line(reader *r, size_t start)
{
    r->at = start;
    shg_warning(r->faults, read_line(r), "a parameter or a piece");
}

/* A piece name with "=" in it, on any line, is an error reported where the name begins. */
static void fault_name(reader *r, shg_span name)
{
    size_t count = 0;
    while (count < name.count && name.bytes[count] != '\r' && name.bytes[count] != '\n')
        count++;
    count += count == name.count; /* including the "=" if it is on the same line */
    shg_fault_text(r->faults, (shg_span){ name.bytes, count },
                   "name=value without spaces, or the name of a piece without \"=\"");
    (void)read_value(r);
}

/* Whether a known parameter in a page has spaces before its "=". */
static bool is_parameter_apart(reader *r, shg_span word)
{
    const size_t at = end_of_spaces(r);
    return at < r->bytes && r->text[at] == '=' && has_one_item(r) &&
           find_parameter(word) < SHG_PARAMETERS;
}

/* The name of a piece is everything from its first word to the colon. */
static void read_words(reader *r)
{
    shg_span name = { 0 };
    /* After so many errors further parsing is pointless. */
    while (!r->spent && r->faults->error_count < SHOOGI_DEFINITION_ERRORS_MAX) {
        skip_to_word(r, !r->page && name.count == 0);
        if (at_end(r)) {
            if (name.count > 0)
                shg_fault_text(r->faults, here(r), "a piece line after the name");
            return;
        }
        const shg_span word = read_until(r, ":=");
        const bool begins = name.count == 0;
        const size_t start = (size_t)(word.bytes - r->text);
        if (begins && r->by_lines && !is_like_comment(word) && !defines(r, start)) {
            pass_over_line(r, start);
            continue;
        }
        if (!begins && !r->page && word.count > 0 && *word.bytes == '#' && begins_line(r, start)) {
            shg_fault_text(r->faults, word, "the rest of the name of a piece, before any comment");
            skip_line(r);
            continue;
        }
        if (begins)
            name = word;
        name.count = (size_t)(word.bytes + word.count - name.bytes);
        while (r->by_lines && name.count > 0 && is_space_character(name.bytes[name.count - 1]))
            name.count--;
        if (begins && is_parameter_apart(r, word))
            skip_spaces_beside(r);
        const char next = at_end(r) ? ' ' : r->text[r->at];
        if (next == '=' && begins) {
            r->at++;
            skip_spaces_beside(r);
            read_parameter(r, word);
        } else if (next == '=' && r->by_lines) {
            /* To the Interactive Diagram the line is a parameter with a strange name. */
            pass_over_line(r, (size_t)(name.bytes - r->text));
        } else if (next == '=') {
            fault_name(r, name);
        } else if (begins && is_like_comment(word)) {
            static const char in_page[] = "a parameter or a piece";
            static const char elsewhere[] =
                "a parameter or a piece, as only a line that begins with # is a comment";
            const char *const expected = r->page ? in_page : elsewhere;
            const shg_span rest = read_line(r);
            const shg_span comment = { word.bytes, (size_t)(rest.bytes + rest.count - word.bytes) };
            /* The Interactive Diagram skips all other lines. */
            if (r->lenient)
                shg_warning(r->faults, comment, expected);
            else
                shg_fault_text(r->faults, comment, expected);
        } else if (next == ':') {
            read_piece(r, name);
        } else {
            continue;
        }
        name = (shg_span){ 0 };
    }
}

/* --- whole texts --------------------------------------------------------------------------------- */

/* Stops at control characters and invalid UTF-8, which could harm a terminal. */
static bool is_text(reader *r)
{
    for (size_t at = 0; at < r->bytes;) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, r->text + at, r->bytes - at);
        const bool control = (c < 0x20 && !is_space_character((char)c)) || (c >= 0x7F && c < 0xA0);
        if (c == 0xFFFD && took == 1) {
            shg_fault_text(r->faults, (shg_span){ r->text + at, 1 }, "text in UTF-8");
            return false;
        }
        if (control) {
            shg_fault_text(r->faults, (shg_span){ r->text + at, took },
                           "text without control characters");
            return false;
        }
        at += took;
    }
    return true;
}

/* Parses one text into *out, which has its defaults. */
static shoogi_status read_source(shg_definition *out, shg_arena *arena, const shg_source *source,
                                 const shoogi_parse_options *options, bool page, shg_faults *faults)
{
    reader r = { .text = source->bytes,
                 .bytes = source->count,
                 .at = behind_mark(source->bytes, source->count),
                 .faults = faults,
                 .arena = arena,
                 .out = out,
                 .lenient = page || (options && options->lenient),
                 .page = page,
                 .by_lines = source->by_lines };
    for (size_t p = 0; p < SHG_PARAMETERS; p++)
        out->number[p] = shg_parameter_rows[p].usual;
    out->from_page = page;
    if (is_text(&r))
        read_words(&r);
    return r.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
}

/* How names are compared: exactly but for case, or as people spell them. */
typedef bool same_name(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

/* Whether the name is in "a,b,c". */
static bool is_in_list(shg_span list, shg_span name, same_name *is_same)
{
    for (size_t at = 0; at <= list.count;) {
        const shg_span rest = shg_span_from(list, at);
        const char *const comma = rest.count > 0 ? memchr(rest.bytes, ',', rest.count) : NULL;
        const size_t count = comma ? (size_t)(comma - rest.bytes) : rest.count;
        if (is_same(rest.bytes, count, name.bytes, name.count))
            return true;
        at += count + 1;
    }
    return false;
}

/* The next value of a parameter in a text that may have errors.  *at: as in shg_text_next_aliases. */
static bool next_value(shg_span *found, size_t *at, const char *text, size_t text_bytes,
                       const char *name)
{
    reader r = { .text = text,
                 .bytes = text_bytes,
                 .at = *at > 0 ? *at : behind_mark(text, text_bytes) };
    for (skip_to_word(&r, true); !at_end(&r); skip_to_word(&r, true)) {
        const shg_span parameter = read_until(&r, "=");
        if (at_end(&r) || text[r.at] != '=')
            continue;
        r.at++;
        const shg_span value = shg_is_note_name(parameter) ? read_line(&r) : read_until(&r, "");
        *at = r.at;
        if (shg_span_is(parameter, name) && value.count > 0) {
            *found = value;
            return true;
        }
    }
    return false;
}

bool shg_is_parameter(shg_span name)
{
    return find_parameter(name) < SHG_PARAMETERS;
}

/* Passes over the fields of a piece, from the colon before the first; false if some are missing. */
static bool skip_fields(reader *r)
{
    for (size_t i = 0; i < 4; i++) {
        if (at_end(r) || r->text[r->at] != ':')
            return false;
        r->at++;
        (void)read_until(r, ":");
    }
    if (!at_end(r) && r->text[r->at] == ':')
        (void)read_until(r, "");
    return true;
}

bool shg_text_has_other_words(const char *text, size_t text_bytes)
{
    reader r = { .text = text, .bytes = text_bytes, .at = behind_mark(text, text_bytes) };
    for (bool named = false;;) {
        skip_to_word(&r, !named);
        if (at_end(&r))
            return named;
        const shg_span word = read_until(&r, ":=");
        const char next = at_end(&r) ? ' ' : text[r.at];
        if (next == '=' && named)
            return true;
        if (next == '=') {
            r.at++;
            (void)(shg_is_note_name(word) ? read_line(&r) : read_value(&r));
        } else if (next == ':' && !skip_fields(&r)) {
            return true;
        }
        named = next != '=' && next != ':';
    }
}

bool shg_text_next_aliases(shg_span *list, size_t *at, const char *text, size_t text_bytes)
{
    return next_value(list, at, text, text_bytes, "alias");
}

shg_span shg_text_title(const char *text, size_t text_bytes)
{
    shg_span title = { 0 };
    for (size_t at = 0; next_value(&title, &at, text, text_bytes, "title");)
        ;
    return shg_span_is(title, "none") ? (shg_span){ 0 } : title;
}

/* The next letter of a title as it is compared; 0 at the end. */
static char title_letter(shg_span text, size_t *at)
{
    while (*at < text.count && text.bytes[*at] == ',')
        ++*at;
    if (*at == text.count)
        return '\0';
    const char letter = shg_lower(text.bytes[(*at)++]);
    return (char)(letter == '-' || letter == '_' ? ' ' : letter);
}

bool shg_title_is(shg_span title, shg_span typed)
{
    char letter;
    size_t i = 0, k = 0;
    do {
        letter = title_letter(title, &i);
        if (letter != title_letter(typed, &k))
            return false;
    } while (letter != '\0');
    return title.count > 0;
}

bool shoogi_text_has_alias(const char *text, size_t text_bytes, const char *name, size_t name_bytes)
{
    shg_span list;
    for (size_t at = 0; shg_text_next_aliases(&list, &at, text, text_bytes);)
        if (is_in_list(list, (shg_span){ name, name_bytes }, shg_text_same))
            return name_bytes > 0;
    return false;
}

bool shg_text_has_name(const char *text, size_t text_bytes, shg_span name)
{
    const shg_span title = shg_text_title(text, text_bytes);
    shg_span list;
    for (size_t at = 0; shg_text_next_aliases(&list, &at, text, text_bytes);)
        if (is_in_list(list, name, shg_name_same))
            return true;
    return title.count > 0 && shg_name_same(title.bytes, title.count, name.bytes, name.count);
}

/* --- a definition applied to its base ------------------------------------------------------------ */

/* The number of the piece line of base with the same id; 0: none. */
static size_t same_piece(const shg_definition *base, const shg_piece_line *line)
{
    char id[SHG_ID_BYTES], other[SHG_ID_BYTES];
    if (!shg_line_id(id, line, NULL))
        return 0;
    for (size_t i = 0; i < base->kind_count; i++)
        if (shg_line_id(other, &base->kinds[i], NULL) && strcmp(id, other) == 0)
            return i + 1;
    return 0;
}

/* The piece lines of base, with those of def that have the same id in their places, and the others after them. moved:
 * [def->kind_count + 1], filled with the new place of each line of def; replaced: [base->kind_count + 1]. */
static shoogi_status lay_pieces(shg_definition *def, shg_arena *arena, const shg_definition *base,
                                size_t *moved, bool *replaced, shg_faults *faults)
{
    const size_t room = def->kind_count + base->kind_count;
    shg_piece_line *const kinds = shg_arena_array(arena, shg_piece_line, room);
    if (!kinds)
        return SHOOGI_NO_MEMORY;
    size_t count = base->kind_count;
    if (count > 0)
        memcpy(kinds, base->kinds, count * sizeof *kinds);
    for (size_t i = 0; i < def->kind_count; i++) {
        size_t place = same_piece(base, &def->kinds[i]);
        if (place == 0 || replaced[place])
            place = ++count; /* a duplicate id in one text is reported later */
        else
            replaced[place] = true;
        kinds[place - 1] = def->kinds[i];
        moved[i + 1] = place;
    }
    if (count > SHOOGI_KINDS_MAX)
        shg_fault_text(faults, def->kinds[def->kind_count - 1].name,
                       "at most 511 pieces together with those of the base");
    def->kinds = kinds;
    def->kind_count = count;
    return SHOOGI_OK;
}

/* Cumulative parameters: those of base, unless cancelled or belonging to a replaced piece, then those of def. */
static shoogi_status lay_given(shg_definition *def, shg_arena *arena, const shg_definition *base,
                               const size_t *moved, const bool *replaced)
{
    shg_given *const given =
        shg_arena_array(arena, shg_given, def->given_count + base->given_count + 1);
    if (!given)
        return SHOOGI_NO_MEMORY;
    size_t count = 0;
    bool royals = false;
    bool tells = def->cleared[SHG_P_HISTORY]; /* with a history of its own it is another variant */
    for (size_t i = 0; i < def->given_count; i++)
        tells = tells || def->given[i].parameter == SHG_P_HISTORY;
    for (size_t i = 0; i < base->given_count; i++) {
        const shg_given *const g = &base->given[i];
        const bool of_piece = shg_parameter_rows[g->parameter].form == SHG_OF_PIECE;
        royals = royals || g->parameter == SHG_P_ROYAL;
        if (g->parameter != SHG_P_ALIAS && g->parameter != SHG_P_TITLE &&
            !def->cleared[g->parameter] && !(of_piece && replaced[g->line]) &&
            !(tells && shg_is_note(g->parameter))) {
            given[count] = *g;
            given[count++].inherited = true;
        }
    }
    /* The last piece of base, if it is the royal, stays royal when pieces follow it. */
    if (!royals && !def->cleared[SHG_P_ROYAL] && base->kind_count > 0)
        given[count++] = (shg_given){ .parameter = SHG_P_ROYAL, .number = (int)base->kind_count };
    for (size_t i = 0; i < def->given_count; i++) {
        given[count] = def->given[i];
        given[count].line = moved[def->given[i].line];
        count++;
    }
    def->given = given;
    def->given_count = count;
    return SHOOGI_OK;
}

/* Applies def to base: *def becomes the complete definition. */
static shoogi_status lay_over(shg_definition *def, shg_arena *arena, const shg_definition *base,
                              shg_faults *faults)
{
    size_t *const moved = shg_arena_array(arena, size_t, def->kind_count + 1);
    bool *const replaced = shg_arena_array(arena, bool, base->kind_count + 1);
    shoogi_status status = moved && replaced ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = lay_pieces(def, arena, base, moved, replaced, faults);
    if (status == SHOOGI_OK)
        status = lay_given(def, arena, base, moved, replaced);
    if (status != SHOOGI_OK)
        return status;
    for (size_t p = 0; p < SHG_PARAMETERS; p++) {
        if (def->value[p].bytes || p == SHG_P_BASE)
            continue;
        def->value[p] = base->value[p];
        def->number[p] = base->number[p];
        def->inherited[p] = true;
    }
    /* A part of a game that others are based on, without a board of its own, says nothing about their defaults. */
    const bool whole = base->number[SHG_P_FILES] != SHG_MISSING &&
                       base->number[SHG_P_RANKS] != SHG_MISSING && base->kind_count > 0;
    if (whole)
        def->usual_holdings = base->usual_holdings;
    def->based = true;
    if (def->hole_count == 0) {
        def->holes = base->holes;
        def->hole_count = base->hole_count;
    }
    return SHOOGI_OK;
}

/* --- bases --------------------------------------------------------------------------------------- */

static bool names_base(const shg_definition *def)
{
    const shg_span name = def->value[SHG_P_BASE];
    return name.bytes && !shg_span_is(name, "none");
}

/* Whether a text of this name has been parsed already. names: [count] looked up so far. */
static bool was_read(const shg_span *names, size_t count, shg_span name)
{
    for (size_t i = 0; i < count; i++)
        if (shg_text_same(names[i].bytes, names[i].count, name.bytes, name.count))
            return true;
    return false;
}

/* Why a text that was found is unusable; NULL: it is usable. */
static const char *refuse_base(const shg_faults *faults, shoogi_status found, const char *text,
                               size_t text_bytes)
{
    if (found == SHOOGI_NOT_FOUND)
        return "the name of a definition";
    if (found != SHOOGI_OK)
        return "the name of a definition that can be read";
    if (text_bytes > SHOOGI_DEFINITION_BYTES_MAX)
        return "the name of a definition of at most 262144 bytes";
    for (size_t i = 0; i < faults->source_count; i++) /* by another of its names */
        if (faults->sources[i].bytes == text)
            return "the name of a definition that is not based on this one";
    return NULL;
}

/* Finds the text of the last name in names and adds it to the sources, or reports why not. */
static shoogi_status find_base(shg_faults *faults, const shoogi_parse_options *options,
                               const shg_span *names, size_t name_count)
{
    const shg_span name = names[name_count - 1];
    const char *text = NULL, *refused = NULL;
    size_t text_bytes = 0;
    if (name.count == 0)
        refused = "the name of a definition";
    else if (!options || !options->lookup)
        refused = "no base, as there are no other definitions here";
    else if (was_read(names, name_count - 1, name))
        refused = "the name of a definition that is not based on this one";
    else if (faults->source_count == SHG_SOURCES_MAX)
        refused = "at most 8 definitions, each based on the next";
    if (!refused) {
        const shoogi_status found =
            options->lookup(options->context, name.bytes, name.count, &text, &text_bytes);
        if (found == SHOOGI_NO_MEMORY)
            return found;
        refused = refuse_base(faults, found, text, text_bytes);
    }
    if (refused)
        shg_fault_rules(faults, name, refused);
    else
        faults->sources[faults->source_count++] =
            (shg_source){ .bytes = text, .count = text_bytes, .name = names[0] };
    return SHOOGI_OK;
}

/* --- complete definitions ------------------------------------------------------------------------ */

static bool has_lists(const shg_definition *def)
{
    const shg_span list = def->value[SHG_P_PROMOTE_TO];
    return list.bytes && !shg_span_is(list, "none");
}

bool shg_definition_chess_style(const shg_definition *def)
{
    return def->number[SHG_P_PROMO_OFFSET] == 0 &&
           !shg_span_is(def->value[SHG_P_PROMO_CHOICE], "+") && !has_lists(def);
}

static bool has_partners(const shg_definition *def)
{
    return !shg_definition_chess_style(def) && !has_lists(def);
}

static bool has_pieces_in_hand(const shg_definition *def)
{
    for (size_t i = 0; i < def->kind_count; i++)
        if (def->kinds[i].hand.count > 0 && !shg_span_is(def->kinds[i].hand, "0"))
            return true;
    return false;
}

/* holdingsType is that of def, or that of its base. */
static int usual_number(const shg_definition *def, shg_parameter p, int holdings)
{
    const bool chess = shg_definition_chess_style(def);
    switch ((int)p) {
    case SHG_P_DROP:
        if (def->number[SHG_P_HOLDINGS] < 0)
            return SHG_DROP_ANY;
        return def->number[SHG_P_HOLDINGS] == 0 && has_pieces_in_hand(def) ? SHG_DROP_OWN
                                                                           : SHG_DROP_NONE;
    case SHG_P_DROP_FACES: return def->number[SHG_P_FLIP] != SHG_FLIP_NONE;
    case SHG_P_PROMO_WHEN:
        return chess ? SHG_WHEN_END : holdings != 0 ? SHG_WHEN_TOUCH : SHG_WHEN_ENTER;
    case SHG_P_PROMO_MUST: return chess ? SHG_MUST_ALWAYS : SHG_MUST_NEVER;
    case SHG_P_MUST_MOVE: return holdings < 0;
    case SHG_P_CHECK: return holdings < 0 ? SHG_CHECK_STRICT : SHG_CHECK_CAPTURE;
    }
    return shg_parameter_rows[p].usual;
}

int shg_definition_defaults(const shg_definition *def, shg_parameter p)
{
    return usual_number(def, p, def->number[SHG_P_HOLDINGS]);
}

/* Fills in the defaults that depend on other parameters.  With a base they are those of the base: holdingsType then
 * changes the hands and nothing else. */
static void set_derived_defaults(shg_definition *def, shg_faults *faults)
{
    /* As in the Interactive Diagram, but only a page leaves its size unsaid on purpose. */
    for (shg_parameter p = SHG_P_FILES; p <= SHG_P_RANKS; p++) {
        if (def->number[p] != SHG_MISSING)
            continue;
        def->number[p] = 8;
        if (!def->from_page && def->kind_count > 0 && !shg_faults_any(faults))
            shg_warning_format(faults, shg_faults_end(faults), "%s= (8 is assumed)",
                               shg_parameter_rows[p].name);
    }
    /* The Interactive Diagram promotes the pieces of the first line on the last rank without asking. */
    if (def->from_page && !def->based && def->number[SHG_P_PROMO_MUST] == SHG_DERIVED &&
        has_partners(def) && def->number[SHG_P_HOLDINGS] == 0 &&
        def->number[SHG_P_FLIP] == SHG_FLIP_NONE)
        def->number[SHG_P_PROMO_MUST] = SHG_MUST_LAST;
    for (size_t p = 0; p < SHG_PARAMETERS; p++)
        if (def->number[p] == SHG_DERIVED)
            def->number[p] = usual_number(def, (shg_parameter)p, def->usual_holdings);
}

/* tradeThreshold=GB: the number of the piece line, once all lines are known. */
static void find_threshold(shg_definition *def, shg_faults *faults)
{
    int *const number = &def->number[SHG_P_TRADE_THRESHOLD];
    const shg_span value = def->value[SHG_P_TRADE_THRESHOLD];
    for (size_t i = 0; i < def->kind_count && *number == SHG_BY_ID; i++) {
        char id[SHG_ID_BYTES];
        if (shg_line_id(id, &def->kinds[i], NULL) && shg_span_is(value, id))
            *number = (int)i + 1;
    }
    if (*number == SHG_BY_ID)
        shg_fault_rules(faults, value, "off, a number or an id of this game");
}

shoogi_status shg_definition_read(shg_definition *out, shg_arena *arena,
                                  const shoogi_parse_options *options, shg_faults *faults)
{
    shg_definition *const defs = shg_arena_array(arena, shg_definition, SHG_SOURCES_MAX);
    shg_span names[SHG_SOURCES_MAX];
    size_t count = 0;
    shoogi_status status = defs ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    while (status == SHOOGI_OK && count < faults->source_count) {
        shg_definition *const def = &defs[count];
        const bool page = count == 0 && options && options->page;
        status = read_source(def, arena, &faults->sources[count], options, page, faults);
        count++;
        if (status == SHOOGI_OK && !shg_faults_any(faults) && names_base(def)) {
            names[count - 1] = def->value[SHG_P_BASE];
            status = find_base(faults, options, names, count);
        }
    }
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++)
        defs[i].usual_holdings = defs[i].number[SHG_P_HOLDINGS];
    for (size_t i = count; i > 1 && status == SHOOGI_OK && !shg_faults_any(faults); i--)
        status = lay_over(&defs[i - 2], arena, &defs[i - 1], faults);
    if (status != SHOOGI_OK)
        return status;
    *out = defs[0];
    set_derived_defaults(out, faults);
    find_threshold(out, faults);
    return SHOOGI_OK;
}
