/* impasse_test.c: impasse points and claims, clause by clause for both colours. */
#include "support/core.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Shogi, with other endings. */
#define DECLARES "base=shogi\nimpasseClaim=declare:28:27\n"
#define LEVELS   "base=shogi\nimpasseClaim=none\nimpasseClaim=declare:31/24\n"
#define AGREES   "base=shogi\nimpasse=agree\nimpasseClaim=none\n"
#define NEVER    "base=shogi\nimpasse=none\nimpasseClaim=none\n"
#define MINOR    "base=shogi\nimpasseBig=G\n"

static shoogi_square turned(const shoogi_variant *v, shoogi_square square, bool turn)
{
    return turn ? (shoogi_square)(v->squares - 1u - square) : square;
}

/* Puts one piece, "G4b", or pieces in hand, "P*3", Black's in upper case, White's in lower case; turn: for the other
 * side on the rotated board. */
static void put(shoogi_position *p, const char *word, bool turn)
{
    const shoogi_variant *v = shoogi_position_variant(p);
    const size_t sign = word[0] == '+', letters = sign + strspn(word + sign, "PLNSGBRKplnsgbrk");
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, word, letters);
    const bool black = word[sign] < 'a';
    const shoogi_colour colour = black != turn ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (kind == 0)
        fail_msg("%s", word);
    if (word[letters] == '*') {
        assert_int_equal(
            shoogi_position_set_hand(p, colour, kind, (unsigned)atoi(word + letters + 1)),
            SHOOGI_OK);
        return;
    }
    shoogi_square square;
    if (shoogi_square_read(&square, v, word + letters, strlen(word + letters)) == 0)
        fail_msg("%s", word);
    square = turned(v, square, turn);
    if (shoogi_position_piece(p, square).kind != 0)
        fail_msg("%s: twice", word);
    shoogi_position_put(p, square, (shoogi_piece){ kind, colour });
}

static void set_up(shoogi_position *p, const char *words, shoogi_colour side, bool turn)
{
    char text[512];
    snprintf(text, sizeof text, "%s", words);
    shoogi_position_clear(p);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        put(p, word, turn);
    shoogi_position_set_side(p, turn ? shoogi_colour_other(side) : side);
    shoogi_position_setup_done(p);
}

/* --- points -------------------------------------------------------------------------------------- */

static void points_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *game, *pieces;
        unsigned black, white;
    } counts[] = {
        { "shogi", "K5i k5a", 0, 0 },
        { "shogi", "K5i k5a R2h B8h P1g r8b", 11, 5 },
        /* Promotion does not change the points of a piece, nor does being in hand. */
        { "shogi", "K5i k5a +R2h +B8h +P1g g8b p* r*2 P*3", 14, 11 },
        { "shogi", "K5i k5a L1i N2i S3i G4i +L9i +N8i +S7i", 7, 0 },
        { MINOR, "K5i k5a R2h B8h G4i G*1 S3i", 13, 0 },
    };
    for (size_t i = 0; i < COUNT(counts); i++) {
        shoogi_variant *v = load_variant(counts[i].game, (shg_class_choice){ 1, false });
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (int turn = 0; turn < 2; turn++) {
            set_up(p, counts[i].pieces, SHOOGI_BLACK, turn == 1);
            const shoogi_colour first = turn ? SHOOGI_WHITE : SHOOGI_BLACK;
            assert_int_equal(shoogi_position_impasse_points(p, first), counts[i].black);
            assert_int_equal(shoogi_position_impasse_points(p, shoogi_colour_other(first)),
                             counts[i].white);
        }
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* A side has entered when all of its royals stand in its promotion zone. */
static void royals_enter(void **state)
{
    (void)state;
    static const struct {
        const char *game, *pieces;
        bool black, white;
    } rows[] = {
        { "shogi", "K5i k5a", false, false }, { "shogi", "K5c k5g", true, true },
        { "shogi", "K5d k5i", false, true },  { "shogi", "K1a k5f +R2b", true, false },
        { "shogi", "G5b k5f", false, false }, /* no royal at all */
        { "micro", "K1a k4e", false, false }, /* no promotion zone */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        shoogi_variant *v = load_variant(rows[i].game, (shg_class_choice){ 1, false });
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (int turn = 0; turn < 2; turn++) {
            set_up(p, rows[i].pieces, SHOOGI_BLACK, turn == 1);
            const shoogi_colour first = turn ? SHOOGI_WHITE : SHOOGI_BLACK;
            if (shoogi_position_has_entered(p, first) != rows[i].black ||
                shoogi_position_has_entered(p, shoogi_colour_other(first)) != rows[i].white)
                fail_msg("%s: %s", rows[i].game, rows[i].pieces);
        }
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* At the start of every variant with points both sides have the same. */
static void sides_begin_alike(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        unsigned points;
    } starts[] = { { "shogi", 27 }, { "shosu", 29 }, { "mini", 13 }, { "chu", 61 } };
    for (size_t i = 0; i < COUNT(starts); i++) {
        shoogi_variant *v = load_variant(starts[i].game, (shg_class_choice){ 1, false });
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_BLACK), starts[i].points);
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_WHITE), starts[i].points);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* --- claims -------------------------------------------------------------------------------------- */

enum {
    AGREED = SHOOGI_CLAIM_AGREED,
    CAMP = SHOOGI_CLAIM_ALL_PROTECTED,
    DECLARED = SHOOGI_CLAIM_DECLARATION
};
enum { BLACK = SHOOGI_BLACK, WHITE = SHOOGI_WHITE };

/* Black's pieces in the promotion zone, all protected: 7 points, the king counting 0. */
#define ZONE_PIECES "K5b G4b S6b P6a N4a +P5a +P5c G4c "
/* Ten besides the king, hence 10 points. */
#define TEN ZONE_PIECES "+P6c +L3c +L3b "

static const struct claimed {
    const char *game, *pieces;
    int side, claim, claimant;
    shoogi_refusal refusal;
    shoogi_outcome outcome;
    const char *sentence, *square; /* NULL: any; and the square in the sentence */
} claims[] = {
    /* By agreement: a draw, points, or no such claim. */
    { AGREES, "K5i k5a", BLACK, AGREED, BLACK, 0, SHOOGI_OUTCOME_DRAW, "", "" },
    { AGREES, "K5i k5a R*2 B*2", BLACK, AGREED, WHITE, 0, SHOOGI_OUTCOME_DRAW, "", "" },
    { "shosu", "K5i k5a R*2", WHITE, AGREED, WHITE, 0, SHOOGI_OUTCOME_DRAW, "", "" },
    { NEVER, "K5i k5a", BLACK, AGREED, BLACK, SHOOGI_REFUSAL_NO_SUCH_CLAIM, 0,
      "this game does not end so", "" },
    { "shogi", "K5i k5a P*24 p*24", BLACK, AGREED, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { "shogi", "K5i k5a P*24 p*23", BLACK, AGREED, WHITE, 0, SHOOGI_OUTCOME_BLACK, "", "" },
    { "shogi", "K5i k5a P*23 p*24", WHITE, AGREED, BLACK, 0, SHOOGI_OUTCOME_WHITE, "", "" },
    { "shogi", "K5i k5a P*23 p*23", BLACK, AGREED, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { "shogi", "K5i k5a", BLACK, AGREED, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    /* The game is over by mate or stalemate. */
    { "shogi", "K5c G5b k5a", WHITE, AGREED, WHITE, SHOOGI_REFUSAL_GAME_OVER, 0, "the game is over",
      "" },
    { "shogi", "K5c k1a G3b G2c", WHITE, CAMP, BLACK, SHOOGI_REFUSAL_GAME_OVER, 0,
      "the game is over", "" },

    /* All protected: points decide, whichever side is to move, and the claimant may lose. */
    { "shogi", ZONE_PIECES "R*2 B*2 k5i", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_BLACK, "", "" },
    { "shogi", ZONE_PIECES "R*2 B*2 k5i", WHITE, CAMP, BLACK, 0, SHOOGI_OUTCOME_BLACK, "", "" },
    { "shogi", ZONE_PIECES "R*2 B*2 k5i p*24", WHITE, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "",
      "" },
    { "shogi", ZONE_PIECES "k5i r*2 b*2 g*4", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_WHITE, "", "" },
    { "shogi", "K5b k5i", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { AGREES "impasseClaim=camp\n", ZONE_PIECES "k5i r*2 b*2 g*4", BLACK, CAMP, BLACK, 0,
      SHOOGI_OUTCOME_DRAW, "", "" },
    { DECLARES "impasseClaim=none\nimpasseClaim=declare:9:9\n", ZONE_PIECES "k5i", BLACK, CAMP,
      BLACK, SHOOGI_REFUSAL_NO_SUCH_CLAIM, 0, "this game does not end so", "" },
    /* Every piece, including the king; the sentence names the first. */
    { "shogi", ZONE_PIECES "S5e k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_OUTSIDE_ZONE, 0,
      "your silver general on 5e is outside the promotion zone", "5e" },
    { "shogi", ZONE_PIECES "+R1d k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_OUTSIDE_ZONE, 0,
      "your promoted rook on 1d is outside the promotion zone", "1d" },
    { "shogi", "K5d G5c k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_OUTSIDE_ZONE, 0,
      "your king on 5d is outside the promotion zone", "5d" },
    { "shogi", ZONE_PIECES "k5i r5e", WHITE, CAMP, WHITE, SHOOGI_REFUSAL_OUTSIDE_ZONE, 0, NULL, "" },
    /* The royal need not be protected, but may not be attacked. */
    { "shogi", "K9a k5i b5e", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_ROYAL_ATTACKED, 0,
      "your king on 9a is attacked", "9a" },
    { "shogi", "K9a P8b k5i b5e", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { "shogi", "K5b k5i r5h", WHITE, CAMP, BLACK, SHOOGI_REFUSAL_ROYAL_ATTACKED, 0,
      "your king on 5b is attacked", "5b" },
    /* Every other piece is protected, ignoring pins. */
    { "shogi", ZONE_PIECES "R1a k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_UNPROTECTED, 0,
      "your rook on 1a is not protected", "1a" },
    { "shogi", ZONE_PIECES "R1a R1b k5i", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { "shogi", ZONE_PIECES "+R1a P1c k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_UNPROTECTED, 0,
      "your promoted rook on 1a is not protected", "1a" },
    { "shogi", "K5a S5b P4c k5i r5h", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    /* A knight protects the squares that it attacks; a piece does not protect itself. */
    { "shogi", "K5b N4c S3a k5i", BLACK, CAMP, BLACK, 0, SHOOGI_OUTCOME_NO_CONTEST, "", "" },
    { "shogi", "K5b N8c S7a k5i", BLACK, CAMP, BLACK, SHOOGI_REFUSAL_UNPROTECTED, 0,
      "your knight on 8c is not protected", "8c" },

    /* Declaration: 28 points for Black and 27 for White, on one's own turn. */
    { DECLARES, TEN "R*2 B*1 P*3 k5i", BLACK, DECLARED, BLACK, 0, SHOOGI_OUTCOME_BLACK, "", "" },
    { DECLARES, TEN "R*2 B*1 P*1 k5i", BLACK, DECLARED, BLACK, SHOOGI_REFUSAL_TOO_FEW_POINTS, 0,
      NULL, "" },
    { DECLARES, TEN "R*2 B*2 k5i", WHITE, DECLARED, BLACK, SHOOGI_REFUSAL_NOT_YOUR_TURN, 0,
      "it is not your turn", "" },
    { "shogi", TEN "R*2 B*2 k5i", BLACK, DECLARED, BLACK, SHOOGI_REFUSAL_NO_SUCH_CLAIM, 0,
      "this game does not end so", "" },
    { DECLARES, "G4b R*2 B*2 k5i", BLACK, DECLARED, BLACK, SHOOGI_REFUSAL_NO_SUCH_CLAIM, 0,
      "this game does not end so", "" },
    { DECLARES, "K5d R*2 B*2 k5i", BLACK, DECLARED, BLACK, SHOOGI_REFUSAL_OUTSIDE_ZONE, 0,
      "your king on 5d is outside the promotion zone", "5d" },
    { DECLARES, "K9a R*2 B*2 k5i b5e", BLACK, DECLARED, BLACK, SHOOGI_REFUSAL_ROYAL_ATTACKED, 0,
      "your king on 9a is attacked", "9a" },
    { DECLARES, "K5b G4b S6b P6a N4a +P5a +P5c G4c +P6c +L3c R1d B*2 R*1 P*9 k5i", BLACK, DECLARED,
      BLACK, SHOOGI_REFUSAL_TOO_FEW_PIECES, 0,
      "10 pieces besides the royal must be in the promotion zone, not 9", "" },
    /* Pieces outside the zone count neither as pieces nor for points, nor do the opponent's. */
    { DECLARES, TEN "R1d B*2 P*6 k5i r1a b2a", BLACK, DECLARED, BLACK,
      SHOOGI_REFUSAL_TOO_FEW_POINTS, 0, NULL, "" },
    { DECLARES, TEN "R1c B*2 P*3 k5i", BLACK, DECLARED, BLACK, 0, SHOOGI_OUTCOME_BLACK, "", "" },
};

/* The professionals' rule: 31 points win, 24 to 30 make no contest, and with fewer there is nothing to declare. */
static void enough_points_for_no_result(void **state)
{
    (void)state;
    static const struct {
        const char *game, *pieces;
        shoogi_outcome outcome;
        shoogi_reason reason;
        const char *sentence;
    } declared[] = {
        { LEVELS, TEN "R*2 B*2 P*1 k5i", SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_DECLARATION, "" },
        { LEVELS, TEN "R*2 B*2 k5i", SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_IMPASSE, "" },
        { LEVELS, TEN "R*2 P*4 k5i", SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_IMPASSE, "" },
        { LEVELS, TEN "R*2 P*3 k5i", SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE,
          "24 points are needed in the promotion zone and in hand, not 23" },
        { LEVELS, "K5b G4b R*2 B*2 P*9 k5i", SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE,
          "10 pieces besides the royal must be in the promotion zone, not 1" },
        /* Where an impasse is a draw, so is this. */
        { LEVELS "impasse=agree\n", TEN "R*2 B*2 k5i", SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_IMPASSE,
          "" },
        { "base=shogi\nimpasseClaim=declare:31/24:27\n", TEN "R*2 P*4 k5i",
          SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_IMPASSE, "" },
    };
    for (size_t i = 0; i < 2 * COUNT(declared); i++) {
        const bool turn = i % 2 == 1;
        const size_t row = i / 2;
        if (turn && row + 1 == COUNT(declared))
            continue; /* the colours differ there */
        shoogi_variant *const v = load_variant(declared[row].game, (shg_class_choice){ 1, false });
        shoogi_position *p;
        char sentence[160];
        shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        set_up(p, declared[row].pieces, SHOOGI_BLACK, turn);
        (void)shoogi_position_claim(&result, p, SHOOGI_CLAIM_DECLARATION,
                                    turn ? SHOOGI_WHITE : SHOOGI_BLACK, sentence, sizeof sentence);
        const shoogi_outcome won = turn ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
        assert_int_equal(result.outcome, declared[row].outcome == SHOOGI_OUTCOME_BLACK
                                             ? won
                                             : declared[row].outcome);
        assert_int_equal(result.reason, declared[row].reason);
        assert_string_equal(sentence, declared[row].sentence);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* Pieces that were given as a handicap count for their owner however the start was given: as the first move, or as a position
 * in which they are missing, nothing else has changed, and their owner moves first. */
static void given_pieces_count(void **state)
{
    (void)state;
    static const struct {
        const char *game, *removed; /* "82 22": squares of files and ranks */
        shoogi_colour side;
        unsigned white, black;
    } starts[] = {
        { "shogi", "", SHOOGI_WHITE, 27, 27 },
        { "shogi", "82 22", SHOOGI_WHITE, 27, 27 },
        { "shogi", "82 22 11 91 21 81", SHOOGI_WHITE, 27, 27 },
        { "shogi", "93", SHOOGI_WHITE, 27, 27 },    /* a handicap without a name */
        { "shogi", "82 22", SHOOGI_BLACK, 17, 27 }, /* its owner does not move first */
        { "shogi", "88", SHOOGI_WHITE, 27, 22 },    /* the other side's */
        { "shogi", "82 88", SHOOGI_WHITE, 22, 22 }, /* both sides' */
        { "shogi", "51", SHOOGI_WHITE, 27, 27 },    /* a royal is never given */
        { "shogi", "51 82", SHOOGI_WHITE, 22, 27 },
        { "shogi-handicap", "82 22", SHOOGI_WHITE, 17, 27 }, /* the game does not count them */
    };
    for (size_t i = 0; i < COUNT(starts); i++) {
        shoogi_variant *const v = load_variant(starts[i].game, (shg_class_choice){ 1, false });
        shoogi_position *p, *copy;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (const char *s = starts[i].removed; *s != '\0'; s += s[2] == ' ' ? 3 : 2)
            shoogi_position_put(
                p, shoogi_variant_square(v, (unsigned)(s[0] - '1'), (unsigned)(s[1] - '1')),
                (shoogi_piece){ 0, SHOOGI_BLACK });
        shoogi_position_set_side(p, starts[i].side);
        shoogi_position_setup_done(p);
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_WHITE), starts[i].white);
        assert_int_equal(shoogi_position_impasse_points(p, SHOOGI_BLACK), starts[i].black);
        assert_int_equal(shoogi_position_copy(&copy, p), SHOOGI_OK);
        assert_int_equal(shoogi_position_impasse_points(copy, SHOOGI_WHITE), starts[i].white);
        /* A piece in hand or on another square: it is no start. */
        if (starts[i].white == 27 && strncmp(starts[i].removed, "82 2", 4) == 0) {
            assert_int_equal(shoogi_position_set_hand(p, SHOOGI_WHITE, 1, 1), SHOOGI_OK);
            shoogi_position_setup_done(p);
            assert_true(shoogi_position_impasse_points(p, SHOOGI_WHITE) < 20);
        }
        shoogi_position_free(copy);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* The sentence, with the square rotated with the board. */
static void expect_sentence(char *out, size_t room, const shoogi_variant *v,
                            const struct claimed *c, bool turn)
{
    const char *sentence = c->sentence ? c->sentence : "";
    const char *const found = c->square[0] != '\0' ? strstr(sentence, c->square) : NULL;
    char square[SHOOGI_SQUARE_TEXT_BYTES] = "";
    size_t before = strlen(sentence);
    if (found) {
        shoogi_square at;
        assert_true(shoogi_square_read(&at, v, found, strlen(c->square)) == strlen(c->square));
        shoogi_square_text(square, sizeof square, v, turned(v, at, turn));
        before = (size_t)(found - sentence);
    }
    snprintf(out, room, "%.*s%s%s", (int)before, sentence, square,
             found ? found + strlen(c->square) : "");
}

static void claims_hold_or_not(void **state)
{
    (void)state;
    size_t good = 0;
    bool seen[SHOOGI_REFUSAL_COUNT] = { false };
    for (size_t i = 0; i < 2 * COUNT(claims); i++) {
        const struct claimed *c = &claims[i / 2];
        const bool turn = i % 2 == 1;
        shoogi_variant *v = load_variant(c->game, (shg_class_choice){ 1, false });
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        set_up(p, c->pieces, (shoogi_colour)c->side, turn);
        const uint64_t hash = shoogi_position_hash(p);

        char sentence[160], expected[160];
        expect_sentence(expected, sizeof expected, v, c, turn);

        shoogi_outcome outcome = c->outcome;
        if (turn && outcome == SHOOGI_OUTCOME_BLACK)
            outcome = SHOOGI_OUTCOME_WHITE;
        else if (turn && outcome == SHOOGI_OUTCOME_WHITE)
            outcome = SHOOGI_OUTCOME_BLACK;
        shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
        const shoogi_refusal refusal = shoogi_position_claim(
            &result, p, (shoogi_claim)c->claim, (shoogi_colour)(c->claimant ^ (int)turn), sentence,
            sizeof sentence);
        const bool holds = refusal == SHOOGI_REFUSAL_NONE;
        const shoogi_reason reason = !holds                 ? SHOOGI_REASON_NONE
                                     : c->claim == DECLARED ? SHOOGI_REASON_DECLARATION
                                                            : SHOOGI_REASON_IMPASSE;
        const bool same = refusal == c->refusal && result.outcome == outcome &&
                          result.reason == reason && (sentence[0] == '\0') == holds &&
                          (!c->sentence || strcmp(sentence, expected) == 0);
        if (!same)
            print_error("%zu: %s: %d, outcome %d, \"%s\"\n", i / 2, c->pieces, (int)refusal,
                        (int)result.outcome, sentence);
        good += same;
        seen[refusal] = true;
        /* The position is unchanged, and sentence may be NULL. */
        assert_true(shoogi_position_hash(p) == hash);
        assert_int_equal(shoogi_position_claim(&result, p, (shoogi_claim)c->claim,
                                               (shoogi_colour)(c->claimant ^ (int)turn), NULL, 0),
                         refusal);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
    assert_int_equal(good, 2 * COUNT(claims));
    for (int i = 0; i < SHOOGI_REFUSAL_COUNT; i++)
        if (!seen[i])
            fail_msg("no case for row %d of refusal.def", i);
}

/* With several violations rank a comes first, and in a rank file 1, for either colour. */
static void the_first_piece_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        shoogi_colour claimant;
        const char *sentence;
    } claimed[] = {
        { "K5b P8e P2e P1f k5i", SHOOGI_BLACK, "your pawn on 2e is outside the promotion zone" },
        { "K5b k5h p8e p2e p9d", SHOOGI_WHITE, "your pawn on 9d is outside the promotion zone" },
    };
    shoogi_variant *v = load_variant("shogi", (shg_class_choice){ 1, false });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (size_t i = 0; i < COUNT(claimed); i++) {
        char sentence[160];
        shoogi_result result;
        set_up(p, claimed[i].pieces, SHOOGI_BLACK, false);
        assert_int_equal(shoogi_position_claim(&result, p, SHOOGI_CLAIM_ALL_PROTECTED,
                                               claimed[i].claimant, sentence, sizeof sentence),
                         SHOOGI_REFUSAL_OUTSIDE_ZONE);
        assert_string_equal(sentence, claimed[i].sentence);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* The only clause in which the colours differ. */
static void black_needs_a_point_more(void **state)
{
    (void)state;
    static const struct {
        const char *pieces;
        bool white;
        const char *sentence;
    } declared[] = {
        { TEN "R*2 B*1 P*3 k5i", false, "" },
        { TEN "R*2 B*1 P*2 k5i", false,
          "28 points are needed in the promotion zone and in hand, not 27" },
        { TEN "R*2 B*1 P*2 k5i", true, "" },
        { TEN "R*2 B*1 P*1 k5i", true,
          "27 points are needed in the promotion zone and in hand, not 26" },
    };
    shoogi_variant *v = load_variant(DECLARES, (shg_class_choice){ 1, false });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (size_t i = 0; i < COUNT(declared); i++) {
        char sentence[160];
        shoogi_result result;
        set_up(p, declared[i].pieces, SHOOGI_BLACK, declared[i].white);
        (void)shoogi_position_claim(&result, p, SHOOGI_CLAIM_DECLARATION,
                                    declared[i].white ? SHOOGI_WHITE : SHOOGI_BLACK, sentence,
                                    sizeof sentence);
        assert_string_equal(sentence, declared[i].sentence);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* The claims of a variant, without a position. */
static void games_know_their_claims(void **state)
{
    (void)state;
    enum { NO = 999 };
    static const struct {
        const char *game;
        unsigned points[3][2]; /* by claim and colour; NO: no such claim */
    } games[] = {
        { "shogi", { { 24, 24 }, { 24, 24 }, { NO, NO } } },
        { DECLARES, { { 24, 24 }, { 24, 24 }, { 28, 27 } } },
        { AGREES "impasseClaim=camp\n", { { 0, 0 }, { 0, 0 }, { NO, NO } } },
        { AGREES, { { 0, 0 }, { NO, NO }, { NO, NO } } },
        { NEVER, { { NO, NO }, { NO, NO }, { NO, NO } } },
        { NEVER "impasseClaim=declare:9:8\n", { { NO, NO }, { NO, NO }, { 9, 8 } } },
        { LEVELS, { { 24, 24 }, { NO, NO }, { 31, 31 } } },
        { "chu", { { NO, NO }, { NO, NO }, { NO, NO } } },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *v = load_variant(games[i].game, (shg_class_choice){ 1, false });
        for (int claim = 0; claim < 3; claim++)
            for (int colour = 0; colour < 2; colour++) {
                unsigned points = NO;
                assert_int_equal(shoogi_variant_has_claim(&points, v, (shoogi_claim)claim,
                                                          (shoogi_colour)colour),
                                 games[i].points[claim][colour] != NO);
                assert_int_equal(points, games[i].points[claim][colour]);
                assert_int_equal(
                    shoogi_variant_has_claim(NULL, v, (shoogi_claim)claim, (shoogi_colour)colour),
                    points != NO);
            }
        shoogi_variant_free(v);
    }
}

/* --- protection again, from legal moves ---------------------------------------------------------- */

/* Whether some legal move captures on the square; the variant must have no check rule. */
static bool is_taken_somehow(const shoogi_position *p, shoogi_square square)
{
    static shoogi_move moves[1 << 14];
    const size_t count = shoogi_position_moves_by_path(p, moves, COUNT(moves));
    assert_true(count <= COUNT(moves));
    for (size_t i = 0; i < count; i++)
        if (!shoogi_move_is_drop(moves[i]) &&
            (shoogi_move_to(moves[i]) == square || (moves[i] >> 22 & SHOOGI_NO_SQUARE) == square ||
             (moves[i] >> 33 & SHOOGI_NO_SQUARE) == square))
            return true;
    return false;
}

/* The rule itself: every piece in turn is offered for capture. */
static bool camp_is_good(shoogi_position *p, shoogi_colour own)
{
    const shoogi_variant *v = shoogi_position_variant(p);
    const shoogi_colour other = shoogi_colour_other(own);
    bool good = true;
    for (unsigned i = 0; i < v->squares && good; i++) {
        const shoogi_square square = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(p, square);
        if (piece.kind == 0 || piece.colour != own)
            continue;
        const bool royal = shoogi_variant_kind(v, piece.kind).royal;
        if (!royal)
            shoogi_position_put(p, square, (shoogi_piece){ piece.kind, other });
        shoogi_position_set_side(p, royal ? other : own);
        shoogi_position_setup_done(p);
        const unsigned rank = square % v->ranks;
        const bool inside = own == SHOOGI_BLACK ? rank < 3 : rank >= v->ranks - 3;
        good = inside && is_taken_somehow(p, square) == !royal;
        shoogi_position_put(p, square, piece);
    }
    shoogi_position_set_side(p, own);
    shoogi_position_setup_done(p);
    return good;
}

/* A few pieces of colour, most of them on its last three ranks, none on an occupied square. */
static void scatter(shoogi_position *p, uint64_t *chance, shoogi_colour colour, unsigned pieces,
                    bool camp)
{
    const shoogi_variant *v = shoogi_position_variant(p);
    for (unsigned i = 0; i < pieces; i++) {
        const unsigned ahead = (unsigned)random_below(chance, camp ? 3 : v->ranks);
        const unsigned rank = colour == SHOOGI_BLACK ? ahead : v->ranks - 1 - ahead;
        const shoogi_square square =
            shoogi_variant_square(v, (unsigned)random_below(chance, v->files), rank);
        shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        while (v->kind[kind].royal != (i == 0))
            kind = (shoogi_kind)(kind % v->kinds + 1);
        if (shoogi_position_piece(p, square).kind == 0)
            shoogi_position_put(p, square, (shoogi_piece){ kind, colour });
    }
}

/* Pieces that capture by hopping, by two steps, and differently from how they move. */
static const char hoppers[] =
    "files=6\nranks=7\nsymmetry=rotate\nholdingsType=-1\ncheck=capture\nmaxPromote=0\npromoZone=3\n"
    "impasseClaim=camp\ncannon:C:mRcpR:c:a1\nlion:N:KNADcaKcabKmabK:n:b1\nspy:S:mWcF:s:d1\n"
    "lance:L:fR:l:e1\nking:K:K:k:c1\n";

static void camps_are_what_moves_say(void **state)
{
    (void)state;
    static const char *const games[] = { "shogi-club", hoppers };
    uint64_t chance = 20260301;
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *v = load_variant(games[i], (shg_class_choice){ 1, false });
        shoogi_position *p;
        size_t seen[2] = { 0, 0 };
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (int n = 0; n < 4000; n++) {
            const shoogi_colour own = (shoogi_colour)random_below(&chance, 2);
            shoogi_position_clear(p);
            scatter(p, &chance, own, 2 + (unsigned)random_below(&chance, 7), true);
            if (random_below(&chance, 8) == 0)
                scatter(p, &chance, own, 2, false);
            scatter(p, &chance, shoogi_colour_other(own), 1 + (unsigned)random_below(&chance, 3),
                    false);
            shoogi_position_setup_done(p);
            const bool good = camp_is_good(p, own);
            shoogi_result result;
            const shoogi_refusal refusal =
                shoogi_position_claim(&result, p, SHOOGI_CLAIM_ALL_PROTECTED, own, NULL, 0);
            if (refusal == SHOOGI_REFUSAL_GAME_OVER)
                continue;
            assert_int_equal(refusal == SHOOGI_REFUSAL_NONE, good);
            seen[good]++;
        }
        assert_true(seen[0] > 300 && seen[1] > 300);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

TEST_SUITE(impasse)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_counted),          cmocka_unit_test(sides_begin_alike),
        cmocka_unit_test(claims_hold_or_not),          cmocka_unit_test(the_first_piece_is_named),
        cmocka_unit_test(black_needs_a_point_more),    cmocka_unit_test(games_know_their_claims),
        cmocka_unit_test(camps_are_what_moves_say),    cmocka_unit_test(royals_enter),
        cmocka_unit_test(enough_points_for_no_result), cmocka_unit_test(given_pieces_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
