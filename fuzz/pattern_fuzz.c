/* pattern_fuzz.c: any pattern against any name: refused at a place within it; or it matches as a plain recursion says
 * that it does, with no more comparisons of characters than its length and the name's allow, whatever they are.
 *
 * The input is a pattern and a name with a line end between them. */
#include "fuzz.h"
#include "base/text.h"

#include <stdbool.h>
#include <string.h>

/* The matcher with its comparisons counted: each of them asks for the lower case of a character. */
static size_t lowered;

static char count_lower(char c)
{
    lowered++;
    return shg_lower(c);
}

/* Names of its own: the server's matcher is linked as well. */
#define shg_lower         count_lower
#define shg_pattern_check counted_check
#define shg_pattern_match counted_match
#include "server/session/pattern.c"
#undef shg_lower

/* ---- the plain recursion, as long as its steps last ---- */

enum { STEPS_MAX = 20000 };

typedef struct slow {
    const char *end, *name_end;
    size_t steps;
} slow;

static bool same_letter(char a, char b)
{
    return shg_lower(a) == shg_lower(b);
}

static bool match_slowly(slow *s, const char *p, const char *n, char taken)
{
    if (++s->steps > STEPS_MAX)
        return false;
    if (p == s->end)
        return n == s->name_end;
    if (*p == '*')
        return match_slowly(s, p + 1, n, taken) ||
               (n < s->name_end && match_slowly(s, p, n + 1, taken));
    if (n == s->name_end)
        return false;
    if (*p == '?')
        return match_slowly(s, p + 1, n + 1, *n);
    if (*p == '@')
        return same_letter(taken, *n) && match_slowly(s, p + 1, n + 1, taken);
    if (*p != '<')
        return same_letter(*p, *n) && match_slowly(s, p + 1, n + 1, taken);
    const bool negated = p + 1 < s->end && p[1] == '^';
    const char *member = p + 1 + negated;
    bool in = false;
    do {
        in = in || same_letter(*member, *n);
        member++;
    } while (*member != '>');
    return in != negated && match_slowly(s, member + 1, n + 1, *n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *const text = data_bytes > 0 ? (const char *)data : "";
    const char *line_end = data_bytes > 0 ? memchr(text, '\n', data_bytes) : NULL;
    const size_t bytes = line_end ? (size_t)(line_end - text) : data_bytes;
    const char *name = line_end ? line_end + 1 : text;
    size_t name_bytes = line_end ? data_bytes - bytes - 1 : 0;
    if (name_bytes > SHG_NAME_BYTES_MAX)
        name_bytes = SHG_NAME_BYTES_MAX;

    shoogi_error err = { 0 };
    const shoogi_status status = shg_pattern_check(text, bytes, 5, &err);
    if (status != SHOOGI_OK) {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR || status == SHOOGI_LIMIT_EXCEEDED);
        FUZZ_REQUIRE(err.status == status && err.line == 1);
        FUZZ_REQUIRE(err.column > 5 && err.column <= bytes + 6);
        FUZZ_REQUIRE(strncmp(err.message, "expected ", 9) == 0);
        return 0;
    }
    lowered = 0;
    const bool matches = shg_pattern_match(text, bytes, name, name_bytes);
    FUZZ_REQUIRE(lowered <= 2 * name_bytes * (bytes + name_bytes));

    const char *start = text;
    bool negated = false;
    while (start < text + bytes && *start == '!') {
        negated = !negated;
        start++;
    }
    slow s = { .end = text + bytes, .name_end = name + name_bytes };
    const bool slowly = match_slowly(&s, start, name, '\0') != negated;
    FUZZ_REQUIRE(s.steps > STEPS_MAX || matches == slowly);
    return 0;
}
