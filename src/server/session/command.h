/* command.h: the table of commands, and reading a line as one of them. */
#ifndef SHG_SERVER_SESSION_COMMAND_H
#define SHG_SERVER_SESSION_COMMAND_H

#include "base/text.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_session shg_session;
typedef struct shg_game_state shg_game_state;
typedef struct shg_call shg_call;

/* What must be there before a command is carried out; see commands.def. */
typedef enum shg_need { SHG_NEED_NOTHING, SHG_NEED_GAME, SHG_NEED_OWN, SHG_NEED_LOADED } shg_need;

typedef struct shg_command {
    const char *id, *names, *options, *argument; /* id: what programs call it */
    shg_need need;
    const char *brief, *help;
} shg_command;

/* All of them, in the order of commands.def; command_ids.h numbers them. */
extern const shg_command shg_commands[];
extern const size_t shg_command_count;

/* Defines what a command runs once all that it needs is there; commands/command_runs.c finds it by the command's id:
 *
 *     SHG_RUN(quit)
 *     {
 *         shg_session_quit(s);
 *     } */
#define SHG_RUN(id)                                                                                \
    void shg_run_##id(shg_session *s, shg_call *call);                                             \
    void shg_run_##id(shg_session *s, shg_call *call)

/* The command with this name, first or second, compared without case; NULL if there is none. */
const shg_command *shg_command_find(const char *name, size_t name_bytes);

/* The command that a line begins with, NULL if it begins with none. */
const shg_command *shg_command_of_line(const char *line, size_t line_bytes);

/* Writes "BOARD [-o] [<gid>]", without the argument where the command explains its forms itself. */
void shg_command_usage(shg_out *out, const shg_command *command);

/* The n-th name of a command; false if it has no more. */
bool shg_command_name(const char **name, size_t *name_bytes, const shg_command *command, size_t n);

/* What programs hand over by name. */
typedef enum shg_field_kind {
    SHG_FIELD_FLAG,   /* an option without a word */
    SHG_FIELD_OPTION, /* an option and the word behind it */
    SHG_FIELD_GAME,
    SHG_FIELD_NUMBER,
    SHG_FIELD_WORD,
    SHG_FIELD_TEXT /* the rest of the line */
} shg_field_kind;

typedef struct shg_field {
    shg_field_kind kind;
    const char *name; /* borrowed from the table */
    int name_bytes;
    char letter; /* of an option */
    bool optional;
    const char
        *otherwise; /* stands there if only a later one is given; otherwise_bytes 0: nothing can */
    int otherwise_bytes;
} shg_field;

/* The n-th field of a command, in the order in which a line has them; false if it has no more. */
bool shg_command_field(shg_field *out, const shg_command *command, size_t n);

enum { SHG_OPTIONS_MAX = 12 };
#define SHG_TYPED SIZE_MAX

/* A line as typed, read as a command.  Parts of the line are start and length in it. */
typedef struct shg_part {
    uint32_t start, bytes;
} shg_part;

struct shg_call {
    const shg_command *command;
    uint32_t options;                 /* bit 0 for -a, 1 for -b ... */
    shg_part values[SHG_OPTIONS_MAX]; /* of the options that take a word, in the order of their row */
    shg_part argument;                /* without the blanks around it; 0 bytes: none */
    void (*end)(shg_call *call);      /* when it is over; NULL: nothing is to be done */
    int64_t number;                   /* the argument where it is a game or a number; 0: none */
    shg_game_state *game; /* borrowed for the length of the call, where the need has one */
    /* Of a program's call: from where on the line is the field that is the rest of it.  SHG_TYPED: nobody says. */
    size_t text_at;
    size_t line_bytes;
    char line[];
};

/* Reads a line.  Returns OK and *out owned (free); *out is NULL for a line of blanks.  Otherwise *err is
 * filled, columns counted in the line: PARSE_ERROR or LIMIT_EXCEEDED; NOT_FOUND if the word is no command;
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_call_read(shg_call **out, const char *line, size_t line_bytes,
                                           shoogi_error *err);

static inline bool shg_call_has(const shg_call *call, char option)
{
    return (call->options >> (option - 'a') & 1) != 0;
}

static inline const char *shg_call_text(const shg_call *call, shg_part part)
{
    return call->line + part.start;
}

/* The column of a place in the line: characters, from 1. */
size_t shg_call_column(const shg_call *call, size_t at);

/* The first word of part, without the blanks before it; *rest, if given, becomes what stands behind it,
 * without blanks around. */
shg_part shg_call_word(shg_part *rest, const shg_call *call, shg_part part);

/* The value of -a, the option of lists that go on behind a number.  Returns OK and *after filled, 0 without it;
 * PARSE_ERROR and *err. */
SHOOGI_CHECKED shoogi_status shg_call_after(int64_t *after, const shg_call *call,
                                            shoogi_error *err);

/* Takes the blanks off both ends. */
static inline void shg_trim(const char **text, size_t *text_bytes)
{
    while (*text_bytes > 0 && **text == ' ') {
        ++*text;
        --*text_bytes;
    }
    while (*text_bytes > 0 && (*text)[*text_bytes - 1] == ' ')
        --*text_bytes;
}

#endif
