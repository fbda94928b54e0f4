/* search_test.c: the search finds real mates only, is deterministic, and respects its limits on every game. */
#include "engine/search/search.h"
#include "base/test_suite.h"

#include "core/position/position_int.h"
#include "support/large.h"
#include "support/engine.h"
#include "engine/evaluation/weights_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct player {
    shoogi_variant *variant;
    shg_table *table;
    shg_weights *weights;
    shg_search *search;
    shoogi_position *position;
    _Atomic bool stop;
} player;

static void sit_down_to(player *one, shoogi_variant *variant)
{
    *one = (player){ .variant = variant };
    assert_int_equal(shg_table_new(&one->table, 4), SHOOGI_OK);
    assert_int_equal(shg_weights_new(&one->weights, one->variant), SHOOGI_OK);
    assert_int_equal(shg_search_new(&one->search, one->table, one->weights, &one->stop), SHOOGI_OK);
    assert_int_equal(shoogi_position_new(&one->position, one->variant), SHOOGI_OK);
}

static void sit_down(player *one, const char *game)
{
    sit_down_to(one, engine_game(game));
}

static void get_up(player *one)
{
    shoogi_position_free(one->position);
    shg_search_free(one->search);
    shg_weights_free(one->weights);
    shg_table_free(one->table);
    shoogi_variant_free(one->variant);
}

static shoogi_move go(player *one, shg_search_limits limits, int *score)
{
    shoogi_move best;
    assert_int_equal(shg_search_go(&best, score, one->search, one->position, &limits), SHOOGI_OK);
    return best;
}

/* A square as file and rank letter. */
static shoogi_square square_at(const player *one, const char *text)
{
    return (shoogi_square)((unsigned)(text[0] - '1') * one->variant->ranks +
                           (unsigned)(text[1] - 'a'));
}

/* A move between these squares gains so much by static exchange evaluation.  No piece stands where it could promote. */
typedef struct exchange {
    const char *pieces;
    const char *from, *to;
    int gain;
} exchange;

static void check_exchange(const char *game, const exchange *e)
{
    static const struct {
        const char *id;
        int value;
    } worth[] = { { "P", 100 },   { "L", 300 },   { "N", 300 },  { "S", 500 },
                  { "G", 500 },   { "B", 800 },   { "A", 800 },  { "R", 1000 },
                  { "RG", 2000 }, { "GG", 3000 }, { "K", 10000 } };
    static shoogi_move moves[1 << 12];
    player one;
    sit_down(&one, game);
    int values[SHOOGI_KINDS_MAX + 1] = { 0 };
    for (size_t i = 0; i < sizeof worth / sizeof worth[0]; i++)
        values[shg_kind_by_id(one.variant, worth[i].id, strlen(worth[i].id))] = worth[i].value;
    put_up(one.position, e->pieces);
    const size_t count = shoogi_position_moves(one.position, moves, sizeof moves / sizeof moves[0]);
    const shg_search_ops *const ops = shg_search_class(one.variant);
    size_t i = 0;
    while (i < count && (shoogi_move_from(moves[i]) != square_at(&one, e->from) ||
                         shoogi_move_to(moves[i]) != square_at(&one, e->to)))
        i++;
    assert_true(i < count);
    for (int least = e->gain - 3; least <= e->gain + 3; least++)
        if (ops->see_at_least(one.position, moves[i], values, least) != (least <= e->gain))
            fail_msg("%s: %s: %s%s, at least %d", game, e->pieces, e->from, e->to, least);
    get_up(&one);
}

static void counts_exchanges(void **state)
{
    (void)state;
    static const exchange cases[] = {
        { "K9i vK1a P5f vS5e", "5f", "5e", 500 },          /* not defended */
        { "K9i vK1a P5f vS5e vP5d", "5f", "5e", 400 },     /* a pawn for it */
        { "K9i vK1a P5f S4f vS5e vP5d", "5f", "5e", 500 }, /* the pawn is poisoned */
        { "K9i vK1a R5h vP5e vG5d", "5h", "5e", -900 },    /* a rook for a pawn */
        { "K9i vK1a R5h L5i vP5e vG5d", "5h", "5e",
          -400 }, /* the lance behind recaptures the gold */
        { "K9i vK1a R5h vP5e vL5a vG5d", "5h", "5e", -900 }, /* nothing behind the rook */
        { "K9i vK1a G6f R5h vS5e vP5d", "6f", "5e", 100 },   /* silver, gold, pawn */
        { "K5f vK1a vP4f vS3f", "5f", "4f", 100 },           /* a silver does not attack sideways */
        { "K5h vK5d G5f vS5e", "5f", "5e", 0 },              /* the king recaptures the gold */
        { "K5h vK5d G5f L5i vS5e", "5f", "5e", 0 }, /* a lance behind its own king defends nothing */
        { "K9i vK5d G5f L5g vS5e", "5f", "5e", 500 }, /* a king may not capture a defended piece */
        { "K9i vK1a G5f", "5f", "5e", 0 },            /* a quiet move */
        { "K9i vK1a G5f vP5d", "5f", "5e", -500 },    /* one too many */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_exchange("shogi", &cases[i]);
}

/* Pieces that guard by jumping along a line over one piece or several. */
static void counts_exchanges_by_jumps(void **state)
{
    (void)state;
    static const exchange cannon[] = {
        { "K9i vK1a R5h vP5e vP5c vA5b", "5h", "5e", -900 },     /* over a pawn */
        { "K9i vK1a R5h vP5e vA5b", "5h", "5e", 100 },           /* over nothing */
        { "K9i vK1a R5h vP5e vN5d vN5c vA5b", "5h", "5e", 100 }, /* not over two */
        { "K9i vK1a R5h vP5e N5c vA5b", "5h", "5e", -900 },      /* over an enemy piece */
        { "K9i vK1a R5h vP5e vA5i", "5h", "5e", 100 }, /* not over the rook that has gone */
        { "K9i vK1a R5h L5i vP5e vS5d vA5b", "5h", "5e", -400 },      /* nor over the silver */
        { "K9i vK1a R5h L5i vP5e vS5d vN5c vA5b", "5h", "5e", -700 }, /* but over the knight */
        { "K9i vK1a R5h vP5e v+A3c vP4d", "5h", "5e", -900 },         /* a short jump */
        { "K9i vK1a R5h vP5e v+A2b vP4d", "5h", "5e", 100 },          /* not from farther away */
        { "K9i vK1a R5h vP5e v+A2b vP3c", "5h", "5e", 100 },          /* nor to farther away */
    };
    for (size_t i = 0; i < sizeof cannon / sizeof cannon[0]; i++)
        check_exchange("cannon", &cannon[i]);
    /* A general passes over many; only some rules let it capture one of higher rank beyond them. */
    const exchange rook = { "K1p vK1a R8k vP8h vN8f vN8e vRG8c", "8k", "8h", -900 };
    exchange general = { "K1p vK1a GG8k vP8h vN8f vN8e vRG8c", "8k", "8h", 100 };
    check_exchange("tenjiku-hachu", &rook);
    check_exchange("tenjiku-hachu", &general);
    general.gain = -2900;
    check_exchange("tenjiku", &general);
}

static void finds_mates(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        int plies; /* to the mate; 0: no mate */
    } cases[] = {
        { "K5i vK5a P5c G*", 1 },
        { "K5i vK1a vL2a +R4b G*", 1 },
        { "K5i vK5a P5g L1i", 0 },
        { "K5i vK5a G4c G* S*", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        player one;
        sit_down(&one, "shogi");
        put_up(one.position, cases[i].pieces);
        int score;
        const shoogi_move best = go(&one, (shg_search_limits){ .depth_plies = 8 }, &score);
        assert_true(best != 0);
        if (cases[i].plies > 0)
            assert_int_equal(score, SHG_SCORE_MATE - cases[i].plies);
        else
            assert_true(score < SHG_SCORE_WON);
        if (cases[i].plies == 1) { /* with a limit of one node, too */
            (void)go(&one, (shg_search_limits){ .nodes = 1 }, &score);
            assert_int_equal(score, SHG_SCORE_MATE - 1);
        }
        get_up(&one);
    }
}

/* A piece that is only defended by a hopper can still mate; quiescence search finds it. */
static void sees_mates_over_others(void **state)
{
    (void)state;
    player one;
    int score;
    sit_down(&one, "cannon");
    put_up(one.position, "K9i vK1a vL2a vL2b C5f P2c G*");
    shoogi_position_set_side(one.position, SHOOGI_WHITE);
    shoogi_position_setup_done(one.position);
    (void)go(&one, (shg_search_limits){ .depth_plies = 1 }, &score);
    assert_int_equal(score, -(SHG_SCORE_MATE - 2));
    get_up(&one);
}

/* Impasse: the king enters the promotion zone, where a declaration wins. */
static void plans_declarations(void **state)
{
    (void)state;
    static const char *const positions[] = {
        /* ten pieces in the zone, 28 points with the hand; the king a step before it */
        "K5d +R9a +R8a +B7a +B6a +P9b +P8b +P7b +P6b +P9c +P8c G* S* N* L* P* vK1i vG2i vP1h vP2h vP3h",
        "K5d +P9b +P8b +P7b +P6b +P9c +P8c G* S* N* L* P* vK1i vG2i vP1h vP2h vP3h +P1a +P1b +P2b +P3b",
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        player one;
        sit_down(&one, "base=shogi\nimpasseClaim=declare:28:27\n");
        put_up(one.position, positions[i]);
        int score;
        (void)go(&one, (shg_search_limits){ .depth_plies = 6 }, &score);
        assert_true(score < SHG_SCORE_WON); /* declarations do not count here */
        shg_table_clear(one.table);
        const shoogi_move best =
            go(&one, (shg_search_limits){ .depth_plies = 6, .may_declare = true }, &score);
        const bool wins = i == 0;
        assert_true((score >= SHG_SCORE_WON) == wins);
        if (wins) {
            assert_int_equal(score, SHG_SCORE_MATE - 3);
            assert_int_equal(shoogi_move_from(best), square_at(&one, "5d"));
            assert_int_equal(shoogi_move_to(best) % one.variant->ranks, 2);
        }
        get_up(&one);
    }
}

/* In games won by capturing the royal, a hanging royal is captured. */
static void takes_royals(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "chu");
    put_up(one.position, "K6l vK6a R6f vR1a");
    int score;
    const shoogi_move best = go(&one, (shg_search_limits){ .depth_plies = 3 }, &score);
    assert_int_equal(shoogi_move_to(best), 5 * one.variant->ranks);
    assert_int_equal(score, SHG_SCORE_MATE - 1);
    get_up(&one);
}

/* Trading a rook for a defended banner: decisive if the other side has no royal left, otherwise a loss. */
static void breaks_pairs(void **state)
{
    (void)state;
    static const char text[] =
        "files=9\nranks=9\nsymmetry=rotate\nholdingsType=0\nmaxPromote=0\ncheck=capture\nroyal=4\n"
        "royalPair=M:B\npawn:P:fW:p:\ntroop:M:K:m:\nbanner:B:fW:b:\nking:K:K:k:e1\nrook:R:R:r:\n";
    static const struct {
        const char *pieces;
        bool wins, gains;
    } cases[] = {
        { "K1i R5i vB5c vP5b vM9a", true, true },
        { "K1i R5i vB5c vP5b vM9a vB9c", false, true }, /* whatever SEE says */
        { "K1i R5i vB5c vP5b vM9a vK8a", false, false },
    };
    player one;
    shoogi_variant *v;
    assert_int_equal(shoogi_variant_parse(&v, text, sizeof text - 1, NULL), SHOOGI_OK);
    sit_down_to(&one, v);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_up(one.position, cases[i].pieces);
        const shoogi_move takes =
            shoogi_move_make(square_at(&one, "5i"), square_at(&one, "5c"), 5, false);
        static const int values[] = { 0, 100, 300, 300, 10000, 1000 };
        const shg_search_ops *const ops = shg_search_class(v);
        assert_int_equal(ops->see_at_least(one.position, takes, values, 0), cases[i].gains);
        int score;
        const shoogi_move best = go(&one, (shg_search_limits){ .depth_plies = 4 }, &score);
        assert_int_equal(best == takes, cases[i].wins);
        assert_int_equal(score == SHG_SCORE_MATE - 1, cases[i].wins);
    }
    /* An attacked royal may stay if its side has another: no check extension. */
    uint64_t nodes[2];
    for (int paired = 0; paired < 2; paired++) {
        put_up(one.position, paired ? "K1i R5i vK5a vM9a vB9c" : "K1i R5i vK5a vM9a vP9c");
        int score;
        (void)go(&one, (shg_search_limits){ .depth_plies = 1 }, &score);
        nodes[paired] = shg_search_nodes(one.search);
    }
    assert_true(nodes[true] < nodes[false]);
    get_up(&one);
}

/* Trading a rook for a defended drum: good if it is the last drum, which takes all rooks of its side along; otherwise bad. */
static void sees_what_changes(void **state)
{
    (void)state;
    static const char text[] =
        "files=9\nranks=9\nsymmetry=rotate\nholdingsType=0\nmaxPromote=0\ncheck=strict\nroyal=3\n"
        "changes=lost:D:R>-;near2:K:P>G;far2:K:G>P\n"
        "pawn:P:fW:p:\ndrum:D:fW:d:\nking:K:K:k:e1\nrook:R:R:r:\ngold:G:WfF:g:\n";
    static const struct {
        const char *pieces;
        bool takes;
    } cases[] = { { "K1i R5i D9i vD5c vP5b vK9a vR1a vR2a vR3a", true },
                  { "K1i R5i D9i vD5c vP5b vK9a vR1a vR2a vR3a vD8a", false } };
    player one;
    shoogi_variant *v;
    assert_int_equal(shoogi_variant_parse(&v, text, sizeof text - 1, NULL), SHOOGI_OK);
    sit_down_to(&one, v);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_up(one.position, cases[i].pieces);
        const shoogi_move takes =
            shoogi_move_make(square_at(&one, "5i"), square_at(&one, "5c"), 4, false);
        int score;
        const shoogi_move best = go(&one, (shg_search_limits){ .depth_plies = 5 }, &score);
        assert_int_equal(best == takes, cases[i].takes);
        assert_true(shg_position_check(one.position));
    }
    get_up(&one);
}

static void a_side_without_moves_gets_none(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "shogi");
    put_up(one.position, "vK5a P5c G5b K5i");
    shoogi_position_set_side(one.position, SHOOGI_WHITE);
    shoogi_position_setup_done(one.position);
    assert_int_equal(shoogi_position_moves(one.position, NULL, 0), 0);
    int score;
    assert_true(go(&one, (shg_search_limits){ .depth_plies = 3 }, &score) == 0);
    get_up(&one);
}

/* The side that is behind repeats the position; the side that is ahead avoids it. */
static void knows_repetition(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "shogi");
    put_up(one.position, "K9i vK1a R*");
    for (unsigned i = 0; i < 12; i++) {
        int score;
        const shoogi_move best = go(&one, (shg_search_limits){ .depth_plies = 4 }, &score);
        assert_true(best != 0);
        assert_true(shoogi_position_side(one.position) == SHOOGI_WHITE || score > 100);
        assert_int_equal(shoogi_position_do(one.position, best), SHOOGI_OK);
        if (shoogi_position_result(one.position).reason != SHOOGI_REASON_NONE)
            break;
    }
    assert_true(shoogi_position_result(one.position).outcome != SHOOGI_OUTCOME_DRAW);
    get_up(&one);
}

/* Every game, after some moves: a legal move, the same again after clearing, the position unchanged; and node limits are kept. */
/* Length limit of the game: a mate by the last move counts; after it the game is drawn. */
static void knows_when_it_is_all_over(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        unsigned plies_left;
        int score;
    } cases[] = {
        { "K5i vK5a P5c G*", 1, SHG_SCORE_MATE - 1 },
        { "K5i vK5a P5c G*", 0, SHG_SCORE_MATE - 1 },
        { "K9i vK1a P1d G* G*", 0, SHG_SCORE_MATE - 3 },
        { "K9i vK1a P1d G* G*", 3, SHG_SCORE_MATE - 3 },
        { "K9i vK1a P1d G* G*", 2, 0 },
        { "K9i vK1a R*", 4, 0 },
        { "K9i vK1a vR5a", 1, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        player one;
        sit_down(&one, "shogi");
        put_up(one.position, cases[i].pieces);
        int score;
        (void)go(&one, (shg_search_limits){ .depth_plies = 5, .plies_left = cases[i].plies_left },
                 &score);
        assert_int_equal(score, cases[i].score);
        get_up(&one);
    }
}

/* Contempt: a draw has this score for the side to move at the root, whatever the kind of draw. */
static void a_draw_is_worth_what_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        unsigned plies_left;
    } cases[] = { { "K9i vK1a R*", 4 }, { "K9i vK1a R*", 3 }, { "K9i vK1a P1d G* G*", 2 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int draw = -300; draw <= 300; draw += 150) {
            player one;
            sit_down(&one, "shogi");
            put_up(one.position, cases[i].pieces);
            int score;
            (void)go(&one,
                     (shg_search_limits){
                         .depth_plies = 5, .plies_left = cases[i].plies_left, .draw_score = draw },
                     &score);
            assert_int_equal(score, draw);
            get_up(&one);
        }
}

static void is_the_same_every_time(void **state)
{
    (void)state;
    enum { NODES = 3000 };
    uint64_t chance = 3;
    for (unsigned i = 0; i < ENGINE_GAMES; i++) {
        player one;
        sit_down(&one, engine_games[i]);
        for (unsigned j = 0; j < 3; j++) {
            for (unsigned k = 0; k < 6 && wander(one.position, &chance);)
                k++;
            if (shoogi_position_result(one.position).reason != SHOOGI_REASON_NONE)
                break;
            const uint64_t hash = shoogi_position_hash(one.position);
            shoogi_move best[2];
            uint64_t nodes[2];
            int score[2];
            for (unsigned k = 0; k < 2; k++) {
                shg_table_clear(one.table);
                shg_search_clear(one.search);
                best[k] = go(&one, (shg_search_limits){ .nodes = NODES }, &score[k]);
                nodes[k] = shg_search_nodes(one.search);
            }
            assert_true(shg_position_is_legal(one.position, best[0]));
            assert_true(best[0] == best[1] && nodes[0] == nodes[1]);
            assert_int_equal(score[0], score[1]);
            assert_true(nodes[0] <= NODES + 2000); /* the first iteration is finished */
            assert_true(shoogi_position_hash(one.position) == hash);
        }
        get_up(&one);
    }
}

/* Search info: principal variations of legal moves, the best first, for each iteration. */
typedef struct last_report {
    const shoogi_position *position;
    unsigned depth, line, count;
    int score;
} last_report;

static void hear(void *context, const shg_search_info *info)
{
    last_report *const h = context;
    assert_true(info->pv_number == h->line % 3 + 1);
    if (info->pv_number == 1)
        assert_int_equal(info->depth_plies, h->depth + 1);
    else
        assert_true(info->score <= h->score);
    h->depth = info->depth_plies;
    h->line = info->pv_number;
    h->score = info->score;
    h->count++;
    shoogi_position *p;
    assert_int_equal(shoogi_position_copy(&p, h->position), SHOOGI_OK);
    assert_true(info->pv_length > 0);
    for (unsigned i = 0; i < info->pv_length; i++) {
        assert_true(shg_position_is_legal(p, info->pv[i]));
        assert_int_equal(shoogi_position_do(p, info->pv[i]), SHOOGI_OK);
    }
    shoogi_position_free(p);
}

static void tells_several_lines(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "shogi");
    last_report h = { .position = one.position, .line = 3 };
    int score;
    go(&one, (shg_search_limits){ .depth_plies = 5, .pv_count = 3, .on_info = hear, .context = &h },
       &score);
    assert_int_equal(h.count, 15);
    get_up(&one);
}

/* The share of the best move in the nodes of each iteration. */
typedef struct shares {
    double least, last;
} shares;

static void on_share(void *context, const shg_search_info *info)
{
    shares *const s = context;
    assert_true(info->best_share > 0 && info->best_share <= 1);
    s->least = info->best_share < s->least ? info->best_share : s->least;
    s->last = info->best_share;
}

/* A rook that hangs is easy to capture, and a move without an alternative is the easiest. */
static void tells_how_clear_the_best_move_is(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        size_t moves; /* 0: all */
        double least;
    } cases[] = {
        { "K9i vK1a P5f vR5e", 0, 0.9 },
        { "K9i vK1a P5f vP5d", 1, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        player one;
        shares s = { .least = 1 };
        int score;
        shoogi_move first;
        sit_down(&one, "shogi");
        put_up(one.position, cases[i].pieces);
        assert_true(shoogi_position_moves(one.position, &first, 1) > 1);
        go(&one,
           (shg_search_limits){ .depth_plies = 8,
                                .moves = &first,
                                .move_count = cases[i].moves,
                                .on_info = on_share,
                                .context = &s },
           &score);
        assert_true(s.last >= cases[i].least);
        assert_true((s.least < 1) == (cases[i].moves == 0)); /* at first nothing is clear */
        get_up(&one);
    }
}

static void searches_what_it_is_told_to(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "shogi");
    shoogi_move moves[200];
    const size_t count = shoogi_position_moves(one.position, moves, 200);
    assert_true(count == 30);
    int score;
    for (size_t i = 0; i < count; i += 7)
        assert_true(go(&one,
                       (shg_search_limits){ .depth_plies = 3, .moves = &moves[i], .move_count = 1 },
                       &score) == moves[i]);
    /* The result of a search restricted to some moves is not stored. */
    shg_entry entry;
    assert_false(shg_table_find(one.table, shoogi_position_hash(one.position), &entry));
    (void)go(&one, (shg_search_limits){ .depth_plies = 3 }, &score);
    assert_true(shg_table_find(one.table, shoogi_position_hash(one.position), &entry));
    get_up(&one);
}

/* Entries of the search for the previous move are replaced. */
static void ages(void **state)
{
    (void)state;
    player one;
    int score;
    sit_down(&one, "shogi");
    (void)go(&one, (shg_search_limits){ .nodes = TEST_SHARE(200000, 200000, 30000) }, &score);
    assert_true(shg_table_full_permille(one.table) > 0);
    shg_search_age(one.search);
    assert_int_equal(shg_table_full_permille(one.table), 0);
    get_up(&one);
}

static void stops_when_it_is_told_to(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "shogi");
    one.stop = true;
    int score;
    assert_true(go(&one, (shg_search_limits){ 0 }, &score) != 0);
    assert_true(shg_search_nodes(one.search) < 10000);
    get_up(&one);
}

/* Multi-PV, stopped in the first iteration: one quiescence search for each move, not for each line and move. */
static void tells_lines_in_a_hurry(void **state)
{
    (void)state;
    player one;
    sit_down(&one, "chu");
    one.stop = true;
    last_report h = { .position = one.position, .line = 3 };
    int score;
    go(&one, (shg_search_limits){ .pv_count = 3, .on_info = hear, .context = &h }, &score);
    assert_int_equal(h.count, 3);
    const uint64_t three_lines = shg_search_nodes(one.search);
    go(&one, (shg_search_limits){ .pv_count = 12 }, &score);
    assert_true(shg_search_nodes(one.search) <= three_lines);
    get_up(&one);
}

/* The largest board, with hundreds of kinds: a legal move, and weights within the size of a file. */
static void plays_on_the_largest_board(void **state)
{
    (void)state;
    static char text[LARGE_DEFINITION_ROOM];
    player one;
    shoogi_variant *v;
    int score;
    const size_t bytes = large_definition(text, 36, 500, "capture");
    assert_int_equal(shoogi_variant_parse(&v, text, bytes, NULL), SHOOGI_OK);
    sit_down_to(&one, v);
    assert_in_range(one.weights->count * sizeof *one.weights->value, 1,
                    SHG_WEIGHTS_BYTES_MAX - 64 * 1024 /* the header */);
    const shoogi_move best = go(&one, (shg_search_limits){ .nodes = 300 }, &score);
    assert_int_equal(shoogi_position_why_illegal(one.position, best, NULL, 0), SHOOGI_ILLEGAL_NONE);
    get_up(&one);
}

TEST_SUITE(search)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_exchanges),
        cmocka_unit_test(counts_exchanges_by_jumps),
        cmocka_unit_test(finds_mates),
        cmocka_unit_test(plans_declarations),
        cmocka_unit_test(sees_mates_over_others),
        cmocka_unit_test(takes_royals),
        cmocka_unit_test(breaks_pairs),
        cmocka_unit_test(sees_what_changes),
        cmocka_unit_test(a_side_without_moves_gets_none),
        cmocka_unit_test(knows_repetition),
        cmocka_unit_test(knows_when_it_is_all_over),
        cmocka_unit_test(a_draw_is_worth_what_is_said),
        cmocka_unit_test(is_the_same_every_time),
        cmocka_unit_test(tells_several_lines),
        cmocka_unit_test(tells_how_clear_the_best_move_is),
        cmocka_unit_test(searches_what_it_is_told_to),
        cmocka_unit_test(ages),
        cmocka_unit_test(stops_when_it_is_told_to),
        cmocka_unit_test(tells_lines_in_a_hurry),
        cmocka_unit_test(plays_on_the_largest_board),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
