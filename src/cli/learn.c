/* learn.c: shoogi learn: learns weights and a network for a game by self-play. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "learning/learning.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_GAMES = 20000, USUAL_NODES = 1000, ROUND_GAMES = 1000, PATH_BYTES = 3000 };

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static bool is_enough(void *context)
{
    (void)context;
    return interrupted;
}

static void wipe(const bool *on_terminal)
{
    if (*on_terminal)
        fputs("\r\033[K", stderr);
}

static void tell(void *context, const char *line)
{
    wipe(context);
    printf("%s\n", line);
    fflush(stdout);
}

/* Shows progress; on a terminal in a line that is overwritten. */
static void show_progress(void *context, const char *line)
{
    const bool *const on_terminal = context;
    fprintf(stderr, *on_terminal ? "\r%s\033[K" : "%s\n", line);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "shoogi learn: %s: %s\n", path, strerror(errno));
    return false;
}

static unsigned processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SHG_LEARNERS_MAX ? SHG_LEARNERS_MAX : (unsigned)count;
}

/* The values of the options; NULL: not given. */
typedef struct learn_options {
    const char *hours, *games, *nodes, *threads, *seed, *round, *folder;
} learn_options;

static bool number_of(unsigned *out, const char *text, const char *what, unsigned usual,
                      unsigned least, unsigned most)
{
    *out = usual;
    return !text || cli_number(out, "learn", what, text, least, most);
}

static int learn(const cli_game *game, const char *name, const learn_options *asked)
{
    unsigned hours, games, nodes, threads, seed, round;
    char folder[PATH_BYTES], made[SHG_MADE_BYTES_MAX + 1];
    if (!number_of(&hours, asked->hours, "hours", 0, 1, 10000) ||
        !number_of(&games, asked->games, "games", USUAL_GAMES, 2, SHG_LEARNED_GAMES_MAX) ||
        !number_of(&nodes, asked->nodes, "nodes", USUAL_NODES, 10, 100000000) ||
        !number_of(&threads, asked->threads, "threads", processors(), 1, SHG_LEARNERS_MAX) ||
        !number_of(&round, asked->round, "a number of games for each round", ROUND_GAMES, 2,
                   SHG_LEARNED_GAMES_MAX) ||
        !number_of(&seed, asked->seed, "a seed", 1, 0, UINT32_MAX))
        return CLI_BAD;
    snprintf(folder, sizeof folder, "%s", asked->folder ? asked->folder : "learning");
    if (!make_folder(folder))
        return CLI_BAD;
    if (!asked->folder) {
        const size_t length = strlen(folder);
        snprintf(folder + length, sizeof folder - length, "/%s", name);
        if (!make_folder(folder))
            return CLI_BAD;
    }
    snprintf(made, sizeof made, "shoogi learn %.40s --nodes %u --seed %u --round %u", name, nodes,
             seed, round);
    bool on_terminal = isatty(STDERR_FILENO) == 1;
    const shg_learning how = {
        .variant = game->variant,
        .folder = folder,
        .made = made,
        .threads = threads,
        .nodes = nodes,
        .games = games,
        .round = round,
        .seed = seed,
        .seconds_max = 3600.0 * hours,
        .progress_ms = on_terminal ? 1000 : 10000,
        .on_line = tell,
        .on_progress = show_progress,
        .should_stop = is_enough,
        .context = &on_terminal,
    };
    const struct sigaction action = { .sa_handler = interrupt };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    shoogi_error err = { 0 };
    const shoogi_status status = shg_learn(&how, &err);
    wipe(&on_terminal);
    if (status != SHOOGI_OK)
        return err.message[0] != '\0' ? cli_fault(folder, &err) : cli_failed(status);
    const size_t length = strlen(folder);
    snprintf(folder + length, sizeof folder - length, "/best.weights");
    if (access(folder, R_OK) == 0)
        printf("best weights: %s\n", folder);
    else
        puts("no weights yet that beat the default values");
    snprintf(folder + length, sizeof folder - length, "/best.network");
    if (access(folder, R_OK) == 0)
        printf("best network: %s\n", folder);
    if (interrupted)
        puts("stopped: the same command goes on from here");
    return cli_written(CLI_GOOD);
}

int cli_learn(int argc, char **argv)
{
    learn_options asked = { 0 };
    const cli_option options[] = {
        { .name = "hours", .value = "H", .help = "stop after H hours", .text = &asked.hours },
        { .name = "games",
          .value = "N",
          .help = "total number of games (default: 20000)",
          .text = &asked.games },
        { .name = "nodes",
          .value = "N",
          .help = "nodes to search for each move (default: 1000)",
          .text = &asked.nodes },
        { .name = "threads",
          .value = "N",
          .help = "number of threads (default: one for each processor)",
          .text = &asked.threads },
        { .name = "round",
          .value = "N",
          .help = "games before new weights are tested (default: 1000)",
          .text = &asked.round },
        { .name = "seed", .value = "N", .help = "random seed (default: 1)", .text = &asked.seed },
        { .name = "folder",
          .value = "DIR",
          .help = "folder for the state of the training (default: learning/VARIANT)",
          .text = &asked.folder },
    };
    static const cli_game_words start = { 0 };
    cli_game game;
    const int end = cli_game_begin(
        &game,
        "Trains the values of pieces and squares by self-play.  Resumes from its folder after it "
        "was\nstopped or killed.",
        options, sizeof options / sizeof options[0], &start, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const int status = learn(&game, argv[1], &asked);
    cli_game_fini(&game);
    return status;
}
