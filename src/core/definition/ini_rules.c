/* ini_rules.c: writes the rules of a game as parameters of a definition.  Source: docs/variants-ini.md. */
#include "core/definition/ini_int.h"

#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

uint64_t shg_ini_of_both(const shg_ini *g, unsigned white, unsigned black, uint64_t usual)
{
    const uint64_t first = shg_ini_is_given(g, white) ? g->set[white] : usual;
    const uint64_t second = shg_ini_is_given(g, black) ? g->set[black] : usual;
    if (first != second)
        shg_ini_refuse(g, shg_ini_is_given(g, black) ? black : white,
                       "the same pieces for both sides");
    return first;
}

static bool any_used(const shg_ini *g, uint64_t set)
{
    for (int t = 0; t < TYPES; t++)
        if ((set >> t & 1) && g->used[t])
            return true;
    return false;
}

/* The number of ranks at the far side where pieces promote. */
static int read_zone(shg_ini *g)
{
    if (shg_ini_is_given(g, OPTION_PROMOTION_RANK)) {
        const int rank = shg_ini_count_of(g, OPTION_PROMOTION_RANK, 1, g->ranks);
        return g->ranks - rank + 1;
    }
    shg_ini_read_area(g, &g->white, OPTION_PROMOTION_WHITE, NULL);
    shg_ini_read_area(g, &g->black, OPTION_PROMOTION_BLACK, NULL);
    if (shg_faults_any(g->faults))
        return 0;
    const int white = shg_ini_whole_ranks(g, &g->white, false),
              black = shg_ini_whole_ranks(g, &g->black, true);
    if (white < 0 || white != black)
        shg_ini_refuse(g,
                       shg_ini_is_given(g, OPTION_PROMOTION_WHITE) ? OPTION_PROMOTION_WHITE
                                                                   : OPTION_PROMOTION_BLACK,
                       "whole ranks up to the last one, as many for both sides");
    return white < 0 ? 0 : white;
}

void shg_ini_read_promotion(shg_ini *g, shg_ini_promotion *p)
{
    const uint64_t chess = UINT64_C(1) << TYPE_queen | UINT64_C(1) << TYPE_rook |
                           UINT64_C(1) << TYPE_bishop | UINT64_C(1) << TYPE_knight;
    *p = (shg_ini_promotion){ 0 };
    p->pawns = shg_ini_of_both(g, OPTION_PROMOTION_PAWNS_WHITE, OPTION_PROMOTION_PAWNS_BLACK,
                               UINT64_C(1) << TYPE_pawn);
    const uint64_t choices =
        shg_ini_of_both(g, OPTION_PROMOTION_TYPES_WHITE, OPTION_PROMOTION_TYPES_BLACK, chess);
    for (int t = 0; t < TYPES; t++) {
        if ((choices >> t & 1) && g->letter[t] != '\0' && any_used(g, p->pawns))
            p->choices |= UINT64_C(1) << t;
        if (!g->used[t])
            p->pawns &= ~(UINT64_C(1) << t);
        p->pairs = p->pairs || (g->used[t] && g->promoted[t] >= 0);
    }
    if (p->choices == 0)
        p->pawns = 0;
    if (p->pawns || p->pairs)
        p->zone = read_zone(g);
    if (p->pawns && p->pairs && p->zone > 0)
        shg_ini_refuse(
            g,
            shg_ini_is_given(g, OPTION_PROMOTED_TYPE) ? OPTION_PROMOTED_TYPE
                                                      : OPTION_PROMOTION_RANK,
            "either pieces that promote to a chosen piece, as in chess, or pairs of pieces");
    if (p->pawns && p->zone > 0 && shg_ini_is_given(g, OPTION_PROMOTION_LIMIT) &&
        shg_ini_value_of(g, OPTION_PROMOTION_LIMIT).text.count > 0)
        shg_ini_refuse(g, OPTION_PROMOTION_LIMIT, "no limit of promotions");
    for (int t = 0; t < TYPES && p->zone > 0; t++)
        if (p->choices >> t & 1)
            g->used[t] = true;
}

size_t shg_ini_list_kinds(const shg_ini *g, const shg_ini_promotion *p, shg_ini_kind *kinds,
                          size_t *promoting)
{
    size_t count = 0;
    for (int last = 0; last < 2; last++) {
        for (int t = 0; t < TYPES; t++) {
            const bool promotes =
                p->zone > 0 && (p->pawns ? (p->pawns >> t & 1) != 0 : g->promoted[t] >= 0);
            if (g->used[t] && promotes == (last == 0))
                kinds[count++] = (shg_ini_kind){ t, false };
        }
        if (last == 0)
            *promoting = count;
    }
    for (int t = 0; t < TYPES; t++)
        if (g->used[t] && g->promoted[t] >= 0 && (p->zone > 0 || g->promoted_used[t]))
            kinds[count++] = (shg_ini_kind){ t, true };
    return count;
}

void shg_ini_put_parameter(const shg_ini *g, unsigned option, const char *name, const char *value)
{
    const shg_ini_value from = shg_ini_value_of(g, option);
    shg_ini_put_format(g->out, from.place, "%s=%s\n", name, value);
}

void shg_ini_put_promotion(const shg_ini *g, const shg_ini_promotion *p, size_t promoting)
{
    char text[LETTERS + 8];
    if (p->zone == 0) {
        /* Without it the first kind would promote as in chess. */
        shg_ini_put_parameter(g, OPTION_PROMOTED_TYPE, "maxPromote", "0");
        return;
    }
    const unsigned from =
        shg_ini_is_given(g, OPTION_PROMOTION_RANK) ? OPTION_PROMOTION_RANK : OPTION_PROMOTION_WHITE;
    snprintf(text, sizeof text, "%d", p->zone);
    shg_ini_put_parameter(g, from, "promoZone", text);
    snprintf(text, sizeof text, "%zu", promoting);
    shg_ini_put_parameter(g, from, "maxPromote", text);
    if (p->pawns) {
        size_t count = 0;
        for (int t = 0; t < TYPES; t++)
            if (p->choices >> t & 1)
                text[count++] = shg_upper(g->letter[t]);
        text[count] = '\0';
        shg_ini_put_parameter(g, OPTION_PROMOTION_TYPES_WHITE, "promoChoice", text);
        shg_ini_put_parameter(g, from, "promoWhen", "end");
        shg_ini_put_parameter(g, OPTION_MANDATORY_PAWN, "promoMust",
                              shg_ini_is_true(g, OPTION_MANDATORY_PAWN) ? "1" : "0");
        return;
    }
    const bool must = shg_ini_is_true(g, OPTION_MANDATORY_PIECE),
               captures = shg_ini_is_true(g, OPTION_ON_CAPTURE);
    shg_ini_put_parameter(g, OPTION_PROMOTED_TYPE, "promoChoice", "+");
    shg_ini_put_parameter(g, OPTION_DROP_PROMOTED, "dropFaces",
                          shg_ini_is_true(g, OPTION_DROP_PROMOTED) ? "1" : "0");
    if (shg_ini_is_true(g, OPTION_DEMOTION)) {
        if (!must || p->zone != g->ranks)
            shg_ini_refuse(
                g, OPTION_DEMOTION,
                "demotion with mandatoryPiecePromotion = true and the whole board as region");
        shg_ini_put_parameter(g, OPTION_DEMOTION, "flip", captures ? "capture" : "move");
        return;
    }
    if (captures && p->zone != g->ranks)
        shg_ini_refuse(g, OPTION_ON_CAPTURE, "the whole board as region of promotion by captures");
    shg_ini_put_parameter(g, captures ? OPTION_ON_CAPTURE : from, "promoWhen",
                          captures ? "capture" : "touch");
    shg_ini_put_parameter(g, OPTION_MANDATORY_PIECE, "promoMust", must ? "1" : "0");
}

void shg_ini_put_drops(const shg_ini *g)
{
    const bool drops = shg_ini_is_true(g, OPTION_DROPS),
               to_hand = shg_ini_is_true(g, OPTION_TO_HAND);
    const bool loop = shg_ini_is_true(g, OPTION_DROP_LOOP);
    bool in_hand = false;
    for (int t = 0; t < TYPES; t++)
        in_hand = in_hand || g->hand[t][WHITE] + g->hand[t][BLACK] > 0;
    shg_ini_put_parameter(g, to_hand ? OPTION_TO_HAND : OPTION_DROPS, "holdingsType",
                          !to_hand ? "0"
                          : loop   ? "-2"
                                   : "-1");
    shg_ini_put_parameter(g, OPTION_DROPS, "drop",
                          !drops    ? "none"
                          : to_hand ? "any"
                          : in_hand ? "own"
                                    : "none");
    const char *const moves = shg_ini_is_true(g, OPTION_IMMOBILITY) ? "1" : "0";
    shg_ini_put_parameter(g, OPTION_IMMOBILITY, "dropDead", moves);
    shg_ini_put_parameter(g, OPTION_IMMOBILITY, "mustMove", moves);
    if (shg_ini_is_true(g, OPTION_DROP_MATE) && g->used[TYPE_shogiPawn]) {
        const char pawn[2] = { shg_upper(g->letter[TYPE_shogiPawn]), '\0' };
        shg_ini_put_parameter(g, OPTION_DROP_MATE, "dropMate", pawn);
    }
    if (shg_ini_is_true(g, OPTION_DROP_CHECKS))
        return;
    char ids[2 * LETTERS + 1];
    size_t count = 0;
    for (int t = 0; t < TYPES; t++) {
        if (!g->used[t])
            continue;
        if (count > 0)
            ids[count++] = ',';
        ids[count++] = shg_upper(g->letter[t]);
    }
    ids[count] = '\0';
    shg_ini_put_parameter(g, OPTION_DROP_CHECKS, "dropCheck", ids);
}

uint64_t shg_ini_read_royals(const shg_ini *g)
{
    const bool king = g->letter[TYPE_KING] != '\0' && g->used[TYPE_KING];
    const uint64_t kings = UINT64_C(1) << TYPE_KING;
    const int result = shg_ini_result_of(g, OPTION_EXTINCTION);
    uint64_t royals = 0, types = 0;
    for (int t = 0; t < TYPES; t++)
        if ((g->set[OPTION_EXTINCTION_TYPES] >> t & 1) && g->letter[t] != '\0') {
            royals |= UINT64_C(1) << t;
            types++;
        }
    const bool extinction = result != VALUE_NONE && shg_ini_is_given(g, OPTION_EXTINCTION_TYPES) &&
                            g->set[OPTION_EXTINCTION_TYPES] != 0;
    if (extinction && result != VALUE_LOSS)
        shg_ini_refuse(g, OPTION_EXTINCTION, "loss or none");
    if (extinction && (types != 1 || (king && royals != kings)))
        shg_ini_refuse(g, OPTION_EXTINCTION_TYPES, "one type of royal piece");
    if (extinction && shg_ini_value_of(g, OPTION_EXTINCTION_COUNT).text.count > 0 &&
        shg_ini_count_of(g, OPTION_EXTINCTION_COUNT, 0, 99) != 0)
        shg_ini_refuse(g, OPTION_EXTINCTION_COUNT, "extinctionPieceCount = 0");
    royals = king ? kings : extinction ? royals : 0;
    bool any = false;
    for (int t = 0; t < TYPES; t++)
        any = any || ((royals >> t & 1) && g->used[t]);
    if (!any)
        shg_fault_rules(g->faults, g->header,
                        "a royal piece on the board: a king, or extinctionValue = loss with "
                        "extinctionPieceTypes");
    unsigned count[2] = { 0 };
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files; f++)
            if (g->board[r][f].type == TYPE_KING)
                count[g->board[r][f].black]++;
    if (count[WHITE] > 1 || count[BLACK] > 1)
        shg_ini_refuse(g, OPTION_START_FEN, "at most one king for each side");
    return royals;
}

/* The squares of an area, with commas; returns the number of bytes. */
static size_t write_area(const shg_ini *g, char *out, size_t out_bytes, const shg_ini_area *a)
{
    size_t at = 0;
    for (int r = 0; r < g->ranks; r++)
        for (int f = 0; f < g->files && at < out_bytes; f++)
            if (a->in[r][f])
                at += (size_t)snprintf(out + at, out_bytes - at, "%s%c%d", at > 0 ? "," : "",
                                       'a' + f, r + 1);
    return at;
}

/* A royal piece that reaches a square of its side wins. */
static void put_flag(shg_ini *g, uint64_t royals, bool strict, int symmetry)
{
    shg_ini_read_area(g, &g->white, OPTION_FLAG_WHITE, NULL);
    shg_ini_read_area(g, &g->black, OPTION_FLAG_BLACK, NULL);
    const bool black = !shg_ini_is_empty(&g->black);
    if (shg_ini_is_empty(&g->white) && !black)
        return;
    const unsigned option =
        shg_ini_is_given(g, OPTION_FLAG_WHITE) ? OPTION_FLAG_WHITE : OPTION_FLAG_BLACK;
    if (shg_ini_of_both(g, OPTION_FLAG_PIECE_WHITE, OPTION_FLAG_PIECE_BLACK, 0) != royals)
        shg_ini_refuse(g, OPTION_FLAG_PIECE_WHITE, "the royal piece");
    if (!strict && !shg_ini_is_true(g, OPTION_FLAG_SAFE))
        shg_ini_refuse(g, OPTION_FLAG_SAFE, "flagPieceSafe = true");
    if (shg_ini_whole_ranks(g, &g->white, false) == 1 &&
        shg_ini_whole_ranks(g, &g->black, true) == 1) {
        shg_ini_put_parameter(g, OPTION_FLAG_WHITE, "try", "1");
        return;
    }
    if (symmetry != SHG_SYMMETRY_NONE &&
        !shg_ini_areas_match(g, &g->white, &g->black, symmetry == SHG_SYMMETRY_ROTATE)) {
        shg_ini_refuse(g, option, "the same squares for both sides, as each sees the board");
        return;
    }
    char squares[FILES_MAX * RANKS_MAX * 4 * 2 + 8];
    size_t at = write_area(g, squares, sizeof squares, &g->white);
    if (symmetry == SHG_SYMMETRY_NONE && black) {
        at += (size_t)snprintf(squares + at, sizeof squares - at, ",,");
        (void)write_area(g, squares + at, sizeof squares - at, &g->black);
    }
    const shg_ini_value from = shg_ini_value_of(g, option);
    shg_ini_put(g->out, from.place, "try=");
    shg_ini_put(g->out, from.place, squares);
    shg_ini_put(g->out, from.place, "\n");
}

/* A side that has given check so many times wins; without a count in startFen the first check does. */
static void put_checks(const shg_ini *g)
{
    if (!shg_ini_is_true(g, OPTION_CHECK_COUNTING))
        return;
    const int white = g->checks[WHITE], count = white == 0 && g->checks[BLACK] == 0 ? 1 : white;
    char text[16];
    if (white != g->checks[BLACK] || count < 1 || count > SHOOGI_CHECKS_MAX) {
        shg_ini_refuse(g, OPTION_START_FEN,
                       "the same number of checks for both sides, such as 3+3");
        return;
    }
    snprintf(text, sizeof text, "%d", count);
    shg_ini_put_parameter(g, OPTION_CHECK_COUNTING, "checkWins", text);
}

static void put_repetition(const shg_ini *g)
{
    const int times = shg_ini_count_of(g, OPTION_N_FOLD, 0, 99),
              result = shg_ini_result_of(g, OPTION_N_FOLD_VALUE);
    const bool absolute = shg_ini_is_true(g, OPTION_N_FOLD_ABSOLUTE);
    char text[32];
    const char *word = "draw";
    if (result == VALUE_LOSS && absolute)
        word = "first";
    else if (result == VALUE_WIN && !absolute)
        word = "loss"; /* the player to move wins: the other one has repeated the position */
    else if (result != VALUE_DRAW && times > 0)
        shg_ini_refuse(g, OPTION_N_FOLD_VALUE, "draw, win, or loss with nFoldValueAbsolute = true");
    if (result == VALUE_LOSS && absolute && g->black_first)
        shg_ini_refuse(g, OPTION_N_FOLD_ABSOLUTE,
                       "nFoldValueAbsolute = false, as Black moves first");
    snprintf(text, sizeof text, "%d:%s", times, word);
    shg_ini_put_parameter(g, OPTION_N_FOLD, "repetition", times > 0 ? text : "none");
    shg_ini_put_parameter(g, OPTION_PERPETUAL, "perpetual",
                          shg_ini_is_true(g, OPTION_PERPETUAL) ? "loss" : "none");
}

void shg_ini_put_end(shg_ini *g, uint64_t royals, int symmetry)
{
    const bool strict = (royals >> TYPE_KING & 1) || shg_ini_is_true(g, OPTION_PSEUDO_ROYAL);
    static const char *const stalemates[] = {
        [VALUE_DRAW] = "draw", [VALUE_LOSS] = "win", [VALUE_WIN] = "loss", [VALUE_NONE] = "draw"
    };
    shg_ini_put_parameter(g, strict ? OPTION_PSEUDO_ROYAL : OPTION_EXTINCTION, "check",
                          strict ? "strict" : "capture");
    shg_ini_put_parameter(g, OPTION_STALEMATE, "stalemate",
                          stalemates[shg_ini_result_of(g, OPTION_STALEMATE)]);
    put_flag(g, royals, strict, symmetry);
    if (shg_ini_is_true(g, OPTION_MUST_CAPTURE))
        shg_ini_put_parameter(g, OPTION_MUST_CAPTURE, "mustCapture", "1");
    put_checks(g);
    put_repetition(g);
    const shg_ini_value limit = shg_ini_value_of(g, OPTION_N_MOVE);
    if (shg_ini_count_of(g, OPTION_N_MOVE, 0, 100000) != 0 && shg_ini_is_given(g, OPTION_N_MOVE))
        shg_ini_refuse(g, OPTION_N_MOVE,
                       "nMoveRule = 0, as games have no limit of moves without progress here");
    else if (limit.text.count > 0 && !shg_ini_is_given(g, OPTION_N_MOVE))
        shg_warning(g->faults, g->header,
                    "nMoveRule = 0 (games have no limit of moves without progress here)");
}
