/* engine_fuzz.c: any lines to the engine, in the protocols that they ask for: it ends when they do, every go has its
 * answer and no more than one, and nothing it says breaks a line.  The first byte says which protocol it begins with. */
#include "cli/engine_talk.h"
#include "fuzz.h"

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

/* A file that holds the lines, at its beginning. */
static int input_of(const uint8_t *data, size_t data_bytes)
{
    FILE *const file = tmpfile();
    FUZZ_REQUIRE(file && fwrite(data, 1, data_bytes, file) == data_bytes && fflush(file) == 0);
    const int in = dup(fileno(file));
    FUZZ_REQUIRE(in >= 0 && lseek(in, 0, SEEK_SET) == 0);
    fclose(file);
    return in;
}

/* How many lines of the text begin so. */
static unsigned count_lines(const char *text, const char *beginning)
{
    unsigned count = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, beginning, strlen(beginning)) == 0;
    }
    return count;
}

static unsigned count_go(const uint8_t *data, size_t data_bytes)
{
    unsigned count = 0;
    for (size_t i = 0; i + 1 < data_bytes; i++)
        count += data[i] == 'g' && data[i + 1] == 'o';
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    static const struct {
        cli_engine_option option;
        int64_t most;
    } bounds[] = { { CLI_OPTION_HASH, 1 }, { CLI_OPTION_THREADS, 2 } };
    cli_talk *talk;
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
    FUZZ_REQUIRE(cli_talk_new(&talk, xboard ? &cli_xboard_protocol : &cli_usi_protocol, catalog,
                              first_variant, "dobutsu", in, out) == SHOOGI_OK);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        talk->option_most[bounds[i].option] = bounds[i].most;
    talk->option[CLI_OPTION_HASH] = 1;
    talk->perft_plies_max = 2;
    cli_talk_go_on(talk);
    FUZZ_REQUIRE(!talk->searching || talk->engine);
    cli_talk_free(talk);
    fclose(out);
    close(in);
    FUZZ_REQUIRE(strlen(text) == text_bytes); /* no NUL in it */
    FUZZ_REQUIRE(text_bytes == 0 || text[text_bytes - 1] == '\n');
    FUZZ_REQUIRE(count_lines(text, "bestmove") <= count_go(data, data_bytes));
    free(text);
    return 0;
}
