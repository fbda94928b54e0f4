/* talk_test.c: messages between players, who are there or not, and ignore each other or not. */
#include "support/session.h"
#include "server/session/part.h"
#include "base/test_suite.h"

/* Rows: TELL.1 TELL.2 DOT.1 GEN.2 GEN.8 */
static void telling(void **state)
{
    (void)state;
    person anna, foo, guest;
    log_in(&anna, "Anna");
    log_in(&foo, "Foo.Bar");
    arrive(&guest);
    ask(&guest, "guest");
    expect(&anna, "TELL . hello", "You have not sent a message to anybody yet");
    expect(&anna, ". hello", "You have not sent a message to anybody yet");
    expect(&anna, "tell FOO.BAR  Good   evening", "Said to Foo.Bar.\n");
    expect_in(heard(&foo), "Anna tells you: Good   evening\n");
    expect(&anna, ". again", "Said to Foo.Bar.\n");
    expect_in(heard(&foo), "Anna tells you: again\n");
    expect(&anna, ".no blank", "Said to Foo.Bar.\n");
    expect_in(heard(&foo), "Anna tells you: no blank\n");
    expect(&anna, "TELL . -o is no option", "Said to Foo.Bar.\n");
    expect_in(heard(&foo), "Anna tells you: -o is no option\n");
    /* A whole name and no pattern, and somebody who is known. */
    expect(&anna, "TELL Foo hello", "There is no player called Foo: nothing was sent.\n");
    expect(&anna, "TELL Foo* hello", "There is no player called Foo*: nothing was sent.\n");
    expect(&anna, "TELL Foo.Bar", "input:1:13: expected a text, found end of text\n");
    expect(&anna, "TELL", "input:1:5: expected <name>, found end of text\n");
    expect(&anna, "TELL 123456789012345678901234567890123 x", "expected the name of a player");
    /* What could harm a terminal is taken out, and so nothing may be left. */
    expect(&anna,
           "TELL foo.bar a\xE2\x80\xAE"
           "b\x1B[2Jc",
           "Said to Foo.Bar.\n");
    expect_in(heard(&foo), "Anna tells you: ab[2Jc\n");
    expect(&anna, "TELL foo.bar \xE2\x80\xAE", "nothing in that text that could be shown");
    /* A guest, of whom nothing is stored. */
    char line[80];
    snprintf(line, sizeof line, "TELL %s hello", guest.session->name);
    expect(&foo, line, "Said to guest");
    expect_in(heard(&guest), "Foo.Bar tells you: hello\n");
    expect(&guest, "tell anna hello", "Said to Anna.\n");
    expect_in(heard(&anna), " tells you: hello\n");
    leave(&guest);
    expect(&foo, line, "There is no player called guest");
    leave(&foo);
    leave(&anna);
}

/* Rows: TELL.3 TELL.4 TELL.5 LOGIN */
static void absent_players(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    play(&bert, "P-3d", "P-3d");
    leave(&bert);
    expect(&anna, "TELL bert first", "Bert is not online.\nLeave the message for Bert? (yes) ");
    expect(&anna, "y", "The message was not left.\n> ");
    expect(&anna, "TELL bert first", "(yes) ");
    expect(&anna, "yes", "The message was left for Bert.\n> ");
    expect(&anna, ".second \x1B[2J line", "(yes) ");
    expect(&anna, " YES ", "The message was left for Bert.\n> ");
    play(&anna, "P-2f", "P-2f");
    arrive(&bert);
    ask(&bert, "Bert");
    const char *said = ask(&bert, "correct horse");
    expect_in(said, "Messages were left for you:\n");
    const char *first = strstr(said, " UTC, Anna: first\n");
    assert_non_null(first);
    assert_non_null(strstr(first, " UTC, Anna: second [2J line\n"));
    const char *moves = strstr(first, "Moves you have not seen are in game ");
    assert_non_null(moves);
    expect_in(moves, "Your current game is ");
    leave(&bert);
    /* Once. */
    arrive(&bert);
    ask(&bert, "Bert");
    lacks(ask(&bert, "correct horse"), "left for you");
    leave(&bert);
    /* He comes while the question stands. */
    expect(&anna, ". third", "(yes) ");
    log_in(&bert, "Bert");
    expect(&anna, "yes", "Said to Bert.\n");
    expect_in(heard(&bert), "Anna tells you: third\n");
    leave(&bert);
    /* So many and no more. */
    for (int i = 0; i < SHG_MESSAGES_PER_SENDER; i++) {
        ask(&anna, ". many");
        expect(&anna, "yes", "The message was left for Bert.\n");
    }
    ask(&anna, ". many");
    expect(&anna, "yes", "There are too many messages for Bert already: nothing was left.\n");
    leave(&anna);
}

/* A message that could not be shown is kept for the next time.  Rows: TELL.4 */
static void not_shown_is_kept(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    leave(&bert);
    expect(&anna, "TELL bert first", "(yes) ");
    expect(&anna, "yes", "The message was left for Bert.\n");
    /* Sent away while his password is looked at. */
    arrive(&bert);
    expect(&bert, "Bert", "password: ");
    type(&bert, "correct horse");
    shg_session_quit(bert.session);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    lacks(heard(&bert), "Welcome");
    leave(&bert);
    arrive(&bert);
    ask(&bert, "Bert");
    expect(&bert, "correct horse", "A message was left for you:\n");
    leave(&bert);
    leave(&anna);
}

/* What has begun while he was away is told, and where it is his turn.  Rows: LOGIN */
static void games_begun_meanwhile(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    expect(&anna, "NEW -c black bert", "is number 1.");
    expect(&anna, "NEW * P-7f", "is number 2.");
    leave(&anna);
    expect(&bert, "NEW 1", "Game 1 has begun: you are White.");
    expect(&bert, "NEW 2", "Game 2 has begun: you are White.");
    arrive(&anna);
    ask(&anna, "Anna");
    const char *said = ask(&anna, "correct horse");
    expect_in(said, "Begun while you were away: games 1, 2.\nIt is your turn in game 1.\n"
                    "STAT lists your games.\nYour current game is 1: BOARD shows it.\n");
    lacks(said, "have not seen");
    leave(&anna);
    play(&bert, "P-3d", "P-3d");
    arrive(&anna);
    ask(&anna, "Anna");
    said = ask(&anna, "correct horse");
    expect_in(said, "Moves you have not seen are in game 2.\nIt is your turn in game 1.\n");
    lacks(said, "began");
    leave(&anna);
    leave(&bert);
}

/* A message that is being stored while he whom it is for logs in reaches him now, and once.  Rows: TELL.3 TELL.4 */
static void left_while_he_comes(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    leave(&bert);
    expect(&anna, "TELL bert first", "(yes) ");
    expect(&anna, "yes", "The message was left for Bert.\n");
    expect(&anna, "TELL bert second", "(yes) ");
    arrive(&bert);
    expect(&bert, "Bert", "password: ");
    type(&bert, "correct horse");
    while (!bert.session->online) /* he is greeted: what is left for him is being read */
        event_base_loop(server->base, EVLOOP_ONCE);
    shg_session *here = bert.session;
    shg_online_remove(&server->sessions->online, here); /* as she found it when she was asked */
    type(&anna, "yes");
    shg_online_add(&server->sessions->online, here);
    settle(&anna);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    const char *said = heard(&bert);
    const char *first = strstr(said, "Anna: first\n"), *second = strstr(said, "Anna: second\n");
    assert_non_null(first);
    assert_non_null(second);
    assert_null(strstr(first + 1, "Anna: first\n"));
    assert_null(strstr(second + 1, "Anna: second\n"));
    leave(&bert);
    arrive(&bert);
    ask(&bert, "Bert");
    lacks(ask(&bert, "correct horse"), "left for you");
    leave(&bert);
    leave(&anna);
}

/* Rows: SAY.1 SAY.2 TELL.2 */
static void saying(void **state)
{
    (void)state;
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    expect(&bert, "SAY hello", "You have no current game");
    begin(&anna, &bert);
    leave(&anna);
    log_in(&anna, "Anna");
    expect(&anna, "SAY it need not be loaded", "Said to Bert.\n");
    expect_in(heard(&bert), "Anna says: it need not be loaded\n");
    expect(&anna, ".as the last one", "Said to Bert.\n");
    leave(&bert);
    expect(&anna, "SAY gone?", "Leave the message for Bert? (yes) ");
    expect(&anna, "yes", "The message was left for Bert.\n");
    leave(&anna);
}

/* Rows: SHOUT.1 */
static void shouting(void **state)
{
    (void)state;
    person anna, bert, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    arrive(&guest);
    ask(&guest, "guest");
    expect(&anna, "SHOUT Good evening!", "2 others heard it.\n");
    expect_in(heard(&bert), "Anna shouts: Good evening!\n");
    expect_in(heard(&guest), "Anna shouts: Good evening!\n");
    expect(&anna, "SHOUT", "expected <text>");
    /* A flood ends. */
    const char *said = "";
    int heard_by_bert = 0;
    for (int i = 0; i < 100 && !strstr(said, "too much at once"); i++, heard_by_bert++)
        said = ask(&anna, "SHOUT again");
    assert_in_range(heard_by_bert, 10, 20);
    expect(&anna, "TELL bert hello", "too much at once: nothing was sent.");
    server->clock.start_ms += 40 * 1000;
    expect(&anna, "TELL bert hello", "Said to Bert.");
    leave(&guest);
    leave(&bert);
    leave(&anna);
}

/* Rows: IGNORE */
static void ignoring(void **state)
{
    (void)state;
    person anna, bert, again, guest;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    log_in(&again, "Bert");
    expect(&bert, "IGNORE", "You ignore 0.");
    expect(&bert, "IGNORE nobody", "There is no player called nobody.\n");
    expect(&bert, "IGNORE anna", "You do not hear Anna any more.\n");
    expect(&bert, "IGNORE", "  Anna\nYou ignore 1.");
    expect(&again, "IGNORE", "  Anna\nYou ignore 1.");
    expect(&anna, "TELL bert hello", "Bert ignores you: nothing was sent.\n");
    expect(&anna, "SAY hello", "Bert ignores you: nothing was sent.\n");
    expect(&anna, "SHOUT hello", "0 others heard it.\n");
    lacks(heard(&bert), "hello");
    play(&bert, "P-3d", "P-3d"); /* games are not affected */
    leave(&again);
    leave(&bert);
    expect(&anna, "TELL bert hello", "Bert ignores you: nothing was sent.\n");
    log_in(&bert, "Bert"); /* and it is remembered */
    expect(&anna, "TELL bert hello", "Bert ignores you: nothing was sent.\n");
    expect(&bert, "ignore ANNA", "You hear Anna again.\n");
    expect(&anna, "TELL bert hello", "Said to Bert.\n");
    /* A guest of whom nothing is stored, and one who ignores. */
    arrive(&guest);
    ask(&guest, "guest");
    char line[60];
    snprintf(line, sizeof line, "IGNORE %s", guest.session->name);
    expect(&bert, line, "You do not hear guest");
    expect(&guest, "TELL bert hello", "Bert ignores you");
    expect(&guest, "IGNORE bert", "You do not hear Bert any more.");
    snprintf(line, sizeof line, "TELL %s hello", guest.session->name);
    expect(&bert, line, "ignores you");
    leave(&guest);
    leave(&bert);
    leave(&anna);
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

static void listed(shg_job *job)
{
    (void)job;
    server->jobs--;
}

static const char *last_report(void)
{
    static shg_job job;
    job = (shg_job){ .run = list_reports, .done = listed };
    report[0] = '\0';
    server->jobs++;
    assert_int_equal(shg_worker_submit(server->reader, &job), SHOOGI_OK);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
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
    person anna, bert;
    log_in(&anna, "Anna");
    log_in(&bert, "Bert");
    begin(&anna, &bert);
    ask(&bert, "TELL anna you fool");
    ask(&bert, "SHOUT Anna is a fool");
    expect(&anna, "REPORT bert He is \x1B[1mrude", "Your report about Bert is kept for the moder");
    assert_string_equal(last_report(), "Anna about Bert in 1: He is [1mrude\n"
                                       "Bert tells you: you fool\nBert shouts: Anna is a fool\n");
    /* A guest of whom nothing is stored, while he is here and when he has gone. */
    person guest;
    for (int gone = 0; gone < 2; gone++) {
        arrive(&guest);
        ask(&guest, "guest");
        ask(&guest, "TELL anna you fool");
        char line[80], kept[80];
        snprintf(line, sizeof line, "REPORT %s rude", guest.session->name);
        snprintf(kept, sizeof kept, "Your report about %s is kept", guest.session->name);
        if (gone)
            leave(&guest);
        expect(&anna, line, kept);
        expect_in(last_report(), "Anna about guest");
        if (gone)
            break;
        /* He goes on as the one who was stored. */
        expect(&guest, "NEW W", "Your challenge is number ");
        leave(&guest);
    }
    expect(&anna, "REPORT guest000000 x", "There is no player called guest000000");
    expect(&anna, "REPORT nobody x", "There is no player called nobody: nothing was reported.\n");
    expect(&anna, "REPORT bert", "input:1:12: expected a text, found end of text\n");
    expect(&anna, "REPORT", "expected <name>");
    do_job(add_reports);
    expect(&bert, "REPORT anna x", "nothing was stored: you have made 20 reports in one day");
    /* Of much the last is kept. */
    for (int i = 0; i < 60; i++)
        ask(&bert, "TELL anna 123456789 123456789 123456789 123456789 123456789 123456789 end");
    ask(&bert, "TELL anna the last");
    ask(&anna, "REPORT bert again");
    const char *said = last_report();
    assert_true(strlen(said) <= SHG_HEARD_BYTES_MAX + 60);
    expect_in(said, "again\nBert tells you: 123456789");
    expect_in(said, "end\nBert tells you: the last\n");
    leave(&bert);
    leave(&anna);
}

TEST_SUITE(talk)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(telling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(absent_players, set_up, tear_down),
        cmocka_unit_test_setup_teardown(saying, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_begun_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(left_while_he_comes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_shown_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shouting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ignoring, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reporting, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
