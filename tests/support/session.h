/* session.h: whole dialogues on a storage in memory, through a door that only collects what is said:
 * what the tests of sessions share. */
#ifndef SHG_SUPPORT_SESSION_H
#define SHG_SUPPORT_SESSION_H

#include "server/loop/host.h"
#include "server/server.h"
#include "server/session/session.h"
#include "support/server.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct person {
    shg_session *session;
    char said[64 * 1024]; /* since it was last asked for; the last of it if it was more */
    size_t length;
    shg_typing typing; /* of what was asked for last */
    bool finished;
} person;

static shg_server *server;

/* Before set_up: what the clocks of the system show, where the database is. */
static const int64_t *told_clock;
static const char *database_path = "memory";
static bool local_server;

/* ---- the door ---- */

static inline void on_write(shg_session *session, const char *text, size_t text_bytes)
{
    person *p = session->carrier;
    if (p->length + text_bytes >= sizeof p->said)
        p->length = 0;
    assert_true(text_bytes < sizeof p->said);
    memcpy(p->said + p->length, text, text_bytes);
    p->length += text_bytes;
    p->said[p->length] = '\0';
}

static inline void on_prompt(shg_session *session, const char *text, shg_typing typing)
{
    ((person *)session->carrier)->typing = typing;
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
    ((person *)session->carrier)->finished = true;
}

static const shg_door door = {
    .write = on_write,
    .prompt = on_prompt,
    .interject = on_interject,
    .go_on = on_go_on,
    .finish = on_finish,
};

/* ---- talking ---- */

static inline void settle(person *p)
{
    while (!p->finished && shg_session_wants(p->session) != SHG_WANTS_LINE) {
        if (shg_session_wants(p->session) == SHG_WANTS_ROOM)
            shg_session_stream(p->session);
        else
            event_base_loop(server->base, EVLOOP_ONCE);
    }
}

/* What was said since the last call; good until the next thing is said. */
static inline const char *heard(person *p)
{
    p->said[p->length] = '\0';
    p->length = 0;
    return p->said;
}

/* Types a line without waiting for what comes of it. */
static inline void type(person *p, const char *line)
{
    settle(p);
    heard(p);
    p->session->typed_ms = shg_now_ms(server);
    shg_session_line(p->session, line, strlen(line));
}

static inline const char *ask(person *p, const char *line)
{
    type(p, line);
    settle(p);
    return heard(p);
}

static inline void expect_in(const char *said, const char *wanted)
{
    if (!strstr(said, wanted))
        fail_msg("wanted: %s\nsaid: %s", wanted, said);
}

static inline void expect(person *p, const char *line, const char *wanted)
{
    const char *said = ask(p, line);
    if (!strstr(said, wanted))
        fail_msg("typed: %s\nwanted: %s\nsaid: %s", line, wanted, said);
}

static inline void arrive(person *p)
{
    memset(p, 0, sizeof *p);
    assert_int_equal(shg_session_new(&p->session, server, &door, p, (shg_address_key){ .kind = 4 }),
                     SHOOGI_OK);
    shg_session_begin(p->session);
    settle(p);
    expect_in(heard(p), "login: ");
}

static inline void log_in(person *p, const char *name)
{
    arrive(p);
    const bool new = strstr(ask(p, name), "new password: ") != NULL;
    if (new)
        ask(p, "correct horse");
    expect(p, "correct horse", "Welcome, ");
}

static inline void leave(person *p)
{
    shg_session_gone(p->session);
    /* Whatever it was waiting for. */
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
}

static inline void lacks(const char *said, const char *unwanted)
{
    if (strstr(said, unwanted))
        fail_msg("unwanted: %s\nsaid: %s", unwanted, said);
}

/* One makes a challenge, the other answers it.  Returns what the other is told. */
static inline const char *challenge(person *one, person *other, const char *line)
{
    const char *at = strstr(ask(one, line), "is number ");
    if (!at)
        fail_msg("no challenge: %s", line);
    char answer[40];
    snprintf(answer, sizeof answer, "NEW %ld", strtol(at + 10, NULL, 10));
    const char *said = ask(other, answer);
    expect_in(said, " has begun: you are ");
    heard(one);
    return said;
}

/* Black challenges White with P-7f, White answers. */
static inline void begin(person *black, person *white)
{
    expect_in(challenge(black, white, "NEW * P-7f"), "has begun: you are White.");
}

static inline void play(person *p, const char *move, const char *recorded)
{
    char line[60];
    snprintf(line, sizeof line, "PLAY %s", move);
    snprintf(line + 40, sizeof line - 40, "%.11s <", recorded);
    expect(p, line, line + 40);
    snprintf(line, sizeof line, ": %s\n", recorded);
    expect(p, "y", line);
}

/* Does something to the rows behind the server's back. */
static inline void job_done(shg_job *job)
{
    (void)job;
    server->jobs--;
}

static inline void do_job(shoogi_status (*run)(shg_job *job, shg_storage *storage))
{
    shg_job job = { .run = run, .done = job_done };
    server->jobs++;
    assert_int_equal(shg_worker_submit(server->writer, &job), SHOOGI_OK);
    while (server->jobs > 0)
        event_base_loop(server->base, EVLOOP_ONCE);
    assert_int_equal(job.status, SHOOGI_OK);
}

static inline int set_up(void **state)
{
    (void)state;
    shg_server_options options;
    char fault[SHG_SERVER_FAULT_BYTES];
    shg_server_options_init(&options);
    options.db_path = database_path;
    options.told_ms = told_clock;
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
