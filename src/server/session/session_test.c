/* session_test.c: login, whole games, challenges, lists and help in a session. */
#include "server/session/command_ids.h"
#include "server/session/pager.h"
#include "server/session/task.h"
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
    client c;
    connect_client(&c);
    expect_reply(&c, "", "login: ");
    expect_reply(&c, "x", "A name has 2 to 32 letters, digits, dots and underscores");
    expect_reply(&c, "1anna", "A name has 2 to 32 letters, digits, dots and underscores");
    expect_reply(&c, "an na", "A name has 2 to 32 letters, digits, dots and underscores");
    expect_reply(&c, "abcdefghijklmnopqrstuvwxyz0123456",
                 "A name has 2 to 32 letters, digits, dots and underscores");
    expect_reply(&c, "Guest17",
                 "Names that begin with guest are reserved for guests.  Type "
                 "guest to get one.");
    expect_reply(&c, "help", "2 to 32 letters");
    assert_int_not_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "Anna", "Anna is a new name.");
    assert_int_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "12345678901", "at least 12 characters; yours has 11.");
    expect_reply(
        &c,
        "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA9\xC3\xA8\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA9\xC3\xA8",
        "new password again: ");
    expect_reply(&c, "123456789012", "The two passwords differ.");
    expect_reply(&c, "", "login: ");
    assert_int_not_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "Anna", "new password: ");
    expect_reply(&c, "secret words", "again: ");
    expect_reply(&c, "secret words", "Welcome, Anna.");
    disconnect(&c);

    connect_client(&c);
    expect_reply(&c, "aNNA", "password: ");
    assert_int_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "Secret",
                 "Wrong password.\nTry again, or press Enter to go back.\npassword: ");
    expect_reply(&c, "secret words", "Welcome, Anna.");
    client q;
    connect_client(&q);
    expect_reply(&q, "anna", "password: "); /* logged in twice */
    expect_reply(&q, "secret words", "Welcome, Anna.");
    expect_reply(&c, "WHO", "2 online.");
    disconnect(&q);
    expect_reply(&c, "WHO", "1 online.");
    expect_reply(&c, "QUIT", "Goodbye, Anna.");
    assert_true(c.finished);
    disconnect(&c);

    connect_client(&c);
    expect_reply(&c, "GUEST", "Welcome, guest");
    expect_reply(&c, "STAT", "You have no games.");
    disconnect(&c);
}

static shoogi_status store_old(shg_job *job, shg_storage *storage)
{
    char verifier[SHG_VERIFIER_BYTES];
    int64_t id;
    assert_true(shg_password_verifier(verifier, "secret", 6));
    const shg_player row = { .name = "Anna", .password = verifier };
    return storage->ops->player_add(storage, &id, &row, &job->error);
}

/* An old password that is shorter than today's minimum still works. */
static void a_short_password_of_old(void **state)
{
    (void)state;
    run_storage_job(store_old);
    client c;
    connect_client(&c);
    expect_reply(&c, "anna", "password: ");
    expect_reply(&c, "secret", "Welcome, Anna.");
    disconnect(&c);
}

/* An address may create a limited number of accounts, then fewer. Existing accounts log in as
 * before. */
static void many_accounts(void **state)
{
    (void)state;
    client c;
    log_in(&c, "Anna");
    disconnect(&c);
    const shg_address_key here = { .kind = 4 };
    shg_rate_limit_add(server->accounts->sign_ups, &here, sizeof here, shg_now_ms(server),
                       SHG_ACCOUNTS_MAX - 1);
    connect_client(&c);
    const char *said = send_line(&c, "Bert");
    expect_contains(said, "Bert is a new name, but too many accounts were created from your "
                          "address.\nTry again later, or type guest.");
    expect_contains(said, "login: ");
    expect_reply(&c, "Anna", "password: ");
    expect_reply(&c, "correct horse", "Welcome, Anna.");
    disconnect(&c);
    shg_rate_limit_forget(server->accounts->sign_ups, &here, sizeof here);
    log_in(&c, "Bert");
    disconnect(&c);
}

static shoogi_status run_new_password(shg_job *job, shg_storage *storage)
{
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, "Anna", &job->error);
    return status == SHOOGI_OK
               ? storage->ops->player_set_password(storage, row.id, "another", &job->error)
               : status;
}

/* After a wrong password it is asked for again, and what is typed is not shown and never taken for a
 * name; an empty line and an interrupt lead back to the name. The count of wrong ones goes on.
 * Rows: GEN.8 */
static void a_wrong_password_is_asked_for_again(void **state)
{
    (void)state;
    client c;
    char long_one[SHG_PASSWORD_BYTES_MAX + 2];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    log_in(&c, "Anna");
    expect_reply(&c, "PASSWORD", "old password: "); /* the same where it is asked for later */
    expect_reply(&c, "wrongpassword1", "Wrong password.\nold password: ");
    assert_int_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "", "Your password is unchanged.");
    expect_reply(&c, "CLOSE", "? (type yes) ");
    expect_reply(&c, "yes", "password: ");
    expect_reply(&c, "wrongpassword1", "Wrong password.\npassword: ");
    assert_int_equal(c.typing, SHG_TYPING_HIDDEN);
    expect_reply(&c, "", "Nothing was changed.");
    disconnect(&c);
    connect_client(&c);
    expect_reply(&c, "Anna", "password: ");
    static const char *const wrong[] = { "wrongpassword1", "wrongpassword1", NULL };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *said = send_line(&c, wrong[i] ? wrong[i] : long_one);
        expect_contains(said, "Wrong password.\n");
        expect_excludes(said, "login: ");
        expect_excludes(said, "new name");
        expect_excludes(said, "wrongpassword1");
        assert_int_equal(c.typing, SHG_TYPING_HIDDEN);
    }
    assert_int_equal(c.session->wrong_passwords, 3);
    expect_reply(&c, "", "login: ");
    assert_int_equal(c.typing, SHG_TYPING_ANSWER);
    expect_reply(&c, "Anna", "password: ");
    assert_true(shg_session_interrupt(c.session));
    expect_contains(take_output(&c), "login: ");
    expect_reply(&c, "Anna", "password: ");
    expect_reply(&c, "correct horse", "Welcome, Anna.");
    expect_reply(&c, "USER wrongpassword1", "0 players match.");
    disconnect(&c);
    connect_client(&c);
    send_line(&c, "Anna");
    for (int i = 1; i < SHG_WRONG_PER_CONNECTION_MAX; i++)
        expect_reply(&c, "wrongpassword1", "password: ");
    expect_reply(&c, "wrongpassword1", "That was the last attempt on this connection.\n");
    assert_true(c.finished);
    disconnect(&c);
}

/* A password is changed while a login with the old one waits for its rate limit. */
static void a_replaced_password(void **state)
{
    (void)state;
    client c;
    log_in(&c, "Anna");
    disconnect(&c);
    connect_client(&c);
    expect_reply(&c, "Anna", "password: ");
    for (int64_t i = 0, delay_ms; i < 3; i++)
        assert_int_equal(shg_login_limits_check(&delay_ms, server->accounts->limits,
                                                &c.session->address, false, "Anna",
                                                shg_now_ms(server)),
                         SHG_LOGIN_MAY_TRY);
    type_without_waiting(&c, "correct horse");
    while (!server->accounts->delays) /* until it has been read */
        event_base_loop(server->base, EVLOOP_ONCE);
    run_storage_job(run_new_password);
    wait_for_prompt(&c);
    expect_contains(take_output(&c), "Wrong password.");
    assert_int_equal(c.session->player, 0);
    disconnect(&c);
}

/* Random games to the end: each opponent sees every move, and both see the result. */
static void whole_games(void **state)
{
    (void)state;
    client who[2];
    log_in(&who[0], "Anna");
    log_in(&who[1], "Bert");
    uint64_t chance = 7;
    for (int round = 0; round < 2; round++) {
        start_game(&who[0], &who[1]);
        const int64_t id = who[1].session->current_game;
        char line[100], text[SHOOGI_MOVE_TEXT_BYTES];
        snprintf(line, sizeof line, "BOARD %lld", (long long)id);
        send_line(&who[0], line);
        shg_game_state *game = shg_game_cache_find(server->games->cache, id);
        assert_non_null(game);
        while (!shg_game_over(game)) {
            shoogi_move moves[600];
            const size_t count = shoogi_position_moves(game->position, moves, 600);
            assert_true(count > 0);
            const shoogi_move move = moves[random_below(&chance, count)];
            shoogi_western_write(text, sizeof text, game->position, move);
            const size_t number = game->item_count + 1;
            client *mover = &who[shoogi_position_side(game->position)];
            client *other = &who[shoogi_colour_other(shoogi_position_side(game->position))];
            take_output(other);
            play_move(mover, text, text);
            snprintf(line, sizeof line, "Last move: %zu. %s\n", number, text);
            expect_contains(take_output(other), line);
            assert_int_equal(game->item_count, number);
        }
        char result[200];
        shg_out out = shg_out_make(result, sizeof result);
        shg_game_result_write(&out, game, SHG_ENGLISH);
        for (int i = 0; i < 2; i++) {
            expect_reply(&who[i], "BOARD", result);
            expect_reply(&who[i], "MOVES -n", result);
            expect_reply(&who[i], "PLAY P-1f", "is over.");
            expect_reply(&who[i], "RESIGN", "is over.");
        }
    }
    disconnect(&who[0]);
    disconnect(&who[1]);
}

/* One player in two sessions: of two simultaneous moves one is stored, and the other session
 * gets an error. */
static void two_sessions_of_one_player(void **state)
{
    (void)state;
    client anna, again, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&bert, &anna);
    log_in(&again, "Anna");
    expect_reply(&again, "PLAY P-3d", " up to move 0 of 1: type BOARD or MOVES -N first.");
    expect_reply(&again, "BOARD", "Move 2: White to move.");
    expect_reply(&anna, "PLAY P-3d", "P-3d <p,o,n,y> ");
    expect_reply(&again, "PLAY P-8d", "P-8d <p,o,n,y> ");
    type_without_waiting(&anna, "y");
    type_without_waiting(&again, "y");
    wait_for_prompt(&anna);
    wait_for_prompt(&again);
    expect_contains(take_output(&anna), "Move 2: P-3d\n");
    const char *said = take_output(&again);
    expect_contains(said, "Nothing was stored: the game has changed meanwhile.  Game ");
    expect_contains(said, "Last move: 2. P-3d\n");
    expect_reply(&anna, "MOVES", "    2.  White  P-3d\n> ");
    disconnect(&anna);
    disconnect(&again);
    disconnect(&bert);
}

/* Notices during a question are shown after it and do not disturb it. */
static void notices_wait(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    expect_reply(&anna, "RESIGN", "Do you really resign? (type yes) ");
    expect_reply(&bert, "SAY do not \x1B[2J resign", "Said to Anna.");
    play_move(&bert, "P-3d", "P-3d");
    assert_int_equal(anna.length, 0);
    const char *said = send_line(&anna, "no");
    expect_contains(said, "You have not resigned.\nBert says: do not [2J resign\nGame ");
    expect_contains(said, "Last move: 2. P-3d\n> ");
    play_move(&anna, "P-2f", "P-2f"); /* the drawn board loaded the game */

    /* Notices beyond the limit are counted. */
    expect_reply(&anna, "RESIGN", "(type yes) ");
    for (int i = 0; i < 100; i++)
        expect_reply(&bert,
                     "SAY 3456789 123456789 123456789 123456789 123456789 123456789 123456789 "
                     "123456789 123456789 123456789 123456789 123456789 123456789 123456789",
                     "Said to Anna.");
    expect_reply(&anna, "no", " more notices not shown.)\n> ");
    disconnect(&anna);
    disconnect(&bert);
}

/* Notices of all sessions share their memory: those of the network with most give way, and are counted. */
static void notices_are_shared(void **state)
{
    (void)state;
    shg_share *notices = shg_shares_get(server->shares, SHG_SHARE_notices);
    client bert, waiting[3];
    log_in(&bert, "Bert");
    for (int i = 0; i < 3; i++) { /* two of one network, one of another */
        connect_from(&waiting[i], i < 2 ? 1 : 2);
        expect_reply(&waiting[i], "guest", "Welcome, ");
        expect_reply(&waiting[i], "TELL bert hello", "Said to Bert.");
    }
    shg_share_set_limits(notices, 100, 0);
    for (int i = 0; i < 3; i++) {
        char line[100];
        snprintf(line, sizeof line, "TELL %s 30 bytes: \"Bert tells you: \"",
                 waiting[i].session->name);
        shg_session_hold(waiting[i].session); /* a command that takes its time */
        expect_reply(&bert, line, "Said to guest");
        expect_reply(&bert, line, "Said to guest");
    }
    /* Two of some 45 bytes fit: those of the first, then, of another network, those of the last. */
    for (int i = 0; i < 3; i++) {
        assert_int_equal(waiting[i].session->pending_count, i < 2 ? 0 : 2);
        assert_int_equal(waiting[i].session->pending_lost, i < 2 ? 2 : 0);
    }
    assert_true(shg_share_check(notices));
    for (int i = 0; i < 3; i++) {
        shg_session_release(waiting[i].session);
        expect_contains(take_output(&waiting[i]),
                        i < 2 ? "(2 more notices not shown.)" : "Bert tells you: 30 bytes");
        disconnect(&waiting[i]);
    }
    assert_int_equal(shg_share_held(notices), 0);
    disconnect(&bert);
}

/* When all places of guests are taken, a newcomer of their network is refused, and one of another takes the place of
 * the newest. */
static void places_of_guests(void **state)
{
    (void)state;
    shg_share *guests = shg_shares_get(server->shares, SHG_SHARE_guests);
    shg_share_set_limits(guests, 3, 0);
    client many[3], late, other, player;
    for (int i = 0; i < 3; i++) {
        connect_from(&many[i], 1);
        expect_reply(&many[i], "guest", "Welcome, ");
    }
    connect_from(&late, 1);
    expect_reply(&late, "guest",
                 "There is no place for another guest, and your network has the most");
    assert_true(late.finished);
    connect_from(&other, 2);
    expect_reply(&other, "guest", "Welcome, ");
    expect_contains(take_output(&many[2]), "Your place is needed.  Sign up to keep one,");
    assert_true(many[2].finished);
    assert_false(many[1].finished);
    log_in(&player, "Anna"); /* players need none */
    expect_reply(&player, "WHO", "4 online.");
    disconnect(&late);
    disconnect(&player);
    disconnect(&other);
    for (int i = 0; i < 3; i++)
        disconnect(&many[i]);
    assert_int_equal(shg_share_held(guests), 0);
}

/* Rows: MOVES.1 MOVES.more */
static void lists_of_moves(void **state)
{
    (void)state;
    client anna, bert, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    static const char *const back_and_forth[] = { "R-3h", "R-7b", "R-2h", "R-8b",
                                                  "S-4h", "S-6b", "S-3i", "S-7a" };
    play_move(&bert, "P-3d", "P-3d");
    for (int i = 0; i < 24; i++) {
        play_move(i % 2 ? &bert : &anna, back_and_forth[i % 8], back_and_forth[i % 8]);
        if (i == 7) { /* else fourfold repetition */
            play_move(&anna, "P-1f", "P-1f");
            play_move(&bert, "P-1d", "P-1d");
        }
        if (i == 15) {
            play_move(&anna, "P-9f", "P-9f");
            play_move(&bert, "P-9d", "P-9d");
        }
    }
    const char *said = send_line(&anna, "moves");
    expect_contains(said, "   22.  White  ");
    expect_contains(said, "--More-- <p,o,y,q> ");
    size_t lines = 0; /* of a terminal of unknown height */
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 23);
    assert_null(strstr(said, "   23."));
    said = send_line(&anna, "");
    expect_contains(said, "   23.  Black  ");
    assert_null(strstr(said, "   24."));
    expect_reply(&anna, "p", ": l: n: s: g:"); /* White moves next, with the same pieces */
    expect_reply(&anna, "something else", "--More-- <p,o,y,q> ");
    expect_reply(&anna, "q", "> ");
    expect_reply(&anna, "PLAY P-2f", " up to move 23 of 30: type BOARD or MOVES -N first.");
    anna.session->rows = 100;
    expect_reply(&anna, "moves", "   30.  White  S-7a\n> ");
    play_move(&anna, "P-2f", "P-2f");

    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&guest, "board", "You have no current game");
    expect_reply(&guest, "board 9999", "There is no game 9999");
    char line[40];
    snprintf(line, sizeof line, "board -o %lld", (long long)anna.session->current_game);
    expect_reply(&guest, line, "  1  2  3  4  5  6  7  8  9\n");
    expect_reply(&guest, "play P-3d", "You do not play in game");
    expect_reply(&guest, "say hello", "You do not play in game");
    disconnect(&guest);
    disconnect(&anna);
    disconnect(&bert);
}

/* Rows: NEW.2 REMOVE.1 */
static void challenges(void **state)
{
    (void)state;
    client anna, bert, carl;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    connect_client(&carl);
    send_line(&carl, "guest");

    /* If two players accept simultaneously, the first gets the game. */
    char line[80];
    const char *said = send_line(&anna, "NEW * p-2f");
    const char *at = strstr(said, "is number ");
    assert_non_null(at);
    long number = strtol(at + 10, NULL, 10);
    snprintf(line, sizeof line, "NEW %ld", number);
    expect_reply(&anna, line, "is your own.");
    type_without_waiting(&carl, line);
    type_without_waiting(&bert, line);
    wait_for_prompt(&bert);
    wait_for_prompt(&carl);
    expect_contains(take_output(&carl), "has begun: you are White.");
    expect_contains(take_output(&bert), "There is no challenge ");
    assert_true(carl.session->player != 0); /* the guest is stored now */
    expect_reply(&carl, "STAT", "\n*");

    /* A forced first move, an optional promotion, a handicap, challenges between others. */
    expect_reply(&bert, "NEW anna Wp-2f  with  blanks", "Your challenge is number ");
    said = send_line(&anna, "NEW");
    expect_contains(said, "P-2f, forced");
    expect_contains(said, "with  blanks\n");
    expect_reply(&carl, "NEW", "- you cannot answer it");
    snprintf(line, sizeof line, "NEW %ld", number + 1);
    expect_reply(&carl, line, "only for players whose names match anna.");
    snprintf(line, sizeof line, "REMOVE %ld", number + 1);
    expect_reply(&carl, line, "is not yours.");
    expect_reply(&bert, line, " is withdrawn.");
    expect_reply(&bert, line, "There is no challenge ");
    expect_reply(&bert, "NEW * b-5e", "That first move is illegal: ");
    expect_reply(&bert, "NEW -v chess W", "chess");
    expect_reply(&bert, "NEW -v shosu W", "Your challenge is number ");
    expect_reply(&bert, "NEW bert", "a move or W");

    /* Up to the limit. */
    for (int i = 1; i < SHG_CHALLENGES_PER_PLAYER; i++)
        expect_reply(&bert, "NEW W", "Your challenge is number ");
    expect_reply(&bert, "NEW W", "you already have 20 challenges; REMOVE withdraws one");

    /* A guest cannot return, so a guest's challenges are removed at logout. */
    expect_reply(&carl, "NEW anna W", "Your challenge is number ");
    disconnect(&carl);
    assert_null(strstr(send_line(&anna, "NEW"), "guest"));
    disconnect(&anna);
    disconnect(&bert);
}

/* The connection breaks after the y: the move is still made, and the opponent sees it. */
static void gone_while_busy(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    expect_reply(&bert, "PLAY P-3d", "P-3d <p,o,n,y> ");
    type_without_waiting(&bert, "y");
    disconnect(&bert);
    expect_contains(take_output(&anna), "Last move: 2. P-3d\n");
    /* There is no leak at any other point either. */
    static const char *const points[] = { "anna",   "correct horse", "NEW",   "MOVES",
                                          "RESIGN", "guest",         "?board" };
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        connect_client(&bert);
        type_without_waiting(&bert, points[i]);
        disconnect(&bert);
        connect_client(&bert);
        send_line(&bert, "guest");
        type_without_waiting(&bert, points[i]);
        disconnect(&bert);
    }
    expect_reply(&anna, "WHO", "1 online.");
    disconnect(&anna);
}

static void send_list(shg_session *s, const char *text, size_t text_bytes)
{
    shg_session_hold(s);
    shg_page_text(s, text, text_bytes);
    shg_session_release(s);
}

/* The output never exceeds what a peer can accept, whatever height a terminal reports, and
 * however long a line is. */
static void lists_are_sent_in_parts(void **state)
{
    (void)state;
    client c;
    connect_client(&c);
    send_line(&c, "guest");
    c.session->rows = 65535;
    const char *said = send_line(&c, "HELP ALL");
    size_t lines = 0;
    for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, SHG_SCREEN_LINES_MAX);
    expect_contains(said, "\n--More-- ");
    send_line(&c, "q");
    /* A narrow terminal wraps lines: a screenful has fewer, and Enter brings one whole line. */
    c.session->rows = 9;
    c.session->columns = 20;
    said = send_line(&c, "HELP COMMANDS");
    expect_contains(said, "\n--More-- ");
    size_t rows = 0;
    for (const char *at = said, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        rows += end == at ? 1 : ((size_t)(end - at) + 19) / 20;
    assert_in_range(rows, 6, 8);
    said = send_line(&c, "");
    assert_ptr_equal(strchr(said, '\n') + 1, strstr(said, "--More-- "));
    send_line(&c, "q");
    c.session->columns = 0;
    /* The door accepts less than 64 KiB at once. */
    enum { KANJI = 40001 };
    static char line[KANJI * 3 + 1];
    for (size_t i = 0; i < KANJI; i++)
        memcpy(line + i * 3, "\xE9\xBE\x8D", 3);
    line[KANJI * 3] = '\n';
    send_list(c.session, line, sizeof line);
    size_t bytes = 0, writes = 0;
    for (take_output(&c); shg_session_wants(c.session) == SHG_WANTS_ROOM; writes++) {
        shg_session_stream(c.session);
        assert_true(c.length <= SHG_PAGE_BYTES_MAX + 3);
        const bool last = shg_session_wants(c.session) != SHG_WANTS_ROOM;
        const size_t some = c.length - (last ? 2 : 0); /* the prompt */
        assert_true(shg_utf8_valid(c.said, some));
        assert_memory_equal(c.said, line + bytes, some);
        bytes += some;
        take_output(&c);
    }
    assert_int_equal(bytes, sizeof line);
    assert_true(writes > 3);
    disconnect(&c);
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
    client c;
    connect_client(&c);
    send_line(&c, "guest");
    c.session->rows = 1000;
    const char *said = send_line(&c, "HELP");
    expect_contains(said, "OVERVIEW, CONTENTS\n");
    expect_contains(said, "NEW engine1");
    expect_contains(said, "  Talk ");
    said = send_line(&c, "HELP COMMAND-LIST");
    for (size_t i = 0; i < SHG_COMMANDS; i++)
        expect_contains(said, shg_commands[i].brief);
    expect_reply(&c, "?board", "Usage: BOARD [-o] [-a SQUARE] [<gid>]\n");
    said = send_line(&c, "h PROHIBITED");
    expect_contains(said, "PROHIBITED DROPS, NIFU, UCHIFUZUME\n");
    expect_contains(said,
                    "- nifu (two pawns): you may not drop a pawn on a file where you already have");
    expect_contains(
        said, "- a piece that could never move: you may not drop a pawn or lance on the last");
    expect_contains(said,
                    "- uchifuzume (pawn-drop mate): you may not drop a pawn to give immediate");
    expect_reply(&c, "HELP NIFU", "PROHIBITED DROPS, NIFU, UCHIFUZUME\n");
    expect_reply(&c, "HELP UCHIFUZUME", "PROHIBITED DROPS, NIFU, UCHIFUZUME\n");
    expect_reply(&c, "HELP TSUMI", "MATE, CHECKMATE, TSUMI\n");
    expect_reply(&c, "h drops", "PROHIBITED DROPS"); /* inside DROPS, and once */
    said = strstr(send_line(&c, "h drops"), "PROHIBITED DROPS");
    assert_null(strstr(said + 1, "PROHIBITED DROPS"));
    expect_reply(&c, "h m", "Usage: MOVES [-n] [<gid>]\n");
    expect_reply(&c, "h xy", "There is no help on xy.  HELP * lists the topics.\n");
    expect_reply(&c, "h *", "    PROHIBITED DROPS, NIFU, UCHIFUZUME\n");
    expect_contains(send_line(&c, "HELP COMMAND-LIST"), "COMMANDS, COMMAND-LIST\n");
    c.session->rows = 10;
    said = send_line(&c, "help commands"); /* nine lines, then as many as requested */
    assert_int_equal(lines_of(said), 9);
    expect_contains(said, "  ANALYSIS           ");
    expect_contains(said, ".\n--More-- <y,q> ");
    said = send_line(&c, "");
    assert_int_equal(lines_of(said), 1);
    expect_contains(said, ".\n--More-- <y,q> ");
    assert_string_equal(send_line(&c, "p"), "--More-- <y,q> "); /* not the list of moves */
    said = send_line(&c, " ");
    assert_int_equal(lines_of(said), 9);
    expect_contains(said, "--More-- <y,q> ");
    expect_excludes(said, "SHELL");
    expect_contains(send_line(&c, "Y"), "--More-- <y,q> ");
    assert_string_equal(send_line(&c, "q"), "> ");
    send_line(&c, "help commands");
    assert_string_equal(send_line(&c, "N"), "> ");
    /* All of it, twice, from the first line. */
    for (int i = 0; i < 2; i++) {
        expect_contains(send_line(&c, "HELP ALL"), "OVERVIEW, CONTENTS\n\n  Start  ");
        assert_string_equal(send_line(&c, "q"), "> ");
    }
    said = send_line(&c, "HELP -n chu"); /* to the end without a question */
    expect_contains(said, "free boar (+M)");
    expect_excludes(said, "--More--");
    assert_string_equal(said + strlen(said) - 3, "\n> ");
    c.session->rows = 1000;
    said = send_line(&c, "HELP SHOGI");
    expect_excludes(said, "GAME SHOGI-CLUB\n"); /* games match by their whole names only */
    expect_reply(&c, "HELP shogi-club", "Shogi, club rules (GAME SHOGI-CLUB, SHOGI-CLUB)\n");
    expect_reply(&c, "HELP shogi, club rules", "Shogi, club rules (GAME SHOGI-CLUB, SHOGI-CLUB)\n");
    expect_reply(&c, "HELP game mini shogi", "Mini Shogi (GAME MINI, MINI)\n");
    expect_reply(&c, "HELP minishogi", "Mini Shogi (GAME MINI, MINI)\n");
    expect_reply(&c, "HELP \xe5\xb0\x8f\xe5\xb0\x86\xe6\xa3\x8b", "Sho Shogi (GAME SHO, SHO)\n");
    said = send_line(&c, "HELP SHOGI");
    expect_contains(said, "SHOGI RULES, SHOGI, RULES\n");
    expect_contains(said, "G, GOLD GENERAL, KINSHOO, KIN\n");
    expect_reply(&c, "HELP check", "there may be other");
    said = send_line(&c, "HELP -n play"); /* an exact name shows that topic alone */
    expect_contains(said, "Usage: PLAY <move>\n");
    expect_contains(said, "See also: SCREEN READERS, ONE KEYBOARD, PLAYING COMMANDS\n> ");
    said = send_line(&c, "HELP general"); /* a partial name shows every match in full */
    expect_contains(said, "G, GOLD GENERAL, ");
    expect_contains(said, "S, SILVER GENERAL, ");
    expect_contains(said, "+S, PROMOTED SILVER, NARIGIN\n"); /* inside the silver */
    disconnect(&c);
}

/* Every HELP topic of the Shoogi Server exists here. Rows: HELP.topics HELP.refs HELP.alias
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
    client c;
    connect_client(&c);
    send_line(&c, "guest");
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i += TEST_SHARE(1, 1, 8)) {
        char line[60];
        snprintf(line, sizeof line, "HELP -n %s", topics[i]);
        expect_excludes(send_line(&c, line), "There is no help");
    }
    disconnect(&c);
}

/* Rows: HELP.piece */
static void help_on_pieces(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    static const char gold[] = "    * * *\n    * o *\n    . * .\n";
    expect_reply(&anna, "HELP gold", gold);
    expect_reply(&anna, "HELP +S", gold);
    const char *said = send_line(&anna, "HELP -n N");
    expect_contains(said, "    . # . # .\n    . . . . .\n    . . o . .\n");
    expect_contains(said, "It promotes to promoted knight (+N).");
    expect_contains(said, "Usage: NEW"); /* another topic of that name */
    expect_excludes(said, "XBetza");
    expect_reply(&anna, "HELP horse", "+B, H, PROMOTED BISHOP, RYUUMA, UMA, HORSE\n");
    expect_reply(&anna, "HELP dragon horse", "DRAGON HORSE, "); /* the name in other games */
    expect_reply(&anna, "HELP lion", "N, LION, SHISHI, SHI (of Chu Shogi)\n");
    expect_contains(challenge_and_accept(&anna, &bert, "NEW -v chu W"), "Chu Shogi");
    expect_reply(&bert, "HELP -n N", "N, LION, SHISHI, SHI\n"); /* of the current game */
    expect_reply(&bert, "HELP -n knight", "(of ");              /* which has no knight */
    disconnect(&anna);
    disconnect(&bert);
}

/* What a reading came to. */
typedef struct reading {
    unsigned runs, finished;
    shoogi_status status;
} reading;

typedef struct insisting {
    shg_task task;
    reading *reading;
    unsigned refused; /* how often */
} insisting;

/* Is refused as by a database that is away. */
static shoogi_status run_reading(shg_job *job, shg_storage *storage)
{
    insisting *t = (insisting *)(void *)job;
    (void)storage;
    job->refused = t->reading->runs < t->refused;
    t->reading->runs++;
    return job->refused ? SHOOGI_LIMIT_EXCEEDED : SHOOGI_OK;
}

static void finish_reading(shg_task *task)
{
    reading *r = ((insisting *)task)->reading;
    r->finished++;
    r->status = task->job.status;
}

static void begin_reading(reading *r, bool insists, unsigned refused)
{
    insisting *t = shg_task_alloc(NULL, sizeof *t);
    assert_non_null(t);
    t->reading = r;
    t->refused = refused;
    t->task.insists = insists;
    shg_task_read(&t->task, server, NULL, run_reading, finish_reading);
    wait_for_jobs();
}

/* A task that insists is finished when the database is there, or the server is not. */
static void a_refused_task_insists(void **state)
{
    reading plain = { 0 }, insists[2] = { 0 }, last = { 0 };
    begin_reading(&plain, false, 1);
    assert_int_equal(plain.status, SHOOGI_LIMIT_EXCEEDED);
    begin_reading(&insists[0], true, 1);
    begin_reading(&insists[1], true, 2);
    for (unsigned tick = 1; tick <= 3; tick++) {
        shg_tasks_insist(server);
        wait_for_jobs();
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(insists[i].runs, tick <= i ? tick + 1 : i + 2);
            assert_int_equal(insists[i].finished, tick > i);
            assert_int_equal(insists[i].status, SHOOGI_OK);
        }
    }
    begin_reading(&last, true, 1000);
    assert_int_equal(last.finished, 0);
    tear_down(state);
    assert_int_equal(last.finished, 1);
    assert_int_equal(last.status, SHOOGI_IO);
    assert_int_equal(plain.finished, 1);
}

TEST_SUITE(session)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(logging_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_short_password_of_old, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whole_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_sessions_of_one_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(notices_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(notices_are_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_of_guests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_of_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(challenges, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gone_while_busy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_accounts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_replaced_password, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wrong_password_is_asked_for_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_are_sent_in_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_topics, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_on_pieces, set_up, tear_down),
        cmocka_unit_test_setup(a_refused_task_insists, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
