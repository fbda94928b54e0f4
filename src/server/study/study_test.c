/* study_test.c: several players edit one tree, and the refusals. */
#include "server/study/study.h"
#include "base/test_suite.h"

#include "support/server.h"

typedef struct edited_study {
    shg_study_tree tree;
    shoogi_variant *variant;
    shoogi_position *start;
} edited_study;

static edited_study make_study(void)
{
    edited_study p = { .variant = parse_variant(variant_text("shogi")) };
    assert_int_equal(shoogi_position_new(&p.start, p.variant), SHOOGI_OK);
    assert_int_equal(shg_study_init(&p.tree, "Anna", "Openings"), SHOOGI_OK);
    return p;
}

static void free_study(edited_study *p)
{
    shg_study_fini(&p->tree);
    shoogi_position_free(p->start);
    shoogi_variant_free(p->variant);
}

/* The refusal of an action, "" if it was applied to the tree. *node: the existing node. */
static const char *try(edited_study *p, const char *who, const char *what, int64_t node,
                       const char *text, int64_t *there)
{
    static shoogi_error err;
    char *of_event = NULL;
    const shg_study_action action = { what, node, text, strlen(text) };
    err = (shoogi_error){ 0 };
    shoogi_position_free(p->start);
    assert_int_equal(shoogi_position_new(&p->start, p->variant), SHOOGI_OK);
    if (shg_study_check(&of_event, there, &p->tree, p->start, who, &action, &err) != SHOOGI_OK) {
        assert_null(of_event);
        return err.message;
    }
    assert_int_equal(shoogi_position_moves_played(p->start), 0);
    if (of_event) {
        const shg_study_event event = {
            .number = p->tree.events + 1, .player_name = who, .kind = what, .text = of_event
        };
        assert_int_equal(shg_study_apply(&p->tree, &event), SHOOGI_OK);
    }
    free(of_event);
    return "";
}

static void expect_done(edited_study *p, const char *who, const char *what, int64_t node,
                        const char *text)
{
    int64_t there;
    assert_string_equal(try(p, who, what, node, text, &there), "");
    assert_int_equal(there, 0);
}

static void expect_refused(edited_study *p, const char *who, const char *what, int64_t node,
                           const char *text, const char *why)
{
    int64_t there;
    const int64_t events = p->tree.events;
    const char *said = try(p, who, what, node, text, &there);
    if (!strstr(said, why))
        fail_msg("wanted: %s\nsaid: %s", why, said);
    assert_int_equal(p->tree.events, events);
}

static void several_edit(void **state)
{
    (void)state;
    edited_study p = make_study();
    expect_done(&p, "Anna", "move", 0, "7g7f");                                 /* 1 */
    expect_done(&p, "ANNA", "move", 1, "3c3d");                                 /* 2 */
    expect_done(&p, "Anna", "invite", 0, "Bert");                               /* 3 */
    expect_done(&p, "Bert", "move", 1, "8c8d");                                 /* 4 */
    expect_done(&p, "Bert", "comment", 4, "Also\nknown: \x1b[2J\xe2\x80\xaex"); /* 5 */
    expect_done(&p, "Bert", "move", 2, "8h2b+");                                /* 6 */
    assert_int_equal(p.tree.count, 5);
    assert_string_equal(p.tree.nodes[3].usi, "8c8d");
    assert_string_equal(p.tree.nodes[3].by, "Bert");
    assert_string_equal(p.tree.nodes[3].comment, "Also\nknown: [2Jx");
    assert_int_equal(p.tree.nodes[4].depth, 3);

    int64_t there;
    assert_string_equal(try(&p, "Anna", "move", 1, "8c8d", &there), "");
    assert_int_equal(there, 4);
    assert_int_equal(p.tree.events, 6);

    expect_done(&p, "Anna", "remove", 2, "");
    assert_false(shg_study_node_exists(&p.tree, 4));
    expect_refused(&p, "Bert", "comment", 6, "x", "that node no longer exists");
    expect_refused(&p, "Bert", "move", 2, "8h2b", "that node no longer exists");
    expect_done(&p, "Bert", "move", 1, "3c3d"); /* the move made again is a new node */
    assert_true(shg_study_node_exists(&p.tree, 5));
    expect_done(&p, "Bert", "comment", 4, "");
    assert_null(p.tree.nodes[3].comment);
    expect_done(&p, "Bert", "name", 0, "  All openings ");
    expect_done(&p, "Anna", "dismiss", 0, "bert");
    assert_int_equal(p.tree.editor_count, 0);
    expect_refused(&p, "Bert", "name", 0, "x", "invited");
    free_study(&p);
}

#define KINGS "4k4/9/9/9/9/9/9/9/4K4 b R 1"

/* The nodes of the chapters, and their titles. */
static const char *chapters(const edited_study *p)
{
    static char said[200];
    said[0] = '\0';
    for (size_t i = 0; i < p->tree.chapter_count; i++) {
        const shg_study_node *start = &p->tree.nodes[p->tree.chapters[i]];
        snprintf(said + strlen(said), sizeof said - strlen(said), "%d %s|", (int)start->id,
                 start->title ? start->title : "-");
    }
    return said;
}

static void a_study_has_chapters(void **state)
{
    (void)state;
    edited_study p = make_study();
    expect_done(&p, "Anna", "move", 0, "7g7f");               /* 1 */
    expect_done(&p, "Anna", "chapter", 0, "Ranging rook");    /* 2 */
    expect_done(&p, "Anna", "chapter", 0, "Endgame\n" KINGS); /* 3 */
    expect_done(&p, "Anna", "move", 2, "7g7f");               /* 4: another node than 1 */
    expect_done(&p, "Anna", "move", 3, "R*5b");               /* 5 */
    expect_done(&p, "Anna", "title", 0, "Static\nrook");      /* 6 */
    assert_string_equal(chapters(&p), "0 Static rook|2 Ranging rook|3 Endgame|");
    assert_string_equal(p.tree.nodes[3].start, KINGS);
    assert_int_equal(p.tree.nodes[4].depth, 1);
    expect_done(&p, "Anna", "place", 3, "0"); /* 7 */
    expect_done(&p, "Anna", "place", 0, "2"); /* 8 */
    assert_string_equal(chapters(&p), "3 Endgame|2 Ranging rook|0 Static rook|");
    expect_done(&p, "Anna", "remove", 2, ""); /* 9 */
    assert_string_equal(chapters(&p), "3 Endgame|0 Static rook|");
    expect_refused(&p, "Anna", "move", 4, "3c3d", "that node no longer exists");
    expect_refused(&p, "Anna", "title", 2, "x", "that node no longer exists");
    expect_refused(&p, "Anna", "title", 1, "x", "begins no chapter");
    expect_refused(&p, "Anna", "title", 3, "", "expected a name");
    expect_refused(&p, "Anna", "place", 3, "2", "0 for the first");
    expect_refused(&p, "Anna", "place", 3, "x", "0 for the first");
    expect_refused(&p, "Anna", "place", 3, "", "0 for the first");
    expect_refused(&p, "Anna", "chapter", 0, "\n" KINGS, "expected a name");
    expect_refused(&p, "Anna", "chapter", 0, "x\n9/9", "xpected");
    expect_refused(&p, "Bert", "chapter", 0, "x", "invited");
    while (p.tree.chapter_count < SHG_STUDY_CHAPTERS_MAX)
        expect_done(&p, "Anna", "chapter", 0, "More");
    expect_refused(&p, "Anna", "chapter", 0, "x", "as many chapters");
    free_study(&p);
}

static shoogi_status count_event(void *context, const shg_study_event *event, shoogi_error *err)
{
    (void)err;
    shg_out_format(context, "%s %s|", event->kind, event->text);
    return SHOOGI_OK;
}

/* Adds a line; the events go to seen, the nodes to nodes. Returns the refusal, "" if there is none, with its line. */
static const char *add_line(edited_study *p, int64_t node, const char *text, shg_out *seen,
                            shg_out *nodes)
{
    static char said[200];
    shoogi_error err = { 0 };
    const shg_study_action action = { SHG_STUDY_LINE, node, text, strlen(text) };
    seen->length = nodes->length = 0;
    shg_out_text(seen, "");
    shg_out_text(nodes, "");
    const shoogi_status status =
        shg_study_add_line(&p->tree, p->start, "Anna", &action, count_event, seen, nodes, &err);
    assert_int_equal(shoogi_position_moves_played(p->start), 0);
    snprintf(said, sizeof said, "%s%s", status == SHOOGI_OK ? "" : "!", err.message);
    if (err.line > 0)
        snprintf(said + strlen(said), sizeof said - strlen(said), " (line %u)", err.line);
    return said;
}

static void a_line_is_added(void **state)
{
    (void)state;
    edited_study p = make_study();
    shg_out seen = shg_out_growing(), nodes = shg_out_growing();
    assert_string_equal(
        add_line(&p, 0, "7g7f\n* good\n* \n* bold\n3c3d\n2g2f\n* end\n", &seen, &nodes), "");
    assert_string_equal(seen.bytes, "move 0 7g7f|comment 1 good\n\nbold|move 1 3c3d|move 3 2g2f|"
                                    "comment 4 end|");
    assert_string_equal(nodes.bytes, "1,3,4");
    /* What is there is followed, and the same comment is not stored again. */
    assert_string_equal(add_line(&p, 1, "* good\n* \n* bold\n3c3d\n8h2b+\n", &seen, &nodes), "");
    assert_string_equal(seen.bytes, "move 3 8h2b+|");
    assert_string_equal(nodes.bytes, "3,6");
    assert_string_equal(p.tree.nodes[1].comment, "good\n\nbold");
    assert_non_null(strstr(add_line(&p, 6, "3a2b\n7g7f\n", &seen, &nodes), "(line 2)"));
    assert_non_null(strstr(add_line(&p, 6, "\n", &seen, &nodes), "(line 1)"));
    assert_string_equal(add_line(&p, 99, "3a2b\n", &seen, &nodes), "!that node no longer exists");
    free(seen.bytes);
    free(nodes.bytes);
    free_study(&p);
}

static void what_is_refused(void **state)
{
    (void)state;
    edited_study p = make_study();
    char long_text[5000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    expect_refused(&p, "Bert", "move", 0, "7g7f", "invited");
    expect_refused(&p, "", "move", 0, "7g7f", "invited");
    expect_refused(&p, "Anna", "move", 0, "7g7e", "pawn");
    expect_refused(&p, "Anna", "move", 0, "", "expected");
    expect_refused(&p, "Anna", "move", 0, "resign", "expected");
    expect_refused(&p, "Anna", "move", 9, "7g7f", "that node no longer exists");
    expect_refused(&p, "Anna", "move", -1, "7g7f", "that node no longer exists");
    expect_refused(&p, "Anna", "remove", 0, "", "the first chapter");
    expect_refused(&p, "Anna", "comment", 0, long_text, "too long");
    expect_refused(&p, "Anna", "name", 0, "", "expected a name");
    expect_refused(&p, "Anna", "name", 0, long_text, "too long");
    expect_refused(&p, "Anna", "invite", 0, "Anna", "another player");
    expect_refused(&p, "Anna", "invite", 0, "", "another player");
    expect_refused(&p, "Anna", "invite", 0, long_text, "another player");
    expect_refused(&p, "Anna", "dismiss", 0, "Bert", "does not edit");
    expect_refused(&p, "Anna", "burn", 0, "", "expected move");
    for (int i = 0; i < SHG_STUDY_EDITORS_MAX; i++) {
        char name[20];
        snprintf(name, sizeof name, "Editor%d", i);
        expect_done(&p, "Anna", "invite", 0, name);
    }
    expect_refused(&p, "Anna", "invite", 0, "Onemore", "as many");
    expect_refused(&p, "Editor1", "invite", 0, "Onemore",
                   "only the author of the study can invite and "
                   "dismiss");
    p.tree.events = SHG_STUDY_EVENTS_MAX;
    expect_refused(&p, "Anna", "move", 0, "7g7f", "full");
    free_study(&p);
}

/* Any content of the rows results in a valid tree. */
static void strange_events(void **state)
{
    (void)state;
    static const char *const kinds[] = { "move", "comment", "remove", "name",  "invite",
                                         "new",  "chapter", "title",  "place", "remove" };
    static const char *const texts[] = {
        "", " ", "0", "0 ", "1 7g7f", "99999999999999999999 x", "-1", "0 x y", "1", "x"
    };
    edited_study p = make_study();
    int64_t number = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            const shg_study_event event = {
                .number = ++number, .player_name = "Anna", .kind = kinds[k], .text = texts[t]
            };
            assert_int_equal(shg_study_apply(&p.tree, &event), SHOOGI_OK);
            assert_true(p.tree.count >= 1);
        }
    assert_true(shg_study_node_exists(&p.tree, 0));
    free_study(&p);
}

TEST_SUITE(study)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_edit),    cmocka_unit_test(a_study_has_chapters),
        cmocka_unit_test(a_line_is_added), cmocka_unit_test(what_is_refused),
        cmocka_unit_test(strange_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
