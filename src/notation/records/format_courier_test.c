/* format_courier_test.c: games in the notation of Game Courier. */
#include "support/records.h"
#include "support/random_record.h"
#include "base/test_suite.h"

static shoogi_variant *shogi, *chu, *mini;

static const shoogi_variant *find_game(void *context, const char *name, size_t name_bytes)
{
    (void)context;
    return name_bytes == 3 && memcmp(name, "chu", 3) == 0    ? chu
           : name_bytes == 4 && memcmp(name, "mini", 4) == 0 ? mini
                                                             : NULL;
}

#define MOVES   "1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n"
#define BISHOPS "start lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1\n"

/* Texts, what they mean in our own record, and how many warnings they bring. */
static void ways_to_write_a_game(void **state)
{
    (void)state;
    static const struct {
        const char *text, *own;
        size_t warnings;
    } games[] = {
        { "1. P 7g-7f\n1... p 3c-3d\n2. B 8h-2b; +B-2b\n2... s 3a-2b\n3. B*4e\n", MOVES, 0 },
        { "P 7g-7f\np 3c-3d\nB 8h-2b; +B-dest\ns 3a-2b\nB*4e", MOVES, 0 },
        { "1. P 7g-7f p 3c-3d\r\n2. B 8h-2b; +B-2b s 3a-2b\r\n3. B*4e\r\n", MOVES, 0 },
        { "1. P 7g-7f 1... p 3c-3d 2. B 8h-2b; +B-2b 2... s 3a-2b 3. B*4e\n", MOVES, 0 },
        { "1) P 7g-7f\n2) p 3c-3d\n3) B 8h - 2b ; +b - 2b\n4) s 3a-2b\n5) B * 4e\n", MOVES, 0 },
        { "1 P 7g-7f\n2 p 3c-3d\n3 8h-2b; +B-2b\n4 3a-2b\n5 B 0B-4e\n", MOVES, 0 },
        { "1. P c3-c4\n1. ... p g7-g6\n2. B b2-h8; @-h8; +B-h8\n2. ... s g9-h8\n3. B*f5\n", MOVES,
          0 },
        { "  1.  P 7g-7f  \n\n\t1... p 3c-3d\n2. B 8h-2b; +B-2b\n2... s 3a-2b\n3. B*4e\n", MOVES,
          0 },
        /* a place in hand as a preset calls it; the labels of another set of pieces */
        { "P 7g-7f\np 3c-3d\nB 8h-2b; +B-2b\ns 3a-2b\nB p9-4e\n", MOVES, 0 },
        { "FU 7g-7f\nfu 3c-3d\nKA 8h-2b; +B-2b\ngi 3a-2b\nB*4e\n", MOVES, 4 },
        /* the next move after a piece that leaves the board */
        { "start=lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL\n"
          "8h-2b; 2b-; +B-2b s 3a-2b\n",
          BISHOPS "1 8h2b+\n2 3a2b\n", 0 },
        { "8h-2b; 2b-; +B-2b s 3a-2b\n", NULL, 0 },
        /* comments */
        { "// before\n1. P 7g-7f // about it\n//  more\n//\n1... p 3c-3d //\n",
          "* before\n1 7g7f\n* about it\n*  more\n* \n2 3c3d\n* \n", 0 },
        { "A game between friends\n1. P 7g-7f\nWhat now?\n",
          "* A game between friends\n1 7g7f\n* What now?\n", 2 },
        /* settings */
        { "title=A game\nsigns=chu\ncoordinates=shogi\ncaptures=gone\nlabels=P,L\nP 7i-7h\n",
          "game chu\ntitle: A game\n1 7i7h\n", 0 },
        { "Game: mini\nP 5d-5c\n", "game mini\n1 5d5c\n", 0 },
        { "game=hexes\nP 7g-7f\n", "1 7g7f\n", 1 },
        { "start=4k4/9/9/9/4{+b}4/9/9/9/4K4 w 2Pg\ng*5b\n",
          "start 4k4/9/9/9/4+b4/9/9/9/4K4 w 2Pg 1\n1 G*5b\n", 0 },
        { "Site: Kawasaki\nP 7g-7f\n", "Site: Kawasaki\n1 7g7f\n", 0 },
        { "start=4k4/9/9/9/9/9/9/9/4K4\n", "start 4k4/9/9/9/9/9/9/9/4K4 b - 1\n", 0 },
        /* ends: by the side whose turn it is, or an offer that nothing follows */
        { "P 7g-7f\nresign // enough\n", "1 7g7f\n2 end resign black\n* enough\n", 0 },
        { "P 7g-7f p 3c-3d resign", "1 7g7f\n2 3c3d\n3 end resign white\n", 0 },
        { "P 7g-7f\ndrawn\n", "1 7g7f\n2 end draw draw\n", 0 },
        { "P 7g-7f\nwon\n", "1 7g7f\n2 end other white : won\n", 0 },
        { "P 7g-7f\np 3c-3d\nlost\n", "1 7g7f\n2 3c3d\n3 end other white : lost\n", 0 },
        { "P 7g-7f\ndraw\n", "1 7g7f\n2 end draw draw\n", 0 },
        { "P 7g-7f draw\np 3c-3d\n", "1 7g7f\n2 3c3d\n", 0 },
        /* numbers that do not continue */
        { "1. P 7g-7f\n3. p 3c-3d\n", "1 7g7f\n2 3c3d\n", 1 },
        { "2. P 7g-7f\n2... p 3c-3d\n", "1 7g7f\n2 3c3d\n", 1 },
        { "1. P 7g-7f\n2. p 3c-3d\n2. P 2g-2f\n", "1 7g7f\n2 3c3d\n3 2g2f\n", 1 },
    };
    const shoogi_record_read_options how = { .variant = shogi, .find_variant = find_game };
    for (size_t i = 0; i < COUNT(games); i++) {
        char own[512];
        shoogi_record *record = NULL;
        shoogi_error errors[6];
        size_t count = 0, used;
        assert_int_equal(shoogi_format_detect(games[i].text, strlen(games[i].text)),
                         strchr(games[i].text, '-') || strchr(games[i].text, '*')
                             ? SHOOGI_FORMAT_COURIER
                             : SHOOGI_FORMAT_COUNT); /* settings alone */
        const shoogi_status status =
            shoogi_record_read(&record, &used, SHOOGI_FORMAT_COURIER, games[i].text,
                               strlen(games[i].text), &how, errors, COUNT(errors), &count);
        if (!games[i].own) {
            assert_int_equal(status, SHOOGI_ILLEGAL);
            continue;
        }
        if (status != SHOOGI_OK || count != games[i].warnings)
            fail_msg("%s\n%zu reported, %u:%u: %s", games[i].text, count, errors[0].line,
                     errors[0].column, errors[0].message);
        snprintf(own, sizeof own, "shoogi record 1\n%s", games[i].own);
        shoogi_record *const same = good_record(SHOOGI_FORMAT_SHOOGI, &how, own);
        shoogi_node node = 0;
        const char *const what = shg_record_difference(&node, same, record, 0);
        if (what)
            fail_msg("%s\n%s differs at node %u", games[i].text, what, node);
        assert_true(comes_back_from(SHOOGI_FORMAT_COURIER, record));
        shoogi_record_free(same);
        shoogi_record_free(record);
    }
}

/* What is written can be played on on a free board of the page. */
static void written_form(void **state)
{
    (void)state;
    static const struct {
        const char *own, *text;
        uint32_t losses;
    } games[] = {
        { "title: A game\n* before\n1 7g7f\n* it\n* \n* is\n2 3c3d\n3 8h2b+\n4 end resign black\n* no\n",
          "title=A game\ncoordinates=shogi\ncaptures=hand\n"
          "start=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -\n// before\n"
          "P 7g-7f // it\n// \n// is\np 3c-3d\nB 8h-2b; +B-2b\nresign // no\n",
          0 },
        { "start 4k4/9/9/9/4+b4/9/9/9/4K4 w 2Pg 8\nblack: Anna\n1 G*5b 3\n2 end time white\n* late\n",
          "coordinates=shogi\ncaptures=hand\nstart=4k4/9/9/9/4{+b}4/9/9/9/4K4 w 2Pg\ng*5b\n",
          SHG_LOSS(NUMBER) | SHG_LOSS(HEADERS) | SHG_LOSS(TIMES) | SHG_LOSS(TERMINATION) |
              SHG_LOSS(COMMENTS) },
        { "1 7g7f\n2 end other white : won\n",
          "coordinates=shogi\ncaptures=hand\n"
          "start=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -\nP 7g-7f\nwon\n",
          0 },
        { "1 7g7f\n2 end resign white\n2 3c3d\n",
          "coordinates=shogi\ncaptures=hand\n"
          "start=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -\nP 7g-7f\n",
          SHG_LOSS(TERMINATION) | SHG_LOSS(VARIATIONS) },
    };
    const shoogi_record_read_options how = { .variant = shogi };
    for (size_t i = 0; i < COUNT(games); i++) {
        char own[512];
        snprintf(own, sizeof own, "shoogi record 1\n%s", games[i].own);
        shoogi_record *const record = good_record(SHOOGI_FORMAT_SHOOGI, &how, own);
        expect_written(record, SHOOGI_FORMAT_COURIER, games[i].text, games[i].losses);
        shoogi_record_free(record);
    }
}

static void bad(void **state)
{
    (void)state;
    static const reported texts[] = {
        { "1. P 7g-7f\n1... p 3c-3e\n", SHOOGI_ILLEGAL, 2, 6,
          "move 2: expected a legal move (a pawn does not move from 3c to 3e), found \"p 3c-3e\"",
          2, NULL },
        { "P 7g-7f // fine\n\nN 8h-7g\n", SHOOGI_PARSE_ERROR, 3, 1,
          "move 2: expected \"B\" (a bishop stands on 8h), found \"N\"", 2, NULL },
        { "P 7g-7f\nresign\np 3c-3d\n", SHOOGI_PARSE_ERROR, 3, 1,
          "move 2: expected nothing after the end, found \"p 3c-3d\"", 3, NULL },
        { "start=4k4/9 b\nP 7g-7f\n", SHOOGI_PARSE_ERROR, 1, 12,
          "expected 63 more spaces, found end of text", 0, NULL },
        { "start=4k4/9/9/9/9/9/9/9/4K4 b 2x\n", SHOOGI_PARSE_ERROR, 1, 32,
          "expected pieces in hand, or \"-\" for none, found \"x\"", 0, NULL },
        { "P 7g-7f\nhello there\n", SHOOGI_OK, 2, 1,
          "warning: expected a move in the notation of Game Courier, found \"hello there\"", 2,
          NULL },
        { "P 7g-7f\ngame=chu\n", SHOOGI_OK, 2, 1,
          "warning: expected the game and its start before the first move, found \"game\"", 2,
          NULL },
        { "start=4k4/9/9/9/9/9/9/9/4K4\ngame=chu\n", SHOOGI_OK, 2, 1,
          "warning: expected the name of the game before its start, found \"game\"", 1, NULL },
    };
    const shoogi_record_read_options how = { .variant = shogi,
                                             .find_variant = find_game,
                                             .keep_partial = true };
    for (size_t i = 0; i < COUNT(texts); i++)
        (texts[i].status == SHOOGI_OK ? expect_reported : expect_reported_from_line)(
            SHOOGI_FORMAT_COURIER, &how, &texts[i]);
}

/* Random games of a small and a large board come back, and texts cut anywhere are read or refused. */
static void games_come_back(void **state)
{
    (void)state;
    const shoogi_variant *const games[] = { shogi, mini, chu };
    uint64_t chance = 5;
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_position *const start = make_position(games[i], NULL);
        for (unsigned round = 0; round < 5; round++) {
            shoogi_record *const record = random_game(start, 100, &chance);
            assert_true(comes_back_from(SHOOGI_FORMAT_COURIER, record));
            shoogi_record_free(record);
        }
        shoogi_position_free(start);
    }
    static const char text[] =
        "signs=shogi\nstart=4k4/9/9/9/4{+b}4/9/9/9/4K4 b P\n1. P 0P-4e // x\n"
        "1... k 5a-4a; @-4a; k-4a draw\n2. P p9-5d won\n";
    const shoogi_record_read_options how = { .variant = shogi, .keep_partial = true };
    comes_back_cut(SHOOGI_FORMAT_COURIER, &how, text, sizeof text - 1);
}

/* A label of another set of pieces on the first rank, which is 0: a move, and no drop from a place in hand. */
static void first_rank_of_the_definition(void **state)
{
    (void)state;
    static const char text[] = "files=3\nranks=4\nfirstRank=0\nsymmetry=rotate\nholdingsType=-1\n"
                               "man:M:K:m:c0\npawn:P:fW@4:p:b1\nking:K:K:k:a0\n";
    shoogi_variant *const variant = parse_variant("first rank", text, sizeof text - 1);
    const shoogi_record_read_options how = { .variant = variant };
    const reported move = { "start=k2/3/3/M1K b P\nP a0-a1\n",
                            SHOOGI_OK,
                            2,
                            1,
                            "warning: expected the label of the piece that moves, found \"P a0-a1\"",
                            2,
                            NULL };
    expect_reported(SHOOGI_FORMAT_COURIER, &how, &move);
    shoogi_variant_free(variant);
}

/* Other notations with hyphens and stars. */
static void other_notations(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. P-7f 2. P-3d 3. Bx2b+", "P*5e",      "1. G6i-5h\n",
        "+7776FU\n-3334FU\n",       "7g7f 3c3d", "1. e2-e4 e7-e5 {x}",
        "well - played\n",          "a=b\n",     "// P 7g-7f\n"
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (shoogi_format_detect(texts[i], strlen(texts[i])) == SHOOGI_FORMAT_COURIER)
            fail_msg("%s", texts[i]);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    chu = load_variant("chu");
    mini = load_variant("mini");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(chu);
    shoogi_variant_free(mini);
    return 0;
}

TEST_SUITE(format_courier)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_to_write_a_game),
        cmocka_unit_test(written_form),
        cmocka_unit_test(bad),
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(first_rank_of_the_definition),
        cmocka_unit_test(other_notations),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
