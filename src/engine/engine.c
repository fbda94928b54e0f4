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
    unsigned number; /* 0: the one that tells */
} worker;

enum { LOOKS_MS = 1000 };

struct shg_engine {
    shg_weights *weights;
    shg_table *table;
    worker *workers; /* [threads] */
    unsigned threads;
    unsigned searching; /* threads of the search that goes on */
    _Atomic bool stop;
    _Atomic bool pondering;
    int64_t began_ms;         /* when the search did */
    int64_t looked_ms;        /* when it was last told where it is */
    _Atomic int64_t clock_ms; /* when the clock did: behind pondering, with the hit */

    /* Of the search that goes on. */
    bool running; /* its thread is to be joined */
    shoogi_position *position;
    shg_go go;
    shoogi_move *moves; /* of go, owned */
    shg_ears ears;
    shg_thinking thinking;
    unsigned told_lines;
    bool is_novice;
    shg_novice novice; /* if is_novice */
    /* Of what the first worker has found; it writes them under the lock. */
    shoogi_move best, answer;
    unsigned stable_depths, last_depth;
    int last_score, last_drop;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* stop or pondering has */
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
    shg_table_clear(engine->table);
    for (unsigned i = 0; i < engine->threads; i++)
        shg_search_clear(engine->workers[i].search);
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

/* ---- what the searches ask and tell ---- */

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

static void tell_look(shg_engine *e)
{
    const int64_t now_ms = shg_monotonic_ms();
    shg_look look;
    if (now_ms - e->looked_ms < LOOKS_MS)
        return;
    e->looked_ms = now_ms;
    shg_search_look(&look, e->workers[0].search);
    if (look.move_count > 0)
        e->ears.looking(e->ears.context, &look, shg_engine_nodes(e), searched_ms(e));
}

static void hear_refuted(void *context, shoogi_move move, shoogi_move answer)
{
    const shg_ears *const ears = &((worker *)context)->engine->ears;
    ears->refuted(ears->context, move, answer);
}

static bool enough(void *context, uint64_t nodes)
{
    worker *const w = context;
    shg_engine *const e = w->engine;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (w->number > 0)
        return false;
    if (e->ears.looking)
        tell_look(e);
    if (is_free_of_clock(e))
        return false;
    return (e->go.nodes > 0 && shg_engine_nodes(e) >= e->go.nodes) ||
           (e->thinking.most_ms > 0 && clock_ran_ms(e) >= e->thinking.most_ms);
}

/* The depth that was done last will do.  The time of the other side counts: what was found in it need not be again. */
static bool is_enough(const shg_engine *e)
{
    return shg_thinking_is_enough(&e->thinking, searched_ms(e), e->stable_depths, e->last_drop,
                                  0.6);
}

static void end_search(shg_engine *e)
{
    atomic_store(&e->stop, true);
    pthread_cond_signal(&e->changed);
}

static void hear(void *context, const shg_finding *finding)
{
    worker *const w = context;
    shg_engine *const e = w->engine;
    if (w->number > 0)
        return;
    shg_finding all = *finding;
    atomic_store_explicit(&w->nodes, finding->nodes, memory_order_relaxed);
    all.nodes = shg_engine_nodes(e);
    if (e->is_novice)
        shg_novice_hear(&e->novice, finding);
    if (e->ears.finding && finding->line <= e->told_lines)
        e->ears.finding(e->ears.context, &all, searched_ms(e));
    if (finding->line != 1)
        return;
    pthread_mutex_lock(&e->lock);
    const bool same = finding->moves[0] == e->best;
    e->stable_depths = same ? e->stable_depths + 1 : 0;
    e->last_drop = e->last_depth > 0 ? e->last_score - finding->score : 0;
    e->best = finding->moves[0];
    e->answer = finding->move_count > 1 ? finding->moves[1] : 0;
    e->last_score = finding->score;
    e->last_depth = finding->depth_plies;
    if (!is_free_of_clock(e) && is_enough(e))
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
        /* One thread with a bound of nodes keeps to it exactly, so that every search can be had again. */
        .nodes = e->searching == 1 ? e->go.nodes : 0,
        .lines = e->go.lines,
        .moves = e->moves,
        .move_count = e->go.move_count,
        .declares = e->go.declares,
        .draw_score = e->go.draw_score,
        .enough = enough,
        .tell = hear,
        .refuted = w->number == 0 && e->ears.refuted ? hear_refuted : NULL,
        .context = w,
    };
    shoogi_move best = 0;
    int score;
    if (shg_search_go(&best, &score, w->search, e->position, &limits) != SHOOGI_OK)
        return 0;
    atomic_store_explicit(&w->nodes, shg_search_nodes(w->search), memory_order_relaxed);
    return best;
}

static void *help(void *context)
{
    (void)search(context);
    return NULL;
}

/* The first worker: begins the others, waits for them, and tells. */
static void *lead(void *context)
{
    shg_engine *const e = context;
    unsigned helpers = 1;
    while (helpers < e->searching &&
           pthread_create(&e->workers[helpers].thread, NULL, help, &e->workers[helpers]) == 0)
        helpers++; /* with fewer it goes on as well */
    shoogi_move best = search(&e->workers[0]);
    if (e->is_novice) {
        const shoogi_move chosen = shg_novice_choose(&e->answer, &e->novice, e->position);
        if (chosen != 0) /* else it was stopped before it had a line */
            e->best = best = chosen;
    }
    /* No answer comes before it may. */
    pthread_mutex_lock(&e->lock);
    while (is_free_of_clock(e) && !atomic_load(&e->stop))
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
    shg_engine_stop(e);
    for (unsigned i = 1; i < helpers; i++)
        pthread_join(e->workers[i].thread, NULL);
    e->ears.best(e->ears.context, best, best == e->best ? e->answer : 0);
    return NULL;
}

shoogi_status shg_engine_go(shg_engine *engine, const shoogi_position *position, const shg_go *go,
                            const shg_ears *ears)
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
    e->ears = *ears;
    e->told_lines = go->lines > 1 ? go->lines : 1;
    e->is_novice = go->level >= SHG_LEVEL_LEAST && go->level < SHG_LEVEL_FULL;
    e->searching = e->is_novice ? 1 : e->threads;
    if (e->is_novice) {
        shg_novice_init(&e->novice, go->level, go->seed, position);
        if (e->go.nodes == 0 || e->go.nodes > e->novice.nodes)
            e->go.nodes = e->novice.nodes;
        if (e->go.lines < e->novice.lines)
            e->go.lines = e->novice.lines;
    }
    e->best = e->answer = 0;
    e->stable_depths = e->last_depth = 0;
    e->last_drop = 0;
    e->thinking = shg_thinking_of(&go->clock, shoogi_position_ply(position));
    atomic_store(&e->stop, false);
    atomic_store(&e->pondering, go->pondering);
    e->began_ms = e->looked_ms = shg_monotonic_ms();
    atomic_store(&e->clock_ms, e->began_ms);
    for (unsigned i = 0; i < e->threads; i++)
        atomic_store_explicit(&e->workers[i].nodes, 0, memory_order_relaxed);
    shg_table_age(e->table);
    if (pthread_create(&e->workers[0].thread, NULL, lead, e) != 0) {
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

/* What was thought while the clock stood need not be thought again, as far as that is more than a move wants. */
static void credit(shg_thinking *thinking, int64_t pondered_ms)
{
    const int64_t rest_ms = thinking->most_ms - pondered_ms;
    thinking->most_ms = rest_ms > thinking->wanted_ms ? rest_ms : thinking->wanted_ms;
}

void shg_engine_ponderhit(shg_engine *engine, const shg_clock *clock)
{
    pthread_mutex_lock(&engine->lock);
    if (!atomic_load(&engine->pondering)) {
        pthread_mutex_unlock(&engine->lock);
        return;
    }
    /* Until it no longer ponders, the search does not look at how long it may think. */
    if (clock && engine->position)
        engine->thinking = shg_thinking_of(clock, shoogi_position_ply(engine->position));
    if (engine->last_depth > 0 && !engine->go.infinite && is_enough(engine))
        end_search(engine);
    credit(&engine->thinking, searched_ms(engine));
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
