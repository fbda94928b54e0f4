#include "cli/keys.h"

#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The longest pause within the escape sequence of a key. */
static const struct timespec escape_time = { .tv_nsec = 50 * 1000 * 1000 };

/* The terminal's original settings, also for signal handlers. */
static struct termios before;
static volatile sig_atomic_t begun, own_screen;
static sigset_t all_signals; /* the original signal mask */

static void put_back(void)
{
    static const char screen[] =
        "\033[?25h\033[?1049l"; /* show the cursor, leave the alternate screen */
    if (!begun)
        return;
    begun = 0;
    if (own_screen)
        (void)!write(STDOUT_FILENO, screen, sizeof screen - 1);
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

static void end_by(int number)
{
    put_back();
    (void)raise(number); /* the handler has been reset */
}

static void wake_up(int number)
{
    (void)number; /* interrupts reading, so that all is redrawn */
}

static void watch(int number, void (*handler)(int), int flags)
{
    const struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
    (void)sigaction(number, &action, NULL);
}

bool cli_keys_begin(bool on_own_screen)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    struct termios raw = before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    own_screen = on_own_screen;
    begun = 1;
    watch(SIGTERM, end_by, (int)SA_RESETHAND);
    watch(SIGHUP, end_by, (int)SA_RESETHAND);
    watch(SIGINT, end_by, (int)SA_RESETHAND);
    watch(SIGWINCH, wake_up, 0);
    sigset_t size;
    sigemptyset(&size);
    sigaddset(&size, SIGWINCH);
    (void)sigprocmask(SIG_BLOCK, &size, &all_signals);
    (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    if (own_screen)
        fputs("\033[?1049h\033[?25l", stdout); /* alternate screen, hide the cursor */
    return true;
}

void cli_keys_end(void)
{
    (void)fflush(stdout);
    put_back();
}

/* wait: NULL: no limit.  SIGWINCH is unblocked only while waiting, so that no change of size is missed. */
static bool read_byte(char *out, const struct timespec *wait)
{
    fd_set input;
    FD_ZERO(&input);
    FD_SET(STDIN_FILENO, &input);
    return pselect(STDIN_FILENO + 1, &input, NULL, NULL, wait, &all_signals) == 1 &&
           read(STDIN_FILENO, out, 1) == 1;
}

/* Arrow keys send ESC and "[" or "O", then a letter. */
cli_key cli_keys_next(void)
{
    static const struct {
        char byte;
        bool arrow;
        cli_key means;
    } keys[] = {
        { 'C', true, CLI_KEY_RIGHT },    { 'D', true, CLI_KEY_LEFT },
        { 'A', true, CLI_KEY_UP },       { 'B', true, CLI_KEY_DOWN },
        { 'H', true, CLI_KEY_HOME },     { 'F', true, CLI_KEY_END },
        { '1', true, CLI_KEY_HOME },     { '4', true, CLI_KEY_END },
        { '7', true, CLI_KEY_HOME },     { '8', true, CLI_KEY_END },
        { 'l', false, CLI_KEY_RIGHT },   { 'h', false, CLI_KEY_LEFT },
        { 'k', false, CLI_KEY_UP },      { 'j', false, CLI_KEY_DOWN },
        { ' ', false, CLI_KEY_RIGHT },   { '\n', false, CLI_KEY_RIGHT },
        { 'f', false, CLI_KEY_FLIP },    { 'q', false, CLI_KEY_QUIT },
        { '\003', false, CLI_KEY_QUIT }, { '\004', false, CLI_KEY_QUIT },
    };
    char byte, lead;
    errno = 0;
    if (!read_byte(&byte, NULL))
        return errno == EINTR ? CLI_KEY_OTHER : CLI_KEY_QUIT;
    const bool arrow = byte == '\033';
    if (arrow && (!read_byte(&lead, &escape_time) || !read_byte(&byte, &escape_time)))
        return CLI_KEY_OTHER; /* the key Esc itself */
    if (arrow && byte >= '0' && byte <= '9')
        (void)read_byte(&lead, &escape_time); /* "~" */
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].arrow == arrow && keys[i].byte == byte)
            return keys[i].means;
    return CLI_KEY_OTHER;
}

/* --- output -------------------------------------------------------------------------------------- */

/* The number of rows of a line, in which East Asian characters have two columns. */
static size_t rows_of(const char *line, size_t bytes, size_t columns)
{
    size_t width = 0;
    for (size_t at = 0; at < bytes;) {
        uint32_t code_point;
        at += shg_utf8_read(&code_point, line + at, bytes - at);
        width += code_point >= 0x1100 ? 2 : 1;
    }
    return width <= columns ? 1 : (width + columns - 1) / columns;
}

static bool is_frame(const char *line)
{
    return line[0] == '+' && line[1] == '-';
}

static void draw_over(const char *text)
{
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    const size_t columns = size.ws_col > 0 ? size.ws_col : 80;
    size_t rows = 0, left = size.ws_row > 0 ? size.ws_row : 24;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        rows += rows_of(line, strcspn(line, "\n"), columns);
    const bool all = rows <= left;
    fputs("\033[H\033[2J", stdout);
    const char *between = "";
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t bytes = strcspn(line, "\n"), here = rows_of(line, bytes, columns);
        if (!all && is_frame(line))
            continue;
        if (here > left)
            break;
        left -= here;
        printf("%s%.*s", between, (int)bytes, line);
        between = "\n";
    }
}

void cli_keys_show(const char *text)
{
    if (own_screen)
        draw_over(text);
    else
        fputs(text, stdout);
    (void)fflush(stdout);
}
