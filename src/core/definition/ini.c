#include "core/definition/ini.h"

#include "base/text.h"
#include "core/definition/ini_int.h"
#include "shoogi/variant.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Refuses the rules for which there is no parameter, unless they have their default. */
static void check_rules_without_parameter(const shg_ini *g)
{
    for (size_t i = 0; i < INI_ROWS; i++) {
        const shg_ini_row *const row = &shg_ini_rows[i];
        const shg_ini_value *const value = &g->option[row->first];
        if (row->role != ROLE_ONLY || !value->text.bytes || shg_ini_same(value->text, row->usual))
            continue;
        if (row->usual[0] == '\0')
            shg_fault_rules_format(g->faults, value->place,
                                   "a game without %s, which no rule here is like", row->name);
        else
            shg_fault_rules_format(g->faults, value->place, "%s = %s, as no rule here is like it",
                                   row->name, row->usual);
    }
}

static int read_files(const shg_ini *g)
{
    const shg_ini_value value = shg_ini_value_of(g, OPTION_MAX_FILE);
    const char c = value.text.count == 1 ? shg_lower(value.text.bytes[0]) : '\0';
    if (shg_is_letter(c))
        return c - 'a' + 1;
    return shg_ini_count_of(g, OPTION_MAX_FILE, 1, FILES_MAX);
}

static void translate(shg_ini *g, shg_span title)
{
    g->files = read_files(g);
    g->ranks = shg_ini_count_of(g, OPTION_MAX_RANK, 1, RANKS_MAX);
    check_rules_without_parameter(g);
    if (shg_faults_any(g->faults))
        return;
    shg_ini_read_position(g);
    if (shg_faults_any(g->faults))
        return;
    shg_ini_promotion p;
    shg_ini_read_promotion(g, &p);
    shg_ini_kind kinds[2 * TYPES];
    size_t promoting = 0;
    const size_t count = shg_ini_list_kinds(g, &p, kinds, &promoting);
    const bool rotate = shg_ini_is_symmetric(g, true);
    shg_ini_piece_rules rules = { .symmetry = rotate                           ? SHG_SYMMETRY_ROTATE
                                              : shg_ini_is_symmetric(g, false) ? SHG_SYMMETRY_MIRROR
                                                                               : SHG_SYMMETRY_NONE,
                                  .zone = p.zone,
                                  .drops = shg_ini_is_true(g, OPTION_DROPS) };
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
    shg_ini_put_parameter(g, OPTION_MAX_FILE, "files", number);
    snprintf(number, sizeof number, "%d", g->ranks);
    shg_ini_put_parameter(g, OPTION_MAX_RANK, "ranks", number);
    shg_ini_put_parameter(g, OPTION_START_FEN, "symmetry", symmetries[rules.symmetry]);
    if (g->black_first)
        shg_ini_put_parameter(g, OPTION_START_FEN, "firstMove", "black");
    bool flips;
    rules.castling_type = shg_ini_read_castling(g, rules.castling, sizeof rules.castling, &flips);
    if (flips)
        shg_ini_put_parameter(g, OPTION_CASTLING, "castleFlip", "1");
    shg_ini_put_drops(g);
    shg_ini_put_promotion(g, &p, promoting);
    const uint64_t royals = shg_ini_read_royals(g);
    shg_ini_put_end(g, royals, rules.symmetry);
    if (g->used[TYPE_pawn])
        rules.pawn.double_step = shg_ini_takes_double_steps(g, rules.drops);
    rules.pawn.en_passant = rules.pawn.double_step &&
                            (shg_ini_of_both(g, OPTION_EN_PASSANT_WHITE, OPTION_EN_PASSANT_BLACK,
                                             UINT64_C(1) << TYPE_pawn) >>
                                 TYPE_pawn &
                             1);
    if (rules.drops)
        rules.drop_ranks = shg_ini_drop_ranks(g);
    for (size_t i = 0; i < count; i++) {
        if (royals >> shg_ini_moves_type(g, kinds[i]) & 1)
            shg_ini_put_format(g->out, g->type[shg_ini_moves_type(g, kinds[i])].place,
                               "royal=%zu\n", i + 1);
        shg_ini_put_piece(g, kinds[i], &rules);
    }
    shg_ini_put_holes(g);
}

/* The section with this name, or the last; false after a fault. */
static bool choose(size_t *chosen, const shg_ini_section *sections, size_t count, const char *name,
                   shg_faults *faults)
{
    *chosen = count - 1;
    if (!name)
        return true;
    for (size_t i = 0; i < count; i++)
        if (shg_ini_same(sections[i].name, name)) {
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
    shg_ini_section *const sections = shg_arena_array(arena, shg_ini_section, SHG_INI_GAMES_MAX);
    size_t *const chain = shg_arena_array(arena, size_t, SHG_INI_GAMES_MAX);
    shg_ini *const g = shg_arena_array(arena, shg_ini, 1);
    shg_ini_text text = { .file = file->bytes, .file_bytes = file->count, .room = ROOM };
    text.out = shg_arena_array(arena, char, ROOM + 1);
    text.origin = shg_arena_array(arena, uint32_t, ROOM + 1);
    if (!sections || !chain || !g || !text.out || !text.origin)
        return SHOOGI_NO_MEMORY;
    const size_t count = shg_ini_find_sections(sections, faults);
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
    shg_ini_read_chain(g, sections, chosen, chain);
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
    while (shg_ini_next_line(&line, &from, end)) {
        shg_ini_section s;
        if (line.count == 0 || line.bytes[0] != '[' || !shg_ini_read_header(&s, line))
            continue;
        *at = (size_t)(from - text);
        *name = s.name.bytes;
        *name_bytes = s.name.count;
        return true;
    }
    return false;
}
