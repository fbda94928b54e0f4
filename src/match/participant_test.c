/* participant_test.c: engines as a user describes them, and what is wrong with a description. */
#include "match/participant.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void all_settings(void **state)
{
    (void)state;
    shg_participant e;
    shoogi_error err;
    assert_int_equal(
        shg_participant_init(
            &e, "movetime=100 hash=8",
            " uci\tname=\"a b\" hash=64 \"option.Promote on entry=0\" option.Go= main=1000 "
            "increment=20 byoyomi=30 margin=5 nodes=7 depth=9 game=minishogi "
            "letters=G:+N,T:+L cmd=engine  --x=\"1\" name=no",
            &err),
        SHOOGI_OK);
    assert_int_equal(e.protocol, SHG_PROTOCOL_UCI);
    assert_string_equal(e.name, "a b");
    assert_string_equal(e.command, "engine  --x=\"1\" name=no");
    assert_string_equal(e.game, "minishogi");
    assert_int_equal(e.hash_mib, 64);
    assert_int_equal(e.limits.move_ms, 100);
    assert_int_equal(e.limits.main_ms, 1000);
    assert_int_equal(e.limits.increment_ms, 20);
    assert_int_equal(e.limits.byoyomi_ms, 30);
    assert_int_equal(e.limits.margin_ms, 5);
    assert_int_equal(e.limits.nodes, 7);
    assert_int_equal(e.limits.depth_plies, 9);
    assert_int_equal(e.option_count, 2);
    assert_string_equal(e.options[0].name, "Promote on entry");
    assert_string_equal(e.options[0].value, "0");
    assert_string_equal(e.options[1].name, "Go");
    assert_string_equal(e.options[1].value, "");
    assert_int_equal(e.piece_letter_count, 2);
    assert_string_equal(e.piece_letters[1].ours, "T");
    assert_string_equal(e.piece_letters[1].theirs, "+L");
    shg_participant_fini(&e);
}

static void what_is_usual(void **state)
{
    (void)state;
    shg_participant e;
    shoogi_error err;
    assert_int_equal(shg_participant_init(&e, NULL, "nodes=1 cmd=x", &err), SHOOGI_OK);
    assert_int_equal(e.protocol, SHG_PROTOCOL_USI);
    assert_string_equal(e.name, "x");
    assert_int_equal(e.limits.margin_ms, 100);
    shg_participant_fini(&e);
    assert_int_equal(shg_participant_init(&e, NULL, "material", &err), SHOOGI_OK);
    assert_string_equal(e.name, "material");
    assert_null(e.command);
    shg_participant_fini(&e);
}

static void bad_descriptions(void **state)
{
    (void)state;
    static const struct {
        const char *common, *text;
        uint32_t column;
        const char *found;
    } bad[] = {
        { NULL, "usi cmd=x", 10, "end of text" }, /* without any bound on its time */
        { NULL, "usi nodes=1", 12, "end of text" },
        { NULL, "search nodes=1 cmd=x", 16, "\"cmd=x\"" },
        { NULL, "search", 7, "end of text" },
        { NULL, "usii nodes=1 cmd=x", 1, "\"usii nodes=1 cmd=x\"" },
        { NULL, "usi nodes=0 cmd=x", 5, "\"nodes=0 cmd=x\"" },
        { NULL, "usi movetime=1s cmd=x", 5, "\"movetime=1s cmd=x\"" },
        { NULL, "usi movetime=-1 cmd=x", 5, "\"movetime=-1 cmd=x\"" },
        { NULL, "usi noddes=1 cmd=x", 5, "\"noddes=1 cmd=x\"" },
        { NULL, "usi nodes=1 letters=G cmd=x", 13, "\"letters=G cmd=x\"" },
        { NULL, "usi nodes=1 letters=G: cmd=x", 13, "\"letters=G: cmd=x\"" },
        { NULL, "usi nodes=1 letters=TOOLONGX:G cmd=x", 13, "\"letters=TOOLONGX:G cmd=x\"" },
        { NULL, "usi nodes=1 name= cmd=x", 13, "\"name= cmd=x\"" },
        { NULL, "usi nodes=1 cmd=", 13, "\"cmd=\"" },
        { NULL, "xboard nodes=1 cmd=x", 21, "end of text" },
        { NULL, "xboard movetime=1000 byoyomi=1 cmd=x", 37, "end of text" },
        { "nodes=1 q=1", "usi cmd=x", 9, "\"q=1\"" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shg_participant e;
        shoogi_error err = { 0 };
        assert_int_equal(shg_participant_init(&e, bad[i].common, bad[i].text, &err),
                         SHOOGI_PARSE_ERROR);
        const char *const found = strstr(err.message, "found ");
        if (!found || strcmp(found + 6, bad[i].found) != 0 || err.column != bad[i].column)
            fail_msg("%s: column %u: %s", bad[i].text, err.column, err.message);
    }
}

/* Clocks that XBoard's protocol can say, and what is asked for where it cannot. */
static void clocks_of_xboard(void **state)
{
    (void)state;
    static const struct {
        const char *clock, *expected; /* NULL: nothing else */
    } clocks[] = {
        { "main=90000", NULL },
        { "main=90000 increment=2000", NULL },
        { "increment=1000", NULL },
        { "movetime=1000 depth=3", NULL },
        { "depth=3", NULL },
        { "main=500 increment=1000", "main in whole seconds" },
        { "main=1000 increment=500", "increment in whole seconds" },
        { "movetime=1500", "movetime in whole seconds" },
        { "movetime=1000 main=60000", "movetime or a clock" },
        { "movetime=1000 increment=1000", "movetime or a clock" },
    };
    for (size_t i = 0; i < COUNT(clocks); i++) {
        char text[96], begins[96] = "";
        shg_participant e;
        shoogi_error err = { 0 };
        snprintf(text, sizeof text, "xboard %s cmd=x", clocks[i].clock);
        const shoogi_status status = shg_participant_init(&e, NULL, text, &err);
        if (clocks[i].expected)
            snprintf(begins, sizeof begins, "expected %s", clocks[i].expected);
        if (status != (clocks[i].expected ? SHOOGI_PARSE_ERROR : SHOOGI_OK) ||
            strncmp(err.message, begins, strlen(begins)) != 0)
            fail_msg("%s: %s", clocks[i].clock, err.message);
        if (status == SHOOGI_OK)
            shg_participant_fini(&e);
    }
}

TEST_SUITE(participant)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_settings),
        cmocka_unit_test(what_is_usual),
        cmocka_unit_test(bad_descriptions),
        cmocka_unit_test(clocks_of_xboard),
    };
    return cmocka_run_group_tests_name("participant", tests, NULL, NULL);
}
