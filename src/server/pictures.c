#include "server/pictures.h"

#include "base/text.h"
#include "server/server_int.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct shg_drawing {
    shg_drawing *next;
    shg_pictures *pictures;
    char key[SHG_PICTURE_KEY_BYTES + 1];
    char *svg; /* owned, until the child has it */
    size_t svg_bytes;
    shg_drawn_fn *drawn; /* NULL: nobody waits */
    void *context;
    /* While it is drawn. */
    pid_t child;
    struct bufferevent *bev;
};

typedef struct kept {
    char key[SHG_PICTURE_KEY_BYTES + 1];
    char *png;
    size_t bytes;
    uint64_t used;
} kept;

struct shg_pictures {
    shg_server *server;
    shg_drawing *waiting, **waiting_end; /* in the order in which they came */
    shg_drawing *drawn_now[SHG_PICTURES_AT_ONCE];
    size_t waiting_count;
    kept kept[SHG_PICTURES_KEPT];
    size_t kept_bytes;
    uint64_t uses;
};

shoogi_status shg_pictures_new(shg_pictures **out, shg_server *server)
{
    shg_pictures *p = calloc(1, sizeof *p);
    if (!p)
        return SHOOGI_NO_MEMORY;
    p->server = server;
    p->waiting_end = &p->waiting;
    *out = p;
    return SHOOGI_OK;
}

/* ---- what is kept ---- */

static void forget(shg_pictures *p, kept *k)
{
    p->kept_bytes -= k->bytes;
    free(k->png);
    *k = (kept){ 0 };
}

static kept *find(shg_pictures *p, const char *key)
{
    for (size_t i = 0; i < SHG_PICTURES_KEPT; i++)
        if (p->kept[i].png && strcmp(p->kept[i].key, key) == 0) {
            p->kept[i].used = ++p->uses;
            return &p->kept[i];
        }
    return NULL;
}

/* The one used longest ago, or an empty place. */
static kept *oldest(shg_pictures *p)
{
    kept *found = &p->kept[0];
    for (size_t i = 1; i < SHG_PICTURES_KEPT && found->png; i++)
        if (!p->kept[i].png || p->kept[i].used < found->used)
            found = &p->kept[i];
    return found;
}

/* The oldest that is there; NULL: none is. */
static kept *oldest_there(shg_pictures *p)
{
    kept *found = NULL;
    for (size_t i = 0; i < SHG_PICTURES_KEPT; i++)
        if (p->kept[i].png && (!found || p->kept[i].used < found->used))
            found = &p->kept[i];
    return found;
}

static void keep(shg_pictures *p, const char *key, const char *png, size_t bytes)
{
    if (find(p, key) || bytes > SHG_PICTURES_KEPT_BYTES)
        return;
    while (p->kept_bytes + bytes > SHG_PICTURES_KEPT_BYTES)
        forget(p, oldest_there(p));
    kept *k = oldest(p);
    forget(p, k);
    k->png = malloc(bytes);
    if (!k->png)
        return;
    memcpy(k->png, png, bytes);
    memcpy(k->key, key, sizeof k->key);
    k->bytes = bytes;
    k->used = ++p->uses;
    p->kept_bytes += bytes;
}

/* ---- the child ---- */

static void start_waiting(shg_pictures *p);

static void free_drawing(shg_drawing *d)
{
    if (d->bev)
        bufferevent_free(d->bev);
    if (d->child > 0) {
        /* It has nothing more to say: it ends by itself, or now. */
        kill(d->child, SIGKILL);
        while (waitpid(d->child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(d->svg);
    free(d);
}

static void end(shg_drawing *d, const char *png, size_t bytes)
{
    shg_pictures *p = d->pictures;
    for (size_t i = 0; i < SHG_PICTURES_AT_ONCE; i++)
        if (p->drawn_now[i] == d)
            p->drawn_now[i] = NULL;
    if (png)
        keep(p, d->key, png, bytes);
    if (d->drawn)
        d->drawn(d->context, png, bytes);
    free_drawing(d);
    start_waiting(p);
}

static const char signature[] = { '\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n' };

static void on_event(struct bufferevent *bev, short what, void *context)
{
    shg_drawing *d = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    const size_t bytes = evbuffer_get_length(input);
    const char *png = (what & BEV_EVENT_EOF) && bytes > sizeof signature
                          ? (const char *)evbuffer_pullup(input, -1)
                          : NULL;
    if (png && memcmp(png, signature, sizeof signature) != 0)
        png = NULL;
    end(d, png, png ? bytes : 0);
}

static void on_read(struct bufferevent *bev, void *context)
{
    if (evbuffer_get_length(bufferevent_get_input(bev)) > SHG_PICTURE_BYTES_MAX)
        end(context, NULL, 0);
}

/* The child knows by the end of its input that it has all. */
static void on_written(struct bufferevent *bev, void *context)
{
    (void)context;
    shutdown(bufferevent_getfd(bev), SHUT_WR);
}

/* The program itself, as a child of two ends of one socket. */
static pid_t spawn(int fd)
{
    static const char *const words[] = { "shoogi", "picture", NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, ours;
    pid_t child = -1;
    sigemptyset(&none);
    sigfillset(&ours);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    if (posix_spawnattr_init(&attributes) == 0) {
        if (posix_spawnattr_setsigmask(&attributes, &none) != 0 ||
            posix_spawnattr_setsigdefault(&attributes, &ours) != 0 ||
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) !=
                0 ||
            posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO) != 0 ||
            posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO) != 0 ||
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) !=
                0 ||
            posix_spawn(&child, "/proc/self/exe", &actions, &attributes,
                        (char *const *)(uintptr_t)words, environ) != 0)
            child = -1;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

static bool start(shg_drawing *d)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    d->child = spawn(pair[1]);
    close(pair[1]);
    evutil_make_socket_nonblocking(pair[0]);
    d->bev = d->child > 0
                 ? bufferevent_socket_new(d->pictures->server->base, pair[0], BEV_OPT_CLOSE_ON_FREE)
                 : NULL;
    if (!d->bev) {
        close(pair[0]);
        return false;
    }
    const struct timeval patience = { .tv_sec = SHG_PICTURE_MS / 1000 };
    bufferevent_setcb(d->bev, on_read, on_written, on_event, d);
    bufferevent_set_timeouts(d->bev, &patience, &patience);
    const bool good = bufferevent_write(d->bev, d->svg, d->svg_bytes) == 0 &&
                      bufferevent_enable(d->bev, EV_READ | EV_WRITE) == 0;
    free(d->svg);
    d->svg = NULL;
    return good;
}

static void start_waiting(shg_pictures *p)
{
    for (size_t i = 0; i < SHG_PICTURES_AT_ONCE; i++) {
        shg_drawing *d = p->waiting;
        if (p->drawn_now[i] || !d)
            continue;
        p->waiting = d->next;
        p->waiting_count--;
        if (!p->waiting)
            p->waiting_end = &p->waiting;
        if (d->drawn && start(d)) {
            p->drawn_now[i] = d;
            continue;
        }
        if (d->drawn)
            d->drawn(d->context, NULL, 0);
        free_drawing(d);
        i--; /* the next one in its place */
    }
}

shg_drawing *shg_picture_draw(shg_pictures *p, const char key[SHG_PICTURE_KEY_BYTES + 1],
                              const char *svg, size_t svg_bytes, shg_drawn_fn *drawn, void *context)
{
    const kept *k = find(p, key);
    if (k) {
        drawn(context, k->png, k->bytes);
        return NULL;
    }
    shg_drawing *d = p->waiting_count < SHG_PICTURES_WAITING ? calloc(1, sizeof *d) : NULL;
    if (!d || !(d->svg = malloc(svg_bytes))) {
        free(d);
        drawn(context, NULL, 0);
        return NULL;
    }
    memcpy(d->svg, svg, svg_bytes);
    d->svg_bytes = svg_bytes;
    d->pictures = p;
    d->drawn = drawn;
    d->context = context;
    memcpy(d->key, key, sizeof d->key);
    size_t place = 0;
    while (place < SHG_PICTURES_AT_ONCE && p->drawn_now[place])
        place++;
    if (place == SHG_PICTURES_AT_ONCE) {
        *p->waiting_end = d;
        p->waiting_end = &d->next;
        p->waiting_count++;
    } else if (start(d)) {
        p->drawn_now[place] = d;
    } else {
        free_drawing(d);
        drawn(context, NULL, 0);
        return NULL;
    }
    return d;
}

void shg_drawing_cancel(shg_drawing *d)
{
    d->drawn = NULL;
}

void shg_pictures_free(shg_pictures *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < SHG_PICTURES_AT_ONCE; i++)
        if (p->drawn_now[i])
            free_drawing(p->drawn_now[i]);
    for (shg_drawing *d = p->waiting, *next; d; d = next) {
        next = d->next;
        free_drawing(d);
    }
    for (size_t i = 0; i < SHG_PICTURES_KEPT; i++)
        forget(p, &p->kept[i]);
    free(p);
}
