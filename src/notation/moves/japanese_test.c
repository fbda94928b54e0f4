/* japanese_test.c: moves in Japanese notation, written strictly by the rule and read as people write. */
#include "notation/moves/japanese.h"
#include "base/test_suite.h"
#include "support/notation.h"

static shoogi_variant *shogi;

/* "53" on a board that need not be 9x9. */
static shoogi_square square_of(const shoogi_variant *v, const char *digits)
{
    return shoogi_variant_square(v, (unsigned)(digits[0] - '1'), (unsigned)(digits[1] - '1'));
}

static shoogi_move usi(const shoogi_position *position, const char *text)
{
    shoogi_move move = 0;
    shoogi_error err;
    if (shoogi_usi_read(&move, position, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%s: %s", text, err.message);
    return move;
}

static void expect_written(const shoogi_position *position, shoogi_move move,
                           shoogi_square previous, const char *text)
{
    char written[SHOOGI_JAPANESE_TEXT_BYTES];
    const size_t bytes = shoogi_japanese_write(written, sizeof written, position, move, previous);
    assert_string_equal(written, text);
    assert_int_equal(bytes, strlen(text));
}

static void expect_read(const shoogi_position *position, const char *text, shoogi_square previous,
                        shoogi_move move)
{
    shoogi_move read = 0;
    shoogi_error err;
    if (shoogi_japanese_read(&read, position, text, strlen(text), previous, &err) != SHOOGI_OK)
        fail_msg("%s: %u: %s", text, err.column, err.message);
    if (read != move)
        fail_msg("%s is read as another move, %llx", text, (unsigned long long)read);
}

/* --- the table of marks -------------------------------------------------------------------------- */

/* Pieces of one kind, the square that they all reach, and the marks of each in order.  Source: the table of the Japan
 * Shogi Association with the cases around it (docs/notation.md). */
static const struct {
    const char *id, *sign, *on, *to, *marks;
} marked[] = {
    { "G", "金", "93 72", "82", "上 寄" },
    { "G", "金", "43 31", "32", "上 引" },
    { "G", "金", "56 45", "55", "上 寄" },
    { "G", "金", "92 72", "81", "左 右" },
    { "G", "金", "32 12", "22", "左 右" },
    { "G", "金", "89 79", "78", "左 直" },
    { "G", "金", "63 53 43", "52", "左 直 右" },
    { "S", "銀", "89 77", "88", "上 引" },
    { "S", "銀", "49 27", "38", "上 引" },
    { "S", "銀", "65 45", "56", "左 右" },
    { "S", "銀", "39 29", "38", "直 右" },
    { "S", "銀", "29 17 39 37", "28", "直 右 左上 左引" },
    { "+P", "と", "79 89 99 98 87", "88", "右 直 左上 寄 引" },
    { "+R", "龍", "91 84", "82", "引 上" },
    { "+R", "龍", "23 52", "43", "寄 引" },
    { "+R", "龍", "55 15", "35", "左 右" },
    { "+R", "龍", "99 89", "88", "左 右" },
    { "+R", "龍", "28 19", "17", "左 右" },
    { "+B", "馬", "91 81", "82", "左 右" },
    { "+B", "馬", "95 63", "85", "寄 引" },
    { "+B", "馬", "11 34", "12", "引 上" },
    { "+B", "馬", "99 59", "77", "左 右" },
    { "+B", "馬", "47 18", "29", "左 右" },
    { "+B", "馬", "93 74", "92", "左 右" },
    { "S", "銀", "44 24 46 36", "35", "左引 右 左上 直" },
    { "+B", "馬", "76 66 56 78 68 58", "67", "左引 中引 右引 左上 中上 右上" },
};

static shoogi_square turned(const shoogi_variant *v, shoogi_square square, shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? square
                                  : (shoogi_square)(shoogi_variant_square_count(v) - 1 - square);
}

static void each_piece_has_the_mark_of_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(marked); i++) {
        for (int c = SHOOGI_BLACK; c <= SHOOGI_WHITE; c++) {
            const shoogi_colour colour = (shoogi_colour)c;
            const shoogi_kind kind =
                shoogi_variant_kind_by_id(shogi, marked[i].id, strlen(marked[i].id));
            shoogi_position *position = make_position(shogi, NULL);
            shoogi_position_clear(position);
            shoogi_position_set_side(position, colour);
            for (const char *on = marked[i].on; *on; on += on[2] ? 3 : 2)
                shoogi_position_put(position, turned(shogi, square_of(shogi, on), colour),
                                    (shoogi_piece){ kind, colour });
            shoogi_position_setup_done(position);
            const shoogi_square to = turned(shogi, square_of(shogi, marked[i].to), colour);
            const char *mark = marked[i].marks;
            for (const char *on = marked[i].on; *on; on += on[2] ? 3 : 2) {
                const size_t bytes = strcspn(mark, " ");
                char text[64];
                shg_out out = shg_out_make(text, sizeof text);
                shg_out_place(&out, shogi, to, SHG_FILES_WIDE);
                shg_out_text(&out, marked[i].sign);
                shg_out_bytes(&out, mark, bytes);
                const shoogi_move move =
                    shoogi_move_make(turned(shogi, square_of(shogi, on), colour), to, kind, false);
                expect_written(position, move, SHOOGI_NO_SQUARE, text);
                expect_read(position, text, SHOOGI_NO_SQUARE, move);
                mark += mark[bytes] ? bytes + 1 : bytes;
            }
            shoogi_position_free(position);
        }
    }
}

/* --- texts and moves ----------------------------------------------------------------------------- */

/* A position, a move in USI, its text after a move to `previous`, and other texts for it. */
static const struct {
    const char *game, *sfen, *usi, *previous, *text;
    const char *also[6];
} texts[] = {
    { "shogi",
      NULL,
      "7g7f",
      NULL,
      "７六歩",
      { "▲７六歩", "76歩", "7六歩兵", "☗ ７六歩", "７六歩(77)", "７６歩" } },
    { "shogi",
      NULL,
      "7g7f",
      NULL,
      "７六歩",
      { "▲七六歩", "7-6歩", "７－六歩", "▲\u00A0７六\u200B歩(七七)", "７六歩（7-7）", "7-六歩" } },
    { "shogi", NULL, "4i5h", NULL, "５八金右", { "５八金(49)" } },
    { "shogi", NULL, "6i5h", NULL, "５八金左", { "５八金将左" } },
    { "shogi",
      "9/9/9/9/9/9/9/9/9 b P 1",
      "P*5e",
      NULL,
      "５五歩",
      { "５五歩打", "５五 歩", "５五歩打(00)", "５五歩(00)", "５五歩打（００）", "５五歩 (00)" } },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K3G b G 1", "G*1h", NULL, "１八金打", { NULL } },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K3G b G 1", "1i1h", NULL, "１八金", { "１八金上", "１八金直" } },
    { "shogi",
      "4k4/9/9/9/9/9/9/4p4/4K3G b G 1",
      "5i5h",
      "58",
      "同　玉",
      { "同玉", "同 王", "５八同玉", "仝玉", "５八玉" } },
    { "shogi", "4k4/9/9/9/9/9/9/3+S5/4K4 b - 1", "6h6i", "69", "同成銀", { "同　成銀", "同全" } },
    { "shogi", "4k4/2S6/9/9/9/9/9/9/4K4 b - 1", "7b6a+", NULL, "６一銀成", { NULL } },
    { "shogi", "4k4/2S6/9/9/9/9/9/9/4K4 b - 1", "7b6a", NULL, "６一銀不成", { "６一銀", "６一銀生" } },
    { "shogi", "9/2P6/9/9/9/9/9/9/9 b - 1", "7b7a+", NULL, "７一歩成", { "７一歩" } },
    { "shogi", "9/2R6/9/9/9/9/4R4/9/9 b - 1", "7b5b+", NULL, "５二飛寄成", { "５二飛左成" } },
    { "shogi",
      "9/2R6/9/9/9/9/4R4/9/9 b - 1",
      "5g5b",
      NULL,
      "５二飛上不成",
      { "５二飛行不成", "５二飛入生", "５二飛右" } },
    { "shogi", "9/9/9/9/9/9/9/1+R7/+R8 b - 1", "9i8i", NULL, "８九龍寄", { "８九竜寄" } },
    { "shogi", "9/9/9/9/9/9/9/1+R7/+R8 b - 1", "8h8i", NULL, "８九龍引", { NULL } },
    { "shogi", "9/9/9/9/9/9/1N1N5/9/9 b - 1", "8g7e", NULL, "７五桂左", { NULL } },
    { "shogi",
      "9/9/9/9/9/9/4+P4/9/9 b - 1",
      "5g5f",
      NULL,
      "５六と",
      { "５六个", "５六と金", "５六成歩", "５六+P" } },
    { "shogi",
      "9/9/9/9/9/9/4+B4/9/9 b - 1",
      "5g5f",
      NULL,
      "５六馬",
      { "５六龍馬", "５六成角", "５六竜馬" } },
    { "mortal", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+S", NULL, "５二歩成銀", { "５二歩成銀将" } },
    { "kyoto", NULL, "5e5d+", NULL, "５四と成", { "５四と" } },
    /* a promoted lance, and the square of the move before */
    { "shogi",
      "4k4/9/9/9/9/9/9/3+L5/4K4 b - 1",
      "6h6g",
      NULL,
      "６七成香",
      { "６七仝", "６七杏", "６七仝(68)" } },
    { "shogi",
      "4k4/9/9/9/9/9/9/3+L5/4K4 b - 1",
      "6h6g",
      "67",
      "同成香",
      { "６七仝成香", "６七仝　仝", "６七仝" } },
    /* the name after the promotion */
    { "shogi",
      "4k4/9/9/9/9/9/9/1B7/4K4 b - 1",
      "8h2b+",
      NULL,
      "２二角成",
      { "２二馬", "２二馬(88)" } },
    /* the number of a rank, and a piece whose name begins with one */
    { "tenjiku",
      "k15/16/16/16/16/16/16/16/16/16/16/8+CS7/16/16/16/K15 b - 1",
      "8l8j",
      NULL,
      "８十　四天王",
      { "8十 四天王" } },
    /* two kinds in hand with one sign */
    { "tori", "3k3/7/7/7/7/7/3K3 b LR 1", "L*4d", NULL, "４四L", { "４四L打" } },
    { "tori", "3k3/7/7/7/7/7/3K3 b LR 1", "R*4d", NULL, "４四R", { NULL } },
};

/* Chu Shogi: a lion on 7g; a pawn before it on 7f, or a second lion. */
#define LION  "12/12/12/12/12/5p6/5N6/12/12/12/k11/K11 b - 1"
#define LIONS "12/12/12/12/12/5N6/5N6/12/12/12/k11/K11 b - 1"

static const struct {
    const char *sfen, *usi, *previous, *text;
    const char *also[4];
} lions[] = {
    { LION, "7g7f7g", NULL, "７六居喰い", { "７六居食い", "７六獅居喰い", "７六獅子（居食い）" } },
    { LION, "7g7f7g", "76", "同居喰い", { NULL } },
    { LION, "7g7f6e", NULL, "７六・６五獅", { "７六･６五獅子", "７六・６五獅(77)" } },
    { LION, "7g7f6e", "76", "同・６五獅", { "７六・６五獅" } },
    { LION, "7g7f", NULL, "７六獅", { NULL } },
    { LION, "7g7e", NULL, "７五獅", { "７五獅跳", "７五獅上" } },
    { LIONS, "7g7e", NULL, "７五獅跳", { "７五獅(77)" } },
    { LIONS, "7f7e", NULL, "７五獅直", { NULL } },
    { LIONS, "7f7h", NULL, "７八獅跳引", { NULL } },
    { LIONS, "7g7h", NULL, "７八獅引", { NULL } },
    { LIONS, "7f8e", NULL, "８五獅(７六)", { "８五獅(76)", "８五獅（←7六）", "８五獅右上(7六)" } },
    { "12/12/12/12/12/12/4E1+I5/12/12/12/k11/K11 b - 1", "8g7f", NULL, "７六象左", { "７六酔象左" } },
    { "12/12/12/12/12/12/4E1+I5/12/12/12/k11/K11 b - 1", "6g7f", NULL, "７六象右", { "７六成象" } },
    { "12/12/12/12/12/12/12/12/12/12/k4B6/K11 b - 1", "7k12f", NULL, "１２六角", { "12六角行" } },
    { "12/12/12/5F6/12/12/12/12/12/12/k11/K11 b - 1", "7d7c", NULL, "７三豹", { NULL } },
    { "12/12/12/12/5F6/12/12/12/12/12/k11/K11 b - 1", "7e7d", NULL, "７四豹不成", { "７四豹" } },
    { "12/12/12/12/5F6/12/12/12/12/12/k11/K11 b - 1", "7e7d+", NULL, "７四豹成", { NULL } },
};

static void expect_both_ways(const shoogi_position *position, const char *text_of_move,
                             const char *previous, const char *text, const char *const *also,
                             size_t also_count)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_square before = previous ? square_of(v, previous) : SHOOGI_NO_SQUARE;
    const shoogi_move move = usi(position, text_of_move);
    expect_written(position, move, before, text);
    expect_read(position, text, before, move);
    for (size_t k = 0; k < also_count && also[k]; k++)
        expect_read(position, also[k], before, move);
}

static void texts_and_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_variant *v = load_variant(texts[i].game);
        shoogi_position *position = make_position(v, texts[i].sfen);
        expect_both_ways(position, texts[i].usi, texts[i].previous, texts[i].text, texts[i].also,
                         COUNT(texts[i].also));
        shoogi_position_free(position);
        shoogi_variant_free(v);
    }
}

static void moves_of_lions(void **state)
{
    (void)state;
    shoogi_variant *chu = load_variant("chu");
    for (size_t i = 0; i < COUNT(lions); i++) {
        shoogi_position *position = make_position(chu, lions[i].sfen);
        expect_both_ways(position, lions[i].usi, lions[i].previous, lions[i].text, lions[i].also,
                         COUNT(lions[i].also));
        shoogi_position_free(position);
    }
    shoogi_position *position = make_position(chu, LION);
    shoogi_move pass = 0;
    assert_int_equal(
        shoogi_japanese_read(&pass, position, "じっと", strlen("じっと"), SHOOGI_NO_SQUARE, NULL),
        SHOOGI_OK);
    assert_int_equal(shoogi_move_to(pass), shoogi_move_from(pass));
    expect_written(position, pass, SHOOGI_NO_SQUARE, "じっと");
    expect_read(position, "▲獅じっと(77)", SHOOGI_NO_SQUARE, pass);
    shoogi_position_free(position);
    shoogi_variant_free(chu);
}

static void old_books_count_by_branches(void **state)
{
    (void)state;
    shoogi_position *position = make_position(shogi, "4k4/2S6/9/9/9/9/9/9/4K4 b - 1");
    char text[SHOOGI_JAPANESE_TEXT_BYTES];
    (void)shoogi_yorozuya_write(text, sizeof text, position, usi(position, "7b6a+"),
                                SHOOGI_NO_SQUARE);
    assert_string_equal(text, "巳一銀ナル");
    (void)shoogi_yorozuya_write(text, sizeof text, position, usi(position, "7b6a"),
                                SHOOGI_NO_SQUARE);
    assert_string_equal(text, "巳一銀");
    shoogi_position_free(position);
}

/* --- what is refused ----------------------------------------------------------------------------- */

static void faults_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_status status;
        uint32_t column;
        const char *message;
    } bad[] = {
        { "", SHOOGI_PARSE_ERROR, 1, "expected a square such as ７六, or 同, found end of text" },
        { "歩", SHOOGI_PARSE_ERROR, 1, "expected a square such as ７六, or 同, found \"歩\"" },
        { "７六", SHOOGI_PARSE_ERROR, 3, "expected a piece of this game, found end of text" },
        { "７六象", SHOOGI_PARSE_ERROR, 3, "expected a piece of this game, found \"象\"" },
        { "同歩", SHOOGI_PARSE_ERROR, 1,
          "expected a square, as no move was made before, found \"同歩\"" },
        { "７六・", SHOOGI_PARSE_ERROR, 4, "expected a square of this board, found end of text" },
        { "７六歩x", SHOOGI_PARSE_ERROR, 4,
          "expected a mark such as 右 or 上, 成, 不成, 打 or the end of the move, found \"x\"" },
        { "▲５八金", SHOOGI_PARSE_ERROR, 1, "expected one move, found several: ５八金右, ５八金左" },
        { "７五歩", SHOOGI_ILLEGAL, 1, "none of 9 such pieces can move there" },
        { "５五歩打", SHOOGI_ILLEGAL, 1, "you have no pawn in hand" },
        { "５五角", SHOOGI_ILLEGAL, 1, "a pawn is in the way on 7g" },
        { "５五と", SHOOGI_ILLEGAL, 1, "you have no such piece that could move there" },
        { "５五角(77)", SHOOGI_ILLEGAL, 1, "a pawn does not move from 7g to 5e" },
        { "じっと", SHOOGI_ILLEGAL, 1, "no piece can step out and back" },
    };
    shoogi_position *position = make_position(shogi, NULL);
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_move move = 77;
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status = shoogi_japanese_read(
            &move, position, bad[i].text, strlen(bad[i].text), SHOOGI_NO_SQUARE, &err);
        if (status != bad[i].status || err.status != status || err.column != bad[i].column ||
            strcmp(err.message, bad[i].message) != 0)
            fail_msg("%s: %u: %s", bad[i].text, err.column, err.message);
        assert_int_equal(move, 77);
    }
    shoogi_position_free(position);
}

/* 打 is a drop wherever such a piece is in hand and the square is empty, so a drop that is a foul is reported as one. */
static void a_drop_stays_a_drop(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *text;
        shoogi_status status;
        const char *answer; /* the message, or the move in USI */
    } drops[] = {
        { "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "５五歩打", SHOOGI_ILLEGAL, "nifu" },
        { "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "５五歩(00)", SHOOGI_ILLEGAL, "nifu" },
        { "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "５八歩打", SHOOGI_ILLEGAL, "nifu" },
        { "4k4/9/9/9/9/4P4/9/9/4K4 b - 1", "５五歩打", SHOOGI_OK, "5f5e" },
        { "4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "５五歩", SHOOGI_OK, "5f5e" },
        { "4k4/9/9/9/4p4/4P4/9/9/4K4 b P 1", "５五歩打", SHOOGI_OK, "5f5e" },
        /* a drop that mates with a pawn */
        { "8k/6G2/8G/9/9/9/9/9/K8 b P 1", "１二歩打", SHOOGI_ILLEGAL, "uchifuzume" },
        /* the king stays in check, whatever moves there */
        { "4k4/9/9/9/4r4/9/9/3G5/4K4 b G 1", "６七金打", SHOOGI_ILLEGAL, "check" },
        { "4k4/9/9/9/4r4/9/9/3G5/4K4 b G 1", "５八金打", SHOOGI_OK, "G*5h" },
        { "4k4/9/9/9/4r4/9/9/3G5/4K4 b - 1", "５八金打", SHOOGI_OK, "6h5h" },
    };
    for (size_t i = 0; i < COUNT(drops); i++) {
        shoogi_position *const position = make_position(shogi, drops[i].sfen);
        shoogi_move move = 0;
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status = shoogi_japanese_read(
            &move, position, drops[i].text, strlen(drops[i].text), SHOOGI_NO_SQUARE, &err);
        if (status != drops[i].status)
            fail_msg("%s: %s", drops[i].text, err.message);
        if (status == SHOOGI_OK)
            assert_int_equal(move, usi(position, drops[i].answer));
        else if (!strstr(err.message, drops[i].answer))
            fail_msg("%s: %s", drops[i].text, err.message);
        shoogi_position_free(position);
    }
}

/* A gold that leaps like the knight behind it is told from one that steps. */
static void leaps_that_are_lent(void **state)
{
    (void)state;
    static const char text[] =
        "files=9\nranks=9\nsymmetry=rotate\nholdingsType=-1\nborrow=behind\n"
        "gold:G:WfF:g:d1,f1\nkanji=金将,金\nknight:N:ffN:n:b1,h1\nkanji=桂馬,桂\n"
        "king:K:K:k:e1\nkanji=玉将,玉\n";
    static const struct {
        const char *sfen, *usi, *text;
    } moves[] = {
        { "9/k8/9/9/9/5GGG1/5G1G1/5N1N1/K8 b - 1", "2f3e", "３五金右上" },
        { "9/k8/9/9/9/5GGG1/5G1G1/5N1N1/K8 b - 1", "2g3e", "３五金右跳" },
        { "9/k8/9/9/9/5GGG1/5G1G1/5N1N1/K8 b - 1", "4f3e", "３五金左上" },
        { "9/k8/9/9/9/5GGG1/5G1G1/5N1N1/K8 b - 1", "4g3e", "３五金左跳" },
        { "9/k8/9/9/9/5GGG1/5G1G1/5N1N1/K8 b - 1", "3f3e", "３五金直" },
        { "9/k8/9/6G2/9/9/7G1/7N1/K8 b - 1", "2g3e", "３五金跳" },
        { "9/k8/9/9/9/9/5N1N1/9/K8 b - 1", "2g3e", "３五桂右" },
        { "9/k8/9/9/9/9/7G1/7N1/K8 b - 1", "2g3e", "３五金" },
    };
    shoogi_variant *const variant = parse_variant("lent", text, sizeof text - 1);
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *const position = make_position(variant, moves[i].sfen);
        shoogi_move move;
        assert_int_equal(shoogi_usi_read(&move, position, moves[i].usi, strlen(moves[i].usi), NULL),
                         SHOOGI_OK);
        expect_written(position, move, SHOOGI_NO_SQUARE, moves[i].text);
        expect_read(position, moves[i].text, SHOOGI_NO_SQUARE, move);
        shoogi_position_free(position);
    }
    shoogi_variant_free(variant);
}

/* Texts cut at any byte are rejected or a move, without reading past the end. */
static void cut_anywhere(void **state)
{
    (void)state;
    static const char whole[] = "▲同・７六成銀右上成角(77)";
    shoogi_position *position = make_position(shogi, NULL);
    for (size_t bytes = 0; bytes < sizeof whole; bytes++) {
        char *const text = malloc(bytes + 1);
        assert_non_null(text);
        memcpy(text, whole, bytes);
        shoogi_move move;
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_not_equal(shoogi_japanese_read(&move, position, text, bytes, 10, &err),
                             SHOOGI_OK);
        assert_in_range(err.column, 1, bytes + 1);
        free(text);
    }
    shoogi_position_free(position);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    return 0;
}

TEST_SUITE(japanese)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_has_the_mark_of_the_table),
        cmocka_unit_test(texts_and_moves),
        cmocka_unit_test(moves_of_lions),
        cmocka_unit_test(old_books_count_by_branches),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(a_drop_stays_a_drop),
        cmocka_unit_test(leaps_that_are_lent),
        cmocka_unit_test(cut_anywhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
