/* json_write.h: writes JSON value by value and inserts the commas.
 *
 *     shg_json_open(out, NULL, '{');
 *     shg_json_number(out, "game", 12);
 *     shg_json_close(out, '}');
 *
 * name: of a member of an object; NULL for an element of an array and for the root. */
#ifndef SHG_BASE_JSON_WRITE_H
#define SHG_BASE_JSON_WRITE_H

#include "base/text.h"

/* bracket: '{' or '['; '}' or ']'. */
void shg_json_open(shg_out *out, const char *name, char bracket);
void shg_json_close(shg_out *out, char bracket);

/* text: UTF-8; these functions escape it. */
void shg_json_text(shg_out *out, const char *name, const char *text);
void shg_json_bytes(shg_out *out, const char *name, const char *text, size_t text_bytes);
void shg_json_number(shg_out *out, const char *name, int64_t value);
void shg_json_flag(shg_out *out, const char *name, bool value);
void shg_json_null(shg_out *out, const char *name);

/* Writes json, which is valid JSON, unchanged. */
void shg_json_raw(shg_out *out, const char *name, const char *json, size_t json_bytes);

#endif
