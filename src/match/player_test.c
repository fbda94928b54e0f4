/* player_test.c: what engines say, line by line, and their words for moves and positions. */
#include "support/core.h"
#include "base/test_suite.h"
#include "match/engine_notation.h"
#include "match/player_usi.h"
#include "match/player_xboard.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void info_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool has_score;
        int score;
        unsigned depth;
        uint64_t nodes;
    } lines[] = {
        { "depth 6 seldepth 9 score cp -31 nodes 1000 pv 7g7f 3c3d", true, -31, 6, 1000 },
        { "score cp 12 lowerbound depth 3", true, 12, 3, 0 },
        { "depth 4 score mate 5", true, SHG_MATE_SCORE, 4, 0 },
        { "depth 4 score mate -5", true, -SHG_MATE_SCORE, 4, 0 },
        { "depth 4 score mate +", true, SHG_MATE_SCORE, 4, 0 },
        { "depth 4 score mate -", true, -SHG_MATE_SCORE, 4, 0 },
        { "depth 4 score mate 0", true, -SHG_MATE_SCORE, 4, 0 },
        { "depth 4 multipv 2 score cp 99", false, 0, 0, 0 },
        { "depth 4 multipv 1 score cp 99", true, 99, 4, 0 },
        { "score cp -2147483648", true, -SHG_MATE_SCORE, 0, 0 },
        { "score cp 4294967297", true, SHG_MATE_SCORE, 0, 0 },
        { "string depth 4 score cp 99", false, 0, 0, 0 },
        { "depth 4 pv 7g7f score cp 99", false, 0, 4, 0 },
        { "depth 4 nodes 7 time 1000 currmove 7g7f currmovenumber 1", false, 0, 0, 0 },
        { "depth", false, 0, 0, 0 },
        { "score cp", false, 0, 0, 0 },
        { "score", false, 0, 0, 0 },
        { "", false, 0, 0, 0 },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char line[128];
        shg_answer a = { 0 };
        snprintf(line, sizeof line, "%s", lines[i].line);
        shg_usi_read_info(&a, line);
        if (a.has_score != lines[i].has_score || a.score != lines[i].score ||
            a.depth_plies != lines[i].depth || a.nodes != lines[i].nodes)
            fail_msg("%s: score %d depth %u", lines[i].line, a.score, a.depth_plies);
    }
}

static void features(void **state)
{
    (void)state;
    shg_features f = { 0 };
    shg_xboard_read_features(&f, "feature ping=1 setboard=1 debug=0\tusermove=1 memory=0 colors=0");
    assert_true(f.ping && f.setboard && f.usermove && !f.memory && !f.done && !f.more);
    shg_xboard_read_features(&f,
                             "feature variants=\"chu,9x9+0_shogi\" myname=\"has done=1 in it\"");
    assert_string_equal(f.variants, "chu,9x9+0_shogi");
    assert_false(f.done);
    shg_xboard_read_features(&f, "feature done=0");
    assert_true(f.more && !f.done);
    shg_xboard_read_features(&f, "feature done=1 usermove=0");
    assert_true(f.done && !f.more && !f.usermove);
    shg_xboard_read_features(&f, "feature");
    shg_xboard_read_features(&f, "feature myname=\"never ended");
    shg_xboard_read_features(&f, "feature ==== = ping");
    assert_true(f.ping);
}

static void thoughts(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool is;
        int score;
        unsigned depth;
    } lines[] = {
        { "2 108 0 291 h4h5 e9e8", true, 108, 2 },
        { " 7. -35\t12 9001", true, -35, 7 },
        { "9 100005 0 1 h4h5", true, SHG_MATE_SCORE, 9 },
        { "9 -100005 0 1 h4h5", true, -SHG_MATE_SCORE, 9 },
        { "2 108 0", false, 0, 0 },
        { "move h4h5", false, 0, 0 },
        { "2 108 0 x", false, 0, 0 },
        { "", false, 0, 0 },
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        shg_answer a = { 0 };
        const bool is = shg_xboard_read_thoughts(&a, lines[i].line);
        if (is != lines[i].is || a.score != lines[i].score || a.depth_plies != lines[i].depth)
            fail_msg("%s: score %d depth %u", lines[i].line, a.score, a.depth_plies);
    }
}

/* ---- words for moves ---- */

static const shg_piece_letter kyoto_letters[] = {
    { "G", "+N" }, { "T", "+L" }, { "B", "+S" }, { "R", "+P" }
};

/* A move in USI from a position of a game, as it is said and as it is read back. */
static void moves_in_the_letters_of_engines(void **state)
{
    (void)state;
    static const struct {
        const char *game, *sfen, *usi;
        shg_protocol protocol;
        bool piece_letters;
        const char *theirs;
    } cases[] = {
        { "shogi", "startpos", "7g7f", SHG_PROTOCOL_USI, false, "7g7f" },
        { "shogi", "startpos", "7g7f", SHG_PROTOCOL_UCI, false, "c3c4" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5e", SHG_PROTOCOL_UCI, false, "G@e5" },
        { "chu", "startpos", "7i7h", SHG_PROTOCOL_XBOARD, false, "f4f5" },
        { "chu", "12/12/12/12/5k6/6p5/6N5/12/12/12/12/6K5 b - 1", "6g6f6g", SHG_PROTOCOL_XBOARD,
          false, "g6g7,g7g6" },
        { "chu", "12/12/12/12/5k6/6p5/6N5/12/12/12/12/6K5 b - 1", "6g6f7e", SHG_PROTOCOL_XBOARD,
          false, "g6g7,g7f8" },
        /* Gold to knight is the way back there, and knight to gold is not. */
        { "kyoto", "k4/5/5/5/K3G b - 1", "1e1d+", SHG_PROTOCOL_UCI, true, "e1e2-" },
        { "kyoto", "k4/5/5/5/K3N b - 1", "1e2c+", SHG_PROTOCOL_UCI, true, "e1d3+" },
        { "kyoto", "k4/5/5/5/K4 b G 1", "G*3c", SHG_PROTOCOL_UCI, true, "+N@c3" },
        { "kyoto", "k4/5/5/5/K4 b G 1", "N*3c", SHG_PROTOCOL_UCI, true, "N@c3" },
        { "micro", "k3/4/4/p3/+P2K b - 1", "4e3c", SHG_PROTOCOL_UCI, false, "a1b3" },
        { "micro", "k3/4/1p2/4/+P2K b - 1", "4e3c+", SHG_PROTOCOL_UCI, false, "a1b3-" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        shoogi_variant *const v = load_variant(cases[i].game, (shg_class_choice){ 0 });
        shoogi_position *p;
        shoogi_move move, back;
        shoogi_error err = { 0 };
        char text[128];
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        assert_int_equal(shoogi_sfen_read(p, cases[i].sfen, strlen(cases[i].sfen), &err),
                         SHOOGI_OK);
        if (shoogi_usi_read(&move, p, cases[i].usi, strlen(cases[i].usi), &err) != SHOOGI_OK)
            fail_msg("%s %s: %s", cases[i].game, cases[i].usi, err.message);
        const shg_engine_notation d = { cases[i].protocol, kyoto_letters,
                                        cases[i].piece_letters ? COUNT(kyoto_letters) : 0 };
        shg_out out = shg_out_make(text, sizeof text);
        shg_engine_notation_write(&out, &d, p, move);
        assert_string_equal(text, cases[i].theirs);
        if (shg_engine_notation_read(&back, &d, p, text, strlen(text), &err) != SHOOGI_OK)
            fail_msg("%s %s: %s", cases[i].game, text, err.message);
        assert_true(back == move);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

static void words_for_positions(void **state)
{
    (void)state;
    shoogi_variant *const v = load_variant("kyoto", (shg_class_choice){ 0 });
    shoogi_position *p;
    char text[256];
    static const char sfen[] = "rg1bt/1k3/5/5/TB1GR w 2Gt 1";
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shoogi_sfen_read(p, sfen, strlen(sfen), NULL), SHOOGI_OK);
    shg_engine_notation d = { SHG_PROTOCOL_USI, kyoto_letters, COUNT(kyoto_letters) };
    shg_out out = shg_out_make(text, sizeof text);
    shg_engine_notation_write_position(&out, &d, p);
    assert_string_equal(text, "+p+n1+s+l/1k3/5/5/+L+S1+N+P w 2Nl 1");
    d.protocol = SHG_PROTOCOL_UCI;
    out = shg_out_make(text, sizeof text);
    shg_engine_notation_write_position(&out, &d, p);
    assert_string_equal(text, "+p+n1+s+l/1k3/5/5/+L+S1+N+P[NNl] b - - 0 1");
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void what_is_no_move(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",         "x",
        "7g7f7f7f", "@",
        "*",        "P@",
        "+",        "(none)",
        "e2e4",     "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4"
    };
    shoogi_variant *const v = load_variant("shogi", (shg_class_choice){ 0 });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (shg_protocol protocol = SHG_PROTOCOL_USI; protocol <= SHG_PROTOCOL_XBOARD; protocol++) {
        for (size_t i = 0; i < COUNT(bad); i++) {
            const shg_engine_notation d = { .protocol = protocol };
            shoogi_move move = 0;
            shoogi_error err = { 0 };
            const shoogi_status status =
                shg_engine_notation_read(&move, &d, p, bad[i], strlen(bad[i]), &err);
            if (status == SHOOGI_OK || err.message[0] == '\0')
                fail_msg("%s: read", bad[i]);
        }
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

TEST_SUITE(player)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_lines),
        cmocka_unit_test(features),
        cmocka_unit_test(thoughts),
        cmocka_unit_test(moves_in_the_letters_of_engines),
        cmocka_unit_test(words_for_positions),
        cmocka_unit_test(what_is_no_move),
    };
    return cmocka_run_group_tests_name("player", tests, NULL, NULL);
}
