/* usi.c: what is said in USI, and in the dialects of it that UCI and UCCI programs speak.  Source: docs/usi.md. */
#include "base/text.h"
#include "catalog/catalog_int.h"
#include "protocol/engine_talk.h"
#include "notation/moves/coordinates.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_usi(const cli_talk *t)
{
    return t->protocol == &cli_usi_protocol;
}

static bool is_ucci(const cli_talk *t)
{
    return t->protocol == &cli_ucci_protocol;
}

/* ---- what the engine has found ---- */

static void complain(cli_talk *t, const char *message)
{
    cli_talk_say(t, "info string %s\n", message);
}

/* The way to the end in plies, or in moves of one side. */
static void write_score(char *out, size_t bytes, int score, bool in_plies)
{
    if (score < SHG_SCORE_WON && score > -SHG_SCORE_WON) {
        snprintf(out, bytes, "cp %d", score);
        return;
    }
    const int plies = score > 0 ? SHG_SCORE_MATE - score : -(SHG_SCORE_MATE + score);
    snprintf(out, bytes, "mate %d", in_plies ? plies : plies > 0 ? (plies + 1) / 2 : plies / 2);
}

static void write_effort(char *out, size_t bytes, const cli_talk *t, uint64_t nodes,
                         int64_t elapsed_ms)
{
    const uint64_t nps = nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1);
    snprintf(out, bytes, "nodes %" PRIu64 " nps %" PRIu64 " hashfull %u time %" PRId64, nodes, nps,
             shg_engine_full_permille(t->engine), elapsed_ms);
}

enum { LINE_BYTES = 4096, EFFORT_BYTES = 120 };

static void on_info(cli_talk *t, const shg_search_info *info, int64_t elapsed_ms)
{
    char score[32], effort[EFFORT_BYTES], line[LINE_BYTES] = "";
    write_score(score, sizeof score, info->score, is_usi(t));
    write_effort(effort, sizeof effort, t, info->nodes, elapsed_ms);
    cli_talk_write_line(line, sizeof line, t, info->pv, info->pv_length);
    cli_talk_say(t, "info depth %u seldepth %u multipv %u score %s %s pv%s\n", info->depth_plies,
                 info->selective_plies, info->pv_number, score, effort, line);
}

static void on_current_line(cli_talk *t, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms)
{
    char effort[EFFORT_BYTES], line[LINE_BYTES] = "";
    write_effort(effort, sizeof effort, t, nodes, elapsed_ms);
    cli_talk_write_line(line, sizeof line, t, current->moves, 1);
    cli_talk_say(t, "info depth %u seldepth %u %s currmove%s currmovenumber %zu\n",
                 current->depth_plies, current->selective_plies, effort, line,
                 current->move_number);
    if (t->option[CLI_OPTION_LOOKS] == 0)
        return;
    cli_talk_write_line(line, sizeof line, t, current->moves, current->move_count);
    cli_talk_say(t, "info currline%s\n", line);
}

static void on_refutation(cli_talk *t, shoogi_move move, shoogi_move reply)
{
    const shoogi_move moves[2] = { move, reply };
    char line[2 * SHOOGI_MOVE_TEXT_BYTES] = "";
    cli_talk_write_line(line, sizeof line, t, moves, reply != 0 ? 2 : 1);
    cli_talk_say(t, "info refutation%s\n", line);
}

static void say_no_move(cli_talk *t)
{
    cli_talk_say(t, "bestmove %s\n", is_usi(t) ? "resign" : "(none)");
}

/* Nothing could be thought, for want of memory: a game is not given up for that. */
static void say_any_move(cli_talk *t)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const shoogi_move move = cli_talk_any_move(t);
    if (move == 0) {
        say_no_move(t);
        return;
    }
    t->protocol->write(text, sizeof text, t->position, move);
    cli_talk_say(t, "bestmove %s\n", text);
}

static void on_best(cli_talk *t, shoogi_move best, shoogi_move reply)
{
    const shoogi_move moves[2] = { best, reply };
    char line[2 * SHOOGI_MOVE_TEXT_BYTES] = "";
    if (t->ponders_before) { /* nobody waits for it, but it is to be a move of the position that was sent */
        say_any_move(t);
        return;
    }
    if (!t->stays && cli_talk_can_declare(t, t->root)) {
        cli_talk_say(t, "bestmove win\n");
        return;
    }
    if (best == 0 || (is_usi(t) && !t->stays && cli_talk_would_resign(t))) {
        say_no_move(t);
        return;
    }
    cli_talk_write_line(line, sizeof line, t, moves, 1);
    if (reply == 0) {
        cli_talk_say(t, "bestmove%s\n", line);
        return;
    }
    const size_t first = strlen(line);
    cli_talk_write_line(line, sizeof line, t, moves, 2);
    cli_talk_say(t, "bestmove%.*s%s%s\n", (int)first, line, line[first] ? " ponder" : "",
                 line + first);
}

/* Of USI only. */
static void hear_mate(cli_talk *t, shoogi_status status, const shg_mate_result *f)
{
    if (status == SHOOGI_NO_MEMORY)
        cli_talk_no_memory(t);
    /* With a bound of memory the line of a mate may have been forgotten. */
    if (status == SHOOGI_OK && f->answer == SHG_MATE_FOUND && f->move_count > 0) {
        const size_t room = ((size_t)f->move_count + 1) * SHOOGI_MOVE_TEXT_BYTES;
        char *const line = malloc(room);
        if (line)
            cli_talk_write_line(line, room, t, f->moves, f->move_count);
        else
            cli_talk_no_memory(t);
        cli_talk_say(t, "checkmate%s\n", line ? line : " timeout");
        free(line);
        return;
    }
    const bool none =
        status == SHOOGI_ILLEGAL || (status == SHOOGI_OK && f->answer == SHG_MATE_NONE);
    cli_talk_say(t, "checkmate %s\n", none ? "nomate" : "timeout");
}

static void hear_leaves(cli_talk *t, shoogi_move move, uint64_t leaves)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    if (move == 0) {
        cli_talk_say(t, "\nNodes searched: %" PRIu64 "\n\n", leaves);
        return;
    }
    t->protocol->write(text, sizeof text, t->root, move);
    cli_talk_say(t, "%s: %" PRIu64 "\n", text, leaves);
}

/* ---- greetings and options ---- */

/* How options are announced: in UCCI without a word before the name. */
static const char *option_word(const cli_talk *t)
{
    return is_ucci(t) ? "option" : "option name";
}

static void write_option(const cli_talk *t, shg_out *out, const cli_option_row *row)
{
    shg_out_format(out, "%s %s", option_word(t), row->name[t->protocol->dialect]);
    switch (row->kind) {
    case CLI_CHECK:
        shg_out_format(out, " type check default %s\n", row->usual ? "true" : "false");
        return;
    case CLI_COMBO:
        shg_out_format(out, " type combo default %s", cli_impasse_words[row->usual]);
        for (int64_t i = row->least; i <= row->most; i++)
            shg_out_format(out, " var %s", cli_impasse_words[i]);
        shg_out_char(out, '\n');
        return;
    case CLI_FOLDER: shg_out_text(out, " type string default <empty>\n"); return;
    case CLI_SPIN: break;
    }
    shg_out_format(out, " type spin default %" PRId64 " min %" PRId64 " max %" PRId64 "\n",
                   row->usual, row->least, row->most);
}

/* The names of all variants, and behind them their other names, as far as they are one word; and that of the game it
 * began with, if it is none of them. */
static void write_variants(cli_talk *t, shg_out *out)
{
    const char *const *names;
    size_t count;
    const shoogi_catalog_entry *entry;
    shg_out_format(out, "%s %s_Variant type combo default %s", option_word(t),
                   is_usi(t) ? "USI" : "UCI", t->variant_name);
    if (shoogi_catalog_names(&names, &count, t->catalog) != SHOOGI_OK)
        count = 0;
    for (size_t i = 0; i < count; i++)
        shg_out_format(out, " var %s", names[i]);
    for (size_t i = 0; i < count; i++) {
        char *aliases;
        if (shg_catalog_aliases(&aliases, t->catalog, names[i]) != SHOOGI_OK)
            continue;
        for (const char *alias = aliases; *alias; alias += strlen(alias) + 1)
            if (!strpbrk(alias, " \t"))
                shg_out_format(out, " var %s", alias);
        free(aliases);
    }
    if (shoogi_catalog_get(&entry, t->catalog, t->first_name, strlen(t->first_name), NULL) !=
        SHOOGI_OK)
        shg_out_format(out, " var %s", t->first_name);
    shg_out_char(out, '\n');
}

static void greet(cli_talk *t, const char *ok)
{
    shg_out text = shg_out_growing();
    shg_out_format(&text, "id name shoogi %s\nid author the shoogi authors\n", SHOOGI_VERSION);
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        if (cli_engine_options[i].name[t->protocol->dialect])
            write_option(t, &text, &cli_engine_options[i]);
    if (is_ucci(t)) /* which has no other word for it */
        shg_out_text(&text, "option newgame type button\n");
    write_variants(t, &text);
    cli_talk_say(t, "%s%s\n", text.bytes ? text.bytes : "", ok);
    free(text.bytes);
}

static void say_variant(cli_talk *t)
{
    const shoogi_variant *const v = t->variant;
    const size_t room = shoogi_fen_write(NULL, 0, t->position) + 1;
    char *const start = malloc(room);
    if (!start)
        return;
    shoogi_fen_write(start, room, t->position);
    cli_talk_say(t,
                 "info string variant %s files %u ranks %u pocket %zu template fairy startpos %s\n",
                 t->variant_name, shoogi_variant_file_count(v), shoogi_variant_rank_count(v),
                 shoogi_hand_order(NULL, 0, v), start);
    free(start);
}

static void begin_game(cli_talk *t)
{
    cli_talk_end_search(t);
    if (t->engine)
        shg_engine_clear(t->engine);
}

/* Programs set them whether they are announced or not; docs/usi.md says why there are none. */
static bool is_without_effect(const char *name, size_t name_bytes)
{
    static const char *const names[] = { "USI_OwnBook", "BookFile", "BookDir",
                                         "BookMoves",   "FV_SCALE", "GenerateAllLegalMoves",
                                         "UCI_Elo" };
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && !cli_talk_is_name(name, name_bytes, names[i]))
        i++;
    return i < sizeof names / sizeof names[0];
}

/* setoption [name] NAME [[value] VALUE]: a name may have blanks if "value" stands behind it. */
static void set_option(cli_talk *t)
{
    char *name = cli_talk_word(t);
    if (cli_is_word(name, "name"))
        name = cli_talk_word(t);
    if (!name) {
        cli_talk_expected(t, NULL, "the name of an option");
        return;
    }
    size_t name_bytes = strlen(name);
    char *word = cli_talk_word(t), *value = word;
    for (char *last = word; last; last = cli_talk_word(t))
        if (cli_is_word(last, "value")) {
            for (char *blank = name + name_bytes; blank < last - 1; blank++)
                if (*blank == '\0')
                    *blank = ' '; /* it was one word more of the name */
            name_bytes = (size_t)(last - name);
            value = cli_talk_rest(t);
            break;
        }
    while (name_bytes > 0 && (name[name_bytes - 1] == ' ' || name[name_bytes - 1] == '\0'))
        name_bytes--;
    name[name_bytes] = '\0';
    if (cli_is_word(value, "<empty>") || cli_is_word(value, ""))
        value = NULL;
    const cli_engine_option option = cli_talk_find_option(name, name_bytes);
    if (option < CLI_ENGINE_OPTIONS) {
        (void)cli_talk_set_option(t, option, value);
    } else if (cli_talk_is_name(name, name_bytes, "newgame")) {
        begin_game(t);
    } else if (cli_talk_is_name(name, name_bytes, "USI_Variant")) {
        if (!value)
            cli_talk_expected(t, NULL, "the name of a variant");
        else if (cli_talk_choose_variant(t, value))
            say_variant(t);
    } else if (!is_without_effect(name, name_bytes)) {
        cli_talk_expected(t, name, "an option of this engine");
    }
}

/* ---- position ---- */

/* Where a word stands as a word of its own; the end of the text if it does not. */
static char *find_word(char *text, const char *word)
{
    const size_t bytes = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += bytes)
        if ((at == text || at[-1] == ' ' || at[-1] == '\t') &&
            (at[bytes] == '\0' || at[bytes] == ' ' || at[bytes] == '\t'))
            return at;
    return text + strlen(text);
}

/* Sets up what stands before "moves"; t->at is then behind that word. */
static bool set_up(cli_talk *t, shoogi_position *p)
{
    shoogi_error error;
    char *const word = cli_talk_word(t);
    if (cli_is_word(word, "startpos")) {
        char *const moves = cli_talk_word(t);
        if (!moves || cli_is_word(moves, "moves"))
            return true;
        cli_talk_expected(t, moves, "moves");
        return false;
    }
    const bool fen = cli_is_word(word, "fen");
    if (!fen && !cli_is_word(word, "sfen")) {
        cli_talk_expected(t, word, "startpos, sfen or fen");
        return false;
    }
    char *const moves = find_word(t->at, "moves");
    const bool has_moves = *moves != '\0';
    *moves = '\0';
    char *const text = cli_talk_rest(t);
    const shoogi_status status = fen ? shoogi_fen_read(p, text, strlen(text), &error)
                                     : shoogi_sfen_read(p, text, strlen(text), &error);
    if (status == SHOOGI_NO_MEMORY)
        cli_talk_no_memory(t);
    else if (status != SHOOGI_OK)
        cli_talk_fault(t, text, &error);
    t->at = has_moves ? moves + strlen("moves") : moves;
    return status == SHOOGI_OK;
}

/* position startpos|sfen SFEN|fen FEN [moves MOVE...].  Of moves, those before the first that is bad are made. */
static void set_position(cli_talk *t)
{
    shoogi_position *p;
    cli_talk_end_search(t);
    if (shoogi_position_new(&p, t->variant) != SHOOGI_OK) {
        cli_talk_no_memory(t);
        return;
    }
    if (!set_up(t, p)) {
        shoogi_position_free(p);
        return;
    }
    for (char *word; (word = cli_talk_word(t)) != NULL;) {
        shoogi_move move;
        if (!cli_talk_move(&move, t, p, word))
            break;
        if (shoogi_position_do(p, move) != SHOOGI_OK) {
            cli_talk_no_memory(t);
            break;
        }
    }
    shoogi_position_free(t->position);
    t->position = p;
    cli_talk_forget_moves(t);
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
    GO_TIMES, /* those before it are times */
    GO_MOVES_TO_GO = GO_TIMES,
    GO_DEPTH,
    GO_NODES,
    GO_PERFT,
    GO_VALUES
} go_value;

static const struct go_word {
    const char *word, *other; /* other: in UCCI; NULL if it is the same there, or none */
    const char *what;
    int64_t most;
} go_words[GO_VALUES] = {
#define TIME_MOST (INT64_C(1000) * 3600 * 24 * 365)
    [GO_BTIME] = { "btime", "opptime", "a time behind btime", TIME_MOST },
    [GO_WTIME] = { "wtime", "time", "a time behind wtime", TIME_MOST },
    [GO_BINC] = { "binc", "oppincrement", "a time behind binc", TIME_MOST },
    [GO_WINC] = { "winc", "increment", "a time behind winc", TIME_MOST },
    [GO_BYOYOMI] = { "byoyomi", NULL, "a time behind byoyomi", TIME_MOST },
    [GO_MOVE_TIME] = { "movetime", NULL, "a time behind movetime", TIME_MOST },
    [GO_RANDOM_TIME] = { "rtime", NULL, "a time behind rtime", TIME_MOST },
    [GO_MOVES_TO_GO] = { "movestogo", NULL, "a number of moves behind movestogo", 1000 },
    [GO_DEPTH] = { "depth", NULL, "a number of plies behind depth", SHG_PLIES_MAX },
    [GO_NODES] = { "nodes", NULL, "a number of nodes behind nodes", INT64_MAX },
    [GO_PERFT] = { "perft", NULL, "a number of plies behind perft", SHG_PLIES_MAX },
};

enum { GO_MOVES_MAX = 1024 };

typedef struct go_line {
    int64_t value[GO_VALUES]; /* -1: not given; times in milliseconds */
    bool infinite, ponder, mates;
    int64_t mate; /* milliseconds, or moves in UCI; -1: without end */
    shoogi_move moves[GO_MOVES_MAX];
    size_t move_count;
} go_line;

static go_value find_go_word(const cli_talk *t, const char *word)
{
    unsigned i = 0;
    while (i < GO_VALUES && !cli_is_word(word, go_words[i].word) &&
           !(is_ucci(t) && go_words[i].other && cli_is_word(word, go_words[i].other)))
        i++;
    return (go_value)i;
}

/* moves: [GO_MOVES_MAX]. */
static void read_move(cli_talk *t, shoogi_move *moves, size_t *count, const char *word)
{
    if (*count == GO_MOVES_MAX)
        cli_talk_expected(t, word, "at most %d moves", GO_MOVES_MAX);
    else if (cli_talk_move(&moves[*count], t, t->position, word))
        ++*count;
}

/* Only UCCI has two. */
static int64_t time_unit_ms(const cli_talk *t)
{
    return is_ucci(t) && t->option[CLI_OPTION_MILLISECONDS] == 0 ? 1000 : 1;
}

/* What makes no sense is left out; the rest counts. */
static void read_go(cli_talk *t, go_line *go)
{
    bool in_moves = false; /* no word of go is a move, so others may stand behind moves, too */
    for (unsigned i = 0; i < GO_VALUES; i++)
        go->value[i] = -1;
    go->infinite = go->ponder = go->mates = false;
    go->mate = -1;
    go->move_count = 0;
    for (char *word; (word = cli_talk_word(t)) != NULL;) {
        const go_value value = find_go_word(t, word);
        int64_t number;
        if (value < GO_VALUES) {
            if (cli_talk_number(&number, t, go_words[value].what, 0, go_words[value].most))
                go->value[value] = value < GO_TIMES ? number * time_unit_ms(t) : number;
        } else if (cli_is_word(word, "infinite")) {
            *(go->mates ? &go->mates : &go->infinite) = true;
        } else if (cli_is_word(word, "ponder")) {
            go->ponder = true;
        } else if (cli_is_word(word, "mate")) {
            go->mates = true;
            t->at += strspn(t->at, " \t");
            if (shg_is_digit(*t->at))
                (void)cli_talk_number(&go->mate, t, "a number behind mate", 0, TIME_MOST);
        } else if (cli_is_word(word, "searchmoves")) {
            in_moves = true;
        } else if (in_moves) {
            read_move(t, go->moves, &go->move_count, word);
        } else {
            cli_talk_expected(t, word, "a word of go");
        }
    }
}

/* In UCI wtime is the clock of who moves first, and in UCCI time is always one's own. */
static shg_clock read_clock(const cli_talk *t, const go_line *go, bool *given)
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
        /* In USI the increment comes before the move, and the clock does not show it yet. */
        .left_ms = (left > 0 ? left : 0) + (is_usi(t) ? increment : 0),
        .increment_ms = increment,
        .byoyomi_ms = byoyomi > 0 ? byoyomi : 0,
        .moves_to_go = go->value[GO_MOVES_TO_GO] > 0 ? (unsigned)go->value[GO_MOVES_TO_GO] : 0,
        .move_ms = move > 0 ? move : 0,
    };
    if (go->value[GO_RANDOM_TIME] > 0) { /* from half of it to one and a half times */
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        clock.move_ms = go->value[GO_RANDOM_TIME] * (50 + now.tv_nsec / 1000 % 101) / 100 + 1;
    }
    /* A clock that shows nothing at all: at once, or nearly so. */
    if (*given && clock.left_ms + clock.increment_ms + clock.byoyomi_ms + clock.move_ms == 0)
        clock.move_ms = t->option[CLI_OPTION_DELAY] + 20;
    return clock;
}

/* 0: none is given; no search is less than the least one. */
static int64_t bound_of(int64_t value)
{
    return value == 0 ? 1 : value > 0 ? value : 0;
}

/* With Stochastic_Ponder, what is pondered over: the position before the expected move, so that whatever is played has been
 * thought of.  Owned (shoogi_position_free); NULL: the position that was sent. */
static shoogi_position *before_expected(const cli_talk *t, const go_line *line)
{
    shoogi_position *p;
    if (!line->ponder || t->option[CLI_OPTION_STOCHASTIC] == 0 || line->move_count > 0 ||
        t->banned_count > 0 || shoogi_position_moves_played(t->position) == 0 ||
        shoogi_position_copy(&p, t->position) != SHOOGI_OK)
        return NULL;
    shoogi_position_undo(p);
    return p;
}

static void think(cli_talk *t, const go_line *line)
{
    bool timed;
    shg_go go = {
        .clock = read_clock(t, line, &timed),
        .depth_plies = (unsigned)bound_of(line->value[GO_DEPTH]),
        .nodes = (uint64_t)bound_of(line->value[GO_NODES]),
        .pv_count = (unsigned)t->option[CLI_OPTION_LINES],
        .moves = line->moves,
        .move_count = line->move_count,
        .pondering = line->ponder,
        .infinite = line->infinite,
    };
    if (line->mates && line->mate >= 0) { /* in so many moves of one's own */
        const int64_t moves = bound_of(line->mate);
        go.depth_plies = moves < SHG_PLIES_MAX / 2 ? 2 * (unsigned)moves : SHG_PLIES_MAX;
    }
    if (!timed && go.depth_plies == 0 && go.nodes == 0 && !line->ponder)
        go.infinite = true;
    if (!go.infinite && !go.pondering && cli_talk_can_declare(t, t->position))
        go.depth_plies = 1; /* no need to think */
    shoogi_position *const before = before_expected(t, line);
    t->ponders_before = before != NULL;
    if (!cli_talk_go(t, before ? before : t->position, &go))
        say_any_move(t);
    shoogi_position_free(before);
}

static go_line asked; /* what the last go did */

static void start(cli_talk *t)
{
    cli_talk_end_search(t);
    read_go(t, &asked);
    if (asked.value[GO_PERFT] >= 0) {
        const unsigned depth = (unsigned)asked.value[GO_PERFT];
        (void)cli_talk_go_count(t, t->position,
                                depth < t->perft_plies_max ? depth : t->perft_plies_max);
    } else if (asked.mates && is_usi(t)) {
        if (!cli_talk_go_mate(t, t->position, bound_of(asked.mate)))
            cli_talk_say(t, "checkmate timeout\n");
    } else {
        think(t, &asked);
    }
}

static void hear_ponderhit(cli_talk *t)
{
    static go_line line;
    bool timed;
    read_go(t, &line);
    const shg_clock clock = read_clock(t, &line, &timed);
    if (!t->searching || !t->ponders_before) {
        cli_talk_ponderhit(t, timed ? &clock : NULL);
        return;
    }
    cli_talk_drop_search(t);
    for (unsigned i = 0; timed && i < GO_TIMES; i++)
        asked.value[i] = line.value[i];
    asked.ponder = false;
    think(t, &asked);
}

static void ban_moves(cli_talk *t)
{
    if (!t->banned)
        t->banned = malloc(GO_MOVES_MAX * sizeof *t->banned);
    t->banned_count = 0;
    if (!t->banned) {
        cli_talk_no_memory(t);
        return;
    }
    for (char *word; (word = cli_talk_word(t)) != NULL;)
        read_move(t, t->banned, &t->banned_count, word);
}

static void show_board(cli_talk *t)
{
    static const shoogi_board_options look;
    const size_t board_room = shoogi_board_write(NULL, 0, t->position, &look) + 1;
    const size_t room = board_room + shoogi_sfen_write(NULL, 0, t->position) + 1;
    char *const text = malloc(room);
    if (!text)
        return;
    shoogi_board_write(text, room, t->position, &look);
    shoogi_sfen_write(text + board_room, room - board_room, t->position);
    cli_talk_say(t, "%s\nsfen %s\n", text, text + board_room);
    free(text);
}

/* ---- the words that begin a line ---- */

/* The answer to what is being searched is given in the words it was asked in. */
static void speak(cli_talk *t, const cli_protocol *protocol)
{
    cli_talk_end_search(t);
    t->protocol = protocol;
}

static void obey_usi(cli_talk *t)
{
    speak(t, &cli_usi_protocol);
    greet(t, "usiok");
}

static void obey_uci(cli_talk *t)
{
    speak(t, &cli_uci_protocol);
    greet(t, "uciok");
}

static void obey_ucci(cli_talk *t)
{
    speak(t, &cli_ucci_protocol);
    greet(t, "ucciok");
}

static bool confine(cli_talk *t)
{
    if (!t->confine()) {
        complain(t, "this system cannot confine a process");
        return false;
    }
    t->confine = NULL;
    return true;
}

/* Without memory for an engine, too: a program that waits for the answer would wait for ever.  But who is to be confined
 * could not read weights later, and is of no use unless it can be: who waits for it is to know at once. */
static void be_ready(cli_talk *t)
{
    const bool able = cli_talk_be_ready(t);
    if (t->confine && !(able && confine(t)))
        t->ended = true;
    else
        cli_talk_say(t, "readyok\n");
}

static void obey_setoption(cli_talk *t)
{
    cli_talk_end_search(t);
    set_option(t);
}

static void obey_xboard(cli_talk *t)
{
    cli_talk_drop_search(t);
    t->protocol = &cli_xboard_protocol;
}

static const cli_talk_command commands[] = {
    { "usi", obey_usi },
    { "uci", obey_uci },
    { "ucicyclone", obey_uci },
    { "ucci", obey_ucci },
    { "xboard", obey_xboard },
    { "isready", be_ready },
    { "setoption", obey_setoption },
    { "usinewgame", begin_game },
    { "ucinewgame", begin_game },
    { "position", set_position },
    { "banmoves", ban_moves },
    { "go", start },
    { "stop", cli_talk_end_search },
    { "ponderhit", hear_ponderhit },
    { "gameover", cli_talk_end_search },
    { "d", show_board },
    { "debug", NULL },
    { "register", NULL },
};

static void refuse(cli_talk *t, char *word)
{
    cli_talk_expected(t, word, "a command");
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

#define COMMANDS commands, sizeof commands / sizeof commands[0], refuse
const cli_protocol cli_usi_protocol = {
    COMMANDS,    on_info,  on_current_line,  on_refutation,   on_best, hear_mate,
    hear_leaves, complain, shoogi_usi_write, shoogi_usi_read, true,    CLI_USI,
};
const cli_protocol cli_uci_protocol = {
    COMMANDS,    on_info,  on_current_line, on_refutation, on_best, hear_mate,
    hear_leaves, complain, write_uci,       read_uci,      false,   CLI_UCI,
};
const cli_protocol cli_ucci_protocol = {
    COMMANDS,    on_info,  on_current_line, on_refutation, on_best, hear_mate,
    hear_leaves, complain, write_uci,       read_uci,      false,   CLI_UCCI,
};
