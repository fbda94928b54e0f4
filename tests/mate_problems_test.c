/* mate_problems_test.c: mate problems of known length: our own, and of $SHOOGI_TEST_DATA/data/tsume, in little memory,
 * too, each with its proof replayed by the reference rules; and searches that are given up.
 *
 *     mate_problems_test [N]      every Nth of the collection; usually all */
#include "engine/mate/mate.h"
#include "support/mate.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shoogi_catalog *catalog;
static unsigned every = 1;

typedef struct problem {
    shoogi_position *position;
    shg_mate *mate;
} problem;

static void set_up(problem *p, const char *game, size_t mib, const _Atomic bool *stop)
{
    const shoogi_catalog_entry *entry;
    assert_int_equal(shoogi_catalog_get(&entry, catalog, game, strlen(game), NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&p->position, entry->variant), SHOOGI_OK);
    assert_int_equal(shg_mate_new(&p->mate, entry->variant, mib, stop), SHOOGI_OK);
}

static void take_down(problem *p)
{
    shg_mate_free(p->mate);
    shoogi_position_free(p->position);
}

static shg_mate_result solve(problem *p, const char *sfen, shg_mate_limits limits)
{
    shg_mate_result found;
    assert_int_equal(shoogi_sfen_read(p->position, sfen, strlen(sfen), NULL), SHOOGI_OK);
    assert_int_equal(shg_mate_go(&found, p->mate, p->position, &limits), SHOOGI_OK);
    return found;
}

static void knows_the_length(void **state)
{
    (void)state;
    static const struct {
        const char *game, *sfen;
        unsigned length, without_futile; /* 0: there is no mate */
    } cases[] = {
        { "shogi", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1, 1 },
        { "shogi", "8k/6G2/9/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1", 3, 3 },
        /* Everything dropped is taken, and changes nothing. */
        { "shogi", "7lk/7p1/7G1/9/R8/9/9/9/9 b 2b3g4s4n3l16pr 1", 7, 1 },
        { "shogi", "7lk/7p1/7G1/9/R8/9/9/9/9 b p 1", 3, 1 },
        { "shogi", "7lk/7p1/7G1/9/R8/9/9/9/9 b - 1", 1, 1 },
        /* A drop next to the king is guarded by it. */
        { "shogi", "8k/6GP1/9/9/9/9/9/9/9 b Rr2b3g4s4n4l17p 1", 3, 3 },
        /* A pawn must not be dropped to mate. */
        { "shogi", "7lk/9/8G/9/9/9/9/9/9 b P 1", 0, 0 },
        /* The king walks round for ever. */
        { "shogi", "4k4/9/9/9/9/9/9/9/4R4 b - 1", 0, 0 },
        { "shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 0, 0 },
        { "chu", "12/12/12/5k6/12/4pp6/5N6/12/12/12/12/6K5 b - 1", 7, 7 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        problem p;
        set_up(&p, cases[i].game, 8, NULL);
        for (int ignore_futile_drops = 0; ignore_futile_drops < 2; ignore_futile_drops++) {
            const unsigned length = ignore_futile_drops ? cases[i].without_futile : cases[i].length;
            const shg_mate_result found =
                solve(&p, cases[i].sfen,
                      (shg_mate_limits){ .ignore_futile_drops = ignore_futile_drops != 0 });
            assert_int_equal(found.answer, length > 0 ? SHG_MATE_FOUND : SHG_MATE_NONE);
            assert_int_equal(found.length_plies, length);
            assert_int_equal(found.move_count, length);
            assert_int_equal(found.exact, length > 0);
            if (length > 0 && !ignore_futile_drops)
                replay_proof(p.mate, p.position, length);
        }
        take_down(&p);
    }
}

/* ---- searches that are given up ---- */

/* Takes long: a king in the open, and much in hand. */
static const char hard[] = "9/9/9/4k4/9/9/9/9/9 b R4G2Nrb4s2n4l18pb 1";

static bool after_three(void *context, uint64_t nodes)
{
    unsigned *const asked = context;
    (void)nodes;
    return ++*asked > 3;
}

static void stops_on_request(void **state)
{
    (void)state;
    problem p;
    _Atomic bool stop = false;
    set_up(&p, "shogi", 8, &stop);
    shg_mate_result found = solve(&p, hard, (shg_mate_limits){ .nodes = 50 });
    assert_int_equal(found.answer, SHG_MATE_UNKNOWN);
    assert_int_equal(found.nodes, 50);
    unsigned asked = 0;
    found = solve(&p, hard, (shg_mate_limits){ .should_stop = after_three, .context = &asked });
    assert_true(found.nodes < 5000 && asked == 4);
    stop = true;
    found = solve(&p, hard, (shg_mate_limits){ 0 });
    assert_int_equal(found.answer, SHG_MATE_UNKNOWN);
    assert_true(found.nodes <= 1);
    stop = false;
    found = solve(&p, "7lk/7p1/7G1/9/R8/9/9/9/9 b 2b3g4s4n3l16pr 1",
                  (shg_mate_limits){ .any_length = true });
    assert_int_equal(found.answer, SHG_MATE_FOUND);
    assert_true(found.move_count > 0 && found.move_count <= found.length_plies);
    take_down(&p);
}

/* Nobody to mate; a royal of one's own is not asked for. */
static void needs_a_royal(void **state)
{
    (void)state;
    problem p;
    shg_mate_result found;
    set_up(&p, "shogi", 1, NULL);
    const char *const sfen = "9/9/9/9/9/9/9/9/4K4 b R 1";
    assert_int_equal(shoogi_sfen_read(p.position, sfen, strlen(sfen), NULL), SHOOGI_OK);
    assert_int_equal(shg_mate_go(&found, p.mate, p.position, NULL), SHOOGI_ILLEGAL);
    take_down(&p);
}

/* ---- problems out of games ---- */

/* Reads lines from line first on, solves each and replays its proof. */
static void solve_file(const char *name, unsigned length, unsigned first, size_t mib)
{
    char text[512];
    const char *const data = getenv("SHOOGI_TEST_DATA");
    snprintf(text, sizeof text, "%s/data/tsume/%s.sfen", data ? data : "../shared", name);
    FILE *const file = fopen(text, "r");
    if (!file)
        skip();
    problem p;
    set_up(&p, "shogi", mib, NULL);
    unsigned solved = 0;
    for (unsigned line = 0; fgets(text, sizeof text, file); line++) {
        if (line % every != first % every)
            continue;
        text[strcspn(text, "\n")] = '\0';
        const shg_mate_result found = solve(&p, text, (shg_mate_limits){ .nodes = 5000000 });
        if (length > 0) {
            assert_int_equal(found.answer, SHG_MATE_FOUND);
            assert_int_equal(found.length_plies, length);
            assert_int_equal(found.move_count, length);
            assert_true(found.exact);
            replay_proof(p.mate, p.position, length);
        } else
            assert_true(found.answer == SHG_MATE_NONE || found.length_plies > 1);
        solved++;
    }
    fclose(file);
    take_down(&p);
    assert_true(solved >= 10);
}

static void solves_problems_out_of_games(void **state)
{
    (void)state;
    solve_file("mate-1", 1, 0, 16);
    solve_file("mate-3", 3, 1, 16);
    solve_file("mate-5", 5, 2, 16);
    solve_file("mate-7", 7, 3, 16);
    solve_file("mate-9", 9, 4, 16);
    solve_file("mate-11", 11, 4, 16);
    solve_file("no-mate-1", 0, 0, 16);
}

/* Most of what is found out is forgotten again. */
static void solves_problems_in_little_memory(void **state)
{
    (void)state;
    solve_file("mate-7", 7, 0, 1);
    solve_file("mate-9", 9, 1, 1);
}

static int open_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) == SHOOGI_OK ? 0 : -1;
}

static int close_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        every = (unsigned)strtoul(argv[1], NULL, 10);
    if (every == 0)
        return EXIT_FAILURE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_length),
        cmocka_unit_test(stops_on_request),
        cmocka_unit_test(needs_a_royal),
        cmocka_unit_test(solves_problems_out_of_games),
        cmocka_unit_test(solves_problems_in_little_memory),
    };
    return cmocka_run_group_tests_name("mate_problems", tests, open_catalog, close_catalog);
}
