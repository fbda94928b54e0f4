/* json_fields.h: the members of an object as C values, and bytes that are not text.
 *
 * object: the index of an object in json; one that is missing, has another type or does not fit gives the default. */
#ifndef SHG_BASE_JSON_FIELDS_H
#define SHG_BASE_JSON_FIELDS_H

#include "base/json.h"

int64_t shg_field_number(const shg_json *json, size_t object, const char *name, int64_t otherwise);
bool shg_field_is_set(const shg_json *json, size_t object, const char *name);
/* Copies a text, "" by default. */
void shg_field_copy(char *out, size_t room, const shg_json *json, size_t object, const char *name);
/* A text: owned (free); NULL by default, and for "". It ends in NUL. */
char *shg_field_text(const shg_json *json, size_t object, const char *name);

/* Iterates over the members of an array: *at is 0 at first, then the index of a member. False at the end. */
bool shg_field_each(size_t *at, const shg_json *json, size_t object, const char *name);
/* The number at an index. */
int64_t shg_json_number_at(const shg_json *json, size_t at, int64_t otherwise);

/* Writes bytes as hex digits; nothing if there are none. */
void shg_json_hex(shg_out *out, const char *name, const void *bytes, size_t count);
/* Reads them: owned (free), with a NUL after them; NULL by default. */
char *shg_field_hex(size_t *count, const shg_json *json, size_t object, const char *name);

#endif
