/* xboard.c: the XBoard protocol (CECP), version 2, in which the side that moves first is White.
 *
 * The engine receives the moves one by one, plays one side, and makes its moves on its own.
 * Source: docs/usi.md, "XBoard". */
#include "base/text.h"
#include "notation/moves/coordinates.h"
#include "protocol/engine_session.h"
#include "protocol/xboard_setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 100000 }; /* plus the moves to the mate */

static void report_error(cli_session *t, const char *message)
{
    cli_session_print(t, "Error (%s): %s\n", message, t->line_start);
}

static bool engine_is_to_move(const cli_session *t)
{
    return t->xboard.playing && shoogi_position_side(t->position) == t->xboard.side;
}

/* ---- ends of games ---- */

/* Prints the result if the game is over on the board. */
static bool print_result(cli_session *t)
{
    static const char *const results[] = {
        [SHOOGI_OUTCOME_BLACK] = "1-0",
        [SHOOGI_OUTCOME_WHITE] = "0-1",
        [SHOOGI_OUTCOME_DRAW] = "1/2-1/2",
        [SHOOGI_OUTCOME_NO_CONTEST] = "1/2-1/2",
    };
    const shoogi_result result = shoogi_position_result(t->position);
    if (result.outcome == SHOOGI_OUTCOME_NONE)
        return false;
    cli_session_print(t, "%s {%s%s}\n", results[result.outcome],
                      result.outcome == SHOOGI_OUTCOME_NO_CONTEST ? "No contest by " : "",
                      shoogi_reason_text(result.reason));
    return true;
}

/* ---- thinking ---- */

static shg_clock read_clock(const cli_session *t)
{
    const cli_xboard_game *const x = &t->xboard;
    shg_clock clock = { .move_ms = x->move_ms };
    if (x->move_ms > 0)
        return clock;
    clock.left_ms = x->own_ms > 0 ? x->own_ms : 1;
    clock.increment_ms = x->increment_ms;
    if (x->moves_per_session > 0) {
        const unsigned made = (shoogi_position_ply(t->position) - 1) / 2;
        clock.moves_to_go = x->moves_per_session - made % x->moves_per_session;
    }
    return clock;
}

static void think(cli_session *t)
{
    shg_go go = { .depth_plies = t->xboard.depth_plies,
                  .clock = read_clock(t),
                  .pv_count = (unsigned)t->option[CLI_OPTION_MULTI_PV] };
    if (cli_session_can_declare(t, t->position)) {
        cli_session_print(t, "%s {%s}\n", t->xboard.side == SHOOGI_BLACK ? "1-0" : "0-1",
                          shoogi_reason_text(SHOOGI_REASON_IMPASSE));
        t->xboard.playing = false;
        return;
    }
    if (!cli_session_go(t, t->position, &go))
        t->protocol->on_best(t, cli_session_any_move(t),
                             0); /* out of memory: the game goes on with any move */
}

/* Ponders on the expected reply. */
static void ponder(cli_session *t, shoogi_move expected)
{
    shoogi_position *root;
    if (t->option[CLI_OPTION_PONDER] == 0 || expected == 0 ||
        shoogi_position_why_illegal(t->position, expected, NULL, 0) != SHOOGI_ILLEGAL_NONE ||
        shoogi_position_copy(&root, t->position) != SHOOGI_OK)
        return;
    if (shoogi_position_do(root, expected) == SHOOGI_OK &&
        shoogi_position_result(root).outcome == SHOOGI_OUTCOME_NONE) {
        shg_go go = { .depth_plies = t->xboard.depth_plies,
                      .clock = read_clock(t),
                      .pv_count = (unsigned)t->option[CLI_OPTION_MULTI_PV],
                      .pondering = true };
        if (cli_session_go(t, root, &go))
            t->xboard.expected = expected;
    }
    shoogi_position_free(root);
}

static void analyse(cli_session *t)
{
    shg_go go = { .pv_count = (unsigned)t->option[CLI_OPTION_MULTI_PV], .infinite = true };
    if (shoogi_position_result(t->position).outcome == SHOOGI_OUTCOME_NONE)
        (void)cli_session_go(t, t->position, &go);
}

/* Starts what the engine has to do in the current position. */
static void continue_play(cli_session *t)
{
    if (t->xboard.analysing)
        analyse(t);
    else if (engine_is_to_move(t) && !print_result(t))
        think(t);
}

static void send_pongs(cli_session *t)
{
    for (unsigned i = 0; i < t->xboard.pending_pongs; i++)
        cli_session_print(t, "pong %" PRId64 "\n", t->xboard.pending_pong[i]);
    t->xboard.pending_pongs = 0;
}

/* Aborts the search.  Called for valid commands only: an invalid one must not cost the engine its move. */
static void interrupt(cli_session *t)
{
    cli_session_abort_search(t);
    t->xboard.expected = 0;
    send_pongs(t);
}

static void on_info(cli_session *t, const shg_search_info *info, int64_t elapsed_ms)
{
    char line[4096] = "";
    int score = info->score;
    if (score >= SHG_SCORE_WON)
        score = MATE + (SHG_SCORE_MATE - score + 1) / 2;
    else if (score <= -SHG_SCORE_WON)
        score = -MATE - (SHG_SCORE_MATE + score + 1) / 2;
    atomic_store(&t->depth_plies, info->depth_plies);
    if (!atomic_load(&t->xboard.post))
        return;
    cli_session_write_pv(line, sizeof line, t, info->pv, info->pv_length);
    cli_session_print(t, "%u %d %" PRId64 " %" PRIu64 " %u %" PRIu64 "\t%s\n", info->depth_plies,
                      score, elapsed_ms / 10, info->nodes, info->selective_plies,
                      info->nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1), line);
}

/* One line for each leg of the move. */
static void print_move(cli_session *t, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    t->protocol->write(text, sizeof text, t->position, move);
    const char *leg = text;
    for (const char *comma; (comma = strchr(leg, ',')) != NULL; leg = comma + 1)
        cli_session_print(t, "move %.*s\n", (int)(comma + 1 - leg), leg);
    cli_session_print(t, "move %s\n", leg);
}

static void on_best(cli_session *t, shoogi_move best, shoogi_move reply)
{
    t->xboard.expected = 0;
    if (t->xboard.analysing || !engine_is_to_move(t))
        return;
    if (best == 0 || cli_session_would_resign(t)) {
        cli_session_print(t, "resign\n");
    } else {
        print_move(t, best);
        if (shoogi_position_do(t->position, best) != SHOOGI_OK) {
            cli_session_report_no_memory(t);
        } else {
            cli_session_clear_moves(t);
            t->hint = reply;
            if (!print_result(t))
                ponder(t, reply);
        }
    }
    send_pongs(t);
}

/* ---- moves ---- */

static void make_move(cli_session *t, shoogi_move move)
{
    const bool hit = t->searching && move == t->xboard.expected;
    if (!hit)
        interrupt(t);
    if (shoogi_position_do(t->position, move) != SHOOGI_OK) {
        cli_session_report_no_memory(t);
        return;
    }
    cli_session_clear_moves(t);
    if (hit && !cli_session_can_declare(t, t->position)) {
        t->xboard.expected = 0;
        const shg_clock clock = read_clock(t);
        cli_session_ponderhit(t, &clock);
        return;
    }
    interrupt(t);
    if (!print_result(t))
        continue_play(t);
}

/* Returns false, without output, if the word is not a move. */
static bool read_move(cli_session *t, const char *word)
{
    shoogi_move move;
    shoogi_error error;
    const shoogi_status status = t->protocol->read(&move, t->position, word, strlen(word), &error);
    const bool is_move = status == SHOOGI_ILLEGAL || status == SHOOGI_OK;
    if (is_move && t->searching && engine_is_to_move(t))
        cli_session_print(t, "Illegal move (it is not your turn): %s\n", word);
    else if (status == SHOOGI_ILLEGAL)
        cli_session_print(t, "Illegal move (%s): %s\n", error.message, word);
    else if (status == SHOOGI_OK)
        make_move(t, move);
    return is_move;
}

static void handle_usermove(cli_session *t)
{
    char *const word = cli_session_next_word(t);
    if (!word || !read_move(t, word))
        cli_session_report_expected(t, word, "a move such as c3c4 or P@e5");
}

static void undo(cli_session *t, unsigned count)
{
    if (shoogi_position_moves_played(t->position) < count) {
        t->protocol->report_error(t, "command not legal now");
        return;
    }
    interrupt(t);
    while (count-- > 0)
        shoogi_position_undo(t->position);
    cli_session_clear_moves(t);
    continue_play(t);
}

static void handle_undo(cli_session *t)
{
    undo(t, 1);
}

static void handle_remove(cli_session *t)
{
    undo(t, 2);
}

/* ---- games ---- */

static void begin_game(cli_session *t)
{
    shoogi_position *start;
    t->xboard.analysing = false;
    if (shoogi_position_new(&start, t->variant) != SHOOGI_OK) {
        cli_session_report_no_memory(t);
        return;
    }
    shoogi_position_free(t->position);
    t->position = start;
    cli_session_clear_moves(t);
    if (t->engine)
        shg_engine_clear(t->engine);
}

static void handle_new(cli_session *t)
{
    interrupt(t);
    begin_game(t);
    t->xboard.playing = true;
    t->xboard.side = SHOOGI_WHITE;
    t->xboard.depth_plies = 0;
    t->xboard.own_ms = t->xboard.base_ms;
}

static void handle_variant(cli_session *t)
{
    char *const name = cli_session_rest_of_line(t);
    if (*name == '\0') {
        cli_session_report_expected(t, NULL, "the name of a variant");
        return;
    }
    if (!cli_session_set_variant(t, name))
        return;
    interrupt(t);
    shg_out text = shg_out_growing();
    cli_xboard_write_setup(&text, name, t->position);
    if (text.bytes)
        cli_session_print(t, "%s", text.bytes);
    free(text.bytes);
}

static void handle_setboard(cli_session *t)
{
    shoogi_position *p;
    shoogi_error error;
    char *const fen = cli_session_rest_of_line(t);
    shoogi_status status = shoogi_position_new(&p, t->variant);
    if (status != SHOOGI_OK) {
        cli_session_report_no_memory(t);
        return;
    }
    status = shoogi_fen_read(p, fen, strlen(fen), &error);
    if (status != SHOOGI_OK) {
        cli_session_print(t, "tellusererror Illegal position: %s\n",
                          status == SHOOGI_NO_MEMORY ? "out of memory" : error.message);
        shoogi_position_free(p);
        return;
    }
    interrupt(t);
    shoogi_position_free(t->position);
    t->position = p;
    cli_session_clear_moves(t);
    continue_play(t);
}

static void handle_force(cli_session *t)
{
    interrupt(t);
    t->xboard.playing = false;
}

static void handle_go(cli_session *t)
{
    interrupt(t);
    t->xboard.analysing = false;
    t->xboard.playing = true;
    t->xboard.side = shoogi_position_side(t->position);
    continue_play(t);
}

static void handle_playother(cli_session *t)
{
    interrupt(t);
    t->xboard.analysing = false;
    t->xboard.playing = true;
    t->xboard.side = shoogi_colour_other(shoogi_position_side(t->position));
    ponder(t, t->hint);
}

/* ---- clocks ---- */

/* MINUTES or MINUTES:SECONDS. */
static bool read_base(int64_t *ms, cli_session *t)
{
    char *const word = cli_session_next_word(t);
    char *end = word;
    const long minutes = word && shg_is_digit(*word) ? strtol(word, &end, 10) : -1;
    long seconds = 0;
    if (minutes >= 0 && *end == ':' && shg_is_digit(end[1]))
        seconds = strtol(end + 1, &end, 10);
    if (minutes < 0 || minutes > 1000000 || seconds > 1000000 || *end != '\0') {
        cli_session_report_expected(t, word, "minutes, or minutes:seconds");
        return false;
    }
    *ms = ((int64_t)minutes * 60 + seconds) * 1000;
    return true;
}

/* Seconds, perhaps with a fraction. */
static bool read_seconds(int64_t *ms, cli_session *t)
{
    char *const word = cli_session_next_word(t);
    char *end = word;
    const double seconds = word && shg_is_digit(*word) ? strtod(word, &end) : -1;
    if (!(seconds >= 0 && seconds < 1e7) || *end != '\0') {
        cli_session_report_expected(t, word, "seconds");
        return false;
    }
    *ms = (int64_t)(seconds * 1000);
    return true;
}

static void handle_level(cli_session *t)
{
    int64_t moves, base_ms, increment_ms;
    if (!cli_session_read_number(&moves, t, "a number of moves", 0, 100000) ||
        !read_base(&base_ms, t) || !read_seconds(&increment_ms, t))
        return;
    t->xboard.moves_per_session = (unsigned)moves;
    t->xboard.increment_ms = increment_ms;
    t->xboard.own_ms = t->xboard.base_ms = base_ms;
    t->xboard.move_ms = 0;
}

static void handle_st(cli_session *t)
{
    int64_t ms;
    if (read_seconds(&ms, t))
        t->xboard.move_ms = ms > 0 ? ms : 1;
}

static void handle_sd(cli_session *t)
{
    int64_t plies;
    if (cli_session_read_number(&plies, t, "a number of plies", 0, SHG_PLIES_MAX))
        t->xboard.depth_plies = (unsigned)plies;
}

static void handle_time(cli_session *t)
{
    int64_t cs;
    if (cli_session_read_number(&cs, t, "hundredths of seconds", 0, INT64_C(100) * 3600 * 24 * 365))
        t->xboard.own_ms = cs * 10;
}

/* ---- other commands ---- */

static void handle_post(cli_session *t)
{
    atomic_store(&t->xboard.post, true);
}

static void handle_nopost(cli_session *t)
{
    atomic_store(&t->xboard.post, false);
}

static void handle_hard(cli_session *t)
{
    t->option[CLI_OPTION_PONDER] = 1;
}

static void handle_easy(cli_session *t)
{
    t->option[CLI_OPTION_PONDER] = 0;
    if (t->xboard.expected != 0)
        interrupt(t);
}

static void handle_analyze(cli_session *t)
{
    interrupt(t);
    t->xboard.playing = false;
    t->xboard.analysing = true;
    continue_play(t);
}

static void handle_exit(cli_session *t)
{
    interrupt(t);
    t->xboard.analysing = false;
}

static void handle_dot(cli_session *t)
{
    if (t->searching)
        cli_session_print(t, "stat01: %" PRId64 " %" PRIu64 " %u 0 0\n",
                          cli_session_elapsed_ms(t) / 10, shg_engine_nodes(t->engine),
                          atomic_load(&t->depth_plies));
}

static void handle_move_now(cli_session *t)
{
    if (t->searching && engine_is_to_move(t))
        cli_session_finish_search(t);
}

static void handle_hint(cli_session *t)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    if (t->hint == 0)
        return;
    t->protocol->write(text, sizeof text, t->position, t->hint);
    cli_session_print(t, "Hint: %s\n", text);
}

static void handle_bk(cli_session *t)
{
    cli_session_print(t, " There is no book.\n\n");
}

static void handle_ping(cli_session *t)
{
    cli_xboard_game *const x = &t->xboard;
    const unsigned room = sizeof x->pending_pong / sizeof x->pending_pong[0];
    int64_t number;
    if (!cli_session_read_number(&number, t, "a number", INT64_MIN, INT64_MAX))
        return;
    /* As with isready in USI, slow preparations happen here and not on the clock of the first move. */
    (void)cli_session_prepare_engine(t);
    /* The pong comes after the move that is being searched. */
    if (t->searching && engine_is_to_move(t) && x->pending_pongs < room)
        x->pending_pong[x->pending_pongs++] = number;
    else
        cli_session_print(t, "pong %" PRId64 "\n", number);
}

static void set(cli_session *t, cli_engine_option option, const char *value)
{
    if (!cli_session_set_option(t, option, value))
        return;
    interrupt(t);
    continue_play(t);
}

static void handle_memory(cli_session *t)
{
    set(t, CLI_OPTION_HASH, cli_session_next_word(t));
}

static void handle_cores(cli_session *t)
{
    set(t, CLI_OPTION_THREADS, cli_session_next_word(t));
}

/* option NAME=VALUE */
static void handle_option(cli_session *t)
{
    char *const name = cli_session_rest_of_line(t);
    char *const equals = strchr(name, '=');
    if (equals)
        *equals = '\0';
    const cli_engine_option option = cli_session_find_option(name, strlen(name));
    if (option < CLI_ENGINE_OPTIONS)
        set(t, option, equals ? equals + 1 : NULL);
    else
        cli_session_report_expected(t, *name ? name : NULL, "an option of this engine");
}

/* exclude MOVE|all, include MOVE|all */
static void change_banned(cli_session *t, bool ban)
{
    char *const word = cli_session_next_word(t);
    const size_t count = shoogi_position_moves(t->position, NULL, 0);
    shoogi_move move;
    if (!cli_is_word(word, "all") && !cli_session_read_move(&move, t, t->position, word))
        return;
    interrupt(t);
    /* One more than there are: a move may be named by a path that the list does not have. */
    shoogi_move *const room = realloc(t->banned, (t->banned_count + count + 1) * sizeof *room);
    if (!room) {
        cli_session_report_no_memory(t);
        return;
    }
    t->banned = room;
    if (cli_is_word(word, "all")) {
        t->banned_count = ban ? shoogi_position_moves(t->position, room, count) : 0;
    } else {
        size_t kept = 0;
        for (size_t i = 0; i < t->banned_count; i++)
            if (room[i] != move)
                room[kept++] = room[i];
        if (ban)
            room[kept++] = move;
        t->banned_count = kept;
    }
    continue_play(t);
}

static void handle_exclude(cli_session *t)
{
    change_banned(t, true);
}

static void handle_include(cli_session *t)
{
    change_banned(t, false);
}

static void handle_protover(cli_session *t)
{
    shg_out text = shg_out_growing();
    cli_session_print(
        t, "feature done=0\n"); /* at once: the rest takes a while, as all variants are read */
    shg_out_format(&text,
                   "feature myname=\"shoogi %s\" ping=1 setboard=1 playother=1 usermove=1 san=0\n"
                   "feature time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0\n"
                   "feature ics=0 pause=0 nps=0 debug=0 memory=1 smp=1 exclude=1\n",
                   SHOOGI_VERSION);
    cli_xboard_write_variants(&text, t->catalog);
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        if (cli_engine_options[i].name[CLI_XBOARD])
            cli_xboard_write_option(&text, &cli_engine_options[i]);
    cli_session_print(t, "%sfeature done=1\n", text.bytes ? text.bytes : "");
    free(text.bytes);
}

static const cli_session_command commands[] = {
    { "xboard", NULL },
    { "protover", handle_protover },
    { "accepted", NULL },
    { "rejected", NULL },
    { "new", handle_new },
    { "variant", handle_variant },
    { "setboard", handle_setboard },
    { "force", handle_force },
    { "go", handle_go },
    { "playother", handle_playother },
    { "usermove", handle_usermove },
    { "?", handle_move_now },
    { "undo", handle_undo },
    { "remove", handle_remove },
    { "level", handle_level },
    { "st", handle_st },
    { "sd", handle_sd },
    { "time", handle_time },
    { "otim", NULL },
    { "post", handle_post },
    { "nopost", handle_nopost },
    { "hard", handle_hard },
    { "easy", handle_easy },
    { "analyze", handle_analyze },
    { "exit", handle_exit },
    { ".", handle_dot },
    { "ping", handle_ping },
    { "result", handle_force },
    { "memory", handle_memory },
    { "cores", handle_cores },
    { "option", handle_option },
    { "exclude", handle_exclude },
    { "include", handle_include },
    { "hint", handle_hint },
    { "bk", handle_bk },
    { "draw", NULL },
    { "random", NULL },
    { "computer", NULL },
    { "name", NULL },
    { "rating", NULL },
    { "ics", NULL },
};

static void handle_other(cli_session *t, char *word)
{
    if (!read_move(t, word))
        t->protocol->report_error(t, "unknown command");
}

static size_t write_move(char *out, size_t out_bytes, const shoogi_position *position,
                         shoogi_move move)
{
    return shg_coordinates_write(out, out_bytes, position, move, SHG_COORDINATES_XBOARD);
}

static shoogi_status read_text(shoogi_move *out, const shoogi_position *position, const char *text,
                               size_t text_bytes, shoogi_error *err)
{
    return shg_coordinates_read(out, position, text, text_bytes, SHG_COORDINATES_XBOARD, err);
}

const cli_protocol cli_xboard_protocol = {
    commands,     sizeof commands / sizeof commands[0],
    handle_other, on_info,
    NULL,         NULL,
    on_best,      NULL,
    NULL,         report_error,
    write_move,   read_text,
    true,         CLI_XBOARD,
};
