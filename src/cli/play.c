/* play.c: shoogi play: the server's commands for two people at one keyboard, or one against the engine. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/opponent.h"
#include "cli/options.h"
#include "server/keyboard/door_local.h"
#include "server/server.h"
#include "storage/bounds.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static int fail(const char *sentence)
{
    fprintf(stderr, "shoogi play: %s\n", sentence);
    return CLI_BAD;
}

/* ---- the database ---- */

/* Creates the parent directories of path with access for their owner only. */
static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!made)
            fprintf(stderr, "shoogi play: the directory %s cannot be made: %s\n", path,
                    strerror(errno));
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* The default path, in the user's data directory.  Source: XDG Base Directory Specification, by which relative paths are
 * ignored. */
static bool usual_path(char path[SHG_STORAGE_PATH_BYTES_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    shg_out out = shg_out_make(path, SHG_STORAGE_PATH_BYTES_MAX);
    if (data && data[0] == '/') {
        shg_out_format(&out, "%s/shoogi/play.db", data);
    } else if (home && home[0] == '/') {
        shg_out_format(&out, "%s/.local/share/shoogi/play.db", home);
    } else {
        (void)fail("neither XDG_DATA_HOME nor HOME is set: use --db FILE");
        return false;
    }
    if (out.length < SHG_STORAGE_PATH_BYTES_MAX)
        return make_directories(path);
    (void)fail("the path of your data directory is too long: use --db FILE");
    return false;
}

/* ---- the command ---- */

/* Sets a UTF-8 locale, even if the environment names none: input and output are UTF-8. */
static void use_utf_8(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        (void)setlocale(LC_CTYPE, "C.UTF-8");
}

/* engine: the opponent, or NULL; it is ended before the games are freed. */
static int play(const char *path, const shoogi_catalog_entry *entry, cli_opponent *engine,
                shoogi_colour side)
{
    shg_server_options options;
    shg_server_options_init(&options);
    options.db_path = path;
    options.local = true;
    options.guest = entry;
    char fault[SHG_SERVER_FAULT_BYTES];
    shg_server *server = NULL;
    if (shg_server_new(&server, &options, fault) != SHOOGI_OK)
        return fail(fault);
    const shg_opponent opponent = cli_opponent_at(engine, side);
    if (engine) {
        printf("The engine of shoogi %s plays %s at level %u of %u.\n\n", SHOOGI_VERSION,
               side == SHOOGI_BLACK ? "Black" : "White", engine->level, (unsigned)SHG_LEVEL_FULL);
        fflush(stdout);
    }
    const int status = shg_local_run(server, entry, engine ? &opponent : NULL, stdin, stdout);
    if (engine)
        cli_opponent_end(engine);
    shg_server_free(server);
    return status;
}

/* The options for the engine; NULL: not given. */
typedef struct opponent_words {
    bool engine, thinking;
    const char *level, *colour, *nodes, *move_ms;
} opponent_words;

/* Parses the options.  Returns false after reporting an error. */
static bool read_opponent(cli_opponent *opponent, shoogi_colour *colour, const opponent_words *w)
{
    enum { NODES_MAX = 1000000000, MOVE_MS_MAX = 3600 * 1000, USUAL_LEVEL = 5 };
    unsigned level = USUAL_LEVEL, nodes = 0, move_ms = 0;
    struct timespec now;
    if (!w->engine && (w->thinking || w->level || w->colour || w->nodes || w->move_ms)) {
        (void)cli_expected("play", NULL, "--engine, which the other options need");
        return false;
    }
    if ((w->level &&
         !cli_number(&level, "play", "a level", w->level, SHG_LEVEL_LEAST, SHG_LEVEL_FULL)) ||
        (w->nodes && !cli_number(&nodes, "play", "nodes", w->nodes, 1, NODES_MAX)) ||
        (w->move_ms && !cli_number(&move_ms, "play", "milliseconds", w->move_ms, 1, MOVE_MS_MAX)))
        return false;
    *colour = SHOOGI_WHITE;
    if (w->colour && strcmp(w->colour, "white") == 0) {
        *colour = SHOOGI_BLACK;
    } else if (w->colour && strcmp(w->colour, "black") != 0) {
        (void)cli_expected("play", w->colour, "black or white");
        return false;
    }
    opponent->level = level;
    opponent->nodes = nodes;
    opponent->move_ms = move_ms;
    opponent->tells = w->thinking;
    clock_gettime(CLOCK_REALTIME, &now);
    opponent->seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return true;
}

int cli_play(int argc, char **argv)
{
    const char *db = NULL;
    opponent_words given_words = { 0 };
    const cli_option rows[] = {
        { .name = "db",
          .value = "FILE",
          .help = "the database of your games (default: shoogi/play.db in the data directory)",
          .text = &db },
        { .name = "engine",
          .help = "the engine plays the other side",
          .given = &given_words.engine },
        { .name = "level",
          .value = "N",
          .help = "its level, 1 (beginner) to 10 (default: 5)",
          .text = &given_words.level },
        { .name = "colour",
          .value = "C",
          .help = "your side, black or white (default: black)",
          .text = &given_words.colour },
        { .name = "nodes",
          .value = "N",
          .help = "limit its search to N nodes a move",
          .text = &given_words.nodes },
        { .name = "movetime",
          .value = "MS",
          .help = "limit its thinking time a move (default: 1000 at level 10 without --nodes)",
          .text = &given_words.move_ms },
        { .name = "thinking",
          .help = "show its evaluation and expected moves",
          .given = &given_words.thinking },
    };
    const cli_arguments arguments = {
        .help =
            "Two people play at one keyboard, with the commands of the server; HELP lists them.  "
            "Resumes your\n"
            "unfinished game, of VARIANT if you name one, or begins a new one.  Every move is "
            "stored before\n"
            "it is shown.  Input may also come from a file or a program.  With --engine you play "
            "against the\n"
            "engine: HINT suggests a move, UNDO takes back its move and yours, and ^C makes it "
            "move at once.",
        .options = rows,
        .option_count = sizeof rows / sizeof rows[0],
        .words = "[VARIANT]",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    use_utf_8();
    char usual[SHG_STORAGE_PATH_BYTES_MAX];
    cli_chosen game = { 0 };
    cli_opponent engine;
    shoogi_colour side;
    cli_opponent_init(&engine);
    int status = CLI_BAD;
    if (read_opponent(&engine, &side, &given_words) &&
        (word_count == 0 || cli_choose(&game, "play", argv[1])) && (db || usual_path(usual)))
        status = play(db ? db : usual, word_count > 0 ? &game.entry : NULL,
                      given_words.engine ? &engine : NULL, side);
    cli_opponent_fini(&engine);
    cli_chosen_fini(&game);
    return status;
}
