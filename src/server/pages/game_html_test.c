#include "server/pages/game_html.h"
#include "base/test_suite.h"

#include "support/game.h"
#include "server/game/privacy.h"

static const shg_reader english = { SHG_ENGLISH, SHOOGI_NOTATION_WESTERN };

static char *text_of(shg_out *out)
{
    assert_false(out->spent);
    return out->bytes;
}

static void expect_contains(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("wanted: %s\nfound: %s", wanted, text);
}

static void expect_excludes(const char *text, const char *unwanted)
{
    if (strstr(text, unwanted))
        fail_msg("unwanted: %s\nfound: %s", unwanted, text);
}

/* A game of four moves with a comment that contains an attack, in which White has resigned. */
static shg_game_state *make_game(game_storage *p)
{
    const shg_game row = { .definition = p->definition,
                           .black = p->black,
                           .white = p->white,
                           .sfen = "",
                           .options = "",
                           .comment = "<script>\"x\"</script>\xe2\x80\xae&",
                           .created_ms = 1000,
                           .outcome = "",
                           .reason = "" };
    int64_t id = 0;
    assert_int_equal(p->storage->ops->game_add(p->storage, &id, &row, NULL), SHOOGI_OK);
    add_event(p, id, 1, "handicap", "HANDICAP:L@1a");
    add_event(p, id, 2, "move", "3c3d");
    add_event(p, id, 3, "move", "7g7f");
    add_event(p, id, 4, "comment", "black Well <played>!");
    add_event(p, id, 5, "resign", "white");
    add_event(p, id, 6, "result", "black resignation");
    shg_game_state *game = NULL;
    assert_int_equal(shg_game_read(&game, p->storage, p->rules, NULL, id, NULL), SHOOGI_OK);
    return game;
}

static void describes_a_game(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_state *game = make_game(&p);
    shg_out out = shg_out_growing();
    shg_game_html(&out, english, game, "Shogi", 2, 0, NULL, SHOOGI_WHITE, "https://a.example");
    const char *text = text_of(&out);
    expect_contains(text, "<h1>Game 1</h1>");
    expect_contains(text, "<dt>Black</dt><dd><a href=\"/players/Anna\">Anna</a></dd>");
    expect_contains(text, "White resigned: Black wins.");
    expect_contains(text, "&lt;script&gt;&quot;x&quot;&lt;/script&gt;&amp;");
    expect_excludes(text, "\xe2\x80\xae");
    expect_contains(
        text,
        "<img class=\"board\" src=\"/game/1.svg?ply=2&amp;view=white\" alt=\"The board after move 2: P-3d\">");
    expect_contains(text, "<a href=\"/games/1?ply=1\">HANDICAP:L@1a</a>");
    expect_contains(
        text,
        "<a href=\"/games/1?ply=2\" aria-current=\"true\">P-3d</a> <span class=\"time\">0:00");
    expect_contains(text, "<a href=\"/games/1?ply=4\">resigns</a></li>");
    expect_contains(text, "<a href=\"/games/1?ply=1\">Back</a>\n<a href=\"/games/1?ply=3\">On</a>\n"
                          "<a href=\"/games/1?ply=4\">Last</a>");
    expect_contains(text, "<a href=\"/games/1.kif\" download>kif</a>");
    expect_contains(text, "<p class=\"said\">Anna: Well &lt;played&gt;!</p>\n</li>");
    expect_contains(text, "src=&quot;https://a.example/embed/1&quot;");
    expect_contains(text, "Black pawn 7 g"); /* the third move has not yet moved it */
    free(out.bytes);

    out = shg_out_growing();
    const shg_move_form form = { .typed = "\"P", .fault = "<No>", .question = "" };
    shg_game_html(&out, english, game, "Shogi", 4, 0, &form, SHOOGI_BLACK, "");
    text = text_of(&out);
    expect_contains(text, "action=\"/games/1/move\"");
    expect_contains(text, "name=\"known\" value=\"6\"");
    expect_contains(text, "role=\"alert\">&lt;No&gt;</p>");
    expect_contains(text, "value=\"&quot;P\" autofocus aria-invalid=\"true\"");
    free(out.bytes);

    out = shg_out_growing();
    const shg_move_form asks = { .typed = "P-3c", .fault = "x", .question = "Promote? <G,+S,=>" };
    shg_game_html(&out, english, game, "Shogi", 4, 0, &asks, SHOOGI_BLACK, "");
    text = text_of(&out);
    expect_contains(text, "value=\"P-3c\" readonly autofocus>");
    expect_contains(text, "value=\"G\" checked> Promote to G</label>");
    expect_contains(text, "value=\"+S\"> Promote to +S</label>");
    expect_contains(text, "value=\"=\"> Do not promote</label>");
    expect_excludes(text, "role=\"alert\"");
    free(out.bytes);

    out = shg_out_growing();
    shg_game_html_embedded(&out, english, game, 1000);
    text = text_of(&out);
    expect_contains(
        text, "<a href=\"/games/1?ply=4\" target=\"_blank\">Anna (Black) against Bert (White)</a>");
    expect_contains(text, "<span>On</span>");
    expect_contains(text, "<a href=\"/embed/1?ply=0\">Start</a>");
    free(out.bytes);
    shg_game_free(game);
    free_game_storage(&p);
}

/* Every link of a protected game read by its key contains the key. */
static void keys_are_passed_on(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_state *game = make_game(&p);
    char *options = game->options, with_key[] = SHG_OPTION_KEY "abcdefghijkmnpqr";
    game->options = with_key;
    for (int embedded = 0; embedded < 2; embedded++) {
        shg_out out = shg_out_growing();
        if (embedded)
            shg_game_html_embedded(&out, english, game, 2);
        else
            shg_game_html(&out, english, game, "Shogi", 2, 0, NULL, SHOOGI_BLACK,
                          "https://a.example");
        const char *text = text_of(&out);
        size_t keys = 0, links = 0;
        for (const char *at = text; (at = strstr(at, "key=1-abcdefghijkmnpqr")); at++)
            keys++;
        static const char *const to[] = { "\"/games/1", "\"/game/1", "\"/embed/1",
                                          "https://a.example/embed/1", "\"?notation=" };
        for (size_t i = 0; i < sizeof to / sizeof to[0]; i++)
            for (const char *at = text; (at = strstr(at, to[i])); at++)
                links++;
        assert_true(links > 5);
        assert_int_equal(keys, links);
        free(out.bytes);
    }
    game->options = options;
    shg_game_free(game);
    free_game_storage(&p);
}

static void finds_positions(void **state)
{
    (void)state;
    static const char *const sfen[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2",
        "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 3",
        "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4",
        "lnsgkgsn1/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4",
    };
    game_storage p = make_game_storage();
    shg_game_state *game = make_game(&p);
    for (size_t items = 0; items < 5; items++) {
        shoogi_position *position = NULL;
        char text[200];
        assert_int_equal(shg_game_position(&position, game, items), SHOOGI_OK);
        shoogi_sfen_write(text, sizeof text, position);
        assert_string_equal(text, sfen[items]);
        shoogi_position_free(position);
    }
    shg_game_free(game);
    free_game_storage(&p);
}

static void lists_games(void **state)
{
    (void)state;
    const shg_game row = { .id = 7,
                           .variant = "a<b",
                           .black = 1,
                           .white = 2,
                           .black_name = "Anna",
                           .white_name = "guest022324283",
                           .sfen = "",
                           .moves = 3,
                           .outcome = "draw",
                           .reason = "repetition",
                           .rated = true };
    shg_out out = shg_out_growing();
    shg_games_html_begin(&out, SHG_ENGLISH, "Games & more");
    shg_games_html_row(&out, SHG_ENGLISH, &row, 12);
    shg_games_html_end(&out);
    const char *text = text_of(&out);
    expect_contains(text, "<caption>Games &amp; more</caption>");
    expect_contains(text, "<a href=\"/games/7?ply=12\">7, move 12</a></td><td>a&lt;b</td>");
    expect_contains(text, "drawn: repetition, rated</td></tr>");
    expect_contains(text, "<a href=\"/players/guest022324283\">Guest 4283</a>");
    free(out.bytes);
}

/* The list of moves, the description of the board and the embedded board are in the notation of the reader. */
static void writes_moves_in_the_notation_of_its_reader(void **state)
{
    (void)state;
    static const struct {
        shoogi_notation notation;
        const char *second, *third;
    } rows[] = {
        { SHOOGI_NOTATION_WESTERN, "P-3d", "P-7f" },
        { SHOOGI_NOTATION_KITAO, "歩-34", "歩-76" },
        { SHOOGI_NOTATION_JAPANESE, "△３四歩", "▲７六歩" },
        { SHOOGI_NOTATION_USI, "3c3d", "7g7f" },
    };
    game_storage p = make_game_storage();
    shg_game_state *game = make_game(&p);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_reader reader = { SHG_ENGLISH, rows[i].notation };
        char wanted[80];
        shg_out out = shg_out_growing();
        shg_game_html(&out, reader, game, "Shogi", 3, 0, NULL, SHOOGI_BLACK, "");
        const char *text = text_of(&out);
        expect_contains(text, rows[i].notation == SHOOGI_NOTATION_JAPANESE ? ">香落ち<"
                                                                           : ">HANDICAP:L@1a<");
        snprintf(wanted, sizeof wanted, ">%s</a>", rows[i].second);
        expect_contains(text, wanted);
        snprintf(wanted, sizeof wanted, "alt=\"The board after move 3: %s\"", rows[i].third);
        expect_contains(text, wanted);
        expect_contains(text, "href=\"?notation=kitao\"");
        free(out.bytes);
        out = shg_out_growing();
        shg_game_html_embedded(&out, reader, game, 3);
        expect_contains(text_of(&out), wanted);
        free(out.bytes);
    }
    shg_game_free(game);
    free_game_storage(&p);
}

TEST_SUITE(game_html)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(describes_a_game),
        cmocka_unit_test(writes_moves_in_the_notation_of_its_reader),
        cmocka_unit_test(keys_are_passed_on),
        cmocka_unit_test(finds_positions),
        cmocka_unit_test(lists_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
