/* engine_fuzz.c: arbitrary lines to the engine, in every protocol: the session ends when the input does, and every output line is
 * complete.  In USI, UCI and UCCI each go gets one bestmove or checkmate, each isready one readyok; in XBoard's protocol each ping
 * gets one pong.  Only quit and the switch to XBoard leave a command without its answer.  A go with the word perft may be a
 * perft, which has none; XBoard's go may be answered by moves of earlier commands, so that only the number of moves is bounded.
 * The first byte of the input chooses the initial protocol. */
#include "protocol/engine_session.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static shoogi_catalog *catalog;
static const shoogi_variant *first_variant;

static void open_catalog(void)
{
    static const char *const directories[] = { FUZZ_VARIANTS };
    FUZZ_REQUIRE(shoogi_catalog_new_in(&catalog, directories, 1) == SHOOGI_OK);
    first_variant = shoogi_catalog_find(catalog, "dobutsu", strlen("dobutsu"));
    FUZZ_REQUIRE(first_variant);
}

/* A file with the lines, positioned at its start. */
static int input_of(const uint8_t *data, size_t data_bytes)
{
    FILE *const file = tmpfile();
    FUZZ_REQUIRE(file && fwrite(data, 1, data_bytes, file) == data_bytes && fflush(file) == 0);
    const int in = dup(fileno(file));
    FUZZ_REQUIRE(in >= 0 && lseek(in, 0, SEEK_SET) == 0);
    fclose(file);
    return in;
}

/* The number of lines with a leg of a move other than its last. */
static unsigned count_legs(const char *text)
{
    unsigned count = 0;
    for (const char *end = text; (end = strstr(end, ",\n")) != NULL; end += 2) {
        const char *line = end;
        while (line > text && line[-1] != '\n')
            line--;
        count += strncmp(line, "move ", 5) == 0;
    }
    return count;
}

/* The number of lines that begin with this text. */
static unsigned count_lines(const char *text, const char *beginning)
{
    unsigned count = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, beginning, strlen(beginning)) == 0;
    }
    return count;
}

/* The commands among the lines, as far as their words show. */
typedef struct requests {
    bool xboard, ended; /* XBoard's protocol from here on; quit */
    unsigned lines, go, go_mate, go_perft, isready, ping;
    unsigned left_open; /* go commands that may be without an answer; pending pongs are extra */
} requests;

static bool has_word(char *rest, const char *wanted)
{
    for (char *at = rest; (at = strstr(at, wanted)) != NULL; at += strlen(wanted)) {
        const char end = at[strlen(wanted)];
        if ((at == rest || at[-1] == ' ' || at[-1] == '\t') &&
            (end == '\0' || end == ' ' || end == '\t'))
            return true;
    }
    return false;
}

static bool begins_with_number(const char *rest)
{
    const size_t bytes = strcspn(rest, " \t");
    char *end;
    if (bytes == 0 || !strchr("+-0123456789", *rest))
        return false;
    (void)strtoll(rest, &end, 10);
    return end == rest + bytes;
}

static void read_line(requests *a, char *line)
{
    char *const word = line + strspn(line, " \t");
    char *rest = word + strcspn(word, " \t");
    if (*rest != '\0')
        *rest++ = '\0';
    rest += strspn(rest, " \t");
    a->lines++;
    if (strcmp(word, "quit") == 0) {
        a->ended = true;
        a->left_open++;
    } else if (a->xboard) {
        a->ping += strcmp(word, "ping") == 0 && begins_with_number(rest);
    } else if (strcmp(word, "go") == 0) {
        const bool perft = has_word(rest, "perft"), mate = has_word(rest, "mate");
        *(perft ? &a->go_perft : mate ? &a->go_mate : &a->go) += 1;
    } else if (strcmp(word, "xboard") == 0) {
        a->xboard = true;
        a->left_open++;
    } else {
        a->isready += strcmp(word, "isready") == 0;
    }
}

static requests read_lines(bool xboard, const uint8_t *data, size_t data_bytes)
{
    requests a = { .xboard = xboard };
    char *const text = malloc(data_bytes + 1);
    FUZZ_REQUIRE(text);
    for (size_t i = 0; i < data_bytes; i++)
        text[i] = data[i] == '\0' ? '?' : (char)data[i];
    text[data_bytes] = '\0';
    for (char *line = text, *end; *line != '\0' && !a.ended; line = end) {
        end = line + strcspn(line, "\n");
        char *const last = end > line && end[-1] == '\r' ? end - 1 : end;
        end += *end == '\n';
        *last = '\0';
        read_line(&a, line);
    }
    free(text);
    return a;
}

static void check_answers(const requests *a, const char *text)
{
    enum { PONGS_PENDING_MAX = sizeof((cli_xboard_game *)0)->pending_pong / sizeof(int64_t) };
    const unsigned best = count_lines(text, "bestmove "), mates = count_lines(text, "checkmate ");
    const unsigned pongs = count_lines(text, "pong "), moves = count_lines(text, "move ");
    if (strstr(text, "out of memory"))
        return;
    FUZZ_REQUIRE(best + mates <= a->go + a->go_mate + a->go_perft);
    FUZZ_REQUIRE(best + mates + a->left_open >= a->go + a->go_mate);
    FUZZ_REQUIRE(mates <= a->go_mate + a->go_perft);
    FUZZ_REQUIRE(count_lines(text, "Nodes searched: ") <= a->go_perft);
    FUZZ_REQUIRE(count_lines(text, "readyok") == a->isready);
    FUZZ_REQUIRE(pongs <= a->ping && pongs + (a->ended ? PONGS_PENDING_MAX : 0) >= a->ping);
    FUZZ_REQUIRE(moves - count_legs(text) <= a->lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    static const struct {
        cli_engine_option option;
        int64_t most;
    } bounds[] = { { CLI_OPTION_HASH, 1 }, { CLI_OPTION_THREADS, 2 } };
    cli_session *session;
    char *text = NULL;
    size_t text_bytes;
    if (!catalog)
        open_catalog();
    if (data_bytes == 0)
        return 0;
    const bool xboard = data[0] == 'x';
    const int in = input_of(data + 1, data_bytes - 1);
    FILE *const out = open_memstream(&text, &text_bytes);
    FUZZ_REQUIRE(out);
    FUZZ_REQUIRE(cli_session_new(&session, xboard ? &cli_xboard_protocol : &cli_usi_protocol,
                                 catalog, first_variant, "dobutsu", in, out) == SHOOGI_OK);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        session->option_most[bounds[i].option] = bounds[i].most;
    session->option[CLI_OPTION_HASH] = 1;
    session->perft_plies_max = 2;
    cli_session_run(session);
    FUZZ_REQUIRE(!session->searching || session->engine);
    cli_session_free(session);
    fclose(out);
    close(in);
    FUZZ_REQUIRE(strlen(text) == text_bytes); /* no NUL in it */
    FUZZ_REQUIRE(text_bytes == 0 || text[text_bytes - 1] == '\n');
    const requests a = read_lines(xboard, data + 1, data_bytes - 1);
    check_answers(&a, text);
    free(text);
    return 0;
}
