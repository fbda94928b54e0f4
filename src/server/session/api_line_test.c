#include "server/session/api_line.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Returns the command line made of a body, or the error. */
static char *line_of(const char *command, const char *body, shoogi_status *status)
{
    shg_json json;
    shoogi_error err = { 0 };
    shg_out out = shg_out_growing();
    shg_api_places places;
    assert_int_equal(shg_json_read(&json, body, strlen(body), NULL), SHOOGI_OK);
    *status = shg_api_line(&out, &places, shg_command_find(command, strlen(command)), &json, &err);
    shg_json_fini(&json);
    if (*status == SHOOGI_OK)
        return out.bytes;
    free(out.bytes);
    return strdup(err.message);
}

static void calls_as_command_lines(void **state)
{
    (void)state;
    static const struct {
        const char *command, *body, *line;
    } good[] = {
        { "draw", "{}", "DRAW" },
        { "draw", "{\"game\":12,\"known\":3,\"answers\":[\"y\"],\"request\":\"k\"}", "DRAW" },
        { "board", "{\"game\":12,\"turned\":true}", "BOARD -o 12" },
        { "board", "{\"turned\":false,\"game\":null}", "BOARD" },
        { "play", "{\"move\":\"P-7f\"}", "PLAY P-7f" },
        { "new", "{\"number\":5}", "NEW 5" },
        { "new", "{\"number\":\"5\"}", "NEW 5" },
        { "new",
          "{\"comment\":\"Good evening\",\"colour\":\"white\",\"variant\":\"chu\",\"rated\":true}",
          "NEW -v chu -c white -r * Good evening" },
        { "new", "{\"pattern\":\"b*\",\"move\":\"P-7f\"}", "NEW b* P-7f" },
        { "tell", "{\"name\":\"bert\",\"text\":\"  -o \\u306f\\\"\"}",
          "TELL bert   -o \xE3\x81\xAF\"" },
        { "undo", "{\"opponent\":true}", "UNDO -o" },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shoogi_status status;
        char *line = line_of(good[i].command, good[i].body, &status);
        assert_string_equal(line, good[i].line);
        assert_int_equal(status, SHOOGI_OK);
        free(line);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *command, *body, *message;
    } bad[] = {
        { "play", "{}", "expected something as \"move\", found nothing" },
        { "play", "{\"move\":true}", "expected a text as \"move\", found \"true\"" },
        { "play", "{\"move\":\"P-7f\",\"mvoe\":1}",
          "expected a field of this call, found \"mvoe\"" },
        { "tell", "{\"name\":\"a b\",\"text\":\"x\"}",
          "expected one word as \"name\", found \"a b\"" },
        { "tell", "{\"name\":\"\",\"text\":\"x\"}",
          "expected one word as \"name\", found end of text" },
        { "tell", "{\"name\":\"bert\",\"text\":\"one\\ntwo\"}", NULL },
        { "tell", "{\"name\":\"bert\",\"text\":\"\\u001b[2J\"}", NULL },
        { "board", "{\"game\":\"x\"}", "expected a whole number as \"game\", found \"x\"" },
        { "board", "{\"game\":-1}", "expected a whole number as \"game\", found \"-1\"" },
        { "resign", "{\"answers\":\"yes\"}",
          "expected a list of texts as \"answers\", found \"yes\"" },
        { "resign", "{\"answers\":{\"x\":\"yes\"}}",
          "expected a list of texts as \"answers\", found \"{\"x\":\"yes\"}\"" },
        { "resign", "{\"answers\":[\"y\",1]}",
          "expected a list of texts as \"answers\", found \"1\"" },
        { "board", "{\"turned\":1}", "expected true or false as \"turned\", found \"1\"" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shoogi_status status;
        char *message = line_of(bad[i].command, bad[i].body, &status);
        assert_int_equal(status, SHOOGI_PARSE_ERROR);
        if (bad[i].message)
            assert_string_equal(message, bad[i].message);
        free(message);
    }
    char long_text[2400] = "{\"text\":\"";
    memset(long_text + 9, 'x', 2000);
    strcpy(long_text + 2009, "\"}");
    shoogi_status status;
    free(line_of("shout", long_text, &status));
    assert_int_equal(status, SHOOGI_LIMIT_EXCEEDED);
}

static void places_of_values(void **state)
{
    (void)state;
    static const char body[] =
        "{\"comment\":\"Good one\",\"clock\":\"10m,\\u3042=5\",\"colour\":\"white\",\"rated\":true}";
    shg_json json;
    shg_api_places places;
    shg_out line = shg_out_growing();
    assert_int_equal(shg_json_read(&json, body, strlen(body), NULL), SHOOGI_OK);
    assert_int_equal(shg_api_line(&line, &places, shg_command_find("new", 3), &json, NULL),
                     SHOOGI_OK);
    static const struct {
        const char *part, *name;
    } cases[] = { { "10m", "clock" }, { "white", "colour" }, { "Good", "comment" } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint32_t in = 1; in <= 2; in++) {
            char name[20];
            shg_out out = shg_out_make(name, sizeof name);
            const char *at = strstr(line.bytes, cases[i].part);
            assert_non_null(at);
            uint32_t column = (uint32_t)shg_utf8_length(line.bytes, (size_t)(at - line.bytes)) + in;
            assert_true(shg_api_place(&out, &places, &column));
            assert_string_equal(name, cases[i].name);
            assert_int_equal(column, in);
        }
    uint32_t column = 2; /* the name of the command */
    shg_out none = shg_out_growing();
    assert_false(shg_api_place(&none, &places, &column));
    assert_null(none.bytes);
    free(line.bytes);
    shg_json_fini(&json);
}

static void members(void **state)
{
    (void)state;
    static const char names[] = "name node:integer on:boolean value:[object,'null']";
    static const struct {
        const char *body, *message;
    } cases[] = {
        { "{}", "" },
        { "{\"name\":\"\",\"node\":3,\"on\":false,\"value\":{\"foo\":[1]}}", "" },
        { "{\"name\":null,\"node\":\"3\",\"on\":null,\"value\":5}", "" },
        { "{\"game\":1,\"known\":0,\"answers\":[\"y\"],\"request\":\"k\"}", "" },
        { "{\"request\":5}", "expected a text as \"request\", found \"5\"" },
        { "{\"name\":5}", "expected a text as \"name\", found \"5\"" },
        { "{\"name\":[\"x\"],\"foo\":1}", "expected a text as \"name\", found \"[\"x\"]\"" },
        { "{\"name\":\"x\",\"nam\":1}", "expected a field of this call, found \"nam\"" },
        { "{\"integer\":1}", "expected a field of this call, found \"integer\"" },
        { "{\"\":1}", "expected a field of this call, found end of text" },
        { "{\"node\":-1}", "expected a whole number as \"node\", found \"-1\"" },
        { "{\"node\":{}}", "expected a whole number as \"node\", found \"{}\"" },
        { "{\"on\":\"yes\"}", "expected true or false as \"on\", found \"yes\"" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shg_json json;
        shoogi_error err = { 0 };
        const char *body = cases[i].body;
        assert_int_equal(shg_json_read(&json, body, strlen(body), NULL), SHOOGI_OK);
        assert_int_equal(shg_api_check(&json, names, &err),
                         cases[i].message[0] ? SHOOGI_PARSE_ERROR : SHOOGI_OK);
        assert_string_equal(err.message, cases[i].message);
        shg_json_fini(&json);
    }
}

static void copied_text(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        bool needed;
        const char *text, *message; /* text NULL: absent */
    } cases[] = {
        { "{\"text\":\"\"}", true, "", "" },
        { "{\"text\":\"a\\nb\"}", false, "a\nb", "" },
        { "{}", false, NULL, "" },
        { "{\"text\":null}", false, NULL, "" },
        { "{\"text\":null}", true, NULL, "expected a text as \"text\", found nothing" },
        { "{}", true, NULL, "expected a text as \"text\", found nothing" },
        { "{\"text\":5}", false, NULL, "expected a text as \"text\", found \"5\"" },
        { "{\"text\":[]}", true, NULL, "expected a text as \"text\", found \"[]\"" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shg_json json;
        shoogi_error err = { 0 };
        char *text;
        const char *body = cases[i].body;
        assert_int_equal(shg_json_read(&json, body, strlen(body), NULL), SHOOGI_OK);
        assert_int_equal(shg_api_text_copy(&text, &json, "text", cases[i].needed, &err),
                         cases[i].message[0] ? SHOOGI_PARSE_ERROR : SHOOGI_OK);
        assert_string_equal(err.message, cases[i].message);
        assert_int_equal(text != NULL, cases[i].text != NULL);
        if (text)
            assert_string_equal(text, cases[i].text);
        free(text);
        shg_json_fini(&json);
    }
}

TEST_SUITE(api_line)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_as_command_lines),
        cmocka_unit_test(refusals),
        cmocka_unit_test(places_of_values),
        cmocka_unit_test(members),
        cmocka_unit_test(copied_text),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
