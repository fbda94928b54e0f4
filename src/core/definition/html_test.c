/* html_test.c: finds the diagram in a page: its place, its text, and the places of its errors in the page. */
#include "core/definition/html.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define SMALL "files=3 ranks=3 king:K:K:k:b1"

/* --- extracted text ------------------------------------------------------------------------------ */

static void what_is_cut_out_of_a_page(void **state)
{
    (void)state;
    static const struct {
        const char *page, *diagram; /* NULL: no diagram */
    } pages[] = {
        /* the element of the class */
        { "<div class=\"idiagram\">files=3</div>", "files=3" },
        { "<div class='idiagram'>files=3</div> files=4", "files=3" },
        { "<div class=idiagram>files=3</div>", "files=3" },
        { "<DIV ID=x CLASS = \"a idiagram\tb\" title='>'>files=3</DIV>", "files=3" },
        { "<p>x<p class=\"idiagrams\">no</p><pre\nclass=\"idiagram\"\n>files=3</pre>", "files=3" },
        { "<div class=\"idiagram\">a<div>b</div>c</div>d", "abc" },
        { "<div class=\"idiagram\">never closed", "never closed" },
        { "<div class=\"idiagram\"></div>", "" },
        { "<div class=\"idiagram\">a<i>b</i><!-- </div> -->c</div>", "abc" },
        { "<!-- <div class=\"idiagram\">no</div> --><div class=\"idiagram\">yes</div>", "yes" },
        { "<script>\"<div class='idiagram'>\"</script><div class=\"idiagram\">yes</div>", "yes" },
        { "<style>.idiagram { }</style><div class=\"idiagram\">yes</div>", "yes" },
        { "<div class=\"idiagram\"/>yes</div>", "yes" },
        { "<div class=\"x\" class=\"idiagram\">yes</div>", "yes" },
        { "<img class=idiagramx><div class=idiagram>yes</div>", "yes" },
        { "a < b <div class=idiagram>1 < 2</div>", "1 < 2" },
        /* lines are cut at their first <br> */
        { "<div class=\"idiagram\">\nfiles=3<br>\nranks=3<br/> left out\nx<BR >y<i>z</i>\n</div>",
          "\nfiles=3\nranks=3\nx\n" },
        { "<div class=\"idiagram\">a<br>b<br>\nc</div>", "a\nc" },
        /* references */
        { "<div class=\"idiagram\">a&amp;b&lt;c&gt;d&quot;e&apos;f&nbsp;g&#39;h&#x41;i</div>",
          "a&b<c>d\"e'f g'hAi" },
        { "<div class=\"idiagram\">&amp;amp; &AMP; &unknown; & &#; &#x; &#999999999; &#65 &#0; &#x6b69;</div>",
          "&amp; & &unknown; & &#; &#x; &#999999999; &#65 ? \xE6\xAD\xA9" },
        { "<div class=\"idiagram\">\xE6\xAD\xA9 \xFF\xE6 \x01</div>", "\xE6\xAD\xA9 ?? ?" },
        { "<div class=\"idiagram\">&#55296; &#x110000; &#128;</div>", "? &#x110000; ?" },
        /* a definition in plain text */
        { SMALL, SMALL },
        { "Text.\n\n" SMALL "\n\nMore: a b:c\n", SMALL },
        { "<p>Text with x=1 and more. " SMALL " gold general:G:WfF:g:a1 and prose.</p>",
          SMALL " gold general:G:WfF:g:a1" },
        { "<p>look=1</p><p>graphicsDir=../x/ " SMALL " </p><p>files=9 king:K:K:k:e1",
          "graphicsDir=../x/ " SMALL },
        { "<p>a files=3<br>ranks=3<br/>silver general:S:FfW:s:a1<br><b>king</b>:K:K:k:b1 </p>",
          "files=3\nranks=3\nsilver general:S:FfW:s:a1\n king :K:K:k:b1" },
        { "<td>files=3 ranks=3</td><td>king:K:K:k:b1</td>", NULL },
        /* empty lines, and beginnings and ends of sentences */
        { "<pre>\nfiles=3\n \nranks=3\n\nking:K:K:k:b1\n\ngold general:G:WfF:g:a1\n\n</pre>",
          "files=3\n \nranks=3\n\nking:K:K:k:b1\n\ngold general:G:WfF:g:a1" },
        { SMALL "\n\nThe gold\n\ngeneral:G:WfF:g:a1", SMALL },
        { SMALL " where x=1 and y:Y:Y:y:a1", SMALL },
        { "<p>files=3 is narrow, x=1 is\n\n" SMALL, SMALL },
        { "<p>pieces a:b:c:d:e but no size</p>", NULL },
        { "nothing here", NULL },
        { "", NULL },
        { "<", NULL },
        { "<div class=\"idiagra", NULL },
        { "<div class=", NULL },
        { "<!-- ", NULL },
        { "<script>files=3 a:b:c:d:e", NULL },
    };
    for (size_t i = 0; i < COUNT(pages); i++) {
        shg_arena arena;
        shg_arena_init(&arena, 1 << 22);
        shg_source found;
        const size_t bytes = strlen(pages[i].page);
        const shoogi_status status = shg_page_diagram(&found, &arena, pages[i].page, bytes);
        if (!pages[i].diagram) {
            if (status != SHOOGI_NOT_FOUND)
                fail_msg("%s: \"%.*s\"", pages[i].page, (int)found.count, found.bytes);
        } else {
            assert_int_equal(status, SHOOGI_OK);
            if (found.count != strlen(pages[i].diagram) ||
                memcmp(found.bytes, pages[i].diagram, found.count) != 0)
                fail_msg("%s: \"%.*s\"", pages[i].page, (int)found.count, found.bytes);
            for (size_t k = 0; k <= found.count; k++) {
                assert_true(found.origin[k] <= bytes);
                assert_true(k == 0 || found.origin[k] >= found.origin[k - 1]);
            }
        }
        shg_arena_fini(&arena);
    }
}

/* --- whole pages --------------------------------------------------------------------------------- */

static const shoogi_parse_options as_page = { .page = true };

static void a_page_is_a_game(void **state)
{
    (void)state;
    static const char good[] = "<html><body>\n"
                               "<div class=\"idiagram\">\n"
                               "files=3<br>\n"
                               "succession=1<br>\n"
                               "graphicsDir=/x&amp;y/<br>\n"
                               "knight:N:N:n:a1,x,c7<br>\n"
                               "king:K:K:k:b1<br>\n"
                               "</div>\n";
    shoogi_variant *v = NULL;
    shoogi_error errors[4];
    size_t count;
    assert_int_equal(
        shoogi_variant_parse_with(&v, good, sizeof good - 1, &as_page, errors, 4, &count),
        SHOOGI_OK);
    assert_int_equal(count, 1);
    assert_int_equal(errors[0].status, SHOOGI_OK);
    assert_int_equal(errors[0].line, 4);
    assert_int_equal(errors[0].column, 1);
    assert_string_equal(
        errors[0].message,
        "warning: expected a known parameter, as this rule is not played here, found "
        "\"succession=1\"");
    assert_string_equal(shoogi_variant_parameter(v, "graphicsDir"), "/x&y/");
    assert_int_equal(shoogi_variant_rank_count(v), 8); /* as in the Interactive Diagram */
    shoogi_variant_free(v);
}

/* Lines and columns are those of the page. */
static void errors_have_their_place_in_the_page(void **state)
{
    (void)state;
    static const struct {
        const char *page;
        uint32_t line, column;
        const char *message;
    } faults[] = {
        { "<p>\n<div class=\"idiagram\">files=27</div>", 2, 29,
          "expected a number from 1 to 26, found \"27\"" },
        { "<div class=\"idiagram\">\nfiles=3 &amp;=1\nranks=x\n</div>", 3, 7,
          "expected a number from 1 to 36, found \"x\"" },
        { "<div class=\"idiagram\">\nsatellite=\xE6\xAD\xA9&lt;&#x6b69; ranks=3 ranks=\xE6\xAD\xA9 x:y:z:w:</div>",
          2, 39, "expected a number from 1 to 36, found \"\xE6\xAD\xA9\"" },
        { "<div class=\"idiagram\">\nfiles=3\nranks=3\nking:K:&#75;w:k:b1\n</div>", 4, 13,
          "expected a direction, a mode or an atom, found \"w\"" },
        { "<div class=\"idiagram\">\nfiles=3\nranks=3\n</div>", 4, 1,
          "expected a piece line name:id:moves:image:squares, found end of text" },
        { "text\n\nfiles=3 ranks=3 king:K:Kw:k:b1 prose", 3, 25,
          "expected a direction, a mode or an atom, found \"w\"" },
        { "no diagram at all", 1, 1,
          "expected an element of the class idiagram, or a definition in the text, found \"no\"" },
        { "", 1, 1,
          "expected an element of the class idiagram, or a definition in the text, found end of text" },
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count, first = 0;
        assert_int_not_equal(shoogi_variant_parse_with(&v, faults[i].page, strlen(faults[i].page),
                                                       &as_page, errors, COUNT(errors), &count),
                             SHOOGI_OK);
        while (first < count && errors[first].status == SHOOGI_OK)
            first++;
        assert_true(first < count);
        if (errors[first].line != faults[i].line || errors[first].column != faults[i].column ||
            strcmp(errors[first].message, faults[i].message) != 0)
            fail_msg("%zu: %u:%u: %s", i, errors[first].line, errors[first].column,
                     errors[first].message);
    }
}

static void pages_and_definitions_are_distinguished(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool page;
    } texts[] = {
        { "<!DOCTYPE html>\n<html>", true },
        { "x <b>y</b>", true },
        { "files=3\n</div>", true },
        { "files=3\nking:K:K:k:b1\n", false },
        { "a < b", false },
        { "", false },
        { "<", false },
        { "<3", false },
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_int_equal(shoogi_text_is_page(texts[i].text, strlen(texts[i].text)), texts[i].page);
}

/* --- bounds -------------------------------------------------------------------------------------- */

static void pages_are_bounded(void **state)
{
    (void)state;
    static char page[SHOOGI_PAGE_BYTES_MAX + 1];
    static const char *const fillers[] = {
        "<",
        "<a",
        "<!--",
        "<a b='",
        "<div class=idiagram>",
        "<br>",
        "</div>",
        "&",
        "&#",
        "a=b ",
        "a:b:c:d:e ",
        "files=3 a:::: ",
        "<p>files=3 ",
        "\n\n",
        " ",
        "<script>",
        "</a>a",
        "<a b=\"",
        "\xE6",
        "<p>a=b:::::c",
    };
    shoogi_variant *v = NULL;
    shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    memset(page, ' ', sizeof page);
    assert_int_equal(
        shoogi_variant_parse_with(&v, page, sizeof page, &as_page, errors, COUNT(errors), &count),
        SHOOGI_LIMIT_EXCEEDED);
    assert_string_equal(errors[0].message,
                        "expected a page of at most 4194304 bytes, found 4194305 bytes");
    const size_t bytes =
        TEST_SHARE(SHOOGI_PAGE_BYTES_MAX, SHOOGI_PAGE_BYTES_MAX / 4, SHOOGI_PAGE_BYTES_MAX / 8);
    for (size_t i = 0; i < COUNT(fillers); i++) {
        const size_t length = strlen(fillers[i]);
        for (size_t at = 0; at < sizeof page; at++)
            page[at] = fillers[i][at % length];
        const clock_t start = clock();
        const shoogi_status status =
            shoogi_variant_parse_with(&v, page, bytes, &as_page, errors, COUNT(errors), &count);
        assert_int_not_equal(status, SHOOGI_OK);
        const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds > 20)
            fail_msg("%s: %.1f s", fillers[i], seconds);
    }
    /* A diagram that is too long, in a page that is not. */
    memset(page, 'a', sizeof page);
    memcpy(page, "<p class=idiagram>", 18);
    assert_int_equal(shoogi_variant_parse_with(&v, page, SHOOGI_DEFINITION_BYTES_MAX + 19, &as_page,
                                               errors, COUNT(errors), &count),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(shoogi_variant_parse_with(&v, page, SHOOGI_DEFINITION_BYTES_MAX + 18, &as_page,
                                               errors, COUNT(errors), &count),
                     SHOOGI_INVALID_RULES);
}

static void a_page_cut_anywhere_does_no_harm(void **state)
{
    (void)state;
    const char *whole = "<html><!-- x --><script>a</script><p title='a'>x=1 <i>files=3</i>\n"
                        "<div class=\"a idiagram\">\nfiles=3<br>\nranks=3<br/>\n"
                        "go&lt;ld:G:&#x57;fF:g:a1\nking:K:K:k:b1\n</div></html>";
    for (size_t bytes = 0; bytes <= strlen(whole); bytes++) {
        char *const text = malloc(bytes + 1);
        assert_non_null(text);
        memcpy(text, whole, bytes);
        shoogi_variant *v = NULL;
        shoogi_error errors[4];
        size_t count;
        const shoogi_status status =
            shoogi_variant_parse_with(&v, text, bytes, &as_page, errors, 4, &count);
        assert_int_equal(status == SHOOGI_OK, v != NULL);
        shoogi_variant_free(v);
        free(text);
    }
}

/* --- outside material ---------------------------------------------------------------------------- */

/* The page of the inventor of Shosu Shogi, saved as text: accepted unchanged. */
static void a_page_as_it_was_saved(void **state)
{
    (void)state;
    static char page[SHOOGI_PAGE_BYTES_MAX];
    char path[1024];
    const char *data = getenv("SHOOGI_TEST_DATA");
    snprintf(path, sizeof path, "%s/spec/seeds/shosu-page.txt", data ? data : "../shared");
    FILE *const file = fopen(path, "rb");
    if (!file) {
        print_message("# no %s\n", path);
        skip();
    }
    const size_t bytes = fread(page, 1, sizeof page, file);
    fclose(file);
    shoogi_variant *v = NULL;
    shoogi_error errors[4];
    size_t count;
    assert_int_equal(shoogi_variant_parse_with(&v, page, bytes, &as_page, errors, 4, &count),
                     SHOOGI_OK);
    assert_int_equal(count, 0);
    assert_int_equal(shoogi_variant_kind_count(v), 16);
    assert_string_equal(shoogi_variant_kind(v, 14).name, "gold general");
    assert_string_equal(shoogi_variant_kind(v, 14).id, "+S");
    assert_int_equal(shoogi_variant_kind(v, 7).promoted, 15);
    assert_true(shoogi_variant_kind(v, 16).royal);
    assert_string_equal(shoogi_variant_parameter(v, "graphicsType"), "png?nocache=true");
    shoogi_variant_free(v);
}

TEST_SUITE(html)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_cut_out_of_a_page),
        cmocka_unit_test(a_page_is_a_game),
        cmocka_unit_test(errors_have_their_place_in_the_page),
        cmocka_unit_test(pages_and_definitions_are_distinguished),
        cmocka_unit_test(pages_are_bounded),
        cmocka_unit_test(a_page_cut_anywhere_does_no_harm),
        cmocka_unit_test(a_page_as_it_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
