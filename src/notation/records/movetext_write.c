/* movetext_write.c: writes PGN, PSN and lists of Western moves. */
#include "notation/records/game_clock.h"
#include "notation/records/movetext.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 79 };

typedef struct movetext {
    shg_writing *w;
    const shg_movetext *style;
    shg_walker walker;
    size_t line_at; /* offset of the current line in the text */
    shg_game_clock clock;
    bool number_next; /* the next move needs its number, whichever side makes it */
} movetext;

/* ---- Words and lines --------------------------------------------------------------------------- */

/* Advances to where a word of so many bytes fits. */
static void make_place(movetext *m, size_t bytes)
{
    shg_out *const out = &m->w->out;
    if (out->length == m->line_at)
        return;
    if (out->length - m->line_at + 1 + bytes > COLUMNS) {
        shg_out_char(out, '\n');
        m->line_at = out->length;
    } else {
        shg_out_char(out, ' ');
    }
}

static void write_word(movetext *m, const char *text)
{
    make_place(m, strlen(text));
    shg_out_text(&m->w->out, text);
}

static void end_line(movetext *m)
{
    if (m->w->out.length > m->line_at)
        shg_out_char(&m->w->out, '\n');
    m->line_at = m->w->out.length;
}

/* ---- Tags -------------------------------------------------------------------------------------- */

static void write_tag(movetext *m, const char *name, const char *value)
{
    shg_out *const out = &m->w->out;
    shg_out_format(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            shg_out_char(out, '\\');
        shg_out_char(out, *value);
    }
    shg_out_text(out, "\"]\n");
    m->line_at = out->length;
}

/* Our date, "2024/01/02" with or without a time after it, perhaps without seconds, is two tags here. */
static bool write_date(movetext *m, const char *tag, const char *value)
{
    static const char form[] = "dddd/dd/dd hh:mm:ss";
    enum { DATE = 10, MINUTES = 16, SECONDS = sizeof form - 1 };
    const size_t bytes = strlen(value);
    if (bytes != DATE && bytes != MINUTES && bytes != SECONDS)
        return false;
    for (size_t i = 0; i < bytes; i++)
        if (strchr("/ :", form[i]) ? value[i] != form[i] : !shg_is_digit(value[i]))
            return false;
    char date[DATE + 1];
    memcpy(date, value, DATE);
    date[DATE] = '\0';
    date[4] = date[7] = '.';
    write_tag(m, tag, date);
    if (bytes > DATE)
        write_tag(m, "Time", value + DATE + 1);
    return true;
}

/* Any other date would read back as one of ours. */
static bool is_their_date(const char *value)
{
    return strlen(value) == 10 && value[4] == '.' && value[7] == '.';
}

static void write_header(movetext *m, const char *name, const char *value)
{
    char tag[SHG_TAG_BYTES];
    if (shg_tag_says_nothing(value) || !shg_tag_of_header(tag, m->style, name)) {
        m->w->losses |= SHG_LOSS(HEADERS);
        return;
    }
    const bool date = strcmp(name, "start-time") == 0;
    if (date && write_date(m, tag, value))
        return;
    if (date && is_their_date(value))
        m->w->losses |= SHG_LOSS(HEADERS);
    write_tag(m, tag, value);
}

/* The tags without which a text is no PGN, in order. */
static const struct {
    const char *header, *unknown;
} roster[] = {
    { "event", "?" }, { "site", "?" },  { "start-time", "????.??.??" },
    { "round", "-" }, { "black", "?" }, { "white", "?" },
};
enum { ROSTER = sizeof roster / sizeof roster[0] };

static bool in_roster(const char *header)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (strcmp(roster[i].header, header) == 0)
            return true;
    return false;
}

/* The termination of the main line; NONE: it has none. */
static shoogi_node_info last_of(const shoogi_record *record)
{
    return shoogi_record_node(record, shoogi_record_line_end(record, 0));
}

static void write_headers(movetext *m)
{
    const shoogi_record *const record = m->w->record;
    const shoogi_node_info last = last_of(record);
    m->w->losses &= ~SHG_LOSS(HEADERS);
    for (size_t i = 0; m->style->all_tags && i < ROSTER; i++) {
        const char *const value = shoogi_record_header(record, roster[i].header);
        char tag[SHG_TAG_BYTES];
        if (value)
            write_header(m, roster[i].header, value);
        if ((!value || shg_tag_says_nothing(value)) &&
            shg_tag_of_header(tag, m->style, roster[i].header))
            write_tag(m, tag, roster[i].unknown);
    }
    if (m->style->all_tags || last.termination != SHOOGI_TERMINATION_NONE)
        write_tag(m, "Result", shg_result_token(last.result.outcome));
    for (size_t i = 0; i < shoogi_record_header_count(record); i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, record, i);
        if (!m->style->all_tags || !in_roster(name))
            write_header(m, name, value);
    }
}

/* ---- The start --------------------------------------------------------------------------------- */

/* The handicap that leads to a position; false: none.  Fills text as shoogi_handicap_write does. */
static shoogi_status find_handicap(char **text, const shoogi_position *position)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    shoogi_position *start;
    shoogi_square squares[SHOOGI_SQUARES_MAX];
    size_t count = 0;
    shoogi_status status = shoogi_position_new(&start, variant);
    if (status != SHOOGI_OK)
        return status;
    for (unsigned i = 0; i < shoogi_variant_square_count(variant); i++)
        if (shoogi_position_piece(start, (shoogi_square)i).kind != 0 &&
            shoogi_position_piece(position, (shoogi_square)i).kind == 0)
            squares[count++] = (shoogi_square)i;
    if (count > 0 && shoogi_position_why_handicap_illegal(start, squares, count, NULL, NULL, 0) ==
                         SHOOGI_ILLEGAL_NONE) {
        status = shoogi_position_handicap(start, squares, count);
        if (status == SHOOGI_OK && shoogi_position_hash(start) == shoogi_position_hash(position)) {
            const size_t bytes = shoogi_handicap_write(NULL, 0, start);
            *text = malloc(bytes + 1);
            status = *text ? SHOOGI_OK : SHOOGI_NO_MEMORY;
            if (*text)
                (void)shoogi_handicap_write(*text, bytes + 1, start);
        }
    }
    shoogi_position_free(start);
    return status;
}

typedef size_t write_position(char *out, size_t out_bytes, const shoogi_position *position);

static shoogi_status write_position_tag(movetext *m, const char *name, write_position *write)
{
    const shoogi_position *const start = shoogi_record_start(m->w->record);
    const size_t bytes = write(NULL, 0, start);
    char *const text = malloc(bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    (void)write(text, bytes + 1, start);
    write_tag(m, name, text);
    free(text);
    return SHOOGI_OK;
}

/* *handicap: owned, the first move; NULL: none. */
static shoogi_status write_start(movetext *m, char **handicap)
{
    const shoogi_position *const start = shoogi_record_start(m->w->record);
    const char *const game = shoogi_variant_name(shoogi_position_variant(start));
    shoogi_status status = SHOOGI_OK;
    *handicap = NULL;
    if (game[0] != '\0')
        write_tag(m, "Variant", game);
    m->w->losses &= ~(SHG_LOSS(GAME) | SHG_LOSS(NUMBER));
    if (shg_is_startpos(start))
        return SHOOGI_OK;
    if (m->style->handicaps && shoogi_position_ply(start) <= 2)
        status = find_handicap(handicap, start);
    if (status != SHOOGI_OK || *handicap)
        return status;
    if (!m->style->fen)
        return write_position_tag(m, "SFEN", shoogi_sfen_write);
    status = write_position_tag(m, "FEN", shoogi_fen_write);
    write_tag(m, "SetUp", "1");
    /* there moves are numbered in pairs */
    if (shoogi_position_ply(start) % 2 == (shoogi_position_side(start) == SHOOGI_BLACK ? 0 : 1))
        m->w->losses |= SHG_LOSS(NUMBER);
    return status;
}

/* ---- Comments ---------------------------------------------------------------------------------- */

/* A time after a command: "[%emt 0:00:05]" */
static void write_time_after(shg_out *out, const char *command, int64_t time_ms)
{
    const long long seconds = time_ms / 1000;
    shg_out_format(out, "%s%lld:%02lld:%02lld", command, seconds / 3600, seconds / 60 % 60,
                   seconds % 60);
    if (time_ms % 1000 != 0)
        shg_out_format(out, ".%03d", (int)(time_ms % 1000));
    shg_out_char(out, ']');
}

static void write_time(shg_out *out, int64_t time_ms)
{
    write_time_after(out, shg_time_command, time_ms);
}

/* The clock after a move, if the time limit and all times of the player so far are known and the comment does not have it. */
static shoogi_status write_clock(shg_out *out, movetext *m, shoogi_node n,
                                 const shoogi_node_info *node)
{
    const char *const said = node->comment ? strstr(node->comment, shg_clock_command) : NULL;
    const char *const word = said ? said + strlen(shg_clock_command) : NULL;
    int64_t left_ms;
    if (m->clock.limit_ms < 0)
        return SHOOGI_OK;
    if (word && shg_clock_read(&left_ms, word, strcspn(word, "]\n")))
        return shg_game_clock_set(&m->clock, n, left_ms);
    const int64_t before_ms = shg_game_clock_before(&m->clock, n);
    left_ms = before_ms - node->time_ms + m->clock.gain_ms;
    if (before_ms < 0 || node->time_ms < 0 || left_ms < 0 || left_ms > SHOOGI_RECORD_TIME_MS_MAX ||
        shg_game_clock_rests(&m->clock, n, left_ms))
        return SHOOGI_OK;
    shg_out_char(out, ' ');
    write_time_after(out, shg_clock_command, left_ms);
    return shg_game_clock_set(&m->clock, n, left_ms);
}

/* Text in braces; spaces separate it from them if it would lose its own. */
static void write_braces(movetext *m, const char *before, const char *text, size_t bytes)
{
    shg_out *const out = &m->w->out;
    const size_t before_bytes = strlen(before);
    const char first = before_bytes > 0 ? before[0] : bytes > 0 ? text[0] : '\0';
    const char last = bytes > 0          ? text[bytes - 1]
                      : before_bytes > 0 ? before[before_bytes - 1]
                                         : '\0';
    const char *const pad = first == ' ' && last == ' ' ? " " : "";
    const char *const line_end = bytes > 0 ? memchr(text, '\n', bytes) : NULL;
    make_place(m, 2 + before_bytes + (line_end ? (size_t)(line_end - text) : bytes));
    shg_out_format(out, "{%s%s", pad, before);
    for (size_t i = 0; i < bytes; i++) {
        shg_out_char(out, text[i]);
        if (text[i] == '\n')
            m->line_at = out->length;
    }
    shg_out_format(out, "%s}", pad);
}

/* "$5", as it is kept in comments. */
static bool is_glyph(const char *line, size_t bytes)
{
    if (bytes < 2 || bytes > 4 || line[0] != '$' || (line[1] == '0' && bytes > 2))
        return false;
    for (size_t i = 1; i < bytes; i++)
        if (!shg_is_digit(line[i]))
            return false;
    return true;
}

/* Whether the text would be misread in braces: a brace would end the comment, a command or a result could be
 * recognised. */
static bool needs_lines(const char *text, size_t bytes)
{
    static const char *const signs[] = { "}", shg_time_command, shg_end_command };
    shoogi_outcome outcome;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        for (size_t at = 0, sign = strlen(signs[i]); at + sign <= bytes; at++)
            if (memcmp(text + at, signs[i], sign) == 0)
                return true;
    return shg_is_result(&outcome, text, bytes);
}

/* So many bytes of lines that are no glyphs. */
static void write_lines(movetext *m, const char *before, const char *text, size_t bytes)
{
    if (bytes > 0 && !needs_lines(text, bytes)) {
        shg_out head = shg_out_growing();
        shg_out_format(&head, "%s%s", before, before[0] != '\0' ? " " : "");
        if (!head.spent)
            write_braces(m, head.bytes, text, bytes);
        m->w->out.spent |= head.spent;
        free(head.bytes);
        return;
    }
    if (before[0] != '\0')
        write_braces(m, before, "", 0);
    if (bytes == 0)
        write_braces(m, "", "", 0);
    for (size_t at = 0; at <= bytes && bytes > 0;) {
        const char *const end = bytes > at ? memchr(text + at, '\n', bytes - at) : NULL;
        const size_t line = end ? (size_t)(end - text) - at : bytes - at;
        make_place(m, 2 + line);
        shg_out_text(&m->w->out, "; ");
        shg_out_bytes(&m->w->out, text + at, line);
        end_line(m);
        at += line + 1;
    }
}

/* The comment on a node, after its commands. */
static void write_comment(movetext *m, const char *before, const char *comment)
{
    if (!comment) {
        if (before[0] != '\0')
            write_braces(m, before, "", 0);
        return;
    }
    const size_t bytes = strlen(comment);
    size_t begin = 0; /* of the lines in one comment */
    bool any = false;
    for (size_t at = 0; at <= bytes;) {
        const size_t line = strcspn(comment + at, "\n");
        const bool glyph = is_glyph(comment + at, line);
        if (glyph && any) {
            write_lines(m, before, comment + begin, at - 1 - begin);
            before = "";
        }
        if (glyph) {
            char text[8];
            shg_out out = shg_out_make(text, sizeof text);
            shg_out_bytes(&out, comment + at, line);
            if (before[0] != '\0')
                write_braces(m, before, "", 0);
            before = "";
            write_word(m, text);
        }
        any = !glyph;
        at += line + 1;
        if (glyph)
            begin = at;
    }
    if (any)
        write_lines(m, before, comment + begin, bytes - begin);
}

/* ---- Nodes ------------------------------------------------------------------------------------- */

static void write_number(movetext *m, const shoogi_position *position)
{
    const bool first = shoogi_position_side(position) == SHOOGI_BLACK;
    const unsigned ply = shoogi_position_ply(position);
    char text[24];
    shg_out number = shg_out_make(text, sizeof text);
    if (!m->style->pairs)
        shg_out_format(&number, "%u.", ply);
    else if (first || m->number_next)
        shg_out_format(&number, "%u%s", (ply + 1) / 2, first ? "." : "...");
    m->number_next = false;
    if (number.length > 0)
        write_word(m, text);
}

static shoogi_status write_move(movetext *m, const shoogi_node_info *node)
{
    shg_out move = shg_out_growing();
    write_number(m, m->walker.position);
    const shoogi_status status = m->style->write_move(&move, m->walker.position, node->move);
    if (status == SHOOGI_OK && !move.spent)
        write_word(m, move.bytes);
    const bool spent = move.spent;
    free(move.bytes);
    return status == SHOOGI_OK && spent ? SHOOGI_NO_MEMORY : status;
}

static void write_token(movetext *m, shoogi_outcome outcome)
{
    const char *const token = shg_result_token(outcome);
    if (m->style->braces)
        write_braces(m, "", token, strlen(token));
    else
        write_word(m, token);
}

/* The result of the main line; *last: its termination, or its last move without one. */
static void write_result(movetext *m, const shoogi_node_info *last)
{
    const bool ends = last->termination != SHOOGI_TERMINATION_NONE;
    shg_out words = shg_out_growing();
    shg_out_text(&words, "");
    if (ends && last->time_ms >= 0)
        write_time(&words, last->time_ms);
    const size_t time_bytes = words.length;
    if (time_bytes > 0)
        shg_out_char(&words, ' ');
    if (ends && !shg_end_words_write(&words, last, m->walker.position))
        m->w->losses |= SHG_LOSS(TERMINATION);
    /* Else the time would be that of the move before, and a comment might be read as words. */
    const bool is_foul =
        ends && last->termination == SHOOGI_TERMINATION_ILLEGAL && last->termination_text;
    words.length = is_foul ? time_bytes + (time_bytes > 0) : words.length;
    if (is_foul || (time_bytes > 0 && words.length == time_bytes + 1) ||
        (ends && last->comment && words.length == 0))
        shg_end_command_write(&words, last);
    /* A comment on the last move would be read as words. */
    const shoogi_node_info before = ends ? shoogi_record_node(m->w->record, last->parent) : *last;
    const bool comment = before.comment || before.time_ms >= 0;
    if (!words.spent && (words.length > 0 || comment))
        write_braces(m, "", words.bytes, words.length);
    m->w->out.spent |= words.spent;
    free(words.bytes);
    if (ends || m->style->unfinished)
        write_token(m, last->result.outcome);
    if (ends)
        write_comment(m, "", last->comment);
}

static shoogi_status write_node(movetext *m, shoogi_node n, bool main_line)
{
    const shoogi_node_info node = shoogi_record_node(m->w->record, n);
    shoogi_status status =
        shg_walker_go(&m->walker, node.termination == SHOOGI_TERMINATION_NONE ? node.parent : n);
    if (status != SHOOGI_OK)
        return status;
    if (node.termination != SHOOGI_TERMINATION_NONE && main_line) {
        write_result(m, &node);
        return SHOOGI_OK;
    }
    if (node.termination == SHOOGI_TERMINATION_NONE)
        status = write_move(m, &node);
    shg_out commands = shg_out_growing();
    shg_out_text(&commands, "");
    if (node.time_ms >= 0)
        write_time(&commands, node.time_ms);
    if (node.termination == SHOOGI_TERMINATION_NONE && status == SHOOGI_OK)
        status = write_clock(&commands, m, n, &node);
    if (node.termination != SHOOGI_TERMINATION_NONE) {
        shg_out_text(&commands, commands.length > 0 ? " " : "");
        shg_end_command_write(&commands, &node);
        if (node.termination_text && strpbrk(node.termination_text, "]}"))
            m->w->losses |= SHG_LOSS(TERMINATION);
    }
    if (!commands.spent)
        write_comment(m, commands.bytes, node.comment);
    m->w->out.spent |= commands.spent;
    m->number_next = m->number_next || node.comment || commands.length > 0;
    free(commands.bytes);
    return status;
}

/* The first node of the line that ends at n; 0 for the main line. */
static shoogi_node line_of(const shoogi_record *record, shoogi_node n)
{
    while (n != 0) {
        const shoogi_node parent = shoogi_record_node(record, n).parent;
        if (shoogi_record_node(record, parent).first_child != n)
            break;
        n = parent;
    }
    return n;
}

static void open_variation(movetext *m)
{
    write_word(m, "(");
    m->number_next = true;
}

/* All nodes: after a move its variations, each to its end, then the main line. */
static shoogi_status write_tree(movetext *m)
{
    const shoogi_record *const record = m->w->record;
    unsigned depth = 0;
    shoogi_node n = shoogi_record_node(record, 0).first_child;
    m->w->losses &= ~SHG_LOSS(VARIATIONS);
    while (n != SHOOGI_NO_NODE) {
        const shoogi_status status = write_node(m, n, depth == 0);
        if (status != SHOOGI_OK)
            return status;
        const shoogi_node_info node = shoogi_record_node(record, n);
        const bool first = shoogi_record_node(record, node.parent).first_child == n;
        shoogi_node after = node.first_child;
        if (first && node.next_sibling != SHOOGI_NO_NODE &&
            node.termination == SHOOGI_TERMINATION_NONE) {
            open_variation(m);
            depth++;
            n = node.next_sibling;
            continue;
        }
        if (first && node.next_sibling != SHOOGI_NO_NODE)
            m->w->losses |= SHG_LOSS(VARIATIONS); /* a termination has none here */
        while (after == SHOOGI_NO_NODE) {
            const shoogi_node line = line_of(record, n);
            if (line == 0)
                break;
            const shoogi_node_info begin = shoogi_record_node(record, line);
            write_word(m, ")");
            m->number_next = true;
            after = begin.next_sibling;
            if (after != SHOOGI_NO_NODE) {
                open_variation(m);
                break;
            }
            depth--;
            n = shoogi_record_node(record, begin.parent).first_child;
            after = shoogi_record_node(record, n).first_child;
        }
        n = after;
    }
    return SHOOGI_OK;
}

shoogi_status shg_movetext_write(shg_writing *writing, const shg_movetext *style)
{
    movetext m = { .w = writing, .style = style, .number_next = true };
    const shoogi_record *const record = writing->record;
    char *handicap = NULL;
    if (writing->options.follows_another)
        shg_out_char(&writing->out, '\n');
    shoogi_status status = shg_walker_init(&m.walker, record);
    if (status == SHOOGI_OK) {
        shg_game_clock_init(&m.clock, record);
        m.line_at = writing->out.length;
        write_headers(&m);
        status = write_start(&m, &handicap);
    }
    if (status == SHOOGI_OK) {
        const shoogi_node_info start = shoogi_record_node(record, 0);
        if (writing->out.length > 0)
            shg_out_char(&writing->out, '\n');
        const size_t moves_at = m.line_at = writing->out.length;
        if (handicap) {
            if (shoogi_position_ply(shoogi_record_start(record)) == 2)
                write_word(&m, "1.");
            write_word(&m, handicap);
        }
        writing->losses &= ~(SHG_LOSS(COMMENTS) | SHG_LOSS(TIMES) | SHG_LOSS(FRACTIONS) |
                             SHG_LOSS(TERMINATION) | SHG_LOSS(TERMINATION_TIME));
        write_comment(&m, "", start.comment);
        status = write_tree(&m);
        const shoogi_node_info last = last_of(record);
        if (status == SHOOGI_OK && last.termination == SHOOGI_TERMINATION_NONE)
            write_result(&m, &last);
        if (writing->out.length == moves_at) /* else its tags would be those of the next game */
            write_token(&m, SHOOGI_OUTCOME_NONE);
        end_line(&m);
    }
    free(handicap);
    shg_game_clock_fini(&m.clock);
    shg_walker_fini(&m.walker);
    return status;
}
