/* format_usen_test.c: games as part of an address.  The texts of other programs are those of Shogi Playground and its tests
 * (mog-core-scala), of ShogiHome and tsshogi, and of ShogiBoardQ; what they mean is said there in USI or KIF. */
#include "support/records.h"
#include "support/random_record.h"
#include "base/test_suite.h"

#define HIRATE_FIELDS "lnsgkgsnl_1r5b1_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.b.-"

static shoogi_variant *shogi, *mini;

static shoogi_record *read_with(shoogi_format format, const char *text, size_t warnings)
{
    const shoogi_record_read_options how = { .variant = shogi };
    shoogi_record *record = NULL;
    shoogi_error errors[4];
    size_t count = 0;
    if (shoogi_record_read(&record, NULL, format, text, strlen(text), &how, errors, 4, &count) !=
            SHOOGI_OK ||
        count != warnings)
        fail_msg("%s\n%zu reported, %u:%u: %s", text, count, errors[0].line, errors[0].column,
                 errors[0].message);
    return record;
}

/* The same tree as our own record, whose first lines are left out. */
static void expect_tree(const char *text, const char *own, size_t warnings)
{
    char whole[2048];
    snprintf(whole, sizeof whole, "shoogi record 1\n%s", own);
    shoogi_record *const record = read_with(SHOOGI_FORMAT_USEN, text, warnings),
                         *const same = read_with(SHOOGI_FORMAT_SHOOGI, whole, 0);
    shoogi_node node = 0;
    const char *const what = shg_record_difference(&node, same, record, 0);
    if (what)
        fail_msg("%s: %s differs at node %u", text, what, node);
    shoogi_record_free(record);
    shoogi_record_free(same);
}

/* One line of moves, and how it ends. */
static void lines_of_other_programs(void **state)
{
    (void)state;
    static const struct {
        const char *usen, *own;
    } games[] = {
        { "~0.6y236e7ku4be.j", "1 2g2f\n2 8c8d\n3 7g7f\n4 8d8e\n5 end impasse no-contest\n" },
        { "~0.6y236e7ku4be.r", "1 2g2f\n2 8c8d\n3 7g7f\n4 8d8e\n5 end resign white\n" },
        { "~0.7ku2jm7ty3ay8ug1dh9uwa4e9qcboa7ss2xabns.r",
          "1 7g7f\n2 3c3d\n3 9g9f\n4 9c9d\n5 8h9g\n6 2b9i+\n7 7i8h\n8 9i8i\n9 6i7h\n10 N*6d\n"
          "11 9g6d\n12 6c6d\n13 N*6c\n14 end resign black\n" },
        { "lnsgkgsnl_1r5b1_ppppppppp_9_9_9_PPPPPPPPP_1B7_LNSGKGSNL.b.-"
          "~0.7ku2jm7ty3ay8ug1dh9qaa4e9h4boa8lc9zg7ss2xabns.r",
          "start lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1\n"
          "1 7g7f\n2 3c3d\n3 9g9f\n4 9c9d\n5 8h9g\n6 2b9i+\n7 6i6h\n8 9i8i\n9 4i3h\n10 N*6d\n"
          "11 6h7g\n12 8i9h\n13 9g6d\n14 6c6d\n15 N*6c\n16 end resign black\n" },
        { "~0.6y22jm7ku2sq9co20q9ls3xq8lu1a49us09o.",
          "1 2g2f\n2 3c3d\n3 7g7f\n4 5c5d\n5 3i4h\n6 8b5b\n7 5i6h\n8 5d5e\n9 6h7h\n10 2b3c\n11 7i6h\n"
          "12 3a4b\n" },
        { "~0.7ku36e8uc.", "1 7g7f\n2 8c8d\n3 8h7g\n" },
        { "~0.7ku2jm6y236e5t24be9qc", /* without the part for the end */
          "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n6 8d8e\n7 6i7h\n" },
        { "~0..", "" },
        { "~.7ku.", "1 7g7f\n" },
        { HIRATE_FIELDS "~0.6y20io5t2.", "1 2g2f\n2 5a4b\n3 2f2e\n" },
        { HIRATE_FIELDS "~0..i9i8", "1 end illegal white : 5i5a\n" },
        { "~0.9i8.i", "1 end illegal white : 5i5a\n" }, /* the same as a move */
        { "~0.7ku.t", "1 7g7f\n2 end time black\n" },
        { "~0.7KU.P", "1 7g7f\n2 end suspended none\n" },
        /* promoted pieces and hands in the start; drops of every kind, the number of the first move */
        { "4k4_9_9_9_9_9_9_9_zPlzL1K4.b.2RBGSNL3Prbg~0..",
          "start 4k4/9/9/9/9/9/9/9/+Pl+L1K4 b 2RBGSNL3Prbg 1\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        expect_tree(games[i].usen, games[i].own, 0);
        assert_int_equal(shoogi_format_detect(games[i].usen, strlen(games[i].usen)),
                         SHOOGI_FORMAT_USEN);
    }
    static const char *const dropped[] = { "bfq",  "P*5e", "bk8",  "L*5e", "boq",  "N*5e", "bt8",
                                           "S*5e", "bb8",  "G*5e", "bxq",  "B*5e", "c28",  "R*5e" };
    for (size_t i = 0; i < COUNT(dropped); i += 2) {
        char usen[80], own[80];
        snprintf(usen, sizeof usen, "4k4_9_9_9_9_9_9_9_4K4.b.RBGSNLP.7~0.%s.", dropped[i]);
        snprintf(own, sizeof own, "start 4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 7\n1 %s\n",
                 dropped[i + 1]);
        expect_tree(usen, own, 0);
    }
}

/* Variations that each count on the main line, and repeat what they share; or that count on the line above. */
static void variations(void **state)
{
    (void)state;
    /* what a program writes that keeps each variation from the main line on */
    expect_tree(HIRATE_FIELDS "~0.6y236e5t24be9qc0e47ku2jm4o22f281kbek3jm.~12.3kk."
                              "~11.05m3jm5ge7pe22w.~8.8uc1cd9yu.~3.2jm4o22f281k4be."
                              "~3.2jm4o22f27ku1cx9uw.~3.2jm4o22f281k0e4bek1a43kk.~3.0e4."
                              "~0.72m2jm83m.~0.72m36e83m.",
                "1 2g2f\n2 8c8d\n3 2f2e\n4 8d8e\n5 6i7h\n6 4a3b\n7 7g7f\n8 3c3d\n9 2e2d\n10 2c2d\n"
                "11 2h2d\n12 P*2c\n13 2d3d\n"
                "13 2d2f\n12 2a3c\n13 2d3d\n14 8e8f\n15 8g8f\n16 8b8f\n9 8h7g\n10 2b7g+\n11 8i7g\n"
                "4 3c3d\n5 2e2d\n6 2c2d\n7 2h2d\n8 8d8e\n8 4a3b\n9 P*2c\n10 2b3c\n11 2d2f\n"
                "7 7g7f\n8 2b8h+\n9 7i8h\n4 4a3b\n1 3g3f\n2 3c3d\n3 2h3h\n2 8c8d\n3 2h3h\n",
                0);
    /* a start in the middle of a game, and a capture on the square of the move before */
    expect_tree(
        "4RB1k1_5s3_7n1_5s1LP_9_7r1_9_9_6K2.b.b4g2s3n3l17p"
        "~0.0elbi4bnm3s42em5sk0i51i4bri050bj014k291.~3.1j42em5sk0i5050bs0.",
        "start 4RB1k1/5s3/7n1/5s1LP/9/7r1/9/9/6K2 b b4g2s3n3l17p 1\n1 4a2c+\n2 L*3a\n3 N*3c\n"
        "4 4d3c\n5 2c3c\n6 2f2d\n7 5a3a+\n8 4b3a\n9 S*1b\n10 2a1b\n11 L*1c\n12 1b2a\n13 1c1a+\n"
        "4 4b3c\n5 2c3c\n6 2f2d\n7 5a3a+\n8 2a1b\n9 S*1c\n",
        0);
    /* variations within variations, both ways */
    static const char within[] =
        "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n4 4c4d\n2 8c8d\n3 7i6h\n4 3c3d\n5 6h7g\n4 8d8e\n"
        "5 6h7g\n3 2g2f\n";
    static const char written[] = "~0.7ku2jm6y236e5t2.~3.2o6.~1.36e9us2jm8lc.~1.36e9us4be8lc."
                                  "~1.36e6y2.";
    expect_tree("~0.7ku2jm6y236e5t2.~3.2o6.~1.36e9us2jm8lc.~3.4be8lc.~2.6y2.", within, 0);
    expect_tree(written, within, 0);
    /* in any order where only one line has room for it, or only one gives a legal game */
    expect_tree("~0.7ku2jm6y236e5t2.~1.36e6y2.~3.2o6.",
                "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n4 4c4d\n2 8c8d\n3 2g2f\n", 0);
    expect_tree("~0.7ku2jm6y236e5t2.~1.36e6y24be.~3.2jm.",
                "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n2 8c8d\n3 2g2f\n4 8d8e\n4 3c3d\n", 0);
    expect_tree("~0.7ku2jm6y236e5t2.~1.36e6y24be.~3.2o6.",
                "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n2 8c8d\n3 2g2f\n4 8d8e\n4 4c4d\n", 1);
    expect_tree("~0.7ku2jm6y236e5t2.~1.36e.~3.2o6.",
                "1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n4 4c4d\n2 8c8d\n", 0);
    /* an end, and the game that goes on from it */
    expect_tree("~0.7ku.r~1.2jm.~1..p",
                "1 7g7f\n2 end resign black\n2 3c3d\n2 end suspended none\n", 0);
    shoogi_record *const record = read_with(SHOOGI_FORMAT_USEN, written, 0);
    char line[128];
    snprintf(line, sizeof line, "%s\n", written);
    expect_written(record, SHOOGI_FORMAT_USEN, line, 0);
    shoogi_record_free(record);
}

/* What is written: the start if it is not the usual one, the latest variation first, and the ends that there are letters for. */
static void written_form(void **state)
{
    (void)state;
    static const struct {
        const char *own, *usen;
        uint32_t losses;
    } games[] = {
        { "", "~0..\n", 0 },
        { "1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n6 end resign black\n2 8c8d\n3 2g2f\n",
          "~0.7ku2jm8rl09kbxo.r~1.36e6y2.\n", 0 },
        { "start lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n1 3c3d\n",
          "lnsgkgsnl_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.2jm.\n", 0 },
        { "start 4k4/9/9/9/9/9/9/9/+P3K4 w 2P 5\n1 5a4a\n", "4k4_9_9_9_9_9_9_9_zP3K4.w.2P~0.0i6.\n",
          SHG_LOSS(NUMBER) },
        { "1 7g7f\n2 end time black\n", "~0.7ku.t\n", 0 },
        { "1 7g7f\n2 end suspended none\n", "~0.7ku.p\n", 0 },
        { "1 7g7f\n2 end impasse no-contest\n", "~0.7ku.j\n", 0 },
        { "1 7g7f\n2 end draw draw\n", "~0.7ku.j\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end moves-max draw\n", "~0.7ku.j\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end illegal black\n", "~0.7ku.i\n", 0 },
        { "1 7g7f\n2 end illegal black : 3a2b\n", "~0.7ku.i09k\n", 0 },
        { "1 7g7f\n2 end illegal black : P*5e\n", "~0.7ku.ibfq\n", 0 },
        { "1 7g7f\n2 end illegal black : ２二銀(31)\n", "~0.7ku.i09k\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end illegal black : 二歩\n", "~0.7ku.i\n", SHG_LOSS(TERMINATION) },
        /* all others, without a winner */
        { "1 7g7f\n2 end resign white\n", "~0.7ku.p\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end declaration white\n", "~0.7ku.p\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end repetition no-contest\n", "~0.7ku.p\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end white-foul black\n", "~0.7ku.p\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end mate black\n2 3c3d\n", "~0.7ku.p~1.2jm.\n", SHG_LOSS(TERMINATION) },
        { "1 7g7f\n2 end repetition no-contest\n2 end suspended none\n", "~0.7ku.p\n",
          SHG_LOSS(TERMINATION) | SHG_LOSS(VARIATIONS) },
        /* the board shows it */
        { "start 4k4/4+P4/9/9/9/9/9/9/4K4 b G 1\n1 G*4b\n2 end board black checkmate\n",
          "4k4_4zP4_9_9_9_9_9_9_4K4.b.G~0.b9o.p\n", 0 },
        { "start 4k4/4+P4/9/9/9/9/9/9/4K4 b G 1\n1 G*4b\n2 end mate black\n",
          "4k4_4zP4_9_9_9_9_9_9_4K4.b.G~0.b9o.p\n", SHG_LOSS(TERMINATION) },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char own[512];
        snprintf(own, sizeof own, "shoogi record 1\n%s", games[i].own);
        shoogi_record *const record = read_with(SHOOGI_FORMAT_SHOOGI, own, 0);
        const uint32_t named = SHG_LOSS(GAME) & shg_losses_of(record);
        expect_written(record, SHOOGI_FORMAT_USEN, games[i].usen, games[i].losses | named);
        if (games[i].losses == 0)
            expect_tree(games[i].usen, games[i].own, 0);
        assert_true(comes_back_from(SHOOGI_FORMAT_USEN, record));
        shoogi_record_free(record);
    }
}

/* Addresses as programs make them, with the names of the players. */
static void addresses(void **state)
{
    (void)state;
    static const struct {
        const char *text, *own;
        size_t warnings;
    } texts[] = {
        { "https://play.mogproject.com/?u=~0.7ku2jm.r&embed=true&sz=30&layout=s&p=jp1",
          "1 7g7f\n2 3c3d\n3 end resign white\n", 0 },
        { "https://play.mogproject.com/?u=~0.6y22jm.&move=2&flip=false&bn=&wn=", "1 2g2f\n2 3c3d\n",
          0 },
        { "http://localhost/?usen=~0.7ku2jm6y20e45t2.&branch=0&ply=2&bname=bbb&wname=www",
          "black: bbb\nwhite: www\n1 7g7f\n2 3c3d\n3 2g2f\n4 4a3b\n5 2f2e\n", 0 },
        { "  http://example.org/board?bn=%E6%AD%A9+a&wn=b%20c&u=%7E0.7ku.#x  ",
          "black: 歩 a\nwhite: b c\n1 7g7f\n", 0 },
        { "?u=" HIRATE_FIELDS "~0.7ku.", "1 7g7f\n", 0 },
        { "http://example.org/#usen=~0.7ku.", "1 7g7f\n", 0 },
        { "https://example.org/?u=~0.7ku.&c1=here", "1 7g7f\n", 1 },
        { "https://example.org/?u=~0.7ku.&bn=%FF", "1 7g7f\n", 1 },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        expect_tree(texts[i].text, texts[i].own, texts[i].warnings);
        assert_int_equal(shoogi_format_detect(texts[i].text, strlen(texts[i].text)),
                         SHOOGI_FORMAT_USEN);
    }
    static const char *const others[] = { "",
                                          "7g7f 3c3d",
                                          "~",
                                          "0.7ku.",
                                          "https://example.org/?sfen=~",
                                          "~0.7ku.\n1 ７六歩(77)\n",
                                          "see ~0.7ku.",
                                          "~0.7ku.~" };
    for (size_t i = 0; i < COUNT(others); i++)
        if (shoogi_format_detect(others[i], strlen(others[i])) == SHOOGI_FORMAT_USEN)
            fail_msg("%s", others[i]);
}

static void bad(void **state)
{
    (void)state;
    static const reported texts[] = {
        { "hello", SHOOGI_PARSE_ERROR, 1, 1,
          "expected a game in USEN, as ~0.7ku2jm., found \"hello\"", 0, NULL },
        { "\n", SHOOGI_PARSE_ERROR, 1, 1,
          "expected a game in USEN, as ~0.7ku2jm., found end of text", 0, NULL },
        { "9_9.b.-~0..", SHOOGI_PARSE_ERROR, 1, 4,
          "expected \"/\" and 7 more ranks, found \" b -\"", 0, NULL },
        { "~0.7k.", SHOOGI_PARSE_ERROR, 1, 4,
          "move 1: expected three characters for a move, as 7ku, found \"7k.\"", 1, "~0.7k." },
        { "~0.zzz.", SHOOGI_PARSE_ERROR, 1, 4,
          "move 1: expected a move of a piece on the board or in hand, found \"zzz.\"", 1,
          "~0.zzz." },
        { "~0.7ku7ku.", SHOOGI_ILLEGAL, 1, 7, "move 2: there is no piece on 7g", 2, "~0.7ku7ku." },
        { "~0.7ku8s42i90ia.", SHOOGI_ILLEGAL, 1, 7, "move 2: the bishop on 8h is not yours", 2,
          "~0.7ku8s42i90ia." },
        { "~0.bfq.", SHOOGI_ILLEGAL, 1, 4, "move 1: you have no pawn in hand", 1, "~0.bfq." },
        { "~0.7ku.~2.36e.", SHOOGI_PARSE_ERROR, 1, 9,
          "move 2: expected a number of moves that were played, found \"2.36e.\"", 2,
          "~0.7ku.~2.36e." },
        { "~0.7ku.~36e.", SHOOGI_PARSE_ERROR, 1, 11,
          "move 2: expected \".\" after the number of moves before a variation, found \"e.\"", 2,
          "~0.7ku.~36e." },
        { "~0.7ku.r.", SHOOGI_PARSE_ERROR, 1, 9,
          "move 2: expected \"~\" or the end of the game, found \".\"", 3, "~0.7ku.r." },
        { "~0.7ku.x", SHOOGI_OK, 1, 8, "warning: expected an end: r, t, i, p or j, found \"x\"", 3,
          NULL },
        { "~0.7ku.rr", SHOOGI_OK, 1, 8, "warning: expected an end: r, t, i, p or j, found \"rr\"",
          3, NULL },
        { "~0.7ku.i0bs~1..i0dq", SHOOGI_OK, 1, 16,
          "warning: expected one illegal move after the same moves, found \"i0dq\"", 3, NULL },
        { "~0.7ku2jm6y236e5t2.~1.36e6y24be.~3.2o6.", SHOOGI_OK, 1, 34,
          "warning: expected a variation that fits the line above it or the main line, not both, found "
          "\"3.\"",
          10, NULL },
    };
    const shoogi_record_read_options how = { .variant = shogi, .keep_partial = true };
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_reported(SHOOGI_FORMAT_USEN, &how, &texts[i]);
}

/* A text is read or refused wherever it is cut, and other games are refused by name. */
static void cut_and_other_games(void **state)
{
    (void)state;
    const shoogi_record_read_options how = { .variant = shogi, .keep_partial = true },
                                     small = { .variant = mini };
    static const char text[] = "https://example.org/?u=4k4_9_9_9_9_9_9_9_4K4.b.P~0.bfq0i6.r~1.0dq."
                               "~0..i9i8&bn=%41nna";
    comes_back_cut(SHOOGI_FORMAT_USEN, &how, text, sizeof text - 1);
    shoogi_record *record = NULL;
    shoogi_error err;
    size_t count, bytes;
    char *written;
    uint32_t losses;
    assert_int_equal(
        shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USEN, "~0..", 4, &small, &err, 1, &count),
        SHOOGI_PARSE_ERROR);
    assert_string_equal(
        err.message,
        "expected a game that USEN can represent; name another game, found end of text");
    shoogi_position *const start = make_position(mini, NULL);
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    assert_int_equal(
        shoogi_record_write(&written, &bytes, &losses, SHOOGI_FORMAT_USEN, record, NULL, &err),
        SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "USEN has no codes for the board and the pieces of this game");
    shoogi_record_free(record);
    shoogi_position_free(start);
}

/* In another game with pieces of Shogi the start is written: an empty one is that of Shogi, for every reader. */
static void games_with_another_start(void **state)
{
    (void)state;
    static const char definition[] =
        "files=9\nranks=9\nsymmetry=rotate\nholdingsType=-1\nrook:R:R:r:h2\ngold:G:WfF:g:d1,f1\n"
        "king:K:K:k:e1\n";
    shoogi_variant *const other = parse_variant("other", definition, sizeof definition - 1);
    uint64_t chance = 3;
    shoogi_position *const start = make_position(other, NULL);
    shoogi_record *record = random_game(start, 30, &chance);
    char *text;
    size_t bytes;
    uint32_t losses;
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_USEN, record, NULL, NULL),
        SHOOGI_OK);
    assert_true(text[0] != '~');
    shoogi_text_free(text);
    assert_true(comes_back_from(SHOOGI_FORMAT_USEN, record));
    shoogi_record_free(record);
    shoogi_position_free(start);
    shoogi_variant_free(other);
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

TEST_SUITE(format_usen)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_other_programs),
        cmocka_unit_test(variations),
        cmocka_unit_test(written_form),
        cmocka_unit_test(addresses),
        cmocka_unit_test(bad),
        cmocka_unit_test(cut_and_other_games),
        cmocka_unit_test(games_with_another_start),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
