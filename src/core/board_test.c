/* board_test.c: every board class against the reference rules, on random games of the variants. */
#include "core/board_ops.h"
#include "core/ref_rules.h"
#include "core/test_support.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

enum { POSITIONS_DEFAULT = 3000, PLIES_MAX = 300, MOVES_ROOM = 8192, WAYS_MAX = 1024 };

/* What results were compared: a comparison that never saw one would prove nothing. */
static size_t seen[SHOOGI_REASON_COUNT];

static size_t positions_wanted =
    POSITIONS_DEFAULT; /* a variant; the first argument, if there is one */

static int compare_moves(const void *a, const void *b)
{
    const shoogi_move x = *(const shoogi_move *)a, y = *(const shoogi_move *)b;
    return (x > y) - (x < y);
}

static void assert_same_moves(const shoogi_position *p, const shg_ref *ref, shoogi_move *moves,
                              size_t *count)
{
    static shoogi_move expected[MOVES_ROOM];
    const size_t paths = shoogi_position_paths(p, moves, MOVES_ROOM);
    assert_true(paths <= shoogi_variant_moves_max(p->variant));
    assert_int_equal(paths, shg_ref_moves(ref, expected, MOVES_ROOM, true));
    qsort(moves, paths, sizeof *moves, compare_moves);
    qsort(expected, paths, sizeof *expected, compare_moves);
    assert_memory_equal(moves, expected, paths * sizeof *moves);
    *count = shoogi_position_moves(p, moves, MOVES_ROOM);
    assert_int_equal(*count, shg_ref_moves(ref, expected, MOVES_ROOM, false));
    assert_int_equal(*count, shoogi_position_moves(p, NULL, 0));
    qsort(moves, *count, sizeof *moves, compare_moves);
    qsort(expected, *count, sizeof *expected, compare_moves);
    assert_memory_equal(moves, expected, *count * sizeof *moves);
}

/* do and undo of each move leave every byte of the board, and the hash, as they were. */
static void assert_undo_restores(shoogi_position *p, const shoogi_move *moves, size_t count)
{
    const size_t bytes = p->ops->board_bytes(p->variant) / 2; /* the other half is scratch */
    char *before = malloc(bytes);
    assert_non_null(before);
    memcpy(before, p->board, bytes);
    const uint64_t hash = p->hash;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        assert_true(shg_position_check(p));
        shoogi_position_undo(p);
        assert_memory_equal(before, p->board, bytes);
        assert_true(p->hash == hash);
    }
    free(before);
}

/* A number that is no legal move of the position has a reason, and a legal one has none. */
static void assert_reasons(const shoogi_position *p, const shoogi_move *moves, size_t count,
                           uint64_t *chance)
{
    const shoogi_variant *v = p->variant;
    for (int i = 0; i < 20; i++) {
        const shoogi_square to = (shoogi_square)random_below(chance, v->squares);
        const shoogi_square from = (shoogi_square)random_below(chance, v->squares);
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        const shoogi_kind stays = shg_code_kind(p->square[from]);
        shoogi_move move = random_below(chance, 2)
                               ? shoogi_move_make_drop(kind, to)
                               : shoogi_move_make(from, to, stays ? stays : kind, false);
        if (!shoogi_move_is_drop(move) && random_below(chance, 3) == 0)
            move = shoogi_move_make(from, to, kind, true);
        const bool legal = bsearch(&move, moves, count, sizeof *moves, compare_moves) != NULL;
        char sentence[160];
        const shoogi_illegal why = shoogi_position_why(p, move, sentence, sizeof sentence);
        assert_int_equal(why == SHOOGI_ILLEGAL_NOTHING, legal);
        assert_int_equal(sentence[0] == '\0', legal);
    }
}

/* Every way to write a move is legal, is among the choices by its squares, and ends where the man reaches; those
 * choices are all there are by these squares, in their order.  Another square on the way has its reason. */
static void assert_ways(const shoogi_position *p, uint64_t *chance)
{
    static shoogi_move paths[WAYS_MAX];
    const size_t count = shoogi_position_paths(p, paths, WAYS_MAX);
    if (count > WAYS_MAX)
        return; /* each is compared with each */
    qsort(paths, count, sizeof *paths, compare_moves);
    for (size_t i = 0; i < count; i++) {
        shoogi_move choices[SHOOGI_CHOICES_MAX];
        const bool drop = shoogi_move_is_drop(paths[i]);
        const size_t choice_count =
            shoogi_position_choices(p, paths[i], choices, SHOOGI_CHOICES_MAX);
        size_t alike = 0;
        for (size_t k = 0; k < count; k++)
            alike += drop ? k == i : ((paths[k] ^ paths[i]) & SHG_MOVE_SQUARES) == 0;
        assert_int_equal(choice_count, alike);
        assert_int_equal(shoogi_position_choices(p, paths[i], NULL, 0), alike);
        for (size_t k = 0; k < choice_count; k++) {
            assert_non_null(bsearch(&choices[k], paths, count, sizeof *paths, compare_moves));
            assert_true(k == 0 || choices[k - 1] < choices[k]);
        }
        assert_non_null(bsearch(&paths[i], choices, choice_count, sizeof *choices, compare_moves));
        assert_int_equal(shoogi_position_why(p, paths[i], NULL, 0), SHOOGI_ILLEGAL_NOTHING);
        if (drop)
            continue;
        assert_true(
            shoogi_position_reaches(p, shoogi_move_from(paths[i]), shoogi_move_to(paths[i])));
        const shoogi_square over = (shoogi_square)random_below(chance, p->variant->squares);
        const shoogi_move move = shoogi_move_by_way(paths[i] | SHOOGI_MOVE_DIRECT, 0, over);
        assert_int_equal(shoogi_move_way(move, 0), over);
        char sentence[160];
        const shoogi_illegal why = shoogi_position_why(p, move, sentence, sizeof sentence);
        assert_int_equal(why == SHOOGI_ILLEGAL_NOTHING,
                         bsearch(&move, paths, count, sizeof *paths, compare_moves) != NULL);
        assert_int_equal(sentence[0] == '\0', why == SHOOGI_ILLEGAL_NOTHING);
    }
}

/* The move that takes back what the side to move did last, if it is legal; else any. */
static shoogi_move back_again(const shoogi_position *p, const shoogi_move *moves, size_t count,
                              uint64_t *chance)
{
    const size_t played = shoogi_position_played(p);
    if (played >= 2) {
        const shoogi_move last = shoogi_position_move_at(p, (unsigned)played - 2);
        const shoogi_move back = shoogi_move_make(shoogi_move_to(last), shoogi_move_from(last),
                                                  shoogi_move_kind(last), false);
        if (bsearch(&back, moves, count, sizeof *moves, compare_moves))
            return back;
    }
    return moves[random_below(chance, count)];
}

/* shuffling: most moves take back what was done before, so that positions come again and again. */
static void play_game(const shoogi_variant *v, uint64_t *chance, size_t *left, bool shuffling)
{
    static shoogi_move moves[MOVES_ROOM];
    shoogi_position *p;
    shg_ref *ref;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    for (int ply = 0; ply<PLIES_MAX && * left> 0; ply++, (*left)--) {
        size_t count;
        assert_same_moves(p, ref, moves, &count);
        const shoogi_result result = shoogi_position_result(p), expected = shg_ref_result(ref);
        assert_int_equal(result.outcome, expected.outcome);
        assert_int_equal(result.reason, expected.reason);
        seen[result.reason]++;
        if (ply % 16 == 0) {
            assert_undo_restores(p, moves, count);
            assert_reasons(p, moves, count, chance);
            assert_ways(p, chance);
        }
        if (count == 0)
            break;
        const shoogi_move move = shuffling && random_below(chance, 5) > 0
                                     ? back_again(p, moves, count, chance)
                                     : moves[random_below(chance, count)];
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
        assert_true(shg_ref_equals(ref, p));
    }
    while (shoogi_position_played(p) > 0) {
        shoogi_position_undo(p);
        shg_ref_undo(ref);
        assert_true(shg_ref_equals(ref, p));
    }
    shg_ref_free(ref);
    shoogi_position_free(p);
}

/* Men of any kind anywhere, many in hand, and one royal a side: checks, pins, mates and barred drops,
 * which games from the start take long to come to. */
static void scatter(shoogi_position *p, uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    shoogi_position_clear(p);
    const size_t men = 2 + random_below(chance, v->squares / 2);
    for (size_t i = 0; i < men; i++) {
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        const shoogi_piece piece = { v->kind[kind].royal ? 1 : kind,
                                     (shoogi_colour)random_below(chance, 2) };
        shoogi_position_put(p, (shoogi_square)random_below(chance, v->squares), piece);
    }
    shoogi_kind royal = 1;
    while (!v->kind[royal].royal)
        royal++;
    const shoogi_square first = (shoogi_square)random_below(chance, v->squares);
    const shoogi_square second = (shoogi_square)random_below(chance, v->squares);
    shoogi_position_put(p, first, (shoogi_piece){ royal, SHOOGI_BLACK });
    if (second != first)
        shoogi_position_put(p, second, (shoogi_piece){ royal, SHOOGI_WHITE });
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            if (shg_kind_in_hand(v, (shoogi_kind)k) && random_below(chance, 3) == 0)
                assert_int_equal(shoogi_position_set_hand(p, (shoogi_colour)colour, (shoogi_kind)k,
                                                          (unsigned)random_below(chance, 4)),
                                 SHOOGI_OK);
    shoogi_position_set_side(p, (shoogi_colour)random_below(chance, 2));
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].counter_strike && random_below(chance, 4) == 0)
            shoogi_position_set_mark(p, (shoogi_square)random_below(chance, v->squares));
    shoogi_position_ready(p);
}

static void scattered_positions(const char *name, shg_class_choice choice, size_t positions)
{
    static shoogi_move moves[MOVES_ROOM];
    shoogi_variant *v = load_variant(name, choice);
    shoogi_position *p;
    uint64_t chance = 20260102;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    while (positions-- > 0) {
        scatter(p, &chance);
        assert_true(shg_position_check(p));
        shg_ref *ref;
        size_t count;
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        assert_same_moves(p, ref, moves, &count);
        const shoogi_result result = shoogi_position_result(p), expected = shg_ref_result(ref);
        assert_int_equal(result.outcome, expected.outcome);
        assert_int_equal(result.reason, expected.reason);
        seen[result.reason]++;
        if (positions % 16 == 0) {
            assert_undo_restores(p, moves, count);
            assert_reasons(p, moves, count, &chance);
        }
        shg_ref_free(ref);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void random_games(const char *name, shg_class_choice choice, size_t positions)
{
    shoogi_variant *v = load_variant(name, choice);
    uint64_t chance = 20260101;
    while (positions > 0)
        play_game(v, &chance, &positions, random_below(&chance, 2) == 0);
    shoogi_variant_free(v);
}

/* One test for each variant that is shipped; chu-lishogi stands for its schools. */
static const char *const variants[] = { "shogi",       "shogi-club", "shosu",    "chu",
                                        "chu-lishogi", "chu-jcsa",   "mortal",   "sho",
                                        "mini",        "kyoto",      "gorogoro", "gorogoroplus",
                                        "judkins",     "euro",       "micro",    "dobutsu" };

/* Mechanisms that none of these has. */
#define SMALL                                                                                      \
    "files=5\nranks=6\nsymmetry=rotate\npromoZone=2\npromoOffset=3\nroyal=7\n"                     \
    "bishop:B:B:b:b1\nknight:N:N:n:d1\ntokin:+P:WfF:p2:\ndragon horse:+B:BW:b2:\nlord:+N:K:n2:\n"
static const char *const small[] = {
    /* Men that are taken go back to their owner, also those of one's own side, unless they are put down. */
    "holdingsType=1\ndrop=own\nmaxPromote=2\nfirstMove=black\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nbomber:X:cdR:x:e1\n",
    "holdingsType=2\ndrop=any\nmaxPromote=2\ncheck=strict\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nporter:X:ucKmW:x:a1\n",
    /* One on squares of a colour, one on the board, alone and together with others. */
    "holdingsType=-2\ndropMate=P\nmaxPromote=2\n" SMALL
    "pawn:P:fWs@:p:a2-e2\nking:K:K:k:c1\nrook:R:Rb@:r:e1\ngold:G:WfFsff@:g:a1\n",
    "holdingsType=-1\ndropFaces=1\nmaxPromote=2\nfirstMove=black\n" SMALL
    "pawn:P:fWsf@4:p:a2-e2\nking:K:K:k:c1\nrook:R:Rj@:r:e1\ngold:G:WfFb@:g:a1\n",
};

static void mechanisms_agree_with_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        random_games(small[i], (shg_class_choice){ 1, false }, positions_wanted / 4);
        scattered_positions(small[i], (shg_class_choice){ 1, false }, positions_wanted / 4);
    }
}

static void every_variant_agrees_with_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        print_message("# %s\n", variants[i]);
        random_games(variants[i], (shg_class_choice){ 1, false }, positions_wanted / 2);
        scattered_positions(variants[i], (shg_class_choice){ 1, false },
                            positions_wanted - positions_wanted / 2);
    }
    static const shoogi_reason reasons[] = {
        SHOOGI_REASON_CHECKMATE,  SHOOGI_REASON_STALEMATE,       SHOOGI_REASON_ROYAL_CAPTURED,
        SHOOGI_REASON_REPETITION, SHOOGI_REASON_PERPETUAL_CHECK, SHOOGI_REASON_BARE_ROYAL,
        SHOOGI_REASON_TRY,
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (seen[reasons[i]] == 0)
            fail_msg("no game ended by %s", shoogi_reason_text(reasons[i]));
}

/* Wider classes and code for any processor count the same trees. */
/* Why a man may not be dropped, and in whose hand a man comes to be. */
static void small_mechanisms_case_by_case(void **state)
{
    (void)state;
    static const char text[] =
        "files=5\nranks=5\nholdingsType=1\ndrop=own\nfirstMove=black\nsymmetry=rotate\nmaxPromote=0\n"
        "pawn:P:fWs@9:p:b2:1\nrook:R:Rb@9:r:a1:1\nking:K:K:k:c1\n";
    shoogi_variant *const v = load_variant(text, (shg_class_choice){ 1, false });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_side(p), SHOOGI_WHITE);
    static const struct {
        shoogi_kind kind;
        unsigned file, rank;
        shoogi_illegal why;
        const char *sentence;
    } drops[] = {
        /* White's pawn stands on 2b, and 3c is of the same colour. */
        { 1, 2, 2, SHOOGI_ILLEGAL_DROP_SHADE, "two pawns on squares of the colour of 3c" },
        { 1, 2, 1, SHOOGI_ILLEGAL_NOTHING, "" },
        { 2, 2, 2, SHOOGI_ILLEGAL_DROP_ONE, "two rooks on the board" },
        { 2, 2, 1, SHOOGI_ILLEGAL_DROP_ONE, "two rooks on the board" },
    };
    for (size_t i = 0; i < sizeof drops / sizeof drops[0]; i++) {
        char sentence[80];
        const shoogi_move move = shoogi_move_make_drop(
            drops[i].kind, shoogi_variant_square(v, drops[i].file, drops[i].rank));
        assert_int_equal(shoogi_position_why(p, move, sentence, sizeof sentence), drops[i].why);
        assert_string_equal(sentence, drops[i].sentence);
    }
    /* White's rook takes Black's, which goes to Black's hand; then Black may have two. */
    const shoogi_square from = shoogi_variant_square(v, 0, 0), to = shoogi_variant_square(v, 0, 4);
    shoogi_position_put(p, to, (shoogi_piece){ 2, SHOOGI_BLACK });
    shoogi_position_put(p, shoogi_variant_square(v, 4, 4), (shoogi_piece){ 0, SHOOGI_BLACK });
    shoogi_position_ready(p);
    assert_int_equal(shoogi_position_do(p, shoogi_move_make(from, to, 2, false)), SHOOGI_OK);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, 2), 2);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_WHITE, 2), 1);
    shoogi_position_undo(p);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, 2), 1);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void every_class_counts_alike(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned depth_plies;
        uint64_t nodes;
    } trees[] = { { "shogi", 4, 719731 }, { "shosu", 3, 41055 } };
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        for (unsigned words = 1; words <= 4; words++) {
            for (int any = 0; any < 2; any++) {
                shoogi_variant *v =
                    load_variant(trees[i].name, (shg_class_choice){ words, any == 1 });
                assert_true(v->ops->words >= words);
                shoogi_position *p;
                uint64_t nodes = 0;
                assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
                assert_int_equal(shoogi_position_perft(&nodes, p, trees[i].depth_plies), SHOOGI_OK);
                assert_true(nodes == trees[i].nodes);
                shoogi_position_free(p);
                shoogi_variant_free(v);
            }
        }
    }
}

static void wider_classes_agree_with_the_reference(void **state)
{
    (void)state;
    random_games("shogi", (shg_class_choice){ 3, true }, 300);
    random_games("shosu", (shg_class_choice){ 4, false }, 300);
    scattered_positions("shogi", (shg_class_choice){ 4, true }, 300);
    scattered_positions("shosu", (shg_class_choice){ 3, false }, 300);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        positions_wanted = strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_agrees_with_the_reference),
        cmocka_unit_test(mechanisms_agree_with_the_reference),
        cmocka_unit_test(small_mechanisms_case_by_case),
        cmocka_unit_test(every_class_counts_alike),
        cmocka_unit_test(wider_classes_agree_with_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
