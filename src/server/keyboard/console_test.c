/* console_test.c: input from a pipe or a file; tests/e2e/local_test.py tests terminals. */
#include "server/keyboard/console.h"
#include "base/test_suite.h"

#include "wire/bounds.h"
#include "support/server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scene {
    struct event_base *base;
    shg_console *console;
    FILE *in, *out;
    int typist; /* the writing end of the input; -1: closed */
    char *shown;
    size_t shown_bytes;
    /* Input sent one byte in each turn of the loop. */
    const char *slowly;
    struct event *timer;
} scene;

static struct event_base *new_base(void)
{
    struct event_config *config = event_config_new();
    assert_non_null(config);
    assert_int_equal(event_config_require_features(config, EV_FEATURE_FDS), 0);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    assert_non_null(base);
    return base;
}

static void start_console_with(scene *s, FILE *in, int typist)
{
    *s = (scene){ .base = new_base(), .in = in, .typist = typist };
    /* A file is not a terminal. */
    s->out = tmpfile();
    assert_non_null(s->out);
    assert_int_equal(shg_console_new(&s->console, s->base, s->in, s->out), SHOOGI_OK);
    assert_false(shg_console_reads_terminal(s->console));
    uint16_t rows = 1, columns = 1;
    shg_console_size(&rows, &columns, s->console);
    assert_int_equal(rows, 0);
    assert_int_equal(columns, 0);
}

static void start_console(scene *s)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    start_console_with(s, fdopen(ends[0], "r"), ends[1]);
}

static void type_text(const scene *s, const char *text, size_t text_bytes)
{
    assert_int_equal(write(s->typist, text, text_bytes), text_bytes);
}

static void close_keyboard(scene *s)
{
    close(s->typist);
    s->typist = -1;
}

/* All output. */
static const char *shown(scene *s)
{
    free(s->shown);
    const long length = ftell(s->out);
    s->shown = calloc((size_t)length + 1, 1);
    assert_non_null(s->shown);
    rewind(s->out);
    assert_int_equal(fread(s->shown, 1, (size_t)length, s->out), length);
    return s->shown;
}

static void stop_console(scene *s)
{
    if (s->timer)
        event_free(s->timer);
    shg_console_free(s->console);
    if (s->typist >= 0)
        close(s->typist);
    fclose(s->in);
    fclose(s->out);
    free(s->shown);
    event_base_free(s->base);
}

static void expect_event(scene *s, shg_console_event wanted, const char *line)
{
    shg_console_input_line got = { 0 };
    shg_console_prompt(s->console, "> ");
    assert_int_equal(shg_console_read(&got, s->console, SHG_CONSOLE_COMMAND), wanted);
    if (wanted == SHG_CONSOLE_LINE) {
        assert_int_equal(got.line_bytes, strlen(line));
        assert_memory_equal(got.line, line, got.line_bytes);
    } else if (wanted == SHG_CONSOLE_FAULT) {
        if (!strstr(got.error.message, line))
            fail_msg("wanted %s, said %s", line, got.error.message);
    }
}

static void lines(void **state)
{
    static const char text[] = "PLAY P-7f\n\nMOVES\t-n\r\n\xE9\xA7\x92\nlast";
    (void)state;
    scene s;
    start_console(&s);
    type_text(&s, text, sizeof text - 1);
    close_keyboard(&s);
    expect_event(&s, SHG_CONSOLE_LINE, "PLAY P-7f");
    expect_event(&s, SHG_CONSOLE_LINE, "");
    expect_event(&s, SHG_CONSOLE_LINE, "MOVES -n");
    expect_event(&s, SHG_CONSOLE_LINE, "\xE9\xA7\x92");
    expect_event(&s, SHG_CONSOLE_LINE, "last"); /* without its end */
    expect_event(&s, SHG_CONSOLE_END, NULL);
    expect_event(&s, SHG_CONSOLE_END, NULL);
    /* The input appears after its prompt, as on a terminal. */
    assert_string_equal(shown(&s), "> PLAY P-7f\n> \n> MOVES -n\n> \xE9\xA7\x92\n> last\n> \n> \n");
    stop_console(&s);
}

static void faults(void **state)
{
    (void)state;
    scene s;
    start_console(&s);
    char long_line[SHG_TELNET_LINE_BYTES_MAX + 2];
    memset(long_line, 'x', sizeof long_line);
    long_line[sizeof long_line - 1] = '\n';
    type_text(&s, long_line + 1, sizeof long_line - 1);
    type_text(&s, long_line, sizeof long_line);
    type_text(&s, "a\xFEz\nb\033[Az\nMOVES\n", 15);
    close_keyboard(&s);
    long_line[sizeof long_line - 1] = '\0';
    expect_event(&s, SHG_CONSOLE_LINE, long_line + 1); /* at the bound, and one past it */
    expect_event(&s, SHG_CONSOLE_FAULT, "a line of at most");
    expect_event(&s, SHG_CONSOLE_FAULT, "");
    expect_event(&s, SHG_CONSOLE_FAULT, "");
    expect_event(&s, SHG_CONSOLE_LINE, "MOVES");
    expect_event(&s, SHG_CONSOLE_END, NULL);
    stop_console(&s);
}

static void a_file(void **state)
{
    (void)state;
    scene s;
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs("GAMES\nSTAT", file);
    rewind(file);
    start_console_with(&s, file, -1);
    expect_event(&s, SHG_CONSOLE_LINE, "GAMES");
    expect_event(&s, SHG_CONSOLE_LINE, "STAT");
    expect_event(&s, SHG_CONSOLE_END, NULL);
    stop_console(&s);
}

static void next_byte(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    scene *s = context;
    static const struct timeval soon = { 0, 1 };
    if (*s->slowly) {
        type_text(s, s->slowly++, 1);
        event_add(s->timer, &soon);
    } else {
        close_keyboard(s);
    }
}

static void on_timer(scene *s, event_callback_fn call)
{
    static const struct timeval now = { 0, 0 };
    s->timer = event_new(s->base, -1, 0, call, s);
    assert_non_null(s->timer);
    assert_int_equal(event_add(s->timer, &now), 0);
}

static void byte_by_byte(void **state)
{
    (void)state;
    scene s;
    start_console(&s);
    s.slowly = "SAY \xE9\xA7\x92\r\nMOVES\nx";
    on_timer(&s, next_byte);
    expect_event(&s, SHG_CONSOLE_LINE, "SAY \xE9\xA7\x92");
    expect_event(&s, SHG_CONSOLE_LINE, "MOVES");
    expect_event(&s, SHG_CONSOLE_LINE, "x");
    expect_event(&s, SHG_CONSOLE_END, NULL);
    stop_console(&s);
}

static void say_news(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    scene *s = context;
    static const char news[] = "White's time is up.\n";
    shg_console_interject(s->console);
    shg_console_write(s->console, news, sizeof news - 1);
    shg_console_prompt(s->console, "over> ");
    type_text(s, "BOARD\n", 6);
}

static void news(void **state)
{
    (void)state;
    scene s;
    start_console(&s);
    on_timer(&s, say_news);
    expect_event(&s, SHG_CONSOLE_LINE, "BOARD");
    const char *said = shown(&s);
    assert_memory_equal(said, "> \nWhite's time is up.\n", 23);
    assert_string_equal(strrchr(said, '>'), "> BOARD\n");
    shg_console_interject(s.console); /* nothing is being read, so nothing is erased */
    assert_string_equal(strrchr(shown(&s), '>'), "> BOARD\n");
    stop_console(&s);
}

static void raise_interrupt(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    type_text(context, "half a line", 11);
    assert_int_equal(raise(SIGINT), 0);
}

static void interrupts(void **state)
{
    (void)state;
    scene s;
    start_console(&s);
    on_timer(&s, raise_interrupt);
    expect_event(&s, SHG_CONSOLE_INTERRUPT, NULL);
    assert_false(shg_console_interrupted(s.console));
    shg_console_break(s.console);
    expect_event(&s, SHG_CONSOLE_BREAK, NULL);
    stop_console(&s);
}

static void a_full_disk(void **state)
{
    (void)state;
    scene s;
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    s = (scene){ .base = new_base(), .in = fopen("/dev/null", "r"), .out = full, .typist = -1 };
    assert_int_equal(shg_console_new(&s.console, s.base, s.in, s.out), SHOOGI_OK);
    assert_true(shg_console_good(s.console));
    shg_console_write(s.console, "x\n", 2);
    assert_false(shg_console_good(s.console));
    expect_event(&s, SHG_CONSOLE_END, NULL);
    stop_console(&s);
}

TEST_SUITE(console)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),        cmocka_unit_test(faults), cmocka_unit_test(a_file),
        cmocka_unit_test(byte_by_byte), cmocka_unit_test(news),   cmocka_unit_test(interrupts),
        cmocka_unit_test(a_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
