/* session.h: whole dialogues with a server on rows in memory, through a door that collects what each client is sent:
 * what the tests of sessions share.
 *
 *     log_in(&anna, "Anna");
 *     expect_reply(&anna, "PLAY P-7f", "P-7f <p,o,n,y> ");
 *     expect_contains(take_output(&bert), "Anna has moved."); */
#ifndef SHG_SUPPORT_SESSION_H
#define SHG_SUPPORT_SESSION_H

#include "server/loop/host.h"
#include "server/server.h"
#include "server/session/session.h"
#include "support/server.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct client {
    shg_session *session;
    char said[64 * 1024]; /* since it was last asked for; the last of it if it was more */
    size_t length;
    char prompt[SHG_PROMPT_BYTES]; /* the latest prompt for a command; in said it is "> " whatever it shows */
    shg_typing typing;             /* of what was asked for last */
    bool finished;
} client;

static shg_server *server;

/* Before set_up: the time that the server takes for the present, where the database is. */
static const int64_t *test_clock;
static const char *database_path = "memory";
static bool local_server;

/* ---- the door ---- */

static inline void on_write(shg_session *session, const char *text, size_t text_bytes)
{
    client *c = session->carrier;
    if (c->length + text_bytes >= sizeof c->said)
        c->length = 0;
    assert_true(text_bytes < sizeof c->said);
    memcpy(c->said + c->length, text, text_bytes);
    c->length += text_bytes;
    c->said[c->length] = '\0';
}

static inline void on_prompt(shg_session *session, const char *text, shg_typing typing)
{
    client *c = session->carrier;
    c->typing = typing;
    if (typing == SHG_TYPING_COMMAND) {
        snprintf(c->prompt, sizeof c->prompt, "%s", text);
        text = "> ";
    }
    shg_say_bytes(session, text, strlen(text));
}

static inline void on_interject(shg_session *session)
{
    shg_say(session, "\n");
}

static inline void on_go_on(shg_session *session)
{
    (void)session;
}

static inline void on_finish(shg_session *session)
{
    ((client *)session->carrier)->finished = true;
}

static const shg_door door = {
    .write = on_write,
    .prompt = on_prompt,
    .interject = on_interject,
    .go_on = on_go_on,
    .finish = on_finish,
};

/* ---- talking ---- */

/* Runs the server until the storage has done all that it was asked for. */
static inline void wait_for_jobs(void)
{
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

/* Runs the server until it waits for a line of this client. */
static inline void wait_for_prompt(client *c)
{
    while (!c->finished && shg_session_wants(c->session) != SHG_WANTS_LINE) {
        if (shg_session_wants(c->session) == SHG_WANTS_ROOM)
            shg_session_stream(c->session);
        else
            event_base_loop(server->base, EVLOOP_ONCE);
    }
}

/* Returns the output since the last call; borrowed until the client receives more. */
static inline const char *take_output(client *c)
{
    c->said[c->length] = '\0';
    c->length = 0;
    /* A person is told what is wrong in a sentence, not as "input:1:5: expected ...". */
    if (strstr(c->said, "input:"))
        fail_msg("no sentence: %s", c->said);
    return c->said;
}

/* Types a line without waiting for what comes of it. */
static inline void type_without_waiting(client *c, const char *line)
{
    wait_for_prompt(c);
    take_output(c);
    c->session->typed_ms = shg_now_ms(server);
    shg_session_line(c->session, line, strlen(line));
}

/* Types a line and waits for the next prompt.  Returns what came. */
static inline const char *send_line(client *c, const char *line)
{
    type_without_waiting(c, line);
    wait_for_prompt(c);
    return take_output(c);
}

static inline void expect_contains(const char *said, const char *wanted)
{
    if (!strstr(said, wanted))
        fail_msg("wanted: %s\nsaid: %s", wanted, said);
}

/* Types a line; what comes contains the text wanted. */
static inline void expect_reply(client *c, const char *line, const char *wanted)
{
    const char *said = send_line(c, line);
    if (!strstr(said, wanted))
        fail_msg("typed: %s\nwanted: %s\nsaid: %s", line, wanted, said);
}

/* Opens a session, which asks for a name, from an IPv4 /24. */
static inline void connect_from(client *c, uint8_t network)
{
    memset(c, 0, sizeof *c);
    const shg_address_key from = { .kind = 4, .bytes = { 0, 0, network } };
    assert_int_equal(shg_session_new(&c->session, server, &door, c, from), SHOOGI_OK);
    shg_session_begin(c->session);
    wait_for_prompt(c);
    expect_contains(take_output(c), "login: ");
}

static inline void connect_client(client *c)
{
    connect_from(c, 0);
}

/* Opens a session of a player, who is registered if there is none of the name. */
static inline void log_in(client *c, const char *name)
{
    connect_client(c);
    const bool new = strstr(send_line(c, name), "new password: ") != NULL;
    if (new)
        send_line(c, "correct horse");
    expect_reply(c, "correct horse", "Welcome, ");
}

/* Breaks the connection, if it is not broken yet: a test that fails with a broken one is reported by its failure. */
static inline void disconnect(client *c)
{
    if (!c->session)
        return;
    shg_session_gone(c->session);
    c->session = NULL;
    /* Finish the jobs that it was waiting for. */
    wait_for_jobs();
}

static inline void expect_excludes(const char *said, const char *unwanted)
{
    if (strstr(said, unwanted))
        fail_msg("unwanted: %s\nsaid: %s", unwanted, said);
}

/* One client makes a challenge, the other accepts it.  Returns the reply to the other. */
static inline const char *challenge_and_accept(client *one, client *other, const char *line)
{
    const char *at = strstr(send_line(one, line), "is number ");
    if (!at)
        fail_msg("no challenge: %s", line);
    char answer[40];
    snprintf(answer, sizeof answer, "NEW %ld", strtol(at + 10, NULL, 10));
    const char *said = send_line(other, answer);
    expect_contains(said, " has begun: you are ");
    take_output(one);
    return said;
}

/* Black challenges White with P-7f, White answers. */
static inline void start_game(client *black, client *white)
{
    expect_contains(challenge_and_accept(black, white, "NEW * P-7f"), "has begun: you are White.");
}

/* Plays a move and confirms it; recorded: as the server writes it. */
static inline void play_move(client *c, const char *move, const char *recorded)
{
    char line[60];
    snprintf(line, sizeof line, "PLAY %s", move);
    snprintf(line + 40, sizeof line - 40, "%.11s <", recorded);
    expect_reply(c, line, line + 40);
    snprintf(line, sizeof line, ": %s\n", recorded);
    expect_reply(c, "y", line);
}

/* Does something to the rows behind the server's back. */
static inline void job_done(shg_job *job)
{
    (void)job;
    server->jobs--;
}

static inline void run_storage_job(shoogi_status (*run)(shg_job *job, shg_storage *storage))
{
    shg_job job = { .run = run, .done = job_done };
    server->jobs++;
    assert_int_equal(shg_worker_submit(server->writer, &job), SHOOGI_OK);
    wait_for_jobs();
    assert_int_equal(job.status, SHOOGI_OK);
}

static inline int set_up(void **state)
{
    (void)state;
    shg_server_options options;
    char fault[SHG_SERVER_FAULT_BYTES];
    shg_server_options_init(&options);
    options.db_path = database_path;
    options.test_clock_ms = test_clock;
    options.local = local_server;
    if (shg_address_read(&options.telnet, "127.0.0.1:0", NULL) != SHOOGI_OK)
        return -1;
    options.http = options.telnet;
    if (shg_server_new(&server, &options, fault) == SHOOGI_OK)
        return 0;
    fprintf(stderr, "%s\n", fault);
    return -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    shg_server_free(server);
    server = NULL;
    return 0;
}

/* A database in a directory of its own, for servers that are started again on it. */
typedef struct database_file {
    char directory[40], path[60];
} database_file;

static inline void database_make(database_file *file)
{
    snprintf(file->directory, sizeof file->directory, "/tmp/shoogi-test-XXXXXX");
    assert_non_null(mkdtemp(file->directory));
    snprintf(file->path, sizeof file->path, "%s/db", file->directory);
    database_path = file->path;
}

static inline void database_remove(database_file *file)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-lock" };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", file->path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(file->directory), 0);
    database_path = "memory";
}

#endif
