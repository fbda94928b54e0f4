#include "protocol/engine_session.h"

#include "base/error.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "engine/evaluation/weights_find.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_BYTES = CLI_SESSION_LINE_BYTES_MAX + 1 };

const cli_option_row cli_engine_options[CLI_ENGINE_OPTIONS] = {
#define OPTION(ident, usi, uci, ucci, xboard, kind, default_value, least, most)                    \
    [CLI_OPTION_##ident] = { { usi, uci, ucci, xboard }, CLI_##kind, default_value, least, most },
#include "protocol/engine_option.def"
#undef OPTION
};

/* Values of EnteringKingRule, as other programs of USI have them: the declaration that a server or a tournament plays by, with
 * 27 or 24 points; with H the pieces given as a handicap count for their owner.  With 24 points and less than 31 there is no
 * result, which is no win to claim. */
enum { KING_OF_THE_GAME, KING_NEVER };
#define KING_WORDS(ROW)                                                                            \
    ROW("OfTheGame", { 0, 0 }, { 0, 0 }, 0)                                                        \
    ROW("NoEnteringKing", { 0, 0 }, { 0, 0 }, 0)                                                   \
    ROW("CSARule24", { 31, 31 }, { 24, 24 }, SHG_HANDICAP_IGNORED)                                 \
    ROW("CSARule24H", { 31, 31 }, { 24, 24 }, SHG_HANDICAP_COUNTS)                                 \
    ROW("CSARule27", { 28, 27 }, { 0, 0 }, SHG_HANDICAP_IGNORED)                                   \
    ROW("CSARule27H", { 28, 27 }, { 0, 0 }, SHG_HANDICAP_COUNTS)
#define WORD(word, ...)        word,
#define DECLARATION(word, ...) { __VA_ARGS__ },
const char *const cli_entering_king_words[CLI_ENTERING_KING_WORDS] = { KING_WORDS(WORD) };
static const shg_declaration entering_king[CLI_ENTERING_KING_WORDS] = { KING_WORDS(DECLARATION) };
#undef DECLARATION
#undef WORD

/* ---- writing ---- */

void cli_session_print(cli_session *session, const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&session->out_lock);
    va_start(arguments, format);
    vfprintf(session->out, format, arguments);
    va_end(arguments);
    if (fflush(session->out) != 0) {
        session->out_error = errno;
        atomic_store(&session->solver.stop, true); /* ends perft: nobody reads its output */
    }
    pthread_mutex_unlock(&session->out_lock);
}

/* column: from 1, relative to word, or to the line if word is NULL. */
static void report_error(cli_session *session, const char *word, size_t column, const char *message)
{
    char text[SHOOGI_CATALOG_ERROR_BYTES + 64];
    if (word)
        column += shg_utf8_length(session->line, (size_t)(word - session->line));
    snprintf(text, sizeof text, "%u:%zu: %s", session->line_number, column, message);
    session->protocol->report_error(session, text);
}

void cli_session_report_expected(cli_session *session, const char *word, const char *format, ...)
{
    char expected[SHOOGI_MESSAGE_BYTES];
    shoogi_error error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    (void)shg_error_expected(&error, SHOOGI_PARSE_ERROR, 1, 1, expected, word,
                             word ? strlen(word) : 0);
    report_error(session, word ? word : session->at, 1, error.message);
}

void cli_session_report_fault(cli_session *session, const char *word, const shoogi_error *error)
{
    report_error(session, word, error->column > 0 ? error->column : 1, error->message);
}

void cli_session_report_no_memory(cli_session *session)
{
    session->protocol->report_error(session, "out of memory");
}

void cli_session_write_pv(char *out, size_t out_bytes, const cli_session *session,
                          const shoogi_move *moves, unsigned count)
{
    shoogi_position *p;
    shg_out line = shg_out_make(out, out_bytes);
    if (shoogi_position_copy(&p, session->root) != SHOOGI_OK)
        return;
    for (unsigned i = 0; i < count; i++) {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        const size_t length = session->protocol->write(move, sizeof move, p, moves[i]);
        if (line.length + length + 2 > out_bytes || shoogi_position_do(p, moves[i]) != SHOOGI_OK)
            break;
        shg_out_char(&line, ' ');
        shg_out_text(&line, move);
    }
    shoogi_position_free(p);
}

/* ---- lines and words ---- */

/* Takes the next complete line from the buffer, or the last one without a newline.  NUL bytes become '?', as in messages. */
static bool cut_line(cli_session *t)
{
    char *const from = t->bytes + t->begin;
    char *end = memchr(from, '\n', t->end - t->begin);
    if (!end && !(t->input_ended && t->begin < t->end))
        return false;
    if (!end)
        end = t->bytes + t->end;
    t->begin = (size_t)(end - t->bytes) + (end < t->bytes + t->end);
    *end = '\0';
    if (end > from && end[-1] == '\r')
        *--end = '\0';
    for (char *c = from; c < end; c++)
        if (*c == '\0')
            *c = '?';
    t->line = t->at = from;
    t->line_number++;
    shg_out start = shg_out_make(t->line_start, sizeof t->line_start);
    shg_error_show(&start, from, (size_t)(end - from));
    return true;
}

/* Reads available input; a line that does not fit into the buffer is skipped whole. */
static void read_more(cli_session *t)
{
    memmove(t->bytes, t->bytes + t->begin, t->end - t->begin);
    t->end -= t->begin;
    t->begin = 0;
    if (t->end == CLI_SESSION_LINE_BYTES_MAX) {
        t->skipping_line = true;
        t->end = 0;
    }
    const ssize_t got = read(t->in, t->bytes + t->end, CLI_SESSION_LINE_BYTES_MAX - t->end);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0)
        t->input_ended = true;
    else
        t->end += (size_t)got;
    if (!t->skipping_line)
        return;
    const char *const newline = memchr(t->bytes, '\n', t->end);
    t->begin = newline ? (size_t)(newline - t->bytes) + 1 : t->end;
    if (newline || t->input_ended) {
        char text[96];
        t->skipping_line = false;
        t->line_number++;
        snprintf(t->line_start, sizeof t->line_start, "a long line");
        snprintf(text, sizeof text, "%u:1: expected a line of at most %d bytes, found a longer one",
                 t->line_number, CLI_SESSION_LINE_BYTES_MAX);
        t->protocol->report_error(t, text);
    }
}

char *cli_session_next_word(cli_session *session)
{
    session->at += strspn(session->at, " \t");
    if (*session->at == '\0')
        return NULL;
    char *const word = session->at;
    session->at += strcspn(session->at, " \t");
    if (*session->at != '\0')
        *session->at++ = '\0';
    return word;
}

char *cli_session_rest_of_line(cli_session *session)
{
    char *const rest = session->at + strspn(session->at, " \t");
    size_t length = strlen(rest);
    while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t'))
        length--;
    rest[length] = '\0';
    session->at = rest + length;
    return rest;
}

bool cli_is_word(const char *word, const char *wanted)
{
    return word && strcmp(word, wanted) == 0;
}

static bool read_number(int64_t *out, const char *word, int64_t least, int64_t most)
{
    char *end;
    if (!word || (*word != '-' && *word != '+' && !shg_is_digit(*word)))
        return false;
    const long long number = strtoll(word, &end, 10);
    if (end == word || *end != '\0')
        return false;
    *out = number < least ? least : number > most ? most : number;
    return true;
}

bool cli_session_read_number(int64_t *out, cli_session *session, const char *what, int64_t least,
                             int64_t most)
{
    const char *const word = cli_session_next_word(session);
    if (read_number(out, word, least, most))
        return true;
    cli_session_report_expected(session, word, "%s", what);
    return false;
}

bool cli_session_read_move(shoogi_move *out, cli_session *session, const shoogi_position *position,
                           const char *word)
{
    shoogi_error error;
    if (!word) {
        cli_session_report_expected(session, NULL, "a move");
        return false;
    }
    const shoogi_status status = session->protocol->read(out, position, word, strlen(word), &error);
    if (status == SHOOGI_NO_MEMORY)
        cli_session_report_no_memory(session);
    else if (status != SHOOGI_OK)
        cli_session_report_fault(session, word, &error);
    return status == SHOOGI_OK;
}

/* ---- the engine ---- */

/* The size of the hash table; the smallest if it is not to be used. */
static size_t hash_mib(const cli_session *t)
{
    return t->option[CLI_OPTION_USE_HASH] != 0 ? (size_t)t->option[CLI_OPTION_HASH] : 1;
}

/* Frees the engine and the mate solver, only one of which has a hash table at a time.  The weights stay: a sandboxed process
 * cannot read them again. */
static void drop_engine(cli_session *t)
{
    cli_session_abort_search(t);
    if (t->engine)
        t->weights = shg_engine_end(t->engine);
    t->engine = NULL;
    shg_mate_free(t->solver.mate);
    t->solver.mate = NULL;
}

static void drop_weights(cli_session *t)
{
    drop_engine(t);
    shg_weights_free(t->weights);
    t->weights = NULL;
}

static bool ensure_weights(cli_session *t)
{
    shoogi_error fault = { .status = SHOOGI_OK };
    if (t->weights)
        return true;
    const shoogi_status status =
        t->weights_folder ? shg_weights_find_in(&t->weights, t->variant, t->weights_folder, &fault)
                          : shg_weights_find(&t->weights, t->variant, &fault);
    if (fault.status != SHOOGI_OK)
        t->protocol->report_error(t, fault.message);
    if (status != SHOOGI_OK)
        cli_session_report_no_memory(t);
    return status == SHOOGI_OK;
}

static shoogi_status make_engine(cli_session *t, size_t mib)
{
    const shoogi_status status =
        shg_engine_new(&t->engine, t->weights, (unsigned)t->option[CLI_OPTION_THREADS], mib);
    if (status == SHOOGI_OK)
        t->weights = NULL; /* owned by the engine */
    return status;
}

static shoogi_status make_solver(cli_session *t, size_t mib)
{
    return shg_mate_new(&t->solver.mate, t->variant, mib, &t->solver.stop);
}

/* Creates an engine or solver with the hash size that is set, or a half of it, a quarter ...: as much as there is. */
static bool make_with_memory(cli_session *t, shoogi_status (*of_size)(cli_session *t, size_t mib))
{
    const size_t wanted_mib = hash_mib(t);
    size_t mib = wanted_mib;
    shoogi_status status = of_size(t, mib);
    while (status != SHOOGI_OK && mib > 1)
        status = of_size(t, mib /= 2);
    if (status != SHOOGI_OK) {
        cli_session_report_no_memory(t);
    } else if (mib < wanted_mib) {
        char text[96];
        snprintf(text, sizeof text, "out of memory for a hash table of %zu MiB: using %zu MiB",
                 wanted_mib, mib);
        t->protocol->report_error(t, text);
    }
    return status == SHOOGI_OK;
}

bool cli_session_ensure_engine(cli_session *session)
{
    if (session->engine)
        return true;
    drop_engine(session); /* frees the solver */
    return ensure_weights(session) && make_with_memory(session, make_engine);
}

bool cli_session_prepare_engine(cli_session *session)
{
    if (session->searching)
        return true;
    const bool is_new = !session->engine;
    const bool able = cli_session_ensure_engine(session);
    if (able && is_new)
        shg_engine_clear(session->engine);
    return able;
}

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    cli_session *const t = context;
    if (info->pv_number == 1)
        t->score = info->score;
    t->protocol->on_info(t, info, elapsed_ms);
}

static void on_current_line(void *context, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms)
{
    cli_session *const t = context;
    t->protocol->on_current_line(t, current, nodes, elapsed_ms);
}

static void on_refutation(void *context, shoogi_move move, shoogi_move reply)
{
    cli_session *const t = context;
    t->protocol->on_refutation(t, move, reply);
}

/* The pipe never holds more than one byte. */
static void wake(cli_session *t)
{
    while (write(t->wake_pipe[1], "", 1) < 0 && errno == EINTR)
        continue;
}

static void on_best(void *context, shoogi_move best, shoogi_move reply)
{
    cli_session *const t = context;
    t->best = best;
    t->reply = reply;
    wake(t);
}

/* Waits for the end of the search, after which another may be started. */
static void wait_for_best(cli_session *t)
{
    char byte;
    if (t->solver.running)
        pthread_join(t->solver.thread, NULL);
    else
        shg_engine_wait(t->engine);
    while (!t->waiting && read(t->wake_pipe[0], &byte, 1) < 0 && errno == EINTR)
        continue;
    t->searching = t->solver.running = t->waiting = false;
}

static void report_best(cli_session *t)
{
    const bool solved = t->solver.running;
    wait_for_best(t);
    if (solved)
        t->solver.report(t);
    else
        t->protocol->on_best(t, t->best, t->reply);
}

static void stop(cli_session *t)
{
    if (!t->solver.running)
        shg_engine_stop(t->engine);
    else
        atomic_store(&t->solver.stop, true);
}

void cli_session_finish_search(cli_session *session)
{
    if (!session->searching)
        return;
    stop(session);
    report_best(session);
}

void cli_session_abort_search(cli_session *session)
{
    if (!session->searching)
        return;
    stop(session);
    wait_for_best(session);
}

/* The legal move, as shoogi_position_moves lists it, with the same result: it lists one of several paths. */
static shoogi_move canonical_move(const shoogi_position *position, const shoogi_move *legal,
                                  size_t count, shoogi_move move)
{
    shoogi_position *p;
    for (size_t i = 0; i < count; i++)
        if (legal[i] == move)
            return move;
    if (shoogi_position_why_illegal(position, move, NULL, 0) != SHOOGI_ILLEGAL_NONE ||
        shoogi_position_copy(&p, position) != SHOOGI_OK)
        return 0;
    shoogi_move found = 0;
    if (shoogi_position_do(p, move) == SHOOGI_OK) {
        const uint64_t hash = shoogi_position_hash(p);
        shoogi_position_undo(p);
        for (size_t i = 0; i < count && found == 0; i++) {
            if (shoogi_move_from(legal[i]) != shoogi_move_from(move) ||
                shoogi_position_do(p, legal[i]) != SHOOGI_OK)
                continue;
            if (shoogi_position_hash(p) == hash)
                found = legal[i];
            shoogi_position_undo(p);
        }
    }
    shoogi_position_free(p);
    return found;
}

/* Fills chosen, which has room for all legal moves, with the moves of go, or all, without the first banned_count banned ones.
 * Returns their number. */
static size_t choose_moves(shoogi_move *chosen, const cli_session *t, size_t banned_count,
                           const shg_go *go, const shoogi_move *legal, size_t count)
{
    const shoogi_move *const from = go->move_count > 0 ? go->moves : legal;
    const size_t from_count = go->move_count > 0 ? go->move_count : count;
    size_t chosen_count = 0;
    for (size_t i = 0; i < from_count && chosen_count < count; i++) {
        const shoogi_move move = canonical_move(t->root, legal, count, from[i]);
        bool excluded = move == 0;
        for (size_t k = 0; k < banned_count && !excluded; k++)
            excluded = canonical_move(t->root, legal, count, t->banned[k]) == move;
        for (size_t k = 0; k < chosen_count && !excluded; k++)
            excluded = chosen[k] == move;
        if (!excluded)
            chosen[chosen_count++] = move;
    }
    return chosen_count;
}

static unsigned least_given(unsigned a, unsigned b)
{
    return a == 0 || (b > 0 && b < a) ? b : a;
}

/* Whether the protocol and the options allow a declaration. */
static bool may_declare(const cli_session *t)
{
    return t->protocol->declares && t->option[CLI_OPTION_ENTERING_KING] != KING_NEVER;
}

/* The declaration of the option; NULL: that of the variant.  Its numbers are for games in which each side begins with 27 points;
 * others keep their own rule. */
static const shg_declaration *declaration(const cli_session *t)
{
    const int64_t value = t->option[CLI_OPTION_ENTERING_KING];
    return value > KING_NEVER && t->counts_27 ? &entering_king[value] : NULL;
}

/* Copies the time options to the clock. */
static void set_time_options(const cli_session *t, shg_clock *clock)
{
    clock->overhead_ms = t->option[CLI_OPTION_DELAY];
    clock->overhead_max_ms = t->option[CLI_OPTION_DELAY_MAX];
    clock->minimum_ms = t->option[CLI_OPTION_MINIMUM_TIME];
    clock->pace_percent = (unsigned)t->option[CLI_OPTION_SLOW_MOVER];
    clock->ponders = t->option[CLI_OPTION_PONDER] != 0;
}

/* The hash table depends on the score of a draw, and is cleared when that changes. */
static void set_draw_score(cli_session *t, shg_go *go)
{
    const bool black = shoogi_position_side(t->root) == SHOOGI_BLACK;
    go->draw_score = (int)t->option[black ? CLI_OPTION_DRAW_BLACK : CLI_OPTION_DRAW_WHITE];
    const int to_black = black ? go->draw_score : -go->draw_score;
    if (to_black != t->draw_score)
        shg_engine_clear(t->engine);
    t->draw_score = to_black;
}

static bool start_search(cli_session *t, size_t banned_count, shg_go *go)
{
    const bool refutes = t->protocol->on_refutation && t->option[CLI_OPTION_REFUTATIONS] != 0;
    const shg_engine_listener listener = {
        .on_info = on_info,
        .on_best = on_best,
        .on_current_line = t->protocol->on_current_line ? on_current_line : NULL,
        .on_refutation = refutes ? on_refutation : NULL,
        .context = t,
    };
    const int64_t moves_most = t->option[CLI_OPTION_MAX_MOVES];
    shoogi_move *legal = NULL, *chosen = NULL;
    const size_t count = shoogi_position_moves(t->root, NULL, 0);
    bool none = false;
    shoogi_status status = SHOOGI_OK;
    if (go->move_count > 0 || banned_count > 0) {
        legal = malloc((count + 1) * sizeof *legal);
        chosen = malloc((count + 1) * sizeof *chosen);
        status = legal && chosen ? SHOOGI_OK : SHOOGI_NO_MEMORY;
        if (status == SHOOGI_OK) {
            (void)shoogi_position_moves(t->root, legal, count);
            go->move_count = choose_moves(chosen, t, banned_count, go, legal, count);
            go->moves = chosen;
            none = go->move_count == 0;
        }
    }
    if (moves_most > 0) {
        const int64_t left = moves_most - (int64_t)shoogi_position_ply(t->root) + 1;
        go->plies_left = left < 1 ? 1 : left < SHG_PLIES_MAX ? (unsigned)left : SHG_PLIES_MAX;
        go->depth_plies = least_given(go->depth_plies, go->plies_left); /* the game ends there */
    }
    set_time_options(t, &go->clock);
    go->may_declare = may_declare(t);
    go->declaration = declaration(t);
    set_draw_score(t, go);
    if (t->option[CLI_OPTION_LIMIT_STRENGTH] != 0 && !t->analysing)
        go->level = (unsigned)t->option[CLI_OPTION_LEVEL];
    struct timespec now; /* for levels: mistakes differ from game to game */
    clock_gettime(CLOCK_REALTIME, &now);
    go->seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    if (status == SHOOGI_OK && none) {
        t->best = t->reply = 0;
        if (go->infinite || go->pondering)
            t->searching = t->waiting = true;
        else
            t->protocol->on_best(t, 0, 0);
    } else if (status == SHOOGI_OK) {
        if (t->option[CLI_OPTION_USE_HASH] == 0)
            shg_engine_clear(t->engine);
        status = shg_engine_go(t->engine, t->root, go, &listener);
        t->searching = status == SHOOGI_OK;
    }
    free(legal);
    free(chosen);
    return status == SHOOGI_OK;
}

void cli_session_ponderhit(cli_session *session, const shg_clock *clock)
{
    if (!session->searching || session->solver.running)
        return;
    if (session->waiting) {
        cli_session_finish_search(session);
    } else if (clock) {
        shg_clock now = *clock;
        set_time_options(session, &now);
        shg_engine_ponderhit(session->engine, &now);
    } else {
        shg_engine_ponderhit(session->engine, NULL);
    }
}

int64_t cli_session_elapsed_ms(const cli_session *session)
{
    return shg_monotonic_ms() - session->began_ms;
}

bool cli_session_go(cli_session *session, const shoogi_position *root, shg_go *go)
{
    const size_t banned_count = root == session->position ? session->banned_count : 0;
    if (!cli_session_ensure_engine(session))
        return false;
    session->began_ms = shg_monotonic_ms();
    shoogi_position_free(session->root);
    session->root = NULL;
    session->score = 0;
    session->analysing = go->infinite || session->option[CLI_OPTION_ANALYSE] != 0;
    if (shoogi_position_copy(&session->root, root) == SHOOGI_OK &&
        start_search(session, banned_count, go))
        return true;
    cli_session_report_no_memory(session);
    return false;
}

static bool is_banned(const cli_session *t, shoogi_move move)
{
    for (size_t i = 0; i < t->banned_count; i++)
        if (t->banned[i] == move)
            return true;
    return false;
}

shoogi_move cli_session_any_move(const cli_session *session)
{
    enum { MOVES = 64 }; /* no memory is allocated */
    shoogi_move moves[MOVES];
    size_t count = shoogi_position_moves(session->position, moves, MOVES), i = 0;
    count = count < MOVES ? count : MOVES;
    while (i < count && is_banned(session, moves[i]))
        i++;
    return count == 0 ? 0 : moves[i < count ? i : 0];
}

/* ---- mate search and perft ---- */

/* Starts a thread for the root.  Returns false after reporting an error. */
static bool start_solver(cli_session *t, const shoogi_position *root, void *(*work)(void *),
                         void (*report)(cli_session *))
{
    cli_solver *const s = &t->solver;
    shoogi_position_free(t->root);
    t->root = NULL;
    s->report = report;
    atomic_store(&s->stop, false);
    if (shoogi_position_copy(&t->root, root) == SHOOGI_OK)
        s->running = t->searching = pthread_create(&s->thread, NULL, work, t) == 0;
    if (!s->running)
        cli_session_report_no_memory(t);
    return s->running;
}

static bool is_late(void *context, uint64_t nodes)
{
    const cli_solver *const s = context;
    (void)nodes;
    return s->end_ms > 0 && shg_monotonic_ms() >= s->end_ms;
}

static void *run_mate_search(void *context)
{
    cli_session *const t = context;
    cli_solver *const s = &t->solver;
    const shg_mate_limits limits = { .should_stop = is_late, .context = s };
    s->status = shg_mate_go(&s->mate_result, s->mate, t->root, &limits);
    wake(t);
    return NULL;
}

static void report_mate(cli_session *t)
{
    t->protocol->on_mate(t, t->solver.status, &t->solver.mate_result);
}

bool cli_session_go_mate(cli_session *session, const shoogi_position *root, int64_t most_ms)
{
    cli_solver *const s = &session->solver;
    s->runs_perft = false;
    s->end_ms = most_ms > 0 ? shg_monotonic_ms() + most_ms : 0;
    s->mate_result = (shg_mate_result){ .answer = SHG_MATE_UNKNOWN };
    if (!s->mate) {
        drop_engine(session);
        if (!make_with_memory(session, make_solver))
            return false;
    }
    return start_solver(session, root, run_mate_search, report_mate);
}

/* Perft, until it is stopped.  divide: reports each move, too.  The last plies are counted in bulk. */
static shoogi_status count_leaves(uint64_t *leaves, cli_session *t, shoogi_position *p,
                                  unsigned depth_plies, bool divide)
{
    enum { AT_ONCE_PLIES = 2 };
    if (depth_plies <= AT_ONCE_PLIES && !divide)
        return shoogi_position_perft(leaves, p, depth_plies);
    const size_t count = shoogi_position_moves(p, NULL, 0);
    shoogi_move *const moves = malloc((count + 1) * sizeof *moves);
    shoogi_status status = moves ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (moves)
        (void)shoogi_position_moves(p, moves, count);
    *leaves = 0;
    for (size_t i = 0; i < count && status == SHOOGI_OK && !atomic_load(&t->solver.stop); i++) {
        uint64_t leaves_after = 0;
        status = shoogi_position_do(p, moves[i]);
        if (status != SHOOGI_OK)
            break;
        status = count_leaves(&leaves_after, t, p, depth_plies - 1, false);
        shoogi_position_undo(p);
        *leaves += leaves_after;
        if (divide && status == SHOOGI_OK && !atomic_load(&t->solver.stop))
            t->protocol->on_leaves(t, moves[i], leaves_after);
    }
    free(moves);
    return status;
}

static void *run_perft(void *context)
{
    cli_session *const t = context;
    cli_solver *const s = &t->solver;
    shoogi_position *p = NULL;
    s->status = shoogi_position_copy(&p, t->root);
    if (s->status == SHOOGI_OK)
        s->status = count_leaves(&s->leaves, t, p, s->depth_plies, s->depth_plies > 0);
    s->complete = !atomic_load(&s->stop);
    shoogi_position_free(p);
    wake(t);
    return NULL;
}

static void report_leaves(cli_session *t)
{
    const cli_solver *const s = &t->solver;
    if (s->status != SHOOGI_OK)
        cli_session_report_no_memory(t);
    else if (!s->complete)
        t->protocol->report_error(t, "stopped before all leaves were counted");
    else
        t->protocol->on_leaves(t, 0, s->leaves);
}

bool cli_session_go_perft(cli_session *session, const shoogi_position *root, unsigned depth_plies)
{
    session->solver.runs_perft = true;
    session->solver.depth_plies = depth_plies;
    session->scanned = 0;
    return start_solver(session, root, run_perft, report_leaves);
}

bool cli_session_can_declare(const cli_session *session, const shoogi_position *position)
{
    return may_declare(session) && shg_can_declare_by(position, declaration(session));
}

bool cli_session_would_resign(const cli_session *session)
{
    return session->score <= -session->option[CLI_OPTION_RESIGN_VALUE];
}

void cli_session_clear_moves(cli_session *session)
{
    session->banned_count = 0;
    session->hint = 0;
}

/* ---- options ---- */

/* Of each side at the start of shogi. */
enum { USUAL_POINTS = 27 };

static shoogi_status set_variant(cli_session *t, const shoogi_variant *variant, const char *name)
{
    shoogi_position *position;
    const shoogi_status status = shoogi_position_new(&position, variant);
    if (status != SHOOGI_OK)
        return status;
    drop_weights(t);
    shoogi_position_free(t->position);
    shoogi_position_free(t->root);
    t->root = NULL;
    t->position = position;
    cli_session_clear_moves(t);
    t->counts_27 = shoogi_position_impasse_points(position, SHOOGI_BLACK) == USUAL_POINTS &&
                   shoogi_position_impasse_points(position, SHOOGI_WHITE) == USUAL_POINTS;
    t->variant = variant;
    snprintf(t->variant_name, sizeof t->variant_name, "%s", name);
    return SHOOGI_OK;
}

bool cli_session_set_variant(cli_session *session, const char *name)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    const shoogi_variant *variant = session->first;
    if (!shg_text_same(name, strlen(name), session->first_name, strlen(session->first_name))) {
        if (shoogi_catalog_get(&entry, session->catalog, name, strlen(name), &fault) != SHOOGI_OK) {
            report_error(session, name, 1, fault.text);
            return false;
        }
        variant = entry->variant;
    }
    if (set_variant(session, variant, name) == SHOOGI_OK)
        return true;
    cli_session_report_no_memory(session);
    return false;
}

/* The name without its prefix "USI_" or "UCI_". */
static const char *without_prefix(const char *name, size_t *bytes)
{
    const bool prefixed =
        *bytes > 4 && (shg_text_same(name, 4, "USI_", 4) || shg_text_same(name, 4, "UCI_", 4));
    *bytes -= prefixed ? 4 : 0;
    return prefixed ? name + 4 : name;
}

static char normalised(char c)
{
    return c == ' ' ? '_' : shg_lower(c);
}

bool cli_session_is_name(const char *name, size_t name_bytes, const char *wanted)
{
    size_t wanted_bytes = strlen(wanted);
    name = without_prefix(name, &name_bytes);
    wanted = without_prefix(wanted, &wanted_bytes);
    bool same = name_bytes == wanted_bytes;
    for (size_t i = 0; i < name_bytes && same; i++)
        same = normalised(name[i]) == normalised(wanted[i]);
    return same;
}

cli_engine_option cli_session_find_option(const char *name, size_t name_bytes)
{
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        for (unsigned k = 0; k < CLI_DIALECTS; k++) {
            const char *const known = cli_engine_options[i].name[k];
            if (known && cli_session_is_name(name, name_bytes, known))
                return (cli_engine_option)i;
        }
    return CLI_ENGINE_OPTIONS;
}

/* The option's name in this protocol, or in the first that has one. */
static const char *option_name(const cli_session *t, const cli_option_row *row)
{
    static const cli_dialect order[] = { CLI_UCI, CLI_USI, CLI_UCCI };
    const char *name = row->name[t->protocol->dialect];
    for (size_t i = 0; i < sizeof order / sizeof order[0] && !name; i++)
        name = row->name[order[i]];
    return name;
}

/* Whatever its case: some interfaces write True. */
static bool is_same_word(const char *word, const char *wanted)
{
    return word && shg_text_same(word, strlen(word), wanted, strlen(wanted));
}

static bool read_option(int64_t *out, const cli_option_row *row, const char *value)
{
    switch (row->kind) {
    case CLI_CHECK:
        if (is_same_word(value, "true") || is_same_word(value, "1"))
            *out = 1;
        else if (is_same_word(value, "false") || is_same_word(value, "0"))
            *out = 0;
        else
            return false;
        return true;
    case CLI_COMBO:
        for (*out = row->least; *out <= row->most; ++*out)
            if (is_same_word(value, cli_entering_king_words[*out]))
                return true;
        return false;
    case CLI_FOLDER: *out = 0; return true;
    case CLI_SPIN: break;
    }
    return read_number(out, value, INT64_MIN, INT64_MAX);
}

/* The number, or the bound that it exceeds, which is reported. */
static int64_t within_bounds(cli_session *t, cli_engine_option option, int64_t number,
                             const char *value)
{
    const int64_t least = cli_engine_options[option].least, most = t->option_most[option];
    const int64_t kept = number < least ? least : number > most ? most : number;
    if (kept != number)
        cli_session_report_expected(
            t, value, "a number from %" PRId64 " to %" PRId64 " for %s (it is %" PRId64 " now)",
            least, most, option_name(t, &cli_engine_options[option]), kept);
    return kept;
}

/* folder: NULL or empty for none. */
static bool set_weights_folder(cli_session *t, const char *folder)
{
    const bool given = folder && *folder != '\0';
    char *const copy = given ? strdup(folder) : NULL;
    if (given && !copy) {
        cli_session_report_no_memory(t);
        return false;
    }
    drop_weights(t);
    free(t->weights_folder);
    t->weights_folder = copy;
    return true;
}

/* "OfTheGame, NoEnteringKing or CSARule24 for EnteringKingRule" */
static void report_words(cli_session *t, const char *value, const char *name)
{
    char words[120];
    shg_out out = shg_out_make(words, sizeof words);
    for (unsigned i = 0; i < CLI_ENTERING_KING_WORDS; i++)
        shg_out_format(&out, "%s%s",
                       i == 0                            ? ""
                       : i < CLI_ENTERING_KING_WORDS - 1 ? ", "
                                                         : " or ",
                       cli_entering_king_words[i]);
    cli_session_report_expected(t, value, "%s for %s", words, name);
}

bool cli_session_set_option(cli_session *session, cli_engine_option option, const char *value)
{
    const cli_option_row *const row = &cli_engine_options[option];
    const char *const name = option_name(session, row);
    int64_t number;
    if (row->kind == CLI_FOLDER)
        return set_weights_folder(session, value);
    if (!read_option(&number, row, value)) {
        if (row->kind == CLI_SPIN)
            cli_session_report_expected(session, value, "a number for %s", name);
        else if (row->kind == CLI_CHECK)
            cli_session_report_expected(session, value, "true or false for %s", name);
        else
            report_words(session, value, name);
        return false;
    }
    if (row->kind == CLI_SPIN)
        number = within_bounds(session, option, number, value);
    if (number != session->option[option] &&
        (option == CLI_OPTION_HASH || option == CLI_OPTION_USE_HASH || option == CLI_OPTION_THREADS))
        drop_engine(session);
    if (number != session->option[option] && session->engine &&
        (option == CLI_OPTION_MAX_MOVES || option == CLI_OPTION_ENTERING_KING)) {
        cli_session_abort_search(session);
        shg_engine_clear(session->engine); /* its scores depend on the old value */
    }
    session->option[option] = number;
    return true;
}

/* ---- the session ---- */

shoogi_status cli_session_new(cli_session **session, const cli_protocol *protocol,
                              shoogi_catalog *catalog, const shoogi_variant *variant,
                              const char *name, int in, FILE *out)
{
    enum { PERFT_PLIES_MAX = 100, FIVE_MINUTES_MS = 5 * 60 * 1000 };
    cli_session *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    pthread_mutex_init(&t->out_lock, NULL);
    t->protocol = protocol;
    t->catalog = catalog;
    t->first = variant;
    snprintf(t->first_name, sizeof t->first_name, "%s", name);
    t->in = in;
    t->out = out;
    t->wake_pipe[0] = t->wake_pipe[1] = -1;
    t->perft_plies_max = PERFT_PLIES_MAX;
    t->xboard.base_ms = t->xboard.own_ms = FIVE_MINUTES_MS; /* XBoard's default */
    t->xboard.moves_per_session = 40;
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++) {
        t->option[i] = cli_engine_options[i].default_value;
        t->option_most[i] = cli_engine_options[i].most;
    }
    shoogi_status status = SHOOGI_OK;
    t->bytes = malloc(BUFFER_BYTES);
    if (!t->bytes)
        status = SHOOGI_NO_MEMORY;
    else if (pipe(t->wake_pipe) != 0)
        status = SHOOGI_IO;
    else
        status = set_variant(t, variant, name);
    if (status != SHOOGI_OK) {
        cli_session_free(t);
        return status;
    }
    *session = t;
    return SHOOGI_OK;
}

void cli_session_free(cli_session *session)
{
    if (!session)
        return;
    drop_weights(session);
    for (unsigned i = 0; i < 2; i++)
        if (session->wake_pipe[i] >= 0)
            close(session->wake_pipe[i]);
    shoogi_position_free(session->position);
    shoogi_position_free(session->root);
    pthread_mutex_destroy(&session->out_lock);
    free(session->weights_folder);
    free(session->banned);
    free(session->bytes);
    free(session);
}

/* Runs a line whose first word has been read.  Returns false at the end of the session. */
static bool run(cli_session *t, char *word)
{
    if (cli_is_word(word, "quit")) {
        cli_session_abort_search(t);
        return false;
    }
    const cli_protocol *const protocol = t->protocol;
    for (size_t i = 0; i < protocol->command_count; i++)
        if (cli_is_word(word, protocol->commands[i].word)) {
            if (protocol->commands[i].run)
                protocol->commands[i].run(t);
            return true;
        }
    protocol->other(t, word);
    return true;
}

static bool is_perft_running(const cli_session *t)
{
    return t->searching && t->solver.running && t->solver.runs_perft;
}

static bool begins_with_word(const char *line, const char *end, const char *word)
{
    const size_t bytes = strlen(word);
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    return (size_t)(end - line) >= bytes && memcmp(line, word, bytes) == 0 &&
           (line + bytes == end || memchr(" \t\r\n", line[bytes], 4));
}

/* During perft, obeys "stop" among the waiting lines at once.  Returns false at "quit". */
static bool scan_waiting_lines(cli_session *t)
{
    for (;;) {
        const char *const line = t->bytes + t->begin + t->scanned;
        const char *const end = memchr(line, '\n', t->end - t->begin - t->scanned);
        const char *const next_line = end ? end + 1 : t->bytes + t->end;
        if (!end && !(t->input_ended && line < next_line))
            return true;
        if (begins_with_word(line, next_line, "quit"))
            return false;
        if (begins_with_word(line, next_line, "stop"))
            stop(t);
        t->scanned += (size_t)(next_line - line);
    }
}

/* Waits during perft: for input, for its end, or for the reader of the output to close it. */
static bool wait_during_perft(cli_session *t)
{
    enum { IN, WOKEN, OUT };
    if (!scan_waiting_lines(t)) {
        cli_session_abort_search(t);
        return false;
    }
    const bool reads = !t->input_ended && t->end - t->begin < CLI_SESSION_LINE_BYTES_MAX,
               stopped = atomic_load(&t->solver.stop);
    struct pollfd files[] = { [IN] = { .fd = reads ? t->in : -1, .events = POLLIN },
                              [WOKEN] = { .fd = t->wake_pipe[0], .events = POLLIN },
                              [OUT] = { .fd = stopped ? -1 : fileno(t->out) } };
    if (poll(files, 3, -1) < 0)
        return errno == EINTR;
    if (files[WOKEN].revents != 0)
        report_best(t);
    else if (files[OUT].revents != 0)
        stop(t);
    else if (files[IN].revents != 0)
        read_more(t);
    return true;
}

/* Waits for a line and runs it, or for the end of a search, whose answer is printed before the next line runs. */
static bool wait_for_line(cli_session *t)
{
    enum { IN, WOKEN };
    struct pollfd files[] = { { .fd = t->in, .events = POLLIN },
                              { .fd = t->wake_pipe[0], .events = POLLIN } };
    const bool has_line = memchr(t->bytes + t->begin, '\n', t->end - t->begin);
    const int ready = poll(files, 2, has_line || t->input_ended ? 0 : -1);
    if (ready < 0 && errno != EINTR)
        return false;
    if (ready > 0 && (files[WOKEN].revents & POLLIN) && t->searching) {
        report_best(t);
    } else if (cut_line(t)) {
        char *const word = cli_session_next_word(t);
        return !word || run(t, word);
    } else if (t->input_ended) {
        return false;
    } else if (ready > 0 && files[IN].revents != 0) {
        read_more(t);
    }
    return true;
}

void cli_session_run(cli_session *session)
{
    while (is_perft_running(session) ? wait_during_perft(session) : wait_for_line(session))
        continue;
    cli_session_finish_search(session);
}
