/* position_fault_test.c: what shows that a position cannot occur, and what is missing from the box.  That no position of a
 * game has a fault is shown by board_test, in random games of every definition. */
#include "shoogi/position_fault.h"
#include "base/test_suite.h"
#include "shoogi/position_text.h"
#include "support/core.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *const reasons[] = {
#define POSITION_FAULT(name, words) #name,
#include "shoogi/position_fault.def"
#undef POSITION_FAULT
};

static shoogi_position *begin(const char *variant)
{
    shoogi_position *p = NULL;
    shoogi_variant *const v = load_variant(variant, (shg_class_choice){ 1, false });
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    return p;
}

static void end(shoogi_position *p)
{
    shoogi_variant *const v = (shoogi_variant *)(uintptr_t)shoogi_position_variant(p);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* The pieces of SFEN or, with brackets, of FEN: board and hands alone are needed. */
static void set(shoogi_position *p, const char *sfen)
{
    shoogi_error err;
    if (shoogi_sfen_read(p, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s:%u: %s", sfen, err.column, err.message);
}

/* "TOO_MANY_PIECES any P 19/18; NO_ROYAL white" */
static const char *tell_faults(const shoogi_position *p)
{
    static char text[1024];
    shoogi_position_fault faults[16];
    const shoogi_variant *const v = shoogi_position_variant(p);
    const size_t count = shoogi_position_faults(p, faults, COUNT(faults));
    assert_true(count <= COUNT(faults));
    assert_int_equal(count, shoogi_position_faults(p, NULL, 0));
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const shoogi_position_fault *const f = &faults[i];
        char square[SHOOGI_SQUARE_TEXT_BYTES] = "";
        if (f->square != SHOOGI_NO_SQUARE)
            shoogi_square_text(square, sizeof square, v, f->square);
        at += (size_t)snprintf(
            text + at, sizeof text - at, "%s%s %s%s%s%s%s", i > 0 ? "; " : "", reasons[f->reason],
            f->both_sides               ? "any"
            : f->colour == SHOOGI_BLACK ? "black"
                                        : "white",
            f->kind ? " " : "", f->kind ? shoogi_variant_kind(v, f->kind).id : "",
            square[0] ? " " : "", square);
        if (f->count > 0)
            at += (size_t)snprintf(text + at, sizeof text - at, " %u/%u", f->count, f->limit);
        assert_true(at < sizeof text);
    }
    return text;
}

static const struct {
    const char *variant, *sfen, *faults;
} cases[] = {
    { "shogi", "startpos", "" },
    { "shogi", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "" },
    /* Pieces beyond the box, wherever they are and whatever they have become. */
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "TOO_MANY_PIECES any P 19/18" },
    { "shogi", "4k4/9/9/9/9/2+P6/9/9/4K4 b 10P8p 1", "TOO_MANY_PIECES any P 19/18" },
    { "shogi", "4k4/9/9/9/+b8/+B8/9/9/4K4 b Bb 1", "TOO_MANY_PIECES any B 4/2" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b 3R5G 1",
      "TOO_MANY_PIECES any R 3/2; TOO_MANY_PIECES any G 5/4" },
    /* The king changes no side: two of one side are one too many, whatever the other has. */
    { "shogi", "4k4/9/9/9/9/9/9/3K5/4K4 b - 1", "TOO_MANY_PIECES black K 2/1" },
    { "shogi", "4k4/9/k8/9/9/9/9/9/9 b - 1", "TOO_MANY_PIECES white K 2/1; NO_ROYAL black" },
    { "shogi", "4k4/9/9/9/9/9/9/9/9 b - 1", "NO_ROYAL black" },
    { "shogi", "9/9/9/9/9/9/9/9/9 b - 1", "NO_ROYAL black; NO_ROYAL white" },
    /* The side that has moved left its king in check; the side to move may be in check. */
    { "shogi", "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "ROYAL_LEFT_IN_CHECK white K 5a 1/0" },
    { "shogi", "4k4/9/9/9/4R4/9/9/9/4K4 w - 1", "" },
    { "shogi", "4k4/4K4/9/9/9/9/9/9/9 w - 1", "ROYAL_LEFT_IN_CHECK black K 5b 1/0" },
    { "shogi", "4k4/9/9/1B7/4R4/9/9/9/4K4 w - 1", "" },
    { "shogi", "4k4/3PG4/9/1B7/4R4/9/9/9/4K4 w - 1", "" },
    { "shogi", "4k4/4G4/3N5/1B7/4L4/9/9/9/4K4 w - 1", "TOO_MANY_CHECKERS white K 5a 3/2" },
    /* Pieces that could never move again. */
    { "shogi", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", "NO_MOVES black P 9a 1/0" },
    { "shogi", "4k4/N8/9/9/9/9/9/l8/4K3p b - 1",
      "NO_MOVES white P 1i 1/0; NO_MOVES black N 9b 1/0" },
    { "shogi", "4k4/L8/9/9/9/9/9/l7n/4K4 b - 1", "NO_MOVES white N 1h 1/0" },
    { "shogi", "+P+N2k4/9/9/9/9/9/9/9/4K4 b - 1", "" },
    /* Nifu, of each side, and none by a tokin or a pawn of the other side. */
    { "shogi", "4k4/2P6/9/2P6/9/9/9/9/4K4 b - 1", "FILE_LIMIT black P 7b 2/1" },
    { "shogi", "4k4/2p6/9/2p6/2p6/9/2P6/2+P6/4K4 b - 1", "FILE_LIMIT white P 7b 3/1" },
    { "shogi", "4k4/2p6/9/2P6/9/9/2+P6/9/4K4 b - 1", "" },
    /* Several at once, by reason. */
    { "shogi", "P3k4/P8/9/9/9/9/9/9/4R4 b 18P 1",
      "TOO_MANY_PIECES any P 20/18; NO_ROYAL black; ROYAL_LEFT_IN_CHECK white K 5a 1/0; "
      "NO_MOVES black P 9a 1/0; FILE_LIMIT black P 9a 2/1" },
    /* Other rules: a pawn may stay where it cannot move in Chu Shogi, which counts each side for itself: nothing comes
     * back; a second prince comes only by promotion. */
    { "chu", "P11/6k5/12/12/12/12/12/12/12/12/5K6/12 b - 1", "" },
    { "chu", "12/6k5/12/12/12/12/12/12/12/12/5K6/5LNN4 b - 1", "TOO_MANY_PIECES black N 2/1" },
    { "chu", "12/6k5/12/12/12/12/12/12/12/12/5K6/5+E6 b - 1", "" },
    /* Two-sided pieces: the other side counts. */
    { "kyoto", "p+nks+l/5/5/5/+LSK+NP b - 1", "" },
    { "kyoto", "2k2/5/5/5/2K2 b 3P 1", "TOO_MANY_PIECES any P 3/2" },
    /* Pawns that borrow moves change files: two of them may meet. */
    { "annan", "4k4/2P6/9/2P6/9/9/9/9/4K4 b - 1", "" },
    /* A royal may be missing where it may be captured. */
    { "dobutsu", "3/3/3/1L1 w - 1", "" },
};

static void each_fault_has_its_fields(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        shoogi_position *const p = begin(cases[i].variant);
        set(p, cases[i].sfen);
        const char *const faults = tell_faults(p);
        if (strcmp(faults, cases[i].faults) != 0)
            fail_msg("%s %s:\nexpected \"%s\"\nfound    \"%s\"", cases[i].variant, cases[i].sfen,
                     cases[i].faults, faults);
        end(p);
    }
}

/* Of several faults the first ones are filled in, and all are counted. */
static void faults_are_cut(void **state)
{
    (void)state;
    shoogi_position *const p = begin("shogi");
    set(p, "P3k4/P8/9/9/9/9/9/9/4R4 b 18P 1");
    shoogi_position_fault faults[3];
    memset(faults, 0x55, sizeof faults);
    const shoogi_position_fault untouched = faults[2];
    assert_int_equal(shoogi_position_faults(p, faults, 2), 5);
    assert_int_equal(faults[1].reason, SHOOGI_POSITION_FAULT_NO_ROYAL);
    assert_memory_equal(&faults[2], &untouched, sizeof untouched);
    assert_string_equal(shoogi_position_fault_text(faults[1].reason), "a side has no royal piece");
    assert_string_equal(shoogi_position_fault_text((shoogi_position_fault_reason)99),
                        "unknown fault");
    end(p);
}

static const char *tell_missing(const shoogi_position *p)
{
    static char text[256];
    const shoogi_variant *const v = shoogi_position_variant(p);
    size_t at = 0;
    text[0] = '\0';
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++) {
        const unsigned count = shoogi_position_missing(p, (shoogi_kind)k);
        if (count > 0)
            at += (size_t)snprintf(text + at, sizeof text - at, "%u%s ", count,
                                   shoogi_variant_kind(v, (shoogi_kind)k).id);
    }
    return text;
}

static void what_is_missing_from_the_box(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen, *missing;
    } boxes[] = {
        { "shogi", "startpos", "" },
        { "shogi", "4k4/9/4+P4/9/9/9/9/9/9 b G 1", "17P 4L 4N 4S 3G 2B 2R 1K " },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L19P 1", "" },
        { "kyoto", "2k2/5/5/5/2K2 b PL 1", "1P 1T 2G 2S " },
    };
    for (size_t i = 0; i < COUNT(boxes); i++) {
        shoogi_position *const p = begin(boxes[i].variant);
        set(p, boxes[i].sfen);
        char wanted[64], found[64];
        /* In the order of the definition, whatever that is. */
        snprintf(wanted, sizeof wanted, "%s", boxes[i].missing);
        snprintf(found, sizeof found, "%s", tell_missing(p));
        size_t letters[2] = { 0, 0 };
        for (const char *word = strtok(wanted, " "); word; word = strtok(NULL, " ")) {
            const char *const there = strstr(tell_missing(p), word);
            if (!there)
                fail_msg("%s: %s not in \"%s\"", boxes[i].sfen, word, found);
            letters[0] += strlen(word) + 1;
        }
        letters[1] = strlen(found);
        assert_int_equal(letters[0], letters[1]);
        end(p);
    }
}

/* An editor turns a piece over until it is as before, and puts it into a hand. */
static void forms_follow_each_other(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *forms, *in_box;
    } rounds[] = {
        { "shogi", "P +P P", "P" }, { "shogi", "G G", "G" },  { "shogi", "+R R +R", "R" },
        { "shogi", "K K", "K" },    { "chu", "E +E E", "E" },
    };
    for (size_t i = 0; i < COUNT(rounds); i++) {
        shoogi_variant *const v = load_variant(rounds[i].variant, (shg_class_choice){ 1, false });
        char text[64];
        snprintf(text, sizeof text, "%s", rounds[i].forms);
        shoogi_kind kind = 0;
        for (const char *id = strtok(text, " "); id; id = strtok(NULL, " ")) {
            const shoogi_kind wanted = shoogi_variant_kind_by_id(v, id, strlen(id));
            assert_int_not_equal(wanted, 0);
            if (kind != 0)
                assert_int_equal(shoogi_variant_next_form(v, kind), wanted);
            kind = wanted;
            assert_string_equal(shoogi_variant_kind(v, shoogi_variant_kind_in_box(v, kind)).id,
                                rounds[i].in_box);
        }
        shoogi_variant_free(v);
    }
}

/* A position of a game is changed in place. */
static void a_position_is_edited(void **state)
{
    (void)state;
    shoogi_position *const p = begin("shogi");
    const shoogi_variant *const v = shoogi_position_variant(p);
    shoogi_square from = 0, to = 0;
    assert_int_equal(shoogi_square_read(&from, v, "7g", 2), 2);
    assert_int_equal(shoogi_square_read(&to, v, "3c", 2), 2);
    const shoogi_kind pawn = shoogi_position_piece(p, from).kind;
    shoogi_move moves[30];
    assert_int_equal(shoogi_position_moves(p, moves, 30), 30);
    assert_int_equal(shoogi_position_do(p, moves[0]), SHOOGI_OK);
    shoogi_position_set_side(p, SHOOGI_BLACK);
    shoogi_position_put(p, to, (shoogi_piece){ 0, SHOOGI_BLACK });
    assert_int_equal(
        shoogi_position_set_hand(p, SHOOGI_BLACK, shoogi_variant_kind_in_box(v, pawn), 1),
        SHOOGI_OK);
    shoogi_position_put(p, from, (shoogi_piece){ shoogi_variant_next_form(v, pawn), SHOOGI_BLACK });
    shoogi_position_setup_done(p);
    assert_int_equal(shoogi_position_moves_played(p), 0);
    char sfen[128];
    shoogi_sfen_write(sfen, sizeof sfen, p);
    assert_non_null(strstr(sfen, "+P"));
    assert_non_null(strstr(sfen, " b P "));
    assert_string_equal(tell_faults(p), "");
    end(p);
}

TEST_SUITE(position_fault)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_fields),    cmocka_unit_test(faults_are_cut),
        cmocka_unit_test(what_is_missing_from_the_box), cmocka_unit_test(forms_follow_each_other),
        cmocka_unit_test(a_position_is_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
