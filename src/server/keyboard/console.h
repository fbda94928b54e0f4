/* console.h: where a person sits: a terminal with line editing and history, or a pipe in its place.
 *
 * Lines are edited where input and output are a terminal that can do it (libedit); else they come as the
 * system gives them.  What is written while a line is being typed does not tear it: the prompt and what has
 * been typed are drawn again below.  While nothing is being read the terminal is as it was found. */
#ifndef SHG_SERVER_KEYBOARD_CONSOLE_H
#define SHG_SERVER_KEYBOARD_CONSOLE_H

#include "shoogi/status.h"

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct shg_console shg_console;

/* base: its loop runs while somebody is waited for; borrowed, as are in, which nothing else may read, and out,
 * until shg_console_free.  Catches SIGINT, SIGWINCH and, on a terminal, SIGTSTP; ignores SIGQUIT.  Returns OK
 * and *out_console owned (shg_console_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_console_new(shg_console **out_console, struct event_base *base,
                                             FILE *in, FILE *out);
/* NULL is accepted. */
void shg_console_free(shg_console *console);

/* Words that Tab completes at the beginning of a command: the n-th, in capitals; false behind the last. */
typedef bool shg_console_word_fn(const char **word, size_t *word_bytes, size_t n);
void shg_console_complete(shg_console *console, shg_console_word_fn *words);

/* What it is. */
bool shg_console_reads_terminal(const shg_console *console);
bool shg_console_writes_terminal(const shg_console *console);
int shg_console_input(const shg_console *console);
/* Of the terminal; 0: unknown. */
void shg_console_size(uint16_t *rows, uint16_t *columns, const shg_console *console);

/* Text whose lines end in LF. */
void shg_console_write(shg_console *console, const char *text, size_t text_bytes);
/* False once something could not be written. */
bool shg_console_good(const shg_console *console);

/* What the next line is asked for with; at once, if one is being read.  text: copied, cut to its room. */
void shg_console_prompt(shg_console *console, const char *text);
/* Something is to be written although a line may be being read: takes the prompt and what has been typed off the
 * screen, or ends their line where that cannot be done; the prompt is to be said again afterwards. */
void shg_console_interject(shg_console *console);

typedef enum shg_console_event {
    SHG_CONSOLE_LINE,      /* line: one without its end, UTF-8, no control characters */
    SHG_CONSOLE_FAULT,     /* error: what was wrong with a line, which is dropped */
    SHG_CONSOLE_INTERRUPT, /* ^C; a line begun is dropped */
    SHG_CONSOLE_END,       /* nothing more will be typed */
    SHG_CONSOLE_BREAK      /* shg_console_break was called, or the loop was told to end */
} shg_console_event;

typedef enum shg_console_how {
    SHG_CONSOLE_ANSWER,
    SHG_CONSOLE_COMMAND, /* goes into the history */
    SHG_CONSOLE_KEY      /* one key is a line of one character, Enter an empty one; on a terminal */
} shg_console_how;

typedef struct shg_console_input_line {
    const char *line; /* borrowed until the next call */
    size_t line_bytes;
    shoogi_error error;
} shg_console_input_line;

/* Prompts and runs the loop until something has been typed. */
shg_console_event shg_console_read(shg_console_input_line *out, shg_console *console,
                                   shg_console_how how);

/* Whatever is being read, or the next thing, is a BREAK.  From the loop. */
void shg_console_break(shg_console *console);

/* True, once, if there was an interrupt while nothing was being read. */
bool shg_console_interrupted(shg_console *console);

#endif
