/* result_line_test.c: the termination and the winner by the words of a Japanese record. */
#include "support/random_record.h"
#include "base/test_suite.h"
#include "support/records.h"

static shoogi_variant *shogi;

#define NONE       SHOOGI_OUTCOME_NONE
#define BLACK      SHOOGI_OUTCOME_BLACK
#define WHITE      SHOOGI_OUTCOME_WHITE
#define DRAW       SHOOGI_OUTCOME_DRAW
#define NO_CONTEST SHOOGI_OUTCOME_NO_CONTEST
#define END(name)  SHOOGI_TERMINATION_##name

typedef struct result {
    const char *words;
    shoogi_termination end;
    shoogi_outcome outcome;
    const char *text; /* of the termination; NULL: none */
} result;

/* After three moves, so White is to move. */
static shoogi_record *read_after(const char *headers, const char *tail, shoogi_format format,
                                 size_t *warnings)
{
    const shoogi_record_read_options options = { .variant = shogi };
    const char *const moves = format == SHOOGI_FORMAT_KIF
                                  ? "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n"
                                  : "▲７六歩 △３四歩 ▲２六歩\n";
    char text[1024];
    shoogi_error errors[8];
    shoogi_record *record = NULL;
    snprintf(text, sizeof text, "%s手合割：平手\n%s%s\n", headers, moves, tail);
    if (shoogi_record_read(&record, NULL, format, text, strlen(text), &options, errors, 8,
                           warnings) != SHOOGI_OK)
        fail_msg("%s: %s", text, errors[0].message);
    return record;
}

static void expect_result(const char *headers, const char *tail, shoogi_format format,
                          const result *expected, bool warned)
{
    size_t warnings = 0;
    shoogi_record *const record = read_after(headers, tail, format, &warnings);
    const shoogi_node_info node = shoogi_record_node(record, shoogi_record_node_count(record) - 1);
    if (node.termination != expected->end || node.result.outcome != expected->outcome)
        fail_msg("%s: %s, outcome %d", tail, shoogi_termination_text(node.termination),
                 (int)node.result.outcome);
    if ((expected->text == NULL) != (node.termination_text == NULL) ||
        (expected->text && strcmp(expected->text, node.termination_text) != 0))
        fail_msg("%s: %s", tail, node.termination_text ? node.termination_text : "no text");
    if ((warnings > 0) != warned)
        fail_msg("%s: %zu warnings", tail, warnings);
    shoogi_record_free(record);
}

static void expect_line(const char *headers, const result *expected, bool warned)
{
    char tail[256];
    snprintf(tail, sizeof tail, "まで3手で%s", expected->words);
    expect_result(headers, tail, SHOOGI_FORMAT_KIF, expected, warned);
    expect_result(headers, tail, SHOOGI_FORMAT_KI2, expected, warned);
}

/* The last verdict on a side decides, and the side nearest before it. */
static void last_verdict_and_nearest_side(void **state)
{
    (void)state;
    static const result lines[] = {
        { "先手の勝ち", END(RESIGN), BLACK, NULL },
        { "切れ負けにより先手の勝ち", END(TIME), BLACK, NULL },
        { "切れ負けにより後手の勝ち", END(TIME), WHITE, NULL },
        { "時間切れ負けにより先手の勝ち", END(TIME), BLACK, NULL },
        { "先手の時間切れにより後手の勝ち", END(TIME), WHITE, NULL },
        { "後手の時間切れにより先手の勝ち", END(TIME), BLACK, NULL },
        { "先手の切れ負けで後手勝ち", END(TIME), WHITE, NULL },
        { "先手の切れ勝ち", END(TIME), BLACK, NULL },
        { "先手は時間切れにより負け", END(TIME), WHITE, NULL },
        { "先手の勝ち（切れ負け）", END(TIME), BLACK, NULL },
        { "後手の勝ち（先手反則負け）", END(ILLEGAL_BEFORE), WHITE, NULL },
        { "反則負けにより先手の勝ち", END(ILLEGAL), BLACK, NULL },
        { "反則負けにより後手の勝ち", END(ILLEGAL_BEFORE), WHITE, NULL },
        { "先手の反則負け", END(ILLEGAL_BEFORE), WHITE, NULL },
        { "後手の反則で先手勝利", END(ILLEGAL), BLACK, NULL },
        { "先手が後手に勝ち", END(RESIGN), BLACK, NULL },
        { "後手が先手を破り勝ち", END(OTHER), WHITE, "後手が先手を破り勝ち" },
        { "後手が先手に負け", END(RESIGN), BLACK, NULL },
        { "☗の勝ち", END(RESIGN), BLACK, NULL },
        { "上手の勝ち", END(OTHER), WHITE, "上手の勝ち" },
        { "後手投了", END(RESIGN), BLACK, NULL },
        { "先手の投了により後手の勝ち", END(RESIGN), WHITE, NULL },
        { "先手の逆転勝ち", END(RESIGN), BLACK, NULL },
        { "先手太郎の勝ち", END(RESIGN), BLACK, NULL },
        /* other words for verdicts */
        { "先手勝ち", END(RESIGN), BLACK, NULL },
        { "先手勝", END(RESIGN), BLACK, NULL },
        { "先手の勝。", END(RESIGN), BLACK, NULL },
        { "先手が勝ち", END(RESIGN), BLACK, NULL },
        { "先手の勝利", END(RESIGN), BLACK, NULL },
        { "後手の負け", END(RESIGN), BLACK, NULL },
        { "後手敗", END(RESIGN), BLACK, NULL },
        { "後手の敗北", END(RESIGN), BLACK, NULL },
        { "先手の負け", END(OTHER), WHITE, "先手の負け" },
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        expect_line("", &lines[i], false);
}

/* A cause is kept, whatever the verdict. */
static void causes_are_kept(void **state)
{
    (void)state;
    static const result lines[] = {
        { "時間切れ", END(TIME), BLACK, NULL },
        { "持ち時間切れにより後手の勝ち", END(TIME), WHITE, NULL },
        { "反則により先手の勝ち", END(ILLEGAL), BLACK, NULL },
        { "反則行為により後手の勝ち", END(ILLEGAL_BEFORE), WHITE, NULL },
        { "二歩の反則により先手の勝ち", END(ILLEGAL), BLACK, "二歩" },
        { "先手の二歩により後手の勝ち", END(ILLEGAL_BEFORE), WHITE, "二歩" },
        { "後手の打ち歩詰め", END(ILLEGAL), BLACK, "打ち歩詰め" },
        { "打ち歩詰めの反則負けで先手の勝ち", END(ILLEGAL), BLACK, "打ち歩詰め" },
        { "王手放置により先手の勝ち", END(ILLEGAL), BLACK, "王手放置" },
        { "二手指しにより後手の勝ち", END(ILLEGAL_BEFORE), WHITE, "二手指し" },
        { "行き所のない駒により後手の勝ち", END(ILLEGAL_BEFORE), WHITE, "行き所のない駒" },
        { "待ったの反則により先手の勝ち", END(ILLEGAL), BLACK, NULL },
        { "連続王手の千日手により後手の勝ち", END(REPETITION), WHITE, NULL },
        { "先手の宣言により先手の勝ち", END(DECLARATION), BLACK, NULL },
        { "入玉宣言により後手の勝ち", END(DECLARATION), WHITE, NULL },
        { "先手の宣言勝ち", END(DECLARATION), BLACK, NULL },
        { "千日手", END(REPETITION), NO_CONTEST, NULL },
        { "千日手により引き分け", END(REPETITION), DRAW, NULL },
        { "持将棋により引き分け", END(IMPASSE), DRAW, NULL },
        { "最大手数により引き分け", END(MOVES_MAX), DRAW, NULL },
        { "引分", END(DRAW), DRAW, NULL },
        { "時間切れにより中断", END(SUSPENDED), NONE, NULL },
        { "後手の不戦敗", END(FORFEIT_LOST), BLACK, NULL },
        { "先手の不戦により後手の勝ち", END(FORFEIT_WON), WHITE, NULL },
        { "後手の接続切れにより先手の勝ち", END(OTHER), BLACK, "後手の接続切れにより先手の勝ち" },
        { "詰みにより先手の勝ち", END(MATE), BLACK, NULL },
        { "27点法により先手の勝ち", END(DECLARATION), BLACK, NULL },
        { "先手の入玉宣言失敗", END(DECLARATION), WHITE, NULL },
        { "打ち掛け", END(SUSPENDED), NONE, NULL },
        { "急用により先手の勝ち", END(OTHER), BLACK, "急用により先手の勝ち" },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        expect_line("", &lines[i], false);
        char tail[256];
        size_t warnings;
        snprintf(tail, sizeof tail, "まで3手で%s", lines[i].words);
        shoogi_record *const record = read_after("", tail, SHOOGI_FORMAT_KIF, &warnings);
        assert_true(comes_back_from(SHOOGI_FORMAT_KIF, record));
        assert_true(comes_back_from(SHOOGI_FORMAT_SHOOGI, record));
        shoogi_record_free(record);
    }
}

/* A name from the headers is a side: the longest one there, whatever words it contains. */
static void names_are_sides(void **state)
{
    (void)state;
    static const struct {
        const char *headers;
        result line;
    } lines[] = {
        { "後手：Anna\n", { "Annaの勝ち", END(OTHER), WHITE, "Annaの勝ち" } },
        { "先手：Anna\n後手：Annabel\n", { "Annaの勝ち", END(RESIGN), BLACK, NULL } },
        { "先手：Anna\n後手：Annabel\n", { "Annabelの負け", END(RESIGN), BLACK, NULL } },
        { "先手：ann\n後手：Joann\n", { "Joannの時間切れ", END(TIME), BLACK, NULL } },
        { "後手：先手必勝\n", { "時間切れにより先手必勝の勝ち", END(TIME), WHITE, NULL } },
        { "先手：負け犬\n後手：後手番長\n", { "負け犬の勝ち", END(RESIGN), BLACK, NULL } },
        { "先手：負け犬\n後手：後手番長\n", { "後手番長の切れ負け", END(TIME), BLACK, NULL } },
        { "先手：山田 太郎 五段\n", { "山田太郎五段の勝ち", END(RESIGN), BLACK, NULL } },
        { "先手：山田太郎女流三段\n", { "山田太郎の勝ち", END(RESIGN), BLACK, NULL } },
        { "先手：山田　太郎\n", { "山田太郎さんの勝ち", END(RESIGN), BLACK, NULL } },
        { "後手：Bert(1500)\n", { "Bertの投了", END(RESIGN), BLACK, NULL } },
        { "先手省略名：山田\n", { "山田の勝ち", END(RESIGN), BLACK, NULL } },
        /* a side of the other name stays what it is */
        { "先手：後手\n後手：先手\n", { "先手の勝ち", END(RESIGN), BLACK, NULL } },
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        expect_line(lines[i].headers, &lines[i].line, false);
}

/* No winner is invented where the side is unknown: the words stay, and a warning names them. */
static void unknown_sides_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *headers, *words;
    } lines[] = {
        { "", "Annaの勝ち" },
        { "", "Annaの時間切れ" },
        { "", "先手の時間切れによりAnnaの勝ち" },
        { "先手：Anna\n後手：Anna\n", "Annaの勝ち" },
        { "先手：An\n", "Annaの勝ち" },
        { "", "二歩" },
        { "", "両者時間切れ" },
        { "", "連続王手の千日手" },
        { "", "勝ち" },
        { "", "接続切れ" },
        { "", "勝浦の勝ち" },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        const result expected = { lines[i].words, END(OTHER), NONE, lines[i].words };
        expect_line(lines[i].headers, &expected, true);
    }
}

/* In place of a move the same words count, and a remark may follow them. */
static void words_in_place_of_a_move(void **state)
{
    (void)state;
    static const result words[] = {
        { "勝ち宣言", END(DECLARATION), WHITE, NULL },
        { "先手投了", END(RESIGN), WHITE, NULL },
        { "持ち時間切れ", END(TIME), BLACK, NULL },
        { "投了。", END(RESIGN), BLACK, NULL },
        { "投了 *a remark", END(RESIGN), BLACK, NULL },
        { "反則負け（二歩）", END(ILLEGAL), BLACK, "二歩" },
        { "引分け", END(DRAW), DRAW, NULL },
        { "Time-up", END(TIME), BLACK, NULL },
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        char tail[256];
        snprintf(tail, sizeof tail, "4 %s", words[i].words);
        expect_result("", tail, SHOOGI_FORMAT_KIF, &words[i], false);
    }
    static const char *const unknown[] = { "何か", "王手千日手", "トライ", "投げやり" };
    for (size_t i = 0; i < COUNT(unknown); i++) {
        const result expected = { "", END(OTHER), NONE, unknown[i] };
        char tail[256];
        snprintf(tail, sizeof tail, "4 %s", unknown[i]);
        expect_result("", tail, SHOOGI_FORMAT_KIF, &expected, true);
    }
}

/* A result after such a word gives the winner that the word does not, and is reported if it contradicts. */
static void results_after_a_word(void **state)
{
    (void)state;
    static const result named = { "", END(OTHER), BLACK, "何か" },
                        lost = { "", END(RESIGN), BLACK, NULL },
                        stopped = { "", END(SUSPENDED), NONE, NULL };
    expect_result("", "4 何か\nまで3手で先手の勝ち", SHOOGI_FORMAT_KIF, &named, true);
    expect_result("", "4 投了\nまで3手で先手の勝ち", SHOOGI_FORMAT_KIF, &lost, false);
    expect_result("", "4 投了\nまで3手で後手の勝ち", SHOOGI_FORMAT_KIF, &lost, true);
    expect_result("", "4 投了\nまで3手で千日手", SHOOGI_FORMAT_KIF, &lost, false);
    expect_result("", "4 中断\nまで3手で中断", SHOOGI_FORMAT_KIF, &stopped, false);
    expect_result("", "4 中断\nまで3手で先手の勝ち", SHOOGI_FORMAT_KIF, &stopped, true);
}

/* 王手千日手 names no side, but the board does. */
static void the_board_names_the_side(void **state)
{
    (void)state;
    static const char text[] =
        "後手の持駒：なし\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ 飛 ・|\n| 玉 ・ ・ ・ ・ ・ ・ ・ ・|\n"
        "先手の持駒：なし\n先手番\n"
        "1 １八飛(28)\n2 ２一玉(11)\n3 ２八飛(18)\n4 １一玉(21)\n"
        "5 １八飛(28)\n6 ２一玉(11)\n7 ２八飛(18)\n8 １一玉(21)\n"
        "9 １八飛(28)\n10 ２一玉(11)\n11 ２八飛(18)\n12 １一玉(21)\n13 王手千日手\n";
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *const record = good_record(SHOOGI_FORMAT_KIF, &options, text);
    const shoogi_node_info node = shoogi_record_node(record, 13);
    assert_int_equal(node.termination, SHOOGI_TERMINATION_BOARD);
    assert_int_equal(node.result.outcome, SHOOGI_OUTCOME_WHITE);
    assert_int_equal(node.result.reason, SHOOGI_REASON_PERPETUAL_CHECK);
    shoogi_record_free(record);
}

TEST_SUITE(result_line)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_verdict_and_nearest_side),
        cmocka_unit_test(causes_are_kept),
        cmocka_unit_test(names_are_sides),
        cmocka_unit_test(unknown_sides_are_reported),
        cmocka_unit_test(words_in_place_of_a_move),
        cmocka_unit_test(results_after_a_word),
        cmocka_unit_test(the_board_names_the_side),
    };
    shogi = load_variant("shogi");
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shoogi_variant_free(shogi);
    return failed;
}
