/* movetext_test.c: games in PGN, PSN and as lists of Western moves.  Their meaning is shown in our own format. */
#include "notation/records/move_word.h"
#include "base/test_suite.h"
#include "support/record_difference.h"
#include "support/records.h"
#include "support/notation.h"

#define HEAD "shoogi record 1\n"

static shoogi_variant *shogi, *chu, *taikyoku, *kyoto, *mortal, *shosu, *dobutsu;

static const shoogi_variant *find(void *context, const char *name, size_t name_bytes)
{
    (void)context;
    return name_bytes == 3 && memcmp(name, "chu", 3) == 0     ? chu
           : name_bytes == 5 && memcmp(name, "shogi", 5) == 0 ? shogi
                                                              : NULL;
}

static shoogi_status read_as(shoogi_record **out, size_t *used, shoogi_format format,
                             const shoogi_variant *variant, const char *text, bool keep,
                             shoogi_error *err)
{
    const shoogi_record_read_options options = { .variant = variant,
                                                 .find_variant = find,
                                                 .keep_partial = keep };
    size_t count = 0;
    return shoogi_record_read(out, used, format, text, strlen(text), &options, err, 1, &count);
}

static shoogi_record *good(shoogi_format format, const shoogi_variant *variant, const char *text)
{
    shoogi_record *record = NULL;
    shoogi_error err;
    if (read_as(&record, NULL, format, variant, text, false, &err) != SHOOGI_OK)
        fail_msg("%s\n%u:%u: %s", text, err.line, err.column, err.message);
    return record;
}

/* Owned (shoogi_text_free). */
static char *written(uint32_t *losses, const shoogi_record *record, shoogi_format format)
{
    char *text = NULL;
    size_t bytes = 0;
    assert_int_equal(shoogi_record_write(&text, &bytes, losses, format, record, NULL, NULL),
                     SHOOGI_OK);
    assert_int_equal(strlen(text), bytes);
    return text;
}

/* The contents of a record, without the lines that name its variant. */
static void expect_record(const shoogi_record *record, const char *own)
{
    uint32_t losses;
    /* Not by written(): at -O3 gcc 12 takes the result of strstr for a pointer into that function. */
    char *text = NULL;
    size_t bytes = 0;
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_SHOOGI, record, NULL, NULL),
        SHOOGI_OK);
    char *const rules = strstr(text, "rules ");
    assert_non_null(rules);
    char *const next = strchr(rules, '\n') + 1;
    memmove(rules, next, strlen(next) + 1);
    assert_string_equal(text, own);
    shoogi_text_free(text);
}

/* Unknown tags. */
#define ROSTER                                                                                     \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"?\"]\n"           \
    "[Black \"?\"]\n"
#define UNFINISHED ROSTER "[Result \"*\"]\n"

/* A record, and its text in each of the three formats. */
static void written_form(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *own;
        shoogi_format format;
        uint32_t losses;
        const char *text;
    } games[] = {
        { shogi, HEAD "\n", SHOOGI_FORMAT_PGN, 0, UNFINISHED "\n*\n" },
        { shogi, HEAD "\n", SHOOGI_FORMAT_PSN, 0, "{*}\n" },
        { shogi, HEAD "\n", SHOOGI_FORMAT_WESTERN, 0, "*\n" },
        { shogi, HEAD "black: A\n\n", SHOOGI_FORMAT_PSN, 0, "[Black \"A\"]\n\n{*}\n" },
        { shogi, HEAD "black: A\n\n", SHOOGI_FORMAT_WESTERN, 0, "[Black \"A\"]\n\n*\n" },
        /* A header with the name of a tag about something else. */
        { shogi, HEAD "variant: x\nfen: y\nSfen: z\nhandicap: 2\n\n1 7g7f\n", SHOOGI_FORMAT_WESTERN,
          SHG_LOSS(HEADERS), "1. P-7f\n" },
        { shogi, HEAD "\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n", SHOOGI_FORMAT_PGN, 0,
          UNFINISHED "\n1. c4 g6 2. Bxh8+ Sxh8 3. B@f5 *\n" },
        { shogi, HEAD "\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n", SHOOGI_FORMAT_PSN, 0,
          "1. P7f P3d 2. Bx2b+ Sx2b 3. B*4e\n" },
        { shogi, HEAD "\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n", SHOOGI_FORMAT_WESTERN, 0,
          "1. P-7f 2. P-3d 3. Bx2b+ 4. Sx2b 5. B*4e\n" },
        /* Names of players: in PGN White moves first. */
        { shogi,
          HEAD
          "black: Anna\nwhite: \"Bert\" \\\nstart-time: 2024/01/02 10:00:00\n棋戦x: A\nevent: E\n\n"
          "1 7g7f 3\n2 end resign black 30.250\n",
          SHOOGI_FORMAT_PGN, 0,
          "[Event \"E\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Time \"10:00:00\"]\n[Round \"-\"]\n"
          "[White \"Anna\"]\n[Black \"\\\"Bert\\\" \\\\\"]\n[Result \"1-0\"]\n[棋戦x \"A\"]\n\n"
          "1. c4 {[%emt 0:00:03]} {[%emt 0:00:30.250] resign} 1-0\n" },
        { shogi, HEAD "start-time: 2024/01/02 10:00\n\n1 7g7f\n", SHOOGI_FORMAT_PGN, 0,
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Time \"10:00\"]\n[Round \"-\"]\n"
          "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. c4 *\n" },
        { shogi, HEAD "black: Anna\nwhite: Bert\n\n1 7g7f\n2 end resign black\n", SHOOGI_FORMAT_PSN,
          0, "[Result \"1-0\"]\n[Black \"Anna\"]\n[White \"Bert\"]\n\n1. P7f {resign} {1-0}\n" },
        /* Ends. */
        { shogi, HEAD "\n1 7g7f\n2 end time black\n", SHOOGI_FORMAT_WESTERN, 0,
          "[Result \"1-0\"]\n\n1. P-7f {time} 1-0\n" },
        { shogi, HEAD "\n1 7g7f\n2 end repetition no-contest\n", SHOOGI_FORMAT_PGN, 0,
          ROSTER "[Result \"1/2-1/2\"]\n\n1. c4 {no contest by repetition} 1/2-1/2\n" },
        { shogi, HEAD "\n1 7g7f\n2 end draw draw\n", SHOOGI_FORMAT_PGN, 0,
          ROSTER "[Result \"1/2-1/2\"]\n\n1. c4 1/2-1/2\n" },
        /* A comment on a termination that the result alone gives is no word for it. */
        { shogi, HEAD "\n1 7g7f\n2 end draw draw\n* resign\n", SHOOGI_FORMAT_PGN, 0,
          ROSTER "[Result \"1/2-1/2\"]\n\n1. c4 {[%end draw draw]} 1/2-1/2 {resign}\n" },
        { shogi, HEAD "\n1 7g7f\n2 end other black : 1-0\n* time\n", SHOOGI_FORMAT_PSN, 0,
          "[Result \"1-0\"]\n\n1. P7f {[%end other black : 1-0]} {1-0} {time}\n" },
        { shogi, HEAD "\n1 7g7f\n2 end suspended none\n* later\n", SHOOGI_FORMAT_PGN, 0,
          UNFINISHED "\n1. c4 {suspended} * {later}\n" },
        { shogi, HEAD "\n1 7g7f\n2 end other white : so it went\n", SHOOGI_FORMAT_PGN, 0,
          ROSTER "[Result \"0-1\"]\n\n1. c4 {[%end other white : so it went]} 0-1\n" },
        { shogi, HEAD "\n1 7g7f\n2 end other white : a ] b\n", SHOOGI_FORMAT_PGN,
          SHG_LOSS(TERMINATION), ROSTER "[Result \"0-1\"]\n\n1. c4 {[%end other white]} 0-1\n" },
        { shogi, HEAD "start 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1\n\n1 end board black checkmate\n",
          SHOOGI_FORMAT_WESTERN, 0,
          "[Result \"1-0\"]\n[SFEN \"4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1\"]\n\n{checkmate} 1-0\n" },
        /* Comments: of several lines, with braces, that look like terminations; glyphs. */
        { shogi,
          HEAD
          "\n* before\n1 7g7f\n* one\n*\n*  two \n* $1\n2 3c3d\n* a } b\n* c\n3 2g2f\n* resign\n",
          SHOOGI_FORMAT_PGN, 0,
          UNFINISHED
          "\n{before} 1. c4 {one\n\n two } $1 1... g6 ; a } b\n; c\n2. h4 {resign} {} *\n" },
        { shogi, HEAD "\n1 7g7f\n*  a \n2 3c3d 5\n* b\n& here\n", SHOOGI_FORMAT_WESTERN,
          SHG_LOSS(BOOKMARKS), "1. P-7f {  a  } 2. P-3d {[%emt 0:00:05] b} {}\n" },
        { shogi, HEAD "\n* *\n1 7g7f\n* 1-0\n* x\n2 3c3d\n* 1-0\n3 2g2f\n", SHOOGI_FORMAT_PSN, 0,
          "; *\n1. P7f {1-0\nx} 1... P3d ; 1-0\n2. P2f\n" },
        /* Clocks, as far as the time limit and the times are known. */
        { shogi,
          HEAD
          "time-limit: 60+2\n\n1 7g7f 4\n2 3c3d 0.250\n* so\n3 2g2f\n4 8c8d 62\n5 9g9f 1\n6 8d8e 9\n",
          SHOOGI_FORMAT_PSN, 0,
          "[TimeControl \"60+2\"]\n\n1. P7f {[%emt 0:00:04] [%clk 0:00:58]} 1... P3d\n"
          "{[%emt 0:00:00.250] [%clk 0:01:01.750] so} 2. P2f P8d\n"
          "{[%emt 0:01:02] [%clk 0:00:01.750]} 3. P9f {[%emt 0:00:01]} 3... P8e\n"
          "{[%emt 0:00:09]} {}\n" },
        /* Comments that look like commands. */
        { shogi, HEAD "\n1 7g7f\n* [%end resign white]\n2 3c3d 5\n* so\n* [%emt 0:00:09]\n",
          SHOOGI_FORMAT_PGN, 0,
          UNFINISHED
          "\n1. c4 ; [%end resign white]\n1... g6 {[%emt 0:00:05]} ; so\n; [%emt 0:00:09]\n{} *\n" },
        { shogi,
          HEAD "\n* [%end resign white]\n1 7g7f\n* [%emt 0:00:09]\n2 end resign black\n* [%emt 9]\n",
          SHOOGI_FORMAT_PSN, 0,
          "[Result \"1-0\"]\n\n; [%end resign white]\n1. P7f ; [%emt 0:00:09]\n{resign} {1-0} ; [%emt 9]\n" },
        /* Variations, nested and consecutive; a termination in one. */
        { shogi,
          HEAD "\n1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n4 4c4d\n5 2f2e\n3 6g6f\n2 8c8d\n3 2g2f\n"
               "4 end resign black\n1 2g2f\n",
          SHOOGI_FORMAT_PGN, 0,
          UNFINISHED
          "\n1. c4 ( 1. h4 ) 1... g6 ( 1... b6 2. h4 {[%end resign black]} ) 2. h4 ( 2. d4 )\n"
          "2... b6 ( 2... f6 3. h5 ) *\n" },
        /* Starts. */
        { shogi, HEAD "start 4k4/9/9/9/9/9/9/9/4K4 w P 8\n\n1 5a5b\n2 P*5c\n", SHOOGI_FORMAT_PGN, 0,
          UNFINISHED
          "[FEN \"4k4/9/9/9/9/9/9/9/4K4[P] b - - 0 4\"]\n[SetUp \"1\"]\n\n4... Ke8 5. P@e7 *\n" },
        { shogi, HEAD "start 4k4/9/9/9/9/9/9/9/4K4 w P 1\n\n1 5a5b\n", SHOOGI_FORMAT_PGN,
          SHG_LOSS(NUMBER),
          UNFINISHED "[FEN \"4k4/9/9/9/9/9/9/9/4K4[P] b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Ke8 *\n" },
        { shogi,
          HEAD "start lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2\n\n1 3c3d\n",
          SHOOGI_FORMAT_WESTERN, 0, "1. HANDICAP:B@2b 2. P-3d\n" },
        { shogi,
          HEAD "start lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n\n1 3c3d\n",
          SHOOGI_FORMAT_WESTERN, 0, "HANDICAP:R@8b 1. P-3d\n" },
        /* Multi-step pieces; several promotions; pieces that flip; ranks from 0. */
        { chu,
          HEAD "start 12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1\n\n1 7h7g7h\n2 7f6f\n3 7h7f\n",
          SHOOGI_FORMAT_PGN, 0,
          UNFINISHED "[FEN \"12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 w - - 0 1\"]\n[SetUp \"1\"]\n\n"
                     "1. Nf5xf6-f5 Kg7 2. Nf7 *\n" },
        { mortal, HEAD "start 4k4/9/3P5/9/9/9/9/9/4K4 b - 1\n\n1 6c6b+L\n2 5a4a\n3 6b6a+S\n",
          SHOOGI_FORMAT_PGN, 0,
          UNFINISHED "[FEN \"4k4/9/3P5/9/9/9/9/9/4K4[-] w - - 0 1\"]\n[SetUp \"1\"]\n\n"
                     "1. d8=L Kf9 2. Ld9=S *\n" },
        { mortal, HEAD "start 4k4/9/3P5/9/9/9/9/9/4K4 b - 1\n\n1 6c6b+L\n", SHOOGI_FORMAT_PSN, 0,
          "[SFEN \"4k4/9/3P5/9/9/9/9/9/4K4 b - 1\"]\n\n1. P6b+L\n" },
        { kyoto, HEAD "\n1 5e5d+\n2 1a1b+\n", SHOOGI_FORMAT_PGN, 0,
          UNFINISHED "\n1. Ta2+ Te4+ *\n" },
        { shosu, HEAD "\n1 8h8g\n", SHOOGI_FORMAT_PGN, 0, UNFINISHED "\n1. c3 *\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *record = good(SHOOGI_FORMAT_SHOOGI, games[i].variant, games[i].own);
        uint32_t losses;
        char *text = written(&losses, record, games[i].format);
        assert_string_equal(text, games[i].text);
        assert_int_equal(losses, games[i].losses);
        shoogi_record *again = good(games[i].format, games[i].variant, text);
        const char *difference =
            shg_record_difference(NULL, record, again, losses | SHG_LOSS(HEADERS));
        if (difference)
            fail_msg("%s\ndiffers in %s", text, difference);
        shoogi_record_free(again);
        shoogi_text_free(text);
        shoogi_record_free(record);
    }
}

/* Accepted texts, and their meaning. */
static void read_form(void **state)
{
    (void)state;
    const struct {
        shoogi_format format;
        const char *text, *own;
    } games[] = {
        /* as XBoard saves it */
        { SHOOGI_FORMAT_PGN,
          "[Event \"Computer Chess Game\"]\n[Site \"-\"]\n[Date \"2014.05.01\"]\n[Round \"-\"]\n"
          "[White \"HaChu\"]\n[Black \"Shokidoki\"]\n[Result \"1-0\"]\n[TimeControl \"40/300\"]\n"
          "[Variant \"shogi\"]\n\n{--------------\n a diagram\n--------------}\n"
          "1. c4 g6 {+0.25/12 5} 2. Bxh8+ {0:05} Sxh8\n{Black resigns} 1-0\n",
          HEAD
          "event: Computer Chess Game\nstart-time: 2014/05/01\nblack: HaChu\nwhite: Shokidoki\n"
          "time-limit: 40/300\n\n* --------------\n*  a diagram\n* --------------\n1 7g7f\n2 3c3d\n"
          "* +0.25/12 5\n3 8h2b+\n* 0:05\n4 3a2b\n5 end resign black\n" },
        { SHOOGI_FORMAT_PGN,
          "1.c4 g6 2.Bb2xh8=+ Sg9xh8 3.c4c5 $14 1/2-1/2 {No contest by repetition}",
          HEAD "\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 7f7e\n* $14\n6 end repetition no-contest\n" },
        { SHOOGI_FORMAT_PGN, "1. c3c4! g7-g6?? 2. Pd4 ; why not?\n2... Pf6 1-0",
          HEAD
          "\n1 7g7f\n* $1\n2 3c3d\n* $4\n3 6g6f\n* why not?\n4 4c4d\n5 end other black : 1-0\n" },
        { SHOOGI_FORMAT_PGN,
          "% an escape\n1. c4 (1. h4 (1. d4) b6) (1.e4) 1... g6 {so} (1... b6) 2. h4",
          HEAD "\n1 7g7f\n2 3c3d\n* so\n3 2g2f\n2 8c8d\n1 2g2f\n2 8c8d\n1 6g6f\n1 5g5f\n" },
        { SHOOGI_FORMAT_WESTERN, "1. P-7f P-34 2. P76-75 P3e",
          HEAD "\n1 7g7f\n2 3c3d\n3 7f7e\n4 3d3e\n" },
        /* The longest time, and one that is too long and so part of the comment. */
        { SHOOGI_FORMAT_PGN, "1. c4 {[%emt 2443359:10:22.207]} g6 {[%emt 2443359:10:23]} *",
          HEAD "\n1 7g7f 8796093022.207\n2 3c3d\n* [%emt 2443359:10:23]\n" },
        /* Clocks: times are their differences, with what a move gains; the text of one that times do not give is kept. */
        { SHOOGI_FORMAT_PGN,
          "[TimeControl \"300+2\"]\n\n1. c4 { [%clk 0:04:58] } g6 {[%clk 0:05:01.5] so} 2. h4 "
          "{[%clk 0:04:50]} (2. d4 {[%clk 4:00]}) b6 {[%clk 0:06:00]} 3. d4 {[%clk 0:04:52] [%clk x]}"
          " *",
          HEAD "time-limit: 300+2\n\n1 7g7f 4\n2 3c3d 0.500\n* so\n3 2g2f 10\n4 8c8d\n"
               "* [%clk 0:06:00]\n5 6g6f 0\n* [%clk x]\n3 6g6f 60\n" },
        { SHOOGI_FORMAT_PGN,
          "1. c4 {[%clk 0:05:00]} g6 {[%clk 0:05:00]} 2. h4 {[%clk 0:04:50]} b6 {[%clk 0:04:59]} *",
          HEAD "\n1 7g7f\n* [%clk 0:05:00]\n2 3c3d\n* [%clk 0:05:00]\n3 2g2f 10\n* [%clk 0:04:50]\n"
               "4 8c8d 1\n* [%clk 0:04:59]\n" },
        { SHOOGI_FORMAT_PSN, /* the first move is not counted; the time given counts more than the clock */
          "[TimeControl \"180+3\"]\n1.P7f {[%clk 0:03:00]} P3d {[%emt 0:00:07] [%clk 0:02:57]} "
          "2.P2f {[%clk 0:02:59]}",
          HEAD "time-limit: 180+3\n\n1 7g7f 0\n* [%clk 0:03:00]\n2 3c3d 7\n* [%clk 0:02:57]\n"
               "3 2g2f 4\n" },
        { SHOOGI_FORMAT_PGN, "[TimeControl \"60\"]\n1. c4 {[%emt 0:00:03] [%clk 0:00:57]} 1-0",
          HEAD "time-limit: 60\n\n1 7g7f 3\n2 end other black : 1-0\n" },
        { SHOOGI_FORMAT_PGN, "1. c4 mate g6 ch. *", HEAD "\n1 7g7f\n2 3c3d\n" },
        /* PSN */
        { SHOOGI_FORMAT_PSN,
          "[Sente \"Anna\"]\n[Gote \"Bert\"]\n[Black_grade \"3-dan\"]\n[Result \"1-0\"]\n[Handicap \"Even\"]\n\n"
          "1.P7f P3d 2.Bx2b+ xS 3.B'4e G66b { a comment }\n4.Bx3d {1-0}\n",
          HEAD
          "black: Anna\nwhite: Bert\nBlack_grade: 3-dan\n\n1 7g7f\n2 3c3d\n3 8h2b+\n4 3a2b\n5 B*4e\n"
          "6 6a6b\n* a comment\n7 4e3d\n8 end other black : 1-0\n" },
        { SHOOGI_FORMAT_PSN, "[Handicap \"rook\"]\n1.P3d P7f 2.Bx8h+ Sx { Resigns }",
          HEAD
          "start lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n\n1 3c3d\n2 7g7f\n"
          "3 2b8h+\n4 7i8h\n5 end resign black\n" },
        { SHOOGI_FORMAT_PSN, "1.P7f P3d 2.P2f resigns",
          HEAD "\n1 7g7f\n2 3c3d\n3 2g2f\n4 end resign black\n" },
        /* lists */
        { SHOOGI_FORMAT_WESTERN, "1. P-7f, P-3d; a good reply\n2. Bx2b+ Sx2b 3. B*4e jishogi",
          HEAD
          "\n1 7g7f\n2 3c3d\n* a good reply\n3 8h2b+\n4 3a2b\n5 B*4e\n6 end impasse no-contest\n" },
        { SHOOGI_FORMAT_WESTERN, "HANDICAP: L@1a,R@8b 1... P-3d 2. P-7f",
          HEAD
          "start lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n\n1 3c3d\n2 7g7f\n" },
        { SHOOGI_FORMAT_WESTERN, "P-7f P-3d\nP-2f\n", HEAD "\n1 7g7f\n2 3c3d\n3 2g2f\n" },
        { SHOOGI_FORMAT_WESTERN,
          "[Variant \"chu\"]\n[SFEN \"12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1\"]\n"
          "LN x7g -7h 2. K-6f 3. -- 4. K-6e Ln-7f 0-1",
          HEAD
          "start 12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1\n\n1 7h7g7h\n2 7f6f\n3 7h6g7h\n4 6f6e\n"
          "5 7h7f\n6 end other white : 0-1\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *record = good(games[i].format, shogi, games[i].text);
        expect_record(record, games[i].own);
        assert_int_equal(shoogi_format_detect(games[i].text, strlen(games[i].text)),
                         games[i].format);
        shoogi_record_free(record);
    }
}

/* Without telling moves a text is still recognised as the format in which it was written. */
static void looks(void **state)
{
    (void)state;
    static const char *const games[] = {
        HEAD "start 4k4/9/9/9/9/9/9/9/4K4 b RB2G 1\nblack: Anna\n\n1 end suspended none\n",
        HEAD "black: Anna\n\n1 end resign white\n",
        HEAD "start 4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1\n\n1 5d5c\n2 end mate black 4\n",
    };
    static const shoogi_format formats[3] = { SHOOGI_FORMAT_PGN, SHOOGI_FORMAT_PSN,
                                              SHOOGI_FORMAT_WESTERN };
    for (size_t i = 0; i < COUNT(games); i++)
        for (size_t k = 0; k < COUNT(formats); k++) {
            shoogi_record *record = good(SHOOGI_FORMAT_SHOOGI, shogi, games[i]);
            uint32_t losses;
            char *text = written(&losses, record, formats[k]);
            const shoogi_format found = shoogi_format_detect(text, strlen(text));
            if (found != formats[k])
                fail_msg("%s\nlooks like %s", text, shoogi_format_name(found));
            shoogi_text_free(text);
            shoogi_record_free(record);
        }
}

static void bad(void **state)
{
    (void)state;
    static const struct {
        shoogi_format format;
        const char *text;
        shoogi_status status;
        uint32_t line, column;
        const char *message;
    } texts[] = {
        { SHOOGI_FORMAT_PGN, "", SHOOGI_PARSE_ERROR, 0, 1,
          "move 1: expected a tag or a move, found end of text" },
        { SHOOGI_FORMAT_PGN, "[Event]\n", SHOOGI_PARSE_ERROR, 1, 1,
          "expected a tag such as [Black \"Anna\"], found \"[Event]\"" },
        { SHOOGI_FORMAT_PGN, "[Event \"a\n", SHOOGI_PARSE_ERROR, 1, 10,
          "expected \"]\" after the value, found end of text" },
        { SHOOGI_FORMAT_PGN, "[Event \"x\"]\n[FEN \"9/9 w\"]\n", SHOOGI_PARSE_ERROR, 2, 10,
          "expected \"/\" and 7 more ranks, found \" w\"" },
        { SHOOGI_FORMAT_PGN, "1. c4 g6\n2. Bh8+", SHOOGI_OK, 0, 0, NULL },
        { SHOOGI_FORMAT_PGN, "1. c4 g6\n2. Bxi8+", SHOOGI_ILLEGAL, 2, 4,
          "move 3: a bishop does not move from 8h to 1b" },
        { SHOOGI_FORMAT_PGN, "1. c4 g6\n2. Ge2", SHOOGI_PARSE_ERROR, 2, 4,
          "move 3: expected a move that fits one legal move, found \"Ge2\"" },
        { SHOOGI_FORMAT_PGN, "1. c4 Xe5", SHOOGI_PARSE_ERROR, 1, 7,
          "move 2: expected a piece (P, L, N, S, B, R, G, K), found \"Xe5\"" },
        { SHOOGI_FORMAT_PGN, "1. c4 {so", SHOOGI_PARSE_ERROR, 1, 10,
          "move 2: expected \"}\" at the end of the comment, found end of text" },
        { SHOOGI_FORMAT_PGN, "1. c4 ( 1. h4", SHOOGI_PARSE_ERROR, 1, 14,
          "move 2: expected \")\" at the end of the variation, found end of text" },
        { SHOOGI_FORMAT_PGN, "( 1. h4 )", SHOOGI_PARSE_ERROR, 1, 1,
          "move 1: expected a move before a variation, found \"(\"" },
        { SHOOGI_FORMAT_PGN, "1. h4 )", SHOOGI_PARSE_ERROR, 1, 7,
          "move 2: expected a move, found \")\"" },
        { SHOOGI_FORMAT_PGN, "1. h4 $x", SHOOGI_PARSE_ERROR, 1, 7,
          "move 2: expected \"$\" and a number, found \"$x\"" },
        { SHOOGI_FORMAT_PSN, "1.P7f resigns P3d", SHOOGI_PARSE_ERROR, 1, 15,
          "move 2: expected nothing after the end, found \"P3d\"" },
        { SHOOGI_FORMAT_PSN, "1.xP", SHOOGI_PARSE_ERROR, 1, 3,
          "move 1: expected a piece (P, L, N, S, B, R, G, K), found \"xP\"" },
        { SHOOGI_FORMAT_PSN, "1.P7e", SHOOGI_ILLEGAL, 1, 3,
          "move 1: no pawn of yours can move to 7e" },
        { SHOOGI_FORMAT_WESTERN, "HANDICAP:K@5a P-3d", SHOOGI_PARSE_ERROR, 1, 10,
          "expected a piece that can be removed (the king on 5a cannot be removed), found \"K@5a\"" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        if (!texts[i].message)
            continue;
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status =
            read_as(&record, NULL, texts[i].format, shogi, texts[i].text, false, &err);
        if (status != texts[i].status || err.status != status || err.line != texts[i].line ||
            err.column != texts[i].column || strcmp(err.message, texts[i].message) != 0)
            fail_msg("%s: %u:%u: %s", texts[i].text, err.line, err.column, err.message);
        assert_null(record);
    }
}

static void expect_means(shoogi_format format, const char *text, const char *own)
{
    shoogi_record *const record = good(format, shogi, text);
    expect_record(record, own);
    shoogi_record_free(record);
}

/* Shogidokoro's PSN has a time in parentheses after each move, and after a slash the total, which is not read. */
static void times_in_parentheses(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        { "1.P7g-7f          (00:03 / 00:00:03)\n2.P3c-3d (01:01 / 00:01:01)\n",
          HEAD "\n1 7g7f 3\n2 3c3d 61\n" },
        { "1.P7f (0:03/0:00:03) P3d (1:00:00) 2.P2f ( 0:07/)", /* no total */
          HEAD "\n1 7g7f 3\n2 3c3d 3600\n3 2g2f 7\n" },
        { "1.P7f (0:03.5/0:00:03) 2.Resigns (00:09 / 00:00:12)",
          HEAD "\n1 7g7f 3.500\n2 end resign black 9\n" },
        { "1.P7f {so} (0:03/0:00:03) {it is}", HEAD "\n1 7g7f 3\n* so\n* it is\n" },
        /* An empty one is no time. */
        { "1.P7f ( : / : : ) 2.P3d ( 0:00/00:00:00)", HEAD "\n1 7g7f\n2 3c3d 0\n" },
        /* What has a move in it is a variation still. */
        { "1.P7f (1.P2f) (0:03/0:00:03) 1...P3d (1...)", HEAD "\n1 7g7f 3\n2 3c3d\n1 2g2f\n" },
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_means(SHOOGI_FORMAT_PSN, texts[i][0], texts[i][1]);
}

/* Shogidokoro's words in place of a move; a word after a move comments on it. */
static void words_in_place_of_a_move(void **state)
{
    (void)state;
    static const char *const ends[][2] = {
        { "Resigns", "resign black" },       { "Interrupt", "suspended none" },
        { "Timeup", "time black" },          { "Mate", "mate black" },
        { "Jishogi", "impasse no-contest" }, { "Sennichite", "repetition no-contest" },
        { "time-up", "time black" },         { "illegal", "illegal black" },
    };
    for (size_t i = 0; i < COUNT(ends); i++) {
        char text[80], own[120];
        snprintf(text, sizeof text, "1.P7g-7f (00:03 / 00:00:03)\n2.%s (00:01 / 00:00:01)\n",
                 ends[i][0]);
        snprintf(own, sizeof own, HEAD "\n1 7g7f 3\n2 end %s 1\n", ends[i][1]);
        expect_means(SHOOGI_FORMAT_PSN, text, own);
    }
    expect_means(SHOOGI_FORMAT_WESTERN, "1. P-7f mate 2. P-3d ch.", HEAD "\n1 7g7f\n2 3c3d\n");
}

/* "Variation:3" replaces move 3 of the latest line that has one, as in KIF. */
static void variations_by_number(void **state)
{
    (void)state;
    static const char main_line[] = "1.P7f\n2.P3d\n3.P2f\n4.P8d\n5.P2e\n6.Resigns (0:09/0:09)\n\n";
    static const struct {
        const char *text, *own;
    } games[] = {
        { "Variation:5\n5.P6f\n6.Timeup\n\nVariation:3\n3.P6f\n4.Interrupt\n",
          "5 6g6f\n6 end time black\n3 6g6f\n4 end suspended none\n" },
        /* of a variation, of the end, without moves, after one without moves */
        { "Variation:3\n3.P6f\n4.P8d\n5.P5f\nVariation:4\n4.P4d\n",
          "3 6g6f\n4 8c8d\n5 5g5f\n4 4c4d\n" },
        { "Variation:6\n6.P8e\n", "6 8d8e\n" },
        { "Variation: 2\nvariation 4\n4.P4d\n", "4 4c4d\n" },
        /* The variation has no move 5, so it is that of the line from which it departs. */
        { "Variation:3\n3.P6f\nVariation:5\n5.P6f\n", "5 6g6f\n3 6g6f\n" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        char text[400], own[400];
        snprintf(text, sizeof text, "%s%s", main_line, games[i].text);
        snprintf(own, sizeof own,
                 HEAD "\n1 7g7f\n2 3c3d\n3 2g2f\n4 8c8d\n5 2f2e\n6 end resign black 9\n%s",
                 games[i].own);
        expect_means(SHOOGI_FORMAT_PSN, text, own);
    }
    static const char *const faults[][2] = {
        { "1.P7f\nVariation:3\n",
          "move 2: expected the number of a move that was played, found \"Variation:3\"" },
        { "1.P7f\nVariation:\n", "move 2: expected the number of a move, found end of text" },
        { "1.P7f\nVariation:0\n",
          "move 2: expected the number of a move that was played, found \"Variation:0\"" },
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(read_as(&record, NULL, SHOOGI_FORMAT_PSN, shogi, faults[i][0], false, &err),
                         SHOOGI_PARSE_ERROR);
        assert_string_equal(err.message, faults[i][1]);
    }
}

/* A date in any of its forms, with a time or without. */
static void dates_of_tags(void **state)
{
    (void)state;
    static const char *const tags[][2] = {
        { "[Date \"1997.08.22\"]", "1997/08/22" },
        { "[Date \"19970822\"]", "1997/08/22" },
        { "[Date \"1997/08/22\"]", "1997/08/22" },
        { "[Date \"1997-08-22\"]", "1997/08/22" },
        { "[Date \"1997.08.??\"]", "1997.08.??" },
        { "[Date \"19979922\"]", "19979922" },
        { "[Date \"1997\"]", "1997" },
        { "[Date \"1997.08/22\"]", "1997.08/22" },
        { "[Date \"20240102\"]\n[Time \"10:00\"]", "2024/01/02 10:00" },
    };
    for (size_t i = 0; i < COUNT(tags); i++) {
        char text[80];
        snprintf(text, sizeof text, "%s\n1.P7f\n", tags[i][0]);
        shoogi_record *const record = good(SHOOGI_FORMAT_PSN, shogi, text);
        assert_string_equal(shoogi_record_header(record, "start-time"), tags[i][1]);
        shoogi_record_free(record);
    }
}

/* An unknown name is a warning: the board and the moves show whether it is the game that the reader assumes. */
static void games_of_unknown_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool warned;
    } names[] = {
        { "Standard", false },
        { "From Position", false },
        { "fromposition", false },
        { "?", false },
        { "", false },
        { "shogi", false },
        { "chess", true },
        { "8x8+7_shogi", true },
        { "9x9+7_shogi", false },
    };
    const shoogi_record_read_options options = { .variant = shogi, .find_variant = find };
    for (size_t i = 0; i < COUNT(names); i++) {
        char text[80], message[80];
        shoogi_record *record = NULL;
        shoogi_error errors[3];
        size_t count = 0;
        snprintf(text, sizeof text, "[Variant \"%s\"]\n1.P7f\n", names[i].name);
        assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_PSN, text, strlen(text),
                                            &options, errors, COUNT(errors), &count),
                         SHOOGI_OK);
        assert_int_equal(count, names[i].warned);
        snprintf(message, sizeof message, "warning: expected the name of a game, found \"%s\"",
                 names[i].name);
        if (names[i].warned)
            assert_string_equal(errors[0].message, message);
        expect_record(record, HEAD "\n1 7g7f\n");
        shoogi_record_free(record);
    }
    /* A board of another size does not fit. */
    static const char small[] = "[Variant \"chess\"]\n[SFEN \"4k/5/5/5/K4 b - 1\"]\n";
    shoogi_record *record = NULL;
    shoogi_error err = { .status = SHOOGI_OK };
    assert_int_equal(read_as(&record, NULL, SHOOGI_FORMAT_PSN, shogi, small, false, &err),
                     SHOOGI_PARSE_ERROR);
}

static void several_games(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"1\"]\n\n1. c4 1-0\n\n[Event \"2\"]\n[Site \"x\"]\n1. c5\n* \n\n"
        "[Event \"3\"]\n1. h4\n[Event \"4\"]\n\n1. d4 0-1 1. e4 *\n \n";
    static const struct {
        shoogi_status status;
        const char *event;
        shoogi_node nodes;
        const char *rest;
    } games[] = {
        { SHOOGI_OK, "1", 3, NULL },  { SHOOGI_ILLEGAL, "2", 1, "1. c5\n* \n\n" },
        { SHOOGI_OK, "3", 2, NULL },  { SHOOGI_OK, "4", 3, NULL },
        { SHOOGI_OK, NULL, 2, NULL },
    };
    size_t at = 0;
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_record *record = NULL;
        size_t used = 0;
        shoogi_error err;
        assert_true(at < sizeof text - 1);
        assert_int_equal(read_as(&record, &used, SHOOGI_FORMAT_PGN, shogi, text + at, true, &err),
                         games[i].status);
        assert_int_equal(shoogi_record_node_count(record), games[i].nodes);
        assert_true(shg_text_equal(shoogi_record_header(record, "event"), games[i].event));
        assert_true(shg_text_equal(shoogi_record_unparsed(record), games[i].rest));
        shoogi_record_free(record);
        at += used;
    }
    assert_int_equal(at, sizeof text - 1);
}

/* Numbers, results, braces and tags show what is missing between them. */
static void damage_is_reported(void **state)
{
    (void)state;
#define SAID(words) "warning: expected " words
    static const struct {
        shoogi_format format;
        reported row;
    } texts[] = {
        /* moves are missing, or are there twice, though each move is legal: a number for each move and for two */
        { SHOOGI_FORMAT_WESTERN,
          { "1. P-7f 2. P-3d\n5. P-2f\n", SHOOGI_OK, 2, 1,
            SAID("3, the number of the move, found \"5\""), 4, NULL } },
        { SHOOGI_FORMAT_WESTERN,
          { "1. P-7f P-3d\n5. P-2f P-8d 6. P-2e\n", SHOOGI_OK, 2, 1,
            SAID("2, the number of the move, found \"5\""), 6, NULL } },
        { SHOOGI_FORMAT_PSN,
          { "1. P7f P3d\n1. P2f P8d\n", SHOOGI_OK, 2, 1,
            SAID("2, the number of the move, found \"1\""), 5, NULL } },
        { SHOOGI_FORMAT_PSN,
          { "53. P7f {resign} {1-0}\n", SHOOGI_OK, 1, 1,
            SAID("1, the number of the move, found \"53\""), 3, NULL } },
        /* results */
        { SHOOGI_FORMAT_PSN,
          { "1. P7f {resign} {2-1}\n", SHOOGI_OK, 1, 17,
            SAID("a result, such as {1-0}, found \"{2-1}\""), 2, NULL } },
        { SHOOGI_FORMAT_PGN,
          { "1. c4 {White resigns} 0-1\n1-0\n", SHOOGI_OK, 2, 1,
            SAID("the result that stands before, found \"1-0\""), 3, NULL } },
        /* braces */
        { SHOOGI_FORMAT_PSN,
          { "1. P7f {resign {1-0}\n", SHOOGI_OK, 1, 8,
            SAID("\"}\" before the next comment, found \"{resign {1-0}\""), 2, NULL } },
        /* a text that was cut behind a number */
        { SHOOGI_FORMAT_WESTERN,
          { "1. P-7f 2.", SHOOGI_OK, 1, 11, SAID("a move after its number, found end of text"), 2,
            NULL } },
        /* a tag in the midst; tags that begin a game end the one before */
        { SHOOGI_FORMAT_PGN,
          { "1. c4\n[Site \"x\"]\n1-0\n", SHOOGI_OK, 2, 1,
            SAID("the result of the game before a tag, found \"[Site \"x\"]\""), 2, NULL } },
    };
#undef SAID
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(texts); i++)
        expect_reported(texts[i].format, &options, &texts[i].row);
    /* What numbers may be without a loss. */
    static const char *const good_numbers[] = {
        "1. P-7f P-3d 2. P-2f P-8d\n",
        "1. P-7f 2. P-3d 3. P-2f\n",
        "1. P-7f 1... P-3d 2. P-2f (2. P-1f P-1d 3. P-2f) 2... P-8d 3. P-2e\n",
        "P-7f P-3d 2. P-2f\n",
        "1. P-7f {x} 1... P-3d {y} 2. P-2f {White resigns} 1-0\n1-0\n",
    };
    for (size_t i = 0; i < COUNT(good_numbers); i++)
        shoogi_record_free(good_record(SHOOGI_FORMAT_WESTERN, &options, good_numbers[i]));
}

/* A game with tags only, or without any, is one of several. */
static void empty_games(void **state)
{
    (void)state;
    static const shoogi_format formats[] = { SHOOGI_FORMAT_PGN, SHOOGI_FORMAT_PSN,
                                             SHOOGI_FORMAT_WESTERN };
    static const char *const games[] = { HEAD "black: A\n\n", HEAD "\n", HEAD "\n",
                                         HEAD "black: B\n\n1 7g7f\n" };
    for (size_t f = 0; f < COUNT(formats); f++) {
        shg_out all = shg_out_growing();
        for (size_t i = 0; i < COUNT(games); i++) {
            uint32_t losses;
            shoogi_record *const record = good(SHOOGI_FORMAT_SHOOGI, shogi, games[i]);
            char *const text = written(&losses, record, formats[f]);
            shg_out_text(&all, text);
            shoogi_text_free(text);
            shoogi_record_free(record);
        }
        size_t at = 0;
        for (size_t i = 0; i < COUNT(games); i++) {
            shoogi_record *const record = good(SHOOGI_FORMAT_SHOOGI, shogi, games[i]);
            shoogi_record *again = NULL;
            size_t used = 0;
            shoogi_error err;
            if (read_as(&again, &used, formats[f], shogi, all.bytes + at, false, &err) != SHOOGI_OK)
                fail_msg("%s\n%u:%u: %s", all.bytes, err.line, err.column, err.message);
            const char *const difference =
                shg_record_difference(NULL, record, again, SHG_LOSS(TERMINATION));
            if (difference)
                fail_msg("%s\n%zu: differs in %s", all.bytes + at, i, difference);
            shoogi_record_free(again);
            shoogi_record_free(record);
            at += used;
        }
        assert_int_equal(at, all.length);
        free(all.bytes);
    }
}

/* Moves in the three notations; the first is what we write in algebraic notation and PSN. */
/* Without its sign "AX-4c" would be an A that captures on 4c. */
static const char crossed_text[] = "files=4\nranks=4\nsymmetry=rotate\n"
                                   "general:A:R:a:b1\nprince:AX:K:ax:c1\nking:K:K:k:d1\nroyal=3\n";

static void move_words(void **state)
{
    (void)state;
    shoogi_variant *crossed = parse_variant("crossed", crossed_text, sizeof crossed_text - 1);
    static const char golds[] = "4k4/9/9/9/3G1G3/9/9/9/4K4 b - 1";
    static const char columns[] = "4k4/9/9/9/3G5/3G5/9/9/4K4 b - 1";
    static const char square[] = "4k4/9/9/9/3G5/3G1G3/9/9/4K4 b - 1";
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *usi, *algebraic, *psn, *others[6];
    } moves[] = {
        { shogi, NULL, "7g7f", "c4", "P7f", { "c3c4", "Pc4", "c3-c4", "P-7f", "P76", "p-76" } },
        { shogi, NULL, "6i5h", "Gde2", "G6i5h", { "Gd1-e2", "G65h" } },
        { shogi, golds, "6e5d", "Gde6", "G6e5d", { "G65d", "Gd5e6", "Gd5-e6", "G6-5d" } },
        { shogi, columns, "6e5e", "G5e5", "G6e5e", { "Gd5e5", "Ge-5e" } },
        { shogi, square, "6f5e", "Gd4e5", "G6f5e", { "G6f-5e" } },
        { shogi, "4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", "exe6", "Px5d", { "Pxe6", "e5e6" } },
        { shogi, "4k4/2P6/9/9/9/9/9/9/4K4 b - 1", "7b7a+", "c9+", "P7a+", { "c9", "c9=+", "P7a" } },
        { shogi, "4k4/9/2P6/9/9/9/9/9/4K4 b - 1", "7c7b", "c8=", "P7b=", { "c8", "P7b" } },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "P@e5", "P*5e", { "P'5e", "P*e5", "P@e5" } },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*5e", "P@e5", "P*5e", { "p@e5" } },
        { shogi, "4k4/9/9/9/4+P4/9/9/9/4K4 b - 1", "5e5d", "+Pe6", "+P5d", { "Te6", "T-5d" } },
        { dobutsu, NULL, "2c2b", "bxb3", "Px2b", { "Pxb3", "Cb3", "Cx2b" } },
        { shosu, NULL, "8h8g", "c3", "P8g", { "c2c3" } },
        /* In Western notation R11 may come from 11f, and from 1a. */
        { chu,
          "11R/12/k11/12/12/1R10/12/12/12/12/12/11K b - 1",
          "11f11a",
          "Rbb12=",
          "R11f11a=",
          { NULL } },
        /* Files of two letters. */
        { taikyoku,
          "18,k,17/36/36/36/36/26,HM,9/36/36/36/36/36/36/HM,35/36/36/36/36/36/36/36/27,HM,8/36/36/36/36/36/36/36/36/36/36/36/36/36/36/18,K,17 b - 1",
          "36m9m",
          "HMa24ab24",
          "HM36m9m",
          { NULL } },
        { crossed, "k,3/4/1,AX,2/A,2,K b - 1", "3c3b", "AXb3", "AX-3b", { "AX3c-3b" } },
        /* "Dk" would be a name for D. */
        { chu, "k11/12/12/12/12/12/12/12/12/6D5/6D5/11K b - 1", "6k5k", "D2h2", "D6k5k", { "Dg2h2" } },
        { chu,
          "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1",
          "7h6g7h",
          "Nf5-g6-f5",
          "--",
          { "@@@@", "--" } },
        { chu,
          "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1",
          "7h7g7f",
          "Nf5xf6xf7",
          "Nx7gx7f",
          { "f5xf6-f7", "LNx7gx7f" } },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *position = make_position(moves[i].variant, moves[i].sfen);
        shoogi_move move, found;
        shoogi_error err;
        if (shoogi_usi_read(&move, position, moves[i].usi, strlen(moves[i].usi), &err) != SHOOGI_OK)
            fail_msg("%s: %s", moves[i].usi, err.message);
        shg_out text = shg_out_growing();
        assert_int_equal(shg_algebraic_move_write(&text, position, move), SHOOGI_OK);
        assert_string_equal(text.bytes, moves[i].algebraic);
        free(text.bytes);
        text = shg_out_growing();
        shg_psn_move_write(&text, position, move);
        assert_string_equal(text.bytes, moves[i].psn);
        free(text.bytes);
        for (size_t k = 0; k < 2 + COUNT(moves[i].others); k++) {
            const char *word = k == 0   ? moves[i].algebraic
                               : k == 1 ? moves[i].psn
                                        : moves[i].others[k - 2];
            if (!word)
                continue;
            if (shg_move_word_read(&found, position, SHOOGI_NO_SQUARE, word, strlen(word), &err) !=
                SHOOGI_OK)
                fail_msg("%s: %u: %s", word, err.column, err.message);
            if (found != move && k != 1) {
                char usi[SHOOGI_MOVE_TEXT_BYTES];
                (void)shoogi_usi_write(usi, sizeof usi, position, found);
                assert_string_equal(word, usi);
            }
        }
        shoogi_position_free(position);
    }
    shoogi_variant_free(crossed);
}

/* A sign that contradicts the board is named, though the text could be read as one without its first sign. */
static void a_wrong_sign_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *word, *message;
    } words[] = {
        { "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "B8h-2b+",
          "expected \"x\" (there is an enemy piece on 2b: B8hx2b+), found \"-2b+\"" },
        { "4k4/7b1/9/9/9/9/9/1B7/4K4 b -", "B8hx7g",
          "expected \"-\" (there is no piece on 7g: B8h-7g), found \"x7g\"" },
        { "4k4/9/9/9/3p5/4B4/9/9/4K4 b -", "B5fx6e+",
          "expected the end of the move (it cannot promote: B5fx6e), found \"+\"" },
        { "4k4/9/9/9/9/4B4/9/9/4K4 b -", "B5f-6e+",
          "expected the end of the move (it cannot promote: B5f-6e), found \"+\"" },
        { "4k4/9/9/9/9/9/P8/9/4K4 b P", "P*9f", "two unpromoted pawns on file 9 (nifu)" },
        /* without a sign: why the move it means is illegal */
        { "4k4/9/9/9/9/9/9/1B7/4K4 b -", "B5g", "a bishop does not move from 8h to 5g" },
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        shoogi_position *const position = make_position(shogi, words[i].sfen);
        shoogi_move move;
        shoogi_error err;
        assert_int_not_equal(shg_move_word_read(&move, position, SHOOGI_NO_SQUARE, words[i].word,
                                                strlen(words[i].word), &err),
                             SHOOGI_OK);
        assert_string_equal(err.message, words[i].message);
        shoogi_position_free(position);
    }
}

/* Results after a long game: the board is asked once for each position, not for each result. */
static void many_results(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned times;
    } parts[] = { { "R-3h R-7b R-2h R-8b ", 20000 }, { "(*)", 300000 }, { "(1-0)", 300000 } };
    const unsigned part = TEST_SHARE(1, 4, 10);
    shg_out text = shg_out_growing();
    for (size_t i = 0; i < COUNT(parts); i++)
        for (unsigned n = 0; n < parts[i].times / part; n++)
            shg_out_text(&text, parts[i].text);
    shoogi_record *const record = good(SHOOGI_FORMAT_WESTERN, shogi, text.bytes);
    assert_int_equal(shoogi_record_node_count(record),
                     1 + (4 * parts[0].times + parts[2].times) / part);
    const shoogi_node last = shoogi_record_node_count(record) - 1;
    assert_int_equal(shoogi_record_node(record, last).termination, SHOOGI_TERMINATION_OTHER);
    shoogi_record_free(record);
    free(text.bytes);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    chu = load_variant("chu");
    taikyoku = load_variant("taikyoku");
    kyoto = load_variant("kyoto");
    mortal = load_variant("mortal");
    shosu = load_variant("shosu");
    dobutsu = load_variant("dobutsu");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(chu);
    shoogi_variant_free(taikyoku);
    shoogi_variant_free(kyoto);
    shoogi_variant_free(mortal);
    shoogi_variant_free(shosu);
    shoogi_variant_free(dobutsu);
    return 0;
}

/* A result in braces at the end of a game is its result, whatever the form of the moves; elsewhere it is a comment. */
static void a_result_in_braces_ends_a_game(void **state)
{
    (void)state;
    static const struct {
        shoogi_format format;
        const char *text, *end;
    } games[] = {
        { SHOOGI_FORMAT_WESTERN, "1. P-7f P-3d {resigns} {1-0}\n", "3 end resign black" },
        { SHOOGI_FORMAT_WESTERN, "1. P-7f P-3d { 0-1 }\n\n", "3 end other white" },
        { SHOOGI_FORMAT_WESTERN, "1. P7g-7f P*3e {illegal move} {1-0}\n",
          "2 end illegal black : P*3e" },
        { SHOOGI_FORMAT_PGN, "1. c4 g6 {White resigns} {0-1}\n", "3 end resign white" },
        { SHOOGI_FORMAT_WESTERN, "1. P-7f P-3d {1-0} 2. P-2f\n", "* 1-0" },
        { SHOOGI_FORMAT_WESTERN, "1. P-7f (1. P-2f {1-0}) P-3d\n", "* 1-0" },
        { SHOOGI_FORMAT_WESTERN, "1. P-7f P-3d {*}\n", "* *" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        uint32_t losses;
        shoogi_record *const record = good(games[i].format, shogi, games[i].text);
        char *const own = written(&losses, record, SHOOGI_FORMAT_SHOOGI);
        if (!strstr(own, games[i].end))
            fail_msg("%s: no \"%s\" in\n%s", games[i].text, games[i].end, own);
        char *const text = written(&losses, record, games[i].format);
        shoogi_record *const again = good(games[i].format, shogi, text);
        const char *const what = shg_record_difference(NULL, record, again, 0);
        if (what)
            fail_msg("%s: %s", text, what);
        shoogi_record_free(again);
        shoogi_text_free(text);
        shoogi_text_free(own);
        shoogi_record_free(record);
    }
    /* A comment that only looks like one is written so that it stays a comment. */
    static const shoogi_format formats[] = { SHOOGI_FORMAT_PGN, SHOOGI_FORMAT_PSN,
                                             SHOOGI_FORMAT_WESTERN };
    static const char *const comments[] = { "1-0", " 0-1", "1/2-1/2 " };
    for (size_t i = 0; i < COUNT(comments); i++) {
        const shoogi_node node = 1;
        char text[128];
        (void)snprintf(text, sizeof text, HEAD "\n1 7g7f\n* %s\n", comments[i]);
        shoogi_record *const record = good(SHOOGI_FORMAT_SHOOGI, shogi, text);
        for (size_t k = 0; k < COUNT(formats); k++) {
            uint32_t losses;
            char *const there = written(&losses, record, formats[k]);
            shoogi_record *const back = good(formats[k], shogi, there);
            if (shoogi_record_node(back, node).termination != SHOOGI_TERMINATION_NONE ||
                !shoogi_record_node(back, node).comment)
                fail_msg("%s", there);
            shoogi_record_free(back);
            shoogi_text_free(there);
        }
        shoogi_record_free(record);
    }
}

/* An illegal move directly before words for a foul is that foul. */
static void a_foul_is_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *text, *foul;
    } fouls[] = {
        { "1. P7f P*3e {illegal move} {1-0}\n", "P*3e" },
        { "1. P7f P3e {illegal move} {1-0}\n", "P3e" },
        { "1. P7f Bx8h+ {a comment} {illegal move} {1-0}\n", "Bx8h+" },
        { "1. P7f P3c-3e {[%end illegal black]}\n", "P3c-3e" },
    };
    for (size_t i = 0; i < COUNT(fouls); i++) {
        shoogi_record *const record = good(SHOOGI_FORMAT_PSN, shogi, fouls[i].text);
        assert_int_equal(shoogi_record_node_count(record), 3);
        const shoogi_node_info node = shoogi_record_node(record, 2);
        if (node.termination != SHOOGI_TERMINATION_ILLEGAL ||
            node.result.outcome != SHOOGI_OUTCOME_BLACK ||
            strcmp(node.termination_text, fouls[i].foul) != 0)
            fail_msg("%s", fouls[i].text);
        static const shoogi_format formats[] = { SHOOGI_FORMAT_PGN, SHOOGI_FORMAT_PSN,
                                                 SHOOGI_FORMAT_WESTERN };
        for (size_t k = 0; k < COUNT(formats); k++) {
            uint32_t losses;
            char *const text = written(&losses, record, formats[k]);
            shoogi_record *const again = good(formats[k], shogi, text);
            const char *const what = shg_record_difference(NULL, record, again, 0);
            if (what)
                fail_msg("%s: %s", text, what);
            shoogi_record_free(again);
            shoogi_text_free(text);
        }
        shoogi_record_free(record);
    }
    static const char *const faults[] = { "1. P7f P*3e\n", "1. P7f P*3e {oops} {1-0}\n",
                                          "1. P7f P*3e 2. P2f {illegal move} {1-0}\n",
                                          "1. P7f P*3e (P3d) {illegal move} {1-0}\n" };
    for (size_t i = 0; i < COUNT(faults); i++) {
        shoogi_record *record = NULL;
        shoogi_error err;
        assert_int_equal(read_as(&record, NULL, SHOOGI_FORMAT_PSN, shogi, faults[i], false, &err),
                         SHOOGI_ILLEGAL);
        assert_string_equal(err.message, "move 2: you have no pawn in hand");
        assert_int_equal(err.column, 8);
    }
}

TEST_SUITE(movetext)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_foul_is_the_end),
        cmocka_unit_test(a_wrong_sign_is_named),
        cmocka_unit_test(a_result_in_braces_ends_a_game),
        cmocka_unit_test(written_form),
        cmocka_unit_test(read_form),
        cmocka_unit_test(looks),
        cmocka_unit_test(bad),
        cmocka_unit_test(several_games),
        cmocka_unit_test(damage_is_reported),
        cmocka_unit_test(empty_games),
        cmocka_unit_test(move_words),
        cmocka_unit_test(many_results),
        cmocka_unit_test(times_in_parentheses),
        cmocka_unit_test(dates_of_tags),
        cmocka_unit_test(words_in_place_of_a_move),
        cmocka_unit_test(variations_by_number),
        cmocka_unit_test(games_of_unknown_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
