#include "tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step: files to the left, ranks ahead. */
typedef struct stride {
    int left, ahead;
} stride;

enum { STEPS_MAX = 32, FAR = 2 * TOKENS_SIDE_MAX };

typedef struct steps {
    stride all[STEPS_MAX];
    int count;
    int range; /* 0: leaps; else how often each may be made while the way is free */
} steps;

typedef struct walker {
    bool *reach;
    const tokens_board *board;
    int file, rank; /* the square of the piece */
} walker;

static bool is_on(const walker *w, int file, int rank)
{
    return file >= 0 && rank >= 0 && file < w->board->files && rank < w->board->ranks &&
           !w->board->hole[file * w->board->ranks + rank];
}

static bool is_taken(const walker *w, int file, int rank)
{
    return w->board->crowded && (file != w->file || rank != w->rank);
}

static void mark(const walker *w, int file, int rank)
{
    if (file != w->file || rank != w->rank)
        w->reach[file * w->board->ranks + rank] = true;
}

/* ---- reading ---- */

static void add(steps *s, int left, int ahead)
{
    for (int i = 0; i < s->count; i++)
        if (s->all[i].left == left && s->all[i].ahead == ahead)
            return;
    if (s->count < STEPS_MAX)
        s->all[s->count++] = (stride){ left, ahead };
}

static bool says(const char *letters, size_t count, char letter)
{
    return memchr(letters, letter, count) != NULL;
}

static void add_straight(steps *s, const char *letters, size_t count, int far)
{
    const bool v = says(letters, count, 'v'), sides = says(letters, count, 's');
    if (count == 0 || v || says(letters, count, 'f'))
        add(s, 0, far);
    if (count == 0 || v || says(letters, count, 'b'))
        add(s, 0, -far);
    if (count == 0 || sides || says(letters, count, 'l'))
        add(s, far, 0);
    if (count == 0 || sides || says(letters, count, 'r'))
        add(s, -far, 0);
}

/* One letter is both diagonals on that side, two are one. */
static void add_diagonal(steps *s, const char *letters, size_t count, int far)
{
    for (int left = -1; left <= 1; left += 2)
        for (int ahead = -1; ahead <= 1; ahead += 2) {
            bool fits = true;
            for (size_t i = 0; i < count; i++)
                fits = fits && letters[i] == (letters[i] == 'f' || letters[i] == 'b'
                                                  ? (ahead > 0 ? 'f' : 'b')
                                                  : (left > 0 ? 'l' : 'r'));
            if (fits)
                add(s, left * far, ahead * far);
        }
}

/* All leaps of a and b, or only those ahead. */
static void add_leaps(steps *s, int a, int b, bool ahead)
{
    for (int way = 0; way < 8; way++) {
        const int x = way & 4 ? a : b, y = way & 4 ? b : a;
        const int left = way & 1 ? x : -x, forward = way & 2 ? y : -y;
        if (!ahead || forward > 0)
            add(s, left, forward);
    }
}

static void add_knight(steps *s, const char *letters, size_t count)
{
    for (int side = -1; side <= 1; side += 2) {
        if (says(letters, count, 's')) {
            add(s, 2 * side, -1);
            continue;
        }
        add(s, side, 2);
        if (!says(letters, count, 'f'))
            add(s, side, -2);
        if (count == 0) {
            add(s, 2 * side, 1);
            add(s, 2 * side, -1);
        }
    }
}

/* One element, such as "fsR3" or "f(4,4)"; returns what is behind it, or NULL. */
static const char *read_element(steps *s, const char *at)
{
    const char *const letters = at;
    at += strspn(at, "fblrvs");
    const size_t count = (size_t)(at - letters);
    int a, b, used = 0;
    s->range = 0;
    if (sscanf(at, "(%d,%d)%n", &a, &b, &used) == 2 && used > 0) {
        add_leaps(s, a, b, count > 0);
        return at + used;
    }
    switch (*at) {
    case 'W': add_straight(s, letters, count, 1); break;
    case 'F': add_diagonal(s, letters, count, 1); break;
    case 'D': add_straight(s, letters, count, 2); break;
    case 'A': add_diagonal(s, letters, count, 2); break;
    case 'H': add_straight(s, letters, count, 3); break;
    case 'G': add_diagonal(s, letters, count, 3); break;
    case 'N': add_knight(s, letters, count); break;
    case 'R': add_straight(s, letters, count, 1); break;
    case 'B': add_diagonal(s, letters, count, 1); break;
    case 'K':
    case 'Q':
        if (count > 0)
            return NULL;
        add_straight(s, letters, 0, 1);
        add_diagonal(s, letters, 0, 1);
        break;
    default: return NULL;
    }
    if (strchr("RBQ", *at)) {
        char *end;
        const long range = strtol(at + 1, &end, 10);
        s->range = end > at + 1 ? (int)range : FAR;
        return end;
    }
    return at + 1;
}

/* "FD" up to one of the stops, all of one manner. */
static const char *read_elements(steps *s, const char *at, const char *stops)
{
    *s = (steps){ .count = 0 };
    while (at && *at && !strchr(stops, *at))
        at = read_element(s, at);
    return at;
}

/* "f,fr,l": lines as queens have them. */
static const char *read_lines(steps *s, const char *at)
{
    *s = (steps){ .range = FAR };
    while (*at != '}') {
        const size_t count = strcspn(at, ",}");
        if (count == 1)
            add_straight(s, at, count, 1);
        else
            add_diagonal(s, at, count, 1);
        at += count;
        if (*at == '\0')
            return NULL;
        at += *at == ',';
    }
    return at;
}

/* ---- walking ---- */

/* A line: the first destination comes first, and the piece passes over so many pieces on its way. */
static void walk(const walker *w, stride step, int first, int range, int passes, bool takes)
{
    int met = 0;
    for (int i = 1; i <= range; i++) {
        const int file = w->file + i * step.left, rank = w->rank - i * step.ahead;
        if (!is_on(w, file, rank))
            return;
        const bool taken = is_taken(w, file, rank);
        if (i >= first && (takes || !taken))
            mark(w, file, rank);
        met += taken && i >= first;
        if (met > passes)
            return;
    }
}

/* Behind exactly one piece. */
static void hop(const walker *w, stride step, int range, bool moves)
{
    int met = 0;
    for (int i = 1; i <= range; i++) {
        const int file = w->file + i * step.left, rank = w->rank - i * step.ahead;
        if (!is_on(w, file, rank))
            return;
        const bool taken = is_taken(w, file, rank);
        if (met == 1 && (taken || moves))
            mark(w, file, rank);
        met += taken;
        if (met > 1)
            return;
    }
}

/* Leaps, after which the lines of others may go on. */
static void leap(const walker *w, stride to, int range)
{
    const int longest = abs(to.left) > abs(to.ahead) ? abs(to.left) : abs(to.ahead);
    const stride on = { to.left / longest, to.ahead / longest };
    for (int i = 0; i <= range; i++) {
        const int file = w->file + to.left + i * on.left;
        const int rank = w->rank - to.ahead - i * on.ahead;
        if (!is_on(w, file, rank))
            return;
        mark(w, file, rank);
        if (is_taken(w, file, rank))
            return;
    }
}

static void go(const walker *w, const steps *s, bool takes)
{
    for (int i = 0; i < s->count; i++)
        walk(w, s->all[i], 1, s->range > 0 ? s->range : 1, 0, takes);
}

/* So many moves, each of which may take; stops: only the last may. */
static void go_often(const walker *w, const steps *s, int times, bool stops)
{
    static bool been[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX], next[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX];
    memset(been, 0, sizeof been);
    been[w->file * w->board->ranks + w->rank] = true;
    for (; times > 0; times--) {
        memcpy(next, been, sizeof next);
        for (int from = 0; from < w->board->files * w->board->ranks; from++)
            for (int i = 0; i < s->count && been[from]; i++) {
                const int file = from / w->board->ranks + s->all[i].left;
                const int rank = from % w->board->ranks - s->all[i].ahead;
                if (!is_on(w, file, rank))
                    continue;
                mark(w, file, rank);
                next[file * w->board->ranks + rank] |= !stops || !is_taken(w, file, rank);
            }
        memcpy(been, next, sizeof been);
    }
}

/* Along the line of each step, or for leaps within its quarter. */
static void go_along(const walker *w, const steps *s, int times)
{
    for (int i = 0; i < s->count; i++) {
        steps own = { .count = 0 };
        const bool tall = abs(s->all[i].ahead) > abs(s->all[i].left);
        const bool leaps = s->all[i].left != 0 && s->all[i].ahead != 0 &&
                           abs(s->all[i].left) != abs(s->all[i].ahead);
        add(&own, s->all[i].left, s->all[i].ahead);
        if (leaps && tall)
            add(&own, -s->all[i].left, s->all[i].ahead);
        else if (leaps)
            add(&own, s->all[i].left, -s->all[i].ahead);
        go_often(w, &own, times, false);
    }
}

/* A slide, and from each empty square of it another at a right angle. */
static void hook(const walker *w, const steps *first, const char *atom)
{
    for (int i = 0; i < first->count; i++) {
        const stride step = first->all[i];
        walk(w, step, 1, FAR, 0, true);
        for (int k = 1; k < FAR; k++) {
            walker turned = *w;
            turned.file += k * step.left;
            turned.rank -= k * step.ahead;
            if (!is_on(w, turned.file, turned.rank) || is_taken(w, turned.file, turned.rank))
                break;
            steps second = { .range = FAR };
            if (*atom == 'R')
                add_straight(&second, "", 0, 1);
            else
                add_diagonal(&second, "", 0, 1);
            for (int n = 0; n < second.count; n++) {
                if (second.all[n].left * step.left + second.all[n].ahead * step.ahead != 0)
                    continue;
                static bool reach[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX];
                memset(reach, 0, sizeof reach);
                turned.reach = reach;
                walk(&turned, second.all[n], 1, FAR, 0, true);
                for (int at = 0; at < w->board->files * w->board->ranks; at++)
                    if (reach[at])
                        mark(w, at / w->board->ranks, at % w->board->ranks);
            }
        }
    }
}

static void go_anywhere(const walker *w)
{
    for (int file = 0; file < w->board->files; file++)
        for (int rank = 0; rank < w->board->ranks; rank++)
            if (is_on(w, file, rank))
                mark(w, file, rank);
}

/* ---- what stands in braces ---- */

static bool begins(const char **at, const char *word)
{
    const size_t count = strlen(word);
    if (strncmp(*at, word, count) != 0)
        return false;
    *at += count;
    return true;
}

static const char *read_lion(const walker *w, const char *at)
{
    steps s = { .count = 0 };
    if (*at == '}') {
        add_straight(&s, "", 0, 1);
        add_diagonal(&s, "", 0, 1);
        go_often(w, &s, 2, false);
        return at;
    }
    if (!begins(&at, ":") || !(at = read_lines(&s, at)))
        return NULL;
    go_along(w, &s, 2);
    return at;
}

static const char *read_multi(const walker *w, const char *at)
{
    steps s;
    const bool axis = begins(&at, "axis");
    char *end;
    const long times = strtol(at, &end, 10);
    if (end == at || *end != ',' || !(at = read_elements(&s, end + 1, "}")))
        return NULL;
    if (axis)
        go_along(w, &s, (int)times);
    else
        go_often(w, &s, (int)times, false);
    return at;
}

static const char *read_over(const walker *w, const char *at)
{
    steps s;
    char *end;
    const long pieces = strtol(at, &end, 10);
    if (*end != ':' || !(at = read_lines(&s, end + 1)))
        return NULL;
    for (int i = 0; i < s.count; i++)
        walk(w, s.all[i], 1, FAR, (int)pieces, true);
    return at;
}

static const char *read_leap_and_slide(const walker *w, const char *at)
{
    steps leaps, on;
    if (!(at = read_elements(&leaps, at, ">}")) || *at != '>' ||
        !(at = read_elements(&on, at + 1, "}")))
        return NULL;
    for (int i = 0; i < leaps.count; i++)
        leap(w, leaps.all[i], on.range);
    return at;
}

static const char *read_braces(const walker *w, const char *at)
{
    steps s;
    if (begins(&at, "lion}"))
        return read_lion(w, at - 1);
    if (begins(&at, "lion:"))
        return read_lion(w, at - 1);
    if (begins(&at, "liondog")) {
        read_elements(&s, "K", "");
        go_along(w, &s, 3);
    } else if (begins(&at, "dlion")) {
        read_elements(&s, "F", "");
        go_often(w, &s, 2, false);
    } else if (begins(&at, "area")) {
        if (*at != '2' && *at != '3')
            return NULL;
        read_elements(&s, "K", "");
        go_often(w, &s, *at++ - '0', true);
    } else if (begins(&at, "multi:")) {
        return read_multi(w, at);
    } else if (begins(&at, "over:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            if (!is_taken(w, w->file + s.all[i].left, w->rank - s.all[i].ahead))
                walk(w, s.all[i], 2, s.range, 0, true);
    } else if (begins(&at, "over")) {
        return read_over(w, at);
    } else if (begins(&at, "jt:")) {
        return read_leap_and_slide(w, at);
    } else if (begins(&at, "hook:")) {
        const char *const end = read_elements(&s, at, "}");
        if (end)
            hook(w, &s, end - 1);
        return end;
    } else if (begins(&at, "jumpcap:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count && w->board->crowded; i++)
            walk(w, s.all[i], 1, s.range, FAR, true);
    } else if (begins(&at, "rangecap:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            walk(w, s.all[i], 1, s.range, FAR, true);
    } else if (begins(&at, "skip:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            walk(w, s.all[i], 2, s.range, 0, true);
    } else if (begins(&at, "noc:")) {
        at = read_elements(&s, at, "}");
        if (at)
            go(w, &s, false);
    } else if (begins(&at, "cannon:") || begins(&at, "hopmove:")) {
        const bool moves = at[-2] == 'e';
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            hop(w, s.all[i], s.range, moves);
    } else if (begins(&at, "leap:")) {
        at = read_elements(&s, at, "}");
        if (at)
            go(w, &s, true);
    } else if (begins(&at, "emperor")) {
        go_anywhere(w);
    } else if (!begins(&at, "igui") && !begins(&at, "burn")) {
        return begins(&at, "shoot:") || begins(&at, "backlast:") ? strchr(at, '}') : NULL;
    }
    return at;
}

const char *tokens_reach(bool reach[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX], const tokens_board *board,
                         int file, int rank, const char *moves)
{
    const walker w = { reach, board, file, rank };
    for (const char *at = moves; *at;) {
        const char *end;
        steps s = { .count = 0 };
        if (*at == '{') {
            end = read_braces(&w, at + 1);
            end = end && *end == '}' ? end + 1 : NULL;
        } else if ((end = read_element(&s, at)) != NULL) {
            go(&w, &s, true);
        }
        if (!end)
            return at;
        at = end;
    }
    return NULL;
}
