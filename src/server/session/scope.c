#include "server/session/scope.h"

#include "base/text.h"
#include "server/session/session.h"

#include <stdio.h>
#include <string.h>

static const struct {
    shg_scope scope;
    const char *word;
} rows[] = { { SHG_SCOPE_READ, "read" },
             { SHG_SCOPE_PLAY, "play" },
             { SHG_SCOPE_RECORDS, "records" },
             { SHG_SCOPE_MANAGE, "manage" } };
enum { ROWS = sizeof rows / sizeof rows[0] };

const char *shg_scope_word(shg_scope scope)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].scope == scope)
            return rows[i].word;
    return "";
}

void shg_scopes_write(char out[SHG_SCOPES_BYTES], unsigned scopes)
{
    shg_out text = shg_out_make(out, SHG_SCOPES_BYTES);
    shg_out_text(&text, "");
    for (size_t i = 0; i < ROWS; i++)
        if (scopes & rows[i].scope)
            shg_out_format(&text, "%s%s", text.length > 0 ? "," : "", rows[i].word);
}

bool shg_scopes_read(unsigned *out, const char *text, size_t text_bytes)
{
    unsigned scopes = 0;
    for (size_t at = 0; at <= text_bytes;) {
        const char *const comma = memchr(text + at, ',', text_bytes - at);
        const size_t bytes = (comma ? (size_t)(comma - text) : text_bytes) - at;
        size_t i = 0;
        while (i < ROWS && !shg_text_same(text + at, bytes, rows[i].word, strlen(rows[i].word)))
            i++;
        if (i == ROWS)
            return false;
        scopes |= rows[i].scope;
        at += bytes + 1;
    }
    *out = scopes;
    return true;
}

void shg_scope_refusal(shg_out *out, shg_language language, shg_scope scope)
{
    if (scope == SHG_SCOPE_OWNER)
        shg_out_text(out, shg_text_in(language, "A program may not do that with a token: sign in "
                                                "with your name and password."));
    else
        shg_out_format(out,
                       shg_text_in(language, "This token may not do that: it lacks the scope %s.  "
                                             "TOKEN -s makes one that has it."),
                       shg_scope_word(scope));
}

bool shg_session_may(shg_session *s, shg_scope scope)
{
    if (!(s->lacks & scope))
        return true;
    char text[400];
    shg_out out = shg_out_make(text, sizeof text);
    shg_scope_refusal(&out, shg_session_language(s), scope);
    shg_refuse_as(s, SHG_REFUSED_FORBIDDEN, "%s\n", text);
    return false;
}
