/* format_ki2_test.c: records in KI2: the differences from KIF. */
#include "support/random_record.h"
#include "base/test_suite.h"
#include "support/records.h"

static shoogi_variant *shogi, *chu;

static shoogi_record *good(const char *text)
{
    const shoogi_record_read_options options = { .variant = shogi };
    return good_record(SHOOGI_FORMAT_KI2, &options, text);
}

#define HEAD "#KI2 version=2.0 encoding=UTF-8\n"
#define ON   HEAD "手合割：平手\n\n"

static void comes_back(void **state)
{
    (void)state;
    static const char *const games[] = {
        ON,
        HEAD
        "開始日時：2024/01/02 10:00:00\n手合割：平手\n先手：A\n後手：B\n消費時間：26▲26△359\n\n"
        "*before the first move\n*\n&start\n"
        "▲７六歩    △３四歩\n*about move 2\n▲２二角成  △同　銀\n&here\n▲４五角\n"
        "まで5手で先手の勝ち\n*the end\n"
        "\n変化：2手\n△８四歩    ▲２六歩    △８五歩    ▲７七角    △３四歩    ▲８八銀\n"
        "△３二金\n",
        HEAD "手合割：香落ち\n下手：A\n上手：B\n\n△３四歩\nまで1手で上手の勝ち\n",
        /* Distinguishing marks, drops, declined promotions. */
        HEAD "手合割：その他\n後手の持駒：なし\n"
             "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
             "+---------------------------+\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n"
             "| ・ ・ 金 ・ ・ ・ ・ ・ ・|二\n"
             "| 金 ・ ・ ・ ・ ・ 銀 ・ ・|三\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
             "| ・ 全 ・ ・ ・ ・ ・ ・ ・|七\n"
             "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
             "| 全 ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
             "+---------------------------+\n"
             "先手の持駒：金　歩\n先手番\n\n"
             "▲８二金上  △１二玉    ▲２四銀不成 △１一玉    ▲８一金打  △１二玉\n"
             "▲８八成銀引 △１一玉    ▲１三銀成  △２一玉\n"
             "まで10手で中断\n",
        /* Lines in any order; terminations in variations. */
        ON
        "▲７六歩    △３四歩    ▲２六歩    △８四歩    ▲２五歩    △８五歩\n"
        "\n変化：5手\n▲４八銀\n\n変化：5手\n▲６八銀\nまで5手で中断\n\n変化：3手\n▲６六歩    △６二銀\n"
        "\n変化：4手\nまで3手で先手の勝ち\n\n変化：1手\n▲２六歩    △８四歩\n\n変化：1手\nまで0手で千日手\n",
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *const record = good(games[i]);
        expect_written(record, SHOOGI_FORMAT_KI2, games[i], 0);
        assert_int_equal(shoogi_format_detect(games[i], strlen(games[i])), SHOOGI_FORMAT_KI2);
        shoogi_record_free(record);
    }
}

static void lions_step(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "\n▲７八歩    △７五獅    ▲８八歩    △７七獅    ▲１２八歩  △７八・８八獅\n"
             "\n変化：6手\n△７八居喰い ▲１２七歩\n\n変化：6手\n△じっと\n";
    const shoogi_record_read_options options = { .variant = chu };
    shoogi_record *const record = good_record(SHOOGI_FORMAT_KI2, &options, text);
    expect_written(record, SHOOGI_FORMAT_KI2, text, 0);
    shoogi_record_free(record);
    /* An empty record of an unnamed variant is a record too. */
    static const char empty[] = HEAD "手合割：その他\n\n";
    shoogi_record *const nothing = good_record(SHOOGI_FORMAT_KI2, &options, empty);
    expect_written(nothing, SHOOGI_FORMAT_KI2, empty, 0);
    shoogi_record_free(nothing);
}

/* The termination is given by the result only. */
static void results(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_termination end;
        shoogi_outcome outcome;
    } lines[] = {
        { "まで1手で先手の勝ち", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "まで1手で中断", SHOOGI_TERMINATION_SUSPENDED, SHOOGI_OUTCOME_NONE },
        { "まで1手で千日手", SHOOGI_TERMINATION_REPETITION, SHOOGI_OUTCOME_NO_CONTEST },
        { "まで1手で持将棋", SHOOGI_TERMINATION_IMPASSE, SHOOGI_OUTCOME_NO_CONTEST },
        { "まで1手で詰み", SHOOGI_TERMINATION_MATE, SHOOGI_OUTCOME_BLACK },
        { "まで1手で不詰", SHOOGI_TERMINATION_NO_MATE, SHOOGI_OUTCOME_NONE },
        { "まで1手で時間切れにより先手の勝ち", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK },
        { "まで1手で後手の反則負け", SHOOGI_TERMINATION_ILLEGAL, SHOOGI_OUTCOME_BLACK },
        { "まで1手で後手の反則勝ち", SHOOGI_TERMINATION_ILLEGAL_BEFORE, SHOOGI_OUTCOME_WHITE },
        { "まで1手で後手の入玉勝ち", SHOOGI_TERMINATION_DECLARATION, SHOOGI_OUTCOME_WHITE },
        { "まで1手で引き分け", SHOOGI_TERMINATION_DRAW, SHOOGI_OUTCOME_DRAW },
        { "まで1手で後手の不戦勝", SHOOGI_TERMINATION_FORFEIT_WON, SHOOGI_OUTCOME_WHITE },
        { "まで1手で後手の不戦敗", SHOOGI_TERMINATION_FORFEIT_LOST, SHOOGI_OUTCOME_BLACK },
        { "まで1手で封じ手", SHOOGI_TERMINATION_SEALED, SHOOGI_OUTCOME_NONE },
        { "まで1手で待った", SHOOGI_TERMINATION_TAKEN_BACK, SHOOGI_OUTCOME_NONE },
        { "まで1手で最大手数", SHOOGI_TERMINATION_MOVES_MAX, SHOOGI_OUTCOME_DRAW },
        { "まで1手で終局", SHOOGI_TERMINATION_OTHER, SHOOGI_OUTCOME_NONE },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char text[256];
        snprintf(text, sizeof text, ON "▲７六歩\n%s\n", lines[i].text);
        shoogi_record *const record = good(text);
        const shoogi_node_info node = shoogi_record_node(record, 2);
        if (node.termination != lines[i].end || node.result.outcome != lines[i].outcome)
            fail_msg("%s", text);
        expect_written(record, SHOOGI_FORMAT_KI2, text, 0);
        shoogi_record_free(record);
    }
    /* Words with the same meaning; the named side counts, whichever is to move. */
    static const struct {
        const char *text;
        shoogi_termination end;
        shoogi_outcome outcome;
    } others[] = {
        { "まで、1手で先手の勝ち", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "まで １手で 先手の勝ち", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "まで先手の勝ち", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "まで1手で後手投了", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "まで1手で後手の時間切れ", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK },
        { "まで1手で時間切れ", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK },
        { "まで1手で時間切れにより後手の負け", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK },
        { "まで1手で先手の反則負け", SHOOGI_TERMINATION_ILLEGAL_BEFORE, SHOOGI_OUTCOME_WHITE },
        { "まで1手で先手の不戦敗", SHOOGI_TERMINATION_FORFEIT_WON, SHOOGI_OUTCOME_WHITE },
        { "まで1手で後手の勝ち", SHOOGI_TERMINATION_OTHER, SHOOGI_OUTCOME_WHITE },
        { "△投了", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
        { "△詰", SHOOGI_TERMINATION_MATE, SHOOGI_OUTCOME_BLACK },
        { "△投了\nまで1手で中断", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK },
    };
    for (size_t i = 0; i < COUNT(others); i++) {
        char text[256];
        snprintf(text, sizeof text, ON "▲７六歩\n%s\n", others[i].text);
        shoogi_record *const record = good(text);
        const shoogi_node_info node = shoogi_record_node(record, 2);
        if (node.termination != others[i].end || node.result.outcome != others[i].outcome)
            fail_msg("%s: %s", text, shoogi_termination_text(node.termination));
        shoogi_record_free(record);
    }
}

static void means_the_same(void **state)
{
    (void)state;
    static const char usual[] = ON "▲７六歩    △３四歩    ▲２二角成  △同　銀\n";
    static const char *const texts[] = {
        "▲７六歩△３四歩▲２二角成△同銀",
        "手合割:平手\r\n☗７六歩 ☖３四歩\r\n▼22角成 ▽同 銀\r\n",
        "1. ▲76歩 2. △34歩 3. ▲22角成 4. △22銀\n",
        " 1 ▲７六歩(77)\n 2 △３四歩(33)\n 3 ▲２二角成(88)\n 4 △同　銀(31)\n",
        "▲７六歩直\n△３四歩\n▲２二角左成 △同銀上\n",
        "#\n　▲　７六歩　　△　３四歩　▲２二角成　　△同　　銀　\n",
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(texts); i++) {
        char same[512], other[512];
        snprintf(same, sizeof same, "%s", usual);
        snprintf(other, sizeof other, "%s", texts[i]);
        expect_same(SHOOGI_FORMAT_KI2, &options, other, same);
    }
    expect_same(SHOOGI_FORMAT_KI2, &options,
                "【第１譜】▲７六歩 △３四歩\n図は▲２六歩\n備考：▲４八銀が好手\n",
                HEAD "備考：▲４八銀が好手\n\n*【第１譜】\n▲７六歩    △３四歩\n*図は\n▲２六歩\n");
}

/* A caption, the number of moves and the last one, is no move. */
static void captions_of_boards(void **state)
{
    (void)state;
    static const char board[] =
        "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
        "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n|v歩 ・ ・ ・ ・ ・ ・ ・ ・|三\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
        "| 歩 ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n"
        "+---------------------------+\n先手の持駒：なし\n";
    static const char *const heads[] = { "", "#KIF version=2.0 encoding=UTF-8\n",
                                         "# ---- Kifu for Windows 棋譜ファイル ----\n" };
    static const char *const texts[] = {
        "手数＝171  ▲５九玉  まで\n後手番\n",
        "手数＝171　▲５九玉(58)　まで\n*a comment\n",
        "手数=171 ☗５九玉 まで\n",
    };
    const shoogi_format formats[] = { SHOOGI_FORMAT_KIF, SHOOGI_FORMAT_KI2 };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(texts) * COUNT(formats) * COUNT(heads); i++) {
        char text[1024], start[512];
        snprintf(text, sizeof text, "%s%s%s", heads[i % COUNT(heads)], board,
                 texts[i / COUNT(formats) % COUNT(texts)]);
        shoogi_record *const record = good_record(formats[i % COUNT(formats)], &options, text);
        assert_int_equal(shoogi_record_node_count(record), 1);
        (void)shoogi_sfen_write(start, sizeof start, shoogi_record_start(record));
        assert_string_equal(start, "4k4/9/p8/9/9/9/P8/9/4K4 w - 172");
        assert_int_equal(shoogi_format_detect(text, strlen(text)), SHOOGI_FORMAT_KIF);
        shoogi_record_free(record);
    }
    expect_same(
        SHOOGI_FORMAT_KI2, &options,
        "#KI2 version=2.0\n手数＝2　▽８四歩  まで\n▲７六歩 △３四歩\n手数＝2  ▽３四歩  まで\n",
        ON "▲７六歩    △３四歩\n");
}

/* Numbers before moves, several moves in a line, and signs behind them. */
static void moves_are_read_whatever_stands_around(void **state)
{
    (void)state;
    static const struct {
        const char *text, *same;
    } texts[] = {
        { "1 ▲７六歩 2 △３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "1 ▲７六歩 △３四歩 ▲２六歩\n4 △８四歩 ▲２五歩\n",
          ON "▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲２五歩\n" },
        { "1.▲７六歩 2.△３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "1：▲７六歩　2：△３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "第1手：▲７六歩\n第2手：△３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "(1) ▲７六歩\n(2) △３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "> ▲７六歩 △３四歩\n> ▲２六歩\n", ON "▲７六歩 △３四歩 ▲２六歩\n" },
        { "\u00A0\u200B▲７六歩\u00A0△３四歩\n", ON "▲７六歩 △３四歩\n" },
        { "▲７六歩、△３四歩。▲２六歩→△８四歩⇒▲２五歩・△８五歩\n",
          ON "▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲２五歩 △８五歩\n" },
        { "▲７六歩！？ △３四歩①\n", ON "▲７六歩\n*！？\n△３四歩\n*①\n" },
        { "▲七六歩 △3-4歩 ▲26歩\n", ON "▲７六歩 △３四歩 ▲２六歩\n" },
        { "▲７六歩 △投了。\n", ON "▲７六歩\nまで1手で先手の勝ち\n" },
        { "▲７六歩 △投了 *early\n", ON "▲７六歩\nまで1手で先手の勝ち\n*early\n" },
        { "▲７六歩 △３四歩\n投了\n", ON "▲７六歩 △３四歩\nまで2手で後手の勝ち\n" },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(texts); i++) {
        expect_same(SHOOGI_FORMAT_KI2, &options, texts[i].text, texts[i].same);
        /* A mark alone in its line could be KIF, which reads the same. */
        const shoogi_format found = shoogi_format_detect(texts[i].text, strlen(texts[i].text));
        if (found != SHOOGI_FORMAT_KI2)
            assert_int_equal(found, SHOOGI_FORMAT_KIF);
        shoogi_record *const a = good_record(found, &options, texts[i].text), *const b = good(
                                                                                  texts[i].same);
        const char *const what = shg_record_difference(NULL, a, b, 0);
        if (what)
            fail_msg("%s: %s", texts[i].text, what);
        shoogi_record_free(a);
        shoogi_record_free(b);
    }
}

/* An illegal move directly before a result that names a foul is that foul. */
static void a_foul_is_the_end(void **state)
{
    (void)state;
    static const char *const results[] = { "まで2手で先手の反則勝ち\n", "まで2手で後手の反則負け\n",
                                           "まで2手で反則により先手の勝ち\n", "▲反則勝ち\n" };
    for (size_t i = 0; i < COUNT(results); i++) {
        char text[256];
        snprintf(text, sizeof text, ON "▲７六歩 △８八角成\n%s", results[i]);
        shoogi_record *const record = good(text);
        const shoogi_node_info node = shoogi_record_node(record, 2);
        assert_int_equal(node.termination, SHOOGI_TERMINATION_ILLEGAL);
        assert_int_equal(node.result.outcome, SHOOGI_OUTCOME_BLACK);
        assert_string_equal(node.termination_text, "８八角成");
        expect_written(record, SHOOGI_FORMAT_KI2,
                       ON "▲７六歩    △８八角成\nまで2手で後手の反則負け\n", 0);
        shoogi_record_free(record);
    }
}

/* Games one after another, without a line that begins a record. */
static void games_follow_each_other(void **state)
{
    (void)state;
    static const char two[] = "先手：a\n後手：b\n\n▲７六歩 △３四歩\nまで2手で中断\n\n"
                              "先手：c\n\n▲２六歩\n備考：x\n△３四歩\n";
    static const shoogi_node nodes[] = { 4, 3 };
    static const char *const black[] = { "a", "c" }, *const white[] = { "b", NULL };
    const shoogi_record_read_options options = { .variant = shogi };
    const char *at = two;
    for (size_t i = 0; i < COUNT(nodes); i++) {
        shoogi_record *record = NULL;
        size_t used = 0;
        assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_KI2, at, strlen(at),
                                            &options, NULL, 0, NULL),
                         SHOOGI_OK);
        assert_int_equal(shoogi_record_node_count(record), nodes[i]);
        assert_true(shg_text_equal(shoogi_record_header(record, "black"), black[i]));
        assert_true(shg_text_equal(shoogi_record_header(record, "white"), white[i]));
        shoogi_record_free(record);
        at += used;
    }
    assert_string_equal(at, "");
}

static void faults_have_a_place(void **state)
{
    (void)state;
#define ONE     ON "▲７六歩"
#define WARNING "warning: expected "
    static const reported reported_for[] = {
        { ON "7g7f\n", SHOOGI_OK, 4, 1, WARNING "a move, a header or a remark, found \"7g7f\"", 1,
          "7g7f\n" },
        { ONE " △３五歩 ▲２六歩\n*x\n", SHOOGI_ILLEGAL, 4, 6,
          "move 2: none of 9 such pieces can move there", 2, "▲７六歩 △３五歩 ▲２六歩\n*x\n" },
        { ON "▲５八金 △３四歩\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected one move, found several: ５八金右, ５八金左", 1, "▲５八金 △３四歩\n" },
        { ON "△３四歩\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected a move of Black, ▲, who is to move, found \"△３四歩\"", 1, "△３四歩\n" },
        { ON "▲同　歩\n", SHOOGI_PARSE_ERROR, 4, 2,
          "move 1: expected a square, as no move was made before, found \"同　歩\"", 1,
          "▲同　歩\n" },
        { ONE " △\n", SHOOGI_PARSE_ERROR, 4, 7,
          "move 2: expected a square such as ７六, or 同, found end of text", 2, "▲７六歩 △\n" },
        { ONE " △何か\n", SHOOGI_PARSE_ERROR, 4, 7,
          "move 2: expected a square such as ７六, or 同, found \"何か\"", 2, "▲７六歩 △何か\n" },
        { ONE " △３四歩あ\n", SHOOGI_PARSE_ERROR, 4, 10,
          "move 2: expected the end of the move, found \"あ\"", 2, "▲７六歩 △３四歩あ\n" },
        { ONE " △投了 ▲２六歩\n", SHOOGI_PARSE_ERROR, 4, 10,
          "move 2: expected nothing after the end, found \"▲２六歩\"", 3,
          "▲７六歩 △投了 ▲２六歩\n" },
        { ONE "\nまで1手で中断\n△３四歩\n", SHOOGI_PARSE_ERROR, 6, 1,
          "move 2: expected nothing after the end, found \"△３四歩\"", 3, "△３四歩\n" },
        { ONE " △投了 △中断\n", SHOOGI_OK, 4, 11, WARNING "nothing after the end, found \"中断\"",
          3, "中断\n" },
        { ONE " ▲３四歩\n", SHOOGI_OK, 4, 6, WARNING "a move of White, △, found \"▲３四歩\"", 3,
          NULL },
        { "△７六歩\n", SHOOGI_OK, 1, 1, WARNING "a move of Black, ▲, found \"△７六歩\"", 2, NULL },
        { ONE " △３四歩寄\n", SHOOGI_OK, 4, 6, WARNING "３四歩, found \"△３四歩寄\"", 3, NULL },
        { ONE " 好手 △３四歩\n", SHOOGI_OK, 4, 6, WARNING "the end of the move, found \"好手\"", 3,
          NULL },
        { ONE " △３四", SHOOGI_OK, 4, 6,
          WARNING "a whole move at the end of the text, found \"△３四\"", 2, "△３四\n" },
        { ONE "\nまで3手で後手の勝ち\n", SHOOGI_OK, 5, 3,
          WARNING "1, the number of moves, found \"3\"", 3, NULL },
        { ONE "\nまで1手で何か\n", SHOOGI_OK, 5, 6,
          WARNING "a move or how the game ended, such as 投了, found \"何か\"", 3, NULL },
        { ONE "\n変化：3手\n▲２六歩\nまで3手で中断\n変化：1手\n▲２六歩\n", SHOOGI_OK, 5, 4,
          WARNING "the number of a move that was played, found \"3\"", 3,
          "変化：3手\n▲２六歩\nまで3手で中断\n" },
    };
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
    for (size_t i = 0; i < COUNT(reported_for); i++)
        expect_reported(SHOOGI_FORMAT_KI2, &options, &reported_for[i]);
}

static void what_is_lost_is_named(void **state)
{
    (void)state;
    shoogi_record *const record = good(ONE "\n");
    shoogi_node n;
    assert_int_equal(
        shoogi_record_add_termination(&n, record, 1, SHOOGI_TERMINATION_OTHER,
                                      (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
                                      "先手の投了", strlen("先手の投了")),
        SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "a：b", strlen("a：b"), "c", 1), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "d▲７六歩", strlen("d▲７六歩"), "e", 1),
                     SHOOGI_OK);
    shoogi_record_set_time(record, 1, 1500);
    shoogi_record_set_time(record, n, 1000);
    expect_written(record, SHOOGI_FORMAT_KI2, ONE "\nまで1手で終局\n",
                   SHG_LOSS(TIMES) | SHG_LOSS(FRACTIONS) | SHG_LOSS(TERMINATION_TIME) |
                       SHG_LOSS(HEADERS) | SHG_LOSS(TERMINATION));
    shoogi_record_free(record);
}

static void cut_at_every_length(void **state)
{
    (void)state;
    static const char text[] = HEAD
        "手合割：香落ち\n下手：A\n\n*a\n△３四歩 ２. ▲２六歩\n&b\n【２】△８八角成 好手 ▲同　銀\n"
        "まで4手で中断\n\n変化：2手\n▲７六歩 △投了\n";
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
    comes_back_cut(SHOOGI_FORMAT_KI2, &options, text, sizeof text);
}

TEST_SUITE(format_ki2)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(lions_step),
        cmocka_unit_test(results),
        cmocka_unit_test(means_the_same),
        cmocka_unit_test(captions_of_boards),
        cmocka_unit_test(moves_are_read_whatever_stands_around),
        cmocka_unit_test(a_foul_is_the_end),
        cmocka_unit_test(games_follow_each_other),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(what_is_lost_is_named),
        cmocka_unit_test(cut_at_every_length),
    };
    shogi = load_variant("shogi");
    chu = load_variant("chu");
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shoogi_variant_free(shogi);
    shoogi_variant_free(chu);
    return failed;
}
