#include "wire/line_edit.h"

#include "wire/display.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Assumed and minimal width of a window; a prompt that leaves less than ROOM_MIN for the line has its own row. */
enum { COLUMNS_UNKNOWN = 80, COLUMNS_MIN = 8, ROOM_MIN = 16 };

/* States of parsing escape sequences: ECMA-48, 5.4 (CSI, parameters and final byte), and ESC O of DEC terminals.  ESC and
 * a letter is that letter with Alt.  F1 to F5 on the Linux console send ESC [ [ and a letter, which is skipped. */
enum { STATE_PLAIN, STATE_ESC, STATE_CSI, STATE_SS3, STATE_PASS };

enum { KEY_ESC = 0x1B, KEY_DEL = 0x7F };
#define CONTROL(letter) ((letter)-0x40)

void shg_line_edit_init(shg_line_edit *edit)
{
    *edit = (shg_line_edit){ .columns = COLUMNS_UNKNOWN };
}

static void forget(char **text)
{
    free(*text);
    *text = NULL;
}

static void drop_line(shg_line_edit *edit)
{
    if (edit->line)
        shg_wipe(edit->line, edit->line_room); /* may be a password */
    forget(&edit->line);
    forget(&edit->draft);
    edit->line_bytes = edit->line_room = edit->at = edit->first = 0;
    edit->history_at = edit->history_bytes;
}

static void forget_shown(shg_line_edit *edit)
{
    forget(&edit->shown);
    edit->shown_bytes = edit->shown_columns = edit->cursor_column = edit->torn = 0;
    edit->drawn = false;
}

void shg_line_edit_fini(shg_line_edit *edit)
{
    drop_line(edit);
    forget_shown(edit);
    forget(&edit->history);
    forget(&edit->cut);
}

/* ---- characters ---- */

/* Whether a code point is a combining mark. */
static bool written_over(uint32_t c, size_t bytes)
{
    const bool ill_formed = c == 0xFFFD && bytes == 1;
    return c >= 0xA0 && !ill_formed && utf8proc_charwidth((utf8proc_int32_t)c) == 0;
}

/* The fast path: most characters are, and every key scans the line. */
static bool is_printing_ascii(char c)
{
    return c >= 0x20 && c < 0x7F;
}

/* The size of the character at the beginning of text, in bytes. */
static size_t character_bytes(const char *text, size_t text_bytes)
{
    if (is_printing_ascii(text[0]) && (text_bytes == 1 || is_printing_ascii(text[1])))
        return 1;
    uint32_t c;
    size_t bytes = shg_utf8_read(&c, text, text_bytes);
    while (bytes < text_bytes) {
        const size_t took = shg_utf8_read(&c, text + bytes, text_bytes - bytes);
        if (!written_over(c, took))
            break;
        bytes += took;
    }
    return bytes;
}

/* Writes a character as it is shown: "?" for one that cannot be displayed.  Returns its width in columns. */
static size_t write_character(shg_out *out, const char *text, size_t text_bytes)
{
    if (text_bytes == 1 && is_printing_ascii(text[0])) {
        shg_out_char(out, text[0]);
        return 1;
    }
    uint32_t c;
    const size_t took = shg_utf8_read(&c, text, text_bytes);
    const int columns = utf8proc_charwidth((utf8proc_int32_t)c);
    if (columns <= 0 || (c == 0xFFFD && took == 1) || !shg_display_clean(text, took)) {
        shg_out_char(out, '?');
        return 1;
    }
    shg_display_write(out, text, text_bytes, text_bytes);
    return (size_t)columns;
}

static size_t character_columns(const char *text, size_t text_bytes)
{
    if (text_bytes == 1 && is_printing_ascii(text[0]))
        return 1;
    shg_out nowhere = shg_out_make(NULL, 0);
    return write_character(&nowhere, text, text_bytes);
}

/* The width of the characters of text that begin before the byte `until`. */
static size_t columns_until(const char *text, size_t text_bytes, size_t until)
{
    size_t columns = 0, at = 0;
    while (at < until) {
        const size_t bytes = character_bytes(text + at, text_bytes - at);
        columns += character_columns(text + at, bytes);
        at += bytes;
    }
    return columns;
}

static size_t next(const shg_line_edit *edit, size_t at)
{
    return at < edit->line_bytes ? at + character_bytes(edit->line + at, edit->line_bytes - at)
                                 : at;
}

static size_t previous(const shg_line_edit *edit, size_t at)
{
    if (at > 0 && is_printing_ascii(edit->line[at - 1]))
        return at - 1;
    while (at > 0) {
        uint32_t c;
        size_t back = at < 4 ? at : 4;
        while (back > 1 && shg_utf8_read(&c, edit->line + at - back, back) != back)
            back--;
        at -= back;
        if (!written_over(back > 1 ? c : 0, back))
            break;
    }
    return at;
}

/* Words consist of letters, digits and non-ASCII bytes. */
static bool in_word(const shg_line_edit *edit, size_t at)
{
    const char c = edit->line[at];
    return shg_is_letter(c) || shg_is_digit(c) || (unsigned char)c >= 0x80;
}

static size_t next_word(const shg_line_edit *edit, size_t at)
{
    while (at < edit->line_bytes && !in_word(edit, at))
        at++;
    while (at < edit->line_bytes && in_word(edit, at))
        at++;
    return at;
}

static size_t previous_word(const shg_line_edit *edit, size_t at)
{
    while (at > 0 && !in_word(edit, at - 1))
        at--;
    while (at > 0 && in_word(edit, at - 1))
        at--;
    return at;
}

/* The beginning of the word before at, where words are separated by spaces. */
static size_t previous_blank(const shg_line_edit *edit, size_t at)
{
    while (at > 0 && edit->line[at - 1] == ' ')
        at--;
    while (at > 0 && edit->line[at - 1] != ' ')
        at--;
    return at;
}

/* ---- changing the line ---- */

static bool make_room(shg_line_edit *edit, size_t bytes)
{
    if (bytes < edit->line_room)
        return true;
    /* Large enough that a password is never reallocated, which would leave a copy. */
    size_t room = edit->line_room ? edit->line_room : 256;
    while (room <= bytes)
        room *= 2;
    char *grown = realloc(edit->line, room);
    if (!grown)
        return false;
    edit->line = grown;
    edit->line_room = (uint16_t)room;
    return true;
}

static void insert(shg_line_edit *edit, const char *text, size_t text_bytes)
{
    const size_t bytes = edit->line_bytes + text_bytes;
    if (bytes > SHG_TELNET_LINE_BYTES_MAX || !make_room(edit, bytes)) {
        edit->ring = true;
        return;
    }
    memmove(edit->line + edit->at + text_bytes, edit->line + edit->at,
            (size_t)(edit->line_bytes - edit->at));
    memcpy(edit->line + edit->at, text, text_bytes);
    edit->line_bytes = (uint16_t)bytes;
    edit->at = (uint16_t)(edit->at + text_bytes);
    edit->line[bytes] = '\0';
}

/* Inserts a byte of a character.  Bytes arrive one by one; a character is inserted whole or not at all. */
static void insert_byte(shg_line_edit *edit, uint8_t byte)
{
    const bool continues = (byte & 0xC0) == 0x80;
    if (continues && edit->refusing)
        return;
    const size_t whole = continues || byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    edit->refusing = edit->line_bytes + whole > SHG_TELNET_LINE_BYTES_MAX;
    const char c = (char)byte;
    if (edit->refusing)
        edit->ring = true;
    else
        insert(edit, &c, 1);
}

static void erase(shg_line_edit *edit, size_t from, size_t to)
{
    if (from == to)
        return;
    memmove(edit->line + from, edit->line + to, edit->line_bytes - to + 1);
    edit->line_bytes = (uint16_t)(edit->line_bytes - (to - from));
    edit->at = (uint16_t)from;
}

/* Cuts a part of the line.  A hidden line is not copied. */
static void cut(shg_line_edit *edit, size_t from, size_t to)
{
    char *kept = from < to && !edit->prompt.hidden ? malloc(to - from) : NULL;
    if (kept) {
        memcpy(kept, edit->line + from, to - from);
        free(edit->cut);
        edit->cut = kept;
        edit->cut_bytes = (uint16_t)(to - from);
    }
    erase(edit, from, to);
}

static void set_line(shg_line_edit *edit, const char *text)
{
    erase(edit, 0, edit->line_bytes);
    edit->first = 0;
    if (text)
        insert(edit, text, strlen(text));
}

/* ---- history ---- */

static void remember(shg_line_edit *edit)
{
    const size_t bytes = edit->line_bytes + (size_t)1;
    size_t drop = 0, last = 0;
    for (size_t at = 0; at < edit->history_bytes; at += strlen(edit->history + at) + 1) {
        if (edit->history_bytes - drop + bytes > SHG_HISTORY_BYTES_MAX)
            drop = at + strlen(edit->history + at) + 1;
        last = at;
    }
    if (bytes == 1 || (edit->history && strcmp(edit->history + last, edit->line) == 0))
        return;
    const size_t kept = edit->history_bytes - drop;
    char *history = malloc(kept + bytes);
    if (!history)
        return;
    if (kept > 0)
        memcpy(history, edit->history + drop, kept);
    memcpy(history + kept, edit->line, bytes);
    free(edit->history);
    edit->history = history;
    edit->history_bytes = (uint16_t)(kept + bytes);
}

static void recall_earlier(shg_line_edit *edit)
{
    if (!edit->prompt.recalls || edit->history_at == 0) {
        edit->ring = true;
        return;
    }
    if (edit->history_at == edit->history_bytes && edit->line_bytes > 0) {
        edit->draft = edit->line;
        edit->line = NULL;
        edit->line_bytes = edit->line_room = edit->at = 0;
    }
    size_t at = edit->history_at - (size_t)1;
    while (at > 0 && edit->history[at - 1] != '\0')
        at--;
    edit->history_at = (uint16_t)at;
    set_line(edit, edit->history + at);
}

static void recall_later(shg_line_edit *edit)
{
    if (!edit->prompt.recalls || edit->history_at == edit->history_bytes) {
        edit->ring = true;
        return;
    }
    const size_t at = edit->history_at + strlen(edit->history + edit->history_at) + 1;
    edit->history_at = (uint16_t)at;
    if (at < edit->history_bytes) {
        set_line(edit, edit->history + at);
    } else {
        set_line(edit, edit->draft);
        forget(&edit->draft);
    }
}

/* ---- keys ---- */

static void go(shg_line_edit *edit, size_t at)
{
    edit->at = (uint16_t)at;
}

static shg_edit_kind end_line(shg_line_edit *edit)
{
    if (edit->prompt.recalls && edit->line)
        remember(edit);
    return SHG_EDIT_LINE;
}

static shg_edit_kind plain_key(shg_line_edit *edit, uint8_t byte)
{
    switch (byte) {
    case CONTROL('A'): go(edit, 0); break;
    case CONTROL('B'): go(edit, previous(edit, edit->at)); break;
    case CONTROL('C'): drop_line(edit); return SHG_EDIT_INTERRUPT;
    case CONTROL('D'):
        if (edit->line_bytes == 0)
            return SHG_EDIT_END;
        erase(edit, edit->at, next(edit, edit->at));
        break;
    case CONTROL('E'): go(edit, edit->line_bytes); break;
    case CONTROL('F'): go(edit, next(edit, edit->at)); break;
    case CONTROL('H'):
    case KEY_DEL: erase(edit, previous(edit, edit->at), edit->at); break;
    case CONTROL('I'): insert(edit, " ", 1); break;
    case CONTROL('J'):
    case CONTROL('M'): return end_line(edit);
    case CONTROL('K'): cut(edit, edit->at, edit->line_bytes); break;
    case CONTROL('L'): edit->clear = true; break;
    case CONTROL('N'): recall_later(edit); break;
    case CONTROL('P'): recall_earlier(edit); break;
    case CONTROL('U'): cut(edit, 0, edit->at); break;
    case CONTROL('W'): cut(edit, previous_blank(edit, edit->at), edit->at); break;
    case CONTROL('Y'):
        if (edit->cut)
            insert(edit, edit->cut, edit->cut_bytes);
        break;
    case KEY_ESC: edit->state = STATE_ESC; break;
    default:
        if (byte >= 0x20)
            insert_byte(edit, byte);
        break;
    }
    return SHG_EDIT_MORE;
}

static void alt_key(shg_line_edit *edit, uint8_t byte)
{
    switch (byte) {
    case 'b': go(edit, previous_word(edit, edit->at)); break;
    case 'd': cut(edit, edit->at, next_word(edit, edit->at)); break;
    case 'f': go(edit, next_word(edit, edit->at)); break;
    case KEY_DEL: cut(edit, previous_word(edit, edit->at), edit->at); break;
    default: break;
    }
}

/* Handles the final byte of a key's escape sequence.  A second parameter means Control, Alt or Shift; rxvt uses small
 * letters and ESC O for these. */
static void named_key(shg_line_edit *edit, uint8_t byte)
{
    const bool modified = edit->parameters[1] > 1 || edit->parameters[0] == 5;
    switch (byte) {
    case 'A': recall_earlier(edit); break;
    case 'B': recall_later(edit); break;
    case 'C': go(edit, modified ? next_word(edit, edit->at) : next(edit, edit->at)); break;
    case 'D': go(edit, modified ? previous_word(edit, edit->at) : previous(edit, edit->at)); break;
    case 'c': go(edit, next_word(edit, edit->at)); break;
    case 'd': go(edit, previous_word(edit, edit->at)); break;
    case 'F': go(edit, edit->line_bytes); break;
    case 'H': go(edit, 0); break;
    case '~':
        switch (edit->parameters[0]) {
        case 1:
        case 7: go(edit, 0); break;
        case 3: erase(edit, edit->at, next(edit, edit->at)); break;
        case 4:
        case 8: go(edit, edit->line_bytes); break;
        default: break;
        }
        break;
    default: break;
    }
}

static void take_parameter(shg_line_edit *edit, uint8_t byte)
{
    if (byte == ';' && edit->parameter < 2)
        edit->parameter++;
    if (byte < '0' || byte > '9' || edit->parameter >= 2)
        return;
    const unsigned value = edit->parameters[edit->parameter] * 10u + (unsigned)(byte - '0');
    edit->parameters[edit->parameter] = (uint8_t)(value < 100 ? value : 99);
}

shg_edit_kind shg_line_edit_key(shg_line_edit *edit, uint8_t byte)
{
    assert(edit->begun);
    const uint8_t state = edit->state;
    edit->state = STATE_PLAIN;
    if (state == STATE_PLAIN || byte < 0x20 || byte >= 0x80)
        return plain_key(edit, byte);
    if (state == STATE_PASS)
        return SHG_EDIT_MORE;
    if (state == STATE_ESC && (byte == '[' || byte == 'O')) {
        edit->state = byte == '[' ? STATE_CSI : STATE_SS3;
        edit->parameters[0] = edit->parameters[1] = edit->parameter = 0;
    } else if (state == STATE_ESC) {
        alt_key(edit, byte);
    } else if (byte == '[' && state == STATE_CSI) {
        edit->state = STATE_PASS;
    } else if (byte < 0x40) {
        edit->state = state;
        take_parameter(edit, byte);
    } else {
        named_key(edit, byte);
    }
    return SHG_EDIT_MORE;
}

/* ---- the row ---- */

/* Usable columns of the window; the last is never used. */
static size_t usable(const shg_line_edit *edit)
{
    return edit->columns - (size_t)1;
}

/* The width of the prompt; 0 if it has its own row. */
static size_t prompt_columns(const shg_line_edit *edit)
{
    const size_t bytes = strlen(edit->prompt.text);
    const size_t columns = columns_until(edit->prompt.text, bytes, bytes);
    return columns + ROOM_MIN <= usable(edit) ? columns : 0;
}

static size_t line_columns(const shg_line_edit *edit, size_t from, size_t to)
{
    return edit->line ? columns_until(edit->line + from, edit->line_bytes - from, to - from) : 0;
}

/* Chooses the first visible character so that the cursor is visible. */
static void scroll(shg_line_edit *edit, size_t room)
{
    const size_t end = edit->line_bytes, at = edit->at;
    const size_t before = edit->first < end ? edit->first : end;
    /* Typing may have joined characters or bytes there, so realign to a character. */
    size_t first = 0;
    for (size_t after; first < before && (after = next(edit, first)) <= before;)
        first = after;
    edit->first = (uint16_t)first;
    if (line_columns(edit, 0, end) <= room) {
        edit->first = 0;
        return;
    }
    if (at >= first) {
        const size_t column = (first > 0) + line_columns(edit, first, at);
        const size_t own = line_columns(edit, at, next(edit, at));
        if (column + line_columns(edit, at, end) <= room || column + own + 1 <= room)
            return;
    }
    /* Far enough that the next keys need no scrolling. */
    first = at;
    for (size_t from = at, columns = 0; first > 0; first = from) {
        from = previous(edit, first);
        columns += character_columns(edit->line + from, first - from);
        if (columns > room / 2)
            break;
    }
    edit->first = (uint16_t)first;
}

/* Writes the row after the prompt.  Returns the column of the cursor. */
static size_t write_row(shg_out *row, shg_line_edit *edit)
{
    if (edit->prompt.hidden || edit->line_bytes == 0)
        return 0;
    const size_t room = usable(edit) - prompt_columns(edit);
    scroll(edit, room);
    size_t column = 0, cursor = 0;
    if (edit->first > 0) {
        shg_out_char(row, '<');
        column = cursor = 1;
    }
    const bool whole = column + line_columns(edit, edit->first, edit->line_bytes) <= room;
    for (size_t at = edit->first; at < edit->line_bytes;) {
        const size_t bytes = character_bytes(edit->line + at, edit->line_bytes - at);
        const size_t own = character_columns(edit->line + at, bytes);
        if (!whole && column + own + 1 > room) {
            shg_out_char(row, '>');
            break;
        }
        write_character(row, edit->line + at, bytes);
        column += own;
        if (at < edit->at)
            cursor = column;
        at += bytes;
    }
    return cursor;
}

/* Moves the cursor.  row: the row's contents up to the larger of the two columns. */
static void move(shg_out *out, shg_line_edit *edit, const char *row, size_t row_bytes,
                 size_t column)
{
    for (; edit->cursor_column > column; edit->cursor_column--)
        shg_out_char(out, '\b');
    for (size_t at = 0, here = 0; here < column;) {
        const size_t bytes = character_bytes(row + at, row_bytes - at);
        if (here >= edit->cursor_column)
            shg_out_bytes(out, row + at, bytes);
        here += character_columns(row + at, bytes);
        at += bytes;
    }
    edit->cursor_column = (uint16_t)column;
}

static void blanks(shg_out *out, size_t count)
{
    for (; count > 0; count--)
        shg_out_char(out, ' ');
}

/* Redraws the row from the first character that differs. */
static void draw(shg_out *out, shg_line_edit *edit, const char *row, size_t row_bytes)
{
    size_t same = 0;
    while (same < row_bytes && same < edit->shown_bytes) {
        const size_t bytes = character_bytes(row + same, row_bytes - same);
        if (bytes != character_bytes(edit->shown + same, edit->shown_bytes - same) ||
            memcmp(row + same, edit->shown + same, bytes) != 0)
            break;
        same += bytes;
    }
    if (same == row_bytes && same == edit->shown_bytes && (edit->shown || !edit->shown_columns))
        return;
    const size_t columns = columns_until(row, row_bytes, row_bytes);
    move(out, edit, row, row_bytes, columns_until(row, row_bytes, same));
    shg_out_bytes(out, row + same, row_bytes - same);
    edit->cursor_column = (uint16_t)columns;
    if (edit->shown_columns > columns) {
        blanks(out, edit->shown_columns - columns);
        edit->cursor_column = edit->shown_columns;
    }
    free(edit->shown);
    edit->shown = row_bytes > 0 ? malloc(row_bytes) : NULL;
    if (edit->shown)
        memcpy(edit->shown, row, row_bytes);
    edit->shown_bytes = edit->shown ? (uint16_t)row_bytes : 0;
    edit->shown_columns = (uint16_t)columns;
}

void shg_line_edit_window(shg_line_edit *edit, unsigned columns, bool clears)
{
    edit->clears = clears;
    const size_t before = edit->prompt.text ? prompt_columns(edit) : 0;
    const size_t width = before + edit->shown_columns, cursor = before + edit->cursor_column;
    edit->columns = columns == 0            ? COLUMNS_UNKNOWN
                    : columns < COLUMNS_MIN ? COLUMNS_MIN
                    : columns < UINT16_MAX  ? (uint16_t)columns
                                            : UINT16_MAX;
    if (!edit->drawn || (width <= usable(edit) && before == prompt_columns(edit)))
        return;
    /* A terminal may wrap or cut a row that is wider than the new window.  Continue below the last row it could have
     * wrapped to. */
    const size_t rows = columns > 0 && width > 0 ? (width - 1) / columns : 0;
    const size_t above = columns > 0 ? cursor / columns : 0;
    edit->torn = (uint16_t)(1 + (rows > above ? rows - above : 0));
}

void shg_line_edit_prompt(shg_line_edit *edit, const shg_edit_prompt *prompt)
{
    if (!edit->begun)
        drop_line(edit);
    edit->begun = true;
    edit->prompt = *prompt;
}

/* Leaves a row in an unknown state. */
static void leave_torn(shg_out *out, shg_line_edit *edit)
{
    for (; edit->torn > 0; edit->torn--)
        shg_out_char(out, '\n');
    forget_shown(edit);
}

void shg_line_edit_show(shg_out *out, shg_line_edit *edit)
{
    if (!edit->begun)
        return;
    if (edit->clear && edit->drawn) {
        shg_out_text(out, edit->clears ? "\033[H\033[2J" : "\n");
        forget_shown(edit);
    } else if (edit->torn) {
        leave_torn(out, edit);
    }
    edit->clear = false;
    if (!edit->drawn) {
        shg_out_text(out, edit->prompt.text);
        if (prompt_columns(edit) == 0 && edit->prompt.text[0] != '\0')
            shg_out_char(out, '\n');
        edit->drawn = true;
    }
    char text[SHG_TELNET_LINE_BYTES_MAX +
              8]; /* displayed characters are never longer than typed ones */
    shg_out row = shg_out_make(text, sizeof text);
    const size_t cursor = write_row(&row, edit);
    assert(row.length < sizeof text);
    draw(out, edit, text, row.length);
    move(out, edit, text, row.length, cursor);
    if (edit->ring)
        shg_out_char(out, '\a');
    edit->ring = false;
}

void shg_line_edit_hide(shg_out *out, shg_line_edit *edit)
{
    if (edit->torn) {
        leave_torn(out, edit);
    } else if (edit->drawn) {
        shg_out_char(out, '\r');
        blanks(out, prompt_columns(edit) + edit->shown_columns);
        shg_out_char(out, '\r');
    }
    forget_shown(edit);
}

bool shg_line_edit_remember(shg_line_edit *edit, const char *history, size_t bytes)
{
    if (bytes == 0 || bytes > SHG_HISTORY_BYTES_MAX || history[bytes - 1] != '\0')
        return false;
    for (size_t at = 0; at < bytes; at += strlen(history + at) + 1)
        if (!shg_utf8_valid(history + at, strlen(history + at)))
            return false;
    char *copy = malloc(bytes);
    if (!copy)
        return false;
    memcpy(copy, history, bytes);
    free(edit->history);
    edit->history = copy;
    edit->history_bytes = edit->history_at = (uint16_t)bytes;
    return true;
}

void shg_line_edit_drop(shg_line_edit *edit)
{
    drop_line(edit);
    forget_shown(edit);
    edit->begun = false;
}

void shg_line_edit_done(shg_out *out, shg_line_edit *edit)
{
    shg_line_edit_show(out, edit);
    forget_shown(edit);
    edit->begun = false;
}
