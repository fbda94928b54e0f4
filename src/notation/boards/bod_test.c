/* bod_test.c: positions as Japanese board diagrams, written and read. */
#include "support/notation.h"
#include "base/test_suite.h"

static const struct {
    const char *game, *sfen, *text;
} boards[] = {
    { "shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
      "後手の持駒：なし\n"
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
      "+---------------------------+\n"
      "|v香v桂v銀v金v玉v金v銀v桂v香|一\n"
      "| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n"
      "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n"
      "| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n"
      "| 香 桂 銀 金 玉 金 銀 桂 香|九\n"
      "+---------------------------+\n"
      "先手の持駒：なし\n"
      "先手番\n" },
    { "shogi", "4k4/+P+L+N+S5/+B+R7/9/9/9/9/9/4K4 w RB2G11Prs18p 171",
      "後手の持駒：飛　銀　歩十八\n"
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
      "+---------------------------+\n"
      "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
      "| と 杏 圭 全 ・ ・ ・ ・ ・|二\n"
      "| 馬 龍 ・ ・ ・ ・ ・ ・ ・|三\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
      "+---------------------------+\n"
      "先手の持駒：飛　角　金二　歩十一\n"
      "手数＝170\n"
      "後手番\n" },
    { "dobutsu", "rkb/1p1/1P1/BKR b P 1",
      "後手の持駒：なし\n"
      "  ３ ２ １\n"
      "+---------+\n"
      "|vきvラvぞ|一\n"
      "| ・vひ ・|二\n"
      "| ・ ひ ・|三\n"
      "| ぞ ラ き|四\n"
      "+---------+\n"
      "先手の持駒：ひ\n"
      "先手番\n" },
    /* kinds with one kanji are distinguished; a counter-strike square */
    { "chu", "12/4n3+o3/4e+i6/6h+b4/5p+p+g4/12/12/12/12/12/12/k10K b 5i 1",
      "    12   11   10   ９   ８   ７   ６   ５   ４   ３   ２   １\n"
      "+------------------------------------------------------------+\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|一\n"
      "|   ・   ・   ・   ・v  獅   ・   ・   ・v成獅   ・   ・   ・|二\n"
      "|   ・   ・   ・   ・v  象v成象   ・   ・   ・   ・   ・   ・|三\n"
      "|   ・   ・   ・   ・   ・   ・v  馬v成馬   ・   ・   ・   ・|四\n"
      "|   ・   ・   ・   ・   ・v  歩v  とv成飛   ・   ・   ・   ・|五\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|六\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|七\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|八\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|九\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|十\n"
      "|   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・|十一\n"
      "|v  玉   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   玉|十二\n"
      "+------------------------------------------------------------+\n"
      "先獅子：５九\n"
      "先手番\n" },
    /* checks that count */
    { "three-check", "4k4/9/9/9/9/9/9/9/4K4 b - 1+3 7",
      "後手の持駒：なし\n"
      "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
      "+---------------------------+\n"
      "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
      "+---------------------------+\n"
      "先手の持駒：なし\n"
      "王手の回数：先手2 後手0\n"
      "手数＝6\n"
      "先手番\n" },
    /* a variant without kanji */
    { "euro", "8/1n5N/8/8/8/8/+N7/8 w - 1",
      "後手の持駒：なし\n"
      "  ８ ７ ６ ５ ４ ３ ２ １\n"
      "+------------------------+\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|一\n"
      "| ・v N ・ ・ ・ ・ ・  N|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|三\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|五\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| +N ・ ・ ・ ・ ・ ・ ・|七\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・|八\n"
      "+------------------------+\n"
      "先手の持駒：なし\n"
      "後手番\n" },
};

static void expect_board(const shoogi_variant *v, const char *text, const char *sfen)
{
    shoogi_position *position = make_position(v, NULL);
    shoogi_error err;
    if (shoogi_bod_read(position, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%u:%u: %s\n%s", err.line, err.column, err.message, text);
    expect_sfen(position, sfen);
    shoogi_position_free(position);
}

static void boards_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *v = load_variant(boards[i].game);
        shoogi_position *position = make_position(v, boards[i].sfen);
        char text[4096], sfen[1024];
        assert_int_equal(shoogi_bod_write(text, sizeof text, position), strlen(boards[i].text));
        assert_string_equal(text, boards[i].text);
        (void)shoogi_sfen_write(sfen, sizeof sfen, position);
        expect_board(v, text, sfen);
        shoogi_position_free(position);
        shoogi_variant_free(v);
    }
}

static void the_last_move_is_written(void **state)
{
    (void)state;
    shoogi_variant *v = load_variant("shogi");
    shoogi_position *position = make_position(v, "4k4/9/9/9/9/9/9/1B7/4K4 b - 171");
    shoogi_move move;
    assert_int_equal(shoogi_usi_read(&move, position, "8h3c+", 5, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    char text[4096];
    (void)shoogi_bod_write(text, sizeof text, position);
    assert_non_null(strstr(text, "先手の持駒：なし\n手数＝171　▲３三角成  まで\n後手番\n"));
    expect_board(v, text, "4k4/9/6+B2/9/9/9/9/9/4K4 w - 172");
    /* the side that moved last shows the side to move, if nothing else does */
    *strstr(text, "後手番") = '\0';
    expect_board(v, text, "4k4/9/6+B2/9/9/9/9/9/4K4 w - 172");
    shoogi_position_free(position);
    shoogi_variant_free(v);
}

static void boards_in_other_hands(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sfen;
    } read[] = {
        /* no frame, no hands, spaces lost and added, simplified signs */
        { "|v歩・・|\n|  ・ v王  竜 |\n| 王 ・・|", "p2/1k+R/K2 b - 1" },
        { "|・・・|一\r\n|・^玉・|二\r\n|と个・|三\r\n後手番\r\n", "3/1k1/+P+P1 w - 1" },
        /* hands without separators, in digits, with numbers before ten, either name of the players */
        { "上手の持駒：歩四金 桂２\n|・・・|\n|・・・|\n|・・・|\n下手の持ち駒:歩十一　銀3、香\n下手番",
          "3/3/3 b 3SL11Pg2n4p 1" },
        { "# note\n\n|・・・|\n|・・・|\n|・・・|\n後手の持駒：\n手数=9 まで\n", "3/3/3 b - 10" },
        { "|成歩成銀v全|\n|龍王竜馬角行|\n|・・・|\n", "+P+S+s/+R+BB/3 b - 1" },
        { "|・・・|\n|・・・|\n|・・・|\n先手の持駒：と　歩\n", "3/3/3 b 2P 1" },
    };
    static const char text[] =
        "files=3\nranks=3\nholdingsType=-1\nmaxPromote=6\npromoOffset=7\nsymmetry=rotate\nroyal=14\n"
        "pawn:P:fW:p: kanji=歩兵,歩\nlance:L:fR:l: kanji=香車,香\nknight:N:fN:n: kanji=桂馬,桂\n"
        "silver:S:FfW:s: kanji=銀将,銀\nbishop:B:B:b: kanji=角行,角\nrook:R:R:r: kanji=飛車,飛\n"
        "gold:G:WfF:g: kanji=金将,金\ntokin:+P:WfF:p2: kanji=と金,と,个\nq:+L:WfF:l2:\nr:+N:WfF:n2:\n"
        "s:+S:WfF:s2: kanji=成銀,全\nhorse:+B:BW:b2: kanji=龍馬,馬,竜馬\ndragon:+R:RF:r2: kanji=龍王,龍,竜\n"
        "king:K:K:k:b1 kanji=玉将,玉 whiteKanji=王将,王\n";
    shoogi_variant *v = parse_variant("small", text, strlen(text));
    for (size_t i = 0; i < COUNT(read); i++)
        expect_board(v, read[i].text, read[i].sfen);
    shoogi_variant_free(v);
}

/* Numbers of pieces with a sign or a counter word, and the rest of the set, wherever its line stands. */
static void hands_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *white, *black, *sfen;
    } hands[] = {
        { "金3枚", "歩×3、銀", "S3P3g" },
        { "金 × ２", "歩x10・香", "L10P2g" },
        { "飛1枚　角1枚", "桂*2，歩十二枚", "2N12Prb" },
        { "残り全部", "飛", "Rr2b4g4s4n4l17p" },
        { "残り", "なし", "2r2b4g4s4n4l17p" },
        { "歩", "飛2 残り駒すべて", "2R2B4G4S4N4L16Pp" },
        { "残りの駒全部", "角二", "2B2r4g4s4n4l17p" },
    };
    shoogi_variant *v = load_variant("shogi");
    for (size_t i = 0; i < COUNT(hands); i++) {
        char text[1024], sfen[256];
        snprintf(
            text, sizeof text,
            "後手の持駒：%s\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n%s%s%s| ・ ・ ・ ・ 玉 ・ ・ ・ と|\n先手の持駒：%s\n",
            hands[i].white, "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n", hands[i].black);
        snprintf(sfen, sizeof sfen, "4k4/9/9/9/9/9/9/9/4K3+P b %s 1", hands[i].sfen);
        expect_board(v, text, sfen);
    }
    shoogi_variant_free(v);
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } bad[] = {
        { "", 1, 1, "expected a board of all its ranks, found end of text" },
        { "|・・・|\n", 2, 1, "expected a board of all its ranks, found end of text" },
        { "hello\n", 1, 1, "expected a line of a diagram, found \"hello\"" },
        { "|・・|\n", 1, 4, "expected a piece or ・ on file 1, found \"|\"" },
        { "|・・・・|\n", 1, 5, "expected \"|\" after the 3 squares of a rank, found \"・|\"" },
        { "\n|・飛・|\n", 2, 3, "expected a piece or ・ on file 2, found \"飛・|\"" },
        { "|・・・|\n|・・・|\n|・・・|\n|・・・|\n|・・・|", 5, 1,
          "expected no more than 4 ranks, found \"|・・・|\"" },
        { "先手の持駒：ひ ラ\n", 1, 9, "expected a piece that can be in hand, found \"ラ\"" },
        { "先手の持駒：歩\n", 1, 7, "expected pieces in hand, or なし, found \"歩\"" },
        { "先手の持駒：ひ60000ひ\n", 1, 13,
          "expected from 1 to 60000 pieces in hand, found \"ひ\"" },
        { "手数＝x", 1, 4, "expected a number of moves up to 999998, found \"x\"" },
        { "王手の回数：先手1", 1, 9, "expected a number of checks up to 0, found \"1\"" },
        { "先獅子：９九", 1, 5, "expected a square of this board, found \"９九\"" },
    };
    shoogi_variant *v = load_variant("dobutsu");
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_position *position = make_position(v, "3/3/1K1/k2 w P 7");
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(shoogi_bod_read(position, bad[i].text, strlen(bad[i].text), &err),
                         SHOOGI_PARSE_ERROR);
        if (err.line != bad[i].line || err.column != bad[i].column ||
            strcmp(err.message, bad[i].message) != 0)
            fail_msg("%s: %u:%u: %s", bad[i].text, err.line, err.column, err.message);
        expect_sfen(position, "3/3/1K1/k2 w P 7");
        shoogi_position_free(position);
    }
    shoogi_variant_free(v);
}

TEST_SUITE(bod)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_written_and_read), cmocka_unit_test(the_last_move_is_written),
        cmocka_unit_test(boards_in_other_hands),       cmocka_unit_test(hands_as_people_write_them),
        cmocka_unit_test(faults_have_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
