/* login.c: /login: a form to sign in without a script. */
#include "base/json_write.h"
#include "server/doors/part.h"
#include "server/pages/form.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"

#include <stdio.h>
#include <string.h>

static void write_login(shg_exchange *x, unsigned status, const char *name, const char *to,
                        const char *fault)
{
    shg_web_page page = shg_web_page_new();
    shg_out *out = &page.body;
    const shg_language in = x->language;
    const char *title = shg_text_in(in, "Sign in");
    page.language = in;
    shg_page_begin(&page, x->server->doors->web, title, true);
    page.status = status;
    shg_out_format(out, "<h1>%s</h1>\n", title);
    shg_html_fault(out, fault);
    shg_out_text(
        out,
        "<form method=\"post\" action=\"/login\">\n<input type=\"hidden\" name=\"to\" value=\"");
    shg_html_string(out, to);
    shg_out_format(
        out, "\">\n<label>%s <input name=\"name\" autocomplete=\"username\" required value=\"",
        shg_text_in(in, "Name"));
    shg_html_string(out, name);
    shg_out_format(out,
                   "\"></label>\n<label>%s <input name=\"password\" type=\"password\" "
                   "autocomplete=\"current-password\" required></label>\n"
                   "<label>%s <input name=\"code\" inputmode=\"numeric\" "
                   "autocomplete=\"one-time-code\"></label>\n<button>%s</button>\n</form>\n",
                   shg_text_in(in, "Password"),
                   shg_text_in(in, "Code, if you use two-factor authentication"), title);
    shg_page_end(&page, x->server->doors->web);
    shg_exchange_answer(x, &page);
}

/* The page to which the user continues: within this site, whatever the form says. */
static void get_return_path(char *to, size_t room, const char *form, size_t form_bytes)
{
    shg_form_get(to, room, form, form_bytes, "to");
    if (to[0] != '/' || to[1] == '/' || to[1] == '\\' ||
        strspn(to, "/?=&-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
            strlen(to))
        snprintf(to, room, "/games");
}

static void logged_in(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                      const shg_json *json, const char *headers)
{
    char to[200], name[SHG_NAME_BYTES_MAX + 1], fault[400];
    get_return_path(to, sizeof to, form, form_bytes);
    shg_form_get(name, sizeof name, form, form_bytes, "name");
    shg_form_member(fault, sizeof fault, json, "error");
    if (status == 200)
        shg_form_see_other(x, to, headers);
    else
        write_login(x, status, name, to,
                    fault[0] ? fault : shg_text_in(x->language, "That is not possible."));
}

void shg_login_web(shg_exchange *x)
{
    char to[200];
    if (!shg_http_is(x->head, x->head->method, "POST", false)) {
        get_return_path(to, sizeof to, x->query, x->query_bytes);
        write_login(x, 200, "", to, "");
        return;
    }
    shg_out body = { .grows = true, .secret = true };
    shg_json_open(&body, NULL, '{');
    shg_form_put(&body, x, "name", "name");
    shg_form_put(&body, x, "password", "password");
    shg_form_put(&body, x, "code", "code");
    shg_json_close(&body, '}');
    shg_form_call_start(x, "/login", &body, true, logged_in);
}
