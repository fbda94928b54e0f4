/* board_compare.h: what the tests of the boards share: a position and the reference rules, side by side.
 *
 * Everything is asserted with cmocka, whose headers come first. */
#ifndef SHG_SUPPORT_BOARD_COMPARE_H
#define SHG_SUPPORT_BOARD_COMPARE_H

#include "core/board/board_search.h"
#include "core/position/position_int.h"
#include "support/ref_rules.h"
#include "core/variant/square.h"
#include "support/core.h"
#include "shoogi/position_fault.h"

#include <string.h>

enum {
    COMPARED_MOVES_MAX = 1 << 16,
    COMPARED_WAYS_MAX = 1024,
    COMPARED_MANY = 128 /* of so many moves some are made, of fewer all */
};

/* Counts the results that were compared, to show that each occurred. */
static size_t results_seen[SHOOGI_REASON_COUNT];

static inline int compare_moves(const void *a, const void *b)
{
    const shoogi_move x = *(const shoogi_move *)a, y = *(const shoogi_move *)b;
    return (x > y) - (x < y);
}

/* The board in ids, White's with a v before them, for a test that fails. */
static inline void show_position(const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    for (unsigned rank = 0; rank < v->ranks; rank++) {
        for (unsigned file = v->files; file-- > 0;) {
            const shg_code code = p->square[file * v->ranks + rank];
            const char *const id = v->hole[file * v->ranks + rank] ? "##"
                                   : code == 0                     ? "."
                                               : v->kind[shg_code_kind(code)].id;
            print_error("%s%-3s", code & 1 ? "v" : " ", id);
        }
        print_error("\n");
    }
    print_error("side %d, mark %d, move %u\n", (int)p->side, (int)p->counter_strike_square,
                shoogi_position_moves_played(p));
}

static inline void show_move(const char *what, const shoogi_position *p, shoogi_move move)
{
    shoogi_square squares[1 + SHG_VISITED_MAX] = { shoogi_move_from(move) };
    const unsigned count = 1 + shg_visited_squares(squares + 1, move, p->variant->ranks);
    print_error("%s", what);
    for (unsigned i = 0; i < count; i++) {
        char text[SHOOGI_SQUARE_TEXT_BYTES] = "*";
        if (squares[i] != SHOOGI_NO_SQUARE)
            shoogi_square_text(text, sizeof text, p->variant, squares[i]);
        print_error(" %s", text);
    }
    print_error(" becoming %s, flags %x\n", p->variant->kind[shoogi_move_kind(move)].id,
                (unsigned)(move >> 54));
}

/* moves: [COMPARED_MOVES_MAX], filled with the legal moves in order of their numbers; returns how many. */
static inline size_t assert_same_moves(const shoogi_position *p, const shg_ref *ref,
                                       shoogi_move *moves)
{
    static shoogi_move expected[COMPARED_MOVES_MAX];
    for (int paths = 1; paths >= 0; paths--) {
        const size_t count = paths ? shoogi_position_moves_by_path(p, moves, COMPARED_MOVES_MAX)
                                   : shoogi_position_moves(p, moves, COMPARED_MOVES_MAX);
        assert_true(count <= COMPARED_MOVES_MAX && count <= shoogi_variant_moves_max(p->variant));
        const size_t wanted = shg_ref_moves(ref, expected, COMPARED_MOVES_MAX, paths);
        qsort(moves, count, sizeof *moves, compare_moves);
        qsort(expected, wanted, sizeof *expected, compare_moves);
        for (size_t i = 0; i < count || i < wanted; i++) {
            if (i < count && i < wanted && moves[i] == expected[i])
                continue;
            show_position(p);
            if (i < count)
                show_move("found   ", p, moves[i]);
            if (i < wanted)
                show_move("expected", p, expected[i]);
            fail_msg("of %zu %s and %zu expected number %zu", count, paths ? "paths" : "moves",
                     wanted, i);
        }
        if (paths)
            continue;
        const size_t counted = shoogi_position_moves(p, NULL, 0);
        if (counted != count) {
            show_position(p);
            fail_msg("%zu moves listed, %zu counted", count, counted);
        }
        return count;
    }
    return 0;
}

/* The noisy moves and the quiet ones together are the moves of the board. */
static inline void assert_parts(const shoogi_position *p)
{
    static shoogi_move parts[COMPARED_MOVES_MAX], moves[COMPARED_MOVES_MAX];
    const shg_search_ops *const ops = shg_search_class(p->variant);
    const size_t count = p->ops->moves(p, moves, COMPARED_MOVES_MAX, false);
    qsort(moves, count, sizeof *moves, compare_moves);
    const size_t noisy = ops->moves_part(p, parts, COMPARED_MOVES_MAX, SHG_NOISY);
    for (size_t i = 0; i < noisy; i++)
        assert_true(shoogi_move_is_promotion(parts[i]) || !shoogi_move_is_drop(parts[i]));
    const size_t all =
        noisy + ops->moves_part(p, parts + noisy, COMPARED_MOVES_MAX - noisy, SHG_QUIET);
    qsort(parts, all, sizeof *parts, compare_moves);
    for (size_t i = 0; i < all || i < count; i++) {
        if (i < all && i < count && parts[i] == moves[i])
            continue;
        show_position(p);
        if (i < all)
            show_move("in parts", p, parts[i]);
        if (i < count)
            show_move("in whole", p, moves[i]);
        fail_msg("of %zu noisy and %zu quiet moves number %zu", noisy, all - noisy, i);
    }
}

static inline bool is_lone_royal_attacked(const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_square royal = p->ops->royal(p, colour);
    return royal != SHOOGI_NO_SQUARE &&
           p->ops->attackers(p, royal, shoogi_colour_other(colour), NULL, 0) > 0;
}

/* Chooses the moves that are made: all, or every second, third ... of COMPARED_MANY or more.  Returns the distance from one to the
 * next, and sets *first to the index of the first. */
static inline size_t some_of(size_t count, size_t *first, uint64_t *chance)
{
    const size_t stride = 1 + count / COMPARED_MANY;
    *first = random_below(chance, stride);
    return stride;
}

/* A legal move that attacks a lone royal, which is not attacked yet, is among the checks; plain ones are all of them,
 * or some. */
static inline void assert_checks(shoogi_position *p, const shoogi_move *moves, size_t count,
                                 uint64_t *chance)
{
    static shoogi_move checks[COMPARED_MOVES_MAX], plain[COMPARED_MOVES_MAX];
    const shg_search_ops *const ops = shg_search_class(p->variant);
    const size_t listed = ops->checks(p, checks, COMPARED_MOVES_MAX, false);
    const size_t of_plain = ops->checks(p, plain, COMPARED_MOVES_MAX, true);
    qsort(checks, listed, sizeof *checks, compare_moves);
    for (size_t i = 0; i < of_plain; i++)
        assert_non_null(bsearch(&plain[i], checks, listed, sizeof *checks, compare_moves));
    const bool is_new = !is_lone_royal_attacked(p, shoogi_colour_other(p->side));
    size_t i;
    for (const size_t stride = some_of(count, &i, chance); i < count && is_new; i += stride) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        const bool attacked = is_lone_royal_attacked(p, p->side);
        shoogi_position_undo(p);
        if (!attacked || bsearch(&moves[i], checks, listed, sizeof *checks, compare_moves))
            continue;
        show_position(p);
        show_move("no check", p, moves[i]);
        fail_msg("of %zu checks one is missing", listed);
    }
}

/* The questions about a move answer what making it shows. */
static inline void assert_questions(shoogi_position *p, const shoogi_move *moves, size_t count,
                                    uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    shg_code *const before = malloc(v->squares * sizeof *before);
    shoogi_square *const taken = malloc(v->squares * sizeof *taken);
    assert_non_null(before);
    assert_non_null(taken);
    size_t i;
    for (const size_t stride = some_of(count, &i, chance); i < count; i += stride) {
        const shoogi_move move = moves[i];
        const bool checks = shoogi_position_gives_check(p, move);
        const shoogi_square partner = shoogi_move_is_castling(move)
                                          ? shoogi_position_castling_partner(p, move)
                                          : SHOOGI_NO_SQUARE;
        const size_t victims = shoogi_position_captures(p, move, taken, v->squares);
        bool right = victims == shoogi_position_captures(p, move, NULL, 0);
        memcpy(before, p->square, v->squares * sizeof *before);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        right = right && checks == (shoogi_position_checkers(p, NULL, 0) > 0);
        for (unsigned sq = 0; sq < v->squares && v->change_count == 0; sq++) {
            bool told = false;
            for (size_t n = 0; n < victims; n++)
                told = told || taken[n] == sq;
            const bool was = before[sq] != 0 && sq != shoogi_move_from(move) && sq != partner &&
                             !((move & SHOOGI_MOVE_UNLOAD) && sq == shoogi_move_to(move));
            right = right && (p->square[sq] != before[sq] ? told == was
                                                          : !told || sq == shoogi_move_to(move));
        }
        shoogi_position_undo(p);
        if (right)
            continue;
        show_position(p);
        show_move("move    ", p, move);
        fail_msg("check %d, %zu captured", (int)checks, victims);
    }
    free(before);
    free(taken);
}

/* A position of a game has no fault. */
static inline void assert_faultless(const shoogi_position *p)
{
    shoogi_position_fault fault;
    if (shoogi_position_faults(p, &fault, 1) == 0)
        return;
    show_position(p);
    fail_msg("%s: side %d, kind %d, square %d: %u of %u", shoogi_position_fault_text(fault.reason),
             (int)fault.colour, (int)fault.kind, (int)fault.square, fault.count, fault.limit);
}

static inline void assert_same_result(const shoogi_position *p, const shg_ref *ref)
{
    const shoogi_result result = shoogi_position_result(p), expected = shg_ref_result(ref);
    assert_int_equal(result.reason, expected.reason);
    assert_int_equal(result.outcome, expected.outcome);
    results_seen[result.reason]++;
}

/* do and undo of each move leave every byte of the board, and the hash, as they were. */
static inline void assert_undo_restores(shoogi_position *p, const shoogi_move *moves, size_t count,
                                        uint64_t *chance)
{
    const size_t bytes = p->ops->board_bytes(p->variant) / 2; /* the other half is scratch */
    char *before = malloc(bytes);
    assert_non_null(before);
    assert_int_equal(shg_position_make_room(p, 1), SHOOGI_OK); /* so that nothing is moved */
    memcpy(before, p->board, bytes);
    const uint64_t hash = p->hash;
    size_t i;
    for (const size_t stride = some_of(count, &i, chance); i < count; i += stride) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        assert_true(shg_position_check(p));
        shoogi_position_undo(p);
        assert_memory_equal(before, p->board, bytes);
        assert_true(p->hash == hash);
    }
    free(before);
}

/* A move has a reason, and a sentence, if it is not legal.  Exposure, which is what is left when nothing else is
 * found, is so: the sentence knows from where. */
static inline void assert_reason(const shoogi_position *p, shoogi_move move, bool legal)
{
    char sentence[160];
    const shoogi_illegal why = shoogi_position_why_illegal(p, move, sentence, sizeof sentence);
    const bool sound = (why == SHOOGI_ILLEGAL_NONE) == legal && (sentence[0] == '\0') == legal &&
                       (why != SHOOGI_ILLEGAL_ROYAL_IN_CHECK || strncmp(sentence, "your ", 5) == 0);
    if (sound)
        return;
    show_position(p);
    show_move("move    ", p, move);
    fail_msg("%s, reason %d: \"%s\"", legal ? "legal" : "not legal", (int)why, sentence);
}

/* So with numbers of all kinds. */
static inline void assert_reasons(const shoogi_position *p, uint64_t *chance)
{
    static shoogi_move moves[COMPARED_MOVES_MAX];
    const shoogi_variant *v = p->variant;
    const size_t count = shoogi_position_moves_by_path(p, moves, COMPARED_MOVES_MAX);
    qsort(moves, count, sizeof *moves, compare_moves);
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
        assert_reason(p, move, bsearch(&move, moves, count, sizeof *moves, compare_moves) != NULL);
    }
}

/* Each path is legal, is among the promotion choices by its squares, and ends where the piece can move; those choices
 * are all there are by these squares, in order, distinguished by the kind at the end.  Another via square has its
 * reason.  For every path, or for some of many. */
static inline void assert_ways(const shoogi_position *p, uint64_t *chance)
{
    static shoogi_move paths[COMPARED_WAYS_MAX];
    const shoogi_move told = SHOOGI_MOVE_KIND_BITS | SHOOGI_MOVE_DROP | SHOOGI_MOVE_PROMOTION;
    const size_t count = shoogi_position_moves_by_path(p, paths, COMPARED_WAYS_MAX);
    if (count > COMPARED_WAYS_MAX)
        return; /* each is compared with each */
    qsort(paths, count, sizeof *paths, compare_moves);
    size_t i;
    for (const size_t stride = some_of(count, &i, chance); i < count; i += stride) {
        shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
        const bool drop = shoogi_move_is_drop(paths[i]);
        const size_t choice_count =
            shoogi_position_promotion_choices(p, paths[i], choices, SHOOGI_PROMOTION_CHOICES_MAX);
        size_t alike = 0;
        for (size_t k = 0; k < count; k++)
            alike += drop ? k == i : ((paths[k] ^ paths[i]) & SHOOGI_MOVE_SQUARES) == 0;
        assert_int_equal(choice_count, alike);
        assert_int_equal(shoogi_position_promotion_choices(p, paths[i], NULL, 0), alike);
        for (size_t k = 0; k < choice_count; k++) {
            assert_non_null(bsearch(&choices[k], paths, count, sizeof *paths, compare_moves));
            assert_true(k == 0 || choices[k - 1] < choices[k]);
            assert_true(k == 0 || ((choices[k - 1] ^ choices[k]) & told) != 0);
        }
        assert_non_null(bsearch(&paths[i], choices, choice_count, sizeof *choices, compare_moves));
        assert_int_equal(shoogi_position_why_illegal(p, paths[i], NULL, 0), SHOOGI_ILLEGAL_NONE);
        if (drop)
            continue;
        assert_true(shoogi_position_has_pseudo_legal_move(p, shoogi_move_from(paths[i]),
                                                          shoogi_move_to(paths[i])));
        shoogi_square way[SHOOGI_VIA_MAX], again[SHOOGI_VIA_MAX];
        const unsigned ranks = p->variant->ranks, ways = shoogi_move_via(way, paths[i], ranks);
        assert_int_equal(shoogi_move_with_via(paths[i], ranks, way, ways), paths[i]);
        way[random_below(chance, ways + (ways == 0))] =
            (shoogi_square)random_below(chance, p->variant->squares);
        const shoogi_move move = shoogi_move_with_via(paths[i], ranks, way, ways + (ways == 0));
        if (move == 0)
            continue; /* too far away for one move */
        assert_int_equal(shoogi_move_via(again, move, ranks), ways + (ways == 0));
        assert_memory_equal(again, way, (ways + (ways == 0)) * sizeof *way);
        assert_reason(p, move, bsearch(&move, paths, count, sizeof *paths, compare_moves) != NULL);
    }
}

/* The move that takes back what the side to move did last, if it is legal; else any. */
static inline shoogi_move back_again(const shoogi_position *p, const shoogi_move *moves,
                                     size_t count, uint64_t *chance)
{
    const size_t played = shoogi_position_moves_played(p);
    if (played >= 2) {
        const shoogi_move last = shoogi_position_move_at(p, (unsigned)played - 2);
        const shoogi_move back = shoogi_move_make(shoogi_move_to(last), shoogi_move_from(last),
                                                  shoogi_move_kind(last), false);
        if (bsearch(&back, moves, count, sizeof *moves, compare_moves))
            return back;
    }
    return moves[random_below(chance, count)];
}

/* Compares the position in everything that can be asked of it.  thoroughly: also makes each move, or some of many, and undoes
 * it. */
static inline size_t assert_agrees(shoogi_position *p, const shg_ref *ref, shoogi_move *moves,
                                   bool thoroughly, uint64_t *chance)
{
    assert_true(shg_position_check(p));
    const size_t count = assert_same_moves(p, ref, moves);
    assert_same_result(p, ref);
    if (thoroughly) {
        assert_undo_restores(p, moves, count, chance);
        assert_reasons(p, chance);
        assert_ways(p, chance);
        assert_parts(p);
        assert_checks(p, moves, count, chance);
        assert_questions(p, moves, count, chance);
    }
    return count;
}

/* A random game from the position, of at most so many plies, taken back again at the end.  shuffling: most moves
 * take back what was done before, so that positions come again and again.  *left: positions still wanted.
 * occurs: the position can occur in a game, so that those after it have no fault. */
static inline void play_game(shoogi_position *p, uint64_t *chance, size_t *left, int plies_max,
                             bool shuffling, bool occurs)
{
    static shoogi_move moves[COMPARED_MOVES_MAX];
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    for (int ply = 0; ply<plies_max && * left> 0; ply++, (*left)--) {
        const size_t count = assert_agrees(p, ref, moves, ply % 16 == 0, chance);
        if (count == 0)
            break;
        if (occurs && ply % 4 == 0) /* after the end a royal may be gone */
            assert_faultless(p);
        const shoogi_move move = shuffling && random_below(chance, 5) > 0
                                     ? back_again(p, moves, count, chance)
                                     : moves[random_below(chance, count)];
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        assert_int_equal(shg_ref_do(ref, move), SHOOGI_OK);
        assert_true(shg_ref_equals(ref, p));
    }
    while (shoogi_position_moves_played(p) > 0) {
        shoogi_position_undo(p);
        shg_ref_undo(ref);
        assert_true(shg_ref_equals(ref, p));
    }
    shg_ref_free(ref);
}

static inline void put_somewhere(shoogi_position *p, shoogi_kind kind, shoogi_colour colour,
                                 uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    const shoogi_square square = (shoogi_square)random_below(chance, v->squares);
    if (!v->hole[square])
        shoogi_position_put(p, square, (shoogi_piece){ kind, colour });
}

/* Pieces of any kind anywhere, many in hand, and often one royal a side: checks, pins, mates and forbidden drops,
 * which are rare in games from the start. */
static inline void scatter(shoogi_position *p, uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    const size_t few_royals = random_below(chance, 8);
    shoogi_position_clear(p);
    const size_t pieces = 2 + random_below(chance, v->squares / 2 + 1);
    for (size_t i = 0; i < pieces; i++) {
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        if (!v->kind[kind].royal || few_royals == 0)
            put_somewhere(p, kind, (shoogi_colour)random_below(chance, 2), chance);
    }
    shoogi_kind royal = 1;
    while (!v->kind[royal].royal)
        royal++;
    put_somewhere(p, royal, SHOOGI_BLACK, chance);
    put_somewhere(p, royal, SHOOGI_WHITE, chance);
    for (unsigned k = 1; k <= v->kinds; k++)
        for (int colour = 0; colour < 2; colour++)
            if (shg_kind_in_hand(v, (shoogi_kind)k) && random_below(chance, 3) == 0)
                assert_int_equal(shoogi_position_set_hand(p, (shoogi_colour)colour, (shoogi_kind)k,
                                                          (unsigned)random_below(chance, 4)),
                                 SHOOGI_OK);
    shoogi_position_set_side(p, (shoogi_colour)random_below(chance, 2));
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].counter_strike && random_below(chance, 4) == 0)
            shoogi_position_set_counter_strike_square(
                p, (shoogi_square)random_below(chance, v->squares));
    shoogi_position_setup_done(p);
}

/* Compares so many scattered positions, every so manieth of them thoroughly. */
static inline void assert_scattered_agree(shoogi_position *p, size_t positions, size_t every,
                                          uint64_t *chance)
{
    static shoogi_move moves[COMPARED_MOVES_MAX];
    while (positions-- > 0) {
        shg_ref *ref;
        scatter(p, chance);
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        assert_agrees(p, ref, moves, positions % every == 0, chance);
        shg_ref_free(ref);
    }
}

#endif
