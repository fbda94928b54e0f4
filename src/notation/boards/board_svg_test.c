/* board_svg_test.c: boards as SVG. */
#include "notation/boards/glyphs.h"
#include "base/test_suite.h"
#include "support/notation.h"

static char *draw(const shoogi_position *position, shoogi_colour view)
{
    const shoogi_board_options options = { .view = view };
    const size_t length = shoogi_board_svg(NULL, 0, position, &options);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(shoogi_board_svg(text, length + 1, position, &options), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static size_t count(const char *text, const char *what)
{
    size_t found = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        found++;
    return found;
}

/* Everything used is defined once, and nothing else is defined. */
static void expect_whole(const char *svg)
{
    assert_memory_equal(svg, "<svg ", 5);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    static const char use[] = "href=\"#", id[] = " id=\"";
    for (const char *at = strstr(svg, use); at; at = strstr(at + 1, use)) {
        char definition[64];
        const char *name = at + sizeof use - 1;
        snprintf(definition, sizeof definition, "%s%.*s\"", id, (int)strcspn(name, "\""), name);
        if (count(svg, definition) != 1)
            fail_msg("%s stands in the picture %zu times", definition, count(svg, definition));
    }
    for (const char *at = strstr(svg, id); at; at = strstr(at + 1, id)) {
        char name[64], link[80];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + sizeof id - 1, "\""),
                 at + sizeof id - 1);
        snprintf(link, sizeof link, "%s%s\"", use, name);
        const bool gradient = strcmp(name, "wood") == 0 || strcmp(name, "face") == 0;
        if (!gradient && count(svg, link) == 0)
            fail_msg("%s is not used", name);
    }
}

static void start_positions(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        size_t pieces; /* each kind in hand is drawn once */
    } games[] = { { "shogi", 40 }, { "chu", 92 }, { "dobutsu", 8 }, { "gorogoroplus", 20 } };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *variant = load_variant(games[i].variant);
        shoogi_position *position = make_position(variant, NULL);
        for (int view = 0; view < 2; view++) {
            char *svg = draw(position, (shoogi_colour)view);
            expect_whole(svg);
            assert_int_equal(count(svg, "class=\"shadow\""), games[i].pieces);
            assert_int_equal(count(svg, "<text "), 0); /* all kanji have outlines */
            assert_int_equal(count(svg, "class=\"from\""), 0);
            free(svg);
        }
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static void what_is_seen(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, "4k4/9/9/9/9/9/9/9/4K4 b 2R12P 1");
    char *svg = draw(position, SHOOGI_BLACK);
    expect_whole(svg);
    assert_int_equal(count(svg, "class=\"shadow\""), 4);
    assert_int_equal(count(svg, " rotate(180)\""), 1); /* the shadow of White's only piece */
    assert_int_equal(count(svg, "class=\"promoted\""), 0);
    assert_int_equal(count(svg, "class=\"point\""), 4);
    free(svg);

    shoogi_move move;
    assert_int_equal(shoogi_usi_read(&move, position, "R*1i", 4, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    svg = draw(position, SHOOGI_WHITE);
    assert_int_equal(count(svg, "class=\"from\""), 0); /* a drop */
    assert_int_equal(count(svg, "class=\"to\""), 1);
    assert_int_equal(count(svg, " rotate(180)\""), 4);
    free(svg);
    assert_int_equal(shoogi_usi_read(&move, position, "5a5b", 4, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    svg = draw(position, SHOOGI_WHITE);
    assert_int_equal(count(svg, "class=\"from\""), 1);
    free(svg);
    shoogi_position_free(position);

    position = make_position(shogi, NULL);
    shoogi_square removed;
    size_t removed_count;
    assert_int_equal(shoogi_handicap_read(&removed, &removed_count, position, "R@8b", 4, NULL),
                     SHOOGI_OK);
    assert_int_equal(shoogi_position_handicap(position, &removed, removed_count), SHOOGI_OK);
    svg = draw(position, SHOOGI_BLACK);
    assert_int_equal(count(svg, "class=\"from\""), 0);
    assert_int_equal(count(svg, "class=\"to\""), 0);
    free(svg);
    shoogi_position_free(position);

    position = make_position(shogi, "4k4/9/9/9/9/9/9/9/3+PK4 b - 1");
    svg = draw(position, SHOOGI_BLACK);
    assert_int_equal(count(svg, "class=\"promoted\""), 1);
    free(svg);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* A letter that no definition here has is left to the viewer's fonts. */
static void other_letters(void **state)
{
    (void)state;
    static const char definition[] =
        "files=3\nranks=2\nsymmetry=rotate\nhole::::b1\nman:M:W:m:a1\nkanji=𠮷,𠮷\nking:K:K:k:c1\n";
    shoogi_variant *variant = parse_variant("other", definition, sizeof definition - 1);
    shoogi_position *position = make_position(variant, NULL);
    char *svg = draw(position, SHOOGI_BLACK);
    expect_whole(svg);
    assert_int_equal(count(svg, "&#134071;</text>"), 2);
    assert_int_equal(count(svg, "class=\"hole\""), 2);
    free(svg);
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

static const char *in_two_letters(void *context, const char *what, const char *text)
{
    assert_null(what);
    assert_string_equal(text, "White to move");
    return context;
}

static void the_side_to_move_is_translated(void **state)
{
    (void)state;
    char translation[] = "<手\"";
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, "4k4/9/9/9/9/9/9/9/4K4 w - 1");
    const shoogi_board_options options = { .translate = in_two_letters, .context = translation };
    char svg[20000];
    assert_true(shoogi_board_svg(svg, sizeof svg, position, &options) < sizeof svg);
    expect_whole(svg);
    assert_int_equal(count(svg, "role=\"img\" aria-label=\"&#60;手&#34;\""), 1);
    assert_int_equal(count(svg, "<use href=\"#u624b\""), 1);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

static void outlines_are_in_order(void **state)
{
    (void)state;
    assert_true(shg_glyph_count > 95);
    for (size_t i = 0; i < shg_glyph_count; i++) {
        assert_true(i == 0 || shg_glyphs[i - 1].code_point < shg_glyphs[i].code_point);
        assert_true(shg_glyphs[i].path[0] == 'M' || shg_glyphs[i].code_point == ' ');
        assert_int_equal(strspn(shg_glyphs[i].path, "MLHVCZ0123456789- "),
                         strlen(shg_glyphs[i].path));
    }
}

TEST_SUITE(board_svg)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_positions),       cmocka_unit_test(what_is_seen),
        cmocka_unit_test(other_letters),         cmocka_unit_test(the_side_to_move_is_translated),
        cmocka_unit_test(outlines_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
