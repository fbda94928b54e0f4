/* Moves in the Betza notation of Fairy-Stockfish.
 *
 * It is older and smaller than XBetza and differs from it where directions meet K and Q: there "fK" has three squares
 * and here one.  So each atom is read into the set of its eight directions and written anew for its orthogonal and
 * diagonal parts. */
#include "base/text.h"
#include "core/definition/ini_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void shg_ini_put(shg_ini_text *t, shg_span place, const char *text)
{
    for (; *text; text++) {
        if (t->count == t->room) {
            t->too_big = true;
            return;
        }
        t->origin[t->count] = (uint32_t)(place.bytes - t->file);
        t->out[t->count++] = *text;
    }
}

void shg_ini_put_format(shg_ini_text *t, shg_span place, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    shg_ini_put(t, place, text);
}

shg_span shg_ini_place(const shg_ini_text *t, const shg_ini_value *value, size_t from, size_t count)
{
    (void)t;
    if (value->text.bytes != value->place.bytes)
        return value->place;
    return (shg_span){ value->text.bytes + from, count };
}

/* The eight directions clockwise from straight forward, as docs/xbetza.md numbers them; of an atom that leaps straight
 * or diagonally two of them are the same leap. */
enum { DIRECTIONS = 8 };

/* The directions that a letter or a pair of letters selects: an oblique leap's. */
static const struct pair {
    char letters[3];
    uint8_t directions;
} pairs[] = {
#define D(n) (1u << (n))
    { "ff", D(0) | D(7) },
    { "bb", D(3) | D(4) },
    { "rr", D(1) | D(2) },
    { "ll", D(5) | D(6) },
    { "vv", D(0) | D(3) | D(4) | D(7) },
    { "ss", D(1) | D(2) | D(5) | D(6) },
    { "rf", D(0) },
    { "lf", D(7) },
    { "rb", D(3) },
    { "lb", D(4) },
    { "fr", D(1) },
    { "br", D(2) },
    { "bl", D(5) },
    { "fl", D(6) },
    { "fs", D(1) | D(6) },
    { "bs", D(2) | D(5) },
    { "rv", D(0) | D(3) },
    { "lv", D(4) | D(7) },
    { "fh", D(0) | D(1) | D(6) | D(7) },
    { "bh", D(2) | D(3) | D(4) | D(5) },
    { "rh", D(0) | D(1) | D(2) | D(3) },
    { "lh", D(4) | D(5) | D(6) | D(7) },
    { "hr", D(0) | D(2) | D(4) | D(6) },
    { "hl", D(1) | D(3) | D(5) | D(7) },
#undef D
};

enum { STRAIGHT, DIAGONAL, OBLIQUE };

/* The leaps of an atom; of K, R, B and Q the steps that it repeats. */
static const struct atom {
    char letter;
    bool rider;
    const char
        *parts; /* the letters here of its parts, of which the first is straight if there are two */
    uint8_t shape; /* of the first part */
} atoms[] = {
    { 'W', false, "W", STRAIGHT }, { 'F', false, "F", DIAGONAL }, { 'D', false, "D", STRAIGHT },
    { 'N', false, "N", OBLIQUE },  { 'A', false, "A", DIAGONAL }, { 'H', false, "H", STRAIGHT },
    { 'L', false, "C", OBLIQUE },  { 'C', false, "C", OBLIQUE },  { 'J', false, "Z", OBLIQUE },
    { 'Z', false, "Z", OBLIQUE },  { 'G', false, "G", DIAGONAL }, { 'K', false, "WF", STRAIGHT },
    { 'R', true, "W", STRAIGHT },  { 'B', true, "F", DIAGONAL },  { 'Q', true, "WF", STRAIGHT },
};

/* What has been read of an atom. */
typedef struct leg {
    bool quiet, capture, lame, initial, en_passant;
    char hop; /* 'p', 'g' or 0 */
    char pair[16][3];
    size_t pairs;
} leg;

/* The directions of a part.  In atoms of one straight part a pair means both its letters. */
static unsigned directions(const leg *l, const struct atom *atom)
{
    unsigned all = 0;
    for (size_t i = 0; i < l->pairs; i++) {
        const char *const at = l->pair[i];
        const bool apart = !atom->parts[1] && atom->shape == STRAIGHT && at[0] != at[1];
        for (size_t half = 0; half < (apart ? 2u : 1u); half++) {
            const char wanted[3] = { at[half], apart ? at[half] : at[1], '\0' };
            for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
                if (strcmp(pairs[k].letters, wanted) == 0)
                    all |= pairs[k].directions;
        }
    }
    return l->pairs > 0 ? all : 0xFFu;
}

/* The letters of these directions, which each stand for one leap. */
static void direction_letters(char out[2 * DIRECTIONS + 1], unsigned set, unsigned shape)
{
    /* Direction 0 of a straight leap is (0,1) as is 7, of a diagonal one (1,1) as is 1, and so on clockwise. */
    static const char *const letters[][DIRECTIONS] = {
        [STRAIGHT] = { "f", "r", "r", "b", "b", "l", "l", "f" },
        [DIAGONAL] = { "fr", "fr", "br", "br", "bl", "bl", "fl", "fl" },
        [OBLIQUE] = { "rf", "fr", "br", "rb", "lb", "bl", "fl", "lf" },
    };
    /* Two of the four diagonals have a letter of their own, and all four, or all lines, need none. */
    static const char shorter[][2][9] = {
        { "f", "frfl" }, { "b", "brbl" }, { "r", "frbr" }, { "l", "blfl" }, { "", "frbrblfl" },
    };
    out[0] = '\0';
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        bool again = false;
        for (unsigned before = 0; before < d; before++)
            again = again ||
                    ((set >> before & 1) && strcmp(letters[shape][before], letters[shape][d]) == 0);
        if ((set >> d & 1) && !again)
            strcat(out, letters[shape][d]);
    }
    for (size_t i = 0; i < sizeof shorter / sizeof shorter[0] && shape == DIAGONAL; i++)
        if (strcmp(out, shorter[i][1]) == 0)
            strcpy(out, shorter[i][0]);
}

/* Appends an atom.  repeats: -1: a leap; 0: any number; else how many times at most. */
static void put_atom(shg_ini_text *t, shg_span place, const leg *l, const struct atom *atom,
                     int repeats)
{
    const unsigned set = directions(l, atom);
    const char *const mode = l->quiet == l->capture ? "" : l->quiet ? "m" : "c";
    const char hop[2] = { l->hop, '\0' };
    if (set == 0xFF && atom->parts[1] && repeats <= 0 && (repeats < 0) == (atom->letter == 'K')) {
        shg_ini_put_format(t, place, "%s%s%s%s%c", l->lame ? "n" : "", hop, mode,
                           l->en_passant ? "e" : "", atom->letter);
        return;
    }
    for (size_t part = 0; atom->parts[part]; part++) {
        const unsigned shape = part > 0 ? (unsigned)DIAGONAL : atom->shape;
        char letters[2 * DIRECTIONS + 1], range[8] = "";
        direction_letters(letters, set == 0xFF ? 0 : set, shape);
        if (set == 0)
            continue; /* letters that this part has no direction for */
        char letter = atom->parts[part];
        if (l->hop && repeats > 0) {
            /* Two squares in all: over an adjacent piece to the square behind it. */
            shg_ini_put_format(t, place, "%spaf%s%c", letters, mode, atom->parts[part]);
            continue;
        }
        if (repeats == 0 && (letter == 'W' || letter == 'F'))
            letter = letter == 'W' ? 'R' : 'B';
        else if (repeats >= 0)
            snprintf(range, sizeof range, "%d", repeats);
        shg_ini_put_format(t, place, "%s%s%s%s%s%c%s", l->lame ? "n" : "", hop, letters, mode,
                           l->en_passant ? "e" : "", letter, range);
    }
}

/* Reads the direction letters at *at, two if they belong together. */
static bool read_direction(leg *l, shg_span text, size_t *at)
{
    static const char down[] = "fbvh", across[] = "rlsh";
    const char c = text.bytes[*at];
    const bool is_down = strchr(down, c) != NULL, is_across = strchr(across, c) != NULL;
    if (c == '\0' || (!is_down && !is_across) || l->pairs == sizeof l->pair / sizeof l->pair[0])
        return false;
    char *const pair = l->pair[l->pairs++];
    pair[0] = pair[1] = c;
    pair[2] = '\0';
    const char next = *at + 1 < text.count ? text.bytes[*at + 1] : '\0';
    if (next != '\0' &&
        (next == c || (is_down && strchr(across, next)) || (is_across && strchr(down, next)))) {
        pair[1] = next;
        ++*at;
    }
    return true;
}

static bool read_mode(leg *l, char c)
{
    switch (c) {
    case 'm': l->quiet = true; return true;
    case 'c': l->capture = true; return true;
    case 'n': l->lame = true; return true;
    case 'i': l->initial = true; return true;
    case 'e': l->en_passant = true; return true;
    case 'p':
    case 'g': l->hop = c; return true;
    default: return false;
    }
}

static const struct atom *find_atom(char c)
{
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++)
        if (atoms[i].letter == c)
            return &atoms[i];
    return NULL;
}

/* Reads the range after an atom. */
static int read_range(shg_span text, size_t *at, const struct atom *atom)
{
    const char next = *at + 1 < text.count ? text.bytes[*at + 1] : '\0';
    if (!shg_is_digit(next) && next != atom->letter)
        return atom->rider ? 0 : -1;
    ++*at;
    return shg_is_digit(next) ? next - '0' : 0;
}

/* Why an atom cannot be said here; NULL: it can. */
static const char *refuse(const leg *l, const struct atom *atom, int repeats)
{
    if (l->initial)
        return "moves that do not depend on where the piece starts";
    if (l->hop && (!atom->rider || (repeats > 0 && (l->hop == 'g' || repeats != 2))))
        return "R, B or Q after p or g, and no number but 2 after p";
    if (l->hop && l->lame)
        return "either a hopper or a lame leaper";
    if (l->lame && repeats >= 0)
        return "a leap after n";
    if (l->lame && l->pairs > 0 && atom->parts[0] == 'Z')
        return "nZ in all directions";
    if (l->lame && !strchr("NADZ", atom->parts[0]))
        return "N, A, D or Z after n";
    return NULL;
}

void shg_ini_put_moves(shg_ini_text *t, const shg_ini_value *moves, shg_ini_pawn pawn,
                       shg_faults *faults)
{
    leg l = { 0 };
    const shg_span text = moves->text;
    size_t began = 0;
    for (size_t at = 0; at < text.count; at++) {
        const size_t start = at;
        const char c = text.bytes[at];
        const struct atom *const atom = find_atom(c);
        if (!atom) {
            if (!read_mode(&l, c) && !read_direction(&l, text, &at)) {
                shg_fault_text(faults, shg_ini_place(t, moves, at, 1),
                               "an atom or letter of Fairy-Stockfish's Betza notation");
                return;
            }
            continue;
        }
        const int repeats = read_range(text, &at, atom);
        const char *const why = refuse(&l, atom, repeats);
        if (why) {
            shg_fault_rules(faults, shg_ini_place(t, moves, began, at + 1 - began), why);
            return;
        }
        l.en_passant = l.en_passant && pawn.en_passant && (l.capture || !l.quiet);
        if (l.lame && atom->parts[0] == 'Z')
            /* One step straight, then two diagonally outwards, all over empty squares. */
            shg_ini_put(t, shg_ini_place(t, moves, start, 1), "mafsmaf");
        if (l.lame && atom->parts[0] == 'Z')
            shg_ini_put_format(t, shg_ini_place(t, moves, start, 1), "%sW",
                               l.quiet && !l.capture   ? "m"
                               : l.capture && !l.quiet ? "c"
                                                       : "");
        else
            put_atom(t, shg_ini_place(t, moves, start, 1), &l, atom, repeats);
        l = (leg){ 0 };
        began = at + 1;
    }
    if (began < text.count)
        shg_fault_text(faults, shg_ini_place(t, moves, began, text.count - began),
                       "an atom after these letters");
    if (pawn.double_step)
        shg_ini_put(t, moves->place, "ifmnD");
}
