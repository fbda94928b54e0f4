/* admin.c: shoogi admin: administration of a database, through the running server or directly. */
#include "base/nearest.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "server/account/passwords.h"
#include "server/admin/admin.h"
#include "server/admin/admin_door.h"
#include "server/loop/bounds.h"
#include "server/loop/clock.h"
#include "storage/copy.h"
#include "storage/news.h"
#include "storage/storage.h"
#include "storage/transfer.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

enum { NEW_PASSWORD_CHARACTERS = 16 };

static int fail(const char *sentence)
{
    fprintf(stderr, "shoogi admin: %s\n", sentence);
    return CLI_BAD;
}

static int fail_with(shoogi_status status, const shoogi_error *err)
{
    fail(err->message[0] ? err->message : shoogi_status_text(status));
    return shg_admin_exit_status(status);
}

/* ---- the running server ---- */

typedef enum reached { REACHED, NOT_RUNNING, UNREACHABLE } reached;

/* Connects to the server of a database.  Reports UNREACHABLE. */
static reached reach(int *fd, const char *db_path)
{
    struct sockaddr_un address;
    *fd = -1;
    if (!shg_admin_address(&address, db_path))
        return NOT_RUNNING; /* the server's socket has the same limit; the lock shows whether it is running */
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd >= 0 && connect(*fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return REACHED;
    const int why = errno;
    if (*fd >= 0)
        close(*fd);
    if (why == ENOENT || why == ECONNREFUSED)
        return NOT_RUNNING;
    fprintf(stderr, "shoogi admin: cannot reach the server at %s: %s\n", address.sun_path,
            strerror(why));
    return UNREACHABLE;
}

static bool send_word(int fd, const char *word)
{
    size_t left = strlen(word) + 1;
    while (left > 0) {
        const ssize_t sent = send(fd, word, left, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        word += sent;
        left -= (size_t)sent;
    }
    return true;
}

/* Sends the request and prints the answer.  Returns the exit status. */
static int ask_server(int fd, const shg_admin_request *r)
{
    char named[sizeof SHG_ADMIN_NODE_WORD + SHG_NODE_NAME_BYTES_MAX];
    snprintf(named, sizeof named, SHG_ADMIN_NODE_WORD "%s", r->node ? r->node : "");
    bool sent = (!r->node || send_word(fd, named)) && send_word(fd, r->action->name);
    for (size_t i = 0; i < r->word_count && sent; i++)
        sent = send_word(fd, r->words[i]);
    shutdown(fd, SHUT_WR);
    char piece[4096];
    int status = -1;
    ssize_t got;
    while ((got = read(fd, piece, sizeof piece)) > 0) {
        const char *text = piece;
        if (status < 0) { /* a digit and its line end, which the server sends together */
            status = got >= 2 && shg_is_digit(piece[0]) ? piece[0] - '0' : CLI_BAD;
            text += 2;
            got -= 2;
            fputs(status == CLI_GOOD ? "" : "shoogi admin: ", stderr);
        }
        if (got > 0)
            fwrite(text, 1, (size_t)got, status == CLI_GOOD ? stdout : stderr);
    }
    close(fd);
    if (status < 0)
        return fail("the server did not answer: only its own user and root may use it");
    return status;
}

/* ---- without a server ---- */

static int run_alone(shg_admin_request *r, const char *db_path)
{
    shoogi_error err = { 0 };
    if (r->action->where == SHG_ADMIN_LIVE || r->action->where == SHG_ADMIN_EVERYWHERE) {
        fprintf(stderr, "shoogi admin: no server is running on %s; --db names another database\n",
                db_path);
        return CLI_NO;
    }
    if (r->node) {
        fprintf(stderr,
                "shoogi admin: expected no --node: %s is the same for all servers of the database\n",
                r->action->name);
        return CLI_BAD;
    }
    if (!shg_storage_is_uri(db_path) && access(db_path, F_OK) != 0) {
        fprintf(stderr, "shoogi admin: cannot open %s: %s; --db names another database\n", db_path,
                strerror(errno));
        return CLI_BAD;
    }
    shg_storage *storage = NULL;
    shoogi_status status = shg_storage_open(&storage, db_path, false, &err);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    status = storage->ops->begin(storage, &err);
    if (status == SHOOGI_OK) {
        status = shg_admin_run(r, storage, &err);
        if (status == SHOOGI_OK)
            status = storage->ops->commit(storage, &err);
        else
            storage->ops->rollback(storage);
    }
    storage->ops->close(storage);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    if (r->answer.length > 0)
        fwrite(r->answer.bytes, 1, r->answer.length, stdout);
    return CLI_GOOD;
}

static int run(shg_admin_request *r, const char *db_path)
{
    int fd;
    switch (reach(&fd, db_path)) {
    case REACHED: return ask_server(fd, r);
    case NOT_RUNNING: return run_alone(r, db_path);
    case UNREACHABLE: break;
    }
    return CLI_BAD;
}

/* ---- files ---- */

static int back_up(const char *file, const char *db_path)
{
    shoogi_error err = { 0 };
    const shoogi_status status = shg_storage_copy(file, db_path, SHG_COPY_TO_NOTHING, NULL, &err);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    printf("The database is backed up to %s.\n", file);
    return CLI_GOOD;
}

enum { COPIED_BEFORE_COMMIT = 10000 };

/* Prints a line for a table that is copied; on a terminal its progress before that. */
static void show_copied(void *context, const char *table, int64_t rows, int64_t of)
{
    (void)context;
    if (rows == of)
        printf("%-16s %10" PRId64 "\n", table, rows);
    else if (isatty(STDOUT_FILENO))
        printf("%-16s %10" PRId64 " of %" PRId64 "\r", table, rows, of);
    fflush(stdout);
}

static int migrate(const char *to_path, const char *db_path)
{
    shoogi_error err = { 0 };
    shg_storage *from = NULL, *to = NULL;
    shoogi_status status = shg_storage_open(&from, db_path, true, &err);
    if (status == SHOOGI_OK)
        status = shg_storage_open_copy(&to, to_path, &err);
    if (status == SHOOGI_OK && shg_storage_is_unfinished(to))
        puts("A copy was begun before: it goes on.");
    if (status == SHOOGI_OK)
        status = shg_storage_transfer(to, from, COPIED_BEFORE_COMMIT, show_copied, NULL, &err);
    if (to)
        to->ops->close(to);
    if (from)
        from->ops->close(from);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    puts("All rows are copied, and the same in both databases.");
    return CLI_GOOD;
}

/* Places the copy next to the database, then asks a running server to restart with it. */
static int restore(shg_admin_request *r, const char *db_path, int64_t now_ms)
{
    char waiting[SHG_KEPT_PATH_BYTES], kept[SHG_KEPT_PATH_BYTES];
    shoogi_error err = { 0 };
    if (strlen(db_path) > SHG_STORAGE_PATH_BYTES_MAX)
        return fail("the path of the database is too long");
    shg_storage_waiting_path(waiting, db_path);
    shoogi_status status =
        shg_storage_copy(waiting, r->words[0], SHG_COPY_TO_ANYTHING, db_path, &err);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    int fd, end = CLI_BAD;
    switch (reach(&fd, db_path)) {
    case REACHED:
        end = ask_server(fd, r);
        if (end != CLI_GOOD)
            unlink(waiting);
        return end;
    case NOT_RUNNING:
        status = shg_storage_replace(kept, db_path, waiting, now_ms, &err);
        if (status == SHOOGI_OK) {
            printf("Restored %s from %s.\n", db_path, r->words[0]);
            if (kept[0])
                printf("The old database is %s.\n", kept);
            return CLI_GOOD;
        }
        end = fail_with(status, &err);
        break;
    case UNREACHABLE: break;
    }
    unlink(waiting);
    return end;
}

/* ---- passwords ---- */

/* Makes a random password of 32 characters that cannot be confused; 80 bits in all. */
static void make_password(char out[NEW_PASSWORD_CHARACTERS + 1])
{
    static const char signs[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (int i = 0; i < NEW_PASSWORD_CHARACTERS; i++)
        out[i] = signs[randombytes_uniform(sizeof signs - 1)];
    out[NEW_PASSWORD_CHARACTERS] = '\0';
}

/* Reads standard input, or one line of it, without the line end and without echo. */
static bool read_input(char *out, size_t room, bool line)
{
    struct termios was, quiet;
    const bool terminal = line && tcgetattr(STDIN_FILENO, &was) == 0;
    if (terminal) {
        fprintf(stderr, "new password: ");
        quiet = was;
        quiet.c_lflag &= (tcflag_t)~ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    size_t length = 0;
    ssize_t got = 0;
    char c;
    while (length < room - 1 && (got = read(STDIN_FILENO, &c, 1)) == 1 && !(line && c == '\n'))
        out[length++] = c;
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &was);
        fputc('\n', stderr);
    }
    if (!line && length > 0 && out[length - 1] == '\n')
        length--;
    out[length] = '\0';
    return got >= 0 && length < room - 1;
}

/* Sends only the verifier of the password. */
static int set_password(shg_admin_request *r, const char *db_path)
{
    char password[SHG_PASSWORD_BYTES_MAX + 2], verifier[SHG_VERIFIER_BYTES];
    const bool typed = r->word_count == 2;
    if (typed && strcmp(r->words[1], "-") != 0)
        return fail("expected - for a password from standard input, found another word");
    if (!typed) {
        make_password(password);
    } else if (!read_input(password, sizeof password, true) ||
               shg_utf8_length(password, strlen(password)) < SHG_PASSWORD_CHARACTERS_MIN) {
        sodium_memzero(password, sizeof password);
        static_assert(SHG_PASSWORD_CHARACTERS_MIN == 12 && SHG_PASSWORD_BYTES_MAX == 128,
                      "as given");
        return fail("expected a password of 12 characters to 128 bytes on standard input");
    }
    int end = CLI_BAD;
    if (shg_password_verifier(verifier, password, strlen(password))) {
        r->words[1] = verifier;
        r->word_count = 2;
        end = run(r, db_path);
    } else {
        (void)fail("out of memory");
    }
    if (end == CLI_GOOD && !typed)
        printf("%s\n", password);
    sodium_memzero(password, sizeof password);
    return end;
}

/* ---- arguments ---- */

static int unknown_action(const char *word)
{
    for (size_t i = 0; i < SHG_ADMIN_ACTIONS; i++)
        if (shg_is_near(word, shg_admin_actions[i].name))
            return cli_expected("admin", word, "an action, perhaps %s", shg_admin_actions[i].name);
    return cli_expected("admin", word, "an action (--help lists them)");
}

/* Fills the words of the request.  If the last argument is a text, it joins the remaining words. */
static void take_words(shg_admin_request *r, char *rest, size_t room, char **words, size_t count)
{
    const size_t max = r->action->max;
    r->word_count = count;
    for (size_t i = 0; i < count && i < SHG_ADMIN_WORDS_MAX; i++)
        r->words[i] = words[i];
    if (count <= max || !shg_admin_ends_in_text(r->action))
        return;
    shg_out out = shg_out_make(rest, room);
    for (size_t i = max - 1; i < count; i++) {
        shg_out_text(&out, i >= max ? " " : "");
        shg_out_text(&out, words[i]);
    }
    r->words[max - 1] = rest;
    r->word_count = max;
}

/* Adds --node and --within to the request; the argument of drain is a node, too. */
static bool take_node(shg_admin_request *r, const char *node, const char *within)
{
    const bool drains = r->action == &shg_admin_actions[SHG_ADMIN_drain];
    r->node = node;
    if (drains && r->word_count == 1 && !node) {
        r->node = r->words[0];
        r->word_count = 0;
    }
    if (r->node && (r->node[0] == '\0' || strlen(r->node) > SHG_NODE_NAME_BYTES_MAX)) {
        (void)cli_expected("admin", r->node, "the name of a server, as given to --node");
        return false;
    }
    if (within && !drains) {
        (void)fail("--within is for drain");
        return false;
    }
    if (within && r->word_count == 0)
        r->words[r->word_count++] = within;
    return true;
}

static int act(shg_admin_request *r, const char *db_path)
{
    static char text[SHG_MOTD_BYTES_MAX + 2];
    shoogi_error err = { 0 };
    const size_t which = (size_t)(r->action - shg_admin_actions);
    if (which == SHG_ADMIN_password && r->word_count >= 1 && r->word_count <= 2)
        return set_password(r, db_path);
    if (which == SHG_ADMIN_motd_set && r->word_count == 1 && strcmp(r->words[0], "-") == 0) {
        if (!read_input(text, sizeof text, false))
            return fail("expected a text of at most 4096 bytes on standard input, found more");
        r->words[0] = text;
    }
    const shoogi_status status = shg_admin_check(r, &err);
    if (status != SHOOGI_OK)
        return fail_with(status, &err);
    if (which == SHG_ADMIN_migrate)
        return migrate(r->words[0], db_path);
    if (shg_storage_is_uri(db_path) && r->action->where == SHG_ADMIN_FILES)
        return fail(
            "a PostgreSQL database is backed up and restored by PostgreSQL's programs, such as pg_dump");
    if (which == SHG_ADMIN_backup)
        return back_up(r->words[0], db_path);
    if (which == SHG_ADMIN_restore)
        return restore(r, db_path, r->now_ms);
    return run(r, db_path);
}

int cli_admin(int argc, char **argv)
{
    const char *db_path = NULL, *node = NULL, *within = NULL;
    const cli_option rows[] = {
        { .name = "db",
          .value = "PATH",
          .help = "the database of the server (default: shoogi.db)",
          .text = &db_path },
        { .name = "node",
          .value = "NAME",
          .help = "one of several servers on the database",
          .text = &node },
        { .name = "within",
          .value = "TIME",
          .help = "for drain: stop after so long at the latest (default: 10m)",
          .text = &within },
    };
#define ROW(ident, name, arguments, min, max, brief) "  " name arguments "\n      " brief "\n"
#define ADMIN_READ                                   ROW
#define ADMIN_STORED                                 ROW
#define ADMIN_LIVE                                   ROW
#define ADMIN_EVERYWHERE                             ROW
#define ADMIN_FILES                                  ROW
    static const char help[] =
        "Administers the server that runs on a database, or the database itself while no server "
        "runs.\n\n"
#include "server/admin/admin.def"
        "\n"
        "UNTIL is forever, a time like 12h or 7d, or a date like 2026-12-24 or 2026-12-24T18:00 "
        "(UTC).\n"
        "Only the server's own user and root may use a running server.";
#undef ROW
    const cli_arguments arguments = { .help = help,
                                      .options = rows,
                                      .option_count = sizeof rows / sizeof rows[0],
                                      .words = "ACTION..." };
    size_t count;
    const int end = cli_arguments_read(&count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    static char rest[SHG_ADMIN_REQUEST_BYTES_MAX];
    shg_clock clock;
    shg_clock_init(&clock, NULL);
    shg_admin_request request = { .action = shg_admin_find(argv[1]),
                                  .now_ms = shg_clock_now_ms(&clock) };
    if (!request.action)
        return unknown_action(argv[1]);
    if (sodium_init() < 0)
        return fail("out of memory");
    take_words(&request, rest, sizeof rest, argv + 2, count - 1);
    if (!take_node(&request, node, within))
        return CLI_BAD;
    const int status = act(&request, db_path ? db_path : "shoogi.db");
    shg_text_fini(&request.answer);
    return cli_written(status);
}
