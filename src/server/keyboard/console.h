/* console.h: the user's console: a terminal with line editing and history, or a pipe instead.
 *
 * Lines are edited if input and output are a terminal that can do it (libedit); else they come
 * as the system gives them. Output during typing does not break the line: the prompt and the
 * text typed so far are drawn again below. While nothing is being read the terminal has its
 * original settings. */
#ifndef SHG_SERVER_KEYBOARD_CONSOLE_H
#define SHG_SERVER_KEYBOARD_CONSOLE_H

#include "shoogi/status.h"

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct shg_console shg_console;

/* base: its loop runs while waiting for input; borrowed, as are in, which nothing else may read,
 * and out, until shg_console_free. Catches SIGINT, SIGWINCH and, on a terminal, SIGTSTP; ignores
 * SIGQUIT. Returns OK and *out_console owned (shg_console_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_console_new(shg_console **out_console, struct event_base *base,
                                             FILE *in, FILE *out);
/* NULL is accepted. */
void shg_console_free(shg_console *console);

/* Words that Tab completes at the beginning of a command: the n-th, in capitals; false after the
 * last. */
typedef bool shg_console_word_fn(const char **word, size_t *word_bytes, size_t n);
void shg_console_complete(shg_console *console, shg_console_word_fn *words);

/* Whether input is a terminal. */
bool shg_console_reads_terminal(const shg_console *console);
bool shg_console_writes_terminal(const shg_console *console);
int shg_console_input(const shg_console *console);
/* The size of the terminal; 0: unknown. */
void shg_console_size(uint16_t *rows, uint16_t *columns, const shg_console *console);

/* Writes text whose lines end in LF. */
void shg_console_write(shg_console *console, const char *text, size_t text_bytes);
/* False once a write has failed. */
bool shg_console_good(const shg_console *console);

/* Sets the prompt of the next line, or of the one being read, at once. text: copied, cut to its
 * room. */
void shg_console_prompt(shg_console *console, const char *text);
/* Prepares output while a line may be being read: erases the prompt and the typed text or, if
 * the terminal cannot, ends their line. The prompt must be set again afterwards. */
void shg_console_interject(shg_console *console);

typedef enum shg_console_event {
    SHG_CONSOLE_LINE,      /* line: without its end, UTF-8, no control characters */
    SHG_CONSOLE_FAULT,     /* error: the fault of a line, which is dropped */
    SHG_CONSOLE_INTERRUPT, /* ^C; the line begun is dropped */
    SHG_CONSOLE_END,       /* end of input */
    SHG_CONSOLE_BREAK      /* shg_console_break was called, or the loop was stopped */
} shg_console_event;

typedef enum shg_console_how {
    SHG_CONSOLE_ANSWER,
    SHG_CONSOLE_COMMAND, /* it is added to the history */
    SHG_CONSOLE_KEY      /* on a terminal one key is a line of one character, Enter an empty one */
} shg_console_how;

typedef struct shg_console_input_line {
    const char *line; /* borrowed until the next call */
    size_t line_bytes;
    shoogi_error error;
} shg_console_input_line;

/* Shows the prompt and runs the loop until there is an event. */
shg_console_event shg_console_read(shg_console_input_line *out, shg_console *console,
                                   shg_console_how how);

/* Makes the present or next read return BREAK. Call it from the loop. */
void shg_console_break(shg_console *console);

/* True once after an interrupt while nothing was being read. */
bool shg_console_interrupted(shg_console *console);

#endif
