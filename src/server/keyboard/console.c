#include "server/keyboard/console.h"

#include "base/text.h"
#include "server/session/settings.h"
#include "wire/display.h"
#include "wire/key_sequence.h"
#include "wire/telnet.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 500, INPUT_BYTES = 4096, PROMPT_BYTES = 192, SIGNALS = 3 };

struct shg_console {
    struct event_base *base;
    FILE *in, *out;
    bool in_terminal, out_terminal;
    EditLine *editor; /* NULL: lines come from the system without editing */
    History *history;
    shg_console_word_fn *words; /* words for Tab; NULL: no completion */
    shg_console_how how;        /* the kind of input being read */
    struct event *input, *signals[SIGNALS];
    struct termios found; /* the terminal's settings before keys are read */
    /* Splits lines that are not edited, and checks all lines, as on a plain connection. */
    shg_telnet lines;
    char bytes[INPUT_BYTES];
    size_t bytes_at, bytes_count;
    char prompt[PROMPT_BYTES];
    uint16_t rows, columns; /* of the terminal; 0: unknown */
    bool can_erase;         /* it can erase lines with the sequences of ECMA-48 */
    bool reading;           /* a prompt is on the screen */
    bool readable;          /* the loop has reported input */
    bool redraw;            /* the prompt must be drawn again */
    bool raw;               /* the terminal sends single keys */
    bool interrupted, broken, ended, failed;
};

/* ---- output ---- */

bool shg_console_good(const shg_console *c)
{
    return !c->failed;
}

void shg_console_write(shg_console *c, const char *text, size_t text_bytes)
{
    if (fwrite(text, 1, text_bytes, c->out) != text_bytes || fflush(c->out) != 0)
        c->failed = true;
}

static void write_text(shg_console *c, const char *text)
{
    shg_console_write(c, text, strlen(text));
}

void shg_console_prompt(shg_console *c, const char *text)
{
    snprintf(c->prompt, sizeof c->prompt, "%s", text);
    c->redraw = c->reading;
}

/* The number of lines from the beginning of the prompt down to the cursor. */
static unsigned lines_down(const shg_console *c)
{
    const LineInfo *typed = el_line(c->editor);
    size_t cells = shg_display_columns(c->prompt, strlen(c->prompt)), at = 0;
    const size_t bytes = (size_t)(typed->cursor - typed->buffer);
    while (at < bytes) {
        uint32_t character;
        at += shg_utf8_read(&character, typed->buffer + at, bytes - at);
        const int width = wcwidth((wchar_t)character);
        cells += width > 0 ? (size_t)width : 0;
    }
    return c->columns > 0 ? (unsigned)(cells / c->columns) : 0;
}

void shg_console_interject(shg_console *c)
{
    if (!c->reading)
        return;
    if (!c->editor || c->raw || !c->can_erase) {
        write_text(c, "\n");
        return;
    }
    const unsigned up = lines_down(c);
    char erase[24] = "\r\033[J";
    if (up > 0)
        snprintf(erase, sizeof erase, "\r\033[%uA\033[J", up);
    write_text(c, erase);
}

static char *prompt_of(EditLine *editor)
{
    shg_console *c = NULL;
    el_get(editor, EL_CLIENTDATA, &c);
    return c->prompt;
}

/* ---- the size ---- */

bool shg_console_reads_terminal(const shg_console *c)
{
    return c->in_terminal;
}

bool shg_console_writes_terminal(const shg_console *c)
{
    return c->out_terminal;
}

int shg_console_input(const shg_console *c)
{
    return fileno(c->in);
}

void shg_console_size(uint16_t *rows, uint16_t *columns, const shg_console *c)
{
    *rows = c->rows;
    *columns = c->columns;
}

static void measure(shg_console *c)
{
    struct winsize size;
    if (c->out_terminal && ioctl(fileno(c->out), TIOCGWINSZ, &size) == 0)
        c->rows = size.ws_row, c->columns = size.ws_col;
}

/* ---- signals ---- */

static void on_interrupt(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    ((shg_console *)context)->interrupted = true;
}

static void on_resize(evutil_socket_t number, short what, void *context)
{
    (void)number;
    (void)what;
    shg_console *c = context;
    measure(c);
    if (c->editor)
        el_resize(c->editor);
}

static void set_raw(shg_console *c, bool raw)
{
    struct termios keys = c->found;
    keys.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    (void)tcsetattr(fileno(c->in), TCSADRAIN, raw ? &keys : &c->found);
    c->raw = raw;
}

/* ^Z: restores the terminal for the shell. */
static void on_suspend(evutil_socket_t number, short what, void *context)
{
    (void)what;
    shg_console *c = context;
    const bool raw = c->raw, edits = c->editor && c->reading && !raw;
    if (edits)
        el_set(c->editor, EL_PREP_TERM, 0);
    if (raw)
        set_raw(c, false);
    event_del(c->signals[2]); /* the default action of the signal stops the process */
    (void)raise(number);
    event_add(c->signals[2], NULL);
    if (raw)
        set_raw(c, true);
    if (edits)
        el_set(c->editor, EL_PREP_TERM, 1);
    on_resize(SIGWINCH, EV_SIGNAL, c); /* SIGWINCH went to the foreground process meanwhile */
    c->redraw = c->reading;
}

bool shg_console_interrupted(shg_console *c)
{
    const bool was = c->interrupted;
    c->interrupted = false;
    return was;
}

void shg_console_break(shg_console *c)
{
    c->broken = true;
}

/* ---- input ---- */

static void on_readable(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    ((shg_console *)context)->readable = true;
}

static void draw_prompt(shg_console *c)
{
    c->redraw = false;
    if (c->editor && !c->raw)
        el_set(c->editor, EL_REFRESH);
    else
        write_text(c, c->prompt);
}

/* Runs the loop until there are bytes. False if another event came first. */
static bool fill(shg_console *c)
{
    c->readable = false;
    bool waits = event_add(c->input, NULL) == 0;
    while (waits && !c->readable && !c->interrupted && !c->broken) {
        if (c->redraw)
            draw_prompt(c);
        waits = event_base_loop(c->base, EVLOOP_ONCE) == 0;
        if (event_base_got_break(c->base))
            c->broken = true;
    }
    event_del(c->input);
    if (!waits || c->interrupted || c->broken) {
        c->ended |= !waits && !c->broken;
        return false;
    }
    /* Input typed ahead on a terminal may be for a command run there, so read no more than
     * needed. */
    const ssize_t count = read(fileno(c->in), c->bytes, c->in_terminal ? 1 : sizeof c->bytes);
    c->bytes_at = 0;
    c->bytes_count = count > 0 ? (size_t)count : 0;
    /* A closed terminal is an error. */
    c->ended = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
    return count > 0;
}

static bool peek_byte(unsigned char *out, shg_console *c)
{
    while (c->bytes_at == c->bytes_count)
        if (!fill(c) && (c->ended || c->interrupted || c->broken))
            return false;
    *out = (unsigned char)c->bytes[c->bytes_at];
    return true;
}

static bool next_byte(unsigned char *out, shg_console *c)
{
    const bool got = peek_byte(out, c);
    c->bytes_at += got;
    return got;
}

/* One character of UTF-8; U+FFFD for an invalid one. */
static bool next_character(uint32_t *out, shg_console *c)
{
    unsigned char byte;
    if (!next_byte(&byte, c))
        return false;
    char text[4] = { (char)byte };
    const size_t wanted = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    size_t count = 1;
    for (; count < wanted; count++) {
        if (!peek_byte(&byte, c))
            return false;
        if ((byte & 0xC0) != 0x80)
            break; /* the byte that cut it short begins the next character */
        text[count] = (char)byte;
        c->bytes_at++;
    }
    if (shg_utf8_read(out, text, count) != count)
        *out = 0xFFFD;
    return true;
}

/* The editor's input function. */
static int read_character(EditLine *editor, wchar_t *out)
{
    shg_console *c = NULL;
    uint32_t character;
    el_get(editor, EL_CLIENTDATA, &c);
    if (!next_character(&character, c))
        return c->ended ? 0 : -1;
    *out = (wchar_t)character;
    return 1;
}

/* ---- completion ---- */

void shg_console_complete(shg_console *c, shg_console_word_fn *words)
{
    c->words = words;
}

/* Counts the words with this beginning; *word is the first of them, *common the length of their
 * common prefix. */
static size_t find_words(const char **word, size_t *common, const shg_console *c, const char *typed,
                         size_t typed_bytes)
{
    size_t count = 0, bytes;
    const char *one;
    for (size_t n = 0; c->words && c->words(&one, &bytes, n); n++) {
        if (bytes < typed_bytes || !shg_text_same(one, typed_bytes, typed, typed_bytes))
            continue;
        size_t same = typed_bytes;
        while (count > 0 && same < *common && same < bytes && one[same] == (*word)[same])
            same++;
        *common = count > 0 ? same : bytes;
        *word = count++ > 0 ? *word : one;
    }
    return count;
}

/* Completes on Tab, in lower case if the last letter typed is. */
static unsigned char on_tab(EditLine *editor, int key)
{
    (void)key;
    shg_console *c = NULL;
    el_get(editor, EL_CLIENTDATA, &c);
    const LineInfo *line = el_line(editor);
    const size_t typed = (size_t)(line->cursor - line->buffer);
    const char *word = NULL;
    size_t common = 0;
    if (c->how != SHG_CONSOLE_COMMAND || typed == 0 || line->cursor != line->lastchar)
        return CC_ERROR;
    const size_t count = find_words(&word, &common, c, line->buffer, typed);
    char rest[40];
    shg_out out = shg_out_make(rest, sizeof rest);
    const char last = line->buffer[typed - 1];
    const bool small = shg_is_letter(last) && last == shg_lower(last);
    for (size_t i = typed; i < common; i++)
        shg_out_char(&out, small ? shg_lower(word[i]) : word[i]);
    if (count == 1)
        shg_out_char(&out, ' ');
    if (out.length == 0 || out.length >= sizeof rest || el_insertstr(editor, rest) != 0)
        return CC_ERROR;
    return CC_REFRESH;
}

/* ---- lines ---- */

static shg_console_event why_none(shg_console *c)
{
    if (c->broken)
        return SHG_CONSOLE_BREAK;
    if (!c->interrupted)
        return SHG_CONSOLE_END;
    c->interrupted = false;
    return SHG_CONSOLE_INTERRUPT;
}

/* Passes bytes to the line parser. True when they complete a line or show a fault. */
static bool feed(shg_console_event *event, shg_console_input_line *out, shg_console *c,
                 const char *bytes, size_t count, size_t *took)
{
    shg_telnet_event one;
    *took = 0;
    do {
        *took += shg_telnet_feed(&one, &c->lines, bytes + *took, count - *took);
        if (one.kind == SHG_TELNET_LINE) {
            out->line = one.text;
            out->line_bytes = one.text_bytes;
            *event = SHG_CONSOLE_LINE;
            return true;
        }
        if (one.kind == SHG_TELNET_FAULT) {
            out->error = one.error;
            *event = SHG_CONSOLE_FAULT;
            return true;
        }
    } while (one.kind != SHG_TELNET_MORE);
    return false;
}

static void forget_line(shg_console *c)
{
    shg_telnet_fini(&c->lines);
    shg_telnet_init(&c->lines);
}

static shg_console_event read_plain(shg_console_input_line *out, shg_console *c)
{
    shg_console_event event;
    write_text(c, c->prompt);
    for (;;) {
        size_t took;
        const bool done =
            feed(&event, out, c, c->bytes + c->bytes_at, c->bytes_count - c->bytes_at, &took);
        c->bytes_at += took;
        if (done)
            break;
        if (fill(c) || !(c->ended || c->interrupted || c->broken))
            continue;
        /* The last line of a file may lack its end. */
        if (c->ended && c->lines.line_bytes > 0 && feed(&event, out, c, "\n", 1, &took))
            break;
        forget_line(c);
        return why_none(c);
    }
    if (!c->in_terminal) { /* no terminal has echoed it, so the output shows it */
        if (event == SHG_CONSOLE_LINE)
            shg_console_write(c, out->line, out->line_bytes);
        write_text(c, "\n");
    }
    return event;
}

static shg_console_event read_edited(shg_console_input_line *out, shg_console *c, bool command)
{
    shg_console_event event = SHG_CONSOLE_END;
    int count = 0;
    el_set(c->editor, EL_PREP_TERM,
           1); /* before the prompt is seen, so that a quick answer is not echoed twice */
    const char *typed = el_gets(c->editor, &count);
    if (!typed || count <= 0)
        return why_none(c);
    size_t took, length = (size_t)count;
    while (length > 0 && (typed[length - 1] == '\n' || typed[length - 1] == '\r'))
        length--;
    HistEvent ignored;
    if (command && length > 0 && strspn(typed, " \t\r\n") < length)
        history(c->history, &ignored, H_ENTER, typed);
    if (feed(&event, out, c, typed, length, &took))
        forget_line(c); /* a fault drops the rest of the input, too */
    else
        (void)feed(&event, out, c, "\n", 1, &took);
    return event;
}

static shg_console_event read_key(shg_console_input_line *out, shg_console *c)
{
    static char key[1];
    uint32_t character = 0;
    uint8_t sequence = 0;
    if (tcgetattr(fileno(c->in), &c->found) != 0)
        return SHG_CONSOLE_END;
    set_raw(c, true);
    write_text(c, c->prompt);
    bool got, passed;
    do {
        got = next_character(&character, c);
        passed = shg_key_sequence(&sequence, character < 0x80 ? (uint8_t)character : 0x80) ||
                 (character < ' ' && character != '\r' && character != '\n');
    } while (got && passed);
    set_raw(c, false);
    if (!got)
        return why_none(c);
    write_text(c, "\n");
    key[0] = character < 0x7F ? (char)character : '?';
    *out = (shg_console_input_line){ .line = key, .line_bytes = character >= ' ' };
    return SHG_CONSOLE_LINE;
}

shg_console_event shg_console_read(shg_console_input_line *out, shg_console *c, shg_console_how how)
{
    if (c->broken)
        return SHG_CONSOLE_BREAK;
    c->interrupted = c->redraw = false;
    measure(c); /* a command may have used the terminal, and have had the signal */
    c->how = how;
    c->reading = true;
    shg_console_event event;
    if (how == SHG_CONSOLE_KEY && c->in_terminal)
        event = read_key(out, c);
    else if (c->editor)
        event = read_edited(out, c, how == SHG_CONSOLE_COMMAND);
    else
        event = read_plain(out, c);
    c->reading = false;
    if (event != SHG_CONSOLE_LINE && event != SHG_CONSOLE_FAULT)
        write_text(c, "\n");
    return event;
}

/* ---- creating and freeing ---- */

/* Terminals that cannot move their cursor have known names. */
static bool can_edit(void)
{
    const char *type = getenv("TERM");
    return type && *type && strcmp(type, "dumb") != 0 && strcmp(type, "unknown") != 0;
}

static bool begin_editing(shg_console *c)
{
    HistEvent ignored;
    c->editor = el_init("shoogi", c->in, c->out, stderr);
    c->history = c->editor ? history_init() : NULL;
    if (!c->history)
        return false;
    history(c->history, &ignored, H_SETSIZE, HISTORY_LINES);
    history(c->history, &ignored, H_SETUNIQUE, 1);
    el_set(c->editor, EL_CLIENTDATA, c);
    el_set(c->editor, EL_PROMPT, prompt_of);
    el_set(c->editor, EL_EDITOR, "emacs");
    el_set(c->editor, EL_HIST, history, c->history);
    el_set(c->editor, EL_GETCFN, read_character);
    el_set(c->editor, EL_SIGNAL, 0);
    /* The function for narrow strings copies both and leaks the copies. */
    el_wset(c->editor, EL_ADDFN, L"complete-command", L"Complete the name of a command", on_tab);
    el_set(c->editor, EL_BIND, "^I", "complete-command", NULL);
    el_source(c->editor, NULL); /* the user's ~/.editrc */
    const char *type = getenv("TERM");
    c->can_erase = shg_terminal_of(type, strlen(type)) >= SHG_TERMINAL_ATTRIBUTES;
    return true;
}

static bool watch_signals(shg_console *c)
{
    static const struct {
        int number;
        event_callback_fn call;
        bool on_terminal;
    } rows[SIGNALS] = {
        { SIGINT, on_interrupt, false },
        { SIGWINCH, on_resize, false },
        { SIGTSTP, on_suspend, true },
    };
    (void)signal(SIGQUIT, SIG_IGN);
    for (size_t i = 0; i < SIGNALS; i++) {
        if (rows[i].on_terminal && !c->in_terminal)
            continue;
        c->signals[i] = evsignal_new(c->base, rows[i].number, rows[i].call, c);
        if (!c->signals[i] || evsignal_add(c->signals[i], NULL) != 0)
            return false;
    }
    return true;
}

shoogi_status shg_console_new(shg_console **out_console, struct event_base *base, FILE *in,
                              FILE *out)
{
    shg_console *c = calloc(1, sizeof *c);
    if (!c)
        return SHOOGI_NO_MEMORY;
    c->base = base;
    c->in = in;
    c->out = out;
    c->in_terminal = isatty(fileno(in));
    c->out_terminal = isatty(fileno(out));
    shg_telnet_init(&c->lines);
    measure(c);
    c->input = event_new(base, fileno(in), EV_READ, on_readable, c);
    if (!c->input || !watch_signals(c) ||
        (c->in_terminal && c->out_terminal && can_edit() && !begin_editing(c))) {
        shg_console_free(c);
        return SHOOGI_NO_MEMORY;
    }
    *out_console = c;
    return SHOOGI_OK;
}

void shg_console_free(shg_console *c)
{
    if (!c)
        return;
    if (c->editor)
        el_end(c->editor);
    if (c->history)
        history_end(c->history);
    for (size_t i = 0; i < SIGNALS; i++)
        if (c->signals[i])
            event_free(c->signals[i]);
    if (c->input)
        event_free(c->input);
    shg_telnet_fini(&c->lines);
    free(c);
}
