#include "wasm/exchange.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct buffer {
    char *bytes;
    size_t room, length;
} buffer;

static buffer said, answer;

static bool make_room(buffer *b, size_t room)
{
    if (room <= b->room)
        return true;
    char *const bytes = realloc(b->bytes, room);
    if (!bytes)
        return false;
    *b = (buffer){ bytes, room, b->length };
    return true;
}

/* The address of space for so many bytes of input of the next call; 0: out of memory. */
EXPORT(char *, input, size_t bytes)
{
    return make_room(&said, bytes + 1) ? said.bytes : NULL;
}

EXPORT(const char *, answer_text, void)
{
    return answer.bytes;
}

EXPORT(size_t, answer_bytes, void)
{
    return answer.length;
}

char *shg_said(void)
{
    return said.bytes;
}

void shg_answer_begin(void)
{
    answer.length = 0;
}

void shg_answer_add(const char *bytes, size_t count)
{
    const size_t needed = answer.length + count + 1;
    if (needed > answer.room && !make_room(&answer, needed + needed / 2))
        __builtin_trap();
    memcpy(answer.bytes + answer.length, bytes, count);
    answer.length += count;
}

void shg_answer_text(const char *text)
{
    shg_answer_add(text, strlen(text));
}

void shg_answer_number(uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    shg_answer_add(digits + at, sizeof digits - at);
}

shoogi_status shg_answer_fault(const shoogi_error *error)
{
    shg_answer_number(error->line);
    shg_answer_text(":");
    shg_answer_number(error->column);
    shg_answer_text(": ");
    shg_answer_text(error->message);
    return error->status;
}

shoogi_status shg_answer_refuse(shoogi_status status)
{
    shoogi_error error = { .status = status };
    shg_out message = shg_out_make(error.message, sizeof error.message);
    shg_out_text(&message, shoogi_status_text(status));
    return shg_answer_fault(&error);
}
