#include "server/loop/log.h"
#include "base/test_suite.h"
#include "support/server.h"

typedef struct captured_log {
    shg_log log;
    char *text;
    size_t bytes;
} captured_log;

static captured_log *listen_to(shg_log_level level, bool journal)
{
    captured_log *h = calloc(1, sizeof *h);
    assert_non_null(h);
    shg_log_init(&h->log, level);
    h->log.journal = journal;
    h->log.file = open_memstream(&h->text, &h->bytes);
    assert_non_null(h->log.file);
    return h;
}

static void expect_all(captured_log *h, const char *text)
{
    fflush(h->log.file);
    assert_string_equal(h->text, text);
    fclose(h->log.file);
    free(h->text);
    free(h);
}

static void lines_of_the_log(void **state)
{
    (void)state;
    captured_log *h = listen_to(SHG_LOG_INFO, false);
    shg_log_write(&h->log, 0, SHG_LOG_login, "name", "Anna", "address", "[::1]:80", NULL);
    shg_log_write(&h->log, 0, SHG_LOG_logout, "name", "Anna", NULL); /* of a lower level */
    shg_log_write(&h->log, 0, SHG_LOG_stopped, NULL);
    expect_all(
        h,
        "shoogi: info: A player logged in. name=Anna address=[::1]:80\nshoogi: notice: Stopped.\n");
    h = listen_to(SHG_LOG_DEBUG, true);
    shg_log_write(&h->log, 0, SHG_LOG_logout, "name", "Anna", NULL);
    shg_log_write(&h->log, 0, SHG_LOG_no_accept, "why", "no room", NULL);
    expect_all(
        h,
        "<7>A player logged out. name=Anna\n<4>Accepting a connection failed. why=\"no room\"\n");
}

static void outside_text_is_quoted(void **state)
{
    (void)state;
    captured_log *h = listen_to(SHG_LOG_INFO, false);
    shg_log_write(&h->log, 0, SHG_LOG_login, "name", "a\nshoogi: error: x", "b", "", "c",
                  "\x1b[2J\"\\\xE2\x80\xAE", "d", "x=y", NULL);
    expect_all(
        h,
        "shoogi: info: A player logged in. name=\"a\\x0Ashoogi: error: x\" b=\"\" c=\"\\x1B[2J\\x22\\x5C\\xE2\\x80\\xAE\" d=\"x=y\"\n");
    char vast[3 * SHG_LOG_LINE_BYTES];
    memset(vast, '\x01', sizeof vast - 1);
    vast[sizeof vast - 1] = '\0';
    h = listen_to(SHG_LOG_INFO, false);
    shg_log_write(&h->log, 0, SHG_LOG_login, "name", vast, NULL);
    fflush(h->log.file);
    assert_true(h->bytes <= SHG_LOG_LINE_BYTES);
    assert_ptr_equal(strchr(h->text, '\n'), h->text + h->bytes - 1);
    fclose(h->log.file);
    free(h->text);
    free(h);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

static void repeated_lines_are_counted(void **state)
{
    (void)state;
    captured_log *h = listen_to(SHG_LOG_INFO, false);
    for (int i = 0; i < 1000; i++)
        shg_log_write(&h->log, 100, SHG_LOG_refused, "address", "192.0.2.1", NULL);
    shg_log_write(&h->log, 100, SHG_LOG_login, "name", "Anna",
                  NULL); /* other kinds are not limited */
    shg_log_flush(&h->log, 100 + SHG_LOG_WINDOW_MS - 1);
    fflush(h->log.file);
    assert_int_equal(count_of(h->text, "address="), SHG_LOG_BURST);
    assert_int_equal(count_of(h->text, "name=Anna"), 1);
    assert_int_equal(count_of(h->text, "more="), 0);
    shg_log_flush(&h->log, 100 + SHG_LOG_WINDOW_MS);
    shg_log_flush(&h->log, 100 + SHG_LOG_WINDOW_MS);
    fflush(h->log.file);
    assert_int_equal(count_of(h->text, "more=980\n"), 1);
    /* The next window writes lines again, after the count of suppressed ones. */
    for (int i = 0; i < 25; i++)
        shg_log_write(&h->log, 20000, SHG_LOG_refused, "address", "192.0.2.2", NULL);
    shg_log_write(&h->log, 40000, SHG_LOG_refused, "address", "192.0.2.3", NULL);
    fflush(h->log.file);
    assert_int_equal(count_of(h->text, "192.0.2.2\n"), SHG_LOG_BURST);
    assert_int_equal(count_of(h->text, "more=5\nshoogi: warning: A connection was refused. "
                                       "address=192.0.2.3\n"),
                     1);
    fclose(h->log.file);
    free(h->text);
    free(h);
}

static void levels(void **state)
{
    (void)state;
    static const char *const words[] = { "error", "warning", "notice", "info", "debug" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        shg_log_level level;
        assert_true(shg_log_level_read(&level, words[i]));
        assert_int_equal(level, (int)(3 + i));
        assert_string_equal(shg_log_level_word(level), words[i]);
    }
    shg_log_level level = SHG_LOG_INFO;
    assert_false(shg_log_level_read(&level, "Info"));
    assert_false(shg_log_level_read(&level, ""));
    assert_int_equal(level, SHG_LOG_INFO);
}

TEST_SUITE(log)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_the_log),
        cmocka_unit_test(outside_text_is_quoted),
        cmocka_unit_test(repeated_lines_are_counted),
        cmocka_unit_test(levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
