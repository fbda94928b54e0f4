#include "server/clock/clock_text.h"

#include "server/loop/time_text.h"
#include "server/rules/colour.h"

#include <stdio.h>
#include <string.h>

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

typedef enum unit { DAYS, HOURS, MINUTES, SECONDS, UNITS } unit;

static void write_count(shg_out *out, int64_t count, unit what, shg_language language)
{
    const bool one = count == 1;
    const long long n = (long long)count;
    switch (what) {
    case DAYS: shg_out_format(out, shg_text_in(language, one ? "%lld day" : "%lld days"), n); break;
    case HOURS:
        shg_out_format(out, shg_text_in(language, one ? "%lld hour" : "%lld hours"), n);
        break;
    case MINUTES:
        shg_out_format(out, shg_text_in(language, one ? "%lld minute" : "%lld minutes"), n);
        break;
    case SECONDS:
        shg_out_format(out, shg_text_in(language, one ? "%lld second" : "%lld seconds"), n);
        break;
    case UNITS: break;
    }
}

/* "1 day 2 hours", "9 minutes 58 seconds": the two largest nonzero units, rounded up. */
static void write_span(shg_out *out, int64_t ms, shg_language language)
{
    static const int64_t units[UNITS] = { SHG_DAY_MS, SHG_HOUR_MS, SHG_MINUTE_MS, SHG_SECOND_MS };
    unit first = 0;
    while (first + 1 < UNITS && ms <= units[first] - units[UNITS - 1])
        first++;
    const unit last = first + 1 < UNITS ? first + 1 : first;
    int64_t left = (ms + units[last] - 1) / units[last] * units[last];
    for (unit i = first; i <= last; i++) {
        const int64_t count = left / units[i];
        left -= count * units[i];
        if (count == 0 && (i < last || ms > 0))
            continue;
        if (i > first && count > 0)
            shg_out_text(out, shg_word_in(language, "list", " "));
        write_count(out, count, i, language);
    }
}

void shg_days_write(shg_out *out, int64_t ms, shg_language language)
{
    const int64_t hours = (ms + SHG_HOUR_MS - 1) / SHG_HOUR_MS;
    write_count(out, hours / 24, DAYS, language);
    if (hours % 24 > 0) {
        shg_out_text(out, shg_word_in(language, "list", " "));
        write_count(out, hours % 24, HOURS, language);
    }
}

enum { WORDS_BYTES = 400 };

/* Composes a clock from the inside: "30 seconds for 5 moves in the first of 3 periods". */
static void write_words(char out[WORDS_BYTES], const shg_clock_reading *r, shg_language language)
{
    char text[WORDS_BYTES], more[WORDS_BYTES];
    const bool period = r->bank_ms <= 0 && r->periods > 0;
    shg_out span = shg_out_make(out, WORDS_BYTES);
    write_span(&span, period ? r->period_ms : r->bank_ms, language);
    if (period && r->period_moves > 1) {
        memcpy(text, out, sizeof text);
        snprintf(out, WORDS_BYTES, shg_text_in(language, "%s for %lld moves"), text,
                 (long long)r->period_moves);
    }
    if (period && r->periods > 1) {
        memcpy(text, out, sizeof text);
        snprintf(out, WORDS_BYTES, shg_text_in(language, "%s in the first of %lld byoyomi periods"),
                 text, (long long)r->periods);
    }
    if (r->grace_ms > 0) {
        memcpy(text, out, sizeof text);
        shg_out grace = shg_out_make(more, sizeof more);
        write_span(&grace, r->grace_ms, language);
        snprintf(out, WORDS_BYTES, shg_text_in(language, "%s, after %s of free time"), text, more);
    }
}

/* ---- lines ---- */

void shg_clocks_describe(shg_out *out, const shg_game_clock *clock, int64_t now_ms, bool words,
                         shg_language language)
{
    char text[2][SHG_CLOCK_TEXT_BYTES];
    for (int colour = 0; colour < 2; colour++) {
        const shg_clock_reading reading = shg_game_clock_read(clock, colour, now_ms);
        char reading_text[WORDS_BYTES];
        shg_clock_reading_write(text[colour], &reading);
        if (!words)
            continue;
        write_words(reading_text, &reading, language);
        shg_out_format(out, shg_text_in(language, "%s has %s.\n"), shg_colour_in(language, colour),
                       reading_text);
    }
    if (!words)
        shg_out_format(out, shg_text_in(language, "Clocks: Black %s, White %s\n"), text[0],
                       text[1]);
    for (int colour = 0; colour < 2; colour++) {
        const int64_t until_ms = clock->account[colour].vacation_until_ms;
        char until[SHG_TIME_TEXT_BYTES];
        shg_time_write(until, until_ms);
        if (until_ms > now_ms)
            shg_out_format(out, shg_text_in(language, "%s is on vacation until %s UTC.\n"),
                           shg_colour_in(language, colour), until);
    }
}
