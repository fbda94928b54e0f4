/* analysis.c: ANALYSE, and the resources of the same. */
#include "server/analysis.h"

#include "base/json_write.h"
#include "server/api_analysis.h"
#include "server/deed.h"
#include "server/door_json.h"
#include "server/engines.h"
#include "server/game_usi.h"
#include "server/load_game.h"
#include "server/pager.h"
#include "server/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAPER_ANALYSIS "analysis"
#define ANALYST        "engine10" /* whose papers they are */

enum { TRIES = 2, LINE_BYTES = 48, CLAMP_CP = 2000 };

/* ---- one that is made ---- */

typedef struct analysis {
    struct analysis *next;
    int64_t game, player; /* who has asked */
    shg_rules *rules;     /* owned */
    char *position;       /* after all moves, as USI has it; owned */
    size_t moves, at;     /* which position it is at: so many moves have been made */
    int last_side;        /* who would be to move after all of them */
    unsigned tries;
    shg_thought *thought;
    shg_out text; /* the paper, as far as it is written */
} analysis;

struct shg_analyses {
    shg_server *server;
    shg_thinkers *thinkers;
    analysis *first; /* the one that is at work, then those that wait */
    size_t count;
};

static void free_analysis(analysis *a)
{
    if (a->thought)
        shg_thought_cancel(a->thought);
    shg_rules_unref(a->rules);
    free(a->position);
    free(a->text.bytes);
    free(a);
}

static void go_on(shg_analyses *all);

/* ---- storing ---- */

typedef struct storing {
    shg_task task;
    int64_t game, player, analyst;
    char *text; /* owned */
} storing;

static shoogi_status find_analyst(int64_t *player, shg_storage *storage, shoogi_error *err)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, ANALYST, err);
    if (status == SHOOGI_OK)
        *player = row.id;
    return status;
}

static shoogi_status run_storing(shg_job *job, shg_storage *storage)
{
    storing *k = (storing *)(void *)job;
    const shoogi_status status = find_analyst(&k->analyst, storage, &job->error);
    return status == SHOOGI_OK ? storage->ops->paper_set(storage, k->game, k->analyst,
                                                         PAPER_ANALYSIS, k->text, &job->error)
                               : status;
}

/* Whoever has asked hears what came of it. */
static void tell(shg_server *server, int64_t player, int64_t game, bool good)
{
    const long long id = (long long)game;
    shg_session *to = shg_online_first(&server->online, player);
    for (; to; to = shg_online_next(to))
        if (good)
            shg_notify(to, "Game %lld is analysed: ANALYSE %lld shows it.\n", id, id);
        else
            shg_notify(to, "Game %lld could not be analysed.\n", id);
}

static void finish_storing(shg_task *task)
{
    const storing *k = (const storing *)task;
    tell(task->server, k->player, k->game, task->job.status == SHOOGI_OK);
}

static void fini_storing(shg_task *task)
{
    free(((storing *)task)->text);
}

static void store(shg_analyses *all, analysis *a)
{
    storing *k = a->text.spent ? NULL : shg_task_alloc(NULL, sizeof *k);
    if (!k) {
        tell(all->server, a->player, a->game, false);
        return;
    }
    k->game = a->game;
    k->player = a->player;
    k->text = a->text.bytes;
    a->text = (shg_out){ 0 };
    k->task.fini = fini_storing;
    shg_task_write(&k->task, all->server, NULL, run_storing, finish_storing);
}

/* ---- one position after the other ---- */

/* A line of the paper: the moves made, what the position is worth for Black, or "-", and what is best there. */
static void write_row(analysis *a, const shg_thought_answer *answer)
{
    char line[LINE_BYTES + 1];
    const bool black = ((a->moves - a->at) % 2 == 0) == (a->last_side == SHOOGI_BLACK);
    snprintf(line, sizeof line, "%s", answer->line);
    if (strlen(answer->line) > LINE_BYTES) { /* not half a move */
        char *blank = strrchr(line, ' ');
        *(blank ? blank : line) = '\0';
    }
    if (answer->end == SHG_THOUGHT_DONE && answer->scored)
        shg_out_format(&a->text, "%zu %d %s\n", a->at, black ? answer->score_cp : -answer->score_cp,
                       line);
    else
        shg_out_format(&a->text, "%zu -\n", a->at);
}

static void thought(void *context, const shg_thought_answer *answer);

/* The position after so many moves, which is a beginning of the last. */
static char *cut_position(const analysis *a)
{
    const char *moves = strstr(a->position, " moves");
    size_t bytes = (size_t)(moves - a->position) + strlen(" moves");
    for (size_t i = 0; i < a->at; i++)
        bytes += 1 + strcspn(a->position + bytes + 1, " ");
    return strndup(a->position, bytes);
}

static void leave(shg_analyses *all)
{
    analysis *a = all->first;
    all->first = a->next;
    all->count--;
    free_analysis(a);
    go_on(all);
}

static void give_up(shg_analyses *all)
{
    tell(all->server, all->first->player, all->first->game, false);
    leave(all);
}

static void go_on(shg_analyses *all)
{
    analysis *a = all->first;
    if (!a || a->thought)
        return;
    if (a->at > a->moves) {
        store(all, a);
        leave(all);
        return;
    }
    char *position = cut_position(a);
    const shg_thinking what = { .rules = a->rules,
                                .position = position,
                                .level = SHG_LEVELS,
                                .nodes = SHG_ANALYSIS_NODES,
                                .most_ms = SHG_ANALYSIS_MS,
                                .haste = SHG_HASTE_NONE };
    a->thought = position ? shg_think(all->thinkers, &what, thought, all) : NULL;
    free(position);
    if (!a->thought) /* too much waits already: who asks again is served later */
        give_up(all);
}

static void thought(void *context, const shg_thought_answer *answer)
{
    shg_analyses *all = context;
    analysis *a = all->first;
    a->thought = NULL;
    if (answer->end != SHG_THOUGHT_DONE && ++a->tries < TRIES) {
        go_on(all);
        return;
    }
    if (answer->end == SHG_THOUGHT_NOT_BEGUN) { /* that says nothing of the position */
        give_up(all);
        return;
    }
    write_row(a, answer);
    a->tries = 0;
    a->at++;
    go_on(all);
}

/* ---- asking for one ---- */

/* The place of a game's, 1 being the one that is at work; 0: it is none of them. */
static size_t place_of(const shg_analyses *all, int64_t game, const analysis **found)
{
    size_t place = 1;
    for (const analysis *a = all ? all->first : NULL; a; a = a->next, place++)
        if (a->game == game) {
            *found = a;
            return place;
        }
    return 0;
}

static void refuse_for_now(shg_session *s)
{
    shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                  "Other games wait for their analysis: try again a little later.\n");
}

/* False after saying why not. */
static bool may_ask(shg_session *s, const shg_game_state *game)
{
    const shg_analyses *all = s->server->analyses;
    size_t own = 0;
    for (const analysis *a = all ? all->first : NULL; a; a = a->next)
        own += a->player == s->player;
    if (!all)
        shg_refuse(s, "This server has no engine that could analyse games.\n");
    else if (!shg_game_over(game))
        shg_refuse(s, "Game %lld is still being played: it can be analysed when it is over.\n",
                   (long long)game->id);
    else if (game->no_analysis[0] || game->no_analysis[1])
        shg_refuse(s, "%s asks that game %lld be not analysed.\n",
                   game->name[game->no_analysis[0] ? 0 : 1], (long long)game->id);
    else if (game->items_count > SHG_ANALYSIS_MOVES_MAX)
        shg_refuse(s, "Games of at most %d moves are analysed.\n", SHG_ANALYSIS_MOVES_MAX);
    else if (own >= SHG_ANALYSES_PER_PLAYER || all->count >= SHG_ANALYSES_WAITING)
        refuse_for_now(s);
    else
        return true;
    return false;
}

/* Puts it behind the others; false after saying why not. */
static bool ask(shg_session *s, const shg_game_state *game)
{
    shg_analyses *all = s->server->analyses;
    const analysis *going;
    if (!may_ask(s, game))
        return false;
    analysis *a = calloc(1, sizeof *a);
    shg_out position = shg_out_growing();
    if (!a || !shg_game_usi_write(&position, &a->moves, game)) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        free(position.bytes);
        free(a);
        return false;
    }
    a->game = game->id;
    a->player = s->player;
    a->rules = shg_rules_ref(game->rules);
    a->position = position.bytes;
    a->last_side = (int)shoogi_position_side(game->position);
    a->text = shg_out_growing();
    shg_out_format(&a->text, "%zu %d\n", game->items_count, SHG_ANALYSIS_NODES);
    analysis **place = &all->first;
    while (*place)
        place = &(*place)->next;
    *place = a;
    all->count++;
    go_on(all);
    const bool waits = place_of(all, game->id, &going) > 0;
    if (!waits) /* it was the first, and there was no room for its thoughts */
        refuse_for_now(s);
    return waits;
}

/* ---- showing one ---- */

typedef struct showing {
    shg_task task;
    shg_game_state *game; /* pinned */
    char *text;           /* the paper; owned; NULL: there is none of the game as it is */
    bool asks;            /* it is to be made if there is none */
} showing;

static shoogi_status run_showing(shg_job *job, shg_storage *storage)
{
    showing *k = (showing *)(void *)job;
    int64_t analyst = 0;
    const char *text = "";
    shoogi_status status = find_analyst(&analyst, storage, &job->error);
    if (status == SHOOGI_NOT_FOUND)
        return SHOOGI_OK; /* there has never been an engine */
    if (status == SHOOGI_OK)
        status = storage->ops->paper_get(storage, &text, k->game->id, analyst, PAPER_ANALYSIS,
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

/* The next line of a paper; false at its end. */
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

static int clamp(int score_cp)
{
    return score_cp > CLAMP_CP ? CLAMP_CP : score_cp < -CLAMP_CP ? -CLAMP_CP : score_cp;
}

/* The mark for a move by what it costs its player; "" if it is as good as any. */
static const char *mark_of(const row *before, const row *after, bool black)
{
    static const struct {
        int cost_cp;
        const char *mark;
    } marks[] = { { 600, "??" }, { 300, "?" }, { 150, "?!" } };
    if (!before->scored || !after->scored)
        return "";
    const int gain = clamp(after->score_cp) - clamp(before->score_cp);
    const int cost = black ? -gain : gain;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (cost >= marks[i].cost_cp)
            return marks[i].mark;
    return "";
}

/* Behind the first line, if it is of the game as it is now. */
static const char *rows_of(const showing *k)
{
    size_t items = 0;
    int used = 0;
    if (!k->text || sscanf(k->text, "%zu %*u%n", &items, &used) != 1 ||
        items != k->game->items_count || k->text[used] != '\n')
        return NULL;
    return k->text + used + 1;
}

static void write_score(shg_out *out, const row *r)
{
    if (!r->scored)
        shg_out_text(out, "-");
    else if (r->score_cp > SHG_SCORE_CP_WON || r->score_cp < -SHG_SCORE_CP_WON)
        shg_out_format(out, "%cmate %d", r->score_cp > 0 ? '+' : '-',
                       SHG_SCORE_CP_MATE - abs(r->score_cp));
    else
        shg_out_format(out, "%+.2f", r->score_cp / 100.0);
}

/* The move that would have been best, as players write it. */
static void write_better(shg_out *out, const shoogi_position *position, const char *line)
{
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    snprintf(usi, sizeof usi, "%.*s", (int)strcspn(line, " "), line);
    if (usi[0])
        shg_deed_write(out, position, usi);
}

/* A line for each move: its number, the move, what the position is worth then, and the mark with what was better. */
static void write_list(shg_out *out, const shg_game_state *game, const char *rows,
                       shg_language language)
{
    shoogi_position *position = NULL;
    row before, after;
    if (shg_game_start(&position, game) != SHOOGI_OK || !read_row(&before, &rows)) {
        shoogi_position_free(position);
        out->spent = true;
        return;
    }
    for (size_t i = 0; i < game->items_count; i++) {
        const bool moves = game->items[i].kind == SHG_ITEM_MOVE;
        shg_out move = shg_out_growing(), score = shg_out_growing();
        shg_game_item_write(&move, game, i, position, language);
        if (moves && read_row(&after, &rows)) {
            const char *mark = mark_of(&before, &after, game->items[i].colour == SHOOGI_BLACK);
            write_score(&score, &after);
            shg_out_format(out, "%4zu  %-16s %8s  %s", i + 1, move.spent ? "" : move.bytes,
                           score.spent ? "" : score.bytes, mark);
            if (mark[0] && before.line[0]) {
                shg_out_format(out, "  %s ", shg_text_in(language, "better:"));
                write_better(out, position, before.line);
            }
            shg_out_char(out, '\n');
            before = after;
        } else {
            shg_out_format(out, "%4zu  %s\n", i + 1, move.spent ? "" : move.bytes);
        }
        free(move.bytes);
        free(score.bytes);
        if (shg_game_item_do(game, i, position) != SHOOGI_OK)
            break;
    }
    shoogi_position_free(position);
}

static void write_json(shg_out *out, const shg_game_state *game, const char *rows)
{
    row before = { 0 }, now;
    size_t moved = 0; /* behind the handicap */
    while (moved < game->items_count && game->items[moved].kind != SHG_ITEM_MOVE)
        moved++;
    shg_json_open(out, "positions", '[');
    for (bool first = true; rows && read_row(&now, &rows); first = false) {
        const size_t item = moved + now.at - 1;
        shg_json_open(out, NULL, '{');
        shg_json_number(out, "ply", (int64_t)now.at);
        if (now.scored)
            shg_json_number(out, "score_cp", now.score_cp);
        else
            shg_json_null(out, "score_cp");
        shg_json_text(out, "line", now.line);
        shg_json_text(out, "mark",
                      first || item >= game->items_count
                          ? ""
                          : mark_of(&before, &now, game->items[item].colour == SHOOGI_BLACK));
        shg_json_close(out, '}');
        before = now;
    }
    shg_json_close(out, ']');
}

static void show_program(shg_session *s, const showing *k, const char *rows, size_t place,
                         const analysis *going)
{
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
    shg_json_number(out, "done",
                    rows    ? (int64_t)k->game->items_count
                    : going ? (int64_t)going->at
                            : 0);
    shg_json_number(out, "moves", (int64_t)k->game->items_count);
    write_json(out, k->game, rows);
    if (resource)
        shg_json_close(out, '}');
}

static void show(shg_session *s, const showing *k)
{
    const analysis *going = NULL;
    const char *rows = rows_of(k);
    const long long id = (long long)k->game->id;
    size_t place = place_of(s->server->analyses, k->game->id, &going);
    if (!rows && place == 0 && k->asks) {
        if (!ask(s, k->game))
            return;
        place = place_of(s->server->analyses, k->game->id, &going);
    }
    if (shg_session_is_program(s)) {
        show_program(s, k, rows, place, going);
    } else if (rows) {
        shg_out out = shg_out_growing();
        write_list(&out, k->game, rows, shg_session_language(s));
        if (!out.spent)
            shg_page_text(s, out.bytes, out.length);
        free(out.bytes);
    } else {
        shg_say(
            s,
            "Game %lld is being analysed, as number %zu of those that wait: you are told when it is done.\n",
            id, place);
    }
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
}

static void start(shg_session *s, shg_game_state *game, bool asks)
{
    showing *k = game ? shg_task_alloc(s, sizeof *k) : NULL;
    if (!k)
        return;
    k->game = shg_game_pin(game);
    k->asks = asks;
    k->task.fini = fini_showing;
    shg_task_read(&k->task, s->server, s, run_showing, finish_showing);
}

void shg_run_analyse(shg_session *s, shg_call *call)
{
    start(s, call->game, true);
}

/* ---- resources ---- */

static void look_at(shg_session *s, shg_game_state *game)
{
    start(s, game, false);
}

static void ask_for(shg_session *s, shg_game_state *game)
{
    start(s, game, true);
}

void shg_api_analysis(shg_session *s, shg_json_door *d)
{
    int64_t id;
    (void)d;
    if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, look_at);
}

void shg_api_analyse(shg_session *s, shg_json_door *d)
{
    int64_t id;
    (void)d;
    if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, ask_for);
}

/* ---- all of them ---- */

shoogi_status shg_analyses_new(shg_analyses **out, shg_server *server, shg_thinkers *thinkers)
{
    shg_analyses *all = calloc(1, sizeof *all);
    if (!all)
        return SHOOGI_NO_MEMORY;
    all->server = server;
    all->thinkers = thinkers;
    *out = all;
    return SHOOGI_OK;
}

void shg_analyses_free(shg_analyses *all)
{
    while (all && all->first) {
        analysis *a = all->first;
        all->first = a->next;
        free_analysis(a);
    }
    free(all);
}
