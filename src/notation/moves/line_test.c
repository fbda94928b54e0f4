/* line_test.c: whole lines of moves in every notation and back. */
#include "base/test_suite.h"
#include "shoogi/notation.h"
#include "support/notation.h"

enum { MOVES_MAX = 64, LINE_BYTES = 2048 };

static shoogi_variant *shogi;

static int set_up_shogi(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    return 0;
}

static int free_shogi(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    return 0;
}

static shoogi_position *begin(void)
{
    shoogi_position *p = NULL;
    assert_int_equal(shoogi_position_new(&p, shogi), SHOOGI_OK);
    return p;
}

/* With a capture on the square of the last move, a promotion, one declined, and drops. */
static const char usi[] = "7g7f 3c3d 8h2b+ 3a2b B*4e 8c8d 4e3d 2c2d 3d2c 4a3b 2c3b+ 2b3a";

static const struct {
    shoogi_notation notation;
    const char *text;
} lines[] = {
    { SHOOGI_NOTATION_USI, usi },
    { SHOOGI_NOTATION_WESTERN, "P-7f P-3d Bx2b+ Sx2b B*4e P-8d Bx3d P-2d B-2c= G-3b Bx3b+ S-3a" },
    { SHOOGI_NOTATION_JAPANESE,
      "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角 △８四歩 ▲３四角 △２四歩 ▲２三角不成 △３二金 "
      "▲同　角成 △３一銀" },
    { SHOOGI_NOTATION_KITAO,
      "歩-76 歩-34 角x22+ 銀x 角*45 歩-84 角x34 歩-24 角-23= 金-32 角x+ 銀-31" },
};

static void lines_come_back_in_every_notation(void **state)
{
    (void)state;
    shoogi_position *const p = begin();
    shoogi_move wanted[MOVES_MAX], moves[MOVES_MAX];
    size_t wanted_count = 0, count = 0;
    shoogi_error err;
    assert_int_equal(shoogi_line_read(wanted, MOVES_MAX, &wanted_count, p, usi, strlen(usi),
                                      SHOOGI_NOTATION_USI, &err),
                     SHOOGI_OK);
    assert_int_equal(wanted_count, 12);
    for (unsigned n = SHOOGI_NOTATION_USI; n < SHOOGI_NOTATION_ANY; n++) {
        char text[LINE_BYTES], cut[20];
        const size_t bytes =
            shoogi_line_write(text, sizeof text, p, wanted, wanted_count, (shoogi_notation)n);
        assert_in_range(bytes, 20, sizeof text - 1);
        assert_int_equal(strlen(text), bytes);
        assert_int_equal(
            shoogi_line_write(cut, sizeof cut, p, wanted, wanted_count, (shoogi_notation)n), bytes);
        assert_memory_equal(cut, text, sizeof cut - 1);
        assert_int_equal(cut[sizeof cut - 1], '\0');
        assert_int_equal(shoogi_line_write(NULL, 0, p, wanted, wanted_count, (shoogi_notation)n),
                         bytes);
        for (unsigned as = n; as <= SHOOGI_NOTATION_ANY; as += SHOOGI_NOTATION_ANY - n) {
            if (as == SHOOGI_NOTATION_ANY && n == SHOOGI_NOTATION_COURIER)
                break;
            if (shoogi_line_read(moves, MOVES_MAX, &count, p, text, bytes, (shoogi_notation)as,
                                 &err) != SHOOGI_OK)
                fail_msg("%s:%u: %s", text, err.column, err.message);
            assert_int_equal(count, wanted_count);
            assert_memory_equal(moves, wanted, count * sizeof *moves);
            if (as == SHOOGI_NOTATION_ANY)
                break;
        }
    }
    assert_int_equal(shoogi_position_moves_played(p), 0);
    shoogi_position_free(p);
}

static void lines_are_written_as_people_write_them(void **state)
{
    (void)state;
    shoogi_position *const p = begin();
    for (size_t i = 0; i < COUNT(lines); i++) {
        shoogi_move moves[MOVES_MAX];
        size_t count = 0;
        char text[LINE_BYTES];
        shoogi_error err;
        assert_int_equal(shoogi_line_read(moves, MOVES_MAX, &count, p, usi, strlen(usi),
                                          SHOOGI_NOTATION_USI, &err),
                         SHOOGI_OK);
        shoogi_line_write(text, sizeof text, p, moves, count, lines[i].notation);
        assert_string_equal(text, lines[i].text);
    }
    assert_int_equal(shoogi_line_write(NULL, 0, p, NULL, 0, SHOOGI_NOTATION_USI), 0);
    shoogi_position_free(p);
}

/* One move in each notation by its name; a text that is cut is as long as the whole one, and ends in NUL. */
static void moves_are_written_in_a_named_notation(void **state)
{
    (void)state;
    static const struct {
        const char *name, *third,
            *fourth; /* the third move of the line, and the answer where it ended */
    } rows[] = {
        { "usi", "8h2b+", "3a2b" },
        { "western", "Bx2b+", "Sx2b" },
        { "japanese", "▲２二角成", "△同　銀" },
        { "kitao", "角x22+", "銀x" },
        { "courier", "B 8h-2b; +B-2b", "s 3a-2b" },
    };
    shoogi_position *const p = begin();
    shoogi_move moves[MOVES_MAX];
    size_t count = 0;
    assert_int_equal(
        shoogi_line_read(moves, MOVES_MAX, &count, p, usi, strlen(usi), SHOOGI_NOTATION_USI, NULL),
        SHOOGI_OK);
    assert_int_equal(shoogi_position_do(p, moves[0]), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(p, moves[1]), SHOOGI_OK);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const shoogi_notation as = shoogi_notation_find(rows[i].name);
        assert_string_equal(shoogi_notation_name(as), rows[i].name);
        char text[SHOOGI_NOTATION_TEXT_BYTES];
        const size_t bytes = shoogi_move_write(text, sizeof text, p, moves[2], as);
        assert_string_equal(text, rows[i].third);
        assert_int_equal(bytes, strlen(text));
        for (size_t room = 0; room <= bytes; room++) {
            char cut[SHOOGI_NOTATION_TEXT_BYTES];
            memset(cut, '?', sizeof cut);
            assert_int_equal(shoogi_move_write(cut, room, p, moves[2], as), bytes);
            assert_true(room == 0 || memchr(cut, '\0', room) != NULL);
            assert_int_equal(cut[room], '?');
        }
        assert_int_equal(shoogi_position_do(p, moves[2]), SHOOGI_OK);
        shoogi_move_write(text, sizeof text, p, moves[3], as);
        assert_string_equal(text, rows[i].fourth);
        shoogi_position_undo(p);
    }
    assert_int_equal(shoogi_notation_find("hodges"), SHOOGI_NOTATION_ANY);
    assert_int_equal(shoogi_notation_find(""), SHOOGI_NOTATION_ANY);
    shoogi_position_free(p);
}

/* Numbers, marks, narrow and wide spaces, moves without spaces, an open promotion. */
static void other_spellings_are_read(void **state)
{
    (void)state;
    static const struct {
        shoogi_notation notation;
        const char *text;
        size_t count;
    } spellings[] = {
        { SHOOGI_NOTATION_WESTERN, "1. P-7f P-3d 2. Bx2b+", 3 },
        { SHOOGI_NOTATION_WESTERN, "1.P-7f 1...P-3d\n2.Bx2b+", 3 },
        { SHOOGI_NOTATION_WESTERN, "1.P-7f 1... P-3d 2.Bx2b", 3 },
        { SHOOGI_NOTATION_USI, "  7g7f\t3c3d\r\n8h2b+ \n", 3 },
        { SHOOGI_NOTATION_USI, " \n", 0 },
        { SHOOGI_NOTATION_USI, "", 0 },
        { SHOOGI_NOTATION_JAPANESE, "▲７六歩△３四歩▲２二角成△同　銀", 4 },
        { SHOOGI_NOTATION_JAPANESE, "▲７六歩　△３四歩　▲２二角成　△同 銀　", 4 },
        { SHOOGI_NOTATION_JAPANESE, "1. ☗７六歩 ☖３四歩 2. ☗２二角成 ☖同銀", 4 },
        { SHOOGI_NOTATION_JAPANESE, "７六歩 ３四歩 ２二角成 同 銀 ４五角打", 5 },
        { SHOOGI_NOTATION_ANY, "7g7f P-3d ▲２二角成△同銀 角*45", 5 },
        { SHOOGI_NOTATION_COURIER, "P 7g-7f\np 3c-3d", 2 },
    };
    shoogi_position *const p = begin();
    for (size_t i = 0; i < COUNT(spellings); i++) {
        shoogi_move moves[MOVES_MAX];
        size_t count = 99;
        shoogi_error err;
        if (shoogi_line_read(moves, MOVES_MAX, &count, p, spellings[i].text,
                             strlen(spellings[i].text), spellings[i].notation, &err) != SHOOGI_OK)
            fail_msg("%s:%u:%u: %s", spellings[i].text, err.line, err.column, err.message);
        if (count != spellings[i].count)
            fail_msg("%s: %zu moves", spellings[i].text, count);
    }
    shoogi_position_free(p);
}

static void faults_name_their_place(void **state)
{
    (void)state;
    static const struct {
        shoogi_notation notation;
        const char *text;
        shoogi_status status;
        size_t count;
        uint32_t line, column;
    } bad[] = {
        { SHOOGI_NOTATION_USI, "7g7f 3c3e", SHOOGI_ILLEGAL, 1, 1, 6 },
        { SHOOGI_NOTATION_USI, "7g7f\n3c3d x", SHOOGI_PARSE_ERROR, 2, 2, 6 },
        { SHOOGI_NOTATION_USI, "7g7f 3c3d 8h2b+ 3a2b B*4e", SHOOGI_LIMIT_EXCEEDED, 4, 1, 22 },
        { SHOOGI_NOTATION_JAPANESE, "▲７六歩△３五歩", SHOOGI_ILLEGAL, 1, 1, 5 },
        { SHOOGI_NOTATION_WESTERN, "P-7f 1. ", SHOOGI_OK, 1, 0, 0 },
        { SHOOGI_NOTATION_COURIER, "P 7g-7f\nresign", SHOOGI_PARSE_ERROR, 1, 2, 1 },
    };
    shoogi_position *const p = begin();
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_move moves[4];
        size_t count = 99;
        shoogi_error err = { .line = 0 };
        const shoogi_status status = shoogi_line_read(moves, COUNT(moves), &count, p, bad[i].text,
                                                      strlen(bad[i].text), bad[i].notation, &err);
        if (status != bad[i].status || count != bad[i].count || err.line != bad[i].line ||
            err.column != bad[i].column)
            fail_msg("%s: %s after %zu moves, %u:%u: %s", bad[i].text, shoogi_status_text(status),
                     count, err.line, err.column, err.message);
    }
    shoogi_position_free(p);
}

TEST_SUITE(line)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back_in_every_notation),
        cmocka_unit_test(lines_are_written_as_people_write_them),
        cmocka_unit_test(moves_are_written_in_a_named_notation),
        cmocka_unit_test(other_spellings_are_read),
        cmocka_unit_test(faults_name_their_place),
    };
    return cmocka_run_group_tests(tests, set_up_shogi, free_shogi);
}
