/* records.c: records of games and lines of moves, for a web page: additional exports of libshoogi-records.wasm.
 *
 * A record is a number for the page, as a variant is, and a node of it is the number of record.h; SHOOGI_NO_NODE is
 * reported as -1. */
#include "shoogi/evaluation.h"
#include "shoogi/notation.h"
#include "shoogi/record.h"
#include "wasm/exchange.h"

#include <stdlib.h>
#include <string.h>

static shoogi_status answer_memory(bool has)
{
    return has ? SHOOGI_OK : shg_answer_refuse(SHOOGI_NO_MEMORY);
}

/* An error of a function that fills it only for some statuses. */
static shoogi_status answer_status(shoogi_status status, const shoogi_error *error)
{
    if (status == SHOOGI_OK)
        return status;
    return error->message[0] ? shg_answer_fault(error) : shg_answer_refuse(status);
}

static void answer_tab(void)
{
    shg_answer_text("\t");
}

static void answer_signed(int64_t number)
{
    shg_answer_text(number < 0 ? "-" : "");
    shg_answer_number(number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* ---- Lines of moves ------------------------------------------------------------------------------ */

enum { LINE_MOVES_MAX = 2048 };

/* Answers with a line of moves in a notation.  Returns OK or NO_MEMORY. */
static shoogi_status answer_line(const shoogi_position *position, const shoogi_move *moves,
                                 size_t count, shoogi_notation notation)
{
    const size_t bytes = shoogi_line_write(NULL, 0, position, moves, count, notation);
    char *const text = malloc(bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    if (bytes > 0) {
        (void)shoogi_line_write(text, bytes + 1, position, moves, count, notation);
        shg_answer_add(text, bytes);
    }
    free(text);
    return SHOOGI_OK;
}

/* Reads the input, a line of moves, in one notation and answers with it in another; both are numbers of move_text.h. */
EXPORT(shoogi_status, line_convert, const shoogi_position *position, shoogi_notation from,
       shoogi_notation to, size_t text_bytes)
{
    shg_answer_begin();
    shoogi_move *const moves = calloc(LINE_MOVES_MAX, sizeof *moves);
    if (!moves)
        return answer_memory(false);
    shoogi_error error = { 0 };
    size_t count = 0;
    shoogi_status status = shoogi_line_read(moves, LINE_MOVES_MAX, &count, position, shg_said(),
                                            text_bytes, from, &error);
    if (status == SHOOGI_OK)
        status = answer_line(position, moves, count, to);
    free(moves);
    return answer_status(status, &error);
}

/* ---- Records ------------------------------------------------------------------------------------- */

/* A record without moves that begins at the position, whose variant is borrowed until the record is freed. */
EXPORT(shoogi_record *, record_new, const shoogi_position *start)
{
    shg_answer_begin();
    shoogi_record *record = NULL;
    (void)answer_memory(shoogi_record_new(&record, start) == SHOOGI_OK);
    return record;
}

static size_t used_bytes;            /* by the last record */
static const char *used_format = ""; /* its format */
static char game_name[128];          /* the game that it names, if it is another */

/* Keeps the name of a game, which the page may have. */
static const shoogi_variant *note_game(void *context, const char *name, size_t name_bytes)
{
    (void)context;
    if (game_name[0] == '\0' && name_bytes < sizeof game_name) {
        memcpy(game_name, name, name_bytes);
        game_name[name_bytes] = '\0';
    }
    return NULL;
}

/* Reads the input, the name of a format ("": it is detected) and a text that begins with a record.  Answers with all errors
 * and warnings, a line for each; partial: a record with an error in a move is returned up to there. */
EXPORT(shoogi_record *, record_read, const shoogi_variant *variant, bool partial,
       size_t format_bytes, size_t text_bytes)
{
    shg_answer_begin();
    static shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
    const char *const text = shg_said() + format_bytes;
    char word[16] = "";
    if (format_bytes < sizeof word)
        memcpy(word, shg_said(), format_bytes);
    const shoogi_format format =
        format_bytes > 0 ? shoogi_format_find(word) : shoogi_format_detect(text, text_bytes);
    used_bytes = text_bytes;
    used_format = "";
    game_name[0] = '\0';
    if (format == SHOOGI_FORMAT_COUNT) {
        shg_answer_text("1:1: expected a record in a supported format, found another text\n");
        return NULL;
    }
    used_format = shoogi_format_name(format);
    const shoogi_record_read_options how = { .variant = variant,
                                             .find_variant = note_game,
                                             .keep_partial = partial };
    shoogi_record *record = NULL;
    size_t count = 0;
    const shoogi_status status = shoogi_record_read(&record, &used_bytes, format, text, text_bytes,
                                                    &how, errors, SHOOGI_RECORD_ERRORS_MAX, &count);
    for (size_t i = 0; i < count; i++) {
        (void)shg_answer_fault(&errors[i]);
        shg_answer_text("\n");
    }
    if (status != SHOOGI_OK && count == 0) {
        (void)shg_answer_refuse(status);
        shg_answer_text("\n");
    }
    return record;
}

/* Of the text that record_read read last: the bytes of the record, after which another may come. */
EXPORT(size_t, record_used, void)
{
    return used_bytes;
}

/* Answers with the format of that record and, after a tab, the name of its game, if that is not the one it was read by. */
EXPORT(void, record_names, void)
{
    shg_answer_begin();
    shg_answer_text(used_format);
    answer_tab();
    shg_answer_text(game_name);
}

EXPORT(void, record_free, shoogi_record *record)
{
    shoogi_record_free(record);
}

EXPORT(shoogi_node, record_nodes, const shoogi_record *record)
{
    return shoogi_record_node_count(record);
}

/* Answers with a line of fields separated by tabs: parent, first child and next sibling, ply, thinking time in
 * milliseconds (-1: unknown), the number of the outcome, the reason or end (""), the move in USI (""), and the
 * bookmark; then the comment. */
EXPORT(shoogi_status, record_node, const shoogi_record *record, shoogi_node node)
{
    shg_answer_begin();
    const shoogi_node_info info = shoogi_record_node(record, node);
    const int64_t numbers[] = {
        (int32_t)info.parent, (int32_t)info.first_child, (int32_t)info.next_sibling, info.ply,
        info.time_ms,         info.result.outcome
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        answer_signed(numbers[i]);
        answer_tab();
    }
    if (info.termination != SHOOGI_TERMINATION_NONE)
        shg_answer_text(info.termination_text ? info.termination_text
                                              : shoogi_termination_text(info.termination));
    answer_tab();
    if (node != 0 && info.termination == SHOOGI_TERMINATION_NONE) {
        shoogi_position *before = NULL;
        char text[SHOOGI_MOVE_TEXT_BYTES];
        const shoogi_status status = shoogi_record_position(&before, record, info.parent);
        if (status != SHOOGI_OK) {
            shg_answer_begin();
            return shg_answer_refuse(status);
        }
        (void)shoogi_usi_write(text, sizeof text, before, info.move);
        shg_answer_text(text);
        shoogi_position_free(before);
    }
    answer_tab();
    shg_answer_text(info.bookmark ? info.bookmark : "");
    shg_answer_text("\n");
    shg_answer_text(info.comment ? info.comment : "");
    return SHOOGI_OK;
}

/* The position at a node, with the moves from the start as its history. */
EXPORT(shoogi_position *, record_position, const shoogi_record *record, shoogi_node node)
{
    shg_answer_begin();
    shoogi_position *position = NULL;
    (void)answer_memory(shoogi_record_position(&position, record, node) == SHOOGI_OK);
    return position;
}

/* Adds the move of the input, in USI, after a node, and answers with the number of the new node. */
EXPORT(shoogi_status, record_add_move, shoogi_record *record, shoogi_node parent, size_t text_bytes)
{
    shg_answer_begin();
    shoogi_position *position = NULL;
    shoogi_error error = { 0 };
    shoogi_move move;
    shoogi_node node = 0;
    shoogi_status status = shoogi_record_position(&position, record, parent);
    if (status == SHOOGI_OK)
        status = shoogi_usi_read(&move, position, shg_said(), text_bytes, &error);
    if (status == SHOOGI_OK)
        status = shoogi_record_add_move(&node, record, parent, position, move, &error);
    shoogi_position_free(position);
    if (status == SHOOGI_OK)
        shg_answer_number(node);
    return answer_status(status, &error);
}

/* Adds the input as a line to the comment of a node. */
EXPORT(shoogi_status, record_add_comment, shoogi_record *record, shoogi_node node,
       size_t text_bytes)
{
    shg_answer_begin();
    const shoogi_error none = { 0 };
    return answer_status(shoogi_record_add_comment(record, node, shg_said(), text_bytes), &none);
}

/* Sets a header; the input is its name, then its value. */
EXPORT(shoogi_status, record_set_header, shoogi_record *record, size_t name_bytes,
       size_t value_bytes)
{
    shg_answer_begin();
    const shoogi_error none = { 0 };
    const char *const name = shg_said();
    return answer_status(
        shoogi_record_set_header(record, name, name_bytes, name + name_bytes, value_bytes), &none);
}

/* Answers with the headers, a line for each, its name and value separated by a tab. */
EXPORT(void, record_headers, const shoogi_record *record)
{
    shg_answer_begin();
    for (size_t i = 0; i < shoogi_record_header_count(record); i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, record, i);
        shg_answer_text(name);
        answer_tab();
        shg_answer_text(value);
        shg_answer_text("\n");
    }
}

EXPORT(void, record_remove, shoogi_record *record, shoogi_node node)
{
    shoogi_record_remove(record, node);
}

EXPORT(void, record_set_variation, shoogi_record *record, shoogi_node node, size_t index)
{
    shoogi_record_set_variation(record, node, index);
}

EXPORT(void, record_promote, shoogi_record *record, shoogi_node node)
{
    shoogi_record_promote(record, node);
}

/* A new record of a node and all that follows it. */
EXPORT(shoogi_record *, record_copy, const shoogi_record *record, shoogi_node node)
{
    shg_answer_begin();
    shoogi_error error = { 0 };
    shoogi_record *copy = NULL;
    (void)answer_status(shoogi_record_copy(&copy, record, node, &error), &error);
    return copy;
}

/* Adds all nodes of another record after a node. */
EXPORT(shoogi_status, record_merge, shoogi_record *record, shoogi_node node,
       const shoogi_record *other)
{
    shg_answer_begin();
    shoogi_error error = { 0 };
    return answer_status(shoogi_record_merge(record, node, other, &error), &error);
}

/* Answers with what engines say in the comment of a node, a line for each evaluation, with fields separated by tabs:
 * 1 if it has a score, 1 if that is the plies to a forced win, the score, the depth, 1 if the line replaces the move
 * of the node, and the line in USI. */
EXPORT(shoogi_status, record_evaluations, const shoogi_record *record, shoogi_node node)
{
    static shoogi_evaluation all[SHOOGI_EVALUATION_COUNT_MAX];
    shg_answer_begin();
    shoogi_position *position = NULL;
    size_t count = 0;
    shoogi_status status = shoogi_record_position(&position, record, node);
    if (status == SHOOGI_OK)
        status = shoogi_record_evaluations(all, SHOOGI_EVALUATION_COUNT_MAX, &count, record, node,
                                           position);
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++) {
        const int64_t numbers[] = { all[i].has_score, all[i].is_mate, all[i].score,
                                    all[i].depth_plies, all[i].replaces_move };
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            answer_signed(numbers[n]);
            answer_tab();
        }
        if (all[i].replaces_move)
            shoogi_position_undo(position);
        status = answer_line(position, all[i].moves, all[i].move_count, SHOOGI_NOTATION_USI);
        shg_answer_text("\n");
        if (all[i].replaces_move && status == SHOOGI_OK)
            status = shoogi_position_do(position, shoogi_record_node(record, node).move);
    }
    shoogi_position_free(position);
    if (status == SHOOGI_OK)
        return status;
    shg_answer_begin();
    return shg_answer_refuse(status);
}

/* Answers with the record in the format whose name is the input; before it a line of the parts that the format cannot
 * represent, separated by tabs. */
EXPORT(shoogi_status, record_write, const shoogi_record *record, size_t format_bytes)
{
    shg_answer_begin();
    shg_said()[format_bytes] = '\0';
    const shoogi_format format = shoogi_format_find(shg_said());
    if (format == SHOOGI_FORMAT_COUNT)
        return shg_answer_refuse(SHOOGI_NOT_FOUND);
    shoogi_error error = { 0 };
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses = 0;
    const shoogi_status status =
        shoogi_record_write(&text, &bytes, &losses, format, record, NULL, &error);
    if (status != SHOOGI_OK)
        return answer_status(status, &error);
    for (unsigned loss = 0; loss < SHOOGI_LOSS_COUNT; loss++) {
        if (losses >> loss & 1) {
            shg_answer_text(shoogi_loss_text((shoogi_loss)loss));
            answer_tab();
        }
    }
    shg_answer_text("\n");
    shg_answer_add(text, bytes);
    shoogi_text_free(text);
    return SHOOGI_OK;
}
