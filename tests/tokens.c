#include "tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An offset on the board, as the player sees it. */
typedef struct offset {
    int left, ahead;
} offset;

enum { STEPS_MAX = 32, FAR = 2 * TOKENS_SIDE_MAX };

typedef struct steps {
    offset all[STEPS_MAX];
    int count;
    int range; /* 0: leaps; otherwise the greatest number of repetitions, up to the first piece */
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

static bool is_occupied(const walker *w, int file, int rank)
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
        s->all[s->count++] = (offset){ left, ahead };
}

static bool contains(const char *letters, size_t count, char letter)
{
    return memchr(letters, letter, count) != NULL;
}

static void add_straight(steps *s, const char *letters, size_t count, int far)
{
    const bool v = contains(letters, count, 'v'), sides = contains(letters, count, 's');
    if (count == 0 || v || contains(letters, count, 'f'))
        add(s, 0, far);
    if (count == 0 || v || contains(letters, count, 'b'))
        add(s, 0, -far);
    if (count == 0 || sides || contains(letters, count, 'l'))
        add(s, far, 0);
    if (count == 0 || sides || contains(letters, count, 'r'))
        add(s, -far, 0);
}

/* Diagonals on the side that one letter names, or the diagonal that two letters name. */
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

/* The leaps by a files and b ranks, or b files and a ranks: all eight, or only those forward. */
static void add_leaps(steps *s, int a, int b, bool ahead)
{
    for (int i = 0; i < 8; i++) {
        const int x = i & 4 ? a : b, y = i & 4 ? b : a;
        const int left = i & 1 ? x : -x, forward = i & 2 ? y : -y;
        if (!ahead || forward > 0)
            add(s, left, forward);
    }
}

static void add_knight(steps *s, const char *letters, size_t count)
{
    for (int side = -1; side <= 1; side += 2) {
        if (contains(letters, count, 's')) {
            add(s, 2 * side, -1);
            continue;
        }
        add(s, side, 2);
        if (!contains(letters, count, 'f'))
            add(s, side, -2);
        if (count == 0) {
            add(s, 2 * side, 1);
            add(s, 2 * side, -1);
        }
    }
}

/* Reads one element, such as "fsR3" or "f(4,4)". Returns the end of it, or NULL on an error. */
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

/* Reads elements, such as "FD", up to one of the stops: all leaps, or all slides. */
static const char *read_elements(steps *s, const char *at, const char *stops)
{
    *s = (steps){ .count = 0 };
    while (at && *at && !strchr(stops, *at))
        at = read_element(s, at);
    return at;
}

/* Reads directions, such as "f,fr,l", as slides without a limit. */
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

/* Marks the squares of a slide that begins with step number first and passes over up to `passes` pieces. */
static void walk(const walker *w, offset step, int first, int range, int passes, bool captures)
{
    int met = 0;
    for (int i = 1; i <= range; i++) {
        const int file = w->file + i * step.left, rank = w->rank - i * step.ahead;
        if (!is_on(w, file, rank))
            return;
        const bool occupied = is_occupied(w, file, rank);
        if (i >= first && (captures || !occupied))
            mark(w, file, rank);
        met += occupied && i >= first;
        if (met > passes)
            return;
    }
}

/* Marks the squares of a line behind exactly one piece. moves: empty ones too. */
static void hop(const walker *w, offset step, int range, bool moves)
{
    int met = 0;
    for (int i = 1; i <= range; i++) {
        const int file = w->file + i * step.left, rank = w->rank - i * step.ahead;
        if (!is_on(w, file, rank))
            return;
        const bool occupied = is_occupied(w, file, rank);
        if (met == 1 && (occupied || moves))
            mark(w, file, rank);
        met += occupied;
        if (met > 1)
            return;
    }
}

/* Marks the destination of a leap, and of a slide by up to range further squares in its direction. */
static void leap(const walker *w, offset to, int range)
{
    const int longest = abs(to.left) > abs(to.ahead) ? abs(to.left) : abs(to.ahead);
    const offset on = { to.left / longest, to.ahead / longest };
    for (int i = 0; i <= range; i++) {
        const int file = w->file + to.left + i * on.left;
        const int rank = w->rank - to.ahead - i * on.ahead;
        if (!is_on(w, file, rank))
            return;
        mark(w, file, rank);
        if (is_occupied(w, file, rank))
            return;
    }
}

static void move(const walker *w, const steps *s, bool captures)
{
    for (int i = 0; i < s->count; i++)
        walk(w, s->all[i], 1, s->range > 0 ? s->range : 1, 0, captures);
}

/* Marks the destinations of up to so many moves, each of which may capture. stops: only the last may. */
static void move_repeatedly(const walker *w, const steps *s, int times, bool stops)
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
                next[file * w->board->ranks + rank] |= !stops || !is_occupied(w, file, rank);
            }
        memcpy(been, next, sizeof been);
    }
}

/* Like move_repeatedly, but along the line of each step; for leaps, within its quarter of the board. */
static void move_along(const walker *w, const steps *s, int times)
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
        move_repeatedly(w, &own, times, false);
    }
}

/* Marks the squares of a hook mover: a slide, then another at a right angle from an empty square of it. */
static void hook(const walker *w, const steps *first, const char *atom)
{
    for (int i = 0; i < first->count; i++) {
        const offset step = first->all[i];
        walk(w, step, 1, FAR, 0, true);
        for (int k = 1; k < FAR; k++) {
            walker turned = *w;
            turned.file += k * step.left;
            turned.rank -= k * step.ahead;
            if (!is_on(w, turned.file, turned.rank) || is_occupied(w, turned.file, turned.rank))
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

static void move_anywhere(const walker *w)
{
    for (int file = 0; file < w->board->files; file++)
        for (int rank = 0; rank < w->board->ranks; rank++)
            if (is_on(w, file, rank))
                mark(w, file, rank);
}

/* ---- elements in braces ---- */

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
        move_repeatedly(w, &s, 2, false);
        return at;
    }
    if (!begins(&at, ":") || !(at = read_lines(&s, at)))
        return NULL;
    move_along(w, &s, 2);
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
        move_along(w, &s, (int)times);
    else
        move_repeatedly(w, &s, (int)times, false);
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

/* Reads "(2,1)(3,-2)" as leaps to either side. */
static const char *read_named_leaps(const walker *w, const char *at)
{
    steps s = { .count = 0 };
    int aside, ahead, used = 0;
    while (sscanf(at, "(%d,%d)%n", &aside, &ahead, &used) == 2 && used > 0) {
        add(&s, aside, ahead);
        add(&s, -aside, ahead);
        at += used;
        used = 0;
    }
    move(w, &s, true);
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
        move_along(w, &s, 3);
    } else if (begins(&at, "dlion")) {
        read_elements(&s, "F", "");
        move_repeatedly(w, &s, 2, false);
    } else if (begins(&at, "area")) {
        if (*at != '2' && *at != '3')
            return NULL;
        read_elements(&s, "K", "");
        move_repeatedly(w, &s, *at++ - '0', true);
    } else if (begins(&at, "multi:")) {
        return read_multi(w, at);
    } else if (begins(&at, "over:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            if (!is_occupied(w, w->file + s.all[i].left, w->rank - s.all[i].ahead))
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
    } else if (begins(&at, "jumpcap3:")) {
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count && w->board->crowded; i++)
            walk(w, s.all[i], 1, s.range, 3, true);
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
            move(w, &s, false);
    } else if (begins(&at, "cannon:") || begins(&at, "hopmove:")) {
        const bool moves = at[-2] == 'e';
        at = read_elements(&s, at, "}");
        for (int i = 0; at && i < s.count; i++)
            hop(w, s.all[i], s.range, moves);
    } else if (begins(&at, "leaps:")) {
        return read_named_leaps(w, at);
    } else if (begins(&at, "leap:")) {
        at = read_elements(&s, at, "}");
        if (at)
            move(w, &s, true);
    } else if (begins(&at, "emperor")) {
        move_anywhere(w);
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
            move(&w, &s, true);
        }
        if (!end)
            return at;
        at = end;
    }
    return NULL;
}
