/* openapi.h: the description of the API for programs, OpenAPI 3.1, generated from the tables of
 * commands, resources and answers. */
#ifndef SHG_SERVER_API_OPENAPI_H
#define SHG_SERVER_API_OPENAPI_H

#include "base/text.h"

/* Writes it as YAML. */
void shg_openapi_write(shg_out *out);

#endif
