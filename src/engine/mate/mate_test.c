/* mate_test.c: the mate solver against brute force with the reference rules; proofs replayed against every defence; lengths with
 * and without futile drops; limits of nodes, plies and memory; games of all sorts. */
#include "engine/mate/mate.h"
#include "base/test_suite.h"

#include "support/engine.h"
#include "engine/mate/mate_int.h"
#include "support/mate.h"

typedef struct table {
    shoogi_variant *variant;
    shoogi_position *position;
    shg_mate *mate;
} table;

static void set_up(table *t, const char *game, size_t mib)
{
    t->variant = engine_game(game);
    assert_int_equal(shoogi_position_new(&t->position, t->variant), SHOOGI_OK);
    assert_int_equal(shg_mate_new(&t->mate, t->variant, mib, NULL), SHOOGI_OK);
}

static void take_down(table *t)
{
    shg_mate_free(t->mate);
    shoogi_position_free(t->position);
    shoogi_variant_free(t->variant);
}

static shg_mate_result go(table *t, shg_mate_limits limits)
{
    shg_mate_result found;
    assert_int_equal(shg_mate_go(&found, t->mate, t->position, &limits), SHOOGI_OK);
    return found;
}

/* ---- brute force with the reference rules ---- */

static bool ref_mates(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker, int plies);

/* After a move of the attacker: whether it mates within this many more plies. */
static bool ref_holds_out_not(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker,
                              int plies)
{
    const shoogi_result result = shg_ref_result(ref);
    if (result.reason != SHOOGI_REASON_NONE)
        return wins(result, attacker);
    shoogi_move moves[MOVES_ROOM];
    const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    assert_true(count <= MOVES_ROOM);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
        if (!is_no_answer(v, ref, shoogi_colour_other(attacker)))
            good = plies >= 2 && shg_ref_result(ref).reason == SHOOGI_REASON_NONE &&
                   ref_mates(v, ref, attacker, plies - 1);
        shg_ref_undo(ref);
    }
    return good;
}

static bool ref_mates(const shoogi_variant *v, shg_ref *ref, shoogi_colour attacker, int plies)
{
    const shoogi_colour defender = shoogi_colour_other(attacker);
    shoogi_move moves[MOVES_ROOM];
    const size_t count = shg_ref_moves(ref, moves, MOVES_ROOM, false);
    assert_true(count <= MOVES_ROOM);
    const unsigned royals = shg_ref_royals(ref, defender);
    bool good = false;
    for (size_t i = 0; i < count && !good; i++) {
        assert_int_equal(shg_ref_do(ref, moves[i]), SHOOGI_OK);
        good = (shg_ref_royals(ref, defender) < royals || shg_ref_attacks_royal(ref, defender)) &&
               ref_holds_out_not(v, ref, attacker, plies - 1);
        shg_ref_undo(ref);
    }
    return good;
}

/* The length of the shortest mate within this many plies; 0 if there is none. */
static unsigned ref_length(const shoogi_position *p, unsigned most)
{
    shg_ref *ref;
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    unsigned length = 1;
    while (length <= most && !ref_mates(shoogi_position_variant(p), ref, side_of(p), (int)length))
        length += 2;
    shg_ref_free(ref);
    return length <= most ? length : 0;
}

/* ---- random positions ---- */

/* A number in script/soak, and a part of it elsewhere. */
static unsigned part_of(unsigned number)
{
    return number / TEST_SHARE(1, 4, 8);
}

/* A random piece; for the attacker more often a ranging one. */
static shoogi_kind draw_kind(const shoogi_variant *v, uint64_t *chance, const shoogi_kind *kinds,
                             size_t count, shoogi_colour colour)
{
    shoogi_kind kind = kinds[random_below(chance, count)];
    for (unsigned i = 0; i < 3 && colour == SHOOGI_BLACK; i++) {
        const shg_betza *const betza = &v->kind[kind].betza;
        if (betza->ride_count > 0 && betza->rides[0].reach != 1)
            break;
        kind = kinds[random_below(chance, count)];
    }
    return kind;
}

/* A royal of each side, pieces of the attacker around the defender's royal, some of the defender, some in hand. */
static bool scatter_pieces(table *t, uint64_t *chance, unsigned pieces, unsigned held)
{
    const shoogi_variant *const v = t->variant;
    shoogi_position *const p = t->position;
    shoogi_position_clear(p);
    shoogi_kind kinds[SHOOGI_KINDS_MAX + 1];
    size_t kind_count = 0;
    shoogi_kind royal = 0;
    for (shoogi_kind k = 1; k <= v->kinds; k++) {
        if (v->kind[k].royal && royal == 0)
            royal = k;
        if (!v->kind[k].royal)
            kinds[kind_count++] = k;
    }
    const shoogi_square own = (shoogi_square)random_below(chance, v->squares),
                        other = (shoogi_square)random_below(chance, v->squares);
    if (own == other || v->hole[own] || v->hole[other])
        return false;
    shoogi_position_put(p, own, (shoogi_piece){ royal, SHOOGI_BLACK });
    shoogi_position_put(p, other, (shoogi_piece){ royal, SHOOGI_WHITE });
    for (unsigned i = 0; i < pieces; i++) {
        const int file = (int)shg_file_of(v, other) + (int)random_below(chance, 7) - 3,
                  rank = (int)shg_rank_of(v, other) + (int)random_below(chance, 7) - 3;
        if (file < 0 || rank < 0 || file >= (int)v->files || rank >= (int)v->ranks)
            continue;
        const shoogi_square sq = (shoogi_square)(file * (int)v->ranks + rank);
        const shoogi_colour colour = random_below(chance, 3) ? SHOOGI_BLACK : SHOOGI_WHITE;
        const shoogi_kind kind = draw_kind(v, chance, kinds, kind_count, colour);
        if (shoogi_position_piece(p, sq).kind == 0 && !v->hole[sq] &&
            shg_can_ever_move(v, kind, colour, sq))
            shoogi_position_put(p, sq, (shoogi_piece){ kind, colour });
    }
    for (unsigned i = 0; i < held; i++) {
        const shoogi_kind kind = kinds[random_below(chance, kind_count)];
        const shoogi_colour colour = random_below(chance, 4) ? SHOOGI_BLACK : SHOOGI_WHITE;
        if (v->rules.drops && shg_kind_in_hand(v, kind))
            assert_int_equal(shoogi_position_set_hand(p, colour, kind,
                                                      shoogi_position_hand(p, colour, kind) + 1),
                             SHOOGI_OK);
    }
    shoogi_position_setup_done(p);
    return shoogi_position_result(p).reason == SHOOGI_REASON_NONE &&
           !shoogi_position_is_attacked(p, other, SHOOGI_BLACK);
}

static const struct chances {
    const char *game;
    unsigned tries, pieces, held, plies;
} chances[] = {
    { "shogi", 60, 10, 3, 5 },   { "mini", 150, 8, 3, 5 },     { "mini", 150, 5, 3, 7 },
    { "micro", 100, 6, 4, 7 },   { "kyoto", 150, 8, 3, 5 },    { "kyoto", 150, 6, 3, 7 },
    { "dobutsu", 400, 5, 3, 7 }, { "judkins", 120, 10, 2, 5 }, { "gorogoro", 300, 10, 2, 5 },
    { "euro", 60, 8, 2, 5 },     { "shosu", 120, 10, 1, 3 },   { "mortal", 120, 10, 2, 3 },
    { "chu", 120, 8, 0, 3 },     { "sho", 240, 10, 0, 3 },
};

/* The solver agrees with brute force on mates and their lengths, and each proof is replayed.  Every game has mates of more than a
 * ply, and some of the greatest length tried. */
static void agrees_with_trying_everything(void **state)
{
    (void)state;
    enum { PLIES_MAX = 7 };
    uint64_t chance = 7;
    unsigned mates[PLIES_MAX + 1] = { 0 };
    for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++) {
        const struct chances *const c = &chances[i];
        table t;
        set_up(&t, c->game, 2);
        unsigned found_count = 0, none = 0;
        for (unsigned j = 0; j < part_of(c->tries); j++) {
            if (!scatter_pieces(&t, &chance, c->pieces, c->held))
                continue;
            const unsigned length = ref_length(t.position, c->plies);
            const shg_mate_result found = go(&t, (shg_mate_limits){ .plies = c->plies });
            if (length == 0) {
                assert_int_equal(found.answer, SHG_MATE_NONE);
                none++;
                continue;
            }
            assert_int_equal(found.answer, SHG_MATE_FOUND);
            assert_true(found.exact);
            assert_int_equal(found.length_plies, length);
            check_line(t.position, &found);
            replay_proof(t.mate, t.position, length);
            found_count += length > 1;
            mates[length]++;
        }
        if (test_all && (found_count < 2 || none < 10))
            fail_msg("%s: %u mates of more than a ply, %u times none", c->game, found_count, none);
        take_down(&t);
    }
    if (mates[3] < part_of(20) || mates[5] < part_of(8) || (test_all && mates[7] < 3))
        fail_msg("%u mates of 3 plies, %u of 5, %u of 7", mates[3], mates[5], mates[7]);
}

/* ---- futile drops ---- */

static int problem_length(shoogi_position *p, int plies);

/* Whether the checking piece captures the dropped piece and, with that given back, the defence lasts at most this many plies. */
static bool is_futile(shoogi_position *p, shoogi_move drop, shoogi_square checker, int longest);

/* How long the side to move, which is in check, holds out; plies + 2 if longer than plies. */
static int defence_length(shoogi_position *p, int plies)
{
    shoogi_move moves[MOVES_ROOM];
    shoogi_square checkers[2];
    const size_t count = shoogi_position_moves(p, moves, MOVES_ROOM);
    const size_t checker_count = shoogi_position_checkers(p, checkers, 2);
    int longest = 0, with_drops = 0;
    for (int drops = 0; drops < 2; drops++) {
        for (size_t i = 0; i < count; i++) {
            if (shoogi_move_is_drop(moves[i]) != (drops == 1) ||
                (drops == 1 && checker_count == 1 && is_futile(p, moves[i], checkers[0], longest)))
                continue;
            assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
            const int length = 1 + problem_length(p, plies - 1);
            shoogi_position_undo(p);
            if (length > plies)
                return plies + 2;
            if (length > with_drops)
                with_drops = length;
        }
        if (drops == 0)
            longest = with_drops;
    }
    return with_drops;
}

static bool is_futile(shoogi_position *p, shoogi_move drop, shoogi_square checker, int longest)
{
    const shoogi_variant *const v = shoogi_position_variant(p);
    const shoogi_kind drawn = v->kind[shoogi_move_kind(drop)].hand_kind,
                      held = v->kind[shoogi_move_kind(drop)].captured_as;
    const shoogi_colour defender = side_of(p), attacker = shoogi_colour_other(defender);
    shoogi_move moves[MOVES_ROOM];
    assert_int_equal(shoogi_position_do(p, drop), SHOOGI_OK);
    const size_t count = shoogi_position_moves(p, moves, MOVES_ROOM);
    bool futile = false;
    for (size_t i = 0; i < count && !futile; i++) {
        if (shoogi_move_from(moves[i]) != checker ||
            shoogi_move_to(moves[i]) != shoogi_move_to(drop))
            continue;
        shoogi_position *after;
        assert_int_equal(shoogi_position_copy(&after, p), SHOOGI_OK);
        assert_int_equal(shoogi_position_do(after, moves[i]), SHOOGI_OK);
        assert_int_equal(shoogi_position_set_hand(after, attacker, held,
                                                  shoogi_position_hand(after, attacker, held) - 1),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_set_hand(after, defender, drawn,
                                                  shoogi_position_hand(after, defender, drawn) + 1),
                         SHOOGI_OK);
        shoogi_position_setup_done(after);
        futile = shoogi_position_checkers(after, NULL, 0) > 0 &&
                 defence_length(after, longest) <= longest;
        shoogi_position_free(after);
    }
    shoogi_position_undo(p);
    return futile;
}

/* The length of the shortest mate when futile drops are no defence; more than plies if there is none within them. */
static int problem_length(shoogi_position *p, int plies)
{
    shoogi_move moves[MOVES_ROOM];
    const size_t count = plies > 0 ? shoogi_position_moves(p, moves, MOVES_ROOM) : 0;
    int shortest = plies + 2;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        if (shoogi_position_checkers(p, NULL, 0) > 0) {
            const int length = 1 + defence_length(p, shortest - 3);
            shortest = length < shortest ? length : shortest;
        }
        shoogi_position_undo(p);
    }
    return shortest;
}

static void counts_no_futile_drops(void **state)
{
    (void)state;
    static const struct chances games[] = {
        { "shogi", 150, 9, 3, 5 },
        { "judkins", 150, 8, 3, 5 },
        { "mini", 100, 7, 3, 5 },
    };
    uint64_t chance = 5;
    unsigned mates = 0, shorter = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        table t;
        set_up(&t, games[i].game, 2);
        for (unsigned j = 0; j < part_of(games[i].tries); j++) {
            if (!scatter_pieces(&t, &chance, games[i].pieces, games[i].held))
                continue;
            const unsigned most = games[i].plies;
            const unsigned length = (unsigned)problem_length(t.position, (int)most);
            const shg_mate_result found =
                go(&t, (shg_mate_limits){ .plies = most, .ignore_futile_drops = true });
            assert_int_equal(found.answer, length <= most ? SHG_MATE_FOUND : SHG_MATE_NONE);
            if (length > most)
                continue;
            assert_int_equal(found.length_plies, length);
            assert_int_equal(found.move_count, length);
            const shg_mate_result whole = go(&t, (shg_mate_limits){ .plies = most });
            assert_true(whole.answer == SHG_MATE_NONE || whole.length_plies >= length);
            mates += length > 1;
            shorter += whole.answer == SHG_MATE_NONE || whole.length_plies > length;
        }
        take_down(&t);
    }
    assert_true(mates >= part_of(20) && shorter >= part_of(2));
}

/* ---- retrograde analysis of all positions reachable by checks ---- */

enum { PLACES_MAX = 1 << 12, INDEX = 4 * PLACES_MAX, LINKS_MAX = 32 * PLACES_MAX };

/* A position and its successors. */
typedef struct place {
    shoogi_position *position; /* until its moves have been listed */
    uint64_t hash;
    bool attacks;
    int plies; /* to the mate; -1: unknown */
    size_t links, link_count;
} place;

typedef struct map {
    place *places;
    size_t place_count;
    size_t *links; /* indices of positions */
    size_t link_count;
    size_t *index; /* [INDEX] position numbers plus 1, by hash; 0: none */
} map;

/* The index of the position; SIZE_MAX if there are too many. */
static size_t find_place(map *m, const shoogi_position *p, bool attacks)
{
    const uint64_t hash = shoogi_position_hash(p);
    size_t i = hash % INDEX;
    for (; m->index[i] != 0; i = (i + 1) % INDEX)
        if (m->places[m->index[i] - 1].hash == hash)
            return m->index[i] - 1;
    if (m->place_count == PLACES_MAX)
        return SIZE_MAX;
    place *const new = &m->places[m->place_count];
    *new = (place){ .hash = hash, .attacks = attacks, .plies = -1 };
    assert_int_equal(shoogi_position_copy(&new->position, p), SHOOGI_OK);
    m->index[i] = ++m->place_count;
    return m->place_count - 1;
}

/* Lists the successors of a position.  Returns false if there are too many. */
static bool explore(map *m, size_t index)
{
    shoogi_move moves[MOVES_ROOM];
    place *const at = &m->places[index];
    shoogi_position *const p = at->position;
    const size_t count = shoogi_position_moves(p, moves, MOVES_ROOM);
    assert_true(count <= MOVES_ROOM);
    at->links = m->link_count;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(shoogi_position_do(p, moves[i]), SHOOGI_OK);
        if (!at->attacks || shoogi_position_checkers(p, NULL, 0) > 0) {
            const size_t to = find_place(m, p, !at->attacks);
            if (to == SIZE_MAX || m->link_count == LINKS_MAX)
                return false;
            m->links[m->link_count++] = to;
            at->link_count++;
        }
        shoogi_position_undo(p);
    }
    return true;
}

/* Marks all positions exactly this many plies from a mate.  Returns false if there can be no more. */
static bool value(map *m, int plies)
{
    bool more = plies < 1;
    for (size_t i = 0; i < m->place_count; i++) {
        place *const at = &m->places[i];
        if (at->plies >= 0 || at->attacks != (plies % 2 == 1))
            continue;
        size_t good = 0;
        for (size_t j = 0; j < at->link_count; j++) {
            const int after = m->places[m->links[at->links + j]].plies;
            good += after >= 0 && after < plies;
        }
        if (at->attacks ? good > 0 : good == at->link_count) {
            at->plies = plies;
            more = true;
        }
    }
    return more;
}

/* The length of the mate, -1 if there is none, or -2 if there are too many positions. */
static int mapped_length(map *m, const shoogi_position *p)
{
    m->place_count = m->link_count = 0;
    memset(m->index, 0, INDEX * sizeof *m->index);
    int length = find_place(m, p, true) == 0 ? -1 : -2;
    for (size_t i = 0; i < m->place_count && length == -1; i++)
        if (!explore(m, i))
            length = -2;
    for (size_t i = 0; i < m->place_count; i++)
        shoogi_position_free(m->places[i].position);
    if (length == -2)
        return length;
    bool more = true;
    for (int plies = 0; more; plies += 2) {
        more = value(m, plies);
        more = value(m, plies + 1) || more;
    }
    return m->places[0].plies;
}

/* Long mates with repetitions: the solver agrees with retrograde analysis.  Games in which a lone royal may not be left in
 * check. */
static void knows_loops(void **state)
{
    (void)state;
    static const struct chances games[] = {
        { "base=shogi\nholdingsType=0\ncheck=strict\n", 150, 12, 0, 0 },
        { "base=mini\nholdingsType=0\ncheck=strict\n", 300, 9, 0, 0 },
        { "base=judkins\nholdingsType=0\ncheck=strict\n", 300, 10, 0, 0 },
        { "micro", 100, 6, 2, 0 },
        { "mini", 50, 7, 1, 0 },
        { "kyoto", 50, 8, 1, 0 },
    };
    map m = { .places = calloc(PLACES_MAX, sizeof *m.places),
              .links = calloc(LINKS_MAX, sizeof *m.links),
              .index = calloc(INDEX, sizeof *m.index) };
    assert_true(m.places && m.links && m.index);
    uint64_t chance = 2;
    unsigned looked_at = 0, mates = 0, longer = 0;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        table t;
        set_up(&t, games[i].game, 1);
        for (unsigned j = 0; j < part_of(games[i].tries); j++) {
            if (!scatter_pieces(&t, &chance, games[i].pieces, games[i].held))
                continue;
            const int length = mapped_length(&m, t.position);
            if (length == -2)
                continue;
            const shg_mate_result found = go(&t, (shg_mate_limits){ 0 });
            looked_at++;
            mates += length > 0;
            longer += length > 1;
            assert_int_equal(found.answer, length > 0 ? SHG_MATE_FOUND : SHG_MATE_NONE);
            if (length <= 0)
                continue;
            assert_true(found.exact);
            assert_int_equal(found.length_plies, length);
            check_line(t.position, &found);
        }
        take_down(&t);
    }
    assert_true(looked_at > part_of(150) && (TEST_SANITIZED || mates > 0));
    if (test_all)
        assert_true(mates > 5 && longer > 1);
    free(m.places);
    free(m.links);
    free(m.index);
}

/* A mate of any length has its full line, that of the proof, with and without futile drops. */
static void tells_whole_lines(void **state)
{
    (void)state;
    static const shg_mate_limits limits[] = {
        { .ignore_futile_drops = true, .any_length = true },
        { .ignore_futile_drops = true, .nodes = 38 },
        { .any_length = true },
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        table t;
        set_up(&t, "shogi", 1);
        put_up(t.position, "vL2a vK1a vP2b G2c R9e vR* vP*");
        const shg_mate_result found = go(&t, limits[i]);
        assert_int_equal(found.answer, SHG_MATE_FOUND);
        assert_false(found.exact);
        assert_int_equal(found.length_plies, 5);
        check_line(t.position, &found);
        take_down(&t);
    }
}

/* A disproof by repetition holds on its path only: the same positions in another order are another path. */
static void tells_ways_apart(void **state)
{
    (void)state;
    const shg_mate_query a = { .key = 3, .hands = { 1, 2 } }, b = { .key = 5, .hands = { 2, 1 } },
                         c = { .key = 3, .hands = { 2, 1 } };
    const shg_mate_query *const steps[] = { &a, &b, &c };
    uint64_t ways[3 + 9 + 27], count = 0;
    for (size_t i = 0; i < 3; i++)
        ways[count++] = shg_mate_path_hash(1, steps[i]);
    for (size_t i = 0; i < 3 + 9; i++)
        for (size_t j = 0; j < 3; j++)
            ways[count++] = shg_mate_path_hash(ways[i], steps[j]);
    assert_int_equal(count, sizeof ways / sizeof ways[0]);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(ways[i] != ways[j]);
}

/* One drop answers two checkers on one line: a proof against an empty hand does not hold for other hands. */
static void answers_to_two_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        unsigned length_plies;
    } hands[] = {
        { "vL6a vK5a vL4a vL6b vL4b R1d A5f K5i P*", 1 },
        { "vL6a vK5a vL4a vL6b vL4b R1d A5f K5i vP*", 3 },
    };
    table t;
    set_up(&t, "cannon", 1);
    for (size_t i = 0; i < 4; i++) {
        put_up(t.position, hands[i % 2].pieces);
        const shg_mate_result found = go(&t, (shg_mate_limits){ 0 });
        assert_int_equal(found.answer, SHG_MATE_FOUND);
        assert_int_equal(found.length_plies, hands[i % 2].length_plies);
        check_line(t.position, &found);
    }
    take_down(&t);
}

/* Entries are valid for one layout of hands: a new layout empties the table, also when the old one returns. */
static void forgets_hands_of_another_layout(void **state)
{
    (void)state;
    static const shg_hand_layout one = { .count = 1, .guard_bits = 1 << 3, .full = 7 },
                                 other = { .count = 1, .guard_bits = 1 << 4, .full = 15 };
    static const shg_mate_query query = { .key = 5, .plies = SHG_PLIES_ANY };
    static const shg_mate_state proof = { .disproof = SHG_PROOF_MAX,
                                          .plies = 3,
                                          .loop_ply = SHG_NO_LOOP },
                                open = { .proof = 2,
                                         .disproof = 3,
                                         .plies = SHG_PLIES_ANY,
                                         .loop_ply = SHG_NO_LOOP };
    shg_mate_table *t;
    shg_mate_state found;
    assert_int_equal(shg_mate_table_new(&t, 4096), SHOOGI_OK);
    shg_mate_table_begin(t, &one);
    shg_mate_table_store(t, &query, &open, 1);
    assert_true(shg_mate_table_find(t, &query, &found));
    shg_mate_table_begin(t, &one);
    assert_false(shg_mate_table_find(t, &query, &found));
    shg_mate_table_store(t, &query, &proof, 1);
    shg_mate_table_begin(t, &one);
    assert_true(shg_mate_table_find(t, &query, &found));
    assert_int_equal(found.plies, 3);
    shg_mate_table_begin(t, &other);
    assert_false(shg_mate_table_find(t, &query, &found));
    shg_mate_table_begin(t, &one);
    assert_false(shg_mate_table_find(t, &query, &found));
    shg_mate_table_store(t, &query, &proof, 1);
    assert_true(shg_mate_table_find(t, &query, &found));
    shg_mate_table_free(t);
}

TEST_SUITE(mate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trying_everything),
        cmocka_unit_test(counts_no_futile_drops),
        cmocka_unit_test(knows_loops),
        cmocka_unit_test(tells_whole_lines),
        cmocka_unit_test(tells_ways_apart),
        cmocka_unit_test(answers_to_two_pieces),
        cmocka_unit_test(forgets_hands_of_another_layout),
    };
    return cmocka_run_group_tests_name("mate", tests, NULL, NULL);
}
