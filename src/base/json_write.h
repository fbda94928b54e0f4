/* json_write.h: JSON written value by value: the commas come by themselves.
 *
 *     shg_json_open(out, NULL, '{');
 *     shg_json_number(out, "game", 12);
 *     shg_json_close(out, '}');
 *
 * A value stands in an object under its name, in an array or alone with NULL in its place. */
#ifndef SHG_BASE_JSON_WRITE_H
#define SHG_BASE_JSON_WRITE_H

#include "base/text.h"

/* bracket: '{' or '['; '}' or ']'. */
void shg_json_open(shg_out *out, const char *name, char bracket);
void shg_json_close(shg_out *out, char bracket);

/* text: UTF-8, escaped here. */
void shg_json_text(shg_out *out, const char *name, const char *text);
void shg_json_bytes(shg_out *out, const char *name, const char *text, size_t text_bytes);
void shg_json_number(shg_out *out, const char *name, int64_t value);
void shg_json_flag(shg_out *out, const char *name, bool value);
void shg_json_null(shg_out *out, const char *name);

/* A value that is JSON already. */
void shg_json_raw(shg_out *out, const char *name, const char *json, size_t json_bytes);

#endif
