/* name_fuzz.c: any text as the name of a player: it is taken if it is a letter and letters, digits, dots and
 * underlines behind it, and refused at its first byte that is none of them or too much; what is said of it then is
 * one line of text. */
#include "fuzz.h"
#include "base/text.h"
#include "wire/display.h"
#include "server/loop/bounds.h"
#include "server/account/login.h"

#include <string.h>

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    size_t good = 0;
    while (good < data_bytes && good < SHG_NAME_BYTES_MAX &&
           (is_letter(data[good]) ||
            (good > 0 && data[good] != '\0' && strchr("0123456789._", data[good]))))
        good++;
    const bool fits = good == data_bytes && good >= SHG_NAME_BYTES_MIN;

    shoogi_error err = { 0 };
    const shoogi_status status =
        shg_name_check(data_bytes > 0 ? (const char *)data : "", data_bytes, &err);
    FUZZ_REQUIRE((status == SHOOGI_OK) == fits);
    if (fits) {
        FUZZ_REQUIRE(shg_display_clean((const char *)data, data_bytes));
        return 0;
    }
    FUZZ_REQUIRE(err.status == status && err.line == 1 && err.column == good + 1);
    FUZZ_REQUIRE(strncmp(err.message, "expected ", 9) == 0);
    FUZZ_REQUIRE(shg_utf8_valid(err.message, strlen(err.message)));
    for (const char *at = err.message; *at; at++)
        FUZZ_REQUIRE((uint8_t)*at >= 0x20 && *at != 0x7F);
    return 0;
}
