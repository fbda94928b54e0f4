#include "server/game/game_options.h"

#include "base/error.h"
#include "notation/boards/setup.h"
#include "server/game/grade.h"
#include "server/game/privacy.h"
#include "server/game/two_game_match.h"
#include "shoogi/notation.h"
#include "shoogi/position_fault.h"
#include "storage/bounds.h"

#include <stdlib.h>
#include <string.h>

bool shg_option_has(const char *options, const char *word)
{
    const size_t bytes = strlen(word);
    for (const char *at = options; (at = strstr(at, word)) != NULL; at += bytes)
        if ((at == options || at[-1] == ' ') && (at[bytes] == ' ' || at[bytes] == '\0'))
            return true;
    return false;
}

const char *shg_option_value(size_t *bytes, const char *options, const char *word)
{
    const char *at = strstr(options, word);
    while (at && at != options && at[-1] != ' ')
        at = strstr(at + 1, word);
    if (!at)
        return NULL;
    at += strlen(word);
    *bytes = strcspn(at, " ");
    return at;
}

void shg_options_without(shg_out *out, const char *options, const char *word)
{
    while (*options) {
        const size_t bytes = strcspn(options, " ");
        if (strncmp(options, word, strlen(word)) != 0)
            shg_out_format(out, "%s%.*s", out->length > 0 ? " " : "", (int)bytes, options);
        options += bytes + (options[bytes] == ' ');
    }
}

void shg_option_add(shg_out *options, const char *word)
{
    if (options->length > 0)
        shg_out_char(options, ' ');
    shg_out_text(options, word);
}

void shg_option_add_clock(shg_out *options, const shg_time_control *control)
{
    char text[SHG_TIME_CONTROL_BYTES_MAX + 1];
    shg_time_control_write(text, sizeof text, control);
    shg_option_add(options, SHG_OPTION_CLOCK);
    shg_out_text(options, text);
}

bool shg_options_clock(shg_time_control *out, const char *options)
{
    size_t bytes;
    const char *text = shg_option_value(&bytes, options, SHG_OPTION_CLOCK);
    return text && shg_time_control_read(out, text, bytes, 0, NULL) == SHOOGI_OK;
}

shg_speed shg_options_speed(const char *options)
{
    shg_time_control control;
    return shg_options_clock(&control, options) ? shg_time_control_speed(&control)
                                                : SHG_SPEED_CORRESPONDENCE;
}

bool shg_options_live(const char *options)
{
    return shg_options_speed(options) != SHG_SPEED_CORRESPONDENCE;
}

void shg_options_reversed(shg_out *out, const char *options)
{
    shg_time_control control;
    if (shg_options_clock(&control, options)) {
        const shg_time_limit first = control.limit[0];
        control.limit[0] = control.limit[1];
        control.limit[1] = first;
        shg_option_add_clock(out, &control);
    }
    char rest[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_out kept = shg_out_make(rest, sizeof rest);
    shg_options_without(&kept, options, SHG_OPTION_CLOCK);
    shg_options_without(out, rest, SHG_OPTION_OF_GRADES);
}

bool shg_options_allow_undo(const char *options)
{
    size_t bytes;
    return shg_option_has(options, SHG_OPTION_UNDO) ||
           (!shg_option_has(options, SHG_OPTION_RATED) &&
            !shg_option_value(&bytes, options, SHG_OPTION_CLOCK));
}

/* Writes which game of a match it is. */
static void write_match(shg_out *out, const char *options, shg_language language)
{
    size_t bytes;
    const char *first = shg_option_value(&bytes, options, SHG_OPTION_SECOND_OF);
    if (shg_match_has_second_game(options))
        shg_out_text(out, shg_text_in(language, "the first game of a match of two"));
    else if (first)
        shg_out_format(out, shg_text_in(language, "the second game of a match, after game %.*s"),
                       (int)bytes, first);
}

void shg_options_describe(shg_out *out, const char *options, shg_language language)
{
    static const struct {
        const char *word, *meaning;
    } rows[] = { { SHG_OPTION_ILLEGAL_LOSES, SHG_TEXT("an illegal move loses") },
                 { SHG_OPTION_UNDO, SHG_TEXT("UNDO is allowed") },
                 { SHG_OPTION_RATED, SHG_TEXT("rated") },
                 { SHG_OPTION_GRADES, SHG_TEXT("handicap by grade") } };
    size_t bytes;
    const char *clock = shg_option_value(&bytes, options, SHG_OPTION_CLOCK);
    if (clock)
        shg_out_format(out, shg_text_in(language, "clock %.*s"), (int)bytes, clock);
    bool any = clock != NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!shg_option_has(options, rows[i].word))
            continue;
        shg_out_format(out, "%s%s", any ? "; " : "", shg_text_in(language, rows[i].meaning));
        any = true;
    }
    static void (*const writers[])(shg_out * out, const char *options,
                                   shg_language language) = { shg_privacy_describe,
                                                              shg_grades_describe, write_match };
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        char text[240];
        shg_out part = shg_out_make(text, sizeof text);
        writers[i](&part, options, language);
        if (part.length == 0)
            continue;
        shg_out_format(out, "%s%s", any ? "; " : "", text);
        any = true;
    }
}

/* ---- the position from which a game begins ---- */

/* Why a game cannot begin in a position: the clause, for translation. */
static const char *const clauses[SHOOGI_POSITION_FAULT_COUNT] = {
    [SHOOGI_POSITION_FAULT_TOO_MANY_PIECES] =
        SHG_TEXT("there are more pieces of a kind than the game has"),
    [SHOOGI_POSITION_FAULT_NO_ROYAL] = SHG_TEXT("a side has no royal piece"),
    [SHOOGI_POSITION_FAULT_ROYAL_LEFT_IN_CHECK] =
        SHG_TEXT("the side that is not to move is in check"),
    [SHOOGI_POSITION_FAULT_TOO_MANY_CHECKERS] =
        SHG_TEXT("more pieces give check than one move can let give check"),
    [SHOOGI_POSITION_FAULT_NO_MOVES] =
        SHG_TEXT("a piece could never move again and would have promoted"),
    [SHOOGI_POSITION_FAULT_FILE_LIMIT] =
        SHG_TEXT("a file has more unpromoted pieces of a kind than the rules allow (nifu)"),
    [SHOOGI_POSITION_FAULT_SHADE_LIMIT] =
        SHG_TEXT("there are too many pieces of a kind on squares of one colour"),
    [SHOOGI_POSITION_FAULT_BOARD_LIMIT] =
        SHG_TEXT("there are too many pieces of a kind on the board"),
};

/* The royals of colour, on the board and in hand. */
static unsigned royal_count(const shoogi_position *position, shoogi_colour colour)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned squares = shoogi_variant_square_count(variant);
    unsigned count = 0;
    for (unsigned sq = 0; sq < squares; sq++) {
        const shoogi_piece piece = shoogi_position_piece(position, (shoogi_square)sq);
        count += piece.kind != 0 && piece.colour == colour &&
                 shoogi_variant_kind(variant, piece.kind).royal;
    }
    for (unsigned k = 1; k <= shoogi_variant_kind_count(variant); k++)
        if (shoogi_variant_kind(variant, (shoogi_kind)k).royal)
            count += shoogi_position_hand(position, colour, (shoogi_kind)k);
    return count;
}

/* start: the first position of the game.  Where royals are captured, a position without one can occur, as its end, and
 * the rules find no result there: a side that never had a royal has not lost it. */
static bool lacks_royal(const shoogi_position *position, const shoogi_position *start)
{
    for (int c = 0; c < 2; c++) {
        const shoogi_colour colour = (shoogi_colour)c;
        if (royal_count(start, colour) > 0 && royal_count(position, colour) == 0)
            return true;
    }
    return false;
}

static shoogi_status check_start(const shoogi_position *position, const shoogi_position *start,
                                 shoogi_error *err)
{
    shoogi_position_fault fault;
    if (shoogi_position_faults(position, &fault, 1) > 0)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "%s", clauses[fault.reason]);
    if (lacks_royal(position, start))
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "%s",
                             clauses[SHOOGI_POSITION_FAULT_NO_ROYAL]);
    if (shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "%s", SHG_TEXT("it is the end of a game"));
    return SHOOGI_OK;
}

/* Adds SFEN as the word of an option. */
static void add_start(shg_out *options, const char *sfen)
{
    shg_option_add(options, SHG_OPTION_START);
    for (; *sfen; sfen++)
        shg_out_char(options, *sfen == ' ' ? '_' : *sfen);
}

shoogi_status shg_start_add(shg_out *options, const shoogi_variant *variant, const char *text,
                            size_t text_bytes, shoogi_error *err)
{
    shoogi_position *position = NULL, *start = NULL;
    shoogi_status status = shoogi_position_new(&position, variant);
    if (status == SHOOGI_OK)
        status = shoogi_position_new(&start, variant);
    if (status == SHOOGI_OK)
        status = shoogi_sfen_read(position, text, text_bytes, err);
    if (status == SHOOGI_OK)
        status = check_start(position, start, err);
    shoogi_position_free(start);
    shg_out sfen = shg_out_growing();
    if (status == SHOOGI_OK) {
        shg_out_sfen(&sfen, position);
        status = sfen.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    }
    if (status == SHOOGI_OK)
        add_start(options, sfen.bytes);
    free(sfen.bytes);
    shoogi_position_free(position);
    return status;
}

void shg_start_keep(shg_out *options, const char *sfen)
{
    if (sfen[0])
        add_start(options, sfen);
}

void shg_start_sfen(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options)
{
    size_t bytes;
    const char *text = shg_option_value(&bytes, options, SHG_OPTION_START);
    shg_out sfen = shg_out_make(out, SHG_STORAGE_OPTIONS_BYTES_MAX + 1);
    for (size_t i = 0; text && i < bytes; i++)
        shg_out_char(&sfen, text[i] == '_' ? ' ' : text[i]);
}

void shg_start_describe(shg_out *out, const char *sfen, shg_language language)
{
    if (strlen(sfen) > SHG_LISTED_START_BYTES)
        shg_out_text(out, shg_text_in(language, "from another position, which the page shows"));
    else if (sfen[0])
        shg_out_format(out, shg_text_in(language, "from the position %s"), sfen);
}

void shg_start_picture(shg_out *out, const char *variant, const char *sfen)
{
    shg_out_format(out, "/board.svg?variant=%s&sfen=", variant);
    for (; *sfen; sfen++) {
        const bool plain = shg_is_letter(*sfen) || shg_is_digit(*sfen) || strchr("-/", *sfen);
        shg_out_format(out, plain ? "%c" : "%%%02X", (unsigned char)*sfen);
    }
}

shoogi_status shg_start_position(shoogi_position **out, const shoogi_variant *variant,
                                 const char *sfen)
{
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_position_new(&position, variant);
    if (status == SHOOGI_OK && sfen[0])
        status = shoogi_sfen_read(position, sfen, strlen(sfen), NULL);
    if (status == SHOOGI_OK) {
        *out = position;
        position = NULL;
    }
    shoogi_position_free(position);
    return status;
}
