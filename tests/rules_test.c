/* rules_test.c: the rules, case by case: what is legal, why not, how games end.
 *
 * Every reason for which a move is illegal or a game ends is brought about once at least, with the exact sentence: a
 * row of illegal.def or result.def without a case fails. */
#include "base/test_suite.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static shoogi_catalog *catalog;

/* A game of the catalog or, if there is a "=" in it, a definition. */
static shoogi_variant *read_game(const char *game)
{
    char text[1024];
    shoogi_variant *v;
    shoogi_error err[8]; /* warnings among them */
    size_t faults;
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup, .context = catalog };
    const char *const base = strchr(game, '=') ? "" : "base=";
    const int bytes = snprintf(text, sizeof text, "%s%s", base, game);
    assert_in_range(bytes, 1, sizeof text - 1);
    if (shoogi_variant_parse_with(&v, text, (size_t)bytes, &how, err, COUNT(err), &faults) !=
        SHOOGI_OK) {
        for (size_t i = 0; i < faults; i++)
            print_error("%u:%u: %s\n", err[i].line, err[i].column, err[i].message);
        fail_msg("%s", game);
    }
    return v;
}

static void play(shoogi_position *p, const char *moves)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        shoogi_move move;
        shoogi_error err;
        if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK)
            fail_msg("%s: %s", word, err.message);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    }
}

/* The position after "SFEN moves MOVE ...", "startpos" being an SFEN. */
static shoogi_position *set_up(const shoogi_variant *v, const char *text)
{
    const char *const moves = strstr(text, " moves ");
    const size_t bytes = moves ? (size_t)(moves - text) : strlen(text);
    shoogi_position *p;
    shoogi_error err;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    if (shoogi_sfen_read(p, text, bytes, &err) != SHOOGI_OK)
        fail_msg("%s: %s", text, err.message);
    if (moves)
        play(p, moves + strlen(" moves "));
    return p;
}

/* Every row of a list of reasons has a case; names and seen: [count]. */
static void assert_all_seen(const char *const *names, const bool *seen, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        if (!seen[i])
            print_error("no case for %s\n", names[i]);
        all = all && seen[i];
    }
    assert_true(all);
}

/* --- moves --------------------------------------------------------------------------------------- */

/* The squares at the beginning of the text, on the board or not; returns how many. */
static unsigned read_squares(shoogi_square squares[SHOOGI_VIA_MAX + 2], const shoogi_variant *v,
                             const char **text)
{
    unsigned count = 0;
    char *end;
    for (; count < SHOOGI_VIA_MAX + 2 && **text >= '0' && **text <= '9'; count++) {
        const unsigned file = (unsigned)strtoul(*text, &end, 10) - 1;
        const unsigned rank = (unsigned)(*end - 'a');
        squares[count] = shoogi_variant_has_square(v, file, rank)
                             ? shoogi_variant_square(v, file, rank)
                             : SHOOGI_SQUARES_MAX;
        *text = end + 1;
    }
    return count;
}

/* The number of a move written in USI, legal or not; u behind it: what is taken is put down. */
static shoogi_move number_of(const shoogi_position *p, const char *text)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    const char *const star = strchr(text, '*');
    shoogi_square squares[SHOOGI_VIA_MAX + 2];
    if (star) {
        const char *rest = star + 1;
        assert_int_equal(read_squares(squares, v, &rest), 1);
        return shoogi_move_make_drop(shoogi_variant_kind_by_id(v, text, (size_t)(star - text)),
                                     squares[0]);
    }
    const unsigned count = read_squares(squares, v, &text);
    assert_in_range(count, 2, SHOOGI_VIA_MAX + 2);
    shoogi_kind kind =
        squares[0] < shoogi_variant_square_count(v) ? shoogi_position_piece(p, squares[0]).kind : 0;
    kind = kind ? kind : 1;
    const bool promotes = *text == '+', unloads = *text == 'u';
    if (promotes && text[1] != '\0')
        kind = shoogi_variant_kind_by_id(v, text + 1, strlen(text + 1));
    else if (promotes)
        (void)shoogi_variant_promotions(&kind, 1, v, kind);
    shoogi_move move = shoogi_move_make(squares[0], squares[count - 1], kind, promotes);
    move = shoogi_move_with_via(move, shoogi_variant_rank_count(v), squares + 1, count - 2);
    return move | (unloads ? SHOOGI_MOVE_UNLOAD : 0);
}

#define SQUARE "files=5 ranks=5 symmetry=rotate "
/* A hopper, a piece that captures on its way, one that unloads, one that goes around corners. */
#define WALKERS                                                                                    \
    SQUARE "holdingsType=0 maxPromote=0\n"                                                         \
           "pawn:P:fW:p:\ncannon:C:mRcpR:c:\nhunter:H:mWcaW:h:\nporter:U:mWuW:u:\n"                \
           "wheel:W:RmasR:w:\nking:K:K:k:c1\n"
/* Restricted captures, and what becomes of the pieces. */
#define TAKERS                                                                                     \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoZone=1 royal=4\n"                       \
           "captureMatrix=-+!p/xx./!x\n"                                                           \
           "pawn:P:fW:p:\ntower:R:R:r:\nlion:N:KNADcaK:n:\nking:K:K:k:c1\ntokin:+P:WfF:p:\n"
/* A forbidden landing, and one that changes the piece. */
#define GROUND                                                                                     \
    SQUARE "holdingsType=-2 maxPromote=0\n"                                                        \
           "rook:R:R:r:\nmorph=/*-/B\nbishop:B:B:b:\nking:K:K:k:c1\n"
/* Promotion by choice, as in chess. */
#define CHOICE                                                                                     \
    SQUARE "holdingsType=1 maxPromote=1 promoZone=3 promoChoice=*Q!NR2\n"                          \
           "pawn:P:fWfF:p:\nrook:R:R:r:\nknight:N:N:n:\nqueen:Q:Q:q:\nking:K:K:k:c1\n"
#define GUILDS                                                                                     \
    SQUARE "holdingsType=0 iron=3 maxPromote=0\n"                                                  \
           "rook:R:R:r:\nantiTrade=1\nbishop:B:B:b:\nantiTrade=1\nwall:W::w:\nking:K:K:k:c1\n"
#define HOLDERS                                                                                    \
    SQUARE "holdingsType=-1 maxPromote=0\n"                                                        \
           "rook:R:R@2:r:\npawn:P:fWs@:p:\nking:K:K:k:c1\nqueen:Q:Qb@:q:\n"                        \
           "gold:G:WfFff@:g:\nroyal=3\n"

/* Pieces that capture some only if they are unprotected. */
#define SHY                                                                                        \
    SQUARE "holdingsType=0 maxPromote=0 captureMatrix=.p/p\n"                                      \
           "rook:R:R:r:\nbishop:B:B:b:\nking:K:K:k:c1\n"

/* Pieces that burn, that jump over others and capture them, that capture only unprotected ones, that change the
 * capturing piece. */
#define FIRES                                                                                      \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoWhen=capture royal=4 burns=F wary=E\n"  \
           "jumpRank=G:2,K:3 jumpTakes=lower contagion=C:+P\n"                                     \
           "pawn:P:fW:p:\ngeneral:G:(cdaf)R:g:\ndemon:F:K:f:\nking:K:K:k:c1\nemperor:E:U:e:\n"     \
           "carrier:C:W:c:\ntokin:+P:WfF:p2:\n"

/* Promotion only while other pieces are in the zone. */
#define GUARDED                                                                                    \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoMust=1 royal=3 promoWith=C:G\n"         \
           "clerk:C:W:c:\nguard:G:W:g:\nking:K:K:k:c1\nmaster:+C:K:c2:\n"

/* Pieces that promote only with companions, or by moves from within the zone. */
#define NEEDY                                                                                      \
    SQUARE "holdingsType=0 maxPromote=2 promoChoice=+ promoMust=1 royal=3 promoNeeds=C:G\n"        \
           "promoStart=G\n"                                                                        \
           "clerk:C:W:c:\nguard:G:W:g:\nking:K:K:k:c1\nmaster:+C:K:c2:\ngeneral:+G:WF:g2:\n"

/* Pieces that promote by passing through the zone. */
#define PASSERS                                                                                    \
    SQUARE "holdingsType=0 promoZone=2 promoWhen=pass promoMust=1 maxPromote=2 promoChoice=+\n"    \
           "royal=3\n"                                                                             \
           "capricorn:C:BmasB:c:\nlion:N:KNADcaKcabK:n:\nking:K:K:k:c1\nhook mover:+C:RmasR:c2:\n" \
           "fiend:+N:Q:n2:\n"

/* A piece that could never move again from one corner only. */
#define STUCK                                                                                      \
    SQUARE "holdingsType=0 promoZone=3 promoWhen=enter mustMove=1 lastRank=none maxPromote=1\n"    \
           "promoChoice=+ royal=2\n"                                                               \
           "chariot:C:fRlWblBfrB:c:\nking:K:K:k:c1\nwhale:+C:fRbQ:c2:\n"

/* Pieces that shoot, that immobilise, and that protect others from shots. */
#define SHOTS                                                                                      \
    SQUARE "holdingsType=0 maxPromote=0 royal=4 check=capture nets=N shotProof=K:C/1,A\n"          \
           "shotCover=N/1:C captureMatrix=/4-\n"                                                   \
           "pawn:P:fW:p:\ncannon:C:R2:c:\nshoots=Q3 shots=2\narcher:A:mF:a:\nshoots=R4\n"          \
           "king:K:K:k:c1\nnet:N:sRfB:n:\n"

/* An emperor far from the king, beside whom stand a gold general and a pawn, each guarded by another. */
#define EMPEROR "9,k,g,8/9,p,9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,+K,9 b - 1"

/* Two emperors, and a prince far from both; and a prince beside whom stands a gold general. */
#define EMPERORS       "+de,17,+k/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,+K,9 b - 1"
#define GUARDED_PRINCE "+de,g,16,+k/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,+K,9 b - 1"
#define TAI_EMPERORS                                                                               \
    "cp,23,em/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/12,EM,12 b - 1"

/* Pieces of Dai Shogi on the last rank but one. */
#define DAI_PAWN   "15/7P7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1"
#define DAI_SILVER "15/7S7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1"

/* A free eagle with four enemy pieces in a row, straight ahead and diagonally. */
#define EAGLE                                                                                      \
    "k,35/36/36/36/36/36/36/36/36/36/36/36/36/"                                                    \
    "18,p,3,p,13/18,p,2,p,14/18,p,1,p,15/18,p,p,16/18,FE,17/"                                      \
    "36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/35,K b - 1"

/* Pieces on boards with nothing else but a royal in either corner. */
#define DAI_PIECE(piece) "k,14/15/15/15/15/15/15/7," piece ",7/15/15/15/15/15/15/14,K b - 1"
#define DAI_DAI_PIECE(piece)                                                                       \
    "k,16/17/17/17/17/17/17/17/8," piece ",8/17/17/17/17/17/17/17/16,K b - 1"
#define MAKA_PIECE(piece)                                                                          \
    "k,18/19/19/19/19/19/19/19/19/9," piece ",9/19/19/19/19/19/19/19/19/18,K b - 1"
#define TENJIKU_PIECE(piece) "k,15/16/16/16/16/16/16/7," piece ",8/16/16/16/16/16/16/16/15,K b - 1"
#define TAI_PIECE(piece)                                                                           \
    "cp,24/25/25/25/25/25/25/25/25/25/25/25/12," piece                                             \
    ",12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1"
#define TAIKYOKU_ROW(row)                                                                          \
    "k,35/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/" row                                    \
    "/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/35,K b - 1"
#define WA_PIECE(piece) "ck,10/11/11/11/11/5," piece ",5/11/11/11/11/10,CK b - 1"

static const struct {
    const char *game, *position, *move;
    shoogi_illegal why;
    const char *sentence;
} moves[] = {
#define WHY(reason) SHOOGI_ILLEGAL_##reason
    { "shogi", "startpos", "7g7f", WHY(NONE), "" },
    { "chu", "5k6/5R6/12/12/12/12/12/12/12/12/12/5K6 b - 1 moves 7b7a", "7a7b", WHY(GAME_OVER),
      "the game is over" },
    { "shogi", "startpos", "1g1j", WHY(NO_SUCH_SQUARE), "there is no such square" },
    { "shogi", "startpos", "5e5d", WHY(NO_PIECE), "there is no piece on 5e" },
    { "shogi", "startpos", "3c3d", WHY(NOT_YOUR_PIECE), "the pawn on 3c is not yours" },

    /* Ways. */
    { "shogi", "startpos", "2h2g", WHY(OWN_PIECE), "your own pawn is on 2g" },
    { "shogi", "startpos", "7g7e", WHY(NOT_ITS_MOVE), "a pawn does not move from 7g to 7e" },
    { "shogi", "startpos", "8h2b", WHY(BLOCKED), "a pawn is in the way on 7g" },
    { "shogi", "4k4/9/9/9/9/4p4/4s4/4R4/4K4 b - 1", "5h5b", WHY(BLOCKED),
      "a silver general is in the way on 5g" },
    { WALKERS, "2k2/5/2w2/1P3/2K2 b - 1", "4d4b", WHY(NOT_ITS_MOVE),
      "a pawn does not move from 4d to 4b" },
    { WALKERS, "2k2/5/5/5/2K1W b - 1", "1e2a", WHY(NONE), "" },
    { WALKERS, "2k2/4p/5/3p1/2K1W b - 1", "1e2a", WHY(BLOCKED), "a pawn is in the way on 1b" },
    { WALKERS, "2k2/5/5/5/2K1W b - 1", "1e4e", WHY(BLOCKED), "a king is in the way on 3e" },

    /* Several steps. */
    { "chu", "startpos", "7j7i7h", WHY(OWN_PIECE), "your own pawn is on 7i" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7f", WHY(NONE), "" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7b", WHY(NOT_ITS_MOVE),
      "a lion that moves from 7f by way of 7e does not move on to 7b" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7d7c", WHY(NOT_ITS_MOVE),
      "a lion does not move from 7f by way of 7d" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7d7f", WHY(NOT_ITS_MOVE),
      "a lion does not move from 7f to 7d and back" },
    { "chu", "5k6/12/12/12/5p6/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7d7c", WHY(NOT_ITS_MOVE),
      "a lion that moves from 7f by way of 7e does not move on by way of 7d" },
    { "chu", "5k6/12/12/12/12/5G6/12/12/12/12/12/5K6 b - 1", "7f7e7d", WHY(NOT_ITS_MOVE),
      "a gold general does not move from 7f by way of 7e" },
    { WALKERS, "2k2/5/5/1H3/2K2 b - 1", "4d4c4b", WHY(NOT_ITS_MOVE),
      "there is nothing on 4c for a hunter to capture" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4c4b", WHY(NONE), "" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4c4a", WHY(NOT_ITS_MOVE),
      "a hunter that moves from 4d by way of 4c does not move on to 4a" },
    { WALKERS, "2k2/5/1p3/1U3/2K2 b - 1", "4d4c", WHY(NOT_ITS_MOVE),
      "a porter puts the piece it captures on 4d" },
    { WALKERS, "2k2/5/1p3/1U3/2K2 b - 1", "4d4cu", WHY(NONE), "" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4cu", WHY(NOT_ITS_MOVE),
      "a hunter moves from 4d to 4c only without capturing" },
    { "sho", "startpos", "5i4h5i", WHY(NO_PASS), "you cannot pass in this game" },
    { "chu", "5k6/12/12/12/12/5G6/12/12/12/12/12/5K6 b - 1", "7f7f", WHY(NOT_ITS_MOVE),
      "a gold general does not move from 7f to 7f" },

    /* Promotion. */
    { "shogi", "startpos", "5i5h+", WHY(NO_PROMOTION), "a king does not promote" },
    { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+D", WHY(NO_PROMOTION),
      "a pawn does not promote to a dragon king" },
    { "shogi", "startpos", "7g7f+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "micro", "startpos", "1d1c+", WHY(NOT_IN_ZONE), "the piece turns over only when it captures" },
    { "chu", "5k6/12/G11/12/12/12/12/12/12/12/12/5K6 b - 1", "12c12b+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", WHY(MUST_PROMOTE),
      "a pawn on 9a could never move again and must promote" },
    { "euro", "3k4/8/8/P7/8/8/8/3K4 b - 1", "8d8c", WHY(MUST_PROMOTE), "a pawn on 8c must promote" },
    { "kyoto", "startpos", "5e5d", WHY(MUST_FLIP), "the piece turns over with this move" },
    { "mortal", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+L", WHY(PROMOTION_BARRED),
      "a lance on 9a could never move" },
    { CHOICE, "2k2/5/5/P4/2K2 b - 1", "5d5c+R", WHY(PROMOTION_BARRED),
      "a pawn may promote to a rook only on the last 2 ranks" },
    { CHOICE, "2k2/P4/5/5/2K2 b - 1", "5b5a+N", WHY(PROMOTION_BARRED),
      "a pawn may not promote to a knight on the last rank" },
    { CHOICE, "2k2/P4/5/5/2K2 b - 1", "5b5a+Q", WHY(NOT_IN_HAND),
      "you have no queen in hand to promote to" },

    { GUARDED, "2k2/C4/5/4G/2K2 b - 1", "5b5a+", WHY(PROMOTION_NEEDS_OTHERS),
      "a clerk may not promote while your guard is on 1d, outside the promotion zone" },
    { GUARDED, "2k2/C4/5/4G/2K2 b - 1", "5b5a", WHY(NONE), "" },
    { GUARDED, "2k1G/C4/5/5/2K2 b - 1", "5b5a+", WHY(NONE), "" },
    { GUARDED, "2k1G/C4/5/5/2K2 b - 1", "5b5a", WHY(MUST_PROMOTE), "a clerk on 5a must promote" },
    { GUARDED, "2k2/C4/4g/5/2K2 b - 1", "5b5a+", WHY(NONE), "" },
    { NEEDY, "2k2/C4/5/5/2K2 b - 1", "5b5a+", WHY(PROMOTION_NEEDS_OTHERS),
      "a clerk may not promote while you have none of these on the board: guard" },
    { NEEDY, "2k2/C4/5/4g/2K2 b - 1", "5b5a", WHY(NONE), "" },
    { NEEDY, "2k2/C4/5/4G/2K2 b - 1", "5b5a+", WHY(NONE), "" },
    { NEEDY, "2k2/G4/5/5/2K2 b - 1", "5b5a+", WHY(NOT_IN_ZONE),
      "a guard promotes only with a move that starts in the promotion zone" },
    { NEEDY, "G1k2/5/5/5/2K2 b - 1", "5a5b+", WHY(NONE), "" },
    { NEEDY, "G1k2/5/5/5/2K2 b - 1", "5a5b", WHY(MUST_PROMOTE), "a guard on 5b must promote" },

    { STUCK, "2k2/5/C4/5/2K2 b - 1", "5c5a+", WHY(NONE), "" },
    { STUCK, "2k2/5/C4/5/2K2 b - 1", "5c5a", WHY(MUST_PROMOTE),
      "a chariot on 5a could never move again and must promote" },
    { STUCK, "2k2/5/C4/5/2K2 b - 1", "5c5b+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { STUCK, "4k/5/1C3/5/2K2 b - 1", "4c4a+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { STUCK, "4k/5/1C3/5/2K2 b - 1", "4c4a", WHY(NONE), "" },
    { STUCK, "2k2/5/4c/5/2K2 w - 1", "1c1e+", WHY(NONE), "" },

    /* Through the zone, by one way or by all. */
    { PASSERS, "2k2/5/C4/5/2K2 b - 1", "5c3c+", WHY(NONE), "" },
    { PASSERS, "2k2/5/C4/5/2K2 b - 1", "5c3c", WHY(NONE), "" },
    { PASSERS, "2k2/5/C4/1n3/2K2 b - 1", "5c3c+", WHY(NONE), "" },
    { PASSERS, "2k2/5/C4/1n3/2K2 b - 1", "5c3c", WHY(MUST_PROMOTE),
      "a capricorn on 3c must promote" },
    { PASSERS, "2k2/1n3/C4/5/2K2 b - 1", "5c3c", WHY(NONE), "" },
    { PASSERS, "2k2/1n3/C4/5/2K2 b - 1", "5c3c+", WHY(NOT_IN_ZONE),
      "the move neither ends in the promotion zone nor passes through it" },
    { PASSERS, "2k2/C4/5/5/2K2 b - 1", "5b3d+", WHY(NOT_IN_ZONE),
      "the move neither ends in the promotion zone nor passes through it" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c3c+", WHY(NONE), "" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c3c", WHY(NONE), "" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c4b3c+", WHY(NONE), "" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c4b3c", WHY(MUST_PROMOTE), "a lion on 3c must promote" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c4c3c", WHY(NONE), "" },
    { PASSERS, "2k2/5/N4/5/2K2 b - 1", "5c4c3c+", WHY(NOT_IN_ZONE),
      "the move neither ends in the promotion zone nor passes through it" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c4b3c+", WHY(NONE), "" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c4b3c", WHY(MUST_PROMOTE), "a lion on 3c must promote" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c4b5c+", WHY(NONE), "" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c4b5c", WHY(MUST_PROMOTE), "a lion on 5c must promote" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c3c+", WHY(NOT_IN_ZONE),
      "the move neither ends in the promotion zone nor passes through it" },
    { PASSERS, "2k2/1n3/N4/5/2K2 b - 1", "5c4b+", WHY(NONE), "" },

    /* Forced changes of a piece. */
    { GROUND, "2k2/5/5/R4/2K2 b - 1", "5d5b", WHY(NONE), "" },
    { GROUND, "2k2/5/5/R4/2K2 b - 1", "5d5c", WHY(MUST_CHANGE),
      "a rook becomes a bishop with this move" },
    { GROUND, "2k2/5/5/1R3/2K2 b - 1", "4d4b", WHY(LANDING_BARRED), "a rook may not land on 4b" },
    { TAKERS, "2k2/5/r4/P4/2K2 b - 1", "5d5c", WHY(MUST_CHANGE),
      "a pawn becomes a tokin with this move" },
    { TAKERS, "2k2/5/n4/P4/2K2 b - 1", "5d5c", WHY(MUST_CHANGE),
      "a pawn becomes a lion with this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5b", WHY(MUST_CHANGE),
      "a lion becomes a pawn with this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5c5b", WHY(MUST_CHANGE),
      "a lion becomes a pawn with this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5c5b+P", WHY(NONE), "" },
    { TAKERS, "2k2/5/p4/R4/2K2 b - 1", "5d5c+", WHY(MUST_CHANGE),
      "this capture removes both pieces" },
    { SHOTS, "2k2/5/p1p2/5/C1K2 b - 1", "5e5c5d", WHY(NONE), "" },
    { SHOTS, "2k2/5/p1p2/5/C1K2 b - 1", "5e5c3c5d", WHY(NOT_ITS_MOVE),
      "a cannon that moves from 5e by way of 5c does not move on by way of 3c" },
    { SHOTS, "2k2/5/p1p2/C4/2K2 b - 1", "5d5c", WHY(CAPTURE_BARRED),
      "a cannon may not capture the pawn on 5c" },
    { SHOTS, "2k2/1A3/5/5/2K2 b - 1", "4b3a3c", WHY(CAPTURE_BARRED),
      "an archer may not shoot the king on 3a from 3c" },
    { SHOTS, "2k2/C4/5/5/2K2 b - 1", "5b3a4b", WHY(CAPTURE_BARRED),
      "a cannon may not shoot the king on 3a from 4b" },
    { SHOTS, "2k2/5/C4/5/2K2 b - 1", "5c3a5a", WHY(NONE), "" },
    { SHOTS, "2k2/5/pnp2/5/C1K2 b - 1", "5e5c5d", WHY(CAPTURE_BARRED),
      "a cannon may not shoot the pawn on 5c near the net on 4c" },
    { SHOTS, "2k2/5/p2n1/5/C1K2 b - 1", "5e5c5d", WHY(NONE), "" },
    { SHOTS, "2k2/n1n1P/5/3P1/2K2 b - 1", "1b1a", WHY(IMMOBILISED),
      "the net on 3b immobilises the pawn on 1b" },
    { TAKERS, "2k2/5/p4/P4/2K2 b - 1", "5d5c", WHY(CAPTURE_BARRED),
      "a pawn may not capture the pawn on 5c" },
    { TAKERS, "2k2/5/r4/N4/2K2 b - 1", "5d5c5b", WHY(CAPTURE_BARRED),
      "a lion is removed together with the tower on 5c and cannot move on" },

    { FIRES, "2k2/5/c4/P4/2K2 b - 1", "5d5c", WHY(MUST_CHANGE),
      "a pawn becomes a tokin with this move" },
    { FIRES, "2k2/5/c4/P4/2K2 b - 1", "5d5c+", WHY(NONE), "" },
    { FIRES, "2k2/5/5/P4/2K2 b - 1", "5d5c+", WHY(NOT_IN_ZONE),
      "a piece promotes only when it captures" },
    { FIRES, "2k2/5/1f3/5/1GK2 b - 1", "4e4d", WHY(MUST_CHANGE),
      "a general is burnt on 4d and removed" },
    { "maka-dai-dai", EMPEROR, "10s10b", WHY(TRADE_PROTECTED), "the pawn on 10b is protected" },
    { "maka-dai-dai-wikipedia", EMPEROR, "10s10b", WHY(NONE), "" },
    { "maka-dai-dai-wikipedia", EMPEROR, "10s10a", WHY(TRADE_PROTECTED),
      "the king on 10a is protected" },
    { "maka-dai-dai-wikipedia", EMPERORS, "10s19a", WHY(NONE), "" },
    { "maka-dai-dai-wikipedia", EMPERORS, "10s1a", WHY(NONE), "" },
    { "maka-dai-dai-wikipedia", GUARDED_PRINCE, "10s19a", WHY(TRADE_PROTECTED),
      "the prince on 19a is protected" },
    { "maka-dai-dai-wikipedia", GUARDED_PRINCE, "10s18a", WHY(NONE), "" },
    { "tai-wikipedia", TAI_EMPERORS, "13y25a", WHY(NONE), "" },
    { "tai-wikipedia", TAI_EMPERORS, "13y1a", WHY(NONE), "" },
    { SHY, "2k2/1b3/b4/R4/2K2 b - 1", "5d5c", WHY(NONE), "" },
    { SHY, "2k2/rb3/b4/R4/2K2 b - 1", "5d5c", WHY(TRADE_PROTECTED),
      "the bishop on 5c is protected" },
    { "dai", DAI_PAWN, "8b8a", WHY(NONE), "" },
    { "dai", DAI_SILVER, "8b8a+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { "dai-shogitter", DAI_PAWN, "8b8a", WHY(MUST_PROMOTE),
      "a pawn on 8a could never move again and must promote" },
    { "dai-shogitter", DAI_SILVER, "8b8a+", WHY(NONE), "" },
    { "taikyoku-japanese", EAGLE, "18r17q16p15o14n", WHY(NONE), "" },
    { "taikyoku-japanese", EAGLE, "18r16p18r", WHY(NONE), "" },
    { "taikyoku-japanese", EAGLE, "18r18q18p18o", WHY(NONE), "" },
    { "taikyoku-japanese", EAGLE, "18r18q18p18o18n", WHY(NOT_ITS_MOVE),
      "a free eagle that moves from 18r by way of 18q, 18p does not move on by way of 18o" },
    { "taikyoku", EAGLE, "18r17q16p", WHY(NOT_ITS_MOVE),
      "a free eagle that moves from 18r by way of 17q does not move on to 16p" },
    { "nana", "startpos", "R*1a", WHY(ROYAL_IN_HAND), "you must drop your king first" },
    { "nana", "startpos", "K*2b", WHY(DROP_ZONE), "a king may not be dropped on 2b" },
    { "nana", "2k/3/K2 b R 1", "R*1c", WHY(DROP_CHECK), "a rook may not be dropped to give check" },
    { "nana", "2k/3/K2 b R 1", "GB*1c", WHY(NONE), "" },
    { "base=shogi mateInHand=0", "4k4/9/4P4/5G3/9/9/9/9/4K4 b P 1", "4d5c", WHY(OWN_PIECE),
      "your own pawn is on 5c" },
    { "base=shogi mateInHand=0", "4k4/9/3GP4/9/9/9/9/9/4K4 b P 1", "6c5b", WHY(MATE_WITH_HAND),
      "you may not give checkmate while you have pieces in hand" },
    { "base=shogi mateInHand=0", "4k4/9/3GP4/9/9/9/9/9/4K4 b - 1", "6c5b", WHY(NONE), "" },
    { "unashogi", "9/9/4p4/4P4/9/9/9/9/9 b Kk 1", "5d5c", WHY(ROYAL_IN_HAND),
      "you may not capture while your king is in hand" },
    { "unashogi", "9/9/9/4P4/9/9/9/9/9 b Kk 1", "5d5c+", WHY(ROYAL_IN_HAND),
      "you may not promote while your king is in hand" },
    { "unashogi", "9/9/9/4R4/9/9/9/9/9 w Kk 1", "K*5a", WHY(NONE), "" },
    { "unashogi", "9/9/9/4R4/9/9/9/9/4K4 w k 1", "K*5a", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5d" },
    { "unashogi-promotion", "9/9/9/4P4/9/9/9/9/9 b Kk 1", "5d5c+", WHY(NONE), "" },
    { "whale", "3D1w/6/2D3/6/2D3/W5 b - 1", "3a4b", WHY(DROP_FILE_LIMIT),
      "three unpromoted dolphins on file 4" },
    { "whale", "3D1w/6/6/6/2D3/W5 b - 1", "3a4b", WHY(NONE), "" },
    { "whale", "5w/3D2/6/6/6/W5 b - 1", "3b4c", WHY(NOT_ITS_MOVE),
      "a dolphin does not move from 3b to 4c" },
    { "annan", "4k4/9/9/9/4P4/4R4/9/9/4K4 b - 1", "5e3e", WHY(NONE), "" },
    { "annan", "4k4/9/9/9/4P4/4N4/9/9/4K4 b - 1", "5e5d", WHY(NOT_ITS_MOVE),
      "the pawn on 5e moves like the knight on 5f, so it cannot move to 5d" },
    { "annan", "4k4/9/9/4p4/4P4/4R4/9/9/4K4 b - 1", "5e5c", WHY(BLOCKED),
      "a pawn is in the way on 5d" },
    { "antouzai", "4k4/9/9/9/3NPG3/9/9/9/4K4 b - 1", "5e5d", WHY(NONE), "" },
    { "antouzai", "4k4/9/9/9/3NPB3/9/9/9/4K4 b - 1", "5e5d", WHY(NOT_ITS_MOVE),
      "the pawn on 5e moves like the knight on 6e and the bishop on 4e, so it cannot move to 5d" },
    { FIRES, "2k2/1p3/1p3/5/1GK2 b - 1", "4e4b", WHY(NOT_ITS_MOVE),
      "a general captures everything on its way to 4b" },
    { FIRES, "2k2/1p3/1g3/5/1GK2 b - 1", "4e4b", WHY(BLOCKED), "a general is in the way on 4c" },
    { FIRES, "2k2/1g3/1p3/5/1GK2 b - 1", "4e4b", WHY(CAPTURE_BARRED),
      "a general may not capture the general on 4b by jumping over others" },
    { FIRES, "2k2/1p3/5/5/1EK2 b - 1", "4e4b", WHY(TRADE_PROTECTED), "the pawn on 4b is protected" },
    { FIRES, "1e2k/1p3/5/5/1EK2 b - 1", "4e4b", WHY(NONE), "" },

    /* Drops. */
    { "shogi", "startpos", "P*5e", WHY(NOT_IN_HAND), "you have no pawn in hand" },
    { CHOICE, "2k2/5/5/5/2K2 b Q 1", "Q*5c", WHY(NO_DROPS), "there are no drops in this game" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*5a", WHY(DROP_OCCUPIED),
      "5a is occupied, and a piece can be dropped only on an empty square" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b", WHY(DROP_NO_MOVES),
      "a knight dropped on 1b could never move" },
    { HOLDERS, "2k2/5/5/5/2K2 b R 1", "R*1c", WHY(DROP_ZONE), "a rook may not be dropped on 1c" },
    { GROUND, "2k2/5/5/5/2K2 b R 1", "R*4b", WHY(DROP_ZONE), "a rook may not be dropped on 4b" },
    { "shogi", "4k4/9/9/9/9/9/2P6/9/4K4 b P 1", "P*7e", WHY(DROP_FILE_LIMIT),
      "two unpromoted pawns on file 7 (nifu)" },
    { HOLDERS, "2k2/4G/5/4G/2K2 b G 1", "G*1e", WHY(DROP_FILE_LIMIT),
      "three unpromoted golds on file 1" },
    { HOLDERS, "2k2/5/5/4P/2K2 b P 1", "P*2e", WHY(DROP_SHADE_LIMIT),
      "two pawns on squares of the same colour as 2e" },
    { HOLDERS, "2k2/5/5/4Q/2K2 b Q 1", "Q*4e", WHY(DROP_BOARD_LIMIT), "two queens on the board" },
    { "must-capture", "4k4/9/9/9/4p4/4P4/9/9/4K4 b G 1", "5i5h", WHY(MUST_CAPTURE),
      "you must capture if you can" },
    { "must-capture", "4k4/9/9/9/4p4/4P4/9/9/4K4 b G 1", "G*5b", WHY(MUST_CAPTURE),
      "you must capture if you can" },
    /* A capture that leaves the king in check is none that has to be made; a check may be answered by nothing else. */
    { "must-capture", "4k4/9/9/9/3rp4/4P4/9/9/3K5 b - 1", "6i7i", WHY(NONE), "" },
    { "must-capture", "4k4/9/9/9/3rp4/4P4/9/9/3K5 b - 1", "5f5e", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 6e" },
    { "must-capture", "4k4/9/9/9/3r5/2B6/9/9/3K5 b - 1", "6i7i", WHY(MUST_CAPTURE),
      "you must capture if you can" },
    { "three-check", "6snk/9/7G1/9/9/9/9/9/4K4 b P 2+3 1", "P*1b", WHY(DROP_MATE),
      "a pawn may not be dropped to give checkmate (uchifuzume)" },
    { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", WHY(DROP_MATE),
      "a pawn may not be dropped to give checkmate (uchifuzume)" },

    /* Check. */
    { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5e" },
    { "shogi", "4k4/9/9/4l4/9/9/3n5/9/4K4 b G 1", "G*1e", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5d and 6g" },

    /* Restricted captures: lion trades and captureMatrix. */
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6e", WHY(TRADE_PROTECTED),
      "the lion on 6e is protected and not adjacent" },
    { TAKERS, "k4/5/5/K4/P4 b - 1", "5e5d", WHY(OWN_PIECE), "your own king is on 5d" },
    { TAKERS, "5/5/k4/P4/K4 b - 1", "5d5c", WHY(NONE), "" },
    { TAKERS, "5/r4/k4/P4/K4 b - 1", "5d5c", WHY(TRADE_PROTECTED), "the king on 5c is protected" },
    { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e", WHY(COUNTER_STRIKE),
      "the lion on 7e may not be captured by a rook, because one was captured on 8j the turn before" },
    { GUILDS, "2k2/5/b4/R4/2K2 b - 1", "5d5c", WHY(TRADE_GROUP),
      "the bishop on 5c cannot be captured by a rook" },
    { GUILDS, "2k2/5/w4/R4/2K2 b - 1", "5d5c", WHY(UNCAPTURABLE),
      "the wall on 5c can never be captured" },

    { "base=shogi repetition=2:forbid", "startpos moves 2h3h 8b7b 3h2h", "7b8b", WHY(REPETITION),
      "the position has occurred too often (sennichite)" },
    /* The shipped games, case by case. */
    /* Two pawns on a file; promoted ones do not count. */
    { "shogi", "4k4/9/9/9/9/9/2+P6/9/4K4 b P 1", "P*7e", WHY(NONE), "" },
    { "shogi", "4k4/9/9/9/9/9/2p6/9/4K4 b P 1", "P*7e", WHY(NONE), "" },
    { "shogi", "4k4/9/9/9/9/9/9/2p6/4K4 w p 1", "P*7e", WHY(DROP_FILE_LIMIT),
      "two unpromoted pawns on file 7 (nifu)" },
    /* Drops and moves to squares without further moves. */
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a", WHY(DROP_NO_MOVES),
      "a pawn dropped on 1a could never move" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a", WHY(DROP_NO_MOVES),
      "a lance dropped on 1a could never move" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1c", WHY(NONE), "" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 w pln 1", "P*1i", WHY(DROP_NO_MOVES),
      "a pawn dropped on 1i could never move" },
    /* Promotion, free and forced. */
    { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", WHY(NONE), "" },
    { "shogi", "4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b", WHY(MUST_PROMOTE),
      "a knight on 8b could never move again and must promote" },
    { "shogi", "4k4/9/9/9/N8/9/9/9/4K4 b - 1", "9e8c", WHY(NONE), "" },
    { "shogi", "4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c8d+", WHY(NONE), "" },
    { "shogi", "4k4/9/+S8/9/9/9/9/9/4K4 b - 1", "9c8c+", WHY(NO_PROMOTION),
      "a promoted silver does not promote" },
    { "shogi", "4k4/9/G8/9/9/9/9/9/4K4 b - 1", "9c8c+", WHY(NO_PROMOTION),
      "a gold general does not promote" },
    /* The king may not be left, or put, in check. */
    { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h5g", WHY(NONE), "" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*1e", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5e" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*5g", WHY(NONE), "" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "5i5h", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5e" },
    { "shogi", "4k4/9/9/9/4r4/9/3n5/9/4K4 b G 1", "G*5h", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 6g" },
    /* A pawn may not be dropped to mate; to check, or moved to mate, it may. */
    { "shogi", "6s1k/9/9/9/9/9/9/9/4K4 b P 1", "P*1b", WHY(NONE), "" },
    { "shogi", "6snk/9/6NGP/9/9/9/9/9/4K4 b - 1", "1c1b", WHY(NONE), "" },
    { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b", WHY(NONE), "" },
    /* Shosu: what promotes there and not in Shogi. */
    { "shosu", "4k5/10/G9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", WHY(NONE), "" },
    { "shosu", "4k5/10/Q9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", WHY(NO_PROMOTION),
      "a queen does not promote" },
    { "shosu", "4k5/10/10/10/10/10/P9/10/10/4K5 b P 1", "P*10e", WHY(DROP_FILE_LIMIT),
      "two unpromoted pawns on file 10 (nifu)" },
    { "shosu", "7snk/10/8G1/10/10/10/10/10/10/4K5 b P 1", "P*1b", WHY(DROP_MATE),
      "a pawn may not be dropped to give checkmate (uchifuzume)" },
    /* Mortal: one form of several, which must be able to move. */
    { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+L", WHY(NONE), "" },
    { "mortal", "4k4/9/9/9/9/P8/9/9/4K4 b - 1", "9f9e+G", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    /* Chu: entering the zone, or taking from within it. */
    { "chu", "5k6/12/12/12/G11/12/12/12/12/12/12/5K6 b - 1", "12e12d+", WHY(NONE), "" },
    { "chu", "5k6/12/p11/G11/12/12/12/12/12/12/12/5K6 b - 1", "12d12c+", WHY(NONE), "" },
    { "chu", "5k6/12/12/12/12/G11/12/12/12/12/12/5K6 b - 1", "12f12e+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "chu", "5k6/L11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { "chu-lishogi", "5k5g/L11/12/12/12/12/12/12/12/12/12/5K5G b - 1", "12b12a+", WHY(NONE), "" },
    /* Lion against lion: protected, next to it, through a pawn, through another piece. */
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", WHY(NONE), "" },
    { "chu-lishogi", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e",
      WHY(TRADE_PROTECTED), "the lion on 6e is protected and not adjacent" },
    { "chu-lishogi", "12/12/12/12/6n5/6c5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", WHY(NONE), "" },
    { "chu", "12/12/12/12/5n6/6i5/5N6/8b3/12/12/12/kK10 b - 1", "7g6f7e", WHY(TRADE_PROTECTED),
      "the lion on 7e is protected and not adjacent" },
    /* Another takes a lion on the turn after one was taken elsewhere, or there. */
    { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 7e 1", "7f7e", WHY(NONE), "" },
    { "chu-jcsa", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e", WHY(NONE), "" },
    { "chu", "5k6/12/12/12/5n6/5+H6/12/12/12/12/12/5K6 b 8j 1", "7f7e7f", WHY(COUNTER_STRIKE),
      "the lion on 7e may not be captured by a horned falcon, because one was captured on 8j the turn before" },
    /* By way of other squares. */
    { "chu", "startpos", "7j6j7j", WHY(OWN_PIECE), "your own queen is on 6j" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e4d", WHY(NOT_ITS_MOVE),
      "a lion that moves from 7f by way of 7e does not move on to 4d" },
    /* Differences between rule sets and their game. */
    { "sho", "4k4/9/9/4r4/9/9/9/9/3GK4 b - 1", "5i5h", WHY(ROYAL_IN_CHECK),
      "your king would be in check from 5d" },
    { "sho-shogitter", "4k4/9/9/4r4/9/9/9/9/3GK4 b - 1", "5i5h", WHY(NONE), "" },
    { "chu", "5k6/I11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { "chu-manual", "5k6/I11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NONE), "" },
    { "wa", "5,ck,5/11/11/11/5,+sw,5/11/11/11/11/11/5,CK,5 b - 1", "6k6j", WHY(ROYAL_IN_CHECK),
      "your crane king would be in check from 6e" },
    { "wa-capture", "5,ck,5/11/11/11/5,+sw,5/11/11/11/11/11/5,CK,5 b - 1", "6k6j", WHY(NONE), "" },
    { "judkins", "5k/6/S5/6/6/5K b - 1", "6c6b+", WHY(NONE), "" },
    { "judkins-kuribas", "5k/6/S5/6/6/5K b - 1", "6c6b+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "whale", "D1w3/6/6/6/6/2W3 b - 1", "6a3d", WHY(NONE), "" },
    { "whale-zillions", "D1w3/6/6/6/6/2W3 b - 1", "6a4c", WHY(NONE), "" },
    { "whale-zillions", "D1w3/6/6/6/6/2W3 b - 1", "6a3d", WHY(NOT_ITS_MOVE),
      "a dolphin does not move from 6a to 3d" },
    { "annan", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(DROP_FILE_LIMIT),
      "two unpromoted pawns on file 5 (nifu)" },
    { "annan-plain", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(DROP_FILE_LIMIT),
      "two unpromoted pawns on file 5 (nifu)" },
    { "annan-nifu", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(NONE), "" },
    { "cannon", "4k4/9/9/4c4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NONE), "" },
    { "cannon-korean", "4k4/9/9/4c4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(CAPTURE_BARRED),
      "a gold cannon may not capture the copper cannon on 5d" },
    { "cannon", "4k4/9/9/4r4/4c4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NONE), "" },
    { "cannon-korean", "4k4/9/9/4r4/4c4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NOT_ITS_MOVE),
      "a gold cannon does not move from 5g to 5d" },
    { "cannon-korean", "4k4/9/9/4r4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NONE), "" },
    /* A step out and back is a pass, in rule sets without immobilising pieces. */
    { "ko", "9,g,9/19/19/19/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1", "10i9h10i",
      WHY(NO_PASS), "you cannot pass in this game" },
    { "ko-netless", "9,g,9/19/19/19/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "10i9h10i", WHY(NONE), "" },
    { "ko", "9,g,9/19/19/9,+ag,9/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "10s10r", WHY(NONE), "" },
    { "ko", "9,g,9/19/19/3,+ag,15/19/19/19/19/8,WR,10/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "11i11h", WHY(IMMOBILISED),
      "the heaven's vengeance on 16d immobilises the sumo wrestler on 11i" },
    { "ko-netless",
      "9,g,9/19/19/3,+ag,15/19/19/19/19/8,WR,10/19/19/19/19/19/19/19/19/19/9,G,9 b - 1", "11i11h",
      WHY(NONE), "" },
    /* A rule set, and the game or rule set with the other ruling. */
    { "dai", "15/7I7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1", "8b8a+", WHY(NONE), "" },
    { "dai-lance", "15/7I7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1", "8b8a+",
      WHY(NOT_IN_ZONE), "a move that starts in the promotion zone promotes only when it captures" },
    { "dai-leap", "k,14/15/15/15/15/15/7,P,7/7,VO,7/15/15/15/15/15/15/14,K b - 1", "8h8f",
      WHY(NONE), "" },
    { "dai", "k,14/15/15/15/15/15/7,P,7/7,VO,7/15/15/15/15/15/15/14,K b - 1", "8h8f", WHY(BLOCKED),
      "a pawn is in the way on 8g" },
    { "dai", DAI_PIECE("FD"), "8h9g", WHY(NONE), "" },
    { "dai-leap", DAI_PIECE("FD"), "8h9g", WHY(NOT_ITS_MOVE),
      "a flying dragon does not move from 8h to 9g" },
    { "dai", "k14/15/15/15/15/15/15/15/15/15/15/15/15/15/14K b - 1 moves 1o1n 15a15b 1n1o",
      "15b15a", WHY(NONE), "" },
    { "dai-once", "k14/15/15/15/15/15/15/15/15/15/15/15/15/15/14K b - 1 moves 1o1n 15a15b 1n1o",
      "15b15a", WHY(REPETITION), "the position has occurred too often (sennichite)" },
    { "dai-dai-hooks", "k,16/17/17/17/8,p,3,p,4/17/17/17/8,HM,8/17/17/17/17/17/17/17/16,K b - 1",
      "9i9e5e", WHY(NONE), "" },
    { "dai-dai", "k,16/17/17/17/8,p,3,p,4/17/17/17/8,HM,8/17/17/17/17/17/17/17/16,K b - 1",
      "9i9e5e", WHY(NOT_ITS_MOVE), "a hook mover does not move from 9i by way of 9e" },
    { "dai-dai", DAI_DAI_PIECE("+BM"), "9i9l", WHY(NONE), "" },
    { "dai-dai-srz", DAI_DAI_PIECE("+BM"), "9i9l", WHY(NOT_ITS_MOVE),
      "a mountain witch does not move from 9i to 9l" },
    { "dai-dai-games", DAI_DAI_PIECE("+BM"), "9i9l", WHY(NOT_ITS_MOVE),
      "a mountain witch does not move from 9i to 9l" },
    { "dai-dai-games", DAI_DAI_PIECE("+BM"), "9i9h", WHY(NONE), "" },
    { "dai-dai-srz", DAI_DAI_PIECE("+BM"), "9i9h", WHY(NOT_ITS_MOVE),
      "a mountain witch does not move from 9i to 9h" },
    { "dai-dai-qboard", DAI_DAI_PIECE("RG"), "9i8i", WHY(NONE), "" },
    { "dai-dai", DAI_DAI_PIECE("RG"), "9i8i", WHY(NOT_ITS_MOVE),
      "a right general does not move from 9i to 8i" },
    { "maka-dai-dai", MAKA_PIECE("CA"), "10j13m", WHY(NONE), "" },
    { "maka-dai-dai-hachu", MAKA_PIECE("CA"), "10j13m", WHY(NOT_ITS_MOVE),
      "a capricorn does not move from 10j to 13m" },
    { "maka-dai-dai-hooks",
      "k,18/19/19/19/19/9,p,3,p,5/19/19/19/9,HM,9/19/19/19/19/19/19/19/19/18,K b - 1", "10j10f6f",
      WHY(NONE), "" },
    { "maka-dai-dai",
      "k,18/19/19/19/19/9,p,3,p,5/19/19/19/9,HM,9/19/19/19/19/19/19/19/19/18,K b - 1", "10j10f6f",
      WHY(NOT_ITS_MOVE), "a hook mover does not move from 10j by way of 10f" },
    { "tai", TAI_PIECE("TS"), "13m14l", WHY(NONE), "" },
    { "tai-turtle", TAI_PIECE("TS"), "13m14l", WHY(NOT_ITS_MOVE),
      "a turtle-snake does not move from 13m to 14l" },
    { "tai-tsa", TAI_PIECE("TS"), "13m13h", WHY(NONE), "" },
    { "tai", TAI_PIECE("TS"), "13m13h", WHY(NOT_ITS_MOVE),
      "a turtle-snake does not move from 13m to 13h" },
    { "tai-games", TAI_PIECE("TS"), "13m13h", WHY(NOT_ITS_MOVE),
      "a turtle-snake does not move from 13m to 13h" },
    { "tai-games",
      "cp,24/25/25/25/25/25/25/25/25/25/25/12,p,12/12,CP,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m13l+", WHY(NONE), "" },
    { "tai-western",
      "cp,24/25/25/25/25/25/25/25/25/25/25/12,p,12/12,CP,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m13l+", WHY(NO_PROMOTION), "a prince does not promote" },
    { "tai-games",
      "cp,24/25/25/25/25/25/25/25/25/25/25/12,p,12/12,CP,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m13l", WHY(MUST_PROMOTE), "a prince on 13l must promote" },
    { "tai-western", TAI_PIECE("NK"), "13m13n", WHY(NONE), "" },
    { "tai-kuribas", TAI_PIECE("NK"), "13m13n", WHY(NOT_ITS_MOVE),
      "a neighboring king does not move from 13m to 13n" },
    { "tai-qboard",
      "cp,24/25/25/25/25/25/25/25/25/25/25/11,P,13/12,FE,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m15k", WHY(NONE), "" },
    { "tai-western",
      "cp,24/25/25/25/25/25/25/25/25/25/25/11,P,13/12,FE,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m15k", WHY(BLOCKED), "a pawn is in the way on 14l" },
    { "tai", TAI_PIECE("FT"), "13m16p", WHY(NONE), "" },
    { "tai-hachu", TAI_PIECE("FT"), "13m16p", WHY(NOT_ITS_MOVE),
      "a free dream-eater does not move from 13m to 16p" },
    { "tai-hooks",
      "cp,24/25/25/25/25/25/25/25/12,p,3,p,8/25/25/25/12,HM,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m13i9i", WHY(NONE), "" },
    { "tai",
      "cp,24/25/25/25/25/25/25/25/12,p,3,p,8/25/25/25/12,HM,12/25/25/25/25/25/25/25/25/25/25/25/24,CP b - 1",
      "13m13i9i", WHY(NOT_ITS_MOVE), "a hook mover does not move from 13m by way of 13i" },
    { "tai", TAI_PIECE("SD"), "13m13k", WHY(NONE), "" },
    { "tai-srz", TAI_PIECE("SD"), "13m13k", WHY(NOT_ITS_MOVE),
      "a she-devil does not move from 13m to 13k" },
    { "tai-sz", TAI_PIECE("DV"), "13m14n", WHY(NONE), "" },
    { "tai", TAI_PIECE("DV"), "13m14n", WHY(NOT_ITS_MOVE), "a deva does not move from 13m to 14n" },
    { "taikyoku-arrows", TAIKYOKU_ROW("+DV,p,p,p,p,31"), "36r31r", WHY(NONE), "" },
    { "taikyoku", TAIKYOKU_ROW("+DV,p,p,p,p,31"), "36r31r", WHY(BLOCKED),
      "a pawn is in the way on 32r" },
    { "taikyoku-teaching", TAIKYOKU_ROW("+DV,p,p,p,p,31"), "36r31r", WHY(BLOCKED),
      "a pawn is in the way on 35r" },
    { "taikyoku-teaching", TAIKYOKU_ROW("+DV,p,p,p,p,31"), "36r35r36r", WHY(NONE), "" },
    { "taikyoku-arrows", TAIKYOKU_ROW("+DV,p,p,p,p,31"), "36r35r36r", WHY(NOT_ITS_MOVE),
      "a teaching king does not move from 36r to 35r and back" },
    { "taikyoku", TAIKYOKU_ROW("GG,P,p,33"), "36r34r", WHY(NOT_ITS_MOVE),
      "a great general captures everything on its way to 34r" },
    { "taikyoku", TAIKYOKU_ROW("GG,p,cp,33"), "36r34r", WHY(CAPTURE_BARRED),
      "a great general may not capture the prince on 34r by jumping over others" },
    { "taikyoku", TAIKYOKU_ROW("GG,k,cp,33"), "36r34r", WHY(BLOCKED),
      "a king is in the way on 35r" },
    { "taikyoku", TAIKYOKU_ROW("GG,1,cp,33"), "36r34r", WHY(NONE), "" },
    { "taikyoku", TAIKYOKU_ROW("GG,P,CP,33"), "36r34r", WHY(OWN_PIECE),
      "your own prince is on 34r" },
    { "taikyoku-friends", TAIKYOKU_ROW("GG,p,cp,33"), "36r34r", WHY(CAPTURE_BARRED),
      "a great general may not capture the prince on 34r by jumping over others" },
    { "taikyoku-friends", TAIKYOKU_ROW("GG,P,cp,33"), "36r34r", WHY(BLOCKED),
      "a pawn is in the way on 35r" },
    { "taikyoku-friends", TAIKYOKU_ROW("GG,P,p,33"), "36r34r", WHY(BLOCKED),
      "a pawn is in the way on 35r" },
    { "taikyoku-friends", TAIKYOKU_ROW("GG,p,p,33"), "36r33r", WHY(NOT_ITS_MOVE),
      "a great general captures everything on its way to 33r" },
    { "taikyoku-english", TAIKYOKU_ROW("18,C,17"), "18r17r", WHY(NONE), "" },
    { "taikyoku", TAIKYOKU_ROW("18,C,17"), "18r17r", WHY(NOT_ITS_MOVE),
      "a capricorn does not move from 18r to 17r" },
    { "tenjiku-last-rank", "16/7I8/16/16/16/16/16/16/16/16/16/16/16/16/16/1k12K1 b - 1", "9b9a+",
      WHY(NONE), "" },
    { "tenjiku", "16/7I8/16/16/16/16/16/16/16/16/16/16/16/16/16/1k12K1 b - 1", "9b9a+",
      WHY(NOT_IN_ZONE), "a move that starts in the promotion zone promotes only when it captures" },
    { "tenjiku", "k,15/16/16/16/16/16/7,P,8/7,+CS,8/16/16/16/16/16/16/16/15,K b - 1", "9h9f",
      WHY(NONE), "" },
    { "tenjiku-tetrarchs", "k,15/16/16/16/16/16/7,P,8/7,+CS,8/16/16/16/16/16/16/16/15,K b - 1",
      "9h9f", WHY(BLOCKED), "a pawn is in the way on 9g" },
    { "tenjiku-tetrarchs", TENJIKU_PIECE("+CS"), "9h9f", WHY(NONE), "" },
    { "tenjiku-tetrarchs", TENJIKU_PIECE("+CS"), "9h9g", WHY(NOT_ITS_MOVE),
      "a heavenly tetrarchs does not move from 9h to 9g" },
    { "tenjiku", "k,15/16/16/16/7,g,8/7,ln,8/16/7,LN,8/16/16/16/16/16/16/16/15,K b - 1", "9h9f",
      WHY(NONE), "" },
    { "tenjiku-trade", "k,15/16/16/16/7,g,8/7,ln,8/16/7,LN,8/16/16/16/16/16/16/16/15,K b - 1",
      "9h9f", WHY(TRADE_PROTECTED), "the lion on 9f is protected and not adjacent" },
    { "heian", "4k3g/9/9/S8/9/9/9/4K4 b - 1", "9d9c", WHY(NONE), "" },
    { "heian-compulsory", "4k3g/9/9/S8/9/9/9/4K4 b - 1", "9d9c", WHY(MUST_PROMOTE),
      "a silver general on 9c must promote" },
    { "heian", "4k3g/9/S8/9/9/9/9/4K4 b - 1", "9c8d+", WHY(NONE), "" },
    { "heian-enter", "4k3g/9/S8/9/9/9/9/4K4 b - 1", "9c8d+", WHY(NOT_IN_ZONE),
      "a move that starts in the promotion zone promotes only when it captures" },
    { "heian-enter", "4k3g/9/N8/9/9/9/9/4K4 b - 1", "9c8a+", WHY(NONE), "" },
    { "heian-dai", "6k5g/13/13/S12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d13c", WHY(NONE), "" },
    { "heian-dai-compulsory", "6k5g/13/13/S12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d13c",
      WHY(MUST_PROMOTE), "a silver general on 13c must promote" },
    { "heian-dai", "6k5g/13/S12/13/13/13/13/13/13/13/13/13/6K6 b - 1", "13c12d+", WHY(NONE), "" },
    { "heian-dai-enter", "6k5g/13/S12/13/13/13/13/13/13/13/13/13/6K6 b - 1", "13c12d+",
      WHY(NOT_IN_ZONE), "a move that starts in the promotion zone promotes only when it captures" },
    { "heian-dai-games", "6k5g/13/13/13/13/S12/13/13/13/13/13/13/6K6 b - 1", "13f13e+", WHY(NONE),
      "" },
    { "heian-dai-tsa", "6k5g/13/13/13/13/S12/13/13/13/13/13/13/6K6 b - 1", "13f13e+",
      WHY(NOT_IN_ZONE), "the move neither starts nor ends in the promotion zone" },
    { "heian-dai-games", "6k5g/13/13/I12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d13e", WHY(NONE),
      "" },
    { "heian-dai-tsa", "6k5g/13/13/I12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d13e",
      WHY(NOT_ITS_MOVE), "an iron general does not move from 13d to 13e" },
    { "heian-dai-straight", "6k5g/13/13/B12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d12d", WHY(NONE),
      "" },
    { "heian-dai", "6k5g/13/13/B12/13/13/13/13/13/13/13/13/6K6 b - 1", "13d12d", WHY(NOT_ITS_MOVE),
      "a go-between does not move from 13d to 12d" },
    { "crazywa-nifu", "5,ck,5/11/11/11/5,SP,5/11/11/11/11/11/5,CK,5 b SP 1", "SP*6g", WHY(NONE),
      "" },
    { "crazywa", "5,ck,5/11/11/11/5,SP,5/11/11/11/11/11/5,CK,5 b SP 1", "SP*6g",
      WHY(DROP_FILE_LIMIT), "two unpromoted sparrow pawns on file 6 (nifu)" },
    { "crazywa-nifu", "5,ck,5/11/11/11/5,SP,5/11/11/5,SP,5/11/11/5,CK,5 b SP 1", "SP*6g",
      WHY(DROP_FILE_LIMIT), "three unpromoted sparrow pawns on file 6" },
    { "wa-horse", "ck,10/11/11/11/11/5,LH,5/5,SP,5/11/11/11/10,CK b - 1", "6f6h", WHY(NONE), "" },
    { "wa", "ck,10/11/11/11/11/5,LH,5/5,SP,5/11/11/11/10,CK b - 1", "6f6h", WHY(BLOCKED),
      "a sparrow pawn is in the way on 6g" },
    { "wa-horse", WA_PIECE("LH"), "6f6g", WHY(NOT_ITS_MOVE),
      "a liberated horse does not move from 6f to 6g" },
    { "wa", "startpos", "9k7h", WHY(NOT_ITS_MOVE), "a strutting crow does not move from 9k to 7h" },
    { "wa-owl", "startpos", "9k7h", WHY(NOT_ITS_MOVE),
      "a swooping owl does not move from 9k to 7h" },
    { "wa-games", "5,ck,5/11/11/11/5,VS,5/11/11/11/11/11/5,CK,5 b - 1", "6e6d+", WHY(NONE), "" },
    { "wa", "5,ck,5/11/11/11/5,VS,5/11/11/11/11/11/5,CK,5 b - 1", "6e6d+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "ko", "9,g,9/19/19/19/19/19/19/19/19/9,CH,9/19/19/19/19/19/19/19/19/9,G,9 b - 1", "10j10g",
      WHY(NONE), "" },
    { "ko-critic", "9,g,9/19/19/19/19/19/19/19/19/9,CH,9/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "10j10g", WHY(NOT_ITS_MOVE), "a chariot does not move from 10j to 10g" },
    { "hishigata", "k,18/19/19/19/19/19/19/10,g,8/9,B,9/19/19/19/19/19/19/19/19/19/18,K b - 1",
      "10i9h", WHY(NONE), "" },
    { "hishigata-compulsory",
      "k,18/19/19/19/19/19/19/10,g,8/9,B,9/19/19/19/19/19/19/19/19/19/18,K b - 1", "10i9h",
      WHY(MUST_PROMOTE), "a bishop on 9h must promote" },
    { "yari", "3k3/7/7/7/7/7/7/7/3K3 b N 1", "N*1b", WHY(NONE), "" },
    { "yari-knight", "3k3/7/7/7/7/7/7/7/3K3 b N 1", "N*1b", WHY(DROP_ZONE),
      "a yari knight may not be dropped on 1b" },
#undef WHY
};

/* It is also what one reads who types the move. */
static bool reads_as(const shoogi_position *p, const char *text, const char *sentence)
{
    shoogi_move move;
    shoogi_error err = { 0 };
    const shoogi_status status = shoogi_usi_read(&move, p, text, strlen(text), &err);
    if (status == SHOOGI_PARSE_ERROR) /* of a square that is none, and of what USI has no sign for */
        return strcmp(sentence, "there is no such square") == 0 || strchr(text, 'u');
    /* The sentence states an effect of a legal move. */
    if (strstr(sentence, " puts the piece it captures ") || strstr(sentence, " is burnt on ") ||
        strstr(sentence, " captures everything "))
        return status == SHOOGI_OK;
    return sentence[0] == '\0' ? status == SHOOGI_OK
                               : status == SHOOGI_ILLEGAL && strcmp(err.message, sentence) == 0;
}

static size_t try_moves(bool seen[SHOOGI_ILLEGAL_COUNT])
{
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_variant *const v = read_game(moves[i].game);
        shoogi_position *const p = set_up(v, moves[i].position);
        char sentence[160];
        const shoogi_move move = number_of(p, moves[i].move);
        const shoogi_illegal why = shoogi_position_why_illegal(p, move, sentence, sizeof sentence);
        const bool same = why == moves[i].why && strcmp(sentence, moves[i].sentence) == 0;
        const bool read = reads_as(p, moves[i].move, sentence);
        if (!same || !read)
            print_error("%s, %s: %d \"%s\"%s\n", moves[i].position, moves[i].move, (int)why,
                        sentence, read ? "" : ", but not when it is read");
        wrong += !same || !read;
        seen[why] = true;
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
    return wrong;
}

/* --- handicaps ----------------------------------------------------------------------------------- */

static const struct {
    const char *position, *squares;
    shoogi_illegal why;
    size_t at;
    const char *sentence;
} handicaps[] = {
#define WHY(reason) SHOOGI_ILLEGAL_##reason
    { "startpos", "1a8b", WHY(NONE), 2, "" },
    { "startpos moves 7g7f 3c3d", "1a", WHY(HANDICAP_LATE), 1,
      "a handicap can be given only as the first move of the game" },
    { "startpos", "", WHY(HANDICAP_EMPTY), 0, "a handicap removes at least one piece" },
    { "startpos", "1a8b1a", WHY(HANDICAP_TWICE), 2, "the lance on 1a is named twice" },
    { "startpos", "1a9i", WHY(HANDICAP_OWN), 1, "the lance on 9i is your own" },
    { "startpos", "1a5a", WHY(HANDICAP_ROYAL), 1, "the king on 5a cannot be removed" },
    { "startpos", "5e", WHY(NO_PIECE), 0, "there is no piece on 5e" },
    { "startpos", "1a1j", WHY(NO_SUCH_SQUARE), 1, "there is no such square" },
#undef WHY
};

static size_t try_handicaps(bool seen[SHOOGI_ILLEGAL_COUNT])
{
    size_t wrong = 0;
    shoogi_variant *const v = read_game("shogi");
    for (size_t i = 0; i < COUNT(handicaps); i++) {
        shoogi_position *const p = set_up(v, handicaps[i].position);
        const char *text = handicaps[i].squares;
        shoogi_square squares[SHOOGI_VIA_MAX + 2];
        const unsigned count = read_squares(squares, v, &text);
        char sentence[160];
        size_t at;
        const shoogi_illegal why =
            shoogi_position_why_handicap_illegal(p, squares, count, &at, sentence, sizeof sentence);
        const bool same = why == handicaps[i].why && at == handicaps[i].at &&
                          strcmp(sentence, handicaps[i].sentence) == 0;
        if (!same)
            print_error("%s: %d at %zu \"%s\"\n", handicaps[i].squares, (int)why, at, sentence);
        wrong += !same;
        seen[why] = true;
        shoogi_position_free(p);
    }
    shoogi_variant_free(v);
    return wrong;
}

static void every_illegal_move_has_its_reason(void **state)
{
    (void)state;
    static const char *const names[] = {
#define ILLEGAL(name, words) #name,
#include "shoogi/illegal.def"
#undef ILLEGAL
    };
    bool seen[SHOOGI_ILLEGAL_COUNT] = { false };
    const size_t wrong = try_moves(seen) + try_handicaps(seen);
    assert_int_equal(wrong, 0);
    assert_all_seen(names, seen, SHOOGI_ILLEGAL_COUNT);
}

/* --- results ------------------------------------------------------------------------------------- */

enum { BOARD = -1 }; /* in place of a claim: what the board shows */

/* A pair of pieces that keeps a side without a royal in the game. */
#define PAIR                                                                                       \
    SQUARE "holdingsType=0 maxPromote=0 check=capture royal=3 royalPair=M:B\n"                     \
           "troop:M:K:m:\nbanner:B:K:b:\nking:K:K:k:c1\nrook:R:R:r:\n"

static const struct {
    const char *game, *position;
    int claim; /* by the side to move */
    shoogi_outcome outcome;
    shoogi_reason reason;
} ends[] = {
#define BY(reason) SHOOGI_REASON_##reason
    { "shogi", "startpos", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(CHECKMATE) },
    { "shogi", "8k/6G2/9/7G1/9/9/9/9/4K4 b - 1 moves 2d2c", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(STALEMATE) },
    { "chu", "5k6/5R6/12/12/12/12/12/12/12/12/12/5K6 b - 1 moves 7b7a", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(ROYAL_CAPTURED) },
    { "base=shogi repetition=2:draw", "startpos moves 2h3h 8b7b 3h2h 7b8b", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "base=shogi repetition=2:draw", "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9b 5b5a 9b9a",
      BOARD, SHOOGI_OUTCOME_WHITE, BY(PERPETUAL_CHECK) },
    { "base=shogi repetition=2:draw perpetual=attack",
      "4k4/9/9/9/1g7/9/9/9/R3K4 b - 1 moves 9i8i 8e9e 8i9i 9e8e", BOARD, SHOOGI_OUTCOME_WHITE,
      BY(PERPETUAL_ATTACK) },
    { "base=shogi check=capture baring=0", "4k4/9/9/4r4/9/4G4/9/9/4K4 w - 1 moves 5d5f", BOARD,
      SHOOGI_OUTCOME_WHITE, BY(BARE_ROYAL) },
    { "check", "4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5e", BOARD, SHOOGI_OUTCOME_BLACK, BY(CHECK) },
    { "dobutsu", "2k/K2/3/3 b - 1 moves 3b3a", BOARD, SHOOGI_OUTCOME_BLACK, BY(TRY) },
    { "shogi", "startpos", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_NO_CONTEST, BY(IMPASSE) },
    { "base=shogi impasseClaim=declare:28:27", "RRBBGGGG1/SSK6/9/9/9/9/9/9/4k4 b 2P 1",
      SHOOGI_CLAIM_DECLARATION, SHOOGI_OUTCOME_BLACK, BY(DECLARATION) },
    /* The shipped games, case by case. */
    /* Mate by a drop in front of the king, by either side. */
    { "shogi", "4k4/9/9/9/9/9/4p4/9/4K4 w g 1 moves G*5h", BOARD, SHOOGI_OUTCOME_WHITE,
      BY(CHECKMATE) },
    /* No legal move and no check: the side that gave it wins in both games. */
    { "shogi", "8k/9/7G1/9/9/9/9/9/4K4 b - 1 moves 2c2b", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "shosu", "9k/7G2/10/8G1/10/10/10/10/10/4K5 b - 1 moves 2d2c", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(STALEMATE) },
    /* The fourth occurrence; the third is not enough. */
    { "shogi", "startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "shogi", "startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b", BOARD,
      SHOOGI_OUTCOME_NO_CONTEST, BY(REPETITION) },
    { "shosu", "startpos moves 2i3i 9b8b 3i2i 8b9b 2i3i 9b8b 3i2i 8b9b 2i3i 9b8b 3i2i 8b9b", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    /* A pair keeps its side in the game without a royal, whether it had one or not. */
    { PAIR, "R1k1m/b4/5/5/2K2 b - 1 moves 5a3a", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { PAIR, "R1k1m/b4/5/5/2K2 b - 1 moves 5a3a 5b4b 3a1a", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(ROYAL_CAPTURED) },
    { PAIR, "R1k1m/5/5/5/2K2 b - 1 moves 5a3a", BOARD, SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { PAIR, "R3m/b4/5/5/2K2 b - 1 moves 5a4a", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { PAIR, "R3m/b4/5/5/2K2 b - 1 moves 5a1a", BOARD, SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    /* Perpetual check loses in Shogi and draws in Shosu. */
    { "shogi",
      "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a",
      BOARD, SHOOGI_OUTCOME_WHITE, BY(PERPETUAL_CHECK) },
    { "shosu",
      "4k5/10/10/10/10/10/10/10/10/R3K5 b - 1 moves 10j10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    /* A king wins on squares: those of its side only, and not where it can be captured. */
    { "try", "9/4K4/9/9/k8/9/9/9/9 b - 1 moves 5b5a", BOARD, SHOOGI_OUTCOME_BLACK, BY(TRY) },
    { "try", "9/4K4/9/9/k8/9/9/9/9 b - 1 moves 5b4a", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "try", "9/9/9/9/K8/9/9/4k4/9 w - 2 moves 5h5i", BOARD, SHOOGI_OUTCOME_WHITE, BY(TRY) },
    { "try", "startpos", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "base=try\ncheck=capture\n", "r8/4K4/9/9/k8/9/9/9/9 b - 1 moves 5b5a", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "base=try\ncheck=capture\n", "r8/4K4/9/9/k8/9/9/9/9 b - 1 moves 5b5a 9a9b", BOARD,
      SHOOGI_OUTCOME_BLACK, BY(TRY) },
    /* Checks are counted: the third wins, whatever was between them; one by two pieces counts once. */
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9b 5b5c", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9b 5b5c 9b9h 5c5b 9h9b", BOARD,
      SHOOGI_OUTCOME_BLACK, BY(CHECK) },
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 2+3 1 moves 9i9a", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 1+3 1 moves 9i9a", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(CHECK) },
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 1+3 1 moves 9i9b", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "three-check", "4k3r/9/9/9/9/9/9/9/4K4 w - 3 +0+2 moves 1a1i", BOARD, SHOOGI_OUTCOME_WHITE,
      BY(CHECK) },
    { "three-check", "4k4/9/4B4/9/9/9/9/9/4RK3 b - 2+3 1 moves 5c6b", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "three-check", "4k4/9/9/9/9/9/9/9/R3K4 b - 0+3 1", BOARD, SHOOGI_OUTCOME_BLACK, BY(CHECK) },
    /* A pawn dropped for the third check; the drop would mate. */
    { "three-check", "3rkr3/9/8p/4N4/1B7/9/1SG6/1KS6/9 b LPp 1+3 1 moves P*5b", BOARD,
      SHOOGI_OUTCOME_BLACK, BY(CHECK) },
    /* One quiet move among the checks, and it is an ordinary repetition. */
    { "shogi",
      "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a",
      BOARD, SHOOGI_OUTCOME_NO_CONTEST, BY(REPETITION) },
    /* Differences between rule sets and their game; a promoted banner does not form a pair. */
    { "sho", "4k4/9/9/4r4/9/4G4/9/9/4K4 w - 1 moves 5d5f", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "sho-bare", "4k4/9/9/4r4/9/4G4/9/9/4K4 w - 1 moves 5d5f", BOARD, SHOOGI_OUTCOME_WHITE,
      BY(BARE_ROYAL) },
    { "shogi-amateur", "startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "shogi-amateur", "startpos", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_DRAW, BY(IMPASSE) },
    { "shogi-professional", "RRBBGGGG1/SSK6/9/9/9/9/9/9/4k4 b 2P 1", SHOOGI_CLAIM_DECLARATION,
      SHOOGI_OUTCOME_NO_CONTEST, BY(IMPASSE) },
    { "shogi-professional", "RRBBGGGG1/SSK6/9/9/9/9/9/9/4k4 b 5P 1", SHOOGI_CLAIM_DECLARATION,
      SHOOGI_OUTCOME_BLACK, BY(DECLARATION) },
    { "shogi-amateur", "RRBBGGGG1/SSK6/9/9/9/9/9/9/4k4 b 2P 1", SHOOGI_CLAIM_DECLARATION,
      SHOOGI_OUTCOME_BLACK, BY(DECLARATION) },
    { "shosu-perpetual",
      "4k5/10/10/10/10/10/10/10/10/R3K5 b - 1 moves 10j10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a",
      BOARD, SHOOGI_OUTCOME_WHITE, BY(PERPETUAL_CHECK) },
    { "mortal", "startpos", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_DRAW, BY(IMPASSE) },
    { "mortal-points", "startpos", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_NO_CONTEST, BY(IMPASSE) },
    { "mortal-points", "4k4/9/9/9/9/9/9/9/DD2K4 b 3H 1", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_BLACK,
      BY(IMPASSE) },
    { "chu", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - 1", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu", "12/12/12/12/12/12/12/12/12/12/12/kK10 b - 1", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu-lishogi", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - 1", BOARD, SHOOGI_OUTCOME_DRAW,
      BY(BARE_ROYAL) },
    { "chu-lishogi", "12/12/12/12/12/12/12/12/12/12/12/kK10 b - 1", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "chu-jcsa", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - 1", BOARD, SHOOGI_OUTCOME_DRAW,
      BY(BARE_ROYAL) },
    { "chu-jcsa", "12/12/12/12/12/12/12/12/12/12/12/kK10 b - 1", BOARD, SHOOGI_OUTCOME_DRAW,
      BY(BARE_ROYAL) },
    { "tori", "startpos moves 4g3f 4a5b 3f4g 5b4a 4g3f 4a5b 3f4g 5b4a", BOARD, SHOOGI_OUTCOME_BLACK,
      BY(REPETITION) },
    { "tori-fairy", "startpos moves 4g3f 4a5b 3f4g 5b4a 4g3f 4a5b 3f4g 5b4a", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "tori-fairy", "startpos moves 4g3f 4a5b 3f4g 5b4a 4g3f 4a5b 3f4g 5b4a 4g3f 4a5b 3f4g 5b4a",
      BOARD, SHOOGI_OUTCOME_BLACK, BY(REPETITION) },
    { "mini", "startpos moves 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a", BOARD,
      SHOOGI_OUTCOME_WHITE, BY(REPETITION) },
    { "mini-western", "startpos moves 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "kyoto", "startpos moves 3e3d 3a3b 3d3e 3b3a 3e3d 3a3b 3d3e 3b3a", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "kyoto-lishogi", "startpos moves 3e3d 3a3b 3d3e 3b3a 3e3d 3a3b 3d3e 3b3a", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "dobutsu", "startpos moves 1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d 3b3a", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "dobutsu-fairy", "startpos moves 1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d 3b3a", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "dobutsu-fairy", "startpos moves 1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d 3b3a",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    /* White's giraffe captures the one that attacked its lion, and leaves Black's. */
    { "dobutsu", "1K1/1r1/1R1/1k1 w BPbp 40 moves 2b2c", BOARD, SHOOGI_OUTCOME_WHITE, BY(TRY) },
    { "dobutsu-fairy", "1K1/1r1/1R1/1k1 w BPbp 40 moves 2b2c", BOARD, SHOOGI_OUTCOME_DRAW, BY(TRY) },
    { "dobutsu-fairy", "2k/K2/3/3 b - 1 moves 3b3a", BOARD, SHOOGI_OUTCOME_BLACK, BY(TRY) },
    { "dobutsu-fairy", "1K1/1r1/1R1/1k1 b BPbp 40 moves 2c2b", BOARD, SHOOGI_OUTCOME_DRAW, BY(TRY) },
    { "yari", "startpos moves 4i4h 4a4b 4h4i 4b4a 4i4h 4a4b 4h4i 4b4a", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "yari-fairy", "startpos moves 4i4h 4a4b 4h4i 4b4a 4i4h 4a4b 4h4i 4b4a", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "ko",
      "tp,8,g,9/9,CU,9/19/b,mt,17/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,G,9 b - 1 moves 10b10a+",
      BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "ko",
      "tp,8,g,9/9,CU,9/19/+b,mt,17/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,G,9 b - 1 moves 10b10a+",
      BOARD, SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "dai", "7k7/15/15/7r7/15/7G7/15/15/15/15/15/15/15/15/7K7 w - 1 moves 8d8f", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "dai-bare", "7k7/15/15/7r7/15/7G7/15/15/15/15/15/15/15/15/7K7 w - 1 moves 8d8f", BOARD,
      SHOOGI_OUTCOME_WHITE, BY(BARE_ROYAL) },
    { "okisaki", "5k4/10/10/5r4/10/5G4/10/10/10/5K4 w - 1 moves 5d5f", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
    { "okisaki-bare", "5k4/10/10/5r4/10/5G4/10/10/10/5K4 w - 1 moves 5d5f", BOARD,
      SHOOGI_OUTCOME_WHITE, BY(BARE_ROYAL) },
    { "judkins", "startpos moves 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a", BOARD,
      SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "judkins-third", "startpos moves 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a", BOARD,
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "judkins", "startpos moves 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "judkins-mini", "startpos moves 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a 1f1e 6a6b 1e1f 6b6a",
      BOARD, SHOOGI_OUTCOME_WHITE, BY(REPETITION) },
#undef BY
};

static shoogi_result result_of(const shoogi_position *p, int claim)
{
    shoogi_result result;
    if (claim == BOARD)
        return shoogi_position_result(p);
    assert_int_equal(
        shoogi_position_claim(&result, p, (shoogi_claim)claim, shoogi_position_side(p), NULL, 0),
        SHOOGI_REFUSAL_NONE);
    return result;
}

static void every_result_has_its_reason(void **state)
{
    (void)state;
    static const char *const names[] = {
#define REASON(name, words) #name,
#include "shoogi/result.def"
#undef REASON
    };
    /* Whether an illegal move loses is for whoever keeps the game: shoogi_variant_illegal_move_loses. */
    bool seen[SHOOGI_REASON_COUNT] = { [SHOOGI_REASON_ILLEGAL_MOVE] = true };
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(ends); i++) {
        shoogi_variant *const v = read_game(ends[i].game);
        shoogi_position *const p = set_up(v, ends[i].position);
        const shoogi_result result = result_of(p, ends[i].claim);
        const bool same = result.outcome == ends[i].outcome && result.reason == ends[i].reason;
        if (!same)
            print_error("%s: outcome %d, %s\n", ends[i].position, (int)result.outcome,
                        shoogi_reason_text(result.reason));
        wrong += !same;
        seen[result.reason] = true;
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
    assert_int_equal(wrong, 0);
    assert_all_seen(names, seen, SHOOGI_REASON_COUNT);
}

/* --- changes by circumstances -------------------------------------------------------------------- */

/* Pawns that need a drum, fog that light turns back, guards that follow their clerk, and flames that fear one. */
#define CIRCUMSTANCES                                                                              \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoMust=1 royal=6 pass=any\n"              \
           "changes=lost:D:P>P';near2:I:F>F';far2:I:F'>F;became:+C:G>+G,!X>-\n"                    \
           "clerk:C:W:c:\ndrum:D:W:d:\npawn:P:WifmR2:p:b2\nsilent pawn:P':sbW:p:\n"                \
           "guard:G:W:g:\nking:K:K:k:c1\nflame:X:K:x:\nlight:I:W:i:\nfog:F:W:f:\n"                 \
           "thin fog:F':F:f:\nmaster:+C:K:c2:\nvengeance:+G:R:g2:\n"

static const struct {
    const char *game, *position, *after;
} changes[] = {
    /* Capturing a drum silences the pawns of its side only. */
    { CIRCUMSTANCES, "p,1,k,1,p/5/d,4/I,2,D,1/1,P,K,1,P b - 1 moves 5d5c",
      "p',1,k,1,p'/5/I,4/3,D,1/1,P,K,1,P w - 2" },
    /* A position stands as it is set up, and a pass changes nothing. */
    { CIRCUMSTANCES, "p,1,k,1,p/5/5/5/1,P,K,1,P b - 1 moves 3e3e",
      "p,1,k,1,p/5/5/5/1,P,K,1,P w - 2" },
    { CIRCUMSTANCES, "p,1,k,1,p/5/5/5/1,P,K,1,P b - 1 moves 3e3d",
      "p',1,k,1,p'/5/5/2,K,2/1,P',2,P' w - 2" },
    /* Light of either side within two squares; farther away the fog is what it was. */
    { CIRCUMSTANCES, "f,1,k,2/5/5/I,3,F/2,K,2 b - 1 moves 5d4d", "f,1,k,2/5/5/1,I,2,F/2,K,2 w - 2" },
    { CIRCUMSTANCES, "f,1,k,2/5/I,4/4,F/2,K,2 b - 1 moves 5c4c",
      "f',1,k,2/5/1,I,3/4,F/2,K,2 w - 2" },
    { CIRCUMSTANCES, "f,1,k,2/5/I,4/4,F/2,K,2 b - 1 moves 5c4c 3a2a 4c3c",
      "f',2,k,1/5/2,I,2/4,F'/2,K,2 w - 4" },
    { CIRCUMSTANCES, "f',1,k,2/5/I,4/4,F/2,K,2 b - 1 moves 5c5d", "f,1,k,2/5/5/I,3,F/2,K,2 w - 2" },
    /* Only a clerk that promotes: its own guards, and the enemy's flames. */
    { CIRCUMSTANCES, "x,1,k,2/C,4/4,G/1,g,1,X,1/2,K,2 b - 1 moves 5b4b",
      "x,1,k,2/1,C,3/4,G/1,g,1,X,1/2,K,2 w - 2" },
    { CIRCUMSTANCES, "2,k,1,x/C,4/4,G/1,g,1,X,1/2,K,2 b - 1 moves 5b5a+",
      "+C,1,k,2/5/4,+G/1,g,1,X,1/2,K,2 w - 2" },
    /* A clerk that takes a governor promotes without its guards; of two flames the one that came is burnt. */
    { "ko",
      "9,g,9/19/19/19/19/19/19/19/9,+mt,9/10,CL,8/19/19/19/19/19/19/19/AG,17,RG/9,G,9 b - 1 moves 9j10i+",
      "9,g,9/19/19/19/19/19/19/19/9,+CL,9/19/19/19/19/19/19/19/19/+AG,17,+RG/9,G,9 w - 2" },
    { "ko",
      "9,g,9/19/19/19/19/19/9,+en,9/19/9,+EN,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1 moves 10i10h",
      "9,g,9/19/19/19/19/19/9,+en,9/19/19/19/19/19/19/19/19/19/19/19/9,G,9 w - 2" },
    { "ko", "9,g,9/19/19/19/19/19/19/19/19/P,18/19/19/19/19/19/19/19/19/9,G,9 b - 1 moves 19j19i",
      "9,g,9/19/19/19/19/19/19/19/P',18/19/19/19/19/19/19/19/19/19/9,G,9 w - 2" },
    /* A demon that comes next to an enemy one: who burns. */
    { "tenjiku", "k,15/16/16/16/16/16/6,fd,9/FD,15/4,p,11/16/16/16/16/16/16/15,K b - 1 moves 16h11h",
      "k,15/16/16/16/16/16/6,fd,9/16/4,p,11/16/16/16/16/16/16/15,K w - 2" },
    { "tenjiku-hodges",
      "k,15/16/16/16/16/16/6,fd,9/FD,15/4,p,11/16/16/16/16/16/16/15,K b - 1 moves 16h11h",
      "k,15/16/16/16/16/16/6,fd,9/16/16/16/16/16/16/16/16/15,K w - 2" },
    { "tenjiku-demons",
      "k,15/16/16/16/16/16/6,fd,9/FD,15/4,p,11/16/16/16/16/16/16/15,K b - 1 moves 16h11h",
      "k,15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15,K w - 2" },
};

static void pieces_change_by_circumstances(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(changes); i++) {
        shoogi_variant *const v = read_game(changes[i].game);
        shoogi_position *const before = set_up(v, changes[i].position);
        char text[200];
        (void)shoogi_sfen_write(text, sizeof text, before);
        if (strcmp(text, changes[i].after) != 0)
            fail_msg("%s: %s", changes[i].position, text);
        while (shoogi_position_moves_played(before) > 0)
            shoogi_position_undo(before);
        const size_t bytes = shoogi_sfen_write(text, sizeof text, before);
        assert_memory_equal(text, changes[i].position, bytes);
        shoogi_position_free(before);
        shoogi_variant_free(v);
    }
}

static void checkers_come_in_order(void **state)
{
    (void)state;
    shoogi_variant *const v = read_game("shogi");
    shoogi_position *const p = set_up(v, "4k4/9/9/4l4/9/9/3n5/9/4K4 b - 1");
    shoogi_square squares[SHOOGI_VIA_MAX + 2];
    assert_int_equal(shoogi_position_checkers(p, squares, 4), 2);
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shoogi_square_text(text, sizeof text, v, squares[0]);
    assert_string_equal(text, "5d");
    shoogi_square_text(text, sizeof text, v, squares[1]);
    assert_string_equal(text, "6g");
    assert_int_equal(shoogi_position_checkers(p, squares, 1), 2);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* --- the shipped games, parameter by parameter ---------------------------------------------------
 *
 * What a definition sets otherwise than by default has a case here, or above, that fails without it.  The cases are
 * made from what the sources say that the definitions name, whose words HELP GAME repeats; those of the large games
 * are English Wikipedia, chessvariants.com, and for ko the summaries of Japanese Wikipedia and Dagaz.
 *
 * A position lists pieces on squares: "w K@5i p@5a4b P*" is White to move, a king, two pawns of White's and one in
 * Black's hand.  A side that has no royal has not lost one. */

/* Of the catalog, which reads each once. */
static const shoogi_variant *find_game(const char *name)
{
    const shoogi_variant *const v = shoogi_catalog_find(catalog, name, strlen(name));
    if (!v)
        fail_msg("%s", name);
    return v;
}

static bool is_blacks(const char *id)
{
    for (; *id != '\0'; id++)
        if (*id >= 'A' && *id <= 'Z')
            return true;
    return false;
}

static void put_word(shoogi_position *p, char *word)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    if (strcmp(word, "w") == 0) {
        shoogi_position_set_side(p, SHOOGI_WHITE);
        return;
    }
    char *const sign = strpbrk(word, "@*");
    assert_non_null(sign);
    const bool in_hand = *sign == '*';
    *sign = '\0';
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, word, strlen(word));
    const shoogi_colour colour = is_blacks(word) ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (kind == 0)
        fail_msg("no piece %s", word);
    if (in_hand) {
        const unsigned held = shoogi_position_hand(p, colour, kind);
        assert_int_equal(shoogi_position_set_hand(p, colour, kind, held + 1), SHOOGI_OK);
        return;
    }
    const char *rest = sign + 1;
    shoogi_square squares[SHOOGI_VIA_MAX + 2];
    for (unsigned count; (count = read_squares(squares, v, &rest)) > 0;)
        for (unsigned i = 0; i < count; i++)
            shoogi_position_put(p, squares[i], (shoogi_piece){ kind, colour });
}

/* Makes the one move by these squares, or of two the one that promotes as the text says. */
static void play_by_squares(shoogi_position *p, const char *text)
{
    shoogi_move found[2];
    const shoogi_move wanted = number_of(p, text);
    const size_t count = shoogi_position_promotion_choices(p, wanted, found, COUNT(found));
    if (count == 0)
        fail_msg("%s: not legal", text);
    const bool promotes = strchr(text, '+') != NULL;
    const size_t which = count > 1 && shoogi_move_is_promotion(found[0]) != promotes;
    assert_int_equal(shoogi_position_do(p, found[which]), SHOOGI_OK);
}

/* "PIECES", or "PIECES moves MOVE ...". */
static shoogi_position *put_pieces(const shoogi_variant *v, const char *pieces)
{
    char text[1024];
    shoogi_position *p;
    snprintf(text, sizeof text, "%s", pieces);
    char *const moves_at = strstr(text, " moves ");
    if (moves_at)
        *moves_at = '\0';
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    shoogi_position_clear(p);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        put_word(p, word);
    shoogi_position_setup_done(p);
    char *const first = moves_at ? moves_at + strlen(" moves ") : NULL;
    for (char *word = first ? strtok(first, " ") : NULL; word; word = strtok(NULL, " "))
        play_by_squares(p, word);
    return p;
}

/* Captures that promote: of unpromoted and of promoted pieces, optional or not; contagion; the emperor. */
#define TAKING(game, piece, foe, promoted)                                                         \
    { game, piece "@10h", "10h10g+", WHY(NOT_IN_ZONE) },                                           \
        { game, piece "@10h " foe "@10g", "10h10g+", WHY(NONE) },                                  \
    {                                                                                              \
        game, piece "@10h " promoted "@10g", "10h10g", WHY(MUST_PROMOTE)                           \
    }
#define TAKING_AT_WILL(game, piece, foe, promoted)                                                 \
    TAKING(game, piece, foe, promoted),                                                            \
    {                                                                                              \
        game, piece "@10h " foe "@10g", "10h10g", WHY(NONE)                                        \
    }
#define TAKING_BY_FORCE(game, piece, foe, promoted)                                                \
    TAKING(game, piece, foe, promoted),                                                            \
    {                                                                                              \
        game, piece "@10h " foe "@10g", "10h10g", WHY(MUST_PROMOTE)                                \
    }
#define EMPEROR_TAKES(game, piece, foe, guard)                                                     \
    { game, piece "@10p " foe "@10g", "10p10g", WHY(NONE) },                                       \
    {                                                                                              \
        game, piece "@10p " foe "@10g " guard "@10f", "10p10g", WHY(TRADE_PROTECTED)               \
    }
/* No cannon jumps over a cannon, or takes one. */
#define KOREAN(piece, from, over, to)                                                              \
    { "cannon-korean", piece "@" from " p@" over " r@" to, from to, WHY(NONE) },                   \
        { "cannon-korean", piece "@" from " u@" over " r@" to, from to, WHY(NOT_ITS_MOVE) },       \
        { "cannon-korean", piece "@" from " p@" over " u@" to, from to, WHY(CAPTURE_BARRED) },     \
        { "cannon-korean", piece "@" from " p@" over " +i@" to, from to, WHY(CAPTURE_BARRED) },    \
    {                                                                                              \
        "cannon", piece "@" from " u@" over " +i@" to, from to, WHY(NONE)                          \
    }

static const struct {
    const char *game, *pieces, *move;
    shoogi_illegal why;
} legal[] = {
#define WHY(reason) SHOOGI_ILLEGAL_##reason
    /* Tenjiku Shogi: the zone and, by one rule set, the last ranks, from which pieces cannot move on. */
    { "tenjiku", "S@8d", "8d8c+", WHY(NOT_IN_ZONE) },
    { "tenjiku", "S@8d p@8c", "8d8c+", WHY(NONE) },
    { "tenjiku-last-rank", "P@8b", "8b8a+", WHY(NONE) },
    { "tenjiku-last-rank", "L@8c", "8c8a+", WHY(NONE) },
    { "tenjiku-last-rank", "L@8c", "8c8b+", WHY(NOT_IN_ZONE) },
    { "tenjiku-last-rank", "N@8c", "8c7a+", WHY(NONE) },
    { "tenjiku-last-rank", "N@8d", "8d7b+", WHY(NONE) },
    { "tenjiku-last-rank", "I@8b", "8b8a+", WHY(NONE) },
    { "tenjiku-last-rank", "DG@8b", "8b8a+", WHY(NOT_IN_ZONE) },
    /* Generals pass over lower-ranking pieces only, and capture any; over empty squares they jump nowhere. */
    { "tenjiku", "GG@8h P@8g vg@8f k@8e", "8h8e", WHY(NONE) },
    { "tenjiku", "GG@8h p@8g", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "GG@8h k@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "GG@8h +de@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "BG@8h bg@7g p@6f", "8h6f", WHY(BLOCKED) },
    { "tenjiku", "BG@8h rg@7g p@6f", "8h6f", WHY(BLOCKED) },
    { "tenjiku", "RG@8h rg@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "VG@10j vg@9i p@6f", "10j6f", WHY(BLOCKED) },
    { "tenjiku", "VG@10j bg@9i p@6f", "10j6f", WHY(NONE) },
    { "tenjiku", "GG@8h gg@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "GG@8h vg@8g p@8f", "8h8f", WHY(NONE) },
    { "tenjiku", "+HF@8h bg@7g p@6f", "8h6f", WHY(BLOCKED) },
    { "tenjiku", "+SE@8h rg@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "+BG@10j vg@9i p@6f", "10j6f", WHY(BLOCKED) },
    { "tenjiku", "+RG@8h gg@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku", "RG@8h p@8g gg@8f", "8h8f", WHY(NONE) },
    { "tenjiku", "RG@8h p@8g k@8f", "8h8f", WHY(NONE) },
    { "tenjiku-hachu", "RG@8h p@8g gg@8f", "8h8f", WHY(CAPTURE_BARRED) },
    { "tenjiku-hachu", "RG@8h p@8g vg@8f", "8h8f", WHY(CAPTURE_BARRED) },
    { "tenjiku-hachu", "RG@8h p@8g k@8f", "8h8f", WHY(CAPTURE_BARRED) },
    { "tenjiku-hachu", "RG@8h vg@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku-hachu", "RG@8h vg@8g k@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku-zillions", "RG@8h p@8g k@8f", "8h8f", WHY(CAPTURE_BARRED) },
    { "tenjiku-zillions", "RG@8h k@8g p@8f", "8h8f", WHY(BLOCKED) },
    { "tenjiku-zillions", "RG@8h p@8g gg@8f", "8h8f", WHY(NONE) },
    /* No trade of lions is barred; who goes in steps may come back. */
    { "tenjiku", "LN@8h ln@8f r@8d", "8h8f", WHY(NONE) },
    { "tenjiku", "LN@8h", "8h8g8h", WHY(NONE) },
    { "tenjiku", "VG@8h", "8h8g8h", WHY(NONE) },

    /* Promotion by what is taken. */
    TAKING_BY_FORCE("dai-dai", "NK", "p", "+nk"),
    TAKING_AT_WILL("maka-dai-dai", "G", "p", "+g"),
    TAKING_BY_FORCE("maka-dai-dai-compulsory", "G", "p", "+g"),
    TAKING_BY_FORCE("maka-dai-dai-shogitter", "G", "p", "+g"),
    TAKING_AT_WILL("hishigata", "G", "s", "+g"),
    TAKING_AT_WILL("tai", "G", "p", "+g"),
    TAKING_BY_FORCE("tai-compulsory", "G", "p", "+g"),
    TAKING_BY_FORCE("tai-shogitter", "G", "p", "+g"),
    TAKING_BY_FORCE("tai-western", "NK", "p", "+nk"),
    TAKING_BY_FORCE("taikyoku-capture", "GLG", "p", "+glg"),
    EMPEROR_TAKES("maka-dai-dai", "+K", "p", "l"),
    EMPEROR_TAKES("hishigata", "+K", "s", "ab"),
    EMPEROR_TAKES("tai", "EM", "p", "l"),
    EMPEROR_TAKES("tai-western", "EM", "p", "l"),
    { "tai-wikipedia", "EM@10p p@10g l@10f", "10p10g", WHY(NONE) },
    { "tai-wikipedia", "EM@10p em@10g l@10f", "10p10g", WHY(TRADE_PROTECTED) },
    { "tai-wikipedia", "EM@10p cp@10g l@10f", "10p10g", WHY(TRADE_PROTECTED) },
    { "tai-wikipedia", "EM@10p +de@10g l@10f", "10p10g", WHY(TRADE_PROTECTED) },
    { "maka-dai-dai-wikipedia", "+K@10p +k@10g l@10f", "10p10g", WHY(TRADE_PROTECTED) },
    { "maka-dai-dai-wikipedia", "+K@10p +de@10g l@10f", "10p10g", WHY(TRADE_PROTECTED) },
    { "dai", "LN@8h", "8h8g8h", WHY(NONE) },
    { "dai-dai", "LN@8h", "8h8g8h", WHY(NONE) },
    { "maka-dai-dai", "LN@8h", "8h8g8h", WHY(NONE) },
    { "hishigata", "+DS@8h", "8h8g8h", WHY(NONE) },
    { "tai", "LN@8h", "8h8g8h", WHY(NONE) },
    { "tai-western", "LN@8h", "8h8g8h", WHY(NONE) },
    { "taikyoku", "L@8l", "8l8k8l", WHY(NONE) },
    { "chu", "N@8h", "8h8g8h", WHY(NONE) },

    /* A lion of three steps captures with each, passes over pieces, and may return to its origin. */
    { "maka-dai-dai-teaching", "+DV@10j", "10j9g", WHY(NONE) },
    { "maka-dai-dai", "+DV@10j", "10j9g", WHY(NOT_ITS_MOVE) },
    { "maka-dai-dai-teaching", "+DV@10j", "10j10f", WHY(NONE) },
    { "maka-dai-dai-teaching", "+DV@10j P@9i", "10j6f", WHY(BLOCKED) },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9h", "10j10i9h9g", WHY(NONE) },
    { "maka-dai-dai", "+DV@10j p@10i9h", "10j10i9h9g", WHY(NOT_ITS_MOVE) },
    { "maka-dai-dai-teaching", "+DV@10j P@10i p@9h", "10j9h8g", WHY(NONE) },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9h8g", "10j10i9h8g7f", WHY(NOT_ITS_MOVE) },
    { "maka-dai-dai-teaching", "+DV@10j", "10j10i10j", WHY(NONE) },
    { "tai-teaching", "+DV@13m p@13l12k", "13m13l12k11j", WHY(NONE) },
    { "tai", "+DV@13m p@13l12k", "13m13l12k11j", WHY(NOT_ITS_MOVE) },
    { "tai-teaching", "+DV@13m", "13m13l13m", WHY(NONE) },
    /* Rule sets with other pieces. */
    { "tai-shogitter", "OK@13m", "13m8h", WHY(NONE) },
    { "tai", "OK@13m", "13m8h", WHY(NOT_ITS_MOVE) },
    { "wa-fox", "TF@6f SP@6e", "6f6b", WHY(NONE) },
    { "wa-fox", "TF@6f SP@6e6d", "6f6b", WHY(BLOCKED) },
    { "wa-fox", "TF@6f SP@6c", "6f6b", WHY(BLOCKED) },
    { "wa-fox", "+RR@6f sp@5g", "6f2j", WHY(NONE) },
    { "wa-fox", "TF@6f", "6f4f", WHY(NOT_ITS_MOVE) },
    { "wa", "TF@6f SP@6e", "6f6b", WHY(NOT_ITS_MOVE) },
    { "taikyoku-dove", "WDV@18t p@17s16r15q14p", "18t13o", WHY(NONE) },
    { "taikyoku-dove", "WDV@18t p@17s16r15q14p13o", "18t12n", WHY(BLOCKED) },
    { "taikyoku", "WDV@18t p@17s16r15q14p", "18t13o", WHY(BLOCKED) },

    /* Chu Shogi: promoted lions are lions, before and after another piece captured one. */
    { "chu", "+O@7g n@6e i@6f", "7g6e", WHY(TRADE_PROTECTED) },
    { "chu", "N@7g +o@6e i@6f", "7g6e", WHY(TRADE_PROTECTED) },
    { "chu", "w r@8i +O@8j n@7e R@7f moves 8i8j", "7f7e", WHY(COUNTER_STRIKE) },
    { "chu", "w r@8i N@8j +o@7e R@7f moves 8i8j", "7f7e", WHY(COUNTER_STRIKE) },
    { "chu-jcsa", "N@7g n@6e i@6f", "7g6f6e", WHY(TRADE_PROTECTED) },
    { "chu", "w o@6h N@6j8j r@6c moves 6h6j+", "8j6j", WHY(NONE) },
    { "chu-lishogi", "w o@6h N@6j8j r@6c moves 6h6j+", "8j6j", WHY(TRADE_PROTECTED) },

    /* Dai Shogi: pieces that cannot move on may promote on the last ranks. */
    { "dai", "P@8b", "8b8a+", WHY(NONE) },
    { "dai", "L@8b", "8b8a+", WHY(NONE) },
    { "dai", "N@8c", "8c7a+", WHY(NONE) },
    { "dai", "ST@8b", "8b7a+", WHY(NONE) },
    { "dai", "I@8b", "8b8a+", WHY(NONE) },
    { "chu-lishogi", "P@8b", "8b8a+", WHY(NONE) },
    { "chu-manual", "P@8b", "8b8a+", WHY(NONE) },

    /* Taikyoku: the same, and there they must. */
    { "taikyoku", "GLG@18k p@18j", "18k18j+", WHY(NONE) },
    { "taikyoku", "P@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "IC@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "CH@18c", "18c17a+", WHY(NONE) },
    { "taikyoku", "OC@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "WOG@18b", "18b17a+", WHY(NONE) },
    { "taikyoku", "SG@18b", "18b17a+", WHY(NONE) },
    { "taikyoku", "IG@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "FIT@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "D@18b", "18b18a+", WHY(NONE) },
    { "taikyoku", "GLG@18b", "18b18a+", WHY(NOT_IN_ZONE) },
    { "taikyoku-capture", "P@18b", "18b18a+", WHY(NOT_IN_ZONE) },
    { "taikyoku-capture", "P@18b", "18b18a", WHY(NONE) },
    { "taikyoku-capture", "P@18l", "18l18k+", WHY(NOT_IN_ZONE) },
    /* A range jumper captures all pieces on its path, also its own, but none of its rank or above. */
    { "taikyoku", "GG@18t p@18s gg@18r", "18t18r", WHY(CAPTURE_BARRED) },
    { "taikyoku", "GG@18t k@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "GG@18t cp@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "GG@18t +cp@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "GG@18t +de@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "GG@18t gg@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "AG@18t ag@17s", "18t16r", WHY(BLOCKED) },
    { "taikyoku", "FLG@18t flg@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "FID@18t fid@17s", "18t16r", WHY(BLOCKED) },
    { "taikyoku", "VG@18t vg@17s", "18t16r", WHY(BLOCKED) },
    { "taikyoku", "+FK@18t gg@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "+FLG@18t flg@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "+VG@18t gg@18s", "18t18r", WHY(BLOCKED) },
    { "taikyoku", "+WG@18t vg@17s", "18t16r", WHY(BLOCKED) },
    { "taikyoku", "+FG@18t gg@18s", "18t18r", WHY(BLOCKED) },

    /* Check as in shogi, or kings that are taken. */
    { "heian", "K@2h l@1c", "2h1h", WHY(ROYAL_IN_CHECK) },
    { "heian-dai", "K@2m l@1c", "2m1m", WHY(ROYAL_IN_CHECK) },
    { "crazywa", "CK@2k oc@1c", "2k1k", WHY(ROYAL_IN_CHECK) },
    { "chu", "K@2l l@1c", "2l1l", WHY(NONE) },
    { "shogi-club", "K@2i l@1c", "2i1i", WHY(NONE) },
    { "dobutsu", "K@2d k@1b", "2d1c", WHY(NONE) },

    /* Drops. */
    { "crazywa", "SP*", "SP*6f", WHY(NONE) },
    { "crazywa", "SP@6i SP*", "SP*6f", WHY(DROP_FILE_LIMIT) },
    { "crazywa", "SP*", "SP*6a", WHY(DROP_NO_MOVES) },
    { "crazywa", "OC*", "OC*6a", WHY(DROP_NO_MOVES) },
    { "cannon", "P@5g P*", "P*5e", WHY(NONE) },
    { "cannon-pawns", "P@5g P*", "P*5e", WHY(DROP_FILE_LIMIT) },
    { "tori", "S@4f4g S*", "S*4d", WHY(DROP_FILE_LIMIT) },
    { "whale", "D@4e4d D*", "D*4b", WHY(DROP_FILE_LIMIT) },
    { "kyoto", "P*", "P*3a", WHY(NONE) },
    { "micro", "P*", "P*2a", WHY(NONE) },
    { "dobutsu", "P*", "P*2a", WHY(NONE) },
    { "annan", "P*", "P*5a", WHY(NONE) },
    { "annan", "L*", "L*5a", WHY(NONE) },
    { "annan", "N*", "N*5b", WHY(NONE) },
    { "annan-plain", "P*", "P*5a", WHY(DROP_NO_MOVES) },
    { "annan-plain", "L*", "L*5a", WHY(DROP_NO_MOVES) },
    { "annan-plain", "N*", "N*5b", WHY(DROP_NO_MOVES) },

    { "kyoto", "T@3b", "3b3a+", WHY(NONE) },
    { "micro", "+P@3c p@2a", "3c2a+", WHY(NONE) },

    KOREAN("U", "5g", "5e", "5d"),
    KOREAN("A", "5g", "5e", "5d"),
    KOREAN("+U", "5g", "5e", "5d"),
    KOREAN("+A", "5g", "5e", "5d"),
    KOREAN("C", "5g", "3e", "2d"),
    KOREAN("I", "5g", "3e", "2d"),
    KOREAN("+C", "5g", "3e", "2d"),
    KOREAN("+I", "5g", "3e", "2d"),

    /* Nana Shogi: nothing in the middle, no check by a drop of either side of a piece, no mate with pieces in hand. */
    { "nana", "R*", "R*2b", WHY(DROP_ZONE) },
    { "nana", "k@1a R*", "R*1c", WHY(DROP_CHECK) },
    { "nana", "k@1a R*", "RC*1c", WHY(DROP_CHECK) },
    { "nana", "k@1a R*", "SW*1b", WHY(DROP_CHECK) },
    { "nana", "k@1a R*", "GB*1b", WHY(DROP_CHECK) },
    { "nana", "k@1a B*", "B*3c", WHY(DROP_CHECK) },
    { "nana", "k@1b B*", "T*1a", WHY(DROP_CHECK) },
    { "nana", "k@1b B*", "CS*2c", WHY(DROP_CHECK) },
    { "nana", "k@1a B*", "D*1b", WHY(DROP_CHECK) },
    { "nana", "k@1a B*", "D*3c", WHY(NONE) },
    { "nana", "K@2c k@1a GB@3b B*", "3b3a+", WHY(MATE_WITH_HAND) },
    { "nana", "K@2c k@1a GB@3b", "3b3a+", WHY(NONE) },
    { "nana-zillions", "K@2c k@1a GB@3b B*", "3b3a+", WHY(NONE) },
    { "nana", "R@1a", "1a1b", WHY(MUST_FLIP) },

    /* Moves borrowed from pieces in front and beside. */
    { "anhoku", "P@5e R@5d", "5e1e", WHY(NONE) },
    { "anhoku", "P@5e R@5f", "5e1e", WHY(NOT_ITS_MOVE) },
    { "annan", "P@5e R@5f", "5e1e", WHY(NONE) },
    { "annan", "P@5e R@5d", "5e1e", WHY(NOT_ITS_MOVE) },
    { "antouzai", "P@5e R@6e", "5e1e", WHY(NONE) },
    { "antouzai", "P@5e R@5f", "5e1e", WHY(NOT_ITS_MOVE) },

    /* By taikyoku-shogi.github.io pieces must promote when they pass through the zone; not if they could also get
     * there below it, and a peacock could not. */
    { "taikyoku-compulsory", "PCK@18l", "18l16l", WHY(MUST_PROMOTE) },
    { "taikyoku-compulsory", "PCK@18l", "18l16l+", WHY(NONE) },
    { "taikyoku-compulsory", "PCK@18m", "18m16m", WHY(NONE) },
    { "taikyoku-compulsory", "PCK@18m", "18m16m+", WHY(NOT_IN_ZONE) },
    { "taikyoku-compulsory", "C@18l", "18l16l", WHY(NONE) },
    { "taikyoku-compulsory", "C@18l", "18l16l+", WHY(NONE) },
    { "taikyoku-compulsory", "C@18l P@17m", "18l16l", WHY(MUST_PROMOTE) },
    { "taikyoku-compulsory", "C@18l P@17k", "18l16l+", WHY(NOT_IN_ZONE) },
    { "taikyoku-compulsory", "C@18k", "18k16m+", WHY(NOT_IN_ZONE) },
    { "taikyoku-compulsory", "L@18l p@17k", "18l17k16l", WHY(MUST_PROMOTE) },
    { "taikyoku-compulsory", "L@18l p@17k", "18l17k18l", WHY(MUST_PROMOTE) },
    { "taikyoku-compulsory", "L@18l p@17k", "18l17k16l+", WHY(NONE) },
    { "taikyoku-compulsory", "L@18l p@17k", "18l16l+", WHY(NOT_IN_ZONE) },
    { "taikyoku-compulsory", "L@18l", "18l16l", WHY(NONE) },
    { "taikyoku-compulsory", "L@18l", "18l16l+", WHY(NONE) },
    { "taikyoku-manbearian", "C@18l", "18l16l+", WHY(NOT_IN_ZONE) },

    /* Ko Shogi: shots within their range and beyond; guns shoot over pieces, others do not. */
    { "ko", "LB@10j p@9f", "10j9f9i", WHY(NONE) },
    { "ko", "LB@10j p@9e", "10j9e9i", WHY(NOT_ITS_MOVE) },
    { "ko", "CB@10j p@9d", "10j9d9i", WHY(NONE) },
    { "ko", "CB@10j p@9c", "10j9c9i", WHY(NOT_ITS_MOVE) },
    { "ko", "CB@10j p@9d9e", "10j9d9i", WHY(BLOCKED) },
    { "ko", "CN@10j p@9d9e", "10j9d9i", WHY(NONE) },
    { "ko", "CN@10j p@9c", "10j9c9i", WHY(NOT_ITS_MOVE) },
    { "ko", "FC@10j p@9b", "10j9b9i", WHY(NONE) },
    { "ko", "FC@10j p@9a", "10j9a9i", WHY(NOT_ITS_MOVE) },
    { "ko", "FC@10j p@9b16i", "10j9b16i9i", WHY(NONE) },
    { "ko", "CB@10j p@9d14i", "10j9d14i9i", WHY(NOT_ITS_MOVE) },
    { "ko", "TP@10j p@10g", "10j10g10h", WHY(NONE) },
    { "ko", "TP@10j p@10f", "10j10f10h", WHY(NOT_ITS_MOVE) },
    { "ko", "SM@10j p@10g", "10j10g10h", WHY(NONE) },
    { "ko", "FG'@10j p@10g", "10j10g10h", WHY(NONE) },
    { "ko", "+TP@10j p@10g", "10j10g10h", WHY(NONE) },
    { "ko", "+SM@10j p@10g", "10j10g10h", WHY(NONE) },
    { "ko", "+LB@10j p@9e", "10j9e9h", WHY(NONE) },
    { "ko", "+LB@10j p@9d", "10j9d9h", WHY(NOT_ITS_MOVE) },
    { "ko", "+CB@10j p@9c", "10j9c9h", WHY(NONE) },
    { "ko", "+CB@10j p@9b", "10j9b9h", WHY(NOT_ITS_MOVE) },
    { "ko", "+CN@10j p@10d10e", "10j10d10i", WHY(NONE) },
    { "ko", "+FC@10j p@10b17i", "10j10b17i10i", WHY(NONE) },
    { "ko-qboard", "LB@10j p@9i", "10j9i", WHY(NONE) },
    { "ko", "LB@10j p@9i", "10j9i", WHY(NOT_ITS_MOVE) },
    { "ko-qboard", "LB@10j p@9f", "10j9f9i", WHY(NONE) },
    { "ko-qboard", "CB@10j p@9d", "10j9d9i", WHY(NONE) },
    { "ko-qboard", "CN@10j p@9d9e", "10j9d9i", WHY(NONE) },
    { "ko-qboard", "FC@10j p@9d", "10j9d9i", WHY(NONE) },
    { "ko-qboard", "FC@10j p@9c", "10j9c9i", WHY(NOT_ITS_MOVE) },
    { "ko-qboard", "FC@10j p@9d14i", "10j9d14i9i", WHY(NOT_ITS_MOVE) },
    { "ko-qboard", "+LB@10j p@9e", "10j9e9h", WHY(NONE) },
    { "ko-qboard", "+CB@10j p@9c", "10j9c9h", WHY(NONE) },
    { "ko-qboard", "+CN@10j p@10d10e", "10j10d10i", WHY(NONE) },
    { "ko-qboard", "+FC@10j p@10d", "10j10d10i", WHY(NONE) },
    { "ko-qboard", "+FC@10j p@10c", "10j10c10i", WHY(NOT_ITS_MOVE) },
    /* Guns reach a fog from six points only. */
    { "ko", "FC@10j +tp@9d", "10j9d9i", WHY(CAPTURE_BARRED) },
    { "ko", "FC@10j +tp@9c", "10j9c9i", WHY(NONE) },
    { "ko", "+FC@10j +tp@10d", "10j10d10i", WHY(CAPTURE_BARRED) },
    { "ko", "+FC@10j +tp@10c", "10j10c10i", WHY(NONE) },
    /* Chariots take no imperial base; priests, monks, fogs and lights only one another. */
    { "ko", "CH@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko", "CU@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko", "+CH@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko-qboard", "+CN@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko-qboard", "+FC@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko-dagaz", "CH@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko-dagaz", "CU@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko-dagaz", "+CH@10j +su@10h", "10j10h", WHY(CAPTURE_BARRED) },
    { "ko", "E@10j +su@9i", "10j9i", WHY(NONE) },
    /* Nets hold, along the lines on which they slide. */
    { "ko", "w +AG@10j p@5j", "5j5k", WHY(IMMOBILISED) },
    { "ko", "w +RG@10j p@5j", "5j5k", WHY(IMMOBILISED) },
    { "ko", "w +AG@10j p@10h", "10h10i", WHY(NONE) },
    { "ko-dagaz", "w +AG@10j p@5j", "5j5k", WHY(NONE) },
    { "ko-qboard", "w +RG@10j p@5j", "5j5k", WHY(IMMOBILISED) },
    /* The clerk needs its guards; others must promote where their move ends in the zone. */
    { "ko", "CL@10g", "10g10e", WHY(MUST_PROMOTE) },
    { "ko", "CL@10g AG@1s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko", "CL@10g RG@1s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko", "CL@10g +AG@1s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko", "CL@10g +RG@1s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko", "CL@10g AG@1f", "10g10e+", WHY(NONE) },
    { "ko-guards", "CL@10g", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko-guards", "CL@10g AG@1f", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko-guards", "CL@10g +RG@1f", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko-guards", "CL@10g AG@1f RG@2s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko-guards", "CL@10g +AG@1f RG@2f", "10g10e+", WHY(NONE) },
    { "ko-dagaz", "CL@10g AG@1f RG@2f", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    { "ko-dagaz", "CL@10g AG@1s +RG@2s", "10g10e+", WHY(NONE) },
    { "ko-dagaz", "CL@10g +ag@1s", "10g10e+", WHY(PROMOTION_NEEDS_OTHERS) },
    /* By Dagaz priests, monks and shooting pieces promote by a move from within the zone. */
    { "ko", "LB@10g", "10g9f+", WHY(NONE) },
    { "ko-dagaz", "LB@10g", "10g9f+", WHY(NOT_IN_ZONE) },
    { "ko-dagaz", "LB@10g", "10g9f", WHY(NONE) },
    { "ko-dagaz", "LB@10f", "10f9g+", WHY(NONE) },
    { "ko-dagaz", "LB@10f", "10f9e", WHY(MUST_PROMOTE) },
    { "ko-dagaz", "TP@10h", "10h10f+", WHY(NOT_IN_ZONE) },
    { "ko-dagaz", "SM@10f", "10f10h+", WHY(NONE) },
    { "ko-dagaz", "A@10g", "10g10f+", WHY(NONE) },
    /* By QBoard none is shot near a fog, but by priests, monks, fogs and lights. */
    { "ko-qboard", "LB@10j +tp@3g p@9g", "10j9g9i", WHY(NONE) },
    { "ko-qboard", "LB@10j +tp@4g p@9g", "10j9g9i", WHY(CAPTURE_BARRED) },
    { "ko-qboard", "LB@10j +TP@4g p@9g", "10j9g9i", WHY(NONE) },
    { "ko", "LB@10j +tp@4g p@9g", "10j9g9i", WHY(NONE) },
    { "ko-qboard", "TP@9j +tp@4g p@9g", "9j9g9h", WHY(NONE) },
    { "ko-qboard", "LB@10j +tp@9i p@9g", "10j9g9i", WHY(NONE) },
    { "ko", "A@10e", "10e10d", WHY(MUST_PROMOTE) },
    { "ko", "A@10f", "10f10g+", WHY(NOT_IN_ZONE) },
#undef WHY
};

static void games_allow_what_they_should(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(legal); i++) {
        const shoogi_variant *const v = find_game(legal[i].game);
        shoogi_position *const p = put_pieces(v, legal[i].pieces);
        char sentence[160];
        const shoogi_illegal why =
            shoogi_position_why_illegal(p, number_of(p, legal[i].move), sentence, sizeof sentence);
        if (why != legal[i].why)
            print_error("%s, %s, %s: %d \"%s\"\n", legal[i].game, legal[i].pieces, legal[i].move,
                        (int)why, sentence);
        wrong += why != legal[i].why;
        shoogi_position_free(p);
    }
    assert_int_equal(wrong, 0);
}

/* A piece that captures another of these becomes the promoted form of that, promoted or not. */
#define CONTAGION(game)                                                                            \
    { game, "G@10h dv@10g moves 10h10g+", "w +DV@10g" },                                           \
        { game, "G@10h +dv@10g moves 10h10g+", "w +DV@10g" },                                      \
        { game, "G@10h ds@10g moves 10h10g+", "w +DS@10g" },                                       \
        { game, "+G@10h +ds@10g moves 10h10g+", "w +DS@10g" },                                     \
    {                                                                                              \
        game, "DE@10h dv@10g moves 10h10g+", "w +DE@10g"                                           \
    }

static const struct {
    const char *game, *pieces, *after;
} turns[] = {
    /* The demon burns what it comes next to, and what comes next to it, with what that took. */
    { "tenjiku", "FD@4l g@7g p@9i s@8g G@9h p@8f moves 4l8h", "w FD@8h G@9h p@8f" },
    { "tenjiku", "w FD@8h g@7f moves 7f7g", "FD@8h" },
    { "tenjiku", "w FD@8h P@7g g@7f moves 7f7g", "FD@8h" },
    { "tenjiku", "FD@8h p@7g moves 8h8i8h", "w FD@8h" },
    { "tenjiku", "w FD@8h g@8g moves 8g8h", "g@8h" },
    { "tenjiku", "WB@8f g@7d p@9e moves 8f8e+", "w +WB@8e" },
    { "tenjiku", "w +WB@8e s@7c moves 7c7d", "+WB@8e" },
    { "tenjiku-zillions", "WB@8f g@7d p@9e moves 8f8e+", "w +WB@8e g@7d p@9e" },
    { "tenjiku-zillions", "w +WB@8e s@7c moves 7c7d", "+WB@8e" },
    /* A demon that meets one is gone, and by Hodges what stands around it. */
    { "tenjiku", "FD@4l fd@9g s@7g moves 4l8h", "w fd@9g s@7g" },
    { "tenjiku", "FD@4l +wb@9g s@7g moves 4l8h", "w +wb@9g s@7g" },
    { "tenjiku", "FD@4l fd@9g s@8h moves 4l8h", "w fd@9g" },
    { "tenjiku-hodges", "FD@4l fd@9g s@7g moves 4l8h", "w fd@9g" },
    /* Lions take twice, and where they stand. */
    { "tenjiku", "LN@8h p@8g7f moves 8h8g7f", "w LN@7f" },
    { "tenjiku", "LN@8h p@8g moves 8h8g8h", "w LN@8h" },
    { "tenjiku", "+CS@8h p@8g moves 8h8g8h", "w +CS@8h" },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9h8g moves 10j10i9h8g", "w +DV@8g" },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9h8g moves 10j10i8g", "w +DV@8g p@9h" },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9h8g moves 10j9h8g", "w +DV@8g p@10i" },
    { "maka-dai-dai-teaching", "+DV@10j p@10i9i moves 10j10i9i10j", "w +DV@10j" },
    { "tai-teaching", "+DV@13m p@13l12k11j moves 13m13l12k11j", "w +DV@11j" },
    /* Generals leave those they jump over where they are, or take all. */
    { "tenjiku", "GG@8h P@8g p@8f s@8e moves 8h8e", "w GG@8e P@8g p@8f" },
    { "taikyoku", "GG@18t P@18s vg@18r moves 18t18q", "w GG@18q" },
    { "taikyoku", "GG@18t p@18s vg@18r moves 18t18r", "w GG@18r" },
    { "taikyoku", "VG@18t ag@17s moves 18t16r", "w VG@16r" },

    CONTAGION("maka-dai-dai"),
    CONTAGION("hishigata"),
    CONTAGION("tai"),
    { "maka-dai-dai", "K@10h de@1a DE@1s dv@10g moves 10h10g+", "w +K@10g de@1a DE@1s" },
    { "tai-royals", "DE@10h ds@10g moves 10h10g+", "w +DS@10g" },
    { "maka-dai-dai-royals", "G@10h ds@10g moves 10h10g+", "w +DS@10g" },
    { "maka-dai-dai-royals", "DE@10h dv@10g moves 10h10g+", "w +DV@10g" },
    { "maka-dai-dai-royals", "K@10h k@1a +DE@1s dv@10g moves 10h10g+", "w +DV@10g k@1a +DE@1s" },
    { "maka-dai-dai-royals", "K@10h k@1a +DE@1s +ds@10g moves 10h10g+", "w +DS@10g k@1a +DE@1s" },
    { "maka-dai-dai-shogitter", "G@10h dv@10g moves 10h10g+", "w +G@10g" },
    { "maka-dai-dai-western", "G@10h dv@10g moves 10h10g+", "w +G@10g" },
    { "tai-shogitter", "G@10h dv@10g moves 10h10g+", "w +G@10g" },
    { "tai-western", "NK@10h dv@10g moves 10h10g+", "w +NK@10g" },

    /* Into the hand. */
    { "crazywa", "CE@6f +sp@6e moves 6f6e", "w CE@6e SP*" },
    { "wa", "CE@6f +sp@6e moves 6f6e", "w CE@6e" },
    { "whale", "D@4d p@4c moves 4d4c", "w D@4c K*" },
    { "whale", "D@4d k@4c moves 4d4c", "w D@4c K*" },
    { "whale", "D@4d h@4c moves 4d4c", "w D@4c H*" },
    { "mortal", "R@5e d@5d moves 5e5d", "w R@5d H*" },
    { "mortal", "R@5e h@5d moves 5e5d", "w R@5d R*" },
    { "mortal", "R@5e r@5d moves 5e5d", "w R@5d B*" },
    { "mortal", "R@5e b@5d moves 5e5d", "w R@5d G*" },
    { "mortal", "R@5e g@5d moves 5e5d", "w R@5d S*" },
    { "mortal", "R@5e s@5d moves 5e5d", "w R@5d L*" },
    { "mortal", "R@5e l@5d moves 5e5d", "w R@5d N*" },
    { "mortal", "R@5e n@5d moves 5e5d", "w R@5d P*" },
    { "mortal", "R@5e p@5d moves 5e5d", "w R@5d" },

    /* Ko: the flame burns, and dies of a clerk that promotes. */
    { "ko", "+EN@10k p@9i11i10i E@9j moves 10k10j", "w +EN@10j E@9j" },
    { "ko", "w +EN@10j p@9h moves 9h9i", "+EN@10j" },
    { "ko", "CL@10g +en@1s AG@1f RG@2f moves 10g10e+", "w +CL@10e +AG@1f +RG@2f" },
    /* Pawns go ahead by a drum or its like. */
    { "ko", "P@10j D@1s moves 1s2s", "w P@10j D'@2s" },
    { "ko", "P@10j D'@1s moves 1s2s", "w P@10j D'@2s" },
    { "ko", "P@10j +D@1s TP@19a moves 1s2s", "w P@10j +D@2s TP@19a" },
    { "ko", "P@10j D@1s TP@19a A@8j moves 8j8k", "w P@10j D@1s TP@19a A@8k" },
    { "ko", "P@10j A@8j moves 8j8k", "w P'@10j A@8k" },
    /* Drums and banners lose heart without priest or fog. */
    { "ko", "D@10j B@11j +D@12j +B@13j A@8j moves 8j8k", "w D'@10j B'@11j D'@12j B'@13j A@8k" },
    { "ko", "D@10j +B@13j TP@1s A@8j moves 8j8k", "w D@10j +B@13j TP@1s A@8k" },
    { "ko", "D@10j +B@13j +TP@1s A@8j moves 8j8k", "w D@10j +B@13j +TP@1s A@8k" },
    { "ko", "D@10j +B@13j FG'@1s +sm@2s A@8j moves 8j8k", "w D@10j +B@13j FG'@1s +sm@2s A@8k" },
    /* Light within five points turns fog to a priest, and farther away it is fog again. */
    { "ko", "+TP@10j +sm@5j A@8p moves 8p8q", "w FG'@10j +sm@5j A@8q" },
    { "ko", "+TP@10j +sm@4j A@8p moves 8p8q", "w +TP@10j +sm@4j A@8q" },
    { "ko", "FG'@10j +sm@4j A@8p moves 8p8q", "w +TP@10j +sm@4j A@8q" },
};

static void games_change_what_they_should(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(turns); i++) {
        const shoogi_variant *const v = find_game(turns[i].game);
        shoogi_position *const p = put_pieces(v, turns[i].pieces), *const after = put_pieces(
                                                                       v, turns[i].after);
        if (shoogi_position_hash(p) != shoogi_position_hash(after)) {
            char text[2048];
            (void)shoogi_sfen_write(text, sizeof text, p);
            print_error("%s, %s: %s\n", turns[i].game, turns[i].pieces, text);
            wrong++;
        }
        shoogi_position_free(p);
        shoogi_position_free(after);
    }
    assert_int_equal(wrong, 0);
}

/* One of several royals falls, and the last. */
#define FALLS(game, pieces, outcome, reason)                                                       \
    {                                                                                              \
        game, pieces " moves 10h10g", SHOOGI_OUTCOME_##outcome, BY(reason)                         \
    }
#define ROYALS(game, taker, one, other)                                                            \
    FALLS(game, taker "@10h " one "@10g " other "@1a", NONE, NONE),                                \
        FALLS(game, taker "@10h " other "@10g " one "@1a", NONE, NONE),                            \
        FALLS(game, taker "@10h " one "@10g", BLACK, ROYAL_CAPTURED),                              \
        FALLS(game, taker "@10h " other "@10g", BLACK, ROYAL_CAPTURED)

static const struct {
    const char *game, *pieces;
    shoogi_outcome outcome;
    shoogi_reason reason;
} finishes[] = {
#define BY(reason) SHOOGI_REASON_##reason
    ROYALS("chu", "R", "k", "+e"),
    ROYALS("dai", "R", "k", "+de"),
    ROYALS("tenjiku", "R", "k", "+de"),
    ROYALS("maka-dai-dai", "R", "k", "+de"),
    ROYALS("maka-dai-dai", "R", "k", "+k"),
    ROYALS("hishigata", "HM", "k", "+de"),
    ROYALS("hishigata", "HM", "k", "+k"),
    ROYALS("tai", "R", "em", "+de"),
    ROYALS("tai", "R", "em", "cp"),
    ROYALS("tai-western", "R", "em", "+de"),
    ROYALS("tai-western", "R", "em", "cp"),
    ROYALS("taikyoku", "FCH", "k", "cp"),
    ROYALS("taikyoku", "FCH", "k", "+cp"),
    ROYALS("taikyoku", "FCH", "k", "+de"),
    FALLS("dai-dai", "R@10h k@10g nk@1a", BLACK, ROYAL_CAPTURED),
    /* A burnt king is as good as a taken one, and who made the move wins if both are gone. */
    { "tenjiku", "K@1p k@8g FD@4l moves 4l8h", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "tenjiku", "K@8h k@1a fd@8f moves 8h8g", SHOOGI_OUTCOME_WHITE, BY(ROYAL_CAPTURED) },
    { "tenjiku", "K@8h k@8g fd@8f moves 8h8g", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "tenjiku", "K@1p k@8e GG@8h P@8g p@8f moves 8h8e", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    /* With two royals either may be taken, with one it is mated. */
    { "sho", "K@5i k@5d +e@1a R@5e moves 5e5d", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "sho", "K@5i k@1a +e@5d R@5e moves 5e5d", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "sho", "K@5i +e@1a R@9b R@8c moves 8c8a", SHOOGI_OUTCOME_BLACK, BY(CHECKMATE) },
    { "sho", "K@5i k@1a R@9b R@8c moves 8c8a", SHOOGI_OUTCOME_BLACK, BY(CHECKMATE) },
    { "sho-shogitter", "K@5i k@5d R@5e moves 5e5d", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "shogi-club", "K@5i k@5d R@5e moves 5e5d", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "wa", "CK@6k ck@1a +SW@11b +SW@10c moves 10c10a", SHOOGI_OUTCOME_BLACK, BY(CHECKMATE) },
    /* A bare king loses, unless the other is bared at once. */
    { "heian", "K@5h G@5f k@9a p@5e moves 5f5e", SHOOGI_OUTCOME_BLACK, BY(BARE_ROYAL) },
    { "heian", "K@5h G@5f k@5d p@5e moves 5f5e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "heian", "K@5h G@5f k@5d p@5e moves 5f5e 5d5e", SHOOGI_OUTCOME_DRAW, BY(BARE_ROYAL) },
    { "heian-first", "K@5h G@5f k@5d p@5e moves 5f5e", SHOOGI_OUTCOME_BLACK, BY(BARE_ROYAL) },
    { "heian-dai", "K@5m G@5f k@9a p@5e moves 5f5e", SHOOGI_OUTCOME_BLACK, BY(BARE_ROYAL) },
    { "heian-dai", "K@5m G@5f k@5d p@5e moves 5f5e 5d5e", SHOOGI_OUTCOME_DRAW, BY(BARE_ROYAL) },
    { "wa", "CK@6k VW@6f ck@11a sp@6e moves 6f6e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    /* By another reading of maka-dai-dai a king that takes a spirit becomes one, and is lost. */
    { "maka-dai-dai", "K@10h k@1a dv@10g moves 10h10g+", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "maka-dai-dai-royals", "K@10h k@1a dv@10g moves 10h10g+", SHOOGI_OUTCOME_WHITE,
      BY(ROYAL_CAPTURED) },
    /* Pieces that do not count for a bare king, by the rule sets of Chu Shogi. */
    { "chu-lishogi", "k@1a K@12l P@6f p@6e moves 6f6e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu-lishogi", "k@1a K@12l I@6f p@6e moves 6f6e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu-lishogi", "k@1a K@12l G@6f p@6e moves 6f6e", SHOOGI_OUTCOME_BLACK, BY(BARE_ROYAL) },
    { "chu-jcsa", "k@1a K@12l P@6f p@6e moves 6f6e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu-jcsa", "k@1a K@12l I@6f p@6e moves 6f6e", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "chu-jcsa", "k@1a K@12l G@6f p@6e moves 6f6e", SHOOGI_OUTCOME_BLACK, BY(BARE_ROYAL) },
    /* A king that reaches the last rank wins, unless it can be captured there (try rule). */
    { "dobutsu", "K@3b k@1c moves 3b3a", SHOOGI_OUTCOME_BLACK, BY(TRY) },
    { "dobutsu", "K@3b k@1c r@2a moves 3b3a", SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "dobutsu", "K@3c k@3b moves 3c3b", SHOOGI_OUTCOME_BLACK, BY(ROYAL_CAPTURED) },
    { "nana", "K@2c k@1a GB@3b moves 3b3a+", SHOOGI_OUTCOME_BLACK, BY(CHECKMATE) },
    { "nana", "K@1c k@1a b@3b", SHOOGI_OUTCOME_WHITE, BY(STALEMATE) },
    /* Perpetual check draws where nothing is said of it. */
    { "dobutsu", "K@1d k@3a R@2b moves 2b3b 3a2a 3b2b 2a3a 2b3b 3a2a 3b2b 2a3a",
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "chu", "K@12l k@1a R@5b moves 5b5a 1a1b 5a5b 1b1a 5b5a 1a1b 5a5b 1b1a 5b5a 1a1b 5a5b 1b1a",
      SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    /* Ko: without a general there are a governor, or a middle troop beside a banner. */
    ROYALS("ko", "CU", "g", "+mt"),
    FALLS("ko", "CU@10h g@10g mt@1a b@3a tp@5a", NONE, NONE),
    FALLS("ko", "CU@10h g@10g mt@1a b@3a", NONE, NONE),
    FALLS("ko", "CU@10h g@10g mt@1a +b@3a tp@5a", BLACK, ROYAL_CAPTURED),
    FALLS("ko", "CU@10h g@10g b@3a tp@5a", BLACK, ROYAL_CAPTURED),
#undef BY
};

static void games_end_as_they_should(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(finishes); i++) {
        const shoogi_variant *const v = find_game(finishes[i].game);
        shoogi_position *const p = put_pieces(v, finishes[i].pieces);
        const shoogi_result result = shoogi_position_result(p);
        const bool same =
            result.outcome == finishes[i].outcome && result.reason == finishes[i].reason;
        if (!same)
            print_error("%s, %s: outcome %d, %s\n", finishes[i].game, finishes[i].pieces,
                        (int)result.outcome, shoogi_reason_text(result.reason));
        wrong += !same;
        shoogi_position_free(p);
    }
    assert_int_equal(wrong, 0);
}

/* --- single pieces on a board -------------------------------------------------------------------- */

enum { LISTED_MAX = 4096 };
static shoogi_move listed[LISTED_MAX];

static void put_one(shoogi_position *p, shoogi_kind kind, shoogi_colour colour, unsigned file,
                    unsigned rank)
{
    const shoogi_square sq = shoogi_variant_square(shoogi_position_variant(p), file, rank);
    shoogi_position_put(p, sq, (shoogi_piece){ kind, colour });
}

/* The moves of Black's only piece from a square; returns how many there are. */
static size_t list_alone(shoogi_position *p, shoogi_kind kind, unsigned file, unsigned rank)
{
    shoogi_position_clear(p);
    put_one(p, kind, SHOOGI_BLACK, file, rank);
    shoogi_position_setup_done(p);
    const size_t count = shoogi_position_moves(p, listed, LISTED_MAX);
    assert_true(count <= LISTED_MAX);
    return count;
}

/* How the piece may move from one rank to another: bit 0 without promotion, bit 1 with it. */
static unsigned ways_between(shoogi_position *p, shoogi_kind kind, unsigned from, unsigned to)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    unsigned ways = 0;
    const size_t count = list_alone(p, kind, shoogi_variant_file_count(v) / 2, from);
    for (size_t i = 0; i < count; i++)
        if (shoogi_move_to(listed[i]) % shoogi_variant_rank_count(v) == to)
            ways |= shoogi_move_is_promotion(listed[i]) ? 2U : 1U;
    return ways;
}

enum when { TOUCH, ENTER, END };            /* the zone, to promote without taking */
enum last { STAYS = 1, MUST = 2, MAY = 3 }; /* promote on the last rank, as ways_between says it */

/* A piece that moves straight ahead, the depth of the zone, and its promotion. force: promotion is compulsory.
 * Sources: as for the tables under tests/games/. */
static const struct {
    const char *game, *piece;
    unsigned zone;
    enum when when;
    bool force;
    enum last last;
} zones[] = {
    { "shogi", "P", 3, TOUCH, false, MUST },
    { "shosu", "P", 3, TOUCH, false, MUST },
    { "mortal", "P", 3, TOUCH, false, MUST },
    { "sho", "P", 3, TOUCH, false, MUST },
    { "sho-leopards", "P", 3, TOUCH, false, MUST },
    { "heian", "P", 3, TOUCH, false, MUST },
    { "heian-8x8", "P", 3, TOUCH, false, MUST },
    { "heian-dai", "P", 3, TOUCH, false, MUST },
    { "heian-dai-tsa", "P", 3, TOUCH, false, MUST },
    { "wa", "SP", 3, TOUCH, false, MUST },
    { "crazywa", "SP", 3, TOUCH, false, MUST },
    { "tori", "S", 2, TOUCH, true, MUST },
    { "mini", "P", 1, TOUCH, false, MUST },
    { "gorogoro", "P", 2, TOUCH, false, MUST },
    { "gorogoroplus", "P", 2, TOUCH, false, MUST },
    { "judkins", "P", 2, TOUCH, false, MUST },
    { "judkins-kuribas", "P", 1, TOUCH, false, MUST },
    { "dobutsu", "P", 1, TOUCH, true, MUST },
    { "euro", "P", 3, TOUCH, true, MUST },
    { "yari", "P", 3, TOUCH, false, MUST },
    { "okisaki", "P", 3, TOUCH, false, MUST },
    { "cannon", "L", 3, TOUCH, false, MUST },
    { "check", "P", 3, TOUCH, false, MUST },
    { "unashogi", "P", 3, TOUCH, false, MUST },
    { "annan", "P", 3, TOUCH, false, MAY },
    { "annan-plain", "P", 3, TOUCH, false, MUST },
    { "anhoku", "P", 3, TOUCH, false, MAY },
    { "antouzai", "P", 3, TOUCH, false, MAY },
    { "chu", "P", 4, ENTER, false, MAY },
    { "chu-lishogi", "P", 4, ENTER, false, MAY },
    { "dai", "P", 5, ENTER, false, MAY },
    { "dai-shogitter", "P", 5, TOUCH, false, MUST },
    { "tenjiku", "P", 5, ENTER, false, STAYS },
    { "tenjiku-last-rank", "P", 5, ENTER, false, MAY },
    { "taikyoku", "P", 11, ENTER, false, MUST },
    { "taikyoku-japanese", "P", 11, ENTER, false, MUST },
    { "taikyoku-manbearian", "P", 11, END, false, MAY },
    { "taikyoku-compulsory", "P", 11, END, true, MUST },
    { "taikyoku-shogitter", "P", 11, TOUCH, true, MUST },
    { "ko", "V", 6, END, true, MUST },
};

static bool check_ways(const char *game, const char *where, unsigned ways, unsigned expected)
{
    if (ways != expected)
        print_error("%s, %s: %u, expected %u\n", game, where, ways, expected);
    return ways == expected;
}

/* For all pieces that can leave the zone again without a capture. */
static bool check_leaving(shoogi_position *p, const char *game, unsigned zone, unsigned expected)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    bool right = true;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
        const unsigned ways = shoogi_variant_promotions(NULL, 0, v, (shoogi_kind)k) == 0
                                  ? 0
                                  : ways_between(p, (shoogi_kind)k, zone - 1, zone);
        right = (ways == 0 || check_ways(game, "leaving the zone", ways, expected)) && right;
    }
    return right;
}

static void zones_are_as_deep_as_they_should(void **state)
{
    (void)state;
    bool right = true;
    for (size_t i = 0; i < COUNT(zones); i++) {
        const char *const game = zones[i].game;
        const unsigned zone = zones[i].zone;
        const unsigned choice = zones[i].force ? 2 : 3;
        const shoogi_variant *const v = find_game(game);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        const shoogi_kind piece =
            shoogi_variant_kind_by_id(v, zones[i].piece, strlen(zones[i].piece));
        right &= check_ways(game, "before the zone", ways_between(p, piece, zone + 1, zone), 1);
        if (zone > 1)
            right &=
                check_ways(game, "entering it", ways_between(p, piece, zone, zone - 1), choice);
        if (zone > 2)
            right &= check_ways(game, "within it", ways_between(p, piece, 2, 1),
                                zones[i].when == ENTER ? 1 : choice);
        right &= check_ways(game, "on the last rank", ways_between(p, piece, 1, 0), zones[i].last);
        right &= check_leaving(p, game, zone, zones[i].when == TOUCH ? choice : 1);
        shoogi_position_free(p);
    }
    assert_true(right);
}

/* --- every game --------------------------------------------------------------------------------- */

/* The royal that has the fewest moves: no emperor. */
static shoogi_kind plain_royal(shoogi_position *p)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    shoogi_kind found = 0;
    size_t fewest = SIZE_MAX;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
        if (!shoogi_variant_kind(v, (shoogi_kind)k).royal)
            continue;
        const size_t count = list_alone(p, (shoogi_kind)k, shoogi_variant_file_count(v) / 2,
                                        shoogi_variant_rank_count(v) / 2);
        if (count < fewest) {
            fewest = count;
            found = (shoogi_kind)k;
        }
    }
    return found;
}

/* The piece that moves ahead only, and least far: a pawn, if there is one; 0: none. */
static shoogi_kind plain_pawn(shoogi_position *p)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    const unsigned ranks = shoogi_variant_rank_count(v);
    shoogi_kind found = 0;
    size_t fewest = SIZE_MAX;
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
        const size_t count =
            list_alone(p, (shoogi_kind)k, shoogi_variant_file_count(v) / 2, ranks / 2);
        bool ahead = count > 0 && !shoogi_variant_kind(v, (shoogi_kind)k).royal;
        for (size_t i = 0; i < count; i++)
            ahead = ahead && shoogi_move_to(listed[i]) % ranks < ranks / 2;
        if (ahead && count < fewest) {
            fewest = count;
            found = (shoogi_kind)k;
        }
    }
    return found;
}

/* Black's pieces fill the board with only their own before them; White has a king and more. */
static void put_stuck(shoogi_position *p, shoogi_kind royal, shoogi_kind pawn)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    const unsigned files = shoogi_variant_file_count(v), ranks = shoogi_variant_rank_count(v);
    shoogi_position_clear(p);
    for (unsigned file = 0; file < files; file++)
        for (unsigned rank = 0; rank < ranks; rank++)
            put_one(p, pawn, rank + 1 < ranks ? SHOOGI_BLACK : SHOOGI_WHITE, file, rank);
    put_one(p, royal, SHOOGI_BLACK, files - 1, 1);
    put_one(p, royal, SHOOGI_WHITE, 0, ranks - 2);
    put_one(p, pawn, SHOOGI_WHITE, 0, ranks - 3);
    shoogi_position_setup_done(p);
}

/* Whether the game leaves the draw of chess as it is. */
static bool draws_stalemate(const char *game)
{
    static const char *const games[] = { "elven", "elven-compulsory", "macadamia",
                                         "macadamia-applet" };
    bool found = false;
    for (size_t i = 0; i < COUNT(games); i++)
        found = found || strcmp(game, games[i]) == 0;
    return found;
}

/* A side without a legal move has lost, in all games but those that draw then. */
static void who_cannot_move_has_lost(void **state)
{
    (void)state;
    const char *const *names;
    size_t count, wrong = 0, tried = 0;
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        const shoogi_variant *const v = find_game(names[i]);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        const shoogi_kind royal = plain_royal(p), pawn = plain_pawn(p);
        if (pawn != 0)
            put_stuck(p, royal, pawn);
        /* Between pieces that lend their moves to the other side it is not stuck. */
        if (pawn != 0 && shoogi_position_moves(p, NULL, 0) == 0) {
            const shoogi_result result = shoogi_position_result(p);
            const shoogi_outcome due =
                draws_stalemate(names[i]) ? SHOOGI_OUTCOME_DRAW : SHOOGI_OUTCOME_WHITE;
            const bool right = result.outcome == due && result.reason == SHOOGI_REASON_STALEMATE;
            if (!right)
                print_error("%s: outcome %d, %s\n", names[i], (int)result.outcome,
                            shoogi_reason_text(result.reason));
            wrong += !right;
            tried++;
        }
        shoogi_position_free(p);
    }
    assert_int_equal(wrong, 0);
    /* Nana Shogi has no such piece, by two rule sets; its case is above.  Nor has Pandemonium, by one.  In Neko-Neko
     * Shogi they lend each other moves. */
    assert_true(tried + 4 >= count);
}

/* How often a position must come, and what it is then.  Sources: the words of each game in HELP GAME; those that
 * tell nothing of it are not here. */
static const struct {
    const char *game;
    unsigned times;
    shoogi_outcome outcome, chased; /* every move attacks the enemy piece, so it is this */
} repeated[] = {
#define DRAW  SHOOGI_OUTCOME_DRAW
#define AGAIN SHOOGI_OUTCOME_NO_CONTEST
#define BLACK SHOOGI_OUTCOME_BLACK
#define WHITE SHOOGI_OUTCOME_WHITE
    { "shogi", 4, AGAIN, AGAIN },       { "shogi-amateur", 4, DRAW, DRAW },
    { "shosu", 4, DRAW, DRAW },         { "mortal", 4, AGAIN, AGAIN },
    { "sho", 4, DRAW, DRAW },           { "chu", 4, DRAW, DRAW },
    { "chu-lishogi", 4, DRAW, WHITE },  { "chu-jcsa", 4, DRAW, WHITE },
    { "dai", 4, DRAW, WHITE },          { "dai-dai", 4, DRAW, WHITE },
    { "maka-dai-dai", 4, DRAW, WHITE }, { "tenjiku", 4, DRAW, WHITE },
    { "tai", 4, DRAW, WHITE },          { "tai-western", 4, DRAW, WHITE },
    { "taikyoku", 4, DRAW, WHITE },     { "ko", 4, DRAW, WHITE },
    { "hishigata", 4, DRAW, WHITE },    { "heian", 4, AGAIN, AGAIN },
    { "heian-dai", 4, AGAIN, AGAIN },   { "wa", 4, DRAW, DRAW },
    { "crazywa", 4, DRAW, DRAW },       { "tori", 3, BLACK, BLACK },
    { "tori-fairy", 4, BLACK, BLACK },  { "whale", 4, AGAIN, AGAIN },
    { "nana", 4, AGAIN, AGAIN },        { "okisaki", 4, AGAIN, AGAIN },
    { "yari", 4, DRAW, DRAW },          { "yari-fairy", 3, DRAW, DRAW },
    { "cannon", 4, AGAIN, AGAIN },      { "euro", 4, AGAIN, AGAIN },
    { "judkins", 4, DRAW, DRAW },       { "mini", 4, WHITE, WHITE },
    { "mini-western", 4, DRAW, DRAW },  { "gorogoro", 4, DRAW, DRAW },
    { "gorogoroplus", 4, DRAW, DRAW },  { "kyoto", 4, DRAW, DRAW },
    { "kyoto-lishogi", 3, DRAW, DRAW }, { "micro", 4, DRAW, DRAW },
    { "dobutsu", 3, DRAW, DRAW },       { "dobutsu-fairy", 4, DRAW, DRAW },
    { "annan", 4, AGAIN, AGAIN },       { "anhoku", 4, AGAIN, AGAIN },
    { "antouzai", 4, AGAIN, AGAIN },    { "unashogi", 4, AGAIN, AGAIN },
    { "check", 4, DRAW, DRAW },
#undef DRAW
#undef AGAIN
#undef BLACK
#undef WHITE
};

/* Moves a piece to a square and back with every other call. */
static void step(shoogi_position *p, unsigned file, unsigned rank, unsigned to)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    const shoogi_square from = shoogi_variant_square(v, file, rank);
    const shoogi_kind kind = shoogi_position_piece(p, from).kind;
    const shoogi_move move =
        shoogi_move_make(from, shoogi_variant_square(v, to, rank), kind, false);
    assert_int_equal(shoogi_position_why_illegal(p, move, NULL, 0), SHOOGI_ILLEGAL_NONE);
    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
}

/* The kings go to and fro until the position has come so often, Black's on a rank and between two files; the result
 * before, which is to be none, and then. */
static bool repeats(shoogi_position *p, const char *game, unsigned rank, unsigned file,
                    unsigned times, shoogi_outcome outcome)
{
    const unsigned files = shoogi_variant_file_count(shoogi_position_variant(p));
    shoogi_position_setup_done(p);
    for (unsigned seen = 1; seen < times; seen++) {
        const shoogi_outcome so_far = shoogi_position_result(p).outcome;
        if (so_far != SHOOGI_OUTCOME_NONE) {
            print_error("%s: outcome %d after %u\n", game, (int)so_far, seen);
            return false;
        }
        step(p, file, rank, file + 1);
        step(p, files - 1, 0, files - 2);
        step(p, file + 1, rank, file);
        step(p, files - 2, 0, files - 1);
    }
    const shoogi_result result = shoogi_position_result(p);
    if (result.outcome != outcome)
        print_error("%s: outcome %d, %s\n", game, (int)result.outcome,
                    shoogi_reason_text(result.reason));
    return result.outcome == outcome;
}

static void repetition_ends_games(void **state)
{
    (void)state;
    bool right = true;
    for (size_t i = 0; i < COUNT(repeated); i++) {
        const shoogi_variant *const v = find_game(repeated[i].game);
        const unsigned files = shoogi_variant_file_count(v), ranks = shoogi_variant_rank_count(v);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        const shoogi_kind royal = plain_royal(p), pawn = plain_pawn(p);
        shoogi_position_clear(p);
        put_one(p, royal, SHOOGI_BLACK, 0, ranks - 1);
        put_one(p, royal, SHOOGI_WHITE, files - 1, 0);
        if (pawn) {
            put_one(p, pawn, SHOOGI_BLACK, files - 1, ranks - 1);
            put_one(p, pawn, SHOOGI_WHITE, 0, 0);
        }
        right &= repeats(p, repeated[i].game, ranks - 1, 0, repeated[i].times, repeated[i].outcome);
        if (pawn && ranks > 5) {
            shoogi_position_clear(p);
            put_one(p, royal, SHOOGI_BLACK, 0, ranks - 3);
            put_one(p, royal, SHOOGI_WHITE, files - 1, 0);
            put_one(p, pawn, SHOOGI_BLACK, files - 1, ranks - 1);
            put_one(p, pawn, SHOOGI_WHITE, 0, ranks - 2);
            right &=
                repeats(p, repeated[i].game, ranks - 3, 0, repeated[i].times, repeated[i].chased);
        }
        shoogi_position_free(p);
    }
    assert_true(right);
}

/* How a game ends in which both kings are safe: with how many points by agreement, by a camp that is complete, and
 * by Black's and White's declaration; 0: nothing is counted. */
enum { NEVER = -1 };
static const struct {
    const char *game;
    int agreed, camp, black, white;
} impasses[] = {
    { "shogi", 24, 24, NEVER, NEVER },
    { "shogi-club", 24, 24, NEVER, NEVER },
    { "shogi-amateur", 0, NEVER, 28, 27 },
    { "shogi-professional", 24, NEVER, 31, 31 },
    { "shosu", 0, NEVER, NEVER, NEVER },
    { "mortal", 0, NEVER, NEVER, NEVER },
    { "mortal-points", 24, 24, NEVER, NEVER },
    { "crazywa", 0, NEVER, NEVER, NEVER },
    /* Kings that may be taken are not safe anywhere. */
    { "chu", NEVER, NEVER, NEVER, NEVER },
    { "dai", NEVER, NEVER, NEVER, NEVER },
    { "dai-dai", NEVER, NEVER, NEVER, NEVER },
    { "maka-dai-dai", NEVER, NEVER, NEVER, NEVER },
    { "tenjiku", NEVER, NEVER, NEVER, NEVER },
    { "tai", NEVER, NEVER, NEVER, NEVER },
    { "tai-western", NEVER, NEVER, NEVER, NEVER },
    { "taikyoku", NEVER, NEVER, NEVER, NEVER },
    { "ko", NEVER, NEVER, NEVER, NEVER },
    { "hishigata", NEVER, NEVER, NEVER, NEVER },
};

static bool claims(const shoogi_variant *v, shoogi_claim claim, shoogi_colour colour, int expected)
{
    unsigned points = 0;
    const bool has = shoogi_variant_has_claim(&points, v, claim, colour);
    return has ? expected == (int)points : expected == NEVER;
}

static void impasses_are_counted_as_they_should(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(impasses); i++) {
        const shoogi_variant *const v = find_game(impasses[i].game);
        if (!claims(v, SHOOGI_CLAIM_AGREED, SHOOGI_BLACK, impasses[i].agreed) ||
            !claims(v, SHOOGI_CLAIM_ALL_PROTECTED, SHOOGI_BLACK, impasses[i].camp) ||
            !claims(v, SHOOGI_CLAIM_DECLARATION, SHOOGI_BLACK, impasses[i].black) ||
            !claims(v, SHOOGI_CLAIM_DECLARATION, SHOOGI_WHITE, impasses[i].white))
            fail_msg("%s", impasses[i].game);
    }
}

/* So its inventor has it; in shogi that is for whoever keeps the game. */
static void illegal_moves_lose_in_shosu(void **state)
{
    (void)state;
    assert_true(shoogi_variant_illegal_move_loses(find_game("shosu")));
    assert_false(shoogi_variant_illegal_move_loses(find_game("shogi")));
}

/* Mate by a pawn dropped in front of a king in the corner, with two of its own pieces beside it. */
static const struct {
    const char *game, *pieces, *drop;
    bool barred;
} drop_mates[] = {
    { "shogi", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "shosu", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "mortal", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "mini", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "gorogoro", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "gorogoroplus", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "judkins", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "euro", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "okisaki", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "annan", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "anhoku", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "unashogi", "K@1c k@1a p@2a2b P*", "P*1b", true },
    { "crazywa", "CK@1c ck@1a sp@2a2b SP*", "SP*1b", true },
    { "tori", "K@1c k@1a s@2a2b S*", "S*1b", true },
    { "whale", "W@1c w@1a d@2a2b D*", "D*1b", true },
    { "cannon-pawns", "K@1c k@1a l@2a2b P*", "P*1b", true },
    { "cannon", "K@1c k@1a l@2a2b P*", "P*1b", false },
    { "yari", "K@1c k@1a p@2a2b P*", "P*1b", false },
    { "kyoto", "K@1c k@1a p@2a2b P*", "P*1b", false },
    { "check", "K@1c k@1a p@2a2b P*", "P*1b", false },
};

static void pawns_are_not_dropped_to_mate(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(drop_mates); i++) {
        const shoogi_variant *const v = find_game(drop_mates[i].game);
        shoogi_position *const p = put_pieces(v, drop_mates[i].pieces);
        char sentence[160];
        const shoogi_illegal why = shoogi_position_why_illegal(p, number_of(p, drop_mates[i].drop),
                                                               sentence, sizeof sentence);
        const bool right =
            why == (drop_mates[i].barred ? SHOOGI_ILLEGAL_DROP_MATE : SHOOGI_ILLEGAL_NONE);
        if (!right)
            print_error("%s: %d \"%s\"\n", drop_mates[i].game, (int)why, sentence);
        wrong += !right;
        shoogi_position_free(p);
    }
    assert_int_equal(wrong, 0);
}

/* Letters of other programs for a piece, and ours. */
static const struct {
    const char *game, *others;
} letters[] = {
    { "shogi", "D=+R H=+B T=+P" },
    { "shosu", "D=+R H=+B T=+P" },
    { "sho", "D=+R H=+B T=+P" },
    { "mini", "D=+R H=+B T=+P" },
    { "okisaki", "D=+R H=+B T=+P" },
    { "cannon", "D=+R H=+B T=+P" },
    { "euro", "D=+R H=+B T=+P" },
    { "judkins", "D=+R H=+B T=+P" },
    { "gorogoro", "T=+P" },
    { "gorogoroplus", "T=+P" },
    { "micro", "G=+R N=+P S=+L T=+B" },
    { "dobutsu", "C=P G=R E=B H=+P L=K" },
    { "tori", "SW=S FA=F CR=C PT=P LQ=L RQ=R PH=K GO=+S EA=+F" },
    { "heian-dai", "GB=B RC=R FD=D FT=F SM=M TK=T" },
    { "chu", "GB=I FL=F BT=T DE=E KR=O PH=X RC=A SM=M VM=V DH=H DK=D LN=N FK=Q" },
    { "ko", "MA=+CL BD=+SO TB=+A VB=+S VC=+CS PF=+EN FG=+TP IL=+SM HV=+AG GO=+MT TC=+D RA=+B DA=+ML "
            "TW=+QM WK=+CT EV=+RG CG=+FC LC=+LB CC=+CB GC=+CN WH=+CV CO=+PU IB=+SU" },
};

static void pieces_have_other_letters(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(letters); i++) {
        const shoogi_variant *const v = find_game(letters[i].game);
        char text[512];
        snprintf(text, sizeof text, "%s", letters[i].others);
        for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
            const char *const own = strchr(word, '=') + 1;
            const shoogi_kind kind = shoogi_variant_kind_by_id(v, own, strlen(own));
            if (kind == 0 ||
                shoogi_variant_kind_by_input(v, word, (size_t)(own - 1 - word)) != kind)
                fail_msg("%s: %s", letters[i].game, word);
        }
    }
}

/* --- ko: deeds and shots ------------------------------------------------------------------------- */

/* Whether the id stands in a list with blanks around each. */
static bool is_in(const char *list, const char *id)
{
    char word[32];
    snprintf(word, sizeof word, " %s ", id);
    return strstr(list, word) != NULL;
}

static const char *id_of(const shoogi_variant *v, shoogi_kind kind)
{
    return shoogi_variant_kind(v, kind).id;
}

/* Whether White's piece on a square is removed by a move that ends elsewhere or, if so stated, there; *promotes: such
 * a move that promotes Black's piece. */
static bool loses(shoogi_position *p, shoogi_square square, bool there, bool *promotes)
{
    const size_t count = shoogi_position_moves(p, listed, LISTED_MAX);
    assert_true(count <= LISTED_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!there && shoogi_move_to(listed[i]) == square)
            continue;
        assert_int_equal(shoogi_position_do(p, listed[i]), SHOOGI_OK);
        const shoogi_piece left = shoogi_position_piece(p, square);
        shoogi_position_undo(p);
        if (left.kind != 0 && left.colour == SHOOGI_WHITE)
            continue;
        *promotes = shoogi_move_is_promotion(listed[i]);
        return true;
    }
    return false;
}

enum { KO_FILE = 9, KO_RANK = 12 }; /* so far from the camp that nobody promotes by going there */

/* Whether Black's piece can capture or shoot White's, so many squares to its left and ahead. */
static bool gets(shoogi_position *p, shoogi_kind piece, shoogi_kind foe, int left, int ahead,
                 bool there, bool *promotes)
{
    const unsigned file = (unsigned)(KO_FILE + left), rank = (unsigned)(KO_RANK - ahead);
    shoogi_position_clear(p);
    put_one(p, piece, SHOOGI_BLACK, KO_FILE, KO_RANK);
    put_one(p, foe, SHOOGI_WHITE, file, rank);
    shoogi_position_setup_done(p);
    return loses(p, shoogi_variant_square(shoogi_position_variant(p), file, rank), there, promotes);
}

/* Of two steps at most to any side. */
static bool gets_near(shoogi_position *p, shoogi_kind piece, shoogi_kind foe, bool *promotes)
{
    for (int left = -2; left <= 2; left++)
        for (int ahead = -2; ahead <= 2; ahead++)
            if ((left != 0 || ahead != 0) && gets(p, piece, foe, left, ahead, true, promotes))
                return true;
    return false;
}

/* Capturing a chief promotes any piece; capturing a hero promotes only pieces that move one step.  Sources: Japanese
 * Wikipedia; Dagaz. */
static const struct {
    const char *game, *chiefs;
} deeds[] = {
    { "ko", " G +MT MT B B' D D' " },
    { "ko-dagaz", " G +MT MT B B' " },
};
#define KO_STEPPERS " AC A S CS EN MT D B SN FC LB CB CN P P' SH "
#define KO_HEROES   " WR +ML +B +D "

static bool promotes_by(const char *chiefs, const char *piece, const char *foe)
{
    return is_in(chiefs, foe) || (is_in(KO_HEROES, foe) && is_in(KO_STEPPERS, piece)) ||
           (strcmp(piece, "HM") == 0 && strcmp(foe, "FC") == 0);
}

static void deeds_promote(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(deeds); i++) {
        const shoogi_variant *const v = find_game(deeds[i].game);
        const unsigned kinds = shoogi_variant_kind_count(v);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (unsigned piece = 1; piece <= kinds; piece++) {
            size_t taken = 0;
            if (shoogi_variant_promotions(NULL, 0, v, (shoogi_kind)piece) == 0)
                continue;
            for (unsigned foe = 1; foe <= kinds; foe++) {
                const char *const id = id_of(v, (shoogi_kind)piece);
                const char *const victim = id_of(v, (shoogi_kind)foe);
                bool promotes = false;
                if (!gets_near(p, (shoogi_kind)piece, (shoogi_kind)foe, &promotes))
                    continue;
                taken++;
                if (promotes != promotes_by(deeds[i].chiefs, id, victim)) {
                    print_error("%s: %s by %s\n", deeds[i].game, id, victim);
                    wrong++;
                }
            }
            assert_true(taken > kinds / 2);
        }
        shoogi_position_free(p);
    }
    assert_int_equal(wrong, 0);
}

/* --- en passant ---------------------------------------------------------------------------------- */

/* A piece S with these moves stands on 4e or begins on 3b, and goes to a square; an enemy captures it en passant from any
 * square.  Right: the squares on which it may, in USI.  Source: docs/xbetza.md, "En passant". */
static const struct {
    const char *moves, *from, *to, *squares;
} passed[] = {
    /* A first move that may be blocked. */
    { "ifmnD", "4g", "4e", "4f" },
    { "ifnD", "4g", "4e", "4f" },
    { "inA", "4g", "2e", "3f" },
    { "ifmnR3", "4g", "4d", "4e 4f" },
    { "ifmnR3", "4g", "4e", "4f" },
    { "ifmnW2", "4g", "4f", "" },
    { "imnB", "4g", "1d", "2e 3f" },
    { "imnH", "4g", "4d", "4e 4f" },
    { "imnN", "4g", "3e", "4f" },
    { "imnDD", "4g", "4c", "4d 4e 4f" },
    { "iiimnD", "4a", "4c", "4b" },
    /* The same of legs that go on, and later moves that say so. */
    { "ifnafmW", "4g", "4e", "4f" },
    { "ifeafmW", "4g", "4e", "4f" },
    { "ifafnafmW", "4g", "4d", "4e" },
    { "ifnafnafmW", "4g", "4d", "4e 4f" },
    { "inafsmW", "4g", "3e", "4f" },
    { "inafsmF", "4g", "3e", "3f" },
    { "[inF-fsmR]", "4g", "3d", "3f" },
    { "nnA", "5f", "3d", "4e" },
    { "fmnR", "5f", "5c", "5d 5e" },
    { "mnafmW", "5f", "5d", "5e" },
    /* Both ways there count. */
    { "inafsmWinafsmF", "4g", "3e", "3f 4f" },
    /* Moves that say nothing of the kind: sliders, leaps over squares, pushes that need not begin. */
    { "R", "4g", "4c", "" },
    { "iR", "4g", "4c", "" },
    { "fmW3", "4g", "4d", "" },
    { "ifmD", "4g", "4e", "" },
    { "D", "4g", "4e", "" },
    { "Q", "4g", "1d", "" },
    { "fmnD", "4g", "4e", "" },
    { "ifafmW", "4g", "4e", "" },
    { "fiafmW", "4g", "4e", "" },
    { "mNimnD", "4g", "3e", "" },
};

static void only_moves_that_say_so_may_be_captured_en_passant(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(passed); i++) {
        char text[512], found[128] = "";
        snprintf(text, sizeof text,
                 "files=7 ranks=7 symmetry=none check=capture holdingsType=0 maxPromote=0\n"
                 "stepper:S:%s:s:d1\nhunter:H:eU:h:,,a7\nking:K:K:k:a1,,b7\n",
                 passed[i].moves);
        shoogi_variant *const v = read_game(text);
        char pieces[64];
        snprintf(pieces, sizeof pieces, "S@%s h@7a K@7g k@6a moves %s%s", passed[i].from,
                 passed[i].from, passed[i].to);
        shoogi_position *const p = put_pieces(v, pieces);
        shoogi_move all[256];
        const size_t count = shoogi_position_moves(p, all, COUNT(all));
        for (size_t k = 0; k < count; k++) {
            char usi[SHOOGI_MOVE_TEXT_BYTES];
            shoogi_usi_write(usi, sizeof usi, p, all[k]);
            if (strncmp(usi, "7a", 2) == 0 && strncmp(usi + 2, passed[i].to, 2) == 0)
                snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s",
                         *found ? " " : "", usi + 4);
        }
        if (strcmp(found, passed[i].squares) != 0)
            fail_msg("%s from %s to %s: \"%s\", not \"%s\"", passed[i].moves, passed[i].from,
                     passed[i].to, found, passed[i].squares);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

#define KO_BOWS  " LB CB +LB +CB "
#define KO_GUNS  " CN +CN FC +FC "
#define KO_MAGES " TP SM FG' +TP +SM "

/* Source: Dagaz. */
static bool is_proof(const char *foe, const char *shooter)
{
    if (is_in(" SH CH CU +CN +FC +CH ", foe))
        return is_in(KO_BOWS, shooter);
    return is_in(" SU +SU +SH +TP ", foe) && (is_in(KO_BOWS, shooter) || is_in(KO_GUNS, shooter));
}

static void shots_fell_all_but_those_proof(void **state)
{
    (void)state;
    static const int aims[][2] = { { 0, 3 }, { 1, 3 }, { 1, 4 }, { 0, 4 }, { 0, 2 }, { 2, 2 } };
    size_t wrong = 0, shooters = 0;
    const shoogi_variant *const v = find_game("ko");
    const unsigned kinds = shoogi_variant_kind_count(v);
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (unsigned piece = 1; piece <= kinds; piece++) {
        const char *const id = id_of(v, (shoogi_kind)piece);
        if (!is_in(KO_BOWS, id) && !is_in(KO_GUNS, id) && !is_in(KO_MAGES, id))
            continue;
        shooters++;
        for (unsigned foe = 1; foe <= kinds; foe++) {
            const char *const victim = id_of(v, (shoogi_kind)foe);
            bool hit = false, promotes = false;
            if (strcmp(victim, "+TP") == 0 && is_in(" FC +FC ", id))
                continue; /* from afar they may: cases above */
            for (size_t i = 0; i < COUNT(aims) && !hit; i++)
                hit = gets(p, (shoogi_kind)piece, (shoogi_kind)foe, aims[i][0], aims[i][1], false,
                           &promotes);
            if (hit == is_proof(victim, id)) {
                print_error("%s by %s: %s\n", victim, id, hit ? "shot" : "not shot");
                wrong++;
            }
        }
    }
    shoogi_position_free(p);
    assert_int_equal(shooters, 13);
    assert_int_equal(wrong, 0);
}

static int set_up_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) == SHOOGI_OK ? 0 : -1;
}

static int free_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

/* --- borrowed moves ------------------------------------------------------------------------------ */

/* Where a piece may land.  Positions and squares: those of the tests of shogitter, another program that plays these
 * games (Board.AbilityProxySpec), and for protectors, which it does not know, our own. */
#define SHOGI_START(a, b, c, g, h, i) a "/" b "/" c "/9/9/9/" g "/" h "/" i
#define TOP                           "lnsgkgsnl"
#define SECOND                        "1r5b1"
#define THIRD                         "ppppppppp"
static const struct {
    const char *game, *board;
    const char *side, *from, *to; /* squares in the order of ranks, then files */
} borrowed[] = {
#define A SHOGI_START("lnsgkgs+nl", SECOND, THIRD, "PPPPPPPPP", "1B5R1", "LNSGKGS+nL")
    { "annan-plain", A, "b", "2g", "2c 2d 2e 2f" },
    { "annan-plain", A, "w", "8b", "7d 9d" },
    { "annan-plain", A, "w", "2b", "1b 3b" },
    { "annan-plain", A, "b", "2h", "1h 3h 4h 5h 6h 7h 2i" },
#undef A
#define A SHOGI_START(TOP, SECOND, THIRD, "PPPPPPPPP", "1B5R1", "LNSGKGSNL")
    { "anhoku", A, "b", "8i", "7h 9h" },
    { "anhoku", A, "w", "8b", "" },
#undef A
#define A SHOGI_START("ln1gkgsnl", "1rs4b1", THIRD, "PPPPPPPPP", "1B5R1", "LNSgKGSNL")
    { "antouzai", A, "b", "7i", "" },
    { "antouzai", A, "w", "8b", "7a" },
    { "antouzai", A, "w", "7b", "7a 3b 4b 5b 6b" },
#undef A
#define A SHOGI_START("ln1+Skgsnl", "1rs4b1", THIRD, "PPPPPpPPP", "1B5R1", "LNSGKgSNL")
    { "anki", A, "b", "7g", "6e 8e 6f 7f 8f 7h" },
    { "anki", A, "b", "2g", "2c 2d 2e 1f 2f 3f 1h 3h" },
    { "anki", A, "b", "7i", "7h" },
    { "anki", A, "b", "8i", "" },
    { "anki", A, "w", "2b", "1b 3b" },
    { "anki", A, "b", "2h", "1h 3h 4h 5h 6h 7h" },
#undef A
#define A SHOGI_START(TOP, SECOND, THIRD, "PPPPPPPPP", "1B5R1", "LNSGKGSnL")
    { "tenjikuannan", A, "b", "2g", "2c 2d 2e 2f" },
    { "tenjikuannan", A, "b", "8i", "" },
    { "tenjikuannan", A, "w", "8b", "3b 4b 5b 6b 7b 9b 7d 9d" },
    { "tenjikuannan", A, "w", "2b", "1d 3d" },
    { "tenjikuannan", A, "b", "2h", "1h 3h 4h 5h 6h 7h 2i" },
#undef A
#define A SHOGI_START(TOP, SECOND, "pPppppppp", "PPPPPPPPP", "1B5R1", "LNSGKGSNL")
    { "neko", A, "b", "7g", "7f" },
    { "neko", A, "b", "2g", "1e 3e" },
    { "neko", A, "b", "7i", "6h 7h" },
    { "neko", A, "w", "8b", "7d 9d" },
    { "neko", A, "w", "2b", "" },
    { "nekoneko", A, "b", "2g", "1e 3e" },
    { "nekoneko", A, "w", "8b", "3b 4b 5b 6b 7b 9b 8c" },
    { "nekoneko", A, "b", "8c", "7a 9a" },
#undef A
#define A SHOGI_START("lnsgkGsnl", SECOND, THIRD, "PPPPPPPPL", "1B5R1", "LNSGKGSN1")
    { "base=neko\nborrow=rank", A, "b", "9g", "9c 9d 9e 9f" },
    { "base=neko\nborrow=rank", A, "b", "7i", "6h 7h" },
    { "base=neko\nborrow=rank", A, "b", "8i", "7h 9h" },
    { "base=neko\nborrow=rank", A, "w", "5a", "5b" },
    { "base=neko\nborrow=rank", A, "w", "6a", "" },
    { "base=neko\nborrow=any-rank", A, "w", "5a", "4a 4b 5b 6b" },
    { "base=neko\nborrow=any-rank", A, "w", "6a", "5b 6b 7b" },
#undef A
#define A SHOGI_START(TOP, SECOND, THIRD, "PPPPPPPpP", "1b5R1", "LNSGKGSNL")
    { "taimen", A, "b", "8g", "8f" },
    { "taimen", A, "w", "8h", "" },
    { "taimen", A, "b", "8i", "7h 9h" },
    { "taimen", A, "w", "2g", "2d 2e 2f 1g 3g 2h" },
    { "taimen", A, "b", "2h", "2g" },
    { "taimen", A, "b", "2i", "" },
#undef A
#define A SHOGI_START(TOP, SECOND, THIRD, "PPPPPPPPP", "1B5r1", "LnSGKGSNL")
    { "haimen", A, "b", "8g", "8f" },
    { "haimen", A, "b", "8h", "7f 9f" },
    { "haimen", A, "w", "8i", "6g 7h 9h" },
    { "haimen", A, "b", "2g", "2c 2d 2e 2f 2h" },
    { "haimen", A, "w", "2h", "2i" },
    { "haimen", A, "b", "2i", "" },
#undef A
    /* A gold that nothing protects, a pawn that a rook and a knight protect, and a knight that a pawn protects. */
    { "base=annan\nborrow=guards", "4k4/9/9/9/9/2N5R/9/9/3K1G3", "b", "4i", "3h 4h 5h 3i 5i" },
    { "base=annan\nborrow=guards", "4k4/9/9/9/5P3/9/4N4/9/3K1R3", "b", "4e",
      "4a 4b 3c 4c 5c 4d 1e 2e 3e 5e 6e 7e 8e 9e 4f 4g 4h" },
    { "base=annan\nborrow=guards", "4k4/9/9/9/9/9/4N4/4P4/4K4", "b", "5g", "5f" },
};

static void pieces_borrow_moves_by_place(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(borrowed); i++) {
        char position[160], found[256] = "";
        snprintf(position, sizeof position, "%s %s - 1", borrowed[i].board, borrowed[i].side);
        shoogi_variant *const v = read_game(borrowed[i].game);
        shoogi_position *const p = set_up(v, position);
        shoogi_square from;
        size_t bytes = 0;
        assert_int_equal(shoogi_square_read(&from, v, borrowed[i].from, 2), 2);
        for (unsigned rank = 0; rank < 9; rank++)
            for (unsigned file = 0; file < 9; file++) {
                char name[SHOOGI_SQUARE_TEXT_BYTES];
                const shoogi_square to = shoogi_variant_square(v, file, rank);
                if (to == from || !shoogi_position_has_pseudo_legal_move(p, from, to))
                    continue;
                shoogi_square_text(name, sizeof name, v, to);
                bytes += (size_t)snprintf(found + bytes, sizeof found - bytes, "%s%s",
                                          bytes > 0 ? " " : "", name);
            }
        if (strcmp(found, borrowed[i].to) != 0) {
            print_error("%s: %s: %s: \"%s\", expected \"%s\"\n", borrowed[i].game, position,
                        borrowed[i].from, found, borrowed[i].to);
            wrong++;
        }
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
    assert_int_equal(wrong, 0);
}

TEST_SUITE(rules)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_illegal_move_has_its_reason),
        cmocka_unit_test(every_result_has_its_reason),
        cmocka_unit_test(pieces_change_by_circumstances),
        cmocka_unit_test(checkers_come_in_order),
        cmocka_unit_test(games_allow_what_they_should),
        cmocka_unit_test(games_change_what_they_should),
        cmocka_unit_test(games_end_as_they_should),
        cmocka_unit_test(zones_are_as_deep_as_they_should),
        cmocka_unit_test(who_cannot_move_has_lost),
        cmocka_unit_test(repetition_ends_games),
        cmocka_unit_test(impasses_are_counted_as_they_should),
        cmocka_unit_test(illegal_moves_lose_in_shosu),
        cmocka_unit_test(pawns_are_not_dropped_to_mate),
        cmocka_unit_test(pieces_have_other_letters),
        cmocka_unit_test(deeds_promote),
        cmocka_unit_test(only_moves_that_say_so_may_be_captured_en_passant),
        cmocka_unit_test(shots_fell_all_but_those_proof),
        cmocka_unit_test(pieces_borrow_moves_by_place),
    };
    return cmocka_run_group_tests(tests, set_up_catalog, free_catalog);
}
