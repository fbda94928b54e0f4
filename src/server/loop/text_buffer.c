#include "server/loop/text_buffer.h"

#include "wire/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and a NUL. */
static bool make_room(shg_text_buffer *b, size_t more)
{
    if (!b->failed && b->room - b->length <= more) {
        size_t room = b->room ? b->room : 256;
        while (room - b->length <= more)
            room *= 2;
        char *bytes = realloc(b->bytes, room);
        b->failed = !bytes;
        if (bytes) {
            b->bytes = bytes;
            b->room = room;
        }
    }
    return !b->failed;
}

void shg_text_add_list(shg_text_buffer *b, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int needed = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (needed < 0 || !make_room(b, (size_t)needed))
        return;
    vsnprintf(b->bytes + b->length, b->room - b->length, format, arguments);
    b->length += (size_t)needed;
}

void shg_text_add(shg_text_buffer *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    shg_text_add_list(b, format, arguments);
    va_end(arguments);
}

void shg_text_add_clean(shg_text_buffer *b, const char *text, size_t text_bytes,
                        size_t characters_max)
{
    shg_out measure = shg_out_make(NULL, 0);
    shg_display_write(&measure, text, text_bytes, characters_max);
    if (!make_room(b, measure.length))
        return;
    shg_out out = shg_out_make(b->bytes + b->length, b->room - b->length);
    shg_display_write(&out, text, text_bytes, characters_max);
    b->length += out.length;
}

const char *shg_clean_word(shg_clean *clean, const char *text, size_t text_bytes)
{
    shg_out out = shg_out_make(clean->text, sizeof clean->text);
    shg_display_write(&out, text, strnlen(text, text_bytes), SHG_CLEAN_CHARACTERS_MAX);
    return clean->text;
}

void shg_text_add_cell(shg_text_buffer *b, const char *text, size_t columns)
{
    const size_t own = shg_display_columns(text, strlen(text));
    shg_text_add(b, "%s%*s", text, own < columns ? (int)(columns - own) : 0, "");
}

void shg_text_add_reason(shg_text_buffer *buffer, const char *reason)
{
    const size_t length = strlen(reason);
    if (length > 0) {
        shg_text_add(buffer, ": ");
        shg_text_add_clean(buffer, reason, length, length);
    }
    if (length == 0 || !strchr(".!?", reason[length - 1]))
        shg_text_add(buffer, ".");
}

void shg_text_fini(shg_text_buffer *b)
{
    free(b->bytes);
    *b = (shg_text_buffer){ 0 };
}
