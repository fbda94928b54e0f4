#include "server/loop/test_settings.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* meson.build defines SHG_TESTS by the option `tests`, which packages turn off. */
const char *shg_test_setting(const char *name)
{
#if defined SHG_TESTS && !defined NDEBUG
    return getenv(name);
#else
    (void)name;
    return NULL;
#endif
}

bool shg_test_setting_is(const char *name, const char *word)
{
    const char *text = shg_test_setting(name);
    return text && strcmp(text, word) == 0;
}

int shg_test_bound(int usual, int tiny)
{
    assert(tiny <= usual);
    return shg_test_setting_is("SHOOGI_TEST_BOUNDS", "tiny") ? tiny : usual;
}

int shg_test_setting_ms(const char *name, int usual_ms)
{
    assert(usual_ms > 0);
    const char *text = shg_test_setting(name);
    if (!text || text[0] < '1' || text[0] > '9')
        return usual_ms;
    char *end;
    errno = 0;
    const long ms = strtol(text, &end, 10);
    return errno == 0 && *end == '\0' && ms <= usual_ms ? (int)ms : usual_ms;
}
