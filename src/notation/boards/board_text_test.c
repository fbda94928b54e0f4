/* board_text_test.c: positions drawn in letters, against drawings made by hand. */
#include "support/notation.h"
#include "base/test_suite.h"

static const char *const shogi_start = "White has: -\n"
                                       "  9  8  7  6  5  4  3  2  1\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": l: n: s: g: k: g: s: n: l: a\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  : r:  :  :  :  :  : b:  : b\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": p: p: p: p: p: p: p: p: p: c\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : d\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : e\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  :  :  :  :  :  :  :  :  : f\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": P: P: P: P: P: P: P: P: P: g\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ":  : B:  :  :  :  :  : R:  : h\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       ": L: N: S: G: K: G: S: N: L: i\n"
                                       "+--+--+--+--+--+--+--+--+--+\n"
                                       "Black has: -\n";

/* Promoted pieces, hands, and White's view. */
static const char *const middle_sfen =
    "lnsgkgsnl/1r5+B1/pppppp1pp/9/9/9/PP1PPPPPP/7R1/LNSGKGSNL w Prb10p 5";
static const char *const middle_black = "White has: R B P10\n"
                                        "  9  8  7  6  5  4  3  2  1\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": l: n: s: g: k: g: s: n: l: a\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  : r:  :  :  :  :  :+B:  : b\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": p: p: p: p: p: p:  : p: p: c\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : d\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : e\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : f\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": P: P:  : P: P: P: P: P: P: g\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  : R:  : h\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": L: N: S: G: K: G: S: N: L: i\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        "Black has: P\n";
static const char *const middle_white = "Black has: P\n"
                                        "  1  2  3  4  5  6  7  8  9\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": L: N: S: G: K: G: S: N: L: i\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  : R:  :  :  :  :  :  :  : h\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": P: P: P: P: P: P:  : P: P: g\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : f\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : e\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :  :  :  :  :  :  :  :  : d\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": p: p:  : p: p: p: p: p: p: c\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ":  :+B:  :  :  :  :  : r:  : b\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        ": l: n: s: g: k: g: s: n: l: a\n"
                                        "+--+--+--+--+--+--+--+--+--+\n"
                                        "White has: R B P10\n";

/* Ids of one to three letters, with and without the sign, and two holes. */
static const char letters_text[] =
    "files=4\nranks=3\nholdingsType=-1\npromoZone=1\nmaxPromote=2\npromoOffset=3\npromoChoice=+\n"
    "symmetry=rotate\nroyal=3\nhole::::d2\n"
    "arrow:A:W@3:a:\nflying cock:FLC:fFsW@3:f:b1\nking:K:K:k:a1\n"
    "great arrow:+A:R:a:\nraiding falcon:+FLC:vRK:r:\n";
static const char *const letters_sfen = "+a,k,flc,+flc/3,1/A,+A,K,+FLC b 2FLC,A,flc 1";
static const char *const letters_black = "White has: FLC\n"
                                         "    4    3    2    1\n"
                                         "+----+----+----+----+\n"
                                         ":  +a:   k: flc:+flc: a\n"
                                         "+----+----+----+----+\n"
                                         ":####:    :    :####: b\n"
                                         "+----+----+----+----+\n"
                                         ":   A:  +A:   K:+FLC: c\n"
                                         "+----+----+----+----+\n"
                                         "Black has: FLC2 A\n";

static char *draw(const shoogi_position *position, shoogi_colour view)
{
    const shoogi_board_options options = { .view = view };
    const size_t length = shoogi_board_write(NULL, 0, position, &options);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(shoogi_board_write(text, length + 1, position, &options), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static void expect(const shoogi_variant *variant, const char *sfen, shoogi_colour view,
                   const char *drawing)
{
    shoogi_position *position = make_position(variant, sfen);
    char *text = draw(position, view);
    assert_string_equal(text, drawing);
    free(text);
    shoogi_position_free(position);
}

static void of_shogi(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    expect(shogi, NULL, SHOOGI_BLACK, shogi_start);
    expect(shogi, middle_sfen, SHOOGI_BLACK, middle_black);
    expect(shogi, middle_sfen, SHOOGI_WHITE, middle_white);
    shoogi_variant_free(shogi);
}

static void of_long_ids_and_holes(void **state)
{
    (void)state;
    shoogi_variant *letters = parse_variant("letters", letters_text, sizeof letters_text - 1);
    expect(letters, letters_sfen, SHOOGI_BLACK, letters_black);
    shoogi_variant_free(letters);
}

/* The longest board one way and the other: every line is as long as the frame, or that and the name of
 * the rank; numbers end above the letters. */
static void of_long_boards(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned files, ranks;
        const char *top_left; /* the name of the file there */
        const char *last_rank;
    } boards[] = {
        { "files=36\nranks=7\nsymmetry=rotate\nking:K:K:k:a1\n", 36, 7, " 36 35", " g" },
        { "files=7\nranks=36\nsymmetry=rotate\nking:K:K:k:a1\n", 7, 36, "  7  6", " aj" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *variant = parse_variant("long", boards[i].text, strlen(boards[i].text));
        shoogi_position *position = make_position(variant, NULL);
        char *text = draw(position, SHOOGI_BLACK);
        const size_t frame = boards[i].files * 3 + 1;
        size_t lines = 0;
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
            if (lines == 1) {
                assert_int_equal(strlen(line), frame - 1);
                assert_memory_equal(line, boards[i].top_left, 6);
            } else if (lines >= 2 && lines < 3 + 2 * boards[i].ranks) {
                assert_int_equal(line[frame - 1], lines % 2 == 0 ? '+' : ':');
                assert_in_range(strlen(line), frame, frame + 3);
            }
            if (lines == 2 + 2 * boards[i].ranks - 1)
                assert_string_equal(line + frame, boards[i].last_rank);
        }
        assert_int_equal(lines, 2 * boards[i].ranks + 4);
        free(text);
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static char *draw_as(const shoogi_position *position, shoogi_board_options options)
{
    const size_t length = shoogi_board_write(NULL, 0, position, &options);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(shoogi_board_write(text, length + 1, position, &options), length);
    return text;
}

/* The signs of each piece, in the order K R B G S N L P and their promoted forms.  Source: help text of the Shoogi
 * Server, SET BSTYLE. Rows: SET.BSTYLE SET.BSTYLE.0 SET.BSTYLE.1 SET.BSTYLE.2 SET.DRAGON GEN.9 GEN.12 */
static void signs(void **state)
{
    (void)state;
    static const struct {
        shoogi_board_options options;
        const char *black, *white;
    } rows[] = {
        { { .style = SHOOGI_BOARD_ASCII },
          ": K: R: B: G: S: N: L: P:+R:+B:+S:+N:+L:+P:",
          ": k: r: b: g: s: n: l: p:+r:+b:+s:+n:+l:+p:" },
        { { .style = SHOOGI_BOARD_MIXED },
          ":玉:飛:角:金:銀:桂:香:歩:竜:馬:金:金:金:と:",
          ":Ｋ:ｒ:ｂ:ｇ:ｓ:ｎ:ｌ:ｐ:Ｄ:Ｈ:Ｓ:Ｎ:Ｌ:Ｐ:" },
        { { .style = SHOOGI_BOARD_KANJI },
          ":玉:飛:角:金:銀:桂:香:歩:竜:馬:金:金:金:と:",
          ":王:飛:角:金:銀:桂:香:歩:竜:馬:金:金:金:と:" },
        { { .style = SHOOGI_BOARD_KANJI, .old_dragon = true },
          ":玉:飛:角:金:銀:桂:香:歩:龍:馬:金:金:金:と:",
          ":王:飛:角:金:銀:桂:香:歩:龍:馬:金:金:金:と:" },
    };
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position =
        make_position(shogi, "KRBGSNLP1/krbgsnlp1/+R+B+S+N+L+P3/+r+b+s+n+l+p3/9/9/9/9/9 b - 1");
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = draw_as(position, rows[i].options);
        char *lines[10];
        size_t count = 0;
        for (char *line = strtok(text, "\n"); line && count < 10; line = strtok(NULL, "\n"))
            lines[count++] = line;
        assert_int_equal(count, 10);
        /* A row ends in an empty square, which follows the promoted pieces. */
        char found[2][256];
        for (int colour = 0; colour < 2; colour++) {
            const char *plain = lines[3 + 2 * colour], *promoted = lines[7 + 2 * colour];
            snprintf(found[colour], sizeof found[colour], "%.*s%.*s",
                     (int)(strstr(plain, ":  :") - plain), plain,
                     (int)(strstr(promoted, ":  :") - promoted + 1), promoted);
        }
        assert_string_equal(found[SHOOGI_BLACK], rows[i].black);
        assert_string_equal(found[SHOOGI_WHITE], rows[i].white);
        free(text);
    }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* White's letters in other variants: upper case for royals and for kinds that arise only by promotion. */
static void letters_of_other_games(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen, *row, *hand;
    } boards[] = {
        { "chu", "kne+b+ono+e4/12/12/12/12/12/12/12/12/12/12/12 b - 1",
          ":Ｋ:ｎ:ｅ:Ｂ:Ｏ:ｎ:ｏ:Ｅ:  :  :  :  : a", "White has: -" },
        { "mortal", "klhd5/9/9/9/9/9/9/9/9 b 2h 1", ":Ｋ:ｌ:ｈ:ｄ:  :  :  :  :  : a",
          "White has: ｈ2" },
        { "dobutsu", "k+pr/3/3/3 b 2p 1", ":Ｋ:Ｈ:ｒ: a", "White has: ｐ2" },
        { "kyoto", "ktr2/5/5/5/5 b 2pt 1", ":Ｋ:ｔ:Ｒ:  :  : a", "White has: ｔ ｐ2" },
        /* White needs two more of three checks; where one check wins there is nothing to count. */
        { "three-check", "4k4/9/9/9/9/9/9/9/4K4 b 2p 3+2 1", ":  :  :  :  :Ｋ:  :  :  :  : a",
          "White has: ｐ2; checks: 1 of 3" },
        { "three-check", "4k4/9/9/9/9/9/9/9/4K4 b - 1", ":  :  :  :  :Ｋ:  :  :  :  : a",
          "White has: -; checks: 0 of 3" },
        { "check", "4k4/9/9/9/9/9/9/9/4K4 b - 1", ":  :  :  :  :Ｋ:  :  :  :  : a", "White has: -" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *variant = load_variant(boards[i].variant);
        shoogi_position *position = make_position(variant, boards[i].sfen);
        char *text = draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_MIXED });
        char *lines[4];
        size_t count = 0;
        for (char *line = strtok(text, "\n"); line && count < 4; line = strtok(NULL, "\n"))
            lines[count++] = line;
        assert_int_equal(count, 4);
        assert_string_equal(lines[0], boards[i].hand);
        assert_string_equal(lines[3], boards[i].row);
        free(text);
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static const char *say_otherwise(void *context, const char *what, const char *text)
{
    static const char *const said[][3] = {
        { "", "White", "Weiss" },
        { "", "Black", "Schwarz" },
        { "piece", "king", "Koenig" },
        { "piece", "gold general", "Goldgeneral" },
        { "list", "; ", " / " },
        { "list", ", ", " + " },
        { "list", " and ", " und " },
        { "list", " in hand.", " auf der Hand." },
        { "list", ".\n", "!\n" },
        { "", "%s %s %u %s", "%4$s%3$u %2$s (%1$s)" },
        { "", "threatened %s %s %u %s", "%4$s%3$u bedroht %2$s (%1$s)" },
        { "", "Rank %s: ", "%s = " },
        { "", "Rank %s is empty.\n", "%s leer\n" },
        { "", "Ranks %s to %s are empty.\n", "%2$s..%1$s leer\n" },
        { "", "%s has nothing", "%s hat nichts" },
        { "", "%s has ", "%s hat " },
        { "", "a %s", "1 %s" },
        { "", "an %s", "1 %s" },
        { "", "%u %ss", "%2$s*%1$u" },
        { "", "%s has:", "%s hat:" },
    };
    ++*(unsigned *)context;
    for (size_t i = 0; i < COUNT(said); i++)
        if (strcmp(said[i][0], what ? what : "") == 0 && strcmp(said[i][1], text) == 0)
            return said[i][2];
    return text;
}

static void in_another_language(void **state)
{
    (void)state;
    unsigned asked = 0;
    shoogi_board_options options = { .style = SHOOGI_BOARD_WORDS,
                                     .view = SHOOGI_BLACK,
                                     .threatened_prefix = "",
                                     .translate = say_otherwise,
                                     .context = &asked };
    shoogi_variant *variant = load_variant("shogi");
    shoogi_position *position = make_position(variant, "4k4/9/9/9/9/2P6/4r4/9/4K4 w GB3P 1");
    char *text = draw_as(position, options);
    assert_string_equal(text, "a = a5 Koenig (Weiss)!\n"
                              "e..b leer\n"
                              "f = f7 pawn (Schwarz)!\n"
                              "g = g5 rook (Weiss)!\n"
                              "h leer\n"
                              "i = i5 bedroht Koenig (Schwarz)!\n"
                              "Weiss hat nichts auf der Hand. Schwarz hat 1 bishop + 1 Goldgeneral "
                              "und pawn*3 auf der Hand.\n");
    assert_true(asked > 20);
    free(text);
    options.style = SHOOGI_BOARD_ASCII;
    text = draw_as(position, options);
    assert_non_null(strstr(text, "Schwarz hat: "));
    assert_non_null(strstr(text, "Weiss hat: -\n"));
    assert_null(strstr(text, "Black"));
    free(text);
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

/* Rows: SET.BSTYLE.3 */
static void in_words(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen;
        shoogi_colour view;
        const char *words;
    } boards[] = {
        { "shogi", "ln2k4/1r5+B1/9/9/9/2P6/9/9/4K4 w G3P 1", SHOOGI_BLACK,
          "Rank a: White lance 9 a; White knight 8 a; White king 5 a.\n"
          "Rank b: White rook 8 b; Black promoted bishop 2 b.\n"
          "Ranks c to e are empty.\n"
          "Rank f: Black pawn 7 f.\n"
          "Ranks g to h are empty.\n"
          "Rank i: Black king 5 i.\n"
          "White has nothing in hand. Black has a gold and 3 pawns in hand.\n" },
        { "shogi", "ln2k4/9/9/9/9/9/2P6/9/9 w R2B3Pl 1", SHOOGI_WHITE,
          "Ranks i to h are empty.\n"
          "Rank g: Black pawn 7 g.\n"
          "Ranks f to b are empty.\n"
          "Rank a: White king 5 a; White knight 8 a; White lance 9 a.\n"
          "Black has a rook, 2 bishops and 3 pawns in hand. White has a lance in hand.\n" },
        { "three-check", "4k4/9/9/9/9/9/9/9/4K4 b P 2+3 1", SHOOGI_BLACK,
          "Rank a: White king 5 a.\n"
          "Ranks b to h are empty.\n"
          "Rank i: Black king 5 i.\n"
          "White has nothing in hand. White has given 0 of 3 checks. "
          "Black has a pawn in hand. Black has given 1 of 3 checks.\n" },
        { "sho", "4k4/4e4/9/4e4/9/4+P4/9/9/9 b - 1", SHOOGI_BLACK,
          "Rank a: White king 5 a.\n"
          "Rank b: White drunk elephant 5 b.\n"
          "Rank c is empty.\n"
          "Rank d: White drunk elephant 5 d.\n"
          "Rank e is empty.\n"
          "Rank f: Black tokin 5 f.\n"
          "Ranks g to i are empty.\n" },
        { "taikyoku",
          "36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/LME,34,RME b",
          SHOOGI_BLACK,
          "Ranks a to ai are empty.\n"
          "Rank aj: Black mountain eagle (left) 36 aj; Black mountain eagle (right) 1 aj.\n" },
        { "chu", "5k6/12/12/12/12/2R1+G1+R1D3/12/12/12/12/12/5K6 b - 1", SHOOGI_BLACK,
          "Rank a: White king 7 a.\n"
          "Ranks b to e are empty.\n"
          "Rank f: Black rook 10 f; Black rook (promoted gold general) 8 f; Black dragon king (promoted rook) 6 f; "
          "Black dragon king 4 f.\n"
          "Ranks g to k are empty.\n"
          "Rank l: Black king 7 l.\n" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *variant = load_variant(boards[i].variant);
        shoogi_position *position = make_position(variant, boards[i].sfen);
        char *text = draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_WORDS,
                                                               .view = boards[i].view });
        assert_string_equal(text, boards[i].words);
        free(text);
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

/* Prefixes and suffixes, and threatened pieces: all that a piece of the other side attacks with an ordinary move,
 * kings too, even if that piece is pinned.  Rows: SET.THREATENED SET.THREATENED.rule */
static void marked_pieces(void **state)
{
    (void)state;
    static const struct {
        shoogi_board_options options;
        const char *rank_a, *rank_b;
    } rows[] = {
        { { .colour_prefix = { "(", "[" }, .suffix = ")" },
          ":  :  :  :  :  : [r):  :  :  : a",
          ":  :  :  :  :  : (G):  :(+B): [p): b" },
        { { .threatened_prefix = "<", .suffix = ">" },
          ":  :  :  :  :  : <r>:  :  :  : a",
          ":  :  :  :  :  : <G>:  :+B: <p>: b" },
        { { .colour_prefix = { NULL, "[" }, .threatened_prefix = "<" },
          ":  :  :  :  :  : [<r:  :  :  : a",
          ":  :  :  :  :  : <G:  :+B: [<p: b" },
        { { .colour_prefix = { "(", "[" }, .threatened_prefix = "<", .suffix = ")" },
          ":  :  :  :  :  : [<r):  :  :  : a",
          ":  :  :  :  :  : (<G):  :(+B): [<p): b" },
    };
    shoogi_variant *shogi = load_variant("shogi");
    /* The gold is pinned by the rook, and threatens it nevertheless. */
    shoogi_position *position = make_position(shogi, "5r3/5G1+Bp/5K3/9/9/9/9/9/4k4 b - 1");
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = draw_as(position, rows[i].options);
        if (!strstr(text, rows[i].rank_a) || !strstr(text, rows[i].rank_b))
            fail_msg("%s", text);
        free(text);
    }
    char *text = draw_as(
        position, (shoogi_board_options){ .style = SHOOGI_BOARD_WORDS, .threatened_prefix = "" });
    assert_non_null(strstr(text, "Rank a: threatened White rook 4 a.\n"
                                 "Rank b: threatened Black gold 4 b; Black promoted bishop 2 b; "
                                 "threatened White pawn 1 b.\n"));
    free(text);
    shoogi_position_free(position);
    /* A king, and what its piece threatens although the check must be answered first. */
    position = make_position(shogi, "4k4/9/9/9/r3R4/9/9/9/4K4 w - 1");
    text = draw_as(position, (shoogi_board_options){ .threatened_prefix = "<", .suffix = ">" });
    assert_non_null(strstr(text, ":  :  :  :  : <k>:  :  :  :  : a\n"));
    assert_non_null(strstr(text, ": <r>:  :  :  : <R>:  :  :  :  : e\n"));
    assert_non_null(strstr(text, ":  :  :  :  : K:  :  :  :  : i\n"));
    free(text);
    shoogi_position_free(position);
    position = make_position(shogi, "4k4/9/9/9/9/9/9/9/4K4 b 2G 1");
    text = draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_WORDS,
                                                     .name_style = SHOOGI_STYLE_ROMAJI });
    assert_non_null(strstr(text, "Rank a: White Ooshoo 5 a.\n"));
    assert_non_null(strstr(text, "Rank i: Black Gyokushoo 5 i.\n"));
    assert_non_null(strstr(text, "Black has 2 Kinshoo in hand.\n"));
    free(text);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* A name of two kanji makes cells of four columns. */
static void wide_cells(void **state)
{
    (void)state;
    static const char definition[] = "files=3\nranks=2\nsymmetry=rotate\nman:M:W:m:a1\nkanji=銀将\n"
                                     "king:K:K:k:c1\nkanji=玉将,玉\n";
    static const char drawing[] = "White has: -\n"
                                  "    3    2    1\n"
                                  "+----+----+----+\n"
                                  ":  玉:    :銀将: a\n"
                                  "+----+----+----+\n"
                                  ":銀将:    :  玉: b\n"
                                  "+----+----+----+\n"
                                  "Black has: -\n";
    shoogi_variant *variant = parse_variant("wide", definition, sizeof definition - 1);
    shoogi_position *position = make_position(variant, NULL);
    char *text = draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_KANJI });
    assert_string_equal(text, drawing);
    free(text);
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

/* What fits the screen: around a named square, the last move or the near camp; at least one file and rank. */
static void parts(void **state)
{
    (void)state;
    static const char around_5a[] = "White has: -\n"
                                    "  6  5  4\n"
                                    "+--+--+--+\n"
                                    ": g: k: g: a\n"
                                    "+--+--+--+\n"
                                    ":  :  :  : b\n"
                                    "+--+--+--+\n"
                                    "Files 6 to 4 of 9, ranks a to b of 9.\n"
                                    "Black has: -\n";
    static const struct {
        shoogi_board_options options;
        const char *moves, *said; /* said: NULL if the whole board is shown */
    } cases[] = {
        { { .columns = 32 }, "", NULL },
        { { .columns = 31 }, "", NULL },
        { { .columns = 30 }, "", "Files 9 to 2 of 9, ranks a to i of 9.\n" },
        { { .columns = 1, .lines = 1 }, "", "Files 5 to 5 of 9, ranks i to i of 9.\n" },
        { { .columns = 10 }, "2g2f", "Files 3 to 2 of 9, ranks a to i of 9.\n" },
        { { .columns = 13, .view = SHOOGI_WHITE },
          "2g2f",
          "Files 1 to 3 of 9, ranks i to a of 9.\n" },
        { { .lines = 23 }, "", NULL },
        { { .lines = 22 }, "", "Files 9 to 1 of 9, ranks b to i of 9.\n" },
        { { .lines = 9, .view = SHOOGI_WHITE }, "", "Files 1 to 9 of 9, ranks b to a of 9.\n" },
        { { .columns = 1, .style = SHOOGI_BOARD_WORDS }, "", NULL },
    };
    shoogi_variant *shogi = load_variant("shogi");
    for (size_t i = 0; i < COUNT(cases); i++) {
        shoogi_position *position = make_position(shogi, NULL);
        const size_t bytes = strlen(cases[i].moves);
        shoogi_move move;
        if (bytes > 0) {
            assert_int_equal(shoogi_usi_read(&move, position, cases[i].moves, bytes, NULL),
                             SHOOGI_OK);
            assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
        }
        char *text = draw_as(position, cases[i].options);
        const char *const said = strstr(text, "Files ");
        if (!cases[i].said)
            assert_null(said);
        else if (!said || strncmp(said, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu: %s", i, text);
        free(text);
        shoogi_position_free(position);
    }
    /* A handicap has no destination. */
    shoogi_position *given = make_position(shogi, NULL);
    shoogi_square rook;
    assert_int_equal(shoogi_square_read(&rook, shogi, "8b", 2), 2);
    assert_int_equal(shoogi_position_handicap(given, &rook, 1), SHOOGI_OK);
    char *const camp = draw_as(given, (shoogi_board_options){ .columns = 1, .lines = 1 });
    assert_non_null(strstr(camp, "Files 5 to 5 of 9, ranks i to i of 9.\n"));
    free(camp);
    shoogi_position_free(given);
    shoogi_variant *chu = load_variant("chu");
    shoogi_position *position =
        make_position(chu, "12/12/2p9/5n5p/12/12/5N6/12/12/12/k11/10K1 w -");
    shoogi_square square;
    assert_int_equal(shoogi_square_read(&square, chu, "11d", 3), 3);
    char *const near = draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_WORDS,
                                                                 .view = SHOOGI_WHITE,
                                                                 .centre = &square });
    assert_string_equal(near, "Files 4 to 12 of 12, ranks i to a of 12.\n"
                              "Ranks i to h are empty.\n"
                              "Rank g: Black lion 7 g.\n"
                              "Ranks f to e are empty.\n"
                              "Rank d: White lion 7 d.\n"
                              "Rank c: White pawn 10 c.\n"
                              "Ranks b to a are empty.\n");
    free(near);
    shoogi_position_free(position);
    shoogi_variant_free(chu);
    position = make_position(shogi, NULL);
    assert_int_equal(shoogi_square_read(&square, shogi, "5a", 2), 2);
    char *text =
        draw_as(position, (shoogi_board_options){ .columns = 13, .lines = 9, .centre = &square });
    assert_string_equal(text, around_5a);
    free(text);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

static void in_every_room(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, middle_sfen);
    const size_t whole = strlen(middle_black);
    for (size_t room = 0; room < whole + 3; room++) {
        char *text = malloc(room + 1);
        assert_non_null(text);
        text[room] = '#';
        assert_int_equal(shoogi_board_write(text, room, position, &(shoogi_board_options){ 0 }),
                         whole);
        assert_int_equal(text[room], '#');
        if (room > 0) {
            const size_t kept = room - 1 < whole ? room - 1 : whole;
            assert_int_equal(strlen(text), kept);
            assert_memory_equal(text, middle_black, kept);
        }
        free(text);
    }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* Without lines between ranks, and without a frame: the other lines are the same. */
static void frames(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, middle_sfen);
    for (int frame = SHOOGI_FRAME_RULED; frame <= SHOOGI_FRAME_NONE; frame++) {
        char wanted[2048] = "";
        unsigned lines = 0;
        for (const char *line = middle_black; *line; line += strcspn(line, "\n") + 1, lines++) {
            const bool rule = line[0] == '+', outer = lines == 2 || lines == 20;
            if (!rule || frame == SHOOGI_FRAME_RULED || (frame == SHOOGI_FRAME_OUTER && outer))
                strncat(wanted, line, strcspn(line, "\n") + 1);
        }
        char *text =
            draw_as(position, (shoogi_board_options){ .frame = (shoogi_board_frame)frame });
        assert_string_equal(text, wanted);
        free(text);
    }
    /* The smallest screens show at least one rank, larger ones as many as fit. */
    for (unsigned rows = 1; rows < 30; rows++)
        for (int frame = SHOOGI_FRAME_RULED; frame <= SHOOGI_FRAME_NONE; frame++) {
            char *text = draw_as(position, (shoogi_board_options){
                                               .frame = (shoogi_board_frame)frame, .lines = rows });
            size_t lines = 0;
            for (const char *c = text; *c; c++)
                lines += *c == '\n';
            assert_true(lines <= rows || rows < 7);
            assert_true(lines >= 5);
            free(text);
        }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

static void play(shoogi_position *position, const char *usi)
{
    shoogi_move move;
    assert_int_equal(shoogi_usi_read(&move, position, usi, strlen(usi), NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
}

/* The square on which the last move ended stands in brackets, in cells of the same width. */
static void last_moves(void **state)
{
    (void)state;
    static const struct {
        const char *usi, *row;
    } rows[] = {
        { "7g7f", ":  :  [ P]  :  :  :  :  :  : f\n" },
        { "3c3d", ":  :  :  :  :  :  [ p]  :  : d\n" },
        { "8h2b+", ":  : r:  :  :  :  :  [+B]  : b\n" },
        { "3a2b", ":  : r:  :  :  :  :  [ s]  : b\n" },
        { "B*9f", "[ B]  : P:  :  :  :  :  :  : f\n" },
        { "9a9b", "[ l] r:  :  :  :  :  : s:  : b\n" },
        { "1i1h", ":  :  :  :  :  :  :  : R[ L] h\n" },
    };
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, NULL);
    char *text = draw_as(position, (shoogi_board_options){ .mark_last = true });
    assert_string_equal(text, shogi_start); /* nothing has moved */
    free(text);
    for (size_t i = 0; i < COUNT(rows); i++) {
        play(position, rows[i].usi);
        text = draw_as(position, (shoogi_board_options){ .mark_last = true });
        assert_non_null(strstr(text, rows[i].row));
        assert_ptr_equal(strchr(text, '['), strrchr(text, '['));
        free(text);
        text = draw(position, SHOOGI_BLACK);
        assert_null(strchr(text, '['));
        free(text);
    }
    text =
        draw_as(position, (shoogi_board_options){ .style = SHOOGI_BOARD_WORDS, .mark_last = true });
    assert_non_null(strstr(text, "; Black lance 1 h (moved last).\n"));
    free(text);
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

TEST_SUITE(board_text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_shogi),
        cmocka_unit_test(of_long_ids_and_holes),
        cmocka_unit_test(of_long_boards),
        cmocka_unit_test(signs),
        cmocka_unit_test(letters_of_other_games),
        cmocka_unit_test(in_words),
        cmocka_unit_test(in_another_language),
        cmocka_unit_test(marked_pieces),
        cmocka_unit_test(wide_cells),
        cmocka_unit_test(parts),
        cmocka_unit_test(in_every_room),
        cmocka_unit_test(frames),
        cmocka_unit_test(last_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
