/* openapi_test.c: docs/api/openapi.yaml is what the tables of commands, resources and answers say.
 *
 *     openapi_test            compares
 *     openapi_test --write    writes it */
#include "server/api/openapi.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char made[] =
    "# Made by tests/openapi_test.c from the tables of src/server/session/commands.def, api/resources.c and api/answers.def: see there.\n";
static bool writing;

static void write_file(const char *path, const shg_out *text)
{
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->bytes, 1, text->length, file), text->length);
    assert_int_equal(fclose(file), 0);
}

static void description(void **state)
{
    (void)state;
    char path[1024];
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/docs/api/openapi.yaml", root ? root : ".");
    shg_out text = shg_out_growing();
    shg_out_text(&text, made);
    shg_openapi_write(&text);
    assert_false(text.spent);
    if (writing)
        write_file(path, &text);
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there: openapi_test --write makes it", path);
    char *found = calloc(1, text.length + 2);
    assert_non_null(found);
    const size_t bytes = fread(found, 1, text.length + 1, file);
    fclose(file);
    if (bytes != text.length || memcmp(found, text.bytes, bytes) != 0)
        fail_msg("%s is not what the tables say: openapi_test --write makes it anew", path);
    free(found);
    free(text.bytes);
}

int main(int count, char **arguments)
{
    writing = count > 1 && strcmp(arguments[1], "--write") == 0;
    const struct CMUnitTest tests[] = { cmocka_unit_test(description) };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
