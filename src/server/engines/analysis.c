/* analysis.c: analyses of finished games, and their resources. */
#include "server/engines/analysis.h"

#include "base/winning_chance.h"
#include "base/json_write.h"
#include "server/doors/door_json.h"
#include "server/engines/analysis_resources.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/action.h"
#include "server/game/game_cache.h"
#include "server/game/game_usi.h"
#include "server/game/load_game.h"
#include "server/loop/test_settings.h"
#include "server/loop/text_buffer.h"
#include "server/session/pager.h"
#include "server/session/part.h"
#include "server/session/settings.h"
#include "server/session/task.h"
#include "shoogi/move_text.h"
#include "wire/display.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENT_ANALYSIS "analysis"
#define ANALYST           "engine10" /* the author of the stored analyses */
/* The stored list of pending analyses: a line "GAME PLAYER" for each, in order. */
#define NOTICE_PENDING "analyses"

enum {
    TRIES = 2,
    LINE_BYTES = 48,
    LINE_MOVES = LINE_BYTES / 4, /* at most in a line */
    TEXT_MOVES_MAX = 2400        /* of an answer are written in another notation */
};

/* ---- one analysis ---- */

typedef struct analysis {
    shg_claim place; /* in the queue; must be first */
    struct analysis *next;
    int64_t game, player; /* player: who requested it */
    bool request_stored;  /* the request is stored, so the analysis may begin */
    shg_rules *rules;     /* owned */
    char *position;       /* after all moves, in USI; owned */
    size_t moves, at;     /* the number of moves in all, and before the position being searched */
    int last_side;        /* the side to move after all moves */
    unsigned tries;
    shg_engine_search *engine_search;
    shg_out text; /* the document, as far as it is written */
} analysis;

struct shg_analyses {
    shg_server *server;
    shg_engine_pool *pool;
    analysis *first; /* all, by age */
    /* Borrowed: clients take turns of SHG_ANALYSIS_SLICE positions, so that a short game does not wait
     * for a long one. */
    shg_share *queue;
    analysis *running; /* it has its turn; NULL: none */
    size_t slice_left; /* positions of that turn */
    struct {
        int64_t game, player;
        /* Requests of an earlier run of the server whose games are not loaded yet. */
    } restored[SHG_ANALYSES_WAITING];
    size_t restored_count;
};

static void free_analysis(shg_analyses *all, analysis *a)
{
    shg_share_release(all->queue, &a->place);
    if (a->engine_search)
        shg_engine_search_cancel(a->engine_search);
    shg_rules_unref(a->rules);
    free(a->position);
    free(a->text.bytes);
    free(a);
}

static void search_next(shg_analyses *all);

/* ---- storing ---- */

/* The list of pending analyses to store, without `done`, which may be NULL. Owned; NULL if
 * memory is short. */
static char *pending_list(const shg_analyses *all, const analysis *done)
{
    shg_out out = shg_out_growing();
    shg_out_text(&out, "");
    for (const analysis *a = all->first; a; a = a->next)
        if (a != done)
            shg_out_format(&out, "%" PRId64 " %" PRId64 "\n", a->game, a->player);
    for (size_t i = 0; i < all->restored_count; i++)
        shg_out_format(&out, "%" PRId64 " %" PRId64 "\n", all->restored[i].game,
                       all->restored[i].player);
    if (!out.spent)
        return out.bytes;
    free(out.bytes);
    return NULL;
}

/* Stores the end of an analysis: its document, if any, and the list of pending ones without it. */
typedef struct storing {
    shg_task task;
    int64_t game, player;
    int64_t now_ms;
    char *text;    /* owned; NULL: the analysis failed */
    char *pending; /* owned */
    bool away;     /* the requesting player is offline and gets a message */
    bool gave_way; /* it failed because others wanted its place */
} storing;

static shoogi_status find_analyst(int64_t *player, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, ANALYST, err);
    if (status == SHOOGI_OK)
        *player = row.id;
    return status;
}

/* Guests and deleted players get no message. */
static shoogi_status leave_message(const storing *k, shg_storage *storage, int64_t analyst,
                                   shoogi_error *err)
{
    shg_player row;
    shg_settings settings;
    shg_text_buffer text = { 0 };
    int64_t id;
    shoogi_status status = storage->ops->player_by_id(storage, &row, k->player, err);
    if (status == SHOOGI_NOT_FOUND || (status == SHOOGI_OK && row.password[0] == '\0'))
        return SHOOGI_OK;
    if (status != SHOOGI_OK)
        return status;
    shg_settings_init(&settings);
    shg_settings_read(&settings, row.settings);
    const shg_language language = (shg_language)settings.value[SHG_SET_LANGUAGE];
    const long long game = (long long)k->game;
    if (k->text)
        shg_text_add(&text,
                     shg_text_in(language, "I have analysed game %lld.  ANALYSE %lld shows it."),
                     game, game);
    else if (k->gave_way)
        shg_text_add(
            &text,
            shg_text_in(
                language,
                "Too many games of your network wait for an analysis: game %lld lost its place.  Ask again in an hour."),
            game);
    else
        shg_text_add(&text, shg_text_in(language, "I could not analyse game %lld."), game);
    const shg_message message = {
        .recipient = k->player, .sender = analyst, .text = text.bytes, .at_ms = k->now_ms
    };
    if (!text.failed)
        status = storage->ops->message_add(storage, &id, &message, err);
    shg_text_fini(&text);
    return status;
}

static shoogi_status run_storing(shg_job *job, shg_storage *storage)
{
    storing *k = (storing *)(void *)job;
    int64_t analyst = 0;
    shoogi_status status = find_analyst(&analyst, storage, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->notice_set(storage, NOTICE_PENDING, k->pending, &job->error);
    if (status == SHOOGI_OK && k->text)
        status = storage->ops->document_set(storage, k->game, analyst, DOCUMENT_ANALYSIS, k->text,
                                            &job->error);
    return status == SHOOGI_OK && k->away ? leave_message(k, storage, analyst, &job->error)
                                          : status;
}

/* Notifies the player who requested the analysis of its end. */
static void notify_player(shg_server *server, int64_t player, int64_t game, bool good,
                          bool gave_way)
{
    const long long id = (long long)game;
    shg_session *to = shg_online_first(&server->sessions->online, player);
    for (; to; to = shg_online_next(to))
        if (gave_way)
            shg_notify(
                to,
                "Too many games of your network wait for an analysis: game %lld lost its place.  Ask again in an hour.\n",
                id);
        else if (good)
            shg_notify_about(to, &(shg_notice){ .kind = "analysed", .game = game },
                             "Game %lld is analysed.  ANALYSE %lld shows it.\n", id, id);
        else
            shg_notify(to, "Game %lld could not be analysed.\n", id);
}

static void finish_storing(shg_task *task)
{
    const storing *k = (const storing *)task;
    notify_player(task->server, k->player, k->game, k->text && task->job.status == SHOOGI_OK,
                  k->gave_way);
}

static void fini_storing(shg_task *task)
{
    free(((storing *)task)->text);
    free(((storing *)task)->pending);
}

/* text: taken. */
static void store(shg_analyses *all, const analysis *a, char *text, bool gave_way)
{
    storing *k = shg_task_alloc(NULL, sizeof *k);
    char *pending = k ? pending_list(all, a) : NULL;
    if (!pending) {
        notify_player(all->server, a->player, a->game, false, gave_way);
        free(text);
        free(k);
        return;
    }
    k->game = a->game;
    k->player = a->player;
    k->now_ms = shg_now_ms(all->server);
    k->text = text;
    k->gave_way = gave_way;
    k->pending = pending;
    k->away = !shg_online_first(&all->server->sessions->online, a->player);
    k->task.fini = fini_storing;
    shg_task_write(&k->task, all->server, NULL, run_storing, finish_storing);
}

/* ---- one position after another ---- */

/* A line of the document: the moves made, the score for Black or "-", and the best line. */
static void write_row(analysis *a, const shg_engine_answer *answer)
{
    char line[LINE_BYTES + 1];
    const bool black = ((a->moves - a->at) % 2 == 0) == (a->last_side == SHOOGI_BLACK);
    snprintf(line, sizeof line, "%s", answer->line);
    if (strlen(answer->line) > LINE_BYTES) { /* cut after a whole move */
        char *space = strrchr(line, ' ');
        *(space ? space : line) = '\0';
    }
    if (answer->end == SHG_ENGINE_SEARCH_DONE && answer->scored)
        shg_out_format(&a->text, "%zu %d %s\n", a->at, black ? answer->score_cp : -answer->score_cp,
                       line);
    else
        shg_out_format(&a->text, "%zu -\n", a->at);
}

static void engine_search(void *context, const shg_engine_answer *answer);

/* The position after a number of moves, which is a prefix of the last. Owned. */
static char *cut_position(const analysis *a)
{
    const char *moves = strstr(a->position, " moves");
    size_t bytes = (size_t)(moves - a->position) + strlen(" moves");
    for (size_t i = 0; i < a->at; i++)
        bytes += 1 + strcspn(a->position + bytes + 1, " ");
    return strndup(a->position, bytes);
}

static void dequeue(shg_analyses *all, analysis *gone)
{
    analysis **place = &all->first;
    while (*place != gone)
        place = &(*place)->next;
    *place = gone->next;
    if (all->running == gone)
        all->running = NULL;
    free_analysis(all, gone);
}

/* Removes an analysis that is finished or abandoned, and begins the next. */
static void remove_and_continue(shg_analyses *all, analysis *gone)
{
    dequeue(all, gone);
    search_next(all);
}

static void give_up(shg_analyses *all, analysis *gone)
{
    store(all, gone, NULL, false);
    remove_and_continue(all, gone);
}

/* Its place goes to others. If that was the request of a moment ago, its asker is told by finish_keeping. */
static void give_way(void *context, shg_claim *place)
{
    shg_analyses *all = context;
    analysis *gone = (analysis *)(void *)place;
    if (gone->request_stored)
        store(all, gone, NULL, true);
    remove_and_continue(all, gone);
}

/* The analysis whose turn it is. NULL: none waits, or the request of the next is being stored. */
static analysis *take_turn(shg_analyses *all)
{
    if (!all->running || all->slice_left == 0) {
        all->running = (analysis *)(void *)shg_share_next(all->queue);
        all->slice_left = (size_t)shg_test_bound(SHG_ANALYSIS_SLICE, 1);
    }
    if (all->running && !all->running->request_stored)
        all->running = NULL;
    return all->running;
}

static void search_next(shg_analyses *all)
{
    if (all->running && all->running->engine_search)
        return;
    analysis *a = take_turn(all);
    if (!a)
        return;
    if (a->at > a->moves) {
        char *text = a->text.spent ? NULL : a->text.bytes;
        if (text)
            a->text = (shg_out){ 0 };
        store(all, a, text, false);
        remove_and_continue(all, a);
        return;
    }
    char *position = cut_position(a);
    const shg_engine_request what = { .rules = a->rules,
                                      .position = position,
                                      .level = SHG_LEVELS,
                                      .nodes = SHG_ANALYSIS_NODES,
                                      .most_ms = SHG_ANALYSIS_MS,
                                      .priority = SHG_PRIORITY_NONE };
    a->engine_search =
        position ? shg_engine_search_start(all->pool, &what, engine_search, all) : NULL;
    free(position);
    if (!a->engine_search) /* the queue of searches is full: a later request is served */
        give_up(all, a);
}

static void engine_search(void *context, const shg_engine_answer *answer)
{
    shg_analyses *all = context;
    analysis *a = all->running;
    a->engine_search = NULL;
    if (all->server->stopping) /* the processes end as well: the next start resumes it */
        return;
    if (answer->end != SHG_ENGINE_SEARCH_DONE && ++a->tries < TRIES) {
        search_next(all);
        return;
    }
    if (answer->end ==
        SHG_ENGINE_SEARCH_NOT_BEGUN) { /* the failure says nothing about the position */
        give_up(all, a);
        return;
    }
    write_row(a, answer);
    a->tries = 0;
    a->at++;
    all->slice_left--;
    search_next(all);
}

static analysis *find(const shg_analyses *all, int64_t game)
{
    for (analysis *a = all->first; a; a = a->next)
        if (a->game == game)
            return a;
    return NULL;
}

void shg_analysis_cancel(shg_analyses *all, int64_t game)
{
    analysis *a = all ? find(all, game) : NULL;
    if (a)
        give_up(all, a);
}

/* ---- requesting one ---- */

/* The position by age; 1 is the running analysis. */
static size_t queue_position(const shg_analyses *all, const analysis *wanted)
{
    size_t place = 1;
    if (wanted == all->running)
        return 1;
    for (const analysis *a = all->first; a != wanted; a = a->next)
        place += a != all->running;
    return place + (all->running != NULL);
}

static void refuse_for_now(shg_session *s)
{
    shg_refuse_as(s, SHG_REFUSED_TOO_MUCH, "%s\n",
                  shg_text_in(shg_session_language(s), shg_share_rows[SHG_SHARE_analyses].refusal));
}

/* The name of a player who asks that the game is not analysed; NULL: neither does. */
static const char *objecting_player(const shg_game_state *game)
{
    return game->no_analysis[0] ? game->name[0] : game->no_analysis[1] ? game->name[1] : NULL;
}

/* Whether the session may request an analysis. False after saying why not. */
static bool may_request(shg_session *s, const shg_game_state *game)
{
    const shg_analyses *all = s->server->engines->analyses;
    const shg_owner owner = { s->address, s->player };
    size_t own = 0;
    for (const analysis *a = all ? all->first : NULL; a; a = a->next)
        own += a->player == s->player;
    if (!all)
        shg_refuse(s, "This server has no engine for analysis.\n");
    else if (!shg_game_over(game))
        shg_refuse(s, "Game %lld is still running.  It can be analysed when it is over.\n",
                   (long long)game->id);
    else if (objecting_player(game))
        shg_refuse(s, "%s asks others not to analyse game %lld.\n", objecting_player(game),
                   (long long)game->id);
    else if (game->item_count > SHG_ANALYSIS_MOVES_MAX)
        shg_refuse(s, "Only games of at most %d moves can be analysed.\n", SHG_ANALYSIS_MOVES_MAX);
    else if (own >= SHG_ANALYSES_PER_PLAYER || !shg_share_has_room(all->queue, &owner, 1))
        refuse_for_now(s);
    else
        return true;
    return false;
}

/* Appends an analysis to the queue; restored: whatever its limits. NULL: memory is short. */
static analysis *enqueue(shg_analyses *all, const shg_game_state *game, const shg_owner *owner,
                         bool restored)
{
    analysis *a = calloc(1, sizeof *a);
    shg_out position = shg_out_growing();
    if (!a || !shg_game_usi_write(&position, &a->moves, game) ||
        (restored ? shg_share_put : shg_share_take)(all->queue, &a->place, owner, 1) != SHOOGI_OK) {
        free(position.bytes);
        free(a);
        return NULL;
    }
    a->game = game->id;
    a->player = owner->player;
    a->rules = shg_rules_ref(game->rules);
    a->position = position.bytes;
    a->last_side = (int)shoogi_position_side(game->position);
    a->text = shg_out_growing();
    shg_out_format(&a->text, "%zu %d\n", game->item_count, SHG_ANALYSIS_NODES);
    analysis **place = &all->first;
    while (*place)
        place = &(*place)->next;
    *place = a;
    return a;
}

/* ---- showing one ---- */

typedef struct showing {
    shg_task task;
    shg_game_state *game; /* pinned */
    char *text; /* the document; owned; NULL: there is none for the present state of the game */
    bool asks;  /* request an analysis if there is none */
    shoogi_notation notation; /* in which a program wants the lines, too; ANY: none */
    size_t from;              /* the first ply of those lines */
    char *pending;            /* the list of pending analyses to store; owned */
} showing;

static shoogi_status run_showing(shg_job *job, shg_storage *storage)
{
    showing *k = (showing *)(void *)job;
    int64_t analyst = 0;
    const char *text = "";
    shoogi_status status = find_analyst(&analyst, storage, &job->error);
    if (status == SHOOGI_NOT_FOUND)
        return SHOOGI_OK; /* the server never had an engine */
    if (status == SHOOGI_OK)
        status = storage->ops->document_get(storage, &text, k->game->id, analyst, DOCUMENT_ANALYSIS,
                                            &job->error);
    if (status == SHOOGI_OK && text[0] && !(k->text = strdup(text)))
        status = SHOOGI_NO_MEMORY;
    return status;
}

typedef struct row {
    size_t at;
    bool scored;
    int score_cp; /* for Black */
    char line[LINE_BYTES + 1];
} row;

/* The next line of a document. False at its end. */
static bool read_row(row *out, const char **at)
{
    char score[16] = "";
    int used = 0;
    *out = (row){ 0 };
    if (sscanf(*at, "%zu %15s%n", &out->at, score, &used) != 2)
        return false;
    out->scored = score[0] != '-' || score[1] != '\0';
    out->score_cp = (int)strtol(score, NULL, 10);
    const char *line = *at + used;
    const size_t bytes = strcspn(line, "\n");
    if (bytes > 1 && bytes - 1 <= LINE_BYTES) {
        memcpy(out->line, line + 1, bytes - 1);
        out->line[bytes - 1] = '\0';
    }
    *at = line + bytes + (line[bytes] == '\n');
    return true;
}

/* The rows of a document beside the moves of its game. */
typedef struct steps {
    const char *rows;
    const char *moves; /* in USI, each after a space */
    row before, after;
    double loss; /* winning chance lost by the move between the two, from 0 to 1 */
} steps;

/* Advances to the next pair of positions. False at the end. */
static bool next_step(steps *w, bool black)
{
    w->before = w->after;
    if (!read_row(&w->after, &w->rows))
        return false;
    const char *move = w->moves + (w->moves[0] == ' ');
    const size_t bytes = strcspn(move, " ");
    w->moves = move + bytes;
    const bool best =
        strcspn(w->before.line, " ") == bytes && strncmp(w->before.line, move, bytes) == 0;
    const int sign = black ? 1 : -1;
    w->loss = shg_winning_chance(sign * w->before.score_cp) -
              shg_winning_chance(sign * w->after.score_cp);
    if (best || w->loss < 0 || !w->before.scored || !w->after.scored)
        w->loss = 0;
    return true;
}

/* The text after the first line, if the document is of the game's present state; else NULL. */
static const char *rows_of(const showing *k)
{
    size_t items = 0;
    int used = 0;
    if (!k->text || sscanf(k->text, "%zu %*u%n", &items, &used) != 1 ||
        items != k->game->item_count || k->text[used] != '\n')
        return NULL;
    return k->text + used + 1;
}

/* Writes a score as shoogi analyse does: centipawns and the winning chance, or the plies to a
 * forced end. */
static void write_score(shg_out *out, const row *r)
{
    char score[16] = "-";
    if (r->score_cp > SHG_SCORE_CP_WON || r->score_cp < -SHG_SCORE_CP_WON)
        snprintf(score, sizeof score, "%c#%d", r->score_cp > 0 ? '+' : '-',
                 SHG_SCORE_CP_MATE - abs(r->score_cp));
    else if (r->scored)
        snprintf(score, sizeof score, "%+d", r->score_cp);
    shg_out_format(out, "%8s", score);
    if (r->scored)
        shg_out_format(out, "%5ld %%", lround(100 * shg_winning_chance(r->score_cp)));
}

/* The best move in players' notation, or the command that would have won. */
static void write_better(shg_out *out, const shoogi_position *position, const char *line,
                         shoogi_notation notation)
{
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    snprintf(usi, sizeof usi, "%.*s", (int)strcspn(line, " "), line);
    if (strcmp(usi, SHG_ENGINE_SEARCH_WIN) == 0)
        shg_out_text(out, "IMPASSE");
    else if (usi[0])
        shg_action_write(out, position, usi, notation);
}

/* The effect of a move on the score, and the better move. */
static void write_step(shg_out *out, const steps *w, const shoogi_position *position,
                       shoogi_notation notation)
{
    const shg_verdict verdict = shg_verdict_of(w->loss);
    write_score(out, &w->after);
    if (lround(1000 * w->loss) >= 10)
        shg_out_format(out, "%5ld %%%s", lround(100 * w->loss), shg_verdict_sign(verdict));
    if (verdict != SHG_VERDICT_GOOD) {
        shg_out_text(out, verdict == SHG_VERDICT_MISTAKE ? "   " : "  ");
        write_better(out, position, w->before.line, notation);
    }
}

typedef struct sum {
    size_t moves, verdicts[SHG_VERDICTS];
    double loss;
} sum;

static void add_up(sum *s, double loss)
{
    s->moves++;
    s->verdicts[shg_verdict_of(loss)]++;
    s->loss += loss;
}

static void write_sums(shg_out *out, const shg_game_state *game, const sum sums[2],
                       shg_language language)
{
    for (int colour = 0; colour < 2; colour++)
        if (sums[colour].moves > 0)
            shg_out_format(
                out,
                shg_text_in(
                    language,
                    "%s: moves %zu, blunders %zu, mistakes %zu, dubious %zu, average loss %.1f "
                    "%%\n"),
                game->name[colour], sums[colour].moves, sums[colour].verdicts[SHG_VERDICT_BLUNDER],
                sums[colour].verdicts[SHG_VERDICT_MISTAKE],
                sums[colour].verdicts[SHG_VERDICT_DOUBTFUL],
                100 * sums[colour].loss / (double)sums[colour].moves);
}

enum { MOVE_COLUMNS = 15 };

/* A line for each move: its number, the move, the score afterwards, the loss, and the better
 * move. */
static void write_list(shg_out *out, const shg_game_state *game, steps *w, shg_language language,
                       shoogi_notation notation)
{
    shoogi_position *position = NULL;
    sum sums[2] = { 0 };
    if (shg_game_start(&position, game) != SHOOGI_OK || !read_row(&w->after, &w->rows)) {
        shoogi_position_free(position);
        out->spent = true;
        return;
    }
    /* Of a long list in a game of slow moves Japanese readers get the Western one. */
    const shoogi_variant *const variant = shoogi_position_variant(game->position);
    if (shg_moves_at_once(variant, notation, SHG_ANALYSIS_MOVES_MAX) < game->item_count)
        notation = SHOOGI_NOTATION_WESTERN;
    shg_out_text(
        out, shg_text_in(language, "   #  Move             For Black        Lost      Better\n"));
    for (size_t i = 0; i < game->item_count; i++) {
        const int colour = game->items[i].colour;
        shg_out move = shg_out_growing(), step = shg_out_growing();
        shg_game_item_write(&move, game, i, position, language, notation);
        shg_out_text(&step, "");
        if (game->items[i].kind == SHG_ITEM_MOVE && next_step(w, colour == SHOOGI_BLACK)) {
            write_step(&step, w, position, notation);
            add_up(&sums[colour], w->loss);
        }
        const char *const written = move.spent ? "" : move.bytes;
        const size_t columns = shg_display_columns(written, strlen(written));
        shg_out_format(out, "%4zu  %s%*s%s\n", i + 1, written,
                       columns < MOVE_COLUMNS ? (int)(MOVE_COLUMNS - columns) : 0, "",
                       step.spent ? "" : step.bytes);
        free(move.bytes);
        free(step.bytes);
        if (shg_game_item_do(game, i, position) != SHOOGI_OK)
            break;
    }
    shoogi_position_free(position);
    shg_out_char(out, '\n');
    write_sums(out, game, sums, language);
}

/* A principal variation in the notation that a program asked for, as far as its moves are whole. */
static void write_line(shg_out *out, const shoogi_position *position, const char *line,
                       shoogi_notation notation)
{
    shoogi_move moves[LINE_MOVES];
    size_t count = 0;
    shoogi_error err;
    if (shoogi_line_read(moves, sizeof moves / sizeof moves[0], &count, position, line,
                         strlen(line), SHOOGI_NOTATION_USI, &err) == SHOOGI_NO_MEMORY)
        count = 0;
    char text[LINE_MOVES * SHOOGI_NOTATION_TEXT_BYTES];
    (void)shoogi_line_write(text, sizeof text, position, moves, count, notation);
    shg_json_text(out, "text", count > 0 ? text : line);
}

/* position: before the line; NULL: its notation is not asked for. */
static void write_position(shg_out *out, const row *r, const char *mark,
                           const shoogi_position *position, shoogi_notation notation)
{
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "ply", (int64_t)r->at);
    if (r->scored)
        shg_json_number(out, "score_cp", r->score_cp);
    else
        shg_json_null(out, "score_cp");
    shg_json_text(out, "line", r->line);
    shg_json_text(out, "mark", mark);
    if (position)
        write_line(out, position, r->line, notation);
    shg_json_close(out, '}');
}

static void write_json(shg_out *out, const shg_game_state *game, steps *w, shoogi_notation notation,
                       size_t from)
{
    shoogi_position *position = NULL;
    const size_t most =
        shg_moves_at_once(shoogi_position_variant(game->position), notation, TEXT_MOVES_MAX) /
        LINE_MOVES;
    size_t item = 0; /* after the handicap */
    while (item < game->item_count && game->items[item].kind != SHG_ITEM_MOVE)
        item++;
    if (notation != SHOOGI_NOTATION_ANY && w->rows &&
        shg_game_before(&position, game, item) != SHOOGI_OK)
        out->spent = true;
    shg_json_open(out, "positions", '[');
    if (w->rows && read_row(&w->after, &w->rows))
        write_position(out, &w->after, "", from == 0 ? position : NULL, notation);
    for (; w->rows && item < game->item_count &&
           next_step(w, game->items[item].colour == SHOOGI_BLACK);
         item++) {
        if (position && shg_game_item_do(game, item, position) != SHOOGI_OK)
            out->spent = true;
        const bool texts = w->after.at >= from && w->after.at - from < most;
        write_position(out, &w->after, shg_verdict_sign(shg_verdict_of(w->loss)),
                       texts ? position : NULL, notation);
    }
    shg_json_close(out, ']');
    shoogi_position_free(position);
}

static int64_t moves_of(const shg_game_state *game)
{
    int64_t moves = 0;
    for (size_t i = 0; i < game->item_count; i++)
        moves += game->items[i].kind == SHG_ITEM_MOVE;
    return moves;
}

static void show_program(shg_session *s, const showing *k, steps *w, size_t place,
                         const analysis *going)
{
    const bool rows = w->rows != NULL;
    const int64_t moves = moves_of(k->game);
    shg_out *out = &shg_json_door_of(s)->out;
    const bool resource = shg_json_door_of(s)->resource != NULL;
    if (resource)
        shg_json_open(out, NULL, '{');
    shg_json_text(out, "state",
                  rows         ? "done"
                  : place == 1 ? "running"
                  : place > 1  ? "waiting"
                               : "none");
    shg_json_number(out, "place", rows ? 0 : (int64_t)place);
    shg_json_number(out, "done", rows ? moves + 1 : going ? (int64_t)going->at : 0);
    shg_json_number(out, "moves", moves);
    write_json(out, k->game, w, k->notation, k->from);
    if (resource)
        shg_json_close(out, '}');
}

static void request(shg_session *s, const showing *k);

static void show(shg_session *s, const showing *k)
{
    const shg_analyses *all = s->server->engines->analyses;
    const bool hidden =
        objecting_player(k->game) != NULL; /* a stored analysis is kept but not shown */
    const analysis *going = all && !hidden ? find(all, k->game->id) : NULL;
    const char *rows = hidden ? NULL : rows_of(k);
    const size_t place = going ? queue_position(all, going) : 0;
    shg_out usi = shg_out_growing();
    steps w = { .rows = rows };
    if (rows && shg_game_usi_write(&usi, NULL, k->game))
        w.moves = strstr(usi.bytes, " moves") + strlen(" moves");
    if (!rows && place == 0 && k->asks) {
        request(s, k);
    } else if (rows && !w.moves) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    } else if (shg_session_is_program(s)) {
        show_program(s, k, &w, place, going);
    } else if (rows) {
        shg_out out = shg_out_growing();
        write_list(&out, k->game, &w, shg_session_language(s), shg_session_notation(s));
        if (!out.spent)
            shg_page_text(s, out.bytes, out.length);
        free(out.bytes);
    } else {
        shg_say(
            s,
            "Game %lld is number %zu in the analysis queue.  You get a message when it is done.\n",
            (long long)k->game->id, place);
    }
    free(usi.bytes);
}

static void finish_showing(shg_task *task)
{
    const showing *k = (const showing *)task;
    if (task->job.status != SHOOGI_OK)
        shg_say_failed(task->session, &task->job);
    else if (task->session->door)
        show(task->session, k);
}

static void fini_showing(shg_task *task)
{
    showing *k = (showing *)task;
    shg_game_unpin(k->game);
    free(k->text);
    free(k->pending);
}

static showing *new_showing(shg_session *s, shg_game_state *game)
{
    showing *k = shg_task_alloc(s, sizeof *k);
    if (k) {
        k->game = shg_game_pin(game);
        k->task.fini = fini_showing;
    }
    return k;
}

static shoogi_status run_keeping(shg_job *job, shg_storage *storage)
{
    const showing *k = (showing *)(void *)job;
    return storage->ops->notice_set(storage, NOTICE_PENDING, k->pending, &job->error);
}

/* Announces the analysis only after the request is stored. */
static void finish_keeping(shg_task *task)
{
    const showing *k = (const showing *)task;
    shg_analyses *all = task->server->engines->analyses;
    analysis *a = all ? find(all, k->game->id) : NULL;
    const bool request_stored = a && task->job.status == SHOOGI_OK;
    if (request_stored) {
        a->request_stored = true;
        search_next(all);
    } else if (a) {
        remove_and_continue(all, a);
    }
    /* Others took its place, or it was the first, and no search could be started. */
    if (task->job.status == SHOOGI_OK && all && !find(all, k->game->id) && task->session)
        refuse_for_now(task->session);
    else
        finish_showing(task);
}

/* Queues an analysis, or says why not. */
static void request(shg_session *s, const showing *k)
{
    shg_analyses *all = s->server->engines->analyses;
    if (!may_request(s, k->game))
        return;
    const shg_owner owner = { s->address, s->player };
    analysis *a = enqueue(all, k->game, &owner, false);
    showing *asking = a ? new_showing(NULL, k->game) : NULL;
    if (asking && (asking->pending = pending_list(all, NULL))) {
        shg_task_write(&asking->task, s->server, s, run_keeping, finish_keeping);
        return;
    }
    shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    if (asking)
        fini_showing(&asking->task);
    free(asking);
    if (a)
        remove_and_continue(all, a);
}

static void start(shg_session *s, shg_game_state *game, bool asks, shoogi_notation notation,
                  size_t from)
{
    showing *k = game ? new_showing(s, game) : NULL;
    if (!k)
        return;
    k->asks = asks;
    k->notation = notation;
    k->from = from;
    shg_task_read(&k->task, s->server, s, run_showing, finish_showing);
}

void shg_analysis_ask(shg_session *s, shg_game_state *game)
{
    start(s, game, true, SHOOGI_NOTATION_ANY, 0);
}

/* ---- resources ---- */

static void show_only(shg_session *s, shg_game_state *game)
{
    shoogi_notation notation;
    int64_t from;
    if (!game || !s->door || !shg_json_query_notation(&notation, s, SHOOGI_NOTATION_ANY) ||
        !shg_json_query_number(&from, s, "from", 0))
        return;
    if (notation == SHOOGI_NOTATION_ANY || shg_json_charge(s, 1 + SHG_CALL_SLOW_NOTATION))
        start(s, game, false, notation, (size_t)from);
}

void shg_api_analysis(shg_session *s, shg_json_door *d)
{
    int64_t id;
    (void)d;
    if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, show_only);
}

void shg_api_analyse(shg_session *s, shg_json_door *d)
{
    int64_t id;
    (void)d;
    if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, shg_analysis_ask);
}

/* ---- after a restart ---- */

typedef struct restoring {
    shg_task task;
    char pending[SHG_STORAGE_NOTICE_BYTES_MAX + 1];
} restoring;

static shoogi_status run_restoring(shg_job *job, shg_storage *storage)
{
    restoring *k = (restoring *)(void *)job;
    const char *text = "";
    const shoogi_status status =
        storage->ops->notice_get(storage, &text, NOTICE_PENDING, &job->error);
    if (status == SHOOGI_OK)
        snprintf(k->pending, sizeof k->pending, "%s", text);
    return status;
}

/* A game whose analysis was requested is loaded. */
static void on_game_loaded(shg_server *server, shg_game_state *game)
{
    shg_analyses *all = server->engines->analyses;
    size_t i = 0;
    while (all && i < all->restored_count && all->restored[i].game != game->id)
        i++;
    if (!all || i == all->restored_count)
        return;
    const int64_t player = all->restored[i].player;
    analysis *a =
        find(all, game->id) ? NULL : enqueue(all, game, &(shg_owner){ .player = player }, true);
    all->restored_count--;
    memmove(&all->restored[i], &all->restored[i + 1],
            (all->restored_count - i) * sizeof all->restored[0]);
    if (!a)
        return;
    a->request_stored = true;
    if (objecting_player(game))
        give_up(all, a);
    else
        search_next(all);
}

static void finish_restoring(shg_task *task)
{
    const restoring *k = (const restoring *)task;
    shg_analyses *all = task->server->engines->analyses;
    int64_t games[SHG_ANALYSES_WAITING], player;
    size_t count = 0;
    int used;
    if (!all || task->job.status != SHOOGI_OK)
        return;
    for (const char *at = k->pending;
         count < SHG_ANALYSES_WAITING &&
         sscanf(at, "%" SCNd64 " %" SCNd64 "\n%n", &games[count], &player, &used) == 2;
         at += used) {
        all->restored[count].game = games[count];
        all->restored[count++].player = player;
    }
    all->restored_count = count;
    for (size_t i = 0; i < count; i++)
        shg_find_game(task->server, games[i], on_game_loaded);
}

/* ---- creating and freeing ---- */

shoogi_status shg_analyses_new(shg_analyses **out, shg_server *server, shg_engine_pool *pool)
{
    shg_analyses *all = calloc(1, sizeof *all);
    if (!all)
        return SHOOGI_NO_MEMORY;
    all->server = server;
    all->pool = pool;
    all->queue = shg_shares_get(server->shares, SHG_SHARE_analyses);
    shg_share_set_give_way(all->queue, give_way, all);
    *out = all;
    restoring *k = shg_task_alloc(NULL, sizeof *k);
    if (k)
        shg_task_read(&k->task, server, NULL, run_restoring, finish_restoring);
    return SHOOGI_OK;
}

void shg_analyses_free(shg_analyses *all)
{
    while (all && all->first) {
        analysis *a = all->first;
        all->first = a->next;
        free_analysis(all, a);
    }
    free(all);
}
