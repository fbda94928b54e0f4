/* movetext_read.c: reads PGN, PSN and lists of Western moves. */
#include "notation/records/game_clock.h"
#include "notation/records/move_word.h"
#include "notation/records/movetext.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

/* The work for variations by number: in their usual order, the last first, each move is passed once or twice. */
enum { REMADE_MAX = 16 * SHOOGI_RECORD_NODES_MAX };

/* A text being read. */
typedef struct movetext {
    shg_reading *r;
    const shg_movetext *style;
    size_t at;    /* offset in the line */
    bool in_line; /* there is a line */
    bool over;    /* the result has been read */
    bool any;     /* something has been read */
    /* Where the line continues after each ")" still to come. */
    shoogi_node *returns; /* [depth], owned */
    size_t depth, room;
    bool numbered;         /* after a number and before its move */
    unsigned number_first; /* of the first move; 0: none has been read */
    /* How moves are numbered, as a set of bits (1 << numbering), and a number to count from. */
    unsigned numberings, number_base, number_ply;
    unsigned numbered_ply; /* where the last number stood */
    size_t remade;         /* the work for variations by number so far */
    /* A comment without a node yet: it may give the termination. fresh: the one after it. */
    shg_out comment, fresh;
    bool has_comment, had_command;
    bool may_command; /* it was in braces: only there commands count */
    shg_game_clock clock;
    shg_verdict verdict; /* on the position after node verdict_at */
    shoogi_node verdict_at;
} movetext;

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t';
}

static char next(const movetext *m)
{
    return m->at < m->r->length ? m->r->begin[m->at] : '\0';
}

static const char *rest(const movetext *m)
{
    return m->r->begin + m->at;
}

static size_t left(const movetext *m)
{
    return m->r->length - m->at;
}

static bool take_line(movetext *m)
{
    m->at = 0;
    return m->in_line = shg_reading_line(m->r);
}

/* ---- Tags -------------------------------------------------------------------------------------- */

/* One tag; the name is borrowed from the line, the value owned (free bytes). */
typedef struct tag {
    const char *name;
    size_t name_bytes, value_at; /* offset of the value in the line */
    shg_out value;
} tag;

static void skip_spaces(movetext *m)
{
    while (is_space_character(next(m)))
        m->at++;
}

/* The value up to its quote; a quote without a bracket after it belongs to the value. */
static bool take_value(movetext *m, tag *t)
{
    t->value = shg_out_growing();
    shg_out_text(&t->value, "");
    t->value_at = m->at;
    for (; m->at < m->r->length; m->at++) {
        const char c = next(m);
        const size_t quote = m->at;
        if (c == '\\' && left(m) > 1 && (rest(m)[1] == '"' || rest(m)[1] == '\\')) {
            m->at++;
            shg_out_char(&t->value, next(m));
            continue;
        }
        if (c == '"') {
            m->at++;
            skip_spaces(m);
            if (next(m) == ']') {
                m->at++;
                return true;
            }
            m->at = quote;
        }
        shg_out_char(&t->value, c);
    }
    return false;
}

/* The next tag of the text; false after an error and at the first line that begins otherwise, which is un-read. */
static bool next_tag(movetext *m, tag *t)
{
    for (;;) {
        while (!m->in_line || m->at >= m->r->length || (m->at == 0 && next(m) == '%'))
            if (!take_line(m))
                return false;
        skip_spaces(m);
        if (m->at >= m->r->length)
            continue;
        if (next(m) != '[')
            return false;
        const size_t start = m->at++;
        skip_spaces(m);
        t->name = rest(m);
        t->name_bytes = 0;
        while (t->name_bytes < left(m) && !is_space_character(t->name[t->name_bytes]) &&
               t->name[t->name_bytes] != '"' && t->name[t->name_bytes] != ']')
            t->name_bytes++;
        m->at += t->name_bytes;
        skip_spaces(m);
        if (t->name_bytes == 0 || next(m) != '"') {
            (void)shg_reading_fail(m->r, start, m->r->length - start,
                                   "a tag such as [Black \"Anna\"]");
            return false;
        }
        m->at++;
        if (take_value(m, t))
            return true;
        free(t->value.bytes);
        (void)shg_reading_fail(m->r, m->at, 0, "\"]\" after the value");
        return false;
    }
}

static bool is_named(const tag *t, const char *name)
{
    return shg_text_same(t->name, t->name_bytes, name, strlen(name));
}

/* The position in a tag; other tags have none. */
static void read_position(movetext *m, shoogi_position *start, const tag *t)
{
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_status status = SHOOGI_OK;
    const char *const value = t->value.bytes;
    if (is_named(t, "FEN")) {
        status = shoogi_fen_read(start, value, t->value.length, &err);
    } else if (is_named(t, "SFEN")) {
        status = shoogi_sfen_read(start, value, t->value.length, &err);
    } else if (is_named(t, "Handicap")) {
        /* By name; for an unknown name the board is in another tag or the default. */
        const shoogi_handicap *const handicap =
            shoogi_variant_handicap_by_name(shoogi_position_variant(start), value, t->value.length);
        if (handicap &&
            shoogi_position_why_handicap_illegal(start, handicap->squares, handicap->square_count,
                                                 NULL, NULL, 0) == SHOOGI_ILLEGAL_NONE) {
            m->r->status =
                shoogi_position_handicap(start, handicap->squares, handicap->square_count);
            shoogi_position_setup_done(start); /* it is the start, and no move of the game */
            shoogi_position_set_ply(start, 1);
        }
    }
    if (status != SHOOGI_OK)
        (void)shg_reading_refuse(m->r, t->value_at, &err);
}

enum { DATE_BYTES = sizeof "2024/01/02" };

/* 2024.01.02 is a date here and 2024/01/02 in headers; other programs write that, too, or 2024-01-02, or 20240102.  Writes it as
 * headers have it; false if it is no whole date. */
static bool turn_date(char date[static DATE_BYTES], const char *text, size_t bytes)
{
    static const char with_signs[] = "dddd.dd.dd", without[] = "dddddddd";
    const bool signs = bytes == sizeof with_signs - 1;
    const char *const form = signs ? with_signs : without;
    bool good = bytes == strlen(form);
    for (size_t i = 0; good && i < bytes; i++)
        good = form[i] == 'd' ? shg_is_digit(text[i])
                              : strchr("./-", text[i]) && text[i] != '\0' && text[i] == text[4];
    if (!good)
        return false;
    const char *const month = text + (signs ? 5 : 4), *const day = text + (signs ? 8 : 6);
    if (!signs && (memcmp(month, "12", 2) > 0 || memcmp(day, "31", 2) > 0))
        return false; /* a number */
    shg_out out = shg_out_make(date, DATE_BYTES);
    shg_out_format(&out, "%.4s/%.2s/%.2s", text, month, day);
    return true;
}

static void read_header(movetext *m, const tag *t)
{
    static const char date_header[] = "start-time";
    char name[SHG_TAG_BYTES];
    const char *const value = t->value.bytes;
    const size_t bytes = t->value.length;
    if (shg_tag_says_nothing(value))
        return;
    if (is_named(t, "Time")) {
        const char *const date = shoogi_record_header(m->r->record, date_header);
        char both[64], same[DATE_BYTES];
        shg_out text = shg_out_make(both, sizeof both);
        if (!date || !turn_date(same, date, strlen(date)))
            return;
        shg_out_format(&text, "%s %s", date, value);
        if (text.length < sizeof both)
            (void)shg_reading_header(m->r, date_header, sizeof date_header - 1, both, text.length);
        return;
    }
    if (!shg_header_of_tag(name, m->style, t->name, t->name_bytes))
        return;
    char date[DATE_BYTES];
    const bool turned = strcmp(name, date_header) == 0 && turn_date(date, value, bytes);
    (void)shg_reading_header(m->r, name, strlen(name), turned ? date : value,
                             turned ? DATE_BYTES - 1 : bytes);
}

/* "HANDICAP:R@8b" as the first move.  Without a number before it, White's move has the number 1. */
static void read_handicap(movetext *m, shoogi_position *start)
{
    static const char word[] = "HANDICAP";
    const size_t word_bytes = sizeof word - 1;
    size_t at = m->at;
    bool number = false;
    for (; at < m->r->length && (is_space_character(m->r->begin[at]) || m->r->begin[at] == '.' ||
                                 shg_is_digit(m->r->begin[at]));
         at++)
        number = number || shg_is_digit(m->r->begin[at]);
    if (m->r->length - at < word_bytes ||
        !shg_text_same(m->r->begin + at, word_bytes, word, word_bytes))
        return;
    at += word_bytes;
    while (at < m->r->length && (is_space_character(m->r->begin[at]) || m->r->begin[at] == ':'))
        at++;
    size_t bytes = 0;
    while (at + bytes < m->r->length && !is_space_character(m->r->begin[at + bytes]))
        bytes++;
    shoogi_square squares[SHOOGI_SQUARES_MAX];
    size_t count = 0;
    shoogi_error err = { .status = SHOOGI_OK };
    if (shoogi_handicap_read(squares, &count, start, m->r->begin + at, bytes, &err) != SHOOGI_OK) {
        (void)shg_reading_refuse(m->r, at, &err);
        return;
    }
    if (m->r->status == SHOOGI_OK)
        m->r->status = shoogi_position_handicap(start, squares, count);
    shoogi_position_setup_done(start);
    shoogi_position_set_ply(start, number ? 2 : 1);
    m->at = at + bytes;
}

/* The tags, and the record with their contents.  Three passes: the variant is needed for the position, and the
 * position for the record.  Advances to the first move. */
static void read_tags(movetext *m)
{
    shg_reading *const r = m->r;
    const size_t text_at = r->at, line = r->line;
    const shoogi_variant *variant = r->options->variant;
    shoogi_position *start = NULL;
    size_t moves_at = 0;
    tag t;
    for (int pass = 0; pass < 3 && r->status == SHOOGI_OK; pass++) {
        r->at = text_at;
        r->line = line;
        m->in_line = false;
        while (r->status == SHOOGI_OK && next_tag(m, &t)) {
            m->any = true;
            if (t.value.spent)
                r->status = SHOOGI_NO_MEMORY;
            else if (pass == 0 && is_named(&t, "Variant"))
                variant = shg_reading_game(r, t.value_at, t.value.length);
            else if (pass == 1)
                read_position(m, start, &t);
            else if (pass == 2)
                read_header(m, &t);
            free(t.value.bytes);
        }
        if (pass == 0 && r->status == SHOOGI_OK)
            r->status = shoogi_position_new(&start, variant);
        if (pass == 1 && r->status == SHOOGI_OK && m->in_line)
            read_handicap(m, start);
        if (pass == 1) {
            moves_at = m->at;
            (void)shg_reading_start(r, start);
            shoogi_position_free(start);
        }
    }
    m->at = moves_at;
}

/* ---- Comments ---------------------------------------------------------------------------------- */

/* Adds the comment to the last node read, line by line. */
static void add_comment(movetext *m, const char *text, size_t bytes)
{
    for (size_t at = 0; at <= bytes;) {
        const char *const end = bytes > at ? memchr(text + at, '\n', bytes - at) : NULL;
        const size_t line = end ? (size_t)(end - text) - at : bytes - at;
        (void)shg_reading_comment(m->r, text + at, line);
        at += line + 1;
    }
}

/* Finds a command in the comment: *at its offset, *bytes its length, including brackets. */
static bool find_command(size_t *at, size_t *bytes, const movetext *m, const char *command)
{
    const char *const text = m->comment.bytes;
    const char *const found = m->may_command ? strstr(text, command) : NULL;
    const char *const end = found ? strchr(found, ']') : NULL;
    if (!end || memchr(found, '\n', (size_t)(end - found)))
        return false;
    *at = (size_t)(found - text);
    *bytes = (size_t)(end + 1 - found);
    return true;
}

/* Removes a command, and one of the spaces around it. */
static void cut_command(movetext *m, size_t at, size_t bytes)
{
    char *const text = m->comment.bytes;
    if (text[at + bytes] == ' ')
        bytes++;
    else if (at > 0 && text[at - 1] == ' ')
        at--, bytes++;
    memmove(text + at, text + at + bytes, m->comment.length - at - bytes + 1);
    m->comment.length -= bytes;
    m->had_command = true;
}

/* The time in the comment; -1: none. */
static int64_t cut_time(movetext *m)
{
    size_t at, bytes;
    int64_t time_ms;
    const size_t word = strlen(shg_time_command);
    if (!find_command(&at, &bytes, m, shg_time_command) ||
        !shg_clock_read(&time_ms, m->comment.bytes + at + word, bytes - word - 1))
        return -1;
    cut_command(m, at, bytes);
    return time_ms;
}

/* The clock in the comment gives the time of the move, if the one before it is known.  The text of a clock is kept unless
 * the writer can calculate it from the times. */
static void read_clk(movetext *m)
{
    shg_reading *const r = m->r;
    const size_t word = strlen(shg_clock_command);
    size_t at, bytes;
    int64_t left_ms;
    if (r->last == 0 || r->status != SHOOGI_OK ||
        shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE ||
        !find_command(&at, &bytes, m, shg_clock_command) ||
        !shg_clock_read(&left_ms, m->comment.bytes + at + word, bytes - word - 1))
        return;
    if (!m->clock.record)
        shg_game_clock_init(&m->clock, r->record);
    const int64_t before_ms = shg_game_clock_before(&m->clock, r->last);
    const bool rests = shg_game_clock_rests(&m->clock, r->last, left_ms);
    const int64_t time_ms = before_ms < 0 ? -1 : rests ? 0 : before_ms - left_ms + m->clock.gain_ms;
    r->status = shg_game_clock_set(&m->clock, r->last, left_ms);
    if (time_ms < 0 || time_ms > SHOOGI_RECORD_TIME_MS_MAX)
        return;
    if (shoogi_record_node(r->record, r->last).time_ms < 0)
        shoogi_record_set_time(r->record, r->last, time_ms);
    if (m->clock.limit_ms >= 0 && !rests &&
        shoogi_record_node(r->record, r->last).time_ms == time_ms)
        cut_command(m, at, bytes);
}

/* Adds the termination that the comment gives by a command; false: none. */
static bool cut_end(movetext *m)
{
    static const char colon[] = " : ";
    size_t at, bytes;
    shoogi_termination end;
    shoogi_result result;
    if (!find_command(&at, &bytes, m, shg_end_command))
        return false;
    const size_t begin = at + strlen(shg_end_command);
    shg_cursor c = { m->comment.bytes + begin, at + bytes - 1 - begin, 0, NULL };
    if (shg_result_read(&end, &result, &c) != NULL)
        return false;
    const char *word = NULL;
    if (c.bytes - c.at >= sizeof colon - 1 && memcmp(c.text + c.at, colon, sizeof colon - 1) == 0)
        word = c.text + c.at + sizeof colon - 1;
    else if (!shg_cursor_done(&c))
        return false;
    (void)shg_reading_end(m->r, end, result, word, word ? (size_t)(c.text + c.bytes - word) : 0);
    cut_command(m, at, bytes);
    return true;
}

static bool is_over(const movetext *m)
{
    return !m->r->foul.is_open &&
           shoogi_record_node(m->r->record, m->r->last).termination != SHOOGI_TERMINATION_NONE;
}

/* The pending comment, if any, belongs to the last node read. */
static void settle_comment(movetext *m)
{
    if (!m->has_comment || m->r->status != SHOOGI_OK)
        return;
    m->has_comment = false;
    if (!is_over(m))
        (void)cut_end(m);
    const bool timed = m->r->last != 0 && shoogi_record_node(m->r->record, m->r->last).time_ms < 0;
    const int64_t time_ms = timed ? cut_time(m) : -1;
    if (time_ms >= 0)
        shoogi_record_set_time(m->r->record, m->r->last, time_ms);
    read_clk(m);
    if (!m->had_command || m->comment.length > 0)
        add_comment(m, m->comment.bytes, m->comment.length);
}

/* Comments in braces have none within: where a command or a result follows one, the "}" before it is missing. */
static bool has_lost_brace(const movetext *m, const char *text, size_t bytes)
{
    shoogi_outcome outcome;
    const char *const end = text + bytes;
    for (const char *at = text; (at = memchr(at, '{', (size_t)(end - at))) != NULL; at++) {
        const size_t after = (size_t)(end - at) - 1;
        if ((after >= 2 && memcmp(at + 1, "[%", 2) == 0) ||
            (m->style->braces && after > 0 &&
             shg_result_token_read(&outcome, at + 1, after) == after))
            return true;
    }
    return false;
}

/* A warning about a comment in braces that has just been read, and may have begun on an earlier line. */
static void warn_comment(movetext *m, size_t bytes, const char *expected)
{
    const size_t from = m->at > bytes + 1 ? m->at - bytes - 2 : 0;
    shg_reading_warn(m->r, from, m->at - from, expected);
}

/* Reads "{...}", which may span several lines, or ";" and the rest of the line. */
static void take_comment(movetext *m, shg_out *text)
{
    text->length = 0;
    shg_out_text(text, "");
    const bool line = next(m) == ';';
    m->at++;
    if (line) {
        m->at += next(m) == ' ';
        shg_out_bytes(text, rest(m), left(m));
        m->at = m->r->length;
    }
    for (bool open = !line; open;) {
        const char *const end = left(m) > 0 ? memchr(rest(m), '}', left(m)) : NULL;
        const size_t bytes = end ? (size_t)(end - rest(m)) : left(m);
        shg_out_bytes(text, rest(m), bytes);
        m->at += bytes + (end ? 1 : 0);
        open = !end;
        if (open && !take_line(m)) {
            (void)shg_reading_fail(m->r, m->r->length, 0, "\"}\" at the end of the comment");
            return;
        }
        if (open)
            shg_out_char(text, '\n');
    }
    if (text->spent) {
        m->r->status = SHOOGI_NO_MEMORY;
        return;
    }
    if (!line && m->r->record && has_lost_brace(m, text->bytes, text->length))
        warn_comment(m, text->length, "\"}\" before the next comment");
    if (!line && text->length > 1 && text->bytes[0] == ' ' && text->bytes[text->length - 1] == ' ') {
        text->length -= 2; /* spaces that separate it from its braces */
        memmove(text->bytes, text->bytes + 1, text->length);
        text->bytes[text->length] = '\0';
    }
}

/* Makes the next comment the pending one. */
static void keep_comment(movetext *m)
{
    m->may_command = next(m) == '{';
    take_comment(m, &m->comment);
    m->has_comment = m->r->status == SHOOGI_OK;
    m->had_command = false;
}

/* ---- Terminations ------------------------------------------------------------------------------ */

/* A termination in words; outcome NONE: the words alone give the winner. */
static bool add_end_words(movetext *m, const char *text, size_t bytes, shoogi_outcome outcome,
                          bool words_decide)
{
    const shoogi_position *const position = m->r->walker.position;
    shoogi_termination end;
    shoogi_result result;
    const char *word;
    size_t word_bytes;
    if (!m->verdict.asked || m->verdict_at != m->r->last) {
        m->verdict = (shg_verdict){ .position = position };
        m->verdict_at = m->r->last;
    }
    if (!shg_end_words_read(&end, &result, &word, &word_bytes, text, bytes, outcome, &m->verdict))
        return false;
    if (words_decide)
        result = shg_end_result(end, shoogi_position_side(position));
    if (end != SHOOGI_TERMINATION_NONE)
        (void)shg_reading_end(m->r, end, result, word, word_bytes);
    return true;
}

/* Advances to the next text, on whatever line; false at a tag and at the end. */
static bool find_next(movetext *m)
{
    for (;;) {
        if (!m->in_line || m->at >= m->r->length) {
            if (!take_line(m))
                return false;
            if (next(m) == '[') {
                shg_reading_back(m->r);
                return m->in_line = false;
            }
            if (next(m) == '%')
                m->at = m->r->length;
        }
        skip_spaces(m);
        if (m->at < m->r->length)
            return true;
    }
}

/* ---- Times in parentheses ----------------------------------------------------------------------- */

/* "(00:03 / 00:00:03)" as Shogidokoro writes it: the time of the move and, after a slash, of all moves.  Returns the bytes of
 * the group, which has nothing but digits and the signs between them; 0: it is a variation. *time_ms: -1: it is empty. */
static size_t read_time_group(int64_t *time_ms, bool *good, const movetext *m)
{
    const char *const text = rest(m);
    const char *const close = memchr(text, ')', left(m));
    const size_t bytes = close ? (size_t)(close - text) : 0;
    bool digits = false, signs = false;
    for (size_t i = 1; i < bytes; i++) {
        digits = digits || shg_is_digit(text[i]);
        signs = signs || text[i] == ':' || text[i] == '/';
        if (!shg_is_digit(text[i]) && text[i] != '\0' && !strchr(" \t:/.", text[i]))
            return 0;
    }
    if (bytes == 0 || (digits && !signs))
        return 0; /* "(1. )" is an empty variation, "(3" the beginning of one */
    const char *const slash = memchr(text, '/', bytes);
    const size_t end = slash ? (size_t)(slash - text) : bytes;
    size_t from = 1, to = end;
    while (from < to && is_space_character(text[from]))
        from++;
    while (from < to && is_space_character(text[to - 1]))
        to--;
    bool any = false;
    for (size_t i = from; i < to; i++)
        any = any || shg_is_digit(text[i]);
    *time_ms = -1;
    *good = !any || shg_clock_read(time_ms, text + from, to - from);
    return bytes + 1;
}

static void set_time(movetext *m, int64_t time_ms)
{
    if (time_ms >= 0 && m->r->last != 0)
        shoogi_record_set_time(m->r->record, m->r->last, time_ms);
}

/* The comment before a result: the termination, or a comment on the last move. */
static void settle_words(movetext *m, shoogi_outcome outcome)
{
    size_t at, bytes;
    if (!m->has_comment || is_over(m) || find_command(&at, &bytes, m, shg_end_command)) {
        settle_comment(m);
        return;
    }
    const int64_t time_ms = cut_time(m);
    read_clk(m);
    m->has_comment = false;
    if (m->comment.length > 0 &&
        !add_end_words(m, m->comment.bytes, m->comment.length, outcome, false))
        add_comment(m, m->comment.bytes, m->comment.length);
    set_time(m, time_ms);
}

/* Whether the text of a comment is a result, as in PSN. */
static bool is_result(const movetext *m, shoogi_outcome *outcome, const char *text, size_t bytes)
{
    return m->style->braces && shg_is_result(outcome, text, bytes);
}

/* Whether the comment just taken, the last of its game, is a result: people write PSN with the moves of other formats. */
static bool is_last_result(movetext *m, shoogi_outcome *outcome)
{
    return m->depth == 0 && shoogi_record_node_count(m->r->record) > 1 &&
           shg_is_result(outcome, m->fresh.bytes, m->fresh.length) &&
           *outcome != SHOOGI_OUTCOME_NONE && !find_next(m);
}

/* Whether a comment comes next that is not the result of the next game in braces. */
static bool comment_stands(const movetext *m)
{
    shoogi_outcome outcome;
    const char *const end = next(m) == '{' ? memchr(rest(m), '}', left(m)) : NULL;
    return (next(m) == '{' || next(m) == ';') &&
           !(end && is_result(m, &outcome, rest(m) + 1, (size_t)(end - rest(m)) - 1));
}

/* Whether the text of a comment can only be a result that was damaged: "{2-1}", "{-0}", "{?-0}". */
static bool is_damaged_result(const movetext *m, const char *text, size_t bytes)
{
    enum { RESULT_BYTES_MAX = 7 };
    size_t signs = 0, digits = 0;
    for (size_t i = 0; i < bytes; i++) {
        static const char unknown[] = "\xEF\xBF\xBD"; /* U+FFFD */
        const bool lost = bytes - i >= 3 && memcmp(text + i, unknown, 3) == 0;
        if (!lost && !shg_is_digit(text[i]) && (text[i] == '\0' || !strchr("-/?*", text[i])))
            return false;
        digits += shg_is_digit(text[i]);
        signs += lost || text[i] == '-' || text[i] == '?';
        i += lost ? 2 : 0;
    }
    return m->style->braces && bytes <= RESULT_BYTES_MAX && signs > 0 && digits > 0;
}

/* The bytes of a result that stands next; 0: none. */
static size_t next_result(shoogi_outcome *outcome, const movetext *m)
{
    const size_t bare = shg_result_token_read(outcome, rest(m), left(m));
    const char *const end = next(m) == '{' ? memchr(rest(m), '}', left(m)) : NULL;
    const size_t bytes = end ? (size_t)(end - rest(m)) : 0;
    return bare > 0 ? bare : end && is_result(m, outcome, rest(m) + 1, bytes - 1) ? bytes + 1 : 0;
}

/* After a result: words may follow it too, and comments on the end. */
static void read_result(movetext *m, shoogi_outcome outcome)
{
    settle_words(m, outcome);
    if (m->r->status == SHOOGI_OK && !is_over(m) && find_next(m) && next(m) == '{' &&
        comment_stands(m)) {
        keep_comment(m);
        if (m->r->status == SHOOGI_OK && m->comment.length > 0)
            m->has_comment = !add_end_words(m, m->comment.bytes, m->comment.length, outcome, false);
    }
    if (m->r->status == SHOOGI_OK && !is_over(m))
        (void)add_end_words(m, "", 0, outcome, false);
    settle_comment(m);
    while (m->r->status == SHOOGI_OK && find_next(m) && comment_stands(m)) {
        keep_comment(m);
        settle_comment(m);
    }
    m->over = m->depth == 0;
    /* After moves, a result that stands there twice is no game without moves. */
    shoogi_outcome again;
    for (size_t bytes; m->r->status == SHOOGI_OK && m->over && m->in_line &&
                       outcome != SHOOGI_OUTCOME_NONE &&
                       shoogi_record_node_count(m->r->record) > 2 &&
                       (bytes = next_result(&again, m)) > 0 && again != SHOOGI_OUTCOME_NONE;) {
        if (again != outcome)
            shg_reading_warn(m->r, m->at, bytes, "the result that stands before");
        m->at += bytes;
        if (!find_next(m))
            break;
    }
}

static void read_comment(movetext *m)
{
    const bool braces = next(m) == '{';
    take_comment(m, &m->fresh);
    if (m->r->status != SHOOGI_OK)
        return;
    /* PSN has the result in braces, optionally after words. */
    shoogi_outcome outcome;
    if (braces &&
        (is_result(m, &outcome, m->fresh.bytes, m->fresh.length) || is_last_result(m, &outcome))) {
        read_result(m, outcome);
        return;
    }
    if (braces && is_damaged_result(m, m->fresh.bytes, m->fresh.length))
        warn_comment(m, m->fresh.length, "a result, such as {1-0}");
    settle_comment(m);
    const shg_out old = m->comment;
    m->comment = m->fresh;
    m->fresh = old;
    m->has_comment = true;
    m->may_command = braces;
    m->had_command = false;
}

/* ---- Moves ------------------------------------------------------------------------------------- */

static void add_glyph(movetext *m, unsigned number)
{
    char text[16];
    shg_out out = shg_out_make(text, sizeof text);
    shg_out_format(&out, "$%u", number);
    settle_comment(m);
    (void)shg_reading_comment(m->r, text, out.length);
}

/* "!" and the like, as numbers. */
static void read_marks(movetext *m, const char *text, size_t bytes)
{
    static const char *const marks[] = { "", "!", "?", "!!", "??", "!?", "?!" };
    for (unsigned i = 1; i < sizeof marks / sizeof marks[0]; i++)
        if (strlen(marks[i]) == bytes && memcmp(text, marks[i], bytes) == 0)
            add_glyph(m, i);
}

/* Check marks and the like, which are ignored. */
static bool is_chatter(const char *text, size_t bytes)
{
    static const char *const words[] = { "ch", "ch.", "check", "mate", "checkmate", "#", "++", "J" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (shg_text_same(text, bytes, words[i], strlen(words[i])))
            return true;
    return false;
}

/* The bytes of the next word.  A sign and a square after a space continue it: "LN x8e x9d". */
static size_t word_bytes(const movetext *m)
{
    size_t bytes = 0;
    for (;;) {
        while (bytes < left(m) && !is_space_character(rest(m)[bytes]) &&
               !strchr("{}();,$", rest(m)[bytes]))
            bytes++;
        size_t further = bytes;
        while (further < left(m) && is_space_character(rest(m)[further]))
            further++;
        if (further == bytes || further + 1 >= left(m) || !strchr("x-", rest(m)[further]) ||
            !shg_is_digit(rest(m)[further + 1]))
            return bytes;
        bytes = further + 1;
    }
}

static void read_move(movetext *m)
{
    shg_reading *const r = m->r;
    const char *const text = rest(m);
    const size_t at = m->at, bytes = word_bytes(m);
    m->at += bytes > 0 ? bytes : 1;
    settle_comment(m);
    if (bytes == 0) {
        (void)shg_reading_fail(r, at, 1, "a move");
        return;
    }
    size_t marks = 0;
    while (marks < bytes && strchr("!?", text[bytes - 1 - marks]))
        marks++;
    if (marks == bytes) {
        read_marks(m, text, bytes);
        return;
    }
    const shoogi_move before = shoogi_record_node(r->record, r->last).move;
    const shoogi_square last = before == 0 ? SHOOGI_NO_SQUARE : shoogi_move_to(before);
    shoogi_move move = 0;
    shoogi_error err = { .status = SHOOGI_OK };
    if (is_over(m)) {
        (void)shg_reading_fail(r, at, bytes, "nothing after the end");
        return;
    }
    /* "Lnx9d!" is a move, "P7f!" a good move. */
    shoogi_status status = shg_move_word_read(&move, r->walker.position, last, text, bytes, &err);
    if (status == SHOOGI_PARSE_ERROR && marks > 0)
        status = shg_move_word_read(&move, r->walker.position, last, text, bytes - marks, &err);
    else
        marks = 0;
    /* "6. Mate" is an end; after a move it only comments on it. */
    const bool in_place = m->numbered && !memchr(text, '#', bytes) && !memchr(text, '+', bytes);
    if (status == SHOOGI_PARSE_ERROR && !in_place && is_chatter(text, bytes))
        return;
    if (status == SHOOGI_PARSE_ERROR && add_end_words(m, text, bytes, SHOOGI_OUTCOME_NONE, true))
        return;
    if (status == SHOOGI_PARSE_ERROR && is_chatter(text, bytes))
        return;
    if (status != SHOOGI_OK) {
        (void)shg_reading_illegal(r, at, text, bytes - marks, &err);
        return;
    }
    (void)shg_reading_move(r, at, move);
    if (marks > 0)
        read_marks(m, text + bytes - marks, marks);
}

/* The time of the last move in parentheses; false: it is none. */
static bool read_time(movetext *m)
{
    int64_t time_ms;
    bool good;
    const size_t bytes = read_time_group(&time_ms, &good, m);
    if (bytes == 0)
        return false;
    settle_comment(m);
    if (!good)
        shg_reading_warn(m->r, m->at, bytes, "a time, as (0:03/00:00:03)");
    else if (time_ms >= 0 && m->r->last == 0)
        shg_reading_warn(m->r, m->at, bytes, "a move before its time");
    else
        set_time(m, time_ms);
    m->at += bytes;
    return true;
}

/* "Variation:3", as in Shogidokoro: what follows replaces move 3 of the latest line that has one. */
static bool go_to_variation(movetext *m)
{
    static const char word[] = "Variation";
    shg_reading *const r = m->r;
    const size_t head = sizeof word - 1;
    if (left(m) < head || !shg_text_same(rest(m), head, word, head))
        return false;
    shg_cursor c = { rest(m), left(m), head, NULL };
    unsigned number;
    while (shg_cursor_take(&c, ' ') || shg_cursor_take(&c, ':'))
        continue;
    if (c.at == head)
        return false;
    settle_comment(m);
    if (!shg_cursor_number(&number, &c, SHOOGI_RECORD_NODES_MAX)) {
        (void)shg_reading_fail(r, m->at + c.at, left(m) - c.at, "the number of a move");
        return true;
    }
    const unsigned before = m->number_first > 0 ? m->number_first - 1 : 0;
    const shoogi_node from = number > before && m->remade < REMADE_MAX
                                 ? shg_record_fork(r->record, number - before, &m->remade)
                                 : SHOOGI_NO_NODE;
    if (from == SHOOGI_NO_NODE) {
        (void)shg_reading_fail(r, m->at, c.at, "the number of a move that was played");
        return true;
    }
    m->at += c.at;
    m->remade += number; /* moves that may have to be made again */
    (void)shg_reading_go(r, from);
    return true;
}

/* "(": a variation of the last move. */
static void open_variation(movetext *m)
{
    shg_reading *const r = m->r;
    settle_comment(m);
    if (r->last == 0 || is_over(m)) {
        (void)shg_reading_fail(r, m->at, 1, "a move before a variation");
        return;
    }
    if (m->depth == m->room) {
        const size_t room = m->room == 0 ? 16 : 2 * m->room;
        shoogi_node *const more = realloc(m->returns, room * sizeof *more);
        if (!more) {
            r->status = SHOOGI_NO_MEMORY;
            return;
        }
        m->returns = more;
        m->room = room;
    }
    m->at++;
    m->returns[m->depth++] = r->last;
    (void)shg_reading_go(r, shoogi_record_node(r->record, r->last).parent);
}

static void close_variation(movetext *m)
{
    settle_comment(m);
    if (m->depth == 0) {
        (void)shg_reading_fail(m->r, m->at, 1, "a move");
        return;
    }
    m->at++;
    (void)shg_reading_go(m->r, m->returns[--m->depth]);
}

/* A number counts each move, or each pair of moves that begins with a move of an even or an odd ply. */
enum { NUMBERS_MOVES, NUMBERS_EVEN, NUMBERS_ODD, NUMBERINGS };

static unsigned number_at(unsigned numbering, unsigned ply)
{
    return numbering == NUMBERS_MOVES ? ply : (ply + (numbering == NUMBERS_ODD)) / 2;
}

/* Warns if moves before the number are missing, or are there twice: each move alone may be legal all the same. */
static void check_number(movetext *m, size_t at, size_t bytes, unsigned number)
{
    shg_reading *const r = m->r;
    if (r->foul.is_open || is_over(m))
        return;
    const unsigned ply = shoogi_record_node(r->record, r->last).ply;
    const bool first = m->numberings == 0;
    unsigned fits = 0, wanted = number;
    if (first) {
        fits = (1u << NUMBERINGS) - 1;
        /* Where a board or a handicap begins the game, its first move may have any number. */
        if (number > 1 && ply == 0 && shg_is_startpos(shoogi_record_start(r->record)))
            fits = 0, wanted = 1;
    }
    for (unsigned n = 0; n < NUMBERINGS && !first; n++) {
        /* Unsigned on purpose: a variation may begin before the first number. */
        const unsigned due = m->number_base + number_at(n, ply) - number_at(n, m->number_ply);
        if (!(m->numberings >> n & 1))
            continue;
        /* To name one: a number for each pair if two moves have gone by without. */
        if (wanted == number || (n == NUMBERS_EVEN && ply == m->numbered_ply + 2))
            wanted = due;
        if (due == number)
            fits |= 1u << n;
    }
    if (fits == 0) {
        char expected[48];
        shg_out text = shg_out_make(expected, sizeof expected);
        shg_out_format(&text, "%u, the number of the move", wanted);
        shg_reading_warn(r, at, bytes, expected);
    }
    if (fits == 0 || first) { /* one warning for a gap: the rest counts from here */
        m->number_base = number;
        m->number_ply = ply;
    }
    m->numbered_ply = ply;
    m->numberings = fits != 0 ? fits : first ? (1u << NUMBERINGS) - 1 : m->numberings;
}

/* A number, and dots; false otherwise. */
static bool skip_number(movetext *m)
{
    size_t at = m->at;
    while (at < m->r->length && shg_is_digit(m->r->begin[at]))
        at++;
    const bool digits = at > m->at;
    unsigned number = 0;
    shg_cursor c = { rest(m), at - m->at, 0, NULL };
    if (digits && at < m->r->length && m->r->begin[at] != '.' &&
        !is_space_character(m->r->begin[at]))
        return false;
    while (at < m->r->length && m->r->begin[at] == '.')
        at++;
    const bool any = at > m->at;
    const size_t begin = m->at;
    m->at = at;
    if (digits && shg_cursor_number(&number, &c, SHOOGI_RECORD_NODES_MAX)) {
        if (m->r->record)
            check_number(m, begin, c.bytes, number);
        m->numbered = true;
        if (m->number_first == 0)
            m->number_first = number;
    }
    return any;
}

static void read_glyph(movetext *m)
{
    unsigned number = 0;
    shg_cursor c = { rest(m) + 1, left(m) - 1, 0, NULL };
    if (!shg_cursor_number(&number, &c, 999)) {
        (void)shg_reading_fail(m->r, m->at, left(m), "\"$\" and a number");
        return;
    }
    m->at += 1 + c.at;
    add_glyph(m, number);
}

static void read_moves(movetext *m)
{
    shoogi_outcome outcome;
    while (m->r->status == SHOOGI_OK && !m->over && find_next(m)) {
        const size_t result = shg_result_token_read(&outcome, rest(m), left(m));
        m->any = true;
        if (next(m) == '{' || next(m) == ';') {
            read_comment(m);
        } else if (next(m) == '(') {
            if (!read_time(m))
                open_variation(m);
        } else if (next(m) == ')') {
            close_variation(m);
        } else if (next(m) == '$') {
            read_glyph(m);
        } else if (next(m) == ',') {
            m->at++;
        } else if (result > 0) {
            m->at += result;
            read_result(m, outcome);
        } else if (!skip_number(m)) {
            if (m->depth > 0 || !go_to_variation(m))
                read_move(m);
            m->numbered = false;
        }
    }
    if (m->r->status == SHOOGI_OK && m->depth > 0)
        (void)shg_reading_fail(m->r, m->r->length, 0, "\")\" at the end of the variation");
    /* "{ Resigns }" may be the last word; without text in braces there is none. */
    if (m->r->status == SHOOGI_OK && m->has_comment && !is_over(m) && !m->had_command &&
        (m->comment.length == 0 ||
         add_end_words(m, m->comment.bytes, m->comment.length, SHOOGI_OUTCOME_NONE, true)))
        m->has_comment = false;
    settle_comment(m);
    if (m->r->status == SHOOGI_OK && m->numbered && !m->over && !is_over(m))
        shg_reading_warn(m->r, m->r->length, 0, "a move after its number");
}

/* A tag after moves begins another game.  Without a result before it, and with the name of no tag that stands first, it may stand
 * in the midst of this one. */
static void check_tag(movetext *m)
{
    static const char *const first_names[] = { "Event", "Variant", "Name",  "Sente", "Black",
                                               "White", "Game",    "Title", "Date" };
    shg_reading *const r = m->r;
    if (m->over || shoogi_record_node_count(r->record) == 1 || !take_line(m))
        return;
    for (size_t i = 0; i < sizeof first_names / sizeof first_names[0]; i++) {
        const size_t bytes = strlen(first_names[i]);
        if (next(m) != '[' ||
            (left(m) > bytes + 1 && shg_text_same(rest(m) + 1, bytes, first_names[i], bytes))) {
            m->in_line = false;
            shg_reading_back(r);
            return;
        }
    }
    shg_reading_warn(r, m->at, left(m), "the result of the game before a tag");
    m->in_line = false;
    shg_reading_back(r);
}

void shg_movetext_read(shg_reading *reading, const shg_movetext *style)
{
    movetext m = {
        .r = reading, .style = style, .comment = shg_out_growing(), .fresh = shg_out_growing()
    };
    read_tags(&m);
    if (reading->status == SHOOGI_OK)
        read_moves(&m);
    if (reading->status == SHOOGI_OK && !m.any)
        (void)shg_reading_fail(reading, 0, 0, "a tag or a move");
    if (reading->status == SHOOGI_OK && !m.in_line)
        check_tag(&m);
    /* The rest of the line is the beginning of the next. */
    if (reading->status == SHOOGI_OK && m.in_line && m.at < reading->length)
        reading->at = (size_t)(reading->begin - reading->text) + m.at;
    shg_game_clock_fini(&m.clock);
    free(m.comment.bytes);
    free(m.fresh.bytes);
    free(m.returns);
}

/* ---- Detection --------------------------------------------------------------------------------- */

/* The form of a word as the first move of a game, without anything after it. */
static shg_move_looks looks_of(const char *word, size_t bytes)
{
    static const char handicap[] = "HANDICAP";
    while (bytes > 0 && strchr("+=!?#.", word[bytes - 1]))
        bytes--;
    if (bytes >= sizeof handicap - 1 &&
        shg_text_same(word, sizeof handicap - 1, handicap, sizeof handicap - 1))
        return SHG_LOOKS_WESTERN;
    size_t name = bytes > 0 && word[0] == '+', digits = 0;
    while (name < bytes && shg_is_letter(word[name]))
        name++;
    while (digits < bytes && shg_is_digit(word[bytes - 1 - digits]))
        digits++;
    const char before = digits < bytes ? word[bytes - 1 - digits] : '\0';
    if (digits > 0 && before >= 'a' && before <= 'z' && before != 'x')
        return SHG_LOOKS_ALGEBRAIC;
    if (name == 0 || name == bytes)
        return SHG_LOOKS_NOTHING;
    /* The first sign decides; captures and drops look alike in PSN and Western notation. */
    for (size_t i = name - (word[name - 1] == 'x'); i < bytes; i++) {
        if (word[i] == '-')
            return SHG_LOOKS_WESTERN;
        if (word[i] == 'x' || word[i] == '*')
            return SHG_LOOKS_EITHER;
    }
    return shg_is_digit(word[name]) || word[name] == '\'' ? SHG_LOOKS_PSN : SHG_LOOKS_NOTHING;
}

/* The tags that make a text PGN even without moves. */
static const char *const roster_names[] = { "Event", "Site",  "Date",  "Round",
                                            "White", "Black", "Result" };
enum { ROSTER = sizeof roster_names / sizeof roster_names[0] };

static unsigned in_roster(const tag *t)
{
    for (unsigned i = 0; i < ROSTER; i++)
        if (is_named(t, roster_names[i]))
            return 1u << i;
    return 0;
}

unsigned shg_movetext_looks(shg_move_looks looks, const char *text, size_t text_bytes)
{
    static const shg_movetext braces = { .braces = true };
    static const unsigned whole_roster = (1u << ROSTER) - 1;
    shg_reading reading = { .text = text, .bytes = text_bytes };
    movetext m = { .r = &reading, .style = &braces, .comment = shg_out_growing() };
    shg_move_looks found = SHG_LOOKS_NOTHING;
    unsigned tags = 0, roster = 0;
    bool sente = false, moves = false, braced = false, more = true;
    tag t;
    for (; next_tag(&m, &t); free(t.value.bytes)) {
        tags++;
        roster |= in_roster(&t);
        sente = sente || is_named(&t, "Sente");
    }
    while (more && reading.status == SHOOGI_OK && find_next(&m)) {
        shoogi_outcome outcome;
        const size_t result = shg_result_token_read(&outcome, rest(&m), left(&m));
        if (next(&m) == '{' || next(&m) == ';') {
            const bool may_be_result = next(&m) == '{';
            take_comment(&m, &m.comment);
            braced = braced ||
                     (may_be_result && is_result(&m, &outcome, m.comment.bytes, m.comment.length));
        } else if (result > 0 || !skip_number(&m)) {
            const size_t bytes = result > 0 ? result : word_bytes(&m);
            const shg_move_looks word = looks_of(rest(&m), bytes);
            moves = moves || word != SHG_LOOKS_NOTHING;
            if (word != SHG_LOOKS_NOTHING)
                found = word;
            more = (word == SHG_LOOKS_NOTHING || word == SHG_LOOKS_EITHER) && (moves || result > 0);
            m.at += bytes > 0 ? bytes : 1;
        }
    }
    free(m.comment.bytes);
    /* If no move decides, the result or the tags do. */
    const bool open = found == SHG_LOOKS_NOTHING || found == SHG_LOOKS_EITHER;
    if (open && (sente || braced))
        found = SHG_LOOKS_PSN;
    else if (found == SHG_LOOKS_EITHER)
        found = SHG_LOOKS_WESTERN;
    else if (open && tags > 0)
        found = roster == whole_roster ? SHG_LOOKS_ALGEBRAIC : SHG_LOOKS_WESTERN;
    return found != looks ? 0 : !moves ? 50 : tags > 0 ? 90 : 60;
}

bool shg_movetext_begins(const char *line, size_t line_bytes)
{
    static const char first[] = "[Event ";
    return line_bytes >= sizeof first - 1 && memcmp(line, first, sizeof first - 1) == 0;
}
