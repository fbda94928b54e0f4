/* reading.c: functions for the readers and writers of all formats. */
#include "notation/records/record_int.h"

#include "base/error.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <string.h>

bool shg_reading_take(shg_reading *reading)
{
    if (reading->at >= reading->bytes)
        return false;
    reading->begin = reading->text + reading->at;
    const size_t left = reading->bytes - reading->at;
    size_t length = 0;
    while (length < left && reading->begin[length] != '\n' && reading->begin[length] != '\r')
        length++;
    reading->length = length;
    reading->lead = 0;
    reading->line++;
    if (length + 1 < left && reading->begin[length] == '\r' && reading->begin[length + 1] == '\n')
        length++;
    reading->at += length < left ? length + 1 : length;
    return true;
}

bool shg_reading_line(shg_reading *reading)
{
    if (reading->status != SHOOGI_OK || !shg_reading_take(reading))
        return false;
    if (reading->at > SHOOGI_RECORD_BYTES_MAX)
        reading->status = SHOOGI_LIMIT_EXCEEDED;
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
    reading->at = (size_t)(reading->begin - reading->lead - reading->text);
    reading->line--;
}

/* The column of byte `at` of the line. */
static uint32_t column_of(const shg_reading *reading, size_t at)
{
    return (uint32_t)shg_utf8_length(reading->begin - reading->lead, reading->lead + at) + 1;
}

/* The place of an error in the game. */
static void write_head(char head[static 40], const shg_reading *reading)
{
    if (reading->record)
        snprintf(head, 40, "move %u: ", shoogi_record_node(reading->record, reading->last).ply + 1);
    else
        head[0] = '\0';
}

shoogi_error *shg_reading_error(shg_reading *reading, bool fault)
{
    if (reading->error_count + (fault ? 0 : 1) >= reading->errors_max)
        return NULL;
    return &reading->errors[reading->error_count++];
}

shoogi_status shg_reading_fail(shg_reading *reading, size_t at, size_t found_bytes,
                               const char *expected)
{
    if (reading->status != SHOOGI_OK || shg_reading_settle(reading) != SHOOGI_OK)
        return reading->status;
    char head[40];
    write_head(head, reading);
    strcat(head, "expected ");
    return reading->status = shg_error_headed(shg_reading_error(reading, true), SHOOGI_PARSE_ERROR,
                                              reading->line, column_of(reading, at), head, expected,
                                              reading->begin + at, found_bytes);
}

void shg_reading_warn(shg_reading *reading, size_t at, size_t found_bytes, const char *expected)
{
    shoogi_error *const error = shg_reading_error(reading, false);
    if (error) /* no column without need: a long line with many errors would take quadratic time */
        (void)shg_warning_expected(error, reading->line, column_of(reading, at), expected,
                                   reading->begin + at, found_bytes);
}

/* The message of another reader, with the place of byte `at` of the line. */
static shoogi_status set_why(shoogi_error *error, const shg_reading *reading, size_t at,
                             const shoogi_error *why)
{
    char head[40];
    write_head(head, reading);
    const size_t column = column_of(reading, at) + (why->column > 0 ? why->column : 1) - 1;
    return shg_error_set(error, why->status, reading->line, column, "%s%s", head, why->message);
}

shoogi_status shg_reading_refuse(shg_reading *reading, size_t at, const shoogi_error *why)
{
    if (reading->status != SHOOGI_OK || shg_reading_settle(reading) != SHOOGI_OK)
        return reading->status;
    return reading->status = set_why(shg_reading_error(reading, true), reading, at, why);
}

shoogi_status shg_reading_illegal(shg_reading *reading, size_t at, const char *foul_text,
                                  size_t foul_bytes, const shoogi_error *why)
{
    shg_open_foul *const foul = &reading->foul;
    if (reading->status != SHOOGI_OK || foul->is_open || foul_bytes == 0 ||
        why->status != SHOOGI_ILLEGAL)
        return shg_reading_refuse(reading, at, why);
    (void)set_why(&foul->why, reading, at, why);
    const shoogi_result result =
        shg_end_result(SHOOGI_TERMINATION_ILLEGAL, shoogi_position_side(reading->walker.position));
    if (shg_reading_end(reading, SHOOGI_TERMINATION_ILLEGAL, result, foul_text, foul_bytes) !=
        SHOOGI_OK)
        return reading->status;
    foul->begin = reading->begin;
    foul->lead = reading->lead;
    foul->is_open = true;
    return SHOOGI_OK;
}

/* Takes the end by an open foul back. */
static void drop_foul(shg_reading *reading)
{
    reading->foul.is_open = false;
    reading->last = shoogi_record_node(reading->record, reading->last).parent;
    shg_record_drop_last(reading->record);
}

shoogi_status shg_reading_settle(shg_reading *reading)
{
    if (!reading->foul.is_open)
        return reading->status;
    drop_foul(reading);
    if (reading->status != SHOOGI_OK)
        return reading->status;
    reading->begin = reading->foul.begin;
    reading->lead = reading->foul.lead;
    shoogi_error *const error = shg_reading_error(reading, true);
    if (error)
        *error = reading->foul.why;
    return reading->status = reading->foul.why.status;
}

/* Whether words for an end say that the open illegal move was it.  Then the player who made it loses, unless they name
 * the winner. */
static bool closes_foul(shg_reading *reading, shoogi_termination end, shoogi_result result)
{
    if (end != SHOOGI_TERMINATION_ILLEGAL && end != SHOOGI_TERMINATION_ILLEGAL_BEFORE &&
        end != SHOOGI_TERMINATION_BLACK_FOUL && end != SHOOGI_TERMINATION_WHITE_FOUL)
        return false;
    const shoogi_colour side = shoogi_position_side(reading->walker.position);
    const bool named = end == SHOOGI_TERMINATION_BLACK_FOUL ||
                       end == SHOOGI_TERMINATION_WHITE_FOUL ||
                       result.outcome != shg_end_result(end, side).outcome;
    if (named)
        shg_record_set_outcome(reading->record, reading->last, result.outcome);
    reading->foul.is_open = false;
    return true;
}

bool shg_is_called(const shoogi_variant *variant, const char *name, size_t bytes)
{
    const char *own = shoogi_variant_name(variant);
    for (size_t i = 0; own; own = shoogi_variant_alias(variant, i++))
        if (shg_text_same(own, strlen(own), name, bytes))
            return true;
    return false;
}

/* The same in another spelling. */
static bool is_called_nearly(const shoogi_variant *variant, const char *name, size_t bytes)
{
    const char *own = shoogi_variant_name(variant);
    for (size_t i = 0; own; own = shoogi_variant_alias(variant, i++))
        if (shg_name_same(own, strlen(own), name, bytes))
            return true;
    return false;
}

static const shoogi_variant *find_game(const shoogi_record_read_options *options, const char *name,
                                       size_t name_bytes)
{
    const shoogi_variant *found = NULL;
    if (shg_is_called(options->variant, name, name_bytes))
        return options->variant;
    if (options->find_variant)
        found = options->find_variant(options->context, name, name_bytes);
    return !found && is_called_nearly(options->variant, name, name_bytes) ? options->variant
                                                                          : found;
}

/* "7x7+6_shogi", as XBoard names a game on a board of its own: seven files and ranks, six kinds in hand, and the game of
 * which it takes the pieces.  It is a game of that size: the one assumed, or the one named. */
static const shoogi_variant *find_sized(const shoogi_record_read_options *options, const char *name,
                                        size_t name_bytes)
{
    shg_cursor c = { name, name_bytes, 0, NULL };
    unsigned files, ranks, hand;
    if (!shg_cursor_number(&files, &c, SHOOGI_FILES_MAX) || !shg_cursor_take(&c, 'x') ||
        !shg_cursor_number(&ranks, &c, SHOOGI_RANKS_MAX) || !shg_cursor_take(&c, '+') ||
        !shg_cursor_number(&hand, &c, SHOOGI_KINDS_MAX) || !shg_cursor_take(&c, '_'))
        return NULL;
    const shoogi_variant *const games[] = { options->variant,
                                            find_game(options, name + c.at, name_bytes - c.at) };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (games[i] && shoogi_variant_file_count(games[i]) == files &&
            shoogi_variant_rank_count(games[i]) == ranks)
            return games[i];
    return NULL;
}

const shoogi_variant *shg_reading_find_game(const shg_reading *reading, size_t at,
                                            size_t name_bytes)
{
    const char *const name = reading->begin + at;
    const shoogi_variant *const found = find_game(reading->options, name, name_bytes);
    return found ? found : find_sized(reading->options, name, name_bytes);
}

/* Words of other programs for the game that nobody need name. */
static bool names_no_game(const char *name, size_t name_bytes)
{
    static const char *const words[] = { "?", "*", "Standard", "From Position" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (shg_name_same(name, name_bytes, words[i], strlen(words[i])))
            return true;
    return name_bytes == 0 || (name_bytes == 1 && name[0] == '-');
}

const shoogi_variant *shg_reading_game(shg_reading *reading, size_t at, size_t name_bytes)
{
    const shoogi_variant *const found = shg_reading_find_game(reading, at, name_bytes);
    if (!found && !names_no_game(reading->begin + at, name_bytes))
        shg_reading_warn(reading, at, name_bytes, "the name of a game");
    return found ? found : reading->options->variant;
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
    if (reading->status != SHOOGI_OK || shg_reading_settle(reading) != SHOOGI_OK)
        return reading->status;
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_node node;
    const shoogi_status status = shoogi_record_add_move(&node, reading->record, reading->last,
                                                        reading->walker.position, move, &err);
    if (status == SHOOGI_ILLEGAL) {
        char text[SHOOGI_MOVE_TEXT_BYTES];
        const size_t bytes = shoogi_usi_write(text, sizeof text, reading->walker.position, move);
        return shg_reading_illegal(reading, at, text, bytes < sizeof text ? bytes : 0, &err);
    }
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

shoogi_status shg_reading_end(shg_reading *reading, shoogi_termination end, shoogi_result result,
                              const char *text, size_t text_bytes)
{
    if (reading->foul.is_open) {
        if (!closes_foul(reading, end, result))
            (void)shg_reading_settle(reading);
        return reading->status;
    }
    if (reading->status == SHOOGI_OK)
        reading->status = shoogi_record_add_termination(
            &reading->last, reading->record, reading->last, end, result, text, text_bytes);
    return reading->status;
}

shoogi_status shg_reading_go(shg_reading *reading, shoogi_node node)
{
    if (shg_reading_settle(reading) != SHOOGI_OK)
        return reading->status;
    if (reading->status == SHOOGI_OK)
        reading->status = shg_walker_go(&reading->walker, node);
    reading->last = node;
    return reading->status;
}

shoogi_status shg_reading_comment(shg_reading *reading, const char *text, size_t text_bytes)
{
    if (reading->status == SHOOGI_OK)
        reading->status =
            shoogi_record_add_comment(reading->record, reading->last, text, text_bytes);
    return reading->status;
}

shoogi_result shg_end_result(shoogi_termination end, shoogi_colour side)
{
    const shoogi_outcome own = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const shoogi_outcome other = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    switch (end) {
    case SHOOGI_TERMINATION_RESIGN:
    case SHOOGI_TERMINATION_MATE:
    case SHOOGI_TERMINATION_TIME:
    case SHOOGI_TERMINATION_ILLEGAL:
    case SHOOGI_TERMINATION_FORFEIT_LOST: result.outcome = other; break;
    case SHOOGI_TERMINATION_ILLEGAL_BEFORE:
    case SHOOGI_TERMINATION_DECLARATION:
    case SHOOGI_TERMINATION_FORFEIT_WON: result.outcome = own; break;
    case SHOOGI_TERMINATION_BLACK_FOUL: result.outcome = SHOOGI_OUTCOME_WHITE; break;
    case SHOOGI_TERMINATION_WHITE_FOUL: result.outcome = SHOOGI_OUTCOME_BLACK; break;
    case SHOOGI_TERMINATION_REPETITION:
    case SHOOGI_TERMINATION_IMPASSE: result.outcome = SHOOGI_OUTCOME_NO_CONTEST; break;
    case SHOOGI_TERMINATION_DRAW:
    case SHOOGI_TERMINATION_MOVES_MAX: result.outcome = SHOOGI_OUTCOME_DRAW; break;
    case SHOOGI_TERMINATION_NONE:
    case SHOOGI_TERMINATION_SUSPENDED:
    case SHOOGI_TERMINATION_NO_MATE:
    case SHOOGI_TERMINATION_SEALED:
    case SHOOGI_TERMINATION_TAKEN_BACK:
    case SHOOGI_TERMINATION_ERROR:
    case SHOOGI_TERMINATION_BOARD:
    case SHOOGI_TERMINATION_OTHER:
    case SHOOGI_TERMINATION_COUNT: break;
    }
    return result;
}

shoogi_termination shg_nearest_to_board(shoogi_result result, shoogi_colour side)
{
    const shoogi_outcome own = side == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    if (result.outcome == SHOOGI_OUTCOME_DRAW)
        return SHOOGI_TERMINATION_DRAW;
    if (result.outcome == SHOOGI_OUTCOME_NO_CONTEST)
        return result.reason == SHOOGI_REASON_IMPASSE ? SHOOGI_TERMINATION_IMPASSE
                                                      : SHOOGI_TERMINATION_REPETITION;
    if (result.outcome == own)
        return result.reason == SHOOGI_REASON_DECLARATION ? SHOOGI_TERMINATION_DECLARATION
                                                          : SHOOGI_TERMINATION_ILLEGAL_BEFORE;
    switch (result.reason) {
    case SHOOGI_REASON_REPETITION: /* that loses */
    case SHOOGI_REASON_PERPETUAL_CHECK:
    case SHOOGI_REASON_PERPETUAL_ATTACK:
    case SHOOGI_REASON_ILLEGAL_MOVE: return SHOOGI_TERMINATION_ILLEGAL;
    default: return SHOOGI_TERMINATION_MATE;
    }
}

bool shg_end_misleads(shoogi_termination end, shoogi_colour side, shoogi_outcome outcome)
{
    const shoogi_outcome reported = shg_end_result(end, side).outcome;
    return (reported == SHOOGI_OUTCOME_BLACK && outcome == SHOOGI_OUTCOME_WHITE) ||
           (reported == SHOOGI_OUTCOME_WHITE && outcome == SHOOGI_OUTCOME_BLACK);
}

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
    uint32_t losses = shoogi_record_header_count(record) > 0 ? SHG_LOSS(HEADERS) : 0;
    if (shoogi_variant_name(game)[0] != '\0')
        losses |= SHG_LOSS(GAME);
    if (shoogi_position_ply(shoogi_record_start(record)) != 1)
        losses |= SHG_LOSS(NUMBER);
    if (shoogi_record_unparsed(record))
        losses |= SHG_LOSS(UNPARSED);
    for (shoogi_node n = 0; n < shoogi_record_node_count(record); n++) {
        const shoogi_node_info node = shoogi_record_node(record, n);
        if (node.comment)
            losses |= SHG_LOSS(COMMENTS);
        if (node.bookmark)
            losses |= SHG_LOSS(BOOKMARKS);
        if (node.time_ms >= 0)
            losses |= node.termination == SHOOGI_TERMINATION_NONE ? SHG_LOSS(TIMES)
                                                                  : SHG_LOSS(TERMINATION_TIME);
        if (node.time_ms > 0 && node.time_ms % 1000 != 0)
            losses |= SHG_LOSS(FRACTIONS);
        if (node.termination != SHOOGI_TERMINATION_NONE)
            losses |= SHG_LOSS(TERMINATION);
        if (node.next_sibling != SHOOGI_NO_NODE)
            losses |= SHG_LOSS(VARIATIONS);
    }
    return losses;
}
