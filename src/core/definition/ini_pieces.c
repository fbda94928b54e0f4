/* ini_pieces.c: writes the pieces of a game as lines of a definition.  Source: docs/variants-ini.md. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

static bool on_board(const shg_ini *g, shg_ini_kind k, int side, int file, int rank)
{
    const shg_ini_cell *const c = &g->board[rank][file];
    return c->type == k.type && c->promoted == k.promoted && c->black == (side == BLACK);
}

static bool put_squares(const shg_ini *g, shg_ini_kind k, int side, bool first)
{
    const shg_ini_value fen = shg_ini_value_of(g, OPTION_START_FEN);
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (on_board(g, k, side, f, r)) {
                shg_ini_put_format(g->out, fen.place, "%s%c%d", first ? "" : ",", 'a' + f, r + 1);
                first = false;
            }
    return first;
}

bool shg_ini_takes_double_steps(shg_ini *g, bool drops)
{
    const bool ranks = shg_ini_is_given(g, OPTION_DOUBLE_RANK);
    if (!shg_ini_is_true(g, OPTION_DOUBLE_STEP))
        return false;
    if (ranks) {
        const int most = shg_ini_count_of(g, OPTION_DOUBLE_RANK, 1, g->ranks);
        const int least = shg_ini_is_given(g, OPTION_DOUBLE_RANK_MIN)
                              ? shg_ini_count_of(g, OPTION_DOUBLE_RANK_MIN, 1, g->ranks)
                              : most;
        for (int r = 0; r < g->ranks; r++)
            for (int f = 0; f < g->files; f++) {
                g->white.in[r][f] = r + 1 >= least && r + 1 <= most;
                g->black.in[g->ranks - 1 - r][f] = g->white.in[r][f];
            }
    } else {
        shg_ini_read_area(g, &g->white, OPTION_DOUBLE_WHITE, NULL);
        shg_ini_read_area(g, &g->black, OPTION_DOUBLE_BLACK, NULL);
    }
    bool from_start = false, elsewhere = drops;
    const shg_ini_kind pawn = { TYPE_pawn, false };
    for (int side = WHITE; side <= BLACK; side++) {
        const shg_ini_area *const region = side == WHITE ? &g->white : &g->black;
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
    if (shg_ini_is_empty(&g->white) && shg_ini_is_empty(&g->black))
        return false;
    if (elsewhere)
        shg_ini_refuse(
            g,
            ranks                                      ? OPTION_DOUBLE_RANK
            : shg_ini_is_given(g, OPTION_DOUBLE_WHITE) ? OPTION_DOUBLE_WHITE
                                                       : OPTION_DOUBLE_STEP,
            "doubleStep = false, or double steps of pawns from all the squares where they start "
            "and no others");
    return from_start && !elsewhere;
}

int shg_ini_drop_ranks(shg_ini *g)
{
    if (!shg_ini_is_given(g, OPTION_DROP_WHITE) && !shg_ini_is_given(g, OPTION_DROP_BLACK))
        return 0;
    shg_ini_read_area(g, &g->white, OPTION_DROP_WHITE, NULL);
    shg_ini_read_area(g, &g->black, OPTION_DROP_BLACK, NULL);
    const int white = shg_ini_whole_ranks(g, &g->white, true),
              black = shg_ini_whole_ranks(g, &g->black, false);
    if (white <= 0 || white != black || shg_ini_is_empty(&g->white))
        shg_ini_refuse(
            g, shg_ini_is_given(g, OPTION_DROP_WHITE) ? OPTION_DROP_WHITE : OPTION_DROP_BLACK,
            "whole ranks from the player's own side, as many for both sides");
    return white > 0 ? white : 0;
}

/* The drop atom. */
static void put_drop_atom(shg_ini *g, int type, int zone, int ranks)
{
    const bool pawn = type == TYPE_pawn;
    const uint64_t doubled = g->set[OPTION_NO_DOUBLED];
    const char *letters = "";
    unsigned option = OPTION_DROP_WHITE;
    if (doubled >> type & 1 ||
        (shg_ini_is_given(g, OPTION_SHOGI_DOUBLED) && !shg_ini_is_true(g, OPTION_SHOGI_DOUBLED) &&
         type == TYPE_shogiPawn)) {
        const int most = shg_ini_count_of(g, OPTION_NO_DOUBLED_COUNT, 1, 99);
        option = doubled >> type & 1 ? OPTION_NO_DOUBLED : OPTION_SHOGI_DOUBLED;
        letters = most == 1 ? "f" : "ff";
        if (most > 2)
            shg_ini_refuse(g, OPTION_NO_DOUBLED_COUNT, "1 or 2");
    }
    int most = ranks > 0 ? ranks : g->ranks;
    if (pawn && zone > 0 && !shg_ini_is_true(g, OPTION_ZONE_DROPS) && most > g->ranks - zone)
        most = g->ranks - zone;
    const bool not_first = pawn && !shg_ini_is_true(g, OPTION_FIRST_RANK_DROPS);
    if (letters[0] == '\0' && most == g->ranks && !not_first)
        return;
    if (most < 1)
        most = 1;
    const shg_ini_value from = shg_ini_value_of(g, option);
    shg_ini_put_format(g->out, from.place, "%s%s@%d", letters, not_first ? "j" : "", most);
}

/* Where a type may not go. */
static void put_mobility(shg_ini *g, int type)
{
    const shg_ini_value *const white = &g->mobility[WHITE][type], *const black =
                                                                      &g->mobility[BLACK][type];
    if (!white->text.bytes && !black->text.bytes)
        return;
    const shg_ini_value all = { { "", 0 }, white->text.bytes ? white->place : black->place };
    shg_ini_read_area(g, &g->white, 0, white->text.bytes ? white : &all);
    shg_ini_read_area(g, &g->black, 0, black->text.bytes ? black : &all);
    if (!white->text.bytes || !black->text.bytes ||
        !shg_ini_areas_match(g, &g->white, &g->black, true)) {
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

static void put_name(const shg_ini *g, shg_ini_kind k, shg_span place)
{
    const char *const promoted = k.promoted ? "promoted " : "";
    if (k.type < TYPE_CUSTOM)
        shg_ini_put_format(g->out, place, "%s%s", promoted, shg_ini_types[k.type].name);
    else if (k.type == TYPE_KING)
        shg_ini_put_format(g->out, place, "%sking", promoted);
    else
        shg_ini_put_format(g->out, place, "%scustom piece %d", promoted, k.type - TYPE_CUSTOM + 1);
}

/* The moves of a type, as its own or as those of its name. */
static shg_ini_value moves_of(const shg_ini *g, int type)
{
    const shg_ini_value *const value = &g->type[type];
    if (type < TYPE_CUSTOM) {
        const char *const moves = shg_ini_types[type].moves;
        return (shg_ini_value){ { moves, moves ? strlen(moves) : 0 }, value->place };
    }
    if (value->text.count <= 2)
        return (shg_ini_value){ { "K", 1 }, value->place };
    const bool in_file = value->text.bytes == value->place.bytes;
    const shg_span text = shg_span_from(value->text, 2);
    return (shg_ini_value){ text, in_file ? text : value->place };
}

void shg_ini_put_piece(shg_ini *g, shg_ini_kind k, const shg_ini_piece_rules *rules)
{
    const int type = shg_ini_moves_type(g, k);
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
        const shg_ini_value fen = shg_ini_value_of(g, OPTION_START_FEN);
        shg_ini_put_format(g->out, fen.place, ":%u,%u", g->hand[k.type][WHITE],
                           g->hand[k.type][BLACK]);
    }
    shg_ini_put(g->out, place, "\n");
    put_mobility(g, type);
}

void shg_ini_put_holes(const shg_ini *g)
{
    const shg_ini_value fen = shg_ini_value_of(g, OPTION_START_FEN);
    bool first = true;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (g->board[r][f].hole) {
                shg_ini_put_format(g->out, fen.place, "%s%c%d", first ? "hole::::" : ",", 'a' + f,
                                   r + 1);
                first = false;
            }
    if (!first)
        shg_ini_put(g->out, fen.place, "\n");
}
