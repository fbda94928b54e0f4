#include "core/definition/xbetza.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

/* The eight directions are numbered clockwise from straight ahead; a set of them is a mask. */
enum { N0 = 1, N1 = 2, N2 = 4, N3 = 8, N4 = 16, N5 = 32, N6 = 64, N7 = 128 };

/* The symmetry of an atom decides how its direction letters are read. */
enum {
    ORTHOGONAL = SHG_ORTHOGONAL,
    DIAGONAL = SHG_DIAGONAL,
    OBLIQUE = SHG_OBLIQUE,
    KING = SHG_KING
};

static const struct atom {
    char letter;
    int8_t shorter, longer; /* the leap */
    uint8_t class;
    uint8_t range; /* without a number; 0: to the edge */
} atoms[] = {
    { 'W', 0, 1, ORTHOGONAL, 1 }, { 'D', 0, 2, ORTHOGONAL, 1 }, { 'H', 0, 3, ORTHOGONAL, 1 },
    { 'R', 0, 1, ORTHOGONAL, 0 }, { 'F', 1, 1, DIAGONAL, 1 },   { 'A', 2, 2, DIAGONAL, 1 },
    { 'G', 3, 3, DIAGONAL, 1 },   { 'B', 1, 1, DIAGONAL, 0 },   { 'N', 1, 2, OBLIQUE, 1 },
    { 'C', 1, 3, OBLIQUE, 1 },    { 'L', 1, 3, OBLIQUE, 1 },    { 'Z', 2, 3, OBLIQUE, 1 },
    { 'J', 2, 3, OBLIQUE, 1 },    { 'K', 0, 1, KING, 1 },       { 'Q', 0, 1, KING, 0 },
};

static const uint8_t all_directions[SHG_CLASSES] = {
    [ORTHOGONAL] = N0 | N2 | N4 | N6,
    [DIAGONAL] = N1 | N3 | N5 | N7,
    [OBLIQUE] = 0xFF,
    [KING] = 0xFF,
};

/* Direction letters, two at a time where two form a pair.  Source: docs/xbetza.md, "Directions". */
static const struct spelling {
    char letters[3];
    uint8_t directions[SHG_CLASSES]; /* 0: not valid in this class */
} spellings[] = {
    /*        orthogonal  diagonal           oblique            king */
    { "f", { N0, N1 | N7, N0 | N7, N0 } },
    { "b", { N4, N3 | N5, N3 | N4, N4 } },
    { "l", { N6, N5 | N7, N5 | N6, N6 } },
    { "r", { N2, N1 | N3, N1 | N2, N2 } },
    { "v", { N0 | N4, N1 | N3 | N5 | N7, N0 | N3 | N4 | N7, N0 | N4 } },
    { "s", { N2 | N6, N1 | N3 | N5 | N7, N1 | N2 | N5 | N6, N2 | N6 } },
    { "fr", { 0, N1, N1, N1 } },
    { "rf", { 0, N1, N0, N1 } },
    { "fl", { 0, N7, N6, N7 } },
    { "lf", { 0, N7, N7, N7 } },
    { "br", { 0, N3, N2, N3 } },
    { "rb", { 0, N3, N3, N3 } },
    { "bl", { 0, N5, N5, N5 } },
    { "lb", { 0, N5, N4, N5 } },
    { "ff", { 0, N1 | N7, N0 | N7, N0 } },
    { "bb", { 0, N3 | N5, N3 | N4, N4 } },
    { "rr", { 0, N1 | N3, N1 | N2, N2 } },
    { "ll", { 0, N5 | N7, N5 | N6, N6 } },
    { "fs", { 0, N1 | N7, N1 | N6, N1 | N7 } },
    { "bs", { 0, N3 | N5, N2 | N5, N3 | N5 } },
    { "rv", { 0, N1 | N3, N0 | N3, N1 | N3 } },
    { "lv", { 0, N5 | N7, N4 | N7, N5 | N7 } },
    { "fh", { 0, N1 | N7, N0 | N1 | N6 | N7, N7 | N0 | N1 } },
    { "bh", { 0, N3 | N5, N2 | N3 | N4 | N5, N3 | N4 | N5 } },
    { "rh", { 0, N1 | N3, N0 | N1 | N2 | N3, N1 | N2 | N3 } },
    { "lh", { 0, N5 | N7, N4 | N5 | N6 | N7, N5 | N6 | N7 } },
    { "hr", { 0, 0, N0 | N2 | N4 | N6, 0 } },
    { "hl", { 0, 0, N1 | N3 | N5 | N7, 0 } },
};

static const struct atom *find_atom(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

/* The directions that letters, 1 or 2 of them, name for the class; 0: none. */
static uint8_t directions_of(unsigned class, const char *letters, size_t count)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        if (strlen(spellings[i].letters) == count &&
            memcmp(spellings[i].letters, letters, count) == 0)
            return spellings[i].directions[class];
    return 0;
}

/* Pairs that other programs read differently, except for orthogonal atoms; the opposite order means the same to all. */
static bool is_disputed_pair(char a, char b)
{
    static const char pairs[][3] = { "sf", "sb", "vr", "vl", "fv", "bv", "ls", "rs", "vs", "sv" };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i][0] == a && pairs[i][1] == b)
            return true;
    return false;
}

/* The directions of a leg whose steps lead most nearly the same way as a step: those with the greatest cosine, compared by
 * squares. */
static uint8_t nearest_directions(const shg_leg *leg, int right, int forward)
{
    long best_square = 0, best_length = 1;
    uint8_t nearest = 0;
    for (unsigned n = 0; n < 8; n++) {
        int x, y;
        shg_leg_step(leg, n, &x, &y);
        const long along = (long)x * right + (long)y * forward;
        const long square = along > 0 ? along * along : 0, length = (long)x * x + (long)y * y;
        if (!(all_directions[leg->class] >> n & 1) || along <= 0 ||
            square * best_length < best_square * length)
            continue;
        if (square * best_length > best_square * length)
            nearest = 0;
        best_square = square;
        best_length = length;
        nearest |= (uint8_t)(1u << n);
    }
    return nearest;
}

static uint8_t lowest(uint8_t directions)
{
    uint8_t n = 0;
    while (n < 7 && !(directions >> n & 1))
        n++;
    return n;
}

/* --- the text ------------------------------------------------------------------------------------ */

typedef struct reader {
    const char *text;
    size_t bytes, at;
    size_t group_at; /* where the current group begins */
    shg_faults *faults;
    shg_arena *arena;
    shg_betza *out;
    shg_ride rides[SHG_RIDES_MAX];
    size_t ride_count;
    shg_chain chains[SHG_CHAINS_MAX];
    size_t chain_count;
    shg_ride sweeps[SHG_SWEEPS_MAX];
    size_t sweep_count;
    shg_castle castles[SHG_CASTLES_MAX];
    size_t castle_count;
} reader;

static char peek(const reader *r)
{
    return r->at < r->bytes ? r->text[r->at] : '\0';
}

static shoogi_status expected_at(reader *r, size_t at, const char *what)
{
    shg_fault_text(r->faults, (shg_span){ r->text + at, r->bytes - at }, what);
    return SHOOGI_PARSE_ERROR;
}

static void warn_at(reader *r, size_t at, const char *what)
{
    shg_warning(r->faults, (shg_span){ r->text + at, r->bytes - at }, what);
}

static bool is_direction(char c)
{
    return c != '\0' && strchr("fblrvsh", c) != NULL;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static const char any_range[] = "a range from 1 to 99, or 0";
static const char any_letter[] = "a direction, a mode or an atom";
static const char one_leg_u[] = "u in a move of one leg";
static const char one_leg_x[] = "x in a move of one leg";
static const char any_atom[] = "an atom (W F D A H G N C Z K Q R B U)";

/* number = "0" | ( "1".."9" , [ "0".."9" ] ); without a number *number is unchanged. */
static shoogi_status read_number(reader *r, unsigned *number)
{
    if (!shg_is_digit(peek(r)))
        return SHOOGI_OK;
    const size_t start = r->at;
    unsigned value = 0;
    while (shg_is_digit(peek(r)) && value <= SHG_RANGE_MAX)
        value = value * 10 + (unsigned)(r->text[r->at++] - '0');
    if (value > SHG_RANGE_MAX || (r->text[start] == '0' && r->at > start + 1))
        return expected_at(r, start, any_range);
    *number = value;
    return SHOOGI_OK;
}

/* atom [extension] [number | "*" | the same letter] */
static shoogi_status read_atom(reader *r, shg_leg *leg)
{
    const char letter = peek(r);
    const struct atom *atom = find_atom(letter);
    if (!atom)
        return expected_at(r, r->at, any_atom);
    r->at++;
    *leg = (shg_leg){ .shorter = atom->shorter,
                      .longer = atom->longer,
                      .class = atom->class,
                      .straight = { 0, 1, 2, 3, 4, 5, 6, 7 } };
    /* X adds 3 to the longer coordinate, Y adds 2 to both. */
    bool extended = false;
    for (; peek(r) == 'X' || peek(r) == 'Y'; r->at++, extended = true) {
        if (leg->longer > 40)
            continue; /* larger than any board already; keep reading letters without overflow */
        leg->longer = (int8_t)(leg->longer + (peek(r) == 'X' ? 3 : 2));
        leg->shorter = (int8_t)(leg->shorter + (peek(r) == 'X' ? 0 : 2));
    }
    if (extended)
        leg->class = leg->shorter == 0             ? ORTHOGONAL
                     : leg->shorter == leg->longer ? DIAGONAL
                                                   : OBLIQUE;
    unsigned range = atom->range;
    shoogi_status status = SHOOGI_OK;
    if (peek(r) == '*') {
        range = SHG_RANGE_HALF;
        r->at++;
    } else if (atom->range == 1 && peek(r) == letter && letter != 'K') { /* NN is N0 */
        range = 0;
        r->at++;
    } else {
        status = read_number(r, &range);
    }
    leg->range = (uint8_t)range;
    return status;
}

static const struct mode_letter {
    char letter;
    uint32_t mode;
} mode_letters[] = {
    { 'm', SHG_MODE_MOVE },     { 'c', SHG_MODE_CAPTURE },  { 'd', SHG_MODE_DESTROY },
    { 'e', SHG_MODE_PASSANT },  { 'k', SHG_MODE_ROYAL },    { 'p', SHG_MODE_HOP },
    { 'g', SHG_MODE_HOP },      { 'y', SHG_MODE_MOVE },     { 't', SHG_MODE_TAME },
    { 'i', SHG_MODE_INITIAL },  { 'n', SHG_MODE_LAME },     { 'j', SHG_MODE_JUMP },
    { 'o', SHG_MODE_CYLINDER }, { 'u', SHG_MODE_UNLOAD },   { 'x', SHG_MODE_RELAY },
    { 'z', SHG_MODE_CROOKED },  { 'q', SHG_MODE_CIRCULAR },
};

static uint32_t mode_of(char letter)
{
    for (size_t i = 0; i < sizeof mode_letters / sizeof mode_letters[0]; i++)
        if (mode_letters[i].letter == letter)
            return mode_letters[i].mode;
    return 0;
}

/* --- the letters of one leg ---------------------------------------------------------------------- */

enum { PREFIX_MAX = 128 }; /* letters before an atom */

/* A letter and its place: the legs of a repeated group take their letters from two parts of the text. */
typedef struct letter {
    char c;
    size_t at;
} letter;

/* The position of a leg decides how its letters are read. */
typedef struct leg_place {
    bool first, last;
    bool bracket; /* within brackets: "a" is a direction, and straight ahead is the default */
    size_t end;   /* of the letters, in the text */
} leg_place;

/* How a leg turns otherwise than by directions relative to the leg before. */
typedef struct turn {
    enum {
        BY_LETTERS,
        OUTWARD,        /* as nearly straight on as its atom can */
        ALONG_FILE = 2, /* q: outward, along the file, the rank, or either */
        ALONG_RANK = 4,
        ALONG_BOTH = 6
    } how;
    bool zigzag; /* z: to the other side than the turn before */
} turn;

/* The directions of a leg without direction letters. */
static uint8_t default_directions(const shg_leg *leg, leg_place place)
{
    if (place.first)
        return all_directions[leg->class];
    if (place.bracket)
        return N0;
    /* All except straight back; for an atom with four directions, by quarter turns. */
    const bool four = leg->class == ORTHOGONAL || leg->class == DIAGONAL;
    return four ? N0 | N2 | N6 : (uint8_t)(0xFF & ~N4);
}

/* Modes that may be doubled in a leg have another meaning then. */
static uint32_t mode_here(char c, const shg_leg *leg, leg_place place)
{
    const uint32_t modes = leg->modes;
    if (c == 'n' && leg->longer == 1) /* a step passes over nothing */
        return SHG_MODE_MARK;
    if (c == 'n' && (modes & SHG_MODE_LAME))
        return modes & SHG_MODE_MARK ? 0 : SHG_MODE_MARK;
    if (c == 'i' && !place.first)
        return modes & SHG_MODE_EQUAL ? 0 : SHG_MODE_EQUAL;
    if (c == 'i' && (modes & SHG_MODE_SECOND))
        return modes & SHG_MODE_FAR ? 0 : SHG_MODE_FAR;
    if (c == 'i' && (modes & SHG_MODE_INITIAL))
        return SHG_MODE_SECOND;
    if (c == 'o' && (modes & SHG_MODE_CYLINDER))
        return modes & SHG_MODE_TORUS ? 0 : SHG_MODE_TORUS;
    if (c == 'y' && place.last)
        return 0;
    if ((c == 'z' || c == 'q') && (place.bracket || !(place.first && place.last)))
        return 0;
    return mode_of(c);
}

static bool has_midway(const shg_leg *leg)
{
    return leg->longer == 2; /* D, A and N only */
}

/* One mode letter. */
static shoogi_status read_mode(reader *r, letter l, leg_place place, shg_leg *leg, bool *toggles)
{
    const uint32_t mode = mode_here(l.c, leg, place);
    if (mode == 0)
        return expected_at(r, l.at, any_letter);
    if ((l.c == 'u' || l.c == 'x') && !(place.first && place.last))
        return expected_at(r, l.at, l.c == 'u' ? one_leg_u : one_leg_x);
    if ((l.c == 'z' && (leg->modes & SHG_MODE_CIRCULAR)) ||
        (l.c == 'q' && (leg->modes & SHG_MODE_CROOKED)))
        return expected_at(r, l.at, "z or q, not both");
    if (l.c == 'j' && leg->longer != 1 && !has_midway(leg))
        return expected_at(r, l.at, "N, D, A or a slider after \"j\"");
    *toggles = *toggles || l.c == 'g' || l.c == 'y';
    leg->modes |= mode;
    return SHOOGI_OK;
}

/* Reads direction letters at letters[*at]: two if they form a pair, else one. */
static shoogi_status read_direction(reader *r, const letter *letters, size_t count, size_t *at,
                                    unsigned class, uint8_t *set)
{
    const char pair[2] = { letters[*at].c, *at + 1 < count ? letters[*at + 1].c : '\0' };
    size_t took = 2;
    *set = is_direction(pair[1]) ? directions_of(class, pair, 2) : 0;
    if (*set == 0)
        *set = directions_of(class, pair, took = 1);
    if (*set == 0)
        return expected_at(r, letters[*at].at, "a direction before \"h\"");
    if (class != ORTHOGONAL && is_disputed_pair(pair[0], pair[1]))
        warn_at(r, letters[*at].at, "the other order");
    *at += took;
    return SHOOGI_OK;
}

/* In a later leg z stands in the place of s, for one side at a time; other letters are copied.  Whether there is one. */
static bool replace_zigzags(letter *to, const letter *letters, size_t count, leg_place place)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        to[i] = letters[i];
        if (letters[i].c != 'z' || place.first)
            continue;
        to[i].c = 's';
        any = true;
    }
    return any;
}

static bool has_letter(const letter *letters, size_t count, char c)
{
    for (size_t i = 0; i < count; i++)
        if (letters[i].c == c)
            return true;
    return false;
}

/* q in a later leg of brackets: f is outward along the file, s along the rank. */
static shoogi_status read_board_directions(reader *r, const letter *letters, size_t count,
                                           const shg_leg *leg, turn *turns)
{
    const bool file = leg->directions & N0, rank = leg->directions & (N2 | N6);
    for (size_t i = 0; i < count; i++)
        if (letters[i].c == 'q' && (leg->class != ORTHOGONAL || turns->zigzag ||
                                    (leg->directions & ~(N0 | N2 | N6)) != 0 || !(file || rank)))
            return expected_at(r, letters[i].at, "f or s with q, and an atom W, D, H or R");
    turns->how = file && rank ? ALONG_BOTH : file ? ALONG_FILE : ALONG_RANK;
    return SHOOGI_OK;
}

/* Reads letters into directions and modes of the leg. toggles: they include g or y. */
static shoogi_status read_letters(reader *r, const letter *given, size_t count, leg_place place,
                                  shg_leg *leg, turn *turns, bool *toggles)
{
    const bool by_board = place.bracket && !place.first && has_letter(given, count, 'q');
    const unsigned class = place.first ? leg->class : by_board ? ORTHOGONAL : KING;
    letter letters[PREFIX_MAX];
    bool any = false;
    assert(count <= PREFIX_MAX);
    *toggles = false;
    *turns = (turn){ .zigzag = replace_zigzags(letters, given, count, place) };
    for (size_t at = 0; at < count;) {
        uint8_t set = 0;
        shoogi_status status = SHOOGI_OK;
        if (by_board && letters[at].c == 'q') {
            at++;
        } else if (place.bracket && letters[at].c == 'a') {
            set = place.first ? all_directions[leg->class] : 0xFF;
            at++;
        } else if (is_direction(letters[at].c)) {
            status = read_direction(r, letters, count, &at, class, &set);
        } else {
            status = read_mode(r, letters[at++], place, leg, toggles);
        }
        if (status != SHOOGI_OK)
            return status;
        leg->directions |= set;
        any = any || set != 0;
    }
    if (by_board)
        return read_board_directions(r, letters, count, leg, turns);
    if (any)
        return SHOOGI_OK;
    leg->directions = default_directions(leg, place);
    turns->how = place.bracket && !place.first ? OUTWARD : BY_LETTERS;
    const bool four = leg->class == ORTHOGONAL || leg->class == DIAGONAL;
    if (!place.first && (place.bracket ? leg->class == KING : four))
        warn_at(r, count > 0 ? letters[0].at : place.end, "a direction");
    return SHOOGI_OK;
}

/* After g or y the next leg has the other range: one step, or unlimited. */
static uint8_t toggled(uint8_t range)
{
    return range == 0 ? 1 : 0;
}

static void warn_of_toggle(reader *r, uint8_t range, const letter *letters, size_t count)
{
    for (size_t i = 0; i < count && range > 1; i++)
        if (letters[i].c == 'g' || letters[i].c == 'y')
            warn_at(r, letters[i].at, "range 1 or 0 before the toggle");
}

/* The defaults of a leg. */
static void default_modes(shg_leg *leg, bool last)
{
    const uint32_t ends = SHG_MODE_MOVE | SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_PASSANT |
                          SHG_MODE_ROYAL | SHG_MODE_RELAY;
    const uint32_t goes_on =
        SHG_MODE_MOVE | SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_PASSANT | SHG_MODE_HOP;
    if (leg->modes & (last ? ends : goes_on))
        return;
    leg->modes |= last ? SHG_MODE_MOVE | SHG_MODE_CAPTURE : SHG_MODE_MOVE;
}

/* --- storing the moves --------------------------------------------------------------------------- */

/* Adds the ride, or extends one with the same direction and mode. */
static shoogi_status add_ride(reader *r, shg_ride ride)
{
    for (size_t i = 0; i < r->ride_count; i++) {
        shg_ride *known = &r->rides[i];
        if (known->right == ride.right && known->forward == ride.forward &&
            known->modes == ride.modes) {
            if (known->reach != 0 && (ride.reach == 0 || ride.reach > known->reach))
                known->reach = ride.reach;
            return SHOOGI_OK;
        }
    }
    if (r->ride_count == SHG_RIDES_MAX)
        return expected_at(r, r->group_at, "at most 256 different steps");
    r->rides[r->ride_count++] = ride;
    return SHOOGI_OK;
}

/* The number of lines of riders, opposite directions counting once. */
static size_t count_lines(const reader *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->ride_count; i++) {
        const shg_ride *const a = &r->rides[i];
        size_t k = 0;
        for (; k < i; k++) {
            const shg_ride *const b = &r->rides[k];
            if (b->reach != 1 && ((a->right == b->right && a->forward == b->forward) ||
                                  (a->right == -b->right && a->forward == -b->forward)))
                break;
        }
        count += a->reach != 1 && k == i;
    }
    return count;
}

static shoogi_status add_rides(reader *r, const shg_leg *leg)
{
    shoogi_status status = SHOOGI_OK;
    for (unsigned n = 0; n < 8 && status == SHOOGI_OK; n++) {
        if (!(leg->directions >> n & 1))
            continue;
        int right, forward;
        shg_leg_step(leg, n, &right, &forward);
        status = add_ride(
            r, (shg_ride){ (int8_t)right, (int8_t)forward, leg->range, (uint8_t)leg->modes });
    }
    if (status == SHOOGI_OK && count_lines(r) > SHG_LINES_MAX)
        return expected_at(r, r->group_at, "riders along at most 16 lines");
    return status;
}

/* mW and cW together are W. */
static void join_rides(reader *r)
{
    for (size_t i = 0; i < r->ride_count; i++) {
        shg_ride *const a = &r->rides[i];
        for (size_t k = i + 1; k < r->ride_count;) {
            const shg_ride *const b = &r->rides[k];
            if (a->right == b->right && a->forward == b->forward && a->reach == b->reach) {
                a->modes |= b->modes;
                memmove(&r->rides[k], &r->rides[k + 1], (--r->ride_count - k) * sizeof r->rides[0]);
            } else {
                k++;
            }
        }
    }
}

static unsigned count_directions(uint8_t directions)
{
    unsigned count = 0;
    for (; directions != 0; directions &= (uint8_t)(directions - 1))
        count++;
    return count;
}

/* (cdaf)Q, a range jump: straight ahead without limit over pieces that it captures; origin and destination identify
 * the move. */
static bool is_sweep(const shg_leg *legs, size_t count)
{
    const uint32_t swept = SHG_MODE_CAPTURE | SHG_MODE_DESTROY;
    if (count != 3 || !(legs[1].modes & SHG_MODE_LOOP) || (legs[0].modes & ~swept) != 0 ||
        legs[1].modes != (legs[0].modes | SHG_MODE_LOOP) ||
        legs[2].modes != (SHG_MODE_MOVE | SHG_MODE_CAPTURE))
        return false;
    for (size_t i = 0; i < count; i++)
        if (legs[i].range != 0 || legs[i].longer != 1 || (i > 0 && legs[i].directions != N0))
            return false;
    return true;
}

static shoogi_status add_sweeps(reader *r, const shg_leg *leg)
{
    for (unsigned n = 0; n < 8; n++) {
        int right, forward;
        shg_leg_step(leg, n, &right, &forward);
        const shg_ride sweep = { (int8_t)right, (int8_t)forward, 0, (uint8_t)leg->modes };
        size_t i = 0;
        while (i < r->sweep_count &&
               (r->sweeps[i].right != right || r->sweeps[i].forward != forward))
            i++;
        if (!(leg->directions >> n & 1))
            continue;
        if (i < r->sweep_count)
            r->sweeps[i].modes |= sweep.modes;
        else
            r->sweeps[r->sweep_count++] = sweep; /* there are eight directions */
    }
    return SHOOGI_OK;
}

static const uint32_t taking =
    SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_ROYAL | SHG_MODE_PASSANT;

size_t shg_count_on_via(const shg_leg *legs, size_t leg_count, unsigned shots)
{
    size_t count = shots * leg_count;
    for (size_t i = 0; i + 1 < leg_count; i++)
        if (legs[i].modes & taking)
            count += legs[i].modes & SHG_MODE_LOOP ? SHOOGI_VIA_MAX + 1 : 1;
    /* A piece captured in passing is not on the destination. */
    return count + (legs[leg_count - 1].modes & SHG_MODE_PASSANT ? 1 : 0);
}

bool shg_via_fits_a_move(const shg_leg *legs, size_t leg_count, unsigned shots, unsigned shot_range)
{
    enum { FAR = SHOOGI_FILES_MAX };
    /* The origin and the possible captures in order: how far the piece has come then, and how far the captured one
     * may be from it. */
    struct {
        unsigned walked, away;
    } at[SHOOGI_VIA_MAX + 1] = { { 0, 0 } };
    const size_t count = shg_count_on_via(legs, leg_count, shots);
    unsigned walked = 0, range = 0;
    size_t known = 1;
    assert(count <= SHOOGI_VIA_MAX);
    for (size_t i = 0; i < leg_count; i++) {
        const uint32_t modes = legs[i].modes;
        range = modes & SHG_MODE_EQUAL ? range : legs[i].range;
        const bool far = range == 0 || range > SHOOGI_VIA_STEP_MAX ||
                         (modes & (SHG_MODE_CYLINDER | SHG_MODE_TORUS | SHG_MODE_LOOP));
        walked += far ? FAR : range * (unsigned)legs[i].longer;
        if ((modes & taking) && (i + 1 < leg_count || (modes & SHG_MODE_PASSANT))) {
            at[known].walked = walked;
            at[known++].away = modes & SHG_MODE_PASSANT ? FAR : 0;
        }
        for (unsigned shot = 0; shot < shots; shot++) {
            at[known].walked = walked;
            at[known++].away = shot_range == 0 ? FAR : shot_range;
        }
    }
    /* With more than three, any of them may be left out. */
    for (size_t i = 0; i < known && count > 2; i++)
        for (size_t k = i + 1; k < known && k - i <= count - 2; k++)
            if (at[k].walked - at[i].walked + at[i].away + at[k].away > SHOOGI_VIA_STEP_MAX)
                return false;
    return true;
}

/* An upper bound of the number of ways to walk the legs, which limits hostile texts.  A leg that may stop on an empty
 * square continues from each of them, any other from the first piece it meets.  With all edges joined there may be as
 * many as squares on the board, also passed over by the last leg, which counts as longer. */
static bool has_too_many_paths(const shg_leg *legs, size_t count)
{
    enum { PATHS_MAX = 100000 };
    unsigned long paths = 1;
    for (size_t i = 0; i < count && paths <= PATHS_MAX; i++) {
        const bool torus = legs[i].modes & SHG_MODE_TORUS;
        const unsigned longest = torus ? SHOOGI_SQUARES_MAX : SHOOGI_FILES_MAX;
        const unsigned range =
            legs[i].range == 0 || legs[i].range > longest ? longest : legs[i].range;
        unsigned ways = count_directions(legs[i].directions);
        if (i + 1 < count && (legs[i].modes & SHG_MODE_MOVE))
            ways *= range;
        if (i + 1 == count &&
            (range > SHOOGI_FILES_MAX || (torus && (legs[i].modes & SHG_MODE_EQUAL))))
            ways *= SHOOGI_SQUARES_MAX / SHOOGI_FILES_MAX;
        if (legs[i].modes & (SHG_MODE_CROOKED | SHG_MODE_CIRCULAR))
            ways *= 2;
        if (legs[i].modes & SHG_MODE_LOOP)
            ways *= longest;
        if ((legs[i].modes & SHG_MODE_LOOP) && (legs[i].modes & SHG_MODE_MOVE) &&
            legs[i].range != 1) /* stopping at any square, repeatedly */
            ways = PATHS_MAX + 1;
        paths *= ways;
    }
    return paths > PATHS_MAX;
}

/* Decides which legs mark their squares for capture en passant: those of a first move that are lame, or have e and go
 * on.  A move that must capture marks nothing.  Source: docs/xbetza.md, "En passant". */
static void mark_legs(shg_leg *legs, size_t count)
{
    const bool first_move = legs[0].modes & (SHG_MODE_INITIAL | SHG_MODE_FAR);
    const bool captures = !(legs[count - 1].modes & SHG_MODE_MOVE);
    for (size_t i = 0; i < count; i++) {
        shg_leg *const leg = &legs[i];
        if (first_move && (leg->modes & SHG_MODE_LAME))
            leg->modes |= SHG_MODE_MARK;
        if (first_move && i + 1 < count && (leg->modes & SHG_MODE_PASSANT))
            leg->modes = (leg->modes & ~(uint32_t)SHG_MODE_PASSANT) | SHG_MODE_MOVE | SHG_MODE_MARK;
        const bool passes_nothing = i + 1 == count && leg->longer == 1 && leg->range == 1;
        if (captures || passes_nothing)
            leg->modes &= ~(uint32_t)SHG_MODE_MARK;
    }
}

/* Adds legs as a chain, or as rides if they are one ordinary leg.  A hop in the last leg becomes a leg of its own,
 * followed by one straight ahead; near_hop: which lands directly behind the hurdle. */
static shoogi_status add_legs(reader *r, const shg_leg *legs, size_t count, bool near_hop)
{
    const uint32_t mount = SHG_MODE_HOP | SHG_MODE_TAME | SHG_MODE_INITIAL | SHG_MODE_SECOND |
                           SHG_MODE_EQUAL | SHG_MODE_CYLINDER | SHG_MODE_TORUS | SHG_MODE_JUMP |
                           SHG_MODE_LAME | SHG_MODE_FAR;
    const uint32_t first_only = SHG_MODE_HOP | SHG_MODE_INITIAL | SHG_MODE_SECOND | SHG_MODE_FAR |
                                SHG_MODE_EQUAL | SHG_MODE_JUMP;
    shg_leg all[SHG_LEGS_MAX + 1];
    memcpy(all, legs, count * sizeof *legs);
    if (all[0].modes & SHG_MODE_FAR) /* iii is neither i nor ii */
        all[0].modes &= ~(uint32_t)(SHG_MODE_INITIAL | SHG_MODE_SECOND);
    shg_leg *last = &all[count - 1];
    if (last->modes & SHG_MODE_HOP) {
        if (count == SHG_LEGS_MAX)
            return expected_at(r, r->group_at, "at most 16 legs");
        all[count] = *last;
        all[count].modes &= ~first_only;
        all[count].directions = N0;
        for (unsigned n = 0; n < 8; n++)
            all[count].straight[n] = (uint8_t)n;
        if (near_hop)
            all[count].range = 1;
        last->modes &= mount;
        count++;
    }
    default_modes(&all[count - 1], true);
    for (size_t i = 0; i + 1 < count; i++)
        default_modes(&all[i], false);
    mark_legs(all, count);
    const uint32_t plain = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    if (count == 1 && (all[0].modes & ~plain) == 0 && all[0].range != SHG_RANGE_HALF)
        return add_rides(r, &all[0]);
    if (is_sweep(all, count))
        return add_sweeps(r, &all[0]);
    for (size_t i = 0; i < count && count > 1; i++) {
        if (all[i].modes & SHG_MODE_UNLOAD) /* p and g add a second leg */
            return expected_at(r, r->group_at, one_leg_u);
        if (all[i].modes & SHG_MODE_RELAY)
            return expected_at(r, r->group_at, one_leg_x);
    }
    if ((all[0].modes & SHG_MODE_UNLOAD) && (all[0].modes & SHG_MODE_PASSANT))
        return expected_at(r, r->group_at, "u without e");
    if (shg_count_on_via(all, count, 0) > SHOOGI_VIA_MAX)
        return expected_at(r, r->group_at, "at most four captures on the way");
    if (!shg_via_fits_a_move(all, count, 0, 0))
        return expected_at(r, r->group_at,
                           "at most two captures on the way, or each within four squares of the "
                           "one before");
    if (has_too_many_paths(all, count))
        return expected_at(r, r->group_at, "a move of at most 100000 paths");
    if (r->chain_count == SHG_CHAINS_MAX)
        return expected_at(r, r->group_at, "at most 64 chains of legs");
    shg_leg *kept = shg_arena_array(r->arena, shg_leg, count);
    if (!kept)
        return SHOOGI_NO_MEMORY;
    memcpy(kept, all, count * sizeof *kept);
    r->chains[r->chain_count++] = (shg_chain){ kept, count };
    return SHOOGI_OK;
}

/* --- turns that depend on the leg before --------------------------------------------------------- */

/* The legs of one text, and how they turn. */
typedef struct turning {
    shg_leg legs[SHG_LEGS_MAX];
    turn turns[SHG_LEGS_MAX];
    size_t count;
    bool near_hop; /* the last has g or y */
} turning;

/* The directions in which leg k may follow a step of the leg before, a mask relative to straight on. */
static uint8_t wanted(const turning *t, size_t k, unsigned before)
{
    const shg_leg *const leg = &t->legs[k];
    int right, forward;
    shg_leg_step(&t->legs[k - 1], before, &right, &forward);
    uint8_t set = 0;
    if (t->turns[k].how == OUTWARD)
        set = nearest_directions(leg, right, forward);
    if ((t->turns[k].how & ALONG_FILE) && forward != 0)
        set |= forward > 0 ? N0 : N4;
    if ((t->turns[k].how & ALONG_RANK) && right != 0)
        set |= right > 0 ? N2 : N6;
    const unsigned turned = leg->straight[before];
    return (uint8_t)(set >> turned | set << (8 - turned));
}

/* The directions in which leg k may go, over the board; those of leg k + 1 are relative to them. */
static uint8_t directions_over_board(const turning *t, size_t k)
{
    uint8_t now = t->legs[0].directions;
    for (size_t i = 1; i <= k; i++) {
        uint8_t next = 0;
        for (unsigned pair = 0; pair < 64; pair++)
            if ((now >> pair / 8 & 1) && (t->legs[i].directions >> pair % 8 & 1))
                next |= (uint8_t)(1u << shg_leg_turn(&t->legs[i], pair / 8, pair % 8));
        now = next;
    }
    return now;
}

/* Adds the legs, those from k on turning as they should.  Where a turn depends on the direction of the leg before, the first
 * leg with several directions is split, and each part added by itself.  Recursion: once for each leg, and each split. */
static shoogi_status add_turning(reader *r, const turning *t, size_t k)
{
    while (k < t->count && t->turns[k].how == BY_LETTERS)
        k++;
    if (k >= t->count)
        return add_legs(r, t->legs, t->count, t->near_hop);
    turning part = *t;
    uint8_t left = directions_over_board(t, k - 1), same = 0;
    const uint8_t relative = wanted(t, k, lowest(left));
    for (unsigned n = 0; n < 8; n++)
        if ((left >> n & 1) && wanted(t, k, n) == relative)
            same |= (uint8_t)(1u << n);
    if (same == left) {
        if (relative == 0)
            return SHOOGI_OK; /* it cannot turn so */
        part.legs[k].directions = relative;
        part.turns[k].how = BY_LETTERS;
        return add_turning(r, &part, k + 1);
    }
    size_t split = 0;
    while (count_directions(t->legs[split].directions) == 1)
        split++;
    assert(split < k);
    shoogi_status status = SHOOGI_OK;
    for (uint8_t rest = t->legs[split].directions; rest != 0 && status == SHOOGI_OK;) {
        uint8_t some = (uint8_t)(1u << lowest(rest));
        if (k == 1) { /* all directions after which it turns alike */
            const uint8_t turn_of_some = wanted(t, k, lowest(rest));
            for (unsigned n = 0; n < 8; n++)
                if ((rest >> n & 1) && wanted(t, k, n) == turn_of_some)
                    some |= (uint8_t)(1u << n);
        }
        rest &= (uint8_t)~some;
        part.legs[split].directions = some;
        status = add_turning(r, &part, k);
    }
    return status;
}

/* Adds the legs, those with z turning to one side and the other in turn, after a first turn to either. */
static shoogi_status add_either_side(reader *r, const turning *t)
{
    static const uint8_t sides[2] = { N1 | N2 | N3, N5 | N6 | N7 };
    size_t first = 1;
    while (first < t->count && !t->turns[first].zigzag)
        first++;
    if (first >= t->count)
        return add_turning(r, t, 1);
    while (first > 1 && (t->legs[first - 1].directions & (sides[0] | sides[1])) == 0)
        first--;
    first -= first > 1; /* the turn before */
    shoogi_status status = SHOOGI_OK;
    for (unsigned begin = 0; begin < 2 && status == SHOOGI_OK; begin++) {
        turning part = *t;
        unsigned side = begin;
        bool turns = true;
        for (size_t k = first; k < t->count; k++) {
            if (k != first && !t->turns[k].zigzag)
                continue;
            part.legs[k].directions &= sides[side];
            turns = turns && part.legs[k].directions != 0;
            side = 1 - side;
        }
        if (turns)
            status = add_turning(r, &part, 1);
    }
    return status;
}

/* --- prefix atom [extension] [range] ------------------------------------------------------------- */

enum { GROUPS_MAX = 3 };

/* The letters before an atom, split into legs by a.  Groups (x a y) may be left out or repeated: x a (y x a)* y. */
typedef struct prefix {
    size_t from, to;
    unsigned group_count;
    struct {
        size_t open, middle, close; /* the positions of ( a ) */
        size_t end;                 /* behind ) and the number */
        unsigned most;              /* repetitions; 0: any number */
    } groups[GROUPS_MAX];
} prefix;

/* ")" [number], the end of a group; ends at its last character. */
static shoogi_status read_repetitions(reader *r, prefix *p)
{
    const unsigned g = p->group_count++;
    unsigned most = 0;
    p->groups[g].close = r->at++;
    const shoogi_status status = read_number(r, &most);
    p->groups[g].most = most;
    p->groups[g].end = r->at--;
    return status;
}

static shoogi_status read_prefix(reader *r, prefix *p)
{
    *p = (prefix){ .from = r->at };
    bool inside = false;
    size_t second = 0; /* a in this group */
    for (;; r->at++) {
        const char c = peek(r);
        if (!is_small(c) && c != '(' && c != ')')
            break;
        if (c == 'w') /* reserved: without a meaning */
            return expected_at(r, r->at, any_letter);
        if (c == '(') {
            if (inside)
                return expected_at(r, r->at, "one \"a\" between \"(\" and \")\"");
            if (p->group_count == GROUPS_MAX)
                return expected_at(r, r->at, "at most 3 groups ( )");
            p->groups[p->group_count].open = r->at;
            p->groups[p->group_count].middle = second = 0;
            inside = true;
        } else if (c == ')') {
            if (!inside || p->groups[p->group_count].middle == 0)
                return expected_at(r, r->at, "one \"a\" between \"(\" and \")\"");
            const shoogi_status status = read_repetitions(r, p);
            if (status != SHOOGI_OK)
                return status;
            if (second != 0 && p->groups[p->group_count - 1].most == 0)
                return expected_at(r, second, "one \"a\" between \"(\" and \")\"");
            inside = false;
        } else if (c == 'a' && inside) {
            if (p->groups[p->group_count].middle == 0)
                p->groups[p->group_count].middle = r->at;
            else if (second == 0)
                second = r->at;
        }
        if (r->at - p->from == PREFIX_MAX)
            return expected_at(r, r->at, "at most 128 letters before an atom");
    }
    if (inside)
        return expected_at(r, r->at, "\")\"");
    p->to = r->at;
    return SHOOGI_OK;
}

/* The legs of a prefix with some of its groups left out. */
typedef struct cut {
    letter letters[SHG_LEGS_MAX * PREFIX_MAX];
    size_t count;
    struct {
        size_t from, to; /* of letters */
        bool loops;
        size_t end; /* where its letters end in the text */
    } legs[SHG_LEGS_MAX];
    size_t leg_count;
} cut;

/* Letters that no longer fit are left out: then there are too many legs anyway. */
static void put_letters(const reader *r, cut *c, size_t from, size_t to)
{
    for (; from < to && c->count < sizeof c->letters / sizeof c->letters[0]; from++)
        c->letters[c->count++] = (letter){ r->text[from], from };
}

/* Ends a leg before the a at this place of the text, and begins the next. */
static shoogi_status end_leg(reader *r, cut *c, size_t at)
{
    if (c->leg_count == SHG_LEGS_MAX)
        return expected_at(r, at, "at most 16 legs");
    c->legs[c->leg_count - 1].to = c->count;
    c->legs[c->leg_count - 1].end = at;
    c->legs[c->leg_count].from = c->count;
    c->legs[c->leg_count].loops = false;
    c->leg_count++;
    return SHOOGI_OK;
}

/* x a (y x a)* y */
static shoogi_status put_group(reader *r, cut *c, const prefix *p, unsigned g)
{
    const size_t open = p->groups[g].open, middle = p->groups[g].middle;
    const size_t close = p->groups[g].close;
    put_letters(r, c, open + 1, middle);
    shoogi_status status = end_leg(r, c, middle);
    if (status == SHOOGI_OK) {
        put_letters(r, c, middle + 1, close);
        put_letters(r, c, open + 1, middle);
        c->legs[c->leg_count - 1].loops = true;
        status = end_leg(r, c, middle);
    }
    put_letters(r, c, middle + 1, close);
    return status;
}

/* The text of a group so many times. */
static shoogi_status repeat_group(reader *r, cut *c, const prefix *p, unsigned g, unsigned times)
{
    shoogi_status status = SHOOGI_OK;
    for (unsigned i = 0; i < times; i++)
        for (size_t at = p->groups[g].open + 1; at < p->groups[g].close && status == SHOOGI_OK;
             at++)
            if (r->text[at] == 'a')
                status = end_leg(r, c, at);
            else
                put_letters(r, c, at, at + 1);
    return status;
}

/* times: of each group; of one without a number, 0: left out, 1: any number. */
static shoogi_status cut_prefix(reader *r, cut *c, const prefix *p, const unsigned *times)
{
    c->count = 0;
    c->leg_count = 1;
    c->legs[0].from = 0;
    c->legs[0].loops = false;
    unsigned g = 0;
    shoogi_status status = SHOOGI_OK;
    for (size_t at = p->from; at < p->to && status == SHOOGI_OK; at++) {
        if (r->text[at] == '(') {
            if (p->groups[g].most > 0)
                status = repeat_group(r, c, p, g, times[g]);
            else if (times[g] > 0)
                status = put_group(r, c, p, g);
            at = p->groups[g++].end - 1;
        } else if (r->text[at] == 'a') {
            status = end_leg(r, c, at);
        } else {
            put_letters(r, c, at, at + 1);
        }
    }
    c->legs[c->leg_count - 1].to = c->count;
    c->legs[c->leg_count - 1].end = p->to;
    return status;
}

/* A leg that loops must reach the edge eventually, so it goes straight ahead on a board without joined edges. */
static bool loop_is_bounded(const shg_leg *leg)
{
    return leg->directions == N0 && !(leg->modes & SHG_MODE_CYLINDER);
}

static shoogi_status make_legs(reader *r, const cut *c, const shg_leg *atom, size_t repeat_at,
                               turning *out)
{
    uint8_t range = atom->range;
    bool toggles = false;
    for (size_t i = 0; i < c->leg_count; i++) {
        shg_leg *const leg = &out->legs[i];
        const leg_place place = { .first = i == 0,
                                  .last = i + 1 == c->leg_count,
                                  .end = c->legs[i].end };
        const letter *const letters = c->letters + c->legs[i].from;
        const size_t count = c->legs[i].to - c->legs[i].from;
        *leg = *atom;
        leg->range = range;
        if (count > PREFIX_MAX)
            return expected_at(r, r->group_at, "at most 128 letters before an atom");
        const shoogi_status status =
            read_letters(r, letters, count, place, leg, &out->turns[i], &toggles);
        if (status != SHOOGI_OK)
            return status;
        if (c->legs[i].loops) {
            if (!loop_is_bounded(leg))
                return expected_at(r, repeat_at, "a repeated leg straight on, such as (paf)");
            leg->modes |= SHG_MODE_LOOP;
        }
        if (toggles && !place.last)
            warn_of_toggle(r, atom->range, letters, count);
        range = toggles ? toggled(atom->range) : atom->range;
    }
    out->count = c->leg_count;
    out->near_hop = toggles;
    return SHOOGI_OK;
}

/* An error of the range comes after the letters; read them first, because the earlier error must be reported. */
static shoogi_status read_chain(reader *r, const prefix *p)
{
    shg_leg atom;
    shoogi_status first = read_atom(r, &atom);
    if (r->at == p->to)
        return first; /* no atom at all */
    unsigned times[GROUPS_MAX] = { 0 }, ways = 1;
    for (unsigned g = 0; g < p->group_count; g++)
        ways *= 1 + (p->groups[g].most > 0 ? p->groups[g].most : 1);
    if (ways > SHG_CHAINS_MAX)
        return expected_at(r, r->group_at, "at most 64 chains of legs");
    for (unsigned way = 0; way < ways; way++) {
        unsigned rest = way;
        for (unsigned g = 0; g < p->group_count; g++) {
            const unsigned choices = 1 + (p->groups[g].most > 0 ? p->groups[g].most : 1);
            times[g] = rest % choices;
            rest /= choices;
        }
        cut c;
        turning legs;
        shoogi_status status = cut_prefix(r, &c, p, times);
        if (status == SHOOGI_OK)
            status = make_legs(r, &c, &atom, p->groups[0].open, &legs);
        if (status == SHOOGI_OK && first == SHOOGI_OK)
            status = add_either_side(r, &legs);
        if (first == SHOOGI_OK || status == SHOOGI_NO_MEMORY)
            first = status;
    }
    return first;
}

/* --- "[" leg sep leg ... "]" --------------------------------------------------------------------- */

/* The direction of straight ahead after each leap of an oblique leg. */
static void turn_from_oblique(shg_leg *leg, const shg_leg *before)
{
    for (unsigned n = 0; n < 8; n++) {
        int right, forward;
        shg_leg_step(before, n, &right, &forward);
        leg->straight[n] = lowest(nearest_directions(leg, right, forward));
    }
}

/* letters atom, and the separator before the next leg. before: the leg before, or NULL. */
static shoogi_status read_bracket_leg(reader *r, shg_leg *leg, const shg_leg *before, turn *turns,
                                      char *sep, bool *toggles)
{
    const size_t from = r->at;
    letter letters[PREFIX_MAX];
    for (; is_small(peek(r)); r->at++) {
        if (peek(r) == 'w')
            return expected_at(r, r->at, any_letter);
        if (r->at - from == PREFIX_MAX)
            return expected_at(r, r->at, "at most 128 letters before an atom");
        letters[r->at - from] = (letter){ peek(r), r->at };
    }
    const size_t to = r->at;
    const shoogi_status range = read_atom(r, leg);
    if (r->at == to)
        return range; /* no atom at all */
    *sep = peek(r);
    const leg_place place = { .first = !before, .last = *sep == ']', .bracket = true, .end = to };
    const shoogi_status status = read_letters(r, letters, to - from, place, leg, turns, toggles);
    if (status != SHOOGI_OK)
        return status;
    const bool after_oblique = before && before->class == OBLIQUE;
    if (after_oblique && turns->how == BY_LETTERS && leg->directions != N0)
        return expected_at(r, from, "f after an oblique leg");
    if (range != SHOOGI_OK)
        return range;
    if (*sep != '-' && *sep != '?' && *sep != ']')
        return expected_at(r, r->at, "\"-\", \"?\" or \"]\"");
    if (after_oblique && leg->class != OBLIQUE)
        turn_from_oblique(leg, before);
    return SHOOGI_OK;
}

/* Each leg has an atom of its own; after "?" the move may also end. */
static shoogi_status read_bracket(reader *r)
{
    turning all = { .count = 0 };
    bool toggle_next = false;
    r->at++;
    for (;;) {
        if (all.count == SHG_LEGS_MAX)
            return expected_at(r, r->at, "at most 16 legs");
        shg_leg *const leg = &all.legs[all.count];
        const size_t at = r->at;
        char sep = '\0';
        bool toggles = false;
        shoogi_status status = read_bracket_leg(r, leg, all.count > 0 ? leg - 1 : NULL,
                                                &all.turns[all.count], &sep, &toggles);
        if (status != SHOOGI_OK)
            return status;
        if (toggle_next) {
            if (leg->range > 1)
                warn_at(r, at, "range 1 or 0 after a toggle");
            leg->range = toggled(leg->range);
        }
        toggle_next = all.near_hop = toggles;
        all.count++;
        if (sep == ']' && all.count == 1)
            return expected_at(r, r->at, "\"-\" or \"?\" and a second leg");
        if (sep != '-')
            status = add_either_side(r, &all);
        if (status != SHOOGI_OK)
            return status;
        r->at++;
        if (sep == ']')
            return SHOOGI_OK;
    }
}

/* --- the other groups ---------------------------------------------------------------------------- */

/* The first letter of a prefix that is not allowed, or the end of the prefix. */
static size_t find_other(const reader *r, const prefix *p, const char *allowed)
{
    size_t at = p->from;
    while (at < p->to && strchr(allowed, r->text[at]))
        at++;
    return at;
}

/* [letters] "@" [depth] */
static shoogi_status read_drop(reader *r, const prefix *p)
{
    shg_betza *const out = r->out;
    const size_t other = find_other(r, p, "fjsb");
    if (other < p->to)
        return expected_at(r, other, "f, ff, s, b or j before the drop atom @");
    const size_t at = r->at++;
    if (out->has_drop)
        return expected_at(r, at, "one drop atom @ at most");
    out->has_drop = true;
    for (size_t i = p->from; i < p->to; i++) {
        switch (r->text[i]) {
        case 'f': out->drop_per_file++; break; /* a prefix is shorter than 255 */
        case 'j': out->drop_not_back_rank = true; break;
        case 's': out->drop_per_shade = true; break;
        case 'b': out->drop_one = true; break;
        }
    }
    unsigned depth = 1;
    const size_t number = r->at;
    const shoogi_status status = read_number(r, &depth);
    if (status == SHOOGI_OK && depth == 0)
        return expected_at(r, number, "a number of ranks from 1 to 99");
    out->drop_depth = (uint8_t)depth;
    return status;
}

/* The directions of castling: those that the letters name, else along the rank. */
static shoogi_status read_castling_directions(reader *r, const prefix *p, uint8_t *directions)
{
    *directions = 0;
    for (size_t i = p->from; i < p->to; i++) {
        uint8_t set = 0;
        if (is_direction(r->text[i])) {
            const letter one = { r->text[i], i };
            size_t at = 0;
            const shoogi_status status = read_direction(r, &one, 1, &at, ORTHOGONAL, &set);
            if (status != SHOOGI_OK)
                return status;
        }
        *directions |= set;
    }
    if (*directions == 0)
        *directions = N2 | N6;
    return SHOOGI_OK;
}

/* [letters] "O" number: castling.  Without a number it is a null move, which no game here has. */
static shoogi_status read_castling(reader *r, const prefix *p)
{
    const size_t other = find_other(r, p, "fblrvshij");
    if (other < p->to)
        return expected_at(r, other, "a direction, i or j before O");
    uint8_t directions;
    shoogi_status status = read_castling_directions(r, p, &directions);
    if (status != SHOOGI_OK)
        return status;
    r->at++;
    const size_t number = r->at;
    const bool castles = shg_is_digit(peek(r));
    unsigned steps = 0;
    status = read_number(r, &steps);
    if (status != SHOOGI_OK || !castles)
        return status;
    if (steps == 0)
        return expected_at(r, number, "a number of squares from 1 to 99 after O");
    const shg_leg king = { .longer = 1 };
    shg_castle castle = { .steps = (uint8_t)steps };
    for (size_t i = p->from; i < p->to; i++) {
        castle.initial = castle.initial || r->text[i] == 'i';
        castle.second = castle.second || r->text[i] == 'j';
    }
    for (unsigned n = 0; n < 8; n++) {
        if (!(directions >> n & 1))
            continue;
        if (r->castle_count == SHG_CASTLES_MAX)
            return expected_at(r, p->from, "at most 32 ways to castle");
        int right, forward;
        shg_leg_step(&king, n, &right, &forward);
        castle.right = (int8_t)right;
        castle.forward = (int8_t)forward;
        r->castles[r->castle_count++] = castle;
    }
    return SHOOGI_OK;
}

/* [letters] "U": m and c reach any square by a table, other letters by a chain of one leg. */
static shoogi_status read_universal(reader *r, const prefix *p)
{
    const uint32_t plain = SHG_MODE_MOVE | SHG_MODE_CAPTURE;
    const size_t other = find_other(r, p, "mcdekt");
    if (other < p->to)
        return expected_at(r, other, "m, c, d, e, k or t before U");
    if (shg_is_digit(r->at + 1 < r->bytes ? r->text[r->at + 1] : '\0')) {
        r->at++;
        return expected_at(r, r->at, "a range from 1 to 99, or 0, after another atom than U");
    }
    shg_leg leg = { .modes = SHG_MODE_ANYWHERE, .directions = N0, .range = 1, .longer = 1 };
    for (size_t i = p->from; i < p->to; i++)
        leg.modes |= mode_of(r->text[i]);
    default_modes(&leg, true);
    r->at++;
    if (!(leg.modes & SHG_MODE_TAME)) {
        r->out->universal |= (uint8_t)(leg.modes & plain);
        leg.modes &= ~plain;
    }
    return leg.modes == SHG_MODE_ANYWHERE ? SHOOGI_OK : add_legs(r, &leg, 1, false);
}

static shoogi_status read_imitator(reader *r, const prefix *p)
{
    if (p->from < p->to)
        return expected_at(r, p->from, "I without letters");
    r->at++;
    r->out->imitates = true;
    return SHOOGI_OK;
}

static shoogi_status read_group(reader *r)
{
    r->group_at = r->at;
    if (peek(r) == '[')
        return read_bracket(r);
    if (peek(r) == ']')
        return expected_at(r, r->at, "\"[\" before \"]\"");
    prefix p;
    const shoogi_status status = read_prefix(r, &p);
    if (status != SHOOGI_OK)
        return status;
    switch (peek(r)) {
    case '[': return expected_at(r, p.from, "directions and modes inside the brackets");
    case '@': return read_drop(r, &p);
    case 'O': return read_castling(r, &p);
    case 'U': return read_universal(r, &p);
    case 'I': return read_imitator(r, &p);
    default: return read_chain(r, &p);
    }
}

/* Copies the result to the arena. */
static shoogi_status finish(reader *r, shg_betza *out)
{
    join_rides(r);
    shg_betza *const betza = r->out;
    betza->rides = shg_arena_array(r->arena, shg_ride, r->ride_count);
    betza->chains = shg_arena_array(r->arena, shg_chain, r->chain_count);
    betza->sweeps = shg_arena_array(r->arena, shg_ride, r->sweep_count);
    betza->castles = shg_arena_array(r->arena, shg_castle, r->castle_count);
    if (!betza->rides || !betza->chains || !betza->sweeps || !betza->castles)
        return SHOOGI_NO_MEMORY;
    memcpy(betza->castles, r->castles, r->castle_count * sizeof r->castles[0]);
    betza->castle_count = r->castle_count;
    memcpy(betza->sweeps, r->sweeps, r->sweep_count * sizeof r->sweeps[0]);
    betza->sweep_count = r->sweep_count;
    memcpy(betza->rides, r->rides, r->ride_count * sizeof r->rides[0]);
    memcpy(betza->chains, r->chains, r->chain_count * sizeof r->chains[0]);
    betza->ride_count = r->ride_count;
    betza->chain_count = r->chain_count;
    *out = *betza;
    return SHOOGI_OK;
}

shoogi_status shg_betza_read(shg_betza *out, shg_arena *arena, const char *text, size_t text_bytes,
                             shg_faults *faults)
{
    shg_betza betza = { 0 };
    reader r = {
        .text = text, .bytes = text_bytes, .faults = faults, .arena = arena, .out = &betza
    };
    if (text_bytes == 0)
        return expected_at(&r, 0, "a move, such as fW");
    while (r.at < r.bytes) {
        const shoogi_status status = read_group(&r);
        if (status != SHOOGI_OK)
            return status;
    }
    return finish(&r, out);
}
