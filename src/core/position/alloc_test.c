/* alloc_test.c: every allocation of core fails in turn: no crash, no leak, no partial result.
 *
 * Linked with --wrap for the heap functions, so that the n-th call can be made to fail. */
#include "core/board/board_ops.h"
#include "support/core.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

static size_t fail_after; /* calls that still succeed */
static bool failing;

void *__real_malloc(size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);

static bool must_fail(void)
{
    return failing && fail_after-- == 0;
}

void *__wrap_malloc(size_t bytes)
{
    return must_fail() ? NULL : __real_malloc(bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    return must_fail() ? NULL : __real_realloc(memory, bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return must_fail() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return must_fail() ? NULL : __real_aligned_alloc(alignment, bytes);
}

static void fail_at(size_t call)
{
    fail_after = call;
    failing = true;
}

static char text[SHOOGI_DEFINITION_BYTES_MAX];
static size_t text_bytes;

static int read_text(void **state)
{
    (void)state;
    FILE *file = open_definition("shosu");
    if (!file)
        return -1;
    text_bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    return 0;
}

static void a_variant_is_read_or_not_at_all(void **state)
{
    (void)state;
    size_t call = 0;
    for (;; call++) {
        shoogi_variant *v = NULL;
        shoogi_error err = { 0 };
        fail_at(call);
        const shoogi_status status = shoogi_variant_parse(&v, text, text_bytes, &err);
        failing = false;
        if (status == SHOOGI_OK) {
            shoogi_variant_free(v);
            break;
        }
        assert_int_equal(status, SHOOGI_NO_MEMORY);
        assert_int_equal(err.status, SHOOGI_NO_MEMORY);
        assert_null(v);
    }
    assert_true(call > 3);
}

/* The first position of a variant, which makes its tables, with each allocation failing in turn, then none. */
static shoogi_position *begin_after_failures(const shoogi_variant *v)
{
    shoogi_position *p = NULL;
    shoogi_status status = SHOOGI_NO_MEMORY;
    size_t failures = 0;
    for (; status == SHOOGI_NO_MEMORY; failures++) {
        assert_null(p);
        fail_at(failures);
        status = shoogi_position_new(&p, v);
        failing = false;
    }
    assert_int_equal(status, SHOOGI_OK);
    assert_true(failures > 2); /* the tables, and the position */
    return p;
}

/* new, copy, a move and a count: the position is unharmed by each failure. */
static void a_position_survives_every_failure(void **state)
{
    (void)state;
    shoogi_variant *v;
    shoogi_position *p = NULL, *copy = NULL;
    shoogi_move moves[64];
    uint64_t nodes = 0;
    assert_int_equal(shoogi_variant_parse(&v, text, text_bytes, NULL), SHOOGI_OK);
    p = begin_after_failures(v);
    const uint64_t hash = shoogi_position_hash(p);
    assert_int_equal(shoogi_position_moves(p, moves, 64), 35);
    fail_at(0);
    assert_int_equal(shoogi_position_do(p, moves[0]), SHOOGI_NO_MEMORY);
    fail_at(0);
    assert_int_equal(shoogi_position_perft(&nodes, p, 3), SHOOGI_NO_MEMORY);
    fail_at(1);
    assert_int_equal(shoogi_position_perft(&nodes, p, 3), SHOOGI_NO_MEMORY);
    failing = false;
    assert_true(shoogi_position_hash(p) == hash && shoogi_position_moves_played(p) == 0);
    assert_int_equal(shoogi_position_do(p, moves[0]), SHOOGI_OK);
    for (size_t call = 0; call < 2; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_NO_MEMORY);
        failing = false;
        assert_null(copy);
    }
    /* Without memory to find the squares a reason is given without them. */
    char sentence[160];
    const shoogi_move exposed = shoogi_move_make(0, 1, 1, false);
    fail_at(0);
    assert_int_not_equal(shoogi_position_why_illegal(p, exposed, sentence, sizeof sentence),
                         SHOOGI_ILLEGAL_NONE);
    failing = false;
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* A handicap is given or not; a copy has it, or there is no copy. */
static void a_handicap_survives_every_failure(void **state)
{
    (void)state;
    shoogi_variant *v;
    shoogi_position *p, *copy = NULL;
    assert_int_equal(shoogi_variant_parse(&v, text, text_bytes, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const shoogi_square lance = shoogi_variant_square(v, 0, 0);
    const uint64_t hash = shoogi_position_hash(p);
    for (size_t call = 0; call < 2; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_handicap(p, &lance, 1), SHOOGI_NO_MEMORY);
        failing = false;
        assert_true(shoogi_position_hash(p) == hash && shoogi_position_moves_played(p) == 0);
        assert_int_equal(shoogi_position_removed_pieces(p, NULL, 0), 0);
    }
    for (size_t call = 0; call < 4; call++) { /* a reason needs no memory */
        fail_at(call);
        assert_int_equal(shoogi_position_why_handicap_illegal(p, &lance, 1, NULL, NULL, 0),
                         SHOOGI_ILLEGAL_NONE);
        failing = false;
    }
    assert_int_equal(shoogi_position_handicap(p, &lance, 1), SHOOGI_OK);
    for (size_t call = 0; call < 3; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_NO_MEMORY);
        failing = false;
        assert_null(copy);
    }
    assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_OK);
    assert_int_equal(shoogi_position_removed_pieces(copy, NULL, 0), 1);
    shoogi_position_free(copy);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static shoogi_position *begin(const char *definition)
{
    shoogi_position *p = NULL;
    shoogi_variant *const v = load_variant(definition, (shg_class_choice){ 1, false });
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    return p;
}

static void end(shoogi_position *p)
{
    shoogi_variant *const v = (shoogi_variant *)(uintptr_t)shoogi_position_variant(p);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Variants with change rules save changed pieces beside the moves. */
static void what_changes_is_kept_or_nothing_is_done(void **state)
{
    (void)state;
    shoogi_variant *const v = load_variant(
        "files=3\nranks=4\nsymmetry=rotate\nmaxPromote=0\nchanges=lost:G:K>L\nroyal=2\n"
        "royal=3\ngold:G:WfF:g:\nking:K:K:k:b1\nlame king:L:W:l:\n",
        (shg_class_choice){ 1, false });
    shoogi_position *p = NULL, *copy = NULL;
    p = begin_after_failures(v);
    const uint64_t hash = shoogi_position_hash(p);
    const shoogi_square from = shoogi_variant_square(v, 1, 3), to = shoogi_variant_square(v, 1, 2);
    for (size_t call = 0; call < 2; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_do(p, shoogi_move_make(from, to, 2, false)),
                         SHOOGI_NO_MEMORY);
        failing = false;
        assert_true(shoogi_position_hash(p) == hash && shoogi_position_moves_played(p) == 0);
    }
    assert_int_equal(shoogi_position_do(p, shoogi_move_make(from, to, 2, false)), SHOOGI_OK);
    assert_int_equal(shoogi_position_piece(p, to).kind, 3);
    for (size_t call = 0; call < 3; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_NO_MEMORY);
        failing = false;
    }
    assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_OK);
    shoogi_position_undo(p);
    shoogi_position_free(p);
    shoogi_position_undo(copy);
    assert_true(shoogi_position_hash(copy) == hash);
    shoogi_position_free(copy);
    shoogi_variant_free(v);
}

/* White's only move would repeat a forbidden position, which is found without memory for a list. */
static void a_stalemate_by_repetition_needs_no_memory(void **state)
{
    (void)state;
    shoogi_position *const p = begin("files=2\nranks=4\nmaxPromote=0\nrepetition=2:forbid\n"
                                     "king:K:sW:k:a1\n");
    const shoogi_square moves[][2] = { { 7, 3 }, { 4, 0 }, { 3, 7 } };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        const shoogi_move move = shoogi_move_make(moves[i][0], moves[i][1], 1, false);
        assert_int_equal(shoogi_position_result(p).reason, SHOOGI_REASON_NONE);
        assert_int_equal(shoogi_position_why_illegal(p, move, NULL, 0), SHOOGI_ILLEGAL_NONE);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    }
    fail_at(0);
    const shoogi_result result = shoogi_position_result(p);
    failing = false;
    assert_int_equal(result.reason, SHOOGI_REASON_STALEMATE);
    end(p);
}

/* A drop that leaves the king in check is not illegal for a mate that it does not give. */
static void a_reason_is_not_made_up(void **state)
{
    (void)state;
    shoogi_position *const p = begin("files=5\nranks=5\nholdingsType=-1\nmaxPromote=0\n"
                                     "dropMate=P\npawn:P:fW:p::1\nrook:R:R:r:\nking:K:K:k:c1\n");
    shoogi_position_put(p, shoogi_variant_square(p->variant, 2, 2),
                        (shoogi_piece){ 2, SHOOGI_WHITE });
    shoogi_position_setup_done(p);
    const shoogi_move drop = shoogi_move_make_drop(1, shoogi_variant_square(p->variant, 0, 2));
    assert_int_equal(shoogi_position_why_illegal(p, drop, NULL, 0), SHOOGI_ILLEGAL_ROYAL_IN_CHECK);
    for (size_t call = 0; call < 4; call++) {
        fail_at(call);
        assert_int_equal(shoogi_position_why_illegal(p, drop, NULL, 0),
                         SHOOGI_ILLEGAL_ROYAL_IN_CHECK);
        failing = false;
    }
    end(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variant_is_read_or_not_at_all),
        cmocka_unit_test(a_position_survives_every_failure),
        cmocka_unit_test(a_handicap_survives_every_failure),
        cmocka_unit_test(what_changes_is_kept_or_nothing_is_done),
        cmocka_unit_test(a_stalemate_by_repetition_needs_no_memory),
        cmocka_unit_test(a_reason_is_not_made_up),
    };
    return cmocka_run_group_tests(tests, read_text, NULL);
}
