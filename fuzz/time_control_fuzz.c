/* time_control_fuzz.c: any text as a time control: it is refused at a place within it; or what is written of it
 * reads to the same and is written the same again, and clocks with it start, run and fall. */
#include "fuzz.h"
#include "server/clock/game_clock.h"

#include <string.h>

static void require_clock_runs(const shg_time_control *control)
{
    shg_game_clock clock;
    char text[SHG_CLOCK_TEXT_BYTES];
    shg_game_clock_start(&clock, control, 0, 1);
    const int64_t flag_fall_ms = shg_game_clock_flag_fall_ms(&clock);
    FUZZ_REQUIRE(flag_fall_ms > 1 && flag_fall_ms < SHG_NEVER_MS);
    FUZZ_REQUIRE(!shg_game_clock_flag_fell(&clock, flag_fall_ms - 1));
    FUZZ_REQUIRE(shg_game_clock_flag_fell(&clock, flag_fall_ms));
    const shg_clock_event early = { .at_ms = flag_fall_ms - 1, .kind = SHG_CLOCK_MOVE };
    const shg_clock_event late = { .at_ms = flag_fall_ms, .kind = SHG_CLOCK_MOVE };
    FUZZ_REQUIRE(!shg_game_clock_apply(&clock, &late));
    FUZZ_REQUIRE(shg_game_clock_apply(&clock, &early));
    for (int colour = 0; colour < 2; colour++) {
        const shg_clock_reading reading = shg_game_clock_read(&clock, colour, flag_fall_ms);
        FUZZ_REQUIRE(reading.bank_ms >= 0 && reading.period_ms >= 0);
        FUZZ_REQUIRE(reading.periods >= 0 && reading.period_moves >= 0);
        shg_clock_reading_write(text, &reading);
        FUZZ_REQUIRE(strlen(text) < sizeof text - 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *const text = data_bytes > 0 ? (const char *)data : "";
    shg_time_control control, again;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_time_control_read(&control, text, data_bytes, 7, &err);
    if (status != SHOOGI_OK) {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR || status == SHOOGI_LIMIT_EXCEEDED);
        FUZZ_REQUIRE(err.status == status && err.line == 1);
        FUZZ_REQUIRE(err.column >= 8 && err.column <= data_bytes + 8);
        FUZZ_REQUIRE(strncmp(err.message, "expected ", 9) == 0);
        return 0;
    }
    FUZZ_REQUIRE(shg_time_control_valid(&control));
    char written[SHG_TIME_CONTROL_BYTES_MAX + 1], twice[SHG_TIME_CONTROL_BYTES_MAX + 1];
    const size_t length = shg_time_control_write(written, sizeof written, &control);
    FUZZ_REQUIRE(length > 0 && length < sizeof written);
    FUZZ_REQUIRE(shg_time_control_read(&again, written, length, 0, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(memcmp(&again, &control, sizeof control) == 0);
    FUZZ_REQUIRE(shg_time_control_write(twice, sizeof twice, &again) == length);
    FUZZ_REQUIRE(memcmp(written, twice, length) == 0);
    FUZZ_REQUIRE(shg_time_control_speed(&control) < SHG_SPEED_COUNT);
    require_clock_runs(&control);
    return 0;
}
