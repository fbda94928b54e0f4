#include "match/match.h"

#include "base/error.h"
#include "base/hash.h"
#include "engine/evaluation/evaluate.h"
#include "match/match_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MISSING = -1, PLAYED_NOW = -2 }; /* otherwise the half points of the first engine */

/* A running match, shared by its threads. */
typedef struct run {
    const shg_match *match;
    pthread_mutex_t lock; /* guards everything below */
    int8_t *points;       /* [match->games] */
    shg_score score;
    shg_match_file file;
    unsigned begun; /* games started in this call */
    bool stopped;   /* start no more games */
    shoogi_status status;
    shoogi_error err;
} run;

/* ---- identity of the match ---- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? shg_hash_bytes(hash, text, strlen(text) + 1) : shg_hash_bytes(hash, "", 1);
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return shg_hash_bytes(hash, &number, sizeof number);
}

/* The weights in use: the same setting may have meant others before. */
static shoogi_status hash_weights(uint64_t *hash, const shg_participant *e, const shoogi_variant *v,
                                  shoogi_error *err)
{
    shg_weights *weights;
    shoogi_error fault = { 0 };
    const shoogi_status status = shg_player_weights(&weights, e, v, &fault);
    if (status == SHOOGI_NO_MEMORY)
        return status;
    if (status != SHOOGI_OK)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%s", fault.message);
    *hash = shg_weights_hash(*hash, weights);
    shg_weights_free(weights);
    return SHOOGI_OK;
}

static uint64_t hash_participant(uint64_t hash, const shg_participant *e)
{
    const shg_participant_limits *const a = &e->limits;
    const uint64_t numbers[] = {
        e->protocol,
        e->hash_mib,
        (uint64_t)a->main_ms,
        (uint64_t)a->increment_ms,
        (uint64_t)a->byoyomi_ms,
        (uint64_t)a->move_ms,
        (uint64_t)a->margin_ms,
        a->nodes,
        a->depth_plies,
    };
    hash = hash_text(hash_text(hash_text(hash, e->name), e->command), e->game);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = hash_number(hash, numbers[i]);
    for (size_t i = 0; i < e->option_count; i++)
        hash = hash_text(hash_text(hash, e->options[i].name), e->options[i].value);
    for (size_t i = 0; i < e->piece_letter_count; i++)
        hash = hash_text(hash_text(hash, e->piece_letters[i].ours), e->piece_letters[i].theirs);
    return hash;
}

/* Hashes everything that influences a game; not the number of games, nor how many at once. */
static shoogi_status find_key(uint64_t *out, const shg_match *m, shoogi_error *err)
{
    const shg_adjudication *const j = &m->adjudication;
    const uint64_t numbers[] = {
        m->seed,       m->openings.seed, m->openings.plies,        m->openings.candidates,
        j->plies_max,  j->resign_cp,     j->resign_plies,          j->draw_cp,
        j->draw_plies, j->draw_from,     j->royal_capturable_wins,
    };
    uint64_t hash;
    shoogi_status status = shoogi_variant_hash(&hash, m->variant);
    for (size_t i = 0; i < 2 && status == SHOOGI_OK; i++) {
        hash = hash_participant(hash, &m->participants[i]);
        if (m->participants[i].protocol == SHG_PROTOCOL_SEARCH)
            status = hash_weights(&hash, &m->participants[i], m->variant, err);
    }
    if (status != SHOOGI_OK)
        return status;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = hash_number(hash, numbers[i]);
    *out = shg_hash_bytes(hash, m->openings.text, m->openings.text_bytes);
    return SHOOGI_OK;
}

/* ---- results ---- */

/* The colour of the first engine in a game; games count from 0. */
static shoogi_colour first_colour(unsigned game)
{
    return game % 2 == 0 ? SHOOGI_BLACK : SHOOGI_WHITE;
}

static void count(run *t, unsigned game, shoogi_outcome outcome)
{
    if (t->points[game] >= 0)
        return; /* a duplicate, in a file assembled by hand */
    const shoogi_outcome wanted =
        first_colour(game) == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    const bool decided = outcome == SHOOGI_OUTCOME_BLACK || outcome == SHOOGI_OUTCOME_WHITE;
    const int8_t points = !decided ? 1 : outcome == wanted ? 2 : 0;
    t->points[game] = points;
    t->score.won += points == 2;
    t->score.drawn += points == 1;
    t->score.lost += points == 0;
    if (t->points[game ^ 1] >= 0)
        t->score.pairs[points + t->points[game ^ 1]]++;
}

static void count_kept_game(void *context, unsigned game, const shoogi_node_info *end)
{
    run *const t = context;
    if (game <= t->match->games)
        count(t, game - 1, end->result.outcome);
}

static bool is_decided(const run *t)
{
    return t->match->sprt && shg_sprt_decide(t->match->sprt, &t->score) != SHG_SPRT_UNDECIDED;
}

/* ---- playing ---- */

static void stop(run *t, shoogi_status status, const char *message)
{
    if (t->status == SHOOGI_OK)
        t->status = shg_error_set(&t->err, status, 0, 0, "%s", message);
    t->stopped = true;
}

/* Takes the next missing game; false if there is none. */
static bool next_game(unsigned *game, run *t)
{
    bool found = false;
    pthread_mutex_lock(&t->lock);
    t->stopped = t->stopped || t->begun == t->match->games_per_run || is_decided(t);
    for (unsigned i = 0; i < t->match->games && !found && !t->stopped; i++) {
        if (t->points[i] == MISSING) {
            t->points[i] = PLAYED_NOW;
            *game = i;
            t->begun++;
            found = true;
        }
    }
    pthread_mutex_unlock(&t->lock);
    return found;
}

static shoogi_status set_name(shoogi_record *record, const char *header, const char *name)
{
    return shoogi_record_set_header(record, header, strlen(header), name, strlen(name));
}

static void keep(run *t, unsigned game, shoogi_record *record)
{
    const shg_match *const m = t->match;
    const shoogi_colour first = first_colour(game);
    shoogi_status status = set_name(record, "black", m->participants[first == SHOOGI_WHITE].name);
    if (status == SHOOGI_OK)
        status = set_name(record, "white", m->participants[first == SHOOGI_BLACK].name);
    pthread_mutex_lock(&t->lock);
    if (status == SHOOGI_OK)
        status = shg_match_file_add(&t->file, record, game + 1);
    if (status == SHOOGI_OK) {
        const shoogi_node last = shoogi_record_line_end(record, 0);
        count(t, game, shoogi_record_node(record, last).result.outcome);
        if (m->report)
            m->report(m->context, &t->score, game + 1, shoogi_record_header(record, "note"));
    } else {
        stop(t, status, status == SHOOGI_IO ? strerror(errno) : shoogi_status_text(status));
    }
    pthread_mutex_unlock(&t->lock);
}

static void play(run *t, shg_player *const players[2], unsigned game)
{
    const shg_match *const m = t->match;
    const bool exchanged = first_colour(game) == SHOOGI_WHITE;
    shg_player *const sides[2] = { players[exchanged], players[!exchanged] };
    shoogi_position *p = NULL;
    shoogi_record *record = NULL;
    shoogi_colour who;
    char words[SHG_WORDS_BYTES] = "";
    shoogi_status status = shg_opening_at(&p, &m->openings, game / 2);
    if (status == SHOOGI_ILLEGAL)
        snprintf(words, sizeof words, "no opening of %u random moves could be found",
                 m->openings.plies);
    if (status == SHOOGI_OK) {
        status = shg_play(&record, sides, p, &m->adjudication, shg_seed_of(m->seed, game, 2), &who,
                          words);
        if (status == SHOOGI_OK)
            keep(t, game, record);
    }
    if (status != SHOOGI_OK) {
        char message[SHOOGI_MESSAGE_BYTES];
        if (status == SHOOGI_IO)
            snprintf(message, sizeof message, "%.60s: %s", sides[who]->participant->name, words);
        else
            snprintf(message, sizeof message, "%s", *words ? words : shoogi_status_text(status));
        pthread_mutex_lock(&t->lock);
        stop(t, status, message);
        pthread_mutex_unlock(&t->lock);
    }
    shoogi_record_free(record);
    shoogi_position_free(p);
}

static void *work(void *context)
{
    run *const t = context;
    const shg_match *const m = t->match;
    shg_player *players[2] = { NULL, NULL };
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < 2 && status == SHOOGI_OK; i++)
        status = shg_player_new(&players[i], &m->participants[i], m->variant, m->trace, &err);
    if (status != SHOOGI_OK) {
        pthread_mutex_lock(&t->lock);
        stop(t, *err.message ? SHOOGI_IO : status,
             *err.message ? err.message : shoogi_status_text(status));
        pthread_mutex_unlock(&t->lock);
    }
    for (unsigned game; status == SHOOGI_OK && next_game(&game, t);)
        play(t, players, game);
    for (size_t i = 0; i < 2; i++)
        if (players[i])
            players[i]->ops->free(players[i]);
    return NULL;
}

static void play_all(run *t)
{
    pthread_t threads[SHG_MATCH_AT_ONCE_MAX];
    unsigned count = 0;
    while (count < t->match->at_once && pthread_create(&threads[count], NULL, work, t) == 0)
        count++;
    if (count == 0)
        stop(t, SHOOGI_NO_MEMORY, shoogi_status_text(SHOOGI_NO_MEMORY));
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

shoogi_status shg_match_play(shg_score *score, const shg_match *m, shoogi_error *err)
{
    run t = { .match = m, .file = { .file = -1 } };
    uint64_t key = 0;
    *err = (shoogi_error){ 0 };
    t.points = malloc(m->games);
    shoogi_status status = t.points ? find_key(&key, m, err) : SHOOGI_NO_MEMORY;
    if (t.points)
        memset(t.points, MISSING, m->games);
    if (status == SHOOGI_OK && m->path)
        status = shg_match_file_open(&t.file, m->path, key, m->variant, count_kept_game, &t, err);
    if (status == SHOOGI_OK) {
        if (m->report)
            m->report(m->context, &t.score, 0, NULL);
        pthread_mutex_init(&t.lock, NULL);
        play_all(&t);
        pthread_mutex_destroy(&t.lock);
        status = t.status;
        *err = t.err;
    }
    *score = t.score;
    shg_match_file_close(&t.file);
    free(t.points);
    return status;
}
