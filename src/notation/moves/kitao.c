/* kitao.c: moves in the notation of Kitao and Kawasaki, 歩-76: Western notation with pieces in kanji.  Source:
 * docs/notation.md, "Kitao-Kawasaki". */
#include "core/variant/variant_int.h"
#include "notation/words/cursor.h"
#include "notation/moves/japanese.h"
#include "shoogi/notation.h"

#include <string.h>

/* --- squares and pieces -------------------------------------------------------------------------- */

/* Numbers from 1 on: digits, and letters above 9. */
static const char numbers[] = "123456789abcdefghijklmnopqrstuvwxyzA";
_Static_assert(sizeof numbers - 1 == SHOOGI_FILES_MAX && SHOOGI_RANKS_MAX <= SHOOGI_FILES_MAX,
               "a sign for every file and rank");

static void write_square(shg_out *out, const shoogi_variant *v, shoogi_square square)
{
    shg_out_char(out, numbers[shg_file_of(v, square)]);
    shg_out_char(out, numbers[shg_rank_of(v, square)]);
}

/* The number minus 1 of a character; SHOOGI_FILES_MAX: none. */
static unsigned number_of(char c)
{
    const char *const found = c != '\0' ? strchr(numbers, c) : NULL;
    return found ? (unsigned)(found - numbers) : SHOOGI_FILES_MAX;
}

static bool take_square(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *v)
{
    if (cursor->bytes - cursor->at < 2)
        return false;
    const unsigned file = number_of(cursor->text[cursor->at]);
    const unsigned rank = number_of(cursor->text[cursor->at + 1]);
    if (!shoogi_variant_has_square(v, file, rank))
        return false;
    *out = shoogi_variant_square(v, file, rank);
    cursor->at += 2;
    return true;
}

/* 成銀 is +銀. */
static void write_piece(shg_out *out, const char *sign)
{
    static const char promoted[] = "成";
    if (strncmp(sign, promoted, sizeof promoted - 1) == 0) {
        shg_out_char(out, '+');
        sign += sizeof promoted - 1;
    }
    shg_out_text(out, sign);
}

/* The longest name as it is written here, or any sign; as shg_sign_read. */
static size_t read_piece(shg_kinds *out, const shoogi_variant *v, const char *text,
                         size_t text_bytes)
{
    size_t longest = shg_sign_read(out, v, text, text_bytes);
    for (unsigned k = 1; k <= v->kinds; k++) {
        char name[64];
        shg_out written = shg_out_make(name, sizeof name);
        write_piece(&written, shg_sign(v, (shoogi_kind)k));
        if (written.length < longest || written.length > text_bytes ||
            written.length >= sizeof name || memcmp(text, name, written.length) != 0)
            continue;
        if (written.length > longest)
            *out = (shg_kinds){ { false } };
        longest = written.length;
        out->has[k] = true;
    }
    return longest;
}

/* --- writing ------------------------------------------------------------------------------------- */

/* -76, x22: its first step, x!67 if it captures without moving (igui); then its further steps. */
static void write_steps(shg_out *out, const shoogi_position *position, shoogi_move move,
                        shoogi_square previous)
{
    const bool back = shoogi_move_to(move) == shoogi_move_from(move);
    shoogi_square places[SHG_PLACES_MAX];
    const size_t count = shg_places(places, position, move);
    for (size_t i = 0; i < count; i++) {
        const bool captures = shoogi_position_piece(position, places[i]).kind != 0;
        shg_out_text(out, back && i == 0 ? "x!" : captures ? "x" : "-");
        if (count > 1 || back || places[i] != previous)
            write_square(out, shoogi_position_variant(position), places[i]);
    }
}

size_t shoogi_kitao_write(char *out, size_t out_bytes, const shoogi_position *position,
                          shoogi_move move, shoogi_square previous)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shg_out text = shg_out_make(out, out_bytes);
    shoogi_square places[SHG_PLACES_MAX];
    if (!shoogi_move_is_drop(move) && shg_places(places, position, move) == 0) {
        shg_out_text(&text, "--");
        return text.length;
    }
    write_piece(&text, shg_mover_sign(position, move, false));
    if (shoogi_move_is_drop(move)) {
        shg_out_char(&text, '*');
        write_square(&text, v, shoogi_move_to(move));
        return text.length;
    }
    if (shg_marks(position, move) != 0) {
        shg_out_char(&text, '(');
        write_square(&text, v, shoogi_move_from(move));
        shg_out_char(&text, ')');
    }
    write_steps(&text, position, move, previous);
    if (shoogi_move_is_promotion(move)) {
        shg_out_char(&text, '+');
        shg_out_form(&text, position, move);
    } else if (shg_declined(position, move)) {
        shg_out_char(&text, '=');
    }
    return text.length;
}

/* --- reading ------------------------------------------------------------------------------------- */

/* Reads the sign of a step; NUL: none. */
static char take_sign(shg_cursor *cursor)
{
    static const char wide[] = "×";
    const char c = shg_cursor_next(cursor);
    if (c == '-' || c == '*' || c == 'x' || c == 'X') {
        cursor->at++;
        return shg_lower(c);
    }
    if (cursor->bytes - cursor->at >= sizeof wide - 1 &&
        memcmp(cursor->text + cursor->at, wide, sizeof wide - 1) == 0) {
        cursor->at += sizeof wide - 1;
        return 'x';
    }
    return '\0';
}

static shoogi_status read_steps(shg_said *said, shg_cursor *cursor, const shoogi_variant *v,
                                shoogi_square previous)
{
    for (char sign; said->places < SHG_PLACES_MAX && (sign = take_sign(cursor)) != '\0';
         said->places++) {
        said->returns |= sign == 'x' && said->places == 0 && shg_cursor_take(cursor, '!');
        if (sign == '*')
            said->marks = SHG_MARK_DROP;
        else
            said->from_board = true;
        if (take_square(&said->place[said->places], cursor, v))
            continue;
        if (said->places > 0 || said->returns || previous == SHOOGI_NO_SQUARE)
            return shg_cursor_fail(cursor, cursor->at, "a square of this board, in two numbers");
        said->place[0] = previous;
    }
    if (said->places == 0)
        return shg_cursor_fail(cursor, cursor->at, "\"-\", \"x\" or \"*\"");
    return SHOOGI_OK;
}

static shoogi_status read_text(shg_said *said, shg_cursor *cursor, const shoogi_variant *v,
                               shoogi_square previous)
{
    if (cursor->bytes == 2 && memcmp(cursor->text, "--", 2) == 0) {
        said->kind_open = said->idle = true;
        cursor->at = 2;
        return SHOOGI_OK;
    }
    const size_t piece = read_piece(&said->kinds, v, cursor->text, cursor->bytes);
    if (piece == 0)
        return shg_cursor_fail(cursor, 0, "a piece of this game");
    cursor->at = piece;
    if (shg_cursor_take(cursor, '(') &&
        (!take_square(&said->from, cursor, v) || !shg_cursor_take(cursor, ')')))
        return shg_cursor_fail(cursor, cursor->at, "the square it comes from, and \")\"");
    const shoogi_status status = read_steps(said, cursor, v, previous);
    if (status != SHOOGI_OK)
        return status;
    said->declines = shg_cursor_take(cursor, '=');
    said->promotes = !said->declines && shg_cursor_take(cursor, '+');
    if (said->promotes) {
        const size_t form =
            shg_sign_read(&said->forms, v, cursor->text + cursor->at, cursor->bytes - cursor->at);
        said->form_open = form == 0;
        cursor->at += form;
    }
    return SHOOGI_OK;
}

shoogi_status shoogi_kitao_read(shoogi_move *out, const shoogi_position *position, const char *text,
                                size_t text_bytes, shoogi_square previous, shoogi_error *err)
{
    shg_cursor cursor = { text, text_bytes, 0, err };
    shg_said said = { .from = SHOOGI_NO_SQUARE, .form_open = true };
    const shoogi_status status =
        read_text(&said, &cursor, shoogi_position_variant(position), previous);
    if (status != SHOOGI_OK)
        return status;
    if (!shg_cursor_done(&cursor))
        return shg_cursor_fail(&cursor, cursor.at, "\"+\", \"=\" or the end of the move");
    return shg_said_move(out, NULL, &said, position, err);
}
