/* ini_position.c: reads the initial position and the pieces in hand.  Source: docs/variants-ini.md. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

/* One piece of the FEN at *at: a letter, optionally after +, optionally before ~. */
static bool read_piece(const shg_ini *g, shg_ini_cell *out, const shg_ini_value *fen, size_t *at)
{
    const shg_span text = fen->text;
    const size_t start = *at;
    out->promoted = text.bytes[*at] == '+';
    *at += out->promoted;
    const char c = *at < text.count ? text.bytes[*at] : '\0';
    const int type = shg_is_letter(c) ? shg_ini_type_of(g, c) : -1;
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

static bool read_hand(shg_ini *g, const shg_ini_value *fen, size_t *at)
{
    const shg_span text = fen->text;
    g->has_hand = true;
    for (++*at; *at < text.count && text.bytes[*at] != ']';) {
        shg_ini_cell piece = { 0 };
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
static bool read_board(shg_ini *g, const shg_ini_value *fen, size_t *at)
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
static bool read_checks(shg_ini *g, shg_span word)
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
static void read_rest(shg_ini *g, const shg_ini_value *fen, size_t at)
{
    const shg_span text = fen->text;
    for (int word = 0; at < text.count; word++) {
        while (at < text.count && shg_ini_is_blank(text.bytes[at]))
            at++;
        const size_t start = at;
        while (at < text.count && !shg_ini_is_blank(text.bytes[at]))
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

void shg_ini_read_position(shg_ini *g)
{
    for (int r = 0; r < RANKS_MAX; r++)
        for (int f = 0; f < FILES_MAX; f++)
            g->board[r][f] = (shg_ini_cell){ .type = -1 };
    const shg_ini_value fen = shg_ini_value_of(g, OPTION_START_FEN);
    size_t at = 0;
    if (!read_board(g, &fen, &at))
        return;
    if (at < fen.text.count && fen.text.bytes[at] == '[' && !read_hand(g, &fen, &at))
        return;
    read_rest(g, &fen, at);
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++) {
            const shg_ini_cell *const c = &g->board[r][f];
            if (c->type < 0)
                continue;
            g->used[c->type] = true;
            g->promoted_used[c->type] = g->promoted_used[c->type] || c->promoted;
        }
    for (int t = 0; t < TYPES; t++)
        g->used[t] = g->used[t] || g->hand[t][WHITE] + g->hand[t][BLACK] > 0;
}

bool shg_ini_is_symmetric(const shg_ini *g, bool rotate)
{
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++) {
            const shg_ini_cell *const a = &g->board[r][f];
            const shg_ini_cell *const b =
                &g->board[g->ranks - 1 - r][rotate ? g->files - 1 - f : f];
            if (a->type != b->type || a->promoted != b->promoted || a->hole != b->hole ||
                (a->type >= 0 && a->black == b->black))
                return false;
        }
    return true;
}
