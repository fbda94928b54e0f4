/* ini_castling.c: the castling of a game of variants.ini, as atoms of the piece that castles. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <stdio.h>

/* How a side castles towards one side of the board. */
typedef struct wing {
    int steps;   /* of the king; 0: it does not */
    bool second; /* a piece starts beyond the rook */
} wing;

enum { QUEENSIDE, KINGSIDE };

/* A file named by its letter, which the board may lack. */
static int file_of(const shg_ini *g, unsigned option)
{
    const shg_ini_value value = shg_ini_value_of(g, option);
    const char c = value.text.count == 1 ? shg_lower(value.text.bytes[0]) : '\0';
    if (shg_is_letter(c))
        return c - 'a';
    shg_fault_text(g->faults, value.place, "a file, such as g");
    return 0;
}

static bool is_of(const shg_ini *g, uint64_t types, int side, int file, int rank)
{
    const shg_ini_cell *const c = &g->board[rank][file];
    return c->type >= 0 && !c->promoted && c->black == (side == BLACK) && (types >> c->type & 1);
}

/* The file of the piece that castles: the only one or, of several, the one on the file named; -1: none on the rank. */
static int castling_file(const shg_ini *g, uint64_t kings, int side, int rank)
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
static bool has_right(const shg_ini *g, int side, int where, int rook)
{
    const char by_side = where == KINGSIDE ? 'k' : 'q', by_file = (char)('a' + rook);
    for (size_t i = 0; i < g->rights.count; i++) {
        const char c = g->rights.bytes[i], lower = shg_lower(c);
        if ((lower == c) == (side == BLACK) && (lower == by_side || lower == by_file))
            return true;
    }
    return false;
}

static wing find_wing(const shg_ini *g, uint64_t kings, uint64_t rooks, int side, int where)
{
    const int rank = shg_ini_count_of(g, OPTION_CASTLING_RANK, 1, g->ranks) - 1;
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
    shg_ini_refuse(
        g, option,
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

int shg_ini_read_castling(const shg_ini *g, char *moves, size_t room, bool *flips)
{
    *flips = false;
    moves[0] = '\0';
    if (!shg_ini_is_true(g, OPTION_CASTLING) || g->rights.count == 0 || g->rights.bytes[0] == '-')
        return -1;
    const uint64_t kings = shg_ini_of_both(g, OPTION_CASTLING_KING_WHITE,
                                           OPTION_CASTLING_KING_BLACK, UINT64_C(1) << TYPE_KING);
    const uint64_t rooks = shg_ini_of_both(g, OPTION_CASTLING_ROOKS_WHITE,
                                           OPTION_CASTLING_ROOKS_BLACK, UINT64_C(1) << TYPE_rook);
    if ((kings & (kings - 1)) != 0) {
        shg_ini_refuse(g, OPTION_CASTLING_KING_WHITE, "one type of piece that castles");
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
        shg_ini_refuse(g, OPTION_START_FEN, "the same castling for both sides");
    write_castling(moves, room, w[KINGSIDE], w[QUEENSIDE]);
    int type = 0;
    while (!(kings >> type & 1))
        type++;
    return type;
}
