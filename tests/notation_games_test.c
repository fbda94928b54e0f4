/* notation_games_test.c: random games of every shipped variant, with all that a record can hold, through every
 * format of records and the notations of positions, and back; and their moves through that of Game Courier.
 * Moves in other notations: move_texts_test.c.
 *
 *     notation_games_test [GAMES [WORD...]]     so many of each; without it, 100.  Words: names of variants and files of
 *                                              definitions, instead of all that are shipped */
#include "support/random_record.h"
#include "variants_of.h"

enum { PLIES_MAX = 120, NODES_MAX = 40, LARGE_SQUARES = 200, LARGE_NODES_MAX = 10 };

static unsigned games = 100;
static char **words; /* files or names */
static size_t word_count;

/* Reports a game that changed on its way through a notation, with its text. */
static void fail_game(const char *variant, uint64_t game, const char *what, const char *text)
{
    fail_msg("%s, game %llu: %s\n%s", variant, (unsigned long long)game, what, text);
}

static uint64_t hash_after(const shoogi_position *position, shoogi_move move)
{
    shoogi_position *p;
    assert_int_equal(shoogi_position_copy(&p, position), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    const uint64_t hash = shoogi_position_hash(p);
    shoogi_position_free(p);
    return hash;
}

static void check_move(const char *variant, uint64_t game, const shoogi_position *position,
                       shoogi_move move)
{
    char text[512];
    shoogi_error err;
    shoogi_courier_move found;
    (void)shoogi_courier_write(text, sizeof text, position, move);
    if (shoogi_courier_read(&found, position, text, strlen(text), &err) != SHOOGI_OK)
        fail_game(variant, game, err.message, text);
    /* A piece that is burned at its goal may have promoted or not: the moves are equivalent. */
    if (found.move != move && hash_after(position, found.move) != hash_after(position, move))
        fail_game(variant, game, "read as another move", text);
}

static void check_position(const char *variant, uint64_t game, const shoogi_position *position)
{
    static char text[16384];
    shoogi_error err;
    shoogi_position *again = make_position(shoogi_position_variant(position), NULL);
    assert_in_range(shoogi_fen_write(text, sizeof text, position), 1, sizeof text - 1);
    if (shoogi_fen_read(again, text, strlen(text), &err) != SHOOGI_OK)
        fail_game(variant, game, err.message, text);
    if (shoogi_position_hash(again) != shoogi_position_hash(position))
        fail_game(variant, game, "read as another position", text);
    assert_in_range(shoogi_courier_fen_write(text, sizeof text, position), 1, sizeof text - 1);
    if (shoogi_courier_fen_read(again, text, strlen(text), &err) != SHOOGI_OK)
        fail_game(variant, game, err.message, text);
    for (unsigned sq = 0; sq < shoogi_variant_square_count(shoogi_position_variant(position));
         sq++) {
        const shoogi_piece a = shoogi_position_piece(position, (shoogi_square)sq);
        const shoogi_piece b = shoogi_position_piece(again, (shoogi_square)sq);
        if (a.kind != b.kind || (a.kind != 0 && a.colour != b.colour))
            fail_game(variant, game, "read as another board", text);
    }
    shoogi_position_free(again);
}

/* A position of some game. */
static shoogi_position *random_start(const shoogi_variant *variant, uint64_t *chance)
{
    shoogi_position *const position = make_position(variant, NULL);
    for (uint64_t left = random_below(chance, PLIES_MAX); left > 0; left--) {
        size_t count;
        shoogi_move *const moves = legal_moves(&count, position);
        const shoogi_move move = count > 0 ? moves[random_below(chance, count)] : 0;
        free(moves);
        if (move == 0 || shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
            break;
        assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    }
    return position;
}

/* Any pieces of the variant anywhere and in hand, with the royals on their start squares. */
static shoogi_position *scattered_start(const shoogi_variant *variant, uint64_t *chance)
{
    enum { HANDS = 3 };
    shoogi_position *const position = make_position(variant, NULL);
    const unsigned kinds = shoogi_variant_kind_count(variant),
                   squares = shoogi_variant_square_count(variant);
    for (unsigned left = squares; left > 0; left--) {
        const shoogi_square square = (shoogi_square)random_below(chance, squares);
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, kinds));
        const shoogi_colour colour = (shoogi_colour)random_below(chance, 2);
        const bool empty = random_below(chance, 2);
        const shoogi_piece old = shoogi_position_piece(position, square);
        if (!shoogi_variant_has_square(variant, square / shoogi_variant_rank_count(variant),
                                       square % shoogi_variant_rank_count(variant)) ||
            (old.kind != 0 && shoogi_variant_kind(variant, old.kind).royal) ||
            shoogi_variant_kind(variant, kind).royal)
            continue;
        shoogi_position_put(position, square,
                            (shoogi_piece){ empty ? 0 : kind, empty ? SHOOGI_BLACK : colour });
    }
    for (unsigned k = 1; k <= kinds; k++)
        for (int colour = 0; colour < 2; colour++) {
            const unsigned count = (unsigned)random_below(chance, HANDS);
            const shoogi_status status =
                shoogi_position_set_hand(position, (shoogi_colour)colour, (shoogi_kind)k, count);
            assert_true(status == SHOOGI_OK || status == SHOOGI_ILLEGAL); /* it is never in hand */
        }
    shoogi_position_set_side(position, (shoogi_colour)random_below(chance, 2));
    shoogi_position_setup_done(position);
    return position;
}

/* The moves and the positions of all nodes. */
static void check_nodes(const char *name, uint64_t game, const shoogi_record *record)
{
    for (shoogi_node n = 0; n < shoogi_record_node_count(record); n++) {
        const shoogi_node_info node = shoogi_record_node(record, n);
        const bool leaf =
            node.first_child == SHOOGI_NO_NODE && node.termination == SHOOGI_TERMINATION_NONE;
        shoogi_position *position;
        if (node.move == 0 && !leaf)
            continue;
        assert_int_equal(shoogi_record_position(&position, record, leaf ? n : node.parent),
                         SHOOGI_OK);
        if (leaf)
            check_position(name, game, position);
        else
            check_move(name, game, position, node.move);
        shoogi_position_free(position);
    }
}

static void check_variant(const char *name, const shoogi_variant *variant, size_t number)
{
    uint32_t told = 0; /* the formats that can tell some game of it, as a set */
    (void)number;
    for (uint64_t game = 0; game < games; game++) {
        uint64_t chance = game * 1000;
        shoogi_position *const start = game % 3 == 0   ? scattered_start(variant, &chance)
                                       : game % 3 == 1 ? random_start(variant, &chance)
                                                       : make_position(variant, NULL);
        const bool large = shoogi_variant_square_count(variant) > LARGE_SQUARES;
        shoogi_record *const record =
            random_tree(start, large ? LARGE_NODES_MAX : NODES_MAX, &chance);
        check_nodes(name, game, record);
        for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
            told |= (uint32_t)comes_back_from((shoogi_format)f, record) << f;
        shoogi_record_free(record);
        shoogi_position_free(start);
    }
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        if (!(told >> f & 1))
            print_message("# %s cannot tell %s\n", shoogi_format_name((shoogi_format)f), name);
}

static void every_variant(void **state)
{
    (void)state;
    each_variant(words, word_count, check_variant);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2) {
        words = argv + 2;
        word_count = (size_t)argc - 2;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_variant) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
