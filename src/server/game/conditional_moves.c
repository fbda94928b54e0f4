#include "server/game/conditional_moves.h"

#include <string.h>

bool shg_plan_line(const char **line, size_t *line_bytes, const char **at)
{
    if (**at == '\0')
        return false;
    *line = *at;
    *line_bytes = strcspn(*at, "\n");
    *at += *line_bytes + ((*at)[*line_bytes] == '\n');
    return true;
}

/* Reads the next move of a line. */
static bool next_move(const char **move, size_t *move_bytes, const char **at, const char *end)
{
    while (*at < end && **at == ' ')
        ++*at;
    *move = *at;
    while (*at < end && **at != ' ')
        ++*at;
    *move_bytes = (size_t)(*at - *move);
    return *move_bytes > 0;
}

/* The comparison of two lines. */
typedef struct comparison {
    size_t same;                  /* number of moves they share at the beginning */
    bool first_ends, second_ends; /* after those */
} comparison;

static comparison compare(const char *first, size_t first_bytes, const char *second,
                          size_t second_bytes)
{
    comparison out = { 0 };
    const char *a = first, *b = second, *a_move, *b_move;
    size_t a_bytes, b_bytes;
    for (;; out.same++) {
        out.first_ends = !next_move(&a_move, &a_bytes, &a, first + first_bytes);
        out.second_ends = !next_move(&b_move, &b_bytes, &b, second + second_bytes);
        if (out.first_ends || out.second_ends || a_bytes != b_bytes ||
            memcmp(a_move, b_move, a_bytes) != 0)
            return out;
    }
}

static void write_line(shg_out *out, const char *line, size_t line_bytes)
{
    shg_out_bytes(out, line, line_bytes);
    shg_out_char(out, '\n');
}

void shg_plan_add(shg_out *out, const char *plan, const char *line)
{
    bool there = false;
    const char *old;
    size_t old_bytes;
    while (shg_plan_line(&old, &old_bytes, &plan)) {
        const comparison c = compare(old, old_bytes, line, strlen(line));
        const bool other_answer = c.same % 2 == 1 && !c.first_ends && !c.second_ends;
        if (c.first_ends || other_answer) /* it continues like the new line, or is replaced */
            continue;
        there = there || c.second_ends;
        write_line(out, old, old_bytes);
    }
    if (!there)
        write_line(out, line, strlen(line));
}

void shg_plan_without(shg_out *out, const char *plan, const char *line)
{
    const char *old;
    size_t old_bytes;
    while (shg_plan_line(&old, &old_bytes, &plan))
        if (!compare(old, old_bytes, line, strlen(line)).second_ends)
            write_line(out, old, old_bytes);
}

bool shg_plan_answer(char answer[SHOOGI_MOVE_TEXT_BYTES], shg_out *rest, const char *plan,
                     const char *move)
{
    bool found = false;
    const char *line;
    size_t line_bytes;
    while (shg_plan_line(&line, &line_bytes, &plan)) {
        const char *at = line, *end = line + line_bytes, *word;
        size_t bytes;
        if (!next_move(&word, &bytes, &at, end) || strlen(move) != bytes ||
            memcmp(word, move, bytes) != 0 || !next_move(&word, &bytes, &at, end) ||
            bytes >= SHOOGI_MOVE_TEXT_BYTES)
            continue;
        memcpy(answer, word, bytes);
        answer[bytes] = '\0';
        found = true;
        while (at < end && *at == ' ')
            at++;
        if (at < end)
            write_line(rest, at, (size_t)(end - at));
    }
    return found;
}
