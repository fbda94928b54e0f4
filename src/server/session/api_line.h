/* api_line.h: a call of a program as the line of a command that a person would have typed. */
#ifndef SHG_SERVER_SESSION_API_LINE_H
#define SHG_SERVER_SESSION_API_LINE_H

#include "base/json.h"
#include "server/session/command.h"

/* Fields that every call may have, besides those of its command. */
#define SHG_API_GAME    "game"
#define SHG_API_KNOWN   "known"
#define SHG_API_ANSWERS "answers"
#define SHG_API_REQUEST "request"

/* Where the values of fields stand in a line. */
enum { SHG_API_PLACES_MAX = 20 };
typedef struct shg_api_places {
    size_t count;
    size_t text_at; /* behind how many bytes the field stands that is the rest of the line, if it is given */
    struct {
        const char *name; /* borrowed from the table */
        int name_bytes;
        uint32_t column; /* of the first character */
    } of[SHG_API_PLACES_MAX];
} shg_api_places;

/* The name of the field in which a column of the line is, or behind which: written to out; *column becomes that in the
 * value.  False: it is in none. */
bool shg_api_place(shg_out *out, const shg_api_places *places, uint32_t *column);

/* Writes the line, and where values stand in it.  json: an object.  Returns OK; PARSE_ERROR with a sentence in *err if a
 * field is missing, of the wrong type, not one word where it has to be one, or not known; LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_api_line(shg_out *out, shg_api_places *places,
                                          const shg_command *command, const shg_json *json,
                                          shoogi_error *err);

/* Holds an object against the names of what may stand in it besides the fields above, "name on:boolean": texts where no
 * type is said, whole numbers, flags; a type of another kind is for the reader to look at.  Returns OK; PARSE_ERROR with a
 * sentence. */
SHOOGI_CHECKED shoogi_status shg_api_check(const shg_json *json, const char *names,
                                           shoogi_error *err);

/* A whole number from 0 on in a member; *out is untouched if there is none of that name.  PARSE_ERROR. */
SHOOGI_CHECKED shoogi_status shg_api_number(int64_t *out, const shg_json *json, const char *name,
                                            shoogi_error *err);

/* The text of a member, at most room - 1 bytes of it, which end in NUL: "" if there is none of that name.  PARSE_ERROR if
 * it is no string, LIMIT_EXCEEDED if it is longer. */
SHOOGI_CHECKED shoogi_status shg_api_text(char *out, size_t room, const shg_json *json,
                                          const char *name, shoogi_error *err);

/* The text of a member, whatever its length: *out owned, with NUL at its end, or NULL if there is none of that name.
 * PARSE_ERROR if it is no string, or has to be there and is not; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_api_text_copy(char **out, const shg_json *json, const char *name,
                                               bool needed, shoogi_error *err);

/* A flag in a member: false if there is none of that name.  PARSE_ERROR. */
SHOOGI_CHECKED shoogi_status shg_api_flag(bool *out, const shg_json *json, const char *name,
                                          shoogi_error *err);

#endif
