#include "server/loop/handover.h"

#include "base/error.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "shoogi-handover ";

/* How a record begins, as shg_handover_open writes it. */
#define KIND "{\"kind\":\""

enum { CHECKSUM_BYTES = crypto_generichash_BYTES, HEAD_BYTES_MAX = 160 };

/* ---- writing ---- */

void shg_handover_open(shg_handover_out *out, const char *kind)
{
    out->text.grows = out->text.secret = true;
    shg_json_open(&out->text, NULL, '{');
    shg_json_text(&out->text, "kind", kind);
}

void shg_handover_close(shg_handover_out *out)
{
    shg_json_close(&out->text, '}');
    shg_out_char(&out->text, '\n');
}

void shg_handover_socket(shg_handover_out *out, int fd)
{
    if (out->count == out->room) {
        const size_t room = out->room ? 2 * out->room : 64;
        int *sockets = realloc(out->sockets, room * sizeof *sockets);
        if (!sockets) {
            out->text.spent = true;
            return;
        }
        out->sockets = sockets;
        out->room = room;
    }
    out->sockets[out->count++] = fd;
    shg_json_number(&out->text, "fd", fd);
}

void shg_handover_listener(shg_handover_out *out, const char *name, int fd)
{
    shg_handover_open(out, "listener");
    shg_json_text(&out->text, "name", name);
    shg_handover_socket(out, fd);
    shg_handover_close(out);
}

static void write_checksum(char out[2 * CHECKSUM_BYTES + 1], const char *text, size_t bytes)
{
    unsigned char sum[CHECKSUM_BYTES];
    (void)crypto_generichash(sum, sizeof sum, (const unsigned char *)text, bytes, NULL, 0);
    sodium_bin2hex(out, 2 * CHECKSUM_BYTES + 1, sum, sizeof sum);
}

static bool write_all(int fd, const char *text, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t wrote = write(fd, text, bytes);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        text += wrote;
        bytes -= (size_t)wrote;
    }
    return true;
}

shoogi_status shg_handover_seal(int *fd, const shg_handover_out *out, shoogi_error *err)
{
    if (out->text.spent)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    char sum[2 * CHECKSUM_BYTES + 1], head[HEAD_BYTES_MAX];
    const char *const text = out->text.bytes ? out->text.bytes : "";
    write_checksum(sum, text, out->text.length);
    const int head_bytes = snprintf(head, sizeof head, "%s%d %zu %s\n", magic, SHG_HANDOVER_VERSION,
                                    out->text.length, sum);
    const int made = memfd_create("shoogi-handover", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (made >= 0 && write_all(made, head, (size_t)head_bytes) &&
        write_all(made, text, out->text.length) &&
        fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0) {
        *fd = made;
        return SHOOGI_OK;
    }
    const shoogi_status status =
        shg_error_set(err, SHOOGI_IO, 0, 0, "cannot write down the state: %s", strerror(errno));
    if (made >= 0)
        close(made);
    return status;
}

void shg_handover_inherit(const shg_handover_out *out, bool inherited)
{
    for (size_t i = 0; i < out->count; i++)
        (void)fcntl(out->sockets[i], F_SETFD, inherited ? 0 : FD_CLOEXEC);
}

void shg_handover_out_fini(shg_handover_out *out)
{
    shg_out_wipe(&out->text);
    free(out->sockets);
    *out = (shg_handover_out){ 0 };
}

/* ---- reading ---- */

static shoogi_status unreadable(shoogi_error *err, const char *why)
{
    return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "the state of the running server %s", why);
}

static shoogi_status check_head(shg_handover *h, shoogi_error *err)
{
    const char *const end =
        memchr(h->text, '\n', h->bytes < HEAD_BYTES_MAX ? h->bytes : HEAD_BYTES_MAX);
    char head[HEAD_BYTES_MAX + 1] = "", found[2 * CHECKSUM_BYTES + 1], sum[sizeof found];
    int version = 0;
    size_t bytes = 0;
    if (!end || h->bytes < sizeof magic || memcmp(h->text, magic, sizeof magic - 1) != 0)
        return unreadable(err, "is not readable");
    memcpy(head, h->text, (size_t)(end - h->text));
    static_assert(CHECKSUM_BYTES == 32, "as in the format");
    if (sscanf(head + sizeof magic - 1, "%d %zu %64s", &version, &bytes, found) != 3)
        return unreadable(err, "is not readable");
    if (version != SHG_HANDOVER_VERSION)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "the state of the running server has version %d, expected version %d",
                             version, SHG_HANDOVER_VERSION);
    h->records_at = (size_t)(end + 1 - h->text);
    if (bytes != h->bytes - h->records_at)
        return unreadable(err, "is not whole");
    write_checksum(sum, h->text + h->records_at, bytes);
    return strcmp(sum, found) == 0 ? SHOOGI_OK : unreadable(err, "is damaged");
}

/* Reads the next record. NOT_FOUND at the end. */
static shoogi_status read_record(shg_handover *h)
{
    shoogi_error err;
    shg_json_fini(&h->json);
    h->json = (shg_json){ 0 };
    const char *const from = h->text + h->at, *const end = memchr(from, '\n', h->bytes - h->at);
    if (!end)
        return SHOOGI_NOT_FOUND;
    h->at = (size_t)(end + 1 - h->text);
    const shoogi_status status = shg_json_read(&h->json, from, (size_t)(end - from), &err);
    return status == SHOOGI_OK && h->json.values[0].type != SHG_JSON_OBJECT ? SHOOGI_PARSE_ERROR
                                                                            : status;
}

shoogi_status shg_handover_read(shg_handover *out, int fd, shoogi_error *err)
{
    struct stat about;
    *out = (shg_handover){ 0 };
    void *text = MAP_FAILED;
    if (fstat(fd, &about) == 0 && about.st_size > 0)
        text = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (text == MAP_FAILED)
        return unreadable(err, "cannot be opened");
    *out = (shg_handover){ .text = text, .bytes = (size_t)about.st_size };
    shoogi_status status = check_head(out, err);
    shg_handover_rewind(out);
    while (status == SHOOGI_OK) {
        status = read_record(out);
        if (status != SHOOGI_OK && status != SHOOGI_NOT_FOUND)
            (void)unreadable(err, "is not readable");
    }
    shg_handover_rewind(out);
    if (status == SHOOGI_NOT_FOUND)
        return SHOOGI_OK;
    shg_handover_fini(out);
    return status;
}

void shg_handover_fini(shg_handover *h)
{
    shg_json_fini(&h->json);
    if (h->text)
        munmap((void *)(uintptr_t)h->text, h->bytes);
    *h = (shg_handover){ 0 };
}

void shg_handover_rewind(shg_handover *h)
{
    h->at = h->records_at;
}

bool shg_handover_next(char kind[SHG_HANDOVER_KIND_BYTES], shg_handover *h)
{
    const bool found = read_record(h) == SHOOGI_OK;
    if (found)
        shg_field_copy(kind, SHG_HANDOVER_KIND_BYTES, &h->json, 0, "kind");
    return found;
}

bool shg_handover_next_of(shg_handover *h, const char *kind)
{
    char begin[SHG_HANDOVER_KIND_BYTES + sizeof KIND];
    const size_t bytes = (size_t)snprintf(begin, sizeof begin, KIND "%s\"", kind);
    const char *end;
    while ((end = memchr(h->text + h->at, '\n', h->bytes - h->at))) {
        if ((size_t)(end - h->text) - h->at > bytes && memcmp(h->text + h->at, begin, bytes) == 0)
            return read_record(h) == SHOOGI_OK;
        h->at = (size_t)(end + 1 - h->text);
    }
    return false;
}

bool shg_handover_find(shg_handover *h, const char *kind, const char *name)
{
    char its_name[32];
    shg_handover_rewind(h);
    while (shg_handover_next_of(h, kind)) {
        shg_field_copy(its_name, sizeof its_name, &h->json, 0, "name");
        if (!name || strcmp(its_name, name) == 0)
            return true;
    }
    return false;
}

static int find_socket(const shg_handover *h)
{
    struct stat about;
    const int64_t fd = shg_field_number(&h->json, 0, "fd", -1);
    return fd > STDERR_FILENO && fd <= INT32_MAX && fstat((int)fd, &about) == 0 &&
                   S_ISSOCK(about.st_mode)
               ? (int)fd
               : -1;
}

int shg_handover_fd(const shg_handover *h)
{
    const int fd = find_socket(h);
    return fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

int shg_handover_copy_listener(shg_handover *h, const char *name)
{
    const int fd = h && shg_handover_find(h, "listener", name) ? find_socket(h) : -1;
    return fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
}

void shg_handover_close_listeners(shg_handover *h)
{
    shg_handover_rewind(h);
    while (shg_handover_next_of(h, "listener")) {
        const int fd = shg_handover_fd(h);
        if (fd >= 0)
            close(fd);
    }
}
