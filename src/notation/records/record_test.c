/* record_test.c: the tree of a record, and records as a line of USI. */
#include "notation/records/record_int.h"
#include "base/test_suite.h"
#include "support/notation.h"

static shoogi_variant *shogi;

static shoogi_status read_usi(shoogi_record **out, const char *text, bool keep, shoogi_error *err)
{
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = keep };
    size_t count = 0;
    return shoogi_record_read(out, NULL, SHOOGI_FORMAT_USI, text, strlen(text), &options, err, 1,
                              &count);
}

static shoogi_record *good(const char *text)
{
    shoogi_record *record = NULL;
    shoogi_error err;
    if (read_usi(&record, text, false, &err) != SHOOGI_OK)
        fail_msg("%s:%u:%u: %s", text, err.line, err.column, err.message);
    return record;
}

static void lines_come_back(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        { "7g7f 3c3d 8h2b+ 3a2b B*4e", "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n" },
        { "\n  position startpos moves 7g7f resign\n7g7f", "startpos moves 7g7f resign\n" },
        { "position startpos", "startpos\n" },
        { "sfen 4k4/9/9/9/9/9/9/9/4K4 w P 7 moves 5a5b win",
          "sfen 4k4/9/9/9/9/9/9/9/4K4 w P 7 moves 5a5b win\n" },
        { "4k4/9/9/9/9/9/9/9/4K4 b 2G", "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2G 1\n" },
        { "4k4/9/9/9/9/9/9/9/4K4 w - 8 moves 5a5b",
          "sfen 4k4/9/9/9/9/9/9/9/4K4 w - 8 moves 5a5b\n" },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        shoogi_record *record = good(lines[i][0]);
        char *text = NULL;
        size_t bytes = 0;
        uint32_t losses = 99;
        assert_int_equal(
            shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_USI, record, NULL, NULL),
            SHOOGI_OK);
        assert_string_equal(text, lines[i][1]);
        assert_int_equal(bytes, strlen(text));
        assert_int_equal(losses, 0);
        shoogi_text_free(text);
        shoogi_record_free(record);
    }
}

static void one_record_at_a_time(void **state)
{
    (void)state;
    const char *text = "7g7f 3c3d\r\n\r\n2g2f";
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *record = NULL;
    size_t used = 0;
    assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_USI, text, strlen(text),
                                        &options, NULL, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(used, strlen("7g7f 3c3d\r\n"));
    assert_int_equal(shoogi_record_node_count(record), 3);
    shoogi_record_free(record);
    text += used;
    assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_USI, text, strlen(text),
                                        &options, NULL, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(used, strlen(text));
    assert_int_equal(shoogi_record_node_count(record), 2);
    shoogi_record_free(record);
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_status status;
        uint32_t line, column;
        const char *message;
    } bad[] = {
        { "", SHOOGI_PARSE_ERROR, 0, 1, "expected a line of USI moves, found end of text" },
        { "7g7f x", SHOOGI_PARSE_ERROR, 1, 6,
          "move 2: expected a move such as 7g7f or P*5e, found \"x\"" },
        { "\nstartpos moves 7g7f 3c3d 2h9h", SHOOGI_ILLEGAL, 2, 26,
          "move 3: a bishop is in the way on 8h" },
        { "7g7f resign 3c3d", SHOOGI_PARSE_ERROR, 1, 13,
          "move 2: expected nothing after the end, found \"3c3d\"" },
        { "sfen 9/9 b moves 7g7f", SHOOGI_PARSE_ERROR, 1, 9,
          "expected \"/\" and 7 more ranks, found \" b\"" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(read_usi(&record, bad[i].text, false, &err), bad[i].status);
        assert_null(record);
        if (err.status != bad[i].status || strcmp(err.message, bad[i].message) != 0 ||
            err.line != bad[i].line || err.column != bad[i].column)
            fail_msg("%s: %u:%u: %s", bad[i].text, err.line, err.column, err.message);
    }
}

static void what_stood_before_a_fault_is_kept(void **state)
{
    (void)state;
    shoogi_record *record = NULL;
    shoogi_error err;
    assert_int_equal(read_usi(&record, "7g7f 3c3d\n2g2f 2g2e 8c8d\n", true, &err), SHOOGI_OK);
    shoogi_record_free(record);
    assert_int_equal(read_usi(&record, "7g7f 3c3d 2g2d 8c8d", true, &err), SHOOGI_ILLEGAL);
    assert_non_null(record);
    assert_int_equal(shoogi_record_node_count(record), 3);
    assert_string_equal(shoogi_record_unparsed(record), "7g7f 3c3d 2g2d 8c8d");
    shoogi_record_free(record);
}

/* Words of engines behind the moves of USI, whose case does not matter; the winner by whose turn it is. */
static void ends_in_words_of_engines(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        shoogi_termination end;
        shoogi_outcome outcome;
        size_t warnings;
    } ends[] = {
        { "resign", SHOOGI_TERMINATION_RESIGN, SHOOGI_OUTCOME_BLACK, 0 },
        { "win", SHOOGI_TERMINATION_DECLARATION, SHOOGI_OUTCOME_WHITE, 0 },
        { "rep_draw", SHOOGI_TERMINATION_REPETITION, SHOOGI_OUTCOME_NO_CONTEST, 0 },
        { "rep_win", SHOOGI_TERMINATION_REPETITION, SHOOGI_OUTCOME_WHITE, 0 },
        { "REP_LOSE", SHOOGI_TERMINATION_REPETITION, SHOOGI_OUTCOME_BLACK, 0 },
        { "draw", SHOOGI_TERMINATION_DRAW, SHOOGI_OUTCOME_DRAW, 0 },
        { "timeout", SHOOGI_TERMINATION_TIME, SHOOGI_OUTCOME_BLACK, 0 },
        { "interrupt", SHOOGI_TERMINATION_SUSPENDED, SHOOGI_OUTCOME_NONE, 0 },
        { "max_moves", SHOOGI_TERMINATION_MOVES_MAX, SHOOGI_OUTCOME_DRAW, 0 },
        { "rep_inf", SHOOGI_TERMINATION_OTHER, SHOOGI_OUTCOME_NONE, 1 },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(ends); i++) {
        char text[60];
        shoogi_record *record = NULL;
        shoogi_error errors[2];
        size_t count = 0;
        snprintf(text, sizeof text, "startpos moves 7g7f %s\n", ends[i].word);
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USI, text, strlen(text),
                                            &options, errors, COUNT(errors), &count),
                         SHOOGI_OK);
        assert_int_equal(count, ends[i].warnings);
        const shoogi_node_info end = shoogi_record_node(record, 2);
        assert_int_equal(end.termination, ends[i].end);
        assert_int_equal(end.result.outcome, ends[i].outcome);
        shoogi_record_free(record);
    }
}

static void a_fault_ends_one_record_of_several(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF"
                               "7g7f 3c3d\nnonsense\n\n7g7f 7c7d 2g2d\n2g2f\n";
    static const struct {
        bool keep;
        shoogi_status status[4];
        shoogi_node nodes[4];
        const char *rest[4];
    } ways[] = {
        { false,
          { SHOOGI_OK, SHOOGI_PARSE_ERROR, SHOOGI_ILLEGAL, SHOOGI_OK },
          { 3, 0, 0, 2 },
          { 0 } },
        { true,
          { SHOOGI_OK, SHOOGI_PARSE_ERROR, SHOOGI_ILLEGAL, SHOOGI_OK },
          { 3, 1, 3, 2 },
          { NULL, "nonsense\n\n", "7g7f 7c7d 2g2d\n", NULL } },
    };
    for (size_t way = 0; way < COUNT(ways); way++) {
        const shoogi_record_read_options options = { .variant = shogi,
                                                     .keep_partial = ways[way].keep };
        size_t at = 0;
        for (size_t i = 0; i < 4; i++) {
            shoogi_record *record = NULL;
            size_t used = 0;
            assert_true(at < sizeof text - 1);
            assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_USI, text + at,
                                                sizeof text - 1 - at, &options, NULL, 0, NULL),
                             ways[way].status[i]);
            assert_int_equal(record ? shoogi_record_node_count(record) : 0, ways[way].nodes[i]);
            const char *const rest = record ? shoogi_record_unparsed(record) : NULL;
            assert_int_equal(!rest, !ways[way].rest[i]);
            if (rest)
                assert_string_equal(rest, ways[way].rest[i]);
            shoogi_record_free(record);
            at += used;
        }
        assert_int_equal(at, sizeof text - 1);
    }
}

static void a_record_has_a_bound(void **state)
{
    (void)state;
    const size_t most = SHOOGI_RECORD_BYTES_MAX;
    char *const text = malloc(most + 1);
    assert_non_null(text);
    for (size_t bytes = most; bytes <= most + 1; bytes++) {
        memset(text, ' ', bytes);
        memcpy(text + bytes - 4, "7g7f", 4);
        const shoogi_record_read_options options = { .variant = shogi };
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        size_t count = 0;
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USI, text, bytes, &options,
                                            &err, 1, &count),
                         bytes == most ? SHOOGI_OK : SHOOGI_LIMIT_EXCEEDED);
        assert_int_equal(count, bytes == most ? 0 : 1);
        if (bytes > most)
            assert_string_equal(err.message,
                                "expected a record of at most 4194304 bytes and 1048576 moves, "
                                "found a larger one");
        shoogi_record_free(record);
    }
    free(text);
}

/* 7g7f, then 3c3d or 8c8d, each continued. */
static void a_tree(void **state)
{
    (void)state;
    shoogi_record *record = good("7g7f 3c3d 2g2f");
    shoogi_position *position = NULL;
    assert_int_equal(shoogi_record_position(&position, record, 1), SHOOGI_OK);
    shoogi_move move;
    assert_int_equal(shoogi_usi_read(&move, position, "8c8d", 4, NULL), SHOOGI_OK);
    shoogi_node other;
    assert_int_equal(shoogi_record_add_move(&other, record, 1, position, move, NULL), SHOOGI_OK);
    shoogi_error err;
    shoogi_node none = 77;
    assert_int_equal(shoogi_record_add_move(&none, record, other, position,
                                            shoogi_record_node(record, 1).move, &err),
                     SHOOGI_ILLEGAL);
    assert_int_equal(none, 77);
    shoogi_position_free(position);

    shoogi_node end;
    const shoogi_result result = shg_end_result(SHOOGI_TERMINATION_RESIGN, SHOOGI_BLACK);
    assert_int_equal(shoogi_record_add_termination(&end, record, other, SHOOGI_TERMINATION_RESIGN,
                                                   result, NULL, 0),
                     SHOOGI_OK);
    assert_int_equal(shoogi_record_node(record, 1).first_child, 2);
    assert_int_equal(shoogi_record_node(record, 2).next_sibling, other);
    assert_int_equal(shoogi_record_node(record, other).next_sibling, SHOOGI_NO_NODE);
    assert_int_equal(shoogi_record_node(record, end).ply, 2);
    assert_int_equal(shoogi_record_node(record, end).result.outcome, SHOOGI_OUTCOME_WHITE);
    assert_int_equal(shoogi_record_line_end(record, 0), 3);
    assert_int_equal(shoogi_record_line_end(record, other), end);

    shg_walker walker;
    assert_int_equal(shg_walker_init(&walker, record), SHOOGI_OK);
    static const shoogi_node tour[] = { 3, 4, 5, 2, 0, 4, 3, 1, 3, 5, 0 };
    for (size_t i = 0; i < COUNT(tour); i++) {
        assert_int_equal(shg_walker_go(&walker, tour[i]), SHOOGI_OK);
        assert_int_equal(shoogi_record_position(&position, record, tour[i]), SHOOGI_OK);
        assert_int_equal(shoogi_position_hash(walker.position), shoogi_position_hash(position));
        assert_int_equal(shoogi_position_ply(walker.position),
                         shoogi_record_node(record, tour[i]).ply + 1);
        shoogi_position_free(position);
    }
    shg_walker_fini(&walker);

    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses = 0;
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_USI, record, NULL, NULL),
        SHOOGI_OK);
    assert_string_equal(text, "startpos moves 7g7f 3c3d 2g2f\n");
    assert_int_equal(losses, SHG_LOSS(VARIATIONS));
    shoogi_text_free(text);
    /* Black resigns on White's turn: by the word alone White would have. */
    const shoogi_result won = { SHOOGI_OUTCOME_WHITE, SHOOGI_REASON_NONE };
    shoogi_node resigned;
    assert_int_equal(shoogi_record_add_termination(&resigned, record, 3, SHOOGI_TERMINATION_RESIGN,
                                                   won, NULL, 0),
                     SHOOGI_OK);
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_USI, record, NULL, NULL),
        SHOOGI_OK);
    assert_string_equal(text, "startpos moves 7g7f 3c3d 2g2f\n");
    assert_int_equal(losses, SHG_LOSS(VARIATIONS) | SHG_LOSS(TERMINATION));
    shoogi_text_free(text);
    shoogi_record_free(record);
}

/* A position in a game may start a record: of its past only the ply is kept. */
static void a_start_within_a_game(void **state)
{
    (void)state;
    shoogi_record *record = good("7g7f 3c3d 2g2f"), *behind = NULL;
    shoogi_position *position = NULL;
    assert_int_equal(shoogi_record_position(&position, record, 1), SHOOGI_OK);
    assert_int_equal(shoogi_record_new(&behind, position), SHOOGI_OK);
    const shoogi_position *const start = shoogi_record_start(behind);
    assert_int_equal(shoogi_position_moves_played(start), 0);
    assert_int_equal(shoogi_position_hash(start), shoogi_position_hash(position));
    expect_sfen(start, "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
    shoogi_record_free(behind);
    shoogi_position_free(position);
    shoogi_record_free(record);
}

static void words_about_it(void **state)
{
    (void)state;
    shoogi_record *record = good("7g7f");
    char expected[4096] = "";
    for (int i = 0; i < 200; i++) {
        char line[16];
        const int bytes = snprintf(line, sizeof line, "line %d", i);
        assert_int_equal(shoogi_record_add_comment(record, 1, line, (size_t)bytes), SHOOGI_OK);
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s",
                 i == 0 ? "" : "\n", line);
        assert_string_equal(shoogi_record_node(record, 1).comment, expected);
    }
    assert_null(shoogi_record_node(record, 0).comment);
    assert_int_equal(shoogi_record_add_comment(record, 0, "", 0), SHOOGI_OK);
    assert_string_equal(shoogi_record_node(record, 0).comment, "");
    assert_int_equal(shoogi_record_add_comment(record, 0, "", 0), SHOOGI_OK);
    assert_string_equal(shoogi_record_node(record, 0).comment, "\n");

    assert_int_equal(shoogi_record_set_header(record, "black", 5, "Sente", 5), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "white", 5, "Gote", 4), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "black", 5, "Other", 5), SHOOGI_OK);
    assert_int_equal(shoogi_record_header_count(record), 2);
    assert_string_equal(shoogi_record_header(record, "black"), "Other");
    assert_null(shoogi_record_header(record, "blac"));
    shoogi_record_set_time(record, 1, 1234);
    assert_int_equal(shoogi_record_set_bookmark(record, 1, "here", 4), SHOOGI_OK);
    assert_string_equal(shoogi_record_node(record, 1).bookmark, "here");
    assert_int_equal(shg_losses_of(record), SHG_LOSS(COMMENTS) | SHG_LOSS(HEADERS) |
                                                SHG_LOSS(TIMES) | SHG_LOSS(FRACTIONS) |
                                                SHG_LOSS(BOOKMARKS));
    shoogi_record_free(record);
}

/* Words of which nothing is left are none, and spaces beside what was left out go with it. */
static void nothing_is_left_of_words_for_an_end(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = { { "1 \x18\n", NULL }, { "1 \x18 somehow\x07 \x07\n", "somehow" } };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(rows); i++) {
        shoogi_record *record = NULL;
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, rows[i].text,
                                            strlen(rows[i].text), &options, NULL, 0, NULL),
                         SHOOGI_OK);
        const shoogi_node_info end = shoogi_record_node(record, 1);
        assert_int_equal(end.termination, SHOOGI_TERMINATION_OTHER);
        if (rows[i].words)
            assert_string_equal(end.termination_text, rows[i].words);
        else
            assert_null(end.termination_text);
        shoogi_record_free(record);
    }
}

/* Whatever the format, what it carries in headers and comments comes without misleading characters, reported in one
 * warning, and everything else unchanged. */
static void misleading_characters_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *name, *comment, *clean_name, *clean_comment;
    } rows[] = {
        { "a \x1B[31mRED \xE2\x80\xAEx", "see \x1B]0;title\x07 here", "a [31mRED x",
          "see ]0;title here" },
        { "羽生　善治", "好手〜①。 👨‍👩‍👧", "羽生　善治",
          "好手〜①。 👨‍👩‍👧" },
        { "Anna", "\xE2\x80\x8B", "Anna", "" },
    };
    size_t names = 0, comments = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++) {
            shoogi_record *record = good("7g7f 3c3d"), *again = NULL;
            const shoogi_record_read_options options = { .variant = shogi };
            char *text = NULL;
            size_t bytes = 0, count = 0, warnings = 0;
            uint32_t losses = 0;
            shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
            assert_int_equal(
                shoogi_record_set_header(record, "black", 5, rows[i].name, strlen(rows[i].name)),
                SHOOGI_OK);
            assert_int_equal(
                shoogi_record_add_comment(record, 1, rows[i].comment, strlen(rows[i].comment)),
                SHOOGI_OK);
            assert_int_equal(
                shoogi_record_write(&text, &bytes, &losses, f, record, NULL, &errors[0]),
                SHOOGI_OK);
            const bool dirty = shg_text_misleading(text, bytes) < bytes || strstr(text, "\\u");
            assert_int_equal(shoogi_record_read(&again, NULL, f, text, bytes, &options, errors,
                                                SHOOGI_RECORD_ERRORS_MAX, &count),
                             SHOOGI_OK);
            for (size_t k = 0; k < count; k++)
                warnings += strstr(errors[k].message, "without control characters") != NULL;
            assert_int_equal(warnings, dirty);
            const char *const name = shoogi_record_header(again, "black");
            const char *const comment =
                shoogi_record_node_count(again) > 1 ? shoogi_record_node(again, 1).comment : NULL;
            if (name) {
                assert_string_equal(name, rows[i].clean_name);
                names++;
            }
            if (comment) {
                assert_string_equal(comment, rows[i].clean_comment);
                comments++;
            }
            shoogi_text_free(text);
            shoogi_record_free(record);
            shoogi_record_free(again);
        }
    assert_true(names >= 3 * 5 && comments >= 2 * 5); /* of the formats that have them */
}

static void formats_are_distinguished(void **state)
{
    (void)state;
    assert_int_equal(shoogi_format_detect("7g7f 3c3d", 9), SHOOGI_FORMAT_USI);
    assert_int_equal(shoogi_format_detect("position startpos", 17), SHOOGI_FORMAT_USI);
    assert_int_equal(shoogi_format_detect("moves 7g7f 3c3d", 15), SHOOGI_FORMAT_USI);
    assert_int_equal(shoogi_format_detect("4k4/9/9/9/9/9/9/9/4K4 b G2", 24), SHOOGI_FORMAT_USI);
    assert_int_equal(shoogi_format_detect("4k4/9/9/9/9/9/9/9/4K4", 21), SHOOGI_FORMAT_COUNT);
    assert_int_equal(shoogi_format_detect("", 0), SHOOGI_FORMAT_COUNT);
    assert_int_equal(shoogi_format_detect("hello", 5), SHOOGI_FORMAT_COUNT);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    return 0;
}

TEST_SUITE(record)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back),
        cmocka_unit_test(one_record_at_a_time),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(what_stood_before_a_fault_is_kept),
        cmocka_unit_test(a_fault_ends_one_record_of_several),
        cmocka_unit_test(ends_in_words_of_engines),
        cmocka_unit_test(a_record_has_a_bound),
        cmocka_unit_test(a_tree),
        cmocka_unit_test(a_start_within_a_game),
        cmocka_unit_test(words_about_it),
        cmocka_unit_test(nothing_is_left_of_words_for_an_end),
        cmocka_unit_test(misleading_characters_are_left_out),
        cmocka_unit_test(formats_are_distinguished),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
