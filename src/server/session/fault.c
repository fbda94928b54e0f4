#include "server/session/fault.h"

#include "language/message.h"

#include <stdio.h>
#include <string.h>

/* ---- the parts of a message ---- */

static void copy(char out[SHOOGI_MESSAGE_BYTES], const char *text, size_t bytes)
{
    memcpy(out, text, bytes);
    out[bytes] = '\0';
}

bool shg_fault_parts_of(shg_fault_parts *out, const char *message)
{
    static const char head[] = "expected ", middle[] = ", found ";
    *out = (shg_fault_parts){ .expected = "" };
    if (strncmp(message, head, sizeof head - 1) != 0)
        return false;
    const char *expected = message + sizeof head - 1;
    const char *quoted = strstr(expected, ", found \""), *plain = strstr(expected, middle);
    const char *at = quoted ? quoted : plain;
    copy(out->expected, expected, at ? (size_t)(at - expected) : strlen(expected));
    if (!at)
        return true;
    const char *found = at + sizeof middle - 1;
    size_t bytes = strlen(found);
    if (bytes >= 2 && found[0] == '"' && found[bytes - 1] == '"') {
        copy(out->found, found + 1, bytes - 2);
        return true;
    }
    out->at_end = strcmp(found, "end of text") == 0 || strcmp(found, "end of line") == 0 ||
                  strcmp(found, "nothing") == 0;
    return true;
}

bool shg_fault_field_of(char *name, size_t room, shg_fault_parts *parts)
{
    static const char mark[] = " as \"";
    char *const as = strstr(parts->expected, mark);
    name[0] = '\0';
    if (as) { /* the first of several */
        const char *const field = as + sizeof mark - 1;
        snprintf(name, room, "%.*s", (int)strcspn(field, "\""), field);
        *as = '\0';
    } else if (strcmp(parts->expected, "a field of this call") == 0) {
        snprintf(name, room, "%s", parts->found);
    }
    return name[0] != '\0';
}

/* ---- the sentence ---- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* What follows a sentence, before its full stop: " (HELP PLAY)" or nothing. */
typedef struct note {
    char text[SHOOGI_MESSAGE_BYTES];
} note;

/* The topic of the command, unless the expected part explains itself in parentheses. */
static note topic_of(const shg_command *command, const char *expected)
{
    note n = { .text = "" };
    const char *name;
    size_t bytes;
    if (command && !strchr(expected, '(') && shg_command_name(&name, &bytes, command, 0)) {
        shg_out out = shg_out_make(n.text, sizeof n.text);
        shg_out_format(&out, " (HELP %.*s)", (int)bytes, name);
    }
    return n;
}

/* The parentheses at the end of a translated part, which may be fullwidth. */
static note reason_of(const char *said)
{
    note n = { .text = "" };
    shg_out out = shg_out_make(n.text, sizeof n.text);
    const char *ascii = strchr(said, '('), *wide = strstr(said, "\xEF\xBC\x88");
    if (ascii && (!wide || ascii < wide))
        shg_out_format(&out, " %s", ascii);
    else if (wide)
        shg_out_text(&out, wide);
    return n;
}

/* Writes "PLAY needs a move, such as PLAY P-7f (HELP PLAY)." Returns false if the command is not
 * in the table. */
static bool write_need(shg_out *out, shg_language language, const shg_command *command)
{
    static const struct {
        const char *id, *what, *example;
    } rows[] = {
#define NEEDS(command, what, example) { #command, what, example },
#include "server/session/needs.def"
    };
    const char *name;
    size_t bytes;
    if (!command || !shg_command_name(&name, &bytes, command, 0))
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].id, command->id) == 0) {
            shg_out_format(out, shg_text_in(language, "%.*s needs %s, such as %s%s."), (int)bytes,
                           name, shg_text_in(language, rows[i].what), rows[i].example,
                           topic_of(command, "").text);
            return true;
        }
    return false;
}

/* The text ended too early: writes what is missing, and after what. */
static void write_missing(shg_out *out, shg_language language, const shg_command *command,
                          const char *line, size_t line_bytes, const shoogi_error *err,
                          const char *expected, const char *said)
{
    const char *name;
    size_t name_bytes, end = 0, ignored = 0;
    for (uint32_t c; line && end < line_bytes && ignored + 1 < err->column; ignored++)
        end += shg_utf8_read(&c, line + end, line_bytes - end);
    while (end > 0 && line[end - 1] == ' ')
        end--;
    size_t start = end;
    while (start > 0 && line[start - 1] != ' ')
        start--;
    const bool first = start == 0 || strspn(line, " ") >= start; /* after the command itself */
    if (first && expected[0] == '<' && write_need(out, language, command))
        return;
    const note topic = topic_of(command, expected);
    if (command && first && shg_command_name(&name, &name_bytes, command, 0))
        shg_out_format(out, shg_text_in(language, "%.*s needs %s%s."), (int)name_bytes, name, said,
                       topic.text);
    else if (line && end > start && !first)
        shg_out_format(out, shg_text_in(language, "Expected %s after \"%.*s\"%s."), said,
                       (int)(end - start), line + start, topic.text);
    else
        shg_out_format(out, shg_text_in(language, "Expected %s%s."), said, topic.text);
}

static void write_parts(shg_out *out, shg_language language, const shg_command *command,
                        const char *line, size_t line_bytes, const shoogi_error *err,
                        const shg_fault_parts *parts)
{
    const shg_translation said = shg_message_in(language, parts->expected);
    const char *name;
    size_t bytes;
    const char *word = parts->found + strspn(parts->found, " ");
    const int word_bytes = (int)strcspn(word, " ");
    if (parts->at_end) {
        write_missing(out, language, command, line, line_bytes, err, parts->expected, said.text);
        return;
    }
    const note topic = topic_of(command, parts->expected);
    if (begins(parts->expected, "no option") && command &&
        shg_command_name(&name, &bytes, command, 0)) {
        shg_out_format(out, shg_text_in(language, "%.*s has no options%s."), (int)bytes, name,
                       topic.text);
    } else if (begins(parts->expected, "no ")) {
        shg_out_format(out, shg_text_in(language, "Leave out \"%.*s\": %s%s."), word_bytes, word,
                       said.text, topic.text);
    } else if (begins(parts->expected, "the end")) {
        const note reason = reason_of(said.text);
        shg_out_format(out, shg_text_in(language, "Leave out \"%.*s\"%s."), word_bytes, word,
                       reason.text[0] != '\0' ? reason.text : topic.text);
    } else if (word_bytes == 0 || err->status == SHOOGI_LIMIT_EXCEEDED) {
        shg_out_format(out, shg_text_in(language, "Expected %s%s."), said.text, topic.text);
    } else if (!shg_is_letter(parts->expected[0])) {
        shg_out_format(out, shg_text_in(language, "Expected %s, not \"%.*s\"%s."), said.text,
                       word_bytes, word, topic.text);
    } else if (begins(parts->expected, "a piece (") || begins(parts->expected, "a piece of")) {
        shg_out_format(out, shg_text_in(language, "\"%.*s\" should begin with %s%s."), word_bytes,
                       word, said.text, topic.text);
    } else {
        shg_out_format(out, shg_text_in(language, "\"%.*s\" should be %s%s."), word_bytes, word,
                       said.text, topic.text);
    }
}

void shg_fault_write(shg_out *out, shg_language language, const shg_command *command,
                     const char *line, size_t line_bytes, const shoogi_error *err)
{
    shg_fault_parts parts;
    if (shg_fault_parts_of(&parts, err->message) && (parts.at_end || parts.found[0] != '\0')) {
        write_parts(out, language, command, line, line_bytes, err, &parts);
        return;
    }
    const shg_translation said = shg_message_in(language, err->message);
    const size_t length = strlen(said.text);
    if (length == 0)
        return;
    shg_out_char(out, shg_upper(said.text[0]));
    shg_out_text(out, said.text + 1);
    if (!strchr(".!?", said.text[length - 1]) && (unsigned char)said.text[length - 1] < 0x80)
        shg_out_char(out, '.');
}
