/* line_edit.h: a line while it is typed at a terminal that shows nothing by itself: keys in, the line out, and
 * the signs that keep one row of the terminal in step with it.
 *
 * The row holds the prompt and as much of the line as the window has room for; "<" and ">" stand where it goes
 * on.  It is drawn with printing signs, BS, CR, LF and BEL alone, which every terminal understands, and never
 * in the last column, where terminals differ.  (^L alone sends more, to a terminal that is known to take it.)
 *
 *     arrows ^B ^F       a character left, right          Backspace ^H   takes back the character before
 *     Home End ^A ^E     to the beginning, to the end     Delete ^D      the one after; in an empty line: the end
 *     ^left ^right       a word left, right;              ^W             the word before; Alt-d the one after
 *       Alt-b Alt-f        the same                       ^U ^K          all before, all after; ^Y brings it back
 *     up down ^P ^N      lines typed before               ^L             clears the screen
 *     Enter              the line is done                 ^C             interrupt: what was typed is dropped
 *
 * A character is a code point and what is written over it. */
#ifndef SHG_WIRE_LINE_EDIT_H
#define SHG_WIRE_LINE_EDIT_H

#include "base/text.h"
#include "wire/bounds.h"

typedef enum shg_edit_kind {
    SHG_EDIT_MORE,
    SHG_EDIT_LINE,      /* Enter: line and line_bytes hold what was typed */
    SHG_EDIT_INTERRUPT, /* ^C; what was typed is dropped */
    SHG_EDIT_END        /* ^D in an empty line */
} shg_edit_kind;

typedef struct shg_edit_prompt {
    const char *text; /* UTF-8 without control characters; borrowed until the next prompt */
    bool hidden;      /* what is typed is not shown */
    bool recalls;     /* lines typed before can be had again, and this one will be among them */
} shg_edit_prompt;

/* Memory hangs on it only while something is typed, and for what can be had again: the lines typed before,
 * at most SHG_HISTORY_BYTES_MAX, and what was cut last. */
typedef struct shg_line_edit {
    /* Of the event LINE, until the next call of prompt; NULL if nothing was typed.  Ends in NUL. */
    char *line;
    uint16_t line_bytes, line_room;

    /* Not to be touched. */
    shg_edit_prompt prompt;
    char *shown;   /* what stands in the row behind the prompt; NULL: nothing that we know */
    char *history; /* lines that end in NUL, the oldest first */
    char *draft;   /* the line that was left for one of those; ends in NUL */
    char *cut;
    uint16_t at;    /* of the cursor: a byte of line */
    uint16_t first; /* byte of line in the row */
    uint16_t shown_bytes, shown_columns, cursor_column;
    uint16_t columns; /* of the window */
    uint16_t
        torn; /* rows down to where nothing of a row stands that the window has changed; 0: none has */
    uint16_t history_bytes, history_at;
    uint16_t cut_bytes;
    uint8_t state, parameters[2], parameter; /* of the sequence that a key sends */
    bool clears;                             /* the terminal takes ECMA-48 */
    bool begun;                              /* a prompt has been given, and its line is not done */
    bool drawn;                              /* the prompt stands at the beginning of the row */
    bool ring, clear;                        /* what show has to do besides */
    bool refusing;                           /* the rest of a character that has no room */
} shg_line_edit;

void shg_line_edit_init(shg_line_edit *edit);
void shg_line_edit_fini(shg_line_edit *edit);

/* The window has so many columns; 0: it is not known.  clears: it takes the sequences of ECMA-48. */
void shg_line_edit_window(shg_line_edit *edit, unsigned columns, bool clears);

/* Prompts for a line.  One that was begun goes on; if the prompt is another than before it must be hidden. */
void shg_line_edit_prompt(shg_line_edit *edit, const shg_edit_prompt *prompt);

/* Takes one byte of what is typed; a prompt has been given.  Nothing is shown by it.
 * Where memory runs out the byte is lost, with a bell.  Time: linear in the line. */
shg_edit_kind shg_line_edit_key(shg_line_edit *edit, uint8_t byte);

/* Writes what brings the terminal in step.  The cursor must stand where show or hide left it, or after any
 * other output at the beginning of a row. */
void shg_line_edit_show(shg_out *out, shg_line_edit *edit);

/* Writes what takes the prompt and the line off the terminal; show brings them back. */
void shg_line_edit_hide(shg_out *out, shg_line_edit *edit);

/* After LINE, INTERRUPT or END: writes what leaves the row as it is in the end. */
void shg_line_edit_done(shg_out *out, shg_line_edit *edit);

/* Gives up a line begun, if there is one, whatever is shown of it. */
void shg_line_edit_drop(shg_line_edit *edit);

#endif
