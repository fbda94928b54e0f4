#include "base/json_write.h"

#include "base/json.h"

#include <string.h>

/* Writes what precedes a value: a comma, unless the value is the first, and its name. */
static void begin(shg_out *out, const char *name)
{
    if (out->length > 0 && out->length < out->room && !strchr("{[\n", out->bytes[out->length - 1]))
        shg_out_char(out, ',');
    if (!name)
        return;
    shg_json_quote(out, name, strlen(name));
    shg_out_char(out, ':');
}

void shg_json_open(shg_out *out, const char *name, char bracket)
{
    begin(out, name);
    shg_out_char(out, bracket);
}

void shg_json_close(shg_out *out, char bracket)
{
    shg_out_char(out, bracket);
}

void shg_json_text(shg_out *out, const char *name, const char *text)
{
    shg_json_bytes(out, name, text, strlen(text));
}

void shg_json_bytes(shg_out *out, const char *name, const char *text, size_t text_bytes)
{
    begin(out, name);
    shg_json_quote(out, text, text_bytes);
}

void shg_json_number(shg_out *out, const char *name, int64_t value)
{
    begin(out, name);
    shg_out_format(out, "%lld", (long long)value);
}

void shg_json_flag(shg_out *out, const char *name, bool value)
{
    begin(out, name);
    shg_out_text(out, value ? "true" : "false");
}

void shg_json_null(shg_out *out, const char *name)
{
    begin(out, name);
    shg_out_text(out, "null");
}

void shg_json_raw(shg_out *out, const char *name, const char *json, size_t json_bytes)
{
    begin(out, name);
    shg_out_bytes(out, json, json_bytes);
}
