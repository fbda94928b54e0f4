/* spoken_test.c: each session reads the server in its own language. */
#include "wire/display.h"
#include "base/test_suite.h"
#include "support/pair.h"

static client cathy;

/* Anna reads Japanese, Bert German, Cathy English. */
static int set_up_three(void **state)
{
    const int failed = set_up_pair(state);
    if (failed)
        return failed;
    log_in(&cathy, "Cathy");
    expect_reply(&anna, "SET LANGUAGE JA", "LANGUAGE を JA にしました：日本語。\n");
    expect_reply(&bert, "SET LANGUAGE DE", "LANGUAGE ist jetzt DE: Deutsch.\n");
    return 0;
}

static int tear_down_three(void **state)
{
    disconnect(&cathy);
    return tear_down_pair(state);
}

/* Anna is Black in game 1. */
static void begin_game(void)
{
    expect_reply(&anna, "NEW Bert P-7f", "募集の番号は1です。REMOVE 1 で取り下げられます。\n");
    expect_contains(
        take_output(&bert),
        "Anna fordert Sie zu einer Partie Shogi heraus: ACCEPT 1 nimmt an, DECLINE 1 lehnt ab.");
    expect_reply(&bert, "ACCEPT 1", "Partie 1 hat begonnen: Sie sind Weiß.\n");
    expect_contains(take_output(&anna), "Bertさんがあなたの募集に応じました。あなたは先手です。\n");
    expect_reply(&anna, "BOARD 1", "対局1：将棋、");
}

/* Rows: SET.LANGUAGE */
static void refusals(void **state)
{
    (void)state;
    expect_reply(&anna, "HELP nonsense", "nonsense についてのヘルプはありません。");
    expect_reply(&bert, "HELP nonsense", "Es gibt keine Hilfe über nonsense: ");
    expect_reply(&cathy, "HELP nonsense",
                 "There is no help on nonsense.  HELP * lists the topics.\n");
    expect_reply(&anna, "TELL Nobody x", "Nobody という人はいません。何も送られませんでした。\n");
    begin_game();
    expect_reply(&anna, "PLAY P-2f", "あなたの手番ではありません。後手（Bertさん）の手番です。\n");
    expect_reply(&bert, "PLAY K-5e", "Dieser Zug ist regelwidrig: ");
    expect_reply(&bert, "UNDO",
                 "Der letzte Zug ist der Ihres Gegners: UNDO -o nimmt ihn zurück.\n");
    /* A user's text is not translated. */
    expect_reply(&anna, "HELP \033[31mred%s", "[31mred%s についてのヘルプはありません。");
}

/* Rows: SET.LANGUAGE */
static void news(void **state)
{
    (void)state;
    begin_game();
    expect_reply(&cathy, "OBSERVE 1", "You are watching game 1.  UNOBSERVE ");
    expect_reply(&bert, "PLAY P-3d", "P-3d <p,o,n,y> ");
    expect_reply(&bert, "y", "Zug 2: P-3d\n");
    const char *said = take_output(&anna);
    expect_contains(said, "対局1：Bertさんが指しました。\n");
    expect_contains(said, "3手目：先手の手番です。  最終手：2. △３四歩\n");
    expect_contains(take_output(&cathy), "Game 1: Bert has moved.\n");
    expect_reply(&bert, "DRAW", "Das wurde Anna angeboten.");
    expect_contains(take_output(&anna),
                    "対局1：Bertさんが引き分けを提案しています。DRAW で同意できます。\n");
    expect_contains(take_output(&cathy), "Game 1: Bert offers a draw.  DRAW accepts it.\n");
    send_line(&anna, "PLAY Bx2b+");
    expect_reply(&anna, "y", "3手目：▲２二角成\n");
    send_line(&bert, "PLAY Sx2b");
    send_line(&bert, "y");
    take_output(&anna);
    send_line(&anna, "PLAY B*4b");
    expect_reply(&anna, "y", "後手の玉将に 4b から王手がかかっています。\n後手の玉将は ");
    expect_contains(take_output(&bert), "Der König von Weiß steht im Schach von 4b.\n");
    expect_contains(take_output(&cathy), "White's king is checked by 4b.\n");
}

/* Rows: SET.LANGUAGE */
static void questions(void **state)
{
    (void)state;
    begin_game();
    expect_reply(&anna, "RESIGN", "本当に投了しますか?（「はい」と入力）");
    expect_reply(&anna, "いいえ", "投了しませんでした。\n");
    expect_reply(&bert, "RESIGN", "Wirklich aufgeben? Tippen Sie ja. ");
    expect_reply(&bert, "はい", "Tippen Sie zur Bestätigung das ganze Wort ja, oder n, ");
    expect_reply(&bert, "nein", "Sie haben nicht aufgegeben.\n");
    expect_reply(&anna, "RESIGN", "本当に");
    take_output(&bert);
    expect_reply(&anna, "はい", "先手が投了し、後手の勝ちです。\n");
    expect_contains(take_output(&bert), "Partie 1: Anna hat aufgegeben.");
    send_line(&bert, "WHO");
    expect_reply(&anna, "UNDO", "後手はすでにあなたの手を見ています。");
    expect_reply(&anna, "MAIL anna@example.org", "このサーバーはメールを送りません。");
    expect_reply(&anna, "CODES ON", "パスワード：");
    send_line(&anna, "");
    expect_reply(&bert, "CLOSE", "Ihr Konto für immer schließen? Tippen Sie ja. ");
    expect_reply(&bert, "nein", "Ihr Konto bleibt bestehen.\n");
    send_line(&cathy, "NEW Bert P-7f");
    send_line(&bert, "ACCEPT 2");
    send_line(&bert, "RESIGN");
    expect_reply(&bert, "yes", "Weiß hat aufgegeben: Schwarz gewinnt.\n");
}

static void said_to_several(void **state)
{
    (void)state;
    expect_reply(&cathy, "SHOUT hello %s", "2 others heard it.\n");
    expect_contains(take_output(&anna), "Cathyさん（皆さんへ）：hello %s\n");
    expect_contains(take_output(&bert), "Cathy ruft: hello %s\n");
    /* Moderators read all reports in one language. */
    assert_non_null(strstr(anna.session->recent_talk, "Cathy shouts: hello %s\n"));
}

/* The number of columns before a word in its line. */
static size_t column_of(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    assert_non_null(at);
    const char *line = at;
    while (line > text && line[-1] != '\n')
        line--;
    return shg_display_columns(line, (size_t)(at - line));
}

static void tables(void **state)
{
    (void)state;
    begin_game();
    const char *said = send_line(&anna, "STAT");
    assert_int_equal(column_of(said, "手番\n"), column_of(said, "後手\n"));
    assert_int_equal(column_of(said, "ゲーム"), column_of(said, "shogi"));
    said = send_line(&bert, "GAMES");
    assert_int_equal(column_of(said, "Am Zug"), column_of(said, "Weiß\n"));
    send_line(&cathy, "NEW * W");
    said = send_line(&anna, "NEW");
    assert_int_equal(column_of(said, "初手"), column_of(said, "自由"));
    assert_int_equal(column_of(said, "対象\n"), column_of(said, "*\n"));
    said = send_line(&bert, "MOVES");
    expect_contains(said, "    1.  Schwarz  P-7f\n");
    send_line(&bert, "PLAY P-3d");
    send_line(&bert, "y");
    expect_reply(&bert, "MOVES", "    2.  Weiß     P-3d\n");
}

/* Also in a terminal's encoding other than that of the texts. */
static void codes(void **state)
{
    (void)state;
    begin_game();
    send_line(&anna, "SET KANJI 3");
    expect_reply(&anna, "RESIGN", "\x93\x8a\x97\xb9");
    send_line(&anna, "no");
    send_line(&anna, "SET KANJI 2");
    expect_reply(&anna, "RESIGN", "\xc5\xea\xce\xbb");
    expect_reply(&anna, "no", "\xc5\xea\xce\xbb");
}

#define CASE_OF_THREE(name) cmocka_unit_test_setup_teardown(name, set_up_three, tear_down_three)

TEST_SUITE(spoken)
{
    const struct CMUnitTest tests[] = {
        CASE_OF_THREE(refusals),        CASE_OF_THREE(news),   CASE_OF_THREE(questions),
        CASE_OF_THREE(said_to_several), CASE_OF_THREE(tables), CASE_OF_THREE(codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
