/* western_test.c: the notation of the Shoogi Server: the Hodges rule in writing, one legal move in reading. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *shogi, *shosu, *mortal, *kyoto, *chu, *wide, *tall, *letters, *modes;

/* A lion that reaches a lion through a pawn; two of them around one; an eagle. */
static const char lion[] = "12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 b -";
static const char lions[] = "12/12/12/12/12/5pp5/5N1N4/12/4+O7/12/12/Kk10 b -";
static const char eagles[] = "12/12/12/12/4p7/5p6/6+D5/4p7/5+D6/12/12/Kk10 b -";
/* Pawns that may, and must, choose their promotion. */
static const char forms[] = "4k4/P8/9/2S3P1R/9/9/2P6/9/4K4 b -";

/* Files and ranks of two digits, and rank x. */
static const char wide_text[] =
    "files=12\nranks=12\nholdingsType=-1\nsymmetry=rotate\nroyal=4\nmaxPromote=0\n"
    "pawn:P:fW@12:p:a4-l4\nrook:R:R@12:r:a1,l1\nbishop:B:B@12:b:b1\n"
    "king:K:K:k:f1\n";
static const char tall_text[] =
    "files=8\nranks=30\nholdingsType=-1\nsymmetry=rotate\nroyal=3\nmaxPromote=0\n"
    "xebec:X:R@30:x:a1\nbishop:B:B@30:b:b1\nking:K:K:k:c1\n";
/* A name that begins with another name, and a piece called D. */
static const char letters_text[] =
    "files=9\nranks=9\nholdingsType=-1\npromoZone=3\nmaxPromote=2\npromoOffset=5\npromoChoice=+\n"
    "symmetry=rotate\nroyal=5\n"
    "rook:R:R@9:r:h2\nsilver:S:FfW@9:s:c1\nside mover:SM:sRvW@9:m:b2\ndog:D:F@9:d:d1\nking:K:K:k:e1\n"
    "dragon:+R:RF:r:\ngold:+S:WfF:s:\n";

/* Pieces that capture differently from how they move, at home and next to captures. */
static const char modes_text[] = "files=5\nranks=6\nsymmetry=rotate\n"
                                 "pawn:P:mfWcfF:p:c2\nrook:R:mRcB2:r:a1\nking:K:K:k:c1\n";
static const char prey[] = "2k2/5/5/r1p2/R1P2/2K2 b";

static shoogi_status read_text(shoogi_parsed_move *out, const shoogi_position *position,
                               const char *text, shoogi_error *err)
{
    return shoogi_western_read(out, position, text, strlen(text), err);
}

static shoogi_move usi(const shoogi_position *position, const char *text)
{
    shoogi_move move = 0;
    shoogi_error err;
    if (shoogi_usi_read(&move, position, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%s: %s", text, err.message);
    return move;
}

static void expect_usi(const shoogi_position *position, shoogi_move move, const char *text)
{
    char written[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_usi_write(written, sizeof written, position, move);
    assert_string_equal(written, text);
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static void hodges(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *usi, *western;
    } moves[] = {
        { shogi, NULL, "7g7f", "P-7f" },
        { shogi, NULL, "7i6h", "S-6h" },
        { shogi, NULL, "4i5h", "G4i-5h" }, /* both golds can */
        { shogi, NULL, "4i3h", "G-3h" },
        { shogi, "4k4/9/9/9/9/9/9/1B5b1/4K4 b -", "8h2b+", "B-2b+" },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "8h2b+", "Bx2b+" },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "8h2b", "Bx2b=" },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "8h7g", "B-7g" }, /* nowhere near the zone */
        { shogi, "4k4/9/9/6B2/9/9/9/9/4K4 b -", "3d4c", "B-4c=" },
        { shogi, "4k4/9/6B2/9/9/9/9/9/4K4 b -", "3c4d", "B-4d=" }, /* out of the zone */
        { shogi, "4k4/9/6B2/9/9/9/9/9/4K4 b -", "3c4d+", "B-4d+" },
        { shogi, "4k4/P8/9/9/9/9/9/9/4K4 b -", "9b9a+", "P-9a+" }, /* compulsory: + nevertheless */
        { shogi, "4k4/9/9/9/6N2/9/9/9/4K4 b -", "3e2c", "N-2c=" },
        { shogi, "4k4/9/9/6N2/9/9/9/9/4K4 b -", "3d2b+", "N-2b+" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b R", "R*1d", "R*1d" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w r", "R*1d", "R*1d" },   /* White's names too */
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b R", "R*1a", "R*1a" },   /* a drop does not promote */
        { shogi, "4k4/9/9/4G4/9/9/9/9/4K4 b -", "5d5c", "G-5c" }, /* a gold neither */
        { shogi, "4k4/9/9/4+S4/9/9/9/9/4K4 b -", "5d5c", "+S-5c" },
        { shogi, "3sk4/4+S4/9/9/9/9/9/9/4K4 b -", "5b6a", "+Sx6a" },
        { shogi, "3sk4/2+S1+S4/9/9/9/9/9/9/4K4 b -", "5b6a", "+S5bx6a" },
        { shogi, "3sk4/2S1+S4/9/9/9/9/9/9/4K4 b -", "5b6a",
          "+Sx6a" }, /* a different promotion state */
        { shogi, "3sk4/2G1+S4/9/9/9/9/9/9/4K4 b -", "5b6a",
          "+Sx6a" }, /* only the same move counts */
        /* A pinned gold still counts: it attacks the square, though it may not move there. */
        { shogi, "4k4/9/9/9/9/9/9/r1GKG4/9 b -", "5h6g", "G5h-6g" },
        { shogi, "4k4/9/9/9/9/9/4r4/4G4/3GK4 b -", "6i6h", "G6i-6h" },
        /* A blocked piece does not count: a rook behind its own pawn. */
        { shogi, "4k4/9/9/9/R8/9/P8/R8/4K4 b -", "9e9f", "R-9f" },
        { shogi, "4k4/9/9/9/R8/9/9/R8/4K4 b -", "9e9f", "R9e-9f" },
        /* The mark of promotion distinguishes them, but does not matter. */
        { shogi, "4k4/9/5S3/3S5/9/9/9/9/4K4 b -", "4c5d", "S-5d=" },
        { shogi, "4k4/9/3S5/3S5/9/9/9/9/4K4 b -", "6c5b+", "S-5b+" },
        { shogi, "4k4/9/2S6/4S4/9/9/9/9/4K4 b -", "7c6d", "S-6d=" },
        { shogi, "4k4/9/2S6/9/3S5/9/9/9/4K4 b -", "7c6d", "S7c-6d=" },
        { shogi, "4k4/9/2S6/9/3S5/9/9/9/4K4 b -", "6e6d", "S6e-6d" },
        /* The other side's pieces do not matter. */
        { shogi, "4k4/9/9/9/r8/9/9/R8/4K4 b -", "9h9f", "R-9f" },
        { shosu, NULL, "10h10g", "P-10g" },
        { wide, NULL, "12i12h", "P-12h" },
        { wide, "5k6/12/12/12/12/12/R10R/12/12/12/12/6K5 b -", "12g10g", "R12g-10g" },
        { tall, "2k5/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/X1K4X b -", "8ad7ad",
          "X-7ad" },
        { tall, "2k5/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/X6X/8/8/8/8/8/2K5 b -", "8x7x",
          "X8x-7x" },
        { letters, "4k4/9/9/9/9/9/9/1SM7/4K4 b -", "8h7h", "SM-7h" },
        { letters, "4k4/9/9/9/9/9/9/1,SM,3,SM,3/4K4 b -", "8h7h", "SM8h-7h" },
        /* One of several promotions is named, the only one is not. */
        { mortal, forms, "3d3c+G", "P-3c+G" },
        { mortal, forms, "3d3c+N", "P-3c+N" },
        { mortal, forms, "3d3c", "P-3c=" },
        { mortal, forms, "9b9a+S", "P-9a+S" },
        { mortal, forms, "7d7c+", "S-7c+" },
        { mortal, forms, "1d1a+", "R-1a+" },
        /* Flipping. */
        { kyoto, NULL, "5e5d+", "T-5d+" },
        { kyoto, "pgkst/5/5/2R2/TSKG1 b P", "3d3b+", "R-3b+" },
        { kyoto, "pgkst/5/5/5/TSKG1 b P", "R*3c", "R*3c" },
        { kyoto, "2k2/5/5/1T1T1/2K2 b -", "4d3c+", "T4d-3c+" }, /* both can, and must, flip */
        /* The lion: two captures, one, igui, and a pass. */
        { chu, lion, "7g6f6e", "Nx6fx6e" },
        { chu, lion, "7g6f5e", "Nx6f-5e" },
        { chu, lion, "7g6f", "Nx6f" },
        { chu, lion, "7g6f7g", "Nx!6f" },
        { chu, lion, "7g6g7g", "--" },
        { chu, lion, "7g7e", "N-7e" },
        { chu, lions, "7g6f6e", "N7gx6f-6e" },
        { chu, lions, "5g6f7f", "N5gx6fx7f" },
        { chu, lions, "7g7f7g", "Nx!7f" },
        { chu, lions, "5g6f5g", "Nx!6f" }, /* for igui the piece makes no difference */
        { chu, lions, "8i6h", "+O-6h" },
        { chu, eagles, "6g7f8e", "+Dx7fx8e" },
        { chu, eagles, "6g8e", "+Dx8e" },
        { chu, eagles, "6g7f", "+D6gx7f" },
        { chu, eagles, "6g7f6g", "+Dx!7f" },
        { chu, eagles, "7i7h", "+D7i-7h" },
        { chu, NULL, "4h4g", "I-4g" },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *position = make_position(moves[i].variant, moves[i].sfen);
        const shoogi_move move = usi(position, moves[i].usi);
        char text[SHOOGI_MOVE_TEXT_BYTES];
        const size_t length = shoogi_western_write(text, sizeof text, position, move);
        assert_string_equal(text, moves[i].western);
        assert_int_equal(length, strlen(text));
        shoogi_parsed_move found;
        shoogi_error err;
        if (read_text(&found, position, text, &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", text, err.column, err.message);
        assert_true(found.move == move);
        assert_false(found.promotion_open);
        for (size_t room = 0; room < length + 2; room++) {
            memset(text, '#', sizeof text);
            assert_int_equal(shoogi_western_write(text, room, position, move), length);
            assert_int_equal(text[room], '#');
        }
        shoogi_position_free(position);
    }
}

/* ---- Reading ----------------------------------------------------------------------------------- */

/* Texts that match one legal move; open: the promotion is left to the player. */
static void fits_one(void **state)
{
    (void)state;
    static const char golds[] = "4k4/9/9/9/9/9/3G1G3/9/4K4 b -";
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text, *usi;
        bool open;
    } texts[] = {
        { shogi, NULL, "P-7f", "7g7f", false },
        { shogi, NULL, "p-7f", "7g7f", false },
        { shogi, NULL, "P-7F", "7g7f", false },
        { shogi, NULL, "P-76", "7g7f", false },
        { shogi, NULL, "P7g-7f", "7g7f", false },
        { shogi, NULL, "P77-76", "7g7f", false },
        { shogi, NULL, "P77-7f", "7g7f", false },
        { shogi, NULL, "P7-7f", "7g7f", false },
        { shogi, NULL, "Pg-7f", "7g7f", false },
        { shogi, NULL, "pG-7f", "7g7f", false },
        { shogi, NULL, " P-7f\t", "7g7f", false },
        { shogi, golds, "G6-5f", "6g5f", false },
        { shogi, golds, "G4g-5f", "4g5f", false },
        { shogi, golds, "G47-56", "4g5f", false },
        /* The rank alone tells the golds apart. */
        { shogi, "4k4/9/9/9/9/4G4/9/4G4/4K4 b -", "Gf-5g", "5f5g", false },
        { shogi, "4k4/9/9/9/9/4G4/9/4G4/4K4 b -", "gh-57", "5h5g", false },
        /* One of two is pinned: if only one may move there, no origin is needed. */
        { shogi, "4k4/9/9/9/9/9/4r4/4G4/3GK4 b -", "G-6h", "6i6h", false },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "Bx2b+", "8h2b+", false },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "BX22=", "8h2b", false },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "Bx2b", "8h2b", true },
        { shogi, "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "bhX22", "8h2b", true },
        { shogi, "4k4/P8/9/9/9/9/9/9/4K4 b -", "P-9a", "9b9a+", false }, /* there is no choice */
        { shogi, "4k4/P8/9/9/9/9/9/9/4K4 b -", "P-9a+", "9b9a+", false },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b BP", "P*5e", "P*5e", false },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w bp", "b*55", "B*5e", false },
        { shogi, "4k4/4p4/9/9/9/4B4/9/9/4K4 b P", "P*5d", "P*5d", false },
        /* Other names of promoted pieces, and the sign before them. */
        { shogi, "4k4/9/9/9/9/9/9/+R8/4K4 b -", "+R-9g", "9h9g", false },
        { shogi, "4k4/9/9/9/9/9/9/+R8/4K4 b -", "D-9g", "9h9g", false },
        { shogi, "4k4/9/9/9/9/9/9/+R8/4K4 b -", "+d9h-97", "9h9g", false },
        { shogi, "4k4/9/9/9/9/9/9/+B8/4K4 b -", "H-9g", "9h9g", false },
        { shogi, "4k4/9/9/9/9/9/9/+B8/4K4 b -", "hh-9g", "9h9g", false }, /* the horse on rank h */
        { shogi, "4k4/9/9/9/9/9/9/+P8/4K4 b -", "t-9g", "9h9g", false },
        { shosu, NULL, "P-10g", "10h10g", false },
        { shosu, NULL, "p108-107", "10h10g", false },
        { shosu, NULL, "P-1g", "1h1g", false },
        { wide, NULL, "P-128", "12i12h", false },
        { wide, NULL, "P12-12h", "12i12h", false },
        { wide, NULL, "P129-12h", "12i12h", false },
        { wide, "5k6/12/12/12/12/12/12/12/12/12/R11/6K5 b -", "R-1111", "12k11k", false },
        { wide, "5k6/12/12/12/12/12/12/12/12/12/R11/6K5 b -", "R1211-11k", "12k11k", false },
        { tall, "2k5/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/X6X/8/8/8/8/8/2K5 b -", "x8x-7x",
          "8x7x", false },
        { tall, "2k5/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/8/Xb6/8/8/8/8/1X6/2K5 b -", "xxx7x",
          "8x7x", false }, /* the X of rank x captures on 7x */
        { tall, NULL, "X-8ac", "8ad8ac", false },
        { letters, "4k4/9/9/9/9/9/9/1SM7/4K4 b -", "sm-7h", "8h7h", false },
        { letters, "4k4/9/9/9/9/9/9/1D7/+R3K4 b -", "D-7i", "8h7i", false },
        { letters, "4k4/9/9/9/9/9/9/1D7/+R3K4 b -", "+R-7i", "9i7i", false },
        /* The promotion in any case, and if there is only one; open, the piece stays unpromoted if it may. */
        { mortal, forms, "p-3c+g", "3d3c+G", false },
        { mortal, forms, "P-33+L", "3d3c+L", false },
        { mortal, forms, "S-7c+G", "7d7c+", false },
        { mortal, forms, "R-1a+d", "1d1a+", false },
        { mortal, forms, "P-3c", "3d3c", true },
        { mortal, forms, "P-9a", "9b9a+S", true },
        { mortal, forms, "S-7c", "7d7c", true },
        { kyoto, NULL, "t-5d", "5e5d+", false },
        /* Other notations of igui. */
        { chu, lion, "nX6fX6e", "7g6f6e", false },
        { chu, lion, "Lnx6fx6e", "7g6f6e", false },
        { chu, lion, "LN x6f x6e", "7g6f6e", false },
        { chu, lion, "Lnx6f6e", "7g6f6e", false },
        { chu, lion, "N77x66x65", "7g6f6e", false },
        { chu, lion, "N7gx6f-5e", "7g6f5e", false },
        { chu, lion, "Lnx!6f", "7g6f7g", false },
        { chu, lion, "LNX!66", "7g6f7g", false },
        { chu, lion, "Ln!x6f", "7g6f7g", false },
        { chu, lion, "Lnx6f!", "7g6f7g", false },
        { chu, lion, "N7gx!6f", "7g6f7g", false },
        { chu, lion, "--", "7g6g7g", false },
        { chu, lion, "Pass", "7g6g7g", false },
        { chu, lion, "Ln-7f-7g", "7g7f7g", false },
        { chu, lion, "N-7f-7e", "7g7f7e", false },
        { chu, lions, "Nx!6f", "5g6f5g", false },
        { chu, lions, "N7gx!6f", "7g6f7g", false },
        { chu, lions, "--", "5g4f5g", false },
        /* Other letters, and the sign of promotion before them. */
        { chu, lions, "+KR-6h", "8i6h", false },
        { chu, lions, "+kr-6h", "8i6h", false },
        { chu, eagles, "+DKx8e", "6g8e", false },
        { chu, NULL, "GB-4g", "4h4g", false },
        { chu, NULL, "FL-11k", "11l11k", false },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        shoogi_parsed_move found = { 0, false };
        shoogi_error err;
        if (read_text(&found, position, texts[i].text, &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        expect_usi(position, found.move, texts[i].usi);
        assert_int_equal(found.promotion_open, texts[i].open);
        shoogi_position_free(position);
    }
}

static void refused(void **state)
{
    (void)state;
    static const char bishops[] = "4k4/7b1/9/9/9/9/9/1B7/4K4 b -";
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text;
        shoogi_status status;
        unsigned column;
        const char *message;
    } texts[] = {
        /* Not a move in this notation. */
        { shogi, NULL, "", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, L, N, S, B, R, G, K), found end of text" },
        { shogi, NULL, "7g7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, L, N, S, B, R, G, K), found \"7g7f\"" },
        { shogi, NULL, "X-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, L, N, S, B, R, G, K), found \"X-7f\"" },
        { shogi, NULL, "+K-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, L, N, S, B, R, G, K), found \"+K-7f\"" },
        { shogi, NULL, "-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, L, N, S, B, R, G, K), found \"-7f\"" },
        { shogi, NULL, "  Q-7f", SHOOGI_PARSE_ERROR, 3,
          "expected a piece (P, L, N, S, B, R, G, K), found \"Q-7f\"" },
        { shogi, NULL, "P", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\", \"x\" or \"*\" between piece and square, found end of text" },
        { shogi, NULL, "P7f", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\", \"x\" or \"*\" between piece and square, found \"7f\"" },
        { shogi, NULL, "P76", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\", \"x\" or \"*\" between piece and square, found \"76\"" },
        { shogi, NULL, "P 7f", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\", \"x\" or \"*\" between piece and square, found \" 7f\"" },
        { shogi, NULL, "P-", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found end of text" },
        { shogi, NULL, "P-7", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"7\"" },
        { shogi, NULL, "P-f", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"f\"" },
        { shogi, NULL, "P-7j", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"7j\"" },
        { shogi, NULL, "P-07", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"07\"" },
        { shogi, NULL, "P-10", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"10\"" },
        { shogi, NULL, "P-+", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"+\"" },
        { shogi, NULL, "P-17f", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"17f\"" },
        { shogi, NULL, "P--7f", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"-7f\"" },
        { shogi, NULL, "P-7f!", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\", \"=\" or the end, found \"!\"" },
        { shogi, NULL, "P-7f++", SHOOGI_PARSE_ERROR, 6,
          "expected the end of the move, found \"+\"" },
        { shogi, NULL, "P-7f P-3d", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\", \"=\" or the end, found \" P-3d\"" },
        { shogi, NULL, "P7z-7f", SHOOGI_PARSE_ERROR, 2,
          "expected a square of this board, or \"-\", \"x\" or \"*\", found \"7z-7f\"" },
        { shogi, NULL, "P7777-7f", SHOOGI_PARSE_ERROR, 2,
          "expected a square of this board, or \"-\", \"x\" or \"*\", found \"7777-7f\"" },
        { shogi, NULL, "L@1a", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\", \"x\" or \"*\" (\"@\" is for handicaps), found \"@1a\"" },
        { shogi, NULL, "HANDICAP:L@1a,R@8b", SHOOGI_PARSE_ERROR, 1,
          "expected a move of a piece (a handicap is not one), found \"HANDICAP:L@1a,R@8b\"" },
        { shogi, NULL, "handicap L@1a", SHOOGI_PARSE_ERROR, 1,
          "expected a move of a piece (a handicap is not one), found \"handicap\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "P5f*5e", SHOOGI_PARSE_ERROR, 2,
          "expected \"*\" (a drop has no square of origin), found \"5f*5e\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "P*5e+", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (a drop does not promote), found \"+\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "P*5e=", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (a drop does not promote), found \"=\"" },
        { shosu, NULL, "Z-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (P, B, R, L, N, S, G, Q, K), found \"Z-7f\"" },
        { letters, NULL, "H-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece (R, S, SM, D, K), found \"H-7f\"" },
        /* The sign contradicts the board. */
        { shogi, bishops, "B-2b", SHOOGI_PARSE_ERROR, 2,
          "expected \"x\" (there is an enemy piece on 2b: Bx2b), found \"-2b\"" },
        { shogi, bishops, "b8h-22+", SHOOGI_PARSE_ERROR, 4,
          "expected \"x\" (there is an enemy piece on 2b: B8hx2b+), found \"-22+\"" },
        { shogi, bishops, "bh-22", SHOOGI_PARSE_ERROR, 3,
          "expected \"x\" (there is an enemy piece on 2b: Bhx2b), found \"-22\"" },
        { shogi, bishops, "B*2b", SHOOGI_PARSE_ERROR, 2,
          "expected \"x\" (there is an enemy piece on 2b: Bx2b), found \"*2b\"" },
        { shogi, bishops, "Bx3c", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\" (there is no piece on 3c: B-3c), found \"x3c\"" },
        { shogi, NULL, "Px7f", SHOOGI_PARSE_ERROR, 2,
          "expected \"-\" (there is no piece on 7f: P-7f), found \"x7f\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "P-5e", SHOOGI_PARSE_ERROR, 2,
          "expected \"*\" (none on the board can move to 5e: P*5e), found \"-5e\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "Px5e", SHOOGI_PARSE_ERROR, 2,
          "expected \"*\" (none on the board can move to 5e: P*5e), found \"x5e\"" },
        /* A mark where there is no choice. */
        { shogi, NULL, "P-7f+", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (it cannot promote: P-7f), found \"+\"" },
        { shogi, NULL, "P-7f=", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (it cannot promote: P-7f), found \"=\"" },
        { shogi, "4k4/9/9/4G4/9/9/9/9/4K4 b -", "G-5c+", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (it cannot promote: G-5c), found \"+\"" },
        { shogi, "4k4/P8/9/9/9/9/9/9/4K4 b -", "P-9a=", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" (the piece must promote: P-9a+), found \"=\"" },
        /* Several moves fit. */
        { shogi, NULL, "G-5h", SHOOGI_PARSE_ERROR, 1,
          "expected one of G4i-5h, G6i-5h, found \"G-5h\"" },
        { shogi, NULL, "Gi-5h", SHOOGI_PARSE_ERROR, 1,
          "expected one of G4i-5h, G6i-5h, found \"Gi-5h\"" },
        { shogi, "4k4/9/2S6/9/3S5/9/9/9/4K4 b -", "S-6d", SHOOGI_PARSE_ERROR, 1,
          "expected one of S6e-6d, S7c-6d, found \"S-6d\"" },
        { shogi, "4k4/9/9/2S1S4/9/9/9/9/4K4 b -", "S-6c+", SHOOGI_PARSE_ERROR, 1,
          "expected one of S5d-6c+, S7d-6c+, found \"S-6c+\"" },
        { shogi, "4k4/9/9/9/9/4G4/3G1G3/3GGG3/4K4 b -", "G-5g", SHOOGI_PARSE_ERROR, 1,
          "expected one of G4g-5g, G4h-5g, G5f-5g, G5h-5g, G6g-5g, G6h-5g, found \"G-5g\"" },
        /* Illegal by the rules.  */
        { shogi, NULL, "R-2f", SHOOGI_ILLEGAL, 1, "a pawn is in the way on 2g" },
        { shogi, NULL, "B-7g", SHOOGI_ILLEGAL, 1, "your own pawn is on 7g" },
        { shogi, NULL, "K-5f", SHOOGI_ILLEGAL, 1, "a king does not move from 5i to 5f" },
        { shogi, NULL, "P-7e", SHOOGI_ILLEGAL, 1, "no pawn of yours can move to 7e" },
        { shogi, NULL, "P7g-7e", SHOOGI_ILLEGAL, 1, "a pawn does not move from 7g to 7e" },
        { shogi, NULL, "P6f-7e", SHOOGI_ILLEGAL, 1, "you have no pawn that could move to 7e" },
        { shogi, NULL, "+P-7e", SHOOGI_ILLEGAL, 1,
          "you have no promoted pawn that could move to 7e" },
        { shogi, NULL, "P*7e", SHOOGI_ILLEGAL, 1, "you have no pawn in hand" },
        { shogi, "4k4/9/9/9/9/9/P8/9/4K4 b P", "P*9e", SHOOGI_ILLEGAL, 1,
          "two unpromoted pawns on file 9 (nifu)" },
        /* A piece on the board could move there, but the drop was meant. */
        { shogi, "4k4/9/9/9/9/9/P8/9/4K4 b P", "P*9f", SHOOGI_ILLEGAL, 1,
          "two unpromoted pawns on file 9 (nifu)" },
        { shogi, "4k4/9/1N7/9/9/9/9/9/4K4 b N", "N*9a", SHOOGI_ILLEGAL, 1,
          "a knight dropped on 9a could never move" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b N", "N*9b", SHOOGI_ILLEGAL, 1,
          "a knight dropped on 9b could never move" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b R", "R*5a", SHOOGI_ILLEGAL, 1,
          "5a is occupied, and a piece can be dropped only on an empty square" },
        { shogi, "4r3k/9/9/9/9/9/9/4R4/4K4 b -", "R-4h", SHOOGI_ILLEGAL, 1,
          "your king would be in check from 5a" },
        { shogi, "4r3k/4P4/9/9/9/9/9/9/4K4 b -", "P-5a", SHOOGI_PARSE_ERROR, 2,
          "expected \"x\" (there is an enemy piece on 5a: Px5a), found \"-5a\"" },
        /* Another sign would not make it legal. */
        { shogi, "4k4/9/9/9/4p4/9/9/9/4K4 b -", "K-5e", SHOOGI_ILLEGAL, 1,
          "a king does not move from 5i to 5e" },
        { modes, prey, "P-3d", SHOOGI_ILLEGAL, 1,
          "a pawn moves from 3e to 3d only without capturing" },
        { modes, prey, "Px3d", SHOOGI_ILLEGAL, 1,
          "a pawn moves from 3e to 3d only without capturing" },
        { modes, prey, "P-2d", SHOOGI_ILLEGAL, 1, "a pawn moves from 3e to 2d only to capture" },
        { modes, prey, "Px2d", SHOOGI_ILLEGAL, 1, "a pawn moves from 3e to 2d only to capture" },
        { modes, prey, "Rx5d", SHOOGI_ILLEGAL, 1,
          "a rook moves from 5e to 5d only without capturing" },
        { modes, prey, "P-1d", SHOOGI_ILLEGAL, 1, "a pawn does not move from 3e to 1d" },
        /* One of two golds is pinned and the other cannot move there: the pin is the reason. */
        { shogi, "4k4/9/9/9/9/9/4r4/4G4/3GK4 b -", "G-4h", SHOOGI_ILLEGAL, 1,
          "your king would be in check from 5g" },
        /* The promotion.  */
        { mortal, forms, "P-3c+", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found end of text" },
        { mortal, forms, "P-9a+", SHOOGI_PARSE_ERROR, 6, "expected one of S, G, found end of text" },
        { mortal, forms, "P-9a+N", SHOOGI_PARSE_ERROR, 6, "expected one of S, G, found \"N\"" },
        { mortal, forms, "P-3c+B", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found \"B\"" },
        { mortal, forms, "P-3c+Z", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found \"Z\"" },
        { mortal, forms, "P-9a=", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" (the piece must promote: P-9a+G), found \"=\"" },
        { mortal, forms, "S-7c+L", SHOOGI_PARSE_ERROR, 6,
          "expected the end of the move, found \"L\"" },
        { mortal, forms, "S-7c+Z", SHOOGI_PARSE_ERROR, 6,
          "expected the end of the move, found \"Z\"" },
        { mortal, forms, "P-7f+G", SHOOGI_PARSE_ERROR, 5,
          "expected the end of the move (it cannot promote: P-7f), found \"+G\"" },
        { mortal, "4k4/9/4N1N2/9/9/9/9/9/4K4 b -", "N-4a+", SHOOGI_PARSE_ERROR, 1,
          "expected one of N3c-4a+S, N3c-4a+G, N5c-4a+S, N5c-4a+G, found \"N-4a+\"" },
        { mortal, "4k4/9/4N1N2/9/9/9/9/9/4K4 b -", "N-4a", SHOOGI_PARSE_ERROR, 1,
          "expected one of N3c-4a, N5c-4a, found \"N-4a\"" },
        { kyoto, NULL, "T-5d=", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" (the piece must promote: T-5d+), found \"=\"" },
        /* Steps: the sign of each, and their destinations. */
        { chu, lion, "N-6f-5e", SHOOGI_PARSE_ERROR, 2,
          "expected \"x\" (there is an enemy piece on 6f: Nx6f-5e), found \"-6f-5e\"" },
        { chu, lion, "N-6fx6e", SHOOGI_PARSE_ERROR, 2,
          "expected \"x\" (there is an enemy piece on 6f: Nx6fx6e), found \"-6fx6e\"" },
        { chu, lion, "Nx6fx5e", SHOOGI_PARSE_ERROR, 5,
          "expected \"-\" (there is no piece on 5e: Nx6f-5e), found \"x5e\"" },
        { chu, lion, "N7gx6f-6e", SHOOGI_PARSE_ERROR, 7,
          "expected \"x\" (there is an enemy piece on 6e: N7gx6fx6e), found \"-6e\"" },
        { chu, lion, "Nx!7f", SHOOGI_PARSE_ERROR, 2,
          "expected a square with an enemy piece (there is none on 7f), found \"x!7f\"" },
        { chu, lion, "N-!6f", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"!6f\"" },
        { chu, lion, "Nx6f-9z", SHOOGI_PARSE_ERROR, 6,
          "expected a square of this board, found \"9z\"" },
        { chu, lion, "Nx6f*5e", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\", \"=\" or the end, found \"*5e\"" },
        { chu, lion, "Nx6f-5e-5d-5c", SHOOGI_ILLEGAL, 1,
          "a lion that moves from 7g by way of 6f does not move on by way of 5e" },
        { chu, lion, "Nx6f-5e-5d-5c-5b-5a", SHOOGI_PARSE_ERROR, 17,
          "expected \"+\", \"=\" or the end, found \"-5a\"" },
        { chu, lion, "Nx6f-5e+", SHOOGI_PARSE_ERROR, 8,
          "expected the end of the move (it cannot promote: Nx6f-5e), found \"+\"" },
        { chu, lion, "N--", SHOOGI_PARSE_ERROR, 3, "expected a square of this board, found \"-\"" },
        { chu, lions, "Nx6f-6e", SHOOGI_PARSE_ERROR, 1,
          "expected one of N5gx6f-6e, N7gx6f-6e, found \"Nx6f-6e\"" },
        { chu, lion, "Nx6e", SHOOGI_ILLEGAL, 1, "the lion on 6e is protected and not adjacent" },
        { chu, lion, "N-7fx6e", SHOOGI_ILLEGAL, 1, "the lion on 6e is protected and not adjacent" },
        { chu, lion, "Nx!6e", SHOOGI_ILLEGAL, 1, "a lion does not move from 7g to 6e and back" },
        { chu, eagles, "+Dx!8e", SHOOGI_ILLEGAL, 1,
          "no soaring eagle of yours can capture on 8e without moving" },
        { chu, lion, "+Ox6f", SHOOGI_ILLEGAL, 1, "you have no lion that could move to 6f" },
        { chu, NULL, "N-7i-7h", SHOOGI_ILLEGAL, 1, "your own pawn is on 7i" },
        { chu, NULL, "--", SHOOGI_ILLEGAL, 1, "no piece of yours can pass" },
        { shogi, NULL, "--", SHOOGI_ILLEGAL, 1, "you cannot pass in this game" },
        { shogi, NULL, "pass", SHOOGI_ILLEGAL, 1, "you cannot pass in this game" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        shoogi_parsed_move found = { 42, true };
        shoogi_error err = { 0 };
        const shoogi_status status = read_text(&found, position, texts[i].text, &err);
        if (status != texts[i].status)
            fail_msg("%s: status %d: %s", texts[i].text, (int)status, err.message);
        assert_string_equal(err.message, texts[i].message);
        assert_int_equal(err.status, status);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, texts[i].column);
        assert_true(found.move == 42);
        assert_int_equal(read_text(&found, position, texts[i].text, NULL), status);
        shoogi_position_free(position);
    }
}

/* More moves match than a message can list: it lists as many as fit, and says that there are more. */
static void many_fit(void **state)
{
    (void)state;
    static const char text[] =
        "files=12\nranks=12\nholdingsType=-1\nsymmetry=rotate\nroyal=2\nmaxPromote=0\n"
        "count:COUNTX:K@12:p:a4\nking:K:K:k:f1\n";
    shoogi_variant *variant = parse_variant("long", text, sizeof text - 1);
    shoogi_parsed_move found;
    shoogi_error err;
    shoogi_position *position = make_position(
        variant, "5,k,6/12/COUNTX,COUNTX,COUNTX,9/COUNTX,1,COUNTX,9/COUNTX,COUNTX,COUNTX,9/"
                 "12/12/12/12/12/12/6,K,5 b -");
    assert_int_equal(read_text(&found, position, "countx-11d", &err), SHOOGI_PARSE_ERROR);
    assert_non_null(strstr(err.message, " ..., found \"countx-11d\""));
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

/* ---- Whole games ------------------------------------------------------------------------------- */

/* Every legal move is read back from its text, also in upper case, in lower case and with its marks. */
static void check_all(const shoogi_position *position)
{
    size_t count;
    shoogi_move *moves = legal_moves(&count, position);
    for (size_t i = 0; i < count; i++) {
        char text[SHOOGI_MOVE_TEXT_BYTES];
        assert_in_range(shoogi_western_write(text, sizeof text, position, moves[i]), 4,
                        sizeof text - 1);
        shoogi_parsed_move found;
        shoogi_error err;
        if (read_text(&found, position, text, &err) != SHOOGI_OK)
            fail_msg("%s: %s", text, err.message);
        assert_true(found.move == moves[i]);
        assert_false(found.promotion_open);
        for (char *c = text; *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
        assert_int_equal(read_text(&found, position, text, NULL), SHOOGI_OK);
        assert_true(found.move == moves[i]);
        const size_t last = strlen(text) - 1;
        if (text[last] == '+' || text[last] == '=') {
            text[last] = '\0';
            assert_int_equal(read_text(&found, position, text, NULL), SHOOGI_OK);
            assert_true(found.move == moves[i] || found.promotion_open);
        }
    }
    free(moves);
}

static void random_games(void **state)
{
    (void)state;
    const shoogi_variant *const variants[] = { shogi, shosu, wide, tall, letters };
    for (size_t v = 0; v < COUNT(variants); v++)
        for (uint64_t game = 1; game <= 3; game++) {
            uint64_t seed = game * 100 + v;
            shoogi_position *position = make_position(variants[v], NULL);
            for (int ply = 0; ply < 150; ply++) {
                if (ply % 5 == 0)
                    check_all(position);
                size_t count;
                shoogi_move *moves = legal_moves(&count, position);
                if (count > 0)
                    assert_int_equal(
                        shoogi_position_do(position, moves[random_below(&seed, count)]), SHOOGI_OK);
                free(moves);
                if (count == 0)
                    break;
            }
            shoogi_position_free(position);
        }
}

/* Recorded games of people: USI to move to Western to move to USI. */
static void recorded_games(void **state)
{
    (void)state;
    char path[1024];
    const char *data = getenv("SHOOGI_TEST_DATA");
    snprintf(path, sizeof path, "%s/data/usi/games.txt", data ? data : "../shared");
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("# %s is not there\n", path);
        skip();
    }
    static char line[16384];
    unsigned games = 0, plies = 0;
    while (fgets(line, sizeof line, file)) {
        shoogi_position *position = make_position(shogi, NULL);
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"), plies++) {
            const shoogi_move move = usi(position, word);
            char text[SHOOGI_MOVE_TEXT_BYTES];
            (void)shoogi_western_write(text, sizeof text, position, move);
            shoogi_parsed_move found = { 0, false };
            assert_int_equal(read_text(&found, position, text, NULL), SHOOGI_OK);
            assert_false(found.promotion_open);
            expect_usi(position, found.move, word);
            assert_int_equal(shoogi_position_do(position, found.move), SHOOGI_OK);
        }
        shoogi_position_free(position);
        games++;
    }
    fclose(file);
    assert_int_equal(games, 252);
    assert_int_equal(plies, 18754);
}

/* Texts cut at every length and with one byte changed: one legal move, or an error inside the text. */
static void cut_and_changed(void **state)
{
    (void)state;
    static const char *const texts[] = { "P7g-7f", "+S5bx4a",       "Bx2b+",
                                         "R*1d",   "HANDICAP:L@1a", "N65-53+" };
    uint64_t seed = 3;
    shoogi_position *position = make_position(shogi, "3sk4/4+S2b1/9/9/3N5/9/2P6/1B7/4K4 b R");
    for (int round = 0; round < 5000; round++) {
        const char *from = texts[random_below(&seed, COUNT(texts))];
        const size_t length = random_below(&seed, strlen(from) + 1);
        char *text = malloc(length > 0 ? length : 1);
        assert_non_null(text);
        memcpy(text, from, length);
        if (length > 0 && round % 2)
            text[random_below(&seed, length)] = (char)random_below(&seed, 256);
        shoogi_parsed_move found = { 0, false };
        shoogi_error err = { 0 };
        const shoogi_status status = shoogi_western_read(&found, position, text, length, &err);
        if (status == SHOOGI_OK) {
            assert_int_equal(shoogi_position_why_illegal(position, found.move, NULL, 0),
                             SHOOGI_ILLEGAL_NONE);
        } else {
            assert_in_range(err.column, 1, length + 1);
            assert_int_not_equal(err.message[0], '\0');
        }
        free(text);
    }
    shoogi_position_free(position);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    shosu = load_variant("shosu");
    mortal = load_variant("mortal");
    kyoto = load_variant("kyoto");
    chu = load_variant("chu");
    wide = parse_variant("wide", wide_text, sizeof wide_text - 1);
    tall = parse_variant("tall", tall_text, sizeof tall_text - 1);
    letters = parse_variant("letters", letters_text, sizeof letters_text - 1);
    modes = parse_variant("modes", modes_text, sizeof modes_text - 1);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    shoogi_variant *all[] = { shogi, shosu, mortal, kyoto, chu, wide, tall, letters, modes };
    for (size_t i = 0; i < COUNT(all); i++)
        shoogi_variant_free(all[i]);
    return 0;
}

TEST_SUITE(western)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hodges),          cmocka_unit_test(fits_one),
        cmocka_unit_test(refused),         cmocka_unit_test(many_fit),
        cmocka_unit_test(random_games),    cmocka_unit_test(recorded_games),
        cmocka_unit_test(cut_and_changed),
    };
    return cmocka_run_group_tests(tests, set_up, take_down);
}
