/* rules_test.c: the rules, case by case: what is legal, why not, how games end.
 *
 * Every reason for which a move is illegal or a game ends is brought about once at least, with the exact sentence: a
 * row of illegal.def or result.def without a case fails. */
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

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
    const shoogi_reading how = { .lookup = shoogi_catalog_lookup, .context = catalog };
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
static unsigned read_squares(shoogi_square squares[SHOOGI_WAY_MAX + 2], const shoogi_variant *v,
                             const char **text)
{
    unsigned count = 0;
    char *end;
    for (; count < SHOOGI_WAY_MAX + 2 && **text >= '0' && **text <= '9'; count++) {
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
    shoogi_square squares[SHOOGI_WAY_MAX + 2];
    if (star) {
        const char *rest = star + 1;
        assert_int_equal(read_squares(squares, v, &rest), 1);
        return shoogi_move_make_drop(shoogi_variant_kind_by_id(v, text, (size_t)(star - text)),
                                     squares[0]);
    }
    const unsigned count = read_squares(squares, v, &text);
    assert_in_range(count, 2, SHOOGI_WAY_MAX + 2);
    shoogi_kind kind =
        squares[0] < shoogi_variant_squares(v) ? shoogi_position_piece(p, squares[0]).kind : 0;
    kind = kind ? kind : 1;
    const bool promotes = *text == '+', unloads = *text == 'u';
    if (promotes && text[1] != '\0')
        kind = shoogi_variant_kind_by_id(v, text + 1, strlen(text + 1));
    else if (promotes)
        (void)shoogi_variant_promotions(&kind, 1, v, kind);
    shoogi_move move = shoogi_move_make(squares[0], squares[count - 1], kind, promotes);
    move = shoogi_move_by_way(move, shoogi_variant_ranks(v), squares + 1, count - 2);
    return move | (unloads ? SHOOGI_MOVE_UNLOADS : 0);
}

#define SQUARE "files=5 ranks=5 symmetry=rotate "
/* A hopper, a man that takes on its way, one that changes places, one that goes round corners. */
#define WALKERS                                                                                    \
    SQUARE "holdingsType=0 maxPromote=0\n"                                                         \
           "pawn:P:fW:p:\ncannon:C:mRcpR:c:\nhunter:H:mWcaW:h:\nporter:U:mWuW:u:\n"                \
           "wheel:W:RmasR:w:\nking:K:K:k:c1\n"
/* Who may take whom, and what becomes of them. */
#define TAKERS                                                                                     \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoZone=1 royal=4\n"                       \
           "captureMatrix=-+!p/xx./!x\n"                                                           \
           "pawn:P:fW:p:\ntower:R:R:r:\nlion:N:KNADcaK:n:\nking:K:K:k:c1\ntokin:+P:WfF:p:\n"
/* A landing that is barred, and one that changes the man. */
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

/* Men that burn, that fly over others and take them, that take only what nothing guards, that change their takers. */
#define FIRES                                                                                      \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoWhen=capture royal=4 burns=F wary=E\n"  \
           "jumpRank=G:2,K:3 jumpTakes=lower contagion=C:+P\n"                                     \
           "pawn:P:fW:p:\ngeneral:G:(cdaf)R:g:\ndemon:F:K:f:\nking:K:K:k:c1\nemperor:E:U:e:\n"     \
           "carrier:C:W:c:\ntokin:+P:WfF:p2:\n"

/* Who promotes only while its guards stand in the zone. */
#define GUARDED                                                                                    \
    SQUARE "holdingsType=0 maxPromote=1 promoChoice=+ promoMust=1 royal=3 promoWith=C:G\n"         \
           "clerk:C:W:c:\nguard:G:W:g:\nking:K:K:k:c1\nmaster:+C:K:c2:\n"

/* Men that shoot, and that hold others. */
#define SHOTS                                                                                      \
    SQUARE "holdingsType=0 maxPromote=0 royal=4 check=capture nets=N shotProof=K:C/1,A\n"          \
           "captureMatrix=/4-\n"                                                                   \
           "pawn:P:fW:p:\ncannon:C:R2:c:\nshoots=Q3 shots=2\narcher:A:mF:a:\nshoots=R4\n"          \
           "king:K:K:k:c1\nnet:N:sRfB:n:\n"

/* An emperor far from the king, beside whom stand a gold general and a pawn, each guarded by another. */
#define EMPEROR "9,k,g,8/9,p,9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,+K,9 b - 1"

/* Men of dai that stand on the last rank but one. */
#define DAI_PAWN   "15/7P7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1"
#define DAI_SILVER "15/7S7/15/15/15/15/15/15/15/15/15/15/15/15/1k11K1 b - 1"

/* A free eagle with four men of the other side in a row, straight ahead and diagonally. */
#define EAGLE                                                                                      \
    "k,35/36/36/36/36/36/36/36/36/36/36/36/36/"                                                    \
    "18,p,3,p,13/18,p,2,p,14/18,p,1,p,15/18,p,p,16/18,FE,17/"                                      \
    "36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/35,K b - 1"

static const struct {
    const char *game, *position, *move;
    shoogi_illegal why;
    const char *sentence;
} moves[] = {
#define WHY(reason) SHOOGI_ILLEGAL_##reason
    { "shogi", "startpos", "7g7f", WHY(NOTHING), "" },
    { "chu", "5k6/5R6/12/12/12/12/12/12/12/12/12/5K6 b - 1 moves 7b7a", "7a7b", WHY(GAME_OVER),
      "the game is over" },
    { "shogi", "startpos", "1g1j", WHY(NO_SUCH_SQUARE), "there is no such square" },
    { "shogi", "startpos", "5e5d", WHY(EMPTY_SQUARE), "no piece stands on 5e" },
    { "shogi", "startpos", "3c3d", WHY(NOT_YOURS), "the pawn on 3c is not yours" },

    /* Ways. */
    { "shogi", "startpos", "2h2g", WHY(OWN_PIECE), "your own pawn stands on 2g" },
    { "shogi", "startpos", "7g7e", WHY(NOT_ITS_MOVE), "a pawn does not move from 7g to 7e" },
    { "shogi", "startpos", "8h2b", WHY(BLOCKED), "a pawn stands in the way on 7g" },
    { "shogi", "4k4/9/9/9/9/4p4/4s4/4R4/4K4 b - 1", "5h5b", WHY(BLOCKED),
      "a silver general stands in the way on 5g" },
    { WALKERS, "2k2/5/2w2/1P3/2K2 b - 1", "4d4b", WHY(NOT_ITS_MOVE),
      "a pawn does not move from 4d to 4b" },
    { WALKERS, "2k2/5/5/5/2K1W b - 1", "1e2a", WHY(NOTHING), "" },
    { WALKERS, "2k2/4p/5/3p1/2K1W b - 1", "1e2a", WHY(BLOCKED), "a pawn stands in the way on 1b" },
    { WALKERS, "2k2/5/5/5/2K1W b - 1", "1e4e", WHY(BLOCKED), "a king stands in the way on 3e" },

    /* Several steps. */
    { "chu", "startpos", "7j7i7h", WHY(OWN_PIECE), "your own pawn stands on 7i" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7f", WHY(NOTHING), "" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7b", WHY(NOT_ITS_MOVE),
      "a lion that goes from 7f by way of 7e does not go on to 7b" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7d7c", WHY(NOT_ITS_MOVE),
      "a lion does not go from 7f by way of 7d" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7d7f", WHY(NOT_ITS_MOVE),
      "a lion does not go from 7f to 7d and back" },
    { "chu", "5k6/12/12/12/5p6/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7d7c", WHY(NOT_ITS_MOVE),
      "a lion that goes from 7f by way of 7e does not go on by way of 7d" },
    { "chu", "5k6/12/12/12/12/5G6/12/12/12/12/12/5K6 b - 1", "7f7e7d", WHY(NOT_ITS_MOVE),
      "a gold general does not go from 7f by way of 7e" },
    { WALKERS, "2k2/5/5/1H3/2K2 b - 1", "4d4c4b", WHY(NOT_ITS_MOVE),
      "nothing stands on 4c for a hunter to take" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4c4b", WHY(NOTHING), "" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4c4a", WHY(NOT_ITS_MOVE),
      "a hunter that goes from 4d by way of 4c does not go on to 4a" },
    { WALKERS, "2k2/5/1p3/1U3/2K2 b - 1", "4d4c", WHY(NOT_ITS_MOVE),
      "a porter puts what it takes on 4d" },
    { WALKERS, "2k2/5/1p3/1U3/2K2 b - 1", "4d4cu", WHY(NOTHING), "" },
    { WALKERS, "2k2/5/1p3/1H3/2K2 b - 1", "4d4cu", WHY(NOT_ITS_MOVE),
      "a hunter goes from 4d to 4c only without taking" },
    { "sho", "startpos", "5i4h5i", WHY(NO_PASS), "there is no pass in this game" },
    { "chu", "5k6/12/12/12/12/5G6/12/12/12/12/12/5K6 b - 1", "7f7f", WHY(NOT_ITS_MOVE),
      "a gold general does not move from 7f to 7f" },

    /* Promotion. */
    { "shogi", "startpos", "5i5h+", WHY(NO_PROMOTION), "a king does not promote" },
    { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+D", WHY(NO_PROMOTION),
      "a pawn does not promote to a dragon king" },
    { "shogi", "startpos", "7g7f+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "micro", "startpos", "1d1c+", WHY(NOT_IN_ZONE),
      "the piece turns over only when it takes something" },
    { "chu", "5k6/12/G11/12/12/12/12/12/12/12/12/5K6 b - 1", "12c12b+", WHY(NOT_IN_ZONE),
      "from within the promotion zone a piece promotes only when it takes something" },
    { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", WHY(MUST_PROMOTE),
      "a pawn on 9a could never move again and must promote" },
    { "euro", "3k4/8/8/P7/8/8/8/3K4 b - 1", "8d8c", WHY(MUST_PROMOTE), "a pawn on 8c must promote" },
    { "kyoto", "startpos", "5e5d", WHY(MUST_FLIP), "the piece turns over with this move" },
    { "mortal", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+L", WHY(FORM_BARRED),
      "a lance on 9a could never move" },
    { CHOICE, "2k2/5/5/P4/2K2 b - 1", "5d5c+R", WHY(FORM_BARRED),
      "a pawn may promote to a rook on the last 2 ranks only" },
    { CHOICE, "2k2/P4/5/5/2K2 b - 1", "5b5a+N", WHY(FORM_BARRED),
      "a pawn may not promote to a knight on the last rank" },
    { CHOICE, "2k2/P4/5/5/2K2 b - 1", "5b5a+Q", WHY(NOT_IN_HAND),
      "no queen is in your hand to promote to" },

    { GUARDED, "2k2/C4/5/4G/2K2 b - 1", "5b5a+", WHY(PROMOTES_WITH),
      "a clerk may not promote while your guard stands on 1d, outside the promotion zone" },
    { GUARDED, "2k2/C4/5/4G/2K2 b - 1", "5b5a", WHY(NOTHING), "" },
    { GUARDED, "2k1G/C4/5/5/2K2 b - 1", "5b5a+", WHY(NOTHING), "" },
    { GUARDED, "2k1G/C4/5/5/2K2 b - 1", "5b5a", WHY(MUST_PROMOTE), "a clerk on 5a must promote" },
    { GUARDED, "2k2/C4/4g/5/2K2 b - 1", "5b5a+", WHY(NOTHING), "" },

    /* What a man becomes without a choice. */
    { GROUND, "2k2/5/5/R4/2K2 b - 1", "5d5b", WHY(NOTHING), "" },
    { GROUND, "2k2/5/5/R4/2K2 b - 1", "5d5c", WHY(MUST_BECOME),
      "a rook becomes a bishop by this move" },
    { GROUND, "2k2/5/5/1R3/2K2 b - 1", "4d4b", WHY(LANDING_BARRED), "a rook may not land on 4b" },
    { TAKERS, "2k2/5/r4/P4/2K2 b - 1", "5d5c", WHY(MUST_BECOME),
      "a pawn becomes a tokin by this move" },
    { TAKERS, "2k2/5/n4/P4/2K2 b - 1", "5d5c", WHY(MUST_BECOME),
      "a pawn becomes a lion by this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5b", WHY(MUST_BECOME),
      "a lion becomes a pawn by this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5c5b", WHY(MUST_BECOME),
      "a lion becomes a pawn by this move" },
    { TAKERS, "2k2/p4/5/N4/2K2 b - 1", "5d5c5b+P", WHY(NOTHING), "" },
    { TAKERS, "2k2/5/p4/R4/2K2 b - 1", "5d5c+", WHY(MUST_BECOME),
      "both pieces are gone by this capture" },
    { SHOTS, "2k2/5/p1p2/5/C1K2 b - 1", "5e5c5d", WHY(NOTHING), "" },
    { SHOTS, "2k2/5/p1p2/5/C1K2 b - 1", "5e5c3c5d", WHY(NOT_ITS_MOVE),
      "a cannon that goes from 5e by way of 5c does not go on by way of 3c" },
    { SHOTS, "2k2/5/p1p2/C4/2K2 b - 1", "5d5c", WHY(CAPTURE_BARRED),
      "a cannon may not take the pawn on 5c" },
    { SHOTS, "2k2/1A3/5/5/2K2 b - 1", "4b3a3c", WHY(CAPTURE_BARRED),
      "an archer may not shoot the king on 3a from 3c" },
    { SHOTS, "2k2/C4/5/5/2K2 b - 1", "5b3a4b", WHY(CAPTURE_BARRED),
      "a cannon may not shoot the king on 3a from 4b" },
    { SHOTS, "2k2/5/C4/5/2K2 b - 1", "5c3a5a", WHY(NOTHING), "" },
    { SHOTS, "2k2/n1n1P/5/3P1/2K2 b - 1", "1b1a", WHY(HELD), "the net on 3b holds the pawn on 1b" },
    { TAKERS, "2k2/5/p4/P4/2K2 b - 1", "5d5c", WHY(CAPTURE_BARRED),
      "a pawn may not take the pawn on 5c" },
    { TAKERS, "2k2/5/r4/N4/2K2 b - 1", "5d5c5b", WHY(CAPTURE_BARRED),
      "a lion is gone with the tower on 5c and cannot go on" },

    { FIRES, "2k2/5/c4/P4/2K2 b - 1", "5d5c", WHY(MUST_BECOME),
      "a pawn becomes a tokin by this move" },
    { FIRES, "2k2/5/c4/P4/2K2 b - 1", "5d5c+", WHY(NOTHING), "" },
    { FIRES, "2k2/5/5/P4/2K2 b - 1", "5d5c+", WHY(NOT_IN_ZONE),
      "a piece promotes only when it takes something" },
    { FIRES, "2k2/5/1f3/5/1GK2 b - 1", "4e4d", WHY(MUST_BECOME),
      "a general is burnt on 4d and is gone" },
    { "maka-dai-dai", EMPEROR, "10s10b", WHY(TRADE_PROTECTED), "the pawn on 10b is protected" },
    { "maka-dai-dai-wikipedia", EMPEROR, "10s10b", WHY(NOTHING), "" },
    { "maka-dai-dai-wikipedia", EMPEROR, "10s10a", WHY(TRADE_PROTECTED),
      "the king on 10a is protected" },
    { "dai", DAI_PAWN, "8b8a", WHY(NOTHING), "" },
    { "dai", DAI_SILVER, "8b8a+", WHY(NOT_IN_ZONE),
      "from within the promotion zone a piece promotes only when it takes something" },
    { "dai-shogitter", DAI_PAWN, "8b8a", WHY(MUST_PROMOTE),
      "a pawn on 8a could never move again and must promote" },
    { "dai-shogitter", DAI_SILVER, "8b8a+", WHY(NOTHING), "" },
    { "taikyoku-japanese", EAGLE, "18r17q16p15o14n", WHY(NOTHING), "" },
    { "taikyoku-japanese", EAGLE, "18r16p18r", WHY(NOTHING), "" },
    { "taikyoku-japanese", EAGLE, "18r18q18p18o", WHY(NOTHING), "" },
    { "taikyoku-japanese", EAGLE, "18r18q18p18o18n", WHY(NOT_ITS_MOVE),
      "a free eagle that goes from 18r by way of 18q, 18p does not go on by way of 18o" },
    { "taikyoku", EAGLE, "18r17q16p", WHY(NOT_ITS_MOVE),
      "a free eagle that goes from 18r by way of 17q does not go on to 16p" },
    { "nana", "startpos", "R*1a", WHY(ROYAL_IN_HAND), "your king must be dropped first" },
    { "nana", "startpos", "K*2b", WHY(DROP_ZONE), "a king may not be dropped on 2b" },
    { "nana", "2k/3/K2 b R 1", "R*1c", WHY(DROP_CHECK), "a rook may not be dropped to give check" },
    { "nana", "2k/3/K2 b R 1", "GB*1c", WHY(NOTHING), "" },
    { "base=shogi mateInHand=0", "4k4/9/4P4/5G3/9/9/9/9/4K4 b P 1", "4d5c", WHY(OWN_PIECE),
      "your own pawn stands on 5c" },
    { "base=shogi mateInHand=0", "4k4/9/3GP4/9/9/9/9/9/4K4 b P 1", "6c5b", WHY(MATE_IN_HAND),
      "no mate may be given by a side that has pieces in hand" },
    { "base=shogi mateInHand=0", "4k4/9/3GP4/9/9/9/9/9/4K4 b - 1", "6c5b", WHY(NOTHING), "" },
    { "unashogi", "9/9/4p4/4P4/9/9/9/9/9 b Kk 1", "5d5c", WHY(ROYAL_IN_HAND),
      "nothing is taken while your king is in hand" },
    { "unashogi", "9/9/9/4P4/9/9/9/9/9 b Kk 1", "5d5c+", WHY(ROYAL_IN_HAND),
      "nothing promotes while your king is in hand" },
    { "unashogi", "9/9/9/4R4/9/9/9/9/9 w Kk 1", "K*5a", WHY(NOTHING), "" },
    { "unashogi", "9/9/9/4R4/9/9/9/9/4K4 w k 1", "K*5a", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5d" },
    { "unashogi-promotion", "9/9/9/4P4/9/9/9/9/9 b Kk 1", "5d5c+", WHY(NOTHING), "" },
    { "whale", "3D1w/6/2D3/6/2D3/W5 b - 1", "3a4b", WHY(DROP_FILE), "three dolphins on file 4" },
    { "whale", "3D1w/6/6/6/2D3/W5 b - 1", "3a4b", WHY(NOTHING), "" },
    { "whale", "5w/3D2/6/6/6/W5 b - 1", "3b4c", WHY(NOT_ITS_MOVE),
      "a dolphin does not move from 3b to 4c" },
    { "annan", "4k4/9/9/9/4P4/4R4/9/9/4K4 b - 1", "5e3e", WHY(NOTHING), "" },
    { "annan", "4k4/9/9/9/4P4/4N4/9/9/4K4 b - 1", "5e5d", WHY(NOT_ITS_MOVE),
      "the pawn on 5e moves like the knight on 5f, and so not to 5d" },
    { "annan", "4k4/9/9/4p4/4P4/4R4/9/9/4K4 b - 1", "5e5c", WHY(BLOCKED),
      "a pawn stands in the way on 5d" },
    { "antouzai", "4k4/9/9/9/3NPG3/9/9/9/4K4 b - 1", "5e5d", WHY(NOTHING), "" },
    { "antouzai", "4k4/9/9/9/3NPB3/9/9/9/4K4 b - 1", "5e5d", WHY(NOT_ITS_MOVE),
      "the pawn on 5e moves like the knight on 6e and the bishop on 4e, and so not to 5d" },
    { FIRES, "2k2/1p3/1p3/5/1GK2 b - 1", "4e4b", WHY(NOT_ITS_MOVE),
      "a general takes all that stands on its way to 4b" },
    { FIRES, "2k2/1p3/1g3/5/1GK2 b - 1", "4e4b", WHY(BLOCKED), "a general stands in the way on 4c" },
    { FIRES, "2k2/1g3/1p3/5/1GK2 b - 1", "4e4b", WHY(BLOCKED), "a pawn stands in the way on 4c" },
    { FIRES, "2k2/1p3/5/5/1EK2 b - 1", "4e4b", WHY(TRADE_PROTECTED), "the pawn on 4b is protected" },
    { FIRES, "1e2k/1p3/5/5/1EK2 b - 1", "4e4b", WHY(NOTHING), "" },

    /* Drops. */
    { "shogi", "startpos", "P*5e", WHY(NOT_IN_HAND), "no pawn is in your hand" },
    { CHOICE, "2k2/5/5/5/2K2 b Q 1", "Q*5c", WHY(NO_DROPS),
      "pieces in hand are not dropped in this game" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*5a", WHY(DROP_OCCUPIED),
      "5a is occupied, and a piece can be dropped on an empty square only" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b", WHY(DROP_DEAD),
      "a knight dropped on 1b could never move" },
    { HOLDERS, "2k2/5/5/5/2K2 b R 1", "R*1c", WHY(DROP_ZONE), "a rook may not be dropped on 1c" },
    { GROUND, "2k2/5/5/5/2K2 b R 1", "R*4b", WHY(DROP_ZONE), "a rook may not be dropped on 4b" },
    { "shogi", "4k4/9/9/9/9/9/2P6/9/4K4 b P 1", "P*7e", WHY(DROP_FILE), "two pawns on file 7" },
    { HOLDERS, "2k2/4G/5/4G/2K2 b G 1", "G*1e", WHY(DROP_FILE), "three golds on file 1" },
    { HOLDERS, "2k2/5/5/4P/2K2 b P 1", "P*2e", WHY(DROP_SHADE),
      "two pawns on squares of the colour of 2e" },
    { HOLDERS, "2k2/5/5/4Q/2K2 b Q 1", "Q*4e", WHY(DROP_ONE), "two queens on the board" },
    { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", WHY(DROP_MATE),
      "a pawn may not be dropped to give checkmate" },

    /* Check. */
    { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5e" },
    { "shogi", "4k4/9/9/4l4/9/9/3n5/9/4K4 b G 1", "G*1e", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5d and 6g" },

    /* Who may take whom. */
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6e", WHY(TRADE_PROTECTED),
      "the lion on 6e is protected and not adjacent" },
    { TAKERS, "k4/5/5/K4/P4 b - 1", "5e5d", WHY(OWN_PIECE), "your own king stands on 5d" },
    { TAKERS, "5/5/k4/P4/K4 b - 1", "5d5c", WHY(NOTHING), "" },
    { TAKERS, "5/r4/k4/P4/K4 b - 1", "5d5c", WHY(TRADE_PROTECTED), "the king on 5c is protected" },
    { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e", WHY(COUNTER_STRIKE),
      "the lion on 7e may not be taken by a rook, because on 8j one was taken the turn before" },
    { GUILDS, "2k2/5/b4/R4/2K2 b - 1", "5d5c", WHY(TRADE_GROUP),
      "the bishop on 5c cannot be taken by a rook" },
    { GUILDS, "2k2/5/w4/R4/2K2 b - 1", "5d5c", WHY(IRON), "the wall on 5c can never be taken" },

    { "base=shogi repetition=2:forbid", "startpos moves 2h3h 8b7b 3h2h", "7b8b", WHY(REPETITION),
      "the position has occurred too often" },
    /* The shipped games, case by case. */
    /* Two pawns on a file; promoted ones do not count. */
    { "shogi", "4k4/9/9/9/9/9/2+P6/9/4K4 b P 1", "P*7e", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/9/9/9/2p6/9/4K4 b P 1", "P*7e", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/9/9/9/9/2p6/4K4 w p 1", "P*7e", WHY(DROP_FILE), "two pawns on file 7" },
    /* Where a man could never move. */
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a", WHY(DROP_DEAD),
      "a pawn dropped on 1a could never move" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a", WHY(DROP_DEAD),
      "a lance dropped on 1a could never move" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1c", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 w pln 1", "P*1i", WHY(DROP_DEAD),
      "a pawn dropped on 1i could never move" },
    /* Promotion, free and forced. */
    { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b", WHY(MUST_PROMOTE),
      "a knight on 8b could never move again and must promote" },
    { "shogi", "4k4/9/9/9/N8/9/9/9/4K4 b - 1", "9e8c", WHY(NOTHING), "" },
    { "shogi", "4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c8d+", WHY(NOTHING), "" },
    { "shogi", "4k4/9/+S8/9/9/9/9/9/4K4 b - 1", "9c8c+", WHY(NO_PROMOTION),
      "a promoted silver does not promote" },
    { "shogi", "4k4/9/G8/9/9/9/9/9/4K4 b - 1", "9c8c+", WHY(NO_PROMOTION),
      "a gold general does not promote" },
    /* The king may not be left, or put, in check. */
    { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h5g", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*1e", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5e" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*5g", WHY(NOTHING), "" },
    { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "5i5h", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5e" },
    { "shogi", "4k4/9/9/9/4r4/9/3n5/9/4K4 b G 1", "G*5h", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 6g" },
    /* A pawn may not be dropped to mate; to check, or moved to mate, it may. */
    { "shogi", "6s1k/9/9/9/9/9/9/9/4K4 b P 1", "P*1b", WHY(NOTHING), "" },
    { "shogi", "6snk/9/6NGP/9/9/9/9/9/4K4 b - 1", "1c1b", WHY(NOTHING), "" },
    { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b", WHY(NOTHING), "" },
    /* Shosu: what promotes there and not in Shogi. */
    { "shosu", "4k5/10/G9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", WHY(NOTHING), "" },
    { "shosu", "4k5/10/Q9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", WHY(NO_PROMOTION),
      "a queen does not promote" },
    { "shosu", "4k5/10/10/10/10/10/P9/10/10/4K5 b P 1", "P*10e", WHY(DROP_FILE),
      "two pawns on file 10" },
    { "shosu", "7snk/10/8G1/10/10/10/10/10/10/4K5 b P 1", "P*1b", WHY(DROP_MATE),
      "a pawn may not be dropped to give checkmate" },
    /* Mortal: one form of several, which must be able to move. */
    { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+L", WHY(NOTHING), "" },
    { "mortal", "4k4/9/9/9/9/P8/9/9/4K4 b - 1", "9f9e+G", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    /* Chu: entering the zone, or taking from within it. */
    { "chu", "5k6/12/12/12/G11/12/12/12/12/12/12/5K6 b - 1", "12e12d+", WHY(NOTHING), "" },
    { "chu", "5k6/12/p11/G11/12/12/12/12/12/12/12/5K6 b - 1", "12d12c+", WHY(NOTHING), "" },
    { "chu", "5k6/12/12/12/12/G11/12/12/12/12/12/5K6 b - 1", "12f12e+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "chu", "5k6/L11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NOT_IN_ZONE),
      "from within the promotion zone a piece promotes only when it takes something" },
    { "chu-lishogi", "5k5g/L11/12/12/12/12/12/12/12/12/12/5K5G b - 1", "12b12a+", WHY(NOTHING), "" },
    /* Lion against lion: protected, next to it, through a pawn, through another piece. */
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", WHY(NOTHING), "" },
    { "chu-lishogi", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e",
      WHY(TRADE_PROTECTED), "the lion on 6e is protected and not adjacent" },
    { "chu-lishogi", "12/12/12/12/6n5/6c5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", WHY(NOTHING), "" },
    { "chu", "12/12/12/12/5n6/6i5/5N6/8b3/12/12/12/kK10 b - 1", "7g6f7e", WHY(TRADE_PROTECTED),
      "the lion on 7e is protected and not adjacent" },
    /* Another takes a lion on the turn after one was taken elsewhere, or there. */
    { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 7e 1", "7f7e", WHY(NOTHING), "" },
    { "chu-jcsa", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e", WHY(NOTHING), "" },
    { "chu", "5k6/12/12/12/5n6/5+H6/12/12/12/12/12/5K6 b 8j 1", "7f7e7f", WHY(COUNTER_STRIKE),
      "the lion on 7e may not be taken by a horned falcon, because on 8j one was taken the turn "
      "before" },
    /* By way of other squares. */
    { "chu", "startpos", "7j6j7j", WHY(OWN_PIECE), "your own queen stands on 6j" },
    { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e4d", WHY(NOT_ITS_MOVE),
      "a lion that goes from 7f by way of 7e does not go on to 4d" },
    /* What schools read otherwise than their game does. */
    { "sho", "4k4/9/9/4r4/9/9/9/9/3GK4 b - 1", "5i5h", WHY(ROYAL_EXPOSED),
      "your king would stand in check from 5d" },
    { "sho-shogitter", "4k4/9/9/4r4/9/9/9/9/3GK4 b - 1", "5i5h", WHY(NOTHING), "" },
    { "chu", "5k6/I11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NOT_IN_ZONE),
      "from within the promotion zone a piece promotes only when it takes something" },
    { "chu-manual", "5k6/I11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+", WHY(NOTHING), "" },
    { "wa", "5,ck,5/11/11/11/5,+sw,5/11/11/11/11/11/5,CK,5 b - 1", "6k6j", WHY(ROYAL_EXPOSED),
      "your crane king would stand in check from 6e" },
    { "wa-capture", "5,ck,5/11/11/11/5,+sw,5/11/11/11/11/11/5,CK,5 b - 1", "6k6j", WHY(NOTHING),
      "" },
    { "judkins", "5k/6/S5/6/6/5K b - 1", "6c6b+", WHY(NOTHING), "" },
    { "judkins-kuribas", "5k/6/S5/6/6/5K b - 1", "6c6b+", WHY(NOT_IN_ZONE),
      "the move neither starts nor ends in the promotion zone" },
    { "whale", "D1w3/6/6/6/6/2W3 b - 1", "6a3d", WHY(NOTHING), "" },
    { "whale-zillions", "D1w3/6/6/6/6/2W3 b - 1", "6a4c", WHY(NOTHING), "" },
    { "whale-zillions", "D1w3/6/6/6/6/2W3 b - 1", "6a3d", WHY(NOT_ITS_MOVE),
      "a dolphin does not move from 6a to 3d" },
    { "annan", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(DROP_FILE), "two pawns on file 5" },
    { "annan-plain", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(DROP_FILE),
      "two pawns on file 5" },
    { "annan-nifu", "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5g", WHY(NOTHING), "" },
    { "cannon", "4k4/9/9/4c4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NOTHING), "" },
    { "cannon-korean", "4k4/9/9/4c4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(CAPTURE_BARRED),
      "a gold cannon may not take the copper cannon on 5d" },
    { "cannon", "4k4/9/9/4r4/4c4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NOTHING), "" },
    { "cannon-korean", "4k4/9/9/4r4/4c4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NOT_ITS_MOVE),
      "a gold cannon does not move from 5g to 5d" },
    { "cannon-korean", "4k4/9/9/4r4/4p4/9/4U4/9/4K4 b - 1", "5g5d", WHY(NOTHING), "" },
    /* Who steps out and back passes, where nothing is held. */
    { "ko", "9,g,9/19/19/19/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1", "10i9h10i",
      WHY(NO_PASS), "there is no pass in this game" },
    { "ko-netless", "9,g,9/19/19/19/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "10i9h10i", WHY(NOTHING), "" },
    { "ko", "9,g,9/19/19/9,+ag,9/19/19/19/19/9,WR,9/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "10s10r", WHY(NOTHING), "" },
    { "ko", "9,g,9/19/19/3,+ag,15/19/19/19/19/8,WR,10/19/19/19/19/19/19/19/19/19/9,G,9 b - 1",
      "11i11h", WHY(HELD), "the heaven's vengeance on 16d holds the sumo wrestler on 11i" },
    { "ko-netless",
      "9,g,9/19/19/3,+ag,15/19/19/19/19/8,WR,10/19/19/19/19/19/19/19/19/19/9,G,9 b - 1", "11i11h",
      WHY(NOTHING), "" },
#undef WHY
};

/* It is also what one reads who types the move. */
static bool reads_as(const shoogi_position *p, const char *text, const char *sentence)
{
    shoogi_move move;
    shoogi_error err = { 0 };
    const shoogi_status status = shoogi_usi_read(&move, p, text, strlen(text), &err);
    if (status == SHOOGI_BAD_TEXT) /* of a square that is none, and of what USI has no sign for */
        return strcmp(sentence, "there is no such square") == 0 || strchr(text, 'u');
    /* Which it does, whatever is said. */
    if (strstr(sentence, " puts what it takes on ") || strstr(sentence, " is burnt on ") ||
        strstr(sentence, " takes all that stands "))
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
        const shoogi_illegal why = shoogi_position_why(p, move, sentence, sizeof sentence);
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
    { "startpos", "1a8b", WHY(NOTHING), 2, "" },
    { "startpos moves 7g7f 3c3d", "1a", WHY(HANDICAP_LATE), 1,
      "a handicap is given as the first move of the game" },
    { "startpos", "", WHY(HANDICAP_EMPTY), 0, "a handicap takes one man off or more" },
    { "startpos", "1a8b1a", WHY(HANDICAP_TWICE), 2, "the lance on 1a is named before" },
    { "startpos", "1a9i", WHY(HANDICAP_OWN), 1, "the lance on 9i is your own" },
    { "startpos", "1a5a", WHY(HANDICAP_ROYAL), 1, "the king on 5a stays" },
    { "startpos", "5e", WHY(EMPTY_SQUARE), 0, "no piece stands on 5e" },
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
        shoogi_square squares[SHOOGI_WAY_MAX + 2];
        const unsigned count = read_squares(squares, v, &text);
        char sentence[160];
        size_t at;
        const shoogi_illegal why =
            shoogi_position_why_handicap(p, squares, count, &at, sentence, sizeof sentence);
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

/* Two men that keep a side without a royal in the game. */
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
      SHOOGI_CLAIM_DECLARED, SHOOGI_OUTCOME_BLACK, BY(DECLARATION) },
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
    /* One quiet move among the checks, and it is an ordinary repetition. */
    { "shogi",
      "4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves 9i9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a",
      BOARD, SHOOGI_OUTCOME_NO_CONTEST, BY(REPETITION) },
    /* What schools read otherwise than their game does; no banner that was promoted is of a pair. */
    { "sho", "4k4/9/9/4r4/9/4G4/9/9/4K4 w - 1 moves 5d5f", BOARD, SHOOGI_OUTCOME_NONE, BY(NONE) },
    { "sho-bare", "4k4/9/9/4r4/9/4G4/9/9/4K4 w - 1 moves 5d5f", BOARD, SHOOGI_OUTCOME_WHITE,
      BY(BARE_ROYAL) },
    { "shogi-amateur", "startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b",
      BOARD, SHOOGI_OUTCOME_DRAW, BY(REPETITION) },
    { "shogi-amateur", "startpos", SHOOGI_CLAIM_AGREED, SHOOGI_OUTCOME_DRAW, BY(IMPASSE) },
    { "shogi-amateur", "RRBBGGGG1/SSK6/9/9/9/9/9/9/4k4 b 2P 1", SHOOGI_CLAIM_DECLARED,
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
    { "chu-jcsa", "12/12/12/12/12/12/12/12/12/12/12/kK10 b - 1", BOARD, SHOOGI_OUTCOME_NONE,
      BY(NONE) },
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
#undef BY
};

static shoogi_result result_of(const shoogi_position *p, int claim)
{
    shoogi_result result;
    if (claim == BOARD)
        return shoogi_position_result(p);
    assert_int_equal(
        shoogi_position_claim(&result, p, (shoogi_claim)claim, shoogi_position_side(p), NULL, 0),
        SHOOGI_REFUSAL_NOTHING);
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
    /* Whether an illegal move loses is for whoever keeps the game: shoogi_variant_illegal_loses. */
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
    /* Whose drum is taken has silent pawns; the other side's stay what they are. */
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
};

static void men_change_by_circumstances(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(changes); i++) {
        shoogi_variant *const v = read_game(changes[i].game);
        shoogi_position *const before = set_up(v, changes[i].position);
        char text[200];
        (void)shoogi_sfen_write(text, sizeof text, before);
        if (strcmp(text, changes[i].after) != 0)
            fail_msg("%s: %s", changes[i].position, text);
        while (shoogi_position_played(before) > 0)
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
    shoogi_square squares[SHOOGI_WAY_MAX + 2];
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_illegal_move_has_its_reason),
        cmocka_unit_test(every_result_has_its_reason),
        cmocka_unit_test(men_change_by_circumstances),
        cmocka_unit_test(checkers_come_in_order),
    };
    return cmocka_run_group_tests(tests, set_up_catalog, free_catalog);
}
