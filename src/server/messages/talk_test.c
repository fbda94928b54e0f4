/* talk_test.c: messages between players: online, offline, and ignored. */
#include "support/session.h"
#include "server/session/part.h"
#include "base/test_suite.h"

/* Rows: TELL.1 TELL.2 DOT.1 GEN.2 GEN.8 */
static void telling(void **state)
{
    (void)state;
    client anna, foo, guest;
    log_in(&anna, "Anna");
    log_in(&foo, "Foo.Bar");
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&anna, "TELL . hello", "You have not sent a message to anyone yet");
    expect_reply(&anna, ". hello", "You have not sent a message to anyone yet");
    expect_reply(&anna, "tell FOO.BAR  Good   evening", "Said to Foo.Bar.\n");
    expect_contains(take_output(&foo), "Anna tells you: Good   evening\n");
    expect_reply(&anna, ". again", "Said to Foo.Bar.\n");
    expect_contains(take_output(&foo), "Anna tells you: again\n");
    expect_reply(&anna, ".no blank", "Said to Foo.Bar.\n");
    expect_contains(take_output(&foo), "Anna tells you: no blank\n");
    expect_reply(&anna, "TELL . -o is no option", "Said to Foo.Bar.\n");
    expect_contains(take_output(&foo), "Anna tells you: -o is no option\n");
    /* A recipient must be a whole name, not a pattern, of an existing player. */
    expect_reply(&anna, "TELL Foo hello", "There is no player called Foo.  Nothing was sent.\n");
    expect_reply(&anna, "TELL Foo* hello", "There is no player called Foo*.  Nothing was sent.\n");
    expect_reply(&anna, "TELL Foo.Bar", "a text");
    expect_reply(
        &anna, "TELL",
        "TELL needs the name of a player and a text, such as TELL anna Hello! (HELP TELL).");
    expect_reply(&anna, "TELL 123456789012345678901234567890123 x", "the name of a player");
    /* Characters that could harm a terminal are removed, which may leave nothing. */
    expect_reply(&anna,
                 "TELL foo.bar a\xE2\x80\xAE"
                 "b\x1B[2Jc",
                 "Said to Foo.Bar.\n");
    expect_contains(take_output(&foo), "Anna tells you: ab[2Jc\n");
    expect_reply(&anna, "TELL foo.bar \xE2\x80\xAE", "That text has no printable characters.");
    /* A guest who is not stored. */
    char line[80];
    snprintf(line, sizeof line, "TELL %s hello", guest.session->name);
    expect_reply(&foo, line, "Said to guest");
    expect_contains(take_output(&guest), "Foo.Bar tells you: hello\n");
    expect_reply(&guest, "tell anna hello", "Said to Anna.\n");
    expect_contains(take_output(&anna), " tells you: hello\n");
    disconnect(&guest);
    expect_reply(&foo, line, "There is no player called guest");
    disconnect(&foo);
    disconnect(&anna);
}

/* Rows: TELL.3 TELL.4 TELL.5 LOGIN */
static void absent_players(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    play_move(&bert, "P-3d", "P-3d");
    disconnect(&bert);
    expect_reply(&anna, "TELL bert first",
                 "Bert is not online.\nLeave the message for Bert? (y/n) ");
    expect_reply(&anna, "", "Type y or n.\nLeave the message for Bert? (y/n) ");
    expect_reply(&anna, "n", "The message was not left.\n> ");
    expect_reply(&anna, "TELL bert first", "(y/n) ");
    expect_reply(&anna, "y", "Your message was left for Bert.\n> ");
    expect_reply(&anna, ".second \x1B[2J line", "(y/n) ");
    expect_reply(&anna, " YES ", "Your message was left for Bert.\n> ");
    play_move(&anna, "P-2f", "P-2f");
    connect_client(&bert);
    send_line(&bert, "Bert");
    const char *said = send_line(&bert, "correct horse");
    expect_contains(said, "Messages were left for you:\n");
    const char *first = strstr(said, " UTC, Anna: first\n");
    assert_non_null(first);
    assert_non_null(strstr(first, " UTC, Anna: second [2J line\n"));
    const char *moves = strstr(first, "There are moves you have not seen in game ");
    assert_non_null(moves);
    expect_contains(moves, "Your current game is ");
    disconnect(&bert);
    /* Once. */
    connect_client(&bert);
    send_line(&bert, "Bert");
    expect_excludes(send_line(&bert, "correct horse"), "left for you");
    disconnect(&bert);
    /* The recipient logs in during the question. */
    expect_reply(&anna, ". third", "(y/n) ");
    log_in(&bert, "Bert");
    expect_reply(&anna, "yes", "Said to Bert.\n");
    expect_contains(take_output(&bert), "Anna tells you: third\n");
    disconnect(&bert);
    /* Up to the limit. */
    for (int i = 0; i < SHG_MESSAGES_PER_SENDER; i++) {
        send_line(&anna, ". many");
        expect_reply(&anna, "yes", "Your message was left for Bert.\n");
    }
    send_line(&anna, ". many");
    expect_reply(&anna, "yes", "Bert has too many messages waiting.  Nothing was left.\n");
    disconnect(&anna);
}

/* Five players fill what waits for Bert: the first message of a sixth takes the place of the oldest of one of them, who
 * have no more than their own part of it. */
static void a_full_mailbox(void **state)
{
    (void)state;
    client bert, sender;
    log_in(&bert, "Bert");
    disconnect(&bert);
    enum { SENDERS = SHG_MESSAGES_MAX / SHG_MESSAGES_PER_SENDER };
    for (int i = 0; i <= SENDERS; i++) {
        const char name[] = { 'E', 'v', 'e', (char)('a' + i), '\0' };
        log_in(&sender, i < SENDERS ? name : "Anna");
        for (int j = 0; j < (i < SENDERS ? SHG_MESSAGES_PER_SENDER : 1); j++) {
            char line[40];
            snprintf(line, sizeof line, "TELL bert %s %d", i < SENDERS ? "spam" : "welcome", j);
            send_line(&sender, line);
            expect_reply(&sender, "yes", "Your message was left for Bert.\n");
        }
        if (i < SENDERS) {
            send_line(&sender, "TELL bert more");
            expect_reply(&sender, "yes", "Bert has too many messages waiting.");
        }
        disconnect(&sender);
    }
    connect_client(&bert);
    send_line(&bert, "Bert");
    const char *said = send_line(&bert, "correct horse");
    expect_contains(said, " UTC, Anna: welcome 0\n");
    expect_excludes(said, " UTC, Evea: spam 0\n");
    expect_contains(said, " UTC, Evea: spam 1\n");
    expect_contains(said, " UTC, Eveb: spam 0\n");
    disconnect(&bert);
}

/* A message that could not be shown is kept for the next login. Rows: TELL.4 */
static void not_shown_is_kept(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    disconnect(&bert);
    expect_reply(&anna, "TELL bert first", "(y/n) ");
    expect_reply(&anna, "yes", "Your message was left for Bert.\n");
    /* Disconnected while the password is being checked. */
    connect_client(&bert);
    expect_reply(&bert, "Bert", "password: ");
    type_without_waiting(&bert, "correct horse");
    shg_session_quit(bert.session);
    wait_for_jobs();
    expect_excludes(take_output(&bert), "Welcome");
    disconnect(&bert);
    connect_client(&bert);
    send_line(&bert, "Bert");
    expect_reply(&bert, "correct horse", "A message was left for you:\n");
    disconnect(&bert);
    disconnect(&anna);
}

/* The greeting lists games begun during the absence, and those in which it is the player's turn.
 * Rows: LOGIN */
static void games_begun_meanwhile(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    expect_reply(&anna, "NEW -c black bert", "is number 1.");
    expect_reply(&anna, "NEW * P-7f", "is number 2.");
    disconnect(&anna);
    expect_reply(&bert, "NEW 1", "Game 1 has begun: you are White.");
    expect_reply(&bert, "NEW 2", "Game 2 has begun: you are White.");
    connect_client(&anna);
    send_line(&anna, "Anna");
    const char *said = send_line(&anna, "correct horse");
    expect_contains(said, "Games that began while you were away: 1, 2.\n"
                          "It is your turn in game 1.\nSTAT lists your games.\n"
                          "Your current game is 1.  BOARD shows it.\n");
    expect_excludes(said, "have not seen");
    disconnect(&anna);
    play_move(&bert, "P-3d", "P-3d");
    connect_client(&anna);
    send_line(&anna, "Anna");
    said = send_line(&anna, "correct horse");
    expect_contains(said, "There are moves you have not seen in game 2.\n"
                          "It is your turn in game 1.\n");
    expect_excludes(said, "has begun");
    disconnect(&anna);
    disconnect(&bert);
}

/* A message stored while its recipient logs in is shown at once, and only once. Rows: TELL.3
 * TELL.4 */
static void message_left_during_login(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    disconnect(&bert);
    expect_reply(&anna, "TELL bert first", "(y/n) ");
    expect_reply(&anna, "yes", "Your message was left for Bert.\n");
    expect_reply(&anna, "TELL bert second", "(y/n) ");
    connect_client(&bert);
    expect_reply(&bert, "Bert", "password: ");
    type_without_waiting(&bert, "correct horse");
    while (!bert.session->online) /* greeted, while the messages are being read */
        event_base_loop(server->base, EVLOOP_ONCE);
    shg_session *here = bert.session;
    shg_online_remove(&server->sessions->online, here); /* the state when the question was asked */
    type_without_waiting(&anna, "yes");
    shg_online_add(&server->sessions->online, here);
    wait_for_prompt(&anna);
    wait_for_jobs();
    const char *said = take_output(&bert);
    const char *first = strstr(said, "Anna: first\n"), *second = strstr(said, "Anna: second\n");
    assert_non_null(first);
    assert_non_null(second);
    assert_null(strstr(first + 1, "Anna: first\n"));
    assert_null(strstr(second + 1, "Anna: second\n"));
    disconnect(&bert);
    connect_client(&bert);
    send_line(&bert, "Bert");
    expect_excludes(send_line(&bert, "correct horse"), "left for you");
    disconnect(&bert);
    disconnect(&anna);
}

/* Rows: SAY.1 SAY.2 TELL.2 */
static void saying(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    expect_reply(&bert, "SAY hello", "You have no current game");
    start_game(&anna, &bert);
    disconnect(&anna);
    log_in(&anna, "Anna");
    expect_reply(&anna, "SAY it need not be loaded", "Said to Bert.\n");
    expect_contains(take_output(&bert), "Anna says: it need not be loaded\n");
    expect_reply(&anna, ".as the last one", "Said to Bert.\n");
    disconnect(&bert);
    expect_reply(&anna, "SAY gone?", "Leave the message for Bert? (y/n) ");
    expect_reply(&anna, "yes", "Your message was left for Bert.\n");
    disconnect(&anna);
}

/* Rows: SHOUT.1 */
static void shouting(void **state)
{
    (void)state;
    client anna, bert, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    connect_client(&guest);
    send_line(&guest, "guest");
    expect_reply(&anna, "SHOUT Good evening!", "2 others heard it.\n");
    expect_contains(take_output(&bert), "Anna shouts: Good evening!\n");
    expect_contains(take_output(&guest), "Anna shouts: Good evening!\n");
    expect_reply(&anna, "SHOUT", "SHOUT needs a text, such as ");
    /* Flooding is limited. */
    const char *said = "";
    int heard_by_bert = 0;
    for (int i = 0; i < 100 && !strstr(said, "You are sending too many messages.");
         i++, heard_by_bert++)
        said = send_line(&anna, "SHOUT again");
    assert_in_range(heard_by_bert, 10, 20);
    expect_reply(&anna, "TELL bert hello",
                 "You are sending too many messages.  Nothing was "
                 "sent.  Wait a moment.");
    server->clock.start_ms += 40 * 1000;
    expect_reply(&anna, "TELL bert hello", "Said to Bert.");
    disconnect(&guest);
    disconnect(&bert);
    disconnect(&anna);
}

/* Rows: IGNORE */
static void ignoring(void **state)
{
    (void)state;
    client anna, bert, again, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    log_in(&again, "Bert");
    expect_reply(&bert, "IGNORE", "Players you ignore: 0.");
    expect_reply(&bert, "IGNORE nobody", "There is no player called nobody.\n");
    expect_reply(&bert, "IGNORE anna", "You now ignore Anna.\n");
    expect_reply(&bert, "IGNORE", "  Anna\nPlayers you ignore: 1.");
    expect_reply(&again, "IGNORE", "  Anna\nPlayers you ignore: 1.");
    expect_reply(&anna, "TELL bert hello", "Bert ignores you.  Nothing was sent.\n");
    expect_reply(&anna, "SAY hello", "Bert ignores you.  Nothing was sent.\n");
    expect_reply(&anna, "SHOUT hello", "0 others heard it.\n");
    expect_excludes(take_output(&bert), "hello");
    play_move(&bert, "P-3d", "P-3d"); /* games are not affected */
    disconnect(&again);
    disconnect(&bert);
    expect_reply(&anna, "TELL bert hello", "Bert ignores you.  Nothing was sent.\n");
    log_in(&bert, "Bert"); /* and it is stored */
    expect_reply(&anna, "TELL bert hello", "Bert ignores you.  Nothing was sent.\n");
    expect_reply(&bert, "ignore ANNA", "You no longer ignore Anna.\n");
    expect_reply(&anna, "TELL bert hello", "Said to Bert.\n");
    /* A guest who is not stored, and one who ignores. */
    connect_client(&guest);
    send_line(&guest, "guest");
    char line[60];
    snprintf(line, sizeof line, "IGNORE %s", guest.session->name);
    expect_reply(&bert, line, "You now ignore guest");
    expect_reply(&guest, "TELL bert hello", "Bert ignores you");
    expect_reply(&guest, "IGNORE bert", "You now ignore Bert.");
    snprintf(line, sizeof line, "TELL %s hello", guest.session->name);
    expect_reply(&bert, line, "ignores you");
    disconnect(&guest);
    disconnect(&bert);
    disconnect(&anna);
}

static char report[8000];

static bool copy_report(void *context, const shg_report *row)
{
    (void)context;
    snprintf(report, sizeof report, "%s about %s in %lld: %s\n%s", row->sender_name,
             row->accused_name, (long long)row->game, row->text, row->heard);
    return true;
}

static shoogi_status list_reports(shg_job *job, shg_storage *storage)
{
    (void)job;
    return storage->ops->report_list(storage, 0, 0, copy_report, NULL, NULL);
}

static void on_listed(shg_job *job)
{
    (void)job;
    server->jobs--;
}

static const char *last_report(void)
{
    static shg_job job;
    job = (shg_job){ .run = list_reports, .done = on_listed };
    report[0] = '\0';
    server->jobs++;
    assert_int_equal(shg_worker_submit(server->reader, &job), SHOOGI_OK);
    wait_for_jobs();
    return report;
}

static shoogi_status add_reports(shg_job *job, shg_storage *storage)
{
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < SHG_REPORTS_PER_DAY && status == SHOOGI_OK; i++) {
        const shg_report row = {
            .sender = 2, .accused = 1, .text = "x", .heard = "", .at_ms = shg_now_ms(server)
        };
        int64_t id;
        status = storage->ops->report_add(storage, &id, &row, &job->error);
    }
    return status;
}

/* Rows: REPORT */
static void reporting(void **state)
{
    (void)state;
    client anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    start_game(&anna, &bert);
    send_line(&bert, "TELL anna you fool");
    send_line(&bert, "SHOUT Anna is a fool");
    expect_reply(&anna, "REPORT bert He is \x1B[1mrude",
                 "Your report about Bert goes to the moderators, with the last messages sent to\n"
                 "you.  IGNORE ");
    assert_string_equal(last_report(), "Anna about Bert in 1: He is [1mrude\n"
                                       "Bert tells you: you fool\nBert shouts: Anna is a fool\n");
    /* A guest who is not stored, while online and after leaving. */
    client guest;
    for (int gone = 0; gone < 2; gone++) {
        connect_client(&guest);
        send_line(&guest, "guest");
        send_line(&guest, "TELL anna you fool");
        char line[80], kept[80];
        snprintf(line, sizeof line, "REPORT %s rude", guest.session->name);
        snprintf(kept, sizeof kept, "Your report about %s goes", guest.session->name);
        if (gone)
            disconnect(&guest);
        expect_reply(&anna, line, kept);
        expect_contains(last_report(), "Anna about guest");
        if (gone)
            break;
        /* The guest continues as the stored one. */
        expect_reply(&guest, "NEW W", "Your challenge is number ");
        disconnect(&guest);
    }
    expect_reply(&anna, "REPORT guest000000 x", "There is no player called guest000000");
    expect_reply(&anna, "REPORT nobody x",
                 "There is no player called nobody.  Nothing was reported.\n");
    expect_reply(&anna, "REPORT bert", "a text");
    expect_reply(&anna, "REPORT", "REPORT needs the name of a player and a text, such as ");
    run_storage_job(add_reports);
    expect_reply(&bert, "REPORT anna x",
                 "nothing was stored: you have made 20 reports in 24 hours");
    /* Only the latest talk is kept. */
    for (int i = 0; i < 60; i++)
        send_line(&bert,
                  "TELL anna 123456789 123456789 123456789 123456789 123456789 123456789 end");
    send_line(&bert, "TELL anna the last");
    send_line(&anna, "REPORT bert again");
    const char *said = last_report();
    assert_true(strlen(said) <= SHG_REPORTED_TALK_BYTES_MAX + 60);
    expect_contains(said, "again\nBert tells you: 123456789");
    expect_contains(said, "end\nBert tells you: the last\n");
    disconnect(&bert);
    disconnect(&anna);
}

TEST_SUITE(talk)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(telling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(absent_players, set_up, tear_down),
        cmocka_unit_test_setup_teardown(saying, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_begun_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(message_left_during_login, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_mailbox, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_shown_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shouting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ignoring, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reporting, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
