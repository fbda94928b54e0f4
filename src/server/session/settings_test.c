/* settings_test.c: SET in all its forms, and its effects. */
#include "support/session.h"
#include "base/test_suite.h"
#include "server/session/task.h"

static void words(void **state)
{
    (void)state;
    shg_settings settings, again;
    shg_settings_init(&settings);
    char text[512];
    shg_out out = shg_out_make(text, sizeof text);
    shg_settings_write(&out, &settings);
    assert_string_equal(text, "");
    settings.value[SHG_SET_WHITE] = 3;
    settings.value[SHG_SET_CONFIRM] = SHG_OFF;
    out = shg_out_make(text, sizeof text);
    shg_settings_write(&out, &settings);
    assert_string_equal(text, "WHITE=REVERSE CONFIRM=OFF");
    shg_settings_init(&again);
    shg_settings_read(&again, "  FROB=1 BSTYLE=9 WHITE=REVERSE DRAGON CONFIRM=OFF =");
    assert_memory_equal(&again, &settings, sizeof settings);
    /* The longest stored form fits. */
    for (size_t i = 0; i < SHG_SETTINGS; i++)
        for (uint8_t v = 0; shg_setting_rows[i].values[v].word; v++)
            if (v != shg_setting_rows[i].first)
                settings.value[i] = v;
    out = shg_out_make(text, sizeof text);
    shg_settings_write(&out, &settings);
    assert_true(out.length < sizeof text);
}

static void terminals(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        shg_terminal shows;
    } rows[] = {
        { "DUMB", SHG_TERMINAL_PLAIN },
        { "XTERM-256COLOR", SHG_TERMINAL_COLOURS },
        { "vt220", SHG_TERMINAL_ATTRIBUTES },
        { "linux", SHG_TERMINAL_COLOURS },
        { "ansi-mono", SHG_TERMINAL_ATTRIBUTES },
        { "ALACRITTY", SHG_TERMINAL_COLOURS },
        { "frob", SHG_TERMINAL_UNKNOWN },
        { "", SHG_TERMINAL_UNKNOWN },
        { "x", SHG_TERMINAL_UNKNOWN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(shg_terminal_of(rows[i].type, strlen(rows[i].type)), rows[i].shows);
    assert_null(shg_attribute_begin(0, SHG_TERMINAL_COLOURS));
    assert_null(shg_attribute_begin(1, SHG_TERMINAL_PLAIN));
    assert_null(shg_attribute_begin(1, SHG_TERMINAL_UNKNOWN));
    assert_string_equal(shg_attribute_begin(1, SHG_TERMINAL_ATTRIBUTES), "\033[1m");
    assert_null(shg_attribute_begin(6, SHG_TERMINAL_ATTRIBUTES));
    assert_string_equal(shg_attribute_begin(6, SHG_TERMINAL_COLOURS), "\033[31m");
}

/* Rows: SET.show SET.ATTR SET.ATTR.query SET.STYLE STYLE SET.save SET.BLACK SET.LANGUAGE */
static void asking_and_setting(void **state)
{
    (void)state;
    client anna;
    log_in(&anna, "Anna");
    const char *said = send_line(&anna, "SET");
    expect_contains(said, "  BLACK       NONE       how Black's pieces are shown\n");
    expect_contains(said, "  BSTYLE      0          how boards are drawn\n");
    expect_contains(said, "  CONFIRM     ON ");
    said = send_line(&anna, "set kanji");
    expect_contains(said, "   3          Shift-JIS\n*  4          UTF-8\n(* is your choice)\n");
    said = send_line(&anna, "SET WHITE ?");
    expect_contains(said, "*  NONE     \n   BOLD     \n");
    expect_contains(said, "(* is your choice; the capabilities of your terminal are unknown)\n");
    anna.session->terminal = SHG_TERMINAL_ATTRIBUTES;
    said = send_line(&anna, "SET WHITE ?");
    expect_contains(said, "*+ NONE     \n +");
    expect_contains(said, " + BLINK    \n   BLACK    \n");
    expect_contains(said, "(* is your choice; + your terminal can show it)\n");
    expect_reply(&anna, "SET WHITE rev", "WHITE is now REVERSE.\n");
    expect_reply(&anna, "SET THREATENED u", "THREATENED is now UNDERLINE.\n");
    expect_reply(&anna, "SET BLACK b", "\"b\" should be one of BOLD, BLINK, BLACK, BLUE");
    expect_reply(&anna, "SET BLACK frob",
                 "\"frob\" should be one of NONE, BOLD, UNDERLINE, REVERSE, BLINK, BLACK, RED, "
                 "GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE");
    expect_reply(&anna, "SET FROB 1", "the name of a setting (SET lists them)");
    expect_reply(&anna, "SET PSTYLE 5", "\"5\" should be one of 0, 1, 2, 3, 4");
    expect_reply(&anna, "SET PSTYLE 1 2", "Leave out \"2\"");
    expect_reply(&anna, "SET LANGUAGE ja", "LANGUAGE \u3092 JA \u306B\u3057\u307E\u3057\u305F");
    expect_reply(&anna, "HELP MATE", "\u8A70\u307F (MATE, CHECKMATE, TSUMI)\n");
    expect_reply(&anna, "SET LANGUAGE de", "LANGUAGE ist jetzt DE: Deutsch.\n");
    expect_reply(&anna, "HELP MATE", "Matt (MATE, CHECKMATE, TSUMI)\n");
    expect_reply(&anna, "SET LANGUAGE en", "LANGUAGE is now EN: English.\n");
    expect_reply(&anna, "HELP MATE", "MATE, CHECKMATE, TSUMI\n");
    expect_reply(&anna, "SET STYLE 1", "BSTYLE is now 1: kanji for Black, letters for White.\n");
    expect_reply(&anna, "STYLE 3", "BSTYLE is now 3: words, for screen readers.\n");
    expect_reply(&anna, "STYLE", "*  3          words, for screen readers\n");
    /* The setting applies in another session of the same player, and after the next login. */
    client again;
    log_in(&again, "Anna");
    expect_reply(&again, "SET BSTYLE", "*  3          words");
    expect_reply(&again, "SET BSTYLE 0", "BSTYLE is now 0: letters.\n");
    expect_reply(&anna, "SET BSTYLE", "*  0          letters\n");
    disconnect(&again);
    disconnect(&anna);
    log_in(&anna, "Anna");
    expect_reply(&anna, "SET", "  WHITE       REVERSE ");
    disconnect(&anna);
    /* The settings of a guest who is not stored last until logout. */
    client guest;
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "SET BLACK BOLD", "BLACK is now BOLD.\n");
    expect_reply(&guest, "SET BLACK", "*+ BOLD"); /* as the player set it */
    disconnect(&guest);
}

/* A language chosen before login holds until the guest, who is not stored, chooses another. */
static void guests_change_their_language(void **state)
{
    (void)state;
    client guest;
    connect_client(&guest);
    send_line(&guest, "SET LANGUAGE de");
    expect_reply(&guest, "guest", "Willkommen, guest");
    expect_reply(&guest, "SET", "  LANGUAGE    DE  ");
    expect_reply(&guest, "SET LANGUAGE en", "LANGUAGE is now EN: English.\n");
    expect_reply(&guest, "SET", "  LANGUAGE    EN         the language of the server's texts\n");
    disconnect(&guest);
}

/* From the login prompt to the reason for an illegal move. Rows: SET.LANGUAGE */
static void in_japanese(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&bert, "Bert");
    connect_client(&anna);
    expect_reply(&anna, "SET LANGUAGE FROB", "A name has 2 to 32 letters, digits");
    expect_reply(&anna, "set language ja", "名前を入力してください");
    expect_reply(&anna, "a",
                 "名前は2字から32字までの英字・数字・ピリオド・下線で、英字で始まります。\n");
    expect_reply(&anna, "Hanako", "Hanakoは新しい名前です。");
    expect_reply(&anna, "a good password", "新しいパスワード（もう一度）：");
    expect_reply(&anna, "a good password", "ようこそ、Hanakoさん。");
    /* SET shows the language in effect, from the first session on. */
    expect_reply(&anna, "SET", "  LANGUAGE    JA  ");
    expect_reply(&anna, "SET LANGUAGE", "*  JA         日本語\n");
    disconnect(&anna);
    /* A new account keeps the language of its sign-up. */
    connect_client(&anna);
    send_line(&anna, "hanako");
    expect_reply(&anna, "a good password", "ようこそ、Hanakoさん。");
    send_line(&anna, "SET LANGUAGE en");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    send_line(&anna, "SET LANGUAGE ja");
    send_line(&anna, "BOARD");
    expect_reply(&anna, "PLAY B-5d", "角行は8hから5dへは動けません");
    expect_reply(&anna, "PLAY P*5e", "持ち駒に歩兵がありません");
    expect_reply(&anna, "PLAY P-9", "9 というマスは、この9×9の盤にはありません。");
    expect_reply(&anna, "P-6f", "PLAY P-6f\n");
    send_line(&anna, "STYLE 3");
    const char *said = send_line(&anna, "BOARD");
    expect_contains(said, "a段：後手香車 9a、後手桂馬 8a");
    expect_contains(said, "e段は空いています。\n");
    expect_contains(said, "後手の持ち駒：なし。 先手の持ち駒：なし。\n");
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: SET.BLACK SET.WHITE SET.THREATENED SET.THREATENED.rule SET.ATTR.mix SET.COLOUR */
static void attributes_on_boards(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    send_line(&anna, "SET WHITE REV");
    const char *said = send_line(&anna, "BOARD");
    expect_contains(said, ": \033[7ml\033[0m: \033[7mn\033[0m:");
    expect_contains(said, ": L: N: S:");
    expect_contains(said, "White has: -\n");
    send_line(&anna, "SET BLACK RED");
    send_line(&anna, "SET THREATENED U");
    said = send_line(&anna, "BOARD");
    /* The bishops attack each other along the open diagonal, protected or not. */
    expect_contains(said, ": \033[7m\033[4mb\033[0m:");
    expect_contains(said, ": \033[31m\033[4mB\033[0m:");
    expect_contains(said, ": \033[31mR\033[0m:");
    send_line(&anna, "SET THREATENED GREEN"); /* after the colour of the side, so it is visible */
    expect_reply(&anna, "BOARD", ": \033[31m\033[32mB\033[0m:");
    anna.session->terminal = SHG_TERMINAL_ATTRIBUTES;
    said = send_line(&anna, "BOARD");
    expect_contains(said, ": B:");
    expect_contains(said, ": \033[7mb\033[0m:");
    anna.session->terminal = SHG_TERMINAL_PLAIN;
    expect_excludes(send_line(&anna, "BOARD"), "\033");
    /* A terminal of unknown type is plain at first, whatever was set elsewhere; then the
     * player's setting there applies. */
    client again;
    log_in(&again, "Anna");
    expect_excludes(send_line(&again, "BOARD"), "\033");
    send_line(&again, "SET BLACK NONE");
    expect_excludes(send_line(&again, "BOARD"), "\033");
    send_line(&again, "SET BLACK RED");
    expect_reply(&again, "BOARD", ": \033[31mR\033[0m:");
    disconnect(&again);
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: BOARD.1 SET.BSTYLE SET.BSTYLE.0 SET.BSTYLE.1 SET.BSTYLE.2 SET.BSTYLE.3 SET.DRAGON SET.PSTYLE SET.PSTYLE.names
 * SET.PSTYLE.king */
static void styles_of_boards(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    expect_reply(&anna, "BOARD", ": L: N: S: G: K: G: S: N: L: i\n");
    send_line(&anna, "SET BSTYLE 1");
    const char *said = send_line(&anna, "BOARD");
    expect_contains(said, ":香:桂:銀:金:玉:金:銀:桂:香: i\n");
    expect_contains(said, ":ｌ:ｎ:ｓ:ｇ:Ｋ:ｇ:ｓ:ｎ:ｌ: a\n");
    expect_reply(&anna, "SET BSTYLE 2",
                 "Both sides will look the same.  See SET BLACK and SET "
                 "WHITE.");
    expect_reply(&anna, "BOARD", ":香:桂:銀:金:王:金:銀:桂:香: a\n");
    send_line(&anna, "SET WHITE REV");
    said = send_line(&anna, "SET BSTYLE 2");
    if (strstr(said, "apart"))
        fail_msg("%s", said);
    send_line(&anna, "SET WHITE NONE");
    send_line(&anna, "SET BSTYLE 3");
    expect_reply(&anna, "BOARD", "Rank i: Black lance 9 i; Black knight 8 i; ");
    send_line(&anna, "SET PSTYLE 1");
    expect_reply(&anna, "BOARD", "Rank i: Black Kyoosha 9 i; Black Keima 8 i; ");
    expect_reply(&anna, "BOARD", "Black Gyokushoo 5 i; ");
    expect_reply(&anna, "BOARD", "White Ooshoo 5 a; ");
    send_line(&anna, "SET BSTYLE 2");
    disconnect(&anna);
    disconnect(&bert);
}

/* The number of lines with the line of the prompt. */
static unsigned lines_of(const char *said)
{
    unsigned lines = 1;
    for (; *said; said++)
        lines += *said == '\n';
    return lines;
}

/* In a window of the usual height a board with a clock is whole: both hands, the letters of the files and the header.
 * Rows: SET.COMPACT */
static void low_windows(void **state)
{
    (void)state;
    static const char ruled[] =
        "+--+--+--+--+--+--+--+--+--+\n: l: n: s: g: k: g: s: n: l: a\n+--+";
    static const char outer[] =
        "+--+--+--+--+--+--+--+--+--+\n: l: n: s: g: k: g: s: n: l: a\n:  :";
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    challenge_and_accept(&anna, &bert, "NEW -r -t 15m/30s Bert P-7f");
    expect_contains(send_line(&anna, "BOARD"), ruled); /* the height is not known */
    anna.session->columns = 80;
    for (uint16_t rows = 20; rows <= 60; rows++) {
        anna.session->rows = rows;
        const char *said = send_line(&anna, "BOARD");
        expect_contains(said, "Game 1: Shogi, Anna");
        expect_contains(said, "White has: -\n  9  8  7  6  5  4  3  2  1\n");
        expect_contains(said, "[ P]");
        expect_contains(said, "Black has: -\n");
        expect_contains(said, "Clocks: ");
        assert_in_range(lines_of(said), 1, rows);
        if (rows == 24)
            expect_contains(said, outer);
        if (rows > 32)
            expect_contains(said, ruled);
    }
    anna.session->rows = 24;
    send_line(&anna, "SET COMPACT OFF");
    expect_reply(&anna, "BOARD", ruled);
    anna.session->rows = 60;
    send_line(&anna, "SET COMPACT ON");
    expect_reply(&anna, "BOARD", outer);
    send_line(&anna, "SET BSTYLE 2");
    expect_reply(&anna, "BOARD", "+--+\n:香:桂:銀:金:王:金:銀:桂:香: a\n:  :");
    send_line(&anna, "SET COMPACT AUTO");
    send_line(&anna, "SET BSTYLE 3"); /* has no lines to lose */
    const char *said = send_line(&anna, "BOARD");
    anna.session->rows = 5;
    char whole[4096];
    snprintf(whole, sizeof whole, "%s", said);
    assert_string_equal(send_line(&anna, "BOARD"), whole);
    send_line(&anna, "SET BSTYLE 0");
    /* A larger game fits, too. */
    challenge_and_accept(&anna, &bert, "NEW -t 15m/30s -v chu Bert P-7h");
    anna.session->rows = 24;
    said = send_line(&anna, "BOARD 2");
    assert_in_range(lines_of(said), 1, 24);
    expect_contains(said, "12 11 10  9  8  7  6  5  4  3  2  1\n");
    disconnect(&anna);
    disconnect(&bert);
}

/* The piece last moved is marked in every style, without colours, and in what PLAY and MOVES show. Rows: BOARD.last */
static void last_move_marked(void **state)
{
    (void)state;
    static const struct {
        const char *style, *marked;
    } rows[] = { { "SET BSTYLE 0", ":  :  [ P]  :" },
                 { "SET BSTYLE 1", ":  :  [歩]  :" },
                 { "SET BSTYLE 2", ":  :  [歩]  :" },
                 { "SET BSTYLE 3", "Black pawn 7 f (moved last)" } };
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        send_line(&anna, rows[i].style);
        expect_reply(&anna, "BOARD", rows[i].marked);
    }
    send_line(&anna, "SET BSTYLE 0");
    expect_contains(send_line(&bert, "BOARD"),
                    ":  :  :  :  :  :  [ P]  :  : f\n"); /* from the other side */
    send_line(&bert, "PLAY P-3d");
    const char *said = send_line(&bert, "p");
    expect_contains(said, "[ p]");
    expect_excludes(said, "[ P]"); /* only the last one */
    expect_reply(&bert, "n", "not made");
    disconnect(&anna);
    disconnect(&bert);
}

/* The prompt names the current game, one's side and one's clock; of a game that is not in memory, too. It is as plain
 * as ever without a current game. Rows: SET.PROMPT */
static void prompts(void **state)
{
    static int64_t now_ms = INT64_C(1700000000000);
    database_file file;
    database_make(&file);
    test_clock = &now_ms;
    assert_int_equal(set_up(state), 0);
    client anna, bert, guest;
    log_in(&anna, "Anna");
    assert_string_equal(anna.prompt, "> ");
    log_in(&bert, "Bert");
    challenge_and_accept(&anna, &bert, "NEW -t 15m/30s Bert P-7f");
    assert_string_equal(bert.prompt, "[1 White 15:00]> ");
    assert_string_equal(anna.prompt, "[1 Black 15:00]> "); /* it began while she waited */
    now_ms += 57 * 1000;
    send_line(&anna, "WHO");
    assert_string_equal(anna.prompt,
                        "[1 Black 15:00]> "); /* her own clock, not the one that runs */
    send_line(&bert, "WHO");
    assert_string_equal(bert.prompt, "[1 White 14:03]> ");
    send_line(&bert, "SET PROMPT GAME");
    assert_string_equal(bert.prompt, "[1 White]> ");
    send_line(&bert, "SET PROMPT PLAIN");
    assert_string_equal(bert.prompt, "> ");
    send_line(&bert, "SET PROMPT CLOCK");
    send_line(&bert, "SET LANGUAGE DE");
    assert_string_equal(bert.prompt, "[1 Wei\u00DF 14:03]> ");
    send_line(&bert, "SET LANGUAGE EN");
    connect_client(&guest);
    send_line(&guest, "guest");
    assert_string_equal(guest.prompt, "> ");
    send_line(&guest, "BOARD 1");
    assert_string_equal(guest.prompt, "[1]> "); /* a spectator has no side */
    /* Another game, without a clock; then the server starts again, and no game is in memory. */
    challenge_and_accept(&anna, &bert, "NEW Bert P-7f");
    assert_string_equal(bert.prompt, "[2 White]> ");
    send_line(&anna, "BOARD 2");
    send_line(&bert, "BOARD 1");
    for (int over = 0; over < 2; over++) {
        disconnect(&anna);
        disconnect(&bert);
        disconnect(&guest);
        shg_store_alive(server);
        tear_down(state);
        now_ms += 60 * 1000;
        assert_int_equal(set_up(state), 0);
        log_in(&anna, "Anna");
        assert_string_equal(anna.prompt, over ? "[2 over]> " : "[2 Black]> ");
        log_in(&bert, "Bert");
        assert_string_equal(bert.prompt,
                            "[1 White 14:03]> "); /* no clock ran while the server was down */
        connect_client(&guest);
        send_line(&guest, "guest");
        if (over)
            continue;
        send_line(&anna, "BOARD 2");
        send_line(&anna, "RESIGN");
        send_line(&anna, "yes");
        assert_string_equal(anna.prompt, "[2 over]> ");
    }
    disconnect(&anna);
    disconnect(&bert);
    disconnect(&guest);
    tear_down(state);
    test_clock = NULL;
    database_remove(&file);
}

static unsigned bells(const char *said)
{
    unsigned count = 0;
    while ((said = strchr(said, '\a')) != NULL)
        count++, said++;
    return count;
}

/* The bell rings when something asks for the player, and only if they want it. Rows: SET.BELL */
static void bell(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    assert_int_equal(bells(take_output(&anna)), 0);
    send_line(&anna, "SET BELL ON");
    play_move(&anna, "P-2f", "P-2f");
    assert_int_equal(bells(take_output(&anna)), 0); /* not for one's own moves */
    play_move(&bert, "P-8d", "P-8d");
    assert_int_equal(bells(take_output(&anna)), 1);
    send_line(&bert, "COMMENT well");
    assert_int_equal(bells(take_output(&anna)), 0);
    send_line(&bert, "DRAW");
    assert_int_equal(bells(take_output(&anna)), 1);
    assert_int_equal(bells(send_line(&anna, "RESIGN")), 0);
    send_line(&bert, "RESIGN");
    send_line(&bert, "yes");
    assert_int_equal(bells(take_output(&anna)), 1); /* also during a question */
    send_line(&anna, "no");
    send_line(&anna, "NEW Bert P-7f");
    send_line(&bert, "NEW 2");
    assert_int_equal(bells(take_output(&anna)), 1);
    assert_int_equal(bells(take_output(&bert)), 0);
    disconnect(&anna);
    disconnect(&bert);
}

/* A warning comes once in a turn, only to the player to move, and not in a turn that begins with less. Rows:
 * SET.LOWTIME */
static void low_time(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    send_line(&anna, "SET LOWTIME 60");
    send_line(&bert, "SET LOWTIME 60");
    send_line(&bert, "SET BELL ON");
    expect_reply(&anna, "SET LOWTIME 20", "should be one of OFF, 10, 30, 60");
    challenge_and_accept(&anna, &bert, "NEW -t 61s/60s Bert P-7f");
    assert_false(event_pending(bert.session->low_time_event, EV_TIMEOUT, NULL) == 0);
    assert_null(anna.session->low_time_event); /* not her turn */
    send_line(&anna, "BOARD 1");
    server->clock.start_monotonic_ms -=
        59 * 1000; /* 59 seconds later: 62 are left, with the period */
    take_output(&bert);
    send_line(&bert, "WHO"); /* sets the timer for two seconds */
    while (bert.length == 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    const char *said = take_output(&bert);
    expect_contains(said, "\a");
    expect_contains(said, "Game 1: ");
    expect_contains(said, " seconds left on your clock.\n> ");
    assert_int_equal(anna.length, 0);
    assert_int_equal(event_pending(bert.session->low_time_event, EV_TIMEOUT, NULL), 0); /* once */
    send_line(&bert, "WHO");
    assert_int_equal(event_pending(bert.session->low_time_event, EV_TIMEOUT, NULL), 0);
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: SET.CONFIRM SET.DRAGON SET.PSTYLE */
static void without_confirmation(void **state)
{
    (void)state;
    client who[2];
    log_in(&who[0], "Anna");
    log_in(&who[1], "Bert");
    start_game(&who[0], &who[1]);
    for (int i = 0; i < 2; i++)
        send_line(&who[i], "SET CONFIRM OFF");
    expect_reply(&who[1], "PLAY P-3d", "Move 2: P-3d\n> ");
    expect_reply(&who[0], "PLAY Bx2b", "Promote? <y,n,c> "); /* the promotion question remains */
    expect_reply(&who[0], "y", "Move 3: Bx2b+\n> ");
    static const char *const moves[] = { "Sx2b", "P-2f", "P-8d", "P-2e", "P-8e", "P-2d",
                                         "P-8f", "Px2c", "Px8g", "Px2b", "P-8h", "P-9f" };
    for (size_t i = 0; i < 12; i++) {
        char line[40];
        snprintf(line, sizeof line, "PLAY %s", moves[i]);
        const char *said = send_line(&who[1 - i % 2], line);
        if (strstr(said, "Promote?"))
            said = send_line(&who[1 - i % 2], "n");
        expect_contains(said, "Move ");
    }
    send_line(&who[0], "SET BSTYLE 2");
    expect_reply(&who[1], "PLAY R-8g+", "Move ");
    expect_reply(&who[0], "BOARD", "[竜]");
    send_line(&who[0], "SET DRAGON OLD");
    const char *said = send_line(&who[0], "BOARD");
    expect_contains(said, "[龍]");
    /* Also in names. */
    send_line(&who[0], "SET BSTYLE 3");
    send_line(&who[0], "SET PSTYLE 4");
    expect_reply(&who[0], "BOARD", "White 龍 8 g");
    send_line(&who[0], "SET PSTYLE 3");
    expect_reply(&who[0], "BOARD", "White 龍王 8 g");
    send_line(&who[0], "SET DRAGON NEW");
    expect_reply(&who[0], "BOARD", "White 竜王 8 g");
    send_line(&who[0], "SET PSTYLE 4");
    expect_reply(&who[0], "BOARD", "White 竜 8 g");
    disconnect(&who[0]);
    disconnect(&who[1]);
}

/* Rows: SET.PSTYLE SET.PSTYLE.king */
static void names_in_messages(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    static const char *const styles[] = { "SET PSTYLE 1", "SET PSTYLE 2", "SET PSTYLE 3",
                                          "SET PSTYLE 4" };
    static const char *const white[] = { "White's Ooshoo is checked by 3c.",
                                         "White's Oo is checked by 3c.",
                                         "White's 王将 is checked by 3c.",
                                         "White's 王 is checked by 3c." };
    play_move(&bert, "K-4b", "K-4b");
    play_move(&anna, "Bx3c+", "Bx3c+");
    expect_reply(&bert, "BOARD", "White's king is checked by 3c.");
    for (size_t i = 0; i < 4; i++) {
        send_line(&bert, styles[i]);
        expect_reply(&bert, "BOARD", white[i]);
        expect_reply(&bert, "MOVES -n", white[i]);
    }
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: SET.REDRAW */
static void without_redrawing(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    send_line(&anna, "SET REDRAW OFF");
    play_move(&bert, "P-3d", "P-3d");
    const char *said = take_output(&anna);
    expect_contains(said, ": Bert has moved.\nBOARD ");
    if (strstr(said, "P-3d"))
        fail_msg("%s", said);
    expect_reply(&anna, "PLAY P-2f", " up to move 1 of 2: type BOARD or MOVES -N first.");
    expect_reply(&bert, "UNDO", "P-3d has been taken back."); /* not yet seen */
    send_line(&anna, "BOARD");
    send_line(&anna, "SET REDRAW ON");
    play_move(&bert, "P-3d", "P-3d");
    expect_contains(take_output(&anna), "Last move: 2. P-3d\n");
    send_line(&anna, "WHO");
    expect_reply(&bert, "UNDO", "Black has already seen your move.");
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: SET.KANJI SET.KANJI.4 */
static void codes_of_kanji(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    send_line(&anna, "SET BSTYLE 2");
    expect_reply(&anna, "BOARD", ":香:桂:銀:");
    send_line(&anna, "SET KANJI 3");
    expect_reply(&anna, "BOARD", ":\x8d\x81:\x8c\x6a:\x8b\xe2:");
    send_line(&anna, "SET KANJI 2");
    expect_reply(&anna, "BOARD", ":\xb9\xe1:\xb7\xcb:\xb6\xe4:");
    send_line(&anna, "SET KANJI 1");
    expect_reply(&anna, "BOARD", ":\033$B9a\033(B:");
    expect_reply(&bert, "SAY \xf0\x9f\x80\x84 and 龍", "Said to Anna.");
    expect_contains(take_output(&anna), "and \033$BN6");
    disconnect(&anna);
    disconnect(&bert);
}

/* Everything that shows a move shows it in the notation of its reader, whatever the other player reads.
 * Rows: SET.NOTATION */
static void notations(void **state)
{
    (void)state;
    static const struct {
        const char *word, *first, *latest, *answer;
    } rows[] = {
        { "WESTERN", "P-7f", "Bx2b+", "Sx2b" },
        { "KITAO", "歩-76", "角x22+", "銀x" },
        { "JAPANESE", "▲７六歩", "▲２二角成", "△同　銀" },
        { "USI", "7g7f", "8h2b+", "3a2b" },
    };
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    expect_reply(&bert, "SET NOTATION",
                 "*  AUTO       by your language\n   WESTERN    P-7f, Bx2b+\n");
    expect_reply(&bert, "SET NOTATION x",
                 "\"x\" should be one of AUTO, WESTERN, KITAO, JAPANESE, USI");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    play_move(&anna, "Bx2b+", "Bx2b+");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char command[40], wanted[80];
        snprintf(command, sizeof command, "SET NOTATION %s", rows[i].word);
        send_line(&bert, command);
        expect_reply(&bert, "MOVES -n", rows[i].first);
        snprintf(wanted, sizeof wanted, "Last move: 3. %s\n", rows[i].latest);
        expect_reply(&bert, "BOARD", wanted);
        snprintf(wanted, sizeof wanted, "%s <p,o,n,y>", rows[i].answer);
        expect_reply(&bert, "PLAY 3a2b", wanted); /* typed in another notation */
        snprintf(wanted, sizeof wanted, "Move 4: %s\n", rows[i].answer);
        expect_reply(&bert, "y", wanted);
        snprintf(wanted, sizeof wanted, "%s has been taken back.\n", rows[i].answer);
        take_output(&anna);
        expect_reply(&bert, "UNDO", wanted);
        expect_contains(take_output(&anna), "has taken back Sx2b.");
    }
    disconnect(&bert);
    /* The setting is kept; without one the language decides. */
    log_in(&bert, "Bert");
    expect_reply(&bert, "SET", "  NOTATION    USI  ");
    send_line(&bert, "SET NOTATION AUTO");
    send_line(&bert, "SET LANGUAGE ja");
    expect_reply(&bert, "BOARD 1", "▲２二角成");
    send_line(&bert, "SET LANGUAGE de");
    expect_reply(&bert, "BOARD 1", "Bx2b+");
    disconnect(&anna);
    disconnect(&bert);
}

TEST_SUITE(settings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(terminals),
        cmocka_unit_test_setup_teardown(asking_and_setting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(guests_change_their_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_japanese, set_up, tear_down),
        cmocka_unit_test_setup_teardown(notations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(attributes_on_boards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(styles_of_boards, set_up, tear_down),
        cmocka_unit_test(prompts),
        cmocka_unit_test_setup_teardown(bell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(low_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(low_windows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(last_move_marked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_confirmation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_in_messages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_redrawing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(codes_of_kanji, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
