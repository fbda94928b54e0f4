/* line_edit_test.c: keys give the expected lines, and an emulated terminal shows prompt, line and cursor after
 * every key. */
#include "wire/line_edit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The n-th allocation from now fails, if n is not 0. */
static unsigned fail_in;
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size)
{
    if (fail_in > 0 && --fail_in == 0)
        return NULL;
    return __real_realloc(block, size);
}
void *__wrap_malloc(size_t size)
{
    if (fail_in > 0 && --fail_in == 0)
        return NULL;
    return __real_malloc(size);
}

/* ---- a terminal ---- */

enum { WIDEST = 200, SIGN_BYTES = 16 };

/* The row with the cursor; of the rows above only the last one matters. */
typedef struct terminal {
    char sign[WIDEST][SIGN_BYTES]; /* "" in the right half of a wide one */
    char above[WIDEST * 4];
    size_t columns, cursor;
    unsigned bells, rows, clears;
} terminal;

static void blank_row(terminal *t)
{
    for (size_t i = 0; i < WIDEST; i++)
        strcpy(t->sign[i], " ");
}

static void row_text(char *out, const terminal *t)
{
    out[0] = '\0';
    for (size_t i = 0; i < WIDEST; i++)
        strcat(out, t->sign[i]);
    size_t length = strlen(out);
    while (length > 0 && out[length - 1] == ' ')
        out[--length] = '\0';
}

static void receive_sign(terminal *t, const char *bytes, size_t count, uint32_t c)
{
    if (c >= 0x0300 && c < 0x0370) {
        assert_true(t->cursor > 0);
        char *under = t->sign[t->cursor - 1][0] ? t->sign[t->cursor - 1] : t->sign[t->cursor - 2];
        assert_true(strlen(under) + count < SIGN_BYTES);
        strncat(under, bytes, count);
        return;
    }
    const size_t wide = c >= 0x3000 && c < 0xA000 ? 2 : 1;
    /* The last column stays free. */
    assert_true(t->cursor + wide < t->columns);
    memcpy(t->sign[t->cursor], bytes, count);
    t->sign[t->cursor][count] = '\0';
    if (wide == 2)
        t->sign[t->cursor + 1][0] = '\0';
    t->cursor += wide;
}

static void receive(terminal *t, const shg_out *out)
{
    assert_false(out->spent);
    for (size_t at = 0; at < out->length;) {
        uint32_t c;
        const char *bytes = out->bytes + at;
        const size_t count = shg_utf8_read(&c, bytes, out->length - at);
        at += count;
        switch (c) {
        case '\a': t->bells++; break;
        case '\b':
            assert_true(t->cursor > 0);
            t->cursor--;
            break;
        case '\r': t->cursor = 0; break;
        case '\n':
            row_text(t->above, t);
            blank_row(t);
            t->cursor = 0;
            t->rows++;
            break;
        case '\033':
            assert_memory_equal(bytes, "\033[H\033[2J", 7);
            at += 6;
            blank_row(t);
            t->cursor = 0;
            t->clears++;
            break;
        default:
            assert_true(c >= 0x20 && c != 0x7F);
            assert_false(c == 0xFFFD && count == 1);
            receive_sign(t, bytes, count, c);
        }
    }
}

/* ---- an editor at it ---- */

typedef struct editor_client {
    shg_line_edit edit;
    terminal terminal;
    char typed[SHG_TELNET_LINE_BYTES_MAX + 1]; /* the last line */
    unsigned lines, interrupts, ends;
    bool hurried; /* more is typed before the display is updated */
} editor_client;

static void carry(editor_client *d, void (*writes)(shg_out *, shg_line_edit *))
{
    shg_out out = shg_out_growing();
    writes(&out, &d->edit);
    receive(&d->terminal, &out);
    free(out.bytes);
}

static void says(editor_client *d, const char *text)
{
    shg_out out = shg_out_growing();
    shg_out_text(&out, text);
    receive(&d->terminal, &out);
    free(out.bytes);
}

static void prompt(editor_client *d, const char *text, bool hidden, bool recalls)
{
    const shg_edit_prompt p = { text, hidden, recalls };
    shg_line_edit_prompt(&d->edit, &p);
    carry(d, shg_line_edit_show);
}

static void window(editor_client *d, size_t columns)
{
    d->terminal.columns = columns;
    shg_line_edit_window(&d->edit, (unsigned)columns, false);
}

static void sit(editor_client *d, size_t columns)
{
    memset(d, 0, sizeof *d);
    blank_row(&d->terminal);
    shg_line_edit_init(&d->edit);
    window(d, columns);
}

static void keys(editor_client *d, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const shg_edit_prompt again = d->edit.prompt;
        const shg_edit_kind kind = shg_line_edit_key(&d->edit, (uint8_t)bytes[i]);
        if (kind == SHG_EDIT_MORE)
            continue;
        d->lines += kind == SHG_EDIT_LINE;
        d->interrupts += kind == SHG_EDIT_INTERRUPT;
        d->ends += kind == SHG_EDIT_END;
        carry(d, shg_line_edit_done);
        strcpy(d->typed, d->edit.line ? d->edit.line : "");
        says(d, "\n");
        shg_line_edit_prompt(&d->edit, &again);
    }
    if (!d->hurried)
        carry(d, shg_line_edit_show);
}

static void type(editor_client *d, const char *bytes)
{
    keys(d, bytes, strlen(bytes));
}

/* The row, with "|" where the cursor is. */
static void expect_row(const editor_client *d, const char *wanted)
{
    char row[WIDEST * SIGN_BYTES] = "";
    for (size_t i = 0; i < WIDEST; i++) {
        if (i == d->terminal.cursor)
            strcat(row, "|");
        strcat(row, d->terminal.sign[i]);
    }
    size_t length = strlen(row);
    while (length > 0 && row[length - 1] == ' ')
        row[--length] = '\0';
    assert_string_equal(row, wanted);
}

/* ---- tests ---- */

#define UP         "\033[A"
#define DOWN       "\033[B"
#define RIGHT      "\033[C"
#define LEFT       "\033[D"
#define CTRL_LEFT  "\033[1;5D"
#define CTRL_RIGHT "\033[1;5C"
#define ALT_D                                                                                      \
    "\033"                                                                                         \
    "d"

/* Input at the prompt "> " in a window of 40 columns, and the resulting row. */
static const struct {
    const char *typed, *row;
} cases[] = {
    { "", "> |" },
    { "PLAY P-7f", "> PLAY P-7f|" },
    { "abc\b", "> ab|" },
    { "abc\x7F\x7F\x7F\x7F", "> |" },
    { "ac" LEFT "b", "> ab|c" },
    { "abc\x02\x02X\x06Y", "> aXbY|c" },
    { "abc\x01X\x05Y", "> XabcY|" },
    { "abc\033[HX\033[FY", "> XabcY|" },
    { "abc\033OHX\033OFY", "> XabcY|" },
    { "abc\033[1~X\033[4~Y\033[7~Z\033[8~!", "> ZXabcY!|" },
    { "abc" LEFT LEFT "\033[3~", "> a|c" },
    { "abc" LEFT "\x04\x04", "> ab|" },
    { "one two-three four" CTRL_LEFT "|" CTRL_LEFT "|", "> one two-||three |four" },
    { "one two"
      "\x01" CTRL_RIGHT ","
      "\033"
      "f.",
      "> one, two.|" },
    { "one two three\033"
      "b\033"
      "bX",
      "> one X|two three" },
    { "one two three\x01" ALT_D, "> | two three" },
    { "one two-three\x17", "> one |" },
    { "one two-three\033\x7F", "> one two-|" },
    { "one two three" CTRL_LEFT "\x0B", "> one two |" },
    { "one two three" CTRL_LEFT "\x15", "> |three" },
    { "one two\x17"
      "three \x19",
      "> one three two|" },
    { "one\x19", "> one|" },
    { "a\tb", "> a b|" },
    /* Wide characters and combining marks. */
    { "角x金" LEFT LEFT LEFT "歩", "> 歩|角x金" },
    { "角金\b", "> 角|" },
    { "e\xCC\x81x" LEFT LEFT "a", "> a|e\xCC\x81x" },
    { "ae\xCC\x81\b", "> a|" },
    /* Ill-formed bytes, controls in UTF-8, marks of direction and marks with nothing under them are seen,
     * not obeyed. */
    { "a\x80\xFF"
      "b",
      "> a??b|" },
    { "a\xC2\x9B"
      "b",
      "> a?b|" },
    { "\xE2\x80\xAE"
      "b",
      "> ?b|" },
    { "\xCC\x81"
      "b",
      "> ?b|" },
    /* Unassigned keys. */
    { "a\033[5~\033[15~\033[200~\033OP\033[?1;2x\033z\x14\x1A"
      "b",
      "> ab|" },
    { "a\033[[A\033[[E"
      "b",
      "> ab|" },
    { "a\033\033[D"
      "b",
      "> b|a" },
    { "a\033[99999999999;99999;9D"
      "b",
      "> b|a" },
    /* One of Enter, ^C. */
    { "abc\r", "> |" },
    { "abc\x03"
      "d",
      "> d|" },
    { UP "a" DOWN, "> a|" },
};

static void keys_edit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        editor_client d;
        sit(&d, 40);
        prompt(&d, "> ", false, true);
        type(&d, cases[i].typed);
        expect_row(&d, cases[i].row);
        shg_line_edit_fini(&d.edit);

        /* The same byte by byte, each of which is shown. */
        sit(&d, 40);
        prompt(&d, "> ", false, true);
        for (const char *c = cases[i].typed; *c; c++)
            keys(&d, c, 1);
        expect_row(&d, cases[i].row);
        shg_line_edit_fini(&d.edit);
    }
}

static void lines_typed_before(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 60);
    prompt(&d, "> ", false, true);
    type(&d, "one\rtwo\rtwo\r\rthree\r");
    assert_int_equal(d.lines, 5);
    type(&d, "draft" UP);
    expect_row(&d, "> three|");
    type(&d, "\x10");
    expect_row(&d, "> two|");
    type(&d, UP UP UP);
    expect_row(&d, "> one|");
    assert_int_equal(d.terminal.bells, 1); /* show rings the bell once for several keys */
    type(&d, "!" DOWN);
    expect_row(&d, "> two|");
    type(&d, "\x0E" DOWN);
    expect_row(&d, "> draft|");
    type(&d, DOWN "s\r");
    assert_string_equal(d.typed, "drafts");
    type(&d, UP UP UP UP "+\r"); /* the original line, not the edited one */
    assert_string_equal(d.typed, "one+");

    /* A question neither uses the history nor adds to it. */
    prompt(&d, "name: ", false, false);
    type(&d, "Anna" UP "\r");
    assert_string_equal(d.typed, "Anna");
    type(&d, "\x03");
    carry(&d, shg_line_edit_hide);
    prompt(&d, "> ", false, true);
    type(&d, UP "\r");
    assert_string_equal(d.typed, "one+");
    shg_line_edit_fini(&d.edit);
}

static void old_lines_make_room(void **state)
{
    (void)state;
    editor_client d;
    char line[100];
    sit(&d, 120);
    prompt(&d, "> ", false, true);
    for (int i = 0; i < 500; i++) {
        snprintf(line, sizeof line, "line %d of those that are kept for a while\r", i);
        type(&d, line);
        assert_true(d.edit.history_bytes <= SHG_HISTORY_BYTES_MAX);
    }
    assert_true(d.edit.history_bytes > SHG_HISTORY_BYTES_MAX - 100);
    unsigned count = 0;
    for (d.terminal.bells = 0; d.terminal.bells == 0; count++)
        type(&d, UP);
    assert_true(count > 40 && count < 60);
    snprintf(line, sizeof line, "> line %u of those that are kept for a while|", 500 - (count - 1));
    expect_row(&d, line);
    shg_line_edit_fini(&d.edit);
}

static void hidden_lines_leave_no_trace(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 60);
    prompt(&d, "password: ", true, false);
    type(&d, "secret");
    expect_row(&d, "password: |");
    type(&d, "\b\bXt\x15"
             "correct hroi" LEFT LEFT "se\x0B");
    expect_row(&d, "password: |");
    type(&d, "\x04\r");
    assert_string_equal(d.typed, "correct hrse");
    carry(&d, shg_line_edit_hide);
    prompt(&d, "> ", false, true);
    type(&d, UP "\x19");
    expect_row(&d, "> |");
    assert_null(d.edit.history);
    assert_null(d.edit.cut);
    shg_line_edit_fini(&d.edit);
}

static void ends_and_interrupts(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 60);
    prompt(&d, "> ", false, true);
    type(&d, "a\x04"); /* nothing to delete at the end of a line */
    assert_int_equal(d.ends, 0);
    type(&d, "\b\x04");
    assert_int_equal(d.ends, 1);
    type(&d, "abc\x03");
    assert_int_equal(d.interrupts, 1);
    assert_string_equal(d.typed, "");
    assert_string_equal(d.terminal.above, ">");
    shg_line_edit_fini(&d.edit);
}

static void a_line_has_its_bound(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 80);
    prompt(&d, "> ", false, true);
    for (size_t i = 0; i < SHG_TELNET_LINE_BYTES_MAX - 1; i++)
        shg_line_edit_key(&d.edit, 'x');
    type(&d, "歩"); /* no room for the whole character */
    assert_int_equal(d.edit.line_bytes, SHG_TELNET_LINE_BYTES_MAX - 1);
    assert_int_equal(d.terminal.bells, 1);
    type(&d, "y");
    assert_int_equal(d.terminal.bells, 1);
    type(&d, "z");
    assert_int_equal(d.terminal.bells, 2);
    assert_int_equal(d.edit.line_bytes, SHG_TELNET_LINE_BYTES_MAX);
    type(&d, "\r");
    assert_int_equal(strlen(d.typed), SHG_TELNET_LINE_BYTES_MAX);
    assert_int_equal(d.typed[SHG_TELNET_LINE_BYTES_MAX - 1], 'y');
    shg_line_edit_fini(&d.edit);
}

static void the_screen_is_cleared(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 60);
    prompt(&d, "> ", false, true);
    type(&d, "abc" LEFT "\x0C");
    expect_row(&d, "> ab|c");
    assert_int_equal(d.terminal.clears, 0);
    assert_int_equal(d.terminal.rows, 1);
    shg_line_edit_window(&d.edit, 60, true);
    type(&d, "\x0C");
    expect_row(&d, "> ab|c");
    assert_int_equal(d.terminal.clears, 1);
    shg_line_edit_fini(&d.edit);
}

/* A terminal may wrap a row that has become too long: later output is below all its parts. */
static void rows_that_were_broken(void **state)
{
    (void)state;
    static const struct {
        size_t columns;
        const char *keys;
        unsigned rows;
    } rows[] = {
        { 40, "", 1 }, /* the cursor stands in the last of two */
        { 40, "\x01", 2 }, { 24, "\x01", 3 }, { 24, "\x01\006", 3 }, { 100, "\x01", 0 },
        { 63, "\x01", 0 }, { 62, "\x01", 1 }, /* the last column is never used */
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        editor_client d;
        sit(&d, 100);
        prompt(&d, "> ", false, true);
        for (int k = 0; k < 12; k++)
            type(&d, "12345");
        type(&d, rows[i / 2].keys);
        window(&d, rows[i / 2].columns);
        if (d.terminal.cursor >= d.terminal.columns)
            d.terminal.cursor = 0;
        carry(&d, i % 2 ? shg_line_edit_show : shg_line_edit_hide);
        assert_int_equal(d.terminal.rows, rows[i / 2].rows);
        shg_line_edit_fini(&d.edit);
    }
}

/* A prompt that leaves no room has its own row. */
static void a_long_prompt(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 30);
    prompt(&d, "a prompt of 25 letters: ", false, true);
    assert_string_equal(d.terminal.above, "a prompt of 25 letters:");
    type(&d, "abc" LEFT);
    expect_row(&d, "ab|c");
    carry(&d, shg_line_edit_hide);
    expect_row(&d, "|");
    prompt(&d, "a prompt of 25 letters: ", false, true);
    expect_row(&d, "ab|c");
    shg_line_edit_fini(&d.edit);
}

static void what_is_said_comes_between(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 40);
    prompt(&d, "> ", false, true);
    type(&d, "PLAY P-7f" LEFT LEFT);
    carry(&d, shg_line_edit_hide);
    says(&d, "Anna says: hello\n");
    assert_string_equal(d.terminal.above, "Anna says: hello");
    prompt(&d, "> ", false, true);
    expect_row(&d, "> PLAY P-|7f");
    type(&d, "2f\x0B\r");
    assert_string_equal(d.typed, "PLAY P-2f");
    assert_string_equal(d.terminal.above, "> PLAY P-2f");
    shg_line_edit_fini(&d.edit);
}

/* ---- a model ---- */

static uint32_t drawn_number;

static unsigned draw(unsigned below)
{
    drawn_number = drawn_number * 1664525u + 1013904223u;
    return (drawn_number >> 8) % below;
}

/* A line as an array of characters, which each key changes as documented. */
typedef struct model {
    char sign[SHG_TELNET_LINE_BYTES_MAX][4];
    size_t count, at;
} model;

static void model_remove(model *m, size_t from, size_t to)
{
    memmove(m->sign[from], m->sign[to], (m->count - to) * sizeof m->sign[0]);
    m->count -= to - from;
    m->at = from;
}

static void model_insert(model *m, const char *sign)
{
    memmove(m->sign[m->at + 1], m->sign[m->at], (m->count - m->at) * sizeof m->sign[0]);
    strcpy(m->sign[m->at], sign);
    m->count++;
    m->at++;
}

static void model_text(char *out, const model *m, size_t from, size_t to)
{
    out[0] = '\0';
    for (size_t i = from; i < to; i++)
        strcat(out, m->sign[i]);
}

static bool is_blank(const model *m, size_t at)
{
    return strcmp(m->sign[at], " ") == 0;
}

/* Presses a key in the editor and in the model. */
static void press(editor_client *d, model *m)
{
    static const char *const signs[] = { "a", "b", "X", "7", "-", " ", "歩", "角", "é", "ア" };
    size_t to = m->at;
    switch (draw(16)) {
    case 0:
        type(d, LEFT);
        m->at -= m->at > 0;
        break;
    case 1:
        type(d, "\x06");
        m->at += m->at < m->count;
        break;
    case 2:
        type(d, draw(2) ? "\x01" : "\033[H");
        m->at = 0;
        break;
    case 3:
        type(d, draw(2) ? "\x05" : "\033[4~");
        m->at = m->count;
        break;
    case 4:
        type(d, "\x7F");
        if (m->at > 0)
            model_remove(m, m->at - 1, m->at);
        break;
    case 5:
        type(d, "\033[3~");
        if (m->at < m->count)
            model_remove(m, m->at, m->at + 1);
        break;
    case 6:
        if (draw(8) > 0)
            break;
        type(d, "\x0B");
        to = m->count;
        model_remove(m, m->at, to);
        break;
    case 7:
        if (draw(8) > 0)
            break;
        type(d, "\x15");
        model_remove(m, 0, m->at);
        break;
    case 8:
        if (draw(2) > 0)
            break;
        type(d, "\x17");
        while (to > 0 && is_blank(m, to - 1))
            to--;
        while (to > 0 && !is_blank(m, to - 1))
            to--;
        model_remove(m, to, m->at);
        break;
    default:
        for (unsigned i = 1 + draw(9); i > 0 && m->count < 300; i--) {
            const char *sign = signs[draw(sizeof signs / sizeof signs[0])];
            /* A byte at a time, too, as a network may bring them: the beginning of a sign has been shown then. */
            const size_t step = draw(2) ? strlen(sign) : 1;
            for (size_t at = 0; sign[at] != '\0'; at += step)
                keys(d, sign + at, step);
            model_insert(m, sign);
        }
    }
}

/* Checks that the row shows the prompt, and the line around the cursor, with "<" and ">" where more is
 * hidden. */
static void check(const editor_client *d, const model *m, const char *prompt_text, bool hidden)
{
    char left[WIDEST * SIGN_BYTES] = "", right[WIDEST * SIGN_BYTES] = "";
    char before[4 * SHG_TELNET_LINE_BYTES_MAX], after[4 * SHG_TELNET_LINE_BYTES_MAX];
    for (size_t i = 0; i < WIDEST; i++)
        strcat(i < d->terminal.cursor ? left : right, d->terminal.sign[i]);
    for (size_t length = strlen(right); length > 0 && right[length - 1] == ' ';)
        right[--length] = '\0';
    model_text(before, m, 0, hidden ? 0 : m->at);
    model_text(after, m, hidden ? m->count : m->at, m->count);
    size_t after_bytes =
        strlen(after); /* without blanks at the end, which are as what was never written */
    while (after_bytes > 0 && after[after_bytes - 1] == ' ')
        after_bytes--;
    const size_t prompt_bytes = strlen(prompt_text);
    assert_memory_equal(left, prompt_text, prompt_bytes);
    const char *shown = left + prompt_bytes;
    if (strcmp(shown, before) != 0) {
        assert_int_equal(*shown, '<');
        const size_t bytes = strlen(shown + 1);
        assert_true(bytes < strlen(before));
        assert_string_equal(shown + 1, before + strlen(before) - bytes);
    }
    if (strlen(right) != after_bytes || memcmp(right, after, after_bytes) != 0) {
        const size_t bytes = strlen(right) - 1;
        assert_int_equal(right[bytes], '>');
        assert_true(bytes < strlen(after));
        assert_memory_equal(right, after, bytes);
    }
}

static void random_keys(void **state)
{
    (void)state;
    static const char *const prompts[] = { "> ", "P-7f <p,o,n,y> ", "駒: ", "" };
    static const size_t prompts_columns[] = { 2, 15, 4, 0 };
    for (uint32_t seed = 0; seed < 50; seed++) {
        drawn_number = seed;
        editor_client d;
        model m = { .count = 0 };
        const bool hidden = draw(8) == 0;
        const unsigned which = draw(4);
        const unsigned least =
            prompts_columns[which] > 6 ? (unsigned)prompts_columns[which] + 2 : 8;
        sit(&d, least + draw(100));
        const char *text = prompts[which];
        prompt(&d, text, hidden, true);
        for (int i = 0; i < 200; i++) {
            d.hurried = draw(4) == 0;
            for (unsigned more = d.hurried ? 1 + draw(6) : 1; more > 0; more--)
                press(&d, &m);
            d.hurried = false;
            carry(&d, shg_line_edit_show);
            /* The prompt has a row of its own where it leaves less than 16 columns. */
            const bool alone = prompts_columns[which] + 16 > d.terminal.columns - 1;
            check(&d, &m, alone ? "" : text, hidden);
            if (draw(20) == 0) {
                window(&d, least + draw(100));
                /* The terminal may have done anything to the row, but stands somewhere below its beginning. */
                if (d.terminal.cursor >= d.terminal.columns)
                    d.terminal.cursor = 0;
                carry(&d, shg_line_edit_show);
            } else if (draw(20) == 0) {
                carry(&d, shg_line_edit_hide);
                expect_row(&d, "|");
                says(&d, "Bo: hm\n");
                prompt(&d, text, hidden, true);
            } else if (draw(40) == 0) {
                type(&d, "\x0C");
            }
        }
        char wanted[4 * SHG_TELNET_LINE_BYTES_MAX];
        model_text(wanted, &m, 0, m.count);
        type(&d, "\r");
        assert_string_equal(d.typed, wanted);
        shg_line_edit_fini(&d.edit);
    }
}

/* Random bytes: the output is valid, and the line stays within its bound. */
static void random_bytes(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        drawn_number = seed + 1000;
        editor_client d;
        sit(&d, 8 + draw(100));
        prompt(&d, "> ", draw(8) == 0, true);
        for (int i = 0; i < 60; i++) {
            char bytes[24];
            const size_t count = 1 + draw(sizeof bytes - 1);
            const unsigned kind = draw(3);
            for (size_t k = 0; k < count; k++)
                bytes[k] = (char)(kind == 0 ? draw(256) : kind == 1 ? draw(32) : 32 + draw(96));
            for (size_t k = 0; k < count; k++) {
                const shg_edit_prompt again = d.edit.prompt;
                if (shg_line_edit_key(&d.edit, (uint8_t)bytes[k]) == SHG_EDIT_MORE)
                    continue;
                shg_out out = shg_out_growing();
                shg_line_edit_done(&out, &d.edit);
                assert_true(d.edit.line_bytes <= SHG_TELNET_LINE_BYTES_MAX);
                free(out.bytes);
                shg_line_edit_prompt(&d.edit, &again);
            }
            shg_out out = shg_out_growing();
            shg_line_edit_show(&out, &d.edit);
            for (size_t k = 0; k < out.length; k++)
                assert_true((uint8_t)out.bytes[k] >= 0x20 || strchr("\a\b\r\n", out.bytes[k]));
            assert_true(shg_utf8_valid(out.bytes ? out.bytes : "", out.length));
            free(out.bytes);
        }
        shg_line_edit_fini(&d.edit);
    }
}

/* Without memory a key may be lost, with a bell, and the display still shows the line. */
static void out_of_memory(void **state)
{
    (void)state;
    for (unsigned n = 1; n < 40; n++) {
        editor_client d;
        sit(&d, 40);
        prompt(&d, "> ", false, true);
        /* The terminal of the test needs memory too: show is left out. */
        static const char typed[] = "one two\x17\x19\rtwo" UP UP DOWN DOWN "!";
        fail_in = n;
        for (const char *c = typed; *c; c++) {
            const shg_edit_prompt again = d.edit.prompt;
            if (shg_line_edit_key(&d.edit, (uint8_t)*c) == SHG_EDIT_MORE)
                continue;
            char text[400];
            shg_out out = shg_out_make(text, sizeof text);
            shg_line_edit_done(&out, &d.edit);
            assert_true(out.length < sizeof text);
            shg_line_edit_prompt(&d.edit, &again);
        }
        char text[400];
        shg_out out = shg_out_make(text, sizeof text);
        shg_line_edit_show(&out, &d.edit);
        fail_in = 0;
        blank_row(&d.terminal);
        d.terminal.cursor = 0;
        receive(&d.terminal, &out);
        char wanted[400];
        snprintf(wanted, sizeof wanted, "> %s|", d.edit.line ? d.edit.line : "");
        expect_row(&d, wanted);
        carry(&d, shg_line_edit_hide);
        expect_row(&d, "|");
        shg_line_edit_fini(&d.edit);
    }
}

/* 10,000 idle editors hold no memory. */
static void nothing_is_held_at_rest(void **state)
{
    (void)state;
    editor_client d;
    sit(&d, 80);
    assert_true(sizeof d.edit <= 128);
    prompt(&d, "login: ", false, false);
    type(&d, "Anna\r");
    carry(&d, shg_line_edit_hide);
    prompt(&d, "password: ", true, false);
    type(&d, "correct horse\r");
    carry(&d, shg_line_edit_hide);
    prompt(&d, "> ", false, true);
    assert_null(d.edit.line);
    assert_null(d.edit.shown);
    assert_null(d.edit.history);
    assert_null(d.edit.cut);
    assert_null(d.edit.draft);
    shg_line_edit_fini(&d.edit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_edit),
        cmocka_unit_test(lines_typed_before),
        cmocka_unit_test(old_lines_make_room),
        cmocka_unit_test(hidden_lines_leave_no_trace),
        cmocka_unit_test(ends_and_interrupts),
        cmocka_unit_test(a_line_has_its_bound),
        cmocka_unit_test(the_screen_is_cleared),
        cmocka_unit_test(rows_that_were_broken),
        cmocka_unit_test(a_long_prompt),
        cmocka_unit_test(what_is_said_comes_between),
        cmocka_unit_test(random_keys),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(nothing_is_held_at_rest),
    };
    return cmocka_run_group_tests_name("line_edit", tests, NULL, NULL);
}
