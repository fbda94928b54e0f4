/* format_shoogi.c: our own format, which represents everything in a record, one item a line.  Source:
 * docs/record-format.md, "Our own record". */
#include "base/error.h"
#include "notation/words/cursor.h"
#include "notation/records/record_int.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

static const char first_line[] = "shoogi record ";
static const char version[] = "1";
enum { WORD_BYTES = 24, HASH_DIGITS = 16 };

/* --- words --------------------------------------------------------------------------------------- */

static const char *const outcome_words[] = {
    [SHOOGI_OUTCOME_NONE] = "none",
    [SHOOGI_OUTCOME_BLACK] = "black",
    [SHOOGI_OUTCOME_WHITE] = "white",
    [SHOOGI_OUTCOME_DRAW] = "draw",
    [SHOOGI_OUTCOME_NO_CONTEST] = "no-contest",
};
static const char *const end_names[] = {
#define TERMINATION(name, word, kif, csa) #name,
#include "shoogi/termination.def"
#undef TERMINATION
};
static const char *const reason_names[] = {
#define REASON(name, words) #name,
#include "shoogi/result.def"
#undef REASON
};
enum {
    OUTCOMES = sizeof outcome_words / sizeof outcome_words[0],
    ENDS = sizeof end_names / sizeof end_names[0],
    REASONS = sizeof reason_names / sizeof reason_names[0]
};

/* ILLEGAL_BEFORE: "illegal-before". */
static void to_word(char out[static WORD_BYTES], const char *name)
{
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < WORD_BYTES; i++)
        out[i] = name[i] == '_' ? '-' : shg_lower(name[i]);
    out[i] = '\0';
}

/* The index of the name whose word is next; count: none. */
static unsigned find_word(const char *const *names, unsigned count, const char *text, size_t bytes)
{
    for (unsigned i = 0; i < count; i++) {
        char word[WORD_BYTES];
        to_word(word, names[i]);
        if (strlen(word) == bytes && memcmp(word, text, bytes) == 0)
            return i;
    }
    return count;
}

void shg_result_write(shg_out *out, shoogi_termination end, shoogi_result result)
{
    char word[WORD_BYTES];
    to_word(word, end_names[end]);
    shg_out_format(out, "%s %s", word, outcome_words[result.outcome]);
    if (result.reason != SHOOGI_REASON_NONE) {
        to_word(word, reason_names[result.reason]);
        shg_out_format(out, " %s", word);
    }
}

const char shg_end_text_sign[] = " : ";

const char *shg_result_read(shoogi_termination *end, shoogi_result *result, shg_cursor *c)
{
    const char *const words[] = { "how the game ended, such as resign", "who won, such as black",
                                  NULL };
    for (unsigned i = 0; i < 3; i++) {
        const size_t before = c->at;
        while (shg_cursor_take(c, ' '))
            continue;
        size_t bytes = 0;
        while (c->at + bytes < c->bytes && c->text[c->at + bytes] != ' ')
            bytes++;
        const char *const word = c->text + c->at;
        const unsigned count = i == 0 ? ENDS : i == 1 ? OUTCOMES : REASONS;
        const unsigned index = find_word(i == 0   ? end_names
                                         : i == 1 ? outcome_words
                                                  : reason_names,
                                         count, word, bytes);
        if (index == count || (i != 1 && index == 0)) { /* "none" is neither a termination nor a
                                                           reason */
            c->at = words[i] ? c->at : before;
            return words[i];
        }
        if (i == 0)
            *end = (shoogi_termination)index;
        else if (i == 1)
            *result = (shoogi_result){ (shoogi_outcome)index, SHOOGI_REASON_NONE };
        else
            result->reason = (shoogi_reason)index;
        c->at += bytes;
    }
    return NULL;
}

void shg_seconds_write(shg_out *out, int64_t time_ms)
{
    shg_out_format(out, "%lld", (long long)(time_ms / 1000));
    if (time_ms % 1000 != 0)
        shg_out_format(out, ".%03d", (int)(time_ms % 1000));
}

bool shg_seconds_read(int64_t *time_ms, shg_cursor *c)
{
    int64_t ms = 0;
    const size_t from = c->at;
    for (; shg_is_digit(shg_cursor_next(c)) && ms <= SHOOGI_RECORD_TIME_MS_MAX; c->at++)
        ms = ms * 10 + (shg_cursor_next(c) - '0') * 1000;
    if (c->at == from)
        return false;
    if (shg_cursor_take(c, '.'))
        for (int64_t unit = 100; shg_is_digit(shg_cursor_next(c)); c->at++, unit /= 10)
            ms += (shg_cursor_next(c) - '0') * unit;
    *time_ms = ms;
    return ms <= SHOOGI_RECORD_TIME_MS_MAX;
}

static bool begins_shoogi(const char *line, size_t line_bytes)
{
    return line_bytes >= sizeof first_line - 1 &&
           memcmp(line, first_line, sizeof first_line - 1) == 0;
}

void shg_header_write(shg_out *out, const char *name, const char *value)
{
    if (shg_is_digit(name[0]) || strchr("*&> ", name[0]) || begins_shoogi(name, strlen(name)))
        shg_out_char(out, '\\');
    for (; *name != '\0'; name++) {
        if (*name == ':' || *name == '\\')
            shg_out_char(out, '\\');
        shg_out_char(out, *name);
    }
    shg_out_format(out, ":%s%s\n", value[0] != '\0' ? " " : "", value);
}

size_t shg_header_colon(const shg_reading *r, size_t at)
{
    while (at < r->length && r->begin[at] != ':')
        at += r->begin[at] == '\\' && at + 1 < r->length ? 2 : 1;
    return at < r->length ? at : r->length;
}

shoogi_status shg_header_read(shg_reading *r, size_t at, size_t colon)
{
    shg_out name = shg_out_growing();
    shg_out_text(&name, "");
    for (size_t i = at; i < colon; i++) {
        i += r->begin[i] == '\\' && i + 1 < colon;
        shg_out_char(&name, r->begin[i]);
    }
    const size_t value =
        colon + 1 < r->length && r->begin[colon + 1] == ' ' ? colon + 2 : colon + 1;
    if (name.spent)
        r->status = SHOOGI_NO_MEMORY;
    else if (name.length == 0)
        (void)shg_reading_fail(r, at, r->length - at, "a name before the colon");
    else
        (void)shg_reading_header(r, name.bytes, name.length, r->begin + value, r->length - value);
    free(name.bytes);
    return r->status;
}

/* --- reading ------------------------------------------------------------------------------------- */

/* What is read before the record can be made. */
typedef struct opening {
    const shoogi_variant *variant;
    shoogi_position *start;
} opening;

/* Whether the line begins with a word and a space; *at is then after them. */
static bool takes(size_t *at, const shg_reading *r, const char *word)
{
    const size_t bytes = strlen(word);
    if (r->length < bytes || memcmp(r->begin, word, bytes) != 0)
        return false;
    *at = bytes;
    return true;
}

/* The lines that follow need a record: makes it unless it exists. */
static void begin(shg_reading *r, opening *o)
{
    if (r->record || r->status != SHOOGI_OK)
        return;
    if (!o->start)
        r->status = shoogi_position_new(&o->start, o->variant);
    (void)shg_reading_start(r, o->start);
}

static void read_rules(shg_reading *r, const opening *o, size_t at)
{
    char now[HASH_DIGITS + 1], expected[80];
    uint64_t hash;
    r->status = shoogi_variant_hash(&hash, o->variant);
    if (r->status != SHOOGI_OK)
        return;
    shg_out text = shg_out_make(now, sizeof now);
    shg_out_format(&text, "%016llx", (unsigned long long)hash);
    if (shg_text_same(r->begin + at, r->length - at, now, HASH_DIGITS))
        return;
    text = shg_out_make(expected, sizeof expected);
    shg_out_format(&text, "the current rules of this game, %s", now);
    shg_reading_warn(r, at, r->length - at, expected);
}

static void read_start(shg_reading *r, opening *o, size_t at)
{
    shoogi_error err = { .status = SHOOGI_OK };
    r->status = shoogi_position_new(&o->start, o->variant);
    if (r->status != SHOOGI_OK)
        return;
    const shoogi_status status = shoogi_sfen_read(o->start, r->begin + at, r->length - at, &err);
    if (status == SHOOGI_PARSE_ERROR)
        (void)shg_reading_refuse(r, at, &err);
    else
        r->status = status;
}

/* The node before move number, on the last line read; reports an error if there is none. */
static bool go_before(shg_reading *r, unsigned number)
{
    shoogi_node n = r->last;
    shoogi_node_info node = shoogi_record_node(r->record, n);
    while (n != 0 && (node.termination != SHOOGI_TERMINATION_NONE || node.ply >= number)) {
        n = node.parent;
        node = shoogi_record_node(r->record, n);
    }
    if (node.ply + 1 != number) {
        char expected[40];
        shg_out text = shg_out_make(expected, sizeof expected);
        shg_out_format(&text, "a number from 1 to %u", node.ply + 1);
        (void)shg_reading_fail(r, 0, r->length, expected);
        return false;
    }
    return shg_reading_go(r, n) == SHOOGI_OK;
}

/* The optional time after a move or a termination. */
static void read_time(shg_reading *r, shg_cursor *c)
{
    int64_t time_ms;
    while (shg_cursor_take(c, ' '))
        continue;
    const size_t at = c->at;
    if (!shg_is_digit(shg_cursor_next(c)))
        return;
    if (shg_seconds_read(&time_ms, c))
        shoogi_record_set_time(r->record, r->last, time_ms);
    else
        (void)shg_reading_fail(r, at, r->length - at, "seconds, as 12 or 12.345");
}

static void read_move(shg_reading *r, shg_cursor *c)
{
    size_t bytes = 0;
    shoogi_move move;
    shoogi_error err = { .status = SHOOGI_OK };
    while (c->at + bytes < c->bytes && c->text[c->at + bytes] != ' ')
        bytes++;
    const size_t at = c->at;
    c->at += bytes;
    const shoogi_status status =
        shoogi_usi_read(&move, r->walker.position, c->text + at, bytes, &err);
    if (status == SHOOGI_OK)
        (void)shg_reading_move(r, at, move);
    else
        (void)shg_reading_refuse(r, at, &err);
}

static void read_end(shg_reading *r, shg_cursor *c)
{
    shoogi_termination end;
    shoogi_result result;
    const char *const expected = shg_result_read(&end, &result, c);
    const char *const text = memchr(c->text + c->at, ':', c->bytes - c->at);
    if (expected) {
        (void)shg_reading_fail(r, c->at, c->bytes - c->at, expected);
        return;
    }
    size_t from = text ? (size_t)(text - c->text) + 1 : c->bytes;
    from += from < c->bytes && c->text[from] == ' ';
    (void)shg_reading_end(r, end, result, text ? c->text + from : NULL, c->bytes - from);
}

/* A line that came twice is no variation: it would cut the line that it repeats. */
static void check_doubled(shg_reading *r, shoogi_node before)
{
    if (r->status != SHOOGI_OK || r->last != before + 1)
        return;
    const shoogi_node_info one = shoogi_record_node(r->record, before);
    const shoogi_node_info two = shoogi_record_node(r->record, r->last);
    if (one.parent == two.parent && one.move == two.move && one.termination == two.termination)
        shg_reading_warn(r, 0, r->length, "another move than that of the line before");
}

/* 12 7g7f 3.5, 13 end resign white 60, 14 end other none : word. */
static void read_node(shg_reading *r)
{
    const shoogi_node before = r->last;
    shg_cursor c = { .text = r->begin, .bytes = r->length };
    unsigned number;
    if (!shg_cursor_number(&number, &c, SHOOGI_RECORD_NODES_MAX) || !shg_cursor_take(&c, ' ')) {
        (void)shg_reading_fail(r, 0, r->length, "the number of a move and a move");
        return;
    }
    if (!go_before(r, number))
        return;
    const size_t left = c.bytes - c.at;
    const bool end =
        left >= 3 && memcmp(c.text + c.at, "end", 3) == 0 && (left == 3 || c.text[c.at + 3] == ' ');
    c.at += end ? 3 : 0;
    if (end)
        read_end(r, &c);
    else
        read_move(r, &c);
    if (r->status == SHOOGI_OK)
        read_time(r, &c);
    while (end && shg_cursor_take(&c, ' '))
        continue;
    if (r->status == SHOOGI_OK && !shg_cursor_done(&c) && !(end && shg_cursor_next(&c) == ':'))
        (void)shg_reading_fail(r, c.at, c.bytes - c.at,
                               end ? "a reason, a time or the end of the line"
                                   : "a time or the end of the line");
    check_doubled(r, before);
}

/* The first line of unparsed text is one that could not be read there: a quoted line of a record could. */
static void check_quoted(shg_reading *r, const char *text, size_t bytes)
{
    shg_cursor c = { .text = text, .bytes = bytes };
    const shoogi_node_info last = shoogi_record_node(r->record, r->last);
    unsigned number;
    shoogi_move move;
    shoogi_termination end;
    shoogi_result result;
    if (last.termination != SHOOGI_TERMINATION_NONE ||
        !shg_cursor_number(&number, &c, SHOOGI_RECORD_NODES_MAX) || number != last.ply + 1 ||
        !shg_cursor_take(&c, ' '))
        return;
    size_t word = c.at;
    while (word < bytes && text[word] != ' ')
        word++;
    const bool is_end = word - c.at == 3 && memcmp(text + c.at, "end", 3) == 0;
    shg_cursor after = { .text = text, .bytes = bytes, .at = word };
    if (is_end ? shg_result_read(&end, &result, &after) == NULL
               : shoogi_usi_read(&move, r->walker.position, text + c.at, word - c.at, NULL) ==
                     SHOOGI_OK)
        shg_reading_warn(r, 0, r->length, "a move or an end without >");
}

/* * comment, & bookmark, > unparsed text: the part after the sign and a space. */
static size_t text_at(const shg_reading *r)
{
    return r->length > 1 && r->begin[1] == ' ' ? 2 : 1;
}

/* A line before the first move; false if it is none of those. */
static bool read_opening(shg_reading *r, opening *o)
{
    size_t at;
    const size_t colon = shg_header_colon(r, 0);
    if (colon < r->length) {
        begin(r, o);
        (void)shg_header_read(r, 0, colon);
    } else if (!r->record && !o->start && takes(&at, r, "game ")) {
        /* The rules on the next line are those of this game and of no other. */
        const shoogi_variant *const found = shg_reading_find_game(r, at, r->length - at);
        shoogi_error err;
        if (!found) {
            (void)shg_error_expected(&err, SHOOGI_NOT_FOUND, 0, 0, "the name of a game",
                                     r->begin + at, r->length - at);
            (void)shg_reading_refuse(r, at, &err);
        }
        o->variant = found ? found : o->variant;
    } else if (!r->record && !o->start && takes(&at, r, "rules ")) {
        read_rules(r, o, at);
    } else if (!r->record && !o->start && takes(&at, r, "start ")) {
        read_start(r, o, at);
    } else {
        return false;
    }
    return true;
}

/* A record being read. */
typedef struct own {
    shg_reading *r;
    opening opening;
    bool any, begun;  /* its first line, and a line after the headers, have been read */
    shg_out unparsed; /* bytes: NULL until there is a line of it */
} own;

static void read_version(shg_reading *r)
{
    const size_t at = sizeof first_line - 1;
    if (r->length != at + sizeof version - 1 ||
        memcmp(r->begin + at, version, sizeof version - 1) != 0)
        (void)shg_reading_fail(r, at, r->length - at, "1, the version");
}

/* A line after the headers: a move, a termination, or something about the last one. */
static void read_body(own *o)
{
    shg_reading *const r = o->r;
    const char *const text = r->begin + text_at(r);
    const size_t bytes = r->length - text_at(r);
    o->begun = true;
    begin(r, &o->opening);
    if (r->status != SHOOGI_OK)
        return;
    if (r->begin[0] == '>') {
        if (!o->unparsed.bytes)
            check_quoted(r, text, bytes);
        shg_out_text(&o->unparsed, o->unparsed.bytes ? "\n" : "");
        shg_out_bytes(&o->unparsed, text, bytes);
    } else if (o->unparsed.bytes) {
        (void)shg_reading_fail(r, 0, r->length, "> and an unparsed line");
    } else if (r->begin[0] == '*') {
        (void)shg_reading_comment(r, text, bytes);
    } else if (r->begin[0] == '&') {
        r->status = shoogi_record_set_bookmark(r->record, r->last, text, bytes);
    } else {
        read_node(r);
    }
}

static void read_line(own *o)
{
    shg_reading *const r = o->r;
    if (r->length == 0 || r->begin[0] == '\0')
        return;
    if (!o->any)
        (void)shg_reading_fail(r, 0, r->length, "shoogi record 1");
    else if (strchr("*&>", r->begin[0]) || shg_is_digit(r->begin[0]))
        read_body(o);
    else if (o->begun)
        (void)shg_reading_fail(r, 0, r->length, "the number of a move and a move");
    else if (!read_opening(r, &o->opening))
        (void)shg_reading_fail(r, 0, r->length, "a header, as black: Anna, or a move");
}

static void read_shoogi(shg_reading *r)
{
    own o = { .r = r, .opening = { .variant = r->options->variant }, .unparsed = shg_out_growing() };
    while (r->status == SHOOGI_OK && shg_reading_line(r)) {
        if (!begins_shoogi(r->begin, r->length)) {
            read_line(&o);
        } else if (!o.any) {
            o.any = true;
            read_version(r);
        } else {
            shg_reading_back(r);
            break;
        }
    }
    if (r->status == SHOOGI_OK && !o.any)
        (void)shg_reading_fail(r, 0, 0, "shoogi record 1");
    begin(r, &o.opening);
    if (o.unparsed.bytes && r->status == SHOOGI_OK)
        r->status = o.unparsed.spent
                        ? SHOOGI_NO_MEMORY
                        : shg_record_set_unparsed(r->record, o.unparsed.bytes, o.unparsed.length);
    free(o.unparsed.bytes);
    shoogi_position_free(o.opening.start);
}

/* --- writing ------------------------------------------------------------------------------------- */

void shg_lines_write(shg_out *out, const char *sign, const char *text)
{
    while (text) {
        const char *const end = strchr(text, '\n');
        const size_t bytes = end ? (size_t)(end - text) : strlen(text);
        shg_out_text(out, sign);
        shg_out_text(out, bytes > 0 ? " " : "");
        shg_out_bytes(out, text, bytes);
        shg_out_char(out, '\n');
        text = end ? end + 1 : NULL;
    }
}

static shoogi_status write_opening(shg_writing *w)
{
    const shoogi_position *const start = shoogi_record_start(w->record);
    const shoogi_variant *const variant = shoogi_position_variant(start);
    uint64_t hash;
    const shoogi_status status = shoogi_variant_hash(&hash, variant);
    if (status != SHOOGI_OK)
        return status;
    shg_out_format(&w->out, "%s%s%s\n", w->options.follows_another ? "\n" : "", first_line,
                   version);
    if (shoogi_variant_name(variant)[0] != '\0')
        shg_out_format(&w->out, "game %s\n", shoogi_variant_name(variant));
    shg_out_format(&w->out, "rules %016llx\n", (unsigned long long)hash);
    if (!shg_is_startpos(start)) {
        shg_out_text(&w->out, "start ");
        shg_out_sfen(&w->out, start);
        shg_out_char(&w->out, '\n');
    }
    for (size_t h = 0; h < shoogi_record_header_count(w->record); h++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, w->record, h);
        shg_header_write(&w->out, name, value);
    }
    return SHOOGI_OK;
}

/* position: before it. */
static void write_node(shg_writing *w, const shoogi_position *position,
                       const shoogi_node_info *node)
{
    char move[SHOOGI_MOVE_TEXT_BYTES];
    if (node->termination != SHOOGI_TERMINATION_NONE) {
        shg_out_format(&w->out, "%u end ", node->ply + 1);
        shg_result_write(&w->out, node->termination, node->result);
    } else {
        shg_out_format(&w->out, "%u ", node->ply);
        shg_out_bytes(&w->out, move, shoogi_usi_write(move, sizeof move, position, node->move));
    }
    if (node->time_ms >= 0) {
        shg_out_char(&w->out, ' ');
        shg_seconds_write(&w->out, node->time_ms);
    }
    if (node->termination_text)
        shg_out_format(&w->out, " : %s", node->termination_text);
    shg_out_char(&w->out, '\n');
}

static shoogi_status write_shoogi(shg_writing *w)
{
    shg_walker walker;
    shoogi_status status = shg_walker_init(&walker, w->record);
    if (status == SHOOGI_OK)
        status = write_opening(w);
    /* A variation follows the whole line that it replaces, so the number of its first move shows where it begins. */
    for (shoogi_node n = 0; n != SHOOGI_NO_NODE && status == SHOOGI_OK;
         n = shg_record_next(w->record, n)) {
        const shoogi_node_info node = shoogi_record_node(w->record, n);
        if (n > 0)
            status = shg_walker_go(&walker, node.parent);
        if (status == SHOOGI_OK && n > 0)
            write_node(w, walker.position, &node);
        else
            shg_out_char(&w->out, '\n');
        shg_lines_write(&w->out, "*", node.comment);
        shg_lines_write(&w->out, "&", node.bookmark);
    }
    shg_walker_fini(&walker);
    shg_lines_write(&w->out, ">", shoogi_record_unparsed(w->record));
    w->losses = 0;
    return status;
}

static unsigned looks_shoogi(const char *text, size_t text_bytes)
{
    size_t at = 0;
    while (at < text_bytes && (text[at] == '\n' || text[at] == '\r'))
        at++;
    return begins_shoogi(text + at, text_bytes - at) ? 100 : 0;
}

const shg_format shg_format_SHOOGI = { read_shoogi, write_shoogi, looks_shoogi, begins_shoogi,
                                       NULL };
