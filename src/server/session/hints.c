#include "server/session/hints.h"

#include "base/text.h"
#include "server/session/command.h"

#include <stdlib.h>
#include <string.h>

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_word(char c)
{
    return is_capital(c) || (c >= 'a' && c <= 'z') || shg_is_digit(c) || c == '_' || c == '-' ||
           ((unsigned char)c & 0x80) != 0;
}

/* Where a quotation that begins here ends; from itself if none does. */
static const char *after_quotation(const char *from)
{
    const char *end = *from == '"' ? strchr(from + 1, '"') : NULL;
    return end ? end + 1 : from;
}

static bool names_command(const char *from, const char *to)
{
    for (const char *p = from; p < to;) {
        const char *end = after_quotation(p);
        if (end > p) {
            p = end;
            continue;
        }
        end = p;
        while (end < to && is_capital(*end))
            end++;
        const bool whole = end - p >= 3 && (end == to || !is_word(*end));
        if (whole && shg_command_find(p, (size_t)(end - p)))
            return true;
        /* Signs of other scripts are no letters of a word that precedes this one. */
        while (end < to && is_word(*end) && ((unsigned char)*end & 0x80) == 0)
            end++;
        p = end > p ? end : p + 1;
    }
    return false;
}

/* A clause from begin to end. after: the sign that ends it: '.', ':' also for a semicolon, '(' before
 * parentheses, ')' for parentheses, '\0' at the end of the text. */
typedef struct clause {
    const char *begin, *end;
    char after;
    bool hint;
} clause;

/* Clauses of a text; more than these are one. */
enum { CLAUSES_MAX = 24 };

static const struct {
    const char *sign;
    bool gap; /* a space, a line or the text ends behind it */
    char after;
} signs[] = {
    { ".", true, '.' },       { "!", true, '.' },
    { "?", true, '.' },       { ";", true, ':' },
    { ":", true, ':' },       { "\u3002", false, '.' },          /* 。 */
    { "\uff1a", false, ':' }, /* ： */ { "\uff1b", false, ':' }, /* ； */
};
enum { SIGNS = sizeof signs / sizeof signs[0] };

/* The sign here that ends a clause; SIGNS if there is none. */
static size_t sign_at(const char *p)
{
    for (size_t i = 0; i < SIGNS; i++) {
        const size_t bytes = strlen(signs[i].sign);
        if (strncmp(p, signs[i].sign, bytes) == 0 &&
            (!signs[i].gap || p[bytes] == '\0' || p[bytes] == ' ' || p[bytes] == '\n'))
            return i;
    }
    return SIGNS;
}

static clause read_clause(const char *from)
{
    clause c = { .begin = from };
    const char *p = from;
    const bool inside = *p == '(';
    while (*p && c.after == '\0') {
        const char *end = after_quotation(p);
        const size_t sign = inside ? SIGNS : sign_at(p);
        if (end > p) {
            p = end;
        } else if (inside && *p == ')') {
            c.after = ')';
            p++;
        } else if (!inside && *p == '(' && p > from) {
            c.after = '(';
        } else if (sign < SIGNS) {
            c.after = signs[sign].after;
            p += strlen(signs[sign].sign);
        } else {
            p++;
        }
    }
    while (p > from && (p[-1] == ' ' || p[-1] == '\n'))
        p--;
    c.end = p;
    c.hint = names_command(from, p);
    return c;
}

static const char *skip_spaces(const char *p)
{
    while (*p == ' ' || *p == '\n')
        p++;
    return p;
}

/* The end of a clause without the sign that ends it. */
static const char *before_sign(const clause *c)
{
    for (size_t i = 0; i < SIGNS; i++) {
        const size_t bytes = strlen(signs[i].sign);
        if ((size_t)(c->end - c->begin) > bytes && memcmp(c->end - bytes, signs[i].sign, bytes) == 0)
            return c->end - bytes;
    }
    return c->end;
}

/* What to remove with a hint. before: the clause before it, if that stays; else NULL. last: the last
 * clause that stays; NULL: none. */
static void hint_bounds(const char **from, const char **to, const clause *hint,
                        const clause *before, const clause *last)
{
    *from = hint->begin;
    *to = skip_spaces(hint->end);
    if (!last) {
        if (**to == '\0')
            *to = hint->end;
        return;
    }
    *from = last->end;
    *to = hint->end;
    /* "A: B." becomes "A." */
    if (before && before->after == ':' && hint->after != ':') {
        *from = before_sign(before);
        if (hint->after == '.')
            *to = before_sign(hint);
    }
}

char *shg_hints_mark(bool *all, const char *text)
{
    clause clauses[CLAUSES_MAX];
    size_t count = 0, hints = 0;
    for (const char *at = text; *at;) {
        if (count == CLAUSES_MAX) {
            clauses[count - 1].end = text + strlen(text);
            break;
        }
        clauses[count] = read_clause(at);
        at = skip_spaces(clauses[count].end);
        hints += clauses[count++].hint;
    }
    if (all)
        *all = hints == count;
    if (hints == 0)
        return NULL;
    shg_out out = shg_out_growing();
    const char *at = text;
    const clause *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const clause *before = i > 0 && !clauses[i - 1].hint ? &clauses[i - 1] : NULL;
        if (!clauses[i].hint) {
            last = &clauses[i];
            continue;
        }
        const char *from, *to;
        hint_bounds(&from, &to, &clauses[i], before, last);
        from = from > at ? from : at;
        shg_out_bytes(&out, at, (size_t)(from - at));
        shg_out_char(&out, SHG_HINT_BEGIN);
        shg_out_bytes(&out, from, (size_t)(to - from));
        shg_out_char(&out, SHG_HINT_END);
        at = to;
    }
    shg_out_text(&out, at);
    if (!out.spent)
        return out.bytes;
    free(out.bytes);
    return NULL;
}

size_t shg_hints_remove(char *text, size_t text_bytes)
{
    size_t kept = 0;
    bool inside = false;
    for (size_t i = 0; i < text_bytes; i++) {
        if (text[i] == SHG_HINT_BEGIN)
            inside = true;
        else if (text[i] == SHG_HINT_END)
            inside = false;
        else if (!inside)
            text[kept++] = text[i];
    }
    text[kept] = '\0';
    return kept;
}
