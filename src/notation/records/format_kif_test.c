/* format_kif_test.c: records in KIF. */
#include "support/random_record.h"
#include "base/test_suite.h"
#include "support/records.h"

#include <time.h>

static shoogi_variant *shogi, *mini, *chu;

static const shoogi_variant *find(void *context, const char *name, size_t name_bytes)
{
    const shoogi_variant *const known[] = { shogi, mini };
    (void)context;
    for (size_t i = 0; i < COUNT(known); i++) {
        const char *own = shoogi_variant_name(known[i]);
        for (size_t k = 0; own; own = shoogi_variant_alias(known[i], k++))
            if (strlen(own) == name_bytes && memcmp(own, name, name_bytes) == 0)
                return known[i];
    }
    return NULL;
}

static shoogi_record *good(const char *text)
{
    const shoogi_record_read_options options = { .variant = shogi, .find_variant = find };
    return good_record(SHOOGI_FORMAT_KIF, &options, text);
}

#define HEAD  "#KIF version=2.0 encoding=UTF-8\n"
#define EVEN  HEAD "手合割：平手\n"
#define TABLE "手数----指手---------消費時間--\n"
#define ON    EVEN TABLE

/* Texts that read back and are written the same again. */
static void comes_back(void **state)
{
    (void)state;
    static const char *const games[] = {
        ON,
        HEAD
        "開始日時：2024/01/02 10:00:00\n終了日時：2024/01/02 12:00:00\n棋戦：a：b\n手合割：平手\n"
        "先手：Sente\n後手：Gote \n場所：\n持ち時間：各10分\n対局ID：7\n" TABLE
        "*before the first move\n*\n** 30 -3334FU\n&start\n"
        "   1 ７六歩(77)   ( 0:03/00:00:03)\n"
        "   2 ３四歩(33)   ( 0:05/00:00:05)+\n"
        "*about move 2\n"
        "   3 ２二角成(88) (72:02/01:12:05)\n"
        "   4 同　銀(31)   ( 0:01/00:00:06)\n"
        "&here\n"
        "   5 ４五角打     ( 0:09/01:12:14)\n"
        "   6 投了         ( 0:30/00:00:36)\n"
        "*the end\n"
        "まで5手で先手の勝ち\n"
        "\n変化：2手\n"
        "   2 ８四歩(83)   ( 0:00/00:00:00)\n"
        "   3 ２六歩(27)   ( 0:00/00:00:03)\n",
        HEAD "手合割：二枚落ち\n下手：A\n上手：B\n" TABLE "   1 ６二銀(71)\n   2 投了\n"
             "まで1手で上手の勝ち\n",
        HEAD "手合割：その他\n後手の持駒：飛　角　歩十七\n"
             "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
             "+---------------------------+\n"
             "| ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n"
             "| ・ ・ ・ 全 ・ ・ ・ ・ ・|二\n"
             "| ・ ・ 杏 ・ ・ ・ ・ 圭 と|三\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
             "|v龍 ・ ・ ・ ・ ・ ・ ・ ・|五\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・v馬|六\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
             "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
             "+---------------------------+\n"
             "先手の持駒：金　銀二\n手数＝34\n後手番\n" TABLE
             "   1 ９九龍(95)\n   2 ６九金打\n   3 同　龍(99)\n   4 同　玉(59)\n   5 ２六馬(16)\n"
             "   6 ５二成銀(62)\n   7 投了\nまで6手で先手の勝ち\n",
        HEAD "手合割：5五将棋\n" TABLE "   1 ３四角(25)\n   2 ２二金(21)\n   3 ２五角(34)\n",
        /* The order of variations: 9, 6, and those that begin at the same move. */
        ON
        "   1 ７六歩(77)+\n   2 ３四歩(33)\n   3 ２六歩(27)+\n   4 ８四歩(83)\n   5 ２五歩(26)+\n"
        "   6 ８五歩(84)\n\n変化：5手\n   5 ４八銀(39)+\n\n変化：5手\n   5 ６八銀(79)\n   6 中断\n"
        "まで5手で中断\n\n変化：3手\n   3 ６六歩(67)\n   4 ６二銀(71)+\n\n変化：4手\n   4 投了\n"
        "まで3手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)+\n   2 ８四歩(83)\n\n変化：1手\n"
        "   1 中断\nまで0手で中断\n",
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *const record = good(games[i]);
        expect_written(record, SHOOGI_FORMAT_KIF, games[i], 0);
        assert_int_equal(shoogi_format_detect(games[i], strlen(games[i])), SHOOGI_FORMAT_KIF);
        shoogi_record_free(record);
    }
}

/* A large board: other digits, long names, steps in lines of their own, and passes. */
static void lions_step(void **state)
{
    (void)state;
    static const char text[] = HEAD TABLE "   1 7八歩兵 （←7九）\n"
                                          "   2 7五獅子 （←6三） ( 0:10/00:00:10)\n"
                                          "   3 8八歩兵 （←8九）\n"
                                          "   4 7七獅子 （←7五）\n"
                                          "   5 12八歩兵 （←12九）\n"
                                          "   6一歩目 7八獅子 （←7七）\n"
                                          "   6二歩目 8八獅子 （←7八） ( 0:05/00:00:15)+\n"
                                          "*took\n"
                                          "\n変化：6手\n"
                                          "   6一歩目 7八獅子 （←7七）\n"
                                          "   6二歩目 7七獅子（居食い） （←7八）+\n"
                                          "   7 12七歩兵 （←12八）\n"
                                          "\n変化：6手\n"
                                          "   6一歩目 6六獅子 （←7七）\n"
                                          "   6二歩目 7七獅子（じっと） （←6六）\n";
    const shoogi_record_read_options options = { .variant = chu };
    shoogi_record *const record = good_record(SHOOGI_FORMAT_KIF, &options, text);
    expect_written(record, SHOOGI_FORMAT_KIF, text, 0);
    shoogi_record_free(record);

    static const char before[] =
        "1 7八歩(79)\n2 7五獅(63)\n3 8八歩(89)\n4 7七獅(75)\n5 12八歩(12九)\n";
    static const struct {
        const char *last, *same;
    } texts[] = {
        { "6一歩目 7八獅子 （←7七）\n6二歩目 7七獅子 （←7八） （居食い）", "6 7八居喰い(77)" },
        { "6 ７八獅居喰い（77）", "6 7八獅居食い" },
        { "6 7七獅子（じっと） （←7七）", "6 じっと" },
    };
    /* A line that is no step is un-read: the error is about the line before. */
    static const reported first_alone[] = {
        { "1一歩目 7八歩兵 （←7九） what\n*x\n", SHOOGI_OK, 1, 17,
          "warning: expected the end of the move, found \"what\"", 2, NULL },
        { "1一歩目 7八歩兵 （←7九）\n2 7五歩兵 （←7四）\n", SHOOGI_OK, 2, 1,
          "warning: expected the second step of the move, found \"2 7五歩兵 （←7四）\"", 3, NULL },
        { "1一歩目 7七歩兵 （←7九）\n*x\n", SHOOGI_ILLEGAL, 1, 6,
          "move 1: a pawn does not move from 7i to 7g", 1, "1一歩目 7七歩兵 （←7九）\n*x\n" },
        { "1一歩目 7七歩兵 （←7九）\n#KIF version=2.0\n", SHOOGI_ILLEGAL, 1, 6,
          "move 1: a pawn does not move from 7i to 7g", 1, "1一歩目 7七歩兵 （←7九）\n" },
    };
    const shoogi_record_read_options keep = { .variant = chu, .keep_partial = true };
    for (size_t i = 0; i < COUNT(first_alone); i++)
        expect_reported(SHOOGI_FORMAT_KIF, &keep, &first_alone[i]);
    for (size_t i = 0; i < COUNT(texts); i++) {
        char one[512], other[512];
        snprintf(one, sizeof one, "%s%s\n", before, texts[i].last);
        snprintf(other, sizeof other, "%s%s\n", before, texts[i].same);
        expect_same(SHOOGI_FORMAT_KIF, &options, one, other);
    }
}

/* A piece whose name begins with a number, after that of a rank; two kinds with one sign. */
static void names_that_join(void **state)
{
    (void)state;
    static const struct {
        const char *game, *start, *moves, *line;
    } games[] = {
        { "tenjiku", "k15/16/16/16/16/16/16/16/16/16/16/8+CS7/16/16/16/K15 b - 1", "8l8j",
          "   1 8十　四天王 （←8十二）\n" },
        { "ko", "g18/19/19/19/19/19/19/19/19/19/19/9+TP9/19/19/19/19/19/19/G18 b - 1", "10l10j",
          "   1 10十　五里霧 （←10十二）\n" },
        { "tori", "3k3/7/7/7/7/7/3K3 b LR 1", "L*2d 4a4b R*6d", "   1 ２四L打\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *const v = load_variant(games[i].game);
        const shoogi_record_read_options options = { .variant = v };
        char text[256];
        snprintf(text, sizeof text, "sfen %s moves %s\n", games[i].start, games[i].moves);
        shoogi_record *const record = good_record(SHOOGI_FORMAT_USI, &options, text);
        char *kif;
        size_t bytes;
        uint32_t losses;
        assert_int_equal(
            shoogi_record_write(&kif, &bytes, &losses, SHOOGI_FORMAT_KIF, record, NULL, NULL),
            SHOOGI_OK);
        if (games[i].line && !strstr(kif, games[i].line))
            fail_msg("no %s in %s", games[i].line, kif);
        shoogi_text_free(kif);
        assert_true(comes_back_from(SHOOGI_FORMAT_KIF, record));
        assert_true(comes_back_from(SHOOGI_FORMAT_KI2, record));
        shoogi_record_free(record);
        shoogi_variant_free(v);
    }
}

/* Every handicap by each of its Japanese names. */
static void handicaps(void **state)
{
    (void)state;
    const shoogi_handicap *h;
    size_t count = 0;
    for (size_t i = 0; (h = shoogi_variant_handicap(shogi, i)); i++)
        for (size_t k = 0; k < h->alias_count; k++, count++) {
            char text[256];
            snprintf(text, sizeof text, HEAD "手合割：%s\n下手：A\n上手：B\n" TABLE, h->aliases[k]);
            shoogi_record *const record = good(text);
            const shoogi_position *const start = shoogi_record_start(record);
            assert_int_equal(shoogi_position_side(start), SHOOGI_WHITE);
            /* A name of several means the first of them. */
            const shoogi_handicap *const meant =
                shoogi_variant_handicap_by_name(shogi, h->aliases[k], strlen(h->aliases[k]));
            for (size_t n = 0; n < meant->square_count; n++)
                assert_int_equal(shoogi_position_piece(start, meant->squares[n]).kind, 0);
            const bool ambiguous = strcmp(h->name, "three-pieces") == 0;
            if (k == 0 && !ambiguous)
                expect_written(record, SHOOGI_FORMAT_KIF, text, 0);
            shoogi_record_free(record);

            /* The same as the first move of a game: KIF counts from the next. */
            shoogi_position *const given = make_position(shogi, NULL);
            shoogi_record *played;
            assert_int_equal(shoogi_position_handicap(given, h->squares, h->square_count),
                             SHOOGI_OK);
            assert_int_equal(shoogi_record_new(&played, given), SHOOGI_OK);
            snprintf(text, sizeof text, HEAD "手合割：%s\n" TABLE, h->aliases[0]);
            if (!ambiguous)
                expect_written(played, SHOOGI_FORMAT_KIF, text, SHG_LOSS(NUMBER));
            shoogi_record_free(played);
            shoogi_position_free(given);
        }
    shoogi_position *const second =
        make_position(shogi, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2");
    shoogi_record *record;
    assert_int_equal(shoogi_record_new(&record, second), SHOOGI_OK);
    expect_written(record, SHOOGI_FORMAT_KIF, HEAD "手合割：二枚落ち\n" TABLE, SHG_LOSS(NUMBER));
    shoogi_record_free(record);
    shoogi_position_free(second);
    assert_in_range(count, 20, 100);
}

/* The position in which the moves of a record begin. */
static void expect_start(const char *text, const char *sfen)
{
    shoogi_record *const record = good(text);
    char start[512];
    (void)shoogi_sfen_write(start, sizeof start, shoogi_record_start(record));
    if (strcmp(start, sfen) != 0)
        fail_msg("%s: %s", text, start);
    shoogi_record_free(record);
}

#define CAMP "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL "
#define FULL "lnsgkgsnl/1r5b1" CAMP

/* 三枚落ち is without the left lance, as 香落ち and 飛香落ち are; the other is 右三枚落ち.  The board is written beside a name of
 * several. */
static void names_of_several_handicaps(void **state)
{
    (void)state;
    static const char left[] = "lnsgkgsn1/9" CAMP "w - 1", right[] = "1nsgkgsnl/9" CAMP "w - 1";
    expect_start("手合割：三枚落ち\n", left);
    expect_start("手合割：左三枚落ち\n", left);
    expect_start("手合割：右三枚落ち\n", right);
    expect_start("手合割：七枚落ち\n", "3gkgs2/9" CAMP "w - 1");
    shoogi_record *const record = good("手合割：三枚落ち\n");
    expect_written(record, SHOOGI_FORMAT_KIF,
                   HEAD "手合割：三枚落ち\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
                        "+---------------------------+\n"
                        "|v香v桂v銀v金v玉v金v銀v桂 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                        "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                        "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n"
                        "| 香 桂 銀 金 玉 金 銀 桂 香|九\n"
                        "+---------------------------+\n先手の持駒：なし\n後手番\n" TABLE,
                   0);
    shoogi_record_free(record);
}

/* Names as people spell them: without ち, with digits of either width, by other words. */
static void names_of_starts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *sfen;
    } names[] = {
        { "左香落ち", "lnsgkgsn1/1r5b1" CAMP "w - 1" },
        { "香落", "lnsgkgsn1/1r5b1" CAMP "w - 1" },
        { "角落", "lnsgkgsnl/1r7" CAMP "w - 1" },
        { "飛落", "lnsgkgsnl/7b1" CAMP "w - 1" },
        { "飛車落", "lnsgkgsnl/7b1" CAMP "w - 1" },
        { "飛車香落ち", "lnsgkgsn1/7b1" CAMP "w - 1" },
        { "二枚落", "lnsgkgsnl/9" CAMP "w - 1" },
        { "2枚落ち", "lnsgkgsnl/9" CAMP "w - 1" },
        { "２枚落ち", "lnsgkgsnl/9" CAMP "w - 1" },
        { "６枚落", "2sgkgs2/9" CAMP "w - 1" },
        { "10枚落ち", "4k4/9" CAMP "w - 1" },
        { "四枚落ち（指導）", "1nsgkgsn1/9" CAMP "w - 1" },
        { "トンボ＋香", "l3k3l/1r5b1" CAMP "w - 1" },
        { "トンボ＋桂香", "ln2k2nl/1r5b1" CAMP "w - 1" },
        { "太閤将棋", "lnsgkgsnl/1r5b1/p1ppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
        { "十九枚落ち", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
        { "二枚得", "lnsgkgsnl/9" CAMP "w RB 1" },
        { "歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1" },
        { "歩３兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1" },
        { "兩香落ち", "1nsgkgsn1/1r5b1" CAMP "w - 1" },
        { "平手", FULL "b - 1" },
        { "５五将棋", "rbsgk/4p/5/P4/KGSBR b - 1" },
        { "５５将棋", "rbsgk/4p/5/P4/KGSBR b - 1" },
        { "五々将棋", "rbsgk/4p/5/P4/KGSBR b - 1" },
    };
    for (size_t i = 0; i < COUNT(names); i++) {
        char text[128];
        snprintf(text, sizeof text, "手合割：%s\n", names[i].name);
        expect_start(text, names[i].sfen);
    }
    /* An unknown handicap is a warning: White begins if the players are called so, or if the first move shows it. */
    static const struct {
        const char *text;
        shoogi_colour side;
    } unknown[] = {
        { "手合割：九十枚落ち\n下手：A\n上手：B\n1 ３四歩(33)\n", SHOOGI_WHITE },
        { "手合割：九十枚落ち\n1 △３四歩(33)\n", SHOOGI_WHITE },
        { "手合割：九十枚落ち\n1 ７六歩(77)\n", SHOOGI_BLACK },
    };
    for (size_t i = 0; i < COUNT(unknown); i++) {
        const shoogi_record_read_options options = { .variant = shogi, .find_variant = find };
        shoogi_record *record = NULL;
        shoogi_error errors[4];
        size_t count = 0;
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, unknown[i].text,
                                            strlen(unknown[i].text), &options, errors, 4, &count),
                         SHOOGI_OK);
        assert_int_equal(count, 1);
        assert_non_null(strstr(errors[0].message, "the start is not known"));
        assert_int_equal(shoogi_position_side(shoogi_record_start(record)), unknown[i].side);
        shoogi_record_free(record);
    }
}

#define KINGS                                                                                                                  \
    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n|v歩 ・ ・ ・ ・ ・ ・ ・ ・|\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n" \
    "| 歩 ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n"
#define KINGS_SFEN "4k4/9/p8/9/9/9/P8/9/4K4 "

/* Whose turn it is beside a board: by the line, by the last move, by the first move, by the names of the players. */
static void whose_turn_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *sfen;
    } boards[] = {
        { "", "", "b - 1" },
        { "", "後手番\n", "w - 1" },
        { "", "手番：後手\n", "w - 1" },
        { "上手の持駒：なし\n", "下手の持駒：なし\n", "w - 1" },
        { "手合割：その他\n上手の持駒：なし\n", "下手の持駒：なし\n1 ９四歩(93)\n", "w - 1" },
        { "上手の持駒：なし\n", "下手の持駒：なし\n下手番\n", "b - 1" },
        { "上手の持駒：なし\n", "下手の持駒：なし\n1 ▲９六歩(97)\n", "b - 1" },
        { "上手：A\n下手：B\n", "", "w - 1" },
        { "手合割：飛車落ち\n", "", "w - 1" },
        { "", "2 ９四歩(93)\n", "w - 2" },
        { "", "  2手目 ９四歩(93)\n", "w - 2" },
        { "", "1 △９四歩(93)\n", "w - 1" },
        { "", "手数＝33\n34 ９四歩(93)\n", "w - 34" },
        { "", "手数＝34\n35 ９六歩(97)\n", "b - 35" },
        { "", "手数＝171  ▲９七歩  まで\n1 ９四歩(93)\n", "w - 172" },
        { "", "手数 ＝ 171　△９三歩(94) まで\n", "b - 172" },
        { "", "手数＝170　▲９七歩 まで\n先手番\n", "b - 171" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        char text[1024], sfen[128];
        snprintf(text, sizeof text, "%s" KINGS "%s", boards[i].before, boards[i].after);
        snprintf(sfen, sizeof sfen, KINGS_SFEN "%s", boards[i].sfen);
        expect_start(text, sfen);
    }
    /* Without a board the even game begins as always, and a caption says nothing of it. */
    expect_start("手数＝3　▲２六歩  まで\n1 ７六歩(77)\n", FULL "b - 1");
}

/* A diagram alone is a record, also without a header; one of another size is reported with both sizes. */
static void boards_alone_and_of_another_size(void **state)
{
    (void)state;
    static const char five[] =
        "後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|v飛v角v銀v金v玉|一\n"
        "| ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n| 歩 ・ ・ ・ ・|四\n"
        "| 玉 金 銀 角 飛|五\n+---------------+\n";
    static const char size[] =
        "expected a board of 9 files and 9 ranks, as in this game, found 5 and 5: name the "
        "game, as with --variant";
    const shoogi_record_read_options options = { .variant = shogi }, named = { .variant = mini };
    shoogi_error errors[4];
    size_t count = 0;
    shoogi_record *record = NULL;
    for (size_t skip = 0; skip < 2; skip++) { /* with and without the numbers of the files */
        const char *const text = skip == 0 ? five : strstr(five, "+-");
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, text, strlen(text),
                                            &options, errors, 4, &count),
                         SHOOGI_PARSE_ERROR);
        assert_string_equal(errors[0].message, size);
        record = good_record(SHOOGI_FORMAT_KIF, &named, text);
        shoogi_record_free(record);
    }
    expect_start(KINGS, KINGS_SFEN "b - 1");
    assert_int_equal(shoogi_format_detect(KINGS, strlen(KINGS)), SHOOGI_FORMAT_KIF);
}

/* Spaces of either width beside the colon of a header or of 変化. */
static void spaces_beside_colons(void **state)
{
    (void)state;
    const shoogi_record_read_options options = { .variant = shogi };
    expect_same(
        SHOOGI_FORMAT_KIF, &options,
        "手合割 ： 二枚落ち\n下手 : みぎ\n上手　：　ひだり\n1 ６二銀(71)\n変化 ： 1手\n1 ３二金(41)\n",
        HEAD "手合割：二枚落ち\n下手：みぎ\n上手：ひだり\n" TABLE
             "1 ６二銀(71)\n変化：1手\n1 ３二金(41)\n");
    expect_same(SHOOGI_FORMAT_KIF, &options, "1 ７六歩(77)\n変化　１手\n1 ２六歩(27)\n",
                ON "1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n");
    expect_start("後手の持駒 ： 歩\n" KINGS "先手の持駒　：　金\n", KINGS_SFEN "b Gp 1");
}

/* Every word for a termination, and the winner by it with Black to move. */
static void ends(void **state)
{
    (void)state;
    static const struct {
        const char *word, *result;
        shoogi_termination end;
        shoogi_outcome outcome;
    } words[] = {
        { "投了", "後手の勝ち", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_WHITE },
        { "中断", "中断", SHOOGI_TERMINATION_SUSPENDED, SHOOGI_OUTCOME_NONE },
        { "千日手", "千日手", SHOOGI_TERMINATION_REPETITION, SHOOGI_OUTCOME_NO_CONTEST },
        { "持将棋", "持将棋", SHOOGI_TERMINATION_IMPASSE, SHOOGI_OUTCOME_NO_CONTEST },
        { "詰み", "詰み", SHOOGI_TERMINATION_MATE, SHOOGI_OUTCOME_WHITE },
        { "不詰", "不詰", SHOOGI_TERMINATION_NO_MATE, SHOOGI_OUTCOME_NONE },
        { "切れ負け", "時間切れにより後手の勝ち", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_WHITE },
        { "反則負け", "先手の反則負け", SHOOGI_TERMINATION_ILLEGAL, SHOOGI_OUTCOME_WHITE },
        { "反則勝ち", "先手の反則勝ち", SHOOGI_TERMINATION_ILLEGAL_BEFORE, SHOOGI_OUTCOME_BLACK },
        { "入玉勝ち", "先手の入玉勝ち", SHOOGI_TERMINATION_DECLARATION, SHOOGI_OUTCOME_BLACK },
        { "引き分け", "引き分け", SHOOGI_TERMINATION_DRAW, SHOOGI_OUTCOME_DRAW },
        { "不戦勝", "先手の不戦勝", SHOOGI_TERMINATION_FORFEIT_WON, SHOOGI_OUTCOME_BLACK },
        { "不戦敗", "先手の不戦敗", SHOOGI_TERMINATION_FORFEIT_LOST, SHOOGI_OUTCOME_WHITE },
        { "封じ手", "封じ手", SHOOGI_TERMINATION_SEALED, SHOOGI_OUTCOME_NONE },
        { "待った", "待った", SHOOGI_TERMINATION_TAKEN_BACK, SHOOGI_OUTCOME_NONE },
        { "最大手数", "最大手数", SHOOGI_TERMINATION_MOVES_MAX, SHOOGI_OUTCOME_DRAW },
        { "エラー", "エラー", SHOOGI_TERMINATION_ERROR, SHOOGI_OUTCOME_NONE },
        { "終局", "終局", SHOOGI_TERMINATION_OTHER, SHOOGI_OUTCOME_NONE },
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        char text[512], result_alone[512];
        snprintf(text, sizeof text, ON "   1 %s\nまで0手で%s\n", words[i].word, words[i].result);
        snprintf(result_alone, sizeof result_alone, ON "まで0手で%s\n", words[i].result);
        shoogi_record *const record = good(text);
        const shoogi_node_info node = shoogi_record_node(record, 1);
        if (node.termination != words[i].end || node.result.outcome != words[i].outcome)
            fail_msg("%s", text);
        expect_written(record, SHOOGI_FORMAT_KIF, text, 0);
        shoogi_record_free(record);
        if (words[i].end != SHOOGI_TERMINATION_OTHER) {
            const shoogi_record_read_options options = { .variant = shogi };
            expect_same(SHOOGI_FORMAT_KIF, &options, result_alone, text);
        }
    }
}

static void means_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text, *same;
    } texts[] = {
        { "\xEF\xBB\xBF手合割：平手　　\r\n\r\n手数----指手--\r\n   1 ７六歩(77)  \r\n",
          ON "   1 ７六歩(77)\n" },
        { "手合割:平手\r1 ７六歩(77)", ON "   1 ７六歩(77)\n" },
        { "# KIF形式棋譜ファイル\n# Generated\n  1   7六歩(77)   (00:31 / 00:00:31)+  \n#x\n",
          ON "   1 ７六歩(77) ( 0:31/00:00:31)\n" },
        /* Times: none, with hours, with fractions, wide, without totals. */
        { "1 ７六歩(77) (1:02:03/9:99:99)\n2 ３四歩(33) ( 0:01.5/00:00:01.5)\n3 ２六歩(27) （0：07／0：0：7）\n"
          "4 ８四歩(83) (0:08)\n",
          ON "1 ７六歩(77) (62:03/1:02:03)\n2 ３四歩(33) (0:01.500/0:1.5)\n3 ２六歩(27) (0:07/0:7)\n"
             "4 ８四歩(83) (0:08/0:09)\n" },
        /* Marks, digits, other signs for pieces, 不成, all forms of 同. */
        { "1 ▲７六歩(77)\n2 △34歩(33)\n3 ☗２二角不成(88)\n4 同銀(31)\n5 ４五角打\n6 ６二王(51)\n7 ６三角成（45）\n"
          "8 ６三同王(62)\n9 ９六歩(97)\n10 ５四玉（←63）\n",
          ON "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n4 同　銀(31)\n5 ４五角打\n6 ６二玉(51)\n"
             "7 ６三角成(45)\n8 ６三玉(62)\n9 ９六歩(97)\n10 ５四玉(63)\n" },
        /* A board that contradicts its handicap; one without hands and frame, with other signs. */
        { "手合割：平手\n後手の持駒：なし\n"
          "|・ ・ ・ ・v王 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
          "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
          "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ 竜 个|九\n"
          "上手番\n",
          HEAD
          "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
          "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n"
          "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
          "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ 龍 と|九\n"
          "+---------------------------+\n先手の持駒：なし\n後手番\n" TABLE },
        /* Remarks first; a header after the moves; words for the start without meaning. */
        { "*a\n&b\n手合割：詰将棋\n先手：A\n1 投了\n*c\n終了日時：2024\n",
          EVEN "先手：A\n終了日時：2024\n" TABLE "*a\n&b\n1 投了\n*c\n" },
        { "手合割：\n棋種：本将棋\n先手:B：\n1 詰\nまで0手で投了\n", EVEN "先手：B：\n1 詰み\n" },
        { "1 投了 ( 0:05/00:00:05)\nまで0手で千日手\n", ON "1 投了 ( 0:05/00:00:05)\n" },
        { "先手：A\n1 投了\n先手：A\n", EVEN "先手：A\n1 投了\n" },
        { "下手：A\n上手：B\n手合割：香落ち\n1 ３四歩(33)\nまで1手で上手の勝ち\n",
          HEAD "先手：A\n手合割：香落ち\n後手：B\n1 ３四歩(33)\n2 投了\n" },
        /* Numbers that continue from a board; a repeated number at a variation. */
        { "1 ７六歩(77)\n2 ３四歩(33)\n3 Time-up\nまで\n変化:　２手\n2 ８四歩(83)\n",
          ON "1 ７六歩(77)\n2 ３四歩(33)\n3 切れ負け\n変化：2手\n2 ８四歩(83)\n" },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    /* The longest time in each notation. */
    expect_same(SHOOGI_FORMAT_KIF, &options, ON "1 ７六歩(77) (146601550:22.207/2443359:10:22)\n",
                ON "1 ７六歩(77) (2443359:10:22.207/0:00)\n");
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_same(SHOOGI_FORMAT_KIF, &options, texts[i].text, texts[i].same);
}

#define ONE       ON "1 ７六歩(77)\n"
#define ONE_TIMED ON "1 ７六歩(77) ( 0:01/00:00:01)\n"
#define FIVES     "手合割：5五将棋\n後手の持駒：なし\n"

/* A line with a move in it is never a header or silent, however mail, web pages and people changed it. */
static void moves_are_read_whatever_stands_before(void **state)
{
    (void)state;
    static const char *const leads[] = {
        "\u00A0\u00A0\u00A01\u00A0",
        "\u200B1 ",
        "\uFEFF   1 ",
        "\u3000\t\u20031\u2009",
        "> 1 ",
        ">> > 1 ",
        "＞　1 ",
        "1.",
        "1. ",
        "1: ",
        "1：",
        "1) ",
        "(1) ",
        "[1]",
        "1,",
        "1、",
        "１．",
        "1",
        "-  1 ",
        "・1 ",
        "第1手：",
        "第１手目　",
        "1手目:",
        "",
        "  ",
        "▲",
        "1.▲",
        "- ",
        "● 1 ",
        "No.1 ",
        "1手目・",
        "1 . ",
        "1;",
        "1\t",
    };
    static const char *const squares[] = { "７六", "76", "７６", "七六", "7-6" };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(leads); i++)
        for (size_t k = 0; k < COUNT(squares); k++) {
            char text[512];
            const bool colon = k % 2 == 0; /* with a colon in the time it looked like a header */
            snprintf(text, sizeof text, ON "%s%s歩(77)   %s\n*about it\n2 ３四歩(33)\n", leads[i],
                     squares[k], colon ? "( 0:01/00:00:01)" : "");
            expect_same(SHOOGI_FORMAT_KIF, &options, text,
                        colon ? ONE_TIMED "*about it\n2 ３四歩(33)\n"
                              : ONE "*about it\n2 ３四歩(33)\n");
        }
    static const struct {
        const char *text, *same;
    } texts[] = {
        /* a whole file quoted in a mail */
        { "> 手合割：平手\n> 先手：A\n> " TABLE
          ">    1 ７六歩(77)   ( 0:01/00:00:01)\n> *so\n> 2 投了\n",
          EVEN "先手：A\n" TABLE "1 ７六歩(77) (0:01/0:01)\n*so\n2 投了\n" },
        /* no numbers at all */
        { ON "７六歩(77) ( 0:01/00:00:01)\n３四歩(33)\n22角成(88)\n同　銀(31)\n投了\n",
          ON "1 ７六歩(77) (0:01/0:01)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 投了\n" },
        { ON "1,７六歩(77),( 0:01/00:00:01)\n2,投了,(0:02/0:02)\n",
          ON "1 ７六歩(77) (0:01/0:01)\n2 投了 (0:02/0:02)\n" },
        /* several moves in a line */
        { ON "1 ７六歩(77) 2 ３四歩(33)\n3 ２六歩(27)\n", ONE "2 ３四歩(33)\n3 ２六歩(27)\n" },
        { ON "1 ７六歩(77) (0:01/) 2 ３四歩(33) (0:02/) 3 投了\n",
          ON "1 ７六歩(77) (0:01/0:01)\n2 ３四歩(33) (0:02/0:02)\n3 投了\n" },
        { ON "1 ７六歩(77)、３四歩(33)、▲２六歩\n", ONE "2 ３四歩(33)\n3 ２六歩(27)\n" },
        /* indented comments, and lines for programs */
        { ONE "    *text\n\t#program\n　&mark\n", ONE "*text\n&mark\n" },
        /* the hand as an origin */
        { ONE
          "2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ５五角打(00)   ( 0:01/00:00:01)\n6 ４四角(00)\n",
          ONE "2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ５五角打 (0:01/0:01)\n6 ４四角打\n" },
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_same(SHOOGI_FORMAT_KIF, &options, texts[i].text, texts[i].same);

    /* Words before a move give a warning, and so does a header with a move in it, which stays. */
    static const reported words[] = {
        { ON "1 先手 ７六歩(77)\n2 ３四歩(33)\n", SHOOGI_OK, 4, 3,
          "warning: expected a move or how the game ended, such as 投了, found \"先手\"", 3, NULL },
        { ON "Move 1: ７六歩(77)\n", SHOOGI_OK, 4, 1,
          "warning: expected a header without a move in it, found \"Move 1: ７六歩(77)\"", 1, NULL },
        { ON "先手：▲７六歩(77)\n", SHOOGI_OK, 4, 1,
          "warning: expected a header without a move in it, found \"先手：▲７六歩(77)\"", 1, NULL },
        { ON "1 投了しました\n", SHOOGI_OK, 4, 5,
          "warning: expected the end of the move, found \"しました\"", 2, NULL },
    };
    for (size_t i = 0; i < COUNT(words); i++)
        expect_reported(SHOOGI_FORMAT_KIF, &options, &words[i]);

    /* Anything that is not a move of this game is reported. */
    static const char *const lines[] = {
        "1: what: is",
        "1：（休み）",
        "-1：x",
        "( 0:01/00:00:01) 1 ７六歩(77)",
        "初手７六歩：x",
        "７六歩と３四歩：x",
        "先手７六歩なら：x",
        "図(77)：x",
        "2014年：x",
        "12：34：56",
        "７六象：x",
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char text[256], message[256], rest[64];
        snprintf(text, sizeof text, ONE "%s\n", lines[i]);
        snprintf(message, sizeof message,
                 "warning: expected a move, a header or a remark, found \"%s\"", lines[i]);
        snprintf(rest, sizeof rest, "%s\n", lines[i]);
        const reported row = { text, SHOOGI_OK, 5, 1, message, 2, rest };
        expect_reported(SHOOGI_FORMAT_KIF, &options, &row);
    }
}

/* Times in other forms, and what stands behind a move, an end or its time. */
static void times_and_remarks_in_any_form(void **state)
{
    (void)state;
    static const struct {
        const char *behind;
        int64_t time_ms;
        const char *comment;
    } rows[] = {
        { "", -1, NULL },
        { "( 0:07/00:00:07)", 7000, NULL },
        { "( 0:7/)", 7000, NULL },
        { "( 0:07/ )", 7000, NULL },
        { "( 0:07/", 7000, NULL },
        { "( 0:07", 7000, NULL },
        { "(0:00:07)", 7000, NULL },
        { "[0:07]", 7000, NULL },
        { "(7秒)", 7000, NULL },
        { "（１分７秒）", 67000, NULL },
        { "(1時間2分3秒)", 3723000, NULL },
        { "(7)", 7000, NULL },
        { "0:07", 7000, NULL },
        { "0:07/0:00:07", 7000, NULL },
        { "(  :  /  :  :  )", -1, NULL },
        { "()", -1, NULL },
        { "(/)", -1, NULL },
        { "( 0:07/00:00:07)+", 7000, NULL },
        { "( 0:07/00:00:07) +", 7000, NULL },
        { "+", -1, NULL },
        { "*remark", -1, "remark" },
        { "( 0:07/00:00:07) *remark (3)", 7000, "remark (3)" },
        { "( 0:07/00:00:07)+ *remark", 7000, "remark" },
        { "！？", -1, "！？" },
    };
    static const char *const moves[] = { "1 ７六歩(77)", "1 投了", "1 Time-up" };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(moves); k++) {
            char text[256];
            snprintf(text, sizeof text, ON "%s %s\n", moves[k], rows[i].behind);
            shoogi_record *const record = good(text);
            assert_int_equal(shoogi_record_node_count(record), 2);
            const shoogi_node_info node = shoogi_record_node(record, 1);
            if (node.time_ms != rows[i].time_ms || !shg_text_equal(node.comment, rows[i].comment) ||
                node.result.outcome != (k == 0 ? SHOOGI_OUTCOME_NONE : SHOOGI_OUTCOME_WHITE))
                fail_msg("%s%lld %s", text, (long long)node.time_ms, node.comment);
            shoogi_record_free(record);
        }
    /* An end by its word, whatever stands behind it. */
    const shoogi_record_read_options options = { .variant = shogi };
    expect_same(SHOOGI_FORMAT_KIF, &options, ONE "2 投了。\n", ONE "2 投了\n");
    expect_same(SHOOGI_FORMAT_KIF, &options, ONE "2 中断 (0:05/)\n", ONE "2 中断 (0:05/0:05)\n");
}

/* An illegal move directly before words for a foul, or before a result that names one, is that foul. */
static void a_foul_is_the_end(void **state)
{
    (void)state;
#define BEFORE ON "1 ７六歩(77)\n2 ３四歩(33)\n"
    static const struct {
        const char *text, *foul;
        int64_t time_ms;
        const char *comment;
    } fouls[] = {
        { "3 ２二角(77)\n4 反則勝ち\n", "２二角(77)", -1, NULL },
        { "3 ７七歩打\n4 反則勝ち\nまで3手で後手の勝ち\n", "７七歩打", -1, NULL },
        { "3 ７五歩(77) ( 0:03/00:00:03)\n*why\n\n4 反則勝ち\n", "７五歩(77)", 3000, "why" },
        { "3 ７五歩(77)\n4 反則負け\n", "７五歩(77)", -1, NULL },
        { "3 ７五歩(77)\n4 反則勝ち *two steps\n", "７五歩(77)", -1, "two steps" },
        { "3 ７五歩(77)\nまで3手で後手の反則勝ち\n", "７五歩(77)", -1, NULL },
        { "3 ７五歩(77)\nまで3手で先手の反則負け\n", "７五歩(77)", -1, NULL },
        { "3 ７五歩(77)\nまで3手で反則により後手の勝ち\n", "７五歩(77)", -1, NULL },
        { "3 ７五歩(77)\n4 二歩\n", "７五歩(77)", -1, NULL },
        { "3 ７五歩(77) 4 反則勝ち\n", "７五歩(77)", -1, NULL },
        { "3 ８四歩(83)\n4 反則勝ち\n", "８四歩(83)", -1, NULL }, /* of the other side */
    };
    static const shoogi_format through[] = { SHOOGI_FORMAT_KIF,     SHOOGI_FORMAT_KI2,
                                             SHOOGI_FORMAT_CSA,     SHOOGI_FORMAT_CSA3,
                                             SHOOGI_FORMAT_PGN,     SHOOGI_FORMAT_PSN,
                                             SHOOGI_FORMAT_WESTERN, SHOOGI_FORMAT_JKF,
                                             SHOOGI_FORMAT_SHOOGI };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(fouls); i++) {
        char text[512];
        snprintf(text, sizeof text, BEFORE "%s", fouls[i].text);
        shoogi_record *const record = good(text);
        assert_int_equal(shoogi_record_node_count(record), 4);
        const shoogi_node_info node = shoogi_record_node(record, 3);
        if (node.termination != SHOOGI_TERMINATION_ILLEGAL ||
            node.result.outcome != SHOOGI_OUTCOME_WHITE ||
            !shg_text_equal(node.termination_text, fouls[i].foul) ||
            node.time_ms != fouls[i].time_ms || !shg_text_equal(node.comment, fouls[i].comment))
            fail_msg("%s%s", text, node.termination_text);
        /* It comes back from every format, as the same move. */
        for (size_t k = 0; k < COUNT(through); k++) {
            char *written = NULL;
            size_t bytes;
            uint32_t losses;
            assert_int_equal(
                shoogi_record_write(&written, &bytes, &losses, through[k], record, NULL, NULL),
                SHOOGI_OK);
            shoogi_record *const back = good_record(through[k], &options, written);
            const shoogi_node_info end = shoogi_record_node(back, 3);
            if (shoogi_record_node_count(back) != 4 ||
                end.termination != SHOOGI_TERMINATION_ILLEGAL ||
                end.result.outcome != SHOOGI_OUTCOME_WHITE || !end.termination_text)
                fail_msg("%s", written);
            shoogi_text_free(written);
            shoogi_record_free(back);
        }
        shoogi_record_free(record);
    }
    shoogi_record *const record = good(BEFORE "3 ７五歩(77)\n4 反則勝ち\n");
    expect_written(record, SHOOGI_FORMAT_KIF,
                   ON "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩(77)\n   4 反則勝ち\n"
                      "まで3手で先手の反則負け\n",
                   0);
    shoogi_record_free(record);

    /* Anything else after it, and it is a fault at its place; nothing of it stays in the record. */
    const shoogi_record_read_options keep = { .variant = shogi, .keep_partial = true };
    static const reported faults[] = {
        { ONE "2 ３五歩(33)\n*x\n", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2, "2 ３五歩(33)\n*x\n" },
        { ONE "> 2 ３五歩(33)\n3 投了\n", SHOOGI_ILLEGAL, 5, 5,
          "move 2: a pawn does not move from 3c to 3e", 2, "> 2 ３五歩(33)\n3 投了\n" },
        { ONE "2 ３五歩(33)\nwhat\n3 反則勝ち\n", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2, "2 ３五歩(33)\nwhat\n3 反則勝ち\n" },
        { ONE "2 ３五歩(33)\n3 ２六歩(27)\n4 反則勝ち\n", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2,
          "2 ３五歩(33)\n3 ２六歩(27)\n4 反則勝ち\n" },
        { ONE "2 ３五歩(33)\n変化：2手\n2 ８四歩(83)\n", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2,
          "2 ３五歩(33)\n変化：2手\n2 ８四歩(83)\n" },
        { ONE "2 ３五歩(33)\nまで2手で先手の勝ち\n", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2, "2 ３五歩(33)\nまで2手で先手の勝ち\n" },
    };
    for (size_t i = 0; i < COUNT(faults); i++)
        expect_reported(SHOOGI_FORMAT_KIF, &keep, &faults[i]);
    /* In a variation. */
    expect_same(SHOOGI_FORMAT_KIF, &options,
                ONE "2 ３五歩(33)\n3 反則勝ち\n変化：1手\n1 ２六歩(27)\n2 ３五歩(33)\n3 反則勝ち\n",
                ONE "2 ３五歩(33)\nまで2手で後手の反則負け\n変化：1手\n1 ２六歩(27)\n2 ３五歩(33)\n"
                    "まで2手で後手の反則負け\n");
}

/* Games one after another, without a line that begins a record. */
static void games_follow_each_other(void **state)
{
    (void)state;
#define GAME(name, move) "先手：" name "\n" TABLE "1 " move "\n2 投了\nまで1手で先手の勝ち\n"
    static const struct {
        const char *text;
        unsigned games;
        unsigned nodes[3];
        const char *black[3];
    } texts[] = {
        { "手合割：平手\n" GAME("a", "７六歩(77)") "\n手合割：平手\n" GAME("c", "２六歩(27)"),
          2,
          { 3, 3 },
          { "a", "c" } },
        { GAME("a", "７六歩(77)") GAME("c", "２六歩(27)") GAME("e", "２六歩(27)"),
          3,
          { 3, 3, 3 },
          { "a", "c", "e" } },
        /* a header that the first did not have, and no table */
        { "先手：a\n1 ７六歩(77)\n2 投了\n\n開始日時：2024\n先手：c\n1 ２六歩(27)\n",
          2,
          { 3, 2 },
          { "a", "c" } },
        /* no end, but the first number again */
        { "先手：a\n1 ７六歩(77)\n\n先手：c\n1 ２六歩(27)\n2 ３四歩(33)\n",
          2,
          { 2, 3 },
          { "a", "c" } },
        /* after variations, which have no end */
        { "先手：a\n1 ７六歩(77)\n2 投了\n変化：1手\n1 ２六歩(27)\n\n先手：c\n1 ２六歩(27)\n",
          2,
          { 4, 2 },
          { "a", "c" } },
        /* no headers at all */
        { "1 ７六歩(77)\n2 投了\n1 ２六歩(27)\n2 投了\n", 2, { 3, 3 }, { NULL, NULL } },
        { "1 ７六歩(77)\n2 投了\n" TABLE "1 ２六歩(27)\n", 2, { 3, 2 }, { NULL, NULL } },
        /* one game: headers after the moves or in their midst, also in a variation */
        { "先手：a\n1 ７六歩(77)\n備考：x\n2 投了\n変化：1手\n備考：y\n1 ２六歩(27)\n終了日時：2024\n",
          1,
          { 4 },
          { "a" } },
        { "先手：a\n1 ７六歩(77)\n2 投了\n先手：c\n", 1, { 3 }, { "a" } },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *at = texts[i].text;
        for (unsigned game = 0; game < texts[i].games; game++) {
            shoogi_record *record = NULL;
            size_t used = 0;
            assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_KIF, at, strlen(at),
                                                &options, NULL, 0, NULL),
                             SHOOGI_OK);
            if (shoogi_record_node_count(record) != texts[i].nodes[game] ||
                !shg_text_equal(shoogi_record_header(record, "black"), texts[i].black[game]))
                fail_msg("%s%u", texts[i].text, game);
            shoogi_record_free(record);
            at += used;
        }
        if (*at != '\0')
            fail_msg("%s: left %s", texts[i].text, at);
    }
    /* A fault in one does not lose the next. */
    static const char two[] =
        "先手：a\n1 ７五歩(77)\n2 投了\nまで1手で先手の勝ち\n\n先手：c\n1 ２六歩(27)\n";
    shoogi_record *record = NULL;
    size_t used = 0;
    assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_KIF, two, sizeof two - 1,
                                        &options, NULL, 0, NULL),
                     SHOOGI_ILLEGAL);
    assert_string_equal(two + used, "先手：c\n1 ２六歩(27)\n");
}

/* Errors and their places, what is kept, and the unparsed text. */
static void faults_have_a_place(void **state)
{
    (void)state;
    static const reported faults[] = {
        { "", SHOOGI_PARSE_ERROR, 0, 1, "move 1: expected a record of a game, found end of text", 1,
          "" },
        { "\n#KIF\n", SHOOGI_PARSE_ERROR, 2, 1,
          "move 1: expected a record of a game, found end of text", 1, "#KIF\n" },
        { "1 \xFF六歩(77)\n", SHOOGI_PARSE_ERROR, 1, 3,
          "expected a character of UTF-8, found \"?\"", 0, NULL },
        /* moves */
        { ON "1 ７六歩(77)あ\n", SHOOGI_PARSE_ERROR, 4, 10,
          "move 1: expected the end of the move, found \"あ\"", 1, "1 ７六歩(77)あ\n" },
        { ON "1 ７六歩(77\n\n", SHOOGI_PARSE_ERROR, 4, 6,
          "move 1: expected the end of the move, found \"(77\"", 1, "1 ７六歩(77\n\n" },
        { ON "1 １０六歩(77)\n", SHOOGI_PARSE_ERROR, 4, 3,
          "move 1: expected a square such as ７六, or 同, found \"１０六歩(77)\"", 1,
          "1 １０六歩(77)\n" },
        { ON "1 ７六象(77)\n", SHOOGI_PARSE_ERROR, 4, 5,
          "move 1: expected a piece of this game, found \"象(77)\"", 1, "1 ７六象(77)\n" },
        { ON "1 同　歩(77)\n", SHOOGI_PARSE_ERROR, 4, 3,
          "move 1: expected a square, as no move was made before, found \"同　歩(77)\"", 1,
          "1 同　歩(77)\n" },
        { ONE "2 ３五歩(33)\n3 ２六歩(27)\n*x", SHOOGI_ILLEGAL, 5, 3,
          "move 2: a pawn does not move from 3c to 3e", 2, "2 ３五歩(33)\n3 ２六歩(27)\n*x" },
        { ONE "2 ７五歩(76)\n", SHOOGI_ILLEGAL, 5, 3, "move 2: the pawn on 7f is not yours", 2,
          "2 ７五歩(76)\n" },
        { ONE "2 ５五歩(56)\n", SHOOGI_ILLEGAL, 5, 3, "move 2: there is no piece on 5f", 2,
          "2 ５五歩(56)\n" },
        { ONE "2 ５五角打\n", SHOOGI_ILLEGAL, 5, 3, "move 2: you have no bishop in hand", 2,
          "2 ５五角打\n" },
        { "手合割：二枚落ち\n1 ７六歩(77)\n", SHOOGI_ILLEGAL, 2, 3,
          "move 1: the pawn on 7g is not yours", 1, "1 ７六歩(77)\n" },
        { ONE "2 投了\n*x\n3 ２六歩(27)\n*y\n", SHOOGI_PARSE_ERROR, 7, 3,
          "move 2: expected nothing after the end, found \"２六歩(27)\"", 3, "3 ２六歩(27)\n*y\n" },
        { ONE "変化：1手\n1 ２六歩(27)\n2 ３五歩(33)\n変化：1手\n1 １六歩(17)\n", SHOOGI_ILLEGAL, 7,
          3, "move 2: a pawn does not move from 3c to 3e", 3,
          "2 ３五歩(33)\n変化：1手\n1 １六歩(17)\n" },
        /* a step gives its destination */
        { ON "   1一歩目 じっと\n", SHOOGI_PARSE_ERROR, 4, 9,
          "move 1: expected a square such as ７六, or 同, found \"じっと\"", 1,
          "   1一歩目 じっと\n" },
        { ON "   1一歩目 じっと(77)\n   1二歩目 ７六歩(77)\n", SHOOGI_PARSE_ERROR, 4, 9,
          "move 1: expected a square such as ７六, or 同, found \"じっと(77)\"", 1,
          "   1一歩目 じっと(77)\n   1二歩目 ７六歩(77)\n" },
        { ON "   1一歩目 ７六歩(77)\n   1二歩目 じっと\n", SHOOGI_PARSE_ERROR, 5, 9,
          "move 1: expected a square such as ７六, or 同, found \"じっと\"", 1,
          "   1一歩目 ７六歩(77)\n   1二歩目 じっと\n" },
        { ON "   1一歩目 ７六歩(77)\n   1二歩目 ７三歩(76)\n", SHOOGI_ILLEGAL, 5, 9,
          "move 1: a pawn does not move from 7g by way of 7f", 1,
          "   1一歩目 ７六歩(77)\n   1二歩目 ７三歩(76)\n" },
        /* boards */
        { FIVES "|v飛v角v銀v金v玉|\n| ・ ・ ・ ・v歩|\n1 ３四角(25)\n", SHOOGI_PARSE_ERROR, 5, 1,
          "expected a board of all its ranks, found end of text", 0, NULL },
        { FIVES "|v飛v角v銀v金v玉v玉|\n", SHOOGI_PARSE_ERROR, 3, 12,
          "expected \"|\" after the 5 squares of a rank, found \"v玉|\"", 0, NULL },
        { FIVES "|v飛v角v銀v金|\n", SHOOGI_PARSE_ERROR, 3, 10,
          "expected a piece or ・ on file 1, found \"|\"", 0, NULL },
        { FIVES "|v飛v角 Xv金v玉|\n", SHOOGI_PARSE_ERROR, 3, 7,
          "expected a piece or ・ on file 3, found \"Xv金v玉|\"", 0, NULL },
        { "後手の持駒：玉\n", SHOOGI_PARSE_ERROR, 1, 7,
          "expected a piece that can be in hand, found \"玉\"", 0, NULL },
        { "手数＝x\n", SHOOGI_PARSE_ERROR, 1, 4,
          "expected a number of moves up to 999998, found \"x\"", 0, NULL },
    };
    const shoogi_record_read_options options = { .variant = shogi,
                                                 .find_variant = find,
                                                 .keep_partial = true };
    for (size_t i = 0; i < COUNT(faults); i++)
        expect_reported(SHOOGI_FORMAT_KIF, &options, &faults[i]);
}

/* Accepted with a warning; nothing is lost. */
static void warnings_have_a_place(void **state)
{
    (void)state;
#define WARNING "warning: expected "
    static const reported warnings[] = {
        { ONE "3 ３四歩(33)\n4 ２六歩(27)\n", SHOOGI_OK, 5, 1,
          WARNING "2, the number of the move, found \"3\"", 4, NULL },
        { "５ ７六歩(77)\n", SHOOGI_OK, 1, 1, WARNING "1, the number of the move, found \"５\"", 2,
          NULL },
        { ON "1 ７六銀(77)\n", SHOOGI_OK, 4, 3, WARNING "７六歩, found \"７六銀(77)\"", 2, NULL },
        { ON "1 ７六歩打\n", SHOOGI_OK, 4, 3, WARNING "７六歩, found \"７六歩打\"", 2, NULL },
        { ON "1 ７六歩成(77)\n", SHOOGI_OK, 4, 3, WARNING "７六歩, found \"７六歩成(77)\"", 2,
          NULL },
        { ON "1 ７六歩(77) (0:00/x)\n", SHOOGI_OK, 4, 11,
          WARNING "the end of the move, found \"(0:00/x)\"", 2, NULL },
        { ONE "2 ３四", SHOOGI_OK, 5, 3,
          WARNING "a whole move at the end of the text, found \"３四\"", 2, "３四\n" },
        { ONE "2 何か\n", SHOOGI_OK, 5, 3,
          WARNING "a move or how the game ended, such as 投了, found \"何か\"", 3, NULL },
        { ONE "まで1手で何か\n", SHOOGI_OK, 5, 6,
          WARNING "a move or how the game ended, such as 投了, found \"何か\"", 3, NULL },
        /* moves are missing before the result; a written foul or the word for the end may count, too */
        { ONE "まで3手で先手の勝ち\n", SHOOGI_OK, 5, 3,
          WARNING "1, the number of moves, found \"3\"", 3, NULL },
        { ONE "2 投了\nまで7手で先手の勝ち\n", SHOOGI_OK, 6, 3,
          WARNING "1, the number of moves, found \"7\"", 3, NULL },
        { ONE "2 投了\n2 中断\n", SHOOGI_OK, 6, 3, WARNING "nothing after the end, found \"中断\"",
          3, "中断\n" },
        { ONE "what is this\n2 ３四歩(33)\n", SHOOGI_OK, 5, 1,
          WARNING "a move, a header or a remark, found \"what is this\"", 3, "what is this\n" },
        { "手合割：九十枚落ち\n1 ７六歩(77)\n", SHOOGI_OK, 1, 5,
          WARNING
          "a known game or handicap, or a board (the start is not known), found \"九十枚落ち\"",
          2, NULL },
        { ONE "&a\n*b\n&c\n", SHOOGI_OK, 7, 1, WARNING "one bookmark at a place, found \"&c\"", 2,
          "&c\n" },
        { "備考：a\n1 ７六歩(77)\n備考：b\n備考：a\n", SHOOGI_OK, 3, 1,
          WARNING "a header that is not there yet, found \"備考：b\"", 2, "備考：b\n" },
        { ON "1 ７六歩(77) (146601550:23/0:00)\n", SHOOGI_OK, 4, 11,
          WARNING "the end of the move, found \"(146601550:23/0:00)\"", 2, NULL },
        /* variations without a place */
        { ONE "\n変化：3手\n3 ２六歩(27)\n*c\n&d\nまで3手で中断\n\n変化：1手\n1 ２六歩(27)\n",
          SHOOGI_OK, 6, 4, WARNING "the number of a move that was played, found \"3\"", 3,
          "変化：3手\n3 ２六歩(27)\n*c\n&d\nまで3手で中断\n" },
        { ONE "変化：0手\n1 ２六歩(27)\n", SHOOGI_OK, 5, 4,
          WARNING "the number of a move, found \"0手\"", 2, "変化：0手\n1 ２六歩(27)\n" },
        { ONE "変化：\n1 ２六歩(27)\n", SHOOGI_OK, 5, 4,
          WARNING "the number of a move, found end of text", 2, "変化：\n1 ２六歩(27)\n" },
        { ONE "変化：999999999999手\n", SHOOGI_OK, 5, 4,
          WARNING "the number of a move, found \"999999999999手\"", 2, "変化：999999999999手\n" },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(warnings); i++)
        expect_reported(SHOOGI_FORMAT_KIF, &options, &warnings[i]);

    /* Unparsed text before an error is kept before the text from the error on. */
    const shoogi_record_read_options keep = { .variant = shogi, .keep_partial = true };
    shoogi_record *record = NULL;
    static const char two[] = ONE "what\n2 ３五歩(33)\n";
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, two, sizeof two - 1,
                                        &keep, NULL, 0, NULL),
                     SHOOGI_ILLEGAL);
    assert_string_equal(shoogi_record_unparsed(record), "what\n2 ３五歩(33)\n");
    shoogi_record_free(record);

    /* An unknown value of 手合割 stays in the record. */
    shoogi_error errors[4];
    size_t count;
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, warnings[13].text,
                                        strlen(warnings[13].text), &options, errors, 4, &count),
                     SHOOGI_OK);
    assert_string_equal(shoogi_record_header(record, "手合割"), "九十枚落ち");
    expect_written(
        record, SHOOGI_FORMAT_KIF,
        "#KIF version=2.0 encoding=UTF-8\n#shoogi header 手合割: 九十枚落ち\n手合割：平手\n" TABLE
        "   1 ７六歩(77)\n",
        0);
    shoogi_record_free(record);
}

/* Variations in other orders branch from the last line that fits. */
static void variations_in_any_order(void **state)
{
    (void)state;
    static const char main_line[] =
        ON "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 ２五歩(26)\n6 ８五歩(84)\n";
    static const struct {
        const char *text, *usi; /* of the main line up to the last move of the text */
    } orders[] = {
        { "変化：5手\n5 １六歩(17)\n6 １四歩(13)\n変化：6手\n6 ９四歩(93)\n", "1g1f 9c9d" },
        { "変化：5手\n5 １六歩(17)\n変化：4手\n4 ９四歩(93)\n変化：5手\n5 ９六歩(97)\n",
          "8c8d 9g9f" },
        /* ascending: the short line cannot have it, so it branches from the main line */
        { "変化：3手\n3 １六歩(17)\n変化：6手\n6 ９四歩(93)\n", "2f2e 9c9d" },
        { "変化：2手\n2 １四歩(13)\n変化：3手\n3 １六歩(17)\n変化：6手\n6 ９四歩(93)\n変化：4手\n4 ９四歩(93)\n",
          "2g2f 9c9d" },
        { "変化：7手\n7 １六歩(17)\n", "8d8e 1g1f" },
        /* an alternative to a move that is there, though the last line could be continued */
        { "変化：1手\n1 ２六歩(27)\n変化：2手\n2 ９四歩(93)\n", "7g7f 9c9d" },
        { "変化：3手\n3 １六歩(17)\n変化：4手\n4 ９四歩(93)\n変化：5手\n5 ９六歩(97)\n",
          "8c8d 9g9f" },
        /* or to the end of a line */
        { "7 投了\n変化：6手\n6 ９四歩(93)\n変化：7手\n7 ９六歩(97)\n", "8d8e 9g9f" },
        { "変化：6手\n6 ９四歩(93)\n7 投了\n変化：7手\n7 ９六歩(97)\n", "9c9d 9g9f" },
        /* or, if no line has such a move, to nothing */
        { "変化：6手\n6 ９四歩(93)\n変化：7手\n7 ９六歩(97)\n", "9c9d 9g9f" },
    };
    for (size_t i = 0; i < COUNT(orders); i++) {
        char text[1024], usi[64] = "";
        snprintf(text, sizeof text, "%s%s", main_line, orders[i].text);
        shoogi_record *const record = good(text);
        const shoogi_node last = shoogi_record_node_count(record) - 1;
        const shoogi_node nodes[] = { shoogi_record_node(record, last).parent, last };
        for (size_t k = 0; k < COUNT(nodes); k++) {
            shoogi_position *position;
            const shoogi_node_info node = shoogi_record_node(record, nodes[k]);
            assert_int_equal(shoogi_record_position(&position, record, node.parent), SHOOGI_OK);
            if (k > 0)
                strcat(usi, " ");
            (void)shoogi_usi_write(usi + strlen(usi), sizeof usi - strlen(usi), position,
                                   node.move);
            shoogi_position_free(position);
        }
        assert_string_equal(usi, orders[i].usi);
        shoogi_record_free(record);
    }
}

/* The processor time to read a text. */
static clock_t reading_time(const char *text, shoogi_node nodes_expected)
{
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *record = NULL;
    const clock_t start = clock();
    const shoogi_status status = shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, text,
                                                    strlen(text), &options, NULL, 0, NULL);
    const clock_t used = clock() - start;
    assert_int_equal(status, SHOOGI_OK);
    assert_int_equal(shoogi_record_node_count(record), nodes_expected);
    shoogi_record_free(record);
    return used;
}

/* Variations that fit nowhere are not searched for in many open lines: they take no longer after those than before
 * them. */
static void variations_that_hang_nowhere(void **state)
{
    (void)state;
    enum { DEPTH = 8000, MORE = 300000, LINE_BYTES = 64 };
    static const char *const moves[] = { "１八飛(28)", "９二飛(82)", "２八飛(18)", "８二飛(92)" };
    static const char nowhere[] = "変化:9999\n";
    char *const deep = malloc(DEPTH * LINE_BYTES), *const many = malloc(MORE * sizeof nowhere),
                *const text = malloc(DEPTH * LINE_BYTES + MORE * sizeof nowhere);
    assert_true(deep && many && text);
    char *end = deep;
    for (unsigned n = 2; n <= DEPTH; n++)
        end += sprintf(end, "変化:%u\n%u %s\n", n, n, moves[(n - 1) % 4]);
    end = many;
    for (unsigned i = 0; i < MORE; i++, end += sizeof nowhere - 1)
        memcpy(end, nowhere, sizeof nowhere);
    sprintf(text, "1 %s\n%s%s", moves[0], many, deep);
    const clock_t before = reading_time(text, DEPTH + 1);
    sprintf(text, "1 %s\n%s%s", moves[0], deep, many);
    assert_in_range(reading_time(text, DEPTH + 1), 0, 5 * before);
    free(deep);
    free(many);
    free(text);
}

static void several_in_one_text(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "# ---- 棋譜ファイル ----\n先手：one\n1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n\n"
             "# --- Kifu for Windows 棋譜ファイル ---\n手合割：平手\n" HEAD
             "先手：three\n1 ７五歩(77)\n2 投了\n#shoogi > 棋譜ファイル\n" HEAD "先手：four\n*\n";
    static const unsigned nodes[] = { 3, 1, 1, 1 };
    const char *at = text;
    for (size_t game = 0; game < COUNT(nodes); game++) {
        const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
        shoogi_record *record = NULL;
        size_t used = 0;
        assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_KIF, at, strlen(at),
                                            &options, NULL, 0, NULL),
                         game == 2 ? SHOOGI_ILLEGAL : SHOOGI_OK);
        assert_int_equal(shoogi_record_node_count(record), nodes[game]);
        if (game == 2)
            assert_string_equal(shoogi_record_unparsed(record),
                                "1 ７五歩(77)\n2 投了\n#shoogi > 棋譜ファイル\n");
        shoogi_record_free(record);
        at += used;
    }
    assert_string_equal(at, "");

    const shoogi_record_write_options options = { .follows_another = true,
                                                  .encoding = "Shift_JIS" };
    shoogi_record *const record = good(ON);
    char *written = NULL;
    size_t bytes;
    uint32_t losses;
    assert_int_equal(
        shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_KIF, record, &options, NULL),
        SHOOGI_OK);
    assert_string_equal(written, "\n#KIF version=2.0 encoding=Shift_JIS\n手合割：平手\n" TABLE);
    shoogi_text_free(written);
    shoogi_record_free(record);
}

static void lines_for_programs(void **state)
{
    (void)state;
    static const struct {
        shoogi_termination end;
        shoogi_result result;
        const char *text, *word;
    } ends[] = {
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_CHECKMATE },
          NULL,
          "#shoogi end board white checkmate\n   1 詰み\nまで0手で詰み\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_PERPETUAL_CHECK },
          NULL,
          "#shoogi end board black perpetual-check\n   1 反則勝ち\nまで0手で先手の反則勝ち\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_PERPETUAL_CHECK },
          NULL,
          "#shoogi end board white perpetual-check\n   1 反則負け\nまで0手で先手の反則負け\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION },
          NULL,
          "#shoogi end board no-contest repetition\n   1 千日手\nまで0手で千日手\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION },
          NULL,
          "#shoogi end board draw repetition\n   1 引き分け\nまで0手で引き分け\n" },
        { SHOOGI_TERMINATION_BLACK_FOUL,
          { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_NONE },
          NULL,
          "#shoogi end black-foul white\n   1 反則負け\nまで0手で先手の反則負け\n" },
        { SHOOGI_TERMINATION_WHITE_FOUL,
          { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_NONE },
          NULL,
          "#shoogi end white-foul black\n   1 反則勝ち\nまで0手で先手の反則勝ち\n" },
        { SHOOGI_TERMINATION_RESIGN,
          { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_NONE },
          NULL,
          "#shoogi end resign black\n   1 投了\nまで0手で先手の勝ち\n" },
        /* Words that would have another meaning. */
        { SHOOGI_TERMINATION_OTHER,
          { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
          "７六歩(77)",
          "#shoogi end other none : ７六歩(77)\n   1 終局\nまで0手で終局\n" },
        { SHOOGI_TERMINATION_OTHER,
          { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
          "　",
          "#shoogi end other none : 　\n   1 終局\nまで0手で終局\n" },
        { SHOOGI_TERMINATION_OTHER,
          { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
          "投了",
          "#shoogi end other none : 投了\n   1 終局\nまで0手で終局\n" },
    };
    for (size_t i = 0; i < COUNT(ends); i++) {
        shoogi_record *const record = good(ON);
        shoogi_node n;
        char expected[256];
        const char *const text = ends[i].text;
        assert_int_equal(shoogi_record_add_termination(&n, record, 0, ends[i].end, ends[i].result,
                                                       text, text ? strlen(text) : 0),
                         SHOOGI_OK);
        snprintf(expected, sizeof expected, ON "%s", ends[i].word);
        expect_written(record, SHOOGI_FORMAT_KIF, expected, 0);
        shoogi_record_free(record);
    }
}

static void cut_at_every_length(void **state)
{
    (void)state;
    static const char text[] = HEAD
        "手合割：その他\n後手の持駒：飛　歩十七\n"
        "| ・ ・ ・ ・ ・ ・ ・v玉 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ と|三\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
        "先手の持駒：金　銀二\n手数＝34\n後手番\n先手：A\n" TABLE
        "*a\n   1 ３二玉(21) ( 0:01/00:00:01)+\n&b\n   2 ４三金打\n*\n   3 投了\nまで2手で先手の勝ち\n"
        "変化：1手\n   1 ３一玉(21)\n";
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
    comes_back_cut(SHOOGI_FORMAT_KIF, &options, text, sizeof text);
}

static void looks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_format format;
    } texts[] = {
        { "1 ７六歩(77)\n", SHOOGI_FORMAT_KIF },
        { "開始日時：2024\n", SHOOGI_FORMAT_KIF },
        { "手合割:平手\n", SHOOGI_FORMAT_KIF },
        { "後手の持駒：なし\n", SHOOGI_FORMAT_KIF },
        { "#KI2\n1 ７六歩(77)\n", SHOOGI_FORMAT_KIF },
        { "#KIF version=2.0\n", SHOOGI_FORMAT_KIF },
        { "#KIF version=2.0\n▲７六歩\n", SHOOGI_FORMAT_KI2 },
        { "#KI2 version=2.0\n先手：A\n", SHOOGI_FORMAT_KI2 },
        { "1 7g7f\n", SHOOGI_FORMAT_COUNT },
        { "1 P-7f P-3d\n", SHOOGI_FORMAT_WESTERN },
        { "*\n&\n#\n", SHOOGI_FORMAT_COUNT },
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (shoogi_format_detect(texts[i].text, strlen(texts[i].text)) != texts[i].format)
            fail_msg("%s: %s", texts[i].text,
                     shoogi_format_name(shoogi_format_detect(texts[i].text, strlen(texts[i].text))));
}

/* The number behind a rank of a board says which it is. */
static void ranks_in_another_order_are_reported(void **state)
{
    (void)state;
    static const reported swapped = {
        "|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n"
        "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
        "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|8\n"
        "| 香 桂 銀 金 玉 金 銀 桂 香|十\n１ ７六歩(77)\n",
        SHOOGI_OK,
        9,
        1,
        "warning: expected rank 9 of the board, found \"| 香 桂 銀 金 玉 金 銀 桂 香|十\"",
        2,
        NULL
    };
    const shoogi_record_read_options options = { .variant = shogi };
    expect_reported(SHOOGI_FORMAT_KIF, &options, &swapped);
}

/* A name of a start of any length, in each spelling that is tried, is read within its bounds. */
static void names_of_any_length(void **state)
{
    (void)state;
    static const char *const parts[][3] = { { "x", "", "落" },
                                            { "６", "", "落ち" },
                                            { "x", "6", "おち" },
                                            { "x", "", "得" },
                                            { "二", "9", "兵" } };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (size_t count = 1; count < 160; count++) {
            shg_out text = shg_out_growing();
            shg_out_format(&text, "手合割：%s", parts[i][1]);
            for (size_t k = 0; k < count; k++)
                shg_out_text(&text, parts[i][0]);
            shg_out_format(&text, "%s\n   1 ７六歩(77)\n", parts[i][2]);
            shoogi_record *record = NULL;
            assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, text.bytes,
                                                text.length, &options, NULL, 0, NULL),
                             SHOOGI_OK);
            assert_int_equal(shoogi_record_node_count(record), 2);
            shoogi_record_free(record);
            free(text.bytes);
        }
}

/* Words for an end that has a move in it stay the words of an end. */
static void ends_with_a_move_in_them(void **state)
{
    (void)state;
    static const char *const words[] = { "早すぎる ２六歩(27)", "先手　５五角打",
                                         "おわり 後手 ３四歩(33) 待ち" };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(words); i++) {
        char own[200], *text;
        size_t bytes;
        uint32_t losses;
        snprintf(own, sizeof own, "shoogi record 1\n\n1 7g7f\n2 end other none : %s\n", words[i]);
        shoogi_record *const record = good_record(SHOOGI_FORMAT_SHOOGI, &options, own);
        assert_int_equal(
            shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_KIF, record, NULL, NULL),
            SHOOGI_OK);
        shoogi_record *const again = good_record(SHOOGI_FORMAT_KIF, &options, text);
        const char *const what = shg_record_difference(NULL, record, again, 0);
        if (what)
            fail_msg("%s: %s", text, what);
        shoogi_record_free(again);
        shoogi_text_free(text);
        shoogi_record_free(record);
    }
}

TEST_SUITE(format_kif)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(ranks_in_another_order_are_reported),
        cmocka_unit_test(lions_step),
        cmocka_unit_test(names_that_join),
        cmocka_unit_test(handicaps),
        cmocka_unit_test(names_of_several_handicaps),
        cmocka_unit_test(names_of_starts),
        cmocka_unit_test(names_of_any_length),
        cmocka_unit_test(whose_turn_it_is),
        cmocka_unit_test(boards_alone_and_of_another_size),
        cmocka_unit_test(spaces_beside_colons),
        cmocka_unit_test(ends),
        cmocka_unit_test(ends_with_a_move_in_them),
        cmocka_unit_test(means_the_same),
        cmocka_unit_test(moves_are_read_whatever_stands_before),
        cmocka_unit_test(times_and_remarks_in_any_form),
        cmocka_unit_test(a_foul_is_the_end),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(warnings_have_a_place),
        cmocka_unit_test(variations_in_any_order),
        cmocka_unit_test(variations_that_hang_nowhere),
        cmocka_unit_test(several_in_one_text),
        cmocka_unit_test(lines_for_programs),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(looks),
    };
    shogi = load_variant("shogi");
    mini = load_variant("mini");
    chu = load_variant("chu");
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shoogi_variant_free(shogi);
    shoogi_variant_free(mini);
    shoogi_variant_free(chu);
    return failed;
}
