#include "server/session/command.h"

#include "base/error.h"
#include "server/session/pattern.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const shg_command shg_commands[] = {
#define COMMAND(id, names, options, argument, need, scope, brief, help)                            \
    { #id, names, options, argument, SHG_NEED_##need, SHG_SCOPE_##scope, brief, help },
#include "server/session/commands.def"
#undef COMMAND
};
const size_t shg_command_count = sizeof shg_commands / sizeof shg_commands[0];

/* ---- parsing the table ---- */

/* An option of a row: "v:variant=VARIANT". */
typedef struct option_row {
    char letter;
    const char *field, *value; /* value: "" if it takes none */
    int field_bytes, value_bytes;
} option_row;

/* Returns the next word of a row's text. */
static bool next_word(const char **word, size_t *word_bytes, const char **text)
{
    *text += strspn(*text, " ");
    *word = *text;
    *word_bytes = strcspn(*text, " ");
    *text += *word_bytes;
    return *word_bytes > 0;
}

static bool next_option(option_row *out, const char **text)
{
    const char *word;
    size_t bytes;
    if (!next_word(&word, &bytes, text))
        return false;
    assert(bytes > 2 && word[1] == ':');
    const char *sign = memchr(word, '=', bytes);
    const char *end = word + bytes, *field_end = sign ? sign : end;
    *out = (option_row){ .letter = word[0],
                         .field = word + 2,
                         .field_bytes = (int)(field_end - word - 2),
                         .value = sign ? sign + 1 : "",
                         .value_bytes = sign ? (int)(end - sign - 1) : 0 };
    return true;
}

/* "-o", "-v VARIANT". */
static void write_option(shg_out *out, const option_row *option)
{
    shg_out_format(out, option->value_bytes > 0 ? "-%c %.*s" : "-%c", option->letter,
                   option->value_bytes, option->value);
}

bool shg_command_name(const char **name, size_t *name_bytes, const shg_command *command, size_t n)
{
    const char *text = command->names;
    bool there = next_word(name, name_bytes, &text);
    while (there && n-- > 0)
        there = next_word(name, name_bytes, &text);
    return there;
}

const shg_command *shg_command_find(const char *name, size_t name_bytes)
{
    for (size_t i = 0; i < shg_command_count; i++) {
        const char *one;
        size_t one_bytes;
        for (size_t n = 0; shg_command_name(&one, &one_bytes, &shg_commands[i], n); n++)
            if (shg_text_same(one, one_bytes, name, name_bytes))
                return &shg_commands[i];
    }
    return NULL;
}

typedef enum argument_kind { NONE, GAME, NUMBER, WORD, PATTERN, TEXT, FORM } argument_kind;

typedef struct argument_row {
    argument_kind kind;
    bool optional;
    const char *label;
    int label_bytes;
    const char *form; /* the words of a form */
} argument_row;

static argument_row read_argument_row(const char *row)
{
    static const struct {
        const char *word;
        argument_kind kind;
    } kinds[] = { { "game", GAME },       { "number", NUMBER }, { "word", WORD },
                  { "pattern", PATTERN }, { "text", TEXT },     { "form", FORM } };
    const char *colon = strchr(row, ':');
    if (!colon)
        return (argument_row){ .kind = NONE };
    argument_row out = { .kind = NONE, .label = row, .label_bytes = (int)(colon - row) };
    const size_t length = strcspn(colon + 1, "?:");
    out.optional = colon[1 + length] == '?';
    const char *form = strchr(colon + 1, ':');
    out.form = form ? form + 1 : "";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (shg_text_same(kinds[i].word, strlen(kinds[i].word), colon + 1, length))
            out.kind = kinds[i].kind;
    assert(out.kind != NONE);
    return out;
}

void shg_command_usage(shg_out *out, const shg_command *command)
{
    const char *word;
    size_t bytes;
    if (shg_command_name(&word, &bytes, command, 0))
        shg_out_bytes(out, word, bytes);
    const argument_row argument = read_argument_row(command->argument);
    if (argument.kind == FORM)
        return;
    option_row option;
    for (const char *text = command->options; next_option(&option, &text);) {
        shg_out_text(out, " [");
        write_option(out, &option);
        shg_out_char(out, ']');
    }
    if (argument.kind != NONE)
        shg_out_format(out, argument.optional ? " [<%.*s>]" : " <%.*s>", argument.label_bytes,
                       argument.label);
}

/* A word of a form: "pattern=*". */
static shg_field form_field(const char *word, size_t word_bytes)
{
    const size_t name_bytes = strcspn(word, "#?=. ");
    const char *mark = word + name_bytes, *end = word + word_bytes;
    shg_field out = { .name = word, .name_bytes = (int)name_bytes, .kind = SHG_FIELD_WORD };
    if (mark < end && *mark == '#') {
        out.kind = SHG_FIELD_NUMBER;
        mark++;
    }
    if (end - mark >= 3 && memcmp(mark, "...", 3) == 0) {
        out.kind = SHG_FIELD_TEXT;
        mark += 3;
    }
    if (mark < end && *mark == '=') {
        out.otherwise = mark + 1;
        out.otherwise_bytes = (int)(end - mark - 1);
    }
    out.optional = mark < end;
    return out;
}

/* Returns the n-th field of an argument. */
static bool argument_field(shg_field *out, const argument_row *row, size_t n)
{
    static const shg_field_kind kinds[] = {
        [GAME] = SHG_FIELD_GAME, [NUMBER] = SHG_FIELD_NUMBER, [WORD] = SHG_FIELD_WORD,
        [TEXT] = SHG_FIELD_TEXT, [PATTERN] = SHG_FIELD_WORD,
    };
    if (row->kind == NONE || (row->kind != FORM && n > 0))
        return false;
    if (row->kind != FORM) {
        *out = (shg_field){ .kind = kinds[row->kind],
                            .name = row->kind == GAME ? "game" : row->label,
                            .name_bytes = row->kind == GAME ? 4 : row->label_bytes,
                            .optional = row->optional };
        return true;
    }
    const char *word, *text = row->form;
    size_t bytes;
    bool there = next_word(&word, &bytes, &text);
    while (there && n-- > 0)
        there = next_word(&word, &bytes, &text);
    if (there)
        *out = form_field(word, bytes);
    return there;
}

bool shg_command_field(shg_field *out, const shg_command *command, size_t n)
{
    option_row option;
    for (const char *text = command->options; next_option(&option, &text); n--)
        if (n == 0) {
            *out = (shg_field){ .kind = option.value_bytes > 0 ? SHG_FIELD_OPTION : SHG_FIELD_FLAG,
                                .name = option.field,
                                .name_bytes = option.field_bytes,
                                .letter = option.letter,
                                .optional = true };
            return true;
        }
    const argument_row row = read_argument_row(command->argument);
    return argument_field(out, &row, n);
}

/* ---- parsing a line ---- */

static size_t skip_spaces(const shg_call *call, size_t at)
{
    while (at < call->line_bytes && call->line[at] == ' ')
        at++;
    return at;
}

static size_t word_end(const shg_call *call, size_t at, size_t end)
{
    while (at < end && call->line[at] != ' ')
        at++;
    return at;
}

size_t shg_call_column(const shg_call *call, size_t at)
{
    return shg_utf8_length(call->line, at) + 1;
}

shg_part shg_call_word(shg_part *rest, const shg_call *call, shg_part part)
{
    const size_t end = part.start + part.bytes;
    size_t at = part.start;
    while (at < end && call->line[at] == ' ')
        at++;
    const size_t stop = word_end(call, at, end);
    const shg_part word = { (uint32_t)at, (uint32_t)(stop - at) };
    if (rest) {
        size_t next = stop;
        while (next < end && call->line[next] == ' ')
            next++;
        *rest = (shg_part){ (uint32_t)next, (uint32_t)(end - next) };
    }
    return word;
}

static shoogi_status expected(const shg_call *call, size_t at, size_t end, const char *what,
                              shoogi_error *err)
{
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, at), what,
                              call->line + at, end - at);
}

static bool is_sign(char c)
{
    return (unsigned char)c < 0x80 && !shg_is_letter(c) && !shg_is_digit(c);
}

/* Reads the command word. A name that is a sign ends after it: "?board" is HELP BOARD. */
static size_t read_name(shg_call *call, size_t at)
{
    const size_t end = word_end(call, at, call->line_bytes);
    if (is_sign(call->line[at])) {
        call->command = shg_command_find(call->line + at, 1);
        if (call->command)
            return at + 1;
    }
    call->command = shg_command_find(call->line + at, end - at);
    return end;
}

const shg_command *shg_command_of_line(const char *line, size_t line_bytes)
{
    shg_trim(&line, &line_bytes);
    const shg_command *command =
        line_bytes > 0 && is_sign(line[0]) ? shg_command_find(line, 1) : NULL;
    const char *space = memchr(line, ' ', line_bytes);
    return command ? command : shg_command_find(line, space ? (size_t)(space - line) : line_bytes);
}

/* "expected the option -n or -v VARIANT, found ..."; a long list shows the letters alone. */
enum { OPTIONS_NAMED_BYTES = 80 };

static shoogi_status bad_option(const shg_call *call, size_t at, size_t end, shoogi_error *err)
{
    char what[120];
    shg_out out = shg_out_make(what, sizeof what);
    const char *text = call->command->options;
    option_row option;
    bool any = false;
    while (next_option(&option, &text)) {
        shg_out_text(&out, any ? " or " : "the option ");
        write_option(&out, &option);
        any = true;
    }
    if (!any)
        shg_out_text(&out, "no option, as this command has none");
    if (out.length > OPTIONS_NAMED_BYTES) {
        out = shg_out_make(what, sizeof what);
        shg_out_text(&out, "one of the options");
        for (text = call->command->options; next_option(&option, &text);)
            shg_out_format(&out, " -%c", option.letter);
    }
    return expected(call, at, end, what, err);
}

/* Reads the options before the argument. *at becomes the offset after them. */
static shoogi_status read_options(shg_call *call, size_t *at, shoogi_error *err)
{
    /* A message is sent as typed even if it begins with "-"; a move may be "--". */
    const argument_kind kind = read_argument_row(call->command->argument).kind;
    if (call->command->options[0] == '\0' && (kind == TEXT || kind == WORD))
        return SHOOGI_OK;
    for (;;) {
        const size_t start = skip_spaces(call, *at);
        const size_t end = word_end(call, start, call->line_bytes);
        if (start == end || call->line[start] != '-')
            return SHOOGI_OK;
        const char *text = call->command->options;
        option_row option;
        size_t value = 0;
        bool found = false;
        while (!found && next_option(&option, &text)) {
            found = end - start == 2 && shg_lower(call->line[start + 1]) == option.letter;
            if (!found && option.value_bytes > 0)
                value++;
        }
        if (!found)
            return bad_option(call, start, end, err);
        call->options |= 1u << (option.letter - 'a');
        *at = end;
        if (option.value_bytes > 0) {
            const size_t from = skip_spaces(call, end);
            const size_t to = word_end(call, from, call->line_bytes);
            if (from == to) {
                char what[40];
                snprintf(what, sizeof what, "%.*s after -%c", option.value_bytes, option.value,
                         option.letter);
                return expected(call, from, to, what, err);
            }
            assert(value < SHG_OPTIONS_MAX);
            call->values[value] = (shg_part){ (uint32_t)from, (uint32_t)(to - from) };
            *at = to;
        }
    }
}

static bool read_number(int64_t *out, const char *text, size_t bytes)
{
    int64_t value = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (!shg_is_digit(text[i]))
            return false;
        const int digit = text[i] - '0';
        if (value > (INT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return bytes > 0;
}

shoogi_status shg_call_after(int64_t *after, const shg_call *call, shoogi_error *err)
{
    *after = 0;
    const shg_part part = call->values[0];
    if (!shg_call_has(call, 'a') ||
        (read_number(after, call->line + part.start, part.bytes) && *after > 0))
        return SHOOGI_OK;
    return expected(call, part.start, part.start + part.bytes, "the number of a game", err);
}

static shoogi_status read_argument(shg_call *call, size_t at, shoogi_error *err)
{
    size_t start = skip_spaces(call, at), end = call->line_bytes;
    while (end > start && call->line[end - 1] == ' ')
        end--;
    const argument_row row = read_argument_row(call->command->argument);
    call->argument = (shg_part){ (uint32_t)start, (uint32_t)(end - start) };
    if (start == end) {
        if (row.kind == NONE || row.optional)
            return SHOOGI_OK;
        char what[40];
        snprintf(what, sizeof what, "<%.*s>", row.label_bytes, row.label);
        return expected(call, start, end, what, err);
    }
    if (row.kind == NONE)
        return expected(call, start, end, "the end of the line", err);
    if (row.kind == TEXT || row.kind == FORM)
        return SHOOGI_OK;

    const size_t stop = word_end(call, start, end);
    call->argument.bytes = (uint32_t)(stop - start);
    shoogi_status status = SHOOGI_OK;
    if (row.kind == GAME || row.kind == NUMBER) {
        if (!read_number(&call->number, call->line + start, stop - start))
            status = expected(call, start, stop,
                              row.kind == GAME ? "the number of a game" : "a number", err);
        else if (call->number == 0)
            status = expected(call, start, stop, "a number from 1 on", err);
    } else if (row.kind == PATTERN) {
        status = shg_pattern_check(call->line + start, stop - start,
                                   shg_call_column(call, start) - 1, err);
    }
    const size_t more = skip_spaces(call, stop);
    if (status == SHOOGI_OK && more < end)
        status = expected(call, more, end, "the end of the line", err);
    return status;
}

shoogi_status shg_call_read(shg_call **out, const char *line, size_t line_bytes, shoogi_error *err)
{
    shg_call *call = calloc(1, sizeof *call + line_bytes + 1);
    if (!call)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "The server is out of memory.");
    memcpy(call->line, line, line_bytes);
    call->line_bytes = line_bytes;
    call->text_at = SHG_TYPED;
    size_t at = skip_spaces(call, 0);
    if (at == line_bytes) {
        free(call);
        *out = NULL;
        return SHOOGI_OK;
    }
    const size_t start = at;
    at = read_name(call, at);
    shoogi_status status = SHOOGI_OK;
    if (!call->command) {
        expected(call, start, at, "a command (HELP COMMAND-LIST lists them)", err);
        status = SHOOGI_NOT_FOUND;
    }
    if (status == SHOOGI_OK)
        status = read_options(call, &at, err);
    if (status == SHOOGI_OK)
        status = read_argument(call, at, err);
    if (status == SHOOGI_OK) {
        *out = call;
        call = NULL;
    }
    free(call);
    return status;
}
