#include "server/clock_text.h"

#include "server/game.h"
#include "server/time_text.h"

void shg_clocks_write(shg_out *out, const shg_game_clock *clock, int64_t now_ms)
{
    for (int colour = 0; colour < 2; colour++) {
        const shg_clock_reading reading = shg_game_clock_read(clock, colour, now_ms);
        char text[SHG_CLOCK_TEXT_BYTES];
        shg_clock_reading_write(text, &reading);
        shg_out_format(out, "%s%s", colour == 0 ? "" : " / ", text);
    }
}

/* ---- in words ---- */

/* "1 day 2 hours", "9 minutes 58 seconds": the two largest units that are there, rounded up. */
static void write_span(shg_out *out, int64_t ms)
{
    static const struct {
        int64_t ms;
        const char *one, *many;
    } units[] = { { SHG_DAY_MS, "day", "days" },
                  { SHG_HOUR_MS, "hour", "hours" },
                  { SHG_MINUTE_MS, "minute", "minutes" },
                  { SHG_SECOND_MS, "second", "seconds" } };
    enum { UNITS = sizeof units / sizeof units[0] };
    size_t first = 0;
    while (first + 1 < UNITS && ms <= units[first].ms - units[UNITS - 1].ms)
        first++;
    const size_t last = first + 1 < UNITS ? first + 1 : first;
    int64_t left = (ms + units[last].ms - 1) / units[last].ms * units[last].ms;
    for (size_t i = first; i <= last; i++) {
        const int64_t count = left / units[i].ms;
        left -= count * units[i].ms;
        if (count > 0 || (i == last && ms <= 0))
            shg_out_format(out, "%s%lld %s", i > first && count > 0 ? " " : "", (long long)count,
                           count == 1 ? units[i].one : units[i].many);
    }
}

static void write_words(shg_out *out, const shg_clock_reading *r)
{
    if (r->bank_ms > 0 || r->periods == 0) {
        write_span(out, r->bank_ms);
    } else {
        write_span(out, r->period_ms);
        if (r->period_moves > 1)
            shg_out_format(out, " for %lld moves", (long long)r->period_moves);
        if (r->periods > 1)
            shg_out_format(out, " in the first of %lld periods", (long long)r->periods);
    }
    if (r->grace_ms > 0) {
        shg_out_text(out, " and before that ");
        write_span(out, r->grace_ms);
        shg_out_text(out, " that are free");
    }
}

/* ---- lines ---- */

void shg_clocks_tell(shg_out *out, const shg_game_clock *clock, int64_t now_ms, bool words)
{
    for (int colour = 0; colour < 2; colour++) {
        const shg_clock_reading reading = shg_game_clock_read(clock, colour, now_ms);
        const char *name = shg_colour_name(colour);
        if (words) {
            shg_out_format(out, "%s has ", name);
            write_words(out, &reading);
            shg_out_text(out, ".\n");
        } else {
            char text[SHG_CLOCK_TEXT_BYTES];
            shg_clock_reading_write(text, &reading);
            shg_out_format(out, colour == 0 ? "Clocks: %s %s" : ", %s %s\n", name, text);
        }
    }
    for (int colour = 0; colour < 2; colour++) {
        const int64_t until_ms = clock->account[colour].vacation_until_ms;
        char text[SHG_TIME_TEXT_BYTES];
        shg_time_write(text, until_ms);
        if (until_ms > now_ms)
            shg_out_format(out, "%s is on vacation until %s UTC.\n", shg_colour_name(colour), text);
    }
}
