#include "server/messages/mail.h"

#include "server/loop/host.h"
#include "server/messages/outbox.h"
#include "server/messages/part.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The delay after each attempt; after the last one the e-mail is dropped. */
static const int64_t pauses_ms[] = { 60 * 1000,          5 * 60 * 1000,      30 * 60 * 1000,
                                     2 * 60 * 60 * 1000, 8 * 60 * 60 * 1000, 24 * 60 * 60 * 1000 };
enum { TRIES = sizeof pauses_ms / sizeof pauses_ms[0] };

enum {
    LOOK_MS = 30 * 1000,   /* to check for due retries */
    POLL_MS = 50,          /* while the program runs */
    PROGRAM_MS = 60 * 1000 /* time limit of the program */
};

struct shg_mail {
    shg_server *server;
    shg_outbox outbox;
    pid_t child;      /* 0: none */
    int64_t child_ms; /* its start time */
    int64_t email;    /* the e-mail it is sending */
    char program[512], from[256], url[256];
};

/* ---- e-mail as text ---- */

static bool is_atom(char c)
{
    return shg_is_letter(c) || shg_is_digit(c) || (c != '\0' && strchr("!#$%&'*+/=?^_`{|}~-", c));
}

bool shg_mail_address_fits(const char *text, size_t bytes)
{
    const char *at = memchr(text, '@', bytes);
    if (!at || bytes > SHG_STORAGE_MAIL_BYTES_MAX || at - text > 64)
        return false;
    /* RFC 5322, 3.2.3: dot-atom, and not beginning like an option. */
    bool begins = true;
    for (const char *c = text; c < at; c++) {
        if (!(is_atom(*c) && !(c == text && *c == '-')) && !(*c == '.' && !begins))
            return false;
        begins = *c == '.';
    }
    size_t dots = 0;
    bool host_begins = true;
    const char *end = text + bytes;
    if (begins)
        return false;
    for (const char *c = at + 1; c < end; c++) {
        const bool inner = *c == '-' && !host_begins && c + 1 < end && c[1] != '.';
        if (!shg_is_letter(*c) && !shg_is_digit(*c) && !inner && !(*c == '.' && !host_begins))
            return false;
        dots += *c == '.';
        host_begins = *c == '.';
    }
    return dots > 0 && !host_begins;
}

/* Outside text in a header: every character that is not plain becomes a space. */
static void write_plain(shg_out *out, const char *text)
{
    for (; *text; text++)
        shg_out_char(out, *text >= 0x20 && *text < 0x7F ? *text : ' ');
}

static bool is_plain(const char *text)
{
    while (*text && (unsigned char)*text < 0x7F)
        text++;
    return *text == '\0';
}

/* Writes text of any language in a header: plain, or as encoded words in UTF-8. A word contains
 * whole characters; the first line has at most 76 characters with what precedes it. Source: RFC
 * 2047, sections 2 and 5 */
static void write_header(shg_out *out, const char *text)
{
    enum { WORD_BYTES = 39 };
    if (is_plain(text)) {
        write_plain(out, text);
        return;
    }
    for (size_t left = strlen(text); left > 0;) {
        char clean[WORD_BYTES],
            word[sodium_base64_ENCODED_LEN(WORD_BYTES, sodium_base64_VARIANT_ORIGINAL)];
        size_t bytes = 0;
        while (left > 0) {
            uint32_t code;
            const size_t next = shg_utf8_read(&code, text, left);
            if (bytes + next > WORD_BYTES)
                break;
            memcpy(clean + bytes, text, next);
            if (next == 1 && (code < 0x20 || code >= 0x7F))
                clean[bytes] = ' ';
            bytes += next;
            text += next;
            left -= next;
        }
        sodium_bin2base64(word, sizeof word, (const unsigned char *)clean, bytes,
                          sodium_base64_VARIANT_ORIGINAL);
        shg_out_format(out, "=?UTF-8?B?%s?=%s", word, left > 0 ? "\n " : "");
    }
}

/* RFC 5322, 3.3. */
static void write_date(shg_out *out, int64_t at_ms)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const time_t at = (time_t)(at_ms / 1000);
    struct tm t;
    if (gmtime_r(&at, &t))
        shg_out_format(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\n", days + 3 * t.tm_wday,
                       t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min,
                       t.tm_sec);
}

void shg_mail_write(shg_out *out, const shg_email *email, const char *from, int64_t now_ms)
{
    const char *at = strchr(from, '@');
    shg_out_text(out, "From: shoogi <");
    write_plain(out, from);
    shg_out_text(out, ">\nTo: ");
    write_plain(out, email->address);
    shg_out_text(out, "\nSubject: ");
    write_header(out, email->subject);
    shg_out_char(out, '\n');
    write_date(out, now_ms);
    /* The same for each attempt: mail readers merge duplicates. */
    shg_out_format(out, "Message-ID: <shoogi.%" PRId64 ".%" PRId64, email->id, email->at_ms);
    write_plain(out, at ? at : "@localhost");
    shg_out_text(out, ">\n"
                      "MIME-Version: 1.0\n"
                      "Content-Type: text/plain; charset=utf-8\n"
                      "Content-Transfer-Encoding: 8bit\n"
                      "Auto-Submitted: auto-generated\n"
                      "\n");
    /* A CR would be half a line end; the program writes complete ones. */
    for (const char *c = email->text; *c; c++)
        if (*c == '\n' || *c == '\t' || (unsigned char)*c >= 0x20)
            shg_out_char(out, *c);
}

/* ---- the program ---- */

/* Creates a file with the e-mail that only the program gets; -1: failed. */
static int email_file(const shg_out *text)
{
    const int fd = memfd_create("shoogi-letter", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    for (size_t at = 0; at < text->length;) {
        const ssize_t written = write(fd, text->bytes + at, text->length - at);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        at += (size_t)written;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}

/* Starts the program. Returns 0 or an errno value. The program has default signals and only
 * three descriptors. */
static int spawn(shg_mail *mail, int fd, const char *address)
{
    static const char *const environment[] = { "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C",
                                               NULL };
    /* "--": no option follows, whatever the address is. */
    const char *const arguments[] = { mail->program, "-i", "--", address, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    int code = posix_spawn_file_actions_init(&files);
    if (code != 0)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&files);
        return code;
    }
    posix_spawn_file_actions_adddup2(&files, fd, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    /* posix_spawn lacks const for arguments it does not change. */
    char *const *argv, *const *envp;
    memcpy(&argv, &(const char *const *){ arguments }, sizeof argv);
    memcpy(&envp, &(const char *const *){ environment }, sizeof envp);
    code = posix_spawn(&mail->child, mail->program, &files, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (code != 0)
        mail->child = 0;
    return code;
}

static void log_failure(const shg_mail *mail, const char *why)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, mail->email);
    shg_log_write(&mail->server->log, shg_now_ms(mail->server), SHG_LOG_no_mail, "letter", number,
                  "why", why, NULL);
}

static void start(shg_mail *mail, const shg_email *email)
{
    shg_out text = shg_out_growing();
    shg_mail_write(&text, email, mail->from, email->at_ms);
    mail->email = email->id;
    const int fd = text.spent ? -1 : email_file(&text);
    free(text.bytes);
    const int code = fd < 0 ? ENOMEM : spawn(mail, fd, email->address);
    if (fd >= 0)
        close(fd);
    if (code != 0)
        log_failure(mail, strerror(code));
    mail->child_ms = shg_now_ms(mail->server);
}

/* ---- sent e-mail ---- */

typedef struct removal {
    shg_task task;
    int64_t email;
} removal;

static shoogi_status run_removal(shg_job *job, shg_storage *storage)
{
    const removal *r = (const removal *)(const void *)job;
    const shoogi_status status = storage->ops->email_remove(storage, r->email, &job->error);
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

static void finish_removal(shg_task *task)
{
    (void)task; /* after a failure it is sent once more */
}

static void ended(shg_mail *mail, int status)
{
    mail->child = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        log_failure(mail,
                    WIFEXITED(status) ? "the mail program failed" : "the mail program was killed");
        return;
    }
    mail->server->metrics.counts[SHG_COUNT_letters]++;
    removal *r = shg_task_alloc(NULL, sizeof *r);
    if (!r)
        return;
    r->email = mail->email;
    shg_task_write(&r->task, mail->server, NULL, run_removal, finish_removal);
}

/* ---- e-mail to send ---- */

typedef struct fetch {
    shg_task task;
    int64_t now_ms;
    bool found;
    shg_email email;
    char address[SHG_STORAGE_MAIL_BYTES_MAX + 1], subject[SHG_STORAGE_SUBJECT_BYTES_MAX + 1];
    char text[SHG_STORAGE_LETTER_BYTES_MAX + 1];
} fetch;

static bool each_email(void *context, const shg_email *row)
{
    fetch *t = context;
    t->found = true;
    t->email = *row;
    snprintf(t->address, sizeof t->address, "%s", row->address);
    snprintf(t->subject, sizeof t->subject, "%s", row->subject);
    snprintf(t->text, sizeof t->text, "%s", row->text);
    t->email.address = t->address;
    t->email.subject = t->subject;
    t->email.text = t->text;
    t->email.topic = "";
    return false;
}

static shoogi_status run_fetch(shg_job *job, shg_storage *storage)
{
    fetch *t = (fetch *)(void *)job;
    const shoogi_status status =
        storage->ops->email_list(storage, t->now_ms, each_email, t, &job->error);
    if (status != SHOOGI_OK || !t->found)
        return status;
    if (t->email.tries >= TRIES)
        return storage->ops->email_remove(storage, t->email.id, &job->error);
    return storage->ops->email_set_next(storage, t->email.id, t->email.tries + 1,
                                        t->now_ms + pauses_ms[t->email.tries], &job->error);
}

static void finish_fetch(shg_task *task)
{
    const fetch *t = (const fetch *)task;
    shg_mail *mail = task->server->messages->mail;
    if (!mail)
        return;
    const bool again = shg_outbox_answered(&mail->outbox);
    const bool due = task->job.status == SHOOGI_OK && t->found;
    if (due && t->email.tries >= TRIES) {
        mail->email = t->email.id;
        log_failure(mail, "too many attempts failed");
    } else if (due) {
        start(mail, &t->email);
    }
    shg_outbox_check_in(&mail->outbox, due || again ? POLL_MS : LOOK_MS);
}

static void ask(shg_mail *mail)
{
    fetch *t = shg_task_alloc(NULL, sizeof *t);
    if (!t) {
        shg_outbox_check_in(&mail->outbox, LOOK_MS);
        return;
    }
    mail->outbox.asking = true;
    t->now_ms = shg_now_ms(mail->server);
    shg_task_write(&t->task, mail->server, NULL, run_fetch, finish_fetch);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    shg_mail *mail = context;
    int status = 0;
    (void)fd, (void)what;
    if (mail->child != 0 && waitpid(mail->child, &status, WNOHANG) == mail->child)
        ended(mail, status);
    if (mail->child != 0 && shg_now_ms(mail->server) - mail->child_ms > PROGRAM_MS)
        kill(-mail->child, SIGKILL);
    if (mail->child != 0)
        shg_outbox_check_in(&mail->outbox, POLL_MS);
    else if (!mail->outbox.asking && !mail->server->stopping)
        ask(mail);
}

/* ---- creation ---- */

void shg_mail_wake(shg_mail *mail)
{
    if (mail)
        shg_outbox_wake(&mail->outbox, mail->child == 0);
}

const char *shg_mail_url(const shg_mail *mail)
{
    return mail->url;
}

shoogi_status shg_mail_new(shg_mail **out, shg_server *server, const char *program,
                           const char *from, const char *url)
{
    shg_mail *mail = calloc(1, sizeof *mail);
    if (!mail)
        return SHOOGI_NO_MEMORY;
    mail->server = server;
    snprintf(mail->program, sizeof mail->program, "%s", program);
    snprintf(mail->from, sizeof mail->from, "%s", from);
    snprintf(mail->url, sizeof mail->url, "%s", url);
    if (shg_outbox_init(&mail->outbox, server, on_timer, mail) != SHOOGI_OK) {
        free(mail);
        return SHOOGI_NO_MEMORY;
    }
    *out = mail;
    return SHOOGI_OK;
}

void shg_mail_free(shg_mail *mail)
{
    if (!mail)
        return;
    shg_outbox_fini(&mail->outbox);
    free(mail);
}
