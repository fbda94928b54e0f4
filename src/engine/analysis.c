#include "engine/analysis.h"

#include <assert.h>
#include <stdlib.h>

/* What the engine tells of one position. */
typedef struct listener {
    shg_view *view;
    shg_line now[SHG_ANALYSIS_LINES_MAX]; /* of the depth that goes on; those of the view are whole */
    unsigned count, wanted;
} listener;

static void depth_is_done(listener *l)
{
    if (l->count < l->view->line_count)
        return; /* it was broken off */
    const int sign = l->view->side == SHOOGI_BLACK ? 1 : -1;
    for (unsigned i = 0; i < l->count; i++) { /* a later line may have turned out better */
        unsigned at = i;
        for (; at > 0 && sign * l->view->lines[at - 1].score < sign * l->now[i].score; at--)
            l->view->lines[at] = l->view->lines[at - 1];
        l->view->lines[at] = l->now[i];
    }
    l->view->line_count = l->count;
}

static void hear_finding(void *context, const shg_finding *finding, int64_t elapsed_ms)
{
    listener *const l = context;
    (void)elapsed_ms;
    if (finding->line == 1) {
        depth_is_done(l);
        l->count = 0;
    }
    if (l->count >= l->wanted)
        return;
    shg_line *const line = &l->now[l->count++];
    const bool black = l->view->side == SHOOGI_BLACK;
    *line = (shg_line){ .score = black ? finding->score : -finding->score,
                        .depth_plies = finding->depth_plies };
    for (; line->move_count < finding->move_count && line->move_count < SHG_ANALYSIS_LINE_PLIES;
         line->move_count++)
        line->moves[line->move_count] = finding->moves[line->move_count];
}

static void hear_best(void *context, shoogi_move best, shoogi_move answer)
{
    (void)context;
    (void)best;
    (void)answer;
}

static int score_of(shoogi_result result)
{
    switch (result.outcome) {
    case SHOOGI_OUTCOME_BLACK: return SHG_SCORE_MATE;
    case SHOOGI_OUTCOME_WHITE: return -SHG_SCORE_MATE;
    default: return 0;
    }
}

/* Whoever wins by saying so has nothing to look for. */
static void declare(shg_view *view)
{
    const int score = SHG_SCORE_MATE - 1;
    view->score = view->side == SHOOGI_BLACK ? score : -score;
    view->lines[0] = (shg_line){ .score = view->score, .depth_plies = 1 };
    view->line_count = 1;
}

/* The view's lines have room for as many as are asked for. */
static shoogi_status look(shg_view *view, shg_engine *engine, const shoogi_position *p,
                          const shg_go *how)
{
    view->ply = shoogi_position_ply(p);
    view->side = shoogi_position_side(p);
    view->result = shoogi_position_result(p);
    view->score = score_of(view->result);
    if (view->result.reason != SHOOGI_REASON_NONE)
        return SHOOGI_OK;
    if (how->declares && shg_can_declare(p)) {
        declare(view);
        return SHOOGI_OK;
    }
    listener l = { .view = view, .wanted = how->lines };
    const shg_ears ears = { .finding = hear_finding, .best = hear_best, .context = &l };
    const shoogi_status status = shg_engine_go(engine, p, how, &ears);
    if (status != SHOOGI_OK)
        return status;
    shg_engine_wait(engine);
    depth_is_done(&l);
    view->nodes = shg_engine_nodes(engine);
    if (view->line_count > 0)
        view->score = view->lines[0].score;
    return SHOOGI_OK;
}

/* What was played, by what is thought of the position after it. */
static void judge(shg_view *view, const shg_view *next, shoogi_move played)
{
    const int sign = view->side == SHOOGI_BLACK ? 1 : -1;
    view->played = played;
    view->loss = shg_winning_chance(sign * view->score) - shg_winning_chance(sign * next->score);
    if (view->loss < 0 || view->line_count == 0 || view->lines[0].moves[0] == played)
        view->loss = 0;
    view->verdict = shg_verdict_of(view->loss);
}

static shoogi_status look_back(shg_analysis *a, shg_engine *engine, shoogi_position *p,
                               const shg_go *how,
                               void (*told)(void *context, size_t done, size_t all), void *context)
{
    shoogi_move played = 0;
    for (size_t i = a->count; i-- > 0;) {
        const shoogi_status status = look(&a->views[i], engine, p, how);
        if (status != SHOOGI_OK)
            return status;
        if (told)
            told(context, a->count - i, a->count);
        if (i + 1 < a->count)
            judge(&a->views[i], &a->views[i + 1], played);
        if (i > 0) {
            played = shoogi_position_move_at(p, (unsigned)i - 1);
            shoogi_position_undo(p);
        }
    }
    return SHOOGI_OK;
}

shoogi_status shg_analyse(shg_analysis *out, shg_engine *engine, const shoogi_position *position,
                          const shg_go *how, void (*told)(void *context, size_t done, size_t all),
                          void *context)
{
    shg_go go = *how;
    go.lines = how->lines > 1 ? how->lines : 1;
    assert(go.lines <= SHG_ANALYSIS_LINES_MAX);
    shg_analysis a = { .count = (size_t)shoogi_position_moves_played(position) + 1 };
    a.views = calloc(a.count, sizeof *a.views);
    a.lines = calloc(a.count * go.lines, sizeof *a.lines);
    shoogi_position *p = NULL;
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (a.views && a.lines)
        status = shoogi_position_copy(&p, position);
    if (status == SHOOGI_OK) {
        for (size_t i = 0; i < a.count; i++)
            a.views[i].lines = a.lines + i * go.lines;
        shg_engine_clear(engine);
        status = look_back(&a, engine, p, &go, told, context);
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
    free(analysis->views);
    free(analysis->lines);
    *analysis = (shg_analysis){ 0 };
}
