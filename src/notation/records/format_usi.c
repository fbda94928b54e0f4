/* format_usi.c: a game as one line of USI: "startpos moves 7g7f 3c3d", "sfen SFEN moves ...", optionally with
 * "position" before it and "resign" after it.  Moves alone begin at the start position; an SFEN alone is a problem.
 * Source: docs/record-format.md, "USI". */
#include "base/error.h"
#include "notation/records/end_word.h"
#include "notation/records/kifu.h"
#include "notation/records/record_int.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

/* The next word; 0 bytes at the end of the line. */
static size_t next_word(const shg_reading *r, size_t *at)
{
    while (*at < r->length && (r->begin[*at] == ' ' || r->begin[*at] == '\t'))
        ++*at;
    size_t bytes = 0;
    while (*at + bytes < r->length && r->begin[*at + bytes] != ' ' && r->begin[*at + bytes] != '\t')
        bytes++;
    return bytes;
}

static bool is_word(const shg_reading *r, size_t at, size_t bytes, const char *word)
{
    return bytes == strlen(word) && memcmp(r->begin + at, word, bytes) == 0;
}

/* Between the fields of an SFEN; "_" in addresses. */
static bool is_apart(char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

/* Whether a board and a side come next: an SFEN. */
static bool is_sfen(const char *text, size_t bytes)
{
    size_t board = 0;
    while (board < bytes && !is_apart(text[board]))
        board++;
    return memchr(text, '/', board) && !memchr(text, '=', board) && board + 1 < bytes &&
           (text[board + 1] == 'b' || text[board + 1] == 'w') &&
           (board + 2 == bytes || is_apart(text[board + 2]));
}

/* The position before "moves". */
static void read_start(shg_reading *r, size_t *at)
{
    shoogi_position *start = NULL;
    r->status = shoogi_position_new(&start, r->options->variant);
    size_t bytes = next_word(r, at);
    const bool named = is_word(r, *at, bytes, "sfen");
    if (r->status == SHOOGI_OK && (named || is_sfen(r->begin + *at, r->length - *at))) {
        *at += named ? bytes : 0;
        (void)next_word(r, at);
        size_t end = *at;
        for (bytes = next_word(r, &end); bytes > 0 && !is_word(r, end, bytes, "moves");
             bytes = next_word(r, &end))
            end += bytes;
        size_t sfen_bytes = end - *at;
        while (sfen_bytes > 0 &&
               (r->begin[*at + sfen_bytes - 1] == ' ' || r->begin[*at + sfen_bytes - 1] == '\t'))
            sfen_bytes--;
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status = shoogi_sfen_read(start, r->begin + *at, sfen_bytes, &err);
        if (status == SHOOGI_PARSE_ERROR)
            (void)shg_reading_refuse(r, *at, &err);
        else
            r->status = status;
        *at = end;
    } else if (is_word(r, *at, bytes, "startpos")) {
        *at += bytes;
    }
    (void)shg_reading_start(r, start);
    shoogi_position_free(start);
}

/* Words of engines and programs in place of a move.  won: 1: the side to move has won, -1: lost, 0: as the end says. */
static const struct {
    const char *word;
    shoogi_termination end;
    int won;
} end_words[] = {
    { "resign", SHOOGI_TERMINATION_RESIGN, 0 },
    { "win", SHOOGI_TERMINATION_DECLARATION, 0 },
    { "draw", SHOOGI_TERMINATION_DRAW, 0 },
    { "rep_draw", SHOOGI_TERMINATION_REPETITION, 0 },
    { "rep_win", SHOOGI_TERMINATION_REPETITION, 1 },
    { "rep_lose", SHOOGI_TERMINATION_REPETITION, -1 },
    { "sennichite", SHOOGI_TERMINATION_REPETITION, 0 },
    { "jishogi", SHOOGI_TERMINATION_IMPASSE, 0 },
    { "timeout", SHOOGI_TERMINATION_TIME, 0 },
    { "timeup", SHOOGI_TERMINATION_TIME, 0 },
    { "time_up", SHOOGI_TERMINATION_TIME, 0 },
    { "mate", SHOOGI_TERMINATION_MATE, 0 },
    { "illegal", SHOOGI_TERMINATION_ILLEGAL, 0 },
    { "max_moves", SHOOGI_TERMINATION_MOVES_MAX, 0 },
    { "interrupt", SHOOGI_TERMINATION_SUSPENDED, 0 },
    { "abort", SHOOGI_TERMINATION_SUSPENDED, 0 },
};
enum { END_WORDS = sizeof end_words / sizeof end_words[0] };

/* A word without numbers, behind a move and the last of its line: no move, and perhaps an end with another name. */
static bool may_be_end(const shg_reading *r, size_t at, size_t bytes)
{
    size_t after = at + bytes;
    for (size_t i = 0; i < bytes; i++)
        if (!shg_is_letter(r->begin[at + i]) && r->begin[at + i] != '_')
            return false;
    return bytes > 2 && r->last != 0 && next_word(r, &after) == 0;
}

/* Adds the end that a word means; false if it means none. */
static bool read_end(shg_reading *r, size_t at, size_t bytes)
{
    const shoogi_colour side = shoogi_position_side(r->walker.position);
    size_t i = 0;
    if (shg_is_digit(r->begin[at])) /* a square */
        return false;
    while (i < END_WORDS &&
           !shg_text_same(end_words[i].word, strlen(end_words[i].word), r->begin + at, bytes))
        i++;
    if (i == END_WORDS) {
        if (!may_be_end(r, at, bytes))
            return false;
        const shoogi_termination end = shg_end_word(r->begin + at, bytes);
        if (end != SHOOGI_TERMINATION_OTHER) {
            (void)shg_reading_end(r, end, shg_end_result(end, side), NULL, 0);
            return true;
        }
        shg_reading_warn(r, at, bytes, "a move, resign or win");
        (void)shg_reading_end(r, SHOOGI_TERMINATION_OTHER, (shoogi_result){ 0 }, r->begin + at,
                              bytes);
        return true;
    }
    shoogi_result result = shg_end_result(end_words[i].end, side);
    if (end_words[i].won != 0)
        result.outcome = (end_words[i].won > 0) == (side == SHOOGI_BLACK) ? SHOOGI_OUTCOME_BLACK
                                                                          : SHOOGI_OUTCOME_WHITE;
    (void)shg_reading_end(r, end_words[i].end, result, NULL, 0);
    return true;
}

static void read_usi(shg_reading *r)
{
    size_t at = 0;
    do {
        if (!shg_reading_line(r)) {
            (void)shg_reading_fail(r, 0, 0, "a line of USI moves");
            return;
        }
        at = shg_kifu_lead(r->begin, r->length); /* spaces of any kind, and signs of quotation */
    } while (next_word(r, &at) == 0);
    if (is_word(r, at, next_word(r, &at), "position"))
        at += strlen("position");
    read_start(r, &at);
    size_t bytes = next_word(r, &at);
    if (is_word(r, at, bytes, "moves"))
        at += bytes;
    while (r->status == SHOOGI_OK && (bytes = next_word(r, &at)) > 0) {
        shoogi_move move = 0;
        shoogi_error err = { .status = SHOOGI_OK };
        if (shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE)
            (void)shg_reading_fail(r, at, bytes, "nothing after the end");
        else if (read_end(r, at, bytes))
            ; /* and the loop finds whatever follows it */
        else if (shoogi_usi_read(&move, r->walker.position, r->begin + at, bytes, &err) != SHOOGI_OK)
            (void)shg_reading_refuse(r, at, &err);
        else
            (void)shg_reading_move(r, at, move);
        at += bytes;
    }
}

/* The moves, each read in the position before it. */
static shoogi_status write_moves(shg_writing *w)
{
    shg_walker walker;
    shoogi_status status = shg_walker_init(&walker, w->record);
    const char *before = " moves ";
    w->losses &= ~(SHG_LOSS(TERMINATION) | SHG_LOSS(NUMBER));
    for (shoogi_node n = shoogi_record_node(w->record, 0).first_child;
         n != SHOOGI_NO_NODE && status == SHOOGI_OK;
         n = shoogi_record_node(w->record, n).first_child) {
        const shoogi_node_info node = shoogi_record_node(w->record, n);
        char move[SHOOGI_MOVE_TEXT_BYTES];
        const char *word = move;
        const shoogi_colour side = shoogi_position_side(walker.position);
        if (node.termination == SHOOGI_TERMINATION_NONE)
            (void)shoogi_usi_write(move, sizeof move, walker.position, node.move);
        else if (shg_end_misleads(node.termination, side, node.result.outcome))
            word = NULL;
        else if (node.termination == SHOOGI_TERMINATION_RESIGN)
            word = "resign";
        else if (node.termination == SHOOGI_TERMINATION_DECLARATION)
            word = "win";
        else
            word = NULL;
        const shoogi_result usual = shg_end_result(node.termination, side);
        if (word)
            shg_out_format(&w->out, "%s%s", before, word);
        if (!word || node.result.outcome != usual.outcome || node.result.reason != usual.reason)
            w->losses |= SHG_LOSS(TERMINATION);
        before = " ";
        status = shg_walker_go(&walker, n);
    }
    shg_walker_fini(&walker);
    return status;
}

static shoogi_status write_usi(shg_writing *w)
{
    const shoogi_position *const start = shoogi_record_start(w->record);
    if (shg_is_startpos(start)) {
        shg_out_text(&w->out, "startpos");
    } else {
        shg_out_text(&w->out, "sfen ");
        shg_out_sfen(&w->out, start);
    }
    const shoogi_status status = write_moves(w);
    shg_out_char(&w->out, '\n');
    return status;
}

/* Every line is a record, except empty ones. */
static bool begins_usi(const char *line, size_t line_bytes)
{
    (void)line;
    return line_bytes > 0;
}

/* "position", "startpos" or "sfen" first, or a move, also after "moves", or an SFEN. */
static unsigned looks_usi(const char *text, size_t text_bytes)
{
    static const char *const words[] = { "position ", "position\t", "startpos", "sfen ", "sfen\t" };
    size_t at = shg_kifu_lead(text, text_bytes);
    while (at < text_bytes && (text[at] == '\n' || text[at] == '\r')) {
        at++;
        at += shg_kifu_lead(text + at, text_bytes - at);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_bytes - at >= strlen(words[i]) &&
            memcmp(text + at, words[i], strlen(words[i])) == 0)
            return 100;
    size_t end = at;
    while (end < text_bytes && text[end] != '\n' && text[end] != '\r')
        end++;
    if (is_sfen(text + at, end - at))
        return 90;
    static const char moves[] = "moves ";
    if (end - at >= sizeof moves - 1 && memcmp(text + at, moves, sizeof moves - 1) == 0)
        at += sizeof moves - 1;
    return text_bytes - at >= 4 && shg_is_digit(text[at]) && shg_is_letter(text[at + 1]) &&
                   shg_is_digit(text[at + 2]) && shg_is_letter(text[at + 3])
               ? 80
               : 0;
}

const shg_format shg_format_USI = { read_usi, write_usi, looks_usi, begins_usi, NULL };
