/* usi.c: the USI protocol, and its dialects UCI and UCCI.  Source: docs/usi.md. */
#include "base/text.h"
#include "catalog/catalog_int.h"
#include "notation/moves/coordinates.h"
#include "protocol/engine_session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_usi(const cli_session *t)
{
    return t->protocol == &cli_usi_protocol;
}

static bool is_ucci(const cli_session *t)
{
    return t->protocol == &cli_ucci_protocol;
}

/* ---- output of the engine ---- */

static void report_error(cli_session *t, const char *message)
{
    cli_session_print(t, "info string %s\n", message);
}

/* Distance to mate: plies in USI, moves of one side in UCI. */
static void write_score(char *out, size_t bytes, int score, bool in_plies)
{
    if (score < SHG_SCORE_WON && score > -SHG_SCORE_WON) {
        snprintf(out, bytes, "cp %d", score);
        return;
    }
    const int plies = score > 0 ? SHG_SCORE_MATE - score : -(SHG_SCORE_MATE + score);
    snprintf(out, bytes, "mate %d", in_plies ? plies : plies > 0 ? (plies + 1) / 2 : plies / 2);
}

static void write_effort(char *out, size_t bytes, const cli_session *t, uint64_t nodes,
                         int64_t elapsed_ms)
{
    const uint64_t nps = nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1);
    snprintf(out, bytes, "nodes %" PRIu64 " nps %" PRIu64 " hashfull %u time %" PRId64, nodes, nps,
             shg_engine_full_permille(t->engine), elapsed_ms);
}

enum { LINE_BYTES = 4096, EFFORT_BYTES = 120 };

static void on_info(cli_session *t, const shg_search_info *info, int64_t elapsed_ms)
{
    char score[32], effort[EFFORT_BYTES], line[LINE_BYTES] = "";
    write_score(score, sizeof score, info->score, is_usi(t));
    write_effort(effort, sizeof effort, t, info->nodes, elapsed_ms);
    cli_session_write_pv(line, sizeof line, t, info->pv, info->pv_length);
    cli_session_print(t, "info depth %u seldepth %u multipv %u score %s %s pv%s\n",
                      info->depth_plies, info->selective_plies, info->pv_number, score, effort,
                      line);
}

static void on_current_line(cli_session *t, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms)
{
    char effort[EFFORT_BYTES], line[LINE_BYTES] = "";
    write_effort(effort, sizeof effort, t, nodes, elapsed_ms);
    cli_session_write_pv(line, sizeof line, t, current->moves, 1);
    cli_session_print(t, "info depth %u seldepth %u %s currmove%s currmovenumber %zu\n",
                      current->depth_plies, current->selective_plies, effort, line,
                      current->move_number);
    if (t->option[CLI_OPTION_CURRENT_LINE] == 0)
        return;
    cli_session_write_pv(line, sizeof line, t, current->moves, current->move_count);
    cli_session_print(t, "info currline%s\n", line);
}

static void on_refutation(cli_session *t, shoogi_move move, shoogi_move reply)
{
    const shoogi_move moves[2] = { move, reply };
    char line[2 * SHOOGI_MOVE_TEXT_BYTES] = "";
    cli_session_write_pv(line, sizeof line, t, moves, reply != 0 ? 2 : 1);
    cli_session_print(t, "info refutation%s\n", line);
}

static void print_no_move(cli_session *t)
{
    cli_session_print(t, "bestmove %s\n", is_usi(t) ? "resign" : "(none)");
}

/* No search was possible, for lack of memory: the game goes on with any move. */
static void print_any_move(cli_session *t)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const shoogi_move move = cli_session_any_move(t);
    if (move == 0) {
        print_no_move(t);
        return;
    }
    t->protocol->write(text, sizeof text, t->position, move);
    cli_session_print(t, "bestmove %s\n", text);
}

static void on_best(cli_session *t, shoogi_move best, shoogi_move reply)
{
    const shoogi_move moves[2] = { best, reply };
    char line[2 * SHOOGI_MOVE_TEXT_BYTES] = "";
    if (t->stochastic_ponder) { /* nobody uses this move, but it must be legal in the position that was sent */
        print_any_move(t);
        return;
    }
    if (!t->analysing && cli_session_can_declare(t, t->root)) {
        cli_session_print(t, "bestmove win\n");
        return;
    }
    if (best == 0 || (is_usi(t) && !t->analysing && cli_session_would_resign(t))) {
        print_no_move(t);
        return;
    }
    cli_session_write_pv(line, sizeof line, t, moves, 1);
    if (reply == 0) {
        cli_session_print(t, "bestmove%s\n", line);
        return;
    }
    const size_t first = strlen(line);
    cli_session_write_pv(line, sizeof line, t, moves, 2);
    cli_session_print(t, "bestmove%.*s%s%s\n", (int)first, line, line[first] ? " ponder" : "",
                      line + first);
}

/* USI only. */
static void on_mate(cli_session *t, shoogi_status status, const shg_mate_result *f)
{
    if (status == SHOOGI_NO_MEMORY)
        cli_session_report_no_memory(t);
    /* In a full hash table the line of the mate may have been overwritten. */
    if (status == SHOOGI_OK && f->answer == SHG_MATE_FOUND && f->move_count > 0) {
        const size_t room = ((size_t)f->move_count + 1) * SHOOGI_MOVE_TEXT_BYTES;
        char *const line = malloc(room);
        if (line)
            cli_session_write_pv(line, room, t, f->moves, f->move_count);
        else
            cli_session_report_no_memory(t);
        cli_session_print(t, "checkmate%s\n", line ? line : " timeout");
        free(line);
        return;
    }
    const bool none =
        status == SHOOGI_ILLEGAL || (status == SHOOGI_OK && f->answer == SHG_MATE_NONE);
    cli_session_print(t, "checkmate %s\n", none ? "nomate" : "timeout");
}

static void on_leaves(cli_session *t, shoogi_move move, uint64_t leaves)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    if (move == 0) {
        cli_session_print(t, "\nNodes searched: %" PRIu64 "\n\n", leaves);
        return;
    }
    t->protocol->write(text, sizeof text, t->root, move);
    cli_session_print(t, "%s: %" PRIu64 "\n", text, leaves);
}

/* ---- greetings and options ---- */

/* UCCI announces options without the word "name". */
static const char *option_word(const cli_session *t)
{
    return is_ucci(t) ? "option" : "option name";
}

static void write_option(const cli_session *t, shg_out *out, const cli_option_row *row)
{
    shg_out_format(out, "%s %s", option_word(t), row->name[t->protocol->dialect]);
    switch (row->kind) {
    case CLI_CHECK:
        shg_out_format(out, " type check default %s\n", row->default_value ? "true" : "false");
        return;
    case CLI_COMBO:
        shg_out_format(out, " type combo default %s", cli_entering_king_words[row->default_value]);
        for (int64_t i = row->least; i <= row->most; i++)
            shg_out_format(out, " var %s", cli_entering_king_words[i]);
        shg_out_char(out, '\n');
        return;
    case CLI_FOLDER: shg_out_text(out, " type string default <empty>\n"); return;
    case CLI_SPIN: break;
    }
    shg_out_format(out, " type spin default %" PRId64 " min %" PRId64 " max %" PRId64 "\n",
                   row->default_value, row->least, row->most);
}

/* The names of all variants, then those of their aliases that are one word, and the initial variant if it is not among them. */
static void write_variants(cli_session *t, shg_out *out)
{
    const char *const *names;
    size_t count;
    bool first_listed = false;
    shg_out_format(out, "%s %s_Variant type combo default %s", option_word(t),
                   is_usi(t) ? "USI" : "UCI", t->variant_name);
    if (shoogi_catalog_names(&names, &count, t->catalog) != SHOOGI_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        shg_out_format(out, " var %s", names[i]);
        first_listed = first_listed || strcmp(names[i], t->first_name) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        char *aliases;
        if (shg_catalog_aliases(&aliases, t->catalog, names[i]) != SHOOGI_OK)
            continue;
        for (const char *alias = aliases; *alias; alias += strlen(alias) + 1)
            if (!strpbrk(alias, " \t")) {
                shg_out_format(out, " var %s", alias);
                first_listed = first_listed || strcmp(alias, t->first_name) == 0;
            }
        free(aliases);
    }
    if (!first_listed)
        shg_out_format(out, " var %s", t->first_name);
    shg_out_char(out, '\n');
}

static void greet(cli_session *t, const char *ok)
{
    shg_out text = shg_out_growing();
    shg_out_format(&text, "id name shoogi %s\nid author the shoogi authors\n", SHOOGI_VERSION);
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        if (cli_engine_options[i].name[t->protocol->dialect])
            write_option(t, &text, &cli_engine_options[i]);
    if (is_ucci(t)) /* it has no command for that */
        shg_out_text(&text, "option newgame type button\n");
    write_variants(t, &text);
    cli_session_print(t, "%s%s\n", text.bytes ? text.bytes : "", ok);
    free(text.bytes);
}

static void print_variant(cli_session *t)
{
    const shoogi_variant *const v = t->variant;
    const size_t room = shoogi_fen_write(NULL, 0, t->position) + 1;
    char *const start = malloc(room);
    if (!start)
        return;
    shoogi_fen_write(start, room, t->position);
    cli_session_print(
        t, "info string variant %s files %u ranks %u pocket %zu template fairy startpos %s\n",
        t->variant_name, shoogi_variant_file_count(v), shoogi_variant_rank_count(v),
        shoogi_hand_order(NULL, 0, v), start);
    free(start);
}

static void begin_game(cli_session *t)
{
    cli_session_finish_search(t);
    if (t->engine)
        shg_engine_clear(t->engine);
}

/* Programs set these unasked; docs/usi.md says why they have no effect. */
static bool is_without_effect(const char *name, size_t name_bytes)
{
    static const char *const names[] = { "USI_OwnBook", "BookFile", "BookDir",
                                         "BookMoves",   "FV_SCALE", "GenerateAllLegalMoves",
                                         "UCI_Elo" };
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && !cli_session_is_name(name, name_bytes, names[i]))
        i++;
    return i < sizeof names / sizeof names[0];
}

/* setoption [name] NAME [[value] VALUE]: a name may have spaces if "value" follows it. */
static void set_option(cli_session *t)
{
    char *name = cli_session_next_word(t);
    if (cli_is_word(name, "name"))
        name = cli_session_next_word(t);
    if (!name) {
        cli_session_report_expected(t, NULL, "the name of an option");
        return;
    }
    size_t name_bytes = strlen(name);
    char *word = cli_session_next_word(t), *value = word;
    for (char *last = word; last; last = cli_session_next_word(t))
        if (cli_is_word(last, "value")) {
            for (char *c = name + name_bytes; c < last - 1; c++)
                if (*c == '\0')
                    *c = ' '; /* the word belongs to the name */
            name_bytes = (size_t)(last - name);
            value = cli_session_rest_of_line(t);
            break;
        }
    while (name_bytes > 0 && (name[name_bytes - 1] == ' ' || name[name_bytes - 1] == '\0'))
        name_bytes--;
    name[name_bytes] = '\0';
    if (cli_is_word(value, "<empty>") || cli_is_word(value, ""))
        value = NULL;
    const cli_engine_option option = cli_session_find_option(name, name_bytes);
    if (option < CLI_ENGINE_OPTIONS) {
        (void)cli_session_set_option(t, option, value);
    } else if (cli_session_is_name(name, name_bytes, "newgame")) {
        begin_game(t);
    } else if (cli_session_is_name(name, name_bytes, "USI_Variant")) {
        if (!value)
            cli_session_report_expected(t, NULL, "the name of a variant");
        else if (cli_session_set_variant(t, value))
            print_variant(t);
    } else if (!is_without_effect(name, name_bytes)) {
        cli_session_report_expected(t, name, "an option of this engine");
    }
}

/* ---- position ---- */

/* The first place of a whole word in the text, or the end of the text. */
static char *find_word(char *text, const char *word)
{
    const size_t bytes = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += bytes)
        if ((at == text || at[-1] == ' ' || at[-1] == '\t') &&
            (at[bytes] == '\0' || at[bytes] == ' ' || at[bytes] == '\t'))
            return at;
    return text + strlen(text);
}

/* Sets up the position before "moves", and moves t->at past that word. */
static bool read_position(cli_session *t, shoogi_position *p)
{
    shoogi_error error;
    char *const word = cli_session_next_word(t);
    if (cli_is_word(word, "startpos")) {
        char *const moves = cli_session_next_word(t);
        if (!moves || cli_is_word(moves, "moves"))
            return true;
        cli_session_report_expected(t, moves, "moves");
        return false;
    }
    const bool fen = cli_is_word(word, "fen");
    if (!fen && !cli_is_word(word, "sfen")) {
        cli_session_report_expected(t, word, "startpos, sfen or fen");
        return false;
    }
    char *const moves = find_word(t->at, "moves");
    const bool has_moves = *moves != '\0';
    *moves = '\0';
    char *const text = cli_session_rest_of_line(t);
    const shoogi_status status = fen ? shoogi_fen_read(p, text, strlen(text), &error)
                                     : shoogi_sfen_read(p, text, strlen(text), &error);
    if (status == SHOOGI_NO_MEMORY)
        cli_session_report_no_memory(t);
    else if (status != SHOOGI_OK)
        cli_session_report_fault(t, text, &error);
    t->at = has_moves ? moves + strlen("moves") : moves;
    return status == SHOOGI_OK;
}

/* position startpos|sfen SFEN|fen FEN [moves MOVE...].  Moves are made up to the first invalid one. */
static void set_position(cli_session *t)
{
    shoogi_position *p;
    cli_session_finish_search(t);
    if (shoogi_position_new(&p, t->variant) != SHOOGI_OK) {
        cli_session_report_no_memory(t);
        return;
    }
    if (!read_position(t, p)) {
        shoogi_position_free(p);
        return;
    }
    for (char *word; (word = cli_session_next_word(t)) != NULL;) {
        shoogi_move move;
        if (!cli_session_read_move(&move, t, p, word))
            break;
        if (shoogi_position_do(p, move) != SHOOGI_OK) {
            cli_session_report_no_memory(t);
            break;
        }
    }
    shoogi_position_free(t->position);
    t->position = p;
    cli_session_clear_moves(t);
}

/* ---- go ---- */

typedef enum go_value {
    GO_BTIME,
    GO_WTIME,
    GO_BINC,
    GO_WINC,
    GO_BYOYOMI,
    GO_MOVE_TIME,
    GO_RANDOM_TIME,
    GO_TIMES, /* the values before it are times */
    GO_MOVES_TO_GO = GO_TIMES,
    GO_DEPTH,
    GO_NODES,
    GO_PERFT,
    GO_VALUES
} go_value;

static const struct go_word {
    const char *word, *other; /* other: in UCCI; NULL if it is the same, or absent */
    const char *what;
    int64_t most;
} go_words[GO_VALUES] = {
#define TIME_MOST (INT64_C(1000) * 3600 * 24 * 365)
    [GO_BTIME] = { "btime", "opptime", "a time after btime", TIME_MOST },
    [GO_WTIME] = { "wtime", "time", "a time after wtime", TIME_MOST },
    [GO_BINC] = { "binc", "oppincrement", "a time after binc", TIME_MOST },
    [GO_WINC] = { "winc", "increment", "a time after winc", TIME_MOST },
    [GO_BYOYOMI] = { "byoyomi", NULL, "a time after byoyomi", TIME_MOST },
    [GO_MOVE_TIME] = { "movetime", NULL, "a time after movetime", TIME_MOST },
    [GO_RANDOM_TIME] = { "rtime", NULL, "a time after rtime", TIME_MOST },
    [GO_MOVES_TO_GO] = { "movestogo", NULL, "a number of moves after movestogo", 1000 },
    [GO_DEPTH] = { "depth", NULL, "a number of plies after depth", SHG_PLIES_MAX },
    [GO_NODES] = { "nodes", NULL, "a number of nodes after nodes", INT64_MAX },
    [GO_PERFT] = { "perft", NULL, "a number of plies after perft", SHG_PLIES_MAX },
};

enum { GO_MOVES_MAX = 1024 };

typedef struct go_line {
    int64_t value[GO_VALUES]; /* -1: not given; times in milliseconds */
    bool infinite, ponder, mates;
    int64_t mate; /* milliseconds, or moves in UCI; -1: no limit */
    shoogi_move moves[GO_MOVES_MAX];
    size_t move_count;
} go_line;

static go_value find_go_word(const cli_session *t, const char *word)
{
    unsigned i = 0;
    while (i < GO_VALUES && !cli_is_word(word, go_words[i].word) &&
           !(is_ucci(t) && go_words[i].other && cli_is_word(word, go_words[i].other)))
        i++;
    return (go_value)i;
}

/* moves: [GO_MOVES_MAX]. */
static void read_move(cli_session *t, shoogi_move *moves, size_t *count, const char *word)
{
    if (*count == GO_MOVES_MAX)
        cli_session_report_expected(t, word, "at most %d moves", GO_MOVES_MAX);
    else if (cli_session_read_move(&moves[*count], t, t->position, word))
        ++*count;
}

/* Seconds or milliseconds in UCCI; milliseconds elsewhere. */
static int64_t time_unit_ms(const cli_session *t)
{
    return is_ucci(t) && t->option[CLI_OPTION_MILLISECONDS] == 0 ? 1000 : 1;
}

/* Reports invalid words and ignores them. */
static void read_go(cli_session *t, go_line *go)
{
    bool in_moves = false; /* other words may follow moves, as none of them is a move */
    for (unsigned i = 0; i < GO_VALUES; i++)
        go->value[i] = -1;
    go->infinite = go->ponder = go->mates = false;
    go->mate = -1;
    go->move_count = 0;
    for (char *word; (word = cli_session_next_word(t)) != NULL;) {
        const go_value value = find_go_word(t, word);
        int64_t number;
        if (value < GO_VALUES) {
            if (cli_session_read_number(&number, t, go_words[value].what, 0, go_words[value].most))
                go->value[value] = value < GO_TIMES ? number * time_unit_ms(t) : number;
        } else if (cli_is_word(word, "infinite")) {
            *(go->mates ? &go->mates : &go->infinite) = true;
        } else if (cli_is_word(word, "ponder")) {
            go->ponder = true;
        } else if (cli_is_word(word, "mate")) {
            go->mates = true;
            t->at += strspn(t->at, " \t");
            if (shg_is_digit(*t->at))
                (void)cli_session_read_number(&go->mate, t, "a number after mate", 0, TIME_MOST);
        } else if (cli_is_word(word, "searchmoves")) {
            in_moves = true;
        } else if (in_moves) {
            read_move(t, go->moves, &go->move_count, word);
        } else {
            cli_session_report_expected(t, word, "a parameter of go");
        }
    }
}

/* In UCI wtime is the clock of the side that moved first; in UCCI time is that of the side to move. */
static shg_clock read_clock(const cli_session *t, const go_line *go, bool *given)
{
    const bool first = shoogi_position_side(t->position) == SHOOGI_BLACK;
    const bool b = !is_ucci(t) && first == is_usi(t);
    const int64_t left = go->value[b ? GO_BTIME : GO_WTIME];
    const int64_t gain = go->value[b ? GO_BINC : GO_WINC], increment = gain > 0 ? gain : 0;
    const int64_t byoyomi = go->value[GO_BYOYOMI], move = go->value[GO_MOVE_TIME];
    *given = false;
    for (unsigned i = 0; i < GO_TIMES; i++)
        *given = *given || go->value[i] >= 0;
    shg_clock clock = {
        /* In USI the increment is added before the move and not yet part of the clock. */
        .left_ms = (left > 0 ? left : 0) + (is_usi(t) ? increment : 0),
        .increment_ms = increment,
        .byoyomi_ms = byoyomi > 0 ? byoyomi : 0,
        .moves_to_go = go->value[GO_MOVES_TO_GO] > 0 ? (unsigned)go->value[GO_MOVES_TO_GO] : 0,
        .move_ms = move > 0 ? move : 0,
    };
    if (go->value[GO_RANDOM_TIME] > 0) { /* at random, from 50 % to 150 % of it */
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        clock.move_ms = go->value[GO_RANDOM_TIME] * (50 + now.tv_nsec / 1000 % 101) / 100 + 1;
    }
    /* All clocks at 0: answer almost at once. */
    if (*given && clock.left_ms + clock.increment_ms + clock.byoyomi_ms + clock.move_ms == 0)
        clock.move_ms = t->option[CLI_OPTION_DELAY] + 20;
    return clock;
}

/* A limit of 0 counts as 1; 0 means that none is given. */
static int64_t limit_of(int64_t value)
{
    return value == 0 ? 1 : value > 0 ? value : 0;
}

/* With Stochastic_Ponder: the position before the ponder move, so that the search covers every reply.  Owned
 * (shoogi_position_free); NULL: ponder on the position that was sent. */
static shoogi_position *before_ponder_move(const cli_session *t, const go_line *line)
{
    shoogi_position *p;
    if (!line->ponder || t->option[CLI_OPTION_STOCHASTIC] == 0 || line->move_count > 0 ||
        t->banned_count > 0 || shoogi_position_moves_played(t->position) == 0 ||
        shoogi_position_copy(&p, t->position) != SHOOGI_OK)
        return NULL;
    shoogi_position_undo(p);
    return p;
}

static void think(cli_session *t, const go_line *line)
{
    bool timed;
    shg_go go = {
        .clock = read_clock(t, line, &timed),
        .depth_plies = (unsigned)limit_of(line->value[GO_DEPTH]),
        .nodes = (uint64_t)limit_of(line->value[GO_NODES]),
        .pv_count = (unsigned)t->option[CLI_OPTION_MULTI_PV],
        .moves = line->moves,
        .move_count = line->move_count,
        .pondering = line->ponder,
        .infinite = line->infinite,
    };
    if (line->mates && line->mate >= 0) { /* UCI: mate in that many moves of one side */
        const int64_t moves = limit_of(line->mate);
        go.depth_plies = moves < SHG_PLIES_MAX / 2 ? 2 * (unsigned)moves : SHG_PLIES_MAX;
    }
    if (!timed && go.depth_plies == 0 && go.nodes == 0 && !line->ponder)
        go.infinite = true;
    if (!go.infinite && !go.pondering && cli_session_can_declare(t, t->position))
        go.depth_plies = 1; /* the declaration wins anyway */
    shoogi_position *const before = before_ponder_move(t, line);
    t->stochastic_ponder = before != NULL;
    if (!cli_session_go(t, before ? before : t->position, &go))
        print_any_move(t);
    shoogi_position_free(before);
}

static go_line last_go; /* the last go command */

static void handle_go(cli_session *t)
{
    cli_session_finish_search(t);
    read_go(t, &last_go);
    if (last_go.value[GO_PERFT] >= 0) {
        const unsigned depth = (unsigned)last_go.value[GO_PERFT];
        (void)cli_session_go_perft(t, t->position,
                                   depth < t->perft_plies_max ? depth : t->perft_plies_max);
    } else if (last_go.mates && is_usi(t)) {
        if (!cli_session_go_mate(t, t->position, limit_of(last_go.mate)))
            cli_session_print(t, "checkmate timeout\n");
    } else {
        think(t, &last_go);
    }
}

static void handle_ponderhit(cli_session *t)
{
    static go_line line;
    bool timed;
    read_go(t, &line);
    const shg_clock clock = read_clock(t, &line, &timed);
    if (!t->searching || !t->stochastic_ponder) {
        cli_session_ponderhit(t, timed ? &clock : NULL);
        return;
    }
    cli_session_abort_search(t);
    for (unsigned i = 0; timed && i < GO_TIMES; i++)
        last_go.value[i] = line.value[i];
    last_go.ponder = false;
    think(t, &last_go);
}

static void ban_moves(cli_session *t)
{
    if (!t->banned)
        t->banned = malloc(GO_MOVES_MAX * sizeof *t->banned);
    t->banned_count = 0;
    if (!t->banned) {
        cli_session_report_no_memory(t);
        return;
    }
    for (char *word; (word = cli_session_next_word(t)) != NULL;)
        read_move(t, t->banned, &t->banned_count, word);
}

static void show_board(cli_session *t)
{
    static const shoogi_board_options look;
    const size_t board_room = shoogi_board_write(NULL, 0, t->position, &look) + 1;
    const size_t room = board_room + shoogi_sfen_write(NULL, 0, t->position) + 1;
    char *const text = malloc(room);
    if (!text)
        return;
    shoogi_board_write(text, room, t->position, &look);
    shoogi_sfen_write(text + board_room, room - board_room, t->position);
    cli_session_print(t, "%s\nsfen %s\n", text, text + board_room);
    free(text);
}

/* ---- commands ---- */

/* A running search still gives its answer in the old protocol. */
static void switch_protocol(cli_session *t, const cli_protocol *protocol)
{
    cli_session_finish_search(t);
    t->protocol = protocol;
}

static void handle_usi(cli_session *t)
{
    switch_protocol(t, &cli_usi_protocol);
    greet(t, "usiok");
}

static void handle_uci(cli_session *t)
{
    switch_protocol(t, &cli_uci_protocol);
    greet(t, "uciok");
}

static void handle_ucci(cli_session *t)
{
    switch_protocol(t, &cli_ucci_protocol);
    greet(t, "ucciok");
}

static bool confine(cli_session *t)
{
    if (!t->confine()) {
        report_error(t, "this system cannot confine a process");
        return false;
    }
    t->confine = NULL;
    return true;
}

/* readyok comes even without memory for an engine, as the other program waits for it.  But if the process is to be sandboxed and
 * cannot be, or has no engine, the session ends at once: weights could not be read later. */
static void handle_isready(cli_session *t)
{
    const bool able = cli_session_prepare_engine(t);
    if (t->confine && !(able && confine(t)))
        t->input_ended = true;
    else
        cli_session_print(t, "readyok\n");
}

static void handle_setoption(cli_session *t)
{
    cli_session_finish_search(t);
    set_option(t);
}

static void handle_xboard(cli_session *t)
{
    cli_session_abort_search(t);
    t->protocol = &cli_xboard_protocol;
}

static const cli_session_command commands[] = {
    { "usi", handle_usi },
    { "uci", handle_uci },
    { "ucicyclone", handle_uci },
    { "ucci", handle_ucci },
    { "xboard", handle_xboard },
    { "isready", handle_isready },
    { "setoption", handle_setoption },
    { "usinewgame", begin_game },
    { "ucinewgame", begin_game },
    { "position", set_position },
    { "banmoves", ban_moves },
    { "go", handle_go },
    { "stop", cli_session_finish_search },
    { "ponderhit", handle_ponderhit },
    { "gameover", cli_session_finish_search },
    { "d", show_board },
    { "debug", NULL },
    { "register", NULL },
};

static void reject_command(cli_session *t, char *word)
{
    cli_session_report_expected(t, word, "a command");
}

/* ---- the protocols ---- */

static size_t write_uci(char *out, size_t out_bytes, const shoogi_position *position,
                        shoogi_move move)
{
    return shg_coordinates_write(out, out_bytes, position, move, SHG_COORDINATES_UCI);
}

static shoogi_status read_uci(shoogi_move *out, const shoogi_position *position, const char *text,
                              size_t text_bytes, shoogi_error *err)
{
    return shg_coordinates_read(out, position, text, text_bytes, SHG_COORDINATES_UCI, err);
}

#define COMMANDS commands, sizeof commands / sizeof commands[0], reject_command
const cli_protocol cli_usi_protocol = {
    COMMANDS,  on_info,      on_current_line,  on_refutation,   on_best, on_mate,
    on_leaves, report_error, shoogi_usi_write, shoogi_usi_read, true,    CLI_USI,
};
const cli_protocol cli_uci_protocol = {
    COMMANDS,  on_info,      on_current_line, on_refutation, on_best, on_mate,
    on_leaves, report_error, write_uci,       read_uci,      false,   CLI_UCI,
};
const cli_protocol cli_ucci_protocol = {
    COMMANDS,  on_info,      on_current_line, on_refutation, on_best, on_mate,
    on_leaves, report_error, write_uci,       read_uci,      false,   CLI_UCCI,
};
