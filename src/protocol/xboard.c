/* xboard.c: what is said in the protocol of XBoard, version 2, where who moves first is called White.
 *
 * The engine is told the moves of the game one by one, plays one side, and makes its moves by itself.
 * Source: docs/usi.md, "XBoard". */
#include "base/text.h"
#include "protocol/engine_talk.h"
#include "protocol/xboard_setup.h"
#include "notation/moves/coordinates.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 100000 }; /* and behind it the moves until then */

static void complain(cli_talk *t, const char *message)
{
    cli_talk_say(t, "Error (%s): %s\n", message, t->line_start);
}

static bool engine_is_to_move(const cli_talk *t)
{
    return t->xboard.plays && shoogi_position_side(t->position) == t->xboard.side;
}

/* ---- ends of games ---- */

/* Tells the result, if the board shows one. */
static bool tell_result(cli_talk *t)
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
    cli_talk_say(t, "%s {%s%s}\n", results[result.outcome],
                 result.outcome == SHOOGI_OUTCOME_NO_CONTEST ? "No contest by " : "",
                 shoogi_reason_text(result.reason));
    return true;
}

/* ---- thinking ---- */

static shg_clock read_clock(const cli_talk *t)
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

static void think(cli_talk *t)
{
    shg_go go = { .depth_plies = t->xboard.depth_plies,
                  .clock = read_clock(t),
                  .pv_count = (unsigned)t->option[CLI_OPTION_LINES] };
    if (cli_talk_can_declare(t, t->position)) {
        cli_talk_say(t, "%s {%s}\n", t->xboard.side == SHOOGI_BLACK ? "1-0" : "0-1",
                     shoogi_reason_text(SHOOGI_REASON_IMPASSE));
        t->xboard.plays = false;
        return;
    }
    if (!cli_talk_go(t, t->position, &go))
        t->protocol->on_best(t, cli_talk_any_move(t),
                             0); /* a game is not given up for want of memory */
}

/* Over the reply that is expected. */
static void ponder(cli_talk *t, shoogi_move expected)
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
                      .pv_count = (unsigned)t->option[CLI_OPTION_LINES],
                      .pondering = true };
        if (cli_talk_go(t, root, &go))
            t->xboard.expected = expected;
    }
    shoogi_position_free(root);
}

static void analyse(cli_talk *t)
{
    shg_go go = { .pv_count = (unsigned)t->option[CLI_OPTION_LINES], .infinite = true };
    if (shoogi_position_result(t->position).outcome == SHOOGI_OUTCOME_NONE)
        (void)cli_talk_go(t, t->position, &go);
}

/* What the engine does in the position as it is now. */
static void go_on(cli_talk *t)
{
    if (t->xboard.analyses)
        analyse(t);
    else if (engine_is_to_move(t) && !tell_result(t))
        think(t);
}

static void pay_pongs(cli_talk *t)
{
    for (unsigned i = 0; i < t->xboard.owed; i++)
        cli_talk_say(t, "pong %" PRId64 "\n", t->xboard.owed_number[i]);
    t->xboard.owed = 0;
}

/* Only for a command that is obeyed: what makes no sense must not cost the move that is being thought about. */
static void interrupt(cli_talk *t)
{
    cli_talk_drop_search(t);
    t->xboard.expected = 0;
    pay_pongs(t);
}

static void on_info(cli_talk *t, const shg_search_info *info, int64_t elapsed_ms)
{
    char line[4096] = "";
    int score = info->score;
    if (score >= SHG_SCORE_WON)
        score = MATE + (SHG_SCORE_MATE - score + 1) / 2;
    else if (score <= -SHG_SCORE_WON)
        score = -MATE - (SHG_SCORE_MATE + score + 1) / 2;
    atomic_store(&t->depth_plies, info->depth_plies);
    if (!atomic_load(&t->xboard.posts))
        return;
    cli_talk_write_line(line, sizeof line, t, info->pv, info->pv_length);
    cli_talk_say(t, "%u %d %" PRId64 " %" PRIu64 " %u %" PRIu64 "\t%s\n", info->depth_plies, score,
                 elapsed_ms / 10, info->nodes, info->selective_plies,
                 info->nodes * 1000 / (uint64_t)(elapsed_ms > 0 ? elapsed_ms : 1), line);
}

/* Each leg is a line of its own. */
static void say_move(cli_talk *t, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    t->protocol->write(text, sizeof text, t->position, move);
    const char *leg = text;
    for (const char *comma; (comma = strchr(leg, ',')) != NULL; leg = comma + 1)
        cli_talk_say(t, "move %.*s\n", (int)(comma + 1 - leg), leg);
    cli_talk_say(t, "move %s\n", leg);
}

static void on_best(cli_talk *t, shoogi_move best, shoogi_move reply)
{
    t->xboard.expected = 0;
    if (t->xboard.analyses || !engine_is_to_move(t))
        return;
    if (best == 0 || cli_talk_would_resign(t)) {
        cli_talk_say(t, "resign\n");
    } else {
        say_move(t, best);
        if (shoogi_position_do(t->position, best) != SHOOGI_OK) {
            cli_talk_no_memory(t);
        } else {
            cli_talk_forget_moves(t);
            t->hint = reply;
            if (!tell_result(t))
                ponder(t, reply);
        }
    }
    pay_pongs(t);
}

/* ---- moves ---- */

static void take_move(cli_talk *t, shoogi_move move)
{
    const bool hit = t->searching && move == t->xboard.expected;
    if (!hit)
        interrupt(t);
    if (shoogi_position_do(t->position, move) != SHOOGI_OK) {
        cli_talk_no_memory(t);
        return;
    }
    cli_talk_forget_moves(t);
    if (hit && !cli_talk_can_declare(t, t->position)) {
        t->xboard.expected = 0;
        const shg_clock clock = read_clock(t);
        cli_talk_ponderhit(t, &clock);
        return;
    }
    interrupt(t);
    if (!tell_result(t))
        go_on(t);
}

/* False if the word is no move at all, of which nothing has been said. */
static bool read_move(cli_talk *t, const char *word)
{
    shoogi_move move;
    shoogi_error error;
    const shoogi_status status = t->protocol->read(&move, t->position, word, strlen(word), &error);
    const bool is_move = status == SHOOGI_ILLEGAL || status == SHOOGI_OK;
    if (is_move && t->searching && engine_is_to_move(t))
        cli_talk_say(t, "Illegal move (it is not your turn): %s\n", word);
    else if (status == SHOOGI_ILLEGAL)
        cli_talk_say(t, "Illegal move (%s): %s\n", error.message, word);
    else if (status == SHOOGI_OK)
        take_move(t, move);
    return is_move;
}

static void obey_usermove(cli_talk *t)
{
    char *const word = cli_talk_word(t);
    if (!word || !read_move(t, word))
        cli_talk_expected(t, word, "a move such as c3c4 or P@e5");
}

static void undo(cli_talk *t, unsigned count)
{
    if (shoogi_position_moves_played(t->position) < count) {
        t->protocol->complain(t, "command not legal now");
        return;
    }
    interrupt(t);
    while (count-- > 0)
        shoogi_position_undo(t->position);
    cli_talk_forget_moves(t);
    go_on(t);
}

static void obey_undo(cli_talk *t)
{
    undo(t, 1);
}

static void obey_remove(cli_talk *t)
{
    undo(t, 2);
}

/* ---- games ---- */

static void begin_game(cli_talk *t)
{
    shoogi_position *start;
    t->xboard.analyses = false;
    if (shoogi_position_new(&start, t->variant) != SHOOGI_OK) {
        cli_talk_no_memory(t);
        return;
    }
    shoogi_position_free(t->position);
    t->position = start;
    cli_talk_forget_moves(t);
    if (t->engine)
        shg_engine_clear(t->engine);
}

static void obey_new(cli_talk *t)
{
    interrupt(t);
    begin_game(t);
    t->xboard.plays = true;
    t->xboard.side = SHOOGI_WHITE;
    t->xboard.depth_plies = 0;
    t->xboard.own_ms = t->xboard.base_ms;
}

static void obey_variant(cli_talk *t)
{
    char *const name = cli_talk_rest(t);
    if (*name == '\0') {
        cli_talk_expected(t, NULL, "the name of a variant");
        return;
    }
    if (!cli_talk_choose_variant(t, name))
        return;
    interrupt(t);
    shg_out text = shg_out_growing();
    cli_xboard_write_setup(&text, name, t->position);
    if (text.bytes)
        cli_talk_say(t, "%s", text.bytes);
    free(text.bytes);
}

static void obey_setboard(cli_talk *t)
{
    shoogi_position *p;
    shoogi_error error;
    char *const fen = cli_talk_rest(t);
    shoogi_status status = shoogi_position_new(&p, t->variant);
    if (status != SHOOGI_OK) {
        cli_talk_no_memory(t);
        return;
    }
    status = shoogi_fen_read(p, fen, strlen(fen), &error);
    if (status != SHOOGI_OK) {
        cli_talk_say(t, "tellusererror Illegal position: %s\n",
                     status == SHOOGI_NO_MEMORY ? "out of memory" : error.message);
        shoogi_position_free(p);
        return;
    }
    interrupt(t);
    shoogi_position_free(t->position);
    t->position = p;
    cli_talk_forget_moves(t);
    go_on(t);
}

static void obey_force(cli_talk *t)
{
    interrupt(t);
    t->xboard.plays = false;
}

static void obey_go(cli_talk *t)
{
    interrupt(t);
    t->xboard.analyses = false;
    t->xboard.plays = true;
    t->xboard.side = shoogi_position_side(t->position);
    go_on(t);
}

static void obey_playother(cli_talk *t)
{
    interrupt(t);
    t->xboard.analyses = false;
    t->xboard.plays = true;
    t->xboard.side = shoogi_colour_other(shoogi_position_side(t->position));
    ponder(t, t->hint);
}

/* ---- clocks ---- */

/* MINUTES or MINUTES:SECONDS. */
static bool read_base(int64_t *ms, cli_talk *t)
{
    char *const word = cli_talk_word(t);
    char *end = word;
    const long minutes = word && shg_is_digit(*word) ? strtol(word, &end, 10) : -1;
    long seconds = 0;
    if (minutes >= 0 && *end == ':' && shg_is_digit(end[1]))
        seconds = strtol(end + 1, &end, 10);
    if (minutes < 0 || minutes > 1000000 || seconds > 1000000 || *end != '\0') {
        cli_talk_expected(t, word, "minutes, or minutes:seconds");
        return false;
    }
    *ms = ((int64_t)minutes * 60 + seconds) * 1000;
    return true;
}

/* Seconds, perhaps with a fraction. */
static bool read_seconds(int64_t *ms, cli_talk *t)
{
    char *const word = cli_talk_word(t);
    char *end = word;
    const double seconds = word && shg_is_digit(*word) ? strtod(word, &end) : -1;
    if (!(seconds >= 0 && seconds < 1e7) || *end != '\0') {
        cli_talk_expected(t, word, "seconds");
        return false;
    }
    *ms = (int64_t)(seconds * 1000);
    return true;
}

static void obey_level(cli_talk *t)
{
    int64_t moves, base_ms, increment_ms;
    if (!cli_talk_number(&moves, t, "a number of moves", 0, 100000) || !read_base(&base_ms, t) ||
        !read_seconds(&increment_ms, t))
        return;
    t->xboard.moves_per_session = (unsigned)moves;
    t->xboard.increment_ms = increment_ms;
    t->xboard.own_ms = t->xboard.base_ms = base_ms;
    t->xboard.move_ms = 0;
}

static void obey_st(cli_talk *t)
{
    int64_t ms;
    if (read_seconds(&ms, t))
        t->xboard.move_ms = ms > 0 ? ms : 1;
}

static void obey_sd(cli_talk *t)
{
    int64_t plies;
    if (cli_talk_number(&plies, t, "a number of plies", 0, SHG_PLIES_MAX))
        t->xboard.depth_plies = (unsigned)plies;
}

static void obey_time(cli_talk *t)
{
    int64_t cs;
    if (cli_talk_number(&cs, t, "hundredths of seconds", 0, INT64_C(100) * 3600 * 24 * 365))
        t->xboard.own_ms = cs * 10;
}

/* ---- what else is set and asked ---- */

static void obey_post(cli_talk *t)
{
    atomic_store(&t->xboard.posts, true);
}

static void obey_nopost(cli_talk *t)
{
    atomic_store(&t->xboard.posts, false);
}

static void obey_hard(cli_talk *t)
{
    t->option[CLI_OPTION_PONDER] = 1;
}

static void obey_easy(cli_talk *t)
{
    t->option[CLI_OPTION_PONDER] = 0;
    if (t->xboard.expected != 0)
        interrupt(t);
}

static void obey_analyze(cli_talk *t)
{
    interrupt(t);
    t->xboard.plays = false;
    t->xboard.analyses = true;
    go_on(t);
}

static void obey_exit(cli_talk *t)
{
    interrupt(t);
    t->xboard.analyses = false;
}

static void obey_dot(cli_talk *t)
{
    if (t->searching)
        cli_talk_say(t, "stat01: %" PRId64 " %" PRIu64 " %u 0 0\n", cli_talk_elapsed_ms(t) / 10,
                     shg_engine_nodes(t->engine), atomic_load(&t->depth_plies));
}

static void obey_move_now(cli_talk *t)
{
    if (t->searching && engine_is_to_move(t))
        cli_talk_end_search(t);
}

static void obey_hint(cli_talk *t)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    if (t->hint == 0)
        return;
    t->protocol->write(text, sizeof text, t->position, t->hint);
    cli_talk_say(t, "Hint: %s\n", text);
}

static void obey_bk(cli_talk *t)
{
    cli_talk_say(t, " There is no book.\n\n");
}

static void obey_ping(cli_talk *t)
{
    cli_xboard_game *const x = &t->xboard;
    const unsigned room = sizeof x->owed_number / sizeof x->owed_number[0];
    int64_t number;
    if (!cli_talk_number(&number, t, "a number", INT64_MIN, INT64_MAX))
        return;
    /* What takes a while is done here, as at isready of USI, and not by the clock of the first move. */
    (void)cli_talk_be_ready(t);
    /* Not before the move that is being thought about. */
    if (t->searching && engine_is_to_move(t) && x->owed < room)
        x->owed_number[x->owed++] = number;
    else
        cli_talk_say(t, "pong %" PRId64 "\n", number);
}

static void set(cli_talk *t, cli_engine_option option, const char *value)
{
    if (!cli_talk_set_option(t, option, value))
        return;
    interrupt(t);
    go_on(t);
}

static void obey_memory(cli_talk *t)
{
    set(t, CLI_OPTION_HASH, cli_talk_word(t));
}

static void obey_cores(cli_talk *t)
{
    set(t, CLI_OPTION_THREADS, cli_talk_word(t));
}

/* option NAME=VALUE */
static void obey_option(cli_talk *t)
{
    char *const name = cli_talk_rest(t);
    char *const equals = strchr(name, '=');
    if (equals)
        *equals = '\0';
    const cli_engine_option option = cli_talk_find_option(name, strlen(name));
    if (option < CLI_ENGINE_OPTIONS)
        set(t, option, equals ? equals + 1 : NULL);
    else
        cli_talk_expected(t, *name ? name : NULL, "an option of this engine");
}

/* exclude MOVE|all, include MOVE|all */
static void change_banned(cli_talk *t, bool ban)
{
    char *const word = cli_talk_word(t);
    const size_t count = shoogi_position_moves(t->position, NULL, 0);
    shoogi_move move;
    if (!cli_is_word(word, "all") && !cli_talk_move(&move, t, t->position, word))
        return;
    interrupt(t);
    /* One more than there can be: of several ways to one result any may be named. */
    shoogi_move *const room = realloc(t->banned, (t->banned_count + count + 1) * sizeof *room);
    if (!room) {
        cli_talk_no_memory(t);
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
    go_on(t);
}

static void obey_exclude(cli_talk *t)
{
    change_banned(t, true);
}

static void obey_include(cli_talk *t)
{
    change_banned(t, false);
}

static void obey_protover(cli_talk *t)
{
    shg_out text = shg_out_growing();
    cli_talk_say(t, "feature done=0\n"); /* at once: all variants are read for what follows */
    shg_out_format(&text,
                   "feature myname=\"shoogi %s\" ping=1 setboard=1 playother=1 usermove=1 san=0\n"
                   "feature time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0\n"
                   "feature ics=0 pause=0 nps=0 debug=0 memory=1 smp=1 exclude=1\n",
                   SHOOGI_VERSION);
    cli_xboard_write_variants(&text, t->catalog);
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        if (cli_engine_options[i].name[CLI_XBOARD])
            cli_xboard_write_option(&text, &cli_engine_options[i]);
    cli_talk_say(t, "%sfeature done=1\n", text.bytes ? text.bytes : "");
    free(text.bytes);
}

static const cli_talk_command commands[] = {
    { "xboard", NULL },
    { "protover", obey_protover },
    { "accepted", NULL },
    { "rejected", NULL },
    { "new", obey_new },
    { "variant", obey_variant },
    { "setboard", obey_setboard },
    { "force", obey_force },
    { "go", obey_go },
    { "playother", obey_playother },
    { "usermove", obey_usermove },
    { "?", obey_move_now },
    { "undo", obey_undo },
    { "remove", obey_remove },
    { "level", obey_level },
    { "st", obey_st },
    { "sd", obey_sd },
    { "time", obey_time },
    { "otim", NULL },
    { "post", obey_post },
    { "nopost", obey_nopost },
    { "hard", obey_hard },
    { "easy", obey_easy },
    { "analyze", obey_analyze },
    { "exit", obey_exit },
    { ".", obey_dot },
    { "ping", obey_ping },
    { "result", obey_force },
    { "memory", obey_memory },
    { "cores", obey_cores },
    { "option", obey_option },
    { "exclude", obey_exclude },
    { "include", obey_include },
    { "hint", obey_hint },
    { "bk", obey_bk },
    { "draw", NULL },
    { "random", NULL },
    { "computer", NULL },
    { "name", NULL },
    { "rating", NULL },
    { "ics", NULL },
};

static void hear_other(cli_talk *t, char *word)
{
    if (!read_move(t, word))
        t->protocol->complain(t, "unknown command");
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
    commands,   sizeof commands / sizeof commands[0],
    hear_other, on_info,
    NULL,       NULL,
    on_best,    NULL,
    NULL,       complain,
    write_move, read_text,
    true,       CLI_XBOARD,
};
