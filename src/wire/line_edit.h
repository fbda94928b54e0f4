/* line_edit.h: a line editor for a terminal without local echo: keys in, lines and terminal output out.
 *
 * One row of the terminal shows the prompt and as much of the line as fits; "<" and ">" mark the rest.  The
 * output consists of printable characters, BS, CR, LF and BEL, which every terminal understands, and never uses
 * the last column, where terminals differ.  (Only ^L sends more, to a terminal known to support it.)
 *
 *     arrows ^B ^F       a character left, right          Backspace ^H   delete the previous character
 *     Home End ^A ^E     to the beginning, to the end     Delete ^D      delete the next; in an empty line: end
 *     ^left ^right       a word left, right;              ^W             delete the previous word; Alt-d the next
 *       Alt-b Alt-f        the same                       ^U ^K          cut all before, all after; ^Y pastes it
 *     up down ^P ^N      history                          ^L             clear the screen
 *     Enter              accept the line                  ^C             interrupt: discard the line
 *
 * A character is a code point and the combining marks after it. */
#ifndef SHG_WIRE_LINE_EDIT_H
#define SHG_WIRE_LINE_EDIT_H

#include "base/text.h"
#include "wire/bounds.h"

typedef enum shg_edit_kind {
    SHG_EDIT_MORE,
    SHG_EDIT_LINE,      /* Enter: line and line_bytes have the line */
    SHG_EDIT_INTERRUPT, /* ^C; the line is discarded */
    SHG_EDIT_END        /* ^D in an empty line */
} shg_edit_kind;

typedef struct shg_edit_prompt {
    const char *text; /* UTF-8 without control characters; borrowed until the next prompt */
    bool hidden;      /* do not show the line, as for a password */
    bool recalls;     /* use the history, and add the line to it */
} shg_edit_prompt;

/* Holds memory only while a line is being typed, and for the history, at most SHG_HISTORY_BYTES_MAX, and the
 * last cut. */
typedef struct shg_line_edit {
    /* The line of the event LINE, until the next call of prompt; NULL if it is empty.  Ends in NUL. */
    char *line;
    uint16_t line_bytes, line_room;

    /* Private. */
    shg_edit_prompt prompt;
    char *shown;   /* the row's contents after the prompt; NULL: unknown */
    char *history; /* lines that end in NUL, oldest first */
    char *draft;   /* the line being typed before the history was used; ends in NUL */
    char *cut;
    uint16_t at;    /* the cursor, as a byte of line */
    uint16_t first; /* the first visible byte of line */
    uint16_t shown_bytes, shown_columns, cursor_column;
    uint16_t columns; /* of the window */
    uint16_t
        torn; /* rows down to the first unused one, after a resize has wrapped our row; 0: not wrapped */
    uint16_t history_bytes, history_at;
    uint16_t cut_bytes;
    uint8_t state, parameters[2], parameter; /* of a key's escape sequence */
    bool clears;                             /* the terminal supports ECMA-48 */
    bool begun;                              /* a line is being typed */
    bool drawn;                              /* the prompt is on the screen */
    bool ring, clear;                        /* the next show rings the bell, clears the screen */
    bool refusing; /* discarding the rest of a character that has no room */
} shg_line_edit;

void shg_line_edit_init(shg_line_edit *edit);
void shg_line_edit_fini(shg_line_edit *edit);

/* Sets the width of the window; 0: unknown.  clears: the terminal supports ECMA-48. */
void shg_line_edit_window(shg_line_edit *edit, unsigned columns, bool clears);

/* Sets the prompt.  A line being typed continues; if the prompt changes, call shg_line_edit_hide first. */
void shg_line_edit_prompt(shg_line_edit *edit, const shg_edit_prompt *prompt);

/* Handles a byte of input; a prompt must be set.  Produces no output.
 * Without memory the byte is lost and the bell rings.  Time: linear in the line. */
shg_edit_kind shg_line_edit_key(shg_line_edit *edit, uint8_t byte);

/* Writes the output that updates the terminal.  The cursor must be where show or hide left it, or, after other
 * output, at the beginning of a row. */
void shg_line_edit_show(shg_out *out, shg_line_edit *edit);

/* Writes the output that erases prompt and line; show restores them. */
void shg_line_edit_hide(shg_out *out, shg_line_edit *edit);

/* After LINE, INTERRUPT or END: writes the final state of the row. */
void shg_line_edit_done(shg_out *out, shg_line_edit *edit);

/* Gives a new editor the history of another: lines that end in NUL, oldest first. False if they are no history. */
bool shg_line_edit_remember(shg_line_edit *edit, const char *history, size_t bytes);

/* Discards the line being typed, if any, without changing the terminal. */
void shg_line_edit_drop(shg_line_edit *edit);

#endif
