/* board_text_test.c: positions as drawings in letters, against drawings made by hand. */
#include "notation/test_support.h"

static const char *const shogi_start = "White has: -\n"
                                       "  9  8  7  6  5  4  3  2  1\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": l: n: s: g: k: g: s: n: l: a\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  : r:  :  :  :  :  : b:  : b\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": p: p: p: p: p: p: p: p: p: c\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : d\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : e\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : f\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": P: P: P: P: P: P: P: P: P: g\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  : B:  :  :  :  :  : R:  : h\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": L: N: S: G: K: G: S: N: L: i\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       "Black has: -\n";

/* Promoted men, hands, and White's view of them. */
static const char *const middle_sfen =
    "lnsgkgsnl/1r5+B1/pppppp1pp/9/9/9/PP1PPPPPP/7R1/LNSGKGSNL w Prb10p 5";
static const char *const middle_black = "White has: R B P10\n"
                                        "  9  8  7  6  5  4  3  2  1\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": l: n: s: g: k: g: s: n: l: a\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  : r:  :  :  :  :  :+B:  : b\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": p: p: p: p: p: p:  : p: p: c\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : d\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : e\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : f\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": P: P:  : P: P: P: P: P: P: g\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  : R:  : h\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": L: N: S: G: K: G: S: N: L: i\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        "Black has: P\n";
static const char *const middle_white = "Black has: P\n"
                                        "  1  2  3  4  5  6  7  8  9\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": L: N: S: G: K: G: S: N: L: i\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  : R:  :  :  :  :  :  :  : h\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": P: P: P: P: P: P:  : P: P: g\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : f\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : e\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : d\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": p: p:  : p: p: p: p: p: p: c\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :+B:  :  :  :  :  : r:  : b\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": l: n: s: g: k: g: s: n: l: a\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        "White has: R B P10\n";

/* Ids of one to three letters, with and without the sign, and two holes. */
static const char letters_text[] =
    "files=4\nranks=3\nholdingsType=-1\npromoZone=1\nmaxPromote=2\npromoOffset=3\npromoChoice=+\n"
    "symmetry=rotate\nroyal=3\nhole::::d2\n"
    "arrow:A:W@3:a:\nflying cock:FLC:fFsW@3:f:b1\nking:K:K:k:a1\n"
    "great arrow:+A:R:a:\nraiding falcon:+FLC:vRK:r:\n";
static const char *const letters_sfen = "+a,k,flc,+flc/3,1/A,+A,K,+FLC b 2FLC,A,flc 1";
static const char *const letters_black = "White has: FLC\n"
                                         "    4    3    2    1\n"
                                         "+----+----+----+----+\n"
                                         ":  +a:   k: flc:+flc: a\n"
                                         "+----+----+----+----+\n"
                                         ":####:    :    :####: b\n"
                                         "+----+----+----+----+\n"
                                         ":   A:  +A:   K:+FLC: c\n"
                                         "+----+----+----+----+\n"
                                         "Black has: FLC2 A\n";

static char *draw(const shoogi_position *position, shoogi_colour view)
{
    const size_t length = shoogi_board_write(NULL, 0, position, view);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(shoogi_board_write(text, length + 1, position, view), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static void expect(const shoogi_variant *variant, const char *sfen, shoogi_colour view,
                   const char *drawing)
{
    shoogi_position *position = make_position(variant, sfen);
    char *text = draw(position, view);
    assert_string_equal(text, drawing);
    free(text);
    shoogi_position_free(position);
}

static void of_shogi(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    expect(shogi, NULL, SHOOGI_BLACK, shogi_start);
    expect(shogi, middle_sfen, SHOOGI_BLACK, middle_black);
    expect(shogi, middle_sfen, SHOOGI_WHITE, middle_white);
    shoogi_variant_free(shogi);
}

static void of_long_ids_and_holes(void **state)
{
    (void)state;
    shoogi_variant *letters = parse_variant("letters", letters_text, sizeof letters_text - 1);
    expect(letters, letters_sfen, SHOOGI_BLACK, letters_black);
    shoogi_variant_free(letters);
}

/* The longest board one way and the other: every line is as long as the frame, or that and the name of
 * the rank; numbers end above the letters. */
static void of_long_boards(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned files, ranks;
        const char *top_left; /* the name of the file there */
        const char *last_rank;
    } boards[] = {
        { "files=36\nranks=7\nsymmetry=rotate\nking:K:K:k:a1\n", 36, 7, " 36 35", " g" },
        { "files=7\nranks=36\nsymmetry=rotate\nking:K:K:k:a1\n", 7, 36, "  7  6", " aj" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *variant = parse_variant("long", boards[i].text, strlen(boards[i].text));
        shoogi_position *position = make_position(variant, NULL);
        char *text = draw(position, SHOOGI_BLACK);
        const size_t frame = boards[i].files * 3 + 1;
        size_t lines = 0;
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
            if (lines == 1) {
                assert_int_equal(strlen(line), frame - 1);
                assert_memory_equal(line, boards[i].top_left, 6);
            } else if (lines >= 2 && lines < 3 + 2 * boards[i].ranks) {
                assert_int_equal(line[frame - 1], lines % 2 == 0 ? '+' : ':');
                assert_in_range(strlen(line), frame, frame + 3);
            }
            if (lines == 2 + 2 * boards[i].ranks - 1)
                assert_string_equal(line + frame, boards[i].last_rank);
        }
        assert_int_equal(lines, 2 * boards[i].ranks + 4);
        free(text);
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static void in_every_room(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, middle_sfen);
    const size_t whole = strlen(middle_black);
    for (size_t room = 0; room < whole + 3; room++) {
        char *text = malloc(room + 1);
        assert_non_null(text);
        text[room] = '#';
        assert_int_equal(shoogi_board_write(text, room, position, SHOOGI_BLACK), whole);
        assert_int_equal(text[room], '#');
        if (room > 0) {
            const size_t kept = room - 1 < whole ? room - 1 : whole;
            assert_int_equal(strlen(text), kept);
            assert_memory_equal(text, middle_black, kept);
        }
        free(text);
    }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_shogi),
        cmocka_unit_test(of_long_ids_and_holes),
        cmocka_unit_test(of_long_boards),
        cmocka_unit_test(in_every_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
