/* notation_games_test.c: random games of every shipped variant, with variations and remarks, through the Western
 * formats of records and the notations of moves and positions, and back.
 *
 *     notation_games_test [games]     so many of each; without it, 100 */
#include "notation/record_difference.h"
#include "notation/test_support.h"
#include "shoogi/catalog.h"

enum { PLIES_MAX = 40, VARIATIONS = 3 };

static unsigned games = 100;

/* What a game on its way through a notation has lost is told with it. */
static void fail_game(const char *variant, uint64_t game, const char *what, const char *text)
{
    fail_msg("%s, game %llu: %s\n%s", variant, (unsigned long long)game, what, text);
}

static void check_move(const char *variant, uint64_t game, const shoogi_position *position,
                       shoogi_move move)
{
    char text[512];
    shoogi_error err;
    shoogi_courier found;
    (void)shoogi_courier_write(text, sizeof text, position, move);
    if (shoogi_courier_read(&found, position, text, strlen(text), &err) != SHOOGI_OK)
        fail_game(variant, game, err.message, text);
    if (found.move != move)
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
    for (unsigned sq = 0; sq < shoogi_variant_squares(shoogi_position_variant(position)); sq++) {
        const shoogi_piece a = shoogi_position_piece(position, (shoogi_square)sq);
        const shoogi_piece b = shoogi_position_piece(again, (shoogi_square)sq);
        if (a.kind != b.kind || (a.kind != 0 && a.colour != b.colour))
            fail_game(variant, game, "read as another board", text);
    }
    shoogi_position_free(again);
}

/* A line from a node on: moves by chance, remarks now and then, and an end. */
static void play(const char *variant, uint64_t game, shoogi_record *record, shoogi_node node,
                 unsigned plies, uint64_t *chance)
{
    shoogi_position *position = NULL;
    assert_int_equal(shoogi_record_position(&position, record, node), SHOOGI_OK);
    for (unsigned i = 0; i < plies; i++) {
        size_t count;
        shoogi_move *moves = legal_moves(&count, position);
        const shoogi_move move = count > 0 ? moves[random_below(chance, count)] : 0;
        free(moves);
        if (move == 0 || shoogi_position_result(position).outcome != SHOOGI_OUTCOME_NONE)
            break;
        check_move(variant, game, position, move);
        assert_int_equal(shoogi_record_add_move(&node, record, node, position, move, NULL),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
        if (random_below(chance, 8) == 0)
            shoogi_record_set_time(record, node, (int64_t)random_below(chance, 10000000));
        static const char *const remarks[] = { "good",  " two blanks ", "$3", "",
                                               "a } b", "resign",       "(" };
        while (random_below(chance, 8) == 0) {
            const char *const remark = remarks[random_below(chance, COUNT(remarks))];
            assert_int_equal(shoogi_record_comment(record, node, remark, strlen(remark)),
                             SHOOGI_OK);
        }
    }
    check_position(variant, game, position);
    const shoogi_result result = shoogi_position_result(position);
    if (result.outcome != SHOOGI_OUTCOME_NONE)
        assert_int_equal(
            shoogi_record_add_end(&node, record, node, SHOOGI_END_BOARD, result, NULL, 0),
            SHOOGI_OK);
    else if (random_below(chance, 2) == 0)
        assert_int_equal(
            shoogi_record_add_end(&node, record, node, SHOOGI_END_RESIGN,
                                  shg_end_result(SHOOGI_END_RESIGN, shoogi_position_side(position)),
                                  NULL, 0),
            SHOOGI_OK);
    shoogi_position_free(position);
}

static shoogi_record *random_game(const char *name, const shoogi_variant *variant, uint64_t game)
{
    uint64_t chance = game * 1000;
    shoogi_position *start = make_position(variant, NULL);
    shoogi_record *record = NULL;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    shoogi_position_free(start);
    play(name, game, record, 0, 10 + (unsigned)random_below(&chance, PLIES_MAX), &chance);
    for (unsigned i = 0; i < VARIATIONS; i++) {
        shoogi_node node = (shoogi_node)random_below(&chance, shoogi_record_nodes(record));
        const shoogi_node_info info = shoogi_record_node(record, node);
        /* Not from an end, nor as another end: of these formats none has that. */
        const bool leaf = info.first_child == SHOOGI_NO_NODE;
        if (!leaf && shoogi_record_node(record, info.first_child).end == SHOOGI_END_NONE)
            play(name, game, record, node, 1 + (unsigned)random_below(&chance, 5), &chance);
    }
    return record;
}

static void check_format(const char *name, uint64_t game, shoogi_format format,
                         const shoogi_record *record)
{
    const shoogi_record_reading how = { .variant =
                                            shoogi_position_variant(shoogi_record_start(record)) };
    shoogi_record *again = NULL;
    char *text = NULL;
    size_t bytes = 0, count = 0;
    uint32_t losses = 0;
    shoogi_error err = { .status = SHOOGI_OK };
    assert_int_equal(shoogi_record_write(&text, &bytes, &losses, format, record, NULL, &err),
                     SHOOGI_OK);
    assert_int_equal(losses, 0);
    if (shoogi_record_read(&again, NULL, format, text, bytes, &how, &err, 1, &count) != SHOOGI_OK) {
        print_message("# %u:%u\n", err.line, err.column);
        fail_game(name, game, err.message, text);
    }
    const char *const difference = shg_record_difference(NULL, record, again, 0);
    if (difference)
        fail_game(name, game, difference, text);
    assert_int_equal(shoogi_format_guess(text, bytes), format);
    shoogi_text_free(text);
    shoogi_record_free(again);
}

static void every_variant(void **state)
{
    (void)state;
    static const shoogi_format formats[] = { SHOOGI_FORMAT_PGN, SHOOGI_FORMAT_PSN,
                                             SHOOGI_FORMAT_WESTERN };
    shoogi_catalog *catalog;
    const char *const *names;
    size_t name_count;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &name_count, catalog), SHOOGI_OK);
    assert_true(name_count > 10);
    for (size_t i = 0; i < name_count; i++) {
        const shoogi_catalog_entry *entry;
        char name[64];
        snprintf(name, sizeof name, "%s", names[i]);
        assert_int_equal(shoogi_catalog_get(&entry, catalog, name, strlen(name), NULL), SHOOGI_OK);
        for (uint64_t game = 0; game < games; game++) {
            shoogi_record *record = random_game(name, entry->variant, game);
            for (size_t k = 0; k < COUNT(formats); k++)
                check_format(name, game, formats[k], record);
            shoogi_record_free(record);
        }
    }
    shoogi_catalog_free(catalog);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_variant) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
