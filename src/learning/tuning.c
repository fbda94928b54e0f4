#include "learning/tuning.h"

#include "base/error.h"
#include "base/hash.h"
#include "engine/learning/tuned_game.h"
#include "learning/folder.h"
#include "learning/spsa.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BATCH = 16, /* pairs that start from the same values, whatever the number of threads */
    STATE_BYTES_MAX = 1 << 20,
    STORE_MS = 1000, /* a game counts at the latest after this time */
    SHOWN = 3        /* values in a line of progress */
};
/* Kinds of random numbers; spsa.c has the first ones. */
enum { OPENING = 2 };

/* Results of games for the first of the two sets. */
enum { OPEN = '.', WON = '+', DRAWN = '=', LOST = '-' };

/* Hashes of what a game is played with. */
typedef struct fingerprint {
    uint64_t definition, weights;
} fingerprint;

typedef struct tuner {
    const shg_tuning *how;
    shoogi_error *err;
    fingerprint *games;         /* [how->game_count] */
    bool stored;                /* the file "state" has them */
    size_t index[SHG_TUNABLES]; /* [spsa.count] of each tuned value in shg_tunables */
    shg_spsa_value values[SHG_TUNABLES];
    shg_spsa spsa;
    size_t pairs; /* done, those of the match after the others */
    shg_score match;
    char results[2 * BATCH + 1]; /* of the batch under way; games 2n and 2n + 1 are a pair */
    struct timespec began;
    int64_t stored_ms, reported_ms; /* since it began */

    pthread_mutex_t lock; /* guards the following and `results`, and is held during callbacks */
    size_t next, count;   /* games of the batch */
    size_t played;        /* games since it began */
    shoogi_status status;
} tuner;

static int64_t ms_since_begin(const tuner *t)
{
    return (int64_t)(1000 * shg_seconds_since(&t->began));
}

static bool should_stop(const tuner *t)
{
    return shg_run_is_over(&t->how->run, &t->began);
}

/* ---- values ---- */

static void set_defaults(int *values)
{
    for (size_t i = 0; i < SHG_TUNABLES; i++)
        values[i] = shg_tunables[i].value;
}

static void round_values(int *values, const tuner *t)
{
    set_defaults(values);
    for (size_t i = 0; i < t->spsa.count; i++)
        values[t->index[i]] = (int)lround(t->values[i].value);
}

static bool is_match(const tuner *t)
{
    return t->pairs >= t->how->pairs;
}

/* The end of the stage, in pairs: of tuning, or of the match, which needs a new value. */
static size_t end_of_stage(const tuner *t)
{
    int new[SHG_TUNABLES], old[SHG_TUNABLES];
    if (!is_match(t))
        return t->how->pairs;
    round_values(new, t);
    set_defaults(old);
    return memcmp(new, old, sizeof new) == 0 ? t->how->pairs : t->how->pairs + t->how->match_pairs;
}

/* The two sets that play a pair. */
static void choose_sets(int *first, int *second, const tuner *t, size_t pair)
{
    set_defaults(second);
    if (is_match(t)) {
        round_values(first, t);
        return;
    }
    int plus[SHG_TUNABLES], minus[SHG_TUNABLES];
    shg_spsa_perturb(plus, minus, &t->spsa, pair);
    set_defaults(first);
    for (size_t i = 0; i < t->spsa.count; i++) {
        first[t->index[i]] = plus[i];
        second[t->index[i]] = minus[i];
    }
}

/* ---- the file ---- */

static shoogi_status store(tuner *t)
{
    char *text;
    size_t count;
    FILE *const file = open_memstream(&text, &count);
    if (!file)
        return SHOOGI_NO_MEMORY;
    const shg_score *const m = &t->match;
    fprintf(file, "%s\n", t->how->made);
    for (size_t i = 0; i < t->how->game_count; i++)
        fprintf(file, "game %016" PRIx64 " %016" PRIx64 "\n", t->games[i].definition,
                t->games[i].weights);
    fprintf(file, "pairs %zu\ngames %s\nmatch %u %u %u", t->pairs, t->results, m->won, m->drawn,
            m->lost);
    for (unsigned i = 0; i < SHG_PAIR_RESULTS; i++)
        fprintf(file, " %u", m->pairs[i]);
    fputc('\n', file);
    for (size_t i = 0, at = 0; i < SHG_TUNABLES; i++) {
        const shg_tunable *const row = &shg_tunables[i];
        fprintf(file, "%s %d %d %d %d", row->name, row->value, row->least, row->most, row->step);
        if (at < t->spsa.count && t->index[at] == i)
            fprintf(file, " %.17g", t->values[at++].value);
        fputc('\n', file);
    }
    const bool good = !ferror(file);
    shoogi_status status = fclose(file) == 0 && good ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = shg_folder_write(t->how->folder, "state", text, count, t->err);
    free(text);
    t->stored_ms = ms_since_begin(t);
    return status;
}

/* The lines of a file one by one; the file is changed. */
typedef struct lines {
    char *at;
    size_t number; /* of the line read last */
} lines;

static char *next_line(lines *l)
{
    char *const line = l->at;
    l->number++;
    l->at += strcspn(l->at, "\n");
    if (*l->at != '\0')
        *l->at++ = '\0';
    return line;
}

static shoogi_status expected(const tuner *t, const lines *l, const char *what, const char *found)
{
    return shg_error_expected(t->err, SHOOGI_PARSE_ERROR, l->number, 1, what, found, strlen(found));
}

static shoogi_status take_fingerprints(tuner *t)
{
    t->games = calloc(t->how->game_count, sizeof *t->games);
    shoogi_status status = t->games ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < t->how->game_count && status == SHOOGI_OK; i++) {
        const shg_weights *const weights = t->how->games[i];
        t->games[i].weights = shg_weights_hash(SHG_HASH_START, weights);
        status = shoogi_variant_hash(&t->games[i].definition, weights->variant);
    }
    return status;
}

static shoogi_status read_fingerprint(const tuner *t, const lines *l, const char *line, size_t game)
{
    const fingerprint *const now = &t->games[game];
    const char *const name = shoogi_variant_name(t->how->games[game]->variant);
    fingerprint then;
    if (sscanf(line, "game %16" SCNx64 " %16" SCNx64, &then.definition, &then.weights) != 2)
        return expected(t, l, "\"game\" and two numbers of 16 digits", line);
    return then.definition != now->definition ? shg_run_changed(t->err, "the definition of", name)
           : then.weights != now->weights     ? shg_run_changed(t->err, "the weights of", name)
                                              : SHOOGI_OK;
}

static shoogi_status read_results(tuner *t, const lines *l, const char *line)
{
    static const char word[] = "games ";
    const char *const results = line + sizeof word - 1;
    if (strncmp(line, word, sizeof word - 1) != 0 || strlen(results) > 2 * BATCH ||
        strspn(results, ".+=-") != strlen(results))
        return expected(t, l, "\"games\" and their results, +, =, - or .", line);
    memcpy(t->results, results, strlen(results));
    return SHOOGI_OK;
}

static shoogi_status read_match(tuner *t, const lines *l, const char *line)
{
    shg_score *const m = &t->match;
    unsigned *const p = m->pairs;
    if (sscanf(line, "match %9u %9u %9u %9u %9u %9u %9u %9u", &m->won, &m->drawn, &m->lost, &p[0],
               &p[1], &p[2], &p[3], &p[4]) != 8)
        return expected(t, l, "\"match\" and eight numbers", line);
    return SHOOGI_OK;
}

/* The row of a tunable: as it is in this program, and the value so far if it is tuned. */
static shoogi_status read_row(const lines *l, char *line, const tuner *t, size_t row,
                              shg_spsa_value *tuned)
{
    const shg_tunable *const r = &shg_tunables[row];
    char head[200], name[80], what[300];
    const int length = snprintf(head, sizeof head, "%s %d %d %d %d", r->name, r->value, r->least,
                                r->most, r->step);
    if (strncmp(line, head, (size_t)length) != 0) {
        int numbers[4];
        if (sscanf(line, "%79s %d %d %d %d", name, &numbers[0], &numbers[1], &numbers[2],
                   &numbers[3]) == 5 &&
            strcmp(name, r->name) == 0)
            return shg_run_changed(t->err, "the constant", name);
        snprintf(what, sizeof what, "\"%s\", as in this version", head);
        return expected(t, l, what, line);
    }
    char *end = line + length;
    if (tuned) {
        const double value = *end == ' ' ? strtod(end, &end) : NAN;
        if (*end != '\0' || !(value >= r->least && value <= r->most)) {
            snprintf(what, sizeof what, "a value of %s from %d to %d", r->name, r->least, r->most);
            return expected(t, l, what, line + length);
        }
        tuned->value = value;
    } else if (*end != '\0') {
        return expected(t, l, "no value of what is not tuned", end);
    }
    return SHOOGI_OK;
}

static shoogi_status read_state(tuner *t, char *bytes)
{
    lines l = { .at = bytes };
    char *line = next_line(&l);
    if (strcmp(line, t->how->made) != 0)
        return shg_run_of_other(t->err, "", t->how->made, line, strlen(line));
    shoogi_status status = SHOOGI_OK;
    line = next_line(&l);
    t->stored = strncmp(line, "pairs ", 6) != 0; /* older versions of the program wrote none */
    for (size_t i = 0; t->stored && i < t->how->game_count && status == SHOOGI_OK; i++) {
        status = read_fingerprint(t, &l, line, i);
        line = next_line(&l);
    }
    if (status == SHOOGI_OK && sscanf(line, "pairs %9zu", &t->pairs) != 1)
        status = expected(t, &l, "\"pairs\" and a number", line);
    if (status == SHOOGI_OK)
        status = read_results(t, &l, next_line(&l));
    if (status == SHOOGI_OK)
        status = read_match(t, &l, next_line(&l));
    for (size_t i = 0, at = 0; i < SHG_TUNABLES && status == SHOOGI_OK; i++) {
        const bool tuned = at < t->spsa.count && t->index[at] == i;
        line = next_line(&l);
        status = read_row(&l, line, t, i, tuned ? &t->values[at] : NULL);
        at += tuned;
    }
    if (status == SHOOGI_OK && *l.at != '\0')
        status = expected(t, &l, "the end of the table, as in this version", l.at);
    return status;
}

static shoogi_status load(tuner *t)
{
    char *bytes;
    size_t count;
    shoogi_status status =
        shg_folder_read(&bytes, &count, t->how->folder, "state", STATE_BYTES_MAX, t->err);
    if (!bytes)
        return status != SHOOGI_OK
                   ? status
                   : shg_folder_check(t->how->folder, (const char *const[]){ "state" }, 1, t->err);
    if (strlen(bytes) != count) {
        lines first = { .number = 1 };
        status = expected(t, &first, "a text", "NUL");
    } else {
        status = read_state(t, bytes);
    }
    free(bytes);
    return status;
}

/* ---- reports ---- */

/* Under the lock. */
static void report_progress(tuner *t)
{
    const int64_t now_ms = ms_since_begin(t);
    if (!t->how->run.on_progress || now_ms - t->reported_ms < t->how->run.progress_ms)
        return;
    t->reported_ms = now_ms;
    size_t done = 2 * t->pairs, all = 2 * (t->how->pairs + t->how->match_pairs);
    for (size_t i = 0; i < t->count; i++)
        done += t->results[i] != OPEN;
    char line[200], rate[100];
    shg_run_write_rate(rate, sizeof rate, &t->how->run, &t->began, t->played, all - done);
    snprintf(line, sizeof line, "game %zu of %zu%s", done, all, rate);
    t->how->run.on_progress(t->how->run.context, line);
}

/* How many steps a value has moved. */
static double steps_moved(const tuner *t, size_t i)
{
    return fabs(t->values[i].value - shg_tunables[t->index[i]].value) / t->values[i].step;
}

/* Names the values that have moved most. */
static void report_values(const tuner *t)
{
    char line[300];
    bool shown[SHG_TUNABLES] = { false };
    int used = snprintf(line, sizeof line, "%zu of %zu pairs", t->pairs, t->how->pairs);
    for (size_t n = 0; n < SHOWN && n < t->spsa.count; n++) {
        size_t most = SHG_TUNABLES;
        for (size_t i = 0; i < t->spsa.count; i++)
            if (!shown[i] && (most == SHG_TUNABLES || steps_moved(t, i) > steps_moved(t, most)))
                most = i;
        shown[most] = true;
        const shg_tunable *const row = &shg_tunables[t->index[most]];
        used += snprintf(line + used, sizeof line - (size_t)used, "%s%s %d -> %.1f",
                         n == 0 ? ": " : ", ", row->name, row->value, t->values[most].value);
    }
    t->how->run.on_line(t->how->run.context, line);
}

static void report_batch(tuner *t, bool match)
{
    if (!t->how->run.on_line)
        return;
    if (!match) {
        report_values(t);
        return;
    }
    char line[200];
    const shg_score *const m = &t->match;
    snprintf(line, sizeof line, "match: %zu of %zu pairs, new against old: +%u =%u -%u",
             t->pairs - t->how->pairs, t->how->match_pairs, m->won, m->drawn, m->lost);
    t->how->run.on_line(t->how->run.context, line);
}

/* ---- games ---- */

/* Takes the next game of the batch that has no result. */
static bool next_game(tuner *t, size_t *game)
{
    pthread_mutex_lock(&t->lock);
    while (t->next < t->count && t->results[t->next] != OPEN)
        t->next++;
    const bool more = t->next < t->count && t->status == SHOOGI_OK && !should_stop(t);
    *game = t->next;
    if (more)
        t->next++;
    pthread_mutex_unlock(&t->lock);
    return more;
}

static void end_game(tuner *t, size_t game, shoogi_status status, char result)
{
    pthread_mutex_lock(&t->lock);
    if (status == SHOOGI_OK) {
        t->results[game] = result;
        t->played++;
        report_progress(t);
        if (ms_since_begin(t) - t->stored_ms >= STORE_MS)
            status = store(t);
    }
    if (t->status == SHOOGI_OK)
        t->status = status;
    pthread_mutex_unlock(&t->lock);
}

static char result_for(shoogi_outcome outcome, shoogi_colour colour)
{
    switch (outcome) {
    case SHOOGI_OUTCOME_BLACK: return colour == SHOOGI_BLACK ? WON : LOST;
    case SHOOGI_OUTCOME_WHITE: return colour == SHOOGI_WHITE ? WON : LOST;
    default: return DRAWN;
    }
}

static void *play(void *context)
{
    tuner *const t = context;
    for (size_t i; next_game(t, &i);) {
        const size_t pair = t->pairs + i / 2;
        const shoogi_colour colour = i % 2 == 0 ? SHOOGI_BLACK : SHOOGI_WHITE; /* of the first */
        int sets[2][SHG_TUNABLES];
        choose_sets(sets[0], sets[1], t, pair);
        uint64_t random = shg_random_for(t->how->seed, OPENING, pair);
        const shg_tuned_game how = {
            .weights = t->how->games[pair % t->how->game_count],
            .values = { sets[colour == SHOOGI_WHITE], sets[colour == SHOOGI_BLACK] },
            .nodes = t->how->nodes,
        };
        shg_game game = { 0 };
        const shoogi_status status = shg_tuned_game_play(&game, &how, &random);
        end_game(t, i, status, result_for(game.outcome, colour));
        shg_game_fini(&game);
    }
    return NULL;
}

static int half_points(char result)
{
    return result == WON ? 2 : result == DRAWN ? 1 : 0;
}

static void count_pair(tuner *t, size_t pair, const char *results)
{
    const int points = half_points(results[0]) + half_points(results[1]);
    if (!is_match(t)) {
        shg_spsa_update(&t->spsa, pair, points - 2);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        ++*(results[i] == WON     ? &t->match.won
            : results[i] == DRAWN ? &t->match.drawn
                                  : &t->match.lost);
    t->match.pairs[points]++;
}

/* Plays what is open of a batch of pairs; when all is played, it counts. */
static shoogi_status run_batch(tuner *t, size_t pairs)
{
    pthread_t threads[SHG_TUNERS_MAX];
    unsigned helpers = 1;
    const bool match = is_match(t);
    t->next = 0;
    t->count = 2 * pairs;
    for (size_t i = strlen(t->results); i < t->count; i++)
        t->results[i] = OPEN;
    t->results[t->count] = '\0';
    while (helpers < t->how->threads && helpers < t->count &&
           pthread_create(&threads[helpers], NULL, play, t) == 0)
        helpers++;
    (void)play(t);
    for (unsigned i = 1; i < helpers; i++)
        pthread_join(threads[i], NULL);
    if (t->status != SHOOGI_OK)
        return t->status;
    if (strchr(t->results, OPEN))
        return store(t);
    for (size_t i = 0; i < pairs; i++)
        count_pair(t, t->pairs + i, t->results + 2 * i);
    t->pairs += pairs;
    t->results[0] = '\0';
    const shoogi_status status = store(t);
    if (status == SHOOGI_OK)
        report_batch(t, match);
    return status;
}

static void begin(tuner *t)
{
    for (size_t i = 0; i < SHG_TUNABLES; i++) {
        const shg_tunable *const row = &shg_tunables[i];
        if (!t->how->tuned[i])
            continue;
        t->index[t->spsa.count] = i;
        t->values[t->spsa.count++] = (shg_spsa_value){
            .value = row->value, .least = row->least, .most = row->most, .step = row->step
        };
    }
    t->spsa.values = t->values;
    t->spsa.trials = t->how->pairs;
    t->spsa.rate = t->how->rate;
    t->spsa.seed = t->how->seed;
    clock_gettime(CLOCK_MONOTONIC, &t->began);
}

static shoogi_status run(tuner *t)
{
    shoogi_status status = take_fingerprints(t);
    if (status == SHOOGI_OK)
        status = load(t);
    if (status == SHOOGI_OK && !t->stored)
        status = store(t); /* a folder that cannot be written is refused before any game */
    if (status == SHOOGI_OK && t->pairs > 0 && t->how->run.on_line) {
        char line[60];
        snprintf(line, sizeof line, "resuming after %zu pairs", t->pairs);
        t->how->run.on_line(t->how->run.context, line);
    }
    while (status == SHOOGI_OK && t->pairs < end_of_stage(t) && !should_stop(t)) {
        const size_t left = end_of_stage(t) - t->pairs;
        status = run_batch(t, left < BATCH ? left : BATCH);
    }
    return status;
}

shoogi_status shg_tune(shg_tuned *out, const shg_tuning *how, shoogi_error *err)
{
    assert(how->pairs >= 1 && how->pairs <= SHG_TUNING_PAIRS_MAX && how->game_count >= 1);
    assert(how->threads >= 1 && how->threads <= SHG_TUNERS_MAX);
    tuner t = { .how = how, .err = err };
    int lock;
    begin(&t);
    shoogi_status status = shg_folder_lock(&lock, how->folder, err);
    if (status != SHOOGI_OK)
        return status;
    pthread_mutex_init(&t.lock, NULL);
    status = run(&t);
    pthread_mutex_destroy(&t.lock);
    shg_folder_unlock(lock);
    free(t.games);
    if (status != SHOOGI_OK)
        return status;
    round_values(out->values, &t);
    out->pairs = t.pairs < how->pairs ? t.pairs : how->pairs;
    out->match = t.match;
    out->done = t.pairs >= end_of_stage(&t);
    return SHOOGI_OK;
}
