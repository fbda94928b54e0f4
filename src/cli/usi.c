/* usi.c: shoogi usi: the engine, for programs that speak USI or the dialect of it that UCI programs speak.
 *
 * One thread reads commands, the threads of the engine search; whole lines are written under one lock.  A line that makes
 * no sense is answered with "info string", and all goes on.
 * Source: docs/usi.md. */
#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "engine/engine.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES_MAX = 1024 * 1024, MOVE_BYTES = 64, USUAL_HASH_MIB = 64, USUAL_OVERHEAD_MS = 30 };

typedef struct usi {
    shoogi_catalog *catalog;
    const shoogi_variant *variant;                        /* borrowed from the catalog */
    char variant_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1]; /* as it was set */
    shoogi_position *position;
    shg_engine *engine; /* NULL before it is needed, and after an option has changed */
    unsigned threads, lines;
    size_t hash_mib;
    unsigned overhead_ms;
    bool uci;       /* it was greeted so: squares and clocks are called otherwise */
    bool searching; /* an answer is still to come */
    pthread_mutex_t out;
} usi;

/* ---- writing ---- */

__attribute__((format(printf, 2, 3))) static void say(usi *u, const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&u->out);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
    pthread_mutex_unlock(&u->out);
}

/* A word of a line, for a message: nothing that could break the line. */
typedef struct shown {
    char text[48];
} shown;

static shown show(const char *word)
{
    shown s;
    size_t i = 0;
    for (; word[i] != '\0' && i < sizeof s.text - 1; i++)
        s.text[i] = (unsigned char)word[i] < 0x20 || (unsigned char)word[i] >= 0x7F ? '?' : word[i];
    s.text[i] = '\0';
    return s;
}

static void say_score(char *out, size_t bytes, int score, bool uci)
{
    if (score >= SHG_SCORE_WON || score <= -SHG_SCORE_WON) {
        const int plies = score > 0 ? SHG_SCORE_MATE - score : -(SHG_SCORE_MATE + score);
        const int moves = plies > 0 ? (plies + 1) / 2 : plies / 2;
        snprintf(out, bytes, "mate %d", uci ? moves : plies);
    } else {
        snprintf(out, bytes, "cp %d", score);
    }
}

static void hear_finding(void *context, const shg_finding *f, int64_t elapsed_ms)
{
    usi *const u = context;
    char score[32], line[4096];
    size_t length = 0;
    shoogi_position *p;
    say_score(score, sizeof score, f->score, u->uci);
    if (shoogi_position_copy(&p, u->position) != SHOOGI_OK)
        return;
    line[0] = '\0';
    for (unsigned i = 0; i < f->move_count; i++) {
        char move[MOVE_BYTES];
        shoogi_usi_write(move, sizeof move, p, f->moves[i]);
        if (length + strlen(move) + 2 > sizeof line ||
            shoogi_position_do(p, f->moves[i]) != SHOOGI_OK)
            break;
        length += (size_t)snprintf(line + length, sizeof line - length, " %s", move);
    }
    shoogi_position_free(p);
    const uint64_t nps = f->nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1);
    say(u,
        "info depth %u seldepth %u multipv %u score %s nodes %" PRIu64 " nps %" PRIu64
        " hashfull %u time %" PRId64 " pv%s\n",
        f->depth_plies, f->selective_plies, f->line, score, f->nodes, nps,
        shg_engine_full_permille(u->engine), elapsed_ms, line);
}

static void hear_best(void *context, shoogi_move best, shoogi_move answer)
{
    usi *const u = context;
    char move[MOVE_BYTES], ponder[MOVE_BYTES];
    if (best == 0) {
        say(u, "bestmove %s\n", u->uci ? "(none)" : "resign");
        return;
    }
    shoogi_usi_write(move, sizeof move, u->position, best);
    shoogi_position *p = NULL;
    if (answer != 0 && shoogi_position_copy(&p, u->position) == SHOOGI_OK &&
        shoogi_position_do(p, best) == SHOOGI_OK) {
        shoogi_usi_write(ponder, sizeof ponder, p, answer);
        say(u, "bestmove %s ponder %s\n", move, ponder);
    } else {
        say(u, "bestmove %s\n", move);
    }
    shoogi_position_free(p);
}

/* ---- words of a line ---- */

/* The next word; NULL at the end of the line. */
static char *next_word(char **at)
{
    *at += strspn(*at, " \t");
    if (**at == '\0')
        return NULL;
    char *const word = *at;
    *at += strcspn(*at, " \t");
    if (**at != '\0')
        *(*at)++ = '\0';
    return word;
}

static bool is(const char *word, const char *wanted)
{
    return word && strcmp(word, wanted) == 0;
}

/* A whole number, cut to its bounds; false if it is none. */
static bool read_number(int64_t *out, const char *word, int64_t least, int64_t most)
{
    char *end;
    if (!word)
        return false;
    const long long number = strtoll(word, &end, 10);
    if (end == word || *end != '\0')
        return false;
    *out = number < least ? least : number > most ? most : number;
    return true;
}

/* ---- the engine ---- */

static void end_search(usi *u)
{
    if (!u->engine)
        return;
    shg_engine_stop(u->engine);
    shg_engine_wait(u->engine);
}

static void drop_engine(usi *u)
{
    end_search(u);
    shg_engine_free(u->engine);
    u->engine = NULL;
}

static bool have_engine(usi *u)
{
    shg_weights *weights = NULL;
    if (u->engine)
        return true;
    if (shg_weights_new(&weights, u->variant) != SHOOGI_OK ||
        shg_engine_new(&u->engine, weights, u->threads, u->hash_mib) != SHOOGI_OK) {
        shg_weights_free(weights);
        say(u, "info string out of memory: set a smaller USI_Hash\n");
        return false;
    }
    return true;
}

static bool choose_variant(usi *u, const char *name)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_fault fault;
    shoogi_position *position;
    if (shoogi_catalog_get(&entry, u->catalog, name, strlen(name), &fault) != SHOOGI_OK) {
        say(u, "info string %.200s\n", fault.text);
        return false;
    }
    if (shoogi_position_new(&position, entry->variant) != SHOOGI_OK) {
        say(u, "info string out of memory\n");
        return false;
    }
    drop_engine(u);
    shoogi_position_free(u->position);
    u->position = position;
    u->variant = entry->variant;
    snprintf(u->variant_name, sizeof u->variant_name, "%s", name);
    return true;
}

/* ---- commands ---- */

static void greet(usi *u)
{
    const char *const *names;
    size_t count;
    const char *const family = u->uci ? "UCI" : "USI";
    say(u, "id name shoogi %s\nid author the shoogi authors\n", SHOOGI_VERSION);
    say(u, "option name %s type spin default %d min 1 max %d\n", u->uci ? "Hash" : "USI_Hash",
        USUAL_HASH_MIB, SHG_HASH_MIB_MAX);
    say(u, "option name Threads type spin default 1 min 1 max %d\n", SHG_THREADS_MAX);
    say(u, "option name %s type check default false\n", u->uci ? "Ponder" : "USI_Ponder");
    say(u, "option name %s type spin default 1 min 1 max 64\n", u->uci ? "MultiPV" : "USI_MultiPV");
    say(u, "option name NetworkDelay type spin default %d min 0 max 10000\n", USUAL_OVERHEAD_MS);
    if (shoogi_catalog_names(&names, &count, u->catalog) == SHOOGI_OK) {
        pthread_mutex_lock(&u->out);
        printf("option name %s_Variant type combo default %s", family, u->variant_name);
        for (size_t i = 0; i < count; i++)
            printf(" var %s", names[i]);
        printf("\n");
        fflush(stdout);
        pthread_mutex_unlock(&u->out);
    }
    say(u, "%s\n", u->uci ? "uciok" : "usiok");
}

/* setoption name NAME [value VALUE]; names without case. */
static void set_option(usi *u, char *at)
{
    char *word = next_word(&at);
    char *const name = is(word, "name") ? next_word(&at) : word;
    word = next_word(&at);
    char *value = is(word, "value") ? next_word(&at) : word;
    int64_t number;
    if (!name) {
        say(u, "info string expected setoption name NAME value VALUE, found no name\n");
        return;
    }
    const char *plain =
        strncasecmp(name, "USI_", 4) == 0 || strncasecmp(name, "UCI_", 4) == 0 ? name + 4 : name;
    if (strcasecmp(plain, "Variant") == 0) {
        if (value)
            choose_variant(u, value);
    } else if (strcasecmp(plain, "Hash") == 0 && read_number(&number, value, 1, SHG_HASH_MIB_MAX)) {
        drop_engine(u);
        u->hash_mib = (size_t)number;
    } else if (strcasecmp(plain, "Threads") == 0 &&
               read_number(&number, value, 1, SHG_THREADS_MAX)) {
        drop_engine(u);
        u->threads = (unsigned)number;
    } else if (strcasecmp(plain, "MultiPV") == 0 && read_number(&number, value, 1, 64)) {
        u->lines = (unsigned)number;
    } else if (strcasecmp(plain, "NetworkDelay") == 0 && read_number(&number, value, 0, 10000)) {
        u->overhead_ms = (unsigned)number;
    } else if (strcasecmp(plain, "Ponder") != 0) {
        say(u, "info string option %s is not known, or not with that value\n", show(name).text);
    }
}

/* position startpos|sfen SFEN [moves MOVE...] */
static void set_position(usi *u, char *at)
{
    shoogi_position *p;
    shoogi_error err = { 0 };
    end_search(u);
    if (shoogi_position_new(&p, u->variant) != SHOOGI_OK) {
        say(u, "info string out of memory\n");
        return;
    }
    char *const moves = strstr(at, "moves");
    if (moves)
        *moves = '\0';
    char *const word = next_word(&at);
    if (is(word, "sfen") || is(word, "fen")) {
        at += strspn(at, " \t");
        size_t length = strlen(at);
        while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        if (shoogi_sfen_read(p, at, length, &err) != SHOOGI_OK) {
            say(u, "info string position: %s\n", err.message);
            shoogi_position_free(p);
            return;
        }
    } else if (!is(word, "startpos")) {
        say(u, "info string expected startpos or sfen, found \"%s\"\n",
            show(word ? word : "").text);
        shoogi_position_free(p);
        return;
    }
    char *next = moves ? moves + strlen("moves") : at + strlen(at);
    for (char *text; (text = next_word(&next)) != NULL;) {
        shoogi_move move;
        if (shoogi_usi_read(&move, p, text, strlen(text), &err) != SHOOGI_OK ||
            shoogi_position_do(p, move) != SHOOGI_OK) {
            say(u, "info string move %s: %s\n", show(text).text, err.message);
            break; /* the moves before it stand */
        }
    }
    shoogi_position_free(u->position);
    u->position = p;
}

/* Moves behind "searchmoves", as far as they are moves; returns how many. */
static size_t read_moves(const usi *u, char **at, shoogi_move *moves, size_t room)
{
    size_t count = 0;
    while (count < room) {
        char *before = *at;
        char *const text = next_word(at);
        if (!text)
            break;
        if (shoogi_usi_read(&moves[count], u->position, text, strlen(text), NULL) != SHOOGI_OK) {
            if (**at != '\0' || (*at)[-1] == '\0')
                text[strlen(text)] = **at != '\0' ? ' ' : '\0'; /* it is read again as what it is */
            *at = before;
            break;
        }
        count++;
    }
    return count;
}

static void start(usi *u, char *at)
{
    enum { MOVES_MAX = 1024 };
    static shoogi_move moves[MOVES_MAX];
    static const char *const colours[2][2] = { { "btime", "wtime" }, { "wtime", "btime" } };
    static const char *const increments[2][2] = { { "binc", "winc" }, { "winc", "binc" } };
    const int64_t time_max = INT64_C(1000) * 3600 * 24 * 365;
    const shoogi_colour own = shoogi_position_side(u->position);
    shg_go go = { .lines = u->lines };
    end_search(u);
    if (!have_engine(u))
        return;
    for (char *word; (word = next_word(&at)) != NULL;) {
        int64_t number = 0;
        if (is(word, "infinite")) {
            go.infinite = true;
        } else if (is(word, "ponder")) {
            go.pondering = true;
        } else if (is(word, "searchmoves")) {
            go.moves = moves;
            go.move_count = read_moves(u, &at, moves, MOVES_MAX);
        } else if (!read_number(&number, next_word(&at), 0, time_max)) {
            say(u, "info string expected a number behind %s\n", show(word).text);
            break;
        } else if (is(word, colours[u->uci][own])) {
            go.clock.left_ms = number;
        } else if (is(word, increments[u->uci][own])) {
            go.clock.increment_ms = number;
        } else if (is(word, "byoyomi")) {
            go.clock.byoyomi_ms = number;
        } else if (is(word, "movestogo")) {
            go.clock.moves_to_go = (unsigned)(number < 1000 ? number : 1000);
        } else if (is(word, "movetime")) {
            go.clock.move_ms = number > 0 ? number : 1;
        } else if (is(word, "depth")) {
            go.depth_plies = (unsigned)(number < SHG_PLIES_MAX ? number : SHG_PLIES_MAX);
        } else if (is(word, "nodes")) {
            go.nodes = (uint64_t)number;
        }
    }
    go.clock.overhead_ms = u->overhead_ms;
    const shg_ears ears = { hear_finding, hear_best, u };
    if (shg_engine_go(u->engine, u->position, &go, &ears) != SHOOGI_OK)
        say(u, "info string out of memory\nbestmove %s\n", u->uci ? "(none)" : "resign");
}

/* False when it is to end. */
static bool obey(usi *u, char *line)
{
    char *at = line;
    char *const word = next_word(&at);
    if (!word)
        return true;
    if (is(word, "quit"))
        return false;
    if (is(word, "usi") || is(word, "uci")) {
        u->uci = is(word, "uci");
        greet(u);
    } else if (is(word, "isready")) {
        if (have_engine(u))
            say(u, "readyok\n");
    } else if (is(word, "setoption")) {
        end_search(u);
        set_option(u, at);
    } else if (is(word, "usinewgame") || is(word, "ucinewgame")) {
        end_search(u);
        if (u->engine)
            shg_engine_clear(u->engine);
    } else if (is(word, "position")) {
        set_position(u, at);
    } else if (is(word, "go")) {
        start(u, at);
    } else if (is(word, "stop")) {
        end_search(u);
    } else if (is(word, "ponderhit")) {
        if (u->engine)
            shg_engine_ponderhit(u->engine);
    } else if (is(word, "gameover")) {
        end_search(u);
    } else {
        say(u, "info string expected a command, found \"%s\"\n", show(word).text);
    }
    return true;
}

/* One line, cut where it is too long; false at the end of the input. */
static bool read_line(char *line, usi *u)
{
    if (!fgets(line, LINE_BYTES_MAX, stdin))
        return false;
    const size_t length = strcspn(line, "\r\n");
    if (line[length] == '\0' && length == LINE_BYTES_MAX - 1) {
        int byte;
        while ((byte = getchar()) != EOF && byte != '\n')
            continue;
        say(u, "info string a line has at most %d bytes\n", LINE_BYTES_MAX - 2);
        line[0] = '\0';
    }
    line[length] = '\0';
    return true;
}

int cli_usi(int argc, char **argv)
{
    static const char *const words[] = { "VARIANT" };
    const cli_arguments arguments = {
        .help =
            "Speaks USI, or UCI to who says so, on standard input and output: the engine for any game.\n",
        .words = words,
        .word_count = 1,
        .last_optional = true,
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    usi u = {
        .threads = 1, .lines = 1, .hash_mib = USUAL_HASH_MIB, .overhead_ms = USUAL_OVERHEAD_MS
    };
    pthread_mutex_init(&u.out, NULL);
    char *const line = malloc(LINE_BYTES_MAX);
    int status = CLI_BAD;
    if (!line || shoogi_catalog_new(&u.catalog) != SHOOGI_OK) {
        cli_failed(SHOOGI_NO_MEMORY);
    } else if (choose_variant(&u, word_count > 0 ? argv[1] : "shogi")) {
        while (read_line(line, &u) && obey(&u, line))
            continue;
        status = cli_written(CLI_GOOD);
    }
    drop_engine(&u);
    shoogi_position_free(u.position);
    shoogi_catalog_free(u.catalog);
    free(line);
    pthread_mutex_destroy(&u.out);
    return status;
}
