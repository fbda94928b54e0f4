#include "core/definition/ini.h"

#include "base/text.h"
#include "core/definition/definition.h"
#include "core/definition/ini_text.h"
#include "shoogi/variant.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- the tables ---------------------------------------------------------------------------------- */

enum { ROLE_READ, ROLE_ONLY, ROLE_LOOK, ROLE_SAME, ROLE_BOTH };
enum { KIND_BOOL, KIND_COUNT, KIND_FILE_COUNT, KIND_VALUE, KIND_PIECES, KIND_SQUARES, KIND_TEXT };

/* The options that are read come first, under their idents. */
enum option {
#define READ(ident, name, kind, usual) OPTION_##ident,
#define ONLY(name, kind, value)
#define LOOK(name)
#define SAME(name, ident)
#define BOTH(name, white, black)
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
    OPTIONS_READ,
    OPTIONS_READ_LAST = OPTIONS_READ - 1,
#define READ(ident, name, kind, usual)
#define ONLY(name, kind, value) OPTION_ONLY_##name,
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
#undef LOOK
#undef SAME
#undef BOTH
    OPTIONS
};

static const struct row {
    const char *name;
    uint8_t role, kind;
    const char *usual;      /* "": no value */
    uint16_t first, second; /* the options that take the value */
} rows[] = {
#define READ(ident, name, kind, usual)                                                             \
    { #name, ROLE_READ, KIND_##kind, usual, OPTION_##ident, OPTION_##ident },
#define ONLY(name, kind, value)                                                                    \
    { #name, ROLE_ONLY, KIND_##kind, value, OPTION_ONLY_##name, OPTION_ONLY_##name },
#define LOOK(name)        { #name, ROLE_LOOK, KIND_TEXT, "", 0, 0 },
#define SAME(name, ident) { #name, ROLE_SAME, KIND_TEXT, "", OPTION_##ident, OPTION_##ident },
#define BOTH(name, white, black)                                                                   \
    { #name, ROLE_BOTH, KIND_TEXT, "", OPTION_##white, OPTION_##black },
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
#undef LOOK
#undef SAME
#undef BOTH
};
enum { ROWS = sizeof rows / sizeof rows[0] };

enum type {
#define PIECE(option, moves, name) TYPE_##option,
#include "core/definition/ini_pieces.def"
#undef PIECE
    TYPE_CUSTOM,
    CUSTOMS = 25,
    TYPE_KING = TYPE_CUSTOM + CUSTOMS,
    TYPES
};
_Static_assert(TYPES < 64, "a set of types is a word");

static const struct type_row {
    const char *option, *moves, *name;
} type_rows[TYPE_CUSTOM] = {
#define PIECE(option, moves, name) [TYPE_##option] = { #option, moves, name },
#include "core/definition/ini_pieces.def"
#undef PIECE
};

static const struct game {
    const char *name, *base, *options;
} games[] = {
#define GAME(name, base, options) { name, base, options },
#include "core/definition/ini_games.def"
#undef GAME
};
enum { GAMES = sizeof games / sizeof games[0] };

/* --- what has been read -------------------------------------------------------------------------- */

enum {
    FILES_MAX = 26,
    RANKS_MAX = 36,
    LETTERS = 26,
    CHAIN_BUILT_IN_MAX = 8,
    MOVES_BYTES_MAX = 200
};
enum { WHITE, BLACK };
enum { ALL_TYPES = 63 };

/* A section of the file, from the line after its name to the next. */
typedef struct section {
    shg_span name, base, header;
    const char *from, *to;
} section;

/* A square of the initial position. */
typedef struct cell {
    int8_t type; /* -1: empty */
    bool promoted, black, hole;
} cell;

typedef struct area {
    bool in[RANKS_MAX][FILES_MAX];
} area;

typedef struct ini {
    shg_ini_text *out;
    shg_faults *faults;
    shg_span header;               /* the name of the game */
    shg_span place;                /* of values that are not in the file */
    bool built_in;                 /* the text being read is not in the file */
    shg_ini_value option[OPTIONS]; /* text.bytes NULL: not given */
    uint64_t set[OPTIONS_READ];    /* of PIECES */
    bool given[OPTIONS];           /* in the section being read */
    shg_ini_value type[TYPES], mobility[2][TYPES];
    bool type_given[TYPES];
    char letter[TYPES];     /* in lower case; 0: not in the game */
    int8_t promoted[TYPES]; /* -1: none */
    shg_span promoted_at[TYPES];
    int files, ranks;
    cell board[RANKS_MAX][FILES_MAX]; /* rank 0 is White's */
    unsigned hand[TYPES][2];
    bool has_hand, used[TYPES];
    bool promoted_used[TYPES];
    bool black_first;
    int checks[2];     /* that win, in startFen; 0: it has no count */
    shg_span rights;   /* to castle, of startFen */
    area white, black; /* scratch */
} ini;

/* A kind of piece of the definition. */
typedef struct kind {
    int type; /* what it is, unpromoted */
    bool promoted;
} kind;

static int moves_type(const ini *g, kind k)
{
    return k.promoted ? g->promoted[k.type] : k.type;
}

/* --- lines --------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static shg_span trimmed(const char *from, const char *to)
{
    while (from < to && is_blank(*from))
        from++;
    while (to > from && is_blank(to[-1]))
        to--;
    return (shg_span){ from, (size_t)(to - from) };
}

/* The next line without spaces around it, and without the tag that ends lines in texts copied from a page. */
static bool next_line(shg_span *line, const char **at, const char *end)
{
    if (*at >= end)
        return false;
    const char *const stop = memchr(*at, '\n', (size_t)(end - *at));
    const char *const to = stop ? stop : end;
    *line = trimmed(*at, to);
    static const char tag[] = "<br>";
    const size_t count = sizeof tag - 1;
    if (line->count >= count && shg_text_same(line->bytes + line->count - count, count, tag, count))
        *line = trimmed(line->bytes, line->bytes + line->count - count);
    *at = stop ? stop + 1 : end;
    return true;
}

static bool is_comment(shg_span line)
{
    return line.count == 0 || line.bytes[0] == '#' || line.bytes[0] == ';' ||
           shg_span_is(line, "<hr>") || (line.count >= 3 && memcmp(line.bytes, "```", 3) == 0);
}

/* [name] or [name:base] */
static bool read_header(section *s, shg_span line)
{
    const char *const close = line.count > 0 ? memchr(line.bytes, ']', line.count) : NULL;
    if (!close || line.bytes[0] != '[' || close + 1 != line.bytes + line.count)
        return false;
    const char *const colon = memchr(line.bytes, ':', line.count);
    s->header = line;
    s->name = trimmed(line.bytes + 1, colon ? colon : close);
    s->base = colon ? trimmed(colon + 1, close) : (shg_span){ close, 0 };
    return s->name.count > 0 && s->name.count <= SHG_TITLE_CHARACTERS_MAX;
}

static const char *text_start(const char *text, size_t text_bytes)
{
    return text_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
}

bool shg_ini_is(const char *text, size_t text_bytes)
{
    shg_span line;
    const char *const end = text + text_bytes;
    bool begun = false;
    for (const char *at = text_start(text, text_bytes); next_line(&line, &at, end);) {
        section s;
        /* A forum's [code] has its end. */
        if (begun && line.count >= 2 && line.bytes[0] == '[' && line.bytes[1] == '/')
            return false;
        if (!begun && !is_comment(line) && !read_header(&s, line))
            return false;
        begun = begun || !is_comment(line);
    }
    return begun;
}

/* --- values -------------------------------------------------------------------------------------- */

static shg_span place_of(const shg_ini_value *value)
{
    return value->place;
}

static const struct row *row_of(unsigned option)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].role <= ROLE_ONLY && rows[i].first == option)
            return &rows[i];
    return NULL;
}

/* The value of an option, or its default, which has the place of the header. */
static shg_ini_value value_of(const ini *g, unsigned option)
{
    if (g->option[option].text.bytes)
        return g->option[option];
    const char *const usual = row_of(option)->usual;
    return (shg_ini_value){ { usual, strlen(usual) }, g->header };
}

static bool is_given(const ini *g, unsigned option)
{
    return g->option[option].text.bytes != NULL;
}

static bool is_true(const ini *g, unsigned option)
{
    const shg_ini_value value = value_of(g, option);
    if (value.text.count == 4 && memcmp(value.text.bytes, "true", 4) == 0)
        return true;
    if (value.text.count != 5 || memcmp(value.text.bytes, "false", 5) != 0)
        shg_fault_text(g->faults, place_of(&value), "true or false");
    return false;
}

static int count_of(const ini *g, unsigned option, int least, int most)
{
    const shg_ini_value value = value_of(g, option);
    int number = 0;
    size_t at = 0;
    for (; at < value.text.count && shg_is_digit(value.text.bytes[at]); at++)
        if (number < 100000)
            number = number * 10 + (value.text.bytes[at] - '0');
    if (at > 0 && at == value.text.count && number >= least && number <= most)
        return number;
    shg_fault_text_format(g->faults, place_of(&value), "a whole number from %d to %d", least, most);
    return least;
}

/* The index in "draw|loss|win|none". */
enum { VALUE_DRAW, VALUE_LOSS, VALUE_WIN, VALUE_NONE };

static int result_of(const ini *g, unsigned option)
{
    static const char words[] = "draw|loss|win|none";
    const shg_ini_value value = value_of(g, option);
    const int word = shg_word_index(words, value.text);
    if (word < 0)
        shg_fault_words(g->faults, place_of(&value), words);
    return word < 0 ? VALUE_DRAW : word;
}

/* Reports that there is no rule like this. */
static void refuse(const ini *g, unsigned option, const char *expected)
{
    const shg_ini_value value = value_of(g, option);
    shg_fault_rules(g->faults, place_of(&value), expected);
}

/* The type with a letter; -1: none. */
static int type_of(const ini *g, char letter)
{
    for (int t = 0; t < TYPES; t++)
        if (g->letter[t] != '\0' && g->letter[t] == shg_lower(letter))
            return t;
    return -1;
}

static uint64_t read_set(const ini *g, const shg_ini_value *value)
{
    uint64_t set = 0;
    for (size_t at = 0; at < value->text.count; at++) {
        const char c = value->text.bytes[at];
        if (is_blank(c) || c == '-')
            continue;
        const int t = c == '*' ? (int)ALL_TYPES : type_of(g, c);
        if (t >= 0)
            set |= UINT64_C(1) << t;
        else
            shg_fault_text(g->faults, shg_ini_place(g->out, value, at, 1),
                           "the letter of a piece of this game");
    }
    return set;
}

/* Squares: "d4", "*7" for a rank, "c*" for a file, "-" for none.  Those off the board do not matter. */
static void read_area(const ini *g, area *out, unsigned option, const shg_ini_value *given)
{
    const shg_ini_value value = given ? *given : value_of(g, option);
    memset(out, 0, sizeof *out);
    for (size_t at = 0; at < value.text.count;) {
        const char c = value.text.bytes[at];
        if (is_blank(c) || c == '-') {
            at++;
            continue;
        }
        const size_t start = at++;
        int rank = 0;
        const size_t digits = at;
        bool whole_file = false;
        for (; at < value.text.count && shg_is_digit(value.text.bytes[at]) && at < digits + 2; at++)
            rank = rank * 10 + (value.text.bytes[at] - '0');
        if (at == digits && at < value.text.count && value.text.bytes[at] == '*') {
            whole_file = true;
            at++;
        }
        const bool ends = at == value.text.count || is_blank(value.text.bytes[at]);
        if ((c != '*' && !shg_is_letter(c)) || at == digits || !ends || (whole_file && c == '*')) {
            shg_fault_text(g->faults, shg_ini_place(g->out, &value, start, at - start),
                           "a square such as d4, a rank such as *7, or a file such as c*");
            return;
        }
        for (int r = 0; r < g->ranks; r++)
            for (int f = 0; f < g->files; f++)
                if ((whole_file || r + 1 == rank) && (c == '*' || f == shg_lower(c) - 'a'))
                    out->in[r][f] = true;
    }
}

/* Whether the areas are one for each side, as the board is seen by it. */
static bool areas_match(const ini *g, const area *white, const area *black)
{
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (white->in[r][f] != black->in[g->ranks - 1 - r][g->files - 1 - f])
                return false;
    return true;
}

/* The number of whole ranks of an area, which all begin with the first or end with the last; -1: it is another area. */
static int whole_ranks(const ini *g, const area *a, bool from_first)
{
    int count = 0;
    while (count < g->ranks && a->in[from_first ? count : g->ranks - 1 - count][0])
        count++;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (a->in[r][f] != (from_first ? r < count : r >= g->ranks - count))
                return -1;
    return count;
}

/* --- sections ------------------------------------------------------------------------------------ */

static bool same(shg_span a, const char *b)
{
    return a.count == strlen(b) && memcmp(a.bytes, b, a.count) == 0;
}

/* The type with this option; -1: none. */
static int type_named(shg_span name)
{
    static const char custom[] = "customPiece";
    const size_t count = sizeof custom - 1;
    if (same(name, "king"))
        return TYPE_KING;
    for (int t = 0; t < TYPE_CUSTOM; t++)
        if (same(name, type_rows[t].option))
            return t;
    if (name.count <= count || name.count > count + 2 || memcmp(name.bytes, custom, count) != 0 ||
        name.bytes[count] == '0')
        return -1;
    int number = 0;
    for (size_t i = count; i < name.count; i++) {
        if (!shg_is_digit(name.bytes[i]))
            return -1;
        number = number * 10 + (name.bytes[i] - '0');
    }
    return number <= CUSTOMS ? TYPE_CUSTOM + number - 1 : -1;
}

/* mobilityRegionWhiteKing: its side and type; false: another name. */
static bool read_mobility(int *side, int *type, shg_span name)
{
    static const char *const beginnings[] = {
        [WHITE] = "mobilityRegionWhite", [BLACK] = "mobilityRegionBlack"
    };
    for (*side = WHITE; *side <= BLACK; ++*side) {
        const size_t count = strlen(beginnings[*side]);
        char rest[32];
        if (name.count <= count || name.count - count >= sizeof rest ||
            memcmp(name.bytes, beginnings[*side], count) != 0)
            continue;
        memcpy(rest, name.bytes + count, name.count - count);
        rest[0] = shg_lower(rest[0]);
        *type = type_named((shg_span){ rest, name.count - count });
        return *type >= 0;
    }
    return false;
}

static const struct row *find_row(shg_span name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (same(name, rows[i].name))
            return &rows[i];
    return NULL;
}

static void set_option(ini *g, unsigned option, shg_ini_value value)
{
    g->option[option] = value;
    g->given[option] = true;
}

/* The value of a line. */
static shg_ini_value value_at(const ini *g, shg_span text)
{
    return (shg_ini_value){ text, g->built_in ? g->place : text };
}

static void read_option(ini *g, shg_span name, shg_span text)
{
    const shg_ini_value value = value_at(g, text);
    const struct row *const row = find_row(name);
    int side, type = type_named(name);
    if (row) {
        if (row->role != ROLE_BOTH && row->role != ROLE_LOOK)
            set_option(g, row->first, value);
    } else if (type >= 0) {
        g->type[type] = value;
        g->type_given[type] = true;
    } else if (read_mobility(&side, &type, name)) {
        g->mobility[side][type] = value;
    } else {
        shg_fault_text(g->faults, g->built_in ? g->place : name, "an option of variants.ini");
    }
}

/* Values for both sides count less than those for one side, wherever they stand. */
static void read_option_of_both(ini *g, shg_span name, shg_span text)
{
    const struct row *const row = find_row(name);
    if (!row || row->role != ROLE_BOTH)
        return;
    set_option(g, row->first, value_at(g, text));
    set_option(g, row->second, value_at(g, text));
}

static void read_lines(ini *g, const char *from, const char *to, bool both)
{
    shg_span line;
    while (next_line(&line, &from, to)) {
        if (is_comment(line))
            continue;
        const char *const equals = memchr(line.bytes, '=', line.count);
        if (!equals || equals == line.bytes) {
            if (!both)
                shg_fault_text(g->faults, line, "an option, \"=\" and its value");
            continue;
        }
        (both ? read_option_of_both : read_option)(g, trimmed(line.bytes, equals),
                                                   trimmed(equals + 1, line.bytes + line.count));
    }
}

static void remove_letter(ini *g, int type)
{
    g->letter[type] = '\0';
    g->promoted[type] = -1;
}

/* A letter, or a letter with moves: x:Betza.  Other pieces lose the letter. */
static void read_type(ini *g, int type)
{
    const shg_ini_value *const value = &g->type[type];
    const shg_span text = value->text;
    const char c = text.count > 0 ? text.bytes[0] : '\0';
    const bool custom = type >= TYPE_CUSTOM && type < TYPE_KING;
    if (c == '-' && text.count == 1) {
        remove_letter(g, type);
        return;
    }
    if (!shg_is_letter(c)) {
        shg_fault_text(g->faults, place_of(value), "a letter, or - for no such piece");
        return;
    }
    if (text.count > 1 ? (type < TYPE_CUSTOM || text.bytes[1] != ':') : custom) {
        shg_fault_text(g->faults, shg_ini_place(g->out, value, 1, text.count - 1),
                       type < TYPE_CUSTOM ? "one letter" : "\":\" and the moves");
        return;
    }
    if (text.count > MOVES_BYTES_MAX) {
        shg_fault_text(g->faults, place_of(value), "moves of at most 200 letters");
        return;
    }
    const int other = type_of(g, c);
    if (other >= 0 && other != type) {
        if (g->type_given[other] && other < type)
            shg_fault_text(g->faults, place_of(value), "a letter that no other piece has");
        remove_letter(g, other);
    }
    g->letter[type] = shg_lower(c);
}

/* "p:g s:g b:-": adds to what the bases say. */
static void read_promoted(ini *g)
{
    const shg_ini_value *const value = &g->option[OPTION_PROMOTED_TYPE];
    const shg_span text = value->text;
    for (size_t at = 0; at < text.count;) {
        if (is_blank(text.bytes[at])) {
            at++;
            continue;
        }
        size_t end = at;
        while (end < text.count && !is_blank(text.bytes[end]))
            end++;
        const char to = end - at == 3 ? text.bytes[at + 2] : '\0';
        const int from_type = type_of(g, text.bytes[at]);
        const int to_type = to == '-' ? -1 : type_of(g, to);
        const shg_span place = shg_ini_place(g->out, value, at, end - at);
        if (end - at != 3 || text.bytes[at + 1] != ':' || from_type < 0 ||
            (to != '-' && to_type < 0)) {
            shg_fault_text(g->faults, place, "letters of two pieces of this game, such as p:g");
            return;
        }
        g->promoted[from_type] = (int8_t)to_type;
        g->promoted_at[from_type] = place;
        at = end;
    }
}

/* Reads what a section adds to its base. */
static void read_section(ini *g, const char *from, const char *to)
{
    memset(g->given, 0, sizeof g->given);
    memset(g->type_given, 0, sizeof g->type_given);
    read_lines(g, from, to, true);
    read_lines(g, from, to, false);
    for (int t = 0; t < TYPES; t++)
        if (g->type_given[t])
            read_type(g, t);
    /* Sets of pieces mean the types that have the letters here. */
    for (unsigned i = 0; i < OPTIONS_READ; i++)
        if (g->given[i] && row_of(i)->kind == KIND_PIECES)
            g->set[i] = read_set(g, &g->option[i]);
    if (g->given[OPTION_PROMOTED_TYPE])
        read_promoted(g);
    /* An earlier way to say something replaces the regions of a base. */
    static const struct replaced {
        unsigned by, first, second;
    } replaced[] = {
        { OPTION_PROMOTION_RANK, OPTION_PROMOTION_WHITE, OPTION_PROMOTION_BLACK },
        { OPTION_DOUBLE_RANK, OPTION_DOUBLE_WHITE, OPTION_DOUBLE_BLACK },
    };
    for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++) {
        const struct replaced *const r = &replaced[i];
        if (g->given[r->by] && !g->given[r->first] && !g->given[r->second])
            g->option[r->first] = g->option[r->second] = (shg_ini_value){ 0 };
        else if (g->given[r->first] || g->given[r->second])
            g->option[r->by] = (shg_ini_value){ 0 };
    }
}

/* --- finding the game ---------------------------------------------------------------------------- */

/* The sections of the file. */
static size_t find_sections(section *sections, shg_faults *faults)
{
    const char *const text = faults->sources[0].bytes;
    const char *const end = text + faults->sources[0].count;
    size_t count = 0;
    shg_span line;
    for (const char *at = text_start(text, faults->sources[0].count); next_line(&line, &at, end);) {
        if (line.count == 0 || line.bytes[0] != '[')
            continue;
        if (count > 0)
            sections[count - 1].to = line.bytes;
        if (count == SHG_INI_GAMES_MAX) {
            shg_fault_text(faults, line, "at most 1000 games");
            return count;
        }
        section *const s = &sections[count++];
        if (!read_header(s, line)) {
            shg_fault_text(faults, line, "[name] or [name:base], the name of at most 60 letters");
            return count;
        }
        s->from = at;
        s->to = end;
    }
    return count;
}

static bool spans_are(shg_span a, shg_span b)
{
    return a.count == b.count && memcmp(a.bytes, b.bytes, a.count) == 0;
}

static const struct game *find_game(const char *name, size_t count)
{
    for (size_t i = 0; i < GAMES; i++)
        if (strlen(games[i].name) == count && memcmp(games[i].name, name, count) == 0)
            return &games[i];
    return NULL;
}

/* Reads a built-in game and its bases, the first of them first. */
static void read_game(ini *g, const struct game *game)
{
    const struct game *chain[CHAIN_BUILT_IN_MAX];
    size_t count = 0;
    for (; game; game = find_game(game->base, strlen(game->base))) {
        assert(count < CHAIN_BUILT_IN_MAX);
        chain[count++] = game;
    }
    g->built_in = true;
    while (count > 0) {
        const char *const options = chain[--count]->options;
        read_section(g, options, options + strlen(options));
    }
    g->built_in = false;
}

/* Reads a section on top of its bases, which stand before it in the file.  chain: [SHG_INI_GAMES_MAX] */
static void read_chain(ini *g, const section *sections, size_t chosen, size_t *chain)
{
    size_t count = 0;
    for (size_t at = chosen;;) {
        const section *const s = &sections[at];
        chain[count++] = at;
        if (s->base.count == 0)
            break;
        while (at > 0 && !spans_are(sections[at - 1].name, s->base))
            at--;
        if (at > 0) {
            at--;
            continue;
        }
        const struct game *const game = find_game(s->base.bytes, s->base.count);
        g->place = s->base;
        if (game)
            read_game(g, game);
        else
            shg_fault_rules(g->faults, s->base,
                            "a game before this one, or one built into Fairy-Stockfish that can be "
                            "said here");
        break;
    }
    while (count > 0) {
        const section *const s = &sections[chain[--count]];
        read_section(g, s->from, s->to);
    }
}

/* --- the initial position ------------------------------------------------------------------------ */

/* One piece of the FEN at *at: a letter, optionally after +, optionally before ~. */
static bool read_piece(const ini *g, cell *out, const shg_ini_value *fen, size_t *at)
{
    const shg_span text = fen->text;
    const size_t start = *at;
    out->promoted = text.bytes[*at] == '+';
    *at += out->promoted;
    const char c = *at < text.count ? text.bytes[*at] : '\0';
    const int type = shg_is_letter(c) ? type_of(g, c) : -1;
    if (type < 0 || (out->promoted && g->promoted[type] < 0)) {
        const size_t end = *at < text.count ? *at + 1 : text.count;
        shg_fault_text(g->faults, shg_ini_place(g->out, fen, start, end - start),
                       type < 0 ? "the letter of a piece of this game"
                                : "a piece that promotes (promotedPieceType)");
        return false;
    }
    ++*at;
    if (*at < text.count && text.bytes[*at] == '~')
        ++*at;
    out->type = (int8_t)type;
    out->black = c >= 'a' && c <= 'z';
    return true;
}

static bool read_hand(ini *g, const shg_ini_value *fen, size_t *at)
{
    const shg_span text = fen->text;
    g->has_hand = true;
    for (++*at; *at < text.count && text.bytes[*at] != ']';) {
        cell piece = { 0 };
        if (text.bytes[*at] == '-') {
            ++*at;
            continue;
        }
        if (text.bytes[*at] == '+' || !read_piece(g, &piece, fen, at)) {
            shg_fault_text(g->faults, shg_ini_place(g->out, fen, *at, 1), "pieces in hand, and ]");
            return false;
        }
        g->hand[piece.type][piece.black ? BLACK : WHITE]++;
    }
    *at += *at < text.count;
    return true;
}

/* Reads the board; false after a fault. */
static bool read_board(ini *g, const shg_ini_value *fen, size_t *at)
{
    const shg_span text = fen->text;
    int rank = g->ranks - 1, file = 0;
    for (; *at < text.count && text.bytes[*at] != ' ' && text.bytes[*at] != '[';) {
        const char c = text.bytes[*at];
        const size_t start = *at;
        if (c == '/') {
            if (rank == 0 || file != g->files)
                break;
            rank--;
            file = 0;
            ++*at;
            continue;
        }
        int run = 0;
        if (shg_is_digit(c)) {
            while (*at < text.count && shg_is_digit(text.bytes[*at]) && run < 100)
                run = run * 10 + (text.bytes[(*at)++] - '0');
        }
        const bool hole = c == '*';
        const int needed = run > 0 ? run : 1;
        if (needed > g->files - file || (shg_is_digit(c) && run == 0)) {
            shg_fault_text_format(g->faults,
                                  shg_ini_place(g->out, fen, start, *at > start ? *at - start : 1),
                                  "%d squares on each rank (maxFile)", g->files);
            return false;
        }
        if (hole) {
            g->board[rank][file].hole = true;
            ++*at;
        } else if (run == 0 && !read_piece(g, &g->board[rank][file], fen, at)) {
            return false;
        }
        file += needed;
    }
    if (rank != 0 || file != g->files) {
        shg_fault_text_format(g->faults, shg_ini_place(g->out, fen, *at, *at < text.count ? 1 : 0),
                              "%d ranks of %d squares (maxRank, maxFile)", g->ranks, g->files);
        return false;
    }
    return true;
}

/* A count of checks, 3+3; false: another word. */
static bool read_checks(ini *g, shg_span word)
{
    int count[2] = { 0, 0 };
    size_t at = 0;
    for (int side = WHITE; side <= BLACK; side++) {
        if (side == BLACK && (at >= word.count || word.bytes[at++] != '+'))
            return false;
        const size_t digits = at;
        for (; at < word.count && shg_is_digit(word.bytes[at]) && at < digits + 3; at++)
            count[side] = count[side] * 10 + (word.bytes[at] - '0');
        if (at == digits)
            return false;
    }
    if (at < word.count)
        return false;
    memcpy(g->checks, count, sizeof count);
    return true;
}

/* The words after the board: whose turn it is, rights to castle, and a count of checks. */
static void read_rest(ini *g, const shg_ini_value *fen, size_t at)
{
    const shg_span text = fen->text;
    for (int word = 0; at < text.count; word++) {
        while (at < text.count && is_blank(text.bytes[at]))
            at++;
        const size_t start = at;
        while (at < text.count && !is_blank(text.bytes[at]))
            at++;
        if (word == 0 && at - start == 1)
            g->black_first = text.bytes[start] == 'b';
        if (word == 0 && (at - start != 1 || !strchr("wb", text.bytes[start])))
            shg_fault_text(g->faults, shg_ini_place(g->out, fen, start, at - start), "w or b");
        if (word == 1 && start < at)
            g->rights =
                (shg_span){ text.bytes + start, shg_is_digit(text.bytes[start]) ? 0 : at - start };
        (void)read_checks(g, (shg_span){ text.bytes + start, at - start });
    }
}

static void read_position(ini *g)
{
    for (int r = 0; r < RANKS_MAX; r++)
        for (int f = 0; f < FILES_MAX; f++)
            g->board[r][f] = (cell){ .type = -1 };
    const shg_ini_value fen = value_of(g, OPTION_START_FEN);
    size_t at = 0;
    if (!read_board(g, &fen, &at))
        return;
    if (at < fen.text.count && fen.text.bytes[at] == '[' && !read_hand(g, &fen, &at))
        return;
    read_rest(g, &fen, at);
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++) {
            const cell *const c = &g->board[r][f];
            if (c->type < 0)
                continue;
            g->used[c->type] = true;
            g->promoted_used[c->type] = g->promoted_used[c->type] || c->promoted;
        }
    for (int t = 0; t < TYPES; t++)
        g->used[t] = g->used[t] || g->hand[t][WHITE] + g->hand[t][BLACK] > 0;
}

/* Whether turning the board (rotate) or reflecting it leaves the position as it is with the sides exchanged. */
static bool is_symmetric(const ini *g, bool rotate)
{
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++) {
            const cell *const a = &g->board[r][f];
            const cell *const b = &g->board[g->ranks - 1 - r][rotate ? g->files - 1 - f : f];
            if (a->type != b->type || a->promoted != b->promoted || a->hole != b->hole ||
                (a->type >= 0 && a->black == b->black))
                return false;
        }
    return true;
}

/* --- the rules ----------------------------------------------------------------------------------- */

/* How the pieces of a game promote. */
typedef struct promotion {
    uint64_t pawns, choices; /* as in chess */
    int zone;                /* ranks; 0: there is no promotion */
    bool pairs;
} promotion;

static uint64_t of_both(const ini *g, unsigned white, unsigned black, uint64_t usual)
{
    const uint64_t first = is_given(g, white) ? g->set[white] : usual;
    const uint64_t second = is_given(g, black) ? g->set[black] : usual;
    if (first != second)
        refuse(g, is_given(g, black) ? black : white, "the same pieces for both sides");
    return first;
}

static bool any_used(const ini *g, uint64_t set)
{
    for (int t = 0; t < TYPES; t++)
        if ((set >> t & 1) && g->used[t])
            return true;
    return false;
}

/* The number of ranks at the far side where pieces promote. */
static int read_zone(ini *g)
{
    if (is_given(g, OPTION_PROMOTION_RANK)) {
        const int rank = count_of(g, OPTION_PROMOTION_RANK, 1, g->ranks);
        return g->ranks - rank + 1;
    }
    read_area(g, &g->white, OPTION_PROMOTION_WHITE, NULL);
    read_area(g, &g->black, OPTION_PROMOTION_BLACK, NULL);
    if (shg_faults_any(g->faults))
        return 0;
    const int white = whole_ranks(g, &g->white, false), black = whole_ranks(g, &g->black, true);
    if (white < 0 || white != black)
        refuse(g,
               is_given(g, OPTION_PROMOTION_WHITE) ? OPTION_PROMOTION_WHITE
                                                   : OPTION_PROMOTION_BLACK,
               "whole ranks up to the last one, as many for both sides");
    return white < 0 ? 0 : white;
}

static void read_promotion(ini *g, promotion *p)
{
    const uint64_t chess = UINT64_C(1) << TYPE_queen | UINT64_C(1) << TYPE_rook |
                           UINT64_C(1) << TYPE_bishop | UINT64_C(1) << TYPE_knight;
    *p = (promotion){ 0 };
    p->pawns = of_both(g, OPTION_PROMOTION_PAWNS_WHITE, OPTION_PROMOTION_PAWNS_BLACK,
                       UINT64_C(1) << TYPE_pawn);
    const uint64_t choices =
        of_both(g, OPTION_PROMOTION_TYPES_WHITE, OPTION_PROMOTION_TYPES_BLACK, chess);
    for (int t = 0; t < TYPES; t++) {
        if ((choices >> t & 1) && g->letter[t] != '\0' && any_used(g, p->pawns))
            p->choices |= UINT64_C(1) << t;
        if (!g->used[t])
            p->pawns &= ~(UINT64_C(1) << t);
        p->pairs = p->pairs || (g->used[t] && g->promoted[t] >= 0);
    }
    if (p->choices == 0)
        p->pawns = 0;
    if (p->pawns || p->pairs)
        p->zone = read_zone(g);
    if (p->pawns && p->pairs && p->zone > 0)
        refuse(g, is_given(g, OPTION_PROMOTED_TYPE) ? OPTION_PROMOTED_TYPE : OPTION_PROMOTION_RANK,
               "either pieces that promote to a chosen piece, as in chess, or pairs of pieces");
    if (p->pawns && p->zone > 0 && is_given(g, OPTION_PROMOTION_LIMIT) &&
        value_of(g, OPTION_PROMOTION_LIMIT).text.count > 0)
        refuse(g, OPTION_PROMOTION_LIMIT, "no limit of promotions");
    for (int t = 0; t < TYPES && p->zone > 0; t++)
        if (p->choices >> t & 1)
            g->used[t] = true;
}

/* The kinds in their order: first those that promote, then the others, then the promoted ones. */
static size_t list_kinds(const ini *g, const promotion *p, kind *kinds, size_t *promoting)
{
    size_t count = 0;
    for (int last = 0; last < 2; last++) {
        for (int t = 0; t < TYPES; t++) {
            const bool promotes =
                p->zone > 0 && (p->pawns ? (p->pawns >> t & 1) != 0 : g->promoted[t] >= 0);
            if (g->used[t] && promotes == (last == 0))
                kinds[count++] = (kind){ t, false };
        }
        if (last == 0)
            *promoting = count;
    }
    for (int t = 0; t < TYPES; t++)
        if (g->used[t] && g->promoted[t] >= 0 && (p->zone > 0 || g->promoted_used[t]))
            kinds[count++] = (kind){ t, true };
    return count;
}

/* A parameter with the place of the option that it follows from. */
static void put_parameter(const ini *g, unsigned option, const char *name, const char *value)
{
    const shg_ini_value from = value_of(g, option);
    shg_ini_put_format(g->out, place_of(&from), "%s=%s\n", name, value);
}

static void put_promotion(const ini *g, const promotion *p, size_t promoting)
{
    char text[LETTERS + 8];
    if (p->zone == 0) {
        /* Without it the first kind would promote as in chess. */
        put_parameter(g, OPTION_PROMOTED_TYPE, "maxPromote", "0");
        return;
    }
    const unsigned from =
        is_given(g, OPTION_PROMOTION_RANK) ? OPTION_PROMOTION_RANK : OPTION_PROMOTION_WHITE;
    snprintf(text, sizeof text, "%d", p->zone);
    put_parameter(g, from, "promoZone", text);
    snprintf(text, sizeof text, "%zu", promoting);
    put_parameter(g, from, "maxPromote", text);
    if (p->pawns) {
        size_t count = 0;
        for (int t = 0; t < TYPES; t++)
            if (p->choices >> t & 1)
                text[count++] = shg_upper(g->letter[t]);
        text[count] = '\0';
        put_parameter(g, OPTION_PROMOTION_TYPES_WHITE, "promoChoice", text);
        put_parameter(g, from, "promoWhen", "end");
        put_parameter(g, OPTION_MANDATORY_PAWN, "promoMust",
                      is_true(g, OPTION_MANDATORY_PAWN) ? "1" : "0");
        return;
    }
    const bool must = is_true(g, OPTION_MANDATORY_PIECE), captures = is_true(g, OPTION_ON_CAPTURE);
    put_parameter(g, OPTION_PROMOTED_TYPE, "promoChoice", "+");
    put_parameter(g, OPTION_DROP_PROMOTED, "dropFaces",
                  is_true(g, OPTION_DROP_PROMOTED) ? "1" : "0");
    if (is_true(g, OPTION_DEMOTION)) {
        if (!must || p->zone != g->ranks)
            refuse(g, OPTION_DEMOTION,
                   "demotion with mandatoryPiecePromotion = true and the whole board as region");
        put_parameter(g, OPTION_DEMOTION, "flip", captures ? "capture" : "move");
        return;
    }
    if (captures && p->zone != g->ranks)
        refuse(g, OPTION_ON_CAPTURE, "the whole board as region of promotion by captures");
    put_parameter(g, captures ? OPTION_ON_CAPTURE : from, "promoWhen",
                  captures ? "capture" : "touch");
    put_parameter(g, OPTION_MANDATORY_PIECE, "promoMust", must ? "1" : "0");
}

static void put_drops(const ini *g)
{
    const bool drops = is_true(g, OPTION_DROPS), to_hand = is_true(g, OPTION_TO_HAND);
    const bool loop = is_true(g, OPTION_DROP_LOOP);
    bool in_hand = false;
    for (int t = 0; t < TYPES; t++)
        in_hand = in_hand || g->hand[t][WHITE] + g->hand[t][BLACK] > 0;
    put_parameter(g, to_hand ? OPTION_TO_HAND : OPTION_DROPS, "holdingsType",
                  !to_hand ? "0"
                  : loop   ? "-2"
                           : "-1");
    put_parameter(g, OPTION_DROPS, "drop",
                  !drops    ? "none"
                  : to_hand ? "any"
                  : in_hand ? "own"
                            : "none");
    const char *const moves = is_true(g, OPTION_IMMOBILITY) ? "1" : "0";
    put_parameter(g, OPTION_IMMOBILITY, "dropDead", moves);
    put_parameter(g, OPTION_IMMOBILITY, "mustMove", moves);
    if (is_true(g, OPTION_DROP_MATE) && g->used[TYPE_shogiPawn]) {
        const char pawn[2] = { shg_upper(g->letter[TYPE_shogiPawn]), '\0' };
        put_parameter(g, OPTION_DROP_MATE, "dropMate", pawn);
    }
    if (is_true(g, OPTION_DROP_CHECKS))
        return;
    char ids[2 * LETTERS + 1];
    size_t count = 0;
    for (int t = 0; t < TYPES; t++) {
        if (!g->used[t])
            continue;
        if (count > 0)
            ids[count++] = ',';
        ids[count++] = shg_upper(g->letter[t]);
    }
    ids[count] = '\0';
    put_parameter(g, OPTION_DROP_CHECKS, "dropCheck", ids);
}

/* The kinds of types that must not be lost, each of which is royal. */
static uint64_t read_royals(const ini *g)
{
    const bool king = g->letter[TYPE_KING] != '\0' && g->used[TYPE_KING];
    const uint64_t kings = UINT64_C(1) << TYPE_KING;
    const int result = result_of(g, OPTION_EXTINCTION);
    uint64_t royals = 0, types = 0;
    for (int t = 0; t < TYPES; t++)
        if ((g->set[OPTION_EXTINCTION_TYPES] >> t & 1) && g->letter[t] != '\0') {
            royals |= UINT64_C(1) << t;
            types++;
        }
    const bool extinction = result != VALUE_NONE && is_given(g, OPTION_EXTINCTION_TYPES) &&
                            g->set[OPTION_EXTINCTION_TYPES] != 0;
    if (extinction && result != VALUE_LOSS)
        refuse(g, OPTION_EXTINCTION, "loss or none");
    if (extinction && (types != 1 || (king && royals != kings)))
        refuse(g, OPTION_EXTINCTION_TYPES, "one type of royal piece");
    if (extinction && value_of(g, OPTION_EXTINCTION_COUNT).text.count > 0 &&
        count_of(g, OPTION_EXTINCTION_COUNT, 0, 99) != 0)
        refuse(g, OPTION_EXTINCTION_COUNT, "extinctionPieceCount = 0");
    royals = king ? kings : extinction ? royals : 0;
    bool any = false;
    for (int t = 0; t < TYPES; t++)
        any = any || ((royals >> t & 1) && g->used[t]);
    if (!any)
        shg_fault_rules(g->faults, g->header,
                        "a royal piece on the board: a king, or extinctionValue = loss with "
                        "extinctionPieceTypes");
    unsigned count[2] = { 0 };
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (g->board[r][f].type == TYPE_KING)
                count[g->board[r][f].black]++;
    if (count[WHITE] > 1 || count[BLACK] > 1)
        refuse(g, OPTION_START_FEN, "at most one king for each side");
    return royals;
}

/* The squares of an area, with commas; returns the number of bytes. */
static size_t write_area(const ini *g, char *out, size_t out_bytes, const area *a)
{
    size_t at = 0;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files && at < out_bytes; f++)
            if (a->in[r][f])
                at += (size_t)snprintf(out + at, out_bytes - at, "%s%c%d", at > 0 ? "," : "",
                                       'a' + f, r + 1);
    return at;
}

/* A royal piece that reaches a square of its side wins. */
static void put_flag(ini *g, uint64_t royals, bool strict, int symmetry)
{
    read_area(g, &g->white, OPTION_FLAG_WHITE, NULL);
    read_area(g, &g->black, OPTION_FLAG_BLACK, NULL);
    static const area none;
    const bool white = memcmp(&g->white, &none, sizeof none) != 0;
    const bool black = memcmp(&g->black, &none, sizeof none) != 0;
    if (!white && !black)
        return;
    const unsigned option = is_given(g, OPTION_FLAG_WHITE) ? OPTION_FLAG_WHITE : OPTION_FLAG_BLACK;
    if (of_both(g, OPTION_FLAG_PIECE_WHITE, OPTION_FLAG_PIECE_BLACK, 0) != royals)
        refuse(g, OPTION_FLAG_PIECE_WHITE, "the royal piece");
    if (!strict && !is_true(g, OPTION_FLAG_SAFE))
        refuse(g, OPTION_FLAG_SAFE, "flagPieceSafe = true");
    if (whole_ranks(g, &g->white, false) == 1 && whole_ranks(g, &g->black, true) == 1) {
        put_parameter(g, OPTION_FLAG_WHITE, "try", "1");
        return;
    }
    bool same = true; /* to both sides */
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            same = same && g->white.in[r][f] ==
                               g->black.in[g->ranks - 1 - r]
                                          [symmetry == SHG_SYMMETRY_ROTATE ? g->files - 1 - f : f];
    if (symmetry != SHG_SYMMETRY_NONE && !same) {
        refuse(g, option, "the same squares for both sides, as each sees the board");
        return;
    }
    char squares[FILES_MAX * RANKS_MAX * 4 * 2 + 8];
    size_t at = write_area(g, squares, sizeof squares, &g->white);
    if (symmetry == SHG_SYMMETRY_NONE && black) {
        at += (size_t)snprintf(squares + at, sizeof squares - at, ",,");
        (void)write_area(g, squares + at, sizeof squares - at, &g->black);
    }
    const shg_ini_value from = value_of(g, option);
    shg_ini_put(g->out, place_of(&from), "try=");
    shg_ini_put(g->out, place_of(&from), squares);
    shg_ini_put(g->out, place_of(&from), "\n");
}

/* A side that has given check so many times wins; without a count in startFen the first check does. */
static void put_checks(const ini *g)
{
    if (!is_true(g, OPTION_CHECK_COUNTING))
        return;
    const int white = g->checks[WHITE], count = white == 0 && g->checks[BLACK] == 0 ? 1 : white;
    char text[16];
    if (white != g->checks[BLACK] || count < 1 || count > SHOOGI_CHECKS_MAX) {
        refuse(g, OPTION_START_FEN, "the same number of checks for both sides, such as 3+3");
        return;
    }
    snprintf(text, sizeof text, "%d", count);
    put_parameter(g, OPTION_CHECK_COUNTING, "checkWins", text);
}

static void put_repetition(const ini *g)
{
    const int times = count_of(g, OPTION_N_FOLD, 0, 99), result = result_of(g, OPTION_N_FOLD_VALUE);
    const bool absolute = is_true(g, OPTION_N_FOLD_ABSOLUTE);
    char text[32];
    const char *word = "draw";
    if (result == VALUE_LOSS && absolute)
        word = "first";
    else if (result == VALUE_WIN && !absolute)
        word = "loss"; /* the player to move wins: the other one has repeated the position */
    else if (result != VALUE_DRAW && times > 0)
        refuse(g, OPTION_N_FOLD_VALUE, "draw, win, or loss with nFoldValueAbsolute = true");
    if (result == VALUE_LOSS && absolute && g->black_first)
        refuse(g, OPTION_N_FOLD_ABSOLUTE, "nFoldValueAbsolute = false, as Black moves first");
    snprintf(text, sizeof text, "%d:%s", times, word);
    put_parameter(g, OPTION_N_FOLD, "repetition", times > 0 ? text : "none");
    put_parameter(g, OPTION_PERPETUAL, "perpetual", is_true(g, OPTION_PERPETUAL) ? "loss" : "none");
}

static void put_end(ini *g, uint64_t royals, int symmetry)
{
    const bool strict = (royals >> TYPE_KING & 1) || is_true(g, OPTION_PSEUDO_ROYAL);
    static const char *const stalemates[] = {
        [VALUE_DRAW] = "draw", [VALUE_LOSS] = "win", [VALUE_WIN] = "loss", [VALUE_NONE] = "draw"
    };
    put_parameter(g, strict ? OPTION_PSEUDO_ROYAL : OPTION_EXTINCTION, "check",
                  strict ? "strict" : "capture");
    put_parameter(g, OPTION_STALEMATE, "stalemate", stalemates[result_of(g, OPTION_STALEMATE)]);
    put_flag(g, royals, strict, symmetry);
    if (is_true(g, OPTION_MUST_CAPTURE))
        put_parameter(g, OPTION_MUST_CAPTURE, "mustCapture", "1");
    put_checks(g);
    put_repetition(g);
    const shg_ini_value limit = value_of(g, OPTION_N_MOVE);
    if (count_of(g, OPTION_N_MOVE, 0, 100000) != 0 && is_given(g, OPTION_N_MOVE))
        refuse(g, OPTION_N_MOVE,
               "nMoveRule = 0, as games have no limit of moves without progress here");
    else if (limit.text.count > 0 && !is_given(g, OPTION_N_MOVE))
        shg_warning(g->faults, g->header,
                    "nMoveRule = 0 (games have no limit of moves without progress here)");
}

/* --- pieces -------------------------------------------------------------------------------------- */

static bool on_board(const ini *g, kind k, int side, int file, int rank)
{
    const cell *const c = &g->board[rank][file];
    return c->type == k.type && c->promoted == k.promoted && c->black == (side == BLACK);
}

static bool put_squares(const ini *g, kind k, int side, bool first)
{
    const shg_ini_value fen = value_of(g, OPTION_START_FEN);
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (on_board(g, k, side, f, r)) {
                shg_ini_put_format(g->out, place_of(&fen), "%s%c%d", first ? "" : ",", 'a' + f,
                                   r + 1);
                first = false;
            }
    return first;
}

/* Whether pawns take double steps: all of them from where they start, and none from elsewhere. */
static bool takes_double_steps(ini *g, bool drops)
{
    const bool ranks = is_given(g, OPTION_DOUBLE_RANK);
    if (!is_true(g, OPTION_DOUBLE_STEP))
        return false;
    if (ranks) {
        const int most = count_of(g, OPTION_DOUBLE_RANK, 1, g->ranks);
        const int least = is_given(g, OPTION_DOUBLE_RANK_MIN)
                              ? count_of(g, OPTION_DOUBLE_RANK_MIN, 1, g->ranks)
                              : most;
        for (int r = 0; r < g->ranks; r++)
            for (int f = 0; f < g->files; f++) {
                g->white.in[r][f] = r + 1 >= least && r + 1 <= most;
                g->black.in[g->ranks - 1 - r][f] = g->white.in[r][f];
            }
    } else {
        read_area(g, &g->white, OPTION_DOUBLE_WHITE, NULL);
        read_area(g, &g->black, OPTION_DOUBLE_BLACK, NULL);
    }
    bool from_start = false, elsewhere = drops;
    const kind pawn = { TYPE_pawn, false };
    for (int side = WHITE; side <= BLACK; side++) {
        const area *const region = side == WHITE ? &g->white : &g->black;
        /* A pawn only goes forward: it may come to a square of the region that lies before one. */
        for (int f = 0; f < g->files; f++) {
            bool behind = false;
            for (int i = 0; i < g->ranks; i++) {
                const int r = side == WHITE ? i : g->ranks - 1 - i;
                bool here = false;
                for (int other = 0; other < g->files; other++)
                    here = here || on_board(g, pawn, side, other, r);
                elsewhere = elsewhere || (region->in[r][f] && behind) ||
                            (on_board(g, pawn, side, f, r) && !region->in[r][f] && from_start);
                from_start = from_start || (on_board(g, pawn, side, f, r) && region->in[r][f]);
                behind = behind || here;
            }
        }
    }
    for (int side = WHITE; side <= BLACK && from_start; side++)
        for (int r = 0; r < g->ranks; r++)
            for (int f = 0; f < g->files; f++)
                elsewhere = elsewhere || (on_board(g, pawn, side, f, r) &&
                                          !(side == WHITE ? g->white : g->black).in[r][f]);
    static const area none;
    if (memcmp(&g->white, &none, sizeof none) == 0 && memcmp(&g->black, &none, sizeof none) == 0)
        return false;
    if (elsewhere)
        refuse(g,
               ranks                              ? OPTION_DOUBLE_RANK
               : is_given(g, OPTION_DOUBLE_WHITE) ? OPTION_DOUBLE_WHITE
                                                  : OPTION_DOUBLE_STEP,
               "doubleStep = false, or double steps of pawns from all the squares where they start "
               "and no others");
    return from_start && !elsewhere;
}

/* The ranks at a player's own side on which pieces may be dropped; 0: all. */
static int drop_ranks(ini *g)
{
    if (!is_given(g, OPTION_DROP_WHITE) && !is_given(g, OPTION_DROP_BLACK))
        return 0;
    static const area none;
    read_area(g, &g->white, OPTION_DROP_WHITE, NULL);
    read_area(g, &g->black, OPTION_DROP_BLACK, NULL);
    const int white = whole_ranks(g, &g->white, true), black = whole_ranks(g, &g->black, false);
    if (white <= 0 || white != black || memcmp(&g->white, &none, sizeof none) == 0)
        refuse(g, is_given(g, OPTION_DROP_WHITE) ? OPTION_DROP_WHITE : OPTION_DROP_BLACK,
               "whole ranks from the player's own side, as many for both sides");
    return white > 0 ? white : 0;
}

/* The drop atom. */
static void put_drop_atom(ini *g, int type, int zone, int ranks)
{
    const bool pawn = type == TYPE_pawn;
    const uint64_t doubled = g->set[OPTION_NO_DOUBLED];
    const char *letters = "";
    unsigned option = OPTION_DROP_WHITE;
    if (doubled >> type & 1 || (is_given(g, OPTION_SHOGI_DOUBLED) &&
                                !is_true(g, OPTION_SHOGI_DOUBLED) && type == TYPE_shogiPawn)) {
        const int most = count_of(g, OPTION_NO_DOUBLED_COUNT, 1, 99);
        option = doubled >> type & 1 ? OPTION_NO_DOUBLED : OPTION_SHOGI_DOUBLED;
        letters = most == 1 ? "f" : "ff";
        if (most > 2)
            refuse(g, OPTION_NO_DOUBLED_COUNT, "1 or 2");
    }
    int most = ranks > 0 ? ranks : g->ranks;
    if (pawn && zone > 0 && !is_true(g, OPTION_ZONE_DROPS) && most > g->ranks - zone)
        most = g->ranks - zone;
    const bool not_first = pawn && !is_true(g, OPTION_FIRST_RANK_DROPS);
    if (letters[0] == '\0' && most == g->ranks && !not_first)
        return;
    if (most < 1)
        most = 1;
    const shg_ini_value from = value_of(g, option);
    shg_ini_put_format(g->out, place_of(&from), "%s%s@%d", letters, not_first ? "j" : "", most);
}

/* --- castling ------------------------------------------------------------------------------------ */

/* How a side castles towards one side of the board. */
typedef struct wing {
    int steps;   /* of the king; 0: it does not */
    bool second; /* a piece starts beyond the rook */
} wing;

enum { QUEENSIDE, KINGSIDE };

/* A file named by its letter, which the board may lack. */
static int file_of(const ini *g, unsigned option)
{
    const shg_ini_value value = value_of(g, option);
    const char c = value.text.count == 1 ? shg_lower(value.text.bytes[0]) : '\0';
    if (shg_is_letter(c))
        return c - 'a';
    shg_fault_text(g->faults, place_of(&value), "a file, such as g");
    return 0;
}

static bool is_of(const ini *g, uint64_t types, int side, int file, int rank)
{
    const cell *const c = &g->board[rank][file];
    return c->type >= 0 && !c->promoted && c->black == (side == BLACK) && (types >> c->type & 1);
}

/* The file of the piece that castles: the only one or, of several, the one on the file named; -1: none on the rank. */
static int castling_file(const ini *g, uint64_t kings, int side, int rank)
{
    const int named = file_of(g, OPTION_CASTLING_KING_FILE);
    int found = -1, count = 0;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (is_of(g, kings, side, f, r)) {
                found = r == rank ? f : found;
                count++;
            }
    if (count > 1)
        found = named < g->files && is_of(g, kings, side, named, rank) ? named : -1;
    return found;
}

/* Whether startFen has the right: by side, or by the file of the rook. */
static bool has_right(const ini *g, int side, int where, int rook)
{
    const char by_side = where == KINGSIDE ? 'k' : 'q', by_file = (char)('a' + rook);
    for (size_t i = 0; i < g->rights.count; i++) {
        const char c = g->rights.bytes[i], lower = shg_lower(c);
        if ((lower == c) == (side == BLACK) && (lower == by_side || lower == by_file))
            return true;
    }
    return false;
}

static wing find_wing(const ini *g, uint64_t kings, uint64_t rooks, int side, int where)
{
    const int rank = count_of(g, OPTION_CASTLING_RANK, 1, g->ranks) - 1;
    const int row = side == WHITE ? rank : g->ranks - 1 - rank;
    const int way = where == KINGSIDE ? 1 : -1, king = castling_file(g, kings, side, row);
    const unsigned option =
        where == KINGSIDE ? OPTION_CASTLING_KINGSIDE : OPTION_CASTLING_QUEENSIDE;
    const int to = file_of(g, option);
    int rook = file_of(g, where == KINGSIDE ? OPTION_CASTLING_ROOK_KINGSIDE
                                            : OPTION_CASTLING_ROOK_QUEENSIDE);
    if (rook >= g->files)
        rook = g->files - 1;
    if (king < 0)
        return (wing){ 0 };
    while ((rook - king) * way > 0 && !is_of(g, rooks, side, rook, row))
        rook -= way;
    if ((rook - king) * way <= 0 || !has_right(g, side, where, rook))
        return (wing){ 0 };
    int beyond = 0;
    for (int f = rook + way; f >= 0 && f < g->files && !g->board[row][f].hole; f += way)
        beyond += g->board[row][f].type >= 0;
    const int steps = (to - king) * way;
    if (steps >= 1 && steps <= (rook - king) * way && beyond <= 1)
        return (wing){ steps, beyond > 0 };
    refuse(g, option,
           "castling = false, or castling towards a rook that is the last piece of its rank, or the "
           "last but one");
    return (wing){ 0 };
}

static bool is_same_wing(wing a, wing b)
{
    return a.steps == b.steps && a.second == b.second;
}

/* One atom O, or two where the wings differ. */
static void write_castling(char *moves, size_t room, wing right, wing left)
{
    const bool alike = is_same_wing(right, left);
    size_t at = 0;
    moves[0] = '\0';
    for (int i = 0; i < (alike ? 1 : 2); i++) {
        const wing w = i == 0 ? right : left;
        if (w.steps > 0)
            at += (size_t)snprintf(moves + at, room - at, "i%c%sO%d", alike ? 's' : "rl"[i],
                                   w.second ? "j" : "", w.steps);
    }
}

/* The castling of startFen: the atoms of the type that castles, which is returned; -1: none.  *flips: White castles to the
 * same side of the board as Black. */
static int read_castling(const ini *g, char *moves, size_t room, bool *flips)
{
    *flips = false;
    moves[0] = '\0';
    if (!is_true(g, OPTION_CASTLING) || g->rights.count == 0 || g->rights.bytes[0] == '-')
        return -1;
    const uint64_t kings = of_both(g, OPTION_CASTLING_KING_WHITE, OPTION_CASTLING_KING_BLACK,
                                   UINT64_C(1) << TYPE_KING);
    const uint64_t rooks = of_both(g, OPTION_CASTLING_ROOKS_WHITE, OPTION_CASTLING_ROOKS_BLACK,
                                   UINT64_C(1) << TYPE_rook);
    if ((kings & (kings - 1)) != 0) {
        refuse(g, OPTION_CASTLING_KING_WHITE, "one type of piece that castles");
        return -1;
    }
    wing wings[2][2];
    int all = 0;
    for (int side = 0; side < 2; side++)
        for (int where = 0; where < 2; where++) {
            wings[side][where] = find_wing(g, kings, rooks, side, where);
            all += wings[side][where].steps;
        }
    if (all == 0)
        return -1;
    const wing *const w = wings[WHITE], *const b = wings[BLACK];
    const bool rotated =
        is_same_wing(w[KINGSIDE], b[QUEENSIDE]) && is_same_wing(w[QUEENSIDE], b[KINGSIDE]);
    *flips = !rotated;
    if (!rotated &&
        !(is_same_wing(w[KINGSIDE], b[KINGSIDE]) && is_same_wing(w[QUEENSIDE], b[QUEENSIDE])))
        refuse(g, OPTION_START_FEN, "the same castling for both sides");
    write_castling(moves, room, w[KINGSIDE], w[QUEENSIDE]);
    int type = 0;
    while (!(kings >> type & 1))
        type++;
    return type;
}

/* Where a type may not go. */
static void put_mobility(ini *g, int type)
{
    const shg_ini_value *const white = &g->mobility[WHITE][type], *const black =
                                                                      &g->mobility[BLACK][type];
    if (!white->text.bytes && !black->text.bytes)
        return;
    const shg_ini_value all = { { "", 0 }, white->text.bytes ? white->place : black->place };
    read_area(g, &g->white, 0, white->text.bytes ? white : &all);
    read_area(g, &g->black, 0, black->text.bytes ? black : &all);
    if (!white->text.bytes || !black->text.bytes || !areas_match(g, &g->white, &g->black)) {
        shg_fault_rules(g->faults, all.place,
                        "the same region for both sides, each as it sees the board");
        return;
    }
    shg_ini_put(g->out, white->place, "morph=");
    for (int r = g->ranks - 1; r >= 0; r--) {
        char row[FILES_MAX + 2];
        int f = 0;
        for (; f < g->files; f++)
            row[f] = g->white.in[r][f] ? '*' : '-';
        row[f++] = r > 0 ? '/' : '\n';
        row[f] = '\0';
        shg_ini_put(g->out, white->place, row);
    }
}

static void put_name(const ini *g, kind k, shg_span place)
{
    const char *const promoted = k.promoted ? "promoted " : "";
    if (k.type < TYPE_CUSTOM)
        shg_ini_put_format(g->out, place, "%s%s", promoted, type_rows[k.type].name);
    else if (k.type == TYPE_KING)
        shg_ini_put_format(g->out, place, "%sking", promoted);
    else
        shg_ini_put_format(g->out, place, "%scustom piece %d", promoted, k.type - TYPE_CUSTOM + 1);
}

/* The moves of a type, as its own or as those of its name. */
static shg_ini_value moves_of(const ini *g, int type)
{
    const shg_ini_value *const value = &g->type[type];
    if (type < TYPE_CUSTOM) {
        const char *const moves = type_rows[type].moves;
        return (shg_ini_value){ { moves, moves ? strlen(moves) : 0 }, value->place };
    }
    if (value->text.count <= 2)
        return (shg_ini_value){ { "K", 1 }, value->place };
    const bool in_file = value->text.bytes == value->place.bytes;
    const shg_span text = shg_span_from(value->text, 2);
    return (shg_ini_value){ text, in_file ? text : value->place };
}

/* What concerns all pieces. */
typedef struct piece_rules {
    int symmetry, zone, drop_ranks;
    bool drops;
    shg_ini_pawn pawn;
    int castling_type; /* -1: none */
    char castling[32]; /* its atoms */
} piece_rules;

static void put_piece(ini *g, kind k, const piece_rules *rules)
{
    const int type = moves_type(g, k);
    const shg_span place = k.promoted ? g->promoted_at[k.type] : g->type[k.type].place;
    const char letter = g->letter[k.type];
    const shg_ini_value moves = moves_of(g, type);
    put_name(g, k, place);
    shg_ini_put_format(g->out, place, ":%s%c:", k.promoted ? "+" : "", shg_upper(letter));
    if (!moves.text.bytes) {
        shg_fault_rules(g->faults, g->type[type].place,
                        "a piece whose moves depend on nothing but the squares");
        return;
    }
    const bool pawn = type == TYPE_pawn;
    shg_ini_put_moves(g->out, &moves,
                      (shg_ini_pawn){ pawn && rules->pawn.double_step, rules->pawn.en_passant },
                      g->faults);
    if (!k.promoted && k.type == rules->castling_type)
        shg_ini_put(g->out, place, rules->castling);
    if (!k.promoted && rules->drops)
        put_drop_atom(g, k.type, rules->zone, rules->drop_ranks);
    shg_ini_put_format(g->out, place, ":%c%s:", letter, k.promoted ? "2" : "");
    const bool first = put_squares(g, k, WHITE, true);
    bool any_black = false;
    for (int r = 0; r < g->ranks && rules->symmetry == SHG_SYMMETRY_NONE; r++)
        for (int f = 0; f < g->files; f++)
            any_black = any_black || on_board(g, k, BLACK, f, r);
    if (any_black) {
        shg_ini_put(g->out, place, first ? "," : ",,");
        (void)put_squares(g, k, BLACK, true);
    }
    if (!k.promoted && g->hand[k.type][WHITE] + g->hand[k.type][BLACK] > 0) {
        const shg_ini_value fen = value_of(g, OPTION_START_FEN);
        shg_ini_put_format(g->out, place_of(&fen), ":%u,%u", g->hand[k.type][WHITE],
                           g->hand[k.type][BLACK]);
    }
    shg_ini_put(g->out, place, "\n");
    put_mobility(g, type);
}

static void put_holes(const ini *g)
{
    const shg_ini_value fen = value_of(g, OPTION_START_FEN);
    bool first = true;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (g->board[r][f].hole) {
                shg_ini_put_format(g->out, place_of(&fen), "%s%c%d", first ? "hole::::" : ",",
                                   'a' + f, r + 1);
                first = false;
            }
    if (!first)
        shg_ini_put(g->out, place_of(&fen), "\n");
}

/* --- the whole ----------------------------------------------------------------------------------- */

/* Refuses the rules for which there is no parameter, unless they have their default. */
static void check_rules_without_parameter(const ini *g)
{
    for (size_t i = 0; i < ROWS; i++) {
        const struct row *const row = &rows[i];
        const shg_ini_value *const value = &g->option[row->first];
        if (row->role != ROLE_ONLY || !value->text.bytes || same(value->text, row->usual))
            continue;
        if (row->usual[0] == '\0')
            shg_fault_rules_format(g->faults, value->place,
                                   "a game without %s, which no rule here is like", row->name);
        else
            shg_fault_rules_format(g->faults, value->place, "%s = %s, as no rule here is like it",
                                   row->name, row->usual);
    }
}

static int read_files(const ini *g)
{
    const shg_ini_value value = value_of(g, OPTION_MAX_FILE);
    const char c = value.text.count == 1 ? shg_lower(value.text.bytes[0]) : '\0';
    if (shg_is_letter(c))
        return c - 'a' + 1;
    return count_of(g, OPTION_MAX_FILE, 1, FILES_MAX);
}

static void translate(ini *g, shg_span title)
{
    g->files = read_files(g);
    g->ranks = count_of(g, OPTION_MAX_RANK, 1, RANKS_MAX);
    check_rules_without_parameter(g);
    if (shg_faults_any(g->faults))
        return;
    read_position(g);
    if (shg_faults_any(g->faults))
        return;
    promotion p;
    read_promotion(g, &p);
    kind kinds[2 * TYPES];
    size_t promoting = 0;
    const size_t count = list_kinds(g, &p, kinds, &promoting);
    const bool rotate = is_symmetric(g, true);
    piece_rules rules = { .symmetry = rotate                   ? SHG_SYMMETRY_ROTATE
                                      : is_symmetric(g, false) ? SHG_SYMMETRY_MIRROR
                                                               : SHG_SYMMETRY_NONE,
                          .zone = p.zone,
                          .drops = is_true(g, OPTION_DROPS) };
    static const char *const symmetries[] = {
        [SHG_SYMMETRY_NONE] = "none", [SHG_SYMMETRY_MIRROR] = "mirror", [SHG_SYMMETRY_ROTATE] = "rotate"
    };
    char number[16];
    shg_ini_put(g->out, title, "title=");
    for (size_t i = 0; i < title.count; i++) {
        const char one[2] = { title.bytes[i], '\0' };
        shg_ini_put(g->out, shg_span_from(title, i), one);
    }
    shg_ini_put(g->out, title, "\n");
    snprintf(number, sizeof number, "%d", g->files);
    put_parameter(g, OPTION_MAX_FILE, "files", number);
    snprintf(number, sizeof number, "%d", g->ranks);
    put_parameter(g, OPTION_MAX_RANK, "ranks", number);
    put_parameter(g, OPTION_START_FEN, "symmetry", symmetries[rules.symmetry]);
    if (g->black_first)
        put_parameter(g, OPTION_START_FEN, "firstMove", "black");
    bool flips;
    rules.castling_type = read_castling(g, rules.castling, sizeof rules.castling, &flips);
    if (flips)
        put_parameter(g, OPTION_CASTLING, "castleFlip", "1");
    put_drops(g);
    put_promotion(g, &p, promoting);
    const uint64_t royals = read_royals(g);
    put_end(g, royals, rules.symmetry);
    if (g->used[TYPE_pawn])
        rules.pawn.double_step = takes_double_steps(g, rules.drops);
    rules.pawn.en_passant =
        rules.pawn.double_step &&
        (of_both(g, OPTION_EN_PASSANT_WHITE, OPTION_EN_PASSANT_BLACK, UINT64_C(1) << TYPE_pawn) >>
             TYPE_pawn &
         1);
    if (rules.drops)
        rules.drop_ranks = drop_ranks(g);
    for (size_t i = 0; i < count; i++) {
        if (royals >> moves_type(g, kinds[i]) & 1)
            shg_ini_put_format(g->out, g->type[moves_type(g, kinds[i])].place, "royal=%zu\n",
                               i + 1);
        put_piece(g, kinds[i], &rules);
    }
    put_holes(g);
}

/* The section with this name, or the last; false after a fault. */
static bool choose(size_t *chosen, const section *sections, size_t count, const char *name,
                   shg_faults *faults)
{
    *chosen = count - 1;
    if (!name)
        return true;
    for (size_t i = 0; i < count; i++)
        if (sections[i].name.count == strlen(name) &&
            memcmp(sections[i].name.bytes, name, sections[i].name.count) == 0) {
            *chosen = i;
            return true;
        }
    shg_fault_rules_format(faults, sections[0].name, "a game called %.60s", name);
    return false;
}

shoogi_status shg_ini_definition(shg_source *out, shg_span *title, shg_arena *arena,
                                 const char *name, shg_faults *faults)
{
    enum { ROOM = 128 * 1024 };
    const shg_source *const file = &faults->sources[0];
    section *const sections = shg_arena_array(arena, section, SHG_INI_GAMES_MAX);
    size_t *const chain = shg_arena_array(arena, size_t, SHG_INI_GAMES_MAX);
    ini *const g = shg_arena_array(arena, ini, 1);
    shg_ini_text text = { .file = file->bytes, .file_bytes = file->count, .room = ROOM };
    text.out = shg_arena_array(arena, char, ROOM + 1);
    text.origin = shg_arena_array(arena, uint32_t, ROOM + 1);
    if (!sections || !chain || !g || !text.out || !text.origin)
        return SHOOGI_NO_MEMORY;
    const size_t count = find_sections(sections, faults);
    size_t chosen;
    if (shg_faults_any(faults) || !choose(&chosen, sections, count, name, faults))
        return SHOOGI_OK;
    g->out = &text;
    g->faults = faults;
    g->header = g->place = sections[chosen].name;
    for (int t = 0; t < TYPES; t++) {
        g->promoted[t] = -1;
        g->type[t].place = g->header;
    }
    read_chain(g, sections, chosen, chain);
    if (!shg_faults_any(faults))
        translate(g, sections[chosen].name);
    if (text.too_big)
        shg_fault_rules(faults, g->header, "a game with fewer pieces and regions");
    text.origin[text.count] = (uint32_t)file->count;
    *title = sections[chosen].name;
    *out = (shg_source){
        .bytes = text.out, .count = text.count, .page = file->bytes, .origin = text.origin
    };
    return SHOOGI_OK;
}

bool shoogi_text_next_game(const char **name, size_t *name_bytes, size_t *at, const char *text,
                           size_t text_bytes)
{
    if (*at == 0 && !shg_ini_is(text, text_bytes))
        return false;
    const char *const end = text + text_bytes;
    const char *from = text + (*at < text_bytes ? *at : text_bytes);
    shg_span line;
    while (next_line(&line, &from, end)) {
        section s;
        if (line.count == 0 || line.bytes[0] != '[' || !read_header(&s, line))
            continue;
        *at = (size_t)(from - text);
        *name = s.name.bytes;
        *name_bytes = s.name.count;
        return true;
    }
    return false;
}
