#include "base/json_write.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void writes(void **state)
{
    (void)state;
    shg_out out = shg_out_growing();
    shg_json_open(&out, NULL, '{');
    shg_json_number(&out, "game", -12);
    shg_json_text(&out, "a \"name\"", "line\n\\");
    shg_json_open(&out, "list", '[');
    shg_json_flag(&out, NULL, true);
    shg_json_null(&out, NULL);
    shg_json_open(&out, NULL, '{');
    shg_json_close(&out, '}');
    shg_json_raw(&out, NULL, "[1,2]", 5);
    shg_json_close(&out, ']');
    shg_json_flag(&out, "last", false);
    shg_json_close(&out, '}');
    shg_out_char(&out, '\n');
    shg_json_bytes(&out, NULL, "next", 2);
    assert_false(out.spent);
    assert_string_equal(
        out.bytes, "{\"game\":-12,\"a \\\"name\\\"\":\"line\\u000a\\\\\",\"list\":[true,null,{},"
                   "[1,2]],\"last\":false}\n\"ne\"");
    free(out.bytes);
}

/* Bytes without room are counted but not written. */
static void is_cut(void **state)
{
    (void)state;
    char room[8];
    shg_out out = shg_out_make(room, sizeof room);
    shg_json_open(&out, NULL, '[');
    shg_json_text(&out, NULL, "longer than the room");
    shg_json_number(&out, NULL, 1);
    shg_json_close(&out, ']');
    assert_string_equal(room, "[\"longe");
    assert_true(out.length >= sizeof room);
}

TEST_SUITE(json_write)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes),
        cmocka_unit_test(is_cut),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
