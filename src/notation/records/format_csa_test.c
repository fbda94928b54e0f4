/* format_csa_test.c: records in CSA. */
#include "support/records.h"
#include "base/test_suite.h"

static shoogi_variant *shogi, *mini;

#define HIRATE                                                                                     \
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n"                               \
    "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n"                               \
    "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"                               \
    "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n"                               \
    "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n"

static shoogi_status read_csa(shoogi_record **out, size_t *used, const shoogi_variant *variant,
                              const char *text, bool keep, shoogi_error errors[4],
                              size_t *error_count)
{
    const shoogi_record_read_options options = { .variant = variant, .keep_partial = keep };
    return shoogi_record_read(out, used, SHOOGI_FORMAT_CSA, text, strlen(text), &options, errors, 4,
                              error_count);
}

/* A record without an error but with warnings_expected warnings. */
static shoogi_record *good(const shoogi_variant *variant, const char *text,
                           size_t warnings_expected)
{
    shoogi_record *record = NULL;
    shoogi_error errors[4];
    size_t count = 0;
    if (read_csa(&record, NULL, variant, text, false, errors, &count) != SHOOGI_OK)
        fail_msg("%s\n%u:%u: %s", text, errors[0].line, errors[0].column, errors[0].message);
    if (count != warnings_expected)
        fail_msg("%s\n%zu warnings", text, count);
    return record;
}

/* Texts of 3.0 and of 2.2 read back and are written the same again. */
static void comes_back(void **state)
{
    (void)state;
    static const char *const games[] = {
        "PI\n+\n",
        "N+Sente\nN-Gote\n$EVENT:a, b\n$START_TIME:2024/01/02 10:00:00\n$Further: key \nPI\n+\n"
        "'*before the first move\n+7776FU\nT3\n-3334FU\n'*about it\n'*\n'** 30 -3334FU\n+8822UM\nT0\n"
        "-3122GI\n+0045KA\nT9.123\n%TORYO\nT30\n",
        "PI22KA82HI\n-\n-5142OU\n%CHUDAN\n",
        "P1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +TO *  *  *  * \n"
        "P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
        "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  *  *  *  *  *  * \n"
        "P+00FU00KI00KI\nP-00HI\n+\n+0052KI\n%TSUMI\n",
        "PI\n+\n%+ILLEGAL_ACTION\n",
        "PI\n+\n+7776FU\n%ILLEGAL_MOVE\n'*he touched it\n",
        "N+\nN-::name\nPI\n+\n%what is this\n",
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[2048];
        snprintf(text, sizeof text, "'CSA encoding=UTF-8\nV3.0\n%s", games[i]);
        /* an end that is not known is kept, and reported */
        shoogi_record *record = good(shogi, text, strstr(text, "%what") != NULL);
        expect_written(record, SHOOGI_FORMAT_CSA3, text, 0);
        if (!strstr(text, "T9.")) {
            snprintf(text, sizeof text, "V2.2\n%s", games[i]);
            expect_written(record, SHOOGI_FORMAT_CSA, text, 0);
        }
        shoogi_record_free(record);
    }
}

/* Texts with the same meaning as another. */
static void means_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text, *same;
        size_t warnings;
    } texts[] = {
        { HIRATE "+\n", "PI\n+\n", 0 },
        { "V2.2\r\nN+:A\r\nPI\r\n+\r\n+7776FU,T6\r\n\r\n%TORYO ,T1\r\n",
          "N+A\nPI\n+\n+7776FU\nT6\n%TORYO\nT1", 0 },
        { "PI\r+\r7776fu", "PI\n+\n+7776FU\n", 0 },
        { "PI\n+\n+7776FU  ,T0     ,'*T0      ,'7776\n", "PI\n+\n+7776FU\nT0\n'*T0      ,'7776\n",
          0 },
        { "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4\n"
          "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8*+KA*****+HI*\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n",
          "PI\n+\n", 0 },
        { "PI\n" HIRATE "+", "PI\n+\n", 0 },
        { "P-11OU21FU\nP+55OU00HI\nP+00KI\nP-00AL\n+\n",
          "P1 *  *  *  *  *  *  * -FU-OU\nP5 *  *  *  * +OU *  *  *  * \nP+00HI00KI\n"
          "P-00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU\n"
          "P-00KY00KY00KY00KY00KE00KE00KE00KE00GI00GI00GI00GI00KA00KA00HI00KI00KI00KI\n+\n",
          0 },
        { "PI\n+7776FU", "PI\n+\n+7776FU", 1 },
        { "PI82HI\n-3334FU", "PI82HI\n-\n-3334FU", 1 },
        { "PI\n+\nT5\n+7776FU\nT-1\nT1x\n", "PI\n+\n+7776FU\n", 3 },
        { "PI\n+\n+7776FU\n%TORYO\n$END_TIME:2024\n", "$END_TIME:2024\nPI\n+\n+7776FU\n%TORYO\n",
          0 },
        { "PI\n+\n%KACHI\n'*won\nT1\n%KACHI\n", "PI\n+\n%KACHI\n'*won\nT1\n", 0 },
        { "PI\nN*\n$x\n+\n", "PI\n+\n'*N*\n'*$x\n", 2 },
        /* Plain remarks are for people who look at the file. */
        { "'encoding=Shift_JIS\n'one\nPI\n'*two\n'\n+\n'three\n+7776FU,'four\n'** 30 -3334FU\n'*\n",
          "PI\n+\n'*two\n+7776FU\n'** 30 -3334FU\n'*\n", 0 },
        /* What a server says to a client. */
        { "PI\n+\n+7776FU\n%TORYO\n#RESIGN\n#WIN\n", "PI\n+\n+7776FU\n%TORYO\n", 0 },
        { "PI\n+\n+7776FU\n#TIME_UP\n#LOSE\n", "PI\n+\n+7776FU\n%TIME_UP\n", 0 },
        { "PI\n+\n+7776FU\n#SENNICHITE\n#DRAW\n", "PI\n+\n+7776FU\n%SENNICHITE\n", 0 },
        { "PI\n+\n+7776FU\n#WIN\n#what\n", "PI\n+\n+7776FU\n", 1 },
        /* a move or an end is missing between two times */
        { "PI\n+\n+7776FU\nT1\nT2\n", "PI\n+\n+7776FU\nT2\n", 1 },
        /* the longest time, and one that is too long */
        { "PI\n+\n+7776FU\nT08796093022.2079\n", "PI\n+\n+7776FU\nT8796093022.207\n", 0 },
        { "PI\n+\n+7776FU\nT8796093022.208\n", "PI\n+\n+7776FU\n", 1 },
        { "PI\n+\n+7776FU\nT922337203685477\n", "PI\n+\n+7776FU\n", 1 },
        { "PI\n+\n+7776FU\nT1.2345\n", "PI\n+\n+7776FU\nT1.234\n", 0 },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_record *record = good(shogi, texts[i].text, texts[i].warnings);
        shoogi_record *same = good(shogi, texts[i].same, 0);
        const char *const what = shg_record_difference(NULL, same, record, 0);
        if (what)
            fail_msg("%s\n%s differs", texts[i].text, what);
        shoogi_record_free(record);
        shoogi_record_free(same);
    }
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const reported bad[] = {
        { "", SHOOGI_PARSE_ERROR, 0, 1, "expected a game in CSA, found end of text", 0, NULL },
        { "V2.2\nN+a\n", SHOOGI_PARSE_ERROR, 2, 1, "expected a game in CSA, found end of text", 0,
          NULL },
        { "PI\nhello\n", SHOOGI_PARSE_ERROR, 2, 1,
          "expected a line of CSA, such as PI or +7776FU, found \"hello\"", 0, NULL },
        { "P1-KY-KX\n+", SHOOGI_PARSE_ERROR, 1, 7, "expected a piece, as FU, found \"KX\"", 0,
          NULL },
        { "P1-KY x\n+", SHOOGI_PARSE_ERROR, 1, 7, "expected +, - or *, found \"x\"", 0, NULL },
        { "P1 *  *  *  *  *  *  *  *  * *\n+", SHOOGI_PARSE_ERROR, 1, 30,
          "expected the end of the rank, found \"*\"", 0, NULL },
        { "PI55FU\n+", SHOOGI_PARSE_ERROR, 1, 5,
          "expected the piece that is there at the start, found \"FU\"", 0, NULL },
        { "PI00FU\n+", SHOOGI_PARSE_ERROR, 1, 3, "expected a square, as 76, found \"00FU\"", 0,
          NULL },
        { "P+00OU\n+", SHOOGI_PARSE_ERROR, 1, 5,
          "expected a piece that can be in hand, found \"OU\"", 0, NULL },
        { "P+0", SHOOGI_PARSE_ERROR, 1, 3, "expected a square, as 76, found \"0\"", 0, NULL },
        { "PI\n+\n+7776FU\n+2726FU\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 2: expected a move of White, found \"+2726FU\"", 2, NULL },
        { "PI\n+\n+7776KI\n", SHOOGI_PARSE_ERROR, 3, 6,
          "move 1: expected FU or what it promotes to, found \"KI\"", 1, NULL },
        { "PI\n+\n+7776TO\n", SHOOGI_ILLEGAL, 3, 1,
          "move 1: the move neither starts nor ends in the promotion zone", 1, NULL },
        { "PI\n+\n+7776FU,T2,-3335FU\n", SHOOGI_ILLEGAL, 3, 12,
          "move 2: a pawn does not move from 3c to 3e", 2, NULL },
        { "PI\n+\n+0055FU\n", SHOOGI_ILLEGAL, 3, 1, "move 1: you have no pawn in hand", 1, NULL },
        { "PI\n+\n+7776\n", SHOOGI_PARSE_ERROR, 3, 6,
          "move 1: expected a piece, as FU, found end of text", 1, NULL },
        { "PI\n+\n+7776FU+\n", SHOOGI_PARSE_ERROR, 3, 8,
          "move 1: expected the end of the move, found \"+\"", 1, NULL },
        { "PI\n+\n+7706FU\n", SHOOGI_PARSE_ERROR, 3, 4,
          "move 1: expected a square, as 76, found \"06FU\"", 1, NULL },
        { "PI\n+\n%TORYO\n+7776FU\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected nothing after the end, found \"+7776FU\"", 2, NULL },
        { "PI\n+\n%TORYO\n%TSUMI\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected nothing after the end, found \"%TSUMI\"", 2, NULL },
        { "PI\n+\n+7776FU\nPI\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 2: expected a move, as +7776FU, found \"PI\"", 2, NULL },
        { "PI\n+\n+7776FU\n'\xFF\n", SHOOGI_PARSE_ERROR, 4, 2,
          "move 2: expected a character of UTF-8, found \"?\"", 2, "'\uFFFD\n" },
    };
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_reported_from_line(SHOOGI_FORMAT_CSA, &options, &bad[i]);
    const reported damaged_end = { "PI\n+\n+7776FU\n%TOR?O\n",
                                   SHOOGI_OK,
                                   4,
                                   1,
                                   "warning: expected a known end, such as %TORYO, found \"%TOR?O\"",
                                   3,
                                   NULL };
    expect_reported(SHOOGI_FORMAT_CSA, &options, &damaged_end);
}

static void several_in_one_text(void **state)
{
    (void)state;
    static const char text[] = "V2.2\nN+one\nPI\n+\n+7776FU\n/\nN+two\nPI\n+\n+7775FU\n%TORYO\n/\n"
                               "PI\n-\n-3334FU\n/\n\n";
    static const char *const rest = "+7775FU\n%TORYO\n";
    const char *at = text;
    for (unsigned game = 0; game < 3; game++) {
        shoogi_record *record = NULL;
        shoogi_error errors[4];
        size_t used = 0, count = 0;
        assert_int_equal(read_csa(&record, &used, shogi, at, true, errors, &count),
                         game == 1 ? SHOOGI_ILLEGAL : SHOOGI_OK);
        assert_int_equal(shoogi_record_node_count(record), game == 1 ? 1 : 2);
        assert_int_equal(shoogi_record_unparsed(record) != NULL, game == 1);
        if (game == 1)
            assert_string_equal(shoogi_record_unparsed(record), rest);
        shoogi_record_free(record);
        at += used;
    }
    assert_string_equal(at, "");

    shoogi_record *record = good(shogi, "PI\n+\n", 0);
    for (shoogi_format format = SHOOGI_FORMAT_CSA; format <= SHOOGI_FORMAT_CSA3; format++) {
        const shoogi_record_write_options options = { .follows_another = true,
                                                      .encoding = "Shift_JIS" };
        char *written = NULL;
        size_t bytes;
        uint32_t losses;
        assert_int_equal(
            shoogi_record_write(&written, &bytes, &losses, format, record, &options, NULL),
            SHOOGI_OK);
        assert_string_equal(written, "/\nPI\n+\n");
        shoogi_text_free(written);
    }
    const shoogi_record_write_options options = { .encoding = "Shift_JIS" };
    char *written = NULL;
    size_t bytes;
    uint32_t losses;
    assert_int_equal(
        shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_CSA3, record, &options, NULL),
        SHOOGI_OK);
    assert_string_equal(written, "'CSA encoding=Shift_JIS\nV3.0\nPI\n+\n");
    shoogi_text_free(written);
    shoogi_record_free(record);
}

/* The smaller board, MSK, with commas at the ends of lines. */
static void a_board_of_five(void **state)
{
    (void)state;
    static const char text[] =
        "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \n"
        "P5+OU+KI+GI+KA+HI\n+\n+2534KA,\n-2122KI,\nT3\n";
    shoogi_record *record = good(mini, text, 0);
    expect_written(record, SHOOGI_FORMAT_CSA, "V2.2\nPI\n+\n+2534KA\n-2122KI\nT3\n", 0);
    shoogi_record_free(record);
}

/* The move before was illegal: the word names the side that made it, which is not the one to move. */
static void fouls_of_the_side_before(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *word;
        shoogi_outcome winner;
    } games[] = { { "PI\n+\n", "%-ILLEGAL_ACTION\n", SHOOGI_OUTCOME_BLACK },
                  { "PI\n+\n+7776FU\n", "%+ILLEGAL_ACTION\n", SHOOGI_OUTCOME_WHITE } };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *const record = good(shogi, games[i].moves, 0);
        shoogi_node n;
        char text[64];
        assert_int_equal(shoogi_record_add_termination(
                             &n, record, shoogi_record_node_count(record) - 1,
                             SHOOGI_TERMINATION_ILLEGAL_BEFORE,
                             (shoogi_result){ games[i].winner, SHOOGI_REASON_NONE }, NULL, 0),
                         SHOOGI_OK);
        snprintf(text, sizeof text, "V2.2\n%s%s", games[i].moves, games[i].word);
        expect_written(record, SHOOGI_FORMAT_CSA, text, 0);
        shoogi_record *const again = good(shogi, text, 0);
        const shoogi_node_info end = shoogi_record_node(again, shoogi_record_node_count(again) - 1);
        assert_int_equal(end.result.outcome, games[i].winner);
        shoogi_record_free(again);
        shoogi_record_free(record);
    }
}

/* Version 3.0 writes line ends and backslashes of the note as \n and \\, and the time limit in seconds. */
static void headers_of_version_3(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *value, *csa3;
    } headers[] = {
        { "V3.0\n$NOTE:a\\nb\\\\c\\d\nPI\n+\n", "note", "a b\\c\\d", "$NOTE:a b\\\\c\\\\d\n" },
        { "V2.2\n$NOTE:a\\nb\nPI\n+\n", "note", "a\\nb", "$NOTE:a\\\\nb\n" },
        { "V3.0\n$TIME:600+10+0\nPI\n+\n", "time-limit", "00:10+10", "$TIME_LIMIT:00:10+10\n" },
        { "V3.0\n$TIME:14400+60+0\nPI\n+\n", "time-limit", "04:00+60", "$TIME_LIMIT:04:00+60\n" },
        { "V3.0\n$TIME:600+0+5\nPI\n+\n", "time-limit", "600+0+5", "$TIME:600+0+5\n" },
        { "V3.0\n$TIME:90+0+0\nPI\n+\n", "time-limit", "90+0+0", "$TIME:90+0+0\n" },
        { "V3.0\n$TIME:soon\nPI\n+\n", "TIME", "soon", "$TIME:soon\n" },
    };
    for (size_t i = 0; i < COUNT(headers); i++) {
        char text[120];
        shoogi_record *const record = good(shogi, headers[i].text, 0);
        assert_string_equal(shoogi_record_header(record, headers[i].name), headers[i].value);
        snprintf(text, sizeof text, "'CSA encoding=UTF-8\nV3.0\n%sPI\n+\n", headers[i].csa3);
        expect_written(record, SHOOGI_FORMAT_CSA3, text, 0);
        shoogi_record *const again = good(shogi, text, 0);
        assert_string_equal(shoogi_record_header(again, headers[i].name), headers[i].value);
        shoogi_record_free(again);
        shoogi_record_free(record);
    }
}

/* What shogi-server writes behind the moves: when the game ended, and who won. */
static void summaries_of_a_server(void **state)
{
    (void)state;
    static const struct {
        const char *end, *summary;
        size_t warnings;
        shoogi_termination termination;
        shoogi_outcome outcome;
    } games[] = {
        { "%SENNICHITE\n", "oute_sennichite:a lose:b win", 0, SHOOGI_TERMINATION_REPETITION,
          SHOOGI_OUTCOME_WHITE },
        { "%SENNICHITE\n", "oute_sennichite:a b win:c:d lose", 0, SHOOGI_TERMINATION_REPETITION,
          SHOOGI_OUTCOME_BLACK },
        { "%SENNICHITE\n", "sennichite:a draw:b draw", 0, SHOOGI_TERMINATION_REPETITION,
          SHOOGI_OUTCOME_NO_CONTEST },
        { "%TORYO\n", "toryo:a lose:b win", 0, SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_WHITE },
        { "%TORYO\n", "toryo:a win:b lose", 1, SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_WHITE },
        { "%KACHI\n", "kachi:a win:b lose", 0, SHOOGI_TERMINATION_DECLARATION,
          SHOOGI_OUTCOME_BLACK },
        { "%CHUDAN\n", "abnormal:a win:b lose", 0, SHOOGI_TERMINATION_SUSPENDED,
          SHOOGI_OUTCOME_BLACK },
        { "", "time up:a win:b lose", 0, SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK },
        { "", "abnormal:a win:b lose", 0, SHOOGI_TERMINATION_OTHER, SHOOGI_OUTCOME_BLACK },
        { "", "max_moves:a draw:b draw", 0, SHOOGI_TERMINATION_MOVES_MAX, SHOOGI_OUTCOME_DRAW },
        { "", "abnormal", 0, SHOOGI_TERMINATION_NONE, SHOOGI_OUTCOME_NONE },
        { "", "abnormal:a:b", 0, SHOOGI_TERMINATION_NONE, SHOOGI_OUTCOME_NONE },
        { "", "a lose:b", 0, SHOOGI_TERMINATION_NONE, SHOOGI_OUTCOME_NONE },
        { "", ":", 0, SHOOGI_TERMINATION_NONE, SHOOGI_OUTCOME_NONE },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "V2\nN+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n%s'summary:%s\n"
                 "'$END_TIME:2020/01/02 03:04:05\n",
                 games[i].end, games[i].summary);
        shoogi_record *const record = good(shogi, text, games[i].warnings);
        const shoogi_node_info last = shoogi_record_node(record, shoogi_record_line_end(record, 0));
        if (last.termination != games[i].termination || last.result.outcome != games[i].outcome)
            fail_msg("%s: %s, %d", text, shoogi_termination_text(last.termination),
                     (int)last.result.outcome);
        assert_string_equal(shoogi_record_header(record, "end-time"), "2020/01/02 03:04:05");
        shoogi_record_free(record);
    }
}

static void what_is_lost_is_named(void **state)
{
    (void)state;
    shoogi_record *record = good(shogi, "PI\n+\n+7776FU\nT1.5\n", 0);
    expect_written(record, SHOOGI_FORMAT_CSA, "V2.2\nPI\n+\n+7776FU\nT1\n", SHG_LOSS(FRACTIONS));
    shoogi_node n;
    assert_int_equal(shoogi_record_set_bookmark(record, 1, "b", 1), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "a:b", 3, "c", 1), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "NOTE", 4, "c", 1), SHOOGI_OK);
    assert_int_equal(shoogi_record_add_termination(
                         &n, record, 0, SHOOGI_TERMINATION_RESIGN,
                         shg_end_result(SHOOGI_TERMINATION_RESIGN, SHOOGI_BLACK), NULL, 0),
                     SHOOGI_OK);
    assert_int_equal(shoogi_record_add_termination(
                         &n, record, 1, SHOOGI_TERMINATION_FORFEIT_WON,
                         (shoogi_result){ SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_NONE }, NULL, 0),
                     SHOOGI_OK);
    shoogi_record_set_time(record, n, 60000);
    expect_written(record, SHOOGI_FORMAT_CSA3,
                   "'CSA encoding=UTF-8\nV3.0\nPI\n+\n+7776FU\nT1.500\n",
                   SHG_LOSS(VARIATIONS) | SHG_LOSS(BOOKMARKS) | SHG_LOSS(HEADERS) |
                       SHG_LOSS(TERMINATION) | SHG_LOSS(TERMINATION_TIME));
    shoogi_record_free(record);

    /* The nearest word, unless it would give the wrong winner. */
    static const struct {
        shoogi_termination end;
        shoogi_result result;
        const char *word;
    } ends[] = {
        { SHOOGI_TERMINATION_BOARD, { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_CHECKMATE }, "%TSUMI\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_PERPETUAL_CHECK },
          "%-ILLEGAL_ACTION\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_PERPETUAL_CHECK },
          "%ILLEGAL_MOVE\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_REPETITION },
          "%ILLEGAL_MOVE\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_IMPASSE },
          "%JISHOGI\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION },
          "%SENNICHITE\n" },
        { SHOOGI_TERMINATION_BOARD,
          { SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION },
          "%HIKIWAKE\n" },
        { SHOOGI_TERMINATION_SEALED, { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE }, "%CHUDAN\n" },
        { SHOOGI_TERMINATION_RESIGN, { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_NONE }, "" },
        { SHOOGI_TERMINATION_REPETITION,
          { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_NONE },
          "%SENNICHITE\n" },
    };
    for (size_t i = 0; i < COUNT(ends); i++) {
        record = good(shogi, "PI\n+\n", 0);
        assert_int_equal(
            shoogi_record_add_termination(&n, record, 0, ends[i].end, ends[i].result, NULL, 0),
            SHOOGI_OK);
        char expected[64];
        snprintf(expected, sizeof expected, "V2.2\nPI\n+\n%s", ends[i].word);
        expect_written(record, SHOOGI_FORMAT_CSA, expected, SHG_LOSS(TERMINATION));
        shoogi_record_free(record);
    }
}

static void not_every_game(void **state)
{
    (void)state;
    shoogi_variant *chu = load_variant("chu");
    shoogi_position *start = make_position(chu, NULL);
    shoogi_record *record = NULL;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    char *text = NULL;
    size_t bytes, count;
    uint32_t losses;
    shoogi_error err[4];
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_CSA, record, NULL, err),
        SHOOGI_ILLEGAL);
    assert_string_equal(err[0].message, "CSA has no codes for the pieces of this game");
    assert_null(text);
    shoogi_record_free(record);
    record = NULL;
    assert_int_equal(read_csa(&record, NULL, chu, "PI\n+\n", true, err, &count),
                     SHOOGI_PARSE_ERROR);
    assert_null(record);
    shoogi_position_free(start);
    shoogi_variant_free(chu);
}

static void looks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_format format;
    } texts[] = {
        { "PI\n+\n", SHOOGI_FORMAT_CSA },
        { "'remark\nV2.2\n", SHOOGI_FORMAT_CSA },
        { "\xEF\xBB\xBFN+a\nN-b\n$EVENT:c\nP1-KY\n", SHOOGI_FORMAT_CSA },
        { "+7776FU\nT1\n", SHOOGI_FORMAT_CSA },
        { "'\n'\n+\n", SHOOGI_FORMAT_COUNT },
        /* The beginning is enough, whatever follows. */
        { "V2.2\nPI\n+\n7776FU\n3334FU\n", SHOOGI_FORMAT_CSA },
        { "7776FU\n3334FU\n", SHOOGI_FORMAT_CSA },
        { "V2\nPI\n+\n+7776FU\n#RESIGN\n#WIN\n", SHOOGI_FORMAT_CSA },
        { "PI\n+\nhello\nhello\nhello\n", SHOOGI_FORMAT_CSA },
        { "V3.0\nhello\nhello\n", SHOOGI_FORMAT_CSA },
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_int_equal(shoogi_format_detect(texts[i].text, strlen(texts[i].text)),
                         texts[i].format);
}

/* An illegal move directly before a word for a foul is that foul, and is written again. */
static void a_foul_is_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *text, *foul;
        shoogi_outcome outcome;
        int64_t time_ms;
        const char *written;
    } fouls[] = {
        { "-0035FU\n%ILLEGAL_MOVE\n", "P*3e", SHOOGI_OUTCOME_BLACK, -1, "-0035FU\n%ILLEGAL_MOVE\n" },
        { "-2288UM\nT7\n%ILLEGAL_MOVE\n", "2b8h+", SHOOGI_OUTCOME_BLACK, 7000,
          "-2288UM\n%ILLEGAL_MOVE\nT7\n" },
        { "-3335FU,T7\n'*two steps\n%-ILLEGAL_ACTION\n", "3c3e", SHOOGI_OUTCOME_BLACK, 7000,
          "-3335FU\n%ILLEGAL_MOVE\nT7\n'*two steps\n" },
        /* the word names the other side */
        { "-3335FU\n%+ILLEGAL_ACTION\n", "3c3e", SHOOGI_OUTCOME_WHITE, -1, NULL },
    };
    for (size_t i = 0; i < COUNT(fouls); i++) {
        char text[256];
        snprintf(text, sizeof text, "V2.2\nPI\n+\n+7776FU\n%s", fouls[i].text);
        shoogi_record *const record = good(shogi, text, 0);
        assert_int_equal(shoogi_record_node_count(record), 3);
        const shoogi_node_info node = shoogi_record_node(record, 2);
        assert_int_equal(node.termination, SHOOGI_TERMINATION_ILLEGAL);
        assert_int_equal(node.result.outcome, fouls[i].outcome);
        assert_int_equal(node.time_ms, fouls[i].time_ms);
        assert_string_equal(node.termination_text, fouls[i].foul);
        if (fouls[i].written) {
            snprintf(text, sizeof text, "V2.2\nPI\n+\n+7776FU\n%s", fouls[i].written);
            expect_written(record, SHOOGI_FORMAT_CSA, text, 0);
        }
        shoogi_record_free(record);
    }
    /* Before anything else it is a fault, at its place. */
    static const char *const faults[] = { "-0035FU\n", "-0035FU\n%TORYO\n",
                                          "-0035FU\n+2726FU\n%ILLEGAL_MOVE\n" };
    for (size_t i = 0; i < COUNT(faults); i++) {
        char text[256];
        shoogi_record *record = NULL;
        shoogi_error errors[4];
        size_t count = 0;
        snprintf(text, sizeof text, "V2.2\nPI\n+\n+7776FU\n%s", faults[i]);
        assert_int_equal(read_csa(&record, NULL, shogi, text, true, errors, &count),
                         SHOOGI_ILLEGAL);
        assert_int_equal(count, 1);
        assert_int_equal(errors[0].line, 5);
        assert_string_equal(errors[0].message, "move 2: you have no pawn in hand");
        assert_int_equal(shoogi_record_node_count(record), 2);
        assert_string_equal(shoogi_record_unparsed(record), faults[i]);
        shoogi_record_free(record);
    }
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    mini = load_variant("mini");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(mini);
    return 0;
}

TEST_SUITE(format_csa)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foul_is_the_end),
        cmocka_unit_test(comes_back),
        cmocka_unit_test(means_the_same),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(several_in_one_text),
        cmocka_unit_test(a_board_of_five),
        cmocka_unit_test(fouls_of_the_side_before),
        cmocka_unit_test(summaries_of_a_server),
        cmocka_unit_test(what_is_lost_is_named),
        cmocka_unit_test(not_every_game),
        cmocka_unit_test(looks),
        cmocka_unit_test(headers_of_version_3),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
