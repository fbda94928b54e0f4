/* formats_test.c: complete records through every format. */
#include "support/random_record.h"
#include "base/test_suite.h"

static void trees_come_back_from_every_format(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen;
    } starts[] = {
        { "shogi", NULL },
        { "mini", NULL },
        { "shogi", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
        { "shogi", "4k4/4+P4/9/9/9/9/9/9/4K4 w R2G3P17p 35" },
        { "chu", NULL },
        { "kyoto", NULL },
    };
    uint64_t chance = 7;
    unsigned reported[SHOOGI_FORMAT_COUNT] = { 0 };
    for (size_t i = 0; i < COUNT(starts); i++) {
        shoogi_variant *const variant = load_variant(starts[i].variant);
        shoogi_position *const start = make_position(variant, starts[i].sfen);
        for (unsigned round = 0; round < 25; round++) {
            shoogi_record *const record = random_tree(start, 40, &chance);
            for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
                reported[f] += comes_back_from((shoogi_format)f, record);
            shoogi_record_free(record);
        }
        shoogi_position_free(start);
        shoogi_variant_free(variant);
    }
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        if (reported[f] == 0)
            fail_msg("%s could tell no game", shoogi_format_name((shoogi_format)f));
    assert_int_equal(reported[SHOOGI_FORMAT_SHOOGI], 25 * COUNT(starts));
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        assert_int_equal(shoogi_format_find(shoogi_format_name((shoogi_format)f)), f);
    assert_int_equal(shoogi_format_find("KIF"), SHOOGI_FORMAT_COUNT);
    assert_int_equal(shoogi_format_find(""), SHOOGI_FORMAT_COUNT);
}

/* BOD: the position at the end of the main line with its number and last move, and the record that is read of it. */
static void a_diagram_is_the_last_position(void **state)
{
    (void)state;
    shoogi_variant *const variant = load_variant("shogi");
    const shoogi_record_read_options how = { .variant = variant };
    static const char game[] = "startpos moves 7g7f 3c3d 8h2b+ 3a2b", bare[] = "startpos";
    shoogi_record *record, *again;
    char *text;
    size_t bytes;
    uint32_t losses;
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USI, game, sizeof game - 1,
                                        &how, NULL, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_BOD, record, NULL, NULL),
        SHOOGI_OK);
    assert_int_equal(losses, SHG_LOSS(PLAYED));
    assert_non_null(strstr(text, "後手の持駒：角\n"));
    assert_non_null(strstr(text, "| ・v飛 ・ ・ ・ ・ ・v銀 ・|二\n"));
    assert_non_null(strstr(text, "手数＝4"));
    for (unsigned f = 0; f < 2; f++) { /* by its name, and as other programs paste it */
        const shoogi_format format = f == 0 ? SHOOGI_FORMAT_BOD : shoogi_format_detect(text, bytes);
        assert_int_equal(shoogi_record_read(&again, NULL, format, text, bytes, &how, NULL, 0, NULL),
                         SHOOGI_OK);
        shoogi_position *end;
        assert_int_equal(shoogi_record_position(&end, record, shoogi_record_line_end(record, 0)),
                         SHOOGI_OK);
        assert_true(shoogi_position_hash(end) == shoogi_position_hash(shoogi_record_start(again)));
        assert_int_equal(shoogi_position_ply(shoogi_record_start(again)), 5);
        assert_int_equal(shoogi_record_node_count(again), 1);
        shoogi_position_free(end);
        shoogi_record_free(again);
    }
    shoogi_text_free(text);
    shoogi_record_free(record);
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_USI, bare, sizeof bare - 1,
                                        &how, NULL, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_BOD, record, NULL, NULL),
        SHOOGI_OK);
    assert_int_equal(losses, 0);
    assert_null(strstr(text, "手数"));
    shoogi_text_free(text);
    shoogi_record_free(record);
    shoogi_variant_free(variant);
}

/* The id of a piece may be that of another followed by a number, which looks like that of a file, a rank or a move. */
static void ids_with_numbers_come_back(void **state)
{
    (void)state;
    static const char text[] =
        "files=9\nranks=9\nsymmetry=rotate\nholdingsType=-1\n"
        "cart:C:R:c:a1,i1,c2,g2\nwagon:C2:R:d:b1,h1,b3,h3\nrider:C23:BR:e:d2,f2\nking:K:K:k:e1\n";
    static const shoogi_format all[] = { SHOOGI_FORMAT_WESTERN, SHOOGI_FORMAT_PSN,
                                         SHOOGI_FORMAT_PGN,     SHOOGI_FORMAT_KIF,
                                         SHOOGI_FORMAT_KI2,     SHOOGI_FORMAT_USI };
    shoogi_variant *const variant = parse_variant("numbered", text, sizeof text - 1);
    shoogi_position *const start = make_position(variant, NULL);
    uint64_t chance = 3;
    for (unsigned round = 0; round < 40; round++) {
        shoogi_record *const record = random_game(start, 120, &chance);
        for (size_t i = 0; i < COUNT(all); i++)
            if (!comes_back_from(all[i], record))
                fail_msg("%s cannot tell the game", shoogi_format_name(all[i]));
        shoogi_record_free(record);
    }
    shoogi_position_free(start);
    shoogi_variant_free(variant);
}

/* Our own record loses nothing, and JKF only what its schema has no place for in variations. */
static void some_formats_hold_everything(void **state)
{
    (void)state;
    static const shoogi_format whole[] = { SHOOGI_FORMAT_SHOOGI, SHOOGI_FORMAT_JKF };
    static const uint32_t of_variations[] = { 0, SHG_LOSS(BOOKMARKS) | SHG_LOSS(FRACTIONS) |
                                                     SHG_LOSS(TERMINATION) };
    shoogi_variant *const variant = load_variant("shogi");
    shoogi_position *const start = make_position(variant, NULL);
    uint64_t chance = 1;
    for (unsigned round = 0; round < 25; round++) {
        shoogi_record *const record = random_tree(start, 40, &chance);
        for (size_t i = 0; i < COUNT(whole); i++) {
            char *text;
            size_t bytes;
            uint32_t losses = 99;
            assert_int_equal(
                shoogi_record_write(&text, &bytes, &losses, whole[i], record, NULL, NULL),
                SHOOGI_OK);
            assert_int_equal(losses & ~of_variations[i], 0);
            shoogi_text_free(text);
        }
        shoogi_record_free(record);
    }
    shoogi_position_free(start);
    shoogi_variant_free(variant);
}

TEST_SUITE(formats)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_back_from_every_format),
        cmocka_unit_test(a_diagram_is_the_last_position),
        cmocka_unit_test(ids_with_numbers_come_back),
        cmocka_unit_test(some_formats_hold_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
