/* record_edit_test.c: nodes removed, reordered, copied out and merged. */
#include "base/test_suite.h"
#include "notation/records/record_int.h"
#include "support/notation.h"

static shoogi_variant *shogi;

static int set_up_shogi(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    return 0;
}

static int free_shogi(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    return 0;
}

/* A tree from text: moves in USI; "(" goes back to where the move before was made and begins a variation there, ")" returns;
 * "'WORD" is a comment, "#WORD" a bookmark, "@S" a time in seconds, "resign" a termination. */
static void add_tree(shoogi_record *record, shoogi_node node, const char *text)
{
    char words[512];
    shoogi_node stack[8];
    size_t depth = 0;
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        const size_t bytes = strlen(word + 1);
        if (word[0] == '(') {
            stack[depth++] = node;
            node = shoogi_record_node(record, node).parent;
        } else if (word[0] == ')') {
            node = stack[--depth];
        } else if (word[0] == '\'') {
            assert_int_equal(shoogi_record_add_comment(record, node, word + 1, bytes), SHOOGI_OK);
        } else if (word[0] == '#') {
            assert_int_equal(shoogi_record_set_bookmark(record, node, word + 1, bytes), SHOOGI_OK);
        } else if (word[0] == '@') {
            shoogi_record_set_time(record, node, (word[1] - '0') * 1000);
        } else if (strcmp(word, "resign") == 0) {
            const shoogi_result black = { SHOOGI_OUTCOME_BLACK, SHOOGI_REASON_NONE };
            assert_int_equal(shoogi_record_add_termination(
                                 &node, record, node, SHOOGI_TERMINATION_RESIGN, black, NULL, 0),
                             SHOOGI_OK);
        } else {
            shoogi_position *p = NULL;
            shoogi_move move;
            shoogi_error err;
            assert_int_equal(shoogi_record_position(&p, record, node), SHOOGI_OK);
            if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK)
                fail_msg("%s: %s", word, err.message);
            assert_int_equal(shoogi_record_add_move(&node, record, node, p, move, &err), SHOOGI_OK);
            shoogi_position_free(p);
        }
    }
}

static shoogi_record *tree_from(const char *sfen, const char *text)
{
    shoogi_position *const start = make_position(shogi, sfen);
    shoogi_record *record = NULL;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    shoogi_position_free(start);
    add_tree(record, 0, text);
    return record;
}

/* All that the record says, and its numbers: a child has a greater one than its parent, each node is found once. */
static void tell_node(char *out, size_t room, const shoogi_record *record, shoogi_node node,
                      shoogi_position *p, size_t *seen)
{
    const shoogi_node_info info = shoogi_record_node(record, node);
    char part[160];
    ++*seen;
    for (const char *c = info.comment; c;) {
        const char *const next = strchr(c, '\n');
        snprintf(part, sizeof part, "'%.*s ", next ? (int)(next - c) : (int)strlen(c), c);
        strncat(out, part, room - strlen(out) - 1);
        c = next ? next + 1 : NULL;
    }
    snprintf(part, sizeof part, "%s%s%s", info.bookmark ? "#" : "",
             info.bookmark ? info.bookmark : "", info.bookmark ? " " : "");
    strncat(out, part, room - strlen(out) - 1);
    if (info.time_ms >= 0) {
        snprintf(part, sizeof part, "@%d ", (int)(info.time_ms / 1000));
        strncat(out, part, room - strlen(out) - 1);
    }
    for (shoogi_node child = info.first_child; child != SHOOGI_NO_NODE;) {
        const shoogi_node_info at = shoogi_record_node(record, child);
        char move[SHOOGI_MOVE_TEXT_BYTES] = "resign";
        assert_int_equal(at.parent, node);
        assert_true(child > node && child < shoogi_record_node_count(record));
        if (at.move != 0) {
            shoogi_usi_write(move, sizeof move, p, at.move);
            assert_int_equal(at.ply, info.ply + 1);
            assert_int_equal(shoogi_position_do(p, at.move), SHOOGI_OK);
        }
        snprintf(part, sizeof part, "%s%s ", child != info.first_child ? "| " : "", move);
        strncat(out, part, room - strlen(out) - 1);
        tell_node(out, room, record, child, p, seen);
        if (at.move != 0)
            shoogi_position_undo(p);
        child = at.next_sibling;
    }
    if (info.first_child != SHOOGI_NO_NODE &&
        shoogi_record_node(record, info.first_child).next_sibling != SHOOGI_NO_NODE)
        strncat(out, "/ ", room - strlen(out) - 1);
}

/* "7g7f 3c3d | 8c8d / ": variations after a bar, a slash after the last of them. */
static void expect_tree(const shoogi_record *record, const char *wanted)
{
    char text[1024] = "";
    size_t seen = 0;
    shoogi_position *p = NULL;
    assert_int_equal(shoogi_record_position(&p, record, 0), SHOOGI_OK);
    tell_node(text, sizeof text, record, 0, p, &seen);
    shoogi_position_free(p);
    assert_string_equal(text, wanted);
    assert_int_equal(seen, shoogi_record_node_count(record));
}

/* Nodes: 1 7g7f, 2 3c3d, 3 8c8d, 4 2g2f, 5 8d8e, 6 4c4d, 7 2g2f, 8 8h2b+, 9 resign. */
static const char bushy[] = "7g7f 3c3d ( 8c8d 2g2f 8d8e ) ( 4c4d ) 2g2f ( 8h2b+ 'take resign )";

static void a_node_is_removed_with_what_follows(void **state)
{
    (void)state;
    static const struct {
        shoogi_node node;
        const char *left;
    } removals[] = {
        { 1, "" },
        { 2, "7g7f 8c8d 2g2f 8d8e | 4c4d / " },
        { 3, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 4c4d / " },
        { 4, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 8c8d | 4c4d / " },
        { 6, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 8c8d 2g2f 8d8e / " },
        { 7, "7g7f 3c3d 8h2b+ 'take resign | 8c8d 2g2f 8d8e | 4c4d / " },
        { 9, "7g7f 3c3d 2g2f | 8h2b+ 'take / | 8c8d 2g2f 8d8e | 4c4d / " },
    };
    for (size_t i = 0; i < COUNT(removals); i++) {
        shoogi_record *const record = tree_from(NULL, bushy);
        expect_tree(record, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 8c8d 2g2f 8d8e | 4c4d / ");
        shoogi_record_remove(record, removals[i].node);
        expect_tree(record, removals[i].left);
        add_tree(record, 0, "2g2f"); /* it can be added to as before */
        const shoogi_node last = shoogi_record_node_count(record) - 1;
        assert_int_equal(shoogi_record_node(record, last).parent, 0);
        shoogi_record_remove(record, last);
        expect_tree(record, removals[i].left);
        shoogi_record_free(record);
    }
}

static void variations_are_reordered(void **state)
{
    (void)state;
    static const struct {
        shoogi_node node;
        size_t index; /* 99: to the main line */
        const char *tree;
    } moves[] = {
        { 3, 0, "7g7f 8c8d 2g2f 8d8e | 3c3d 2g2f | 8h2b+ 'take resign / | 4c4d / " },
        { 2, 1, "7g7f 8c8d 2g2f 8d8e | 3c3d 2g2f | 8h2b+ 'take resign / | 4c4d / " },
        { 2, 9, "7g7f 8c8d 2g2f 8d8e | 4c4d | 3c3d 2g2f | 8h2b+ 'take resign / / " },
        { 6, 1, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 4c4d | 8c8d 2g2f 8d8e / " },
        { 1, 0, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 8c8d 2g2f 8d8e | 4c4d / " },
        { 5, 99, "7g7f 8c8d 2g2f 8d8e | 3c3d 2g2f | 8h2b+ 'take resign / | 4c4d / " },
        { 9, 99, "7g7f 3c3d 8h2b+ 'take resign | 2g2f / | 8c8d 2g2f 8d8e | 4c4d / " },
        { 0, 99, "7g7f 3c3d 2g2f | 8h2b+ 'take resign / | 8c8d 2g2f 8d8e | 4c4d / " },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_record *const record = tree_from(NULL, bushy);
        if (moves[i].index == 99)
            shoogi_record_promote(record, moves[i].node);
        else
            shoogi_record_set_variation(record, moves[i].node, moves[i].index);
        expect_tree(record, moves[i].tree);
        add_tree(record, 1, "5c5d"); /* behind the last one */
        const shoogi_node last = shoogi_record_node_count(record) - 1;
        assert_int_equal(shoogi_record_node(record, last).next_sibling, SHOOGI_NO_NODE);
        shoogi_record_remove(record, last);
        expect_tree(record, moves[i].tree);
        shoogi_record_free(record);
    }
}

/* A reordered record is written and read back as it is. */
static void reordered_records_are_written(void **state)
{
    (void)state;
    static const shoogi_format formats[] = { SHOOGI_FORMAT_SHOOGI, SHOOGI_FORMAT_KIF,
                                             SHOOGI_FORMAT_JKF, SHOOGI_FORMAT_PGN };
    shoogi_record *const record = tree_from(NULL, bushy);
    shoogi_record_promote(record, 9);
    shoogi_record_set_variation(record, 6, 1);
    for (size_t i = 0; i < COUNT(formats); i++) {
        const shoogi_record_read_options options = { .variant = shogi };
        char *text = NULL;
        size_t bytes = 0, errors = 0;
        uint32_t losses = 0;
        shoogi_record *again = NULL;
        assert_int_equal(
            shoogi_record_write(&text, &bytes, &losses, formats[i], record, NULL, NULL), SHOOGI_OK);
        assert_int_equal(
            shoogi_record_read(&again, NULL, formats[i], text, bytes, &options, NULL, 0, &errors),
            SHOOGI_OK);
        expect_tree(again, "7g7f 3c3d 8h2b+ 'take resign | 2g2f / | 4c4d | 8c8d 2g2f 8d8e / ");
        shoogi_record_free(again);
        shoogi_text_free(text);
    }
    shoogi_record_free(record);
}

static void a_branch_is_copied_out(void **state)
{
    (void)state;
    shoogi_record *const record = tree_from(NULL, bushy), *copy = NULL;
    add_tree(record, 2, "'second #here @7");
    add_tree(record, 8, "@3");
    assert_int_equal(shoogi_record_set_header(record, "black", 5, "Anna", 4), SHOOGI_OK);
    assert_int_equal(shg_record_set_unparsed(record, "rest\n", 5), SHOOGI_OK);
    assert_int_equal(shoogi_record_copy(&copy, record, 0, NULL), SHOOGI_OK);
    expect_tree(
        copy,
        "7g7f 3c3d 'second #here @7 2g2f | 8h2b+ 'take @3 resign / | 8c8d 2g2f 8d8e | 4c4d / ");
    assert_string_equal(shoogi_record_unparsed(copy), "rest\n");
    shoogi_record_free(copy);
    assert_int_equal(shoogi_record_copy(&copy, record, 2, NULL), SHOOGI_OK);
    expect_tree(copy, "'second #here 2g2f | 8h2b+ 'take @3 resign / ");
    assert_int_equal(shoogi_position_ply(shoogi_record_start(copy)), 3);
    assert_string_equal(shoogi_record_header(copy, "black"), "Anna");
    assert_null(shoogi_record_unparsed(copy));
    shoogi_record_free(copy);
    assert_int_equal(shoogi_record_copy(&copy, record, 5, NULL), SHOOGI_OK);
    expect_tree(copy, "");
    shoogi_record_free(copy);
    shoogi_record_free(record);
}

/* Two variations with the same move stay two in a copy, and become one in a merger. */
static void equal_variations_are_kept(void **state)
{
    (void)state;
    shoogi_record *const record = tree_from(NULL, "7g7f ( 7g7f 3c3d ) 8c8d"), *copy = NULL;
    shoogi_record *const empty = tree_from(NULL, "");
    assert_int_equal(shoogi_record_copy(&copy, record, 0, NULL), SHOOGI_OK);
    expect_tree(copy, "7g7f 8c8d | 7g7f 3c3d / ");
    assert_int_equal(shoogi_record_merge(empty, 0, copy, NULL), SHOOGI_OK);
    expect_tree(empty, "7g7f 8c8d | 3c3d / ");
    shoogi_record_free(empty);
    shoogi_record_free(copy);
    shoogi_record_free(record);
}

static void records_of_one_start_are_merged(void **state)
{
    (void)state;
    shoogi_record *const record = tree_from(NULL, "'mine 7g7f #mark 3c3d @1 2g2f resign");
    shoogi_record *const other = tree_from(
        NULL, "'yours 7g7f #other @2 8c8d 'new ( 3c3d @9 'both 2g2f resign ) 2g2f ( 7f7e )");
    static const char *const merged =
        "'mine 'yours 7g7f #mark @2 3c3d 'both @1 2g2f resign | 8c8d 'new 2g2f | 7f7e / / ";
    assert_int_equal(shoogi_record_set_header(record, "black", 5, "Anna", 4), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(other, "black", 5, "Bert", 4), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(other, "event", 5, "Cup", 3), SHOOGI_OK);
    for (int i = 0; i < 2; i++) { /* a second time nothing is new */
        assert_int_equal(shoogi_record_merge(record, 0, other, NULL), SHOOGI_OK);
        expect_tree(record, merged);
        assert_string_equal(shoogi_record_header(record, "black"), "Anna");
        assert_string_equal(shoogi_record_header(record, "event"), "Cup");
    }
    /* What is copied out can be merged again where it was. */
    shoogi_record *branch = NULL;
    assert_int_equal(shoogi_record_copy(&branch, record, 1, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_record_merge(record, 1, branch, NULL), SHOOGI_OK);
    expect_tree(record, merged);
    /* Elsewhere it does not fit, and nothing changes. */
    shoogi_error err = { .line = 9 };
    assert_int_equal(shoogi_record_merge(record, 0, branch, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "the records begin in different positions");
    expect_tree(record, merged);
    shoogi_variant *const tori = load_variant("tori");
    shoogi_position *const start = make_position(tori, NULL);
    shoogi_record *birds = NULL;
    assert_int_equal(shoogi_record_new(&birds, start), SHOOGI_OK);
    assert_int_equal(shoogi_record_merge(record, 0, birds, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "the records are of different games");
    shoogi_record_free(birds);
    shoogi_position_free(start);
    shoogi_variant_free(tori);
    shoogi_record_free(branch);
    shoogi_record_free(other);
    shoogi_record_free(record);
}

/* Where the rules forbid repetition, a move may be illegal after the moves before it: then nothing is added. */
static void a_merger_keeps_to_the_rules(void **state)
{
    (void)state;
    static const char text[] =
        "files=3\nranks=4\nsymmetry=rotate\nrepetition=2:forbid\nking:K:K:k:b1\n";
    shoogi_variant *v = NULL;
    shoogi_error err;
    if (shoogi_variant_parse(&v, text, strlen(text), &err) != SHOOGI_OK) {
        print_message("%u:%u: %s\n", err.line, err.column, err.message);
        fail();
    }
    shoogi_position *const start = make_position(v, NULL);
    shoogi_record *record = NULL, *other = NULL;
    assert_int_equal(shoogi_record_new(&record, start), SHOOGI_OK);
    shoogi_position_free(start);
    add_tree(record, 0, "2d1d 2a1a 1d2d");
    assert_int_equal(shoogi_record_copy(&other, record, 3, NULL), SHOOGI_OK);
    add_tree(other, 0, "1a1b ( 1a2a )"); /* the first position again */
    const shoogi_node before = shoogi_record_node_count(record);
    assert_int_equal(shoogi_record_merge(record, 3, other, &err), SHOOGI_ILLEGAL);
    assert_int_equal(shoogi_record_node_count(record), before);
    expect_tree(record, "2d1d 2a1a 1d2d ");
    shoogi_record_free(other);
    shoogi_record_free(record);
    shoogi_variant_free(v);
}

/* A node with very many children: time stays linear in them. */
static void many_variations_are_merged(void **state)
{
    (void)state;
    enum { MANY = 30000 };
    shoogi_record *const record = tree_from(NULL, ""), *copy = NULL;
    const shoogi_result none = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    for (int i = 0; i < MANY; i++) {
        char word[16];
        shoogi_node node;
        snprintf(word, sizeof word, "end%d", i);
        assert_int_equal(shoogi_record_add_termination(&node, record, 0, SHOOGI_TERMINATION_OTHER,
                                                       none, word, strlen(word)),
                         SHOOGI_OK);
    }
    assert_int_equal(shoogi_record_copy(&copy, record, 0, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_record_merge(record, 0, copy, NULL), SHOOGI_OK);
    assert_int_equal(shoogi_record_node_count(record), MANY + 1);
    shoogi_record_free(copy);
    shoogi_record_free(record);
}

TEST_SUITE(record_edit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_is_removed_with_what_follows),
        cmocka_unit_test(variations_are_reordered),
        cmocka_unit_test(reordered_records_are_written),
        cmocka_unit_test(a_branch_is_copied_out),
        cmocka_unit_test(equal_variations_are_kept),
        cmocka_unit_test(records_of_one_start_are_merged),
        cmocka_unit_test(a_merger_keeps_to_the_rules),
        cmocka_unit_test(many_variations_are_merged),
    };
    return cmocka_run_group_tests(tests, set_up_shogi, free_shogi);
}
