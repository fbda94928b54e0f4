/* command.h: the table of commands and the parser of a command line. */
#ifndef SHG_SERVER_SESSION_COMMAND_H
#define SHG_SERVER_SESSION_COMMAND_H

#include "base/text.h"
#include "server/session/scope.h"
#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_session shg_session;
typedef struct shg_game_state shg_game_state;
typedef struct shg_call shg_call;

/* The precondition of a command; see commands.def. */
typedef enum shg_need {
    SHG_NEED_NOTHING,
    SHG_NEED_GAME,
    SHG_NEED_ENDED,
    SHG_NEED_OWN,
    SHG_NEED_LOADED
} shg_need;

typedef struct shg_command {
    const char *id, *names, *options, *argument; /* id: the name in the API */
    shg_need need;
    shg_scope scope; /* what a token must permit */
    const char *brief, *help;
} shg_command;

/* All commands, in the order of commands.def; command_ids.h numbers them. */
extern const shg_command shg_commands[];
extern const size_t shg_command_count;

/* Defines the function of a command, called once its preconditions are met; commands/command_runs.c
 * finds it by the command's id:
 *
 * SHG_RUN(quit) { shg_session_quit(s); } */
#define SHG_RUN(id)                                                                                \
    void shg_run_##id(shg_session *s, shg_call *call);                                             \
    void shg_run_##id(shg_session *s, shg_call *call)

/* Finds a command by its name or second name, compared without case; NULL if there is none. */
const shg_command *shg_command_find(const char *name, size_t name_bytes);

/* Finds the command at the beginning of a line; NULL if there is none. */
const shg_command *shg_command_of_line(const char *line, size_t line_bytes);

/* Writes "BOARD [-o] [<gid>]", without the argument if the command explains its forms itself. */
void shg_command_usage(shg_out *out, const shg_command *command);

/* Returns the n-th name of a command; false if it has fewer. */
bool shg_command_name(const char **name, size_t *name_bytes, const shg_command *command, size_t n);

/* Kinds of named fields in the API. */
typedef enum shg_field_kind {
    SHG_FIELD_FLAG,   /* an option without a value */
    SHG_FIELD_OPTION, /* an option with a value */
    SHG_FIELD_GAME,
    SHG_FIELD_NUMBER,
    SHG_FIELD_WORD,
    SHG_FIELD_TEXT /* the unparsed text of the line */
} shg_field_kind;

typedef struct shg_field {
    shg_field_kind kind;
    const char *name; /* borrowed from the table */
    int name_bytes;
    char letter; /* of an option */
    bool optional;
    const char *
        otherwise; /* default, inserted if only a later field is given; otherwise_bytes 0: no default */
    int otherwise_bytes;
} shg_field;

/* Returns the n-th field of a command, in the order of the line; false if it has fewer. */
bool shg_command_field(shg_field *out, const shg_command *command, size_t n);

enum { SHG_OPTIONS_MAX = 13 };
#define SHG_TYPED SIZE_MAX

/* A part of a command line: start and length in it. */
typedef struct shg_part {
    uint32_t start, bytes;
} shg_part;

struct shg_call {
    const shg_command *command;
    uint32_t options; /* bit 0 for -a, 1 for -b ... */
    shg_part
        values[SHG_OPTIONS_MAX]; /* values of the options that take one, in the order of their row */
    shg_part argument;           /* without surrounding spaces; 0 bytes: none */
    void (*end)(shg_call *call); /* called at the end of the call; NULL: none */
    int64_t number;              /* the argument if it is a game or a number; 0: none */
    shg_game_state *game;        /* borrowed for the call, if the precondition names a game */
    /* In an API call: offset of the field that takes the rest of the line. SHG_TYPED: unknown. */
    size_t text_at;
    size_t line_bytes;
    char line[];
};

/* Parses a line. Returns OK and *out owned (free), NULL for a line of spaces. Otherwise fills
 * *err, with columns in the line: PARSE_ERROR or LIMIT_EXCEEDED; NOT_FOUND if the word is not a
 * command; NO_MEMORY. */
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

/* Returns the column of an offset in the line: in characters, from 1. */
size_t shg_call_column(const shg_call *call, size_t at);

/* Returns the first word of part, without leading spaces. *rest, if given, becomes the text
 * after it, trimmed. */
shg_part shg_call_word(shg_part *rest, const shg_call *call, shg_part part);

/* Reads the value of -a, the option of lists that continue after a number. Returns OK and *after
 * filled, 0 without the option; PARSE_ERROR and *err. */
SHOOGI_CHECKED shoogi_status shg_call_after(int64_t *after, const shg_call *call,
                                            shoogi_error *err);

/* Removes spaces at both ends. */
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
