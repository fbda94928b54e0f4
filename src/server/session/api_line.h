/* api_line.h: turns an API call into the command line that a person would have typed. */
#ifndef SHG_SERVER_SESSION_API_LINE_H
#define SHG_SERVER_SESSION_API_LINE_H

#include "base/json.h"
#include "server/session/command.h"

/* Fields that every call may have besides those of its command. */
#define SHG_API_GAME    "game"
#define SHG_API_KNOWN   "known"
#define SHG_API_ANSWERS "answers"
#define SHG_API_REQUEST "request"

/* Positions of field values in a line. */
enum { SHG_API_PLACES_MAX = 20 };
typedef struct shg_api_places {
    size_t count;
    size_t text_at; /* offset of the field that takes the rest of the line, if it is given */
    struct {
        const char *name; /* borrowed from the table */
        int name_bytes;
        uint32_t column; /* of its first character */
    } of[SHG_API_PLACES_MAX];
} shg_api_places;

/* Finds the field that contains a column of the line, or ends just before it: writes its name to
 * out and turns *column into the column in its value. Returns false if there is none. */
bool shg_api_place(shg_out *out, const shg_api_places *places, uint32_t *column);

/* Writes the line, and the positions of values in it. json: an object. Returns OK; PARSE_ERROR
 * with a sentence in *err for a field that is missing, unknown, of the wrong type, or not one
 * word where it must be; LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_api_line(shg_out *out, shg_api_places *places,
                                          const shg_command *command, const shg_json *json,
                                          shoogi_error *err);

/* Checks the members of an object against the permitted names besides those above, "name
 * on:boolean": text without a type, integer, boolean; any other type is left to the caller to
 * check. Returns OK; PARSE_ERROR with a sentence. */
SHOOGI_CHECKED shoogi_status shg_api_check(const shg_json *json, const char *names,
                                           shoogi_error *err);

/* Reads an integer member, 0 or more; *out is untouched if it is absent. PARSE_ERROR. */
SHOOGI_CHECKED shoogi_status shg_api_number(int64_t *out, const shg_json *json, const char *name,
                                            shoogi_error *err);

/* Copies a text member, at most room - 1 bytes and a NUL; "" if it is absent. PARSE_ERROR if it
 * is not a string, LIMIT_EXCEEDED if it is longer. */
SHOOGI_CHECKED shoogi_status shg_api_text(char *out, size_t room, const shg_json *json,
                                          const char *name, shoogi_error *err);

/* Copies a text member of any length: *out owned, NUL-terminated, or NULL if it is absent.
 * PARSE_ERROR if it is not a string, or is required and absent; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_api_text_copy(char **out, const shg_json *json, const char *name,
                                               bool needed, shoogi_error *err);

/* Reads a boolean member; false if it is absent. PARSE_ERROR. */
SHOOGI_CHECKED shoogi_status shg_api_flag(bool *out, const shg_json *json, const char *name,
                                          shoogi_error *err);

#endif
