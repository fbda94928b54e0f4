/* openapi_answers.h: the schemas of answers.def for the description of the API. */
#ifndef SHG_SERVER_API_OPENAPI_ANSWERS_H
#define SHG_SERVER_API_OPENAPI_ANSWERS_H

#include "base/text.h"

/* The name of the response of a resource, by its method and path; NULL if the table has none. */
const char *shg_openapi_answer(const char *method, const char *path);

/* Write the schemas, and the responses made of them, as YAML below headings written by the
 * caller. The schema of a member is one line of JSON. */
void shg_openapi_schemas_write(shg_out *out);
void shg_openapi_responses_write(shg_out *out);

#endif
