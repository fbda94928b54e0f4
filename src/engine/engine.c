#include "engine/engine.h"

#include "base/monotonic.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct worker {
    shg_engine *engine;
    shg_search *search;
    pthread_t thread;
    _Atomic uint64_t nodes;
    unsigned number; /* 0: the main thread, which reports */
} worker;

enum { CURRENT_LINE_MS = 1000 };

struct shg_engine {
    shg_weights *weights;
    shg_table *table;
    worker *workers; /* [threads] */
    unsigned threads;
    unsigned searching; /* how many of the threads take part in this search */
    bool searched;      /* since the tables were made or cleared */
    _Atomic bool stop;
    _Atomic bool pondering;
    int64_t began_ms;         /* start of the search */
    int64_t current_line_ms;  /* when the current line was last reported */
    _Atomic int64_t clock_ms; /* start of the clock: later than began_ms after pondering */

    /* Of the running search. */
    bool running; /* the main thread is to be joined */
    shoogi_position *position;
    shg_go go;
    shoogi_move *moves; /* go.moves, owned */
    shg_engine_listener listener;
    shg_time_budget time_budget;
    unsigned pv_count; /* reported */
    bool plays_level;
    shg_level_player level_player; /* if plays_level */
    /* Results of the main thread, written under the lock. */
    shoogi_move best, reply;
    unsigned stable_depths, last_depth;
    int last_score, last_drop;
    double best_share; /* of the last iteration, as in shg_search_info */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signalled when stop or pondering changes */
};

shoogi_status shg_engine_new(shg_engine **out, shg_weights *weights, unsigned threads,
                             size_t hash_mib)
{
    if (threads < 1 || threads > SHG_THREADS_MAX || hash_mib < 1 || hash_mib > SHG_HASH_MIB_MAX)
        return SHOOGI_NO_MEMORY;
    shg_engine *const e = calloc(1, sizeof *e);
    if (!e)
        return SHOOGI_NO_MEMORY;
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    shoogi_status status = shg_table_new(&e->table, hash_mib);
    e->workers = calloc(threads, sizeof *e->workers);
    if (!e->workers)
        status = SHOOGI_NO_MEMORY;
    for (; status == SHOOGI_OK && e->threads < threads; e->threads++) {
        worker *const w = &e->workers[e->threads];
        w->engine = e;
        w->number = e->threads;
        status = shg_search_new(&w->search, e->table, weights, &e->stop);
    }
    if (status != SHOOGI_OK) {
        shg_engine_free(e);
        return SHOOGI_NO_MEMORY;
    }
    e->weights = weights;
    *out = e;
    return SHOOGI_OK;
}

void shg_engine_free(shg_engine *engine)
{
    if (!engine)
        return;
    shg_engine_stop(engine);
    shg_engine_wait(engine);
    for (unsigned i = 0; engine->workers && i < engine->threads; i++)
        shg_search_free(engine->workers[i].search);
    free(engine->workers);
    shg_table_free(engine->table);
    shg_weights_free(engine->weights);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

shg_weights *shg_engine_end(shg_engine *engine)
{
    shg_weights *const weights = engine->weights;
    shg_engine_stop(engine);
    shg_engine_wait(engine);
    engine->weights = NULL;
    shg_engine_free(engine);
    return weights;
}

void shg_engine_clear(shg_engine *engine)
{
    if (!engine->searched) /* clearing takes as long as all other work before the first move */
        return;
    shg_table_clear(engine->table);
    for (unsigned i = 0; i < engine->threads; i++)
        shg_search_clear(engine->workers[i].search);
    engine->searched = false;
}

uint64_t shg_engine_nodes(const shg_engine *engine)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i < engine->threads; i++)
        nodes += atomic_load_explicit(&engine->workers[i].nodes, memory_order_relaxed);
    return nodes;
}

unsigned shg_engine_full_permille(const shg_engine *engine)
{
    return shg_table_full_permille(engine->table);
}

/* ---- callbacks of the searches ---- */

static int64_t searched_ms(const shg_engine *e)
{
    return shg_monotonic_ms() - e->began_ms;
}

static int64_t clock_ran_ms(const shg_engine *e)
{
    return shg_monotonic_ms() - atomic_load(&e->clock_ms);
}

static bool is_free_of_clock(const shg_engine *e)
{
    return atomic_load(&e->pondering) || e->go.infinite;
}

static void report_current_line(shg_engine *e)
{
    const int64_t now_ms = shg_monotonic_ms();
    shg_current_line line;
    if (now_ms - e->current_line_ms < CURRENT_LINE_MS)
        return;
    e->current_line_ms = now_ms;
    shg_search_current_line(&line, e->workers[0].search);
    if (line.move_count > 0)
        e->listener.on_current_line(e->listener.context, &line, shg_engine_nodes(e),
                                    searched_ms(e));
}

static void on_refutation(void *context, shoogi_move move, shoogi_move reply)
{
    const shg_engine_listener *const listener = &((worker *)context)->engine->listener;
    listener->on_refutation(listener->context, move, reply);
}

static bool should_stop(void *context, uint64_t nodes)
{
    worker *const w = context;
    shg_engine *const e = w->engine;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (w->number > 0)
        return false;
    if (e->listener.on_current_line)
        report_current_line(e);
    if (is_free_of_clock(e))
        return false;
    return (e->go.nodes > 0 && shg_engine_nodes(e) >= e->go.nodes) ||
           (e->time_budget.maximum_ms > 0 && clock_ran_ms(e) >= e->time_budget.maximum_ms);
}

/* Whether to stop after the last iteration.  Time spent pondering counts. */
static bool time_is_up(const shg_engine *e)
{
    return shg_time_is_up(&e->time_budget, searched_ms(e), e->stable_depths, e->last_drop,
                          e->best_share);
}

static void end_search(shg_engine *e)
{
    atomic_store(&e->stop, true);
    pthread_cond_signal(&e->changed);
}

static void on_search_info(void *context, const shg_search_info *info)
{
    worker *const w = context;
    shg_engine *const e = w->engine;
    if (w->number > 0)
        return;
    shg_search_info all = *info;
    atomic_store_explicit(&w->nodes, info->nodes, memory_order_relaxed);
    all.nodes = shg_engine_nodes(e);
    if (e->plays_level)
        shg_level_player_on_info(&e->level_player, info);
    if (e->listener.on_info && info->pv_number <= e->pv_count)
        e->listener.on_info(e->listener.context, &all, searched_ms(e));
    if (info->pv_number != 1)
        return;
    pthread_mutex_lock(&e->lock);
    const bool same = info->pv[0] == e->best;
    e->stable_depths = same ? e->stable_depths + 1 : 0;
    e->last_drop = e->last_depth > 0 ? e->last_score - info->score : 0;
    e->best = info->pv[0];
    e->reply = info->pv_length > 1 ? info->pv[1] : 0;
    e->last_score = info->score;
    e->last_depth = info->depth_plies;
    e->best_share = info->best_share;
    if (!is_free_of_clock(e) && time_is_up(e))
        end_search(e);
    pthread_mutex_unlock(&e->lock);
}

/* ---- threads ---- */

static shoogi_move search(worker *w)
{
    const shg_engine *const e = w->engine;
    const shg_search_limits limits = {
        .depth_plies = e->go.depth_plies,
        .plies_left = e->go.plies_left,
        /* A single thread keeps to a node limit exactly, so that searches can be reproduced. */
        .nodes = e->searching == 1 ? e->go.nodes : 0,
        .pv_count = e->go.pv_count,
        .moves = e->moves,
        .move_count = e->go.move_count,
        .may_declare = e->go.may_declare,
        .declaration = e->go.declaration,
        .draw_score = e->go.draw_score,
        .should_stop = should_stop,
        .on_info = on_search_info,
        .on_refutation = w->number == 0 && e->listener.on_refutation ? on_refutation : NULL,
        .context = w,
    };
    shoogi_move best = 0;
    int score;
    if (shg_search_go(&best, &score, w->search, e->position, &limits) != SHOOGI_OK)
        return 0;
    atomic_store_explicit(&w->nodes, shg_search_nodes(w->search), memory_order_relaxed);
    return best;
}

static void *run_helper(void *context)
{
    (void)search(context);
    return NULL;
}

/* The main thread: starts the helper threads, searches, waits for them and reports. */
static void *run_main(void *context)
{
    shg_engine *const e = context;
    unsigned helpers = 1;
    while (helpers < e->searching &&
           pthread_create(&e->workers[helpers].thread, NULL, run_helper, &e->workers[helpers]) == 0)
        helpers++; /* fewer threads will do */
    shoogi_move best = search(&e->workers[0]);
    if (e->plays_level) {
        const shoogi_move chosen =
            shg_level_player_choose(&e->reply, &e->level_player, e->position);
        if (chosen != 0) /* 0: stopped before the first iteration */
            e->best = best = chosen;
    }
    /* While pondering, or in an infinite search, the best move waits for ponderhit or stop. */
    pthread_mutex_lock(&e->lock);
    while (is_free_of_clock(e) && !atomic_load(&e->stop))
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
    shg_engine_stop(e);
    for (unsigned i = 1; i < helpers; i++)
        pthread_join(e->workers[i].thread, NULL);
    e->listener.on_best(e->listener.context, best, best == e->best ? e->reply : 0);
    return NULL;
}

shoogi_status shg_engine_go(shg_engine *engine, const shoogi_position *position, const shg_go *go,
                            const shg_engine_listener *listener)
{
    shg_engine *const e = engine;
    shg_engine_wait(e);
    if (shoogi_position_copy(&e->position, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    e->moves = malloc((go->move_count + 1) * sizeof *e->moves);
    if (!e->moves) {
        shoogi_position_free(e->position);
        e->position = NULL;
        return SHOOGI_NO_MEMORY;
    }
    if (go->move_count > 0)
        memcpy(e->moves, go->moves, go->move_count * sizeof *e->moves);
    e->go = *go;
    e->listener = *listener;
    e->pv_count = go->pv_count > 1 ? go->pv_count : 1;
    e->plays_level = go->level >= SHG_LEVEL_LEAST && go->level < SHG_LEVEL_FULL;
    e->searching = e->plays_level ? 1 : e->threads;
    if (e->plays_level) {
        shg_level_player_init(&e->level_player, go->level, go->seed, position);
        if (e->go.nodes == 0 || e->go.nodes > e->level_player.nodes)
            e->go.nodes = e->level_player.nodes;
        if (e->go.pv_count < e->level_player.pv_count)
            e->go.pv_count = e->level_player.pv_count;
    }
    e->best = e->reply = 0;
    e->stable_depths = e->last_depth = 0;
    e->last_drop = 0;
    e->time_budget = shg_time_budget_for(&go->clock, shoogi_position_ply(position));
    atomic_store(&e->stop, false);
    atomic_store(&e->pondering, go->pondering);
    e->began_ms = e->current_line_ms = shg_monotonic_ms();
    atomic_store(&e->clock_ms, e->began_ms);
    for (unsigned i = 0; i < e->threads; i++)
        atomic_store_explicit(&e->workers[i].nodes, 0, memory_order_relaxed);
    shg_table_age(e->table);
    e->searched = true;
    if (pthread_create(&e->workers[0].thread, NULL, run_main, e) != 0) {
        shoogi_position_free(e->position);
        free(e->moves);
        e->position = NULL;
        e->moves = NULL;
        return SHOOGI_NO_MEMORY;
    }
    e->running = true;
    return SHOOGI_OK;
}

void shg_engine_stop(shg_engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    end_search(engine);
    pthread_mutex_unlock(&engine->lock);
}

/* Time spent pondering is taken off the maximum, but not below the optimum. */
static void credit_pondering(shg_time_budget *budget, int64_t pondered_ms)
{
    const int64_t rest_ms = budget->maximum_ms - pondered_ms;
    budget->maximum_ms = rest_ms > budget->optimum_ms ? rest_ms : budget->optimum_ms;
}

void shg_engine_ponderhit(shg_engine *engine, const shg_clock *clock)
{
    pthread_mutex_lock(&engine->lock);
    if (!atomic_load(&engine->pondering)) {
        pthread_mutex_unlock(&engine->lock);
        return;
    }
    /* The search does not read time_budget while it ponders. */
    if (clock && engine->position)
        engine->time_budget = shg_time_budget_for(clock, shoogi_position_ply(engine->position));
    if (engine->last_depth > 0 && !engine->go.infinite && time_is_up(engine))
        end_search(engine);
    credit_pondering(&engine->time_budget, searched_ms(engine));
    atomic_store(&engine->clock_ms, shg_monotonic_ms());
    atomic_store(&engine->pondering, false);
    pthread_cond_signal(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

void shg_engine_wait(shg_engine *engine)
{
    if (!engine->running)
        return;
    pthread_join(engine->workers[0].thread, NULL);
    engine->running = false;
    shoogi_position_free(engine->position);
    free(engine->moves);
    engine->position = NULL;
    engine->moves = NULL;
}
