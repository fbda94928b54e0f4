#include "cli/xboard_setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_MAX = 16, TABLE_LEAST = 6 };

static bool has_words_for(const shoogi_variant *v, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(v, kind);
    const char *const letter = info.id + (info.id[0] == '+');
    shoogi_kind form;
    if (!shg_is_letter(letter[0]) || letter[1] != '\0')
        return false;
    if (info.id[0] == '+') /* what it was is known by the same letter */
        return info.promoted_form;
    const size_t forms = shoogi_variant_promotions(&form, 1, v, kind);
    return forms == 0 || (forms == 1 && shoogi_variant_kind(v, form).promoted_form &&
                          shoogi_variant_kind(v, form).base == kind);
}

static bool is_known(const shoogi_variant *v)
{
    if (shoogi_variant_files(v) > BOARD_MAX || shoogi_variant_ranks(v) > BOARD_MAX ||
        shoogi_hand_order(NULL, 0, v) > shoogi_variant_ranks(v))
        return false;
    for (unsigned k = 1; k <= shoogi_variant_kinds(v); k++)
        if (!has_words_for(v, (shoogi_kind)k))
            return false;
    return true;
}

void cli_xboard_write_variants(shg_out *out, shoogi_catalog *catalog)
{
    const char *const *names;
    const shoogi_catalog_entry *entry;
    size_t count, told = 0;
    if (shoogi_catalog_names(&names, &count, catalog) != SHOOGI_OK)
        return;
    shg_out_text(out, "feature variants=\"");
    for (size_t i = 0; i < count; i++)
        if (shoogi_catalog_get(&entry, catalog, names[i], strlen(names[i]), NULL) == SHOOGI_OK &&
            is_known(entry->variant))
            shg_out_format(out, "%s%s", told++ > 0 ? "," : "", names[i]);
    shg_out_text(out, "\"\n");
}

void cli_xboard_write_option(shg_out *out, const cli_option_row *row)
{
    shg_out_format(out, "feature option=\"%s", row->uci);
    switch (row->kind) {
    case CLI_CHECK: shg_out_format(out, " -check %" PRId64, row->usual); break;
    case CLI_SPIN:
        shg_out_format(out, " -spin %" PRId64 " %" PRId64 " %" PRId64, row->usual, row->least,
                       row->most);
        break;
    case CLI_COMBO:
        shg_out_text(out, " -combo ");
        for (int64_t i = row->least; i <= row->most; i++)
            shg_out_format(out, "%s%s%s", i > row->least ? " /// " : "", i == row->usual ? "*" : "",
                           cli_impasse_words[i]);
        break;
    }
    shg_out_text(out, "\"\n");
}

static void write_letter(shg_out *out, const char *id, bool lower)
{
    shg_out_text(out, id[0] == '+' ? "^" : "");
    const char letter = id[id[0] == '+'];
    shg_out_char(out, lower ? shg_lower(letter) : letter);
}

/* The men of one side; the last is the king. */
static void write_side(shg_out *out, const shoogi_variant *v, bool lower)
{
    const char *king = ".";
    unsigned count = 1;
    for (unsigned k = 1; k <= shoogi_variant_kinds(v); k++) {
        const shoogi_kind_info info = shoogi_variant_kind(v, (shoogi_kind)k);
        if (info.royal && king[0] == '.' && info.id[0] != '+') {
            king = info.id;
            continue;
        }
        write_letter(out, info.id, lower);
        count++;
    }
    while (count++ < TABLE_LEAST)
        shg_out_char(out, '.');
    write_letter(out, king, lower);
}

/* Without what says on which ranks the man may be dropped: "fWf@8" is "fW". */
static void write_moves(shg_out *out, const char *moves)
{
    while (*moves != '\0') {
        size_t bytes = 0; /* of an atom with what stands before it */
        while (moves[bytes] >= 'a' && moves[bytes] <= 'z')
            bytes++;
        const bool drops = moves[bytes] == '@';
        bytes += moves[bytes] != '\0';
        while (shg_is_digit(moves[bytes]))
            bytes++;
        if (!drops)
            shg_out_bytes(out, moves, bytes);
        moves += bytes;
    }
}

void cli_xboard_write_setup(shg_out *out, const char *name, const shoogi_position *start)
{
    const shoogi_variant *const variant = shoogi_position_variant(start);
    const size_t hands = shoogi_hand_order(NULL, 0, variant);
    /* Of its own games it is told the nearest: with drops, or with moves of several steps. */
    const char *const nearest = hands > 0 ? "shogi" : "chu";
    if (!is_known(variant) || strcmp(name, nearest) == 0)
        return; /* what it is told of its own game it would take for another */
    const size_t room = shoogi_fen_write(NULL, 0, start) + 1;
    char *const fen = malloc(room);
    if (!fen)
        return;
    shoogi_fen_write(fen, room, start);
    shg_out_text(out, "setup (");
    write_side(out, variant, false);
    write_side(out, variant, true);
    shg_out_format(out, ") %ux%u+%zu_%s %s\n", shoogi_variant_files(variant),
                   shoogi_variant_ranks(variant), hands, nearest, fen);
    for (unsigned k = 1; k <= shoogi_variant_kinds(variant); k++) {
        const shoogi_kind_info info = shoogi_variant_kind(variant, (shoogi_kind)k);
        shg_out_format(out, "piece %s& ", info.id);
        write_moves(out, info.moves);
        shg_out_char(out, '\n');
    }
    free(fen);
}
