#include "engine/analysis.h"

#include <assert.h>
#include <stdlib.h>

/* Collects what the engine reports of one position. */
typedef struct collector {
    shg_position_analysis *position;
    shg_analysis_pv current
        [SHG_ANALYSIS_LINES_MAX]; /* of the running iteration; position has the last finished one */
    unsigned count, wanted;
} collector;

static void finish_iteration(collector *l)
{
    if (l->count < l->position->line_count)
        return; /* the iteration was stopped */
    const int sign = l->position->side == SHOOGI_BLACK ? 1 : -1;
    for (unsigned i = 0; i < l->count; i++) { /* sorted: a later line may have a better score */
        unsigned at = i;
        for (; at > 0 && sign * l->position->lines[at - 1].score < sign * l->current[i].score; at--)
            l->position->lines[at] = l->position->lines[at - 1];
        l->position->lines[at] = l->current[i];
    }
    l->position->line_count = l->count;
}

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    collector *const l = context;
    (void)elapsed_ms;
    if (info->pv_number == 1) {
        finish_iteration(l);
        l->count = 0;
    }
    if (l->count >= l->wanted)
        return;
    shg_analysis_pv *const line = &l->current[l->count++];
    const bool black = l->position->side == SHOOGI_BLACK;
    *line = (shg_analysis_pv){ .score = black ? info->score : -info->score,
                               .depth_plies = info->depth_plies };
    for (; line->move_count < info->pv_length && line->move_count < SHG_ANALYSIS_LINE_PLIES;
         line->move_count++)
        line->moves[line->move_count] = info->pv[line->move_count];
}

static void on_best(void *context, shoogi_move best, shoogi_move reply)
{
    (void)context;
    (void)best;
    (void)reply;
}

static int score_of(shoogi_result result)
{
    switch (result.outcome) {
    case SHOOGI_OUTCOME_BLACK: return SHG_SCORE_MATE;
    case SHOOGI_OUTCOME_WHITE: return -SHG_SCORE_MATE;
    default: return 0;
    }
}

/* A win by declaration needs no search. */
static void score_declaration(shg_position_analysis *position)
{
    const int score = SHG_SCORE_MATE - 1;
    position->score = position->side == SHOOGI_BLACK ? score : -score;
    position->lines[0] = (shg_analysis_pv){ .score = position->score, .depth_plies = 1 };
    position->line_count = 1;
}

/* position->lines: room for how->pv_count lines. */
static shoogi_status analyse_position(shg_position_analysis *position, shg_engine *engine,
                                      const shoogi_position *p, const shg_go *how)
{
    position->ply = shoogi_position_ply(p);
    position->side = shoogi_position_side(p);
    position->result = shoogi_position_result(p);
    position->score = score_of(position->result);
    if (position->result.reason != SHOOGI_REASON_NONE)
        return SHOOGI_OK;
    if (how->may_declare && shg_can_declare_by(p, how->declaration)) {
        score_declaration(position);
        return SHOOGI_OK;
    }
    collector l = { .position = position, .wanted = how->pv_count };
    const shg_engine_listener listener = { .on_info = on_info, .on_best = on_best, .context = &l };
    const shoogi_status status = shg_engine_go(engine, p, how, &listener);
    if (status != SHOOGI_OK)
        return status;
    shg_engine_wait(engine);
    finish_iteration(&l);
    position->nodes = shg_engine_nodes(engine);
    if (position->line_count > 0)
        position->score = position->lines[0].score;
    return SHOOGI_OK;
}

/* Judges the move played by the score of the position after it. */
static void judge(shg_position_analysis *position, const shg_position_analysis *next,
                  shoogi_move played)
{
    const int sign = position->side == SHOOGI_BLACK ? 1 : -1;
    position->played = played;
    position->loss =
        shg_winning_chance(sign * position->score) - shg_winning_chance(sign * next->score);
    if (position->loss < 0 || position->line_count == 0 || position->lines[0].moves[0] == played)
        position->loss = 0;
    position->verdict = shg_verdict_of(position->loss);
}

static shoogi_status analyse_all(shg_analysis *a, shg_engine *engine, shoogi_position *p,
                                 const shg_go *how,
                                 void (*on_progress)(void *context, size_t done, size_t all),
                                 void *context)
{
    shoogi_move played = 0;
    for (size_t i = a->count; i-- > 0;) {
        const shoogi_status status = analyse_position(&a->positions[i], engine, p, how);
        if (status != SHOOGI_OK)
            return status;
        if (on_progress)
            on_progress(context, a->count - i, a->count);
        if (i + 1 < a->count)
            judge(&a->positions[i], &a->positions[i + 1], played);
        if (i > 0) {
            played = shoogi_position_move_at(p, (unsigned)i - 1);
            shoogi_position_undo(p);
        }
    }
    return SHOOGI_OK;
}

shoogi_status shg_analyse(shg_analysis *out, shg_engine *engine, const shoogi_position *position,
                          const shg_go *how,
                          void (*on_progress)(void *context, size_t done, size_t all),
                          void *context)
{
    shg_go go = *how;
    go.pv_count = how->pv_count > 1 ? how->pv_count : 1;
    assert(go.pv_count <= SHG_ANALYSIS_LINES_MAX);
    shg_analysis a = { .count = (size_t)shoogi_position_moves_played(position) + 1 };
    a.positions = calloc(a.count, sizeof *a.positions);
    a.lines = calloc(a.count * go.pv_count, sizeof *a.lines);
    shoogi_position *p = NULL;
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (a.positions && a.lines)
        status = shoogi_position_copy(&p, position);
    if (status == SHOOGI_OK) {
        for (size_t i = 0; i < a.count; i++)
            a.positions[i].lines = a.lines + i * go.pv_count;
        shg_engine_clear(engine);
        status = analyse_all(&a, engine, p, &go, on_progress, context);
    }
    shoogi_position_free(p);
    if (status == SHOOGI_OK)
        *out = a;
    else
        shg_analysis_fini(&a);
    return status;
}

void shg_analysis_fini(shg_analysis *analysis)
{
    free(analysis->positions);
    free(analysis->lines);
    *analysis = (shg_analysis){ 0 };
}
