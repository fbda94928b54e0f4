#include "server/game/game.h"
#include "base/test_suite.h"

#include "server/game/game_cache.h"
#include "server/game/game_json.h"
#include "support/game.h"

static shoogi_status read_game(shg_game_state **out, game_storage *p, int64_t id, shoogi_error *err)
{
    *out = NULL;
    return shg_game_read(out, p->storage, p->rules, NULL, id, err);
}

static void replays(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    const int64_t id = add_game(&p, "");
    add_event(&p, id, 1, "move", "7g7f");
    add_event(&p, id, 2, "move", "3c3d");
    add_event(&p, id, 3, "move", "8h2b+");
    shg_game_state *game;
    assert_int_equal(read_game(&game, &p, id, NULL), SHOOGI_OK);
    assert_int_equal(game->events, 3);
    assert_int_equal(game->item_count, 3);
    assert_int_equal(game->last_ms, 1003);
    assert_string_equal(game->name[0], "Anna");
    assert_string_equal(game->variant_name, "shogi");
    assert_int_equal(shg_game_colour_of(game, p.white), SHOOGI_WHITE);
    assert_int_equal(shg_game_colour_of(game, 0), -1);
    assert_false(shg_game_over(game));
    char text[200];
    assert_string_equal(game->last, "Bx2b+");

    const shg_event resign = { id, 4, "resign", "white", 0, 2000 };
    const shg_event result = { id, 5, "result", "black resignation", 0, 2000 };
    const shg_event late = { id, 6, "move", "3a2b", 0, 2000 };
    assert_int_equal(shg_game_apply(game, &result, NULL), SHOOGI_CONFLICT);
    assert_int_equal(shg_game_apply(game, &resign, NULL), SHOOGI_OK);
    assert_int_equal(shg_game_apply(game, &result, NULL), SHOOGI_OK);
    assert_int_equal(shg_game_apply(game, &late, NULL), SHOOGI_INVALID_RULES);
    assert_true(shg_game_over(game));
    assert_int_equal(game->item_count, 4);
    assert_int_equal(game->items[3].colour, SHOOGI_WHITE);
    shg_out out = shg_out_make(text, sizeof text);
    shg_game_result_write(&out, game, SHG_ENGLISH);
    assert_string_equal(text, "White resigned: Black wins.");
    assert_string_equal(game->last, "resigns");
    shg_game_free(game);
    free_game_storage(&p);
}

/* 36x36 squares with hundreds of pieces with long ids: the JSON contains all of them. */
static void wide_positions(void **state)
{
    (void)state;
    static const char text[] = "files=36\nranks=36\nsymmetry=rotate\nroyal=2\n"
                               "mountain falcon:MTFALC:K:mtfalc:a2-aj16\nking:K:K:k:a1\n";
    game_storage p = make_game_storage();
    const shg_definition row = { .name = "wide", .text = text, .text_bytes = strlen(text) };
    assert_int_equal(p.storage->ops->definition_put(p.storage, &p.definition, &row, NULL),
                     SHOOGI_OK);
    shg_game_state *game;
    assert_int_equal(read_game(&game, &p, add_game(&p, ""), NULL), SHOOGI_OK);
    const size_t bytes = shoogi_sfen_write(NULL, 0, game->position);
    char *sfen = malloc(bytes + 1);
    assert_non_null(sfen);
    shoogi_sfen_write(sfen, bytes + 1, game->position);
    assert_true(bytes > 2 * 15 * 36 * strlen("mtfalc"));
    shg_out json = shg_out_growing();
    shg_game_json(&json, game, -1, 0, 0, SHOOGI_NOTATION_WESTERN);
    assert_false(json.spent);
    const char *found = strstr(json.bytes, "\"sfen\":\"");
    assert_non_null(found);
    found += strlen("\"sfen\":\"");
    assert_memory_equal(found, sfen, bytes);
    assert_int_equal(found[bytes], '"');
    free(json.bytes);
    free(sfen);
    shg_game_free(game);
    free_game_storage(&p);
}

typedef struct logged {
    const char *kind, *text;
} logged;

/* The sides of a log's moves follow from the log alone, whatever was taken back in between. */
static void check_movers(game_storage *p, const char *sfen, int first, const logged *log,
                         size_t count)
{
    shg_game_state *game;
    const int64_t id = add_game(p, sfen);
    assert_int_equal(read_game(&game, p, id, NULL), SHOOGI_OK);
    int turn = shg_game_first_side(game);
    assert_int_equal(turn, first);
    for (size_t i = 0; i < count; i++) {
        const shg_event event = { id, (int64_t)i + 1, log[i].kind, log[i].text, 0, 2000 };
        const bool moves = strcmp(event.kind, "move") == 0 || strcmp(event.kind, "handicap") == 0;
        const int mover = shg_event_mover(&turn, &event);
        shoogi_error err = { 0 };
        if (shg_game_apply(game, &event, &err) != SHOOGI_OK)
            fail_msg("%s %s: %s", event.kind, event.text, err.message);
        assert_int_equal(mover, moves ? game->items[game->item_count - 1].colour : -1);
        assert_int_equal(turn, shoogi_position_side(game->position));
        assert_int_equal(shg_game_first_side(game), first);
    }
    shg_game_free(game);
}

static void movers(void **state)
{
    (void)state;
    static const logged black_first[] = {
        { "handicap", "handicap:L@1a" },
        { "move", "3c3d" },
        { "undo", "white move" },
        { "undo", "black handicap" },
        { "move", "7g7f" },
        { "offer", "white draw" },
        { "move", "3c3d" },
        { "move", "2g2f" },
        { "offer", "black takeback 2" },
        { "takeback", "white 2 2" },
        { "move", "8c8d" },
        { "comment", "black move" },
        { "move", "2g2f" },
        { "takeback", "black 1 3" },
        { "move", "7g7f" },
        { "resign", "black" },
        { "undo", "black resign" },
        { "move", "3c3d" },
        { "resign", "white" },
        { "result", "black resignation" },
    };
    static const logged white_first[] = {
        { "move", "3c3d" },        { "undo", "black move" },   { "move", "8c8d" },
        { "move", "7g7f" },        { "move", "3c3d" },         { "takeback", "black 1 3" },
        { "resign", "black" },     { "undo", "black resign" }, { "move", "3c3d" },
        { "offer", "white draw" }, { "move", "7g7f" },
    };
    game_storage p = make_game_storage();
    check_movers(&p, "", SHOOGI_BLACK, black_first, sizeof black_first / sizeof black_first[0]);
    check_movers(&p, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                 SHOOGI_WHITE, white_first, sizeof white_first / sizeof white_first[0]);
    free_game_storage(&p);
}

/* A log that does not replay is rejected with the event and the reason, without other effects. */
static void broken_logs(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *text, *says;
    } broken[] = {
        { "move", "7g7e", "event 2 does not replay: " },
        { "move", "nonsense", "event 2 does not replay: expected " },
        { "frob", "x", "event 2 does not replay: expected the kind of an event, found \"frob\"" },
        { "resign", "green", "event 2 does not replay: expected black or white, found \"green\"" },
    };
    game_storage p = make_game_storage();
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const int64_t id = add_game(&p, "");
        add_event(&p, id, 1, "move", "7g7f");
        add_event(&p, id, 2, broken[i].kind, broken[i].text);
        shg_game_state *game;
        shoogi_error err = { 0 };
        assert_int_equal(read_game(&game, &p, id, &err), SHOOGI_INVALID_RULES);
        assert_null(game);
        if (!strstr(err.message, broken[i].says))
            fail_msg("%s", err.message);
    }
    const int64_t good = add_game(&p, "");
    shg_game_state *game;
    assert_int_equal(read_game(&game, &p, good, NULL), SHOOGI_OK);
    shg_game_free(game);
    assert_int_equal(read_game(&game, &p, good + 100, NULL), SHOOGI_NOT_FOUND);
    free_game_storage(&p);
}

/* A move stored in time is in time: a clock that shows zero has run out. */
static void late_moves(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    for (int late = 0; late < 2; late++) {
        const shg_game row = { .definition = p.definition,
                               .black = p.black,
                               .white = p.white,
                               .sfen = "",
                               .options = "clock=1s",
                               .comment = "",
                               .created_ms = 1000,
                               .outcome = "",
                               .reason = "" };
        int64_t id = 0;
        assert_int_equal(p.storage->ops->game_add(p.storage, &id, &row, NULL), SHOOGI_OK);
        const shg_event moves[] = { { id, 1, "move", "7g7f", 0, 1999 },
                                    { id, 2, "move", "3c3d", 0, 2998 + late } };
        for (size_t i = 0; i < 2; i++)
            assert_int_equal(p.storage->ops->event_add(p.storage, &moves[i], NULL), SHOOGI_OK);
        shg_game_state *game;
        shoogi_error err = { 0 };
        assert_int_equal(read_game(&game, &p, id, &err), late ? SHOOGI_INVALID_RULES : SHOOGI_OK);
        if (late)
            assert_string_equal(err.message, "event 2 does not replay: the time has run out");
        shg_game_free(game);
    }
    free_game_storage(&p);
}

/* Returns the "moves" of a game. */
static char *moves_json(const shg_game_state *game, int64_t after)
{
    shg_out out = shg_out_growing();
    shg_game_json(&out, game, -1, after, 0, SHOOGI_NOTATION_WESTERN);
    assert_false(out.spent);
    char *begin = strstr(out.bytes, "\"moves\":[") + strlen("\"moves\":[");
    char *end = strstr(begin, "],\"more\":false");
    assert_non_null(end);
    memmove(out.bytes, begin, (size_t)(end - begin));
    out.bytes[end - begin] = '\0';
    return out.bytes;
}

/* The moves are the same after whatever event the request begins, and from whichever end their
 * position is computed. */
static void moves_behind_an_event(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *text;
        size_t work; /* cost of the moves after the previous event */
    } log[] = { { "handicap", "handicap:L@1a", 8 },
                { "move", "3c3d", 8 },
                { "move", "7g7f", 8 },
                { "move", "2b8h+", 8 },
                { "move", "7i8h", 8 },
                { "move", "4a3b", 6 },
                { "move", "B*4e", 4 },
                { "resign", "white", 2 } };
    enum { COUNT = sizeof log / sizeof log[0] };
    game_storage p = make_game_storage();
    const int64_t id = add_game(&p, "");
    for (int i = 0; i < COUNT; i++)
        add_event(&p, id, i + 1, log[i].kind, log[i].text);
    shg_game_state *game;
    assert_int_equal(read_game(&game, &p, id, NULL), SHOOGI_OK);
    assert_int_equal(game->item_count, COUNT);
    char *all = moves_json(game, 0);
    const char *rest = all;
    for (int i = 0; i < COUNT; i++) {
        char *behind = moves_json(game, i);
        assert_string_equal(behind, rest);
        assert_int_equal(shg_game_json_moves(game, i, SHOOGI_NOTATION_WESTERN), log[i].work);
        free(behind);
        rest = strstr(rest + 1, "{\"number\"");
    }
    assert_null(rest);
    char *none = moves_json(game, COUNT);
    assert_string_equal(none, "");
    assert_int_equal(shg_game_json_moves(game, COUNT, SHOOGI_NOTATION_WESTERN), 0);
    free(none);
    free(all);
    shg_game_free(game);
    free_game_storage(&p);
}

static void start_position(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    const int64_t id = add_game(&p, "4k4/9/9/9/9/9/9/9/4K4 w - 1");
    add_event(&p, id, 1, "move", "5a5b");
    shg_game_state *game;
    assert_int_equal(read_game(&game, &p, id, NULL), SHOOGI_OK);
    assert_int_equal(game->items[0].colour, SHOOGI_WHITE);
    shoogi_position *start = NULL;
    assert_int_equal(shg_game_start(&start, game), SHOOGI_OK);
    assert_int_equal(shoogi_position_side(start), SHOOGI_WHITE);
    shoogi_position_free(start);
    shg_game_free(game);
    free_game_storage(&p);
}

static void results(void **state)
{
    (void)state;
    static const struct {
        const char *event, *says;
    } rows[] = {
        { "black checkmate", "Black wins: checkmate." },
        { "white resignation", "Black resigned: White wins." },
        { "black no legal move", "White has no legal move: Black wins." },
        { "white perpetual check", "Perpetual check by Black: White wins." },
        { "draw repetition", "The game is drawn: repetition." },
        { "no-contest repetition",
          "No result: repetition. NEW lists the offer to replay the game." },
    };
    game_storage p = make_game_storage();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int64_t id = add_game(&p, "");
        add_event(&p, id, 1, "result", rows[i].event);
        shg_game_state *game;
        assert_int_equal(read_game(&game, &p, id, NULL), SHOOGI_OK);
        char text[200];
        shg_out out = shg_out_make(text, sizeof text);
        shg_game_result_write(&out, game, SHG_ENGLISH);
        assert_string_equal(text, rows[i].says);
        out = shg_out_make(text, sizeof text);
        shg_result_event_write(&out, game->outcome, game->reason);
        assert_string_equal(text, rows[i].event);
        shg_game_free(game);
    }
    free_game_storage(&p);
}

/* ---- the cache ---- */

static shg_game_state *cache_game(shg_game_cache *cache, game_storage *p, int64_t id)
{
    shg_game_state *game;
    assert_int_equal(read_game(&game, p, id, NULL), SHOOGI_OK);
    return shg_game_cache_put(cache, game, shg_game_cache_changes(cache));
}

static void cache_keeps_the_newest(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_cache *cache = NULL;
    assert_int_equal(shg_game_cache_new(&cache, 3, 1000000), SHOOGI_OK);
    int64_t id[6];
    for (int i = 0; i < 6; i++)
        id[i] = add_game(&p, "");
    shg_game_state *first = shg_game_pin(cache_game(cache, &p, id[0]));
    cache_game(cache, &p, id[1]);
    cache_game(cache, &p, id[2]);
    assert_non_null(shg_game_cache_find(cache, id[1])); /* now the most recently used */
    cache_game(cache, &p, id[3]);
    assert_int_equal(shg_game_cache_count(cache), 3);
    assert_ptr_equal(shg_game_cache_find(cache, id[0]), first); /* pinned */
    assert_null(shg_game_cache_find(cache, id[2]));
    assert_non_null(shg_game_cache_find(cache, id[1]));
    shg_game_unpin(first);
    shg_game_cache_free(cache);
    free_game_storage(&p);
}

static void cache_keeps_the_place(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_cache *cache = NULL;
    assert_int_equal(shg_game_cache_new(&cache, 10, 1000000), SHOOGI_OK);
    const int64_t id = add_game(&p, "");
    shg_game_state *game = shg_game_pin(cache_game(cache, &p, id));
    add_event(&p, id, 1, "move", "7g7f");
    assert_ptr_equal(cache_game(cache, &p, id), game); /* the longer one, at the same address */
    assert_int_equal(game->events, 1);
    assert_int_equal(game->pins, 1);
    game->seen[0] = 1;
    shg_game_set_stale(game);
    assert_null(shg_game_cache_find(cache, id));
    assert_ptr_equal(cache_game(cache, &p, id), game);
    assert_int_equal(game->seen[0], 1);
    assert_ptr_equal(shg_game_cache_find(cache, id), game);
    shg_game_unpin(game);
    shg_game_cache_free(cache);
    free_game_storage(&p);
}

/* Events were stored and applied while a stale game was being read: that read is too old. */
static void cache_refuses_an_older_reading(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_cache *cache = NULL;
    assert_int_equal(shg_game_cache_new(&cache, 10, 1000000), SHOOGI_OK);
    const int64_t id = add_game(&p, "");
    shg_game_state *game = shg_game_pin(cache_game(cache, &p, id)), *older;
    shg_game_set_stale(game);
    assert_int_equal(read_game(&older, &p, id, NULL), SHOOGI_OK);
    add_event(&p, id, 1, "move", "7g7f");
    const shg_event event = { id, 1, "move", "7g7f", 0, 1000 };
    assert_int_equal(shg_game_apply(game, &event, NULL), SHOOGI_OK);
    assert_null(shg_game_cache_put(cache, older, shg_game_cache_changes(cache)));
    assert_int_equal(game->events, 1);
    assert_null(shg_game_cache_find(cache, id)); /* still stale */
    assert_ptr_equal(cache_game(cache, &p, id), game);
    assert_ptr_equal(shg_game_cache_find(cache, id), game);
    /* An older read changes nothing in a state that is not stale. */
    assert_int_equal(read_game(&older, &p, id, NULL), SHOOGI_OK);
    add_event(&p, id, 2, "move", "3c3d");
    const shg_event second = { id, 2, "move", "3c3d", 0, 2000 };
    assert_int_equal(shg_game_apply(game, &second, NULL), SHOOGI_OK);
    assert_ptr_equal(shg_game_cache_put(cache, older, shg_game_cache_changes(cache)), game);
    assert_int_equal(game->events, 2);
    shg_game_unpin(game);
    shg_game_cache_free(cache);
    free_game_storage(&p);
}

/* Another server has changed a game while it was being read, whether it is in memory or not: that read may be too old. */
static void cache_refuses_a_reading_before_a_change_elsewhere(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_cache *cache = NULL;
    assert_int_equal(shg_game_cache_new(&cache, 10, 1000000), SHOOGI_OK);
    const int64_t id = add_game(&p, ""), other = add_game(&p, "");
    assert_non_null(cache_game(cache, &p, other));
    for (int round = 0; round < 3;
         round++) { /* absent; in memory; in memory, and all are changed */
        const uint64_t changes = shg_game_cache_changes(cache);
        shg_game_state *fresh, *late;
        assert_int_equal(read_game(&fresh, &p, id, NULL), SHOOGI_OK);
        assert_int_equal(read_game(&late, &p, id, NULL), SHOOGI_OK);
        if (round < 2)
            shg_game_cache_outdate(cache, id);
        else
            shg_game_cache_outdate_all(cache);
        assert_true((shg_game_cache_find(cache, other) != NULL) == (round < 2));
        assert_null(shg_game_cache_put(cache, fresh, changes));
        assert_null(shg_game_cache_find(cache, id));
        assert_non_null(cache_game(cache, &p, id));
        /* What was read since then stands, and is not replaced by what comes late. */
        assert_ptr_equal(shg_game_cache_put(cache, late, changes), shg_game_cache_find(cache, id));
    }
    shg_game_cache_free(cache);
    free_game_storage(&p);
}

static void cache_weighs_events(void **state)
{
    (void)state;
    game_storage p = make_game_storage();
    shg_game_cache *cache = NULL;
    assert_int_equal(shg_game_cache_new(&cache, 1000, 200), SHOOGI_OK);
    for (int i = 0; i < 50; i++)
        cache_game(cache, &p, add_game(&p, ""));
    assert_true(shg_game_cache_count(cache) <= 200 / 32);
    assert_true(shg_game_cache_count(cache) >= 1);
    shg_game_cache_free(cache);
    free_game_storage(&p);
}

TEST_SUITE(game)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replays),
        cmocka_unit_test(movers),
        cmocka_unit_test(broken_logs),
        cmocka_unit_test(late_moves),
        cmocka_unit_test(moves_behind_an_event),
        cmocka_unit_test(start_position),
        cmocka_unit_test(results),
        cmocka_unit_test(wide_positions),
        cmocka_unit_test(cache_keeps_the_newest),
        cmocka_unit_test(cache_keeps_the_place),
        cmocka_unit_test(cache_refuses_an_older_reading),
        cmocka_unit_test(cache_refuses_a_reading_before_a_change_elsewhere),
        cmocka_unit_test(cache_weighs_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
