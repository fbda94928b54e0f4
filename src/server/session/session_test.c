/* session_test.c: logging in, whole games, challenges, lists and help, as a session has them. */
#include "server/session/command_ids.h"
#include "server/session/pager.h"
#include "server/game/part.h"
#include "server/account/part.h"
#include "base/test_suite.h"
#include "server/account/passwords.h"
#include "support/session.h"

/* ---- tests ---- */

/* Rows: GEN.8 */
static void logging_in(void **state)
{
    (void)state;
    person p;
    arrive(&p);
    expect(&p, "", "login: ");
    expect(&p, "x", "input:1:2: expected a name of at least 2 characters");
    expect(&p, "1anna", "input:1:1: expected a name that begins with a letter, found \"1anna\"");
    expect(&p, "an na", "input:1:3: expected a letter, a digit, \".\" or \"_\", found \" na\"");
    expect(&p, "abcdefghijklmnopqrstuvwxyz0123456", "input:1:33: expected a name of at most 32");
    expect(&p, "Guest17", "given to guests");
    expect(&p, "help", "2 to 32 letters");
    assert_int_not_equal(p.typing, SHG_TYPING_HIDDEN);
    expect(&p, "Anna", "Anna is a new name.");
    assert_int_equal(p.typing, SHG_TYPING_HIDDEN);
    expect(&p, "12345678901", "at least 12 characters");
    expect(
        &p,
        "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA9\xC3\xA8\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA9\xC3\xA8",
        "new password again: ");
    expect(&p, "123456789012", "not the same");
    expect(&p, "", "login: ");
    assert_int_not_equal(p.typing, SHG_TYPING_HIDDEN);
    expect(&p, "Anna", "new password: ");
    expect(&p, "secret words", "again: ");
    expect(&p, "secret words", "Welcome, Anna.");
    leave(&p);

    arrive(&p);
    expect(&p, "aNNA", "password: ");
    assert_int_equal(p.typing, SHG_TYPING_HIDDEN);
    expect(&p, "Secret", "Wrong password.\nlogin: ");
    expect(&p, "anna", "password: ");
    expect(&p, "secret words", "Welcome, Anna.");
    person q;
    arrive(&q);
    expect(&q, "anna", "password: "); /* twice at once */
    expect(&q, "secret words", "Welcome, Anna.");
    expect(&p, "WHO", "2 online.");
    leave(&q);
    expect(&p, "WHO", "1 online.");
    expect(&p, "QUIT", "Goodbye, Anna.");
    assert_true(p.finished);
    leave(&p);

    arrive(&p);
    expect(&p, "GUEST", "Welcome, guest");
    expect(&p, "STAT", "You are in no game");
    leave(&p);
}

static shoogi_status store_old(shg_job *job, shg_storage *storage)
{
    char verifier[SHG_VERIFIER_BYTES];
    int64_t id;
    assert_true(shg_password_verifier(verifier, "secret", 6));
    const shg_player row = { .name = "Anna", .password = verifier };
    return storage->ops->player_add(storage, &id, &row, &job->error);
}

/* A password from when fewer characters were enough is as good as ever. */
static void a_short_password_of_old(void **state)
{
    (void)state;
    do_job(store_old);
    person p;
    arrive(&p);
    expect(&p, "anna", "password: ");
    expect(&p, "secret", "Welcome, Anna.");
    leave(&p);
}

/* From one address so many accounts are made, and then fewer.  Those there are log in as before. */
static void many_accounts(void **state)
{
    (void)state;
    person p;
    log_in(&p, "Anna");
    leave(&p);
    const shg_address_key here = { .kind = 4 };
    shg_throttle_add(server->accounts->sign_ups, &here, sizeof here, shg_now_ms(server),
                     SHG_ACCOUNTS_MAX - 1);
    arrive(&p);
    const char *said = ask(&p, "Bert");
    expect_in(said, "Bert is a new name, and so many accounts were made from your address");
    expect_in(said, "login: ");
    expect(&p, "Anna", "password: ");
    expect(&p, "correct horse", "Welcome, Anna.");
    leave(&p);
    shg_throttle_forget(server->accounts->sign_ups, &here, sizeof here);
    log_in(&p, "Bert");
    leave(&p);
}

static shoogi_status run_new_password(shg_job *job, shg_storage *storage)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, "Anna", &job->error);
    return status == SHOOGI_OK
               ? storage->ops->player_set_password(storage, row.id, "another", &job->error)
               : status;
}

/* While somebody is kept waiting for having guessed wrong the password that he has is replaced. */
static void a_password_that_was(void **state)
{
    (void)state;
    person p;
    log_in(&p, "Anna");
    leave(&p);
    arrive(&p);
    expect(&p, "Anna", "password: ");
    for (int64_t i = 0, delay_ms; i < 3; i++)
        assert_int_equal(shg_guesses_try(&delay_ms, server->accounts->limits, &p.session->address,
                                         "Anna", shg_now_ms(server)),
                         SHG_GUESS_MAY_TRY);
    type(&p, "correct horse");
    while (!server->accounts->delays) /* it has been read */
        event_base_loop(server->base, EVLOOP_ONCE);
    do_job(run_new_password);
    settle(&p);
    expect_in(heard(&p), "Wrong password.");
    assert_int_equal(p.session->player, 0);
    leave(&p);
}

/* A random game to its end; each move is seen by the other, the end told to both. */
static void whole_games(void **state)
{
    (void)state;
    person who[2];
    log_in(&who[0], "Anna");
    log_in(&who[1], "Bert");
    uint64_t chance = 7;
    for (int round = 0; round < 2; round++) {
        begin(&who[0], &who[1]);
        const int64_t id = who[1].session->current_game;
        char line[100], text[SHOOGI_MOVE_TEXT_BYTES];
        snprintf(line, sizeof line, "BOARD %lld", (long long)id);
        ask(&who[0], line);
        shg_game_state *game = shg_game_cache_find(server->games->cache, id);
        assert_non_null(game);
        while (!shg_game_over(game)) {
            shoogi_move moves[600];
            const size_t count = shoogi_position_moves(game->position, moves, 600);
            assert_true(count > 0);
            const shoogi_move move = moves[random_below(&chance, count)];
            shoogi_western_write(text, sizeof text, game->position, move);
            const size_t number = game->items_count + 1;
            person *mover = &who[shoogi_position_side(game->position)];
            person *other = &who[shoogi_colour_other(shoogi_position_side(game->position))];
            heard(other);
            play(mover, text, text);
            snprintf(line, sizeof line, "Last move: %zu. %s\n", number, text);
            expect_in(heard(other), line);
            assert_int_equal(game->items_count, number);
        }
        char result[200];
        shg_out out = shg_out_make(result, sizeof result);
        shg_game_result_write(&out, game, SHG_ENGLISH);
        for (int i = 0; i < 2; i++) {
            expect(&who[i], "BOARD", result);
            expect(&who[i], "MOVES -n", result);
            expect(&who[i], "PLAY P-1f", "is over.");
            expect(&who[i], "RESIGN", "is over.");
        }
    }
    leave(&who[0]);
    leave(&who[1]);
}

/* The same player at two terminals: of two moves made at once one is stored, and the other told. */
static void two_sessions_of_one_player(void **state)
{
    (void)state;
    person anna, again, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&bert, &anna);
    log_in(&again, "Anna");
    expect(&again, "PLAY P-3d", "is loaded to move 0 of 1: BOARD or MOVES -N loads it.");
    expect(&again, "BOARD", "Move 2: White to move.");
    expect(&anna, "PLAY P-3d", "P-3d <p,o,n,y> ");
    expect(&again, "PLAY P-8d", "P-8d <p,o,n,y> ");
    type(&anna, "y");
    type(&again, "y");
    settle(&anna);
    settle(&again);
    expect_in(heard(&anna), "Move 2: P-3d\n");
    const char *said = heard(&again);
    expect_in(said, "Nothing was stored: something else has happened meanwhile.  This is");
    expect_in(said, "Last move: 2. P-3d\n");
    expect(&anna, "MOVES", "    2.  White  P-3d\n> ");
    leave(&anna);
    leave(&again);
    leave(&bert);
}

/* What happens while one is asked something is told afterwards, and does not disturb. */
static void notices_wait(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    expect(&anna, "RESIGN", "Do you really resign? (yes) ");
    expect(&bert, "SAY do not \x1B[2J resign", "Said to Anna.");
    play(&bert, "P-3d", "P-3d");
    assert_int_equal(anna.length, 0);
    const char *said = ask(&anna, "no");
    expect_in(said, "You have not resigned.\nBert says: do not [2J resign\nGame ");
    expect_in(said, "Last move: 2. P-3d\n> ");
    play(&anna, "P-2f", "P-2f"); /* the board drawn loaded the game */

    /* More than is kept is counted. */
    expect(&anna, "RESIGN", "(yes) ");
    for (int i = 0; i < 100; i++)
        expect(&bert,
               "SAY 3456789 123456789 123456789 123456789 123456789 123456789 123456789 "
               "123456789 123456789 123456789 123456789 123456789 123456789 123456789",
               "Said to Anna.");
    expect(&anna, "no", " more notices found no room here.)\n> ");
    leave(&anna);
    leave(&bert);
}

/* Rows: MOVES.1 MOVES.more */
static void lists_of_moves(void **state)
{
    (void)state;
    person anna, bert, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    static const char *const back_and_forth[] = { "R-3h", "R-7b", "R-2h", "R-8b",
                                                  "S-4h", "S-6b", "S-3i", "S-7a" };
    play(&bert, "P-3d", "P-3d");
    for (int i = 0; i < 24; i++) {
        play(i % 2 ? &bert : &anna, back_and_forth[i % 8], back_and_forth[i % 8]);
        if (i == 7) { /* or it would be the fourth time */
            play(&anna, "P-1f", "P-1f");
            play(&bert, "P-1d", "P-1d");
        }
        if (i == 15) {
            play(&anna, "P-9f", "P-9f");
            play(&bert, "P-9d", "P-9d");
        }
    }
    const char *said = ask(&anna, "moves");
    expect_in(said, "   22.  White  ");
    expect_in(said, "--More-- <p,o,y,q> ");
    size_t lines = 0; /* of a terminal that has not said how high it is */
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 23);
    assert_null(strstr(said, "   23."));
    said = ask(&anna, "");
    expect_in(said, "   23.  Black  ");
    assert_null(strstr(said, "   24."));
    expect(&anna, "p", ": l: n: s: g:"); /* White moves next, but the pieces are the same */
    expect(&anna, "something else", "--More-- <p,o,y,q> ");
    expect(&anna, "q", "> ");
    expect(&anna, "PLAY P-2f", "is loaded to move 23 of 30: BOARD or MOVES -N loads it.");
    anna.session->rows = 100;
    expect(&anna, "moves", "   30.  White  S-7a\n> ");
    play(&anna, "P-2f", "P-2f");

    arrive(&guest);
    ask(&guest, "guest");
    expect(&guest, "board", "You have no current game");
    expect(&guest, "board 9999", "There is no game 9999");
    char line[40];
    snprintf(line, sizeof line, "board -o %lld", (long long)anna.session->current_game);
    expect(&guest, line, "  1  2  3  4  5  6  7  8  9\n");
    expect(&guest, "play P-3d", "is not yours");
    expect(&guest, "say hello", "is not yours");
    leave(&guest);
    leave(&anna);
    leave(&bert);
}

/* Rows: NEW.2 REMOVE.1 */
static void challenges(void **state)
{
    (void)state;
    person anna, bert, carl;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    arrive(&carl);
    ask(&carl, "guest");

    /* Of two who answer at the same moment the first gets the game. */
    char line[80];
    const char *said = ask(&anna, "NEW * p-2f");
    const char *at = strstr(said, "is number ");
    assert_non_null(at);
    long number = strtol(at + 10, NULL, 10);
    snprintf(line, sizeof line, "NEW %ld", number);
    expect(&anna, line, "is your own.");
    type(&carl, line);
    type(&bert, line);
    settle(&bert);
    settle(&carl);
    expect_in(heard(&carl), "has begun: you are White.");
    expect_in(heard(&bert), "There is no challenge ");
    assert_true(carl.session->player != 0); /* the guest is stored now */
    expect(&carl, "STAT", "\n*");

    /* A forced first move, a bishop that may promote, a handicap, other people's challenges. */
    expect(&bert, "NEW anna Wp-2f  with  blanks", "Your challenge is number ");
    said = ask(&anna, "NEW");
    expect_in(said, "P-2f, forced");
    expect_in(said, "with  blanks\n");
    expect(&carl, "NEW", "- you cannot answer it");
    snprintf(line, sizeof line, "NEW %ld", number + 1);
    expect(&carl, line, "only for players whose names match anna.");
    snprintf(line, sizeof line, "REMOVE %ld", number + 1);
    expect(&carl, line, "is not yours.");
    expect(&bert, line, "is off the list.");
    expect(&bert, line, "There is no challenge ");
    expect(&bert, "NEW * b-5e", "That first move is illegal: ");
    expect(&bert, "NEW -v chess W", "chess");
    expect(&bert, "NEW -v shosu W", "Your challenge is number ");
    expect(&bert, "NEW bert", "input:1:9: expected a move or W, found end of text");

    /* So many and no more. */
    for (int i = 1; i < SHG_CHALLENGES_PER_PLAYER; i++)
        expect(&bert, "NEW W", "Your challenge is number ");
    expect(&bert, "NEW W", "you have 20 challenges already");

    /* A guest cannot come back, so his challenges go with him. */
    expect(&carl, "NEW anna W", "Your challenge is number ");
    leave(&carl);
    assert_null(strstr(ask(&anna, "NEW"), "guest"));
    leave(&anna);
    leave(&bert);
}

/* The connection breaks after the y: the move is made all the same, and the other sees it. */
static void gone_while_busy(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    expect(&bert, "PLAY P-3d", "P-3d <p,o,n,y> ");
    type(&bert, "y");
    leave(&bert);
    expect_in(heard(&anna), "Last move: 2. P-3d\n");
    /* At every other point nothing is left behind either. */
    static const char *const points[] = { "anna",   "correct horse", "NEW",   "MOVES",
                                          "RESIGN", "guest",         "?board" };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        arrive(&bert);
        type(&bert, points[i]);
        leave(&bert);
        arrive(&bert);
        ask(&bert, "guest");
        type(&bert, points[i]);
        leave(&bert);
    }
    expect(&anna, "WHO", "1 online.");
    leave(&anna);
}

static void list(shg_session *s, const char *text, size_t text_bytes)
{
    shg_session_hold(s);
    shg_page_text(s, text, text_bytes);
    shg_session_release(s);
}

/* However tall a terminal says it is, and however long a line: at no time more is sent than a peer can take. */
static void lists_are_sent_in_parts(void **state)
{
    (void)state;
    person p;
    arrive(&p);
    ask(&p, "guest");
    p.session->rows = 65535;
    const char *said = ask(&p, "HELP ALL");
    size_t lines = 0;
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, SHG_SCREEN_LINES_MAX);
    expect_in(said, "\n--More-- ");
    ask(&p, "q");
    /* A narrow terminal breaks lines: its screenfuls are of fewer, and Enter brings a whole one. */
    p.session->rows = 9;
    p.session->columns = 20;
    said = ask(&p, "HELP COMMANDS");
    expect_in(said, "\n--More-- ");
    size_t rows = 0;
    for (const char *at = said, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        rows += end == at ? 1 : ((size_t)(end - at) + 19) / 20;
    assert_in_range(rows, 6, 8);
    said = ask(&p, "");
    assert_ptr_equal(strchr(said, '\n') + 1, strstr(said, "--More-- "));
    ask(&p, "q");
    p.session->columns = 0;
    /* The door takes less than 64 KiB at once. */
    enum { KANJI = 40001 };
    static char line[KANJI * 3 + 1];
    for (size_t i = 0; i < KANJI; i++)
        memcpy(line + i * 3, "\xE9\xBE\x8D", 3);
    line[KANJI * 3] = '\n';
    list(p.session, line, sizeof line);
    size_t bytes = 0, writes = 0;
    for (heard(&p); shg_session_wants(p.session) == SHG_WANTS_ROOM; writes++) {
        shg_session_stream(p.session);
        assert_true(p.length <= SHG_PAGE_BYTES_MAX + 3);
        const bool last = shg_session_wants(p.session) != SHG_WANTS_ROOM;
        const size_t some = p.length - (last ? 2 : 0); /* the prompt */
        assert_true(shg_utf8_valid(p.said, some));
        assert_memory_equal(p.said, line + bytes, some);
        bytes += some;
        heard(&p);
    }
    assert_int_equal(bytes, sizeof line);
    assert_true(writes > 3);
    leave(&p);
}

static int lines_of(const char *said)
{
    int lines = 0;
    while (*said)
        lines += *said++ == '\n';
    return lines;
}

/* Rows: HELP.1 HELP.n HELP.more HELP.all-topics HELP.match HELP.alias HELP.nest HELP.command HELP.list
 * HELP.prohibited HELP.all HELP.shogi CHECK.2 */
static void help(void **state)
{
    (void)state;
    person p;
    arrive(&p);
    ask(&p, "guest");
    p.session->rows = 1000;
    const char *said = ask(&p, "HELP");
    for (size_t i = 0; i < SHG_COMMANDS; i++)
        expect_in(said, shg_commands[i].brief);
    expect(&p, "?board", "Usage: BOARD [-o] [-a SQUARE] [<gid>]\n");
    said = ask(&p, "h PROHIBITED");
    expect_in(said, "PROHIBITED DROPS\n");
    expect_in(said, "- two pawns: a pawn on a file where one has an unpromoted pawn already.");
    expect_in(said,
              "- a man where he could never move: pawn and lance on the last rank, knight on");
    expect_in(said, "- mate by a dropped pawn: a pawn that gives mate at once.");
    expect(&p, "h drops", "PROHIBITED DROPS\n"); /* inside DROPS, and once */
    said = strstr(ask(&p, "h drops"), "PROHIBITED DROPS");
    assert_null(strstr(said + 1, "PROHIBITED DROPS"));
    expect(&p, "h m", "Usage: MOVES [-n] [<gid>]\n");
    expect(&p, "h xy", "There is no help about xy: HELP * lists the topics.\n");
    expect(&p, "h *", "    PROHIBITED DROPS\n");
    expect_in(ask(&p, "HELP COMMAND-LIST"), "COMMANDS, COMMAND-LIST\n");
    p.session->rows = 10;
    said = ask(&p, "help"); /* nine lines, then as many as one asks for */
    assert_int_equal(lines_of(said), 9);
    expect_in(said, "  ANALYSIS           ");
    expect_in(said, ".\n--More-- <y,q> ");
    said = ask(&p, "");
    assert_int_equal(lines_of(said), 1);
    expect_in(said, ".\n--More-- <y,q> ");
    assert_string_equal(ask(&p, "p"), "--More-- <y,q> "); /* it is no list of moves */
    said = ask(&p, " ");
    assert_int_equal(lines_of(said), 9);
    expect_in(said, "--More-- <y,q> ");
    lacks(said, "SHELL");
    expect_in(ask(&p, "Y"), "--More-- <y,q> ");
    assert_string_equal(ask(&p, "q"), "> ");
    ask(&p, "help");
    assert_string_equal(ask(&p, "N"), "> ");
    /* All of it, twice, from its first line on. */
    for (int i = 0; i < 2; i++) {
        expect_in(ask(&p, "HELP ALL"), "COMMANDS, COMMAND-LIST\n\n  ACCEPT  ");
        assert_string_equal(ask(&p, "q"), "> ");
    }
    said = ask(&p, "HELP -n chu"); /* to its end, without a question */
    expect_in(said, "free boar (+M)");
    lacks(said, "--More--");
    assert_string_equal(said + strlen(said) - 3, "\n> ");
    p.session->rows = 1000;
    said = ask(&p, "HELP SHOGI");
    lacks(said, "GAME SHOGI-CLUB\n"); /* games are told by their whole names only */
    expect(&p, "HELP shogi-club", "GAME SHOGI-CLUB, SHOGI-CLUB\n");
    expect(&p, "HELP minishogi", "GAME MINI, MINI\n");
    expect(&p, "HELP \xe5\xb0\x8f\xe5\xb0\x86\xe6\xa3\x8b", "GAME SHO, SHO\n");
    said = ask(&p, "HELP SHOGI");
    expect_in(said, "SHOGI RULES, SHOGI, RULES\n");
    expect_in(said, "G, GOLD GENERAL, KINSHOO, KIN\n");
    expect(&p, "HELP check", "there may be other");
    said = ask(&p, "HELP general"); /* of all that match the whole is printed */
    expect_in(said, "G, GOLD GENERAL, ");
    expect_in(said, "S, SILVER GENERAL, ");
    expect_in(said, "+S, PROMOTED SILVER, NARIGIN\n"); /* inside the silver */
    leave(&p);
}

/* Every topic that the help of the Shoogi Server has is one here.  Rows: HELP.topics HELP.refs HELP.alias
 * MOVES.help */
static void help_topics(void **state)
{
    (void)state;
    static const char *const topics[] = {
        "ALL",
        "SHOGI RULES",
        "HISTORY OF SHOGI",
        "INTRODUCTION",
        "PIECES",
        "K",
        "G",
        "S",
        "+S",
        "N",
        "+N",
        "L",
        "+L",
        "P",
        "+P",
        "T",
        "R",
        "+R",
        "D",
        "B",
        "+B",
        "H",
        "KING",
        "THE KING",
        "THE GOLD GENERAL",
        "THE SILVER GENERAL",
        "THE PROMOTED SILVER",
        "THE KNIGHT",
        "THE PROMOTED KNIGHT",
        "THE LANCE",
        "THE PROMOTED LANCE",
        "THE PAWN",
        "THE PROMOTED PAWN",
        "THE ROOK",
        "THE PROMOTED ROOK",
        "THE BISHOP",
        "THE PROMOTED BISHOP",
        "DRAGON",
        "HORSE",
        "OOSHOO",
        "GYOKUSHOO",
        "KINSHOO",
        "GINSHOO",
        "NARIGIN",
        "KEIMA",
        "NARIKEI",
        "KYOOSHA",
        "NARIKYOO",
        "FUHYOO",
        "RYUUOO",
        "KAKUGYOO",
        "RYUUMA",
        "PROMOTED ROOK",
        "OO",
        "GYOKU",
        "KIN",
        "GIN",
        "KEI",
        "KYOO",
        "FU",
        "TOKIN",
        "HISHA",
        "RYUU",
        "KAKU",
        "UMA",
        "THE BOARD",
        "INITIAL SET-UP",
        "CAPTURES",
        "PROMOTION",
        "DROPS",
        "PROHIBITED DROPS",
        "THE END OF THE GAME",
        "CHECK",
        "MATE",
        "DRAWS",
        "REPETITION",
        "IMPASSE",
        "HANDICAPS",
        "OPENINGS",
        "CASTLES",
        "MINO",
        "THE BOAT CASTLE",
        "COMMANDS",
        "COMMAND-LIST",
        "ALL COMMANDS",
        "LOADING COMMANDS",
        "COMMANDS FOR LISTING GAMES",
        "PLAYING COMMANDS",
        "MESSAGE COMMANDS",
        "USER INFORMATION COMMANDS",
        "SET COMMANDS",
        "MISCELLANEOUS COMMANDS",
        "NOTATION",
        "PIECE NAMES",
        "PATTERNS",
        "PATTERN",
        "BOARD",
        "REFRESH",
        "B",
        "GAMES",
        "G",
        "HELP",
        "?",
        "HANDICAP",
        "MOVES",
        "M",
        "NEW",
        "N",
        "PLAY",
        "REMOVE",
        "RESIGN",
        "SAY",
        "SET",
        "SHELL",
        "PUSH",
        "!",
        "SHOUT",
        "STAT",
        "S",
        "STATS",
        "USER",
        "TELL",
        ".",
        "UNDO",
        "U",
        "WHO",
        "W",
        "SET BLACK",
        "SET WHITE",
        "SET THREATENED",
        "SET DRAGON",
        "SET KANJI",
        "SET PSTYLE",
        "SET BSTYLE",
        "SET STYLE",
        "DRAW",
    };
    person p;
    arrive(&p);
    ask(&p, "guest");
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        char line[60];
        snprintf(line, sizeof line, "HELP -n %s", topics[i]);
        lacks(ask(&p, line), "There is no help");
    }
    leave(&p);
}

/* Rows: HELP.piece */
static void help_on_pieces(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    static const char gold[] = "    * * *\n    * o *\n    . * .\n";
    expect(&anna, "HELP gold", gold);
    expect(&anna, "HELP +S", gold);
    const char *said = ask(&anna, "HELP -n N");
    expect_in(said, "    . # . # .\n    . . . . .\n    . . o . .\n");
    expect_in(said, "It promotes to promoted knight (+N).");
    expect_in(said, "Usage: NEW"); /* another topic of that name */
    expect(&anna, "HELP horse", "+B, H, PROMOTED BISHOP, RYUUMA, UMA, HORSE\n");
    expect(&anna, "HELP dragon horse", "DRAGON HORSE, "); /* as other games call it */
    expect(&anna, "HELP lion", "N, LION, SHISHI, SHI (of chu)\n");
    expect_in(challenge(&anna, &bert, "NEW -v chu W"), "chu");
    expect(&bert, "HELP -n N", "N, LION, SHISHI, SHI\n"); /* of the current game */
    expect(&bert, "HELP -n knight", "(of ");              /* which has none */
    leave(&anna);
    leave(&bert);
}

TEST_SUITE(session)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(logging_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_short_password_of_old, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whole_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_sessions_of_one_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(notices_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_of_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(challenges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gone_while_busy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_accounts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_password_that_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_are_sent_in_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_topics, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_on_pieces, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
