#include "server/clock/time_control.h"

#include "base/error.h"
#include "base/text.h"
#include "language/language.h"

#include <assert.h>
#include <string.h>

typedef enum shape { TIME, COUNT, WORD, ZONE } shape;

/* A row and an index for each setting. */
static const struct setting {
    const char *name;
    size_t offset;
    shape shape;
} settings[] = {
#define SETTING(shape, field, name) { name, offsetof(shg_time_limit, field), shape },
#include "server/clock/time_setting.def"
#undef SETTING
};

typedef enum setting_index {
#define SETTING(shape, field, name) AT_##field,
#include "server/clock/time_setting.def"
#undef SETTING
    SETTING_COUNT
} setting_index;

static_assert(sizeof settings / sizeof settings[0] == SETTING_COUNT, "a row for each setting");
static_assert(sizeof(shg_time_limit) == (SETTING_COUNT + 1) * sizeof(int64_t),
              "every field but that of the zone being given is a setting, and nothing lies between");

static int64_t *field_of(shg_time_limit *limit, setting_index i)
{
    return (int64_t *)(void *)((char *)limit + settings[i].offset);
}

static int64_t value_of(const shg_time_limit *limit, setting_index i)
{
    return *(const int64_t *)(const void *)((const char *)limit + settings[i].offset);
}

/* --- consistency --- */

/* Finds the first inconsistency of settings that are each within limits: what was expected, and
 * at which setting; NULL if there is none. SETTING_COUNT in *at means the whole. */
static const char *find_misfit(setting_index *at, const shg_time_limit *l)
{
    static const char no_period[] = "byoyomi with a number of periods or moves";
    const struct {
        bool wrong;
        setting_index at;
        const char *expected;
    } rules[] = {
        { l->period_ms == 0 && l->periods > 0, AT_periods, no_period },
        { l->period_ms == 0 && l->period_moves > 0, AT_period_moves, no_period },
        { l->bonus_ms > 0 && l->within_ms == 0, AT_bonus_ms, "within= or grace= with a bonus" },
        { l->bonus_ms == 0 && l->within_ms > 0, AT_within_ms, "bonus= with within" },
        { l->most_ms > 0 && l->most_ms < l->bank_ms, AT_most_ms,
          "a max of at least the time at the start" },
        { l->most_ms > 0 && l->most_ms < l->least_ms, AT_most_ms, "a max of at least min" },
        { l->bank_ms == 0 && l->period_ms == 0 && l->grace_ms == 0 && l->least_ms == 0,
          SETTING_COUNT, "a time for the first move" },
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].wrong) {
            *at = rules[i].at;
            return rules[i].expected;
        }
    }
    return NULL;
}

static bool within(int64_t value, int64_t least, int64_t most)
{
    return value >= least && value <= most;
}

static bool limit_valid(const shg_time_limit *limit)
{
    for (setting_index i = 0; i < SETTING_COUNT; i++) {
        const int64_t value = value_of(limit, i);
        switch (settings[i].shape) {
        case TIME:
            if (!within(value, 0, SHG_TIME_MAX_MS))
                return false;
            break;
        case COUNT:
            if (!within(value, limit->period_ms > 0, SHG_TIME_COUNT_MAX))
                return false;
            break;
        case WORD:
            if (!within(value, 0, 1))
                return false;
            break;
        case ZONE:
            if (!within(limit->weekend_zone_min_given, 0, 1) ||
                !within(value, SHG_ZONE_MIN_LEAST, SHG_ZONE_MIN_MOST))
                return false;
            break;
        }
    }
    setting_index at;
    return !find_misfit(&at, limit);
}

bool shg_time_control_valid(const shg_time_control *control)
{
    return limit_valid(&control->limit[0]) && limit_valid(&control->limit[1]);
}

/* --- reading --- */

typedef struct reader {
    const char *text;
    size_t bytes, at, column_offset;
    shoogi_error *err;
} reader;

/* One player's part during parsing: the position of each setting's value. */
typedef struct part {
    shg_time_limit limit;
    size_t place[SETTING_COUNT];
    bool given[SETTING_COUNT];
} part;

static char next(const reader *in)
{
    return in->at < in->bytes ? in->text[in->at] : '\0';
}

static bool take(reader *in, char c)
{
    const bool there = in->at < in->bytes && in->text[in->at] == c;
    in->at += there;
    return there;
}

/* Reports an error with the text found, up to the end of its setting. */
static shoogi_status fail(const reader *in, size_t at, const char *expected)
{
    size_t end = at < in->bytes ? at + 1 : at;
    while (end < in->bytes && in->text[end] != ',' && in->text[end] != ';')
        end++;
    return shg_error_expected(in->err, SHOOGI_PARSE_ERROR, 1,
                              in->column_offset + shg_utf8_length(in->text, at) + 1, expected,
                              in->text + at, end - at);
}

/* Reads digits as a number up to `most`, which is far from overflow. Returns false, with in.at
 * within them, if it is larger. The next character is a digit. */
static bool read_digits(int64_t *out, reader *in, int64_t most)
{
    int64_t value = 0;
    while (shg_is_digit(next(in))) {
        value = value * 10 + (in->text[in->at] - '0');
        if (value > most)
            return false;
        in->at++;
    }
    *out = value;
    return true;
}

static const struct unit {
    char letter;
    int64_t ms;
} units[] = {
    { 'd', SHG_DAY_MS }, { 'h', SHG_HOUR_MS }, { 'm', SHG_MINUTE_MS }, { 's', SHG_SECOND_MS }
};
enum { UNIT_COUNT = sizeof units / sizeof units[0] };

/* Reads "1h30m", each unit at most once, larger ones first. bare_ms: the value of a number
 * without a unit, 0 if that is not allowed. */
static shoogi_status read_time(int64_t *out, reader *in, int64_t bare_ms)
{
    const size_t start = in->at;
    int64_t total_ms = 0;
    size_t smaller = 0; /* the first unit still allowed */
    if (!shg_is_digit(next(in)))
        return fail(in, start, "a time such as 10m, 30s or 3d");
    do {
        int64_t number, unit_ms = bare_ms;
        if (!read_digits(&number, in, SHG_TIME_MAX_MS))
            return fail(in, start, "a time of at most 1000d");
        size_t u = smaller;
        while (u < UNIT_COUNT && units[u].letter != shg_lower(next(in)))
            u++;
        if (u < UNIT_COUNT) {
            unit_ms = units[u].ms;
            smaller = u + 1;
            in->at++;
            bare_ms = 0;
        } else if (bare_ms == 0) {
            return fail(in, in->at, smaller == 0 ? "d, h, m or s" : "a unit smaller than before");
        }
        if (number > (SHG_TIME_MAX_MS - total_ms) / unit_ms)
            return fail(in, start, "a time of at most 1000d");
        total_ms += number * unit_ms;
    } while (bare_ms == 0 && shg_is_digit(next(in)));
    *out = total_ms;
    return SHOOGI_OK;
}

static shoogi_status read_count(int64_t *out, reader *in)
{
    const size_t start = in->at;
    int64_t count;
    if (!shg_is_digit(next(in)) || !read_digits(&count, in, SHG_TIME_COUNT_MAX) || count == 0)
        return fail(in, start, "a number from 1 to 1000");
    *out = count;
    return SHOOGI_OK;
}

/* "+9", "-3:30" */
static shoogi_status read_zone(int64_t *out, reader *in)
{
    static const char expected[] = "an offset from UTC such as +9 or -3:30";
    const size_t start = in->at;
    const bool behind = take(in, '-');
    int64_t hours, minutes = 0;
    if (!behind && !take(in, '+'))
        return fail(in, start, expected);
    if (!shg_is_digit(next(in)) || !read_digits(&hours, in, 99))
        return fail(in, start, expected);
    if (take(in, ':')) {
        const size_t first = in->at;
        if (!shg_is_digit(next(in)) || !read_digits(&minutes, in, 59) || in->at != first + 2)
            return fail(in, start, expected);
    }
    const int64_t zone_min = (behind ? -1 : 1) * (hours * 60 + minutes);
    if (!within(zone_min, SHG_ZONE_MIN_LEAST, SHG_ZONE_MIN_MOST))
        return fail(in, start, "an offset from UTC between -12 and +14");
    *out = zone_min;
    return SHOOGI_OK;
}

static shoogi_status read_value(part *out, reader *in, setting_index i, int64_t bare_ms)
{
    int64_t *const field = field_of(&out->limit, i);
    out->given[i] = true;
    out->place[i] = in->at;
    switch (settings[i].shape) {
    case TIME: return read_time(field, in, bare_ms);
    case COUNT: return read_count(field, in);
    case WORD: *field = 1; return SHOOGI_OK;
    case ZONE: out->limit.weekend_zone_min_given = 1; return read_zone(field, in);
    }
    return SHOOGI_OK;
}

/* "10m+5s/30s*3". Numbers without a unit are minutes at the beginning and seconds after a sign,
 * as on servers for live games, which also write "10|30(3)". */
static shoogi_status read_plain(part *out, reader *in)
{
    shoogi_status status = SHOOGI_OK;
    bool alone = true;
    if (shg_is_digit(next(in)))
        status = read_value(out, in, AT_bank_ms, SHG_MINUTE_MS);
    if (status == SHOOGI_OK && take(in, '+')) {
        alone = false;
        status = read_value(out, in, AT_added_ms, SHG_SECOND_MS);
    }
    if (status == SHOOGI_OK && (take(in, '/') || take(in, '|'))) {
        alone = false;
        status = read_value(out, in, AT_period_ms, SHG_SECOND_MS);
        const bool bracket = status == SHOOGI_OK && take(in, '(');
        if (status == SHOOGI_OK && (bracket || take(in, '*')))
            status = read_value(out, in, AT_periods, 0);
        if (status == SHOOGI_OK && bracket && !take(in, ')'))
            status = fail(in, in->at, ")");
    }
    /* Days alone never mean the whole game: on every site for slow games "3 days" are per move. */
    if (status == SHOOGI_OK && alone && out->limit.bank_ms >= SHG_DAY_MS) {
        out->limit.period_ms = out->limit.bank_ms;
        out->limit.bank_ms = 0;
        out->place[AT_period_ms] = out->place[AT_bank_ms];
        out->given[AT_period_ms] = true;
        out->given[AT_bank_ms] = false;
    }
    return status;
}

/* "grace=12h", "hourglass" */
static shoogi_status read_setting(part *out, reader *in)
{
    const size_t start = in->at;
    while (shg_is_letter(next(in)))
        in->at++;
    setting_index i = 0;
    while (i < SETTING_COUNT && !shg_text_same(settings[i].name, strlen(settings[i].name),
                                               in->text + start, in->at - start))
        i++;
    if (i == SETTING_COUNT)
        return fail(in, start, "a setting such as grace= or hourglass");
    if (out->given[i])
        return fail(in, start, "a setting that is not yet given");
    if (settings[i].shape != WORD && !take(in, '='))
        return fail(in, in->at, "=");
    return read_value(out, in, i, 0);
}

static shoogi_status read_part(shg_time_limit *out, reader *in)
{
    const size_t start = in->at;
    part p = { .limit = { 0 } };
    const char c = next(in);
    shoogi_status status = c == '/' || c == '|' || c == '+' || shg_is_digit(c)
                               ? read_plain(&p, in)
                               : read_setting(&p, in);
    while (status == SHOOGI_OK && take(in, ','))
        status = read_setting(&p, in);
    if (status != SHOOGI_OK)
        return status;
    if (in->at < in->bytes && next(in) != ';')
        return fail(in, in->at, "a sign between times, a comma or the end");

    shg_time_limit *const l = &p.limit;
    if (l->period_ms > 0) {
        l->periods += !p.given[AT_periods];
        l->period_moves += !p.given[AT_period_moves];
    }
    if (l->bonus_ms > 0 && !p.given[AT_within_ms])
        l->within_ms = l->grace_ms;
    setting_index at;
    const char *const expected = find_misfit(&at, l);
    if (expected)
        return fail(in, at == SETTING_COUNT ? start : p.place[at], expected);
    *out = *l;
    return SHOOGI_OK;
}

shoogi_status shg_time_control_read(shg_time_control *out, const char *text, size_t text_bytes,
                                    size_t column_offset, shoogi_error *err)
{
    reader in = { .text = text, .bytes = text_bytes, .column_offset = column_offset, .err = err };
    shg_time_control control;
    if (text_bytes > SHG_TIME_CONTROL_BYTES_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 1, column_offset + 1,
                             "expected a time control of at most %d bytes, found %zu",
                             SHG_TIME_CONTROL_BYTES_MAX, text_bytes);
    shoogi_status status = read_part(&control.limit[0], &in);
    if (status == SHOOGI_OK && take(&in, ';')) {
        status = read_part(&control.limit[1], &in);
        if (status == SHOOGI_OK && in.at < in.bytes)
            status = fail(&in, in.at, "the end after the time of the second player");
    } else {
        control.limit[1] = control.limit[0];
    }
    if (status == SHOOGI_OK)
        *out = control;
    return status;
}

/* --- writing --- */

static void write_time(shg_out *out, int64_t ms)
{
    assert(ms % SHG_SECOND_MS == 0);
    if (ms == 0)
        shg_out_text(out, "0s");
    for (size_t u = 0; u < UNIT_COUNT; u++) {
        if (ms >= units[u].ms)
            shg_out_format(out, "%d%c", (int)(ms / units[u].ms), units[u].letter);
        ms %= units[u].ms;
    }
}

static void write_plain(shg_out *out, const shg_time_limit *l)
{
    const bool per_move =
        l->bank_ms == 0 && l->added_ms == 0 && l->period_ms >= SHG_DAY_MS && l->periods == 1;
    if (per_move) {
        write_time(out, l->period_ms);
        return;
    }
    if (l->bank_ms > 0)
        write_time(out, l->bank_ms);
    /* Without it days alone would mean days per move. */
    if (l->added_ms > 0 || (l->bank_ms >= SHG_DAY_MS && l->period_ms == 0)) {
        shg_out_char(out, '+');
        write_time(out, l->added_ms);
    }
    if (l->period_ms > 0) {
        shg_out_char(out, '/');
        write_time(out, l->period_ms);
        if (l->periods > 1)
            shg_out_format(out, "*%d", (int)l->periods);
    }
}

static void write_zone(shg_out *out, int64_t zone_min)
{
    const int distance = (int)(zone_min < 0 ? -zone_min : zone_min);
    shg_out_format(out, "%c%d", zone_min < 0 ? '-' : '+', distance / 60);
    if (distance % 60 > 0)
        shg_out_format(out, ":%02d", distance % 60);
}

static bool stands_out(const shg_time_limit *limit, setting_index i)
{
    if (i <= AT_periods)
        return false; /* handled by write_plain */
    if (i == AT_period_moves)
        return limit->period_moves > 1;
    return settings[i].shape == ZONE ? limit->weekend_zone_min_given : value_of(limit, i) > 0;
}

static void write_part(shg_out *out, const shg_time_limit *limit)
{
    const size_t start = out->length;
    write_plain(out, limit);
    for (setting_index i = 0; i < SETTING_COUNT; i++) {
        if (!stands_out(limit, i))
            continue;
        if (out->length > start)
            shg_out_char(out, ',');
        shg_out_text(out, settings[i].name);
        if (settings[i].shape != WORD)
            shg_out_char(out, '=');
        switch (settings[i].shape) {
        case TIME: write_time(out, value_of(limit, i)); break;
        case COUNT: shg_out_format(out, "%d", (int)value_of(limit, i)); break;
        case WORD: break;
        case ZONE: write_zone(out, value_of(limit, i)); break;
        }
    }
}

size_t shg_time_control_write(char *text, size_t room, const shg_time_control *control)
{
    assert(shg_time_control_valid(control));
    shg_out out = shg_out_make(text, room);
    write_part(&out, &control->limit[0]);
    if (memcmp(&control->limit[0], &control->limit[1], sizeof control->limit[0]) != 0) {
        shg_out_char(&out, ';');
        write_part(&out, &control->limit[1]);
    }
    return out.length;
}

/* --- speed --- */

/* A game of Shogi has about sixty moves a side. Of byoyomi the last twenty-five are counted; the
 * others use the bank, or less time. */
enum { MOVES = 60, MOVES_IN_PERIODS = 25 };

int64_t shg_time_limit_estimate_ms(const shg_time_limit *l)
{
    const int64_t each_ms = l->added_ms + l->grace_ms + l->returned_ms;
    const int64_t bank_ms = l->bank_ms > l->least_ms ? l->bank_ms : l->least_ms;
    const int64_t period_ms = l->period_ms > 0 ? l->period_ms / l->period_moves : 0;
    return bank_ms + MOVES * each_ms + MOVES_IN_PERIODS * period_ms;
}

/* The limits of lishogi; days are ours. */
static const struct speed {
    const char *name;
    int64_t below_ms;
} speeds[] = {
    [SHG_SPEED_ULTRABULLET] = { SHG_WORD("speed", "ultrabullet"), 1 * SHG_MINUTE_MS },
    [SHG_SPEED_BULLET] = { SHG_WORD("speed", "bullet"), 5 * SHG_MINUTE_MS },
    [SHG_SPEED_BLITZ] = { SHG_WORD("speed", "blitz"), 10 * SHG_MINUTE_MS },
    [SHG_SPEED_RAPID] = { SHG_WORD("speed", "rapid"), 25 * SHG_MINUTE_MS },
    [SHG_SPEED_CLASSICAL] = { SHG_WORD("speed", "classical"), SHG_DAY_MS },
    [SHG_SPEED_CORRESPONDENCE] = { SHG_WORD("speed", "correspondence"), INT64_MAX },
};
static_assert(sizeof speeds / sizeof speeds[0] == SHG_SPEED_COUNT, "a row for each speed");

shg_speed shg_time_control_speed(const shg_time_control *control)
{
    const int64_t first_ms = shg_time_limit_estimate_ms(&control->limit[0]);
    const int64_t second_ms = shg_time_limit_estimate_ms(&control->limit[1]);
    const int64_t less_ms = first_ms < second_ms ? first_ms : second_ms;
    shg_speed speed = 0;
    while (less_ms >= speeds[speed].below_ms)
        speed++;
    return speed;
}

const char *shg_speed_name(shg_speed speed)
{
    return speeds[speed].name;
}
