#include "server/clock/time_control.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static shg_time_control read_good(const char *text)
{
    shg_time_control control;
    shoogi_error err = { .message = "" };
    if (shg_time_control_read(&control, text, strlen(text), 0, &err) != SHOOGI_OK)
        fail_msg("%s: %u: %s", text, err.column, err.message);
    assert_true(shg_time_control_valid(&control));
    return control;
}

static void check_form(const char *text, const char *kept)
{
    char written[SHG_TIME_CONTROL_BYTES_MAX + 1];
    const shg_time_control control = read_good(text);
    assert_int_equal(shg_time_control_write(written, sizeof written, &control), strlen(kept));
    assert_string_equal(written, kept);
    const shg_time_control again = read_good(kept);
    assert_memory_equal(&again, &control, sizeof control);
}

static const struct {
    const char *text, *kept;
} forms[] = {
    { "0+0/30", "/30s" },
    { "5/0", "5m" },
    { "+5/10", "+5s/10s" },
    { "/10*2", "/10s*2" },
    { "+1h/3d", "+1h/3d" },
    { "007m", "7m" },
    { "24h", "1d" }, /* alone, a day or more is per move */
    { "23h59m59s", "23h59m59s" },
    { "1d12h", "1d12h" },
    { "spare=1d12h", "1d12h+0s" },
    { "3d,spare=5d", "5d/3d" },
    { "3d,moves=5", "3d,moves=5" },
    { "10m,periods=2,byoyomi=30s", "10m/30s*2" },
    { "byoyomi=3d,periods=2", "/3d*2" },
    { "grace=12h,min=12h", "grace=12h,min=12h" },
    { "+5s,min=10s", "+5s,min=10s" },
    { "5m,HOURGLASS,Max=10m", "5m,max=10m,hourglass" },
    { "5m,max=0s,grace=0s", "5m" },
    { "5m;5m", "5m" },
    { "3d,weekends=-0", "3d,weekends=+0" },
    { "3d,weekends=+00:00", "3d,weekends=+0" },
    { "3d,weekends=-12:00", "3d,weekends=-12" },
    { "3d,weekends=-0:30", "3d,weekends=-0:30" },
    { "3d,weekends=+14", "3d,weekends=+14" },
    { "1000d", "1000d" },
    { "10m/1s*1000,moves=1000", "10m/1s*1000,moves=1000" },
};

static void forms_are_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        check_form(forms[i].text, forms[i].kept);
}

static void meanings(void **state)
{
    (void)state;
    shg_time_control c = read_good("10m+5s/30s*3,moves=25;2d");
    assert_int_equal(c.limit[0].bank_ms, 600000);
    assert_int_equal(c.limit[0].added_ms, 5000);
    assert_int_equal(c.limit[0].period_ms, 30000);
    assert_int_equal(c.limit[0].periods, 3);
    assert_int_equal(c.limit[0].period_moves, 25);
    assert_int_equal(c.limit[1].bank_ms, 0);
    assert_int_equal(c.limit[1].period_ms, 2 * 86400000);
    assert_int_equal(c.limit[1].periods, 1);
    assert_int_equal(c.limit[1].period_moves, 1);
    c = read_good("14d+1d,grace=1h,bronstein=2h,bonus=3h,min=4h,max=20d,vacation=5d,hourglass,"
                  "weekends=-3:30");
    const shg_time_limit wanted = {
        .bank_ms = 14 * SHG_DAY_MS,
        .added_ms = SHG_DAY_MS,
        .grace_ms = SHG_HOUR_MS,
        .returned_ms = 2 * SHG_HOUR_MS,
        .bonus_ms = 3 * SHG_HOUR_MS,
        .within_ms = SHG_HOUR_MS,
        .least_ms = 4 * SHG_HOUR_MS,
        .most_ms = 20 * SHG_DAY_MS,
        .vacation_ms = 5 * SHG_DAY_MS,
        .hourglass = 1,
        .weekend_zone_min = -210,
        .weekend_zone_min_given = 1,
    };
    assert_memory_equal(&c.limit[0], &wanted, sizeof wanted);
    assert_memory_equal(&c.limit[1], &wanted, sizeof wanted);
}

#define UNITS     "d, h, m or s"
#define A_TIME    "a time such as 10m, 30s or 3d"
#define TOO_LONG  "a time of at most 1000d"
#define A_NUMBER  "a number from 1 to 1000"
#define A_SETTING "a setting such as grace= or hourglass"
#define A_ZONE    "an offset from UTC such as +9 or -3:30"
#define A_SIGN    "a sign between times, a comma or the end"
#define NO_END    "end of text"

static const struct {
    const char *text;
    uint32_t column;
    const char *expected, *found;
} bad[] = {
    { "", 1, A_SETTING, NO_END },
    { "x", 1, A_SETTING, "\"x\"" },
    { "\xC3\xA4x,y", 1, A_SETTING, "\"\xC3\xA4x\"" },
    { "10x", 3, A_SIGN, "\"x\"" },
    { "10m 5s", 4, A_SIGN, "\" 5s\"" },
    { "10m\xC3\xA4+\xC3\xA4", 4, A_SIGN, "\"\xC3\xA4+\xC3\xA4\"" },
    { "10m+", 5, A_TIME, NO_END },
    { "10m+5x,max=1s", 6, A_SIGN, "\"x\"" },
    { "10m5", 5, "a unit smaller than before", NO_END },
    { "5s3m", 4, "a unit smaller than before", "\"m\"" },
    { "5m3m", 4, "a unit smaller than before", "\"m\"" },
    { "10m/", 5, A_TIME, NO_END },
    { "10m/30s*", 9, A_NUMBER, NO_END },
    { "10m/30s*0", 9, A_NUMBER, "\"0\"" },
    { "10m/30s*1001", 9, A_NUMBER, "\"1001\"" },
    { "10|30(3", 8, ")", NO_END },
    { "10|30(3;", 8, ")", "\";\"" },
    { "10m/0s*3", 8, "byoyomi with a number of periods or moves", "\"3\"" },
    { "10m,moves=3", 11, "byoyomi with a number of periods or moves", "\"3\"" },
    { "1000d1s", 1, TOO_LONG, "\"1000d1s\"" },
    { "1001d", 1, TOO_LONG, "\"1001d\"" },
    { "10m+99999999999999999999999s", 5, TOO_LONG, "\"99999999999999999999999s\"" },
    { "10m,", 5, A_SETTING, NO_END },
    { "10m,,", 5, A_SETTING, "\",\"" },
    { "10m,grac=5s", 5, A_SETTING, "\"grac=5s\"" },
    { "10m,grace", 10, "=", NO_END },
    { "10m,grace=", 11, A_TIME, NO_END },
    { "10m,grace=5", 12, UNITS, NO_END },
    { "10m,grace=5,max=1h", 12, UNITS, "\",max=1h\"" },
    { "10m,hourglass=1", 14, A_SIGN, "\"=1\"" },
    { "10m,spare=5m", 5, "a setting that is not yet given", "\"spare=5m\"" },
    { "10m,grace=5s,grace=5s", 14, "a setting that is not yet given", "\"grace=5s\"" },
    { "3d,byoyomi=2d", 4, "a setting that is not yet given", "\"byoyomi=2d\"" },
    { "10m,bonus=5s", 11, "within= or grace= with a bonus", "\"5s\"" },
    { "10m,within=5s,grace=1s", 12, "bonus= with within", "\"5s\"" },
    { "10m,max=9m", 9, "a max of at least the time at the start", "\"9m\"" },
    { "1m,min=3m,max=2m", 15, "a max of at least min", "\"2m\"" },
    { "0+5", 1, "a time for the first move", "\"0+5\"" },
    { "hourglass", 1, "a time for the first move", "\"hourglass\"" },
    { "10m;", 5, A_SETTING, NO_END },
    { "10m;5m;4m", 7, "the end after the time of the second player", "\";4m\"" },
    { "10m;max=1d", 5, "a time for the first move", "\"max=1d\"" },
    { "3d,weekends", 12, "=", NO_END },
    { "3d,weekends=9", 13, A_ZONE, "\"9\"" },
    { "3d,weekends=+", 13, A_ZONE, "\"+\"" },
    { "3d,weekends=+5:3", 13, A_ZONE, "\"+5:3\"" },
    { "3d,weekends=+5:60", 13, A_ZONE, "\"+5:60\"" },
    { "3d,weekends=+100", 13, A_ZONE, "\"+100\"" },
    { "3d,weekends=+14:01", 13, "an offset from UTC between -12 and +14", "\"+14:01\"" },
    { "3d,weekends=-12:01", 13, "an offset from UTC between -12 and +14", "\"-12:01\"" },
};

static void faults_have_their_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_time_control control;
        shoogi_error err = { .message = "" };
        char message[SHOOGI_MESSAGE_BYTES];
        memset(&control, 7, sizeof control);
        const shg_time_control before = control;
        snprintf(message, sizeof message, "expected %s, found %s", bad[i].expected, bad[i].found);
        const shoogi_status status =
            shg_time_control_read(&control, bad[i].text, strlen(bad[i].text), 10, &err);
        if (status != SHOOGI_PARSE_ERROR || err.column != bad[i].column + 10 ||
            strcmp(err.message, message) != 0)
            fail_msg("%s: %d at %u: %s", bad[i].text, status, err.column, err.message);
        assert_int_equal(err.line, 1);
        assert_memory_equal(&control, &before, sizeof control);
        assert_int_equal(shg_time_control_read(&control, bad[i].text, strlen(bad[i].text), 0, NULL),
                         status);
    }
}

/* The longest text, and a text of exactly the maximum size. */
static void longest_texts(void **state)
{
    (void)state;
    shg_time_control c;
    for (int colour = 0; colour < 2; colour++) {
        const int64_t longest_ms = 999 * SHG_DAY_MS + 23 * SHG_HOUR_MS + 59 * SHG_MINUTE_MS +
                                   (58 + colour) * SHG_SECOND_MS;
        c.limit[colour] = (shg_time_limit){
            .bank_ms = longest_ms,
            .added_ms = longest_ms,
            .period_ms = longest_ms,
            .period_moves = SHG_TIME_COUNT_MAX,
            .periods = SHG_TIME_COUNT_MAX,
            .grace_ms = longest_ms,
            .returned_ms = longest_ms,
            .bonus_ms = longest_ms,
            .within_ms = longest_ms,
            .least_ms = longest_ms,
            .most_ms = longest_ms,
            .vacation_ms = longest_ms,
            .hourglass = 1,
            .weekend_zone_min = -719,
            .weekend_zone_min_given = 1,
        };
    }
    assert_true(shg_time_control_valid(&c));
    char text[SHG_TIME_CONTROL_BYTES_MAX + 2];
    const size_t length = shg_time_control_write(text, sizeof text, &c);
    assert_true(length <= SHG_TIME_CONTROL_BYTES_MAX);
    const shg_time_control again = read_good(text);
    assert_memory_equal(&again, &c, sizeof c);
    for (size_t room = 0; room <= length; room += 50) {
        char part[SHG_TIME_CONTROL_BYTES_MAX];
        assert_int_equal(shg_time_control_write(part, room, &c), length);
        if (room > 0) {
            assert_int_equal(strlen(part), room - 1);
            assert_memory_equal(part, text, room - 1);
        }
    }

    memset(text, '0', sizeof text);
    text[SHG_TIME_CONTROL_BYTES_MAX - 1] = '9';
    assert_int_equal(shg_time_control_read(&c, text, SHG_TIME_CONTROL_BYTES_MAX, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(c.limit[0].bank_ms, 9 * SHG_MINUTE_MS);
    shoogi_error err;
    assert_int_equal(shg_time_control_read(&c, text, SHG_TIME_CONTROL_BYTES_MAX + 1, 3, &err),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(err.column, 4);
    assert_string_equal(err.message, "expected a time control of at most 512 bytes, found 513");
}

/* Limits that do not come from a text are validated separately. */
static void unfit_limits(void **state)
{
    (void)state;
    const shg_time_control good = read_good("10m+5s/30s*3,grace=1s,weekends=+1");
    const struct {
        size_t offset;
        int64_t value;
    } rows[] = {
        { offsetof(shg_time_limit, bank_ms), -1 },
        { offsetof(shg_time_limit, bank_ms), SHG_TIME_MAX_MS + 1 },
        { offsetof(shg_time_limit, added_ms), INT64_MIN },
        { offsetof(shg_time_limit, period_ms), 0 },
        { offsetof(shg_time_limit, periods), 0 },
        { offsetof(shg_time_limit, periods), SHG_TIME_COUNT_MAX + 1 },
        { offsetof(shg_time_limit, period_moves), 0 },
        { offsetof(shg_time_limit, within_ms), 1 },
        { offsetof(shg_time_limit, bonus_ms), 1 },
        { offsetof(shg_time_limit, most_ms), 1 },
        { offsetof(shg_time_limit, hourglass), 2 },
        { offsetof(shg_time_limit, weekend_zone_min), SHG_ZONE_MIN_MOST + 1 },
        { offsetof(shg_time_limit, weekend_zone_min), SHG_ZONE_MIN_LEAST - 1 },
        { offsetof(shg_time_limit, weekend_zone_min_given), 2 },
    };
    assert_true(shg_time_control_valid(&good));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int colour = 0; colour < 2; colour++) {
            shg_time_control c = good;
            memcpy((char *)&c.limit[colour] + rows[i].offset, &rows[i].value, sizeof(int64_t));
            assert_false(shg_time_control_valid(&c));
        }
    }
}

static void speeds(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } rows[] = {
        { "59s", "ultrabullet" },
        { "1m", "bullet" },
        { "4m59s", "bullet" },
        { "3+2", "blitz" },
        { "5m", "blitz" },
        { "/20s", "blitz" },
        { "10m", "rapid" },
        { "5m/30s*9", "rapid" },
        { "5m/10m,moves=25", "rapid" },
        { "5m,grace=5s", "rapid" },
        { "5m,bronstein=5s", "rapid" },
        { "15+10", "classical" },
        { "1h,min=23h", "classical" },
        { "1d+0s", "correspondence" },
        { "3d", "correspondence" },
        { "3d;1m", "bullet" },
        { "59s;3d", "ultrabullet" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_time_control c = read_good(rows[i].text);
        assert_string_equal(shg_speed_name(shg_time_control_speed(&c)), rows[i].name);
    }
}

/* Takes the text between the next two backquotes, with "\|" of Markdown tables as "|". */
static bool next_code(char *out, size_t room, char **at)
{
    char *const open = strchr(*at, '`');
    char *const close = open ? strchr(open + 1, '`') : NULL;
    if (!close)
        return false;
    size_t length = 0;
    for (const char *c = open + 1; c < close && length + 1 < room; c++)
        if (c[0] != '\\' || c[1] != '|')
            out[length++] = *c;
    out[length] = '\0';
    *at = close + 1;
    return true;
}

/* In the page for players each form parses, and each setting has its row. */
static void the_page_is_right(void **state)
{
    (void)state;
    char path[1024], line[1024], first[256], last[256];
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/docs/clocks.md", root ? root : ".");
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    unsigned found = 0, settings = 0;
    bool in_forms = false, in_settings = false;
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        if (line[0] == '#') {
            in_forms = strcmp(line, "## Forms\n") == 0;
            in_settings = strcmp(line, "## Settings\n") == 0;
        }
        if (strncmp(line, "| `", 3) != 0 || !next_code(first, sizeof first, &at))
            continue;
        if (in_forms) {
            assert_true(next_code(last, sizeof last, &at));
            check_form(first, last);
            found++;
        }
        if (in_settings) {
            static const char *const names[] = {
#define SETTING(shape, field, name) name,
#include "server/clock/time_setting.def"
#undef SETTING
            };
            assert_true(settings < sizeof names / sizeof names[0]);
            assert_string_equal(first, names[settings]);
            settings++;
        }
    }
    fclose(file);
    assert_true(found >= 20);
    assert_int_equal(settings, 14);
}

TEST_SUITE(time_control)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_kept),
        cmocka_unit_test(meanings),
        cmocka_unit_test(faults_have_their_places),
        cmocka_unit_test(longest_texts),
        cmocka_unit_test(unfit_limits),
        cmocka_unit_test(speeds),
        cmocka_unit_test(the_page_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
