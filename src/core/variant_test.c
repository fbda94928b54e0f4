/* variant_test.c: reading definitions: what they mean, and every fault at its place. */
#include "core/test_support.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

/* A small whole game; the tests below spoil it in one way each. */
#define HEAD                                                                                       \
    "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\n"                                         \
    "maxPromote=1\npromoOffset=1\n"
#define PAWN  "pawn:P:fWf@4:p:a2\n"
#define TOKIN "tokin:+P:WfF:p2:\n"
#define KING  "king:K:K:k:c1\n"

static shoogi_variant *read(const char *text)
{
    shoogi_variant *v = NULL;
    shoogi_error err;
    if (shoogi_variant_parse(&v, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%u:%u: %s", err.line, err.column, err.message);
    return v;
}

static void a_definition_means_what_it_says(void **state)
{
    (void)state;
    shoogi_variant *v = read(HEAD PAWN TOKIN KING);
    assert_int_equal(shoogi_variant_files(v), 5);
    assert_int_equal(shoogi_variant_ranks(v), 5);
    assert_int_equal(shoogi_variant_squares(v), 25);
    assert_int_equal(shoogi_variant_kinds(v), 3);
    const shoogi_kind_info pawn = shoogi_variant_kind(v, 1), tokin = shoogi_variant_kind(v, 2);
    const shoogi_kind_info king = shoogi_variant_kind(v, 3);
    assert_string_equal(pawn.name, "pawn");
    assert_string_equal(pawn.id, "P");
    assert_string_equal(pawn.moves, "fWf@4");
    assert_int_equal(pawn.promoted, 2);
    assert_true(pawn.droppable && !pawn.promoted_form && !pawn.royal);
    assert_int_equal(tokin.base, 1);
    assert_true(tokin.promoted_form && !tokin.droppable);
    assert_true(king.royal && !king.droppable);
    assert_int_equal(shoogi_variant_kind_by_id(v, "+p", 2), 2);
    assert_int_equal(shoogi_variant_kind_by_id(v, "Q", 1), 0);

    /* a2 of the diagram is at Black's left: file 5, rank d; White's pawn is opposite, on 1b. */
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    shoogi_piece piece = shoogi_position_piece(p, shoogi_variant_square(v, 4, 3));
    assert_int_equal(piece.kind, 1);
    assert_int_equal(piece.colour, SHOOGI_BLACK);
    piece = shoogi_position_piece(p, shoogi_variant_square(v, 0, 1));
    assert_int_equal(piece.kind, 1);
    assert_int_equal(piece.colour, SHOOGI_WHITE);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Blanks of any kind separate what lines separate, so the flattened form is the same game. */
static void the_flattened_form_is_the_same_game(void **state)
{
    (void)state;
    const char *lines = HEAD PAWN TOKIN "drunk elephant:E:FfsW@5:e:b1\n" KING;
    char flat[512];
    snprintf(flat, sizeof flat, "%s", lines);
    for (char *c = flat; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    shoogi_variant *a = read(lines), *b = read(flat);
    shoogi_position *p, *q;
    assert_int_equal(shoogi_position_new(&p, a), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&q, b), SHOOGI_OK);
    assert_true(shoogi_position_hash(p) == shoogi_position_hash(q));
    assert_string_equal(shoogi_variant_kind(b, 3).name, "drunk elephant");
    shoogi_position_free(p);
    shoogi_position_free(q);
    shoogi_variant_free(a);
    shoogi_variant_free(b);
}

static void squares_and_hands(void **state)
{
    (void)state;
    /* A rectangle, an item for the second player alone, no symmetry, men in hand. */
    shoogi_variant *v = read("files=5 ranks=5 symmetry=none holdingsType=-1 maxPromote=0\n"
                             "pawn:P:fWf@4:p:a2-c3,,e5:2,1\nking:K:K:k:c1,,c5\n"
                             "hole::::e1\n");
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    unsigned men[2] = { 0, 0 };
    for (unsigned sq = 0; sq < 25; sq++) {
        const shoogi_piece piece = shoogi_position_piece(p, (shoogi_square)sq);
        if (piece.kind != 0)
            men[piece.colour]++;
    }
    assert_int_equal(men[SHOOGI_BLACK], 7);
    assert_int_equal(men[SHOOGI_WHITE], 2);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, 1), 2);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_WHITE, 1), 1);
    assert_false(shoogi_variant_has_square(v, 0, 4));
    assert_true(shoogi_variant_has_square(v, 0, 3));
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void every_fault_has_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } bad[] = {
        { "", 1, 1, "expected files=, the number of files from 1 to 36, found end of text" },
        { "files=5\nranks=5\n", 3, 1,
          "expected a piece line name:id:moves:image:squares, found end of text" },
        { "files=9x\n", 1, 8, "expected a number from 1 to 36, found \"x\"" },
        { "files=0\n", 1, 7, "expected a number from 1 to 36, found \"0\"" },
        { "files=37\n", 1, 7, "expected a number from 1 to 36, found \"37\"" },
        { "ranks=\n", 1, 7, "expected a number from 1 to 36, found end of text" },
        { HEAD "symmetry=point\n" PAWN, 7, 10, "expected mirror, rotate or none, found \"point\"" },
        { HEAD "stalemate=won\n", 7, 11, "expected draw, win or loss, found \"won\"" },
        { HEAD "repetition=4\n", 7, 12,
          "expected a number and a result, such as 4:draw, found \"4\"" },
        { HEAD "repetition=1:draw\n", 7, 12, "expected a number from 2 to 99, found \"1\"" },
        { HEAD "repetition=4:replay\n", 7, 14, "expected draw or no-contest, found \"replay\"" },
        { HEAD "impasse=24\n", 7, 9, "expected none, agree or points:N, found \"24\"" },
        { HEAD "impasse=points:x\n", 7, 16,
          "expected a number of points from 1 to 9999, found \"x\"" },
        { HEAD "promoZon=3\n", 7, 1, "expected a known parameter (promoZone?), found \"promoZon\"" },
        { HEAD "sparkle=2\n", 7, 1, "expected a known parameter, found \"sparkle\"" },
        { HEAD "royal=king\n", 7, 7,
          "expected the number of a piece line from 1 to 511, found \"king\"" },
        { HEAD "pawn:P:fW\n" TOKIN KING, 7, 10,
          "expected \":\" and an image name, found end of line" },
        { HEAD "pawn:P:fW:p\n" TOKIN KING, 7, 12,
          "expected \":\" and the squares, found end of line" },
        { HEAD PAWN TOKIN KING "gold general\n", 11, 1,
          "expected a piece line after the name, found end of text" },
        { HEAD "pawn:P:fWx:p:a2\n" TOKIN KING, 7, 10,
          "expected a direction (f b l r v s h) or an atom, found \"x\"" },
        { HEAD "pawn:P:fD0:p:a2\n" TOKIN KING, 7, 8,
          "expected slides along ranks, files and diagonals only, found \"fD0\"" },
        { HEAD "pawn:P:fW:p:a0\n" TOKIN KING, 7, 13,
          "expected a square of this board (5 files, 5 ranks), found \"a0\"" },
        { HEAD "pawn:P:fW:p:a2,f2\n" TOKIN KING, 7, 16,
          "expected a square of this board (5 files, 5 ranks), found \"f2\"" },
        { HEAD "pawn:P:fW:p:c3-a1\n" TOKIN KING, 7, 16,
          "expected the upper right corner of the rectangle, found \"a1\"" },
        { HEAD "pawn:P:fW:p:a2b2\n" TOKIN KING, 7, 15,
          "expected \",\" and another square, found \"b2\"" },
        { HEAD "pawn:P:fW:p:a2,a2\n" TOKIN KING, 7, 16, "expected an empty square, found \"a2\"" },
        { HEAD "pawn:P:fW:p:a2:1,2,3\n" TOKIN KING, 7, 18,
          "expected a number in hand, or two separated by a comma, found \"2,3\"" },
        { HEAD PAWN "tokin:+P:WfF:p2::1\n" KING, 8, 18,
          "expected no men in hand of a kind that is never dropped, found \"1\"" },
        { HEAD PAWN "tokin:P:WfF:p2:\n" KING, 8, 7, "expected an id not used before, found \"P\"" },
        { HEAD PAWN "tokin:++:WfF:p2:\n" KING, 8, 7,
          "expected an id of up to 6 letters and digits, perhaps after +, found \"++\"" },
        { "files=5\nranks=5\nmaxPromote=4\npromoOffset=1\n" PAWN TOKIN KING, 3, 12,
          "expected a number of kinds that have a promoted form, found \"4\"" },
        { HEAD "promoChoice=+\n" PAWN "tokin:T:WfF:p2:\n" KING, 8, 6,
          "expected a kind with a partner of the id +P, found \"P\"" },
        { HEAD "royal=4\n" PAWN TOKIN KING, 7, 7,
          "expected the number of a piece line of this game, found \"4\"" },
        { HEAD "dropMate=P,S\n" PAWN TOKIN KING, 7, 12, "expected an id of this game, found \"S\"" },
        { HEAD PAWN TOKIN "king:K:K:k:\n", 10, 1,
          "expected a royal for each side, found end of text" },
        { "files=36\nranks=36\n" PAWN TOKIN KING, 1, 7,
          "expected a board of at most 256 squares, found \"36\"" },
    };
    size_t good = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shoogi_variant *v = NULL;
        shoogi_error err = { 0 };
        const shoogi_status status =
            shoogi_variant_parse(&v, bad[i].text, strlen(bad[i].text), &err);
        assert_int_not_equal(status, SHOOGI_OK);
        assert_null(v);
        if (strcmp(err.message, bad[i].message) != 0 || err.line != bad[i].line ||
            err.column != bad[i].column)
            print_error("%zu: %u:%u: %s\n", i, err.line, err.column, err.message);
        else
            good++;
    }
    assert_int_equal(good, sizeof bad / sizeof bad[0]);
}

static void several_faults_are_all_told(void **state)
{
    (void)state;
    const char *text = "files=x\nranks=y\nsparkle=1\n" PAWN TOKIN KING;
    shoogi_variant *v = NULL;
    shoogi_error errors[2];
    size_t count = 0;
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, 2, &count),
                     SHOOGI_BAD_TEXT);
    assert_int_equal(count, 2);
    assert_int_equal(errors[0].line, 1);
    assert_int_equal(errors[1].line, 2);
}

static void bounds_hold(void **state)
{
    (void)state;
    char *text = malloc(SHOOGI_DEFINITION_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, ' ', SHOOGI_DEFINITION_BYTES_MAX + 1);
    const char *game = HEAD PAWN TOKIN KING;
    memcpy(text, game, strlen(game));
    shoogi_variant *v = NULL;
    shoogi_error err;
    assert_int_equal(shoogi_variant_parse(&v, text, SHOOGI_DEFINITION_BYTES_MAX, &err), SHOOGI_OK);
    shoogi_variant_free(v);
    v = NULL;
    assert_int_equal(shoogi_variant_parse(&v, text, SHOOGI_DEFINITION_BYTES_MAX + 1, &err),
                     SHOOGI_TOO_BIG);
    assert_null(v);
    text[100] = '\0';
    assert_int_equal(shoogi_variant_parse(&v, text, SHOOGI_DEFINITION_BYTES_MAX, &err),
                     SHOOGI_BAD_TEXT);
    assert_string_equal(err.message, "expected text without NUL bytes, found \"?\"");
    free(text);
}

/* Cut anywhere, a definition is read or refused, and nothing is lost or overrun. */
static void a_text_cut_anywhere_does_no_harm(void **state)
{
    (void)state;
    const char *whole = HEAD "royal=3\nrepetition=4:draw\nimpasse=points:24\n" PAWN TOKIN KING;
    for (size_t bytes = 0; bytes <= strlen(whole); bytes++) {
        char *text = malloc(bytes + 1);
        assert_non_null(text);
        memcpy(text, whole, bytes);
        shoogi_variant *v = NULL;
        shoogi_error err;
        const shoogi_status status = shoogi_variant_parse(&v, text, bytes, &err);
        assert_int_equal(status == SHOOGI_OK, v != NULL);
        shoogi_variant_free(v);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_means_what_it_says),
        cmocka_unit_test(the_flattened_form_is_the_same_game),
        cmocka_unit_test(squares_and_hands),
        cmocka_unit_test(every_fault_has_its_place),
        cmocka_unit_test(several_faults_are_all_told),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(a_text_cut_anywhere_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
