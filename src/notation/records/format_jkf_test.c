/* format_jkf_test.c: records in JKF. */
#include "support/records.h"
#include "base/test_suite.h"

static shoogi_variant *shogi;

static shoogi_record *own(const char *text)
{
    const shoogi_record_read_options options = { .variant = shogi };
    return good_record(SHOOGI_FORMAT_SHOOGI, &options, text);
}

static shoogi_record *good(const char *text)
{
    const shoogi_record_read_options options = { .variant = shogi };
    return good_record(SHOOGI_FORMAT_JKF, &options, text);
}

/* A text of JKF and one of our own mean the same. */
static void expect_means(const char *jkf, const char *ours)
{
    shoogi_record *const a = good(jkf), *const b = own(ours);
    const char *const what = shg_record_difference(NULL, a, b, 0);
    if (what)
        fail_msg("%s: %s differs", jkf, what);
    shoogi_record_free(a);
    shoogi_record_free(b);
}

#define HEAD "{\"header\":{},\n\"initial\":{\"preset\":\"HIRATE\"},\n\"moves\":[\n{}"
#define M7776                                                                                      \
    "{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}"
#define M3334                                                                                      \
    "{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"}"
#define M8384                                                                                      \
    "{\"move\":{\"color\":1,\"from\":{\"x\":8,\"y\":3},\"to\":{\"x\":8,\"y\":4},\"piece\":\"FU\"}"
#define M2726                                                                                      \
    "{\"move\":{\"color\":0,\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"}"

/* An illegal move directly before a special word for a foul is that foul. */
static void a_foul_is_the_end(void **state)
{
    (void)state;
#define M3335                                                                                      \
    "{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":5},\"piece\":\"FU\"}"
#define P35   "{\"move\":{\"to\":{\"x\":3,\"y\":5},\"piece\":\"FU\"}"
#define AFTER "shoogi record 1\n1 7g7f\n"
    expect_means(HEAD ",\n" M7776 "},\n" M3335 "},\n{\"special\":\"ILLEGAL_MOVE\"}]}",
                 AFTER "2 end illegal black : 3c3e\n");
    expect_means(HEAD ",\n" M7776 "},\n" M3335
                      ",\"comments\":[\"x\"]},\n{\"special\":\"-ILLEGAL_ACTION\"}]}",
                 AFTER "2 end illegal black : 3c3e\n* x\n");
    expect_means(HEAD ",\n" M7776 "},\n" P35 "},\n{\"special\":\"ILLEGAL_MOVE\"}]}",
                 AFTER "2 end illegal black : P*3e\n");
    static const shoogi_error none = { .status = SHOOGI_OK };
    static const char *const faults[] = { M3335 "}]}", M3335 "},{\"special\":\"TORYO\"}]}",
                                          M3335 "}," M2726 "}]}",
                                          M3335 "},{\"special\":\"ILLEGAL_MOVE\",\"forks\":[]}]}" };
    for (size_t i = 0; i < COUNT(faults); i++) {
        const shoogi_record_read_options options = { .variant = shogi };
        shoogi_record *record = NULL;
        shoogi_error err = none;
        size_t count = 0;
        char text[1024];
        snprintf(text, sizeof text, HEAD ",\n" M7776 "},%s", faults[i]);
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_JKF, text, strlen(text),
                                            &options, &err, 1, &count),
                         SHOOGI_ILLEGAL);
        assert_string_equal(err.message, "move 2: a pawn does not move from 3c to 3e");
    }
}

/* The same record in JKF and in our own words. */
static void is_written_and_read(void **state)
{
    (void)state;
    static const struct {
        const char *jkf, *own;
        uint32_t losses;
    } games[] = {
        { HEAD "]}\n", "shoogi record 1\n", 0 },
        { "{\"header\":{\"先手\":\"A\\\"\",\"x\":\"\"},\n\"initial\":{\"preset\":\"HIRATE\"},\n\"moves\":[\n"
          "{\"shoogi\":{\"bookmark\":\"b\",\"moves\":{\"3\":{\"ms\":3661500}}},\n\"comments\":[\"a\",\"\"]},\n" M7776
          ",\"time\":{\"now\":{\"m\":0,\"s\":3},\"total\":{\"h\":0,\"m\":0,\"s\":3}}},\n" M3334
          "},\n"
          "{\"move\":{\"color\":0,\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"piece\":\"KA\","
          "\"promote\":true,\"capture\":\"KA\"},"
          "\"time\":{\"now\":{\"m\":61,\"s\":1},\"total\":{\"h\":1,\"m\":1,\"s\":4}}},\n"
          "{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":1},\"to\":{\"x\":2,\"y\":2},\"piece\":\"GI\","
          "\"same\":true,\"capture\":\"UM\"},\"comments\":[\"歩\"]},\n"
          "{\"move\":{\"color\":0,\"to\":{\"x\":4,\"y\":5},\"piece\":\"KA\"}},\n"
          "{\"special\":\"TORYO\"}]}\n",
          "shoogi record 1\nblack: A\"\nx:\n* a\n*\n& b\n1 7g7f 3\n2 3c3d\n3 8h2b+ 3661.5\n4 3a2b\n* 歩\n"
          "5 B*4e\n6 end resign black\n",
          0 },
        /* In a variation there is no place for what JKF has no keys for. */
        { HEAD
          ",\n" M7776 "},\n" M3334 ",\"forks\":[[\n" M8384
          ",\"time\":{\"now\":{\"m\":0,\"s\":1},\"total\":{\"h\":0,\"m\":0,\"s\":1}}},\n" M2726
          ",\"bookmark\":\"b\",\"forks\":[[\n"
          "{\"special\":\"CHUDAN\"}]]}],[\n{\"special\":\"-ILLEGAL_ACTION\",\"end\":\"white-foul draw\"}]]},\n" M2726
          "}]}\n",
          "shoogi record 1\n1 7g7f\n2 3c3d\n3 2g2f\n2 8c8d 1.5\n3 2g2f\n& b\n3 end suspended none\n"
          "2 end white-foul draw\n",
          SHG_LOSS(TERMINATION) | SHG_LOSS(BOOKMARKS) | SHG_LOSS(FRACTIONS) },
        { "{\"header\":{},\n\"initial\":{\"preset\":\"HIKY\"},\n\"moves\":[\n"
          "{\"shoogi\":{\"moves\":{\"1\":{\"bookmark\":\"b\",\"end\":\"other none : wh\\\"at\"}},\"rest\":\"a\\u000ab\"}},\n{}]}\n",
          "shoogi record 1\nstart lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n"
          "1 end other none : wh\"at\n& b\n> a\n> b\n",
          0 },
#define END(number, end)                                                                           \
    "{\"header\":{},\n\"initial\":{\"preset\":\"HIRATE\"},\n\"moves\":[\n"                         \
    "{\"shoogi\":{\"moves\":{\"" number "\":{\"end\":\"" end "\"}}}},\n"
        /* The nearest word of the list stands for others. */
        { END("1", "sealed none") "{\"special\":\"CHUDAN\"}]}\n",
          "shoogi record 1\n1 end sealed none\n", 0 },
        { END("1", "moves-max draw") "{\"special\":\"HIKIWAKE\"}]}\n",
          "shoogi record 1\n1 end moves-max draw\n", 0 },
        { END("1", "forfeit-won black") "{}]}\n", "shoogi record 1\n1 end forfeit-won black\n", 0 },
        /* TORYO would mean that Black, the side to move, has lost. */
        { END("1", "resign black") "{}]}\n", "shoogi record 1\n1 end resign black\n", 0 },
        /* A foul of the side that moved before: by Black, as White is to move. */
        { HEAD ",\n" M7776 "},\n{\"special\":\"+ILLEGAL_ACTION\"}]}\n",
          "shoogi record 1\n1 7g7f\n2 end illegal-before white\n", 0 },
        { HEAD ",\n{\"special\":\"-ILLEGAL_ACTION\"}]}\n",
          "shoogi record 1\n1 end illegal-before black\n", 0 },
#undef END
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *const record = own(games[i].own), *const again = good(games[i].jkf);
        const char *const what =
            shg_record_difference(NULL, record, again, games[i].losses & SHG_LOSS(FRACTIONS));
        if (what)
            fail_msg("%s: %s differs", games[i].jkf, what);
        expect_written(record, SHOOGI_FORMAT_JKF, games[i].jkf, games[i].losses);
        shoogi_record_free(again);
        shoogi_record_free(record);
    }
}

/* As our earlier programs wrote what JKF has no keys for. */
static void earlier_keys_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *jkf, *own;
    } games[] = {
        { "{\"moves\":[{\"bookmark\":\"a\"},{\"special\":\"what\",\"end\":\"other none : what\",\"bookmark\":\"b\"}],\"rest\":\"c\"}",
          "& a\n1 end other none : what\n& b\n> c\n" },
        { "{\"moves\":[{},{\"special\":\"resign\",\"end\":\"resign black\"}]}",
          "1 end resign black\n" },
        { "{\"moves\":[{},{\"special\":\"sealed move\",\"end\":\"sealed none\"}]}",
          "1 end sealed none\n" },
        { "{\"initial\":{\"preset\":\"OTHER\",\"sfen\":\"4k4/9/9/9/9/9/9/9/4K4 b - 1\",\"number\":5},\"moves\":[{}]}",
          "start 4k4/9/9/9/9/9/9/9/4K4 b - 5\n" },
        { "{\"moves\":[{},{\"move\":{\"usi\":\"7g7f\"},\"time\":{\"now\":{\"m\":1,\"s\":1.500}}}]}",
          "1 7g7f 61.5\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[256];
        snprintf(text, sizeof text, "shoogi record 1\n%s", games[i].own);
        expect_means(games[i].jkf, text);
    }
}

/* A key with the value null is as one that is not there, wherever it is; an element that is null says nothing. */
static void null_means_absent(void **state)
{
    (void)state;
    static const struct {
        const char *jkf, *own;
    } games[] = {
        { "{\"header\":null,\"initial\":null,\"variant\":null,\"rest\":null,\"moves\":[{}]}", "" },
        { "{\"header\":{\"場所\":null,\"x\":\"y\"},\"moves\":[null,null]}", "x: y\n" },
        { "{\"initial\":{\"preset\":null,\"data\":null,\"sfen\":null,\"number\":null},\"moves\":[]}",
          "" },
        { "{\"initial\":{\"preset\":\"HIRATE\",\"data\":null},\"moves\":[{}]}", "" },
        { "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":null,\"board\":[null,[null,{\"color\":null,\"kind\":null},"
          "{\"color\":1,\"kind\":\"OU\"}]],\"hands\":[null,{\"FU\":null,\"KI\":1}]}},\"moves\":[]}",
          "start 9/9/7k1/9/9/9/9/9/9 b g 1\n" },
        { "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":1,\"board\":{},\"hands\":null}},\"moves\":[]}",
          "start 9/9/9/9/9/9/9/9/9 w - 1\n" },
        { "{\"moves\":[{\"comments\":null,\"bookmark\":null},{\"comments\":[\"a\",null],\"move\":{\"color\":null,"
          "\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":null,\"same\":null,\"promote\":null,\"capture\":null,"
          "\"relative\":null,\"usi\":null},\"special\":null,\"forks\":null,\"end\":null,\"time\":null}]}",
          "1 7g7f\n* a\n" },
        { "{\"moves\":[{},{\"move\":null,\"special\":\"TORYO\",\"time\":{\"now\":{\"h\":null,\"m\":0,\"s\":3},\"total\":null},"
          "\"forks\":[null,[{\"move\":{\"to\":{\"x\":7,\"y\":6},\"from\":null,\"piece\":\"FU\"}},null]]}]}",
          "1 end resign white 3\n1 7g7f\n" },
        { "{\"moves\":[{},{\"special\":\"TORYO\",\"time\":{\"now\":null}},null]}",
          "1 end resign white\n" },
        { "{\"moves\":[{},{\"special\":\"TORYO\",\"time\":{\"now\":{\"h\":null,\"m\":null,\"s\":null}}}]}",
          "1 end resign white\n" },
        { "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":[[{\"color\":0,\"kind\":\"OU\"}]],\"hands\":[{\"KI\":1},{}]}},"
          "\"moves\":[{},{\"move\":{\"from\":null,\"to\":{\"x\":5,\"y\":5},\"piece\":\"KI\",\"relative\":null}}]}",
          "start 8K/9/9/9/9/9/9/9/9 b G 1\n1 G*5e\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[256];
        snprintf(text, sizeof text, "shoogi record 1\n%s", games[i].own);
        shoogi_record *record = NULL;
        const shoogi_record_read_options options = { .variant = shogi };
        shoogi_error errors[4];
        size_t count = 0;
        const shoogi_status status =
            shoogi_record_read(&record, NULL, SHOOGI_FORMAT_JKF, games[i].jkf, strlen(games[i].jkf),
                               &options, errors, COUNT(errors), &count);
        if (status != SHOOGI_OK || count > 0)
            fail_msg("%s\n%s", games[i].jkf, errors[0].message);
        shoogi_record_free(record);
        expect_means(games[i].jkf, text);
    }
}

/* What other programs omit or add. */
static void less_will_do(void **state)
{
    (void)state;
    static const struct {
        const char *jkf, *own;
    } games[] = {
        { "{\"moves\":[]}", "" },
        { " {\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}}},"
          "{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}}},"
          "{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},\"promote\":true}},"
          "{\"move\":{\"from\":{\"x\":3,\"y\":1},\"same\":true}}]}",
          "1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n" },
        { "{\"moves\":[{\"comments\":\"a\\r\\nb\\rc\"},{\"comments\":[\"d\"]}]}",
          "* a\n* b\n* c\n* d\n" },
        { "{\"header\":{\"b\":\"c\\nd\"},\"moves\":[{}]}", "b: c d\n" },
        { "{\"initial\":{\"preset\":\"5_L\"},\"moves\":[]}",
          "start 1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n" },
        { "{\"initial\":{\"data\":{\"color\":1,\"board\":[[{\"color\":1,\"kind\":\"OU\"}]],"
          "\"hands\":[{\"FU\":2,\"HI\":0},{\"KI\":1}]},\"number\":9},\"moves\":[]}",
          "start 8k/9/9/9/9/9/9/9/9 w 2Pg 9\n" },
        { "{\"initial\":{\"data\":{\"board\":[[]],\"hands\":[{\"FU\":1000},{\"KI\":59000}]}},\"moves\":[]}",
          "start 9/9/9/9/9/9/9/9/9 b 1000P59000g 1\n" },
        /* As in files converted from KI2: which gold, and whether it is dropped. */
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]}", "1 7g7f\n" },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":\"R\"}}]}",
          "1 4i5h\n" },
        { "{\"initial\":{\"sfen\":\"4k4\\/9/9/9/9/9/9/4G4/4K4 b G 7\"},\"moves\":[{},"
          "{\"move\":{\"to\":{\"x\":5,\"y\":7},\"piece\":\"KI\"}}]}",
          "start 4k4/9/9/9/9/9/9/4G4/4K4 b G 7\n1 G*5g\n" },
        { "{\"initial\":{\"sfen\":\"4k4/9/9/9/9/9/9/4G4/4K4 b G 1\"},\"moves\":[{},"
          "{\"move\":{\"to\":{\"x\":5,\"y\":7},\"piece\":\"KI\",\"relative\":\"U\"}}]}",
          "start 4k4/9/9/9/9/9/9/4G4/4K4 b G 1\n1 5h5g\n" },
        { "{\"initial\":{\"sfen\":\"4k4/9/9/9/9/9/9/4G4/4K4 b G 1\"},\"moves\":[{},"
          "{\"move\":{\"to\":{\"x\":5,\"y\":7},\"piece\":\"KI\",\"relative\":\"H\"}}]}",
          "start 4k4/9/9/9/9/9/9/4G4/4K4 b G 1\n1 G*5g\n" },
        { "{\"moves\":[{},{\"move\":{\"usi\":\"7g7f\",\"color\":0}}]}", "1 7g7f\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[256];
        snprintf(text, sizeof text, "shoogi record 1\n%s", games[i].own);
        expect_means(games[i].jkf, text);
    }
}

/* A variant with pieces that CSA has no codes for: SFEN and USI. */
static void games_without_codes(void **state)
{
    (void)state;
    static const char jkf[] =
        "{\"header\":{},\n\"initial\":{\"preset\":\"OTHER\"},\n\"moves\":[\n{\"shoogi\":"
        "{\"sfen\":\"11k/12/12/12/12/12/12/12/12/4p1p5/5N6/K11 b - 5\",\"number\":5}},\n"
        "{\"move\":{\"color\":0,\"usi\":\"7k8j7k\"}},\n{\"special\":\"CHUDAN\"}]}\n";
    shoogi_variant *const chu = load_variant("chu"), *const before = shogi;
    shogi = chu;
    shoogi_record *record = good(jkf);
    assert_int_equal(shoogi_record_node_count(record), 3);
    expect_written(record, SHOOGI_FORMAT_JKF, jkf, SHG_LOSS(MOVES));
    shoogi_record_free(record);
    record = good("{\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[]}");
    expect_written(record, SHOOGI_FORMAT_JKF, HEAD "]}\n", 0);
    shoogi_record_free(record);
    const shoogi_record_read_options options = { .variant = chu, .keep_partial = true };
    expect_reported_from_line(
        SHOOGI_FORMAT_JKF, &options,
        &(reported){ "{\"moves\":[{},{\"move\":{\"to\":{\"x\":1,\"y\":1}}}]}", SHOOGI_PARSE_ERROR,
                     1, 22,
                     "move 1: expected a move with \"usi\", as CSA has no codes for this game, "
                     "found \"{\"to\":{\"x\":1,\"y\":1}}}]}\"",
                     1, NULL });
    shogi = before;
    shoogi_variant_free(chu);
}

/* The letters that distinguish a piece are written for readers without rules. */
static void relatives_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *own, *jkf;
    } moves[] = {
        { "1 4i5h\n", "\"piece\":\"KI\",\"relative\":\"R\"}" },
        { "1 6i5h\n", "\"piece\":\"KI\",\"relative\":\"L\"}" },
        { "1 7g7f\n", "\"piece\":\"FU\"}" },
        { "start 4k4/9/9/9/9/9/9/4G4/4K4 b G 1\n1 G*5g\n", "\"piece\":\"KI\",\"relative\":\"H\"}" },
        { "start 4k4/9/9/9/9/9/9/3G5/3GK4 b - 1\n1 6h5h\n", "\"relative\":\"M\"}" },
        { "start 4k4/9/9/9/9/4G4/9/4G4/4K4 b - 1\n1 5f5g\n", "\"relative\":\"D\"}" },
        { "start 4k4/9/9/3S5/9/9/9/9/4K4 b - 1\n1 6d6c\n", "\"promote\":false}" },
        { "start 4k4/9/9/3P5/9/9/9/9/4K4 b - 1\n1 6d6c+\n", "\"promote\":true}" },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        char text[160], *written;
        size_t bytes;
        uint32_t losses;
        snprintf(text, sizeof text, "shoogi record 1\n%s", moves[i].own);
        shoogi_record *record = own(text);
        assert_int_equal(
            shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_JKF, record, NULL, NULL),
            SHOOGI_OK);
        if (!strstr(written, moves[i].jkf))
            fail_msg("no %s in %s", moves[i].jkf, written);
        shoogi_text_free(written);
        shoogi_record_free(record);
    }
}

/* Every named start position reads back as its text. */
static void starts_with_names(void **state)
{
    (void)state;
    static const char *const names[] = { "KY", "KY_R", "KA", "HI",  "HIKY", "2", "3", "4",
                                         "5",  "5_L",  "6",  "7_L", "7_R",  "8", "10" };
    for (size_t i = 0; i < COUNT(names); i++) {
        char text[80], *written;
        size_t bytes;
        uint32_t losses;
        snprintf(text, sizeof text, "{\"initial\":{\"preset\":\"%s\"},\"moves\":[{}]}", names[i]);
        shoogi_record *record = good(text);
        assert_int_equal(shoogi_position_side(shoogi_record_start(record)), SHOOGI_WHITE);
        assert_int_equal(
            shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_JKF, record, NULL, NULL),
            SHOOGI_OK);
        snprintf(text, sizeof text, "\"preset\":\"%s\"", names[i]);
        assert_non_null(strstr(written, text));
        assert_int_equal(strstr(written, "\"data\"") != NULL,
                         strchr(names[i], '_') && names[i][0] != 'K');
        shoogi_record *again = good(written);
        assert_null(shg_record_difference(NULL, record, again, 0));
        shoogi_record_free(again);
        shoogi_record_free(record);
        shoogi_text_free(written);
    }
}

/* Which pieces are missing, by the author of the format (presets.ts of Kifu for JS): of the lances the left one first. */
static void presets_are_those_of_the_author(void **state)
{
    (void)state;
    static const struct {
        const char *name, *ranks;
    } presets[] = {
        { "KY", "lnsgkgsn1/1r5b1" }, { "KY_R", "1nsgkgsnl/1r5b1" }, { "HIKY", "lnsgkgsn1/7b1" },
        { "2", "lnsgkgsnl/9" },      { "3", "lnsgkgsn1/9" },        { "4", "1nsgkgsn1/9" },
        { "5", "2sgkgsn1/9" },       { "5_L", "1nsgkgs2/9" },       { "6", "2sgkgs2/9" },
        { "7_L", "2sgkg3/9" },       { "7_R", "3gkgs2/9" },         { "8", "3gkg3/9" },
        { "10", "4k4/9" },
    };
    for (size_t i = 0; i < COUNT(presets); i++) {
        char text[80], sfen[128], start[128];
        snprintf(text, sizeof text, "{\"initial\":{\"preset\":\"%s\"},\"moves\":[{}]}",
                 presets[i].name);
        shoogi_record *const record = good(text);
        (void)shoogi_sfen_write(start, sizeof start, shoogi_record_start(record));
        snprintf(sfen, sizeof sfen, "%s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                 presets[i].ranks);
        assert_string_equal(start, sfen);
        shoogi_record_free(record);
    }
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const reported bad[] = {
        { "", SHOOGI_PARSE_ERROR, 1, 1, "expected a value of JSON, found end of text", 0, NULL },
        { "{\n \"moves\":[}", SHOOGI_PARSE_ERROR, 2, 11, "expected a value of JSON, found \"}\"", 0,
          NULL },
        { "[]", SHOOGI_PARSE_ERROR, 1, 1, "expected an object with \"moves\", found \"[]\"", 0,
          NULL },
        { "{\"moves\":1}", SHOOGI_PARSE_ERROR, 1, 10,
          "move 1: expected an array of moves, found \"1}\"", 1, NULL },
        { "{\"moves\":[\n1]}", SHOOGI_PARSE_ERROR, 2, 1,
          "move 1: expected a move, as {\"move\":{...}}, found \"1]}\"", 1, NULL },
        { "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":5}}}]}",
          SHOOGI_ILLEGAL, 2, 10, "move 1: a pawn does not move from 7g to 7e", 1, NULL },
        { "{\"moves\":[{},{\"move\":{}}]}", SHOOGI_PARSE_ERROR, 1, 22,
          "move 1: expected a move with its destination, found \"{}}]}\"", 1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6}}}]}", SHOOGI_PARSE_ERROR, 1, 22,
          "move 1: expected a move with its origin or a piece, found \"{\"to\":{\"x\":7,\"y\":6}}}]}\"",
          1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":0,\"y\":6}}}]}", SHOOGI_PARSE_ERROR, 1, 28,
          "move 1: expected a square of the board, found \"{\"x\":0,\"y\":6}}}]}\"", 1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":-1,\"y\":6}}}]}", SHOOGI_PARSE_ERROR, 1, 33,
          "move 1: expected a whole number, found \"-1,\"y\":6}}}]}\"", 1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"from\":{\"x\":7,\"y\":7},\"piece\":\"KY\"}}]}",
          SHOOGI_PARSE_ERROR, 1, 72, "move 1: expected \"FU\", found \"KY\"}}]}\"", 1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"XX\"}}]}",
          SHOOGI_PARSE_ERROR, 1, 51, "move 1: expected a piece, as \"FU\", found \"XX\"}}]}\"", 1,
          NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\",\"color\":1}}]}",
          SHOOGI_PARSE_ERROR, 1, 63, "move 1: expected 0, as Black moves, found \"1}}]}\"", 1,
          NULL },
        { "{\"moves\":[{\"special\":\"TORYO\"},{\"special\":\"TORYO\"}]}", SHOOGI_PARSE_ERROR, 1, 31,
          "move 1: expected nothing after the end, found \"{\"special\":\"TORYO\"}]}\"", 2, NULL },
        { "{\"moves\":[{\"special\":\"X\",\"end\":\"lost\"}]}", SHOOGI_PARSE_ERROR, 1, 33,
          "move 1: expected how the game ended, such as resign, found \"lost\"}]}\"", 1, NULL },
        { "{\"moves\":[{\"comments\":[1]}]}", SHOOGI_PARSE_ERROR, 1, 24,
          "move 1: expected a string, found \"1]}]}\"", 1, NULL },
        { "{\"moves\":[{\"forks\":[1]}]}", SHOOGI_PARSE_ERROR, 1, 21,
          "move 1: expected an array of moves, found \"1]}]}\"", 1, NULL },
        { "{\"initial\":{\"preset\":\"11\"},\"moves\":[]}", SHOOGI_PARSE_ERROR, 1, 23,
          "expected a preset of this game, data or sfen, found \"11\"},\"moves\":[]}\"", 0, NULL },
        { "{\"initial\":{\"data\":{}},\"moves\":[]}", SHOOGI_PARSE_ERROR, 1, 20,
          "expected a board, found \"{}},\"moves\":[]}\"", 0, NULL },
        { "{\"initial\":{\"sfen\":\"9/9\"},\"moves\":[]}", SHOOGI_PARSE_ERROR, 1, 24,
          "expected \"/\" and 7 more ranks, found end of text", 0, NULL },
        { "{\"moves\":[{},{\"move\":{\"usi\":\"7g7e\"}}]}", SHOOGI_ILLEGAL, 1, 30,
          "move 1: a pawn does not move from 7g to 7e", 1, NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":\"X\"}}]}",
          SHOOGI_PARSE_ERROR, 1, 67, "move 1: expected letters of LCRUMDH, found \"X\"}}]}\"", 1,
          NULL },
        { "{\"moves\":[{},{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\"}}]}",
          SHOOGI_PARSE_ERROR, 1, 22, "move 1: expected one move, found several: ５八金右, ５八金左",
          1, NULL },
        { "{\"moves\":[{},\n{\"move\":{\"usi\":\"7g7f\"},\"forks\":[[{\"move\":\n{\"usi\":\"2g2f\"}},\n"
          "{\"move\":{\"usi\":\"1a1a\"}}]]},\n{\"move\":{\"usi\":\"3c3d\"}}]}",
          SHOOGI_ILLEGAL, 4, 17, "move 2: you cannot pass in this game", 4, NULL },
    };
    const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_reported_from_line(SHOOGI_FORMAT_JKF, &options, &bad[i]);
}

/* A damaged square may be an empty one. */
static void a_piece_that_is_not_there_does_not_promote(void **state)
{
    (void)state;
    static const char text[] =
        "{\"moves\":[{},{\"move\":{\"from\":{\"x\":5,\"y\":5},\"to\":{\"x\":5,"
        "\"y\":2},\"piece\":\"KA\",\"promote\":true}}]}";
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *record = NULL;
    shoogi_error err;
    size_t count = 0;
    assert_int_not_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_JKF, text, sizeof text - 1,
                                            &options, &err, 1, &count),
                         SHOOGI_OK);
    assert_null(record);
    assert_string_equal(err.message, "move 1: there is no piece on 5e");
}

static void warnings_have_a_place(void **state)
{
    (void)state;
    static const reported odd[] = {
        { "{\"header\":{\"a\":1,\"b\":\"c\"},\"moves\":[]}", SHOOGI_OK, 1, 16,
          "warning: expected a name and a string, found \"1,\"b\":\"c\"},\"moves\":[]}\"", 1, NULL },
        { "{\"variant\":\"chess\",\"moves\":[]}", SHOOGI_OK, 1, 13,
          "warning: expected the name of a game, found \"chess\"", 1, NULL },
        /* a damaged end, and damaged keys of an end and of a move */
        { "{\"moves\":[{},{\"special\":\"TOR?O\"}]}", SHOOGI_OK, 1, 26,
          "warning: expected a known end, such as \"TORYO\", found \"TOR?O\"}]}\"", 2, NULL },
        { "{\"moves\":[{},{\"?pecial\":\"TORYO\"}]}", SHOOGI_OK, 1, 14,
          "warning: expected a move or an end, as {\"move\":{...}}, found "
          "\"{\"?pecial\":\"TORYO\"}]}\"",
          1, NULL },
        { "{\"header\":\n[],\"moves\":[]}", SHOOGI_OK, 2, 1,
          "warning: expected an object of headers, found \"[],\"moves\":[]}\"", 1, NULL },
        { "{\"moves\":[{},{\"special\":\"TORYO\",\"time\":1}]}", SHOOGI_OK, 1, 40,
          "warning: expected a time, as {\"now\":{\"m\":0,\"s\":3}}, found \"1}]}\"", 2, NULL },
        { "{\"moves\":[{\"special\":\"TORYO\",\"time\":{\"now\":{\"h\":2443359,\"s\":622.208}}}]}",
          SHOOGI_OK, 1, 37,
          "warning: expected a time, as {\"now\":{\"m\":0,\"s\":3}}, "
          "found \"{\"now\":{\"h\":2443359,\"s\":622.208}}}]}\"",
          2, NULL },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(odd); i++)
        expect_reported(SHOOGI_FORMAT_JKF, &options, &odd[i]);
}

/* A variation at every move of a variation: no recursion. */
static void deep_trees(void **state)
{
    (void)state;
    enum { DEPTH = 2000 };
    char *const text = malloc(DEPTH * 400);
    assert_non_null(text);
    /* The main line has a rook move, the variation a gold move, alternating. */
    static const char *const rook[] = { "\"from\":{\"x\":2,\"y\":8},\"to\":{\"x\":1,\"y\":8}",
                                        "\"from\":{\"x\":8,\"y\":2},\"to\":{\"x\":9,\"y\":2}" };
    static const char *const gold[] = { "\"from\":{\"x\":4,\"y\":9},\"to\":{\"x\":4,\"y\":8}",
                                        "\"from\":{\"x\":6,\"y\":1},\"to\":{\"x\":6,\"y\":2}",
                                        "\"from\":{\"x\":4,\"y\":8},\"to\":{\"x\":4,\"y\":9}",
                                        "\"from\":{\"x\":6,\"y\":2},\"to\":{\"x\":6,\"y\":1}" };
    strcpy(text, "{\"moves\":[{}");
    char *end = text + strlen(text);
    for (unsigned i = 0; i < DEPTH; i++)
        end +=
            sprintf(end, ",\n{\"move\":{%s},\"forks\":[[{\"move\":{%s}}", rook[i % 2], gold[i % 4]);
    for (unsigned i = 0; i < DEPTH; i++)
        end += sprintf(end, "]]}");
    strcpy(end, "]}");
    shoogi_record *record = good(text);
    assert_int_equal(shoogi_record_node_count(record), 2 * DEPTH + 1);
    char *written;
    size_t bytes;
    uint32_t losses;
    assert_int_equal(
        shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_JKF, record, NULL, NULL),
        SHOOGI_OK);
    shoogi_record *again = good(written);
    assert_null(shg_record_difference(NULL, record, again, 0));
    shoogi_record_free(again);
    shoogi_record_free(record);
    shoogi_text_free(written);
    free(text);
}

/* Errors and moves far apart, from the front to the end and back each time: their lines are found without a search. */
static void lines_to_and_fro(void **state)
{
    (void)state;
    enum { DEPTH = 70000 };
    static const char ahead[] = "{\"time\":0,\"forks\":[[\n",
                      behind[] = "\n]],\"move\":{\"usi\":\"7g7f\"}}";
    char *const text = malloc(DEPTH * (sizeof ahead + sizeof behind) + 32);
    assert_non_null(text);
    char *end = text + sprintf(text, "{\"moves\":[{},");
    for (unsigned i = 0; i < DEPTH; i++, end += sizeof ahead - 1)
        memcpy(end, ahead, sizeof ahead);
    for (unsigned i = 0; i < DEPTH; i++, end += sizeof behind - 1)
        memcpy(end, behind, sizeof behind);
    strcpy(end, "]}");
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *record;
    shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
    size_t count;
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_JKF, text, strlen(text),
                                        &options, errors, COUNT(errors), &count),
                     SHOOGI_OK);
    assert_int_equal(shoogi_record_node_count(record), DEPTH + 1);
    assert_int_equal(errors[0].line, 1);
    assert_int_equal(errors[1].line, 2);
    shoogi_record_free(record);
    free(text);
}

static void looks(void **state)
{
    (void)state;
    assert_int_equal(shoogi_format_detect("\n {\"header\":{}}", 15), SHOOGI_FORMAT_JKF);
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

TEST_SUITE(format_jkf)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foul_is_the_end),
        cmocka_unit_test(is_written_and_read),
        cmocka_unit_test(less_will_do),
        cmocka_unit_test(games_without_codes),
        cmocka_unit_test(relatives_are_written),
        cmocka_unit_test(starts_with_names),
        cmocka_unit_test(presets_are_those_of_the_author),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(a_piece_that_is_not_there_does_not_promote),
        cmocka_unit_test(warnings_have_a_place),
        cmocka_unit_test(deep_trees),
        cmocka_unit_test(lines_to_and_fro),
        cmocka_unit_test(looks),
        cmocka_unit_test(earlier_keys_are_read),
        cmocka_unit_test(null_means_absent),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
