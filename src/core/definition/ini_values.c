/* ini_values.c: reads values of options: numbers, words, sets of pieces, areas.  Source: docs/variants-ini.md. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

/* The options and the types of piece. */
const shg_ini_row shg_ini_rows[INI_ROWS] = {
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

const shg_ini_type_row shg_ini_types[TYPE_CUSTOM] = {
#define PIECE(option, moves, name) [TYPE_##option] = { #option, moves, name },
#include "core/definition/ini_pieces.def"
#undef PIECE
};

const shg_ini_row *shg_ini_row_of(unsigned option)
{
    for (size_t i = 0; i < INI_ROWS; i++)
        if (shg_ini_rows[i].role <= ROLE_ONLY && shg_ini_rows[i].first == option)
            return &shg_ini_rows[i];
    return NULL;
}

shg_ini_value shg_ini_value_of(const shg_ini *g, unsigned option)
{
    if (g->option[option].text.bytes)
        return g->option[option];
    const char *const usual = shg_ini_row_of(option)->usual;
    return (shg_ini_value){ { usual, strlen(usual) }, g->header };
}

bool shg_ini_is_given(const shg_ini *g, unsigned option)
{
    return g->option[option].text.bytes != NULL;
}

bool shg_ini_is_true(const shg_ini *g, unsigned option)
{
    const shg_ini_value value = shg_ini_value_of(g, option);
    if (value.text.count == 4 && memcmp(value.text.bytes, "true", 4) == 0)
        return true;
    if (value.text.count != 5 || memcmp(value.text.bytes, "false", 5) != 0)
        shg_fault_text(g->faults, value.place, "true or false");
    return false;
}

int shg_ini_count_of(const shg_ini *g, unsigned option, int least, int most)
{
    const shg_ini_value value = shg_ini_value_of(g, option);
    int number = 0;
    size_t at = 0;
    for (; at < value.text.count && shg_is_digit(value.text.bytes[at]); at++)
        if (number < 100000)
            number = number * 10 + (value.text.bytes[at] - '0');
    if (at > 0 && at == value.text.count && number >= least && number <= most)
        return number;
    shg_fault_text_format(g->faults, value.place, "a whole number from %d to %d", least, most);
    return least;
}

int shg_ini_result_of(const shg_ini *g, unsigned option)
{
    static const char words[] = "draw|loss|win|none";
    const shg_ini_value value = shg_ini_value_of(g, option);
    const int word = shg_word_index(words, value.text);
    if (word < 0)
        shg_fault_words(g->faults, value.place, words);
    return word < 0 ? VALUE_DRAW : word;
}

void shg_ini_refuse(const shg_ini *g, unsigned option, const char *expected)
{
    const shg_ini_value value = shg_ini_value_of(g, option);
    shg_fault_rules(g->faults, value.place, expected);
}

int shg_ini_type_of(const shg_ini *g, char letter)
{
    for (int t = 0; t < TYPES; t++)
        if (g->letter[t] != '\0' && g->letter[t] == shg_lower(letter))
            return t;
    return -1;
}

uint64_t shg_ini_read_set(const shg_ini *g, const shg_ini_value *value)
{
    uint64_t set = 0;
    for (size_t at = 0; at < value->text.count; at++) {
        const char c = value->text.bytes[at];
        if (shg_ini_is_blank(c) || c == '-')
            continue;
        const int t = c == '*' ? (int)ALL_TYPES : shg_ini_type_of(g, c);
        if (t >= 0)
            set |= UINT64_C(1) << t;
        else
            shg_fault_text(g->faults, shg_ini_place(g->out, value, at, 1),
                           "the letter of a piece of this game");
    }
    return set;
}

void shg_ini_read_area(const shg_ini *g, shg_ini_area *out, unsigned option,
                       const shg_ini_value *given)
{
    const shg_ini_value value = given ? *given : shg_ini_value_of(g, option);
    memset(out, 0, sizeof *out);
    for (size_t at = 0; at < value.text.count;) {
        const char c = value.text.bytes[at];
        if (shg_ini_is_blank(c) || c == '-') {
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
        const bool ends = at == value.text.count || shg_ini_is_blank(value.text.bytes[at]);
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

bool shg_ini_areas_match(const shg_ini *g, const shg_ini_area *white, const shg_ini_area *black,
                         bool rotate)
{
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (white->in[r][f] != black->in[g->ranks - 1 - r][rotate ? g->files - 1 - f : f])
                return false;
    return true;
}

bool shg_ini_is_empty(const shg_ini_area *area)
{
    static const shg_ini_area none;
    return memcmp(area, &none, sizeof none) == 0;
}

int shg_ini_whole_ranks(const shg_ini *g, const shg_ini_area *a, bool from_first)
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
