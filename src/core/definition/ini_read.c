/* ini_read.c: reads the sections of a file of variants.ini and the bases of a game.  Source: docs/variants-ini.md. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* --- lines ----------------------------------------------------------------------------------------- */

bool shg_ini_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static shg_span trimmed(const char *from, const char *to)
{
    while (from < to && shg_ini_is_blank(*from))
        from++;
    while (to > from && shg_ini_is_blank(to[-1]))
        to--;
    return (shg_span){ from, (size_t)(to - from) };
}

bool shg_ini_next_line(shg_span *line, const char **at, const char *end)
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

bool shg_ini_read_header(shg_ini_section *s, shg_span line)
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
    for (const char *at = text_start(text, text_bytes); shg_ini_next_line(&line, &at, end);) {
        shg_ini_section s;
        /* A forum's [code] has its end. */
        if (begun && line.count >= 2 && line.bytes[0] == '[' && line.bytes[1] == '/')
            return false;
        if (!begun && !is_comment(line) && !shg_ini_read_header(&s, line))
            return false;
        begun = begun || !is_comment(line);
    }
    return begun;
}

/* --- sections -------------------------------------------------------------------------------------- */

bool shg_ini_same(shg_span a, const char *b)
{
    return a.count == strlen(b) && memcmp(a.bytes, b, a.count) == 0;
}

/* The type with this option; -1: none. */
static int type_named(shg_span name)
{
    static const char custom[] = "customPiece";
    const size_t count = sizeof custom - 1;
    if (shg_ini_same(name, "king"))
        return TYPE_KING;
    for (int t = 0; t < TYPE_CUSTOM; t++)
        if (shg_ini_same(name, shg_ini_types[t].option))
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

static const shg_ini_row *find_row(shg_span name)
{
    for (size_t i = 0; i < INI_ROWS; i++)
        if (shg_ini_same(name, shg_ini_rows[i].name))
            return &shg_ini_rows[i];
    return NULL;
}

static void set_option(shg_ini *g, unsigned option, shg_ini_value value)
{
    g->option[option] = value;
    g->given[option] = true;
}

/* The value of a line. */
static shg_ini_value value_at(const shg_ini *g, shg_span text)
{
    return (shg_ini_value){ text, g->built_in ? g->place : text };
}

static void read_option(shg_ini *g, shg_span name, shg_span text)
{
    const shg_ini_value value = value_at(g, text);
    const shg_ini_row *const row = find_row(name);
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
static void read_option_of_both(shg_ini *g, shg_span name, shg_span text)
{
    const shg_ini_row *const row = find_row(name);
    if (!row || row->role != ROLE_BOTH)
        return;
    set_option(g, row->first, value_at(g, text));
    set_option(g, row->second, value_at(g, text));
}

static void read_lines(shg_ini *g, const char *from, const char *to, bool both)
{
    shg_span line;
    while (shg_ini_next_line(&line, &from, to)) {
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

static void remove_letter(shg_ini *g, int type)
{
    g->letter[type] = '\0';
    g->promoted[type] = -1;
}

/* A letter, or a letter with moves: x:Betza.  Other pieces lose the letter. */
static void read_type(shg_ini *g, int type)
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
        shg_fault_text(g->faults, value->place, "a letter, or - for no such piece");
        return;
    }
    if (text.count > 1 ? (type < TYPE_CUSTOM || text.bytes[1] != ':') : custom) {
        shg_fault_text(g->faults, shg_ini_place(g->out, value, 1, text.count - 1),
                       type < TYPE_CUSTOM ? "one letter" : "\":\" and the moves");
        return;
    }
    if (text.count > MOVES_BYTES_MAX) {
        shg_fault_text(g->faults, value->place, "moves of at most 200 letters");
        return;
    }
    const int other = shg_ini_type_of(g, c);
    if (other >= 0 && other != type) {
        if (g->type_given[other] && other < type)
            shg_fault_text(g->faults, value->place, "a letter that no other piece has");
        remove_letter(g, other);
    }
    g->letter[type] = shg_lower(c);
}

/* "p:g s:g b:-": adds to what the bases say. */
static void read_promoted(shg_ini *g)
{
    const shg_ini_value *const value = &g->option[OPTION_PROMOTED_TYPE];
    const shg_span text = value->text;
    for (size_t at = 0; at < text.count;) {
        if (shg_ini_is_blank(text.bytes[at])) {
            at++;
            continue;
        }
        size_t end = at;
        while (end < text.count && !shg_ini_is_blank(text.bytes[end]))
            end++;
        const char to = end - at == 3 ? text.bytes[at + 2] : '\0';
        const int from_type = shg_ini_type_of(g, text.bytes[at]);
        const int to_type = to == '-' ? -1 : shg_ini_type_of(g, to);
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
static void read_section(shg_ini *g, const char *from, const char *to)
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
        if (g->given[i] && shg_ini_row_of(i)->kind == KIND_PIECES)
            g->set[i] = shg_ini_read_set(g, &g->option[i]);
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

/* --- finding the game ------------------------------------------------------------------------------ */

size_t shg_ini_find_sections(shg_ini_section *sections, shg_faults *faults)
{
    const char *const text = faults->sources[0].bytes;
    const char *const end = text + faults->sources[0].count;
    size_t count = 0;
    shg_span line;
    for (const char *at = text_start(text, faults->sources[0].count);
         shg_ini_next_line(&line, &at, end);) {
        if (line.count == 0 || line.bytes[0] != '[')
            continue;
        if (count > 0)
            sections[count - 1].to = line.bytes;
        if (count == SHG_INI_GAMES_MAX) {
            shg_fault_text(faults, line, "at most 1000 games");
            return count;
        }
        shg_ini_section *const s = &sections[count++];
        if (!shg_ini_read_header(s, line)) {
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

static const struct game {
    const char *name, *base, *options;
} games[] = {
#define GAME(name, base, options) { name, base, options },
#include "core/definition/ini_games.def"
#undef GAME
};
enum { GAMES = sizeof games / sizeof games[0] };

static const struct game *find_game(const char *name, size_t count)
{
    for (size_t i = 0; i < GAMES; i++)
        if (strlen(games[i].name) == count && memcmp(games[i].name, name, count) == 0)
            return &games[i];
    return NULL;
}

/* Reads a built-in game and its bases, the first of them first. */
static void read_game(shg_ini *g, const struct game *game)
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

void shg_ini_read_chain(shg_ini *g, const shg_ini_section *sections, size_t chosen, size_t *chain)
{
    size_t count = 0;
    for (size_t at = chosen;;) {
        const shg_ini_section *const s = &sections[at];
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
        const shg_ini_section *const s = &sections[chain[--count]];
        read_section(g, s->from, s->to);
    }
}
