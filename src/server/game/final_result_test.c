/* final_result_test.c: random games, takebacks, views, inactivity and interruptions: each result
 * becomes final once and when it is due, and recomputing the ratings from the results gives the
 * stored ones. */
#include "server/game/game_options.h"
#include "base/test_suite.h"
#include "server/game/two_game_match.h"
#include "server/game/final_result.h"
#include "server/loop/bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

enum { PLAYERS = 5, GAMES_MAX = 800, STEPS = 6000, HOUR_MS = 3600 * 1000 };

static const int64_t START_MS = INT64_C(1700000000000);

/* ---- the model ---- */

typedef struct model_game {
    bool rated, goes_on;
    int black, white; /* from 0 */
    int64_t events, moves, seen[2], ended_ms, settled_ms;
    int halves; /* Black's */
    int64_t second;
} model_game;

typedef struct model {
    int64_t now_ms;
    size_t game_count;
    model_game games[GAMES_MAX];
    size_t settled_count; /* of rated games, in order */
    int64_t settled[GAMES_MAX];
    shg_rating rating[PLAYERS];
} model;

typedef struct world {
    shg_storage *s;
    char directory[40], path[60]; /* path: "" in memory */
    model is, was;                /* was: at the beginning of the transaction */
    uint64_t random;
} world;

static uint64_t below(world *w, uint64_t count)
{
    w->random = w->random * 6364136223846793005 + 1442695040888963407;
    return (w->random >> 33) % count;
}

static void open_storage(world *w)
{
    const shg_sqlite_options options = { .path = w->path,
                                         .synchronous = "OFF" }; /* no power failures here */
    assert_int_equal(w->path[0] ? shg_storage_sqlite(&w->s, &options, NULL)
                                : shg_storage_open(&w->s, "memory", false, NULL),
                     SHOOGI_OK);
}

static void good(shoogi_status status)
{
    assert_int_equal(status, SHOOGI_OK);
}

/* ---- steps, in the storage and in the model ---- */

static void add_game(world *w, bool rated, bool goes_on)
{
    model *m = &w->is;
    if (m->game_count >= GAMES_MAX / 2) /* each may have a second game */
        return;
    model_game *g = &m->games[m->game_count++];
    *g = (model_game){ .rated = rated, .goes_on = goes_on, .black = (int)below(w, PLAYERS) };
    g->white = (g->black + 1 + (int)below(w, PLAYERS - 1)) % PLAYERS;
    const shg_game row = { .definition = 1,
                           .black = g->black + 1,
                           .white = g->white + 1,
                           .sfen = "",
                           .options = goes_on ? "undo next=HANDICAP:B@2b illegal-loses"
                                      : rated ? "rated"
                                              : "",
                           .comment = "a comment",
                           .created_ms = m->now_ms,
                           .rated = rated };
    int64_t id = 0;
    good(w->s->ops->game_add(w->s, &id, &row, NULL));
    assert_int_equal(id, m->game_count);
}

static shoogi_status add_event(world *w, size_t i, const char *kind, const char *text)
{
    const shg_event row = { .game = (int64_t)i + 1,
                            .number = w->is.games[i].events + 1,
                            .kind = kind,
                            .text = text,
                            .at_ms = w->is.now_ms };
    return w->s->ops->event_add(w->s, &row, NULL);
}

/* Checks a final result against the model. */
static void expect_settled(world *w, size_t i, bool due)
{
    model *m = &w->is;
    model_game *g = &m->games[i];
    shg_final_result settled;
    good(shg_final_result_if_due(&settled, w->s, (int64_t)i + 1, m->now_ms, NULL));
    assert_int_equal(settled.game, due ? (int64_t)i + 1 : 0);
    if (!due)
        return;
    g->settled_ms = m->now_ms;
    assert_int_equal(settled.counted, g->rated && g->moves >= 2);
    assert_int_equal(settled.second != 0, g->goes_on);
    if (settled.counted) {
        shg_rating pair[2] = { m->rating[g->black], m->rating[g->white] };
        shg_rating_play(pair, g->halves, g->ended_ms);
        m->rating[g->black] = pair[0];
        m->rating[g->white] = pair[1];
        for (int colour = 0; colour < 2; colour++)
            assert_memory_equal(&settled.after[colour].rating_e3, &pair[colour].rating_e3,
                                sizeof pair[colour].rating_e3);
        m->settled[m->settled_count++] = (int64_t)i + 1;
    }
    if (g->goes_on) {
        g->second = settled.second;
        assert_int_equal(settled.second, m->game_count + 1);
        model_game *second = &m->games[m->game_count++];
        *second = (model_game){ .black = g->black, .white = g->white, .events = 2, .moves = 1 };
    }
}

static bool over(const model_game *g)
{
    return g->ended_ms != 0;
}

static bool all_seen(const model_game *g)
{
    return g->seen[0] >= g->events && g->seen[1] >= g->events;
}

static void see(world *w, size_t i, int colour)
{
    model_game *g = &w->is.games[i];
    good(w->s->ops->game_set_seen(w->s, NULL, (int64_t)i + 1, colour, g->events, w->is.now_ms,
                                  NULL));
    g->seen[colour] = g->events;
    expect_settled(w, i,
                   g->rated && over(g) && g->settled_ms == 0 &&
                       (all_seen(g) || w->is.now_ms - g->ended_ms >= SHG_FINAL_RESULT_MS));
}

static void end_game(world *w, size_t i)
{
    static const struct {
        const char *text;
        int halves;
    } ends[] = { { "black checkmate", 2 },
                 { "white time", 0 },
                 { "draw agreement", 1 },
                 { "no-contest repetition", 1 } };
    model_game *g = &w->is.games[i];
    const size_t end = below(w, 4);
    good(add_event(w, i, "resign", "white"));
    g->events++;
    good(add_event(w, i, "result", ends[end].text));
    g->events++;
    g->ended_ms = w->is.now_ms;
    g->halves = ends[end].halves;
    const int by = (int)below(w, 2);
    good(w->s->ops->game_set_seen(w->s, NULL, (int64_t)i + 1, by, g->events, w->is.now_ms, NULL));
    g->seen[by] = g->events;
    expect_settled(w, i, g->goes_on);
}

static void play_on(world *w, size_t i)
{
    model_game *g = &w->is.games[i];
    if (!over(g) && below(w, 3) == 0) {
        end_game(w, i);
    } else if (!over(g)) {
        good(add_event(w, i, "move", "7g7f"));
        g->events++;
        g->moves++;
    } else if (g->settled_ms != 0) {
        assert_int_equal(add_event(w, i, "undo", "black resign"), SHOOGI_ILLEGAL);
    } else if (below(w, 8) == 0) {
        good(add_event(w, i, "undo", "black resign"));
        g->events++;
        g->ended_ms = 0;
    } else {
        assert_int_equal(add_event(w, i, "move", "7g7f"), SHOOGI_ILLEGAL);
    }
}

typedef struct numbers {
    size_t count;
    int64_t number[GAMES_MAX];
} numbers;

static bool collect(void *context, const shg_game *row)
{
    numbers *n = context;
    n->number[n->count++] = row->id;
    return true;
}

/* Does what the timer does: makes due results final in the order of the ends. */
static void sweep(world *w)
{
    numbers unsettled = { 0 };
    const shg_game_filter filter = { .unsettled = true };
    good(w->s->ops->game_list(w->s, &filter, collect, &unsettled, NULL));
    size_t expected = 0;
    for (size_t i = 0; i < w->is.game_count; i++) {
        const model_game *g = &w->is.games[i];
        expected += g->rated && over(g) && g->settled_ms == 0;
    }
    assert_int_equal(unsettled.count, expected);
    int64_t before_ms = 0;
    for (size_t k = 0; k < unsettled.count; k++) {
        const size_t i = (size_t)unsettled.number[k] - 1;
        assert_true(w->is.games[i].ended_ms >= before_ms);
        before_ms = w->is.games[i].ended_ms;
        expect_settled(w, i, w->is.now_ms - before_ms >= SHG_FINAL_RESULT_MS);
        expect_settled(w, i, false); /* only once */
    }
}

static void step(world *w)
{
    const size_t games = w->is.game_count;
    const size_t i = games > 0 ? below(w, games) : 0;
    switch (games < 4 ? 0 : below(w, 8)) {
    case 0: add_game(w, below(w, 4) > 0, false); break;
    case 1:
        if (below(w, 4) == 0)
            add_game(w, false, true);
        break;
    case 2:
    case 3: see(w, i, (int)below(w, 2)); break;
    case 4:
        w->is.now_ms += (int64_t)below(w, 4 * HOUR_MS);
        if (below(w, 4) == 0)
            sweep(w);
        break;
    default: play_on(w, i); break;
    }
}

/* ---- comparison ---- */

typedef struct recount {
    const world *w;
    size_t rows;
    int64_t game;
    shg_rating pair[2], rating[PLAYERS];
} recount;

static void expect_rating(const shg_rating_row *row, const shg_rating *expected)
{
    const shg_rating found = shg_rating_after(row);
    assert_int_equal(found.rating_e3, expected->rating_e3);
    assert_int_equal(found.deviation_e3, expected->deviation_e3);
    assert_int_equal(found.volatility_e9, expected->volatility_e9);
    assert_int_equal(found.at_ms, expected->at_ms);
    assert_int_equal(found.games, expected->games);
}

/* Recomputes the ratings from the game, in the order of the rows: two for each game, Black's
 * first. */
static bool count_again(void *context, const shg_rating_row *row)
{
    recount *r = context;
    const model *m = &r->w->is;
    assert_true(r->rows / 2 < m->settled_count);
    assert_int_equal(row->number, r->rows + 1);
    assert_int_equal(row->game, m->settled[r->rows / 2]);
    assert_string_equal(row->variant, "shogi");
    assert_string_equal(row->speed, "correspondence");
    const model_game *g = &m->games[row->game - 1];
    const int colour = (int)(r->rows % 2), player = colour == 0 ? g->black : g->white;
    assert_int_equal(row->player, player + 1);
    if (colour == 0) {
        r->pair[0] = r->rating[g->black];
        r->pair[1] = r->rating[g->white];
        shg_rating_play(r->pair, g->halves, g->ended_ms);
    }
    const shg_rating before = shg_rating_at(&r->rating[player], g->ended_ms);
    assert_int_equal(row->was_rating_e3, before.rating_e3);
    assert_int_equal(row->was_deviation_e3, before.deviation_e3);
    expect_rating(row, &r->pair[colour]);
    r->rating[player] = r->pair[colour];
    r->rows++;
    return true;
}

static void compare(world *w)
{
    const shg_storage_ops *ops = w->s->ops;
    const model *m = &w->is;
    shg_game row;
    for (size_t i = 0; i < m->game_count; i++) {
        const model_game *g = &m->games[i];
        good(ops->game_get(w->s, &row, (int64_t)i + 1, NULL));
        assert_int_equal(row.settled_ms, g->settled_ms);
        assert_int_equal(row.events, g->events);
        assert_int_equal(row.rated, g->rated);
        if (g->second == 0)
            continue;
        char options[60];
        snprintf(options, sizeof options, "undo illegal-loses second-of=%zu", i + 1);
        good(ops->game_get(w->s, &row, g->second, NULL));
        assert_string_equal(row.options, options);
        assert_string_equal(row.comment, "a comment");
        assert_int_equal(row.created_ms, g->settled_ms);
    }
    assert_int_equal(ops->game_get(w->s, &row, (int64_t)m->game_count + 1, NULL), SHOOGI_NOT_FOUND);
    recount again = { .w = w };
    for (size_t i = 0; i < PLAYERS; i++)
        again.rating[i] = shg_rating_new();
    const shg_rating_filter all = { 0 };
    good(ops->rating_list(w->s, &all, count_again, &again, NULL));
    assert_int_equal(again.rows, 2 * m->settled_count);
    for (int i = 0; i < PLAYERS; i++) {
        shg_rating found;
        good(shg_ratings_get(&found, w->s, i + 1, "shogi", SHG_SPEED_CORRESPONDENCE, INT64_MAX,
                             NULL));
        assert_int_equal(found.games, m->rating[i].games);
        assert_int_equal(found.rating_e3, m->rating[i].rating_e3);
    }
}

static void play_all(world *w)
{
    open_storage(w);
    model *m = &w->is;
    m->now_ms = START_MS;
    good(w->s->ops->begin(w->s, NULL));
    for (int i = 0; i < PLAYERS; i++) {
        char name[12];
        snprintf(name, sizeof name, "player%d", i);
        int64_t id;
        const shg_player row = { .name = name, .password = "x" };
        good(w->s->ops->player_add(w->s, &id, &row, NULL));
        m->rating[i] = shg_rating_new();
    }
    int64_t definition;
    const shg_definition row = { .name = "shogi", .text = "x", .text_bytes = 1 };
    good(w->s->ops->definition_put(w->s, &definition, &row, NULL));
    good(w->s->ops->commit(w->s, NULL));
    size_t restarts = 0, refused = 0;
    for (int steps = 0; steps < STEPS; steps++) {
        good(w->s->ops->begin(w->s, NULL));
        w->was = w->is;
        good(w->s->ops->part_begin(w->s, NULL));
        step(w);
        if (below(w, 10) == 0) { /* it failed in the end, or was cut off */
            refused++;
            const bool whole = below(w, 2) == 0;
            if (whole)
                w->s->ops->rollback(w->s);
            else
                w->s->ops->part_drop(w->s);
            if (!whole)
                good(w->s->ops->commit(w->s, NULL));
            w->is = w->was;
        } else {
            good(w->s->ops->part_keep(w->s, NULL));
            good(w->s->ops->commit(w->s, NULL));
        }
        if (w->path[0] && below(w, 300) == 0) {
            restarts++;
            w->s->ops->close(w->s);
            open_storage(w);
        }
        if (below(w, 100) == 0)
            compare(w);
    }
    compare(w);
    /* Random, but with enough of each kind. */
    size_t short_games = 0, matches = 0;
    for (size_t i = 0; i < m->game_count; i++) {
        short_games += m->games[i].rated && m->games[i].settled_ms != 0 && m->games[i].moves < 2;
        matches += m->games[i].second != 0;
    }
    assert_true(m->settled_count >= 30);
    assert_true(short_games >= 3);
    assert_true(matches >= 3);
    assert_true(refused >= 100);
    assert_true(!w->path[0] || restarts >= 5);
    w->s->ops->close(w->s);
}

static void in_memory(void **state)
{
    (void)state;
    static world w; /* its models are large */
    for (uint64_t seed = 1; seed <= 5; seed++) {
        memset(&w, 0, sizeof w);
        w.random = seed;
        play_all(&w);
    }
}

static void in_sqlite(void **state)
{
    (void)state;
    static world w;
    w.random = 8;
    strcpy(w.directory, "/tmp/shoogi-settle-XXXXXX");
    assert_non_null(mkdtemp(w.directory));
    snprintf(w.path, sizeof w.path, "%s/db", w.directory);
    play_all(&w);
    static const char *const ends[] = { "", "-wal", "-shm", "-lock" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s", w.path, ends[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(w.directory), 0);
}

TEST_SUITE(final_result)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_memory),
        cmocka_unit_test(in_sqlite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
