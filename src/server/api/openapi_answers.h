/* openapi_answers.h: what answers.def says of what programs read, for the description of the API. */
#ifndef SHG_SERVER_API_OPENAPI_ANSWERS_H
#define SHG_SERVER_API_OPENAPI_ANSWERS_H

#include "base/text.h"

/* The response of those below with which a resource answers, by its method and path; NULL if the table says nothing of
 * it. */
const char *shg_openapi_answer(const char *method, const char *path);

/* Write the schemas, and the responses made of them, as YAML under headings that stand there already.  The schema of
 * a member is one line of JSON. */
void shg_openapi_schemas_write(shg_out *out);
void shg_openapi_responses_write(shg_out *out);

#endif
