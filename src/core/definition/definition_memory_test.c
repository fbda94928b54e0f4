/* definition_memory_test.c: every allocation of the parser fails in turn: no crash, no leak, no partial result.
 *
 * Linked with --wrap for the heap functions, so that the n-th call can be made to fail. */
#include "support/core.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

static size_t fail_after; /* calls that still succeed */
static bool failing, failed;

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
    if (!failing || fail_after-- > 0)
        return false;
    failed = true;
    return true;
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

/* Parses text with the n-th allocation failing for n = 1, 2, 3 ... until it succeeds. */
static void read_with_failures(const char *text, size_t bytes, const shoogi_parse_options *options,
                               shoogi_status end)
{
    for (size_t call = 0;; call++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        fail_after = call;
        failing = true;
        failed = false;
        const shoogi_status status = shoogi_variant_parse_with(
            &v, text, bytes, options, errors, SHOOGI_DEFINITION_ERRORS_MAX, &count);
        failing = false;
        if (!failed) {
            assert_int_equal(status, end);
            assert_int_equal(v != NULL, status == SHOOGI_OK);
            shoogi_variant_free(v);
            assert_true(call > 0);
            return;
        }
        assert_int_equal(status, SHOOGI_NO_MEMORY);
        assert_int_equal(count, 1);
        assert_int_equal(errors[0].status, SHOOGI_NO_MEMORY);
        assert_string_equal(errors[0].message, "out of memory");
        assert_null(v);
    }
}

static void games(void **state)
{
    (void)state;
    static const char *const names[] = { "shogi", "shogi-club", "mortal", "chu-lishogi", "kyoto" };
    static char text[SHOOGI_DEFINITION_BYTES_MAX];
    const shoogi_parse_options options = { .lookup = look_up_definition };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const long bytes = read_definition(text, names[i]);
        assert_true(bytes > 0);
        read_with_failures(text, (size_t)bytes, &options, SHOOGI_OK);
    }
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool page, lenient;
        shoogi_status end;
    } texts[] = {
        { "<p>x</p><div class=\"idiagram\">files=3<br>\nranks=3\nsparkle=1\nking:K:K:k:b1\n</div>",
          true, false, SHOOGI_OK },
        { "files=3 ranks=3 king:K:K:k:b1", true, false, SHOOGI_OK },
        { "no diagram", true, false, SHOOGI_PARSE_ERROR },
        { "files=5 ranks=5 holdingsType=-1 sparkle=1 maxPromote=2 promoOffset=3 royal=3 alias=a,b "
          "idAlias=T:G captureMatrix=-/x demoteTo=P>L pawn:P:fW:p:a2 morph=+L antiTrade=1 "
          "lance:L:(paf)cR:l:b2 king::Kcak[W?fsF]:k:c1 gold:G:WfF:g: hole::::e1",
          false, true, SHOOGI_PARSE_ERROR },
        { "files=5 ranks=5 holdingsType=-1 sparkle=1 maxPromote=2 promoOffset=3 royal=3 alias=a,b "
          "idAlias=T:G captureMatrix=-/x demoteTo=P>L pawn:P:fW:p:a2 morph=G antiTrade=1 "
          "lance:L:(paf)cR:l:b2 king::[W?fsF]:k:c1 gold:G:WfF:g: hole::::e1",
          false, true, SHOOGI_OK },
        { "files=8 ranks=8 promoChoice=*Q!N2 holdingsType=1 pawn:P::p:a2 knight:N:N:n:b1 "
          "queen:Q:Q:q:d1 king:K:K:k:e1",
          false, false, SHOOGI_OK },
        { "files=8 ranks=8 holdingsType=-1 promoteTo=P:T;L:T tokin:T:WfF:t: pawn:P:fW:p:a2 "
          "lance:L:fR:l:b2 king:K:K:k:e1",
          false, false, SHOOGI_OK },
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const shoogi_parse_options options = { .page = texts[i].page, .lenient = texts[i].lenient };
        read_with_failures(texts[i].text, strlen(texts[i].text), &options, texts[i].end);
    }
}

static void moves(void **state)
{
    (void)state;
    for (size_t call = 0;; call++) {
        shoogi_error err;
        size_t count;
        fail_after = call;
        failing = true;
        failed = false;
        const shoogi_status status = shoogi_xbetza_check("KNADcaKcabKmabK", 15, &err, 1, &count);
        failing = false;
        if (!failed) {
            assert_int_equal(status, SHOOGI_OK);
            assert_true(call > 0);
            return;
        }
        assert_int_equal(status, SHOOGI_NO_MEMORY);
        assert_int_equal(count, 1);
        assert_string_equal(err.message, "out of memory");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),
        cmocka_unit_test(texts),
        cmocka_unit_test(moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
