#include "learning/learning.h"

#include "base/error.h"
#include "engine/learning/nnue_training.h"
#include "engine/learning/training.h"
#include "engine/network/nnue_file.h"
#include "learning/folder.h"
#include "learning/games_file.h"
#include "match/score.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum {
    PATH_BYTES = 4096,
    STATE_BYTES_MAX = 1 << 20,   /* it may be that of another command */
    ROUND_PART = 4,              /* a round has this part of the games before it, or more */
    LEARNED_ROUNDS = 10,         /* training is on so many of the first rounds' size, or more */
    LEARNED_PERCENT = 60,        /* and on so many of all games, or more */
    WEIGHTS_POSITIONS = 1000000, /* weights, a few thousand numbers, learn nothing of more */
    PASSES = 12,
    PASSES_TO_CHOOSE = 6, /* for each spread */
    NETWORK_POSITIONS = 300000,
    NETWORK_PASSES = 4, /* at most, and NETWORK_PASSES_LEAST */
    NETWORK_PASSES_LEAST = 2,
    NETWORK_RANDOM_MOVES = 1,
    NETWORK_HELD_OUT = 20, /* one game in so many */
    GAMES_AT_ONCE = 256,   /* of which examples are made */
    GATE_PAIRS_LEAST = 150,
    GATE_PAIRS_MAX = 1500,
    GATE_PART = 40 /* pairs at most: one for so many games of the round */
};

static const double spreads[] = { 5, 10, 20 };
enum { SPREADS = sizeof spreads / sizeof spreads[0] };
static const double result_share = 0.3, first_rate = 1.5, last_rate = 0.1;
/* Of the passes over the examples of a network. */
typedef struct effort {
    size_t seen;       /* examples in all passes, if there are so many */
    double first_rate; /* of learning, which falls evenly to 0 */
} effort;
static const effort new_network = { 300000000, 1.2e-3 }, known_network = { 60000000, 3e-4 };

typedef enum stage { STAGE_GAMES, STAGE_TRAINING, STAGE_NETWORK, STAGE_GATE } stage;

/* Progress, reported by a thread of its own. */
typedef struct progress {
    pthread_mutex_t lock; /* guards the following, and is held during callbacks */
    pthread_cond_t over;
    pthread_t thread;
    bool runs, ends;
    unsigned long round; /* from 1; 0: before the first */
    stage stage;
    size_t done, most; /* games, passes, games */
    char about[40];    /* what is known of the stage; "": nothing */
    size_t played;     /* games since the start */
} progress;

typedef struct learner {
    const shg_learning *how;
    shoogi_error *err;
    shg_weights *best, *candidate; /* with networks, if they have them */
    shg_nnue *newest; /* the last one trained, if it is not that of the best; owned, may be NULL */
    bool trained;     /* it is of this round, which was interrupted */
    unsigned long rounds;   /* done */
    uint64_t definition;    /* hash of that of the variant */
    bool definition_stored; /* in the file "state" */
    size_t positions;       /* that the last weights were trained on */
    shg_game *games;        /* [room] */
    size_t room;
    size_t have;
    shg_games_file *file;
    struct timespec began;
    size_t had; /* games at the start */
    progress progress;
} learner;

/* ---- helpers ---- */

static void say(learner *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(learner *l, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&l->progress.lock);
    if (l->how->run.on_line)
        l->how->run.on_line(l->how->run.context, line);
    pthread_mutex_unlock(&l->progress.lock);
}

static bool should_stop(const learner *l)
{
    return shg_run_is_over(&l->how->run, &l->began);
}

static shoogi_status write_file(const learner *l, const char *name, const char *bytes, size_t count)
{
    return shg_folder_write(l->how->folder, name, bytes, count, l->err);
}

/* For one game or training pass. */
static uint64_t seed_of(const learner *l, unsigned what, uint64_t number)
{
    return shg_random_for(l->how->seed, what, number);
}

/* ---- progress ---- */

/* Under the lock. */
static void report_progress(const learner *l)
{
    static const char *const words[] = {
        [STAGE_GAMES] = "games:",
        [STAGE_TRAINING] = "training: pass",
        [STAGE_NETWORK] = "network: pass",
        [STAGE_GATE] = "against the best: game",
    };
    const progress *const p = &l->progress;
    char line[200], rate[100];
    if (!l->how->run.on_progress || p->round == 0)
        return;
    shg_run_write_rate(rate, sizeof rate, &l->how->run, &l->began, p->played,
                       l->how->games - l->had - p->played); /* training and matches included */
    snprintf(line, sizeof line, "round %lu, %s %zu of %zu%s%s%s", p->round, words[p->stage],
             p->done, p->most, p->stage == STAGE_GATE ? " at most" : "", p->about, rate);
    l->how->run.on_progress(l->how->run.context, line);
}

static void *run_progress(void *context)
{
    learner *const l = context;
    progress *const p = &l->progress;
    pthread_mutex_lock(&p->lock);
    while (!p->ends) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += (time_t)(l->how->run.progress_ms / 1000);
        until.tv_nsec += (long)(l->how->run.progress_ms % 1000) * 1000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        if (pthread_cond_timedwait(&p->over, &p->lock, &until) == ETIMEDOUT)
            report_progress(l);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void begin_progress(learner *l)
{
    progress *const p = &l->progress;
    pthread_condattr_t by_clock;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&by_clock);
    pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->over, &by_clock);
    pthread_condattr_destroy(&by_clock);
    p->runs = l->how->run.on_progress && pthread_create(&p->thread, NULL, run_progress, l) == 0;
}

static void end_progress(learner *l)
{
    progress *const p = &l->progress;
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_cond_signal(&p->over);
    pthread_mutex_unlock(&p->lock);
    if (p->runs)
        pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->over);
    pthread_mutex_destroy(&p->lock);
}

static void begin_stage(learner *l, stage what, size_t done, size_t most)
{
    progress *const p = &l->progress;
    pthread_mutex_lock(&p->lock);
    p->round = l->rounds + 1;
    p->stage = what;
    p->done = done;
    p->most = most;
    p->about[0] = '\0';
    report_progress(l);
    pthread_mutex_unlock(&p->lock);
}

/* Replaces what was added before. */
static void add_to_progress(learner *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_to_progress(learner *l, const char *format, ...)
{
    progress *const p = &l->progress;
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&p->lock);
    vsnprintf(p->about, sizeof p->about, format, arguments);
    pthread_mutex_unlock(&p->lock);
    va_end(arguments);
}

static void advance(learner *l)
{
    progress *const p = &l->progress;
    pthread_mutex_lock(&p->lock);
    p->done++;
    p->played += p->stage == STAGE_GAMES;
    pthread_mutex_unlock(&p->lock);
}

/* ---- games, by several threads ---- */

/* Games 0 to count - 1 to be played, each by the next free thread. */
typedef struct work {
    learner *l;
    const shg_weights *weights[2]; /* of the two players */
    bool paired;         /* games 2n and 2n + 1 have the same opening and reversed colours */
    size_t first, count; /* numbers of games */
    size_t next;
    shg_game *games; /* [count] filled */
    shoogi_status status;
    pthread_mutex_t lock;
    /* Called under the lock after each game; false ends the work. */
    bool (*ended)(struct work *work, size_t index);
    void *context;
} work;

typedef struct player {
    shg_table *table;
    shg_search *search;
} player;

static shoogi_status player_init(player *p, const shg_weights *weights, uint64_t nodes,
                                 const _Atomic bool *stop)
{
    *p = (player){ NULL, NULL };
    if (shg_table_new_for_nodes(&p->table, nodes) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    return shg_search_new(&p->search, p->table, weights, stop);
}

static void player_fini(player *p)
{
    shg_search_free(p->search);
    shg_table_free(p->table);
}

static void clear(player *p)
{
    shg_table_clear(p->table);
    shg_search_clear(p->search);
}

/* Takes the next game that has not been started. */
static bool next_game(work *w, size_t *index)
{
    pthread_mutex_lock(&w->lock);
    while (w->next < w->count && w->games[w->next].count > 0)
        w->next++;
    const bool more = w->next < w->count && w->status == SHOOGI_OK && !should_stop(w->l);
    *index = w->next;
    if (more)
        w->next++;
    pthread_mutex_unlock(&w->lock);
    return more;
}

static void end_game(work *w, size_t index, shoogi_status status, shg_game *game)
{
    pthread_mutex_lock(&w->lock);
    if (status == SHOOGI_OK && w->status == SHOOGI_OK) {
        w->games[index] = *game;
        if (!w->ended(w, index))
            w->next = w->count;
    } else {
        shg_game_fini(game);
        if (w->status == SHOOGI_OK)
            w->status = status;
    }
    pthread_mutex_unlock(&w->lock);
}

static void *play(void *context)
{
    work *const w = context;
    const shg_learning *const how = w->l->how;
    static const _Atomic bool never = false;
    player players[2] = { { NULL, NULL }, { NULL, NULL } };
    shg_sampler *sampler = NULL;
    shoogi_status status = player_init(&players[0], w->weights[0], how->nodes, &never);
    if (status == SHOOGI_OK && w->paired)
        status = player_init(&players[1], w->weights[1], how->nodes, &never);
    if (status == SHOOGI_OK && !w->paired)
        status = shg_sampler_new(&sampler, how->variant);
    for (size_t i; status == SHOOGI_OK && next_game(w, &i);) {
        const size_t number = w->first + i;
        const bool exchanged = w->paired && number % 2 == 1;
        uint64_t random = seed_of(w->l, w->paired, w->paired ? number / 2 : number);
        shg_self_play play = shg_self_play_usual(how->variant, how->nodes, &random);
        play.players[0] = players[exchanged].search;
        play.players[1] = players[w->paired ? !exchanged : 0].search;
        play.sampler = sampler;
        clear(&players[0]);
        if (w->paired)
            clear(&players[1]);
        shg_game game = { 0 };
        end_game(w, i, shg_self_play_game(&game, &play, how->variant, &random), &game);
    }
    if (status != SHOOGI_OK) {
        shg_game none = { 0 };
        end_game(w, 0, status, &none);
    }
    player_fini(&players[0]);
    player_fini(&players[1]);
    shg_sampler_free(sampler);
    return NULL;
}

static shoogi_status play_all(work *w)
{
    pthread_t threads[SHG_LEARNERS_MAX];
    unsigned helpers = 1;
    pthread_mutex_init(&w->lock, NULL);
    while (helpers < w->l->how->threads && pthread_create(&threads[helpers], NULL, play, w) == 0)
        helpers++;
    (void)play(w);
    for (unsigned i = 1; i < helpers; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&w->lock);
    return w->status;
}

/* ---- a round: games ---- */

static bool store_game(work *w, size_t index)
{
    learner *const l = w->l;
    w->status = shg_games_file_add(l->file, &w->games[index], w->first + index, l->err);
    shg_game_drop_samples(&w->games[index]); /* they are read when a network is trained */
    l->have++;
    advance(l);
    return w->status == SHOOGI_OK;
}

size_t shg_learning_games_before(const shg_learning *how, size_t round)
{
    size_t games = 0;
    for (size_t i = 0; i < round && games < how->games; i++) {
        const size_t part = games / ROUND_PART;
        games += part > how->round ? part : how->round;
    }
    return games < how->games ? games : how->games;
}

static size_t begin_of(const learner *l, size_t round)
{
    return shg_learning_games_before(l->how, round);
}

static size_t end_of(const learner *l, size_t round)
{
    return begin_of(l, round + 1);
}

/* The first game of the next training: that of the newest round from which on there are enough. */
static size_t first_trained_on(const learner *l)
{
    const size_t end = end_of(l, l->rounds), share = end / 100 * LEARNED_PERCENT,
                 least = l->how->round * LEARNED_ROUNDS;
    size_t round = l->rounds;
    while (round > 0 && end - begin_of(l, round) < (share > least ? share : least))
        round--;
    return begin_of(l, round);
}

/* Makes room for the games of the round and those before it. */
static shoogi_status make_room(learner *l)
{
    const size_t wanted = end_of(l, l->rounds);
    if (wanted <= l->room)
        return SHOOGI_OK;
    shg_game *const games = realloc(l->games, wanted * sizeof *games);
    if (!games)
        return SHOOGI_NO_MEMORY;
    memset(games + l->room, 0, (wanted - l->room) * sizeof *games);
    l->games = games;
    l->room = wanted;
    return SHOOGI_OK;
}

/* Frees the games before it, which are in the file. */
static void free_old_games(learner *l)
{
    const size_t first = first_trained_on(l);
    for (size_t i = 0; i < first && i < l->room; i++)
        if (l->games[i].played)
            shg_games_file_drop(&l->games[i]);
}

/* Plays the games of the round, and those missing from earlier rounds, as after a run with fewer games. */
static shoogi_status play_round(learner *l)
{
    if (make_room(l) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    work w = {
        .l = l,
        .weights = { l->best, l->best },
        .count = end_of(l, l->rounds),
        .games = l->games,
        .ended = store_game,
    };
    begin_stage(l, STAGE_GAMES, l->have, w.count);
    const shoogi_status status = play_all(&w);
    free_old_games(l);
    return status;
}

/* ---- a round: training ---- */

/* The training set, and the spread (shg_training_options). */
typedef struct training_set {
    const shg_game *games;
    size_t count;
    double spread;
} training_set;

/* Trains from the best weights.  *first, *last: the loss of the first and the last pass. */
static shoogi_status train_by(double *first, double *last, shg_training *training, learner *l,
                              const training_set *by, unsigned passes)
{
    uint64_t random = seed_of(l, 2, l->rounds);
    shoogi_status status = SHOOGI_OK;
    for (unsigned pass = 0; pass < passes && status == SHOOGI_OK && !should_stop(l); pass++) {
        advance(l);
        const shg_training_options options = {
            .result_share = result_share,
            .rate = first_rate * pow(last_rate / first_rate, (double)pass / (passes - 1)),
            .spread = by->spread,
        };
        status = shg_training_pass(last, &l->positions, training, by->games, by->count, &random,
                                   &options);
        *first = pass == 0 ? *last : *first;
    }
    return status;
}

/* The loss on games that were not trained on. */
static shoogi_status validate(double *loss, shg_training *training, const shg_game *games,
                              size_t count)
{
    const shg_training_options no_step = { .result_share = result_share };
    uint64_t random = 1;
    size_t positions;
    return shg_training_pass(loss, &positions, training, games, count, &random, &no_step);
}

/* Chooses the spread by validation: train without a third of the newest games, and take the spread with the least loss on
 * them. */
static shoogi_status choose_spread(double *out, learner *l, const shg_game *games, size_t count,
                                   size_t unseen)
{
    const size_t held_out = unseen / 3;
    double least = INFINITY;
    shoogi_status status = SHOOGI_OK;
    *out = spreads[0];
    for (size_t i = 0; i < SPREADS && status == SHOOGI_OK; i++) {
        shg_training *training;
        if (shg_training_new(&training, l->best, l->how->threads) != SHOOGI_OK)
            return SHOOGI_NO_MEMORY;
        const training_set by = { games, count - held_out, spreads[i] };
        double first, last, loss = INFINITY;
        status = train_by(&first, &last, training, l, &by, PASSES_TO_CHOOSE);
        if (status == SHOOGI_OK && !should_stop(l))
            status = validate(&loss, training, games + by.count, held_out);
        shg_training_free(training);
        if (loss < least) {
            least = loss;
            *out = spreads[i];
        }
    }
    return status;
}

/* The first of the newest games of the training set with so many positions as the weights need. */
static size_t first_for_weights(const learner *l)
{
    const size_t least = first_trained_on(l);
    size_t first = end_of(l, l->rounds);
    for (size_t positions = 0; first > least && positions < WEIGHTS_POSITIONS;)
        positions += shg_positions_trained_on(&l->games[--first]);
    return first;
}

static shoogi_status train(learner *l)
{
    const size_t end = end_of(l, l->rounds), first = first_for_weights(l),
                 unseen = end - begin_of(l, l->rounds);
    training_set by = { .games = l->games + first, .count = end - first };
    begin_stage(l, STAGE_TRAINING, 0, (size_t)SPREADS * PASSES_TO_CHOOSE + PASSES);
    shoogi_status status =
        choose_spread(&by.spread, l, by.games, by.count, unseen < by.count ? unseen : by.count);
    if (status != SHOOGI_OK)
        return status;
    shg_training *training;
    if (shg_training_new(&training, l->best, l->how->threads) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    double first_loss = 0, loss = 0;
    status = train_by(&first_loss, &loss, training, l, &by, PASSES);
    if (status == SHOOGI_OK && !should_stop(l)) {
        shg_training_result(training, l->candidate);
        say(l, "round %lu: trained on %zu positions, spread %.0f, error %.4f, was %.4f",
            l->rounds + 1, l->positions, by.spread, sqrt(loss), sqrt(first_loss));
    }
    shg_training_free(training);
    return status;
}

/* ---- a round: the gate ---- */

typedef struct gate {
    shg_score score;
    unsigned char half_points[2 * GATE_PAIRS_MAX];
} gate;

static const shg_sprt gate_test = { .elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05 };

static bool count_game(work *w, size_t index)
{
    gate *const g = w->context;
    advance(w->l);
    const shoogi_outcome outcome = w->games[index].outcome;
    const bool decided = outcome == SHOOGI_OUTCOME_BLACK || outcome == SHOOGI_OUTCOME_WHITE;
    const bool won = (outcome == SHOOGI_OUTCOME_BLACK) == (index % 2 == 0);
    g->half_points[index] = decided ? 2 * won : 1;
    ++*(!decided ? &g->score.drawn : won ? &g->score.won : &g->score.lost);
    add_to_progress(w->l, ": +%u =%u -%u", g->score.won, g->score.drawn, g->score.lost);
    shg_game_fini(&w->games[index]);
    w->games[index].count = 1; /* played */
    if (w->games[index ^ 1].count > 0)
        g->score.pairs[g->half_points[index] + g->half_points[index ^ 1]]++;
    return shg_sprt_decide(&gate_test, &g->score) == SHG_SPRT_UNDECIDED;
}

/* The most pairs of games: the more games a round has, the less a decision may be by chance. */
static size_t gate_pairs(const learner *l)
{
    const size_t share = (end_of(l, l->rounds) - begin_of(l, l->rounds)) / GATE_PART;
    return share < GATE_PAIRS_LEAST ? GATE_PAIRS_LEAST
           : share > GATE_PAIRS_MAX ? GATE_PAIRS_MAX
                                    : share;
}

/* Plays the candidate against the best.  *better: whether it is to be the best. */
static shoogi_status play_gate(bool *better, learner *l)
{
    gate g = { .half_points = { 0 } };
    const size_t pairs = gate_pairs(l);
    work w = {
        .l = l,
        .weights = { l->candidate, l->best },
        .paired = true,
        .first = l->rounds * 2 * GATE_PAIRS_MAX,
        .count = 2 * pairs,
        .games = calloc(2 * pairs, sizeof *w.games),
        .ended = count_game,
        .context = &g,
    };
    *better = false;
    if (!w.games)
        return SHOOGI_NO_MEMORY;
    begin_stage(l, STAGE_GATE, 0, w.count);
    shoogi_status status = play_all(&w);
    free(w.games);
    if (status != SHOOGI_OK || should_stop(l))
        return status;
    /* If the test is undecided, the new weights win with more wins than losses: they have seen more games. */
    const shg_sprt_decision decision = shg_sprt_decide(&gate_test, &g.score);
    *better =
        decision == SHG_SPRT_ELO1 || (decision == SHG_SPRT_UNDECIDED && g.score.won > g.score.lost);
    say(l, "round %lu:%s +%u =%u -%u against the best: %s", l->rounds + 1,
        l->candidate->network ? " network" : "", g.score.won, g.score.drawn, g.score.lost,
        *better ? "accepted" : "rejected");
    return SHOOGI_OK;
}

/* Stores the network of a player, or its weights if it has none. */
static shoogi_status store(const learner *l, const char *name, const shg_weights *of)
{
    shg_provenance from = { .games = end_of(l, l->rounds), .positions = l->positions };
    snprintf(from.made, sizeof from.made, "%s", l->how->made);
    char *bytes;
    size_t count;
    if ((of->network ? shg_nnue_write(&bytes, &count, of->network, &from)
                     : shg_weights_write(&bytes, &count, of, &from)) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const shoogi_status status = write_file(l, name, bytes, count);
    free(bytes);
    return status;
}

/* The weights, without a network. */
static shoogi_status pass_gate(learner *l)
{
    bool better;
    const shoogi_status status = play_gate(&better, l);
    if (status != SHOOGI_OK || !better)
        return status;
    memcpy(l->best->value, l->candidate->value, l->best->count * sizeof *l->best->value);
    return store(l, "best.weights", l->best);
}

/* ---- a round: the network ---- */

static size_t positions_in(const shg_game *games, size_t count)
{
    size_t positions = 0;
    for (size_t i = 0; i < count; i++)
        if (games[i].played)
            positions += shg_positions_trained_on(&games[i]);
    return positions;
}

/* Adds the games from end - count to end - 1, the last one first. */
static shoogi_status add_games(shg_nnue_training *training, learner *l, size_t end, size_t count)
{
    shg_example_game games[GAMES_AT_ONCE] = { 0 };
    const shg_examples how = { .result_share = result_share,
                               .random_moves = NETWORK_RANDOM_MOVES,
                               .teacher = l->best };
    size_t found = 0;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = end; i > end - count && status == SHOOGI_OK; i--) {
        shg_game *const game = &l->games[i - 1];
        if (!game->played)
            continue;
        status = shg_games_file_samples(game, l->file, i - 1, l->err);
        games[found++] = (shg_example_game){ .game = game,
                                             .random = seed_of(l, 3, i - 1),
                                             .held_out = (i - 1) % NETWORK_HELD_OUT == 0 };
    }
    if (status == SHOOGI_OK)
        status = shg_nnue_training_add(training, games, found, &how);
    for (size_t i = end; i > end - count; i--)
        shg_game_drop_samples(&l->games[i - 1]);
    return status == SHOOGI_ILLEGAL
               ? shg_error_set(l->err, SHOOGI_PARSE_ERROR, 0, 0,
                               "games: expected samples of this variant, found others")
               : status;
}

/* The games of the training set, the newest first as long as there is room. */
static shoogi_status add_examples(shg_nnue_training *training, learner *l)
{
    const size_t first = first_trained_on(l);
    shoogi_status status = SHOOGI_OK;
    for (size_t end = end_of(l, l->rounds);
         end > first && status == SHOOGI_OK && !should_stop(l);) {
        const size_t count = end - first < GAMES_AT_ONCE ? end - first : GAMES_AT_ONCE;
        status = add_games(training, l, end, count);
        end -= count;
    }
    return status == SHOOGI_LIMIT_EXCEEDED ? SHOOGI_OK : status;
}

/* Fewer for more examples, which say the same more often. */
static unsigned passes_over(size_t examples, size_t seen)
{
    const size_t passes = seen / (examples + 1);
    return passes > NETWORK_PASSES         ? NETWORK_PASSES
           : passes < NETWORK_PASSES_LEAST ? NETWORK_PASSES_LEAST
                                           : (unsigned)passes;
}

/* Makes passes; the candidate gets the network with the least error on the games that were held
 * out, and is stored after the last one. */
static shoogi_status train_on(shg_nnue_training *training, learner *l, const effort *by)
{
    uint64_t random = seed_of(l, 4, l->rounds);
    const unsigned passes = passes_over(shg_nnue_training_positions(training), by->seen);
    double before, least = INFINITY, loss = 0;
    unsigned made = 0;
    begin_stage(l, STAGE_NETWORK, 0, passes);
    shoogi_status status = shg_nnue_training_measure(&before, training);
    for (; made < passes && status == SHOOGI_OK && !should_stop(l); made++) {
        double seen;
        const double rate = by->first_rate / passes;
        advance(l);
        status = shg_nnue_training_pass(&seen, training, rate * (passes - made),
                                        rate * (passes - made - 1), &random);
        if (status == SHOOGI_OK)
            status = shg_nnue_training_measure(&loss, training);
        if (status == SHOOGI_OK)
            add_to_progress(l, ", error %.4f", sqrt(loss));
        if (status != SHOOGI_OK || loss >= least)
            continue;
        least = loss;
        shg_nnue_training_result(training, l->candidate->network);
    }
    if (status != SHOOGI_OK || made < passes)
        return status;
    say(l, "round %lu: network trained on %zu positions, error on unseen games %.4f, was %.4f",
        l->rounds + 1, shg_nnue_training_positions(training), sqrt(least), sqrt(before));
    return store(l, "newest.network", l->candidate);
}

/* Trains from a network. */
static shoogi_status train_from(const shg_nnue *network, learner *l, const effort *by)
{
    shg_nnue_training *training;
    if (shg_nnue_training_new(&training, network, shg_nnue_step_number(0), l->how->memory_mib,
                              l->how->threads) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = shg_nnue_new(&l->candidate->network, l->how->variant, network->shape);
    if (status == SHOOGI_OK)
        status = add_examples(training, l);
    if (status == SHOOGI_OK)
        status = train_on(training, l, by);
    shg_nnue_training_free(training);
    return status;
}

/* Gives the candidate a network: the newest one, trained further, or a new one.  A run that was interrupted after that
 * begins with the match.  LIMIT_EXCEEDED: the board is too large for one. */
static shoogi_status make_network(learner *l)
{
    const shg_nnue *const newest = l->newest ? l->newest : l->best->network;
    if (l->trained) {
        l->candidate->network = l->newest;
        l->newest = NULL;
        l->trained = false;
        return SHOOGI_OK;
    }
    shg_nnue *fresh = NULL;
    uint64_t random = seed_of(l, 5, l->rounds);
    shoogi_status status =
        newest ? SHOOGI_OK
               : shg_nnue_begin(&fresh, l->best, shg_nnue_usual_shape(l->how->variant), &random);
    if (status == SHOOGI_OK)
        status = train_from(fresh ? fresh : newest, l, fresh ? &new_network : &known_network);
    shg_nnue_free(fresh);
    return status;
}

/* Trains a network if there are enough positions, and matches it against the best, which is also its teacher.  If it loses,
 * it is trained further in the next round. */
static shoogi_status learn_network(learner *l)
{
    const size_t first = first_trained_on(l), wanted = l->how->network_positions;
    const size_t have = positions_in(l->games + first, end_of(l, l->rounds) - first);
    if (have < (wanted > 0 ? wanted : NETWORK_POSITIONS))
        return SHOOGI_OK;
    bool better = false;
    l->positions = have;
    begin_stage(l, STAGE_NETWORK, 0, NETWORK_PASSES);
    shoogi_status status = make_network(l);
    if (status == SHOOGI_LIMIT_EXCEEDED)
        return SHOOGI_OK;
    memcpy(l->candidate->value, l->best->value, l->best->count * sizeof *l->best->value);
    if (status == SHOOGI_OK && !should_stop(l))
        status = play_gate(&better, l);
    if (better) {
        shg_nnue_free(l->best->network);
        l->best->network = l->candidate->network;
        l->candidate->network = NULL;
        status = store(l, "best.network", l->best);
    }
    shg_nnue_free(l->newest);
    l->newest = l->candidate->network;
    l->candidate->network = NULL;
    return status;
}

/* ---- all of it ---- */

static shoogi_status store_rounds(const learner *l)
{
    char text[80];
    const int length = snprintf(text, sizeof text, "rounds %lu\ndefinition %016" PRIx64 "\n",
                                l->rounds, l->definition);
    return write_file(l, "state", text, (size_t)length);
}

static shoogi_status end_round(learner *l)
{
    l->rounds++;
    return store_rounds(l);
}

/* Adds the name of a file to an error in its text. */
static shoogi_status blame(const learner *l, shoogi_status status, const char *name)
{
    if (status == SHOOGI_OK || !l->err || l->err->message[0] == '\0')
        return status;
    const shoogi_error inner = *l->err;
    char place[40] = "";
    if (inner.line > 0)
        snprintf(place, sizeof place, ":%u:%u", inner.line, inner.column);
    return shg_error_set(l->err, status, 0, 0, "%s%s: %s", name, place, inner.message);
}

/* As shg_folder_read. */
static shoogi_status read_file(char **bytes, size_t *count, learner *l, const char *name,
                               size_t bytes_max)
{
    return shg_folder_read(bytes, count, l->how->folder, name, bytes_max, l->err);
}

static shoogi_status read_rounds(learner *l)
{
    char *bytes;
    size_t count;
    uint64_t definition = l->definition;
    shoogi_status status = read_file(&bytes, &count, l, "state", STATE_BYTES_MAX);
    if (!bytes)
        return status;
    const int read = sscanf(bytes, "rounds %9lu\ndefinition %16" SCNx64, &l->rounds, &definition);
    /* Older versions of the program wrote one line. */
    const bool one_line = count <= strcspn(bytes, "\n") + 1;
    l->definition_stored = read == 2;
    if (read != (one_line ? 1 : 2) || l->rounds > SHG_LEARNED_GAMES_MAX)
        status = blame(l,
                       shg_error_expected(l->err, SHOOGI_PARSE_ERROR, 1, 1,
                                          "\"rounds\" and \"definition\", each with a number",
                                          bytes, count),
                       "state");
    else if (definition != l->definition)
        status = shg_run_changed(l->err, "the definition of", shoogi_variant_name(l->how->variant));
    free(bytes);
    return status;
}

/* A file names its games, so that a kill after it was written and before "state" was loses no round. */
static void count_rounds(learner *l, const shg_provenance *from)
{
    if (strcmp(from->made, l->how->made) != 0 || from->games > l->how->games)
        return;
    while (begin_of(l, l->rounds) < from->games)
        l->rounds++;
}

static shoogi_status read_best_weights(learner *l)
{
    char *bytes;
    size_t count;
    shoogi_status status = read_file(&bytes, &count, l, "best.weights", SHG_WEIGHTS_BYTES_MAX);
    if (!bytes)
        return status;
    shg_weights *best;
    shg_provenance from;
    status = shg_weights_read(&best, &from, l->how->variant, bytes, count, l->err);
    free(bytes);
    if (status != SHOOGI_OK)
        return blame(l, status, "best.weights");
    shg_weights_free(l->best);
    l->best = best;
    count_rounds(l, &from);
    return SHOOGI_OK;
}

/* *network: NULL: there is none. */
static shoogi_status read_network(shg_nnue **network, shg_provenance *from, learner *l,
                                  const char *name)
{
    char *bytes;
    size_t count;
    shoogi_status status = read_file(&bytes, &count, l, name, SHG_NNUE_FILE_BYTES_MAX);
    if (!bytes)
        return status;
    status = shg_nnue_read(network, from, l->how->variant, bytes, count, l->err);
    free(bytes);
    return blame(l, status, name);
}

static shoogi_status read_networks(learner *l)
{
    shg_provenance best = { 0 }, newest = { 0 };
    shoogi_status status = read_network(&l->best->network, &best, l, "best.network");
    if (status == SHOOGI_OK && l->best->network)
        count_rounds(l, &best);
    if (status == SHOOGI_OK)
        status = read_network(&l->newest, &newest, l, "newest.network");
    l->trained =
        l->newest && strcmp(newest.made, l->how->made) == 0 && newest.games == end_of(l, l->rounds);
    return status;
}

/* Opens or creates the games, and locks the folder by that. */
static shoogi_status open_games(learner *l)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/games", l->how->folder);
    const shoogi_status status = shg_games_file_open(&l->file, path, l->how->made, l->err);
    return l->err && l->err->line > 0 ? blame(l, status, "games") : status;
}

/* Reads the folder; nothing is written before all of it is known to be of this run. */
static shoogi_status load(learner *l)
{
    static const char *const names[] = { "games", "state", "best.weights", "best.network",
                                         "newest.network" };
    char path[PATH_BYTES];
    struct stat about;
    snprintf(path, sizeof path, "%s/games", l->how->folder);
    const bool begun = stat(path, &about) == 0 && about.st_size > 0;
    shoogi_status status =
        begun ? open_games(l)
              : shg_folder_check(l->how->folder, names, sizeof names / sizeof names[0], l->err);
    if (status == SHOOGI_OK)
        status = shoogi_variant_hash(&l->definition, l->how->variant);
    if (status == SHOOGI_OK)
        status = read_rounds(l);
    if (status == SHOOGI_OK)
        status = read_best_weights(l);
    if (status == SHOOGI_OK)
        status = read_networks(l);
    if (status == SHOOGI_OK && !begun)
        status = open_games(l);
    if (status != SHOOGI_OK)
        return status;
    status = make_room(l);
    if (status != SHOOGI_OK)
        return status;
    const shg_games_wanted wanted = {
        .variant = l->how->variant,
        .games = l->games,
        .first = first_trained_on(l),
        .count = l->room,
    };
    status = shg_games_file_read(&l->have, l->file, &wanted, l->err);
    return status == SHOOGI_OK && !l->definition_stored ? store_rounds(l) : status;
}

static shoogi_status run(learner *l)
{
    shoogi_status status = load(l);
    l->had = l->have;
    if (status == SHOOGI_OK && l->have > 0)
        say(l, "resuming after %zu games, %lu rounds", l->have, l->rounds);
    while (status == SHOOGI_OK && begin_of(l, l->rounds) < l->how->games && !should_stop(l)) {
        status = play_round(l);
        const bool linear = !l->best->network;
        if (status == SHOOGI_OK && linear && !should_stop(l))
            status = train(l);
        if (status == SHOOGI_OK && linear && !should_stop(l))
            status = pass_gate(l);
        if (status == SHOOGI_OK && !should_stop(l))
            status = learn_network(l);
        if (status == SHOOGI_OK && !should_stop(l))
            status = end_round(l);
    }
    return status;
}

shoogi_status shg_learn(const shg_learning *how, shoogi_error *err)
{
    learner l = { .how = how, .err = err };
    clock_gettime(CLOCK_MONOTONIC, &l.began);
    begin_progress(&l);
    shoogi_status status = shg_weights_new(&l.best, how->variant);
    if (status == SHOOGI_OK)
        status = shg_weights_new(&l.candidate, how->variant);
    if (status == SHOOGI_OK)
        status = run(&l);
    end_progress(&l);
    for (size_t i = 0; i < l.room; i++)
        shg_game_fini(&l.games[i]);
    free(l.games);
    shg_games_file_close(l.file);
    shg_weights_free(l.best);
    shg_weights_free(l.candidate);
    shg_nnue_free(l.newest);
    return status;
}
