#include "protocol/xboard_setup.h"

#include "catalog/catalog_int.h"
#include "core/variant/piece_rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_MAX = 16, TABLE_LEAST = 6 };

static bool has_letter_for(const shoogi_variant *v, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(v, kind);
    const char *const letter = info.id + (info.id[0] == '+');
    shoogi_kind form;
    if (!shg_is_letter(letter[0]) || letter[1] != '\0')
        return false;
    if (info.id[0] == '+') /* the unpromoted form has the same letter */
        return info.promoted_form;
    const size_t forms = shoogi_variant_promotions(&form, 1, v, kind);
    return forms == 0 || (forms == 1 && shoogi_variant_kind(v, form).promoted_form &&
                          shoogi_variant_kind(v, form).base == kind);
}

void cli_xboard_write_option(shg_out *out, const cli_option_row *row)
{
    shg_out_format(out, "feature option=\"%s", row->name[CLI_XBOARD]);
    switch (row->kind) {
    case CLI_CHECK: shg_out_format(out, " -check %" PRId64, row->default_value); break;
    case CLI_SPIN:
        shg_out_format(out, " -spin %" PRId64 " %" PRId64 " %" PRId64, row->default_value,
                       row->least, row->most);
        break;
    case CLI_FOLDER: shg_out_text(out, " -path "); break;
    case CLI_COMBO:
        shg_out_text(out, " -combo ");
        for (int64_t i = row->least; i <= row->most; i++)
            shg_out_format(out, "%s%s%s", i > row->least ? " /// " : "",
                           i == row->default_value ? "*" : "", cli_entering_king_words[i]);
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

/* The pieces of one side as in XBoard's Chu: in any order, the king last. */
static void write_side(shg_out *out, const shoogi_variant *v, bool lower)
{
    const char *king = ".";
    unsigned count = 1;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
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

/* In its Shogi, XBoard applies drop rules by the slot in the table.  Pawn, knight and lance are not dropped on the last rank, nor
 * the knight on the last two, and nifu applies to the pawn.  The promoted form is PROMOTED slots after the piece; from slot 9 on
 * pieces do not promote.  Slots 6 and 7 are not used: PROMOTED after 6 is a second king, and after 7 a pawn that may not pass the
 * last rank.  The king comes last.
 * Source: XBoard's moves.c, LegalDrop, LegalityTest, CheckTest. */
enum { PAWN = 0, KNIGHT = 1, LANCE = 4, PROMOTED = 11, SLOTS = 21 };
static const uint8_t promoting_slots[] = { 2, 3, 5, 8 }, other_slots[] = { 9, 10, 20 };

typedef struct table {
    shoogi_kind at[SLOTS], king; /* 0: empty */
} table;

/* The number of last ranks on which the kind may not be dropped at all. */
static unsigned ranks_barred(const shoogi_variant *v, shoogi_kind kind)
{
    for (unsigned rank = 0; rank < v->ranks; rank++)
        for (unsigned file = 0; file < v->files; file++)
            if (shg_drop_square(v, kind, SHOOGI_BLACK, shoogi_variant_square(v, file, rank)))
                return rank;
    return v->ranks;
}

/* Finds a slot that forbids nothing that the game allows. */
static bool find_slot(unsigned *out, const table *t, const shoogi_variant *v, shoogi_kind kind)
{
    const bool promotes = shoogi_variant_kind(v, kind).promoted != 0;
    const unsigned barred = shoogi_variant_kind(v, kind).droppable ? ranks_barred(v, kind) : 0;
    const uint8_t *const slots = promotes ? promoting_slots : other_slots;
    const size_t count = promotes ? sizeof promoting_slots : sizeof other_slots;
    *out = !promotes || barred == 0           ? SLOTS
           : barred >= 2                      ? KNIGHT
           : v->kind[kind].drop_per_file == 1 ? PAWN
                                              : LANCE;
    for (size_t i = 0; i < count && (*out == SLOTS || t->at[*out] != 0); i++)
        *out = slots[i];
    return *out < SLOTS && t->at[*out] == 0;
}

/* Returns false if a piece does not fit. */
static bool fill_table(table *t, const shoogi_variant *v)
{
    *t = (table){ .king = 0 };
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
        const shoogi_kind kind = (shoogi_kind)k;
        const shoogi_kind_info info = shoogi_variant_kind(v, kind);
        unsigned slot;
        if (info.id[0] == '+')
            continue;
        if (info.royal && t->king == 0 && info.promoted == 0) {
            t->king = kind;
            continue;
        }
        if (!find_slot(&slot, t, v, kind))
            return false;
        t->at[slot] = kind;
        if (info.promoted != 0)
            t->at[slot + PROMOTED] = info.promoted;
    }
    return true;
}

/* Whether XBoard may be able to display the game, judged by its outline. */
static bool may_be_displayed(const shoogi_variant *outline)
{
    if (shoogi_variant_file_count(outline) > BOARD_MAX ||
        shoogi_variant_rank_count(outline) > BOARD_MAX)
        return false;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(outline); k++)
        if (!has_letter_for(outline, (shoogi_kind)k))
            return false;
    return true;
}

/* t: filled if the game has drops.  XBoard treats those as Shogi, and others as Chu, which has moves of several legs. */
static bool can_display(table *t, const shoogi_variant *v)
{
    return may_be_displayed(v) && shoogi_hand_order(NULL, 0, v) <= shoogi_variant_rank_count(v) &&
           (shoogi_hand_order(NULL, 0, v) == 0 || fill_table(t, v));
}

static void write_table(shg_out *out, const table *t, const shoogi_variant *v, bool lower)
{
    for (unsigned i = 0; i < SLOTS; i++)
        if (t->at[i] == 0)
            shg_out_char(out, '.');
        else if (shoogi_variant_kind(v, t->at[i]).id[0] == '+')
            shg_out_char(out, '+');
        else
            write_letter(out, shoogi_variant_kind(v, t->at[i]).id, lower);
    write_letter(out, t->king != 0 ? shoogi_variant_kind(v, t->king).id : ".", lower);
}

/* The outline excludes most games, which are too large or have pieces with longer ids, before their rules are read. */
static bool can_display_game(shoogi_catalog *catalog, const char *name)
{
    shoogi_variant *outline = NULL;
    const shoogi_catalog_entry *entry;
    table t;
    const bool may_be = shg_catalog_outline(&outline, catalog, name, NULL) == SHOOGI_OK &&
                        may_be_displayed(outline);
    shoogi_variant_free(outline);
    return may_be && shoogi_catalog_get(&entry, catalog, name, strlen(name), NULL) == SHOOGI_OK &&
           can_display(&t, entry->variant);
}

void cli_xboard_write_variants(shg_out *out, shoogi_catalog *catalog)
{
    const char *const *names;
    size_t count, written = 0;
    if (shoogi_catalog_names(&names, &count, catalog) != SHOOGI_OK)
        return;
    shg_out_text(out, "feature variants=\"");
    for (size_t i = 0; i < count; i++)
        if (can_display_game(catalog, names[i]))
            shg_out_format(out, "%s%s", written++ > 0 ? "," : "", names[i]);
    shg_out_text(out, "\"\n");
}

/* XBetza without the ranks on which the piece may be dropped: "fW" for "fWf@8". */
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
    /* XBoard's own names of the two games as which it displays others, with and without drops. */
    const char *const nearest = hands > 0 ? "shogi" : "chu";
    table t;
    if (!can_display(&t, variant) || strcmp(name, nearest) == 0)
        return; /* XBoard would take a description of its own game for another game */
    const size_t room = shoogi_fen_write(NULL, 0, start) + 1;
    char *const fen = malloc(room);
    if (!fen)
        return;
    shoogi_fen_write(fen, room, start);
    shg_out_text(out, "setup (");
    for (unsigned lower = 0; lower < 2; lower++)
        if (hands > 0)
            write_table(out, &t, variant, lower == 1);
        else
            write_side(out, variant, lower == 1);
    shg_out_format(out, ") %ux%u+%zu_%s %s\n", shoogi_variant_file_count(variant),
                   shoogi_variant_rank_count(variant), hands, nearest, fen);
    for (unsigned k = 1; k <= shoogi_variant_kind_count(variant); k++) {
        const shoogi_kind_info info = shoogi_variant_kind(variant, (shoogi_kind)k);
        shg_out_format(out, "piece %s& ", info.id);
        write_moves(out, info.moves);
        shg_out_char(out, '\n');
    }
    free(fen);
}
