/* evaluation_test.c: scores and lines of engines in comments, in the forms of programs, and what is written of them. */
#include "shoogi/evaluation.h"
#include "base/test_suite.h"
#include "base/text.h"
#include "support/notation.h"

static shoogi_variant *shogi;
static shoogi_record *record;
static shoogi_position *position;

/* A record of 7g7f and 3c3d; the comment belongs to 3c3d, after which Black is to move. */
static shoogi_node make_record(const char *comment)
{
    shoogi_position *start;
    shoogi_move move;
    shoogi_node node = 0;
    shogi = load_variant("shogi");
    start = make_position(shogi, NULL);
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    static const char *const moves[] = { "7g7f", "3c3d" };
    for (size_t i = 0; i < COUNT(moves); i++) {
        assert_int_equal(shoogi_usi_read(&move, start, moves[i], 4, NULL), SHOOGI_OK);
        assert_int_equal(shoogi_record_add_move(&node, record, node, start, move, NULL), SHOOGI_OK);
        assert_int_equal(shoogi_position_do(start, move), SHOOGI_OK);
    }
    position = start;
    while (comment) {
        const size_t bytes = strcspn(comment, "\n");
        assert_int_equal(shoogi_record_add_comment(record, node, comment, bytes), SHOOGI_OK);
        comment = comment[bytes] == '\n' ? comment + bytes + 1 : NULL;
    }
    return node;
}

static void free_record(void)
{
    shoogi_record_free(record);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* "30", "mate 15", then "depth 8", "nodes 99", ": 2g2f 8c8d" or "instead of it: 8c8d". */
static void describe(shg_out *out, const shoogi_evaluation *e)
{
    if (e->has_score)
        shg_out_format(out, "%s%d", e->is_mate ? "mate " : "", e->score);
    if (e->depth_plies > 0)
        shg_out_format(out, " depth %u", e->depth_plies);
    if (e->nodes > 0)
        shg_out_format(out, " nodes %llu", (unsigned long long)e->nodes);
    if (e->move_count > 0)
        shg_out_text(out, e->replaces_move ? " instead:" : ":");
    shoogi_position *p;
    assert_int_equal(shoogi_position_copy(&p, position), SHOOGI_OK);
    if (e->replaces_move)
        shoogi_position_undo(p);
    for (uint32_t i = 0; i < e->move_count; i++) {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        (void)shoogi_usi_write(move, sizeof move, p, e->moves[i]);
        shg_out_format(out, " %s", move);
        assert_int_equal(shoogi_position_do(p, e->moves[i]), SHOOGI_OK);
    }
    shoogi_position_free(p);
}

static void expect_evaluations(shoogi_node node, const char *expected)
{
    shoogi_evaluation all[4];
    size_t count = 99;
    char text[1024] = "";
    shg_out out = shg_out_make(text, sizeof text);
    assert_int_equal(shoogi_record_evaluations(all, COUNT(all), &count, record, node, position),
                     SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        shg_out_text(&out, i > 0 ? "; " : "");
        describe(&out, &all[i]);
    }
    assert_string_equal(text, expected);
}

static void forms_of_programs(void **state)
{
    (void)state;
    static const struct {
        const char *comment, *expected;
    } forms[] = {
        /* Floodgate and CSA 3.0, as CSA and as KIF keep it */
        { "* 30 +2726FU -8384FU", "30: 2g2f 8c8d" },
        { "** -30 +2726FU -8384FU #1234", "-30 nodes 1234: 2g2f 8c8d" },
        { "* -186", "-186" },
        { "* 0 +8822UM -3122GI +0045KA", "0: 8h2b+ 3a2b B*4e" },
        { "* 30 -8384FU +2726FU", "30 instead: 8c8d 2g2f" },
        { "* 30 +2726FU -2726FU", "30: 2g2f" },
        /* ShogiGUI */
        { "*対局 時間 00:01.2 深さ 20/31 ノード数 12345 評価値 -186 読み筋 ▲２六歩(27) △８四歩(83) ▲２五歩(26)",
          "-186 depth 20 nodes 12345: 2g2f 8c8d 2f2e" },
        { "* Engine X Version 1 候補1 深さ 13/19 ノード数 596 評価値 -47 読み筋 ▲２六歩(27)\n"
          "* Engine X Version 1 候補2 深さ 12 ノード数 595 評価値 -48 読み筋 ▲２二角成(88) △同　銀(31) ▲４五角打",
          "-47 depth 13 nodes 596: 2g2f; -48 depth 12 nodes 595: 8h2b+ 3a2b B*4e" },
        { "対局 深さ 20/31 評価値 -186 読み筋 ▲２六歩(27)", "-186 depth 20: 2g2f" },
        { "検討 1 評価値 7 読み筋 ▲２六歩(27)\nこの手の読み筋は難しい", "7: 2g2f" },
        { "*解析 評価値 +詰 5 読み筋 ▲２六歩(27)", "mate 5: 2g2f" },
        { "*解析 評価値 -詰", "mate -1000000000" },
        /* ShogiHome */
        { "先手有望\n#評価値=210\n#読み筋=▲２六歩△８四歩\n#深さ=10\n#ノード数=99\n#エンジン=X",
          "210 depth 10 nodes 99: 2g2f 8c8d" },
        { "*評価値=210\n*読み筋=△８四歩▲２六歩\n\n互角\n#評価値=-5\n#深さ=8",
          "210 instead: 8c8d 2g2f; -5 depth 8" },
        { "*詰み=先手勝ち:15手\n*エンジン=X\n\n#詰み=後手勝ち", "mate 15; mate -1000000000" },
        { "#評価値=1\n#評価値=2\n#評価値=3\n#評価値=4\n#評価値=5", "1; 2; 3; 4" },
        /* Piyo Shogi */
        { "#評価値[-20]", "-20" },
        /* PGN */
        { "good [%eval 0.30] so", "30" },
        { "[%eval -1.05,12] [%pv 2g2f 8c8d]", "-105 depth 12: 2g2f 8c8d" },
        { "[%eval #3]", "mate 5" },
        { "[%eval #-2]", "mate -3" },
        { "[%eval 2]", "200" },
        /* no evaluation */
        { "* 30 minutes later", "" },
        { "評価値は 300 だった", "" },
        { "この手で評価値 300 と出た", "" },
        { "#深さ=3", "" },
        { "#読み筋=何か", "" },
        { "* 99999999999999999999", "" },
        { "[%eval x] [%pv 2g2f]", "" },
        { "30", "" },
        { "", "" },
    };
    for (size_t i = 0; i < COUNT(forms); i++) {
        expect_evaluations(make_record(forms[i].comment), forms[i].expected);
        free_record();
    }
}

/* What is written for each format reads back the same, as far as the form has a place for it. */
static void written_forms(void **state)
{
    (void)state;
    static const struct {
        shoogi_format format;
        const char *said, *written, *read;
    } forms[] = {
        { SHOOGI_FORMAT_KIF, "[%eval -1.86,7] [%pv 8h2b+ 3a2b B*4e]",
          "#評価値=-186\n#読み筋=▲２二角成△同　銀▲４五角\n#深さ=7",
          "-186 depth 7: 8h2b+ 3a2b B*4e" },
        { SHOOGI_FORMAT_JKF, "[%eval #-3]", "#詰み=後手勝ち:5手", "mate -5" },
        { SHOOGI_FORMAT_KI2, "*詰み=先手勝ち", "#詰み=先手勝ち", "mate 1000000000" },
        { SHOOGI_FORMAT_CSA, "[%eval 0.05] [%pv 8h2b+ 3a2b B*4e]", "* 5 +8822UM -3122GI +0045KA",
          "5: 8h2b+ 3a2b B*4e" },
        { SHOOGI_FORMAT_CSA3, "#詰み=後手勝ち", "* -30000", "-30000" },
        { SHOOGI_FORMAT_PGN, "* -5 +2726FU", "[%eval -0.05] [%pv 2g2f]", "-5: 2g2f" },
        { SHOOGI_FORMAT_SHOOGI, "*詰み=先手勝ち:15手", "[%eval #8]", "mate 15" },
        { SHOOGI_FORMAT_PSN, "*詰み=後手勝ち", "[%eval #-0]", "mate -1000000000" },
    };
    for (size_t i = 0; i < COUNT(forms); i++) {
        shoogi_evaluation said;
        size_t count;
        const shoogi_node node = make_record(forms[i].said);
        assert_int_equal(shoogi_record_evaluations(&said, 1, &count, record, node, position),
                         SHOOGI_OK);
        assert_int_equal(count, 1);
        free_record();
        const shoogi_node again = make_record(NULL);
        assert_int_equal(
            shoogi_record_add_evaluation(record, again, forms[i].format, &said, position),
            SHOOGI_OK);
        assert_string_equal(shoogi_record_node(record, again).comment, forms[i].written);
        expect_evaluations(again, forms[i].read);
        free_record();
    }
}

/* Long, cut and repeated: nothing is read past the end, and only so many are filled. */
static void hostile_comments(void **state)
{
    (void)state;
    static const char text[] =
        "*対局 深さ 20/31 評価値 -186 読み筋 ▲２六歩(27) △８四歩(83)\n* 30 +2726FU #9\n"
        "#詰み=先手勝ち:15手\n[%eval #-3,4] [%pv 2g2f]";
    for (size_t bytes = 0; bytes <= sizeof text - 1; bytes++) {
        char cut[sizeof text];
        memcpy(cut, text, bytes);
        cut[bytes] = '\0';
        if (!shg_utf8_valid(cut, bytes))
            continue;
        const shoogi_node node = make_record(cut);
        shoogi_evaluation all[2];
        size_t count = 99;
        assert_int_equal(shoogi_record_evaluations(all, COUNT(all), &count, record, node, position),
                         SHOOGI_OK);
        assert_in_range(count, 0, 2);
        assert_int_equal(shoogi_record_evaluations(NULL, 0, &count, record, node, position),
                         SHOOGI_OK);
        assert_int_equal(count, 0);
        free_record();
    }
}

TEST_SUITE(evaluation)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_programs),
        cmocka_unit_test(written_forms),
        cmocka_unit_test(hostile_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
