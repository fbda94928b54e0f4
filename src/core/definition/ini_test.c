/* ini_test.c: games of Fairy-Stockfish's variants.ini as definitions, and the places of what cannot be said. */
#include "core/definition/ini.h"
#include "base/test_suite.h"
#include "shoogi/position.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A game of two kings and a piece of the moves under test. */
#define SMALL                                                                                      \
    "maxFile=5\nmaxRank=5\nking=k\ncastling=false\ndoubleStep=false\nnMoveRule=0\n"                \
    "startFen=k4/5/5/5/4K w - - 0 1\n"

static shoogi_variant *parse(const char *text, const char *game, shoogi_error *first, size_t *count)
{
    shoogi_variant *v = NULL;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    const shoogi_parse_options how = { .game = game };
    const shoogi_status status =
        shoogi_variant_parse_with(&v, text, strlen(text), &how, errors, COUNT(errors), count);
    assert_true((status == SHOOGI_OK) == (v != NULL));
    *first = *count > 0 ? errors[0] : (shoogi_error){ 0 };
    return v;
}

/* The definition has these lines. */
static void assert_printed(const char *text, const char *line)
{
    shoogi_error first;
    size_t count;
    static char printed[64 * 1024];
    shoogi_variant *const v = parse(text, NULL, &first, &count);
    if (!v)
        fail_msg("%s: %u:%u: %s", text, first.line, first.column, first.message);
    assert_true(shoogi_variant_print(printed, sizeof printed, v) < sizeof printed);
    if (!strstr(printed, line))
        fail_msg("expected %s in\n%s", line, printed);
    shoogi_variant_free(v);
}

static void options_become_parameters(void **state)
{
    (void)state;
    static const struct {
        const char *options, *line;
    } cases[] = {
        { "[x:minishogi]\n", "repetition=4:first\n" },
        { "[x:minishogi]\nnFoldValue=win\nnFoldValueAbsolute=false\n", "repetition=4:loss\n" },
        { "[x:minishogi]\nnFoldRule=0\n", "repetition=none\n" },
        { "[x:minishogi]\nperpetualCheckIllegal=false\n", "perpetual=none\n" },
        { "[x:minishogi]\nstalemateValue=win\n", "stalemate=loss\n" },
        { "[x:minishogi]\n", "stalemate=win\n" },
        { "[x:minishogi]\n", "dropMate=P\n" },
        { "[x:minishogi]\n", "pawn:P:fWf@5:p:a2\n" },
        { "[x:minishogi]\ndropNoDoubledCount=2\n", "pawn:P:fWff@5:p:a2\n" },
        { "[x:minishogi]\ndropNoDoubled=-\n", "pawn:P:fW:p:a2\n" },
        { "[x:minishogi]\ndropChecks=false\n", "dropCheck=" },
        { "[x:minishogi]\ndropRegionWhite=*1 *2\ndropRegionBlack=*4 *5\n", "rook:R:R@2:r:e1\n" },
        { "[x:minishogi]\nmandatoryPiecePromotion=true\n", "promoMust=1\n" },
        { "[x:minishogi]\ndropPromoted=true\n", "dropFaces=1\n" },
        { "[x:minishogi]\npromotedPieceType=p:- s:- b:- r:-\n", "maxPromote=0\n" },
        { "[x:minishogi]\npromotionRank=4\n", "promoZone=2\n" },
        { "[x:minishogi]\ncapturesToHand=false\npieceDrops=false\n", "check=strict\n" },
        { "[x:minishogi]\nstartFen=rbsgk/4p/5/P4/KGSBR[PPs] b 0 1\nnFoldValue=draw\n",
          "firstMove=black\n" },
        { "[x:minishogi]\nstartFen=rbsgk/4p/5/P4/KGSBR[PPs] w 0 1\n", "p:a2:2,0\n" },
        { "[x:minishogi]\nstartFen=rb*gk/4p/5/P4/KG*BR[-] w 0 1\n", "hole::::" },
        { "[x:minishogi]\nstartFen=rbsgk/4p/5/P4/KGS1R[-] w 0 1\n", "symmetry=none\n" },
        { "[x:minishogi]\nflagPiece=k\nflagRegionWhite=*5\nflagRegionBlack=*1\n", "try=1\n" },
        { "[x:minishogi]\nwhiteFlag=*5\nblackFlag=*1\nflagPiece=k\n", "try=1\n" },
        { "[x:minishogi]\nmustCapture=true\n", "mustCapture=1\n" },
        { "[x:minishogi]\nflagPiece=k\nflagRegionWhite=a5 c3\nflagRegionBlack=e1 c3\n",
          "try=c3,a5\n" },
        { "[x:minishogi]\nstartFen=rbsgk/4p/5/P4/KGS1R[-] w 0 1\nflagPiece=k\n"
          "flagRegionWhite=*5\nflagRegionBlack=b2\n",
          "try=a5-e5,,b2\n" },
        { "[x:checkshogi]\n", "checkWins=1\n" },
        { "[x:minishogi]\ncheckCounting=true\nstartFen=rbsgk/4p/5/P4/KGSBR[-] w - - 5+5 0 1\n",
          "checkWins=5\n" },
        { "[x:micro]\n", "flip=capture\n" },
        { "[x:kyotoshogi]\n", "flip=move\n" },
        { "[x:dobutsu]\n", "try=1\n" },
        { "[x:nocastle]\nnMoveRule=0\n", "pawn:P:fmWfceFifmnD:p:" },
        { "[x:nocastle]\nnMoveRule=0\n", "king:K:K:k:" },
        { "[x:chess]\nnMoveRule=0\n", "king:K:KisO2:k:" },
        { "[x:capablanca]\nnMoveRule=0\n", "king:K:KisO3:k:" },
        { "[x:chess]\nnMoveRule=0\ncastlingQueensideFile=b\n", "king:K:KirO2ilO3:k:" },
        { "[x:chess]\nnMoveRule=0\ncastlingQueensideFile=b\n", "castleFlip=1\n" },
        { "[x:nocastle]\nnMoveRule=0\ndoubleStep=false\n", "pawn:P:fmWfcF:p:" },
        { "[x:nocastle]\nnMoveRule=0\npromotionPieceTypes=qn\n", "promoChoice=NQ\n" },
        { "[x:minishogi]\nmobilityRegionWhiteGold=*1 *2\nmobilityRegionBlackGold=*4 *5\n",
          "morph=5-/5-/5-" },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_printed(cases[i].options, cases[i].line);
}

/* Directions and ranges mean what they mean to Fairy-Stockfish: a forward king has three squares. */
static void moves_keep_their_squares(void **state)
{
    (void)state;
    static const struct {
        const char *theirs, *ours;
    } cases[] = {
        { "fK", "fWfF" },   { "fsW", "frlW" },    { "frN", "frN" },   { "rfN", "rfN" },
        { "vK", "fbWF" },   { "sQ2", "rlW2F2" },  { "NN", "N0" },     { "R3", "W3" },
        { "cpR", "pcR" },   { "mRcpR", "mRpcR" }, { "pB2", "pafF" },  { "nZ", "mafsmafW" },
        { "nN", "nN" },     { "gB", "gB" },       { "frlR", "frlR" }, { "fhN", "rffrfllfN" },
        { "fFfR", "fFfR" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[512], line[128];
        snprintf(text, sizeof text,
                 "[x]\n" SMALL "startFen=k3a/5/5/5/A3K w - - 0 1\ncustomPiece1=a:%s\n",
                 cases[i].theirs);
        snprintf(line, sizeof line, "custom piece 1:A:%s:a:a1\n", cases[i].ours);
        assert_printed(text, line);
    }
}

static void what_cannot_be_said_has_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game, *expected;
        uint32_t line, column;
    } cases[] = {
        { "[x:chess]\nnMoveRule=0\ncastlingKingsideFile = e\n", NULL, "castling = false", 3, 24 },
        { "[x:minishogi]\nmustDrop = true\n", NULL, "mustDrop = false", 2, 12 },
        { "[x:minishogi]\ncheckCounting = true\nstartFen = rbsgk/4p/5/P4/KGSBR[-] w 3+2 0 1\n",
          NULL, "the same number of checks", 3, 12 },
        { "[x:xiangqi]\n", NULL, "built into", 1, 4 },
        { "[x:y]\n[y]\n", "x", "a game before this one", 1, 4 },
        { "[x:x]\n", NULL, "a game before this one", 1, 4 },
        { "[x:minishogi]\n cast = false\n", NULL, "an option of variants.ini", 2, 2 },
        { "[x:minishogi]\nno\n", NULL, "an option, \"=\"", 2, 1 },
        { "[x:minishogi]\npieceDrops = yes\n", NULL, "true or false", 2, 14 },
        { "[x:minishogi]\nnMoveRule = 50\n", NULL, "nMoveRule = 0", 2, 13 },
        { "[x:minishogi]\ncheckmateValue = win\n", NULL, "checkmateValue = loss", 2, 18 },
        { "[x:minishogi]\nnFoldValueAbsolute = false\n", NULL, "draw, win, or loss", 1, 4 },
        { "[x:minishogi]\ncustomPiece1 = x:Wy\n", NULL, "moves", 0, 0 },
        { "[x:minishogi]\ncustomPiece26 = x:W\n", NULL, "an option of variants.ini", 2, 1 },
        { "[x:minishogi]\nstartFen = rbsgk/4p/5/P4/KGSB w 0 1\n", NULL, "5 ranks of 5", 2, 30 },
        { "[x:minishogi]\nstartFen = rbsgk/4p/5/P4/KGSBRR w 0 1\n", NULL, "5 squares", 0, 0 },
        { "[x:minishogi]\nstartFen = rbsgz/4p/5/P4/KGSBR w 0 1\n", NULL, "the letter of a piece", 2,
          16 },
        { "[x:minishogi]\npromotionRegionWhite = *4\n", NULL, "whole ranks", 2, 24 },
        { "[x:minishogi]\npromotionRegionWhite = *4 x\n", NULL, "a square", 2, 27 },
        { "[x:minishogi]\npromotedPieceType = p:g q:d\n", NULL, "letters of two pieces", 2, 25 },
        { "[x:minishogi]\nking = -\n", NULL, "the letter of a piece", 1, 4 },
        { "[x:minishogi]\nflagPiece = k\nflagRegionWhite = *4\n", NULL, "the same squares", 3, 19 },
        { "[x:minishogi]\nflagPiece = r\nflagRegionWhite = *5\nflagRegionBlack = *1\n", NULL,
          "the royal piece", 2, 13 },
        { "[x:minishogi]\n[y:x]\ngating = true\n", "y", "gating = false", 3, 10 },
        { "[x:minishogi]\n[y:x]\ngating = true\n", "z", "a game called z", 1, 2 },
        { "[x:minishogi\n", NULL, "", 0, 0 },
        { "[x]\nking=k\nshogiPawn=p\ngold=p\n", NULL, "a letter that no other", 4, 6 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        shoogi_error first;
        size_t count;
        shoogi_variant *const v = parse(cases[i].text, cases[i].game, &first, &count);
        shoogi_variant_free(v);
        if (cases[i].line == 0)
            continue;
        if (v || !strstr(first.message, cases[i].expected) || first.line != cases[i].line ||
            first.column != cases[i].column)
            fail_msg("%s: %u:%u: %s", cases[i].text, first.line, first.column, first.message);
    }
}

/* Looks have no effect, and texts as they are copied from pages are read. */
static void looks_and_comments_are_passed_over(void **state)
{
    (void)state;
    assert_printed("\xEF\xBB\xBF# A game<br>\r\n;x\r\n\r\n<hr>\r\n[x:minishogi]<br>\r\n"
                   "pieceToCharTable = P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k<br>\r\n"
                   "pocketSize = 8\r\nvariantTemplate = shogi\r\npieceValueMg = p:150\r\n",
                   "maxPromote=4\n");
}

static void each_game_of_a_file_has_its_name(void **state)
{
    (void)state;
    static const char text[] = "# all\n[a:minishogi]\n[b:a]\nmaxRank=5\n[c:b]\n";
    const char *name;
    size_t name_bytes, at = 0;
    for (char wanted = 'a'; wanted <= 'c'; wanted++) {
        assert_true(shoogi_text_next_game(&name, &name_bytes, &at, text, strlen(text)));
        assert_true(name_bytes == 1 && *name == wanted);
    }
    assert_false(shoogi_text_next_game(&name, &name_bytes, &at, text, strlen(text)));
    at = 0;
    assert_false(shoogi_text_next_game(&name, &name_bytes, &at, "files=3\n[a]\n", 12));
    assert_true(shg_ini_is("[a]", 3));
    assert_false(shg_ini_is("[a] b:P:W:p:a1", 14));
    assert_false(shg_ini_is("", 0));
}

/* The number of games, at the bound and one past. */
static void games_have_a_bound(void **state)
{
    (void)state;
    static char text[SHG_INI_GAMES_MAX * 16];
    for (size_t games = SHG_INI_GAMES_MAX; games <= SHG_INI_GAMES_MAX + 1; games++) {
        size_t bytes = 0;
        for (size_t i = 0; i < games; i++)
            bytes += (size_t)sprintf(text + bytes, i == 0 ? "[g:mini]\n" : "[g:g]\n");
        shoogi_error first;
        size_t count;
        shoogi_variant *const v = parse(text, NULL, &first, &count);
        assert_true((v != NULL) == (games == SHG_INI_GAMES_MAX));
        shoogi_variant_free(v);
    }
}

/* A text that ends anywhere is read or refused. */
static void cut_at_every_length(void **state)
{
    (void)state;
    static const char text[] =
        "[x:shogi]\ncustomPiece1 = i:NAD\npromotedPieceType = p:g b:- r:-\n"
        "startFen = lnsgkgsnl/1r2b2i1/ppppppppp/9/9/9/PPPPPPPPP/1I2B2R1/LNSGKGSNL[] w - - 0 1\n";
    for (size_t bytes = 0; bytes < sizeof text; bytes++) {
        shoogi_variant *v = NULL;
        char *const cut = malloc(bytes + 1);
        assert_non_null(cut);
        memcpy(cut, text, bytes);
        if (shoogi_variant_parse(&v, cut, bytes, NULL) == SHOOGI_OK)
            shoogi_variant_free(v);
        free(cut);
    }
}

TEST_SUITE(ini)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_become_parameters),
        cmocka_unit_test(moves_keep_their_squares),
        cmocka_unit_test(what_cannot_be_said_has_its_line),
        cmocka_unit_test(looks_and_comments_are_passed_over),
        cmocka_unit_test(each_game_of_a_file_has_its_name),
        cmocka_unit_test(games_have_a_bound),
        cmocka_unit_test(cut_at_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
