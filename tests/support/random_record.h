/* random_record.h: random records, and whether a format reads back what it wrote of them; for tests. */
#ifndef SHG_SUPPORT_RANDOM_RECORD_H
#define SHG_SUPPORT_RANDOM_RECORD_H

#include "support/record_difference.h"
#include "support/notation.h"

/* A game from a position, of at most so many moves, with the end that the board gives it.  Owned. */
static inline shoogi_record *random_game(const shoogi_position *start, unsigned moves_max,
                                         uint64_t *chance)
{
    shoogi_record *record;
    shoogi_position *position;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    assert_int_equal(shoogi_record_position(&position, record, 0), SHOOGI_OK);
    shoogi_node node = 0;
    shoogi_result result = shoogi_position_result(position);
    for (unsigned i = 0; i < moves_max && result.outcome == SHOOGI_OUTCOME_NONE; i++) {
        size_t count;
        shoogi_move *const moves = legal_moves(&count, position);
        const shoogi_move move = moves[random_below(chance, count)];
        free(moves);
        assert_int_equal(shoogi_record_add_move(&node, record, node, position, move, NULL),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
        result = shoogi_position_result(position);
    }
    if (result.outcome != SHOOGI_OUTCOME_NONE)
        assert_int_equal(shoogi_record_add_termination(&node, record, node,
                                                       SHOOGI_TERMINATION_BOARD, result, NULL, 0),
                         SHOOGI_OK);
    shoogi_position_free(position);
    return record;
}

/* Things that formats may trip over. */
static inline const char *random_word(uint64_t *chance)
{
    static const char *const words[] = { "",       " ",      "a",     "> x",     "1 7g7f",
                                         "a:b",    "\\",     "歩",    "*",       "&b",
                                         "#c",     "a, 'b'", "\"\t{", "+7776FU", "shoogi record 1",
                                         "resign", "variant" };
    return words[random_below(chance, COUNT(words))];
}

/* Adds to a node random comments, times and headers. */
static inline void random_words(shoogi_record *record, shoogi_node node, uint64_t *chance)
{
    if (node > 0 && random_below(chance, 2))
        shoogi_record_set_time(record, node, (int64_t)random_below(chance, 10000000));
    while (random_below(chance, 2)) {
        const char *const word = random_word(chance);
        assert_int_equal(shoogi_record_add_comment(record, node, word, strlen(word)), SHOOGI_OK);
    }
    if (random_below(chance, 5) == 0) {
        const char *const word = random_word(chance);
        assert_int_equal(shoogi_record_set_bookmark(record, node, word, strlen(word)), SHOOGI_OK);
    }
    if (random_below(chance, 9) == 0) {
        const char *const name = random_word(chance), *const value = random_word(chance);
        assert_int_equal(shoogi_record_set_header(record, name, strlen(name), value, strlen(value)),
                         name[0] == '\0' ? SHOOGI_PARSE_ERROR : SHOOGI_OK);
    }
}

/* A tree from a position with everything that a record can hold.  Owned. */
static inline shoogi_record *random_tree(const shoogi_position *start, unsigned nodes,
                                         uint64_t *chance)
{
    shoogi_record *record;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    random_words(record, 0, chance);
    for (unsigned i = 0; i < nodes; i++) {
        const shoogi_node all = shoogi_record_node_count(record);
        const shoogi_node parent =
            random_below(chance, 3) ? all - 1 : (shoogi_node)random_below(chance, all);
        if (shoogi_record_node(record, parent).termination != SHOOGI_TERMINATION_NONE)
            continue;
        shoogi_position *position;
        assert_int_equal(shoogi_record_position(&position, record, parent), SHOOGI_OK);
        size_t count;
        shoogi_move *const moves = legal_moves(&count, position);
        shoogi_node node = 0;
        if (count == 0 || random_below(chance, 8) == 0) {
            const shoogi_termination end =
                (shoogi_termination)(1 + random_below(chance, SHOOGI_TERMINATION_COUNT - 1));
            shoogi_result result = shg_end_result(end, shoogi_position_side(position));
            if (random_below(chance, 4) == 0)
                result =
                    (shoogi_result){ (shoogi_outcome)random_below(chance, 5),
                                     (shoogi_reason)random_below(chance, SHOOGI_REASON_COUNT) };
            const char *const word = end == SHOOGI_TERMINATION_OTHER ? random_word(chance) : NULL;
            assert_int_equal(shoogi_record_add_termination(&node, record, parent, end, result, word,
                                                           word ? strlen(word) : 0),
                             SHOOGI_OK);
        } else {
            assert_int_equal(shoogi_record_add_move(&node, record, parent, position,
                                                    moves[random_below(chance, count)], NULL),
                             SHOOGI_OK);
        }
        random_words(record, node, chance);
        free(moves);
        shoogi_position_free(position);
    }
    if (random_below(chance, 9) == 0) {
        const char *const rest = "what\n\n was: left";
        assert_int_equal(shg_record_set_unparsed(record, rest, strlen(rest)), SHOOGI_OK);
    }
    return record;
}

/* How many ends are words that no format knows, and how many moves are the same as the one before, which they replace: all that
 * may be told of a text that was written. */
static inline size_t words_kept(const shoogi_record *record)
{
    size_t kept = 0;
    for (shoogi_node n = 0, next; n != SHOOGI_NO_NODE; n = next) {
        const shoogi_node_info node = shoogi_record_node(record, n);
        next = shg_record_next(record, n);
        kept += node.termination == SHOOGI_TERMINATION_OTHER;
        if (next == SHOOGI_NO_NODE)
            break;
        const shoogi_node_info after = shoogi_record_node(record, next);
        kept += after.parent == node.parent && after.move == node.move &&
                after.termination == node.termination;
    }
    return kept;
}

/* Writes a record and reads it again: all that is not named as lost is there.  False if the format cannot
 * tell the game. */
static inline bool comes_back_from(shoogi_format format, const shoogi_record *record)
{
    char *text;
    size_t bytes, used, count;
    uint32_t losses;
    shoogi_error err = { .status = SHOOGI_OK }, errors[SHOOGI_RECORD_ERRORS_MAX];
    const shoogi_status written =
        shoogi_record_write(&text, &bytes, &losses, format, record, NULL, &err);
    if (written == SHOOGI_ILLEGAL) {
        assert_true(err.message[0] != '\0');
        return false;
    }
    assert_int_equal(written, SHOOGI_OK);
    assert_int_equal(strlen(text), bytes);
    const shoogi_record_read_options how = { .variant = shoogi_position_variant(
                                                 shoogi_record_start(record)) };
    shoogi_record *again = NULL;
    if (shoogi_record_read(&again, &used, format, text, bytes, &how, errors,
                           SHOOGI_RECORD_ERRORS_MAX, &count) != SHOOGI_OK ||
        count > words_kept(record))
        fail_msg("%s: %u:%u: %s\n%s", shoogi_format_name(format), errors[0].line, errors[0].column,
                 errors[0].message, text);
    if (used != bytes)
        fail_msg("%s: a record ends at byte %zu of %zu\n%s", shoogi_format_name(format), used,
                 bytes, text);
    shoogi_node node = 0;
    const char *const what = shg_record_difference(&node, record, again, losses);
    if (what)
        fail_msg("%s: %s differs at node %u\n%s", shoogi_format_name(format), what, node, text);
    shoogi_record_free(again);
    shoogi_text_free(text);
    return true;
}

/* Cut anywhere, a text is refused or read, and what is kept comes back from the format. */
static inline void comes_back_cut(shoogi_format format, const shoogi_record_read_options *how,
                                  const char *text, size_t text_bytes)
{
    for (size_t bytes = 0; bytes <= text_bytes; bytes++) {
        char *const cut = malloc(bytes > 0 ? bytes : 1); /* so that reading on is seen */
        assert_non_null(cut);
        memcpy(cut, text, bytes);
        shoogi_record *record = NULL;
        shoogi_error errors[4] = { { .status = SHOOGI_OK } };
        size_t count = 0, used = 0;
        const shoogi_status status = shoogi_record_read(&record, &used, format, cut, bytes, how,
                                                        errors, COUNT(errors), &count);
        assert_int_equal(used, bytes);
        assert_true(status == SHOOGI_OK || (count > 0 && errors[count - 1].status == status));
        if (record)
            (void)comes_back_from(format, record);
        shoogi_record_free(record);
        free(cut);
    }
}

#endif
