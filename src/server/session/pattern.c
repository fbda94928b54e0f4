#include "server/session/pattern.h"

#include "base/error.h"
#include "base/text.h"
#include "server/loop/bounds.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* One element of a pattern: a literal, ?, *, @ or a group. */
typedef enum element_kind { LITERAL, ANY_ONE, ANY_MANY, SAME_AGAIN, GROUP } element_kind;

typedef struct element {
    element_kind kind;
    char literal;
    const char *members; /* of a group, without brackets and ^ */
    size_t members_bytes;
    bool negated;
} element;

/* Reads the first element of text. Returns its length in bytes; 0 for a group without an end.
 * text_bytes must not be 0. */
static size_t read_element(element *out, const char *text, size_t text_bytes)
{
    *out = (element){ .kind = LITERAL, .literal = text[0] };
    switch (text[0]) {
    case '?': out->kind = ANY_ONE; return 1;
    case '*': out->kind = ANY_MANY; return 1;
    case '@': out->kind = SAME_AGAIN; return 1;
    case '<': break;
    default: return 1;
    }
    out->kind = GROUP;
    size_t at = 1;
    if (at < text_bytes && text[at] == '^') {
        out->negated = true;
        at++;
    }
    /* The first character always belongs to the group, even one that would end it. */
    const size_t first = at++;
    while (at < text_bytes && text[at] != '>')
        at++;
    if (at >= text_bytes)
        return 0;
    out->members = text + first;
    out->members_bytes = at - first;
    return at + 1;
}

/* Removes leading !. Returns whether their number is odd. */
static bool strip_nots(const char **pattern, size_t *pattern_bytes)
{
    bool negated = false;
    while (*pattern_bytes > 0 && **pattern == '!') {
        negated = !negated;
        ++*pattern;
        --*pattern_bytes;
    }
    return negated;
}

shoogi_status shg_pattern_check(const char *pattern, size_t pattern_bytes, size_t column_offset,
                                shoogi_error *err)
{
    if (shg_utf8_length(pattern, pattern_bytes) > SHG_PATTERN_CHARACTERS_MAX) {
        size_t at = 0;
        uint32_t ignored;
        for (int i = 0; i < SHG_PATTERN_CHARACTERS_MAX; i++)
            at += shg_utf8_read(&ignored, pattern + at, pattern_bytes - at);
        return shg_error_expected(
            err, SHOOGI_LIMIT_EXCEEDED, 1, column_offset + SHG_PATTERN_CHARACTERS_MAX + 1,
            "a pattern of at most 64 characters", pattern + at, pattern_bytes - at);
    }
    const char *rest = pattern;
    size_t left = pattern_bytes;
    strip_nots(&rest, &left);
    bool captured = false;
    while (left > 0) {
        element e;
        const size_t took = read_element(&e, rest, left);
        if (took == 0)
            return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1,
                                      column_offset + shg_utf8_length(pattern, pattern_bytes) + 1,
                                      "> at the end of the group", NULL, 0);
        if (e.kind == SAME_AGAIN && !captured) {
            const size_t before = shg_utf8_length(pattern, (size_t)(rest - pattern));
            return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, column_offset + before + 1,
                                      "a ? or a group somewhere before @", rest, left);
        }
        captured = captured || e.kind == ANY_ONE || e.kind == GROUP;
        rest += took;
        left -= took;
    }
    return SHOOGI_OK;
}

static bool in_group(const element *group, char c)
{
    for (size_t i = 0; i < group->members_bytes; i++)
        if (shg_lower(group->members[i]) == shg_lower(c))
            return !group->negated;
    return group->negated;
}

/* All ways to match are followed at once. ways[j] is for the elements read so far and the first
 * j characters of the name. Its bits are the characters that the nearest ? or group can have
 * matched: bit k for name[k], and NOTHING_TAKEN. 0: no match. An @ then keeps the ways whose bit
 * equals the character there. No way is followed twice, and there is no backtracking. */
#define NOTHING_TAKEN ((uint64_t)1 << 63)
static_assert(SHG_NAME_BYTES_MAX < 63, "a bit for each character of a name");

bool shg_pattern_match(const char *pattern, size_t pattern_bytes, const char *name,
                       size_t name_bytes)
{
    assert(name_bytes <= SHG_NAME_BYTES_MAX);
    const bool negated = strip_nots(&pattern, &pattern_bytes);

    uint64_t
        same[SHG_NAME_BYTES_MAX]; /* same[j]: bits of the positions with the same character as position j */
    for (size_t j = 0; j < name_bytes; j++) {
        same[j] = 0;
        for (size_t k = 0; k < name_bytes; k++)
            if (shg_lower(name[j]) == shg_lower(name[k]))
                same[j] |= (uint64_t)1 << k;
    }

    uint64_t ways[SHG_NAME_BYTES_MAX + 1] = { NOTHING_TAKEN };
    while (pattern_bytes > 0) {
        element e;
        const size_t took = read_element(&e, pattern, pattern_bytes);
        assert(took > 0);
        if (took == 0)
            return false;
        pattern += took;
        pattern_bytes -= took;
        if (e.kind == ANY_MANY) {
            for (size_t j = 0; j < name_bytes; j++)
                ways[j + 1] |= ways[j];
            continue;
        }
        for (size_t j = name_bytes; j > 0;
             j--) { /* downwards, so ways[j - 1] is still the old value */
            const uint64_t before = ways[j - 1];
            const char c = name[j - 1];
            const uint64_t taken = before ? (uint64_t)1 << (j - 1) : 0;
            switch (e.kind) {
            case LITERAL: ways[j] = shg_lower(e.literal) == shg_lower(c) ? before : 0; break;
            case ANY_ONE: ways[j] = taken; break;
            case SAME_AGAIN: ways[j] = before & same[j - 1]; break;
            case GROUP: ways[j] = in_group(&e, c) ? taken : 0; break;
            case ANY_MANY: break;
            }
        }
        ways[0] = 0;
    }
    return (ways[name_bytes] != 0) != negated;
}
