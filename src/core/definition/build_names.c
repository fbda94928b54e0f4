/* build_names.c: the names of a definition: of pieces in five styles, of the variant, of kinds in input.  Source:
 * docs/variant-format.md, "Names". */
#include "core/definition/build_int.h"

#include "base/text.h"

#include <string.h>

enum { NAME_BYTES_MAX = 40 };

/* East Asian characters: radicals, ideographic description, kana, kanji, and full-width letters.  None of them is
 * invisible or changes the direction of the text. */
static bool is_east_asian(uint32_t c)
{
    static const uint32_t ranges[][2] = { { 0x2E80, 0x2FFF },
                                          { 0x3005, 0x9FFF },
                                          { 0xF900, 0xFAFF },
                                          { 0xFF01, 0xFFEF },
                                          { 0x20000, 0x3FFFF } };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

/* Whether the name consists of letters, East Asian characters and others; digits: digits are allowed. */
static bool is_name(shg_span name, const char *others, bool digits)
{
    for (size_t at = 0; at < name.count;) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, name.bytes + at, name.count - at);
        const bool plain =
            took == 1 && (shg_is_letter(name.bytes[at]) || strchr(others, name.bytes[at]) ||
                          (digits && shg_is_digit(name.bytes[at])));
        if (!plain && !is_east_asian(c))
            return false;
        at += took;
    }
    return name.count > 0 && name.count <= NAME_BYTES_MAX;
}

bool shg_build_is_name(shg_span name)
{
    return is_name(name, "-+", true) && name.bytes[0] != '-';
}

/* The name that begins at *at in "a,b,c"; *at is then after it and the comma, or one after the end. */
static shg_span next_name(shg_span list, size_t *at)
{
    const shg_span rest = shg_span_from(list, *at);
    const char *const comma = rest.count > 0 ? memchr(rest.bytes, ',', rest.count) : NULL;
    const size_t count = comma ? (size_t)(comma - rest.bytes) : rest.count;
    *at += count + 1;
    return (shg_span){ rest.bytes, count };
}

/* --- pieces -------------------------------------------------------------------------------------- */

static const char *usual_english(shg_builder *b, const shg_kind *kind)
{
    const char *const name = shg_english_source(kind);
    const size_t count = strlen(name);
    char *const text = shg_build_array(b, count + 1, 1);
    for (size_t i = 0; text && i < count; i++)
        text[i] = shg_english_byte(name, i);
    return text;
}

/* The values of these parameters: up to names_max names, the first of style `style`, the second of the next style;
 * any others are signs. */
static const struct naming {
    shg_parameter parameter;
    shoogi_style style;
    bool white, signs;
    size_t names_max;
    const char *others; /* allowed in a name besides letters */
    const char *expected;
} namings[] = {
    { SHG_P_ENGLISH, SHOOGI_STYLE_ENGLISH, false, false, 1, "_-'()",
      "a name of letters, _ for a space, and - ' ( )" },
    { SHG_P_ROMAJI, SHOOGI_STYLE_ROMAJI, false, false, 2, "_-'",
      "a name of letters, and optionally a short one" },
    { SHG_P_WHITE_ROMAJI, SHOOGI_STYLE_ROMAJI, true, false, 2, "_-'",
      "a name of letters, and optionally a short one" },
    { SHG_P_KANJI, SHOOGI_STYLE_KANJI, false, true, 2, "", "names in kanji, kana or letters" },
    { SHG_P_WHITE_KANJI, SHOOGI_STYLE_KANJI, true, false, 2, "",
      "a name in kanji, kana or letters, and optionally a short one" },
};

/* The name, with spaces for "_". */
static const char *new_name(shg_builder *b, shg_span span)
{
    char *const name = shg_build_array(b, span.count + 1, 1);
    for (size_t i = 0; name && i < span.count; i++)
        name[i] = span.bytes[i] == '_' ? ' ' : span.bytes[i];
    return name;
}

static void add_sign(shg_builder *b, shg_kind *kind, shg_span name, const char **signs)
{
    signs[kind->sign_count] = shg_build_text(b, name);
    kind->sign_count += !b->spent;
}

static void build_naming(shg_builder *b, const struct naming *naming, const shg_given *given)
{
    if (given->line == 0) {
        shg_fault_rules_format(b->faults, given->value, "a piece line before %s",
                               shg_parameter_rows[naming->parameter].name);
        return;
    }
    shg_kind *const kind = &b->v->kind[given->line];
    const char **const called = kind->names[naming->white ? SHOOGI_WHITE : SHOOGI_BLACK];
    if (called[naming->style])
        shg_warning(b->faults, given->value, "one value of this parameter");
    const char **const signs = shg_build_array(b, given->value.count / 2 + 1, sizeof *signs);
    if (naming->signs) {
        kind->signs = signs;
        kind->sign_count = 0;
    }
    size_t count = 0;
    for (size_t at = 0; at <= given->value.count && !b->spent; count++) {
        const shg_span rest = shg_span_from(given->value, at);
        const shg_span name = next_name(given->value, &at);
        if (!is_name(name, naming->others, false) ||
            (count >= naming->names_max && !naming->signs)) {
            shg_fault_text(b->faults, rest, naming->expected);
            return;
        }
        if (count < naming->names_max)
            called[naming->style + count] = new_name(b, name);
        else
            add_sign(b, kind, name, signs);
    }
    if (count == 1 && naming->names_max == 2)
        called[naming->style + 1] = called[naming->style];
}

/* Defaults: White's name is Black's, a short name is the long one, romaji are the English name, and kanji the id. */
static void fill_in(shg_builder *b, shg_kind *kind)
{
    const char **const black = kind->names[SHOOGI_BLACK];
    if (!black[SHOOGI_STYLE_ENGLISH])
        black[SHOOGI_STYLE_ENGLISH] = usual_english(b, kind);
    for (unsigned style = SHOOGI_STYLE_ROMAJI; style < SHOOGI_STYLE_COUNT; style++)
        if (!black[style])
            black[style] = style < SHOOGI_STYLE_KANJI ? black[SHOOGI_STYLE_ENGLISH] : kind->id;
    for (unsigned style = 0; style < SHOOGI_STYLE_COUNT; style++)
        if (!kind->names[SHOOGI_WHITE][style])
            kind->names[SHOOGI_WHITE][style] = black[style];
}

void shg_build_piece_names(shg_builder *b)
{
    for (size_t i = 0; i < b->def->given_count && !b->spent; i++)
        for (size_t n = 0; n < sizeof namings / sizeof namings[0]; n++)
            if (namings[n].parameter == b->def->given[i].parameter)
                build_naming(b, &namings[n], &b->def->given[i]);
    for (unsigned k = 1; k <= b->v->declared && !b->spent; k++)
        fill_in(b, &b->v->kind[k]);
}

/* --- the variant --------------------------------------------------------------------------------- */

static const char *new_alias(shg_builder *b, shg_span span)
{
    char *const name = shg_build_array(b, span.count + 1, 1);
    for (size_t i = 0; name && i < span.count; i++)
        name[i] = shg_lower(span.bytes[i]);
    return name;
}

static shg_alias *new_aliases(shg_builder *b, size_t room)
{
    return shg_build_array(b, room, sizeof(shg_alias));
}

/* alias=minishogi,5五将棋 */
void shg_build_aliases(shg_builder *b)
{
    size_t room = 0;
    for (size_t i = 0; i < b->def->given_count; i++)
        if (b->def->given[i].parameter == SHG_P_ALIAS)
            room += 1 + b->def->given[i].value.count / 2;
    shg_alias *const aliases = new_aliases(b, room);
    for (size_t i = 0; i < b->def->given_count && aliases && !b->spent; i++) {
        const shg_span list = b->def->given[i].value;
        if (b->def->given[i].parameter != SHG_P_ALIAS)
            continue;
        for (size_t at = 0; at <= list.count && !b->spent;) {
            const shg_span rest = shg_span_from(list, at);
            const shg_span name = next_name(list, &at);
            if (!shg_build_is_name(name)) {
                shg_fault_text(b->faults, rest, "a name of letters, digits and -");
                break;
            }
            aliases[b->v->alias_count++].text = new_alias(b, name);
        }
    }
    b->v->aliases = aliases;
}

/* The variants in "reading=chu,chu-jcsa TEXT", or "-" or "*"; count 0, with an error reported, if invalid. */
static shg_span games_of_reading(shg_builder *b, shg_span value)
{
    size_t count = 0;
    while (count < value.count && value.bytes[count] != ' ')
        count++;
    const shg_span games = { value.bytes, count };
    bool fit = count < value.count;
    const bool named = !shg_span_is(games, "-") && !shg_span_is(games, "*");
    for (size_t at = 0; fit && named && at <= games.count;)
        fit = shg_build_is_name(next_name(games, &at));
    if (fit)
        return games;
    shg_fault_text(b->faults, value, "names of games separated by commas, * or -, and a text");
    return (shg_span){ 0 };
}

void shg_build_title(shg_builder *b)
{
    for (size_t i = 0; i < b->def->given_count; i++) {
        const shg_span title = b->def->given[i].value;
        if (b->def->given[i].parameter != SHG_P_TITLE)
            continue;
        size_t characters = 0;
        for (size_t at = 0; at < title.count; at++)
            characters += ((unsigned char)title.bytes[at] & 0xC0) != 0x80;
        if (characters <= SHG_TITLE_CHARACTERS_MAX)
            b->v->title = shg_build_text(b, title);
        else
            shg_fault_text(b->faults, title, "a title of at most 60 characters");
    }
}

void shg_build_notes(shg_builder *b)
{
    const size_t given_count = b->def->given_count;
    shg_game_note *const notes = shg_build_array(b, given_count, sizeof *notes);
    bool asked = false;
    for (size_t i = 0; i < given_count && notes && !b->spent; i++) {
        const shg_given *const given = &b->def->given[i];
        const shg_parameter p = given->parameter;
        if (!shg_is_note(p) || p == SHG_P_TITLE)
            continue;
        shg_span games = { 0 };
        if (p == SHG_P_READING && !asked) {
            shg_fault_rules(b->faults, given->value, "a dispute before its readings");
            return;
        }
        if (p == SHG_P_READING && (games = games_of_reading(b, given->value)).count == 0)
            return;
        asked = asked || p == SHG_P_DISPUTE;
        const size_t text_at = games.count > 0 ? games.count + 1 : 0;
        notes[b->v->note_count++] = (shg_game_note){
            .kind = (shg_note_kind)(p - SHG_P_HISTORY),
            .games = shg_build_text(b, games),
            .text = shg_build_text(b, shg_span_from(given->value, text_at)),
        };
    }
    b->v->notes = notes;
}

enum { INPUT_ALIASES_MAX = 256 };

/* idAlias=D:+R,H:+B,T:+P */
void shg_build_input_aliases(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span list = shg_build_value(b, SHG_P_ID_ALIAS);
    shg_alias *const aliases = new_aliases(b, INPUT_ALIASES_MAX);
    v->input_aliases = aliases;
    for (size_t at = 0; at < list.count && aliases && !b->spent;) {
        const shg_span rest = shg_span_from(list, at);
        const char *const colon = memchr(rest.bytes, ':', rest.count);
        const shg_span name = { rest.bytes, colon ? (size_t)(colon - rest.bytes) : 0 };
        char id[SHG_ID_BYTES];
        if (!colon || name.count == 0 || !shg_line_id(id, &(shg_piece_line){ .id = name }, NULL)) {
            shg_fault_text(b->faults, rest, "letters, \":\" and an id");
            return;
        }
        if (shoogi_variant_kind_by_input(v, id, strlen(id)) != 0) {
            shg_fault_rules(b->faults, rest, "letters that are not the id of a piece");
            return;
        }
        if (v->input_alias_count == INPUT_ALIASES_MAX) {
            shg_fault_rules_format(b->faults, rest, "at most %d other letters", INPUT_ALIASES_MAX);
            return;
        }
        at += name.count + 1;
        const shoogi_kind kind = shg_build_next_id(b, list, &at, ",");
        if (kind == 0)
            return;
        aliases[v->input_alias_count++] =
            (shg_alias){ shg_build_text(b, (shg_span){ id, strlen(id) }), kind };
    }
}
