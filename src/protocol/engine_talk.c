#include "protocol/engine_talk.h"

#include "base/error.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "engine/evaluation/weights_find.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_BYTES = CLI_TALK_LINE_BYTES_MAX + 1 };

const cli_option_row cli_engine_options[CLI_ENGINE_OPTIONS] = {
#define OPTION(ident, usi, uci, ucci, xboard, kind, usual, least, most)                            \
    [CLI_OPTION_##ident] = { { usi, uci, ucci, xboard }, CLI_##kind, usual, least, most },
#include "protocol/engine_option.def"
#undef OPTION
};

const char *const cli_impasse_words[2] = { "OfTheGame", "NoEnteringKing" };

/* ---- writing ---- */

void cli_talk_say(cli_talk *talk, const char *format, ...)
{
    va_list arguments;
    pthread_mutex_lock(&talk->out_lock);
    va_start(arguments, format);
    vfprintf(talk->out, format, arguments);
    va_end(arguments);
    if (fflush(talk->out) != 0) {
        talk->out_error = errno;
        atomic_store(&talk->solver.stop, true); /* nobody hears what is counted */
    }
    pthread_mutex_unlock(&talk->out_lock);
}

/* Column 1 is the first of the line; found: from word on. */
static void complain(cli_talk *talk, const char *word, size_t column, const char *message)
{
    char text[SHOOGI_CATALOG_ERROR_BYTES + 64];
    if (word)
        column += shg_utf8_length(talk->line, (size_t)(word - talk->line));
    snprintf(text, sizeof text, "%u:%zu: %s", talk->line_number, column, message);
    talk->protocol->complain(talk, text);
}

void cli_talk_expected(cli_talk *talk, const char *word, const char *format, ...)
{
    char expected[SHOOGI_MESSAGE_BYTES];
    shoogi_error error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    (void)shg_error_expected(&error, SHOOGI_PARSE_ERROR, 1, 1, expected, word,
                             word ? strlen(word) : 0);
    complain(talk, word ? word : talk->at, 1, error.message);
}

void cli_talk_fault(cli_talk *talk, const char *word, const shoogi_error *error)
{
    complain(talk, word, error->column > 0 ? error->column : 1, error->message);
}

void cli_talk_no_memory(cli_talk *talk)
{
    talk->protocol->complain(talk, "out of memory");
}

void cli_talk_write_line(char *out, size_t out_bytes, const cli_talk *talk,
                         const shoogi_move *moves, unsigned count)
{
    shoogi_position *p;
    shg_out line = shg_out_make(out, out_bytes);
    if (shoogi_position_copy(&p, talk->root) != SHOOGI_OK)
        return;
    for (unsigned i = 0; i < count; i++) {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        const size_t length = talk->protocol->write(move, sizeof move, p, moves[i]);
        if (line.length + length + 2 > out_bytes || shoogi_position_do(p, moves[i]) != SHOOGI_OK)
            break;
        shg_out_char(&line, ' ');
        shg_out_text(&line, move);
    }
    shoogi_position_free(p);
}

/* ---- lines and words ---- */

/* The first whole line of what has been read, or the last one without its end.  A byte that is no text is shown as
 * '?', as it would be in a message. */
static bool cut_line(cli_talk *t)
{
    char *const from = t->bytes + t->begin;
    char *end = memchr(from, '\n', t->end - t->begin);
    if (!end && !(t->ended && t->begin < t->end))
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

/* Reads what there is; when a line is longer than there is room for, all of it is given up. */
static void read_more(cli_talk *t)
{
    memmove(t->bytes, t->bytes + t->begin, t->end - t->begin);
    t->end -= t->begin;
    t->begin = 0;
    if (t->end == CLI_TALK_LINE_BYTES_MAX) {
        t->skips = true;
        t->end = 0;
    }
    const ssize_t got = read(t->in, t->bytes + t->end, CLI_TALK_LINE_BYTES_MAX - t->end);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0)
        t->ended = true;
    else
        t->end += (size_t)got;
    if (!t->skips)
        return;
    const char *const newline = memchr(t->bytes, '\n', t->end);
    t->begin = newline ? (size_t)(newline - t->bytes) + 1 : t->end;
    if (newline || t->ended) {
        char text[96];
        t->skips = false;
        t->line_number++;
        snprintf(t->line_start, sizeof t->line_start, "a long line");
        snprintf(text, sizeof text, "%u:1: expected a line of at most %d bytes, found a longer one",
                 t->line_number, CLI_TALK_LINE_BYTES_MAX);
        t->protocol->complain(t, text);
    }
}

char *cli_talk_word(cli_talk *talk)
{
    talk->at += strspn(talk->at, " \t");
    if (*talk->at == '\0')
        return NULL;
    char *const word = talk->at;
    talk->at += strcspn(talk->at, " \t");
    if (*talk->at != '\0')
        *talk->at++ = '\0';
    return word;
}

char *cli_talk_rest(cli_talk *talk)
{
    char *const rest = talk->at + strspn(talk->at, " \t");
    size_t length = strlen(rest);
    while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t'))
        length--;
    rest[length] = '\0';
    talk->at = rest + length;
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

bool cli_talk_number(int64_t *out, cli_talk *talk, const char *what, int64_t least, int64_t most)
{
    const char *const word = cli_talk_word(talk);
    if (read_number(out, word, least, most))
        return true;
    cli_talk_expected(talk, word, "%s", what);
    return false;
}

bool cli_talk_move(shoogi_move *out, cli_talk *talk, const shoogi_position *position,
                   const char *word)
{
    shoogi_error error;
    if (!word) {
        cli_talk_expected(talk, NULL, "a move");
        return false;
    }
    const shoogi_status status = talk->protocol->read(out, position, word, strlen(word), &error);
    if (status == SHOOGI_NO_MEMORY)
        cli_talk_no_memory(talk);
    else if (status != SHOOGI_OK)
        cli_talk_fault(talk, word, &error);
    return status == SHOOGI_OK;
}

/* ---- the engine ---- */

/* For positions.  Who is to remember nothing of them has the least there is. */
static size_t hash_mib(const cli_talk *t)
{
    return t->option[CLI_OPTION_REMEMBERS] != 0 ? (size_t)t->option[CLI_OPTION_HASH] : 1;
}

/* And the solver, as only one of them has the memory for positions at a time; but not the weights: who is confined cannot
 * read them again. */
static void drop_engine(cli_talk *t)
{
    cli_talk_drop_search(t);
    if (t->engine)
        t->weights = shg_engine_end(t->engine);
    t->engine = NULL;
    shg_mate_free(t->solver.mate);
    t->solver.mate = NULL;
}

static void drop_weights(cli_talk *t)
{
    drop_engine(t);
    shg_weights_free(t->weights);
    t->weights = NULL;
}

static bool have_weights(cli_talk *t)
{
    shoogi_error fault = { .status = SHOOGI_OK };
    if (t->weights)
        return true;
    const shoogi_status status =
        t->weights_folder ? shg_weights_find_in(&t->weights, t->variant, t->weights_folder, &fault)
                          : shg_weights_find(&t->weights, t->variant, &fault);
    if (fault.status != SHOOGI_OK)
        t->protocol->complain(t, fault.message);
    if (status != SHOOGI_OK)
        cli_talk_no_memory(t);
    return status == SHOOGI_OK;
}

static shoogi_status make_engine(cli_talk *t, size_t mib)
{
    const shoogi_status status =
        shg_engine_new(&t->engine, t->weights, (unsigned)t->option[CLI_OPTION_THREADS], mib);
    if (status == SHOOGI_OK)
        t->weights = NULL; /* they are the engine's now */
    return status;
}

static shoogi_status make_solver(cli_talk *t, size_t mib)
{
    return shg_mate_new(&t->solver.mate, t->variant, mib, &t->solver.stop);
}

/* With the memory for positions that is set, or the half of it, a quarter...: as much as there is. */
static bool make(cli_talk *t, shoogi_status (*of_size)(cli_talk *t, size_t mib))
{
    const size_t wanted_mib = hash_mib(t);
    size_t mib = wanted_mib;
    shoogi_status status = of_size(t, mib);
    while (status != SHOOGI_OK && mib > 1)
        status = of_size(t, mib /= 2);
    if (status != SHOOGI_OK) {
        cli_talk_no_memory(t);
    } else if (mib < wanted_mib) {
        char text[96];
        snprintf(text, sizeof text, "out of memory for %zu MiB of positions: there are %zu MiB now",
                 wanted_mib, mib);
        t->protocol->complain(t, text);
    }
    return status == SHOOGI_OK;
}

bool cli_talk_have_engine(cli_talk *talk)
{
    if (talk->engine)
        return true;
    drop_engine(talk); /* the solver, that is */
    return have_weights(talk) && make(talk, make_engine);
}

bool cli_talk_be_ready(cli_talk *talk)
{
    if (talk->searching)
        return true;
    const bool is_new = !talk->engine;
    const bool able = cli_talk_have_engine(talk);
    if (able && is_new)
        shg_engine_clear(talk->engine);
    return able;
}

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    cli_talk *const t = context;
    if (info->pv_number == 1)
        t->score = info->score;
    t->protocol->on_info(t, info, elapsed_ms);
}

static void on_current_line(void *context, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms)
{
    cli_talk *const t = context;
    t->protocol->on_current_line(t, current, nodes, elapsed_ms);
}

static void on_refutation(void *context, shoogi_move move, shoogi_move reply)
{
    cli_talk *const t = context;
    t->protocol->on_refutation(t, move, reply);
}

/* One byte is always taken before there can be another. */
static void wake(cli_talk *t)
{
    while (write(t->woken[1], "", 1) < 0 && errno == EINTR)
        continue;
}

static void on_best(void *context, shoogi_move best, shoogi_move reply)
{
    cli_talk *const t = context;
    t->best = best;
    t->reply = reply;
    wake(t);
}

/* Returns when the search has ended; then it can be begun anew. */
static void wait_for_best(cli_talk *t)
{
    char byte;
    if (t->solver.runs)
        pthread_join(t->solver.thread, NULL);
    else
        shg_engine_wait(t->engine);
    while (!t->idles && read(t->woken[0], &byte, 1) < 0 && errno == EINTR)
        continue;
    t->searching = t->solver.runs = t->idles = false;
}

static void tell_best(cli_talk *t)
{
    const bool solved = t->solver.runs;
    wait_for_best(t);
    if (solved)
        t->solver.tell(t);
    else
        t->protocol->on_best(t, t->best, t->reply);
}

static void stop(cli_talk *t)
{
    if (!t->solver.runs)
        shg_engine_stop(t->engine);
    else
        atomic_store(&t->solver.stop, true);
}

void cli_talk_end_search(cli_talk *talk)
{
    if (!talk->searching)
        return;
    stop(talk);
    tell_best(talk);
}

void cli_talk_drop_search(cli_talk *talk)
{
    if (!talk->searching)
        return;
    stop(talk);
    wait_for_best(talk);
}

/* The same move as shoogi_position_moves has it: of several ways to one result it knows one. */
static shoogi_move listed(const shoogi_position *position, const shoogi_move *legal, size_t count,
                          shoogi_move move)
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

/* Of the moves that are asked for, or of all, those that are not among banned_count banned ones: filled into chosen, with
 * room for all.  Returns how many. */
static size_t choose_moves(shoogi_move *chosen, const cli_talk *t, size_t banned_count,
                           const shg_go *go, const shoogi_move *legal, size_t count)
{
    const shoogi_move *const from = go->move_count > 0 ? go->moves : legal;
    const size_t from_count = go->move_count > 0 ? go->move_count : count;
    size_t chosen_count = 0;
    for (size_t i = 0; i < from_count && chosen_count < count; i++) {
        const shoogi_move move = listed(t->root, legal, count, from[i]);
        bool is_out = move == 0;
        for (size_t k = 0; k < banned_count && !is_out; k++)
            is_out = listed(t->root, legal, count, t->banned[k]) == move;
        for (size_t k = 0; k < chosen_count && !is_out; k++)
            is_out = chosen[k] == move;
        if (!is_out)
            chosen[chosen_count++] = move;
    }
    return chosen_count;
}

static unsigned least_given(unsigned a, unsigned b)
{
    return a == 0 || (b > 0 && b < a) ? b : a;
}

/* A declaration can be said, and is one. */
static bool may_declare(const cli_talk *t)
{
    return t->protocol->declares && t->option[CLI_OPTION_IMPASSE] == 0;
}

/* What is set of the use of time. */
static void keep_habits(const cli_talk *t, shg_clock *clock)
{
    clock->overhead_ms = t->option[CLI_OPTION_DELAY];
    clock->overhead_max_ms = t->option[CLI_OPTION_DELAY_MOST];
    clock->minimum_ms = t->option[CLI_OPTION_LEAST];
    clock->pace_percent = (unsigned)t->option[CLI_OPTION_PACE];
    clock->ponders = t->option[CLI_OPTION_PONDER] != 0;
}

/* What is thought of positions holds for one value of a draw: it goes with another. */
static void value_draws(cli_talk *t, shg_go *go)
{
    const bool black = shoogi_position_side(t->root) == SHOOGI_BLACK;
    go->draw_score = (int)t->option[black ? CLI_OPTION_DRAW_BLACK : CLI_OPTION_DRAW_WHITE];
    const int to_black = black ? go->draw_score : -go->draw_score;
    if (to_black != t->draw_score)
        shg_engine_clear(t->engine);
    t->draw_score = to_black;
}

static bool begin(cli_talk *t, size_t banned_count, shg_go *go)
{
    const bool refutes = t->protocol->on_refutation && t->option[CLI_OPTION_REFUTATIONS] != 0;
    const shg_engine_listener listener = {
        .on_info = on_info,
        .on_best = on_best,
        .on_current_line = t->protocol->on_current_line ? on_current_line : NULL,
        .on_refutation = refutes ? on_refutation : NULL,
        .context = t,
    };
    const int64_t moves_most = t->option[CLI_OPTION_MOVES];
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
        go->depth_plies = least_given(go->depth_plies, go->plies_left); /* behind it is nothing */
    }
    keep_habits(t, &go->clock);
    go->may_declare = may_declare(t);
    value_draws(t, go);
    if (t->option[CLI_OPTION_LIMIT] != 0 && !t->stays)
        go->level = (unsigned)t->option[CLI_OPTION_LEVEL];
    struct timespec now; /* a weak player does not err the same way in every game */
    clock_gettime(CLOCK_REALTIME, &now);
    go->seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    if (status == SHOOGI_OK && none) {
        t->best = t->reply = 0;
        if (go->infinite || go->pondering)
            t->searching = t->idles = true;
        else
            t->protocol->on_best(t, 0, 0);
    } else if (status == SHOOGI_OK) {
        if (t->option[CLI_OPTION_REMEMBERS] == 0)
            shg_engine_clear(t->engine);
        status = shg_engine_go(t->engine, t->root, go, &listener);
        t->searching = status == SHOOGI_OK;
    }
    free(legal);
    free(chosen);
    return status == SHOOGI_OK;
}

void cli_talk_ponderhit(cli_talk *talk, const shg_clock *clock)
{
    if (!talk->searching || talk->solver.runs)
        return;
    if (talk->idles) {
        cli_talk_end_search(talk);
    } else if (clock) {
        shg_clock now = *clock;
        keep_habits(talk, &now);
        shg_engine_ponderhit(talk->engine, &now);
    } else {
        shg_engine_ponderhit(talk->engine, NULL);
    }
}

int64_t cli_talk_elapsed_ms(const cli_talk *talk)
{
    return shg_monotonic_ms() - talk->began_ms;
}

bool cli_talk_go(cli_talk *talk, const shoogi_position *root, shg_go *go)
{
    const size_t banned_count = root == talk->position ? talk->banned_count : 0;
    if (!cli_talk_have_engine(talk))
        return false;
    talk->began_ms = shg_monotonic_ms();
    shoogi_position_free(talk->root);
    talk->root = NULL;
    talk->score = 0;
    talk->stays = go->infinite || talk->option[CLI_OPTION_ANALYSE] != 0;
    if (shoogi_position_copy(&talk->root, root) == SHOOGI_OK && begin(talk, banned_count, go))
        return true;
    cli_talk_no_memory(talk);
    return false;
}

static bool is_banned(const cli_talk *t, shoogi_move move)
{
    for (size_t i = 0; i < t->banned_count; i++)
        if (t->banned[i] == move)
            return true;
    return false;
}

shoogi_move cli_talk_any_move(const cli_talk *talk)
{
    enum { LOOKED_AT = 64 }; /* there may be no memory for all */
    shoogi_move moves[LOOKED_AT];
    size_t count = shoogi_position_moves(talk->position, moves, LOOKED_AT), i = 0;
    count = count < LOOKED_AT ? count : LOOKED_AT;
    while (i < count && is_banned(talk, moves[i]))
        i++;
    return count == 0 ? 0 : moves[i < count ? i : 0];
}

/* ---- mates and leaves ---- */

/* Has a thread work at the root; false, after complaining. */
static bool go_solver(cli_talk *t, const shoogi_position *root, void *(*work)(void *),
                      void (*tell)(cli_talk *))
{
    cli_solver *const s = &t->solver;
    shoogi_position_free(t->root);
    t->root = NULL;
    s->tell = tell;
    atomic_store(&s->stop, false);
    if (shoogi_position_copy(&t->root, root) == SHOOGI_OK)
        s->runs = t->searching = pthread_create(&s->thread, NULL, work, t) == 0;
    if (!s->runs)
        cli_talk_no_memory(t);
    return s->runs;
}

static bool is_late(void *context, uint64_t nodes)
{
    const cli_solver *const s = context;
    (void)nodes;
    return s->end_ms > 0 && shg_monotonic_ms() >= s->end_ms;
}

static void *solve(void *context)
{
    cli_talk *const t = context;
    cli_solver *const s = &t->solver;
    const shg_mate_limits limits = { .should_stop = is_late, .context = s };
    s->status = shg_mate_go(&s->finding, s->mate, t->root, &limits);
    wake(t);
    return NULL;
}

static void tell_mate(cli_talk *t)
{
    t->protocol->on_mate(t, t->solver.status, &t->solver.finding);
}

bool cli_talk_go_mate(cli_talk *talk, const shoogi_position *root, int64_t most_ms)
{
    cli_solver *const s = &talk->solver;
    s->counts = false;
    s->end_ms = most_ms > 0 ? shg_monotonic_ms() + most_ms : 0;
    s->finding = (shg_mate_result){ .answer = SHG_MATE_UNKNOWN };
    if (!s->mate) {
        drop_engine(talk);
        if (!make(talk, make_solver))
            return false;
    }
    return go_solver(talk, root, solve, tell_mate);
}

/* Until it is stopped.  told: those behind each move, too.  The last plies are counted at once, which is quick. */
static shoogi_status count_leaves(uint64_t *leaves, cli_talk *t, shoogi_position *p,
                                  unsigned depth_plies, bool told)
{
    enum { AT_ONCE_PLIES = 2 };
    if (depth_plies <= AT_ONCE_PLIES && !told)
        return shoogi_position_perft(leaves, p, depth_plies);
    const size_t count = shoogi_position_moves(p, NULL, 0);
    shoogi_move *const moves = malloc((count + 1) * sizeof *moves);
    shoogi_status status = moves ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (moves)
        (void)shoogi_position_moves(p, moves, count);
    *leaves = 0;
    for (size_t i = 0; i < count && status == SHOOGI_OK && !atomic_load(&t->solver.stop); i++) {
        uint64_t behind = 0;
        status = shoogi_position_do(p, moves[i]);
        if (status != SHOOGI_OK)
            break;
        status = count_leaves(&behind, t, p, depth_plies - 1, false);
        shoogi_position_undo(p);
        *leaves += behind;
        if (told && status == SHOOGI_OK && !atomic_load(&t->solver.stop))
            t->protocol->on_leaves(t, moves[i], behind);
    }
    free(moves);
    return status;
}

static void *count(void *context)
{
    cli_talk *const t = context;
    cli_solver *const s = &t->solver;
    shoogi_position *p = NULL;
    s->status = shoogi_position_copy(&p, t->root);
    if (s->status == SHOOGI_OK)
        s->status = count_leaves(&s->leaves, t, p, s->depth_plies, s->depth_plies > 0);
    s->whole = !atomic_load(&s->stop);
    shoogi_position_free(p);
    wake(t);
    return NULL;
}

static void tell_leaves(cli_talk *t)
{
    const cli_solver *const s = &t->solver;
    if (s->status != SHOOGI_OK)
        cli_talk_no_memory(t);
    else if (!s->whole)
        t->protocol->complain(t, "stopped before all leaves were counted");
    else
        t->protocol->on_leaves(t, 0, s->leaves);
}

bool cli_talk_go_count(cli_talk *talk, const shoogi_position *root, unsigned depth_plies)
{
    talk->solver.counts = true;
    talk->solver.depth_plies = depth_plies;
    talk->looked = 0;
    return go_solver(talk, root, count, tell_leaves);
}

bool cli_talk_can_declare(const cli_talk *talk, const shoogi_position *position)
{
    return may_declare(talk) && shg_can_declare(position);
}

bool cli_talk_would_resign(const cli_talk *talk)
{
    return talk->score <= -talk->option[CLI_OPTION_RESIGN];
}

void cli_talk_forget_moves(cli_talk *talk)
{
    talk->banned_count = 0;
    talk->hint = 0;
}

/* ---- what is set ---- */

static shoogi_status play_variant(cli_talk *t, const shoogi_variant *variant, const char *name)
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
    cli_talk_forget_moves(t);
    t->variant = variant;
    snprintf(t->variant_name, sizeof t->variant_name, "%s", name);
    return SHOOGI_OK;
}

bool cli_talk_choose_variant(cli_talk *talk, const char *name)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    const shoogi_variant *variant = talk->first;
    if (!shg_text_same(name, strlen(name), talk->first_name, strlen(talk->first_name))) {
        if (shoogi_catalog_get(&entry, talk->catalog, name, strlen(name), &fault) != SHOOGI_OK) {
            complain(talk, name, 1, fault.text);
            return false;
        }
        variant = entry->variant;
    }
    if (play_variant(talk, variant, name) == SHOOGI_OK)
        return true;
    cli_talk_no_memory(talk);
    return false;
}

/* Without what tells USI and UCI apart. */
static const char *plain_name(const char *name, size_t *bytes)
{
    const bool prefixed =
        *bytes > 4 && (shg_text_same(name, 4, "USI_", 4) || shg_text_same(name, 4, "UCI_", 4));
    *bytes -= prefixed ? 4 : 0;
    return prefixed ? name + 4 : name;
}

static char plain_letter(char c)
{
    return c == ' ' ? '_' : shg_lower(c);
}

bool cli_talk_is_name(const char *name, size_t name_bytes, const char *wanted)
{
    size_t wanted_bytes = strlen(wanted);
    name = plain_name(name, &name_bytes);
    wanted = plain_name(wanted, &wanted_bytes);
    bool same = name_bytes == wanted_bytes;
    for (size_t i = 0; i < name_bytes && same; i++)
        same = plain_letter(name[i]) == plain_letter(wanted[i]);
    return same;
}

cli_engine_option cli_talk_find_option(const char *name, size_t name_bytes)
{
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++)
        for (unsigned k = 0; k < CLI_DIALECTS; k++) {
            const char *const known = cli_engine_options[i].name[k];
            if (known && cli_talk_is_name(name, name_bytes, known))
                return (cli_engine_option)i;
        }
    return CLI_ENGINE_OPTIONS;
}

/* In the words of the protocol, or of the first that has some. */
static const char *option_name(const cli_talk *t, const cli_option_row *row)
{
    static const cli_dialect order[] = { CLI_UCI, CLI_USI, CLI_UCCI };
    const char *name = row->name[t->protocol->dialect];
    for (size_t i = 0; i < sizeof order / sizeof order[0] && !name; i++)
        name = row->name[order[i]];
    return name;
}

static bool read_option(int64_t *out, const cli_option_row *row, const char *value)
{
    switch (row->kind) {
    case CLI_CHECK:
        if (cli_is_word(value, "true") || cli_is_word(value, "1"))
            *out = 1;
        else if (cli_is_word(value, "false") || cli_is_word(value, "0"))
            *out = 0;
        else
            return false;
        return true;
    case CLI_COMBO:
        for (*out = row->least; *out <= row->most; ++*out)
            if (value && shg_text_same(value, strlen(value), cli_impasse_words[*out],
                                       strlen(cli_impasse_words[*out])))
                return true;
        return false;
    case CLI_FOLDER: *out = 0; return true;
    case CLI_SPIN: break;
    }
    return read_number(out, value, row->least, row->most);
}

/* folder: NULL or empty: none. */
static bool choose_folder(cli_talk *t, const char *folder)
{
    const bool given = folder && *folder != '\0';
    char *const copy = given ? strdup(folder) : NULL;
    if (given && !copy) {
        cli_talk_no_memory(t);
        return false;
    }
    drop_weights(t);
    free(t->weights_folder);
    t->weights_folder = copy;
    return true;
}

bool cli_talk_set_option(cli_talk *talk, cli_engine_option option, const char *value)
{
    const cli_option_row *const row = &cli_engine_options[option];
    const char *const name = option_name(talk, row);
    int64_t number;
    if (row->kind == CLI_FOLDER)
        return choose_folder(talk, value);
    if (!read_option(&number, row, value)) {
        if (row->kind == CLI_SPIN)
            cli_talk_expected(talk, value, "a number for %s", name);
        else if (row->kind == CLI_CHECK)
            cli_talk_expected(talk, value, "true or false for %s", name);
        else
            cli_talk_expected(talk, value, "%s or %s for %s", cli_impasse_words[0],
                              cli_impasse_words[1], name);
        return false;
    }
    if (number > talk->option_most[option])
        number = talk->option_most[option];
    if (number != talk->option[option] &&
        (option == CLI_OPTION_HASH || option == CLI_OPTION_REMEMBERS ||
         option == CLI_OPTION_THREADS))
        drop_engine(talk);
    if (number != talk->option[option] && option == CLI_OPTION_MOVES && talk->engine) {
        cli_talk_drop_search(talk);
        shg_engine_clear(talk->engine); /* positions were worth what they are by the old number */
    }
    talk->option[option] = number;
    return true;
}

/* ---- the conversation ---- */

shoogi_status cli_talk_new(cli_talk **talk, const cli_protocol *protocol, shoogi_catalog *catalog,
                           const shoogi_variant *variant, const char *name, int in, FILE *out)
{
    enum { PERFT_PLIES_MAX = 100, FIVE_MINUTES_MS = 5 * 60 * 1000 };
    cli_talk *const t = calloc(1, sizeof *t);
    if (!t)
        return SHOOGI_NO_MEMORY;
    pthread_mutex_init(&t->out_lock, NULL);
    t->protocol = protocol;
    t->catalog = catalog;
    t->first = variant;
    snprintf(t->first_name, sizeof t->first_name, "%s", name);
    t->in = in;
    t->out = out;
    t->woken[0] = t->woken[1] = -1;
    t->perft_plies_max = PERFT_PLIES_MAX;
    t->xboard.base_ms = t->xboard.own_ms = FIVE_MINUTES_MS; /* XBoard's own usual */
    t->xboard.moves_per_session = 40;
    for (unsigned i = 0; i < CLI_ENGINE_OPTIONS; i++) {
        t->option[i] = cli_engine_options[i].usual;
        t->option_most[i] = cli_engine_options[i].most;
    }
    shoogi_status status = SHOOGI_OK;
    t->bytes = malloc(BUFFER_BYTES);
    if (!t->bytes)
        status = SHOOGI_NO_MEMORY;
    else if (pipe(t->woken) != 0)
        status = SHOOGI_IO;
    else
        status = play_variant(t, variant, name);
    if (status != SHOOGI_OK) {
        cli_talk_free(t);
        return status;
    }
    *talk = t;
    return SHOOGI_OK;
}

void cli_talk_free(cli_talk *talk)
{
    if (!talk)
        return;
    drop_weights(talk);
    for (unsigned i = 0; i < 2; i++)
        if (talk->woken[i] >= 0)
            close(talk->woken[i]);
    shoogi_position_free(talk->position);
    shoogi_position_free(talk->root);
    pthread_mutex_destroy(&talk->out_lock);
    free(talk->weights_folder);
    free(talk->banned);
    free(talk->bytes);
    free(talk);
}

/* A line, of which the first word has been read.  False when the conversation is to end. */
static bool obey(cli_talk *t, char *word)
{
    if (cli_is_word(word, "quit")) {
        cli_talk_drop_search(t);
        return false;
    }
    const cli_protocol *const protocol = t->protocol;
    for (size_t i = 0; i < protocol->command_count; i++)
        if (cli_is_word(word, protocol->commands[i].word)) {
            if (protocol->commands[i].obey)
                protocol->commands[i].obey(t);
            return true;
        }
    protocol->other(t, word);
    return true;
}

static bool is_counting(const cli_talk *t)
{
    return t->searching && t->solver.runs && t->solver.counts;
}

static bool begins_with_word(const char *line, const char *end, const char *word)
{
    const size_t bytes = strlen(word);
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    return (size_t)(end - line) >= bytes && memcmp(line, word, bytes) == 0 &&
           (line + bytes == end || memchr(" \t\r\n", line[bytes], 4));
}

/* Of the lines that wait for the end of a count, "stop" is heard at once, too; false: "quit" is. */
static bool look_ahead(cli_talk *t)
{
    for (;;) {
        const char *const line = t->bytes + t->begin + t->looked;
        const char *const end = memchr(line, '\n', t->end - t->begin - t->looked);
        const char *const behind = end ? end + 1 : t->bytes + t->end;
        if (!end && !(t->ended && line < behind))
            return true;
        if (begins_with_word(line, behind, "quit"))
            return false;
        if (begins_with_word(line, behind, "stop"))
            stop(t);
        t->looked += (size_t)(behind - line);
    }
}

/* Waits until there is something to be heard while leaves are counted: more lines, the end, or nobody who hears. */
static bool wait_for_count(cli_talk *t)
{
    enum { IN, WOKEN, OUT };
    if (!look_ahead(t)) {
        cli_talk_drop_search(t);
        return false;
    }
    const bool reads = !t->ended && t->end - t->begin < CLI_TALK_LINE_BYTES_MAX,
               stopped = atomic_load(&t->solver.stop);
    struct pollfd files[] = { [IN] = { .fd = reads ? t->in : -1, .events = POLLIN },
                              [WOKEN] = { .fd = t->woken[0], .events = POLLIN },
                              [OUT] = { .fd = stopped ? -1 : fileno(t->out) } };
    if (poll(files, 3, -1) < 0)
        return errno == EINTR;
    if (files[WOKEN].revents != 0)
        tell_best(t);
    else if (files[OUT].revents != 0)
        stop(t);
    else if (files[IN].revents != 0)
        read_more(t);
    return true;
}

/* Waits for a line, and obeys it; or for an answer, which goes before the next line. */
static bool wait_for_line(cli_talk *t)
{
    enum { IN, WOKEN };
    struct pollfd files[] = { { .fd = t->in, .events = POLLIN },
                              { .fd = t->woken[0], .events = POLLIN } };
    const bool has_line = memchr(t->bytes + t->begin, '\n', t->end - t->begin);
    const int ready = poll(files, 2, has_line || t->ended ? 0 : -1);
    if (ready < 0 && errno != EINTR)
        return false;
    if (ready > 0 && (files[WOKEN].revents & POLLIN) && t->searching) {
        tell_best(t);
    } else if (cut_line(t)) {
        char *const word = cli_talk_word(t);
        return !word || obey(t, word);
    } else if (t->ended) {
        return false;
    } else if (ready > 0 && files[IN].revents != 0) {
        read_more(t);
    }
    return true;
}

void cli_talk_go_on(cli_talk *talk)
{
    while (is_counting(talk) ? wait_for_count(talk) : wait_for_line(talk))
        continue;
    cli_talk_end_search(talk);
}
