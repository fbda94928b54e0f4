/* diagrams_test.c: Interactive Diagrams as people paste and change them, and games based on others: what is read, with
 * which warnings, and the moves that the rules then allow. */
#include "base/test_suite.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static shoogi_catalog *catalog;

/* A text as it is read: a page if it looks like one, and leniently. */
static shoogi_status read_text(shoogi_variant **out, const char *text, shoogi_error *errors,
                               size_t *count)
{
    static char copy[16384]; /* compilers merge equal strings */
    const int bytes = snprintf(copy, sizeof copy, "%s", text);
    assert_in_range(bytes, 0, sizeof copy - 1);
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                       .context = catalog,
                                       .page = shoogi_text_is_page(copy, (size_t)bytes) };
    return shoogi_variant_parse_with(out, copy, (size_t)bytes, &how, errors, 40, count);
}

/* All messages, without their places, a line for each. */
static void join(char *out, size_t room, const shoogi_error *errors, size_t count)
{
    size_t at = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && at < room; i++)
        at += (size_t)snprintf(out + at, room - at, "%s\n", errors[i].message);
}

static shoogi_variant *read_good(const char *text)
{
    shoogi_variant *v = NULL;
    shoogi_error errors[40];
    size_t count;
    if (read_text(&v, text, errors, &count) != SHOOGI_OK) {
        char said[4096];
        join(said, sizeof said, errors, count);
        fail_msg("%s\n%s", said, text);
    }
    return v;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The legal moves that begin with start, in order, separated by spaces. */
static void list_moves(char *out, size_t room, const shoogi_variant *v, const char *sfen,
                       const char *start)
{
    static char words[512][24];
    static shoogi_move moves[512];
    shoogi_position *p;
    shoogi_error err;
    size_t kept = 0, at = 0;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    if (shoogi_sfen_read(p, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s: %s", sfen, err.message);
    const size_t count = shoogi_position_moves(p, moves, COUNT(moves));
    assert_in_range(count, 0, COUNT(moves));
    for (size_t i = 0; i < count; i++) {
        (void)shoogi_usi_write(words[kept], sizeof words[kept], p, moves[i]);
        kept += strncmp(words[kept], start, strlen(start)) == 0;
    }
    qsort(words, kept, sizeof words[0], by_text);
    out[0] = '\0';
    for (size_t i = 0; i < kept; i++)
        at += (size_t)snprintf(out + at, room - at, "%s%s", i > 0 ? " " : "", words[i]);
    shoogi_position_free(p);
}

typedef struct rule_case {
    const char *text, *sfen, *start, *moves;
} rule_case;

static void assert_moves(const rule_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char moves[4096];
        shoogi_variant *v = read_good(cases[i].text);
        list_moves(moves, sizeof moves, v, cases[i].sfen, cases[i].start);
        if (strcmp(moves, cases[i].moves) != 0)
            fail_msg("%zu: %s\n%s\n%s", i, moves, cases[i].moves, cases[i].text);
        /* The canonical form is the same game, in a text that is no page. */
        char text[8192];
        (void)shoogi_variant_print(text, sizeof text, v);
        shoogi_variant_free(v);
        v = read_good(text);
        list_moves(moves, sizeof moves, v, cases[i].sfen, cases[i].start);
        if (strcmp(moves, cases[i].moves) != 0)
            fail_msg("canonical %zu: %s\n%s\n%s", i, moves, cases[i].moves, text);
        char again[8192];
        (void)shoogi_variant_print(again, sizeof again, v);
        assert_string_equal(again, text);
        shoogi_variant_free(v);
    }
}

#define PAGE(text) "<div class=\"idiagram\">\n" text "</div>\n"

/* --- check and stalemate in a page --------------------------------------------------------------- */

static void check_is_answered_in_pages(void **state)
{
    (void)state;
#define QUEEN "files=8\nranks=8\nqueen:Q:Q:q:d1\n"
    static const rule_case cases[] = {
        /* stalemate, which would be none if the king could step into check */
        { PAGE(QUEEN "king:K:K:k:e1\n"), "8/8/8/8/8/8/2Q5/k6K w - 1", "", "" },
        { PAGE(QUEEN "king:K:K:k:e1\nstalemate=draw\n"), "8/8/8/8/8/8/2Q5/k6K w - 1", "", "" },
        { PAGE("royal=K\nmaxPromote=0\nking:K:K:k:e1\n" QUEEN), "8/8/8/8/8/8/2Q5/k6K w - 1", "",
          "" },
        /* as it is said */
        { PAGE(QUEEN "king:K:K:k:e1\ncheck=capture\n"), "8/8/8/8/8/8/2Q5/k6K w - 1", "",
          "8h7g 8h7h 8h8g" },
        { PAGE(QUEEN "king:K:K:k:e1\ncheck=strict\n"), "8/8/8/8/8/8/2Q5/k6K w - 1", "", "" },
        /* two royals on a side, or a royal that can come: the last one counts */
        { PAGE(QUEEN "king:K:K:k:e1,f1\n"), "8/8/8/8/8/8/2Q5/k6K w - 1", "", "8h7g 8h7h 8h8g" },
        { PAGE(QUEEN "king:K:K:k:e1\nprince:E:K:e:\nroyal=K\nroyal=E\n"),
          "8/8/8/8/8/8/2Q5/k6K w - 1", "", "8h7g 8h7h 8h8g" },
        /* a text that is no page says what it means, or gets the defaults */
        { QUEEN "king:K:K:k:e1\n", "8/8/8/8/8/8/2Q5/k6K w - 1", "", "8h7g 8h7h 8h8g" },
    };
    assert_moves(cases, COUNT(cases));
    shoogi_variant *v = read_good(PAGE(QUEEN "king:K:K:k:e1\n"));
    shoogi_position *p;
    shoogi_error err;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const char *const sfen = "8/8/8/8/8/8/2Q5/k6K w - 1";
    assert_int_equal(shoogi_sfen_read(p, sfen, strlen(sfen), &err), SHOOGI_OK);
    const shoogi_result result = shoogi_position_result(p);
    assert_int_equal(result.reason, SHOOGI_REASON_STALEMATE);
    assert_int_equal(result.outcome, SHOOGI_OUTCOME_DRAW);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Carrera's chess, from a comment on its page.  Counts: fairy-stockfish 11.1, capablanca from the same position with the
 * pieces of this one, depths 1 to 3. */
static void carrera_has_the_published_counts(void **state)
{
    (void)state;
    static const char text[] =
        PAGE("files=10\nranks=8\npromoZone=1\npromoChoice=QAC\nroyal=K\nshuffle=N!BRQK\nborders=0\n"
             "pawn:P:ifmnDfmWfceF:p%:a2,b2,c2,d2,e2,f2,g2,h2,i2,j2,,a7,b7,c7,d7,e7,f7,g7,h7,i7,j7\n"
             "knight:N:N:n%:c1,h1,,c8,h8\nbishop:B:B:b%:d1,g1,,d8,g8\nrook:R:R:r%:a1,j1,,a8,j8\n"
             "queen:Q:Q:q%:e1,,e8\narchbishop:A:BN:a%:b1,,b8\nchancellor:C:RN:c%:i1,,i8\n"
             "king:K:KisO3:k%:f1,,f8\n");
    static const uint64_t counts[] = { 28, 782, 24944 };
    shoogi_variant *v = read_good(text);
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (unsigned depth = 1; depth <= COUNT(counts); depth++) {
        uint64_t nodes = 0;
        assert_int_equal(shoogi_position_perft(&nodes, p, depth), SHOOGI_OK);
        assert_int_equal(nodes, counts[depth - 1]);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* --- promotion ----------------------------------------------------------------------------------- */

static void a_piece_among_its_own_choices_may_stay(void **state)
{
    (void)state;
#define ROOKS(choices)                                                                             \
    PAGE("files=5\nranks=6\npromoZone=2\npromoChoice=" choices                                     \
         "\npawn:P:fW:p:a2-e2\nrook:R:R:r:\nking:K:K:k:c1\n")
#define HELD(choices)                                                                              \
    PAGE("files=5\nranks=6\npromoZone=2\nholdingsType=1\npromoChoice=" choices                     \
         "\npawn:P:fW:p:a2-e2\nrook:R:R:r:\nking:K:K:k:c1\n")
#define BEFORE "2k2/5/P4/5/5/2K2 b - 1"
#define LAST   "2k2/P4/5/5/5/2K2 b - 1"
    static const rule_case cases[] = {
        { ROOKS("R"), BEFORE, "5c", "5c5b+" },
        { ROOKS("R"), LAST, "5b", "5b5a+" },
        { ROOKS("!PR"), BEFORE, "5c", "5c5b 5c5b+" },
        { ROOKS("!PR"), LAST, "5b", "5b5a+" },
        { ROOKS("PR"), LAST, "5b", "5b5a 5b5a+" },
        { ROOKS("RP"), BEFORE, "5c", "5c5b 5c5b+" },
        { ROOKS("P1R"), BEFORE, "5c", "5c5b+" },
        { ROOKS("P1R"), LAST, "5b", "5b5a 5b5a+" },
        { ROOKS("!R"), LAST, "5b", "" },
        { ROOKS("!P"), BEFORE, "5c", "5c5b" },
        { ROOKS("!P"), LAST, "5b", "" },
        { ROOKS("P"), LAST, "5b", "5b5a" },
        /* forms from the hand */
        { HELD("!P*R"), BEFORE, "5c", "5c5b" },
        { HELD("!P*R"), LAST, "5b", "" },
        { HELD("!P*R"), "2k2/P4/5/5/5/2K2 b R 1", "5b", "5b5a+" },
        { HELD("!P*R"), "2k2/5/P4/5/5/2K2 b R 1", "5c", "5c5b 5c5b+" },
        { HELD("!P*R"), "2k2/P4/5/5/5/2K2 b r 1", "5b", "" },
        { HELD("*R"), LAST, "5b", "" },
        { HELD("P*R"), LAST, "5b", "5b5a" },
        { HELD("*P*R"), "2k2/P4/5/5/5/2K2 b P 1", "5b", "" },
        /* the other side's last rank */
        { HELD("!P*R"), "2k2/5/5/5/p4/2K2 w - 1", "5e", "" },
        { HELD("!P*R"), "2k2/5/5/p4/5/2K2 w r 1", "5d", "5d5e 5d5e+" },
        /* promotion that is not compulsory */
        { PAGE("files=5\nranks=6\npromoZone=2\npromoChoice=!R\npromoMust=0\npawn:P:fW:p:a2-e2\n"
               "rook:R:R:r:\nking:K:K:k:c1\n"),
          LAST, "5b", "5b5a" },
        /* a second kind that promotes */
        { PAGE("files=5\nranks=6\npromoZone=2\nmaxPromote=2\npromoChoice=!PR\npawn:P:fW:p:a2-e2\n"
               "lance:L:fW:r:\nrook:R:R:r:\nking:K:K:k:c1\n"),
          "2k2/5/L4/5/5/2K2 b - 1", "5c", "5c5b+P 5c5b+R" },
    };
    assert_moves(cases, COUNT(cases));
}

static void pages_promote_the_first_piece_on_the_last_rank(void **state)
{
    (void)state;
#define PARTNERS(rules)                                                                            \
    "files=5\nranks=5\npromoOffset=2\nmaxPromote=2\n" rules                                        \
    "pawn:P:WfF:p:a2\nlance:L:fR:l:e1\ntokin:+P:K:p2:\nlancer:+L:Q:l2:\nking:K:K:k:c1\n"
    static const rule_case cases[] = {
        { PAGE(PARTNERS("")), "2k2/1P3/5/5/2K2 b - 1", "4b4a", "4b4a+" },
        { PAGE(PARTNERS("")), "2k2/1L3/5/5/2K2 b - 1", "4b4a", "4b4a 4b4a+" },
        { PAGE(PARTNERS("promoMust=0\n")), "2k2/1P3/5/5/2K2 b - 1", "4b4a", "4b4a 4b4a+" },
        { PAGE(PARTNERS("lastRank=L\n")), "2k2/1P3/5/5/2K2 b - 1", "4b4a", "4b4a 4b4a+" },
        { PARTNERS(""), "2k2/1P3/5/5/2K2 b - 1", "4b4a", "4b4a 4b4a+" },
        { PARTNERS("promoMust=3\n"), "2k2/1P3/5/5/2K2 b - 1", "4b4a", "4b4a+" },
        { PARTNERS("promoMust=3\npromoZone=2\n"), "2k2/5/1P3/5/2K2 b - 1", "4c4b", "4c4b 4c4b+" },
    };
    assert_moves(cases, COUNT(cases));
}

/* --- captures ------------------------------------------------------------------------------------ */

static void neighbours_are_protected_unless_it_is_said(void **state)
{
    (void)state;
#define LIONS(rules)                                                                               \
    "files=5\nranks=6\n" rules                                                                     \
    "knight:N:N:n:e1\nlion:L:KNADcaKcabKmabK:l:d1\nking:K:K:k:c1\nprotected=L\n"
    static const rule_case cases[] = {
        { PAGE(LIONS("")), "2kn1/5/4l/4L/5/2K2 b - 1", "1d1c", "" },
        { LIONS(""), "2kn1/5/4l/4L/5/2K2 b - 1", "1d1c", "" },
        { LIONS("adjacent=bound\n"), "2kn1/5/4l/4L/5/2K2 b - 1", "1d1c", "" },
        { LIONS("adjacent=free\n"), "2kn1/5/4l/4L/5/2K2 b - 1", "1d1c",
          "1d1c 1d1c1b 1d1c1d 1d1c2b 1d1c2c 1d1c2d" },
        /* at a distance, and without protection */
        { LIONS("adjacent=free\n"), "2kn1/5/4l/5/4L/2K2 b - 1", "1e1c", "" },
        { LIONS("adjacent=free\n"), "2k2/5/4l/5/4L/2K2 b - 1", "1e1c", "1e1c" },
        { LIONS(""), "2k2/5/4l/4L/5/2K2 b - 1", "1d1c", "1d1c 1d1c1b 1d1c1d 1d1c2b 1d1c2c 1d1c2d" },
    };
    assert_moves(cases, COUNT(cases));
    /* Chu has always had the exception, and what is based on it. */
    static const char *const chu[] = { "base=chu\n", "base=chu-lishogi\n", "base=chu-jcsa\n" };
    for (size_t i = 0; i < COUNT(chu); i++) {
        char moves[4096];
        shoogi_variant *v = read_good(chu[i]);
        list_moves(moves, sizeof moves, v, "5r5k/12/12/12/5n6/5N6/12/12/12/12/12/K11 b - 1",
                   "7f7e");
        assert_non_null(strstr(moves, "7f7e"));
        list_moves(moves, sizeof moves, v, "5r5k/12/12/12/5n6/12/5N6/12/12/12/12/K11 b - 1",
                   "7g7e");
        assert_string_equal(moves, "");
        shoogi_variant_free(v);
    }
}

/* holdingsType says where captured pieces go, whoever captures them. */
static void own_pieces_go_where_captured_pieces_go(void **state)
{
    (void)state;
    static const struct {
        const char *holdings, *hands;
    } cases[] = {
        { "holdingsType=-1", "P" },
        { "holdingsType=-2", "+P" },
        { "holdingsType=1 drop=own", "+P" },
        { "holdingsType=0", "-" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[512], sfen[256];
        snprintf(text, sizeof text,
                 "files=5 ranks=5 promoOffset=2 maxPromote=1 %s pawn:P:fW:p:a2 rook:R:mcdR:r:e1 "
                 "tokin:+P:WfF:t: king:K:K:k:c1\n",
                 cases[i].holdings);
        shoogi_variant *v = read_good(text);
        shoogi_position *p;
        shoogi_move move;
        shoogi_error err;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        const char *const start = "2k2/5/5/R2+P1/2K2 b - 1";
        assert_int_equal(shoogi_sfen_read(p, start, strlen(start), &err), SHOOGI_OK);
        if (shoogi_usi_read(&move, p, "5d2d", 4, &err) != SHOOGI_OK)
            fail_msg("%s", err.message);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        (void)shoogi_sfen_write(sfen, sizeof sfen, p);
        char expected[64];
        snprintf(expected, sizeof expected, "2k2/5/5/3R1/2K2 w %s 2", cases[i].hands);
        assert_string_equal(sfen, expected);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* --- what a diagram may leave unsaid, or say twice ----------------------------------------------- */

typedef struct reading {
    const char *text;
    const char *sfen; /* of the start; NULL: not compared */
    const char *said; /* all messages */
} reading;

static void assert_readings(const reading *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[40];
        size_t said = 0;
        char text[4096], sfen[512];
        const shoogi_status status = read_text(&v, cases[i].text, errors, &said);
        join(text, sizeof text, errors, said);
        if (strcmp(text, cases[i].said) != 0)
            fail_msg("%zu:\n%s\n%s", i, text, cases[i].said);
        if (!cases[i].sfen) {
            assert_int_not_equal(status, SHOOGI_OK);
            continue;
        }
        assert_int_equal(status, SHOOGI_OK);
        shoogi_position *p;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        (void)shoogi_sfen_write(sfen, sizeof sfen, p);
        if (strcmp(sfen, cases[i].sfen) != 0)
            fail_msg("%zu: %s, not %s", i, sfen, cases[i].sfen);
        shoogi_position_free(p);
        /* The canonical form has the same start and nothing to complain of. */
        (void)shoogi_variant_print(text, sizeof text, v);
        shoogi_variant_free(v);
        assert_int_equal(read_text(&v, text, errors, &said), SHOOGI_OK);
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        (void)shoogi_sfen_write(sfen, sizeof sfen, p);
        if (strcmp(sfen, cases[i].sfen) != 0)
            fail_msg("canonical %zu: %s, not %s", i, sfen, cases[i].sfen);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

static void squares_may_be_given_twice(void **state)
{
    (void)state;
#define REPLACES "warning: expected an empty square, as this piece replaces another, found "
    static const reading cases[] = {
        { PAGE("files=5\nranks=5\npawn:P:fW:p:a2,e2,,a4,e4\nking:K:K:k:c1,,c5\n"),
          "2k2/p3p/5/P3P/2K2 b - 1", "" },
        { "files=5\nranks=5\npawn:P:fW:p:a2,e2,,a4,e4\nking:K:K:k:c1,,c5\n",
          "2k2/p3p/5/P3P/2K2 b - 1", "" },
        { PAGE(
              "files=5\nranks=5\nsymmetry=rotate\npawn:P:fW:p:a2,a2,a2-c2,,c4\nking:K:K:k:c1,,c5\n"),
          "2k2/2ppp/5/PPP2/2K2 b - 1", "" },
        /* in a page the later of two pieces stands */
        { PAGE("files=5\nranks=5\nrook:R:R:r:b1\nqueen:Q:Q:q:b1\nking:K:K:k:c1\n"),
          "1qk2/5/5/5/1QK2 b - 1", REPLACES "\"b1\"\n" },
        { PAGE("files=5\nranks=5\nrook:R:R:r:b1\nqueen:Q:Q:q:,,b5\nking:K:K:k:c1\n"),
          "1qk2/5/5/5/1RK2 b - 1", REPLACES "\"b5\"\n" },
        { PAGE("files=5\nranks=5\nrook:R:R:r:a1-e1\nking:K:K:k:c1\n"), "rrkrr/5/5/5/RRKRR b - 1",
          REPLACES "\"c1\"\n" },
        { PAGE("files=5\nranks=5\nrook:R:R:r:a3\nking:K:K:k:c1\n"), "2k2/5/r4/5/2K2 b - 1",
          REPLACES "\"a3\"\n" },
        { "files=5\nranks=5\nrook:R:R:r:b1\nqueen:Q:Q:q:b1\nking:K:K:k:c1\n", NULL,
          "expected an empty square, found \"b1\"\n" },
    };
    assert_readings(cases, COUNT(cases));
}

static void ids_stand_for_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *by_id, *by_number;
    } pairs[] = {
        { "royal=K", "royal=4" },
        { "royal=k\nroyal=+P", "royal=4\nroyal=3" },
        { "royal=K,+P", "royal=4\nroyal=3" },
        { "iron=R", "iron=2" },
        { "protected=R\nprotected=K", "protected=2\nprotected=4" },
        { "counterStrike=R", "counterStrike=2" },
        { "baring=P\nbaring=R", "baring=1\nbaring=2" },
        { "protected=R\ntradeThreshold=P", "protected=2\ntradeThreshold=1" },
        { "protected=R\ntradeThreshold=+P", "protected=2\ntradeThreshold=3" },
        { "antiTrade=K", "antiTrade=4" },
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        char text[2][512], forms[2][2048];
        for (int side = 0; side < 2; side++) {
            snprintf(text[side], sizeof text[side],
                     "files=5\nranks=5\n%s\npawn:P:fW:p:a2\nrook:R:R:r:e1\ntokin:+P:K:t:\n"
                     "king:K:K:k:c1\nmaxPromote=1 promoOffset=2\n",
                     side == 0 ? pairs[i].by_id : pairs[i].by_number);
            shoogi_variant *v = read_good(text[side]);
            (void)shoogi_variant_print(forms[side], sizeof forms[side], v);
            shoogi_variant_free(v);
        }
        assert_string_equal(forms[0], forms[1]);
    }
    static const reading wrong[] = {
        { "files=5\nranks=5\nroyal=X\nking:K:K:k:c1\n", NULL,
          "expected a type number or an id of this game, found \"X\"\n" },
        { "files=5\nranks=5\ntradeThreshold=X\nking:K:K:k:c1\n", NULL,
          "expected off, a number or an id of this game, found \"X\"\n" },
        { "files=5\nranks=5\nking:K:K:k:c1\nantiTrade=X\n", NULL,
          "expected a group, a type number or an id of this game, found \"X\"\n" },
        { "files=5\nranks=5\nbaring=X\nking:K:K:k:c1\n", NULL,
          "expected a type number (0: all but royals) or an id of this game, found \"X\"\n" },
    };
    assert_readings(wrong, COUNT(wrong));
}

static void equal_ids_become_different(void **state)
{
    (void)state;
#define AGAIN(id) "warning: expected an id not used before (" id " is used here), found "
    static const reading cases[] = {
        /* the promoted form of another line */
        { PAGE("files=5\nranks=5\npromoOffset=2\nmaxPromote=2\npawn::fW:p:a2\nking::K:k:c1\npawn::K:a:b2\n"
               "king::Q:a:\nroyal=2\nmaxPromote=1\n"),
          "2k2/p+P3/5/P+P3/2K2 b - 1", NULL },
        /* a letter of the name, then any other */
        { PAGE("files=5\nranks=5\npawn:P:fW:p:a2\nprince:P:K:r:b2\nking:K:K:k:c1\n"),
          "2k2/pr3/5/PR3/2K2 b - 1", AGAIN("R") "\"P\"\n" },
        { PAGE("files=5\nranks=5\nrook::R:r:e1\npawn::fW:p:a2\nprince::K:r:b2\nking:K:K:k:c1\n"),
          "2k1r/pi3/5/PI3/2K1R b - 1", AGAIN("I") "\"prince\"\n" },
        { PAGE("files=5\nranks=5\nking:K:K:k:c1\nk:K:W:k:a1\nroyal=1\n"), "a1k2/5/5/5/A1K2 b - 1",
          AGAIN("A") "\"K\"\n" },
        { "files=5\nranks=5\npawn:P:fW:p:a2\nprince:P:K:r:b2\nking:K:K:k:c1\n",
          "2k2/pr3/5/PR3/2K2 b - 1", AGAIN("R") "\"P\"\n" },
    };
    assert_readings(cases + 1, COUNT(cases) - 1);
    /* Elven Shogi names its promoted forms like other pieces, and promotes by numbers. */
    shoogi_variant *v = read_good(
        PAGE("files=5\nranks=5\npromoOffset=2\nmaxPromote=2\npromoZone=2\nholdingsType=-1\n"
             "dwarf::fW:d:a2\nelf::F:e:b2\ndwarf::K:admiral:\nelf::BW:l:\nking::K:k:c1\n"));
    assert_string_equal(shoogi_variant_kind(v, 3).id, "+D");
    assert_string_equal(shoogi_variant_kind(v, 4).id, "+E");
    assert_int_equal(shoogi_variant_kind(v, 2).promoted, 4);
    shoogi_variant_free(v);
    /* However many there are, each gets an id, in a time that nobody notices. */
    static char many[16384];
    size_t at = (size_t)snprintf(many, sizeof many, "files=36\nranks=36\nroyal=1\nk:K:K:k:a1\n");
    for (int i = 1; i < SHOOGI_KINDS_MAX; i++)
        at += (size_t)snprintf(many + at, sizeof many - at, "k:K:W:k:\n");
    v = read_good(many);
    for (unsigned a = 1; a <= shoogi_variant_kind_count(v); a++)
        for (unsigned b = 1; b < a; b++)
            assert_string_not_equal(shoogi_variant_kind(v, (shoogi_kind)a).id,
                                    shoogi_variant_kind(v, (shoogi_kind)b).id);
    shoogi_variant_free(v);
}

static void a_diagram_may_leave_things_unsaid(void **state)
{
    (void)state;
#define NO_MOVES "warning: expected moves in XBetza (the piece cannot move), found "
#define UNPLAYED "warning: expected a known parameter, as this rule is not played here, found "
#define PASSED   "warning: expected a parameter or a piece, found "
    static const reading cases[] = {
        /* sizes, moves and images */
        { PAGE("knight:N:::b1\nking::::e1\n"), "1n2k3/8/8/8/8/8/8/1N2K3 b - 1", "" },
        { "files=5\nking::::c1\n", "2k2/5/5/5/5/5/5/2K2 b - 1",
          "warning: expected ranks= (8 is assumed), found end of text\n" },
        { PAGE("gryphon::::b1\nfalcon::::a1\nking::::e1\n"), "fg2k3/8/8/8/8/8/8/FG2K3 b - 1", "" },
        { PAGE("wyvern::::b1\nking::::e1\n"), "1w2k3/8/8/8/8/8/8/1W2K3 b - 1",
          NO_MOVES "\"::b1\"\nwarning: expected an image name, found \":b1\"\n" },
        { PAGE("duke:D:K::a1\nearl:E:K::b1\nking::::e1\n"), "de2k3/8/8/8/8/8/8/DE2K3 b - 1",
          "warning: expected an image name, found \":a1\"\n" },
        /* looks are kept, rules are named */
        { PAGE("borders=0\nnoCounts=1\nboardColor=red\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          "" },
        { "files=5 ranks=5 borders=0 king:K:K:k:c1\n", "2k2/5/5/5/2K2 b - 1", "" },
        { PAGE("succession=1\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          UNPLAYED "\"succession=1\"\n" },
        { "files=5 ranks=5 succession=1 king:K:K:k:c1\n", NULL,
          "expected a known parameter, or --lenient to play without it, found \"succession=1\"\n" },
        { PAGE("shuffle=N!BRQK\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          "warning: expected no shuffle, as every game here starts from the given squares, found "
          "\"N!BRQK\"\n" },
        /* lines that are neither parameters nor pieces */
        { PAGE("foo bar baz\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          PASSED "\"foo bar baz\"\n" },
        { PAGE("king::::e1\nfoo bar\n"), "4k3/8/8/8/8/8/8/4K3 b - 1", PASSED "\"foo bar\"\n" },
        { PAGE("queen:Q:Q:queen\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          PASSED "\"queen:Q:Q:queen\"\n" },
        { PAGE("the rules = chess\nking::::e1\n"), "4k3/8/8/8/8/8/8/4K3 b - 1",
          PASSED "\"the rules = chess\"\n" },
        /* a royal that is nowhere */
        { PAGE("king::::e1\nqueen:+K:Q:q:\n"), NULL,
          "warning: expected a promoted form that some piece is or becomes, as by maxPromote, found "
          "\"+K\"\n"
          "expected a royal for each side: it is the last piece, +K, without royal=, found end of "
          "text\n" },
    };
    assert_readings(cases, COUNT(cases));
}

/* As copied from a page without its tags. */
static void a_diagram_is_found_in_prose(void **state)
{
    (void)state;
#define LINE                                                                                       \
    "files=5 ranks=5 symmetry=mirror graphicsType=png?nocache=true pawn:P:fW:p:a2-e2 king:K:K:k:c1"
#define START "2k2/ppppp/5/PPPPP/2K2 b - 1"
    static const reading cases[] = {
        { "Pocket Chess\n\nA small game by nobody, which has few rules.\n\n" LINE
          "\n\nOnly one side is listed.\n\nThe king: it moves one square (K), and may not be taken.\n",
          START, "" },
        { "Pocket Chess\n" LINE "\n", START, "" },
        { LINE "\n\nThis is the whole game.\n", START, "" },
        { "It is this: " LINE, START, "" },
        { "The page says\nBishop => Horse, a = b.\n\nfiles=5 ranks=5\npawn:P:fW:p:a2-e2\nking:K:K:k:c1\n\n"
          "and more, with a:b:c:d in it.\n",
          START, "" },
        { "No size is given in this text.\n\npromoZone=1 pawn::::a2-h2 knight:N:::b1 king::::e1\n",
          "1n2k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 b - 1", "" },
        { "Lions for both\n\nfiles=10 royal=8 Pawn::::a2-j2 Knight:N:::b1,i1 Bishop::::d1,g1 "
          "Rook::::a1,j1 Archbishop::::c1 Chancellor::::h1 Queen::::e1 King::::f1 Lion:::::2\n\n",
          "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR b 2L2l 1", "" },
        /* quoted in an answer, listed, or in a block of code */
        { "> Somebody wrote:\n> files=5\n> ranks=5\n> symmetry=mirror\n> pawn:P:fW:p:a2-e2\n> king:K:K:k:c1\n"
          ">\n> What of it?\nNothing.\n",
          START, "" },
        { ">files=5 ranks=5 symmetry=mirror\n>> pawn:P:fW:p:a2-e2\n>king:K:K:k:c1\n", START, "" },
        { "The game:\n* files=5\n* ranks=5\n* symmetry=mirror\n* pawn:P:fW:p:a2-e2\n* king:K:K:k:c1\n",
          START, "" },
        { "```\n" LINE "\n```\n\nEnjoy!\n", START, "" },
        { "[code]\n" LINE "\n[/code]\n", START, "" },
        { "\xE6\x96\xB0\xE3\x81\x97\xE3\x81\x84\n" LINE "\n\xE7\xB5\x82\n", START, "" },
        { "Name = Pocket Chess\n" LINE "\nThank you.\n", START, "" },
        { "My game.\ntitle=Pocket Chess\n" LINE
          "\nThe same again, with a larger board:\nfiles=8 ranks=8\n",
          START, "" },
        /* a definition with an error stays one */
        { LINE "\ngold:G:WfF:g\n", NULL, "expected \":\" and the squares, found end of line\n" },
        { "King K:K:k:c1\n" LINE "\n", NULL, "expected \":\" and the squares, found end of line\n" },
        { "files = 5\n" LINE "\n", NULL,
          "expected name=value without spaces, or the name of a piece without \"=\", found "
          "\"files =\"\n" },
        { "Filse = 5\n" LINE "\n", NULL,
          "expected name=value without spaces, or the name of a piece without \"=\", found "
          "\"Filse =\"\n" },
        { LINE "\nThank you\n", NULL, "expected a piece line after the name, found end of text\n" },
        { LINE " foo\n", NULL, "expected a piece line after the name, found end of text\n" },
        { "ranks 5\nfiles=5 king:K:K:k:c1\n", NULL,
          "expected name=value without spaces, or the name of a piece without \"=\", found "
          "\"ranks 5\"\n" },
        { "# A text of some words.\n" LINE " foo\n", NULL,
          "expected a piece line after the name, found end of text\n" },
    };
    assert_readings(cases, COUNT(cases));
    /* What is read by itself is no page, whatever its notes and comments say. */
    static const char *const definitions[] = {
        "# This is a comment.\n" LINE "\n",
        LINE "\nhistory=A game with a history: it is new = young.\n",
        "silver general:S:FfW:s:b1\n" LINE "\n",
        "silver\ngeneral:S:FfW:s:b1\n" LINE "\n",
        "title=Pocket Chess\n" LINE "\nsource=The page of this format\n",
    };
    for (size_t i = 0; i < COUNT(definitions); i++)
        assert_false(shoogi_text_is_page(definitions[i], strlen(definitions[i])));
}

/* Diagrams of the kinds that people publish, fed whole: marked in a page, without the page, and with prose around
 * them.  The pieces, squares and parameters are those of real ones; the looks are cut short. */
typedef struct whole_diagram {
    const char *text;
    uint64_t counts[3]; /* from the start, in a page; 0: not counted */
    const char *fault;  /* without a page, if it does not load there, or anywhere; NULL: it loads */
    bool nowhere;
} whole_diagram;

#define LOOKS                                                                                      \
    "graphicsDir=pictures/ graphicsType=png squareSize=40 whitePrefix=w blackPrefix=b borders=0 "
#define KING_PAWNS "pawn:P:ifmnDfmWfceF:p"

static const whole_diagram whole_diagrams[] = {
    /* Carrera's chess, with the squares of both sides and a shuffle.  Counts: fairy-stockfish 11.1, capablanca */
    { LOOKS
      "files=10 ranks=8 promoZone=1 promoChoice=QAC royal=K shuffle=N!BRQK firstRank=1 " KING_PAWNS
      ":a2,b2,c2,d2,e2,f2,g2,h2,i2,j2,,a7,b7,c7,d7,e7,f7,g7,h7,i7,j7 knight:N:N:n:c1,h1,,c8,h8 "
      "bishop:B:B:b:d1,g1,,d8,g8 rook:R:R:r:a1,j1,,a8,j8 queen:Q:Q:q:e1,,e8 "
      "archbishop:A:BN:a:b1,,b8 chancellor:C:RN:c:i1,,i8 king:K:KisO3:k:f1,,f8",
      { 28, 782, 24944 },
      NULL,
      false },
    /* Arch-Chancellor Chess.  Counts: fairy-stockfish 11.1 from the same position */
    { LOOKS "satellite=ac files=8 ranks=8 maxPromote=1 promoZone=1 promoChoice=QCAR firstRank=1\n"
            "pawn::ifmnDfmWfceF::a2-h2\nrook::::a1,h1\narchbishop:::cardinal:c1,f1\n"
            "chancellor::::b1,g1\nqueen::::d1\nking::KisO2::e1",
      { 24, 576, 16986 },
      NULL,
      false },
    /* Lions in hand, and moves by name.  Counts: our own, as of those below */
    { LOOKS "files=10 royal=8 Pawn::::a2-j2 Knight:N:::b1,i1 Bishop::::d1,g1 Rook::::a1,j1 "
            "Archbishop::::c1 Chancellor::::h1 Queen::::e1 King::::f1 Lion:::::2",
      { 68, 4250, 0 },
      NULL,
      false },
    /* Eurasian Chess: promotion to what was lost, and kings that may not face each other */
    { LOOKS "files=10 ranks=10 holdingsType=1 promoZone=3 maxPromote=1 promoChoice=!P*N*B*R*V*C*Q "
            "symmetry=mirror\npawn::fceFifmnDfmW::a3-j3:1\nknight:N:::b2,i2\nvao::mBcpB:bow:d2,g2\n"
            "cannon:::vao:c1,h1\nbishop::::c2,h2\nrook::::a1,j1\nqueen::::e2\nking::fkRfkBK::f2",
      { 54, 2910, 0 },
      NULL,
      false },
    /* Tamerlane II: succession is not played, which a page is warned of */
    { LOOKS
      "files=11 ranks=11 promoZone=3 maxPromote=1 promoChoice=QF symmetry=mirror\nsuccession=1\n"
      "prince:F:K:man:e2,g2\npawn::fmWfceFifmnD::a3-k3\ncamel::::c1,i1\ncannon:O:::e1,g1\n"
      "elephant::FA::a1,k1\nknight:N:::b2,j2\nbishop::::c2,i2\nrook::::a2,k2\n"
      "ship::[F?fqR]::d2,h2\ngryphon::[F?fsR]:griffon:\nqueen::::\nking::KdU::f2",
      { 72, 5176, 0 },
      "expected a known parameter, or --lenient to play without it, found \"succession=1\"\n",
      false },
    /* Elven Shogi: promoted forms that have the names of other pieces */
    { LOOKS "files=10 ranks=10 firstRank=1 promoOffset=10 promoZone=3 maxPromote=4 symmetry=rotate "
            "protected=9 counterStrike=9 royal=10 pawn::fW::a3-j3 knight:N:::b2,i2 bishop::::c2,h2 "
            "rook::::a1,j1 dwarf::K:a:a2,j2 elf::BW:c:d2 goblin::RF:c:g2 queen::::f2 "
            "warlock::KNADmabKcaKcabK:l:e2 king::K::f1 dwarf::K:a: spider::NK:c: elf::BW:c: "
            "goblin::RF:c: dwarf::K:a:",
      { 47, 2209, 0 },
      NULL,
      false },
/* Macadamia Shogi: the one thing it does not say is which pieces are royal */
#define MACADAMIA                                                                                  \
    "files=13 ranks=13 promoZone=0 maxPromote=24 promoOffset=26 promoChoice= Pawn::fW::a4-m4 "     \
    "Snake:I:vW:s:d5,j5 Copper::vWfF:c:c1,k1 Silver::FfW:a:d1,j1 Gold::WfF::e1,i1 "                \
    "Tiger::FbsW:t:f2,h2 Phoenix:X:WA:p:l1 Kirin:O:FD:k:b1 Lion:N:KNADcaKcabK::d2 "                \
    "Pirate:Y:rbfFlW:s:h1 Priest:Z:lbfFrW:s:f1 Elephant::FfsW::g2 King::K::g1 "                    \
    "Lance::fR::a1,m1 Dragon:A:F2:h:a2,m2 Guardian:A:W3fF:d:k3 Wrestler:M:F3sW:h:c3 "              \
    "Left Chariot:U:lfrbBfRbW:l:b3 Right Chariot:V:rflbBfRbW:r:l3 Bishop::B::d3,j3 "               \
    "Rook::R::a3,m3 Capricorner:J:BmasB:c:h3 Hook Mover:H:RmasR:n:f3 "                             \
    "Wolf::K3pafKcavK::j2 Castle:D:RF:c:e3,i3 Queen::Q::g3 Tokin:+P:WfF:g: "                       \
    "Sliding Snake:+I:vR:c: Running Copper:+C:vRfB:g: Running Silver:+S:BfR:g: "                   \
    "Running Gold:+G:RfB:g: Running Tiger:+T:BbsR:l: Golden Bird:+X:vRsW2F3:s: "                   \
    "Unicorn:+O:sRvW2F3:u: Berserker:+N:K3NADcaKcabK:b: Ghost:+Y:QpafKcavK:p: "                    \
    "Saint:+Z:QNADcaKcabK:h: King:+E:K:: Emperor:+K:U:u:"
    { LOOKS MACADAMIA,
      { 0 },
      "expected a royal for each side: it is the last piece, +K, without royal=, found end of text\n",
      true },
    { LOOKS MACADAMIA " royal=13 royal=+E royal=+K", { 48, 2208, 0 }, NULL, false },
    /* Pieces that pass over several others, and crooked ones */
    { LOOKS "files=12 ranks=12 promoChoice=Q symmetry=mirror pawn:P:fmWfcF:p:a3-l3 "
            "quintessence:Q:(az)7N:n:f2 crooked:C:afs(afzafz)5W:r:b2,k2 contra:H:(paf)3R:c:c2,j2 "
            "chancellor:M:RN:m:a1,l1 queen::Q:q:g2 king:K:K:k:g1",
      { 71, 4809, 0 },
      NULL,
      false },
};

static void assert_whole(const char *text, const whole_diagram *d, const char *fault, bool counted)
{
    shoogi_variant *v = NULL;
    shoogi_error errors[40];
    size_t count;
    char said[4096], faults[4096];
    size_t at = 0, warnings = 0;
    const shoogi_status status = read_text(&v, text, errors, &count);
    join(said, sizeof said, errors, count);
    faults[0] = '\0';
    for (size_t i = 0; i < count; i++)
        if (strncmp(errors[i].message, "warning: ", 9) != 0)
            at += (size_t)snprintf(faults + at, sizeof faults - at, "%s\n", errors[i].message);
        else
            warnings++;
    if (strcmp(faults, fault ? fault : "") != 0 || (status == SHOOGI_OK) != !fault || warnings > 5)
        fail_msg("%s\n%s", said, text);
    if (fault)
        return;
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (unsigned depth = 1; counted && depth <= COUNT(d->counts); depth++) {
        uint64_t nodes = 0;
        if (d->counts[depth - 1] == 0)
            continue;
        assert_int_equal(shoogi_position_perft(&nodes, p, depth), SHOOGI_OK);
        if (nodes != d->counts[depth - 1])
            fail_msg("depth %u: %llu, expected %llu\n%s", depth, (unsigned long long)nodes,
                     (unsigned long long)d->counts[depth - 1], text);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void real_diagrams_are_read_whole(void **state)
{
    (void)state;
    static char text[8192];
    for (size_t i = 0; i < COUNT(whole_diagrams); i++) {
        const whole_diagram *const d = &whole_diagrams[i];
        const char *const in_page = d->nowhere ? d->fault : NULL;
        snprintf(text, sizeof text,
                 "<html><body><h1>A game</h1>\n<p>It is old: here it is.\n<div class=\"idiagram\">\n"
                 "%s\n</div>\n<p>More about a game.</body></html>\n",
                 d->text);
        assert_whole(text, d, in_page, true);
        snprintf(text, sizeof text,
                 "A Game of Chess\n\nBy somebody, who likes long games.\n\n%s\n\n"
                 "The king moves as usual, and a pawn may not.\n",
                 d->text);
        assert_whole(text, d, in_page, true);
        /* A text that is no page says what it means: that check must be answered, among other things. */
        snprintf(text, sizeof text, "%s\n", d->text);
        assert_whole(text, d, d->fault, false);
    }
}

/* The same from the files in which people keep them, if they are here. */
static void diagrams_of_others_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *file, *fault;
        uint64_t counts[3];
    } files[] = {
        { "carrera960.txt", NULL, { 28, 784, 0 } },
        { "eurasian.html", NULL, { 54, 2910, 0 } },
        { "lionjanus.txt", NULL, { 68, 4572, 0 } },
        { "tamerlane2.txt",
          "expected a known parameter, or --lenient to play without it, found \"succession=1\"\n",
          { 0 } },
    };
    static char text[8192];
    const char *const data = getenv("SHOOGI_TEST_DATA");
    size_t read = 0;
    for (size_t i = 0; i < COUNT(files); i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/data/diagrams/%s", data ? data : "../shared",
                 files[i].file);
        FILE *const file = fopen(path, "r");
        if (!file)
            continue;
        const size_t bytes = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        text[bytes] = '\0';
        whole_diagram d = { .text = text };
        memcpy(d.counts, files[i].counts, sizeof d.counts);
        assert_whole(text, &d, files[i].fault, true);
        read++;
    }
    if (read == 0) {
        print_message("# no diagrams of others here\n");
        skip();
    }
}

/* The royal promotion of Macadamia Shogi, which comes before contagion. */
static void royal_pieces_become_their_own_form(void **state)
{
    (void)state;
#define MEETS(board) "6k6/13/13/13/13/" board "/13/13/13/13/13/6K6 b - 1"
    static const rule_case cases[] = {
        { "base=macadamia\n", "6k6/13/13/13/13/6y6/6K6/13/13/13/13/13/13 b - 1", "7g7f", "7g7f+" },
        { "base=macadamia\n", "6k6/13/13/13/13/6+z6/6K6/13/13/13/13/13/13 b - 1", "7g7f", "7g7f+" },
        { "base=macadamia\n", "6k6/13/13/13/13/6p6/6K6/13/13/13/13/13/13 b - 1", "7g7f",
          "7g7f 7g7f+" },
        { "base=macadamia\n", MEETS("6y6/6E6"), "7g7f", "7g7f+" },
        { "base=macadamia\n", MEETS("6p6/6E6"), "7g7f", "7g7f 7g7f+" },
        { "base=macadamia\n", MEETS("6+p6/6G6"), "7g7f", "7g7f+" },
        { "base=macadamia\n", MEETS("6y6/6A6"), "7g7f", "7g7f++Y" },
    };
    assert_moves(cases, COUNT(cases));
}

/* A second pawn on a file by a move lent by another piece: unless it promotes. */
static void lent_moves_obey_nifu_if_the_rule_set_says_so(void **state)
{
    (void)state;
    static const rule_case cases[] = {
        { "base=annan\n", "4k4/9/9/9/4P4/4G4/5P3/9/4K4 b - 1", "5e", "5e4d 5e4e 5e5d 5e6d 5e6e" },
        { "base=annan-strict\n", "4k4/9/9/9/4P4/4G4/5P3/9/4K4 b - 1", "5e", "5e5d 5e6d 5e6e" },
        { "base=annan-strict\n", "4k4/9/9/4P4/4G4/9/5P3/9/4K4 b - 1", "5d",
          "5d4c+ 5d5c 5d5c+ 5d6c 5d6c+ 5d6d" },
    };
    assert_moves(cases, COUNT(cases));
}

/* --- bases --------------------------------------------------------------------------------------- */

static void handicaps_that_do_not_fit_are_dropped(void **state)
{
    (void)state;
#define UNFIT                                                                                      \
    "warning: expected a base whose handicaps all fit here (those that do not are dropped), found "
    static const reading cases[] = {
        { "base=shogi\nbishop:B:B:b:c2\n",
          "lnsgkgsnl/1r4b2/ppppppppp/9/9/9/PPPPPPPPP/2B4R1/LNSGKGSNL b - 1", UNFIT "\"shogi\"\n" },
        { "base=shogi\nrook:R:R:r:\n",
          "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1", UNFIT "\"shogi\"\n" },
        { "base=shogi\nlance:L:fR@8:l:a1,i2\n",
          "1nsgkgsnl/lr5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5RL/LNSGKGSN1 b - 1", UNFIT "\"shogi\"\n" },
        { "base=tori\nfalcon:FA:FfsW:fa:\n", NULL, NULL },
        { "base=shogi\nbishop:B:B:b:c2\nhandicap=bishop:B@3b\n", NULL, NULL },
        { "base=shogi\nhandicap=none\nhandicap=x:B@9i\ngradeHandicap=none\n", NULL,
          "expected a piece that the second player has there, found \"B@9i\"\n" },
        { "base=shogi\ngradeHandicap=nothing\n", NULL,
          "expected a handicap of this game, found \"nothing\"\n" },
    };
    assert_readings(cases, 3);
    assert_readings(cases + 5, 2);
    shoogi_variant *v = read_good(cases[0].text);
    assert_non_null(shoogi_variant_handicap_by_name(v, "lance", 5));
    assert_non_null(shoogi_variant_handicap_by_name(v, "rook", 4));
    assert_null(shoogi_variant_handicap_by_name(v, "bishop", 6));
    shoogi_variant_free(v);
    v = read_good(cases[4].text); /* its own takes the place of the dropped one */
    assert_non_null(shoogi_variant_handicap_by_name(v, "bishop", 6));
    shoogi_variant_free(v);
}

/* holdingsType under a base changes the hands and nothing else. */
static void a_change_of_hands_leaves_the_other_rules(void **state)
{
    (void)state;
    static const rule_case cases[] = {
        { "base=shogi\nholdingsType=0\n", "4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "5c",
          "5c4b 5c4b+ 5c4d 5c4d+ 5c5b 5c5b+ 5c6b 5c6b+ 5c6d 5c6d+" },
        { "base=shogi\nholdingsType=0\n", "8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b", "5b5a+" },
        { "base=shogi\nholdingsType=0\n", "4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "5i6i", "" },
        { "base=shogi\nholdingsType=0\n", "4k4/9/9/9/9/9/9/3r5/4K4 b - 1", "5i", "5i4i 5i6h" },
        /* and the other way round: drops, but promotion and check as they were */
        { "base=chu\nholdingsType=-1\ncounterStrike=none\n",
          "11k/12/12/12/12/12/12/12/12/12/12/K11 b 2P 1", "P*6f", "P*6f" },
        { "base=chu\nholdingsType=-1\ncounterStrike=none\n",
          "11k/12/12/12/12/12/12/12/12/12/11r/K11 b - 1", "12l11k", "12l11k" },
        { "base=chu\nholdingsType=-1\ncounterStrike=none\n",
          "11k/5G6/12/12/12/12/12/12/12/12/12/K11 b - 1", "7b7a", "7b7a" },
    };
    assert_moves(cases, COUNT(cases));
}

static int set_up_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) == SHOOGI_OK ? 0 : -1;
}

static int free_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

TEST_SUITE(diagrams)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_is_answered_in_pages),
        cmocka_unit_test(carrera_has_the_published_counts),
        cmocka_unit_test(a_piece_among_its_own_choices_may_stay),
        cmocka_unit_test(pages_promote_the_first_piece_on_the_last_rank),
        cmocka_unit_test(neighbours_are_protected_unless_it_is_said),
        cmocka_unit_test(own_pieces_go_where_captured_pieces_go),
        cmocka_unit_test(squares_may_be_given_twice),
        cmocka_unit_test(ids_stand_for_numbers),
        cmocka_unit_test(equal_ids_become_different),
        cmocka_unit_test(a_diagram_may_leave_things_unsaid),
        cmocka_unit_test(a_diagram_is_found_in_prose),
        cmocka_unit_test(real_diagrams_are_read_whole),
        cmocka_unit_test(diagrams_of_others_are_read),
        cmocka_unit_test(royal_pieces_become_their_own_form),
        cmocka_unit_test(lent_moves_obey_nifu_if_the_rule_set_says_so),
        cmocka_unit_test(handicaps_that_do_not_fit_are_dropped),
        cmocka_unit_test(a_change_of_hands_leaves_the_other_rules),
    };
    return cmocka_run_group_tests(tests, set_up_catalog, free_catalog);
}
