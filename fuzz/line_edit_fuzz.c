/* line_edit_fuzz.c: any bytes as keys: the lines that come of them are the same however often they are shown.
 *
 * Besides: a line stays within its bound, nothing is sent but well-formed text and the few signs that every
 * terminal understands, and the cursor never goes beyond the window or in front of the row.
 *
 * The first byte of the input says how wide the window is and what is prompted for, the rest is typed. */
#include "fuzz.h"
#include "wire/line_edit.h"

#include <stdlib.h>
#include <string.h>

static const char prompt_text[] = "move? ";

/* Goes through what is sent. */
static void check_sent(const shg_out *out)
{
    FUZZ_REQUIRE(!out->spent && (out->length == 0 || shg_utf8_valid(out->bytes, out->length)));
    for (size_t i = 0; i < out->length; i++) {
        const uint8_t byte = (uint8_t)out->bytes[i];
        FUZZ_REQUIRE(byte >= 0x20 ? byte != 0x7F : byte != 0 && strchr("\a\b\r\n", byte) != NULL);
    }
}

static void show(shg_line_edit *edit, void (*write)(shg_out *out, shg_line_edit *edit))
{
    shg_out out = shg_out_growing();
    write(&out, edit);
    check_sent(&out);
    free(out.bytes);
    FUZZ_REQUIRE(edit->cursor_column <= edit->shown_columns);
    FUZZ_REQUIRE(edit->shown_columns < edit->columns);
    FUZZ_REQUIRE(edit->at <= edit->line_bytes && edit->line_bytes <= SHG_TELNET_LINE_BYTES_MAX);
    FUZZ_REQUIRE(edit->history_bytes <= SHG_HISTORY_BYTES_MAX);
}

/* Types all of it, shown after so many bytes.  Returns a digest of the lines: FNV-1a, 64 bits. */
static uint64_t run(const uint8_t *data, size_t data_bytes, uint8_t how, size_t shown_after)
{
    uint64_t sum = 0xCBF29CE484222325u;
    const shg_edit_prompt prompt = { prompt_text, (how & 1) != 0, (how & 2) != 0 };
    shg_line_edit edit;
    shg_line_edit_init(&edit);
    shg_line_edit_window(&edit, how >> 2, false);
    shg_line_edit_prompt(&edit, &prompt);
    for (size_t i = 0; i < data_bytes; i++) {
        const shg_edit_kind kind = shg_line_edit_key(&edit, data[i]);
        if (i % 97 == 96)
            shg_line_edit_window(&edit, data[i], false);
        if (i % shown_after == 0)
            show(&edit, shg_line_edit_show);
        if (i % 53 == 52)
            show(&edit, shg_line_edit_hide);
        if (kind == SHG_EDIT_MORE)
            continue;
        show(&edit, shg_line_edit_done);
        sum = (sum ^ (uint64_t)kind) * 0x100000001B3u;
        for (size_t k = 0; kind == SHG_EDIT_LINE && k < edit.line_bytes; k++)
            sum = (sum ^ (uint8_t)edit.line[k]) * 0x100000001B3u;
        shg_line_edit_prompt(&edit, &prompt);
        FUZZ_REQUIRE(!edit.line && !edit.draft);
    }
    FUZZ_REQUIRE((how & 1) == 0 || !edit.cut);
    FUZZ_REQUIRE((how & 2) != 0 || !edit.history);
    shg_line_edit_fini(&edit);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const uint64_t often = run(data + 1, data_bytes - 1, data[0], 1);
    FUZZ_REQUIRE(run(data + 1, data_bytes - 1, data[0], 7) == often);
    FUZZ_REQUIRE(run(data + 1, data_bytes - 1, data[0], data_bytes) == often);
    return 0;
}
