/* form.h: an HTML form of a page as a call of the API, for browsers without scripts. */
#ifndef SHG_SERVER_PAGES_FORM_H
#define SHG_SERVER_PAGES_FORM_H

#include "base/json.h"
#include "server/doors/door_json.h"
#include "server/doors/web_exchange.h"

typedef struct shg_form_call shg_form_call;

/* The outcome of a call. Ends the exchange or begins something that will. status: as of the API;
 * json: its answer, borrowed; cookie: header lines to send. */
typedef void shg_form_then(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                           const shg_json *json, const char *headers);

/* Makes the call for the player who sent the form. path: "/play"; body: JSON, its bytes taken.
 * Refuses by itself a request from a page of another site, one that is not a form, and one for
 * which memory is short. as_nobody: ignore the player's token. */
void shg_form_call_start(shg_exchange *x, const char *path, shg_out *body, bool as_nobody,
                         shg_form_then *then);

/* Adds a field of the form to the body as a text, unless it is absent or empty. */
void shg_form_put(shg_out *body, const shg_exchange *x, const char *field, const char *name);

/* A decoded field of the form, cut to its room; "" if absent. */
void shg_form_get(char *out, size_t room, const char *form, size_t form_bytes, const char *field);

/* Redirects to another page, to be fetched by GET (303). headers: further lines, or NULL. */
void shg_form_see_other(shg_exchange *x, const char *path, const char *headers);

/* The text of a member of an answer; "" if absent. */
void shg_form_member(char *out, size_t room, const shg_json *json, const char *name);

#endif
