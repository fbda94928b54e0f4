#include "server/pages/form.h"

#include "base/json_write.h"
#include "server/account/token.h"
#include "server/doors/web_credentials.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shg_form_call {
    shg_json_door door; /* must be first */
    shg_exchange *x;
    const char *path;
    shg_out body; /* owned */
    shg_form_then *then;
    bool begun, failed; /* failed: the token could not be looked up */
};

static shg_form_call *call_of(shg_json_door *door)
{
    return (shg_form_call *)(void *)door;
}

static void end(shg_form_call *c)
{
    shg_json_door_fini(&c->door);
    shg_out_wipe(&c->body);
    free(c);
}

static bool idle(shg_json_door *d)
{
    shg_form_call *c = call_of(d);
    if (c->begun)
        return true;
    c->begun = true;
    const shg_api_request request = { .method = "POST",
                                      .method_bytes = 4,
                                      .path = c->path,
                                      .path_bytes = strlen(c->path),
                                      .query = "",
                                      .body = c->body.bytes,
                                      .body_bytes = c->body.length,
                                      .came_ms = c->x->came_ms };
    shg_json_door_serve(d, &request);
    return true;
}

/* Calls then, when the door has ended. */
static void call_then(shg_exchange *x, shg_form_then *then, unsigned status, const char *text,
                      size_t bytes, const char *headers)
{
    shg_json json = { 0 };
    x->gone = NULL;
    if (shg_json_read(&json, text, bytes, NULL) == SHOOGI_OK)
        then(x, x->body, x->body_bytes, status, &json, headers);
    else
        shg_exchange_refuse(x, 503, "The server is out of memory.");
    shg_json_fini(&json);
}

static bool answered(shg_json_door *d, unsigned status, const char *text, size_t bytes)
{
    shg_form_call *c = call_of(d);
    shg_exchange *x = c->x;
    shg_form_then *then = c->then;
    char headers[sizeof d->headers];
    memcpy(headers, d->headers, sizeof headers);
    end(c);
    call_then(x, then, status, text, bytes, headers);
    return false;
}

/* The token is invalid, or its player is banned. */
static void over(shg_json_door *d)
{
    shg_form_call *c = call_of(d);
    shg_exchange *x = c->x;
    shg_form_then *then = c->then;
    const bool failed = c->failed;
    end(c);
    shg_out json = shg_out_growing();
    shg_refusal_json(
        &json, failed ? shg_text_in(x->language,
                                    "Your sign-in could not be checked.  Please try again later.")
                      : shg_text_in(x->language, "Sign in first."));
    call_then(x, then, failed ? 503 : 401, json.spent ? "" : json.bytes,
              json.spent ? 0 : json.length, "");
    free(json.bytes);
}

static const shg_json_carrier carrier = { .idle = idle, .answered = answered, .over = over };

static void gone(shg_exchange *x)
{
    end(x->context);
}

static void entered(shg_session *s, shg_token_outcome outcome)
{
    if (outcome == SHG_TOKEN_ENTERED || !s->door)
        return;
    call_of(s->carrier)->failed = outcome == SHG_TOKEN_FAILED;
    shg_session_quit(s);
}

static bool is_form(const shg_exchange *x)
{
    static const char form[] = "application/x-www-form-urlencoded";
    shg_http_span type;
    size_t index = 0;
    return shg_http_find(&type, x->head, "Content-Type", &index) && type.bytes >= sizeof form - 1 &&
           shg_text_same(shg_http_text(x->head, type), sizeof form - 1, form, sizeof form - 1);
}

void shg_form_call_start(shg_exchange *x, const char *path, shg_out *body, bool as_nobody,
                         shg_form_then *then)
{
    shg_credentials who;
    shg_credentials_read(&who, x);
    const char *why = !is_form(x) ? SHG_TEXT("Expected the fields of a form.")
                      : !shg_web_same_origin(x)
                          ? SHG_TEXT("The request came from a page of another site.")
                      : body->spent ? SHG_TEXT("The server is out of memory.")
                                    : NULL;
    shg_form_call *c = why ? NULL : calloc(1, sizeof *c);
    if (c && shg_json_door_init(&c->door, x, &carrier) != SHOOGI_OK) {
        free(c);
        c = NULL;
    }
    if (!c) {
        shg_out_wipe(body);
        shg_exchange_refuse(x,
                            !is_form(x)               ? 415
                            : !shg_web_same_origin(x) ? 403
                                                      : 503,
                            why ? why : "The server is out of memory.");
        return;
    }
    c->x = x;
    c->path = path;
    c->body = *body;
    c->then = then;
    c->door.http = true;
    c->door.secure = x->secure;
    shg_web_agent(c->door.agent, sizeof c->door.agent, x);
    x->context = c;
    x->gone = gone;
    if (who.token_bytes > 0 && !as_nobody)
        shg_token_enter(c->door.session, who.token, who.token_bytes, SHG_PRESENCE_CALL, entered);
    else
        shg_json_door_begin(&c->door);
}

/* ---- fields ---- */

void shg_form_put(shg_out *body, const shg_exchange *x, const char *field, const char *name)
{
    shg_out value = { .grows = true, .secret = true };
    if (shg_query_get(&value, x->body, x->body_bytes, field) && value.length > 0 && !value.spent)
        shg_json_bytes(body, name, value.bytes, value.length);
    body->spent |= value.spent;
    shg_out_wipe(&value);
}

void shg_form_get(char *out, size_t room, const char *form, size_t form_bytes, const char *field)
{
    shg_out value = shg_out_make(out, room);
    shg_query_get(&value, form, form_bytes, field);
}

void shg_form_see_other(shg_exchange *x, const char *path, const char *headers)
{
    char more[600];
    snprintf(more, sizeof more, "Location: %s\r\n%s", path, headers ? headers : "");
    shg_web_page page = shg_web_page_new();
    page.status = 303;
    page.more = more;
    shg_out_text(&page.body, "Continue elsewhere.\n");
    shg_exchange_answer(x, &page);
}

/* ---- the outcome ---- */

void shg_form_member(char *out, size_t room, const shg_json *json, const char *name)
{
    const size_t at = shg_json_member(json, 0, name);
    shg_out text = shg_out_make(out, room);
    if (at != 0 && json->values[at].type == SHG_JSON_STRING)
        shg_json_string(&text, json, at);
}
