/* build_squares.c: parameters of a definition by square and by victim.  Source: docs/variant-format.md, "Squares" and
 * "Captures". */
#include "core/definition/build_int.h"

#include "base/text.h"
#include "core/variant/square.h"

#include <assert.h>
#include <string.h>

/* --- squares ------------------------------------------------------------------------------------- */

/* Reads a1 ... aj36 at *at: letters from the first player's left, then a rank from the bottom.  False, with an error
 * reported, if the board has no such square. */
static bool read_square(shg_builder *b, shg_span text, size_t *at, unsigned *file, unsigned *rank)
{
    const shoogi_variant *const v = b->v;
    const int first_rank = shg_build_number(b, SHG_P_FIRST_RANK);
    size_t i = *at;
    unsigned column = 0, row = 0;
    for (; i < text.count && shg_is_letter(text.bytes[i]); i++)
        if (column < 1000)
            column = column * 26 + (unsigned)(shg_lower(text.bytes[i]) - 'a' + 1);
    if (column < 1 || column > v->files) {
        char last[4];
        shg_out out = shg_out_make(last, sizeof last);
        shg_out_letters(&out, v->files - 1);
        shg_fault_rules_format(b->faults, shg_span_from(text, *at), "a file from a to %s", last);
        return false;
    }
    const size_t digits = i;
    for (; i < text.count && shg_is_digit(text.bytes[i]); i++)
        if (row < 1000)
            row = row * 10 + (unsigned)(text.bytes[i] - '0');
    const int from_bottom = (int)row - first_rank;
    if (i == digits || from_bottom < 0 || from_bottom >= (int)v->ranks) {
        shg_fault_rules_format(b->faults, shg_span_from(text, digits), "a rank from %d to %d",
                               first_rank, first_rank + (int)v->ranks - 1);
        return false;
    }
    *file = v->files - column;
    *rank = v->ranks - 1 - (unsigned)from_bottom;
    *at = i;
    return true;
}

/* False, with an error reported, if the square is occupied. */
typedef bool place_fn(shg_builder *b, shg_span at, unsigned file, unsigned rank, shg_code code);

static bool place_piece(shg_builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    assert(file < b->v->files && rank < b->v->ranks);
    const unsigned square = file * b->v->ranks + rank;
    const shg_code before = b->v->start[square];
    if (before == code)
        return true; /* given twice, as by symmetry and by itself */
    if (b->v->hole[square] || (before != 0 && !b->def->from_page)) {
        shg_fault_rules(b->faults, at, "an empty square");
        return false;
    }
    if (before != 0) { /* as in the Interactive Diagram */
        shg_warning(b->faults, at, "an empty square, as this piece replaces another");
        b->replaced = true;
    }
    b->v->start[square] = code;
    return true;
}

static bool place_hole(shg_builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    assert(file < b->v->files && rank < b->v->ranks);
    (void)at;
    (void)code;
    b->v->hole[file * b->v->ranks + rank] = true;
    return true;
}

static bool bar_drops(shg_builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    assert(file < b->v->files && rank < b->v->ranks);
    (void)at;
    (void)code;
    b->v->no_drop[file * b->v->ranks + rank] = true;
    return true;
}

static bool mark_try(shg_builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    assert(file < b->v->files && rank < b->v->ranks);
    (void)at;
    b->v->try_square[shg_code_colour(code)][file * b->v->ranks + rank] = true;
    return true;
}

/* Whether the second player's pieces stand where the first player's and symmetry put them. */
static bool is_symmetric(const shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    const int symmetry = shg_build_number(b, SHG_P_SYMMETRY);
    for (unsigned s = 0; s < v->squares && symmetry != SHG_SYMMETRY_NONE; s++) {
        const unsigned file = s / v->ranks, rank = s % v->ranks;
        const unsigned other = symmetry == SHG_SYMMETRY_ROTATE ? v->files - 1 - file : file;
        const shg_code code = v->start[s];
        if (code != 0 && shg_code_colour(code) == SHOOGI_BLACK &&
            v->start[other * v->ranks + v->ranks - 1 - rank] !=
                shg_code_of(shg_code_kind(code), SHOOGI_WHITE))
            return false;
    }
    return true;
}

/* Places one item, and its copy for the other side if the item is for both. */
static bool place_both(shg_builder *b, shg_span at, unsigned file, unsigned rank, shoogi_kind kind,
                       bool second_side, place_fn *place)
{
    const shoogi_variant *const v = b->v;
    const int symmetry = shg_build_number(b, SHG_P_SYMMETRY);
    const shoogi_colour side = second_side ? SHOOGI_WHITE : SHOOGI_BLACK;
    if (!place(b, at, file, rank, shg_code_of(kind, side)))
        return false;
    if (second_side || symmetry == SHG_SYMMETRY_NONE)
        return true;
    const unsigned other_file = symmetry == SHG_SYMMETRY_ROTATE ? v->files - 1 - file : file;
    return place(b, at, other_file, v->ranks - 1 - rank, shg_code_of(kind, SHOOGI_WHITE));
}

/* A square, or a rectangle from its lower left to its upper right corner. */
static bool read_item(shg_builder *b, shg_span text, size_t *at, shoogi_kind kind, bool second_side,
                      place_fn *place)
{
    const size_t start = *at;
    unsigned file, rank;
    if (!read_square(b, text, at, &file, &rank))
        return false;
    unsigned last_file = file, last_rank = rank;
    if (*at < text.count && text.bytes[*at] == '-') {
        const size_t corner = ++*at;
        if (!read_square(b, text, at, &last_file, &last_rank))
            return false;
        /* Files and ranks may count down from one corner to the other. */
        if (last_file > file || last_rank > rank) {
            shg_fault_rules(b->faults, shg_span_from(text, corner),
                            "the lower left corner of the rectangle first");
            return false;
        }
    }
    const shg_span item = { text.bytes + start, *at - start };
    for (unsigned f = last_file; f <= file; f++)
        for (unsigned r = last_rank; r <= rank; r++)
            if (!place_both(b, item, f, r, kind, second_side, place))
                return false;
    if (*at == text.count || text.bytes[*at] == ',')
        return true;
    shg_fault_text(b->faults, shg_span_from(text, *at), "\",\" and another square");
    return false;
}

/* a1,c3-e4,,h8: items after an empty one are for the second player only. */
static void read_squares(shg_builder *b, shg_span text, shoogi_kind kind, place_fn *place)
{
    assert(kind <= b->v->kinds);
    bool second_side = false;
    /* A space after a comma ends the list, though more may have been intended. */
    if (text.count > 0 && text.bytes[text.count - 1] == ',' && !b->def->from_page) {
        shg_fault_text(b->faults, shg_span_from(text, text.count), "a square after \",\"");
        return;
    }
    for (size_t at = 0; at < text.count;) {
        /* The Interactive Diagram accepts any single character for an empty item. */
        const bool short_item = b->def->from_page && text.bytes[at] != ',' &&
                                (at + 1 == text.count || text.bytes[at + 1] == ',');
        if (text.bytes[at] == ',' || short_item) {
            second_side = true;
            at += short_item ? 2 : 1;
            continue;
        }
        if (!read_item(b, text, &at, kind, second_side, place))
            return;
        at += at < text.count;
    }
}

static bool has_choice_from_hand(const shoogi_variant *v)
{
    for (size_t i = 0; i < v->choice_count; i++)
        if (v->choices[i].from_hand)
            return true;
    return false;
}

/* N for both sides, or N,M */
static void read_hand(shg_builder *b, shg_span text, shoogi_kind kind)
{
    assert(kind <= b->v->kinds);
    unsigned counts[2] = { 0, 0 };
    size_t given = 0;
    for (size_t at = 0; at < text.count; at++, given++) {
        const size_t start = at;
        unsigned value = 0;
        for (; at < text.count && shg_is_digit(text.bytes[at]) && value < 1000; at++)
            value = value * 10 + (unsigned)(text.bytes[at] - '0');
        const bool ended =
            at == text.count || (text.bytes[at] == ',' && given == 0 && at + 1 < text.count);
        if (at == start || !ended || value > 999) {
            shg_fault_text(b->faults, shg_span_from(text, value > 999 ? start : at),
                           "a number in hand up to 999, or two separated by a comma");
            return;
        }
        counts[given] = value;
        if (given == 0)
            counts[1] = value;
    }
    if (counts[0] + counts[1] > 0 && !b->v->rules.drops && !has_choice_from_hand(b->v)) {
        shg_fault_rules(b->faults, text, "no pieces in hand in a game without drops");
        return;
    }
    for (int colour = 0; colour < 2; colour++)
        b->v->start_hand[colour][kind] = (uint16_t)counts[colour];
}

/* 1: the last rank; or squares. */
static void read_try(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span value = shg_build_value(b, SHG_P_TRY);
    if (value.count == 0 || (value.count == 1 && value.bytes[0] == '0'))
        return;
    if (value.bytes[0] >= '0' && value.bytes[0] <= '9' &&
        (value.count > 1 || value.bytes[0] != '1')) {
        shg_fault_text(b->faults, value, "0, 1 or squares");
        return;
    }
    v->rules.try_wins = true;
    if (value.count != 1 || value.bytes[0] != '1') {
        read_squares(b, value, 0, mark_try);
        return;
    }
    for (unsigned s = 0; s < 2 * v->squares; s++)
        v->try_square[s % 2][s / 2] =
            shg_ranks_ahead(v, (shoogi_colour)(s % 2), (shoogi_square)(s / 2)) == 0;
}

void shg_build_squares(shg_builder *b)
{
    const shg_definition *const def = b->def;
    for (size_t i = 0; i < def->hole_count; i++)
        read_squares(b, def->holes[i].squares, 0, place_hole);
    read_squares(b, shg_build_value(b, SHG_P_NO_DROP), 0, bar_drops);
    read_try(b);
    unsigned in_hand = 0;
    for (unsigned k = 1; k <= b->v->declared && in_hand <= SHOOGI_IN_HAND_MAX; k++) {
        read_squares(b, def->kinds[k - 1].squares, (shoogi_kind)k, place_piece);
        read_hand(b, def->kinds[k - 1].hand, (shoogi_kind)k);
        in_hand += b->v->start_hand[0][k] + b->v->start_hand[1][k];
        if (in_hand > SHOOGI_IN_HAND_MAX)
            shg_fault_rules_format(b->faults, def->kinds[k - 1].hand, "at most %d pieces in hand",
                                   SHOOGI_IN_HAND_MAX);
    }
    /* The canonical form gives each side's squares if one piece replaced another on one side only. */
    if (b->replaced && !is_symmetric(b))
        b->numbers[SHG_P_SYMMETRY] = SHG_SYMMETRY_NONE;
}

/* --- "Handicaps" --------------------------------------------------------------------------------- */

enum { HANDICAPS_MAX = 64, HANDICAP_NAMES_MAX = 16, GRADES_MAX = 32 };

/* One piece, "L@1a"; false, with an error reported, if it cannot be removed. */
static bool read_removal(shg_builder *b, shg_span list, size_t *at, shoogi_handicap *handicap,
                         shoogi_square *squares)
{
    const shoogi_variant *const v = b->v;
    const shoogi_colour giver = v->rules.white_first ? SHOOGI_BLACK : SHOOGI_WHITE;
    const shg_span rest = shg_span_from(list, *at);
    const char *const sign = memchr(rest.bytes, '@', rest.count);
    const shoogi_kind kind = sign ? shg_kind_by_id(v, rest.bytes, (size_t)(sign - rest.bytes)) : 0;
    if (kind == 0) {
        shg_fault_rules(b->faults, rest, "a piece and its square, such as L@1a");
        return false;
    }
    *at = (size_t)(sign - list.bytes) + 1;
    const shg_span place = shg_span_from(list, *at);
    shoogi_square square;
    const size_t bytes = shoogi_square_read(&square, v, place.bytes, place.count);
    if (bytes == 0) {
        shg_fault_rules(b->faults, place, "a square of this board, such as 1a");
        return false;
    }
    *at += bytes;
    const shg_span piece = { rest.bytes, (size_t)(list.bytes + *at - rest.bytes) };
    if (*at < list.count && list.bytes[*at] != ',') {
        shg_fault_text(b->faults, shg_span_from(list, *at), "\",\" and another piece");
        return false;
    }
    if (v->start[square] != shg_code_of(kind, giver) || v->kind[kind].royal) {
        shg_fault_rules(b->faults, piece,
                        v->kind[kind].royal ? "a piece other than a royal"
                                            : "a piece that the second player has there");
        return false;
    }
    for (size_t i = 0; i < handicap->square_count; i++) {
        if (squares[i] != square)
            continue;
        shg_fault_rules(b->faults, piece, "another piece");
        return false;
    }
    squares[handicap->square_count++] = square;
    return true;
}

/* "rook-lance,飛香落ち": the names of a handicap; false if invalid.  Players may call several handicaps the same
 * (三枚落ち is with either lance): a name after the first that does not begin with a letter of ASCII may be that of an
 * earlier handicap, which it then means. */
static bool read_handicap_names(shg_builder *b, shg_span list, shoogi_handicap *handicap)
{
    const char **const names = shg_build_array(b, HANDICAP_NAMES_MAX, sizeof *names);
    handicap->aliases = names;
    for (size_t at = 0; at <= list.count && names; at++) {
        const shg_span rest = shg_span_from(list, at);
        const char *const comma = memchr(rest.bytes, ',', rest.count);
        const shg_span name = { rest.bytes, comma ? (size_t)(comma - rest.bytes) : rest.count };
        if (!shg_build_is_name(name)) {
            shg_fault_text(b->faults, rest, "a name of letters, digits and -");
            return false;
        }
        const shoogi_handicap *const before =
            shoogi_variant_handicap_by_name(b->v, name.bytes, name.count);
        const bool taken = before && (!handicap->name || (unsigned char)name.bytes[0] < 0x80);
        if (taken || (handicap->name && shg_handicap_has_name(handicap, name.bytes, name.count))) {
            shg_fault_rules(b->faults, name, "a name not used before");
            return false;
        }
        if (handicap->name && handicap->alias_count + 1 == HANDICAP_NAMES_MAX) {
            shg_fault_rules_format(b->faults, rest, "at most %d names of a handicap",
                                   HANDICAP_NAMES_MAX);
            return false;
        }
        const char *const text = shg_build_text(b, name);
        if (b->spent)
            return false;
        if (!handicap->name)
            handicap->name = text;
        else
            names[handicap->alias_count++] = text;
        at += name.count;
    }
    return !b->spent;
}

/* rook-lance:R@8b,L@1a */
static void read_handicap(shg_builder *b, shg_span value, shoogi_handicap *handicap)
{
    const char *const colon = memchr(value.bytes, ':', value.count);
    if (!colon || colon == value.bytes) {
        shg_fault_text(b->faults, value, "a name, \":\" and pieces, such as rook-lance:L@1a,R@8b");
        return;
    }
    const shg_span names = { value.bytes, (size_t)(colon - value.bytes) };
    const shg_span list = shg_span_from(value, names.count + 1);
    size_t room = 1;
    for (size_t i = 0; i < list.count; i++)
        room += list.bytes[i] == ',';
    shoogi_square *const squares = shg_build_array(b, room, sizeof *squares);
    handicap->squares = squares;
    if (b->spent || !read_handicap_names(b, names, handicap))
        return;
    size_t at = 0;
    do {
        if (!read_removal(b, list, &at, handicap, squares))
            return;
        at += at < list.count;
    } while (at < list.count || list.bytes[at - 1] == ',');
    shg_sort_squares(b->v, squares, handicap->square_count);
    b->v->handicap_count++;
}

/* Reads a value of a base that may not fit the changed game.  If it does not it is dropped, with a warning where the
 * text names its base. */
static bool reads_inherited(shg_builder *b, shg_span value,
                            void (*read)(shg_builder *b, shg_span value, void *out), void *out)
{
    shg_faults *const faults = b->faults;
    shg_faults unfit = *faults;
    b->faults = &unfit;
    read(b, value, out);
    b->faults = faults;
    if (!shg_faults_any(&unfit))
        return true;
    shg_warning(faults, b->def->value[SHG_P_BASE],
                "a base whose handicaps all fit here (those that do not are dropped)");
    return false;
}

static void read_handicap_here(shg_builder *b, shg_span value, void *out)
{
    read_handicap(b, value, out);
}

void shg_build_handicaps(shg_builder *b)
{
    shoogi_handicap *const handicaps = shg_build_array(b, HANDICAPS_MAX, sizeof *handicaps);
    b->v->handicaps = handicaps;
    for (size_t i = 0; i < b->def->given_count && !b->spent && !shg_faults_any(b->faults); i++) {
        const shg_given *const g = &b->def->given[i];
        if (g->parameter != SHG_P_HANDICAP)
            continue;
        shoogi_handicap *const next = &handicaps[b->v->handicap_count];
        if (b->v->handicap_count == HANDICAPS_MAX)
            shg_fault_rules(b->faults, g->value, "at most 64 handicaps");
        else if (!g->inherited)
            read_handicap(b, g->value, next);
        else if (!reads_inherited(b, g->value, read_handicap_here, next))
            *next = (shoogi_handicap){ 0 };
    }
}

/* lance/lance,bishop/bishop: the handicap for a difference of one grade, two, three... */
static void read_grade_handicaps(shg_builder *b, shg_span list, void *out)
{
    shg_grade_handicap *const rows = out;
    shg_grade_handicap *row = rows;
    for (size_t at = 0; at <= list.count; at++) {
        const shg_span rest = shg_span_from(list, at);
        size_t length = 0;
        while (length < rest.count && rest.bytes[length] != ',' && rest.bytes[length] != '/')
            length++;
        const shg_span name = { rest.bytes, length };
        const shoogi_handicap *const handicap =
            shoogi_variant_handicap_by_name(b->v, name.bytes, name.count);
        if (!handicap) {
            shg_fault_rules(b->faults, length > 0 ? name : rest, "a handicap of this game");
            return;
        }
        if (row == rows + GRADES_MAX) {
            shg_fault_rules_format(b->faults, name, "at most %d differences of grades", GRADES_MAX);
            return;
        }
        if (row->count == 2) {
            shg_fault_rules(b->faults, name, "at most two games for a difference of grades");
            return;
        }
        row->games[row->count++] = handicap;
        at += length;
        if (at == list.count || list.bytes[at] == '/')
            row++;
    }
    b->v->grade_handicap_count = (size_t)(row - rows);
}

void shg_build_grade_handicaps(shg_builder *b)
{
    const shg_span list = shg_build_value(b, SHG_P_GRADE_HANDICAP);
    if (!list.bytes || b->spent || shg_faults_any(b->faults))
        return;
    shg_grade_handicap *const rows = shg_build_array(b, GRADES_MAX, sizeof *rows);
    b->v->grade_handicaps = rows;
    if (b->spent)
        return;
    if (!b->def->inherited[SHG_P_GRADE_HANDICAP])
        read_grade_handicaps(b, list, rows);
    else
        (void)reads_inherited(b, list, read_grade_handicaps, rows);
}

static void fault_royals(shg_builder *b)
{
    const shg_span end = shg_faults_end(b->faults);
    bool given = false;
    for (size_t i = 0; i < b->def->given_count; i++)
        given = given || b->def->given[i].parameter == SHG_P_ROYAL;
    if (given)
        shg_fault_rules(b->faults, end, "a royal for each side");
    else
        shg_fault_rules_format(b->faults, end,
                               "a royal for each side: it is the last piece, %s, without royal=",
                               b->v->kind[b->v->declared].id);
}

/* A variant in which neither side can lose by its royal is an error; one side without, such as a horde, may be
 * intended. */
void shg_build_check_royals(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    bool has[2] = { false, false };
    for (unsigned s = 0; s < v->squares; s++)
        if (v->start[s] != 0 && v->kind[shg_code_kind(v->start[s])].royal)
            has[shg_code_colour(v->start[s])] = true;
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            if (v->kind[k].royal && v->start_hand[colour][k] > 0)
                has[colour] = true;
    if (!has[0] && !has[1])
        fault_royals(b);
    else if (!has[0] || !has[1])
        shg_warning(b->faults, shg_faults_end(b->faults), "a royal for each side");
}

/* --- "Captures" ------------------------------------------------------------------------- */

/* A number before a symbol repeats it; 1 without a number.  A count beyond most counts as most + 1. */
static unsigned read_count(shg_span text, size_t *at, unsigned most)
{
    const size_t start = *at;
    unsigned count = 0;
    for (; *at < text.count && shg_is_digit(text.bytes[*at]); ++*at)
        if (count <= most)
            count = count * 10 + (unsigned)(text.bytes[*at] - '0');
    return *at == start ? 1 : count;
}

/* One symbol of a board or a table; false, with an error reported, if invalid. */
typedef bool symbol_fn(shg_builder *b, shg_span text, size_t *at, uint16_t *symbol);

/* Reads rows separated by "/" into cells, [rows_max * columns_max]. */
static bool read_rows(shg_builder *b, shg_span text, unsigned rows_max, unsigned columns_max,
                      const char *what, symbol_fn *read, uint16_t *cells)
{
    unsigned row = 0, column = 0;
    for (size_t at = 0; at < text.count;) {
        if (text.bytes[at] == '/') {
            row++;
            column = 0;
            if (row == rows_max) {
                shg_fault_rules_format(b->faults, shg_span_from(text, at), "at most %u rows",
                                       rows_max);
                return false;
            }
            at++;
            continue;
        }
        const size_t start = at;
        unsigned count = read_count(text, &at, columns_max);
        uint16_t symbol;
        if (!read(b, text, &at, &symbol))
            return false;
        if (column + count > columns_max) {
            shg_fault_rules_format(b->faults, shg_span_from(text, start), "at most %u %s in a row",
                                   columns_max, what);
            return false;
        }
        for (; count > 0; count--)
            cells[row * columns_max + column++] = symbol;
    }
    return true;
}

static bool read_morph_symbol(shg_builder *b, shg_span text, size_t *at, uint16_t *symbol)
{
    size_t count = 1;
    if (*at < text.count && text.bytes[*at] == '*')
        *symbol = 0;
    else if (*at < text.count && text.bytes[*at] == '-')
        *symbol = SHG_MORPH_BARRED;
    else
        *symbol = shg_build_longest_id(b, shg_span_from(text, *at), &count);
    if (count == 0) {
        shg_fault_text(b->faults, shg_span_from(text, *at), "*, - or an id of this game");
        return false;
    }
    *at += count;
    return true;
}

static void build_morph(shg_builder *b, const shg_given *given)
{
    shoogi_variant *const v = b->v;
    if (given->line == 0) {
        shg_fault_rules(b->faults, given->value, "a piece line before morph");
        return;
    }
    shg_kind *const kind = &v->kind[given->line];
    uint16_t *const cells = shg_build_array(b, v->squares, sizeof *cells);
    shoogi_kind *const morph = shg_build_array(b, v->squares, sizeof *morph);
    if (b->spent ||
        !read_rows(b, given->value, v->ranks, v->files, "squares", read_morph_symbol, cells))
        return;
    for (unsigned row = 0; row < v->ranks; row++)
        for (unsigned column = 0; column < v->files; column++)
            morph[(v->files - 1 - column) * v->ranks + row] = cells[row * v->files + column];
    if (kind->morph)
        shg_warning(b->faults, given->value, "one value of this parameter");
    kind->morph = morph;
}

static const char matrix_symbols[] = {
    [SHG_CAPTURE_PLAIN] = '.',   [SHG_CAPTURE_BARRED] = '-',   [SHG_CAPTURE_PROMOTES] = '+',
    [SHG_CAPTURE_BECOMES] = '!', [SHG_CAPTURE_BOTH_DIE] = 'x', [SHG_CAPTURE_PROTECTED] = 'p',
    [SHG_CAPTURE_SHOT] = 's'
};

static bool read_matrix_symbol(shg_builder *b, shg_span text, size_t *at, uint16_t *symbol)
{
    const char *const found =
        *at < text.count ? memchr(matrix_symbols, text.bytes[*at], sizeof matrix_symbols) : NULL;
    if (!found) {
        shg_fault_text(b->faults, shg_span_from(text, *at), "one of . - + ! x p s");
        return false;
    }
    *symbol = (uint16_t)(found - matrix_symbols);
    ++*at;
    return true;
}

/* captureMatrix: a row for each attacker; kinds that share a piece line share its row and its column. */
void shg_build_matrix(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span text = shg_build_value(b, SHG_P_CAPTURE_MATRIX);
    if (!text.bytes)
        return;
    const unsigned n = v->declared;
    uint16_t *const cells = shg_build_array(b, (size_t)n * n, sizeof *cells);
    if (b->spent || !read_rows(b, text, n, n, "symbols", read_matrix_symbol, cells))
        return;
    for (unsigned k = 1; k <= v->kinds && !b->spent; k++) {
        const uint16_t *const row = cells + (size_t)(v->kind[k].number - 1) * n;
        const bool shoots = v->kind[k].shooting.count > 0;
        bool plain = true;
        for (unsigned i = 0; i < n; i++) {
            plain = plain && row[i] == SHG_CAPTURE_PLAIN;
            if (shoots && (row[i] == SHG_CAPTURE_BECOMES || row[i] == SHG_CAPTURE_BOTH_DIE)) {
                shg_fault_rules_format(b->faults, text,
                                       "neither ! nor x in the row of %s, which shoots",
                                       v->kind[k].id);
                return;
            }
            if (row[i] == SHG_CAPTURE_SHOT && !shoots) {
                shg_fault_rules_format(
                    b->faults, text, "no s in the row of %s, which shoots nothing", v->kind[k].id);
                return;
            }
            if ((row[i] == SHG_CAPTURE_PROMOTES || row[i] == SHG_CAPTURE_SHOT) && k <= n &&
                v->kind[k].promotion_count != 1) {
                shg_fault_rules_format(
                    b->faults, text, "no %c in the row of %s, which has not one form to promote to",
                    matrix_symbols[row[i]], v->kind[k].id);
                return;
            }
        }
        if (plain)
            continue;
        uint8_t *const matrix = shg_build_array(b, v->kinds + 1, 1);
        for (unsigned victim = 1; victim <= v->kinds && matrix; victim++)
            matrix[victim] = (uint8_t)row[v->kind[victim].number - 1];
        v->kind[k].matrix = matrix;
    }
}

void shg_build_morphs(shg_builder *b)
{
    for (size_t i = 0; i < b->def->given_count && !b->spent; i++)
        if (b->def->given[i].parameter == SHG_P_MORPH)
            build_morph(b, &b->def->given[i]);
}
