/* free_board_fuzz.c: any table without rules and any line at it: refused at a place within the text; or what is written of
 * a line is read as the same line, fits a terminal, and is no longer than the bound and its blanks allow.
 *
 * The input is the settings of a table, and behind an empty line a line that is done there. */
#include "base/error.h"
#include "fuzz.h"
#include "wire/display.h"
#include "server/study/free_board.h"

#include <string.h>

static void require_place(const shoogi_error *err, const char *text, size_t bytes)
{
    FUZZ_REQUIRE(err->message[0] && err->column <= shg_utf8_length(text, bytes) + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *text = (const char *)data;
    size_t end = 0;
    while (end < data_bytes && !(text[end] == '\n' && end + 1 < data_bytes && text[end + 1] == '\n'))
        end++;
    const char *line = end < data_bytes ? text + end + 2 : text + end;
    const size_t line_bytes = (size_t)(text + data_bytes - line);
    shg_free_board board;
    shoogi_error err = { 0 };
    if (shg_free_setup_read(&board, text, end, &err) != SHOOGI_OK) {
        require_place(&err, text, end);
        return 0;
    }
    FUZZ_REQUIRE(board.width > 0 && board.width <= SHG_FREE_SIDE_MAX);
    FUZZ_REQUIRE(board.height > 0 && board.height <= SHG_FREE_SIDE_MAX);
    FUZZ_REQUIRE(shg_display_clean(board.title, strlen(board.title)));
    shg_out once = shg_out_growing(), again = shg_out_growing();
    if (shg_free_line_read(&once, &board, line, line_bytes, &err) == SHOOGI_OK) {
        FUZZ_REQUIRE(once.length > 0 && shg_display_clean(once.bytes, once.length));
        /* Each ";" and the "//" may get a blank that was not typed. */
        FUZZ_REQUIRE(once.length <= 2 * (size_t)SHG_FREE_LINE_BYTES);
        if (once.length <= SHG_FREE_LINE_BYTES) {
            FUZZ_REQUIRE(shg_free_line_read(&again, &board, once.bytes, once.length, &err) ==
                         SHOOGI_OK);
            FUZZ_REQUIRE(again.length == once.length &&
                         memcmp(again.bytes, once.bytes, once.length) == 0);
        }
    } else {
        require_place(&err, line, line_bytes);
    }
    free(once.bytes);
    free(again.bytes);
    return 0;
}
